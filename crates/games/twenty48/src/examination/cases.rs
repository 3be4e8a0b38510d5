//! The rules, and the parts of which cases are made.

use quincunx_core::{Direction, Random, RandomSource as _};
use quincunx_registry::examination::{Case, ExaminedRule};
use quincunx_registry::examined_rules;

pub(super) const RULES: &[ExaminedRule] = examined_rules! {
    10 "new-board":
        "A new board, also the 4×4 one at launch, carries two pieces, each 2 or 4, no points and no moves.";
    10 "board-size": "A board has any width and height from 2 on.";
    20 "get-and-set": "Every field can be read and set; 0 removes its piece.";
    10 "off-board": "Fields off the board are refused.";
    5 "negative-values": "Negative values are refused.";
    10 "any-value": "Values need not be powers of two.";
    30 "slide": "A move slides every piece as far as it goes.";
    30 "merge": "Two equal neighbours in the direction of the move merge into one of double value.";
    30 "merge-once": "A piece made by a merge does not merge again in the same move.";
    20 "merge-order": "Pairs merge from the end of the move on.";
    20 "move-answer": "A move answers whether the board changed, and adds no piece.";
    10 "move-count": "Moves that changed the board are counted.";
    20 "points": "The points are the sum of the values made by merging.";
    20 "add-piece": "Adding a piece puts one 2 or 4 on a free field.";
    5 "add-on-full": "Adding a piece to a full board is refused.";
    1 "piece-values": "A new piece is 2 with probability 0.9, else 4.";
    1 "piece-fields": "A new piece is on any free field with the same probability.";
    20 "possible": "A move is possible if some direction changes the board.";
    20 "possible-direction": "A direction is possible if it changes the board; asking changes nothing.";
    10 "space": "Space is left if a field is free.";
    10 "pieces": "The pieces on the board are counted.";
    20 "play": "Playing a direction is a move and a new piece; the last move ends the game.";
    5 "restart": "A start begins a new game at any time.";
    20 "malformed": "Anything that is no command is refused and changes nothing.";
    10 "numbers": "A whole number may carry a sign and leading zeros; nothing else is one.";
    4 "quit": "`quit` alone ends the program with exit status 0 and is not answered.";
    extra 10 "contest-scoring": "In contest scoring a move with v merges scores 2^(v-1) times their sum.";
    extra 5 "hint": "A hint is a possible direction, refused where there is none.";
};

/// A board that a script sets, row by row.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) columns: usize,
    pub(super) values: Vec<u64>,
}

impl Board {
    pub(super) fn rows(&self) -> usize {
        self.values.len() / self.columns
    }

    /// Draws a board of some values, each field free with a probability in percent.
    pub(super) fn draw(random: &mut Random, columns: usize, rows: usize, values: &[u64], free: u32) -> Self {
        let mut draw = || {
            let is_free = random.below(100) < free;
            if is_free {
                0
            } else {
                values[random.index(values.len())]
            }
        };
        let values = (0..columns * rows).map(|_| draw()).collect();
        Self { columns, values }
    }

    /// Draws a full board on which a move is possible in some of two axes only: rows of different values if
    /// not across, columns of different values if not down.
    pub(super) fn full(random: &mut Random, columns: usize, rows: usize, across: bool, down: bool) -> Self {
        let base = random.index(2);
        let mut values: Vec<u64> = (0..columns * rows)
            .map(|field| {
                let (column, row) = (field % columns, field / columns);
                2 << (base + 2 * (column % 2) + 4 * (row % 2))
            })
            .collect();
        let (column, row) = (random.index(columns - 1), random.index(rows - 1));
        let field = row * columns + column;
        if across {
            values[field + 1] = values[field];
        }
        if down {
            values[field + columns] = values[field];
        }
        Self { columns, values }
    }
}

/// The lines of a case in the making.
#[derive(Default)]
pub(super) struct Script {
    lines: Vec<String>,
    /// Whether the case is about a program that has just been started.
    pub(super) starts_run: bool,
}

impl Script {
    pub(super) fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    pub(super) fn lines(&mut self, lines: &[&str]) {
        self.lines.extend(lines.iter().map(|&line| line.to_owned()));
    }

    /// Starts a game on a board.
    pub(super) fn begin(&mut self, board: &Board) {
        self.line(format!("start {} {}", board.columns, board.rows()));
        self.set(board);
    }

    pub(super) fn set(&mut self, board: &Board) {
        for (field, value) in board.values.iter().enumerate() {
            self.line(format!(
                "set {};{} {value}",
                field % board.columns,
                field / board.columns
            ));
        }
    }

    /// Makes the case of a rule.
    pub(super) fn case(self, rule: &'static str) -> Case {
        Case {
            starts_run: self.starts_run,
            ..Case::of_lines(rule, self.lines)
        }
    }

    pub(super) fn moves(&mut self, random: &mut Random, count: u32) {
        for _ in 0..count {
            self.line(format!("move {}", direction(random)));
        }
    }
}

pub(super) fn direction(random: &mut Random) -> &'static str {
    Direction::ALL[random.index(4)].word()
}

/// Returns simpler values for a field that is set, and a smaller board.
pub(super) fn simpler(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    match *words.as_slice() {
        ["set", field, value] => {
            let values = ["0", "2", "4"]
                .into_iter()
                .take_while(|&simpler| simpler != value);
            values.map(|simpler| format!("set {field} {simpler}")).collect()
        }
        ["start", width, height, _] => vec![format!("start {width} {height}")],
        _ => Vec::new(),
    }
}

/// Returns the script without one column or row of its boards, the last ones first.
pub(super) fn smaller(lines: &[String]) -> Vec<Vec<String>> {
    let sides = lines.iter().filter_map(|line| {
        let (width, height) = line.strip_prefix("start ")?.split_once(' ')?;
        Some([width.parse().ok()?, height.parse().ok()?])
    });
    let Some(sides) =
        sides.reduce(|one: [usize; 2], other| std::array::from_fn(|axis| one[axis].max(other[axis])))
    else {
        return Vec::new();
    };
    let cuts = (0..2).flat_map(|axis| (0..sides[axis]).rev().map(move |place| (axis, place)));
    let cuts = cuts.filter(|&(axis, _)| sides[axis] > 2);
    cuts.map(|(axis, place)| {
        lines
            .iter()
            .filter_map(|line| without(line, axis, place))
            .collect()
    })
    .collect()
}

/// Returns a line for a board without one column (axis 0) or row (axis 1); `None` for one about its fields.
fn without(line: &str, axis: usize, place: usize) -> Option<String> {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    match &mut *words {
        [word, sides @ ..] if word == "start" && sides.len() == 2 => {
            if let Ok(side) = sides[axis].parse::<usize>() {
                sides[axis] = side.saturating_sub(1).to_string();
            }
        }
        [word, field, ..] if word == "get" || word == "set" => {
            let mut at: Vec<String> = field.split(';').map(str::to_owned).collect();
            if let Some(Ok(found)) = at.get(axis).map(|word| word.parse::<usize>()) {
                if found == place {
                    return None;
                }
                at[axis] = (found - usize::from(found > place)).to_string();
                *field = at.join(";");
            }
        }
        _ => {}
    }
    Some(words.join(" "))
}
