//! Sources compiled into a folder of classes.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use thiserror::Error;

use super::jdk::{Jdk, joined};
use super::sources::Sources;

/// Why there are no classes.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The submission does not compile, or lacks something.
    #[error("{0}")]
    Messages(String),
    /// A file cannot be read.
    #[error("cannot read {path}")]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The compiler cannot be run, or its files cannot be written.
    #[error("cannot compile Java sources")]
    Failed(#[from] std::io::Error),
}

/// How long the compiler may take, and the most bytes of its messages that are kept.
const TIME: Duration = Duration::from_secs(120);
const MAX_MESSAGES: u64 = 6_000;

/// Compiles some sources, and all those that they need, into a folder that every user may read.
///
/// Nothing of a submission runs meanwhile, as no annotations are processed.
pub(super) fn compile(
    jdk: &Jdk,
    sources: &Sources,
    roots: &[String],
    jars: &[PathBuf],
) -> Result<TempDir, CompileError> {
    let written = tempfile::Builder::new().prefix("quincunx-sources-").tempdir()?;
    let classes = tempfile::Builder::new().prefix("quincunx-classes-").tempdir()?;
    sources.write(written.path())?;
    let arguments = written.path().join("arguments");
    fs::write(
        &arguments,
        roots
            .iter()
            .map(|root| format!("\"{root}\"\n"))
            .collect::<String>(),
    )?;
    let messages = written.path().join("messages");
    let class_path: Vec<PathBuf> = jars.iter().cloned().chain([classes.path().to_owned()]).collect();
    let mut child = jdk
        .javac()
        .current_dir(written.path())
        .args(["-proc:none", "-encoding", "UTF-8", "-nowarn", "-Xlint:none"])
        .args(["-Xmaxerrs", "20", "-implicit:class", "-sourcepath", ".", "-d"])
        .arg(classes.path())
        .arg("-cp")
        .arg(joined(&class_path))
        .arg("@arguments")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&messages)?)
        .spawn()?;
    let deadline = Instant::now() + TIME;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            break None;
        }
        thread::sleep(Duration::from_millis(10));
    };
    let mut bytes = Vec::new();
    File::open(&messages)?
        .take(MAX_MESSAGES)
        .read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text
        .trim()
        .lines()
        .map(|line| line.strip_prefix("./").unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    match status {
        None => Err(CompileError::Messages(format!(
            "the compiler took longer than {} seconds",
            TIME.as_secs()
        ))),
        Some(status) if !status.success() => Err(CompileError::Messages(if text.is_empty() {
            format!("the compiler ended with {status}")
        } else {
            text
        })),
        Some(_) => {
            open_to_all(classes.path())?;
            Ok(classes)
        }
    }
}

/// Lets every user read a folder: programs that the superuser starts run as other users.
fn open_to_all(folder: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                open_to_all(&entry.path())?;
            } else {
                fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o644))?;
            }
        }
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
