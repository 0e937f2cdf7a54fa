//! A folder for NumPy: `puzzles.npy`, `solutions.npy`, and the other columns in `columns.npz`.
//!
//! The items of an array have one width, and that of text is known at the end. So columns are gathered in files without a name, and
//! `columns.npz` is written last.

use super::{Exporter, FACTS, OpenOutputs, Prepared};
use arrow_array::{
    Array as _, ArrayRef, RecordBatch,
    cast::AsArray as _,
    types::{
        Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
        UInt32Type, UInt64Type,
    },
};
use arrow_schema::{DataType, Field};
use gridmill_board::Shape;
use gridmill_tables::{
    Error, Result,
    files::{Draft, FileNames, FolderDraft},
    read::{Rows, Typed, names::holds_grids},
    schema::arrow::ArrayKind,
    write::cells::write_cell,
};
use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek as _, Write},
    path::{Path, PathBuf},
};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// Code points of a text, at most. Wider columns, such as paths, are left out: an array has the widest value in each row.
const TEXT: usize = 256;

/// Files of the folder.
const NAMES: &[&str] = &["puzzles.npy", "solutions.npy", "columns.npz", FACTS];

pub(super) struct Numpy {
    folder: FolderDraft,
    puzzles: NpyFile,
    solutions: NpyFile,
    archive: Draft,
    /// Types of text tables, known from their first rows.
    typed: Option<Typed>,
    columns: Vec<ColumnFile>,
    rows: u64,
    left_out: Vec<String>,
}

/// Values of a column, in a file without a name.
struct ColumnFile {
    name: String,
    kind: Kind,
    out: BufWriter<File>,
    /// The widest text, in code points.
    width: usize,
}

/// Form of a column's values. NumPy has no null: whole numbers that may be null are floating point numbers with NaN, flags that may be null
/// are bytes with -1, and a text that is null is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Real,
    Flag,
    Text,
}

impl Numpy {
    pub(super) fn begin(
        folder: &Path,
        shape: Shape,
        facts: &str,
        open: &mut dyn OpenOutputs,
    ) -> Result<Self> {
        let cells = Some(shape.cells());
        let folder = open.folder(folder, FileNames::Listed(NAMES))?;
        let draft = |name: &str| Draft::open(&folder.hidden().join(name), false);
        draft(FACTS)?.keep_with(facts.as_bytes())?;
        Ok(Self {
            puzzles: NpyFile::begin(draft("puzzles.npy")?, Item::U8, cells)?,
            solutions: NpyFile::begin(draft("solutions.npy")?, Item::U8, cells)?,
            archive: draft("columns.npz")?,
            folder,
            typed: None,
            columns: Vec::new(),
            rows: 0,
            left_out: Vec::new(),
        })
    }

    /// Begins the columns of a table with these first rows, and returns the rows with their types.
    fn begin_columns(&mut self, first: &RecordBatch) -> Result<()> {
        let is_text = first.schema_ref().fields().iter().all(|field| field.data_type() == &DataType::Utf8);
        self.typed = is_text.then(|| Typed::of(first, first.schema_ref()));
        let schema = self.typed.as_ref().map_or(first.schema_ref(), |typed| typed.schema());
        for field in schema.fields().iter().filter(|field| !holds_grids(field.name())) {
            match Kind::of(field) {
                Some(kind) => self.columns.push(ColumnFile::begin(self.folder.hidden(), field.name(), kind)?),
                None => self.left_out.push(field.name().clone()),
            }
        }
        Ok(())
    }
}

impl Exporter for Numpy {
    fn push(&mut self, rows: &Rows, prepared: &[Prepared]) -> Result<()> {
        if self.columns.is_empty() && self.left_out.is_empty() {
            self.begin_columns(&rows.batch)?;
        }
        let (mut puzzles, mut solutions) = (Vec::new(), Vec::new());
        for row in prepared {
            row.write_digits(&mut puzzles);
            row.write_solution(&mut solutions);
        }
        self.rows += prepared.len() as u64;
        self.puzzles.push(prepared.len() as u64, &puzzles)?;
        self.solutions.push(prepared.len() as u64, &solutions)?;
        let batch = match &self.typed {
            Some(typed) => &typed.rows(&rows.batch, &rows.file.0, |row| rows.puzzles[row].0)?,
            None => &rows.batch,
        };
        for column in &mut self.columns {
            if let Some(array) = batch.column_by_name(&column.name) {
                column.push(array, prepared.iter().map(|row| row.row))?;
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<String>> {
        let Self { folder, puzzles, solutions, columns, archive, rows, left_out: names, .. } = *self;
        let left_out = |name: &str| format!("the column {name} has no array, and was left out");
        let mut notes: Vec<String> = names.iter().map(|name| left_out(name)).collect();
        let mut members = BTreeSet::new();
        let path = archive.path().to_owned();
        let failed = |error: zip::result::ZipError| Error::io("writing", &path)(io::Error::other(error));
        let mut zip = ZipWriter::new_stream(BufWriter::new(archive));
        let options =
            SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
        for column in columns {
            if column.width > TEXT {
                notes.push(left_out(&column.name));
                continue;
            }
            let member = member_name(&column.name, &mut members);
            if member != column.name {
                notes.push(format!("the column {:?} is called {member}", column.name));
            }
            zip.start_file(format!("{member}.npy"), options).map_err(failed)?;
            column.copy(rows, &mut zip).map_err(|error| Error::io("writing", &path)(error))?;
        }
        let out = zip.finish().map_err(failed)?.into_inner();
        let draft = out.into_inner().map_err(|error| Error::io("writing", &path)(error.into_error()))?;
        puzzles.keep()?;
        solutions.keep()?;
        draft.keep()?;
        folder.keep()?;
        Ok(notes)
    }
}

/// Returns the name of a member of the archive for a column: one that stays in the folder where the archive is unpacked, and is none of
/// `taken`, which it joins.
fn member_name(column: &str, taken: &mut BTreeSet<String>) -> String {
    let is_plain = |c: char| !(c.is_control() || "/\\:".contains(c));
    let mut plain: String = column.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    if plain.is_empty() || plain.starts_with('.') {
        plain.insert(0, '_');
    }
    let numbered = (2..).map(|number| format!("{plain}_{number}"));
    let free = std::iter::once(plain.clone()).chain(numbered).find(|name| !taken.contains(name));
    let name = free.unwrap_or(plain);
    taken.insert(name.clone());
    name
}

impl Kind {
    /// Returns the form of the values of a column; `None` if they have none.
    fn of(field: &Field) -> Option<Self> {
        match ArrayKind::of(field.data_type()) {
            ArrayKind::Whole if field.is_nullable() => Some(Self::Real),
            ArrayKind::Whole if field.data_type().is_unsigned_integer() => Some(Self::Unsigned),
            ArrayKind::Whole => Some(Self::Signed),
            ArrayKind::Real => Some(Self::Real),
            ArrayKind::Flag => Some(Self::Flag),
            ArrayKind::Text => Some(Self::Text),
            ArrayKind::Other => None,
        }
    }
}

impl ColumnFile {
    fn begin(folder: &Path, name: &str, kind: Kind) -> Result<Self> {
        let file = tempfile::tempfile_in(folder).map_err(Error::io("creating a file in", folder))?;
        Ok(Self { name: name.to_owned(), kind, out: BufWriter::with_capacity(1 << 16, file), width: 1 })
    }

    fn push(&mut self, array: &ArrayRef, rows: impl Iterator<Item = usize>) -> Result<()> {
        let mut text = Vec::new();
        let mut write = |out: &mut BufWriter<File>, row: usize| -> Result<(), io::Error> {
            let is_null = array.is_null(row);
            match self.kind {
                Kind::Signed => out.write_all(&signed(array, row).to_le_bytes()),
                Kind::Unsigned => out.write_all(&unsigned(array, row).to_le_bytes()),
                Kind::Real if is_null => out.write_all(&f64::NAN.to_le_bytes()),
                Kind::Real => out.write_all(&real(array, row).to_le_bytes()),
                Kind::Flag if is_null => out.write_all(&(-1_i8).to_le_bytes()),
                Kind::Flag => out.write_all(&[u8::from(array.as_boolean().value(row))]),
                Kind::Text => {
                    text.clear();
                    // Text has a form as text.
                    let _ = write_cell(array, row, &mut text);
                    let chars = String::from_utf8_lossy(&text).chars().count();
                    self.width = self.width.max(chars);
                    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
                    out.write_all(&length.to_le_bytes())?;
                    out.write_all(&text)
                }
            }
        };
        for row in rows {
            write(&mut self.out, row).map_err(Error::io("writing", PathBuf::from(&self.name)))?;
        }
        Ok(())
    }

    /// Copies the values, as an array, to the archive.
    fn copy(self, rows: u64, zip: &mut impl Write) -> io::Result<()> {
        let mut file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut values = BufReader::with_capacity(1 << 16, file);
        let item = match self.kind {
            Kind::Signed => Item::I64,
            Kind::Unsigned => Item::U64,
            Kind::Real => Item::F64,
            Kind::Flag => Item::I8,
            Kind::Text => Item::Text(self.width),
        };
        zip.write_all(&header(item, rows, None))?;
        if self.kind != Kind::Text {
            return io::copy(&mut values, zip).map(drop);
        }
        let mut points = Vec::with_capacity(4 * self.width);
        for _ in 0..rows {
            let mut length = [0; 4];
            values.read_exact(&mut length)?;
            let mut text = vec![0; u32::from_le_bytes(length) as usize];
            values.read_exact(&mut text)?;
            points.clear();
            for point in String::from_utf8_lossy(&text).chars() {
                points.extend_from_slice(&u32::from(point).to_le_bytes());
            }
            points.resize(4 * self.width, 0);
            zip.write_all(&points)?;
        }
        Ok(())
    }
}

fn unsigned(array: &ArrayRef, row: usize) -> u64 {
    match array.data_type() {
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into(),
        _ => array.as_primitive::<UInt64Type>().value(row),
    }
}

fn signed(array: &ArrayRef, row: usize) -> i64 {
    match array.data_type() {
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into(),
        _ => array.as_primitive::<Int64Type>().value(row),
    }
}

fn real(array: &ArrayRef, row: usize) -> f64 {
    match array.data_type() {
        DataType::Float32 => array.as_primitive::<Float32Type>().value(row).into(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row),
        kind if kind.is_unsigned_integer() => unsigned(array, row) as f64,
        _ => signed(array, row) as f64,
    }
}

/// Bytes before the data. The header is written last, when the number of rows is known.
const HEADER: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// Unsigned bytes.
    U8,
    /// Signed bytes.
    I8,
    /// 32-bit signed whole numbers.
    I32,
    /// 64-bit signed whole numbers.
    I64,
    /// 64-bit unsigned whole numbers.
    U64,
    /// 64-bit floating point numbers.
    F64,
    /// Text of at most this number of code points.
    Text(usize),
}

impl Item {
    /// Returns NumPy's name.
    fn name(self) -> String {
        match self {
            Self::U8 => "|u1".to_owned(),
            Self::I8 => "|i1".to_owned(),
            Self::I32 => "<i4".to_owned(),
            Self::I64 => "<i8".to_owned(),
            Self::U64 => "<u8".to_owned(),
            Self::F64 => "<f8".to_owned(),
            Self::Text(chars) => format!("<U{chars}"),
        }
    }
}

/// Returns the beginning of a file with `rows` rows: of `width` items each, or of one item that is no row.
pub(super) fn header(item: Item, rows: u64, width: Option<usize>) -> [u8; HEADER] {
    let shape = match width {
        Some(width) => format!("({rows}, {width})"),
        None => format!("({rows},)"),
    };
    let text = format!("{{'descr': '{}', 'fortran_order': False, 'shape': {shape}, }}", item.name());
    let mut header = [b' '; HEADER];
    header[..8].copy_from_slice(b"\x93NUMPY\x01\x00");
    // Two bytes of length, and the text padded to it.
    header[8..10].copy_from_slice(&[118, 0]);
    header[10..10 + text.len()].copy_from_slice(text.as_bytes());
    header[HEADER - 1] = b'\n';
    header
}

/// File of one array, which appears under its name when it is whole.
pub(super) struct NpyFile {
    out: BufWriter<Draft>,
    item: Item,
    width: Option<usize>,
    rows: u64,
}

impl NpyFile {
    /// Begins a file of rows of `width` items, or of single items.
    pub(super) fn begin(mut draft: Draft, item: Item, width: Option<usize>) -> Result<Self> {
        let path = draft.path().to_owned();
        draft.write_all(&[0; HEADER]).map_err(Error::io("writing", path))?;
        Ok(Self { out: BufWriter::with_capacity(1 << 18, draft), item, width, rows: 0 })
    }

    /// Adds `rows` rows, in the bytes of their items.
    pub(super) fn push(&mut self, rows: u64, bytes: &[u8]) -> Result<()> {
        self.rows += rows;
        let written = self.out.write_all(bytes);
        written.map_err(|error| Error::io("writing", self.out.get_ref().path())(error))
    }

    pub(super) fn keep(self) -> Result<()> {
        let path = self.out.get_ref().path().to_owned();
        let header = header(self.item, self.rows, self.width);
        let mut draft =
            self.out.into_inner().map_err(|error| Error::io("writing", &path)(error.into_error()))?;
        draft.write_at_start(&header)?;
        draft.keep()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stay_in_their_folder_and_apart() {
        let mut taken = BTreeSet::new();
        let mut name = |column| member_name(column, &mut taken);
        let columns =
            ["er", "note (2)", "../../evil", "/evil", "a\\b", "a/b", "a\0b", "", "..", "C:x", "er_2"];
        assert_eq!(
            columns.map(&mut name),
            ["er", "note (2)", "_.._.._evil", "_evil", "a_b", "a_b_2", "a_b_3", "_", "_..", "C_x", "er_2"]
        );
        assert_eq!(name("er"), "er_3");
    }

    #[test]
    fn headers_have_the_length_that_they_state() {
        for (item, rows, width) in
            [(Item::U8, 5, Some(81)), (Item::Text(300), u64::MAX, None), (Item::I32, 0, Some(625))]
        {
            let header = header(item, rows, width);
            assert_eq!(usize::from(u16::from_le_bytes([header[8], header[9]])) + 10, HEADER);
            assert_eq!((HEADER % 64, header[HEADER - 1]), (0, b'\n'));
        }
        let text = header(Item::U8, 5, Some(81));
        let text = std::str::from_utf8(&text[10..]).unwrap();
        assert_eq!(text.trim_end(), "{'descr': '|u1', 'fortran_order': False, 'shape': (5, 81), }");
        let text = header(Item::F64, 7, None);
        assert!(
            std::str::from_utf8(&text[10..])
                .unwrap()
                .contains("'<f8', 'fortran_order': False, 'shape': (7,), }")
        );
    }
}
