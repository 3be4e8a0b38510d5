//! A trained network that evaluates boards.

use std::fmt;
use std::io::Read;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use quincunx_core::Size;
use quincunx_ntuple::{Component, Memory, NoMemory, RoundedStages, Table};
use quincunx_registry::DataFile;
use quincunx_registry::learning::{Description, LearningError, check_largest};
use quincunx_search::MissingResource;
use thiserror::Error;

use super::feature_index::{FeatureIndex, exponents};
use super::spec::{NetworkSpec, NetworkSpecError, Stage};
use super::tuple_symmetry::IMAGES;
use crate::options;
use crate::packed_board::PackedBoard;
use crate::position::Scoring;

/// The networks that come with the program, where they are in it.
#[cfg(feature = "networks")]
const INCLUDED: [Option<&[u8]>; 2] = [Some(quincunx_standard::NETWORK), Some(quincunx_contest::NETWORK)];
#[cfg(not(feature = "networks"))]
const INCLUDED: [Option<&[u8]>; 2] = [None; 2];

static STANDARD: DataFile = DataFile::new("2048-standard.safetensors.gz", INCLUDED[0]);
static CONTEST: DataFile = DataFile::new("2048-contest.safetensors.gz", INCLUDED[1]);

/// The files of the networks that come with the program.
pub(crate) static FILES: [&DataFile; 2] = [&STANDARD, &CONTEST];

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
    Rounded(RoundedStages),
}

impl Values {
    /// Checks the values and returns the highest exponent of boards that they know.
    fn highest_known(&self, spec: &NetworkSpec, first: f32) -> Result<u32, LearningError> {
        let tables = spec.tables();
        match self {
            Self::Whole(values) => {
                let values = values.numbers();
                check_largest(values.iter().fold(0.0, |largest, value| value.abs().max(largest)))?;
                let changed = |range: Range<usize>| {
                    let values = values[range].iter().enumerate();
                    values
                        .filter(move |&(_, &value)| value != first)
                        .map(|(entry, _)| entry)
                };
                let known = Table::ranges(&tables).map(changed);
                Ok(highest_known(known, &tables))
            }
            Self::Rounded(stages) => {
                let of_stages = (0..stages.count()).map(|stage| stages.multiples(stage));
                let of_stages = of_stages.collect::<Result<Vec<_>, _>>()?;
                for multiples in &of_stages {
                    check_largest(f32::from(multiples.largest()) * stages.step())?;
                }
                let known = of_stages.iter().flat_map(|multiples| {
                    (0..spec.count()).map(|table| multiples.stored(table).map(|(entry, _)| entry))
                });
                Ok(highest_known(known, &tables))
            }
        }
    }
}

/// Why a file holds no network for a player.
#[derive(Debug, Error)]
#[non_exhaustive]
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
    /// The file of a network that comes with the program is beside it, and not there or damaged.
    #[error(transparent)]
    Missing(#[from] MissingResource),
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

impl TrainedNetwork {
    /// Returns the network that comes with the program for a scoring; `docs/reference/shipped-networks.md`
    /// describes how both were trained.
    ///
    /// Each stage is decoded when it is first needed, in half a second of processor time. All take 60 MiB.
    ///
    /// # Errors
    /// When memory is insufficient, or its file is beside the program and missing or damaged. A later call
    /// may succeed.
    pub fn shipped(scoring: Scoring) -> Result<Arc<Self>, NetworkError> {
        static OF_STANDARD: Mutex<Option<Arc<TrainedNetwork>>> = Mutex::new(None);
        static OF_CONTEST: Mutex<Option<Arc<TrainedNetwork>>> = Mutex::new(None);
        let (shipped, file) = match scoring {
            Scoring::Standard => (&OF_STANDARD, &STANDARD),
            Scoring::Contest => (&OF_CONTEST, &CONTEST),
        };
        // Other threads wait, so that it is read once.
        let mut shipped = shipped.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = &*shipped {
            return Ok(network.clone());
        }
        let network = Self::read_as(file.contents()?, Some(Self::SHIPPED_KNOWN)).map_err(|error| {
            if error.is_out_of_memory() {
                return error;
            }
            let (path, reason) = (file.name().to_owned(), error.to_string());
            MissingResource::UnusableFile { path, reason }.into()
        })?;
        Ok(shipped.insert(Arc::new(network)).clone())
    }

    /// What both shipped networks [know](Self::known); a test finds it by their values.
    pub(super) const SHIPPED_KNOWN: u32 = 14;

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
            Values::Rounded(_) => None,
        }
    }

    /// Reads a network from a file of weights.
    ///
    /// # Errors
    /// When the file does not hold a network of this game for 4×4 boards.
    pub fn read(source: impl Read) -> Result<Self, NetworkError> {
        Self::read_as(source, None)
    }

    /// Reads a network, and finds what it knows by its values unless that is given.
    fn read_as(source: impl Read, known: Option<u32>) -> Result<Self, NetworkError> {
        let (file, description) = Description::open(source)?;
        let rules = options::rules_of(&description.options(options::ID, options::OPTIONS)?);
        if !rules.is_4x4() {
            return Err(NetworkError::Size(rules.size()));
        }
        let spec: NetworkSpec = description.network.parse()?;
        let tables = spec.tables();
        let values = if file.is_rounded() {
            let stages = file.read_stages(&tables, 1 + spec.stages().len());
            Values::Rounded(stages.map_err(LearningError::File)?)
        } else {
            let mut values = Memory::new(Table::entries_of(&tables))?;
            let numbers = values.numbers_mut();
            file.read(&tables, &[Component::Value], &mut |_, entry, number| {
                numbers[entry] = number;
            })
            .map_err(LearningError::File)?;
            Values::Whole(values)
        };
        let known = match known {
            Some(known) => known,
            None => known_of(&values, &spec, &description)?,
        };
        Ok(Self {
            index: FeatureIndex::of(&spec),
            tuples: spec.count(),
            known,
            values,
            optimism: description.optimism,
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
        let mut found = [[0; IMAGES]; NetworkSpec::MAX_TUPLES];
        let found = &mut found[..self.tuples];
        match &self.values {
            Values::Whole(values) => {
                self.index.find(board, found);
                let values = values.numbers();
                let entries = found.as_flattened().iter();
                entries.map(|&entry| values[entry as usize]).sum()
            }
            Values::Rounded(stages) => {
                self.index.find_in_stage(board, found);
                let stage = self.index.stage(board) as usize;
                // Of other files every stage was decoded when they were read.
                let multiples = stages.multiples(stage);
                let multiples = multiples.expect("a shipped network is whole, and there was memory for it");
                self.optimism + multiples.sum(found) as f32 * stages.step()
            }
        }
    }
}

impl fmt::Debug for TrainedNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrainedNetwork").finish_non_exhaustive()
    }
}

/// Checks the values of a network and returns what it [knows](TrainedNetwork::known).
fn known_of(values: &Values, spec: &NetworkSpec, description: &Description) -> Result<u32, NetworkError> {
    let first = description.optimism / (spec.count() * IMAGES) as f32;
    let learned = values.highest_known(spec, first)?.max(spec.last_stage());
    let whole: Option<NetworkSpec> = description.whole_network.as_deref().map(str::parse).transpose()?;
    let left_out = whole.and_then(|whole| whole.stages().get(spec.stages().len()).map(Stage::highest));
    Ok(match left_out {
        // Training on from another network may change entries of the stages that are left out, and make
        // few of their boards again. Games that make the piece before those stages know it.
        Some(exponent) if learned + 2 >= exponent => exponent - 1,
        _ => learned,
    })
}

/// Returns the highest exponent of boards from which training has often gone on, by the entries that training
/// has changed in each table.
///
/// A piece that is made as often as the one below it has about as many entries. One that is made now and then
/// has a hundredth or less, learned where games end with it. So the highest exponent that counts has at least
/// half as many entries as the one below, and boards are known up to the one before it. Rounding, which drops
/// entries, changes this ratio little. The result is 1 if nothing was learned.
pub(super) fn highest_known<I: IntoIterator<Item = usize>>(
    changed: impl IntoIterator<Item = I>,
    tables: &[Table],
) -> u32 {
    const EXPONENTS: usize = PackedBoard::LARGEST as usize + 1;
    // The number of entries for each set of exponents.
    let mut having = vec![0usize; 1 << EXPONENTS];
    for (table, changed) in tables.iter().zip(changed) {
        let fields = table.shape[0].ilog2() as usize;
        for entry in changed {
            let set = exponents(entry, fields).fold(0, |set, exponent| set | 1 << exponent);
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
