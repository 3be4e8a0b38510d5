//! `quincunx weights`: what is in files of weights, and files of weights for players.

use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command};
use quincunx_catalog::find;
use quincunx_ntuple::Rounding;
use quincunx_registry::learning::{Description, LearningError, LogEntry, MAX_LEAST, RoundingLoss, Saved};
use quincunx_registry::{Learning, Trainer};
use serde_json::json;

use crate::args::{file_arg, json_arg, option, path, path_option, value};
use crate::files::open;
use crate::output::numbers::format_seconds;
use crate::signals::Signals;
use quincunx_arena::atomic_file;

const LINES: usize = 20;

pub(crate) fn command(command: Command) -> Command {
    let file = || file_arg("Network, as `quincunx train` saves it").required(true);
    let out = || path_option("out", "FILE", "File of the player's network").required(true);
    let least = "Drop entries of less importance, rarely met or of little effect: one number, or one per stage, as \
                 `15000,24000`. Importance is the root of an entry's value times the sum of its absolute errors. 500 \
                 costs little in any network; after hours of training 12,000 or more will do, in a tenth of the size";
    let step = "Round values to multiples of this, of 32,767 at most (a smaller step is refused), and rarely met ones \
                coarser; a board is the sum of 32 values in a network of four tuples";
    let network =
        "Leave out later stages: the same network without them, by its name or tuples as in `quincunx train`";
    let info = Command::new("info")
        .about("Print the rules and the training of a network")
        .arg(file())
        .arg(json_arg());
    let export =
        Command::new("export").about("Save the values alone for players, a third of what training needs");
    let quantize =
        Command::new("quantize").about("Save the important values for players, rounded and compressed");
    command
        .about("Describe a trained network, or save it for players")
        .after_help(
            "Examples:\n  \
             quincunx weights info 2048.safetensors\n  \
             quincunx weights export 2048.safetensors --out player.safetensors\n  \
             quincunx weights quantize 2048.safetensors --out player.safetensors.gz --least 12000",
        )
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommand(info)
        .subcommand(export.args([file(), out()]))
        .subcommand(quantize.args([
            file(),
            out(),
            number("least", "500", true).value_delimiter(',').help(least),
            number("step", "32", false).help(step),
            option("network", "NETWORK", network),
        ]))
}

/// The option of a positive number, or of 0 too.
fn number(name: &'static str, default: &'static str, or_0: bool) -> Arg {
    let arg = Arg::new(name)
        .long(name)
        .value_name("POINTS")
        .default_value(default);
    let parser = move |text: &str| match text.parse::<f32>() {
        Ok(number) if number <= MAX_LEAST && (number > 0.0 || or_0 && number == 0.0) => Ok(number),
        _ if or_0 => Err(format!("expected a number from 0 to {MAX_LEAST}")),
        _ => Err(format!("expected a positive number, at most {MAX_LEAST}")),
    };
    arg.allow_negative_numbers(true).value_parser(parser)
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    match matches.subcommand() {
        Some(("info", matches)) => info(matches).map(|()| ExitCode::SUCCESS),
        Some(("export", matches)) => export(matches),
        Some(("quantize", matches)) => quantize(matches),
        _ => unreachable!("clap accepts only the commands above"),
    }
}

fn info(matches: &ArgMatches) -> anyhow::Result<()> {
    let path: PathBuf = value(matches, "file");
    let name = || path.display().to_string();
    let file = open(&path)?;
    let metadata = file.get_ref().metadata().with_context(name)?;
    let bytes = metadata.len();
    let (file, description) = Description::open(file).with_context(name)?;
    let tensors = file.tensors();
    if metadata.is_file() {
        file.check(bytes).with_context(name)?;
    }
    let mut output = crate::output::stdout();
    if matches.get_flag("json") {
        let tensors = tensors.iter();
        let tensors = tensors.map(|table| json!({"name": table.name, "shape": table.shape}));
        let summary = json!({
            "file": name(),
            "bytes": bytes,
            "games": description.games(),
            "plies": description.plies(),
            "seconds": description.seconds(),
            "tensors": tensors.collect::<Vec<_>>(),
            "description": description,
        });
        writeln!(output, "{summary}")?;
        return Ok(());
    }
    // A file may come from anybody, and a terminal obeys control characters.
    let title = find(&description.game).map_or_else(
        || description.game.escape_debug().to_string(),
        |entry| entry.title().to_owned(),
    );
    let options = description.options.iter();
    let options = options.map(|(name, value)| format!("{} {}", name.escape_debug(), value.escape_debug()));
    writeln!(output, "{}: weights for {title}, {bytes} bytes", name())?;
    writeln!(output, "rules    {}", options.collect::<Vec<_>>().join(", "))?;
    writeln!(output, "network  {}", description.network.escape_debug())?;
    if let Some(whole) = &description.whole_network {
        writeln!(output, "part of  {}", whole.escape_debug())?;
    }
    let (games, plies, time) = (description.games(), description.plies(), description.seconds());
    let (time, seed) = (format_seconds(time), description.seed);
    writeln!(
        output,
        "trained  by {games} games of {plies} moves in {time}, seed {seed}"
    )?;
    for origin in &description.origins {
        if let Some(whole) = origin.log.iter().copied().reduce(LogEntry::merge) {
            let (games, plies, time) = (whole.games, whole.plies, format_seconds(whole.seconds));
            let (seed, rounded) = (
                origin.seed,
                if origin.rounded.is_some() { ", rounded" } else { "" },
            );
            writeln!(
                output,
                "before   by {games} games of {plies} moves in {time}, seed {seed}{rounded}"
            )?;
        }
    }
    if let Some(loss) = &description.rounded {
        let least: Vec<String> = loss.of_stages().iter().map(f32::to_string).collect();
        let (
            RoundingLoss {
                step, kept, learned, ..
            },
            least,
        ) = (loss, least.join(", "));
        writeln!(
            output,
            "rounded  to multiples of {step}, {kept} entries kept of {learned}: the others matter by less than {least}"
        )?;
    }
    writeln!(
        output,
        "\n{:>10} {:>10} {:>9} {:>8} {:>7} {:>6} {:>6} {:>9} {:>7}",
        "games", "average", "best", "seconds", "threads", "lambda", "rate", "coherence", "restart"
    )?;
    let mut games = 0u64;
    let log = &description.log;
    for entries in log.chunks(log.len().div_ceil(LINES).max(1)) {
        let entry = entries.iter().copied().reduce(LogEntry::merge);
        let entry = entry.expect("a chunk has an element");
        games = games.saturating_add(entry.games);
        writeln!(
            output,
            "{games:>10} {:>10.0} {:>9} {:>8.0} {:>7} {:>6} {:>6} {:>9} {:>7}",
            entry.average,
            entry.best,
            entry.seconds,
            entry.threads,
            entry.lambda,
            entry.rate,
            if entry.coherence { "yes" } else { "no" },
            entry.restart
        )?;
    }
    Ok(())
}

fn export(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let out = new_file(matches)?;
    let mut trained = read(matches, |learning, source| learning.read_network(source))?;
    trained.complete();
    // The file is written whole, in seconds.
    let signals = Signals::handle()?;
    atomic_file::write_with(out, |file| trained.save(file, Saved::Values))
        .with_context(|| cannot_save(out))?;
    Ok(signals.status().unwrap_or(ExitCode::SUCCESS))
}

fn cannot_save(path: &Path) -> String {
    format!("cannot save the weights to {}", path.display())
}

fn quantize(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let out = new_file(matches)?;
    let least = matches.get_many("least").expect("the option has a default");
    let rounding = Rounding {
        least: least.copied().collect(),
        step: value(matches, "step"),
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
        bail_misuse!(
            "--least: expected one number, or one for each of the network's {stages} stages, found {numbers}"
        );
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
    .with_context(|| cannot_save(out))?;
    let (bytes, out) = (out.metadata()?.len(), out.display());
    writeln!(
        crate::output::stdout(),
        "{out}: {kept} of {learned} entries that have learned anything, {bytes} bytes"
    )?;
    Ok(signals.status().unwrap_or(ExitCode::SUCCESS))
}

/// Returns the output file, which must not exist.
fn new_file(matches: &ArgMatches) -> anyhow::Result<&Path> {
    let out = path(matches, "out").expect("the option is required");
    anyhow::ensure!(!out.exists(), "{} already exists and is unchanged", out.display());
    Ok(out)
}

fn read(
    matches: &ArgMatches,
    read: impl FnOnce(&dyn Learning, BufReader<File>) -> Result<Trainer, LearningError>,
) -> anyhow::Result<Trainer> {
    let path: PathBuf = value(matches, "file");
    let name = || path.display().to_string();
    let (_, description) = Description::open(open(&path)?).with_context(name)?;
    let game = &description.game;
    let unknown = || format!("{}: there is no game `{}`", name(), game.escape_debug());
    let entry = find(game).with_context(unknown)?;
    let learning = entry
        .learning()
        .with_context(|| format!("{}: {} has no networks", name(), entry.title()))?;
    read(learning, open(&path)?).with_context(name)
}
