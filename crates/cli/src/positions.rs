//! Positions that a command is asked about: on the command line, in a record, or on standard input, one a line.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::{Arg, ArgMatches, value_parser};
use quincunx_core::notation::shorten;
use quincunx_core::{DynSession, Options, Record};
use quincunx_registry::DynGame;
use quincunx_registry::console::{LONGEST_LINE, Line, Lines};
use serde_json::Value;

use crate::failure::WrongUse;
use crate::game_args::options_of;
use crate::record_file;

/// A position to be asked about.
pub(crate) struct Asked {
    /// How it was named, on one line without tabs.
    pub(crate) text: String,
    /// A session that stands there; its game is not over.
    pub(crate) session: Box<dyn DynSession>,
}

/// The positions that a command line names, all under the same rules.
pub(crate) struct Positions {
    /// The game.
    pub(crate) entry: &'static dyn DynGame,
    /// The options of its rules.
    pub(crate) options: Options,
    /// Those that it names; none when they come on standard input.
    given: Option<Vec<Asked>>,
}

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A line each, for pipes.
    Line,
    /// A picture and words, for a person.
    Words,
    /// A JSON object a line, for programs.
    Json,
}

impl Form {
    /// Chooses how answers are written, to questions that a person may have typed.
    pub(crate) fn of(for_programs: bool, typed: bool) -> Self {
        match (for_programs, typed && io::stdout().is_terminal()) {
            (true, _) => Self::Json,
            (false, true) => Self::Words,
            (false, false) => Self::Line,
        }
    }
}

/// What answers one question after the other.
pub(crate) trait Answers<Q = Asked> {
    /// Answers a question, in one piece.
    fn answer(&mut self, question: &Q, output: &mut dyn Write) -> anyhow::Result<Told>;

    /// Answers what is no question, so that whoever counts answers stays in step.
    fn refuse(&mut self, text: &str, reason: &str, output: &mut dyn Write) -> io::Result<()>;
}

/// What has become of a question.
pub(crate) enum Told {
    /// It is answered.
    Answer,
    /// There is no answer, for this reason.
    Nothing(String),
}

/// Lists the arguments that name positions.
pub(crate) fn position_args(entry: &'static dyn DynGame) -> [Arg; 3] {
    [
        Arg::new("position").value_name("POSITION").num_args(0..).help(
            "Positions as the game writes them, or as JSON objects, {\"position\": \"…\"}; without any, or with `-`, they are \
             read from standard input, one a line",
        ),
        Arg::new("record")
            .long("record")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with("position")
            .conflicts_with_all(entry.options().iter().map(|spec| spec.name))
            .help(
                "Ask about the position at the end of a recorded game, `-` for one on standard input; its rules are those of \
                 the record",
            ),
        Arg::new("ply")
            .long("ply")
            .value_name("N")
            .value_parser(value_parser!(usize))
            .requires("record")
            .conflicts_with("position")
            .help("Ask about the position of the record after N moves"),
    ]
}

/// Lists the positions that the command line names, as it names them.
pub(crate) fn position_texts(matches: &ArgMatches) -> impl Iterator<Item = &str> {
    matches
        .get_many::<String>("position")
        .unwrap_or_default()
        .map(String::as_str)
}

impl Positions {
    /// Reads what the command line says of positions and rules.
    ///
    /// # Errors
    /// When one that is named there is none.
    pub(crate) fn of(entry: &'static dyn DynGame, matches: &ArgMatches) -> anyhow::Result<Self> {
        let (options, given) = match matches.get_one::<PathBuf>("record") {
            Some(path) => {
                let asked = from_record(entry, path, matches.get_one("ply").copied())?;
                (asked.session.options().clone(), Some(vec![asked]))
            }
            None => {
                let options = options_of(entry, matches)?;
                let given = given(matches, |text| read(entry, &options, text))?;
                (options, given)
            }
        };
        Ok(Self {
            entry,
            options,
            given,
        })
    }

    /// Chooses how answers are written: in words when a person asks by hand, in arguments or by typing lines, and reads them
    /// on a terminal.
    pub(crate) fn form(&self, for_programs: bool) -> Form {
        Form::of(for_programs, self.given.is_some() || io::stdin().is_terminal())
    }

    /// Has every position answered; see [`answer_all`].
    pub(crate) fn answer_all(self, answers: &mut dyn Answers) -> anyhow::Result<ExitCode> {
        let (entry, options) = (self.entry, &self.options);
        answer_all(self.given, |text| read(entry, options, text), answers)
    }
}

/// Reads the questions that the command line names, all of them before any is answered; `None` when they come on standard
/// input.
///
/// # Errors
/// When a text is no question; with its place where there are several.
pub(crate) fn given<Q>(
    matches: &ArgMatches,
    read: impl Fn(&str) -> anyhow::Result<Q>,
) -> Result<Option<Vec<Q>>, WrongUse> {
    let texts: Vec<&str> = position_texts(matches).collect();
    if matches!(*texts, [] | ["-"]) {
        return Ok(None);
    }
    let read = |(place, text): (usize, &&str)| {
        read(text).map_err(|error| match texts.len() {
            1 => WrongUse(format!("{error:#}")),
            _ => WrongUse(format!("position {}: {error:#}", place + 1)),
        })
    };
    texts
        .iter()
        .enumerate()
        .map(read)
        .collect::<Result<_, _>>()
        .map(Some)
}

/// Has questions answered: those that were given, or the lines of standard input, each before the next is read. The exit
/// status tells whether there is an answer to each.
///
/// # Errors
/// When reading or writing fails, or answering at all.
pub(crate) fn answer_all<Q>(
    given: Option<Vec<Q>>,
    read: impl Fn(&str) -> anyhow::Result<Q>,
    answers: &mut dyn Answers<Q>,
) -> anyhow::Result<ExitCode> {
    let mut output = io::stdout().lock();
    let mut status = ExitCode::SUCCESS;
    let mut complain = |place: &str, reason: &str| {
        status = ExitCode::FAILURE;
        eprintln!("error: {place}{reason}");
    };
    if let Some(given) = given {
        for question in &given {
            if let Told::Nothing(reason) = answers.answer(question, &mut output)? {
                complain("", &reason);
            }
            output.flush()?;
        }
        return Ok(status);
    }
    let input = io::stdin();
    if input.is_terminal() {
        eprintln!("positions, one a line; the end of input ends");
    }
    each_line(&mut input.lock(), |number, line| {
        if matches!(line, Ok(line) if line.starts_with(Record::MAGIC)) {
            bail!("line {number}: here begins a record, which has several lines; it is read by `--record -`");
        }
        let (text, question) = match line.map(str::trim) {
            Ok(text) => (text, read(text)),
            Err(error) => ("", Err(error)),
        };
        let told = match question {
            Ok(question) => answers.answer(&question, &mut output)?,
            Err(error) => {
                let reason = format!("{error:#}");
                answers.refuse(text, &reason, &mut output)?;
                Told::Nothing(reason)
            }
        };
        if let Told::Nothing(reason) = told {
            complain(&format!("line {number}: "), &reason);
        }
        Ok(output.flush()?)
    })?;
    Ok(status)
}

/// Calls a function with each line of an input and its number from 1; a line that is no text, or too long, is an error.
///
/// # Errors
/// When reading or the function fails.
pub(crate) fn each_line(
    input: &mut dyn Read,
    mut each: impl FnMut(usize, anyhow::Result<&str>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut lines = Lines::new(input);
    for number in 1.. {
        let line = match lines.next_line().context("cannot read the input")? {
            None => break,
            Some(Line::Text(text)) => Ok(text),
            Some(Line::NotText) => Err(anyhow!("the line is not UTF-8 text")),
            Some(Line::TooLong) => Err(anyhow!(
                "the line is longer than the {LONGEST_LINE} bytes that are read"
            )),
        };
        each(number, line)?;
    }
    Ok(())
}

/// Reads a position in the game's notation, a whole record of it, which stands at its end, or a JSON object that has either;
/// see [`position_in`].
///
/// # Errors
/// When it is none, the record is of other rules, chance is next, or the game is over.
pub(crate) fn read(entry: &dyn DynGame, options: &Options, text: &str) -> anyhow::Result<Asked> {
    let text = &*position_in(text)?;
    let session = if text.trim_start().starts_with(Record::MAGIC) {
        let session = entry.replay(&Record::parse(text.trim_start())?)?;
        let other = session
            .options()
            .iter()
            .find(|pair| !options.iter().any(|own| own == *pair));
        if let Some((name, value)) = other {
            bail!("the record is of other rules: its option `{name}` is `{value}`");
        }
        session
    } else {
        let session = entry.new_session_from(options, 0, text)?;
        if let [first, ..] = &*session.chances_of(0) {
            bail!(
                "it is chance's turn in `{}`: {first} may come, or something else",
                shorten(text.trim())
            );
        }
        session
    };
    let text = text.trim();
    // An answer is one line with tabs.
    asked(session, (!text.contains(['\n', '\t'])).then_some(text))
}

/// Returns the position that a text names: the text itself or, of a JSON object, what it has as `position`, a text or a list
/// of the board's rows, each a text or a list of its cells. What else an object has is not looked at, so that answers are
/// questions as well.
///
/// # Errors
/// When a JSON object is none or has no position.
pub(crate) fn position_in(text: &str) -> anyhow::Result<Cow<'_, str>> {
    if !text.trim_start().starts_with('{') {
        return Ok(text.into());
    }
    let object: Value = serde_json::from_str(text).context("this is no JSON object on one line")?;
    let cell = |cell: &Value| match cell {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let row = |row: &Value| match row {
        Value::Array(cells) => Some(cells.iter().map(cell).collect::<Option<Vec<_>>>()?.join(" ")),
        row => cell(row),
    };
    let position = match &object["position"] {
        Value::String(text) => Some(text.clone()),
        Value::Array(rows) => rows
            .iter()
            .map(row)
            .collect::<Option<Vec<_>>>()
            .map(|rows| rows.join("\n")),
        _ => None,
    };
    position.map(Cow::Owned).context(
        "a JSON object names a position, as in {\"position\": \"…\"}, or by the rows of a board, as in \
         {\"position\": [[0, 2], [4, 2]]}",
    )
}

/// Reads a record of the game and plays it to its end.
///
/// # Errors
/// When it is none, or of another game.
pub(crate) fn recorded(entry: &dyn DynGame, path: &Path) -> anyhow::Result<Box<dyn DynSession>> {
    let (of, session, _) = record_file::load(path)?;
    if of.id() != entry.id() {
        let file = path.display();
        return Err(WrongUse(format!("{file}: a record of {}, not of {}", of.id(), entry.id())).into());
    }
    Ok(session)
}

fn from_record(entry: &dyn DynGame, path: &Path, ply: Option<usize>) -> anyhow::Result<Asked> {
    let mut session = recorded(entry, path)?;
    let in_file = || format!("{}", path.display());
    if let Some(ply) = ply
        && !session.go_to(ply)
    {
        let reason = format!("{}: the game has only {} moves", in_file(), session.ply_count());
        return Err(WrongUse(reason).into());
    }
    asked(session, None)
        .map_err(|error| anyhow!("{}: {error}; `--ply` asks about a position before", in_file()))
}

/// Makes the question of a session that stands at the position, named by its text if that is one line.
fn asked(session: Box<dyn DynSession>, text: Option<&str>) -> anyhow::Result<Asked> {
    if let Some(outcome) = session.turn().outcome() {
        let ply = session.ply();
        bail!("the game is over ({outcome}) after {ply} moves");
    }
    let text = text.map_or_else(|| session.position_text(), str::to_owned);
    Ok(Asked { text, session })
}
