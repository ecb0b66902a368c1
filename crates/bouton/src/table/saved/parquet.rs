//! A saved table as a Parquet file: a row a legal position, the columns of the CSV form.

use super::SavedTable;
use super::problem::file;
use crate::answer::word;
use crate::problem::Problem;
use crate::table::{Cell, Show};
use bouton_language::value::Value;
use bouton_saved::{Deed, SavedError, write_whole};
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::{ParquetError, Result as Written};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Rows a group: what is held in memory at a time.
const GROUP: usize = 1 << 18;

/// A column being collected.
enum Column {
    Numbers(Vec<i64>),
    Words(Vec<ByteArray>),
    /// Numbers that may be missing: how much of each row is there (0 or 1), and what is.
    Maybe(Vec<i16>, Vec<i64>),
}

impl Column {
    fn schema(&self, name: &str, unsigned: bool) -> Written<Type> {
        let (physical, converted) = match self {
            Column::Words(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
            _ if unsigned => (Physical::INT64, ConvertedType::UINT_64),
            _ => (Physical::INT64, ConvertedType::NONE),
        };
        let repetition =
            if matches!(self, Column::Maybe(..)) { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let builder = Type::primitive_type_builder(name, physical);
        builder.with_converted_type(converted).with_repetition(repetition).build()
    }

    /// Writes what was collected as the next column of a group, and forgets it.
    fn write<W: Write + Send>(&mut self, group: &mut SerializedRowGroupWriter<'_, W>) -> Written<()> {
        let Some(mut column) = group.next_column()? else { return Ok(()) };
        match self {
            Column::Numbers(values) => {
                column.typed::<Int64Type>().write_batch(values, None, None)?;
                values.clear();
            }
            Column::Words(values) => {
                column.typed::<ByteArrayType>().write_batch(values, None, None)?;
                values.clear();
            }
            Column::Maybe(levels, values) => {
                column.typed::<Int64Type>().write_batch(values, Some(levels), None)?;
                levels.clear();
                values.clear();
            }
        }
        column.close()
    }
}

/// All columns of a table.
struct Columns {
    places: Vec<Column>,
    values: Vec<Column>,
    rows: usize,
}

impl Columns {
    fn new(table: &SavedTable) -> Columns {
        let place = || if table.numbers() { Column::Numbers(Vec::new()) } else { Column::Words(Vec::new()) };
        let values = match table.show() {
            Show::Win => vec![Column::Words(Vec::new())],
            Show::Remoteness => vec![Column::Words(Vec::new()), Column::Maybe(Vec::new(), Vec::new())],
            _ => vec![Column::Numbers(Vec::new())],
        };
        Columns { places: table.columns().iter().map(|_| place()).collect(), values, rows: 0 }
    }

    fn names(table: &SavedTable) -> Vec<&str> {
        let values: &[&str] = match table.show() {
            Show::Grundy => &["grundy"],
            Show::Win => &["outcome"],
            Show::Score => &["score"],
            Show::Moves => &["moves"],
            Show::Remoteness => &["outcome", "remoteness"],
            Show::Best => &["best"],
            Show::Value => &["value"],
        };
        table.columns().iter().map(String::as_str).chain(values.iter().copied()).collect()
    }

    fn schema(&self, table: &SavedTable) -> Written<Arc<Type>> {
        let unsigned = matches!(table.show(), Show::Grundy | Show::Moves);
        let last = self.places.len();
        let columns = self.places.iter().chain(&self.values).zip(Columns::names(table)).enumerate();
        let fields =
            columns.map(|(i, (column, name))| column.schema(name, unsigned && i >= last).map(Arc::new));
        let fields = fields.collect::<Written<Vec<_>>>()?;
        Type::group_type_builder("table").with_fields(fields).build().map(Arc::new)
    }

    fn push(&mut self, values: &[Value], cell: &Cell) {
        for (column, value) in self.places.iter_mut().zip(values) {
            match (column, value) {
                (Column::Numbers(list), Value::Int(i)) => list.push(*i),
                (Column::Numbers(list), _) => list.push(0),
                (Column::Words(list), Value::Text(t)) => list.push((&**t).into()),
                (Column::Words(list), other) => list.push(other.to_string().as_str().into()),
                (Column::Maybe(..), _) => {}
            }
        }
        match (cell, self.values.as_mut_slice()) {
            // An unsigned column holds the same 64 bits.
            (Cell::Grundy(n) | Cell::Moves(n), [Column::Numbers(list)]) => list.push(*n as i64),
            (Cell::Score(s), [Column::Numbers(list)]) => list.push(*s),
            (Cell::Outcome(v), [Column::Words(list)]) => list.push(word(*v).into()),
            (Cell::Remoteness(v, n), [Column::Words(words), Column::Maybe(levels, list)]) => {
                words.push(word(*v).into());
                levels.push(i16::from(n.is_some()));
                list.extend(n.map(|n| n as i64));
            }
            _ => {}
        }
        self.rows += 1;
    }

    fn write<W: Write + Send>(&mut self, file: &mut SerializedFileWriter<W>) -> Written<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = file.next_row_group()?;
        self.places.iter_mut().chain(&mut self.values).try_for_each(|column| column.write(&mut group))?;
        self.rows = 0;
        group.close().map(drop)
    }
}

impl SavedTable {
    /// Writes the table as a Parquet file.
    pub fn write_parquet(&mut self, path: &Path) -> Result<(), Problem> {
        let failed = |error: ParquetError| {
            let error = match error {
                ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                    Ok(error) => *error,
                    Err(other) => io::Error::other(other),
                },
                other => io::Error::other(other),
            };
            file(SavedError::Io { path: path.to_path_buf(), deed: Deed::Write, error })
        };
        write_whole(path, |out| {
            let mut columns = Columns::new(self);
            let schema = columns.schema(self).map_err(failed)?;
            let mut writer = SerializedFileWriter::new(out, schema, Arc::default()).map_err(failed)?;
            self.each(&mut |values, cell| {
                columns.push(values, cell);
                if columns.rows < GROUP { Ok(()) } else { columns.write(&mut writer).map_err(failed) }
            })?;
            columns.write(&mut writer).map_err(failed)?;
            writer.close().map(drop).map_err(failed)
        })
    }
}
