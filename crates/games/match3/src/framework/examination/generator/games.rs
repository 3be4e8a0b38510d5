//! Scripts of games: starts, moves and cascades.

use super::script::Script;

/// The matchers of a game: lines, areas, or lines of two kinds.
const MATCHERS: [&str; 6] = [
    "1,0 | 0,1",
    "1,0 | 0,1",
    "1,0 0,1",
    "1,0 | 0,1 | 1,0 0,1",
    "1,0 | 0,1 | -1,0",
    "1,1 | 1,-1",
];

pub(super) fn start(script: &mut Script<'_>) {
    for _ in 0..2 {
        script.begin(3..=6, 3..=6, 4..=6, 30);
        let matchers = script.pick(&MATCHERS);
        script.add(format!("deltas {matchers}"));
        if script.below(2) == 0 {
            script.add_sequences(0..=6);
            script.add("start");
            script.add("print");
            script.add("score");
        }
        script.add_sequences(40..=60);
        script.add("start");
        script.add("print");
        script.add("score");
    }
}

pub(super) fn accept(script: &mut Script<'_>) {
    script.begin(5..=7, 4..=6, 5..=7, 20);
    script.add("deltas 1,0 | 0,1");
    script.add_sequences(40..=60);
    script.add("start");
    script.add("print");
    // A match that no move touches, and moves beside it.
    let (token, other) = (script.token(), script.token());
    let y = script.rows - 1;
    for x in 0..3 {
        script.add(format!("set {x},{y} {token}"));
    }
    for _ in 0..3 {
        let step = script.fitting_step();
        script.add(format!("accept {step}"));
        script.add("print");
        script.add("score");
    }
    script.make_match(other);
    script.add("print");
    script.add("score");
    // The last sequences are exhausted.
    script.add(format!(
        "fill columns {}",
        ";".repeat(script.columns as usize - 1)
    ));
    script.make_match(token);
    script.add("print");
    script.add("score");
    let step = script.step();
    script.add(format!("accept {step}"));
    script.add("print");
}

pub(super) fn scoring(script: &mut Script<'_>) {
    script.draw_tokens(10..=12);
    let all = script.tokens.clone();
    for _ in 0..3 {
        script.tokens.clone_from(&all);
        script.add_tokens();
        script.draw_size(3..=5, 3..=5);
        // Few tokens on the board match, and many that come match rarely.
        script.tokens.truncate(2);
        script.load(0);
        script.tokens.clone_from(&all);
        let matchers = script.pick(&MATCHERS);
        script.add(format!("deltas {matchers}"));
        script.add_sequences(30..=40);
        script.add("start");
        script.add("score");
        script.add("print");
    }
}

pub(super) fn cascades(script: &mut Script<'_>) {
    script.begin(5..=7, 4..=7, 4..=6, 10);
    let matchers = script.pick(&["1,0 | 0,1", "1,0 | 0,1", "1,0 0,1"]);
    script.add(format!("deltas {matchers}"));
    script.add_sequences(60..=80);
    script.add("start");
    script.add("score");
    script.add("print");
    for _ in 0..3 {
        let (token, other) = (script.token(), script.token());
        let y = script.rows - 1;
        let x = script.below(script.columns - 2);
        for x in x..x + 3 {
            script.add(format!("set {x},{y} {token}"));
        }
        script.make_match(other);
        script.add("score");
        script.add("print");
    }
}

pub(super) fn begin_anew(script: &mut Script<'_>) {
    script.begin(3..=5, 3..=5, 3..=4, 0);
    script.add("deltas 1,0 | 0,1");
    script.add_sequences(40..=60);
    script.add("start");
    script.add("score");
    script.add_sequences(40..=60);
    script.make_match(script.tokens[0]);
    script.add("start");
    script.add("score");
    script.make_match(script.tokens[1]);
    script.add("score");
    for _ in 0..2 {
        if script.below(2) == 0 {
            script.add("board 4 3");
            (script.columns, script.rows) = (4, 3);
        } else {
            script.load(10);
        }
        script.add("score");
        script.add("fillnow");
        script.add("print");
        script.add("match 0,0");
        let step = script.fitting_step();
        script.add(format!("accept {step}"));
        script.add("start");
        script.add("score");
    }
    script.load(0);
    script.add("print");
}

pub(super) fn missing_parts(script: &mut Script<'_>) {
    // Without a board `score` is not asked for: whether it is refused then is not said.
    for _ in 0..4 {
        let line = [
            "print",
            "get 0,0",
            "bottom",
            "fillnow",
            "start",
            "match 0,0",
            "contains 0,0",
            "can flipRight 0,0",
            "apply rotateRowRight 0",
            "accept flipRight 0,0",
        ];
        let line = script.pick(&line);
        script.add(line);
    }
    script.begin(2..=4, 2..=4, 3..=5, 20);
    script.add("match 0,0");
    script.add("fillnow");
    script.add("start");
    script.add("accept flipRight 0,0");
    script.add("deltas 2,1");
    script.add("match 0,0");
    script.add("start");
    script.add_sequences(40..=50);
    script.add("accept flipRight 0,0");
    script.add("score");
    script.add("print");
    script.add("fillnow");
    script.add("print");
    script.add("start");
    script.add("accept flipRight 0,0");
    script.add("print");
    script.add("score");
}
