//! `cargo xtask docs`: all documents as one site.
//!
//! ```text
//! target/docs/site/
//!   index.html, docs/…, BENCHMARKS.html …    the pages, by mdBook
//!   python/                                  reference of the Python package, by pdoc
//!   rust/                                    reference of the crates, by rustdoc
//! ```

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::package::{Package, published};
use crate::python::{self, Environment};
use crate::steps::{Steps, cargo, root, runs};

/// The page that lists the others, in a table with a row for each kind.
const CONTENTS: &str = "docs/README.md";

/// That page in the site.
const INDEX: &str = "docs/index.md";

/// The page that links to the generated references.
const REFERENCES: &str = "references.md";

/// Where the reference of the Python package begins.
const PYTHON_PAGE: &str = "python/quincunx.html";

/// The pages beside `docs`, after the first.
const PROJECT: [(&str, &str); 6] = [
    ("Speed and strength", "BENCHMARKS.md"),
    ("What was examined", "docs/trust.md"),
    ("Architecture", "ARCHITECTURE.md"),
    ("Contributing", "CONTRIBUTING.md"),
    ("Security", "SECURITY.md"),
    ("Changelog", "CHANGELOG.md"),
];

/// Other files that pages lead to.
const FILES: [&str; 3] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Writes the site, and checks its links.
pub(crate) fn run() -> Result<()> {
    if !runs("mdbook") {
        bail!("this needs mdBook; `cargo install --locked mdbook` installs it");
    }
    let Some(python) = python::find() else {
        bail!("{}", python::missing());
    };
    let mut steps = Steps::default();
    let folder = root().join("target/docs");
    let site = folder.join("site");
    for old in ["book", "site", "build/doc"] {
        if folder.join(old).exists() {
            fs::remove_dir_all(folder.join(old))?;
        }
    }
    let book = folder.join("book");
    let mut libraries = published()?;
    // The program has no library.
    libraries.retain(|package| package.name != "quincunx");
    write_source(&book, &libraries)?;
    let mut pages = Command::new("mdbook");
    steps.run(
        "pages",
        pages.arg("build").arg(&book).arg("--dest-dir").arg(&site),
    )?;

    let environment = Environment::make(&mut steps, &python, "docs", &requirements())?;
    python::build_extension(&mut steps)?;
    let mut reference = environment.module(&["pdoc", "--docformat", "google", "-o"]);
    steps.run(
        "reference of the Python package",
        reference.arg(site.join("python")).args([
            "quincunx",
            "quincunx.gym",
            "quincunx.referee",
            "quincunx.typing",
            "quincunx.zoo",
        ]),
    )?;

    let build = folder.join("build");
    let mut reference = cargo(&["doc", "--locked", "--no-deps", "--lib"]);
    for package in &libraries {
        reference.args(["--package", &package.name]);
    }
    steps.run(
        "reference of the crates",
        reference.env("CARGO_TARGET_DIR", &build),
    )?;
    copy_folder(&build.join("doc"), &site.join("rust"))?;
    let crates = libraries.iter().map(page_of);
    for page in crates.chain([PYTHON_PAGE.to_owned()]) {
        let page = site.join(page);
        ensure!(page.is_file(), "there is no {}", page.display());
    }

    let mut links = environment.module(&["linkcheck", "--no-status", "--config"]);
    links.arg(root().join("docs/linkcheckerrc"));
    // Those of the references would take minutes, and programs wrote them.
    for reference in ["/rust/", "/python/"] {
        links.args(["--ignore-url", reference]);
    }
    links.arg(site.join("index.html"));
    steps.run("links", &mut links)?;
    steps.summarise();
    println!("{}", site.join("index.html").display());
    Ok(())
}

fn requirements() -> String {
    root().join("docs/requirements.txt").display().to_string()
}

/// Writes what mdBook reads: the pages where they are here, so that their links hold, and the list of them.
fn write_source(book: &Path, libraries: &[Package]) -> Result<()> {
    let source = book.join("src");
    copy_folder(&root().join("docs"), &source.join("docs"))?;
    // mdBook makes an index of a README, and leaves the links to it.
    fs::rename(source.join(CONTENTS), source.join(INDEX))?;
    for file in PROJECT.iter().map(|(_, file)| *file).chain(FILES) {
        let text = fs::read_to_string(root().join(file)).with_context(|| format!("cannot read {file}"))?;
        fs::write(source.join(file), text.replace(CONTENTS, INDEX))?;
    }
    fs::write(
        source.join("SUMMARY.md"),
        summary(&fs::read_to_string(root().join(CONTENTS))?)?,
    )?;
    fs::write(source.join(REFERENCES), references(libraries)?)?;
    fs::write(
        book.join("book.toml"),
        concat!(
            "[book]\ntitle = \"Quincunx\"\n",
            "[output.html]\nno-section-label = true\n",
            "[output.html.fold]\nenable = true\n",
            "[output.html.print]\nenable = false\n",
        ),
    )?;
    Ok(())
}

/// Converts the contents page into mdBook's `SUMMARY.md`.
fn summary(contents: &str) -> Result<String> {
    let mut summary = format!("# Summary\n\n[Quincunx](README.md)\n[Documentation]({INDEX})\n");
    let mut listed = 0;
    for row in contents.lines().filter(|line| line.starts_with("| ")) {
        if let Some((_, rest)) = row.split_once("**") {
            let (kind, _) = rest.split_once("**").context("bold text ends")?;
            write!(summary, "\n# {kind}\n\n")?;
        }
        for link in row.split('[').skip(1) {
            let (title, rest) = link.split_once("](").context("a link has an address")?;
            let (page, _) = rest.split_once(')').context("an address ends")?;
            writeln!(summary, "- [{title}](docs/{page})")?;
            listed += 1;
        }
    }
    ensure!(listed > 0, "{CONTENTS} lists no pages");
    write!(
        summary,
        "\n# Project\n\n- [References of Python and Rust]({REFERENCES})\n"
    )?;
    for (title, page) in PROJECT {
        writeln!(summary, "- [{title}]({page})")?;
    }
    Ok(summary)
}

/// Writes the page that leads to the references of the Python package and of the crates.
fn references(libraries: &[Package]) -> Result<String> {
    let mut page = "# References of Python and Rust\n\n| | |\n| --- | --- |\n".to_owned();
    writeln!(page, "| [`quincunx`]({PYTHON_PAGE}) | the Python package |")?;
    for library in libraries {
        let Package {
            name, description, ..
        } = library;
        let description = description.as_deref().unwrap_or_default();
        writeln!(page, "| [`{name}`]({}) | {description} |", page_of(library))?;
    }
    Ok(page)
}

/// Returns where the reference of a crate begins.
fn page_of(library: &Package) -> String {
    format!("rust/{}/index.html", library.name.replace('-', "_"))
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        let copy: PathBuf = to.join(path.file_name().context("a file has a name")?);
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            fs::copy(&path, copy)?;
        }
    }
    Ok(())
}
