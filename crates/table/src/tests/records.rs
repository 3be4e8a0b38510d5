//! Records, and what pages are shown.

use quincunx_core::{Record, Token};

use super::*;

#[test]
fn a_game_goes_on_from_a_record_and_can_be_taken_back_into_it() {
    for entry in GAMES {
        let mut first = Bench::new(setup(*entry, &alone(*entry)));
        for n in 0..4 {
            first.play(n);
        }
        let before = first.table.situation(NOW);
        first.undo(1).expect("there is a move");
        let record = first.table.record_at(4).expect("a ply that was taken back");
        assert_eq!(first.table.session().ply(), 3);
        assert_eq!(
            record.seed,
            Seed::Number(0),
            "the key is nobody's business while the game runs"
        );
        assert!(first.table.record_at(5).is_none());
        let mut forked = setup(*entry, &alone(*entry));
        forked.record = Some(record.to_text());
        forked.seed = Seed::Key([9; 32]).to_string();
        let mut bench = Bench::new(forked.clone());
        assert_eq!(bench.table.setup.record, None, "the log keeps the text");
        assert_eq!(bench.restored().setup.record, None);
        let from_record = |table: &Table| table.snapshot(None, NOW).from_record;
        assert!(!from_record(&first.table));
        assert!(from_record(&bench.table));
        assert!(from_record(&bench.restored()));
        let situation = bench.table.situation(NOW);
        assert_eq!(
            (situation.ply, &situation.board),
            (4, &before.board),
            "{}",
            entry.id()
        );
        bench.undo(1).expect("the record's moves can be taken back");
        bench.redo(1).expect("and played again");
        bench.play(1);
        bench.assert_as_restored();
        bench.give(1, &Command::Resign {}).expect("enough");
        assert_eq!(bench.table.record().seed, Seed::Key([9; 32]));
        // The options are those of the record.
        let Some(name) = bench.table.setup.options.keys().next() else {
            continue;
        };
        forked.options = [(name.clone(), "other".to_owned())].into();
        let id = "0123456789ab".parse().expect("a name");
        assert_eq!(
            Table::create(id, forked).err().map(|refusal| refusal.code),
            Some(Code::Malformed)
        );
    }
}

#[test]
fn the_log_keeps_no_tags_of_a_record() {
    for entry in GAMES {
        let mut first = Bench::new(setup(*entry, &alone(*entry)));
        first.play(0);
        let mut record = first.table.record();
        let made = |record: &Record| {
            let mut setup = setup(*entry, &alone(*entry));
            setup.record = Some(record.to_text());
            let id = "0123456789ab".parse().expect("a name");
            let (mut table, event) = Table::create(id, setup.clone()).expect("a record");
            // Logs that were written with the tags still replay.
            let first = |event| Logged {
                seq: 0,
                at: NOW,
                event,
            };
            for event in [event.clone(), Event::Created(Box::new(setup))] {
                let mut restored = Table::restore(id, [first(event)]).expect("a log");
                assert_eq!(restored.record().events, table.record().events);
            }
            event
        };
        record.tags.clear();
        let without = made(&record);
        record.tags = vec![("note".to_owned(), "x".repeat(16 << 10))];
        assert_eq!(made(&record), without, "{}", entry.id());
    }
}

/// A record may grow when it is written anew.
#[test]
fn a_table_is_made_again_of_a_record_of_any_length() {
    let entry = GAMES[0];
    let mut record = Bench::new(setup(entry, &alone(entry))).table.record();
    record.tags = vec![("note".to_owned(), "x".repeat(MAX_RECORD_BYTES))];
    let mut setup = setup(entry, &alone(entry));
    setup.record = Some(record.to_text());
    let id = "0123456789ab".parse().expect("a name");
    let refused = Table::create(id, setup.clone()).err();
    assert_eq!(refused.map(|refusal| refusal.code), Some(Code::TooLarge));
    let forked_from = Some(ForkedFrom { table: id, ply: 0 });
    let fork = Setup {
        forked_from,
        ..setup.clone()
    };
    Table::create(id, fork).expect("the record is one of ours");
    let event = Event::Created(Box::new(setup));
    let at = NOW;
    Table::restore(id, [Logged { seq: 0, at, event }]).expect("it was made once");
}

#[test]
fn a_finished_game_can_be_looked_at_from_its_record() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        for n in 0..2_000 {
            if bench.table.is_over() {
                break;
            }
            bench.play(n);
        }
        assert!(bench.table.is_over(), "{}", entry.id());
        let mut again = setup(*entry, &alone(*entry));
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
        let has_luck = !bench.table.session().chances_of(0).is_empty();
        let (rule, undone) = (again.table.undo_rule(), again.undo(1));
        if has_luck {
            assert!(again.table.situation(NOW).key.is_some());
            assert_eq!(
                (rule, refused(undone)),
                (UndoRule::Never, Code::Over),
                "{}",
                entry.id()
            );
            assert_eq!(
                refused(bench.undo(1)),
                Code::Over,
                "nobody plays with a published key"
            );
        } else {
            undone.expect("a game without luck is taken up again when its rules have ended it");
            assert!(!again.table.is_over() && rule == UndoRule::Free, "{}", entry.id());
        }
    }
}

#[test]
fn faces_tell_of_every_token_that_a_page_has_not_seen() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        let mut known: Vec<Token> = bench.table.snapshot(None, NOW).faces.into_keys().collect();
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
            for token in update.situation.board.tokens() {
                assert!(known.contains(&token), "{} {token:?}", entry.id());
            }
        }
    }
}

#[test]
fn sides_have_tokens_where_each_brings_its_own() {
    let entry = quincunx_catalog::find("connect-four").expect("a game");
    let bench = Bench::new(setup(entry, &alone(entry)));
    let shown = bench.table.snapshot(None, NOW);
    assert_eq!(shown.own_tokens, [Token(1), Token(2)]);
    assert!(
        shown
            .own_tokens
            .iter()
            .all(|token| shown.faces.contains_key(token))
    );
    let quartet = quincunx_catalog::find("quartet").expect("a game");
    let bench = Bench::new(setup(quartet, &alone(quartet)));
    assert!(bench.table.snapshot(None, NOW).own_tokens.is_empty());
}
