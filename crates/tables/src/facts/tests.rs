//! Facts through JSON, metadata, commands and joins.

use super::*;

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

#[test]
fn facts_go_through_a_schema_and_unknown_fields_are_passed_over() {
    let facts = Facts::of_shape(shape("3x2"));
    let schema = facts.in_schema(&Schema::empty().with_metadata([("a", "b")]));
    assert_eq!(schema.metadata()["a"], "b");
    assert_eq!(Facts::of_metadata(schema.metadata()), Ok(facts.clone()));
    assert_eq!(Facts::of_metadata(&Metadata::default()), Ok(Facts::default()));
    let later = r#"{"version":7,"shape":"3x2","weights":{"kind":"jackknife"},"rows":{"kind":"clustered"},
        "population":{"kind":"planets"},"design":"by hand","splits":[1],"more":2}"#;
    assert_eq!(Facts::parse(later), Ok(facts.clone()));
    // A form that this program does not know says nothing; in a version that it knows, it is a mistake.
    let other_form = r#"{"version":7,"shape":"3x2","weights":{"column":"w"},"scales":"all"}"#;
    assert_eq!(Facts::parse(other_form), Ok(facts.clone()));
    assert!(Facts::parse(&other_form.replace('7', "2")).is_err());
    assert!(Facts::parse(r#"{"version":7,"shape":5}"#).is_err());
    assert!(Facts::default().in_schema(&schema).metadata().get(Facts::KEY).is_none());
}

fn weighted() -> Facts {
    let plan = Plan::default().with_dig(gridmill_generate::Dig::Enumerated);
    Facts::of_plan(&plan, (1, "42".to_owned()), 1000)
}

#[test]
fn the_facts_of_a_plan_go_through_json_and_a_plan_that_contradicts_them_is_dropped() {
    let facts = weighted();
    assert!(facts.population.is_all_minimal() && facts.rows == RowDependence::Independent);
    assert_eq!(facts.weight_column(), Some("weight"));
    assert_eq!(facts.population_words(Shape::STANDARD), "all minimal 9x9 puzzles");
    assert_eq!(Facts::parse(&facts.to_json()), Ok(facts.clone()));
    let other = Facts { shape: Some(shape("2x2")), ..facts };
    assert_eq!(Facts::parse(&other.to_json()).unwrap().plan(), None);
}

#[test]
fn rows_that_another_program_selected_lose_their_weights() {
    let facts = weighted();
    let schema = facts.in_schema_of(&Schema::empty(), 1000);
    assert_eq!(Facts::of_table(schema.metadata(), 1000), Ok(facts));
    let selected = Facts::of_table(schema.metadata(), 999).unwrap();
    assert!(matches!(selected.weights, RowWeights::Void { .. }) && selected.rows == RowDependence::Unknown);
    assert!(!selected.population.is_all_minimal() && selected.plan().is_some());
    assert_eq!(selected.limits(true).len(), 2, "{:?}", selected.limits(true));
}

/// Weights hold only while each row has one, and nothing holds of rows of another shape.
#[test]
fn facts_that_rows_contradict_are_dropped() {
    let facts = weighted();
    let rows = |shape: &str, weighted: Option<u64>| RowsRead {
        shape: shape.parse().unwrap(),
        puzzles: 1000,
        weighted,
    };
    assert_eq!(facts.clone().agreeing_with(rows("3x3", Some(1000))), facts);
    for (weighted, reason) in [
        (Some(999), "1 of 1,000 rows have no weight"),
        (Some(0), "1,000 of 1,000 rows have no weight"),
        (None, "the rows have no column weight"),
    ] {
        let agreed = facts.clone().agreeing_with(rows("3x3", weighted));
        assert_eq!(agreed.weights, RowWeights::Void { reason: reason.to_owned() });
        assert_eq!((agreed.rows, agreed.limits(true).len()), (RowDependence::Unknown, 2));
    }
    assert_eq!(facts.agreeing_with(rows("2x2", Some(1000))), Facts::of_shape(shape("2x2")));
    let plain = Facts::of_plan(&Plan::default(), (1, "42".to_owned()), 1000);
    assert_eq!(plain.clone().agreeing_with(rows("3x3", None)), plain);
}

/// Tables of one design are one table; others are a mixture without weights.
#[test]
fn joined_facts_are_equal_or_a_mixture() {
    let facts = weighted();
    assert_eq!(facts.clone().join(facts.clone()), Ok(facts.clone()));
    let unweighted = Facts::of_plan(&Plan::default(), (1, "42".to_owned()), 1000);
    for other in [unweighted, Facts::default(), Facts { design: None, ..weighted() }] {
        let joined = facts.clone().join(other).unwrap();
        assert!(matches!(joined.weights, RowWeights::Void { .. }), "{joined:?}");
        assert_eq!((joined.rows, joined.design), (RowDependence::Unknown, None));
        assert_eq!(joined.shape, facts.shape);
    }
    assert_eq!(Facts::default().join(Facts::default()), Ok(Facts::default()));
}

#[test]
fn commands_change_what_they_must() {
    let facts = weighted();
    let kept = facts.clone().without_duplicates("puzzle", 0);
    assert_eq!(kept, facts);
    let distinct = facts.clone().without_duplicates("puzzle", 3);
    assert!(!distinct.population.is_estimated() && distinct.weight_column().is_none());
    let splits = SplitFacts {
        name: None,
        of: vec!["train".to_owned(), "test".to_owned()],
        by: "puzzle".to_owned(),
        seed: "1".to_owned(),
        strata: None,
        excluded: Vec::new(),
    };
    let split = facts.clone().split(splits.clone(), 0);
    assert_eq!((&split.population, &split.weights), (&facts.population, &facts.weights));
    let [train, test] = ["train", "test"].map(|name| split.clone().of_split(name));
    assert_eq!(train.clone().join(test), Ok(split));
    assert!(train.splits.unwrap().name.is_some());
    let images = facts.clone().images(3);
    assert_eq!(images.rows, RowDependence::GroupedBySource);
    assert!(images.population.is_estimated() && !images.population.is_all_minimal());
    assert_eq!(images.population_words(Shape::STANDARD), "images of all minimal 9x9 puzzles");
    let excluded = facts.split(splits, 5);
    assert!(!excluded.population.is_all_minimal());
}

/// Words of strangers that a page could not show are not believed.
#[test]
fn endless_and_odd_words_are_dropped() {
    let facts = weighted();
    let plan = |words: &str| Population::Plan { words: words.to_owned() };
    let of = |population: Population| {
        let stated = Facts { population, ..facts.clone() };
        Facts::parse(&stated.to_json()).unwrap().population
    };
    assert_eq!(of(plan("puzzles of mine")), plan("puzzles of mine"));
    for odd in [plan(&"x".repeat(1000)), plan("a\nb"), plan("\u{1b}[2J")] {
        assert_eq!(of(odd), Population::Unknown);
    }
    let mut deep = Population::Unknown;
    for _ in 0..100 {
        deep = Population::Images { of: Box::new(deep), times: 1 };
    }
    assert_eq!(of(deep), Population::Unknown);
}

/// Rows of given grids are independent, because these are the population; conditions are in the words.
#[test]
fn grids_and_conditions_are_named() {
    let grid = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
    let grids = gridmill_generate::InputGrids::new("one.txt", [grid.parse().unwrap()]).unwrap();
    let dig = gridmill_generate::Dig::Weighted;
    let plan = Plan::default().with_dig(dig).with_input_grids(grids);
    let facts = Facts::of_plan(&plan, (1, "42".to_owned()), 1000);
    assert_eq!(facts.population_words(Shape::STANDARD), "all minimal 9x9 puzzles of this grid");
    assert_eq!(facts.rows, RowDependence::Independent);
    let mut plan = Plan::default();
    plan.rating.rulebooks = vec![Arc::new(Rulebook::hodoku().clone())];
    plan.rating = plan.rating.with_level("hard");
    let facts = Facts::of_plan(&plan, (1, "42".to_owned()), 1000);
    assert_eq!(
        facts.population_words(Shape::STANDARD),
        "9x9 puzzles dug top-down from uniform grids (level hard)"
    );
}

#[test]
fn damaged_facts_are_refused_in_one_line() {
    for text in [
        "",
        "{}",
        "[]",
        "[1]",
        "{\"version\":-1}",
        "{\"version\":0}",
        "{\"version\":1,\"shape\":\"9x9\"}",
        "\0",
    ] {
        let problem = Facts::parse(text).unwrap_err();
        assert!(problem.contains(Facts::KEY) && !problem.contains('\n'), "{problem}");
    }
}

#[test]
fn contradictions_name_both_shapes() {
    let facts = Facts::of_shape(shape("3x2"));
    assert_eq!(facts.shape_with(Some(shape("3x2"))), Ok(facts.shape));
    let problem = facts.shape_with(Some(shape("2x3"))).unwrap_err();
    assert_eq!(problem, "the data state 3x2 boxes, and box is 2x3; leave the option out");
    assert!(
        facts.clone().join(Facts::of_shape(shape("2x3"))).unwrap_err().contains("3x2 boxes and 2x3 boxes")
    );
    assert_eq!(facts.clone().join(Facts::default()), Ok(facts));
}

#[test]
fn sizes_of_two_shapes_are_ambiguous() {
    for (cells, shape) in [(16, "2x2"), (81, "3x3"), (256, "4x4"), (625, "5x5")] {
        assert_eq!(only_shape(cells), Ok(Some(shape.parse().unwrap())));
    }
    for cells in [36, 64, 100, 144, 225, 400] {
        assert!(only_shape(cells).is_err(), "{cells}");
    }
    assert_eq!(
        only_shape(36).unwrap_err(),
        "36 cells fit 2x3 and 3x2 boxes; say which: box=\"2x3\" or box=\"3x2\""
    );
    assert_eq!(only_shape(80), Ok(None));
}
