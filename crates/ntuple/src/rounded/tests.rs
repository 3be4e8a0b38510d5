use super::super::weights::Entries;
use super::*;

fn tables() -> Vec<Table> {
    let table = |name: &str, shape: &[usize]| Table {
        name: name.to_owned(),
        shape: shape.to_vec(),
    };
    vec![table("first", &[2, 2]), table("second", &[3])]
}

fn rounded() -> Rounded {
    let mut weights = Weights::new(7).expect("seven entries");
    let entries = [
        (100.0, 4.0),
        (-4.0, 100.0),
        (3.9, 100.0),
        (65_534.0, 60.0),
        (-65_534.0, 1e9),
        (-515.0, 50.0),
        (0.9, 5000.0),
    ];
    for (place, (value, amount)) in entries.into_iter().enumerate() {
        weights.set(place, Component::Value, value);
        weights.set(place, Component::Amounts, amount);
    }
    Rounded::of(
        &weights,
        &tables(),
        0.0,
        &Rounding {
            least: vec![20.0],
            step: 2.0,
        },
        |_| true,
    )
    .expect("seven values")
}

/// What tables are coded to of which nothing is stored.
fn nothing(tables: &[Table]) -> (Frequencies, Vec<Vec<u32>>) {
    let empty = |table: &Table| SparseTable::new(table.entries()).expect("they are few");
    let tables: Vec<_> = tables.iter().map(|table| (table, empty(table))).collect();
    encode(&tables).expect("they are few")
}

/// A file without a checksum, of tables that were coded to these bytes as if nothing were stored, with other
/// texts in the metadata.
fn plain(tables: &[Table], other: &[(&'static str, &str)], coded: &[Vec<u32>]) -> Vec<u8> {
    let mut texts = BTreeMap::from([
        (STEP, "1".to_owned()),
        (CODE.0, CODE.1.to_owned()),
        (SHAPES, shapes(tables)),
    ]);
    texts.extend(other.iter().map(|&(key, text)| (key, text.to_owned())));
    let bases = texts.get(BASES).cloned().unwrap_or_default();
    let tensors = tables.iter().zip(coded).map(|(table, words)| {
        let has_base = bases.contains(&format!("\"{}\":", table.name));
        tensor(table, has_base, words.len())
    });
    let tensors = [frequencies_tensor()].into_iter().chain(tensors);
    let mut bytes = Vec::new();
    write_header(&mut bytes, "of a test", texts, tensors).expect("memory can be written");
    let (frequencies, _) = nothing(tables);
    bytes.extend(frequencies.per_context().flatten().flat_map(u16::to_le_bytes));
    bytes.extend(coded.iter().flatten().flat_map(|word| word.to_le_bytes()));
    bytes
}

fn written() -> Vec<u8> {
    let mut bytes = Vec::new();
    rounded()
        .write(&mut bytes, "of a test", &tables())
        .expect("memory can be written");
    bytes
}

fn read(bytes: &[u8], tables: &[Table]) -> Result<Rounded, FileError> {
    let file = WeightsFile::open(bytes)?;
    assert!(file.is_rounded() && file.description() == "of a test");
    file.read_rounded(tables)
}

#[test]
fn values_are_rounded_and_those_that_matter_little_dropped() {
    let rounded = rounded();
    assert_eq!(rounded.multiples(), [48, -2, 0, 32_767, -32_767, -258, 0]);
    assert_eq!((rounded.kept(), rounded.step()), (5, 2.0));
}

#[test]
fn what_was_dropped_may_stay_so() {
    let learned = |dropped| {
        let mut weights = Weights::new(7).expect("seven entries");
        rounded().restore(&mut weights, 0.0, &[20.0], dropped);
        let before: Vec<f32> = weights.part(Component::Value).collect();
        for _ in 0..1000 {
            // The third and the last were dropped.
            weights.view_mut().learn(&Entries::new([0, 2, 6]), 6e4, 1.0);
        }
        let again = Rounding {
            least: vec![20.0],
            step: 2.0,
        };
        let again = Rounded::of(&weights, &tables(), 0.0, &again, |_| true).expect("seven values");
        let moved = weights
            .part(Component::Value)
            .zip(before)
            .map(|(now, before)| now - before);
        (moved.collect::<Vec<f32>>(), again.multiples().to_vec())
    };
    let (moved, multiples) = learned(Dropped::Stay);
    assert!(
        moved[0] > 1e3 && moved[2].abs() < 1e-9 && moved[6].abs() < 1e-9,
        "{moved:?}"
    );
    assert!(
        multiples[0] > 48 && (multiples[2], multiples[6]) == (0, 0),
        "{multiples:?}"
    );
    let (moved, multiples) = learned(Dropped::Learn);
    assert!(moved[2] > 1e3 && moved[6] > 1e3, "{moved:?}");
    assert!(multiples[2] > 0 && multiples[6] > 0, "{multiples:?}");
}

#[test]
fn what_values_have_learned_is_rounded() {
    let mut weights = Weights::new(4).expect("four entries");
    let four = [Table {
        name: "four".to_owned(),
        shape: vec![4],
    }];
    // Never met, met once, what was learned to be worth nothing, and what is worth more than was thought.
    for (place, (value, amount)) in [(100.0, 0.0), (99.0, 1.0), (0.0, 1e6), (130.0, 1e6)]
        .into_iter()
        .enumerate()
    {
        weights.set(place, Component::Value, value);
        weights.set(place, Component::Amounts, amount);
    }
    let rounding = Rounding {
        least: vec![20.0],
        step: 2.0,
    };
    let rounded = |may_be_met: fn(usize) -> bool| {
        let rounded = Rounded::of(&weights, &four, 100.0, &rounding, may_be_met);
        rounded.expect("four values").multiples().to_vec()
    };
    assert_eq!(rounded(|_| true), [0, 0, -50, 15]);
    assert_eq!(rounded(|entry| entry != 2), [0, 0, 0, 15]);
}

#[test]
fn what_is_written_is_read() {
    let read = read(&written(), &tables()).expect("it was written");
    assert_eq!((read.multiples(), read.step()), (rounded().multiples(), 2.0));
    assert_eq!(written(), written(), "the same values, the same bytes");
}

/// For those who want the values and no more.
#[test]
fn values_are_read_as_numbers_too() {
    let bytes = written();
    let mut weights = Weights::new(7).expect("seven entries");
    let file = WeightsFile::open(&*bytes).expect("it was written");
    file.read_into(&tables(), &[Component::Value], &mut weights)
        .expect("it was written");
    let want = [96.0, -4.0, 0.0, 65_534.0, -65_534.0, -516.0, 0.0];
    assert!(weights.part(Component::Value).eq(want));
    let file = WeightsFile::open(&*bytes).expect("it was written");
    let error = file.read_into(&tables(), &Component::ALL, &mut weights);
    assert!(matches!(error, Err(FileError::Other)));
}

/// Two stages of two tables; the second stage has gone on from the first.
fn of_stages() -> (Vec<Table>, Weights) {
    let table = |name: &str, side| Table {
        name: name.to_owned(),
        shape: vec![side],
    };
    let tables = vec![
        table("a", 3),
        table("b", 2),
        table("a late", 3),
        table("b late", 2),
    ];
    let mut weights = Weights::new(10).expect("ten entries");
    let values = [70.0, 80.0, 90.0, 5.0, 0.0, 70.5, 60.0, 90.0, -40.0, 1.0];
    for (place, value) in values.into_iter().enumerate() {
        weights.set(place, Component::Value, value);
        weights.set(place, Component::Amounts, 100.0);
    }
    (tables, weights)
}

#[test]
fn tables_are_reported_by_how_they_differ_from_earlier_ones() {
    let (tables, weights) = of_stages();
    let rounded = |least: &[f32], may_be_met: fn(usize) -> bool| {
        let rounding = Rounding {
            least: least.to_vec(),
            step: 1.0,
        };
        Rounded::of(&weights, &tables, 0.0, &rounding, may_be_met).expect("ten values")
    };
    let whole = rounded(&[10.0], |_| true);
    // What matters too little to be stored is worth what it was before.
    assert_eq!(whole.multiples(), [70, 80, 90, 5, 0, 70, 60, 90, -40, 1]);
    assert_eq!(whole.kept(), 7, "the last two differ from 5 and 0 in both");
    let mut bytes = Vec::new();
    whole
        .write(&mut bytes, "of a test", &tables)
        .expect("memory can be written");
    let again = read(&bytes, &tables).expect("it was written");
    assert_eq!(
        (again.multiples(), again.kept()),
        (whole.multiples(), whole.kept())
    );
    assert!(matches!(read(&bytes, &tables[..2]), Err(FileError::Other)));
    let turned: Vec<Table> = tables.iter().rev().cloned().collect();
    assert!(matches!(read(&bytes, &turned), Err(FileError::Other)));

    let late = rounded(&[10.0, 60.0], |_| true);
    assert_eq!(
        late.multiples(),
        [70, 80, 90, 5, 0, 70, 80, 90, -48, 0],
        "20 and 1 matter by less than 60"
    );
    let few = rounded(&[10.0], |entry| entry != 6 && entry != 8);
    assert_eq!(few.multiples(), [70, 80, 90, 5, 0, 70, 80, 90, 0, 1]);
}

/// Each is decoded with those that it differs from, whichever is needed first.
#[test]
fn stages_have_the_same_values_one_by_one() {
    let (tables, weights) = of_stages();
    let rounding = Rounding {
        least: vec![10.0],
        step: 1.0,
    };
    let rounded = Rounded::of(&weights, &tables, 0.0, &rounding, |_| true).expect("ten values");
    assert_eq!(rounded.tables[2].base, Some(0));
    let mut bytes = Vec::new();
    rounded
        .write(&mut bytes, "of a test", &tables)
        .expect("memory can be written");
    for order in [[0, 1], [1, 0]] {
        let file = WeightsFile::open(&*bytes).expect("it was written");
        let stages = file.read_stages(&tables, 2).expect("it was written");
        assert_eq!((stages.count(), stages.step()), (2, 1.0));
        for stage in order {
            let multiples = stages.multiples(stage).expect("it was written");
            let of_stage = &rounded.multiples()[5 * stage..];
            for first in 0..3 {
                for second in 3..5 {
                    let want = i32::from(of_stage[first]) + i32::from(of_stage[second]);
                    assert_eq!(multiples.sum(&[[first as u32], [second as u32]]), want);
                }
            }
        }
    }
    let (_, mut coded) = nothing(&tables);
    coded[3] = vec![u32::MAX; 10];
    let bytes = plain(&tables, &[], &coded);
    let file = WeightsFile::open(&*bytes).expect("its header is right");
    let stages = file.read_stages(&tables, 2).expect("nothing was decoded");
    assert!(stages.multiples(0).is_ok());
    for _ in 0..2 {
        let error = stages.multiples(1).map(|_| ()).expect_err("it is damaged");
        assert_eq!(error.to_string(), "its values in table `b late` are damaged");
    }
}

/// What stays is stored nothing of, so that of itself no table would need a base.
#[test]
fn what_stays_is_worth_what_it_has_come_to_be_before() {
    let (tables, mut weights) = of_stages();
    let rounding = Rounding {
        least: vec![10.0],
        step: 1.0,
    };
    let round =
        |weights: &Weights| Rounded::of(weights, &tables, 0.0, &rounding, |_| true).expect("ten values");
    round(&weights).restore(&mut weights, 0.0, &[10.0], Dropped::Stay);
    // The first stage learns on.
    for place in 0..3 {
        let value = weights.part(Component::Value).nth(place).expect("ten entries");
        weights.set(place, Component::Value, value + 8.0);
    }
    assert_eq!(
        round(&weights).multiples(),
        [78, 88, 98, 5, 0, 78, 60, 98, -40, 1]
    );
}

#[test]
fn a_step_that_does_not_reach_all_that_was_learned_is_refused() {
    let (tables, mut weights) = of_stages();
    let round = |weights: &Weights, step| {
        let rounding = Rounding {
            least: vec![10.0],
            step,
        };
        Rounded::of(weights, &tables, 0.0, &rounding, |_| true)
    };
    weights.set(1, Component::Value, -50_000.0);
    let refused = round(&weights, 1.0).expect_err("it is too fine");
    let RoundingError::Step { learned, .. } = refused else {
        panic!("{refused}");
    };
    assert_eq!(learned, 50_000.0);
    let stored = refused.to_string();
    let (_, step) = stored
        .split_once("a step of ")
        .expect("the error names one that will do");
    let step: f32 = step.trim_end_matches(" will do").parse().expect("a number");
    assert_eq!(round(&weights, step).expect("it does").multiples()[1], -32_767);
    // What is dropped may have learned anything.
    weights.set(1, Component::Amounts, 1e-9);
    assert_eq!(round(&weights, 1.0).expect("it is dropped").multiples()[1], 0);
}

#[test]
fn values_may_differ_from_one_end_to_the_other() {
    let (tables, mut weights) = of_stages();
    for (place, value) in [(0, -32_767.0), (5, 32_767.0)] {
        weights.set(place, Component::Value, value);
    }
    let rounding = Rounding {
        least: vec![10.0],
        step: 1.0,
    };
    let rounded = Rounded::of(&weights, &tables, 0.0, &rounding, |_| true).expect("ten values");
    assert_eq!(
        (rounded.multiples()[0], rounded.multiples()[5]),
        (-32_767, 32_767)
    );
    assert_eq!(rounded.tables[2].base, Some(0));
    let mut bytes = Vec::new();
    rounded
        .write(&mut bytes, "of a test", &tables)
        .expect("memory can be written");
    assert_eq!(
        read(&bytes, &tables).expect("it was written").multiples(),
        rounded.multiples()
    );
}

#[test]
fn a_file_whose_table_has_no_earlier_base_is_refused() {
    let (tables, _) = of_stages();
    for (bases, is_right) in [
        (r#"{"a late":"a"}"#, true),
        (r#"{"a late":"a","b late":"b"}"#, true),
        (r#"{"a":"a"}"#, false),
        (r#"{"a":"a late"}"#, false),
        (r#"{"b late":"a"}"#, false),
        (r#"{"a late":"c"}"#, false),
        (r#"{"a late":"a","c":"a"}"#, false),
        ("a", false),
    ] {
        let (_, coded) = nothing(&tables);
        let bytes = plain(&tables, &[(BASES, bases)], &coded);
        match read(&bytes, &tables) {
            Ok(_) => assert!(is_right, "{bases}"),
            Err(error) => assert!(!is_right && matches!(error, FileError::Other), "{bases}: {error}"),
        }
    }
}

#[test]
fn what_is_damaged_or_something_else_is_refused() {
    let bytes = written();
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length], &tables()).is_err(), "{length}");
    }
    // The checksum is behind the values.
    let mut damaged = bytes.clone();
    let at = damaged.len() - 6;
    damaged[at] ^= 1;
    assert!(matches!(read(&damaged, &tables()), Err(FileError::Damaged(_))));
    let longer = [&*bytes, b"and so on"].concat();
    assert!(read(&longer, &tables()).is_err());
    let mut others = tables();
    others[1].shape = vec![9];
    assert!(matches!(read(&bytes, &others), Err(FileError::Other)));
    assert!(matches!(read(&bytes, &tables()[..1]), Err(FileError::Other)));
}

#[test]
fn what_is_reported_of_a_file_must_be_right() {
    let tables = tables();
    let (_, coded) = nothing(&tables);
    let error = |bytes: &[u8]| {
        let error = read(bytes, &tables).map(|_| ()).expect_err("it is wrong");
        error.to_string()
    };
    assert!(read(&plain(&tables, &[], &coded), &tables).is_ok());
    for step in ["0", "-1", "NaN", "inf", "x"] {
        assert_eq!(
            error(&plain(&tables, &[(STEP, step)], &coded)),
            format!("its values are multiples of `{step}`, which is no positive number")
        );
    }
    assert_eq!(
        error(&plain(&tables, &[("code", "0")], &coded)),
        "its rounded values were written by another version of this program, in a form of its own"
    );
    let foreign = vec![coded[0].clone(), [u32::MAX; 10].to_vec()];
    assert_eq!(
        error(&plain(&tables, &[], &foreign)),
        "its values in table `second` are damaged"
    );
    let long = vec![coded[0].clone(), vec![0; max_bytes(&tables[1]) / 4 + 1]];
    let error = read(&plain(&tables, &[], &long), &tables);
    assert!(matches!(error, Err(FileError::Other)));
}
