//! How a line slides, with a switch for each fault.

/// Slides a line towards its first field, and notes the values made by merging.
pub(super) fn slide_line(variant: &str, line: &[u64], made: &mut Vec<u64>) -> Vec<u64> {
    if variant == "one-step" {
        let mut line = line.to_vec();
        for place in 1..line.len() {
            if line[place - 1] == 0 {
                line.swap(place - 1, place);
            }
        }
        return line;
    }
    let mut pieces: Vec<(usize, u64)> = line
        .iter()
        .copied()
        .enumerate()
        .filter(|&(_, value)| value != 0)
        .collect();
    if variant == "merges-from-start" {
        pieces.reverse();
    }
    // Places are those of the last piece of a merge; a merged piece is marked.
    let mut after: Vec<(usize, u64, bool)> = Vec::new();
    let first_made = made.len();
    for (place, value) in pieces {
        match after.last_mut() {
            Some(last) if merges(variant, *last, place, value, made.len() - first_made) => {
                let merged = if variant == "merge-keeps-value" {
                    value
                } else {
                    last.1 + value
                };
                *last = (place, merged, true);
                made.push(merged);
                if variant == "gap-after-merge" {
                    after.push((place, 0, true));
                }
            }
            _ => after.push((place, value, false)),
        }
    }
    if variant == "merges-from-start" {
        after.reverse();
    }
    if variant == "slides-into-one" {
        after.truncate(1);
    }
    let mut values: Vec<u64> = after.into_iter().map(|(_, value, _)| value).collect();
    values.resize(line.len(), 0);
    values
}

/// Returns whether a piece merges with the one before it in its line, after some merges there.
fn merges(variant: &str, last: (usize, u64, bool), place: usize, value: u64, merges: usize) -> bool {
    let (last_place, last_value, was_merged) = last;
    let is_equal = last_value == value;
    match variant {
        "never-merges" => false,
        "no-merge-over-gap" => is_equal && !was_merged && place == last_place + 1,
        "merges-unequal" => !was_merged && (is_equal || last_value == 2 * value || value == 2 * last_value),
        "merges-twice" => is_equal,
        "merges-three" => is_equal && !was_merged || was_merged && last_value == 2 * value,
        "one-merge" => is_equal && merges == 0,
        _ => is_equal && !was_merged,
    }
}
