//! Summaries of tables: bounded in size for any number of rows, and mergeable.
//!
//! ```text
//! batch --absorb--> Summary       Summary + Summary --merge--> Summary of both
//! ```
//!
//! A summary does not depend on the order of rows, batches, files or threads: counts are whole, sums are exact, and samples are
//! chosen by the contents of rows.

mod batch;
mod collector;
mod column;
mod difficulty;
mod distinct;
mod distribution;
mod exact;
mod examples;
mod forms;
mod numbers;
mod puzzles;
mod rank_counts;
mod relations;
mod trial;
mod verify;
mod weights;

use arrow_array::{Array as _, RecordBatch};
use arrow_schema::SchemaRef;
use batch::{Batch, MISSING, name_of};
pub use collector::SummaryCollector;
pub use column::{ColumnSummary, TimeSum, TimeSums, Values};
pub use difficulty::DifficultyCounts;
use difficulty::{BatchRatings, PathOfSingles};
pub use distinct::{Copies, Distinct, Overlap, OverlapSide};
pub use distribution::Distribution;
pub use examples::{ExampleRow, Examples};
use forms::{FormColumns, FormFinder, FormSets};
use gridmill_board::Shape;
use gridmill_rate::{Rulebook, SinglesClosure, TechniqueSet};
use gridmill_tables::{
    facts::{Facts, RowsRead},
    read::names::distinct_names,
    schema::{ColumnId, arrow::text},
};
pub use numbers::Numbers;
pub use puzzles::{Offences, PuzzleCounts, SYMMETRIES};
pub use rank_counts::value_of_bin;
pub use relations::{Ranks, Relations};
use std::{collections::BTreeMap, sync::Arc};
use trial::TrialColumns;
pub use trial::{TrialClass, TrialCounts, TrialMeasure, ValueSums};
pub use verify::VerifyScope;
use verify::{PuzzleVerifier, RowSample, SampledRow, Verdicts};
pub use weights::{Group, Quantile, RowWeight, Weight, Weights, mean_of_groups, quantile_of_groups};

/// Options of a summary, the same for all parts of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SummaryOptions {
    /// The size of the grids.
    pub shape: Shape,
    /// Puzzles that are verified one by one.
    pub scope: VerifyScope,
    /// Puzzles up to which copies are counted exactly.
    pub distinct_limit: usize,
    /// True if canonical forms are found, so that several corpora can be compared up to symmetry.
    pub forms: bool,
    /// The scales of the ratings, at least one.
    pub scales: Arc<[ScaleColumns]>,
    /// The column of weights.
    pub weights: Arc<str>,
}

/// Columns of ratings on one scale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScaleColumns {
    /// Beginning of their names.
    pub prefix: String,
    /// Techniques that the rulebook tries only where there is no single: a path with one of them did not fall to singles.
    pub after_singles: TechniqueSet,
    /// All techniques of the rulebook; `None` if it is not known.
    pub techniques: Option<TechniqueSet>,
}

/// Statistics of a corpus, in memory that does not grow with its rows, except for 16 bytes a puzzle up to the limit for copies, and 24 more
/// with canonical forms.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The options.
    pub options: SummaryOptions,
    /// Rows seen.
    pub rows: u64,
    /// In the order of the first file; of others, at the end by name.
    pub columns: Vec<(String, ColumnSummary)>,
    /// Counts of puzzles and of what offends against their rules.
    pub puzzles: PuzzleCounts,
    /// Rated rows with a readable puzzle, and of these those that naked and hidden singles solve.
    pub falls_to_singles: (u64, u64),
    /// In the order of the options.
    scales: Vec<ScaleSummary>,
    /// Pairs of measures of the same puzzles.
    pub relations: Relations,
    /// Values of trial by class.
    pub trial: TrialCounts,
    /// Times by name of their column.
    pub times: BTreeMap<String, TimeSums>,
    distinct: Distinct,
    /// The classes of puzzles and solutions, if canonical forms are found.
    pub forms: Option<FormSets>,
    sample: RowSample,
    verdicts: Verdicts,
}

/// Statistics of ratings on one scale. The first also has the weights of all rows and the first row of all.
#[derive(Debug, Clone, Default)]
struct ScaleSummary {
    difficulty: DifficultyCounts,
    weights: Weights,
    examples: Examples,
}

impl ScaleSummary {
    fn merge(&mut self, other: &Self) {
        let Self { difficulty, weights, examples } = other;
        self.difficulty.merge(difficulty);
        self.weights.merge(weights);
        self.examples.merge(examples);
    }
}

/// A scale of a summary.
#[derive(Debug, Clone, Copy)]
pub struct Scale<'a> {
    /// The summary that it belongs to.
    pub summary: &'a Summary,
    /// Place among the scales, from 0.
    pub place: usize,
    /// Prefix of the scale's columns; empty for the first.
    pub prefix: &'a str,
    /// Ratings counted.
    pub difficulty: &'a DifficultyCounts,
    /// Weights by rating.
    pub weights: &'a Weights,
    /// Puzzles that are shown.
    pub examples: &'a Examples,
}

impl<'a> Scale<'a> {
    /// Returns the summary of a column, if some file has it.
    pub fn column_of(self, id: ColumnId) -> Option<&'a ColumnSummary> {
        self.summary.column_named(&name_of(id, self.prefix))
    }
}

impl SummaryOptions {
    /// Chooses the scales that the facts state, or else those whose columns have a prefix, or else one; and the column of weights that they
    /// name.
    #[must_use]
    pub fn with_scales<'a>(self, facts: &Facts, schemas: impl Iterator<Item = &'a SchemaRef>) -> Self {
        let stated = facts.scales.iter().map(|scale| ScaleColumns {
            prefix: scale.prefix.clone(),
            after_singles: scale.after_singles(),
            techniques: scale.built_in().map(Rulebook::techniques),
        });
        let mut scales: Vec<ScaleColumns> = stated.collect();
        if scales.is_empty() {
            let names = schemas.flat_map(|schema| schema.fields().iter().map(|field| field.name().as_str()));
            let names: Vec<&str> = names.collect();
            let prefixes = names.iter().filter_map(|name| name.strip_suffix(ColumnId::StuckCells.name()));
            for prefix in prefixes.filter(|prefix| prefix.ends_with('_')) {
                if scales.iter().all(|known| known.prefix != prefix) {
                    scales.push(ScaleColumns::unknown(prefix));
                }
            }
            if names.contains(&ColumnId::StuckCells.name()) || scales.is_empty() {
                scales.insert(0, ScaleColumns::unknown(""));
            }
        }
        let weights = facts.weight_column().map_or(self.weights, Arc::from);
        Self { scales: scales.into(), weights, ..self }
    }

    /// Puzzles up to which copies are counted exactly, by default: 256 MiB of hashes.
    pub const DISTINCT_LIMIT: usize = 1 << 24;

    /// Returns the default options for `shape`.
    pub fn of(shape: Shape) -> Self {
        Self {
            shape,
            scope: VerifyScope::Sample(1000),
            distinct_limit: Self::DISTINCT_LIMIT,
            forms: false,
            scales: Arc::new([ScaleColumns::unknown("")]),
            weights: ColumnId::Weight.name().into(),
        }
    }
}

impl ScaleColumns {
    /// Returns the columns of ratings by a rulebook that is not known.
    fn unknown(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), after_singles: TechniqueSet::EMPTY, techniques: None }
    }
}

/// Solvers for the rows of one thread, those that the options want.
#[derive(Debug, Default)]
struct RowTools {
    /// Present if every puzzle is verified.
    verifier: Option<PuzzleVerifier>,
    forms: Option<FormFinder>,
    /// Absent where no rows are read.
    singles: Option<SinglesClosure>,
}

impl RowTools {
    fn of(options: &SummaryOptions) -> Self {
        let (shape, all) = (options.shape, options.scope == VerifyScope::All);
        Self {
            verifier: all.then(|| PuzzleVerifier::new(shape)),
            forms: options.forms.then(|| FormFinder::new(shape, all)),
            singles: Some(SinglesClosure::new(shape)),
        }
    }
}

impl Summary {
    /// Builds a summary without rows.
    pub fn new(options: SummaryOptions) -> Self {
        let size = if let VerifyScope::Sample(size) = options.scope { size } else { 0 };
        Self {
            rows: 0,
            columns: Vec::new(),
            puzzles: PuzzleCounts::new(options.shape),
            falls_to_singles: (0, 0),
            scales: vec![ScaleSummary::default(); options.scales.len()],
            relations: Relations::default(),
            trial: TrialCounts::default(),
            times: BTreeMap::new(),
            distinct: Distinct::new(options.distinct_limit),
            forms: options.forms.then(|| FormSets::new(options.distinct_limit)),
            sample: RowSample::new(size),
            verdicts: Verdicts::default(),
            options,
        }
    }

    /// Returns the scales, of which the first has the weights of all rows.
    pub fn scales(&self) -> impl Iterator<Item = Scale<'_>> {
        let named = self.options.scales.iter().zip(&self.scales).enumerate();
        named.map(|(place, (columns, ScaleSummary { difficulty, weights, examples }))| Scale {
            summary: self,
            place,
            prefix: &columns.prefix,
            difficulty,
            weights,
            examples,
        })
    }

    /// Returns the distributions of times, by column, for percentile files.
    pub fn times(&self) -> impl Iterator<Item = (&str, &hdrhistogram::Histogram<u64>)> {
        self.columns.iter().filter_map(|(name, column)| Some((name.as_str(), column.numbers()?.times()?)))
    }

    /// Adds the rows of a batch. Columns are identified by name; a later one of the same name is another column.
    fn absorb(&mut self, rows: &RecordBatch, tools: &mut RowTools) {
        self.rows += rows.num_rows() as u64;
        let names = rows.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
        let names = distinct_names(names);
        for (place, (name, array)) in names.iter().zip(rows.columns()).enumerate() {
            self.column(place, name, || ColumnSummary::new(name, &**array)).absorb(&**array);
        }
        let scales = Arc::clone(&self.options.scales);
        let prefixes = || scales.iter().map(|scale| scale.prefix.as_str());
        let of_scales = prefixes().zip(&mut self.scales);
        let ratings: Vec<BatchRatings<'_>> = of_scales
            .map(|(prefix, scale)| BatchRatings::of(Batch::new(rows, prefix), &mut scale.difficulty))
            .collect();
        let Some(first) = ratings.first() else { return };
        let batch = Batch::new(rows, "");
        let (givens, falls) = self.absorb_puzzles(batch, (first, &scales[0]), tools);
        let puzzles = batch.texts(ColumnId::Puzzle);
        let index = batch.whole(ColumnId::Index);
        let puzzle = |row| puzzles.and_then(|texts| text(texts, row));
        for (scale, ratings) in self.scales.iter_mut().zip(&ratings) {
            scale.difficulty.absorb(ratings, &givens, index.as_deref(), puzzle);
            scale.examples.absorb(ratings, &givens, index.as_deref(), puzzle);
        }
        TimeSums::absorb(&mut self.times, batch, &givens, first.ratings());
        let weights = batch.weights(&self.options.weights);
        if let Some(weights) = &weights {
            self.absorb_weights(batch, weights, (&givens, &falls), (&ratings, index.as_deref()));
        }
        let named: Vec<(&str, &BatchRatings<'_>)> = prefixes().zip(&ratings).collect();
        let trial = TrialColumns::of(batch);
        self.trial.absorb(batch, &trial, &named, &givens, weights.as_deref());
        self.relations.absorb(batch, &named, &trial, &givens, weights.as_deref());
    }

    /// Describes the rows for the comparison with facts.
    pub fn rows_read(&self) -> RowsRead {
        let column = self.column_named(&self.options.weights);
        let weighted = self.scales.first().map_or(0, |scale| scale.weights.all.rows);
        RowsRead { shape: self.options.shape, puzzles: self.puzzles.rows, weighted: column.map(|_| weighted) }
    }

    /// Returns the summary of a column of no rulebook, if some file has it.
    pub fn column_of(&self, id: ColumnId) -> Option<&ColumnSummary> {
        self.column_named(id.name())
    }

    fn column_named(&self, required: &str) -> Option<&ColumnSummary> {
        self.columns.iter().find(|(name, _)| name == required).map(|(_, column)| column)
    }

    /// Returns the column of this name, which is likely at `place`.
    fn column(
        &mut self,
        place: usize,
        name: &str,
        new: impl FnOnce() -> ColumnSummary,
    ) -> &mut ColumnSummary {
        let is_there = self.columns.get(place).is_some_and(|(known, _)| known == name);
        let found =
            if is_there { Some(place) } else { self.columns.iter().position(|(known, _)| known == name) };
        let place = found.unwrap_or_else(|| {
            self.columns.push((name.to_owned(), new()));
            self.columns.len() - 1
        });
        &mut self.columns[place].1
    }

    /// Adds the puzzles; returns the number of givens of each row, and whether it is rated and falls to singles.
    fn absorb_puzzles(
        &mut self,
        batch: Batch<'_>,
        (ratings, scale): (&BatchRatings<'_>, &ScaleColumns),
        tools: &mut RowTools,
    ) -> (Vec<u64>, Vec<bool>) {
        let mut falls = vec![false; batch.rows()];
        let rated = &mut self.falls_to_singles.0;
        let (solutions, minimal) = (batch.texts(ColumnId::Solution), batch.flags(ColumnId::Minimal));
        let solution = |row| solutions.and_then(|texts| text(texts, row));
        let minimal = |row| minimal.filter(|flags| flags.is_valid(row)).map(|flags| flags.value(row));
        let cells = self.options.shape.cells();
        let (distinct, sample, verdicts) = (&mut self.distinct, &mut self.sample, &mut self.verdicts);
        let (forms, columns) = (&mut self.forms, FormColumns::of(batch));
        let path_of_singles = ratings.paths_of_singles(scale);
        let givens = self.puzzles.absorb(batch, |row, puzzle, digits| {
            let path = path_of_singles(row);
            *rated += u64::from(path != PathOfSingles::Absent);
            falls[row] = match path {
                PathOfSingles::Whole => true,
                PathOfSingles::Broken | PathOfSingles::Absent => false,
                PathOfSingles::Open => {
                    tools.singles.as_mut().is_some_and(|tool| tool.solves(&digits[..cells]))
                }
            };
            let hash = distinct::hash(&digits[..cells]);
            distinct.add(hash);
            if sample.wants(hash) {
                let solution = solution(row).map(str::to_owned);
                sample.add(SampledRow { hash, puzzle: puzzle.to_owned(), solution, minimal: minimal(row) });
            }
            if let (Some(finder), Some(forms)) = (&mut tools.forms, &mut *forms) {
                finder.add((row, columns), (puzzle, hash), forms);
            }
            if let Some(verifier) = &mut tools.verifier {
                verifier.look(puzzle, solution(row), minimal(row), verdicts);
            }
        });
        self.falls_to_singles.1 += falls.iter().filter(|falls| **falls).count() as u64;
        (givens, falls)
    }

    fn absorb_weights(
        &mut self,
        batch: Batch<'_>,
        weights: &[f64],
        (givens, falls): (&[u64], &[bool]),
        (ratings, index): (&[BatchRatings<'_>], Option<&[u64]>),
    ) {
        let attempts = batch.whole(ColumnId::Attempts);
        for (row, (&ln, &givens)) in weights.iter().zip(givens).enumerate() {
            let (Some(one), Ok(givens)) = (RowWeight::of_ln(ln), u16::try_from(givens)) else { continue };
            for (scale, ratings) in self.scales.iter_mut().zip(ratings) {
                ratings.weigh(row, one, givens, &mut scale.weights);
            }
            let Some(ScaleSummary { weights: all, .. }) = self.scales.first_mut() else { return };
            if let Some(&index) = index.map(|index| &index[row])
                && index != MISSING
            {
                all.add_to_batch(one, index, givens);
            }
            if falls[row] {
                all.falls_to_singles.add(one);
            }
            if let Some(&attempts) = attempts.as_ref().map(|attempts| &attempts[row])
                && attempts != MISSING
            {
                all.add_attempts(one, attempts as f64);
            }
        }
    }

    /// Adds the summary of another part of the corpus.
    pub fn merge(&mut self, other: &Self) {
        // A part that is not named here does not compile.
        let Self {
            options: _,
            rows,
            columns,
            puzzles,
            falls_to_singles,
            scales,
            relations,
            trial,
            times,
            distinct,
            forms,
            sample,
            verdicts,
        } = other;
        self.rows += rows;
        for (place, (name, column)) in columns.iter().enumerate() {
            let mut known = true;
            let mine = self.column(place, name, || {
                known = false;
                column.clone()
            });
            if known {
                mine.merge(column);
            }
        }
        self.puzzles.merge(puzzles);
        self.falls_to_singles.0 += falls_to_singles.0;
        self.falls_to_singles.1 += falls_to_singles.1;
        self.scales.iter_mut().zip(scales).for_each(|(mine, theirs)| mine.merge(theirs));
        self.relations.merge(relations);
        self.trial.merge(trial);
        merge_maps(&mut self.times, times, TimeSums::merge);
        self.distinct.merge(distinct);
        if let (Some(mine), Some(theirs)) = (&mut self.forms, forms) {
            mine.merge(theirs);
        }
        self.sample.merge(sample);
        self.verdicts.merge(verdicts);
    }

    /// Sorts puzzles and classes once, so that copies can be counted and corpora compared.
    pub fn settle(&mut self) {
        self.distinct.settle();
        if let Some(forms) = &mut self.forms {
            forms.settle();
        }
    }

    /// Counts distinct puzzles and copies of a settled summary.
    pub fn copies(&self) -> Copies {
        self.distinct.copies()
    }

    /// Counts the puzzles that are also in another summary, both settled.
    pub fn overlap(&self, other: &Self) -> Overlap {
        self.distinct.overlap(&other.distinct)
    }

    /// Returns the results of verification: those of every row, or of the sample, which is verified now.
    pub fn verdicts(&self) -> Verdicts {
        let mut verdicts = self.verdicts.clone();
        if self.options.scope != VerifyScope::All {
            let mut verifier = PuzzleVerifier::new(self.options.shape);
            for SampledRow { puzzle, solution, minimal, .. } in self.sample.rows() {
                verifier.look(puzzle, solution.as_deref(), *minimal, &mut verdicts);
            }
        }
        verdicts
    }
}

/// Merges the sums of another map into those with the same keys. A sum without any counterpart is that of the other.
fn merge_maps<K: Ord + Clone, V: Clone>(
    mine: &mut BTreeMap<K, V>,
    theirs: &BTreeMap<K, V>,
    merge: impl Fn(&mut V, &V),
) {
    for (key, sums) in theirs {
        match mine.get_mut(key) {
            Some(known) => merge(known, sums),
            None => drop(mine.insert(key.clone(), sums.clone())),
        }
    }
}

fn add_counts(mine: &mut [u64], theirs: &[u64]) {
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{ArrayRef, UInt64Array};
    use arrow_schema::{DataType, Field, Schema};
    use std::sync::Arc;

    #[test]
    fn columns_of_one_name_are_columns_of_their_own() {
        let fields = ["a", "a", "a (2)", "a"].map(|name| Field::new(name, DataType::UInt64, true));
        let arrays = [[Some(1), None], [None, None], [Some(3), Some(4)], [None, Some(5)]];
        let arrays = arrays.map(|values| Arc::new(UInt64Array::from(values.to_vec())) as ArrayRef);
        let schema = Arc::new(Schema::new(fields.to_vec()));
        let batch = RecordBatch::try_new(schema, arrays.to_vec()).unwrap();
        let mut summary = Summary::new(SummaryOptions::of(Shape::STANDARD));
        summary.absorb(&batch, &mut RowTools::default());
        let other = summary.clone();
        summary.merge(&other);
        let found = summary.columns.iter().map(|(name, column)| (name.as_str(), column.rows, column.nulls));
        let found: Vec<_> = found.collect();
        assert_eq!(found, [("a", 4, 2), ("a (3)", 4, 4), ("a (2)", 4, 0), ("a (4)", 4, 2)]);
        assert!(summary.columns.iter().all(|(_, column)| column.rows <= summary.rows));
    }
}
