//! The computer: players' moves and analysis, each in a bounded pool of threads of its own, so that however
//! much is analysed, moves go on, and neither ever blocks the server's runtime.
//!
//! | pool | threads | how long | when there is more to do |
//! | --- | --- | --- | --- |
//! | players | one per core | the level's limits, at most 5 s | moves wait |
//! | analysts | one fewer, low priority | 20 s | wait, then are refused |
//! | testers of levels | one, low priority | 25 s | are refused |
//!
//! Moves at tables where no person plays wait until no other does. Addresses take turns. At the analysts a
//! player's hint comes first, and an address with fewer questions displaces one of whoever has the most.
//!
//! While others wait, no turn at thinking lasts longer than two seconds: a move is then the best found so
//! far, an analysis is done, and a report, a move in each turn, goes to the end of the line.
//!
//! Memory: a thread keeps two players, the tables of which take 64 MiB each at most (Connect Four's solver;
//! 27 MB in Quartet), and lets them go when there was nothing to do for a minute. A search under way takes up
//! to 130 MB more (Monte Carlo trees).
//!
//! What is asked is a session that begins at the position in question (`DynSession::begun_at`), so that
//! nothing long is copied. Dropping what a question gave back ends the thinking.

mod pool;
mod queue;
mod report;
#[cfg(test)]
mod tests;
mod thinking;

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use quincunx_core::DynSession;
use quincunx_match3::levels::Level;
use quincunx_registry::{DynGame, PlayerCache, PosedPuzzle, Purpose, PuzzleError};
use quincunx_search::{AgentSpec, Limits, StopToken};
use quincunx_table::messages::{LevelReport, Showcase};
use quincunx_table::{PuzzleOrder, moves_to_grade, showcases};
use tokio::sync::{OnceCell, mpsc, oneshot, watch};
use tokio::task::spawn_blocking;

use pool::{Next, Pool, PoolOptions};
use queue::{Job, Urgency};
use quincunx_table::level_editor;
use report::ReportJob;

pub(crate) use queue::{Busy, Share};
pub(crate) use report::Reporting;
pub(crate) use thinking::{Analysing, EngineAnalysis};

/// How long a computer player may think about a move; then it plays the best it has found.
///
/// On ordinary boards all levels are done in about a second; on the largest ones some would take half a
/// minute.
pub(crate) const CHOICE_TIME_LIMIT: Duration = Duration::from_secs(5);

/// How long a position is analysed at most.
pub(crate) const ANALYSIS_TIME_LIMIT: Duration = Duration::from_secs(20);

/// How long a puzzle is looked for at most; most are found in a hundredth of that.
///
/// Tests, which are hardly optimized and whose machine may have other things to do, do not depend on it.
pub(crate) const PUZZLE_TIME_LIMIT: Duration = Duration::from_secs(if cfg!(test) { 600 } else { 5 });

/// How long simulated players play a level for one report; what they have played by then is reported on.
pub(crate) const LEVEL_REPORT_TIME_LIMIT: Duration = Duration::from_secs(25);

/// How many reports on levels may wait for the tester: as many as are answered before whoever asked would be
/// refused.
const MAX_WAITING_LEVELS: usize = 1;

/// How long one question may keep a thread while others wait for it.
const TIME_SLICE: Duration = Duration::from_secs(2);

/// How many analyses and reports may wait for each analyst: with turns of [`TIME_SLICE`] each has one within
/// 32 s.
const MAX_WAITING_ANALYSES: usize = 16;

/// How many threads think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnginePoolOptions {
    /// Threads for the moves of computer players; at least one.
    pub players: usize,
    /// Threads for analysis, at low priority; at least one.
    pub analysts: usize,
}

impl Default for EnginePoolOptions {
    fn default() -> Self {
        let threads = available_parallelism().map_or(1, usize::from);
        Self {
            players: threads,
            analysts: threads.saturating_sub(1).max(1),
        }
    }
}

/// A move that a computer player is to choose.
pub(crate) struct Choice {
    /// The game.
    pub entry: &'static dyn DynGame,
    /// A session in whose position it is the player's turn.
    pub session: Box<dyn DynSession>,
    /// The player's level, from 1 to 5.
    pub level: u8,
    /// The seed of what the player does at random; one for each table makes games differ.
    pub seed: u64,
    /// When it is to have chosen, wherever it stands in the line; it thinks no longer than
    /// [`CHOICE_TIME_LIMIT`] in any case.
    pub deadline: Option<Instant>,
    /// Whether it waits until no other does, as nobody plays against it.
    pub patient: bool,
    /// The address for whose games it moves; addresses take turns.
    pub address: Option<IpAddr>,
}

/// A position that is to be analysed.
pub(crate) struct Question {
    /// The game.
    pub entry: &'static dyn DynGame,
    /// A session in whose position somebody is to move.
    pub session: Box<dyn DynSession>,
    /// How long it is analysed at most, and never longer than [`ANALYSIS_TIME_LIMIT`].
    pub time: Duration,
    /// Who asks; none for the server itself.
    pub share: Option<Share>,
    /// Whether a player waits for it who is to move there; it comes before others then.
    pub is_hint: bool,
}

/// The pools of threads that compute moves and analysis. Clones share them.
#[derive(Clone)]
pub struct EnginePool(Arc<Pools>);

struct Pools {
    players: Pool,
    analysts: Pool,
    /// Those who play levels for reports, which would keep analysts too long.
    testers: Pool,
    /// The showcases of all games, once they have been asked for.
    showcases: OnceCell<Arc<[Showcase]>>,
}

impl EnginePool {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system has no more threads to give.
    pub fn start(options: EnginePoolOptions) -> io::Result<Self> {
        let players = Pool::start(PoolOptions {
            name: "player",
            threads: options.players.max(1),
            // One a table.
            max_waiting: usize::MAX,
            slice: Some(TIME_SLICE),
            players: 2,
            yielding: false,
        })?;
        let analysts = options.analysts.max(1);
        let pool = Pool::start(PoolOptions {
            name: "analyst",
            threads: analysts,
            max_waiting: analysts * MAX_WAITING_ANALYSES,
            slice: Some(TIME_SLICE),
            players: 2,
            yielding: true,
        })?;
        let testers = Pool::start(PoolOptions {
            name: "tester",
            threads: 1,
            max_waiting: MAX_WAITING_LEVELS,
            slice: None,
            players: 1,
            yielding: true,
        })?;
        Ok(Self(Arc::new(Pools {
            players,
            analysts: pool,
            testers,
            showcases: OnceCell::new(),
        })))
    }

    /// Asks a computer player for an action; `None` when the flag was raised meanwhile, the session's game is
    /// over, there is no such level, or the player failed (which is logged).
    pub(crate) fn choose(
        &self,
        choice: Choice,
        stop: StopToken,
    ) -> impl Future<Output = Option<usize>> + Send + 'static {
        let pools = self.0.clone();
        async move {
            choice.session.turn().player()?;
            let (level, seed) = (choice.level, choice.seed);
            let agent: AgentSpec = format!("level:{level},seed={seed}").parse().ok()?;
            // Raised when this future is dropped.
            let asked = thinking::StopOnDrop(stop.child());
            let (answer, chosen) = oneshot::channel();
            let work = move |players: &mut PlayerCache, turn: &StopToken| {
                let (entry, session) = (choice.entry, choice.session.as_ref());
                let left = choice
                    .deadline
                    .map(|at| at.saturating_duration_since(Instant::now()));
                turn.stop_after(left.map_or(CHOICE_TIME_LIMIT, |left| left.min(CHOICE_TIME_LIMIT)));
                let limits = Limits::until(turn);
                match players.player(entry, session, &agent, Purpose::Choose) {
                    Ok(player) => {
                        let _ = answer.send(player.choose(session, &limits));
                    }
                    Err(error) => tracing::error!(game = entry.id(), %error, "there is no such player"),
                }
                Next::Done
            };
            let share = choice.address.map(|address| Share {
                address,
                most: usize::MAX,
            });
            let job = Job::new(asked.0.clone(), Box::new(work)).of(share, Urgency::Ordinary);
            let submitted = if choice.patient {
                pools.players.submit_patient(job)
            } else {
                pools.players.submit(job)
            };
            submitted.ok()?;
            let chosen = chosen.await.ok()?;
            (!stop.is_stopped()).then_some(chosen)
        }
    }

    /// Queues an analysis of a position, deeper and deeper. The answer ends at once when the flag is raised.
    ///
    /// # Errors
    /// When there is too much to analyse already, in all or of the address.
    ///
    /// # Panics
    /// When the session's game is over: there is nothing to judge.
    pub(crate) fn analyse(&self, question: Question, stop: &StopToken) -> Result<Analysing, Busy> {
        assert!(
            question.session.turn().player().is_some(),
            "only a position of a game that goes on is analysed"
        );
        let (sender, updates) = watch::channel(None);
        let asked = thinking::StopOnDrop(stop.child());
        let work = move |players: &mut PlayerCache, turn: &StopToken| {
            let (entry, session) = (question.entry, question.session.as_ref());
            let player = match players.player(entry, session, &entry.strongest_agent(), Purpose::Judge) {
                Ok(player) => player,
                Err(error) => {
                    tracing::error!(game = entry.id(), %error, "no judge can be had");
                    return Next::Done;
                }
            };
            let limits = Limits {
                time: Some(question.time.min(ANALYSIS_TIME_LIMIT)),
                stop: turn.clone(),
                ..Limits::default()
            };
            let publish = |analysis, done| {
                sender.send_replace(Some(EngineAnalysis { analysis, done }));
            };
            let analysis = player.analyze(session, &limits, &mut |analysis| {
                publish(analysis.clone(), false);
            });
            publish(analysis, true);
            Next::Done
        };
        let urgency = if question.is_hint {
            Urgency::Hint
        } else {
            Urgency::Ordinary
        };
        let job = Job::new(asked.0.clone(), Box::new(work)).of(question.share, urgency);
        let displaced = self.0.analysts.submit(job)?;
        Ok(Analysing::new(updates, asked, displaced))
    }

    /// Queues the grading of the moves of a session that were played and not taken back, at most
    /// [`MAX_GRADED_MOVES`](quincunx_table::MAX_GRADED_MOVES) of them.
    ///
    /// # Errors
    /// When there is too much to analyse already, in all or of the address.
    pub(crate) fn report(
        &self,
        entry: &'static dyn DynGame,
        session: &dyn DynSession,
        share: Option<Share>,
        stop: &StopToken,
    ) -> Result<Reporting, Busy> {
        let (sender, lines) = mpsc::unbounded_channel();
        let asked = thinking::StopOnDrop(stop.child());
        let moves = moves_to_grade(session);
        let of = moves.len();
        let grading = ReportJob {
            entry,
            player: None,
            moves,
            sender,
            spent: Duration::ZERO,
        };
        let job = Job::new(asked.0.clone(), grading.into_work()).of(share, Urgency::Long);
        let displaced = self.0.analysts.submit(job)?;
        Ok(Reporting::new(of, lines, asked, displaced))
    }

    /// [Poses](PuzzleOrder::pose) a puzzle; `None` where the game has none.
    ///
    /// # Errors
    /// When there is too much to analyse already, in all or of the address, or the search fails (which is
    /// logged).
    pub(crate) async fn puzzle(
        &self,
        order: PuzzleOrder,
        share: Option<Share>,
    ) -> Result<Option<Result<PosedPuzzle, PuzzleError>>, Busy> {
        let (answer, posed) = oneshot::channel();
        // Raised when this future is dropped.
        let asked = thinking::StopOnDrop(StopToken::default());
        let work = move |_: &mut PlayerCache, turn: &StopToken| {
            turn.stop_after(PUZZLE_TIME_LIMIT);
            let _ = answer.send(order.pose(turn));
            Next::Done
        };
        let job = Job::new(asked.0.clone(), Box::new(work)).of(share, Urgency::Ordinary);
        let displaced = self.0.analysts.submit(job)?;
        posed.await.map_err(|_| displaced.reason())
    }

    /// Plays a level by simulated players, a number of games each; dropping the answer ends their playing.
    /// When it takes longer than [`LEVEL_REPORT_TIME_LIMIT`], the report is about the games played by then.
    ///
    /// # Errors
    /// When there are enough levels to play already.
    pub(crate) async fn report_on_level(&self, level: Level, games: u64) -> Result<LevelReport, Busy> {
        let (answer, answered) = oneshot::channel();
        // Raised when this future is dropped.
        let asked = thinking::StopOnDrop(StopToken::default());
        let work = move |_: &mut PlayerCache, turn: &StopToken| {
            turn.stop_after(LEVEL_REPORT_TIME_LIMIT);
            let _ = answer.send(level_editor::report(&level, games, turn));
            Next::Done
        };
        let job = Job::new(asked.0.clone(), Box::new(work));
        let displaced = self.0.testers.submit(job)?;
        answered.await.map_err(|_| displaced.reason())
    }

    /// Returns the short games that play themselves in the lobby; they are played when they are asked for the
    /// first time.
    ///
    /// They wait in no line, as they are played but once, to their end even when whoever asked has gone.
    ///
    /// # Errors
    /// When they would be played now and the server is being stopped.
    pub(crate) async fn showcases(&self) -> Result<Arc<[Showcase]>, Busy> {
        let pools = self.0.clone();
        let play = async || {
            let played = spawn_blocking(|| showcases().into()).await;
            played.map_err(|_| Busy::All)
        };
        let asked = tokio::spawn(async move { pools.showcases.get_or_try_init(play).await.cloned() });
        asked.await.map_err(|_| Busy::All)?
    }

    /// Ends all thinking; what is asked from now on stays unanswered.
    pub(crate) fn stop(&self) {
        self.0.players.stop();
        self.0.analysts.stop();
        self.0.testers.stop();
    }
}
