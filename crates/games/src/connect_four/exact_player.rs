//! The player that proves what it can and estimates the rest.

use std::time::{Duration, Instant};

use quincunx_core::Options;
use quincunx_search::{Analysis, Judged, Limits, Meter, Player, Value, standard};

use super::rules::{Column, ConnectFour, Position};
use super::solver::{Bounds, Solver, Strength, central_first, value_of_score};

/// Plays perfectly where the solver proves the scores within the limits, and by Monte Carlo tree search elsewhere.
///
/// A first look by the solver settles most positions at once: all of 7×6 with the book. If a column stays open, all are estimated
/// by random games; then the solver goes on, and each proof replaces an estimate. Of columns worth the same it plays
/// the one nearest the middle.
///
/// Under a limit of nodes the answer depends on the position, the seed and what the player has been asked before, as
/// the solver remembers; what is proved never changes. A limit of depth means nothing to it.
pub(super) struct ExactPlayer {
    solver: Solver,
    estimator: Box<dyn Player<ConnectFour>>,
    /// Positions to look at for a proof when there is no other limit.
    nodes: u64,
}

/// The part of all nodes that the solver's first look takes; the same part of the time, but no more than
/// [`LONGEST_FIRST_LOOK`], so that whoever waits for an analysis sees one soon.
const FIRST_LOOK: u64 = 16;

/// See [`FIRST_LOOK`].
const LONGEST_FIRST_LOOK: Duration = Duration::from_millis(100);

/// The part of all nodes that the estimates take; the same part of the time, but no more than [`LONGEST_ESTIMATE`], for
/// random games soon say all they have to say.
const ESTIMATE: u64 = 4;

/// See [`ESTIMATE`].
const LONGEST_ESTIMATE: Duration = Duration::from_millis(500);

/// How many positions of the solver's cost as much time as one simulated game.
const NODES_A_SIMULATION: u64 = 16;

impl ExactPlayer {
    /// Makes the player of a size.
    pub(super) fn new(rules: ConnectFour, nodes: u64, seed: u64) -> Self {
        let mut parameters = Options::defaults(standard::MCTS.parameters);
        parameters
            .set("seed", &seed.to_string())
            .expect("every number is a seed");
        Self {
            solver: Solver::new(rules),
            estimator: rules.monte_carlo(&parameters),
            nodes,
        }
    }

    /// Returns limits, with the player's own number of nodes where they bound neither nodes nor time.
    fn limits(&self, limits: &Limits) -> Limits {
        Limits {
            nodes: limits.nodes.or(limits.time.is_none().then_some(self.nodes)),
            ..limits.clone()
        }
    }

    /// Proves the scores of columns that are still open, the middle ones first, until the limits are reached.
    ///
    /// Calls `proved` after each that becomes known. Returns the nodes visited.
    fn prove(
        &mut self,
        position: &Position,
        scores: &mut [Option<Bounds>],
        limits: &Limits,
        mut proved: impl FnMut(&[Option<Bounds>], u64),
    ) -> u64 {
        let mut meter = Meter::start(limits);
        for column in central_first(self.solver.rules()) {
            let at = usize::from(column.0);
            let Some(known) = scores[at] else { continue };
            if known.exact().is_some() || !meter.look() {
                continue;
            }
            let found = self
                .solver
                .solve_drop(position, column, Strength::Strong, &mut meter);
            let found = found.expect("a column with bounds can be played");
            let both = Bounds {
                low: known.low.max(found.low),
                high: known.high.min(found.high),
            };
            scores[at] = Some(both);
            if both.exact().is_some() {
                proved(scores, meter.nodes());
            }
        }
        meter.nodes()
    }
}

impl Player<ConnectFour> for ExactPlayer {
    fn analyze(
        &mut self,
        rules: &ConnectFour,
        position: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Column>),
    ) -> Analysis<Column> {
        let (area, stones) = (rules.size().area() as u32, position.stones());
        let judge = |scores: &[Option<Bounds>], estimates: &[Judged<Column>], nodes| {
            let judged = (0..).map(Column).zip(scores).filter_map(|(action, bounds)| {
                let estimate = estimates.iter().find(|judged| judged.action == action);
                let value = value_within((*bounds)?, estimate.map(|judged| judged.value), area, stones);
                Some(Judged { action, value })
            });
            let all_proved = scores.iter().flatten().all(|bounds| bounds.exact().is_some());
            Analysis::new(
                judged.collect(),
                if all_proved { area - stones } else { 0 },
                nodes,
            )
        };
        let whole = self.limits(limits);
        let began = Instant::now();
        let mut meter = Meter::start(&part(&whole, FIRST_LOOK, LONGEST_FIRST_LOOK));
        let mut scores = self.solver.solve_drops(position, Strength::Strong, &mut meter);
        let mut nodes = meter.nodes();
        if scores.iter().flatten().all(|bounds| bounds.exact().is_some()) {
            return judge(&scores, &[], nodes);
        }
        let estimate = part(&whole, ESTIMATE, LONGEST_ESTIMATE);
        let limits = Limits {
            nodes: estimate.nodes.map(|nodes| (nodes / NODES_A_SIMULATION).max(1)),
            depth: None,
            ..estimate
        };
        let estimates = self.estimator.analyze(rules, position, &limits, &mut |analysis| {
            report(&judge(&scores, &analysis.actions, nodes + analysis.nodes));
        });
        nodes += estimates.nodes;
        report(&judge(&scores, &estimates.actions, nodes));
        let rest = Limits {
            time: whole.time.map(|time| time.saturating_sub(began.elapsed())),
            ..whole
        };
        nodes += self.prove(position, &mut scores, &rest, |scores, more| {
            report(&judge(scores, &estimates.actions, nodes + more));
        });
        judge(&scores, &estimates.actions, nodes)
    }

    /// Chooses a best column: the quickest win, the longest defence, of equals the one nearest the middle. To find one that
    /// is proved takes less than the scores of all.
    fn choose(&mut self, rules: &ConnectFour, position: &Position, limits: &Limits) -> Column {
        let whole = self.limits(limits);
        let began = Instant::now();
        let mut meter = Meter::start(&part(&whole, FIRST_LOOK, LONGEST_FIRST_LOOK));
        if let Some((column, _)) = self.solver.best(position, &mut meter) {
            return column;
        }
        let rest = Limits {
            nodes: whole.nodes.map(|nodes| nodes.saturating_sub(meter.nodes())),
            time: whole.time.map(|time| time.saturating_sub(began.elapsed())),
            ..whole
        };
        let analysis = self.analyze(rules, position, &rest, &mut |_| {});
        let best = analysis.actions[0].value;
        let equals = |column: &Column| {
            let judged = analysis.actions.iter().find(|judged| judged.action == *column);
            judged.is_some_and(|judged| judged.value == best)
        };
        central_first(rules)
            .find(equals)
            .unwrap_or_else(|| analysis.best())
    }
}

/// Returns a share of limits, and no more than so much time.
fn part(whole: &Limits, share: u64, longest: Duration) -> Limits {
    Limits {
        nodes: whole.nodes.map(|nodes| nodes / share),
        time: whole.time.map(|time| (time / share as u32).min(longest)),
        ..whole.clone()
    }
}

/// Says what bounds prove; where they leave the winner open, the estimate as far as they allow it.
///
/// A proved win that is not yet exact is told with the plies after which it comes at the latest.
fn value_within(bounds: Bounds, estimate: Option<Value>, area: u32, stones: u32) -> Value {
    if let Some(score) = bounds.exact() {
        return value_of_score(area, stones, score);
    }
    if bounds.low > 0 {
        return value_of_score(area, stones, bounds.low);
    }
    if bounds.high < 0 {
        return value_of_score(area, stones, bounds.high);
    }
    let estimate = match estimate {
        Some(Value::Estimate(estimate)) => estimate,
        Some(proved) => return proved,
        None => 0.0,
    };
    match bounds {
        Bounds { low: 0, .. } => Value::Estimate(estimate.max(0.0)),
        Bounds { high: 0, .. } => Value::Estimate(estimate.min(0.0)),
        _ => Value::Estimate(estimate),
    }
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet, Game, Notation, Random, RandomSource};
    use quincunx_search::Interrupt;

    use super::*;

    fn player() -> (ConnectFour, ExactPlayer) {
        let rules = ConnectFour::default();
        (rules, ExactPlayer::new(rules, 100_000, 1))
    }

    #[test]
    fn exact_values_are_told_for_every_column() {
        let (rules, mut player) = player();
        let position = rules
            .parse_position("4557146376176147672424763164551222")
            .expect("legal drops");
        let analysis = player.analyze(&rules, &position, &Limits::default(), &mut |_| {});
        let told: Vec<String> = analysis
            .actions
            .iter()
            .map(|judged| format!("{} {}", judged.action, judged.value))
            .collect();
        assert_eq!(
            told,
            ["3 wins in 1", "5 wins in 3", "1 loses in 2", "2 loses in 2",]
        );
        assert_eq!(player.choose(&rules, &position, &Limits::default()), Column(2));
    }

    #[test]
    fn the_quickest_win_and_the_longest_defence_are_chosen() {
        let (rules, mut player) = player();
        let mut random = Random::new(5);
        let mut proved = 0;
        for _ in 0..12 {
            let mut position = rules.initial();
            while position.turn().player().is_some() {
                if position.stones() >= 24 {
                    let analysis = player.analyze(&rules, &position, &Limits::default(), &mut |_| {});
                    let chosen = player.choose(&rules, &position, &Limits::default());
                    let judged = analysis.actions.iter().find(|judged| judged.action == chosen);
                    assert_eq!(
                        judged.map(|judged| judged.value),
                        Some(analysis.actions[0].value),
                        "{}",
                        rules.position_text(&position)
                    );
                    proved += usize::from(!matches!(analysis.actions[0].value, Value::Estimate(_)));
                }
                let legal = rules.legal_actions(&position);
                let column = legal
                    .get(random.index(legal.len()))
                    .expect("an index below the length");
                rules.play_unchecked(&mut position, column, &mut ());
            }
        }
        assert!(proved > 20, "{proved} positions were proved");
    }

    #[test]
    fn what_is_not_proved_is_estimated() {
        // No book tells of a larger board.
        let rules = ConnectFour::new(8, 7).expect("a possible size");
        let player = || ExactPlayer::new(rules, 100_000, 1);
        let mut asked = player();
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let mut reports = 0;
        let analysis = asked.analyze(&rules, &rules.initial(), &limits, &mut |_| reports += 1);
        assert_eq!(analysis.actions.len(), 8);
        assert!(reports > 0);
        assert!(matches!(analysis.actions[0].value, Value::Estimate(_)));
        // Asked alike, one made alike answers alike.
        let again = player().analyze(&rules, &rules.initial(), &limits, &mut |_| {});
        assert_eq!(analysis, again);
    }

    #[test]
    fn every_column_is_judged_however_tight_the_limits_are() {
        let (rules, mut player) = player();
        let interrupt = Interrupt::default();
        interrupt.raise();
        for limits in [
            Limits {
                nodes: Some(0),
                ..Limits::default()
            },
            Limits {
                time: Some(std::time::Duration::ZERO),
                ..Limits::default()
            },
            Limits {
                depth: Some(1),
                nodes: Some(1),
                ..Limits::default()
            },
            Limits {
                interrupt,
                ..Limits::default()
            },
        ] {
            let analysis = player.analyze(&rules, &rules.initial(), &limits, &mut |_| {});
            assert_eq!(analysis.actions.len(), 7);
        }
    }

    #[test]
    fn bounds_limit_estimates() {
        let value = |low, high, estimate| value_within(Bounds { low, high }, Some(estimate), 42, 10);
        assert_eq!(value(0, 5, Value::Estimate(-0.5)), Value::Estimate(0.0));
        assert_eq!(value(-5, 0, Value::Estimate(0.5)), Value::Estimate(0.0));
        assert_eq!(value(-5, 5, Value::Estimate(0.5)), Value::Estimate(0.5));
        assert_eq!(value(-5, 5, Value::Win(3)), Value::Win(3));
        assert_eq!(value(1, 5, Value::Estimate(-0.5)), value_of_score(42, 10, 1));
        assert_eq!(value(-5, -1, Value::Estimate(0.5)), value_of_score(42, 10, -1));
    }
}
