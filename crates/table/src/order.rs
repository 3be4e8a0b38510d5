//! Tables that are asked for: who sits where, and the secrets of the seats.

use quincunx_core::Seed;

use crate::event::{Seat, Setup};
use crate::id::{SeatToken, TableId, random_bytes};
use crate::messages::{Created, ForkedFrom, Invitation, NewSeat, NewTable};

/// More seats than any game has.
const MAX_SEATS: usize = 16;

/// The secrets of a table that is being made.
#[derive(Default)]
pub struct SeatSecrets {
    token: Option<SeatToken>,
    invitations: Vec<Invitation>,
}

impl SeatSecrets {
    /// Reports them with the table to whoever has asked for it.
    #[must_use]
    pub fn created(self, table: TableId) -> Created {
        Created {
            table,
            token: self.token,
            invitations: self.invitations,
        }
    }

    fn seat(&mut self, player: u8, seat: NewSeat) -> Seat {
        match seat {
            NewSeat::Me {} => Seat::Person {
                token: self.token.get_or_insert_with(SeatToken::random).hash(),
            },
            NewSeat::Invite {} => {
                let secret = SeatToken::random();
                self.invitations.push(Invitation { player, secret });
                Seat::Invited {
                    invitation: secret.hash(),
                }
            }
            NewSeat::Computer { level } => Seat::Computer { level },
        }
    }
}

impl Created {
    /// Reports a table at which one visitor plays, without invitations.
    #[must_use]
    pub const fn for_one(table: TableId, token: SeatToken) -> Self {
        Self {
            table,
            token: Some(token),
            invitations: Vec::new(),
        }
    }
}

impl Setup {
    /// Sets up the table that is asked for, which begins with a record if there is one, in the place of what
    /// the order names. The luck and the secrets are drawn from the system's randomness.
    #[must_use]
    pub fn ordered(
        order: NewTable,
        record: Option<String>,
        forked_from: Option<ForkedFrom>,
    ) -> (Self, SeatSecrets) {
        let mut secrets = SeatSecrets::default();
        let seats = (1..).zip(order.seats.into_iter().take(MAX_SEATS));
        let seats = seats.map(|(player, seat)| secrets.seat(player, seat)).collect();
        let setup = Self {
            clock: order.clock,
            record,
            forked_from,
            ..Self::new(&order.game, order.options, fresh_key().to_string(), seats)
        };
        (setup, secrets)
    }
}

/// Draws the key of a game's luck from the system's randomness.
#[must_use]
pub fn fresh_key() -> Seed {
    Seed::Key(random_bytes())
}
