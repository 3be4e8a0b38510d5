//! Networks that learn a game from play against itself.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python functions own their arguments"
)]

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::Instant;

use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quincunx_ntuple::{Dropped, FileError, TrainingStop};
use quincunx_registry::learning::{
    Description, LearningError, MAX_OPTIMISM, NewStageValues, Saved, TrainingOptions,
};
use quincunx_registry::{DynGame, Learning, Trainer};
use quincunx_search::StopToken;

use crate::error::{content_error, file_error, value_error};
use crate::file;
use crate::options::{Whole, find, from_json, options_of, threads_of, time_of, to_dict, whole};
use crate::stop::with_progress;

/// A network in training; `quincunx.train` makes and trains one.
///
/// A new one has learned nothing, and to it every position seems to be worth `optimism` points. `network`
/// names it or describes it in words of the game, the usual one if none is given; options of the rules are
/// keyword arguments.
///
/// Two are equal when they are of the same rules, network and seed, have learned from as many games, and all
/// their weights are the same, bit for bit. Its bytes and its file are those that `quincunx train` saves, a
/// file of safetensors.
///
/// It can be asked what it is while it trains, also by what `progress` names: `plies`, `seconds` and `log`
/// are as training found them then, and `games` counts on. To compare, copy or save it then is a
/// RuntimeError.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Network {
    trainer: RwLock<Trainer>,
    /// What it is and how it was trained, until the last training began or ended.
    told: Mutex<Description>,
    /// How many games it has learned from, now.
    games: AtomicU64,
}

/// Where what another network has learned comes from.
#[derive(FromPyObject)]
enum Source<'py> {
    /// The network.
    Network(Bound<'py, Network>),
    /// Its file.
    File(PathBuf),
}

/// What a game makes of what was saved of a network.
type Made = Result<Trainer, LearningError>;

impl Network {
    /// Finds the game of a description, and has it make a network of what was saved.
    fn made<R: Read>(
        open: impl Fn() -> PyResult<R>,
        make: impl FnOnce(&Learning, R) -> Made,
        wrong: impl Fn(LearningError) -> PyErr,
    ) -> PyResult<Self> {
        let (_, description) = Description::open(open()?).map_err(&wrong)?;
        let learning = learning_of(find(&description.game)?)?;
        make(learning, open()?).map(Self::of).map_err(wrong)
    }

    /// Makes a network of bytes; see [`Network::made`].
    fn made_of_bytes<'a>(
        contents: &'a [u8],
        make: impl FnOnce(&Learning, Cursor<&'a [u8]>) -> Made,
    ) -> PyResult<Self> {
        Self::made(|| Ok(Cursor::new(contents)), make, learning_error)
    }

    /// Makes a network of a file; see [`Network::made`].
    fn made_of_file(path: &Path, make: impl FnOnce(&Learning, BufReader<File>) -> Made) -> PyResult<Self> {
        let open = || {
            let file = File::open(path).map_err(|error| file_error(&error, path))?;
            Ok(BufReader::new(file))
        };
        Self::made(open, make, |error| match error {
            LearningError::File(FileError::Io(error)) if error.raw_os_error().is_some() => {
                file_error(&error, path)
            }
            error if error.is_out_of_memory() => learning_error(error),
            error => content_error(error, path),
        })
    }

    fn of(trainer: Trainer) -> Self {
        let told = trainer.description().clone();
        Self {
            games: AtomicU64::new(told.games()),
            told: Mutex::new(told),
            trainer: RwLock::new(trainer),
        }
    }

    /// Returns what it has learned, unless it trains.
    fn at_rest(&self) -> PyResult<RwLockReadGuard<'_, Trainer>> {
        self.trainer.try_read().map_err(|_| {
            PyRuntimeError::new_err(
                "the network trains, and can be compared, copied and saved when that has ended",
            )
        })
    }

    /// Returns all that training needs to go on, as a file has it.
    fn contents(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let trainer = self.at_rest()?;
        let trainer: &Trainer = &trainer;
        py.detach(|| {
            let mut contents = Vec::new();
            trainer.save(&mut contents, Saved::All)?;
            Ok(contents)
        })
    }

    fn told(&self) -> MutexGuard<'_, Description> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes Python's error of why there is no network: `MemoryError` where only memory is wanting.
fn learning_error(error: LearningError) -> PyErr {
    if error.is_out_of_memory() {
        PyMemoryError::new_err(error.to_string())
    } else {
        value_error(error)
    }
}

/// Returns the networks of a game, if it has any.
fn learning_of(game: &dyn DynGame) -> PyResult<&'static Learning> {
    game.learning().ok_or_else(|| {
        let others = quincunx_catalog::GAMES
            .iter()
            .filter(|other| other.learning().is_some());
        let others: Vec<&str> = others.map(|other| other.id()).collect();
        PyValueError::new_err(format!(
            "{} has no networks; {} has",
            game.id(),
            others.join(", ")
        ))
    })
}

/// Reads a share from 0 to 1.
fn share(name: &str, given: Option<f32>) -> PyResult<Option<f32>> {
    match given {
        Some(number) if !(0.0..=1.0).contains(&number) => Err(PyValueError::new_err(format!(
            "`{name}` is a number from 0 to 1, not {number}"
        ))),
        given => Ok(given),
    }
}

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (game, network = None, *, seed = 0, optimism = 0.0, **options))]
    fn new(
        py: Python<'_>,
        game: &str,
        network: Option<&str>,
        #[pyo3(from_py_with = whole)] seed: u64,
        optimism: f32,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if !(0.0..=MAX_OPTIMISM).contains(&optimism) {
            return Err(PyValueError::new_err(format!(
                "`optimism` is a number of points from 0 to {MAX_OPTIMISM}, not {optimism}"
            )));
        }
        let entry = find(game)?;
        let options = options_of(entry, options)?;
        let learning = learning_of(entry)?;
        let usual = learning.networks.first();
        let network = network.or(usual.map(|named| named.name)).unwrap_or("");
        py.detach(|| {
            let trainer = learning.begin_training(&options, network, seed);
            let mut trainer = trainer.map_err(learning_error)?;
            if optimism > 0.0 {
                trainer.expect(optimism);
            }
            Ok(Self::of(trainer))
        })
    }

    /// Reads a file that was saved with all that training needs to go on.
    ///
    /// ValueError: it is none. OSError: it cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| Self::made_of_file(&path, Learning::resume_training))
    }

    /// Reads the bytes of such a file.
    #[staticmethod]
    #[pyo3(signature = (contents, /))]
    fn parse(py: Python<'_>, contents: &[u8]) -> PyResult<Self> {
        py.detach(|| Self::made_of_bytes(contents, Learning::resume_training))
    }

    /// Begins with what another network has learned, which stays as it is, or with a file of one, also of one
    /// for players; by games of another seed, the one that is given or the next one; by those behind its
    /// own where the seed is the same. Rules are those of the other one. With a network, named or
    /// described, that one is trained, which has the same tables or more stages; these begin with the
    /// values of the stage `before`, or with `nothing`, as `new_stages` says.
    ///
    /// ValueError: it is no file of weights, or there is no such network, or its tables are others. OSError:
    /// it cannot be read.
    #[staticmethod]
    #[pyo3(signature = (source, /, network = None, *, seed = None, new_stages = "before"))]
    fn begin_from(
        py: Python<'_>,
        source: Source<'_>,
        network: Option<&str>,
        seed: Option<Whole<u64>>,
        new_stages: &str,
    ) -> PyResult<Self> {
        let seed = seed.map(|seed| seed.0);
        let new_stages = match new_stages {
            "before" => NewStageValues::CopyPrevious,
            "nothing" => NewStageValues::Zero,
            other => {
                return Err(PyValueError::new_err(format!(
                    "`new_stages` is `before` or `nothing`, not `{other}`"
                )));
            }
        };
        match source {
            Source::Network(other) => {
                let contents = other.get().contents(py)?;
                py.detach(|| {
                    Self::made_of_bytes(&contents, |learning, source| {
                        learning.begin_training_from(source, network, new_stages, Dropped::Learn, seed)
                    })
                })
            }
            Source::File(path) => py.detach(|| {
                Self::made_of_file(&path, |learning, source| {
                    learning.begin_training_from(source, network, new_stages, Dropped::Learn, seed)
                })
            }),
        }
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> String {
        self.told().game.clone()
    }

    /// The options of the rules.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        // Nothing of Python's is done while others wait for it.
        let told = self.told().clone();
        let entry = find(&told.game)?;
        let options = told.options(entry.id(), entry.options()).map_err(value_error)?;
        to_dict(py, entry, &options)
    }

    /// The text that describes the network.
    #[getter]
    fn network(&self) -> String {
        self.told().network.clone()
    }

    /// The seed of all games.
    #[getter]
    fn seed(&self) -> u64 {
        self.told().seed
    }

    /// How many points every position seemed to be worth at first.
    #[getter]
    fn optimism(&self) -> f32 {
        self.told().optimism
    }

    /// How many games it has learned from.
    #[getter]
    fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// How many actions it has learned from.
    #[getter]
    fn plies(&self) -> u64 {
        self.told().plies()
    }

    /// How long that took, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.told().seconds()
    }

    /// How it was trained, stretch after stretch: `games`, `plies`, the `average` and the `best` of the
    /// games' points, `seconds`, `threads`, `lambda`, `rate`, `coherence` and `restart`.
    #[getter]
    fn log<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let log = serde_json::to_string(&self.told().log).expect("numbers can be written");
        from_json(py, &log)
    }

    /// The trainings before this one, each of which began with what the one before it had learned: `network`,
    /// `seed` and `log`, and `rounded` where values had been rounded for players.
    #[getter]
    fn origins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let origins = serde_json::to_string(&self.told().origins).expect("numbers can be written");
        from_json(py, &origins)
    }

    /// Trains until it has learned from so many games in all, or for so many seconds, whatever is first;
    /// every game that is begun is finished. After `pause` seconds it ends where what is learned by going
    /// on is what would have been learned without an end.
    ///
    /// What is not said of `lambda_`, `rate`, `coherence`, `restart` and `threads` is as the last time.
    /// `progress` is called with the games so far and `games`, from time to time and at the end. Ctrl-C
    /// ends the work; what was learned until then stays. The same games on as many threads give the same
    /// weights, on one thread also however they are cut into calls. Each of several threads has a copy of
    /// the network; at first up to four work unless said otherwise.
    #[pyo3(signature = (
        *, games = None, seconds = None, pause = None, lambda_ = None, rate = None, coherence = None, restart = None,
        threads = None, progress = None
    ))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the keyword arguments of a Python function"
    )]
    fn train(
        &self,
        py: Python<'_>,
        games: Option<Whole<u64>>,
        seconds: Option<f64>,
        pause: Option<f64>,
        lambda_: Option<f32>,
        rate: Option<f32>,
        coherence: Option<bool>,
        restart: Option<Whole<usize>>,
        threads: Option<Whole<usize>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (games, restart) = (games.map(|games| games.0), restart.map(|restart| restart.0));
        if games.is_none() && seconds.is_none_or(|seconds| seconds == f64::INFINITY) {
            return Err(PyValueError::new_err(
                "training ends after `games` in all or after `seconds`, and neither is given",
            ));
        }
        let end = time_of("seconds", seconds)?.and_then(|time| Instant::now().checked_add(time));
        let pause = time_of("pause", pause)?.and_then(|time| Instant::now().checked_add(time));
        let (lambda, rate) = (share("lambda_", lambda_)?, share("rate", rate)?);
        let threads = threads.map(|threads| threads_of(Some(threads))).transpose()?;
        let wishes = TrainingOptions {
            lambda,
            rate,
            coherence,
            restart,
        };
        let mut network = self.trainer.try_write().map_err(|_| {
            PyRuntimeError::new_err(
                "the network trains or is being compared, copied or saved, and can be trained when that has ended",
            )
        })?;
        let trainer: &mut Trainer = &mut network;
        let threads = threads.unwrap_or_else(|| trainer.default_threads());
        let course = trainer.description().training_config(&wishes, threads);
        let tell = |py: Python<'_>| match &progress {
            Some(progress) => progress.call1(py, (self.games(), games)).map(drop),
            None => Ok(()),
        };
        let trained = with_progress(
            py,
            |stop| {
                let stop = TrainingStop {
                    immediately: stop.child(),
                    between_rounds: StopToken::default(),
                };
                trainer.train(&course, games.unwrap_or(u64::MAX), &stop, &|_| {
                    self.games.fetch_add(1, Ordering::Relaxed);
                    for (stop, time) in [(&stop.immediately, end), (&stop.between_rounds, pause)] {
                        if time.is_some_and(|time| Instant::now() >= time) {
                            stop.stop();
                        }
                    }
                })
            },
            tell,
        );
        let told = network.description().clone();
        self.games.store(told.games(), Ordering::Relaxed);
        *self.told() = told;
        trained?.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        tell(py)
    }

    /// Saves its file, with all that training needs to go on, or with `values` alone what players need, a
    /// third of that. A file that is there stays whole until the new one is.
    #[pyo3(signature = (path, /, *, values = false))]
    fn save(&self, py: Python<'_>, path: PathBuf, values: bool) -> PyResult<()> {
        let what = if values { Saved::Values } else { Saved::All };
        let trainer = self.at_rest()?;
        let trainer: &Trainer = &trainer;
        file::save(py, &path, |file| trainer.save(file, what))
    }

    /// The bytes of its file, with all that training needs to go on.
    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.contents(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let (one, two) = (self.at_rest()?, other.get().at_rest()?);
        let (one, two): (&Trainer, &Trainer) = (&one, &two);
        Ok(py.detach(|| one == two))
    }

    fn __repr__(&self) -> String {
        let (game, network, games) = (self.game(), self.network(), self.games());
        format!("<quincunx.Network {network:?} of {game}: {games} games>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse, (slf.get().__bytes__(slf.py())?,)))
    }
}
