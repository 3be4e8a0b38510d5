//! Tests of the rules against a slow twin that knows no bit, and of the sheet's own examples.

mod examination;
mod symmetry;

use std::collections::BTreeSet;
use std::path::Path;

use proptest::prelude::*;
use quincunx_core::testkit::{Effort, check_game, check_golden, check_perft, check_symmetries, playthrough};
use quincunx_core::{Cell, Game, Notation, Outcome, Side, Topology, Turn, Visual};

use crate::{Action, Piece, Position, Quartet, Square};

const BOTH: [Topology; 2] = [Topology::Plane, Topology::Torus];

#[test]
fn the_contract_holds_on_both_boards() {
    for topology in BOTH {
        check_game(&Quartet::new(topology), Effort::default());
        let effort = Effort { games: 2, plies: 32 };
        check_symmetries(&Quartet::new(topology), effort);
    }
}

#[test]
fn a_piece_returns_from_a_full_square_where_the_rules_say_so() {
    let refused = Quartet::new(Topology::Plane);
    let returns = refused.with_returned_pieces(true);
    assert_eq!(
        [refused, returns].map(|rules| rules.returns_pieces()),
        [false, true]
    );
    check_game(&returns, Effort { games: 5, plies: 60 });
    let mut state = returns.initial();
    let mut play = |text: &str| {
        let action = returns.parse_action(text).expect("an action");
        returns.play(&mut state, action, &mut ()).expect("a legal action");
        state
    };
    play("select 11");
    let before = play("place 1;4");
    let selected = play("select 7");
    assert_eq!(returns.turn(&selected), Turn::Player(Side::One));
    let full = returns.parse_action("place 1;4").expect("an action");
    assert!(!refused.is_legal(&selected, full));
    let after = play("place 1;4");
    assert_eq!(after, before, "the same player selects again, from the same bag");
    assert_eq!(returns.turn(&after), Turn::Player(Side::Two));
}

#[test]
fn paths_are_counted() {
    check_perft(&Quartet::new(Topology::Plane), include_str!("../perft.txt"));
    check_perft(&Quartet::new(Topology::Torus), include_str!("../perft-torus.txt"));
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    let text = BOTH
        .map(|topology| playthrough(&Quartet::new(topology), 7, 32))
        .join("\n");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    check_golden(folder.join("playthrough.txt"), &text);
}

#[test]
fn symmetries_are_different_and_those_of_the_board() {
    for (topology, count) in [(Topology::Plane, 8), (Topology::Torus, 288)] {
        let images = images(&Quartet::new(topology));
        assert_eq!(images.len(), count);
        assert_eq!(images.iter().collect::<BTreeSet<_>>().len(), count);
    }
}

/// Returns, for every symmetry, the images of all squares.
fn images(rules: &Quartet) -> Vec<Vec<Action>> {
    use quincunx_core::testkit::Symmetric;
    (0..rules.symmetry_count())
        .map(|symmetry| {
            Square::all()
                .map(|square| rules.transform_action(Action::Place(square), symmetry))
                .collect()
        })
        .collect()
}

/// Returns the position that a text means.
fn position(rules: &Quartet, text: &str) -> Position {
    rules
        .parse_position(text)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the position after typed actions.
fn after(rules: &Quartet, mut state: Position, actions: &[&str]) -> Position {
    for text in actions {
        let action = rules.parse_action(text).unwrap_or_else(|error| panic!("{error}"));
        rules
            .play(&mut state, action, &mut ())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    state
}

#[test]
fn illegal_actions_are_explained() {
    let rules = Quartet::new(Topology::Plane);
    let selected = ["select 5"];
    let placed = ["select 5", "place 2;3"];
    let again = ["select 5", "place 2;3", "select 6"];
    for (played, illegal, reason) in [
        (&[][..], "place 2;3", "a piece is to be selected first"),
        (
            &selected,
            "select 6",
            "a piece has been selected, and is to be placed",
        ),
        (&placed, "select 5", "the piece is on the board"),
        (&again, "place 2;3", "the square is taken"),
    ] {
        let state = after(&rules, rules.initial(), played);
        let action = rules.parse_action(illegal).expect("an action");
        assert!(!rules.is_legal(&state, action), "{illegal}");
        assert_eq!(rules.illegal_reason(&state, action).as_deref(), Some(reason));
    }
}

#[test]
fn whoever_places_selects_next() {
    let rules = Quartet::new(Topology::Plane);
    let mut state = rules.initial();
    let mut seen = Vec::new();
    for text in ["select 3", "place 0;0", "select 4", "place 5;5", "select 0"] {
        seen.push(rules.turn(&state).player().expect("a running game"));
        state = after(&rules, state, &[text]);
    }
    assert_eq!(seen, [Side::One, Side::Two, Side::Two, Side::One, Side::One]);
}

#[test]
fn the_sixteenth_piece_wins_before_the_bag_is_found_empty() {
    let rules = Quartet::new(Topology::Plane);
    let full = "..17../..5.../..bf.0/...a42/.9..../3ed6.8 c";
    let won = after(&rules, position(&rules, full), &["place 5;4"]);
    assert_eq!(rules.turn(&won), Turn::Over(Outcome::Win(Side::One)));
    let drawn = after(&rules, position(&rules, full), &["place 0;0"]);
    assert_eq!(rules.turn(&drawn), Turn::Over(Outcome::Draw));
}

#[test]
fn one_piece_completes_three_fours_and_all_are_shown() {
    let rules = Quartet::new(Topology::Plane);
    let won = after(
        &rules,
        position(&rules, "6..2../.7.b.a/.....9/...3../....10/..d.e5 f"),
        &["place 2;2"],
    );
    let lines = rules.view(&won).lines;
    assert_eq!(lines.len(), 3);
    for line in lines {
        assert!(line.contains(&Cell::new(2, 2)));
    }
}

#[test]
fn a_line_across_the_edge_counts_on_the_torus_only() {
    let actions = [
        "select 11",
        "place 1;4",
        "select 7",
        "place 3;0",
        "select 5",
        "place 4;1",
        "select 15",
        "place 2;5",
    ];
    let torus = Quartet::new(Topology::Torus);
    let won = after(&torus, torus.initial(), &actions);
    assert_eq!(torus.turn(&won), Turn::Over(Outcome::Win(Side::One)));
    let line = [(4, 1), (5, 2), (0, 3), (1, 4)].map(|(column, row)| Cell::new(column, row));
    assert_eq!(torus.view(&won).lines, [line]);
    let plane = Quartet::new(Topology::Plane);
    let open = after(&plane, plane.initial(), &actions);
    assert_eq!(plane.turn(&open), Turn::Player(Side::One));
}

#[test]
fn coordinates_wrap_by_the_true_modulus_on_the_torus_only() {
    let torus = Quartet::new(Topology::Torus);
    let plane = Quartet::new(Topology::Plane);
    for (text, wrapped) in [
        ("place -1;-6", "place 5;0"),
        ("place 7;13", "place 1;1"),
        ("place 0;6", "place 0;0"),
    ] {
        assert_eq!(torus.parse_action(text), torus.parse_action(wrapped));
        assert!(plane.parse_action(text).is_err(), "{text}");
    }
}

#[test]
fn positions_that_no_game_reaches_are_refused() {
    let rules = Quartet::new(Topology::Plane);
    for (text, why) in [
        ("1.....1/....../....../....../....../...... -", "seven fields"),
        ("....../....../....../....../...... -", "five rows"),
        ("11..../....../....../....../....../...... -", "a piece twice"),
        (
            "1...../....../....../....../....../...... 1",
            "the selected piece on the board",
        ),
        (
            "1...../....../....../....../....../...... 23",
            "two selected pieces",
        ),
        (
            "1...../....../....../....../....../......",
            "nothing about selection",
        ),
        ("g...../....../....../....../....../...... -", "no digit"),
        (
            "0123../....../....../....../....../...... 5",
            "a piece selected after the end",
        ),
        (
            "0123../....../89ab../....../....../...... -",
            "two fours without a common square",
        ),
    ] {
        assert!(rules.parse_position(text).is_err(), "{why}: {text}");
    }
    let won = position(&rules, "0123../....../....../....../....../...... -");
    assert_eq!(rules.turn(&won), Turn::Over(Outcome::Win(Side::One)));
}

#[test]
fn faces_show_four_properties_in_four_channels() {
    let rules = Quartet::new(Topology::Plane);
    let faces: Vec<_> = Piece::all().map(|piece| rules.face(piece.token())).collect();
    let channels: BTreeSet<_> = faces
        .iter()
        .map(|face| (face.tint, face.shape, face.large, face.solid))
        .collect();
    assert_eq!(channels.len(), 16);
    assert_eq!(faces[0].name, "black small hollow box");
    assert_eq!(faces[13].name, "white small solid cylinder");
}

/// The rules a second time, as slow and plain as they can be written: squares hold numbers, lines are walked.
#[derive(Clone)]
struct SlowRules {
    torus: bool,
    board: [[Option<u8>; 6]; 6],
    bag: Vec<u8>,
    selected: Option<u8>,
    turn: u32,
    winner: Option<u32>,
}

impl SlowRules {
    fn new(torus: bool) -> Self {
        Self {
            torus,
            board: [[None; 6]; 6],
            bag: (0..16).collect(),
            selected: None,
            turn: 0,
            winner: None,
        }
    }

    fn on(&self, row: i32, column: i32) -> Option<u8> {
        let inside = (0..6).contains(&row) && (0..6).contains(&column);
        if !inside && !self.torus {
            return None;
        }
        self.board[row.rem_euclid(6) as usize][column.rem_euclid(6) as usize]
    }

    /// Lists the fours on the board as sets of (row, column).
    fn fours(&self) -> BTreeSet<BTreeSet<(i32, i32)>> {
        let mut fours = BTreeSet::new();
        for row in 0..6 {
            for column in 0..6 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let squares = [0, 1, 2, 3].map(|n| (row + n * down, column + n * right));
                    let Some(pieces) = squares
                        .iter()
                        .map(|&(row, column)| self.on(row, column))
                        .collect::<Option<Vec<u8>>>()
                    else {
                        continue;
                    };
                    let share = [1, 2, 4, 8].iter().any(|property| {
                        let having = pieces.iter().filter(|&piece| piece & property != 0).count();
                        having == 0 || having == 4
                    });
                    if share {
                        fours.insert(
                            squares
                                .iter()
                                .map(|(r, c)| (r.rem_euclid(6), c.rem_euclid(6)))
                                .collect(),
                        );
                    }
                }
            }
        }
        fours
    }

    /// Lists the legal actions by their text, pieces before squares.
    fn legal(&self) -> Vec<String> {
        if self.winner.is_some() {
            return Vec::new();
        }
        if self.selected.is_none() {
            return self.bag.iter().map(|piece| format!("select {piece}")).collect();
        }
        let mut legal = Vec::new();
        for (row, fields) in self.board.iter().enumerate() {
            for (column, field) in fields.iter().enumerate() {
                if field.is_none() {
                    legal.push(format!("place {row};{column}"));
                }
            }
        }
        legal
    }

    fn play(&mut self, action: &str) {
        match action.split(' ').collect::<Vec<_>>()[..] {
            ["select", piece] => {
                let piece = piece.parse().expect("a number");
                self.bag.retain(|&left| left != piece);
                self.selected = Some(piece);
            }
            ["place", square] => {
                let (row, column) = square.split_once(';').expect("row and column");
                let (row, column): (usize, usize) =
                    (row.parse().expect("a row"), column.parse().expect("a column"));
                self.board[row][column] = self.selected.take();
                if !self.fours().is_empty() {
                    // Player 1 selects in even turns, so player 2 places.
                    self.winner = Some(2 - self.turn % 2);
                }
                self.turn += 1;
            }
            _ => panic!("`{action}` is no action"),
        }
    }

    fn turn(&self) -> Turn {
        let player = |number| if number == 1 { Side::One } else { Side::Two };
        match (self.winner, self.selected) {
            (Some(winner), _) => Turn::Over(Outcome::Win(player(winner))),
            (None, None) if self.bag.is_empty() => Turn::Over(Outcome::Draw),
            (None, None) => Turn::Player(player(1 + self.turn % 2)),
            (None, Some(_)) => Turn::Player(player(2 - self.turn % 2)),
        }
    }

    fn paths(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal()
            .iter()
            .map(|action| {
                let mut next = self.clone();
                next.play(action);
                next.paths(depth - 1)
            })
            .sum()
    }
}

proptest! {
    #[test]
    fn the_rules_agree_with_their_slow_twin(torus: bool, choices in prop::collection::vec(any::<prop::sample::Index>(), 32)) {
        let rules = Quartet::new(if torus { Topology::Torus } else { Topology::Plane });
        let (mut state, mut twin) = (rules.initial(), SlowRules::new(torus));
        for choice in choices {
            let legal: Vec<String> = rules.legal_actions(&state).into_iter().map(|action| rules.action_text(action)).collect();
            prop_assert_eq!(&legal, &twin.legal());
            prop_assert_eq!(rules.turn(&state), twin.turn());
            if legal.is_empty() {
                break;
            }
            let action = choice.get(&legal);
            state = after(&rules, state, &[action]);
            twin.play(action);
        }
        prop_assert_eq!(rules.turn(&state), twin.turn());
        let lines = rules.view(&state).lines;
        let shown: BTreeSet<BTreeSet<(i32, i32)>> = lines
            .iter()
            .map(|line| line.iter().map(|cell| (cell.row as i32, cell.column as i32)).collect())
            .collect();
        prop_assert_eq!(shown.len(), lines.len());
        prop_assert_eq!(shown, twin.fours());
        prop_assert_eq!(rules.parse_position(&rules.position_text(&state)), Ok(state));
    }

    #[test]
    fn any_text_is_an_action_or_a_clear_error(text in "(select |place )?[-+0-9;]{0,6}|.{0,40}") {
        for topology in BOTH {
            let rules = Quartet::new(topology);
            if let Ok(action) = rules.parse_action(&text) {
                prop_assert_eq!(rules.parse_action(&rules.action_text(action)), Ok(action));
            }
            if let Ok(state) = rules.parse_position(&text) {
                prop_assert_eq!(rules.parse_position(&rules.position_text(&state)), Ok(state));
            }
        }
    }
}

#[test]
fn the_slow_twin_counts_the_same_paths() {
    for (torus, table) in [
        (false, include_str!("../perft.txt")),
        (true, include_str!("../perft-torus.txt")),
    ] {
        let rules = Quartet::new(if torus { Topology::Torus } else { Topology::Plane });
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let [depth, count, text] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                panic!("`{line}` is not `DEPTH COUNT POSITION`");
            };
            let count: u64 = count.parse().expect("a count");
            if count <= 20_000 && text != "start" {
                let depth = depth.parse().expect("a depth");
                assert_eq!(
                    twin_of(&position(&rules, text), torus).paths(depth),
                    count,
                    "{line}"
                );
            }
        }
    }
}

/// Sets up the slow rules at a position.
fn twin_of(state: &Position, torus: bool) -> SlowRules {
    let mut twin = SlowRules::new(torus);
    for square in Square::all() {
        if let Some(piece) = state.piece_on(square) {
            let Cell { column, row } = square.cell();
            twin.board[row as usize][column as usize] = Some(piece.number());
        }
    }
    twin.bag = state.bag().map(Piece::number).collect();
    twin.selected = state.selected().map(Piece::number);
    twin.turn = state.placed();
    twin
}
