//! Rounded values for players, each stage decoded when it is first needed.

use std::sync::{Mutex, OnceLock, PoisonError};

use quincunx_search::workers::parallel_map;

use super::coding::{Frequencies, decode};
use super::features::Table;
use super::file::FileError;
use super::memory::{Memory, NoMemory};
use super::sparse::{SparseNumbers, SparseTable};

/// The rounded values of a file.
#[derive(Debug)]
pub struct RoundedStages {
    step: f32,
    frequencies: Frequencies,
    tables_per_stage: usize,
    stages: Vec<Stage>,
}

#[derive(Debug)]
struct Stage {
    tables: Vec<Table>,
    multiples: OnceLock<SparseNumbers>,
    /// What they are decoded from, until they are.
    coded: Mutex<Vec<CodedTable>>,
}

/// A table as it stands in a file.
#[derive(Debug)]
pub(super) struct CodedTable {
    pub(super) words: Vec<u32>,
    /// The place of the earlier table to which it is to be added.
    pub(super) base: Option<usize>,
}

impl RoundedStages {
    /// Creates the stages of some tables, as many for each, if there is memory for all of them: that is
    /// better reported now than in the middle of a game.
    pub(super) fn new(
        step: f32,
        frequencies: Frequencies,
        tables: &[Table],
        coded: Vec<CodedTable>,
        stages: usize,
    ) -> Result<Self, NoMemory> {
        /// A table takes four to six times what it is coded to, and while it is decoded a part of that more.
        const DECODED: usize = 8;
        assert_eq!(tables.len(), coded.len(), "each table is coded");
        assert!(
            tables.len().is_multiple_of(stages),
            "each stage has as many tables"
        );
        let words: usize = coded.iter().map(|table| table.words.len()).sum();
        let rows = Table::entries_of(tables) / 64;
        Memory::new(words.saturating_mul(DECODED).saturating_add(rows))?;
        let tables_per_stage = tables.len() / stages;
        let mut coded = coded.into_iter();
        let stages = tables.chunks(tables_per_stage.max(1)).map(|tables| Stage {
            tables: tables.to_vec(),
            multiples: OnceLock::new(),
            coded: Mutex::new(coded.by_ref().take(tables.len()).collect()),
        });
        let stages = stages.collect();
        Ok(Self {
            step,
            frequencies,
            tables_per_stage,
            stages,
        })
    }

    /// Returns the step of which the values are multiples.
    pub const fn step(&self) -> f32 {
        self.step
    }

    /// Returns how many stages there are.
    pub const fn count(&self) -> usize {
        self.stages.len()
    }

    /// Returns of each value of a stage how many times the step it is. The first call decodes them, each
    /// table on a thread of its own; a stage of a usual network of 2048 takes half a second of CPU time.
    ///
    /// # Errors
    /// When the values are damaged or memory is insufficient.
    #[inline]
    pub fn multiples(&self, stage: usize) -> Result<&SparseNumbers, FileError> {
        match self.stages[stage].multiples.get() {
            Some(multiples) => Ok(multiples),
            None => self.decoded(stage),
        }
    }

    #[cold]
    fn decoded(&self, place: usize) -> Result<&SparseNumbers, FileError> {
        let stage = &self.stages[place];
        // Other threads wait, so that it is decoded once.
        let mut coded = stage.coded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(multiples) = stage.multiples.get() {
            return Ok(multiples);
        }
        let multiples = self.decode(place, &coded)?;
        *coded = Vec::new();
        Ok(stage.multiples.get_or_init(|| multiples))
    }

    fn decode(&self, place: usize, coded: &[CodedTable]) -> Result<SparseNumbers, FileError> {
        let tables = &self.stages[place].tables;
        let decoded = parallel_map(tables.iter().zip(coded), |(table, coded)| {
            decode(table, &coded.words, &self.frequencies)
        });
        let mut stored: Vec<SparseTable> = Vec::new();
        for (decoded, coded) in decoded.into_iter().zip(coded) {
            let decoded = decoded?;
            let Some(base) = coded.base else {
                stored.push(decoded);
                continue;
            };
            let (base_stage, base) = (base / self.tables_per_stage, base % self.tables_per_stage);
            let sum = if base_stage == place {
                decoded.plus(stored[base].stored_parts())?
            } else {
                decoded.plus(self.multiples(base_stage)?.stored_parts(base))?
            };
            stored.push(sum);
        }
        Ok(SparseNumbers::of(tables, stored)?)
    }
}
