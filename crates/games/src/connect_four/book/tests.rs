//! The shipped book and the making of others.

use super::*;

#[test]
fn the_first_player_wins_by_the_middle_column_only() {
    let book = Book::shipped();
    assert_eq!(book.plies(), Book::SHIPPED_PLIES);
    let empty = BitBoard::new(Standard::default());
    assert_eq!(book.score(&empty), Some(1));
    let drops: Vec<Option<i32>> = positions::replies(&empty)
        .map(|reply| book.score(&reply))
        .collect();
    // From the left, for the second player.
    assert_eq!(drops, [2, 1, 0, -1, 0, 1, 2].map(Some));
}
