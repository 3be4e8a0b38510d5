//! A disk that loses power: a file system in memory that forgets what was not synced.
//!
//! It holds files in one folder. Bytes are kept when their file is synced, names when the folder is. Of what
//! was written since, a power failure takes all or every other piece of 4 KiB, as a disk may have written
//! some of it in any order.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use fuser::{
    BackgroundSession, Config, Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags, Generation,
    INodeNo, LockOwner, OpenFlags, ReplyAttr, ReplyCreate, ReplyData, ReplyDirectory, ReplyEmpty, ReplyEntry,
    ReplyStatfs, ReplyWrite, Request, TimeOrNow, WriteFlags,
};
use tempfile::TempDir;

use crate::server::folder;

/// What a disk writes at once.
const PIECE: usize = 4096;

/// How long the system may remember names and sizes, which nobody else changes.
const REMEMBERED: Duration = Duration::from_secs(1);

/// The disk, in a folder of its own.
pub(crate) struct Disk {
    /// Before the folder, which cannot be removed while it is mounted.
    mounted: Option<BackgroundSession>,
    folder: TempDir,
    contents: Shared,
    failures: usize,
}

#[derive(Clone)]
struct Shared(Arc<Mutex<Contents>>);

struct Contents {
    owner: (u32, u32),
    files: HashMap<u64, File>,
    names: BTreeMap<OsString, u64>,
    synced_names: BTreeMap<OsString, u64>,
    last_file: u64,
}

#[derive(Default)]
struct File {
    mode: u16,
    bytes: Vec<u8>,
    /// What was done since it was synced.
    changes: Vec<Change>,
}

/// Some bytes of a file became others. At the end of a file that changes its length.
struct Change {
    at: usize,
    before: Vec<u8>,
    after: Vec<u8>,
    /// The file's length before.
    length: usize,
}

impl Disk {
    /// Makes an empty disk.
    ///
    /// # Errors
    /// When the system does not let this user mount file systems.
    pub(crate) fn new() -> Result<Self> {
        let folder = folder()?;
        let metadata = folder.path().metadata()?;
        let contents = Contents {
            owner: (metadata.uid(), metadata.gid()),
            files: HashMap::new(),
            names: BTreeMap::new(),
            synced_names: BTreeMap::new(),
            last_file: INodeNo::ROOT.0,
        };
        let mut disk = Self {
            folder,
            contents: Shared(Arc::new(Mutex::new(contents))),
            mounted: None,
            failures: 0,
        };
        disk.mount()?;
        Ok(disk)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Loses power and comes back, when nobody uses it.
    pub(crate) fn lose_power(&mut self) -> Result<()> {
        if let Some(mounted) = self.mounted.take() {
            mounted.umount_and_join().context("the disk is in use")?;
        }
        self.contents.lock().lose_power(self.failures);
        self.failures += 1;
        self.mount()
    }

    fn mount(&mut self) -> Result<()> {
        let mounted = fuser::spawn_mount(self.contents.clone(), self.folder.path(), &Config::default());
        self.mounted = Some(mounted.context("a disk that forgets needs FUSE and the rights of root")?);
        Ok(())
    }
}

impl Contents {
    fn lose_power(&mut self, failures: usize) {
        for file in self.files.values_mut() {
            file.lose_power(failures);
        }
        self.names.clone_from(&self.synced_names);
        let names = &self.names;
        self.files
            .retain(|file, _| names.values().any(|named| named == file));
    }

    fn attributes(&self, node: INodeNo) -> Option<FileAttr> {
        let (kind, perm, size) = match self.files.get(&node.0) {
            _ if node == INodeNo::ROOT => (FileType::Directory, 0o700, 0),
            Some(file) => (FileType::RegularFile, file.mode, file.bytes.len() as u64),
            None => return None,
        };
        Some(FileAttr {
            ino: node,
            size,
            blocks: size.div_ceil(512),
            atime: UNIX_EPOCH,
            mtime: UNIX_EPOCH,
            ctime: UNIX_EPOCH,
            crtime: UNIX_EPOCH,
            kind,
            perm,
            nlink: 1,
            uid: self.owner.0,
            gid: self.owner.1,
            rdev: 0,
            blksize: PIECE as u32,
            flags: 0,
        })
    }
}

impl File {
    /// Writes bytes, behind zeros if they begin beyond the end.
    fn write(&mut self, at: usize, bytes: &[u8]) {
        let length = self.bytes.len();
        let from = at.min(length);
        let before = self.bytes[from..length.min(at + bytes.len())].to_vec();
        let mut after = vec![0; at - from];
        after.extend_from_slice(bytes);
        self.bytes.resize(length.max(at + bytes.len()), 0);
        self.bytes[from..at + bytes.len()].copy_from_slice(&after);
        self.changes.push(Change {
            at: from,
            before,
            after,
            length,
        });
    }

    fn resize(&mut self, length: usize) {
        let old = self.bytes.len();
        if length > old {
            self.write(old, &vec![0; length - old]);
        } else if length < old {
            let before = self.bytes.split_off(length);
            self.changes.push(Change {
                at: length,
                before,
                after: Vec::new(),
                length: old,
            });
        }
    }

    /// Forgets what was not synced: all of it at the first failure, then one half and the other half in
    /// turn.
    fn lose_power(&mut self, failures: usize) {
        for change in self.changes.iter().rev() {
            self.bytes.resize(change.length, 0);
            self.bytes[change.at..change.at + change.before.len()].copy_from_slice(&change.before);
        }
        let mut pieces = 0;
        for change in std::mem::take(&mut self.changes) {
            for (index, piece) in change.after.chunks(PIECE).enumerate() {
                pieces += 1;
                if !failures.is_multiple_of(3) && pieces % 2 == failures % 3 % 2 {
                    self.write(change.at + index * PIECE, piece);
                }
            }
        }
        self.changes.clear();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Filesystem for Shared {
    fn lookup(&self, _: &Request, _: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let contents = self.lock();
        let file = contents.names.get(name).copied();
        match file.and_then(|file| contents.attributes(INodeNo(file))) {
            Some(attributes) => reply.entry(&REMEMBERED, &attributes, Generation(0)),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn getattr(&self, _: &Request, node: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        match self.lock().attributes(node) {
            Some(attributes) => reply.attr(&REMEMBERED, &attributes),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn setattr(
        &self,
        request: &Request,
        node: INodeNo,
        mode: Option<u32>,
        _: Option<u32>,
        _: Option<u32>,
        size: Option<u64>,
        _: Option<TimeOrNow>,
        _: Option<TimeOrNow>,
        _: Option<SystemTime>,
        handle: Option<FileHandle>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<fuser::BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        if let Some(file) = self.lock().files.get_mut(&node.0) {
            if let Some(size) = size {
                file.resize(size as usize);
            }
            if let Some(mode) = mode {
                file.mode = (mode & 0o777) as u16;
            }
        }
        self.getattr(request, node, handle, reply);
    }

    fn create(&self, _: &Request, _: INodeNo, name: &OsStr, mode: u32, _: u32, _: i32, reply: ReplyCreate) {
        let mut contents = self.lock();
        contents.last_file += 1;
        let node = contents.last_file;
        let file = File {
            mode: (mode & 0o777) as u16,
            ..File::default()
        };
        contents.files.insert(node, file);
        contents.names.insert(name.to_owned(), node);
        let attributes = contents.attributes(INodeNo(node)).expect("it has just been made");
        reply.created(
            &REMEMBERED,
            &attributes,
            Generation(0),
            FileHandle(0),
            FopenFlags::empty(),
        );
    }

    fn read(
        &self,
        _: &Request,
        node: INodeNo,
        _: FileHandle,
        at: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let contents = self.lock();
        let Some(file) = contents.files.get(&node.0) else {
            return reply.error(Errno::ENOENT);
        };
        let from = file.bytes.len().min(at as usize);
        let to = file.bytes.len().min(from + size as usize);
        reply.data(&file.bytes[from..to]);
    }

    fn write(
        &self,
        _: &Request,
        node: INodeNo,
        _: FileHandle,
        at: u64,
        data: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let mut contents = self.lock();
        let Some(file) = contents.files.get_mut(&node.0) else {
            return reply.error(Errno::ENOENT);
        };
        file.write(at as usize, data);
        reply.written(data.len() as u32);
    }

    fn unlink(&self, _: &Request, _: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        match self.lock().names.remove(name) {
            Some(_) => reply.ok(),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn flush(&self, _: &Request, _: INodeNo, _: FileHandle, _: LockOwner, reply: ReplyEmpty) {
        reply.ok();
    }

    fn fsync(&self, _: &Request, node: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        if let Some(file) = self.lock().files.get_mut(&node.0) {
            file.changes.clear();
        }
        reply.ok();
    }

    fn fsyncdir(&self, _: &Request, _: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        let mut contents = self.lock();
        contents.synced_names = contents.names.clone();
        reply.ok();
    }

    fn readdir(&self, _: &Request, _: INodeNo, _: FileHandle, from: u64, mut reply: ReplyDirectory) {
        for (index, (name, &node)) in (1..).zip(&self.lock().names).skip(from as usize) {
            if reply.add(INodeNo(node), index, FileType::RegularFile, name) {
                break;
            }
        }
        reply.ok();
    }

    fn statfs(&self, _: &Request, _: INodeNo, reply: ReplyStatfs) {
        let (blocks, files, size) = (1 << 20, 1 << 20, PIECE as u32);
        reply.statfs(blocks, blocks, blocks, files, files, size, 255, size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn synced(bytes: &[u8]) -> File {
        let mut file = File::default();
        file.write(0, bytes);
        file.changes.clear();
        file
    }

    #[test]
    fn what_was_not_synced_is_forgotten() {
        let mut file = synced(b"abcdef");
        file.write(4, b"ghij");
        file.resize(2);
        file.write(5, b"k");
        assert_eq!(file.bytes, b"ab\0\0\0k");
        file.lose_power(0);
        assert_eq!(file.bytes, b"abcdef");
    }

    #[test]
    fn half_of_it_may_have_been_written() {
        let (old, new) = (vec![1; 4 * PIECE], vec![2; 4 * PIECE]);
        for (failures, kept) in [(1, [2, 1, 2, 1]), (2, [1, 2, 1, 2])] {
            let mut file = synced(&old);
            file.write(0, &new);
            file.lose_power(failures);
            let found: Vec<u8> = file.bytes.chunks(PIECE).map(|piece| piece[0]).collect();
            assert_eq!(found, kept);
        }
    }
}
