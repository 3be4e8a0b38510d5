//! Moves, and how they are taken back.

use super::*;
use crate::weight::MAX_BYTES;

#[test]
fn a_command_that_comes_twice_is_carried_out_once() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        let action = bench.table.session().legal_actions()[0];
        let play = Command::Play {
            at: 0,
            action: Some(action),
            text: None,
        };
        bench.give(1, &play).expect("legal");
        assert_eq!(refused(bench.give(1, &play)), Code::Stale);
        let undo = Command::Undo { at: 1 };
        bench.give(1, &undo).expect("there is a move");
        for again in [&undo, &play, &Command::Redo { at: 1 }] {
            assert_eq!(refused(bench.give(1, again)), Code::Stale, "{}", entry.id());
        }
        assert_eq!(bench.table.seq(), 2);
    }
}

#[test]
fn a_move_is_named_by_its_number_or_its_text() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        let session = bench.table.session();
        let action = session.legal_actions()[0];
        let name = session.action_text(action).expect("an action");
        let play = |action: Option<usize>, text: Option<&str>| Command::Play {
            at: 0,
            action,
            text: text.map(str::to_owned),
        };
        assert_eq!(refused(bench.give(1, &play(None, None))), Code::Malformed);
        assert_eq!(
            refused(bench.give(1, &play(Some(action), Some(&name)))),
            Code::Malformed
        );
        assert_eq!(
            refused(bench.give(1, &play(None, Some("nonsense")))),
            Code::Illegal
        );
        assert_eq!(
            refused(bench.give(1, &play(Some(usize::MAX), None))),
            Code::Illegal
        );
        bench.give(1, &play(None, Some(&name))).expect("legal");
        let last = bench.table.situation(NOW).last.expect("a move was played");
        assert_eq!((last.action, last.text), (action, name), "{}", entry.id());
    }
}

#[test]
fn only_whoever_sits_at_the_table_and_is_to_act_moves() {
    for entry in for_two() {
        let mut bench = against(entry);
        for n in 0..4 {
            let (mover, action) = (to_act(&bench), bench.table.session().legal_actions()[0]);
            let play = Command::Play {
                at: bench.table.position(),
                action: Some(action),
                text: None,
            };
            assert_eq!(refused(bench.give(3 - mover, &play)), Code::Forbidden);
            assert_eq!(refused(bench.give(9, &play)), Code::Forbidden);
            assert_eq!(refused(bench.give_as(By::Visitor(None), &play)), Code::Forbidden);
            assert_eq!(refused(bench.give_as(By::Computer, &play)), Code::Forbidden);
            for command in [
                Command::Resign {},
                answer(OfferKind::Undo, true),
                Command::Undo {
                    at: bench.table.position(),
                },
            ] {
                assert_eq!(refused(bench.give(9, &command)), Code::Forbidden);
            }
            bench.play(n);
        }
    }
}

#[test]
fn alone_moves_are_taken_back_one_by_one_and_luck_with_them() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        assert_eq!(bench.table.undo_rule(), UndoRule::Free);
        let mut boards = vec![bench.table.situation(NOW).board];
        for n in 0..5 {
            bench.play(n);
            boards.push(bench.table.situation(NOW).board);
        }
        for ply in (0..5).rev() {
            bench.undo(1).expect("there is a move");
            let situation = bench.table.situation(NOW);
            assert_eq!((situation.ply, situation.plies), (ply, 5));
            assert_eq!(situation.board, boards[ply], "{}", entry.id());
        }
        assert_eq!(refused(bench.undo(1)), Code::Nothing);
        for board in &boards[1..] {
            bench.redo(1).expect("there is a move");
            assert_eq!(bench.table.situation(NOW).board, *board, "{}", entry.id());
        }
        assert_eq!(refused(bench.redo(1)), Code::Nothing);
        bench.undo(1).expect("there is a move");
        bench.play(4);
        assert_eq!(
            bench.table.situation(NOW).board,
            boards[5],
            "{}: the same luck",
            entry.id()
        );
    }
}

#[test]
fn against_the_computer_undo_goes_back_to_ones_own_turn() {
    for entry in for_two() {
        for seats in [[me(1), COMPUTER], [COMPUTER, me(1)]] {
            let mut bench = Bench::new(setup(entry, &seats));
            assert_eq!(bench.table.undo_rule(), UndoRule::OwnTurn);
            let mut mine = Vec::new();
            for n in 0..4 {
                if bench.table.computer_to_move().is_none() {
                    mine.push(bench.table.session().ply());
                }
                bench.play(n);
            }
            for &ply in mine.iter().rev() {
                bench.undo(1).expect("there is a move");
                assert_eq!(
                    (bench.table.session().ply(), bench.table.computer_to_move()),
                    (ply, None),
                    "{}",
                    entry.id()
                );
            }
            assert_eq!(refused(bench.undo(1)), Code::Nothing);
            for &ply in mine.iter().skip(1).chain(&[4]) {
                bench.redo(1).expect("there is a move");
                assert_eq!(bench.table.session().ply(), ply, "{}", entry.id());
            }
            bench.assert_as_restored();
        }
    }
}

#[test]
fn an_answer_is_to_the_offer_that_was_seen() {
    for entry in for_two() {
        let mut bench = against(entry);
        bench.play(0);
        bench.play(0);
        bench.undo(1).expect("offered");
        let draw = OfferKind::Draw;
        bench
            .give(1, &Command::Offer { kind: draw })
            .expect("offered instead");
        for accept in [false, true] {
            assert_eq!(
                refused(bench.give(2, &answer(OfferKind::Undo, accept))),
                Code::Nothing
            );
        }
        bench.give(2, &answer(draw, true)).expect("this one stands");
        assert!(bench.table.is_over());
    }
}

#[test]
fn what_is_taken_back_at_once_is_not_offered() {
    for entry in for_two() {
        for seats in [[me(1), me(1)], [me(1), COMPUTER]] {
            let mut bench = Bench::new(setup(entry, &seats));
            bench.play(0);
            bench.play(0);
            let kind = OfferKind::Undo;
            assert_eq!(refused(bench.give(1, &Command::Offer { kind })), Code::Forbidden);
            assert_eq!(bench.table.session().ply(), 2);
        }
    }
}

#[test]
fn between_persons_undo_is_offered() {
    for entry in for_two() {
        let mut bench = against(entry);
        assert_eq!(bench.table.undo_rule(), UndoRule::Offer);
        assert_eq!(refused(bench.undo(1)), Code::Nothing);
        bench.play(0);
        bench.play(0);
        let back = (0..2).rev().find(|&ply| {
            bench
                .table
                .session()
                .action_of(ply + 1)
                .is_some_and(|(by, _)| by == Side::One)
        });
        bench.undo(1).expect("offered");
        let offer = Some(Offer {
            by: 1,
            kind: OfferKind::Undo,
        });
        assert_eq!((bench.table.offer, bench.table.session().ply()), (offer, 2));
        bench.assert_as_restored();
        assert_eq!(refused(bench.undo(1)), Code::Nothing);
        assert_eq!(
            refused(bench.give(1, &answer(OfferKind::Undo, true))),
            Code::Forbidden
        );
        bench.give(2, &answer(OfferKind::Undo, false)).expect("declined");
        assert_eq!((bench.table.offer, bench.table.session().ply()), (None, 2));
        bench.undo(1).expect("offered again");
        bench.play(0);
        assert_eq!(bench.table.offer, None, "an offer lapses when a move is played");
        assert_eq!(
            refused(bench.give(2, &answer(OfferKind::Undo, true))),
            Code::Nothing
        );
        bench.undo(1).expect("offered once more");
        let ply = bench.table.session().ply();
        bench.give(2, &answer(OfferKind::Undo, true)).expect("accepted");
        assert!(bench.table.session().ply() < ply && Some(bench.table.session().ply()) >= back);
        assert_eq!(to_act(&bench), 1, "{}", entry.id());
        assert_eq!(refused(bench.redo(1)), Code::Forbidden);
        bench.assert_as_restored();
    }
}

#[test]
fn in_the_days_game_and_with_clocks_against_the_computer_nothing_is_taken_back() {
    for entry in GAMES {
        let mut daily = setup(*entry, &alone(*entry));
        daily.daily = Some("2026-11-21".to_owned());
        let mut bench = Bench::new(daily);
        bench.play(0);
        assert_eq!(
            (bench.table.undo_rule(), bench.table.may_analyse()),
            (UndoRule::Never, false)
        );
        assert_eq!(
            (refused(bench.undo(1)), refused(bench.redo(1))),
            (Code::Forbidden, Code::Forbidden)
        );
        bench.give(1, &Command::Resign {}).expect("enough of it");
        assert!(bench.table.may_analyse());
        assert_eq!(
            refused(bench.give(
                1,
                &Command::Offer {
                    kind: OfferKind::Rematch
                }
            )),
            Code::Forbidden
        );
    }
    for entry in for_two() {
        let mut timed = setup(entry, &[me(1), COMPUTER]);
        timed.clock = Some(ClockSetup::Move { each: 5_000 });
        let mut bench = Bench::new(timed);
        bench.play(0);
        assert_eq!(
            (bench.table.undo_rule(), refused(bench.undo(1))),
            (UndoRule::Never, Code::Forbidden)
        );
        assert!(bench.table.may_analyse());
        let bench = Bench::new(setup(entry, &[COMPUTER, COMPUTER]));
        assert_eq!(
            (bench.table.undo_rule(), bench.table.has_people()),
            (UndoRule::Never, false)
        );
    }
}

/// Its cascades reach their bound in most swaps, and chance decides a hundred thousand elements in each.
#[test]
fn a_game_on_the_largest_board_can_be_finished() {
    let shariki = quincunx_catalog::find("shariki").expect("it is listed");
    let mut setup = setup(shariki, &alone(shariki));
    for side in ["columns", "rows"] {
        setup.options.insert(side.to_owned(), "64".to_owned());
    }
    let mut bench = Bench::new(setup);
    while !bench.table.is_over() {
        bench.play(0);
    }
    assert_eq!(bench.table.session().ply(), 30, "all swaps of the game");
    let bytes = bench.table.bytes();
    assert!(bytes < MAX_BYTES / 2, "{bytes} bytes");
}
