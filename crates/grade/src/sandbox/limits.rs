//! What a program may use, and how a process gives up the right to more.

use std::ffi::{OsStr, OsString};
use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::kind::Isolation;

/// What one run of a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Time from its start to its end.
    pub wall: Duration,
    /// Processor time of each of its processes, in seconds.
    pub cpu_seconds: u64,
    /// Writable memory of each of its processes, in bytes.
    pub memory: u64,
    /// Bytes that it may print; those on standard error are not counted.
    pub output: u64,
    /// Processes and threads at a time.
    pub processes: u64,
    /// Open files of each of its processes.
    pub open_files: u64,
    /// Bytes of each file that it writes.
    pub file_size: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(10),
            cpu_seconds: 20,
            memory: 2 << 30,
            output: 16 << 20,
            processes: 128,
            open_files: 256,
            file_size: 16 << 20,
        }
    }
}

/// What [`confine`] takes away from the process that calls it and from all that follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confinement {
    pub(crate) limits: Limits,
    pub(crate) isolation: Isolation,
    /// The user and group as which the program runs, if not those of this process.
    pub(crate) user: Option<u32>,
    /// Where files may be read and programs started, for Landlock.
    pub(crate) readable: Vec<OsString>,
    /// Where files may be written, for Landlock.
    pub(crate) writable: OsString,
    /// The program and its arguments.
    pub(crate) command: Vec<OsString>,
}

/// The argument by which a launcher is asked to call [`confine`] with the next one.
pub const CONFINE: &str = "confine";

/// Limits this process as a text that this crate made describes, and replaces it by a program.
///
/// Returns only if that fails.
#[cfg(unix)]
pub fn confine(description: &str) -> io::Error {
    use std::os::unix::process::CommandExt as _;
    let confinement: Confinement = match serde_json::from_str(description) {
        Ok(confinement) => confinement,
        Err(error) => return error.into(),
    };
    if let Err(error) = give_up_rights(&confinement) {
        return error;
    }
    let Some((program, arguments)) = confinement.command.split_first() else {
        return io::Error::new(io::ErrorKind::InvalidInput, "expected a program");
    };
    let mut command = std::process::Command::new(program);
    command.args(arguments);
    if let Some(user) = confinement.user
        && confinement.isolation != Isolation::Bubblewrap
    {
        command.uid(user).gid(user);
    }
    command.exec()
}

/// Elsewhere nothing can be limited.
#[cfg(not(unix))]
pub fn confine(_: &str) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

#[cfg(unix)]
fn give_up_rights(confinement: &Confinement) -> io::Result<()> {
    use rlimit::Resource;
    let limits = &confinement.limits;
    // A session of its own has no terminal to type into.
    rustix::process::setsid()?;
    // Counted before the list of processes is out of sight.
    let others = if confinement.user.is_some() {
        0
    } else {
        own_threads()
    };
    #[cfg(target_os = "linux")]
    if confinement.isolation == Isolation::Landlock {
        restrict_files(&confinement.readable, &confinement.writable)?;
    }
    // Within the grader's own limit, which cannot be raised.
    let (_, hard) = Resource::CPU.get()?;
    let seconds = limits.cpu_seconds.min(hard.saturating_sub(1));
    // The second after the first is for a program that ignores the signal.
    Resource::CPU.set(seconds, seconds + 1)?;
    let mut most = vec![
        (Resource::CORE, 0),
        // Memory that is only reserved does not count, as Java reserves much.
        (Resource::DATA, limits.memory),
        (Resource::NOFILE, limits.open_files),
        (Resource::FSIZE, limits.file_size),
    ];
    if confinement.isolation != Isolation::Bubblewrap {
        // Bubblewrap's sandbox limits its own; the system counts all of a user.
        most.push((Resource::NPROC, others + limits.processes));
    }
    for (resource, most) in most {
        let (_, hard) = resource.get()?;
        resource.set(most.min(hard), most.min(hard))?;
    }
    Ok(())
}

/// Counts the threads of the user of this process, as the system lists them.
#[cfg(unix)]
fn own_threads() -> u64 {
    let uid = rustix::process::getuid().as_raw().to_string();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let threads = processes.filter_map(|process| {
        let status = std::fs::read_to_string(process.path().join("status")).ok()?;
        let field = |name| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()
        };
        (field("Uid:")? == uid).then(|| field("Threads:")?.parse::<u64>().ok())?
    });
    threads.sum()
}

#[cfg(target_os = "linux")]
fn restrict_files(readable: &[OsString], writable: &OsStr) -> io::Result<()> {
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
        RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    let abi = ABI::V6;
    let restrict = || -> Result<RulesetStatus, RulesetError> {
        let rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .add_rules(path_beneath_rules(readable, AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules(
                [OsStr::new("/dev/null"), writable],
                AccessFs::from_all(abi),
            ))?;
        Ok(rules.restrict_self()?.ruleset)
    };
    match restrict().map_err(io::Error::other)? {
        RulesetStatus::NotEnforced => Err(io::ErrorKind::Unsupported.into()),
        _ => Ok(()),
    }
}
