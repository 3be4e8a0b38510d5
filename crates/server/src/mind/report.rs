//! The report: every move of a game graded.
//!
//! Moves are graded from the last to the first. Late positions are settled soon, what a solver learns there serves the
//! earlier ones, and the time saved is theirs.

use std::time::{Duration, Instant};

use quincunx_core::{DynSession, Player};
use quincunx_games::Entry;
use quincunx_search::{Analysis, DynPlayer, Interrupt, Limits, Value};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::timeout_at;

use super::pool::{Next, Work};
use super::thinking::Asked;
use crate::wire::{Grade, ReportLine};

/// How long all moves together are thought about, about.
pub const LONGEST_REPORT: Duration = Duration::from_secs(20);

/// How long a report takes at most, waiting for a thread included: what is graded by then is all there will be.
pub const LONGEST_WAIT: Duration = Duration::from_secs(40);

/// How many moves are graded at most; of a longer game these are spread evenly over it.
pub const MOST_GRADED: usize = 200;

/// How long the last moves get when the time is used up.
const LEAST_TIME: Duration = Duration::from_millis(10);

/// A report in progress, which ends when this is dropped.
pub struct Reporting {
    of: usize,
    lines: mpsc::UnboundedReceiver<ReportLine>,
    until: tokio::time::Instant,
    _asked: Asked,
}

impl Reporting {
    pub(super) fn new(of: usize, lines: mpsc::UnboundedReceiver<ReportLine>, asked: Asked) -> Self {
        Self {
            of,
            lines,
            until: tokio::time::Instant::now() + LONGEST_WAIT,
            _asked: asked,
        }
    }

    /// Returns how many moves are to be graded. Fewer lines come when the report is stopped, or time was too short to
    /// judge what was played.
    #[must_use]
    pub const fn of(&self) -> usize {
        self.of
    }

    /// Waits for the next line; they come in descending order of plies. `None` at the end, and after [`LONGEST_WAIT`].
    pub async fn next(&mut self) -> Option<ReportLine> {
        timeout_at(self.until, self.lines.recv()).await.ok().flatten()
    }
}

/// A move that is to be graded.
pub(super) struct Played {
    ply: usize,
    player: Player,
    action: usize,
    /// The position that it was played in.
    before: Box<dyn DynSession>,
}

/// Lists the moves of a session that are to be graded, in their order.
pub(super) fn moves_of(session: &dyn DynSession) -> Vec<Played> {
    sample(session.ply())
        .filter_map(|ply| {
            let (player, action) = session.action_of(ply)?;
            Some(Played {
                ply,
                player,
                action,
                before: session.begun_at(ply - 1)?,
            })
        })
        .collect()
}

/// Spreads [`MOST_GRADED`] plies evenly over a game of so many, or lists them all; the last one is always among them.
fn sample(plies: usize) -> impl Iterator<Item = usize> {
    let graded = plies.min(MOST_GRADED);
    (1..=graded).map(move |number| number * plies / graded)
}

/// The grading of a game between two of its moves.
pub(super) struct Grading {
    /// A report's place among those in progress; given back before the last line's listeners hear of the end.
    pub(super) _place: OwnedSemaphorePermit,
    pub(super) entry: &'static Entry,
    pub(super) player: Option<Box<dyn DynPlayer>>,
    /// The moves that are still to be graded.
    pub(super) moves: Vec<Played>,
    pub(super) tell: mpsc::UnboundedSender<ReportLine>,
    /// How long has been thought so far.
    pub(super) spent: Duration,
}

impl Grading {
    /// Returns the work that is left, a move in each turn.
    pub(super) fn into_work(self) -> Work {
        Box::new(move |_, turn| self.grade_one(turn))
    }

    /// Grades the last move that is left.
    ///
    /// The judge is the report's own and has its own limits, so that a report says the same whenever it is asked for, as
    /// long as time does not end a search.
    fn grade_one(mut self, turn: &Interrupt) -> Next {
        let Some(played) = self.moves.pop() else {
            return Next::Done;
        };
        let before = played.before.as_ref();
        let entry = self.entry;
        let judge = self.player.get_or_insert_with(|| {
            let judge = entry.player(before, &entry.judge());
            judge.expect("every game has this level")
        });
        let left = LONGEST_REPORT.saturating_sub(self.spent) / (self.moves.len() as u32 + 1);
        turn.raise_within(left.max(LEAST_TIME));
        let limits = Limits {
            interrupt: turn.clone(),
            ..Limits::default()
        };
        let began = Instant::now();
        let analysis = judge.analyze(before, &limits, &mut |_| {});
        self.spent += began.elapsed();
        if let Some(line) = line(&played, &analysis) {
            // When nobody listens any more, the job's flag is raised and this was its last turn.
            let _ = self.tell.send(line);
        }
        if self.moves.is_empty() {
            Next::Done
        } else {
            Next::Again(self.into_work())
        }
    }
}

/// Writes what an analysis says of a move that was played; `None` when it does not judge it.
fn line(played: &Played, analysis: &Analysis<usize>) -> Option<ReportLine> {
    let values = analysis.actions.iter().map(|judged| judged.value);
    let best = analysis.actions[0];
    let worst = values.min_by(|a, b| a.compare(*b))?;
    let chosen = analysis
        .actions
        .iter()
        .find(|judged| judged.action == played.action)?;
    let text = |action| {
        played
            .before
            .action_text(action)
            .expect("a player names actions of the rules")
    };
    let to_player_one = |value| match (value, played.player) {
        (Value::Points(_) | Value::ExactPoints(_), _) | (_, Player::One) => expected(value),
        // Not −0 for what is even.
        (_, Player::Two) => 0.0 - expected(value),
    };
    Some(ReportLine {
        ply: played.ply,
        player: played.player.index() as u8 + 1,
        text: text(played.action),
        best: text(best.action),
        grade: grade(best.value, chosen.value, worst, best.action == chosen.action),
        before: to_player_one(best.value),
        after: to_player_one(chosen.value),
        best_words: best.value.to_string(),
        words: chosen.value.to_string(),
    })
}

/// Returns what a value comes to: −1 for a loss to 1 for a win, or points.
fn expected(value: Value) -> f64 {
    match value {
        Value::Estimate(estimate) => estimate.clamp(-1.0, 1.0),
        other => other.expected(),
    }
}

/// Grades an action by what it is worth beside the best and the worst one.
///
/// | | game of two: lost of the expected value, from −1 to 1 | solitaire: lost share of what was at stake |
/// | --- | --- | --- |
/// | best | nothing | nothing |
/// | good | up to 0.1 | up to 0.15 |
/// | inaccuracy | up to 0.3 | up to 0.4 |
/// | mistake | up to 1: a draw for a win, a loss for a draw | up to 0.75 |
/// | blunder | more: a loss for a win | more |
///
/// At stake is the distance from the best to the worst action: of 2048's points still to come even a bad push loses one
/// in a hundred. By these shares half the swaps that take the first combination in sight are mistakes or worse in
/// Shariki, and one in thirty pushes of level 4 in 2048. What is less than [`NEXT_TO_NOTHING`] of the points is good whatever else was possible. A later win
/// or a sooner loss than possible is good as well, and more than [`A_LITTLE_LATER`] an inaccuracy.
fn grade(best: Value, chosen: Value, worst: Value, same: bool) -> Grade {
    if same || best.compare(chosen).is_le() {
        return Grade::Best;
    }
    let lost = expected(best) - expected(chosen);
    let (lost, bounds) = if let Value::Points(points) = best.as_exact() {
        if lost <= NEXT_TO_NOTHING * points.abs() {
            return Grade::Good;
        }
        (lost / (points - expected(worst)).max(lost), [0.15, 0.4, 0.75])
    } else if let (Value::Win(best), Value::Win(chosen)) | (Value::Loss(best), Value::Loss(chosen)) =
        (best.as_exact(), chosen.as_exact())
    {
        return if chosen.abs_diff(best) <= A_LITTLE_LATER {
            Grade::Good
        } else {
            Grade::Inaccuracy
        };
    } else {
        (lost, [0.1, 0.3, 1.0])
    };
    match bounds.iter().position(|bound| lost <= *bound) {
        Some(0) => Grade::Good,
        Some(1) => Grade::Inaccuracy,
        Some(_) => Grade::Mistake,
        None => Grade::Blunder,
    }
}

/// The part of a solitaire game's expected points that is not worth a word: less than a judge can tell.
const NEXT_TO_NOTHING: f64 = 0.0005;

/// By how many plies a win may be put off, or a loss hastened, without a word.
const A_LITTLE_LATER: u32 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_report_that_nobody_has_time_for_ends_all_the_same() {
        let (tell, lines) = mpsc::unbounded_channel();
        let mut report = Reporting::new(9, lines, Asked(Interrupt::default()));
        let asked = tokio::time::Instant::now();
        assert_eq!(report.next().await, None);
        assert_eq!(asked.elapsed().as_secs(), LONGEST_WAIT.as_secs());
        assert!(!tell.is_closed(), "whoever grades has not ended");
    }

    #[test]
    fn long_games_are_sampled_to_their_end() {
        assert_eq!(sample(3).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(sample(0).count(), 0);
        for plies in [MOST_GRADED, MOST_GRADED + 1, 999, 100_000] {
            let sampled: Vec<_> = sample(plies).collect();
            assert_eq!((sampled.len(), sampled.last()), (MOST_GRADED, Some(&plies)));
            assert!(sampled[0] >= 1 && sampled.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn grades_go_by_what_was_lost() {
        use Value::{Draw, Estimate, Loss, Points, Win};
        let of_two = |best, chosen| grade(best, chosen, Loss(1), false);
        for (best, chosen, expected) in [
            (Win(3), Win(3), Grade::Best),
            (Win(3), Win(7), Grade::Good),
            (Win(3), Win(9), Grade::Inaccuracy),
            (Loss(6), Loss(2), Grade::Good),
            (Loss(34), Loss(2), Grade::Inaccuracy),
            (Win(3), Draw, Grade::Mistake),
            (Draw, Loss(20), Grade::Mistake),
            (Win(3), Loss(20), Grade::Blunder),
            (Win(41), Loss(2), Grade::Blunder),
            (Win(3), Estimate(0.95), Grade::Good),
            (Win(3), Estimate(0.5), Grade::Mistake),
            (Win(3), Estimate(-0.1), Grade::Blunder),
            (Estimate(0.5), Estimate(0.35), Grade::Inaccuracy),
            (Estimate(0.2), Loss(4), Grade::Blunder),
            (Estimate(0.0), Estimate(-0.0), Grade::Best),
        ] {
            assert_eq!(of_two(best, chosen), expected, "{best} {chosen}");
        }
        let alone = |chosen| grade(Points(1000.0), Points(chosen), Points(900.0), false);
        for (chosen, expected) in [
            (1000.0, Grade::Best),
            (999.6, Grade::Good),
            (995.0, Grade::Good),
            (980.0, Grade::Inaccuracy),
            (950.0, Grade::Mistake),
            (900.0, Grade::Blunder),
        ] {
            assert_eq!(alone(chosen), expected, "{chosen}");
        }
        let nothing_left = grade(Points(0.0), Points(0.0), Points(0.0), false);
        assert_eq!(nothing_left, Grade::Best);
        let by_visits = grade(Points(10.0), Points(20.0), Points(5.0), false);
        assert_eq!(by_visits, Grade::Best, "a search may prefer what it knows better");
    }
}
