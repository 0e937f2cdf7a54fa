//! The place of each row: a byte a row, 0 for a row that is left out, else the number of its split and 1.

use super::sorter::{Sorted, Sorter};
use gridmill_tables::{
    Error, Result,
    files::{HashingWriter, own_file::open_own},
};
use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

/// Splits, at most.
pub(super) const MOST_SPLITS: usize = 100;

/// Places of rows, in any order.
#[derive(Debug)]
pub(super) struct Places(Sorter<9>);

/// Places of all rows on disk, in the order of the rows.
#[derive(Debug)]
pub(super) struct PlaceFile {
    path: PathBuf,
    rows: BufReader<File>,
    /// Hash of the file, in hexadecimal digits.
    hash: String,
}

impl Places {
    /// Sorts in about `memory` bytes, and beyond that in files in `folder`.
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        Self(Sorter::new(folder, memory))
    }

    /// Puts row `index` into split number `split`.
    ///
    /// # Errors
    /// [`Error::Io`] if the disk fails.
    pub(super) fn put(&mut self, index: u64, split: usize) -> Result<()> {
        let mut record = [0; 9];
        record[..8].copy_from_slice(&index.to_be_bytes());
        record[8] = u8::try_from(split + 1).unwrap_or(u8::MAX);
        self.0.push(record)
    }

    /// Writes the places of `rows` rows to the file at `path`; without a path, to one that has no name.
    ///
    /// # Errors
    /// [`Error::Io`] if the disk fails.
    pub(super) fn write(self, rows: u64, path: Option<&Path>, folder: &Path) -> Result<PlaceFile> {
        let sorted = self.0.finish()?;
        let (shown, file) = match path {
            Some(path) => {
                let mut options = File::options();
                let file = open_own(path, options.read(true).write(true).create(true).truncate(false));
                let file = file.and_then(|file| file.set_len(0).map(|()| file));
                (path, file.map_err(Error::io("creating", path))?)
            }
            None => (folder, tempfile::tempfile_in(folder).map_err(Error::io("creating a file in", folder))?),
        };
        let hash = write_bytes(&sorted, rows, &file, shown)?;
        PlaceFile::begin(shown, file, hash)
    }
}

/// Writes the places of `rows` rows, and returns the hash of the file.
fn write_bytes(sorted: &Sorted<9>, rows: u64, file: &File, path: &Path) -> Result<String> {
    let failed = || Error::io("writing", path);
    let mut out = BufWriter::with_capacity(1 << 18, HashingWriter::new(file));
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
    let out = out.into_inner().map_err(|error| failed()(error.into_error()))?;
    file.sync_all().map_err(failed())?;
    Ok(out.hash())
}

impl PlaceFile {
    /// Opens the file at `path` whose hash is `hash`, in hexadecimal digits; `None` if there is none or it is another.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, or is no regular file.
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
    ///
    /// # Errors
    /// [`Error::Io`] if the file fails.
    pub(super) fn rewind(&mut self) -> Result<()> {
        self.rows.seek(SeekFrom::Start(0)).map(drop).map_err(Error::io("reading", &self.path))
    }

    /// Returns the hash of the file, in hexadecimal digits.
    pub(super) fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the split of the next row; `None` if it is left out.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read or has no more rows.
    pub(super) fn next(&mut self) -> Result<Option<usize>> {
        let mut place = [0];
        self.rows.read_exact(&mut place).map_err(Error::io("reading", &self.path))?;
        Ok(usize::from(place[0]).checked_sub(1))
    }

    /// Returns the splits of the next `rows` rows; `None` for those that are left out.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read or has fewer rows.
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
        let mut places = Places::new(folder.path(), 100);
        for index in (0..200_usize).rev().filter(|index| index % 3 != 1) {
            places.put(index as u64, index % 5).unwrap();
        }
        let mut file = places.write(203, Some(&path), folder.path()).unwrap();
        let expected: Vec<_> = (0..203).map(|n| (n < 200 && n % 3 != 1).then_some(n % 5)).collect();
        assert_eq!([file.take(150).unwrap(), file.take(53).unwrap()].concat(), expected);
        assert!(file.take(1).is_err(), "there are no more");
        file.rewind().unwrap();
        assert!(expected.iter().all(|&place| file.next().unwrap() == place));
        assert!(file.next().is_err(), "there are no more");
        let hash = file.hash().to_owned();
        assert_eq!(PlaceFile::open(&path, &hash).unwrap().unwrap().take(203).unwrap(), expected);
        let whole = std::fs::read(&path).unwrap();
        let [mut swapped, zeroed] = [whole.clone(), vec![0; 203]];
        swapped.swap(0, 2);
        for other in [&whole[..202], &swapped, &zeroed, &vec![200; 203]] {
            std::fs::write(&path, other).unwrap();
            assert!(PlaceFile::open(&path, &hash).unwrap().is_none());
        }
        std::fs::remove_file(&path).unwrap();
        assert!(PlaceFile::open(&path, &hash).unwrap().is_none());
    }
}
