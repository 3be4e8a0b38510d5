//! The games behind a report: played, split among machines, and put together.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Instant;

use quincunx_arena::{Difference, Games, Overlap, Panicked, Run as OfArena, SAVE_INTERVAL, Shard, Work};
use quincunx_core::Game as _;
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
use quincunx_registry::simulation::competitor;

/// The games of a level by all players of a plan, or as many of them as have been played.
///
/// All that a report tells is worked out from them, so that parts of a study [merge](Experiment::merge) into
/// exactly the report that one machine would have made. Which games are to be played hangs in part on others:
/// a player whose best games the limit cuts off plays the same seeds on under a longer one, and so does the
/// casual player where a success is wanted, under more limits then if it looks at them. So a study is played
/// in rounds. Its shares of a round are known to [machines](Experiment::play_share) that know what was played
/// in the rounds before; most reports have one round or two.
///
/// ```
/// use std::num::NonZero;
/// use quincunx_match3::levels::{Level, SHIPPED};
/// use quincunx_match3::levels::report::{Plan, Experiment};
/// use quincunx_search::StopToken;
/// use quincunx_arena::Work;
///
/// let (level, plan) = (Level::read(SHIPPED[0].text)?, Plan::of(["random"], 20, 7)?);
/// let work = Work {
///     threads: NonZero::<usize>::MIN,
///     rows: false,
///     stop: &StopToken::default(),
///     progress: &|_| {},
/// };
/// // A round after the other: each machine plays its share of what is missing, and the shares are put together.
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
    /// The version of the program that plays, or has played.
    pub(super) program: String,
    pub(super) level: Level,
    pub(super) plan: Plan,
    jobs: Jobs,
    /// The players that are different, in the order in which they play.
    pub(super) players: Vec<Job>,
    /// The games of a player under a limit of moves.
    pub(super) batches: BTreeMap<Id, Batch>,
}

/// A player by its place among those of the study, and the limit under which it plays.
pub(super) type Id = (usize, u32);

/// Games that are to be played.
struct Want {
    id: Id,
    games: Games,
}

/// Games of a player under a limit of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    /// The player, by its place among those of the study.
    pub player: usize,
    /// The limit.
    pub limit: u32,
    /// The games.
    pub games: Games,
}

/// Why games could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LotError {
    /// They are none of the report's.
    #[error("games {games} of player {player} under a limit of {limit} moves are none of this report")]
    Foreign {
        /// The player.
        player: usize,
        /// The limit.
        limit: u32,
        /// The games.
        games: Games,
    },
    /// One panicked.
    #[error(transparent)]
    Panicked(#[from] Panicked),
}

/// Saves a study from time to time.
pub type Keep<'a> = &'a mut (dyn FnMut(&Experiment) + Send);

/// Studies that are not of one report, or have games twice; parts are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperimentMergeError {
    /// There is nothing to merge.
    #[error("there are no parts to merge")]
    Nothing,
    /// A part is of another report than the first.
    #[error("they are of different reports: {difference}")]
    Other {
        /// The part.
        part: usize,
        /// What it is in the first part and in this.
        difference: Difference,
    },
    /// A game has been played twice.
    #[error("{overlap}, by {player} under a limit of {limit} moves: in this and in one before it")]
    Overlap {
        /// The part.
        part: usize,
        /// The player.
        player: String,
        /// The limit.
        limit: u32,
        /// The game.
        overlap: Overlap,
    },
}

impl ExperimentMergeError {
    /// Returns the part that cannot be merged with those before it.
    #[must_use]
    pub const fn part(&self) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::Other { part, .. } | Self::Overlap { part, .. } => Some(*part),
        }
    }
}

impl Experiment {
    /// Creates the study of which nothing has been played.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn new(level: &Level, plan: &Plan) -> Result<Self, AgentError> {
        let jobs = Jobs::of(plan)?;
        let players: Vec<Job> = jobs.different().cloned().collect();
        Ok(Self {
            program: OfArena::PROGRAM.to_owned(),
            level: level.clone(),
            plan: plan.clone(),
            jobs,
            players,
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

    /// Returns whether all was played that a report needs.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.wants().is_empty()
    }

    /// Returns how many games have been played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.batches.values().map(|batch| batch.runs.len() as u64).sum()
    }

    /// Returns how many games are left, as far as those that were played tell.
    #[must_use]
    pub fn games_left(&self) -> u64 {
        let wants = self.wants();
        wants
            .iter()
            .fold(0, |sum, want| sum.saturating_add(want.games.len()))
    }

    /// Returns how much work was done, in the unit of [`Plan::cost`].
    #[must_use]
    pub fn cost_done(&self) -> u64 {
        let batches = self.batches.iter();
        batches.fold(0, |sum, (id, batch)| {
            let games = batch.runs.len() as u64;
            sum.saturating_add(games.saturating_mul(self.players[id.0].cost()))
        })
    }

    /// Returns how much work is left of a [share](Experiment::play_share), in the unit of [`Plan::cost`].
    #[must_use]
    pub fn cost_left(&self, known: &Self, shard: Shard) -> u64 {
        let left = self.share(known, shard);
        left.fold(0, |sum, want| {
            sum.saturating_add(want.games.len().saturating_mul(self.players[want.id.0].cost()))
        })
    }

    /// Plays all that is missing, or as much as there is before the flag is raised: the casual player first,
    /// and the limit that is wanted of it, so that these are told when the work is ended early. `keep`
    /// sees the study [from time to time](SAVE_INTERVAL). Progress is told in the unit of [`Plan::cost`].
    ///
    /// # Errors
    /// When a game panicked; all others that were played are in the study.
    pub fn play(&mut self, work: &Work<'_>, keep: Keep<'_>) -> Result<(), Panicked> {
        let mut kept = Instant::now();
        while let Some(want) = self.wants().into_iter().next() {
            self.play_games(&want, work, keep, &mut kept)?;
            if work.stop.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Plays a share of what is missing in another study of the same report, as far as that one tells what
    /// is: to be merged with it and with the other shares, of as many machines.
    ///
    /// # Errors
    /// As [`Experiment::play`].
    pub fn play_share(
        &mut self,
        known: &Self,
        shard: Shard,
        work: &Work<'_>,
        keep: Keep<'_>,
    ) -> Result<(), Panicked> {
        let mut kept = Instant::now();
        for want in self.share(known, shard).collect::<Vec<_>>() {
            if work.stop.is_stopped() {
                break;
            }
            self.play_games(&want, work, keep, &mut kept)?;
        }
        Ok(())
    }

    /// Returns the games that are missing, in the order in which they are played, as far as those that were
    /// played tell.
    #[must_use]
    pub fn missing(&self) -> Vec<Lot> {
        let lot = |Want { id, games }| Lot {
            player: id.0,
            limit: id.1,
            games,
        };
        self.wants().into_iter().map(lot).collect()
    }

    /// Returns how much work a game is of each player, in the unit of [`Plan::cost`].
    #[must_use]
    pub fn costs(&self) -> Vec<u64> {
        self.players.iter().map(Job::cost).collect()
    }

    /// Returns how much work is left of some games, in the unit of [`Plan::cost`]: all of it in a study of
    /// which nothing has been played.
    #[must_use]
    pub fn cost_of(&self, lots: &[Lot]) -> u64 {
        lots.iter().fold(0, |sum, Lot { player, limit, games }| {
            let left = games.without(&self.games_of((*player, *limit))).len();
            let cost = self.players.get(*player).map_or(0, Job::cost);
            sum.saturating_add(left.saturating_mul(cost))
        })
    }

    /// Plays games, whichever they are and those that were played left out: some of what is
    /// [missing](Experiment::missing) in another study of the same report, to be merged with it.
    ///
    /// # Errors
    /// When they are none of the report's, or a game panicked.
    pub fn play_some(&mut self, lots: &[Lot], work: &Work<'_>, keep: Keep<'_>) -> Result<(), LotError> {
        let mut kept = Instant::now();
        for Lot { player, limit, games } in lots {
            let own = self.players.get(*player).map(|job| Games::range(0..job.games));
            let is_own = own.is_some_and(|own| games.without(&own).is_empty());
            if !is_own || !(1..=Level::MOST_MOVES).contains(limit) {
                return Err(LotError::Foreign {
                    player: *player,
                    limit: *limit,
                    games: games.clone(),
                });
            }
            let id = (*player, *limit);
            let games = games.without(&self.games_of(id));
            if work.stop.is_stopped() || games.is_empty() {
                continue;
            }
            self.play_games(&Want { id, games }, work, keep, &mut kept)?;
        }
        Ok(())
    }

    /// Returns whether another study is of the same report and has no game that is not here.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        let mut others = other.batches.iter();
        self.difference(other).is_none()
            && others.all(|(id, batch)| batch.games().without(&self.games_of(*id)).is_empty())
    }

    /// Puts the parts of a study together, in any order.
    ///
    /// # Errors
    /// When they are not of one report, or have a game twice.
    pub fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, ExperimentMergeError> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().ok_or(ExperimentMergeError::Nothing)?;
        let had = whole.batches.iter().map(|(id, batch)| (*id, batch.games()));
        let mut had: BTreeMap<Id, Games> = had.collect();
        for (part, next) in (1..).zip(parts) {
            if let Some(difference) = whole.difference(&next) {
                return Err(ExperimentMergeError::Other { part, difference });
            }
            for (id, batch) in next.batches {
                let added = had.entry(id).or_default().add(&batch.games());
                added.map_err(|overlap| ExperimentMergeError::Overlap {
                    part,
                    player: whole.players[id.0].name.clone(),
                    limit: id.1,
                    overlap,
                })?;
                whole.add_unsorted(id, batch);
            }
        }
        whole.batches.values_mut().for_each(Batch::sort);
        Ok(whole)
    }

    /// Works out what the games tell.
    #[must_use]
    pub fn report(&self) -> Report {
        let rules = LevelGame::new(self.level.clone());
        let goals = rules.goals(&rules.initial());
        let goals: Vec<String> = goals.iter().map(ToString::to_string).collect();
        let none = Batch::none(&rules);
        let batch = |job: &Job| self.batch(job).unwrap_or(&none);
        let tiers = self.jobs.tiers.iter().filter_map(|job| {
            let played_on = self.played_on(job);
            Figures::of(job.name.clone(), &goals, batch(job), played_on)
        });
        let tiers: Vec<Figures> = tiers.collect();
        let of_skills = self.jobs.skills.iter().map(|(skill, job)| (*skill, batch(job)));
        let skilled = self.jobs.skills.first().map_or("", |(_, job)| &job.name);
        let skill = Skill::of(skilled, &of_skills.collect::<Vec<_>>());
        let of_luck: Vec<&Batch> = self.jobs.luck.iter().map(batch).collect();
        let casual = self.jobs.casual.as_ref();
        let of_casual = casual.and_then(|casual| tiers.iter().find(|figures| figures.agent == casual.name));
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

    pub(super) fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// Returns the games of a player under the level's own limit.
    pub(super) fn batch(&self, job: &Job) -> Option<&Batch> {
        self.batches.get(&(self.find(job)?, self.level.limit()))
    }

    /// Returns the longer games from which the best of a player are told, where its own are too short and the
    /// longer ones whole.
    fn played_on(&self, job: &Job) -> Option<&Batch> {
        let place = self.place(job);
        let is_needed = self.whole((place, self.level.limit()))?.is_too_short_for_best();
        is_needed.then(|| self.whole((place, self.tried())))?
    }

    /// Works out the limit that is wanted; `None` where none is, or the games under the level's own limit and
    /// under the longest are not whole.
    fn target(&self) -> Result<Option<Target>, Missing> {
        let wanted = self.plan.target.zip(self.jobs.casual.as_ref());
        let Some((success, casual)) = wanted else {
            return Ok(None);
        };
        let place = self.place(casual);
        let under = |limit| self.whole((place, limit));
        match under(self.level.limit()).zip(under(self.tried())) {
            Some((own, long)) => Target::find(success, casual.name.clone(), own, long, under),
            None => Ok(None),
        }
    }

    /// Returns the limit under which games are played on.
    fn tried(&self) -> u32 {
        Target::tried(&self.level)
    }

    fn place(&self, job: &Job) -> usize {
        self.find(job).expect("every job is among the different ones")
    }

    fn find(&self, job: &Job) -> Option<usize> {
        let key = job.key();
        self.players.iter().position(|player| player.key() == key)
    }

    /// Returns games of a player under a limit, if all of them were played.
    fn whole(&self, id: Id) -> Option<&Batch> {
        let batch = self.batches.get(&id)?;
        (batch.runs.len() as u64 == self.players[id.0].games).then_some(batch)
    }

    fn games_of(&self, id: Id) -> Games {
        self.batches.get(&id).map_or_else(Games::default, Batch::games)
    }

    /// Returns the games that are missing in the order in which they are played, as far as those that were
    /// played tell.
    fn wants(&self) -> Vec<Want> {
        let (own, tried) = (self.level.limit(), self.tried());
        let mut ids = Vec::new();
        let target = self.plan.target.and(self.jobs.casual.as_ref());
        for place in 0..self.players.len() {
            ids.push((place, own));
            if target.is_some_and(|casual| self.place(casual) == place) {
                ids.push((place, tried));
                ids.extend(self.target().err().map(|Missing(limit)| (place, limit)));
            }
        }
        for job in &self.jobs.tiers {
            let place = self.place(job);
            let own = self.whole((place, own));
            if own.is_some_and(Batch::is_too_short_for_best) && !ids.contains(&(place, tried)) {
                ids.push((place, tried));
            }
        }
        let want = |id: Id| Want {
            id,
            games: Games::range(0..self.players[id.0].games).without(&self.games_of(id)),
        };
        let wants = ids.into_iter().map(want);
        wants.filter(|want| !want.games.is_empty()).collect()
    }

    /// Lists what is left of a share of what another study misses.
    fn share<'a>(&'a self, known: &'a Self, shard: Shard) -> impl Iterator<Item = Want> + 'a {
        let wants = known.wants().into_iter().map(move |Want { id, games }| {
            let share = Games::shard(self.players[id.0].games, shard);
            let others = games.without(&share);
            let games = games.without(&others).without(&self.games_of(id));
            Want { id, games }
        });
        wants.filter(|want| !want.games.is_empty())
    }

    fn play_games(
        &mut self,
        Want { id, games }: &Want,
        work: &Work<'_>,
        keep: Keep<'_>,
        kept: &mut Instant,
    ) -> Result<(), Panicked> {
        let job = &self.players[id.0];
        let rules = LevelGame::new(self.level.with_limit(id.1));
        let player = competitor(&rules, job.seat.clone());
        let cost = job.cost();
        let work = Work {
            progress: &|more| (work.progress)(more.saturating_mul(cost)),
            ..*work
        };
        Batch::play(&rules, player, self.plan.seed, games, &work, |batch| {
            self.add(*id, batch);
            if kept.elapsed() >= SAVE_INTERVAL {
                keep(self);
                *kept = Instant::now();
            }
        })
    }

    /// Adds games that are not there.
    pub(super) fn add(&mut self, id: Id, batch: Batch) {
        self.add_unsorted(id, batch).sort();
    }

    /// Adds games that are not there behind those that are: of many batches, until the sum is sorted once.
    fn add_unsorted(&mut self, id: Id, batch: Batch) -> &mut Batch {
        match self.batches.entry(id) {
            Entry::Vacant(place) => place.insert(batch),
            Entry::Occupied(place) => {
                let sum = place.into_mut();
                sum.add_unsorted(batch);
                sum
            }
        }
    }

    /// Names the first thing in which another study differs, and what it is in both.
    fn difference(&self, other: &Self) -> Option<Difference> {
        let tier = |tier: &Tier| format!("{} ({} games)", tier.agent, tier.games);
        let tiers = |study: &Self| study.plan.tiers.iter().map(tier).collect::<Vec<_>>().join(", ");
        let casual = |study: &Self| {
            let casual = study.plan.casual.as_ref();
            casual.map_or_else(|| "nobody".to_owned(), tier)
        };
        let target = |study: &Self| {
            let target = study.plan.target;
            target.map_or_else(|| "none".to_owned(), |share| share.to_string())
        };
        Difference::of("the program's version is", &self.program, &other.program)
            .or_else(|| self.level_difference(&other.level))
            .or_else(|| Difference::of("the seed is", &self.plan.seed, &other.plan.seed))
            .or_else(|| Difference::of("the players are", &tiers(self), &tiers(other)))
            .or_else(|| Difference::of("the casual player is", &casual(self), &casual(other)))
            .or_else(|| Difference::of("the success that is wanted is", &target(self), &target(other)))
    }

    /// Names the first line of the level that another has not.
    fn level_difference(&self, other: &Level) -> Option<Difference> {
        if self.level == *other {
            return None;
        }
        let [one, two] = [&self.level, other].map(|level| Draft::from(level).to_string());
        let (mut ones, mut twos) = (one.lines(), two.lines());
        loop {
            match (ones.next(), twos.next()) {
                (Some(one), Some(two)) if one == two => {}
                (one, two) => {
                    let told = |line: Option<&str>| line.unwrap_or_default().to_owned();
                    return Some(Difference {
                        what: "a line of the level is".to_owned(),
                        one: told(one),
                        two: told(two),
                    });
                }
            }
        }
    }
}
