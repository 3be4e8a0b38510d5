//! A script that grows line by line.

use std::ops::RangeInclusive;

use quincunx_core::{Random, RandomSource as _};

/// The characters that are tokens of generated cases.
const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh*+=#@$%&";

/// A script, and the board that its lines have made last.
pub(super) struct Script<'a> {
    random: &'a mut Random,
    pub(super) lines: Vec<String>,
    pub(super) tokens: Vec<char>,
    pub(super) columns: u32,
    pub(super) rows: u32,
}

impl<'a> Script<'a> {
    pub(super) const fn new(random: &'a mut Random) -> Self {
        Self {
            random,
            lines: Vec::new(),
            tokens: Vec::new(),
            columns: 2,
            rows: 2,
        }
    }

    pub(super) fn add(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.random.below(bound)
    }

    pub(super) fn number(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.random.below(range.end() - range.start() + 1)
    }

    pub(super) fn pick(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.random.index(texts.len())]
    }

    /// Draws valid tokens, a board with a percentage of empty fields, and adds the lines that make it.
    pub(super) fn begin(
        &mut self,
        columns: RangeInclusive<u32>,
        rows: RangeInclusive<u32>,
        tokens: RangeInclusive<u32>,
        empty: u32,
    ) {
        self.draw_tokens(tokens);
        self.add_tokens();
        self.draw_size(columns, rows);
        self.load(empty);
    }

    pub(super) fn draw_tokens(&mut self, count: RangeInclusive<u32>) {
        let count = self.number(count) as usize;
        let mut tokens: Vec<char> = ALPHABET.chars().collect();
        self.random.shuffle(&mut tokens);
        tokens.truncate(count);
        self.tokens = tokens;
    }

    pub(super) fn draw_size(&mut self, columns: RangeInclusive<u32>, rows: RangeInclusive<u32>) {
        self.columns = self.number(columns);
        self.rows = self.number(rows);
    }

    pub(super) fn add_tokens(&mut self) {
        let tokens: String = self.tokens.iter().collect();
        self.add(format!("tokens {tokens}"));
    }

    /// Adds a random board with a percentage of empty fields.
    pub(super) fn load(&mut self, empty: u32) {
        let rows = self.rows_of_text(empty);
        self.add(format!("load {}", rows.join(";")));
    }

    pub(super) fn rows_of_text(&mut self, empty: u32) -> Vec<String> {
        let (columns, rows) = (self.columns, self.rows);
        let mut field = || {
            if self.random.below(100) < empty {
                ' '
            } else {
                self.tokens[self.random.index(self.tokens.len())]
            }
        };
        (0..rows)
            .map(|_| (0..columns).map(|_| field()).collect())
            .collect()
    }

    pub(super) fn token(&mut self) -> char {
        self.tokens[self.random.index(self.tokens.len())]
    }

    pub(super) fn sequence(&mut self, length: u32) -> String {
        (0..length).map(|_| self.token()).collect()
    }

    /// Adds a strategy of one sequence for each column.
    pub(super) fn add_sequences(&mut self, lengths: RangeInclusive<u32>) {
        let mut sequences = Vec::new();
        for _ in 0..self.columns {
            let length = self.number(lengths.clone());
            sequences.push(self.sequence(length));
        }
        self.add(format!("fill columns {}", sequences.join(";")));
    }

    /// Draws a position of the board.
    pub(super) fn at(&mut self) -> String {
        let (x, y) = (self.random.below(self.columns), self.random.below(self.rows));
        format!("{x},{y}")
    }

    /// Draws a position off the board.
    pub(super) fn off(&mut self) -> String {
        let (x, y) = (self.random.below(self.columns), self.random.below(self.rows));
        match self.random.below(6) {
            0 | 1 => format!("{},{y}", self.columns),
            2 | 3 => format!("{x},{}", self.rows),
            4 => format!("{},{y}", -1 - x as i32),
            _ => format!("{x},{}", -1 - y as i32),
        }
    }

    /// Draws a move, which fits the board in half of all cases.
    pub(super) fn step(&mut self) -> String {
        let step = self.fitting_step();
        if self.below(2) == 0 {
            return step;
        }
        let name = step.split(' ').next().expect("a move has a name").to_owned();
        let place = match name.as_str() {
            "rotateColumnDown" => [self.columns as i32, -1][self.random.index(2)].to_string(),
            "rotateRowRight" => [self.rows as i32, -1][self.random.index(2)].to_string(),
            "flipRight" => format!("{},{}", self.columns - 1, self.random.below(self.rows)),
            "flipDown" => format!("{},{}", self.random.below(self.columns), self.rows - 1),
            _ => {
                let at = [self.off(), format!("{},{}", self.columns - 1, self.rows - 1)];
                at[self.random.index(2)].clone()
            }
        };
        format!("{name} {place}")
    }

    /// Draws a move that fits the board.
    pub(super) fn fitting_step(&mut self) -> String {
        let (columns, rows) = (self.columns, self.rows);
        let mut at = |columns, rows| format!("{},{}", self.random.below(columns), self.random.below(rows));
        let steps = [
            format!("flipRight {}", at(columns - 1, rows)),
            format!("flipDown {}", at(columns, rows - 1)),
            format!("rotateSquareClockwise {}", at(columns - 1, rows - 1)),
            format!("rotateColumnDown {}", self.random.below(columns)),
            format!("rotateRowRight {}", self.random.below(rows)),
        ];
        steps[self.random.index(steps.len())].clone()
    }

    /// Draws the deltas of one matcher.
    pub(super) fn deltas(&mut self) -> String {
        let mut deltas = Vec::new();
        for _ in 0..self.number(1..=3) {
            let (x, y) = (self.below(5) as i32 - 2, self.below(5) as i32 - 2);
            let y = if (x, y) == (0, 0) { 1 } else { y };
            deltas.push(format!("{x},{y}"));
        }
        deltas.join(" ")
    }

    /// Adds the lines that set tokens in the first row so that a move makes a row of three, and the move.
    pub(super) fn make_match(&mut self, token: char) {
        let last = self.columns - 1;
        if last < 3 {
            for (x, y) in [(0, 0), (1, 0), (2, 1)] {
                self.add(format!("set {x},{y} {token}"));
            }
            self.add("accept flipDown 2,0");
            return;
        }
        for x in [last, last - 2, last - 3] {
            self.add(format!("set {x},0 {token}"));
        }
        self.add(format!("accept flipRight {},0", last - 1));
    }
}

/// Counts the empty fields of each column.
pub(super) fn empty_count(rows: &[String]) -> Vec<u32> {
    let is_empty = |row: &String, column: usize| u32::from(row.as_bytes()[column] == b' ');
    let count = |column| rows.iter().map(|row| is_empty(row, column)).sum();
    (0..rows[0].len()).map(count).collect()
}
