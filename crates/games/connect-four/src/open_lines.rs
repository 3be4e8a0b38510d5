//! A feeling for positions: whose lines are still open.

use quincunx_core::{Evaluate, Player};

use super::rules::{ConnectFour, Position, Stack};

/// Judges a position by the lines of four that hold stones of one player only, as people judge it at a glance.
///
/// A line counts [`WORTH`] by its stones, so that the middle, through which most lines go, is worth more than the
/// edge. Nothing is said of whose turn it is or which cells can be reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenLines;

/// What an open line with one, two or three stones is worth.
const WORTH: [u32; 3] = [1, 3, 9];

/// The lead that is felt as half a win.
const HALF_WON: f64 = 40.0;

impl Evaluate<ConnectFour> for OpenLines {
    fn evaluate(&self, rules: &ConnectFour, position: &Position, player: Player) -> f64 {
        let worth = |player| f64::from(open_lines(rules, position, player));
        let lead = worth(player) - worth(player.opponent());
        lead / (lead.abs() + HALF_WON)
    }
}

/// Adds up what a player's open lines are worth.
///
/// Lines that begin in one column and go the same way are counted together: each of their four columns is a word,
/// shifted so that bit r belongs to the line that begins in row r.
///
/// ```text
///   rising from column 0        row 3 |  0  1  2  x          the words, bit 0 last
///                               row 2 |  0  1  x  3          column 0     …3210
///                               row 1 |  0  x  2  3          column 1 >> 1  …321
///                               row 0 |  x  1  2  3          column 2 >> 2   …32
/// ```
fn open_lines(rules: &ConnectFour, position: &Position, player: Player) -> u32 {
    let (columns, rows) = (rules.size().columns(), rules.size().rows());
    let (all_rows, lower_rows) = (u64::MAX >> (64 - rows), u64::MAX >> (64 - (rows - 3)));
    let mut worth = 0;
    for column in 0..columns {
        let here = [position.stack(column); 4];
        worth += worth_of(here, [0, 1, 2, 3], lower_rows, player);
        if column + 3 < columns {
            let across = [0, 1, 2, 3].map(|step| position.stack(column + step));
            worth += worth_of(across, [0; 4], all_rows, player);
            worth += worth_of(across, [0, 1, 2, 3], lower_rows, player);
            worth += worth_of(across, [3, 2, 1, 0], lower_rows, player);
        }
    }
    worth
}

/// Adds up what the open ones among lines are worth that begin in the rows `begins` and whose four cells lie so many rows
/// above that in four stacks.
fn worth_of(stacks: [Stack; 4], rises: [u32; 4], begins: u64, player: Player) -> u32 {
    let words = |player: Player| [0, 1, 2, 3].map(|at| stacks[at].of[player.index()] >> rises[at]);
    let open = begins
        & !words(player.opponent())
            .into_iter()
            .fold(0, |all, word| all | word);
    // The sums of four bits in each place, as two binary digits; a four, which ends the game, reads as none.
    let [a, b, c, d] = words(player);
    let (ones, twos) = (a ^ b ^ c ^ d, (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d)));
    let lines = [ones & !twos, twos & !ones, ones & twos];
    let counted = lines.map(|lines| (lines & open).count_ones());
    counted
        .into_iter()
        .zip(WORTH)
        .map(|(count, worth)| count * worth)
        .sum()
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet, Cell, Game, Notation, Topology, Turn};

    use super::*;

    /// Counts line by line.
    fn slowly(rules: &ConnectFour, position: &Position, player: Player) -> u32 {
        let lines = rules.size().lines(Topology::Plane, 4);
        let worth = |line: Vec<Cell>| {
            let stones: Vec<Player> = line
                .iter()
                .filter_map(|&cell| rules.stone(position, cell))
                .collect();
            match stones.len() {
                count @ 1..=3 if stones.iter().all(|&stone| stone == player) => WORTH[count - 1],
                _ => 0,
            }
        };
        lines.map(worth).sum()
    }

    #[test]
    fn lines_counted_together_are_those_counted_singly() {
        for (columns, rows) in [(7, 6), (4, 4), (5, 9), (64, 4), (4, 64), (64, 64)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            let mut position = rules.initial();
            for drop in 0..60 {
                for player in Player::BOTH {
                    assert_eq!(
                        open_lines(&rules, &position, player),
                        slowly(&rules, &position, player),
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
    fn what_one_player_feels_the_other_feels_reversed() {
        let rules = ConnectFour::default();
        let feel = |text, player| {
            let position = rules.parse_position(text).expect("legal drops");
            OpenLines.evaluate(&rules, &position, player)
        };
        assert_eq!(feel("", Player::One), 0.0);
        assert!(feel("4", Player::One) > feel("1", Player::One));
        assert!(feel("1", Player::One) > 0.0);
        assert_eq!(feel("44536", Player::Two), -feel("44536", Player::One));
    }
}
