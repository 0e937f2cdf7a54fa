//! Files that declare what they do not hold, and files whose few bytes stand for many.

use super::{
    thrift::{Struct, ThriftInput, ThriftValue},
    *,
};
use ::parquet::{
    arrow::ArrowWriter,
    basic::{Compression, Encoding, ZstdLevel},
    file::properties::{WriterProperties, WriterVersion},
    schema::types::ColumnPath,
};
use arrow_array::{
    ArrayRef, FixedSizeBinaryArray, LargeStringArray, ListArray, StringArray, UInt64Array, cast::AsArray,
    types::Int32Type,
};
use arrow_schema::{Field, Schema};
use base64::Engine as _;
use gridmill_testing::sample;

fn file(columns: &[(&str, ArrayRef)], properties: WriterProperties) -> (tempfile::TempDir, PathBuf) {
    let batch =
        RecordBatch::try_from_iter(columns.iter().map(|(name, array)| (*name, array.clone()))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let mut writer =
        ArrowWriter::try_new(std::fs::File::create(&path).unwrap(), batch.schema(), Some(properties))
            .unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    (folder, path)
}

fn texts(texts: Vec<String>) -> ArrayRef {
    Arc::new(StringArray::from(texts))
}

/// Reads all rows, or the first thing that is wrong.
fn read(path: &Path) -> Result<Vec<RecordBatch>, String> {
    let batches = ParquetFile::open(path).and_then(|file| file.all_batches(4096)?.collect());
    batches.map_err(|error| error.to_string().replace(&format!("{}: ", path.display()), ""))
}

fn rows(batches: &[RecordBatch]) -> usize {
    batches.iter().map(RecordBatch::num_rows).sum()
}

/// Returns the first column of text as one list.
fn first_texts(batches: &[RecordBatch]) -> Vec<String> {
    let texts = batches.iter().flat_map(|batch| batch.column(0).as_string::<i32>().iter());
    texts.map(|text| text.unwrap_or_default().to_owned()).collect()
}

fn zstd() -> WriterProperties {
    WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build()
}

/// Puts another footer in place of the file's.
fn with_footer(path: &Path, footer: &[u8]) {
    let mut bytes = std::fs::read(path).unwrap();
    let end = bytes.len() - 8;
    let length = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
    bytes.truncate(end - length);
    bytes.extend_from_slice(footer);
    bytes.extend_from_slice(&u32::try_from(footer.len()).unwrap().to_le_bytes());
    bytes.extend_from_slice(b"PAR1");
    std::fs::write(path, bytes).unwrap();
}

fn footer_of(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap();
    let end = bytes.len() - 8;
    let length = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
    bytes[end - length..end].to_vec()
}

#[test]
fn every_encoding_of_text_is_read() {
    let given: Vec<String> =
        (0..9000).map(|n| format!("{}{}", "x".repeat(n % 90), n * 7919 % 1000)).collect();
    for encoding in [Encoding::PLAIN, Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY] {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            let properties = || {
                WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .set_writer_version(version)
                    .set_data_page_size_limit(10_000)
                    .set_max_row_group_row_count(Some(5000))
            };
            let plain = properties().set_dictionary_enabled(false).set_encoding(encoding).build();
            let (_folder, path) = file(&[("puzzle", texts(given.clone()))], plain);
            assert_eq!(first_texts(&read(&path).unwrap()), given, "{encoding} {version:?}");
            let (_folder, path) = file(&[("puzzle", texts(given.clone()))], properties().build());
            assert_eq!(first_texts(&read(&path).unwrap()), given, "dictionary {version:?}");
            let nullable: Vec<Option<String>> =
                given.iter().enumerate().map(|(n, text)| (n % 3 > 0).then(|| text.clone())).collect();
            let plain = properties().set_dictionary_enabled(false).set_encoding(encoding).build();
            let (_folder, path) = file(&[("a", Arc::new(StringArray::from(nullable.clone())))], plain);
            let expected: Vec<String> = nullable.into_iter().map(Option::unwrap_or_default).collect();
            assert_eq!(first_texts(&read(&path).unwrap()), expected, "nullable {encoding} {version:?}");
        }
    }
}

#[test]
fn values_of_fixed_length_are_read_with_shared_prefixes() {
    let given: Vec<Vec<u8>> = (0..3000_u32).map(|n| n.to_be_bytes().repeat(2)).collect();
    let array = FixedSizeBinaryArray::try_from_iter(given.iter()).unwrap();
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_column_encoding(ColumnPath::from("key"), Encoding::DELTA_BYTE_ARRAY)
        .build();
    let (_folder, path) = file(&[("key", Arc::new(array))], properties);
    let batches = read(&path).unwrap();
    let read = batches.iter().flat_map(|batch| batch.column(0).as_fixed_size_binary().iter());
    assert!(read.map(|value| value.unwrap().to_vec()).eq(given));
}

#[test]
fn lists_are_read_and_rows_keep_together() {
    let lists = (0..20_000).map(|n| Some((0..n % 40).map(Some).collect::<Vec<_>>()));
    let array = ListArray::from_iter_primitive::<Int32Type, _, _>(lists);
    let (_folder, path) = file(&[("list", Arc::new(array.clone()))], zstd());
    let batches = read(&path).unwrap();
    let lists = batches.iter().flat_map(|batch| batch.column(0).as_list::<i32>().iter());
    assert!(lists.eq(array.iter()));
}

#[test]
fn columns_and_row_groups_are_chosen() {
    let numbers: ArrayRef = Arc::new(UInt64Array::from_iter_values(0..250));
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(100)).build();
    let text = texts((0..250).map(|n| n.to_string()).collect());
    let (_folder, path) = file(&[("n", numbers), ("text", text)], properties);
    let file = ParquetFile::open(&path).unwrap();
    assert_eq!((file.rows(), file.row_groups()), (250, 3));
    let mut batches = file.batches(Some(&[1]), 1..3, 64).unwrap();
    let read: Vec<RecordBatch> = batches.by_ref().map(Result::unwrap).collect();
    assert_eq!(read.iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), [64, 36, 50]);
    assert_eq!(first_texts(&read)[0], "100");
    assert!((0..10).all(|_| batches.next().is_none()));
}

/// A dictionary of one long text, of which each row has it: 4,096 rows of it would take a gigabyte.
#[test]
fn a_long_text_in_a_dictionary_makes_batches_short() {
    let long = "x".repeat(300_000);
    let (_folder, path) = file(&[("a", texts(vec![long.clone(); 200]))], zstd());
    assert!(path.metadata().unwrap().len() < 5000);
    let batches = read(&path).unwrap();
    assert_eq!(rows(&batches), 200);
    assert!(batches.iter().all(|batch| batch.num_rows() <= BATCH_BYTES / long.len()));
    assert!(batches.iter().all(|batch| batch.column(0).as_string::<i32>().value(0) == long));
}

/// A few bytes that stand for 200 texts of a megabyte.
#[test]
fn shared_prefixes_are_not_written_out_without_bound() {
    let long = vec!["x".repeat(1 << 20); 200];
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::DELTA_BYTE_ARRAY)
        .set_data_page_size_limit(1 << 30)
        .build();
    let (_folder, path) = file(&[("a", Arc::new(LargeStringArray::from(long)))], properties);
    assert!(path.metadata().unwrap().len() < 20_000);
    assert_eq!(read(&path).unwrap_err(), "a page has more than 67108864 bytes; at most that many are read");
}

#[test]
fn a_page_beyond_the_bound_is_refused_by_its_header() {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_dictionary_enabled(false)
        .set_data_page_size_limit(1 << 30)
        .build();
    let (_folder, path) = file(&[("a", texts(vec!["x".repeat(1 << 20); 100]))], properties);
    let problem = read(&path).unwrap_err();
    assert!(problem.contains("a page has") && problem.contains("at most 67108864"), "{problem}");
}

#[test]
fn rows_that_cannot_be_there_are_refused() {
    let (_folder, path) = file(&[("a", texts(vec!["x".to_owned()]))], zstd());
    let footer = footer_of(&path);
    let mut places = Vec::new();
    ThriftInput::new(&footer)
        .walk(Struct::File, &mut |of, id, value| {
            if matches!((of, id, value), (Struct::File | Struct::RowGroup, 3, ThriftValue::Number(1))) {
                places.push(of);
            }
            Ok(())
        })
        .unwrap();
    assert_eq!(places, [Struct::File, Struct::RowGroup]);
    // The number of rows is an i64 behind the schema, 0x16 0x02: 2^40 in its place.
    let rows = footer.windows(2).position(|pair| pair == [0x16, 0x02]).unwrap();
    let many = [0x16, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40];
    with_footer(&path, &[&footer[..rows], &many, &footer[rows + 2..]].concat());
    assert!(read(&path).unwrap_err().contains("rows"));
}

/// Schemas that are too deep for a recursion, or declare columns by the thousand million.
#[test]
fn schemas_are_bounded() {
    let element = |name: u8, children: &[u8]| [&[0x48, 1, name, 0x15][..], children, &[0]].concat();
    let footer = |elements: &[Vec<u8>]| {
        let mut footer = vec![0x15, 2, 0x19, 0xFC];
        let mut left = elements.len();
        while left >= 0x80 {
            footer.push(u8::try_from(left & 0x7F).unwrap() | 0x80);
            left >>= 7;
        }
        footer.push(u8::try_from(left).unwrap());
        footer.extend(elements.concat());
        footer.extend([0x16, 0, 0x19, 0x0C, 0]);
        footer
    };
    let (_folder, path) = file(&[("a", texts(vec!["x".to_owned()]))], zstd());
    let problem = |footer: &[u8]| {
        with_footer(&path, footer);
        read(&path).unwrap_err()
    };
    let deep: Vec<Vec<u8>> = (0..5000).map(|_| element(b'a', &[2])).collect();
    assert!(problem(&footer(&deep)).contains("nested more than 32 deep"));
    let wide = [element(b'r', &[0xFE, 0xFF, 0xFF, 0xFF, 0x0F])];
    assert!(problem(&footer(&wide)).contains("2147483647 columns; at most 1024"));
    let negative = [element(b'r', &[1])];
    assert!(problem(&footer(&negative)).contains("damaged"));
    assert!(problem(&[0x15, 2, 0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0x7F]).contains("elements of the schema"));
    assert!(problem(&[0x15, 2, 0x39, 0xFC, 0xFF, 0xFF, 0xFF, 0x7F]).contains("row groups"));
}

#[test]
fn wide_tables_are_bounded() {
    let array = texts(vec!["x".to_owned()]);
    let columns = |most: usize| -> Vec<(String, ArrayRef)> {
        (0..most).map(|n| (format!("c{n}"), array.clone())).collect()
    };
    let write = |most| {
        let columns = columns(most);
        let columns: Vec<(&str, ArrayRef)> =
            columns.iter().map(|(name, array)| (name.as_str(), array.clone())).collect();
        file(&columns, zstd())
    };
    let (_folder, path) = write(1024);
    assert_eq!(rows(&read(&path).unwrap()), 1);
    let (_folder, path) = write(1025);
    assert!(read(&path).unwrap_err().contains("1025 columns; at most 1024"));
}

/// In an Arrow schema tables may share others: thirty levels of two that share one are two to the thirtieth.
#[test]
fn a_schema_that_unfolds_is_refused() {
    let mut field = Field::new("x", DataType::Utf8, true);
    for _ in 0..3 {
        field = Field::new("x", DataType::Struct(vec![field.clone()].into()), true);
    }
    let sound = ::parquet::arrow::encode_arrow_schema(&Schema::new(vec![field]));
    assert!(super::footer::check_arrow_schema(sound.as_bytes()).is_ok());
    let mut builder = flatbuffers::FlatBufferBuilder::new();
    let name = builder.create_string(&"n".repeat(1000));
    let mut children = None;
    for _ in 0..30 {
        let kind = arrow_ipc::Struct_::create(&mut builder, &arrow_ipc::Struct_Args {});
        let field = arrow_ipc::FieldArgs {
            name: Some(name),
            type_type: arrow_ipc::Type::Struct_,
            type_: Some(kind.as_union_value()),
            children,
            ..Default::default()
        };
        let field = arrow_ipc::Field::create(&mut builder, &field);
        children = Some(builder.create_vector(&[field, field]));
    }
    let schema = arrow_ipc::Schema::create(
        &mut builder,
        &arrow_ipc::SchemaArgs { fields: children, ..Default::default() },
    );
    let message = arrow_ipc::MessageArgs {
        header_type: arrow_ipc::MessageHeader::Schema,
        header: Some(schema.as_union_value()),
        ..Default::default()
    };
    let message = arrow_ipc::Message::create(&mut builder, &message);
    builder.finish(message, None);
    let encoded = base64::prelude::BASE64_STANDARD.encode(builder.finished_data());
    assert!(encoded.len() < 10_000);
    let problem = super::footer::check_arrow_schema(encoded.as_bytes()).unwrap_err();
    assert_eq!(problem, "its Arrow schema is damaged or too large");
}

/// Bytes all over a small file changed: each file is read or is an error, without a panic that leaves this module.
#[test]
fn damage_anywhere_is_an_error_or_nothing() {
    let given: Vec<String> = (0..60).map(|n| format!("{n:040}")).collect();
    let numbers: ArrayRef = Arc::new(UInt64Array::from_iter_values(0..60));
    let lists = (0..60).map(|n| (n % 4 > 0).then(|| (0..n % 5).map(Some).collect::<Vec<_>>()));
    let lists: ArrayRef = Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(lists));
    for encoding in [Encoding::PLAIN, Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY] {
        let properties = WriterProperties::builder()
            .set_column_dictionary_enabled(ColumnPath::from("puzzle"), false)
            .set_column_encoding(ColumnPath::from("puzzle"), encoding)
            .build();
        let columns = [("puzzle", texts(given.clone())), ("n", numbers.clone()), ("list", lists.clone())];
        let (_folder, path) = file(&columns, properties);
        let whole = std::fs::read(&path).unwrap();
        let (mut read_anyway, mut refused) = (0, 0);
        for place in (0..whole.len()).step_by(sample(9, 3)) {
            for change in [0x01, 0xFF] {
                let mut bytes = whole.clone();
                bytes[place] ^= change;
                std::fs::write(&path, &bytes).unwrap();
                match read(&path) {
                    Ok(batches) => {
                        assert_eq!(rows(&batches), 60, "byte {place}");
                        read_anyway += 1;
                    }
                    Err(problem) => {
                        assert!(!problem.is_empty() && !problem.contains('\n'), "{problem}");
                        refused += 1;
                    }
                }
            }
        }
        assert!(read_anyway.min(refused) > sample(30, 100), "{read_anyway} {refused}");
    }
}

/// Truncated files are errors that name the file.
#[test]
fn a_file_cut_anywhere_is_an_error() {
    let (_folder, path) = file(&[("a", texts(vec!["x".to_owned(); 10]))], zstd());
    let whole = std::fs::read(&path).unwrap();
    for length in 0..whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(ParquetFile::open(&path).unwrap_err().to_string().contains("a.parquet"));
    }
}

#[test]
fn a_panic_is_a_value_and_the_thread_stays_audible() {
    assert_eq!(super::catch(|| 3), Some(3));
    assert_eq!(super::catch(|| assert!(!super::QUIET.get(), "damaged")), None);
    assert!(!super::QUIET.get());
}
