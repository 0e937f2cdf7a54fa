//! Linux, macOS and their relatives.

#![expect(clippy::missing_errors_doc, reason = "those of the system")]

use super::FileId;
use rustix::fs::OFlags;
use std::{
    fs::{self, File, Metadata, OpenOptions, Permissions},
    io,
    os::unix::fs::{
        FileExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
    },
    path::Path,
};

/// Puts the names in a folder on the disk.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Puts the names in a folder on the disk. A folder that can be written but not read cannot be synced, and is no error.
pub fn sync_readable_folder(folder: &Path) -> io::Result<()> {
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}

/// Puts the contents of a file on the disk that is not open.
pub fn sync_file(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Reads the bytes from `offset` on. The position of the file stays.
///
/// # Errors
/// Those of the system, and [`io::ErrorKind::UnexpectedEof`] if the file ends before.
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(bytes, offset)
}

/// Writes the bytes from `offset` on. The position of the file stays.
pub fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.write_all_at(bytes, offset)
}

/// Makes an opening fail on a link, and not wait for the other end of a pipe.
pub fn refuse_links(options: &mut OpenOptions) {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    options.custom_flags(i32::try_from(flags).unwrap_or(0));
}

fn id(found: &Metadata) -> FileId {
    (found.dev(), found.ino())
}

/// Returns the id of the file that a path leads to: device and inode.
pub fn id_of(path: &Path) -> io::Result<FileId> {
    fs::metadata(path).map(|found| id(&found))
}

/// Returns the id of the file that has this name, of a link that of the link.
pub fn id_of_name(path: &Path) -> io::Result<FileId> {
    fs::symlink_metadata(path).map(|found| id(&found))
}

/// Returns the id of an open file.
pub fn id_of_file(file: &File) -> io::Result<FileId> {
    file.metadata().map(|found| id(&found))
}

/// Returns the id of the file or pipe that is standard input.
pub fn id_of_standard_input() -> io::Result<FileId> {
    id_of(Path::new("/dev/stdin"))
}

/// Returns true for a character device, such as a terminal or `/dev/null`.
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.file_type().is_char_device())
}

/// Returns true for a device that can be read without end: `/dev/zero`, `/dev/full`, `/dev/random` or `/dev/urandom`, by any name.
pub fn is_endless(path: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).ok().filter(|found| found.file_type().is_char_device());
    device(path).is_some_and(|found| {
        ["/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
            .into_iter()
            .filter_map(|name| device(Path::new(name)))
            .any(|endless| endless.rdev() == found.rdev())
    })
}

/// Returns true if standard input is a device that [`is_endless`].
pub fn is_standard_input_endless() -> bool {
    is_endless(Path::new("/dev/stdin"))
}

/// Returns true for a folder of the open files of a process, such as that of `/dev/stdout` and `/dev/fd/3`: they may be regular files, and
/// the process that opened them reads the output there.
pub fn is_of_a_process(folder: &Path) -> bool {
    let folder = folder.canonicalize().unwrap_or_default();
    folder == Path::new("/dev") || folder.starts_with("/proc")
}

/// Waits until no other process holds the lock of the folder; it is held until the file is dropped.
pub fn lock_folder(folder: &Path) -> io::Result<File> {
    let folder = File::open(folder)?;
    folder.lock()?;
    Ok(folder)
}

/// Gives a folder another name. An empty folder of that name is replaced.
///
/// # Errors
/// [`io::ErrorKind::DirectoryNotEmpty`] or [`io::ErrorKind::AlreadyExists`] if there is a folder that is not empty, and those of the system.
pub fn rename_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Exchanges two names at once; returns false where the system or the file system cannot.
pub fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::{
            fs::{CWD, RenameFlags, renameat_with},
            io::Errno,
        };
        match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
            exchanged => exchanged.map(|()| true).map_err(io::Error::from),
        }
    }
    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    {
        let _ = (one, other);
        Ok(false)
    }
}

/// Returns a text that no other machine has, and that this machine had at no earlier start; `None` if the system has none.
pub fn boot_id() -> Option<String> {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Opens new files of `builder` to all, or new folders with `is_folder`, less the umask.
pub fn for_all(builder: &mut tempfile::Builder<'_, '_>, is_folder: bool) {
    builder.permissions(Permissions::from_mode(if is_folder { 0o777 } else { 0o666 }));
}
