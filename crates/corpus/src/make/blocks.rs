//! Blocks of rows of a shard, made and encoded by a worker.

use super::{
    encoded::{BatchObserver, Encoded},
    folder::Folder,
    job::Job,
    saved_rows::SavedRows,
    workers::{BLOCK_ROWS, Block, BlockGenerator},
};
use gridmill_generate::Record;
use gridmill_tables::Result;
use std::ops::Range;

/// Returns the blocks of shard `number`, each with that number and whether it is the last.
pub(crate) fn shard_blocks(job: &Job, number: u64) -> impl Iterator<Item = Block<(u64, bool)>> + use<> {
    let rows = job.rows_of(number);
    let end = rows.end;
    rows.step_by(usize::try_from(BLOCK_ROWS).unwrap_or(usize::MAX)).map(move |first| {
        let indices = first..first.saturating_add(BLOCK_ROWS).min(end);
        Block { tag: (number, indices.end == end), indices }
    })
}

/// Makes the rows of a block that are not saved, and saves them if the shard takes long.
pub(crate) fn encode_block(
    job: &Job,
    (folder, saved): (&Folder, &SavedRows),
    maker: &mut BlockGenerator<'_>,
    indices: Range<u64>,
    observer: BatchObserver<'_>,
) -> Result<Encoded> {
    let mut make = |indices: Range<u64>| -> Result<Encoded> {
        let first = indices.start;
        let save = |from: usize, records: &[Record]| match &records[from..] {
            [] => Ok(()),
            rows => saved.save(folder, job, first + from as u64, rows.len(), &Encoded::new(job, rows, None)?),
        };
        let (mut done, mut tick) = (0, saved.tick());
        let records = maker.make(indices, |records| {
            let is_due = saved.tick() != tick && saved.is_on();
            if is_due {
                save(done, records)?;
                (done, tick) = (records.len(), saved.tick());
            }
            Ok(is_due)
        })?;
        let encoded = Encoded::new(job, &records, observer)?;
        match done {
            _ if !saved.is_on() => {}
            0 => saved.save(folder, job, first, records.len(), &encoded)?,
            _ => save(done, &records)?,
        }
        Ok(encoded)
    };
    let (mut pieces, mut next) = (Vec::new(), indices.start);
    for (place, piece) in saved.of_block(job, &indices)? {
        if next < place.start {
            pieces.push(make(next..place.start)?);
        }
        pieces.push(piece);
        next = place.end;
    }
    if next < indices.end {
        pieces.push(make(next..indices.end)?);
    }
    Encoded::join(job, pieces)
}
