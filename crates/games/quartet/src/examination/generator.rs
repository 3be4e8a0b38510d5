//! Random cases on which a rule matters.

use quincunx_core::{Random, RandomSource as _, Topology};
use quincunx_registry::examination::{self, Case, NO_NUMBERS, number_in_any_form};

use super::games::{Placing, STEPS, careful, line, shuffled, state_after, won_on};
use crate::piece::{Piece, SIDE, Square};
use crate::rules::Quartet;

/// Generates a case that is aimed at a rule.
pub(super) fn generate(rule: &'static str, random: &mut Random) -> Case {
    let topology = [Topology::Plane, Topology::Torus][random.index(2)];
    let mut script = Script::new(topology);
    let mut starts_run = false;
    match rule {
        "not-started" => {
            starts_run = true;
            script.lines.clear();
            for _ in 0..3 {
                let first = "select 3, place 0;0, bag, rowprint 0, colprint 5, start, start plane";
                script.line(examination::one_of(first, random));
            }
            script.begin(topology);
            script.ask(&["bag", "select 3"]);
        }
        "start" => {
            script.ask(&["bag", "rowprint 0", "select 3"]);
            let wrong = "start plane, start Torus, start, start standard torus, start 6, start torus 6";
            script.line(examination::one_of(wrong, random));
            script.ask(&["bag", "place 2;2", "rowprint 2"]);
        }
        "select" => select(&mut script, random),
        "in-turn" => {
            for (piece, square) in careful(&script.rules, random, 4..=4) {
                if random.below(2) == 0 {
                    script.line(format!("place {square}"));
                }
                script.line(format!("select {piece}"));
                if random.below(2) == 0 {
                    script.line(format!("select {}", random.below(16)));
                    script.line("bag");
                }
                script.line(format!("place {square}"));
            }
            script.line("bag");
        }
        "place" | "print" => {
            let placings = careful(&script.rules, random, 3..=10);
            script.play(&placings);
            script.print_all();
        }
        "failed-place" => failed_place(&mut script, random),
        "bag" => {
            script.line("bag");
            for (piece, square) in careful(&script.rules, random, 1..=16) {
                script.line(format!("select {piece}"));
                if random.below(2) == 0 {
                    script.line("bag");
                }
                script.line(format!("place {square}"));
                script.line("bag");
            }
        }
        "print-range" => {
            let placings = careful(&script.rules, random, 4..=4);
            script.play(&placings);
            for _ in 0..4 {
                let number = [6, -1, 7, -6, 12, 36][random.index(6)];
                script.line(format!("{} {number}", ["rowprint", "colprint"][random.index(2)]));
                script.line(format!(
                    "{} {}",
                    ["rowprint", "colprint"][random.index(2)],
                    random.below(6)
                ));
            }
        }
        "row" => script.win(random, &STEPS[0..=0], false),
        "column" => script.win(random, &STEPS[1..=1], false),
        "falling-diagonal" => script.win(random, &STEPS[2..=2], false),
        "rising-diagonal" => script.win(random, &STEPS[3..=3], false),
        "properties" | "winner" => {
            script.win(random, &STEPS, false);
        }
        "torus-lines" => {
            script = Script::new(Topology::Torus);
            script.win(random, &STEPS, true);
        }
        "no-quartet" => {
            let placings = careful(&script.rules, random, 10..=16);
            script.play(&placings);
            script.print_all();
        }
        "torus-squares" => {
            script = Script::new(Topology::Torus);
            for (piece, square) in careful(&Quartet::new(Topology::Torus), random, 6..=6) {
                let cell = square.cell();
                let far = |at: u32, random: &mut Random| {
                    i64::from(at) + i64::from(SIDE) * (i64::from(random.below(7)) - 3)
                };
                let (row, column) = (far(cell.row, random), far(cell.column, random));
                script.ask(&[&format!("select {piece}"), &format!("place {row};{column}")]);
            }
            script.print_all();
        }
        "plane" => plane(&mut script, random),
        "draw" => {
            let placings = careful(&script.rules, random, 16..=16);
            let last = placings.len() - 1;
            let (piece, square) = placings[last];
            script.play(&placings[..last]);
            // The last piece wins where it can, in one of two games.
            let before = state_after(&script.rules, &placings[..last]);
            let wins = Square::all().find(|&square| {
                before.piece_on(square).is_none() && script.rules.wins(&before, (piece, square))
            });
            let square = wins.filter(|_| random.below(2) == 0).unwrap_or(square);
            script.play(&[(piece, square)]);
            script.ask(&["bag", "select 1", "place 0;0"]);
        }
        "end" => {
            script.win(random, &STEPS, false);
            for _ in 0..3 {
                script.line(format!("select {}", random.below(16)));
                script.line(format!("place {};{}", random.below(6), random.below(6)));
            }
            script.line("bag");
            script.print_all();
        }
        "restart" => restart(&mut script, random),
        "numbers" => numbers(&mut script, random),
        "quit" if random.below(3) == 0 => {
            // Before the first start it works, too.
            starts_run = true;
            script.lines = ["quit", "bag", "start torus"].map(str::to_owned).into();
        }
        "quit" => {
            let placings = careful(&script.rules, random, 1..=3);
            script.play(&placings);
            script.line(["quit now", "Quit", "bag"][random.index(3)]);
            script.ask(&["bag", "quit", "bag", "rowprint 0"]);
        }
        _ => {
            let placings = careful(&script.rules, random, 5..=5);
            for placing in placings {
                let (piece, square) = placing;
                script.line(malformed(random));
                script.line(format!("select {piece}"));
                script.line(malformed(random));
                script.line(format!("place {square}"));
            }
            script.line("bag");
            script.print_all();
        }
    }
    Case {
        starts_run,
        ..Case::of_lines(rule, script.lines)
    }
}

/// The lines of a case in the making.
struct Script {
    rules: Quartet,
    lines: Vec<String>,
}

impl Script {
    /// Begins a game.
    fn new(topology: Topology) -> Self {
        let mut script = Self {
            rules: Quartet::new(topology),
            lines: Vec::new(),
        };
        script.begin(topology);
        script
    }

    fn begin(&mut self, topology: Topology) {
        let word = match topology {
            Topology::Plane => "standard",
            Topology::Torus => "torus",
        };
        self.line(format!("start {word}"));
    }

    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn ask(&mut self, lines: &[&str]) {
        self.lines.extend(lines.iter().map(|&line| line.to_owned()));
    }

    fn play(&mut self, placings: &[Placing]) {
        for (piece, square) in placings {
            self.ask(&[&format!("select {piece}"), &format!("place {square}")]);
        }
    }

    /// Plays a game that is won on a line with one of some steps.
    fn win(&mut self, random: &mut Random, steps: &[(i64, i64)], wraps: bool) {
        self.play(&won_on(&self.rules, random, steps, wraps));
        self.line("bag");
    }

    fn print_all(&mut self) {
        for line in 0..SIDE {
            self.ask(&[&format!("rowprint {line}"), &format!("colprint {line}")]);
        }
    }
}

fn select(script: &mut Script, random: &mut Random) {
    let placings = careful(&script.rules, random, 16..=16);
    for (index, &(piece, square)) in placings.iter().enumerate().take(5 + random.index(11)) {
        if random.below(2) == 0 {
            let number = match random.below(3) {
                0 => [-1, 16, 17, 100, -15][random.index(5)],
                // One that has been placed, after the first.
                _ => placings[random.index(index.max(1))].0.number().into(),
            };
            if index > 0 || !(0..16).contains(&number) {
                script.line(format!("select {number}"));
            }
        }
        script.line(format!("select {piece}"));
        script.line(format!("place {square}"));
    }
    script.line("bag");
}

fn failed_place(script: &mut Script, random: &mut Random) {
    let is_plane = script.rules.topology() == Topology::Plane;
    let placings = careful(&script.rules, random, 8..=8);
    for (index, &(piece, square)) in placings.iter().enumerate() {
        script.line(format!("select {piece}"));
        if random.below(2) == 0 {
            let occupied = (index > 0).then(|| placings[random.index(index)].1);
            let beside = [(6, 0), (0, 6), (-1, 3), (2, -6), (7, 7)][random.index(5)];
            match occupied.filter(|_| !is_plane || random.below(2) == 0) {
                Some(square) => script.line(format!("place {square}")),
                None if is_plane => script.line(format!("place {};{}", beside.0, beside.1)),
                None => {}
            }
            script.ask(&["bag", &format!("place {square}"), &format!("select {piece}")]);
        }
        script.line(format!("place {square}"));
    }
    // The number of the winning turn shows whether the failed ones were counted.
    script.begin(script.rules.topology());
    let before = script.lines.len();
    script.win(random, &STEPS, false);
    // The second piece is placed on the first one, then where it belongs.
    let failed = [script.lines[before + 2].clone(), script.lines[before + 1].clone()];
    script.lines.splice(before + 2..before + 2, failed);
}

fn plane(script: &mut Script, random: &mut Random) {
    *script = Script::new(Topology::Plane);
    if random.below(2) == 0 {
        for (piece, square) in careful(&script.rules, random, 4..=4) {
            let cell = square.cell();
            let (row, column) = (i64::from(cell.row), i64::from(cell.column));
            let off = [(row + 6, column), (row, column - 6), (row - 6, column + 6)][random.index(3)];
            script.line(format!("select {piece}"));
            script.line(format!("place {};{}", off.0, off.1));
            script.line("bag");
            script.play(&[(piece, square)]);
        }
    } else {
        // It would win on a torus.
        let torus = Quartet::new(Topology::Torus);
        let placings = loop {
            let squares = line(random, &STEPS, true);
            let pieces = shuffled(Piece::all(), random);
            let placings: Vec<Placing> = pieces.into_iter().zip(squares).collect();
            if torus.wins(&state_after(&torus, &placings[..3]), placings[3]) {
                break placings;
            }
        };
        script.play(&placings);
    }
    script.print_all();
}

fn restart(script: &mut Script, random: &mut Random) {
    if random.below(2) == 0 {
        script.win(random, &STEPS, false);
    } else {
        let placings = careful(&script.rules, random, 1..=6);
        script.play(&placings);
        script.line(format!("select {}", random.below(16)));
    }
    script.begin(script.rules.topology());
    script.line("bag");
    script.print_all();
    script.win(random, &STEPS, false);
}

fn numbers(script: &mut Script, random: &mut Random) {
    for (piece, square) in careful(&script.rules, random, 5..=5) {
        let wrong = NO_NUMBERS[random.index(NO_NUMBERS.len())];
        if random.below(2) == 0 {
            script.line(format!("select {wrong}"));
        }
        script.line(format!(
            "select {}",
            number_in_any_form(piece.number().into(), random)
        ));
        if random.below(2) == 0 {
            script.line([format!("place {wrong};0"), format!("place 0;{wrong}")][random.index(2)].clone());
        }
        let cell = square.cell();
        let [row, column] = [cell.row, cell.column].map(|number| number_in_any_form(number, random));
        script.line(format!("place {row};{column}"));
    }
    for _ in 0..3 {
        let word = ["rowprint", "colprint"][random.index(2)];
        script.line(format!(
            "{word} {}",
            number_in_any_form(random.below(SIDE), random)
        ));
        script.line(format!("{word} {}", NO_NUMBERS[random.index(NO_NUMBERS.len())]));
    }
    script.line("bag");
    script.print_all();
}

/// Draws a line that is no command.
fn malformed(random: &mut Random) -> String {
    examination::malformed(
        "bag, rowprint 1, colprint 2, select 3, place 1;1, start torus",
        "1",
        "place, place 1, place 1;, place ;1, place 1,1, place 1;1;1, place a;1, place 1; 1, select, \
         select x, select 1.0, rowprint, colprint x, bag 1, jump, , undo",
        random,
    )
}
