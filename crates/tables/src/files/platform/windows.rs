//! Windows.

#![expect(clippy::missing_errors_doc, reason = "those of the system")]

use super::FileId;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Seek as _, SeekFrom},
    os::windows::fs::{FileExt as _, OpenOptionsExt as _},
    path::Path,
    thread,
    time::{Duration, Instant},
};
use winapi_util::{AsHandleRef, HandleRef};

/// `FILE_FLAG_OPEN_REPARSE_POINT`: opens a link in place of its target.
const OPEN_LINK: u32 = 0x0020_0000;

/// `FILE_FLAG_BACKUP_SEMANTICS`: lets folders be opened.
const OPEN_FOLDER: u32 = 0x0200_0000;

/// `FILE_FLAG_DELETE_ON_CLOSE`: removes the file when it is closed, also if the process is killed.
const DELETE_ON_CLOSE: u32 = 0x0400_0000;

/// `ERROR_SHARING_VIOLATION`: another process has opened the file for itself alone.
const IS_HELD: i32 = 32;

/// Name of the file by which a folder is locked.
const TURN: &str = ".gridmill-turn";

/// Pause between two attempts to lock a folder.
const PAUSE: Duration = Duration::from_millis(5);

/// Time in which a file that is about to disappear does so.
const GOING: Duration = Duration::from_secs(2);

/// Does nothing: NTFS writes changes of names to its journal, and Windows flushes no folder. A new name may be lost if the power fails;
/// it never leads to half a file.
#[expect(clippy::unnecessary_wraps, clippy::missing_const_for_fn, reason = "as on the other platforms")]
pub fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Does nothing, as [`sync_folder`].
pub fn sync_readable_folder(folder: &Path) -> io::Result<()> {
    sync_folder(folder)
}

/// Puts the contents of a file on the disk that is not open. Windows flushes only files that are opened to be written.
pub fn sync_file(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path)?.sync_all()
}

/// Reads the bytes from `offset` on. The position of the file stays, unless another thread reads at the same time.
///
/// # Errors
/// Those of the system, and [`io::ErrorKind::UnexpectedEof`] if the file ends before.
pub fn read_exact_at(mut file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    // Calls with an offset move the position.
    let position = file.stream_position()?;
    let mut done = Ok(());
    while !bytes.is_empty() && done.is_ok() {
        match file.seek_read(bytes, offset) {
            Ok(0) => done = Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => (bytes, offset) = (&mut bytes[read..], offset + read as u64),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => done = Err(error),
        }
    }
    file.seek(SeekFrom::Start(position))?;
    done
}

/// Writes the bytes from `offset` on. The position of the file stays, unless another thread writes at the same time.
pub fn write_all_at(mut file: &File, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
    let position = file.stream_position()?;
    let mut done = Ok(());
    while !bytes.is_empty() && done.is_ok() {
        match file.seek_write(bytes, offset) {
            Ok(0) => done = Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => (bytes, offset) = (&bytes[written..], offset + written as u64),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => done = Err(error),
        }
    }
    file.seek(SeekFrom::Start(position))?;
    done
}

/// Makes an opening take a link itself in place of its target. It is no regular file.
pub fn refuse_links(options: &mut OpenOptions) {
    options.custom_flags(OPEN_LINK);
}

fn id(file: impl AsHandleRef) -> io::Result<FileId> {
    let found = winapi_util::file::information(file)?;
    Ok((found.volume_serial_number(), found.file_index()))
}

/// Opens a file or folder to be asked about, not to be read.
fn open_with(path: &Path, flags: u32) -> io::Result<File> {
    File::options().access_mode(0).custom_flags(OPEN_FOLDER | flags).open(path)
}

/// Returns the id of the file that a path leads to: the number of its volume and its index there.
pub fn id_of(path: &Path) -> io::Result<FileId> {
    id(&open_with(path, 0)?)
}

/// Returns the id of the file that has this name, of a link that of the link.
pub fn id_of_name(path: &Path) -> io::Result<FileId> {
    id(&open_with(path, OPEN_LINK)?)
}

/// Returns the id of an open file.
pub fn id_of_file(file: &File) -> io::Result<FileId> {
    id(file)
}

/// Returns the id of the file that is standard input.
///
/// # Errors
/// Those of the system, as for a console or a pipe.
pub fn id_of_standard_input() -> io::Result<FileId> {
    id(HandleRef::stdin())
}

/// Returns true for a device by name, such as `NUL` or `CON`. Windows can open one, but has no metadata of it.
pub fn is_device(path: &Path) -> bool {
    let is_char = |file: File| winapi_util::file::typ(&file).is_ok_and(|its| its.is_char());
    !fs::metadata(path).is_ok_and(|found| found.is_file() || found.is_dir())
        && File::options().write(true).open(path).is_ok_and(is_char)
}

/// Returns false: no device can be read without end.
pub const fn is_endless(_path: &Path) -> bool {
    false
}

/// Returns false, as [`is_endless`] does.
pub const fn is_standard_input_endless() -> bool {
    false
}

/// Returns false: open files of a process have no names.
pub const fn is_of_a_process(_folder: &Path) -> bool {
    false
}

/// Waits until no other process holds the lock of the folder; it is held until the file is dropped. A folder itself cannot be locked:
/// a file in it is opened so that no other process can open it, and disappears when it is closed.
pub fn lock_folder(folder: &Path) -> io::Result<File> {
    let path = folder.join(TURN);
    let start = Instant::now();
    loop {
        let mut options = File::options();
        options.write(true).create(true).truncate(false).share_mode(0).custom_flags(DELETE_ON_CLOSE);
        match options.open(&path) {
            Err(error) if error.raw_os_error() == Some(IS_HELD) => {}
            // The last holder's file is disappearing, or the folder may not be written.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && start.elapsed() < GOING => {}
            opened => return opened,
        }
        thread::sleep(PAUSE);
    }
}

/// Gives a folder another name. An empty folder of that name is removed before.
///
/// # Errors
/// [`io::ErrorKind::DirectoryNotEmpty`] or [`io::ErrorKind::AlreadyExists`] if there is a folder that is not empty, and those of the system.
pub fn rename_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::symlink_metadata(from)?;
    if fs::symlink_metadata(to).is_ok_and(|found| found.is_dir()) {
        fs::remove_dir(to)?;
    }
    fs::rename(from, to)
}

/// Returns false: Windows exchanges no names at once.
#[expect(clippy::unnecessary_wraps, clippy::missing_const_for_fn, reason = "as on the other platforms")]
pub fn exchange(_one: &Path, _other: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Returns `None`.
pub const fn boot_id() -> Option<String> {
    None
}

/// Does nothing: new files and folders inherit their permissions from their folder.
pub const fn for_all(_builder: &mut tempfile::Builder<'_, '_>, _is_folder: bool) {}
