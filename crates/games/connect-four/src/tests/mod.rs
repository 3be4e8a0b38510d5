//! The rules: examples, the contract of a game, and agreement with the packed rules.

mod action_bounds;

mod exact_player;
mod examination;
mod notation;
mod solved_positions;
mod symmetry;

use std::collections::BTreeMap;

use proptest::prelude::*;
use quincunx_core::grid::bits::Geometry;
use quincunx_core::perft::perft;
use quincunx_core::testkit::Symmetric;
use quincunx_core::testkit::{
    Effort, check_game, check_golden, check_perft, check_rules, check_symmetries, playthrough,
};
use quincunx_core::{
    ActionSet, Cell, Effect, EffectSteps, Game, Notation, Options, Outcome, Random, RandomSource, Side,
    Token, Topology, Turn, Visual,
};
use quincunx_registry::{DynGame, Registered, RegisteredGame as _};
use quincunx_search::{Limits, PackedRules, Player as _, Value};

use crate::bitboard::{Standard, has_four};
use crate::packed::{Landing, PackedConnectFour, pack};
use crate::rules::{Column, ConnectFour, Position};
use crate::score::score_of_value;

fn rules(columns: u32, rows: u32) -> ConnectFour {
    ConnectFour::new(columns, rows).expect("a size in range")
}

/// Plays columns written from 1.
fn played(rules: &ConnectFour, drops: &[u8]) -> Position {
    let mut position = rules.initial();
    for drop in drops {
        rules
            .play(&mut position, Column(drop - 1), &mut ())
            .expect("the drops are legal");
    }
    position
}

/// Writes cells as the console does.
fn cells(cells: &[Cell]) -> String {
    let words: Vec<String> = cells
        .iter()
        .map(|cell| format!("{};{}", cell.column + 1, cell.row + 1))
        .collect();
    words.join(" ")
}

/// Visits every position of a random game.
fn random_game(rules: &ConnectFour, seed: u64, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(seed);
    let mut position = rules.initial();
    visit(&position);
    while position.turn().player().is_some() {
        let legal = rules.legal_actions(&position);
        let column = legal
            .get(random.index(legal.len()))
            .expect("an index below the length");
        rules.play_unchecked(&mut position, column, &mut ());
        visit(&position);
    }
}

/// A position in which other boards, with what they are given, would leave columns open.
#[test]
fn every_column_of_seven_by_six_is_judged_exactly_when_nobody_sets_a_limit() {
    let rules = ConnectFour::default();
    let position = rules.parse_position("127265363").expect("legal drops");
    let solver = ConnectFour::AGENTS.iter().find(|kind| kind.name == "solver");
    let parameters = Options::defaults(solver.expect("there is one").parameters);
    let mut player = rules.player("solver", &parameters);
    let analysis = player.analyze(&rules, &position, &Limits::default(), &mut |_| {});
    let area = rules.size().area() as u32;
    let scores = analysis
        .actions
        .iter()
        .map(|judged| (judged.action.0 + 1, score_of_value(area, 9, judged.value)));
    let scores: BTreeMap<u8, Option<i32>> = scores.collect();
    let known = [(1, -2), (2, 2), (3, 3), (4, 0)];
    assert!(known.iter().all(|(column, score)| scores[column] == Some(*score)));
    assert!(scores.len() == 7 && scores.values().all(Option::is_some));
}

/// A bound is no score, though it is as near to one.
#[test]
fn only_what_is_exact_has_a_score() {
    let entry: &dyn DynGame = &Registered::<ConnectFour>::NEW;
    let session = entry.new_session(&entry.defaults(), 0).expect("a game");
    let score = |value| entry.score(&*session, value);
    assert_eq!((score(Value::Win(41)), score(Value::Draw)), (Some(1), Some(0)));
    assert_eq!(
        (score(Value::WinWithin(41)), score(Value::LossAfter(30))),
        (None, None)
    );
}

#[test]
fn the_contract_holds_on_boards_of_all_kinds() {
    check_game(&ConnectFour::default(), Effort { games: 20, plies: 42 });
    check_symmetries(&ConnectFour::default(), Effort { games: 20, plies: 42 });
    for (columns, rows) in [(4, 4), (9, 5), (10, 4), (4, 64)] {
        check_game(&self::rules(columns, rows), Effort { games: 3, plies: 40 });
        check_symmetries(&self::rules(columns, rows), Effort { games: 3, plies: 40 });
    }
    check_game(&rules(64, 64), Effort { games: 1, plies: 3 });
}

#[test]
fn a_seeded_game_is_what_it_was() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/playthrough.txt");
    check_golden(file, &playthrough(&ConnectFour::default(), 4, 42));
}

#[test]
fn paths_are_as_many_as_the_field_counts() {
    check_perft(&ConnectFour::default(), include_str!("../perft.txt"));
    let packed = PackedConnectFour::standard();
    assert_eq!(perft(&packed, &packed.initial(), 7, 0, 1_000_000), Ok(823_536));
}

#[test]
fn sizes_are_from_four_to_sixty_four() {
    for (columns, rows) in [(3, 6), (7, 3), (65, 6), (7, 65), (0, 0), (u32::MAX, u32::MAX)] {
        let error = ConnectFour::new(columns, rows).expect_err("out of range");
        assert_eq!((error.columns, error.rows), (columns, rows));
    }
    assert_eq!(
        ConnectFour::new(3, 6).expect_err("out of range").to_string(),
        "a board of 3 columns and 6 rows is not possible: each is from 4 to 64"
    );
}

#[test]
fn every_line_of_four_wins_and_no_three_of_it() {
    let geometry = Standard::default();
    let rules = ConnectFour::default();
    let lines: Vec<Vec<Cell>> = rules.size().lines(Topology::Plane, 4).collect();
    assert_eq!(lines.len(), 69);
    for line in &lines {
        let bit = |cell: &Cell| 1u64 << (cell.column * geometry.stride() + cell.row);
        let bits = line.iter().fold(0, |bits, cell| bits | bit(cell));
        assert!(has_four(geometry, bits), "{line:?}");
        for missing in line {
            assert!(
                !has_four(geometry, bits & !bit(missing)),
                "{line:?} without {missing}"
            );
        }
    }
}

/// The rules find a win around the last stone only; here every line of the board is looked at after every
/// drop.
#[test]
fn the_game_ends_exactly_when_a_line_is_full_or_the_board_is() {
    for (columns, rows, games) in [(7, 6, 100), (4, 4, 50), (5, 64, 4), (64, 5, 4), (12, 12, 10)] {
        let rules = self::rules(columns, rows);
        let lines: Vec<Vec<Cell>> = rules.size().lines(Topology::Plane, 4).collect();
        for seed in 0..games {
            random_game(&rules, seed, |position| {
                let winner = lines.iter().find_map(|line| {
                    let owner = rules.stone(position, line[0])?;
                    line.iter()
                        .all(|cell| rules.stone(position, *cell) == Some(owner))
                        .then_some(owner)
                });
                let outcome = match winner {
                    Some(player) => Some(Outcome::Win(player)),
                    None if position.stones() == columns * rows => Some(Outcome::Draw),
                    None => None,
                };
                assert_eq!(
                    position.turn().outcome(),
                    outcome,
                    "\n{}",
                    rules.diagram(position)
                );
            });
        }
    }
}

/// Stones near both ends of the highest column there is, where a neighbourhood must not wrap round.
#[test]
fn the_top_of_a_column_is_far_from_its_bottom() {
    let rules = rules(4, 64);
    let mut position = rules.initial();
    for column in [0, 1, 2] {
        for _ in 0..64 {
            rules
                .play(&mut position, Column(column), &mut ())
                .expect("nobody has won yet");
        }
    }
    // The colours alternate up each column and agree along the rows, so the first stone in the fourth wins.
    rules.play_unchecked(&mut position, Column(3), &mut ());
    assert_eq!(position.turn(), Turn::Over(Outcome::Win(Side::One)));
    assert_eq!(cells(&rules.winning_cells(&position)), "1;1 2;1 3;1 4;1");
}

#[test]
fn all_cells_of_all_completed_fours_are_listed() {
    let rules = ConnectFour::default();
    // Two threes with a gap between them: the stone in the gap makes seven in a row, four fours at once.
    let seven = played(&rules, &[1, 1, 2, 2, 3, 3, 5, 5, 6, 6, 7, 7, 4]);
    assert_eq!(seven.turn(), Turn::Over(Outcome::Win(Side::One)));
    assert_eq!(cells(&rules.winning_cells(&seven)), "1;1 2;1 3;1 4;1 5;1 6;1 7;1");
    assert_eq!(rules.fours(&seven).len(), 4);
    // A row and a column that meet in the last stone.
    let mut corner = rules
        .parse_position("......./......./111..../2221.../1211.../2121222")
        .expect("a position to play on");
    rules.play(&mut corner, Column(3), &mut ()).expect("legal");
    assert_eq!(corner.turn(), Turn::Over(Outcome::Win(Side::One)));
    assert_eq!(
        cells(&rules.winning_cells(&corner)),
        "1;4 2;4 3;4 4;1 4;2 4;3 4;4"
    );
}

#[test]
fn nothing_can_be_played_into_a_full_column_off_the_board_or_after_the_end() {
    let rules = ConnectFour::default();
    let full = played(&rules, &[1, 1, 1, 1, 1, 1]);
    let won = played(&rules, &[1, 2, 1, 2, 1, 2, 1]);
    for (position, column) in [(&full, 0), (&full, 7), (&full, 255), (&won, 4)] {
        let mut after = position.clone();
        assert!(rules.play(&mut after, Column(column), &mut ()).is_err());
        assert_eq!(&after, position);
    }
    assert!(rules.winning_cells(&full).is_empty());
}

#[test]
fn a_full_board_without_a_four_is_a_draw() {
    let rules = rules(4, 4);
    let draw = played(&rules, &[1, 2, 1, 2, 2, 1, 2, 1, 3, 4, 3, 4, 4, 3, 4, 3]);
    assert_eq!(rules.turn(&draw), Turn::Over(Outcome::Draw));
    assert_eq!(
        rules.diagram(&draw),
        "2 1 2 1\n\
         2 1 2 1\n\
         1 2 1 2\n\
         1 2 1 2\n"
    );
}

#[test]
fn a_stone_drops_from_above_onto_its_cell_in_the_picture() {
    let rules = ConnectFour::default();
    let mut position = played(&rules, &[4, 4]);
    let mut steps = EffectSteps::default();
    rules.play(&mut position, Column(3), &mut steps).expect("legal");
    let expected = Effect::Enter {
        cell: Cell::new(3, 3),
        height: 1,
        token: Token(1),
    };
    assert_eq!(steps.into_steps(), [[expected]]);
    let view = rules.view(&position);
    assert_eq!(
        view.board
            .map(|_, token| token.map_or(0, |token| token.0))
            .to_string(),
        "0 0 0 0 0 0 0\n\
         0 0 0 0 0 0 0\n\
         0 0 0 0 0 0 0\n\
         0 0 0 1 0 0 0\n\
         0 0 0 2 0 0 0\n\
         0 0 0 1 0 0 0\n"
    );
    assert!(view.lines.is_empty());
    let won = rules.view(&played(&rules, &[1, 2, 1, 2, 1, 2, 1]));
    assert_eq!(won.lines, [[5, 4, 3, 2].map(|row| Cell::new(0, row))]);
}

#[test]
fn positions_are_read_as_drops_or_rows() {
    let rules = ConnectFour::default();
    let drops = rules.parse_position("4453").expect("legal drops");
    assert_eq!(
        rules.position_text(&drops),
        "......./......./......./......./...2.../..211.."
    );
    assert_eq!(
        rules.parse_position("......./......./......./......./...2.../..211.."),
        Ok(drops)
    );
    assert_eq!(rules.parse_position(""), Ok(rules.initial()));
    for wrong in [
        "8",
        "0",
        "44a",
        "4 4",
        "4444444",
        "12121212",
        "1212121",
        "é",
        "......./......./......./......./...2.../..1....",
        "......./......./......./......./......./..2....",
        "......./......./......./......./......./..1.1..",
        "......./......./......./......./......./1111222",
        "......./......./......./......./..1....",
        "......../......./......./......./......./.......",
        "/",
    ] {
        assert!(rules.parse_position(wrong).is_err(), "{wrong}");
    }
    let wide = self::rules(12, 5);
    assert_eq!(
        wide.parse_drops("12 3 12"),
        Ok(vec![Column(11), Column(2), Column(11)])
    );
    for wrong in ["13", "12  3", " 12", "12 ", "12,3"] {
        assert!(wide.parse_drops(wrong).is_err(), "{wrong}");
    }
    assert_eq!(
        rules
            .parse_drops("44444441")
            .expect_err("the column is full")
            .to_string(),
        "`44444441` is not possible: column 4 is full after 6 drops"
    );
    assert_eq!(
        rules
            .parse_drops("12121212")
            .expect_err("the game is over")
            .to_string(),
        "`12121212` is not possible: it is over (P1 wins) after 7 drops"
    );
    assert_eq!(
        self::rules(9, 5).parse_drops("19"),
        Ok(vec![Column(0), Column(8)])
    );
    assert_eq!(
        rules.parse_position("44a").expect_err("no column").to_string(),
        "`a` is not a column from 1 to 7 (drop 3 of `44a`)"
    );
}

/// Plays the readable and the packed rules side by side.
fn check_packed<G: Geometry<Word = u64>>(rules: &ConnectFour, packed: &PackedConnectFour<G>, seed: u64) {
    let mut random = Random::new(seed);
    let mut position = rules.initial();
    let mut board = packed.initial();
    loop {
        assert_eq!(packed.turn(&board), rules.turn(&position));
        assert_eq!(packed.pack(&position), board);
        let landings: Vec<Landing> = packed.legal_actions(&board).into_iter().collect();
        let columns = landings.iter().map(|&landing| packed.unpack_action(landing));
        assert!(columns.eq(rules.legal_actions(&position)));
        let mirrored = rules.transform_state(&position, 1);
        assert_eq!(packed.transform_state(&board, 1), packed.pack(&mirrored));
        if landings.is_empty() {
            return;
        }
        let landing = landings[random.index(landings.len())];
        let column = packed.unpack_action(landing);
        assert_eq!(
            packed.unpack_action(packed.transform_action(landing, 1)),
            rules.transform_action(column, 1),
            "a drop and its mirror image"
        );
        let (mut effects, mut packed_effects) = (EffectSteps::default(), EffectSteps::default());
        rules.play(&mut position, column, &mut effects).expect("legal");
        packed
            .play(&mut board, landing, &mut packed_effects)
            .expect("legal");
        assert_eq!(effects, packed_effects);
    }
}

#[test]
fn the_contract_of_packed_rules_holds() {
    let effort = Effort { games: 20, plies: 43 };
    check_rules(&PackedConnectFour::standard(), effort);
    check_symmetries(&PackedConnectFour::standard(), effort);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_packed_rules_play_the_same_game(seed: u64, columns in 4u32..=12, rows in 4u32..=15) {
        let rules = rules(columns, rows);
        let packed = PackedConnectFour::new(&rules);
        prop_assert_eq!(packed.is_some(), columns * (rows + 1) <= 64);
        if let Some(packed) = packed {
            check_packed(&rules, &packed, seed);
        }
        check_packed(&ConnectFour::default(), &PackedConnectFour::standard(), seed);
    }

    #[test]
    fn threats_are_the_cells_that_would_win(seed: u64) {
        let rules = ConnectFour::default();
        random_game(&rules, seed, |position| {
            if position.turn().player().is_none() {
                return;
            }
            let board = pack(Standard::default(), position);
            for (stones, threats) in [(board.mover(), board.threats()), (board.opponent(), board.opponent_threats())] {
                for cell in (0..49).filter(|cell| cell % 7 != 6) {
                    let empty = board.mask() >> cell & 1 == 0;
                    let wins = empty && has_four(board.geometry(), stones | 1 << cell);
                    assert_eq!(threats >> cell & 1 == 1, wins);
                }
            }
            assert_eq!(board.mirrored().mirrored(), board);
        });
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[.12/ 0-9a]{0,60}|([.12xo]{4}[/\n]){3}[.12xo]{4}|\\PC{0,20}") {
        for rules in [ConnectFour::default(), rules(4, 4), rules(12, 4)] {
            if let Ok(position) = rules.parse_position(&text) {
                prop_assert_eq!(rules.parse_position(&rules.diagram(&position)), Ok(position.clone()));
                prop_assert_eq!(rules.parse_position(&rules.position_text(&position)), Ok(position));
            }
        }
    }

    /// Finished games too.
    #[test]
    fn a_drawn_board_is_read_as_it_is(seed: u64, columns in 4u32..=12, rows in 4u32..=12) {
        let rules = rules(columns, rows);
        random_game(&rules, seed, |position| {
            let read = rules.parse_diagram(&rules.diagram(position));
            assert_eq!(read.as_ref(), Ok(position));
        });
    }
}

#[test]
fn keys_are_unique() {
    let mut keys = std::collections::HashMap::new();
    let rules = ConnectFour::default();
    for seed in 0..200 {
        random_game(&rules, seed, |position| {
            let board = pack(Standard::default(), position);
            assert_eq!(*keys.entry(board.key()).or_insert(board), board);
        });
    }
    assert!(keys.len() > 2000);
}
