//! The engine thread: chooses, evaluates and creates puzzles; a newer job replaces the current one.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use quincunx_registry::{PlayerCache, Purpose};
use quincunx_search::{Analysis, DynPlayer, Limits, StopToken};

use super::messages::{Answer, Event, Job, Order, Posed, Request, Task};

pub(crate) struct Thinker {
    /// `None` at the end.
    requests: Option<Sender<(Request, StopToken)>>,
    present: StopToken,
    /// Ends with the thread.
    alive: Receiver<()>,
}

impl Thinker {
    /// How long players may take to stop at the end. Programs of others are ended then.
    const LAST_WAIT: Duration = Duration::from_secs(2);

    /// Starts the thread; `send` gets every answer, `broken` is called if a player panics.
    pub(crate) fn start(
        send: impl Fn(Event) + Send + 'static,
        broken: impl FnOnce() + Send + 'static,
    ) -> Self {
        let (requests, queue) = channel();
        let (guard, alive) = channel();
        thread::spawn(move || {
            let _guard: Sender<()> = guard;
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&queue, &send))) {
                broken();
                resume_unwind(panic);
            }
        });
        Self {
            requests: Some(requests),
            present: StopToken::default(),
            alive,
        }
    }

    /// Begins with a request, instead of the current one.
    pub(crate) fn handle(&mut self, request: Request) {
        self.present.stop();
        self.present = StopToken::default();
        if let Some(requests) = &self.requests {
            // The thread is gone only after a panic, which ends the program.
            let _ = requests.send((request, self.present.clone()));
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.present.stop();
        self.requests = None;
        let _ = self.alive.recv_timeout(Self::LAST_WAIT);
    }
}

fn work(queue: &Receiver<(Request, StopToken)>, send: &impl Fn(Event)) {
    // One per side and one for analysis.
    let mut players = PlayerCache::new(3);
    let mut game = None;
    for (request, stop) in queue {
        let job = match request {
            _ if stop.is_stopped() => continue,
            Request::Stop => continue,
            Request::Pose(order) => {
                send(Event::Posed(pose(&order, &stop)));
                continue;
            }
            Request::Think(job) => job,
        };
        // A program is started anew for each game.
        if game.replace(job.game) != Some(job.game) {
            players.clear();
        }
        let purpose = match job.task {
            Task::Choose => Purpose::Choose,
            Task::Judge(_) => Purpose::Judge,
        };
        match players.player(job.entry, job.session.as_ref(), &job.agent, purpose) {
            Ok(player) => answer(&job, player, &stop, &|answer| {
                send(Event::Thought(job.ticket, answer));
            }),
            Err(error) => send(Event::Thought(job.ticket, Answer::Failed(error.to_string()))),
        }
    }
}

pub(crate) fn pose(order: &Order, stop: &StopToken) -> Posed {
    let limits = Limits::until(stop);
    let made = order
        .entry
        .puzzle(&order.options, order.wins_in, order.seed, &limits);
    Posed {
        ticket: order.ticket,
        entry: order.entry,
        made: made.expect("only games with puzzles are asked for one"),
    }
}

pub(crate) fn answer(job: &Job, player: &mut dyn DynPlayer, stop: &StopToken, send: &impl Fn(Answer)) {
    let reply = |answer| {
        if !stop.is_stopped() {
            send(answer);
        }
    };
    let mut limits = Limits {
        stop: stop.clone(),
        ..job.limits.clone()
    };
    match job.task {
        Task::Choose => {
            let began = Instant::now();
            reply(match player.choose_or_forfeit(job.session.as_ref(), &limits) {
                Ok(action) => Answer::Chosen(action, began.elapsed()),
                Err(forfeit) => Answer::Failed(format!("{} gave up: {forfeit}; p asks it again", job.agent)),
            });
        }
        Task::Judge(time) => {
            limits.time = Some(time);
            let mut report = |analysis: &Analysis<usize>| reply(Answer::Judged(analysis.clone(), false));
            let analysis = player.analyze(job.session.as_ref(), &limits, &mut report);
            reply(Answer::Judged(analysis, true));
        }
    }
}
