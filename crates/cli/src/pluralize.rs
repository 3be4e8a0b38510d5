//! Numbers of things, in words.

/// Writes how many of a thing there are: `1 game`, `2 games`.
pub(crate) fn pluralize(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_more_than_one() {
        let told = [0, 1, 2].map(|count: u64| pluralize(count, "game"));
        assert_eq!(told, ["0 games", "1 game", "2 games"]);
    }
}
