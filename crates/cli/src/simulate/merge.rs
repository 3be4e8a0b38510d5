//! `quincunx merge PART…`: the parts of a run put together, exactly as if it had never been split.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_search::arena::Results;

use super::{file, paths, summary};
use crate::game_args::json_arg;

pub(crate) const NAME: &str = "merge";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Put the results of parts of a run together")
        .long_about(
            "Puts the results of parts of a run together, in any order: the whole is byte for byte what one machine would \
             have saved. Parts of different runs, or with a game in common, are refused. One part alone is told, or \
             written in another form.",
        )
        .after_help(
            "Examples:\n  \
             quincunx merge part-*.json --out run.json\n  \
             quincunx merge run.json --out games.parquet",
        )
        .arg(
            Arg::new("part")
                .value_name("PART")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("Results that `quincunx simulate --out PART.json` has saved"),
        )
        .args(file::out_args("Save the whole: as .json, or a row a game as .csv or .parquet"))
        .arg(json_arg())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    // Before parts are read, which may take long.
    if let Some((path, _)) = file::out(matches, true)? {
        file::try_out(&path, matches)?;
    }
    let parts: Vec<&PathBuf> = paths(matches, "part").collect();
    let read: anyhow::Result<Vec<Results>> = parts.iter().map(|path| file::read(path)).collect();
    let results = Results::merge(read?).map_err(|error| {
        let part = error.part().map(|part| parts[part].display().to_string());
        let error = anyhow::Error::from(error);
        match part {
            Some(part) => error.context(part),
            None => error,
        }
    })?;
    if let Some((path, form)) = file::out(matches, results.part.rows.is_some())? {
        file::save(&path, form, &results.run, &results.part).context("the parts stay as they are")?;
    }
    summary::tell(&results, matches.get_flag("json"))
}
