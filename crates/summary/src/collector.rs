//! One summary from many threads: each thread collects batches in a summary of its own, which is merged at intervals.

use super::{RowTools, Summary, SummaryOptions};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use gridmill_tables::threads::lock;
use std::sync::{Arc, Mutex, PoisonError};

/// Rows after which a thread's own summary is merged: often enough that few hashes are held twice.
const OWN_ROWS: u64 = 1 << 18;

/// A summary that threads add to.
#[derive(Debug)]
pub struct SummaryCollector {
    /// The options.
    pub options: SummaryOptions,
    whole: Mutex<Summary>,
    idle: Mutex<Vec<Own>>,
}

#[derive(Debug)]
struct Own {
    summary: Summary,
    tools: RowTools,
}

impl SummaryCollector {
    /// Builds a collector without rows.
    pub fn new(options: SummaryOptions) -> Self {
        Self { whole: Mutex::new(Summary::new(options.clone())), options, idle: Mutex::default() }
    }

    /// Enters the columns of a file in their order, before rows come from many threads.
    pub fn declare(&self, schema: &SchemaRef) {
        lock(&self.whole).absorb(&RecordBatch::new_empty(Arc::clone(schema)), &mut RowTools::default());
    }

    /// Adds a batch; any thread may call it.
    pub fn absorb(&self, batch: &RecordBatch) {
        let idle = lock(&self.idle).pop();
        let mut own = idle.unwrap_or_else(|| Own {
            summary: Summary::new(self.options.clone()),
            tools: RowTools::of(&self.options),
        });
        own.summary.absorb(batch, &mut own.tools);
        if own.summary.rows >= OWN_ROWS {
            let full = std::mem::replace(&mut own.summary, Summary::new(self.options.clone()));
            lock(&self.whole).merge(&full);
        }
        lock(&self.idle).push(own);
    }

    /// Returns the summary of all batches.
    pub fn finish(self) -> Summary {
        let mut whole = self.whole.into_inner().unwrap_or_else(PoisonError::into_inner);
        for own in self.idle.into_inner().unwrap_or_else(PoisonError::into_inner) {
            whole.merge(&own.summary);
        }
        whole
    }
}
