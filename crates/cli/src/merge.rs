//! `quincunx merge PART…`: the parts of a run, of a tournament or of a level's report, put together, exactly as if it had never been
//! split.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_games::levels::report::Study;
use quincunx_search::arena::{Difference, Shard, Standing};

use crate::game_args::json_arg;
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
    let first = read(paths[0])?;
    let parts = Parts { paths, first };
    if Study::is_begun_by(&parts.first) {
        level::merge(parts, matches)
    } else if Standing::is_begun_by(&parts.first) {
        tournament::merge(parts, matches)
    } else {
        simulate::merge(parts, matches)
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

/// Files of parts.
pub(crate) struct Parts<'m> {
    paths: Vec<&'m PathBuf>,
    /// The text of the first.
    first: String,
}

impl Parts<'_> {
    /// Reads the parts and puts them together, one after the other, so that no more than the sum and one part is in memory.
    pub(crate) fn together<T, R, M>(
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
        let others = paths[1..].iter().map(|path| read(path));
        let texts = std::iter::once(Ok(first)).chain(others);
        let mut failed = None;
        let mut parts = paths.iter().zip(texts).map_while(|(path, text)| {
            let part = text.and_then(|text| parse(&text).with_context(|| path.display().to_string()));
            part.map_err(|error| failed = Some(error)).ok()
        });
        let merged = merge(&mut parts);
        drop(parts);
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

/// Reads the text of a part, or nothing of a file that is none: of what does not begin as one the end is not looked for, as a
/// device has none.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let read = || -> io::Result<String> {
        let (mut file, mut text) = (File::open(path)?, String::new());
        let mut first = [0];
        if file.read(&mut first)? == 1 && first == *b"{" {
            text.push('{');
            file.read_to_string(&mut text)?;
        }
        Ok(text)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// Says what is different between what the command asks for, which is the first, and what a file holds.
pub(crate) fn there_and_here(Difference { what, one, two }: &Difference) -> String {
    format!("{what} `{two}` there and `{one}` here")
}
