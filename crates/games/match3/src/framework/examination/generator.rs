//! Scripts in which a rule matters.

mod games;
mod malformed;
mod script;

use quincunx_core::Random;
use quincunx_registry::examination::{Case, ExaminedRule};

use script::{Script, empty_count};

/// Generates a case that is aimed at a rule.
pub(super) fn case(rule: &'static ExaminedRule, random: &mut Random) -> Case {
    let mut script = Script::new(random);
    let generate = match rule.name {
        "tokens" => tokens,
        "sizes" => sizes,
        "token-strings" => token_strings,
        "fields" => fields,
        "positions" => positions,
        "swap" => swap,
        "remove" => remove,
        "bottom" => bottom,
        "fill-columns" => fill_columns,
        "fill-errors" => fill_errors,
        "fill-random" => fill_random,
        "missing-parts" => games::missing_parts,
        "moves" => moves,
        "reverse" => reverse,
        "fitting" => fitting,
        "match" => matches,
        "matchall" => matchall,
        "start" => games::start,
        "accept" => games::accept,
        "scoring" => games::scoring,
        "cascades" => games::cascades,
        "begin-anew" => games::begin_anew,
        _ => malformed::lines,
    };
    generate(&mut script);
    Case {
        lines: script.lines,
        starts_run: rule.name == "missing-parts",
        ..Case::new(rule.name, "")
    }
}

fn tokens(script: &mut Script<'_>) {
    script.draw_tokens(2..=6);
    script.add_tokens();
    script.add("board 2 3");
    let old = script.tokens.clone();
    for _ in 0..3 {
        let token = script.token();
        let bad = match script.below(4) {
            0 => format!("{token}"),
            1 => format!("{token}{token}{token}"),
            2 => format!("{token};"),
            _ => format!(";{token}{}", script.token()),
        };
        script.add(format!("tokens {bad}"));
        // Some programs refuse the board instead.
        script.add(format!("load {token}{token};{token} "));
        script.add("print");
        script.load(40);
        script.add("print");
    }
    script.draw_tokens(2..=4);
    let repeated: String = script.tokens.iter().chain(&script.tokens[..1]).collect();
    script.add(format!("tokens {repeated}"));
    for &token in old.iter().take(2) {
        script.add(format!("set 0,0 {token}"));
    }
    for token in script.tokens.clone() {
        script.add(format!("set 1,1 {token}"));
    }
    script.add("print");
    script.load(20);
    script.add("print");
}

fn sizes(script: &mut Script<'_>) {
    script.draw_tokens(2..=4);
    script.add_tokens();
    script.add("board 2 2");
    for _ in 0..6 {
        let (columns, rows) = (script.below(9) as i32 - 1, script.below(9) as i32 - 1);
        script.add(format!("board {columns} {rows}"));
        script.add("print");
        script.add(format!("contains {},{}", columns - 1, rows - 1));
        script.add(format!("contains {},{}", rows - 1, columns - 1));
        let token = script.token();
        script.add(format!("set {},0 {token}", columns - 1));
        script.add("print");
    }
}

fn token_strings(script: &mut Script<'_>) {
    script.draw_tokens(2..=6);
    script.add_tokens();
    script.load(50);
    for _ in 0..8 {
        script.draw_size(2..=5, 2..=4);
        let mut rows = script.rows_of_text(45);
        let row = script.below(rows.len() as u32) as usize;
        match script.below(10) {
            0 => rows[row].push(' '),
            1 => drop(rows[row].pop()),
            2 => rows[row].replace_range(0..1, "?"),
            3 => rows.truncate(1),
            4 => rows.push(String::new()),
            5 => rows.iter_mut().for_each(|row| row.truncate(1)),
            _ => {}
        }
        script.add(format!("load {}", rows.join(";")));
        script.add("print");
    }
}

fn fields(script: &mut Script<'_>) {
    script.begin(2..=5, 2..=5, 2..=6, 30);
    for _ in 0..8 {
        let at = script.at();
        let value = match script.below(8) {
            0 | 1 => "null".to_owned(),
            2 => "?".to_owned(),
            3 => format!("{}{}", script.token(), script.token()),
            _ => script.token().to_string(),
        };
        script.add(format!("get {at}"));
        script.add(format!("set {at} {value}"));
        script.add(format!("get {at}"));
    }
    script.add("print");
}

fn positions(script: &mut Script<'_>) {
    script.begin(2..=5, 2..=5, 2..=4, 20);
    script.add("deltas 1,0 0,1");
    for _ in 0..7 {
        let (off, at, token) = (script.off(), script.at(), script.token());
        script.add(format!("contains {off}"));
        let line = match script.below(8) {
            0 => format!("get {off}"),
            1 => format!("set {off} {token}"),
            2 => format!("set {off} null"),
            3 => format!("swap {off} {at}"),
            4 => format!("swap {at} {off}"),
            5 => format!("remove {at} {off}"),
            6 => format!("match {off}"),
            _ => format!("matchall {at} {off}"),
        };
        script.add(line);
        script.add("print");
    }
    let at = script.at();
    script.add(format!("contains {at}"));
    let (columns, rows) = (script.columns, script.rows);
    script.add(format!("contains {},{}", columns - 1, rows - 1));
    script.add(format!("contains {columns},0"));
    script.add(format!("contains 0,{rows}"));
}

fn swap(script: &mut Script<'_>) {
    script.begin(2..=5, 2..=5, 2..=6, 35);
    for _ in 0..10 {
        let (a, b) = (script.at(), script.at());
        script.add(format!("swap {a} {b}"));
        script.add("print");
    }
}

fn remove(script: &mut Script<'_>) {
    script.begin(3..=6, 3..=6, 2..=6, 10);
    for _ in 0..6 {
        let count = script.number(1..=4);
        let mut cells: Vec<String> = (0..count).map(|_| script.at()).collect();
        if script.below(3) == 0 {
            let off = script.off();
            let place = script.below(count + 1) as usize;
            cells.insert(place, off);
        }
        script.add(format!("remove {}", cells.join(" ")));
        script.add("print");
    }
}

fn bottom(script: &mut Script<'_>) {
    script.begin(2..=5, 3..=7, 2..=3, 45);
    for _ in 0..3 {
        script.add("bottom");
        script.add("print");
        script.add("bottom");
        let cells: Vec<String> = (0..3).map(|_| script.at()).collect();
        script.add(format!("remove {}", cells.join(" ")));
        script.add("bottom");
        script.add("print");
        script.load(45);
    }
}

fn fill_columns(script: &mut Script<'_>) {
    script.begin(2..=5, 2..=5, 3..=7, 50);
    script.add_sequences(10..=16);
    for _ in 0..4 {
        script.add("fillnow");
        script.add("print");
        let cells: Vec<String> = (0..3).map(|_| script.at()).collect();
        script.add(format!("remove {}", cells.join(" ")));
    }
    script.add("fillnow");
    script.add("print");
}

fn fill_errors(script: &mut Script<'_>) {
    script.begin(2..=5, 3..=5, 2..=5, 0);
    let rows = script.rows_of_text(60);
    script.add(format!("load {}", rows.join(";")));
    let needs = empty_count(&rows);
    let short = script.below(script.columns) as usize;
    // All columns have more than enough, but one.
    let lengths = needs.iter().enumerate().map(|(column, &need)| {
        if column == short {
            need.saturating_sub(1)
        } else {
            need + 1
        }
    });
    let lengths: Vec<u32> = lengths.collect();
    let sequences: Vec<String> = lengths.iter().map(|&length| script.sequence(length)).collect();
    script.add(format!("fill columns {}", sequences[1..].join(";")));
    script.add(format!("fill columns {};", sequences.join(";")));
    let mut wrong = sequences.clone();
    wrong[short].push('?');
    script.add(format!("fill columns {}", wrong.join(";")));
    script.add("fillnow");
    script.add(format!("fill columns {}", sequences.join(";")));
    script.add("fillnow");
    script.add("print");
    for (y, row) in rows.iter().enumerate() {
        if row.as_bytes()[short] == b' ' {
            let token = script.token();
            script.add(format!("set {short},{y} {token}"));
        }
    }
    script.add("fillnow");
    script.add("print");
    for _ in 0..3 {
        let at = script.at();
        script.add(format!("remove {at}"));
        script.add("fillnow");
        script.add("print");
    }
}

fn fill_random(script: &mut Script<'_>) {
    script.begin(2..=6, 2..=6, 2..=6, 50);
    for _ in 0..3 {
        let seed = script.below(2000) as i32 - 1000;
        script.add(format!("fill random {seed}"));
        script.add("fillnow");
        script.add("print");
        let (a, b) = (script.at(), script.at());
        script.add(format!("get {a}"));
        script.add(format!("remove {a} {b}"));
        script.add("fillnow");
        script.add("print");
        script.load(60);
    }
    if script.below(2) == 0 {
        script.draw_tokens(2..=3);
        script.add_tokens();
        script.add("board 20 20");
        let seed = script.below(1000);
        script.add(format!("fill random {seed}"));
        script.add("fillnow");
        script.add("print");
    }
    // The next case must not find a random strategy.
    script.add("board 2 2");
}

fn moves(script: &mut Script<'_>) {
    script.begin(2..=5, 2..=5, 8..=25, 10);
    for _ in 0..8 {
        let step = script.fitting_step();
        script.add(format!("apply {step}"));
        script.add("print");
    }
}

fn reverse(script: &mut Script<'_>) {
    script.begin(2..=5, 2..=5, 8..=25, 10);
    for _ in 0..6 {
        let step = script.fitting_step();
        let (first, second) = if script.below(2) == 0 {
            ("", "reverse ")
        } else {
            ("reverse ", "")
        };
        script.add(format!("apply {first}{step}"));
        script.add("print");
        script.add(format!("apply {second}{step}"));
        script.add("print");
    }
}

fn fitting(script: &mut Script<'_>) {
    script.begin(2..=5, 2..=5, 2..=3, 50);
    for _ in 0..8 {
        let step = script.step();
        let reverse = script.pick(&["", "", "reverse "]);
        script.add(format!("can {reverse}{step}"));
        script.add(format!("affected {reverse}{step}"));
        if script.below(3) == 0 {
            script.add(format!("apply {reverse}{step}"));
            script.add("print");
        }
    }
    let (x, y) = (script.columns - 1, script.rows - 1);
    for step in [
        format!("flipRight {},{y}", x - 1),
        format!("flipDown {x},{}", y - 1),
        format!("flipRight {x},{y}"),
        format!("flipDown {x},{y}"),
    ] {
        script.add(format!("can {step}"));
    }
}

fn matches(script: &mut Script<'_>) {
    script.begin(3..=7, 3..=6, 2..=3, 20);
    for _ in 0..5 {
        let deltas = script.deltas();
        script.add(format!("deltas {deltas}"));
        for _ in 0..4 {
            let at = script.at();
            script.add(format!("match {at}"));
        }
    }
    let bad = script.pick(&["0,0", "1,0 0,0", "", "1,1 |", "| 1,1"]);
    script.add(format!("deltas {bad}"));
    script.add("match 0,0");
}

fn matchall(script: &mut Script<'_>) {
    let is_wide = script.below(2) == 0;
    let columns = if is_wide { 11..=14 } else { 3..=6 };
    script.begin(columns, 2..=4, 2..=2, 10);
    for _ in 0..5 {
        let mut matchers: Vec<String> = vec![script.deltas()];
        for _ in 0..script.below(3) {
            let deltas = script.deltas();
            matchers.push(deltas);
        }
        if script.below(2) == 0 {
            matchers = vec!["1,0".to_owned(), "0,1".to_owned()];
        }
        script.add(format!("deltas {}", matchers.join(" | ")));
        let at = script.at();
        script.add(format!("match {at}"));
        for _ in 0..2 {
            let count = script.number(2..=5);
            let cells: Vec<String> = (0..count).map(|_| script.at()).collect();
            script.add(format!("matchall {}", cells.join(" ")));
        }
    }
}
