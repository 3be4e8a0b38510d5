//! Places for those who play records and logs again, which takes the processor longer than anything else here.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use quincunx_table::messages::{Reason, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::memory::Payer;

/// How many games are played again at the same time.
const PLACES: usize = 4;

/// How many games of an address may wait.
const MAX_WAITING: usize = 256;

/// The places. An address has one at a time: whoever has many long games loaded keeps nobody else waiting.
pub(super) struct Replays {
    places: Arc<Semaphore>,
    /// The turn of each address, as long as somebody waits for it or has it.
    turns: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

/// A place, which is free again when this is dropped.
pub(super) struct Place {
    _turn: Option<OwnedSemaphorePermit>,
    _place: OwnedSemaphorePermit,
}

impl Replays {
    pub(super) fn new() -> Self {
        Self {
            places: Arc::new(Semaphore::new(PLACES)),
            turns: Mutex::default(),
        }
    }

    /// Waits for a place, as does everybody else who asks for the address; the server itself needs no turn.
    ///
    /// # Errors
    /// When enough wait for the address.
    pub(super) async fn place(&self, payer: Payer) -> Result<Place, Refusal> {
        let turn = match payer {
            None => None,
            Some(address) => Some(acquire(self.turn(address)?).await?),
        };
        Ok(Place {
            _turn: turn,
            _place: acquire(Arc::clone(&self.places)).await?,
        })
    }

    fn turn(&self, address: IpAddr) -> Result<Arc<Semaphore>, Refusal> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let known = turns.get(&address).and_then(Weak::upgrade);
        let turn = known.unwrap_or_else(|| Arc::new(Semaphore::new(1)));
        // Whoever waits, or has the turn, has the semaphore too.
        if Arc::strong_count(&turn) > MAX_WAITING {
            return Err(Reason::RateLimit {}.into());
        }
        turns.insert(address, Arc::downgrade(&turn));
        Ok(turn)
    }

    /// Forgets the addresses for which nobody waits.
    pub(super) fn tidy(&self) {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| turn.strong_count() > 0);
    }
}

async fn acquire(places: Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
    let place = places.acquire_owned().await;
    place.map_err(|_| Reason::ServerStops {}.into())
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn an_address_with_many_games_keeps_nobody_waiting() {
        let replays = Replays::new();
        let [greedy, other] = [1, 2].map(|last| Some(IpAddr::from([192, 0, 2, last])));
        let first = replays.place(greedy).await.expect("a place");
        let mut waiting: Vec<_> = (1..MAX_WAITING)
            .map(|_| {
                let mut waits = Box::pin(replays.place(greedy));
                assert!(waits.as_mut().now_or_never().is_none());
                waits
            })
            .collect();
        assert!(replays.place(greedy).await.is_err(), "enough wait");
        for payer in [other, None, None] {
            std::mem::forget(replays.place(payer).now_or_never().expect("at once"));
        }
        assert!(replays.place(None).now_or_never().is_none(), "no place is left");
        drop(first);
        let second = waiting[0].as_mut().now_or_never();
        assert!(second.is_some_and(|place| place.is_ok()), "its next turn");
        drop(waiting);
        replays.tidy();
        assert_eq!(
            replays.turns.lock().expect("no test fails with it").len(),
            1,
            "the other's"
        );
    }
}
