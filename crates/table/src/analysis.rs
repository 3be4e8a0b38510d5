//! Evaluations of positions and grades of moves as messages.

use quincunx_core::{DynSession, Side};
use quincunx_registry::DynGame;
use quincunx_search::{ActionValue, Analysis, GradedMove, Value};

use crate::event::side;
use crate::id::{SeatTokenHash, TableId};
use crate::messages::{Judgement, Reason, Refusal, ReportLine, Worth};
use crate::table::Table;

impl Table {
    /// Refuses the analysis of positions, here or in a fork, where it is [closed](Table::may_analyse).
    ///
    /// # Errors
    /// When it is closed.
    pub fn check_open(&self) -> Result<(), Refusal> {
        if self.may_analyse() {
            return Ok(());
        }
        Err(Reason::AnalysisClosed {}.into())
    }

    /// Returns a session that begins at the position after a ply, which is to be analysed.
    ///
    /// # Errors
    /// When analysis is closed, there is no such ply, or the game was over there.
    pub fn to_analyse(&self, ply: usize) -> Result<Box<dyn DynSession>, Refusal> {
        self.check_open()?;
        let session = self.session().begun_at(ply).ok_or_else(|| {
            let plies = self.session().ply_count();
            Reason::UnknownPly { ply, plies }
        })?;
        if session.turn().player().is_none() {
            return Err(Reason::NothingToAnalyse {}.into());
        }
        Ok(session)
    }

    /// Returns the text of the record up to a ply, from which another table goes on.
    ///
    /// # Errors
    /// When analysis is closed, as it would be open there, or there is no such ply.
    pub fn fork(&mut self, ply: usize) -> Result<String, Refusal> {
        self.check_open()?;
        let plies = self.session().ply_count();
        let record = self.record_at(ply).ok_or(Reason::UnknownPly { ply, plies })?;
        Ok(record.to_text())
    }

    /// Returns the session whose moves are to be graded.
    ///
    /// # Errors
    /// When analysis is closed, or nothing was played.
    pub fn to_grade(&self) -> Result<&dyn DynSession, Refusal> {
        self.check_open()?;
        if self.session().ply() == 0 {
            return Err(Reason::NoMoveYet {}.into());
        }
        Ok(self.session())
    }

    /// Returns whether somebody with a token is to move.
    #[must_use]
    pub fn is_to_move(&self, token: Option<SeatTokenHash>) -> bool {
        let to_move = self.session().turn().player();
        to_move.is_some_and(|player| self.sides_of(token).contains(&player))
    }
}

/// Writes what an action of a session's position is worth to the side that acts.
fn worth(entry: &dyn DynGame, session: &dyn DynSession, judged: ActionValue<usize>) -> Worth {
    Worth {
        action: judged.action,
        value: judged.value.parts(),
        score: entry.score(session, judged.value),
    }
}

/// Writes what is known of a session's position, the ply of a table.
#[must_use]
pub fn judgement(
    entry: &dyn DynGame,
    session: &dyn DynSession,
    table: TableId,
    ply: usize,
    analysis: &Analysis<usize>,
    done: bool,
) -> Judgement {
    Judgement {
        table,
        ply,
        actions: analysis
            .actions
            .iter()
            .map(|&judged| worth(entry, session, judged))
            .collect(),
        line: analysis
            .principal_variation
            .iter()
            .filter_map(|&action| session.action_text(action))
            .collect(),
        depth: analysis.depth,
        nodes: analysis.nodes,
        done,
    }
}

/// Returns the grade of a move that was played in the position of a session; `None` when the analysis does
/// not evaluate the move.
pub(crate) fn report_line(
    before: &dyn DynSession,
    ply: usize,
    player: Side,
    action: usize,
    analysis: &Analysis<usize>,
) -> Option<ReportLine> {
    let GradedMove { grade, chosen, best } = analysis.grade(action)?;
    let text = |action| {
        before
            .action_text(action)
            .expect("a player names actions of the rules")
    };
    let to_player_one = |value: Value| match (value, player) {
        (Value::Order(_), _) => share(value, analysis),
        (Value::Points(_) | Value::Goals(_) | Value::ExactPoints(_), _) | (_, Side::One) => value.clamped(),
        // Not −0 for what is even.
        (_, Side::Two) => 0.0 - value.clamped(),
    };
    Some(ReportLine {
        ply,
        player: side(player),
        text: text(action),
        best: text(best.action),
        grade,
        before: to_player_one(best.value),
        after: to_player_one(chosen.value),
        best_value: best.value.parts(),
        value: chosen.value.parts(),
    })
}

/// Returns where a value is between the least, 0, and the greatest, 1, of an analysis.
fn share(value: Value, analysis: &Analysis<usize>) -> f64 {
    let (least, greatest) = analysis.range();
    let whole = greatest.expected() - least.expected();
    if whole > 0.0 {
        (value.expected() - least.expected()) / whole
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quincunx_core::Options;

    use super::*;
    use crate::event::{Seat, Setup};
    use crate::id::SeatToken;

    #[test]
    fn whoever_is_to_move_is_known_by_the_token() {
        let [first, second] = [SeatToken::random().hash(), SeatToken::random().hash()];
        let seats = [first, second].map(|token| Seat::Person { token });
        let setup = Setup::new("connect-four", BTreeMap::new(), "1".to_owned(), seats.to_vec());
        let (table, _) = Table::create(TableId::random(), setup).expect("a game");
        assert!(table.is_to_move(Some(first)));
        assert!(!table.is_to_move(Some(second)));
        assert!(!table.is_to_move(Some(SeatToken::random().hash())) && !table.is_to_move(None));
    }

    #[test]
    fn what_only_orders_moves_is_a_share_of_what_was_possible() {
        let judged = [(0, 90.0), (1, 60.0), (2, 50.0)].map(|(action, number)| ActionValue {
            action,
            value: Value::Order(number),
        });
        let analysis = Analysis::new(judged.to_vec(), 1, 1);
        let shares = judged.map(|judged| share(judged.value, &analysis));
        assert_eq!(shares, [1.0, 0.25, 0.0]);
        let alone = Analysis::new(vec![judged[1]], 1, 1);
        assert_eq!(share(judged[1].value, &alone), 1.0);
    }

    #[test]
    fn grades_are_reported_as_player_one_sees_them() {
        let entry = quincunx_catalog::find("connect-four").expect("the game");
        let start = entry
            .start(
                &Options::defaults(entry.options()),
                "1".parse().expect("a seed"),
                None,
            )
            .expect("the default rules");
        let judged = [(0, 0.5), (3, -0.25)].map(|(action, number)| ActionValue {
            action,
            value: Value::Estimate(number),
        });
        let analysis = Analysis::new(judged.to_vec(), 1, 1);
        let line = |player| report_line(start.as_ref(), 7, player, 3, &analysis).expect("it is graded");
        let [one, two] = [line(Side::One), line(Side::Two)];
        assert_eq!((one.before, one.after), (0.5, -0.25));
        assert_eq!((two.before, two.after), (-0.5, 0.25));
        let text = |action| start.action_text(action).expect("a column");
        assert_eq!(
            (one.ply, one.player, one.text, one.best),
            (7, 1, text(3), text(0))
        );
        assert_eq!(two.player, 2);
        assert_eq!(report_line(start.as_ref(), 7, Side::One, 5, &analysis), None);
    }
}
