//! Positions that a command is asked about: on the command line, in a record, or on standard input, one a line.

use std::io::{self, IsTerminal as _, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::{Arg, ArgMatches, value_parser};
use quincunx_core::{DynSession, Options, Record};
use quincunx_games::Entry;
use quincunx_games::console::{LONGEST_LINE, Line, Lines};

use crate::failure::WrongUse;
use crate::game_args::options_of;
use crate::record_file;

/// A position to be asked about.
pub(crate) struct Asked {
    /// How it was named, on one line.
    pub(crate) text: String,
    /// A session that stands there; its game is not over.
    pub(crate) session: Box<dyn DynSession>,
}

/// The positions that a command line names, all under the same rules.
pub(crate) struct Positions {
    /// The game.
    pub(crate) entry: &'static Entry,
    /// The options of its rules.
    pub(crate) options: Options,
    source: Source,
}

enum Source {
    Given(Vec<Asked>),
    Input,
}

/// What answers one position after the other.
pub(crate) trait Answers {
    /// Answers about a position.
    fn answer(&mut self, asked: &Asked, output: &mut dyn Write) -> io::Result<()>;

    /// Answers a line of input that names no position, so that whoever counts answers stays in step.
    fn refuse(&mut self, text: &str, reason: &str, output: &mut dyn Write) -> io::Result<()>;
}

/// Lists the arguments that name positions.
pub(crate) fn position_args(entry: &'static Entry) -> [Arg; 3] {
    [
        Arg::new("position").value_name("POSITION").num_args(0..).help(
            "Positions as the game writes them; without any, or with `-`, they are read from standard input, one a line",
        ),
        Arg::new("record")
            .long("record")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with("position")
            .conflicts_with_all(entry.options.iter().map(|spec| spec.name))
            .help("Ask about the position at the end of a recorded game; its rules are those of the record"),
        Arg::new("ply")
            .long("ply")
            .value_name("N")
            .value_parser(value_parser!(usize))
            .requires("record")
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
    pub(crate) fn of(entry: &'static Entry, matches: &ArgMatches) -> anyhow::Result<Self> {
        if let Some(path) = matches.get_one::<PathBuf>("record") {
            let asked = from_record(entry, path, matches.get_one("ply").copied())?;
            return Ok(Self {
                entry,
                options: asked.session.options().clone(),
                source: Source::Given(vec![asked]),
            });
        }
        let options = options_of(entry, matches)?;
        let texts: Vec<&String> = matches.get_many("position").unwrap_or_default().collect();
        let source = match texts.as_slice() {
            [] => Source::Input,
            [text] if *text == "-" => Source::Input,
            _ => {
                let given = texts
                    .into_iter()
                    .map(|text| read(entry, &options, text).map_err(|error| WrongUse(format!("{error:#}"))));
                Source::Given(given.collect::<Result<_, _>>()?)
            }
        };
        Ok(Self {
            entry,
            options,
            source,
        })
    }

    /// Tells whether a person asks by hand, in arguments or by typing lines, and reads the answers on a terminal.
    pub(crate) fn is_for_people(&self) -> bool {
        let typed = matches!(self.source, Source::Given(_)) || io::stdin().is_terminal();
        typed && io::stdout().is_terminal()
    }

    /// Has every position answered, each before the next is read. The exit status tells whether all were positions.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub(crate) fn answer_all(self, answers: &mut dyn Answers) -> anyhow::Result<ExitCode> {
        let mut output = io::stdout().lock();
        match self.source {
            Source::Given(given) => {
                for asked in &given {
                    answers.answer(asked, &mut output)?;
                    output.flush()?;
                }
                Ok(ExitCode::SUCCESS)
            }
            Source::Input => {
                let input = io::stdin();
                if input.is_terminal() {
                    eprintln!("positions, one a line; an empty line is the beginning, the end of input ends");
                }
                let (entry, options) = (self.entry, &self.options);
                let mut status = ExitCode::SUCCESS;
                each_line(&mut input.lock(), |number, line| {
                    let (text, asked) = match line.map(str::trim) {
                        Ok(text) => (text, read(entry, options, text)),
                        Err(error) => ("", Err(error)),
                    };
                    match asked {
                        Ok(asked) => answers.answer(&asked, &mut output)?,
                        Err(error) => {
                            status = ExitCode::FAILURE;
                            let reason = format!("{error:#}");
                            eprintln!("error: line {number}: {reason}");
                            answers.refuse(text, &reason, &mut output)?;
                        }
                    }
                    Ok(output.flush()?)
                })?;
                Ok(status)
            }
        }
    }
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

/// Reads a position in the game's notation or a whole record of it, which stands at its end.
///
/// # Errors
/// When it is none, the record is of other rules, or the game is over.
pub(crate) fn read(entry: &Entry, options: &Options, text: &str) -> anyhow::Result<Asked> {
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
        entry.new_session_from(options, 0, text)?
    };
    let text = text.trim();
    asked(session, (!text.contains('\n')).then_some(text))
}

fn from_record(entry: &Entry, path: &Path, ply: Option<usize>) -> anyhow::Result<Asked> {
    let (of, mut session, _) = record_file::load(path)?;
    let in_file = || format!("{}", path.display());
    if of.id != entry.id {
        return Err(WrongUse(format!(
            "{}: a record of {}, not of {}",
            in_file(),
            of.id,
            entry.id
        ))
        .into());
    }
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
