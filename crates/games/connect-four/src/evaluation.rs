//! A heuristic evaluation by open lines.

use quincunx_core::{Evaluate, Side};

use crate::rules::{ConnectFour, Position, Stack};

/// Evaluates a position by its open lines: lines of four that hold stones of one player only.
///
/// An open line counts [`WEIGHTS`] by its stones. The side to move and the cells that can be reached do not
/// matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenLines;

/// The weight of an open line with one, two or three stones.
const WEIGHTS: [u32; 3] = [1, 3, 9];

/// The lead that evaluates to half a win.
const HALF_WIN: f64 = 40.0;

impl Evaluate<ConnectFour> for OpenLines {
    fn evaluate(&self, rules: &ConnectFour, position: &Position, player: Side) -> f64 {
        let weight = |player| f64::from(open_lines(rules, position, player));
        let lead = weight(player) - weight(player.opponent());
        lead / (lead.abs() + HALF_WIN)
    }
}

/// Returns the total weight of a player's open lines.
///
/// Lines of one direction that begin in one column are counted together: each of their four columns is a
/// word, shifted so that bit r belongs to the line that begins in row r.
///
/// ```text
///   rising from column 0        row 3 |  0  1  2  x          the words, bit 0 last
///                               row 2 |  0  1  x  3          column 0     …3210
///                               row 1 |  0  x  2  3          column 1 >> 1  …321
///                               row 0 |  x  1  2  3          column 2 >> 2   …32
/// ```
fn open_lines(rules: &ConnectFour, position: &Position, player: Side) -> u32 {
    let (columns, rows) = (rules.size().columns(), rules.size().rows());
    let (all_rows, lower_rows) = (u64::MAX >> (64 - rows), u64::MAX >> (64 - (rows - 3)));
    let mut weight = 0;
    for column in 0..columns {
        let here = [position.stack(column); 4];
        weight += weight_of(here, [0, 1, 2, 3], lower_rows, player);
        if column + 3 < columns {
            let across = [0, 1, 2, 3].map(|step| position.stack(column + step));
            weight += weight_of(across, [0; 4], all_rows, player);
            weight += weight_of(across, [0, 1, 2, 3], lower_rows, player);
            weight += weight_of(across, [3, 2, 1, 0], lower_rows, player);
        }
    }
    weight
}

/// Returns the weight of the open lines that begin in the rows `begins`. Their four cells lie in four stacks,
/// `rises` rows above the first.
fn weight_of(stacks: [Stack; 4], rises: [u32; 4], begins: u64, player: Side) -> u32 {
    let words = |player: Side| [0, 1, 2, 3].map(|at| stacks[at].of[player.index()] >> rises[at]);
    let open = begins
        & !words(player.opponent())
            .into_iter()
            .fold(0, |all, word| all | word);
    // The sums of four bits in each place as two binary digits; a four reads as 0, but ends the game anyway.
    let [a, b, c, d] = words(player);
    let (ones, twos) = (a ^ b ^ c ^ d, (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d)));
    let lines = [ones & !twos, twos & !ones, ones & twos];
    let counted = lines.map(|lines| (lines & open).count_ones());
    counted
        .into_iter()
        .zip(WEIGHTS)
        .map(|(count, weight)| count * weight)
        .sum()
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet, Cell, Game, Notation, Topology, Turn};

    use super::*;

    /// Counts line by line.
    fn line_by_line(rules: &ConnectFour, position: &Position, player: Side) -> u32 {
        let lines = rules.size().lines(Topology::Plane, 4);
        let weight = |line: Vec<Cell>| {
            let stones: Vec<Side> = line
                .iter()
                .filter_map(|&cell| rules.stone(position, cell))
                .collect();
            match stones.len() {
                count @ 1..=3 if stones.iter().all(|&stone| stone == player) => WEIGHTS[count - 1],
                _ => 0,
            }
        };
        lines.map(weight).sum()
    }

    #[test]
    fn lines_counted_together_are_those_counted_singly() {
        for (columns, rows) in [(7, 6), (4, 4), (5, 9), (64, 4), (4, 64), (64, 64)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            let mut position = rules.initial();
            for drop in 0..60 {
                for player in Side::BOTH {
                    assert_eq!(
                        open_lines(&rules, &position, player),
                        line_by_line(&rules, &position, player),
                        "{}",
                        rules.diagram(&position)
                    );
                }
                let Turn::Player(_) = position.turn() else { break };
                let legal = rules.legal_actions(&position);
                let some = legal.into_iter().nth(drop * drop % 5 % legal.len());
                rules.play_unchecked(&mut position, some.expect("an index below the length"), &mut ());
            }
        }
    }

    #[test]
    fn the_opponent_evaluates_to_the_negative() {
        let rules = ConnectFour::default();
        let evaluate = |text, player| {
            let position = rules.parse_position(text).expect("legal drops");
            OpenLines.evaluate(&rules, &position, player)
        };
        assert_eq!(evaluate("", Side::One), 0.0);
        assert!(evaluate("4", Side::One) > evaluate("1", Side::One));
        assert!(evaluate("1", Side::One) > 0.0);
        assert_eq!(evaluate("44536", Side::Two), -evaluate("44536", Side::One));
    }
}
