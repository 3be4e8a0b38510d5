//! Tournaments: any text is refused with an error or read; what is read is written and read again alike,
//! merges, and goes on.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_arena::{Played as _, Shard, Standing};

fuzz_target!(|text: &str| {
    let Ok(standing) = Standing::parse(text) else {
        return;
    };
    assert_eq!(
        Standing::parse(&standing.to_text()).as_ref().ok(),
        Some(&standing)
    );
    let none = Standing::new(standing.tournament().clone());
    assert_eq!(Standing::merge([none, standing.clone()]).as_ref(), Ok(&standing));
    // A million games that come next would take longer to list than all else, and say no more.
    if standing.tournament().games() > 2_000 {
        return;
    }
    let is_empty = standing.games().is_empty();
    assert_eq!(
        Standing::merge([standing.clone(), standing.clone()]).is_ok(),
        is_empty
    );
    // Shares of what comes next are all of it, each game once.
    let mut next = standing.next_games();
    assert!(next.iter().all(|pairing| standing.tournament().has(pairing)));
    assert_eq!(next.is_empty(), standing.is_over());
    let shards = ["1/3", "2/3", "3/3"].map(|shard| shard.parse::<Shard>().expect("a shard"));
    let mut shares: Vec<_> = shards
        .iter()
        .flat_map(|shard| standing.share(&standing, *shard))
        .collect();
    next.sort_unstable();
    shares.sort_unstable();
    assert_eq!(shares, next);
});
