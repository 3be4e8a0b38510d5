//! A tiny game for this crate's own tests: a boat on a river of seven fields that gusts push about.
//!
//! ```text
//!   0 1 2 3 4 5 6
//!   | . . B . . |     row one or two fields to either side, then a gust moves the boat by -1, 0 or 1;
//!                     the game is over, and every ply a point, when the boat touches a bank (0 or 6)
//! ```
//! It has chance that can be enumerated and a mirror image, and it can be made to break one of its promises.

use crate::actions::{ActionList, ActionSet as _};
use crate::effects::{Effect, EffectSink, Token};
use crate::game::{DenseActions, EnumerableChance, Game, IllegalAction};
use crate::grid::{Cell, Grid, Size};
use crate::notation::{Notation, NotationError};
use crate::random::RandomSource;
use crate::side::{Outcome, Side, Turn};
use crate::testkit::Symmetric;
use crate::view::{Direction, Face, Gesture, Shape, View, Visual};

/// The rules, whole or with one promise broken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RiverGame {
    pub(crate) fault: Option<Fault>,
}

/// A promise that can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    UnsortedActions,
    NoActions,
    ActionsAfterTheEnd,
    LegalThoughUnlisted,
    RefusalChangesState,
    RefusalHasEffects,
    IndexOffByOne,
    CountTooSmall,
    TextReadsAsAnother,
    SharedGesture,
    PositionLosesPoints,
    ListenersChangePlay,
    EffectsFallShort,
    UnreportedPoints,
    LuckOutsideTheSeed,
    SampleIsImpossible,
    SampleIsUnlisted,
    ProbabilitiesTooSmall,
    NamelessFace,
    SymmetryMovesBoat,
    SymmetryKeepsActions,
    EndlessGusts,
    TwoPlayers,
    GustsAtAnyTime,
    SamplesAtAnyTime,
}

/// Where the boat is, whether a gust is due, and the plies so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Boat {
    pub(crate) at: i8,
    pub(crate) gust_due: bool,
    pub(crate) plies: u64,
}

/// Fields to row, negative to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Row(pub(crate) i8);

/// Fields that a gust pushes, negative to the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wind(pub(crate) i8);

const ROWS: [Row; 4] = [Row(-2), Row(-1), Row(1), Row(2)];
const BOAT: Token = Token(1);

impl RiverGame {
    pub(crate) fn with(fault: Fault) -> Self {
        Self { fault: Some(fault) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn move_boat<S: EffectSink>(state: &mut Boat, by: i8, sink: &mut S) {
        let cell = |at: i8| Cell::new(at as u32, 0);
        let (from, to) = (cell(state.at), cell(state.at + by));
        state.at += by;
        if by != 0 {
            let token = BOAT;
            sink.effect(Effect::Move { from, to, token });
        }
    }
}

fn on_river(at: i8) -> bool {
    (0..=6).contains(&at)
}

impl Game for RiverGame {
    type State = Boat;
    type Action = Row;
    type Actions = ActionList<Row>;
    type Chance = Wind;

    fn players(&self) -> u8 {
        1 + u8::from(self.has(Fault::TwoPlayers))
    }

    fn initial(&self) -> Boat {
        Boat {
            at: 3,
            gust_due: true,
            plies: 0,
        }
    }

    fn turn(&self, state: &Boat) -> Turn {
        match state.at {
            0 | 6 => Turn::Over(Outcome::Score(state.plies)),
            _ if state.gust_due => Turn::Chance,
            _ => Turn::Player(Side::One),
        }
    }

    fn legal_actions(&self, state: &Boat) -> ActionList<Row> {
        let over = self.turn(state).player().is_none();
        if over && !self.has(Fault::ActionsAfterTheEnd) || self.has(Fault::NoActions) {
            return ActionList::from_sorted(Vec::new());
        }
        let mut rows: Vec<Row> = ROWS
            .into_iter()
            .filter(|row| on_river(state.at + row.0))
            .collect();
        if self.has(Fault::UnsortedActions) {
            rows.reverse();
        }
        ActionList::from_sorted(rows)
    }

    fn is_legal(&self, state: &Boat, row: Row) -> bool {
        let listed = self.turn(state).player().is_some() && on_river(state.at + row.0);
        listed || self.has(Fault::LegalThoughUnlisted)
    }

    fn play_unchecked<S: EffectSink>(&self, state: &mut Boat, row: Row, sink: &mut S) {
        if self.has(Fault::EffectsFallShort) {
            Self::move_boat(state, row.0, &mut ());
        } else {
            Self::move_boat(state, row.0, sink);
        }
        if !self.has(Fault::UnreportedPoints) {
            sink.effect(Effect::Points { points: 1 });
        }
        state.plies += if self.has(Fault::ListenersChangePlay) && S::ENABLED {
            2
        } else {
            1
        };
        state.gust_due = true;
    }

    fn play<S: EffectSink>(
        &self,
        state: &mut Boat,
        row: Row,
        sink: &mut S,
    ) -> Result<(), IllegalAction<Row>> {
        if !self.is_legal(state, row) {
            if self.has(Fault::RefusalChangesState) {
                state.plies += 1;
            }
            if self.has(Fault::RefusalHasEffects) {
                sink.effect(Effect::Points { points: 1 });
            }
            return Err(IllegalAction(row));
        }
        self.play_unchecked(state, row, sink);
        Ok(())
    }

    fn sample_action<R: RandomSource>(&self, state: &Boat, random: &mut R) -> Option<Row> {
        if self.has(Fault::SamplesAtAnyTime) {
            return Some(Row(1));
        }
        let legal = self.legal_actions(state);
        legal.get(random.index(legal.len().max(1)))
    }

    fn sample_chance<R: RandomSource>(&self, state: &Boat, random: &mut R) -> Wind {
        match self.fault {
            Some(Fault::SampleIsImpossible) => Wind(if state.at > 3 { -2 } else { 2 }),
            Some(Fault::SampleIsUnlisted) => Wind(0),
            Some(Fault::LuckOutsideTheSeed) => {
                use std::sync::atomic::{AtomicU64, Ordering};
                static HIDDEN: AtomicU64 = AtomicU64::new(0);
                Wind((HIDDEN.fetch_add(1, Ordering::Relaxed) % 3) as i8 - 1)
            }
            _ => Wind(random.below(3) as i8 - 1),
        }
    }

    fn is_possible(&self, state: &Boat, gust: &Wind) -> bool {
        let is_time = self.turn(state) == Turn::Chance || self.has(Fault::GustsAtAnyTime);
        is_time && (-1..=1).contains(&gust.0)
    }

    fn resolve_chance<S: EffectSink>(&self, state: &mut Boat, gust: &Wind, sink: &mut S) {
        if self.has(Fault::EndlessGusts) {
            return;
        }
        Self::move_boat(state, gust.0, sink);
        state.gust_due = false;
    }

    fn points(&self, state: &Boat) -> u64 {
        state.plies
    }
}

impl DenseActions for RiverGame {
    fn action_count(&self) -> usize {
        ROWS.len() - usize::from(self.has(Fault::CountTooSmall))
    }

    fn action_index(&self, row: Row) -> usize {
        let index = ROWS
            .iter()
            .position(|&known| known == row)
            .expect("one of the four");
        index + usize::from(self.has(Fault::IndexOffByOne))
    }

    fn action_at(&self, index: usize) -> Option<Row> {
        ROWS.get(index).copied()
    }
}

impl EnumerableChance for RiverGame {
    fn for_each_chance(&self, _: &Boat, mut each: impl FnMut(&Wind, f64)) {
        let gusts: &[i8] = if self.has(Fault::SampleIsUnlisted) {
            &[-1, 1]
        } else {
            &[-1, 0, 1]
        };
        let sum = if self.has(Fault::ProbabilitiesTooSmall) {
            0.9
        } else {
            1.0
        };
        for &by in gusts {
            each(&Wind(by), sum / gusts.len() as f64);
        }
    }
}

impl Symmetric for RiverGame {
    fn symmetry_count(&self) -> usize {
        2
    }

    fn transform_state(&self, state: &Boat, symmetry: usize) -> Boat {
        let mut image = state.clone();
        if symmetry == 1 {
            image.at = 6 - state.at;
        }
        if self.has(Fault::SymmetryMovesBoat) && state.at < 3 {
            image.at += 1;
        }
        image
    }

    fn transform_action(&self, row: Row, symmetry: usize) -> Row {
        if symmetry == 1 && !self.has(Fault::SymmetryKeepsActions) {
            Row(-row.0)
        } else {
            row
        }
    }
}

impl Notation for RiverGame {
    fn action_text(&self, row: Row) -> String {
        format!("row {:+}", row.0)
    }

    fn parse_action(&self, text: &str) -> Result<Row, NotationError> {
        let found = ROWS.into_iter().find(|&row| self.action_text(row) == text);
        match found {
            Some(Row(1)) if self.has(Fault::TextReadsAsAnother) => Ok(Row(2)),
            Some(row) => Ok(row),
            None => Err(NotationError::new(text, "`row` and -2, -1, +1 or +2")),
        }
    }

    fn chance_text(&self, gust: &Wind) -> String {
        format!("gust {:+}", gust.0)
    }

    fn parse_chance(&self, text: &str) -> Result<Wind, NotationError> {
        text.strip_prefix("gust ")
            .and_then(|by| by.parse().ok())
            .map(Wind)
            .ok_or_else(|| NotationError::new(text, "`gust` and -1, +0 or +1"))
    }

    fn position_text(&self, state: &Boat) -> String {
        let weather = if state.gust_due { "gusty" } else { "calm" };
        let plies = if self.has(Fault::PositionLosesPoints) {
            0
        } else {
            state.plies
        };
        format!("{} {weather} {plies}", state.at)
    }

    fn parse_position(&self, text: &str) -> Result<Boat, NotationError> {
        let read = || {
            let (at, rest) = text.split_once(' ')?;
            let (weather, plies) = rest.split_once(' ')?;
            let at = at.parse().ok().filter(|&at| on_river(at))?;
            let gust_due = ["calm", "gusty"].iter().position(|&word| word == weather)? == 1;
            Some(Boat {
                at,
                gust_due,
                plies: plies.parse().ok()?,
            })
        };
        read().ok_or_else(|| NotationError::new(text, "a field, `calm` or `gusty`, and the plies so far"))
    }
}

impl Visual for RiverGame {
    fn view(&self, state: &Boat) -> View {
        let size = Size::new(7, 1).expect("a possible size");
        let board = Grid::from_fn(size, |cell| (cell.column == state.at as u32).then_some(BOAT));
        View::new(board, &[])
    }

    fn face(&self, _: Token) -> Face {
        Face {
            label: "B".to_owned(),
            name: if self.has(Fault::NamelessFace) { "" } else { "boat" }.to_owned(),
            tint: 0,
            shape: Shape::Disc,
            large: true,
            solid: true,
        }
    }

    fn gesture(&self, row: Row) -> Gesture {
        let [up, down, left, right] = Direction::ALL;
        Gesture::Push {
            towards: match row.0 {
                -2 => up,
                -1 => left,
                1 => right,
                _ if self.has(Fault::SharedGesture) => right,
                _ => down,
            },
        }
    }
}
