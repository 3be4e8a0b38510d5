//! The options of the rules.

use quincunx_core::{OptionKind, OptionSpec, Options, Size};

use super::position::Scoring;
use super::rules::Twenty48;

pub(super) const ID: &str = "2048";

/// The longest side of a board for options and console.
pub(super) const MAX_SIDE: u64 = 64;

pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("width", OptionKind::Integer(2, MAX_SIDE), "4").help("columns of the board"),
    OptionSpec::new("height", OptionKind::Integer(2, MAX_SIDE), "4").help("rows of the board"),
    OptionSpec::new(
        "scoring",
        OptionKind::Choice(&["standard", "contest"]),
        "standard",
    )
    .help("contest: the points of a move double with every merge after its first"),
    OptionSpec::new("four-rate", OptionKind::Number(0.0, 1.0), "0.1")
        .help("the probability with which a new piece is a 4 and not a 2"),
];

pub(super) fn rules_of(options: &Options) -> Twenty48 {
    let size = Size::new(options.integer("width"), options.integer("height"));
    let scoring = match options.text("scoring") {
        "contest" => Scoring::Contest,
        _ => Scoring::Standard,
    };
    let rules = Twenty48::new(
        size.expect("sides are from 2 to 64"),
        scoring,
        options.number("four-rate"),
    );
    rules.expect("the ranges of the options are those of the rules")
}

pub(super) fn options_of(rules: &Twenty48) -> Options {
    let (size, is_contest) = (rules.size(), rules.scoring() == Scoring::Contest);
    let mut options = Options::defaults(OPTIONS);
    for (name, value) in [
        ("width", size.columns().to_string()),
        ("height", size.rows().to_string()),
        (
            "scoring",
            if is_contest { "contest" } else { "standard" }.to_owned(),
        ),
        ("four-rate", rules.four_rate().to_string()),
    ] {
        options.set(name, &value).expect("the options cover the rules");
    }
    options
}
