//! Tables at which puzzles are solved.

use std::sync::Arc;

use quincunx_catalog::GAMES;
use quincunx_registry::PuzzleError;
use quincunx_table::messages::{Created, Day, DayPuzzle, NewPuzzle, Reason, Refusal};
use quincunx_table::{
    PuzzleSetup, Seat, SeatToken, SeatTokenHash, Setup, TableId, entry_of, options_of, random_bytes,
};

use super::create::fresh_key;
use super::judging::refusal_of;
use super::{Hub, payer};
use crate::daily;
use crate::engine_pool::{PuzzleOrder, Share};

/// The level that defends: the one that plays perfectly, as the replies of a solution do.
const DEFENDER: u8 = 5;

impl Hub {
    /// Makes a puzzle and the table at which it is solved.
    ///
    /// # Errors
    /// When there is no such game, it has no such puzzles, none was found, or too much is thought about
    /// already.
    pub async fn puzzle(
        self: &Arc<Self>,
        game: &str,
        order: NewPuzzle,
        share: Option<Share>,
    ) -> Result<Created, Refusal> {
        let entry = entry_of(game)?;
        let order = PuzzleOrder {
            entry,
            options: options_of(entry, &order.options)?,
            wins_in: order.wins_in,
            seed: u64::from_le_bytes(random_bytes()),
            share,
        };
        self.check_disk(payer(share))?;
        let (hub, token) = (Arc::clone(self), SeatToken::random());
        let make = async move {
            let setup = hub.puzzle_setup(order, token.hash()).await?;
            hub.found(TableId::random(), setup, payer(share)).await
        };
        Ok(Created {
            table: self.run_to_end(make).await?,
            token: Some(token),
            invitations: Vec::new(),
        })
    }

    /// Reports what is the day's.
    #[must_use]
    pub fn day(&self) -> Day {
        let date = self.date();
        let of_puzzle = |&entry: &&'static dyn quincunx_registry::DynGame| {
            let (wins_in, _) = daily::puzzle(date, entry)?;
            Some(DayPuzzle {
                game: entry.id().to_owned(),
                wins_in,
            })
        };
        let alone = GAMES.iter().filter(|entry| entry.players() == 1);
        Day {
            date: date.to_string(),
            games: alone.map(|entry| entry.id().to_owned()).collect(),
            puzzles: GAMES.iter().filter_map(of_puzzle).collect(),
        }
    }

    /// Reports how the table of a puzzle is set up, at which the one with this secret solves it.
    pub(super) async fn puzzle_setup(
        &self,
        order: PuzzleOrder,
        solver: SeatTokenHash,
    ) -> Result<Setup, Refusal> {
        let entry = order.entry;
        let posed = self.engines.puzzle(order).await.map_err(refusal_of)?;
        let without = || Reason::GameWithoutPuzzles {
            game: entry.title().to_owned(),
        };
        let (session, puzzle) = posed.ok_or_else(without)?.map_err(|error| refusal(&error))?;
        let to_act = session.turn().player().map(quincunx_core::Player::index);
        let seat = |index| {
            if Some(index) == to_act {
                Seat::Person { token: solver }
            } else {
                Seat::Computer { level: DEFENDER }
            }
        };
        let seats = (0..usize::from(entry.players())).map(seat).collect();
        Ok(Setup {
            record: Some(session.record(Vec::new()).to_text()),
            puzzle: Some(PuzzleSetup::of(&puzzle, session.as_ref())),
            ..Setup::new(entry.id(), Default::default(), fresh_key().to_string(), seats)
        })
    }
}

/// Reports why there is no puzzle, in the error's own words.
///
/// Under these rules one may be so rare that none was found from several seeds; only a search that was
/// stopped is worth another try in a moment.
fn refusal(error: &PuzzleError) -> Refusal {
    let message = error.to_string();
    let reason = match *error {
        PuzzleError::WinsIn { asked, least, most } => Reason::PuzzleLength {
            least,
            most,
            found: asked,
        },
        PuzzleError::New(_) => Reason::NoGame { message },
        PuzzleError::NotFound { wins_in, .. } => Reason::PuzzleNotFound { wins_in, message },
        PuzzleError::Stopped => Reason::EngineBusy {},
    };
    reason.into()
}

#[cfg(test)]
mod tests {
    use quincunx_table::messages::Code;

    use super::*;

    #[test]
    fn only_a_search_that_was_stopped_is_to_be_tried_again() {
        let not_found = PuzzleError::NotFound {
            wins_in: 6,
            games: 400,
        };
        let refused = refusal(&not_found);
        assert_eq!(
            (refused.code, refused.message),
            (Code::Illegal, not_found.to_string())
        );
        assert_eq!(refusal(&PuzzleError::Stopped).code, Code::Busy);
    }
}
