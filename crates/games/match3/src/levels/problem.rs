//! The errors of a level's text, with codes and parameters for programs.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

/// An error in a level's text.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize, ToSchema)]
#[error("line {line}: {message}")]
#[non_exhaustive]
pub struct LevelError {
    /// The line, from 1.
    pub line: usize,
    /// The field's full name, as in `goals.score`; empty where the error is not of one field.
    pub field: String,
    /// The error with its parameters.
    pub problem: LevelProblem,
    /// The error in English: the field, what was found, and what is accepted.
    pub message: String,
}

impl LevelError {
    pub(super) fn new(line: usize, field: &str, problem: LevelProblem) -> Self {
        Self {
            line,
            field: field.to_owned(),
            message: problem.to_string(),
            problem,
        }
    }
}

/// The errors in a level's text, in the order of lines; at least one.
///
/// Where the text is not TOML, only that is reported. Else all wrong fields are, and the level as a whole is
/// checked when each field is right. Errors after the fiftieth are counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct LevelErrors(pub Vec<LevelError>);

impl fmt::Display for LevelErrors {
    /// Writes one line for each error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// What is wrong with a level.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "the messages explain the variants and their parameters"
)]
#[non_exhaustive]
pub enum LevelProblem {
    #[error("the text has {found} bytes; a level has at most {most}")]
    TooLong { found: usize, most: usize },
    #[error("this is not TOML: {reason}, in `{text}`")]
    NotToml { reason: String, text: String },
    #[error("further errors: {count}")]
    MoreErrors { count: usize },
    #[error("there is no field `{name}`; there are {known}")]
    UnknownField { name: String, known: String },
    #[error("`{name}` takes a whole number from {least} to {most}, not {found}")]
    NotAnInteger {
        name: String,
        least: u64,
        most: u64,
        found: String,
    },
    #[error("`{name}` is missing: a whole number from {least} to {most}")]
    MissingInteger { name: String, least: u64, most: u64 },
    #[error("`{name}` takes true or false, not {found}")]
    NotABoolean { name: String, found: String },
    #[error("`{name}` takes a text in quotation marks, not {found}")]
    NotAText { name: String, found: String },
    #[error("`{name}` takes one line of at most {most} characters without tabs and other control characters")]
    NotALine { name: String, most: usize },
    #[error("`{name}` takes one of {words}, not {found}")]
    NotAWord {
        name: String,
        words: String,
        found: String,
    },
    #[error("`{name}` takes a list of at least one value in square brackets, not {found}")]
    NotAList { name: String, found: String },
    #[error("`{name}` takes a table, as in `[{name}]`, not {found}")]
    NotATable { name: String, found: String },
    #[error("`columns` × `rows` is {found}: a level has at most {most} cells")]
    TooManyCells { found: usize, most: usize },
    #[error("`fields` has {found} cells in this row and {expected} in the first: all rows are equally long")]
    RaggedFields { found: usize, expected: usize },
    #[error("`fields` takes `.` for a field, `*` for a marked one and `#` for a hole, not `{found}`")]
    NotAField { found: String },
    #[error(
        "`fields` has {columns} columns and {rows} rows: a level has from {least} to {most} of each and at most \
         {cells} cells"
    )]
    FieldsSize {
        columns: usize,
        rows: usize,
        least: u64,
        most: u64,
        cells: usize,
    },
    #[error("`{name}` is {given} and `fields` has {drawn}: leave it out or let them agree")]
    SizeDisagrees { name: String, given: u64, drawn: usize },
    #[error("`fields` has holes only: a level has fields")]
    HolesOnly {},
    #[error("`start` is no token string, rows of {tokens} and blanks joined by semicolons: {reason}")]
    NotATokenString { tokens: String, reason: String },
    #[error(
        "`start` is neither a token string, as in `ABC;CAB`, nor rows of squares, as in `R1 V2 --`: {reason}"
    )]
    NotABoard { reason: String },
    #[error("`start` has {found} cells, the level {expected}: they must agree")]
    StartSize { found: String, expected: String },
    #[error("`start` has {element} in column {column} and row {row}, where `fields` has a hole: write --")]
    StartInHole { element: String, column: u32, row: u32 },
    #[error(
        "`start` has {element} in column {column} and row {row}, but `specials` is false: write R{colour}"
    )]
    StartSpecial {
        element: String,
        column: u32,
        row: u32,
        colour: u8,
    },
    #[error("`start` is not at rest: something on it matches already")]
    StartNotAtRest {},
    #[error(
        "`matchers` names combinations and deltas: a level has either, five, corner, four and three, or deltas as in \
         `1,0`"
    )]
    MixedMatchers {},
    #[error(
        "`{name}` takes the deltas of one matcher, and several matchers as items of the list, not {found}"
    )]
    NotOneMatcher { name: String, found: String },
    #[error("`{name}` takes five, corner, four, three, or deltas as in `1,0 0,1` ({reason}), not {found}")]
    NotAMatcher {
        name: String,
        reason: String,
        found: String,
    },
    #[error("`matchers` has {found} deltas in all: at most {most} are")]
    TooManyDeltas { found: usize, most: usize },
    #[error("`matchers` has the delta {delta}, which leads off a board of {size} from every field")]
    DeltaOffBoard { delta: String, size: String },
    #[error(
        "`specials` takes false where matchers are deltas: specials come of the combinations five, corner and four"
    )]
    SpecialsByDeltas {},
    #[error("there is no `{name}`: the columns are 0 to {last}")]
    UnknownColumn { name: String, last: u32 },
    #[error("`{name}` has {found} weights, and there are {colours} colours: one for each")]
    WeightCount {
        name: String,
        found: usize,
        colours: usize,
    },
    #[error("`{name}` is 0 for all colours: something must come in")]
    ZeroWeights { name: String },
    #[error("a level has a goal: `score`, `clear` or `collect` in `[goals]`")]
    NoGoal {},
    #[error(
        "`goals.clear` is true, but no field is marked: draw `fields` with `*` where something is to clear"
    )]
    NothingToClear {},
    #[error("fields are marked, but `goals.clear` is not true: set it, or draw them with `.`")]
    ClearNotSet {},
    #[error("`goals.collect.{colour}` can't be reached: no {colour} comes in and none is on `start`")]
    ColourNeverComes { colour: String },
    #[error("`goals.collect.{colour}` is {wanted}, and this board gives {most} {colour} at most")]
    TooManyOfColour { colour: String, wanted: u64, most: u64 },
    #[error(
        "`goals.collect` is {wanted} elements of a board that has {fields} and is not refilled: it gives {most} at \
         most"
    )]
    TooManyToCollect { wanted: u64, fields: u64, most: u64 },
    #[error("`goals.score` is {wanted}, and a board that is not refilled gives {most} points at most")]
    ScoreTooHigh { wanted: u64, most: u64 },
    #[error(
        "`goals.clear` can't be reached: nothing can match on the marked field in column {column} and row {row}, and \
         no special reaches it"
    )]
    FieldNeverCleared { column: u32, row: u32 },
    #[error(
        "no board could be dealt that is at rest and has a move: more colours, more fields, fewer given elements or \
         other moves do"
    )]
    NoBoard {},
    #[error(
        "no board could be dealt that is at rest and has a move: too few colours come in by `{name}`, or too seldom; \
         more of them do, or others that come alike"
    )]
    NoBoardByWeights { name: String },
}
