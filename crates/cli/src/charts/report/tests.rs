//! A golden page of small results, and pages of hostile, empty and large ones.

use std::collections::BTreeMap;
use std::num::NonZero;

use quincunx_arena::{Format, Games, Results, Run, Shard, Standing, Tournament, Work};
use quincunx_catalog::find;
use quincunx_core::testkit::check_golden;
use quincunx_search::StopToken;

use super::{Event, Source, page};

/// Plays games of a seed.
fn played(game: &str, agents: &[&str], seed: u64, games: u64, rows: bool) -> Results {
    let entry = find(game).expect("a game");
    let agents: Vec<_> = agents
        .iter()
        .map(|agent| agent.parse().expect("a player"))
        .collect();
    let mut run = entry
        .run(&entry.defaults(), &agents, seed, games, 0, 200)
        .expect("a run");
    let work = Work {
        threads: NonZero::<usize>::MIN,
        stop: &StopToken::default(),
        progress: &|_| {},
    };
    let part = entry
        .simulate(&run, &Games::shard(games, Shard::WHOLE), rows, &work)
        .expect("a run");
    "0".clone_into(&mut run.program);
    Results { run, part }
}

fn sources(results: impl IntoIterator<Item = Results>) -> Vec<Source> {
    let source = |(number, results)| Source {
        number,
        name: format!("part-{number}.json"),
        results,
    };
    results.into_iter().enumerate().map(source).collect()
}

/// Checks and returns a page.
fn checked(results: impl IntoIterator<Item = Results>) -> String {
    checked_page(&sources(results), &[])
}

fn checked_page(sources: &[Source], events: &[Event]) -> String {
    let page = page(sources, events);
    for address in ["://", "src=", "href=", "url(", "@import", "<script", "NaN", "inf"] {
        assert!(!page.contains(address), "{address}");
    }
    let charts: Vec<&str> = page.split("<svg ").skip(1).collect();
    for chart in &charts {
        let texts = chart
            .split_once("><title>")
            .and_then(|(_, rest)| rest.split_once("</title>\n<desc>"));
        let (title, rest) = texts.expect("a chart has a title and a description");
        assert!(!title.is_empty() && !rest.starts_with("</desc>"), "{title}");
    }
    for name in [
        "svg", "figure", "table", "details", "g", "title", "tr", "td", "th", "div", "p", "path", "line",
        "rect",
    ] {
        let begun = page.matches(&format!("<{name}>")).count() + page.matches(&format!("<{name} ")).count();
        assert_eq!(begun, page.matches(&format!("</{name}>")).count(), "{name}");
    }
    page
}

#[test]
fn a_page_matches_its_golden_file() {
    let single_player = [
        played("2048", &["random"], 7, 40, true),
        played("2048", &["random:seed=1"], 7, 30, true),
    ];
    let of_two = played("connect-four", &["random", "random:seed=1"], 7, 40, true);
    let page = checked(single_player.into_iter().chain([of_two]));
    check_golden("src/charts/report/golden.html", &page);
}

/// Plays a tournament.
fn held(game: &str, format: Format, agents: &[&str], seeds: u64, max_games: u64) -> Event {
    let entry = find(game).expect("a game");
    let agents: Vec<_> = agents
        .iter()
        .map(|agent| agent.parse().expect("a player"))
        .collect();
    let tournament = entry
        .tournament(&entry.defaults(), &agents, format, seeds)
        .expect("a tournament");
    let (stop, mut standing) = (StopToken::default(), Standing::new(tournament));
    let games = std::sync::atomic::AtomicU64::new(0);
    let work = Work {
        threads: NonZero::<usize>::MIN,
        stop: &stop,
        progress: &|more| {
            if games.fetch_add(more, std::sync::atomic::Ordering::Relaxed) + more >= max_games {
                stop.stop();
            }
        },
    };
    entry
        .play_tournament(&mut standing, None, &work, None, &mut |_| {})
        .expect("a tournament");
    Event {
        name: "t.json".to_owned(),
        standing,
    }
}

#[test]
fn tournaments_are_drawn_too() {
    let page = |event: Event| checked_page(&[], &[event]);
    let all = ["random", "greedy", "random"];
    let of_two = page(held("quartet", Format::RoundRobin, &all, 5, u64::MAX));
    for part in [
        "Strengths",
        "Cross table",
        "random #2",
        "Each over the next",
        "± 95 %",
    ] {
        assert!(of_two.contains(part), "{part}");
    }
    assert_eq!(of_two.matches("<svg ").count(), 1);
    let alone = page(held("2048", Format::RoundRobin, &all, 5, u64::MAX));
    assert_eq!(alone.matches("<svg ").count(), 2, "strengths and points");
    let rounds = page(held("2048", Format::KnockOut, &all, 2, u64::MAX));
    assert!(rounds.contains("Without a meeting, as named first: random #1."));
    assert!(rounds.contains("Round 2") && rounds.contains("Winner: "));
    // One seed gives no interval.
    let one = page(held("quartet", Format::RoundRobin, &all, 1, u64::MAX));
    assert!(one.contains("Strengths") && !one.contains("<svg "));
    for format in [Format::RoundRobin, Format::KnockOut] {
        let stopped = page(held("quartet", format, &all, 5, 1));
        assert!(
            stopped.contains(" of ") && !stopped.contains("Winner:"),
            "{format:?}"
        );
    }
}

#[test]
fn small_and_partial_results_are_drawn() {
    for game in ["2048", "connect-four"] {
        let none = || Results::none(played(game, &["random"], 1, 2, true).run, true);
        assert!(checked([none()]).contains("No game has been played."));
        for games in [1, 2, 3] {
            let one = || played(game, &["random"], 1, games, true);
            let page = checked([one()]);
            assert!(page.contains("<svg ") && page.contains("plies"), "{game}");
            assert!(checked([one(), none()]).contains("no game in common"));
            let twins = checked([one(), one()]);
            assert!(
                twins.contains(&format!("Games that both have played: {games}.")),
                "{game}"
            );
        }
        let without_rows = played(game, &["random"], 1, 30, false);
        let with_rows = played(game, &["random"], 1, 30, true);
        let other_seed = played(game, &["random"], 2, 30, true);
        let page = checked([with_rows, without_rows, other_seed]);
        assert!(page.contains("no rows were kept") && page.contains("different seeds"));
    }
}

#[test]
fn many_games_do_not_make_a_long_page() {
    let many = |agent| played("2048", &[agent], 1, 1200, true);
    let page = checked([many("random"), many("random:seed=1")]);
    assert!(page.contains("One of 3 games is drawn."));
    assert_eq!(page.matches("class=\"point ").count(), 400);
    assert!(
        page.matches("class=\"bar ").count() > 80 && page.len() < 400_000,
        "{}",
        page.len()
    );
}

#[test]
fn many_results_have_letters_and_dashes() {
    let many = (0..26).map(|games| played("connect-four", &["random"], 1, games, true));
    let page = checked(many);
    assert!(page.contains(">Z<") && page.contains("s5"));
}

#[test]
fn text_from_files_stays_text() {
    let hostile = "{{body}}</title></style><script>alert(1)</script><img onerror=\"x\" src=//x.example>'&\0";
    let run = Run {
        program: hostile.to_owned(),
        game: hostile.to_owned(),
        options: BTreeMap::from([(hostile.to_owned(), hostile.to_owned())]),
        agents: vec![hostile.to_owned(); 2],
        figures: vec![hostile.to_owned()],
        ..played("2048", &["random"], 1, 12, true).run
    };
    let part = played("2048", &["random"], 1, 12, true).part;
    let results = Results { run, part };
    let mut sources = sources([results.clone(), results]);
    hostile.clone_into(&mut sources[0].name);
    let mut event = held("quartet", Format::KnockOut, &["random", "random"], 1, 9);
    let hostile_tournament = Tournament {
        game: hostile.to_owned(),
        agents: vec![hostile.to_owned(); 2],
        options: BTreeMap::from([(hostile.to_owned(), hostile.to_owned())]),
        ..event.standing.tournament().clone()
    };
    event = Event {
        name: hostile.to_owned(),
        standing: Standing::new(hostile_tournament),
    };
    let events = vec![event];
    let page = page(&sources, &events);
    for markup in ["<script", "<img", "onerror=\"", "</title></style>", "\0"] {
        assert!(!page.contains(markup), "{markup}");
    }
    assert_eq!(page.matches("</style>").count(), 1);
    assert!(page.matches("&lt;script&gt;alert(1)&lt;/script&gt;").count() > 20);
}
