//! What a program or an extension is built of: the list of all packages that it contains, and their licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::json;

use crate::steps::{cargo, host};

/// What `cargo metadata` reports.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
pub(crate) struct Package {
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

/// Returns the packages of others that one of ours contains, by name and version.
pub(crate) fn linked_packages(ours: &str) -> Result<Vec<Package>> {
    let output = cargo(&["metadata", "--format-version", "1", "--locked"])
        .args(["--filter-platform", &host()?])
        .output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let Metadata { packages, resolve } = serde_json::from_slice(&output.stdout)?;
    let program = packages
        .iter()
        .find(|package| package.name == ours && package.source.is_none());
    let mut open = vec![
        program
            .with_context(|| format!("there is no package {ours}"))?
            .id
            .clone(),
    ];
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

/// What is linked and is no package.
const SYSTEM: &str = "\
the standard library of Rust: MIT OR Apache-2.0
on Linux the GNU C Library, where the program needs no shared libraries: LGPL-2.1-or-later;
the sources of Quincunx, which everybody may have, link it with any other version
";

/// The text where a package under this licence brings none, up to its holder.
const MIT: &str = include_str!("../../../LICENSE-MIT");

/// Collects the licences of packages: first the list, then each text once with those that bring it.
///
/// # Errors
/// When a package has no text.
pub(crate) fn licences(packages: &[Package]) -> Result<String> {
    let mut list = format!("Quincunx is built of these packages.\n\n{SYSTEM}");
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
        let mut has_text = false;
        for entry in fs::read_dir(folder)? {
            let file = entry?.path();
            if file.is_file() && is_licence(&file) {
                let text = String::from_utf8_lossy(&fs::read(&file)?).trim_end().to_owned();
                bringing.entry(text).or_default().push(name.clone());
                has_text = true;
            }
        }
        if !has_text {
            let is_mit = package
                .license
                .as_deref()
                .is_some_and(|licence| licence.contains("MIT"));
            ensure!(is_mit, "{name} brings no text of its licence");
            let (_, terms) = MIT
                .split_once("\n\nPermission")
                .context("the MIT licence permits")?;
            let holder = format!("Copyright (c) the authors of {}", package.name);
            let text = format!("MIT License\n\n{holder}\n\nPermission{}", terms.trim_end());
            bringing.entry(text).or_default().push(name);
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
pub(super) fn bill_of_materials(program: &str, packages: &[Package]) -> String {
    let component = |Package {
                         name,
                         version,
                         license,
                         ..
                     }: &Package| {
        let expressions = license
            .iter()
            .map(|expression| json!({ "expression": expression.replace('/', " OR ") }));
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
            "component": { "type": "application", "name": program, "version": env!("CARGO_PKG_VERSION") },
        },
        "components": packages.iter().map(component).collect::<Vec<_>>(),
    });
    format!("{bill:#}\n")
}
