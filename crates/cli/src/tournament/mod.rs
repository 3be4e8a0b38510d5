//! `quincunx tournament GAME`: computer players against each other, until it is known how strong each is or one is left.

mod storage;
mod words;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use quincunx_arena::tournament::{MOST_PLAYERS, PartsError};
use quincunx_arena::{Format, Pairing, Shard, Standing, Tournament, Work};
use quincunx_core::{DynSession, Options};
use quincunx_registry::DynGame;
use quincunx_search::{AgentSpec, TimeControl};

use crate::failure::WrongUse;
use crate::game_args::{
    game_of, json_arg, opening, opening_arg, option_args, options_of, seed_arg, with_games,
};
use crate::limit::{limit, limit_args, usual_threads};
use crate::merge::{Parts, from_arg, shard_arg};
use crate::progress::bar;
use crate::signals::Signals;
use crate::simulate::{claim, try_out};
use crate::threads::{threads, threads_arg};
use storage::Records;

pub(crate) const NAME: &str = "tournament";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Let computer players meet each other and tell how strong each is")
        .long_about(
            "Lets computer players meet each other. In a game of two each pair plays every seed twice, each player once in \
             either seat; in a game for one all play the same seeds, and more points win a seed. A round robin tells \
             strengths in points of Elo by the model of Bradley and Terry, with intervals of 95 % confidence, and who \
             scored how much against whom. In a knock-out who loses a meeting is out, until one is left; where players do not \
             halve evenly, those named first go on to the second round without a meeting. Ctrl-C ends a tournament with \
             what is played, and with --out the same command goes on from there.",
        )
        .after_help(
            "Examples:\n  \
             quincunx tournament connect-four --agents level:1 level:2 level:3 --games 100 --out three.json\n  \
             quincunx report three.json --out three.html\n  \
             quincunx tournament quartet --agents mcts:500 mcts:5000 greedy --topology torus --json\n  \
             quincunx tournament 2048 --agents level:3 level:4 mcts --time-per-move 1s --scoring contest --records games\n  \
             quincunx tournament quartet --agents mcts:500 mcts:5000 --games 1000 --shard 2/8 --out part-2.json\n  \
             quincunx merge part-*.json --out tournament.json\n\n\
             `quincunx agents GAME` lists the players.",
        )
        .arg_required_else_help(true)
        .subcommand_required(true);
    with_games(command, |entry, command| {
        let id = entry.id();
        command
            .after_help(format!(
                "Examples:\n  \
                 quincunx tournament {id} --agents level:1 level:2 level:3 --out three.json\n  \
                 quincunx tournament {id} --agents level:4 mcts:2000 --time-per-move 1s --records games\n  \
                 quincunx tournament {id} --agents level:3 level:4 --nodes 1000 --format {other} --json",
                other = Format::ALL
                    .into_iter()
                    .find(|&format| format != usual_format(entry))
                    .map_or("", Format::word),
            ))
            .args(player_args())
            .args(game_args(entry))
            .arg(seed_arg())
            .arg(
                threads_arg()
                    .help("Play so many games at a time [default: all cores, with --limit one]"),
            )
            .arg(
                Arg::new("records")
                    .long("records")
                    .value_name("FOLDER")
                    .value_parser(value_parser!(PathBuf))
                    .help("Save a record of every game in FOLDER, which is made if need be"),
            )
            .arg(
                Arg::new("out")
                    .long("out")
                    .value_name("FILE")
                    .value_parser(value_parser!(PathBuf))
                    .help("Save all games and what follows from them as JSON: to go on with, or for `quincunx report`"),
            )
            .arg(
                shard_arg("Play only the I-th of N equal parts of the games, or of a round of a knock-out, for `quincunx merge`")
                    .requires("out"),
            )
            .arg(from_arg(
                "Play a part of what comes next after the games in this file: in a knock-out, of the next round",
            ))
            .arg(
                Arg::new("force")
                    .long("force")
                    .action(ArgAction::SetTrue)
                    .help("Write over FILE where it is there already, and into a FOLDER that has records"),
            )
            .arg(json_arg())
            .args(option_args(entry))
    })
}

fn player_args() -> impl Iterator<Item = Arg> {
    let agents = Arg::new("agents")
        .long("agents")
        .value_name("AGENT")
        .value_parser(|text: &str| text.parse::<AgentSpec>())
        .num_args(2..=MOST_PLAYERS)
        .required(true)
        .help("The players, as in `mcts:simulations=2000` or `level:4`");
    std::iter::once(agents).chain(limit_args())
}

fn usual_format(entry: &dyn DynGame) -> Format {
    match entry.players() {
        1 => Format::KnockOut,
        _ => Format::RoundRobin,
    }
}

fn game_args(entry: &dyn DynGame) -> [Arg; 4] {
    let usual = usual_format(entry);
    [
        Arg::new("format")
            .long("format")
            .value_name("FORMAT")
            .value_parser(Format::ALL.map(Format::word))
            .default_value(usual.word())
            .help("Who meets whom: all meet all, or the winners go on"),
        Arg::new("games")
            .long("games")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=1_000_000))
            .default_value("20")
            .help(match entry.players() {
                1 => "How many seeds a meeting has",
                _ => "How many games a meeting has, an even number: two to a seed",
            }),
        opening_arg(entry),
        Arg::new("plies")
            .long("plies")
            .value_name("N")
            .value_parser(value_parser!(u32).range(1..))
            .default_value("100000")
            .help("Leave a game after so many actions: it is drawn, or counts with the points so far"),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) =
        game_of(matches)?.ok_or_else(|| WrongUse("tournament needs the name of a game".to_owned()))?;
    let tournament = described(entry, matches)?;
    let (json, force) = (matches.get_flag("json"), matches.get_flag("force"));
    let shard = matches.get_one::<Shard>("shard").copied();
    let is_timed = tournament.limit.is_some_and(TimeControl::is_timed);
    if shard.is_some() && is_timed && tournament.format == Format::KnockOut {
        // A share that is lost and played again could send others to the next round, which may have been played.
        let what = "games by the clock do not repeat themselves, and who meets in a knock-out hangs on them: --shard goes with --nodes \
                    instead of --limit, or with --format round-robin";
        return Err(WrongUse(what.to_owned()).into());
    }
    let known = match matches.get_one::<PathBuf>("from") {
        Some(path) => storage::read(&tournament, path)?,
        None => Standing::new(tournament.clone()),
    };
    let out = matches.get_one::<PathBuf>("out").map(PathBuf::as_path);
    out.map_or(Ok(()), check_name)?;
    let _claim = out.map(claim).transpose()?;
    let mut standing = storage::begun(&tournament, out, force)?;
    let together = |standing: &Standing| match shard {
        Some(_) => Standing::merge([known.clone(), standing.clone()])
            .context("the games that --from knows and those in the file of --out"),
        None => Ok(standing.clone()),
    };
    // Before the work, which could not be merged otherwise.
    if let Some(ahead) = together(&standing)?.ahead() {
        anyhow::bail!(
            "{ahead} is of a round that has not come: `quincunx merge` puts the games before it together with it"
        );
    }
    let left = |standing: &Standing| match shard {
        Some(shard) => standing.share(&known, shard),
        None => standing.next_games(),
    };
    let share = shard.map(|_| left(&standing));
    let signals = Signals::on_signals()?;
    // Raised also by what is no fault of the player, as a full disk.
    let stop = signals.stop.child();
    let records = matches.get_one::<PathBuf>("records").cloned();
    // The other shares may have theirs in the same folder, and none has a game of another.
    let mixed = force || shard.is_some() || !standing.games().is_empty();
    let records = records.map(|folder| Records::in_folder(folder, mixed, stop.clone()));
    let records = records.transpose()?;
    if let Some(path) = out {
        // To see that it can be kept.
        storage::save(path, &standing)?;
    }

    let played = standing.games().len();
    let all = share
        .as_ref()
        .map_or(tournament.games() as usize, |share| played + share.len());
    let progress = bar(all, played, "games");
    let more = |more| {
        progress.inc(more);
        // Meetings that are even go on beyond what was planned.
        progress.set_length(progress.length().unwrap_or(0).max(progress.position()));
    };
    let work = Work {
        threads: threads(matches).unwrap_or_else(|| usual_threads(tournament.limit)),
        rows: true,
        stop: &stop,
        progress: &more,
    };
    let keeper = |pairing: &Pairing, session: Box<dyn DynSession>| {
        if let Some(records) = &records {
            records.save(&tournament, pairing, &*session);
        }
    };
    let keeper = records.is_some().then_some(&keeper as &_);
    let mut told = Told::new(json);
    told.heading(&standing)?;
    let mut keep = |standing: &Standing| {
        // By itself a share tells of no round.
        if shard.is_none() {
            progress.suspend(|| told.tell(standing));
        }
        if let Some(path) = out
            && let Err(error) = storage::save(path, standing)
        {
            progress.suspend(|| eprintln!("warning: {error:#}"));
        }
    };
    let held = match &share {
        Some(share) => entry.hold_some(&mut standing, share, &work, keeper, &mut keep),
        None => entry.hold(&mut standing, &work, keeper, &mut keep),
    };
    progress.finish_and_clear();
    if let Some(path) = out {
        storage::save(path, &standing)?;
    }
    told.tell_all(&together(&standing)?)?;
    held?;
    records.and_then(Records::failure).map_or(Ok(()), Err)?;
    Ok(match signals.status() {
        Some(status) if !left(&standing).is_empty() => {
            let goes_on = out.map_or_else(String::new, |path| {
                format!("; the same command goes on with {}", path.display())
            });
            eprintln!("stopped: not all games were played{goes_on}");
            status
        }
        _ => ExitCode::SUCCESS,
    })
}

/// Refuses to save a tournament under the name of another kind of file.
fn check_name(out: &Path) -> Result<(), WrongUse> {
    if out.extension().is_some_and(|extension| extension == "json") {
        return Ok(());
    }
    Err(WrongUse(format!(
        "{}: a tournament is saved as .json, of which `quincunx report` makes a page",
        out.display()
    )))
}

/// Puts the parts of a tournament together, saves the whole, and tells it and what is still to be played.
pub(crate) fn merge(parts: Parts<'_, Standing>, matches: &ArgMatches) -> anyhow::Result<()> {
    let out = matches.get_one::<PathBuf>("out");
    if let Some(out) = out {
        check_name(out)?;
        try_out(out, matches)?;
    }
    let standing = parts.together(Standing::parse, |parts| Standing::merge(parts), PartsError::part)?;
    if let Some(out) = out {
        storage::save(out, &standing).context("the parts stay as they are")?;
    }
    let told = Told::new(matches.get_flag("json"));
    told.heading(&standing)?;
    told.tell_all(&standing)?;
    let left = standing.next_games().len();
    if left > 0 {
        eprintln!(
            "{left} games come next: `quincunx tournament` goes on with the merged file as --out, or with --from plays a --shard of them"
        );
    }
    Ok(())
}

/// Reads what is to be played.
fn described(entry: &dyn DynGame, matches: &ArgMatches) -> anyhow::Result<Tournament> {
    let options: Options = options_of(entry, matches)?;
    let agents: Vec<AgentSpec> = matches
        .get_many("agents")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let number = |name: &str| *matches.get_one::<u64>(name).expect("it has a default");
    let games = number("games");
    if entry.players() == 2 && games % 2 == 1 {
        return Err(WrongUse(format!(
            "{games} games cannot be two to a seed: an even number can"
        ))
        .into());
    }
    let format = matches.get_one::<String>("format").expect("it has a default");
    let format = format.parse().expect("only the words of formats are taken");
    let seeds = games / u64::from(entry.players());
    let tournament = entry.tournament(&options, &agents, format, seeds);
    Ok(Tournament {
        seed: number("seed"),
        opening: opening(matches, entry),
        most_plies: *matches.get_one::<u32>("plies").expect("it has a default"),
        limit: limit(matches),
        ..tournament.map_err(WrongUse::because)?
    })
}

/// What has been told.
struct Told {
    json: bool,
    /// Rounds of a knock-out.
    rounds: usize,
    failed: Option<io::Error>,
}

impl Told {
    const fn new(json: bool) -> Self {
        Self {
            json,
            rounds: 0,
            failed: None,
        }
    }

    /// Tells people what is played.
    fn heading(&self, standing: &Standing) -> anyhow::Result<()> {
        if !self.json {
            words::heading(standing, &mut io::stdout().lock())?;
        }
        Ok(())
    }

    /// Tells people of the rounds that are over and were not told.
    fn tell(&mut self, standing: &Standing) {
        if self.json || standing.tournament().format == Format::RoundRobin {
            return;
        }
        for (number, round) in standing.rounds().iter().enumerate().skip(self.rounds) {
            if round.meetings.iter().any(|meeting| meeting.winner.is_none()) {
                break;
            }
            let told = words::round(standing, number, round, &mut io::stdout().lock());
            if let Err(error) = told {
                self.failed.get_or_insert(error);
            }
            self.rounds += 1;
        }
    }

    /// Tells what came of it.
    fn tell_all(mut self, standing: &Standing) -> anyhow::Result<()> {
        self.tell(standing);
        self.failed.map_or(Ok(()), Err)?;
        let mut output = io::stdout().lock();
        if self.json {
            standing.write(&mut output)?;
        } else if standing.tournament().format == Format::RoundRobin {
            words::table(standing, &mut output)?;
        } else if let Some(winner) = standing.winner() {
            writeln!(output, "winner: {}", standing.tournament().names()[winner])?;
        } else if let Some((number, last)) = standing.rounds().iter().enumerate().next_back() {
            words::round(standing, number, last, &mut output)?;
        }
        Ok(output.flush()?)
    }
}
