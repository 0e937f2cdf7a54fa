//! Sorting of records by keys that are hashes, on all threads, also of more records than fit in memory.
//!
//! ```text
//! push -> partition of the first byte, full -> its piece on disk, without a name
//! scan: a thread for each partition: pieces read, sorted, shown in order
//! ```
//!
//! Hashes make partitions of about one size, and a class lies in one of them. So no records have to be merged, and all threads sort and
//! scan at the same time. A partition that does not fit in a thread's share of the memory, because many rows are of one class, is
//! sorted on disk.

use super::sorter::{Scan, Sorted, Sorter, order, push_within};
use gridmill_tables::{Error, Result, files::platform};
use rayon::prelude::*;
use std::{
    fs::File,
    path::{Path, PathBuf},
};

/// Number of partitions: one for each first byte.
const PARTITIONS: usize = 256;

/// Records of `N` bytes on their way to being sorted. Their first byte must be that of a hash.
#[derive(Debug)]
pub(super) struct Partitions<const N: usize> {
    folder: PathBuf,
    /// Records of each partition that are not on disk.
    buffers: Vec<Vec<[u8; N]>>,
    /// Records that a buffer holds at most.
    most: usize,
    /// Bytes that all buffers may take.
    memory: usize,
    spilled: Option<Spilled>,
}

/// Records on disk.
#[derive(Debug)]
struct Spilled {
    file: File,
    end: u64,
    /// Pieces of each partition: their offset in the file, and their records.
    pieces: Vec<Vec<(u64, usize)>>,
}

/// Records in order, by partition.
#[derive(Debug)]
pub(super) enum Partitioned<const N: usize> {
    Memory(Vec<Sorted<N>>),
    /// Not sorted before they are read.
    Disk {
        folder: PathBuf,
        file: File,
        pieces: Vec<Vec<(u64, usize)>>,
        /// Bytes that the partitions being scanned may take together.
        memory: usize,
    },
}

impl<const N: usize> Partitions<N> {
    /// Sorts in about `memory` bytes, and beyond that in a file in `folder`.
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        let buffers = vec![Vec::new(); PARTITIONS];
        let most = (memory / N / PARTITIONS).max(1);
        Self { folder: folder.to_owned(), buffers, most, memory, spilled: None }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// [`Error::Io`] if the disk fails.
    pub(super) fn push(&mut self, record: [u8; N]) -> Result<()> {
        let partition = usize::from(record[0]);
        let buffer = &mut self.buffers[partition];
        push_within(buffer, record, self.most);
        if buffer.len() == self.most { self.spill(partition) } else { Ok(()) }
    }

    /// Puts the records of a partition on the disk.
    fn spill(&mut self, partition: usize) -> Result<()> {
        let Self { folder, buffers, spilled, .. } = self;
        let failed = || Error::io("writing a temporary file in", &*folder);
        if spilled.is_none() {
            let file = tempfile::tempfile_in(&*folder).map_err(failed())?;
            *spilled = Some(Spilled { file, end: 0, pieces: vec![Vec::new(); PARTITIONS] });
        }
        let Some(spilled) = spilled else { return Ok(()) };
        let buffer = &mut buffers[partition];
        let bytes = buffer.as_flattened();
        platform::write_all_at(&spilled.file, bytes, spilled.end).map_err(failed())?;
        spilled.pieces[partition].push((spilled.end, buffer.len()));
        spilled.end += bytes.len() as u64;
        buffer.clear();
        Ok(())
    }

    /// Ends the adding of records. If some are on disk, all are, and the memory is free. Sorts on the threads of the pool that calls it.
    ///
    /// # Errors
    /// [`Error::Io`] if the disk fails.
    pub(super) fn finish(mut self) -> Result<Partitioned<N>> {
        if self.spilled.is_some() {
            for partition in 0..PARTITIONS {
                if !self.buffers[partition].is_empty() {
                    self.spill(partition)?;
                }
            }
        }
        let Self { folder, buffers, memory, spilled, .. } = self;
        Ok(match spilled {
            Some(Spilled { file, pieces, .. }) => Partitioned::Disk { folder, file, pieces, memory },
            None => Partitioned::Memory(buffers.into_par_iter().map(sorted).collect()),
        })
    }
}

/// Sorts records in memory, on this thread: other partitions keep the others busy.
fn sorted<const N: usize>(mut records: Vec<[u8; N]>) -> Sorted<N> {
    records.sort_unstable_by(order);
    Sorted::in_memory(records)
}

impl<const N: usize> Partitioned<N> {
    /// Returns the number of partitions.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Memory(partitions) => partitions.len(),
            Self::Disk { pieces, .. } => pieces.len(),
        }
    }

    /// Shows the records of each partition in order, with the number of the partition, on the threads of the pool that calls it. Returns what
    /// `see` returns, in the order of the partitions, which is that of their records.
    ///
    /// # Errors
    /// [`Error::Io`] if the disk fails, and those of `see`.
    pub(super) fn scan_each<T: Send>(
        &self,
        see: impl Fn(usize, &mut Scan<'_, N>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let scan = |partition| match self {
            Self::Memory(partitions) => see(partition, &mut partitions[partition].scan()?),
            Self::Disk { .. } => see(partition, &mut self.load(partition)?.scan()?),
        };
        (0..self.len()).into_par_iter().map(scan).collect()
    }

    /// Reads a partition from the disk and sorts it.
    fn load(&self, partition: usize) -> Result<Sorted<N>> {
        let Self::Disk { folder, file, pieces, memory } = self else { return Ok(sorted(Vec::new())) };
        let share = memory / rayon::current_num_threads();
        let read = |records: &mut [[u8; N]], offset| {
            platform::read_exact_at(file, records.as_flattened_mut(), offset)
                .map_err(Error::io("reading a temporary file in", folder))
        };
        let pieces = &pieces[partition];
        let count: usize = pieces.iter().map(|(_, records)| records).sum();
        if count * N <= share {
            let (mut records, mut first) = (vec![[0; N]; count], 0);
            for &(offset, length) in pieces {
                read(&mut records[first..first + length], offset)?;
                first += length;
            }
            return Ok(sorted(records));
        }
        let mut sorter = Sorter::new(folder, share);
        for &(offset, length) in pieces {
            let mut records = vec![[0; N]; length];
            read(&mut records, offset)?;
            records.into_iter().try_for_each(|record| sorter.push(record))?;
        }
        sorter.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records whose first byte is a hash (Knuth's multiplicative step), or the same for all.
    fn records(count: u64, are_hashes: bool) -> impl Iterator<Item = [u8; 12]> {
        (0..count).map(move |n| {
            let mut record = [7; 12];
            let hash = (n % 1000).wrapping_mul(6_364_136_223_846_793_005) >> 32;
            record[usize::from(!are_hashes)..][..8].copy_from_slice(&(hash << 32 | n).to_be_bytes());
            record
        })
    }

    #[test]
    fn neither_memory_nor_threads_change_the_order() {
        for (count, are_hashes) in [(0, true), (1, true), (5000, true), (5000, false)] {
            let mut expected: Vec<_> = records(count, are_hashes).collect();
            expected.sort_unstable();
            // One record at a time, a few, partitions larger than the share of a thread, and all in memory.
            for (memory, threads) in [(1, 1), (30_000, 1), (30_000, 3), (1 << 20, 2)] {
                let folder = tempfile::tempdir().unwrap();
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let mut partitions = Partitions::<12>::new(folder.path(), memory);
                records(count, are_hashes).for_each(|record| partitions.push(record).unwrap());
                let sorted = pool.install(|| partitions.finish()).unwrap();
                let all = |partition: usize, scan: &mut Scan<'_, 12>| {
                    let all: Vec<_> = std::iter::from_fn(|| scan.next().unwrap()).collect();
                    assert!(all.iter().all(|record| usize::from(record[0]) == partition));
                    Ok(all)
                };
                for _ in 0..2 {
                    let found = pool.install(|| sorted.scan_each(all)).unwrap();
                    assert_eq!(
                        found.concat(),
                        expected,
                        "{count} records, {memory} bytes, {threads} threads"
                    );
                }
            }
        }
    }
}
