//! Results of simulations as Parquet: a row per game, in columns.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use quincunx_arena::{Part, Row, Run};

const OUTCOME: usize = 2;

/// Rows per group: readers skip and parallelise by groups.
const GROUP: usize = 1 << 20;

/// Writes columns of unsigned 64-bit numbers and the outcome as text; the run is in the metadata of the file.
pub(super) fn write(run: &Run, part: &Part, output: impl Write + Send) -> anyhow::Result<()> {
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
    for group in part.rows.as_deref().unwrap_or_default().chunks(GROUP) {
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

    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;

    use super::super::rows::tests::random_games;
    use super::*;

    #[test]
    fn other_programs_read_every_value() {
        for (run, part) in random_games() {
            let mut bytes = Vec::new();
            write(&run, &part, &mut bytes).expect("memory can be written");
            let mut file = tempfile::tempfile().expect("a temporary file can be made");
            file.write_all(&bytes).expect("it can be written");
            let reader = SerializedFileReader::new(file).expect("a file of the format");
            let mut count = 0;
            for (read, row) in reader
                .get_row_iter(None)
                .expect("rows")
                .zip(part.rows.as_deref().expect("rows are kept"))
            {
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
            assert_eq!(count, 5, "{}", run.game);
        }
    }
}
