//! `cargo xtask dist`: the archive for this platform that a release offers.
//!
//! ```text
//! quincunx-VERSION-TARGET.tar.gz          beside it its SHA-256 in …tar.gz.sha256
//!   quincunx, quincunx.wasm               the program, and the engine where it can be built
//!   man/, completions/                    manual pages, scripts for shells
//!   README.md, CHANGELOG.md, LICENSE-*    of this project
//!   THIRD-PARTY.txt, sbom.cdx.json        licences and list (CycloneDX 1.5) of what the program is built of
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::steps::{Steps, cargo, root};
use crate::wasm;

/// The package of the program.
const PROGRAM: &str = "quincunx";

/// The shells that can complete commands.
const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// What `cargo metadata` reports.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// Where it comes from; none for a package of this workspace.
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `dev` or `build`; none for what is linked.
    kind: Option<String>,
}

/// Builds the archive and prints where it is.
pub(crate) fn run() -> Result<()> {
    let mut steps = Steps::default();
    let build = ["build", "--locked", "--release", "--package", PROGRAM];
    steps.run("program", &mut cargo(&build))?;
    let program = root()
        .join("target/release")
        .join(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    let name = format!("{PROGRAM}-{}-{}", env!("CARGO_PKG_VERSION"), target()?);
    let folder = root().join("target/dist").join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("completions"))?;
    copy(&program, &folder)?;
    match wasm::find_compiler()? {
        Ok(compiler) => {
            let engine = wasm::build(&mut steps, compiler)?;
            fs::copy(engine, folder.join("quincunx.wasm"))?;
        }
        Err(missing) => println!("without the engine for browsers: {missing}"),
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root().join(file), &folder)?;
    }
    let mut pages = Command::new(&program);
    steps.run(
        "manual pages",
        pages.args(["man", "--out"]).arg(folder.join("man")),
    )?;
    for shell in SHELLS {
        let script = Command::new(&program).args(["completions", shell]).output()?;
        ensure!(script.status.success(), "there is no completion for {shell}");
        fs::write(
            folder.join(format!("completions/{PROGRAM}.{shell}")),
            script.stdout,
        )?;
    }
    let linked = linked_packages()?;
    fs::write(folder.join("THIRD-PARTY.txt"), licences(&linked)?)?;
    fs::write(folder.join("sbom.cdx.json"), bill_of_materials(&linked))?;
    let archive = pack(&folder, &name)?;
    steps.summarise();
    println!("{}", archive.display());
    Ok(())
}

fn copy(file: &Path, folder: &Path) -> Result<()> {
    let name = file.file_name().context("a file has a name")?;
    fs::copy(file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    Ok(())
}

/// Returns the name of the platform, as rustc has it.
fn target() -> Result<String> {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("rustc could not be started")?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.to_owned())
}

/// Returns the packages of others that the program contains, by name and version.
fn linked_packages() -> Result<Vec<Package>> {
    let output = cargo(&["metadata", "--format-version", "1", "--locked"])
        .args(["--filter-platform", &target()?])
        .output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let Metadata { packages, resolve } = serde_json::from_slice(&output.stdout)?;
    let program = packages
        .iter()
        .find(|package| package.name == PROGRAM && package.source.is_none());
    let mut open = vec![program.context("the program is a package")?.id.clone()];
    let nodes: BTreeMap<&str, &Node> = resolve
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        let node = nodes.get(id.as_str()).context("every package is resolved")?;
        if found.insert(id) {
            let linked =
                |dependency: &&Dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
            open.extend(
                node.deps
                    .iter()
                    .filter(linked)
                    .map(|dependency| dependency.pkg.clone()),
            );
        }
    }
    let is_linked = |package: &Package| package.source.is_some() && found.contains(&package.id);
    let mut linked: Vec<Package> = packages.into_iter().filter(is_linked).collect();
    linked.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(linked)
}

/// Collects the licences of packages: first the list, then each text once with those that bring it.
fn licences(packages: &[Package]) -> Result<String> {
    let mut list = format!("{PROGRAM} is built of these packages.\n\n");
    let mut bringing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let name = format!("{} {}", package.name, package.version);
        writeln!(
            list,
            "{name}: {}",
            package.license.as_deref().unwrap_or("see its text")
        )?;
        let folder = package
            .manifest_path
            .parent()
            .context("a manifest lies in a folder")?;
        for entry in fs::read_dir(folder)? {
            let file = entry?.path();
            if file.is_file() && is_licence(&file) {
                let text = String::from_utf8_lossy(&fs::read(&file)?).trim_end().to_owned();
                bringing.entry(text).or_default().push(name.clone());
            }
        }
    }
    for (text, names) in bringing {
        writeln!(list, "\n{}\n{}\n\n{text}", "=".repeat(80), names.join(", "))?;
    }
    Ok(list)
}

fn is_licence(file: &Path) -> bool {
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// Lists packages as CycloneDX 1.5.
fn bill_of_materials(packages: &[Package]) -> String {
    let component = |Package {
                         name,
                         version,
                         license,
                         ..
                     }: &Package| {
        let expressions = license
            .iter()
            .map(|expression| json!({ "expression": expression }));
        json!({
            "type": "library",
            "name": name,
            "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": expressions.collect::<Vec<_>>(),
        })
    };
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": { "type": "application", "name": PROGRAM, "version": env!("CARGO_PKG_VERSION") },
        },
        "components": packages.iter().map(component).collect::<Vec<_>>(),
    });
    format!("{bill:#}\n")
}

/// Packs a folder, and writes the checksum beside the archive.
fn pack(folder: &Path, name: &str) -> Result<PathBuf> {
    let archive = folder.with_file_name(format!("{name}.tar.gz"));
    let mut tar = tar::Builder::new(GzEncoder::new(File::create(&archive)?, Compression::best()));
    // The same files make the same archive.
    tar.mode(tar::HeaderMode::Deterministic);
    tar.append_dir_all(name, folder)?;
    tar.into_inner()?.finish()?;
    let sum = Sha256::digest(fs::read(&archive)?);
    let hex: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(
        folder.with_file_name(format!("{name}.tar.gz.sha256")),
        format!("{hex}  {name}.tar.gz\n"),
    )?;
    Ok(archive)
}
