//! How games end other than by their rules, how others begin, and who comes to sit at them.

use super::*;

#[test]
fn whoever_gives_up_has_lost_and_that_is_final() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        bench.play(0);
        let loser = bench.table.to_act().expect("the game goes on");
        bench.give(1, &Command::Resign {}).expect("enough");
        let winner = bench.table.other(loser).map(side);
        let situation = bench.table.situation(NOW);
        let TurnInfo::Over {
            winner: reported,
            points,
            reached,
            ending,
        } = situation.turn
        else {
            panic!("{:?}", situation.turn);
        };
        assert_eq!(
            (reported, reached, ending, points.is_some()),
            (winner, None, Ending::Resignation, entry.players() == 1)
        );
        assert_eq!(
            (situation.legal, situation.key),
            (Vec::new(), Some(bench.table.seed.to_string()))
        );
        for result in [bench.undo(1), bench.redo(1), bench.give(1, &Command::Resign {})] {
            assert_eq!(refused(result), Code::Over, "{}", entry.id());
        }
        bench.assert_as_restored();
    }
    for entry in for_two() {
        let mut bench = against(entry);
        bench.give(2, &Command::Resign {}).expect("out of turn as well");
        assert!(matches!(
            bench.table.situation(NOW).turn,
            TurnInfo::Over { winner: Some(1), .. }
        ));
    }
}

#[test]
fn a_draw_is_agreed_on() {
    let draw = Command::Offer {
        kind: OfferKind::Draw,
    };
    let (accept, decline) = (answer(OfferKind::Draw, true), answer(OfferKind::Draw, false));
    for entry in for_two() {
        let mut bench = against(entry);
        let (first, second) = (to_act(&bench), 3 - to_act(&bench));
        bench.give(first, &draw).expect("offered");
        assert_eq!(refused(bench.give(first, &draw)), Code::Nothing);
        bench.give(first, &decline).expect("withdrawn");
        bench.give(second, &draw).expect("offered");
        assert_eq!(
            refused(bench.give(
                first,
                &Command::Offer {
                    kind: OfferKind::Undo
                }
            )),
            Code::Nothing
        );
        bench.play(0);
        assert_eq!(
            bench.table.offer, None,
            "whoever is offered a draw and moves declines"
        );
        let mover = to_act(&bench);
        bench.give(mover, &draw).expect("offered");
        bench.play(0);
        assert!(bench.table.offer.is_some(), "whoever offers may move");
        bench
            .give(3 - mover, &draw)
            .expect("the same offered back is agreement");
        let over = TurnInfo::Over {
            winner: None,
            points: None,
            reached: None,
            ending: Ending::Agreement,
        };
        assert_eq!(bench.table.situation(NOW).turn, over);
        assert_eq!(refused(bench.give(mover, &accept)), Code::Nothing);
        bench.assert_as_restored();
        let mut bench = Bench::new(setup(entry, &[me(1), me(1)]));
        bench.give(1, &draw).expect("agreed with oneself");
        assert!(bench.table.is_over());
        let mut bench = Bench::new(setup(entry, &[me(1), COMPUTER]));
        assert_eq!(refused(bench.give(1, &draw)), Code::Forbidden);
    }
    for entry in GAMES.iter().filter(|entry| entry.players() == 1) {
        assert_eq!(
            refused(Bench::new(setup(*entry, &alone(*entry))).give(1, &draw)),
            Code::Forbidden
        );
    }
}

#[test]
fn a_rematch_swaps_seats_and_secrets_carry_over() {
    let again = Command::Offer {
        kind: OfferKind::Rematch,
    };
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        assert_eq!(refused(bench.give(1, &again)), Code::Forbidden);
        bench.give(1, &Command::Resign {}).expect("enough");
        assert_eq!(bench.give(1, &again), Ok(Performed::Rematch));
        let (event, update) = bench
            .table
            .rematched("zzzzzzzzzzzz".parse().expect("a name"), NOW);
        assert_eq!(update.situation.rematch, bench.table.rematch);
        bench.log.push(Logged {
            seq: update.seq,
            at: NOW,
            event,
        });
        assert_eq!(refused(bench.give(1, &again)), Code::Nothing);
        bench.assert_as_restored();
    }
    for entry in for_two() {
        let mut bench = against(entry);
        bench.give(1, &Command::Resign {}).expect("enough");
        bench.give(1, &again).expect("offered");
        assert_eq!(
            bench.give(2, &answer(OfferKind::Rematch, true)),
            Ok(Performed::Rematch)
        );
        let next = bench.table.next_setup(Seed::Key([8; 32]));
        assert_eq!(next.seats, [me(2), me(1)]);
        let next = Bench::new(next);
        assert_eq!(next.table.sides_of(Some(token(2).hash())), [Side::One]);
        assert_ne!(
            next.table.snapshot(None, NOW).commitment,
            bench.table.snapshot(None, NOW).commitment
        );
        let mut bench = Bench::new(setup(entry, &[me(1), COMPUTER]));
        bench.give(1, &Command::Resign {}).expect("enough");
        assert_eq!(
            bench.give(1, &again),
            Ok(Performed::Rematch),
            "the computer is always ready"
        );
    }
}

#[test]
fn an_invitation_is_good_for_one_and_may_be_taken_twice_by_the_same() {
    for entry in GAMES {
        let mut seats = alone(*entry);
        *seats.last_mut().expect("a seat") = invited(7);
        let player = side(Side::BOTH[seats.len() - 1]);
        let mut bench = Bench::new(setup(*entry, &seats));
        let claim = |secret, by| Command::Claim {
            invitation: token(secret),
            token: token(by),
        };
        assert_eq!(
            refused(bench.give_as(By::Visitor(None), &claim(8, 2))),
            Code::Unknown
        );
        let done = bench.give_as(By::Visitor(None), &claim(7, 2)).expect("invited");
        assert!(matches!(done, Performed::Done(Event::Claimed { .. }, _)));
        assert_eq!(
            bench.give_as(By::Visitor(None), &claim(7, 2)),
            Ok(Performed::Already)
        );
        assert_eq!(
            refused(bench.give_as(By::Visitor(None), &claim(7, 3))),
            Code::Forbidden
        );
        assert_eq!(bench.table.snapshot(Some(token(2).hash()), NOW).you, [player]);
        bench.assert_as_restored();
        bench.play(0);
    }
    for entry in for_two() {
        let mut bench = Bench::new(setup(entry, &[me(1), invited(7)]));
        assert!(!bench.table.may_analyse());
        let draw = Command::Offer {
            kind: OfferKind::Draw,
        };
        assert_eq!(refused(bench.give(1, &draw)), Code::Nothing);
        bench.play(0);
    }
}

#[test]
fn clocks_wait_for_everybody_begin_with_the_first_move_and_end_the_game() {
    for entry in for_two() {
        let mut timed = setup(entry, &[me(1), invited(7)]);
        timed.clock = Some(ClockSetup::Total {
            total: 10_000,
            increment: 1_000,
        });
        let mut bench = Bench::new(timed);
        let action = bench.table.session().legal_actions()[0];
        let first = Command::Play {
            at: 0,
            action: Some(action),
            text: None,
        };
        assert_eq!(refused(bench.give(1, &first)), Code::Forbidden);
        bench
            .give(
                9,
                &Command::Claim {
                    invitation: token(7),
                    token: token(2),
                },
            )
            .expect("invited");
        bench.now += 3_600_000;
        assert_eq!(bench.table.deadline(), None);
        bench.give(1, &first).expect("the first move");
        let began = bench.now;
        assert_eq!(bench.table.deadline(), Some(began + 10_000));
        bench.now += 4_000;
        bench.assert_as_restored();
        let mover = bench.table.to_act().expect("the game goes on");
        bench.play(0);
        let clock = bench.table.situation(bench.now).clock.expect("clocks");
        assert_eq!(clock.left[mover.index()], 7_000, "{}", entry.id());
        // The server is away for an hour, and the time is given back.
        let deadline = bench.table.deadline().expect("a clock runs");
        bench.now += 3_600_000;
        let (event, update) = bench.table.resume(3_600_000, bench.now).expect("a clock runs");
        bench.log.push(Logged {
            seq: update.seq,
            at: bench.now,
            event,
        });
        assert_eq!(bench.table.deadline(), Some(deadline + 3_600_000));
        bench.assert_as_restored();
        let loser = bench.table.to_act().expect("the game goes on");
        bench.now = deadline + 3_600_000 - 1;
        assert_eq!(bench.table.tick(bench.now), None);
        bench.now += 1;
        assert_eq!(refused(bench.give(side(loser), &Command::Resign {})), Code::Over);
        let (event, update) = bench.table.tick(bench.now).expect("the time is up");
        bench.log.push(Logged {
            seq: update.seq,
            at: bench.now,
            event,
        });
        let winner = Some(side(loser.opponent()));
        assert_eq!(
            update.situation.turn,
            TurnInfo::Over {
                winner,
                points: None,
                reached: None,
                ending: Ending::Time
            }
        );
        assert_eq!((bench.table.deadline(), bench.table.tick(u64::MAX)), (None, None));
        bench.assert_as_restored();
    }
}

#[test]
fn no_more_time_is_given_back_than_has_passed() {
    for entry in GAMES {
        let mut timed = setup(*entry, &alone(*entry));
        timed.clock = Some(ClockSetup::Move { each: 10_000 });
        let mut bench = Bench::new(timed);
        assert_eq!(bench.table.resume(60_000, bench.now), None, "no clock runs");
        bench.play(0);
        bench.now += 2_000;
        let (event, _) = bench.table.resume(60_000, bench.now).expect("a clock runs");
        assert_eq!(event, Event::Resumed { away: 2_000 });
        assert_eq!(bench.table.deadline(), Some(bench.now + 10_000));
    }
}

#[test]
fn a_full_log_takes_no_more_offers_but_an_end() {
    let draw = Command::Offer {
        kind: OfferKind::Draw,
    };
    for entry in for_two() {
        let mut bench = against(entry);
        bench.table.seq = MAX_EVENTS;
        assert_eq!(refused(bench.give(1, &draw)), Code::TooLarge, "{}", entry.id());
        bench.table.seq = MAX_EVENTS - 1;
        bench.give(1, &draw).expect("the last that there is room for");
        let decline = answer(OfferKind::Draw, false);
        assert_eq!(refused(bench.give(2, &decline)), Code::TooLarge);
        bench
            .give(2, &Command::Resign {})
            .expect("a game can always be ended");
    }
}
