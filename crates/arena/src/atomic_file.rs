//! Files that are replaced as a whole or not at all, and locks against two writing processes.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, IntoInnerError, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;

/// How often a lock is acquired whose file its last holder has removed, and the pause between two attempts.
const LOCK_ATTEMPTS: u32 = 1000;
const LOCK_PAUSE: Duration = Duration::from_millis(1);

/// The temporary files and lock files of this process.
static OWN_FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn own_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OWN_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file in [`OWN_FILES`] until it is dropped.
#[derive(Debug)]
struct OwnFile(PathBuf);

impl Drop for OwnFile {
    fn drop(&mut self) {
        own_files().remove(&self.0);
    }
}

/// Removes temporary and lock files and ends the process, also in the middle of [`write_with`].
pub fn exit(status: i32) -> ! {
    // The guard is held to the end, so that no further file is created.
    let files = own_files();
    for path in &*files {
        let _ = fs::remove_file(path);
    }
    std::process::exit(status)
}

/// Replaces the contents of a file; see [`write_with`].
///
/// # Errors
/// Returns an error if the file cannot be written; the old file is then unchanged.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(contents))
}

/// Replaces the contents of a file by what a function writes; if that fails, the old file is unchanged.
///
/// A temporary file beside it takes its name at the end, so that a crash leaves the old file or the new one.
/// A symbolic link stays, and its target is replaced. The new file has the permissions of the old one.
///
/// # Errors
/// Returns an error if the file cannot be written, or that of the function.
pub fn write_with<E: From<io::Error>>(
    path: &Path,
    contents: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let path = &resolve(path)?;
    let (_own, temporary) = create_beside(path)?;
    if let Ok(old) = fs::metadata(path) {
        temporary.as_file().set_permissions(old.permissions())?;
    }
    let mut file = BufWriter::new(temporary.as_file().try_clone()?);
    contents(&mut file)?;
    let file = file.into_inner().map_err(IntoInnerError::into_error)?;
    file.sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Checks that a file could be written, and changes nothing.
///
/// # Errors
/// Returns an error if the path has no file name or no file can be created beside it.
pub fn check_writable(path: &Path) -> io::Result<()> {
    create_beside(&resolve(path)?).map(drop)
}

/// Creates a temporary file beside a path.
fn create_beside(path: &Path) -> io::Result<(OwnFile, NamedTempFile)> {
    let (folder, prefix) = (path.parent().unwrap_or(path), hidden_name(path, ".")?);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    let mut own_files = own_files();
    // As for any new file, the system's mask decides who may read it.
    let temporary = builder.make_in(folder, |path| File::create_new(path))?;
    own_files.insert(temporary.path().to_owned());
    Ok((OwnFile(temporary.path().to_owned()), temporary))
}

/// The exclusive right to write a file among the processes of this program, until it is dropped.
#[derive(Debug)]
pub struct FileLock {
    own: OwnFile,
    _file: File,
}

impl FileLock {
    /// Locks a file, which need not exist, by a hidden file beside it.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::WouldBlock`] if the file is locked already, and another error if the hidden
    /// file cannot be created or locked.
    pub fn acquire(path: &Path) -> io::Result<Self> {
        let path = resolve(path)?;
        let path = path.with_file_name(hidden_name(&path, ".lock")?);
        for _ in 0..LOCK_ATTEMPTS {
            if let Some(lock) = Self::of_opened(&path, File::create(&path)?)? {
                return Ok(lock);
            }
            thread::sleep(LOCK_PAUSE);
        }
        let what = format!("{}: removed by others {LOCK_ATTEMPTS} times", path.display());
        Err(io::Error::other(what))
    }

    /// Locks an opened file; `None` if its last holder has removed it.
    fn of_opened(path: &Path, file: File) -> io::Result<Option<Self>> {
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::new(io::ErrorKind::WouldBlock, "another process is writing it")
            }
            TryLockError::Error(error) => error,
        })?;
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0 {
            return Ok(None);
        }
        own_files().insert(path.to_owned());
        let own = OwnFile(path.to_owned());
        Ok(Some(Self { own, _file: file }))
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // While the lock is held.
        let _ = fs::remove_file(&self.own.0);
    }
}

/// The most symbolic links to a file that does not exist, as the system allows.
const MAX_LINKS: u32 = 40;

/// Returns the absolute path of a file behind its symbolic links, whether it exists or not.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(found) = fs::canonicalize(&path) {
            return Ok(found);
        }
        let Ok(target) = fs::read_link(&path) else {
            break;
        };
        path = path.parent().unwrap_or(&path).join(target);
    }
    std::path::absolute(path)
}

/// Returns the name of a hidden file beside a path: `.run.json.lock` of `run.json`.
fn hidden_name(path: &Path, suffix: &str) -> io::Result<String> {
    let name = path.file_name();
    let name =
        name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"))?;
    Ok(format!(".{}{suffix}", name.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a temporary folder can be created")
    }

    #[test]
    fn a_missing_folder_is_the_systems_error() {
        let path = folder().path().join("missing/file");
        let error = write(&path, b"").expect_err("the folder is missing");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(error.raw_os_error().is_some(), "{error}");
    }

    fn files(folder: &tempfile::TempDir) -> usize {
        fs::read_dir(folder.path()).expect("the folder exists").count()
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = folder();
        let path = folder.path().join("game.record");
        let contents = || fs::read_to_string(&path).expect("it was written");
        for text in ["first", "second"] {
            write(&path, text.as_bytes()).expect("the folder can be written");
            assert_eq!(contents(), text);
        }
        check_writable(&path).expect("the folder can be written");
        assert_eq!(contents(), "second");
        let failed = write_with(&path, |file| {
            file.write_all(b"third")?;
            Err::<(), _>(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!((contents().as_str(), files(&folder)), ("second", 1));
        assert!(write(&folder.path().join("none/game.record"), b"").is_err());
        assert!(write(Path::new("/"), b"").is_err());
        assert!(check_writable(&folder.path().join("none/game.record")).is_err());
    }

    #[test]
    fn a_file_is_registered_while_it_is_written() {
        let folder = folder();
        let path = folder.path().join("tables");
        let of_folder = || {
            own_files()
                .iter()
                .filter(|own| own.starts_with(folder.path()))
                .count()
        };
        write_with(&path, |_| {
            assert_eq!(of_folder(), 1);
            io::Result::Ok(())
        })
        .expect("the folder can be written");
        assert_eq!(of_folder(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn new_files_have_the_usual_permissions() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder();
        let [usual, ours] = ["usual", "ours"].map(|name| folder.path().join(name));
        fs::write(&usual, "").expect("the folder can be written");
        write(&ours, b"").expect("the folder can be written");
        let [usual, ours] =
            [usual, ours].map(|path| fs::metadata(path).expect("it was written").permissions().mode());
        assert_eq!(usual, ours);
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder();
        let path = folder.path().join("run.json");
        write(&path, b"first").expect("the folder can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
        write(&path, b"second").expect("the folder can be written");
        let permissions = fs::metadata(&path).expect("it was written").permissions();
        assert_eq!(permissions.mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_no_file_stays_and_the_file_is_made() {
        let folder = folder();
        let [link, next] = ["link.json", "next.json"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("next.json", &link).expect("the folder can be written");
        std::os::unix::fs::symlink("run.json", &next).expect("the folder can be written");
        write(&link, b"first").expect("the folder can be written");
        assert!(link.is_symlink() && next.is_symlink());
        let file = folder.path().join("run.json");
        assert_eq!(fs::read_to_string(file).expect("it was written"), "first");
        // A circle of links ends too.
        let circle = folder.path().join("circle.json");
        std::os::unix::fs::symlink("circle.json", &circle).expect("the folder can be written");
        check_writable(&circle).expect("the folder can be written");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_file_is_replaced() {
        let folder = folder();
        let other = folder.path().join("other");
        fs::create_dir(&other).expect("the folder can be written");
        let (file, link) = (other.join("game.record"), folder.path().join("link.record"));
        write(&file, b"first").expect("the folder can be written");
        std::os::unix::fs::symlink(&file, &link).expect("the folder can be written");
        check_writable(&link).expect("the folder can be written");
        write(&link, b"second").expect("the folder can be written");
        assert_eq!(fs::read_to_string(&file).expect("it was written"), "second");
        assert!(link.is_symlink());
        let _lock = FileLock::acquire(&link).expect("it is free");
        FileLock::acquire(&file).expect_err("it is locked by its other name");
    }

    #[test]
    fn a_file_is_locked_once() {
        let folder = folder();
        let path = folder.path().join("run.json");
        let lock = FileLock::acquire(&path).expect("it is free");
        let refused = FileLock::acquire(&path).expect_err("it is locked");
        assert_eq!(refused.kind(), io::ErrorKind::WouldBlock);
        FileLock::acquire(&folder.path().join("other.json")).expect("it is free");
        drop(lock);
        FileLock::acquire(&path).expect("it is free again");
        assert_eq!(files(&folder), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_removed_lock_file_locks_nothing() {
        let folder = folder();
        let path = folder.path().join("run.json");
        let lock_path = folder.path().join(".run.json.lock");
        let lock = FileLock::acquire(&path).expect("it is free");
        let [early, late] = [(); 2].map(|()| File::create(&lock_path).expect("the folder can be written"));
        drop(lock);
        let locked = |file| {
            FileLock::of_opened(&lock_path, file)
                .expect("it can be locked")
                .is_some()
        };
        assert!(!locked(early));
        let _lock = FileLock::acquire(&path).expect("it is free");
        assert!(!locked(late));
        FileLock::acquire(&path).expect_err("it is locked");
    }

    #[test]
    fn of_many_threads_one_locks_a_file() {
        let folder = folder();
        let path = folder.path().join("run.json");
        let holders = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        if let Ok(_lock) = FileLock::acquire(&path) {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                            holders.fetch_sub(1, Ordering::SeqCst);
                        }
                    }
                });
            }
        });
    }
}
