//! The log makes the table again, whatever was done, and a damaged one makes none.

use proptest::prelude::*;

use super::*;

#[test]
fn a_table_is_made_again_of_its_log() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        for n in 0..4 {
            bench.play(n);
        }
        bench.undo(1).expect("alone one takes back at will");
        bench.undo(1).expect("and again");
        bench.redo(1).expect("and forth");
        bench.assert_as_restored();
        bench.play(0);
        bench.assert_as_restored();
        let (last, log) = bench.log.split_last().expect("events");
        let mut other = Table::restore(bench.table.id(), log.iter().cloned()).expect("its own log");
        let update = other.follow(last).expect("the next event");
        assert_eq!(update.situation, other.situation(bench.now));
        assert_eq!(
            other.snapshot(None, bench.now),
            bench.table.snapshot(None, bench.now)
        );
        assert!(matches!(other.follow(last), Err(RestoreError::Gap { .. })));
    }
}

#[test]
fn a_damaged_log_is_reported_and_makes_no_table() {
    let entry = GAMES[0];
    let mut bench = Bench::new(setup(entry, &alone(entry)));
    bench.play(0);
    let id = bench.table.id();
    let with = |change: &dyn Fn(&mut Vec<Logged>)| {
        let mut log = bench.log.clone();
        change(&mut log);
        Table::restore(id, log)
            .err()
            .expect("the log is damaged")
            .to_string()
    };
    let put = |event: Event| with(&move |log: &mut Vec<Logged>| log[1].event = event.clone());
    assert_eq!(with(&|log| log.clear()), "the table has no events");
    assert_eq!(with(&|log| log[1].seq = 2), "event 2 comes where 1 should");
    assert_eq!(with(&|log| drop(log.remove(0))), "event 1 comes where 0 should");
    assert_eq!(put(bench.log[0].event.clone()), "event 1 is out of place");
    let cannot = "event 1 cannot have happened: ";
    for event in [
        Event::Undone { to: 1 },
        Event::Redone { to: usize::MAX },
        Event::Claimed {
            player: 0,
            token: token(1).hash(),
        },
        Event::Claimed {
            player: 3,
            token: token(1).hash(),
        },
        Event::Offered {
            player: 0,
            kind: OfferKind::Draw,
        },
        Event::Offered {
            player: 3,
            kind: OfferKind::Draw,
        },
        Event::Ended {
            ending: Ending::Time,
            winner: Some(3),
        },
        Event::Played {
            action: "nonsense".to_owned(),
            chances: Vec::new(),
        },
    ] {
        let error = put(event.clone());
        assert!(error.starts_with(cannot), "{event:?}: {error}");
    }
}

#[test]
fn what_makes_no_game_is_refused() {
    for entry in GAMES {
        let refused = |change: &dyn Fn(&mut Setup)| {
            let mut setup = setup(*entry, &alone(*entry));
            change(&mut setup);
            Table::create("0123456789ab".parse().expect("a name"), setup)
                .err()
                .map(|refusal| refusal.code)
        };
        assert_eq!(refused(&|_| {}), None);
        assert_eq!(
            refused(&|setup| setup.game = "chess".to_owned()),
            Some(Code::Unknown)
        );
        assert_eq!(refused(&|setup| setup.seats.push(me(1))), Some(Code::Malformed));
        assert_eq!(refused(&|setup| setup.seats.clear()), Some(Code::Malformed));
        for level in [0, 6] {
            assert_eq!(
                refused(&|setup| setup.seats[0] = Seat::Computer { level }),
                Some(Code::Malformed)
            );
        }
        assert_eq!(
            refused(&|setup| setup.clock = Some(ClockSetup::Move { each: 1 })),
            Some(Code::Malformed)
        );
        assert_eq!(
            refused(&|setup| drop(setup.options.insert("luck".into(), "1".into()))),
            Some(Code::Illegal)
        );
        assert_eq!(
            refused(&|setup| setup.record = Some("no record".into())),
            Some(Code::Illegal)
        );
        assert_eq!(
            refused(&|setup| setup.record = Some("x".repeat(MAX_RECORD_BYTES + 1))),
            Some(Code::TooLarge)
        );
    }
}

#[test]
fn a_game_that_would_take_too_much_memory_is_refused() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        let computers = vec![COMPUTER; usize::from(entry.players())];
        let mut idle = Bench::new(setup(*entry, &computers));
        assert_eq!(idle.table.computer_to_move(), Some(1));
        idle.table.weight.fill();
        assert_eq!(idle.table.computer_to_move(), None, "it could not move");
        bench.table.weight.fill();
        let action = bench.table.session().legal_actions()[0];
        let play = Command::Play {
            at: 0,
            action: Some(action),
            text: None,
        };
        assert_eq!(refused(bench.give(1, &play)), Code::TooLarge);
        bench
            .give(1, &Command::Resign {})
            .expect("a game can always be ended");
    }
}

/// A command as a page, a stranger or a machine gone mad may give it.
#[derive(Clone, Debug)]
enum Deed {
    Play(usize),
    Give(u8, Command),
    Undo(u8),
    Redo(u8),
    Wait(Millis),
    Away(Millis),
}

fn deeds() -> impl Strategy<Value = Deed> {
    let kind = prop::sample::select(vec![OfferKind::Undo, OfferKind::Draw, OfferKind::Rematch]);
    let by = 1..4_u8;
    prop_oneof![
        8 => any::<usize>().prop_map(Deed::Play),
        2 => by.clone().prop_map(Deed::Undo),
        2 => by.clone().prop_map(Deed::Redo),
        2 => (by.clone(), kind.clone()).prop_map(|(by, kind)| Deed::Give(by, Command::Offer { kind })),
        2 => (by.clone(), kind.clone(), any::<bool>())
            .prop_map(|(by, kind, accept)| Deed::Give(by, answer(kind, accept))),
        1 => by.clone().prop_map(|by| Deed::Give(by, Command::Claim { invitation: token(7), token: token(by) })),
        1 => (by, 0..9_u64, any::<usize>()).prop_map(|(by, at, action)| {
            Deed::Give(by, Command::Play { at, action: Some(action), text: None })
        }),
        1 => Just(Deed::Give(1, Command::Resign {})),
        2 => (0..4_000_u64).prop_map(Deed::Wait),
        1 => (0..9_000_u64).prop_map(Deed::Away),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_the_log_makes_the_same_table(
        game in 0..GAMES.len(),
        seating in 0..5_usize,
        clock in prop::option::of((1_000..9_000_u64, 0..900_u64)),
        deeds in prop::collection::vec(deeds(), 0..60),
    ) {
        let entry = GAMES[game];
        let seats = [[me(1), me(1)], [me(1), me(2)], [me(1), COMPUTER], [COMPUTER, invited(7)], [COMPUTER, COMPUTER]];
        let mut setup = setup(entry, &seats[seating][..usize::from(entry.players())]);
        setup.clock = clock.map(|(total, increment)| ClockSetup::Total { total, increment });
        let mut bench = Bench::new(setup);
        for deed in deeds {
            if let Some((event, update)) = bench.table.tick(bench.now) {
                bench.log.push(Logged { seq: update.seq, at: bench.now, event });
            }
            match deed {
                Deed::Play(nth) => {
                    let movable = bench.table.to_act().is_some_and(|player| {
                        !matches!(bench.table.seats[player.index()], Seat::Invited { .. })
                    });
                    if movable && !bench.table.is_waiting() {
                        bench.play(nth);
                    }
                }
                Deed::Give(by, command) => drop(bench.give(by, &command)),
                Deed::Undo(by) => drop(bench.undo(by)),
                Deed::Redo(by) => drop(bench.redo(by)),
                Deed::Wait(time) => bench.now += time,
                Deed::Away(away) => {
                    if let Some((event, update)) = bench.table.resume(away, bench.now) {
                        bench.log.push(Logged { seq: update.seq, at: bench.now, event });
                    }
                }
            }
        }
        bench.assert_as_restored();
    }
}
