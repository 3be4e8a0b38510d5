//! Random cases on which a rule matters.

use quincunx_core::{Random, RandomSource as _};
use quincunx_registry::examination::{self, Case, NO_NUMBERS, number_in_any_form};

use super::cases::{Board, Script, direction};

/// Generates a case that is aimed at a rule.
pub(super) fn generate(rule: &'static str, random: &mut Random) -> Case {
    let mut script = Script::default();
    let (width, height) = (2 + random.index(4), 2 + random.index(4));
    // Most boards are 4×4, as in the assignment.
    let is_usual = random.below(3) > 0;
    let (columns, rows) = if is_usual { (4, 4) } else { (width, height) };
    let draw = |random: &mut Random, values: &[u64], free| Board::draw(random, columns, rows, values, free);
    match rule {
        "new-board" => {
            // The game that is started at launch, or another one.
            if random.below(3) == 0 {
                script.starts_run = true;
            } else {
                script.line(format!("start {columns} {rows} {}", random.below(1000)));
            }
            script.lines(&["print", "pieces", "points", "moves"]);
        }
        "board-size" => {
            let (columns, rows) = (2 + random.below(9), 2 + random.below(9));
            script.line(format!("start {columns} {rows}"));
            script.lines(&["width", "height", "print"]);
            let wrong = [
                format!("1 {rows}"),
                format!("{columns} 0"),
                format!("-3 {rows}"),
                "1 1".to_owned(),
            ];
            script.line(format!("start {}", wrong[random.index(4)]));
            script.lines(&["width", "height"]);
        }
        "get-and-set" => {
            script.begin(&draw(random, &[2, 4, 8, 16, 32], 30));
            for _ in 0..12 {
                let field = format!("{};{}", random.index(columns), random.index(rows));
                if random.below(2) == 0 {
                    script.line(format!("set {field} {}", [0, 0, 2, 64, 1024][random.index(5)]));
                }
                script.line(format!("get {field}"));
            }
            script.line("print");
        }
        "off-board" => {
            script.begin(&draw(random, &[2, 4, 8], 30));
            for _ in 0..6 {
                let (column, row) = (random.below(8), random.below(8));
                let (column, row) = (column as i64 - 2, row as i64 + rows as i64);
                let field = if random.below(2) == 0 {
                    format!("{column};{row}")
                } else {
                    format!("{};{}", [columns as i64, -1][random.index(2)], random.index(rows))
                };
                let line = if random.below(2) == 0 {
                    format!("get {field}")
                } else {
                    format!("set {field} 2")
                };
                script.line(line);
            }
            script.line("print");
        }
        "negative-values" => {
            script.begin(&draw(random, &[2, 4, 8], 30));
            for _ in 0..3 {
                let field = format!("{};{}", random.index(columns), random.index(rows));
                script.line(format!("set {field} -{}", 1 + random.below(64)));
                script.line(format!("get {field}"));
            }
            script.line("print");
        }
        "any-value" => {
            script.begin(&draw(random, &[1, 3, 3, 5, 6, 6, 1000], 20));
            script.moves(random, 1);
            script.lines(&["print", "points"]);
        }
        "slide" => {
            let mut board = draw(random, &[1], 55);
            // All different, so that nothing merges.
            for (field, value) in board.values.iter_mut().enumerate() {
                *value *= 2 << field;
            }
            script.begin(&board);
            for _ in 0..2 {
                script.moves(random, 1);
                script.line("print");
            }
        }
        "merge" => {
            script.begin(&draw(random, &[2, 2, 4, 8], 40));
            script.moves(random, 1);
            script.line("print");
        }
        "merge-once" | "merge-order" => {
            script.begin(&draw(random, &[2, 2, 2, 4], 10));
            script.moves(random, 1);
            script.line("print");
        }
        "move-answer" | "move-count" => {
            let values: &[u64] = if random.below(2) == 0 {
                &[2, 4, 8, 16]
            } else {
                &[2]
            };
            let free = [0, 30, 70][random.index(3)];
            script.begin(&draw(random, values, free));
            for _ in 0..6 {
                script.moves(random, 1);
                script.line(if rule == "move-count" { "moves" } else { "print" });
            }
        }
        "points" => {
            script.begin(&draw(random, &[2, 2, 4], 20));
            for _ in 0..4 {
                script.moves(random, 1);
                script.line("points");
            }
            // Setting a piece neither takes nor gives points.
            script.lines(&["set 0;0 8", "points"]);
        }
        "add-piece" => {
            script.begin(&draw(random, &[16, 32, 64], 60));
            for _ in 0..3 {
                // On a full board it is refused.
                script.lines(&["add", "print", "pieces"]);
            }
        }
        "add-on-full" => {
            script.begin(&draw(random, &[2, 4, 8], 0));
            script.lines(&["add", "print", "pieces"]);
        }
        "piece-values" => {
            script.lines(&["start 2 2", "set 0;0 64", "set 1;0 32", "set 0;1 16", "set 1;1 0"]);
            for _ in 0..DRAWN_VALUES {
                script.lines(&["add", "get 1;1", "set 1;1 0"]);
            }
        }
        "piece-fields" => {
            let mut board = Board::draw(random, 4, 4, &[8, 16, 32, 64], 0);
            let mut fields: Vec<usize> = (0..15).collect();
            random.shuffle(&mut fields);
            // The last field is among them, as counting wrongly to the end is a common mistake.
            let free = [fields[0], fields[1], fields[2], fields[3], fields[4], 15];
            for field in free {
                board.values[field] = 0;
            }
            script.begin(&board);
            for _ in 0..DRAWN_FIELDS {
                script.lines(&["add", "print"]);
                for field in free {
                    script.line(format!("set {};{} 0", field % 4, field / 4));
                }
            }
        }
        "possible" | "possible-direction" => {
            let board = match random.below(4) {
                0 => {
                    let free = [0, 70][random.index(2)];
                    draw(random, &[2, 4, 8], free)
                }
                1 => {
                    // Free fields at one side, to which alone pieces can slide.
                    let mut board = Board::full(random, columns, rows, false, false);
                    let side = random.index(4);
                    for (field, value) in board.values.iter_mut().enumerate() {
                        let (column, row) = (field % columns, field / columns);
                        if [row == 0, row == rows - 1, column == 0, column == columns - 1][side] {
                            *value = 0;
                        }
                    }
                    board
                }
                kind => {
                    let (across, down) = (random.below(2) == 0, kind == 2);
                    Board::full(random, columns, rows, across, down)
                }
            };
            script.begin(&board);
            if rule == "possible" {
                script.line("possible");
            } else {
                script.lines(&[
                    "possible up",
                    "possible down",
                    "possible left",
                    "possible right",
                    "print",
                    "moves",
                ]);
            }
        }
        "space" => {
            let board = match random.below(2) {
                0 => Board::full(random, columns, rows, false, false),
                _ => draw(random, &[2, 4, 8], 8),
            };
            script.begin(&board);
            script.line("space");
            script.line(format!("set {};{} 0", random.index(columns), random.index(rows)));
            script.line("space");
        }
        "pieces" => {
            script.begin(&draw(random, &[2, 4], 40));
            script.line("pieces");
            script.moves(random, 2);
            script.line("pieces");
            script.line(format!("set {};{} 8", random.index(columns), random.index(rows)));
            script.line("pieces");
        }
        "play" => {
            if random.below(2) == 0 {
                script.begin(&draw(random, &[2, 4, 8], 30));
            } else {
                // With one free field: many of these games are over after the move.
                let mut board = Board::full(random, columns, rows, false, false);
                for value in &mut board.values {
                    *value *= 8;
                }
                let field = random.index(board.values.len());
                board.values[field] = 0;
                script.begin(&board);
            }
            for _ in 0..4 {
                script.line(format!("play {}", direction(random)));
                script.lines(&["print", "points", "moves", "pieces"]);
            }
        }
        "restart" => {
            script.begin(&draw(random, &[2, 2, 4], 20));
            script.moves(random, 3);
            script.line(format!("start {columns} {rows} -{}", random.below(1000)));
            script.lines(&["points", "moves", "pieces", "print"]);
        }
        "malformed" => {
            script.begin(&draw(random, &[2, 4, 8], 30));
            for _ in 0..8 {
                script.line(malformed(random));
            }
            script.lines(&["print", "points", "moves"]);
        }
        "numbers" => {
            let mut number = |number: usize| number_in_any_form(number as u32, random);
            script.line(format!("start {} {}", number(columns), number(rows)));
            for field in 0..columns * rows {
                let (column, row) = (number(field % columns), number(field / columns));
                script.line(format!("set {column};{row} {}", number(field)));
            }
            for _ in 0..4 {
                let wrong = NO_NUMBERS[random.index(NO_NUMBERS.len())];
                let lines = [
                    format!("get {wrong};0"),
                    format!("get 0;{wrong}"),
                    format!("set {wrong};0 2"),
                    format!("set 0;0 {wrong}"),
                    format!("start {wrong} 2"),
                ];
                script.line(lines[random.index(lines.len())].as_str());
                let field = [random.index(columns), random.index(rows)]
                    .map(|number| number_in_any_form(number as u32, random));
                script.line(format!("get {}", field.join(";")));
            }
            script.line("print");
        }
        "quit" => {
            script.begin(&draw(random, &[2, 4, 8], 30));
            script.line(["quit now", "Quit", "points"][random.index(3)]);
            script.lines(&["print", "quit", "print", "move left"]);
        }
        "contest-scoring" => {
            // Whether it outlasts a start is not said.
            script.begin(&draw(random, &[2, 2, 4], 10));
            script.line("scoring contest");
            for _ in 0..3 {
                script.moves(random, 1);
                script.line("points");
            }
            script.line("scoring standard");
        }
        _ => {
            let across = random.below(2) == 0;
            let board = match random.below(4) {
                0 => Board::full(random, columns, rows, false, false),
                // Moves of one axis are impossible.
                1 | 2 => Board::full(random, columns, rows, across, !across),
                _ => draw(random, &[2, 4, 8], 30),
            };
            script.begin(&board);
            script.line("hint");
        }
    }
    script.case(rule)
}

/// How many pieces are drawn for the test of their values, and of their fields.
const DRAWN_VALUES: u32 = 4000;
const DRAWN_FIELDS: u32 = 600;

/// Draws a line that is no command.
fn malformed(random: &mut Random) -> String {
    examination::malformed(
        "print, add, points, moves, pieces, width, possible, space, get 0;0, set 0;0 2, move left, play up, \
         possible down",
        "left right",
        "jump, set 0;0, get, get 0:0, move, play, possible northwest, get 0;0;0",
        random,
    )
}
