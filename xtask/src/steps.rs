//! Steps of a chore: each a command with a heading, timed; the first failure ends the chore, or its part.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::panic;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

/// The steps of one chore so far.
pub(crate) struct Steps {
    begun: Instant,
    done: Vec<(String, Duration)>,
    /// Where the output goes, if not where ours goes.
    output: Option<File>,
}

impl Default for Steps {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            done: Vec::new(),
            output: None,
        }
    }
}

impl Steps {
    /// Runs a command under a heading; its output goes where ours goes, or where that of this part of a chore
    /// goes.
    ///
    /// # Errors
    /// When it cannot be started or fails.
    pub(crate) fn run(&mut self, heading: &str, command: &mut Command) -> Result<()> {
        let title = format!("\n==> {heading}: {}", shown(command));
        match &mut self.output {
            Some(output) => {
                writeln!(output, "{title}")?;
                command.stdout(output.try_clone()?).stderr(output.try_clone()?);
            }
            None => println!("{title}"),
        }
        let start = Instant::now();
        let status = command
            .stdin(Stdio::null())
            .status()
            .with_context(|| format!("{heading}: `{}` could not be started", shown(command)))?;
        let time = start.elapsed();
        if !status.success() {
            bail!("{heading} failed after {:.1} s ({status})", time.as_secs_f64());
        }
        self.done.push((heading.to_owned(), time));
        Ok(())
    }

    /// Runs commands that must print the same, under a heading.
    ///
    /// # Errors
    /// When one cannot be started or fails, or prints something else than the first.
    pub(crate) fn run_alike(&mut self, heading: &str, commands: &mut [Command]) -> Result<()> {
        println!("\n==> {heading}");
        let start = Instant::now();
        let mut expected = None;
        for command in commands {
            let output = command
                .output()
                .with_context(|| format!("{heading}: `{}` could not be started", shown(command)))?;
            let error = String::from_utf8_lossy(&output.stderr);
            ensure!(
                output.status.success(),
                "{heading}: `{}` failed: {error}",
                shown(command)
            );
            let expected = expected.get_or_insert_with(|| output.stdout.clone());
            ensure!(
                *expected == output.stdout,
                "{heading}: `{}` prints something else",
                shown(command)
            );
        }
        self.done.push((heading.to_owned(), start.elapsed()));
        Ok(())
    }

    /// Does two parts of a chore at a time, each by steps of its own, and returns what both return. The
    /// output of the second one follows that of the first.
    ///
    /// # Errors
    /// When either fails, behind the end of both.
    pub(crate) fn side_by_side<A, B: Send>(
        &mut self,
        first: impl FnOnce(&mut Self) -> Result<A>,
        second: impl FnOnce(&mut Self) -> Result<B> + Send,
    ) -> Result<(A, B)> {
        let mut output = tempfile::tempfile().context("what runs beside has nowhere to write")?;
        let mut beside = Self {
            output: Some(output.try_clone()?),
            ..Self::default()
        };
        let (first, second) = thread::scope(|scope| {
            let second = scope.spawn(|| second(&mut beside));
            let first = first(self);
            (
                first,
                second.join().unwrap_or_else(|panic| panic::resume_unwind(panic)),
            )
        });
        self.done.extend(beside.done);
        output.rewind()?;
        match &mut self.output {
            Some(own) => io::copy(&mut output, own)?,
            None => io::copy(&mut output, &mut io::stdout())?,
        };
        match (first, second) {
            (Err(first), Err(second)) => Err(first.context(format!("{second:#}; and beside it"))),
            (first, second) => Ok((first?, second?)),
        }
    }

    /// Prints what each step took.
    pub(crate) fn summarise(&self) {
        println!();
        for (heading, time) in &self.done {
            println!("ok {:>7.1} s  {heading}", time.as_secs_f64());
        }
        println!("ok {:>7.1} s  in all", self.begun.elapsed().as_secs_f64());
    }
}

/// Selects the libraries of the whole workspace with the features that tests give them, by an example, which
/// needs the dependencies of tests: what tests or lints have compiled is not compiled again.
pub(crate) const WITH_FEATURES_OF_TESTS: [&str; 4] =
    ["--workspace", "--all-features", "--lib", "--example=simulation"];

/// Makes a call of the cargo that runs us, from the root of the workspace, which builds in its `target`.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    // What is built is looked for in `target`.
    command
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("CARGO_BUILD_TARGET_DIR");
    command
}

/// Returns the root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
}

/// Returns the name of this platform, as rustc has it.
///
/// # Errors
/// When rustc does not answer.
pub(crate) fn host() -> Result<String> {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("rustc could not be started")?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.to_owned())
}

/// Returns whether cargo has a subcommand installed.
pub(crate) fn has_cargo(subcommand: &str) -> bool {
    answers(cargo(&[subcommand, "--version"]))
}

/// Returns whether a program is installed.
pub(crate) fn runs(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version");
    answers(command)
}

fn answers(mut command: Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Refuses to go on without a subcommand of cargo.
///
/// # Errors
/// When it is not installed; the error names the command that installs it.
pub(crate) fn require_cargo(subcommand: &str) -> Result<()> {
    if !has_cargo(subcommand) {
        bail!("this needs cargo-{subcommand}; `cargo install --locked cargo-{subcommand}` installs it");
    }
    Ok(())
}

/// Writes a command as it would be typed.
fn shown(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}=\"{}\"", name.to_str()?, value?.to_str()?)));
    let program = Path::new(command.get_program())
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let arguments = command
        .get_args()
        .map(|argument| argument.to_string_lossy().into_owned());
    variables
        .chain([program])
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}
