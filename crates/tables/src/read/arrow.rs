//! Tables in Arrow's interprocess format, as streams and as files (Feather 2).
//!
//! A file is a magic word, a stream of messages, and a footer that finds batches without reading the others. Both are read as streams. What a
//! message declares, also of the size of compressed columns, is compared with bounds before it is decoded; a panic is an error.

use super::{
    ROW,
    batches::{BatchSource, BatchTable, TABLE_BATCH_ROWS, TableBatches},
    format::{FileReader, FormatDescription, Input, InputFormat},
    guarded::{arrow_line, catch},
    names::ColumnChoice,
};
use crate::{
    error::{Error, Result},
    facts::Facts,
    storage::StoredFile,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::{
    convert::try_fb_to_schema,
    reader::{read_dictionary, read_record_batch},
    root_as_message,
};
use arrow_schema::{ArrowError, SchemaRef};
use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Beginning of a file.
const MAGIC: &[u8] = b"ARROW1";
/// Beginning of a stream: the mark before the length of a message.
const CONTINUATION: &[u8] = &[0xff; 4];
/// Bytes of a batch with the dictionaries before it, as they are in memory.
const BATCH_BYTES: usize = 256 << 20;
/// Bytes of the description of a message.
const METADATA_BYTES: usize = 16 << 20;
/// Bytes that are read with the length of a message.
const READ_BYTES: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct Arrow;

impl InputFormat for Arrow {
    fn description(&self) -> FormatDescription {
        FormatDescription {
            name: "Arrow",
            section: "tables",
            endings: &["arrow", "feather"],
            begins: "`ARROW1`, or a message of its streams; not from a stream",
            row_word: ROW,
            programs: &[("pandas, Polars, DuckDB, Spark", "Arrow, Feather")],
            about: "",
            example: b"",
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        input.is_binary(self, &[MAGIC, CONTINUATION])
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        let file = ArrowFile::open(&input.path)?;
        Ok(Box::new(BatchTable::open(Box::new(file), &input)?))
    }

    fn facts(&self, path: &Path, _: &ColumnChoice) -> Result<Facts> {
        let file = ArrowFile::open(path)?;
        let metadata = file.schema.metadata();
        if !metadata.contains_key(Facts::KEY) {
            return Ok(Facts::default());
        }
        let rows = file.rows().map(Some);
        rows.and_then(|rows| Facts::of_values(|key| metadata.get(key).cloned(), rows))
            .map_err(|problem| Error::corpus(path, problem))
    }
}

struct ArrowFile {
    path: PathBuf,
    schema: SchemaRef,
    /// The messages after the columns.
    messages: Messages,
}

impl ArrowFile {
    fn open(path: &Path) -> Result<Self> {
        let error =
            |problem: &str| Error::corpus(path, format!("this is no Arrow file that can be read: {problem}"));
        let mut messages = Messages::open(path)?;
        let first = messages.next().map_err(|problem| error(&problem))?;
        let first = first.ok_or_else(|| error("it ends before its columns"))?;
        let schema = catch(|| first.schema()).unwrap_or_else(|| Err(DAMAGED.to_owned()));
        let schema = Arc::new(schema.map_err(|problem| error(&problem))?);
        Ok(Self { path: path.to_owned(), schema, messages })
    }

    /// Counts the rows, without reading them.
    fn rows(&self) -> Result<u64, String> {
        let mut messages = self.messages.again().map_err(|error| error.to_string())?;
        let mut rows = 0;
        while let Some(message) = messages.next()? {
            let batch = message.parsed()?;
            rows += batch.header_as_record_batch().map_or(0, |batch| batch.length().cast_unsigned());
        }
        Ok(rows)
    }
}

impl BatchSource for ArrowFile {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn batches(&self, columns: Option<&[usize]>) -> Result<TableBatches> {
        let messages = self.messages.again().map_err(Error::io("opening", &self.path))?;
        Ok(Box::new(ArrowBatches {
            path: self.path.clone(),
            schema: Arc::clone(&self.schema),
            columns: columns.map(<[usize]>::to_vec),
            messages,
            dictionaries: Dictionaries::default(),
            bytes: 0,
            batch: None,
            has_ended: false,
        }))
    }
}

/// Problem of a file at which a decoder panics.
const DAMAGED: &str = "the file is damaged";

#[expect(clippy::disallowed_types, reason = "the decoder takes this map; nothing reads it in order")]
type Dictionaries = std::collections::HashMap<i64, ArrayRef>;

struct ArrowBatches {
    path: PathBuf,
    schema: SchemaRef,
    columns: Option<Vec<usize>>,
    messages: Messages,
    dictionaries: Dictionaries,
    /// Bytes decoded since the last batch.
    bytes: usize,
    /// Rows of the last batch that are still to come.
    batch: Option<RecordBatch>,
    has_ended: bool,
}

impl ArrowBatches {
    fn read(&mut self) -> Result<Option<RecordBatch>, String> {
        loop {
            if let Some(batch) = self.batch.take().filter(|batch| batch.num_rows() > 0) {
                let rows = batch.num_rows().min(TABLE_BATCH_ROWS);
                self.batch = Some(batch.slice(rows, batch.num_rows() - rows));
                return Ok(Some(batch.slice(0, rows)));
            }
            let Some(message) = self.messages.next()? else { return Ok(None) };
            self.decode(&message)?;
        }
    }

    fn decode(&mut self, message: &Message) -> Result<(), String> {
        let parsed = message.parsed()?;
        let dictionary = parsed.header_as_dictionary_batch();
        let batch = parsed.header_as_record_batch();
        let Some(columns) = batch.or_else(|| dictionary.and_then(|dictionary| dictionary.data())) else {
            return Err("it has a message that is no part of a table".to_owned());
        };
        let too_large = || {
            let most = BATCH_BYTES >> 20;
            format!("a batch has more than {most} MiB; write smaller batches, or Parquet")
        };
        self.bytes += message.body_bytes();
        if self.bytes > BATCH_BYTES {
            return Err(too_large());
        }
        let body = self.messages.body(message)?;
        let decoded = decoded_bytes(columns, &body).ok_or(DAMAGED)?;
        self.bytes = self.bytes.saturating_add(decoded);
        if self.bytes > BATCH_BYTES {
            return Err(too_large());
        }
        // Columns of nothing but nulls have no bytes.
        if columns.length() < 0 || columns.length().cast_unsigned() / 8 > self.bytes as u64 {
            return Err("a batch declares more rows than it holds".to_owned());
        }
        let line = |error: ArrowError| arrow_line(&error);
        let version = parsed.version();
        if let Some(dictionary) = dictionary {
            return read_dictionary(&body, dictionary, &self.schema, &mut self.dictionaries, &version)
                .map_err(line);
        }
        let (schema, columns_read) = (Arc::clone(&self.schema), self.columns.as_deref());
        let batch = read_record_batch(&body, columns, schema, &self.dictionaries, columns_read, &version);
        (self.batch, self.bytes) = (Some(batch.map_err(line)?), 0);
        Ok(())
    }
}

impl Iterator for ArrowBatches {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let read = catch(|| self.read()).unwrap_or_else(|| Err(DAMAGED.to_owned()));
        self.has_ended = !matches!(read, Ok(Some(_)));
        read.map_err(|problem| Error::corpus(self.path.clone(), problem)).transpose()
    }
}

/// Returns the bytes that the columns of a batch, whose `body` is read, have when they are decoded; `None` if they are not in it.
fn decoded_bytes(batch: arrow_ipc::RecordBatch<'_>, body: &[u8]) -> Option<usize> {
    // The size of a compressed column is before it; this one says that it is not compressed.
    const AS_IT_IS: i64 = -1;
    let is_compressed = batch.compression().is_some();
    batch.buffers()?.iter().try_fold(0_usize, |sum, buffer| {
        let size = if is_compressed && buffer.length() > 0 {
            let place = usize::try_from(buffer.offset()).ok()?;
            Some(i64::from_le_bytes(*body.get(place..)?.first_chunk()?)).filter(|&size| size != AS_IT_IS)
        } else {
            None
        };
        sum.checked_add(usize::try_from(size.unwrap_or_else(|| buffer.length())).ok()?)
    })
}

struct Messages {
    file: StoredFile,
    path: PathBuf,
    /// Bytes that were not read yet.
    stream: Range<u64>,
}

/// Message: its description, and the place of what it describes.
struct Message {
    metadata: Vec<u8>,
    body: Range<u64>,
}

impl Message {
    fn parsed(&self) -> Result<arrow_ipc::Message<'_>, String> {
        root_as_message(&self.metadata).map_err(|_| DAMAGED.to_owned())
    }

    fn schema(&self) -> Result<arrow_schema::Schema, String> {
        let schema = self.parsed()?.header_as_schema().ok_or("it does not begin with its columns")?;
        try_fb_to_schema(schema).map_err(|error| arrow_line(&error))
    }

    fn body_bytes(&self) -> usize {
        usize::try_from(self.body.end - self.body.start).unwrap_or(usize::MAX)
    }
}

impl Messages {
    fn open(path: &Path) -> Result<Self> {
        let file = StoredFile::open(path).map_err(Error::io("opening", path))?;
        let stream = stream_bytes(&file).map_err(Error::io("reading", path))?;
        let stream = stream.map_err(|problem| Error::corpus(path, problem))?;
        Ok(Self { file, path: path.to_owned(), stream })
    }

    /// Opens the file again, for the messages that were not read yet.
    fn again(&self) -> io::Result<Self> {
        let file = StoredFile::open(&self.path)?;
        Ok(Self { file, path: self.path.clone(), stream: self.stream.clone() })
    }

    /// Reads the next message, without its body; `None` at the end.
    fn next(&mut self) -> Result<Option<Message>, String> {
        let left = self.stream.end - self.stream.start;
        if left == 0 {
            return Ok(None);
        }
        let begin =
            self.read(self.stream.start, READ_BYTES.min(usize::try_from(left).unwrap_or(usize::MAX)))?;
        // Streams of before 2020 have the length alone.
        let word = if begin.starts_with(CONTINUATION) { CONTINUATION.len() } else { 0 };
        let length = begin.get(word..).and_then(|rest| rest.first_chunk()).ok_or(CUT_OFF)?;
        let length = u32::from_le_bytes(*length) as usize;
        if length == 0 {
            return Ok(None);
        }
        let start = word + 4;
        if length > METADATA_BYTES || (start + length) as u64 > left {
            return Err(CUT_OFF.to_owned());
        }
        let metadata = match begin.get(start..start + length) {
            Some(metadata) => metadata.to_vec(),
            None => self.read(self.stream.start + start as u64, length)?,
        };
        let body = self.stream.start + (start + length) as u64;
        let message = Message { metadata, body: body..body };
        let bytes = u64::try_from(message.parsed()?.bodyLength()).map_err(|_| DAMAGED)?;
        let end = body.checked_add(bytes).filter(|&end| end <= self.stream.end).ok_or(CUT_OFF)?;
        self.stream.start = end;
        Ok(Some(Message { body: body..end, ..message }))
    }

    fn body(&self, message: &Message) -> Result<Buffer, String> {
        self.read(message.body.start, message.body_bytes()).map(Buffer::from_vec)
    }

    fn read(&self, start: u64, length: usize) -> Result<Vec<u8>, String> {
        let bytes = self.file.read_at(start, length).map_err(|error| error.to_string())?;
        if bytes.len() == length { Ok(bytes.into()) } else { Err(CUT_OFF.to_owned()) }
    }
}

/// Problem of a stream that ends too early.
const CUT_OFF: &str = "it ends within a batch";

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
    use arrow_ipc::{
        CompressionType,
        writer::{FileWriter, IpcWriteOptions, StreamWriter},
    };
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
        packed_file(batches, None)
    }

    fn packed_file(batches: &[RecordBatch], compression: Option<CompressionType>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
        let mut out = FileWriter::try_new_with_options(&mut bytes, batches[0].schema_ref(), options).unwrap();
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

    /// pandas and pyarrow compress by default.
    #[test]
    fn compressed_files_are_read_within_bounds() {
        let texts = StringArray::from_iter_values((0..1000).map(|row| if row % 3 == 0 { A } else { B }));
        let batch = RecordBatch::try_from_iter([("puzzle", Arc::new(texts) as ArrayRef)]).unwrap();
        let plain = read("a.arrow", &file(std::slice::from_ref(&batch)));
        assert_eq!(plain.len(), 1000);
        for compression in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
            let packed = packed_file(std::slice::from_ref(&batch), Some(compression));
            assert_eq!(read("a.feather", &packed), plain);
            // The size of the texts is before them; the last of the offsets, before it, is the same.
            let size = 16_000_i64.to_le_bytes();
            let place = packed.windows(8).rposition(|bytes| bytes == size).unwrap();
            for (declared, problem) in [
                (1_i64 << 40, "a.feather: a batch has more than 256 MiB; write smaller batches, or Parquet"),
                (-2, "a.feather: the file is damaged"),
            ] {
                let mut damaged = packed.clone();
                damaged[place..place + 8].copy_from_slice(&declared.to_le_bytes());
                assert_eq!(read("a.feather", &damaged), [problem]);
            }
        }
    }

    /// Rows that another program took from a file are not all of which its facts speak.
    #[test]
    fn facts_count_the_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.arrow");
        let facts = Facts::of_shape("2x2".parse().unwrap());
        let stated = |rows: u64, batches: &[RecordBatch]| {
            let schema = facts.in_schema_of(batches[0].schema_ref(), rows);
            let batches: Vec<RecordBatch> =
                batches.iter().map(|batch| batch.clone().with_schema(Arc::clone(&schema)).unwrap()).collect();
            std::fs::write(&path, stream(&batches)).unwrap();
            Arrow.facts(&path, &ColumnChoice::default()).unwrap()
        };
        assert_eq!(stated(4, &batches()), facts);
        assert_eq!(stated(4, &batches()[..1]), facts.clone().selected_outside());
        std::fs::write(&path, stream(&batches())).unwrap();
        assert_eq!(Arrow.facts(&path, &ColumnChoice::default()).unwrap(), Facts::default());
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
