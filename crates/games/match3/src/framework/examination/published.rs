//! The cases that everybody may know, written by hand.

use quincunx_registry::examination::Case;

/// Returns the cases, at least one for each rule.
pub(super) fn cases() -> Vec<Case> {
    let case = |rule, lines: &str| Case::new(rule, &lines.replace(" / ", "\n"));
    let cases = CASES.iter().map(|&(rule, lines)| Case {
        starts_run: rule == "missing-parts",
        ..case(rule, lines)
    });
    let quit = case("lines", "tokens AB / load AB;BA / print / quit / print / score");
    let wide = case("sizes", "tokens AB / board 150 2 / print / board 2 150 / print");
    cases.chain([quit, wide, large_match()]).collect()
}

/// Makes a match of 3,600 fields, more than a matcher reaches that calls itself for each.
fn large_match() -> Case {
    let board = vec!["A".repeat(60); 60].join(";");
    Case::new(
        "match",
        &format!("tokens AB\ndeltas 1,0 0,1\nload {board}\nmatch 0,0\nmatch 59,30"),
    )
}

/// Lines with their rules, joined by ` / `.
const CASES: &[(&str, &str)] = &[
    (
        "missing-parts",
        "print / bottom / get 0,0 / contains 0,0 / can flipRight 0,0 / fill columns A;B / fillnow / \
         start / board 2 2 / load AB;BA / tokens AB / load AB;B  / match 0,0 / matchall 0,0 1,1 / start / \
         fillnow / deltas 1,0 / match 0,0 / accept flipRight 0,0 / start / fill columns A;B / \
         accept flipRight 0,0 / score / start / accept flipRight 0,0 / print",
    ),
    (
        "tokens",
        "tokens A / tokens AA / tokens A; / tokens A;B / tokens ABA / board 2 2 / set 0,0 A / set 1,0 B / \
         set 0,1 C / tokens CD / set 0,1 A / set 1,1 C / print / tokens C / load CC;CC / print / \
         tokens DD / board 2 2 / print / load CD;DC / load AB;BA / print",
    ),
    (
        "sizes",
        "tokens AB / board 3 2 / print / contains 2,1 / contains 1,2 / set 2,0 A / set 0,1 B / print / \
         board 1 2 / board 2 1 / board 0 5 / board -2 3 / print / board 2 4 / print",
    ),
    (
        "token-strings",
        "tokens ABC / load AB;C  / print / load  A;B  / print / load   ;   / print / load  B C;A  B;     / \
         print / load AB;A / load A;AB / load AB;BA; / load AB / load A;B / load AB;;BA / load AX;BA / \
         load   / print",
    ),
    (
        "fields",
        "tokens ABC / load AB;C ;   / get 0,0 / get 1,0 / get 0,1 / get 1,1 / set 1,2 C / set 0,0 B / \
         set 1,0 null / set 0,2 null / set 0,1 D / set 0,1 AB / set 0,1 nul / get 1,2 / get 1,0 / print",
    ),
    (
        "positions",
        "tokens AB / load AB ;BA  / contains 0,0 / contains 2,1 / contains 3,0 / contains 0,2 / \
         contains -1,0 / contains 0,-1 / get 3,0 / get 0,2 / get -1,0 / set 3,0 A / set 2,-1 null / \
         swap 0,0 3,0 / swap 0,2 0,0 / remove 0,0 2,2 / deltas 1,0 / match 3,0 / matchall 0,0 0,2 / print",
    ),
    (
        "swap",
        "tokens ABC / load AB ;CA  / swap 0,0 1,0 / print / swap 0,1 2,1 / print / swap 2,0 2,1 / print / \
         swap 2,0 0,1 / swap 2,0 2,0 / swap 1,1 1,1 / print",
    ),
    (
        "remove",
        "tokens ABC / load ABC;CAB;BCA / remove 1,0 / remove 0,2 2,0 0,2 / print / remove 1,0 / \
         remove 0,0 0,1 3,1 1,1 / print / remove 0,1 1,1 2,1 / print",
    ),
    (
        "bottom",
        "tokens AB / load A B;  B;A  ;  A;    / bottom / print / bottom / load A ;A ;  ;AB / bottom / \
         print / load ABAB;BABA / bottom / load      ;      / bottom / print",
    ),
    (
        "fill-columns",
        "tokens ABCD / load A  ;  B;    / fill columns ABCD;BCDA;CDAB / fillnow / print / \
         remove 0,0 0,2 2,1 / fillnow / print / fillnow / print",
    ),
    (
        "fill-errors",
        "tokens AB / load A ;   / fill columns A / fill columns A;B;A / fill columns A;X / fillnow / \
         fill columns A;B / fillnow / print / set 1,1 A / fillnow / print / remove 0,0 / fillnow / print / \
         fill columns B; / fillnow / print",
    ),
    (
        "fill-random",
        "tokens ABC / load A  ;  B;    / fill random 1 / fillnow / print / fillnow / print / \
         remove 0,0 1,1 / get 0,0 / fill random -7 / fillnow / print / board 20 20 / fill random 3 / \
         fillnow / print / board 2 2",
    ),
    (
        "moves",
        "tokens ABCDEFGHI / load ABC;DEF;GHI / apply flipRight 1,2 / print / apply flipDown 0,0 / print / \
         load ABC;DEF;GHI / apply rotateSquareClockwise 1,0 / print / load ABC;DEF;GHI / \
         apply rotateColumnDown 1 / print / load ABC;DEF;GHI / apply rotateRowRight 2 / print / \
         load A C; E ;G I / apply rotateRowRight 0 / apply rotateColumnDown 2 / \
         apply rotateSquareClockwise 0,1 / print",
    ),
    (
        "reverse",
        "tokens ABCDEFGHI / load ABC;DEF;GHI / apply reverse rotateSquareClockwise 0,0 / print / \
         apply rotateSquareClockwise 0,0 / apply reverse rotateColumnDown 0 / print / \
         apply rotateColumnDown 0 / apply reverse rotateRowRight 1 / print / apply rotateRowRight 1 / \
         apply reverse flipRight 1,1 / print / apply reverse flipDown 2,1 / print",
    ),
    (
        "fitting",
        "tokens ABC / load AAB;  C / can flipRight 1,1 / can flipRight 2,0 / can flipDown 2,0 / \
         can flipDown 0,1 / can rotateSquareClockwise 1,0 / can rotateSquareClockwise 2,0 / \
         can rotateColumnDown 2 / can rotateColumnDown 3 / can reverse rotateRowRight 1 / \
         can reverse rotateRowRight -1 / can flipRight 0,1 / affected flipRight 0,0 / \
         affected flipDown 1,0 / affected rotateSquareClockwise 0,0 / \
         affected reverse rotateSquareClockwise 1,0 / affected rotateRowRight 1 / \
         affected rotateColumnDown 0 / affected flipRight 2,1 / apply flipRight 2,0 / \
         apply rotateRowRight 2 / print",
    ),
    (
        "match",
        "tokens AB / load AABA;ABAA;BA A / deltas 1,0 / match 0,0 / match 1,0 / match 3,0 / match 2,2 / \
         deltas 1,0 0,1 / match 0,0 / match 3,2 / match 2,0 / deltas -1,1 / match 1,0 / match 0,1 / \
         deltas 2,1 0,1 / match 0,0 / match 2,2 / deltas 0,0 / deltas 1,0 0,0 / deltas / match 0,0",
    ),
    (
        "matchall",
        "tokens AB / load AAB;BAA;AAA / deltas 1,0 | 0,1 / match 1,1 / matchall 1,1 0,0 1,0 / \
         matchall 2,1 1,1 / deltas 1,0 | 0,1 1,0 / matchall 0,2 0,1 0,0 / deltas 0,1 / matchall 0,0 2,0 / \
         load          AAA;ABABABABABAA / deltas 1,0 / matchall 11,0 11,1 0,0 / matchall 0,0 9,0",
    ),
    (
        "start",
        "tokens ABCX / deltas 1,0 | 0,1 / load AAA;BCB / fill columns B;C;B / start / print / score / \
         load A B;B A;    / fill columns AB;CAX;BC / start / print / score / load AAA;BCB / \
         fill columns B;;B / start / print / score",
    ),
    (
        "accept",
        "tokens ABCX / deltas 1,0 / load ABAA;BCBC;CXCX / fill columns XC;CX;XB;BC / start / \
         accept flipRight 3,0 / accept flipRight 0,1 / print / score / accept flipRight 0,0 / print / \
         score / set 0,2 A / set 1,2 A / set 2,2 A / accept flipDown 3,0 / print / score",
    ),
    (
        "scoring",
        "tokens ABCDEX / deltas 1,0 | 0,1 / load DAED;AAAA;DAED;EABX / fill columns B;CXEBC;D;X / start / \
         print / score / deltas 1,0 | 0,1 1,0 | -1,0 / load AAAB;ABCD;CDEX / fill columns XD;E;D;X / \
         start / print / score / load AAAAB;BCDEX / fill columns C;D;E;X;X / start / score",
    ),
    (
        "cascades",
        "tokens O*AX / deltas 1,0 | 0,1 / load O*O;***;O*O;O*O / fill columns AOA**;AXAXA;A**A* / start / \
         score / print / accept flipRight 0,0 / score / print / accept flipDown 2,0 / score / print",
    ),
    (
        "begin-anew",
        "tokens ABC / deltas 1,0 / load AAA;BCB / fill columns BACBA;CABCA;BACAB / start / score / start / \
         score / set 0,0 A / set 1,0 A / set 2,1 A / accept flipDown 2,0 / score / load ABC;BCA / score / \
         match 0,0 / fillnow / start / accept flipRight 0,0 / board 2 2 / fillnow / match 0,0 / set 0,0 C",
    ),
    (
        "lines",
        "tokens AB / load AB;BA / Print / print  /  print / get  0,0 / get 0, 0 / get 0;0 / get 0,0,0 / \
         get x,0 / get 0 / get +1,00 / contains -0,+01 / score 1 /  / help / swap 0,0 / set 0,0 / remove / \
         matchall / deltas 1,0 | / fill rows A;B / fill random x / can flipLeft 0,0 / apply flipRight 0 / \
         apply rotateRowRight 0,0 / board 3 / load / print",
    ),
];
