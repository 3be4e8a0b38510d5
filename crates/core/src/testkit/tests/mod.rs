//! The kit finds what it is there to find: one game that keeps its promises, and one for each promise broken.

pub(crate) mod river;

use super::*;
use river::{Fault, RiverGame};

#[test]
fn a_game_that_keeps_its_promises_passes() {
    let effort = Effort { games: 40, plies: 30 };
    check_game(&RiverGame::default(), effort);
    check_chance(&RiverGame::default(), effort);
    check_symmetries(&RiverGame::default(), effort);
}

/// Asserts that the checks end with this complaint about rules with this fault.
macro_rules! faults {
    ($($name:ident: $fault:ident, $check:ident => $complaint:literal;)*) => {$(
        #[test]
        #[should_panic(expected = $complaint)]
        fn $name() {
            $check(&RiverGame::with(Fault::$fault), Effort::default());
        }
    )*};
}

faults! {
    unsorted_actions_are_noticed: UnsortedActions, check_game => "legal actions ascend";
    a_turn_without_actions_is_noticed: NoActions, check_game => "has a legal action";
    actions_after_the_end_are_noticed: ActionsAfterTheEnd, check_game => "a finished game has no legal actions";
    an_unlisted_legal_action_is_noticed: LegalThoughUnlisted, check_game => "legal and listed are the same";
    a_refusal_that_changes_is_noticed: RefusalChangesState, check_game => "leaves the state equal";
    a_refusal_with_effects_is_noticed: RefusalHasEffects, check_game => "a refused action has no effects";
    a_wrong_index_is_noticed: IndexOffByOne, check_game => "has its index";
    a_wrong_count_is_noticed: CountTooSmall, check_game => "the count is the end";
    a_text_for_two_actions_is_noticed: TextReadsAsAnother, check_game => "reads as what wrote it";
    a_shared_gesture_is_noticed: SharedGesture, check_game => "has a gesture of its own";
    a_position_without_points_is_noticed: PositionLosesPoints, check_game => "reads as what wrote it";
    play_that_minds_listeners_is_noticed: ListenersChangePlay, check_game => "listening changes nothing";
    effects_that_fall_short_are_noticed: EffectsFallShort, check_game => "lead to the board that is shown";
    unreported_points_are_noticed: UnreportedPoints, check_game => "include the points won";
    luck_outside_the_seed_is_noticed: LuckOutsideTheSeed, check_game => "meets the same luck";
    an_impossible_sample_is_noticed: SampleIsImpossible, check_game => "chance cannot give";
    an_unlisted_sample_is_noticed: SampleIsUnlisted, check_chance => "is listed";
    probabilities_below_one_are_noticed: ProbabilitiesTooSmall, check_chance => "probabilities sum to 0.8";
    a_face_without_name_is_noticed: NamelessFace, check_game => "can be drawn and read out";
    an_identity_that_moves_is_noticed: SymmetryMovesBoat, check_symmetries => "symmetry 0 is the identity";
    actions_without_image_are_noticed: SymmetryKeepsActions, check_symmetries => "symmetry 1 commutes with";
    endless_chance_is_noticed: EndlessGusts, check_game => "Endless";
    a_player_too_many_is_noticed: TwoPlayers, check_rules => "all players act before";
    actions_on_chances_turn_are_noticed: ActionsAfterTheEnd, check_rules => "nothing is legal";
    actions_drawn_on_chances_turn_are_noticed: SamplesAtAnyTime, check_rules => "is not sampled";
    gusts_on_a_players_turn_are_noticed: GustsAtAnyTime, check_chance => "comes only on chance's turn";
}

#[test]
fn tables_of_paths_are_counted() {
    // From the middle four rows are possible, beside a bank three; each is followed by one of three gusts,
    // unless the boat touches the bank first. Twice: beside the bank 7 paths, one field further 10, in
    // the middle 12.
    check_perft(
        &RiverGame::default(),
        "# depth count position\n0 1 start\n\n1 4 3 calm 0\n1 3 5 calm 7\n",
    );
    check_perft_with_chance(
        &RiverGame::default(),
        "1 12 3 calm 0\n1 10 2 calm 0\n1 7 1 calm 0\n2 92 3 calm 0\n",
    );
}

#[test]
#[should_panic(expected = "paths of `1 5 3 calm 0`")]
fn a_wrong_count_of_paths_is_noticed() {
    check_perft(&RiverGame::default(), "1 5 3 calm 0\n");
}

#[test]
#[should_panic(expected = "has lines within the limit")]
fn an_empty_table_is_no_test() {
    check_perft(&RiverGame::default(), "# nothing\n9 999999999999 start\n");
}

#[test]
fn a_playthrough_says_what_happened() {
    let text = playthrough(&RiverGame::default(), 3, 1);
    let golden = "\
rules RiverGame { fault: None }
seed 3

== ply 0
* gust +1
~ move 3,0 4,0 1
. . . . B . .
position 4 calm 0
P1 may row -2, row -1, row +1, row +2

== ply 1
P1 > row -1
* gust +0
~ move 4,0 3,0 1, points 1
. . . B . . .
position 3 calm 1
P1 may row -2, row -1, row +1, row +2
";
    assert_eq!(text, golden);
    assert!(
        playthrough(&RiverGame::default(), 3, 100).ends_with("points\n"),
        "the end is reported"
    );
}
