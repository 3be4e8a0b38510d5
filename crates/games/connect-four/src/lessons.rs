//! How to play, step by step.

use quincunx_registry::Lesson;

pub(crate) const LESSONS: &[Lesson] = &[
    Lesson::new(
        "Take turns to drop a disc. It falls to the lowest free field of its column.",
        &["4", "4", "3", "5"],
    ),
    Lesson::new(
        "Four of your discs in a line win: across, up or diagonally.",
        &["4", "5", "5", "6", "6", "7", "6", "7", "7", "1", "7"],
    ),
    Lesson::new(
        "Two threats at once win: only one of them can be blocked.",
        &["4", "4", "5", "5", "3", "6", "2"],
    ),
];
