//! How much one address may have and ask for.
//!
//! An address is that of the peer, an IPv6 one cut to its /56. What a request claims about itself, as in
//! `X-Forwarded-For`, is not believed: whoever sends it can write anything. Behind a reverse proxy all
//! visitors therefore share one address; [`Budgets::times`] makes room for them.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use quincunx_table::SeatToken;
use quincunx_table::messages::{Command, OfferKind};

use crate::budget::{Budget, ByteBudget, Spent};
use crate::engine_pool::Share;
use crate::hub::Requester;

/// What one address and one WebSocket may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Requests of an address, the page's files included.
    pub requests: Budget,
    /// What costs much: tables made, rematches among them, reports, and analyses over HTTP, by address.
    pub costly: Budget,
    /// What costs more than a move: whole tables and records, analyses over WebSockets, by
    /// address.
    pub heavy: Budget,
    /// Bytes of positions, whole tables and records that are sent to an address.
    pub answers: Budget,
    /// Frames of an address over all its WebSockets.
    pub messages: Budget,
    /// Frames over one WebSocket: messages, their parts and pings.
    pub socket: Budget,
    /// Connections that an address may have open.
    pub connections: u32,
    /// Reports on levels that are made for an address at a time.
    pub reports: u32,
    /// Analyses, reports and puzzles of an address that may wait for the computer.
    pub questions: u32,
}

impl Default for Budgets {
    /// Enough for a household of quick players; a page takes some fifty requests to load.
    fn default() -> Self {
        Self {
            requests: Budget {
                rate: 100,
                burst: 1000,
            },
            costly: Budget { rate: 5, burst: 100 },
            heavy: Budget { rate: 20, burst: 200 },
            answers: Budget {
                rate: 2 << 20,
                burst: 32 << 20,
            },
            messages: Budget {
                rate: 200,
                burst: 1000,
            },
            socket: Budget { rate: 30, burst: 150 },
            connections: 250,
            reports: 1,
            questions: 4,
        }
    }
}

/// Returns a budget as its meter counts it, in nanoseconds.
fn quota(budget: Budget) -> Quota {
    let positive = |value: u32| NonZeroU32::new(value.min(100_000_000)).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(positive(budget.rate)).allow_burst(positive(budget.burst))
}

impl Budgets {
    /// Multiplies every budget.
    #[must_use]
    pub fn times(self, factor: u32) -> Self {
        Self {
            requests: self.requests.times(factor),
            costly: self.costly.times(factor),
            heavy: self.heavy.times(factor),
            answers: self.answers.times(factor),
            messages: self.messages.times(factor),
            socket: self.socket.times(factor),
            connections: self.connections.saturating_mul(factor),
            reports: self.reports.saturating_mul(factor),
            questions: self.questions.saturating_mul(factor),
        }
    }
}

/// What a request or message is counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Request,
    Costly,
    Heavy,
    Message,
}

impl Kind {
    /// Returns what a command costs beyond being a request or message; nothing but for a rematch, which makes
    /// a table.
    pub(super) fn of(command: &Command) -> Option<Self> {
        let rematch = Command::Offer {
            kind: OfferKind::Rematch,
        };
        (*command == rematch).then_some(Self::Costly)
    }
}

type ByAddress = DefaultKeyedRateLimiter<IpAddr>;

/// Why a connection is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// The server has as many as it can hold.
    All,
    /// Its address has as many as it may.
    Address,
}

/// Counts what comes in, by address.
pub(super) struct Gate {
    budgets: Budgets,
    requests: ByAddress,
    costly: ByAddress,
    heavy: ByAddress,
    messages: ByAddress,
    answers: ByteBudget,
    /// The most connections over all addresses.
    places: usize,
    open: Mutex<Open>,
    /// The reports under way, by address.
    reports: Mutex<HashMap<IpAddr, u32>>,
}

#[derive(Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, u32>,
}

/// The place of one open connection; it is given back when this is dropped.
pub(super) struct Admission {
    gate: Arc<Gate>,
    address: IpAddr,
    /// The other end.
    pub(super) peer: SocketAddr,
}

/// The place of one report on a level that is being made; it is given back when this is dropped.
pub(super) struct ReportPlace(Arc<Admission>);

impl Gate {
    pub(super) fn new(budgets: Budgets, places: usize) -> Self {
        Self {
            requests: RateLimiter::keyed(quota(budgets.requests)),
            costly: RateLimiter::keyed(quota(budgets.costly)),
            heavy: RateLimiter::keyed(quota(budgets.heavy)),
            messages: RateLimiter::keyed(quota(budgets.messages)),
            answers: ByteBudget::new(budgets.answers),
            budgets,
            places,
            open: Mutex::default(),
            reports: Mutex::default(),
        }
    }

    /// Lets a connection in.
    ///
    /// # Errors
    /// When there are too many, in all or of its address.
    pub(super) fn admit(self: &Arc<Self>, peer: SocketAddr) -> Result<Arc<Admission>, Full> {
        let address = address_of(peer.ip());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = open.by_address.get(&address).copied().unwrap_or(0);
        if of_address >= self.budgets.connections {
            return Err(Full::Address);
        }
        if open.all >= self.places {
            return Err(Full::All);
        }
        open.all += 1;
        open.by_address.insert(address, of_address + 1);
        metrics::gauge!("quincunx_connections_open").set(open.all as f64);
        let gate = Arc::clone(self);
        Ok(Arc::new(Admission { gate, address, peer }))
    }

    /// Makes the counter of one WebSocket.
    pub(super) fn socket_meter(&self) -> DefaultDirectRateLimiter {
        RateLimiter::direct(quota(self.budgets.socket))
    }

    /// Forgets the addresses that have not asked for anything lately.
    pub(super) fn tidy(&self) {
        for budget in [&self.requests, &self.costly, &self.heavy, &self.messages] {
            budget.retain_recent();
            budget.shrink_to_fit();
        }
        self.answers.tidy(Instant::now());
    }

    /// Returns how many connections are open.
    #[cfg(test)]
    pub(super) fn open(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).all
    }

    fn budget(&self, kind: Kind) -> &ByAddress {
        match kind {
            Kind::Request => &self.requests,
            Kind::Costly => &self.costly,
            Kind::Heavy => &self.heavy,
            Kind::Message => &self.messages,
        }
    }
}

impl Admission {
    /// Counts something that the address asks for.
    ///
    /// # Errors
    /// When its budget is spent.
    pub(super) fn spend(&self, kind: Kind) -> Result<(), Spent> {
        let budget = self.gate.budget(kind);
        budget
            .check_key(&self.address)
            .map_err(|spent| Spent(spent.wait_time_from(DefaultClock::default().now())))
    }
}

impl Admission {
    /// Checks that the address may be sent a position, a table or a record.
    ///
    /// # Errors
    /// When it has been sent more than its budget.
    pub(super) fn check_answers(&self) -> Result<(), Spent> {
        self.gate.answers.check(self.address, Instant::now())
    }

    /// Charges the bytes of such an answer.
    pub(super) fn charge_answer(&self, bytes: usize) {
        self.gate.answers.charge(self.address, bytes, Instant::now());
    }

    /// Returns what the address may ask of the computer.
    pub(super) fn share(&self) -> Share {
        Share {
            address: self.address,
            most: self.gate.budgets.questions as usize,
        }
    }

    /// Returns who asks, with the token of a seat or without.
    pub(super) fn requester(&self, token: Option<SeatToken>) -> Requester {
        Requester {
            share: Some(self.share()),
            token,
        }
    }

    /// Makes room for one more report on a level; `None` when there are as many under way as the address may
    /// have.
    pub(super) fn begin_report(self: Arc<Self>) -> Option<ReportPlace> {
        let mut reports = self.gate.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = reports.entry(self.address).or_default();
        if *of_address >= self.gate.budgets.reports {
            return None;
        }
        *of_address += 1;
        drop(reports);
        Some(ReportPlace(self))
    }
}

impl Drop for ReportPlace {
    fn drop(&mut self) {
        let Self(admission) = self;
        let mut reports = admission
            .gate
            .reports
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(of_address) = reports.get_mut(&admission.address) {
            *of_address -= 1;
            if *of_address == 0 {
                reports.remove(&admission.address);
            }
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut open = self.gate.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        metrics::gauge!("quincunx_connections_open").set(open.all as f64);
        if let Some(of_address) = open.by_address.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                open.by_address.remove(&self.address);
            }
        }
    }
}

/// Returns what stands for the owner of an address. Of IPv6 that is its /56, the least that providers should
/// give a household (RIPE-690, "Best Current Operational Practice for Operators: IPv6 prefix assignment for
/// end-users").
fn address_of(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            Ipv6Addr::new(a, b, c, d & 0xff00, 0, 0, 0, 0).into()
        }
        ip => ip,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn peer(ip: &str) -> SocketAddr {
        SocketAddr::new(ip.parse().expect("an address"), 1)
    }

    #[test]
    fn a_place_is_free_again_when_its_connection_has_ended() {
        let budgets = Budgets {
            connections: 2,
            ..Budgets::default()
        };
        let gate = Arc::new(Gate::new(budgets, 3));
        let first = gate.admit(peer("192.0.2.1"));
        let second = gate.admit(peer("192.0.2.1"));
        assert!(first.is_ok() && second.is_ok());
        assert_eq!(gate.admit(peer("192.0.2.1")).err(), Some(Full::Address));
        let third = gate.admit(peer("192.0.2.2"));
        assert!(
            third.is_ok() && gate.admit(peer("192.0.2.3")).err() == Some(Full::All),
            "there are three"
        );
        drop(first);
        assert!(gate.admit(peer("192.0.2.1")).is_ok());
    }

    #[test]
    fn an_address_that_asks_too_much_does_not_spend_the_budget_of_others() {
        let gate = Arc::new(Gate::new(Budgets::default(), 10));
        let greedy = gate.admit(peer("2001:db8::1")).expect("a place");
        let neighbour = gate.admit(peer("2001:db8:0:ff::2")).expect("a place");
        let stranger = gate.admit(peer("2001:db8:0:100::1")).expect("a place");
        let burst = Budgets::default().costly.burst;
        assert!((0..burst).all(|_| greedy.spend(Kind::Costly).is_ok()));
        let wait = (0..burst).find_map(|_| greedy.spend(Kind::Costly).err());
        assert!(wait.is_some_and(|Spent(wait)| wait > Duration::ZERO && wait <= Duration::from_secs(1)));
        assert!(neighbour.spend(Kind::Costly).is_err(), "the same /56");
        assert!(stranger.spend(Kind::Costly).is_ok());
        assert!(greedy.spend(Kind::Message).is_ok(), "another budget");
    }

    #[test]
    fn an_address_has_one_report_on_a_level_at_a_time() {
        let gate = Arc::new(Gate::new(Budgets::default(), 10));
        let [one, same, other] =
            ["192.0.2.1", "192.0.2.1", "192.0.2.2"].map(|ip| gate.admit(peer(ip)).expect("a place"));
        let first = one.begin_report();
        assert!(first.is_some() && Arc::clone(&same).begin_report().is_none());
        assert!(other.begin_report().is_some(), "another address");
        drop(first);
        assert!(same.begin_report().is_some(), "the first has ended");
        assert!(
            gate.reports.lock().expect("no test fails with it").is_empty(),
            "all have ended"
        );
    }

    #[test]
    fn addresses_are_forgotten() {
        let gate = Arc::new(Gate::new(Budgets::default().times(u32::MAX), 10));
        gate.admit(peer("192.0.2.1"))
            .expect("a place")
            .spend(Kind::Request)
            .expect("there is budget");
        assert_eq!(gate.requests.len(), 1);
        std::thread::sleep(Duration::from_millis(1));
        gate.tidy();
        assert_eq!(gate.requests.len(), 0);
    }
}
