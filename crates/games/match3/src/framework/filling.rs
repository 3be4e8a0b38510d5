//! Filling strategies: random tokens, or given ones column by column.

use std::str::FromStr;
use std::sync::Arc;

use quincunx_core::{Cell, Random, RandomSource};

use super::board::{Board, BoardError, FillError, FillingStrategy, empty_fields};
use crate::engine::{NotAToken, Token};

/// Gives each empty field a token drawn uniformly from the valid ones: column by column from the left, each
/// from the bottom up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomFilling(Random);

impl RandomFilling {
    /// Creates the strategy of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }
}

impl FillingStrategy for RandomFilling {
    fn fill(&mut self, board: &mut dyn Board) -> Result<(), FillError> {
        let mut random = self.0.clone();
        let valid = board.tokens().clone();
        let draw = |cell| (cell, valid.as_slice()[random.index(valid.as_slice().len())]);
        let tokens: Vec<_> = empty_fields(board).into_iter().map(draw).collect();
        put_all(board, &tokens)?;
        self.0 = random;
        Ok(())
    }
}

/// Gives empty fields the next tokens of one sequence for each column, each column from the bottom up.
///
/// The text form has the sequences in order of the columns, joined by `;`. Copies share the sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnFilling {
    sequences: Arc<[Vec<Token>]>,
    /// How many tokens of each sequence have been used.
    used: Vec<usize>,
}

impl ColumnFilling {
    /// Creates the strategy of one sequence for each column.
    #[must_use]
    pub fn new(sequences: Vec<Vec<Token>>) -> Self {
        Self {
            used: vec![0; sequences.len()],
            sequences: sequences.into(),
        }
    }

    /// Returns the sequences, used tokens included.
    #[must_use]
    pub fn sequences(&self) -> &[Vec<Token>] {
        &self.sequences
    }

    /// Takes the next tokens of a column.
    fn take(&mut self, column: u32, needed: usize) -> Result<&[Token], FillError> {
        let index = column as usize;
        let sequence = self.sequences.get(index);
        let sequence = sequence.ok_or(FillError::MissingSequence { column })?;
        let rest = &sequence[self.used[index]..];
        let taken = rest.get(..needed).ok_or(FillError::Exhausted {
            column,
            needed,
            left: rest.len(),
        })?;
        self.used[index] += needed;
        Ok(taken)
    }
}

impl FillingStrategy for ColumnFilling {
    fn fill(&mut self, board: &mut dyn Board) -> Result<(), FillError> {
        let mut next = self.clone();
        let mut tokens = Vec::new();
        for column in empty_fields(board).chunk_by(|a, b| a.column == b.column) {
            let taken = next.take(column[0].column, column.len())?;
            tokens.extend(column.iter().copied().zip(taken.iter().copied()));
        }
        put_all(board, &tokens)?;
        *self = next;
        Ok(())
    }
}

impl FromStr for ColumnFilling {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<Self, NotAToken> {
        let sequence = |text: &str| text.chars().map(Token::new).collect();
        let sequences = text.split(';').map(sequence).collect::<Result<_, _>>()?;
        Ok(Self::new(sequences))
    }
}

/// Puts tokens on empty fields; changes nothing when one of them is not valid.
fn put_all(board: &mut dyn Board, tokens: &[(Cell, Token)]) -> Result<(), FillError> {
    tokens
        .iter()
        .try_for_each(|&(_, token)| board.tokens().check(token))
        .map_err(BoardError::from)?;
    for &(cell, token) in tokens {
        board.set(cell, Some(token))?;
    }
    Ok(())
}
