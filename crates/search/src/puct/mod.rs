//! Tree search guided by a network, whose leaves are evaluated in batches.

mod noise;
mod search;
#[cfg(test)]
mod tests;
mod tree;

use quincunx_core::hash::hash_of;
use quincunx_core::{Game, Random, RandomSource, Side};

pub use search::search;

/// Evaluates positions in batches, as networks do: how promising each legal action is, and what the position
/// is worth.
///
/// ```
/// use quincunx_core::testkit::toys::{Board, TicTacToe};
/// use quincunx_search::Limits;
/// use quincunx_search::puct::{BatchEvaluator, Leaf, Settings, search};
///
/// /// Prefers the centre, and has no opinion of positions.
/// struct Centre;
///
/// impl BatchEvaluator<TicTacToe> for Centre {
///     fn evaluate(&mut self, _: &TicTacToe, leaves: &mut [Leaf<TicTacToe>]) {
///         for leaf in leaves {
///             for (action, logit) in leaf.actions.iter().zip(&mut leaf.logits) {
///                 *logit = if *action == 4 { 1.0 } else { 0.0 };
///             }
///         }
///     }
/// }
///
/// // x x .
/// // o o .
/// // . . .
/// let board = Board::after(&[0, 3, 1, 4]);
/// let found = search(&Settings::default(), &TicTacToe, &[(&board, 0)], &mut Centre, &Limits::default());
/// assert_eq!(found[0].principal_variation[0], 2);
/// ```
pub trait BatchEvaluator<G: Game> {
    /// Fills in [`Leaf::logits`] and [`Leaf::value`], both 0 before, of 1 to [`Settings::batch`] positions.
    fn evaluate(&mut self, rules: &G, leaves: &mut [Leaf<G>]);
}

/// A position to be evaluated, on a player's turn.
#[derive(Clone, Debug)]
pub struct Leaf<G: Game> {
    /// The position.
    pub state: G::State,
    /// Who acts.
    pub side: Side,
    /// The legal actions, ascending.
    pub actions: Vec<G::Action>,
    /// The logarithm of how promising each of these actions is, up to a constant: finite numbers.
    pub logits: Vec<f32>,
    /// The value for who acts, a finite number: −1 lost to 1 won in a game of two, which bound it; in a
    /// single-player game the points still to come.
    pub value: f32,
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Simulations to make from a position, at least 1; the first evaluates the position itself.
    pub simulations: u32,
    /// The most positions that are evaluated at once.
    pub batch: usize,
    /// The weight of priors against values, `c` in `Q + c · P · √N / (1 + n)`.
    pub exploration: f32,
    /// How far a simulation that waits for its evaluation counts as lost: from 0, not at all, to 1.
    pub virtual_loss: f32,
    /// Noise on the priors of the position asked about, for games from which a network learns.
    pub noise: Option<Noise>,
    /// Positions kept in memory, some 50 bytes each, by all searches that share batches in equal parts; when
    /// they are used up a tree no longer grows.
    pub max_positions: u32,
    /// Where noise and chance come from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            simulations: 800,
            batch: 64,
            exploration: 1.25,
            virtual_loss: 1.0,
            noise: None,
            max_positions: 1 << 24,
            seed: 0,
        }
    }
}

/// Dirichlet noise on priors (Silver and others 2018).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Its share of the priors, from 0 to 1.
    pub share: f32,
    /// The concentration, more than 0: the less, the fewer actions get most of the noise. `None` for 10 over
    /// the number of legal actions, near what AlphaZero has in chess, shogi and Go.
    pub concentration: Option<f32>,
}

/// What a search found out about a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SearchResult<A> {
    /// The legal actions, ascending.
    pub actions: Vec<ActionStats<A>>,
    /// The mean value of the simulations for who acts, as [`Leaf::value`] counts it.
    pub value: f64,
    /// The most visited actions from here on, as far as there are visits.
    pub principal_variation: Vec<A>,
    /// The simulations that were made; fewer than wanted if the search was stopped.
    pub simulations: u32,
}

/// What a search found out about an action.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ActionStats<A> {
    /// The action.
    pub action: A,
    /// Simulations that began with it.
    pub visits: u32,
    /// The probability that the evaluator gave it, with the noise if there is any.
    pub prior: f32,
    /// The mean value of its simulations for who acts; [`SearchResult::value`] without a visit.
    pub value: f64,
}

impl<A: Copy> SearchResult<A> {
    /// Chooses an action: with temperature 0 the one with the most visits, of several the one of the greatest
    /// value, then of the greatest prior; else by chance, in proportion to `visits^(1 / temperature)`, or to
    /// the priors so without a visit.
    pub fn choose(&self, temperature: f64, random: &mut impl RandomSource) -> A {
        let compare = |a: &&ActionStats<A>, b: &&ActionStats<A>| {
            let by_value = a.value.total_cmp(&b.value).then(a.prior.total_cmp(&b.prior));
            a.visits.cmp(&b.visits).then(by_value)
        };
        // The first of equal ones.
        let best = self.actions.iter().rev().max_by(compare);
        let best = best.expect("who acts has a legal action");
        let count = |found: &ActionStats<A>| match best.visits {
            0 => f64::from(found.prior),
            _ => f64::from(found.visits),
        };
        if temperature <= 0.0 {
            return best.action;
        }
        // Shares of the most, as powers of visits themselves may be beyond all numbers.
        let most = count(best);
        let weight = |found: &ActionStats<A>| (count(found) / most).powf(1.0 / temperature);
        let mut left = random.unit() * self.actions.iter().map(weight).sum::<f64>();
        for found in &self.actions {
            left -= weight(found);
            if left < 0.0 {
                return found.action;
            }
        }
        best.action
    }

    /// Returns the same with every action changed into another name for it.
    pub fn map<B>(&self, mut name: impl FnMut(A) -> B) -> SearchResult<B> {
        let actions = self.actions.iter().map(|found| ActionStats {
            action: name(found.action),
            visits: found.visits,
            prior: found.prior,
            value: found.value,
        });
        SearchResult {
            actions: actions.collect(),
            value: self.value,
            principal_variation: self
                .principal_variation
                .iter()
                .map(|&action| name(action))
                .collect(),
            simulations: self.simulations,
        }
    }
}

/// Returns the random numbers of a search from a position.
fn random_of<G: Game>(settings: &Settings, start: &G::State, own_seed: u64) -> Random {
    Random::stream(settings.seed ^ own_seed, hash_of(start))
}
