//! The assignments that are Java interfaces, and what of ours goes with them.
//!
//! Which interfaces belong to a game is no part of its rules and nothing else needs it, so this is a table
//! here.

use std::path::Path;

use super::compiling::CompileError;
use super::sources::Sources;

/// Sources of ours: their paths and texts.
type Own = &'static [(&'static str, &'static str)];

/// An assignment whose solutions are classes behind given interfaces.
#[derive(Debug)]
pub struct Assignment {
    /// The id of the game.
    game: &'static str,
    /// The given interfaces.
    framework: Own,
    /// The console in front of a submission.
    pub console: Adapter,
    /// What answers an external player's lines by a submission's player, where the interfaces have one.
    pub player: Option<Adapter>,
    /// The classes that a submission must have, beside those of its parts.
    required: &'static [&'static str],
    /// The rules that our console keeps by itself, whatever the submission does.
    kept_by_console: &'static [&'static str],
    /// The parts that are also graded alone.
    pub parts: &'static [Part],
    /// The interfaces implemented by the engine, for test suites.
    pub(super) engine: Own,
    /// What parts of ours and of the engine have in common.
    pub(super) common: Own,
    /// The faults that tests behind the interfaces need not find: they show on the console alone, as in the
    /// order of sets or in commands without a method, or in what the framework does itself.
    pub left_out: &'static [&'static str],
}

/// What of ours stands in front of a submission and speaks with the other side.
#[derive(Debug)]
pub struct Adapter {
    pub(super) sources: Own,
    /// The class that has the `main`.
    pub(super) class: &'static str,
}

/// A part of an assignment that can be exchanged.
#[derive(Debug)]
pub struct Part {
    /// Its name on the command line.
    pub name: &'static str,
    /// The classes that a submission must have for it.
    required: &'static [&'static str],
    /// The rules that it keeps or breaks.
    rules: &'static [&'static str],
    /// Our own implementation.
    pub(super) own: Own,
}

macro_rules! sources {
    ($folder:literal => $package:literal: $($path:literal),* $(,)?) => {
        &[$((
            concat!($package, "/", $path),
            include_str!(concat!("../../java/", $folder, "/", $path)),
        )),*]
    };
    ($folder:literal: $($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../java/", $folder, "/", $path)))),*]
    };
}

static ASSIGNMENTS: [Assignment; 2] = [
    Assignment {
        game: "2048",
        framework: sources!("saarland/framework":
            "ttfe/MoveDirection.java",
            "ttfe/PlayerInterface.java",
            "ttfe/SimulatorInterface.java",
            "ttfe/UserInterface.java",
        ),
        console: Adapter {
            sources: sources!("saarland/console":
                "quincunx/bridge/ConsoleOf2048.java",
                "quincunx/bridge/OneMove.java",
            ),
            class: "quincunx.bridge.ConsoleOf2048",
        },
        player: Some(Adapter {
            sources: sources!("saarland/player":
                "quincunx/bridge/PlainSimulator.java",
                "quincunx/bridge/PlayerOf2048.java",
            ),
            class: "quincunx.bridge.PlayerOf2048",
        }),
        required: &["ttfe/TTFEFactory"],
        kept_by_console: &["answers-at-once"],
        parts: &[],
        engine: sources!("saarland/engine":
            "quincunx/bridge/RemoteSimulator.java",
            "quincunx/bridge/TextInterface.java",
            "ttfe/TTFE.java",
            "ttfe/TTFEFactory.java",
        ),
        common: &[],
        left_out: &[],
    },
    Assignment {
        game: "match-three",
        framework: sources!("kit/framework/edu/kit/informatik/matchthree/framework" =>
            "edu/kit/informatik/matchthree/framework":
            "Delta.java",
            "DeterministicStrategy.java",
            "FillingStrategy.java",
            "Position.java",
            "RandomStrategy.java",
            "Token.java",
            "exceptions/BoardDimensionException.java",
            "exceptions/IllegalTokenException.java",
            "exceptions/MatcherInitializationException.java",
            "exceptions/NoFillingStrategyException.java",
            "exceptions/TokenStringParseException.java",
            "interfaces/Board.java",
            "interfaces/Game.java",
            "interfaces/Matcher.java",
            "interfaces/Move.java",
            "interfaces/MoveFactory.java",
        ),
        console: Adapter {
            sources: sources!("kit/console":
                "quincunx/bridge/Fields.java",
                "quincunx/bridge/Filling.java",
                "quincunx/bridge/MatchThreeConsole.java",
                "quincunx/bridge/UnionOfMatchers.java",
            ),
            class: "quincunx.bridge.MatchThreeConsole",
        },
        player: None,
        required: &[],
        kept_by_console: &["missing-parts", "begin-anew", "lines", "answers-at-once"],
        parts: &[
            Part {
                name: "board",
                required: &["edu/kit/informatik/matchthree/MatchThreeBoard"],
                rules: &[
                    "tokens",
                    "sizes",
                    "token-strings",
                    "fields",
                    "positions",
                    "swap",
                    "remove",
                    "bottom",
                    "fill-columns",
                    "fill-errors",
                    "fill-random",
                ],
                own: sources!("kit/parts": "edu/kit/informatik/matchthree/MatchThreeBoard.java"),
            },
            Part {
                name: "moves",
                required: &["edu/kit/informatik/matchthree/MoveFactoryImplementation"],
                rules: &["moves", "reverse", "fitting"],
                own: sources!("kit/parts": "edu/kit/informatik/matchthree/MoveFactoryImplementation.java"),
            },
            Part {
                name: "matcher",
                required: &["edu/kit/informatik/matchthree/MaximumDeltaMatcher"],
                rules: &["match", "matchall"],
                own: sources!("kit/parts": "edu/kit/informatik/matchthree/MaximumDeltaMatcher.java"),
            },
            Part {
                name: "game",
                required: &["edu/kit/informatik/matchthree/MatchThreeGame"],
                rules: &["start", "accept", "scoring", "cascades"],
                own: sources!("kit/parts": "edu/kit/informatik/matchthree/MatchThreeGame.java"),
            },
        ],
        engine: sources!("kit/engine":
            "edu/kit/informatik/matchthree/MatchThreeBoard.java",
            "edu/kit/informatik/matchthree/MatchThreeGame.java",
            "edu/kit/informatik/matchthree/MaximumDeltaMatcher.java",
            "edu/kit/informatik/matchthree/MoveFactoryImplementation.java",
            "quincunx/bridge/Copies.java",
            "quincunx/bridge/DrawnTokens.java",
            "quincunx/bridge/RemoteBoard.java",
            "quincunx/bridge/RemoteMatcher.java",
            "quincunx/bridge/RemoteMove.java",
        ),
        common: sources!("kit/game": "quincunx/bridge/LocalGame.java"),
        left_out: &MATCH_THREE_LEFT_OUT,
    },
];

static MATCH_THREE_LEFT_OUT: [&str; 50] = [
    // Sets of tokens and tokens of one character cannot be otherwise.
    "one-token",
    "equal-tokens-count",
    "semicolon-is-token",
    "tokens-of-present-board",
    "set-takes-first-character",
    // Sets have no order and nothing twice.
    "bottom-repeats",
    "positions-by-row",
    "affected-in-cycle",
    "matchall-repeats",
    "matches-by-matcher",
    "matches-by-size",
    "positions-as-text",
    // The engine's matchers are not joined.
    "matchall-is-maximal",
    "union-is-one-matcher",
    "union-is-last",
    "union-is-first",
    "equal-count-twice",
    "contained-are-kept",
    "overlaps-are-joined",
    "overlaps-are-dropped",
    // Strategies are the framework's, and what they leave when they fail is not asked for.
    "fill-half",
    "fill-uses-up",
    "fill-cycles",
    "few-sequences",
    "more-sequences",
    "sequences-of-any-token",
    "random-leaves-one",
    "random-overwrites",
    "random-one-token",
    "random-without-last",
    "random-any-character",
    "fill-without-strategy",
    "start-is-half-done",
    "accept-is-half-done",
    // Nobody starts a game twice.
    "start-adds-score",
    // A game has its matcher from the beginning, and each has its own board.
    "match-without-matcher",
    "accept-before-start",
    "load-loses-board",
    "strategy-stays",
    "game-stays-started",
    "matcher-is-lost",
    "tokens-are-lost",
    // The form of lines.
    "blanks-do-not-count",
    "any-case",
    "empty-line-ignored",
    "more-words-ignored",
    "no-plus",
    "malformed-without-answer",
    "refusal-with-colon",
    "refusal-without-sentence",
];

/// What everything in front of a submission needs.
pub(super) const CONSOLE: Own = sources!("console":
    "quincunx/bridge/LineConsole.java",
    "quincunx/bridge/Refusal.java",
    "quincunx/bridge/Words.java",
);

/// The connection to the engine, and what runs tests, with a file for each version of JUnit.
pub(super) const ENGINE: Own = sources!("engine":
    "quincunx/bridge/ConsoleFailure.java",
    "quincunx/bridge/ConsoleProcess.java",
    "quincunx/bridge/ConsoleSession.java",
    "quincunx/bridge/GraderChannel.java",
);
pub(super) const RUNNER: Own = sources!("runner":
    "quincunx/runner/RunTests.java",
    "quincunx/runner/TestCase.java",
    "quincunx/runner/TestFinder.java",
);
pub(super) const JUNIT_4: Own = sources!("runner": "quincunx/runner/JUnit4.java");
pub(super) const JUNIT_5: Own = sources!("runner": "quincunx/runner/JUnit5.java");

impl Assignment {
    /// Returns the assignment of a game.
    #[must_use]
    pub fn of(game: &str) -> Option<&'static Self> {
        ASSIGNMENTS.iter().find(|assignment| assignment.game == game)
    }

    /// Lists the ids of the games that have one.
    pub fn games() -> impl Iterator<Item = &'static str> {
        ASSIGNMENTS.iter().map(|assignment| assignment.game)
    }

    /// Returns whether a rule is kept or broken by the classes of one part, or of all.
    #[must_use]
    pub fn examines(&self, rule: &str, part: Option<&Part>) -> bool {
        match part {
            Some(part) => part.rules.contains(&rule),
            None => !self.kept_by_console.contains(&rule),
        }
    }

    /// Lists the classes that a submission must have for one part, or for all.
    pub(super) fn required(&self, part: Option<&Part>) -> impl Iterator<Item = &'static str> {
        let own = self.required.iter();
        let parts = self
            .parts
            .iter()
            .filter(move |other| part.is_none_or(|part| part.name == other.name));
        own.chain(parts.flat_map(|part| part.required)).copied()
    }

    /// Puts the given interfaces over what a submission has in their place: those in a folder, else our own.
    pub(super) fn put_framework_over(
        &self,
        sources: &mut Sources,
        folder: Option<&Path>,
    ) -> Result<(), CompileError> {
        sources.put_over(self.framework);
        if let Some(folder) = folder {
            let is_ours = |path: &str| self.framework.iter().any(|&(own, _)| own == path);
            // It may also have the frame of what a submission writes.
            sources.put_over_if(Sources::read(folder)?, is_ours);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::ASSIGNMENTS;
    use crate::rubric::ANSWERS_AT_ONCE;

    #[test]
    fn every_rule_is_of_one_part_or_the_consoles() {
        for assignment in &ASSIGNMENTS {
            let game = quincunx_catalog::find(assignment.game).expect("there is such a game");
            let exam = game.examination().expect("it is examined");
            let own = exam
                .rules()
                .iter()
                .map(|rule| rule.name)
                .chain([ANSWERS_AT_ONCE.name]);
            for rule in own {
                let parts = assignment
                    .parts
                    .iter()
                    .filter(|part| assignment.examines(rule, Some(part)));
                let of_parts = usize::from(!assignment.parts.is_empty() && assignment.examines(rule, None));
                assert_eq!(parts.count(), of_parts, "{rule}");
            }
        }
    }

    #[test]
    fn only_faults_are_left_out() {
        for assignment in &ASSIGNMENTS {
            let game = quincunx_catalog::find(assignment.game).expect("there is such a game");
            let variants = game.examination().expect("it is examined").variants();
            for name in assignment.left_out {
                let variant = variants.iter().find(|variant| variant.name == *name);
                assert!(
                    variant.is_some_and(|variant| variant.broken_rule().is_some()),
                    "{name}"
                );
            }
        }
    }
}
