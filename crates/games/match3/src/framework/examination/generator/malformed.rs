//! Scripts with lines that are no commands.

use super::script::Script;

/// Lines that are no commands, joined by `, `.
const MALFORMED: &str = " , Print, PRINT, print ,  print, print 1, get  0,0,  get 0,0, get 0,0 , get, \
    get 0, get 0;0, get 0,0,0, get 0,, get ,0, get x,0, get 0.0,0, get 0x0,0, get 0_0,0, get --1,0, \
    get 0,0 0,0, get (0,0), contains 0 0, Score, score 1, scores, bottom 0, start now, fillnow 1, set 0,0, \
    swap 0,0, swap 0,0 1,1 0,1, swap 0,0  1,1, remove, matchall, match, match 0,0 1,0, deltas, \
    deltas 1,0 |, deltas 1,0|0,1, deltas 1 0, fill, fill rows A;B, fill random, fill random x, board 3, \
    board 3,3, board 2 2 2, tokens, load, can flipLeft 0,0, apply flipRight 0, apply rotateRowRight 0,0, \
    reverse flipRight 0,0, help";

pub(super) fn lines(script: &mut Script<'_>) {
    script.begin(2..=4, 2..=4, 2..=5, 20);
    script.add("deltas 1,0");
    let malformed: Vec<&str> = MALFORMED.split(", ").collect();
    for _ in 0..8 {
        let line = if script.below(8) == 0 {
            ""
        } else {
            script.pick(&malformed)
        };
        script.add(line);
        let (x, y) = (script.below(script.columns), script.below(script.rows));
        let sign = script.pick(&["", "+", "0", "+00"]);
        let line = match script.below(4) {
            0 => format!("get {sign}{x},{y}"),
            1 => format!("contains {x},{sign}{y}"),
            2 => format!("match {sign}{x},{sign}{y}"),
            _ => "print".to_owned(),
        };
        script.add(line);
    }
    script.add("print");
    script.add("score");
}
