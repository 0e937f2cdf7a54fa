//! Calls of the file system that differ between platforms; the rest of the workspace has none of them.
//!
//! | function | Unix | Windows |
//! |---|---|---|
//! | [`sync_folder`] | `fsync` of the folder | nothing: NTFS writes names to its journal, and a folder cannot be flushed |
//! | [`sync_file`] | `fsync` | `FlushFileBuffers`, for which the file is opened to be written |
//! | [`read_exact_at`], [`write_all_at`] | `pread`, `pwrite` | the offset is passed with the call; the position is put back |
//! | [`refuse_links`] | `O_NOFOLLOW` | the link itself is opened, which is no regular file |
//! | [`id_of`], [`id_of_name`], [`id_of_file`] | device and inode | volume and file index |
//! | [`lock_folder`] | `flock` of the folder | a file in the folder that one process can open, removed when it is closed |
//! | [`rename_folder`] | `rename` | an empty folder of that name is removed first |
//! | [`exchange`] | `renameat2` or `renamex_np`, at once | none: the caller renames three times |
//! | [`for_all`] | the mode, less the umask | inherited from the folder |
//! | [`is_device`] | character devices | `NUL`, `CON` and the like |
//! | [`boot_id`] | Linux: the number of this start of the machine | none |
//! | [`is_endless`] | `/dev/zero` and the like | nothing |

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

pub use self::system::*;

/// Numbers that all names of one file have in common: those of its volume and of the file on it.
pub type FileId = (u64, u64);

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs::{self, File},
        io::{ErrorKind, Read as _},
    };

    #[test]
    fn positions_are_those_of_the_call() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "0123456789").unwrap();
        let mut file = File::options().read(true).write(true).open(&path).unwrap();
        let mut bytes = [0; 3];
        read_exact_at(&file, &mut bytes, 4).unwrap();
        assert_eq!(&bytes, b"456");
        write_all_at(&file, b"xy", 8).unwrap();
        assert_eq!(read_exact_at(&file, &mut bytes, 8).unwrap_err().kind(), ErrorKind::UnexpectedEof);
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "01234567xy", "the position of the file stays");
    }

    #[test]
    fn names_of_one_file_have_one_id() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other, hard] = ["one", "other", "hard"].map(|name| folder.path().join(name));
        fs::write(&one, "").unwrap();
        fs::write(&other, "").unwrap();
        fs::hard_link(&one, &hard).unwrap();
        let id = id_of(&one).unwrap();
        assert_eq!(id, id_of(&hard).unwrap());
        assert_eq!(id, id_of_name(&hard).unwrap());
        assert_eq!(id, id_of_file(&File::open(&one).unwrap()).unwrap());
        assert_ne!(id, id_of(&other).unwrap());
        assert!(id_of(&folder.path().join("absent")).is_err());
        assert!(!is_device(&one) && !is_device(&folder.path().join("absent")));
        assert!(is_device(std::path::Path::new(if cfg!(windows) { "NUL" } else { "/dev/null" })));
        assert!(!is_endless(&one) && !is_endless(std::path::Path::new("/dev/null")));
        assert_eq!(is_endless(std::path::Path::new("/dev/zero")), cfg!(unix));
    }

    #[test]
    fn a_folder_takes_the_place_of_an_empty_one_alone() {
        let place = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| place.path().join(name));
        for path in [&from, &to] {
            fs::create_dir(path).unwrap();
        }
        fs::write(from.join("file"), "new").unwrap();
        fs::write(to.join("file"), "old").unwrap();
        let kind = rename_folder(&from, &to).unwrap_err().kind();
        assert!(matches!(kind, ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists), "{kind:?}");
        assert_eq!(fs::read(to.join("file")).unwrap(), b"old");
        fs::remove_file(to.join("file")).unwrap();
        rename_folder(&from, &to).unwrap();
        assert_eq!(fs::read(to.join("file")).unwrap(), b"new");
        assert!(!from.exists());
    }

    #[test]
    fn folders_are_locked_by_one_and_files_are_synced() {
        use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
        let folder = tempfile::tempdir().unwrap();
        let inside = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let lock = lock_folder(folder.path()).unwrap();
                        assert_eq!(inside.fetch_add(1, SeqCst), 0, "two hold the lock");
                        inside.fetch_sub(1, SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a lock leaves no trace");
        let path = folder.path().join("file");
        fs::write(&path, "rows").unwrap();
        sync_file(&path).unwrap();
        sync_folder(folder.path()).unwrap();
        assert!(sync_file(&folder.path().join("absent")).is_err());
    }
}
