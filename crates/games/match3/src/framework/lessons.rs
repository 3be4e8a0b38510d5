//! How to play, step by step.

use quincunx_registry::Lesson;

const SMALL: &[(&str, &str)] = &[("columns", "5"), ("rows", "5")];

pub(crate) const LESSONS: &[Lesson] = &[
    Lesson {
        options: SMALL,
        position: Some("moves 20 points 0 board ABCDE;CDEBF;FEBDC;EFCAB;BCDEF"),
        ..Lesson::new(
            "A move swaps two neighbours, turns a square of four or shifts a whole line.",
            &["flipDown 0,0", "rotateSquareClockwise 1,1", "rotateRowRight 3"],
        )
    },
    Lesson {
        options: SMALL,
        position: Some("moves 20 points 0 board ABCDE;CDEBF;AABAC;EFCDB;BCDEF"),
        ..Lesson::new(
            "Three or more equal tokens in a line are removed. The longer the line, the more it scores.",
            &["flipRight 2,2"],
        )
    },
    Lesson {
        options: SMALL,
        position: Some("moves 20 points 0 board ABCDE;CBBDF;AABAC;EFCDB;BCDEF"),
        ..Lesson::new(
            "What is above falls, and new tokens come in. What matches then counts twice, three times and so on.",
            &["flipRight 2,2"],
        )
    },
];
