//! Expectimax search.

#[cfg(test)]
mod tests;

use quincunx_core::{EnumerableChance, Evaluate, Game, Side, Turn};

use crate::analysis::{ActionValue, Analysis, Value};
use crate::limits::{Limits, SearchBudget};
use crate::player::{Player, mover};
use crate::table::DepthTable;
use quincunx_core::hash::hash_of;

/// Expectimax search (Michie 1966) for games whose chance can be listed. The horizon lies right behind the
/// last action, before chance has acted. Nothing is pruned.
///
/// A table entry serves only a search to the same depth with the same allowance of rare outcomes, or any
/// search when no horizon was seen, so the table changes no value. A state whose hash leaves out points and
/// counts of moves is found more often. A depth that is not likely to fit into the limit of nodes is not
/// begun. [`Expectimax::with_rare`] leaves out lines with too many rare outcomes.
#[derive(Clone, Debug)]
pub struct Expectimax<G: Game, E> {
    evaluator: E,
    depth: u32,
    /// Nodes after which it stops when there is no other limit.
    pub nodes: Option<u64>,
    rare: u8,
    table: DepthTable<Known>,
    rules: std::marker::PhantomData<G>,
}

/// The deepest search, in actions, so that recursion is bounded.
pub const MAX_DEPTH: u32 = 60;

/// Chance outcomes in a row after which a position is judged as if at the horizon.
const MAX_CHANCES: u32 = 32;

/// What the table keeps of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    worth: Worth,
    rare: u8,
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Worth {
    /// The points still to come, or the expectation from −1 to 1 of the side that acts.
    value: f64,
    /// Whether no horizon was seen and no outcome left out, so that no deeper search can change it.
    complete: bool,
}

impl Worth {
    const fn complete(value: f64) -> Self {
        Self {
            value,
            complete: true,
        }
    }
}

impl<G: EnumerableChance, E: Evaluate<G>> Expectimax<G, E> {
    /// Positions in the table by default; some 40 bytes each.
    const POSITIONS: usize = 1 << 18;

    /// Stands for no allowance: every outcome is searched.
    pub const ALL_OUTCOMES: u8 = u8::MAX;

    /// Makes the player that looks `depth` actions ahead, at most [`MAX_DEPTH`], without other limits.
    pub fn new(evaluator: E, depth: u32) -> Self {
        Self {
            evaluator,
            depth,
            nodes: None,
            rare: Self::ALL_OUTCOMES,
            table: DepthTable::new(Self::POSITIONS),
            rules: std::marker::PhantomData,
        }
    }

    /// Sets how many outcomes less than half as probable as the most probable one a line may have. Others are
    /// left out.
    #[must_use]
    pub const fn with_rare(mut self, most: u8) -> Self {
        self.rare = most;
        self
    }

    /// Sets how many positions the table holds, rounded up to a power of two.
    #[must_use]
    pub fn with_table(mut self, positions: usize) -> Self {
        self.table = DepthTable::new(positions);
        self
    }
}

impl<G: EnumerableChance, E: Evaluate<G> + Send> Player<G> for Expectimax<G, E> {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let side = mover(rules, state);
        let limits = limits.or_own(Some(self.depth), self.nodes);
        let depth_limit = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        self.table.forget();
        let mut search = Search {
            rules,
            evaluator: &self.evaluator,
            table: &mut self.table,
            budget: SearchBudget::start(&limits),
            unstoppable: true,
            is_single_player: rules.players() == 1,
        };
        let (mut analysis, mut likely) = (None, 0);
        for depth in 1..=depth_limit {
            if !search.budget.has_room_for(likely) {
                break;
            }
            let before = search.budget.nodes();
            let Some((judged, complete)) = search.judge_all(state, side, depth, self.rare) else {
                break;
            };
            search.unstoppable = false;
            likely = search.budget.likely_next(before);
            let deeper = Analysis::new(judged, depth, search.budget.nodes());
            report(&deeper);
            analysis = Some(deeper);
            if complete || !search.budget.check_limits() {
                break;
            }
        }
        let mut analysis = analysis.expect("the first iteration is always finished");
        analysis.nodes = search.budget.nodes();
        analysis
    }
}

/// A running search.
struct Search<'a, G: Game, E> {
    rules: &'a G,
    evaluator: &'a E,
    table: &'a mut DepthTable<Known>,
    budget: SearchBudget,
    /// Set for the first iteration, which is finished whatever the limits.
    unstoppable: bool,
    is_single_player: bool,
}

impl<G: EnumerableChance, E: Evaluate<G>> Search<'_, G, E> {
    /// Judges every action, and returns whether all is known; `None` when a limit has been reached.
    fn judge_all(
        &mut self,
        state: &G::State,
        side: Side,
        depth: u32,
        rare: u8,
    ) -> Option<(Vec<ActionValue<G::Action>>, bool)> {
        let mut judged = Vec::new();
        let mut all_complete = true;
        for action in self.rules.legal_actions(state) {
            let next = self.rules.after(state, action);
            let worth = self.after_step(state, &next, side, depth - 1, rare, 0)?;
            all_complete &= worth.complete;
            let value = match self.rules.turn(&next) {
                _ if self.is_single_player => Value::Points(worth.value),
                Turn::Over(outcome) => Value::of_outcome(outcome, side),
                _ => Value::Estimate(worth.value),
            };
            judged.push(ActionValue { action, value });
        }
        Some((judged, all_complete))
    }

    /// Returns what the step of a player or of chance from one position to another was worth to `side`: the
    /// points it gained and what the position behind is worth.
    fn after_step(
        &mut self,
        before: &G::State,
        after: &G::State,
        side: Side,
        depth: u32,
        rare: u8,
        chances: u32,
    ) -> Option<Worth> {
        let worth = match self.rules.turn(after) {
            Turn::Over(outcome) => {
                self.count()?;
                Worth::complete(f64::from(outcome.value_for(side)))
            }
            _ if depth == 0 || chances == MAX_CHANCES => {
                self.count()?;
                Worth {
                    value: self.evaluator.evaluate(self.rules, after, side),
                    complete: false,
                }
            }
            Turn::Chance => self.average(after, side, depth, rare, chances)?,
            Turn::Player(next) => {
                let worth = self.best(after, next, depth, rare)?;
                Worth {
                    value: if next == side { worth.value } else { -worth.value },
                    ..worth
                }
            }
        };
        let gained = if self.is_single_player {
            self.rules.points(after) as f64 - self.rules.points(before) as f64
        } else {
            0.0
        };
        Some(Worth {
            value: worth.value + gained,
            ..worth
        })
    }

    /// Returns the worth of the best action of a position on a player's turn, as that player sees it.
    fn best(&mut self, state: &G::State, side: Side, depth: u32, rare: u8) -> Option<Worth> {
        self.count()?;
        let name = hash_of(state);
        if let Some((known, known_depth)) = self.table.get(name)
            && (known.worth.complete || (u32::from(known_depth), known.rare) == (depth, rare))
        {
            return Some(known.worth);
        }
        let mut best = Worth::complete(f64::NEG_INFINITY);
        for action in self.rules.legal_actions(state) {
            let next = self.rules.after(state, action);
            let worth = self.after_step(state, &next, side, depth - 1, rare, 0)?;
            best = Worth {
                value: best.value.max(worth.value),
                complete: best.complete && worth.complete,
            };
        }
        self.table.put(name, depth as u8, Known { worth: best, rare });
        Some(best)
    }

    /// Returns the average worth, to `side`, of what chance makes of a position on its turn.
    fn average(&mut self, state: &G::State, side: Side, depth: u32, rare: u8, chances: u32) -> Option<Worth> {
        let rules = self.rules;
        let mut rare_below = 0.0;
        if rare != u8::MAX {
            rules.for_each_chance(state, |_, probability| {
                rare_below = f64::max(rare_below, probability / 2.0);
            });
        }
        let mut sum = 0.0;
        let mut searched = 0.0;
        let mut complete = true;
        let mut stopped = false;
        rules.for_each_chance(state, |chance, probability| {
            let is_rare = probability < rare_below;
            if stopped || is_rare && rare == 0 {
                complete = false;
                return;
            }
            let mut next = state.clone();
            rules.resolve_chance(&mut next, chance, &mut ());
            let rare = if is_rare { rare - 1 } else { rare };
            match self.after_step(state, &next, side, depth, rare, chances + 1) {
                Some(worth) => {
                    sum += probability * worth.value;
                    searched += probability;
                    complete &= worth.complete;
                }
                None => stopped = true,
            }
        });
        (!stopped).then(|| Worth {
            value: sum / searched,
            complete,
        })
    }

    #[inline]
    fn count(&mut self) -> Option<()> {
        (self.budget.count() || self.unstoppable).then_some(())
    }
}
