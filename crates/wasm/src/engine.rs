//! The computer: a question in, answers out.

use std::collections::BTreeMap;
use std::time::Duration;

use quincunx_core::{DynSession, Record};
use quincunx_registry::{DynGame, PlayerCache, Purpose};
use quincunx_search::{AgentError, AgentSpec, Limits, MissingResource, StopToken, clock};
use quincunx_table::messages::{Judgement, Reason, Refusal, ReportLine};
use quincunx_table::{
    PuzzleOrder, SeatTokenHash, Setup, TableId, entry_of, judgement, level_editor, moves_to_grade, options_of,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is asked. A record stands for the position after its last move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// Chooses an action as a computer player.
    Choose {
        /// The position.
        record: String,
        /// From 1 to 5.
        level: u8,
        /// The seed of what the player does at random.
        #[serde(with = "quincunx_core::digits")]
        seed: u64,
        /// How long it may think, in milliseconds.
        time: u64,
    },
    /// Analyses a position, deeper and deeper.
    Analyse {
        /// The position.
        record: String,
        /// The table where it is, for the answer.
        table: TableId,
        /// The ply there.
        ply: usize,
    },
    /// Grades the moves of a game, the last one first.
    Grade {
        /// The game.
        record: String,
    },
    /// Makes a puzzle and sets up its table.
    Puzzle {
        /// The game.
        game: String,
        /// Options of its rules that are not to have their defaults.
        options: BTreeMap<String, String>,
        /// In how many of their own moves the solver is to win.
        wins_in: u32,
        /// The seed.
        #[serde(with = "quincunx_core::digits")]
        seed: u64,
        /// Who solves it.
        solver: SeatTokenHash,
    },
    /// Lets simulated players play a level.
    Level {
        /// Its file.
        text: String,
        /// How many games each of them plays.
        games: u64,
    },
}

/// An answer to a question. Nothing comes after the last one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EngineAnswer {
    /// The action chosen, the last answer.
    Chosen {
        /// Its number.
        action: usize,
    },
    /// What is known of a position; the last answer is done.
    Judged {
        /// What is known.
        judgement: Box<Judgement>,
    },
    /// The grade of a move; none when all are graded, the last answer.
    Graded {
        /// How many moves there are to grade.
        of: usize,
        /// The move's grade.
        line: Option<ReportLine>,
    },
    /// The table of a puzzle, the last answer.
    Posed {
        /// How it is set up.
        setup: Box<Setup>,
    },
    /// What simulated players make of a level, the last answer.
    LevelReport {
        /// A `LevelReport`.
        report: Value,
    },
    /// A file is [needed](quincunx_registry::DataFile) first, the last answer.
    FileNeeded {
        /// Its name.
        file: String,
    },
    /// The question cannot be answered, the last answer.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// How long a position is analysed at most.
const ANALYSIS_TIME_LIMIT: Duration = Duration::from_secs(20);

/// How long the moves of a report are analysed together, about.
const REPORT_TIME_LIMIT: Duration = Duration::from_secs(20);

/// How long the last moves get when the time is used up.
const MIN_TIME_PER_MOVE: Duration = Duration::from_millis(10);

/// How long a puzzle is looked for at most.
const PUZZLE_TIME_LIMIT: Duration = Duration::from_secs(5);

/// How many players are kept for further questions: one that plays and one that judges.
const PLAYERS: usize = 2;

/// Why a question is not answered.
enum Unanswered {
    Refused(Refusal),
    FileNeeded(&'static str),
}

/// The computer, which keeps what its players have learned for later questions.
pub struct Engine {
    players: PlayerCache,
}

impl Engine {
    /// Creates an engine that knows nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            players: PlayerCache::new(PLAYERS),
        }
    }

    /// Passes on every answer to a question.
    pub fn answer(&mut self, question: Question, mut pass_on: impl FnMut(&EngineAnswer)) {
        if let Err(unanswered) = self.try_answer(question, &mut pass_on) {
            pass_on(&match unanswered {
                Unanswered::Refused(refusal) => EngineAnswer::Refused { refusal },
                Unanswered::FileNeeded(file) => EngineAnswer::FileNeeded {
                    file: file.to_owned(),
                },
            });
        }
    }

    fn try_answer(
        &mut self,
        question: Question,
        pass_on: &mut dyn FnMut(&EngineAnswer),
    ) -> Result<(), Unanswered> {
        match question {
            Question::Choose {
                record,
                level,
                seed,
                time,
            } => {
                let action = self.choose(&record, level, seed, Duration::from_millis(time))?;
                pass_on(&EngineAnswer::Chosen { action });
            }
            Question::Analyse { record, table, ply } => self.analyse(&record, table, ply, pass_on)?,
            Question::Grade { record } => grade(&record, pass_on)?,
            Question::Puzzle {
                game,
                options,
                wins_in,
                seed,
                solver,
            } => {
                let entry = entry_of(&game)?;
                let options = options_of(entry, &options)?;
                let order = PuzzleOrder {
                    entry,
                    options,
                    wins_in,
                    seed,
                };
                let setup = Setup::of_puzzle(entry, order.pose(&stop_after(PUZZLE_TIME_LIMIT)), solver)?;
                let setup = Box::new(setup);
                pass_on(&EngineAnswer::Posed { setup });
            }
            Question::Level { text, games } => {
                level_editor::check_games(games)?;
                let level = level_editor::read(&text)?;
                let report = level_editor::report(&level, games, &StopToken::default());
                let report = serde_json::to_value(report).expect("reports are plain values");
                pass_on(&EngineAnswer::LevelReport { report });
            }
        }
        Ok(())
    }

    fn choose(&mut self, record: &str, level: u8, seed: u64, time: Duration) -> Result<usize, Unanswered> {
        let (entry, session) = position(record)?;
        let agent: AgentSpec = format!("level:{level},seed={seed}").parse()?;
        let limits = Limits::until(&stop_after(time));
        let player = self
            .players
            .player(entry, session.as_ref(), &agent, Purpose::Choose)?;
        Ok(player.choose(session.as_ref(), &limits))
    }

    fn analyse(
        &mut self,
        record: &str,
        table: TableId,
        ply: usize,
        pass_on: &mut dyn FnMut(&EngineAnswer),
    ) -> Result<(), Unanswered> {
        let (entry, session) = position(record)?;
        let session = session.as_ref();
        let limits = Limits::of_time(ANALYSIS_TIME_LIMIT);
        let player = self
            .players
            .player(entry, session, &entry.strongest_agent(), Purpose::Judge)?;
        let mut pass_on = |analysis: &_, done| {
            let judgement = Box::new(judgement(entry, session, table, ply, analysis, done));
            pass_on(&EngineAnswer::Judged { judgement });
        };
        let analysis = player.analyze(session, &limits, &mut |analysis| pass_on(analysis, false));
        pass_on(&analysis, true);
        Ok(())
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

/// Grades the moves of a game from the last to the first. The judge is the report's own, so that a report is
/// the same whenever it is asked for.
fn grade(record: &str, pass_on: &mut dyn FnMut(&EngineAnswer)) -> Result<(), Unanswered> {
    let (entry, session) = replayed(record)?;
    let moves = moves_to_grade(session.as_ref());
    let of = moves.len();
    let mut judge = entry.player(session.as_ref(), &entry.strongest_agent())?;
    let began = clock::now();
    // What late moves leave of their time is that of earlier ones.
    for (before, played) in moves.iter().enumerate().rev() {
        let time = (began + REPORT_TIME_LIMIT).saturating_sub(clock::now()) / (before as u32 + 1);
        let limits = Limits::until(&stop_after(time.max(MIN_TIME_PER_MOVE)));
        let analysis = judge.analyze(played.before(), &limits, &mut |_| {});
        if let Some(line) = played.grade(&analysis) {
            let line = Some(line);
            pass_on(&EngineAnswer::Graded { of, line });
        }
    }
    pass_on(&EngineAnswer::Graded { of, line: None });
    Ok(())
}

/// Plays a record again to a position in which somebody is to move.
fn position(record: &str) -> Result<(&'static dyn DynGame, Box<dyn DynSession>), Refusal> {
    let (entry, session) = replayed(record)?;
    if session.turn().player().is_none() {
        return Err(Reason::NothingToAnalyse {}.into());
    }
    Ok((entry, session))
}

fn replayed(record: &str) -> Result<(&'static dyn DynGame, Box<dyn DynSession>), Refusal> {
    let record = Record::parse(record).map_err(Reason::from)?;
    let entry = entry_of(&record.game)?;
    let session = entry.replay(&record).map_err(Reason::from)?;
    Ok((entry, session))
}

fn stop_after(time: Duration) -> StopToken {
    let stop = StopToken::default();
    stop.stop_after(time);
    stop
}

impl From<Refusal> for Unanswered {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<AgentError> for Unanswered {
    fn from(error: AgentError) -> Self {
        match error {
            AgentError::MissingResource {
                source: MissingResource::DataFile(file),
                ..
            } => Self::FileNeeded(file),
            AgentError::MissingResource { ref source, .. } => {
                Self::Refused(Reason::malformed(format!("{error}: {source}")).into())
            }
            error => Self::Refused(Reason::malformed(error.to_string()).into()),
        }
    }
}
