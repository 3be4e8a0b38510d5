//! Lets computer players of Connect Four play each other, or measures how long a full analysis takes.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example connect_four -- play 200                    # each level against the next
//! cargo run --release -p quincunx-catalog --example connect_four -- play 200 level:4 mcts:5000  # two players
//! cargo run --release -p quincunx-catalog --example connect_four -- analyse 100 2               # 100 positions a ply, 2 threads
//! ```
//! Players come in pairs. A match is played in pairs of games that begin with the same [`OPENING`] drops at
//! random, each player once on either side. The exact solver grades every later move: one *gives away*
//! something if it makes a draw or a loss of a win, or a loss of a draw. Moves in positions that are lost
//! anyway do not count. Each player's moves in all its matches come last.
//!
//! An analysis is the exact score of every column, as `quincunx solve --all` prints it: by a new solver,
//! which has the opening book, on so many threads. The positions of a ply come about by that many random
//! drops in games that go on, the n-th being the same in every run. Times are those of the clock on the wall.

mod statistics;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZero;
use std::time::{Duration, Instant};

use quincunx_connect_four::solver::{Solver, Strength};
use quincunx_connect_four::{Column, ConnectFour, Position};
use quincunx_core::{ActionSet, Game, Outcome, Random, RandomSource, Turn};
use quincunx_registry::{DynGame, Registered};
use quincunx_search::{AgentSpec, DynPlayer, Limits, SearchBudget};

use statistics::percent;

static ENTRY: &dyn DynGame = &Registered::<ConnectFour>::NEW;

/// The drops at random with which a game begins.
const OPENING: usize = 8;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["play", games, players @ ..] => play_all(games.parse()?, players),
        ["analyse", positions, threads] => {
            analyse_all(positions.parse()?, threads.parse()?);
            Ok(())
        }
        _ => Err("it takes `play` or `analyse`; its documentation has examples".into()),
    }
}

/// Lets pairs of players meet, or each level and the next.
fn play_all(games: u64, players: &[&str]) -> Result<(), Failure> {
    let mut players: Vec<String> = players.iter().map(ToString::to_string).collect();
    if players.is_empty() {
        players = (1..5)
            .flat_map(|level| [format!("level:{}", level + 1), format!("level:{level}")])
            .collect();
    }
    let mut solver = Solver::new(ConnectFour::default());
    println!("player  won-drawn-lost  points in %  moves that gave something away in %  ms a move");
    let mut all: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for pair in players.chunks(2) {
        let [one, other] = pair else {
            return Err("players are named in pairs".into());
        };
        let mut sides = [Side::new(one), Side::new(other)];
        for game in 0..games {
            play(&mut sides, game, &mut solver)?;
        }
        for side in &sides {
            println!("{side}");
            let [gave_away, graded] = all.entry(side.agent.clone()).or_default();
            *gave_away += side.gave_away;
            *graded += side.graded;
        }
    }
    for (agent, [gave_away, graded]) in all {
        println!(
            "{agent}: {} of {graded} moves",
            percent(gave_away.into(), graded.into())
        );
    }
    Ok(())
}

/// One of the players of a match, with all that it has done.
struct Side {
    agent: String,
    /// Games lost, drawn and won.
    games: [u32; 3],
    /// Moves before which something could be lost.
    graded: u32,
    gave_away: u32,
    moves: u32,
    thought: Duration,
}

impl Side {
    fn new(agent: &str) -> Self {
        Self {
            agent: agent.to_owned(),
            games: [0; 3],
            graded: 0,
            gave_away: 0,
            moves: 0,
            thought: Duration::ZERO,
        }
    }
}

/// Plays a game; in odd ones the second player begins.
fn play(sides: &mut [Side; 2], game: u64, solver: &mut Solver) -> Result<(), Failure> {
    let (rules, options) = (ConnectFour::default(), ENTRY.defaults());
    let mut session = ENTRY.new_session(&options, game)?;
    let mut position = rules.initial();
    for drop in opening(&rules, game / 2) {
        session.play(drop.0.into())?;
        rules.play(&mut position, drop, &mut ())?;
    }
    let mut players: Vec<Box<dyn DynPlayer>> = Vec::new();
    for (side, number) in sides.iter().zip(2 * game..) {
        let join = if side.agent.contains(':') { ',' } else { ':' };
        let agent: AgentSpec = format!("{}{join}seed={number}", side.agent).parse()?;
        players.push(ENTRY.player(&*session, &agent)?);
    }
    let mut positions = vec![position.clone()];
    while let Turn::Player(mover) = session.turn() {
        let at = (mover.index() + game as usize) % 2;
        let began = Instant::now();
        let action = players[at].choose(&*session, &Limits::default());
        sides[at].thought += began.elapsed();
        sides[at].moves += 1;
        session.play(action)?;
        rules.play(&mut position, Column(action as u8), &mut ())?;
        positions.push(position.clone());
    }
    if let Turn::Over(outcome) = session.turn() {
        for mover in quincunx_core::Side::BOTH {
            let at = (mover.index() + game as usize) % 2;
            sides[at].games[(outcome.value_for(mover) + 1) as usize] += 1;
        }
    }
    // From the end on, as what the solver learns there serves the earlier positions.
    let mut behind = worth(solver, &positions[positions.len() - 1]);
    for position in positions.iter().rev().skip(1) {
        let best = worth(solver, position);
        let mover = position.turn().player().expect("a move was played here");
        let side = &mut sides[(mover.index() + game as usize) % 2];
        side.graded += u32::from(best.is_ge());
        side.gave_away += u32::from(behind.reverse() < best);
        behind = best;
    }
    Ok(())
}

/// Draws an opening after which nobody has won and nobody can with the next stone.
fn opening(rules: &ConnectFour, seed: u64) -> Vec<Column> {
    let mut random = Random::stream(seed, OPENING as u64);
    loop {
        let (mut position, mut drops) = (rules.initial(), Vec::new());
        while drops.len() < OPENING && position.turn().player().is_some() {
            let legal = rules.legal_actions(&position);
            drops.extend(legal.get(random.index(legal.len())));
            rules.play_unchecked(&mut position, drops[drops.len() - 1], &mut ());
        }
        let goes_on = |column| rules.after(&position, column).turn().player().is_some();
        if position.turn().player().is_some() && rules.legal_actions(&position).into_iter().all(goes_on) {
            return drops;
        }
    }
}

/// Reports who wins a position: `Greater` when the mover does.
fn worth(solver: &mut Solver, position: &Position) -> Ordering {
    match position.turn() {
        Turn::Over(Outcome::Draw) => Ordering::Equal,
        // Whoever has just moved has won.
        Turn::Over(_) => Ordering::Less,
        _ => {
            let mut budget = SearchBudget::start(&Limits::default());
            let bounds = solver.solve(position, Strength::Weak, &mut budget);
            bounds.outcome().expect("no limit stops the solver")
        }
    }
}

/// Analyses so many positions of every ply, and prints a row for each ply and one for all.
fn analyse_all(positions: NonZero<u64>, threads: NonZero<usize>) {
    let rules = ConnectFour::default();
    // It is opened when first asked for, once in a program.
    let mut budget = SearchBudget::start(&Limits::default());
    Solver::new(rules).solve(&rules.initial(), Strength::Strong, &mut budget);
    println!(
        "ply   median s  90 % s  99 % s  slowest s  above {} s",
        AT_ONCE.as_secs_f64()
    );
    let mut all = Vec::new();
    for ply in 0..rules.size().area() {
        let mut times: Vec<Duration> = (0..positions.get())
            .map(|number| analyse(&rules, &random_position(&rules, ply, number), threads))
            .collect();
        println!("{ply:<4} {}", row(&mut times));
        all.append(&mut times);
    }
    println!("all  {}", row(&mut all));
}

/// How soon an analysis should be there.
const AT_ONCE: Duration = Duration::from_millis(300);

/// Measures the full analysis of a position.
fn analyse(rules: &ConnectFour, position: &Position, threads: NonZero<usize>) -> Duration {
    let began = Instant::now();
    let mut budget = SearchBudget::start(&Limits::default());
    let scores =
        Solver::new(*rules)
            .with_threads(threads)
            .solve_columns(position, Strength::Strong, &mut budget);
    let time = began.elapsed();
    assert!(scores.iter().flatten().all(|bounds| bounds.exact().is_some()));
    time
}

/// Draws the position of a ply and a number.
fn random_position(rules: &ConnectFour, ply: usize, number: u64) -> Position {
    let mut random = Random::stream(number, ply as u64);
    loop {
        let mut position = rules.initial();
        for _ in 0..ply {
            let legal = rules.legal_actions(&position);
            let Some(drop) = legal.get(random.index(legal.len().max(1))) else {
                break;
            };
            rules.play_unchecked(&mut position, drop, &mut ());
        }
        if position.turn().player().is_some() {
            return position;
        }
    }
}

/// Writes the quantiles of times, and how many are no longer at once.
fn row(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let quantile = |part: usize| times[(times.len() * part).div_ceil(100).max(1) - 1].as_secs_f64();
    let late = times.iter().filter(|time| **time > AT_ONCE).count();
    format!(
        "{:>9.4} {:>7.4} {:>7.4} {:>10.4}  {late} of {}",
        quantile(50),
        quantile(90),
        quantile(99),
        quantile(100),
        times.len()
    )
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.games;
        let count = f64::from(lost + drawn + won);
        let points = f64::from(won) + f64::from(drawn) / 2.0;
        write!(
            f,
            "{:<10} {won:>4}-{drawn}-{lost:<4} {}   {} of {}   {:.2}",
            self.agent,
            percent(points, count),
            percent(self.gave_away.into(), self.graded.into()),
            self.graded,
            1e3 * self.thought.as_secs_f64() / f64::from(self.moves)
        )
    }
}
