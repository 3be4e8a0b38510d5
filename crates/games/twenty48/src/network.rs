//! Boards judged by a network that was trained.

use std::fmt;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use quincunx_ntuple::{Memory, NoMemory, Part, Rounded, Table};
use thiserror::Error;

use super::feature_index::{IMAGES, Places, exponents};
use super::packed::Packed;
use super::position::Scoring;
use super::rules::Twenty48;
use super::tuples::{Stage, Tuples, TuplesError};
use quincunx_registry::RegisteredGame;
use quincunx_registry::learning::{Description, LearningError, check_largest};

/// The values of a network of tuples, to judge boards by: the points that are expected still to come.
pub struct TupleJudge {
    places: Places,
    /// How many tuples there are.
    tuples: usize,
    values: Values,
    /// What every board was worth at first.
    optimism: f32,
    /// The highest exponent of boards on which it has learned how to go on.
    known: u32,
    scoring: Scoring,
}

/// The values of all entries.
enum Values {
    /// As they were learned.
    Whole(Memory),
    /// What was learned, as multiples of a step, in half the memory.
    Rounded(Rounded),
}

impl Values {
    /// Lists the entries that have learned anything, each of which was worth so much at first.
    fn known(&self, first: f32) -> Box<dyn Iterator<Item = usize> + '_> {
        match self {
            Self::Whole(values) => Box::new(places(values.numbers(), move |&value| value != first)),
            Self::Rounded(values) => Box::new(places(values.multiples(), |&multiple| multiple != 0)),
        }
    }

    /// Returns the largest amount of a value.
    fn largest(&self) -> f32 {
        match self {
            Self::Whole(values) => {
                let values = values.numbers().iter();
                values.fold(0.0, |largest, value| value.abs().max(largest))
            }
            Self::Rounded(values) => {
                let multiples = values.multiples().iter();
                let largest = multiples.map(|multiple| multiple.unsigned_abs()).max();
                f32::from(largest.unwrap_or(0)) * values.step()
            }
        }
    }
}

/// Returns the places of some values.
fn places<'a, T>(values: &'a [T], is_wanted: impl Fn(&T) -> bool + 'a) -> impl Iterator<Item = usize> + 'a {
    let values = values.iter().enumerate();
    values
        .filter(move |(_, value)| is_wanted(value))
        .map(|(place, _)| place)
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

impl NetworkError {
    /// Tells whether all is right but that there is not as much memory.
    pub(super) const fn is_for_want_of_memory(&self) -> bool {
        match self {
            Self::Memory(_) => true,
            Self::Learning(error) => error.is_for_want_of_memory(),
            _ => false,
        }
    }
}

/// A network that comes with the program, as soon as it has been read.
type Shipped = Mutex<Option<Arc<TupleJudge>>>;

impl TupleJudge {
    /// Returns the shipped network for a scoring (see docs/reference/shipped-networks.md).
    ///
    /// The first call reads it: about three seconds of CPU time, spread over all cores, and 384 MiB.
    ///
    /// # Errors
    /// When there is not as much memory; later there may be.
    pub fn shipped(scoring: Scoring) -> Result<Arc<Self>, NetworkError> {
        static OF_STANDARD: Shipped = Shipped::new(None);
        static OF_CONTEST: Shipped = Shipped::new(None);
        let (shipped, file) = match scoring {
            Scoring::Standard => (&OF_STANDARD, quincunx_standard::NETWORK),
            Scoring::Contest => (&OF_CONTEST, quincunx_contest::NETWORK),
        };
        // Others wait, so that threads that begin together read it once.
        let mut shipped = shipped.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(judge) = &*shipped {
            return Ok(judge.clone());
        }
        let judge = Arc::new(Self::read(file)?);
        Ok(shipped.insert(judge).clone())
    }

    /// Returns a network that knows how to go on up to another piece, given by its exponent.
    #[cfg(test)]
    pub(super) fn that_knows(self, known: u32) -> Self {
        Self { known, ..self }
    }

    /// Reads the values from a file of weights.
    ///
    /// # Errors
    /// When it is not one of this game on 4×4 boards.
    pub fn read(source: impl Read) -> Result<Self, NetworkError> {
        let (file, description) = Description::open(source)?;
        let rules = Twenty48::from_options(&description.options(Twenty48::ID, Twenty48::OPTIONS)?)
            .map_err(LearningError::Option)?;
        let wanted = Twenty48::default().size();
        if rules.size() != wanted {
            let of = rules.size();
            return Err(NetworkError::Size { of, wanted });
        }
        let tuples: Tuples = description.network.parse()?;
        let tables = tuples.tables();
        let values = if file.is_rounded() {
            Values::Rounded(file.read_rounded(&tables).map_err(LearningError::File)?)
        } else {
            let mut values = Memory::new(Table::entries_of(&tables))?;
            let numbers = values.numbers_mut();
            file.read(&tables, &[Part::Value], &mut |_, place, number| {
                numbers[place] = number;
            })
            .map_err(LearningError::File)?;
            Values::Whole(values)
        };
        let optimism = description.optimism;
        check_largest(values.largest())?;
        let first = optimism / (tuples.count() * IMAGES) as f32;
        let learned = highest_known(values.known(first), &tables).max(tuples.last_stage());
        let known = match first_left_out(&tuples, &description)? {
            // What began from another network may have entries of boards of the stages that are left out, and
            // then learn more of those before: games that make the piece before those stages know
            // it.
            Some(exponent) if learned + 2 >= exponent => exponent - 1,
            _ => learned,
        };
        Ok(Self {
            places: Places::of(&tuples),
            tuples: tuples.count(),
            known,
            values,
            optimism,
            scoring: rules.scoring(),
        })
    }

    /// Reads the values of a file, unless they are kept from the last time and the file is as it was, and
    /// keeps them for [`TupleJudge::kept`].
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
        let judge = Arc::new(Self::read(BufReader::new(File::open(path)?))?);
        kept.retain(|(known, _)| known.path != file.path);
        kept.push((file, judge.clone()));
        forget(&mut kept);
        Ok(judge)
    }

    /// Returns the values of a file that was read, even if it is another by now: those who begin with a
    /// network end with it.
    #[must_use]
    pub fn kept(path: &Path) -> Option<Arc<Self>> {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, _)| known.path == path);
        found.map(|(_, judge)| judge.clone())
    }

    /// Returns the highest exponent of boards on which it has learned how to go on.
    ///
    /// Boards of its last stage that begins with one piece are known: they have tables of their own for that.
    ///
    /// Where training has hardly made the next piece all games have ended, and that is all it has learned of
    /// such boards: it takes each step towards the next piece for one towards the end, and avoids it.
    /// Such boards are to be judged by ones with the halves of the high pieces, which are at an earlier
    /// stage.
    #[must_use]
    pub const fn known(&self) -> u32 {
        self.known
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
        let mut found = [[0; IMAGES]; Tuples::MOST];
        let found = &mut found[..self.tuples];
        self.places.find(board, found);
        let entries = found.as_flattened().iter().map(|&entry| entry as usize);
        match &self.values {
            Values::Whole(values) => {
                let values = values.numbers();
                entries.map(|entry| values[entry]).sum()
            }
            Values::Rounded(values) => {
                let multiples = values.multiples();
                let sum: i32 = entries.map(|entry| i32::from(multiples[entry])).sum();
                self.optimism + sum as f32 * values.step()
            }
        }
    }
}

/// How many networks are kept, besides those that players hold; one of the usual ones takes 128 MiB for each
/// stage.
///
/// Players are checked before any is made, so those of a tournament are read here before anybody holds them:
/// with more networks than this they are read anew whenever a player begins that finds its own forgotten.
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

/// Returns the exponent of the highest piece with which the first stage begins that was trained and is left
/// out.
fn first_left_out(tuples: &Tuples, description: &Description) -> Result<Option<u32>, TuplesError> {
    let Some(whole) = &description.whole_network else {
        return Ok(None);
    };
    let whole: Tuples = whole.parse()?;
    Ok(whole.stages().get(tuples.stages().len()).map(Stage::highest))
}

/// Returns the highest exponent of boards on which entries have learned how to go on.
///
/// Training that makes a piece as often as the one below it leaves about as many entries with it; a piece
/// that is made now and then leaves a hundredth or less, and entries that know nothing but how games end with
/// it. So the highest piece that is really known is the last that has at least half as many entries as the
/// one below, and those who go on beyond that know only the end: boards are known up to the piece before.
/// Leaving out a part of the entries, as rounding does, changes little of such a ratio. It is 1 where nothing
/// was learned.
fn highest_known(mut known: impl Iterator<Item = usize>, tables: &[Table]) -> u32 {
    const EXPONENTS: usize = Packed::LARGEST as usize + 1;
    // How many entries have which exponents, a bit for each.
    let mut having = vec![0usize; 1 << EXPONENTS];
    let mut next = known.next();
    let mut first = 0;
    for table in tables {
        let fields = table.shape[0].ilog2() as usize;
        while let Some(entry) = next.filter(|&entry| entry < first + table.entries()) {
            let met = exponents(entry - first, fields).fold(0, |met, exponent| met | 1 << exponent);
            having[met] += 1usize;
            next = known.next();
        }
        first += table.entries();
    }
    let with: [usize; EXPONENTS] = std::array::from_fn(|exponent| {
        let having = having.iter().enumerate();
        having
            .filter(|(met, _)| met >> exponent & 1 != 0)
            .map(|(_, count)| count)
            .sum()
    });
    // Where all new pieces are fours there is no 2.
    let is_made = |&exponent: &usize| with[exponent] > 0 && 2 * with[exponent] >= with[exponent - 1];
    (2..EXPONENTS).take_while(is_made).count().max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::super::packed_rules::PackedPosition;
    use super::super::tuples::TupleNetwork;
    use super::*;
    use crate::learning::LEARNING;
    use flate2::read::GzDecoder;
    use quincunx_core::Options;
    use quincunx_core::{Random, RandomSource};
    use quincunx_ntuple::TrainingStop;
    use quincunx_ntuple::{Features, Method, Rounding};
    use quincunx_registry::learning::{Saved, Trainer, TrainingConfig};
    use std::num::NonZero;

    /// Trains a small network for some games.
    fn trained(scoring: &str) -> Trainer {
        let mut trainer = begun(scoring);
        train(&mut trainer);
        trainer
    }

    fn begun(scoring: &str) -> Trainer {
        let mut options = Options::defaults(Twenty48::OPTIONS);
        options.set("scoring", scoring).expect("a way to count");
        LEARNING
            .begin_training(&options, "012 4567", 1)
            .expect("a network")
    }

    fn train(trainer: &mut Trainer) {
        let course = TrainingConfig {
            method: Method {
                rate: 1.0,
                lambda: 0.5,
                coherence: true,
            },
            restart: None,
            threads: NonZero::<usize>::MIN,
        };
        trainer
            .train(&course, 20, &TrainingStop::default(), &|_| {})
            .expect("memory for it");
    }

    fn random_board(random: &mut Random) -> Packed {
        (0..16).fold(Packed::default(), |board, index| {
            board.with(index, random.below(5))
        })
    }

    #[test]
    fn a_board_is_judged_by_the_entries_that_learned() {
        let folder = std::env::temp_dir().join(format!("quincunx-judge-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        let path = folder.join("a.safetensors");
        let mut file = File::create(&path).expect("a temporary folder can be written");
        trained("contest")
            .save(&mut file, Saved::All)
            .expect("it can be written");
        let judge = TupleJudge::of_file(&path).expect("it was saved");
        assert_eq!(judge.scoring(), Scoring::Contest);
        assert!((4..11).contains(&judge.known()), "{}", judge.known());
        let network = TupleNetwork::<2>::new("012 4567".parse().expect("tuples")).expect("two");
        let mut random = Random::new(2);
        for _ in 0..50 {
            let board = random_board(&mut random);
            let position = PackedPosition {
                board,
                points: 0,
                owed: 1,
            };
            let entries: [u32; 16] = network.active(&position);
            let Values::Whole(values) = &judge.values else {
                panic!("nothing was rounded");
            };
            let want: f32 = entries
                .iter()
                .map(|&entry| values.numbers()[entry as usize])
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
    fn rounded_values_judge_nearly_alike() {
        let trainer = trained("standard");
        let (mut whole, mut rounded) = (Vec::new(), Vec::new());
        trainer
            .save(&mut whole, Saved::All)
            .expect("memory can be written");
        let rounding = Rounding {
            least: vec![0.0],
            step: 0.25,
        };
        let loss = trainer
            .save_rounded(&mut rounded, &rounding)
            .expect("memory can be written");
        assert!(loss.kept > 1000, "{loss:?}");
        let [whole, rounded] = [whole, rounded].map(|bytes| TupleJudge::read(&*bytes).expect("it was saved"));
        assert!(whole.known() >= rounded.known() && rounded.known() > 4);
        let mut random = Random::new(3);
        for _ in 0..50 {
            let board = random_board(&mut random);
            // Each of sixteen entries is at most half a step off.
            let off = whole.judge(board) - rounded.judge(board);
            assert!(off.abs() <= 16.0 * 0.125 + 0.01, "{off}");
        }
    }

    #[test]
    fn the_shipped_networks_are_those_of_their_rules() {
        let empty = [Scoring::Standard, Scoring::Contest].map(|scoring| {
            let judge = TupleJudge::shipped(scoring).expect("memory for it");
            assert_eq!(judge.scoring(), scoring);
            assert!(
                judge.known() >= 14,
                "it has gone on from 16384: {}",
                judge.known()
            );
            judge.judge(Packed::default().with(0, 1))
        });
        // What a game is expected to bring, and the lesser part of it that a crowded board is.
        assert!((100_000.0..500_000.0).contains(&empty[0]), "{empty:?}");
        assert!(empty[1] > 1.2 * empty[0], "merging pairs at once pays: {empty:?}");
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
    fn boards_are_known_up_to_the_piece_before_the_last_that_was_made_often() {
        let tables = "0 01".parse::<Tuples>().expect("tuples").tables();
        let first_of_pairs = 16;
        let mut values = vec![0.0; 16 + 256];
        let known = |values: &[f32]| highest_known(places(values, |&value| value != 0.0), &tables);
        assert_eq!(known(&values), 1);
        // Two fields with exponents up to 9 in all ways, and a 1024 beside everything but another.
        let pair = |one: usize, other: usize| {
            let plane = |bit: usize| (one >> bit & 1) | (other >> bit & 1) << 1;
            first_of_pairs + (plane(0) | plane(1) << 2 | plane(2) << 4 | plane(3) << 6)
        };
        for one in 0..10 {
            values[one] = 1.0;
            for other in 0..10 {
                values[pair(one, other)] = -1.0;
            }
        }
        assert_eq!(known(&values), 8, "all games have ended with 512");
        values[10] = 1.0;
        for other in 0..6 {
            values[pair(10, other)] = 1.0;
        }
        assert_eq!(known(&values), 8, "7 with 1024, and 20 with 512");
        for other in 0..6 {
            values[pair(other, 10)] = 1.0;
        }
        assert_eq!(known(&values), 9, "13 of 20 are at least half");
        values[15] = 1.0;
        assert_eq!(known(&values), 9, "nothing leads to 32768");
    }

    /// Rounding leaves out what was hardly met.
    #[test]
    fn boards_of_the_last_stage_are_known() {
        for (network, known) in [
            ("012 4567", 1),
            ("012 4567 @256 @16384", 14),
            ("012 4567 @256 @16384 @16384+8192", 14),
            ("012 4567 @256 @16384+8192", 8),
        ] {
            let options = Options::defaults(Twenty48::OPTIONS);
            let trainer = LEARNING.begin_training(&options, network, 1).expect("a network");
            let mut bytes = Vec::new();
            trainer
                .save(&mut bytes, Saved::Values)
                .expect("memory can be written");
            let judge = TupleJudge::read(&*bytes).expect("it was saved");
            assert_eq!(judge.known(), known, "{network}");
        }
    }

    #[test]
    fn rounding_does_not_change_what_is_known() {
        let trainer = trained("standard");
        let mut whole = Vec::new();
        trainer
            .save(&mut whole, Saved::All)
            .expect("memory can be written");
        let known = TupleJudge::read(&*whole).expect("it was saved").known();
        for least in [0.0, 30.0, 100.0] {
            let mut rounded = Vec::new();
            let rounding = Rounding {
                least: vec![least],
                step: 4.0,
            };
            let loss = trainer.save_rounded(&mut rounded, &rounding);
            assert!(loss.expect("memory can be written").kept > 500);
            let judge = TupleJudge::read(&*rounded).expect("it was saved");
            assert_eq!(judge.known(), known, "{least}");
        }
    }

    #[test]
    fn rounding_keeps_an_optimistic_start() {
        let mut trainer = begun("standard");
        trainer.expect(160_000.0);
        train(&mut trainer);
        let [mut whole, mut rounded, mut exported] = [const { Vec::new() }; 3];
        trainer
            .save(&mut whole, Saved::All)
            .expect("memory can be written");
        let rounding = Rounding {
            least: vec![0.0],
            step: 4.0,
        };
        trainer
            .save_rounded(&mut rounded, &rounding)
            .expect("memory can be written");
        let again = LEARNING.read_network(&*rounded).expect("it was saved");
        again
            .save(&mut exported, Saved::Values)
            .expect("memory can be written");
        let [whole, rounded, exported] =
            [whole, rounded, exported].map(|bytes| TupleJudge::read(&*bytes).expect("it was saved"));
        let unknown = (0..16).fold(Packed::default(), |board, index| board.with(index, whole.known()));
        assert!(whole.judge(unknown) > 100_000.0, "what is unknown is worth much");
        let mut random = Random::new(3);
        for board in std::iter::once(unknown).chain((0..50).map(|_| random_board(&mut random))) {
            for other in [&rounded, &exported] {
                let off = whole.judge(board) - other.judge(board);
                // Each of sixteen entries is at most half a step off.
                assert!(off.abs() <= 16.0 * 2.0 + 0.1, "{off}");
            }
        }
    }

    #[test]
    fn values_that_no_game_has_are_refused() {
        let mut hopeful = begun("standard");
        hopeful.expect(3e38);
        let mut whole = Vec::new();
        hopeful
            .save(&mut whole, Saved::All)
            .expect("memory can be written");
        let mut rounded = Vec::new();
        let rounding = Rounding {
            least: vec![0.0],
            step: 0.25,
        };
        trained("standard")
            .save_rounded(&mut rounded, &rounding)
            .expect("memory can be written");
        let mut steep = Vec::new();
        GzDecoder::new(&*rounded)
            .read_to_end(&mut steep)
            .expect("it was saved");
        assert!(TupleJudge::read(&*steep).is_ok());
        let [step, steeper] = [r#""step":"0.25""#, r#""step":"3e38""#].map(str::as_bytes);
        let at = steep.windows(step.len()).position(|window| window == step);
        let at = at.expect("the step is in the metadata");
        steep[at..at + step.len()].copy_from_slice(steeper);
        for (bytes, told) in [
            (
                whole,
                "its description has numbers under `optimism` that no training has",
            ),
            (
                steep,
                "it has values of up to inf points, and 1e12 are at most possible",
            ),
        ] {
            let error = TupleJudge::read(&*bytes).expect_err("no game has so many points");
            assert_eq!(error.to_string(), told);
        }
    }
}
