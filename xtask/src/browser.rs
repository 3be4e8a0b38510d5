//! The page's part of `cargo xtask test`: the types of its scripts, and the page in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::debian;
use crate::steps::{Steps, cargo, root, runs};

/// Chromium without its windows, which tests never see: it takes two thirds of the whole one's time.
const HEADLESS: &str = "chromium-headless-shell";

/// What can be checked of the page on this machine.
pub(crate) enum Tools {
    /// Types and behaviour, in this Chromium.
    All(PathBuf),
    /// Types alone, for this reason.
    NoBrowser(String),
    /// Nothing, for this reason.
    Nothing(String),
}

/// Finds Node.js and Chromium; installs a headless one from Debian's packages where that is possible.
pub(crate) fn find_tools(steps: &mut Steps) -> Tools {
    if let Some(missing) = ["node", "npm"].into_iter().find(|program| !runs(program)) {
        return Tools::Nothing(format!(
            "{missing} is not installed; it comes with Node.js, version 20.11 or newer"
        ));
    }
    let chromium = find_chromium().or_else(|| {
        debian::install(steps, &[HEADLESS, "fonts-dejavu-core"])
            .then(find_chromium)
            .flatten()
    });
    chromium.map_or_else(
        || {
            Tools::NoBrowser(format!(
                "no Chromium is installed; `apt-get install {HEADLESS}` installs it on Debian, and \
                 QUINCUNX_CHROMIUM names one that lies elsewhere"
            ))
        },
        Tools::All,
    )
}

/// Installs what the checks need, in the versions of the lock file, into an ignored folder.
pub(crate) fn install(steps: &mut Steps) -> Result<()> {
    steps.run(
        "packages of the page's checks",
        npm().args(["ci", "--prefer-offline"]),
    )
}

/// Checks the types of all scripts.
pub(crate) fn check_types(steps: &mut Steps) -> Result<()> {
    steps.run("types of the page", npm().args(["run", "--silent", "types"]))
}

/// Runs the browser tests against a program that has been built, and where there is an engine some of them
/// again on a site that it writes.
pub(crate) fn test(steps: &mut Steps, program: &str, engine: Option<&Path>, chromium: &Path) -> Result<()> {
    let run = |script| {
        let mut tests = npm();
        tests
            .args(["run", "--silent", script])
            .env("QUINCUNX_PROGRAM", root().join(program))
            .env("QUINCUNX_CHROMIUM", chromium);
        if let Some(engine) = engine {
            tests.env("QUINCUNX_ENGINE", engine);
        }
        tests
    };
    steps.run("browser tests", &mut run("test"))?;
    if engine.is_some() {
        steps.run(
            "browser tests on a static site",
            run("test-site").env("QUINCUNX_HOST", "site"),
        )?;
    }
    Ok(())
}

/// Takes the pictures of `web/tests/support/screens.js`, which README shows and a browser test compares with.
pub(crate) fn pictures() -> Result<()> {
    let mut steps = Steps::default();
    let chromium = match find_tools(&mut steps) {
        Tools::All(chromium) => chromium,
        Tools::NoBrowser(why) | Tools::Nothing(why) => bail!("{why}"),
    };
    install(&mut steps)?;
    steps.run(
        "program",
        &mut cargo(&["build", "--locked", "--package", "quincunx"]),
    )?;
    let mut take = npm();
    take.args(["run", "--silent", "pictures"])
        .env("QUINCUNX_PROGRAM", root().join("target/debug/quincunx"))
        .env("QUINCUNX_CHROMIUM", chromium);
    steps.run("pictures", &mut take)
}

/// Makes a call of npm in the folder of the page's checks.
pub(crate) fn npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join("web/tests"));
    command
}

/// Returns the Chromium that the environment names, or one in its usual places.
fn find_chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("QUINCUNX_CHROMIUM") {
        return Some(named.into());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    folders.push("/usr/bin".into());
    [HEADLESS, "chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
}
