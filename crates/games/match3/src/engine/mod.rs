//! The match-3 engine below [Shariki](crate::shariki), [Match Three](crate::framework) and
//! [levels](crate::levels).
//!
//! A board has three representations, and every rule is written once for each: [`board::Board`] is the
//! readable one, [`packed::PackedBoard`] holds at most 128 squares in six words for playouts, and
//! [`columns::ColumnBoard`] keeps boards of any size as columns of bit planes. Tests hold the fast ones equal
//! to the readable one.
//!
//! | file | rule |
//! | --- | --- |
//! | `element.rs`, `board.rs`, `packed.rs`, `columns.rs` | what a square holds, and the three boards |
//! | `combination.rs`, `neighbours.rs`, `deltas.rs` | what matches |
//! | `specials.rs`, `effects.rs` | what is removed with a match, and how it is reported |
//! | `cascade.rs`, `step.rs` | match after match until nothing matches |
//! | `gravity.rs`, `spawning.rs` | what falls and what is new |
//! | `swaps.rs`, `moves.rs`, `move_set.rs` | what a player may do |
//! | `scoring.rs` | points |

pub(crate) mod board;
pub(crate) mod cascade;
pub(crate) mod columns;
pub(crate) mod combination;
pub(crate) mod deltas;
pub(crate) mod dimension;
pub(crate) mod effects;
pub(crate) mod element;
pub(crate) mod gravity;
pub(crate) mod mask;
pub(crate) mod move_notation;
pub(crate) mod move_set;
pub(crate) mod moves;
mod neighbours;
pub(crate) mod observation;
pub(crate) mod packed;
pub(crate) mod scoring;
mod segment_tree;
pub(crate) mod spawning;
mod specials;
pub(crate) mod step;
pub(crate) mod swaps;
pub(crate) mod token;
pub(crate) mod token_string;
pub(crate) mod view;
