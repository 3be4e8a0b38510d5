//! Measures the exact solver of Quartet, or lets its computer players play each other.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example quartet -- solve 1000 9 9+             # both boards, random and careful games
//! cargo run --release -p quincunx-catalog --example quartet -- solve torus careful 1000 6
//! cargo run --release -p quincunx-catalog --example quartet -- play 200 level:5 level:4    # as they are
//! cargo run --release -p quincunx-catalog --example quartet -- play 200 level:5 level:4 50 # in 50 ms a move
//! cargo run --release -p quincunx-catalog --example quartet -- grade 200 level:5 level:4 8  # with 8 and more pieces placed
//! ```
//! A position of a number of placed pieces is taken from a game that goes on so long; `9+` is one with nine pieces placed and
//! another in hand, to be placed next. A game is *random*, in which both sides do anything, or *careful*, in which they complete
//! a line when they can and select a piece with which the other can only where all are such. Careful games that are decided at
//! once are left out, as no player comes there who has a choice. Positions are seeded: the n-th is the same in every run. Each
//! is solved by a new solver, its exact score and not just who wins, in at most 10 s of the processor (of one core, for the
//! solver has one thread).
//!
//! A match is played in pairs of games that begin with the same [`OPENING`] pieces placed at random, each player once on either
//! side, on the plane and on the torus. A time for a move is one of the wall. Behind the points stands their 95 % interval.
//!
//! To grade a player is to have it play such a match and to compare what each of its positions is worth, by perfect play, with
//! what is left of that after its action, both found by a solver of the grader's own in at most 10 s.

mod statistics;

use std::fmt;
use std::time::Duration;

use cpu_time::ThreadTime;
use quincunx_core::{DenseActions, Game, Notation, Outcome, Random, RandomSource, Topology, Turn};
use quincunx_quartet::solver::{ExactSolver, Solver, Strength};
use quincunx_quartet::{Action, Quartet, State};
use quincunx_registry::{DynGame, Registered};
use quincunx_search::{AgentSpec, DynPlayer, Limits, SearchBudget};

use statistics::percent;

static ENTRY: &dyn DynGame = &Registered::<Quartet>::NEW;

/// The pieces placed at random with which a game begins.
const OPENING: u32 = 2;

/// The longest that a position may take.
const LONGEST: Duration = Duration::from_secs(10);

/// The clock of the processor is looked at after so many nodes, a third of a second or so; what has been found by then is
/// remembered.
const NODES_BETWEEN_LOOKS: u64 = 1_000_000;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("solve") => solve(&words[1..]),
        Some("play") => match &words[1..] {
            [games, one, other] => play(games.parse()?, [one, other], None),
            [games, one, other, milliseconds] => {
                let time = Duration::from_millis(milliseconds.parse()?);
                play(games.parse()?, [one, other], Some(time))
            }
            _ => {
                Err("`play` takes a number of games, two players and perhaps milliseconds for a move".into())
            }
        },
        Some("grade") => match &words[1..] {
            [games, one, other, placed] => grade(games.parse()?, [one, other], placed.parse()?),
            _ => Err("`grade` takes a number of games, two players and a number of placed pieces".into()),
        },
        _ => Err("it takes `solve`, `play` or `grade`; its documentation has examples".into()),
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
            let mut budget = SearchBudget::start(&Limits {
                nodes: Some(NODES_BETWEEN_LOOKS),
                ..Limits::default()
            });
            let (bounds, _) = solver.solve(&state, Strength::Strong, &mut budget);
            tally.nodes += budget.nodes();
            let time = began.elapsed();
            if let Some(score) = bounds.exact() {
                tally.outcomes[(score.signum() + 1) as usize] += 1;
                tally.seconds.push(time.as_secs_f64());
                break;
            }
            if time >= LONGEST {
                tally.seconds.push(f64::INFINITY);
                break;
            }
        }
    }
    tally.seconds.sort_by(f64::total_cmp);
    tally
}

/// Draws the position of a number.
fn position(rules: &Quartet, kind: Kind, number: u64) -> State {
    let mut random = Random::stream(number, u64::from(kind.placed));
    loop {
        let mut state = rules.initial();
        let is_asked_for =
            |state: &State| (state.placed(), state.selected().is_some()) == (kind.placed, kind.in_hand);
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

/// Tells whether the player who acts can complete a line, or gives the other one a piece with which he can, whichever it is.
fn is_decided(rules: &Quartet, state: &State) -> bool {
    let mut actions = rules.legal_actions(state).into_iter();
    match state.selected() {
        Some(_) => actions.any(|action| wins(rules, state, action)),
        None => actions.all(|gift| gives_win(rules, state, gift)),
    }
}

/// Keeps the actions that complete a line, or those that do not let the other complete one, if there are any.
fn keep_careful(rules: &Quartet, state: &State, actions: &mut Vec<Action>) {
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

/// Tells whether an action completes a line.
fn wins(rules: &Quartet, state: &State, action: Action) -> bool {
    let mut after = *state;
    rules.play_unchecked(&mut after, action, &mut ());
    matches!(rules.turn(&after), Turn::Over(Outcome::Win(_)))
}

/// Tells whether a line can be completed with a piece once it is selected.
fn gives_win(rules: &Quartet, state: &State, gift: Action) -> bool {
    let mut after = *state;
    rules.play_unchecked(&mut after, gift, &mut ());
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

/// One of the players of a match.
#[derive(Default)]
struct Side {
    /// Games lost, drawn and won.
    games: [u32; 3],
    moves: u32,
    thought: Duration,
}

/// Lets two players play so many games on each board, with a time for a move or as they are, and prints how it went.
fn play(games: u64, agents: [&String; 2], time: Option<Duration>) -> Result<(), Failure> {
    println!("board  player  won-drawn-lost  points in %  ms of the processor a move");
    for topology in ["standard", "torus"] {
        let mut sides = [Side::default(), Side::default()];
        for game in 0..games {
            play_game(&mut sides, topology, agents, time, game, &mut |_, _, _| Ok(()))?;
        }
        for (side, agent) in sides.iter().zip(agents) {
            let [lost, drawn, won] = side.games;
            let points = f64::from(won) + f64::from(drawn) / 2.0;
            println!(
                "{topology:<8} {agent:<40} {won}-{drawn}-{lost}  {}  {:.1}",
                percent(points, games as f64),
                1e3 * side.thought.as_secs_f64() / f64::from(side.moves),
            );
        }
    }
    Ok(())
}

/// How often a player kept what its position was worth, by how much that was: a loss, a draw, a win.
#[derive(Clone, Copy, Default)]
struct Grades {
    positions: [u32; 3],
    kept: [u32; 3],
    /// Positions that the grader could not solve in time, or not after the action.
    ungraded: u32,
}

impl Grades {
    /// Grades an action.
    fn grade(
        &mut self,
        rules: &Quartet,
        solver: &mut Solver,
        state: &State,
        action: Action,
    ) -> Result<(), Failure> {
        let mover = rules
            .turn(state)
            .player()
            .ok_or("an action was chosen after the end")?;
        let mut after = *state;
        rules.play_unchecked(&mut after, action, &mut ());
        let worth = [state, &after].map(|state| worth_to(mover, rules, solver, state));
        let [Some(before), Some(left)] = worth else {
            self.ungraded += 1;
            return Ok(());
        };
        let at = (before + 1) as usize;
        self.positions[at] += 1;
        self.kept[at] += u32::from(left == before);
        Ok(())
    }
}

/// Tells what a position is worth to a player by perfect play, 1 for a win, 0 for a draw and −1 for a loss, if that is found
/// within [`LONGEST`].
fn worth_to(
    player: quincunx_core::Player,
    rules: &Quartet,
    solver: &mut Solver,
    state: &State,
) -> Option<i32> {
    let mover = match rules.turn(state) {
        Turn::Over(outcome) => return Some(outcome.value_for(player)),
        turn => turn.player()?,
    };
    let mut budget = SearchBudget::start(&Limits {
        time: Some(LONGEST),
        ..Limits::default()
    });
    let (bounds, _) = solver.solve(state, Strength::Weak, &mut budget);
    let worth = bounds.outcome()? as i32;
    Some(if mover == player { worth } else { -worth })
}

/// Lets two players play so many games on each board and grades the first one's actions from so many placed pieces on.
fn grade(games: u64, agents: [&String; 2], placed: u32) -> Result<(), Failure> {
    println!("board  pieces  wins kept  draws kept  ungraded");
    for topology in ["standard", "torus"] {
        let rules = Quartet::new(match topology {
            "torus" => Topology::Torus,
            _ => Topology::Plane,
        });
        let mut sides = [Side::default(), Side::default()];
        let mut grades = [Grades::default(); 16];
        for game in 0..games {
            let mut solver = Solver::new(rules);
            let mut watch = |at: usize, position: &str, index: usize| {
                let state = rules.parse_position(position)?;
                if at == 0 && state.placed() >= placed {
                    let action = rules.action_at(index).ok_or("there is no such action")?;
                    grades[state.placed() as usize].grade(&rules, &mut solver, &state, action)?;
                }
                Ok(())
            };
            play_game(&mut sides, topology, agents, None, game, &mut watch)?;
        }
        for (
            placed,
            Grades {
                positions,
                kept,
                ungraded,
            },
        ) in grades.iter().enumerate().skip(placed as usize)
        {
            println!(
                "{topology:<8} {placed:>4}  {} of {}  {} of {}  {ungraded}",
                kept[2], positions[2], kept[1], positions[1]
            );
        }
        let [lost, drawn, won] = sides[0].games;
        println!(
            "{topology:<8} {} against {}: {won}-{drawn}-{lost}",
            agents[0], agents[1]
        );
    }
    Ok(())
}

/// Sees who acts, in which position, and what it does.
type Watch<'a> = dyn FnMut(usize, &str, usize) -> Result<(), Failure> + 'a;

/// Plays a game that is watched; in odd ones the second player selects first.
fn play_game(
    sides: &mut [Side; 2],
    topology: &str,
    agents: [&String; 2],
    time: Option<Duration>,
    game: u64,
    watch: &mut Watch<'_>,
) -> Result<(), Failure> {
    let mut options = ENTRY.defaults();
    options.set("topology", topology)?;
    let mut session = ENTRY.new_session(&options, game)?;
    let mut random = Random::stream(game / 2, u64::from(OPENING));
    for _ in 0..2 * OPENING {
        let legal = session.legal_actions();
        session.play(legal[random.index(legal.len())])?;
    }
    let mut players: Vec<Box<dyn DynPlayer>> = Vec::new();
    for (agent, number) in agents.into_iter().zip(2 * game..) {
        let join = if agent.contains(':') { ',' } else { ':' };
        let agent: AgentSpec = format!("{agent}{join}seed={number}").parse()?;
        players.push(ENTRY.player(&*session, &agent)?);
    }
    let limits = Limits {
        time,
        ..Limits::default()
    };
    while let Turn::Player(mover) = session.turn() {
        let at = (mover.index() + game as usize) % 2;
        let began = ThreadTime::now();
        let action = players[at].choose(&*session, &limits);
        sides[at].thought += began.elapsed();
        sides[at].moves += 1;
        watch(at, &session.position_text(), action)?;
        session.play(action)?;
    }
    if let Turn::Over(outcome) = session.turn() {
        for mover in quincunx_core::Player::BOTH {
            let at = (mover.index() + game as usize) % 2;
            sides[at].games[(outcome.value_for(mover) + 1) as usize] += 1;
        }
    }
    Ok(())
}
