//! Where levels of match-3 are made: drafts and texts of levels, from and for the editor of the page.
//!
//! The page neither reads nor writes level files: it draws a [`LevelDraft`], and [`check`] returns its
//! text and its problems.

mod report;

use std::sync::LazyLock;

use crate::messages::{
    CheckedLevel, ColumnWeights, EditorConfig, ElementInfo, LevelDraft, LevelGoals, LevelSet, LevelSource,
    Reason, Refusal, ShippedLevel,
};
use quincunx_core::{Grid, OptionKind, Size};
use quincunx_match3::levels;
use quincunx_match3::levels::{Draft, Goals, Level, LevelGame, SCHEMA, SHIPPED};
use quincunx_match3::shariki::{Board, Colour, Element, Square, WhenStuck};
use quincunx_registry::RegisteredGame as _;

pub use report::{MAX_GAMES, MIN_GAMES, check_games, report};

/// The most cells of a draft: the longest sides of a level multiplied. Whether a level may have so many is
/// for its check.
pub const MAX_CELLS: usize = (Level::MAX_SIDE * Level::MAX_SIDE) as usize;

static EDITOR_CONFIG: LazyLock<EditorConfig> = LazyLock::new(build_editor_config);
static LEVELS: LazyLock<LevelSet> = LazyLock::new(list_levels);

/// Returns what an editor works with.
#[must_use]
pub fn editor_config() -> &'static EditorConfig {
    &EDITOR_CONFIG
}

/// Returns the levels there are to play.
#[must_use]
pub(crate) fn levels() -> &'static LevelSet {
    &LEVELS
}

fn list_levels() -> LevelSet {
    let option = |takes: fn(OptionKind) -> bool| {
        let option = LevelGame::OPTIONS.iter().find(|option| takes(option.kind));
        option.expect("levels have names or files").name.to_owned()
    };
    let shipped = |shipped: &levels::Shipped| {
        let level = Level::read(shipped.text).expect("the levels that come with the program are right");
        ShippedLevel {
            name: shipped.name.to_owned(),
            title: level.name().to_owned(),
            about: level.about().to_owned(),
            limit: level.limit(),
            stars: shipped.stars,
            picture: level.picture(),
        }
    };
    LevelSet {
        game: LevelGame::ID.to_owned(),
        name_option: option(|kind| matches!(kind, OptionKind::Choice(_))),
        file_option: option(|kind| matches!(kind, OptionKind::File)),
        shipped: SHIPPED.iter().map(shipped).collect(),
    }
}

fn build_editor_config() -> EditorConfig {
    let element = |(element, look): (Element, _)| ElementInfo {
        code: element.to_string(),
        colour: element.colour.to_string(),
        special: element
            .letter
            .is_special()
            .then(|| element.letter.character().to_string()),
        face: look,
    };
    EditorConfig {
        schema: serde_json::from_str(SCHEMA).expect("the schema is JSON"),
        elements: levels::elements().map(element).collect(),
        blank: draft_message(&Draft::default()),
    }
}

/// Formats a level and lists its problems. It takes some milliseconds, for boards are dealt to see
/// whether that can be done.
///
/// # Errors
/// When a draft is none at all, or no level of that name comes with the program.
pub fn check(source: LevelSource) -> Result<CheckedLevel, Refusal> {
    let text = text_of(source)?;
    let (draft, errors) = Draft::open(&text);
    Ok(CheckedLevel {
        draft: draft.as_ref().map(draft_message),
        problems: errors,
        text,
    })
}

/// Reads a level that can be played.
///
/// # Errors
/// When it cannot; with the first thing that is wrong.
pub fn read(text: &str) -> Result<Level, Refusal> {
    Level::read(text).map_err(|mut errors| {
        let levels::LevelError { line, message, .. } = errors.0.swap_remove(0);
        Reason::LevelDamaged { line, message }.into()
    })
}

/// Returns the text of a level's file.
///
/// # Errors
/// As [`check`].
pub fn text_of(source: LevelSource) -> Result<String, Reason> {
    match source {
        LevelSource::Text { text } => Ok(text),
        LevelSource::Draft { draft } => Ok(parse_draft(*draft)?.to_string()),
        LevelSource::Shipped { name } => {
            let found = SHIPPED.iter().find(|shipped| shipped.name == name);
            let unknown = || {
                let name = quincunx_core::notation::shorten(&name);
                let known: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
                let known = known.join(", ");
                Reason::UnknownLevel { name, known }
            };
            found.map(|shipped| shipped.text.to_owned()).ok_or_else(unknown)
        }
    }
}

/// Parses a draft from the editor.
fn parse_draft(draft: LevelDraft) -> Result<Draft, Reason> {
    let malformed = |what: String| Reason::malformed(what);
    let LevelDraft { columns, rows, .. } = draft;
    let size = Size::new(columns, rows)
        .ok()
        .filter(|size| size.area() <= MAX_CELLS)
        .ok_or_else(|| {
            malformed(format!(
                "a draft has from 1 to {MAX_CELLS} cells, not {columns} × {rows}"
            ))
        })?;
    let uneven = |name: &str, count: usize| {
        malformed(format!(
            "`{name}` has {count} cells, and {columns} × {rows} are {}: one for each",
            size.area()
        ))
    };
    let count = draft.fields.len();
    let square = |code: &Option<String>| match code {
        None => Ok(Square::EMPTY),
        Some(code) => code.parse().map(|element| Square(Some(element))),
    };
    let start: Result<Vec<Square>, _> = draft.start.iter().map(square).collect();
    let start = start.map_err(|error| malformed(error.to_string()))?;
    let collect = draft.goals.collect;
    let collect = <[u32; Colour::ALL.len()]>::try_from(collect).map_err(|collect| {
        malformed(format!(
            "`collect` has {} numbers: one for each colour",
            collect.len()
        ))
    })?;
    let seed = draft.seed.map(|seed| {
        seed.parse()
            .map_err(|_| malformed(format!("`{seed}` is no seed: up to twenty digits")))
    });
    Ok(Draft {
        name: draft.name,
        about: draft.about,
        fields: Grid::from_values(size, draft.fields).ok_or_else(|| uneven("fields", count))?,
        start: Board::new(Grid::from_values(size, start).ok_or_else(|| uneven("start", draft.start.len()))?),
        colours: draft.colours,
        weights: draft.weights,
        column_weights: draft
            .column_weights
            .into_iter()
            .map(|ColumnWeights { column, weights }| (column, weights))
            .collect(),
        moves: draft.moves,
        matchers: draft.matchers,
        specials: draft.specials,
        refill: draft.refill,
        when_stuck: if draft.reshuffle {
            WhenStuck::Reshuffle
        } else {
            WhenStuck::End
        },
        limit: draft.limit,
        goals: Goals {
            score: draft.goals.score,
            collect,
            clear: draft.goals.clear,
        },
        seed: seed.transpose()?,
    })
}

/// Converts a draft for the editor.
fn draft_message(draft: &Draft) -> LevelDraft {
    let size = draft.fields.size();
    LevelDraft {
        name: draft.name.clone(),
        about: draft.about.clone(),
        columns: size.columns(),
        rows: size.rows(),
        fields: draft.fields.values().to_vec(),
        start: draft
            .start
            .squares()
            .map(|(_, square)| square.0.map(|element| element.to_string()))
            .collect(),
        colours: draft.colours,
        weights: draft.weights.clone(),
        column_weights: draft
            .column_weights
            .iter()
            .map(|(&column, weights)| ColumnWeights {
                column,
                weights: weights.clone(),
            })
            .collect(),
        moves: draft.moves.clone(),
        matchers: draft.matchers.clone(),
        specials: draft.specials,
        refill: draft.refill,
        reshuffle: draft.when_stuck == WhenStuck::Reshuffle,
        limit: draft.limit,
        goals: LevelGoals {
            score: draft.goals.score,
            clear: draft.goals.clear,
            collect: draft.goals.collect.to_vec(),
        },
        seed: draft.seed.map(|seed| seed.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::messages::Code;

    use super::*;

    #[test]
    fn a_draft_is_parsed_as_it_was_sent() {
        let usual = Draft::default();
        for text in SHIPPED
            .iter()
            .map(|shipped| shipped.text.to_owned())
            .chain([usual.to_string()])
        {
            let checked = check(LevelSource::Text { text: text.clone() }).expect("any text is looked at");
            assert_eq!((&checked.text, checked.problems.len()), (&text, 0));
            let draft = checked.draft.expect("its fields are right");
            let again = check(LevelSource::Draft {
                draft: Box::new(draft.clone()),
            })
            .expect("it is one");
            assert_eq!(
                (again.draft, again.problems.len()),
                (Some(draft), 0),
                "{}",
                again.text
            );
            assert_eq!(Level::read(&again.text), Level::read(&text));
        }
    }

    #[test]
    fn what_is_no_draft_at_all_is_refused() {
        type Change = fn(&mut LevelDraft);
        let cases: [(Change, &str); 7] = [
            (
                |draft| draft.columns = 0,
                "a draft has from 1 to 1764 cells, not 0 × 8",
            ),
            (
                |draft| draft.rows = u32::MAX,
                "a draft has from 1 to 1764 cells, not 8 × 4294967295",
            ),
            (
                |draft| draft.rows = 9,
                "`fields` has 64 cells, and 8 × 9 are 72: one for each",
            ),
            (
                |draft| drop(draft.start.pop()),
                "`start` has 63 cells, and 8 × 8 are 64: one for each",
            ),
            (
                |draft| draft.start[0] = Some("X1".to_owned()),
                "\"X1\" is not an element: a letter of R, V, H, W, B and a colour from 1 to 6, or -- for an empty square",
            ),
            (
                |draft| draft.goals.collect = vec![1],
                "`collect` has 1 numbers: one for each colour",
            ),
            (
                |draft| draft.seed = Some("x".to_owned()),
                "`x` is no seed: up to twenty digits",
            ),
        ];
        for (change, message) in cases {
            let mut draft = editor_config().blank.clone();
            change(&mut draft);
            let refusal = check(LevelSource::Draft {
                draft: Box::new(draft),
            })
            .expect_err(message);
            assert_eq!(
                (refusal.code, refusal.message.as_str()),
                (Code::Malformed, message)
            );
        }
    }

    #[test]
    fn the_editor_has_what_its_schema_describes() {
        let editor_config = editor_config();
        assert_eq!(editor_config.elements.len(), 30);
        let regular: Vec<&str> = editor_config
            .elements
            .iter()
            .filter(|element| element.special.is_none())
            .map(|element| element.colour.as_str())
            .collect();
        let collect = editor_config.schema["properties"]["goals"]["properties"]["collect"]["properties"]
            .as_object()
            .expect("goals are described");
        assert_eq!(regular.len(), collect.len());
        assert!(
            regular.iter().all(|&colour| collect.contains_key(colour)),
            "{regular:?}"
        );
    }

    #[test]
    fn every_level_can_be_asked_for_by_its_name() {
        let levels = levels();
        let game = quincunx_catalog::find(&levels.game).expect("levels are a game");
        for level in &levels.shipped {
            let mut options = game.defaults();
            options.set(&levels.name_option, &level.name).expect("its name");
            assert!(game.new_session(&options, 1).is_ok(), "{}", level.name);
            assert!(!level.title.is_empty());
            let picture = level.picture.join("\n");
            assert!(picture.chars().all(|cell| ".*#\n".contains(cell)), "{picture}");
            let [second, third] = level.stars;
            assert!(
                0 < second && second < third && third < level.limit,
                "{}",
                level.name
            );
        }
        let text = SHIPPED[1].text;
        let mut options = game.defaults();
        options.set(&levels.file_option, text).expect("any text");
        assert!(game.new_session(&options, 1).is_ok());
    }
}
