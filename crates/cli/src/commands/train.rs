//! `quincunx train GAME`: has a network learn a game from play against itself.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::builder::BoolishValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgGroup, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use quincunx_ntuple::{Dropped, EpisodeStats, TrainingStop};
use quincunx_registry::learning::{
    Description, LearningError, LogEntry, MAX_OPTIMISM, NewStageValues, Saved, TrainingConfig,
    TrainingOptions,
};
use quincunx_registry::{DynGame, Trainer};
use quincunx_search::StopToken;
use serde_json::json;

use crate::args::duration::parse_duration;
use crate::args::game::{option_args, options_of, required_game, with_required_game};
use crate::args::json_arg;
use crate::args::seed_arg;
use crate::args::threads::{threads, threads_arg};
use crate::files::results_file;
use crate::output::failure::{WrongUse, is_disk_full};
use crate::output::numbers::format_seconds;
use crate::output::progress::{bar, spinner};
use crate::signals::Signals;
use quincunx_arena::atomic_file;

pub(crate) const NAME: &str = "train";

/// How often the end of a training is tried to be saved, and how long it is waited between.
const TRIES: u32 = 60;
const BETWEEN_TRIES: Duration = Duration::from_secs(10);

/// How often a wait looks whether it is to end.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// How many games the average is of that is shown on the way.
const RECENT: usize = 1000;

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Have a network learn a game from play against itself")
        .long_about(
            "Has a network learn what positions are worth from games that it plays against chance, on several cores, by \
             temporal differences. What it has learned is saved from time to time and at the end, and on Ctrl-C (a \
             second one ends the program at once), with all that is needed to go on. The same seed, --threads and \
             --games give the same network; on one thread also as if training had never been stopped.",
        )
        .after_help(
            "Examples:\n  \
             quincunx train 2048 --network 4x4 --games 20000              a small one, in a minute or two\n  \
             quincunx train 2048 --time 2h --out mine.safetensors\n  \
             quincunx train 2048 --time 8h --resume mine.safetensors --restart 20\n  \
             quincunx train 2048 --time 2h --from mine.safetensors --network \"4x6 @16384\" --out staged.safetensors\n  \
             quincunx train 2048 --games 100000 --scoring contest --lambda 0.5 --threads 1 --seed 7\n  \
             quincunx weights info mine.safetensors",
        );
    with_required_game(command, |entry, command| {
        command
            .hide(entry.learning().is_none())
            .args(ends())
            .group(
                ArgGroup::new("end")
                    .args(["games", "time"])
                    .multiple(true)
                    .required(true),
            )
            .arg(network_arg(entry))
            .arg(new_stages_arg())
            .arg(dropped_arg())
            .arg(optimism_arg())
            .args(course_args())
            .arg(seed_arg().conflicts_with("resume").help(
                "Where all luck comes from; with --from the default is the seed behind its own",
            ))
            .arg(threads_arg(
                "Play on so many threads, each with a copy of the network [default: as before with --resume, else all there are, up \
                 to 4 and to 4 GiB of copies]",
            ))
            .args(file_args())
            .arg(json_arg())
            .args(option_args(entry).map(|arg| arg.conflicts_with_all(["resume", "from"])))
    })
}

fn ends() -> [Arg; 2] {
    [
        Arg::new("games")
            .long("games")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..))
            .help("Train until the network has learned from so many games in all, those before --resume among them"),
        Arg::new("time")
            .long("time")
            .value_name("TIME")
            .value_parser(parse_duration)
            .help("Train for so long now, as in `90s`, `30m` or `2h`"),
    ]
}

fn network_arg(entry: &dyn DynGame) -> Arg {
    let networks = entry.learning().map_or(&[][..], |learning| learning.networks());
    let named = networks
        .iter()
        .map(|named| format!("`{}`, {}", named.name, named.help));
    Arg::new("network")
        .long("network")
        .value_name("NETWORK")
        .conflicts_with("resume")
        .help(format!(
            "The network: {}; or one described by its tuples, as in `0123 4567 @8192`, where behind `@` are the pieces with which \
             another stage begins, with tables of its own [default: {}, or that of --from]",
            named.collect::<Vec<_>>().join("; "),
            networks.first().map_or("none", |named| named.name)
        ))
}

fn new_stages_arg() -> Arg {
    Arg::new("new-stages")
        .long("new-stages")
        .value_name("WITH")
        .value_parser(["before", "nothing"])
        .requires("from")
        .requires("network")
        .help(
            "What stages begin with that the network of --from has not: the values of the stage before, or nothing, where that has \
             learned that games end there [default: before]",
        )
}

fn dropped_arg() -> Arg {
    Arg::new("dropped")
        .long("dropped")
        .value_name("WHAT")
        .value_parser(["learn", "stay"])
        .requires("from")
        .help(
            "What becomes of the entries that `weights quantize` has dropped of --from: they learn, or stay as they are, so that the \
             others learn to do without them [default: learn]",
        )
}

fn optimism_arg() -> Arg {
    Arg::new("optimism")
        .long("optimism")
        .value_name("POINTS")
        .conflicts_with_all(["resume", "from"])
        .default_value("0")
        .value_parser(|text: &str| match text.parse::<f32>() {
            Ok(points) if (0.0..=MAX_OPTIMISM).contains(&points) => Ok(points),
            _ => Err(format!("it takes points from 0 to {MAX_OPTIMISM}")),
        })
        .help(
            "Begin as if every position were worth so many points, so that all is tried; learning takes longer and comes further",
        )
}

fn course_args() -> [Arg; 4] {
    let number = |name: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("X")
            .value_parser(|text: &str| match text.parse::<f32>() {
                Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
                _ => Err("it takes a number from 0 to 1".to_owned()),
            })
    };
    [
        number("lambda").help(
            "How much of what followed later counts against the next value, from 0, that value alone, to 1 [default: 0.5, or \
             as before]",
        ),
        number("rate").help(
            "The part of an error that is learned at once, before each entry's own rate [default: 1, without such rates 0.1, or \
             as before]",
        ),
        Arg::new("coherence")
            .long("coherence")
            .value_name("YES")
            .value_parser(BoolishValueParser::new())
            .help(
                "Whether each entry has a rate of its own, which falls as its errors go to and fro (temporal coherence) \
                 [default: yes, or as before]",
            ),
        Arg::new("restart")
            .long("restart")
            .value_name("N")
            .value_parser(value_parser!(u32))
            .help(
                "Play on from the middle of a game that has ended after at least N moves, from the middle of that, and from \
                 where later stages of the network began: the late game is learned sooner; 0 for never [default: 0, or as \
                 before]",
            ),
    ]
}

fn file_args() -> [Arg; 4] {
    let file = |name: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
    };
    [
        file("out").help("Where the network is saved [default: what --resume names, or GAME.safetensors]"),
        file("resume").help("Go on with a network that was saved; rules, network and seed are its own"),
        file("from").conflicts_with("resume").help(
            "Begin with what another network has learned, also one for players, and with its rules; by games of --seed, or else of \
             the seed behind its own, and none that it has had",
        ),
        Arg::new("save-every")
            .long("save-every")
            .value_name("TIME")
            .value_parser(parse_duration)
            .default_value("10m")
            .help("How often it is saved on the way, which a power cut costs at most; on several threads when a round has ended"),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let resume = matches.get_one::<PathBuf>("resume");
    let out = match (matches.get_one::<PathBuf>("out"), resume) {
        (Some(out), _) | (None, Some(out)) => out.clone(),
        (None, None) => PathBuf::from(format!("{}.safetensors", entry.id())),
    };
    let path = out.display();
    let _lock = results_file::lock(&out)?;
    if resume != Some(&out) && out.exists() {
        anyhow::bail!("{path} already exists and is unchanged; --resume {path} continues it");
    }
    let mut trainer = begun(entry, matches)?;
    atomic_file::check_writable(&out).with_context(|| format!("cannot save the network to {path}"))?;

    let goal = matches.get_one::<u64>("games").copied();
    let had = trainer.description().games();
    if let Some(goal) = goal.filter(|&goal| goal <= had)
        && resume == Some(&out)
    {
        if matches.get_flag("json") {
            tell(&trainer, trainer.description(), &out, true)?;
        } else {
            let told = format!("{had} games already and is unchanged: --games {goal} counts these");
            writeln!(io::stdout(), "{path} has learned from {told}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    // A time that no clock reaches is none.
    let end = matches
        .get_one::<Duration>("time")
        .and_then(|time| Instant::now().checked_add(*time));
    let save_every = *matches
        .get_one::<Duration>("save-every")
        .expect("it has a default");
    let course = course(matches, &trainer);
    let signals = Signals::handle()?;
    let show = Mutex::new(Show::new(trainer.description(), goal, end));
    let before = trainer.description().clone();
    loop {
        let stop = TrainingStop {
            immediately: signals.stop.child(),
            between_rounds: StopToken::default(),
        };
        let next_save = Instant::now().checked_add(save_every);
        let trained = trainer.train(&course, goal.unwrap_or(u64::MAX), &stop, &|game| {
            show.lock().unwrap_or_else(PoisonError::into_inner).look_at(game);
            // Only behind a game, so that every stretch has one, however short it is to be.
            for (stop, time) in [(&stop.immediately, end), (&stop.between_rounds, next_save)] {
                if time.is_some_and(|time| Instant::now() >= time) {
                    stop.stop();
                }
            }
        });
        let is_stopped = signals.stop.is_stopped();
        let is_done = trained.is_err()
            || goal.is_some_and(|goal| trainer.description().games() >= goal)
            || end.is_some_and(|end| Instant::now() >= end)
            || is_stopped;
        // What failed before it learned anything would only be in the way of who tries again.
        let has_learned = trained.is_ok() || trainer.description().games() > had;
        if is_stopped && has_learned {
            let bar = &show.lock().unwrap_or_else(PoisonError::into_inner).bar;
            bar.suspend(|| {
                say(&format!(
                    "saving {path}; another Ctrl-C ends it at once, and leaves what was saved before"
                ));
            });
        }
        let saved = if has_learned { save(&trainer, &out) } else { Ok(()) };
        let show = show.lock().unwrap_or_else(PoisonError::into_inner);
        if is_done {
            show.bar.finish_and_clear();
            saved.or_else(|error| save_at_last(&trainer, &out, &signals.stop, error))?;
            // One thread learns where the network is, and needs no more.
            trained.with_context(|| {
                let threads = course.threads;
                format!("{threads} threads (--threads) cannot have a copy of the network each")
            })?;
            break;
        }
        let stretch = trained?;
        show.bar.suspend(|| match saved {
            Ok(()) => say(&format!(
                "saved {path}: {}",
                in_short(&stretch, trainer.description())
            )),
            // Somebody may make room before the end, and hours of work are worth the wait.
            Err(error) => say(&format!("error: {error:#}")),
        });
    }
    tell(&trainer, &before, &out, matches.get_flag("json"))?;
    let unfinished = goal.is_none_or(|goal| trainer.description().games() < goal);
    if let Some(status) = signals.status().filter(|_| unfinished) {
        say(&format!("stopped: --resume {path} goes on"));
        return Ok(status);
    }
    Ok(ExitCode::SUCCESS)
}

/// Begins with a new network, or goes on with one in a file.
fn begun(entry: &dyn DynGame, matches: &ArgMatches) -> anyhow::Result<Trainer> {
    let learning = entry
        .learning()
        .ok_or_else(|| WrongUse::without("networks", entry, |entry| entry.learning().is_some()))?;
    let seed = *matches.get_one::<u64>("seed").expect("it has a default");
    let is_given = matches.value_source("seed") == Some(ValueSource::CommandLine);
    let file = |name| matches.get_one::<PathBuf>(name);
    let open = |path: &Path| {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        anyhow::Ok(BufReader::new(file))
    };
    let network = matches.get_one::<String>("network");
    if let Some(path) = file("from") {
        let begun = learning.begin_training_from(
            open(path)?,
            network.map(String::as_str),
            match matches.get_one::<String>("new-stages").map(String::as_str) {
                Some("nothing") => NewStageValues::Zero,
                _ => NewStageValues::CopyPrevious,
            },
            match matches.get_one::<String>("dropped").map(String::as_str) {
                Some("stay") => Dropped::Stay,
                _ => Dropped::Learn,
            },
            Some(seed).filter(|_| is_given),
        );
        return begun.with_context(|| format!("cannot begin with {}", path.display()));
    }
    let Some(path) = file("resume") else {
        let options = options_of(entry, matches)?;
        let usual = learning.networks().first();
        let network = network.map(String::as_str).or(usual.map(|named| named.name));
        let network = network.unwrap_or_default();
        let begun = learning.begin_training(&options, network, seed);
        let mut trainer = begun.map_err(|error| match error {
            LearningError::Network(_) => WrongUse::because(error),
            _ => anyhow::Error::from(error),
        })?;
        let optimism = *matches.get_one::<f32>("optimism").expect("it has a default");
        if optimism > 0.0 {
            trainer.expect(optimism);
        }
        return Ok(trainer);
    };
    let resumed = learning.resume_training(open(path)?);
    resumed.with_context(|| format!("cannot go on with {}", path.display()))
}

/// Reads how it is to learn: as the last time, where nothing else is said.
fn course(matches: &ArgMatches, trainer: &Trainer) -> TrainingConfig {
    let number = |name| matches.get_one::<f32>(name).copied();
    let wishes = TrainingOptions {
        lambda: number("lambda"),
        rate: number("rate"),
        coherence: matches.get_one::<bool>("coherence").copied(),
        restart: matches.get_one::<u32>("restart").map(|&fewest| fewest as usize),
    };
    let threads = threads(matches).unwrap_or_else(|| trainer.default_threads());
    trainer.description().training_config(&wishes, threads)
}

fn save(trainer: &Trainer, path: &Path) -> anyhow::Result<()> {
    atomic_file::write_with(path, |file| trainer.save(file, Saved::All))
        .with_context(|| format!("cannot save the network to {}", path.display()))
}

/// Tries to save what is done again where there was no room, for a while in which somebody may make some: it
/// is all there is of hours of work. Another Ctrl-C ends that.
fn save_at_last(
    trainer: &Trainer,
    path: &Path,
    stop: &StopToken,
    mut error: anyhow::Error,
) -> anyhow::Result<()> {
    // What was stopped already is ended by the next signal itself.
    let was_stopped = stop.is_stopped();
    for _ in 1..TRIES {
        if !is_disk_full(&error) || (stop.is_stopped() && !was_stopped) {
            break;
        }
        say(&format!(
            "error: {error:#}; it is tried again every {} s, and Ctrl-C gives up what was learned since it was saved last",
            BETWEEN_TRIES.as_secs()
        ));
        let next = Instant::now() + BETWEEN_TRIES;
        while Instant::now() < next && (was_stopped || !stop.is_stopped()) {
            thread::sleep(BETWEEN_LOOKS);
        }
        match save(trainer, path) {
            Err(next) => error = next,
            saved => return saved,
        }
    }
    Err(error)
}

/// Says something on the way; where nobody can be told any more, the work goes on.
fn say(words: &str) {
    let _ = writeln!(io::stderr(), "{words}");
}

fn in_short(stretch: &LogEntry, whole: &Description) -> String {
    format!(
        "{} games; average {:.0} over the last {}, best {}; {:.0} games/s, {:.2} M moves/s",
        whole.games(),
        stretch.average,
        stretch.games,
        stretch.best,
        stretch.games as f64 / stretch.seconds,
        stretch.plies as f64 / stretch.seconds / 1e6,
    )
}

/// Tells what was trained now, and in all.
fn tell(trainer: &Trainer, before: &Description, path: &Path, json: bool) -> anyhow::Result<()> {
    let now = trainer.description();
    let games = now.games() - before.games();
    let plies = now.plies() - before.plies();
    let seconds = now.seconds() - before.seconds();
    let last = now.log.last();
    let mut output = io::stdout().lock();
    if json {
        let told = json!({
            "file": path.display().to_string(),
            "network": now.network,
            "games": now.games(),
            "games_now": games,
            "plies_now": plies,
            "seconds_now": seconds,
            "last": last,
        });
        writeln!(output, "{told}")?;
        return Ok(());
    }
    writeln!(
        output,
        "{}: {} games in all, {games} now, in {} at {:.2} M moves/s",
        path.display(),
        now.games(),
        format_seconds(seconds),
        plies as f64 / seconds.max(1e-9) / 1e6,
    )?;
    if let Some(last) = last {
        writeln!(
            output,
            "average {:.0} over the last {} games, best {}",
            last.average, last.games, last.best
        )?;
    }
    Ok(())
}

/// What is shown on the way.
struct Show {
    bar: ProgressBar,
    began: Instant,
    /// When it is to end, if it is by the clock.
    end: Option<Instant>,
    /// The games before, and those by now.
    before: u64,
    games: u64,
    plies: u64,
    /// The points of the last games, and their sum.
    recent: VecDeque<u64>,
    sum: u64,
    counts_games: bool,
}

impl Show {
    fn new(trained: &Description, goal: Option<u64>, end: Option<Instant>) -> Self {
        Self {
            bar: match goal {
                Some(goal) => bar(goal as usize, trained.games() as usize, "games"),
                None => spinner("learning…".to_owned()),
            },
            began: Instant::now(),
            end,
            before: trained.games(),
            games: trained.games(),
            plies: 0,
            recent: VecDeque::with_capacity(RECENT),
            sum: 0,
            counts_games: goal.is_some(),
        }
    }

    fn look_at(&mut self, game: EpisodeStats) {
        self.games += 1;
        self.plies += game.plies as u64;
        if self.recent.len() == RECENT {
            self.sum -= self.recent.pop_front().unwrap_or(0);
        }
        self.recent.push_back(game.whole.points);
        self.sum = self.sum.saturating_add(game.whole.points);
        self.bar.inc(1);
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let games = if self.counts_games {
            "games".to_owned()
        } else {
            let left = self.end.map_or_else(String::new, |end| {
                let left = end.saturating_duration_since(Instant::now());
                format!("{} left, ", format_seconds(left.as_secs_f64()))
            });
            format!(
                "{left}{} games, {:.1}/s",
                self.games,
                (self.games - self.before) as f64 / seconds
            )
        };
        self.bar.set_message(format!(
            "{games}, {:.2} M moves/s, average {:.0}",
            self.plies as f64 / seconds / 1e6,
            self.sum as f64 / self.recent.len() as f64
        ));
    }
}
