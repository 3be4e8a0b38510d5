//! Which positions of a table may be analysed, taken over by another table, or graded.

use quincunx_core::Record;

use super::*;
use crate::messages::Reason;

#[test]
fn between_persons_analysis_is_closed_until_the_game_is_over() {
    for entry in for_two() {
        let mut bench = against(entry);
        bench.play(0);
        let closed = Reason::AnalysisClosed {}.code();
        assert_eq!(refused(bench.table.check_open()), closed);
        assert_eq!(refused(bench.table.to_analyse(0)), closed);
        assert_eq!(refused(bench.table.fork(0)), closed);
        assert_eq!(refused(bench.table.to_grade()), closed);
        bench.give(1, &Command::Resign {}).expect("a player may give up");
        assert!(bench.table.check_open().is_ok());
        assert!(bench.table.to_analyse(0).is_ok());
        assert!(bench.table.fork(0).is_ok());
        assert!(bench.table.to_grade().is_ok());
    }
}

#[test]
fn positions_are_analysed_and_taken_over_ply_by_ply() {
    for &entry in GAMES {
        let mut bench = Bench::new(setup(entry, &alone(entry)));
        assert_eq!(refused(bench.table.to_grade()), Reason::NoMoveYet {}.code());
        bench.play(0);
        bench.play(1);
        assert_eq!(bench.table.to_grade().map(quincunx_core::DynSession::ply), Ok(2));
        for ply in 0..=2 {
            let session = bench.table.to_analyse(ply).expect("it is a ply of the game");
            let fork = bench.table.fork(ply).expect("it is a ply of the game");
            let record: Record = Record::parse(&fork).expect("a fork is a record");
            let forked = entry.replay(&record).expect("a fork is a game");
            assert_eq!(forked.ply(), ply);
            assert_eq!(
                session.position_text(),
                forked.position_text(),
                "{} at {ply}",
                entry.id()
            );
        }
        let unknown = Reason::UnknownPly { ply: 3, plies: 2 }.code();
        assert_eq!(refused(bench.table.to_analyse(3)), unknown);
        assert_eq!(refused(bench.table.fork(3)), unknown);
    }
}
