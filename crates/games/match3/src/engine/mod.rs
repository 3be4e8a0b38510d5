//! The match-3 engine below [Shariki](crate::shariki), [Match Three](crate::framework) and
//! [levels](crate::levels).
//!
//! A board has three representations: [`Board`] is the readable one, [`PackedBoard`] holds at most 128
//! squares in six words for playouts, and [`ColumnBoard`] keeps boards of any size as columns of bit planes.
//! Tests hold the fast ones equal to the readable one.
//!
//! | file | rule |
//! | --- | --- |
//! | `element.rs`, `board.rs`, `packed.rs`, `columns.rs` | what a square holds, the three boards, gravity |
//! | `planes.rs`, `mask.rs` | elements and squares as bits of words |
//! | `combination.rs`, `neighbours.rs`, `deltas.rs` | what matches |
//! | `cascade.rs`, `effects.rs`, `step.rs` | match after match until nothing matches, specials, points |
//! | `spawning.rs` | what is new |
//! | `swaps.rs`, `moves.rs` | what a player may do |
//! | `view.rs`, `token.rs` | how it is shown, and boards of tokens |

mod board;
mod cascade;
mod columns;
mod combination;
mod deltas;
pub(crate) mod effects;
mod element;
mod mask;
mod moves;
mod neighbours;
mod packed;
mod planes;
mod segment_tree;
mod spawning;
mod step;
mod swaps;
mod token;
pub(crate) mod view;

pub(crate) use board::drop_all;
pub use board::{Board, ParseBoardError};
pub(crate) use cascade::run_steps;
pub use cascade::{Trace, resolve};
pub(crate) use columns::ColumnBoard;
pub use columns::resolve_fast;
pub(crate) use combination::{Colours, Combination, Kind, makes_line};
pub use deltas::{DeltaError, MIN_MATCH, MaximumDeltaMatcher, UnionMatcher};
pub(crate) use deltas::{PackedMatcher, shifted};
pub use element::{Colour, Element, Letter, ParseElementError, Square};
pub(crate) use element::{elements_text, parse_elements};
pub(crate) use mask::{bit_of, bits, cell_of, cells_of, holds, mask_of};
pub use moves::{BasicMove, MoveKind, MoveSet};
pub(crate) use moves::{cell, parse_move, read_matchers, read_move, two_wholes};
pub(crate) use packed::{Layout, PackedBoard};
pub(crate) use spawning::{ColourWeights, Phase, take_fitting};
pub use spawning::{SpawnRates, WhenStuck};
pub(crate) use step::{POINTS_PER_ELEMENT, Step, combination_points, match_points, specials_value};
pub(crate) use swaps::packed_swaps;
pub use swaps::{ExchangeSet, Swap, Swaps};
pub use token::{DimensionError, InvalidToken, NotAToken, Token, TokenSet, TokenSetError, TokenStringError};
pub(crate) use token::{MAX_FIELDS, empty_grid, parse_fields};
