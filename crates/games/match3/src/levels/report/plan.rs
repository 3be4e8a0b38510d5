//! Who plays a level for a report, and how often.

use quincunx_core::Options;
use quincunx_registry::SeatSpec;
use quincunx_registry::{RegisteredGame as _, resolve};
use quincunx_search::{AgentError, AgentSpec, standard};

use super::super::rules::LevelGame;

/// The games of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The players, in the order of the report.
    pub tiers: Vec<Tier>,
    /// The player that stands for casual people, for bands, skill, luck and the target. It becomes the first
    /// tier if it is none of them. A casual player without a skill parameter is replaced by the usual one
    /// where skill is measured.
    pub casual: Option<Tier>,
    /// The seed of all chance.
    pub seed: u64,
    /// The target success of the casual player, for which a limit of moves is found.
    pub target: Option<f64>,
}

/// A player and its number of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Tier {
    /// The player.
    pub agent: AgentSpec,
    /// The number of games.
    pub games: u64,
}

/// The players of a usual report, with the divisor of their number of games: those that look ahead are slow,
/// and fewer of their games are enough.
const TIERS: [(&str, u64); 7] = [
    ("random", 1),
    (CASUAL, 1),
    ("greedy:samples=0", 1),
    ("special-first", 1),
    ("goal-first", 1),
    ("expectation", 5),
    ("mcts:simulations=200", 20),
];

/// The fewest games of a player with a divisor, unless fewer are asked for.
const FEWEST: u64 = 50;

/// The player that stands for casual people, who know the goals and overlook much.
const CASUAL: &str = "noisy:aim=goals";

/// The skills at which success is measured.
const SKILLS: [&str; 5] = ["0.1", "0.3", "0.5", "0.7", "0.9"];

/// How often the casual player plays each game, to measure luck.
const ATTEMPTS: u64 = 4;

impl Plan {
    /// Creates the plan of all tiers, of which those that do not look ahead play `games` games.
    #[must_use]
    pub fn usual(games: u64, seed: u64) -> Self {
        let tier = |(agent, divisor): (&str, u64)| Tier {
            agent: agent.parse().expect("the players of a report are named rightly"),
            games: (games / divisor).max(FEWEST.min(games)),
        };
        Self {
            tiers: TIERS.map(tier).into(),
            casual: Some(tier((CASUAL, 1))),
            seed,
            target: None,
        }
    }

    /// Creates the plan of some players, each of which plays `games` games.
    ///
    /// # Errors
    /// When a text is not the specification of a player. Whether there is such a player is checked later.
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

    /// Creates the plan of the same tiers, the casual player among them, without skill, luck and target.
    ///
    /// # Errors
    /// When there is a casual player, and it or the player of a tier cannot be made.
    pub fn of_tiers_alone(&self) -> Result<Self, AgentError> {
        let (tiers, _) = self.tiers_with_casual()?;
        Ok(Self {
            tiers,
            casual: None,
            target: None,
            ..*self
        })
    }

    /// Returns the tiers with the casual player among them, and its place. A tier with the same parameters
    /// keeps its name.
    fn tiers_with_casual(&self) -> Result<(Vec<Tier>, Option<usize>), AgentError> {
        let mut tiers = self.tiers.clone();
        let Some(casual) = &self.casual else {
            return Ok((tiers, None));
        };
        let key = |tier: &Tier| Ok(Job::of(tier)?.key());
        let keys = tiers.iter().map(key).collect::<Result<Vec<_>, AgentError>>()?;
        let casual_key = key(casual)?;
        let place = keys.iter().position(|key| *key == casual_key);
        match place {
            Some(place) => tiers[place].games = tiers[place].games.max(casual.games),
            None => tiers.insert(0, casual.clone()),
        }
        Ok((tiers, place.or(Some(0))))
    }

    /// Returns the least work of the report, in games of a player that looks at every move once. Games under
    /// longer limits may be added for the best games and for the target.
    ///
    /// # Errors
    /// When a player of the plan cannot be made.
    pub fn cost(&self) -> Result<u64, AgentError> {
        let jobs = Jobs::of(self)?;
        let casual = jobs.casual.as_ref().filter(|_| self.target.is_some());
        let all = jobs
            .players
            .iter()
            .chain(casual.map(|&(_, player)| &jobs.players[player]));
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

    /// Returns the player with all its parameters; equal keys play equal games.
    pub(super) fn key(&self) -> String {
        let SeatSpec { kind, parameters, .. } = &self.seat;
        let mut key = kind.name.to_owned();
        for (name, value) in parameters.iter() {
            key.push_str(&format!(" {name}={value}"));
        }
        key
    }

    /// Returns the approximate time of a game, in games of a player that looks at every move once: on shipped
    /// levels a sample of every move takes six such looks, and a simulation one for each action it plays.
    pub(super) fn cost(&self) -> u64 {
        let parameters = &self.seat.parameters;
        let number = |name: &str| {
            let mut values = parameters.iter().filter(|(known, _)| *known == name);
            let number = values.find_map(|(_, value)| value.parse::<u64>().ok());
            number.unwrap_or(0)
        };
        let simulations = number("simulations").saturating_mul(1 + number("playout"));
        simulations.saturating_add(6 * number("samples") + 1)
    }

    /// Returns the same player with another value of a parameter; `None` where it has no such parameter.
    fn with(&self, name: &str, value: &str) -> Option<Self> {
        let mut other = self.clone();
        other.seat.parameters.set(name, value).ok()?;
        Some(other)
    }
}

/// All players of a plan. Numbers are indices of `players`.
#[derive(Clone, Debug, Default)]
pub(super) struct Jobs {
    /// The players that differ, in the order in which they play: the casual one and its variants, by which
    /// most is measured, before the tiers, of which the last are the slowest.
    pub(super) players: Vec<Job>,
    pub(super) tiers: Vec<(String, usize)>,
    pub(super) casual: Option<(String, usize)>,
    /// The player whose skill is changed.
    pub(super) skilled: String,
    /// Its variants by skill, ascending.
    pub(super) skills: Vec<(f64, usize)>,
    /// The casual player with several seeds of its own.
    pub(super) luck: Vec<usize>,
}

impl Jobs {
    pub(super) fn of(plan: &Plan) -> Result<Self, AgentError> {
        let (tiers, casual) = plan.tiers_with_casual()?;
        let tiers = tiers
            .iter()
            .map(Job::of)
            .collect::<Result<Vec<_>, AgentError>>()?;
        let mut jobs = Self::default();
        if let Some(place) = casual {
            jobs.add_casual(&tiers[place])?;
        }
        let tiers = tiers.into_iter().map(|job| (job.name.clone(), jobs.add(job)));
        let tiers = tiers.collect();
        Ok(Self { tiers, ..jobs })
    }

    /// Adds the casual player and its variants.
    fn add_casual(&mut self, casual: &Job) -> Result<(), AgentError> {
        self.casual = Some((casual.name.clone(), self.add(casual.clone())));
        let skilled = match casual.with("skill", SKILLS[0]) {
            Some(_) => casual.clone(),
            None => Job::of(&Tier {
                agent: CASUAL.parse().expect("it is named rightly"),
                games: casual.games,
            })?,
        };
        self.skilled.clone_from(&skilled.name);
        for skill in SKILLS {
            if let Some(job) = skilled.with("skill", skill) {
                let player = self.add(job);
                let skill = skill.parse().expect("a skill is a number");
                self.skills.push((skill, player));
            }
        }
        let has_seed = casual.seat.kind.parameters.contains(&standard::SEED);
        for seed in (0..ATTEMPTS).filter(|_| has_seed) {
            if let Some(job) = casual.with("seed", &seed.to_string()) {
                let player = self.add(job);
                self.luck.push(player);
            }
        }
        Ok(())
    }

    /// Returns the number of a player, which is added where it is new; of equal ones the one with the most
    /// games is kept.
    fn add(&mut self, job: Job) -> usize {
        if let Some(place) = self.find(&job.key()) {
            if job.games > self.players[place].games {
                self.players[place] = job;
            }
            return place;
        }
        self.players.push(job);
        self.players.len() - 1
    }

    /// Returns the number of the player with a key.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        self.players.iter().position(|player| player.key() == key)
    }
}
