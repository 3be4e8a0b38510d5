//! The games of a report: played, split among machines, and merged.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::slice;

use quincunx_arena::{Difference, Games, Panicked, Run as OfArena, SaveTimer, Shard, Work};
use quincunx_core::{Game as _, Options};
use quincunx_registry::RegisteredGame as _;
use quincunx_registry::simulation::competitor;
use quincunx_search::AgentError;
use thiserror::Error;

use super::super::draft::Draft;
use super::super::level::Level;
use super::super::rules::LevelGame;
use super::bands::bands;
use super::figures::Figures;
use super::game::Batch;
use super::plan::{Job, Jobs, Plan, Tier};
use super::skill::{Luck, Skill};
use super::summary::{Facts, Report};
use super::target::{Missing, Target};

/// The games of a level by all players of a plan, as far as they have been played.
///
/// A report follows from them alone, so parts [merge](quincunx_arena::Played::merge) into exactly the report
/// of one machine. The set of games depends on earlier results: the best games and the target may need games
/// under longer limits. So shares are played in [rounds](Experiment::play_share); most reports need one or
/// two.
///
/// ```
/// use std::num::NonZero;
/// use quincunx_match3::levels::{Level, SHIPPED};
/// use quincunx_match3::levels::report::{Plan, Experiment};
/// use quincunx_search::StopToken;
/// use quincunx_arena::{Played as _, Work};
///
/// let (level, plan) = (Level::read(SHIPPED[0].text)?, Plan::of(["random"], 20, 7)?);
/// let work = Work {
///     threads: NonZero::<usize>::MIN,
///     stop: &StopToken::default(),
///     progress: &|_| {},
/// };
/// // In each round every machine plays its share of what is missing; then the shares are merged.
/// let mut whole = Experiment::new(&level, &plan)?;
/// while !whole.is_whole() {
///     let mut parts = vec![whole.clone()];
///     for shard in ["1/2", "2/2"] {
///         let mut part = Experiment::new(&level, &plan)?;
///         part.play_share(&whole, shard.parse()?, &work, &mut |_| {})?;
///         parts.push(part);
///     }
///     whole = Experiment::merge(parts)?;
/// }
/// let mut alone = Experiment::new(&level, &plan)?;
/// alone.play(&work, &mut |_| {})?;
/// assert_eq!(whole.to_text(), alone.to_text());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The version of the program that played.
    pub(super) program: String,
    pub(super) level: Level,
    pub(super) plan: Plan,
    pub(super) jobs: Jobs,
    pub(super) batches: BTreeMap<Id, Batch>,
}

/// A player by its number, and a limit of moves.
pub(super) type Id = (usize, u32);

/// Games of a player under a limit of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    /// The number of the player.
    pub player: usize,
    /// The limit.
    pub limit: u32,
    /// The games.
    pub games: Games,
}

/// Games that could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LotError {
    /// The report has no such games.
    #[error("games {} of player {} under a limit of {} moves are none of this report", .0.games, .0.player, .0.limit)]
    Foreign(Lot),
    /// A game panicked.
    #[error(transparent)]
    Panicked(#[from] Panicked),
}

/// Saves an experiment from time to time.
pub type Keep<'a> = &'a mut (dyn FnMut(&Experiment) + Send);

impl Experiment {
    /// Creates an experiment without games.
    ///
    /// # Errors
    /// When a player of the plan cannot play the level.
    pub fn new(level: &Level, plan: &Plan) -> Result<Self, AgentError> {
        Ok(Self {
            program: OfArena::PROGRAM.to_owned(),
            level: level.clone(),
            plan: plan.clone(),
            jobs: Jobs::of(plan)?,
            batches: BTreeMap::new(),
        })
    }

    /// Returns the level.
    #[must_use]
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// Returns the plan.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns whether all games of the report were played.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.missing().is_empty()
    }

    /// Returns the number of games left, as far as is known.
    #[must_use]
    pub fn games_left(&self) -> u64 {
        let missing = self.missing();
        missing
            .iter()
            .fold(0, |sum, lot| sum.saturating_add(lot.games.len()))
    }

    /// Returns the work done, in the unit of [`Plan::cost`].
    #[must_use]
    pub fn cost_done(&self) -> u64 {
        let batches = self.batches.iter();
        batches.fold(0, |sum, (id, batch)| {
            let games = batch.runs.len() as u64;
            sum.saturating_add(games.saturating_mul(self.jobs.players[id.0].cost()))
        })
    }

    /// Returns the work left of a [share](Experiment::play_share), in the unit of [`Plan::cost`].
    #[must_use]
    pub fn cost_left(&self, known: &Self, shard: Shard) -> u64 {
        self.cost_of(&known.share(shard))
    }

    /// Returns the work left of some games, in the unit of [`Plan::cost`].
    #[must_use]
    pub fn cost_of(&self, lots: &[Lot]) -> u64 {
        lots.iter().fold(0, |sum, lot| {
            let cost = self.jobs.players.get(lot.player).map_or(0, Job::cost);
            sum.saturating_add(self.left(lot).len().saturating_mul(cost))
        })
    }

    /// Returns the work of a game of each player, in the unit of [`Plan::cost`].
    #[must_use]
    pub fn costs(&self) -> Vec<u64> {
        self.jobs.players.iter().map(Job::cost).collect()
    }

    /// Plays what is missing until the work is stopped, the casual player first. `keep` gets the experiment
    /// [from time to time](quincunx_arena::SAVE_INTERVAL); progress is in the unit of [`Plan::cost`].
    ///
    /// # Errors
    /// When a game panicked; all others that were played are kept.
    pub fn play(&mut self, work: &Work<'_>, keep: Keep<'_>) -> Result<(), Panicked> {
        let mut timer = SaveTimer::start();
        while let Some(lot) = self.missing().first().filter(|_| !work.stop.is_stopped()) {
            self.play_lots(slice::from_ref(lot), work, &mut timer, keep)?;
        }
        Ok(())
    }

    /// Plays a share of what is missing in another experiment of the same report, for a merge with it and
    /// with the other shares.
    ///
    /// # Errors
    /// When a player panics.
    pub fn play_share(
        &mut self,
        known: &Self,
        shard: Shard,
        work: &Work<'_>,
        keep: Keep<'_>,
    ) -> Result<(), Panicked> {
        self.play_lots(&known.share(shard), work, &mut SaveTimer::start(), keep)
    }

    /// Plays some games unless they were played, as those that are [missing](Experiment::missing) in another
    /// experiment of the same report.
    ///
    /// # Errors
    /// When the report has no such games, or a player panics.
    pub fn play_some(&mut self, lots: &[Lot], work: &Work<'_>, keep: Keep<'_>) -> Result<(), LotError> {
        let is_foreign = |lot: &&Lot| {
            let job = self.jobs.players.get(lot.player);
            let has_games = job.is_some_and(|job| lot.games.without(&Games::range(0..job.games)).is_empty());
            !has_games || !(1..=Level::MAX_MOVES).contains(&lot.limit)
        };
        if let Some(lot) = lots.iter().find(is_foreign) {
            return Err(LotError::Foreign(lot.clone()));
        }
        Ok(self.play_lots(lots, work, &mut SaveTimer::start(), keep)?)
    }

    /// Returns the games that are missing in the order of play, as far as is known.
    #[must_use]
    pub fn missing(&self) -> Vec<Lot> {
        let (own, tried) = (self.level.limit(), Target::tried(&self.level));
        let casual = self.jobs.casual.as_ref().filter(|_| self.plan.target.is_some());
        let mut ids = Vec::new();
        for player in 0..self.jobs.players.len() {
            ids.push((player, own));
            if casual.is_some_and(|(_, casual)| *casual == player) {
                // Where no limit is longer, it is the level's own.
                ids.extend((tried != own).then_some((player, tried)));
                ids.extend(self.target().err().map(|Missing(limit)| (player, limit)));
            }
        }
        for &(_, player) in &self.jobs.tiers {
            let needs_longer = self.whole((player, own)).is_some_and(Batch::needs_longer);
            if needs_longer && !ids.contains(&(player, tried)) {
                ids.push((player, tried));
            }
        }
        let lots = ids.into_iter().map(|(player, limit)| {
            let games = Games::range(0..self.jobs.players[player].games);
            let all = Lot { player, limit, games };
            Lot {
                games: self.left(&all),
                ..all
            }
        });
        lots.filter(|lot| !lot.games.is_empty()).collect()
    }

    /// Creates the report of the games.
    #[must_use]
    pub fn report(&self) -> Report {
        let rules = LevelGame::new(self.level.clone());
        let goals = rules.goals(&rules.initial());
        let goals: Vec<String> = goals.iter().map(ToString::to_string).collect();
        let none = Batch::none(&rules);
        let own = |player: usize| self.batches.get(&(player, self.level.limit())).unwrap_or(&none);
        let tiers = self.jobs.tiers.iter().filter_map(|(name, player)| {
            Figures::of(name.clone(), &goals, own(*player), self.longer(*player))
        });
        let tiers: Vec<Figures> = tiers.collect();
        let by_skill = self
            .jobs
            .skills
            .iter()
            .map(|&(skill, player)| (skill, own(player)));
        let skill = Skill::of(&self.jobs.skilled, &by_skill.collect::<Vec<_>>());
        let of_luck: Vec<&Batch> = self.jobs.luck.iter().map(|&player| own(player)).collect();
        let casual = self.jobs.casual.as_ref();
        let of_casual = casual.and_then(|(name, _)| tiers.iter().find(|figures| figures.agent == *name));
        Report {
            program: self.program.clone(),
            level: Facts {
                name: self.level.name().to_owned(),
                columns: self.level.size().columns(),
                rows: self.level.size().rows(),
                limit: self.level.limit(),
                goals,
            },
            seed: self.plan.seed,
            is_whole: self.is_whole(),
            bands: of_casual.map_or_else(Vec::new, |figures| bands(figures, skill.as_ref())),
            casual: of_casual.map(|figures| figures.agent.clone()),
            luck: Luck::of(&of_luck),
            skill,
            tiers,
            target: self.target().ok().flatten(),
        }
    }

    /// Iterates over the tiers with their keys and their games under the level's own limit.
    pub(super) fn tiers(&self) -> impl Iterator<Item = (&str, String, Option<&Batch>)> {
        self.jobs.tiers.iter().map(|(name, player)| {
            let key = self.jobs.players[*player].key();
            let batch = self.batch_of_key(&key);
            (name.as_str(), key, batch)
        })
    }

    /// Returns the games of the player with a key under the level's own limit.
    pub(super) fn batch_of_key(&self, key: &str) -> Option<&Batch> {
        self.batches.get(&(self.jobs.find(key)?, self.level.limit()))
    }

    /// Returns the games under a longer limit from which the best of a player follow, where its own do not
    /// have them and the longer ones are whole.
    fn longer(&self, player: usize) -> Option<&Batch> {
        let own = self.whole((player, self.level.limit()))?;
        own.needs_longer()
            .then(|| self.whole((player, Target::tried(&self.level))))?
    }

    /// Finds the limit for the target success; `None` where there is no target, or the games under the
    /// level's own limit and under the longest are not whole.
    fn target(&self) -> Result<Option<Target>, Missing> {
        let Some((success, (name, player))) = self.plan.target.zip(self.jobs.casual.as_ref()) else {
            return Ok(None);
        };
        let under = |limit| self.whole((*player, limit));
        match under(self.level.limit()).zip(under(Target::tried(&self.level))) {
            Some((own, long)) => Target::find(success, name.clone(), own, long, under),
            None => Ok(None),
        }
    }

    /// Returns the games of a player under a limit, if all of them were played.
    fn whole(&self, id: Id) -> Option<&Batch> {
        let batch = self.batches.get(&id)?;
        (batch.runs.len() as u64 == self.jobs.players[id.0].games).then_some(batch)
    }

    pub(super) fn games_of(&self, id: Id) -> Games {
        self.batches.get(&id).map_or_else(Games::default, Batch::games)
    }

    /// Returns the games of a lot that have not been played.
    fn left(&self, lot: &Lot) -> Games {
        lot.games.without(&self.games_of((lot.player, lot.limit)))
    }

    /// Returns a share of the missing games.
    fn share(&self, shard: Shard) -> Vec<Lot> {
        let share = |lot: Lot| {
            let share = Games::shard(self.jobs.players[lot.player].games, shard);
            Lot {
                games: lot.games.without(&lot.games.without(&share)),
                ..lot
            }
        };
        self.missing().into_iter().map(share).collect()
    }

    /// Plays the games of some lots that have not been played, until the work is stopped.
    fn play_lots(
        &mut self,
        lots: &[Lot],
        work: &Work<'_>,
        timer: &mut SaveTimer,
        keep: Keep<'_>,
    ) -> Result<(), Panicked> {
        for lot in lots {
            let games = self.left(lot);
            if games.is_empty() || work.stop.is_stopped() {
                continue;
            }
            let job = &self.jobs.players[lot.player];
            let rules = LevelGame::new(self.level.with_limit(lot.limit));
            let player = competitor(&rules, &Options::defaults(LevelGame::OPTIONS), job.seat.clone());
            let cost = job.cost();
            let work = Work {
                progress: &|more| (work.progress)(more.saturating_mul(cost)),
                ..*work
            };
            let id = (lot.player, lot.limit);
            let played = Batch::play(&rules, player, self.plan.seed, &games, &work, |batch| {
                self.add_unsorted(id, batch);
                timer.save_if_due(|| {
                    self.sort(id);
                    keep(self);
                });
            });
            self.sort(id);
            played?;
        }
        Ok(())
    }

    /// Adds games that are not there.
    pub(super) fn add(&mut self, id: Id, batch: Batch) {
        self.add_unsorted(id, batch).sort();
    }

    /// Sorts the games of a player under a limit.
    fn sort(&mut self, id: Id) {
        self.batches.entry(id).and_modify(Batch::sort);
    }

    /// Adds games that are not there behind the others; the caller sorts them.
    pub(super) fn add_unsorted(&mut self, id: Id, batch: Batch) -> &mut Batch {
        match self.batches.entry(id) {
            Entry::Vacant(place) => place.insert(batch),
            Entry::Occupied(place) => {
                let sum = place.into_mut();
                sum.add_unsorted(batch);
                sum
            }
        }
    }

    /// Returns the first difference from another experiment.
    pub(super) fn difference(&self, other: &Self) -> Option<Difference> {
        let tier = |tier: &Tier| format!("{} ({} games)", tier.agent, tier.games);
        let tiers = |plan: &Plan| plan.tiers.iter().map(tier).collect::<Vec<_>>().join(", ");
        let casual = |plan: &Plan| plan.casual.as_ref().map_or_else(|| "nobody".to_owned(), tier);
        let target = |plan: &Plan| {
            plan.target
                .map_or_else(|| "none".to_owned(), |share| share.to_string())
        };
        let (one, two) = (&self.plan, &other.plan);
        Difference::of("the program's version is", &self.program, &other.program)
            .or_else(|| self.level_difference(&other.level))
            .or_else(|| Difference::of("the seed is", &one.seed, &two.seed))
            .or_else(|| Difference::of("the players are", &tiers(one), &tiers(two)))
            .or_else(|| Difference::of("the casual player is", &casual(one), &casual(two)))
            .or_else(|| Difference::of("the target success is", &target(one), &target(two)))
    }

    /// Returns the first line in which the level differs from another.
    fn level_difference(&self, other: &Level) -> Option<Difference> {
        if self.level == *other {
            return None;
        }
        let [one, two] = [&self.level, other].map(|level| Draft::from(level).to_string());
        Difference::of_lines("a line of the level is", &one, &two)
    }
}
