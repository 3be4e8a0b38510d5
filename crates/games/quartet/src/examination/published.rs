//! The cases that everybody may know.

use quincunx_registry::examination::Case;

/// Returns short games that a person can follow.
pub(super) fn published() -> Vec<Case> {
    let case = |rule, lines: &str| Case::new(rule, &lines.replace(", ", "\n"));
    // `7@1;4` stands for `select 7` and `place 1;4`.
    let game = |rule, start: &str, placings: &str, then: &str| {
        let turns = placings.split(' ').map(|turn| {
            let (piece, square) = turn.split_once('@').expect("a piece and a square");
            format!("select {piece}, place {square}")
        });
        let turns: Vec<String> = turns.collect();
        case(rule, &format!("start {start}, {}, {then}", turns.join(", ")))
    };
    let empty = "rowprint 0, rowprint 1, rowprint 2, rowprint 3, rowprint 4, rowprint 5";
    vec![
        Case {
            starts_run: true,
            ..case(
                "not-started",
                "bag, select 1, place 0;0, rowprint 0, colprint 0, start standard, bag, select 1",
            )
        },
        case(
            "start",
            &format!("start torus, bag, {empty}, start standard, bag, start round, start, bag"),
        ),
        case(
            "select",
            "start standard, select 16, select -1, select 0, place 0;0, select 0, select 15, place 5;5, select 15, bag",
        ),
        case(
            "in-turn",
            "start standard, place 0;0, select 3, select 4, bag, place 0;0, place 0;1, rowprint 0, bag",
        ),
        game(
            "place",
            "standard",
            "1@0;5 14@5;0 7@2;3",
            "rowprint 0, rowprint 2, rowprint 5, colprint 0, colprint 3",
        ),
        case(
            "failed-place",
            "start standard, select 3, place 6;0, bag, place 0;0, select 3, place 0;0, select 4, place 0;0, bag, \
             rowprint 0, select 4, place 0;-1, select 5, place 0;1, rowprint 0, bag",
        ),
        game(
            "failed-place",
            "torus",
            "3@0;0 4@6;6",
            "bag, select 4, place 0;1, rowprint 0",
        ),
        game(
            "bag",
            "standard",
            "7@0;0 0@1;1 15@2;4",
            "bag, select 8, bag, place 3;3, bag",
        ),
        game(
            "print",
            "torus",
            "10@0;0 2@0;5 13@4;0",
            "rowprint 0, colprint 0, rowprint 4, colprint 5, colprint 1",
        ),
        game(
            "print-range",
            "torus",
            "1@0;0",
            "rowprint 6, rowprint -1, colprint 6, colprint -6, rowprint 0",
        ),
        game("row", "standard", "1@2;1 3@2;4 5@2;2 7@2;3", "bag"),
        game("row", "standard", "8@5;2 10@5;3 9@5;4 12@5;5", "bag"),
        game("column", "standard", "8@0;0 9@3;0 10@1;0 12@2;0", "bag"),
        game("falling-diagonal", "standard", "2@1;2 6@4;5 10@2;3 15@3;4", "bag"),
        game("rising-diagonal", "standard", "4@5;0 5@2;3 6@3;2 12@4;1", "bag"),
        game("properties", "standard", "0@0;0 1@0;1 2@0;2 4@0;3", "bag"),
        game("properties", "standard", "0@0;0 3@0;1 5@0;2 6@0;3", "bag"),
        game("properties", "standard", "0@1;0 2@1;1 12@1;2 10@1;3", "bag"),
        game("properties", "standard", "15@0;0 12@1;1 6@2;2 5@3;3", "bag"),
        game(
            "no-quartet",
            "standard",
            "0@0;0 1@0;1 2@0;2 8@0;4 15@0;3",
            "rowprint 0",
        ),
        game(
            "no-quartet",
            "standard",
            "1@0;0 2@1;0 12@2;0 15@3;0",
            "colprint 0",
        ),
        game("winner", "standard", "1@2;1 3@2;4 5@2;2 7@2;3", "bag"),
        game("winner", "standard", "1@2;1 3@2;4 8@0;0 5@2;2 7@2;3", "bag"),
        game(
            "torus-squares",
            "torus",
            "1@-1;-6 2@7;12 3@-13;3 4@36;-11",
            &format!("{empty}, bag"),
        ),
        game("torus-lines", "torus", "11@1;4 7@3;0 5@4;1 15@2;5", "rowprint 4"),
        game("torus-lines", "torus", "1@0;0 3@0;1 5@0;5 7@0;4", "bag"),
        game("torus-lines", "torus", "1@5;2 3@0;2 5@1;2 7@4;2", "bag"),
        game("torus-lines", "torus", "1@0;5 3@5;0 5@1;4 7@4;1", "bag"),
        game("plane", "standard", "11@1;4 7@3;0 5@4;1 15@2;5", "rowprint 4"),
        game(
            "plane",
            "standard",
            "1@0;0 3@0;1 5@0;5 7@0;4 2@6;1 2@-1;2",
            "rowprint 0, bag",
        ),
        game(
            "draw",
            "standard",
            "0@0;0 15@0;1 1@0;2 14@0;4 2@0;5 13@2;0 3@2;1 12@2;3 4@2;4 11@3;3 5@3;5 10@4;0 6@5;2 9@5;3 7@5;5 8@5;0",
            "bag, select 0, rowprint 0",
        ),
        game(
            "end",
            "standard",
            "1@2;1 3@2;4 5@2;2 7@2;3",
            "select 8, place 0;0, bag, rowprint 2, rowprint 0",
        ),
        game(
            "restart",
            "standard",
            "1@2;1 3@2;4 5@2;2",
            "start standard, bag, rowprint 2, select 1, place 2;1",
        ),
        game(
            "restart",
            "torus",
            "1@2;1 3@2;4 5@2;2 7@2;3",
            "start standard, select 7, place 6;0, bag",
        ),
        case(
            "malformed",
            "start standard, select 3, place 1, place 1,1, place a;b, select, bag , Bag, place 0;0, rowprint 0, fly, \
             rowprint, colprint 0 0, bag",
        ),
        case(
            "numbers",
            "start standard, select +3, place 01;+2, select 0_1, select --1, select +, select -00, \
             place 0x1;1, place 1.0;1, place -0;+000, rowprint 00, rowprint +1, colprint 0_1, bag",
        ),
        Case {
            starts_run: true,
            ..case("quit", "quit, bag, start torus")
        },
        case(
            "quit",
            "start torus, select 3, quit now, Quit, bag, quit, bag, place 0;0",
        ),
    ]
}
