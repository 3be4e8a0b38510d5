//! `quincunx merge PART…`: the parts of a run, or of a level's report, put together, exactly as if it had never been split.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_games::levels::report::Study;
use quincunx_search::arena::Results;

use super::{file, paths, summary};
use crate::game_args::json_arg;
use crate::level;

pub(crate) const NAME: &str = "merge";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Put the results of parts of a run together")
        .long_about(
            "Puts the results of parts of a run together, in any order: the whole is byte for byte what one machine would \
             have saved. Parts of different runs, or with a game in common, are refused. One part alone is told, or \
             written in another form. The parts of a level's report are put together in the same way, and the report is told.",
        )
        .after_help(
            "Examples:\n  \
             quincunx merge part-*.json --out run.json\n  \
             quincunx merge run.json --out games.parquet\n  \
             quincunx merge level-part-*.json --out games.json    the parts of `quincunx level report --shard`\n  \
             quincunx merge games.json --out report.html",
        )
        .arg(
            Arg::new("part")
                .value_name("PART")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("What `quincunx simulate` or `quincunx level report` has saved with --out PART.json"),
        )
        .args(file::out_args(
            "Save the whole: as .json, or a row a game as .csv or .parquet; of a level's report as .json or .html",
        ))
        .arg(json_arg())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let parts: Vec<&PathBuf> = paths(matches, "part").collect();
    let first = file::read_text(parts[0])?;
    if Study::is_begun_by(&first) {
        let mut texts = vec![(parts[0], first)];
        for path in &parts[1..] {
            texts.push((path, file::read_text(path)?));
        }
        let (force, in_json) = (matches.get_flag("force"), matches.get_flag("json"));
        return level::merge(&texts, matches.get_one("out"), force, in_json);
    }
    // Before all parts are read, which may take long.
    if let Some((path, _)) = file::out(matches, true)? {
        file::try_out(&path, matches)?;
    }
    let others = parts[1..].iter().map(|path| file::read(path));
    let read = std::iter::once(file::parse(parts[0], &first)).chain(others);
    let read: anyhow::Result<Vec<Results>> = read.collect();
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
