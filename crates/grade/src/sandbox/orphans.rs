//! Processes that programs leave behind.
//!
//! Every program has a session of its own. On Linux this process adopts what a program's processes leave
//! behind when they end: a child that is in another session than this process, and is no program that still
//! runs, is such an orphan. Under bubblewrap there are none, as its sandbox ends with all its processes.

use std::io;
use std::process::{Child, Command};

#[cfg(target_os = "linux")]
pub(super) use adopted::{adopt, kill_of, spawn};

/// Elsewhere they are only ended with their group.
#[cfg(not(target_os = "linux"))]
pub(super) fn adopt() {}

#[cfg(not(target_os = "linux"))]
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn kill_of(_: &Child) {}

#[cfg(target_os = "linux")]
mod adopted {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

    use super::{Child, Command, io};

    /// The programs that run.
    static PROGRAMS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

    /// How long orphans are looked for, as they may start others meanwhile.
    const TIME: Duration = Duration::from_secs(5);

    fn programs() -> MutexGuard<'static, BTreeSet<u32>> {
        PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes this process the parent of all orphans among its descendants.
    pub(in super::super) fn adopt() {
        // Without it they are only ended with their group.
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Starts a program. Meanwhile none is taken for an orphan.
    pub(in super::super) fn spawn(command: &mut Command) -> io::Result<Child> {
        let mut programs = programs();
        let child = command.spawn()?;
        programs.insert(child.id());
        Ok(child)
    }

    /// Kills all orphans after a program was waited for.
    pub(in super::super) fn kill_of(child: &Child) {
        let mut programs = programs();
        programs.remove(&child.id());
        let until = Instant::now() + TIME;
        while Instant::now() < until {
            let orphans = orphans(&programs);
            if orphans.is_empty() {
                return;
            }
            for orphan in orphans {
                let _ = kill_process(orphan, Signal::KILL);
                let _ = waitpid(Some(orphan), WaitOptions::empty());
            }
        }
    }

    fn orphans(programs: &BTreeSet<u32>) -> Vec<Pid> {
        let own = getpid().as_raw_nonzero().get();
        // `getsid` cannot be asked: a session that began outside a PID namespace has the number 0 inside.
        let Some((_, session)) = parent_and_session(Path::new("/proc/self")) else {
            return Vec::new();
        };
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let found = processes.filter_map(|process| {
            let id: i32 = process.file_name().to_str()?.parse().ok()?;
            let (parent, its_session) = parent_and_session(&process.path())?;
            let is_program = programs.contains(&id.cast_unsigned());
            (parent == own && its_session != session && !is_program).then(|| Pid::from_raw(id))?
        });
        found.collect()
    }

    /// The parent and the session of the process of a folder of `/proc`.
    fn parent_and_session(process: &Path) -> Option<(i32, i32)> {
        let text = std::fs::read_to_string(process.join("stat")).ok()?;
        // After the name: state, parent, group, session.
        let fields: Vec<_> = text.rsplit_once(')')?.1.split_whitespace().take(4).collect();
        let [_, parent, _, session] = fields[..] else {
            return None;
        };
        Some((parent.parse().ok()?, session.parse().ok()?))
    }
}
