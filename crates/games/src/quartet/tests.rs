use quincunx_core::Topology;
use quincunx_core::testkit::{Effort, check_game, check_symmetries};

use super::Quartet;

#[test]
fn the_contract_holds_on_both_boards() {
    for topology in [Topology::Plane, Topology::Torus] {
        check_game(&Quartet::new(topology), Effort::default());
        let effort = Effort { games: 2, plies: 32 };
        check_symmetries(&Quartet::new(topology), effort);
    }
}
