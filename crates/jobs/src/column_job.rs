//! Rows of existing files with columns added, in the order of the input.
//!
//! ```text
//! TableInput -rows-> threads: ColumnJob::rows -> columns of the input, added columns, `reason` -> CSV, JSON lines or Parquet
//! ```
//!
//! The job decides under which names its columns stand, and which columns of the input they replace ([`AddedColumns`]). Any other
//! column of the input with the name of an added column is kept as `input_NAME`.

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use gridmill_board::{Grid, Solution};
use gridmill_solve::{Diagnosis, OutOfNodes, Remover, Solutions};
use gridmill_tables::{
    Error, Result,
    facts::Facts,
    read::{Invalid, Rows, TableInput},
    schema::{LayoutColumn, Value},
    threads::OrderedMap,
    write::{
        RowsOutput,
        arrays::{array_of, field},
    },
};
use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

/// Way in which a job computes the columns that it adds.
pub(crate) trait ColumnJob: Sync {
    /// Tools of one thread, such as a solver.
    type Worker: Send;
    /// Values added to a row, or the reason why there are none.
    type Row: Send;
    type Totals: Default;

    /// Decides about columns, next to the columns with the names `given` of rows with these facts.
    fn columns(&self, given: &[&str], facts: &Facts) -> Result<AddedColumns>;

    /// Returns the command with the options that decide the added columns.
    fn command(&self) -> String;

    /// Creates the tools of one thread.
    fn worker(&self) -> Self::Worker;

    /// Computes what is added to a row: one with a grid, or with a reason why there is none.
    fn row(worker: &mut Self::Worker, grid: &Result<Grid, String>) -> Self::Row;

    /// Computes what is added to several rows, as [`row`](Self::row) does for each.
    fn rows<'a>(
        worker: &mut Self::Worker,
        grids: impl Iterator<Item = &'a Result<Grid, String>>,
        added: &mut Vec<Self::Row>,
    ) {
        added.extend(grids.map(|grid| Self::row(worker, grid)));
    }

    fn value<'a>(column: &LayoutColumn, row: &'a Self::Row) -> Value<'a>;

    fn reason(row: &Self::Row) -> Option<&str>;

    /// Returns the number of threads, 0 for one a core, and the treatment of rows with a reason, which stay when they are skipped.
    fn run_options(&self) -> (usize, Invalid);

    fn count(rows: &[Self::Row], totals: &mut Self::Totals);
}

/// As [`AddColumns::run`](crate::AddColumns::run).
pub(crate) fn run<J: ColumnJob>(
    job: &J,
    tables: &mut TableInput,
    out: RowsOutput,
    (stop, rows_done): (&AtomicBool, &AtomicU64),
) -> Result<J::Totals> {
    let added = AddedColumns::of(job, tables)?;
    let given = tables.schema().fields().clone();
    let (schema, kept) = (added.schema(&given), added.kept(&given).collect::<Vec<_>>());
    out.format.check_columns(tables)?;
    let facts = added.facts.clone().made_by(job.command(), tables.identities());
    let (threads, invalid) = job.run_options();
    let workers = OrderedMap::new(threads)?;
    let mut out = out.begin(&facts.in_schema(&schema))?.on(workers.pool());
    let mut totals = J::Totals::default();
    let job = (job, invalid, &workers);
    for_each_batch(job, tables, (&added, &schema), (stop, rows_done), |rows, batch, added| {
        out.push(&batch, &rows.literals.select(kept.iter().copied().map(Some)))?;
        J::count(added, &mut totals);
        Ok(())
    })?;
    out.keep()?;
    Ok(totals)
}

/// As [`AddColumns::run_in_memory`](crate::AddColumns::run_in_memory).
pub(crate) fn run_in_memory<J: ColumnJob>(
    job: &J,
    tables: &mut TableInput,
    (stop, rows_done): (&AtomicBool, &AtomicU64),
) -> Result<Vec<RecordBatch>> {
    let added = AddedColumns::of(job, tables)?;
    let schema = added.schema(tables.schema().fields());
    let facts = added.facts.clone().made_by(job.command(), Vec::new());
    let mut batches = vec![RecordBatch::new_empty(facts.in_schema(&schema))];
    let (threads, invalid) = job.run_options();
    let job = (job, invalid, &OrderedMap::new(threads)?);
    for_each_batch(job, tables, (&added, &schema), (stop, rows_done), |_, batch, _| {
        batches.push(batch);
        Ok(())
    })?;
    Ok(batches)
}

/// Columns that a job adds to rows, and what becomes of the columns that they have.
pub(crate) struct AddedColumns {
    /// The added columns in order, without the reason.
    pub columns: Vec<LayoutColumn>,
    /// Columns of the rows that are left out, because the added ones take their place.
    pub replaced: Vec<String>,
    /// Columns of the rows that have another name now.
    pub renamed: BTreeMap<String, String>,
    /// Facts of the rows with the added columns.
    pub facts: Facts,
}

impl AddedColumns {
    /// Returns columns that neither replace nor rename others.
    pub(crate) fn append_only(columns: Vec<LayoutColumn>, facts: &Facts) -> Self {
        Self { columns, replaced: Vec::new(), renamed: BTreeMap::new(), facts: facts.clone() }
    }

    /// Decides about the columns of a job next to those of the tables.
    fn of(job: &impl ColumnJob, tables: &TableInput) -> Result<Self> {
        let names: Vec<&str> = tables.schema().fields().iter().map(|field| field.name().as_str()).collect();
        job.columns(&names, tables.facts())
    }

    /// Returns the places of the columns of the input that stay.
    fn kept<'a>(&'a self, given: &'a Fields) -> impl Iterator<Item = usize> + Clone + 'a {
        (0..given.len()).filter(|&place| !self.replaced.contains(given[place].name()))
    }

    fn schema(&self, given: &Fields) -> SchemaRef {
        let ours = |name: &str| name == REASON || self.columns.iter().any(|column| column.name() == name);
        let stay = self.kept(given).map(|place| {
            let field = &given[place];
            let name = self.renamed.get(field.name()).unwrap_or(field.name());
            Field::new(name, field.data_type().clone(), true)
        });
        let stay: Fields = stay.collect();
        let names = renamed(&stay, ours);
        let stay = stay.iter().zip(names).map(|(field, name)| field.as_ref().clone().with_name(name));
        Arc::new(Schema::new(stay.chain(own_fields(&self.columns)).collect::<Vec<_>>()))
    }
}

/// Name of the column with the reason why values are missing in a row.
pub(crate) const REASON: &str = "reason";

/// Shows each batch of rows, the batch with the added columns, and what was added. Counts rows as they are computed.
///
/// While the threads compute a batch, this one shows the batch before it, and another reads the next.
fn for_each_batch<J: ColumnJob>(
    (job, invalid, workers): (&J, Invalid, &OrderedMap<J::Worker>),
    tables: &mut TableInput,
    (columns, schema): (&AddedColumns, &SchemaRef),
    (stop, rows_done): (&AtomicBool, &AtomicU64),
    mut see: impl FnMut(&Rows, RecordBatch, &[J::Row]) -> Result<()>,
) -> Result<()> {
    let kept: Vec<usize> = columns.kept(tables.schema().fields()).collect();
    let mut show = |rows: &Rows, added: Vec<J::Row>| {
        if invalid == Invalid::Stop {
            refuse::<J>(rows, &added)?;
        }
        let given = kept.iter().map(|&place| rows.batch.column(place));
        see(rows, batch_of::<J>(given, schema, &columns.columns, &added)?, &added)
    };
    tables.read_ahead(|batches| {
        let mut shown = None;
        let mut end = Ok(());
        for batch in batches {
            let rows = match batch {
                Ok(rows) => rows,
                Err(error) => {
                    end = Err(error);
                    break;
                }
            };
            let meanwhile = || shown.take().map_or(Ok(()), |(rows, added)| show(&rows, added));
            let add = |worker: &mut J::Worker, run: Range<usize>, added: &mut Vec<J::Row>| {
                let grids = rows.puzzles[run].iter().map(|(_, grid)| grid);
                add_rows::<J>(worker, grids, (stop, rows_done), added);
            };
            let (added, before) = workers.map_runs(rows.puzzles.len(), || job.worker(), add, meanwhile);
            before?;
            if added.len() < rows.puzzles.len() {
                return Err(Error::Interrupted);
            }
            shown = Some((rows, added));
        }
        // Rows that cannot be read are a later mistake than those before them that are refused.
        shown.map_or(Ok(()), |(rows, added)| show(&rows, added))?;
        end
    })
}

/// Computes what is added to rows, up to the row at which `stop` is set. Counts the rows as they are taken.
fn add_rows<'a, J: ColumnJob>(
    worker: &mut J::Worker,
    grids: impl Iterator<Item = &'a Result<Grid, String>>,
    (stop, rows_done): (&AtomicBool, &AtomicU64),
    added: &mut Vec<J::Row>,
) {
    let grids = grids.take_while(|_| !stop.load(Relaxed));
    J::rows(worker, grids.inspect(|_| _ = rows_done.fetch_add(1, Relaxed)), added);
}

/// As [`AddColumns::added_columns`](crate::AddColumns::added_columns).
pub(crate) fn added_columns<J: ColumnJob>(
    job: &J,
    grids: &[Result<Grid, String>],
    threads: usize,
    (stop, rows_done): (&AtomicBool, &AtomicU64),
) -> Result<RecordBatch> {
    // Checks the options, without which there is no worker.
    let AddedColumns { columns, facts, .. } = job.columns(&[], &Facts::default())?;
    let workers = OrderedMap::new(threads)?;
    let add = |worker: &mut J::Worker, run: Range<usize>, added: &mut Vec<J::Row>| {
        add_rows::<J>(worker, grids[run].iter(), (stop, rows_done), added);
    };
    let (added, ()) = workers.map_runs(grids.len(), || job.worker(), add, || ());
    if added.len() < grids.len() {
        return Err(Error::Interrupted);
    }
    let schema = facts.in_schema(&Schema::new(own_fields(&columns).collect::<Vec<_>>()));
    batch_of::<J>([].into_iter(), &schema, &columns, &added)
}

fn own_fields(columns: &[LayoutColumn]) -> impl Iterator<Item = Field> {
    columns.iter().map(field).chain([Field::new(REASON, DataType::Utf8, true)])
}

/// Returns the names of columns of the input: those that are `ours` become `input_NAME`.
pub(crate) fn renamed(given: &Fields, ours: impl Fn(&str) -> bool) -> Vec<String> {
    let taken = |name: &str| ours(name) || given.iter().any(|field| field.name() == name);
    let renamed = |name: &String| {
        let mut new = name.clone();
        while ours(name) && taken(&new) {
            new = format!("input_{new}");
        }
        new
    };
    given.iter().map(|field| renamed(field.name())).collect()
}

/// Puts the values that the job added next to the columns of the input.
fn batch_of<'a, J: ColumnJob>(
    given: impl Iterator<Item = &'a ArrayRef>,
    schema: &SchemaRef,
    columns: &[LayoutColumn],
    added: &[J::Row],
) -> Result<RecordBatch> {
    let own = columns
        .iter()
        .map(|column| array_of(column.column.kind, added.iter().map(|row| J::value(column, row))));
    let reasons: ArrayRef = Arc::new(added.iter().map(J::reason).collect::<StringArray>());
    let arrays = given.cloned().chain(own).chain([reasons]).collect();
    RecordBatch::try_new(SchemaRef::clone(schema), arrays)
        .map_err(|error| Error::option(format!("the columns do not fit: {error}")))
}

/// Returns the only solution of a grid, or the reason why it has none or several.
pub(crate) fn only_solution(solver: &mut dyn Remover, grid: &Grid) -> Result<Solution, String> {
    let solutions = solver.solutions(grid);
    only_of(solutions, grid, solver)
}

/// Returns the only one of the solutions of a grid, or the reason why it has none or several.
pub(crate) fn only_of(
    solutions: Result<Solutions, OutOfNodes>,
    grid: &Grid,
    solver: &mut dyn Remover,
) -> Result<Solution, String> {
    match solutions {
        Ok(Solutions::Unique(solution)) => Ok(solution),
        Ok(Solutions::None | Solutions::Multiple) => {
            Err(Diagnosis::new(grid, solver)
                .map_or_else(|error| error.to_string(), |found| found.to_string()))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the first row with a reason as an error.
fn refuse<J: ColumnJob>(rows: &Rows, added: &[J::Row]) -> Result<()> {
    let reason = added.iter().enumerate().find_map(|(row, added)| Some((row, J::reason(added)?)));
    reason.map_or(Ok(()), |(row, reason)| Err(rows.error_at(row, reason.to_owned())))
}
