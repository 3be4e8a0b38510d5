//! Results on disk: whole, or a row a game for other programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, value_parser};
use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use quincunx_search::arena::{Results, Row};

use crate::failure::WrongUse;
use crate::whole_file;

/// How results are written, told by the end of a file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `.json`: all of them, to be read again.
    Results,
    /// `.csv`: a line a game.
    Csv,
    /// `.parquet`: a row a game, in columns.
    Parquet,
}

/// The option `--out`, which wants its help.
pub(super) fn out_arg() -> Arg {
    Arg::new("out")
        .long("out")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
}

/// Returns the file that was named and its form.
pub(super) fn out(matches: &ArgMatches, rows: bool) -> Result<Option<(PathBuf, Form)>, WrongUse> {
    let Some(path) = matches.get_one::<PathBuf>("out") else {
        return Ok(None);
    };
    let form = match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => Form::Results,
        Some("csv") => Form::Csv,
        Some("parquet") => Form::Parquet,
        _ => {
            let path = path.display();
            return Err(WrongUse(format!(
                "{path}: its name should end in .json, .csv or .parquet"
            )));
        }
    };
    if form != Form::Results && !rows {
        let path = path.display();
        return Err(WrongUse(format!(
            "{path} would have a row a game, and none are kept"
        )));
    }
    Ok(Some((path.clone(), form)))
}

/// Reads results.
pub(crate) fn read(path: &Path) -> anyhow::Result<Results> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Results::parse(&text).with_context(|| path.display().to_string())
}

/// Writes results, whole or not at all.
pub(super) fn save(path: &Path, form: Form, results: &Results) -> anyhow::Result<()> {
    let bytes = match form {
        Form::Results => Ok(results.to_text().into_bytes()),
        Form::Csv => csv(results),
        Form::Parquet => parquet(results).map_err(anyhow::Error::from),
    };
    bytes
        .and_then(|bytes| Ok(whole_file::write(path, &bytes)?))
        .with_context(|| format!("cannot save the results to {}", path.display()))
}

fn csv(results: &Results) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(results.columns())?;
    for row in rows(results) {
        let common = [
            row.game.to_string(),
            row.seed.to_string(),
            row.end.to_string(),
            row.points.to_string(),
            row.plies.to_string(),
        ];
        writer.write_record(common.into_iter().chain(row.figures.iter().map(u64::to_string)))?;
    }
    Ok(writer.into_inner()?)
}

fn rows(results: &Results) -> &[Row] {
    results.part.rows.as_deref().unwrap_or_default()
}

/// Rows of a group: readers skip and spread over threads by groups.
const GROUP: usize = 1 << 20;

/// Writes columns of unsigned 64-bit numbers, and the outcome as text; the description of the run is in the file's metadata.
fn parquet(results: &Results) -> parquet::errors::Result<Vec<u8>> {
    let columns = results.columns();
    let types = columns.iter().map(|name| {
        let is_text = name == "outcome";
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
    let run = serde_json::to_string(&results.run).unwrap_or_default();
    let properties = WriterProperties::builder()
        .set_key_value_metadata(Some(vec![KeyValue::new("quincunx-run".to_owned(), run)]))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    for group in rows(results).chunks(GROUP) {
        let mut columns = writer.next_row_group()?;
        number(&mut columns, group, |row| row.game)?;
        number(&mut columns, group, |row| row.seed)?;
        let words: Vec<ByteArray> = group.iter().map(|row| row.end.word().into()).collect();
        column::<ByteArrayType>(&mut columns, &words)?;
        number(&mut columns, group, |row| row.points)?;
        number(&mut columns, group, |row| row.plies.into())?;
        for figure in 0..results.run.figures.len() {
            number(&mut columns, group, |row| row.figures[figure])?;
        }
        columns.close()?;
    }
    writer.into_inner()
}

/// Writes the next column of unsigned numbers, which the format keeps in signed ones of the same bits.
fn number(
    columns: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    rows: &[Row],
    of: impl Fn(&Row) -> u64,
) -> parquet::errors::Result<()> {
    let values: Vec<i64> = rows.iter().map(|row| of(row).cast_signed()).collect();
    column::<Int64Type>(columns, &values)
}

fn column<T: DataType>(
    columns: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
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
    use quincunx_games::GAMES;
    use quincunx_search::Interrupt;
    use quincunx_search::arena::{Games, Work};

    use super::*;

    #[test]
    fn other_programs_read_every_value() {
        for entry in GAMES {
            let agent = "random".parse().expect("a player");
            let run = entry.run(&entry.defaults(), &[agent], 1, 5, 50).expect("a run");
            let work = Work {
                threads: NonZero::<usize>::MIN,
                rows: true,
                interrupt: &Interrupt::default(),
                progress: &|_| {},
            };
            let part = entry.simulate(&run, &Games::range(0..5), &work).expect("a run");
            let results = Results { run, part };

            let bytes = csv(&results).expect("memory can be written");
            let mut reader = csv::Reader::from_reader(&bytes[..]);
            assert_eq!(reader.headers().expect("a header"), results.columns());
            for (record, row) in reader.records().zip(rows(&results)) {
                let record = record.expect("a record");
                assert_eq!(record[1].parse(), Ok(row.seed));
                assert_eq!(record[2].parse(), Ok(row.end));
                let figures: Vec<u64> = record.iter().skip(5).flat_map(str::parse).collect();
                assert_eq!(figures[..], row.figures[..]);
            }

            let bytes = parquet(&results).expect("memory can be written");
            let mut file = tempfile::tempfile().expect("a temporary file can be made");
            file.write_all(&bytes).expect("it can be written");
            let reader = SerializedFileReader::new(file).expect("a file of the format");
            let mut count = 0;
            for (read, row) in reader.get_row_iter(None).expect("rows").zip(rows(&results)) {
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
            assert_eq!(count, 5, "{}", entry.id);
        }
    }
}
