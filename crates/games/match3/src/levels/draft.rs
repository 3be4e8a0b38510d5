//! The draft of a level, as an editor holds it, and its text.

use std::collections::BTreeMap;
use std::fmt;

use quincunx_core::{Grid, Size};
use toml_writer::ToTomlValue as _;

use super::file::KIND_NAMES;
use super::level::{COLOURS, Field, Goals, Level, Matching, MoveName, picture};
use super::problem::LevelError;
use crate::engine::{Board, Colour, WhenStuck};

/// A level that may still be wrong: every field as it is to be written, unchecked.
///
/// Its text ([`Display`](fmt::Display)) is a level file, and [`Draft::open`] of that text reports its errors.
///
/// ```
/// use quincunx_match3::levels::{Draft, Level};
///
/// let mut draft = Draft::default();
/// draft.goals.score = None;
/// let (again, errors) = Draft::open(&draft.to_string());
/// assert_eq!((again, errors[0].field.as_str()), (Some(draft.clone()), "goals"));
/// draft.goals.score = Some(500);
/// assert_eq!(Level::read(&draft.to_string())?.goals().score, Some(500));
/// # Ok::<(), quincunx_match3::levels::LevelErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The name.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// The cells of the picture.
    pub fields: Grid<Field>,
    /// The elements that the board begins with; of the same size as the picture.
    pub start: Board,
    /// The number of colours.
    pub colours: usize,
    /// The weights of the colours in columns without weights of their own.
    pub weights: Vec<u32>,
    /// The columns with weights of their own.
    pub column_weights: BTreeMap<u32, Vec<u32>>,
    /// The names of the moves.
    pub moves: Vec<String>,
    /// The names of combinations, or deltas.
    pub matchers: Vec<String>,
    /// Whether combinations leave specials behind.
    pub specials: bool,
    /// Whether new elements come in.
    pub refill: bool,
    /// What happens when no move is left.
    pub when_stuck: WhenStuck,
    /// The limit of moves.
    pub limit: u32,
    /// The goals.
    pub goals: Goals,
    /// The seed of the first board.
    pub seed: Option<u64>,
}

impl Default for Draft {
    /// Returns a plain board of 8×8 with five colours and a goal of a thousand points in twenty moves.
    fn default() -> Self {
        let size = Size::new(8, 8).expect("both are more than 0");
        Self {
            name: String::new(),
            about: String::new(),
            fields: Grid::filled(size, Field::Plain),
            start: Board::empty(size),
            colours: 5,
            weights: vec![1; 5],
            column_weights: BTreeMap::new(),
            moves: vec!["swap".to_owned()],
            matchers: KIND_NAMES.map(str::to_owned).to_vec(),
            specials: true,
            refill: true,
            when_stuck: WhenStuck::Reshuffle,
            limit: 20,
            goals: Goals {
                score: Some(1000),
                ..Goals::default()
            },
            seed: None,
        }
    }
}

impl From<&Level> for Draft {
    /// Returns the draft of a level, whose text is a text of the level.
    fn from(level: &Level) -> Self {
        let comes_in = |colour: &usize| level.weights.iter().any(|weights| weights[*colour] > 0);
        let colours = (2..COLOURS).rev().find(comes_in).map_or(2, |last| last + 1);
        let usual = usual_of(&level.weights);
        let columns = (0..).zip(&level.weights);
        let others = columns.filter(|&(_, weights)| *weights != usual);
        let moves = level.moves.iter().map(|&name| MoveName::NAMES[name as usize]);
        let matchers = match &level.matching {
            Matching::Combinations(kinds) => {
                let names = kinds.iter().map(|&kind| KIND_NAMES[kind as usize]);
                names.map(str::to_owned).collect()
            }
            Matching::Deltas(matcher) => {
                let word = |(columns, rows)| format!("{columns},{rows}");
                let matchers = matcher.matchers().iter();
                let words = matchers.map(|matcher| matcher.deltas().map(word).collect::<Vec<_>>());
                words.map(|words| words.join(" ")).collect()
            }
        };
        Self {
            name: level.name.clone(),
            about: level.about.clone(),
            fields: level.fields.clone(),
            start: level.start.clone(),
            colours,
            weights: usual[..colours].to_vec(),
            column_weights: others
                .map(|(column, weights)| (column, weights[..colours].to_vec()))
                .collect(),
            moves: moves.map(str::to_owned).collect(),
            matchers,
            specials: level.specials,
            refill: level.refill,
            when_stuck: level.when_stuck,
            limit: level.limit,
            goals: level.goals,
            seed: level.seed,
        }
    }
}

impl Draft {
    /// Opens a text: returns a draft where every field is right, and all errors, of fields or of the whole.
    ///
    /// Comments of the text are lost.
    #[must_use]
    pub fn open(text: &str) -> (Option<Self>, Vec<LevelError>) {
        let (level, errors) = Level::sketch(text);
        (level.as_ref().map(Self::from), errors)
    }

    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.fields.size();
        if self.fields.values().iter().all(|&field| field == Field::Plain) {
            writeln!(f, "columns = {}\nrows = {}", size.columns(), size.rows())?;
        } else {
            writeln!(f, "fields = \"\"\"")?;
            for row in picture(&self.fields) {
                writeln!(f, "{row}")?;
            }
            writeln!(f, "\"\"\"")?;
        }
        if self.start.squares().any(|(_, square)| square.0.is_some()) {
            writeln!(f, "start = \"\"\"\n{}\"\"\"", self.start)?;
        }
        Ok(())
    }

    fn write_goals(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n[goals]")?;
        if let Some(score) = self.goals.score {
            writeln!(f, "score = {score}")?;
        }
        if self.goals.clear {
            writeln!(f, "clear = true")?;
        }
        let wanted = Colour::ALL.into_iter().zip(self.goals.collect);
        let mut wanted = wanted.filter(|&(_, count)| count > 0).peekable();
        if wanted.peek().is_some() {
            writeln!(f, "\n[goals.collect]")?;
        }
        wanted.try_for_each(|(colour, count)| writeln!(f, "{colour} = {count}"))
    }

    fn write_spawn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_alike = self.weights.len() == self.colours && self.weights.iter().all(|&weight| weight == 1);
        if !is_alike {
            writeln!(f, "\n[spawn]\nweights = {}", self.weights.to_toml_value())?;
        }
        if !self.column_weights.is_empty() {
            writeln!(f, "\n[spawn.columns]")?;
        }
        let mut columns = self.column_weights.iter();
        columns.try_for_each(|(column, weights)| writeln!(f, "{column} = {}", weights.to_toml_value()))
    }
}

impl fmt::Display for Draft {
    /// Writes the text of the level; fields with default values are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        for (name, text) in [("name", &self.name), ("about", &self.about)] {
            if !text.is_empty() {
                writeln!(f, "{name} = {}", text.to_toml_value())?;
            }
        }
        self.write_board(f)?;
        writeln!(f, "colours = {}", self.colours)?;
        if self.moves != usual.moves {
            writeln!(f, "moves = {}", self.moves.to_toml_value())?;
        }
        if self.matchers != usual.matchers {
            writeln!(f, "matchers = {}", self.matchers.to_toml_value())?;
        }
        let mut matchers = self.matchers.iter();
        let by_combinations = matchers.all(|name| KIND_NAMES.contains(&name.as_str()));
        if self.specials != by_combinations {
            writeln!(f, "specials = {}", self.specials)?;
        }
        if !self.refill {
            writeln!(f, "refill = false")?;
        }
        if self.when_stuck == WhenStuck::End {
            writeln!(f, "stuck = \"end\"")?;
        }
        writeln!(f, "limit = {}", self.limit)?;
        if let Some(seed) = self.seed {
            writeln!(f, "seed = {seed}")?;
        }
        self.write_goals(f)?;
        self.write_spawn(f)
    }
}

/// Returns the weights of most columns, the first ones of equally many.
fn usual_of(weights: &[[u32; COLOURS]]) -> [u32; COLOURS] {
    let mut counts: Vec<([u32; COLOURS], usize)> = Vec::new();
    for &column in weights {
        match counts.iter_mut().find(|(known, _)| *known == column) {
            Some((_, count)) => *count += 1,
            None => counts.push((column, 1)),
        }
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    most.expect("a level has columns").0
}
