//! `quincunx train GAME`: has a network learn a game from play against itself.

use std::collections::VecDeque;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::builder::BoolishValueParser;
use clap::parser::ValueSource;
use clap::{ArgGroup, ArgMatches, Args, Command, FromArgMatches as _};
use indicatif::ProgressBar;
use quincunx_ntuple::{Dropped, EpisodeStats, TrainingStop};
use quincunx_registry::learning::{
    Description, LearningError, LogEntry, MAX_OPTIMISM, NewStageValues, Saved, TrainingConfig,
    TrainingOptions,
};
use quincunx_registry::{DynGame, Trainer};
use quincunx_search::StopToken;
use serde_json::json;

use crate::args::game::{option_args, options_of, required_game, with_required_game};
use crate::args::{json_arg, parse_duration, seed_arg, threads, threads_arg, value, whole_number};
use crate::files::{open, results_file};
use crate::output::failure::{WrongUse, is_disk_full};
use crate::output::numbers::format_seconds;
use crate::output::progress::{bar, spinner};
use crate::signals::Signals;
use quincunx_arena::atomic_file;

/// Attempts to save at the end of a training, and the time between them.
const TRIES: u32 = 60;
const BETWEEN_TRIES: Duration = Duration::from_secs(10);

/// The number of games in the average that is shown.
const RECENT: usize = 1000;

#[derive(Args)]
#[group(skip)]
struct Options {
    /// Games of the network at the end, including those before --resume
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Time to train now, as `90s`, `30m` or `2h`
    #[arg(long, value_name = "TIME", value_parser = parse_duration, allow_negative_numbers = true)]
    time: Option<Duration>,
    #[arg(long, value_name = "NETWORK", conflicts_with = "resume")]
    network: Option<String>,
    /// First values of stages that the network of --from lacks: those of the stage before, or nothing, if
    /// that stage has learned that games end there [default: before]
    #[arg(long, value_name = "WITH", value_parser = ["before", "nothing"], requires_all = ["from", "network"])]
    new_stages: Option<String>,
    /// Entries that `weights quantize` has dropped of --from: they learn, or stay, so that the others learn
    /// to do without them [default: learn]
    #[arg(long, value_name = "WHAT", value_parser = ["learn", "stay"], requires = "from")]
    dropped: Option<String>,
    /// First value of every position; a high one makes training try everything, take longer and reach more
    #[arg(long, value_name = "POINTS", value_parser = number_up_to(MAX_OPTIMISM), default_value = "0")]
    #[arg(conflicts_with_all = ["resume", "from"], allow_negative_numbers = true)]
    optimism: f32,
    /// Weight of later rewards against the next value, from 0, that value alone, to 1 [default: 0.5, or as
    /// before]
    #[arg(long, value_name = "X", value_parser = number_up_to(1.0), allow_negative_numbers = true)]
    lambda: Option<f32>,
    /// Learning rate, before each entry's own rate [default: 1, without such rates 0.1, or as before]
    #[arg(long, value_name = "X", value_parser = number_up_to(1.0), allow_negative_numbers = true)]
    rate: Option<f32>,
    /// Whether each entry has a learning rate that falls as its errors alternate (temporal coherence)
    /// [default: yes, or as before]
    #[arg(long, value_name = "YES", value_parser = BoolishValueParser::new(), hide_possible_values = true)]
    coherence: Option<bool>,
    /// Play on from the middle of games of at least N moves, and from where later stages began, to learn the
    /// late game sooner; 0 for never [default: 0, or as before]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u32::MAX), allow_negative_numbers = true)]
    restart: Option<u32>,
    /// File of the network [default: that of --resume, or GAME.safetensors]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Saved network to continue, with its rules, tuples and seed
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Network to begin with, also one for players, and its rules; training plays none of its games again
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    from: Option<PathBuf>,
    /// Time between saves, the most that a power cut costs; on several threads a round ends first
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10m")]
    #[arg(allow_negative_numbers = true)]
    save_every: Duration,
}

fn number_up_to(most: f32) -> impl Fn(&str) -> Result<f32, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse::<f32>() {
        Ok(number) if (0.0..=most).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from 0 to {most}")),
    }
}

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Train an n-tuple network by self-play")
        .long_about(
            "Trains an n-tuple network by temporal differences, in games against chance on several cores. The network \
             is saved from time to time, at the end, and on Ctrl-C (a second one ends the program at once), with all \
             that is needed to continue. The same seed, --threads and --games give the same network; on one thread also \
             when training was stopped and continued.",
        )
        .after_help(
            "Examples:\n  \
             quincunx train 2048 --network 4x4 --games 20000              a small one, in a minute or two\n  \
             quincunx train 2048 --time 2h --out mine.safetensors\n  \
             quincunx train 2048 --time 8h --resume mine.safetensors --restart 20\n  \
             quincunx train 2048 --time 2h --from mine.safetensors \\\n    \
             --network \"4x6 @16384\" --out staged.safetensors\n  \
             quincunx train 2048 --games 100000 --scoring contest --lambda 0.5 --threads 1 --seed 7\n  \
             quincunx weights info mine.safetensors",
        );
    let seed = "Seed of all randomness; with --from the default is the seed after its own";
    let threads = "Threads, each with a copy of the network [default: as before with --resume, else all, up to 4 and to \
                   4 GiB of copies]";
    with_required_game(command, |entry, command| {
        let networks = entry.learning().map_or(&[][..], |learning| learning.networks());
        let named = networks
            .iter()
            .map(|named| format!("`{}`, {}", named.name, named.help));
        let network = format!(
            "Network: {}; or its tuples, as `0123 4567 @8192`, with the pieces after `@` that begin another stage with \
             its own tables [default: {}, or that of --from]",
            named.collect::<Vec<_>>().join("; "),
            networks.first().map_or("none", |named| named.name)
        );
        Options::augment_args(command.hide(entry.learning().is_none()))
            .mut_arg("network", |arg| arg.help(network))
            .group(
                ArgGroup::new("end")
                    .args(["games", "time"])
                    .multiple(true)
                    .required(true),
            )
            .arg(seed_arg().conflicts_with("resume").help(seed))
            .arg(threads_arg(threads))
            .arg(json_arg())
            .args(option_args(entry).map(|arg| arg.conflicts_with_all(["resume", "from"])))
    })
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let options = Options::from_arg_matches(matches)?;
    let resume = options.resume.as_ref();
    let default = || PathBuf::from(format!("{}.safetensors", entry.id()));
    let out = options.out.as_ref().or(resume).cloned().unwrap_or_else(default);
    let path = out.display();
    if out.is_dir() {
        bail_misuse!("{path} is a folder; name a file");
    }
    let _lock = results_file::lock(&out)?;
    if resume != Some(&out) && out.exists() {
        anyhow::bail!("{path} already exists and is unchanged; --resume {path} continues it");
    }
    let mut trainer = create_trainer(entry, &options, matches)?;
    atomic_file::check_writable(&out).with_context(|| format!("cannot save the network to {path}"))?;

    let goal = options.games;
    let had = trainer.description().games();
    if let Some(goal) = goal.filter(|&goal| goal <= had)
        && resume == Some(&out)
    {
        if matches.get_flag("json") {
            print_summary(&trainer, trainer.description(), &out, true)?;
        } else {
            let games = format!("{had} games already and is unchanged: --games {goal} includes them");
            writeln!(crate::output::stdout(), "{path} has learned from {games}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    // A time beyond the clock's range is none.
    let end = options.time.and_then(|time| Instant::now().checked_add(time));
    let config = config(&options, matches, &trainer);
    let signals = Signals::handle()?;
    let progress = Mutex::new(Progress::new(trainer.description(), goal, end));
    let before = trainer.description().clone();
    loop {
        let stop = TrainingStop {
            immediately: signals.stop.child(),
            between_rounds: StopToken::default(),
        };
        let next_save = Instant::now().checked_add(options.save_every);
        let trained = trainer.train(&config, goal.unwrap_or(u64::MAX), &stop, &|game| {
            progress
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .count(game);
            // Only after a game, so that every entry of the log has one.
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
        // A failure before anything was learned leaves no file.
        let has_learned = trained.is_ok() || trainer.description().games() > had;
        if is_stopped && has_learned {
            let bar = &progress.lock().unwrap_or_else(PoisonError::into_inner).bar;
            let note = format!("saving {path}; another Ctrl-C keeps the last saved file");
            bar.suspend(|| print_note(&note));
        }
        let saved = if has_learned { save(&trainer, &out) } else { Ok(()) };
        let progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        if is_done {
            progress.bar.finish_and_clear();
            saved.or_else(|error| retry(&trainer, &out, &signals.stop, error))?;
            // One thread trains the network itself and needs no copy.
            trained.with_context(|| {
                let threads = config.threads;
                format!("{threads} threads (--threads) cannot have a copy of the network each")
            })?;
            break;
        }
        let entry = trained?;
        let note = match saved {
            Ok(()) => format!("saved {path}: {}", short_summary(&entry, trainer.description())),
            // Somebody may free space before the end.
            Err(error) => format!("error: {error:#}"),
        };
        progress.bar.suspend(|| print_note(&note));
    }
    print_summary(&trainer, &before, &out, matches.get_flag("json"))?;
    let unfinished = goal.is_none_or(|goal| trainer.description().games() < goal);
    if let Some(status) = signals.status().filter(|_| unfinished) {
        print_note(&format!("stopped: --resume {path} continues"));
        return Ok(status);
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts a new network, or continues one from a file.
fn create_trainer(entry: &dyn DynGame, options: &Options, matches: &ArgMatches) -> anyhow::Result<Trainer> {
    let learning = entry
        .learning()
        .ok_or_else(|| WrongUse::without("networks", entry, |entry| entry.learning().is_some()))?;
    let seed: u64 = value(matches, "seed");
    let network = options.network.as_deref();
    if let Some(path) = &options.from {
        let new_stage = match options.new_stages.as_deref() {
            Some("nothing") => NewStageValues::Zero,
            _ => NewStageValues::CopyPrevious,
        };
        let dropped = match options.dropped.as_deref() {
            Some("stay") => Dropped::Stay,
            _ => Dropped::Learn,
        };
        let is_given = matches.value_source("seed") == Some(ValueSource::CommandLine);
        let seed = is_given.then_some(seed);
        let trainer = learning.begin_training_from(open(path)?, network, new_stage, dropped, seed);
        return trainer.with_context(|| format!("cannot begin with {}", path.display()));
    }
    if let Some(path) = &options.resume {
        let trainer = learning.resume_training(open(path)?);
        return trainer.with_context(|| format!("cannot continue {}", path.display()));
    }
    let rules = options_of(entry, matches)?;
    let usual = learning.networks().first().map_or("", |named| named.name);
    let trainer = learning.begin_training(&rules, network.unwrap_or(usual), seed);
    let mut trainer = trainer.map_err(|error| match error {
        LearningError::Network(_) => WrongUse::because(error),
        _ => error.into(),
    })?;
    if options.optimism > 0.0 {
        trainer.expect(options.optimism);
    }
    Ok(trainer)
}

/// Returns the configuration, by default that of the last training.
fn config(options: &Options, matches: &ArgMatches, trainer: &Trainer) -> TrainingConfig {
    let training = TrainingOptions {
        lambda: options.lambda,
        rate: options.rate,
        coherence: options.coherence,
        restart: options.restart.map(|fewest| fewest as usize),
    };
    let threads = threads(matches).unwrap_or_else(|| trainer.default_threads());
    trainer.description().training_config(&training, threads)
}

fn save(trainer: &Trainer, path: &Path) -> anyhow::Result<()> {
    atomic_file::write_with(path, |file| trainer.save(file, Saved::All))
        .with_context(|| format!("cannot save the network to {}", path.display()))
}

/// Retries to save while the disk is full; a further Ctrl-C gives up.
fn retry(trainer: &Trainer, path: &Path, stop: &StopToken, mut error: anyhow::Error) -> anyhow::Result<()> {
    // After a stop, the next signal ends the program itself.
    let was_stopped = stop.is_stopped();
    for _ in 1..TRIES {
        if !is_disk_full(&error) || (stop.is_stopped() && !was_stopped) {
            break;
        }
        print_note(&format!(
            "error: {error:#}; retrying every {} s; Ctrl-C gives up what was learned since the last save",
            BETWEEN_TRIES.as_secs()
        ));
        let next = Instant::now() + BETWEEN_TRIES;
        while Instant::now() < next && (was_stopped || !stop.is_stopped()) {
            thread::sleep(Duration::from_millis(100));
        }
        match save(trainer, path) {
            Err(next) => error = next,
            saved => return saved,
        }
    }
    Err(error)
}

/// Prints a message; the work continues if nobody can read it.
fn print_note(text: &str) {
    eprintln!("{text}");
}

fn short_summary(entry: &LogEntry, all: &Description) -> String {
    format!(
        "{} games; average {:.0} over the last {}, best {}; {:.0} games/s, {:.2} M moves/s",
        all.games(),
        entry.average,
        entry.games,
        entry.best,
        entry.games as f64 / entry.seconds,
        entry.plies as f64 / entry.seconds / 1e6,
    )
}

fn print_summary(trainer: &Trainer, before: &Description, path: &Path, json: bool) -> anyhow::Result<()> {
    let now = trainer.description();
    let games = now.games() - before.games();
    let plies = now.plies() - before.plies();
    let seconds = now.seconds() - before.seconds();
    let last = now.log.last();
    let mut output = crate::output::stdout();
    if json {
        let summary = json!({
            "file": path.display().to_string(),
            "network": now.network,
            "games": now.games(),
            "games_now": games,
            "plies_now": plies,
            "seconds_now": seconds,
            "last": last,
        });
        writeln!(output, "{summary}")?;
        return Ok(());
    }
    let (path, all, time) = (path.display(), now.games(), format_seconds(seconds));
    let speed = plies as f64 / seconds.max(1e-9) / 1e6;
    writeln!(
        output,
        "{path}: {all} games in all, {games} now, in {time} at {speed:.2} M moves/s"
    )?;
    if let Some(last) = last {
        let (average, games, best) = (last.average, last.games, last.best);
        writeln!(
            output,
            "average {average:.0} over the last {games} games, best {best}"
        )?;
    }
    Ok(())
}

struct Progress {
    bar: ProgressBar,
    began: Instant,
    /// The end, if it is a time.
    end: Option<Instant>,
    /// The games before this training, and in all.
    before: u64,
    games: u64,
    plies: u64,
    /// The points of the last games, and their sum.
    recent: VecDeque<u64>,
    sum: u64,
    counts_games: bool,
}

impl Progress {
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

    fn count(&mut self, game: EpisodeStats) {
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
            let speed = (self.games - self.before) as f64 / seconds;
            format!("{left}{} games, {speed:.1}/s", self.games)
        };
        self.bar.set_message(format!(
            "{games}, {:.2} M moves/s, average {:.0}",
            self.plies as f64 / seconds / 1e6,
            self.sum as f64 / self.recent.len() as f64
        ));
    }
}
