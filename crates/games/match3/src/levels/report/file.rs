//! The text of an experiment, and its parts merged.
//! The text is JSON that is the same, byte for byte, for the same games.
//!
//! ```text
//! {"format":"quincunx-level-games","version":1,
//! "program":"0.2.0",
//! "level":"name = \"First steps\"\ncolumns = 7\n…",
//! "plan":{"tiers":[["random",1000],…],"casual":["noisy:aim=goals",1000],"seed":"7","target":null},
//! "batches":[
//! {"player":"noisy aim=goals …","limit":20,"games":[[0,1000]],
//! "legal":[[2,5],…],"cascades":[[1,9120],…],"by_move":[[["0","0"],["0","0"]],…],
//! "rows":[
//! [0,true,12,1250,0,false,3,2,12,180,5,20,[[25,12]]],
//! …
//! ]},
//! …
//! ]}
//! ```
//! `games` holds pairs of a first game and the one behind the last; `legal` and `cascades` count the turns
//! with a number of legal moves and the moves with a number of steps; `by_move` has, after each number of
//! moves, the sums and the sums of squares of points and of what was done of each goal.

use std::collections::BTreeMap;
use std::io;

use quincunx_arena::format::{FileError, FileFormat, json};
use quincunx_arena::{Games, Histogram, MergeError, Played};
use serde::{Deserialize, Serialize};

use super::super::draft::Draft;
use super::super::level::Level;
use super::super::rules::LevelGame;
use super::experiment::{Experiment, Id};
use super::game::{Batch, Run, Sums};
use super::plan::{Plan, Tier};

impl Played for Experiment {
    const FORMAT: FileFormat = FileFormat {
        name: "quincunx-level-games",
        noun: "games of a level report",
        version: 1,
    };

    fn played(&self) -> u64 {
        self.batches.values().map(|batch| batch.runs.len() as u64).sum()
    }

    fn contains(&self, other: &Self) -> bool {
        let mut others = other.batches.iter();
        self.difference(other).is_none()
            && others.all(|(id, batch)| batch.games().without(&self.games_of(*id)).is_empty())
    }

    fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, MergeError> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().ok_or(MergeError::Nothing("parts"))?;
        let had = whole.batches.iter().map(|(id, batch)| (*id, batch.games()));
        let mut had: BTreeMap<Id, Games> = had.collect();
        for (part, next) in (1..).zip(parts) {
            if let Some(difference) = whole.difference(&next) {
                let of = "reports";
                return Err(MergeError::Other { part, of, difference });
            }
            for (id, batch) in next.batches {
                let added = had.entry(id).or_default().add(&batch.games());
                added.map_err(|overlap| {
                    let (player, limit) = (&whole.jobs.players[id.0].name, id.1);
                    let reason = format!(
                        "game {}, by {player} under a limit of {limit} moves, is also in an earlier part",
                        overlap.0
                    );
                    MergeError::Part { part, reason }
                })?;
                whole.add_unsorted(id, batch);
            }
        }
        whole.batches.values_mut().for_each(Batch::sort);
        Ok(whole)
    }

    fn write(&self, output: &mut dyn io::Write) -> io::Result<()> {
        write!(
            output,
            "{},\n\"program\":{},\n\"level\":{},\n\"plan\":{},\n\"batches\":[",
            Self::FORMAT,
            json(&self.program),
            json(&Draft::from(&self.level).to_string()),
            json(&WrittenPlan::of(&self.plan))
        )?;
        for (number, (&(player, limit), batch)) in self.batches.iter().enumerate() {
            write!(
                output,
                "{}\n{{\"player\":{},\"limit\":{limit},\"games\":{},\n\"legal\":{},\"cascades\":{},\"by_move\":{},\n\"rows\":[",
                comma(number),
                json(&self.jobs.players[player].key()),
                json(&batch.games()),
                json(&batch.legal.bins().collect::<Vec<_>>()),
                json(&batch.cascades.bins().collect::<Vec<_>>()),
                json(&batch.by_move)
            )?;
            for (number, run) in batch.runs.iter().enumerate() {
                write!(output, "{}\n{}", comma(number), json(run))?;
            }
            output.write_all(b"\n]}")?;
        }
        output.write_all(b"\n]}\n")
    }

    fn parse(text: &str) -> Result<Self, FileError> {
        Self::FORMAT.read(
            text,
            |written: &Written| (&written.format, written.version),
            Written::read,
        )
    }
}

/// Returns what separates an item from those before it.
const fn comma(number: usize) -> &'static str {
    if number == 0 { "" } else { "," }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: String,
    version: u64,
    program: String,
    level: String,
    plan: WrittenPlan,
    batches: Vec<WrittenBatch>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlan {
    tiers: Vec<(String, u64)>,
    casual: Option<(String, u64)>,
    /// Text, as many readers of JSON know only 53 bits of a number.
    seed: String,
    target: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenBatch {
    player: String,
    limit: u32,
    games: Games,
    legal: Vec<(u64, u64)>,
    cascades: Vec<(u64, u64)>,
    by_move: Vec<Vec<Sums>>,
    rows: Vec<Run>,
}

impl WrittenPlan {
    /// The most tiers that are read.
    const MAX_TIERS: usize = 256;

    fn of(plan: &Plan) -> Self {
        let tier = |tier: &Tier| (tier.agent.to_string(), tier.games);
        Self {
            tiers: plan.tiers.iter().map(tier).collect(),
            casual: plan.casual.as_ref().map(tier),
            seed: plan.seed.to_string(),
            target: plan.target,
        }
    }

    fn read(self) -> Result<Plan, String> {
        if self.tiers.len() > Self::MAX_TIERS {
            return Err(format!("there are more than {} players", Self::MAX_TIERS));
        }
        let tier = |(agent, games): (String, u64)| {
            let agent = agent.parse().map_err(|error| format!("{error}"))?;
            Ok(Tier { agent, games })
        };
        if let Some(share) = self.target.filter(|&share| share <= 0.0 || share >= 1.0) {
            return Err(format!("the target success is {share}, not between 0 and 1"));
        }
        let seed = self.seed.parse();
        Ok(Plan {
            tiers: self.tiers.into_iter().map(tier).collect::<Result<_, String>>()?,
            casual: self.casual.map(tier).transpose()?,
            seed: seed.map_err(|_| "the seed is no whole number below 2^64".to_owned())?,
            target: self.target,
        })
    }
}

impl Written {
    fn read(self) -> Result<Experiment, String> {
        let level = Level::read(&self.level)
            .map_err(|errors| format!("the level cannot be played: {}", errors.0[0]))?;
        let plan = self.plan.read()?;
        let mut experiment = Experiment::new(&level, &plan).map_err(|error| error.to_string())?;
        experiment.program = self.program;
        for written in self.batches {
            let (player, limit) = (written.player.clone(), written.limit);
            let place = experiment.jobs.find(&player);
            let place = place.ok_or_else(|| format!("`{player}` is no player of the report"))?;
            if !(1..=Level::MAX_MOVES).contains(&limit) {
                return Err(format!("{limit} moves are no limit of a level"));
            }
            let of = format!("of `{player}` under a limit of {limit} moves");
            if experiment.batches.contains_key(&(place, limit)) {
                return Err(format!("there are two batches {of}"));
            }
            let rules = LevelGame::new(level.with_limit(limit));
            let batch = written.read(&rules, experiment.jobs.players[place].games);
            experiment.add((place, limit), batch.map_err(|what| format!("{what} {of}"))?);
        }
        Ok(experiment)
    }
}

impl WrittenBatch {
    /// Reads the batch of a player with a number of games in the plan.
    fn read(self, rules: &LevelGame, games: u64) -> Result<Batch, String> {
        let mut batch = Batch::none(rules);
        let Self { rows, by_move, .. } = self;
        if self.games.ranges().last().is_none_or(|last| last.end > games) {
            return Err(format!("games {} are not among the {games}", self.games));
        }
        if !rows.iter().map(|run| run.game).eq(self.games.iter()) {
            return Err(format!("the rows are not those of the games {}", self.games));
        }
        if let Some(run) = rows.iter().find(|run| !batch.is_possible(run)) {
            return Err(format!("the row of game {} is of no game", run.game));
        }
        batch.legal = counts(&self.legal).ok_or("the legal moves are no counters")?;
        batch.cascades = counts(&self.cascades).ok_or("the steps are no counters")?;
        let goals = batch.wanted.len();
        if by_move.len() != batch.by_move.len() || by_move.iter().any(|sums| sums.len() != 1 + goals) {
            return Err("there are not sums for each move and goal".to_owned());
        }
        batch.by_move = by_move;
        batch.runs = rows;
        if !batch.is_sum_of_runs() {
            return Err("the counters are not those of the rows".to_owned());
        }
        Ok(batch)
    }
}

/// Reads counters of single values, ascending; `None` where they are malformed.
fn counts(written: &[(u64, u64)]) -> Option<Histogram> {
    /// No turn has as many legal moves, nor a cascade as many steps.
    const END: u64 = 4096;
    let mut counts = Histogram::default();
    let mut all = 0_u64;
    let mut end = 0;
    for &(value, times) in written {
        all = all.checked_add(times)?;
        if value < end || value >= END || times == 0 {
            return None;
        }
        end = value + 1;
        counts.count_many(value, times);
    }
    Some(counts)
}
