//! Arrays of NumPy (`.npy`): whole numbers, a puzzle in each row.
//!
//! ```text
//! (81,)  (9, 9)  (n, 81)  (n, 9, 9)      cells, or rows of cells; 0 is empty
//! ```
//!
//! The format: Kern, "A Simple File Format for NumPy Arrays" (NumPy Enhancement Proposal 1, 2007).

use super::{
    ROW,
    batches::{BatchSource, BatchTable, TABLE_BATCH_ROWS, TableBatches},
    fields::arrow_error,
    format::{FileReader, FormatDescription, Input, InputFormat},
};
use crate::{
    error::{Error, Result},
    schema::ColumnId,
    storage::StoredFile,
};
use arrow_array::{FixedSizeListArray, Int64Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::{
    io::{BufReader, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
};

/// First bytes of a file.
pub const NUMPY_MAGIC: &[u8] = b"\x93NUMPY";
/// Bytes of a header. NumPy's are below 200.
const HEADER_BYTES: usize = 1 << 16;
/// Cells of a puzzle, at most: those of 25x25.
const CELLS: u64 = 625;

#[derive(Debug)]
pub(super) struct Numpy;

impl InputFormat for Numpy {
    fn description(&self) -> FormatDescription {
        FormatDescription {
            name: "NumPy",
            section: "tables",
            endings: &["npy"],
            begins: "its mark; not from a stream",
            row_word: ROW,
            programs: &[("NumPy", "`.npy`")],
            about: "",
            example: b"",
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        input.is_binary(self, &[NUMPY_MAGIC])
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        let array = Array::open(&input.path)?;
        Ok(Box::new(BatchTable::open(Box::new(array), &input)?))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NumberType {
    kind: Kind,
    bytes: usize,
    is_big_endian: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Float,
}

struct Array {
    path: PathBuf,
    /// Place of the first number.
    start: u64,
    numbers: NumberType,
    rows: u64,
    cells: usize,
    schema: SchemaRef,
}

impl Array {
    fn open(path: &Path) -> Result<Self> {
        let problem = |problem: &str| {
            Error::corpus(path.to_owned(), format!("this is no array of NumPy that can be read: {problem}"))
        };
        let file = StoredFile::open(path).map_err(Error::io("opening", path))?;
        let size = file.size().map_err(Error::io("reading", path))?;
        let mut begin = Vec::new();
        file.take(HEADER_BYTES as u64).read_to_end(&mut begin).map_err(Error::io("reading", path))?;
        let (start, header) = header(&begin).ok_or_else(|| problem("its header is damaged"))?;
        let numbers = NumberType::of(header).map_err(|error| problem(&error))?;
        if value(header, "fortran_order").is_none_or(|order| !order.starts_with("False")) {
            return Err(problem("its cells are in Fortran's order; save numpy.ascontiguousarray(array)"));
        }
        let (rows, cells) = rows_and_cells(header).map_err(|error| problem(&error))?;
        let needed =
            rows.checked_mul((cells * numbers.bytes) as u64).and_then(|bytes| bytes.checked_add(start));
        if needed != Some(size) {
            return Err(problem("it has fewer or more numbers than its header says"));
        }
        let cell = Arc::new(Field::new_list_field(DataType::Int64, false));
        let list = DataType::FixedSizeList(cell, i32::try_from(cells).unwrap_or(0));
        let schema = Arc::new(Schema::new(vec![Field::new(ColumnId::Puzzle.name(), list, false)]));
        Ok(Self { path: path.to_owned(), start, numbers, rows, cells, schema })
    }
}

impl BatchSource for Array {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn batches(&self, _: Option<&[usize]>) -> Result<TableBatches> {
        let path = self.path.clone();
        let mut file = BufReader::new(StoredFile::open(&path).map_err(Error::io("opening", &path))?);
        std::io::copy(&mut file.by_ref().take(self.start), &mut std::io::sink())
            .map_err(Error::io("reading", &path))?;
        let (schema, numbers, cells) = (Arc::clone(&self.schema), self.numbers, self.cells);
        let (mut left, mut row) = (self.rows, 0);
        Ok(Box::new(std::iter::from_fn(move || {
            let rows = usize::try_from(left).unwrap_or(usize::MAX).min(TABLE_BATCH_ROWS);
            if rows == 0 {
                return None;
            }
            left -= rows as u64;
            let batch = batch(&mut file, &path, &schema, numbers, (rows, cells), row);
            row += rows as u64;
            left = if batch.is_ok() { left } else { 0 };
            Some(batch)
        })))
    }
}

/// Reads the next `rows` puzzles, each of `cells` cells; `before` rows were read.
fn batch(
    file: &mut impl std::io::Read,
    path: &Path,
    schema: &SchemaRef,
    numbers: NumberType,
    (rows, cells): (usize, usize),
    before: u64,
) -> Result<RecordBatch> {
    let mut bytes = vec![0; rows * cells * numbers.bytes];
    file.read_exact(&mut bytes).map_err(Error::io("reading", path))?;
    let mut values = Vec::with_capacity(rows * cells);
    for (n, number) in bytes.chunks(numbers.bytes).enumerate() {
        let Some(value) = numbers.value(number) else {
            let (row, cell) = (before + (n / cells) as u64 + 1, n % cells + 1);
            return Err(Error::corpus(path.to_owned(), format!("row {row}, number {cell}: it is not whole")));
        };
        values.push(value);
    }
    let DataType::FixedSizeList(field, length) = schema.field(0).data_type() else {
        unreachable!("the column is a list");
    };
    FixedSizeListArray::try_new(Arc::clone(field), *length, Arc::new(Int64Array::from(values)), None)
        .and_then(|lists| RecordBatch::try_new(Arc::clone(schema), vec![Arc::new(lists)]))
        .map_err(|error| arrow_error(path, &error))
}

impl NumberType {
    fn of(header: &str) -> Result<Self, String> {
        let text = value(header, "descr").unwrap_or_default();
        let name = text.strip_prefix(['\'', '"']).and_then(|rest| rest.split(['\'', '"']).next());
        let name = name.unwrap_or(text);
        let (order, kind) = name.split_at_checked(1).unwrap_or_default();
        let (kind, bytes) = kind.split_at_checked(1).unwrap_or_default();
        let (kind, most) = match kind {
            "i" => (Kind::Signed, 1),
            "u" => (Kind::Unsigned, 1),
            "f" => (Kind::Float, 4),
            _ => return Err(format!("its type is {name}; save whole numbers, such as array.astype('int8')")),
        };
        match (order, bytes.parse()) {
            ("<" | ">" | "|" | "=", Ok(bytes @ (1 | 2 | 4 | 8))) if bytes >= most => {
                Ok(Self { kind, bytes, is_big_endian: order == ">" })
            }
            _ => Err(format!("its type is {name}; save whole numbers, such as array.astype('int8')")),
        }
    }

    /// Returns the number, if it is whole and in the range of an `i64`.
    fn value(self, bytes: &[u8]) -> Option<i64> {
        let mut word = [0; 8];
        for (place, &byte) in bytes.iter().enumerate() {
            word[if self.is_big_endian { bytes.len() - 1 - place } else { place }] = byte;
        }
        let word = u64::from_le_bytes(word);
        let unused = 64 - 8 * self.bytes;
        match (self.kind, self.bytes) {
            (Kind::Unsigned, _) => i64::try_from(word).ok(),
            (Kind::Signed, _) => Some((word << unused).cast_signed() >> unused),
            (Kind::Float, 4) => whole(f32::from_bits(u32::try_from(word).ok()?).into()),
            (Kind::Float, _) => whole(f64::from_bits(word)),
        }
    }
}

fn whole(value: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
    (value.fract().abs() <= 0.0 && value.abs() < 1e6).then_some(value as i64)
}

/// Returns the place of the first number, and the header.
fn header(begin: &[u8]) -> Option<(u64, &str)> {
    let rest = begin.strip_prefix(NUMPY_MAGIC)?;
    let (version, rest) = rest.split_at_checked(2)?;
    let (length, rest) = match version[0] {
        1 => rest.split_first_chunk().map(|(bytes, rest)| (usize::from(u16::from_le_bytes(*bytes)), rest))?,
        2 | 3 => rest.split_first_chunk().map(|(bytes, rest)| (u32::from_le_bytes(*bytes) as usize, rest))?,
        _ => return None,
    };
    let header = std::str::from_utf8(rest.get(..length)?).ok()?;
    Some(((begin.len() - rest.len() + length) as u64, header))
}

/// Returns the text after the key of a header, which is a dictionary of Python.
fn value<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = header.split_once(key)?;
    Some(rest.trim_start_matches(['\'', '"']).trim_start().strip_prefix(':')?.trim_start())
}

fn rows_and_cells(header: &str) -> Result<(u64, usize), String> {
    let text = value(header, "shape").and_then(|text| text.strip_prefix('(')?.split(')').next());
    let text = text.ok_or("its header is damaged")?;
    let sides = text.split(',').map(str::trim).filter(|side| !side.is_empty());
    let sides: Vec<u64> =
        sides.map(str::parse).collect::<Result<_, _>>().map_err(|_| "its header is damaged")?;
    let square = |side: &u64| (4..=25).contains(side).then(|| side * side);
    let found = match sides[..] {
        [cells] => Some((1, cells)),
        [rows, cols] if rows == cols => square(&rows).map(|cells| (1, cells)),
        [rows, cells] => Some((rows, cells)),
        [grids, rows, cols] if rows == cols => square(&rows).map(|cells| (grids, cells)),
        _ => None,
    };
    let (rows, cells) = found
        .filter(|&(_, cells)| (1..=CELLS).contains(&cells))
        .ok_or_else(|| format!("its shape is ({text}); puzzles have shapes such as (n, 81) and (n, 9, 9)"))?;
    Ok((rows, usize::try_from(cells).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{FileList, Puzzles};

    /// A file as NumPy writes it.
    fn npy(kind: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
        let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
        while !(header.len() + 11).is_multiple_of(64) {
            header.push(' ');
        }
        header.push('\n');
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [NUMPY_MAGIC, &[1, 0], &length, header.as_bytes(), numbers].concat()
    }

    fn read(bytes: &[u8]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy");
        std::fs::write(&path, bytes).unwrap();
        let rows = Puzzles::new(&FileList(vec![path.clone()]), "2x2".parse().unwrap()).unwrap();
        rows.map(|row| match row {
            Ok((row, grid)) => format!("{row} {grid}"),
            Err(error) => error.to_string().replace(&path.display().to_string(), "a.npy"),
        })
        .collect()
    }

    #[test]
    fn arrays_of_every_type_and_order_are_read() {
        let cells: [u8; 16] = [1, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1];
        let grid = "1...34......4..1";
        let all = |rows: usize| (1..=rows).map(|row| format!("{row} {grid}")).collect::<Vec<_>>();
        let wide = |bytes: usize, big: bool| -> Vec<u8> {
            let word = |&cell: &u8| {
                let mut word = vec![0; bytes];
                word[if big { bytes - 1 } else { 0 }] = cell;
                word
            };
            cells.iter().flat_map(word).collect()
        };
        for (kind, numbers) in [
            ("|u1", wide(1, false)),
            ("|i1", wide(1, false)),
            ("<i2", wide(2, false)),
            (">i4", wide(4, true)),
            ("<u8", wide(8, false)),
            ("<f4", cells.iter().flat_map(|&cell| f32::from(cell).to_le_bytes()).collect()),
            (">f8", cells.iter().flat_map(|&cell| f64::from(cell).to_be_bytes()).collect()),
        ] {
            for (shape, rows) in [("16,", 1), ("4, 4", 1), ("1, 16", 1), ("2, 16", 2), ("3, 4, 4", 3)] {
                assert_eq!(read(&npy(kind, shape, &numbers.repeat(rows))), all(rows), "{kind} {shape}");
            }
        }
        let empty: Vec<u8> = cells.iter().map(|&cell| if cell == 0 { 0xff } else { cell }).collect();
        assert_eq!(read(&npy("|i1", "1, 16", &empty)), all(1), "-1 is empty");
    }

    #[test]
    fn what_is_no_array_of_puzzles_is_said() {
        let problem = |bytes: &[u8]| read(bytes).join("; ");
        insta::assert_snapshot!(problem(b"1...34......4..1"), @"a.npy: this is no array of NumPy that can be read: its header is damaged");
        insta::assert_snapshot!(problem(&npy("|u1", "1, 16", &[0; 15])), @"a.npy: this is no array of NumPy that can be read: it has fewer or more numbers than its header says");
        insta::assert_snapshot!(problem(&npy("<U16", "1,", &[0; 64])), @"a.npy: this is no array of NumPy that can be read: its type is <U16; save whole numbers, such as array.astype('int8')");
        insta::assert_snapshot!(problem(&npy("|u1", "2, 4, 4, 5", &[0; 160])), @"a.npy: this is no array of NumPy that can be read: its shape is (2, 4, 4, 5); puzzles have shapes such as (n, 81) and (n, 9, 9)");
        insta::assert_snapshot!(problem(&npy("|u1", "18446744073709551615, 16", &[0; 16])), @"a.npy: this is no array of NumPy that can be read: it has fewer or more numbers than its header says");
        insta::assert_snapshot!(problem(&npy("|u1", "1, 16", &[5; 16])), @"a.npy: row 1, column 1: '5' is no cell of a 2x2 grid; allowed are 1-4 and . 0 _ * - ? x for empty");
        insta::assert_snapshot!(problem(&npy("<f4", "1, 16", &0.5_f32.to_le_bytes().repeat(16))), @"a.npy: row 1, number 1: it is not whole");
        insta::assert_snapshot!(problem(&npy("|u1", "1, 81", &[1; 81])), @"a.npy: it looks like puzzles of 81 cells; give `box=3x3` (row 1, column 17: 81 cells where a 2x2 grid has 16)");
        let fortran = String::from_utf8_lossy(&npy("|u1", "1, 16", &[])[6..]).replace("False", "True ");
        insta::assert_snapshot!(problem(&[NUMPY_MAGIC, fortran.as_bytes(), &[0; 16]].concat()), @"a.npy: this is no array of NumPy that can be read: its cells are in Fortran's order; save numpy.ascontiguousarray(array)");
    }
}
