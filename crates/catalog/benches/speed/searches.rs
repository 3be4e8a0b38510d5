//! Expectimax on packed boards of 2048, by the heuristic and by the network that comes with the
//! program.

use quincunx_core::Notation;
use quincunx_search::{Limits, Player};
use quincunx_twenty48::{PackedExpectimax, Position, Scoring, TrainedNetwork, Twenty48};

use crate::harness::Line;

pub(crate) fn lines() -> Vec<Line> {
    vec![
        expectimax("heuristic", 60e6, PackedExpectimax::default),
        expectimax("network", 10e6, || {
            PackedExpectimax::default()
                .with_network(TrainedNetwork::shipped(Scoring::Standard).expect("memory for it"))
        }),
    ]
}

/// Boards from all stages of a game.
const BOARDS: [&str; 6] = [
    "256,128,16,4/32,16,8,2/4,2,0,0/2,0,0,0",
    "1024,512,64,32/128,32,16,4/8,4,2,2/0,0,0,0",
    "2,4,8,16/32,64,128,256/512,1024,0,2/2,8,2,2",
    "4096,2048,512,128/256,64,32,16/8,16,4,2/2,4,0,0",
    "8192,4096,1024,256/64,128,32,8/4,16,8,2/0,2,0,2",
    "16384,1024,512,128/32,64,16,8/4,8,2,0/2,0,0,0",
];

/// Looks five moves ahead on all boards and counts evaluations as others do: of a board on the player's turn
/// four, one for each direction.
fn expectimax(judge: &str, gate: f64, make: fn() -> PackedExpectimax) -> Line {
    let rules = Twenty48::default();
    let board = |rows| rules.parse_position(&format!("{rows} 0 0 0"));
    let boards = BOARDS.map(|rows| board(rows).expect("a position"));
    let limits = Limits::of_depth(5);
    // A network is read for a line that is measured only.
    let mut player = None;
    Line::rate(
        format!("expectimax, 2048 4×4, {judge}"),
        "evaluations",
        gate,
        move || {
            let player = player.get_or_insert_with(make);
            let nodes = |state: &Position| player.analyze(&rules, state, &limits, &mut |_| {}).nodes;
            4 * boards.iter().map(nodes).sum::<u64>()
        },
    )
}
