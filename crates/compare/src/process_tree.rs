//! A command and the processes that it starts.
//!
//! | function | Unix | Windows |
//! |---|---|---|
//! | [`shell`] | `sh -c`, the first process of a group of its own | `cmd /C` |
//! | [`kill`] | kills the group | `taskkill /T` kills the process and those that descend from it |
//! | [`status`] | kills the rest of the group once the first process has ended | only the status: what a command leaves behind goes on |
//! | [`signal`] | signal that ended the process | none |

use std::{
    io,
    process::{Child, Command, ExitStatus},
};

/// Builds a command line for the shell.
#[cfg(unix)]
pub(super) fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt as _;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).process_group(0);
    shell
}

/// Builds a command line for the shell.
#[cfg(windows)]
pub(super) fn shell(command: &str) -> Command {
    use std::os::windows::process::CommandExt as _;
    let mut shell = Command::new("cmd");
    // As it is: `cmd` has its own rules for quotes. It removes the outer ones.
    shell.raw_arg("/D /S /C").raw_arg(format!("\"{command}\""));
    shell
}

#[cfg(unix)]
fn pid(number: u32) -> Option<rustix::process::Pid> {
    i32::try_from(number).ok().and_then(rustix::process::Pid::from_raw)
}

/// Kills the processes of a command whose first process, of this number, has not been awaited: the number is still its own.
#[cfg(unix)]
pub(super) fn kill(number: u32) {
    if let Some(group) = pid(number) {
        // Only a group that is gone cannot be killed.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Kills the processes of a command whose first process, of this number, has not been awaited: the number is still its own.
#[cfg(windows)]
pub(super) fn kill(number: u32) {
    use std::process::Stdio;
    let taskkill = |options: &[&str]| {
        let mut taskkill = Command::new("taskkill");
        taskkill.args(options).args(["/F", "/PID", &number.to_string()]);
        taskkill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        taskkill.status().is_ok_and(|status| status.success())
    };
    // wine knows no trees. Only a process that is gone cannot be killed.
    let _ = taskkill(&["/T"]) || taskkill(&[]);
}

/// Returns the exit status once the first process has ended, and calls `end` before its number is free again.
#[cfg(unix)]
pub(super) fn status(child: &mut Child, end: impl FnOnce()) -> io::Result<Option<ExitStatus>> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(pid) = pid(child.id()) else { return child.try_wait() };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    if waitid(WaitId::Pid(pid), options)?.is_none() {
        return Ok(None);
    }
    kill(child.id());
    end();
    child.wait().map(Some)
}

/// Returns the exit status once the first process has ended, and calls `end` then. The number is its own while `child` is held.
#[cfg(windows)]
pub(super) fn status(child: &mut Child, end: impl FnOnce()) -> io::Result<Option<ExitStatus>> {
    let status = child.try_wait()?;
    if status.is_some() {
        end();
    }
    Ok(status)
}

/// Returns the signal that ended a process.
#[cfg(unix)]
pub(super) fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// Returns `None`: there are no signals.
#[cfg(windows)]
pub(super) const fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        process::Stdio,
        thread,
        time::{Duration, Instant},
    };

    #[test]
    fn a_command_ends_by_itself_or_is_killed() {
        let quiet = |command: &str| {
            let mut shell = shell(command);
            shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let mut child = quiet("exit 3");
        let mut ended = false;
        let status = loop {
            if let Some(status) = status(&mut child, || ended = true).unwrap() {
                break status;
            }
            thread::sleep(Duration::from_millis(5));
        };
        assert_eq!((ended, status.code(), signal(status)), (true, Some(3), None));
        let start = Instant::now();
        let mut child = quiet(if cfg!(windows) { "ping -n 100 127.0.0.1" } else { "sleep 100; true" });
        assert!(child.try_wait().unwrap().is_none());
        kill(child.id());
        // With `taskkill` of wine, the exit code is 0.
        assert!(!child.wait().unwrap().success() || cfg!(windows));
        assert!(start.elapsed() < Duration::from_secs(50));
    }
}
