//! `quincunx site`: the games as a static site.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use bytesize::ByteSize;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use quincunx_server::site;

use crate::output::failure::WrongUse;

pub(crate) const NAME: &str = "site";

/// The engine's file beside the program.
const ENGINE: &str = "quincunx.wasm";

/// A file that every site has, by which one is recognised.
const MARK: &str = "service-worker.js";

#[derive(Args)]
struct Options {
    /// Folder of the site, new or of an earlier site, which is replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// WebAssembly module of the engine [default: quincunx.wasm beside this program]
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
}

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Write the games as a page that needs no server")
        .long_about(
            "Writes the games as a static site: a folder for any web space, at any path. Visitors play alone, on one \
             device or against the computer, with analysis, puzzles and the level editor; the engine runs in their \
             browser, also without a network once they were there. Only inviting and watching need `quincunx serve`.",
        )
        .after_help(
            "Examples:\n  \
             quincunx site --out games\n  \
             python3 -m http.server --directory games          look at it on http://localhost:8000\n  \
             quincunx site --out games --engine engine.wasm    with an engine built elsewhere\n\n\
             `cargo xtask wasm` builds the engine and puts it beside the program. Browsers run it only on https: and\n\
             on localhost.",
        );
    Options::augment_args(command)
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let Options { out, engine } = Options::from_arg_matches(matches)?;
    let beside = || std::env::current_exe().map(|program| program.with_file_name(ENGINE));
    let engine = engine.map_or_else(beside, Ok)?;
    let module = fs::read(&engine).with_context(|| {
        format!(
            "cannot read the engine {}: `cargo xtask wasm` builds it",
            engine.display()
        )
    })?;
    let files = site::files(module)
        .map_err(|error| WrongUse::error(format!("{} is not the engine: {error}", engine.display())))?;
    check_replaceable(&out)?;
    write(&out, &files).with_context(|| format!("cannot write {}", out.display()))?;
    let bytes = files.values().map(|contents| contents.len() as u64).sum();
    eprintln!(
        "{} files, {}, in {}",
        files.len(),
        ByteSize(bytes).display().si(),
        out.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Refuses a folder with anything but a site in it.
fn check_replaceable(out: &Path) -> anyhow::Result<()> {
    let mut entries = match fs::read_dir(out) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.with_context(|| format!("cannot read {}", out.display()))?,
    };
    if entries.next().is_some() && !out.join(MARK).is_file() {
        bail!(
            "{} holds something else than a site; choose a new folder",
            out.display()
        );
    }
    Ok(())
}

/// Writes the files into a folder beside, which then takes the place of the old one.
fn write<Contents: AsRef<[u8]>>(
    out: &Path,
    files: &std::collections::BTreeMap<String, Contents>,
) -> io::Result<()> {
    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent)?;
    let work = tempfile::Builder::new()
        .prefix(".quincunx-site-")
        .tempdir_in(parent)?;
    let (new, old) = (work.path().join("new"), work.path().join("old"));
    for (path, contents) in files {
        let path = new.join(path);
        fs::create_dir_all(path.parent().expect("it lies in the folder"))?;
        fs::write(path, contents)?;
    }
    if out.exists() {
        fs::rename(out, &old)?;
    }
    fs::rename(&new, out)
}
