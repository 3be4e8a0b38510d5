//! How well players of match-3 play: how often they reach the goals of the shipped levels, and what they
//! score in the games for points.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example levels
//! cargo run --release -p quincunx-catalog --example levels -- hourglass 5 greedy:samples=0@1000 goal-first@1000 mcts@60
//! ```
//! Without arguments the tables of [`TABLES`] are made. The arguments: `levels`, one of them, a file, or a
//! game of the list; a seed; and players by their specifications, each with the number of its games: who has
//! fewer plays the first of them. Columns are players; intervals are of 95 % confidence, Wilson's where
//! shares are printed. Players that reach the goals in 98 % of the games or more are compared by the moves
//! left at the end, too. The last line is the time of one thread for a game.

use std::num::NonZero;
use std::time::Instant;

use quincunx_arena::statistics::wilson_interval;
use quincunx_arena::{Games, OutcomeCounts, Work};
use quincunx_catalog::find;
use quincunx_core::Options;
use quincunx_match3::levels::{SHIPPED, options_of};
use quincunx_registry::{DynGame, Registered};
use quincunx_search::{AgentSpec, StopToken};

use quincunx_match3::levels::LevelGame;

static ENTRY: &dyn DynGame = &Registered::<LevelGame>::NEW;

/// What the tables of the documentation show: the boards, and the players from weak to strong with the
/// numbers of games.
const TABLES: [(&str, &[&str]); 3] = [
    (
        "levels",
        &[
            "random@500",
            "noisy:skill=0.5@500",
            "greedy:samples=0@500",
            "special-first@500",
            "goal-first@500",
            "expectation@500",
            "mcts:500@100",
        ],
    ),
    (
        "shariki",
        &[
            "random@5000",
            "noisy:skill=0.5@5000",
            "greedy:samples=0@5000",
            "special-first@5000",
            "expectation@500",
            "mcts:2000,playout=1@160",
        ],
    ),
    (
        "match-three",
        &[
            "random@1000",
            "noisy:skill=0.5@1000",
            "greedy:samples=0@1000",
            "expectation@3000",
            "planner@300",
            "mcts:500,playout=1@300",
            "mcts:2000,playout=1@30",
        ],
    ),
];

/// The share of games, in per cent, from which on success hardly distinguishes players.
const SATURATED: f64 = 98.0;

/// The seed of the tables. Levels and players are tuned on others.
const SEED: u64 = 20_261_122;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let players = |players: &[&str]| {
        players
            .iter()
            .copied()
            .map(Column::read)
            .collect::<Result<Vec<_>, _>>()
    };
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            for (what, named) in TABLES {
                print_table(&boards(what)?, SEED, &players(named)?)?;
            }
            Ok(())
        }
        [what, seed, ref named @ ..] if !named.is_empty() => {
            print_table(&boards(what)?, seed.parse()?, &players(named)?)
        }
        _ => {
            Err("what to play, a seed, and players with the numbers of their games, as in greedy@100".into())
        }
    }
}

/// A column of the table: a player and the number of its games.
struct Column {
    agent: AgentSpec,
    games: u64,
}

impl Column {
    fn read(text: &str) -> Result<Self, Failure> {
        let (agent, games) = text
            .split_once('@')
            .ok_or_else(|| format!("{text:?} lacks the number of games, as in greedy@100"))?;
        Ok(Self {
            agent: agent.parse()?,
            games: games.parse()?,
        })
    }
}

/// Plays and prints a table, each row as soon as it has been played.
fn print_table(boards: &[Board], seed: u64, columns: &[Column]) -> Result<(), Failure> {
    let named = columns
        .iter()
        .map(|column| format!("`{}` ({}) |", column.agent, column.games));
    println!("\n| | {}", named.collect::<Vec<_>>().join(" "));
    println!("| --- |{}", " ---: |".repeat(columns.len()));
    let mut totals = vec![OutcomeCounts::new(0); columns.len()];
    let mut seconds = vec![0.0; columns.len()];
    for (name, entry, options) in boards {
        let mut cells = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let began = Instant::now();
            let tally = play(*entry, options, seed, column)?;
            seconds[place] += began.elapsed().as_secs_f64() / column.games as f64;
            cells.push(in_words(&tally));
            totals[place].add(&OutcomeCounts {
                figures: Vec::new(),
                ..tally
            });
        }
        println!("| {name} | {} |", cells.join(" | "));
    }
    if boards.len() > 1 {
        let cells: Vec<String> = totals.iter().map(in_words).collect();
        println!("| all | {} |", cells.join(" | "));
    }
    let of_a_game = seconds
        .iter()
        .map(|seconds| 1000.0 * seconds / boards.len() as f64);
    let cells: Vec<String> = of_a_game.map(|time| format!("{time:.2} ms")).collect();
    println!("| time of a game | {} |", cells.join(" | "));
    Ok(())
}

/// A row of the table: its name, the game and its options.
type Board = (String, &'static dyn DynGame, Options);

/// The level of the speed figures: 9×9 with six colours, specials and thirty moves.
const PLAIN: &str = "columns = 9\nrows = 9\nlimit = 30\n[goals]\nscore = 1000000000\n";

fn boards(what: &str) -> Result<Vec<Board>, Failure> {
    let level = |name: &str| (name.to_owned(), ENTRY, options_of(name));
    if what == "plain" {
        return Ok(vec![("plain".to_owned(), ENTRY, options_of(PLAIN))]);
    }
    if what == ENTRY.id() {
        return Ok(SHIPPED.iter().map(|shipped| level(shipped.name)).collect());
    }
    if SHIPPED.iter().any(|shipped| shipped.name == what) {
        return Ok(vec![level(what)]);
    }
    if let Some(entry) = find(what) {
        return Ok(vec![(entry.title().to_owned(), entry, entry.defaults())]);
    }
    Ok(vec![(
        what.to_owned(),
        ENTRY,
        options_of(&std::fs::read_to_string(what)?),
    )])
}

/// Plays the games of one board on one thread.
fn play(
    entry: &dyn DynGame,
    options: &Options,
    seed: u64,
    column: &Column,
) -> Result<OutcomeCounts, Failure> {
    let games = column.games;
    let run = entry.run(
        options,
        std::slice::from_ref(&column.agent),
        seed,
        games,
        0,
        100_000,
    )?;
    let work = Work {
        threads: NonZero::<usize>::MIN,
        stop: &StopToken::default(),
        progress: &|_| {},
    };
    Ok(entry.simulate(&run, &Games::range(0..games), false, &work)?.tally)
}

/// Writes the share of games whose goals were reached, with the mean of the moves left where nearly all were,
/// or without goals the mean points.
fn in_words(tally: &OutcomeCounts) -> String {
    let ended = tally.reached + tally.missed;
    if ended > 0 {
        let (low, high) = wilson_interval(tally.reached as f64, ended as f64);
        let share = 100.0 * tally.reached as f64 / ended as f64;
        // A thousand games and more justify tenths.
        let digits = usize::from(ended >= 1000);
        let text = format!(
            "{share:.digits$} % ({:.digits$}–{:.digits$})",
            100.0 * low,
            100.0 * high
        );
        let left = tally.figures.first().filter(|_| share >= SATURATED);
        let left = left.and_then(|left| Some((left.mean()?, left.mean_error()?)));
        return match left {
            Some((mean, error)) => format!("{text}, {mean:.1} ± {error:.1} left"),
            None => text,
        };
    }
    let mean = tally.points.mean().unwrap_or(f64::NAN);
    let error = tally.points.standard_error().unwrap_or(f64::NAN);
    format!("{mean:.0} ± {:.0}", 1.96 * error)
}
