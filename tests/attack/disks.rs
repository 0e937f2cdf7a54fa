//! File systems of every small size: out of blocks, or out of files. Then there is room, and the run goes on.

use crate::{jobs, prelude::*};

/// Blocks of 4 KB, and numbers of files, up to which each size is tried.
const BLOCKS: usize = 40;
const FILES: usize = 16;

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let mut cases = Vec::new();
    let mut jobs = jobs::few(attack, tally);
    jobs.extend(jobs::of_rows(attack, tally));
    for job in &jobs {
        cases.extend((1..=BLOCKS).map(|blocks| (job, format!("size={}k", 4 * blocks))));
        cases.extend((2..=FILES).map(|files| (job, format!("nr_inodes={files}"))));
    }
    attack.dice("order").shuffle(&mut cases);
    attack.in_parallel(&cases, |(job, size)| {
        let label = format!("{}/{size}", job.name);
        if attack.wants(&label)
            && let Some(verdict) = case(attack, tally, job, size)
        {
            tally.count(&job.name, &label, verdict);
        }
    });
}

/// One run on a small disk; nothing where it cannot be mounted.
fn case(attack: &Attack, tally: &Tally, job: &Job, size: &str) -> Option<Verdict> {
    let room = attack.room();
    let Some(disk) = Disk::mount(room.path(), size) else {
        tally.skip("tmpfs cannot be mounted here");
        return None;
    };
    Some(disk.attack(attack, tally, job))
}

/// A mounted tmpfs.
struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    fn mount(at: &'a Path, size: &str) -> Option<Self> {
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", size, "tmpfs"]).arg(at).output();
        mounted.is_ok_and(|done| done.status.success()).then_some(Self(at))
    }

    fn grow(&self) {
        let options = "remount,size=64m,nr_inodes=10000";
        let grown = Command::new("mount").args(["-o", options]).arg(self.0).output();
        assert!(grown.is_ok_and(|done| done.status.success()), "the disk can be made larger");
    }

    fn attack(&self, attack: &Attack, tally: &Tally, job: &Job) -> Verdict {
        if std::fs::create_dir(self.0.join("out")).is_ok() {
            let _ = std::fs::remove_dir(self.0.join("out"));
        } else {
            self.grow();
        }
        if !job.before.is_empty() {
            self.grow();
        }
        job.prepare(self.0);
        let ended = job.call(attack, self.0).run();
        ended.sound(tally)?;
        if ended.code == Some(0) {
            return job.check_done(self.0);
        }
        job.check_interrupted(self.0, true, &BTreeSet::new())?;
        self.grow();
        job.finish(attack, tally, self.0).map_err(|(kind, problem)| (kind, format!("made again: {problem}")))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).output();
    }
}
