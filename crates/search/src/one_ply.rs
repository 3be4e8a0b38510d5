//! Valued moves, and the players of single-player games that go by them and look no further.

use crate::{ActionValue, AgentKind, Analysis, Limits, Player, RandomPlayer, SearchBudget, Value, standard};
use quincunx_core::hash::hash_of;
use quincunx_core::perft::settle;
use quincunx_core::{Game, OptionKind, OptionSpec, Options, Random, RandomSource, Turn};

/// What a position is worth to a player; differences and their order mean something.
pub type ScoreFn<G> = fn(&G, &<G as Game>::State) -> u64;

/// What a player plays for.
#[derive(Debug)]
pub struct Objective<G: Game> {
    /// What a position is worth.
    pub worth: ScoreFn<G>,
    /// The value of an action that gains so much of it.
    pub value: fn(f64) -> Value,
    /// What a position promises beyond that, in the same measure; added to the gain of every action.
    pub prospect: Option<ScoreFn<G>>,
}

impl<G: Game> Objective<G> {
    /// Makes one whose worth are points.
    pub const fn points(worth: ScoreFn<G>) -> Self {
        Self {
            worth,
            value: Value::Points,
            prospect: None,
        }
    }
}

/// A move with what it gains in several worths.
pub struct Valued<A, const N: usize> {
    /// The move.
    pub action: A,
    /// The points that it wins before chance acts: certain.
    pub points: u64,
    /// What it gains in each worth until chance has acted: the means of the samples.
    pub gains: [f64; N],
    /// What is held out behind it then: the mean of the first samples.
    pub prospect: f64,
}

/// The prospect is computed once in this many samples, at least once: it takes as long as many samples.
const SAMPLES_A_PROSPECT: u32 = 4;

/// Values every legal move of a position on the player's turn, in their order, until the time is up; at least
/// one.
///
/// Behind each move chance is drawn `samples` times, with the same random numbers behind every move (common
/// random numbers); with 0 samples, or where nothing is left to chance, once before chance acts.
pub fn valued<G: Game, const N: usize>(
    rules: &G,
    state: &G::State,
    worths: [ScoreFn<G>; N],
    prospect: Option<ScoreFn<G>>,
    samples: u32,
    seed: u64,
    limits: &Limits,
) -> Vec<Valued<G::Action, N>> {
    assert!(
        rules.turn(state).player().is_some(),
        "moves are valued on the player's turn"
    );
    let mut budget = SearchBudget::start(&Limits {
        nodes: None,
        ..limits.clone()
    });
    let seed = seed ^ hash_of(state);
    let points = rules.points(state);
    let before = worths.map(|worth| worth(rules, state));
    let mut valued = Vec::new();
    for action in rules.legal_actions(state) {
        let after = rules.after(state, action);
        let draws = if rules.turn(&after) == Turn::Chance {
            samples
        } else {
            0
        };
        let looks = draws.div_ceil(SAMPLES_A_PROSPECT).max(1);
        let mut sums = [0_u64; N];
        let mut held_out = 0_u64;
        let mut add = |draw: u32, state: &G::State| {
            for (sum, worth) in sums.iter_mut().zip(worths) {
                *sum = sum.saturating_add(worth(rules, state));
            }
            if let Some(prospect) = prospect.filter(|_| draw < looks) {
                held_out = held_out.saturating_add(prospect(rules, state));
            }
        };
        if draws == 0 {
            add(0, &after);
        }
        for draw in 0..draws {
            let mut rest = after.clone();
            settle(rules, &mut rest, &mut Random::stream(seed, draw.into()), &mut ());
            add(draw, &rest);
        }
        valued.push(Valued {
            action,
            points: rules.points(&after) - points,
            gains: std::array::from_fn(|n| sums[n] as f64 / f64::from(draws.max(1)) - before[n] as f64),
            prospect: held_out as f64 / f64::from(looks),
        });
        if !budget.check_limits() {
            break;
        }
    }
    valued
}

/// The player that overlooks moves.
pub const NOISY: AgentKind = AgentKind {
    name: "noisy",
    help: "notices some of the moves and plays the one that wins the most points at once",
    parameters: &[SKILL, standard::SEED],
};

/// How much a player sees.
pub const SKILL: OptionSpec =
    OptionSpec::new("skill", OptionKind::Number(0.0, 1.0), "0.7").help("the probability of noticing a move");

/// The player that weighs what may come in.
pub const EXPECTATION: AgentKind = AgentKind {
    name: "expectation",
    help: "plays the move that gains the most with what may come in",
    parameters: &[
        OptionSpec::new("samples", OptionKind::Integer(0, 10_000), "16")
            .help("how often chance is drawn behind each move, the same luck behind all"),
        standard::SEED,
    ],
};

/// Makes the player of [`NOISY`], who plays for an objective.
pub fn noisy<G: Game>(parameters: &Options, objective: Objective<G>) -> Box<dyn Player<G>> {
    Box::new(OnePly {
        skill: parameters.number("skill"),
        ..OnePly::new(objective, 0, parameters)
    })
}

/// Makes a player who plays the move that gains the most for an objective before chance acts.
pub fn greedy<G: Game>(parameters: &Options, objective: Objective<G>) -> Box<dyn Player<G>> {
    Box::new(OnePly::new(objective, 0, parameters))
}

/// Makes the player of [`EXPECTATION`], who plays for an objective.
pub fn expectation<G: Game>(parameters: &Options, objective: Objective<G>) -> Box<dyn Player<G>> {
    Box::new(OnePly::new(objective, parameters.integer("samples"), parameters))
}

/// Plays the move that gains the most for its objective, of those that it notices; the seed decides among
/// equals. Its analysis lists all moves, the best first, with gain and prospect.
#[derive(Debug)]
struct OnePly<G: Game> {
    objective: Objective<G>,
    /// How often chance is drawn behind each move.
    samples: u32,
    /// The probability of noticing a move.
    skill: f64,
    seed: u64,
}

impl<G: Game> OnePly<G> {
    /// Makes a player that notices every move, with the seed that the parameters name.
    pub(crate) fn new(objective: Objective<G>, samples: u32, parameters: &Options) -> Self {
        Self {
            objective,
            samples,
            skill: 1.0,
            seed: parameters.integer("seed"),
        }
    }

    /// Lists the moves with what they gain and hold out, the most first.
    fn ranked(&self, rules: &G, state: &G::State, limits: &Limits) -> Vec<(G::Action, f64)> {
        let Objective { worth, prospect, .. } = self.objective;
        let valued = valued(rules, state, [worth], prospect, self.samples, self.seed, limits);
        let gain = |valued: Valued<G::Action, 1>| (valued.action, valued.gains[0] + valued.prospect);
        let mut ranked: Vec<_> = valued.into_iter().map(gain).collect();
        ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        ranked
    }
}

impl<G: Game> Player<G> for OnePly<G> {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let ranked = self.ranked(rules, state, limits);
        let judged = |&(action, gain): &(G::Action, f64)| ActionValue {
            action,
            value: (self.objective.value)(gain),
        };
        Analysis {
            actions: ranked.iter().map(judged).collect(),
            principal_variation: vec![ranked[0].0],
            depth: 1,
            nodes: ranked.len() as u64 * u64::from(self.samples.max(1)),
        }
    }

    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        let mut random = Random::stream(self.seed, hash_of(state));
        let mut ranked = self.ranked(rules, state, limits);
        ranked.retain(|_| self.skill >= 1.0 || random.unit() < self.skill);
        let Some(&(_, best)) = ranked.first() else {
            return RandomPlayer { seed: self.seed }.choose(rules, state, limits);
        };
        let equals = ranked.iter().take_while(|&&(_, gain)| gain >= best).count();
        ranked[random.index(equals)].0
    }
}
