//! Who loses a meeting is out, until one is left.

use super::{Format, Pairing, Stage, Standing};

/// The seeds after which a meeting that stays even is won by who was named first.
pub(super) const MAX_MORE_SEEDS: u64 = 100;

/// A round of a knock-out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Round {
    /// Who comes to the next round without a meeting: in the first round, those who were named first.
    pub byes: Vec<usize>,
    /// The meetings: the first of the others with the last, and so on inwards.
    pub meetings: Vec<Meeting>,
}

/// A meeting of two players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meeting {
    /// Who meets, the first named first.
    pub pair: [usize; 2],
    /// Their half points: 2 for a win, 1 for a draw.
    pub half_points: [u64; 2],
    /// Seeds that were played.
    pub seeds: u64,
    /// Those of them beyond what the tournament has for a meeting, as it was even.
    pub more_seeds: u64,
    /// Who goes on; `None` as long as that is not known.
    pub winner: Option<usize>,
}

impl Meeting {
    /// Returns the points of both.
    pub fn points(&self) -> [f64; 2] {
        self.half_points.map(|half| half as f64 / 2.0)
    }

    /// Returns whether a game of its round is one of it.
    fn has(&self, pairing: &Pairing) -> bool {
        let goes_on = self.winner.is_none() || pairing.number < self.seeds;
        goes_on && pairing.seats.iter().all(|seat| self.pair.contains(seat))
    }

    /// Returns whether it stayed even and was won by who was named first.
    pub const fn is_by_order(&self) -> bool {
        self.winner.is_some() && self.half_points[0] == self.half_points[1]
    }
}

impl Round {
    /// Lists who goes on, in the order in which they were named; `None` when a meeting is not over.
    fn winners(&self) -> Option<Vec<usize>> {
        let winners: Option<Vec<usize>> = self.meetings.iter().map(|meeting| meeting.winner).collect();
        let mut left = self.byes.clone();
        left.extend(winners?);
        left.sort_unstable();
        Some(left)
    }
}

impl Standing {
    /// Returns the rounds of a knock-out, the last of which may not be over.
    pub fn rounds(&self) -> Vec<Round> {
        let mut left: Vec<usize> = (0..self.tournament().agents.len()).collect();
        let mut rounds: Vec<Round> = Vec::new();
        while left.len() > 1 {
            let number = rounds.len() as u32;
            // As many byes as make the next round a power of two.
            let byes = left.len().next_power_of_two() - left.len();
            let (byes, others) = left.split_at(byes);
            let pairs = others.iter().zip(others.iter().rev()).take(others.len() / 2);
            let round = Round {
                byes: byes.to_vec(),
                meetings: pairs
                    .map(|(&one, &two)| self.meeting(number, [one, two]))
                    .collect(),
            };
            let winners = round.winners();
            rounds.push(round);
            match winners {
                Some(winners) => left = winners,
                None => break,
            }
        }
        rounds
    }

    /// Returns who is left when all others are out.
    pub fn winner(&self) -> Option<usize> {
        match self.rounds().last()?.winners()?[..] {
            [winner] => Some(winner),
            _ => None,
        }
    }

    /// Counts a meeting, up to the first seed that was not played.
    fn meeting(&self, round: u32, pair: [usize; 2]) -> Meeting {
        let planned = self.tournament().seeds;
        let mut meeting = Meeting {
            pair,
            half_points: [0, 0],
            seeds: 0,
            more_seeds: 0,
            winner: None,
        };
        while meeting.seeds < planned + MAX_MORE_SEEDS {
            let [one, two] = meeting.half_points;
            if meeting.seeds >= planned && one != two {
                break;
            }
            let Some([more, more_of_two]) = self.half_points(round, meeting.seeds, pair) else {
                return meeting;
            };
            meeting.half_points = [one + more, two + more_of_two];
            meeting.seeds += 1;
            meeting.more_seeds = meeting.seeds.saturating_sub(planned);
        }
        let [one, two] = meeting.half_points;
        meeting.winner = Some(pair[usize::from(two > one)]);
        meeting
    }

    /// Returns a test of whether a game follows from those that were played, as far as that is known.
    fn follows(&self) -> impl Fn(&Pairing) -> bool + use<> {
        let (rounds, is_over) = match self.tournament().format {
            Format::RoundRobin => (Vec::new(), false),
            Format::KnockOut => (self.rounds(), self.winner().is_some()),
        };
        move |pairing| match rounds.get(pairing.round as usize) {
            Some(round) => round.meetings.iter().any(|meeting| meeting.has(pairing)),
            None => !is_over,
        }
    }

    /// Finds a game of a round that has begun which is of no meeting.
    pub(super) fn stray(&self) -> Option<&Pairing> {
        let follows = self.follows();
        self.games().keys().find(|pairing| !follows(pairing))
    }

    /// Finds the first of some games that is none of the tournament, as far as its meetings are known.
    pub fn first_foreign<'p>(&self, games: &'p [Pairing]) -> Option<&'p Pairing> {
        let follows = self.follows();
        let is_foreign = |pairing: &&Pairing| !self.tournament().has(pairing) || !follows(pairing);
        games.iter().find(is_foreign)
    }

    /// Drops games that do not follow from the others: chosen ones may be played before that is known.
    pub(super) fn drop_strays(&mut self) {
        let follows = self.follows();
        self.games.retain(|pairing, _| follows(pairing));
    }

    /// Finds a game of a round that has not begun: it needs a [merge](crate::Played::merge) with earlier
    /// games.
    pub fn ahead(&self) -> Option<&Pairing> {
        let rounds = match self.tournament().format {
            Format::RoundRobin => 1,
            Format::KnockOut => self.rounds().len(),
        };
        let (last, _) = self.games().last_key_value()?;
        (last.round as usize >= rounds).then_some(last)
    }

    pub(super) fn next_of_knock_out(&self) -> Option<Stage> {
        let rounds = self.rounds();
        let (last, planned) = (rounds.last()?, self.tournament().seeds);
        let open = || last.meetings.iter().filter(|meeting| meeting.winner.is_none());
        // All have their seeds first; who is even then goes on seed by seed, all that are as far together.
        let least = open().map(|meeting| meeting.seeds).min()?;
        let (first, seeds, before) = if least < planned {
            (0, planned, planned)
        } else {
            (least, 1, least + 1)
        };
        let pairs = open()
            .filter(|meeting| meeting.seeds < before)
            .map(|meeting| meeting.pair);
        Some(Stage {
            round: rounds.len() as u32 - 1,
            first,
            seeds,
            seatings: pairs.flat_map(|pair| self.tournament().seatings(pair)).collect(),
        })
    }
}
