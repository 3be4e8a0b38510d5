//! The Python package: its wheel, and its tests in a virtual environment of their own.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::dist::{NETWORKS, contents};
use crate::processors::{OldProcessor, PROCESSORS};
use crate::steps::{Steps, WITH_FEATURES_OF_TESTS, cargo, root};

#[derive(Args)]
pub(crate) struct Wheel {
    /// Where the wheel is written [default: target/wheels]
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Referees {
    /// How many times as many games they see as in the tests
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
}

/// The Python that is used where none is named, and the variable that names one.
const USUAL: &str = if cfg!(windows) { "python" } else { "python3" };
const VARIABLE: &str = "QUINCUNX_PYTHON";

/// The oldest version that the package is for.
const OLDEST: (u32, u32) = (3, 10);

/// Builds the wheel that people install.
pub(crate) fn wheel(options: &Wheel) -> Result<()> {
    let mut steps = Steps::default();
    let Some(python) = find() else {
        bail!("{}", missing());
    };
    let tools = Environment::make(&mut steps, &python, "wheel", "requirements.txt")?;
    let out = match &options.out {
        Some(out) => std::path::absolute(out)?,
        None => root().join("target/wheels"),
    };
    let mut added = Added::default();
    let in_package = module_folder();
    for (name, file) in &NETWORKS[..1] {
        added.copy(&root().join(file), &in_package.join("networks").join(name))?;
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        for folder in [package(), package().join("contest")] {
            added.copy(&root().join(licence), &folder.join(licence))?;
        }
    }
    let licences = tempfile::NamedTempFile::new()?;
    fs::write(
        &licences,
        contents::licences(&contents::linked_packages("quincunx-python")?)?,
    )?;
    added.copy(licences.path(), &package().join("LICENSE-THIRD-PARTY"))?;
    let (every, newer) = PROCESSORS.split_first().context("there are processors")?;
    let suffix = if cfg!(windows) { "pyd" } else { "so" };
    for processor in newer {
        let mut build = cargo(&["build", "--profile", "wheel", "--package", "quincunx-python"]);
        build
            .args(["--locked", "--no-default-features"])
            .env("PYO3_PYTHON", &tools.python);
        steps.run(
            &format!("extension{}", processor.suffix),
            processor.build(&mut build, ""),
        )?;
        let built = processor.target_folder().join("wheel").join(library());
        added.copy(
            &built,
            &in_package.join(format!("_native{}.{suffix}", processor.suffix)),
        )?;
    }
    let mut build = tools.module(&["maturin", "build", "--locked", "--profile", "wheel"]);
    build.args(["--no-default-features", "--out"]).arg(&out);
    build.arg("--interpreter").arg(&tools.python);
    steps.run("Python package", every.build(&mut build, ""))?;
    let mut build = tools.module(&["pip", "wheel", "--no-deps", "--quiet", "--wheel-dir"]);
    steps.run("its network for contests", build.arg(&out).arg("./contest"))?;
    try_wheels(&mut steps, &python, &out)?;
    steps.summarise();
    Ok(())
}

/// What is played with the installed wheels.
const TRIAL: &str = "\
import quincunx
is_faster = quincunx._native._is_x86_64_v3_wanted()
assert is_faster == ('x86-64-v3' in quincunx._native.__file__), quincunx._native.__file__
for game, agents, options in [
    ('connect-four', ['level:3', 'level:2'], {}),
    ('2048', 'expectimax:depth=1', {'games': 1, 'plies': 20}),
    ('2048', 'level:5', {'games': 1, 'plies': 5, 'scoring': 'contest'}),
    ('shariki', 'level:1', {}),
]:
    print(quincunx.simulate(game, agents, seed=1, **{'games': 2, **options}).text)
";

/// Installs the wheels as people do, and plays, also as an emulated old processor.
fn try_wheels(steps: &mut Steps, python: &Path, wheels: &Path) -> Result<()> {
    let environment = Environment::create(steps, python, "trial")?;
    let mut install = environment.module(&["pip", "install", "--quiet", "--no-index", "--force-reinstall"]);
    install.arg("--find-links").arg(wheels).arg("quincunx[contest]");
    steps.run("installed wheels", &mut install)?;
    let mut calls = vec![
        Command::new(&environment.python),
        Command::new(&environment.python),
    ];
    calls[1].env("QUINCUNX_PROCESSOR", "any");
    calls.extend(OldProcessor::find().map(|old| old.command(&environment.python)));
    for call in &mut calls {
        call.args(["-c", TRIAL]).current_dir(wheels);
    }
    steps.run_alike("games with the installed wheels", &mut calls)
}

/// Files that are put into the package for a wheel, and removed at the end, as tests take what is there.
#[derive(Default)]
struct Added(Vec<PathBuf>);

impl Added {
    fn copy(&mut self, from: &Path, to: &Path) -> Result<()> {
        let folder = to.parent().context("a file lies in a folder")?;
        fs::create_dir_all(folder)?;
        self.0.push(to.to_owned());
        fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
        Ok(())
    }
}

impl Drop for Added {
    fn drop(&mut self) {
        for file in &self.0 {
            let _ = fs::remove_file(file);
        }
    }
}

/// Returns what cargo calls the library of the extension.
fn library() -> String {
    format!("{DLL_PREFIX}quincunx_python{DLL_SUFFIX}")
}

/// Lets other programs judge the games, more of them than the tests do, and with what is some gigabytes to
/// install.
pub(crate) fn referees(options: &Referees) -> Result<()> {
    let mut steps = Steps::default();
    let Some(python) = find() else {
        bail!("{}", missing());
    };
    let environment = Environment::make(&mut steps, &python, "referees", "tests/referees.txt")?;
    build_extension(&mut steps)?;
    let files =
        ["test_referees.py", "test_jumanji.py", "test_baselines.py"].map(|file| format!("tests/{file}"));
    let mut ask = environment.module(&["pytest", "--quiet", "--durations", "0"]);
    steps.run(
        "referees",
        ask.arg(format!("--games={}", options.games)).args(files),
    )?;
    steps.summarise();
    Ok(())
}

/// Makes the virtual environment of the tests, if there is a Python.
pub(crate) fn prepare(steps: &mut Steps) -> Result<Option<Environment>> {
    let Some(python) = find() else {
        return Ok(None);
    };
    let environment = Environment::make(steps, &python, "venv", "tests/requirements.txt")?;
    environment.require(steps, &["--no-deps", "--requirement", "tests/alone.txt"])?;
    Ok(Some(environment))
}

/// Builds the extension, and tests the package; returns what was left out and why.
pub(crate) fn test(steps: &mut Steps, environment: Option<Environment>) -> Result<Option<String>> {
    let Some(environment) = environment else {
        return Ok(Some(format!("tests of the Python package ({})", missing())));
    };
    build_extension(steps)?;
    steps.run(
        "type stubs of the Python package",
        &mut environment.module(&["mypy.stubtest", "--concise", "quincunx._native"]),
    )?;
    steps.run(
        "types of the Python package",
        &mut environment.module(&["mypy", "python/quincunx", "tests", "benches", "examples"]),
    )?;
    steps.run(
        "tests of the Python package",
        &mut environment.module(&["pytest", "--quiet", "--durations", "10"]),
    )?;
    Ok(None)
}

/// A virtual environment with what building and testing take.
pub(crate) struct Environment {
    python: PathBuf,
}

impl Environment {
    /// Makes the one of a name, or brings it up to date: with what a file requires.
    pub(crate) fn make(steps: &mut Steps, python: &Path, name: &str, requirements: &str) -> Result<Self> {
        let this = Self::create(steps, python, name)?;
        this.require(steps, &["--requirement", requirements])?;
        Ok(this)
    }

    /// Makes the one of a name for the version of an interpreter, with nothing installed, unless it is there.
    fn create(steps: &mut Steps, python: &Path, name: &str) -> Result<Self> {
        let venv = folder().join(format!("{name}-{}", version(python)?));
        let inside = if cfg!(windows) {
            "Scripts/python.exe"
        } else {
            "bin/python"
        };
        let this = Self {
            python: venv.join(inside),
        };
        if !this.python.is_file() {
            let mut make = Command::new(python);
            make.args(["-m", "venv"]).arg(&venv);
            steps.run("virtual environment of Python", &mut make)?;
        }
        Ok(this)
    }

    /// Installs packages, unless they are there.
    fn require(&self, steps: &mut Steps, packages: &[&str]) -> Result<()> {
        let mut install = self.module(&["pip", "install", "--quiet", "--disable-pip-version-check"]);
        steps.run("packages of Python", install.args(packages))
    }

    /// Creates a call of a module, in the folder of the package, which it can import.
    pub(crate) fn module(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.python);
        command.arg("-m").args(arguments).current_dir(package());
        command.env("PYTHONPATH", package().join("python"));
        command
    }
}

/// Builds the extension, and puts it beside the Python files of the package.
pub(crate) fn build_extension(steps: &mut Steps) -> Result<()> {
    remove_leftovers()?;
    let mut build = cargo(&["build", "--locked"]);
    steps.run("extension module of Python", build.args(WITH_FEATURES_OF_TESTS))?;
    let suffix = if cfg!(windows) { "pyd" } else { "abi3.so" };
    let from = root().join("target/debug").join(library());
    let to = module_folder().join(format!("_native.{suffix}"));
    fs::copy(&from, &to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Removes what a [`wheel`] that was interrupted has left, as Python would load it.
fn remove_leftovers() -> Result<()> {
    for entry in fs::read_dir(module_folder())? {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        let name = name.to_string_lossy();
        if name == "networks" {
            fs::remove_dir_all(path)?;
        } else if name.starts_with("_native-") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn package() -> PathBuf {
    root().join("crates/python")
}

/// Returns where the Python files of the package lie, and its extension.
fn module_folder() -> PathBuf {
    package().join("python/quincunx")
}

/// Returns where all that is made for Python lies.
fn folder() -> PathBuf {
    root().join("target/python")
}

/// Finds an interpreter that is new enough.
pub(crate) fn find() -> Option<PathBuf> {
    let program = std::env::var_os(VARIABLE).map_or_else(|| PathBuf::from(USUAL), PathBuf::from);
    let mut ask = Command::new(&program);
    let (major, minor) = OLDEST;
    let is_new = format!("import sys, venv, ensurepip; sys.exit(sys.version_info < ({major}, {minor}))");
    let answer = ask.args(["-c", &is_new]).output().ok()?;
    answer.status.success().then_some(program)
}

/// Returns the version of an interpreter, as `3.13`, or `3.13t` without the global lock.
fn version(python: &Path) -> Result<String> {
    let ask = "import sys, sysconfig; free = sysconfig.get_config_var('Py_GIL_DISABLED'); \
               print('%d.%d%s' % (*sys.version_info[:2], 't' if free else ''))";
    let answer = Command::new(python).args(["-c", ask]).output()?;
    ensure!(
        answer.status.success(),
        "{} does not say its version",
        python.display()
    );
    let answer = String::from_utf8(answer.stdout)?;
    Ok(answer.trim().to_owned())
}

pub(crate) fn missing() -> String {
    let (major, minor) = OLDEST;
    format!(
        "no Python {major}.{minor} or newer that can make virtual environments answers as `{USUAL}`; \
         {VARIABLE} names one that is called otherwise"
    )
}
