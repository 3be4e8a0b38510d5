//! Packed boards against the readable rules.

use quincunx_core::{ActionSet, Direction, Grid, Notation, Random, RandomSource, Size};

use crate::downgrading::largest_gap;
use crate::packed_board::{PackError, PackedBoard};
use crate::position::{Position, Scoring};
use crate::row_tables::{PackedSlide, RowTables};
use crate::rules::Twenty48;

fn position(text: &str) -> Position {
    Twenty48::default()
        .parse_position(&format!("{text} 0 0 0"))
        .expect("a position")
}

/// Fills a board at random with exponents up to `most`, about a third of it free.
fn random_board(random: &mut Random, most: u32) -> PackedBoard {
    let mut board = PackedBoard::default();
    for index in 0..16 {
        if random.below(3) > 0 {
            board = board.with(index, 1 + random.below(most));
        }
    }
    board
}

#[test]
fn halves_are_the_exponents_in_reading_order() {
    let mut random = Random::new(5);
    for _ in 0..100 {
        let board = random_board(&mut random, PackedBoard::LARGEST);
        let halves = [board.half(0), board.half(1)].concat();
        let exponents = (0..16).map(|index| board.exponent(index) as u8);
        assert_eq!(halves, exponents.collect::<Vec<_>>());
    }
}

/// Returns a board as a position on which nothing is pending.
pub(crate) fn readable(board: PackedBoard) -> Position {
    let size = Size::new(4, 4).expect("4×4 is a size");
    let cells = Grid::from_fn(size, |cell| match board.exponent(size.index(cell) as u32) {
        0 => 0,
        exponent => 1 << exponent,
    });
    Position::from_parts(cells, 0, 0, 0).expect("nothing is pending")
}

/// Compares a board and its slides with the readable rules.
fn check_against_the_readable_rules(board: PackedBoard) {
    let rows = RowTables::get();
    let position = readable(board);
    assert_eq!(PackedBoard::try_from(&position), Ok(board));
    assert_eq!(board.possible(), position.possible(), "{position:?}");
    assert_eq!(board.free(), position.free());
    for n in 0..board.free() {
        let cell = position.free_cell(n).expect("so many are free");
        let index = position.size().index(cell) as u32;
        assert_eq!(board.nth_free(n), 1 << (4 * index));
        let piece = PackedBoard::default().with(index, 11);
        assert_eq!(board.with_all(piece), board.with(index, 11));
    }
    for direction in Direction::ALL {
        let slide = rows.slide(board, direction);
        assert_eq!(slide, rows.slide_by_turning(board, direction));
        assert_eq!(slide.board != board, board.possible().contains(direction));
        let points = [Scoring::Standard, Scoring::Contest].map(|scoring| u128::from(slide.points(scoring)));
        let after = [Scoring::Standard, Scoring::Contest].map(|scoring| {
            let mut after = position.clone();
            after.perform_move(direction, scoring).expect("small values");
            after
        });
        let slid = PackedBoard::try_from(&after[0]);
        assert_eq!(slid, Ok(slide.board), "{direction:?} of {position:?}");
        assert_eq!(points, after.map(|after| after.points()));
    }
}

#[test]
fn slides_are_those_of_the_readable_rules() {
    let mut random = Random::new(2048);
    for round in 0..2_000_000 {
        check_against_the_readable_rules(random_board(&mut random, 1 + round % 14));
    }
}

/// Lines slide independently, so this covers all boards but those with two of the largest pieces side by
/// side, which do not merge when packed.
#[test]
fn every_line_slides_like_the_readable_rules() {
    for number in 0..1_u32 << 16 {
        let line: [u32; 4] = std::array::from_fn(|cell| number >> (4 * cell) & 15);
        let pieces: Vec<u32> = line.into_iter().filter(|&exponent| exponent > 0).collect();
        if pieces.windows(2).any(|two| two == [15, 15]) {
            continue;
        }
        let row = 4 * (number % 4);
        let cells = (row..).zip(line);
        let board = cells.fold(PackedBoard::default(), |board, (cell, exponent)| {
            board.with(cell, exponent)
        });
        check_against_the_readable_rules(board);
        check_against_the_readable_rules(board.transpose());
    }
}

/// Covers eight merges of the highest values, and the slid rows that carry the most.
#[test]
fn the_fullest_boards_slide_as_their_rows_do() {
    let full =
        |exponent: u32| (0..16).fold(PackedBoard::default(), |board, index| board.with(index, exponent));
    let rows = RowTables::get();
    for direction in Direction::ALL {
        let slide = rows.slide(full(14), direction);
        assert_eq!((slide.merges, slide.sum, slide.board.free()), (8, 1 << 18, 8));
        check_against_the_readable_rules(full(14));
        let nothing = PackedSlide {
            board: full(15),
            merges: 0,
            sum: 0,
        };
        assert_eq!(rows.slide(full(15), direction), nothing);
        assert_eq!(rows.slide_by_turning(full(15), direction), nothing);
    }
}

#[test]
fn transposing_exchanges_columns_and_rows() {
    let board = random_board(&mut Random::new(1), 15);
    for index in 0..16 {
        let image = index % 4 * 4 + index / 4;
        assert_eq!(board.transpose().exponent(image), board.exponent(index));
    }
    assert_eq!(board.transpose().transpose(), board);
}

#[test]
fn two_of_the_largest_do_not_merge() {
    let board = PackedBoard::default().with(0, 15).with(1, 15).with(4, 15);
    let rows = RowTables::get();
    assert!(!board.possible().contains(Direction::Left));
    assert!(!board.possible().contains(Direction::Up));
    let slid = rows.slide(board, Direction::Right);
    assert_eq!(
        (slid.board.exponent(2), slid.board.exponent(3), slid.merges),
        (15, 15, 0)
    );
}

#[test]
fn other_boards_are_refused() {
    let rows = "0,0,0,0/0,0,0,0/0,0,0,0";
    for (row, value) in [("3,2,2,2", 3), ("1,0,0,0", 1), ("65536,0,0,0", 65_536)] {
        let position = position(&format!("{row}/{rows}"));
        assert_eq!(PackedBoard::try_from(&position), Err(PackError::Value(value)));
    }
    let small = Position::empty(Size::new(4, 3).expect("a size")).expect("large enough");
    assert!(matches!(PackedBoard::try_from(&small), Err(PackError::Size(_))));
    assert!(matches!(PackedBoard::scaled(&small), Err(PackError::Size(_))));
}

#[test]
fn boards_beyond_the_largest_piece_are_scaled() {
    for (text, want) in [
        ("32768,4,2,0", "32768,4,2,0"),
        ("32768,32768,4,2", "16384,16384,4,2"),
        ("65536,32768,4,2", "32768,16384,4,2"),
        ("65536,32768,16384,2", "32768,16384,8192,2"),
        ("4611686018427387904,131072,65536,2", "32768,16384,8192,2"),
    ] {
        let rest = "0,0,0,0/2,0,0,0/8,0,2,0";
        let board = PackedBoard::scaled(&position(&format!("{text}/{rest}"))).expect("it fits");
        assert_eq!(readable(board), position(&format!("{want}/{rest}")));
    }
    let full = "65536,32768,16384,8192/512,1024,2048,4096/256,128,64,32/2,4,8,16";
    assert_eq!(
        PackedBoard::scaled(&position(full)),
        Err(PackError::Value(65_536))
    );
}

/// Checks that the order of the pieces stays the same.
#[test]
fn downgrading_halves_above_the_largest_gaps() {
    let rest = "0,0,0,0/2,0,0,0/8,0,2,0";
    let downgraded = |board: PackedBoard, highest: u32| {
        let gaps = board.downgrading(highest);
        gaps.into_iter().fold(board, PackedBoard::halved_above)
    };
    for (highest, text, want) in [
        (13, "8192,4096,4096,2", "8192,4096,4096,2"),
        (13, "8192,8192,4,2", "4096,4096,4,2"),
        (13, "16384,8192,4096,2", "8192,4096,2048,2"),
        (13, "16384,4096,2048,64", "8192,4096,2048,64"),
        (13, "16384,16384,8192,2", "4096,4096,2048,2"),
        (13, "32768,16384,2048,2", "8192,4096,2048,2"),
        (12, "32768,1024,512,64", "4096,1024,512,64"),
        (8, "1024,512,4,2", "256,128,4,2"),
        (15, "32768,16384,4,2", "32768,16384,4,2"),
        // Nothing is missing.
        (1, "16,8,4,2", "16,8,4,2"),
    ] {
        let board = PackedBoard::try_from(&position(&format!("{text}/{rest}"))).expect("it fits");
        assert_eq!(
            readable(downgraded(board, highest)),
            position(&format!("{want}/{rest}")),
            "{text} to {highest}"
        );
    }
    let full = "32768,16384,8192,4096/256,512,1024,2048/128,64,32,16/2,4,8,2";
    let full = PackedBoard::try_from(&position(full)).expect("it fits");
    assert!(full.downgrading(13).is_empty());

    let mut random = Random::new(14);
    for _ in 0..20_000 {
        let board = random_board(&mut random, 15);
        let highest = 1 + random.below(15);
        let down = downgraded(board, highest);
        assert_eq!(down.free_mask(), board.free_mask());
        if down.above(highest) != 0 {
            assert_eq!(largest_gap(down.exponent_set()), None, "{down:?}");
        }
        let all = || (0..16).map(|index| (board.exponent(index), down.exponent(index)));
        for ((one, of_one), (other, of_other)) in all().flat_map(|one| all().map(move |other| (one, other))) {
            assert_eq!(one.cmp(&other), of_one.cmp(&of_other), "{board:?}, {down:?}");
        }
    }
}
