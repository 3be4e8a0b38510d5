//! Tests of a console as pairs of files.

use std::ffi::OsString;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use quincunx_core::notation::printable;
use quincunx_registry::Examination;
use quincunx_registry::examination::is_refusal;

use crate::sandbox::{End, Program, Sandbox};
use crate::suite::{Outcome, Suite, SuiteError};

/// The most bytes of a file of a test.
const MAX_FILE: u64 = 16 << 20;

/// Pairs of an input and the output that the console is expected to print.
///
/// `NAME.in` is the input, `NAME.out` the output, `NAME.args`, where it exists, holds arguments separated by
/// blanks. One refusal equals every other.
#[derive(Clone, Debug)]
pub struct Transcripts {
    names: Vec<String>,
    tests: Vec<Transcript>,
}

#[derive(Clone, Debug)]
struct Transcript {
    input: String,
    expected: String,
    arguments: Vec<String>,
}

impl Transcripts {
    /// Reads all pairs of a folder.
    ///
    /// # Errors
    /// When the folder or a file cannot be read, the folder has no input, an input has no output, or a file
    /// has more than 16 MiB.
    pub fn read(folder: &Path) -> Result<Self, SuiteError> {
        let error = |path: &Path| {
            let path = path.to_owned();
            move |source| SuiteError::Read { path, source }
        };
        let entries = fs::read_dir(folder).map_err(error(folder))?;
        let mut inputs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inputs.retain(|path| path.extension().is_some_and(|extension| extension == "in"));
        inputs.sort();
        if inputs.is_empty() {
            return Err(SuiteError::Empty(folder.to_owned()));
        }
        let (mut names, mut tests) = (Vec::new(), Vec::new());
        for path in inputs {
            let output = path.with_extension("out");
            if !output.is_file() {
                return Err(SuiteError::NoOutput(path));
            }
            let arguments = path.with_extension("args");
            let arguments = if arguments.is_file() {
                read(&arguments)?
            } else {
                String::new()
            };
            tests.push(Transcript {
                input: read(&path)?,
                expected: read(&output)?,
                arguments: arguments.split_whitespace().map(str::to_owned).collect(),
            });
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            names.push(printable(&name).replace('\n', "\u{fffd}"));
        }
        Ok(Self { names, tests })
    }
}

fn read(path: &Path) -> Result<String, SuiteError> {
    let error = |source| SuiteError::Read {
        path: path.to_owned(),
        source,
    };
    let mut text = String::new();
    let file = fs::File::open(path).map_err(error)?;
    file.take(MAX_FILE + 1).read_to_string(&mut text).map_err(error)?;
    if text.len() as u64 > MAX_FILE {
        return Err(SuiteError::TooLarge {
            path: path.to_owned(),
            limit: MAX_FILE,
        });
    }
    Ok(text)
}

impl Suite for Transcripts {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn run(
        &self,
        sandbox: &Sandbox,
        _: &dyn Examination,
        console: &[OsString],
    ) -> Result<Vec<Outcome>, SuiteError> {
        let program = Program {
            command: console.to_vec(),
            folder: std::env::temp_dir(),
        };
        let passes = |test: &Transcript| {
            let arguments: Vec<&str> = test.arguments.iter().map(String::as_str).collect();
            let run = sandbox.run(&program, &arguments, &test.input);
            if run.end == End::Exit(0) && is_same_text(&test.expected, &run.output) {
                Outcome::Passed
            } else {
                Outcome::Failed
            }
        };
        Ok(self.tests.iter().map(passes).collect())
    }
}

/// Compares outputs line by line; one refusal equals every other. The ends of lines may be those of any
/// system.
fn is_same_text(expected: &str, found: &str) -> bool {
    expected.lines().count() == found.lines().count()
        && expected
            .lines()
            .zip(found.lines())
            .all(|(expected, found)| expected == found || is_refusal(expected) && is_refusal(found))
}
