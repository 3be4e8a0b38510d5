//! What the program is built of: the licences of all packages that it contains, and the list of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::json;

use super::PROGRAM;
use crate::steps::{cargo, host};

/// What `cargo metadata` reports.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
pub(super) struct Package {
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

/// Returns the packages of others that the program contains, by name and version.
pub(super) fn linked_packages() -> Result<Vec<Package>> {
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
pub(super) fn licences(packages: &[Package]) -> Result<String> {
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
pub(super) fn bill_of_materials(packages: &[Package]) -> String {
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
