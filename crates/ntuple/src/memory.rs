//! Large arrays of numbers, on large pages where the system has them.

use std::io;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use thiserror::Error;
use zerocopy::FromBytes;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use zerocopy::IntoBytes as _;

/// An array of 32-bit words, zero at first. On Linux it asks for pages of 2 MiB, as entries are met in no
/// order and nearly every access misses the table of 4 KiB pages.
#[derive(Debug)]
pub struct Memory {
    pages: Pages,
}

/// There is not as much memory.
#[derive(Debug, Error)]
#[error("cannot have {bytes} bytes of memory")]
pub struct NoMemory {
    /// The bytes asked for.
    pub bytes: usize,
    /// What the system says.
    #[source]
    pub cause: io::Error,
}

impl NoMemory {
    /// Checks that the system has so many bytes left: some lend more than they have, and end whoever uses it.
    pub(super) fn check(bytes: usize) -> Result<(), Self> {
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let left = System::new_with_specifics(memory).ok().and_then(|system| {
            // 0 where it cannot be found out.
            let of_system = Some(system.available_memory()).filter(|&left| left != 0);
            // Of a container: files that it has in memory make way.
            let of_group = system
                .cgroup_limits()
                .map(|limits| limits.total_memory.saturating_sub(limits.rss));
            of_system.into_iter().chain(of_group).min()
        });
        let Some(left) = left.filter(|&left| left < bytes as u64) else {
            return Ok(());
        };
        let cause = io::Error::new(io::ErrorKind::OutOfMemory, format!("{left} bytes are left"));
        Err(Self { bytes, cause })
    }
}

impl Memory {
    /// Takes memory for so many words, at least one.
    ///
    /// # Errors
    /// When memory is insufficient.
    pub fn new(words: usize) -> Result<Self, NoMemory> {
        let bytes = words.max(1).saturating_mul(size_of::<u32>());
        let no_memory = |cause| NoMemory { bytes, cause };
        let pages = Pages::new(bytes).map_err(no_memory)?;
        Ok(Self { pages })
    }

    /// Returns the words as numbers.
    pub fn numbers(&self) -> &[f32] {
        <[f32]>::ref_from_bytes(self.pages.bytes()).expect("pages begin at a whole word and are made of them")
    }

    /// Returns the words as numbers, to set them.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        <[f32]>::mut_from_bytes(self.pages.bytes_mut())
            .expect("pages begin at a whole word and are made of them")
    }

    /// Returns the halves of the words as numbers.
    pub(crate) fn halves(&self) -> &[i16] {
        <[i16]>::ref_from_bytes(self.pages.bytes()).expect("pages begin at a whole word and are made of them")
    }

    /// Returns the halves of the words as numbers, to set them.
    pub(crate) fn halves_mut(&mut self) -> &mut [i16] {
        <[i16]>::mut_from_bytes(self.pages.bytes_mut())
            .expect("pages begin at a whole word and are made of them")
    }

    /// Returns every two words as one, as far as there are two.
    pub(crate) fn doubles(&self) -> &[u64] {
        let bytes = self.pages.bytes().len() / size_of::<u64>() * size_of::<u64>();
        <[u64]>::ref_from_bytes(&self.pages.bytes()[..bytes]).expect("pages begin at a whole word")
    }

    /// Returns every two words as one, as far as there are two, to set them.
    pub(crate) fn doubles_mut(&mut self) -> &mut [u64] {
        let bytes = self.pages.bytes().len() / size_of::<u64>() * size_of::<u64>();
        <[u64]>::mut_from_bytes(&mut self.pages.bytes_mut()[..bytes]).expect("pages begin at a whole word")
    }

    /// Returns every two words as two numbers, as far as there are two, to set them.
    pub(crate) fn pairs_mut(&mut self) -> &mut [[f32; 2]] {
        self.numbers_mut().as_chunks_mut().0
    }
}

/// The bytes of an array, zero at first, whose first address is one of a 64-bit word.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[derive(Debug)]
struct Pages(memmap2::MmapMut);

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Pages {
    fn new(bytes: usize) -> io::Result<Self> {
        let map = memmap2::MmapMut::map_anon(bytes)?;
        // Without large pages everything is as before, a quarter slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self(map))
    }

    fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// The same without maps, which WebAssembly does not have.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[derive(Debug)]
struct Pages {
    words: Vec<u64>,
    bytes: usize,
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Pages {
    fn new(bytes: usize) -> io::Result<Self> {
        let (mut words, length) = (Vec::new(), bytes.div_ceil(size_of::<u64>()));
        words
            .try_reserve_exact(length)
            .map_err(|cause| io::Error::new(io::ErrorKind::OutOfMemory, cause))?;
        words.resize(length, 0);
        Ok(Self { words, bytes })
    }

    fn bytes(&self) -> &[u8] {
        &self.words.as_bytes()[..self.bytes]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.words.as_mut_bytes()[..self.bytes]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_there_is_is_refused() {
        let error = NoMemory::check(usize::MAX).expect_err("no machine has as much");
        assert!(error.cause.to_string().ends_with(" bytes are left"), "{error:?}");
        NoMemory::check(1).expect("a byte is left");
    }
}
