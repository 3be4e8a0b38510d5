//! Files beside a game that its tests count and play again: path counts and golden playthroughs.

use std::fmt::Write as _;
use std::path::Path;

use crate::actions::ActionSet;
use crate::dyn_session::Playable;
use crate::game::EnumerableChance;
use crate::notation::Notation;
use crate::perft::{PerftLimitExceeded, perft, perft_with_chance};
use crate::random::{Random, RandomSource};
use crate::session::{Ply, Session};
use crate::side::Turn;

/// The environment variable that raises the number of paths up to which a line of a table is counted.
const PERFT_LIMIT: &str = "QUINCUNX_PERFT_LIMIT";

/// The number of paths up to which a line is counted when [`PERFT_LIMIT`] says nothing else: seconds in a
/// debug build.
const DEFAULT_PERFT_LIMIT: u64 = 300_000;

/// The environment variable under which [`check_golden`] writes its file instead of comparing with it.
const REGENERATE: &str = "QUINCUNX_REGENERATE";

/// Counts every line of a table of path counts again, chance drawn from seed 0; see
/// [`perft`](crate::perft::perft()).
///
/// ```text
/// # depth count position
/// 1 7 start
/// 2 49 start
/// 3 238 4455566667
/// ```
/// The position is the rest of the line in the game's notation, or `start`. Lines with more paths than the
/// limit are passed over; `cargo xtask perft` raises it.
///
/// # Panics
/// When a count differs, a line cannot be read, or no line is within the limit.
pub fn check_perft<G: Notation>(rules: &G, table: &str) {
    check_counts(rules, table, |state, depth, limit| {
        perft(rules, state, depth, 0, limit)
    });
}

/// Counts every line of a table of path counts again, all outcomes of chance included; see
/// [`perft_with_chance`].
///
/// # Panics
/// As [`check_perft`].
pub fn check_perft_with_chance<G: Notation + EnumerableChance>(rules: &G, table: &str) {
    check_counts(rules, table, |state, depth, limit| {
        perft_with_chance(rules, state, depth, limit)
    });
}

fn check_counts<G: Notation>(
    rules: &G,
    table: &str,
    count: impl Fn(&G::State, u32, u64) -> Result<u64, PerftLimitExceeded>,
) {
    let limit = std::env::var(PERFT_LIMIT).map_or(DEFAULT_PERFT_LIMIT, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{PERFT_LIMIT} is a number of paths, not `{text}`"))
    });
    let mut counted = 0;
    for line in table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let mut words = line.splitn(3, ' ');
        let mut word = || {
            words
                .next()
                .unwrap_or_else(|| panic!("`{line}` is not `DEPTH COUNT POSITION`"))
        };
        let depth: u32 = word()
            .parse()
            .unwrap_or_else(|_| panic!("`{line}` begins with a depth"));
        let expected: u64 = word()
            .parse()
            .unwrap_or_else(|_| panic!("`{line}` has a count after its depth"));
        let state = match word() {
            "start" => rules.initial(),
            text => rules
                .parse_position(text)
                .unwrap_or_else(|error| panic!("`{line}`: {error}")),
        };
        if expected <= limit {
            assert_eq!(count(&state, depth, limit), Ok(expected), "paths of `{line}`");
            counted += 1;
        }
    }
    assert!(counted > 0, "a table of path counts has lines within the limit");
}

/// Writes down every public answer of a random game with this seed, at most `plies` long: a file that shows
/// at a glance what a change of the rules changed.
///
/// # Panics
/// When the rules break the contract: chance does not come to rest, or a player has no legal action.
pub fn playthrough<G: Playable>(rules: &G, seed: u64, plies: usize) -> String {
    let mut text = format!("rules {rules:?}\nseed {seed}\n");
    let mut choice = Random::stream(seed, u64::MAX);
    let mut session = Session::new(rules.clone(), seed).expect("the opening comes to rest");
    loop {
        write_ply(&mut text, rules, &session).expect("a string takes everything");
        if session.turn().player().is_none() || session.ply() == plies {
            return text;
        }
        let legal = session.legal_actions();
        let action = legal
            .get(choice.index(legal.len()))
            .expect("an index below the length");
        session.play(action).expect("a legal action can be played");
    }
}

fn write_ply<G: Playable>(text: &mut String, rules: &G, session: &Session<G>) -> std::fmt::Result {
    let Ply {
        action,
        chances,
        steps,
        after,
    } = session.present();
    writeln!(text, "\n== ply {}", session.ply())?;
    if let Some((player, action)) = action {
        writeln!(text, "{player} > {}", rules.action_text(*action))?;
    }
    for chance in chances {
        writeln!(text, "* {}", rules.chance_text(chance))?;
    }
    for step in steps {
        let effects: Vec<String> = step.iter().map(ToString::to_string).collect();
        writeln!(text, "~ {}", effects.join(", "))?;
    }
    let view = rules.view(after);
    let face = |token| {
        let face = rules.face(token);
        if face.label.is_empty() {
            face.name
        } else {
            face.label
        }
    };
    write!(
        text,
        "{}",
        view.board.map(|_, token| token.map_or(".".to_owned(), face))
    )?;
    if let Some(tray) = view.tray {
        let tokens: Vec<String> = tray.tokens.iter().map(|token| token.0.to_string()).collect();
        let selected = tray
            .selected
            .map_or(String::new(), |token| format!(", selected {}", token.0));
        writeln!(text, "tray {}{selected}", tokens.join(" "))?;
    }
    let groups = view.lines.into_iter().map(|line| ("line", line));
    for (name, cells) in groups.chain([("holes", view.holes), ("marked", view.marked)]) {
        let places: Vec<String> = cells
            .iter()
            .map(|cell| format!("{},{}", cell.column, cell.row))
            .collect();
        if !places.is_empty() {
            writeln!(text, "{name} {}", places.join(" "))?;
        }
    }
    for counter in view.counters {
        writeln!(text, "{} {}", counter.name, counter.value)?;
    }
    writeln!(text, "position {}", rules.position_text(after))?;
    match session.turn() {
        Turn::Player(player) => {
            let legal: Vec<String> = session
                .legal_actions()
                .into_iter()
                .map(|action| rules.action_text(action))
                .collect();
            writeln!(text, "{player} may {}", legal.join(", "))
        }
        Turn::Over(outcome) => writeln!(text, "over: {outcome}"),
        Turn::Chance => unreachable!("a session rests on no chance turn"),
    }
}

/// Compares a text with the golden file that holds it; with `QUINCUNX_REGENERATE` set in the environment,
/// writes the file.
///
/// # Panics
/// When the texts differ, or the file cannot be read or written.
pub fn check_golden(file: impl AsRef<Path>, text: &str) {
    let file = file.as_ref();
    if std::env::var_os(REGENERATE).is_some() {
        std::fs::write(file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return;
    }
    let golden = std::fs::read_to_string(file)
        .unwrap_or_else(|error| panic!("{}: {error}; {REGENERATE}=1 writes it", file.display()));
    for (number, (old, new)) in (1..).zip(golden.lines().zip(text.lines())) {
        assert_eq!(
            new,
            old,
            "{}, line {number}; {REGENERATE}=1 writes the file again",
            file.display()
        );
    }
    assert_eq!(
        text.lines().count(),
        golden.lines().count(),
        "{}: the lengths differ; {REGENERATE}=1 writes the file again",
        file.display()
    );
}
