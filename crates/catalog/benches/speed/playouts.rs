//! Random play with its legal actions, through the generic contract, and Monte Carlo search upon it.

use quincunx_connect_four::{ConnectFour, PackedConnectFour};
use quincunx_core::{Game, Options, Random, RandomSource, Size, Topology};
use quincunx_match3::framework::MatchThree;
use quincunx_match3::shariki::{Shariki, SpawnRates, WhenStuck};
use quincunx_quartet::Quartet;
use quincunx_registry::RegisteredGame;
use quincunx_search::{Limits, Mcts, Player, playout, playouts};
use quincunx_twenty48::{PackedTwenty48, Scoring, Twenty48};

use crate::harness::Line;

pub(crate) fn lines() -> Vec<Line> {
    let large = Size::new(64, 64).expect("a possible size");
    let large_connect_four = ConnectFour::new(64, 64).expect("a possible size");
    let large_2048 = Twenty48::new(large, Scoring::Standard, Twenty48::FOUR_RATE).expect("the usual rules");
    let packed_2048 = PackedTwenty48::new(Scoring::Standard, Twenty48::FOUR_RATE).expect("the usual rules");
    vec![
        random_play("connect-four 7×6", "moves", 20e6, ConnectFour::default()),
        random_play(
            "connect-four 7×6, packed",
            "moves",
            70e6,
            PackedConnectFour::standard(),
        ),
        random_play_in_turns(
            "connect-four 7×6, packed",
            "moves",
            70e6,
            PackedConnectFour::standard(),
        ),
        random_play("2048 4×4", "moves", 10e6, Twenty48::default()),
        random_play("2048 4×4, packed", "moves", 30e6, packed_2048),
        random_play_in_turns("2048 4×4, packed", "moves", 75e6, packed_2048),
        random_play("quartet plane", "plies", 10e6, Quartet::new(Topology::Plane)),
        random_play("quartet torus", "plies", 10e6, Quartet::new(Topology::Torus)),
        random_play(
            "shariki 9×9, 5 % specials",
            "swaps",
            0.7e6,
            shariki(9, [13, 13, 12, 12]),
        ),
        random_play("shariki 9×9, no specials", "swaps", 0.7e6, shariki(9, [0; 4])),
        random_play("match-three, as listed", "moves", 100e3, listed::<MatchThree>()),
        random_play_on("connect-four 64×64", "moves", 8e6, large_connect_four),
        random_play_on("2048 64×64", "moves", 20e3, large_2048),
        random_play_on(
            "shariki 12×12, 5 % specials",
            "swaps",
            100e3,
            shariki(12, [13, 13, 12, 12]),
        ),
        random_play_on("shariki 12×12, no specials", "swaps", 200e3, shariki(12, [0; 4])),
        random_play_on(
            "shariki 64×64, 5 % specials",
            "swaps",
            400.0,
            shariki(64, [13, 13, 12, 12]),
        ),
        random_play_on("shariki 64×64, no specials", "swaps", 5e3, shariki(64, [0; 4])),
        monte_carlo("connect-four 7×6", 1e6, PackedConnectFour::standard()),
    ]
}

/// Endless games on a square with six colours, so many of a thousand new elements being special.
fn shariki(side: u32, specials: [u16; 4]) -> Shariki {
    let size = Size::new(side, side).expect("a possible size");
    Shariki::new(size, SpawnRates { colours: 6, specials }, WhenStuck::Reshuffle)
}

/// The rules with their default options.
fn listed<G: RegisteredGame>() -> G {
    G::from_options(&Options::defaults(G::OPTIONS)).expect("default options make a game")
}

/// How many games are played between two looks at the clock, and after how many actions a game without an end
/// is left.
const GAMES: u32 = 100;
const MAX_PLIES: u32 = 1000;

/// Random games to their ends, one after the other.
fn random_play<G: Game>(name: &str, unit: &'static str, gate: f64, rules: G) -> Line {
    let mut random = Random::new(1);
    Line::rate(format!("random play, {name}"), unit, gate, move || {
        let game = |_| u64::from(playout(&rules, &mut rules.initial(), &mut random, MAX_PLIES).plies);
        (0..GAMES).map(game).sum()
    })
}

/// How many actions of a long game are played between two looks at the clock.
const PLIES: u32 = 100;

/// Random games of large boards, which last longer than a round.
fn random_play_on<G: Game>(name: &str, unit: &'static str, gate: f64, rules: G) -> Line {
    let (mut random, mut state) = (Random::new(1), rules.initial());
    Line::rate(format!("random play, {name}"), unit, gate, move || {
        let plies = playout(&rules, &mut state, &mut random, PLIES).plies;
        if plies < PLIES {
            state = rules.initial();
        }
        plies.into()
    })
}

/// As many for games in turns, and more of them: the last ones have ever fewer beside them.
const GAMES_IN_TURNS: u32 = 1000;

/// Random games to their ends, several in turns.
fn random_play_in_turns<G: Game>(name: &str, unit: &'static str, gate: f64, rules: G) -> Line {
    let mut random = Random::new(1);
    Line::rate(format!("random play in turns, {name}"), unit, gate, move || {
        let games = (0..GAMES_IN_TURNS).map(|_| (rules.initial(), Random::new(random.next_word())));
        let mut plies = 0;
        playouts(&rules, games, MAX_PLIES, |_, end, _| {
            plies += u64::from(end.plies);
        });
        plies
    })
}

/// Searches from the beginning, one random playout a simulation.
fn monte_carlo<G: Game>(name: &str, gate: f64, rules: G) -> Line {
    let mut seed = 0;
    Line::rate(format!("MCTS, {name}"), "simulations", gate, move || {
        seed += 1;
        let mut player = Mcts {
            simulations: 50_000,
            seed,
            ..Mcts::default()
        };
        player
            .analyze(&rules, &rules.initial(), &Limits::default(), &mut |_| {})
            .nodes
    })
}
