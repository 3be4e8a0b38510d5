//! The games there are, as a message.

use quincunx_catalog::GAMES;
use quincunx_core::{OptionKind, OptionSpec};
use quincunx_registry::{ChanceKind, DynGame};

use crate::level_editor;
use crate::messages::{Catalogue, GameInfo, LevelInfo, OptionInfo, OptionKindInfo, PuzzleRange};

impl Catalogue {
    /// Lists the games with their options and computer players, in the order of menus.
    #[must_use]
    pub fn of_program(version: &str) -> Self {
        Self {
            program: version.to_owned(),
            games: GAMES.iter().map(|&entry| game(entry)).collect(),
            levels: level_editor::levels().clone(),
        }
    }
}

fn game(entry: &dyn DynGame) -> GameInfo {
    let levels = (1..).zip(entry.levels());
    GameInfo {
        id: entry.id().to_owned(),
        title: entry.title().to_owned(),
        summary: entry.summary().to_owned(),
        players: entry.players(),
        has_luck: entry.chance() != ChanceKind::Never,
        // The solver knows every opening that it could not compute at the table.
        is_solved: entry.books().is_some(),
        options: entry.options().iter().map(option).collect(),
        levels: levels
            .map(|(level, kind)| LevelInfo {
                level,
                name: kind.name.to_owned(),
            })
            .collect(),
        puzzles: entry.puzzles().map(|(least, most)| PuzzleRange { least, most }),
    }
}

fn option(spec: &OptionSpec) -> OptionInfo {
    let kind = match spec.kind {
        OptionKind::Integer(least, most) => OptionKindInfo::Integer { least, most },
        OptionKind::Number(least, most) => OptionKindInfo::Number { least, most },
        OptionKind::Choice(words) => OptionKindInfo::Choice {
            words: words.iter().map(|&word| word.to_owned()).collect(),
        },
        OptionKind::Text => OptionKindInfo::Text {},
        OptionKind::File => OptionKindInfo::File {},
    };
    OptionInfo {
        name: spec.name.to_owned(),
        kind,
        default: spec.default.to_owned(),
        help: spec.help.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_chance_are_known() {
        let with_luck = GAMES
            .iter()
            .map(|&entry| game(entry))
            .filter(|game| game.has_luck);
        let ids: Vec<String> = with_luck.map(|game| game.id).collect();
        assert_eq!(ids, ["match-three", "shariki", "2048", "levels"]);
    }
}
