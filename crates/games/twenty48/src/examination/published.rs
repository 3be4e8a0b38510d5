//! The cases that everybody may know.

use quincunx_core::Random;
use quincunx_registry::examination::Case;

use super::cases::{Board, Script};
use super::generator::generate;

/// Returns small boards that a person can work out.
pub(super) fn published() -> Vec<Case> {
    let on = |rule, rows: &[&[u64]], lines: &str| {
        let board = Board {
            columns: rows[0].len(),
            values: rows.concat(),
        };
        let mut script = Script::default();
        script.begin(&board);
        lines.split(", ").for_each(|line| script.line(line));
        script.case(rule)
    };
    let merges: &[&[u64]] = &[&[2, 2, 2, 0], &[2, 2, 2, 2], &[4, 2, 2, 0], &[2, 0, 0, 2]];
    let stuck: &[&[u64]] = &[&[2, 4], &[4, 2]];
    let drawn = |rule| generate(rule, &mut Random::new(0));
    vec![
        Case::new(
            "new-board",
            "start\nprint\npieces\npoints\nmoves\nstart 3 2\nprint\nstart 2 2 7\npieces\nprint",
        ),
        Case::new(
            "board-size",
            "start\nwidth\nheight\nprint\nstart 5 2\nwidth\nheight\nprint\nstart 1 4\nstart 4 1\nstart 0 0\nwidth",
        ),
        Case {
            starts_run: true,
            ..Case::new("new-board", "width\nheight\nprint\npieces\npoints\nmoves")
        },
        on(
            "get-and-set",
            &[&[2, 4], &[8, 0]],
            "get 1;0, get 0;1, set 1;0 0, set 0;0 16, print, pieces",
        ),
        on(
            "off-board",
            stuck,
            "get 2;0, get 0;2, get -1;0, set 0;-1 2, set 2;2 4, print",
        ),
        on("negative-values", stuck, "set 0;0 -2, get 0;0, set 1;1 -1, print"),
        on(
            "any-value",
            &[&[3, 3], &[5, 7]],
            "print, move left, print, points, set 0;1 1, print",
        ),
        on(
            "slide",
            &[&[0, 2, 0, 4], &[0, 0, 0, 8], &[2, 4, 0, 0], &[0, 0, 0, 0]],
            "move left, print, move down, print, move right, print, move up, print",
        ),
        on(
            "merge",
            &[&[2, 0, 0, 2], &[4, 4, 8, 0], &[2, 4, 0, 4], &[0, 0, 0, 0]],
            "move right, print",
        ),
        on(
            "merge",
            &[&[2, 0, 4], &[2, 4, 4], &[8, 8, 2]],
            "move up, print, move left, print",
        ),
        on("merge-once", merges, "move right, print, move right, print"),
        on("merge-once", &[&[4, 2, 2], &[8, 4, 4]], "move left, print"),
        on("merge-order", merges, "move left, print"),
        on(
            "merge-order",
            &[&[2, 0], &[2, 4], &[2, 4], &[0, 4]],
            "move down, print",
        ),
        on(
            "move-answer",
            &[&[2, 4], &[0, 0]],
            "move up, move left, print, move down, print, move right",
        ),
        on(
            "move-answer",
            &[&[2, 2], &[4, 8]],
            "move left, print, move left, print, move up, print",
        ),
        on(
            "move-count",
            &[&[2, 4], &[0, 0]],
            "moves, move up, moves, move down, moves, set 0;0 2, moves",
        ),
        on(
            "points",
            merges,
            "points, move left, points, move left, points, move up, points, set 0;0 8, points",
        ),
        on(
            "add-piece",
            &[&[8, 0], &[0, 16]],
            "add, print, pieces, add, print, pieces",
        ),
        on("add-on-full", stuck, "add, print, pieces"),
        on(
            "possible",
            stuck,
            "possible, set 0;1 2, possible, set 0;1 0, possible",
        ),
        on("possible", &[&[0, 0], &[0, 0]], "possible"),
        on(
            "possible-direction",
            &[&[2, 2], &[4, 8]],
            "possible up, possible down, possible left, possible right, print, moves",
        ),
        on(
            "possible-direction",
            &[&[2, 4], &[0, 0]],
            "possible up, possible down, possible left, possible right, print, moves",
        ),
        on("space", stuck, "space, set 1;1 0, space, set 1;0 0, space"),
        on(
            "pieces",
            &[&[2, 2], &[2, 0]],
            "pieces, move left, pieces, set 0;0 0, pieces",
        ),
        on(
            "play",
            &[&[2, 2], &[8, 16]],
            "play up, play left, print, moves, points, pieces",
        ),
        on(
            "play",
            &[&[32, 16], &[8, 0]],
            "play right, print, play right, moves",
        ),
        on(
            "restart",
            merges,
            "move left, start, points, moves, pieces, print",
        ),
        on(
            "malformed",
            stuck,
            ", hello, move, move north, Move left, set 0;0, get 0, get 0,0, print ,  print, start 2, \
             move  left, add 2, play left 1, set 0;0 two, print",
        ),
        on(
            "numbers",
            stuck,
            "start +2 02 -007, set 00;-0 +8, set +1;0 016, set 0;+01 0, set 01;1 +00, get +0;00, get 0_1;0, \
             get 0;--1, set 0;0 1_0, set 0;0 1.0, set 0;0 +, start 0x2 2, print",
        ),
        on("quit", stuck, "quit now, Quit, points, quit, points, print"),
        on(
            "contest-scoring",
            merges,
            "scoring contest, move left, points, scoring standard, move left, points",
        ),
        on("hint", stuck, "hint, set 0;1 2, hint"),
        on("hint", &[&[2, 4], &[0, 0]], "hint"),
        on("hint", &[&[0, 0], &[2, 4]], "hint"),
        drawn("piece-values"),
        drawn("piece-fields"),
    ]
}
