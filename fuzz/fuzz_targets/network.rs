//! Networks that training goes on with: files that were saved, with other descriptions and numbers, whole,
//! values alone, rounded, compressed or cut off, are refused or read; what is read is saved and read again
//! alike, and trained. Any bytes are refused or read as well.

#![no_main]

use std::io::{Read as _, Write as _};
use std::num::NonZero;

use arbitrary::Arbitrary;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use quincunx_ntuple::{Dropped, Rounding, TrainingStop};
use quincunx_registry::Learning;
use quincunx_registry::learning::{NewStageValues, Saved, Trainer, TrainingOptions};
use serde_json::Value;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Bytes(&'a [u8]),
    File(File<'a>),
}

#[derive(Arbitrary, Debug)]
struct File<'a> {
    network: u8,
    form: Form,
    optimism: Option<u16>,
    /// Members of the description with other values.
    members: Vec<(u8, &'a str)>,
    /// Numbers in place of others.
    numbers: Vec<(u16, [u8; 4])>,
    cut: Option<u16>,
    is_compressed: bool,
}

#[derive(Arbitrary, Debug)]
enum Form {
    All,
    Values,
    Rounded(u8, u8),
}

/// Networks of a few numbers.
const NETWORKS: [&str; 4] = ["0", "01 4", "01 @8", "012 45 @4 @16"];

const MEMBERS: [&str; 11] = [
    "form",
    "program",
    "game",
    "options",
    "network",
    "whole_network",
    "seed",
    "optimism",
    "origins",
    "log",
    "rounded",
];

fuzz_target!(|input: Input<'_>| {
    let game = quincunx_catalog::find("2048").expect("it is in the list");
    let learning = game.learning().expect("it can be learned");
    let bytes = match &input {
        Input::Bytes(bytes) => bytes.to_vec(),
        Input::File(file) => match file.bytes(learning) {
            Some(bytes) => bytes,
            None => return,
        },
    };
    if asks_much(&bytes) {
        return;
    }
    let _ = learning.read_network(&*bytes);
    let begun =
        learning.begin_training_from(&*bytes, Some("01 4"), NewStageValues::Zero, Dropped::Stay, None);
    drop(begun);
    let Ok(mut trainer) = learning.resume_training(&*bytes) else {
        return;
    };
    check(learning, &trainer);
    let config = trainer
        .description()
        .training_config(&TrainingOptions::default(), NonZero::<usize>::MIN);
    let games = trainer.description().games().saturating_add(1);
    let trained = trainer.train(&config, games, &TrainingStop::default(), &|_| {});
    trained.expect("there is memory");
    check(learning, &trainer);
});

/// Checks that a network is read as it is saved.
fn check(learning: &dyn Learning, trainer: &Trainer) {
    let saved = save(trainer, Saved::All);
    let again = learning
        .resume_training(&*saved)
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(again == *trainer);
    assert_eq!(again.description(), trainer.description());
    assert_eq!(save(&again, Saved::All), saved);
    learning
        .read_network(&*save(trainer, Saved::Values))
        .unwrap_or_else(|error| panic!("{error}"));
}

fn save(trainer: &Trainer, what: Saved) -> Vec<u8> {
    let mut bytes = Vec::new();
    trainer.save(&mut bytes, what).expect("nothing fails in memory");
    bytes
}

/// Returns whether a file is of tables of many numbers, which take long and say no more.
fn asks_much(bytes: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    bytes.windows(8).any(|bytes| bytes == b"\"network")
        && bytes
            .split(|byte| !is_digit(byte))
            .any(|word| word.len() > 4 && word.is_sorted_by(|one, next| one < next))
}

impl File<'_> {
    /// Makes the file; `None` where the values cannot be rounded so.
    fn bytes(&self, learning: &dyn Learning) -> Option<Vec<u8>> {
        let text = NETWORKS[usize::from(self.network) % NETWORKS.len()];
        let options = quincunx_core::Options::defaults(learning.options());
        let mut trainer = learning.begin_training(&options, text, 1).expect("it is small");
        if let Some(points) = self.optimism {
            trainer.expect(points.into());
        }
        let mut bytes = match self.form {
            Form::All => save(&trainer, Saved::All),
            Form::Values => save(&trainer, Saved::Values),
            Form::Rounded(step, least) => {
                let rounding = Rounding {
                    step: f32::from(step).max(0.5),
                    least: vec![least.into()],
                };
                let mut bytes = Vec::new();
                trainer.save_rounded(&mut bytes, &rounding).ok()?;
                unpacked(&bytes)
            }
        };
        let header_end = 8 + u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
        let mut header: Value = serde_json::from_slice(&bytes[8..header_end]).expect("it was saved");
        let described = &mut header["__metadata__"]["quincunx"];
        let mut description: Value =
            serde_json::from_str(described.as_str().expect("a text")).expect("it was saved");
        for (member, json) in self.members.iter().take(8) {
            if let Ok(value) = serde_json::from_str(json) {
                description[MEMBERS[usize::from(*member) % MEMBERS.len()]] = value;
            }
        }
        *described = description.to_string().into();
        let mut body = bytes.split_off(header_end);
        for (place, number) in &self.numbers {
            let places = body.len() / 4;
            if places > 0 {
                body[usize::from(*place) % places * 4..][..4].copy_from_slice(number);
            }
        }
        let header = header.to_string();
        let mut file = [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &*body].concat();
        if let Some(cut) = self.cut {
            file.truncate(file.len().saturating_sub(cut.into()));
        }
        if self.is_compressed {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&file).expect("nothing fails in memory");
            file = encoder.finish().expect("nothing fails in memory");
        }
        Some(file)
    }
}

/// Returns what a compressed file holds.
fn unpacked(file: &[u8]) -> Vec<u8> {
    if !file.starts_with(&[0x1f, 0x8b]) {
        return file.to_vec();
    }
    let mut bytes = Vec::new();
    GzDecoder::new(file)
        .read_to_end(&mut bytes)
        .expect("it was saved");
    bytes
}
