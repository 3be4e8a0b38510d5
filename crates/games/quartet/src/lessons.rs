//! How to play, step by step.

use quincunx_registry::Lesson;

pub(crate) const LESSONS: &[Lesson] = &[
    Lesson::new(
        "Sixteen pieces, no two alike: black or white, box or cylinder, large or small, hollow or solid.",
        &[],
    ),
    Lesson::new(
        "Choose a piece for your opponent, who places it on any free field and then chooses one for you.",
        &["select 11", "place 2;2", "select 6", "place 3;3"],
    ),
    Lesson::new(
        "Four side by side that share a property win for whoever places the last of them. Here all are white.",
        &[
            "select 8",
            "place 2;1",
            "select 9",
            "place 2;2",
            "select 12",
            "place 2;3",
            "select 10",
            "place 2;4",
        ],
    ),
    Lesson {
        options: &[("topology", "torus")],
        ..Lesson::new(
            "On the torus the edges are joined: a line runs on at the other side.",
            &[
                "select 8",
                "place 2;4",
                "select 9",
                "place 2;5",
                "select 12",
                "place 2;0",
                "select 10",
                "place 2;1",
            ],
        )
    },
];
