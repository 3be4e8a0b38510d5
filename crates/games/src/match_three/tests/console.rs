//! Transcripts of the console with exact answers.

use proptest::prelude::*;

use crate::match_three::CONSOLE;

fn answers(input: &[u8]) -> String {
    let mut output = Vec::new();
    (CONSOLE.run)(&[], &mut &*input, &mut output).expect("nothing fails in memory");
    String::from_utf8(output).expect("answers are text")
}

/// Plays a transcript: lines `> command`, each followed by its answer. A refusal is written `Error, …` and need only
/// begin so.
fn check(transcript: &str) {
    let (mut input, mut expected) = (String::new(), Vec::new());
    for line in transcript.trim_matches('\n').lines() {
        match line.strip_prefix("> ") {
            Some(command) => input = input + command + "\n",
            None => expected.push(line),
        }
    }
    let output = answers(input.as_bytes());
    let lines: Vec<_> = output
        .lines()
        .map(|line| {
            if line.starts_with("Error, ") {
                "Error, …"
            } else {
                line
            }
        })
        .collect();
    assert_eq!(lines, expected, "{output}");
}

#[test]
fn boards_are_made_read_and_changed() {
    check(
        "
> board 2 2
Error, …
> load AB;BA
Error, …
> print
Error, …
> tokens A
Error, …
> tokens A;
Error, …
> tokens ABA🍒
OK
> board 3 2
OK
> print
   ;   
> set 1,0 🍒
OK
> set 0,+01 A
OK
> set 2,1 C
Error, …
> set 3,1 A
Error, …
> set 2,1 AB
Error, …
> get 1,0
🍒
> get 0,0
null
> get -1,0
Error, …
> contains 2,1
true
> contains 2,-1
false
> contains 3,0
false
> swap 1,0 2,1
OK
> swap 1,0 2,2
Error, …
> print
   ;A 🍒
> set 0,0 B
OK
> remove 0,0 9,9
Error, …
> remove
Error, …
> bottom

> print
B  ;A 🍒
> remove 0,1
OK
> bottom
0,0 0,1
> load  A;B 
OK
> print
 A;B 
> load AB;A
Error, …
> load
Error, …
> board 1 2
Error, …
> board 3 -2
Error, …
> board 99999 99999
Error, …
> print
 A;B 
> set 0,0 null
OK
",
    );
}

#[test]
fn boards_are_filled() {
    check(
        "
> tokens AB
OK
> fill columns A;B
Error, …
> load  A;  
OK
> fillnow
Error, …
> fill columns AB;A
OK
> fillnow
OK
> print
BA;AA
> remove 0,0
OK
> fillnow
Error, …
> print
 A;AA
> fill random 7
OK
> fill random x
Error, …
> fill columns A;B C
Error, …
> fill rows A;B
Error, …
> fillnow
OK
> board 2 2
OK
> fillnow
Error, …
",
    );
}

#[test]
fn matches_are_sorted() {
    check(
        "
> tokens AB
OK
> load AAB;BAA;AAA
OK
> match 0,0
Error, …
> deltas
Error, …
> deltas 1,0 |
Error, …
> deltas 1,0 | 0,0
Error, …
> deltas 1,0 | 0,1
OK
> match 1,1
1,0 1,1 1,2
1,1 2,1
> matchall 1,1 0,0 1,0
0,0
0,0 1,0
1,0 1,1 1,2
1,1 2,1
> matchall
Error, …
> matchall 0,0 0,3
Error, …
> deltas 1,1
OK
> remove 1,1
OK
> match 1,1

> match 0,2
0,2
",
    );
}

#[test]
fn moves_are_told_and_applied() {
    check(
        "
> tokens ABCDEF
OK
> can flipRight 0,0
Error, …
> load ABC;DEF
OK
> can flipRight 1,0
true
> can flipRight 2,0
false
> can flipDown 0,-1
false
> can rotateColumnDown 99999999999
false
> can rotateColumnDown
Error, …
> can flipLeft 1,0
Error, …
> can reverse reverse flipRight 1,0
Error, …
> affected reverse rotateSquareClockwise 1,0
1,0 1,1 2,0 2,1
> affected rotateRowRight 1
0,1 1,1 2,1
> affected flipDown 0,1
Error, …
> apply reverse rotateRowRight 1
OK
> apply reverse rotateSquareClockwise 0,0
OK
> apply rotateRowRight 2
Error, …
> print
BFC;AED
",
    );
}

#[test]
fn a_game_is_played() {
    check(
        "
> score
0
> tokens O*AX
OK
> load O*O;***;O*O;O*O
OK
> start
Error, …
> deltas 1,0 | 0,1
OK
> start
Error, …
> fill columns AOA**;AXAXA;A**A*
OK
> accept
Error, …
> start
OK
> score
49
> accept flipRight 0,0
OK
> accept flipRight 2,0
Error, …
> score
49
> print
A**;*XA;AA*;OX*
> accept flipDown 2,0
Error, …
> print
A**;*XA;AA*;OX*
> score
49
> deltas 1,1
OK
> accept flipDown 0,1
OK
> load AA;XX
OK
> score
0
> accept flipRight 0,0
OK
> quit
",
    );
}

#[test]
fn malformed_lines_are_refused() {
    check(
        "
> tokens AB
OK
> load AB;BA
OK
> Print
Error, …
> print 
Error, …
>  print
Error, …
> get 0, 0
Error, …
> get 0;0
Error, …
> swap 0,0  1,1
Error, …
> help
Error, …
> 
Error, …
> score 1
Error, …
> print
AB;BA
",
    );
}

/// Commands that are nearly right, so that they get deep.
fn commands() -> impl Strategy<Value = String> {
    let number = || {
        prop::sample::select(vec![
            "0",
            "1",
            "2",
            "3",
            "-1",
            "+1",
            "007",
            "99999999999999999999",
            "x",
            "",
        ])
    };
    let place = move || (number(), number()).prop_map(|(x, y)| format!("{x},{y}"));
    let step = move || {
        (
            prop::sample::select(vec!["", "reverse "]),
            0..7usize,
            place(),
            number(),
        )
            .prop_map(|(reverse, kind, place, number)| match kind {
                0 => format!("{reverse}flipRight {place}"),
                1 => format!("{reverse}flipDown {place}"),
                2 => format!("{reverse}rotateSquareClockwise {place}"),
                3 => format!("{reverse}rotateColumnDown {number}"),
                4 => format!("{reverse}rotateRowRight {number}"),
                5 => reverse.to_owned(),
                _ => format!("{reverse}spin {place}"),
            })
    };
    let places = proptest::collection::vec(place(), 0..4).prop_map(|places| places.join(" "));
    prop_oneof![
        prop::sample::select(vec![
            "tokens AB",
            "tokens A",
            "tokens ABC",
            "start",
            "fillnow",
            "bottom",
            "deltas 1,0"
        ])
        .prop_map(str::to_owned),
        prop::sample::select(vec![
            "load ABA;BAB;A A",
            "load AAA;BBB",
            "load AB;BA",
            "load   ;  ",
            "load A",
            "load "
        ])
        .prop_map(str::to_owned),
        (number(), number()).prop_map(|(columns, rows)| format!("board {columns} {rows}")),
        (number(), "[ABC;]{0,9}").prop_map(|(_, sequences)| format!("fill columns {sequences}")),
        number().prop_map(|seed| format!("fill random {seed}")),
        (
            place(),
            prop::sample::select(vec!["A", "B", "C", "null", "AB", ";"])
        )
            .prop_map(|(place, token)| format!("set {place} {token}")),
        (
            prop::sample::select(vec![
                "deltas", "match", "matchall", "remove", "swap", "get", "contains"
            ]),
            places
        )
            .prop_map(|(command, places)| format!("{command} {places}")),
        (
            prop::sample::select(vec!["can", "affected", "apply", "accept"]),
            step()
        )
            .prop_map(|(command, step)| format!("{command} {step}")),
        "\\PC{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        answers(&bytes);
    }

    #[test]
    fn a_refused_line_changes_nothing(commands in proptest::collection::vec(commands(), 1..40)) {
        let mut input = String::from("tokens AB\nload AAB;BBA;ABA\ndeltas 1,0 | 0,1\nfill random 1\nprint\nscore\n");
        for command in commands.iter().filter(|command| *command != "quit") {
            input = input + command + "\nprint\nscore\n";
        }
        let output = answers(input.as_bytes());
        let mut lines = output.lines().skip(4).peekable();
        let mut state = (lines.next(), lines.next());
        for command in commands.iter().filter(|command| *command != "quit") {
            // An answer has one line or, for matches and odd tokens, several; the two of the state end it.
            let first = lines.next().expect("every command is answered");
            let mut rest = vec![];
            let is_matches = command.starts_with("match") && !first.starts_with("Error, ");
            while is_matches && lines.peek().is_some_and(|line| line.contains(',')) {
                rest.push(lines.next());
            }
            let after = (lines.next(), lines.next());
            if first.starts_with("Error, ") {
                prop_assert_eq!(after, state, "{}", command);
            }
            state = after;
        }
        prop_assert_eq!(lines.next(), None);
    }
}
