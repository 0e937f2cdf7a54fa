//! The keys of the classes of all rows, on disk in the order of the rows.
//!
//! ```text
//! block: rows (u32) | rows x (1 if there is a key, key 16, detail 8) | hash of the block so far (16)
//! ```
//!
//! A run that goes on takes the blocks that are whole.
//! Programs that compare rows by means of their own, such as an engine that shuffles rows between
//! machines, get the keys as a list.

use super::{
    inputs::EquivalenceInputs,
    key::{Key, Keys},
};
use gridmill_corpus::{Equivalence, RunHooks};
use gridmill_generate::MasterSeed;
use gridmill_tables::{
    Error, Result,
    files::open_own,
    read::{Invalid, Rows, RowsPart},
    threads::thread_pool,
};
use std::{
    fs::File,
    io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering::Relaxed},
};

/// Bytes of a row.
const ROW: usize = 25;

/// Rows of a block, at most: more than a batch has.
const MAX_ROWS: usize = 1 << 16;

/// Key of a row and what else decides its place; `None` for a row without a puzzle.
pub(super) type RowKey = Option<(Key, [u8; 8])>;

/// Function that computes the detail of each row of a batch. It sees all batches, also those whose keys are known.
type Details<'a> = &'a mut dyn FnMut(&Rows) -> Result<Vec<[u8; 8]>>;

/// Function that takes the index and the key of each row, in order.
type Seen<'a> = &'a mut dyn FnMut(u64, RowKey) -> Result<()>;

pub(super) struct KeyFile {
    path: PathBuf,
    file: File,
    pub(super) rows: u64,
}

impl KeyFile {
    /// Opens the file at `path`, with the rows of its whole blocks, or makes it.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let open = || {
            let mut options = File::options();
            let file = open_own(path, options.read(true).write(true).create(true).truncate(false))?;
            let (mut rows, mut end) = (0, 0);
            let mut reader = BufReader::with_capacity(1 << 18, &file);
            while let Some(block) = read_block(&mut reader)? {
                rows += (block.len() / ROW) as u64;
                end += (4 + block.len() + 16) as u64;
            }
            file.set_len(end)?;
            (&file).seek(SeekFrom::Start(end))?;
            Ok(Self { path: path.to_owned(), file, rows })
        };
        open().map_err(Error::io("opening", path))
    }

    /// Makes a file without a name in `folder`.
    pub(super) fn temporary(folder: &Path) -> Result<Self> {
        let file = tempfile::tempfile_in(folder).map_err(Error::io("creating a file in", folder))?;
        Ok(Self { path: folder.to_owned(), file, rows: 0 })
    }

    /// Finds the keys of the rows that are not in the file yet, and shows those of all rows to `see`. `detail` computes what is kept with
    /// each, from this part of the rows. Rows without a puzzle are kept as such if they are skipped.
    pub(super) fn complete(
        &mut self,
        inputs: (&EquivalenceInputs, RowsPart),
        keys: (&Keys, Equivalence),
        (detail, see): (Details<'_>, Seen<'_>),
        invalid: Invalid,
        events: &RunHooks,
    ) -> Result<()> {
        self.for_each(&mut *see)?;
        self.append_from(self.rows, inputs, keys, (detail, see), invalid, events)
    }

    /// Adds the keys of the rows of other files. `detail` sees their puzzles alone.
    pub(super) fn append_keys(
        &mut self,
        inputs: &EquivalenceInputs,
        keys: (&Keys, Equivalence),
        detail: Details<'_>,
        invalid: Invalid,
        events: &RunHooks,
    ) -> Result<()> {
        self.append_from(0, (inputs, RowsPart::Puzzles), keys, (detail, &mut |_, _| Ok(())), invalid, events)
    }

    /// Adds the keys of the rows after the first `known`.
    fn append_from(
        &mut self,
        known: u64,
        (inputs, part): (&EquivalenceInputs, RowsPart),
        (keys, by): (&Keys, Equivalence),
        (detail, see): (Details<'_>, Seen<'_>),
        invalid: Invalid,
        events: &RunHooks,
    ) -> Result<()> {
        let mut first = 0;
        // Keys of the batch before: written and shown while those of this one are computed.
        let mut found: Vec<RowKey> = Vec::new();
        inputs.for_each_batch(inputs.tables()?.with_part(part)?, &events.stop, |rows| {
            let count = rows.puzzles.len();
            if first + count as u64 > known {
                let meanwhile = || {
                    self.append(&found, see)?;
                    detail(&rows)
                };
                let (keys, details) = keys.of_meanwhile(&rows, by, meanwhile);
                found = with_details(&rows, keys, details?, invalid)?;
                found.drain(..usize::try_from(known.saturating_sub(first)).unwrap_or(count));
            } else {
                detail(&rows)?;
            }
            first += count as u64;
            events.counters.rows.fetch_add(count as u64, Relaxed);
            Ok(())
        })?;
        self.append(&found, see)
    }

    fn append(&mut self, keys: &[RowKey], see: Seen<'_>) -> Result<()> {
        for (index, key) in (self.rows..).zip(keys) {
            see(index, *key)?;
        }
        for keys in keys.chunks(MAX_ROWS) {
            let mut block = Vec::with_capacity(4 + keys.len() * ROW + 16);
            block.extend_from_slice(&u32::try_from(keys.len()).unwrap_or(u32::MAX).to_le_bytes());
            for key in keys {
                let (found, (key, detail)) = (key.is_some(), key.unwrap_or_default());
                block.push(u8::from(found));
                block.extend_from_slice(&key);
                block.extend_from_slice(&detail);
            }
            let hash = blake3::hash(&block);
            block.extend_from_slice(&hash.as_bytes()[..16]);
            self.file.write_all(&block).map_err(Error::io("writing", &self.path))?;
            self.rows += keys.len() as u64;
        }
        Ok(())
    }

    /// Shows the rows in order.
    pub(super) fn for_each(&self, mut see: impl FnMut(u64, RowKey) -> Result<()>) -> Result<()> {
        let failed = || Error::io("reading", &self.path);
        (&self.file).seek(SeekFrom::Start(0)).map_err(failed())?;
        let mut reader = BufReader::with_capacity(1 << 18, &self.file);
        let mut index = 0;
        while let Some(block) = read_block(&mut reader).map_err(failed())? {
            for row in block.chunks_exact(ROW) {
                let (mut key, mut detail) = (Key::default(), [0; 8]);
                key.copy_from_slice(&row[1..17]);
                detail.copy_from_slice(&row[17..]);
                see(index, (row[0] == 1).then_some((key, detail)))?;
                index += 1;
            }
        }
        Ok(())
    }
}

/// Joins keys and details of rows. Rows without a puzzle have none if they are skipped.
fn with_details(
    rows: &Rows,
    keys: Vec<Result<Key, String>>,
    details: Vec<[u8; 8]>,
    invalid: Invalid,
) -> Result<Vec<RowKey>> {
    let mut found = Vec::with_capacity(keys.len());
    for (row, (key, detail)) in keys.into_iter().zip(details).enumerate() {
        match key {
            Ok(key) => found.push(Some((key, detail))),
            Err(_) if invalid == Invalid::Skip => found.push(None),
            Err(problem) => return Err(rows.error_at(row, problem)),
        }
    }
    Ok(found)
}

/// Reads a block of rows; `None` at the end, and from the first block on that is not whole.
fn read_block(reader: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    let mut read = |bytes: &mut [u8]| match reader.read_exact(bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    };
    if !read(&mut length)? {
        return Ok(None);
    }
    let rows = u32::from_le_bytes(length) as usize;
    let mut block = vec![0; if rows <= MAX_ROWS { rows * ROW } else { return Ok(None) }];
    let mut hash = [0; 16];
    if !read(&mut block)? || !read(&mut hash)? {
        return Ok(None);
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(&length).update(&block);
    Ok((hasher.finalize().as_bytes()[..16] == hash).then_some(block))
}

const CONTEXT: &str = "gridmill 2026-11-22 order of classes in splits 1";

/// Returns the secret of the keys whose order is that of the classes in a split with `seed`.
pub(super) fn secret_of(seed: &MasterSeed) -> [u8; 32] {
    blake3::derive_key(CONTEXT, &seed.puzzle_seed(0))
}

/// Computes the key of the class of each row, in order: rows have the same key if they are the same by `by`.
///
/// Keys are those of [`DedupJob`](super::dedup::DedupJob). With a seed they are those of a [`SplitJob`](super::split::SplitJob) with that seed: a split is
/// a range of them. A skipped row has no key.
///
/// # Errors
/// [`Error::NoPuzzle`] for the first row without a puzzle otherwise, those of reading, and [`Error::Interrupted`].
pub fn class_keys(
    inputs: &EquivalenceInputs,
    by: Equivalence,
    seed: Option<&MasterSeed>,
    invalid: Invalid,
    threads: usize,
    events: &RunHooks,
) -> Result<Vec<Option<[u8; 16]>>> {
    let pool = Arc::new(thread_pool(threads)?);
    let keys = match seed {
        Some(seed) => Keys::seeded(inputs.shape(), &pool, secret_of(seed)),
        None => Keys::new(inputs.shape(), &pool),
    };
    let folder = std::env::temp_dir();
    let mut file = KeyFile::temporary(&folder)?;
    let mut no_details = |rows: &Rows| Ok(vec![[0; 8]; rows.puzzles.len()]);
    file.append_keys(inputs, (&keys, by), &mut no_details, invalid, events)?;
    let mut found = Vec::new();
    file.for_each(|_, key| {
        found.push(key.map(|(key, _)| key));
        Ok::<(), Error>(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(file: &KeyFile) -> Vec<RowKey> {
        let mut all = Vec::new();
        file.for_each(|index, key| {
            assert_eq!(index, all.len() as u64);
            all.push(key);
            Ok(())
        })
        .unwrap();
        all
    }

    /// A file that is cut or changed anywhere gives the rows of the blocks before, and takes more.
    #[test]
    fn whole_blocks_survive() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        let keys: Vec<RowKey> = (0..30_u8).map(|n| (n % 7 != 3).then_some(([n; 16], [n; 8]))).collect();
        let mut file = KeyFile::open(&path).unwrap();
        keys.chunks(10).for_each(|keys| file.append(keys, &mut |_, _| Ok(())).unwrap());
        assert_eq!((file.rows, all(&file)), (30, keys.clone()));
        let whole = std::fs::read(&path).unwrap();
        let block = whole.len() / 3;
        for cut in 0..whole.len() {
            let mut changed = whole.clone();
            changed[cut] ^= 0x40;
            for bytes in [&whole[..cut], &changed] {
                std::fs::write(&path, bytes).unwrap();
                let mut file = KeyFile::open(&path).unwrap();
                let left = cut / block * 10;
                assert_eq!((file.rows, all(&file)), (left as u64, keys[..left].to_vec()), "at byte {cut}");
                file.append(&keys[left..], &mut |_, _| Ok(())).unwrap();
                assert_eq!(all(&file), keys);
            }
        }
    }
}
