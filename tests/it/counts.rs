//! Minimal puzzles that attempts count: in manifests and files, over parts and resumed runs, and against exact laws.

use crate::{distributions::estimated, prelude::*};
use gridmill::generate::CountSums;

const PLAN: &str =
    "--box 2x2 --dig enumerated --count 600 --seed 3 --shard-rows 200 --no-timings --progress never";

fn unbiased(path: &Path) -> Value {
    let report = run(&["report", path.to_str().unwrap(), "--format=json", "--progress=never"]);
    parsed(&report)["corpora"][0]["unbiased"].clone()
}

/// Parts that are merged, and a run that was stopped, have the counts of one run, to the last bit; a file has those of its rows.
#[test]
fn counts_are_those_of_the_rows_whoever_made_them() {
    let plan = words(PLAN);
    let whole = corpus(&plan);
    let mut parts = parts(3, &plan);
    parts.rotate_right(1);
    assert_eq!(merged(&parts).bytes("manifest.json"), whole.bytes("manifest.json"));
    // A file that is made again.
    let second = &parts[2];
    second.remove("data/part-00001-of-00003.parquet");
    for part in ["--part=2/3", "--part=1/3", "--part=3/3"] {
        run(&[&["generate", "--resume", part, "--out", &second.name()], &plan[..]].concat());
    }
    let stated = manifest(&whole);
    assert_eq!(manifest(second)["shards"], stated["shards"]);

    let mut sums = CountSums::default();
    for shard in stated["shards"].as_array().unwrap() {
        sums.merge(&serde_json::from_value(shard["counts"].clone()).unwrap());
    }
    let estimates = sums.estimates(true).unwrap();
    let page = unbiased(whole.path());
    assert_eq!(page["counted_attempts"], sums.attempts);
    assert_eq!(page["means"][0]["all"]["value"], estimates.mean_givens.value);
    assert_eq!(page["means"][0]["all"]["error"], estimates.mean_givens.error.unwrap());
    assert_eq!(page["per_grid"]["ln"], estimates.per_grid.ln);
    let shares: BTreeMap<String, Value> = page["givens"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["value"].as_str().unwrap().to_owned(), line["all"]["value"].clone()))
        .collect();
    let expected =
        estimates.shares.iter().map(|(givens, share)| (givens.to_string(), Value::from(share.value)));
    assert_eq!(shares, expected.collect());
    let file = unbiased(&whole.file("data/part-00001-of-00003.parquet"));
    assert_eq!(file["counted_attempts"], stated["shards"][1]["counts"]["attempts"]);
    // Other rows do not have them.
    let cut = Folder::new();
    run(&["split", &whole.name(), "--into=a:0.5,b:0.5", "--seed=1", "--by=row", "--out", &cut.name()]);
    let cut = cut.file("data/a-00000-of-00001.parquet");
    assert_eq!(unbiased(&cut)["counted_attempts"], Value::Null);
    assert!(unbiased(&cut)["means"][0]["all"]["error"].is_f64());
}

/// Manifests of earlier programs have no counts; weights then make the estimates. Counts that rows cannot have are refused.
#[test]
fn manifests_without_counts_are_read_and_wrong_ones_refused() {
    let folder = corpus(&words(PLAN));
    let stated = manifest(&folder);
    let path = folder.file("manifest.json");
    let change = |change: &dyn Fn(&mut Value)| {
        let mut changed = stated.clone();
        change(&mut changed["shards"][1]);
        fs::write(&path, serde_json::to_vec(&changed).unwrap()).unwrap();
    };
    change(&|shard| drop(shard.as_object_mut().unwrap().remove("counts")));
    let page = unbiased(folder.path());
    assert_eq!(page["counted_attempts"], Value::Null);
    assert!(page["means"][0]["all"]["error"].is_f64());
    for wrong in [
        &(|shard: &mut Value| shard["counts"]["rows"] = 201.into()) as &dyn Fn(&mut Value),
        &|shard| shard["counts"]["attempts"] = 3.into(),
        &|shard| shard["counts"]["by_givens"]["4"]["sum"] = (-1.0).into(),
    ] {
        change(wrong);
        let text = gridmill().arg("report").arg(folder.path()).stderr_text(1);
        text.assert_has(&["shard part-00001-of-00003.parquet has counts that its rows cannot have"]);
    }
}

#[test]
fn plans_that_reject_puzzles_have_no_counts() {
    for options in ["--box=2x2 --guesses=0", "--er=1.0..2.0 --rulebook=se"] {
        let folder = corpus(&[&["--dig=enumerated", "--count=3", "--seed=1"], &words(options)[..]].concat());
        assert_eq!(manifest(&folder)["shards"][0]["counts"], Value::Null, "{options:?}");
    }
}

/// The law of all 43,149,319,488,000 minimal 6x6 puzzles (transversal search over all 49 classes of grids): per cent by givens, mean, number a
/// grid. Each of eight estimates within 5 of its standard errors; the errors are small enough for the test to mean something.
#[test]
#[ignore = "20 s: bash scripts/long_tests.sh"]
fn very_long_counts_estimate_all_minimal_puzzles_of_6x6() {
    let plan = Plan::for_shape("2x3".parse().unwrap()).with_dig(Dig::Enumerated);
    let estimated = estimated(&plan, "the law of 6x6", 0, 4000);
    let shares =
        [(8, 3.036e-5), (9, 0.010_113), (10, 0.213_881), (11, 0.529_932), (12, 0.225_175), (13, 0.020_460)];
    for (givens, exact) in shares {
        let share = estimated.shares[&givens];
        assert!((share.value - exact).abs() < 5.0 * share.error.unwrap(), "{givens}: {share:?} {exact}");
    }
    let (mean, number) = (estimated.mean_givens, estimated.per_grid);
    let relative = number.relative_error.unwrap();
    assert!((mean.value - 11.033_12).abs() < 5.0 * mean.error.unwrap(), "{mean:?}");
    assert!((number.value() / 1_530_065.625 - 1.0).abs() < 5.0 * relative, "{number:?}");
    assert!(estimated.shares[&8].error.unwrap() < 6e-6 && mean.error.unwrap() < 0.05 && relative < 0.05);
}
