//! Networks that learn a game from play against itself.

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
use crate::options::{
    Whole, choice, find, from_json, not_accepted, not_offered, options_of, threads_of, time_of, to_dict,
    whole,
};
use crate::stop::with_progress;

/// A network in training; `quincunx.train` makes and trains one.
///
/// A new network evaluates every position to `optimism` points. `network` names it or describes it in the
/// game's notation; the default is the game's first network. Options of the rules are keyword arguments.
///
/// Two are equal when rules, network, seed and number of games are the same, and all weights are, bit for
/// bit. Bytes and file are those that `quincunx train` saves, a file of safetensors.
///
/// Its attributes can be read while it trains: `plies`, `seconds` and `log` are those before the training,
/// and `games` counts on. Comparing, copying or saving it then is a RuntimeError.
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Network {
    trainer: RwLock<Trainer>,
    /// The description when the last training began or ended.
    description: Mutex<Description>,
    /// The games it has learned from, now.
    games: AtomicU64,
}

/// A network, or its file.
enum Source<'py> {
    Network(Bound<'py, Network>),
    File(PathBuf),
}

impl<'py> FromPyObject<'_, 'py> for Source<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let network = given.extract().map(Self::Network);
        network
            .or_else(|_| given.extract().map(Self::File))
            .map_err(|_| not_accepted(&given, "a network or the path of its file"))
    }
}

/// The result of reading a saved network.
type ReadTrainer = Result<Trainer, LearningError>;

impl Network {
    /// Reads a saved network by the game that its description names.
    fn read_by_game<R: Read>(
        open: impl Fn() -> PyResult<R>,
        read: impl FnOnce(&dyn Learning, R) -> ReadTrainer,
        to_error: impl Fn(LearningError) -> PyErr,
    ) -> PyResult<Self> {
        let (_, description) = Description::open(open()?).map_err(&to_error)?;
        let learning = learning_of(find(&description.game)?)?;
        read(learning, open()?).map(Self::of).map_err(to_error)
    }

    fn read_bytes<'a>(
        contents: &'a [u8],
        read: impl FnOnce(&dyn Learning, Cursor<&'a [u8]>) -> ReadTrainer,
    ) -> PyResult<Self> {
        Self::read_by_game(|| Ok(Cursor::new(contents)), read, learning_error)
    }

    fn read_file(
        path: &Path,
        read: impl FnOnce(&dyn Learning, BufReader<File>) -> ReadTrainer,
    ) -> PyResult<Self> {
        let open = || {
            let file = File::open(path).map_err(|error| file_error(&error, path))?;
            Ok(BufReader::new(file))
        };
        Self::read_by_game(open, read, |error| match error {
            LearningError::File(FileError::Io(error)) if error.raw_os_error().is_some() => {
                file_error(&error, path)
            }
            error if error.is_out_of_memory() => learning_error(error),
            error => content_error(error, path),
        })
    }

    fn of(trainer: Trainer) -> Self {
        let description = trainer.description().clone();
        Self {
            games: AtomicU64::new(description.games()),
            description: Mutex::new(description),
            trainer: RwLock::new(trainer),
        }
    }

    /// Returns the trainer, unless the network trains.
    fn idle_trainer(&self) -> PyResult<RwLockReadGuard<'_, Trainer>> {
        self.trainer.try_read().map_err(|_| {
            PyRuntimeError::new_err(
                "the network trains, and can be compared, copied and saved when that has ended",
            )
        })
    }

    /// Returns the file with all that training needs to go on.
    fn contents(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let trainer = self.idle_trainer()?;
        let trainer: &Trainer = &trainer;
        py.detach(|| {
            let mut contents = Vec::new();
            trainer.save(&mut contents, Saved::All)?;
            Ok(contents)
        })
    }

    fn description(&self) -> MutexGuard<'_, Description> {
        self.description.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns Python's error for a network: `MemoryError` if the only failure was insufficient memory.
fn learning_error(error: LearningError) -> PyErr {
    if error.is_out_of_memory() {
        PyMemoryError::new_err(error.to_string())
    } else {
        value_error(error)
    }
}

/// Returns the networks of a game.
fn learning_of(game: &dyn DynGame) -> PyResult<&'static dyn Learning> {
    let learning = game.learning();
    learning.ok_or_else(|| {
        not_offered(game.id(), "has no networks; these have", |other| {
            other.learning().is_some()
        })
    })
}

/// Checks that a share is from 0 to 1.
fn share(name: &str, given: Option<f32>) -> PyResult<Option<f32>> {
    match given {
        Some(number) if !(0.0..=1.0).contains(&number) => Err(PyValueError::new_err(format!(
            "`{name}` is a number from 0 to 1, not {number}"
        ))),
        given => Ok(given),
    }
}

getters! { Network, this:
    /// The id of the game.
    game: String = this.description().game.clone();
    /// The text that describes the network.
    network: String = this.description().network.clone();
    /// The seed of all games.
    seed: u64 = this.description().seed;
    /// The value of every position before training, in points.
    optimism: f32 = this.description().optimism;
    /// The number of games it has learned from.
    games: u64 = this.games.load(Ordering::Relaxed);
    /// The number of actions it has learned from.
    plies: u64 = this.description().plies();
    /// The time of training, in seconds.
    seconds: f64 = this.description().seconds();
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
        let options = options_of(entry, options, &["network", "optimism", "seed"])?;
        let learning = learning_of(entry)?;
        let first = learning.networks().first();
        let network = network.or(first.map(|named| named.name)).unwrap_or("");
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
    /// Raises:
    ///     ValueError: It is none.
    ///     OSError: It cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| Self::read_file(&path, |learning, source| learning.resume_training(source)))
    }

    /// Reads the bytes of such a file.
    #[staticmethod]
    #[pyo3(signature = (contents, /))]
    fn parse(py: Python<'_>, contents: &[u8]) -> PyResult<Self> {
        py.detach(|| Self::read_bytes(contents, |learning, source| learning.resume_training(source)))
    }

    /// Begins with the weights of another network, which is unchanged, or of a file, also one for players. It
    /// learns from games of another seed, the given one or the next, or with the same seed from the games
    /// after those of the other network. The rules are those of the other one. `network`, named or described,
    /// has the same tables or more stages; `new_stages` begin with the values of the stage `before` or with
    /// `nothing`.
    ///
    /// Raises:
    ///     ValueError: It is no file of weights, or there is no such network, or its tables are others.
    ///     OSError: It cannot be read.
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
        let values = [
            ("before", NewStageValues::CopyPrevious),
            ("nothing", NewStageValues::Zero),
        ];
        let new_stages = choice("new_stages", new_stages, values)?;
        fn begin<R: Read>(
            network: Option<&str>,
            new_stages: NewStageValues,
            seed: Option<u64>,
        ) -> impl FnOnce(&dyn Learning, R) -> ReadTrainer {
            move |learning, source| {
                learning.begin_training_from(source, network, new_stages, Dropped::Learn, seed)
            }
        }
        match source {
            Source::Network(other) => {
                let contents = other.get().contents(py)?;
                py.detach(|| Self::read_bytes(&contents, begin(network, new_stages, seed)))
            }
            Source::File(path) => py.detach(|| Self::read_file(&path, begin(network, new_stages, seed))),
        }
    }

    /// The options of the rules.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        // The lock is not held while Python objects are created.
        let description = self.description().clone();
        let entry = find(&description.game)?;
        let options = description
            .options(entry.id(), entry.options())
            .map_err(value_error)?;
        to_dict(py, entry, &options)
    }

    /// The log of the training, an entry for each call: `games`, `plies`, the `average` and the `best` of the
    /// games' points, `seconds`, `threads`, `lambda`, `rate`, `coherence` and `restart`.
    #[getter]
    fn log<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, || self.description().log.clone())
    }

    /// The trainings before this one, each of which began with the weights of the one before: `network`,
    /// `seed` and `log`, and `rounded` where values had been rounded for players.
    #[getter]
    fn origins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, || self.description().origins.clone())
    }

    /// Trains until it has learned from `games` in all, or for `seconds`, whatever is first; every started
    /// game is finished. After `pause` seconds it ends where continuing later gives the same weights as
    /// training without an end.
    ///
    /// `lambda_`, `rate`, `coherence`, `restart` and `threads` keep their last values by default. `progress`
    /// is called with the games so far and `games`, from time to time and at the end. Ctrl-C ends the work
    /// and keeps what was learned. The same games on as many threads give the same weights, on one thread
    /// also however they are split into calls. Each thread has a copy of the network; the first default is
    /// up to four threads.
    #[pyo3(signature = (
        *, games = None, seconds = None, pause = None, lambda_ = None, rate = None, coherence = None, restart = None,
        threads = None, progress = None
    ))]
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
        let options = TrainingOptions {
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
        let config = trainer.description().training_config(&options, threads);
        let report = |py: Python<'_>| match &progress {
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
                trainer.train(&config, games.unwrap_or(u64::MAX), &stop, &|_| {
                    self.games.fetch_add(1, Ordering::Relaxed);
                    for (stop, time) in [(&stop.immediately, end), (&stop.between_rounds, pause)] {
                        if time.is_some_and(|time| Instant::now() >= time) {
                            stop.stop();
                        }
                    }
                })
            },
            report,
        );
        let description = network.description().clone();
        self.games.store(description.games(), Ordering::Relaxed);
        *self.description() = description;
        trained?.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        report(py)
    }

    /// Saves all that training needs to go on, or with `values` only what players need, a third of that. A
    /// file that is there stays whole until the new one is.
    #[pyo3(signature = (path, /, *, values = false))]
    fn save(&self, py: Python<'_>, path: PathBuf, values: bool) -> PyResult<()> {
        let what = if values { Saved::Values } else { Saved::All };
        let trainer = self.idle_trainer()?;
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
        let (one, two) = (self.idle_trainer()?, other.get().idle_trainer()?);
        let (one, two): (&Trainer, &Trainer) = (&one, &two);
        Ok(py.detach(|| one == two))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse, (slf.get().__bytes__(slf.py())?,)))
    }
}

repr! { Network, this:
    "<quincunx.Network {:?} of {}: {} games>", this.network(), this.game(), this.games()
}
