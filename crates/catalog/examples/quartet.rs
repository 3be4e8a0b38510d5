//! Measures the exact solver of Quartet.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example quartet -- solve 1000 9 9+   # both boards, random and careful games
//! cargo run --release -p quincunx-catalog --example quartet -- solve torus careful 1000 6
//! ```
//! A position with so many placed pieces comes from a random or careful game; `9+` has nine placed and one
//! selected. Careful players complete a line when they can and select a safe piece while there is one;
//! positions decided at once are left out. Positions are seeded: the n-th is the same in every run. A new
//! solver with one thread finds the exact score of each in at most 10 s of CPU time.

mod statistics;

use std::fmt;
use std::time::Duration;

use cpu_time::ThreadTime;
use quincunx_core::{Game, Outcome, Random, RandomSource, Topology, Turn};
use quincunx_quartet::solver::{ExactSolver, Solver, Strength};
use quincunx_quartet::{Action, Position, Quartet};
use quincunx_search::{Limits, SearchBudget};

use statistics::percent;

/// The longest that a position may take.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The clock of the processor is looked at after so many nodes, a third of a second or so; what has been
/// found by then is remembered.
const NODES_BETWEEN_LOOKS: u64 = 1_000_000;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("solve") => solve(&words[1..]),
        _ => Err("expected `solve`; its documentation has examples".into()),
    }
}

/// A kind of positions.
#[derive(Clone, Copy)]
struct Kind {
    topology: Topology,
    is_careful: bool,
    placed: u32,
    in_hand: bool,
}

/// Solves positions of each kind that is asked for and prints a row for it.
fn solve(words: &[String]) -> Result<(), Failure> {
    let is_number = |word: &&String| word.starts_with(|first: char| first.is_ascii_digit());
    let (numbers, names): (Vec<&String>, Vec<&String>) = words.iter().partition(is_number);
    let [positions, placed @ ..] = numbers.as_slice() else {
        return Err("`solve` takes a number of positions and numbers of placed pieces".into());
    };
    if let Some(name) = names
        .iter()
        .find(|name| !["plane", "torus", "random", "careful"].contains(&name.as_str()))
    {
        return Err(format!("`{name}` is neither a board nor a kind of games").into());
    }
    // What is not named is meant altogether.
    let is_meant = |name: &str, other: &str| {
        let named = |name| names.iter().any(|word| word.as_str() == name);
        named(name) || !named(other)
    };
    println!(
        "board  pieces  games    positions  won-drawn-lost  within 1 s in %  within 10 s in %  mean nodes  median s  95 % s"
    );
    for (topology, board, other) in [
        (Topology::Plane, "plane", "torus"),
        (Topology::Torus, "torus", "plane"),
    ] {
        for word in placed {
            for (is_careful, games, others) in [(false, "random", "careful"), (true, "careful", "random")] {
                if !is_meant(board, other) || !is_meant(games, others) {
                    continue;
                }
                let kind = Kind {
                    topology,
                    is_careful,
                    placed: word.trim_end_matches('+').parse()?,
                    in_hand: word.ends_with('+'),
                };
                let tally = solve_all(kind, positions.parse()?);
                println!("{board:<6} {word:>6}  {games:<8} {tally}");
            }
        }
    }
    Ok(())
}

/// How positions were solved.
#[derive(Default)]
struct OutcomeCounts {
    /// Positions that the side to move loses, draws and wins.
    outcomes: [u32; 3],
    nodes: u64,
    /// The seconds of the processor that each took, ascending; infinite for one that was not solved.
    seconds: Vec<f64>,
}

fn solve_all(kind: Kind, positions: u64) -> OutcomeCounts {
    let rules = Quartet::new(kind.topology);
    let mut tally = OutcomeCounts::default();
    for number in 0..positions {
        let state = position(&rules, kind, number);
        let (mut solver, began) = (Solver::new(rules), ThreadTime::now());
        loop {
            let mut budget = SearchBudget::start(&Limits::of_nodes(NODES_BETWEEN_LOOKS));
            let (bounds, _) = solver.solve(&state, Strength::Strong, &mut budget);
            tally.nodes += budget.nodes();
            let time = began.elapsed();
            if let Some(score) = bounds.exact() {
                tally.outcomes[(score.signum() + 1) as usize] += 1;
                tally.seconds.push(time.as_secs_f64());
                break;
            }
            if time >= MAX_TIME {
                tally.seconds.push(f64::INFINITY);
                break;
            }
        }
    }
    tally.seconds.sort_by(f64::total_cmp);
    tally
}

/// Draws the position of a number.
fn position(rules: &Quartet, kind: Kind, number: u64) -> Position {
    let mut random = Random::stream(number, u64::from(kind.placed));
    loop {
        let mut state = rules.initial();
        let is_asked_for =
            |state: &Position| (state.placed(), state.selected().is_some()) == (kind.placed, kind.in_hand);
        while rules.turn(&state).player().is_some() && !is_asked_for(&state) {
            let legal = rules.legal_actions(&state);
            let mut actions: Vec<Action> = legal.into_iter().collect();
            if kind.is_careful {
                keep_careful(rules, &state, &mut actions);
            }
            rules.play_unchecked(&mut state, actions[random.index(actions.len())], &mut ());
        }
        let goes_on = rules.turn(&state).player().is_some();
        if goes_on && !(kind.is_careful && is_decided(rules, &state)) {
            return state;
        }
    }
}

/// Returns whether the player who acts can complete a line, or gives the other one a piece with which he can,
/// whichever it is.
fn is_decided(rules: &Quartet, state: &Position) -> bool {
    let mut actions = rules.legal_actions(state).into_iter();
    match state.selected() {
        Some(_) => actions.any(|action| wins(rules, state, action)),
        None => actions.all(|gift| gives_win(rules, state, gift)),
    }
}

/// Keeps the actions that complete a line, or those that do not let the other complete one, if there are any.
fn keep_careful(rules: &Quartet, state: &Position, actions: &mut Vec<Action>) {
    let careful: Vec<Action> = if state.selected().is_some() {
        actions
            .iter()
            .copied()
            .filter(|&action| wins(rules, state, action))
            .collect()
    } else {
        actions
            .iter()
            .copied()
            .filter(|&action| !gives_win(rules, state, action))
            .collect()
    };
    if !careful.is_empty() {
        *actions = careful;
    }
}

/// Returns whether an action completes a line.
fn wins(rules: &Quartet, state: &Position, action: Action) -> bool {
    matches!(
        rules.turn(&rules.after(state, action)),
        Turn::Over(Outcome::Win(_))
    )
}

/// Returns whether a line can be completed with a piece once it is selected.
fn gives_win(rules: &Quartet, state: &Position, gift: Action) -> bool {
    let after = rules.after(state, gift);
    rules
        .legal_actions(&after)
        .into_iter()
        .any(|action| wins(rules, &after, action))
}

impl fmt::Display for OutcomeCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.outcomes;
        let count = self.seconds.len();
        let within = |most: f64| self.seconds.iter().filter(|&&seconds| seconds <= most).count();
        let share = |most| percent(within(most) as f64, count as f64);
        let quantile = |part: f64| self.seconds[((count - 1) as f64 * part).round() as usize];
        write!(
            f,
            "{count:>9}  {:<14}  {}  {}  {:>10.0}  {:.4}  {:.4}",
            format!("{won}-{drawn}-{lost}"),
            share(1.0),
            share(10.0),
            self.nodes as f64 / count as f64,
            quantile(0.5),
            quantile(0.95),
        )
    }
}
