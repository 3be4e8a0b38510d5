//! What a position is worth to Monte Carlo tree search: careful random play down to where the solver knows.

use std::cell::RefCell;

use quincunx_core::hash::hash_of;
use quincunx_core::{Evaluate, Game, Outcome, Player, Random, RandomSource, Topology, Turn};
use quincunx_search::{Limits, SearchBudget};

use super::evaluate::{DECIDED, completing_pieces};
use super::piece::Action;
use super::rules::{Quartet, State};
use super::solver::{ExactSolver, Solver, Strength};

/// Judges a position by one game that goes on from it, drawn from the position and a seed, so that it is judged the same
/// however often and by whomever it is asked.
///
/// Both sides select a safe piece at random while there is one, complete a line when they can and else place at random. When
/// few pieces are left the solver says how it ends: of whole games played at random most are decided by blunders there.
pub(super) struct SolvedLeaves {
    /// Nobody else asks while one is being judged.
    solver: RefCell<Solver>,
    seed: u64,
}

/// With so many pieces in the bag the solver is asked. In the mean that took 55 nodes on the plane, where one position in eight
/// came to [`MOST_NODES`], and 2 on the torus.
const SOLVED_FROM: u32 = 5;

/// The nodes after which a position that is harder than most counts as even.
const MOST_NODES: u64 = 300;

/// The memory of the solver, in bytes: such positions are searched again sooner than looked up.
const MEMORY: usize = 1 << 18;

impl SolvedLeaves {
    /// Makes a judge for a board, whose random play comes from a seed.
    pub(super) fn new(topology: Topology, seed: u64) -> Self {
        Self {
            solver: RefCell::new(Solver::with_memory(Quartet::new(topology), MEMORY)),
            seed,
        }
    }
}

impl Evaluate<Quartet> for SolvedLeaves {
    fn evaluate(&self, rules: &Quartet, state: &State, player: Player) -> f64 {
        let random = Random::stream(self.seed, hash_of(state));
        DECIDED * result(&mut self.solver.borrow_mut(), rules, *state, player, random)
    }
}

/// Plays on and returns 1 when the player wins, −1 when he loses, and 0 otherwise.
fn result(solver: &mut Solver, rules: &Quartet, mut state: State, player: Player, mut random: Random) -> f64 {
    loop {
        let mover = match rules.turn(&state) {
            Turn::Over(outcome) => return f64::from(outcome.value_for(player)),
            Turn::Player(mover) => mover,
            Turn::Chance => unreachable!("chance never acts"),
        };
        let sign = if mover == player { 1.0 } else { -1.0 };
        if state.bag_bits().count_ones() <= SOLVED_FROM {
            let mut budget = SearchBudget::start(&Limits {
                nodes: Some(MOST_NODES),
                ..Limits::default()
            });
            let (bounds, _) = solver.solve(&state, Strength::Weak, &mut budget);
            return bounds
                .outcome()
                .map_or(0.0, |worth| sign * f64::from(worth as i8));
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
    fn what_the_solver_knows_is_told_whatever_is_drawn() {
        let rules = Quartet::new(Topology::Plane);
        let position = |text| rules.parse_position(text).expect("a position");
        for seed in 0..20 {
            let judge = SolvedLeaves::new(Topology::Plane, seed);
            let worth = |text| {
                let state = position(text);
                let Turn::Player(mover) = rules.turn(&state) else {
                    panic!("the game goes on");
                };
                let worth = judge.evaluate(&rules, &state, mover);
                assert_eq!(judge.evaluate(&rules, &state, mover.opponent()), -worth);
                worth
            };
            // Three of the first row are solid, as are the pieces 5, 9, 13, 15 and 1, all that are left.
            assert_eq!(worth("b73.../....../02..46/8a..ce/....../...... 5"), DECIDED);
            assert_eq!(worth("b73.../....../02..46/8a..ce/....../...... -"), -DECIDED);
            // Nobody careful completes a line with the last piece.
            assert_eq!(worth("0f..1e/..2a../....../3c..4b/..5d../69...7 -"), 0.0);
        }
    }

    #[test]
    fn a_position_is_judged_the_same_whenever_it_is_asked_about() {
        let rules = Quartet::new(Topology::Torus);
        let states = [
            "....../....../....../....../....../...... -",
            "0...../....../....../....../....../...... 5",
        ]
        .map(|text| rules.parse_position(text).expect("a position"));
        let mut met = [false; 3];
        for seed in 0..40 {
            let judge = SolvedLeaves::new(Topology::Torus, seed);
            let [first, other] = states.map(|state| judge.evaluate(&rules, &state, Player::One));
            assert_eq!(judge.evaluate(&rules, &states[1], Player::One), other);
            assert_eq!(judge.evaluate(&rules, &states[0], Player::One), first);
            met[(first.signum() + 1.0) as usize] = true;
        }
        assert!(met[0] && met[2], "{met:?}: other seeds play other games");
    }
}
