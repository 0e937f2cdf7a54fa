//! Parquet files that declare more than they hold, or hold more than they seem to.

use arrow_array::{Array, ArrayRef, Int32Array, ListArray, RecordBatch, StringArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Schema};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::{metadata::KeyValue, properties::WriterProperties},
};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Five bytes of a varint: 2^31 - 1 as the signed numbers of the footer are written.
const LARGEST: [u8; 5] = [0xFE, 0xFF, 0xFF, 0xFF, 0x0F];

fn properties(dictionary: bool, keys: Option<Vec<KeyValue>>) -> WriterProperties {
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_dictionary_enabled(dictionary)
        .set_key_value_metadata(keys)
        .build()
}

fn write(path: &Path, batches: impl IntoIterator<Item = RecordBatch>, properties: WriterProperties) {
    let mut batches = batches.into_iter().peekable();
    let schema = batches.peek().expect("one batch at least").schema();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), schema, Some(properties)).unwrap();
    for batch in batches {
        writer.write(&batch).unwrap();
    }
    writer.close().unwrap();
}

fn batch(columns: &[(&str, ArrayRef)]) -> RecordBatch {
    let fields: Vec<Field> =
        columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true)).collect();
    RecordBatch::try_new(
        Arc::new(Schema::new(fields)),
        columns.iter().map(|(_, array)| Arc::clone(array)).collect(),
    )
    .unwrap()
}

fn texts(text: &str, rows: usize) -> ArrayRef {
    Arc::new(StringArray::from(vec![text; rows]))
}

/// Files that hold much.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let long = "1".repeat(300_000);
    let path = |name: &str| folder.join(name);
    let plain = path("long-values.parquet");
    let repeat = |rows: usize| {
        (0..rows / 50).map(|_| batch(&[("puzzle", texts(".", 50)), ("long", texts(&long, 50))]))
    };
    write(&plain, repeat(6_000), properties(false, None));
    let dictionary = path("long-values-dictionary.parquet");
    write(&dictionary, repeat(20_000), properties(true, None));
    let puzzles = path("long-puzzles.parquet");
    write(&puzzles, (0..400).map(|_| batch(&[("puzzle", texts(&long, 50))])), properties(true, None));

    let wide = path("columns.parquet");
    let columns: Vec<(String, ArrayRef)> = (0..20_000).map(|n| (format!("c{n}"), texts("1", 1))).collect();
    let mut columns: Vec<(&str, ArrayRef)> =
        columns.iter().map(|(name, array)| (name.as_str(), Arc::clone(array))).collect();
    columns.push(("puzzle", texts(".", 1)));
    write(&wide, [batch(&columns)], properties(false, None));

    let same = path("columns-same.parquet");
    let number: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None]));
    write(
        &same,
        [batch(&[
            ("puzzle", texts(".", 2)),
            ("a", Arc::clone(&number)),
            ("a", texts("x", 2)),
            ("a", number),
        ])],
        properties(false, None),
    );

    let keys = path("keys.parquet");
    let plan = ["[".repeat(1_000_000), "{\"a\":".repeat(300_000)];
    let pairs = plan.map(|plan| KeyValue::new("gridmill.facts".to_owned(), plan)).to_vec();
    write(&keys, [batch(&[("puzzle", texts(".", 2))])], properties(false, Some(pairs)));

    let deep = path("deep.parquet");
    write(&deep, [batch(&[("puzzle", texts(".", 1)), ("deep", nested(60))])], properties(false, None));

    let groups = path("row-groups.parquet");
    let small = WriterProperties::builder().set_max_row_group_row_count(Some(1)).build();
    write(&groups, [batch(&[("puzzle", texts(".", 3_000))])], small);
    vec![plain, dictionary, puzzles, wide, same, keys, deep, groups]
}

/// Lists in lists, each of one item.
fn nested(depth: usize) -> ArrayRef {
    let mut array: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    for _ in 0..depth {
        let item = Arc::new(Field::new("item", array.data_type().clone(), true));
        array = Arc::new(ListArray::new(item, OffsetBuffer::from_lengths([1]), array, None));
    }
    debug_assert!(matches!(array.data_type(), DataType::List(_)));
    array
}

/// A small file with a number in its page headers or its footer replaced by a large one, at every place.
pub(crate) fn patched(folder: &Path) -> Vec<PathBuf> {
    let whole = folder.join("small.parquet");
    let rows =
        batch(&[("puzzle", texts(super::PUZZLE, 4)), ("n", Arc::new(Int32Array::from(vec![1, 2, 3, 4])))]);
    write(&whole, [rows], properties(true, None));
    let bytes = fs::read(&whole).unwrap();
    let places = (4..bytes.len() - LARGEST.len()).filter(|place| *place < 300 || *place + 700 > bytes.len());
    let patch = |place: usize| {
        let mut patched = bytes.clone();
        patched[place..place + LARGEST.len()].copy_from_slice(&LARGEST);
        let path = folder.join(format!("patched-{place}.parquet"));
        fs::write(&path, patched).unwrap();
        path
    };
    places.map(patch).collect()
}
