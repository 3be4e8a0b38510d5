use super::*;

/// Returns by how much an entry with these sums grows that learns an error of 1 at once.
fn step(errors: f32, amounts: f32) -> f32 {
    let mut weights = Weights::new(1).expect("one entry");
    weights.set(0, Component::Errors, errors);
    weights.set(0, Component::Amounts, amounts);
    let grown = weights.view_mut().learn(&Entries::new([0]), 1.0, 1.0);
    assert_eq!(weights.part(Component::Value).next(), Some(grown));
    assert_eq!(weights.part(Component::Errors).next(), Some(errors + 1.0));
    assert_eq!(weights.part(Component::Amounts).next(), Some(amounts + 1.0));
    grown
}

#[test]
fn an_entry_has_a_rate_of_its_own() {
    for (errors, amounts, rate) in [
        (0.0, 0.0, 1.0),
        (3.0, 3.0, 1.0),
        (-1.0, 4.0, 0.25),
        (0.0, 2.0, 0.0),
    ] {
        assert_eq!(step(errors, amounts), rate, "{errors}, {amounts}");
    }
}

#[test]
fn at_one_rate_for_all_nothing_is_remembered() {
    let mut weights = Weights::new(3).expect("three entries");
    weights.set(1, Component::Errors, 1.0);
    weights.set(1, Component::Amounts, 4.0);
    assert_eq!(
        weights.view_mut().learn_alike(&Entries::new([0, 1]), 8.0, 0.5),
        4.0
    );
    let part = |part| weights.part(part).collect::<Vec<f32>>();
    assert_eq!(part(Component::Value), [2.0, 2.0, 0.0]);
    assert_eq!(part(Component::Errors), [0.0, 1.0, 0.0]);
    assert_eq!(part(Component::Amounts), [0.0, 4.0, 0.0]);
}

/// Such as a file may hold.
#[test]
fn sums_that_no_errors_have_give_no_rate_above_one() {
    for (errors, amounts) in [(100.0, 2.0), (-100.0, 2.0), (5.0, 0.0), (-5.0, 0.0)] {
        assert_eq!(step(errors, amounts), 1.0, "{errors}, {amounts}");
    }
}

#[test]
fn the_parts_of_an_entry_are_kept_apart() {
    let mut weights = Weights::new(3).expect("three entries");
    for (place, part, number) in [
        (0, Component::Errors, -1.0),
        (1, Component::Amounts, 2.0),
        (2, Component::Value, 3.0),
    ] {
        weights.set(place, part, number);
    }
    let part = |part| weights.part(part).collect::<Vec<f32>>();
    assert_eq!(part(Component::Value), [0.0, 0.0, 3.0]);
    assert_eq!(part(Component::Errors), [-1.0, 0.0, 0.0]);
    assert_eq!(part(Component::Amounts), [0.0, 2.0, 0.0]);
}

#[test]
fn entries_are_taken_over_with_all_that_they_know() {
    let mut others = Weights::new(3).expect("three entries");
    for (number, part) in (1u8..).zip(Component::ALL) {
        for (place, of_part) in (0u8..).zip(others.part_mut(part)) {
            *of_part = f32::from(10 * number + place);
        }
    }
    let mut weights = Weights::new(4).expect("four entries");
    weights.copy_entries(2, &others, 1..3);
    for (number, part) in (1u8..).zip(Component::ALL) {
        let want = [0, 0, 10 * number + 1, 10 * number + 2].map(f32::from);
        assert!(weights.part(part).eq(want), "{part:?}");
    }
}

/// Learns an error of an entry, by halves.
fn learn(weights: &mut Weights, entry: u32, error: f32) {
    let value = weights
        .part(Component::Value)
        .nth(entry as usize)
        .expect("an entry");
    weights
        .view_mut()
        .learn(&Entries::new([entry]), value + error, 0.5);
}

#[test]
fn what_replicas_have_learned_is_put_together() {
    let many = 3 * BLOCK as u32;
    let mut weights = Weights::new(many as usize).expect("entries");
    learn(&mut weights, 1, 8.0);
    learn(&mut weights, many - 1, 8.0);
    let mut replicas = [
        weights.replica().expect("a copy"),
        weights.replica().expect("a copy"),
    ];
    // One moves it from 4 to 5, the other, that errs three times as much, to 1.
    learn(&mut replicas[0], 1, 2.0);
    learn(&mut replicas[1], 1, -6.0);
    // Nobody else has met the last one.
    learn(&mut replicas[1], many - 1, 4.0);
    weights.merge(&mut replicas);
    let mut want = vec![[0.0; 3]; many as usize];
    want[1] = [4.0 + (2.0 * 1.0 + 6.0 * -3.0) / 8.0, 8.0 - 4.0, 8.0 + 8.0];
    want[many as usize - 1] = [6.0, 12.0, 12.0];
    for replica in [&weights, &replicas[0], &replicas[1]] {
        for (number, of) in Component::ALL.into_iter().enumerate() {
            assert!(
                replica.part(of).eq(want.iter().map(|entry| entry[number])),
                "{of:?}"
            );
        }
    }
    let before: Vec<f32> = weights.part(Component::Value).collect();
    weights.merge(&mut replicas);
    assert!(
        weights.part(Component::Value).eq(before),
        "what has been put together is not learned again"
    );
}

#[test]
#[should_panic(expected = "these are replicas")]
fn what_is_no_replica_is_not_put_together() {
    let new = || Weights::new(1).expect("one entry");
    new().merge(&mut [new()]);
}

/// An amount of 2^30 does not grow by 1 in 32 bits.
#[test]
fn what_is_learned_where_amounts_grow_no_more_is_not_lost() {
    let mut weights = Weights::new(1).expect("an entry");
    for part in [Component::Errors, Component::Amounts] {
        weights.set(0, part, (1 << 30) as f32);
    }
    let mut replicas = [(); 2].map(|()| weights.replica().expect("a copy"));
    learn(&mut replicas[0], 0, 1.0);
    learn(&mut replicas[1], 0, 0.5);
    weights.merge(&mut replicas);
    assert!(weights.part(Component::Amounts).eq([(1 << 30) as f32]));
    assert!(
        weights.part(Component::Value).eq([0.375]),
        "the mean of 0.5 and 0.25"
    );
}

#[test]
fn replicas_that_learn_at_one_rate_count_alike() {
    let mut weights = Weights::new(2).expect("two entries");
    let mut replicas = [(); 3].map(|()| weights.replica().expect("a copy"));
    for (replica, target) in replicas.iter_mut().zip([2.0, 6.0]) {
        replica.view_mut().learn_alike(&Entries::new([0]), target, 0.5);
    }
    replicas[2].view_mut().learn_alike(&Entries::new([1]), 1.0, 0.5);
    weights.merge(&mut replicas);
    assert!(weights.part(Component::Value).eq([2.0, 0.5]));
    assert!(weights.part(Component::Amounts).eq([0.0; 2]));
}

#[test]
#[should_panic(expected = "there is no entry 2")]
fn an_entry_that_is_none_is_refused() {
    let mut weights = Weights::new(2).expect("two entries");
    let _ = weights.view_mut().sum(&Entries::new([1, 2, 0]));
}
