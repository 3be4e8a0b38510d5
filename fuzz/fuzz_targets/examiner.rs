//! What examined programs answer, and what examiners read: any output for any case is judged, a right one is
//! right, and rubrics, grades and matrices of test suites are refused or read, written and read again alike.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use quincunx_catalog::GAMES;
use quincunx_core::Random;
use quincunx_fuzz::is_pondered;
use quincunx_grade::{Feedback, Grade, Matrix, Rubric};
use quincunx_registry::Examination;
use quincunx_registry::examination::Case;
use serde::Serialize;
use serde::de::DeserializeOwned;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    /// The output of a program for a case that is generated, or that is of these lines.
    Output {
        game: u8,
        rule: u8,
        seed: u8,
        lines: Option<&'a str>,
        damages: Vec<Damage<'a>>,
    },
    Rubric(u8, &'a str),
    Grade(&'a str),
    Matrix(&'a str),
}

/// A change of a right output.
#[derive(Arbitrary, Debug)]
struct Damage<'a> {
    at: u16,
    cut: u8,
    put: &'a str,
}

fuzz_target!(|input: Input<'_>| match input {
    Input::Output {
        game,
        rule,
        seed,
        lines,
        damages,
    } => judge(game, rule, seed, lines, &damages),
    Input::Rubric(game, text) => {
        let (game, exam) = examined(game);
        if let Ok(rubric) = Rubric::parse(text, game, exam) {
            let again = Rubric::parse(&rubric.to_toml(game), game, exam);
            assert_eq!(again.unwrap_or_else(|error| panic!("{error}")), rubric);
            let points = rubric.rules.iter().map(|rule| rubric.points_of(rule, 1, 1));
            assert!(points.sum::<f64>().is_finite());
        }
    }
    Input::Grade(text) => {
        if let Some(grade) = read_twice::<Grade>(text) {
            let _ = grade.is_full();
            for feedback in Feedback::ALL {
                let shown = grade.with_feedback(feedback);
                assert_eq!(shown.with_feedback(feedback), shown);
            }
        }
    }
    Input::Matrix(text) => {
        if let Some(matrix) = read_twice::<Matrix>(text) {
            let _ = matrix.is_full();
        }
    }
});

/// Returns a game whose programs are examined.
fn examined(choice: u8) -> (&'static str, &'static dyn Examination) {
    let mut games = GAMES
        .iter()
        .filter_map(|game| Some((game.id(), game.examination()?)));
    let count = games.clone().count();
    games.nth(usize::from(choice) % count).expect("there are some")
}

fn read_twice<T: DeserializeOwned + Serialize + PartialEq>(text: &str) -> Option<T> {
    let read: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&read).expect("it is JSON");
    assert!(
        serde_json::from_str::<T>(&written).is_ok_and(|again| again == read),
        "{written}"
    );
    Some(read)
}

fn judge(game: u8, rule: u8, seed: u8, lines: Option<&str>, damages: &[Damage<'_>]) {
    let (game, exam) = examined(game);
    let rules = exam.rules();
    let rule = &rules[usize::from(rule) % rules.len()];
    let case = match lines {
        None => exam.generate(rule, &mut Random::new(seed.into())),
        Some(lines) => Case::new(rule.name, lines),
    };
    if case.lines.iter().any(|line| is_pondered(line.as_bytes())) {
        return;
    }
    for line in case.lines.iter().take(4) {
        let _ = exam.simpler(line);
    }
    let _ = exam.smaller(&case.lines);
    let console = quincunx_catalog::find(game).expect("it is in the list").console();
    let mut output = case
        .answers(|input, output| (console.run)(case.arguments, input, output))
        .expect("nothing fails in memory");
    assert_eq!(exam.check(&case, &output), Ok(()), "{:?}", case.lines);
    for Damage { at, cut, put } in damages {
        let boundary = |at: usize| (at..=output.len()).find(|&at| output.is_char_boundary(at));
        let start = boundary(usize::from(*at) % (output.len() + 1)).expect("the end is one");
        let end = boundary(start + usize::from(*cut)).unwrap_or(output.len());
        output.replace_range(start..end, put);
    }
    if let Err(difference) = exam.check(&case, &output) {
        assert!(difference.line <= case.lines.len(), "{difference}");
        assert!(!difference.to_string().is_empty());
    }
}
