//! How programs of others that speak the console of Match Three are examined.

mod generator;
mod judge;
mod published;
mod simpler;

use std::io::{self, Read, Write};

use quincunx_core::Random;
use quincunx_registry::examination::{Case, Difference, Examination, ExaminedRule, Variant};

use super::faults;

/// The examination of Match Three.
pub(super) struct MatchThreeExamination;

/// The rules in the order of the description.
static RULES: [ExaminedRule; 23] = [
    ExaminedRule::new(
        "tokens",
        6,
        "At least two different characters, none `;` or white space, are the valid tokens of the next board.",
    ),
    ExaminedRule::new(
        "sizes",
        6,
        "A board has at least two columns and two rows and begins empty; x grows to the right and y down.",
    ),
    ExaminedRule::new(
        "token-strings",
        8,
        "Rows of equal length, of valid tokens and blanks, joined by `;` make a board that prints the same.",
    ),
    ExaminedRule::new(
        "fields",
        6,
        "`get` returns a token or `null`, and `set` puts a valid token or empties the field.",
    ),
    ExaminedRule::new(
        "positions",
        6,
        "`contains` tells what is on the board, and all else refuses positions off it and changes nothing.",
    ),
    ExaminedRule::new(
        "swap",
        6,
        "`swap` exchanges what two fields hold, be it a token or nothing.",
    ),
    ExaminedRule::new(
        "remove",
        6,
        "`remove` empties all positions, or none if one of them is off the board.",
    ),
    ExaminedRule::new(
        "bottom",
        8,
        "Every token falls as far as it can; the old and new positions of those that moved are returned.",
    ),
    ExaminedRule::new(
        "fill-columns",
        8,
        "Empty fields take the next tokens of their column's sequence from the bottom up.",
    ),
    ExaminedRule::new(
        "fill-errors",
        8,
        "An exhausted sequence changes nothing; a sequence of valid tokens is needed for each column.",
    ),
    ExaminedRule::new(
        "fill-random",
        8,
        "A random fill gives empty fields valid tokens, all equally likely, and changes no other field.",
    ),
    ExaminedRule::new(
        "missing-parts",
        6,
        "What needs tokens, a board, a matcher, a strategy or a start is refused without it.",
    ),
    ExaminedRule::new(
        "moves",
        8,
        "Flips swap with the field to the right or below; rotations turn clockwise, down and to the right.",
    ),
    ExaminedRule::new("reverse", 8, "A move and then its reverse restore every board."),
    ExaminedRule::new(
        "fitting",
        8,
        "A move fits if all its fields are on the board; all of them are affected, equal and empty ones too.",
    ),
    ExaminedRule::new(
        "match",
        8,
        "A match grows by every delta, forwards and backwards, through equal tokens until nothing is added.",
    ),
    ExaminedRule::new(
        "matchall",
        8,
        "`matchall` is the union over positions, `|` the union of matchers, sorted and each match once.",
    ),
    ExaminedRule::new(
        "start",
        8,
        "`start` lets tokens fall, fills the board and resolves matches of three or more from all positions.",
    ),
    ExaminedRule::new(
        "accept",
        10,
        "`accept` makes a move that fits and resolves from its affected positions only.",
    ),
    ExaminedRule::new(
        "scoring",
        10,
        "A step is worth factor × matches × Σ (3 + 2·(size − 3)), contained and equal ones not counted.",
    ),
    ExaminedRule::new(
        "cascades",
        12,
        "After a step tokens fall, the board is filled, and the moved and filled positions resolve with \
         factor + 1.",
    ),
    ExaminedRule::new(
        "begin-anew",
        6,
        "`board` and `load` begin without strategy and points; tokens and matcher stay.",
    ),
    ExaminedRule::new(
        "lines",
        8,
        "One blank separates words, integers may have signs and zeros, and all else is refused in one line.",
    ),
];

impl Examination for MatchThreeExamination {
    fn rules(&self) -> &'static [ExaminedRule] {
        &RULES
    }

    fn published(&self) -> Vec<Case> {
        published::cases()
    }

    fn generate(&self, rule: &'static ExaminedRule, random: &mut Random) -> Case {
        generator::case(rule, random)
    }

    fn check(&self, case: &Case, output: &str) -> Result<(), Difference> {
        judge::check(&case.lines, output)
    }

    fn simpler(&self, line: &str) -> Vec<String> {
        simpler::simpler(line)
    }

    fn variants(&self) -> &'static [Variant] {
        &faults::VARIANTS
    }

    fn run_variant(
        &self,
        variant: &'static Variant,
        _: &[&str],
        input: &mut dyn Read,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        faults::run(variant, input, output)
    }
}
