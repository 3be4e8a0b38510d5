//! Networks that were read from files, kept for the next player.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::trained::{NetworkError, TrainedNetwork};

/// The most networks that are kept beside those in use. A usual one takes 20 MiB for each stage when
/// it is rounded, else 256 MiB.
///
/// The players of a tournament are checked, and their networks read, before any player is created. With more
/// networks than this each player reads its network again.
const MAX_IDLE: usize = 8;

static CACHE: Mutex<Vec<(FileVersion, Arc<TrainedNetwork>)>> = Mutex::new(Vec::new());

/// The version of a file that a network was read from.
#[derive(PartialEq, Eq)]
struct FileVersion {
    path: PathBuf,
    bytes: u64,
    modified: Option<SystemTime>,
}

/// Returns the network of a file, and reads it unless this version of the file is in the cache.
pub(crate) fn read(path: &Path) -> Result<Arc<TrainedNetwork>, NetworkError> {
    let metadata = fs::metadata(path)?;
    let file = FileVersion {
        path: path.to_owned(),
        bytes: metadata.len(),
        modified: metadata.modified().ok(),
    };
    // Other threads wait, so that it is read once.
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = cache.iter().find(|(cached, _)| *cached == file) {
        return Ok(network.clone());
    }
    let network = Arc::new(TrainedNetwork::read(BufReader::new(File::open(path)?))?);
    cache.retain(|(cached, _)| cached.path != file.path);
    cache.push((file, network.clone()));
    drop_idle(&mut cache);
    Ok(network)
}

/// Returns the network that was last read from a file, even if the file has changed since: a player keeps its
/// network.
pub(crate) fn get(path: &Path) -> Option<Arc<TrainedNetwork>> {
    let cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let found = cache.iter().find(|(cached, _)| cached.path == path);
    found.map(|(_, network)| network.clone())
}

/// Drops the oldest entries that are not in use until at most [`MAX_IDLE`] are left.
fn drop_idle<K, T>(cache: &mut Vec<(K, Arc<T>)>) {
    while cache.len() > MAX_IDLE {
        let idle = cache.iter().position(|(_, value)| Arc::strong_count(value) == 1);
        let Some(idle) = idle else { return };
        cache.remove(idle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_is_not_dropped() {
        let count = 2 * MAX_IDLE;
        let mut cache: Vec<_> = (0..count).map(|number| (number, Arc::new(number))).collect();
        let used: Vec<Arc<usize>> = cache[..2].iter().map(|(_, value)| value.clone()).collect();
        drop_idle(&mut cache);
        let left: Vec<usize> = cache.iter().map(|(number, _)| *number).collect();
        let newest = count - (MAX_IDLE - 2)..count;
        assert_eq!(left, [0, 1].into_iter().chain(newest).collect::<Vec<_>>());
        let all: Vec<_> = (0..count).map(|number| (number, Arc::new(number))).collect();
        let mut held = all.clone();
        drop_idle(&mut held);
        assert_eq!(held, all, "all are in use");
        drop(used);
        drop_idle(&mut cache);
        assert_eq!(cache.len(), MAX_IDLE);
    }
}
