//! Places for those who play records and logs again, which takes the processor longer than anything else
//! here.

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

impl Replays {
    pub(super) fn new() -> Self {
        Self {
            places: Arc::new(Semaphore::new(PLACES)),
            turns: Mutex::default(),
        }
    }

    /// Waits for an address's turn to ask for a place, before anything is locked that others may want. The
    /// server itself needs none.
    ///
    /// # Errors
    /// When enough wait for the address.
    pub(super) async fn turn(&self, payer: Payer) -> Result<Option<OwnedSemaphorePermit>, Refusal> {
        match payer {
            None => Ok(None),
            Some(address) => acquire(self.line(address)?).await.map(Some),
        }
    }

    /// Waits for a place: not for long, as all who wait have their turn.
    pub(super) async fn place(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        acquire(Arc::clone(&self.places)).await
    }

    fn line(&self, address: IpAddr) -> Result<Arc<Semaphore>, Refusal> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let known = turns.get(&address).and_then(Weak::upgrade);
        let turn = known.unwrap_or_else(|| Arc::new(Semaphore::new(1)));
        // Whoever waits, or has the turn, has the semaphore too.
        if Arc::strong_count(&turn) > MAX_WAITING {
            return Err(Reason::RateLimit { seconds: 5 }.into());
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
    async fn an_address_has_one_turn_at_a_time() {
        let replays = Replays::new();
        let [greedy, other] = [1, 2].map(|last| Some(IpAddr::from([192, 0, 2, last])));
        let first = replays.turn(greedy).await.expect("a turn");
        let mut waiting: Vec<_> = (1..MAX_WAITING)
            .map(|_| {
                let mut waits = Box::pin(replays.turn(greedy));
                assert!(waits.as_mut().now_or_never().is_none());
                waits
            })
            .collect();
        assert!(replays.turn(greedy).await.is_err(), "enough wait");
        let _others = [other, None, None].map(|payer| replays.turn(payer).now_or_never().expect("at once"));
        drop(first);
        let second = waiting[0].as_mut().now_or_never();
        assert!(second.is_some_and(|turn| turn.is_ok()), "its next turn");
        drop(waiting);
        replays.tidy();
        let turns = replays.turns.lock().expect("no test fails with it");
        assert_eq!(turns.len(), 1, "the other's");
    }
}
