//! `quincunx simulate GAME`: thousands of games between computer players, and what they gave.

mod file;
mod summary;

use std::io::{self, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use quincunx_arena::{Games, MergeError, Results, Run, Shard, Work};
use quincunx_registry::{DynGame, SimulateError};
use quincunx_search::AgentSpec;

use crate::failure::WrongUse;
use crate::game_args::{
    game_of, json_arg, opening, opening_arg, option_args, options_of, seed_arg, with_games,
};
use crate::limit::{limit, limit_args, usual_threads};
use crate::merge::{Parts, shard_arg, there_and_here};
use crate::pluralize::pluralize;
use crate::progress::bar;
use crate::signals::Signals;
use crate::threads::{threads, threads_arg};
use file::Form;
pub(crate) use file::{claim, out_args, try_out};
pub(crate) use summary::{QUANTILES, counted, end_name};

pub(crate) const NAME: &str = "simulate";

/// Rows that are kept in memory: of so many, some gigabytes.
const MOST_ROWS: u64 = 20_000_000;

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Play thousands of games between computer players and tell what they gave")
        .long_about(
            "Plays games between computer players on all cores and tells what they gave: who won, points, lengths, and \
             what the game reports beside, with errors and intervals of 95 % confidence. The same seed gives the same \
             results on any number of threads. Game i of a run has a seed of its own, told in its row, and the luck of \
             any other game of that seed: `quincunx play GAME --seed SEED` meets it.",
        )
        .after_help(
            "Examples:\n  \
             quincunx simulate 2048 --agent level:3 --games 1000\n  \
             quincunx simulate connect-four --agent level:4 --agent mcts:5000 --games 200 --out games.csv\n  \
             quincunx simulate shariki --agent greedy --colours 5 --out run.json    Ctrl-C, and the same again goes on\n  \
             quincunx simulate 2048 --agent level:5 --limit game:10s --games 20    a whole game in ten seconds\n  \
             quincunx simulate levels --level my.toml --agent goal-first    how often a level is won\n  \
             quincunx simulate 2048 --agent random --games 1000000 --shard 2/8 --out part-2.json\n  \
             quincunx merge part-*.json\n\n\
             `quincunx agents GAME` lists the players.",
        )
        .arg_required_else_help(true)
        .subcommand_required(true);
    with_games(command, |entry, command| {
        let id = entry.id();
        let two = if entry.players() == 2 {
            " --agent random"
        } else {
            ""
        };
        command
            .after_help(format!(
                "Examples:\n  \
                 quincunx simulate {id} --agent level:3{two} --games 1000\n  \
                 quincunx simulate {id} --agent mcts:500{two} --games 200 --out games.csv    a row a game\n  \
                 quincunx simulate {id} --agent level:4{two} --out run.json                  Ctrl-C, and the same again goes on"
            ))
            .arg(agent_arg(entry))
            .arg(
                Arg::new("games")
                    .long("games")
                    .value_name("N")
                    .value_parser(value_parser!(u64).range(1..))
                    .default_value("1000")
                    .help("How many games the run has"),
            )
            .args(limit_args())
            .arg(seed_arg())
            .arg(opening_arg(entry))
            .arg(
                Arg::new("plies")
                    .long("plies")
                    .value_name("N")
                    .value_parser(value_parser!(u32).range(1..))
                    .default_value("100000")
                    .help("Leave a game after so many actions: it counts as unfinished"),
            )
            .arg(shard_arg(
                "Play only the I-th of N equal parts of the run, for `quincunx merge`",
            ))
            .arg(
                Arg::new("no-rows")
                    .long("no-rows")
                    .action(ArgAction::SetTrue)
                    .help("Keep counters and histograms only, not a row for every game: for very many games"),
            )
            .arg(threads_arg().help("Play on so many threads [default: all there are, with --limit one]"))
            .args(file::out_args(
                "Save the results: as .json to merge or go on with, or a row a game as .csv or .parquet",
            ))
            .arg(json_arg())
            .args(option_args(entry))
    })
}

fn agent_arg(entry: &dyn DynGame) -> Arg {
    let help = match entry.players() {
        1 => "The player, as in `mcts:simulations=2000` or `level:4`",
        _ => {
            "The player, as in `mcts:simulations=2000` or `level:4`; once for both seats, or twice: who begins first"
        }
    };
    Arg::new("agent")
        .long("agent")
        .value_name("AGENT")
        .value_parser(|text: &str| text.parse::<AgentSpec>())
        .action(ArgAction::Append)
        .required(true)
        .help(help)
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) =
        game_of(matches)?.ok_or_else(|| WrongUse("simulate needs the name of a game".to_owned()))?;
    let run = described(entry, matches)?;
    let out = file::out(matches, !matches.get_flag("no-rows"))?;
    // Nobody sees rows that are not saved.
    let rows = out.is_some() && !matches.get_flag("no-rows");
    let shard = matches.get_one::<Shard>("shard").copied().unwrap_or(Shard::WHOLE);
    let of_shard = Games::shard(run.games, shard);
    if rows && of_shard.len() > MOST_ROWS {
        let games = of_shard.len();
        return Err(WrongUse(format!(
            "the rows of {games} games are too many to keep, {MOST_ROWS} can be: --no-rows keeps counters alone, --shard plays a part"
        ))
        .into());
    }
    let _claim = out.as_ref().map(|(path, _)| claim(path)).transpose()?;
    let results = match &out {
        Some((path, Form::Results)) if !matches.get_flag("force") => begun(run, path, rows)?,
        _ => Results::none(run, rows),
    };
    let wanted = of_shard.without(&results.part.games);

    let signals = Signals::on_signals()?;
    match &out {
        // Before the work, to see that it can be kept.
        Some((path, Form::Results)) => file::save(path, Form::Results, &results.run, &results.part)?,
        Some((path, _)) => file::try_out(path, matches)?,
        None => {}
    }
    let began = Instant::now();
    let done = of_shard.len() - wanted.len();
    let progress = bar(of_shard.len() as usize, done as usize, "games");
    let work = Work {
        threads: threads(matches).unwrap_or_else(|| usual_threads(results.run.limit)),
        rows,
        stop: &signals.stop,
        progress: &|more| progress.inc(more),
    };
    let Results { run, mut part } = results;
    let before = part.games.len();
    let played = entry.simulate_on(&run, &mut part, &wanted, &work, &mut |part| {
        // Rows for other programs are of no use before all are there.
        if let Some((path, Form::Results)) = &out
            && let Err(error) = file::save(path, Form::Results, &run, part)
        {
            progress.suspend(|| eprintln!("warning: {error:#}"));
        }
    });
    progress.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let left = of_shard.without(&part.games);
    // Rows of no game would only stand in the way of who begins anew.
    let has_rows = !part.games.is_empty() || left.is_empty();
    if let Some((path, form)) = &out
        && (*form == Form::Results || has_rows)
    {
        file::save(path, *form, &run, &part)?;
    }
    let results = Results { run, part };
    match played {
        Err(SimulateError::Panicked(panicked)) => {
            let seed = results.run.seed_of(panicked.game);
            return Err(anyhow::Error::from(panicked).context(format!("a fault in the game of seed {seed}")));
        }
        other => other.map_err(WrongUse::because)?,
    }
    summary::tell(&results, matches.get_flag("json"))?;
    if let Some(status) = signals.status().filter(|_| !left.is_empty()) {
        let goes_on = match &out {
            Some((path, Form::Results)) => format!("; the same command goes on with {}", path.display()),
            Some((path, _)) => {
                let force = if path.exists() { " --force" } else { "" };
                let path = path.display();
                let begins_anew = if has_rows {
                    format!(
                        "; {path} has the rows of those that are played, and with --force the same command begins anew"
                    )
                } else {
                    String::new()
                };
                format!(
                    "{begins_anew}; with --out RUN.json instead it would go on, and `quincunx merge RUN.json --out \
                     {path}{force}` write the rows"
                )
            }
            None => String::new(),
        };
        eprintln!("stopped with {} left{goes_on}", pluralize(left.len(), "game"));
        return Ok(status);
    }
    if !matches.get_flag("json") {
        let threads: NonZero<usize> = work.threads;
        let played = results.part.games.len() - before;
        writeln!(
            io::stdout(),
            "\nplayed {} in {seconds:.1} s on {}",
            pluralize(played, "game"),
            pluralize(threads.get() as u64, "thread")
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads what is to be played.
fn described(entry: &dyn DynGame, matches: &ArgMatches) -> anyhow::Result<Run> {
    let options = options_of(entry, matches)?;
    let agents: Vec<AgentSpec> = matches.get_many("agent").into_iter().flatten().cloned().collect();
    let number = |name: &str| *matches.get_one::<u64>(name).expect("it has a default");
    let plies = *matches.get_one::<u32>("plies").expect("it has a default");
    let opening = opening(matches, entry);
    let run = entry.run(&options, &agents, number("seed"), number("games"), opening, plies);
    Ok(Run {
        limit: limit(matches),
        ..run.map_err(WrongUse::because)?
    })
}

/// Begins a run, or goes on with the results in a file that is there.
fn begun(run: Run, path: &Path, rows: bool) -> anyhow::Result<Results> {
    if !path.exists() {
        return Ok(Results::none(run, rows));
    }
    let kept = || {
        let path = path.display();
        format!("{path} is there already, and stays as it is (--force writes over it)")
    };
    let fresh = Results::none(run, rows);
    let before = file::read(path).map_err(|error| error.context(kept()))?;
    let before = Results::merge([fresh, before]).map_err(|error| {
        // The first part is what the command asks for, the other what the file holds.
        let error = match error {
            MergeError::Run { difference, .. } => {
                anyhow!("its results are of another run: {}", there_and_here(&difference))
            }
            error => error.into(),
        };
        error.context(kept())
    })?;
    eprintln!(
        "going on with {}: {} of {} games played",
        path.display(),
        before.part.games.len(),
        before.run.games
    );
    Ok(before)
}

/// Puts the results of a run's parts together, saves and tells them.
pub(crate) fn merge(parts: Parts<'_, Results>, matches: &ArgMatches) -> anyhow::Result<()> {
    // Before all parts are read, which may take long.
    if let Some((path, _)) = file::out(matches, true)? {
        try_out(&path, matches)?;
    }
    let results = parts.together(Results::parse, |parts| Results::merge(parts), MergeError::part)?;
    if let Some((path, form)) = file::out(matches, results.part.rows.is_some())? {
        file::save(&path, form, &results.run, &results.part).context("the parts stay as they are")?;
    }
    summary::tell(&results, matches.get_flag("json"))
}

/// Returns the paths of an argument.
pub(crate) fn paths<'a>(matches: &'a ArgMatches, name: &str) -> impl Iterator<Item = &'a PathBuf> {
    matches.get_many::<PathBuf>(name).into_iter().flatten()
}
