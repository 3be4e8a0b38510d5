//! How much of something an address may have: steadily so much a second, and more at once after a pause.
//!
//! How many bytes there are of something shows when it is there: they are charged afterwards, and an address
//! that owes some gets no more until they are paid off.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quincunx_table::messages::Reason;

/// A steady rate, and how much may come at once. The unit depends on the field that holds the budget:
/// requests, frames or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Per second.
    pub rate: u32,
    /// At once, after a pause.
    pub burst: u32,
}

/// A budget is spent; there is some again after this time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent(pub(crate) Duration);

impl From<Spent> for Reason {
    fn from(Spent(wait): Spent) -> Self {
        Self::RateLimit {
            seconds: wait.as_secs() + 1,
        }
    }
}

impl Budget {
    /// Multiplies rate and burst.
    #[must_use]
    pub const fn times(self, factor: u32) -> Self {
        Self {
            rate: self.rate.saturating_mul(factor),
            burst: self.burst.saturating_mul(factor),
        }
    }
}

/// The bytes that addresses have had.
pub(crate) struct ByteBudget {
    budget: Budget,
    /// Of each address when all that it has had will be paid off.
    paid_at: Mutex<HashMap<IpAddr, Instant>>,
}

impl ByteBudget {
    pub(crate) fn new(budget: Budget) -> Self {
        Self {
            budget,
            paid_at: Mutex::default(),
        }
    }

    /// Checks that an address may have more.
    ///
    /// # Errors
    /// When it has had more than its budget.
    pub(crate) fn check(&self, address: IpAddr, now: Instant) -> Result<(), Spent> {
        let paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        let paid_at = paid_at.get(&address).copied().unwrap_or(now);
        let ahead = paid_at.saturating_duration_since(now);
        match ahead.checked_sub(self.time_for(self.budget.burst as usize)) {
            None | Some(Duration::ZERO) => Ok(()),
            Some(wait) => Err(Spent(wait)),
        }
    }

    /// Charges bytes to an address.
    pub(crate) fn charge(&self, address: IpAddr, bytes: usize, now: Instant) {
        let mut paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = paid_at.entry(address).or_insert(now);
        *of_address = (*of_address).max(now) + self.time_for(bytes);
    }

    /// Forgets the addresses that owe nothing.
    pub(crate) fn tidy(&self, now: Instant) {
        let mut paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        paid_at.retain(|_, paid_at| *paid_at > now);
        paid_at.shrink_to_fit();
    }

    fn time_for(&self, bytes: usize) -> Duration {
        Duration::from_secs_f64(bytes as f64 / f64::from(self.budget.rate.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_owes_something_waits_until_it_is_paid_off() {
        let bytes = ByteBudget::new(Budget {
            rate: 100,
            burst: 300,
        });
        let [greedy, other] = [IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2])];
        let began = Instant::now();
        let after = |seconds| began + Duration::from_secs(seconds);
        bytes.charge(greedy, 300, began);
        assert!(bytes.check(greedy, began).is_ok(), "all at once");
        bytes.charge(greedy, 500, began);
        let Err(Spent(wait)) = bytes.check(greedy, began) else {
            panic!("it owes 500 bytes");
        };
        assert_eq!(wait, Duration::from_secs(5));
        assert!(bytes.check(other, began).is_ok());
        assert!(bytes.check(greedy, after(4)).is_err() && bytes.check(greedy, after(5)).is_ok());
        bytes.tidy(after(7));
        assert!(!bytes.paid_at.lock().expect("no test fails with it").is_empty());
        bytes.tidy(after(8));
        assert!(bytes.paid_at.lock().expect("no test fails with it").is_empty());
    }
}
