//! Simpler lines for a case that is made smaller.

/// The most simpler lines that are offered for one.
const MAX_SIMPLER: usize = 200;

/// Returns simpler lines for one: a smaller or emptier board, shorter sequences, fewer deltas or positions.
pub(super) fn simpler(line: &str) -> Vec<String> {
    let Some((command, rest)) = line.split_once(' ') else {
        return Vec::new();
    };
    let mut simpler = match command {
        "load" => boards(rest),
        "fill" => sequences(rest),
        "deltas" | "remove" | "matchall" => lists(rest),
        _ => return Vec::new(),
    };
    simpler.truncate(MAX_SIMPLER);
    simpler.iter().map(|rest| format!("{command} {rest}")).collect()
}

/// Returns token strings with fewer rows or columns, then with fewer tokens.
fn boards(text: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = text.split(';').map(|row| row.chars().collect()).collect();
    let columns = rows[0].len();
    if rows.iter().any(|row| row.len() != columns) {
        return Vec::new();
    }
    let mut boards = Vec::new();
    for kept in parts(rows.len()) {
        boards.push(kept.iter().map(|&row| rows[row].clone()).collect::<Vec<_>>());
    }
    for kept in parts(columns) {
        let part = |row: &Vec<char>| kept.iter().map(|&column| row[column]).collect();
        boards.push(rows.iter().map(part).collect());
    }
    // The smallest ones first.
    boards.sort_by_key(|rows| rows.len() * rows[0].len());
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|&(_, &token)| token != ' ') {
            let mut emptier = rows.clone();
            emptier[y][x] = ' ';
            boards.push(emptier);
        }
    }
    let text = |rows: Vec<Vec<char>>| {
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        rows.join(";")
    };
    boards.into_iter().take(MAX_SIMPLER).map(text).collect()
}

/// Lists the halves of some places and what is left without one of them; at least two.
fn parts(length: usize) -> Vec<Vec<usize>> {
    let half = (length / 2).max(2);
    let mut parts = Vec::new();
    if half < length {
        parts.push((0..half).collect());
        parts.push((length - half..length).collect());
    }
    if length > 2 {
        parts.extend((0..length).map(|left_out| (0..length).filter(|&place| place != left_out).collect()));
    }
    parts
}

/// Returns a strategy of shorter sequences: halves of all, then of single ones, then one token less.
fn sequences(text: &str) -> Vec<String> {
    let Some(text) = text.strip_prefix("columns ") else {
        return Vec::new();
    };
    let sequences: Vec<Vec<char>> = text.split(';').map(|text| text.chars().collect()).collect();
    let shortened = |shorten: &dyn Fn(usize, usize) -> usize| {
        let texts = sequences.iter().enumerate().map(|(place, tokens)| {
            let kept = shorten(place, tokens.len());
            tokens[..kept].iter().collect::<String>()
        });
        format!("columns {}", texts.collect::<Vec<_>>().join(";"))
    };
    let places = 0..sequences.len();
    let only = |place: usize, shorten: fn(usize) -> usize| {
        shortened(&|other, length| if other == place { shorten(length) } else { length })
    };
    let mut shorter = vec![shortened(&|_, length| length / 2)];
    shorter.extend(places.clone().map(|place| only(place, |_| 0)));
    shorter.extend(places.clone().map(|place| only(place, |length| length / 2)));
    shorter.extend(places.map(|place| only(place, |length| length.saturating_sub(1))));
    let original = format!("columns {text}");
    shorter.retain(|line| *line != original);
    shorter
}

/// Returns a list of words with one or, for matchers between `|`, several left out.
fn lists(text: &str) -> Vec<String> {
    let without = |items: &[&str], joint: &str| -> Vec<String> {
        let left_out = |place| {
            let mut items = items.to_vec();
            items.remove(place);
            items.join(joint)
        };
        let count = if items.len() > 1 { items.len() } else { 0 };
        (0..count).map(left_out).collect()
    };
    let matchers: Vec<&str> = text.split(" | ").collect();
    let mut lists = without(&matchers, " | ");
    for (place, matcher) in matchers.iter().enumerate() {
        let words: Vec<&str> = matcher.split(' ').collect();
        for fewer in without(&words, " ") {
            let mut matchers = matchers.clone();
            matchers[place] = &fewer;
            lists.push(matchers.join(" | "));
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::simpler;

    #[test]
    fn boards_get_smaller_and_emptier() {
        let lines = simpler("load AB;C ;DE;FG");
        assert_eq!(lines[..2], ["load AB;C ", "load DE;FG"]);
        assert!(lines.contains(&"load AB;DE;FG".to_owned()));
        assert!(lines.contains(&"load AB;C ; E;FG".to_owned()));
        assert_eq!(lines.len(), 2 + 4 + 7);
        assert_eq!(simpler("load AB;CD").len(), 4);
        assert_eq!(simpler("load A;BC"), [] as [&str; 0]);
        let large = format!("load {}", vec!["A".repeat(50); 50].join(";"));
        assert_eq!(simpler(&large).len(), 200);
    }

    #[test]
    fn sequences_get_shorter() {
        let lines = simpler("fill columns ABCD;;BA");
        let expected = [
            "fill columns AB;;B",
            "fill columns ;;BA",
            "fill columns ABCD;;",
            "fill columns AB;;BA",
            "fill columns ABCD;;B",
            "fill columns ABC;;BA",
            "fill columns ABCD;;B",
        ];
        assert_eq!(lines, expected);
        assert_eq!(simpler("fill columns ;"), [] as [&str; 0]);
        assert_eq!(simpler("fill random 7"), [] as [&str; 0]);
    }

    #[test]
    fn lists_get_shorter() {
        assert_eq!(
            simpler("deltas 1,0 | 0,1 1,1"),
            [
                "deltas 0,1 1,1",
                "deltas 1,0",
                "deltas 1,0 | 1,1",
                "deltas 1,0 | 0,1"
            ]
        );
        assert_eq!(simpler("matchall 1,0 2,0"), ["matchall 2,0", "matchall 1,0"]);
        assert_eq!(simpler("remove 1,0"), [] as [&str; 0]);
        assert_eq!(simpler("print"), [] as [&str; 0]);
    }
}
