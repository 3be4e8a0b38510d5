//! The JDK that is installed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

/// The oldest version that compiles the sources of ours.
const OLDEST: u32 = 17;

/// A JDK of a version that suffices.
#[derive(Clone, Debug)]
pub struct Jdk {
    javac: PathBuf,
    java: PathBuf,
}

/// Why there is no JDK.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JdkError {
    /// No compiler was found.
    #[error(
        "found no Java compiler: install a JDK {OLDEST} or later, as by `apt install default-jdk-headless`"
    )]
    Missing,
    /// The compiler cannot be run.
    #[error("{path}: expected the compiler of a JDK {OLDEST} or later")]
    Unusable {
        /// The compiler.
        path: PathBuf,
    },
    /// The compiler is too old.
    #[error("{path}: expected a JDK {OLDEST} or later, found version {version}")]
    TooOld {
        /// The compiler.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
}

impl Jdk {
    /// Finds the JDK of the variable `JAVA_HOME`, else the one on the path.
    ///
    /// # Errors
    /// When there is no `javac`, it cannot be run or has no `java` beside it, or it is older than version 17.
    pub fn find() -> Result<Self, JdkError> {
        let home = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
        let home = home.map(|home| PathBuf::from(home).join("bin"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = home.into_iter().chain(std::env::split_paths(&path));
        let mut found = folders.map(|folder| folder.join("javac"));
        let javac = found.find(|file| file.is_file()).ok_or(JdkError::Missing)?;
        // Links lead to the folder in which `java` is the one of this JDK.
        let javac = javac.canonicalize().map_err(|_| JdkError::Missing)?;
        let java = javac.with_file_name("java");
        let version = version(&javac).filter(|_| java.is_file());
        match version {
            None => Err(JdkError::Unusable { path: javac }),
            Some(version) if version < OLDEST => Err(JdkError::TooOld { path: javac, version }),
            Some(_) => Ok(Self { javac, java }),
        }
    }

    /// Returns a command of the compiler that heeds no options of the environment.
    pub(super) fn javac(&self) -> Command {
        let mut command = Command::new(&self.javac);
        for variable in [
            "CLASSPATH",
            "JDK_JAVAC_OPTIONS",
            "JAVA_TOOL_OPTIONS",
            "_JAVA_OPTIONS",
        ] {
            command.env_remove(variable);
        }
        command.args(["-J-Xmx512m", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"]);
        command
    }

    /// Returns the command line that runs a class with `heap` bytes of memory for its objects. Few threads
    /// and a fast start count more than the speed of long runs.
    pub(super) fn java(&self, heap: u64, class_path: &[PathBuf], main: &str) -> Vec<OsString> {
        let mut command: Vec<OsString> = vec![(&self.java).into(), format!("-Xmx{}k", heap >> 10).into()];
        let options = "-Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
                       -Dfile.encoding=UTF-8 -cp";
        command.extend(options.split_whitespace().map(OsString::from));
        command.extend([joined(class_path), main.into()]);
        command
    }
}

/// Joins the places of classes to one argument.
pub(super) fn joined(class_path: &[PathBuf]) -> OsString {
    let words: Vec<&Path> = class_path.iter().map(PathBuf::as_path).collect();
    let separator = if cfg!(windows) { ";" } else { ":" };
    let mut joined = OsString::new();
    for (place, word) in words.into_iter().enumerate() {
        joined.push(if place == 0 { "" } else { separator });
        joined.push(word);
    }
    joined
}

/// Asks a compiler for its version: 17 of `javac 17.0.15`, 1 of `javac 1.8.0`.
fn version(javac: &Path) -> Option<u32> {
    let mut command = Command::new(javac);
    let output = command.arg("-version").stdin(Stdio::null()).output().ok()?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let version = text.lines().find_map(|line| line.strip_prefix("javac "))?;
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
