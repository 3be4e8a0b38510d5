//! The computer's head: one thread that chooses, judges and makes puzzles, and drops what it is at when
//! something newer comes.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use quincunx_core::{DynSession, Options};
use quincunx_registry::{DynGame, PlayerCache, Purpose, PuzzleError, SetPuzzle};
use quincunx_search::{AgentSpec, Analysis, DynPlayer, Limits, StopToken};

use super::app::Event;

/// What is asked of the computer.
pub(crate) struct Job {
    /// A number that the answer carries.
    pub(crate) ticket: u64,
    pub(crate) task: Task,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) agent: AgentSpec,
    pub(crate) session: Box<dyn DynSession>,
    /// How long it may think about an action that it chooses, if not as long as it likes.
    pub(crate) limits: Limits,
}

/// A puzzle that is to be made, of a game that has puzzles.
pub(crate) struct Order {
    /// A number that the puzzle carries.
    pub(crate) ticket: u64,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) options: Options,
    pub(crate) wins_in: u32,
    pub(crate) seed: u64,
}

/// A puzzle that was made, or why there is none.
pub(crate) struct Posed {
    /// The number of the order.
    pub(crate) ticket: u64,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) made: Result<SetPuzzle, PuzzleError>,
}

/// What the thread is set to.
enum Work {
    Answer(Job),
    Pose(Order),
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Choose an action, within the limits of the job.
    Choose,
    /// Judge every action, deeper and deeper, for this long.
    Judge(Duration),
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// The number of the job.
    pub(crate) ticket: u64,
    pub(crate) answer: Answer,
}

/// What an answer says.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The action that was chosen, and what it took.
    Chosen(usize, Duration),
    /// What is known so far, and whether that is all.
    Analysis(Analysis<usize>, bool),
    /// The player could not be made; why.
    Failed(String),
}

/// The thread, and the flag that ends what it is at.
pub(crate) struct Thinker {
    works: Sender<(Work, StopToken)>,
    present: StopToken,
}

impl Thinker {
    /// Starts the thread; `tell` is called with every answer and puzzle, `broken` when a player panics.
    pub(crate) fn start(
        tell: impl Fn(Event) + Send + 'static,
        broken: impl FnOnce() + Send + 'static,
    ) -> Self {
        let (works, queue) = channel();
        thread::spawn(move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&queue, &tell))) {
                broken();
                resume_unwind(panic);
            }
        });
        Self {
            works,
            present: StopToken::default(),
        }
    }

    /// Begins to answer a job; what came before is dropped, done or not.
    pub(crate) fn answer(&mut self, job: Job) {
        self.begin(Work::Answer(job));
    }

    /// Begins to make a puzzle; what came before is dropped, done or not.
    pub(crate) fn pose(&mut self, order: Order) {
        self.begin(Work::Pose(order));
    }

    fn begin(&mut self, work: Work) {
        self.stop();
        self.present = StopToken::default();
        // The thread is gone only after a panic, whose report ends the program.
        let _ = self.works.send((work, self.present.clone()));
    }

    /// Ends what the thread is at.
    pub(crate) fn stop(&self) {
        self.present.stop();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(queue: &Receiver<(Work, StopToken)>, tell: &impl Fn(Event)) {
    // One for each side and one that judges: more than that are of games gone by.
    let mut players = PlayerCache::new(3);
    while let Ok((work, stop)) = queue.recv() {
        if stop.is_stopped() {
            continue;
        }
        let job = match work {
            Work::Answer(job) => job,
            Work::Pose(order) => {
                tell(Event::Posed(pose(&order, &stop)));
                continue;
            }
        };
        let purpose = match job.task {
            Task::Choose => Purpose::Choose,
            Task::Judge(_) => Purpose::Judge,
        };
        match players.player(job.entry, job.session.as_ref(), &job.agent, purpose) {
            Ok(player) => answer(&job, player, &stop, &|thought| tell(Event::Thought(thought))),
            Err(error) => tell(Event::Thought(Thought {
                ticket: job.ticket,
                answer: Answer::Failed(error.to_string()),
            })),
        }
    }
}

/// Makes the puzzle of an order.
pub(crate) fn pose(order: &Order, stop: &StopToken) -> Posed {
    let limits = Limits {
        stop: stop.clone(),
        ..Limits::default()
    };
    let made = order
        .entry
        .puzzle(&order.options, order.wins_in, order.seed, &limits);
    Posed {
        ticket: order.ticket,
        entry: order.entry,
        made: made.expect("only games with puzzles are asked for one"),
    }
}

/// Answers one job with a player.
pub(crate) fn answer(job: &Job, player: &mut dyn DynPlayer, stop: &StopToken, tell: &impl Fn(Thought)) {
    let ticket = job.ticket;
    let say = |answer| {
        if !stop.is_stopped() {
            tell(Thought { ticket, answer });
        }
    };
    let mut limits = Limits {
        stop: stop.clone(),
        ..job.limits.clone()
    };
    match job.task {
        Task::Choose => {
            let began = Instant::now();
            let action = player.choose(job.session.as_ref(), &limits);
            say(Answer::Chosen(action, began.elapsed()));
        }
        Task::Judge(time) => {
            limits.time = Some(time);
            let mut report = |analysis: &Analysis<usize>| say(Answer::Analysis(analysis.clone(), false));
            let analysis = player.analyze(job.session.as_ref(), &limits, &mut report);
            say(Answer::Analysis(analysis, true));
        }
    }
}
