//! `cargo xtask package`: every crate as for a registry, and whether it builds of its package alone.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use flate2::read::GzDecoder;
use serde::Deserialize;
use tar::Archive;

use crate::steps::{Steps, WITH_FEATURES_OF_TESTS, cargo, root};

/// What `cargo metadata` reports of this workspace.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    version: String,
    pub(crate) description: Option<String>,
    /// The registries that it may go to; all where this is missing.
    publish: Option<Vec<String>>,
}

/// Packs the crates, and checks all packages together and each by itself.
pub(crate) fn run() -> Result<()> {
    let mut steps = Steps::default();
    let published = published()?;
    let mut pack = cargo(&["package", "--locked", "--no-verify", "--quiet", "--allow-dirty"]);
    for package in &published {
        pack.args(["--package", &package.name]);
    }
    steps.run("packages", &mut pack)?;
    let workspace = unpack(&published)?;
    // A feature that a package itself forgets is noticed where each is checked alone.
    let mut whole = cargo(&["check", "--quiet", "--bins"]);
    whole.args(WITH_FEATURES_OF_TESTS);
    steps.run("what is in the packages", in_workspace(&mut whole, &workspace))?;
    let mut fewest = cargo(&["check", "--quiet", "--package=quincunx", "--no-default-features"]);
    let heading = "the program with the fewest features";
    steps.run(heading, in_workspace(&mut fewest, &workspace))?;
    for package in published {
        let mut check = cargo(&["check", "--quiet", "--package", &package.name]);
        steps.run(
            &format!("package {}", package.name),
            in_workspace(&mut check, &workspace),
        )?;
    }
    steps.summarise();
    Ok(())
}

/// Makes cargo work in the workspace of the packages, with what the lints have compiled of other crates.
fn in_workspace<'a>(command: &'a mut Command, workspace: &Path) -> &'a mut Command {
    command
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", root().join("target"))
}

/// Lists the packages of this workspace that are for a registry.
pub(crate) fn published() -> Result<Vec<Package>> {
    let output = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"]).output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let Metadata { mut packages } = serde_json::from_slice(&output.stdout)?;
    packages.retain(|package| package.publish.is_none());
    Ok(packages)
}

/// Unpacks packages into a workspace of their own, in which they find each other instead of in a registry.
fn unpack(packages: &[Package]) -> Result<PathBuf> {
    let folder = root().join("target/package");
    let workspace = folder.join("unpacked");
    if workspace.exists() {
        fs::remove_dir_all(&workspace)?;
    }
    let (mut members, mut patches) = (String::new(), String::new());
    for Package { name, version, .. } in packages {
        let file = folder.join(format!("{name}-{version}.crate"));
        let packed = File::open(&file).with_context(|| format!("there is no {}", file.display()))?;
        let mut archive = Archive::new(GzDecoder::new(packed));
        // All files of a package have the same time, by which cargo would not see what has changed.
        archive.set_preserve_mtime(false);
        archive.unpack(&workspace)?;
        writeln!(members, "    \"{name}-{version}\",")?;
        writeln!(patches, "{name} = {{ path = \"{name}-{version}\" }}")?;
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let profile = between(&manifest, "[profile.dev]", "[profile.release]")?;
    fs::write(
        workspace.join("Cargo.toml"),
        format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\n{members}]\n\n\
             [patch.crates-io]\n{patches}\n{profile}"
        ),
    )?;
    fs::copy(root().join("Cargo.lock"), workspace.join("Cargo.lock"))?;
    Ok(workspace)
}

/// Returns a part of a text, from its beginning to before the beginning of the next.
fn between<'a>(text: &'a str, begin: &str, next: &str) -> Result<&'a str> {
    let from = text.find(begin).with_context(|| format!("there is no {begin}"))?;
    let end = text[from..]
        .find(next)
        .with_context(|| format!("no {next} follows {begin}"))?;
    Ok(&text[from..from + end])
}
