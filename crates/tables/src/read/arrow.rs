//! Tables in Arrow's interprocess format, as streams and as files (Feather 2).
//!
//! A file is a magic word, a stream, and a footer that finds batches without reading the others. Both are read as streams. The decoder
//! reserves no memory for what is only declared; here, the bytes and rows of a batch are bounded, and a panic is an error.

use super::{
    ROW,
    batches::{BatchSource, BatchTable, TABLE_BATCH_ROWS, TableBatches},
    fields::arrow_error,
    format::{FileReader, Input, InputFormat},
    guarded::{arrow_line, catch},
};
use crate::{
    error::{Error, Result},
    storage::StoredFile,
};
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_schema::SchemaRef;
use gridmill_board::Shape;
use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
};

/// Beginning of a file.
const MAGIC: &[u8] = b"ARROW1";
/// Beginning of a stream: the mark before the length of a message.
const CONTINUATION: &[u8] = &[0xff; 4];
/// Bytes of a batch with the dictionaries before it.
const BATCH_BYTES: usize = 256 << 20;
/// Bytes that are read at once.
const READ_BYTES: usize = 1 << 16;

/// Arrow's interprocess format.
#[derive(Debug)]
pub(super) struct Arrow;

impl InputFormat for Arrow {
    fn endings(&self) -> &'static [&'static str] {
        &["arrow", "feather"]
    }

    fn row_word(&self) -> &'static str {
        ROW
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        input.is_binary(self, &[MAGIC, CONTINUATION])
    }

    fn open(
        &self,
        input: Input,
        shape: Shape,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn FileReader>> {
        let file = ArrowFile::open(input.path())?;
        Ok(Box::new(BatchTable::open(Box::new(file), &input, shape, read_by_name)?))
    }
}

/// File whose columns are known.
struct ArrowFile {
    path: PathBuf,
    schema: SchemaRef,
}

impl ArrowFile {
    fn open(path: &Path) -> Result<Self> {
        let mut batches = ArrowBatches::open(path, None)?;
        let schema = loop {
            if let Some(schema) = batches.decoder.schema() {
                break schema;
            }
            let read = catch(|| batches.feed()).unwrap_or_else(|| Err("the file is damaged".to_owned()));
            let problem = match read {
                Ok(true) => continue,
                Ok(false) => "it ends before its columns".to_owned(),
                Err(problem) => problem,
            };
            let problem = format!("this is no Arrow file that can be read: {problem}");
            return Err(Error::corpus(path.to_owned(), problem));
        };
        Ok(Self { path: path.to_owned(), schema })
    }
}

impl BatchSource for ArrowFile {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn batches(&self, columns: Option<&[usize]>) -> Result<TableBatches> {
        Ok(Box::new(ArrowBatches::open(&self.path, columns.map(<[usize]>::to_vec))?))
    }
}

/// Batches of a file that is read from its beginning.
struct ArrowBatches {
    path: PathBuf,
    columns: Option<Vec<usize>>,
    file: StoredFile,
    /// Bytes that were not read yet.
    stream: Range<u64>,
    decoder: StreamDecoder,
    /// Bytes that were read and not decoded.
    bytes: Buffer,
    /// Bytes decoded since the last batch.
    since_batch: usize,
    /// Rows of the last batch that are still to come.
    batch: Option<RecordBatch>,
    has_ended: bool,
}

impl ArrowBatches {
    fn open(path: &Path, columns: Option<Vec<usize>>) -> Result<Self> {
        let file = StoredFile::open(path).map_err(Error::io("opening", path))?;
        let stream = stream_bytes(&file).map_err(Error::io("reading", path))?;
        let stream = stream.map_err(|problem| Error::corpus(path.to_owned(), problem.to_owned()))?;
        Ok(Self {
            path: path.to_owned(),
            columns,
            file,
            stream,
            decoder: StreamDecoder::new(),
            bytes: Buffer::default(),
            since_batch: 0,
            batch: None,
            has_ended: false,
        })
    }

    /// Decodes the bytes at hand, up to the end of a batch, or reads more if there are none. Returns false at the end.
    fn feed(&mut self) -> Result<bool, String> {
        if self.bytes.is_empty() {
            let left = usize::try_from(self.stream.end - self.stream.start).unwrap_or(usize::MAX);
            let read = self.file.read_at(self.stream.start, left.min(READ_BYTES));
            let read = read.map_err(|error| error.to_string())?;
            if read.is_empty() {
                return self
                    .decoder
                    .finish()
                    .map(|()| false)
                    .map_err(|_| "it ends within a batch".to_owned());
            }
            self.stream.start += read.len() as u64;
            self.since_batch += read.len();
            self.bytes = read.into();
        }
        if self.since_batch > BATCH_BYTES {
            let most = BATCH_BYTES >> 20;
            return Err(format!("a batch has more than {most} MiB; write smaller batches, or Parquet"));
        }
        self.batch = self.decoder.decode(&mut self.bytes).map_err(|error| {
            let line = arrow_line(&error);
            // The decoder asks for a feature of its own.
            let is_packed = line.contains("decompression");
            if is_packed {
                "it is compressed; write it without compression, or Parquet".to_owned()
            } else {
                line
            }
        })?;
        if let Some(batch) = &self.batch {
            // Columns of nothing but nulls have no bytes.
            if batch.num_rows() / 8 > self.since_batch {
                return Err("a batch declares more rows than it holds".to_owned());
            }
            self.since_batch = self.bytes.len();
        }
        Ok(true)
    }

    fn read(&mut self) -> Result<Option<RecordBatch>, String> {
        loop {
            if let Some(batch) = self.batch.take().filter(|batch| batch.num_rows() > 0) {
                let rows = batch.num_rows().min(TABLE_BATCH_ROWS);
                self.batch = Some(batch.slice(rows, batch.num_rows() - rows));
                return Ok(Some(batch.slice(0, rows)));
            }
            if !self.feed()? {
                return Ok(None);
            }
        }
    }
}

impl Iterator for ArrowBatches {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let read = catch(|| self.read()).unwrap_or_else(|| Err("the file is damaged".to_owned()));
        self.has_ended = !matches!(read, Ok(Some(_)));
        let batch = read.map_err(|problem| Error::corpus(self.path.clone(), problem)).transpose()?;
        Some(batch.and_then(|batch| match &self.columns {
            Some(columns) => batch.project(columns).map_err(|error| arrow_error(&self.path, &error)),
            None => Ok(batch),
        }))
    }
}

/// Returns the bytes of the stream: from the first message to the footer of a file, which is no part of it. Returns what is wrong with a file that has
/// no footer.
fn stream_bytes(file: &StoredFile) -> io::Result<Result<Range<u64>, &'static str>> {
    let size = file.size()?;
    let begin = file.read_at(0, READ_BYTES)?;
    if !begin.starts_with(MAGIC) {
        return Ok(Ok(0..size));
    }
    // Zeros fill up the magic word.
    let words = begin.chunks(8).skip(1).take_while(|word| word.iter().all(|&byte| byte == 0)).count();
    let first = 8 * (words as u64 + 1);
    // A file ends with the length of the footer, in four bytes, and the magic word.
    let ends = size.checked_sub(4 + MAGIC.len() as u64).filter(|&ends| ends >= first);
    let Some(ends) = ends else { return Ok(Err("the file is cut off")) };
    let ending = file.read_at(ends, 4 + MAGIC.len())?;
    let (length, word) = ending.split_at(4);
    let length = u64::from(u32::from_le_bytes(length.try_into().unwrap_or_default()));
    let end = ends.checked_sub(length).filter(|&end| end >= first && word == MAGIC);
    Ok(end.map(|end| first..end).ok_or("the file is cut off"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{FileList, Puzzles};
    use arrow_array::{
        ArrayRef, DictionaryArray, FixedSizeListArray, StringArray,
        types::{Int8Type, Int32Type},
    };
    use arrow_ipc::writer::{FileWriter, StreamWriter};
    use std::sync::Arc;

    const A: &str = "1...3.......4..1";
    const B: &str = "1234341221434321";

    /// Two batches, with the puzzles in a dictionary, and another column before them.
    fn batches() -> Vec<RecordBatch> {
        [[A, B], [B, B]]
            .map(|texts| {
                let puzzles: ArrayRef = Arc::new(texts.into_iter().collect::<DictionaryArray<Int32Type>>());
                let names: ArrayRef = Arc::new(StringArray::from(vec!["x"; 2]));
                RecordBatch::try_from_iter([("name", names), ("puzzle", puzzles)]).unwrap()
            })
            .to_vec()
    }

    fn file(batches: &[RecordBatch]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = FileWriter::try_new(&mut bytes, batches[0].schema_ref()).unwrap();
        for batch in batches {
            out.write(batch).unwrap();
        }
        out.finish().unwrap();
        drop(out);
        bytes
    }

    fn stream(batches: &[RecordBatch]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = StreamWriter::try_new(&mut bytes, batches[0].schema_ref()).unwrap();
        for batch in batches {
            out.write(batch).unwrap();
        }
        out.finish().unwrap();
        drop(out);
        bytes
    }

    /// The puzzles of a file with these bytes, or errors without its path.
    fn read(name: &str, bytes: &[u8]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        match Puzzles::new(&FileList(vec![path.clone()]), "2x2".parse().unwrap()) {
            Ok(puzzles) => puzzles
                .map(|row| match row {
                    Ok((row, grid)) => format!("{row} {grid}"),
                    Err(error) => error.to_string().replace(&path.display().to_string(), name),
                })
                .collect(),
            Err(error) => vec![error.to_string()],
        }
    }

    #[test]
    fn files_and_streams_are_read_by_name_or_beginning() {
        // A file has each dictionary once.
        let one = &batches()[..1];
        let rows = [format!("1 {A}"), format!("2 {B}"), format!("3 {B}"), format!("4 {B}")];
        assert_eq!(read("a.arrow", &file(one)), rows[..2]);
        assert_eq!(read("a", &stream(&batches())), rows);
        let cells = [A, B].map(|text| {
            Some(text.bytes().map(|c| Some(c.saturating_sub(b'0').cast_signed())).collect::<Vec<_>>())
        });
        let lists: ArrayRef = Arc::new(FixedSizeListArray::from_iter_primitive::<Int8Type, _, _>(cells, 16));
        let lists = RecordBatch::try_from_iter([("quiz", lists)]).unwrap();
        assert_eq!(read("a.feather", &file(&[lists])), rows[..2]);
    }

    /// A file that ends early is an error at every length, and no part of a batch is taken for rows.
    #[test]
    fn what_is_cut_off_is_an_error() {
        let whole = file(&batches()[..1]);
        for length in 0..whole.len() {
            let rows = read("a.arrow", &whole[..length]);
            assert!(rows.last().unwrap().starts_with("a.arrow: "), "{length}: {rows:?}");
        }
        insta::assert_snapshot!(read("a.arrow", &whole[..whole.len() - 1])[0], @"a.arrow: the file is cut off");
        insta::assert_snapshot!(read("a.arrow", b"puzzle 1")[0], @"a.arrow: this is no Arrow file that can be read: it ends within a batch");
    }
}
