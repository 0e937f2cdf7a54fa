//! Findings of reports: each rests on columns that are there, on facts that the rows agree with, and on ratings that are known.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Files, Runs, gridmill, parsed, run, words};
use arrow_array::{Array, ArrayRef, Float64Array, RecordBatch, cast::AsArray, types::Float64Type};
use arrow_schema::{Field, Schema};
use parquet::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    file::{metadata::KeyValue, properties::WriterProperties},
};
use serde_json::Value;
use std::{fs::File, path::Path, sync::Arc};

/// A table and what its file states of it.
#[derive(Clone)]
struct Stated {
    batch: RecordBatch,
    metadata: Vec<KeyValue>,
}

impl Stated {
    /// Makes a corpus, and reads its only file.
    fn generate(place: &Files, name: &str, options: &str) -> Self {
        let out = place.name(name);
        let words: Vec<&str> = options.split(' ').collect();
        run(&[&["generate", "--seed=9", "--no-timings", "--out", &out][..], &words].concat());
        let data = Path::new(&out).join("data");
        let file = std::fs::read_dir(data).unwrap().next().unwrap().unwrap().path();
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(file).unwrap()).unwrap();
        let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
        let metadata = metadata.into_iter().filter(|entry| entry.key.starts_with("gridmill.")).collect();
        let mut batches = reader.with_batch_size(1 << 20).build().unwrap();
        Self { batch: batches.next().unwrap().unwrap(), metadata }
    }

    fn names(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Keeps these columns, as another program does that passes the metadata on.
    fn with_columns(&self, keep: impl Fn(&str) -> bool) -> Self {
        let places: Vec<usize> = (0..self.batch.num_columns()).filter(|&n| keep(&self.names()[n])).collect();
        Self { batch: self.batch.project(&places).unwrap(), ..self.clone() }
    }

    /// Replaces a column, whose name may change.
    fn with_column(&self, name: &str, other: &str, array: ArrayRef) -> Self {
        let schema = self.batch.schema();
        let place = schema.index_of(name).unwrap();
        let mut fields: Vec<_> = schema.fields().iter().cloned().collect();
        fields[place] = Arc::new(Field::new(other, array.data_type().clone(), true));
        let mut arrays = self.batch.columns().to_vec();
        arrays[place] = array;
        Self { batch: RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).unwrap(), ..self.clone() }
    }

    /// Replaces words of the metadata.
    fn stating(mut self, from: &str, to: &str) -> Self {
        for entry in &mut self.metadata {
            entry.value = entry.value.take().map(|value| value.replace(from, to));
        }
        self
    }

    fn write(&self, place: &Files, name: &str) -> String {
        let path = place.name(name);
        let schema = self.batch.schema();
        let schema = Arc::new(Schema::new(schema.fields().clone()));
        let batch = RecordBatch::try_new(Arc::clone(&schema), self.batch.columns().to_vec()).unwrap();
        let properties = WriterProperties::builder().set_key_value_metadata(Some(self.metadata.clone()));
        let file = File::create(&path).unwrap();
        let mut writer = ArrowWriter::try_new(file, schema, Some(properties.build())).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        path
    }

    /// Returns the page on the table, with its corpus as JSON.
    fn report(&self, place: &Files) -> (String, Value) {
        let path = self.write(place, "rows.parquet");
        let of = |form: &str| run(&["report", &path, "--check=5", "--format", form]);
        let json = parsed(&of("json"));
        (of("md"), json["corpora"][0].clone())
    }
}

/// The findings of a page, the first of which names the rows.
fn findings(page: &str) -> Vec<String> {
    let line = page.lines().find(|line| line.starts_with("**")).unwrap();
    line.trim_matches('*').trim_end_matches('.').split("; ").map(str::to_owned).collect()
}

/// Without any one column, no finding is another than with all of them.
#[test]
#[ignore = "40 s, a hundred pages: bash scripts/long_tests.sh"]
fn long_findings_rest_on_columns_that_are_there() {
    let place = Files::new();
    for (name, options) in [
        ("hodoku", "--count=120 --rulebook=hodoku"),
        ("budget", "--count=150 --rulebook=se --rate-budget=500"),
        ("weighted", "--count=80 --dig=enumerated --rulebook=hodoku"),
    ] {
        let whole = Stated::generate(&place, name, options);
        let (page, json) = whole.report(&place);
        let all = findings(&page);
        assert!(all.len() > 2, "{all:?}");
        let score = json["columns"].as_array().unwrap().iter().find(|column| column["name"] == "score");
        let score = score.unwrap()["median"].as_f64().unwrap();
        let check = |kept: &Stated, words: &str| {
            let found = findings(&kept.report(&place).0);
            let first = all[0].replace("minimal ", "");
            let is_of = |prefix: &str| found[0].replace("minimal ", "").starts_with(prefix);
            let unweighted = all[0].starts_with("All") && is_of("80 rows, a sample of all");
            assert!(is_of(&first) || unweighted, "{words}: {found:?}");
            for finding in found.iter().skip(1).filter(|_| !unweighted) {
                let other = finding.rsplit_once(' ').unwrap();
                let is_score = other.0.starts_with("median score")
                    && (other.1.replace(',', "").parse::<f64>().unwrap() - score).abs() < 0.01 * score;
                assert!(all.contains(finding) || is_score, "{name}, {words}: {finding} of {all:?}");
            }
        };
        for column in whole.names().iter().filter(|name| *name != "puzzle") {
            check(&whole.with_columns(|name| name != column), &format!("without {column}"));
        }
        for kept in words(
            "puzzle puzzle,solution,level puzzle,solved puzzle,solved,t_hidden_single \
             puzzle,solved,t_x_wing puzzle,er puzzle,score,t_naked_single",
        ) {
            let kept: Vec<&str> = kept.split(',').collect();
            check(&whole.with_columns(|name| kept.contains(&name)), &format!("{kept:?}"));
        }
    }
}

/// Rows whose rating the budget ended are neither solved nor beyond the techniques.
#[test]
fn ratings_that_the_budget_ended_are_their_own_class() {
    let place = Files::new();
    let rows = Stated::generate(&place, "budget", "--count=150 --rulebook=se --rate-budget=50");
    let (page, json) = rows.report(&place);
    let ended = rows.batch.column_by_name("er_at_least").unwrap();
    let ended = ended.len() - ended.null_count();
    assert!((2..40).contains(&ended), "{ended}");
    let difficulty = &json["difficulty"];
    assert_eq!(difficulty["beyond_budget"]["rows"], ended);
    assert_eq!(difficulty["solved"]["rows"], 150 - ended);
    let all = findings(&page);
    assert!(all.iter().any(|finding| finding.ends_with("% not rated within the budget")), "{all:?}");
    assert!(all.iter().any(|finding| finding.starts_with("mean ER of those solved ")), "{all:?}");
    assert!(!page.contains("beyond these techniques"), "{page}");
    assert!(page.contains(&format!("{ended} rows were not rated within the budget")), "{page}");
    assert!(page.contains("means, quartiles and correlations of ratings are those of the others"), "{page}");
    let (rated, path) = (place.name("rated.parquet"), rows.write(&place, "rows.parquet"));
    let rate =
        gridmill().args(["rate", &path, "--rulebook=se", "--rate-budget=50", "--out", &rated]).assert();
    let said = String::from_utf8_lossy(&rate.success().get_output().stderr).into_owned();
    assert!(said.contains(&format!("not rated within the budget: {ended}, which have no ER here")), "{said}");
    assert!(!said.contains("not solved by the techniques"), "{said}");
    // Of rows that do not say which ratings were ended, it is not known.
    let (page, json) = rows.with_columns(|name| name != "er_at_least").report(&place);
    assert_eq!(json["difficulty"]["beyond_budget"], Value::Null);
    assert!(!page.contains("beyond these techniques") && !page.contains("within the budget"), "{page}");
    let (page, json) = rows.with_columns(|name| name != "solved").report(&place);
    assert_eq!(json["difficulty"]["solved"], Value::Null);
    assert!(!page.contains("beyond these techniques") && !page.contains("the techniques solve"), "{page}");
    // Weighted estimates say how much they lose.
    let options = "--count=150 --dig=enumerated --rulebook=se --rate-budget=50";
    let (page, json) = Stated::generate(&place, "weighted", options).report(&place);
    let lost = &json["unbiased"]["beyond_budget"];
    assert_eq!(lost["sample"]["rows"], json["difficulty"]["beyond_budget"]["rows"]);
    assert!(lost["sample"]["rows"].as_u64().unwrap() > 0);
    let all = findings(&page);
    assert!(all.iter().any(|finding| finding.ends_with("not rated within the budget")), "{all:?}");
    assert!(all.iter().any(|finding| finding.starts_with("mean ER of those solved ")), "{all:?}");
    assert!(page.contains("Estimated share not rated within the budget: "), "{page}");
}

/// Weights estimate something only while each row has one, in the column that is stated.
#[test]
fn weights_that_rows_lack_estimate_nothing() {
    let place = Files::new();
    let rows = Stated::generate(&place, "weighted", "--count=60 --dig=enumerated");
    let (page, json) = rows.report(&place);
    assert!(findings(&page)[0].starts_with("All minimal 9x9 puzzles, estimated from 60 weighted rows"));
    let weights = rows.batch.column_by_name("weight").unwrap().as_primitive::<Float64Type>().clone();
    let givens = rows.batch.column_by_name("givens").unwrap();
    let light = |n: usize| format!("{:?}", givens.slice(n, 1)).contains("24");
    let missing = (0..60).filter(|&n| light(n)).count();
    assert!(missing > 0 && missing < 60, "{missing}");
    for odd in [None, Some(f64::NAN), Some(f64::INFINITY)] {
        let with = |n: usize| if light(n) { odd } else { Some(weights.value(n)) };
        let array: ArrayRef = Arc::new((0..60).map(with).collect::<Float64Array>());
        let (page, json) = rows.with_column("weight", "weight", array).report(&place);
        assert_eq!(json["unbiased"], Value::Null, "{odd:?}");
        assert_eq!(json["facts"]["weights"]["kind"], "void");
        assert!(!page.contains("estimated from"), "{page}");
        let words = format!("The column weight is not used: {missing} of 60 rows have no weight.");
        assert!(page.contains(&words), "{page}");
    }
    // The column has the name that is stated.
    let other = rows.with_column("weight", "w", Arc::new(weights.clone()));
    let stated = r#""weights":{"kind":"ln","column":""#;
    let named = other.clone().stating(&format!("{stated}weight"), &format!("{stated}w"));
    assert_eq!(named.report(&place).1["unbiased"], json["unbiased"]);
    let (page, found) = other.report(&place);
    assert_eq!(found["unbiased"], Value::Null);
    assert!(page.contains("The column weight is not used: the rows have no column weight."), "{page}");
    let two = rows.stating(&format!("{stated}weight"), &format!("{stated}w"));
    assert_eq!(two.report(&place).1["unbiased"], Value::Null);
}

/// Rows of one shape are not counted as those of another that a file states.
#[test]
fn a_shape_that_the_rows_contradict_is_refused() {
    let place = Files::new();
    let rows = Stated::generate(&place, "weighted", "--count=20 --dig=enumerated");
    let rows = rows.stating(r#""shape":"3x3""#, r#""shape":"2x2""#);
    let path = rows.write(&place, "rows.parquet");
    let said = gridmill().args(["report", &path, "--progress=never"]).stderr_text(1);
    let problem = "rows.parquet: 2x2 boxes are stated, which have 16 cells; its puzzles have 81\n";
    assert!(said.ends_with(problem) && said.lines().count() == 1, "{said}");
}
