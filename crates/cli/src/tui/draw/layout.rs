//! The layout of the screen, for drawing and for the mouse.

use quincunx_core::{Cell, Numbering, Shape, Size};
use ratatui::layout::{Position, Rect};

use crate::tui::table::Table;
use crate::tui::theme::Theme;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The line with the game's name, if there is room.
    pub(crate) header: Option<Rect>,
    pub(crate) board: BoardLayout,
    pub(crate) tray: Option<TrayLayout>,
    /// The column with players, counters, analysis and moves, if there is room.
    pub(crate) panel: Option<Rect>,
    pub(crate) status: Rect,
    pub(crate) keys: Option<Rect>,
}

/// How fields are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fields {
    /// By two shades.
    Shaded,
    /// By lines between them.
    Lined,
    /// By a blank between them; a field is one line high.
    Bare,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardLayout {
    pub(crate) area: Rect,
    pub(crate) framed: bool,
    pub(crate) fields: Fields,
    pub(crate) field: (u16, u16),
    pub(crate) first: Cell,
    pub(crate) shown: (u32, u32),
    /// The lines above and below the columns, in games played by columns.
    pub(crate) beside: Option<(u16, u16)>,
    /// The numbers of rows and columns, if moves are typed with them and there is room.
    pub(crate) numbers: Option<Numbers>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) line: u16,
    /// The start of the numbers of rows, and their digits.
    pub(crate) rows: (u16, u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TrayLayout {
    pub(crate) area: Rect,
    pub(crate) place: (u16, u16),
    pub(crate) columns: u16,
}

const PANEL: u16 = 32;

const FIELD_SIZES: [(u16, u16); 6] = [(14, 7), (12, 6), (10, 5), (8, 4), (6, 3), (4, 2)];

impl Layout {
    pub(crate) fn of(table: &Table, theme: &Theme, screen: Rect) -> Self {
        let mut rest = screen;
        let status = take_bottom(&mut rest, 1);
        let keys = (screen.height >= 16).then(|| take_bottom(&mut rest, 1));
        let header = (screen.height >= 10).then(|| take_top(&mut rest, 1));
        let tokens = table.tray().len() as u16;
        let has_tray = table.view.tray.is_some();
        let panel = (rest.width >= 2 * PANEL && rest.height >= 10).then(|| {
            let x = rest.right() - PANEL;
            rest.width -= PANEL + 1;
            Rect::new(x, rest.y, PANEL, rest.height)
        });
        let in_panel = panel.and_then(|panel| TrayLayout::in_panel(panel, lines_above_tray(table), tokens));
        let tray = has_tray.then(|| in_panel.unwrap_or_else(|| TrayLayout::below(&mut rest, tokens)));
        Self {
            header,
            board: BoardLayout::of(table, theme, rest),
            tray,
            panel,
            status,
            keys,
        }
    }
}

impl BoardLayout {
    /// Chooses the largest fields that fit, or else the part of the board around the cursor.
    fn of(table: &Table, theme: &Theme, space: Rect) -> Self {
        let size = table.view.board.size();
        let (columns, rows) = (size.columns(), size.rows());
        let by_columns = table.ways.column;
        let digits = (table.view.numbering.first + rows.max(columns) - 1)
            .to_string()
            .len() as u16;
        // The numbers of rows, a blank and the line above the columns.
        let margin = if by_columns || table.ways.push {
            (0, 0)
        } else {
            (digits + 1, 1)
        };
        let mut space = space;
        let room = u32::from(space.height);
        // Where this leaves no room for all rows, the board scrolls.
        let has_beside = by_columns && room >= (rows + 2).min(6);
        if has_beside {
            take_top(&mut space, 1);
            take_bottom(&mut space, 1);
        }
        let labels = Labels::of(table);
        let lines = if theme.has_shades() {
            Fields::Shaded
        } else {
            Fields::Lined
        };
        let lined = FIELD_SIZES
            .into_iter()
            .filter(|&(width, _)| width >= labels.min_width(lines))
            .map(|field| (lines, field));
        let low =
            (labels.tile && lines == Fields::Lined).then_some((Fields::Lined, (labels.longest.max(3), 1)));
        let bare = [
            labels.longest,
            labels.longest.min(4),
            labels.longest.min(3),
            labels.longest.min(2),
            1,
        ]
        .map(|width| (Fields::Bare, (width, 1)));
        let fits = |&(fields, field): &(Fields, (u16, u16))| {
            let (width, height) = extent(fields, field, columns, rows);
            width <= u32::from(space.width) && height <= u32::from(space.height)
        };
        let chosen = lined.chain(low).chain(bare).find(fits);
        let mut is_numbered = false;
        let (fields, field) = chosen.unwrap_or((Fields::Bare, (labels.longest.clamp(1, 4), 1)));
        if chosen.is_none() && space.width >= 5 * margin.0 && space.height >= 6 * margin.1 {
            // Numbers matter most where only a part is visible.
            is_numbered = margin.1 > 0;
        }
        let most = |room: u16, pitch: u16, extra: u16, count: u32| {
            u32::from(room.saturating_sub(extra) / pitch).clamp(1, count)
        };
        let shown = if chosen.is_some() {
            (columns, rows)
        } else {
            (
                most(
                    space.width,
                    field.0 + 1,
                    1 + u16::from(is_numbered) * margin.0,
                    columns,
                ),
                most(space.height, field.1, u16::from(is_numbered) * margin.1, rows),
            )
        };
        let (width, height) = extent(fields, field, shown.0, shown.1);
        let (width, height) = ((width as u16).min(space.width), (height as u16).min(space.height));
        let taken = if is_numbered { margin } else { (0, 0) };
        let framed = width + 2 + taken.0 <= space.width && height + 2 + taken.1 <= space.height;
        let edge = u16::from(framed);
        let (outer_width, outer_height) = (width + 2 * edge + margin.0, height + 2 * edge + margin.1);
        is_numbered |= margin.1 > 0 && outer_width <= space.width && outer_height <= space.height;
        if is_numbered {
            space.x += margin.0;
            space.width -= margin.0;
            space.y += margin.1;
            space.height -= margin.1;
        }
        let area = Rect::new(
            space.x + (space.width - width) / 2,
            space.y + (space.height - height) / 2,
            width,
            height,
        );
        let from = |cursor: u32, shown: u32, count: u32| cursor.saturating_sub(shown / 2).min(count - shown);
        let first = Cell::new(
            from(table.cursor.column, shown.0, columns),
            from(table.cursor.row, shown.1, rows),
        );
        let numbers = is_numbered.then(|| Numbers {
            line: area.y - edge - 1,
            rows: (area.x - edge - margin.0, digits),
        });
        Self {
            area,
            framed,
            fields,
            field,
            first,
            shown,
            beside: has_beside.then(|| (area.y.saturating_sub(1 + edge), area.bottom() + edge)),
            numbers,
        }
    }

    pub(crate) fn part(&self, size: Size, numbering: Numbering) -> Option<String> {
        let (columns, rows) = (size.columns(), size.rows());
        (self.shown != (columns, rows)).then(|| {
            let last = (
                self.first.column + self.shown.0 - 1,
                self.first.row + self.shown.1 - 1,
            );
            let (top, bottom) = (numbering.row(self.first.row, size), numbering.row(last.1, size));
            format!(
                "columns {}-{} of {columns}, rows {}-{} of {rows}",
                numbering.column(self.first.column),
                numbering.column(last.0),
                top.min(bottom),
                top.max(bottom),
            )
        })
    }

    fn pitch(&self) -> (u16, u16) {
        match self.fields {
            Fields::Shaded => self.field,
            Fields::Lined => (self.field.0 + 1, self.field.1 + 1),
            Fields::Bare => (self.field.0 + 1, self.field.1),
        }
    }

    /// Returns the area of a field; `None` if it is not visible.
    pub(crate) fn field_of(&self, cell: Cell) -> Option<Rect> {
        let column = cell.column.checked_sub(self.first.column)?;
        let row = cell.row.checked_sub(self.first.row)?;
        if column >= self.shown.0 || row >= self.shown.1 {
            return None;
        }
        let (x, y) = self.corner(column as f32, row as f32);
        let rect = Rect::new(x as u16, y as u16, self.field.0, self.field.1);
        let seen = rect.intersection(self.area);
        (!seen.is_empty()).then_some(seen)
    }

    /// Returns the middle of a place, perhaps between fields.
    pub(crate) fn middle_of(&self, place: (f32, f32)) -> (f32, f32) {
        let (x, y) = self.corner(
            place.0 - self.first.column as f32,
            place.1 - self.first.row as f32,
        );
        (
            x + f32::from(self.field.0) / 2.0,
            y + f32::from(self.field.1) / 2.0,
        )
    }

    fn corner(&self, column: f32, row: f32) -> (f32, f32) {
        let pitch = self.pitch();
        let indent = f32::from(u16::from(self.fields == Fields::Bare));
        (
            f32::from(self.area.x) + indent + column * f32::from(pitch.0),
            f32::from(self.area.y) + row * f32::from(pitch.1),
        )
    }

    /// Lists the visible fields in reading order.
    pub(crate) fn seen(&self, size: Size) -> impl Iterator<Item = Cell> {
        let first = self.first;
        let (columns, rows) = self.shown;
        (first.row..(first.row + rows).min(size.rows())).flat_map(move |row| {
            (first.column..(first.column + columns).min(size.columns()))
                .map(move |column| Cell::new(column, row))
        })
    }

    pub(crate) fn cell_at(&self, at: Position) -> Option<Cell> {
        if !self.area.contains(at) {
            return None;
        }
        let row = u32::from((at.y - self.area.y) / self.pitch().1);
        Some(Cell::new(
            self.column_at(at)?,
            self.first.row + row.min(self.shown.1 - 1),
        ))
    }

    /// Returns the column at a point, including the lines above and below the board.
    pub(crate) fn column_at(&self, at: Position) -> Option<u32> {
        let usual = (self.area.y, self.area.bottom().saturating_sub(1));
        let (top, bottom) = self.beside.unwrap_or(usual);
        if !(self.area.x..self.area.right()).contains(&at.x) || !(top..=bottom).contains(&at.y) {
            return None;
        }
        let column = u32::from((at.x - self.area.x) / self.pitch().0);
        Some(self.first.column + column.min(self.shown.0 - 1))
    }
}

impl TrayLayout {
    /// Returns the place of the pieces with labels and values; `None` if the panel has no room for all.
    fn in_panel(panel: Rect, lines_above: u16, tokens: u16) -> Option<Self> {
        let columns = Table::TRAY_COLUMNS as u16;
        let height = 2 * tokens.div_ceil(columns);
        let area = Rect::new(panel.x + 2, panel.y + lines_above, 7 * columns, height);
        (area.bottom() <= panel.bottom()).then_some(Self {
            area,
            place: (7, 2),
            columns,
        })
    }

    /// Takes a place for small pieces below the board.
    fn below(rest: &mut Rect, tokens: u16) -> Self {
        let columns = (rest.width / 2).clamp(1, 16);
        Self {
            area: take_bottom(rest, tokens.div_ceil(columns).min(3)),
            place: (2, 1),
            columns,
        }
    }

    /// Returns whether pieces have two lines, and labels beside them.
    pub(crate) const fn is_tall(&self) -> bool {
        self.place.1 >= 2
    }

    pub(crate) fn place_of(&self, index: usize) -> Option<Rect> {
        let index = u16::try_from(index).ok()?;
        let (column, row) = (index % self.columns, index / self.columns);
        let rect = Rect::new(
            self.area.x + column * self.place.0,
            self.area.y + row * self.place.1,
            self.place.0,
            self.place.1,
        );
        (rect.intersection(self.area) == rect).then_some(rect)
    }

    pub(crate) fn index_at(&self, at: Position, count: usize) -> Option<usize> {
        (0..count).find(|&index| self.place_of(index).is_some_and(|place| place.contains(at)))
    }
}

fn lines_above_tray(table: &Table) -> u16 {
    let players = u16::from(table.session.players());
    let counters = table.view.counters.len() as u16;
    // Players, a blank, counters, a blank, the piece to place with its name and a blank, the heading.
    players + 1 + counters + 1 + 4 + 1
}

/// The room that labels need.
struct Labels {
    /// Whether pieces are tiles, known by their labels alone.
    tile: bool,
    /// The width of the widest piece of one line.
    longest: u16,
}

impl Labels {
    fn of(table: &Table) -> Self {
        let mut labels = Self {
            tile: false,
            longest: 1,
        };
        let mut tokens: Vec<_> = table.view.board.values().iter().flatten().collect();
        tokens.sort_unstable();
        tokens.dedup();
        for token in tokens {
            let face = table.session.face(*token);
            let length = face.label.chars().count() as u16;
            if face.shape == Shape::Tile {
                labels.tile = true;
                // Room for the next tile, so that the board does not jump at every merge.
                labels.longest = labels.longest.max(length).max(4);
            } else if length > 0 && !face.label.bytes().all(|byte| byte.is_ascii_digit()) {
                labels.longest = labels.longest.max(2);
            }
        }
        labels
    }

    /// Returns the least width of a field with readable labels.
    const fn min_width(&self, fields: Fields) -> u16 {
        match (self.tile, fields) {
            (false, _) => 0,
            (true, Fields::Shaded) => self.longest + 2,
            (true, _) => self.longest,
        }
    }
}

fn extent(fields: Fields, field: (u16, u16), columns: u32, rows: u32) -> (u32, u32) {
    let (width, height) = (u32::from(field.0), u32::from(field.1));
    match fields {
        Fields::Shaded => (columns * width, rows * height),
        Fields::Lined => (columns * (width + 1) - 1, rows * (height + 1) - 1),
        Fields::Bare => (columns * (width + 1) + 1, rows * height),
    }
}

fn take_top(rest: &mut Rect, height: u16) -> Rect {
    let height = height.min(rest.height);
    let taken = Rect::new(rest.x, rest.y, rest.width, height);
    rest.y += height;
    rest.height -= height;
    taken
}

fn take_bottom(rest: &mut Rect, height: u16) -> Rect {
    let height = height.min(rest.height);
    rest.height -= height;
    Rect::new(rest.x, rest.bottom(), rest.width, height)
}
