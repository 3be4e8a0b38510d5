//! A submission compiled behind one of our adapters.

use std::path::Path;

use tempfile::TempDir;

use super::assignment::{Adapter, Assignment, CONSOLE, Part};
use super::compiling::{CompileError, compile};
use super::jdk::Jdk;
use super::sources::Sources;
use crate::sandbox::{Limits, Program};

/// A submission compiled behind an adapter: a console or a player. Its class files are deleted on drop.
#[derive(Debug)]
pub struct JavaProgram {
    program: Program,
    _classes: TempDir,
}

impl JavaProgram {
    /// Compiles the sources below a folder behind one of the assignment's adapters.
    ///
    /// Of an assignment in parts, a part alone is joined with our own other parts. The interfaces are those
    /// of the sources in the folder `framework`, else ours.
    ///
    /// # Errors
    /// When a source cannot be read, a class that the assignment requires is missing, the sources do not
    /// compile, or the compiler cannot be run.
    pub fn compile(
        assignment: &Assignment,
        adapter: &Adapter,
        jdk: &Jdk,
        limits: &Limits,
        folder: &Path,
        part: Option<&Part>,
        framework: Option<&Path>,
    ) -> Result<Self, CompileError> {
        let mut sources = Sources::read(folder)?;
        sources.remove_package("quincunx/");
        assignment.put_framework_over(&mut sources, framework)?;
        for own in assignment
            .parts
            .iter()
            .filter(|own| part.is_some_and(|part| part.name != own.name))
        {
            sources.put_over(own.own);
        }
        for class in assignment.required(part) {
            if !sources.contains(&format!("{class}.java")) {
                let class = class.replace('/', ".");
                return Err(CompileError::Messages(format!(
                    "found no source of the class {class}"
                )));
            }
        }
        sources.put_over(assignment.common);
        sources.put_over(CONSOLE);
        sources.put_over(adapter.sources);
        let main = adapter.class;
        let classes = compile(jdk, &sources, &[format!("{}.java", main.replace('.', "/"))], &[])?;
        let path = classes.path().canonicalize()?;
        Ok(Self {
            program: Program {
                command: jdk.java(limits.memory / 4, std::slice::from_ref(&path), main),
                folder: path,
            },
            _classes: classes,
        })
    }

    /// Returns the program, which runs in the folder of its classes.
    #[must_use]
    pub const fn program(&self) -> &Program {
        &self.program
    }
}
