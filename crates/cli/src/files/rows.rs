//! Results of simulations on disk: JSON, or a row per game for other programs.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use quincunx_arena::{Part, Row, Run};

use super::results_file;
use crate::output::failure::WrongUse;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultsFormat {
    /// `.json`: everything, to be read again.
    Json,
    /// `.csv`: a line per game.
    Csv,
    /// `.parquet`: a row per game, in columns.
    Parquet,
}

impl ResultsFormat {
    /// Returns the format of a file, of which all but `.json` need rows.
    pub(crate) fn of(path: &Path, has_rows: bool) -> anyhow::Result<Self> {
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => return Ok(Self::Json),
            Some("csv") => Self::Csv,
            Some("parquet") => Self::Parquet,
            _ => {
                let path = path.display();
                return Err(WrongUse::error(format!(
                    "{path}: expected the extension .json, .csv or .parquet"
                )));
            }
        };
        if !has_rows {
            let path = path.display();
            return Err(WrongUse::error(format!(
                "{path} needs a row per game, and no rows are kept"
            )));
        }
        Ok(format)
    }
}

pub(crate) fn save(path: &Path, format: ResultsFormat, run: &Run, part: &Part) -> anyhow::Result<()> {
    results_file::save(path, |file| -> anyhow::Result<()> {
        match format {
            ResultsFormat::Json => part.write(run, file)?,
            ResultsFormat::Csv => csv(run, part, file)?,
            ResultsFormat::Parquet => parquet(run, part, file)?,
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

const OUTCOME: usize = 2;

/// Rows per group: readers skip and parallelise by groups.
const GROUP: usize = 1 << 20;

/// Writes columns of unsigned 64-bit numbers and the outcome as text; the run is in the metadata of the file.
fn parquet(run: &Run, part: &Part, output: impl Write + Send) -> anyhow::Result<()> {
    let columns = run.columns();
    let types = columns.iter().enumerate().map(|(place, name)| {
        let is_text = place == OUTCOME;
        let (physical, logical) = if is_text {
            (PhysicalType::BYTE_ARRAY, LogicalType::String)
        } else {
            (PhysicalType::INT64, LogicalType::integer(64, false))
        };
        Type::primitive_type_builder(name, physical)
            .with_logical_type(Some(logical))
            .with_repetition(Repetition::REQUIRED)
            .build()
            .map(Arc::new)
    });
    let types = types.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("games").with_fields(types).build()?;
    let description = serde_json::to_string(run)?;
    let properties = WriterProperties::builder()
        .set_key_value_metadata(Some(vec![KeyValue::new("quincunx-run".to_owned(), description)]))
        .build();
    let mut writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties))?;
    for group in rows(part).chunks(GROUP) {
        let mut columns = writer.next_row_group()?;
        number(&mut columns, group, |row| row.game)?;
        number(&mut columns, group, |row| row.seed)?;
        let words: Vec<ByteArray> = group.iter().map(|row| row.end.word().into()).collect();
        column::<ByteArrayType, _>(&mut columns, &words)?;
        number(&mut columns, group, |row| row.points)?;
        number(&mut columns, group, |row| row.plies.into())?;
        for figure in 0..run.figures.len() {
            number(&mut columns, group, |row| row.figures[figure])?;
        }
        columns.close()?;
    }
    writer.close()?;
    Ok(())
}

/// Writes the next column of unsigned numbers, as signed ones of the same bits.
fn number<W: Write + Send>(
    columns: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[Row],
    of: impl Fn(&Row) -> u64,
) -> parquet::errors::Result<()> {
    let values: Vec<i64> = rows.iter().map(|row| of(row).cast_signed()).collect();
    column::<Int64Type, _>(columns, &values)
}

fn column<T: DataType, W: Write + Send>(
    columns: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
) -> parquet::errors::Result<()> {
    let mut column = columns
        .next_column()?
        .expect("there is a column for each of the schema");
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::num::NonZero;

    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;
    use quincunx_arena::{Games, Work};
    use quincunx_catalog::GAMES;
    use quincunx_search::StopToken;

    use super::*;

    #[test]
    fn other_programs_read_every_value() {
        for entry in GAMES {
            let agent = "random".parse().expect("a player");
            let run = entry
                .run(&entry.defaults(), &[agent], 1, 5, 0, 50)
                .expect("a run");
            let work = Work {
                threads: NonZero::<usize>::MIN,
                rows: true,
                stop: &StopToken::default(),
                progress: &|_| {},
            };
            let part = entry.simulate(&run, &Games::range(0..5), &work).expect("a run");

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

            let mut bytes = Vec::new();
            parquet(&run, &part, &mut bytes).expect("memory can be written");
            let mut file = tempfile::tempfile().expect("a temporary file can be made");
            file.write_all(&bytes).expect("it can be written");
            let reader = SerializedFileReader::new(file).expect("a file of the format");
            let mut count = 0;
            for (read, row) in reader.get_row_iter(None).expect("rows").zip(rows(&part)) {
                let read = read.expect("a row");
                let number = |at| read.get_ulong(at).expect("a number");
                let common = [row.game, row.seed, row.points, row.plies.into()];
                assert_eq!([0, 1, 3, 4].map(number), common);
                assert_eq!(read.get_string(2).expect("a word"), row.end.word());
                assert!(
                    (5..)
                        .map(number)
                        .take(row.figures.len())
                        .eq(row.figures.iter().copied())
                );
                count += 1;
            }
            assert_eq!(count, 5, "{}", entry.id());
        }
    }
}
