//! Networks that learn a game from self-play: [`DynGame::learning`](crate::DynGame::learning). A [`Trainer`]
//! trains a network and saves it with all that resuming needs.

mod description;
mod error;
mod log;

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::iter;
use std::mem;
use std::num::NonZero;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use quincunx_core::{OptionSpec, Options};
use quincunx_ntuple::{
    Component, Dropped, DynNetwork, EpisodeStats, Method, NoMemory, Rounded, Rounding, Table, Training,
    TrainingStop, WeightsFile,
};

use description::FORM;

pub use description::{Description, MAX_LEAST, MAX_OPTIMISM, PriorTraining, RoundingLoss};
pub use error::LearningError;
pub use log::LogEntry;

/// The networks of a game. Methods of `dyn Learning` begin and resume their training.
pub trait Learning: Sync {
    /// Returns the id of the game.
    fn game(&self) -> &'static str;

    /// Returns the options of its rules.
    fn options(&self) -> &'static [OptionSpec];

    /// Returns the networks that have names, the usual one first.
    fn networks(&self) -> &'static [NamedNetwork];

    /// Makes a network for the rules that options make, by the text that describes it.
    ///
    /// # Errors
    /// When the game has no such network for these rules, or memory is insufficient.
    fn make(&self, options: &Options, network: &str) -> Result<Box<dyn DynNetwork>, LearningError>;
}

/// A network with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedNetwork {
    /// The name.
    pub name: &'static str,
    /// The text that describes it.
    pub text: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
}

impl Description {
    /// Returns how training continues: by the given options, else as the last time. At first it is by
    /// temporal coherence and λ = 0.5 at the full rate, or a tenth of it without temporal coherence, and
    /// without restarts.
    pub fn training_config(&self, options: &TrainingOptions, threads: NonZero<usize>) -> TrainingConfig {
        let origins = self.origins.iter().flat_map(|origin| &origin.log);
        let mut stretches = origins.chain(&self.log);
        let last = stretches.clone().next_back();
        let coherence = options.coherence.or(last.map(|last| last.coherence));
        let coherence = coherence.unwrap_or(true);
        let last_alike = stretches.rfind(|stretch| stretch.coherence == coherence);
        let first_rate = if coherence { 1.0 } else { 0.1 };
        let lambda = options.lambda.or(last.map(|last| last.lambda));
        let rate = options.rate.or(last_alike.map(|last| last.rate));
        let restart = options.restart.or(last.map(|last| last.restart));
        TrainingConfig {
            method: Method {
                lambda: lambda.unwrap_or(0.5),
                rate: rate.unwrap_or(first_rate),
                coherence,
            },
            restart: restart.filter(|&fewest| fewest > 0),
            threads,
        }
    }
}

/// How training is to go on, where something is wished for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrainingOptions {
    /// How much of what followed later counts, from 0 to 1.
    pub lambda: Option<f32>,
    /// The part of an error that is learned at once, from 0 to 1.
    pub rate: Option<f32>,
    /// Whether every entry has a rate of its own by temporal coherence.
    pub coherence: Option<bool>,
    /// The fewest actions of a game that goes on from its middle; 0 for never.
    pub restart: Option<usize>,
}

/// How a stretch of training is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingConfig {
    /// How values are learned.
    pub method: Method,
    /// From how many actions on a game that has ended goes on from its middle.
    pub restart: Option<usize>,
    /// How many threads work, each with a copy of the network.
    pub threads: NonZero<usize>,
}

/// What of a network is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// What players need.
    Values,
    /// What training needs to go on as well, three times as much.
    All,
}

impl Saved {
    const fn parts(self) -> &'static [Component] {
        match self {
            Self::Values => &[Component::Value],
            Self::All => &Component::ALL,
        }
    }
}

/// A network in training.
pub struct Trainer {
    network: Box<dyn DynNetwork>,
    description: Description,
}

/// Two are equal when rules, network, seed, games, actions and all weights are the same.
impl PartialEq for Trainer {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.description, &other.description);
        let what = |of: &Description| (of.seed, of.games(), of.plies());
        let has_same_weights = || {
            let [one, two] = [self, other].map(|trainer| trainer.network.weights());
            let is_same = |part| {
                let bits = one.part(part).map(f32::to_bits);
                bits.eq(two.part(part).map(f32::to_bits))
            };
            Component::ALL.into_iter().all(is_same)
        };
        what(one) == what(two)
            && (&one.game, &one.options, &one.network) == (&two.game, &two.options, &two.network)
            && has_same_weights()
    }
}

impl Trainer {
    /// Returns what it trains, and how it was trained so far.
    pub const fn description(&self) -> &Description {
        &self.description
    }

    /// Returns how many threads train it by default: as many as the last time, else up to four.
    pub fn default_threads(&self) -> NonZero<usize> {
        const MAX_THREADS: usize = 4;
        let last = self.description.log.last();
        if let Some(threads) = last.and_then(|stretch| NonZero::new(stretch.threads)) {
            return threads;
        }
        let fit = (4 << 30) / self.network.weights().bytes().max(1);
        let all = thread::available_parallelism().map_or(1, NonZero::get);
        NonZero::new(all.min(MAX_THREADS).min(fit)).unwrap_or(NonZero::<usize>::MIN)
    }

    /// Sets the value of every position to a number of points and forgets all training so far; see
    /// [`DynNetwork::reset_to`]. A file with a number that is not from 0 to [`MAX_OPTIMISM`] cannot be read.
    pub fn expect(&mut self, points: f32) {
        self.network.reset_to(points);
        self.description.optimism = points;
        self.description.log.clear();
    }

    /// Trains up to a number of games in all or until it is stopped; every game that is
    /// begun is finished. `each` is called for every game, on the thread that played it. The same
    /// configuration gives the same weights, however the games are cut; on several threads, if they are cut
    /// [between rounds](TrainingStop::between_rounds).
    ///
    /// # Errors
    /// When memory for the copies of several threads is insufficient; no game is played then.
    pub fn train(
        &mut self,
        config: &TrainingConfig,
        games: u64,
        stop: &TrainingStop,
        each: &(dyn Fn(EpisodeStats) + Sync),
    ) -> Result<LogEntry, NoMemory> {
        let began = Instant::now();
        let before = self.description.games_before();
        let done = self.description.games();
        let training = Training {
            method: config.method,
            restart: config.restart,
            seed: self.description.seed,
            threads: config.threads,
        };
        let first = before.saturating_add(done);
        let numbers = first..before.saturating_add(games).max(first);
        // Actions, points and the most points of a game.
        let sums = Mutex::new((0, 0u128, 0));
        let next = self.network.train(&training, numbers, stop, &|game| {
            {
                let mut sums = sums.lock().expect("nobody panics while adding");
                sums.0 += game.plies as u64;
                sums.1 += u128::from(game.whole.points);
                sums.2 = game.whole.points.max(sums.2);
            }
            each(game);
        })?;
        let (plies, points, best) = sums.into_inner().expect("nobody panics while adding");
        let games = next - first;
        let stretch = LogEntry {
            games,
            plies,
            average: points as f64 / games.max(1) as f64,
            best,
            seconds: began.elapsed().as_secs_f64(),
            threads: config.threads.get(),
            lambda: config.method.lambda,
            rate: config.method.rate,
            coherence: config.method.coherence,
            restart: config.restart.unwrap_or(0),
        };
        if games > 0 {
            log::append(&mut self.description.log, stretch);
        }
        Ok(stretch)
    }

    /// Saves the network.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn save(&self, out: &mut dyn Write, what: Saved) -> io::Result<()> {
        let description = serde_json::to_string(&self.description)?;
        let network = self.network.as_ref();
        quincunx_ntuple::write(
            out,
            &description,
            network.tables(),
            network.weights(),
            what.parts(),
        )
    }

    /// Copies to each entry the one that is [in use](quincunx_ntuple::Features::in_use_for) for it.
    pub fn complete(&mut self) {
        let network = self.network.as_mut();
        for entry in 0..network.weights().len() {
            let in_use = network.in_use_for(entry);
            if in_use != entry {
                network.weights_mut().repeat(in_use, entry);
            }
        }
    }

    /// Returns how many stages of the game have tables of their own.
    pub fn stages(&self) -> usize {
        self.network.stages()
    }

    /// Saves the values for players, rounded and compressed, and returns what is lost. The network must have
    /// been read by `resume_training`, to know what has learned how much.
    ///
    /// # Errors
    /// When the output cannot be written, memory is insufficient, or a value that is kept has learned more
    /// than 32,767 times the step.
    ///
    /// # Panics
    /// When the step is not a positive number, or there is neither one least amount nor one for each
    /// [stage](Trainer::stages).
    pub fn save_rounded(&self, out: &mut dyn Write, rounding: &Rounding) -> io::Result<RoundingLoss> {
        let network = self.network.as_ref();
        assert!(
            [1, network.stages()].contains(&rounding.least.len()),
            "a least amount for all stages or for each"
        );
        let may_be_met = |entry| network.may_be_active(entry);
        let rounded = Rounded::of(
            network.weights(),
            network.tables(),
            self.first(),
            rounding,
            may_be_met,
        );
        let rounded = rounded.map_err(io::Error::other)?;
        let first = self.first();
        let values = network.weights().part(Component::Value);
        let loss = RoundingLoss {
            least: rounding.least.iter().copied().fold(0.0, f32::max),
            leasts: match &*rounding.least {
                [_] => Vec::new(),
                leasts => leasts.to_vec(),
            },
            step: rounding.step,
            learned: values.filter(|&value| value != first).count(),
            kept: rounded.kept(),
        };
        let description = Description {
            rounded: Some(loss.clone()),
            ..self.description.clone()
        };
        rounded.write(out, &serde_json::to_string(&description)?, network.tables())?;
        Ok(loss)
    }

    /// Replaces the network by another one that begins with its tables, and returns its old description.
    fn exchange_network(
        &mut self,
        learning: &dyn Learning,
        network: &str,
        new_stages: Option<NewStageValues>,
    ) -> Result<String, LearningError> {
        let text = learning.described(network);
        let mut wanted = learning.make(&learning.options_of(&self.description)?, &text)?;
        if self.description.optimism > 0.0 {
            wanted.reset_to(self.description.optimism);
        }
        transfer_weights(self.network.as_ref(), wanted.as_mut(), new_stages)?;
        self.network = wanted;
        Ok(mem::replace(&mut self.description.network, text))
    }

    /// Returns what every entry was worth at first.
    fn first(&self) -> f32 {
        self.description.optimism / self.network.active_count() as f32
    }

    /// Reads what of a network was saved, and as much as there is.
    fn read<R: Read>(
        &mut self,
        file: WeightsFile<R>,
        what: Saved,
        dropped: Dropped,
    ) -> Result<(), LearningError> {
        let tables: Vec<Table> = self.network.tables().to_vec();
        if file.is_rounded() && what == Saved::Values {
            let least = self
                .description
                .rounded
                .as_ref()
                .map(RoundingLoss::of_stages)
                .unwrap_or_default();
            let rounded = file.read_rounded(&tables)?;
            let first = self.first();
            rounded.restore(self.network.weights_mut(), first, least, dropped);
        } else {
            file.read_into(&tables, what.parts(), self.network.weights_mut())?;
        }
        let values = self.network.weights().part(Component::Value);
        check_largest(values.fold(0.0, |largest, value| value.abs().max(largest)))
    }
}

/// The largest absolute value: sums of some hundreds stay finite.
const LARGEST_VALUE: f32 = 1e12;

/// Checks the largest amount of all values.
///
/// # Errors
/// When it is more than 10¹² points.
pub fn check_largest(largest: f32) -> Result<(), LearningError> {
    if largest > LARGEST_VALUE {
        return Err(LearningError::Value(largest));
    }
    Ok(())
}

/// What the tables of a stage begin with that is new to a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NewStageValues {
    /// The values of the stage before, which learn at the full rate: where that one knows how to go on.
    #[default]
    CopyPrevious,
    /// Nothing: where the stage before has learned that games end.
    Zero,
}

/// Fills the tables of a network with what another one's have learned: each with those of its name, and those
/// of a new stage as chosen. Where none may be new the last ones may be left out.
fn transfer_weights(
    from: &dyn DynNetwork,
    to: &mut dyn DynNetwork,
    new_stages: Option<NewStageValues>,
) -> Result<(), LearningError> {
    let wanted: Vec<Table> = to.tables().to_vec();
    let is_like = |table: &Table, other: &Table| other.name == table.name && other.shape == table.shape;
    // Tables come stage by stage.
    let are_the_first = || iter::zip(&wanted, from.tables()).all(|(table, other)| is_like(table, other));
    // Where the tables of the stages so far begin in the other network, by their tuples.
    let mut before = BTreeMap::new();
    let mut first = 0;
    for table in &wanted {
        let end = first + table.entries();
        let tuple = table.name.split('@').next();
        let number = from.tables().iter().position(|other| is_like(table, other));
        let number = number.or_else(|| before.get(&tuple).copied().filter(|_| new_stages.is_some()));
        let number = number.ok_or_else(|| LearningError::Unknown(table.name.clone()))?;
        before.insert(tuple, number);
        let other = &from.tables()[number];
        let is_new = !is_like(table, other);
        if !is_new || new_stages == Some(NewStageValues::CopyPrevious) {
            let source = Table::entries_of(&from.tables()[..number]);
            let weights = to.weights_mut();
            weights.copy_entries(first, from.weights(), source..source + other.entries());
            if is_new {
                weights.reset_coherence(first..end);
            }
        }
        first = end;
    }
    let left_out = from.tables().iter();
    let mut left_out = left_out.filter(|other| !wanted.iter().any(|table| is_like(table, other)));
    // The first of those that have to have a place.
    let without_place = if new_stages.is_some() || !are_the_first() {
        left_out.next()
    } else {
        // Only stages can be left out, and boards of a stage are the sum of all tuples.
        left_out.find(|other| !before.contains_key(&other.name.split('@').next()))
    };
    without_place.map_or(Ok(()), |other| Err(LearningError::NoPlace(other.name.clone())))
}

impl dyn Learning + '_ {
    /// Returns the text of a network, whose first word may be the name of one.
    fn described(&self, network: &str) -> String {
        let name_end = network.find(|c: char| c.is_whitespace() || c == '@');
        let (name, rest) = network.split_at(name_end.unwrap_or(network.len()));
        let named = self.networks().iter().find(|named| named.name == name);
        named.map_or_else(
            || network.to_owned(),
            |named| format!("{} {}", named.text, rest.trim()).trim_end().to_owned(),
        )
    }

    /// Begins to train a network, named or described, for the rules that options make.
    ///
    /// # Errors
    /// When the game has no such network for these rules, or memory is insufficient.
    pub fn begin_training(
        &self,
        options: &Options,
        network: &str,
        seed: u64,
    ) -> Result<Trainer, LearningError> {
        let text = self.described(network);
        let pairs = options.iter();
        let description = Description {
            form: FORM,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: self.game().to_owned(),
            options: pairs.map(|(name, value)| (name.into(), value.into())).collect(),
            network: text.clone(),
            whole_network: None,
            seed,
            optimism: 0.0,
            origins: Vec::new(),
            log: Vec::new(),
            rounded: None,
        };
        let network = self.make(options, &text)?;
        Ok(Trainer { network, description })
    }

    /// Goes on with a network that [`Trainer::save`] saved with all.
    ///
    /// # Errors
    /// When the source cannot be read, is not a file of weights of this game in the present form, is damaged,
    /// or holds the values alone; or when memory is insufficient.
    pub fn resume_training(&self, source: impl Read) -> Result<Trainer, LearningError> {
        self.open_training(source, Some(Saved::All), Dropped::default())
    }

    /// Begins to train with what a saved network has learned, by games of another seed: the given one or the
    /// next. Games of a seed that was used before come behind those.
    ///
    /// With `network`, named or described, that one is trained, which has the same tables or more stages.
    /// Rounded values learn slowly at first, and what rounding has dropped learns or stays; values alone
    /// learn at the full rate.
    ///
    /// # Errors
    /// When the source cannot be read, is not a file of weights of this game in the present form, or is
    /// damaged; when `network` is not one of this game or has other tables; when what was dropped is to stay
    /// and the values are not rounded; or when memory is insufficient.
    pub fn begin_training_from(
        &self,
        source: impl Read,
        network: Option<&str>,
        new_stages: NewStageValues,
        dropped: Dropped,
        seed: Option<u64>,
    ) -> Result<Trainer, LearningError> {
        let mut trainer = self.open_training(source, None, dropped)?;
        let origin = PriorTraining::of(&trainer.description);
        if dropped == Dropped::Stay && origin.rounded.is_none() {
            return Err(LearningError::Whole);
        }
        if let Some(network) = network {
            trainer.exchange_network(self, network, Some(new_stages))?;
        }
        let description = &mut trainer.description;
        description.whole_network = None;
        description.seed = seed.unwrap_or(origin.seed.wrapping_add(1));
        description.origins.push(origin);
        description.log.clear();
        description.rounded = None;
        Ok(trainer)
    }

    /// Leaves out the last stages of a network: `network`, named or described, is the same without them.
    ///
    /// # Errors
    /// When `network` is not one of this game or differs in more than its last stages, or memory is
    /// insufficient.
    pub fn with_fewer_stages(&self, mut trainer: Trainer, network: &str) -> Result<Trainer, LearningError> {
        let tables = trainer.network.tables().len();
        let whole = trainer.exchange_network(self, network, None)?;
        if trainer.network.tables().len() < tables {
            trainer.description.whole_network = Some(whole);
        }
        Ok(trainer)
    }

    /// Returns the options of the rules that a description is of.
    fn options_of(&self, description: &Description) -> Result<Options, LearningError> {
        description.options(self.game(), self.options())
    }

    /// Reads the values of a network, which is enough for players.
    ///
    /// # Errors
    /// When the source cannot be read, is not a file of weights of this game in the present form, or is
    /// damaged; or when memory is insufficient.
    pub fn read_network(&self, source: impl Read) -> Result<Trainer, LearningError> {
        self.open_training(source, Some(Saved::Values), Dropped::default())
    }

    /// Opens a network and reads what is wanted, or else as much as there is.
    fn open_training(
        &self,
        source: impl Read,
        what: Option<Saved>,
        dropped: Dropped,
    ) -> Result<Trainer, LearningError> {
        let (file, mut description) = Description::open(source)?;
        let options = self.options_of(&description)?;
        let network = self.make(&options, &description.network)?;
        let has_all = file.has(network.tables(), Component::Amounts);
        if what == Some(Saved::All) && !has_all {
            return Err(LearningError::ValuesOnly);
        }
        let what = what.unwrap_or(if has_all { Saved::All } else { Saved::Values });
        description.program = env!("CARGO_PKG_VERSION").to_owned();
        let mut trainer = Trainer { network, description };
        trainer.read(file, what, dropped)?;
        Ok(trainer)
    }
}
