//! Properties of random boards, moves and matchers, and bytes without sense.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quincunx_core::Cell;

use super::{board, moves_of};
use crate::framework::matcher::maximal;
use crate::framework::{
    Board, ColumnFilling, FillingStrategy, GridBoard, Match, Matcher, Matches, MaximumDeltaMatcher, Move,
    Token, TokenSet,
};

/// Token strings of boards with empty fields, up to 7×7.
fn token_strings() -> impl Strategy<Value = String> {
    (2..8usize, 2..8usize).prop_flat_map(|(columns, rows)| {
        let row = proptest::collection::vec(prop::sample::select(vec!['A', 'B', 'C', ' ']), columns);
        proptest::collection::vec(row, rows).prop_map(|rows| {
            rows.iter()
                .map(|row| row.iter().collect())
                .collect::<Vec<String>>()
                .join(";")
        })
    })
}

fn offsets() -> impl Strategy<Value = Vec<(i32, i32)>> {
    let offset = (-2..3, -2..3).prop_filter("not 0,0", |&offset| offset != (0, 0));
    proptest::collection::vec(offset, 1..4)
}

/// The slow twin of the maximum-delta matcher: joins until nothing is added.
fn joined(board: &GridBoard, deltas: &[(i32, i32)], at: Cell) -> BTreeSet<Cell> {
    let token = board.get(at).expect("on the board");
    let mut joined = BTreeSet::from([at]);
    loop {
        let is_next = |cell: &Cell| {
            board.get(*cell) == Ok(token)
                && joined.iter().any(|from| {
                    let step = (
                        cell.column as i32 - from.column as i32,
                        cell.row as i32 - from.row as i32,
                    );
                    deltas.iter().any(|&(x, y)| step == (x, y) || step == (-x, -y))
                })
        };
        let more: Vec<_> = board
            .size()
            .cells()
            .filter(|cell| !joined.contains(cell))
            .filter(is_next)
            .collect();
        if more.is_empty() {
            return joined;
        }
        joined.extend(more);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_board_prints_as_it_was_read(text in token_strings()) {
        let read = board(&text, "AB");
        prop_assert_eq!(read.to_string(), text.clone());
        prop_assert_eq!(GridBoard::parse(&text, read.tokens().clone()), Ok(read));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", tokens in "\\PC{2,8}") {
        if let Ok(tokens) = TokenSet::new(&tokens)
            && let Ok(board) = GridBoard::parse(&text, tokens)
        {
            prop_assert_eq!(board.to_string(), text);
        }
    }

    #[test]
    fn a_move_and_its_reverse_restore_every_board(text in token_strings()) {
        let before = board(&text, "AB");
        let size = before.size();
        for step in moves_of(size.columns(), size.rows()) {
            let mut after = before.clone();
            prop_assert!(step.fits(&after));
            step.apply(&mut after).expect("the move fits");
            let affected = step.affected(&before).expect("the move fits");
            for cell in size.cells().filter(|cell| !affected.contains(cell)) {
                prop_assert_eq!(after.get(cell), before.get(cell), "{} leaves {} alone", step, cell);
            }
            step.reverse().apply(&mut after).expect("the reverse fits");
            prop_assert_eq!(&after, &before, "{}", step);
            prop_assert_eq!(step.reversed().reversed(), step);
        }
    }

    #[test]
    fn tokens_fall_in_order_and_leave_no_gap(text in token_strings()) {
        let before = board(&text, "AB");
        let mut after = before.clone();
        let moved = after.move_to_bottom();
        let column = |board: &GridBoard, x| -> Vec<Option<Token>> {
            (0..board.size().rows()).map(|y| board.get(Cell::new(x, y)).expect("on the board")).collect()
        };
        for x in 0..before.size().columns() {
            let (old, new) = (column(&before, x), column(&after, x));
            let tokens: Vec<_> = old.iter().flatten().collect();
            let gaps = new.len() - tokens.len();
            prop_assert!(new[..gaps].iter().all(Option::is_none));
            prop_assert_eq!(new[gaps..].iter().flatten().collect::<Vec<_>>(), tokens);
            // A token has moved exactly if there is a gap below it; the old and the new field of each are
            // reported.
            let mut fields = BTreeSet::new();
            for (index, y) in old.iter().enumerate().filter(|(_, field)| field.is_some()).map(|(y, _)| y).enumerate() {
                if y != gaps + index {
                    fields.extend([y as u32, (gaps + index) as u32]);
                }
            }
            let result: Vec<_> = moved.iter().filter(|cell| cell.column == x).map(|cell| cell.row).collect();
            prop_assert_eq!(result, fields.into_iter().collect::<Vec<_>>());
        }
        prop_assert!(moved.is_sorted());
    }

    #[test]
    fn matches_are_those_of_the_slow_twin(text in token_strings(), offsets in offsets()) {
        let board = board(&text, "AB");
        let matcher: MaximumDeltaMatcher = super::deltas(&offsets);
        let (mut all, mut big) = (Matches::new(), Matches::new());
        for at in board.size().cells() {
            let found = matcher.matches(&board, at).expect("on the board");
            if board.get(at) == Ok(None) {
                prop_assert!(found.is_empty());
                continue;
            }
            let slow = Match::new(joined(&board, &offsets, at).into_iter().collect());
            prop_assert_eq!(found, Matches::from([slow.clone()]));
            big.extend((slow.size() >= 3).then(|| slow.clone()));
            all.insert(slow);
        }
        let cells: Vec<_> = board.size().cells().collect();
        prop_assert_eq!(matcher.match_all(&board, &cells), Ok(all));
        prop_assert_eq!(matcher.match_all_from_size(&board, &cells, 3), Ok(big));
    }

    #[test]
    fn only_matches_within_another_are_dropped(
        sets in proptest::collection::vec(proptest::collection::vec((0..4u32, 0..3u32), 1..6), 0..12),
    ) {
        let matches: Matches = sets
            .into_iter()
            .map(|set| Match::new(set.into_iter().map(|(x, y)| Cell::new(x, y)).collect()))
            .collect();
        let is_within = |a: &Match, b: &Match| a.cells().iter().all(|cell| b.cells().contains(cell));
        let slow: Vec<_> = matches
            .iter()
            .filter(|a| !matches.iter().any(|b| b != *a && is_within(a, b)))
            .cloned()
            .collect();
        prop_assert_eq!(maximal(matches), slow);
    }

    #[test]
    fn sequences_fill_columns_from_the_left_and_from_the_bottom(text in token_strings()) {
        let mut filled = board(&text, "AB");
        let size = filled.size();
        let mut sequences = vec![Vec::new(); size.columns() as usize];
        let token = |n: usize| filled.tokens().as_slice()[n % 2];
        for (n, cell) in (0..size.columns())
            .flat_map(|x| (0..size.rows()).rev().map(move |y| Cell::new(x, y)))
            .filter(|&cell| filled.get(cell) == Ok(None))
            .enumerate()
        {
            sequences[cell.column as usize].push(token(n));
        }
        let expected: Vec<_> = sequences.concat();
        ColumnFilling::new(sequences).fill(&mut filled).expect("as many tokens as empty fields");
        let before = board(&text, "AB");
        let given: Vec<_> = (0..size.columns())
            .flat_map(|x| (0..size.rows()).rev().map(move |y| Cell::new(x, y)))
            .filter(|&cell| before.get(cell) == Ok(None))
            .map(|cell| filled.get(cell).expect("on the board").expect("filled"))
            .collect();
        prop_assert_eq!(given, expected);
    }
}
