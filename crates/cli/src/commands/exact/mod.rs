//! `quincunx exact GAME`: solves a whole single-player game, saves the values of all positions and looks them
//! up.

mod format;

use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::{Arg, ArgAction, ArgMatches, Command};
use indicatif::ProgressBar;
use quincunx_core::Options;
use quincunx_registry::DynGame;
use quincunx_registry::query::position_text;
use quincunx_registry::tablebase::{Progress, Solution, SolveError, SolveRequest, Tablebase, Tablebases};

use crate::args::game::{option_args, options_of, required_game, with_required_game};
use crate::args::positions::{AnswerFormat, Responder, answer_all, parse_texts, position_texts};
use crate::args::{
    flag, json_lines_arg, option, path, path_option, threads_arg, threads_or_all, whole_number,
};
use crate::files::results_file;
use crate::files::tables_folder::open;
use crate::output::failure::WrongUse;
use crate::output::progress::{bar, spinner};
use crate::signals::Signals;
use format::TablePrinter;
use quincunx_arena::atomic_file;

const ABOUT: &str = "Solves a single-player game to the end, on boards that are small enough: the expected points of perfect play, and \
                     the greatest chance of each goal, by play for that goal alone. --out saves the values of every position \
                     in a table, in which --table looks positions up. Players, hints and the console use the tables in the \
                     folder that QUINCUNX_TABLES names, under the names that --out FOLDER gives them.";

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Solve a whole game on a small board")
        .long_about(ABOUT)
        .after_help(
            "Examples:\n  \
             quincunx exact 2048 --width 2 --height 3                      at once\n  \
             quincunx exact 2048 --width 3 --height 3                      less than a minute\n  \
             quincunx exact 2048 --width 3 --height 3 --scoring contest --tile 512 --json\n  \
             quincunx exact 2048 --width 3 --height 3 4,2,0/16,8,2/64,32,4  the value of each move\n  \
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

fn question_args(entry: &'static dyn DynGame, tables: &dyn Tablebases) -> [Arg; 7] {
    let positions = "Positions in the game's notation; without any, the beginning, or with --table those on standard input, one \
                     per line";
    [
        Arg::new("position")
            .value_name("POSITION")
            .num_args(0..)
            .help(positions),
        path_option(
            "table",
            "FILE",
            "Table to look positions up, saved with --out; its rules apply",
        )
        .conflicts_with_all(["out", "threads", tables.goal(), "points-only"])
        .conflicts_with_all(entry.options().iter().map(|spec| spec.name)),
        option(tables.goal(), "N", tables.goal_help())
            .value_parser(whole_number(0..=u64::MAX))
            .action(ArgAction::Append),
        flag("points-only", "Find no chances, which makes a table smaller").conflicts_with(tables.goal()),
        path_option(
            "out",
            "FILE",
            "File for the values of every position, or a folder for the file that is looked for",
        )
        .conflicts_with("position"),
        threads_arg("Number of threads [default: all]"),
        json_lines_arg(),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let tables = entry
        .tablebases()
        .ok_or_else(|| WrongUse::without("exact tables", entry, |entry| entry.tablebases().is_some()))?;
    let format = match matches.get_flag("json") {
        true => AnswerFormat::Json,
        false => AnswerFormat::Text,
    };
    if let Some(path) = path(matches, "table") {
        return look_up(entry, tables, path, matches, format);
    }
    let options = options_of(entry, matches)?;
    if position_texts(matches).any(|text| text == "-") {
        bail_misuse!(
            "`-`, standard input, is for --table; without one, positions are arguments, as each is solved \
             anew"
        );
    }
    let positions = parse_texts(matches, |text| position(tables, &options, text))?;
    let solver = Solver {
        tables,
        options: &options,
        goals: goals(tables, matches),
        matches,
        signals: Signals::handle()?,
    };
    let printer = TablePrinter {
        game: entry.id(),
        goal: tables.goal(),
        options: &options,
        format,
    };
    let positions = match &positions {
        None => vec![None],
        Some(given) => given.iter().map(|text| Some(text.as_str())).collect(),
    };
    let out = path(matches, "out")
        .map(|path| place(tables, &options, path))
        .transpose()?;
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

fn position(tables: &dyn Tablebases, options: &Options, text: &str) -> anyhow::Result<String> {
    let text = position_text(text)?;
    tables.check(options, &text)?;
    Ok(text.trim().to_owned())
}

/// Returns the goals on the command line; `None` for all.
fn goals(tables: &dyn Tablebases, matches: &ArgMatches) -> Option<Vec<u64>> {
    if matches.get_flag("points-only") {
        return Some(Vec::new());
    }
    let goals = matches.get_many::<u64>(tables.goal())?;
    Some(goals.copied().collect())
}

fn place(tables: &dyn Tablebases, options: &Options, path: &Path) -> anyhow::Result<PathBuf> {
    let cannot = || format!("cannot save a table in {}", path.display());
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

struct Solver<'a> {
    tables: &'a dyn Tablebases,
    options: &'a Options,
    goals: Option<Vec<u64>>,
    matches: &'a ArgMatches,
    signals: Signals,
}

impl Solver<'_> {
    fn solve(&self, position: Option<&str>, out: Option<&Path>) -> Result<Solution, SolveError> {
        let progress = ShownProgress(Mutex::new((spinner("finding positions"), false)));
        let task = SolveRequest {
            options: self.options,
            position,
            goals: self.goals.as_deref(),
            threads: threads_or_all(self.matches),
            stop: &self.signals.stop,
            report: &|state| progress.show(state),
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
        Ok(solution.take().expect("a solution was written"))
    }

    fn failed(&self, error: SolveError, out: Option<&Path>) -> anyhow::Result<ExitCode> {
        match error {
            SolveError::Stopped => {
                eprintln!("stopped: nothing is saved");
                Ok(self.signals.status().unwrap_or(ExitCode::FAILURE))
            }
            SolveError::Write(error) => {
                let path = out.map_or_else(String::new, |path| format!(" to {}", path.display()));
                Err(error).context(format!("cannot write the table{path}"))
            }
            SolveError::TooManyAtOnce(_) | SolveError::TooLargePiece(_) | SolveError::NoMemory(_) => {
                Err(error.into())
            }
            error => Err(WrongUse::because(error)),
        }
    }
}

fn look_up(
    entry: &dyn DynGame,
    tables: &dyn Tablebases,
    path: &Path,
    matches: &ArgMatches,
    format: AnswerFormat,
) -> anyhow::Result<ExitCode> {
    let cannot = || format!("cannot ask {}", path.display());
    let table = open(tables, path).with_context(cannot)?;
    let options = table.options();
    let read = |text: &str| position(tables, &options, text);
    let printer = TablePrinter {
        game: entry.id(),
        goal: tables.goal(),
        options: &options,
        format,
    };
    let goals = table.goals();
    let mut lookup = Lookup {
        table,
        goals,
        printer,
    };
    answer_all(parse_texts(matches, read)?, read, &mut lookup).with_context(cannot)
}

struct Lookup<'a> {
    table: Box<dyn Tablebase>,
    goals: Vec<u64>,
    printer: TablePrinter<'a>,
}

impl Responder<String> for Lookup<'_> {
    fn answer(&mut self, position: &String, output: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let Some(values) = self.table.evaluate(position)? else {
            let reason = format!("the table lacks `{position}`, which no game reaches");
            if let Some(refusal) = self.refusal(position, &reason) {
                writeln!(output, "{refusal}")?;
            }
            return Ok(Some(reason));
        };
        self.printer.evaluation(position, &self.goals, &values, output)?;
        Ok(None)
    }

    fn refusal(&self, text: &str, reason: &str) -> Option<String> {
        self.printer.format.refusal(Some(self.printer.game), text, reason)
    }
}

/// Shows the progress: positions found, then positions evaluated.
struct ShownProgress(Mutex<(ProgressBar, bool)>);

impl ShownProgress {
    fn show(&self, state: Progress) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (progress, evaluates) = &mut *shown;
        let Some(all) = state.of else {
            return progress.set_message(format!("finding positions: {}", state.done));
        };
        if !std::mem::replace(evaluates, true) {
            progress.finish_and_clear();
            *progress = bar(usize::try_from(all).unwrap_or(usize::MAX), 0, "positions");
        }
        progress.set_position(state.done);
    }
}

impl Drop for ShownProgress {
    fn drop(&mut self) {
        let shown = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        shown.0.finish_and_clear();
    }
}
