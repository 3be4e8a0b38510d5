//! `quincunx simulate GAME`: thousands of games between computer players.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::{Arg, ArgAction, ArgMatches, Command};
use quincunx_arena::{Games, Results, Run, Shard, Work};
use quincunx_registry::{DynGame, SimulateError};
use quincunx_search::AgentSpec;

use crate::args::game::{
    agent_option, opening, opening_arg, option_args, options_of, plies_arg, positions, positions_arg,
    required_game, with_required_game,
};
use crate::args::limit::{game_threads, limit, limit_args};
use crate::args::programs::Programs;
use crate::args::sandbox::isolation_arg;
use crate::args::{
    check_output, flag, force_arg, json_arg, option, out_arg, path, seed_arg, shard, shard_arg, threads_arg,
    value, whole_number,
};
use crate::files::results_file::{self, MAX_ROWS};
use crate::files::rows::{self, ResultsFormat};
use crate::output::failure::WrongUse;
use crate::output::numbers::pluralize;
use crate::output::progress::bar;
use crate::output::simulation;
use crate::signals::Signals;

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Play thousands of games between computer players")
        .long_about(
            "Plays games between computer players on all cores and reports outcomes, points, lengths and figures of the game, \
             with intervals of 95 % confidence. The same seed gives the same results on any number of threads. The row of a \
             game has its own seed, with which `quincunx play GAME --seed SEED` meets the same chance outcomes.",
        )
        .after_help(
            "Examples:\n  \
             quincunx simulate 2048 --agent level:3 --games 1000\n  \
             quincunx simulate connect-four --agent level:4 --agent mcts:5000 --games 200 --out games.csv\n  \
             quincunx simulate shariki --agent greedy --out run.json    Ctrl-C; the same command continues\n  \
             quincunx simulate 2048 --agent level:5 --limit game:10s --games 20    ten seconds for a game\n  \
             quincunx simulate levels --level my.toml --agent goal-first    the success in a level\n  \
             quincunx simulate 2048 --agent \"program:python3 player.py\" --games 100    a program of yours\n  \
             quincunx simulate 2048 --agent random --games 1000000 --shard 2/8 --out part-2.json\n  \
             quincunx merge part-*.json\n\n\
             `quincunx agents GAME` lists the players; `program:` and a command line is one of yours.",
        );
    with_required_game(command, |entry, command| {
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
                 quincunx simulate {id} --agent mcts:500{two} --games 200 --out games.csv\n  \
                 quincunx simulate {id} --agent level:4{two} --out run.json    can be continued"
            ))
            .arg(agent_arg(entry))
            .arg(
                option("games", "N", "Number of games")
                    .value_parser(whole_number(1..=u64::MAX))
                    .default_value("1000"),
            )
            .args(limit_args())
            .arg(seed_arg())
            .arg(positions_arg())
            .arg(opening_arg(entry))
            .arg(plies_arg(
                "Longest game in actions; a longer one counts as unfinished",
            ))
            .arg(shard_arg("Play only the I-th of N equal parts, for `quincunx merge`").requires("out"))
            .arg(flag(
                "no-rows",
                "Keep counters and histograms only, for very many games",
            ))
            .arg(threads_arg("Number of threads [default: all, with --limit one]"))
            .arg(out_arg(
                "Results: .json to continue or merge, or a row per game as .csv or .parquet",
            ))
            .arg(force_arg("Replace FILE if it exists"))
            .arg(json_arg())
            .arg(isolation_arg().help_heading("Programs"))
            .args(option_args(entry))
    })
}

fn agent_arg(entry: &dyn DynGame) -> Arg {
    let help = match entry.players() {
        1 => "Player, as `mcts:simulations=2000` or `level:4`",
        _ => {
            "Player, as `mcts:simulations=2000` or `level:4`; once for both seats, or twice in the order of play"
        }
    };
    agent_option("agent", help)
        .action(ArgAction::Append)
        .required(true)
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let agents: Vec<AgentSpec> = matches.get_many("agent").into_iter().flatten().cloned().collect();
    let programs = Programs::allow(Some(entry.id()), &agents, matches)?;
    let run = describe(entry, &agents, matches)?;
    let keep_rows = !matches.get_flag("no-rows");
    let out = path(matches, "out").map(|out| anyhow::Ok((out, ResultsFormat::of(out, keep_rows)?)));
    let out = out.transpose()?;
    let rows = out.is_some() && keep_rows;
    let shard = shard(matches).unwrap_or(Shard::WHOLE);
    let of_shard = Games::shard(run.games, shard);
    if rows && of_shard.len() > MAX_ROWS {
        let games = of_shard.len();
        bail_misuse!(
            "expected at most {MAX_ROWS} games with rows, found {games}: --no-rows keeps counters only, --shard plays a part"
        );
    }
    let _lock = out.map(|(path, _)| results_file::lock(path)).transpose()?;
    let results = match &out {
        Some((path, ResultsFormat::Json)) if !matches.get_flag("force") => resume(run, path, rows)?,
        _ => Results::none(run, rows),
    };
    let remaining = of_shard.without(&results.part.games);

    let signals = Signals::handle()?;
    match &out {
        // Before the work, to check that it can be saved.
        Some((path, format @ ResultsFormat::Json)) => {
            rows::save(path, *format, &results.run, &results.part)?;
        }
        Some((path, _)) => check_output(path, matches)?,
        None => {}
    }
    let began = Instant::now();
    let done = of_shard.len() - remaining.len();
    let progress = bar(of_shard.len() as usize, done as usize, "games");
    let work = Work {
        threads: game_threads(matches, results.run.limit),
        stop: &signals.stop,
        progress: &|more| progress.inc(more),
    };
    let Results { run, mut part } = results;
    let before = part.games.len();
    let played = entry.simulate_on(&run, &mut part, &remaining, &work, &mut |part| {
        // Files of rows are saved at the end.
        if let Some((path, format @ ResultsFormat::Json)) = &out
            && let Err(error) = rows::save(path, *format, &run, part)
        {
            progress.suspend(|| eprintln!("warning: {error:#}"));
        }
    });
    progress.finish_and_clear();
    programs.report_forfeits();
    let seconds = began.elapsed().as_secs_f64();
    let left = of_shard.without(&part.games);
    let has_rows = !part.games.is_empty() || left.is_empty();
    let saved = match &out {
        Some((path, format)) if *format == ResultsFormat::Json || has_rows => {
            rows::save(path, *format, &run, &part)
        }
        _ => Ok(()),
    };
    let results = Results { run, part };
    let fault = match played {
        Err(SimulateError::Panicked(panicked)) => {
            let seed = results.run.seed_of(panicked.game);
            Some(anyhow::Error::from(panicked).context(format!("a fault in the game of seed {seed}")))
        }
        other => {
            other.map_err(WrongUse::because)?;
            None
        }
    };
    // Also what could not be saved, and what was played before a fault.
    let printed = simulation::print(&results, matches.get_flag("json"));
    saved?;
    fault.map_or(Ok(()), Err)?;
    printed?;
    if let Some(status) = signals.status().filter(|_| !left.is_empty()) {
        let advice = match &out {
            Some((path, ResultsFormat::Json)) => {
                format!("; the same command continues with {}", path.display())
            }
            Some((path, _)) => {
                let force = if path.exists() { " --force" } else { "" };
                let path = path.display();
                let saved = match has_rows {
                    true => format!("; {path} has the rows of the games so far, and --force starts again"),
                    false => String::new(),
                };
                format!(
                    "{saved}; with --out RUN.json it would continue, and `quincunx merge RUN.json --out {path}{force}` writes \
                     the rows"
                )
            }
            None => String::new(),
        };
        eprintln!("stopped with {} left{advice}", pluralize(left.len(), "game"));
        return Ok(status);
    }
    if !matches.get_flag("json") {
        let played = pluralize(results.part.games.len() - before, "game");
        let threads = pluralize(work.threads.get() as u64, "thread");
        writeln!(
            crate::output::stdout(),
            "\nplayed {played} in {seconds:.1} s on {threads}"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(entry: &dyn DynGame, agents: &[AgentSpec], matches: &ArgMatches) -> anyhow::Result<Run> {
    let options = options_of(entry, matches)?;
    let number = |name: &str| value::<u64>(matches, name);
    let plies = value::<u32>(matches, "plies");
    let positions = positions(matches, entry, &options)?;
    let opening = opening(matches, entry, &positions);
    let run = entry.run(&options, agents, number("seed"), number("games"), opening, plies);
    Ok(Run {
        positions,
        limit: limit(matches),
        ..run.map_err(WrongUse::because)?
    })
}

/// Starts a run, or continues with the results in an existing file.
fn resume(run: Run, path: &Path, rows: bool) -> anyhow::Result<Results> {
    let fresh = Results::none(run, rows);
    if !path.exists() {
        return Ok(fresh);
    }
    let before = results_file::read_to_resume(fresh, path).with_context(|| results_file::unchanged(path))?;
    let (path, played, all) = (path.display(), before.part.games.len(), before.run.games);
    eprintln!("continuing with {path}: {played} of {all} games played");
    Ok(before)
}
