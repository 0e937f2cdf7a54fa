//! Facts that tables state about their rows: what the rows stand for, how they were drawn, and what was done to them since.
//!
//! ```text
//! a plan --of_plan--> Facts --metadata, manifest--> a file --read--> Facts --a command changes them--> the facts of its rows
//! ```
//!
//! Cells do not tell what a table of rows means. A command that passes rows on reads the facts of its input, changes them by the rules in
//! `commands.rs`, and writes them with the rows: so a page about the rows says what holds. Rows of other programs state nothing, and stay
//! unknown.

mod commands;
mod population;

use arrow_schema::{Metadata, Schema, SchemaRef};
pub use commands::RowsRead;
use gridmill_board::Shape;
use gridmill_generate::{Additions, CountSums, Definition, Plan};
use gridmill_rate::{Family, Measure, Rulebook, Technique, TechniqueSet};
use parquet::file::metadata::KeyValue;
pub use population::{BEYOND_BUDGET, FALL_TO_SINGLES, GridPopulation, NEEDED, Population, USED_ON_THE_PATH};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, sync::Arc};

/// Version of the JSON that is written.
const VERSION: u32 = 2;

/// Facts about the rows of a table, which their cells do not tell.
///
/// Written as JSON under [`KEY`](Self::KEY). Fields and kinds that are unknown are passed over, so that files of later versions can be
/// read. What is not stated is unknown: no population, no standard error, no claim of independence.
///
/// ```
/// use gridmill_board::Shape;
/// use gridmill_tables::facts::Facts;
///
/// let facts = Facts::of_shape(Shape::new(3, 2).unwrap());
/// assert_eq!(facts.to_json(), r#"{"version":2,"shape":"3x2"}"#);
/// assert_eq!(Facts::parse(r#"{"version":3,"shape":"3x2","colour":5}"#), Ok(facts));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// Shape of all puzzles; `None` if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// Puzzles that the rows are a sample of.
    #[serde(skip_serializing_if = "is_default")]
    pub population: Population,
    /// Job that drew the rows, or the rows that these were made from.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "if_known")]
    pub design: Option<SamplingDesign>,
    /// Dependence of the rows on each other.
    #[serde(skip_serializing_if = "is_default")]
    pub rows: RowDependence,
    /// Weights of the rows.
    #[serde(skip_serializing_if = "is_default")]
    pub weights: RowWeights,
    /// Scales of the ratings, in the order of their columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<RatingScale>,
    /// Definitions of measures that have one besides the meaning of their columns, by the names of [`Addition`](gridmill_generate::Addition).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub measures: BTreeMap<String, MeasureDefinition>,
    /// Minimal puzzles that the attempts of all these rows counted. Written under [`COUNTS_KEY`](Self::COUNTS_KEY), since they are known only after
    /// the last row.
    #[serde(skip)]
    pub counts: Option<CountSums>,
    /// Splits that the rows were divided into.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "if_known")]
    pub splits: Option<SplitFacts>,
    /// Commands that made the rows, the first first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<HistoryStep>,
}

/// Job that drew rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SamplingDesign {
    /// Stream version.
    pub stream: u32,
    /// The master seed, as text.
    pub seed: String,
    /// Rows of the whole corpus.
    pub count: u64,
    /// Plan of the puzzles; `None` if this program does not know it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "if_known")]
    pub plan: Option<Box<Plan>>,
}

/// Dependence of the rows of a table on each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RowDependence {
    /// Each row was drawn by itself.
    Independent,
    /// Rows share grids that were drawn: no standard errors by rows.
    GroupedByGrid,
    /// Rows are images of the same sources.
    GroupedBySource,
    /// Not known: no standard errors.
    #[default]
    #[serde(other)]
    Unknown,
}

/// Weights of rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RowWeights {
    /// Every row counts the same.
    Equal,
    /// A column holds the natural logarithm of the number of puzzles that a row stands for.
    Ln {
        /// Name of the column.
        column: String,
        /// Dig whose law the weights follow.
        law: String,
        /// True if the column of attempts counts the grids tried, so that numbers of puzzles a grid can be estimated.
        attempts: bool,
    },
    /// The column stays, and weighs nothing any more.
    Void {
        /// Reason, in words.
        reason: String,
    },
    /// Not known: a column of such a name may hold anything.
    #[default]
    #[serde(other)]
    Unknown,
}

/// Scale of ratings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingScale {
    /// Name of the rulebook.
    pub rulebook: String,
    /// The scale and its version.
    pub scale: String,
    /// Name of the measure: `er` or `score`.
    pub measure: String,
    /// Beginning of the names of its columns, empty if it is the only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prefix: String,
    /// Work that the chains of one puzzle were allowed, in nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
}

/// Definition of a measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureDefinition {
    /// Version of the definition, such as `trial/1`, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Bounds by name, such as the nodes of work that a question was allowed.
    #[serde(flatten)]
    pub bounds: BTreeMap<String, u64>,
}

impl MeasureDefinition {
    fn taken(add: Additions, trial_budget: u64) -> impl Iterator<Item = (String, Self)> {
        add.definitions(trial_budget).map(|(addition, Definition { version, bounds, .. })| {
            let bounds = bounds.into_iter().map(|(name, bound)| (name.to_owned(), bound)).collect();
            (addition.name().to_owned(), Self { version: version.map(str::to_owned), bounds })
        })
    }
}

/// Splits that share no class of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitFacts {
    /// Split of these rows; `None` of all of them together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// All splits.
    pub of: Vec<String>,
    /// Relation of rows that are in one split: `row`, `puzzle` or `grid`.
    pub by: String,
    /// Seed of the cut.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seed: String,
    /// Column whose values have equal shares in each split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strata: Option<String>,
    /// Files whose classes were left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<InputIdentity>,
}

/// Command that made rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryStep {
    /// The program and its version.
    pub program: String,
    /// The command with the options that decide the rows, without names of files.
    pub command: String,
    /// The files that it read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputIdentity>,
}

/// File that a command read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputIdentity {
    /// Name of the file or folder, without the folders above it.
    pub name: String,
    /// BLAKE3 hash of its bytes, or of the hashes of a folder's files; empty for a stream.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub blake3: String,
}

#[derive(Serialize, Deserialize)]
struct Stated {
    version: u32,
    #[serde(flatten)]
    facts: Facts,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Returns false for a fact that a later version states in a form of its own. The version and the shape have one form for good.
#[expect(clippy::ptr_arg, reason = "as `retain` passes the key")]
fn is_known_form(key: &String, value: &mut Value) -> bool {
    let alone = Map::from_iter([(key.clone(), value.clone())]);
    ["version", "shape"].contains(&key.as_str()) || serde_json::from_value::<Facts>(alone.into()).is_ok()
}

/// Reads a value that another version may write in another form; such a one is unknown.
fn if_known<'de, D: Deserializer<'de>, T: serde::de::DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).ok())
}

impl RatingScale {
    /// Describes the scale of a rulebook whose columns begin with `prefix`.
    pub fn of(rulebook: &Rulebook, prefix: &str, budget: u64) -> Self {
        let measure = match rulebook.measure() {
            Measure::Er => "er",
            Measure::Score => "score",
        };
        Self {
            rulebook: rulebook.name().to_owned(),
            scale: rulebook.scale().to_owned(),
            measure: measure.to_owned(),
            prefix: prefix.to_owned(),
            budget: gridmill_rate::Rater::limits(rulebook.techniques()).then_some(budget),
        }
    }

    /// Returns the measure, if this program knows it.
    pub fn known_measure(&self) -> Option<Measure> {
        match self.measure.as_str() {
            "er" => Some(Measure::Er),
            "score" => Some(Measure::Score),
            _ => None,
        }
    }

    /// Returns the built-in rulebook of this scale.
    pub fn built_in(&self) -> Option<&'static Rulebook> {
        Rulebook::all_built_in().iter().find(|rulebook| rulebook.scale() == self.scale)
    }

    /// Returns the techniques that the rulebook tries only where there is no single; none if it is not built in.
    pub fn after_singles(&self) -> TechniqueSet {
        let Some(rulebook) = self.built_in() else { return TechniqueSet::EMPTY };
        let is_single = |technique: Technique| technique.family() == Family::Singles;
        let last = rulebook.rules().iter().rposition(|rule| rule.techniques().iter().any(is_single));
        let after = rulebook.rules().iter().skip(last.map_or(usize::MAX, |last| last + 1));
        after.flat_map(|rule| rule.techniques().iter()).collect()
    }
}

impl Facts {
    /// Key of the metadata.
    pub const KEY: &'static str = "gridmill.facts";

    /// Key of the number of rows, in the metadata of files and tables: a program that keeps the metadata and drops rows shows by it.
    pub const ROWS_KEY: &'static str = "gridmill.rows";

    /// Key of what the attempts of the rows counted, in the metadata of files and tables: sums as JSON.
    pub const COUNTS_KEY: &'static str = "gridmill.counts";

    /// Creates the facts of puzzles of one shape, of which nothing else is known.
    pub fn of_shape(shape: Shape) -> Self {
        Self { shape: Some(shape), ..Self::default() }
    }

    /// Creates the facts of `count` rows that a plan makes from a master seed.
    pub fn of_plan(plan: &Plan, (stream, seed): (u32, String), count: u64) -> Self {
        let rulebooks = &plan.rating.rulebooks;
        let prefixes = plan.rating.prefixes();
        let scales = rulebooks.iter().zip(&prefixes);
        Self {
            shape: Some(plan.shape),
            population: Population::of_plan(plan),
            design: Some(SamplingDesign { stream, seed, count, plan: Some(Box::new(plan.clone())) }),
            rows: RowDependence::of_plan(plan),
            weights: RowWeights::of_plan(plan),
            scales: scales
                .map(|(rulebook, prefix)| RatingScale::of(rulebook, prefix, plan.budgets.rating))
                .collect(),
            measures: MeasureDefinition::taken(plan.add, plan.budgets.trial).collect(),
            counts: None,
            splits: None,
            history: Vec::new(),
        }
    }

    /// Returns the plan of the design, if this program knows it.
    pub fn plan(&self) -> Option<&Plan> {
        self.design.as_ref()?.plan.as_deref()
    }

    /// Returns the name of the column of weights that count.
    pub fn weight_column(&self) -> Option<&str> {
        match &self.weights {
            RowWeights::Ln { column, .. } => Some(column),
            RowWeights::Unknown | RowWeights::Equal | RowWeights::Void { .. } => None,
        }
    }

    /// Returns the JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&Stated { version: VERSION, facts: self.clone() }).unwrap_or_default()
    }

    /// Parses the JSON form.
    ///
    /// # Errors
    /// A line that says why the text states no facts.
    pub fn parse(text: &str) -> Result<Self, String> {
        // A list of the values would be read as the fields, too.
        let fields = serde_json::from_str::<Map<String, Value>>(text);
        let stated = fields.and_then(|mut fields| {
            if fields.get("version").and_then(Value::as_u64) > Some(VERSION.into()) {
                fields.retain(is_known_form);
            }
            serde_json::from_value::<Stated>(fields.into())
        });
        let stated = stated.map_err(|error| format!("the metadata {} are damaged: {error}", Self::KEY))?;
        if stated.version == 0 {
            return Err(format!("the metadata {} have version 0; versions begin at 1", Self::KEY));
        }
        Ok(stated.facts.believable())
    }

    /// Drops what a page could not show, and a plan that contradicts itself or the shape.
    fn believable(mut self) -> Self {
        if !self.population.is_printable() {
            self.population = Population::Unknown;
            self.rows = RowDependence::Unknown;
            self.weights =
                self.weights.void("the population of the rows is stated in words that cannot be shown");
        }
        if let RowWeights::Void { reason } = &self.weights
            && !population::is_short_line(reason)
        {
            self.weights = RowWeights::Unknown;
        }
        if let Some(design) = &mut self.design
            && let Some(plan) = &design.plan
            && (plan.validate().is_err() || self.shape != Some(plan.shape))
        {
            design.plan = None;
        }
        self
    }

    /// Reads the facts of metadata; none are known where they state none.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn of_metadata(metadata: &Metadata) -> Result<Self, String> {
        Self::of_values(|key| metadata.get(key).cloned(), None)
    }

    /// Reads the facts of a table with `rows` rows from its metadata. If these count other rows, another program selected them.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn of_table(metadata: &Metadata, rows: u64) -> Result<Self, String> {
        Self::of_values(|key| metadata.get(key).cloned(), Some(rows))
    }

    /// Reads the facts of keys and values: those under [`KEY`](Self::KEY).
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn of_values(value: impl Fn(&str) -> Option<String>, rows: Option<u64>) -> Result<Self, String> {
        let Some(text) = value(Self::KEY) else { return Ok(Self::default()) };
        let facts = Self::parse(&text)?;
        // Those of another version, or of other rows, are unknown.
        let counts = value(Self::COUNTS_KEY).and_then(|text| serde_json::from_str::<CountSums>(&text).ok());
        let counts = counts.filter(|counts| counts.are_of(rows.unwrap_or(counts.rows)));
        let facts = Self { counts, ..facts };
        let stated = value(Self::ROWS_KEY).and_then(|rows| rows.parse::<u64>().ok());
        Ok(match (stated, rows) {
            (Some(stated), Some(rows)) if stated != rows => facts.selected_outside(),
            (Some(_) | None, _) => facts,
        })
    }

    /// Returns a schema with these facts in its metadata, in the place of others.
    pub fn in_schema(&self, schema: &Schema) -> SchemaRef {
        let mut metadata = schema.metadata().clone();
        self.put(&mut metadata);
        Arc::new(schema.clone().with_metadata(metadata))
    }

    /// Returns a schema with these facts and the number of rows of the table in its metadata, in the place of others.
    pub fn in_schema_of(&self, schema: &Schema, rows: u64) -> SchemaRef {
        let mut metadata = schema.metadata().clone();
        self.put(&mut metadata);
        metadata.insert(Self::ROWS_KEY, rows.to_string());
        Arc::new(schema.clone().with_metadata(metadata))
    }

    /// Puts the facts into metadata, in the place of others.
    pub fn put(&self, metadata: &mut Metadata) {
        metadata.remove(Self::ROWS_KEY);
        metadata.remove(Self::COUNTS_KEY);
        if let Some(counts) = &self.counts {
            let KeyValue { key, value } = Self::counts_value(counts);
            metadata.insert(key, value.unwrap_or_default());
        }
        if *self == Self::default() {
            metadata.remove(Self::KEY);
        } else {
            metadata.insert(Self::KEY, self.to_json());
        }
    }

    /// Returns the metadata that hold counts.
    pub fn counts_value(counts: &CountSums) -> KeyValue {
        let text = serde_json::to_string(counts).unwrap_or_default();
        KeyValue::new(Self::COUNTS_KEY.to_owned(), text)
    }

    /// Returns the shape of the puzzles: that which the data state, or else the one `chosen` by an option.
    ///
    /// # Errors
    /// A line that names both, if they contradict each other.
    pub fn shape_with(&self, chosen: Option<Shape>) -> Result<Option<Shape>, String> {
        match (self.shape, chosen) {
            (Some(stated), Some(chosen)) if stated != chosen => {
                Err(format!("the data state {stated} boxes, and box is {chosen}; leave the option out"))
            }
            (stated, chosen) => Ok(stated.or(chosen)),
        }
    }

    /// Returns these facts with the shape of the puzzles.
    #[must_use]
    pub fn with_shape(mut self, shape: Shape) -> Self {
        self.shape = Some(shape);
        self
    }
}

/// Returns the only shape of grids with this many cells; `None` if no shape has that number.
///
/// # Errors
/// A line that names both shapes, if there are two.
pub fn only_shape(cells: usize) -> Result<Option<Shape>, String> {
    match Shape::of_cells(cells) {
        Some(shape) if shape != shape.transposed() => {
            let other = shape.transposed();
            Err(format!(
                "{cells} cells fit {shape} and {other} boxes; say which: box=\"{shape}\" or box=\"{other}\""
            ))
        }
        shape => Ok(shape),
    }
}

/// Returns the shape of puzzles of which the first has this many cells: `stated`, or else the only one that fits; 9x9 without a puzzle.
///
/// # Errors
/// A line that says that the puzzle does not fit the shape that is stated, or that two shapes fit.
pub fn shape_of(cells: Option<usize>, stated: Option<Shape>) -> Result<Shape, String> {
    match (cells, stated) {
        (Some(cells), Some(shape)) if cells != shape.cells() => {
            let required = shape.cells();
            Err(format!("{shape} boxes are stated, which have {required} cells; its puzzles have {cells}"))
        }
        (_, Some(shape)) => Ok(shape),
        (Some(cells), None) => Ok(only_shape(cells)?.unwrap_or(Shape::STANDARD)),
        (None, None) => Ok(Shape::STANDARD),
    }
}

#[cfg(test)]
mod tests;
