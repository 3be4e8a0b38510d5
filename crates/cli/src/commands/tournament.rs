//! `quincunx tournament GAME`: computer players against each other, rated or until one is left.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command};
use quincunx_arena::tournament::MAX_PLAYERS;
use quincunx_arena::{Format, Pairing, Played as _, Standing, Tournament, Work};
use quincunx_core::{DynSession, Options};
use quincunx_registry::DynGame;
use quincunx_search::{AgentSpec, TimeControl};

use crate::args::game::{
    agent_option, opening, opening_arg, option_args, options_of, plies_arg, positions, positions_arg,
    required_game, with_required_game,
};
use crate::args::limit::{game_threads, limit, limit_args};
use crate::args::programs::Programs;
use crate::args::sandbox::isolation_arg;
use crate::args::{
    force_arg, from_arg, json_arg, option, out_arg, path, path_option, seed_arg, shard, shard_arg,
    threads_arg, value, whole_number,
};
use crate::files::records_folder::RecordsFolder;
use crate::files::results_file;
use crate::output::failure::WrongUse;
use crate::output::progress::bar;
use crate::output::tournament::TournamentPrinter;
use crate::signals::Signals;

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Rate computer players in games against each other")
        .long_about(
            "Plays games between computer players. In a game for two each pair plays every seed twice, each player once in \
             either seat; in a single-player game all play the same seeds, and more points win a seed. A round robin gives \
             ratings in points of Elo by the model of Bradley and Terry, with intervals of 95 % confidence, and a cross table. \
             In a knock-out the loser of a meeting is out, until one is left; players named first may pass the first round \
             without a meeting. Ctrl-C stops a tournament, and with --out the same command continues it.",
        )
        .after_help(
            "Examples:\n  \
             quincunx tournament connect-four --agents level:1 level:2 level:3 --games 100 --out three.json\n  \
             quincunx report three.json --out three.html\n  \
             quincunx tournament quartet --agents mcts:500 mcts:5000 greedy --topology torus --json\n  \
             quincunx tournament 2048 --agents level:3 level:4 mcts --time-per-move 1s --records games\n  \
             quincunx tournament 2048 --scoring contest --games 1 \\\n    \
             --agents program:./ada \"program:python3 ben.py\"\n  \
             quincunx tournament quartet --agents mcts:500 mcts:5000 --shard 2/8 --out part-2.json\n  \
             quincunx merge part-*.json --out tournament.json\n\n\
             `quincunx agents GAME` lists the players; `program:` and a command line is one of yours.",
        );
    let shard = "Play only the I-th of N equal parts of the games or of a round, for `quincunx merge`";
    with_required_game(command, |entry, command| {
        let id = entry.id();
        let other = Format::ALL
            .into_iter()
            .find(|&format| format != default_format(entry));
        let other = other.map_or("", Format::word);
        command
            .after_help(format!(
                "Examples:\n  \
                 quincunx tournament {id} --agents level:1 level:2 level:3 --out three.json\n  \
                 quincunx tournament {id} --agents level:4 mcts:2000 --time-per-move 1s --records games\n  \
                 quincunx tournament {id} --agents level:3 level:4 --nodes 1000 --format {other}"
            ))
            .arg(
                agent_option("agents", "Players, as `mcts:simulations=2000` or `level:4`")
                    .num_args(2..=MAX_PLAYERS)
                    .required(true),
            )
            .args(limit_args())
            .args(game_args(entry))
            .arg(seed_arg())
            .arg(threads_arg(
                "Concurrent games [default: all cores, with --limit one]",
            ))
            .arg(path_option(
                "records",
                "FOLDER",
                "Folder for a record of every game",
            ))
            .arg(out_arg(
                "Games and ratings as JSON, to continue or for `quincunx report`",
            ))
            .arg(shard_arg(shard).requires("out"))
            .arg(from_arg(
                "Games before the part: in a knock-out, of the earlier rounds",
            ))
            .arg(force_arg(
                "Replace FILE if it exists, and add to a FOLDER that has records",
            ))
            .arg(json_arg())
            .arg(isolation_arg().help_heading("Programs"))
            .args(option_args(entry))
    })
}

fn default_format(entry: &dyn DynGame) -> Format {
    match entry.players() {
        1 => Format::KnockOut,
        _ => Format::RoundRobin,
    }
}

fn game_args(entry: &dyn DynGame) -> [Arg; 5] {
    let games = match entry.players() {
        1 => "Seeds of a meeting",
        _ => "Games of a meeting, an even number: two per seed",
    };
    [
        option("format", "FORMAT", "Meetings of all players, or of the winners")
            .value_parser(Format::ALL.map(Format::word))
            .default_value(default_format(entry).word()),
        option("games", "N", games)
            .value_parser(whole_number(1..=1_000_000_u64))
            .default_value("20"),
        positions_arg(),
        opening_arg(entry),
        plies_arg("Longest game in actions; a longer one is drawn, or counts with its points"),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let agents: Vec<AgentSpec> = matches
        .get_many("agents")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let programs = Programs::allow(Some(entry.id()), &agents, matches)?;
    let tournament = describe(entry, &agents, matches)?;
    let (json, force) = (matches.get_flag("json"), matches.get_flag("force"));
    let shard = shard(matches);
    let is_timed = tournament.limit.is_some_and(TimeControl::is_timed);
    if shard.is_some() && is_timed && tournament.format == Format::KnockOut {
        // A part that is played again could send others to the next round.
        bail_misuse!(
            "--shard in a knock-out needs games that repeat: use --nodes instead of --limit, or --format \
             round-robin"
        );
    }
    let fresh = Standing::new(tournament.clone());
    let known = match path(matches, "from") {
        Some(path) => results_file::read_to_resume(fresh.clone(), path)?,
        None => fresh.clone(),
    };
    let out = path(matches, "out");
    out.map_or(Ok(()), results_file::check_json)?;
    let _lock = out.map(results_file::lock).transpose()?;
    let is_resumed = !force && out.is_some_and(Path::exists);
    let mut standing = resume(fresh, out, force)?;
    let together = |standing: &Standing| match shard {
        Some(_) => Standing::merge([known.clone(), standing.clone()])
            .context("the games of --from and those of --out"),
        None => Ok(standing.clone()),
    };
    if let Some(ahead) = together(&standing)?.ahead() {
        anyhow::bail!("{ahead} is of a later round: merge it with the games before it by `quincunx merge`");
    }
    let left = |standing: &Standing| match shard {
        Some(shard) => standing.share(&known, shard),
        None => standing.next_games(),
    };
    let share = shard.map(|_| left(&standing));
    let signals = Signals::handle()?;
    // Also stopped by a full disk.
    let stop = signals.stop.child();
    let records = matches.get_one::<PathBuf>("records").cloned();
    // Other parts may use the same folder.
    let mixed = force || shard.is_some() || is_resumed;
    let records = records.map(|folder| RecordsFolder::create(folder, mixed, stop.clone()));
    let records = records.transpose()?;
    if let Some(path) = out {
        // Checks that it can be saved.
        results_file::save(path, &standing)?;
    }

    let played = standing.games().len();
    let all = share
        .as_ref()
        .map_or(tournament.games() as usize, |share| played + share.len());
    let progress = bar(all, played, "games");
    let more = |more| {
        progress.inc(more);
        // Even meetings have more games than planned.
        progress.set_length(progress.length().unwrap_or(0).max(progress.position()));
    };
    let work = Work {
        threads: game_threads(matches, tournament.limit),
        stop: &stop,
        progress: &more,
    };
    let keeper = |pairing: &Pairing, session: Box<dyn DynSession>| {
        if let Some(records) = &records {
            records.save(&tournament, pairing, &*session);
        }
    };
    let keeper = records.is_some().then_some(&keeper as &_);
    let mut printer = TournamentPrinter::start(&standing, json)?;
    let mut keep = |standing: &Standing| {
        // A part has no complete round.
        if shard.is_none() {
            progress.suspend(|| printer.print_rounds(standing));
        }
        if let Some(path) = out
            && let Err(error) = results_file::save(path, standing)
        {
            progress.suspend(|| eprintln!("warning: {error:#}"));
        }
    };
    let held = entry.play_tournament(&mut standing, share.as_deref(), &work, keeper, &mut keep);
    progress.finish_and_clear();
    programs.report_forfeits();
    let saved = out.map_or(Ok(()), |path| results_file::save(path, &standing));
    // Also what could not be saved.
    let printed = together(&standing).and_then(|standing| printer.finish(&standing));
    saved?;
    held?;
    printed?;
    records.map_or(Ok(()), RecordsFolder::finish)?;
    Ok(match signals.status() {
        Some(status) if !left(&standing).is_empty() => {
            let advice = out.map_or_else(String::new, |path| {
                format!("; the same command continues with {}", path.display())
            });
            eprintln!("stopped: not all games were played{advice}");
            status
        }
        _ => ExitCode::SUCCESS,
    })
}

/// Starts a tournament, or continues the one in an existing file.
fn resume(fresh: Standing, out: Option<&Path>, force: bool) -> anyhow::Result<Standing> {
    let Some(path) = out.filter(|path| path.exists() && !force) else {
        return Ok(fresh);
    };
    let before = results_file::read_to_resume(fresh, path).with_context(|| results_file::unchanged(path))?;
    let (path, games) = (path.display(), before.games().len());
    eprintln!("continuing with {path}, games so far: {games}");
    Ok(before)
}

fn describe(entry: &dyn DynGame, agents: &[AgentSpec], matches: &ArgMatches) -> anyhow::Result<Tournament> {
    let options: Options = options_of(entry, matches)?;
    let number = |name: &str| value::<u64>(matches, name);
    let games = number("games");
    if entry.players() == 2 && games % 2 == 1 {
        bail_misuse!("--games: expected an even number, two games per seed, found {games}");
    }
    let positions = positions(matches, entry, &options)?;
    let format = value::<String>(matches, "format");
    let format = format.parse().expect("clap accepts only formats");
    let seeds = games / u64::from(entry.players());
    let tournament = entry.tournament(&options, agents, format, seeds);
    Ok(Tournament {
        seed: number("seed"),
        opening: opening(matches, entry, &positions),
        max_plies: value(matches, "plies"),
        positions,
        limit: limit(matches),
        ..tournament.map_err(WrongUse::because)?
    })
}
