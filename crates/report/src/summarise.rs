//! Summaries of files and folders, with the origin that they state.

use crate::{
    metrics::{Bias, Origin},
    summary::{Summary, SummaryCollector, SummaryOptions},
};
use gridmill_corpus::{CorpusReader, Provenance, RunHooks};
use gridmill_tables::Result;
use rayon::ThreadPool;
use std::ops::Range;

/// Reads the rows of `sources`, which are of one corpus, on the threads of `pool`; counts them in `events`. The scales of ratings are added to
/// `options`.
///
/// # Errors
/// Those of reading, [`Error::Corpus`](gridmill_tables::Error::Corpus) for sources that do not fit each other, and
/// [`Error::Interrupted`](gridmill_tables::Error::Interrupted) once `events.stop` is set.
pub fn summarise(
    name: String,
    sources: &[CorpusReader],
    options: SummaryOptions,
    pool: &ThreadPool,
    events: &RunHooks,
) -> Result<(Origin, Summary)> {
    let origin = Origin::of(name, &Provenance::of_sources(sources)?);
    let schemas = || sources.iter().flat_map(CorpusReader::schemas);
    let collector = SummaryCollector::new(options.with_scales(&origin.facts, schemas()));
    schemas().for_each(|schema| collector.declare(schema));
    for source in sources {
        source.scan(pool, &events.stop, &events.counters.rows, |batch| collector.absorb(batch))?;
    }
    Ok((origin, collector.finish()))
}

impl Origin {
    /// Returns the origin that a report shows, of rows with this provenance.
    pub fn of(name: String, provenance: &Provenance) -> Self {
        let bias = provenance.bias().map(|[grids, puzzles]| Bias { grids, puzzles });
        let Provenance { program, command, planned, rating_scale, facts } = provenance.clone();
        let design = facts.design.as_ref();
        Self {
            name,
            program,
            command,
            seed: design.map(|design| design.seed.clone()),
            planned_rows: planned_rows(planned),
            whole_rows: design.map(|design| design.count),
            rating_scale,
            plan: facts.plan().cloned(),
            bias,
            facts,
        }
    }
}

/// Counts the planned rows, each once; `None` if none are stated.
fn planned_rows(mut planned: Vec<Range<u64>>) -> Option<u64> {
    if planned.is_empty() {
        return None;
    }
    planned.sort_by_key(|rows| rows.start);
    let (mut sum, mut end) = (0, 0);
    for rows in planned {
        sum += rows.end.saturating_sub(rows.start.max(end));
        end = end.max(rows.end);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_generate::Plan;
    use gridmill_tables::facts::Facts;

    #[test]
    fn rows_of_parts_count_once() {
        let planned = |parts: &[&[(u64, u64)]]| {
            let of = |part: &[(u64, u64)]| Provenance {
                planned: part.iter().map(|&(start, end)| start..end).collect(),
                facts: Facts::of_plan(&Plan::default(), (1, "42".to_owned()), 5000),
                ..Provenance::default()
            };
            let joined = parts.iter().map(|part| of(part)).reduce(|one, other| one.join(other).unwrap());
            planned_rows(joined.unwrap().planned)
        };
        assert_eq!(planned(&[&[(2000, 4000)], &[(0, 2000), (4000, 5000)]]), Some(5000));
        assert_eq!(planned(&[&[(0, 2000)], &[(0, 2000)], &[(1000, 3000)]]), Some(3000));
        assert_eq!(planned(&[&[(0, 2000)], &[]]), None);
    }
}
