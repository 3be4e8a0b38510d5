//! What a file of weights says of them.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use quincunx_core::{OptionSpec, Options};
use quincunx_ntuple::WeightsFile;
use serde::{Deserialize, Serialize};

use super::LearningError;
use super::log::{self, LogEntry};

/// How many points a game can be hoped to bring at first: far more than any has.
pub const MAX_OPTIMISM: f32 = 1e9;

/// The greatest average of points and number of seconds in a log: sums of them stay finite.
const MAX_LOGGED: f64 = 1e12;

/// The greatest least amount for rounding, whose square is finite.
pub const MAX_LEAST: f32 = 1e12;

/// The form of descriptions.
pub(super) const FORM: u32 = 1;

/// What weights are of, and how they were trained; in JSON in their file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Description {
    /// The form of this description.
    pub form: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// The game.
    pub game: String,
    /// The options of the rules, all of them.
    pub options: BTreeMap<String, String>,
    /// The text that describes the network.
    pub network: String,
    /// The description of the whole network, where later stages were left out; in older files `trained`.
    #[serde(default, alias = "trained", skip_serializing_if = "Option::is_none")]
    pub whole_network: Option<String>,
    /// The seed of all games.
    pub seed: u64,
    /// The first value of every position; see
    /// [`DynNetwork::reset_to`](quincunx_ntuple::DynNetwork::reset_to).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub optimism: f32,
    /// The trainings before this one, each of which began with the values that the one before it had made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<PriorTraining>,
    /// How it was trained, stretch after stretch; of a long log neighbours have become one.
    pub log: Vec<LogEntry>,
    /// What was lost, where values were rounded for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounded: Option<RoundingLoss>,
}

impl Description {
    /// Returns how many games the network was trained by.
    pub fn games(&self) -> u64 {
        self.sum(|stretch| stretch.games)
    }

    /// Returns how many actions the network was trained by.
    pub fn plies(&self) -> u64 {
        self.sum(|stretch| stretch.plies)
    }

    fn sum(&self, of: fn(&LogEntry) -> u64) -> u64 {
        sum(&self.log, of)
    }

    /// Returns how many games of its seed trainings before this one had.
    pub(super) fn games_before(&self) -> u64 {
        let origins = self.origins.iter().filter(|origin| origin.seed == self.seed);
        let games = origins.map(|origin| sum(&origin.log, |stretch| stretch.games));
        // A file may say any number, and some must be left.
        games.fold(0, u64::saturating_add).min(u64::MAX / 2)
    }

    /// Returns how long the network was trained, in seconds.
    pub fn seconds(&self) -> f64 {
        self.log.iter().map(|stretch| stretch.seconds).sum()
    }

    /// Opens a file of weights and reads its description.
    ///
    /// # Errors
    /// When the source cannot be read or is not a file of weights, or its description is of another form or
    /// has numbers that no training has.
    pub fn open<R: Read>(source: R) -> Result<(WeightsFile<R>, Self), LearningError> {
        /// What all forms have.
        #[derive(Deserialize)]
        struct Any {
            form: u32,
        }
        let file = WeightsFile::open(source)?;
        let Any { form } = serde_json::from_str(file.description()).map_err(LearningError::Description)?;
        if form != FORM {
            return Err(LearningError::Form(form));
        }
        let description: Self =
            serde_json::from_str(file.description()).map_err(LearningError::Description)?;
        description.check()?;
        Ok((file, description))
    }

    /// Checks the numbers by which training goes on and values are read.
    fn check(&self) -> Result<(), LearningError> {
        check_number("optimism", self.optimism, MAX_OPTIMISM)?;
        check_trained("", &self.log, self.rounded.as_ref())?;
        for (index, origin) in self.origins.iter().enumerate() {
            check_trained(
                &format!("origins[{index}]."),
                &origin.log,
                origin.rounded.as_ref(),
            )?;
        }
        Ok(())
    }

    /// Returns the options of the rules, of a game with this id and these options.
    ///
    /// # Errors
    /// When the description is of another game, or has an option or a value of one that the game does not
    /// have.
    pub fn options(&self, game: &str, specs: &'static [OptionSpec]) -> Result<Options, LearningError> {
        if self.game != game {
            return Err(LearningError::Other {
                of: self.game.escape_debug().to_string(),
                wanted: game.to_owned(),
            });
        }
        Ok(Options::from_pairs(specs, &self.options)?)
    }
}

/// A training that another one began with the outcome of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PriorTraining {
    /// The text that describes its network.
    pub network: String,
    /// The seed of its games.
    pub seed: u64,
    /// How it was trained, in a few stretches.
    pub log: Vec<LogEntry>,
    /// What its values lost before they were taken over, where they were rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounded: Option<RoundingLoss>,
}

impl PriorTraining {
    /// The most stretches that describe it.
    const STRETCHES: usize = 20;

    pub(super) fn of(description: &Description) -> Self {
        Self {
            network: description.network.clone(),
            seed: description.seed,
            log: log::shortened(&description.log, Self::STRETCHES),
            rounded: description.rounded.clone(),
        }
    }
}

/// What values lost that were rounded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RoundingLoss {
    /// The largest least amount; see [`Rounding::least`](quincunx_ntuple::Rounding::least).
    pub least: f32,
    /// What was asked for in each stage, where they differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leasts: Vec<f32>,
    /// What values are multiples of.
    pub step: f32,
    /// How many entries have learned anything.
    pub learned: usize,
    /// How many are left: those that are not 0, or not what they are in the table that theirs is based on.
    pub kept: usize,
}

impl RoundingLoss {
    /// Returns what entries had to matter by: one number for all stages, or one for each.
    pub fn of_stages(&self) -> &[f32] {
        match &*self.leasts {
            [] => std::slice::from_ref(&self.least),
            leasts => leasts,
        }
    }
}

/// Checks the numbers of a training, whose fields have names behind `path`.
fn check_trained(path: &str, log: &[LogEntry], rounded: Option<&RoundingLoss>) -> Result<(), LearningError> {
    for (index, stretch) in log.iter().enumerate() {
        let field = |name: &str| format!("{path}log[{index}].{name}");
        check_number(&field("average"), stretch.average, MAX_LOGGED)?;
        check_number(&field("seconds"), stretch.seconds, MAX_LOGGED)?;
        check_number(&field("lambda"), stretch.lambda, 1.0)?;
        check_number(&field("rate"), stretch.rate, 1.0)?;
        check_number(&field("threads"), stretch.threads, u16::MAX.into())?;
    }
    let mut leasts = rounded.into_iter().flat_map(RoundingLoss::of_stages);
    leasts.try_for_each(|&least| check_number(&format!("{path}rounded"), least, MAX_LEAST))
}

/// Checks that a number is from 0 to some other.
fn check_number<N: Copy + Default + PartialOrd + fmt::Debug>(
    field: &str,
    number: N,
    most: N,
) -> Result<(), LearningError> {
    if number >= N::default() && number <= most {
        return Ok(());
    }
    Err(LearningError::Number {
        field: field.to_owned(),
        number: format!("{number:?}"),
        most: format!("{most:?}"),
    })
}

/// Adds up something of all stretches.
fn sum(log: &[LogEntry], of: fn(&LogEntry) -> u64) -> u64 {
    log.iter().map(of).fold(0, u64::saturating_add)
}

/// Returns whether something need not be written.
fn is_zero(number: &f32) -> bool {
    *number == 0.0
}
