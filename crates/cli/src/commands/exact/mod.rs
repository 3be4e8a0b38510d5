//! `quincunx exact GAME`: works out a whole game for one, keeps what every position is worth, and tells it.

mod format;

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use quincunx_core::Options;
use quincunx_registry::DynGame;
use quincunx_registry::tablebase::{Progress, Solution, SolveError, SolveRequest, Tablebase, Tablebases};

use crate::args::game::{option_args, options_of, required_game, with_required_game};
use crate::args::json_lines_arg;
use crate::args::positions::{
    AnswerFormat, Responder, answer_all, parse_texts, position_text, position_texts,
};
use crate::args::threads::{threads_arg, threads_or_all};
use crate::files::results_file;
use crate::files::tables_folder::open;
use crate::output::failure::WrongUse;
use crate::output::progress::{bar, spinner};
use crate::signals::Signals;
use format::TablePrinter;
use quincunx_arena::atomic_file;

pub(crate) const NAME: &str = "exact";

const ABOUT: &str = "Works out a game for one to the end, on boards that are small enough: the points that perfect play is \
                     expected to collect, and the greatest chance of each goal, by play that wants nothing else. With --out \
                     every position's worth is kept in a table; --table asks one about positions at once. Players, hints and \
                     the console use the tables in the folder that QUINCUNX_TABLES names, under the names that --out FOLDER \
                     gives them.";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Work out a whole game on a small board: perfect play and what it is worth")
        .long_about(ABOUT)
        .after_help(
            "Examples:\n  \
             quincunx exact 2048 --width 2 --height 3                      at once\n  \
             quincunx exact 2048 --width 3 --height 3                      less than a minute\n  \
             quincunx exact 2048 --width 3 --height 3 --scoring contest --tile 512 --json\n  \
             quincunx exact 2048 --width 3 --height 3 4,2,0/16,8,2/64,32,4  what each move is worth there\n  \
             quincunx exact 2048 --width 3 --height 3 --out tables/        keep all in a table\n  \
             quincunx exact 2048 --table tables/2048-3x3.exact 4,2,0/16,8,2/64,32,4\n  \
             quincunx exact 2048 --table tables/2048-3x3.exact --json < positions.txt\n  \
             QUINCUNX_TABLES=tables quincunx play 2048 --width 3 --height 3   hints are exact\n\n\
             Exit status: 1 when a position is not in the table.",
        );
    with_required_game(command, |entry, command| {
        let command = command.hide(entry.tablebases().is_none());
        match entry.tablebases() {
            Some(tables) => command
                .long_about(format!("{}\n\n{ABOUT}", entry.summary()))
                .args(question_args(entry, tables))
                .args(option_args(entry)),
            None => command,
        }
    })
}

/// Lists the arguments that say what is worked out, and where it is kept.
fn question_args(entry: &'static dyn DynGame, tables: &dyn Tablebases) -> [Arg; 7] {
    [
        Arg::new("position").value_name("POSITION").num_args(0..).help(
            "Positions as the game writes them; without any, the beginning, or with --table those on standard input, one a line",
        ),
        Arg::new("table")
            .long("table")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with_all(["out", "threads", tables.goal(), "points-only"])
            .conflicts_with_all(entry.options().iter().map(|spec| spec.name))
            .help("Ask a table that --out has kept; the rules are its own"),
        Arg::new(tables.goal())
            .long(tables.goal())
            .value_name("N")
            .value_parser(value_parser!(u64))
            .action(ArgAction::Append)
            .help(tables.goal_help()),
        Arg::new("points-only")
            .long("points-only")
            .action(ArgAction::SetTrue)
            .conflicts_with(tables.goal())
            .help("Tell no chances, which makes a table smaller"),
        Arg::new("out")
            .long("out")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with("position")
            .help("Keep what every position is worth in this file, or in this folder under the name by which it is looked for"),
        threads_arg("Number of threads [default: all]"),
        json_lines_arg(),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let tables = entry
        .tablebases()
        .ok_or_else(|| WrongUse::without("exact tables", entry, |entry| entry.tablebases().is_some()))?;
    let form = if matches.get_flag("json") {
        AnswerFormat::Json
    } else {
        AnswerFormat::Text
    };
    if let Some(path) = matches.get_one::<PathBuf>("table") {
        return ask(entry, tables, path, matches, form);
    }
    let options = options_of(entry, matches)?;
    if position_texts(matches).any(|text| text == "-") {
        let told = "`-`, standard input, is for --table: without one positions are named in arguments, as each is worked out anew";
        return Err(WrongUse::error(told));
    }
    let positions = parse_texts(matches, |text| position(tables, &options, text))?;
    let solver = Solver {
        tables,
        options: &options,
        goals: goals(tables, matches),
        matches,
        signals: Signals::handle()?,
    };
    let printer = TablePrinter::new(entry.id(), tables.goal(), &options, form);
    let positions = match &positions {
        None => vec![None],
        Some(given) => given.iter().map(|text| Some(text.as_str())).collect(),
    };
    let out = match matches.get_one::<PathBuf>("out") {
        Some(path) => Some(place(tables, &options, path)?),
        None => None,
    };
    let _lock = out.as_deref().map(results_file::lock).transpose()?;
    for position in positions {
        let began = Instant::now();
        let solution = match solver.solve(position, out.as_deref()) {
            Ok(solution) => solution,
            Err(error) => return solver.failed(error, out.as_deref()),
        };
        printer.solution(position, &solution, out.as_deref(), began.elapsed())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a position as it is to be asked about.
fn position(tables: &dyn Tablebases, options: &Options, text: &str) -> anyhow::Result<String> {
    let text = position_text(text)?;
    tables.check(options, &text)?;
    Ok(text.trim().to_owned())
}

/// Returns the goals that the command line names; none for all.
fn goals(tables: &dyn Tablebases, matches: &ArgMatches) -> Option<Vec<u64>> {
    if matches.get_flag("points-only") {
        return Some(Vec::new());
    }
    let goals = matches.get_many::<u64>(tables.goal())?;
    Some(goals.copied().collect())
}

/// Returns where a table is to be kept, which must be a new file.
fn place(tables: &dyn Tablebases, options: &Options, path: &Path) -> anyhow::Result<PathBuf> {
    let cannot = || format!("cannot keep a table in {}", path.display());
    let named_as_folder = path.to_string_lossy().ends_with(std::path::is_separator);
    let path = if named_as_folder || path.is_dir() {
        let name = tables.file_name(options);
        std::fs::create_dir_all(path).with_context(cannot)?;
        &path.join(name)
    } else {
        path
    };
    if path.try_exists().with_context(cannot)? {
        bail!("{} already exists and is unchanged", path.display());
    }
    atomic_file::check_writable(path).with_context(cannot)?;
    Ok(path.to_owned())
}

/// Works out what the command line asks for.
struct Solver<'a> {
    tables: &'a dyn Tablebases,
    options: &'a Options,
    goals: Option<Vec<u64>>,
    matches: &'a ArgMatches,
    signals: Signals,
}

impl Solver<'_> {
    fn solve(&self, position: Option<&str>, out: Option<&Path>) -> Result<Solution, SolveError> {
        let progress = Show::new();
        let task = SolveRequest {
            options: self.options,
            position,
            goals: self.goals.as_deref(),
            threads: threads_or_all(self.matches),
            stop: &self.signals.stop,
            report: &|how_far| progress.tell(how_far),
        };
        let Some(path) = out else {
            return self.tables.solve(&task, None);
        };
        let solution = RefCell::new(None);
        atomic_file::write_with(path, |file| {
            let solved = self.tables.solve(&task, Some(file))?;
            solution.replace(Some(solved));
            Ok::<(), SolveError>(())
        })?;
        Ok(solution.take().expect("what was written was worked out"))
    }

    /// Ends the program when nothing could be worked out.
    fn failed(&self, error: SolveError, out: Option<&Path>) -> anyhow::Result<ExitCode> {
        match error {
            SolveError::Stopped => {
                eprintln!("stopped: nothing is kept");
                Ok(self.signals.status().unwrap_or(ExitCode::FAILURE))
            }
            SolveError::Write(error) => {
                let path = out.map_or_else(String::new, |path| format!(" to {}", path.display()));
                Err(error).context(format!("cannot write the table{path}"))
            }
            SolveError::TooManyAtOnce(_) | SolveError::TooLargePiece(_) => Err(error.into()),
            error => Err(WrongUse::because(error)),
        }
    }
}

/// Asks a table about positions in arguments or on standard input.
fn ask(
    entry: &dyn DynGame,
    tables: &dyn Tablebases,
    path: &Path,
    matches: &ArgMatches,
    form: AnswerFormat,
) -> anyhow::Result<ExitCode> {
    let cannot = || format!("cannot ask {}", path.display());
    let table = open(tables, path).with_context(cannot)?;
    let options = table.options();
    let read = |text: &str| position(tables, &options, text);
    let mut asking = Asking {
        goals: table.goals(),
        table,
        printer: TablePrinter::new(entry.id(), tables.goal(), &options, form),
    };
    answer_all(parse_texts(matches, read)?, read, &mut asking).with_context(cannot)
}

/// A table that is asked.
struct Asking<'a> {
    table: Box<dyn Tablebase>,
    goals: Vec<u64>,
    printer: TablePrinter<'a>,
}

impl Responder<String> for Asking<'_> {
    fn answer(&mut self, position: &String, output: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let Some(worth) = self.table.evaluate(position)? else {
            let reason = format!("no game comes to `{position}`, so the table has it not");
            self.refuse(position, &reason, output)?;
            return Ok(Some(reason));
        };
        self.printer.worth(position, &self.goals, &worth, output)?;
        Ok(None)
    }

    fn refuse(&mut self, text: &str, reason: &str, output: &mut dyn Write) -> io::Result<()> {
        self.printer.refusal(text, reason, output)
    }
}

/// Shows how far the work has got: how many positions are found, then how many are valued.
struct Show(Mutex<(ProgressBar, bool)>);

impl Show {
    fn new() -> Self {
        Self(Mutex::new((spinner("finding positions".to_owned()), false)))
    }

    fn tell(&self, how_far: Progress) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (progress, valuing) = &mut *shown;
        match how_far.of {
            None => progress.set_message(format!("finding positions: {}", how_far.done)),
            Some(all) => {
                if !*valuing {
                    progress.finish_and_clear();
                    *progress = bar(usize::try_from(all).unwrap_or(usize::MAX), 0, "positions");
                    *valuing = true;
                }
                progress.set_position(how_far.done);
            }
        }
    }
}

impl Drop for Show {
    fn drop(&mut self) {
        let shown = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        shown.0.finish_and_clear();
    }
}
