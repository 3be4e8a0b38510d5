//! What players and watchers are sent of a table.

use std::borrow::Cow;
use std::collections::BTreeSet;

use quincunx_core::{Effect, Outcome, Seed, Side, Token, Turn};
use sha2::{Digest, Sha256};

use crate::event::{Event, Millis, Seat, side};
use crate::id::SeatTokenHash;
use crate::messages::{
    Change, Ending, Looked, MoveInfo, Opening, Reason, Refusal, Run, SeatInfo, Situation, Snapshot, TurnInfo,
    UndoRule, Update,
};
use crate::shown;
use crate::table::Table;

/// The most moves that a snapshot lists.
const MAX_MOVES: usize = 500;

impl Table {
    /// Reports all there is to know to somebody with a token, or without.
    #[must_use]
    pub fn snapshot(&self, token: Option<SeatTokenHash>, now: Millis) -> Snapshot {
        let session = self.session();
        let plies = session.ply_count();
        let opening = self.opening();
        let effects = opening.iter().flat_map(|opening| opening.steps.iter().flatten());
        let own_tokens: Vec<Token> = (Side::BOTH.into_iter())
            .filter_map(|player| session.own_token(player))
            .collect();
        let tokens: BTreeSet<Token> = (session.view().tokens())
            .chain(own_tokens.iter().copied())
            .chain(opening.iter().flat_map(|opening| opening.board.tokens()))
            .chain(effects.filter_map(Effect::token))
            .collect();
        Snapshot {
            table: self.id,
            game: self.setup.game.clone(),
            options: self.setup.options.clone(),
            you: self.sides_of(token).into_iter().map(side).collect(),
            daily: self.setup.daily.clone(),
            forked_from: self.setup.forked_from,
            from_record: self.from_record,
            commitment: self.commitment(),
            actions: shown::actions(session),
            moves: (1..=plies)
                .skip(plies.saturating_sub(MAX_MOVES))
                .filter_map(|ply| self.move_at(ply))
                .collect(),
            own_tokens,
            faces: shown::faces(session, tokens),
            opening,
            seq: self.seq,
            situation: self.situation(now),
        }
    }

    /// Returns what happened to a board that was loaded, until the first move.
    fn opening(&self) -> Option<Opening> {
        let session = self.session();
        let steps = session.steps_of(0);
        if session.ply_count() > 0 || steps.is_empty() {
            return None;
        }
        let board = session.initial_view();
        let is_empty = board.board.values().iter().all(Option::is_none);
        (!is_empty).then(|| Opening {
            board,
            steps: shown::first_steps(&steps),
        })
    }

    /// Shows the position after a ply that is played or was taken back.
    ///
    /// # Errors
    /// [`Code::Unknown`](crate::messages::Code::Unknown), when there is no such ply.
    pub fn look(&self, ply: usize) -> Result<Looked, Refusal> {
        let session = self.session();
        let plies = session.ply_count();
        let view = session.view_at(ply).ok_or(Reason::UnknownPly { ply, plies })?;
        let steps = session.steps_of(ply);
        let tokens = view
            .tokens()
            .chain(steps.iter().flatten().filter_map(Effect::token))
            .collect::<BTreeSet<_>>();
        Ok(Looked {
            table: self.id,
            ply,
            board: view,
            faces: shown::faces(session, tokens),
            last: self.move_at(ply),
            steps: shown::first_steps(&steps),
        })
    }

    /// Reports how things stand.
    #[must_use]
    pub fn situation(&self, now: Millis) -> Situation {
        let session = self.session();
        let legal = if self.is_over() {
            Vec::new()
        } else {
            session.legal_actions()
        };
        Situation {
            position: self.position,
            ply: session.ply(),
            plies: session.ply_count(),
            turn: self.turn(),
            board: session.view(),
            last: self.move_at(session.ply()),
            legal: runs(&legal),
            seats: self
                .seats
                .iter()
                .zip(&self.present)
                .map(|(seat, &present)| self.seat_info(seat, present))
                .collect(),
            clock: self.clock.as_ref().map(|clock| clock.face(now)),
            offer: self.offer,
            undo: self.undo_rule(),
            analysis: self.may_analyse(),
            rematch: self.rematch,
            puzzle: self.puzzle_info(),
            key: self.is_over().then(|| self.seed.to_string()),
        }
    }

    /// Returns whether positions may be analysed: not while different persons play each other, the day's game
    /// runs, or a puzzle is not solved yet.
    #[must_use]
    pub fn may_analyse(&self) -> bool {
        let is_test = self.setup.daily.is_some() || self.puzzle.is_some();
        self.is_over() || !is_test && self.undo_rule() != UndoRule::Offer
    }

    /// Reports how undo works here.
    #[must_use]
    pub fn undo_rule(&self) -> UndoRule {
        let computer = self
            .seats
            .iter()
            .any(|seat| matches!(seat, Seat::Computer { .. }));
        let is_test = self.setup.daily.is_some() || self.puzzle.is_some();
        let is_played_for_good = is_test || computer && self.clock.is_some();
        if is_played_for_good || !self.has_people() || self.is_key_published() {
            UndoRule::Never
        } else if computer {
            UndoRule::OwnTurn
        } else if self.seats.iter().all(|seat| seat == &self.seats[0]) {
            UndoRule::Free
        } else {
            UndoRule::Offer
        }
    }

    /// Reports what an event changed that has just been carried out, when these tokens were known before.
    pub(crate) fn update(&self, event: &Event, known: &BTreeSet<Token>, now: Millis) -> Update {
        let session = self.session();
        let happened = match event {
            Event::Played { .. } | Event::Redone { .. } => session.steps_of(session.ply()),
            _ => Cow::default(),
        };
        let view = session.view();
        let effects = happened.iter().flatten();
        let shown: BTreeSet<Token> = view.tokens().chain(effects.filter_map(Effect::token)).collect();
        Update {
            table: self.id,
            seq: self.seq,
            change: match event {
                Event::Played { .. } => Change::Played {
                    steps: shown::first_steps(&happened),
                },
                Event::Undone { .. } => Change::Undone {},
                Event::Redone { .. } => Change::Redone {
                    steps: shown::first_steps(&happened),
                },
                Event::Created(_) | Event::Claimed { .. } => Change::Seated {},
                Event::Offered { .. } => Change::Offered {},
                Event::Declined {} => Change::Declined {},
                Event::Ended { .. } => Change::Ended {},
                Event::Rematched { .. } => Change::Rematched {},
                Event::Revealed {} => Change::Revealed {},
                Event::Resumed { .. } => Change::Resumed {},
            },
            faces: shown::faces(session, shown.difference(known).copied()),
            situation: self.situation(now),
        }
    }

    /// Returns the tags of a record: who played, for what day, and which puzzle it was.
    pub(crate) fn tags(&self) -> Vec<(String, String)> {
        let player = |(index, seat): (usize, &Seat)| {
            let who = match seat {
                Seat::Computer { level } => format!("level:{level}"),
                Seat::Person { .. } | Seat::Invited { .. } => "person".to_owned(),
            };
            (format!("player-{}", index + 1), who)
        };
        let players = self.seats.iter().enumerate().map(player);
        players
            .chain(
                self.setup
                    .daily
                    .iter()
                    .map(|date| ("daily".to_owned(), date.clone())),
            )
            .chain(self.puzzle.iter().flat_map(quincunx_registry::Puzzle::tags))
            .collect()
    }

    /// Returns the SHA-256 of the key of the game's luck.
    fn commitment(&self) -> String {
        hex::encode(match self.seed {
            Seed::Key(key) => Sha256::digest(key),
            Seed::Number(number) => Sha256::digest(number.to_string()),
        })
    }

    fn turn(&self) -> TurnInfo {
        let points = || (self.session.players() == 1).then(|| self.session.points());
        match (self.ended, self.session.turn()) {
            (Some(ended), _) => TurnInfo::Over {
                winner: ended.winner,
                points: points(),
                reached: None,
                ending: ended.ending,
            },
            (None, Turn::Over(outcome)) => {
                let (winner, points, reached) = match outcome {
                    Outcome::Win(player) => (Some(side(player)), None, None),
                    Outcome::Draw => (None, None, None),
                    Outcome::Score(points) => (None, Some(points), None),
                    Outcome::Goals { reached, points } => (None, Some(points), Some(reached)),
                };
                TurnInfo::Over {
                    winner,
                    points,
                    reached,
                    ending: Ending::Rules,
                }
            }
            (None, Turn::Player(player)) => TurnInfo::Player { player: side(player) },
            (None, Turn::Chance) => unreachable!("chance has acted before a session returns"),
        }
    }

    fn move_at(&self, ply: usize) -> Option<MoveInfo> {
        let (player, action) = self.session.action_of(ply)?;
        let text = self.session.action_text(action)?;
        Some(MoveInfo {
            ply,
            player: side(player),
            action,
            text,
        })
    }

    fn seat_info(&self, seat: &Seat, present: bool) -> SeatInfo {
        match *seat {
            Seat::Person { .. } => SeatInfo::Person { present },
            Seat::Invited { .. } => SeatInfo::Invited {},
            Seat::Computer { level } => {
                let name = self.entry.levels()[usize::from(level) - 1].name.to_owned();
                SeatInfo::Computer { level, name }
            }
        }
    }
}

impl Table {
    /// Returns the side that a seat belongs to by its place.
    pub(crate) fn players(&self) -> &'static [Side] {
        &Side::BOTH[..self.seats.len()]
    }
}

/// Writes ascending numbers as runs of neighbours.
fn runs(numbers: &[usize]) -> Vec<Run> {
    numbers
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| Run(run[0], run[run.len() - 1]))
        .collect()
}
