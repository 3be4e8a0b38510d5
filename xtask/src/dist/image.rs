//! An image for containers, of nothing but the files of the archive.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::PROGRAM;
use crate::steps::{Steps, runs};

/// The port of the page.
const PORT: &str = "8080";

/// The container of which the image is made.
const CONTAINER: &str = "quincunx-dist";

/// Packs the folder of the archive as an image that serves the page, in the format of the Open Container
/// Initiative, and tries its program; returns what is missing where it cannot.
pub(super) fn build(steps: &mut Steps, folder: &Path, name: &str) -> Result<Result<PathBuf, String>> {
    if !cfg!(target_os = "linux") {
        return Ok(Err("images are made on Linux".to_owned()));
    }
    if !runs("buildah") {
        return Ok(Err("buildah is not installed".to_owned()));
    }
    // An earlier build that failed has left it.
    let _ = buildah(&["rm", CONTAINER]).output();
    steps.run(
        "container",
        &mut buildah(&["from", "--name", CONTAINER, "scratch"]),
    )?;
    steps.run(
        "files of the image",
        buildah(&["copy", CONTAINER]).arg(folder).arg("/"),
    )?;
    let play = format!("/{PROGRAM} simulate 2048 --agent level:5 --games 1 --plies 20 --seed 1");
    let mut run = buildah(&["run", "--isolation", "chroot", CONTAINER, "--"]);
    steps.run("program in the container", run.args(play.split(' ')))?;
    let entry = format!(r#"["/{PROGRAM}"]"#);
    let serve = format!(r#"["serve", "--listen", "0.0.0.0:{PORT}", "--data", "/data"]"#);
    let mut configure = buildah(&["config", "--port", PORT, "--volume", "/data"]);
    configure.args(["--entrypoint", &entry, "--cmd", &serve, CONTAINER]);
    steps.run("settings of the image", &mut configure)?;
    let image = format!("localhost/{PROGRAM}:{}", env!("CARGO_PKG_VERSION"));
    steps.run("image", &mut buildah(&["commit", "--rm", CONTAINER, &image]))?;
    let file = folder.with_file_name(format!("{name}.oci.tar"));
    let archive = format!("oci-archive:{}:{image}", file.display());
    steps.run("file of the image", &mut buildah(&["push", &image, &archive]))?;
    Ok(Ok(file))
}

fn buildah(arguments: &[&str]) -> Command {
    let mut command = Command::new("buildah");
    command.args(arguments);
    command
}
