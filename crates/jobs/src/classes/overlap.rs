//! Puzzles that files have in common: as text, up to symmetry, and by their solutions.

use super::{
    inputs::EquivalenceInputs,
    key::Keys,
    sorter::{Sorted, Sorter},
};
use gridmill_board::Shape;
use gridmill_corpus::{Equivalence, RunHooks, Sources};
use gridmill_tables::{Error, Result, read::RowsPart, threads::thread_pool};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// Corpora to compare, at most.
const MOST: usize = 200;

/// Examples of a pair, at most.
const EXAMPLES: usize = 3;

/// Options of looking for common puzzles.
#[derive(Debug, Clone)]
pub struct OverlapJob {
    /// Relations to compare by; those that the shape does not allow are left out.
    pub by: Vec<Equivalence>,
    /// Bytes of memory to use, about.
    pub memory: u64,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Puzzles that corpora have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The corpora.
    pub corpora: Vec<OverlapCorpus>,
    /// Each pair, by each relation that the shape allows.
    pub pairs: Vec<PairOverlap>,
}

/// One of the corpora.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverlapCorpus {
    /// Its name.
    pub name: String,
    /// Rows read.
    pub rows: u64,
    /// Rows without a puzzle.
    pub no_puzzle: u64,
    /// Other rows without exactly one solution.
    pub no_solution: u64,
}

/// Puzzles that two corpora have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairOverlap {
    /// The numbers of the corpora.
    pub corpora: [usize; 2],
    /// The relation.
    pub by: Equivalence,
    /// Classes that both have rows of.
    pub classes: u64,
    /// Rows of these classes in each.
    pub rows: [u64; 2],
    /// Some pairs of rows.
    pub examples: Vec<[OverlapRow; 2]>,
}

/// A row that has an equivalent one in another corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverlapRow {
    /// Its file.
    pub file: PathBuf,
    /// Its line, or its row in a Parquet file, from 1.
    pub line: u64,
    /// The puzzle.
    pub puzzle: String,
}

/// One side of a comparison: rows taken as one corpus.
#[derive(Debug)]
pub struct OverlapSide {
    /// Its name.
    pub name: String,
    /// Its rows.
    pub inputs: EquivalenceInputs,
    /// True if it is compared only with corpora that are not such; if none is, each is compared with each.
    pub is_against: bool,
}

/// Record by class: key, corpus, index.
const RECORD: usize = 16 + 1 + 8;

/// Rows of one class in two corpora: the index of the first in each.
type Example = [u64; 2];

impl OverlapJob {
    /// Relations by default: all whose forms need no rules of solving.
    pub const RELATIONS: [Equivalence; 3] = [Equivalence::Row, Equivalence::Puzzle, Equivalence::Grid];

    /// Compares corpora: each file or folder of `sources`, or the splits of a folder that has them. With `against`, each is compared with each of
    /// those only, not with another of its own group. `inputs` makes the inputs of one.
    ///
    /// # Errors
    /// [`Error::Option`] for fewer than two corpora, [`Error::Io`] and [`Error::Corpus`] for files that fail,
    /// [`Error::Interrupted`] once a stop is asked for.
    pub fn run(
        &self,
        (sources, against): (&Sources, Option<&Sources>),
        shape: Shape,
        inputs: impl Fn(Sources) -> Result<EquivalenceInputs>,
        events: &RunHooks,
    ) -> Result<Overlap> {
        let mut sides = Vec::new();
        for (sources, is_against) in [(Some(sources), false), (against, true)] {
            let Some(sources) = sources else { continue };
            sources.check_standard_input()?;
            for (path, corpus) in sources.paths().iter().zip(sources.each()) {
                let of_corpus = OverlapSide::of_sources(&path.display().to_string(), &corpus, &inputs)?;
                sides.extend(of_corpus.into_iter().map(|side| OverlapSide { is_against, ..side }));
            }
        }
        self.compare(&sides, shape, events)
    }

    /// Compares corpora with puzzles of `shape`.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn compare(&self, sides: &[OverlapSide], shape: Shape, events: &RunHooks) -> Result<Overlap> {
        if sides.len() < 2 {
            let problem = "one corpus has nothing to be compared with: give two, or a folder with splits";
            return Err(Error::option(problem));
        }
        if sides.len() > MOST {
            return Err(Error::option(format!("{} corpora are too many: at most {MOST}", sides.len())));
        }
        let required = |by: &Equivalence| self.by.contains(by);
        let relations: Vec<Equivalence> = Equivalence::ALL.into_iter().filter(required).collect();
        if relations.is_empty() {
            let names = Equivalence::ALL.map(Equivalence::name).join(", ");
            return Err(Error::option(format!("`by=[]`: give some of {names}")));
        }
        let keys = Keys::new(shape, &Arc::new(thread_pool(self.threads)?));
        let work = std::env::temp_dir();
        let memory = usize::try_from(self.memory).unwrap_or(usize::MAX) / (2 * relations.len());
        let mut sorters: Vec<_> = relations.iter().map(|_| Sorter::<RECORD>::new(&work, memory)).collect();
        let mut corpora = Vec::with_capacity(sides.len());
        for (number, side) in (0..).zip(sides) {
            corpora.push(side.read(number, &keys, (&relations, &mut sorters), events)?);
        }
        let mut found = Vec::new();
        for (&by, sorter) in relations.iter().zip(sorters) {
            let sorted = keys.pool().install(|| sorter.finish())?;
            found.extend(common(&sorted, sides, by)?);
        }
        // By pair, then by relation.
        found.sort_by_key(|(pair, _)| pair.corpora);
        let rows = examples(sides, &found, events)?;
        let pairs = found.into_iter().map(|(pair, indices)| {
            let examples = indices
                .into_iter()
                .map(|example| [0, 1].map(|side| rows[&(pair.corpora[side], example[side])].clone()));
            PairOverlap { examples: examples.collect(), ..pair }
        });
        Ok(Overlap { corpora, pairs: pairs.collect() })
    }
}

impl Overlap {
    /// Returns the result as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let corpora = self.corpora.iter().map(|corpus| {
            let OverlapCorpus { name, rows, no_puzzle, no_solution } = corpus;
            serde_json::json!({
                "name": name, "rows": rows, "no_puzzle": no_puzzle, "no_solution": no_solution
            })
        });
        let pairs = self.pairs.iter().map(|pair| {
            let examples = pair.examples.iter().map(|example| {
                let rows = example.iter();
                rows.map(|row| serde_json::json!({ "file": row.file, "row": row.line, "puzzle": row.puzzle }))
                    .collect::<Vec<_>>()
            });
            serde_json::json!({
                "corpora": pair.corpora.map(|corpus| &self.corpora[corpus].name),
                "by": pair.by.name(),
                "classes": pair.classes,
                "rows": pair.rows,
                "examples": examples.collect::<Vec<_>>(),
            })
        });
        serde_json::json!({ "corpora": corpora.collect::<Vec<_>>(), "pairs": pairs.collect::<Vec<_>>() })
    }

    /// Returns true if two corpora have rows of one class by this relation.
    pub fn is_found(&self, by: Equivalence) -> bool {
        self.pairs.iter().any(|pair| pair.by == by && pair.classes > 0)
    }
}

impl OverlapSide {
    /// Returns files as one side of this name, or, where they are of several splits of which none is chosen, each split as one, called
    /// `name/split`.
    ///
    /// # Errors
    /// As [`OverlapJob::run`].
    pub fn of_sources(
        name: &str,
        sources: &Sources,
        inputs: impl Fn(Sources) -> Result<EquivalenceInputs>,
    ) -> Result<Vec<Self>> {
        let sides = sources.corpora(name)?.into_iter();
        sides.map(|(name, sources)| Ok(Self { name, inputs: inputs(sources)?, is_against: false })).collect()
    }

    /// Reads the rows of corpus `number`.
    fn read(
        &self,
        number: u8,
        keys: &Keys,
        (relations, sorters): (&[Equivalence], &mut [Sorter<RECORD>]),
        events: &RunHooks,
    ) -> Result<OverlapCorpus> {
        let name = self.name.clone();
        let mut corpus = OverlapCorpus { name, rows: 0, no_puzzle: 0, no_solution: 0 };
        let tables = self.inputs.tables()?.with_part(RowsPart::Puzzles)?;
        self.inputs.for_each_batch(tables, &events.stop, |rows| {
            for row in keys.of(&rows, relations) {
                let index = corpus.rows;
                corpus.rows += 1;
                let Ok(row) = row else {
                    corpus.no_puzzle += 1;
                    continue;
                };
                for ((key, by), sorter) in row.into_iter().zip(relations).zip(&mut *sorters) {
                    match key {
                        Ok(key) => {
                            let mut record = [number; RECORD];
                            record[..16].copy_from_slice(&key);
                            record[17..].copy_from_slice(&index.to_be_bytes());
                            sorter.push(record)?;
                        }
                        Err(_) if *by == Equivalence::Grid => corpus.no_solution += 1,
                        // A digit twice in a house: its text alone is compared.
                        Err(_) => {}
                    }
                }
            }
            events.counters.rows.fetch_add(rows.puzzles.len() as u64, Relaxed);
            Ok(())
        })?;
        Ok(corpus)
    }
}

/// Finds the classes that two corpora have in common, for each pair that is compared.
fn common(
    sorted: &Sorted<RECORD>,
    sides: &[OverlapSide],
    by: Equivalence,
) -> Result<Vec<(PairOverlap, Vec<Example>)>> {
    let mut pairs = BTreeMap::new();
    let has_groups = sides.iter().any(|side| side.is_against);
    for one in 0..sides.len() {
        for two in one + 1..sides.len() {
            if has_groups && sides[one].is_against == sides[two].is_against {
                continue;
            }
            let pair =
                PairOverlap { corpora: [one, two], by, classes: 0, rows: [0; 2], examples: Vec::new() };
            pairs.insert([one, two], (pair, Vec::new()));
        }
    }
    // For each corpus with rows of the class: their number, and the index of the first.
    let mut class: Vec<(usize, u64, u64)> = Vec::new();
    let mut end = |class: &mut Vec<(usize, u64, u64)>| {
        for (place, &(one, rows, first)) in class.iter().enumerate() {
            for &(two, others, other) in &class[place + 1..] {
                let Some((pair, examples)) = pairs.get_mut(&[one, two]) else { continue };
                pair.classes += 1;
                pair.rows[0] += rows;
                pair.rows[1] += others;
                add_example(examples, [first, other]);
            }
        }
        class.clear();
    };
    let (mut scan, mut key) = (sorted.scan()?, [0; 16]);
    while let Some(record) = scan.next()? {
        if record[..16] != key {
            end(&mut class);
            key.copy_from_slice(&record[..16]);
        }
        let (corpus, mut index) = (usize::from(record[16]), [0; 8]);
        index.copy_from_slice(&record[17..]);
        match class.last_mut() {
            Some((last, rows, _)) if *last == corpus => *rows += 1,
            _ => class.push((corpus, 1, u64::from_be_bytes(index))),
        }
    }
    end(&mut class);
    Ok(pairs.into_values().collect())
}

/// Keeps the least examples, which do not depend on the order in which classes are found.
fn add_example(examples: &mut Vec<Example>, example: Example) {
    let place = examples.partition_point(|known| *known < example);
    if place < EXAMPLES {
        examples.insert(place, example);
        examples.truncate(EXAMPLES);
    }
}

fn examples(
    sides: &[OverlapSide],
    found: &[(PairOverlap, Vec<Example>)],
    events: &RunHooks,
) -> Result<BTreeMap<(usize, u64), OverlapRow>> {
    let mut rows = BTreeMap::new();
    for (number, side) in sides.iter().enumerate() {
        let required: BTreeSet<u64> = found
            .iter()
            .flat_map(|(pair, examples)| {
                let place = pair.corpora.iter().position(|&corpus| corpus == number);
                examples.iter().filter_map(move |example| Some(example[place?]))
            })
            .collect();
        let Some(&last) = required.last() else { continue };
        let (mut first, is_found) = (0, AtomicBool::new(false));
        let read = side.inputs.for_each_batch(side.inputs.tables()?, &is_found, |batch| {
            let end = first + batch.puzzles.len() as u64;
            for &index in required.range(first..end) {
                let place = usize::try_from(index - first).unwrap_or_default();
                let (line, grid) = &batch.puzzles[place];
                let puzzle = grid.as_ref().map_or_else(|_| String::new(), ToString::to_string);
                let file = side.inputs.shown(&batch.file.0).to_owned();
                rows.insert((number, index), OverlapRow { file, line: *line, puzzle });
            }
            first = end;
            is_found.store(end > last || events.stop.load(Relaxed), Relaxed);
            Ok(())
        });
        match read {
            Err(Error::Interrupted) if !events.stop.load(Relaxed) => {}
            read => read?,
        }
    }
    Ok(rows)
}
