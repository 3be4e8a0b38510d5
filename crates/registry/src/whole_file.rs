//! Files that are written whole or not at all: what long work has found, and what people keep.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a lock is taken that is found to be another one than the one beside the file, and how long is waited between: others
/// may take theirs away again and again, but not for a second.
const MOST_CLAIMS: u32 = 1000;
const BETWEEN_CLAIMS: Duration = Duration::from_millis(1);

/// What this process has begun beside files that is of use to nobody when it ends: temporary files, and claims.
static BEGUN: Begun = Begun(Mutex::new(BTreeSet::new()));

/// Ends the process in the middle of its work, and removes what that has left beside files.
pub fn abandon(status: i32) -> ! {
    // Until the end, so that nothing more is begun.
    let mut paths = BEGUN.lock();
    Begun::remove(&mut paths);
    std::process::exit(status)
}

/// Files that go when what they are for is done.
struct Begun(Mutex<BTreeSet<PathBuf>>);

impl Begun {
    /// Works with a file, which is to be gone behind it.
    fn during<T>(&self, path: &Path, work: impl FnOnce() -> T) -> T {
        self.lock().insert(path.to_owned());
        let done = work();
        self.lock().remove(path);
        done
    }

    fn remove(paths: &mut BTreeSet<PathBuf>) {
        for path in std::mem::take(paths) {
            // One that is not there, or cannot be removed, is no reason to leave the others.
            let _ = fs::remove_file(path);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a file: into a temporary one beside it first, which then takes its name, so that a crash between leaves the
/// old file or the new one and never half of one.
///
/// # Errors
/// When it cannot be written there; then the old file stays.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_by(path, |file| file.write_all(contents))
}

/// Writes a file in the same way, bit by bit.
///
/// # Errors
/// When it cannot be written there, or the contents fail; then the old file stays.
pub fn write_by<E: From<io::Error>>(
    path: &Path,
    contents: impl FnOnce(&mut BufWriter<fs::File>) -> Result<(), E>,
) -> Result<(), E> {
    let path = &followed(path);
    beside(path, |temporary| {
        let mut file = BufWriter::new(fs::File::create(temporary)?);
        contents(&mut file)?;
        file.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
        Ok(fs::rename(temporary, path)?)
    })
}

/// Keeps other processes of this program from working for the same file, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _file: fs::File,
}

impl Claim {
    /// Claims a file, which need not be there.
    ///
    /// # Errors
    /// When another process has claimed it, the folder cannot be written, or its file system tells of an open file something else
    /// than of its path, so that no lock there means anything.
    pub fn of(path: &Path) -> io::Result<Self> {
        Self::where_told(path, is_at, MOST_CLAIMS)
    }

    /// Claims a file in so many tries at most, where `is_at` tells whether an open file is the one that has a path.
    fn where_told(
        path: &Path,
        is_at: fn(&fs::File, &Path) -> io::Result<bool>,
        tries: u32,
    ) -> io::Result<Self> {
        let path = followed(path);
        let path = path.with_file_name(hidden(&path, "lock")?);
        for _ in 0..tries {
            if let Some(claim) = Self::by(&path, fs::File::create(&path)?, is_at)? {
                return Ok(claim);
            }
            thread::sleep(BETWEEN_CLAIMS);
        }
        Err(io::Error::other(format!(
            "{} was locked {tries} times, and each time the file system told of the open file something else than of the path",
            path.display()
        )))
    }

    /// Claims a file by the file beside it that was opened, unless somebody has taken that away in the meantime: whoever held it
    /// does so in the end, and a lock on what is not there any more keeps nobody out.
    fn by(
        path: &Path,
        file: fs::File,
        is_at: fn(&fs::File, &Path) -> io::Result<bool>,
    ) -> io::Result<Option<Self>> {
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => {
                io::Error::new(io::ErrorKind::WouldBlock, "another process works for it")
            }
            fs::TryLockError::Error(error) => error,
        })?;
        Ok(is_at(&file, path)?.then(|| {
            BEGUN.lock().insert(path.to_owned());
            Self {
                path: path.to_owned(),
                _file: file,
            }
        }))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // While it is locked. Left behind it does no harm, as what counts is who holds it.
        let _ = fs::remove_file(&self.path);
        BEGUN.lock().remove(&self.path);
    }
}

/// Tells whether an open file is the one that has a path.
#[cfg(unix)]
fn is_at(file: &fs::File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;

    let identity = |of: fs::Metadata| (of.dev(), of.ino());
    match fs::metadata(path) {
        Ok(there) => Ok(identity(there) == identity(file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Takes an open file for the one that has a path: the library tells files apart on Unix alone.
#[cfg(not(unix))]
fn is_at(_file: &fs::File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Returns where a file is to which a symbolic link may lead: what is written through a link is written there, and the link stays.
fn followed(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the name of a hidden file beside one.
fn hidden(path: &Path, end: &str) -> io::Result<OsString> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "it names no file");
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or_else(no_name)?);
    name.push(format!(".{end}"));
    Ok(name)
}

/// Sees whether a file could be written there, and changes none.
///
/// # Errors
/// When it could not.
pub fn try_out(path: &Path) -> io::Result<()> {
    beside(&followed(path), |temporary| {
        fs::File::create(temporary)?;
        fs::remove_file(temporary)
    })
}

/// Works with a temporary file beside one, of which nothing is left when that fails.
fn beside<E: From<io::Error>>(path: &Path, work: impl FnOnce(&Path) -> Result<(), E>) -> Result<(), E> {
    let temporary = path.with_file_name(hidden(path, &format!("{}.tmp", std::process::id()))?);
    BEGUN.during(&temporary, || {
        work(&temporary).inspect_err(|_| {
            // What is left of it, if anything, is of no use to anybody.
            let _ = fs::remove_file(&temporary);
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn a_file_is_written_whole_and_nothing_else_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("game.record");
        for text in ["first", "second"] {
            write(&path, text.as_bytes()).expect("the folder can be written");
            assert_eq!(fs::read_to_string(&path).expect("it was written"), text);
        }
        try_out(&path).expect("the folder can be written");
        assert_eq!(fs::read_to_string(&path).expect("it was written"), "second");
        let half = write_by(&path, |file| {
            file.write_all(b"third")?;
            Err::<(), _>(io::Error::other("the disk is full"))
        });
        assert!(half.is_err());
        assert_eq!(fs::read_to_string(&path).expect("it was written"), "second");
        let files = fs::read_dir(folder.path()).expect("the folder is there").count();
        assert_eq!(files, 1);
        assert!(write(&folder.path().join("none/game.record"), b"").is_err());
        assert!(write(Path::new("/"), b"").is_err());
        assert!(try_out(&folder.path().join("none/game.record")).is_err());
    }

    /// Found as left behind: up to gigabytes of what was being saved when a second Ctrl-C came.
    #[test]
    fn what_is_begun_is_removed_when_the_process_ends_in_the_middle() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let begun = Begun(Mutex::default());
        let [half, done, never] = ["half", "done", "never"].map(|name| folder.path().join(name));
        let make = |path: &Path| fs::write(path, "contents").expect("the folder can be written");
        begun.during(&done, || make(&done));
        begun.during(&never, || {
            begun.during(&half, || {
                make(&half);
                Begun::remove(&mut begun.lock());
            });
        });
        assert!(!half.exists() && done.exists());
        make(&half);
        Begun::remove(&mut begun.lock());
        assert!(half.exists(), "nothing is begun any more");
    }

    /// Found as replaced: a link to a file on another disk became a file on this one, and the other stayed as it was.
    #[cfg(unix)]
    #[test]
    fn what_is_written_through_a_link_is_written_where_it_leads() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let there = folder.path().join("there");
        fs::create_dir(&there).expect("the folder can be written");
        let (file, link) = (there.join("game.record"), folder.path().join("link.record"));
        write(&file, b"first").expect("the folder can be written");
        std::os::unix::fs::symlink(&file, &link).expect("the folder can be written");
        try_out(&link).expect("the folder can be written");
        write(&link, b"second").expect("the folder can be written");
        assert_eq!(fs::read_to_string(&file).expect("it was written"), "second");
        assert!(link.is_symlink());
        let _claim = Claim::of(&link).expect("nobody has it");
        Claim::of(&file).expect_err("somebody has it by its other name");
    }

    #[test]
    fn a_file_is_claimed_by_one_at_a_time() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("run.json");
        let claim = Claim::of(&path).expect("nobody has it");
        let refused = Claim::of(&path).expect_err("somebody has it");
        assert_eq!(refused.kind(), io::ErrorKind::WouldBlock);
        Claim::of(&folder.path().join("other.json")).expect("nobody has that");
        drop(claim);
        Claim::of(&path).expect("nobody has it any more");
        assert_eq!(
            fs::read_dir(folder.path()).expect("the folder is there").count(),
            0
        );
    }

    /// Found as missing: whoever opened the lock of a claim just before it was given up, and locked it just after, held what was
    /// not there any more, and the next one claimed the file as well.
    #[cfg(unix)]
    #[test]
    fn a_lock_that_was_taken_away_claims_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("run.json");
        let lock = folder.path().join(".run.json.lock");
        let claim = Claim::of(&path).expect("nobody has it");
        let [early, late] = [(); 2].map(|()| fs::File::create(&lock).expect("the folder can be written"));
        drop(claim);
        assert!(
            Claim::by(&lock, early, is_at)
                .expect("it can be locked")
                .is_none()
        );
        let _claim = Claim::of(&path).expect("nobody has it");
        assert!(Claim::by(&lock, late, is_at).expect("it can be locked").is_none());
        Claim::of(&path).expect_err("somebody has it");
    }

    /// Found as endless.
    #[test]
    fn where_no_lock_is_the_one_that_is_there_nothing_is_claimed() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("run.json");
        let refused = Claim::where_told(&path, |_, _| Ok(false), 3).expect_err("it never is");
        assert!(refused.to_string().contains("was locked 3 times"), "{refused}");
        Claim::of(&path).expect("nobody has it");
    }

    #[test]
    fn of_many_who_claim_a_file_one_has_it() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("run.json");
        let holders = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        if let Ok(_claim) = Claim::of(&path) {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                            holders.fetch_sub(1, Ordering::SeqCst);
                        }
                    }
                });
            }
        });
    }
}
