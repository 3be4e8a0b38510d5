//! How to play, step by step.

use quincunx_registry::Lesson;

pub(crate) const LESSONS: &[Lesson] = &[
    Lesson {
        position: Some("2,0,2,4/0,4,0,0/0,0,0,0/0,0,0,0"),
        ..Lesson::new(
            "Swipe or press an arrow: all tiles slide that way, and two equal ones that meet become one.",
            &["left"],
        )
    },
    Lesson {
        position: Some("4,4,8,8/0,0,0,0/0,0,0,0/2,0,0,0"),
        ..Lesson::new(
            "You score what a merge makes: here 8 and 16. After every move a new 2 or 4 appears.",
            &["left"],
        )
    },
    Lesson {
        position: Some("1024,1024,64,8/16,4,2,0/4,0,0,0/2,0,0,0"),
        ..Lesson::new(
            "Make 2048, and then play on. It helps to keep the largest tile in a corner.",
            &["left"],
        )
    },
    Lesson {
        position: Some("2,8,4,16/16,32,8,2/2,64,16,8/4,2,32,4"),
        ..Lesson::new("When nothing can move, the game is over.", &[])
    },
];
