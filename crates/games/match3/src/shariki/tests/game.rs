//! The interactive game: its contract, its packed twin, its cascades.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::path::Path;

use proptest::prelude::*;
use quincunx_core::testkit::{Effort, check_game, check_golden, check_perft, playthrough};
use quincunx_core::{
    ActionSet, Cell, DenseActions, Effect, EffectSink, EffectSteps, Game, Notation, Random, RandomSource,
    Session, Size, Turn, Visual as _, apply_step,
};

use super::super::spawning::refill_calmly;
use super::super::*;
use super::boards;
use crate::engine::view::{OBSERVATION_PLANES, write_board, write_packed};
use crate::engine::{ColumnBoard, Combination, Kind, Layout, PackedBoard, effects};

const SPECIALS: [u16; 4] = [30, 30, 30, 20];

fn rules(columns: u32, rows: u32, colours: u8, specials: [u16; 4], when_stuck: WhenStuck) -> Shariki {
    let size = Size::new(columns, rows).expect("a size of at least 1 by 1");
    Shariki::new(size, SpawnRates { colours, specials }, when_stuck)
}

#[test]
fn the_contract_holds() {
    let effort = Effort { games: 3, plies: 12 };
    check_game(&rules(9, 9, 6, SPECIALS, WhenStuck::Reshuffle), effort);
    check_game(
        &rules(9, 9, 6, [0; 4], WhenStuck::Reshuffle).with_max_swaps(5),
        effort,
    );
    check_game(&rules(4, 3, 5, SPECIALS, WhenStuck::End), effort);
    check_game(&rules(3, 3, 6, SPECIALS, WhenStuck::Reshuffle), effort);
    check_game(
        &rules(12, 12, 6, SPECIALS, WhenStuck::Reshuffle),
        Effort { games: 1, plies: 5 },
    );
}

/// Sixteen bits would hold no more than the sum's remainder, here 1000.
#[test]
#[should_panic(expected = "more specials than elements")]
fn more_specials_than_elements_are_refused() {
    let _ = rules(9, 9, 6, [u16::MAX, 1001, 0, 0], WhenStuck::Reshuffle);
}

#[test]
fn paths_are_counted() {
    let rules = rules(9, 9, 6, SPECIALS, WhenStuck::Reshuffle);
    check_perft(&rules, include_str!("../perft.txt"));
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    let games = [
        rules(6, 5, 5, SPECIALS, WhenStuck::Reshuffle).with_max_swaps(5),
        rules(4, 4, 6, [0; 4], WhenStuck::Reshuffle).with_max_swaps(8),
        rules(3, 5, 6, [0; 4], WhenStuck::End),
    ];
    let text = games.map(|rules| playthrough(&rules, 7, 12)).join("\n");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/shariki");
    check_golden(folder.join("playthrough.txt"), &text);
}

/// Plays random games on the packed board, on columns and on the readable board side by side; returns the
/// swaps played.
fn check_twins(rules: &Shariki, seed: u64, plies: u32) -> u32 {
    let columns = rules.clone().unpacked();
    // The readable board takes over where somebody listens.
    let mut states = [rules.initial(), columns.initial(), columns.initial()];
    let mut random = Random::new(seed);
    let mut swaps = 0;
    loop {
        let [packed, rest @ ..] = &states;
        let board = packed.board();
        for other in rest {
            assert_eq!(rules.position_text(packed), columns.position_text(other));
            assert_eq!(rules.turn(packed), columns.turn(other));
            assert_eq!(other, &rest[0]);
        }
        match rules.turn(packed) {
            Turn::Player(_) => {
                let legal: Vec<Swap> = rules.legal_actions(packed).into_iter().collect();
                assert_eq!(
                    legal,
                    columns.legal_actions(&rest[0]).into_iter().collect::<Vec<_>>()
                );
                assert_eq!(legal, swaps_found(&board));
                if swaps == plies {
                    return swaps;
                }
                swaps += 1;
                let swap = legal[random.index(legal.len())];
                let [packed, silent, heard] = &mut states;
                rules.play_unchecked(packed, swap, &mut ());
                columns.play_unchecked(silent, swap, &mut ());
                columns.play_unchecked(heard, swap, &mut EffectSteps::default());
            }
            Turn::Chance => {
                let mut same_random = random.clone();
                let chance = rules.sample_chance(packed, &mut random);
                assert_eq!(columns.sample_chance(&rest[0], &mut same_random), chance);
                assert!(rules.is_possible(packed, &chance) && columns.is_possible(&rest[0], &chance));
                let [packed, silent, heard] = &mut states;
                rules.resolve_chance(packed, &chance, &mut ());
                columns.resolve_chance(silent, &chance, &mut ());
                columns.resolve_chance(heard, &chance, &mut EffectSteps::default());
            }
            Turn::Over(_) => return swaps,
        }
    }
}

/// Finds the legal swaps as the rules say it: those after which there is a combination.
fn swaps_found(board: &Board) -> Vec<Swap> {
    let makes_combination = |swap: &Swap| {
        let mut board = board.clone();
        let [a, b] = swap.cells();
        board.swap(a, b);
        Combination::find(&board).is_some()
    };
    let size = board.size();
    let all = size
        .cells()
        .flat_map(|cell| [Swap::Down(cell), Swap::Right(cell)]);
    let mut legal: Vec<Swap> = all
        .filter(|swap| size.contains(swap.cells()[1]))
        .filter(makes_combination)
        .collect();
    legal.sort();
    legal
}

#[test]
fn all_boards_play_alike() {
    let mut swaps = 0;
    for seed in 0..10 {
        for (columns, rows, colours) in [
            (9, 9, 6),
            (16, 8, 5),
            (3, 42, 6),
            (42, 3, 6),
            (4, 4, 5),
            (11, 11, 6),
            (3, 64, 6),
        ] {
            swaps += check_twins(&rules(columns, rows, colours, SPECIALS, WhenStuck::End), seed, 12);
        }
    }
    assert!(swaps > 300, "only {swaps} swaps were compared");
}

#[test]
fn two_lines_that_cross_are_found_alike_on_packed_boards() {
    let size = Size::new(9, 9).expect("a size of at least 1 by 1");
    let layout = Layout::new(size, |_| true).expect("it can be packed");
    let regular = |number: u32| Some(Element::new(Letter::Regular, Colour::ALL[number as usize]));
    let arms = (3..=5).flat_map(|down| (3..=5).map(move |right| (down, right)));
    for (down, right) in arms {
        for (above, left) in (0..down).flat_map(|above| (0..right).map(move |left| (above, left))) {
            let mut board = Board::empty(size);
            for cell in size.cells() {
                board.set(cell, regular((cell.column + 2 * cell.row) % 5));
            }
            for row in 0..down {
                board.set(Cell::new(4, 4 + row - above), regular(5));
            }
            for column in 0..right {
                board.set(Cell::new(4 + column - left, 4), regular(5));
            }
            let packed = PackedBoard::new(&board);
            assert_eq!(
                packed.next_combination(&layout),
                Combination::find(&board),
                "{board:?}"
            );
            // A level may have some kinds alone.
            for some in 1..16 {
                let kinds = Kind::ALL
                    .into_iter()
                    .enumerate()
                    .filter(|(place, _)| some >> place & 1 == 1);
                let kinds: Vec<Kind> = kinds.map(|(_, kind)| kind).collect();
                let find = |&kind| size.cells().find_map(|cell| Combination::at(&board, kind, cell));
                assert_eq!(
                    packed.next_of(&layout, &kinds),
                    kinds.iter().find_map(find),
                    "{kinds:?} {board:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn boards_of_all_forms_are_observed_and_compared_alike(
        board in boards(3..=11, 3..=11),
        place: prop::sample::Index,
    ) {
        let seen = |write: &dyn Fn(&mut [u8])| {
            let mut seen = vec![0; OBSERVATION_PLANES * board.size().area()];
            write(&mut seen);
            seen
        };
        let packed = PackedBoard::new(&board);
        prop_assert_eq!(seen(&|seen| write_packed(&packed, seen)), seen(&|seen| write_board(&board, seen)));
        let mut settled = ColumnBoard::new(&board).to_board();
        let columns = ColumnBoard::new(&settled);
        let cell = board.size().cell(place.index(board.size().area()));
        prop_assume!(settled.element(cell).is_some_and(|element| element.letter != Letter::Bomb));
        let mut element = settled.element(cell).expect("it was asked for");
        element.letter = Letter::Bomb;
        settled.set(cell, Some(element));
        let others = ColumnBoard::new(&settled);
        let hash = |board: &ColumnBoard| BuildHasherDefault::<DefaultHasher>::default().hash_one(board);
        prop_assert!(columns == ColumnBoard::new(&columns.to_board()) && columns != others);
        prop_assert_ne!(hash(&columns), hash(&others));
    }

    #[test]
    fn any_board_to_begin_with_resolves_alike(board in boards(1..=11, 1..=11), seed: u64) {
        let size = board.size();
        prop_assume!(size.columns() >= 3 && size.rows() >= 3);
        let rules = rules(size.columns(), size.rows(), 6, SPECIALS, WhenStuck::End).with_start(board);
        check_twins(&rules, seed, 2);
    }

    #[test]
    fn calm_refills_are_alike_on_all_boards_and_make_no_combination(
        mut board in boards(3..=11, 3..=11),
        seed: u64,
    ) {
        resolve_fast(&mut board);
        let rates = SpawnRates { colours: 6, specials: SPECIALS };
        let elements = refill_calmly(&board, &rates, &mut Random::new(seed));
        let packed = refill_calmly(&PackedBoard::new(&board), &rates, &mut Random::new(seed));
        let columns = refill_calmly(&ColumnBoard::new(&board), &rates, &mut Random::new(seed));
        prop_assert_eq!(&packed, &elements);
        prop_assert_eq!(&columns, &elements);
        effects::fill(&mut board, |_| true, &elements, &mut ());
        prop_assert_eq!(Combination::find(&board), None);
    }

    #[test]
    fn texts_never_panic(text in "[-0-9;RVHWB/ a-z]{0,40}", tail in any::<String>()) {
        let rules = rules(4, 3, 4, SPECIALS, WhenStuck::End);
        for text in [text.clone(), tail.clone(), format!("{text}; points {tail}")] {
            if let Ok(swap) = rules.parse_action(&text) {
                prop_assert!(rules.action_index(swap) < rules.action_count());
            }
            if let Ok(state) = rules.parse_position(&text) {
                prop_assert_eq!(rules.parse_position(&rules.position_text(&state)), Ok(state));
            }
            let _: Result<Vec<Element>, _> = rules.parse_chance(&text);
        }
    }
}

/// A sink that adds up what the effects say.
#[derive(Default)]
struct Sum {
    points: u64,
    removed: u64,
}

impl EffectSink for Sum {
    const ENABLED: bool = true;

    fn effect(&mut self, effect: Effect) {
        match effect {
            Effect::Points { points } => self.points += points,
            Effect::Remove { .. } => self.removed += 1,
            _ => {}
        }
    }

    fn end_step(&mut self) {}
}

#[test]
fn counters_that_are_full_stay_full() {
    let rules = rules(3, 4, 6, [0; 4], WhenStuck::End);
    let board = "R1 R2 R3 / R4 R5 R4 / R4 R1 R2 / R1 R4 R1";
    let mut state = position(
        &rules,
        &format!("{board}; points {}; swaps {}; step 0", u64::MAX, u32::MAX),
    );
    let swap = rules.parse_action("2;1 3;1").expect("a swap");
    rules.play(&mut state, swap, &mut ()).expect("a legal swap");
    assert_eq!((state.points, state.swaps, state.step), (u64::MAX, u32::MAX, 1));
}

fn position(rules: &Shariki, text: &str) -> Position {
    rules.parse_position(text).expect("a position")
}

#[test]
fn points_grow_with_the_step_of_the_cascade() {
    let rules = rules(3, 4, 6, [0; 4], WhenStuck::End);
    let mut state = position(
        &rules,
        "R1 R2 R3 / R4 R5 R4 / R4 R1 R2 / R1 R4 R1; points 0; swaps 0; step 0",
    );
    // The R1 comes down between the two others.
    let swap = rules.parse_action("3;1 2;1").expect("a swap");
    let mut sum = Sum::default();
    rules.play(&mut state, swap, &mut sum).expect("a legal swap");
    assert_eq!((sum.removed, sum.points, rules.points(&state)), (3, 30, 30));
    assert_eq!(
        rules.position_text(&state),
        "-- -- -- / R1 R2 R3 / R4 R5 R4 / R4 R4 R2; points 30; swaps 1; step 1"
    );
    let chance = rules.parse_chance("R6 R6 R6").expect("elements");
    rules.resolve_chance(&mut state, &chance, &mut sum);
    assert_eq!((sum.removed, sum.points), (6, 90));
    assert_eq!(
        rules.position_text(&state),
        "-- -- -- / R1 R2 R3 / R4 R5 R4 / R4 R4 R2; points 90; swaps 1; step 2"
    );
    let chance = rules.parse_chance("R4 R5 R6").expect("elements");
    rules.resolve_chance(&mut state, &chance, &mut sum);
    assert_eq!((rules.points(&state), state.step), (90, 0));
    assert!(rules.turn(&state).player().is_some());
}

/// Each refill makes the next combination: the factor of the points grows with every one of them.
#[test]
fn points_grow_with_every_step_of_a_long_cascade() {
    let packed = rules(3, 4, 6, [0; 4], WhenStuck::End);
    for rules in [packed.clone(), packed.unpacked()] {
        let mut state = position(
            &rules,
            "R1 R2 R3 / R4 R5 R4 / R4 R1 R2 / R1 R4 R1; points 0; swaps 0; step 0",
        );
        let swap = rules.parse_action("3;1 2;1").expect("a swap");
        rules.play(&mut state, swap, &mut ()).expect("a legal swap");
        let mut sum = Sum {
            points: 30,
            removed: 3,
        };
        let chance = rules.parse_chance("R6 R6 R6").expect("elements");
        for step in 2..=30 {
            rules.resolve_chance(&mut state, &chance, &mut sum);
            let points = (1..=step).sum::<u64>() * 30;
            assert_eq!((sum.removed, sum.points), (3 * step, points));
            assert_eq!(
                rules.position_text(&state),
                format!("-- -- -- / R1 R2 R3 / R4 R5 R4 / R4 R4 R2; points {points}; swaps 1; step {step}")
            );
        }
    }
}

#[test]
fn a_swap_that_makes_nothing_is_refused_and_changes_nothing() {
    let rules = rules(3, 3, 6, [0; 4], WhenStuck::Reshuffle);
    let before = position(
        &rules,
        "R1 R1 R2 / R3 R4 R1 / R5 R6 R3; points 0; swaps 0; step 0",
    );
    let legal: Vec<String> = rules
        .legal_actions(&before)
        .into_iter()
        .map(|swap| rules.action_text(swap))
        .collect();
    assert_eq!(legal, ["0;2 1;2"]);
    let mut state = before.clone();
    let swap = rules.parse_action("0;0 1;0").expect("a swap");
    assert!(rules.play(&mut state, swap, &mut ()).is_err());
    assert_eq!(state, before);
}

#[test]
fn a_stuck_board_is_reshuffled_or_ends_the_game() {
    let stuck = "R1 R2 R3 / R4 R5 R6 / R1 R2 R3; points 70; swaps 3; step 0";
    let ends = rules(3, 3, 6, [0; 4], WhenStuck::End);
    assert_eq!(
        ends.turn(&position(&ends, stuck)),
        Turn::Over(quincunx_core::Outcome::Score(70))
    );

    // No order of the first board lets a swap make three of a colour, as there are not three of any: a new
    // board is dealt. The other has three reds, so its elements stay the same.
    let rules = rules(3, 3, 6, [0; 4], WhenStuck::Reshuffle);
    for (text, keeps) in [
        (stuck, false),
        ("R1 R2 R3 / R4 R5 R6 / R1 R2 B1; points 0; swaps 0; step 0", true),
    ] {
        let mut state = position(&rules, text);
        assert_eq!(rules.turn(&state), Turn::Chance);
        let sorted = |state: &Position| {
            let mut squares: Vec<String> = state
                .board()
                .squares()
                .map(|(_, square)| square.to_string())
                .collect();
            squares.sort();
            squares
        };
        let before = sorted(&state);
        let chance = rules.sample_chance(&state, &mut Random::new(5));
        assert!(rules.is_possible(&state, &chance));
        let mut reversed = chance.clone();
        reversed.truncate(8);
        assert!(!rules.is_possible(&state, &reversed));
        let mut steps = EffectSteps::default();
        rules.resolve_chance(&mut state, &chance, &mut steps);
        assert!(!steps.into_steps().is_empty());
        assert_eq!(sorted(&state) == before, keeps);
        assert!(rules.turn(&state).player().is_some());
    }
}

#[test]
fn dealt_boards_are_at_rest_and_can_be_played() {
    for seed in 0..20 {
        for (columns, rows_, colours) in [(9, 9, 6), (9, 9, 3), (3, 3, 6), (64, 64, 3)] {
            let rules = rules(columns, rows_, colours, [0; 4], WhenStuck::End);
            let session = Session::new(rules, seed).expect("the opening comes to rest");
            assert_eq!(session.chances_at(0).len(), 1, "nothing is to be resolved");
            assert!(!session.legal_actions().is_empty());
        }
    }
}

#[test]
fn a_loaded_board_is_there_before_it_falls_and_is_filled() {
    let board: Board = "R1 -- R2 / -- R3 -- / R4 R4 R5".parse().expect("a board");
    let rules = rules(3, 3, 6, [0; 4], WhenStuck::Reshuffle).with_start(board.clone());
    let state = rules.initial();
    assert_eq!(state.board(), board);
    assert_eq!(
        rules.position_text(&state),
        "R1 -- R2 / -- R3 -- / R4 R4 R5; points 0; swaps 0; step 0"
    );
    assert_eq!(position(&rules, &rules.position_text(&state)), state);
    let elements = |text: &str| rules.parse_chance(text).expect("elements");
    assert!(rules.is_possible(&state, &elements("R1 R1 R6")));
    assert!(!rules.is_possible(&state, &elements("R1 R1")));
    assert!(
        !rules.is_possible(&state, &elements("R1 R1 V6")),
        "no specials are supplied"
    );
}

/// The effects of the opening lead from the loaded board to the one that is played on.
#[test]
fn the_opening_reports_all_that_happens_to_a_loaded_board() {
    for (text, first) in [
        ("R1 -- R2 / -- R3 -- / R4 R4 R5", "move 0,0 0,1 1"),
        ("R1 R1 R1 / R2 R3 R2 / R4 R5 R6", "remove 0,0 1"),
        // At rest, and without a swap.
        ("R1 R2 R3 / R4 R5 R6 / R1 R2 R3", "become 0,0 "),
    ] {
        for is_packed in [true, false] {
            let board: Board = text.parse().expect("a board");
            let rules = rules(3, 3, 6, [0; 4], WhenStuck::Reshuffle).with_start(board);
            let rules = if is_packed { rules } else { rules.unpacked() };
            let session = Session::new(rules, 5).expect("the opening comes to rest");
            let steps = &session.present().steps;
            assert!(steps[0][0].to_string().starts_with(first), "{:?}", steps[0]);
            let mut shown = session.rules().view(&session.initial()).board;
            for step in steps {
                apply_step(&mut shown, step);
            }
            assert_eq!(shown, session.rules().view(session.state()).board);
            assert!(session.turn().player().is_some());
        }
    }
}

#[test]
fn a_position_is_of_the_size_and_the_swaps_of_its_rules() {
    let rules = rules(3, 3, 6, SPECIALS, WhenStuck::End).with_max_swaps(2);
    let board = "R1 R1 R2 / R3 R4 R1 / R5 R6 R2";
    let is_one = |text: String| rules.parse_position(&text).is_ok();
    assert!(is_one(format!("{board}; points 0; swaps 2; step 0")));
    assert!(!is_one(format!("{board}; points 0; swaps 3; step 0")));
    assert!(!is_one(format!("{board} / R1 R2 R3; points 0; swaps 2; step 0")));
}

#[test]
fn an_error_lists_the_rows_and_columns_of_swaps() {
    let error = rules(5, 4, 6, SPECIALS, WhenStuck::End)
        .parse_action("4;0 4;1")
        .expect_err("there is no row 4");
    assert!(
        error
            .to_string()
            .contains("rows from 0 to 3 and columns from 0 to 4"),
        "{error}"
    );
}

#[test]
fn a_long_cascade_is_refilled_so_that_it_ends() {
    let text = |step: u32| {
        format!("-- -- -- -- / -- -- -- -- / R1 R2 R1 R2 / R3 R1 R3 R1; points 3; swaps 1; step {step}")
    };
    let packed = rules(4, 4, 3, [0; 4], WhenStuck::End);
    let mut ends = 0;
    for rules in [packed.clone(), packed.unpacked()] {
        for step in [Shariki::LONG_CASCADE - 1, Shariki::LONG_CASCADE] {
            for seed in 0..20 {
                let mut state = position(&rules, &text(step));
                let elements = rules.sample_chance(&state, &mut Random::new(seed));
                assert_eq!(elements.len(), 8);
                rules.resolve_chance(&mut state, &elements, &mut ());
                let has_ended = rules.turn(&state) != Turn::Chance;
                assert!(has_ended || step < Shariki::LONG_CASCADE, "{seed}");
                ends += u32::from(has_ended);
            }
        }
    }
    assert!(ends < 80, "without care some refills match");
}

#[test]
fn long_cascades_are_led_to_their_end() {
    let packed = rules(11, 11, 3, SPECIALS, WhenStuck::Reshuffle);
    for rules in [packed.clone(), packed.unpacked()] {
        let mut session = Session::new(rules, 1).expect("the opening comes to rest");
        let mut longest = 0;
        for _ in 0..8 {
            let swap = session
                .legal_actions()
                .get(0)
                .expect("a player who acts has a legal action");
            longest = longest.max(session.play(swap).expect("it comes to rest").chances.len());
            assert!(session.turn().player().is_some());
        }
        assert!(
            longest >= Shariki::LONG_CASCADE as usize,
            "the longest had {longest} steps"
        );
    }
}

#[test]
fn effects_tell_of_removals_in_waves() {
    let rules = rules(4, 3, 6, [0; 4], WhenStuck::End);
    let mut state = position(
        &rules,
        "R1 R2 H4 R5 / R2 V3 R3 R2 / R3 R4 R2 R3; points 0; swaps 0; step 0",
    );
    let swap = Swap::of(Cell::new(0, 1), Cell::new(0, 2)).expect("neighbours");
    let mut steps = EffectSteps::default();
    rules.play(&mut state, swap, &mut steps).expect("a legal swap");
    let removed: Vec<Vec<Cell>> = steps
        .into_steps()
        .into_iter()
        .map(|step| {
            let cells = step.into_iter().filter_map(|effect| match effect {
                Effect::Remove { cell, .. } => Some(cell),
                _ => None,
            });
            cells.collect()
        })
        .filter(|cells: &Vec<Cell>| !cells.is_empty())
        .collect();
    let cells = |cells: &[(u32, u32)]| {
        cells
            .iter()
            .map(|&(row, column)| Cell::new(column, row))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        removed,
        [cells(&[(1, 0), (1, 1), (1, 2)]), cells(&[(0, 1), (2, 1)])]
    );
}
