//! Who plays a level for a report, and how often.

use quincunx_search::{AgentError, AgentSpec, standard};

use quincunx_core::Options;
use quincunx_registry::simulation::SeatSpec;
use quincunx_registry::{RegisteredGame as _, resolve};

use super::super::rules::LevelGame;

/// What is played for a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The players, in the order in which they are told.
    pub tiers: Vec<Tier>,
    /// The player that stands for casual people: by it skill, luck and bands are told, and the limit that is
    /// wanted. It is made the first tier if it is not among them. Skill is told of the usual one where
    /// this has none. With none all of that is left out.
    pub casual: Option<Tier>,
    /// The seed of all luck.
    pub seed: u64,
    /// The success that is wanted of the casual player, for which a limit is told.
    pub target: Option<f64>,
}

/// A player and how many games it plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Tier {
    /// The player.
    pub agent: AgentSpec,
    /// The number of games.
    pub games: u64,
}

/// The players of a usual report, each with the part of all games that it plays: those that look ahead are
/// slow, and fewer games tell enough of them. All but these judge a move by what is certain, before anything
/// comes in; special-first and goal-first count what the board that it leaves has in store, too.
const TIERS: [(&str, u64); 7] = [
    ("random", 1),
    (CASUAL, 1),
    ("greedy:samples=0", 1),
    ("special-first", 1),
    ("goal-first", 1),
    ("expectation", 5),
    ("mcts:simulations=200", 20),
];

/// The fewest games of a player that plays a part of them only, unless fewer are asked for of all.
const FEWEST: u64 = 50;

/// The player that stands for casual people: they look at what the level asks of them, and overlook much.
const CASUAL: &str = "noisy:aim=goals";

/// The skills at which success is measured, for how much skill counts.
const SKILLS: [&str; 5] = ["0.1", "0.3", "0.5", "0.7", "0.9"];

/// How often the casual player plays each game, for how much luck counts.
const ATTEMPTS: u64 = 4;

impl Plan {
    /// Creates the plan of a usual report: all tiers, of which those that do not look ahead play so many
    /// games.
    #[must_use]
    pub fn usual(games: u64, seed: u64) -> Self {
        let tier = |(agent, part): (&str, u64)| Tier {
            agent: agent.parse().expect("the players of a report are named rightly"),
            games: (games / part).max(FEWEST.min(games)),
        };
        Self {
            tiers: TIERS.map(tier).into(),
            casual: Some(tier((CASUAL, 1))),
            seed,
            target: None,
        }
    }

    /// Creates the plan of a report about certain players, of which each plays so many games.
    ///
    /// # Errors
    /// When one is not named rightly.
    pub fn of<'a>(
        agents: impl IntoIterator<Item = &'a str>,
        games: u64,
        seed: u64,
    ) -> Result<Self, AgentError> {
        let tiers = agents.into_iter().map(|agent| {
            let agent = agent.parse()?;
            Ok(Tier { agent, games })
        });
        Ok(Self {
            tiers: tiers.collect::<Result<_, AgentError>>()?,
            ..Self::usual(games, seed)
        })
    }

    /// Creates the plan of the same tiers, the casual player among them, and of nothing else that is told of
    /// that one.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn of_tiers_alone(&self) -> Result<Self, AgentError> {
        let (tiers, _) = self.tiers_with_casual()?;
        Ok(Self {
            tiers,
            casual: None,
            seed: self.seed,
            target: None,
        })
    }

    /// Returns the tiers with the casual player among them, and says which it is. It is the same as one that
    /// is named otherwise but has the same parameters, which keeps its name then.
    fn tiers_with_casual(&self) -> Result<(Vec<Tier>, Option<usize>), AgentError> {
        let mut tiers = self.tiers.clone();
        let Some(casual) = &self.casual else {
            return Ok((tiers, None));
        };
        let keys: Result<Vec<String>, AgentError> =
            tiers.iter().map(|tier| Ok(Job::of(tier)?.key())).collect();
        let key = Job::of(casual)?.key();
        let place = keys?.iter().position(|of_tier| *of_tier == key);
        match place {
            Some(place) => tiers[place].games = tiers[place].games.max(casual.games),
            None => tiers.insert(0, casual.clone()),
        }
        Ok((tiers, place.or(Some(0))))
    }

    /// Returns how much work the games of one level are at least, in games of a player that looks at every
    /// move once: those that look ahead count as many as they take the time of, about. More are played
    /// beyond the limit where that is needed to tell of the best games, and under other limits where one
    /// is wanted.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn cost(&self) -> Result<u64, AgentError> {
        let jobs = Jobs::of(self)?;
        let to_target = jobs.casual.as_ref().filter(|_| self.target.is_some());
        let all = jobs.different().chain(to_target);
        Ok(all.fold(0, |sum, job| {
            sum.saturating_add(job.games.saturating_mul(job.cost()))
        }))
    }
}

/// Games of one player.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The player as named in the plan.
    pub(super) name: String,
    pub(super) seat: SeatSpec,
    pub(super) games: u64,
}

impl Job {
    fn of(tier: &Tier) -> Result<Self, AgentError> {
        Ok(Self {
            name: tier.agent.to_string(),
            seat: resolve::<LevelGame>(&Options::defaults(LevelGame::OPTIONS), &tier.agent)?,
            games: tier.games,
        })
    }

    /// Returns what names the player with all its parameters: two that are the same play the same games.
    pub(super) fn key(&self) -> String {
        let (kind, parameters) = &self.seat;
        let mut key = kind.name.to_owned();
        for (name, value) in parameters.iter() {
            key.push_str(&format!(" {name}={value}"));
        }
        key
    }

    /// Returns about how many times as long a game takes as one of a player that looks at every move once: on
    /// the levels that come with the program a sample of what comes in behind every move is six such
    /// looks, and a simulation one, and one for each action that it plays on.
    pub(super) fn cost(&self) -> u64 {
        let (_, parameters) = &self.seat;
        let number = |name: &str| {
            let value = parameters.iter().find(|(known, _)| *known == name);
            value
                .and_then(|(_, value)| value.parse::<u64>().ok())
                .unwrap_or(0)
        };
        let simulations = number("simulations").saturating_mul(1 + number("playout"));
        simulations
            .saturating_add(6 * number("samples"))
            .saturating_add(1)
    }

    /// Creates the same player with another value of a parameter; `None` where it has none of that name.
    fn with(&self, name: &str, value: &str) -> Option<Self> {
        let mut other = self.clone();
        other.seat.1.set(name, value).ok()?;
        Some(other)
    }
}

/// All that is to be played.
#[derive(Clone, Debug)]
pub(super) struct Jobs {
    pub(super) tiers: Vec<Job>,
    pub(super) casual: Option<Job>,
    /// Players that notice more or fewer of the moves, from the least skill to the greatest.
    pub(super) skills: Vec<(f64, Job)>,
    /// The casual player with several seeds of its own.
    pub(super) luck: Vec<Job>,
}

impl Jobs {
    /// Finds the players of a plan.
    pub(super) fn of(plan: &Plan) -> Result<Self, AgentError> {
        let (tiers, casual) = plan.tiers_with_casual()?;
        let tiers: Result<Vec<Job>, AgentError> = tiers.iter().map(Job::of).collect();
        let tiers = tiers?;
        let Some(casual) = casual.map(|place| tiers[place].clone()) else {
            return Ok(Self {
                tiers,
                casual: None,
                skills: Vec::new(),
                luck: Vec::new(),
            });
        };
        // Who has no skill to be changed is told of by who has.
        let skilled = match casual.with("skill", SKILLS[0]) {
            Some(_) => casual.clone(),
            None => Job::of(&Tier {
                agent: CASUAL.parse().expect("it is named rightly"),
                games: casual.games,
            })?,
        };
        let at = |skill: &str| {
            let number = skill.parse().expect("a skill is a number");
            Some((number, skilled.with("skill", skill)?))
        };
        let has_luck = casual.seat.0.parameters.contains(&standard::SEED);
        let attempts = (0..ATTEMPTS).filter(|_| has_luck);
        Ok(Self {
            skills: SKILLS.into_iter().filter_map(at).collect(),
            luck: attempts
                .filter_map(|seed| casual.with("seed", &seed.to_string()))
                .collect(),
            tiers,
            casual: Some(casual),
        })
    }

    /// Returns the players that are different, each with the most games that are wanted of it: the casual one
    /// and its likes, by which most is told, before the tiers, of which the last are the slowest.
    pub(super) fn different(&self) -> impl Iterator<Item = &Job> {
        let all = || {
            let skills = self.skills.iter().map(|(_, job)| job);
            let casual = self.casual.iter().chain(skills).chain(&self.luck);
            casual.chain(&self.tiers)
        };
        all().enumerate().filter_map(move |(place, job)| {
            let mut same = all().enumerate().filter(|(_, other)| other.key() == job.key());
            let (first, _) = same.next()?;
            if first != place {
                return None;
            }
            let others = same.map(|(_, other)| other);
            Some(others.fold(
                job,
                |most, other| if other.games > most.games { other } else { most },
            ))
        })
    }
}
