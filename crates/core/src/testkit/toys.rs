//! Tiny games on which players can be checked against brute force.

use std::convert::Infallible;

use crate::{ActionList, EffectSink, EnumerableChance, Evaluate, Game, Outcome, RandomSource, Side, Turn};

use crate::hash::hash_of;

/// Noughts and crosses; the fields of the board and their bits:
///
/// ```text
/// 0 1 2
/// 3 4 5
/// 6 7 8
/// ```
#[derive(Clone, Debug)]
pub struct TicTacToe;

/// The fields of the side that acts and those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    own: u16,
    other: u16,
}

impl Board {
    const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

    /// Plays fields from the empty board.
    ///
    /// # Panics
    /// When a field is taken or not on the board, or the game is over before the last of them.
    pub fn after(fields: &[u8]) -> Self {
        let mut board = TicTacToe.initial();
        for &field in fields {
            TicTacToe.play(&mut board, field, &mut ()).expect("a free field");
        }
        board
    }

    /// Returns the fields of the first side and those of the second.
    pub fn by_side(self) -> [u16; 2] {
        if (self.own | self.other).count_ones().is_multiple_of(2) {
            [self.own, self.other]
        } else {
            [self.other, self.own]
        }
    }
}

impl Game for TicTacToe {
    type State = Board;
    type Action = u8;
    type Actions = ActionList<u8>;
    type Chance = Infallible;

    fn players(&self) -> u8 {
        2
    }

    fn initial(&self) -> Board {
        Board { own: 0, other: 0 }
    }

    fn turn(&self, state: &Board) -> Turn {
        let stones = (state.own | state.other).count_ones();
        let side = if stones.is_multiple_of(2) {
            Side::One
        } else {
            Side::Two
        };
        if Board::LINES.iter().any(|line| state.other & line == *line) {
            Turn::Over(Outcome::Win(side.opponent()))
        } else if stones == 9 {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Player(side)
        }
    }

    fn legal_actions(&self, state: &Board) -> ActionList<u8> {
        let free = match self.turn(state) {
            Turn::Player(_) => !(state.own | state.other),
            _ => 0,
        };
        ActionList::from_sorted((0..9).filter(|field| free >> field & 1 == 1).collect())
    }

    fn play_unchecked<S: EffectSink>(&self, state: &mut Board, action: u8, _: &mut S) {
        *state = Board {
            own: state.other,
            other: state.own | 1 << action,
        };
    }
}

/// A made-up game of `height` plies in which a seed decides everything: who acts, who wins, when it ends.
///
/// Players do not alternate, branches end at different depths, and different ways lead to the same position.
#[derive(Clone, Debug)]
pub struct RandomTree {
    pub seed: u64,
    pub height: u8,
    pub actions: u8,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeNode {
    pub ply: u8,
    pub number: u8,
}

impl RandomTree {
    fn lot(&self, place: &TreeNode, what: u8) -> u64 {
        hash_of(&(self.seed, place, what))
    }
}

impl Game for RandomTree {
    type State = TreeNode;
    type Action = u8;
    type Actions = ActionList<u8>;
    type Chance = Infallible;

    fn players(&self) -> u8 {
        2
    }

    fn initial(&self) -> TreeNode {
        TreeNode { ply: 0, number: 0 }
    }

    fn turn(&self, place: &TreeNode) -> Turn {
        if place.ply == self.height || place.ply > 1 && self.lot(place, 0).is_multiple_of(8) {
            return Turn::Over(match self.lot(place, 1) % 5 {
                0 | 1 => Outcome::Win(Side::One),
                2 | 3 => Outcome::Win(Side::Two),
                _ => Outcome::Draw,
            });
        }
        Turn::Player(Side::BOTH[(self.lot(place, 2) % 2) as usize])
    }

    fn legal_actions(&self, place: &TreeNode) -> ActionList<u8> {
        let count = match self.turn(place) {
            Turn::Player(_) => 1 + (self.lot(place, 3) % u64::from(self.actions)) as u8,
            _ => 0,
        };
        ActionList::from_sorted((0..count).collect())
    }

    fn play_unchecked<S: EffectSink>(&self, place: &mut TreeNode, action: u8, _: &mut S) {
        *place = TreeNode {
            ply: place.ply + 1,
            number: (self.lot(place, 4 + action) % 24) as u8,
        };
    }
}

/// Evaluates nodes of both trees at random, each always alike.
#[derive(Clone, Copy, Debug)]
pub struct SeededEvaluation;

impl Evaluate<RandomTree> for SeededEvaluation {
    fn evaluate(&self, rules: &RandomTree, place: &TreeNode, side: Side) -> f64 {
        let value = (rules.lot(place, 255) % 1999) as f64 / 1000.0 - 0.999;
        if side == Side::One { value } else { -value }
    }
}

/// A single-player game of dice: roll a die at most `rolls` times and keep what it shows when you like.
///
/// With one roll left a die is worth 3.5, with two 4.25 (keep 4 and more), with three 14/3 (keep 5 and more).
#[derive(Clone, Debug)]
pub struct DiceGame {
    pub rolls: u8,
}

/// The die of [`DiceGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    /// What it shows; `None` while it rolls.
    pub shows: Option<u8>,
    pub rolls_left: u8,
    pub kept: bool,
}

/// What to do with the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DiceAction {
    Keep,
    Roll,
}

impl DiceGame {
    /// Some positions of the game of three rolls, each with the best action and its points.
    pub const SOLVED: [(Die, DiceAction, f64); 4] = [
        (Die::on_table(5, 2), DiceAction::Keep, 5.0),
        (Die::on_table(4, 2), DiceAction::Roll, 4.25),
        (Die::on_table(4, 1), DiceAction::Keep, 4.0),
        (Die::on_table(3, 1), DiceAction::Roll, 3.5),
    ];
}

impl Die {
    /// Returns a die that may be kept or rolled.
    #[must_use]
    pub const fn on_table(shows: u8, rolls_left: u8) -> Self {
        Self {
            shows: Some(shows),
            rolls_left,
            kept: false,
        }
    }
}

impl Game for DiceGame {
    type State = Die;
    type Action = DiceAction;
    type Actions = ActionList<DiceAction>;
    type Chance = u8;

    fn players(&self) -> u8 {
        1
    }

    fn initial(&self) -> Die {
        Die {
            shows: None,
            rolls_left: self.rolls - 1,
            kept: false,
        }
    }

    fn turn(&self, die: &Die) -> Turn {
        match die.shows {
            _ if die.kept => Turn::Over(Outcome::Score(self.points(die))),
            None => Turn::Chance,
            Some(_) => Turn::Player(Side::One),
        }
    }

    fn legal_actions(&self, die: &Die) -> ActionList<DiceAction> {
        ActionList::from_sorted(match self.turn(die) {
            Turn::Player(_) if die.rolls_left > 0 => vec![DiceAction::Keep, DiceAction::Roll],
            Turn::Player(_) => vec![DiceAction::Keep],
            _ => Vec::new(),
        })
    }

    fn play_unchecked<S: EffectSink>(&self, die: &mut Die, action: DiceAction, _: &mut S) {
        match action {
            DiceAction::Keep => die.kept = true,
            DiceAction::Roll => {
                die.rolls_left -= 1;
                die.shows = None;
            }
        }
    }

    fn sample_chance<R: RandomSource>(&self, _: &Die, random: &mut R) -> u8 {
        1 + random.below(6) as u8
    }

    fn is_possible(&self, die: &Die, shows: &u8) -> bool {
        self.turn(die) == Turn::Chance && (1..=6).contains(shows)
    }

    fn resolve_chance<S: EffectSink>(&self, die: &mut Die, shows: &u8, _: &mut S) {
        die.shows = Some(*shows);
    }

    fn points(&self, die: &Die) -> u64 {
        match die.shows {
            Some(shows) if die.kept => shows.into(),
            _ => 0,
        }
    }
}

impl EnumerableChance for DiceGame {
    fn for_each_chance(&self, _: &Die, mut each: impl FnMut(&u8, f64)) {
        for shows in 1..=6 {
            each(&shows, 1.0 / 6.0);
        }
    }
}

/// A made-up game of `height` plies for one player or two in which chance acts behind every action, sometimes
/// twice, and a seed decides everything else. Every second outcome has a fifth of the probability of the
/// others.
#[derive(Clone, Debug)]
pub struct ChanceTree {
    pub seed: u64,
    pub players: u8,
    pub height: u8,
}

/// A node of a [`ChanceTree`]; its hash leaves out the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChanceNode {
    place: TreeNode,
    /// How often chance still acts, at most.
    gusts: u8,
    points: u64,
}

impl std::hash::Hash for ChanceNode {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.place, self.gusts).hash(state);
    }
}

impl ChanceTree {
    const PROBABILITIES: [f64; 4] = [5.0 / 12.0, 1.0 / 12.0, 5.0 / 12.0, 1.0 / 12.0];

    fn lot(&self, node: &ChanceNode, what: u8) -> u64 {
        hash_of(&(self.seed, node, what))
    }

    fn step(&self, node: &ChanceNode, what: u8) -> ChanceNode {
        let lot = self.lot(node, what);
        ChanceNode {
            place: TreeNode {
                ply: node.place.ply,
                number: (lot % 16) as u8,
            },
            gusts: node.gusts,
            points: node.points + lot / 16 % 10 * u64::from(self.players == 1),
        }
    }
}

impl Game for ChanceTree {
    type State = ChanceNode;
    type Action = u8;
    type Actions = ActionList<u8>;
    type Chance = u8;

    fn players(&self) -> u8 {
        self.players
    }

    fn initial(&self) -> ChanceNode {
        ChanceNode {
            place: TreeNode { ply: 0, number: 0 },
            gusts: 2,
            points: 0,
        }
    }

    fn turn(&self, node: &ChanceNode) -> Turn {
        if node.gusts > 0 {
            Turn::Chance
        } else if node.place.ply == self.height {
            Turn::Over(match (self.players, self.lot(node, 1) % 3) {
                (1, _) => Outcome::Score(node.points),
                (_, 0) => Outcome::Draw,
                (_, winner) => Outcome::Win(Side::BOTH[winner as usize - 1]),
            })
        } else {
            let side = self.lot(node, 2) % u64::from(self.players);
            Turn::Player(Side::BOTH[side as usize])
        }
    }

    fn legal_actions(&self, node: &ChanceNode) -> ActionList<u8> {
        let count = match self.turn(node) {
            Turn::Player(_) => 1 + (self.lot(node, 3) % 3) as u8,
            _ => 0,
        };
        ActionList::from_sorted((0..count).collect())
    }

    fn play_unchecked<S: EffectSink>(&self, node: &mut ChanceNode, action: u8, _: &mut S) {
        *node = self.step(node, 10 + action);
        node.place.ply += 1;
        node.gusts = 2;
    }

    fn sample_chance<R: RandomSource>(&self, _: &ChanceNode, random: &mut R) -> u8 {
        // Of twelve equal parts 5 are outcome 0, 1 is outcome 1, and so on.
        [0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 3][random.index(12)]
    }

    fn is_possible(&self, node: &ChanceNode, chance: &u8) -> bool {
        node.gusts > 0 && *chance < 4
    }

    fn resolve_chance<S: EffectSink>(&self, node: &mut ChanceNode, chance: &u8, _: &mut S) {
        *node = self.step(node, 20 + chance);
        // Once in four times chance acts a second time.
        let again = node.gusts == 2 && self.lot(node, 30).is_multiple_of(4);
        node.gusts = u8::from(again);
    }

    fn points(&self, node: &ChanceNode) -> u64 {
        node.points
    }
}

impl EnumerableChance for ChanceTree {
    fn for_each_chance(&self, _: &ChanceNode, mut each: impl FnMut(&u8, f64)) {
        for (chance, probability) in (0..).zip(Self::PROBABILITIES) {
            each(&chance, probability);
        }
    }
}

impl Evaluate<ChanceTree> for SeededEvaluation {
    fn evaluate(&self, rules: &ChanceTree, node: &ChanceNode, side: Side) -> f64 {
        let value = (rules.lot(node, 255) % 1999) as f64 / 1000.0 - 0.999;
        match (rules.players, side) {
            (1, _) => 10.0 * (1.0 + value),
            (_, Side::One) => value,
            (_, Side::Two) => -value,
        }
    }
}
