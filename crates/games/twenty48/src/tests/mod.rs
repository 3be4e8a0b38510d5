//! The contract of a game and the rules on boards of several sizes, with helpers for other tests.

mod examination;
pub(crate) mod packed_board;
mod symmetry;

use std::path::Path;

use proptest::prelude::*;
use quincunx_core::testkit::{
    Effort, check_chance, check_game, check_golden, check_perft_with_chance, check_symmetries, playthrough,
};
use quincunx_core::{
    ActionSet, Cell, Direction, Effect, EffectSteps, Game, Notation, Outcome, Random, RandomSource, Session,
    Size, Token, Turn,
};

use quincunx_ntuple::{Method, TrainingStop};
use quincunx_registry::learning::{Saved, Trainer, TrainingConfig};
use quincunx_registry::{DynGame, Registered};
use quincunx_search::Limits;
use std::num::NonZero;

use super::*;

/// A network of four tuples.
pub(crate) const FOUR: &str = "012345 456789 012456 45689a";

/// Parses tuples.
pub(crate) fn tuples(text: &str) -> NetworkSpec {
    text.parse().expect("tuples")
}

/// Fills a board at random with exponents below `end`.
pub(crate) fn random_board(random: &mut Random, end: u32) -> PackedBoard {
    (0..16).fold(PackedBoard::default(), |board, cell| {
        board.with(cell, random.below(end))
    })
}

/// Returns how test networks are trained.
pub(crate) fn config(restart: Option<usize>) -> TrainingConfig {
    TrainingConfig {
        method: Method {
            rate: 1.0,
            lambda: 0.5,
            coherence: true,
        },
        restart,
        threads: NonZero::<usize>::MIN,
    }
}

/// Trains a network up to a number of games.
pub(crate) fn train(trainer: &mut Trainer, games: u64, restart: Option<usize>) {
    let trained = trainer.train(&config(restart), games, &TrainingStop::default(), &|_| {});
    trained.expect("memory for it");
}

/// Saves a network to memory.
pub(crate) fn saved(trainer: &Trainer, what: Saved) -> Vec<u8> {
    let mut bytes = Vec::new();
    trainer.save(&mut bytes, what).expect("memory can be written");
    bytes
}

fn rules(columns: u32, rows: u32, scoring: Scoring) -> Twenty48 {
    let size = Size::new(columns, rows).expect("a possible size");
    Twenty48::new(size, scoring, Twenty48::FOUR_RATE).expect("rules")
}

#[test]
fn the_contract_is_kept_on_every_size() {
    for (columns, rows, scoring) in [
        (2, 2, Scoring::Standard),
        (4, 4, Scoring::Standard),
        (3, 5, Scoring::Contest),
        (6, 2, Scoring::Standard),
    ] {
        let rules = self::rules(columns, rows, scoring);
        check_game(&rules, Effort::default());
        check_chance(&rules, Effort::default());
        check_symmetries(&rules, Effort::default());
    }
}

#[test]
fn paths_are_counted() {
    check_perft_with_chance(&Twenty48::default(), include_str!("../perft.txt"));
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    let square = playthrough(&rules(4, 4, Scoring::Standard), 7, 40);
    let small = playthrough(&rules(3, 2, Scoring::Contest), 1, 1000);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    check_golden(folder.join("playthrough.txt"), &format!("{square}\n{small}"));
}

#[test]
fn console_values_equal_those_of_the_analysis() {
    let text = "1024,0,512,512/32,64,256,512/8,4,4,2/0,0,1024,0";
    let mut lines = "scoring contest\n".to_owned();
    for (row, values) in text.split('/').enumerate() {
        for (column, value) in values.split(',').enumerate() {
            lines += &format!("set {column};{row} {value}\n");
        }
    }
    lines += "values\nhint\n";
    let mut output = Vec::new();
    console::console(&[], &mut lines.as_bytes(), &mut output).expect("memory can be written");
    let output = String::from_utf8(output).expect("text");
    let mut answers = output.lines().skip_while(|line| *line == "OK");

    let game: &dyn DynGame = &Registered::<Twenty48>::NEW;
    let mut options = game.defaults();
    options.set("scoring", "contest").expect("an option");
    let session = game.new_session_from(&options, 0, text).expect("a position");
    let mut player = game.player(&*session, &game.strongest_agent()).expect("a player");
    let analysis = player.analyze(&*session, &Limits::default(), &mut |_| {});
    let values = ["up", "down", "left", "right"].map(|direction| {
        let mut judged = analysis.actions.iter();
        let judged = judged.find(|judged| session.action_text(judged.action).as_deref() == Some(direction));
        let value = judged.map_or_else(
            || "-".to_owned(),
            |judged| format!("{:.1}", judged.value.expected()),
        );
        format!("{direction} {value}")
    });
    assert_eq!(answers.next(), Some(&*values.join(" ")));
    assert_eq!(answers.next(), session.action_text(analysis.best()).as_deref());
}

#[test]
fn positions_that_say_too_much_are_refused() {
    let rules = rules(2, 2, Scoring::Standard);
    assert!(rules.parse_position("0,2/0,0 12 7 2").is_ok());
    for text in [
        "0,2/0,0 12 7 3",
        "0,2/0,0 12 7 2 0",
        "4,2/2,4 12 7 1",
        "0,2,0/4,2,0 12 7 0",
    ] {
        assert!(rules.parse_position(text).is_err(), "{text}");
    }
}

#[test]
fn free_cells_are_numbered_over_the_whole_board() {
    let mut position = Position::empty(Size::new(20, 10).expect("a possible size")).expect("a board");
    let taken = [Cell::new(3, 0), Cell::new(19, 9), Cell::new(0, 5)];
    for cell in taken {
        position.set(cell, 2).expect("a cell and a value of the board");
    }
    let numbered: Vec<Cell> = (0..).map_while(|n| position.free_cell(n)).collect();
    let free = position.size().cells().filter(|cell| !taken.contains(cell));
    assert_eq!(numbered, free.collect::<Vec<_>>());
}

#[test]
fn networks_are_for_four_by_four_alone() {
    for (columns, rows) in [(4, 4), (4, 3), (3, 4), (8, 2)] {
        let rules = rules(columns, rows, Scoring::Standard);
        assert_eq!(rules.is_4x4(), (columns, rows) == (4, 4), "{columns}×{rows}");
    }
}

#[test]
fn two_largest_pieces_do_not_merge() {
    let largest = crate::position::LARGEST;
    let rules = rules(3, 2, Scoring::Standard);
    let state = rules.parse_position(&format!("{largest},{largest},0/0,0,2"));
    let state = state.expect("a position");
    assert_eq!(
        rules.legal_actions(&state).into_iter().collect::<Vec<_>>(),
        [Direction::Up, Direction::Down]
    );
    let reason = rules.illegal_reason(&state, Direction::Left);
    assert_eq!(
        reason,
        Some(crate::position::PieceTooLarge(Direction::Left).to_string())
    );
}

#[test]
fn certain_pieces_leave_one_outcome_a_cell() {
    for (rate, value) in [(0.0, 2), (1.0, 4)] {
        let size = Size::new(3, 2).expect("a possible size");
        let rules = Twenty48::new(size, Scoring::Standard, rate).expect("rules");
        check_chance(&rules, Effort { games: 5, plies: 20 });
        let state = rules.initial();
        let cell = Cell::new(0, 0);
        assert!(rules.is_possible(&state, &Piece { cell, value }));
        assert!(!rules.is_possible(
            &state,
            &Piece {
                cell,
                value: 6 - value
            }
        ));
    }
    let size = Size::new(3, 2).expect("a possible size");
    assert!(Twenty48::new(size, Scoring::Standard, f64::NAN).is_err());
    assert!(Twenty48::new(size, Scoring::Standard, 1.5).is_err());
    let thin = Size::new(1, 9).expect("a possible size");
    assert!(Twenty48::new(thin, Scoring::Standard, 0.1).is_err());
}

#[test]
fn a_new_board_carries_two_pieces() {
    let rules = rules(4, 4, Scoring::Standard);
    let mut fours = 0;
    for seed in 0..2000 {
        let session = Session::new(rules, seed).expect("the opening comes to rest");
        assert_eq!((session.state().pieces(), session.state().pending()), (2, 0));
        fours += session
            .state()
            .cells()
            .values()
            .iter()
            .filter(|&&value| value == 4)
            .count();
    }
    // 4000 pieces, a tenth of them fours: six standard deviations are 114.
    assert!(fours.abs_diff(400) < 114, "{fours}");
}

#[test]
fn illegal_actions_are_explained() {
    let rules = Twenty48::default();
    let state = rules
        .parse_position("2,4,0,0/8,0,0,0/0,0,0,0/0,0,0,0 0 0 0")
        .expect("a position");
    for (direction, reason) in [
        (Direction::Left, "no piece can move left"),
        (Direction::Up, "no piece can move up"),
    ] {
        assert!(!rules.is_legal(&state, direction));
        assert_eq!(rules.illegal_reason(&state, direction).as_deref(), Some(reason));
    }
}

#[test]
fn effects_slide_then_merge_then_spawn() {
    let rules = rules(4, 2, Scoring::Contest);
    let state = rules.parse_position("0,2,2,2/4,0,0,0 0 0 0").expect("a position");
    let mut after = state;
    let mut steps = EffectSteps::default();
    rules
        .play(&mut after, Direction::Left, &mut steps)
        .expect("legal");
    assert_steps(
        steps,
        &[
            &[moved(1, 0, 2), moved(2, 0, 2), moved(3, 1, 2)],
            &[
                Effect::Merge {
                    cell: Cell::new(0, 0),
                    token: Token(4),
                },
                Effect::Points { points: 4 },
            ],
        ],
    );
    let mut steps = EffectSteps::default();
    let piece = rules.parse_chance("4@2;1").expect("a piece");
    rules.resolve_chance(&mut after, &piece, &mut steps);
    assert_steps(
        steps,
        &[&[Effect::Spawn {
            cell: Cell::new(2, 1),
            token: Token(4),
        }]],
    );
    assert_eq!(rules.position_text(&after), "4,2,0,0/4,0,4,0 4 1 0");
}

fn moved(from: u32, to: u32, value: u64) -> Effect {
    Effect::Move {
        from: Cell::new(from, 0),
        to: Cell::new(to, 0),
        token: Token(value),
    }
}

fn assert_steps(steps: EffectSteps, want: &[&[Effect]]) {
    assert_eq!(steps.into_steps(), want);
}

#[test]
fn a_game_ends_with_its_points() {
    let rules = rules(2, 2, Scoring::Standard);
    let state = rules.parse_position("2,4/8,0 100 9 1").expect("a position");
    assert_eq!(rules.turn(&state), Turn::Chance);
    let mut full = state;
    let piece = rules.parse_chance("2@1;1").expect("a piece");
    rules.resolve_chance(&mut full, &piece, &mut ());
    assert_eq!(rules.turn(&full), Turn::Over(Outcome::Score(100)));
    assert!(rules.legal_actions(&full).is_empty());
}

#[test]
fn huge_counts_saturate() {
    let rules = rules(2, 2, Scoring::Standard);
    let text = format!("2,2/0,0 {} {} 0", u128::MAX, u64::MAX);
    let mut state = rules.parse_position(&text).expect("a position");
    rules
        .play(&mut state, Direction::Left, &mut EffectSteps::default())
        .expect("legal");
    assert_eq!(rules.points(&state), u64::MAX);
    assert_eq!((state.points(), state.moves()), (u128::MAX, u64::MAX));
}

/// Slides by the wording of the rules: take the tiles of each line from its end, merge two equal neighbours
/// once.
fn slide_by_the_words(position: &Position, direction: Direction) -> (Vec<u64>, u128) {
    let size = position.size();
    let (along, across) = match direction {
        Direction::Left | Direction::Right => (size.columns(), size.rows()),
        Direction::Up | Direction::Down => (size.rows(), size.columns()),
    };
    let mut values = vec![0; size.area()];
    let mut points = 0;
    for line in 0..across {
        let cells: Vec<Cell> = (0..along)
            .map(|at| match direction {
                Direction::Left => Cell::new(at, line),
                Direction::Right => Cell::new(along - 1 - at, line),
                Direction::Up => Cell::new(line, at),
                Direction::Down => Cell::new(line, along - 1 - at),
            })
            .collect();
        let mut tiles = cells
            .iter()
            .map(|&cell| position.cells()[cell])
            .filter(|&v| v > 0)
            .peekable();
        let mut ends = cells.iter();
        while let Some(tile) = tiles.next() {
            let value = if tiles.next_if_eq(&tile).is_some() {
                2 * tile
            } else {
                tile
            };
            points += u128::from(if value > tile { value } else { 0 });
            let cell = ends.next().expect("merging makes no more tiles");
            values[size.index(*cell)] = value;
        }
    }
    (values, points)
}

proptest! {
    #[test]
    fn slides_follow_the_rules(
        (columns, rows) in (2u32..7, 2u32..7),
        seed in any::<u64>(),
        few in 1u32..5,
    ) {
        let rules = rules(columns, rows, Scoring::Standard);
        let mut random = Random::new(seed);
        let mut position = Position::empty(rules.size()).expect("large enough");
        for cell in rules.size().cells() {
            position.set(cell, u64::from(random.below(few + 1)) * 3).expect("on the board");
        }
        for direction in Direction::ALL {
            let (values, points) = slide_by_the_words(&position, direction);
            let changes = position.cells().values() != values;
            prop_assert_eq!(position.possible().contains(direction), changes);
            let mut after = position.clone();
            prop_assert_eq!(after.perform_move(direction, Scoring::Standard), Ok(changes));
            prop_assert_eq!(after.cells().values(), &values);
            prop_assert_eq!(after.points(), points);
            prop_assert_eq!(after.moves(), u64::from(changes));
        }
    }

    #[test]
    fn no_text_makes_the_parsers_panic(text in "[0-9,/@; upleft-]{0,60}|.{0,20}") {
        let rules = rules(2, 2, Scoring::Standard);
        if let Ok(position) = rules.parse_position(&text) {
            prop_assert_eq!(rules.position_text(&position), text.clone());
        }
        if let Ok(piece) = rules.parse_chance(&text) {
            prop_assert_eq!(rules.chance_text(&piece), text.clone());
        }
        if let Ok(direction) = rules.parse_action(&text) {
            prop_assert_eq!(rules.action_text(direction), text);
        }
    }
}
