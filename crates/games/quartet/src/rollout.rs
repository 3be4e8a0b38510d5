//! Evaluates leaves of Monte Carlo tree search by careful random play with a solved end.

use std::cell::RefCell;

use quincunx_core::hash::hash_of;
use quincunx_core::{Evaluate, Game, Outcome, Random, RandomSource, Side, Topology, Turn};
use quincunx_search::{Limits, SearchBudget};

use crate::evaluation::{DECIDED, completing_pieces};
use crate::piece::Action;
use crate::rules::{Position, Quartet};
use crate::solver::{ExactSolver, Solver, Strength};

/// Evaluates a position by one rollout that is drawn from the position and a seed.
///
/// Both sides select a safe piece at random while there is one, complete a line when they can, and else place
/// at random. The solver settles the end, as blunders there decide most random games; a position that is too
/// hard for it at first counts as drawn until what it remembers helps.
pub(crate) struct SolvedRollout {
    solver: RefCell<Solver>,
    seed: u64,
}

/// The solver takes over with so many pieces in the bag: 55 nodes in the mean on the plane, 2 on the torus.
const SOLVED_FROM: u32 = 5;

/// The node limit of the solver; a harder position counts as drawn.
const MAX_NODES: u64 = 300;

/// The memory of the solver in bytes.
const MEMORY: usize = 1 << 18;

impl SolvedRollout {
    pub(crate) fn new(topology: Topology, seed: u64) -> Self {
        Self {
            solver: RefCell::new(Solver::with_memory(Quartet::new(topology), MEMORY)),
            seed,
        }
    }
}

impl Evaluate<Quartet> for SolvedRollout {
    fn evaluate(&self, rules: &Quartet, state: &Position, player: Side) -> f64 {
        let random = Random::stream(self.seed, hash_of(state));
        DECIDED * play_out(&mut self.solver.borrow_mut(), rules, *state, player, random)
    }
}

/// Plays a game to its end; returns 1 when the player wins, −1 for a loss and 0 otherwise.
fn play_out(
    solver: &mut Solver,
    rules: &Quartet,
    mut state: Position,
    player: Side,
    mut random: Random,
) -> f64 {
    loop {
        let mover = match rules.turn(&state) {
            Turn::Over(outcome) => return f64::from(outcome.value_for(player)),
            Turn::Player(mover) => mover,
            Turn::Chance => unreachable!("chance never acts"),
        };
        let sign = if mover == player { 1.0 } else { -1.0 };
        if state.bag_bits().count_ones() <= SOLVED_FROM {
            let mut budget = SearchBudget::start(&Limits::of_nodes(MAX_NODES));
            let (bounds, _) = solver.solve(&state, Strength::Weak, &mut budget);
            return bounds
                .outcome()
                .map_or(0.0, |outcome| sign * f64::from(outcome as i8));
        }
        let completing = completing_pieces(rules, &state);
        let action = match state.selected() {
            Some(piece) if completing >> piece.number() & 1 == 1 => {
                return f64::from(Outcome::Win(mover).value_for(player));
            }
            Some(_) => rules.sample_action(&state, &mut random),
            None => {
                let safe = state.bag_bits() & !completing;
                if safe == 0 {
                    return f64::from(Outcome::Win(mover.opponent()).value_for(player));
                }
                let nth = random.index(safe.count_ones() as usize);
                state
                    .bag()
                    .filter(|piece| safe >> piece.number() & 1 == 1)
                    .nth(nth)
                    .map(Action::Select)
            }
        };
        rules.play_unchecked(
            &mut state,
            action.expect("there is a square or a safe piece"),
            &mut (),
        );
    }
}

#[cfg(test)]
mod tests {
    use quincunx_core::Notation;

    use super::*;

    #[test]
    fn solved_positions_do_not_depend_on_the_seed() {
        let rules = Quartet::new(Topology::Plane);
        let position = |text| rules.parse_position(text).expect("a position");
        for seed in 0..20 {
            let rollout = SolvedRollout::new(Topology::Plane, seed);
            let evaluate = |text| {
                let state = position(text);
                let Turn::Player(mover) = rules.turn(&state) else {
                    panic!("the game goes on");
                };
                let value = rollout.evaluate(&rules, &state, mover);
                assert_eq!(rollout.evaluate(&rules, &state, mover.opponent()), -value);
                value
            };
            // Three of the first row are solid, as are the pieces 5, 9, 13, 15 and 1, all that are left.
            assert_eq!(evaluate("b73.../....../02..46/8a..ce/....../...... 5"), DECIDED);
            assert_eq!(evaluate("b73.../....../02..46/8a..ce/....../...... -"), -DECIDED);
            // Careful play completes no line with the last piece.
            assert_eq!(evaluate("0f..1e/..2a../....../3c..4b/..5d../69...7 -"), 0.0);
        }
    }

    #[test]
    fn a_position_always_evaluates_to_the_same() {
        let rules = Quartet::new(Topology::Torus);
        let states = [
            "....../....../....../....../....../...... -",
            "0...../....../....../....../....../...... 5",
        ]
        .map(|text| rules.parse_position(text).expect("a position"));
        let mut outcomes = [false; 3];
        for seed in 0..40 {
            let rollout = SolvedRollout::new(Topology::Torus, seed);
            let [first, other] = states.map(|state| rollout.evaluate(&rules, &state, Side::One));
            assert_eq!(rollout.evaluate(&rules, &states[1], Side::One), other);
            assert_eq!(rollout.evaluate(&rules, &states[0], Side::One), first);
            outcomes[(first.signum() + 1.0) as usize] = true;
        }
        assert!(
            outcomes[0] && outcomes[2],
            "{outcomes:?}: other seeds play other games"
        );
    }
}
