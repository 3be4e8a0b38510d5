//! Drafts: their text is a level's, and all errors are reported.

use proptest::prelude::*;
use quincunx_core::{Grid, Size};

use super::super::*;
use super::level;
use crate::engine::{Board, Element, Square, WhenStuck};

/// Opens the text of a draft and returns the fields that something is wrong with.
fn wrong(draft: &Draft) -> Vec<String> {
    let (_, errors) = Draft::open(&draft.to_string());
    errors.into_iter().map(|error| error.field).collect()
}

#[test]
fn the_text_of_a_levels_draft_is_that_level() {
    let odd = "name = \"\"\"Say \"hi\\\"\"\"\"\ncolumns = 4\nrows = 4\nlimit = 5\nmatchers = [\"1,0 0,1\", \"1,-1\"]\nmoves = [\"flipDown\"]\n\
               stuck = \"end\"\nrefill = false\nseed = 9223372036854775807\nstart = \"R1 -- R2 R3 / -- R4 -- -- / -- -- -- -- / -- -- -- R6\"\n\
               goals = { clear = false, collect = { red = 3 } }\n\
               spawn = { weights = [0, 1, 2, 3, 4, 5], columns = { 1 = [1, 1, 1, 1, 1, 1], 3 = [1, 0, 0, 0, 0, 0] } }\n";
    let texts = SHIPPED.iter().map(|shipped| shipped.text);
    for text in texts.chain([TEMPLATE, odd]) {
        let first = level(text);
        let draft = Draft::from(&first);
        let written = draft.to_string();
        assert_eq!(level(&written), first, "{written}");
        assert_eq!(Draft::open(&written), (Some(draft), Vec::new()), "{written}");
    }
}

#[test]
fn the_usual_draft_can_be_played_and_says_no_more_than_it_must() {
    let expected = "columns = 8\nrows = 8\ncolours = 5\nlimit = 20\n\n[goals]\nscore = 1000\n";
    assert_eq!(Draft::default().to_string(), expected);
    assert!(Level::read(expected).is_ok());
}

#[test]
fn what_is_wrong_with_a_draft_is_reported_by_field() {
    type Change = fn(&mut Draft);
    let cases: [(Change, &str); 12] = [
        (|draft| draft.limit = 0, "limit"),
        (|draft| draft.goals.score = None, "goals"),
        (|draft| draft.goals.clear = true, "goals.clear"),
        (|draft| draft.goals.collect[5] = 3, "goals.collect.purple"),
        (
            |draft| (draft.refill, draft.goals.collect[0]) = (false, 65),
            "goals.collect.red",
        ),
        (|draft| draft.weights = vec![0; 5], "spawn.weights"),
        (
            |draft| drop(draft.column_weights.insert(8, vec![1; 5])),
            "spawn.columns.8",
        ),
        (|draft| draft.moves.push("jump".to_owned()), "moves"),
        (|draft| draft.matchers.clear(), "matchers"),
        (|draft| draft.matchers = vec!["1,0".to_owned()], "specials"),
        (|draft| draft.name = "two\nlines".to_owned(), "name"),
        (
            |draft| {
                for column in 0..3 {
                    draft
                        .start
                        .set(quincunx_core::Cell::new(column, 7), "R1".parse().ok());
                }
            },
            "start",
        ),
    ];
    for (change, field) in cases {
        let mut draft = Draft::default();
        change(&mut draft);
        assert_eq!(wrong(&draft), [field], "{draft}");
    }
}

#[test]
fn a_draft_that_cannot_be_played_is_opened_again_as_it_was() {
    let mut draft = Draft::default();
    draft.fields[quincunx_core::Cell::new(2, 2)] = Field::Marked;
    let (again, errors) = Draft::open(&draft.to_string());
    assert_eq!(again, Some(draft));
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        ["line 14: fields are marked, but `goals.clear` is not true: set it, or draw them with `.`"]
    );
    let (nothing, errors) = Draft::open("columns = 8\nlimit = \"few\"\n");
    assert_eq!(nothing, None, "what is not understood is not written again");
    let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(fields, ["rows", "limit"]);
}

fn any_draft() -> impl Strategy<Value = Draft> {
    let cell = prop_oneof![Just(Field::Plain), Just(Field::Marked), Just(Field::Hole)];
    let square = prop_oneof![
        3 => Just(Square::EMPTY),
        1 => (0..30_usize).prop_map(|place| {
            let elements: Vec<Element> = (0..=63).filter_map(Element::from_code).collect();
            Square(Some(elements[place]))
        }),
    ];
    let board = (1_u32..12, 1_u32..12).prop_flat_map(move |(columns, rows)| {
        let size = Size::new(columns, rows).expect("both are more than 0");
        let cells = proptest::collection::vec(cell.clone(), size.area());
        let squares = proptest::collection::vec(square.clone(), size.area());
        let grids = move |(cells, squares)| {
            let fields = Grid::from_values(size, cells).expect("as many as cells");
            let start = Grid::from_values(size, squares).expect("as many as cells");
            (fields, Board::new(start))
        };
        (cells, squares).prop_map(grids)
    });
    let words = proptest::collection::vec("[a-z,0-9 \"-]{0,6}", 0..3);
    let numbers = proptest::collection::vec(0_u32..2000, 0..7);
    let goals = (proptest::option::of(0_u64..9), any::<bool>(), 0_u32..3);
    let rest = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        0_u32..1200,
        any::<u64>(),
    );
    (
        "\\PC{0,9}",
        board,
        (words.clone(), words),
        (0_usize..9, numbers.clone()),
        (0_u32..9, numbers),
        goals,
        rest,
    )
        .prop_map(
            |(
                name,
                (fields, start),
                (moves, matchers),
                (colours, weights),
                (column, others),
                (score, clear, count),
                rest,
            )| Draft {
                about: name.clone(),
                name,
                fields,
                start,
                colours,
                weights,
                column_weights: [(column, others)].into(),
                moves,
                matchers,
                specials: rest.0,
                refill: rest.1,
                when_stuck: if rest.2 {
                    WhenStuck::End
                } else {
                    WhenStuck::Reshuffle
                },
                limit: rest.3,
                goals: Goals {
                    score,
                    collect: [count; 6],
                    clear,
                },
                seed: Some(rest.4),
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_text_of_any_draft_is_toml_and_opens_as_that_draft_or_not_at_all(draft in any_draft()) {
        let text = draft.to_string();
        let (again, errors) = Draft::open(&text);
        prop_assert!(errors.iter().all(|error| !error.message.contains("not TOML")), "{errors:?}\n{text}");
        if let Some(again) = again {
            // What a level says in several ways is opened in one of them: weights, colours, the order of
            // names.
            let same = Draft { colours: again.colours, weights: again.weights.clone(), column_weights: again.column_weights.clone(),
                moves: again.moves.clone(), matchers: again.matchers.clone(), ..draft };
            prop_assert_eq!(again, same);
        } else {
            prop_assert!(!errors.is_empty());
        }
    }
}
