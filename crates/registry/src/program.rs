//! Programs of others as players: lines to a program, one move back.
//!
//! ```text
//! > game 2048 width=4 height=4 …        once, at the beginning
//! > position 0,0,2,0/0,0,0,2/…           before each move, in the game's notation
//! > moves up | down | left               the moves that are possible
//! < left
//! > impossible                           after any other answer; position and moves follow once more
//! ```
//!
//! The input ends with the game.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quincunx_core::{Game, Notation, OptionKind, OptionSpec, Options};
use quincunx_search::{AgentKind, Analysis, Forfeit, Limits, Player, RandomPlayer};

/// The agent whose moves a program makes. It can be named once [`allow`] was called.
pub(crate) const PROGRAM: AgentKind = AgentKind {
    name: "program",
    help: "a program that reads positions and answers with moves",
    parameters: &[OptionSpec::new("command", OptionKind::Text, "")
        .help("its command line, or a folder of Java classes behind the interface of a player")],
};

/// A program that runs.
pub trait Lines: Send {
    /// Writes a line to it.
    fn send(&self, line: &str);

    /// Returns its next line, if one comes in time.
    fn next_line(&mut self, most: Duration) -> Option<String>;

    /// Returns whether it writes nothing more.
    fn has_ended(&self) -> bool;
}

/// Starts a program by its command line.
pub type Start = Box<dyn Fn(&str) -> io::Result<Box<dyn Lines>> + Send + Sync>;

static START: OnceLock<Start> = OnceLock::new();

/// Lets agents be programs in this process; only the first call has an effect. A server never calls it.
pub fn allow(start: Start) {
    let _ = START.set(start);
}

pub(crate) fn is_allowed() -> bool {
    START.get().is_some()
}

/// How long a program may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ThinkingTime {
    /// Until it answers with a possible move.
    pub of_move: Duration,
    /// For its start, in addition to the time of the first move.
    pub of_start: Duration,
    /// In the whole game.
    pub of_game: Duration,
}

impl Default for ThinkingTime {
    /// A second for a move, five for the start and ten for a game.
    fn default() -> Self {
        Self {
            of_move: Duration::from_secs(1),
            of_start: Duration::from_secs(5),
            of_game: Duration::from_secs(10),
        }
    }
}

/// How long a program that ended is not blamed: a signal to all processes may reach it before this one, whose
/// work it stops.
const BLAME_AFTER: Duration = Duration::from_millis(50);

/// How often a program may answer with an impossible move for one position.
const IMPOSSIBLE_MOVES: u32 = 2;

/// One game with a program.
struct Dialogue {
    lines: Box<dyn Lines>,
    time: ThinkingTime,
    thought: Duration,
}

impl Dialogue {
    /// Begins a game of an id, with the options of its rules.
    pub(crate) fn begin(lines: Box<dyn Lines>, time: ThinkingTime, game: &str, options: &Options) -> Self {
        let options: Vec<String> = options
            .iter()
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        lines.send(&format!("game {game}{}", options.concat()));
        Self {
            lines,
            time,
            thought: Duration::ZERO,
        }
    }

    /// Asks for one of the moves; returns its place among them.
    pub(crate) fn ask(&mut self, position: &str, moves: &[String]) -> Result<usize, Forfeit> {
        let question = format!("position {position}\nmoves {}", moves.join(" | "));
        // What it printed before is no answer to this.
        while self.lines.next_line(Duration::ZERO).is_some() {}
        let of_start = std::mem::take(&mut self.time.of_start);
        let asked = Instant::now();
        for attempt in 0..IMPOSSIBLE_MOVES {
            if attempt > 0 {
                self.lines.send("impossible");
            }
            self.lines.send(&question);
            let of_game = self.time.of_game.saturating_sub(self.thought + asked.elapsed());
            let of_move = (of_start + self.time.of_move).saturating_sub(asked.elapsed());
            let Some(answer) = self.lines.next_line(of_move.min(of_game)) else {
                return Err(if self.lines.has_ended() {
                    Forfeit::Ended
                } else if of_move <= of_game {
                    Forfeit::MoveTime
                } else {
                    Forfeit::GameTime
                });
            };
            if let Some(chosen) = moves.iter().position(|text| text == answer.trim()) {
                self.thought += asked.elapsed();
                return Ok(chosen);
            }
        }
        Err(Forfeit::ImpossibleMove)
    }
}

/// The forfeits of this process by command line and reason.
static FORFEITS: Mutex<BTreeMap<(String, Forfeit), u64>> = Mutex::new(BTreeMap::new());

/// Returns how many games were given up so far, for each program and reason.
pub fn forfeits() -> BTreeMap<(String, Forfeit), u64> {
    FORFEITS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// A program in the seat of one game. It is started when it is asked first, and again after it gave up.
pub(crate) struct ProgramPlayer {
    command: String,
    game: &'static str,
    options: Options,
    dialogue: Option<Dialogue>,
}

impl ProgramPlayer {
    pub(crate) fn new(command: &str, game: &'static str, options: &Options) -> Self {
        Self {
            command: command.to_owned(),
            game,
            options: options.clone(),
            dialogue: None,
        }
    }

    fn ask(&mut self, position: &str, moves: &[String]) -> Result<usize, Forfeit> {
        let mut dialogue = match self.dialogue.take() {
            Some(dialogue) => dialogue,
            None => {
                let start = START.get().ok_or(Forfeit::Ended)?;
                let lines = start(&self.command).map_err(|_| Forfeit::Ended)?;
                Dialogue::begin(lines, ThinkingTime::default(), self.game, &self.options)
            }
        };
        let chosen = dialogue.ask(position, moves)?;
        self.dialogue = Some(dialogue);
        Ok(chosen)
    }
}

impl<G: Game + Notation> Player<G> for ProgramPlayer {
    /// Judges every action alike; a program says only which one it plays.
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        RandomPlayer { seed: 0 }.analyze(rules, state, limits, report)
    }

    /// Chooses any action where the program gives up.
    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        self.choose_or_forfeit(rules, state, limits)
            .unwrap_or_else(|_| RandomPlayer { seed: 0 }.choose(rules, state, limits))
    }

    fn choose_or_forfeit(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<G::Action, Forfeit> {
        let actions: Vec<G::Action> = rules.legal_actions(state).into_iter().collect();
        let moves: Vec<String> = actions.iter().map(|&action| rules.action_text(action)).collect();
        let chosen = self.ask(&rules.position_text(state), &moves);
        if chosen == Err(Forfeit::Ended) {
            thread::sleep(BLAME_AFTER);
        }
        if let Err(forfeit) = chosen
            && !limits.stop.is_stopped()
        {
            let mut forfeits = FORFEITS.lock().unwrap_or_else(PoisonError::into_inner);
            *forfeits.entry((self.command.clone(), forfeit)).or_default() += 1;
        }
        chosen.map(|chosen| actions[chosen])
    }
}
