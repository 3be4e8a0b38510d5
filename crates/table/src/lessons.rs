//! How to play each game, in positions of the game itself.

use quincunx_catalog::GAMES;
use quincunx_core::DynSession;
use quincunx_registry::{DynGame, Lesson};

use crate::messages::{GameLessons, LessonInfo, Scene};
use crate::shown;

/// The seed of chance in lessons.
const SEED: u64 = 1;

/// Plays the lessons of all games, in the order of the catalog; the result is always the same.
///
/// # Panics
/// When a lesson cannot be played.
#[must_use]
pub fn lessons() -> Vec<GameLessons> {
    GAMES.iter().map(|entry| lessons_of(*entry)).collect()
}

fn lessons_of(entry: &'static dyn DynGame) -> GameLessons {
    let mut game = GameLessons {
        game: entry.id().to_owned(),
        ..GameLessons::default()
    };
    for lesson in entry.lessons() {
        let session = play(entry, lesson);
        let mut scenes: Vec<Scene> = (0..=session.ply())
            .map(|ply| shown::scene(session.as_ref(), ply))
            .collect();
        // Nothing leads to the first position of a lesson.
        scenes[0].steps.clear();
        game.faces.extend(shown::faces_in(session.as_ref(), &scenes));
        game.lessons.push(LessonInfo {
            text: lesson.text.to_owned(),
            scenes,
        });
    }
    game
}

/// Plays the moves of a lesson.
fn play(entry: &'static dyn DynGame, lesson: &Lesson) -> Box<dyn DynSession> {
    let mut options = entry.defaults();
    for &(name, value) in lesson.options {
        options.set(name, value).expect("the options are the game's");
    }
    let session = match lesson.position {
        Some(position) => entry.new_session_from(&options, SEED, position),
        None => entry.new_session(&options, SEED),
    };
    let mut session = session.expect("a lesson begins in a position of the game");
    for text in lesson.moves {
        let action = session.parse_action(text).expect("moves are in the notation");
        session.play(action).expect("moves are legal");
    }
    session
}

#[cfg(test)]
mod tests {
    use quincunx_core::Effect;

    use super::*;

    #[test]
    fn every_game_explains_itself_in_a_few_lessons() {
        for game in lessons() {
            assert!((2..=5).contains(&game.lessons.len()), "{}", game.game);
            for LessonInfo { text, scenes } in &game.lessons {
                assert!(text.len() <= 120 && text.ends_with('.'), "{text}");
                let tokens = scenes.iter().flat_map(|scene| scene.board.tokens());
                for token in tokens {
                    assert!(game.faces.contains_key(&token), "{}: {token:?}", game.game);
                }
            }
        }
    }

    #[test]
    fn steps_show_what_they_explain() {
        let last = |game: &str, step: usize| {
            let all = lessons();
            let game = all.into_iter().find(|one| one.game == game).expect("a game");
            game.lessons[step].scenes.last().expect("a position").clone()
        };
        for (game, step) in [
            ("connect-four", 1),
            ("connect-four", 2),
            ("quartet", 2),
            ("quartet", 3),
        ] {
            assert_eq!(last(game, step).board.lines.len(), 1, "{game}: a line wins");
        }
        let removes = |scene: &Scene| {
            let removed =
                |step: &&Vec<Effect>| step.iter().any(|effect| matches!(effect, Effect::Remove { .. }));
            scene.steps.iter().filter(removed).count()
        };
        assert!(
            removes(&last("match-three", 2)) >= 2,
            "the fall makes another match"
        );
        for step in 0..4 {
            assert!(removes(&last("shariki", step)) >= 1);
        }
        for (step, special) in [(1, "H"), (3, "B")] {
            let all = lessons();
            let shariki = all.into_iter().find(|one| one.game == "shariki").expect("a game");
            let last = shariki.lessons[step].scenes.last().expect("a position");
            let mut tokens = last.board.tokens();
            assert!(
                tokens.any(|token| shariki.faces[&token].label == special),
                "{special}"
            );
        }
    }
}
