//! `quincunx exact GAME`: works out a whole game for one, keeps what every position is worth, and tells it.

mod told;

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use quincunx_catalog::GAMES;
use quincunx_core::Options;
use quincunx_registry::DynGame;
use quincunx_registry::tablebase;
use quincunx_registry::tablebase::{Progress, Solution, SolveError, Table, Tablebases, Task};

use crate::failure::WrongUse;
use crate::game_args::{game_of, json_arg, option_args, options_of, with_games, without};
use crate::positions::{Answers, Told, answer_all, given, position_in, position_texts};
use crate::progress::{bar, spinner};
use crate::signals::Signals;
use crate::simulate::claim;
use crate::threads::{all_threads, threads, threads_arg};
use crate::whole_file;
use told::{Form, Teller};

pub(crate) const NAME: &str = "exact";

/// Where tables are, of which players and hints tell exact values.
const FOLDER: &str = tablebase::FOLDER_VARIABLE;

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
        )
        .arg_required_else_help(true)
        .subcommand_required(true);
    with_games(command, |entry, command| {
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
fn question_args(entry: &'static dyn DynGame, tables: &Tablebases) -> [Arg; 7] {
    [
        Arg::new("position").value_name("POSITION").num_args(0..).help(
            "Positions as the game writes them; without any, the beginning, or with --table those on standard input, one a line",
        ),
        Arg::new("table")
            .long("table")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with_all(["out", "threads", tables.goal, "points-only"])
            .conflicts_with_all(entry.options().iter().map(|spec| spec.name))
            .help("Ask a table that --out has kept; the rules are its own"),
        Arg::new(tables.goal)
            .long(tables.goal)
            .value_name("N")
            .value_parser(value_parser!(u64))
            .action(ArgAction::Append)
            .help(tables.goal_help),
        Arg::new("points-only")
            .long("points-only")
            .action(ArgAction::SetTrue)
            .conflicts_with(tables.goal)
            .help("Tell no chances, which makes a table smaller"),
        Arg::new("out")
            .long("out")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with("position")
            .help("Keep what every position is worth in this file, or in this folder under the name by which it is looked for"),
        threads_arg().help("Work on so many threads [default: all there are]"),
        json_arg().help("Write a JSON object a line for programs instead of text for people"),
    ]
}

/// Tells the games where their tables are, if the environment says so, and the person what is wrong with them: players do
/// without a table that cannot be read.
pub(crate) fn find_tables() {
    let Some(folder) = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()) else {
        return;
    };
    let folder = PathBuf::from(folder);
    let warn = |path: &Path, reason: &str| eprintln!("warning: {FOLDER}: {}: {reason}", path.display());
    match fs::read_dir(&folder) {
        Err(error) => warn(&folder, &format!("{error}; nothing is exact by tables")),
        Ok(files) => {
            for path in files.flatten().map(|file| file.path()) {
                if let Some(Err(error)) = table_in(&path) {
                    warn(&path, &format!("{error:#}; it is not used"));
                }
            }
        }
    }
    tablebase::set_folder(folder).expect("nobody has named another folder");
}

/// Opens a file in the folder of tables; `None` for one that has no name of a table.
fn table_in(path: &Path) -> Option<anyhow::Result<Box<dyn Table>>> {
    let name = path.file_name()?.to_str()?;
    let mut all = GAMES.iter().filter_map(|entry| entry.tablebases());
    let tables = all.find(|tables| (tables.is_file_name)(name))?;
    Some(open(tables, path).and_then(|table| {
        // Players look for the name of their own rules.
        let right = (tables.file_name)(&table.options())?;
        anyhow::ensure!(
            right == name,
            "it has another name than the rules that it was worked out for: `{right}`"
        );
        Ok(table)
    }))
}

fn open(tables: &Tablebases, path: &Path) -> anyhow::Result<Box<dyn Table>> {
    Ok((tables.open)(Box::new(File::open(path)?))?)
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) =
        game_of(matches)?.ok_or_else(|| WrongUse("exact needs the name of a game".to_owned()))?;
    let tables = entry
        .tablebases()
        .ok_or_else(|| without("exact tables", entry, |entry| entry.tablebases().is_some()))?;
    let form = if matches.get_flag("json") {
        Form::Json
    } else {
        Form::Words
    };
    if let Some(path) = matches.get_one::<PathBuf>("table") {
        return ask(entry, tables, path, matches, form);
    }
    let options = options_of(entry, matches)?;
    if position_texts(matches).any(|text| text == "-") {
        let told = "`-`, standard input, is for --table: without one positions are named in arguments, as each is worked out anew";
        return Err(WrongUse(told.to_owned()).into());
    }
    let positions = given(matches, |text| position(tables, &options, text))?;
    let solver = Solver {
        tables,
        options: &options,
        goals: goals(tables, matches),
        matches,
        signals: Signals::on_signals()?,
    };
    let teller = Teller::new(entry.id(), tables.goal, &options, form);
    let positions = match &positions {
        None => vec![None],
        Some(given) => given.iter().map(|text| Some(text.as_str())).collect(),
    };
    let out = match matches.get_one::<PathBuf>("out") {
        Some(path) => Some(place(tables, &options, path)?),
        None => None,
    };
    let _claim = out.as_deref().map(claim).transpose()?;
    for position in positions {
        let began = Instant::now();
        let solution = match solver.solve(position, out.as_deref()) {
            Ok(solution) => solution,
            Err(error) => return solver.failed(error, out.as_deref()),
        };
        teller.solution(position, &solution, out.as_deref(), began.elapsed())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a position as it is to be asked about.
fn position(tables: &Tablebases, options: &Options, text: &str) -> anyhow::Result<String> {
    let text = position_in(text)?;
    (tables.check)(options, &text)?;
    Ok(text.trim().to_owned())
}

/// Returns the goals that the command line names; none for all.
fn goals(tables: &Tablebases, matches: &ArgMatches) -> Option<Vec<u64>> {
    if matches.get_flag("points-only") {
        return Some(Vec::new());
    }
    let goals = matches.get_many::<u64>(tables.goal)?;
    Some(goals.copied().collect())
}

/// Returns where a table is to be kept, which must be a new file.
fn place(tables: &Tablebases, options: &Options, path: &Path) -> anyhow::Result<PathBuf> {
    let cannot = || format!("cannot keep a table in {}", path.display());
    let named_as_folder = path.to_string_lossy().ends_with(std::path::is_separator);
    let path = if named_as_folder || path.is_dir() {
        let name = (tables.file_name)(options).map_err(WrongUse::because)?;
        std::fs::create_dir_all(path).with_context(cannot)?;
        &path.join(name)
    } else {
        path
    };
    if path.try_exists().with_context(cannot)? {
        bail!("{} is there already, and stays as it is", path.display());
    }
    whole_file::try_out(path).with_context(cannot)?;
    Ok(path.to_owned())
}

/// Works out what the command line asks for.
struct Solver<'a> {
    tables: &'a Tablebases,
    options: &'a Options,
    goals: Option<Vec<u64>>,
    matches: &'a ArgMatches,
    signals: Signals,
}

impl Solver<'_> {
    fn solve(&self, position: Option<&str>, out: Option<&Path>) -> Result<Solution, SolveError> {
        let progress = Show::new();
        let task = Task {
            options: self.options,
            position,
            goals: self.goals.as_deref(),
            threads: threads(self.matches).unwrap_or_else(all_threads),
            stop: &self.signals.stop,
            report: &|how_far| progress.tell(how_far),
        };
        let Some(path) = out else {
            return (self.tables.solve)(&task, None);
        };
        let solution = RefCell::new(None);
        whole_file::write_by(path, |file| {
            let solved = (self.tables.solve)(&task, Some(file))?;
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
    tables: &Tablebases,
    path: &Path,
    matches: &ArgMatches,
    form: Form,
) -> anyhow::Result<ExitCode> {
    let cannot = || format!("cannot ask {}", path.display());
    let table = open(tables, path).with_context(cannot)?;
    let options = table.options();
    let read = |text: &str| position(tables, &options, text);
    let mut asking = Asking {
        goals: table.goals(),
        table,
        teller: Teller::new(entry.id(), tables.goal, &options, form),
    };
    answer_all(given(matches, read)?, read, &mut asking).with_context(cannot)
}

/// A table that is asked.
struct Asking<'a> {
    table: Box<dyn Table>,
    goals: Vec<u64>,
    teller: Teller<'a>,
}

impl Answers<String> for Asking<'_> {
    fn answer(&mut self, position: &String, output: &mut dyn Write) -> anyhow::Result<Told> {
        let Some(worth) = self.table.worth(position)? else {
            let reason = format!("no game comes to `{position}`, so the table has it not");
            self.refuse(position, &reason, output)?;
            return Ok(Told::Nothing(reason));
        };
        self.teller.worth(position, &self.goals, &worth, output)?;
        Ok(Told::Answer)
    }

    fn refuse(&mut self, text: &str, reason: &str, output: &mut dyn Write) -> io::Result<()> {
        self.teller.refusal(text, reason, output)
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
