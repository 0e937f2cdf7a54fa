//! Sorting of more records than fit in memory: by one thread, or on all threads by keys that are hashes.
//!
//! ```text
//! push, push ... -> buffer, full -> sorted -> a run on disk, without a name
//! scan: the runs, merged
//! ```
//!
//! Records have a fixed width and are ordered as bytes, so numbers in them are big-endian. Crates for external sorting decode each record
//! and are read once; here a record is copied as it is, and the merged records are read as often as they are needed.
//!
//! ```text
//! push -> partition of the first byte, full -> its piece on disk, without a name
//! scan: a thread for each partition: pieces read, sorted, shown in order
//! ```
//!
//! Hashes make partitions of about one size, and a class lies in one of them. So no records have to be merged, and all threads sort and
//! scan at the same time. A partition that does not fit in a thread's share of the memory, because many rows are of one class, is
//! sorted on disk.

use gridmill_tables::{Error, Result, files::platform};
use rayon::prelude::*;
use std::{
    cmp::{Ordering, Reverse},
    collections::BinaryHeap,
    fs::File,
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
    slice,
};

/// Records of `N` bytes on their way to being sorted.
pub(super) struct Sorter<const N: usize> {
    records: Sorted<N>,
    /// Records that the buffer holds at most.
    most: usize,
}

/// Records in order.
pub(super) struct Sorted<const N: usize> {
    folder: PathBuf,
    /// Sorted runs on disk, with the number of records of each.
    runs: Vec<(File, usize)>,
    /// The last run.
    buffer: Vec<[u8; N]>,
    /// Bytes that reading the runs may take.
    memory: usize,
}

impl<const N: usize> Sorter<N> {
    /// Sorts in about `memory` bytes, and beyond that in files in `folder`.
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        let records = Sorted { folder: folder.to_owned(), runs: Vec::new(), buffer: Vec::new(), memory };
        Self { records, most: (memory / N).max(1) }
    }

    /// Adds a record.
    pub(super) fn push(&mut self, record: [u8; N]) -> Result<()> {
        let buffer = &mut self.records.buffer;
        push_within(buffer, record, self.most);
        if buffer.len() == self.most { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> Result<()> {
        let Sorted { folder, runs, buffer, .. } = &mut self.records;
        sort(buffer);
        let failed = || Error::io("writing a temporary file in", &*folder);
        let file = tempfile::tempfile_in(&*folder).map_err(failed())?;
        let mut out = BufWriter::with_capacity(1 << 18, &file);
        out.write_all(buffer.as_flattened()).and_then(|()| out.flush()).map_err(failed())?;
        drop(out);
        runs.push((file, buffer.len()));
        buffer.clear();
        Ok(())
    }

    /// Ends the adding of records. If some are on disk, all are, and the memory is free.
    pub(super) fn finish(mut self) -> Result<Sorted<N>> {
        if self.records.runs.is_empty() {
            sort(&mut self.records.buffer);
        } else {
            self.spill()?;
            self.records.buffer = Vec::new();
        }
        Ok(self.records)
    }
}

/// Adds a record to a buffer that never has room for more than `most`.
fn push_within<const N: usize>(buffer: &mut Vec<[u8; N]>, record: [u8; N], most: usize) {
    if buffer.len() == buffer.capacity() {
        buffer.reserve_exact(most.min(2 * buffer.len().max(1 << 10)) - buffer.len());
    }
    buffer.push(record);
}

/// Compares records. Their first eight bytes nearly always decide, and numbers are compared sooner than bytes.
pub(super) fn order<const N: usize>(one: &[u8; N], other: &[u8; N]) -> Ordering {
    const HEAD: usize = 8;
    let head = |record: &[u8; N]| {
        let mut head = [0; HEAD];
        head[..N.min(HEAD)].copy_from_slice(&record[..N.min(HEAD)]);
        u64::from_be_bytes(head)
    };
    head(one).cmp(&head(other)).then_with(|| one.cmp(other))
}

fn sort<const N: usize>(records: &mut [[u8; N]]) {
    records.par_sort_unstable_by(order);
}

impl<const N: usize> Sorted<N> {
    /// Takes records that are sorted.
    fn in_memory(records: Vec<[u8; N]>) -> Self {
        Self { folder: PathBuf::new(), runs: Vec::new(), buffer: records, memory: 0 }
    }

    /// Goes through the records in order.
    pub(super) fn scan(&self) -> Result<Scan<'_, N>> {
        let share = self.memory / N / (self.runs.len() + 1);
        let ahead = share.clamp(1 << 8, 1 << 16);
        let mut runs: Vec<_> =
            self.runs.iter().map(|(file, records)| Run::new(&self.folder, file, *records, ahead)).collect();
        let mut next = BinaryHeap::with_capacity(runs.len());
        for (place, run) in runs.iter_mut().enumerate() {
            if let Some(record) = run.next()? {
                next.push(Reverse((record, place)));
            }
        }
        Ok(Scan { buffer: self.buffer.iter(), runs, next })
    }
}

/// Records in order, one at a time.
pub(super) struct Scan<'a, const N: usize> {
    buffer: slice::Iter<'a, [u8; N]>,
    runs: Vec<Run<'a, N>>,
    /// The next record of each run.
    next: BinaryHeap<Reverse<([u8; N], usize)>>,
}

impl<const N: usize> Scan<'_, N> {
    /// Returns the next record; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<[u8; N]>> {
        let Some(mut least) = self.next.peek_mut() else { return Ok(self.buffer.next().copied()) };
        let Reverse((record, place)) = *least;
        match self.runs[place].next()? {
            Some(following) => *least = Reverse((following, place)),
            None => drop(std::collections::binary_heap::PeekMut::pop(least)),
        }
        Ok(Some(record))
    }
}

struct Run<'a, const N: usize> {
    folder: &'a Path,
    file: &'a File,
    /// Records of the run, and those of them that were read.
    records: usize,
    read: usize,
    /// Records that are read at once, at most.
    ahead: usize,
    block: std::vec::IntoIter<[u8; N]>,
}

impl<'a, const N: usize> Run<'a, N> {
    fn new(folder: &'a Path, file: &'a File, records: usize, ahead: usize) -> Self {
        Self { folder, file, records, read: 0, ahead, block: Vec::new().into_iter() }
    }

    fn next(&mut self) -> Result<Option<[u8; N]>> {
        if self.block.as_slice().is_empty() && self.read < self.records {
            let mut block = vec![[0; N]; self.ahead.min(self.records - self.read)];
            let offset = (self.read * N) as u64;
            platform::read_exact_at(self.file, block.as_flattened_mut(), offset)
                .map_err(Error::io("reading a temporary file in", self.folder))?;
            self.read += block.len();
            self.block = block.into_iter();
        }
        Ok(self.block.next())
    }
}

/// Number of partitions: one for each first byte.
const PARTITIONS: usize = 256;

/// Records of `N` bytes on their way to being sorted. Their first byte must be that of a hash.
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

struct Spilled {
    file: File,
    end: u64,
    /// Pieces of each partition: their offset in the file, and their records.
    pieces: Vec<Vec<(u64, usize)>>,
}

/// Records in order, by partition.
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
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Memory(partitions) => partitions.len(),
            Self::Disk { pieces, .. } => pieces.len(),
        }
    }

    /// Shows the records of each partition in order, with the number of the partition, on the threads of the pool that calls it. Returns what
    /// `see` returns, in the order of the partitions, which is that of their records.
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
    use gridmill_testing::sample;

    /// A small generator of test records (Knuth's multiplicative step); the records repeat.
    fn records(count: u64) -> impl Iterator<Item = [u8; 9]> {
        (0..count).map(|n| {
            let mut record = [0; 9];
            record[..8].copy_from_slice(&(n.wrapping_mul(6_364_136_223_846_793_005) >> 40).to_be_bytes());
            record[8] = (n % 3) as u8;
            record
        })
    }

    fn sorted(count: u64, memory: usize) -> Vec<[u8; 9]> {
        let folder = tempfile::tempdir().unwrap();
        let mut sorter = Sorter::<9>::new(folder.path(), memory);
        records(count).for_each(|record| sorter.push(record).unwrap());
        let sorted = sorter.finish().unwrap();
        let all = || {
            let mut scan = sorted.scan().unwrap();
            std::iter::from_fn(|| scan.next().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(all(), all(), "a second scan gives the same");
        all()
    }

    #[test]
    fn memory_does_not_change_the_order() {
        let (some, many) = sample((300_u16, 1500_u16), (1000, 5000));
        for count in [0, 1, 2, some, many].map(u64::from) {
            let mut expected: Vec<_> = records(count).collect();
            expected.sort_unstable();
            // One record at a time, runs of 11 records, runs of `some`, one run exactly full, and all in memory.
            for memory in [1, 100, 9 * usize::from(some), 9 * usize::from(many), 1 << 20] {
                assert_eq!(sorted(count, memory), expected, "{count} records in {memory} bytes");
            }
        }
    }

    /// Records whose first byte is a hash (Knuth's multiplicative step), or the same for all.
    fn hashed_records(count: u64, are_hashes: bool) -> impl Iterator<Item = [u8; 12]> {
        (0..count).map(move |n| {
            let mut record = [7; 12];
            let hash = (n % 1000).wrapping_mul(6_364_136_223_846_793_005) >> 32;
            record[usize::from(!are_hashes)..][..8].copy_from_slice(&(hash << 32 | n).to_be_bytes());
            record
        })
    }

    #[test]
    fn neither_memory_nor_threads_change_the_order() {
        let (many, little) = sample((500, 3000), (5000, 30_000));
        for (count, are_hashes) in [(0, true), (1, true), (many, true), (many, false)] {
            let mut expected: Vec<_> = hashed_records(count, are_hashes).collect();
            expected.sort_unstable();
            // One record at a time, a few, partitions larger than the share of a thread, and all in memory.
            for (memory, threads) in [(1, 1), (little, 1), (little, 3), (1 << 20, 2)] {
                let folder = tempfile::tempdir().unwrap();
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let mut partitions = Partitions::<12>::new(folder.path(), memory);
                hashed_records(count, are_hashes).for_each(|record| partitions.push(record).unwrap());
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
