//! Texts: who is to act, how a game ended, what a hint means.

use quincunx_core::{Cell, Gesture, Outcome, Side, Size, Turn};
use quincunx_registry::DynGame;
use quincunx_search::Value;
use quincunx_search::analysis::percent;

use super::table::{Mode, Seat, Table};
use super::theme::Theme;
use crate::output::numbers::pluralize;

pub(crate) const MAKING: &str = "making a puzzle… Esc cancels";

/// Formats a seat and the name of its level.
pub(crate) fn seat(entry: &dyn DynGame, seat: &Seat) -> String {
    match seat.level().and_then(|level| entry.levels().get(level - 1)) {
        Some(level) => format!("{seat}, {}", level.name),
        None => seat.to_string(),
    }
}

/// Describes the end of a game and its winning line; `None` before the end.
pub(crate) fn ending(table: &Table) -> Option<String> {
    let outcome = table.session.turn().outcome()?;
    let moves = moves(table);
    Some(match outcome {
        Outcome::Score(points) => format!("Game Over: {points} points, {moves}"),
        Outcome::Goals { reached, points } => {
            let goals = if reached { "reached" } else { "missed" };
            format!("Goals {goals}: {points} points, {moves}")
        }
        Outcome::Draw => format!("Game Over: a draw after {moves}"),
        Outcome::Win(player) => {
            let lines = &table.view.lines;
            let by = match lines.as_slice() {
                [] => String::new(),
                [line] => format!(" with {}", line_text(line, table.view.board.size())),
                lines => format!(" with {} lines at once", lines.len()),
            };
            let over = if table.puzzle.is_some() {
                "Solved"
            } else {
                "Game Over"
            };
            format!("{over}: {} wins{by}, {moves}", side(player))
        }
    })
}

/// Formats the progress of a game: `7 moves`, in a game for points `120 points, 7 moves`.
pub(crate) fn so_far(table: &Table) -> String {
    let moves = moves(table);
    match table.session.players() {
        1 => format!("{} points, {moves}", table.session.points()),
        _ => moves,
    }
}

fn moves(table: &Table) -> String {
    pluralize(table.session.ply() as u64, "move")
}

pub(crate) const fn side(player: Side) -> &'static str {
    match player {
        Side::One => "player 1",
        Side::Two => "player 2",
    }
}

/// Describes a line: `a row of 4`, `a rising diagonal of 4 across the edge`.
fn line_text(line: &[Cell], size: Size) -> String {
    let (Some(first), Some(second)) = (line.first(), line.get(1)) else {
        return format!("a line of {}", line.len());
    };
    let step = |a: u32, b: u32, side: u32| (i64::from(b) - i64::from(a)).rem_euclid(i64::from(side));
    let columns = step(first.column, second.column, size.columns());
    let rows = step(first.row, second.row, size.rows());
    let kind = match (columns, rows) {
        (_, 0) => "a row",
        (0, _) => "a column",
        // Rows are counted downwards, so equal steps fall.
        (columns, rows) if (columns == 1) == (rows == 1) => "a falling diagonal",
        _ => "a rising diagonal",
    };
    let jumps = line
        .windows(2)
        .any(|pair| pair[0].column.abs_diff(pair[1].column) > 1 || pair[0].row.abs_diff(pair[1].row) > 1);
    let across = if jumps { " across the edge" } else { "" };
    format!("{kind} of {}{across}", line.len())
}

/// Describes what the game waits for.
pub(crate) fn waiting_for(table: &Table) -> String {
    match table.session.turn() {
        Turn::Over(_) => ending(table).unwrap_or_default(),
        Turn::Chance => String::new(),
        Turn::Player(_) if table.mode == Mode::Game && table.is_before_puzzle() => {
            "what led to the puzzle: End goes back to it".to_owned()
        }
        Turn::Player(player) => {
            let is_persons = table.seats[player.index()] == Seat::Person;
            if let Some(puzzle) = table.open_puzzle().filter(|_| is_persons) {
                return match puzzle.left(table.session.ply()) {
                    1 => format!("{}: find the winning move", side(player)),
                    left => format!("{}: find the move that wins in {left}", side(player)),
                };
            }
            let who = match &table.seats[player.index()] {
                Seat::Person if table.session.players() == 1 => "your move".to_owned(),
                Seat::Person => format!("{} to move", side(player)),
                Seat::Computer(_) if table.mode != Mode::Game => format!("{} to move", side(player)),
                Seat::Computer(_) if table.paused => "the computer waits: p lets it move".to_owned(),
                Seat::Computer(_) => format!("{} thinks …", side(player)),
            };
            let ways = table.moves.ways();
            match (ways.take, ways.point) {
                (true, false) => format!("{who}: choose a piece"),
                (false, true) if table.ways.take => format!("{who}: place the piece"),
                _ => who,
            }
        }
    }
}

/// Describes the best action so far, if the analysis is on and looks at the position.
pub(crate) fn best(table: &Table) -> Option<String> {
    let player = table.session.turn().player().filter(|_| table.analysis_on)?;
    let is_persons = table.seats[player.index()] == Seat::Person;
    (is_persons || table.mode != Mode::Game).then_some(())?;
    let best = table.shown_actions().first();
    Some(best.map_or_else(
        || "analysis …".to_owned(),
        |best| format!("best: {}", action_and_value(table, best.action, best.value)),
    ))
}

/// Formats an action and its value: `4 (wins in 5)`.
pub(crate) fn action_and_value(table: &Table, action: usize, value: Value) -> String {
    let text = table.session.action_text(action).unwrap_or_default();
    let text = match table.session.gesture(action) {
        Some(Gesture::Push { towards: direction }) => direction.word().to_owned(),
        _ => text,
    };
    format!("{text} ({})", long_value(value))
}

/// Formats a value in the longest form that fits, so that no digit is cut off: `wins in 5`, `W5` or `W`.
pub(crate) fn value_within(value: Value, room: usize, theme: &Theme) -> String {
    let short = short_value(value);
    let (long, round, rough) = match value {
        Value::Points(number) | Value::Order(number) => {
            let thousands = format!("{:.0}k", number / 1000.0);
            (format!("{number:.0}"), thousands.clone(), thousands)
        }
        Value::ExactPoints(points) => (format!("{points:.3}"), format!("{points:.0}"), short.clone()),
        Value::Estimate(estimate) => (
            value.to_string(),
            format!("{estimate:+.1}").replacen("0.", ".", 1),
            format!("{estimate:+.0}"),
        ),
        _ => {
            let kind = short
                .chars()
                .take(1)
                .filter(|letter| letter.is_alphabetic())
                .collect();
            (value.to_string(), short.clone(), kind)
        }
    };
    let forms = [long, short, round, rough];
    let forms = forms.iter().map(|form| theme.text(form).into_owned());
    let mut fitting = forms.filter(|form| form.chars().count() <= room);
    fitting.next().unwrap_or_default()
}

/// Formats a value in full: `wins in 5`, `even`, `+0.25`, `1234 points to come`, `1234, to compare moves by`.
pub(crate) fn long_value(value: Value) -> String {
    match value {
        Value::Points(points) => format!("{points:.0} points to come"),
        Value::ExactPoints(points) => format!("exactly {points:.3} points to come"),
        Value::Order(number) => format!("{number:.0}, to compare moves by"),
        other => other.to_string(),
    }
}

/// Formats a value in at most five characters: `W5`, `W≤9`, `=`, `L8`, `+.25`, `1.2k`, `34%`.
pub(crate) fn short_value(value: Value) -> String {
    match value {
        Value::ExactPoints(number) | Value::Order(number) => short_value(Value::Points(number)),
        Value::Win(plies) => format!("W{plies}"),
        Value::WinWithin(plies) => format!("W≤{plies}"),
        Value::Draw => "=".to_owned(),
        Value::Loss(plies) => format!("L{plies}"),
        Value::LossAfter(plies) => format!("L≥{plies}"),
        Value::LossWithin(plies) => format!("L≤{plies}"),
        Value::Estimate(value) => format!("{value:+.2}").replacen("0.", ".", 1),
        Value::Points(points) if points >= 100_000.0 => format!("{:.0}k", points / 1000.0),
        Value::Points(points) if points >= 1000.0 => format!("{:.1}k", points / 1000.0),
        Value::Points(points) => format!("{points:.0}"),
        Value::Goals(share) => format!("{}%", percent(share, 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Depth, Palette};

    #[test]
    fn a_value_is_rounded_to_its_room_and_never_cut() {
        for (value, room, text) in [
            (Value::Points(201_889.0), 8, "201889"),
            (Value::Points(201_889.0), 5, "202k"),
            (Value::Estimate(-0.35), 7, "-0.35"),
            (Value::Estimate(-0.38), 3, "-.4"),
            (Value::Estimate(1.0), 3, "+1"),
            (Value::Win(17), 3, "W17"),
            (Value::WinWithin(17), 4, "W"),
            (Value::WinWithin(17), 5, "W<=17"),
            (Value::LossAfter(9), 3, "L"),
            (Value::Draw, 3, "="),
        ] {
            let theme = Theme {
                depth: Depth::Monochrome,
                palette: Palette::Default,
                dark: true,
                ascii: true,
            };
            assert_eq!(value_within(value, room, &theme), text, "{value} in {room}");
        }
    }

    #[test]
    fn lines_are_said_by_their_direction() {
        let size = Size::new(6, 6).expect("a possible size");
        let line = |cells: [(u32, u32); 4]| {
            let cells: Vec<Cell> = cells
                .iter()
                .map(|&(column, row)| Cell::new(column, row))
                .collect();
            line_text(&cells, size)
        };
        assert_eq!(line([(1, 2), (2, 2), (3, 2), (4, 2)]), "a row of 4");
        assert_eq!(line([(1, 5), (1, 4), (1, 3), (1, 2)]), "a column of 4");
        assert_eq!(line([(0, 0), (1, 1), (2, 2), (3, 3)]), "a falling diagonal of 4");
        assert_eq!(line([(0, 3), (1, 2), (2, 1), (3, 0)]), "a rising diagonal of 4");
        assert_eq!(line([(3, 0), (2, 1), (1, 2), (0, 3)]), "a rising diagonal of 4");
        assert_eq!(
            line([(4, 1), (5, 0), (0, 5), (1, 4)]),
            "a rising diagonal of 4 across the edge"
        );
    }

    #[test]
    fn short_values_are_short() {
        for (value, text) in [
            (Value::Win(5), "W5"),
            (Value::WinWithin(31), "W≤31"),
            (Value::LossAfter(4), "L≥4"),
            (Value::Draw, "="),
            (Value::Estimate(-0.5), "-.50"),
            (Value::Estimate(1.0), "+1.00"),
            (Value::Points(123_456.0), "123k"),
            (Value::Points(1234.0), "1.2k"),
            (Value::Order(1234.0), "1.2k"),
            (Value::ExactPoints(1234.0), "1.2k"),
            (Value::Goals(0.345), "34%"),
            (Value::Goals(0.001), "< 1%"),
        ] {
            assert_eq!(short_value(value), text);
            assert!(text.chars().count() <= 5);
        }
    }
}
