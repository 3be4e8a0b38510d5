//! A trained network that evaluates boards.

use std::fmt;
use std::io::Read;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use quincunx_core::Size;
use quincunx_ntuple::{Component, Memory, NoMemory, SparseNumbers, Table};
use quincunx_registry::learning::{Description, LearningError, check_largest};
use thiserror::Error;

use super::feature_index::{FeatureIndex, exponents};
use super::spec::{NetworkSpec, NetworkSpecError, Stage};
use super::tuple_symmetry::IMAGES;
use crate::options;
use crate::packed_board::PackedBoard;
use crate::position::Scoring;

/// An n-tuple network that evaluates afterstates: the points still to come.
pub struct TrainedNetwork {
    index: FeatureIndex,
    tuples: usize,
    values: Values,
    /// The value of every board before training.
    optimism: f32,
    known: u32,
    scoring: Scoring,
}

/// The values of all table entries.
enum Values {
    /// As training left them.
    Whole(Memory),
    /// Multiples of a step, in a twelfth of the memory.
    Rounded { multiples: SparseNumbers, step: f32 },
}

impl Values {
    /// Lists the entries of a range that training changed from the value that each had at first.
    fn known(&self, range: Range<usize>, first: f32) -> Box<dyn Iterator<Item = usize> + '_> {
        match self {
            Self::Whole(values) => {
                let values = values.numbers();
                Box::new(range.filter(move |&entry| values[entry] != first))
            }
            Self::Rounded { multiples, .. } => Box::new(multiples.stored(range).map(|(entry, _)| entry)),
        }
    }

    /// Returns the largest absolute value.
    fn largest(&self) -> f32 {
        match self {
            Self::Whole(values) => {
                let values = values.numbers().iter();
                values.fold(0.0, |largest, value| value.abs().max(largest))
            }
            Self::Rounded { multiples, step } => f32::from(multiples.largest()) * step,
        }
    }
}

/// Why a file holds no network for a player.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Io(#[from] std::io::Error),
    /// The file does not hold weights for this game.
    #[error(transparent)]
    Learning(#[from] LearningError),
    /// Its network is not valid.
    #[error(transparent)]
    NetworkSpec(#[from] NetworkSpecError),
    /// Memory is insufficient.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// It is for boards of another size.
    #[error("expected a network for 4×4 boards, found one for {0}")]
    Size(Size),
}

impl NetworkError {
    /// Returns whether the only failure was insufficient memory.
    pub(crate) const fn is_out_of_memory(&self) -> bool {
        match self {
            Self::Memory(_) => true,
            Self::Learning(error) => error.is_out_of_memory(),
            _ => false,
        }
    }
}

/// A network that comes with the program, once it has been read.
type Shipped = Mutex<Option<Arc<TrainedNetwork>>>;

impl TrainedNetwork {
    /// Returns the network that comes with the program for a scoring; docs/2048.md describes how both were
    /// trained.
    ///
    /// The first call reads it: seconds of processor time on two cores, and 130 MiB, of which 60 are kept.
    ///
    /// # Errors
    /// When memory is insufficient. A later call may succeed.
    pub fn shipped(scoring: Scoring) -> Result<Arc<Self>, NetworkError> {
        static OF_STANDARD: Shipped = Shipped::new(None);
        static OF_CONTEST: Shipped = Shipped::new(None);
        let (shipped, file) = match scoring {
            Scoring::Standard => (&OF_STANDARD, quincunx_standard::NETWORK),
            Scoring::Contest => (&OF_CONTEST, quincunx_contest::NETWORK),
        };
        // Other threads wait, so that it is read once.
        let mut shipped = shipped.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = &*shipped {
            return Ok(network.clone());
        }
        let network = Arc::new(Self::read(file)?);
        Ok(shipped.insert(network).clone())
    }

    /// Returns the network as one that knows boards up to another exponent.
    #[cfg(test)]
    pub(crate) fn with_known(self, known: u32) -> Self {
        Self { known, ..self }
    }

    /// Returns the values, unless they were rounded.
    #[cfg(test)]
    pub(super) fn whole_values(&self) -> Option<&[f32]> {
        match &self.values {
            Values::Whole(values) => Some(values.numbers()),
            Values::Rounded { .. } => None,
        }
    }

    /// Reads a network from a file of weights.
    ///
    /// # Errors
    /// When the file does not hold a network of this game for 4×4 boards.
    pub fn read(source: impl Read) -> Result<Self, NetworkError> {
        let (file, description) = Description::open(source)?;
        let rules = options::rules_of(&description.options(options::ID, options::OPTIONS)?);
        if !rules.is_4x4() {
            return Err(NetworkError::Size(rules.size()));
        }
        let spec: NetworkSpec = description.network.parse()?;
        let tables = spec.tables();
        let values = if file.is_rounded() {
            let (multiples, step) = file.read_sparse(&tables).map_err(LearningError::File)?;
            Values::Rounded { multiples, step }
        } else {
            let mut values = Memory::new(Table::entries_of(&tables))?;
            let numbers = values.numbers_mut();
            file.read(&tables, &[Component::Value], &mut |_, entry, number| {
                numbers[entry] = number;
            })
            .map_err(LearningError::File)?;
            Values::Whole(values)
        };
        let optimism = description.optimism;
        check_largest(values.largest())?;
        let first = optimism / (spec.count() * IMAGES) as f32;
        let learned = highest_known(|range| values.known(range, first), &tables).max(spec.last_stage());
        let whole: Option<NetworkSpec> = description.whole_network.as_deref().map(str::parse).transpose()?;
        let left_out = whole.and_then(|whole| whole.stages().get(spec.stages().len()).map(Stage::highest));
        let known = match left_out {
            // Training on from another network may change entries of the stages that are left out, and make
            // few of their boards again. Games that make the piece before those stages know it.
            Some(exponent) if learned + 2 >= exponent => exponent - 1,
            _ => learned,
        };
        Ok(Self {
            index: FeatureIndex::of(&spec),
            tuples: spec.count(),
            known,
            values,
            optimism,
            scoring: rules.scoring(),
        })
    }

    /// Returns the highest exponent of boards from which training has often gone on.
    ///
    /// Boards with a higher piece have been met at the end of games only: the network takes a step towards
    /// that piece for a step towards the end. They are better evaluated
    /// downgraded. Boards of the last stage that begins with one piece are known,
    /// because their tables are their own.
    pub const fn known(&self) -> u32 {
        self.known
    }

    /// Returns the scoring that it was trained with.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Estimates the points still to come from an afterstate.
    #[inline]
    pub fn evaluate(&self, board: PackedBoard) -> f32 {
        let mut found = [[0; IMAGES]; NetworkSpec::MOST];
        let found = &mut found[..self.tuples];
        self.index.find(board, found);
        match &self.values {
            Values::Whole(values) => {
                let values = values.numbers();
                let entries = found.as_flattened().iter();
                entries.map(|&entry| values[entry as usize]).sum()
            }
            Values::Rounded { multiples, step } => {
                self.optimism + multiples.sum(found.as_flattened()) as f32 * step
            }
        }
    }
}

impl fmt::Debug for TrainedNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrainedNetwork").finish_non_exhaustive()
    }
}

/// Returns the highest exponent of boards from which training has often gone on, by the entries that training
/// has changed.
///
/// A piece that is made as often as the one below it has about as many entries. One that is made now and then
/// has a hundredth or less, learned where games end with it. So the highest exponent that counts has at least
/// half as many entries as the one below, and boards are known up to the one before it. Rounding, which drops
/// entries, changes this ratio little. The result is 1 if nothing was learned.
pub(super) fn highest_known<I: IntoIterator<Item = usize>>(
    known: impl Fn(Range<usize>) -> I,
    tables: &[Table],
) -> u32 {
    const EXPONENTS: usize = PackedBoard::LARGEST as usize + 1;
    // The number of entries for each set of exponents.
    let mut having = vec![0usize; 1 << EXPONENTS];
    for (table, range) in tables.iter().zip(Table::ranges(tables)) {
        let fields = table.shape[0].ilog2() as usize;
        let first = range.start;
        for entry in known(range) {
            let set = exponents(entry - first, fields).fold(0, |set, exponent| set | 1 << exponent);
            having[set] += 1;
        }
    }
    let with: [usize; EXPONENTS] = std::array::from_fn(|exponent| {
        let sets = (0..1 << EXPONENTS).filter(|set| set >> exponent & 1 != 0);
        sets.map(|set: usize| having[set]).sum()
    });
    // There is no 2 if all new pieces are fours.
    let is_made = |&exponent: &usize| with[exponent] > 0 && 2 * with[exponent] >= with[exponent - 1];
    (2..EXPONENTS).take_while(is_made).count().max(1) as u32
}
