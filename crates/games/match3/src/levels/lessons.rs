//! How to play, step by step.

use quincunx_registry::Lesson;

pub(crate) const LESSONS: &[Lesson] = &[
    Lesson {
        options: &[("name", "garden-path")],
        ..Lesson::new(
            "Every level has its goals: points, colours to collect, or marked fields to clear.",
            &[],
        )
    },
    Lesson::new(
        "Reach them before the moves run out. The more moves are left, the more stars you win.",
        &["flipDown 3,3", "flipDown 5,2", "flipDown 4,5"],
    ),
    Lesson {
        options: &[("name", "turning-squares")],
        ..Lesson::new(
            "Some levels have holes, or moves of their own: here squares of four turn.",
            &["reverse rotateSquareClockwise 2,0", "rotateSquareClockwise 1,1"],
        )
    },
];
