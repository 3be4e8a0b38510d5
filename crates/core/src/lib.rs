#![doc = include_str!("../README.md")]
//!
//! Start with [`Game`]: the rules are a value, the position is another, and [`Turn`] says who acts.
//! [`Session`] plays a game with undo, redo and a [`Record`]; [`DynSession`] is the same without types.

pub mod actions;
mod chance_streams;
pub mod digits;
mod dyn_session;
mod effects;
mod game;
pub mod grid;
pub mod hash;
pub mod notation;
mod options;
pub mod perft;
mod random;
mod record;
mod seed;
pub mod session;
mod side;
pub mod testkit;
mod view;

pub use actions::{ActionList, ActionMask, ActionSet, BitAction, IndexIter};
pub use chance_streams::ChanceStreams;
pub use dyn_session::{DynSession, NamedSession, Playable, session_of};
pub use effects::{Effect, EffectSink, EffectStep, EffectSteps, Token, apply_step};
pub use game::{DenseActions, EnumerableChance, Evaluate, Game, IllegalAction, has_chance};
pub use grid::{Cell, Grid, GridTooLarge, Offset, Size, SizeError, Topology};
pub use notation::{Notation, NotationError};
pub use options::{OptionError, OptionKind, OptionSpec, Options};
pub use random::{Probability, Random, RandomSource, Streams};
pub use record::{Event, Record, RecordError};
pub use seed::{ChanceStream, Seed, SeedError};
pub use session::{ImpossiblePly, PlayError, Ply, Session};
pub use side::{Outcome, Side, Turn};
pub use view::{Counter, Direction, Face, Gesture, Numbering, Shape, Tray, View, Visual};
