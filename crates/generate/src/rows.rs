//! Rows of a corpus, one after the other: what each of them goes through until a block of them is handed on.

use crate::{Generator, Record, Tasks, error::Result};
use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// Rows whose first digs are made together. Digs side by side keep a processor busy until the last of a batch.
const ROWS_AHEAD: u64 = 256;

/// Signals from and to other threads while rows are made.
#[derive(Debug, Clone, Copy)]
pub struct RowSignals<'a> {
    /// No further row is begun once one of these is set.
    pub stops: [&'a AtomicBool; 2],
    /// Rows made.
    pub rows: &'a AtomicU64,
    /// Their givens, added up.
    pub givens: &'a AtomicU64,
}

impl RowSignals<'_> {
    fn is_stopped(&self) -> bool {
        self.stops.iter().any(|stop| stop.load(Relaxed))
    }
}

impl Generator {
    /// Makes the puzzles of `indices`, and passes all that are made so far to `each` after each of them. If `each` returns true, it took
    /// time that is not part of the next puzzle's. Returns `None` if a stop was asked for, or `each` broke off.
    ///
    /// The function that makes a block has no type parameters, so that it is compiled here.
    ///
    /// # Errors
    /// That of the first puzzle that failed, as [`make`](Self::make).
    ///
    /// # Panics
    /// As [`make`](Self::make).
    #[doc(hidden)]
    pub fn make_rows(
        &mut self,
        tasks: &Tasks,
        indices: Range<u64>,
        signals: RowSignals<'_>,
        each: &mut dyn FnMut(&[Record]) -> ControlFlow<(), bool>,
    ) -> Result<Option<Vec<Record>>> {
        let mut records = Vec::with_capacity(usize::try_from(indices.end - indices.start).unwrap_or(0));
        let mut is_next = false;
        let mut rest = indices;
        while !rest.is_empty() {
            // The last index of a corpus may be the largest number there is.
            let batch = rest.start..rest.end.min(rest.start.saturating_add(ROWS_AHEAD));
            rest.start = batch.end;
            if signals.is_stopped() {
                return Ok(None);
            }
            let tasks = batch.clone().map(|index| tasks.task(index)).collect::<Result<Vec<_>>>()?;
            self.dig_ahead(&tasks);
            for (index, task) in batch.zip(&tasks) {
                if signals.is_stopped() {
                    return Ok(None);
                }
                let made = if is_next { self.make_next(task) } else { self.make(task) };
                match made {
                    Ok(made) => {
                        signals.rows.fetch_add(1, Relaxed);
                        signals.givens.fetch_add(made.givens as u64, Relaxed);
                        records.push(Record { index, made });
                    }
                    Err(error) => return Err(error.of_puzzle(index)),
                }
                match each(&records) {
                    ControlFlow::Continue(took_time) => is_next = !took_time,
                    ControlFlow::Break(()) => return Ok(None),
                }
            }
        }
        Ok(Some(records))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MasterSeed, Plan};

    #[test]
    fn rows_are_those_of_their_tasks_until_a_stop() {
        let plan = Plan::default();
        let tasks = Tasks::new(&plan, MasterSeed::from(42), None).unwrap();
        let mut generator = Generator::new(plan).unwrap();
        let [first, second] = [false; 2].map(AtomicBool::new);
        let (rows, givens) = (AtomicU64::new(0), AtomicU64::new(0));
        let signals = RowSignals { stops: [&first, &second], rows: &rows, givens: &givens };
        let mut seen = Vec::new();
        let mut see = |records: &[Record]| {
            seen.push(records.len());
            ControlFlow::Continue(records.len() == 2)
        };
        let made = generator.make_rows(&tasks, 5..8, signals, &mut see).unwrap().unwrap();
        assert_eq!(seen, [1, 2, 3]);
        for (index, record) in (5..).zip(&made) {
            let alone = generator.make(&tasks.task(index).unwrap()).unwrap();
            assert_eq!((record.index, &record.made.puzzle), (index, &alone.puzzle));
        }
        let sum: usize = made.iter().map(|record| record.made.givens).sum();
        assert_eq!((rows.load(Relaxed), givens.load(Relaxed)), (3, sum as u64));

        let made = generator.make_rows(&tasks, 0..300, signals, &mut |records| match records.len() {
            2 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(false),
        });
        assert_eq!((made.unwrap(), rows.load(Relaxed)), (None, 5));
        second.store(true, Relaxed);
        let made = generator.make_rows(&tasks, 0..300, signals, &mut |_| ControlFlow::Continue(false));
        assert_eq!((made.unwrap(), rows.load(Relaxed)), (None, 5));
    }
}
