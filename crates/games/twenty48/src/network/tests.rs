//! Trained networks: evaluation, what they know, and files of them.

use std::fs;
use std::io::Read;
use std::sync::Arc;

use flate2::read::GzDecoder;
use quincunx_core::Random;
use quincunx_ntuple::{Features, Rounding, Table};
use quincunx_registry::learning::{Saved, Trainer};

use super::file_cache;
use super::spec::NetworkSpec;
use super::trained::highest_known;
use super::trained::{NetworkError, TrainedNetwork};
use super::training::LEARNING;
use crate::network::TupleFeatures;
use crate::options::OPTIONS;
use crate::packed::PackedPosition;
use crate::packed_board::PackedBoard;
use crate::position::Scoring;
use crate::tests::{random_board, saved, train};
use quincunx_core::Options;

fn trained(scoring: &str) -> Trainer {
    let mut trainer = begun(scoring);
    train(&mut trainer, 20, None);
    trainer
}

fn begun(scoring: &str) -> Trainer {
    let mut options = Options::defaults(OPTIONS);
    options.set("scoring", scoring).expect("a scoring");
    let trainer = LEARNING.begin_training(&options, "012 4567", 1);
    trainer.expect("a network")
}

fn rounded(trainer: &Trainer, least: f32, step: f32) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    let least = vec![least];
    let loss = trainer.save_rounded(&mut bytes, &Rounding { least, step });
    (bytes, loss.expect("memory can be written").kept)
}

fn read(bytes: &[u8]) -> TrainedNetwork {
    TrainedNetwork::read(bytes).expect("it was saved")
}

#[test]
fn a_board_is_evaluated_by_its_entries() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.safetensors");
    let bytes = saved(&trained("contest"), Saved::All);
    fs::write(&path, bytes).expect("a temporary folder can be written");
    let network = file_cache::read(&path).expect("it was saved");
    assert_eq!(network.scoring(), Scoring::Contest);
    assert!((4..11).contains(&network.known()), "{}", network.known());
    let features = TupleFeatures::<2>::new("012 4567".parse().expect("tuples")).expect("two");
    let mut random = Random::new(2);
    for _ in 0..50 {
        let board = random_board(&mut random, 5);
        let entries: [u32; 16] = features.active(&PackedPosition::after_move(board));
        let values = network.whole_values().expect("nothing was rounded");
        let want: f32 = entries.iter().map(|&entry| values[entry as usize]).sum();
        assert!((network.evaluate(board) - want).abs() <= 1e-3 * want.abs().max(1.0));
    }
    let again = file_cache::read(&path).expect("it was saved");
    assert!(Arc::ptr_eq(&network, &again), "it is read once");
    fs::write(&path, "Dear diary").expect("it can be written");
    let cached = file_cache::get(&path).expect("it was read");
    assert!(
        Arc::ptr_eq(&network, &cached),
        "a player keeps the network that it began with"
    );
    assert!(matches!(file_cache::read(&path), Err(NetworkError::Learning(_))));
    drop(folder);
    assert!(matches!(file_cache::read(&path), Err(NetworkError::Io(_))));
}

#[test]
fn rounded_values_evaluate_nearly_alike() {
    let trainer = trained("standard");
    let (rounded, kept) = rounded(&trainer, 0.0, 0.25);
    assert!(kept > 1000, "{kept}");
    let [whole, rounded] = [saved(&trainer, Saved::All), rounded].map(|bytes| read(&bytes));
    assert!(whole.known() >= rounded.known() && rounded.known() > 4);
    let mut random = Random::new(3);
    for _ in 0..50 {
        let board = random_board(&mut random, 5);
        // Each of sixteen entries is at most half a step off.
        let off = whole.evaluate(board) - rounded.evaluate(board);
        assert!(off.abs() <= 16.0 * 0.125 + 0.01, "{off}");
    }
}

#[test]
fn the_shipped_networks_fit_their_rules() {
    let empty = [Scoring::Standard, Scoring::Contest].map(|scoring| {
        let network = TrainedNetwork::shipped(scoring).expect("memory for it");
        assert_eq!(network.scoring(), scoring);
        network.evaluate(PackedBoard::default().with(0, 1))
    });
    // The value of a new game.
    assert!((100_000.0..500_000.0).contains(&empty[0]), "{empty:?}");
    assert!(empty[1] > 1.2 * empty[0], "double merges give more: {empty:?}");
}

#[test]
fn boards_are_known_up_to_the_piece_before_the_last_one_made_often() {
    let tables = "0 01".parse::<NetworkSpec>().expect("tuples").tables();
    let first_of_pairs = 16;
    let mut values = vec![0.0; 16 + 256];
    let known = |values: &[f32]| {
        let changed = Table::ranges(&tables).map(|range| {
            let values = values[range].iter().enumerate();
            values.filter(|&(_, &value)| value != 0.0).map(|(entry, _)| entry)
        });
        highest_known(changed, &tables)
    };
    assert_eq!(known(&values), 1);
    // Two cells with exponents up to 9 in all ways, and a 1024 beside everything but another.
    let pair = |one: usize, other: usize| {
        let plane = |bit: usize| (one >> bit & 1) | (other >> bit & 1) << 1;
        first_of_pairs + (plane(0) | plane(1) << 2 | plane(2) << 4 | plane(3) << 6)
    };
    for one in 0..10 {
        values[one] = 1.0;
        for other in 0..10 {
            values[pair(one, other)] = -1.0;
        }
    }
    assert_eq!(known(&values), 8, "all games have ended with 512");
    values[10] = 1.0;
    for other in 0..6 {
        values[pair(10, other)] = 1.0;
    }
    assert_eq!(known(&values), 8, "7 with 1024, and 20 with 512");
    for other in 0..6 {
        values[pair(other, 10)] = 1.0;
    }
    assert_eq!(known(&values), 9, "13 of 20 are at least half");
    values[15] = 1.0;
    assert_eq!(known(&values), 9, "nothing leads to 32768");
}

/// Players take the constant, so that they need not decode every stage.
#[test]
fn the_shipped_networks_know_what_their_values_say() {
    for file in [quincunx_standard::NETWORK, quincunx_contest::NETWORK] {
        assert_eq!(read(file).known(), TrainedNetwork::SHIPPED_KNOWN);
    }
}

/// Rounding drops what was met rarely.
#[test]
fn boards_of_the_last_stage_are_known() {
    for (network, known) in [
        ("012 4567", 1),
        ("012 4567 @256 @16384", 14),
        ("012 4567 @256 @16384 @16384+8192", 14),
        ("012 4567 @256 @16384+8192", 8),
    ] {
        let trainer = LEARNING.begin_training(&Options::defaults(OPTIONS), network, 1);
        let trainer = trainer.expect("a network");
        let evaluated = read(&saved(&trainer, Saved::Values));
        assert_eq!(evaluated.known(), known, "{network}");
    }
}

#[test]
fn rounding_does_not_change_what_is_known() {
    let trainer = trained("standard");
    let known = read(&saved(&trainer, Saved::All)).known();
    for least in [0.0, 30.0, 100.0] {
        let (bytes, kept) = rounded(&trainer, least, 4.0);
        assert!(kept > 500);
        assert_eq!(read(&bytes).known(), known, "{least}");
    }
}

#[test]
fn rounding_keeps_an_optimistic_start() {
    let mut trainer = begun("standard");
    trainer.expect(160_000.0);
    train(&mut trainer, 20, None);
    let (rounded, _) = rounded(&trainer, 0.0, 4.0);
    let again = LEARNING.read_network(&*rounded).expect("it was saved");
    let files = [saved(&trainer, Saved::All), rounded, saved(&again, Saved::Values)];
    let [whole, rounded, exported] = files.map(|bytes| read(&bytes));
    let unknown = (0..16).fold(PackedBoard::default(), |board, cell| {
        board.with(cell, whole.known())
    });
    assert!(
        whole.evaluate(unknown) > 100_000.0,
        "unknown boards keep their first value"
    );
    let mut random = Random::new(3);
    for board in std::iter::once(unknown).chain((0..50).map(|_| random_board(&mut random, 5))) {
        for other in [&rounded, &exported] {
            let off = whole.evaluate(board) - other.evaluate(board);
            // Each of sixteen entries is at most half a step off.
            assert!(off.abs() <= 16.0 * 2.0 + 0.1, "{off}");
        }
    }
}

#[test]
fn impossible_values_are_refused() {
    let mut hopeful = begun("standard");
    hopeful.expect(3e38);
    let whole = saved(&hopeful, Saved::All);
    let (rounded, _) = rounded(&trained("standard"), 0.0, 0.25);
    let mut steep = Vec::new();
    let mut decoder = GzDecoder::new(&*rounded);
    decoder.read_to_end(&mut steep).expect("it was saved");
    assert!(TrainedNetwork::read(&*steep).is_ok());
    let [step, steeper] = [r#""step":"0.25""#, r#""step":"3e38""#].map(str::as_bytes);
    let at = steep.windows(step.len()).position(|window| window == step);
    let at = at.expect("the step is in the metadata");
    steep[at..at + step.len()].copy_from_slice(steeper);
    for (bytes, want) in [
        (
            whole,
            "expected 0 to 1000000000.0 under `optimism` of its description, found 3e38",
        ),
        (steep, "expected values of at most 1e12 points, found inf"),
    ] {
        let error = TrainedNetwork::read(&*bytes).expect_err("no game has so many points");
        assert_eq!(error.to_string(), want);
    }
}
