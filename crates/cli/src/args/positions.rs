//! Positions that a command evaluates: on the command line, in a record, or on standard input, one per line.

use std::io::{self, IsTerminal as _, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::{Arg, ArgMatches};
use quincunx_core::{DynSession, Options, Record};
use quincunx_registry::console::{Line, LineReader, MAX_LINE_BYTES};
use quincunx_registry::{DynGame, Query};
use serde_json::json;

use super::game::options_of;
use super::{option, path, path_option, whole_number};
use crate::files::record_file;
use crate::output::failure::WrongUse;

/// The positions of a command line, all under the same rules.
pub(crate) struct Positions {
    pub(crate) entry: &'static dyn DynGame,
    pub(crate) options: Options,
    /// `None` if they come on standard input.
    queries: Option<Vec<Query>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerFormat {
    /// One line per answer, for pipes.
    Line,
    /// A board and text, for people.
    Text,
    /// One JSON object per line, for programs.
    Json,
}

impl AnswerFormat {
    /// Returns JSON if it is requested, text if a person typed the question and reads a terminal, else lines.
    pub(crate) fn of(json: bool, typed: bool) -> Self {
        match (json, typed && io::stdout().is_terminal()) {
            (true, _) => Self::Json,
            (false, true) => Self::Text,
            (false, false) => Self::Line,
        }
    }

    /// Returns the answer to an invalid line for programs, so that answers and lines stay in step; a person
    /// reads the reason on the same terminal.
    pub(crate) fn refusal(self, game: Option<&str>, text: &str, reason: &str) -> Option<String> {
        let object = || match game {
            None => json!({"position": text, "error": reason}),
            Some(game) => json!({"game": game, "position": text, "error": reason}),
        };
        match self {
            Self::Text => None,
            Self::Line => Some(format!("Error, {reason}")),
            Self::Json => Some(object().to_string()),
        }
    }
}

/// A command that answers one query after the other.
pub(crate) trait Responder<Q = Query> {
    /// Prints the answer to a query and returns the reason if there is none.
    fn answer(&mut self, query: &Q, output: &mut dyn Write) -> anyhow::Result<Option<String>>;

    /// Returns the answer to an invalid line; see [`AnswerFormat::refusal`].
    fn refusal(&self, text: &str, reason: &str) -> Option<String>;
}

pub(crate) fn position_args(entry: &'static dyn DynGame) -> [Arg; 3] {
    let help = "Positions in the game's notation or as JSON objects, {\"position\": \"…\"}; without any, or with `-`, \
                one per line of standard input";
    [
        Arg::new("position")
            .value_name("POSITION")
            .num_args(0..)
            .help(help),
        path_option(
            "record",
            "FILE",
            "Position at the end of a record, `-` for standard input; its rules apply",
        )
        .conflicts_with("position")
        .conflicts_with_all(entry.options().iter().map(|spec| spec.name)),
        option("ply", "N", "Position of the record after N moves")
            .value_parser(whole_number(0..=usize::MAX))
            .requires("record")
            .conflicts_with("position"),
    ]
}

pub(crate) fn position_texts(matches: &ArgMatches) -> impl Iterator<Item = &str> {
    let texts = matches.get_many::<String>("position").unwrap_or_default();
    texts.map(String::as_str)
}

impl Positions {
    pub(crate) fn of(entry: &'static dyn DynGame, matches: &ArgMatches) -> anyhow::Result<Self> {
        let (options, queries) = match path(matches, "record") {
            Some(path) => {
                let query = from_record(entry, path, matches.get_one("ply").copied())?;
                (query.session.options().clone(), Some(vec![query]))
            }
            None => {
                let options = options_of(entry, matches)?;
                let queries = parse_texts(matches, |text| Ok(Query::parse(entry, &options, text)?))?;
                (options, queries)
            }
        };
        Ok(Self {
            entry,
            options,
            queries,
        })
    }

    /// Returns the format of answers: text where a person names positions, in arguments or by typing lines,
    /// and reads a terminal.
    pub(crate) fn format(&self, json: bool) -> AnswerFormat {
        AnswerFormat::of(json, self.queries.is_some() || io::stdin().is_terminal())
    }

    pub(crate) fn answer_all(self, responder: &mut dyn Responder) -> anyhow::Result<ExitCode> {
        let (entry, options) = (self.entry, &self.options);
        answer_all(
            self.queries,
            |text| Ok(Query::parse(entry, options, text)?),
            responder,
        )
    }
}

/// Parses the queries on the command line before any is answered; `None` if they come on standard input.
pub(crate) fn parse_texts<Q>(
    matches: &ArgMatches,
    parse: impl Fn(&str) -> anyhow::Result<Q>,
) -> anyhow::Result<Option<Vec<Q>>> {
    let texts: Vec<&str> = position_texts(matches).collect();
    if matches!(*texts, [] | ["-"]) {
        return Ok(None);
    }
    let parse = |(number, text): (usize, &&str)| {
        parse(text).map_err(|error| match texts.len() {
            1 => WrongUse::error(format!("{error:#}")),
            _ => WrongUse::error(format!("position {number}: {error:#}")),
        })
    };
    (1..).zip(&texts).map(parse).collect::<Result<_, _>>().map(Some)
}

/// Answers the queries of the command line, or each line of standard input before the next is read.
pub(crate) fn answer_all<Q>(
    queries: Option<Vec<Q>>,
    parse: impl Fn(&str) -> anyhow::Result<Q>,
    responder: &mut dyn Responder<Q>,
) -> anyhow::Result<ExitCode> {
    let mut output = crate::output::stdout();
    let mut status = ExitCode::SUCCESS;
    let mut report = |place: &str, reason: &str| {
        status = ExitCode::FAILURE;
        eprintln!("error: {place}{reason}");
    };
    if let Some(queries) = queries {
        for query in &queries {
            if let Some(reason) = responder.answer(query, &mut output)? {
                report("", &reason);
            }
            output.flush()?;
        }
        return Ok(status);
    }
    let input = io::stdin();
    if input.is_terminal() {
        eprintln!("positions, one per line, until the end of input");
    }
    each_line(&mut input.lock(), |number, line| {
        if matches!(line, Ok(line) if line.starts_with(Record::MAGIC)) {
            bail!("line {number}: a record has several lines; read it with `--record -`");
        }
        let (text, query) = match line.map(str::trim) {
            Ok(text) => (text, parse(text)),
            Err(error) => ("", Err(error)),
        };
        let failure = match query {
            Ok(query) => responder.answer(&query, &mut output)?,
            Err(error) => {
                let reason = format!("{error:#}");
                if let Some(refusal) = responder.refusal(text, &reason) {
                    writeln!(output, "{refusal}")?;
                }
                Some(reason)
            }
        };
        if let Some(reason) = failure {
            report(&format!("line {number}: "), &reason);
        }
        Ok(output.flush()?)
    })?;
    Ok(status)
}

/// Calls a function with each line of an input and its number; a line that is no text, or too long, is an
/// error.
pub(crate) fn each_line(
    input: &mut dyn Read,
    mut each: impl FnMut(usize, anyhow::Result<&str>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut lines = LineReader::new(input);
    for number in 1.. {
        let line = match lines.next_line().context("cannot read the input")? {
            None => break,
            Some(Line::Text(text)) => Ok(text),
            Some(Line::NotText) => Err(anyhow!("the line is not UTF-8 text")),
            Some(Line::TooLong) => Err(anyhow!("the line is longer than {MAX_LINE_BYTES} bytes")),
        };
        each(number, line)?;
    }
    Ok(())
}

pub(crate) fn recorded(entry: &dyn DynGame, path: &Path) -> anyhow::Result<Box<dyn DynSession>> {
    let (of, session, _) = record_file::load(path)?;
    if of.id() != entry.id() {
        let (file, of, id) = (path.display(), of.id(), entry.id());
        bail_misuse!("{file}: expected a record of {id}, found one of {of}");
    }
    Ok(session)
}

fn from_record(entry: &dyn DynGame, path: &Path, ply: Option<usize>) -> anyhow::Result<Query> {
    let mut session = recorded(entry, path)?;
    let file = path.display();
    if let Some(ply) = ply
        && !session.go_to(ply)
    {
        let plies = session.ply_count();
        bail_misuse!("{file}: the game has only {plies} moves");
    }
    Query::of(session, None).map_err(|error| anyhow!("{file}: {error}; `--ply` selects an earlier position"))
}
