//! Arrays in NumPy's file format, version 1.0, written row by row.

use gridmill_tables::{Error, Result, files::Draft};
use std::io::{BufWriter, Write};

/// Bytes before the data. The header is written last, when the number of rows is known.
const HEADER: usize = 128;

/// Type of the items.
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

    /// Writes the header and gives the file its name.
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
