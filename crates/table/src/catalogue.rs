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
    use quincunx_core::Options;

    use super::*;

    #[test]
    fn games_of_chance_begin_with_what_their_seed_deals() {
        let mut games = [0; 2];
        for &entry in GAMES {
            let dealt = ["1", "2"].map(|seed| {
                let seed = seed.parse().expect("a seed");
                let start = entry.start(&Options::defaults(entry.options()), seed, None);
                start.expect("the default rules").position_text()
            });
            let game = game(entry);
            assert_eq!(game.has_luck, dealt[0] != dealt[1], "{}", game.id);
            games[usize::from(game.has_luck)] += 1;
        }
        assert!(
            games.iter().all(|&count| count > 0),
            "some games have luck, some do not"
        );
    }
}
