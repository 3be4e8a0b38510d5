//! Environments of one game that are stepped together.

use quincunx_core::{Side, Visual};
use quincunx_search::StopToken;

use super::one::{One, Opponent, Step};
use super::{
    Arrays, Autoreset, Batch, InvalidAction, NoTurn, ObservationShape, Observe, Setup, Shown, StateArrays,
    StepError,
};

/// Environments of one game under the same rules.
pub struct Environments<G: Observe> {
    rules: G,
    setup: Setup,
    opponent: Opponent<G>,
    /// Where games begin; empty for the beginning that the rules have.
    positions: Vec<G::State>,
    all: Vec<One<G>>,
    shape: ObservationShape,
    actions: usize,
    show: fn(&G, &G::State) -> Option<Shown>,
}

impl<G: Observe> Environments<G> {
    /// Makes environments, one for each seed, in which no game has begun.
    pub fn new(rules: G, setup: &Setup, opponent: Opponent<G>, seeds: &[u64]) -> Self {
        let all = seeds.iter().map(|&seed| One::new(&rules, seed)).collect();
        Self {
            shape: rules.observation_shape(),
            actions: rules.actions(),
            setup: setup.clone(),
            rules,
            opponent,
            all,
            positions: Vec::new(),
            show: |_, _| None,
        }
    }

    fn check(&self, arrays: &Arrays<'_>) {
        let count = self.all.len();
        let (length, actions) = (count * self.shape.len(), count * self.actions);
        let flags = [
            arrays.rewards.len(),
            arrays.terminated.len(),
            arrays.truncated.len(),
        ];
        assert_eq!(flags, [count; 3], "rewards and ends of {count} environments");
        for state in [Some(&arrays.state), arrays.finals.as_ref()]
            .into_iter()
            .flatten()
        {
            let long = [state.observations.len(), state.masks.len()];
            let short = [
                state.illegal.len(),
                state.players.len(),
                state.points.len(),
                state.reached.len(),
            ];
            assert_eq!(
                (long, short),
                ([length, actions], [count; 4]),
                "arrays of {count} environments"
            );
        }
        assert!(
            arrays.finals.is_some() || self.setup.autoreset != Autoreset::SameStep,
            "final observations need arrays"
        );
    }
}

impl StateArrays<'_> {
    /// Writes what one environment shows.
    #[inline]
    fn write<G: Observe>(
        &mut self,
        index: usize,
        (length, actions): (usize, usize),
        rules: &G,
        one: &One<G>,
        is_illegal: bool,
    ) {
        let side = one.side(rules);
        rules.observe(
            one.state(),
            side,
            &mut self.observations[index * length..][..length],
        );
        let mask = &mut self.masks[index * actions..][..actions];
        if one.has_actions() {
            rules.write_mask(one.state(), mask);
        } else {
            mask.fill(0);
        }
        self.illegal[index] = is_illegal;
        self.players[index] = side as i8;
        self.points[index] = rules.points(one.state());
        self.reached[index] = one.has_reached();
    }
}

impl<G: Observe> Batch for Environments<G> {
    fn count(&self) -> usize {
        self.all.len()
    }

    fn observation_shape(&self) -> ObservationShape {
        self.shape
    }

    fn actions(&self) -> usize {
        self.actions
    }

    fn has_goals(&self) -> bool {
        self.rules.has_goals()
    }

    fn thinks(&self) -> bool {
        self.opponent.thinks()
    }

    fn reset(
        &mut self,
        seeds: Option<&[Option<u64>]>,
        only: Option<&[bool]>,
        arrays: &mut Arrays<'_>,
        stop: &StopToken,
    ) -> Result<(), NoTurn> {
        self.check(arrays);
        let count = self.all.len();
        let given = [seeds.map(<[_]>::len), only.map(<[bool]>::len)];
        assert!(
            given.into_iter().flatten().all(|length| length == count),
            "a seed and a mark for each environment"
        );
        let lengths = (self.shape.len(), self.actions);
        let mut begun = Ok(());
        for (index, one) in self.all.iter_mut().enumerate() {
            if only.is_some_and(|only| !only[index]) {
                continue;
            }
            if let Some(seed) = seeds.and_then(|seeds| seeds[index]) {
                one.seed(seed);
            }
            if !one.reset(&self.rules, &self.positions, &self.setup, &self.opponent, stop) {
                begun = Err(NoTurn { environment: index });
            }
            arrays.state.write(index, lengths, &self.rules, one, false);
            arrays.rewards[index] = 0.0;
            arrays.terminated[index] = false;
            arrays.truncated[index] = false;
        }
        begun
    }

    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>, stop: &StopToken) -> Result<(), StepError> {
        self.check(arrays);
        assert_eq!(actions.len(), self.all.len(), "an action for each environment");
        let is_action = |action: &i64| (0..self.actions as i64).contains(action);
        if let Some(environment) = actions.iter().position(|action| !is_action(action)) {
            let invalid = InvalidAction {
                environment,
                action: actions[environment],
                most: self.actions - 1,
            };
            return Err(invalid.into());
        }
        let lengths = (self.shape.len(), self.actions);
        let Self {
            rules,
            setup,
            opponent,
            positions,
            all,
            ..
        } = self;
        let mut begun = Ok(());
        let mut begin = |one: &mut One<G>, index| {
            if !one.reset(rules, positions, setup, opponent, stop) {
                begun = Err(NoTurn { environment: index });
            }
        };
        for (index, (one, &action)) in all.iter_mut().zip(actions).enumerate() {
            let was_over = one.is_over() || one.is_left();
            let mut step = match setup.autoreset {
                Autoreset::NextStep if was_over => {
                    begin(one, index);
                    Step::default()
                }
                Autoreset::Disabled if was_over => Step::default(),
                _ => one.step(rules, setup, action as usize, stop),
            };
            let (terminated, truncated) = (one.is_over(), one.is_left());
            if setup.autoreset == Autoreset::SameStep && (terminated || truncated) {
                let finals = arrays.finals.as_mut().expect("it has been checked");
                finals.write(index, lengths, rules, one, step.is_illegal);
                step.is_illegal = false;
                begin(one, index);
            }
            arrays.state.write(index, lengths, rules, one, step.is_illegal);
            arrays.rewards[index] = step.reward;
            arrays.terminated[index] = terminated;
            arrays.truncated[index] = truncated;
        }
        Ok(begun?)
    }

    fn show(&self, index: usize) -> Option<Shown> {
        (self.show)(&self.rules, self.all.get(index)?.state())
    }
}

/// Makes environments on the rules themselves, which can be shown.
pub fn readable<G: Observe + Visual>(
    rules: G,
    setup: &Setup,
    opponent: Opponent<G>,
    seeds: &[u64],
) -> Box<dyn Batch> {
    readable_from(rules, Vec::new(), setup, opponent, seeds)
}

/// Makes environments on the rules themselves, whose games begin in one of the positions, if there are any.
pub(crate) fn readable_from<G: Observe + Visual>(
    rules: G,
    positions: Vec<G::State>,
    setup: &Setup,
    opponent: Opponent<G>,
    seeds: &[u64],
) -> Box<dyn Batch> {
    let mut environments = Environments::new(rules, setup, opponent, seeds);
    environments.positions = positions;
    environments.show = |rules, state| Some(Shown::new(rules, state));
    Box::new(environments)
}

// Sides are written as numbers.
const _: () = assert!(Side::One as i8 == 0 && Side::Two as i8 == 1);
