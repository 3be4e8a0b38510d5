//! Results as text, and parts of them merged.
//! The text is JSON that is the same, byte for byte, whenever the results are.
//!
//! ```text
//! {"format":"quincunx-results","version":1,
//! "run":{"program":"0.2.0","game":"2048","options":{…},"agents":["random"],"seed":"7","games":1000,…},
//! "games":[[0,1000]],
//! "tally":{"won":[0,0],"drawn":0,"scored":1000,…,"points":{"count":1000,…,"bins":[[124,1],…]},…},
//! "columns":["game","seed","outcome","points","plies","highest-tile"],
//! "rows":[
//! [0,"9418043286212346423","score",1204,131,128],
//! …
//! ]}
//! ```
//! `games` has the games that were played, as pairs of a first one and the one behind the last. Where rows
//! were not kept, `columns` and `rows` are missing. Seeds are whole numbers of 64 bits, and text, as many
//! readers of JSON know 53 bits only.

use std::{fmt, io};

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::format::{FileError, FileFormat, json};
use super::games::Games;
use super::part::{Part, seed_of};
use super::played::{MergeError, Played};
use super::results::{Results, Run};
use super::tally::{End, OutcomeCounts, Row};

/// What every row has, before the figures of its game.
const COMMON: [&str; 5] = ["game", "seed", "outcome", "points", "plies"];

impl Run {
    /// Returns the names of a row's values: what every game reports, then the figures of this one.
    pub fn columns(&self) -> Vec<String> {
        let common = COMMON.map(str::to_owned);
        common.into_iter().chain(self.figures.iter().cloned()).collect()
    }
}

impl Part {
    /// Writes results of a run of which this is a part, row by row.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&self, run: &Run, output: &mut dyn io::Write) -> io::Result<()> {
        write!(
            output,
            "{},\n\"run\":{},\n\"games\":{},\n\"tally\":{}",
            Results::FORMAT,
            json(run),
            json(&self.games),
            json(&self.tally)
        )?;
        if let Some(rows) = &self.rows {
            write!(output, ",\n\"columns\":{},\n\"rows\":[", json(&run.columns()))?;
            for (number, row) in rows.iter().enumerate() {
                let Row {
                    game,
                    seed,
                    end,
                    points,
                    plies,
                    figures,
                } = row;
                let before = if number == 0 { "\n" } else { ",\n" };
                write!(output, "{before}[{game},\"{seed}\",\"{end}\",{points},{plies}")?;
                for figure in figures {
                    write!(output, ",{figure}")?;
                }
                output.write_all(b"]")?;
            }
            output.write_all(b"\n]")?;
        }
        output.write_all(b"}\n")
    }
}

impl Played for Results {
    const FORMAT: FileFormat = FileFormat {
        name: "quincunx-results",
        noun: "results",
        version: 1,
    };

    fn played(&self) -> u64 {
        self.part.games.len()
    }

    fn contains(&self, other: &Self) -> bool {
        self.run == other.run
            && self.part.rows.is_some() == other.part.rows.is_some()
            && other.part.games.without(&self.part.games).is_empty()
    }

    fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, MergeError> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().ok_or(MergeError::Nothing("results"))?;
        for (part, next) in (1..).zip(parts) {
            if let Some(difference) = whole.run.difference(&next.run) {
                let of = "runs";
                return Err(MergeError::Other { part, of, difference });
            }
            let has_rows = next.part.rows.is_some();
            if whole.part.rows.is_some() != has_rows {
                return Err(MergeError::Rows { part, has_rows });
            }
            whole.part.add_unsorted(next.part).map_err(|overlap| {
                let reason = format!("game {} is also in an earlier part", overlap.0);
                MergeError::Part { part, reason }
            })?;
        }
        whole.part.sort();
        Ok(whole)
    }

    fn write(&self, output: &mut dyn io::Write) -> io::Result<()> {
        self.part.write(&self.run, output)
    }

    fn parse(text: &str) -> Result<Self, FileError> {
        Self::FORMAT.read(
            text,
            |written: &Written| (&written.format, written.version),
            Written::check,
        )
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: String,
    version: u64,
    run: Run,
    games: Games,
    tally: OutcomeCounts,
    columns: Option<Vec<String>>,
    rows: Option<Vec<Row>>,
}

impl Written {
    fn check(self) -> Result<Results, String> {
        let Self {
            run,
            games,
            tally,
            columns: named,
            rows,
            ..
        } = self;
        let figures = run.figures.len();
        let mut names = run.columns();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two columns have the name `{}`", twice[0]));
        }
        if games.ranges().last().is_some_and(|last| last.end > run.games) {
            return Err(format!("expected games below {}, found {games}", run.games));
        }
        if !tally.is_of(games.len(), figures) {
            return Err(format!(
                "expected counters of {} games and {figures} figures",
                games.len()
            ));
        }
        for (end, games) in tally.ends() {
            if games > 0 {
                end.check(run.agents.len())?;
            }
        }
        if named != rows.as_ref().map(|_| run.columns()) {
            return Err("the columns are not those of the run".to_owned());
        }
        if let Some(rows) = &rows {
            let mut of_rows = OutcomeCounts::new(figures);
            let streams = quincunx_core::Streams::new(run.seed);
            for row in rows {
                let is_right = row.figures.len() == figures && row.seed == seed_of(streams, row.game);
                if !is_right {
                    return Err(format!(
                        "game {}: its seed or number of figures is not that of this run",
                        row.game
                    ));
                }
                of_rows.count(row);
            }
            if !rows.iter().map(|row| row.game).eq(games.iter()) {
                return Err(format!("the rows are not those of the games {games}"));
            }
            if of_rows != tally {
                return Err("the counters are not those of the rows".to_owned());
            }
        }
        let part = Part { games, tally, rows };
        Ok(Results { run, part })
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values;

        impl<'de> Visitor<'de> for Values {
            type Value = Row;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the row of a game: its number, seed, end, points, plies and figures")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Row, A::Error> {
                let missing = || A::Error::custom("a value of a row is missing");
                let game = values.next_element()?.ok_or_else(missing)?;
                let seed: String = values.next_element()?.ok_or_else(missing)?;
                let seed = seed.parse().map_err(A::Error::custom)?;
                let end: String = values.next_element()?.ok_or_else(missing)?;
                let end: End = end.parse().map_err(A::Error::custom)?;
                let points = values.next_element()?.ok_or_else(missing)?;
                let plies = values.next_element()?.ok_or_else(missing)?;
                let mut figures = Vec::new();
                while let Some(figure) = values.next_element()? {
                    figures.push(figure);
                }
                Ok(Row {
                    game,
                    seed,
                    end,
                    points,
                    plies,
                    figures: figures.into(),
                })
            }
        }

        deserializer.deserialize_seq(Values)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::num::NonZero;

    use proptest::prelude::*;

    use super::*;
    use crate::{Competitor, Contest, Figure, Shard, Work};
    use quincunx_core::testkit::toys::DiceGame;
    use quincunx_search::StopToken;

    const FIGURES: &[Figure<DiceGame>] = &[Figure {
        name: "rolls-left",
        help: "rolls that were not used",
        of: |_, die| die.rolls_left.into(),
    }];

    fn run(games: u64) -> Run {
        Run {
            program: Run::PROGRAM.to_owned(),
            game: "keep".to_owned(),
            options: BTreeMap::from([("rolls".to_owned(), "3".to_owned())]),
            agents: vec!["random".to_owned()],
            seed: 11,
            games,
            positions: Vec::new(),
            opening: 0,
            max_plies: 100,
            limit: None,
            figures: vec!["rolls-left".to_owned()],
        }
    }

    fn play(run: Run, shard: Shard, rows: bool) -> Results {
        let contest = Contest::new(
            DiceGame { rolls: 3 },
            vec![Competitor::Random { seed: 0 }],
            FIGURES,
            run.max_plies,
        );
        let work = Work {
            threads: NonZero::<usize>::MIN,
            stop: &StopToken::default(),
            progress: &|_| {},
        };
        let part =
            crate::part::tests::play_all(&contest, run.seed, &Games::shard(run.games, shard), rows, &work);
        Results { run, part }
    }

    fn shard(index: u64, of: u64) -> Shard {
        format!("{index}/{of}").parse().expect("a shard")
    }

    #[test]
    fn merged_parts_are_the_whole_byte_for_byte() {
        for rows in [true, false] {
            let whole = play(run(100), Shard::WHOLE, rows).to_text();
            for of in [1, 2, 3, 7] {
                let parts = (1..=of).rev().map(|index| {
                    let text = play(run(100), shard(index, of), rows).to_text();
                    Results::parse(&text).expect("it was written")
                });
                let merged = Results::merge(parts).expect("parts of one run");
                assert!(merged.missing().is_empty());
                assert_eq!(merged.to_text(), whole, "{of} shards");
            }
        }
    }

    #[test]
    fn what_is_not_of_one_run_is_not_merged() {
        let part = |index| play(run(100), shard(index, 3), true);
        let (first, second) = (part(1), part(2));
        let merged = |parts: [&Results; 2]| Results::merge(parts.map(Clone::clone));
        let half = merged([&second, &first]).expect("parts of one run");
        assert_eq!(half.missing().to_string(), "66 to 99");
        assert!(half.contains(&first) && half.contains(&second) && half.contains(&half));
        assert!(!first.contains(&half) && !half.contains(&part(3)));
        assert!(!half.contains(&play(run(100), shard(1, 3), false)));
        assert!(!half.contains(&play(run(90), shard(1, 3), true)));
        let error_of = |other: &Results| {
            let error = merged([&first, other]).expect_err("it is no part of the same run");
            assert_eq!(error.part(), Some(1));
            error.to_string()
        };
        assert_eq!(error_of(&half), "game 0 is also in an earlier part");
        let mut other = second.clone();
        other.run.seed = 12;
        assert!(error_of(&other).contains("the seed is `11` in the first and `12` in this"));
        assert!(error_of(&play(run(100), shard(2, 3), false)).contains("only counters"));
        assert_eq!(Results::merge([]), Err(MergeError::Nothing("results")));
    }

    #[test]
    fn other_texts_are_reported() {
        let text = play(run(20), Shard::WHOLE, true).to_text();
        let error_of = |text: &str| Results::parse(text).expect_err("damaged").to_string();
        assert!(error_of("").contains("no results") && error_of("{}").contains("no results"));
        assert!(error_of(&text.replacen("quincunx-results", "other", 1)).contains("no results"));
        assert!(error_of(&text.replacen("\"version\":1", "\"version\":2", 1)).contains("of version 2"));
        assert!(error_of(&text[..text.len() / 2]).contains("damaged"));
        assert!(error_of(&text.replacen("\"run\":{", "\"run\":{\"x\":1,", 1)).contains("unknown field"));
        for (old, new, reason) in [
            (
                "\"games\":20",
                "\"games\":19",
                "expected games below 19, found 0 to 19",
            ),
            ("\"seed\":\"11\"", "\"seed\":\"12\"", "game 0: its seed or"),
            ("[[0,20]]", "[[0,19]]", "expected counters of 19 games"),
            ("\n[3,", "\n[4,", "game 4: its seed or"),
            ("\"points\",\"plies\"", "\"plies\",\"points\"", "columns"),
            (
                "\"figures\":[\"rolls-left\"]",
                "\"figures\":[\"outcome\"]",
                "the name `outcome`",
            ),
            ("\"score\"", "\"draw\"", "not those of the rows"),
            (
                "\"drawn\":0,\"scored\":20",
                "\"drawn\":20,\"scored\":0",
                "no game for 1 ends with `draw`",
            ),
        ] {
            let damaged = text.replacen(old, new, 1);
            assert_ne!(damaged, text, "{old}");
            assert!(
                error_of(&damaged).contains(reason),
                "{reason}: {}",
                error_of(&damaged)
            );
        }
    }

    #[test]
    fn a_short_text_does_not_take_all_memory() {
        let far = r#"{"count":1,"sum":"0","squares":"0","least":0,"most":0,"bins":[[0,1]]}"#;
        let text = play(run(1), Shard::WHOLE, false).to_text();
        let (head, _) = text.split_once("\"figures\":[{").expect("counters of figures");
        let many = format!("{head}\"figures\":[{}]}}}}\n", vec![far; 65].join(","));
        let error = Results::parse(&many).expect_err("too many").to_string();
        assert!(error.contains("64 figures at most"), "{error}");
    }

    proptest! {
        #[test]
        fn no_text_is_read_wrongly(at in 0usize..2000, byte in 32u8..127) {
            let text = play(run(8), Shard::WHOLE, true).to_text();
            let mut bytes = text.clone().into_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            let damaged = String::from_utf8(bytes).expect("one-byte characters");
            if let Ok(results) = Results::parse(&damaged) {
                prop_assert_eq!(Results::parse(&results.to_text()).expect("it was written"), results);
            }
        }
    }
}
