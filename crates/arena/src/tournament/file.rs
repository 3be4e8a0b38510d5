//! A tournament as text, and its parts merged.
//! The text is JSON with every game, and what follows from them for who only wants that.
//!
//! ```text
//! {"format":"quincunx-tournament","version":1,
//! "tournament":{"program":"0.2.0","game":"quartet","options":{…},"seats":2,"agents":["greedy",…],…},
//! "columns":["round","number","seats","seed","outcome","points","plies"],
//! "games":[
//! [0,0,[0,1],"9418043286212346423","P2",0,18],
//! …
//! ],
//! "players":[{"player":0,"name":"greedy","elo":-71.2,"error":40.1,"points":13.5,"games":40,…},…],
//! "pairs":[{"players":[0,1],"points":[13.5,26.5],"difference":-142.4,"error":80.2},…]}
//! ```
//! Players are called by their place among `agents`, from 0; `seats` says who sat where, and `number` is that
//! of the seed in the round. A round robin has `players` and `pairs`; a knock-out has `rounds` and `winner`.
//! They are worked out again whenever the text is read.

use std::collections::BTreeMap;
use std::io;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::round_robin::pairs;
use super::{Format, MAX_GAMES, MAX_PLAYERS, Pairing, Standing, Tournament};
use crate::format::{FileError, FileFormat};
use crate::played::{MergeError, Played};
use crate::tally::{End, Row};

/// What each game has.
const COLUMNS: [&str; 7] = ["round", "number", "seats", "seed", "outcome", "points", "plies"];

impl Played for Standing {
    const FORMAT: FileFormat = FileFormat {
        name: "quincunx-tournament",
        noun: "tournament",
        version: 1,
    };

    fn played(&self) -> u64 {
        self.games.len() as u64
    }

    fn contains(&self, other: &Self) -> bool {
        let mut others = other.games.iter();
        self.tournament == other.tournament
            && others.all(|(pairing, row)| self.games.get(pairing) == Some(row))
    }

    fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, MergeError> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().ok_or(MergeError::Nothing("standings"))?;
        // Where the games of the others are from: one that was right by itself may be none with those of a
        // later part.
        let mut part_of: BTreeMap<Pairing, usize> = BTreeMap::new();
        for (part, next) in (1..).zip(parts) {
            if let Some(difference) = whole.tournament.difference(&next.tournament) {
                let of = "tournaments";
                return Err(MergeError::Other { part, of, difference });
            }
            for (pairing, row) in next.games {
                if whole.games.contains_key(&pairing) {
                    let reason = format!("{pairing} is also in an earlier part");
                    return Err(MergeError::Part { part, reason });
                }
                part_of.insert(pairing.clone(), part);
                whole.games.insert(pairing, row);
            }
        }
        match whole.stray() {
            Some(pairing) => Err(MergeError::Part {
                part: part_of.get(pairing).copied().unwrap_or(0),
                reason: format!("{pairing} does not follow from the results of these parts"),
            }),
            None => Ok(whole),
        }
    }

    fn write(&self, output: &mut dyn io::Write) -> io::Result<()> {
        write!(
            output,
            "{},\n\"tournament\":{},\n\"columns\":{},\n\"games\":[",
            Self::FORMAT,
            serde_json::to_string(self.tournament())?,
            serde_json::to_string(&COLUMNS)?,
        )?;
        for (number, (pairing, row)) in self.games().iter().enumerate() {
            let game = Game(
                pairing.round,
                pairing.number,
                pairing.seats.clone(),
                row.seed,
                row.end.word().to_owned(),
                row.points,
                row.plies,
            );
            let before = if number == 0 { "\n" } else { ",\n" };
            write!(output, "{before}{}", serde_json::to_string(&game)?)?;
        }
        output.write_all(b"\n]")?;
        let derived = match self.tournament().format {
            Format::RoundRobin => self.table_in_json(),
            Format::KnockOut => self.rounds_in_json(),
        };
        for (name, value) in derived {
            write!(output, ",\n\"{name}\":{}", serde_json::to_string(&value)?)?;
        }
        output.write_all(b"}\n")
    }

    fn parse(text: &str) -> Result<Self, FileError> {
        Self::FORMAT.read(
            text,
            |written: &Written| (&written.format, written.version),
            Written::check,
        )
    }
}

impl Standing {
    fn table_in_json(&self) -> Vec<(&'static str, Value)> {
        let table = self.table();
        let names = self.tournament().names();
        let player = |player: usize| {
            let rating = table.ratings.player(player);
            let (points, games) = table.score(player);
            let own = table.points.get(player);
            json!({
                "player": player,
                "name": names[player],
                "elo": rating.elo,
                "error": rating.error,
                "points": points,
                "games": games,
                "mean": own.and_then(crate::Histogram::mean),
                "mean_error": own.and_then(crate::Histogram::mean_error),
            })
        };
        let pair = |[one, other]: [usize; 2]| {
            let rating = table.ratings.difference(one, other);
            json!({
                "players": [one, other],
                "points": [table.against(one, other), table.against(other, one)],
                "difference": rating.elo,
                "error": rating.error,
            })
        };
        let order = table.ratings.order();
        vec![
            ("players", order.into_iter().map(player).collect()),
            ("pairs", pairs(names.len()).map(pair).collect()),
        ]
    }

    fn rounds_in_json(&self) -> Vec<(&'static str, Value)> {
        let rounds = self.rounds().into_iter().map(|round| {
            let meetings = round.meetings.iter().map(|meeting| {
                json!({
                    "players": meeting.pair,
                    "points": meeting.points(),
                    "more_seeds": meeting.more_seeds,
                    "winner": meeting.winner,
                    "by_order": meeting.is_by_order(),
                })
            });
            json!({"byes": round.byes, "meetings": meetings.collect::<Vec<_>>()})
        });
        vec![("rounds", rounds.collect()), ("winner", json!(self.winner()))]
    }
}

/// A game, in the order of [`COLUMNS`].
#[derive(Serialize, Deserialize)]
struct Game(
    u32,
    u64,
    Vec<usize>,
    #[serde(with = "quincunx_core::digits")] u64,
    String,
    u64,
    u32,
);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: String,
    version: u64,
    tournament: Tournament,
    columns: Vec<String>,
    games: Vec<Game>,
    #[serde(default, rename = "players")]
    _players: IgnoredAny,
    #[serde(default, rename = "pairs")]
    _pairs: IgnoredAny,
    #[serde(default, rename = "rounds")]
    _rounds: IgnoredAny,
    #[serde(default, rename = "winner")]
    _winner: IgnoredAny,
}

impl Written {
    fn check(self) -> Result<Standing, String> {
        let tournament = self.tournament;
        tournament.check()?;
        if self.columns != COLUMNS {
            return Err("the columns are not those of a tournament".to_owned());
        }
        let mut games = BTreeMap::new();
        for Game(round, number, seats, seed, end, points, plies) in self.games {
            let pairing = Pairing { round, number, seats };
            if !tournament.has(&pairing) {
                return Err(format!("{pairing} is not of this tournament"));
            }
            let expected = tournament.seed_of(&pairing);
            if seed != expected {
                return Err(format!("{pairing}: expected seed {expected}, found {seed}"));
            }
            let end: End = end.parse().map_err(|error| format!("{pairing}: {error}"))?;
            end.check(tournament.seats.into())
                .map_err(|error| format!("{pairing}: {error}"))?;
            let row = Row {
                game: 0,
                seed,
                end,
                points,
                plies,
                figures: Box::default(),
            };
            if games.contains_key(&pairing) {
                return Err(format!("{pairing} is there twice"));
            }
            games.insert(pairing, row);
        }
        let standing = Standing::after(tournament, games);
        match standing.stray() {
            Some(pairing) => Err(format!("{pairing} does not follow from the results")),
            None => Ok(standing),
        }
    }
}

impl Tournament {
    /// Checks that there is something to play, and not too much.
    ///
    /// # Errors
    /// When there are not 2 to [`MAX_PLAYERS`] players, 1 or 2 seats, and 1 to 1,000,000 games. The text says
    /// which.
    pub fn check(&self) -> Result<(), String> {
        let players = self.agents.len();
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(format!("expected 2 to {MAX_PLAYERS} players, found {players}"));
        }
        if !(1..=2).contains(&self.seats) {
            return Err(format!("a board has 1 or 2 seats, not {}", self.seats));
        }
        let games = self.games();
        if games == 0 || games > MAX_GAMES {
            return Err(format!("expected 1 to {MAX_GAMES} games, found {games}"));
        }
        Ok(())
    }
}
