//! `quincunx merge PART…`: the parts of a run, of a tournament or of a level's report, put together, exactly as if it had never been
//! split.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_arena::{Difference, Shard};

use crate::game_args::json_arg;
use crate::results_file;
use crate::results_file::Saved;
use crate::{level, simulate, tournament};

pub(crate) const NAME: &str = "merge";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Put the parts of a run, a tournament or a level's report together")
        .long_about(
            "Puts the parts of a run together, in any order: the whole is byte for byte what one machine would have saved. Parts of \
             different runs, or with a game in common, are refused. One part alone is told, or written in another form. The parts of \
             a tournament and of a level's report are put together in the same way, and told.",
        )
        .after_help(
            "Examples:\n  \
             quincunx merge part-*.json --out run.json\n  \
             quincunx merge run.json --out games.parquet\n  \
             quincunx merge game-part-*.json --out tournament.json    the parts of `quincunx tournament --shard`\n  \
             quincunx merge level-part-*.json --out games.json        the parts of `quincunx level report --shard`\n  \
             quincunx merge games.json --out report.html",
        )
        .arg(
            Arg::new("part")
                .value_name("PART")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help(
                    "What `quincunx simulate`, `quincunx tournament` or `quincunx level report` has saved with --out PART.json",
                ),
        )
        .args(simulate::out_args(
            "Save the whole: as .json, or a row a game as .csv or .parquet; a tournament as .json; a level's report as .json or .html",
        ))
        .arg(json_arg())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let paths: Vec<&PathBuf> = simulate::paths(matches, "part").collect();
    match Saved::read(paths[0])? {
        Saved::Run(first) => simulate::merge(Parts { paths, first }, matches),
        Saved::Tournament(first) => tournament::merge(Parts { paths, first }, matches),
        Saved::Level(first) => level::merge(Parts { paths, first }, matches),
    }
}

/// The option `--shard`, which plays a part of some games, and wants its help.
pub(crate) fn shard_arg(help: &'static str) -> Arg {
    Arg::new("shard")
        .long("shard")
        .value_name("I/N")
        .value_parser(|text: &str| text.parse::<Shard>())
        .help(help)
}

/// The option `--from`, which names games on which those of a part depend, and wants its help.
pub(crate) fn from_arg(help: &'static str) -> Arg {
    Arg::new("from")
        .long("from")
        .value_name("GAMES")
        .value_parser(value_parser!(PathBuf))
        .requires("shard")
        .help(help)
}

/// Files of parts, the first of which has been read.
pub(crate) struct Parts<'m, T> {
    paths: Vec<&'m PathBuf>,
    first: T,
}

impl<T> Parts<'_, T> {
    /// Reads the parts and puts them together, one after the other, so that no more than the sum and one part is in memory.
    pub(crate) fn together<R, M>(
        self,
        parse: impl Fn(&str) -> Result<T, R>,
        merge: impl FnOnce(&mut dyn Iterator<Item = T>) -> Result<T, M>,
        part_of: impl FnOnce(&M) -> Option<usize>,
    ) -> anyhow::Result<T>
    where
        R: std::error::Error + Send + Sync + 'static,
        M: std::error::Error + Send + Sync + 'static,
    {
        let Self { paths, first } = self;
        let mut failed = None;
        let others = paths[1..].iter().map_while(|path| {
            let text = results_file::text(path);
            let part = text.and_then(|text| parse(&text).with_context(|| path.display().to_string()));
            part.map_err(|error| failed = Some(error)).ok()
        });
        let merged = merge(&mut std::iter::once(first).chain(others));
        if let Some(error) = failed {
            return Err(error);
        }
        merged.map_err(|error| {
            let path = part_of(&error).map(|part| paths[part].display().to_string());
            let error = anyhow::Error::from(error);
            match path {
                Some(path) => error.context(path),
                None => error,
            }
        })
    }
}

/// Says what is different between what the command asks for, which is the first, and what a file holds.
pub(crate) fn there_and_here(Difference { what, one, two }: &Difference) -> String {
    format!("{what} `{two}` there and `{one}` here")
}
