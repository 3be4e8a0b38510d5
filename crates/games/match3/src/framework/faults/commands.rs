//! The commands that change the tokens, the board and the matcher.

use quincunx_core::Size;
use quincunx_registry::console::Refusal;

use super::board::{Model, Strategy};
use super::console::{ModelConsole, malformed, missing};
use super::game::Game;
use crate::engine::two_wholes;

impl ModelConsole {
    pub(super) fn set_tokens(&mut self, characters: &str) -> Result<(), Refusal> {
        let is_token = |character: char| {
            !character.is_whitespace() && (character != ';' || self.is("semicolon-is-token"))
        };
        if !characters.chars().all(is_token) {
            return Err(Refusal::new("that is not a token"));
        }
        let mut tokens: Vec<char> = characters.chars().collect();
        tokens.sort_unstable();
        if !self.is("equal-tokens-count") {
            tokens.dedup();
        }
        if tokens.len() < 2 && !self.is("one-token") {
            return Err(missing("second token"));
        }
        if let Some(game) = &mut self.game
            && self.variant == "tokens-of-present-board"
        {
            game.board.tokens.clone_from(&tokens);
        }
        self.tokens = Some(tokens);
        Ok(())
    }

    pub(super) fn size(&self, columns: i64, rows: i64) -> Result<Size, Refusal> {
        let least = if self.is("small-boards") { 1 } else { 2 };
        let wrong = || Refusal::new("no board has such a size");
        if columns < least || rows < least {
            return Err(wrong());
        }
        let side = |length: i64| u32::try_from(length).map_err(|_| wrong());
        let size = Size::new(side(columns)?, side(rows)?).map_err(|_| wrong())?;
        if size.area() > self.max_fields {
            return Err(wrong());
        }
        Ok(size)
    }

    pub(super) fn begin(
        &mut self,
        size: Size,
        fields: Vec<Option<char>>,
        is_empty: bool,
    ) -> Result<(), Refusal> {
        let tokens = self.tokens.clone().ok_or_else(|| missing("token"))?;
        let before = self.game.take();
        let mut game = Game::new(Model {
            variant: self.variant,
            size,
            tokens,
            fields,
            strategy: None,
        });
        if let Some(before) = before {
            match self.variant {
                "strategy-stays" => game.board.strategy = before.board.strategy,
                "score-stays" => game.score = before.score,
                "game-stays-started" => game.is_started = before.is_started,
                _ => {}
            }
        }
        self.game = Some(game);
        match self.variant {
            "matcher-is-lost" => self.matchers = None,
            "tokens-are-lost" if !is_empty => self.tokens = None,
            _ => {}
        }
        Ok(())
    }

    pub(super) fn load(&mut self, text: &str) -> Result<(), Refusal> {
        let text = match self.variant {
            "load-trims" => text.trim(),
            "load-takes-last-semicolon" => text.strip_suffix(';').unwrap_or(text),
            _ => text,
        };
        let mut rows: Vec<Vec<char>> = text.split(';').map(|row| row.chars().collect()).collect();
        let most = rows.iter().map(Vec::len).max().unwrap_or(0);
        let columns = if self.is("load-pads-rows") {
            most
        } else {
            rows[0].len()
        };
        let size = self.size(columns as i64, rows.len() as i64)?;
        if self.is("load-pads-rows") {
            rows.iter_mut().for_each(|row| row.resize(columns, ' '));
        }
        let tokens = self.tokens.as_ref().ok_or_else(|| missing("token"))?;
        let is_valid = |character: &char| {
            *character == ' ' || tokens.contains(character) || self.is("load-takes-any-token")
        };
        if rows.iter().any(|row| row.len() != columns) || !rows.iter().flatten().all(is_valid) {
            return Err(Refusal::new("that is not a token string"));
        }
        let field = |character: char| Some(character).filter(|&character| character != ' ');
        let fields = rows.into_iter().flatten().map(field).collect();
        self.begin(size, fields, false)
    }

    pub(super) fn set(&mut self, at: &str, token: &str) -> Result<(), Refusal> {
        let at = self.cell(at);
        if self.is("off-board-ignored") && at.as_ref().is_err_and(|error| *error != malformed()) {
            return Ok(());
        }
        let at = at?;
        let board = self.board()?;
        let mut characters = token.chars();
        let token = match (token, characters.next(), characters.next()) {
            ("null", ..) => None,
            (_, Some(character), None) => Some(character),
            (_, first, _) if self.is("set-takes-first-character") => first,
            _ => return Err(malformed()),
        };
        if !token.is_none_or(|token| board.is_valid(token) || self.is("set-takes-any-token")) {
            return Err(Refusal::new("the token is not valid"));
        }
        let is_full = board.get(at).is_some();
        match self.variant {
            "set-only-on-empty" if is_full && token.is_some() => return Err(missing("empty field")),
            "null-changes-nothing" if token.is_none() => return Ok(()),
            _ => {}
        }
        self.game_mut()?.board.set(at, token);
        Ok(())
    }

    pub(super) fn remove(&mut self, positions: &[&str]) -> Result<(), Refusal> {
        let cells: Vec<_> = positions.iter().map(|position| self.cell(position)).collect();
        let (variant, board) = (self.variant, &mut self.game_mut()?.board);
        if !matches!(variant, "remove-half-done" | "off-board-ignored")
            && let Some(refusal) = cells.iter().find_map(|cell| cell.clone().err())
        {
            return Err(refusal);
        }
        let count = if variant == "remove-first-only" {
            1
        } else {
            cells.len()
        };
        for cell in cells.into_iter().take(count) {
            match cell {
                Ok(cell) => board.set(cell, None),
                Err(_) if variant == "off-board-ignored" => {}
                Err(refusal) => return Err(refusal),
            }
        }
        if variant == "remove-lets-fall" {
            board.fall();
        }
        Ok(())
    }

    pub(super) fn sequences(&self, text: &str) -> Result<Strategy, Refusal> {
        let board = self.board()?;
        let sequences: Vec<Vec<char>> = text.split(';').map(|text| text.chars().collect()).collect();
        let columns = board.size.columns() as usize;
        let is_enough = match self.variant {
            "few-sequences" => sequences.len() <= columns,
            "more-sequences" => sequences.len() >= columns,
            _ => sequences.len() == columns,
        };
        let is_valid = |&token: &char| board.is_valid(token) || self.is("sequences-of-any-token");
        if !is_enough || !sequences.iter().flatten().all(is_valid) {
            return Err(Refusal::new(
                "there is one sequence of valid tokens for each column",
            ));
        }
        let with_use = |sequence| (sequence, 0);
        Ok(Strategy::Columns(sequences.into_iter().map(with_use).collect()))
    }

    pub(super) fn set_matchers(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let mut matchers = Vec::new();
        for words in words.split(|&word| word == "|") {
            let deltas = words.iter().map(|word| two_wholes(word));
            let mut deltas = deltas.collect::<Result<Vec<_>, Refusal>>()?;
            let is_still = deltas.contains(&(0, 0)) && !self.is("zero-delta");
            if deltas.is_empty() || is_still {
                return Err(Refusal::new("a matcher needs deltas that lead somewhere"));
            }
            if self.is("deltas-turned") {
                deltas.iter_mut().for_each(|delta| *delta = (delta.1, delta.0));
            }
            matchers.push(deltas);
        }
        match self.variant {
            "union-is-one-matcher" => matchers = vec![matchers.concat()],
            "union-is-last" => drop(matchers.drain(..matchers.len() - 1)),
            "union-is-first" => matchers.truncate(1),
            _ => {}
        }
        self.matchers = Some(matchers);
        Ok(())
    }
}
