//! Environments of one game that are stepped together.

use quincunx_core::{Player as Side, Visual};

use super::one::{One, Opponent};
use super::{Arrays, Autoreset, Batch, Learned, NoAction, Seen, Setup, Shown};

/// Environments of one game under the same rules.
pub struct Environments<G: Learned> {
    rules: G,
    setup: Setup,
    opponent: Opponent<G>,
    all: Vec<One<G::State>>,
    seen: Seen,
    actions: usize,
    show: fn(&G, &G::State) -> Option<Shown>,
}

impl<G: Learned> Environments<G> {
    /// Makes environments, one for each seed, in which no game has begun.
    #[must_use]
    pub fn new(rules: G, setup: &Setup, opponent: Opponent<G>, seeds: &[u64]) -> Self {
        let all = seeds.iter().map(|&seed| One::new(&rules, seed)).collect();
        Self {
            seen: rules.seen(),
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
        let finals = match self.setup.autoreset {
            Autoreset::SameStep => count * self.seen.len(),
            Autoreset::NextStep | Autoreset::Disabled => arrays.finals.len(),
        };
        let lengths = [
            (arrays.observations.len(), count * self.seen.len()),
            (arrays.masks.len(), count * self.actions),
            (arrays.rewards.len(), count),
            (arrays.terminated.len(), count),
            (arrays.truncated.len(), count),
            (arrays.illegal.len(), count),
            (arrays.players.len(), count),
            (arrays.points.len(), count),
            (arrays.finals.len(), finals),
        ];
        for (length, wanted) in lengths {
            assert_eq!(length, wanted, "an array is as long as {count} environments take");
        }
    }
}

/// Writes what an environment shows into its parts of the arrays.
#[inline]
fn show<G: Learned>(
    rules: &G,
    opponent: &Opponent<G>,
    one: &One<G::State>,
    seen: &mut [u8],
    mask: &mut [i8],
    player: &mut i8,
) {
    let side = one.side(rules, opponent);
    *player = side as i8;
    rules.observe(one.state(), side, seen);
    if one.has_actions() {
        rules.write_mask(one.state(), mask);
    } else {
        mask.fill(0);
    }
}

impl<G: Learned> Batch for Environments<G> {
    fn count(&self) -> usize {
        self.all.len()
    }

    fn seen(&self) -> Seen {
        self.seen
    }

    fn actions(&self) -> usize {
        self.actions
    }

    fn reset(&mut self, seeds: Option<&[u64]>, only: Option<&[bool]>, arrays: &mut Arrays<'_>) {
        self.check(arrays);
        let count = self.all.len();
        let given = [seeds.map(<[u64]>::len), only.map(<[bool]>::len)];
        assert!(
            given.into_iter().flatten().all(|length| length == count),
            "a seed and a mark for each environment"
        );
        let (length, actions) = (self.seen.len(), self.actions);
        for (index, one) in self.all.iter_mut().enumerate() {
            if only.is_some_and(|only| !only[index]) {
                continue;
            }
            if let Some(seeds) = seeds {
                one.seed(seeds[index]);
            }
            one.reset(&self.rules, &self.setup, &mut self.opponent);
            show(
                &self.rules,
                &self.opponent,
                one,
                &mut arrays.observations[index * length..][..length],
                &mut arrays.masks[index * actions..][..actions],
                &mut arrays.players[index],
            );
            arrays.rewards[index] = 0.0;
            arrays.terminated[index] = false;
            arrays.truncated[index] = false;
            arrays.illegal[index] = false;
            arrays.points[index] = self.rules.points(one.state());
        }
    }

    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), NoAction> {
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
            let step = match setup.autoreset {
                Autoreset::NextStep if was_over => {
                    one.reset(rules, setup, opponent);
                    super::one::Step::default()
                }
                Autoreset::Disabled if was_over => super::one::Step::default(),
                _ => one.step(rules, setup, opponent, action as usize),
            };
            let (terminated, truncated) = (one.is_over(), one.is_left());
            arrays.points[index] = rules.points(one.state());
            if setup.autoreset == Autoreset::SameStep && (terminated || truncated) {
                let last = &mut arrays.finals[index * self.seen.len()..][..self.seen.len()];
                rules.observe(one.state(), one.side(rules, opponent), last);
                one.reset(rules, setup, opponent);
            }
            show(rules, opponent, one, seen, mask, &mut arrays.players[index]);
            arrays.rewards[index] = step.reward;
            arrays.terminated[index] = terminated;
            arrays.truncated[index] = truncated;
            arrays.illegal[index] = step.is_illegal;
        }
        Ok(())
    }

    fn show(&self, index: usize) -> Option<Shown> {
        (self.show)(&self.rules, self.all.get(index)?.state())
    }
}

/// Makes environments on the rules themselves, which can be shown.
#[must_use]
pub fn readable<G: Learned + Visual>(
    rules: G,
    setup: &Setup,
    opponent: Opponent<G>,
    seeds: &[u64],
) -> Box<dyn Batch> {
    let mut environments = Environments::new(rules, setup, opponent, seeds);
    environments.show = |rules, state| Some(Shown::of(rules, state));
    Box::new(environments)
}

// Sides are written as numbers.
const _: () = assert!(Side::One as i8 == 0 && Side::Two as i8 == 1);
