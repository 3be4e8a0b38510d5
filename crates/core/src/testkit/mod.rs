//! The contract of a game as a test that every game passes.
//!
//! [`check_game`] plays seeded random games, [`check_rules`] those of games that only programs play;
//! [`check_symmetries`] and [`check_chance`] check further abilities, [`check_perft`] a table of path counts,
//! [`check_golden`] a [`playthrough`].

mod tables;
#[cfg(test)]
pub(crate) mod tests;
#[expect(missing_docs, reason = "the docs of each toy say what its fields mean")]
pub mod toys;

pub use tables::{check_golden, check_perft, check_perft_with_chance, playthrough};

use crate::actions::ActionSet;
use crate::dyn_session::Playable;
use crate::effects::{Effect, EffectSteps, apply_step};
use crate::game::{EnumerableChance, Game};
use crate::options::Options;
use crate::perft::settle;
use crate::random::{Random, RandomSource};
use crate::record::Record;
use crate::seed::Seed;
use crate::session::{Ply, Session};
use crate::side::Turn;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// A game whose positions have mirror images and rotations that play the same.
pub trait Symmetric: Game {
    /// Returns how many symmetries there are, the identity included as number 0.
    fn symmetry_count(&self) -> usize;

    /// Returns the image of a position.
    fn transform_state(&self, state: &Self::State, symmetry: usize) -> Self::State;

    /// Returns the image of an action.
    fn transform_action(&self, action: Self::Action, symmetry: usize) -> Self::Action;
}

/// How far the checks go.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many games are played.
    pub games: u64,
    /// After how many plies a game is left.
    pub plies: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { games: 20, plies: 60 }
    }
}

/// Checks everything that holds for every game.
///
/// # Panics
/// When the rules break the contract, with what they break.
pub fn check_game<G: Playable>(rules: &G, effort: Effort) {
    check_actions_are_dense(rules);
    for number in 0..effort.games {
        let mut choice = Random::stream(number, u64::MAX);
        let seed = if number % 4 == 3 {
            Seed::Key([number as u8; 32])
        } else {
            Seed::Number(number)
        };
        let mut session = Session::new(rules.clone(), seed).expect("the opening comes to rest");
        check_effects(rules, &rules.initial(), session.present());
        while let Turn::Player(_) = session.turn() {
            if session.ply() == effort.plies {
                break;
            }
            check_position(rules, session.state());
            let legal = session.legal_actions();
            let action = legal
                .get(choice.index(legal.len()))
                .expect("an index below the length");
            let before = session.state().clone();
            let ply = session.play(action).expect("a legal action can be played");
            check_effects(rules, &before, ply);
            check_undo(&mut session);
        }
        if let Turn::Over(_) = session.turn() {
            assert!(
                session.legal_actions().is_empty(),
                "a finished game has no legal actions"
            );
        }
        check_record(rules, &session);
        check_same_seed(rules, &session);
    }
    check_rules(rules, effort);
}

/// Checks what holds for the positions of every game, also of one that only programs play.
///
/// # Panics
/// When somebody acts who is no player of the game, a player has not acted when a game is over, somebody can
/// act who is not to, what is played at random is not what was sampled, equal positions have different
/// hashes, or an action leads to another position with the same hash.
pub fn check_rules<G: Game>(rules: &G, effort: Effort) {
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut players = HashSet::new();
    let mut is_over = false;
    for_each_position(rules, effort, |state| {
        let legal = rules.legal_actions(state);
        is_over |= matches!(rules.turn(state), Turn::Over(_));
        let Some(player) = rules.turn(state).player() else {
            assert!(legal.is_empty(), "without a player to act nothing is legal");
            let sampled = rules.sample_action(state, &mut Random::new(0));
            assert_eq!(sampled, None, "what is not legal is not sampled");
            return;
        };
        assert!(
            player.index() < usize::from(rules.players()),
            "only players of the game act"
        );
        players.insert(player);
        assert!(!legal.is_empty(), "a player who acts has a legal action");
        for action in rules.legal_actions(state) {
            let after = rules.after(state, action);
            assert!(
                after == *state || hasher.hash_one(&after) != hasher.hash_one(state),
                "{action:?} leads to another hash"
            );
        }
        let mut luck = Random::new(legal.len() as u64);
        let mut same_luck = luck.clone();
        let sampled = rules.sample_action(state, &mut luck);
        assert!(
            sampled.is_some_and(|action| rules.is_legal(state, action)),
            "the sampled {sampled:?} is legal"
        );
        let (mut played, mut after) = (state.clone(), state.clone());
        let is_played = rules.play_sampled(&mut played, &mut same_luck);
        if let Some(action) = sampled {
            rules.play_unchecked(&mut after, action, &mut ());
        }
        assert!(
            is_played && played == after && luck == same_luck,
            "what is played at random is {sampled:?}"
        );
        assert_eq!(
            hasher.hash_one(&played),
            hasher.hash_one(&after),
            "equal positions have the same hash"
        );
    });
    assert!(
        !is_over || players.len() == usize::from(rules.players()),
        "all players act before a game is over"
    );
}

/// Checks that chance outcomes are possible and that their probabilities sum to 1.
///
/// # Panics
/// When an outcome is listed that is not possible or has no probability, the probabilities do not sum to 1,
/// an outcome is drawn that is not listed, or one is possible when it is not chance's turn.
pub fn check_chance<G: EnumerableChance>(rules: &G, effort: Effort) {
    let mut met = Vec::new();
    for_each_position(rules, effort, |state| {
        if rules.turn(state) != Turn::Chance {
            for chance in &met {
                assert!(
                    !rules.is_possible(state, chance),
                    "{chance:?} comes only on chance's turn"
                );
            }
            return;
        }
        let mut sum = 0.0;
        let mut all = Vec::new();
        rules.for_each_chance(state, |chance, probability| {
            assert!(probability > 0.0, "an outcome that cannot be is not listed");
            assert!(
                rules.is_possible(state, chance),
                "{chance:?} is listed, so it is possible"
            );
            sum += probability;
            all.push(chance.clone());
        });
        assert!((sum - 1.0).abs() < 1e-9, "probabilities sum to {sum}");
        let sampled = rules.sample_chance(state, &mut Random::new(all.len() as u64));
        assert!(all.contains(&sampled), "the sampled {sampled:?} is listed");
        met = all;
    });
}

/// Checks that symmetries map legal actions onto legal actions and commute with play.
///
/// # Panics
/// When one of these does not hold, symmetry 0 is not the identity, or an image has another turn.
pub fn check_symmetries<G: Symmetric>(rules: &G, effort: Effort) {
    for_each_position(rules, effort, |state| {
        assert_eq!(
            &rules.transform_state(state, 0),
            state,
            "symmetry 0 is the identity"
        );
        let Turn::Player(_) = rules.turn(state) else {
            return;
        };
        for symmetry in 0..rules.symmetry_count() {
            let image = rules.transform_state(state, symmetry);
            assert_eq!(
                rules.turn(&image),
                rules.turn(state),
                "an image has the same turn"
            );
            let mut images: Vec<G::Action> = rules
                .legal_actions(state)
                .into_iter()
                .map(|action| rules.transform_action(action, symmetry))
                .collect();
            images.sort_unstable();
            let legal: Vec<G::Action> = rules.legal_actions(&image).into_iter().collect();
            assert_eq!(
                images, legal,
                "symmetry {symmetry} maps legal actions onto legal actions"
            );
            for action in rules.legal_actions(state) {
                let after = rules.after(state, action);
                let image_after = rules.after(&image, rules.transform_action(action, symmetry));
                assert_eq!(
                    rules.transform_state(&after, symmetry),
                    image_after,
                    "symmetry {symmetry} commutes with {action:?}"
                );
            }
        }
    });
}

/// Visits the positions of seeded random games, those on chance's turn included.
fn for_each_position<G: Game>(rules: &G, effort: Effort, mut visit: impl FnMut(&G::State)) {
    for seed in 0..effort.games {
        let mut random = Random::new(seed);
        let mut state = rules.initial();
        let mut plies = 0;
        while plies < effort.plies {
            visit(&state);
            match rules.turn(&state) {
                Turn::Player(_) => {
                    plies += 1;
                    let legal = rules.legal_actions(&state);
                    let action = legal
                        .get(random.index(legal.len()))
                        .expect("an index below the length");
                    rules.play_unchecked(&mut state, action, &mut ());
                }
                Turn::Chance => {
                    let chance = rules.sample_chance(&state, &mut random);
                    rules.resolve_chance(&mut state, &chance, &mut ());
                }
                Turn::Over(_) => break,
            }
        }
    }
}

fn check_actions_are_dense<G: Playable>(rules: &G) {
    let mut previous = None;
    let mut gestures = HashSet::new();
    for index in 0..rules.action_count() {
        let action = rules
            .action_at(index)
            .expect("indices below the count are actions");
        assert_eq!(rules.action_index(action), index, "{action:?} has its index");
        assert!(previous < Some(action), "indices ascend as actions do");
        let text = rules.action_text(action);
        assert_eq!(
            rules.parse_action(&text).as_ref(),
            Ok(&action),
            "`{text}` reads as what wrote it"
        );
        assert_eq!(text, text.trim(), "no blanks around an action's text");
        assert!(
            gestures.insert(rules.gesture(action)),
            "{action:?} has a gesture of its own"
        );
        previous = Some(action);
    }
    assert_eq!(
        rules.action_at(rules.action_count()),
        None,
        "the count is the end"
    );
}

fn check_position<G: Playable>(rules: &G, state: &G::State) {
    let legal: Vec<G::Action> = rules.legal_actions(state).into_iter().collect();
    assert!(!legal.is_empty(), "a player who acts has a legal action");
    assert!(
        legal.is_sorted_by(|a, b| a < b),
        "legal actions ascend, each once"
    );
    assert_eq!(
        rules.legal_actions(state).len(),
        legal.len(),
        "the length is that of the list"
    );
    for (n, &action) in legal.iter().enumerate() {
        assert_eq!(
            rules.legal_actions(state).get(n),
            Some(action),
            "the {n}th is the {n}th of the list"
        );
        assert!(
            rules.action_index(action) < rules.action_count(),
            "{action:?} is among the actions counted"
        );
    }
    assert_eq!(
        rules.legal_actions(state).get(legal.len()),
        None,
        "past the end there is none"
    );
    let mut afterstates = Vec::new();
    rules.for_each_afterstate(state, |action, after| afterstates.push((action, after)));
    let played = legal.iter().map(|&action| (action, rules.after(state, action)));
    assert!(
        afterstates.into_iter().eq(played),
        "afterstates are what the legal actions lead to"
    );
    for index in 0..rules.action_count() {
        let action = rules
            .action_at(index)
            .expect("indices below the count are actions");
        let listed = legal.binary_search(&action).is_ok();
        assert_eq!(
            rules.is_legal(state, action),
            listed,
            "{action:?}: legal and listed are the same"
        );
        if !listed {
            let mut after = state.clone();
            let mut steps = EffectSteps::default();
            assert!(
                rules.play(&mut after, action, &mut steps).is_err(),
                "{action:?} is refused"
            );
            assert_eq!(&after, state, "a refused action leaves the state equal");
            assert!(steps.into_steps().is_empty(), "a refused action has no effects");
        }
    }
    let text = rules.position_text(state);
    assert!(!text.contains('\n'), "a position is one line");
    assert_eq!(
        rules.parse_position(&text).as_ref(),
        Ok(state),
        "`{text}` reads as what wrote it"
    );
    let view = rules.view(state);
    for (_, token) in view.board.iter() {
        if let Some(token) = *token {
            let face = rules.face(token);
            assert!(
                face.label.chars().count() <= 6 && !face.name.is_empty(),
                "{face:?} can be drawn and read out"
            );
        }
    }
    // A silent play and a play with listeners are the same play.
    let action = legal[0];
    let (mut silent, mut heard) = (state.clone(), state.clone());
    rules.play_unchecked(&mut silent, action, &mut ());
    rules.play_unchecked(&mut heard, action, &mut EffectSteps::default());
    assert_eq!(silent, heard, "listening changes nothing");
    settle(rules, &mut silent, &mut Random::new(1), &mut ());
    settle(
        rules,
        &mut heard,
        &mut Random::new(1),
        &mut EffectSteps::default(),
    );
    assert_eq!(silent, heard, "listening changes nothing");
}

/// Checks that the effects of a ply include all that can be seen of it: displays replay them and ask no
/// rules.
fn check_effects<G: Playable>(rules: &G, before: &G::State, ply: &Ply<G>) {
    let mut board = rules.view(before).board;
    let on_board = board.size();
    for step in &ply.steps {
        for effect in step {
            match *effect {
                Effect::Move {
                    from: cell, token, ..
                }
                | Effect::Remove { cell, token } => assert_eq!(
                    board.get(cell),
                    Some(&Some(token)),
                    "`{effect}` takes what stands there in\n{board:?}"
                ),
                Effect::Enter { height, .. } => assert!(height > 0, "`{effect}` comes from outside"),
                _ => {}
            }
            if let Effect::Move { to: cell, .. }
            | Effect::Spawn { cell, .. }
            | Effect::Enter { cell, .. }
            | Effect::Merge { cell, .. }
            | Effect::Become { cell, .. } = *effect
            {
                assert!(on_board.contains(cell), "`{effect}` happens on the board");
            }
        }
        apply_step(&mut board, step);
    }
    assert_eq!(
        board,
        rules.view(&ply.after).board,
        "the effects of {:?} lead to the board that is shown",
        ply.action
    );
    let won: u64 = ply
        .effects()
        .map(|effect| match *effect {
            Effect::Points { points } => points,
            _ => 0,
        })
        .sum();
    assert_eq!(
        rules.points(before) + won,
        rules.points(&ply.after),
        "the effects of {:?} include the points won",
        ply.action
    );
}

fn check_undo<G: Playable>(session: &mut Session<G>) {
    let after = session.state().clone();
    let (_, action) = session.present().action.expect("a ply that was played");
    assert!(session.undo());
    let before = session.state().clone();
    assert!(session.redo());
    assert_eq!(session.state(), &after, "redo returns to where undo came from");
    assert!(session.undo());
    assert_eq!(session.state(), &before, "undo returns");
    session.play(action).expect("what was legal is legal");
    assert_eq!(session.state(), &after, "the same action meets the same luck");
}

fn check_record<G: Playable>(rules: &G, session: &Session<G>) {
    let record = session.record("test", &Options::defaults(&[]), Vec::new());
    let text = record.to_text();
    let read = Record::parse(&text).expect("a record reads as what wrote it");
    let again = Session::replay(rules.clone(), &read).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.ply_count(), session.ply_count(), "a record has all plies");
    for ply in 0..=session.ply_count() {
        let [old, new] = [session, &again].map(|session| session.ply_at(ply).expect("one of them"));
        assert_eq!(old.after, new.after, "a record replays to the same positions");
        assert_eq!(old.steps, new.steps, "a record replays with the same effects");
    }
}

fn check_same_seed<G: Playable>(rules: &G, session: &Session<G>) {
    let mut again = Session::new(rules.clone(), session.seed()).expect("it came to rest before");
    for ply in 1..=session.ply_count() {
        let (_, action) = session.action_at(ply).expect("only the opening has no action");
        again
            .play(action)
            .expect("the same seed and actions play the same");
        assert_eq!(
            Some(again.state()),
            session.state_at(ply).as_ref(),
            "the same seed and actions give the same game"
        );
    }
}
