//! A folder with inputs, in which commands run.

#[cfg(unix)]
use super::common;
use super::common::{PUZZLE, gridmill, names};
#[cfg(unix)]
use std::process::Command;
use std::{fs, path::PathBuf, process::Output};

/// A folder with a file of puzzles, `in.csv`, and nothing else.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self::with("puzzle,er,dig_ns\n", &format!("{PUZZLE},12,900\n").repeat(300))
    }

    pub(crate) fn with(header: &str, rows: &str) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write("in.csv", &format!("{header}{rows}"));
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, contents: &str) {
        fs::write(self.path(name), contents).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Names of all files and folders in it, hidden ones, too.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    /// A command of the program in the folder.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        gridmill().current_dir(self.0.path()).args(args).arg("--progress=never").output().unwrap()
    }

    /// The same in a shell of Unix, after what `before` does to it.
    #[cfg(unix)]
    pub(crate) fn shell(&self, before: &str, args: &[&str]) -> Output {
        let script = format!("{before}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, common::PATH]).args(args).current_dir(self.0.path());
        command.output().unwrap()
    }
}

/// The exit code, and the one line on standard error.
pub(crate) fn refusal(output: &Output) -> (i32, String) {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    (output.status.code().expect("an exit code and no signal"), said.trim_end().to_owned())
}

pub(crate) fn succeeds(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
