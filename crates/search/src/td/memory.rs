//! Large arrays of numbers, on large pages where the system has them.

use memmap2::MmapMut;
use thiserror::Error;
use zerocopy::FromBytes;

/// An array of words of 32 bits, zero at first, in memory of its own.
///
/// Entries of an n-tuple network are met in no order, and with pages of 4 KiB nearly every access misses the processor's
/// table of pages. On Linux the array asks for pages of 2 MiB.
#[derive(Debug)]
pub struct Memory {
    map: MmapMut,
}

/// There is not as much memory.
#[derive(Debug, Error)]
#[error("cannot have {bytes} bytes of memory")]
pub struct NoMemory {
    /// The bytes asked for.
    pub bytes: usize,
    /// What the system says.
    #[source]
    pub cause: std::io::Error,
}

impl Memory {
    /// Takes memory for so many words, at least one.
    ///
    /// # Errors
    /// When the system has not as much.
    pub fn new(words: usize) -> Result<Self, NoMemory> {
        let bytes = words.max(1).saturating_mul(size_of::<u32>());
        let no_memory = |cause| NoMemory { bytes, cause };
        let map = MmapMut::map_anon(bytes).map_err(no_memory)?;
        // Without large pages everything is as before, a quarter slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map })
    }

    /// Returns the words as numbers.
    #[must_use]
    pub fn numbers(&self) -> &[f32] {
        <[f32]>::ref_from_bytes(&self.map).expect("a map begins at a page and is made of whole words")
    }

    /// Returns the words as numbers, to set them.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        <[f32]>::mut_from_bytes(&mut self.map).expect("a map begins at a page and is made of whole words")
    }

    /// Returns the halves of the words as numbers.
    #[must_use]
    pub fn halves(&self) -> &[i16] {
        <[i16]>::ref_from_bytes(&self.map).expect("a map begins at a page and is made of whole words")
    }

    /// Returns the halves of the words as numbers, to set them.
    pub fn halves_mut(&mut self) -> &mut [i16] {
        <[i16]>::mut_from_bytes(&mut self.map).expect("a map begins at a page and is made of whole words")
    }

    /// Returns every two words as two numbers, as far as there are two, to set them.
    pub fn pairs_mut(&mut self) -> &mut [[f32; 2]] {
        self.numbers_mut().as_chunks_mut().0
    }
}
