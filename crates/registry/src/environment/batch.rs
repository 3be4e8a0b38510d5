//! Environments of one game that are stepped together.

use quincunx_core::{Player as Side, Visual};
use quincunx_search::StopToken;

use super::one::{One, Opponent, Step};
use super::{Arrays, Autoreset, Batch, FinalArrays, NoAction, ObservationShape, Observe, Setup, Shown};

/// Environments of one game under the same rules.
pub struct Environments<G: Observe> {
    rules: G,
    setup: Setup,
    opponent: Opponent<G>,
    all: Vec<One<G>>,
    seen: ObservationShape,
    actions: usize,
    show: fn(&G, &G::State) -> Option<Shown>,
}

impl<G: Observe> Environments<G> {
    /// Makes environments, one for each seed, in which no game has begun.
    #[must_use]
    pub fn new(rules: G, setup: &Setup, opponent: Opponent<G>, seeds: &[u64]) -> Self {
        let all = seeds.iter().map(|&seed| One::new(&rules, seed)).collect();
        Self {
            seen: rules.observation_shape(),
            actions: rules.actions(),
            setup: setup.clone(),
            rules,
            opponent,
            all,
            show: |_, _| None,
        }
    }

    fn check(&self, arrays: &Arrays<'_>) {
        let count = self.all.len();
        let (seen, actions) = (count * self.seen.len(), count * self.actions);
        let mut lengths = vec![
            (arrays.observations.len(), seen),
            (arrays.masks.len(), actions),
            (arrays.rewards.len(), count),
            (arrays.terminated.len(), count),
            (arrays.truncated.len(), count),
            (arrays.illegal.len(), count),
            (arrays.players.len(), count),
            (arrays.points.len(), count),
            (arrays.reached.len(), count),
        ];
        if let Some(finals) = &arrays.finals {
            lengths.extend([
                (finals.observations.len(), seen),
                (finals.masks.len(), actions),
                (finals.illegal.len(), count),
                (finals.players.len(), count),
                (finals.points.len(), count),
                (finals.reached.len(), count),
            ]);
        }
        assert!(
            arrays.finals.is_some() || self.setup.autoreset != Autoreset::SameStep,
            "what is seen last is written somewhere"
        );
        for (length, wanted) in lengths {
            assert_eq!(length, wanted, "an array is as long as {count} environments take");
        }
    }
}

/// The parts of the arrays that hold one environment, as it is or as it was at the end of its game.
struct Telling<'a> {
    seen: &'a mut [u8],
    mask: &'a mut [i8],
    illegal: &'a mut bool,
    player: &'a mut i8,
    points: &'a mut u64,
    reached: &'a mut bool,
}

impl Telling<'_> {
    #[inline]
    fn write<G: Observe>(self, rules: &G, one: &One<G>, is_illegal: bool) {
        let side = one.side(rules);
        rules.observe(one.state(), side, self.seen);
        if one.has_actions() {
            rules.write_mask(one.state(), self.mask);
        } else {
            self.mask.fill(0);
        }
        *self.illegal = is_illegal;
        *self.player = side as i8;
        *self.points = rules.points(one.state());
        *self.reached = one.has_reached();
    }
}

impl FinalArrays<'_> {
    fn of(&mut self, index: usize, length: usize, actions: usize) -> Telling<'_> {
        Telling {
            seen: &mut self.observations[index * length..][..length],
            mask: &mut self.masks[index * actions..][..actions],
            illegal: &mut self.illegal[index],
            player: &mut self.players[index],
            points: &mut self.points[index],
            reached: &mut self.reached[index],
        }
    }
}

impl<G: Observe> Batch for Environments<G> {
    fn count(&self) -> usize {
        self.all.len()
    }

    fn observation_shape(&self) -> ObservationShape {
        self.seen
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
    ) {
        self.check(arrays);
        let count = self.all.len();
        let given = [seeds.map(<[_]>::len), only.map(<[bool]>::len)];
        assert!(
            given.into_iter().flatten().all(|length| length == count),
            "a seed and a mark for each environment"
        );
        let (length, actions) = (self.seen.len(), self.actions);
        for (index, one) in self.all.iter_mut().enumerate() {
            if only.is_some_and(|only| !only[index]) {
                continue;
            }
            if let Some(seed) = seeds.and_then(|seeds| seeds[index]) {
                one.seed(seed);
            }
            one.reset(&self.rules, &self.setup, &self.opponent, stop);
            let target = Telling {
                seen: &mut arrays.observations[index * length..][..length],
                mask: &mut arrays.masks[index * actions..][..actions],
                illegal: &mut arrays.illegal[index],
                player: &mut arrays.players[index],
                points: &mut arrays.points[index],
                reached: &mut arrays.reached[index],
            };
            target.write(&self.rules, one, false);
            arrays.rewards[index] = 0.0;
            arrays.terminated[index] = false;
            arrays.truncated[index] = false;
        }
    }

    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>, stop: &StopToken) -> Result<(), NoAction> {
        self.check(arrays);
        assert_eq!(actions.len(), self.all.len(), "an action for each environment");
        let is_action = |action: &i64| (0..self.actions as i64).contains(action);
        if let Some(environment) = actions.iter().position(|action| !is_action(action)) {
            return Err(NoAction {
                environment,
                action: actions[environment],
                most: self.actions - 1,
            });
        }
        let Self {
            rules,
            setup,
            opponent,
            all,
            ..
        } = self;
        let parts = all
            .iter_mut()
            .zip(actions)
            .zip(arrays.observations.chunks_exact_mut(self.seen.len()))
            .zip(arrays.masks.chunks_exact_mut(self.actions));
        for (index, (((one, &action), seen), mask)) in parts.enumerate() {
            let was_over = one.is_over() || one.is_left();
            let mut step = match setup.autoreset {
                Autoreset::NextStep if was_over => {
                    one.reset(rules, setup, opponent, stop);
                    Step::default()
                }
                Autoreset::Disabled if was_over => Step::default(),
                _ => one.step(rules, setup, action as usize, stop),
            };
            let (terminated, truncated) = (one.is_over(), one.is_left());
            if setup.autoreset == Autoreset::SameStep && (terminated || truncated) {
                let finals = arrays.finals.as_mut().expect("it has been checked");
                finals
                    .of(index, self.seen.len(), self.actions)
                    .write(rules, one, step.is_illegal);
                step.is_illegal = false;
                one.reset(rules, setup, opponent, stop);
            }
            let target = Telling {
                seen,
                mask,
                illegal: &mut arrays.illegal[index],
                player: &mut arrays.players[index],
                points: &mut arrays.points[index],
                reached: &mut arrays.reached[index],
            };
            target.write(rules, one, step.is_illegal);
            arrays.rewards[index] = step.reward;
            arrays.terminated[index] = terminated;
            arrays.truncated[index] = truncated;
        }
        Ok(())
    }

    fn show(&self, index: usize) -> Option<Shown> {
        (self.show)(&self.rules, self.all.get(index)?.state())
    }
}

/// Makes environments on the rules themselves, which can be shown.
#[must_use]
pub fn readable<G: Observe + Visual>(
    rules: G,
    setup: &Setup,
    opponent: Opponent<G>,
    seeds: &[u64],
) -> Box<dyn Batch> {
    let mut environments = Environments::new(rules, setup, opponent, seeds);
    environments.show = |rules, state| Some(Shown::new(rules, state));
    Box::new(environments)
}

// Sides are written as numbers.
const _: () = assert!(Side::One as i8 == 0 && Side::Two as i8 == 1);
