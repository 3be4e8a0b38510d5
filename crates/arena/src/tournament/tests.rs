//! Tables, rounds and texts of tournaments, of made-up games whose results are known.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use quincunx_core::Side;

use super::*;
use crate::games::Shard;
use crate::parallel::Work;
use crate::played::{MergeError, Played};
use crate::tally::{End, Row};
use quincunx_search::StopToken;

fn tournament(format: Format, seats: u8, players: usize, seeds: u64) -> Tournament {
    Tournament {
        program: "0".to_owned(),
        game: "made-up".to_owned(),
        options: BTreeMap::new(),
        seats,
        agents: (0..players).map(|player| format!("player:{player}")).collect(),
        format,
        seeds,
        seed: u64::MAX,
        positions: Vec::new(),
        opening: 0,
        max_plies: 100,
        limit: Some(TimeControl::Move(1_500_000)),
    }
}

fn row(seed: u64, end: End, points: u64) -> Row {
    Row {
        game: 0,
        seed,
        end,
        points,
        plies: 9,
        figures: Box::default(),
    }
}

/// Who was named later wins or has more points, but on one seed in four of a game of two who begins wins.
fn later_wins(pairing: &Pairing, seed: u64) -> Row {
    match pairing.seats[..] {
        [player] => row(seed, End::Scored, player as u64 * 1000 + seed % 100),
        [first, second] => {
            let wins = if first > second || seed.is_multiple_of(4) {
                Side::One
            } else {
                Side::Two
            };
            row(seed, End::Won(wins), 0)
        }
        _ => unreachable!("a board has one seat or two"),
    }
}

fn play(
    standing: &mut Standing,
    threads: usize,
    game: impl Fn(&Pairing, u64) -> Option<Row> + Sync,
) -> usize {
    let work = Work {
        threads: NonZero::new(threads).expect("a thread"),
        stop: &StopToken::default(),
        progress: &|_| {},
    };
    let mut kept = 0;
    let played = standing.play(&work, game, &mut |_| kept += 1);
    played.expect("no game panics");
    kept
}

fn all(tournament: Tournament) -> Standing {
    let mut standing = Standing::new(tournament);
    play(&mut standing, 2, |pairing, seed| Some(later_wins(pairing, seed)));
    assert!(standing.is_over());
    standing
}

#[test]
fn all_meet_all_on_the_same_seeds() {
    for seats in [1, 2] {
        let standing = all(tournament(Format::RoundRobin, seats, 4, 10));
        let each = if seats == 1 { 4 } else { 12 };
        assert_eq!(standing.games().len(), 10 * each);
        assert_eq!(standing.tournament().games(), 10 * each as u64);
        let table = standing.table();
        assert_eq!(table.seeds, 10);
        assert_eq!(table.ratings.order(), [3, 2, 1, 0]);
        let meetings = if seats == 1 { 30 } else { 60 };
        for player in 0..4 {
            assert_eq!(table.score(player).1, meetings);
        }
        let mut seeds: Vec<u64> = standing.games().values().map(|row| row.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 10, "all pairings of a number have one seed");
    }
    let table = all(tournament(Format::RoundRobin, 2, 2, 100)).table();
    // Where who begins wins both have a point of the seed's two.
    let [lost, won] = [table.against(0, 1), table.against(1, 0)];
    assert!(
        (10.0..40.0).contains(&lost) && lost + won == 200.0,
        "{lost} to {won}"
    );
}

#[test]
fn byes_are_in_the_first_round_only_and_for_who_was_named_first() {
    for (players, byes, meetings) in [
        (2, 0, &[1][..]),
        (3, 1, &[1, 1]),
        (5, 3, &[1, 2, 1]),
        (6, 2, &[2, 2, 1]),
        (8, 0, &[4, 2, 1]),
        (13, 3, &[5, 4, 2, 1]),
    ] {
        for seats in [1, 2] {
            let standing = all(tournament(Format::KnockOut, seats, players, 3));
            let rounds = standing.rounds();
            assert_eq!(rounds[0].byes, (0..byes).collect::<Vec<_>>(), "{players} players");
            assert!(rounds[1..].iter().all(|round| round.byes.is_empty()));
            let of_rounds: Vec<usize> = rounds.iter().map(|round| round.meetings.len()).collect();
            assert_eq!(of_rounds, meetings);
            assert_eq!(standing.winner(), Some(players - 1));
        }
    }
    // Who was named first and last meet at the end if they win, as the strongest should.
    let standing = all(tournament(Format::KnockOut, 1, 4, 1));
    let own_games: Vec<u64> = standing
        .table()
        .points
        .iter()
        .map(crate::Histogram::len)
        .collect();
    assert_eq!(own_games, [1; 4], "the table is that of the first round");
    let rounds = standing.rounds();
    let pairs: Vec<[usize; 2]> = rounds
        .iter()
        .flat_map(|round| &round.meetings)
        .map(|meeting| meeting.pair)
        .collect();
    assert_eq!(pairs, [[0, 3], [1, 2], [2, 3]]);
}

#[test]
fn who_is_even_goes_on_seed_by_seed() {
    // Nobody is better than another, but the first in its first meeting from the sixth seed on.
    let game = |pairing: &Pairing, seed| {
        let points = match pairing.seats[..] {
            [0] if pairing.round == 0 && pairing.number >= 5 => 1,
            _ => 0,
        };
        Some(row(seed, End::Scored, points))
    };
    let mut standing = Standing::new(tournament(Format::KnockOut, 1, 4, 2));
    play(&mut standing, 3, game);
    let rounds = standing.rounds();
    let [first, second] = &rounds[0].meetings[..] else {
        panic!("two meetings: {rounds:?}");
    };
    assert_eq!(
        (first.pair, first.winner, first.seeds, first.more_seeds),
        ([0, 3], Some(0), 6, 4)
    );
    assert_eq!(
        (second.pair, second.winner, second.more_seeds),
        ([1, 2], Some(1), 100)
    );
    assert!(second.is_by_order() && !first.is_by_order());
    // Two have six seeds, two a hundred and two, and in the final the same.
    assert_eq!(standing.games().len(), 12 + 204 + 204);
}

#[test]
fn goals_count_more_than_points() {
    let game = |pairing: &Pairing, seed| {
        let (end, points) = if pairing.seats == [0] {
            (End::Missed, 500)
        } else {
            (End::Reached, 3)
        };
        Some(row(seed, end, points))
    };
    let mut standing = Standing::new(tournament(Format::RoundRobin, 1, 2, 5));
    play(&mut standing, 1, game);
    assert_eq!(standing.table().half_points, [[0, 0], [10, 0]]);
}

#[test]
fn a_stopped_tournament_goes_on_from_its_text() {
    for format in [Format::RoundRobin, Format::KnockOut] {
        for seats in [1, 2] {
            let tournament = tournament(format, seats, 5, 6);
            let whole = all(tournament.clone());
            let mut standing = Standing::new(tournament);
            let mut times = 0;
            while !standing.is_over() {
                // Nobody plays more than seven games without a stop.
                let left = AtomicU64::new(7);
                play(&mut standing, 2, |pairing, seed| {
                    let goes_on =
                        left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                    goes_on.ok().map(|_| later_wins(pairing, seed))
                });
                standing = Standing::parse(&standing.to_text()).expect("it was written");
                times += 1;
            }
            assert!(times > 3 && standing == whole, "{format:?}, {seats}: {times}");
            assert_eq!(standing.to_text(), whole.to_text());
        }
    }
}

#[test]
fn parts_of_stages_are_the_whole() {
    for format in [Format::RoundRobin, Format::KnockOut] {
        let tournament = tournament(format, 2, 5, 6);
        let whole = all(tournament.clone());
        let mut standing = Standing::new(tournament.clone());
        while !standing.is_over() {
            let games = standing.next_games();
            assert!(games.iter().all(|game| tournament.has(game)));
            let parts = games.chunks(7).map(|games| {
                let mut part = Standing::new(tournament.clone());
                let work = Work {
                    threads: NonZero::<usize>::MIN,
                    stop: &StopToken::default(),
                    progress: &|_| {},
                };
                let game = |pairing: &Pairing, seed| Some(later_wins(pairing, seed));
                let played = part.play_some(games, &work, game, &mut |_| {});
                played.expect("no game panics");
                assert_eq!(part.games().len(), games.len());
                part
            });
            let parts: Vec<Standing> = parts.collect();
            standing = Standing::merge([standing].into_iter().chain(parts.into_iter().rev()))
                .expect("each game is played once");
            assert!(whole.contains(&standing) && standing.contains(&whole) == standing.is_over());
        }
        assert_eq!(standing, whole);
        assert!(whole.next_games().is_empty());
        let twice = Standing::merge([whole.clone(), whole.clone()]).expect_err("all games twice");
        assert!(
            twice.part() == Some(1) && twice.to_string().contains("is also in an earlier part"),
            "{twice}"
        );
        let other = all(self::tournament(format, 2, 5, 7));
        assert!(!other.contains(&Standing::new(tournament)));
        let other = Standing::merge([whole, other]).expect_err("more seeds");
        assert_eq!(other.part(), Some(1));
        assert_eq!(
            other.to_string(),
            "the parts are from different tournaments: the seeds of a meeting are `6` in the first and `7` in this"
        );
    }
    assert_eq!(Standing::merge([]), Err(MergeError::Nothing("standings")));
}

/// Plays a share of what comes next, as a machine that knows what was played before.
fn share(known: &Standing, index: u64, of: u64) -> Standing {
    let shard: Shard = format!("{index}/{of}").parse().expect("a shard");
    let mut part = Standing::new(known.tournament().clone());
    let wanted = part.share(known, shard);
    let work = Work {
        threads: NonZero::<usize>::MIN,
        stop: &StopToken::default(),
        progress: &|_| {},
    };
    let game = |pairing: &Pairing, seed| Some(even_at_first(pairing, seed));
    let half = wanted.len() / 2;
    for some in [&wanted[..half], &wanted] {
        part.play_some(some, &work, game, &mut |_| {})
            .expect("no game panics");
        part = Standing::parse(&part.to_text()).expect("it was written");
    }
    assert_eq!(part.games().len(), wanted.len());
    assert!(part.share(known, shard).is_empty());
    part
}

/// As [`later_wins`], but for the first seeds of a meeting, in which nobody does.
fn even_at_first(pairing: &Pairing, seed: u64) -> Row {
    match pairing.number {
        0..9 if pairing.seats.len() == 2 => row(seed, End::Drawn, 0),
        0..9 => row(seed, End::Scored, 0),
        _ => later_wins(pairing, seed),
    }
}

#[test]
fn shares_of_all_rounds_are_the_whole_byte_for_byte() {
    for (format, seats) in [
        (Format::RoundRobin, 1),
        (Format::RoundRobin, 2),
        (Format::KnockOut, 1),
        (Format::KnockOut, 2),
    ] {
        let mut whole = Standing::new(tournament(format, seats, 5, 7));
        play(&mut whole, 2, |pairing, seed| Some(even_at_first(pairing, seed)));
        assert!(whole.is_over());
        for of in [2, 7] {
            let mut known = Standing::new(whole.tournament().clone());
            let mut rounds = 0;
            while !known.is_over() {
                let shares = (1..=of).rev().map(|index| share(&known, index, of));
                let shares: Vec<Standing> = shares.collect();
                known = Standing::merge(shares.into_iter().chain([known])).expect("parts of one tournament");
                rounds += 1;
            }
            assert_eq!(rounds > 1, format == Format::KnockOut, "{rounds} rounds");
            assert_eq!(
                known.to_text(),
                whole.to_text(),
                "{format:?}, {seats}: {of} shares"
            );
        }
    }
}

#[test]
fn games_of_meetings_that_do_not_follow_are_refused() {
    let whole = all(tournament(Format::KnockOut, 2, 4, 3));
    let in_final = |seats: [usize; 2]| Pairing {
        round: 1,
        number: 0,
        seats: seats.into(),
    };
    let part_of = |games: &[Pairing]| {
        let rows = games.iter().map(|pairing| {
            let seed = whole.tournament().seed_of(pairing);
            (pairing.clone(), later_wins(pairing, seed))
        });
        Standing::after(whole.tournament().clone(), rows.collect())
    };
    let first_round = whole.games().keys().filter(|pairing| pairing.round == 0);
    let known = part_of(&first_round.cloned().collect::<Vec<_>>());
    // By itself a part of a later round may follow from anything.
    let (right, wrong) = (part_of(&[in_final([2, 3])]), part_of(&[in_final([0, 3])]));
    for part in [&right, &wrong] {
        assert_eq!(Standing::parse(&part.to_text()).as_ref().ok(), Some(part));
    }
    assert_eq!(right.ahead(), Some(&in_final([2, 3])));
    let both = Standing::merge([known.clone(), right]).expect("players 2 and 3 have won");
    assert_eq!(both.ahead(), None);
    assert_eq!((whole.ahead(), known.ahead()), (None, None));
    let reported = Standing::merge([known.clone(), wrong.clone()]).expect_err("player 0 is out");
    assert_eq!(reported.part(), Some(1));
    // Whichever comes first, it is the later round's that is of no meeting.
    let other_way = Standing::merge([wrong.clone(), known.clone()]).expect_err("player 0 is out");
    assert_eq!(other_way.part(), Some(0));
    assert_eq!(
        reported.to_string(),
        "the game of players [1, 4] on seed 1 of round 2 does not follow from the results of these parts"
    );
    let both = [known.games().clone(), wrong.games().clone()];
    let both = Standing::after(whole.tournament().clone(), both.into_iter().flatten().collect());
    let reported = Standing::parse(&both.to_text())
        .expect_err("player 0 is out")
        .to_string();
    assert!(
        reported.contains("does not follow from the results"),
        "{reported}"
    );
    // Nor is a seed more of a meeting that was decided, or a round behind the last.
    for pairing in [
        Pairing {
            round: 0,
            number: 3,
            seats: vec![0, 3],
        },
        Pairing {
            round: 2,
            number: 0,
            seats: vec![2, 3],
        },
    ] {
        assert!(whole.tournament().has(&pairing));
        let more = part_of(&[pairing]);
        let reported = Standing::merge([whole.clone(), more]).expect_err("it is of no meeting");
        assert!(
            reported.to_string().contains("does not follow from the results"),
            "{reported}"
        );
    }
}

#[test]
fn chosen_games_that_turn_out_to_be_none_are_dropped() {
    let pairing = |round, number, seats: [usize; 2]| Pairing {
        round,
        number,
        seats: seats.to_vec(),
    };
    let mut standing = Standing::new(tournament(Format::KnockOut, 2, 4, 1));
    let foreign = [pairing(0, 0, [0, 3]), pairing(0, 0, [0, 1])];
    assert_eq!(
        standing.first_foreign(&foreign),
        Some(&foreign[1]),
        "they do not meet"
    );
    // More seeds than the meetings turn out to need, and a meeting of the next round that will not be.
    let chosen = [
        pairing(0, 5, [0, 3]),
        pairing(0, 1, [3, 0]),
        pairing(1, 0, [0, 1]),
    ];
    assert_eq!(standing.first_foreign(&chosen), None);
    let work = Work {
        threads: NonZero::new(2).expect("two"),
        stop: &StopToken::default(),
        progress: &|_| {},
    };
    let game = |pairing: &Pairing, seed| Some(later_wins(pairing, seed));
    standing
        .play_some(&chosen, &work, game, &mut |_| {})
        .expect("nothing panics");
    assert_eq!(standing.games().len(), 3);
    let read = Standing::parse(&standing.to_text()).expect("it was written");
    assert_eq!(read, standing);
    play(&mut standing, 2, game);
    assert_eq!(standing, all(tournament(Format::KnockOut, 2, 4, 1)));
}

#[test]
fn a_short_text_of_many_players_and_seeds_is_reported_at_once() {
    // A table of every pair on every seed would take minutes.
    let standing = Standing::new(tournament(Format::RoundRobin, 1, MAX_PLAYERS, 15_625));
    assert!(standing.to_text().len() < 1_000_000);
}

#[test]
fn only_games_of_the_tournament_are_read() {
    let text = all(tournament(Format::RoundRobin, 2, 2, 3)).to_text();
    let reported = |text: &str| Standing::parse(text).expect_err("damaged").to_string();
    assert!(reported("").contains("no tournament") && reported("{}").contains("no tournament"));
    assert!(reported(&text.replacen("\"version\":1", "\"version\":9", 1)).contains("of version 9"));
    assert!(reported(&text[..text.len() / 2]).contains("damaged"));
    for (old, new, reason) in [
        (
            "[0,0,[0,1]",
            "[0,0,[0,2]",
            "players [1, 3] on seed 1 of round 1 is not of",
        ),
        ("[0,0,[0,1]", "[0,0,[0,0]", "is not of"),
        ("[0,0,[0,1]", "[0,0,[0]", "is not of"),
        ("[0,0,[0,1]", "[0,1,[0,1]", "expected seed "),
        ("[0,0,[0,1]", "[1,0,[0,1]", "is not of"),
        ("[0,0,[0,1]", "[0,3,[0,1]", "is not of"),
        (
            "[0,0,[0,1]",
            "[0,0,[1,0]",
            "players [2, 1] on seed 1 of round 1 is there twice",
        ),
        (
            "\"seed\":\"18446744073709551615\"",
            "\"seed\":\"1\"",
            "expected seed ",
        ),
        ("\"seats\":2", "\"seats\":3", "1 or 2 seats"),
        (
            "\"seeds\":3",
            "\"seeds\":0",
            "expected 1 to 1000000 games, found 0",
        ),
        (
            "\"seeds\":3",
            "\"seeds\":18446744073709551615",
            "expected 1 to 1000000 games",
        ),
        ("\"player:0\",", "", "players, found 1"),
        ("\"plies\"]", "\"points\"]", "columns"),
        ("P1", "P3", "unfinished, found `P3`"),
        ("P1", "score", "no game for 2 ends with `score`"),
    ] {
        let damaged = text.replacen(old, new, 1);
        assert_ne!(damaged, text, "{old}");
        assert!(
            reported(&damaged).contains(reason),
            "{reason}: {}",
            reported(&damaged)
        );
    }
}

#[test]
fn a_panic_keeps_what_others_played() {
    let mut standing = Standing::new(tournament(Format::RoundRobin, 2, 3, 50));
    let work = Work {
        threads: NonZero::new(2).expect("two"),
        stop: &StopToken::default(),
        progress: &|_| {},
    };
    let game = |pairing: &Pairing, seed| {
        assert!(pairing.number < 20, "a fault");
        Some(later_wins(pairing, seed))
    };
    let mut kept = 0;
    let reported = standing.play(&work, game, &mut |standing| kept = standing.games().len());
    let reported = reported.expect_err("a game panics");
    assert!(reported.pairing.number >= 20, "{reported}");
    assert_eq!(reported.seed, standing.tournament().seed_of(&reported.pairing));
    assert!(reported.to_string().contains("a fault"), "{reported}");
    assert!(kept > 60 && standing.games().len() == kept, "{kept}");
}

#[test]
fn who_is_named_alike_is_reported_apart() {
    let mut tournament = tournament(Format::KnockOut, 1, 4, 1);
    for packed in [0, 3] {
        "random".clone_into(&mut tournament.agents[packed]);
    }
    assert_eq!(
        tournament.names(),
        ["random #1", "player:1", "player:2", "random #2"]
    );
}
