//! Which means of the machine keep a program apart, and the command lines that they need.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use thiserror::Error;

use super::kind::Isolation;
use super::limits::{CONFINE, Confinement, Limits};
use super::process::Program;

/// Why programs cannot be isolated.
#[derive(Debug, Error)]
pub enum IsolationError {
    /// The machine has not what it takes.
    #[error("{0} does not work on this machine; {hint}", hint = match .0 {
        Isolation::Bubblewrap => "install Debian's package bubblewrap, and allow user namespaces",
        _ => "it needs a Linux kernel from 5.13 on with Landlock",
    })]
    Missing(Isolation),
    /// A folder for temporary files could not be made.
    #[error("cannot make a temporary folder")]
    Folder(#[from] io::Error),
}

/// Starts programs under limits.
#[derive(Debug)]
pub struct Sandbox {
    /// The program that calls [`confine`](super::confine).
    launcher: PathBuf,
    isolation: Isolation,
    limits: Limits,
    readable: Vec<PathBuf>,
    /// Where programs under Landlock may write.
    scratch: TempDir,
}

/// What every program may read: the system's programs and libraries, and the settings that they need.
const SYSTEM: [&str; 19] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib64",
    "/opt",
    "/etc/alternatives",
    "/etc/group",
    "/etc/java-11-openjdk",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mono",
    "/etc/nsswitch.conf",
    "/etc/passwd",
];

/// What programs under Landlock may read of the kernel's files.
const KERNEL: [&str; 8] = [
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/proc/filesystems",
    "/sys/devices/system/cpu",
    "/dev",
];

impl Sandbox {
    /// Makes a sandbox with the strictest isolation that works here, or with a certain one. `launcher` is the
    /// path of a program that passes the argument after [`CONFINE`] to [`confine`](super::confine); programs
    /// may also read the files of `readable`.
    pub fn new(
        launcher: PathBuf,
        isolation: Option<Isolation>,
        limits: Limits,
        readable: Vec<PathBuf>,
    ) -> Result<Self, IsolationError> {
        let scratch = tempfile::Builder::new().prefix("quincunx-grade-").tempdir()?;
        let mut sandbox = Self {
            launcher,
            isolation: Isolation::None,
            limits,
            readable,
            scratch,
        };
        let candidates = isolation.map_or(Isolation::ALL.to_vec(), |isolation| vec![isolation]);
        for candidate in candidates {
            sandbox.isolation = candidate;
            if candidate == Isolation::None || sandbox.works() {
                return Ok(sandbox);
            }
        }
        Err(IsolationError::Missing(sandbox.isolation))
    }

    /// Returns how programs are isolated.
    #[must_use]
    pub const fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Returns the limits of a run.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns whether a program that does nothing ends well.
    fn works(&self) -> bool {
        let program = Program {
            command: vec!["true".into()],
            folder: self.scratch.path().to_owned(),
        };
        let status = self
            .command(&program, &[])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    }

    /// Returns the command that starts a program with more arguments.
    pub(super) fn command(&self, program: &Program, arguments: &[&str]) -> Command {
        let command = program.command.iter().cloned();
        let command: Vec<OsString> = command.chain(arguments.iter().map(OsString::from)).collect();
        let folder = &program.folder;
        let readable = self.readable(&command, folder);
        let confinement = Confinement {
            limits: self.limits,
            isolation: self.isolation,
            command: match self.isolation {
                Isolation::Bubblewrap => self.bubblewrap(&readable, folder, command),
                _ => command,
            },
            readable,
            writable: self.scratch.path().to_owned(),
        };
        let description = serde_json::to_string(&confinement).expect("a confinement is a JSON object");
        let mut launched = Command::new(&self.launcher);
        launched
            .args([CONFINE, &description])
            .current_dir(folder)
            .env_clear()
            .env("PATH", path())
            .env("HOME", "/tmp")
            .env(
                "TMPDIR",
                match self.isolation {
                    Isolation::Landlock => self.scratch.path(),
                    _ => Path::new("/tmp"),
                },
            )
            .env("LANG", "C.UTF-8");
        launched
    }

    /// Lists what a program may read, without what does not exist.
    fn readable(&self, command: &[OsString], folder: &Path) -> Vec<PathBuf> {
        let kernel = KERNEL.iter().filter(|_| self.isolation == Isolation::Landlock);
        let system = SYSTEM.iter().chain(kernel).map(PathBuf::from);
        let own = self.readable.iter().cloned();
        let installation = command.first().and_then(|program| installation(program, folder));
        system
            .chain(own)
            .chain(installation)
            .chain([folder.to_owned()])
            .filter(|path| path.exists())
            .collect()
    }

    /// Returns the command line by which bubblewrap starts a program.
    fn bubblewrap(&self, readable: &[PathBuf], folder: &Path, command: Vec<OsString>) -> Vec<OsString> {
        let mut line: Vec<OsString> = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
            .map(OsString::from)
            .to_vec();
        let room = self.limits.file_size.to_string();
        let fixed = [
            "--proc", "/proc", "--dev", "/dev", "--size", &room, "--tmpfs", "/tmp",
        ];
        line.extend(fixed.map(OsString::from));
        for path in readable {
            line.extend([OsString::from("--ro-bind"), path.into(), path.into()]);
        }
        // The examiner itself plays every game rightly.
        if readable.iter().any(|path| self.launcher.starts_with(path)) {
            line.extend([
                "--ro-bind".into(),
                "/dev/null".into(),
                self.launcher.clone().into(),
            ]);
        }
        line.extend(["--chdir".into(), folder.into(), "--".into()]);
        line.push("prlimit".into());
        line.push(format!("--nproc={}", self.limits.processes).into());
        line.push("--".into());
        line.extend(command);
        line
    }
}

/// Returns where programs are looked for.
fn path() -> OsString {
    std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into())
}

/// Returns the folder of an interpreter that is installed outside the system's folders: of
/// `/home/ada/python/bin/python3` it is `/home/ada/python`.
fn installation(program: &OsStr, folder: &Path) -> Option<PathBuf> {
    let named = Path::new(program);
    let found = if named.components().count() > 1 {
        folder.join(named)
    } else {
        let path = path();
        std::env::split_paths(&path)
            .map(|folder| folder.join(named))
            .find(|file| file.is_file())?
    };
    let file = found.canonicalize().ok()?;
    if SYSTEM.iter().any(|system| file.starts_with(system)) || file.starts_with(folder) {
        return None;
    }
    let bin = file.parent()?;
    let is_bin = bin
        .file_name()
        .is_some_and(|name| name == "bin" || name == "shims");
    // Never the root or a whole home folder.
    let installation = bin
        .parent()
        .filter(|folder| is_bin && folder.components().count() > 2);
    Some(installation.map_or(file.clone(), Path::to_owned))
}
