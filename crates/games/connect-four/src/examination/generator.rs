//! Random cases on which a rule matters.

use quincunx_core::{Cell, Game as _, Outcome, Random, RandomSource as _, Turn};
use quincunx_registry::examination::{self, Case, NO_NUMBERS, number_in_any_form};

use crate::rules::{Column, ConnectFour, Position};

/// The most games that are drawn to find one with what is looked for; if none has it, the last one is taken.
const MAX_GAMES: usize = 2000;

/// The fewest stones before scores are asked for: few enough cells are free for a simple search.
pub(super) const SCORED_STONES: u32 = 28;

/// Generates a case that is aimed at a rule.
pub(super) fn generate(rule: &'static str, random: &mut Random) -> Case {
    let rules = rules(random);
    let mut script = Script::new(&rules);
    let mut starts_run = false;
    match rule {
        "new-game" => {
            // The game that is started at launch, or another one.
            starts_run = random.below(2) == 0;
            script.lines = if starts_run {
                Vec::new()
            } else {
                vec!["start".to_owned()]
            };
            script.ask(&["state", "print", "moves"]);
            script.play(&[random.below(7), random.below(7)]);
            script.line("print");
        }
        "board-size" => board_size(&mut script, random),
        "fall" | "print" => {
            let game = played(&rules, random, |_, position| position.stones() >= 12);
            script.play_and_ask(&game, "print", 3, random);
            script.line("print");
        }
        "turns" => {
            let game = played(&rules, random, |_, position| position.stones() >= 8);
            script.play_and_ask(&game, "state", 2, random);
            script.line("print");
        }
        "columns" => {
            for column in played(&rules, random, |_, position| position.stones() >= 6) {
                script.play(&[column]);
                let columns = i64::from(rules.size().columns());
                let beside = [0, -1, -columns, columns + 1, columns + 2, 2 * columns, 99];
                script.line(format!("drop {}", beside[random.index(beside.len())]));
            }
            script.ask(&["state", "print"]);
        }
        "full-column" => full_column(&mut script, &rules, random),
        "row" => won_in(&mut script, &rules, random, |line| line[0].row == line[3].row),
        "column" => won_in(&mut script, &rules, random, |line| {
            line[0].column == line[3].column
        }),
        "rising-diagonal" => won_in(&mut script, &rules, random, |line| is_diagonal(line, 3)),
        "falling-diagonal" => won_in(&mut script, &rules, random, |line| is_diagonal(line, -3)),
        "no-four" => {
            let game = careful(&rules, random, |_, _| false);
            script.play_and_ask(&game, "state", 6, random);
            script.ask(&["state", "print"]);
        }
        "winning-cells" => {
            let game = careful(&rules, random, |rules, position| {
                rules.winning_cells(position).len() > 4
            });
            script.play(&game);
            script.ask(&["print", "state"]);
        }
        "draw" => {
            let game = find(random, |random| {
                let (game, position) = played_to(&rules, random, true, |_, _| false);
                let is_full = position.stones() as usize == rules.size().area();
                (game, is_full)
            });
            script.play(&game);
            script.ask(&["state", "print", "drop 1", "undo", "state"]);
        }
        "end" => {
            script.play(&played(&rules, random, |_, _| false));
            script.drop_anywhere(&rules, random);
            script.ask(&["state", "moves"]);
            script.drop_anywhere(&rules, random);
            script.line("print");
        }
        "undo" => undo(&mut script, &rules, random),
        "state" => {
            let game = if random.below(4) == 0 {
                careful(&rules, random, |_, _| false)
            } else {
                played(&rules, random, |_, _| false)
            };
            script.line("state");
            script.play_and_ask(&game, "state", 2, random);
            script.ask(&["state", "undo", "state"]);
        }
        "moves" => {
            let game = played(&rules, random, |_, _| false);
            script.line("moves");
            script.play_and_ask(&game, "moves", 4, random);
            script.ask(&["moves", "undo", "moves"]);
        }
        "restart" => {
            let stones = random.below(20);
            script.play(&played(&rules, random, |_, position| position.stones() >= stones));
            script.lines.push(script.lines[0].clone());
            script.ask(&["state", "moves", "print", "undo"]);
            script.drop_anywhere(&rules, random);
            script.line("print");
        }
        "position" => position(&mut script, random),
        "malformed" => {
            script.play(&played(&rules, random, |_, position| position.stones() >= 5));
            for _ in 0..8 {
                script.line(malformed(random));
            }
            script.ask(&["state", "moves", "print"]);
        }
        "numbers" => {
            let [columns, rows] = [rules.size().columns(), rules.size().rows()]
                .map(|number| number_in_any_form(number, random));
            script.lines = vec![format!("start {columns} {rows}")];
            for column in played(&rules, random, |_, position| position.stones() >= 8) {
                if random.below(2) == 0 {
                    script.line(format!("drop {}", NO_NUMBERS[random.index(NO_NUMBERS.len())]));
                }
                script.line(format!("drop {}", number_in_any_form(column + 1, random)));
            }
            script.ask(&["moves", "print"]);
        }
        "quit" => {
            script.play(&played(&rules, random, |_, position| position.stones() >= 3));
            script.line(["quit now", "Quit", "state"][random.index(3)]);
            script.ask(&["moves", "quit", "state", "drop 1"]);
        }
        _ => {
            let rules = ConnectFour::default();
            let stones = SCORED_STONES + random.below(10);
            let game = find(random, |random| {
                let (game, position) =
                    played_to(&rules, random, true, |_, position| position.stones() >= stones);
                (game, matches!(position.turn(), Turn::Player(_)))
            });
            script.lines = vec![format!("position {}", digits(&game)), rule.to_owned()];
            if random.below(4) == 0 {
                script.ask(&["undo", rule]);
            }
        }
    }
    Case {
        starts_run,
        ..Case::of_lines(rule, script.lines)
    }
}

/// The lines of a case in the making.
struct Script {
    lines: Vec<String>,
}

impl Script {
    /// Begins a game.
    fn new(rules: &ConnectFour) -> Self {
        let size = rules.size();
        let start = if *rules == ConnectFour::default() {
            "start".to_owned()
        } else {
            format!("start {} {}", size.columns(), size.rows())
        };
        Self { lines: vec![start] }
    }

    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn ask(&mut self, lines: &[&str]) {
        self.lines.extend(lines.iter().map(|&line| line.to_owned()));
    }

    /// Drops into columns that count from 0.
    fn play(&mut self, columns: &[u32]) {
        for column in columns {
            self.line(format!("drop {}", column + 1));
        }
    }

    /// Drops, and asks after a drop with the probability 1 / `one_of`.
    fn play_and_ask(&mut self, columns: &[u32], question: &str, one_of: u32, random: &mut Random) {
        for &column in columns {
            self.play(&[column]);
            if random.below(one_of) == 0 {
                self.line(question);
            }
        }
    }

    fn drop_anywhere(&mut self, rules: &ConnectFour, random: &mut Random) {
        self.play(&[random.below(rules.size().columns())]);
    }
}

/// Draws a size; most boards are 7×6.
fn rules(random: &mut Random) -> ConnectFour {
    let sizes = [
        (7, 6),
        (7, 6),
        (7, 6),
        (7, 6),
        (4, 4),
        (5, 4),
        (6, 7),
        (9, 7),
        (4, 8),
        (11, 5),
    ];
    let (columns, rows) = sizes[random.index(sizes.len())];
    ConnectFour::new(columns, rows).expect("the sizes are possible")
}

/// Plays random drops until a condition holds or the game is over. A careful player drops a stone that
/// completes a four only where no other drop is left, or where the condition holds then.
fn played_to(
    rules: &ConnectFour,
    random: &mut Random,
    is_careful: bool,
    mut holds: impl FnMut(&ConnectFour, &Position) -> bool,
) -> (Vec<u32>, Position) {
    let mut position = rules.initial();
    let mut columns = Vec::new();
    while matches!(position.turn(), Turn::Player(_)) && !holds(rules, &position) {
        let mut legal: Vec<Column> = rules.legal_actions(&position).into_iter().collect();
        random.shuffle(&mut legal);
        let after = |column| rules.after(&position, column);
        let mut choice = legal[0];
        if is_careful {
            let is_wanted = |after: &Position, holds: &mut dyn FnMut(&ConnectFour, &Position) -> bool| {
                !matches!(after.turn(), Turn::Over(Outcome::Win(_))) || holds(rules, after)
            };
            let wanted = legal
                .iter()
                .find(|&&column| is_wanted(&after(column), &mut holds));
            choice = *wanted.unwrap_or(&choice);
        }
        position = after(choice);
        columns.push(u32::from(choice.0));
    }
    (columns, position)
}

/// Plays random drops until a condition holds or the game is over.
fn played(
    rules: &ConnectFour,
    random: &mut Random,
    holds: impl FnMut(&ConnectFour, &Position) -> bool,
) -> Vec<u32> {
    played_to(rules, random, false, holds).0
}

/// Plays without completing fours, as far as possible, until a condition holds.
fn careful(
    rules: &ConnectFour,
    random: &mut Random,
    holds: impl Fn(&ConnectFour, &Position) -> bool,
) -> Vec<u32> {
    find(random, |random| {
        let (columns, position) = played_to(rules, random, true, &holds);
        let is_full = position.stones() as usize == rules.size().area();
        (columns, is_full || holds(rules, &position))
    })
}

/// Draws games until one shows what is looked for.
fn find(random: &mut Random, mut draw: impl FnMut(&mut Random) -> (Vec<u32>, bool)) -> Vec<u32> {
    let mut game = draw(random);
    for _ in 1..MAX_GAMES {
        if game.1 {
            break;
        }
        game = draw(random);
    }
    game.0
}

/// Plays a game that is won by one line of a kind.
fn won_in(script: &mut Script, rules: &ConnectFour, random: &mut Random, is_kind: impl Fn(&[Cell]) -> bool) {
    // Both kinds of players, as careful ones fill the board.
    let is_careful = random.below(2) == 0;
    let is_won = |rules: &ConnectFour, position: &Position| {
        let fours = rules.fours(position);
        !fours.is_empty() && fours.iter().all(|four| is_kind(four))
    };
    let game = find(random, |random| {
        let (game, position) = played_to(rules, random, is_careful, is_won);
        (game, is_won(rules, &position))
    });
    script.play(&game);
    script.ask(&["state", "print"]);
}

fn is_diagonal(line: &[Cell], rise: i64) -> bool {
    let (first, last) = (line[0], line[3]);
    let across = i64::from(last.column) - i64::from(first.column);
    let up = i64::from(last.row) - i64::from(first.row);
    across != 0 && across * up == 3 * rise
}

fn board_size(script: &mut Script, random: &mut Random) {
    let (columns, rows) = (4 + random.below(9), 4 + random.below(9));
    script.line(format!("start {columns} {rows}"));
    script.play(&[0, columns - 1, columns]);
    script.line("print");
    let wrong = [
        format!("3 {rows}"),
        format!("{columns} 3"),
        format!("65 {rows}"),
        format!("{columns} 65"),
        format!("-{columns} {rows}"),
        format!("{columns}"),
        format!("{columns} {rows} 4"),
    ];
    script.line(format!("start {}", wrong[random.index(wrong.len())]));
    script.ask(&["print", "moves"]);
    let tall = 64 - random.below(3);
    let (columns, rows) = [(tall, 4), (4, tall)][random.index(2)];
    script.line(format!("start {columns} {rows}"));
    script.play(&[columns - 1, columns]);
    script.line("print");
}

fn full_column(script: &mut Script, rules: &ConnectFour, random: &mut Random) {
    let is_full = |position: &Position| {
        let open = rules.legal_actions(position).into_iter().count();
        matches!(position.turn(), Turn::Player(_)) && open < rules.size().columns() as usize
    };
    let (game, position) = played_to(rules, random, true, |_, position| is_full(position));
    script.play(&game);
    let open: Vec<Column> = rules.legal_actions(&position).into_iter().collect();
    let full = (0..rules.size().columns()).find(|&column| !open.contains(&Column(column as u8)));
    if let Some(full) = full {
        script.play(&[full]);
        script.line("state");
        script.play(&[full]);
        script.line("moves");
    }
    if let Some(column) = open.first() {
        script.play(&[u32::from(column.0)]);
    }
    script.ask(&["print", "state"]);
}

fn undo(script: &mut Script, rules: &ConnectFour, random: &mut Random) {
    let stones = [0, 3, 8, u32::MAX][random.index(4)];
    let game = played(rules, random, |_, position| position.stones() >= stones);
    script.play(&game);
    let back = [1, 2, game.len(), game.len() + 1][random.index(4)];
    for _ in 0..back {
        script.line("undo");
    }
    script.ask(&["state", "moves", "print"]);
    script.drop_anywhere(rules, random);
    script.drop_anywhere(rules, random);
    script.ask(&["print", "undo", "print"]);
}

fn position(script: &mut Script, random: &mut Random) {
    let rules = ConnectFour::default();
    let stones = 1 + random.below(20);
    let mut drops = digits(&played(&rules, random, |_, position| position.stones() >= stones));
    match random.below(6) {
        0 => drops.push('8'),
        1 => drops.push('0'),
        2 => drops.push_str("1212121212121"),
        3 => drops.insert(drops.len() / 2, 'x'),
        _ => {}
    }
    let before = played(&rules, random, |_, position| position.stones() >= 3);
    script.play(&before);
    script.line(format!("position {drops}"));
    script.ask(&["state", "moves", "print", "undo"]);
    script.drop_anywhere(&rules, random);
    script.line("print");
}

/// Writes columns that count from 0 as digits that count from 1.
fn digits(columns: &[u32]) -> String {
    columns.iter().map(|column| (column + 1).to_string()).collect()
}

/// Draws a line that is no command.
fn malformed(random: &mut Random) -> String {
    examination::malformed(
        "print, state, moves, undo, drop 1, start 5 5, position 44",
        "1 2",
        "drop, drop x, drop 1.0, drop 1;1, position, start 7, jump, , drop 1 2",
        random,
    )
}
