//! The engine thread: chooses, evaluates and creates puzzles; a newer job replaces the current one.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use quincunx_core::{DynSession, Options};
use quincunx_registry::{DynGame, PlayerCache, Purpose, PuzzleError, SetPuzzle};
use quincunx_search::{AgentSpec, Analysis, DynPlayer, Limits, StopToken};

use super::app::Event;

/// A question to the engine.
pub(crate) struct Job {
    pub(crate) ticket: u64,
    pub(crate) task: Task,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) agent: AgentSpec,
    pub(crate) session: Box<dyn DynSession>,
    /// The limits of a choice.
    pub(crate) limits: Limits,
}

/// A puzzle to create.
pub(crate) struct Order {
    pub(crate) ticket: u64,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) options: Options,
    pub(crate) wins_in: u32,
    pub(crate) seed: u64,
}

/// A created puzzle, or why there is none.
pub(crate) struct Posed {
    pub(crate) ticket: u64,
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) made: Result<SetPuzzle, PuzzleError>,
}

enum Work {
    Answer(Job),
    Pose(Order),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Choose,
    /// Evaluate every action for this long, deeper and deeper.
    Judge(Duration),
}

#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) ticket: u64,
    pub(crate) answer: Answer,
}

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The chosen action, and the time it took.
    Chosen(usize, Duration),
    /// The analysis so far, and whether it is complete.
    Judged(Analysis<usize>, bool),
    /// Why the player could not be created.
    Failed(String),
}

pub(crate) struct Thinker {
    works: Sender<(Work, StopToken)>,
    present: StopToken,
}

impl Thinker {
    /// Starts the thread; `tell` gets every answer, `broken` is called if a player panics.
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

    pub(crate) fn answer(&mut self, job: Job) {
        self.begin(Work::Answer(job));
    }

    pub(crate) fn pose(&mut self, order: Order) {
        self.begin(Work::Pose(order));
    }

    fn begin(&mut self, work: Work) {
        self.stop();
        self.present = StopToken::default();
        // The thread is gone only after a panic, which ends the program.
        let _ = self.works.send((work, self.present.clone()));
    }

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
    // One per side and one for analysis.
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
            let mut report = |analysis: &Analysis<usize>| say(Answer::Judged(analysis.clone(), false));
            let analysis = player.analyze(job.session.as_ref(), &limits, &mut report);
            say(Answer::Judged(analysis, true));
        }
    }
}
