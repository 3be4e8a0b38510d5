//! Why something was not done.

use quincunx_core::{PlayError, RecordError};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

use crate::id::TableId;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Refusal {
    /// The kind, for programs.
    pub code: Code,
    /// The exact reason with its parameters; pages have a text for each.
    pub reason: Reason,
    /// The reason in English.
    pub message: String,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self {
            code: reason.code(),
            message: reason.to_string(),
            reason,
        }
    }
}

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message is not one of these types.
    Malformed,
    /// The page speaks another version and should be loaded again.
    Version,
    /// There is no such table, game, ply or invitation.
    Unknown,
    /// The position has changed since; a snapshot or update shows how.
    Stale,
    /// The rules do not allow it here.
    Illegal,
    /// The rules allow it, but it does not solve the puzzle.
    Wrong,
    /// It is not the asker's seat or turn, or analysis is closed until the game is over.
    Forbidden,
    /// The game is over.
    Over,
    /// There is nothing to undo, redo or answer.
    Nothing,
    /// Too much is asked at once; retry later.
    Busy,
    /// The game has reached the longest that is kept, or the request is too large.
    TooLarge,
    /// The server failed.
    Failed,
}

/// The exact reason of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "the messages explain the variants and their parameters"
)]
pub enum Reason {
    #[error("the position has changed: it is that of event {position}, not {at}")]
    PositionChanged { position: u64, at: u64 },
    #[error("the game is over")]
    GameOver {},
    #[error("the time is up")]
    TimeUp {},
    #[error("the game is over and its chance key is published; fork it to play on with other chance")]
    KeyPublished {},
    #[error("you have no seat at this table")]
    NoSeat {},
    #[error("it is not your turn")]
    NotYourTurn {},
    #[error("the clocks begin with the first move, and somebody who was invited is not here yet")]
    PlayerMissing {},
    #[error("there is no such invitation to this table")]
    UnknownInvitation {},
    #[error("somebody else has taken this invitation")]
    InvitationTaken {},
    #[error("{message}")]
    UnreadableAction { text: String, message: String },
    #[error("the action is not legal in this position")]
    IllegalAction {},
    #[error("the game has reached the longest that is kept here")]
    GameTooLong {},
    #[error("that does not win in {left}; try another move")]
    NotTheSolution { left: u32 },
    #[error("the solution is being shown")]
    SolutionShown {},
    #[error("there is no puzzle at this table")]
    NoPuzzle {},
    #[error("a puzzle is not given up; its solution can be asked for")]
    ResignPuzzle {},
    #[error("another puzzle is another table")]
    RematchPuzzle {},
    #[error("moves are not taken back at this table")]
    NoUndo {},
    #[error("moves are not played again at this table")]
    NoRedo {},
    #[error("there is no move to take back")]
    NothingToUndo {},
    #[error("there is no move of yours to take back")]
    NoMoveOfYours {},
    #[error("there is no move to play again")]
    NothingToRedo {},
    #[error("a single-player game has no draw")]
    DrawAlone {},
    #[error("the computer plays on")]
    ComputerPlaysOn {},
    #[error("the game is not over yet")]
    GameNotOver {},
    #[error("there is one attempt at the day's game")]
    OneAttempt {},
    #[error("the rematch has begun at table {table}")]
    RematchBegun { table: TableId },
    #[error("that has been offered already")]
    OfferedAlready {},
    #[error("the other side has offered something: answer first")]
    AnswerFirst {},
    #[error("nobody is there yet to answer")]
    NobodyToAnswer {},
    #[error("there is no such offer")]
    NothingOffered {},
    #[error("the other side answers an offer")]
    NotYoursToAnswer {},
    #[error("there is no game `{game}`; there are {known}")]
    UnknownGame { game: String, known: String },
    #[error("there is no table {table}")]
    UnknownTable { table: TableId },
    #[error("the game has plies 0 to {plies}, not {ply}")]
    UnknownPly { ply: usize, plies: usize },
    #[error("{message}")]
    BadOption { option: String, message: String },
    #[error("{message}")]
    NotARecord { message: String },
    #[error("{message}")]
    RecordVersion { version: String, message: String },
    #[error("{message}")]
    RecordGame { game: String, message: String },
    #[error("{message}")]
    RecordDamaged { line: usize, message: String },
    #[error("{message}")]
    RecordRules { line: usize, message: String },
    #[error("{message}")]
    RecordMove { line: usize, message: String },
    #[error("a record has at most {most} bytes, not {bytes}")]
    RecordTooLarge { most: usize, bytes: usize },
    #[error("the record is of a longer game than is kept here")]
    RecordTooLong {},
    #[error(
        "there is no analysis, fork or record while two people play each other, or a puzzle or the day's game runs; all open when it is over"
    )]
    AnalysisClosed {},
    #[error("the game is over there: there is nothing to judge")]
    NothingToAnalyse {},
    #[error("no move has been played yet")]
    NoMoveYet {},
    #[error("the computer has enough to think about; try again in a moment")]
    EngineBusy {},
    #[error("the server has as many games as it can hold; try again later")]
    ServerFull {},
    #[error("the server has no room on its disk for further games; games that run go on")]
    DiskFull {},
    #[error("the server stops; try again in a moment")]
    ServerStops {},
    #[error("rate limit exceeded; retry in {seconds} s")]
    RateLimit { seconds: u64 },
    #[error("{message}")]
    PuzzleNotFound { wins_in: u32, message: String },
    #[error("{game} has no puzzles")]
    GameWithoutPuzzles { game: String },
    #[error("{game} is for two and has no puzzles; single-player games have luck of the day")]
    GameWithoutDay { game: String },
    #[error("{message}")]
    Malformed { message: String },
    #[error("{message}")]
    UnknownHost { message: String },
    #[error("the request comes from a page of another server")]
    ForeignPage {},
    #[error("measurements are for programs on the server's own machine")]
    MeasurementsAreLocal {},
    #[error("there is nothing at this address")]
    UnknownAddress {},
    #[error("a request has at most {most} bytes")]
    RequestTooLarge { most: usize },
    #[error("the server speaks version {server} and the page {page}; load the page again")]
    PageOutdated { server: u32, page: u32 },
    #[error("{game} has {expected} seats, not {found}")]
    SeatCount {
        game: String,
        expected: usize,
        found: usize,
    },
    #[error("the computer has levels 1 to {most}, not {level}")]
    ComputerLevel { most: usize, level: u8 },
    #[error("a clock gives from 1 s to 24 h and adds at most 1 h")]
    ClockRange {},
    #[error("the options are those of the game it begins in; none can be given")]
    OptionsGiven {},
    #[error("{message}")]
    NoGame { message: String },
    #[error("expected a puzzle to win in {least} to {most} moves, found {found}")]
    PuzzleLength { least: u32, most: u32, found: u32 },
    #[error("there is no level `{name}`; there are {known}")]
    UnknownLevel { name: String, known: String },
    #[error("line {line}: {message}")]
    LevelDamaged { line: usize, message: String },
    #[error("a page watches at most {most} tables; leave one")]
    TooManyTables { most: usize },
    #[error("others are faster at this table just now; try again")]
    TableBusy {},
    #[error("more has been sent than the page has read; try again in a moment")]
    SlowPage {},
    #[error("there was no answer in {seconds} s; try again in a moment")]
    NoAnswer { seconds: u64 },
    #[error("the server could not read or write its log; try again in a moment")]
    StorageFailed {},
    #[error("the server is not ready: its log does not answer")]
    StorageUnavailable {},
    #[error("the server failed; look at the table again")]
    ServerFailed {},
    #[error("the computer needs the file `{file}`, which cannot be loaded now")]
    FileUnreachable { file: String },
}

impl Reason {
    /// Makes the reason for a message that no page sends.
    pub fn malformed(message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Malformed { message }
    }

    /// Returns the kind of refusal.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::PositionChanged { .. } => Code::Stale,
            Self::GameOver {} | Self::TimeUp {} | Self::KeyPublished {} | Self::NothingToAnalyse {} => {
                Code::Over
            }
            Self::NoSeat {}
            | Self::NotYourTurn {}
            | Self::PlayerMissing {}
            | Self::InvitationTaken {}
            | Self::SolutionShown {}
            | Self::ResignPuzzle {}
            | Self::RematchPuzzle {}
            | Self::NoUndo {}
            | Self::NoRedo {}
            | Self::DrawAlone {}
            | Self::ComputerPlaysOn {}
            | Self::GameNotOver {}
            | Self::OneAttempt {}
            | Self::AnswerFirst {}
            | Self::NotYoursToAnswer {}
            | Self::AnalysisClosed {}
            | Self::UnknownHost { .. }
            | Self::ForeignPage {}
            | Self::MeasurementsAreLocal {} => Code::Forbidden,
            Self::UnknownInvitation {}
            | Self::UnknownGame { .. }
            | Self::UnknownTable { .. }
            | Self::UnknownPly { .. }
            | Self::GameWithoutPuzzles { .. }
            | Self::GameWithoutDay { .. }
            | Self::UnknownAddress {}
            | Self::UnknownLevel { .. } => Code::Unknown,
            Self::UnreadableAction { .. }
            | Self::IllegalAction {}
            | Self::BadOption { .. }
            | Self::NotARecord { .. }
            | Self::RecordVersion { .. }
            | Self::RecordGame { .. }
            | Self::RecordDamaged { .. }
            | Self::RecordRules { .. }
            | Self::RecordMove { .. }
            | Self::PuzzleNotFound { .. }
            | Self::NoGame { .. }
            | Self::PuzzleLength { .. }
            | Self::LevelDamaged { .. } => Code::Illegal,
            Self::Malformed { .. }
            | Self::SeatCount { .. }
            | Self::ComputerLevel { .. }
            | Self::ClockRange {}
            | Self::OptionsGiven {} => Code::Malformed,
            Self::PageOutdated { .. } => Code::Version,
            Self::StorageFailed {} | Self::ServerFailed {} | Self::FileUnreachable { .. } => Code::Failed,
            Self::GameTooLong {}
            | Self::RecordTooLarge { .. }
            | Self::RecordTooLong {}
            | Self::RequestTooLarge { .. } => Code::TooLarge,
            Self::NotTheSolution { .. } => Code::Wrong,
            Self::NoPuzzle {}
            | Self::NothingToUndo {}
            | Self::NoMoveOfYours {}
            | Self::NothingToRedo {}
            | Self::RematchBegun { .. }
            | Self::OfferedAlready {}
            | Self::NobodyToAnswer {}
            | Self::NothingOffered {}
            | Self::NoMoveYet {} => Code::Nothing,
            Self::EngineBusy {}
            | Self::ServerFull {}
            | Self::DiskFull {}
            | Self::ServerStops {}
            | Self::RateLimit { .. }
            | Self::TooManyTables { .. }
            | Self::TableBusy {}
            | Self::SlowPage {}
            | Self::NoAnswer { .. }
            | Self::StorageUnavailable {} => Code::Busy,
        }
    }
}

impl From<PlayError> for Reason {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Illegal => Self::IllegalAction {},
            PlayError::Over => Self::GameOver {},
            PlayError::Endless => Self::GameTooLong {},
        }
    }
}

impl From<RecordError> for Reason {
    fn from(error: RecordError) -> Self {
        let message = error.to_string();
        match error {
            RecordError::Foreign => Self::NotARecord { message },
            RecordError::Version(version) => Self::RecordVersion { version, message },
            RecordError::Game(game) => Self::RecordGame { game, message },
            RecordError::Line { line, .. }
            | RecordError::CutOff { line }
            | RecordError::Checksum { line, .. } => Self::RecordDamaged { line, message },
            RecordError::Rules { line, .. } | RecordError::Position { line, .. } => {
                Self::RecordRules { line, message }
            }
            RecordError::Event { line, .. } => Self::RecordMove { line, message },
        }
    }
}
