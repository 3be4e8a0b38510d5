//! Exact values against plain recursion on the readable rules, and tablebases as files.

use std::collections::HashMap;
use std::num::NonZero;

use quincunx_core::{
    Direction, EnumerableChance, Game, Grid, Notation, Random, RandomSource, Side, Size, Turn,
};
use quincunx_search::{Limits, Player, StopToken, Value};

use super::evaluator::PositionValues;
use super::file::{Reader, Writer};
use super::player::TablebasePlayer;
use super::solver::Solver;
use super::table::ExactTablebase;
use super::worker_pool::WorkerPool;
use crate::{PackedExpectimax, Position, Scoring, Twenty48};
use quincunx_registry::tablebase::{SolveError, Tablebase, TablebaseError};

fn rules(columns: u32, rows: u32, scoring: Scoring, four_rate: f64) -> Twenty48 {
    let size = Size::new(columns, rows).expect("a possible size");
    Twenty48::new(size, scoring, four_rate).expect("rules")
}

/// Runs a solution on some threads.
fn with_work<T>(threads: usize, stop: &StopToken, run: impl FnOnce(&WorkerPool<'_>) -> T) -> T {
    run(&WorkerPool {
        threads: NonZero::new(threads).expect("some threads"),
        stop,
        report: &|_| {},
    })
}

/// Solves from a position, and returns its values and the bytes of the tablebase.
fn solve(
    rules: &Twenty48,
    position: &Position,
    goals: Option<&[u64]>,
    threads: usize,
) -> Result<(PositionValues, Vec<u8>), SolveError> {
    with_work(threads, &StopToken::default(), |work| {
        let solver = Solver::begin(rules, position, goals, work)?;
        let mut bytes = Vec::new();
        let mut writer = Writer::begin(&mut bytes, rules, &solver.evaluator.goals)?;
        let answer = solver.finish(work, &mut |layer, boards, values| {
            writer.layer(layer, boards, values)
        })?;
        writer.finish()?;
        Ok((answer, bytes))
    })
}

fn best(rules: &Twenty48, goals: Option<&[u64]>) -> Vec<f64> {
    let (answer, _) = solve(rules, &rules.initial(), goals, 1).expect("a small board");
    answer.values
}

/// The slow twin: the value of perfect play, by recursion over all slides and pieces.
struct Recursion {
    rules: Twenty48,
    /// The tile of the goal; `None` for the points.
    tile: Option<u64>,
    known: HashMap<(Grid<u64>, u32), f64>,
}

impl Recursion {
    fn value(&mut self, position: &Position) -> f64 {
        let key = (position.cells().clone(), position.pending());
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let value = match self.rules.turn(position) {
            Turn::Over(_) => self.reached(position),
            Turn::Player(_) => {
                let reached = self.reached(position);
                let slides = self.rules.legal_actions(position).into_iter();
                slides
                    .map(|direction| self.slide(position, direction))
                    .fold(reached, f64::max)
            }
            Turn::Chance => {
                let (rules, mut sum) = (self.rules, 0.0);
                rules.for_each_chance(position, |piece, probability| {
                    let mut next = position.clone();
                    rules.resolve_chance(&mut next, piece, &mut ());
                    sum += probability * self.value(&next);
                });
                sum
            }
        };
        self.known.insert(key, value);
        value
    }

    fn slide(&mut self, position: &Position, direction: Direction) -> f64 {
        let next = self.rules.after(position, direction);
        let points = match self.tile {
            None => (next.points() - position.points()) as f64,
            Some(_) => 0.0,
        };
        points + self.value(&next)
    }

    fn reached(&self, position: &Position) -> f64 {
        let reached = |tile| position.cells().iter().any(|(_, value)| *value >= tile);
        f64::from(u8::from(self.tile.is_some_and(reached)))
    }
}

#[test]
fn values_of_positions_set_up_by_hand_equal_recursion() {
    for (size, text) in [
        ((2, 2), "64,0/2,0 0 0 0"),
        ((2, 2), "8,8/16,2 0 0 0"),
        ((2, 2), "16,8/4,2 0 0 0"),
        ((2, 2), "2,32/0,0 0 0 2"),
        ((3, 2), "128,64,32/8,4,0 0 0 0"),
        ((2, 3), "256,64/128,2/32,0 0 0 1"),
        ((3, 3), "2048,1024,512/256,128,64/0,0,2 0 0 0"),
        ((4, 2), "1024,512,256,128/2,0,0,64 0 0 0"),
        ((2, 5), "1024,512/256,128/64,2048/4096,2/0,0 0 0 0"),
    ] {
        let rules = rules(size.0, size.1, Scoring::Standard, 0.1);
        let position = rules.parse_position(text).expect("a position");
        for tile in [None, Some(16), Some(32), Some(128), Some(256)] {
            let goals: Vec<u64> = tile.into_iter().collect();
            let (answer, _) = solve(&rules, &position, Some(&goals), 1).expect("a small board");
            let known = HashMap::new();
            let want = Recursion { rules, tile, known }.value(&position);
            let found = answer.values[goals.len()];
            assert_near(found, want, &format!("{text} {tile:?}"));
        }
    }
}

fn assert_near(found: f64, want: f64, of: &str) {
    assert!(
        (found - want).abs() <= 1e-9 * want.max(1.0),
        "{of}: {found}, not {want}"
    );
}

#[test]
fn values_of_small_boards_equal_recursion() {
    use Scoring::{Contest, Standard};
    for (columns, rows, scoring, four_rate) in [
        (2, 2, Standard, 0.1),
        (2, 2, Contest, 0.5),
        (2, 2, Standard, 0.0),
        (2, 2, Contest, 1.0),
        (3, 2, Standard, 0.1),
        (2, 3, Contest, 0.1),
    ] {
        let rules = rules(columns, rows, scoring, four_rate);
        let (answer, bytes) = solve(&rules, &rules.initial(), None, 1).expect("a small board");
        let mut table = ExactTablebase::open(Box::new(std::io::Cursor::new(bytes))).expect("a table");
        let tiles = table.goals().into_iter().map(Some);
        let mut random = Random::new(7);
        for (column, tile) in std::iter::once(None).chain(tiles).enumerate() {
            let mut recursion = Recursion {
                rules,
                tile,
                known: HashMap::new(),
            };
            let of = format!("{columns}×{rows} {scoring:?} {four_rate} {tile:?}");
            assert_near(answer.values[column], recursion.value(&rules.initial()), &of);
            // The file has the same values for positions of the game and their slides.
            let known: Vec<(Grid<u64>, u32)> = recursion.known.keys().cloned().collect();
            for _ in 0..200 {
                let (cells, pending) = known[random.index(known.len())].clone();
                let position = Position::from_parts(cells, 0, 0, pending).expect("it came up");
                if position.pending() == 2 {
                    continue;
                }
                let judged = table
                    .position_values(&position)
                    .expect("the table can be read")
                    .expect("the position comes up");
                let of = format!("{of} {}", rules.position_text(&position));
                assert_near(judged.values[column], recursion.value(&position), &of);
                for (direction, values) in &judged.slides {
                    let want = recursion.slide(&position, *direction);
                    assert_near(values[column], want.max(recursion.reached(&position)), &of);
                }
            }
        }
    }
}

#[test]
fn known_values_of_small_boards() {
    // Two by two: 68 afterstates, and a 32 in one game of twelve.
    let values = best(&rules(2, 2, Scoring::Standard, 0.1), None);
    let want = [66.964_149_457_1, 0.082_887_289_07, 0.962_511_253_75, 1.0];
    for (found, want) in values.iter().zip(want) {
        assert!((found - want).abs() < 1e-9, "{found}, not {want}");
    }
    let values = best(&rules(3, 2, Scoring::Standard, 0.1), Some(&[64, 128]));
    for (found, want) in values
        .iter()
        .zip([480.258_271_776, 0.056_992_160_5, 0.939_263_692_4])
    {
        assert!((found - want).abs() < 1e-8, "{found}, not {want}");
    }
    // A tile that cannot be made.
    assert_eq!(best(&rules(2, 2, Scoring::Standard, 0.1), Some(&[64]))[1], 0.0);
}

#[test]
fn the_solution_depends_on_neither_threads_nor_start() {
    let rules = rules(3, 2, Scoring::Contest, 0.1);
    let alone = solve(&rules, &rules.initial(), None, 1).expect("a small board");
    assert_eq!(
        solve(&rules, &rules.initial(), None, 3).expect("a small board"),
        alone
    );
    // The solution from a position in the middle equals that from the beginning.
    let mut table = with_work(1, &StopToken::default(), |work| {
        ExactTablebase::in_memory(&rules, &rules.initial(), work)
    })
    .expect("a small board");
    for text in [
        "4,2,0/16,8,2 0 0 0",
        "2,4,2/16,32,4 0 0 0",
        "2,4,2/4,2,4 0 0 0",
        "32,8,0/4,2,0 0 0 1",
        "0,0,0/0,0,0 0 0 1",
        "0,0,0/0,0,0 0 0 2",
    ] {
        let position = rules.parse_position(text).expect("a position");
        let (answer, _) = solve(&rules, &position, Some(&[]), 1).expect("a small board");
        if let Some(known) = table.position_values(&position).expect("nothing is read") {
            assert_eq!(known, answer, "{text}");
        } else {
            assert_eq!(text, "0,0,0/0,0,0 0 0 1");
        }
    }
}

#[test]
fn stopped_and_impossible_work_is_refused() {
    let small = rules(3, 2, Scoring::Standard, 0.1);
    let stop = StopToken::default();
    stop.stop();
    let stopped = with_work(2, &stop, |work| {
        Solver::begin(&small, &small.initial(), None, work).map(|_| ())
    });
    assert!(matches!(stopped, Err(SolveError::Stopped)));

    let large = Twenty48::default();
    let refused = solve(&large, &large.initial(), None, 1).expect_err("too large");
    assert!(matches!(refused, SolveError::TooLarge { .. }), "{refused}");
    for goal in [0, 4, 12, 1 << 16] {
        let refused = solve(&small, &small.initial(), Some(&[goal]), 1).expect_err("no goal");
        assert!(matches!(refused, SolveError::Goal { .. }), "{refused}");
    }
    for (text, want) in [
        (
            "3,0,0/0,0,0 0 0 0",
            "`3,0,0/0,0,0` cannot be worked out: pieces are powers of two from 2 to 16384",
        ),
        (
            "16384,16384,2/0,0,0 0 0 0",
            "pieces larger than 16384 can be met, with which nothing is worked out",
        ),
    ] {
        let position = small.parse_position(text).expect("a position");
        let refused = solve(&small, &position, None, 1).expect_err("such pieces");
        assert_eq!(refused.to_string(), want);
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release -p quincunx-twenty48 -- --ignored values_of_larger"]
fn values_of_larger_boards_equal_published_ones() {
    // From the literature, and by another program.
    for (columns, rows, scoring, want) in [
        (4, 2, Scoring::Standard, &[2_641.873][..]),
        (
            3,
            3,
            Scoring::Standard,
            &[5_468.487, 0.011_337_9, 0.736_774, 0.995_71],
        ),
        (3, 3, Scoring::Contest, &[13_213.115]),
    ] {
        let goals: &[u64] = if want.len() > 1 { &[1024, 512, 256] } else { &[] };
        let values = best(&rules(columns, rows, scoring, 0.1), Some(goals));
        for (found, want) in values.iter().zip(want) {
            assert!(
                (found - want).abs() < 1e-6 * want + 5e-6,
                "{columns}×{rows} {scoring:?}: {found}, not {want}"
            );
        }
    }
}

#[test]
fn damaged_tables_are_refused() {
    let rules = rules(2, 2, Scoring::Standard, 0.1);
    let (_, bytes) = solve(&rules, &rules.initial(), None, 1).expect("a small board");
    let ask_all = |bytes: &[u8]| -> Result<(), TablebaseError> {
        let mut reader = Reader::open(std::io::Cursor::new(bytes))?;
        for layer in 0..40 {
            reader.row(layer, 0)?;
        }
        Ok(())
    };
    ask_all(&bytes).expect("a whole table");
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(ask_all(&damaged).is_err(), "byte {at}");
        assert!(ask_all(&bytes[..at]).is_err(), "{at} bytes");
    }
    for text in [
        "",
        "not a table",
        "QXEXACT1",
        "QXEXACT1 and then nothing that makes sense",
    ] {
        assert!(ask_all(text.as_bytes()).is_err());
    }
}

#[test]
fn tiles_of_a_finished_board_are_reached() {
    let rules = rules(2, 2, Scoring::Standard, 0.1);
    let over = rules.parse_position("2,16/8,4 0 0 0").expect("a position");
    let (answer, _) = solve(&rules, &over, None, 1).expect("nothing is left to be worked out");
    assert_eq!((answer.values, answer.slides.len()), (vec![0.0, 1.0, 1.0], 0));
}

#[test]
fn the_player_plays_perfectly_with_exact_values() {
    let rules = rules(3, 2, Scoring::Standard, 0.1);
    let mut player = TablebasePlayer::new(PackedExpectimax::default());
    let mut analyze = |rules: &Twenty48, text: &str| {
        let position = rules.parse_position(text).expect("a position");
        assert_eq!(rules.turn(&position), Turn::Player(Side::One));
        player.analyze(rules, &position, &Limits::default(), &mut |_| {})
    };
    // First 2s in opposite corners; then a position that no game reaches, where one slide makes two merges.
    let beginning = analyze(&rules, "2,0,0/0,0,2 0 0 0");
    assert!(matches!(beginning.actions[0].value, Value::ExactPoints(points) if points > 400.0));
    let by_hand = analyze(&rules, "512,512,0/4,8,16 0 0 0");
    assert!(matches!(by_hand.actions[0].value, Value::ExactPoints(points) if points > 1024.0));
    // The positions that follow are solved as well, and their values are consistent.
    let best = by_hand.actions[0];
    let mut position = rules.parse_position("512,512,0/4,8,16").expect("a position");
    rules.play_unchecked(&mut position, best.action, &mut ());
    let mut expected = position.points() as f64;
    rules.for_each_chance(&position.clone(), |piece, probability| {
        let mut next = position.clone();
        rules.resolve_chance(&mut next, piece, &mut ());
        let value = analyze(&rules, &rules.position_text(&next)).actions[0].value;
        assert!(matches!(value, Value::ExactPoints(_)));
        expected += probability * value.expected();
    });
    assert_near(best.value.expected(), expected, "what follows");
    // Another scoring, then a larger board, which is not solved.
    let contest = self::rules(3, 2, Scoring::Contest, 0.1);
    let doubled = analyze(&contest, "2,2,0/2,2,0 0 0 0");
    assert!(matches!(doubled.actions[0].value, Value::ExactPoints(points) if points > 500.0));
    let large = analyze(&Twenty48::default(), "2,0,0,0/0,0,0,0/0,0,0,2/0,0,0,0 0 0 0");
    assert!(matches!(large.actions[0].value, Value::Points(_)));
}

#[test]
fn the_player_finds_tablebases_of_larger_boards() {
    let rules = rules(4, 2, Scoring::Contest, 0.25);
    let folder = std::env::temp_dir().join(format!("quincunx-exact-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let late = rules
        .parse_position("256,128,64,32/4,8,16,0 0 0 0")
        .expect("a position");
    let (answer, bytes) = solve(&rules, &late, Some(&[]), 2).expect("a late position");
    let path = folder.join("2048-4x2-contest-four-rate-0.25.exact");
    std::fs::write(&path, &bytes).expect("the folder can be written");
    let ask = |rules: &Twenty48, position: &Position| {
        let others = PackedExpectimax::new(1, 100);
        let mut player = TablebasePlayer::with_folder(others, Some(folder.clone()));
        player
            .analyze(rules, position, &Limits::default(), &mut |_| {})
            .actions[0]
            .value
    };
    let value = ask(&rules, &late);
    // A board and its transpose have one tablebase.
    let transposed = self::rules(2, 4, Scoring::Contest, 0.25);
    let late_transposed = transposed
        .parse_position("256,4/128,8/64,16/32,0")
        .expect("a position");
    assert_eq!(ask(&transposed, &late_transposed), value);
    // A position outside the tablebase, and rules without one.
    let early = rules.parse_position("2,0,0,0/0,0,0,2 0 0 0").expect("a position");
    let unknown = [
        ask(&rules, &early),
        ask(&self::rules(4, 2, Scoring::Contest, 0.1), &late),
    ];
    std::fs::remove_dir_all(&folder).expect("it was made");
    let Value::ExactPoints(points) = value else {
        panic!("{value} is not exact");
    };
    assert!(
        (points - answer.values[0]).abs() < 1e-9 * points,
        "{points} {}",
        answer.values[0]
    );
    assert!(
        unknown.iter().all(|value| matches!(value, Value::Points(_))),
        "{unknown:?}"
    );
}
