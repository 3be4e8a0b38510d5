//! Boards judged by a network that was trained.

use std::fmt;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use quincunx_search::td::{Memory, NoMemory, Part, Table};
use thiserror::Error;

use super::ENTRY;
use super::packed::Packed;
use super::position::Scoring;
use super::rules::Twenty48;
use super::tuples::{Planes, Tuples, TuplesError};
use crate::entry::Listed;
use crate::learning::{Description, LearningError};

/// The values of a network of tuples, to judge boards by: the points that are expected still to come.
pub struct TupleJudge {
    /// For each tuple the bits of its fields, and the place of its first entry.
    places: Vec<(u64, u32)>,
    values: Memory,
    /// The highest exponent that any entry has learned of.
    highest: u32,
    scoring: Scoring,
}

/// Why a file is no network for a player.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// It is not one of weights for this game.
    #[error(transparent)]
    Learning(#[from] LearningError),
    /// Its tuples are none.
    #[error(transparent)]
    Tuples(#[from] TuplesError),
    /// There is not as much memory.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// It is for other boards.
    #[error("it is for boards of {of}, not of {wanted}")]
    Size {
        /// The size of its boards.
        of: quincunx_core::Size,
        /// The size that is wanted.
        wanted: quincunx_core::Size,
    },
}

impl TupleJudge {
    /// Reads the values from a file of weights.
    ///
    /// # Errors
    /// When it is not one of this game on 4×4 boards.
    pub fn read(path: &Path) -> Result<Self, NetworkError> {
        let (file, description) = Description::open(BufReader::new(File::open(path)?))?;
        let rules = Twenty48::from_options(&description.options(&ENTRY)?).map_err(LearningError::Option)?;
        let wanted = Twenty48::default().size();
        if rules.size() != wanted {
            let of = rules.size();
            return Err(NetworkError::Size { of, wanted });
        }
        let tuples: Tuples = description.network.parse()?;
        let tables = tuples.tables();
        let mut values = Memory::new(Table::entries_of(&tables))?;
        let numbers = values.numbers_mut();
        file.read(&tables, &[Part::Value], &mut |_, place, number| {
            numbers[place] = number;
        })
        .map_err(LearningError::File)?;
        let highest = highest(numbers, &tables);
        Ok(Self {
            places: tuples.places().collect(),
            values,
            highest,
            scoring: rules.scoring(),
        })
    }

    /// Reads the values of a file, unless they are kept from the last time and the file is as it was, and keeps them for
    /// [`TupleJudge::kept`].
    ///
    /// # Errors
    /// As [`TupleJudge::read`].
    pub fn of_file(path: &Path) -> Result<Arc<Self>, NetworkError> {
        let metadata = fs::metadata(path)?;
        let file = Kept {
            path: path.to_owned(),
            bytes: metadata.len(),
            written: metadata.modified().ok(),
        };
        // Others wait, so that threads that begin together read it once.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, judge)) = kept.iter().find(|(known, _)| *known == file) {
            return Ok(judge.clone());
        }
        let judge = Arc::new(Self::read(path)?);
        kept.retain(|(known, _)| known.path != file.path);
        kept.push((file, judge.clone()));
        forget(&mut kept);
        Ok(judge)
    }

    /// Returns the values of a file that was read, even if it is another by now: those who begin with a network end with it.
    #[must_use]
    pub fn kept(path: &Path) -> Option<Arc<Self>> {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, _)| known.path == path);
        found.map(|(_, judge)| judge.clone())
    }

    /// Returns the highest exponent that it has learned of; boards beyond it are to be scaled.
    #[must_use]
    pub const fn highest(&self) -> u32 {
        self.highest
    }

    /// Returns how the points were counted that it has learned to expect.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Judges a board to which a piece is to be added.
    #[must_use]
    #[inline]
    pub fn judge(&self, board: Packed) -> f32 {
        let values = self.values.numbers();
        let images = Planes::images(board);
        let mut sums = [0.0; 8];
        for &(mask, first) in &self.places {
            for (sum, image) in sums.iter_mut().zip(images) {
                *sum += values[(first + image.entry(mask)) as usize];
            }
        }
        sums.iter().sum()
    }
}

/// How many networks are kept, besides those that players hold; one of the usual ones takes 256 MiB.
///
/// Players are checked before any is made, so those of a tournament are read here before anybody holds them: with more
/// networks than this they are read anew whenever a player begins that finds its own forgotten.
const MOST_KEPT: usize = 8;

static KEPT: Mutex<Vec<(Kept, Arc<TupleJudge>)>> = Mutex::new(Vec::new());

/// Forgets the oldest of what is kept until it is no more than [`MOST_KEPT`], but nothing that anybody holds.
fn forget<K, T>(kept: &mut Vec<(K, Arc<T>)>) {
    while kept.len() > MOST_KEPT {
        let idle = kept.iter().position(|(_, held)| Arc::strong_count(held) == 1);
        let Some(idle) = idle else { return };
        kept.remove(idle);
    }
}

/// A file whose values are kept.
#[derive(PartialEq, Eq)]
struct Kept {
    path: PathBuf,
    bytes: u64,
    written: Option<SystemTime>,
}

impl fmt::Debug for TupleJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TupleJudge").finish_non_exhaustive()
    }
}

/// Returns the highest exponent in the entries of any table that have learned anything.
///
/// No single table tells: the one of a few fields in a corner may never have met the highest piece.
fn highest(mut values: &[f32], tables: &[Table]) -> u32 {
    let mut seen = 0u32;
    for table in tables {
        let (own, rest) = values.split_at(table.entries());
        values = rest;
        let fields = table.name.len();
        for (place, _) in own.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            for field in 0..fields {
                let bit = |plane: usize| (place >> (plane * fields + field) & 1) << plane;
                seen |= 1 << (bit(0) | bit(1) | bit(2) | bit(3));
            }
        }
    }
    seen.checked_ilog2().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::packed_rules::PackedPosition;
    use super::super::tuples::TupleNetwork;
    use super::*;
    use crate::learning::Course;
    use crate::learning::Saved;
    use quincunx_core::{Random, RandomSource};
    use quincunx_search::Interrupt;
    use quincunx_search::td::{Features, Method};
    use std::num::NonZero;

    fn trained(scoring: &str, path: &Path) {
        let mut options = ENTRY.defaults();
        options.set("scoring", scoring).expect("a way to count");
        let trainer = ENTRY.begin_training(&options, "012 4567", 1);
        let mut trainer = trainer.expect("the game has networks").expect("a network");
        let course = Course {
            method: Method {
                rate: 1.0,
                lambda: 0.5,
            },
            restart: None,
            threads: NonZero::<usize>::MIN,
        };
        trainer.train(&course, 20, &Interrupt::default(), &|_| {});
        let mut file = File::create(path).expect("a temporary folder can be written");
        trainer.save(&mut file, Saved::All).expect("it can be written");
    }

    #[test]
    fn a_board_is_judged_by_the_entries_that_learned() {
        let folder = std::env::temp_dir().join(format!("quincunx-judge-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        let path = folder.join("a.safetensors");
        trained("contest", &path);
        let judge = TupleJudge::of_file(&path).expect("it was saved");
        assert_eq!(judge.scoring(), Scoring::Contest);
        assert!((5..12).contains(&judge.highest()), "{}", judge.highest());
        let network = TupleNetwork::<2>::new("012 4567".parse().expect("tuples")).expect("two");
        let mut random = Random::new(2);
        for _ in 0..50 {
            let board = (0..16).fold(Packed::default(), |board, index| {
                board.with(index, random.below(6))
            });
            let position = PackedPosition {
                board,
                points: 0,
                owed: 1,
            };
            let entries: [u32; 16] = network.active(&position);
            let want: f32 = entries
                .iter()
                .map(|&entry| judge.values.numbers()[entry as usize])
                .sum();
            assert!((judge.judge(board) - want).abs() <= 1e-3 * want.abs().max(1.0));
        }
        let again = TupleJudge::of_file(&path).expect("it was saved");
        assert!(Arc::ptr_eq(&judge, &again), "it is read once");
        fs::write(&path, "Dear diary").expect("it can be written");
        let kept = TupleJudge::kept(&path).expect("it was read");
        assert!(Arc::ptr_eq(&judge, &kept), "who began with it ends with it");
        assert!(matches!(
            TupleJudge::of_file(&path),
            Err(NetworkError::Learning(_))
        ));
        fs::remove_dir_all(&folder).expect("it is ours");
        assert!(matches!(TupleJudge::of_file(&path), Err(NetworkError::Io(_))));
    }

    #[test]
    fn what_is_in_use_is_not_forgotten() {
        let count = 2 * MOST_KEPT;
        let mut kept: Vec<_> = (0..count).map(|number| (number, Arc::new(number))).collect();
        let used: Vec<Arc<usize>> = kept[..2].iter().map(|(_, held)| held.clone()).collect();
        forget(&mut kept);
        let left: Vec<usize> = kept.iter().map(|(number, _)| *number).collect();
        let newest = count - (MOST_KEPT - 2)..count;
        assert_eq!(left, [0, 1].into_iter().chain(newest).collect::<Vec<_>>());
        let all: Vec<_> = (0..count).map(|number| (number, Arc::new(number))).collect();
        let mut held = all.clone();
        forget(&mut held);
        assert_eq!(held, all, "all are in use");
        drop(used);
        forget(&mut kept);
        assert_eq!(kept.len(), MOST_KEPT);
    }

    #[test]
    fn the_highest_exponent_is_that_of_an_entry_that_learned() {
        let tables = "01 f".parse::<Tuples>().expect("tuples").tables();
        let mut values = vec![0.0; 256 + 16];
        assert_eq!(highest(&values, &tables), 0);
        // 11 = 8 + 2 + 1 on the first field, 3 = 2 + 1 on the second.
        values[0b01_00_11_11] = 1.0;
        assert_eq!(highest(&values, &tables), 11);
        values[256 + 13] = -1.0;
        assert_eq!(highest(&values, &tables), 13, "whichever table knows it");
        values[256 + 13] = 0.0;
        values[256 + 2] = 1.0;
        assert_eq!(highest(&values, &tables), 11);
    }
}
