//! Openings, seats, limits and luck of single games.

use quincunx_core::{ActionSet, Session};

use super::*;
use quincunx_core::testkit::toys::{Board, ChanceTree, DiceAction, DiceGame, Die, RandomTree, TicTacToe};
use quincunx_search::{Forfeit, Greedy, RandomPlayer, ZeroEvaluation};

/// Always rolls again.
struct Roller;

impl Player<DiceGame> for Roller {
    fn analyze(
        &mut self,
        rules: &DiceGame,
        state: &Die,
        limits: &Limits,
        report: &mut dyn FnMut(&quincunx_search::Analysis<DiceAction>),
    ) -> quincunx_search::Analysis<DiceAction> {
        Player::<DiceGame>::analyze(&mut RandomPlayer { seed: 0 }, rules, state, limits, report)
    }

    fn choose(&mut self, rules: &DiceGame, state: &Die, _: &Limits) -> DiceAction {
        let legal = rules.legal_actions(state);
        if legal.contains(DiceAction::Roll) {
            DiceAction::Roll
        } else {
            DiceAction::Keep
        }
    }
}

#[test]
fn a_game_meets_the_luck_of_a_session_of_its_seed() {
    let made = Competitor::Made {
        seed: 0,
        make: Box::new(|_| Box::new(Roller)),
    };
    let contest = Contest::new(DiceGame { rolls: 4 }, vec![made], &[], 100);
    let mut points = [0; 7];
    for seed in 0..50 {
        let row = contest
            .play(seed, seed, &StopToken::default())
            .expect("nobody stops it");
        let mut session = Session::new(DiceGame { rolls: 4 }, seed).expect("dice come to rest");
        while session.turn().player().is_some() {
            let action = Roller.choose(session.rules(), session.state(), &Limits::default());
            session.play(action).expect("legal");
        }
        assert_eq!(row.points, session.rules().points(session.state()), "seed {seed}");
        assert_eq!((row.plies as usize, row.end), (session.ply(), End::Scored));
        points[row.points as usize] += 1;
    }
    assert!(
        points.iter().filter(|&&games| games > 0).count() > 3,
        "{points:?}"
    );
}

#[test]
fn seats_and_seeds_are_apart() {
    let random = |seed| Competitor::<TicTacToe>::Random { seed };
    let made = |seed| Competitor::<TicTacToe>::Made {
        seed,
        make: Box::new(|seed| Box::new(RandomPlayer { seed })),
    };
    let rows = |competitors| {
        let contest = Contest::new(TicTacToe, competitors, &[], 100);
        (0..40)
            .filter_map(|seed| contest.play(seed, seed, &StopToken::default()))
            .map(|row| (row.end, row.plies))
            .collect::<Vec<_>>()
    };
    let first = rows(vec![random(0), random(0)]);
    assert_eq!(first, rows(vec![random(0), random(0)]));
    assert_ne!(first, rows(vec![random(0), random(1)]));
    assert_ne!(first, rows(vec![random(1), random(0)]));
    let mixed = rows(vec![made(0), random(0)]);
    assert_eq!(mixed, rows(vec![made(0), random(0)]));
    assert_ne!(mixed, rows(vec![made(1), random(0)]));
    let player_seed = |seat| seat_stream(Streams::new(1), 1, seat, 0).next_word();
    assert_ne!(player_seed(Side::One), player_seed(Side::Two));
}

#[test]
fn a_game_is_left_when_it_is_long_or_the_flag_is_raised() {
    let rules = || RandomTree {
        seed: 1,
        height: 200,
        actions: 1,
    };
    let seats = || vec![Competitor::Random { seed: 0 }, Competitor::Random { seed: 0 }];
    let contest = Contest::new(rules(), seats(), &[], 2);
    let row = contest
        .play(5, 6, &StopToken::default())
        .expect("nobody stops it");
    assert_eq!(
        (row.game, row.seed, row.end, row.plies),
        (5, 6, End::Unfinished, 2)
    );
    let greedy = || Competitor::Made {
        seed: 0,
        make: Box::new(|seed| {
            Box::new(Greedy {
                evaluator: ZeroEvaluation,
                samples: 1,
                seed,
            })
        }),
    };
    let contest = Contest::new(rules(), vec![greedy(), greedy()], &[], 100);
    let stop = StopToken::default();
    assert!(contest.play(0, 0, &stop).is_some());
    stop.stop();
    assert!(contest.play(0, 0, &stop).is_none());
    // Nor does a long game of those who never look at it go on.
    let (gust, random) = (
        ChanceTree {
            seed: 1,
            players: 1,
            height: 200,
        },
        Competitor::Random { seed: 0 },
    );
    let mut long = Contest::new(gust, vec![random], &[], u32::MAX);
    assert!(long.play(0, 0, &stop).is_none());
    assert!(long.play(0, 0, &StopToken::default()).is_some());
    // Nor a long opening.
    let stop = StopToken::default();
    let mut plies = 0;
    long.opening = u32::MAX;
    let ended = long.play_observed(0, 0, &stop, |_| {
        plies += 1;
        stop.stop();
    });
    assert!(ended.is_none() && plies <= LOOK_EVERY, "{plies} plies");
}

#[test]
fn every_position_of_a_game_is_shown() {
    let random = vec![Competitor::Random { seed: 0 }];
    let contest = Contest::new(DiceGame { rolls: 4 }, random, &[], 100);
    let mut seen = Vec::new();
    let stop = StopToken::default();
    let ending = contest.watch(3, &stop, |die| seen.push(contest.rules.turn(die)), |_| {});
    let (state, outcome, plies) = ending.expect("nobody stops it");
    let players = seen.iter().filter(|turn| turn.player().is_some()).count();
    assert_eq!(players, plies as usize);
    assert!(seen.contains(&Turn::Chance));
    assert_eq!(seen.last(), Some(&contest.rules.turn(&state)));
    assert_eq!(outcome.map(Turn::Over), seen.last().copied());
    assert!(seen.len() > players + 1);
}

#[test]
fn an_opening_is_of_the_seed_and_then_players_play() {
    let first = || Competitor::Made {
        seed: 0,
        make: Box::new(|_| Box::new(First)),
    };
    let played = |opening, seed| {
        let mut contest = Contest::new(TicTacToe, vec![first(), first()], &[], 100);
        contest.opening = opening;
        let mut fields = Vec::new();
        let row = contest.play_observed(0, seed, &StopToken::default(), |field| fields.push(field));
        assert_eq!(row.map(|row| row.plies as usize), Some(fields.len()));
        fields
    };
    assert_eq!(played(0, 1), played(0, 2), "who has no luck repeats a game");
    let games: Vec<Vec<u8>> = (0..20).map(|seed| played(3, seed)).collect();
    assert!((0..20).all(|seed| played(3, seed) == games[seed as usize]));
    assert!(games.iter().any(|game| game[..3] != games[0][..3]));
    for game in &games {
        // Behind the opening each takes the first free field.
        let free = (0..9u8).find(|field| !game[..3].contains(field));
        assert_eq!(game.get(3).copied(), free);
    }
}

/// Takes the first legal action, and is stopped by nothing but limits of nodes, which it shows by taking the
/// last.
struct First;

impl Player<TicTacToe> for First {
    fn analyze(
        &mut self,
        rules: &TicTacToe,
        state: &Board,
        limits: &Limits,
        report: &mut dyn FnMut(&quincunx_search::Analysis<u8>),
    ) -> quincunx_search::Analysis<u8> {
        Player::<TicTacToe>::analyze(&mut RandomPlayer { seed: 0 }, rules, state, limits, report)
    }

    fn choose(&mut self, rules: &TicTacToe, state: &Board, limits: &Limits) -> u8 {
        let legal = rules.legal_actions(state);
        let place = if limits.nodes.is_some() {
            legal.len() - 1
        } else {
            0
        };
        legal.get(place).expect("a field is free")
    }
}

/// Takes the same field whether it is free or not.
struct Stubborn;

impl Player<TicTacToe> for Stubborn {
    fn analyze(
        &mut self,
        rules: &TicTacToe,
        state: &Board,
        limits: &Limits,
        report: &mut dyn FnMut(&quincunx_search::Analysis<u8>),
    ) -> quincunx_search::Analysis<u8> {
        Player::<TicTacToe>::analyze(&mut RandomPlayer { seed: 0 }, rules, state, limits, report)
    }

    fn choose(&mut self, _: &TicTacToe, _: &Board, _: &Limits) -> u8 {
        4
    }
}

#[test]
#[should_panic(expected = "player 2 chose 4, which is not legal")]
fn an_illegal_action_is_never_carried_out() {
    let made = || Competitor::Made {
        seed: 0,
        make: Box::new(|_| Box::new(Stubborn)),
    };
    let contest = Contest::new(TicTacToe, vec![made(), made()], &[], 100);
    contest.play_observed(0, 0, &StopToken::default(), |_| {});
}

/// Gives every game up at its second move, and may stop the work with it.
struct Quitter {
    moves: u32,
    stop: Option<StopToken>,
}

impl<G: Game> Player<G> for Quitter {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&quincunx_search::Analysis<G::Action>),
    ) -> quincunx_search::Analysis<G::Action> {
        RandomPlayer { seed: 0 }.analyze(rules, state, limits, report)
    }

    fn choose_or_forfeit(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<G::Action, Forfeit> {
        self.moves += 1;
        if self.moves < 2 {
            Ok(self.choose(rules, state, limits))
        } else {
            self.stop.iter().for_each(StopToken::stop);
            Err(Forfeit::Ended)
        }
    }
}

#[test]
fn who_gives_a_game_up_loses_it_or_leaves_it_with_the_points_so_far() {
    fn quitter<G: Game>(stop: Option<StopToken>) -> Competitor<G> {
        Competitor::Made {
            seed: 0,
            make: Box::new(move |_| {
                let stop = stop.clone();
                Box::new(Quitter { moves: 0, stop })
            }),
        }
    }
    let against = |quitter| {
        let seats = vec![Competitor::Random { seed: 0 }, quitter];
        Contest::new(TicTacToe, seats, &[], 100)
    };
    let of_two = against(quitter(None));
    let row = of_two.play(0, 0, &StopToken::default()).expect("it is played");
    assert_eq!((row.end, row.plies), (End::from(Outcome::Win(Side::One)), 3));
    let alone = Contest::new(DiceGame { rolls: 5 }, vec![quitter(None)], &[], 100);
    let row = alone.play(0, 0, &StopToken::default()).expect("it is played");
    assert_eq!((row.end, row.plies), (End::Unfinished, 1));
    // A stop may end the player too, which then has not lost.
    let stop = StopToken::default();
    let stopped = against(quitter(Some(stop.clone())));
    assert_eq!(stopped.play(0, 0, &stop), None);
}

#[test]
fn limits_come_to_the_players() {
    let last = |limit: &dyn Fn(&mut Contest<TicTacToe>)| {
        let made = || Competitor::Made {
            seed: 0,
            make: Box::new(|_| Box::new(First)),
        };
        let mut contest = Contest::new(TicTacToe, vec![made(), made()], &[], 100);
        limit(&mut contest);
        let mut fields = Vec::new();
        let row = contest.play_observed(0, 0, &StopToken::default(), |field| fields.push(field));
        assert!(row.is_some());
        fields[0]
    };
    assert_eq!(last(&|_| {}), 0);
    let limits = Limits::of_nodes(5);
    assert_eq!(last(&|contest| contest.limits = limits.clone()), 8);
    assert_eq!(
        last(&|contest| contest.time_control = Some((TimeControl::Nodes(5), |_, _| 1))),
        8
    );
}

/// Thinks as long as it may, and shows how long that is by its field.
struct Slow;

impl Player<TicTacToe> for Slow {
    fn analyze(
        &mut self,
        rules: &TicTacToe,
        state: &Board,
        limits: &Limits,
        report: &mut dyn FnMut(&quincunx_search::Analysis<u8>),
    ) -> quincunx_search::Analysis<u8> {
        First.analyze(rules, state, limits, report)
    }

    fn choose(&mut self, rules: &TicTacToe, state: &Board, limits: &Limits) -> u8 {
        let time = limits.time.expect("the clock decides");
        std::thread::sleep(time);
        // The first field while there is time for a search.
        let legal = rules.legal_actions(state);
        let place = if time.is_zero() { legal.len() - 1 } else { 0 };
        legal.get(place).expect("a field is free")
    }
}

#[test]
fn each_side_has_a_clock_for_all_its_moves() {
    let made = || Competitor::Made {
        seed: 0,
        make: Box::new(|_| Box::new(Slow)),
    };
    // A side whose first move may take all it has must play the others at a glance.
    let mut contest = Contest::new(TicTacToe, vec![made(), made()], &[], 100);
    contest.time_control = Some((TimeControl::Game(2000), |_, _| 1));
    for seed in 0..2 {
        let mut fields = Vec::new();
        let row = contest.play_observed(0, seed, &StopToken::default(), |field| fields.push(field));
        assert!(row.is_some());
        assert_eq!(fields[..4], [0, 1, 8, 7], "every game has clocks of its own");
    }
}

#[test]
fn figures_are_read_off_the_last_position() {
    const FIGURES: &[Figure<DiceGame>] = &[Figure {
        name: "rolls-left",
        help: "rolls that were not used",
        of: |_, die| die.rolls_left.into(),
    }];
    let contest = Contest::new(
        DiceGame { rolls: 3 },
        vec![Competitor::Random { seed: 0 }],
        FIGURES,
        100,
    );
    let rows: Vec<Row> = (0..60)
        .filter_map(|seed| contest.play(seed, seed, &StopToken::default()))
        .collect();
    assert!(rows.iter().all(|row| row.figures.len() == 1));
    let used: std::collections::BTreeSet<u64> = rows.iter().map(|row| row.figures[0]).collect();
    assert!(used.len() > 1, "{used:?}");
}
