//! Results of simulations on disk: JSON, or a row per game for other programs.

use std::io::Write;
use std::path::Path;

use quincunx_arena::{Part, Row, Run};

use super::{results_file, wrong_extension};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultsFormat {
    /// `.json`: everything, to be read again.
    Json,
    /// `.csv`: a line per game.
    Csv,
    /// `.parquet`: a row per game, in columns.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl ResultsFormat {
    /// Returns the format of a file, of which all but `.json` need rows.
    pub(crate) fn of(path: &Path, has_rows: bool) -> anyhow::Result<Self> {
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => return Ok(Self::Json),
            Some("csv") => Self::Csv,
            #[cfg(feature = "parquet")]
            Some("parquet") => Self::Parquet,
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => {
                bail_misuse!(
                    "{}: this program was built without Parquet; build it with `--features parquet`, or write .csv",
                    path.display()
                );
            }
            _ => return Err(wrong_extension(path, ".json, .csv or .parquet")),
        };
        if !has_rows {
            let path = path.display();
            bail_misuse!("{path} needs a row per game, and no rows are kept");
        }
        Ok(format)
    }
}

pub(crate) fn save(path: &Path, format: ResultsFormat, run: &Run, part: &Part) -> anyhow::Result<()> {
    results_file::save_with(path, |file| -> anyhow::Result<()> {
        match format {
            ResultsFormat::Json => part.write(run, file)?,
            ResultsFormat::Csv => csv(run, part, file)?,
            #[cfg(feature = "parquet")]
            ResultsFormat::Parquet => super::parquet::write(run, part, file)?,
        }
        Ok(())
    })
}

fn csv(run: &Run, part: &Part, output: impl Write) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(run.columns())?;
    for row in rows(part) {
        let common = [
            row.game.to_string(),
            row.seed.to_string(),
            row.end.to_string(),
            row.points.to_string(),
            row.plies.to_string(),
        ];
        writer.write_record(common.into_iter().chain(row.figures.iter().map(u64::to_string)))?;
    }
    Ok(writer.flush()?)
}

fn rows(part: &Part) -> &[Row] {
    part.rows.as_deref().unwrap_or_default()
}

#[cfg(test)]
pub(super) mod tests {
    use std::num::NonZero;

    use quincunx_arena::{Games, Work};
    use quincunx_catalog::GAMES;
    use quincunx_search::StopToken;

    use super::*;

    /// Plays five random games of each game, and returns them as a run with a part of rows.
    pub(crate) fn random_games() -> impl Iterator<Item = (Run, Part)> {
        GAMES.iter().map(|entry| {
            let agent = "random".parse().expect("a player");
            let run = entry
                .run(&entry.defaults(), &[agent], 1, 5, 0, 50)
                .expect("a run");
            let work = Work {
                threads: NonZero::<usize>::MIN,
                stop: &StopToken::default(),
                progress: &|_| {},
            };
            let part = entry
                .simulate(&run, &Games::range(0..5), true, &work)
                .expect("a run");
            (run, part)
        })
    }

    #[test]
    fn other_programs_read_every_value() {
        for (run, part) in random_games() {
            let mut bytes = Vec::new();
            csv(&run, &part, &mut bytes).expect("memory can be written");
            let mut reader = csv::Reader::from_reader(&bytes[..]);
            assert_eq!(reader.headers().expect("a header"), run.columns());
            for (record, row) in reader.records().zip(rows(&part)) {
                let record = record.expect("a record");
                assert_eq!(record[1].parse(), Ok(row.seed));
                assert_eq!(record[2].parse(), Ok(row.end));
                let figures: Vec<u64> = record.iter().skip(5).flat_map(str::parse).collect();
                assert_eq!(figures[..], row.figures[..]);
            }
        }
    }
}
