//! `cargo xtask dist`: the archive for this platform that a release offers, and an image for containers.
//!
//! ```text
//! quincunx-VERSION-TARGET.tar.gz          beside it its SHA-256, in …sha256
//!   quincunx                              the program, on Linux without shared libraries
//!   quincunx-VERSION-x86-64-v3            on x86-64 another for newer processors, which the first becomes
//!   2048-*.safetensors.gz                 the trained networks of both
//!   quincunx.wasm                         the engine for browsers, where it can be built
//!   man/, completions/                    manual pages, scripts for shells
//!   README.md, CHANGELOG.md, LICENSE-*    of this project
//!   THIRD-PARTY.txt, sbom.cdx.json        licences and list (CycloneDX 1.5) of what the program is built of
//! quincunx-VERSION-TARGET.oci.tar         the image, where buildah is installed, and its SHA-256
//! ```

pub(crate) mod contents;
mod image;
mod trial;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::processors::{PROCESSORS, Processor};
use crate::steps::{Steps, cargo, host, root};
use crate::wasm;

/// The package of the program.
const PROGRAM: &str = "quincunx";

/// The shells that can complete commands.
const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The trained networks: the names by which programs find them beside themselves, and where they lie here.
pub(crate) const NETWORKS: [(&str, &str); 2] = [
    (
        "2048-standard.safetensors.gz",
        "crates/standard/standard.safetensors.gz",
    ),
    (
        "2048-contest.safetensors.gz",
        "crates/contest/contest.safetensors.gz",
    ),
];

/// Builds the archive and the image, tries what is in them, and prints where they are.
pub(crate) fn run() -> Result<()> {
    let mut steps = Steps::default();
    let name = format!("{PROGRAM}-{}-{}", env!("CARGO_PKG_VERSION"), host()?);
    let folder = root().join("target/dist").join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("completions"))?;
    let mut programs = Vec::new();
    // No process of Windows becomes another.
    let processors = if cfg!(unix) { PROCESSORS } else { &PROCESSORS[..1] };
    for processor in processors {
        let version = env!("CARGO_PKG_VERSION");
        let name = match processor.suffix {
            "" => format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX),
            suffix => format!("{PROGRAM}-{version}{suffix}"),
        };
        let program = folder.join(name);
        fs::copy(build(&mut steps, processor)?, &program)?;
        programs.push(program);
    }
    for (name, file) in NETWORKS {
        fs::copy(root().join(file), folder.join(name))?;
    }
    match wasm::find_compiler()? {
        Ok(compiler) => {
            let engine = wasm::build(&mut steps, compiler, wasm::RELEASE)?;
            fs::copy(engine, folder.join("quincunx.wasm"))?;
        }
        Err(missing) => println!("without the engine for browsers: {missing}"),
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(file), folder.join(file))?;
    }
    trial::run(&mut steps, &programs)?;
    let program = &programs[0];
    let mut pages = Command::new(program);
    steps.run(
        "manual pages",
        pages.args(["man", "--out"]).arg(folder.join("man")),
    )?;
    for shell in SHELLS {
        let script = Command::new(program).args(["completions", shell]).output()?;
        ensure!(script.status.success(), "there is no completion for {shell}");
        fs::write(
            folder.join(format!("completions/{PROGRAM}.{shell}")),
            script.stdout,
        )?;
    }
    let linked = contents::linked_packages(PROGRAM)?;
    fs::write(folder.join("THIRD-PARTY.txt"), contents::licences(&linked)?)?;
    fs::write(
        folder.join("sbom.cdx.json"),
        contents::bill_of_materials(PROGRAM, &linked),
    )?;
    let archive = pack(&folder, &name)?;
    let image = image::build(&mut steps, &folder, &name)?;
    steps.summarise();
    println!("{}", archive.display());
    match image {
        Ok(image) => {
            write_checksum(&image)?;
            println!("{}", image.display());
        }
        Err(missing) => println!("without an image: {missing}"),
    }
    Ok(())
}

/// Builds the program for a kind of processors, with its networks beside it.
fn build(steps: &mut Steps, processor: &Processor) -> Result<PathBuf> {
    let host = host()?;
    // Else it needs the libraries of the system that builds it, or what a fresh Windows lacks.
    let is_static = cfg!(any(target_os = "linux", windows));
    let flags = if is_static {
        "-Ctarget-feature=+crt-static"
    } else {
        ""
    };
    let mut build = cargo(&["build", "--locked", "--release", "--package", PROGRAM]);
    // The target is named so that the flags are not those of macros, which are shared libraries.
    build.args(["--no-default-features", "--features", "server", "--target", &host]);
    steps.run(
        &format!("program{}", processor.suffix),
        processor.build(&mut build, flags),
    )?;
    let folder = processor.target_folder();
    let file = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    Ok(folder.join(host).join("release").join(file))
}

/// Packs a folder. The same files make the same archive.
fn pack(folder: &Path, name: &str) -> Result<PathBuf> {
    let archive = folder.with_file_name(format!("{name}.tar.gz"));
    let mut tar = tar::Builder::new(GzEncoder::new(File::create(&archive)?, Compression::best()));
    tar.mode(tar::HeaderMode::Deterministic);
    add_folder(&mut tar, folder, Path::new(name))?;
    tar.into_inner()?.finish()?;
    write_checksum(&archive)?;
    Ok(archive)
}

/// Adds what is in a folder in the order of names, as file systems list it in any.
fn add_folder(tar: &mut tar::Builder<impl Write>, folder: &Path, name: &Path) -> Result<()> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    files.sort();
    for file in files {
        let name = name.join(file.file_name().context("a file has a name")?);
        if file.is_dir() {
            add_folder(tar, &file, &name)?;
        } else {
            tar.append_path_with_name(&file, &name)?;
        }
    }
    Ok(())
}

/// Writes the SHA-256 of a file beside it.
fn write_checksum(file: &Path) -> Result<()> {
    let sum = Sha256::digest(fs::read(file)?);
    let hex: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    let name = file.file_name().context("a file has a name")?.to_string_lossy();
    fs::write(
        file.with_file_name(format!("{name}.sha256")),
        format!("{hex}  {name}\n"),
    )?;
    Ok(())
}
