//! A board without bits or tables, and the fours on it.

/// A cell: its column from the left and its row from the bottom, both from 0.
pub(super) type Place = (usize, usize);

/// The stones of a board: 1 and 2 for the players, 0 where a cell is free.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Row by row from the bottom.
    cells: Vec<u8>,
}

impl Board {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            rows,
            cells: vec![0; columns * rows],
        }
    }

    pub(super) fn at(&self, (column, row): Place) -> u8 {
        self.cells[row * self.columns + column]
    }

    pub(super) fn put(&mut self, (column, row): Place, stone: u8) {
        self.cells[row * self.columns + column] = stone;
    }

    pub(super) fn free(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell == 0).count()
    }

    /// Returns where a stone comes to rest; `None` in a full column.
    pub(super) fn landing(&self, variant: &str, column: usize) -> Option<Place> {
        let free = |&row: &usize| self.at((column, row)) == 0;
        let mut rows = 0..self.rows;
        let row = match variant {
            "stones-stick" => rows.rev().find(free),
            "stones-hang" => rows.find(|&row| {
                free(&row) && (row..self.rows).all(|row| (0..self.columns).all(|at| self.at((at, row)) == 0))
            }),
            "full-at-five" => rows.find(|&row| row + 1 < self.rows && free(&row)),
            _ => rows.find(free),
        };
        Some((column, row?))
    }

    /// Lists the fours after a player's stone came to rest, in the order of their first cell.
    pub(super) fn fours(&self, variant: &str, stone: u8, last: Place) -> Vec<Vec<Place>> {
        let length = match variant {
            "three-win" => 3,
            "five-needed" => 5,
            _ => 4,
        };
        let mut fours = Vec::new();
        for column in 0..self.columns {
            for row in 0..self.rows {
                for (across, up) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                    let line = self.line(variant, (column, row), (across, up), length);
                    let Some(line) = line else { continue };
                    let owns = |&place: &Place| match self.at(place) {
                        0 => false,
                        found => found == stone || variant == "colours-ignored" && up == 0,
                    };
                    if line.iter().all(owns) && counts(variant, &line, (across, up), last, self.columns) {
                        fours.push(line);
                    }
                }
            }
        }
        if variant == "gaps-count" {
            fours.extend((0..self.rows).filter_map(|row| {
                let own: Vec<Place> = (0..self.columns).map(|column| (column, row)).collect();
                let own: Vec<Place> = own.into_iter().filter(|&place| self.at(place) == stone).collect();
                (own.len() >= 4).then_some(own)
            }));
        }
        fours
    }

    fn line(&self, variant: &str, from: Place, step: (i64, i64), length: usize) -> Option<Vec<Place>> {
        let length = if variant == "column-of-five" && step == (0, 1) {
            5
        } else {
            length
        };
        let place = |index: usize| {
            let column = from.0 as i64 + step.0 * index as i64;
            let row = from.1 as i64 + step.1 * index as i64;
            let (mut column, mut row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
            if variant == "rows-wrap" && step.1 == 0 && column >= self.columns {
                (column, row) = (column - self.columns, row + 1);
            }
            (column < self.columns && row < self.rows).then_some((column, row))
        };
        (0..length).map(place).collect()
    }
}

/// Returns whether a line wins.
fn counts(variant: &str, line: &[Place], step: (i64, i64), last: Place, columns: usize) -> bool {
    let (is_row, is_rising, is_falling) = (step == (1, 0), step == (1, 1), step == (1, -1));
    let end = line[line.len() - 1];
    match variant {
        "no-row" => !is_row,
        "row-from-left" => !is_row || end == last,
        "bottom-row-only" => !is_row || end.1 == 0,
        "last-columns-forgotten" => !is_row || end.0 + 1 < columns,
        "no-column" => step != (0, 1),
        "no-rising" => !is_rising,
        "rising-from-bottom" => !is_rising || line[0].1 == 0,
        "no-falling" => !is_falling,
        "falling-to-bottom" => !is_falling || end.1 == 0,
        "middle-forgotten" => !is_falling || end == last || line[0] == last,
        _ => true,
    }
}
