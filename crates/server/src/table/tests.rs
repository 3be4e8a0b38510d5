//! What holds of every table, asked of every game.

use proptest::prelude::*;
use quincunx_games::{Entry, GAMES};

use super::*;
use crate::id::Token;
use crate::wire::{ClockSetup, Code, Command, TurnInfo, UndoRule};

const NOW: Millis = 1_700_000_000_000;

/// A table whose every step is written down, as the hub does it.
struct Bench {
    table: Table,
    log: Vec<Logged>,
    now: Millis,
}

/// Secrets that tests can tell apart.
fn token(n: u8) -> Token {
    format!("{n:032x}").parse().expect("32 digits")
}

fn me(n: u8) -> Seat {
    Seat::Person {
        token: token(n).hash(),
    }
}

fn invited(n: u8) -> Seat {
    Seat::Invited {
        invitation: token(n).hash(),
    }
}

const COMPUTER: Seat = Seat::Computer { level: 1 };

fn setup(entry: &Entry, seats: &[Seat]) -> Setup {
    Setup {
        game: entry.id.to_owned(),
        options: Default::default(),
        seed: Seed::Key([7; 32]).to_string(),
        seats: seats.to_vec(),
        clock: None,
        record: None,
        opening: Vec::new(),
        forked_from: None,
        daily: None,
    }
}

impl Bench {
    fn new(setup: Setup) -> Self {
        let id = "0123456789ab".parse().expect("a name");
        let (table, event) = Table::create(id, setup).expect("a table");
        Self {
            table,
            log: vec![Logged {
                seq: 0,
                at: NOW,
                event,
            }],
            now: NOW,
        }
    }

    /// Gives a command as the one with the n-th token.
    fn give(&mut self, by: u8, command: &Command) -> Result<Performed, Refusal> {
        self.give_as(By::Visitor(Some(token(by).hash())), command)
    }

    fn give_as(&mut self, by: By, command: &Command) -> Result<Performed, Refusal> {
        let before = self.table.snapshot(None, self.now);
        let performed = self.table.perform(by, command, self.now);
        match &performed {
            Ok(Performed::Done(event, update)) => {
                assert_eq!(update.seq, before.seq + 1);
                self.log.push(Logged {
                    seq: update.seq,
                    at: self.now,
                    event: event.clone(),
                });
                assert_eq!(update.situation, self.table.situation(self.now));
            }
            Ok(Performed::Already | Performed::Rematch) | Err(_) => {
                assert_eq!(
                    self.table.snapshot(None, self.now),
                    before,
                    "{command:?} {performed:?}"
                );
            }
        }
        performed
    }

    /// Plays the n-th legal move for whoever is to act.
    fn play(&mut self, nth: usize) {
        let player = self.table.to_act().expect("the game goes on");
        let legal = self.table.session().legal_actions();
        let command = Command::Play {
            at: self.table.position(),
            action: Some(legal[nth % legal.len()]),
            text: None,
        };
        let by = match self.table.seats[player.index()] {
            Seat::Computer { .. } => By::Computer,
            Seat::Person { token } => By::Visitor(Some(token)),
            Seat::Invited { .. } => panic!("nobody sits there"),
        };
        self.give_as(by, &command).expect("it is legal");
    }

    fn undo(&mut self, by: u8) -> Result<Performed, Refusal> {
        self.give(
            by,
            &Command::Undo {
                at: self.table.position(),
            },
        )
    }

    fn redo(&mut self, by: u8) -> Result<Performed, Refusal> {
        self.give(
            by,
            &Command::Redo {
                at: self.table.position(),
            },
        )
    }

    fn restored(&self) -> Table {
        Table::restore(self.table.id(), self.log.iter().cloned()).expect("its own log")
    }

    fn assert_as_restored(&mut self) {
        let mut again = self.restored();
        again.set_present(|_| false);
        self.table.set_present(|_| false);
        assert_eq!(
            again.snapshot(None, self.now),
            self.table.snapshot(None, self.now)
        );
        assert_eq!(again.record(), self.table.record());
        assert_eq!(again.deadline(), self.table.deadline());
    }
}

/// The seats of a game, all of one person.
fn alone(entry: &Entry) -> Vec<Seat> {
    vec![me(1); usize::from(entry.players)]
}

/// The games for two.
fn for_two() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().copied().filter(|entry| entry.players == 2)
}

fn refused(result: Result<Performed, Refusal>) -> Code {
    result.expect_err("it should be refused").code
}

/// A table of a game for two at which two persons sit.
fn against(entry: &Entry) -> Bench {
    Bench::new(setup(entry, &[me(1), me(2)]))
}

/// The number of the person who is to act at such a table.
fn to_act(bench: &Bench) -> u8 {
    side(bench.table.to_act().expect("the game goes on"))
}

#[test]
fn a_table_is_made_again_of_its_log() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(entry, &alone(entry)));
        for n in 0..6 {
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
fn a_damaged_log_is_told_and_makes_no_table() {
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
            let mut setup = setup(entry, &alone(entry));
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
            refused(&|setup| setup.record = Some("x".repeat(LONGEST_RECORD + 1))),
            Some(Code::TooLarge)
        );
    }
}

#[test]
fn a_command_that_comes_twice_is_carried_out_once() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(entry, &alone(entry)));
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
            assert_eq!(refused(bench.give(1, again)), Code::Stale, "{}", entry.id);
        }
        assert_eq!(bench.table.seq(), 2);
    }
}

#[test]
fn a_move_is_named_by_its_number_or_its_text() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(entry, &alone(entry)));
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
        assert_eq!((last.action, last.text), (action, name), "{}", entry.id);
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
                Command::Answer { accept: true },
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
        let mut bench = Bench::new(setup(entry, &alone(entry)));
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
            assert_eq!(situation.board, boards[ply], "{}", entry.id);
        }
        assert_eq!(refused(bench.undo(1)), Code::Nothing);
        for board in &boards[1..] {
            bench.redo(1).expect("there is a move");
            assert_eq!(bench.table.situation(NOW).board, *board, "{}", entry.id);
        }
        assert_eq!(refused(bench.redo(1)), Code::Nothing);
        bench.undo(1).expect("there is a move");
        bench.play(4);
        assert_eq!(
            bench.table.situation(NOW).board,
            boards[5],
            "{}: the same luck",
            entry.id
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
            for n in 0..8 {
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
                    entry.id
                );
            }
            assert_eq!(refused(bench.undo(1)), Code::Nothing);
            for &ply in mine.iter().skip(1).chain(&[8]) {
                bench.redo(1).expect("there is a move");
                assert_eq!(bench.table.session().ply(), ply, "{}", entry.id);
            }
            bench.assert_as_restored();
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
                .is_some_and(|(by, _)| by == Player::One)
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
            refused(bench.give(1, &Command::Answer { accept: true })),
            Code::Forbidden
        );
        bench
            .give(2, &Command::Answer { accept: false })
            .expect("declined");
        assert_eq!((bench.table.offer, bench.table.session().ply()), (None, 2));
        bench.undo(1).expect("offered again");
        bench.play(0);
        assert_eq!(bench.table.offer, None, "an offer lapses when a move is played");
        assert_eq!(
            refused(bench.give(2, &Command::Answer { accept: true })),
            Code::Nothing
        );
        bench.undo(1).expect("offered once more");
        let ply = bench.table.session().ply();
        bench
            .give(2, &Command::Answer { accept: true })
            .expect("accepted");
        assert!(bench.table.session().ply() < ply && Some(bench.table.session().ply()) >= back);
        assert_eq!(to_act(&bench), 1, "{}", entry.id);
        assert_eq!(refused(bench.redo(1)), Code::Forbidden);
        bench.assert_as_restored();
    }
}

#[test]
fn in_the_days_game_and_with_clocks_against_the_computer_nothing_is_taken_back() {
    for entry in GAMES {
        let mut daily = setup(entry, &alone(entry));
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
        let mut clocked = setup(entry, &[me(1), COMPUTER]);
        clocked.clock = Some(ClockSetup::Move { each: 5_000 });
        let mut bench = Bench::new(clocked);
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

#[test]
fn whoever_gives_up_has_lost_and_that_is_final() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(entry, &alone(entry)));
        bench.play(0);
        let loser = bench.table.to_act().expect("the game goes on");
        bench.give(1, &Command::Resign {}).expect("enough");
        let winner = bench.table.other(loser).map(side);
        let situation = bench.table.situation(NOW);
        let TurnInfo::Over {
            winner: told,
            points,
            ending,
        } = situation.turn
        else {
            panic!("{:?}", situation.turn);
        };
        assert_eq!(
            (told, ending, points.is_some()),
            (winner, Ending::Resignation, entry.players == 1)
        );
        assert_eq!(
            (situation.legal, situation.key),
            (Vec::new(), Some(bench.table.seed.to_string()))
        );
        for result in [bench.undo(1), bench.redo(1), bench.give(1, &Command::Resign {})] {
            assert_eq!(refused(result), Code::Over, "{}", entry.id);
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
    let (accept, decline) = (
        Command::Answer { accept: true },
        Command::Answer { accept: false },
    );
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
    for entry in GAMES.iter().filter(|entry| entry.players == 1) {
        assert_eq!(
            refused(Bench::new(setup(entry, &alone(entry))).give(1, &draw)),
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
        let mut bench = Bench::new(setup(entry, &alone(entry)));
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
            bench.give(2, &Command::Answer { accept: true }),
            Ok(Performed::Rematch)
        );
        let next = bench.table.next_setup(Seed::Key([8; 32]));
        assert_eq!(next.seats, [me(2), me(1)]);
        let next = Bench::new(next);
        assert_eq!(next.table.sides_of(Some(token(2).hash())), [Player::One]);
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
        let mut seats = alone(entry);
        *seats.last_mut().expect("a seat") = invited(7);
        let player = side(Player::BOTH[seats.len() - 1]);
        let mut bench = Bench::new(setup(entry, &seats));
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
        let mut clocked = setup(entry, &[me(1), invited(7)]);
        clocked.clock = Some(ClockSetup::Total {
            total: 10_000,
            increment: 1_000,
        });
        let mut bench = Bench::new(clocked);
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
        assert_eq!(clock.left[mover.index()], 7_000, "{}", entry.id);
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
        let mut clocked = setup(entry, &alone(entry));
        clocked.clock = Some(ClockSetup::Move { each: 10_000 });
        let mut bench = Bench::new(clocked);
        assert_eq!(bench.table.resume(60_000, bench.now), None, "no clock runs");
        bench.play(0);
        bench.now += 2_000;
        let (event, _) = bench.table.resume(60_000, bench.now).expect("a clock runs");
        assert_eq!(event, Event::Resumed { away: 2_000 });
        assert_eq!(bench.table.deadline(), Some(bench.now + 10_000));
    }
}

#[test]
fn a_game_goes_on_from_a_record_and_can_be_taken_back_into_it() {
    for entry in GAMES {
        let mut first = Bench::new(setup(entry, &alone(entry)));
        for n in 0..6 {
            first.play(n);
        }
        let before = first.table.situation(NOW);
        first.undo(1).expect("there is a move");
        let record = first.table.record_at(6).expect("a ply that was taken back");
        assert_eq!(first.table.session().ply(), 5);
        assert_eq!(
            record.seed,
            Seed::Number(0),
            "the key is nobody's business while the game runs"
        );
        assert!(first.table.record_at(7).is_none());
        let mut forked = setup(entry, &alone(entry));
        forked.record = Some(record.to_text());
        forked.seed = Seed::Key([9; 32]).to_string();
        let mut bench = Bench::new(forked.clone());
        let situation = bench.table.situation(NOW);
        assert_eq!(
            (situation.ply, &situation.board),
            (6, &before.board),
            "{}",
            entry.id
        );
        bench.undo(1).expect("the record's moves can be taken back");
        bench.redo(1).expect("and played again");
        bench.play(1);
        bench.assert_as_restored();
        bench.give(1, &Command::Resign {}).expect("enough");
        assert_eq!(bench.table.record().seed, Seed::Key([9; 32]));
        // The options are those of the record.
        let (name, _) = bench
            .table
            .setup
            .options
            .first_key_value()
            .map(|(name, value)| (name.clone(), value.clone()))
            .expect("an option");
        forked.options = [(name, "other".to_owned())].into();
        let id = "0123456789ab".parse().expect("a name");
        assert_eq!(
            Table::create(id, forked).err().map(|refusal| refusal.code),
            Some(Code::Malformed)
        );
    }
}

#[test]
fn a_finished_game_can_be_looked_at_from_its_record() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(entry, &alone(entry)));
        for n in 0..2_000 {
            if bench.table.is_over() {
                break;
            }
            bench.play(n);
        }
        assert!(bench.table.is_over(), "{}", entry.id);
        let mut again = setup(entry, &alone(entry));
        again.record = Some(bench.table.record().to_text());
        let mut again = Bench::new(again);
        assert!(again.table.is_over());
        let (looked, there) = (
            again.table.look(3).expect("a ply"),
            bench.table.look(3).expect("a ply"),
        );
        assert_eq!(looked, there);
        assert_eq!(
            again.table.look(usize::MAX).err().map(|refusal| refusal.code),
            Some(Code::Unknown)
        );
        let listed = again.table.snapshot(None, NOW).moves;
        let plies = again.table.session().ply_count();
        assert_eq!(
            (listed.len(), listed.last().map(|last| last.ply)),
            (plies.min(500), Some(plies))
        );
        again
            .undo(1)
            .expect("a game that its rules ended is taken up again");
        assert!(!again.table.is_over());
    }
}

#[test]
fn a_game_that_would_take_too_much_memory_is_refused() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(entry, &alone(entry)));
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

#[test]
fn faces_tell_of_every_token_that_a_page_has_not_seen() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(entry, &alone(entry)));
        let mut known: Vec<String> = bench.table.snapshot(None, NOW).faces.into_keys().collect();
        for n in 0..20 {
            if bench.table.is_over() {
                break;
            }
            bench.play(n);
            let last = bench.log.last().expect("a move").clone();
            let mut before =
                Table::restore(bench.table.id(), bench.log[..bench.log.len() - 1].iter().cloned())
                    .expect("its own log");
            let update = before.follow(&last).expect("the next event");
            known.extend(update.faces.into_keys());
            for token in update.situation.board.cells.iter().flatten() {
                assert!(known.contains(token), "{} {token}", entry.id);
            }
        }
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
        2 => (by.clone(), kind).prop_map(|(by, kind)| Deed::Give(by, Command::Offer { kind })),
        2 => (by.clone(), any::<bool>()).prop_map(|(by, accept)| Deed::Give(by, Command::Answer { accept })),
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
        let mut setup = setup(entry, &seats[seating][..usize::from(entry.players)]);
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
