//! Rows in memory give the results of the same rows in files.

use crate::prelude::*;
use arrow_array::{UInt32Array, cast::AsArray};
use gridmill::{
    corpus::{
        AugmentJob, DedupJob, DedupOutput, Equivalence, EquivalenceInputs, IfExists, OverlapJob, OverlapSide,
        RunHooks, SplitJob,
    },
    generate::TransformGroup,
    tables::read::{Invalid, MemoryTable, Rows},
};
use std::sync::atomic::AtomicU64;

/// Puzzles and 40 images of some of them, in batches of several sizes.
fn table() -> (MemoryTable, Vec<String>) {
    let mut puzzles: Vec<String> = gridmill::generate(5).take(60).map(|puzzle| puzzle.to_string()).collect();
    let first = memory(&[&puzzles[..40]]);
    let job = augment_job();
    let mut opened = job.open_in_memory(&first, &GridColumns::default()).unwrap();
    let (totals, images) =
        job.run_in_memory(&mut opened, &RunHooks::default().stop, &AtomicU64::new(0)).unwrap();
    assert_eq!((totals.rows, totals.images), (40, 40));
    puzzles.extend(texts(&images));
    (memory(&[&puzzles[..1], &[], &puzzles[1..70], &puzzles[70..]]), puzzles)
}

fn augment_job() -> AugmentJob {
    AugmentJob {
        times: 1,
        keep_original: false,
        group: TransformGroup::full(Shape::STANDARD),
        seed: "3".parse().unwrap(),
        rate: None,
        invalid: Invalid::Stop,
        threads: 2,
    }
}

/// Returns a table of puzzles and their numbers.
fn memory(parts: &[&[String]]) -> MemoryTable {
    let mut number = 0;
    let mut batch = |texts: &&[String]| {
        let numbers = number..number + u32::try_from(texts.len()).unwrap();
        number = numbers.end;
        let numbers: ArrayRef = Arc::new(UInt32Array::from_iter_values(numbers));
        let texts: ArrayRef = Arc::new(StringArray::from(texts.to_vec()));
        RecordBatch::try_from_iter([("puzzle", texts), ("number", numbers)]).unwrap()
    };
    let batches: Vec<RecordBatch> = parts.iter().map(&mut batch).collect();
    MemoryTable::new("data", batches[0].schema(), batches).unwrap()
}

fn texts(batches: &[RecordBatch]) -> Vec<String> {
    let texts = batches.iter().flat_map(|batch| batch.column(0).as_string::<i32>().iter().flatten());
    texts.map(str::to_owned).collect()
}

/// Returns the puzzles of files.
fn read(files: Vec<PathBuf>) -> Vec<String> {
    let mut tables = TableInput::new(Sources::from(files), Shape::STANDARD).unwrap();
    let mut all = Vec::new();
    while let Some(Rows { puzzles, .. }) = tables.next_rows().unwrap() {
        all.extend(puzzles.into_iter().map(|(_, grid)| grid.unwrap().to_string()));
    }
    all
}

fn of_memory(table: &MemoryTable) -> EquivalenceInputs {
    EquivalenceInputs::of_memory(table.clone(), Shape::STANDARD, GridColumns::default())
}

fn of_file(folder: &Path, puzzles: &[String]) -> EquivalenceInputs {
    let file = folder.join("puzzles.txt");
    fs::write(&file, puzzles.join("\n")).unwrap();
    EquivalenceInputs::new(vec![file], Shape::STANDARD, GridColumns::default()).unwrap()
}

#[test]
fn dedup_and_split_are_those_of_files() {
    let folder = Folder::made();
    let ((table, puzzles), events) = (table(), RunHooks::default());
    let (memory, file) = (of_memory(&table), of_file(folder.path(), &puzzles));
    let memory_bytes = 1 << 26;
    let dedup = DedupJob {
        by: Equivalence::Puzzle,
        license: None,
        invalid: Invalid::Stop,
        memory: memory_bytes,
        threads: 2,
    };
    let out = DedupOutput::Folder {
        out: folder.file("dedup"),
        existing: IfExists::Refuse,
        format: Format::Parquet,
        shard_rows: 1000,
    };
    let expected = dedup.run(&file, out, None, &events).unwrap();
    let (totals, kept) = dedup.run_in_memory(&memory, &events).unwrap();
    assert_eq!((totals, totals.kept), (expected, 60));
    assert_eq!(texts(&kept), puzzles[..60]);
    assert!(
        kept.iter().all(|batch| batch.schema().fields() == table.schema().fields()),
        "other columns stay"
    );

    let split = SplitJob {
        by: Equivalence::Puzzle,
        into: "train:0.7,test:0.3".parse().unwrap(),
        seed: "9".parse().unwrap(),
        stratify: None,
        format: Format::Parquet,
        shard_rows: 1000,
        license: None,
        invalid: Invalid::Stop,
        memory: memory_bytes,
        threads: 2,
    };
    let out = folder.file("split");
    let manifest = split.run(&file, None, &out, IfExists::Refuse, &events).unwrap();
    let (plan, splits) = split.run_in_memory(&memory, None, &events).unwrap();
    assert_eq!(Some(plan), manifest.plan);
    for (name, batches) in ["train", "test"].iter().zip(&splits) {
        let files = manifest.files.iter().filter(|file| file.split == *name);
        assert_eq!(texts(batches), read(files.map(|file| out.join("data").join(&file.name)).collect()));
    }
    // What is excluded is left out, and a folder cannot be made of rows that a later run would not know again.
    let (plan, splits) =
        split.run_in_memory(&memory, Some(&of_file(folder.path(), &puzzles[..10])), &events).unwrap();
    assert_eq!((plan.excluded, splits.iter().flat_map(|split| texts(split)).count()), (20, 80));
    let problem = split.run(&memory, None, &folder.file("other"), IfExists::Refuse, &events).unwrap_err();
    assert!(problem.to_string().contains("not of rows in memory"), "{problem}");
    assert!(!folder.has("other"));
}

#[test]
fn overlap_counts_rows_of_memory_and_files() {
    let folder = Folder::made();
    let (table, puzzles) = table();
    let side = |name: &str, inputs| OverlapSide { name: name.to_owned(), inputs, is_against: false };
    let sides = [side("memory", of_memory(&table)), side("file", of_file(folder.path(), &puzzles[60..]))];
    let job = OverlapJob { by: OverlapJob::RELATIONS.to_vec(), memory: 1 << 26, threads: 2 };
    let found = job.compare(&sides, Shape::STANDARD, &RunHooks::default()).unwrap();
    let classes = |by| found.pairs.iter().find(|pair| pair.by == by).map(|pair| (pair.classes, pair.rows));
    assert_eq!(classes(Equivalence::Row), Some((40, [40, 40])));
    assert_eq!(classes(Equivalence::Puzzle), Some((40, [80, 40])));
    // Rows of memory are counted from 0, lines of files from 1.
    let example = &found.pairs[0].examples[0];
    assert_eq!((example[0].line, example[1].line), (60, 1));
    assert_eq!(example[0].puzzle, example[1].puzzle);
}
