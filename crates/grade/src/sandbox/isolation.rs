//! Which means of the machine keep a program apart, and the command lines that they need.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use quincunx_search::StopToken;
use tempfile::TempDir;
use thiserror::Error;

use super::kind::Isolation;
use super::limits::{CONFINE, Confinement, Limits};
use super::orphans;
use super::process::Program;

/// Why programs cannot be isolated.
#[derive(Debug, Error)]
pub enum IsolationError {
    /// The machine has not what it takes.
    #[error("{0} does not work on this machine; {hint}", hint = match .0 {
        Isolation::Bubblewrap => "install Debian's package bubblewrap, and allow user namespaces",
        Isolation::Landlock => "it needs a Linux kernel from 5.13 on with Landlock",
        Isolation::None => "programs cannot be limited here",
    })]
    Missing(Isolation),
    /// The machine isolates no programs, and nobody asked for it.
    #[error(
        "this machine isolates no programs: install Debian's package bubblewrap, or let them do with your \
         files what they like by `--isolation none`"
    )]
    Nothing,
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
    /// Holds a folder for each run under Landlock.
    scratch: TempDir,
    /// The folders that were looked through, and whether every user may read them.
    open_folders: Mutex<BTreeMap<PathBuf, bool>>,
    /// Ends the runs in progress; examinations stop between two runs.
    pub stop: StopToken,
}

/// What every program may read: the system's programs and libraries, and the settings that they need.
const SYSTEM: [&str; 15] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib64",
    "/opt",
    "/etc/alternatives",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mono",
    "/etc/nsswitch.conf",
    "/etc/passwd",
];

/// What programs under Landlock may read of the kernel's files.
const KERNEL: [&str; 12] = [
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/proc/filesystems",
    "/sys/devices/system/cpu",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

impl Sandbox {
    /// Makes a sandbox with the strictest isolation that works here, or with a certain one. `launcher` is the
    /// path of a program that passes the argument after [`CONFINE`] to [`confine`](super::confine); programs
    /// may also read the files of `readable`.
    ///
    /// # Errors
    /// When the isolation that is asked for does not work here, none of bubblewrap and Landlock does where
    /// none is asked for, or a temporary folder cannot be made.
    pub fn new(
        launcher: PathBuf,
        isolation: Option<Isolation>,
        limits: Limits,
        readable: Vec<PathBuf>,
    ) -> Result<Self, IsolationError> {
        let scratch = tempfile::Builder::new().prefix("quincunx-grade-").tempdir()?;
        open_to_others(scratch.path(), 0o711)?;
        let mut sandbox = Self {
            launcher,
            isolation: Isolation::None,
            limits,
            readable,
            scratch,
            open_folders: Mutex::default(),
            stop: StopToken::default(),
        };
        // Without isolation programs run only where that is asked for.
        let candidates = isolation.map_or(vec![Isolation::Bubblewrap, Isolation::Landlock], |one| vec![one]);
        for candidate in candidates {
            sandbox.isolation = candidate;
            // Elsewhere nothing can be limited.
            if candidate == Isolation::None && cfg!(unix) || sandbox.works() {
                if candidate != Isolation::Bubblewrap {
                    orphans::adopt();
                }
                return Ok(sandbox);
            }
        }
        Err(isolation.map_or(IsolationError::Nothing, IsolationError::Missing))
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

    /// Lets each process take the processor time of a day. For a machine of Java that runs many tests, whose
    /// time is limited for each of them.
    pub const fn lift_cpu_limit(&mut self) {
        self.limits.cpu_seconds = 86_400;
    }

    /// Returns whether the number of processes of programs in a folder is limited: the system does not limit
    /// the superuser's, and other users may not be able to read the folder.
    #[must_use]
    pub fn limits_processes(&self, program: &Program) -> bool {
        let readable = self.readable(&program.command, &program.folder);
        !is_superuser() || self.user(&readable, &program.folder).is_some()
    }

    /// Returns a user of its own for a run that the superuser starts, so that its processes can be limited;
    /// none where another user could not read what the program needs.
    fn user(&self, readable: &[PathBuf], folder: &Path) -> Option<u32> {
        if !is_superuser() {
            return None;
        }
        // Bubblewrap makes the folders above them anew.
        let has_parents = self.isolation != Isolation::Bubblewrap;
        let mut needed = readable.iter().flat_map(|path| {
            let above = path.ancestors().skip(1).filter(move |_| has_parents);
            std::iter::once(path.as_path()).chain(above)
        });
        let is_open = needed.all(is_open_to_others) && self.is_folder_open(folder);
        // Drawn, as a number that counts would show programs which run it is.
        is_open.then(|| FIRST_USER + RandomState::new().hash_one(()) as u32 % USERS)
    }

    /// Returns whether every user may read all files of a folder. It is looked through once.
    fn is_folder_open(&self, folder: &Path) -> bool {
        let mut folders = self.open_folders.lock().expect("nothing panics with it");
        if let Some(&is_open) = folders.get(folder) {
            return is_open;
        }
        let mut found = vec![folder.to_owned()];
        let mut is_open = true;
        let mut next = 0;
        while let Some(path) = found.get(next) {
            is_open &= is_open_to_others(path) && next < MAX_FILES;
            if !is_open {
                break;
            }
            if path.is_dir() && !path.is_symlink() {
                let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
                found.extend(entries.map(|entry| entry.path()).collect::<Vec<_>>());
            }
            next += 1;
        }
        folders.insert(folder.to_owned(), is_open);
        is_open
    }

    /// Returns whether a program that does nothing ends well.
    fn works(&self) -> bool {
        let program = Program {
            command: vec!["true".into()],
            folder: self.scratch.path().to_owned(),
        };
        let status = self
            .command(&program, &[], self.scratch.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    }

    /// Makes the folder in which a run under Landlock may write; under bubblewrap it has a `/tmp` of its own.
    pub(super) fn make_scratch(&self) -> io::Result<Option<TempDir>> {
        if self.isolation != Isolation::Landlock {
            return Ok(None);
        }
        let scratch = tempfile::tempdir_in(self.scratch.path())?;
        open_to_others(scratch.path(), 0o1777)?;
        Ok(Some(scratch))
    }

    /// Checks that there is such a program.
    ///
    /// # Errors
    /// When there is no such file: a path is looked for in the program's folder, a name alone in `PATH`.
    pub fn check(&self, program: &Program) -> io::Result<()> {
        let name = program
            .command
            .first()
            .map_or(OsStr::new(""), OsString::as_os_str);
        match find(name, &program.folder) {
            Some(_) => Ok(()),
            None => {
                let folder = program.folder.display();
                let message = format!(
                    "found no program {} in {folder} or on the path",
                    Path::new(name).display()
                );
                Err(io::Error::new(io::ErrorKind::NotFound, message))
            }
        }
    }

    /// Returns the command that starts a program with more arguments.
    pub(super) fn command(&self, program: &Program, arguments: &[&str], scratch: &Path) -> Command {
        let command = program.command.iter().cloned();
        let command: Vec<OsString> = command.chain(arguments.iter().map(OsString::from)).collect();
        let folder = &program.folder;
        let readable = self.readable(&command, folder);
        let user = self.user(&readable, folder);
        let confinement = Confinement {
            limits: self.limits,
            isolation: self.isolation,
            user,
            command: match self.isolation {
                Isolation::Bubblewrap => self.bubblewrap(&readable, folder, user, command),
                _ => command,
            },
            readable: readable.into_iter().map(PathBuf::into_os_string).collect(),
            writable: scratch.into(),
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
                    Isolation::Landlock => scratch,
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
        let program = command.first().map_or(OsStr::new(""), OsString::as_os_str);
        let all = system
            .chain(own)
            .chain(installation(program, folder))
            .chain([folder.to_owned()])
            .filter(|path| path.exists());
        if self.isolation == Isolation::Landlock && !self.is_launcher(command) {
            return all.flat_map(|path| without(path, &self.launcher)).collect();
        }
        all.collect()
    }

    /// Returns whether a command runs the examiner itself. It plays every game rightly, so other programs do
    /// not get to see it.
    fn is_launcher(&self, command: &[OsString]) -> bool {
        let program = command.first();
        program.is_some_and(|program| self.launcher == Path::new(program))
    }

    /// Returns the command line by which bubblewrap starts a program.
    fn bubblewrap(
        &self,
        readable: &[PathBuf],
        folder: &Path,
        user: Option<u32>,
        command: Vec<OsString>,
    ) -> Vec<OsString> {
        let mut line = words("bwrap --die-with-parent --new-session");
        line.extend(words(match user {
            // In a namespace of users nobody but the superuser would be there.
            Some(_) => "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try",
            None => "--unshare-all",
        }));
        let room = self.limits.file_size;
        line.extend(words(&format!("--perms 1777 --size {room} --tmpfs /tmp")));
        // By itself it makes the folders above the others for its own user alone.
        let above: BTreeSet<&Path> = readable
            .iter()
            .flat_map(|path| path.ancestors().skip(1))
            .collect();
        for folder in above
            .into_iter()
            .filter(|&folder| folder != Path::new("/") && folder != Path::new("/tmp"))
        {
            line.extend(words("--perms 0755 --dir"));
            line.push(folder.into());
        }
        for path in readable {
            line.extend([OsString::from("--ro-bind"), path.into(), path.into()]);
        }
        if !self.is_launcher(&command) && readable.iter().any(|path| self.launcher.starts_with(path)) {
            line.extend([
                "--ro-bind".into(),
                "/dev/null".into(),
                self.launcher.clone().into(),
            ]);
        }
        line.extend(words(&format!(
            "--proc /proc --dev /dev --perms 1777 --size {room} --tmpfs /dev/shm --remount-ro /dev \
             --remount-ro / --chdir"
        )));
        line.extend([folder.into(), "--".into()]);
        if let Some(user) = user {
            line.extend(words(&format!(
                "setpriv --reuid={user} --regid={user} --clear-groups --inh-caps=-all --bounding-set=-all \
                 --no-new-privs --"
            )));
        }
        line.extend(words(&format!("prlimit --nproc={} --", self.limits.processes)));
        line.extend(command);
        line
    }
}

/// The first of the users as which programs of the superuser run, and how many there are.
const FIRST_USER: u32 = 1 << 30;
const USERS: u32 = 1 << 29;

/// The most files of a folder that are looked at.
const MAX_FILES: usize = 20_000;

/// Gives a folder of the superuser a mode that lets in the users as which programs run.
fn open_to_others(folder: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    if is_superuser() {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(mode))?;
    }
    #[cfg(not(unix))]
    let _ = (folder, mode);
    Ok(())
}

fn is_superuser() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    false
}

/// Returns whether every user may read a file, or list a folder and go through it.
fn is_open_to_others(path: &Path) -> bool {
    #[cfg(unix)]
    return std::fs::metadata(path).is_ok_and(|metadata| {
        use std::os::unix::fs::PermissionsExt as _;
        let needed = if metadata.is_dir() { 0o5 } else { 0o4 };
        metadata.permissions().mode() & needed == needed
    });
    #[cfg(not(unix))]
    path.exists()
}

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

/// Returns where programs are looked for.
fn path() -> OsString {
    std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into())
}

/// Finds the file of a program: by a path in its folder, or by its name where programs are looked for.
fn find(program: &OsStr, folder: &Path) -> Option<PathBuf> {
    let named = Path::new(program);
    if named.components().count() > 1 {
        return Some(folder.join(named)).filter(|file| file.is_file());
    }
    std::env::split_paths(&path())
        .map(|folder| folder.join(named))
        .find(|file| file.is_file())
}

/// Lists what belongs to a program outside the system's folders: the folder in which an interpreter is
/// installed, as `/home/ada/python` for `/home/ada/python/bin/python3`, a virtual environment of Python, and
/// what a JDK links to as its settings.
fn installation(program: &OsStr, folder: &Path) -> Vec<PathBuf> {
    let above_bin = |file: &Path| Some(file.parent()?.parent()?.to_owned());
    let Some((found, file)) =
        find(program, folder).and_then(|found| Some((found.clone(), found.canonicalize().ok()?)))
    else {
        return Vec::new();
    };
    let environment = above_bin(&found).filter(|root| root.join("pyvenv.cfg").is_file());
    let root = above_bin(&file);
    let is_bin = file
        .parent()
        .and_then(Path::file_name)
        .is_some_and(|name| name == "bin" || name == "shims");
    let is_small = |root: &PathBuf| root.components().count() > 2 && !contains_home_directory(root);
    let own = match root.clone().filter(|root| is_bin && is_small(root)) {
        Some(root) => root,
        None => file.clone(),
    };
    let is_hidden =
        |path: &PathBuf| !path.starts_with(folder) && !SYSTEM.iter().any(|system| path.starts_with(system));
    let all = [own]
        .into_iter()
        .chain(environment)
        .chain(root.iter().flat_map(|root| settings_of_jdk(root)));
    all.filter(is_hidden).collect()
}

/// Lists the folders in `/etc` to which a JDK's `conf` leads.
fn settings_of_jdk(root: &Path) -> BTreeSet<PathBuf> {
    if !root.join("lib/modules").is_file() {
        return BTreeSet::new();
    }
    let conf = root.join("conf");
    let entries = std::fs::read_dir(&conf).into_iter().flatten().flatten();
    let real = entries
        .map(|entry| entry.path())
        .chain([conf])
        .filter_map(|path| path.canonicalize().ok());
    let settings = real.filter(|path| path.starts_with("/etc") && path.components().count() > 2);
    settings.map(|path| path.components().take(3).collect()).collect()
}

/// Returns whether a folder is or holds somebody's home.
#[must_use]
pub fn contains_home_directory(folder: &Path) -> bool {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let homes = users
        .lines()
        .filter_map(|user| user.split(':').nth(5).map(PathBuf::from));
    let own = std::env::var_os("HOME").map(PathBuf::from);
    let real = |home: PathBuf| home.canonicalize().unwrap_or(home);
    folder.components().count() <= 2
        || own
            .into_iter()
            .chain(homes)
            .any(|home| real(home).starts_with(folder))
}

/// Lists what a folder holds beside a file in it.
fn without(folder: PathBuf, file: &Path) -> Vec<PathBuf> {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.clone());
    if real == file {
        return Vec::new();
    }
    if !file.starts_with(&real) {
        return vec![folder];
    }
    let entries = std::fs::read_dir(&real).into_iter().flatten().flatten();
    entries.flat_map(|entry| without(entry.path(), file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_never_shown_whole() {
        let home = PathBuf::from(std::env::var_os("HOME").expect("there is a home"));
        let home = home.canonicalize().expect("it is there");
        assert!(contains_home_directory(&home) && contains_home_directory(Path::new("/")));
        assert!(!contains_home_directory(&home.join("python")));
    }

    #[test]
    fn a_folder_is_listed_without_one_file() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let folder = folder.path().canonicalize().expect("it is there");
        std::fs::create_dir_all(folder.join("bin/other")).expect("the folder can be written");
        for name in ["bin/own", "bin/python", "text"] {
            std::fs::write(folder.join(name), "").expect("the folder can be written");
        }
        let mut listed = without(folder.clone(), &folder.join("bin/own"));
        listed.sort();
        assert_eq!(
            listed,
            ["bin/other", "bin/python", "text"].map(|name| folder.join(name))
        );
        assert_eq!(
            without(folder.join("bin/other"), &folder.join("bin/own")),
            [folder.join("bin/other")]
        );
    }
}
