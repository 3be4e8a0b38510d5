//! How to play, step by step.

use quincunx_registry::Lesson;

const SMALL: &[(&str, &str)] = &[("columns", "5"), ("rows", "5")];

/// A step on a small board.
const fn on(position: &'static str, text: &'static str, moves: &'static [&'static str]) -> Lesson {
    Lesson {
        options: SMALL,
        position: Some(position),
        ..Lesson::new(text, moves)
    }
}

pub(crate) const LESSONS: &[Lesson] = &[
    on(
        "R1 R2 R3 R4 R5 / R2 R3 R1 R5 R4 / R3 R3 R4 R3 R1 / R5 R1 R2 R6 R2 / R4 R5 R6 R1 R3; points 0; swaps 0; step 0",
        "Swap neighbours so that three of a colour line up: 10 points each, and more in each step of a cascade.",
        &["2;2 2;3"],
    ),
    on(
        "R1 R2 R4 R1 R5 / R2 R5 R3 R5 R4 / R3 R3 R4 R3 R1 / R5 R1 R2 R6 R2 / R4 R5 R6 R1 R3; points 0; swaps 0; step 0",
        "Four in a line leave a special that clears its row or its column.",
        &["1;2 2;2"],
    ),
    on(
        "R1 R2 R3 R4 R5 / R2 R5 R1 R5 R4 / H3 R3 R4 R3 R1 / R5 R1 R2 R6 R2 / R4 R5 R6 R1 R3; points 0; swaps 0; step 0",
        "A special takes effect when it is removed, and sets off those that it hits.",
        &["2;2 2;3"],
    ),
    on(
        "R1 R2 R4 R1 R5 / R2 R5 R3 R5 R4 / R3 R3 R4 R3 R3 / R5 R1 R2 R6 R2 / R4 R5 R6 R1 R3; points 0; swaps 0; step 0",
        "Five in a line leave a bomb that clears a colour; an L or T of five, a special that clears all around it.",
        &["1;2 2;2"],
    ),
];
