//! What players may do at a table and when.

use quincunx_core::notation::shorten;
use quincunx_core::{Seed, Side};

use crate::event::{Event, Millis, Seat, Setup, side};
use crate::id::{SeatToken, SeatTokenHash, TableId};
use crate::messages::{Command, Ending, OfferKind, Reason, Refusal, UndoRule, Update};
use crate::table::Table;
use crate::weight::MAX_EVENTS;

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Somebody with a token, or without.
    Visitor(Option<SeatTokenHash>),
    /// The computer.
    Computer,
}

/// What came of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Performed {
    /// An event, with the update for all who watch.
    Done(Event, Box<Update>),
    /// It had been carried out before, and nothing has changed.
    Already,
    /// A rematch has been agreed on: a table of [`Table::next_setup`] is to be made, and then
    /// [`Table::rematched`] reports.
    Rematch,
}

impl Table {
    /// Carries out a command; refused commands change nothing.
    ///
    /// The table has changed when this returns. When the event cannot be logged, the table has to be
    /// discarded and rebuilt from its log.
    ///
    /// # Errors
    /// When the command is not possible now, or not for whoever gives it. A side whose time is up cannot be
    /// helped by commands: [`Table::tick`] comes first.
    pub fn perform(&mut self, by: By, command: &Command, now: Millis) -> Result<Performed, Refusal> {
        if let Command::Claim { invitation, token } = command {
            return self.claim(invitation, token, now);
        }
        if self
            .clock
            .as_ref()
            .is_some_and(|clock| clock.flagged(now).is_some())
        {
            return Err(Reason::TimeUp {}.into());
        }
        match command {
            Command::Play { at, action, text } => {
                self.check_position(*at)?;
                let action = self.action(*action, text.as_deref())?;
                self.play(by, action, now)
            }
            Command::Undo { at } => {
                self.check_position(*at)?;
                self.undo(&self.sides(by)?, now)
            }
            Command::Redo { at } => {
                self.check_position(*at)?;
                self.redo(&self.sides(by)?, now)
            }
            Command::Resign {} => self.resign(&self.sides(by)?, now),
            Command::Offer { kind } => self.offer(&self.sides(by)?, *kind, now),
            Command::Reveal {} => self.sides(by).and_then(|_| self.reveal(now)),
            Command::Answer { kind, accept } => self.answer(&self.sides(by)?, *kind, *accept, now),
            Command::Claim { .. } => unreachable!("claims have been answered above"),
        }
    }

    /// Ends the game when the time of the side whose clock runs is up.
    pub fn tick(&mut self, now: Millis) -> Option<(Event, Update)> {
        let flagged = self.clock.as_ref().and_then(|clock| clock.flagged(now))?;
        let ended = Event::Ended {
            ending: Ending::Time,
            winner: self.other(flagged).map(side),
        };
        Some(self.log(ended, now))
    }

    /// Credits the running clock with the time that the server was down, at most the time that it has run;
    /// `None` if no clock runs.
    pub fn resume(&mut self, away: Millis, now: Millis) -> Option<(Event, Update)> {
        let away = away.min(self.clock.as_ref()?.running_for(now)?);
        Some(self.log(Event::Resumed { away }, now))
    }

    /// Returns the setup of the rematch: seats swapped, the first position, the seed given. Everybody keeps
    /// their token.
    #[must_use]
    pub fn next_setup(&self, seed: Seed) -> Setup {
        let seats = self.seats.iter().rev().cloned().collect();
        Setup {
            clock: self.setup.clock,
            ..Setup::new(
                &self.setup.game,
                self.setup.options.clone(),
                seed.to_string(),
                seats,
            )
        }
    }

    /// Records that the rematch has been set up.
    pub fn rematched(&mut self, table: TableId, now: Millis) -> (Event, Update) {
        self.log(Event::Rematched { table }, now)
    }

    fn claim(
        &mut self,
        invitation: &SeatToken,
        token: &SeatToken,
        now: Millis,
    ) -> Result<Performed, Refusal> {
        let (invitation, token) = (invitation.hash(), token.hash());
        let invited = |seat: &Seat| *seat == Seat::Invited { invitation };
        let Some(index) = self.setup.seats.iter().position(invited) else {
            return Err(Reason::UnknownInvitation {}.into());
        };
        if self.seats[index] == (Seat::Person { token }) {
            return Ok(Performed::Already);
        }
        if !invited(&self.seats[index]) {
            return Err(Reason::InvitationTaken {}.into());
        }
        let player = side(self.players()[index]);
        Ok(self.done(Event::Claimed { player, token }, now))
    }

    fn play(&mut self, by: By, action: usize, now: Millis) -> Result<Performed, Refusal> {
        let player = self.to_act().ok_or_else(over)?;
        match (by, &self.seats[player.index()]) {
            (By::Visitor(Some(token)), Seat::Person { token: holder }) if token == *holder => {}
            (By::Computer, Seat::Computer { .. }) => {}
            (By::Computer, _) if self.revealed => {}
            (By::Computer, _) => return Err(Reason::NotYourTurn {}.into()),
            _ => {
                self.sides(by)?;
                return Err(Reason::NotYourTurn {}.into());
            }
        }
        if self.is_waiting() {
            return Err(Reason::PlayerMissing {}.into());
        }
        self.check_room()?;
        if by != By::Computer {
            self.check_right(action)?;
        }
        let known = self.session.view().tokens().collect();
        self.session.play(action).map_err(Reason::from)?;
        let event = Event::Played {
            action: self.session.action_text(action).expect("it was played"),
            chances: self.session.chances_of(self.session.ply()),
        };
        self.settle(&event, now);
        let update = self.update(&event, &known, now);
        Ok(Performed::Done(event, Box::new(update)))
    }

    fn undo(&mut self, sides: &[Side], now: Millis) -> Result<Performed, Refusal> {
        self.check_not_ended()?;
        let ply = self.session.ply();
        match self.undo_rule() {
            UndoRule::Never => Err(Reason::NoUndo {}.into()),
            UndoRule::Offer => self.offer(sides, OfferKind::Undo, now),
            UndoRule::Free if ply == 0 => Err(Reason::NothingToUndo {}.into()),
            UndoRule::Free => self.go_to(Event::Undone { to: ply - 1 }, now),
            UndoRule::OwnTurn => {
                let to = self.own_turn_before(sides[0])?;
                self.go_to(Event::Undone { to }, now)
            }
        }
    }

    fn redo(&mut self, sides: &[Side], now: Millis) -> Result<Performed, Refusal> {
        self.check_not_ended()?;
        let (ply, plies) = (self.session.ply(), self.session.ply_count());
        let mine = |ply: &usize| {
            self.session
                .action_of(ply + 1)
                .is_some_and(|(player, _)| player == sides[0])
        };
        let to = match self.undo_rule() {
            UndoRule::Never | UndoRule::Offer => {
                return Err(Reason::NoRedo {}.into());
            }
            _ if ply == plies => return Err(Reason::NothingToRedo {}.into()),
            UndoRule::Free => ply + 1,
            UndoRule::OwnTurn => (ply + 1..plies).find(mine).unwrap_or(plies),
        };
        self.go_to(Event::Redone { to }, now)
    }

    fn resign(&mut self, sides: &[Side], now: Millis) -> Result<Performed, Refusal> {
        let to_act = self.to_act().ok_or_else(over)?;
        self.check_no_puzzle(Reason::ResignPuzzle {})?;
        // Whoever sits on both sides gives up the one whose turn it is.
        let gives_up = if sides.contains(&to_act) { to_act } else { sides[0] };
        let winner = self.other(gives_up).map(side);
        Ok(self.done(
            Event::Ended {
                ending: Ending::Resignation,
                winner,
            },
            now,
        ))
    }

    fn offer(&mut self, sides: &[Side], kind: OfferKind, now: Millis) -> Result<Performed, Refusal> {
        match kind {
            OfferKind::Undo => {
                if self.undo_rule() != UndoRule::Offer {
                    return Err(Reason::NoUndo {}.into());
                }
                let player = self.to_act().ok_or_else(over)?;
                let offerer = if sides.contains(&player) { player } else { sides[0] };
                self.own_turn_before(offerer)?;
            }
            OfferKind::Draw => {
                self.to_act().ok_or_else(over)?;
                if self.seats.len() == 1 {
                    return Err(Reason::DrawAlone {}.into());
                }
                if self.has_computer() {
                    return Err(Reason::ComputerPlaysOn {}.into());
                }
            }
            OfferKind::Rematch => {
                if !self.is_over() {
                    return Err(Reason::GameNotOver {}.into());
                }
                if self.setup.daily.is_some() {
                    return Err(Reason::OneAttempt {}.into());
                }
                self.check_no_puzzle(Reason::RematchPuzzle {})?;
                if let Some(table) = self.rematch {
                    return Err(Reason::RematchBegun { table }.into());
                }
            }
        }
        if sides.len() == self.seats.len() || self.has_computer() {
            return self.take_offer(kind, sides[0], now);
        }
        let offerer = sides[0];
        match self.offer {
            Some(offer) if offer.by == side(offerer) && offer.kind == kind => {
                Err(Reason::OfferedAlready {}.into())
            }
            Some(offer) if offer.by != side(offerer) && offer.kind == kind => {
                self.answer(sides, kind, true, now)
            }
            Some(offer) if offer.by != side(offerer) => Err(Reason::AnswerFirst {}.into()),
            _ if self.seats.iter().any(|seat| matches!(seat, Seat::Invited { .. })) => {
                Err(Reason::NobodyToAnswer {}.into())
            }
            _ => {
                self.check_log()?;
                let player = side(offerer);
                Ok(self.done(Event::Offered { player, kind }, now))
            }
        }
    }

    fn answer(
        &mut self,
        sides: &[Side],
        kind: OfferKind,
        accept: bool,
        now: Millis,
    ) -> Result<Performed, Refusal> {
        let offer = self.offer.filter(|offer| offer.kind == kind);
        let offer = offer.ok_or(Reason::NothingOffered {})?;
        if !accept {
            self.check_log()?;
            return Ok(self.done(Event::Declined {}, now));
        }
        let offerer = self.players()[usize::from(offer.by) - 1];
        if sides.contains(&offerer) {
            return Err(Reason::NotYoursToAnswer {}.into());
        }
        self.take_offer(offer.kind, offerer, now)
    }

    /// Does what one side has offered and the other has accepted.
    fn take_offer(&mut self, kind: OfferKind, offerer: Side, now: Millis) -> Result<Performed, Refusal> {
        match kind {
            OfferKind::Undo => {
                let to = self.own_turn_before(offerer)?;
                self.go_to(Event::Undone { to }, now)
            }
            OfferKind::Draw => {
                let ending = Ending::Agreement;
                Ok(self.done(Event::Ended { ending, winner: None }, now))
            }
            OfferKind::Rematch => Ok(Performed::Rematch),
        }
    }

    /// Goes to another ply.
    fn go_to(&mut self, event: Event, now: Millis) -> Result<Performed, Refusal> {
        self.check_log()?;
        let known = self.session.view().tokens().collect();
        if let Event::Undone { to } | Event::Redone { to } = event {
            self.session.go_to(to);
        }
        self.settle(&event, now);
        let update = self.update(&event, &known, now);
        Ok(Performed::Done(event, Box::new(update)))
    }

    pub(crate) fn done(&mut self, event: Event, now: Millis) -> Performed {
        let (event, update) = self.log(event, now);
        Performed::Done(event, Box::new(update))
    }

    /// Takes in an event that leaves the session as it is.
    fn log(&mut self, event: Event, now: Millis) -> (Event, Update) {
        let known = self.session.view().tokens().collect();
        self.settle(&event, now);
        let update = self.update(&event, &known, now);
        (event, update)
    }

    /// Returns the ply before which a side acted last.
    fn own_turn_before(&self, player: Side) -> Result<usize, Refusal> {
        let acted = |ply: &usize| {
            self.session
                .action_of(ply + 1)
                .is_some_and(|(by, _)| by == player)
        };
        (0..self.session.ply())
            .rev()
            .find(acted)
            .ok_or_else(|| Reason::NoMoveOfYours {}.into())
    }

    /// Returns the sides of whoever gives a command; at least one.
    fn sides(&self, by: By) -> Result<Vec<Side>, Refusal> {
        let sides = match by {
            By::Visitor(Some(token)) => self.sides_of(Some(token)),
            By::Visitor(None) | By::Computer => Vec::new(),
        };
        if sides.is_empty() {
            return Err(Reason::NoSeat {}.into());
        }
        Ok(sides)
    }

    pub(crate) fn other(&self, player: Side) -> Option<Side> {
        self.players().iter().copied().find(|&other| other != player)
    }

    fn has_computer(&self) -> bool {
        self.seats
            .iter()
            .any(|seat| matches!(seat, Seat::Computer { .. }))
    }

    fn action(&self, action: Option<usize>, text: Option<&str>) -> Result<usize, Refusal> {
        match (action, text) {
            (Some(action), None) => Ok(action),
            (None, Some(text)) => self
                .session
                .parse_action(text)
                .map_err(|error| unreadable(text, &error)),
            _ => {
                Err(Reason::malformed("a move is named by its number or its text, by one of the two").into())
            }
        }
    }

    fn check_position(&self, at: u64) -> Result<(), Refusal> {
        if at == self.position {
            return Ok(());
        }
        let position = self.position;
        Err(Reason::PositionChanged { position, at }.into())
    }

    pub(crate) fn check_room(&self) -> Result<(), Refusal> {
        self.check_log()?;
        self.weight
            .has_room_after(self.session.ply())
            .then_some(())
            .ok_or_else(too_long)
    }

    fn check_log(&self) -> Result<(), Refusal> {
        (self.seq < MAX_EVENTS).then_some(()).ok_or_else(too_long)
    }

    fn check_not_ended(&self) -> Result<(), Refusal> {
        if self.ended.is_some() {
            return Err(over());
        }
        if self.is_key_published() {
            return Err(Reason::KeyPublished {}.into());
        }
        Ok(())
    }
}

pub(crate) fn over() -> Refusal {
    Refusal::from(Reason::GameOver {})
}

fn too_long() -> Refusal {
    Refusal::from(Reason::GameTooLong {})
}

fn unreadable(text: &str, error: &impl ToString) -> Refusal {
    let (text, message) = (shorten(text), error.to_string());
    Reason::UnreadableAction { text, message }.into()
}
