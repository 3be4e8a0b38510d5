//! `quincunx weights`: what is in files of weights, and files of weights for players.

use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_games::find;
use quincunx_games::learning::{Description, Saved, Stretch};
use serde_json::json;

use crate::duration::in_words;
use crate::game_args::json_arg;
use crate::whole_file;

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
    Command::new(NAME)
        .about("Tell what is in a file of weights, or make one for players")
        .after_help(
            "Examples:\n  \
             quincunx weights info 2048.safetensors\n  \
             quincunx weights export 2048.safetensors --out player.safetensors",
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
                .arg(
                    Arg::new("out")
                        .long("out")
                        .value_name("FILE")
                        .value_parser(value_parser!(PathBuf))
                        .required(true)
                        .help("Where they are saved"),
                ),
        )
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    match matches.subcommand() {
        Some(("info", matches)) => info(matches),
        Some(("export", matches)) => export(matches),
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
    let bytes = file.metadata().with_context(name)?.len();
    let (file, description) = Description::open(BufReader::new(file)).with_context(name)?;
    let tensors = file.tensors();
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
        |entry| entry.title.to_owned(),
    );
    let options = description
        .options
        .iter()
        .map(|(name, value)| format!("{} {}", name.escape_debug(), value.escape_debug()));
    writeln!(output, "{}: weights for {title}, {bytes} bytes", name())?;
    writeln!(output, "rules    {}", options.collect::<Vec<_>>().join(", "))?;
    writeln!(output, "network  {}", description.network.escape_debug())?;
    writeln!(
        output,
        "trained  by {} games of {} moves in {}, seed {}",
        description.games(),
        description.plies(),
        in_words(description.seconds()),
        description.seed
    )?;
    writeln!(
        output,
        "\n{:>10} {:>10} {:>9} {:>8} {:>7} {:>6} {:>6} {:>7}",
        "games", "average", "best", "seconds", "threads", "lambda", "rate", "restart"
    )?;
    let mut games = 0u64;
    let log = &description.log;
    for stretches in log.chunks(log.len().div_ceil(LINES).max(1)) {
        let together = stretches.iter().copied().reduce(Stretch::and);
        let together = together.expect("a chunk has an element");
        games = games.saturating_add(together.games);
        writeln!(
            output,
            "{games:>10} {:>10.0} {:>9} {:>8.0} {:>7} {:>6} {:>6} {:>7}",
            together.average,
            together.best,
            together.seconds,
            together.threads,
            together.lambda,
            together.rate,
            together.restart
        )?;
    }
    Ok(())
}

fn export(matches: &ArgMatches) -> anyhow::Result<()> {
    let (path, out) = (path(matches, "file"), path(matches, "out"));
    let name = || path.display().to_string();
    anyhow::ensure!(
        !out.exists(),
        "{} is there already, and stays as it is",
        out.display()
    );
    let open = || File::open(path).with_context(|| format!("cannot read {}", name()));
    let (_, description) = Description::open(BufReader::new(open()?)).with_context(name)?;
    let entry = find(&description.game)
        .with_context(|| format!("{}: there is no game `{}`", name(), description.game))?;
    let trained = entry.read_network(BufReader::new(open()?)).with_context(name)?;
    whole_file::write_by(out, |file| trained.save(file, Saved::Values))
        .with_context(|| format!("cannot save the weights to {}", out.display()))
}
