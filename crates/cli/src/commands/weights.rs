//! `quincunx weights`: what is in files of weights, and files of weights for players.

use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_catalog::find;
use quincunx_ntuple::Rounding;
use quincunx_registry::learning::{Description, LearningError, LogEntry, MAX_LEAST, RoundingLoss, Saved};
use quincunx_registry::{Learning, Trainer};
use serde_json::json;

use crate::args::json_arg;
use crate::output::failure::WrongUse;
use crate::output::numbers::format_seconds;
use crate::signals::Signals;
use quincunx_arena::atomic_file;

pub(crate) const NAME: &str = "weights";

/// Lines of the log that people are shown at most.
const LINES: usize = 20;

pub(crate) fn command() -> Command {
    let file = || {
        Arg::new("file")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .required(true)
            .help("The weights, as `quincunx train` saves them")
    };
    let out = || {
        Arg::new("out")
            .long("out")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .required(true)
            .help("Where they are saved")
    };
    Command::new(NAME)
        .about("Tell what is in a file of weights, or make one for players")
        .after_help(
            "Examples:\n  \
             quincunx weights info 2048.safetensors\n  \
             quincunx weights export 2048.safetensors --out player.safetensors\n  \
             quincunx weights quantize 2048.safetensors --out player.safetensors.gz --least 12000",
        )
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommand(
            Command::new("info")
                .about("Tell of which rules weights are, and how they were trained")
                .arg(file())
                .arg(json_arg()),
        )
        .subcommand(
            Command::new("export")
                .about("Save the values alone, a third of what training needs, for players")
                .arg(file())
                .arg(out()),
        )
        .subcommand(
            Command::new("quantize")
                .about("Save the values of the entries that have learned enough, rounded and compressed, for players")
                .arg(file())
                .arg(out())
                .arg(number("least", "500", true).value_delimiter(',').help(
                    "Drop entries that matter by less, as they have hardly been met or add hardly anything: one number, or one \
                     for each stage as in `15000,24000`. An entry matters by the root of its value times the sum of its errors, each \
                     taken as positive. Some 500 lose little of any network; one that has learned for hours can do with 12,000 or \
                     more, in a tenth of the room",
                ))
                .arg(number("step", "32", false).help(
                    "Round values to multiples of this, at most 32,767 times (too small a step is refused), and those of \
                     entries that have seldom been met to coarser ones; a board is the sum of 32 values in a network of four tuples",
                ))
                .arg(Arg::new("network").long("network").value_name("NETWORK").help(
                    "Leave out later stages: the same network without them, named or described as in `quincunx train`",
                )),
        )
}

/// An argument that takes a positive number, or 0 as well.
fn number(name: &'static str, default: &'static str, or_0: bool) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("POINTS")
        .default_value(default)
        .allow_negative_numbers(true)
        .value_parser(move |text: &str| match text.parse::<f32>() {
            Ok(number) if number <= MAX_LEAST && (number > 0.0 || or_0 && number == 0.0) => Ok(number),
            _ if or_0 => Err(format!("it takes a number from 0 to {MAX_LEAST}")),
            _ => Err(format!("it takes a positive number, at most {MAX_LEAST}")),
        })
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    match matches.subcommand() {
        Some(("info", matches)) => info(matches).map(|()| ExitCode::SUCCESS),
        Some(("export", matches)) => export(matches),
        Some(("quantize", matches)) => quantize(matches),
        _ => unreachable!("clap takes only the commands above"),
    }
}

fn path<'a>(matches: &'a ArgMatches, name: &str) -> &'a PathBuf {
    matches.get_one(name).expect("it is required")
}

fn info(matches: &ArgMatches) -> anyhow::Result<()> {
    let path = path(matches, "file");
    let name = || path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {}", name()))?;
    let metadata = file.metadata().with_context(name)?;
    let bytes = metadata.len();
    let (file, description) = Description::open(BufReader::new(file)).with_context(name)?;
    let tensors = file.tensors();
    if metadata.is_file() {
        file.check(bytes).with_context(name)?;
    }
    let mut output = io::stdout().lock();
    if matches.get_flag("json") {
        let tensors: Vec<_> = tensors
            .iter()
            .map(|table| json!({"name": table.name, "shape": table.shape}))
            .collect();
        let told = json!({
            "file": name(),
            "bytes": bytes,
            "games": description.games(),
            "plies": description.plies(),
            "seconds": description.seconds(),
            "tensors": tensors,
            "description": description,
        });
        writeln!(output, "{told}")?;
        return Ok(());
    }
    // A file may be anybody's, and a terminal obeys what it is shown.
    let title = find(&description.game).map_or_else(
        || description.game.escape_debug().to_string(),
        |entry| entry.title().to_owned(),
    );
    let options = description
        .options
        .iter()
        .map(|(name, value)| format!("{} {}", name.escape_debug(), value.escape_debug()));
    writeln!(output, "{}: weights for {title}, {bytes} bytes", name())?;
    writeln!(output, "rules    {}", options.collect::<Vec<_>>().join(", "))?;
    writeln!(output, "network  {}", description.network.escape_debug())?;
    if let Some(whole) = &description.whole_network {
        writeln!(output, "part of  {}", whole.escape_debug())?;
    }
    writeln!(
        output,
        "trained  by {} games of {} moves in {}, seed {}",
        description.games(),
        description.plies(),
        format_seconds(description.seconds()),
        description.seed
    )?;
    for origin in &description.origins {
        let Some(whole) = origin.log.iter().copied().reduce(LogEntry::merge) else {
            continue;
        };
        writeln!(
            output,
            "before   by {} games of {} moves in {}, seed {}{}",
            whole.games,
            whole.plies,
            format_seconds(whole.seconds),
            origin.seed,
            if origin.rounded.is_some() { ", rounded" } else { "" }
        )?;
    }
    if let Some(loss) = &description.rounded {
        let least: Vec<String> = loss.of_stages().iter().map(f32::to_string).collect();
        writeln!(
            output,
            "rounded  to multiples of {}, {} entries told of {}: the others matter by less than {}",
            loss.step,
            loss.kept,
            loss.learned,
            least.join(", ")
        )?;
    }
    writeln!(
        output,
        "\n{:>10} {:>10} {:>9} {:>8} {:>7} {:>6} {:>6} {:>9} {:>7}",
        "games", "average", "best", "seconds", "threads", "lambda", "rate", "coherence", "restart"
    )?;
    let mut games = 0u64;
    let log = &description.log;
    for stretches in log.chunks(log.len().div_ceil(LINES).max(1)) {
        let together = stretches.iter().copied().reduce(LogEntry::merge);
        let together = together.expect("a chunk has an element");
        games = games.saturating_add(together.games);
        writeln!(
            output,
            "{games:>10} {:>10.0} {:>9} {:>8.0} {:>7} {:>6} {:>6} {:>9} {:>7}",
            together.average,
            together.best,
            together.seconds,
            together.threads,
            together.lambda,
            together.rate,
            if together.coherence { "yes" } else { "no" },
            together.restart
        )?;
    }
    Ok(())
}

fn export(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let out = free(matches)?;
    let mut trained = read(matches, |learning, source| learning.read_network(source))?;
    trained.complete();
    // What is begun is written whole, in seconds.
    let signals = Signals::handle()?;
    atomic_file::write_with(out, |file| trained.save(file, Saved::Values))
        .with_context(|| format!("cannot save the weights to {}", out.display()))?;
    Ok(signals.status().unwrap_or(ExitCode::SUCCESS))
}

fn quantize(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let out = free(matches)?;
    let rounding = Rounding {
        least: matches
            .get_many("least")
            .expect("it has a default")
            .copied()
            .collect(),
        step: *matches.get_one("step").expect("it has a default"),
    };
    let network: Option<&String> = matches.get_one("network");
    let trained = read(matches, |learning, file| {
        let trained = learning.resume_training(file)?;
        match network {
            Some(network) => learning.with_fewer_stages(trained, network),
            None => Ok(trained),
        }
    })?;
    let (numbers, stages) = (rounding.least.len(), trained.stages());
    if ![1, stages].contains(&numbers) {
        let told = format!(
            "--least has {numbers} numbers: it takes one, or one for each of the network's stages, here {stages}"
        );
        return Err(WrongUse::error(told));
    }
    let mut kept = 0;
    let mut learned = 0;
    let signals = Signals::handle()?;
    atomic_file::write_with(out, |file| {
        RoundingLoss { kept, learned, .. } = trained.save_rounded(file, &rounding)?;
        if kept == 0 {
            return Err(io::Error::other(format!(
                "no entry is left: none matters by {} points",
                rounding.least.iter().copied().fold(f32::INFINITY, f32::min)
            )));
        }
        io::Result::Ok(())
    })
    .with_context(|| format!("cannot save the weights to {}", out.display()))?;
    let bytes = out.metadata()?.len();
    writeln!(
        io::stdout(),
        "{}: {kept} of {learned} entries that have learned anything, {bytes} bytes",
        out.display()
    )?;
    Ok(signals.status().unwrap_or(ExitCode::SUCCESS))
}

/// Returns the file to be written, which must not be there.
fn free(matches: &ArgMatches) -> anyhow::Result<&Path> {
    let out = path(matches, "out");
    anyhow::ensure!(!out.exists(), "{} already exists and is unchanged", out.display());
    Ok(out)
}

/// Reads the network in the file that is named.
fn read(
    matches: &ArgMatches,
    read: impl FnOnce(&dyn Learning, BufReader<File>) -> Result<Trainer, LearningError>,
) -> anyhow::Result<Trainer> {
    let path = path(matches, "file");
    let name = || path.display().to_string();
    let open = || File::open(path).with_context(|| format!("cannot read {}", name()));
    let (_, description) = Description::open(BufReader::new(open()?)).with_context(name)?;
    let entry = find(&description.game).with_context(|| {
        format!(
            "{}: there is no game `{}`",
            name(),
            description.game.escape_debug()
        )
    })?;
    let learning = entry
        .learning()
        .with_context(|| format!("{}: {} has no networks", name(), entry.title()))?;
    read(learning, BufReader::new(open()?)).with_context(name)
}
