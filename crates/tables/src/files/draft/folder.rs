//! Folders that appear under their names once all their files are whole.
//!
//! ```text
//! open:  PARENT/.gridmill-XXXXXX.part/   files   keep:  sync, exchange with PARENT/NAME at once, remove what was there
//!                                                drop:  remove
//! ```
//!
//! A folder therefore never holds files of two runs, wherever one of them ends. Where a file system cannot exchange two names, the earlier
//! folder gets a hidden name first, and the new one its name then.

use super::{super::platform, Hiding, exists, folder_of, sync_folder};
use crate::{
    error::{Error, Result},
    storage,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A folder that appears under its name once it is whole. Dropped before [`keep`](Self::keep), it leaves nothing.
#[derive(Debug)]
pub struct FolderDraft {
    path: PathBuf,
    target: PathBuf,
    hidden: Hiding,
    overwrite: bool,
    /// Names of the files that an earlier folder may hold.
    names: FileNames,
}

/// Names of the files of a folder.
#[derive(Debug, Clone, Copy)]
pub enum FileNames {
    /// These.
    Listed(&'static [&'static str]),
    /// Those for which a function returns true, such as numbered ones.
    Matching(fn(&str) -> bool),
}

impl FileNames {
    /// Returns true if a file of the folder may have the name.
    pub fn contains(self, name: &str) -> bool {
        match self {
            Self::Listed(names) => names.contains(&name),
            Self::Matching(matches) => matches(name),
        }
    }
}

impl FolderDraft {
    /// Opens a draft of the folder at `path`, whose files have these names. An earlier one is replaced with `overwrite` alone, and only if
    /// it holds no other files.
    ///
    /// # Errors
    /// [`Error::Option`] if what is there may not be replaced, [`Error::Io`] if the folder cannot be made.
    pub fn open(path: &Path, overwrite: bool, names: FileNames) -> Result<Self> {
        if storage::is_remote(path) {
            return Err(storage::only_local(path));
        }
        let failed = || Error::io("creating", path);
        let Some(name) = path.file_name() else {
            let problem = "is no name of a folder, which is replaced as a whole; give one";
            return Err(Error::option(format!("{} {problem}", path.display())));
        };
        let parent = folder_of(path);
        fs::create_dir_all(parent).map_err(failed())?;
        let target = parent.canonicalize().map_err(failed())?.join(name);
        let hidden = Hiding::folder(&target).map_err(failed())?;
        let draft = Self { path: path.to_owned(), target, hidden, overwrite, names };
        draft.check()?;
        Ok(draft)
    }

    /// Returns the folder as it is until it has its name.
    pub fn hidden(&self) -> &Path {
        self.hidden.path()
    }

    /// Refuses what is at the target and may not be replaced.
    fn check(&self) -> Result<()> {
        let refuse = |problem: String| Err(Error::option(problem));
        let shown = self.path.display();
        match fs::symlink_metadata(&self.target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::io("creating", &self.path)(error)),
            Ok(found) if found.is_symlink() => {
                return refuse(format!("{shown} is a symbolic link; give the folder itself"));
            }
            Ok(found) if !found.is_dir() => return refuse(format!("{shown} is a file; give a folder")),
            Ok(_) => {}
        }
        self.check_files(&self.target)
    }

    /// Refuses other files than those of the layout in `folder`, and without `overwrite` these too.
    fn check_files(&self, folder: &Path) -> Result<()> {
        for name in storage::names(folder).map_err(Error::io("reading", &self.path))? {
            let is_file = fs::symlink_metadata(folder.join(&name)).is_ok_and(|found| found.is_file());
            if !is_file || !self.names.contains(&name) {
                let shown = self.path.display();
                let problem =
                    format!("{shown} holds {name}, which is not of this layout; give another folder");
                return Err(Error::option(problem));
            }
            if !self.overwrite {
                return Err(exists(&self.path.join(name)));
            }
        }
        Ok(())
    }

    /// Gives the folder its name. Its files are on the disk.
    ///
    /// # Errors
    /// [`Error::Io`] if that fails, [`Error::Option`] if what is there by now may not be replaced.
    pub fn keep(self) -> Result<()> {
        self.check()?;
        let failed = || Error::io("writing", &self.path);
        sync_folder(&self.hidden().join("file")).map_err(failed())?;
        match platform::rename_folder(self.hidden(), &self.target) {
            Ok(()) => self.hidden.forget(),
            // An earlier folder.
            Err(error) if is_there(&error) && self.overwrite => {
                // Others do not remove it as long as it has the hidden name. If it cannot be locked, it is removed in a moment anyway.
                let earlier = fs::File::open(&self.target);
                let _locked = earlier.ok().filter(|folder| folder.try_lock().is_ok());
                exchange(self.hidden(), &self.target).map_err(failed())?;
                // The earlier folder is hidden now. What came into it since the check is not to be removed.
                if let Err(error) = self.check_files(self.hidden()) {
                    exchange(self.hidden(), &self.target).map_err(failed())?;
                    return Err(error);
                }
            }
            Err(error) if is_there(&error) => return Err(exists(&self.path)),
            Err(error) => return Err(failed()(error)),
        }
        sync_folder(&self.target).map_err(failed())
        // The earlier folder has the hidden name now, and goes with it.
    }
}

fn is_there(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists)
}

/// Exchanges two names at once, or one after the other where the file system cannot.
fn exchange(hidden: &Path, target: &Path) -> io::Result<()> {
    if platform::exchange(hidden, target)? { Ok(()) } else { one_after_the_other(hidden, target) }
}

/// Exchanges two names. If that fails midway, they are as before.
fn one_after_the_other(hidden: &Path, target: &Path) -> io::Result<()> {
    let aside = Hiding::folder(target)?;
    platform::rename_folder(target, aside.path())?;
    let renamed = platform::rename_folder(hidden, target);
    platform::rename_folder(aside.path(), if renamed.is_ok() { hidden } else { target })?;
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &["a", "b"];

    fn write(draft: &FolderDraft, text: &str) {
        for name in NAMES {
            fs::write(draft.hidden().join(name), text).unwrap();
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        storage::names(folder).unwrap()
    }

    #[test]
    fn a_folder_is_replaced_as_a_whole() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("deep/out");
        let open = |overwrite| FolderDraft::open(&path, overwrite, FileNames::Listed(NAMES));
        let read =
            || NAMES.iter().map(|name| fs::read_to_string(path.join(name)).unwrap()).collect::<String>();
        drop(open(false).unwrap());
        assert_eq!(names(&place.path().join("deep")), [""; 0], "a dropped draft leaves nothing");
        let [first, second, third] = [false, false, true].map(|overwrite| open(overwrite).unwrap());
        write(&first, "1");
        write(&second, "2");
        write(&third, "3");
        first.keep().unwrap();
        assert!(second.keep().unwrap_err().to_string().contains("a exists; give `overwrite`"));
        assert_eq!(read(), "11");
        third.keep().unwrap();
        assert_eq!((read().as_str(), names(&place.path().join("deep"))), ("33", vec!["out".to_owned()]));
        assert!(open(false).unwrap_err().to_string().contains("exists"));
        let late = open(true).unwrap();
        write(&late, "4");
        fs::write(path.join("mine"), "keep").unwrap();
        assert!(late.keep().unwrap_err().to_string().contains("holds mine"));
        assert!(open(true).unwrap_err().to_string().contains("holds mine"));
        fs::remove_file(path.join("mine")).unwrap();
        fs::remove_file(path.join("a")).unwrap();
        fs::create_dir(path.join("a")).unwrap();
        assert!(open(true).unwrap_err().to_string().contains("holds a"), "a folder is no file");
        fs::remove_dir(path.join("a")).unwrap();
        fs::write(path.join("a"), "3").unwrap();
        #[cfg(unix)]
        {
            let link = place.path().join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            assert!(
                FolderDraft::open(&link, true, FileNames::Listed(NAMES))
                    .unwrap_err()
                    .to_string()
                    .contains("symbolic link")
            );
        }
        assert!(FolderDraft::open(Path::new(".."), true, FileNames::Listed(NAMES)).is_err());
        assert_eq!(read(), "33");
    }

    #[test]
    fn names_are_exchanged_also_one_after_the_other() {
        let place = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| place.path().join(name));
        for path in [&one, &two] {
            fs::create_dir(path).unwrap();
            fs::write(path.join("name"), path.file_name().unwrap().as_encoded_bytes()).unwrap();
        }
        let read = |path: &Path| fs::read_to_string(path.join("name")).unwrap();
        for exchange in [exchange, one_after_the_other] {
            let before = [read(&one), read(&two)];
            exchange(&one, &two).unwrap();
            assert_eq!([read(&two), read(&one)], before);
            assert!(exchange(&place.path().join("absent"), &two).is_err());
            assert_eq!(read(&two), before[0]);
            assert_eq!(names(place.path()), ["one", "two"]);
        }
    }
}
