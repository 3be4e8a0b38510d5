//! `quincunx site`: the games as a static site.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use bytesize::ByteSize;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use quincunx_arena::atomic_file;
use quincunx_server::site;

use crate::args::server_files::engine_file;
use crate::output::failure::WrongUse;

#[derive(Args)]
struct Options {
    /// Folder of the site, new or of an earlier site, which is replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// WebAssembly module of the engine [default: quincunx.wasm beside this program]
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
}

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Write the games as a page that needs no server")
        .long_about(
            "Writes the games as a static site: a folder for any web space, at any path. Visitors play alone, \
             on one device or against the computer, with analysis, puzzles and the level editor; the engine \
             runs in their browser, also without a network once they were there. Only inviting and watching \
             need `quincunx serve`.",
        )
        .after_help(
            "Examples:\n  \
             quincunx site --out games\n  \
             python3 -m http.server --directory games          look at it on http://localhost:8000\n  \
             quincunx site --out games --engine engine.wasm    with an engine built elsewhere\n\n\
             `cargo xtask wasm` builds the engine and puts it beside the program. Browsers run it only on\n\
             https: and on localhost.",
        );
    Options::augment_args(command)
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let Options { out, engine } = Options::from_arg_matches(matches)?;
    let engine = engine_file(engine)?;
    let module = fs::read(&engine).with_context(|| {
        format!(
            "cannot read the engine {}: `cargo xtask wasm` builds it",
            engine.display()
        )
    })?;
    site::check_engine(&module)
        .map_err(|error| WrongUse::error(format!("{} is not the engine: {error}", engine.display())))?;
    let files = site::files(module)?;
    let earlier = earlier_build(&out)?;
    write(&out, &files, earlier.as_deref()).with_context(|| format!("cannot write {}", out.display()))?;
    let bytes = files.values().map(|contents| contents.len() as u64).sum();
    eprintln!(
        "{} files, {}, in {}",
        files.len(),
        ByteSize(bytes).display().si(),
        out.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Returns the build of the site in a folder; `None` where there is nothing, or only assets of a site that
/// was not finished. Any other folder is refused.
fn earlier_build(out: &Path) -> anyhow::Result<Option<String>> {
    let entries = match fs::read_dir(out) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries.with_context(|| format!("cannot read {}", out.display()))?,
    };
    let mut is_begun = false;
    for entry in entries {
        let name = entry?.file_name();
        is_begun |= name != site::ASSETS;
        if !site::ROOT.iter().any(|known| name == *known) {
            bail!(
                "{} holds {}, which is not of a site; choose a new folder",
                out.display(),
                name.display()
            );
        }
    }
    if !is_begun {
        return Ok(None);
    }
    let worker = fs::read_to_string(out.join(site::SERVICE_WORKER)).unwrap_or_default();
    let Some(build) = site::build_id(&worker) else {
        bail!(
            "{} is not a site of this program; choose a new folder",
            out.display()
        );
    };
    Ok(Some(build.to_owned()))
}

/// Writes the files of a build, each at once: the assets, then what names them. The assets of the build
/// before stay, as visitors have its page open. The folder itself stays too: it may be a link, mounted, or
/// where the program runs.
fn write<Contents: AsRef<[u8]>>(
    out: &Path,
    files: &BTreeMap<String, Contents>,
    earlier: Option<&str>,
) -> io::Result<()> {
    let assets = out.join(site::ASSETS);
    let is_asset = |path: &str| Path::new(path).starts_with(site::ASSETS);
    let (first, last): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| is_asset(path));
    for (path, contents) in first.into_iter().chain(last) {
        let path = out.join(path);
        fs::create_dir_all(path.parent().expect("it lies in the folder"))?;
        atomic_file::write(&path, contents.as_ref())?;
    }
    let Some(earlier) = earlier.filter(|&earlier| !is_build(files, earlier)) else {
        return Ok(());
    };
    for entry in fs::read_dir(assets)? {
        let entry = entry?;
        let is_kept = |build: &str| build == earlier || is_build(files, build);
        if entry.file_type()?.is_dir() && !entry.file_name().to_str().is_some_and(is_kept) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Returns whether the files are those of a build.
fn is_build<Contents>(files: &BTreeMap<String, Contents>, build: &str) -> bool {
    let folder = Path::new(site::ASSETS).join(build);
    files.keys().any(|path| Path::new(path).starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(build: &str) -> BTreeMap<String, String> {
        let engine = [b"\0asm", site::ENGINE_MARK.as_bytes(), build.as_bytes()].concat();
        let files = site::files(engine).expect("a module");
        let text = |contents: &[u8]| String::from_utf8_lossy(contents).into_owned();
        files
            .iter()
            .map(|(path, contents)| (path.clone(), text(contents)))
            .collect()
    }

    /// Writes builds one after another, and returns which of them has its assets in the end.
    fn assets_after(out: &Path, contents: &[&str]) -> Vec<bool> {
        let mut builds = Vec::new();
        for content in contents {
            let earlier = earlier_build(out).expect("a site or nothing");
            write(out, &files(content), earlier.as_deref()).expect("it is written");
            builds.push(earlier_build(out).expect("a site").expect("a build"));
        }
        let has = |build: &String| out.join(site::ASSETS).join(build).join("engine.wasm").exists();
        builds.iter().map(has).collect()
    }

    #[test]
    fn a_site_takes_the_place_of_an_earlier_one_whose_assets_stay_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("site");
        assert_eq!(assets_after(&out, &["one", "two", "three"]), [false, true, true]);
        let entries = fs::read_dir(folder.path()).expect("a folder");
        assert_eq!(entries.count(), 1, "nothing is left beside it");
        let entries = fs::read_dir(out.join(site::ASSETS)).expect("a folder");
        assert_eq!(entries.count(), 2, "nothing else is left in it");
    }

    #[test]
    fn a_build_that_is_written_twice_leaves_the_assets_before_it() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(assets_after(folder.path(), &["one", "two", "two"]), [true; 3]);
    }

    #[test]
    fn a_site_that_was_not_finished_is_written_again() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(assets_after(folder.path(), &["one"]), [true]);
        for root in site::ROOT.iter().filter(|&&root| root != site::ASSETS) {
            let _ = fs::remove_file(folder.path().join(root));
        }
        assert_eq!(assets_after(folder.path(), &["two"]), [true]);
        fs::remove_file(folder.path().join(site::SERVICE_WORKER)).expect("it is there");
        earlier_build(folder.path()).expect_err("the page may be another site's");
    }

    #[cfg(unix)]
    #[test]
    fn a_site_is_written_through_a_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let (site, link) = (folder.path().join("site"), folder.path().join("link"));
        fs::create_dir(&site).expect("room");
        std::os::unix::fs::symlink("site", &link).expect("links");
        assert_eq!(assets_after(&link, &["one", "two"]), [true; 2]);
        assert!(link.is_symlink() && site.join(site::SERVICE_WORKER).exists());
    }

    #[test]
    fn other_folders_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(earlier_build(folder.path()).expect("it is empty"), None);
        fs::write(folder.path().join(site::SERVICE_WORKER), "const BUILD = '1';").expect("room");
        let error = earlier_build(folder.path()).expect_err("of another page");
        assert!(error.to_string().contains("not a site"), "{error}");
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), &files("one"), None).expect("it is written");
        fs::write(folder.path().join("CNAME"), "games.example").expect("room");
        let error = earlier_build(folder.path()).expect_err("it has more than a site");
        assert!(error.to_string().contains("holds CNAME"), "{error}");
    }
}
