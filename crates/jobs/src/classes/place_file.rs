//! The place of each row: a byte a row, 0 for a row that is left out, else the number of its split and 1.

use super::sorter::{Sorted, Sorter};
use gridmill_tables::{
    Error, Result,
    files::{HashingWriter, open_own},
};
use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// A row and its place: the index, then the byte of the file.
type Placed = [u8; 9];

/// Rows that a thread finds places for before it enters them.
const BATCH: usize = 4096;

/// Places of rows, in any order and from any thread.
pub(super) struct Places {
    rows: u64,
    found: Mutex<Found>,
}

enum Found {
    Memory(Vec<u8>),
    Disk(Sorter<9>),
}

/// Places that one thread has found and not entered.
pub(super) struct PlaceBatch<'a> {
    places: &'a Places,
    waiting: Vec<Placed>,
}

/// Places of all rows on disk, in the order of the rows.
pub(super) struct PlaceFile {
    path: PathBuf,
    rows: BufReader<File>,
    /// Hash of the file, in hexadecimal digits.
    pub(super) hash: String,
}

impl Places {
    /// Takes the places of `rows` rows, in about `memory` bytes, and beyond that in files in `folder`.
    pub(super) fn new(folder: &Path, memory: usize, rows: u64) -> Self {
        let found = match usize::try_from(rows) {
            Ok(rows) if rows <= memory => Found::Memory(vec![0; rows]),
            _ => Found::Disk(Sorter::new(folder, memory)),
        };
        Self { rows, found: Mutex::new(found) }
    }

    pub(super) fn batch(&self) -> PlaceBatch<'_> {
        PlaceBatch { places: self, waiting: Vec::with_capacity(BATCH) }
    }

    /// Enters places, and forgets them.
    fn enter(&self, placed: &mut Vec<Placed>) -> Result<()> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        for placed in placed.drain(..) {
            match &mut *found {
                Found::Memory(places) => {
                    let [index @ .., place] = placed;
                    let place_of_row = usize::try_from(u64::from_be_bytes(index)).ok();
                    if let Some(byte) = place_of_row.and_then(|row| places.get_mut(row)) {
                        *byte = place;
                    }
                }
                Found::Disk(sorter) => sorter.push(placed)?,
            }
        }
        Ok(())
    }

    /// Writes the places of all rows to the file at `path`; without a path, to one that has no name.
    pub(super) fn write(self, path: Option<&Path>, folder: &Path) -> Result<PlaceFile> {
        let (shown, file) = match path {
            Some(path) => {
                let mut options = File::options();
                let file = open_own(path, options.read(true).write(true).create(true).truncate(false));
                let file = file.and_then(|file| file.set_len(0).map(|()| file));
                (path, file.map_err(Error::io("creating", path))?)
            }
            None => (folder, tempfile::tempfile_in(folder).map_err(Error::io("creating a file in", folder))?),
        };
        let failed = || Error::io("writing", shown);
        let mut out = BufWriter::with_capacity(1 << 18, HashingWriter::new(&file));
        match self.found.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Found::Memory(places) => out.write_all(&places).map_err(failed())?,
            Found::Disk(sorter) => write_sorted(&sorter.finish()?, self.rows, &mut out, shown)?,
        }
        let hash = out.into_inner().map_err(|error| failed()(error.into_error()))?.hash();
        file.sync_all().map_err(failed())?;
        PlaceFile::begin(shown, file, hash)
    }
}

impl PlaceBatch<'_> {
    /// Puts row `index` into split number `split`.
    pub(super) fn put(&mut self, index: u64, split: usize) -> Result<()> {
        let mut placed = [0; 9];
        placed[..8].copy_from_slice(&index.to_be_bytes());
        placed[8] = u8::try_from(split + 1).unwrap_or(u8::MAX);
        self.waiting.push(placed);
        if self.waiting.len() == BATCH { self.enter() } else { Ok(()) }
    }

    /// Enters what was put.
    pub(super) fn enter(&mut self) -> Result<()> {
        self.places.enter(&mut self.waiting)
    }
}

/// Writes the places of `rows` rows.
fn write_sorted(sorted: &Sorted<9>, rows: u64, out: &mut impl io::Write, path: &Path) -> Result<()> {
    let failed = || Error::io("writing", path);
    let (mut scan, mut next) = (sorted.scan()?, 0);
    while let Some([index @ .., place]) = scan.next()? {
        let index = u64::from_be_bytes(index);
        for _ in next..index {
            out.write_all(&[0]).map_err(failed())?;
        }
        out.write_all(&[place]).map_err(failed())?;
        next = index + 1;
    }
    for _ in next..rows {
        out.write_all(&[0]).map_err(failed())?;
    }
    Ok(())
}

impl PlaceFile {
    /// Opens the file at `path` whose hash is `hash`, in hexadecimal digits; `None` if there is none or it is another.
    pub(super) fn open(path: &Path, hash: &str) -> Result<Option<Self>> {
        let failed = || Error::io("reading", path);
        let file = match open_own(path, File::options().read(true)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(failed())?,
        };
        let mut hashed = HashingWriter::new(io::sink());
        io::copy(&mut &file, &mut hashed).map_err(failed())?;
        if hashed.hash() == hash { Self::begin(path, file, hashed.hash()).map(Some) } else { Ok(None) }
    }

    fn begin(path: &Path, file: File, hash: String) -> Result<Self> {
        let rows = BufReader::with_capacity(1 << 18, file);
        let mut places = Self { path: path.to_owned(), rows, hash };
        places.rewind()?;
        Ok(places)
    }

    /// Goes back to the first row.
    pub(super) fn rewind(&mut self) -> Result<()> {
        self.rows.seek(SeekFrom::Start(0)).map(drop).map_err(Error::io("reading", &self.path))
    }

    /// Returns the split of the next row; `None` if it is left out.
    pub(super) fn next(&mut self) -> Result<Option<usize>> {
        let mut place = [0];
        self.rows.read_exact(&mut place).map_err(Error::io("reading", &self.path))?;
        Ok(usize::from(place[0]).checked_sub(1))
    }

    /// Returns the splits of the next `rows` rows; `None` for those that are left out.
    pub(super) fn take(&mut self, rows: usize) -> Result<Vec<Option<usize>>> {
        let mut places = vec![0; rows];
        self.rows.read_exact(&mut places).map_err(Error::io("reading", &self.path))?;
        Ok(places.into_iter().map(|place| usize::from(place).checked_sub(1)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_in_the_order_of_the_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("places");
        for memory in [100, 1000] {
            places_come_back(folder.path(), &path, memory);
        }
    }

    fn places_come_back(folder: &Path, path: &Path, memory: usize) {
        let places = Places::new(folder, memory, 203);
        let mut batch = places.batch();
        for index in (0..200_usize).rev().filter(|index| index % 3 != 1) {
            batch.put(index as u64, index % 5).unwrap();
        }
        batch.enter().unwrap();
        let mut file = places.write(Some(path), folder).unwrap();
        let expected: Vec<_> = (0..203).map(|n| (n < 200 && n % 3 != 1).then_some(n % 5)).collect();
        assert_eq!([file.take(150).unwrap(), file.take(53).unwrap()].concat(), expected);
        assert!(file.take(1).is_err(), "there are no more");
        file.rewind().unwrap();
        assert!(expected.iter().all(|&place| file.next().unwrap() == place));
        assert!(file.next().is_err(), "there are no more");
        let hash = file.hash.clone();
        assert_eq!(PlaceFile::open(path, &hash).unwrap().unwrap().take(203).unwrap(), expected);
        let whole = std::fs::read(path).unwrap();
        let [mut swapped, zeroed] = [whole.clone(), vec![0; 203]];
        swapped.swap(0, 2);
        for other in [&whole[..202], &swapped, &zeroed, &vec![200; 203]] {
            std::fs::write(path, other).unwrap();
            assert!(PlaceFile::open(path, &hash).unwrap().is_none());
        }
        std::fs::remove_file(path).unwrap();
        assert!(PlaceFile::open(path, &hash).unwrap().is_none());
    }
}
