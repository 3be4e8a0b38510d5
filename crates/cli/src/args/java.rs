//! Submissions that are Java classes behind the interfaces of an assignment.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::{Arg, ArgMatches};
use quincunx_grade::java::{Assignment, CompileError, JUnitOptions, JavaProgram, Jdk, Part};
use quincunx_grade::sandbox::Limits;

use super::{option, parse_duration, path, path_option};
use crate::output::failure::WrongUse;

const HEADING: &str = "Java";

/// Where Debian has JUnit.
const JARS: &str = "/usr/share/java";

/// Creates the options of a program.
pub(crate) fn program_args() -> [Arg; 3] {
    [
        path_option(
            "java",
            "DIR",
            "Grade the Java classes below DIR, which is in the folder of the submission, instead of COMMAND",
        )
        .conflicts_with("command"),
        framework_arg(),
        option(
            "part",
            "NAME",
            "Grade one part of the assignment with our own other parts",
        )
        .requires("java"),
    ]
    .map(|arg| arg.help_heading(HEADING))
}

/// Creates the options of a test suite.
pub(crate) fn suite_args() -> [Arg; 4] {
    [
        path_option("java", "DIR", "Tests of JUnit 4 or 5: the Java sources below DIR"),
        framework_arg(),
        path_option(
            "jars",
            "DIR",
            "Folder of JUnit's archives [default: /usr/share/java]",
        )
        .requires("java"),
        option("test-time", "TIME", "Time of a test [default: 5s]")
            .value_parser(parse_duration)
            .requires("java"),
    ]
    .map(|arg| arg.help_heading(HEADING))
}

fn framework_arg() -> Arg {
    path_option(
        "framework",
        "DIR",
        "Sources of the assignment's interfaces [default: our own with the same signatures]",
    )
    .requires("java")
}

/// Returns the Java assignment of a game.
pub(crate) fn assignment(game: &str) -> anyhow::Result<&'static Assignment> {
    Assignment::of(game).ok_or_else(|| {
        let games: Vec<&str> = Assignment::games().collect();
        let games = games.join(", ");
        WrongUse::error(format!("{game} has no Java interfaces; games that have: {games}"))
    })
}

/// A submission's classes as the command line names them.
pub(crate) struct JavaSubmission {
    assignment: &'static Assignment,
    jdk: Jdk,
    sources: PathBuf,
    framework: Option<PathBuf>,
    part: Option<&'static Part>,
}

impl JavaSubmission {
    /// Reads the options; `None` without `--java`.
    pub(crate) fn of(matches: &ArgMatches, game: &str) -> anyhow::Result<Option<Self>> {
        let Some(sources) = path(matches, "java") else {
            // Clap does not ask for it beside a command, which it conflicts with.
            let stray = ["part", "framework"]
                .into_iter()
                .find(|name| matches.contains_id(name));
            return stray.map_or(Ok(None), |name| {
                Err(WrongUse::error(format!("--{name} goes with --java only")))
            });
        };
        let assignment = assignment(game)?;
        let part = match matches.get_one::<String>("part") {
            None => None,
            Some(name) => Some(part(assignment, game, name)?),
        };
        Ok(Some(Self {
            assignment,
            jdk: Jdk::find()?,
            sources: sources.to_owned(),
            framework: path(matches, "framework").map(Path::to_owned),
            part,
        }))
    }

    /// Returns whether a rule depends on the submission's classes.
    pub(crate) fn examines(&self, rule: &str) -> bool {
        self.assignment.examines(rule, self.part)
    }

    /// Returns the words that distinguish this submission's settings.
    pub(crate) fn words(&self) -> Vec<String> {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let mut words = vec!["--java".to_owned(), path(&self.sources)];
        if let Some(framework) = &self.framework {
            words.extend(["--framework".to_owned(), path(framework)]);
        }
        if let Some(part) = self.part {
            words.extend(["--part".to_owned(), part.name.to_owned()]);
        }
        words
    }

    /// Compiles the classes in the folder of a submission.
    pub(crate) fn compile(&self, folder: &Path, limits: &Limits) -> Result<JavaProgram, CompileError> {
        let sources = folder.join(&self.sources);
        let framework = self.framework.as_deref();
        let assignment = self.assignment;
        let adapter = &assignment.console;
        JavaProgram::compile(
            assignment, adapter, &self.jdk, limits, &sources, self.part, framework,
        )
    }
}

/// Compiles the player of the Java classes below a folder.
pub(crate) fn compile_player(game: &str, folder: &Path, limits: &Limits) -> anyhow::Result<JavaProgram> {
    let assignment = assignment(game)?;
    let adapter = assignment
        .player
        .as_ref()
        .ok_or_else(|| WrongUse::error(format!("{game} has no Java interface of a player")))?;
    let player = JavaProgram::compile(assignment, adapter, &Jdk::find()?, limits, folder, None, None);
    player.with_context(|| format!("cannot make a player of the Java classes in {}", folder.display()))
}

fn part(assignment: &'static Assignment, game: &str, name: &str) -> anyhow::Result<&'static Part> {
    let parts = || assignment.parts.iter();
    parts().find(|part| part.name == name).ok_or_else(|| {
        let names: Vec<&str> = parts().map(|part| part.name).collect();
        WrongUse::error(if names.is_empty() {
            format!("--part: {game} is graded as a whole only")
        } else {
            format!("--part: expected {}, found {name}", names.join(", "))
        })
    })
}

/// Reads the options of a test suite.
pub(crate) fn junit_options<'a>(matches: &'a ArgMatches, jdk: &'a Jdk) -> JUnitOptions<'a> {
    let time = matches.get_one::<Duration>("test-time").copied();
    JUnitOptions {
        jdk,
        jars: path(matches, "jars").unwrap_or(Path::new(JARS)),
        framework: path(matches, "framework"),
        time: time.unwrap_or(Duration::from_secs(5)),
    }
}
