//! Journals that were cut, changed or forged, and the rule of resuming.

use super::{journal::ScanJournal, *};
use gridmill_testing::sample;
use std::fs;

/// One grid of each class of 4x4 grids.
const GRIDS: [&str; 2] = ["1234341221434321", "1234341223414123"];

struct Place {
    folder: tempfile::TempDir,
    out: PathBuf,
    job: ScanJob,
}

impl Place {
    fn new(givens: usize) -> Self {
        let grids = GRIDS.map(|text| {
            let grid: Grid = text.parse().unwrap();
            (grid.clone(), Solution::new(&grid).unwrap())
        });
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("found.txt");
        Self { folder, out, job: ScanJob { grids: grids.to_vec(), givens, threads: 1 } }
    }

    /// Runs the scan, and stops it before the result of grid number `stop`.
    fn run(&self, existing: IfExists, stop: Option<usize>) -> Result<ScanTotals> {
        let out = Some((self.out.as_path(), existing));
        self.job.run(out, &RunHooks::default(), &ScanProgress::default(), |number, _| {
            if stop == Some(number) { Err(Error::Interrupted) } else { Ok(()) }
        })
    }

    fn stop_at(&self, existing: IfExists, grid: usize) {
        assert!(matches!(self.run(existing, Some(grid)), Err(Error::Interrupted)));
    }

    fn resume(&self) -> Result<ScanTotals> {
        self.run(IfExists::Resume, None)
    }

    fn journal(&self) -> PathBuf {
        ScanJob::journal(&self.out)
    }

    fn text(&self) -> Vec<u8> {
        fs::read(&self.out).unwrap()
    }

    fn names(&self) -> usize {
        fs::read_dir(self.folder.path()).unwrap().count()
    }

    /// Writes a journal of this scan with these units, whose hashes are right.
    fn forge(&self, units: &[ScannedUnit]) {
        let _ = fs::remove_file(self.journal());
        let mut journal = ScanJournal::create(&self.out, self.job.header(), None).unwrap();
        for unit in units {
            journal.add(unit.clone()).unwrap();
        }
    }
}

fn words(result: Result<ScanTotals>) -> String {
    result.unwrap_err().to_string()
}

/// A resumed scan writes the puzzles of a fresh one, or nothing, whatever byte of the journal was changed and wherever it was cut.
#[test]
fn a_journal_that_was_changed_or_cut_never_changes_the_puzzles() {
    let place = Place::new(4);
    let fresh = place.run(IfExists::Refuse, None).unwrap();
    let text = place.text();
    fs::remove_file(&place.out).unwrap();
    place.stop_at(IfExists::Refuse, 1);
    let journal = fs::read(place.journal()).unwrap();
    let lines: Vec<&[u8]> = journal.split_inclusive(|&byte| byte == b'\n').collect();
    assert!(lines.len() > 20, "{} lines", lines.len());
    let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat().concat();
    let twice = |line: usize| [&lines[..=line], &lines[line..]].concat().concat();
    let mut refused = 0;
    let changes = sample(150, 400);
    for number in 0..changes {
        let at = number * 7919 % journal.len();
        let line = 1 + number % (lines.len() - 1);
        let mut changed = journal.clone();
        match number % 5 {
            0 => changed[at] ^= 1,
            1 => changed[at] ^= 1 << (number % 8),
            2 => changed.truncate(at.max(lines[0].len())),
            3 => changed = without(line),
            _ => changed = twice(line),
        }
        let _ = fs::remove_file(&place.out);
        fs::write(place.journal(), &changed).unwrap();
        match place.resume() {
            Ok(totals) => {
                assert_eq!((totals, place.text()), (fresh.clone(), text.clone()), "change {number}");
            }
            Err(Error::Corpus { .. }) => {
                assert!(!place.out.exists(), "change {number}");
                assert_eq!(fs::read(place.journal()).unwrap(), changed, "what is refused stays as it is");
                refused += 1;
            }
            Err(error) => panic!("change {number}: {error}"),
        }
    }
    assert!((changes / 4..changes * 3 / 4).contains(&refused), "{refused} of {changes} are refused");
}

#[test]
fn a_damaged_line_is_named_and_searched_again_without_it() {
    let place = Place::new(4);
    let fresh = place.run(IfExists::Refuse, None).unwrap();
    fs::remove_file(&place.out).unwrap();
    place.stop_at(IfExists::Refuse, 1);
    let text = fs::read_to_string(place.journal()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let damaged = [&lines[..6], &["rubbish"], &lines[7..]].concat().join("\n") + "\n";
    fs::write(place.journal(), damaged).unwrap();
    let problem = words(place.resume());
    assert!(problem.contains(".gridmill-found.txt.scan: line 7 is damaged: remove this line"), "{problem}");
    fs::write(place.journal(), [&lines[..6], &lines[7..]].concat().join("\n") + "\n").unwrap();
    assert_eq!(place.resume().unwrap(), fresh);
}

/// Whoever forges a journal can make its hashes. Units that do not exist or come twice, and puzzles that their search cannot find, are refused
/// all the same.
#[test]
fn units_and_puzzles_of_a_forged_journal_exist() {
    let place = Place::new(5);
    let scan = Scan::new(&place.job.grids[0].1, 5);
    let stop = || false;
    let mut searcher = scan.searcher(&stop);
    let unit = |unit: usize, puzzles: Vec<String>| ScannedUnit { grid: 0, unit, nodes: 1, puzzles };
    let found: Vec<(usize, Vec<String>)> = (0..scan.units())
        .map(|unit| (unit, searcher.search(unit).unwrap().puzzles.iter().map(ToString::to_string).collect()))
        .filter(|(_, puzzles): &(usize, Vec<String>)| puzzles.len() > 1)
        .collect();
    let (number, puzzles) = found[0].clone();
    let other = found[1].0;
    let whole = place.job.grids[0].0.to_string();
    let foreign = puzzles[0].replace(|c: char| c.is_ascii_digit(), "1");
    let twice = vec![puzzles[0].clone(), puzzles[0].clone()];
    let reversed = puzzles.iter().rev().cloned().collect();
    let no_grid = ScannedUnit { grid: 2, ..unit(0, Vec::new()) };
    let later = ScannedUnit { grid: 1, ..unit(0, Vec::new()) };
    let forged = [
        vec![unit(scan.units(), Vec::new())],
        vec![unit(usize::MAX, Vec::new())],
        vec![no_grid],
        vec![later, unit(0, Vec::new())],
        vec![unit(3, Vec::new()), unit(3, Vec::new())],
        vec![unit(number, twice)],
        vec![unit(number, reversed)],
        vec![unit(number, vec![whole])],
        vec![unit(number, vec![foreign])],
        vec![unit(number, vec!["1".to_owned()])],
        vec![unit(other, puzzles.clone())],
    ];
    for units in &forged {
        place.forge(units);
        let problem = words(place.resume());
        assert!(problem.contains(" is damaged: remove this line"), "{units:?}: {problem}");
        assert!(!place.out.exists());
    }
    place.forge(&[unit(number, puzzles)]);
    place.resume().unwrap();
}

/// A line that is longer than any is not read to its end.
#[test]
fn lines_of_a_journal_are_bounded() {
    let place = Place::new(4);
    place.stop_at(IfExists::Refuse, 0);
    let journal = fs::read(place.journal()).unwrap();
    let long = [&journal[..], &vec![b'x'; 40 << 20], b"\n", &journal].concat();
    fs::write(place.journal(), long).unwrap();
    assert!(words(place.resume()).contains("is damaged"));
}

/// The rule of `--resume`: a scan that was stopped goes on, with what it was to replace; a finished one is left as it is.
#[test]
fn a_scan_is_resumed_by_one_rule() {
    let place = Place::new(4);
    let fresh = place.run(IfExists::Resume, None).unwrap();
    let text = place.text();
    assert_eq!((place.resume().unwrap(), place.text(), place.names()), (fresh.clone(), text.clone(), 2));
    // The record of a finished scan says nothing of other bytes, another scan, or a file that is gone.
    fs::write(&place.out, "mine\n").unwrap();
    assert!(words(place.resume()).contains("is not what this scan wrote"));
    assert!(
        words(
            Place { job: ScanJob { givens: 5, ..place.job.clone() }, ..Place::new(5) }.resume_at(&place.out)
        )
        .contains("another scan")
    );
    assert!(words(place.run(IfExists::Refuse, None)).contains("give `overwrite`"));
    assert_eq!(place.text(), b"mine\n");

    // Stopped while it was to replace a file, which stays until then.
    place.stop_at(IfExists::Overwrite, 1);
    assert_eq!(place.text(), b"mine\n");
    assert!(
        words(place.run(IfExists::Refuse, None)).contains("a scan was stopped here; give `resume` to go on")
    );
    place.stop_at(IfExists::Resume, 1);
    assert_eq!((place.resume().unwrap(), place.text()), (fresh.clone(), text.clone()));

    // A file that appeared since the beginning is not replaced.
    fs::remove_file(&place.out).unwrap();
    place.stop_at(IfExists::Refuse, 1);
    fs::write(&place.out, "mine\n").unwrap();
    assert!(words(place.resume()).contains("is not what this scan wrote; move it away"));
    assert_eq!(place.text(), b"mine\n");
    fs::remove_file(&place.out).unwrap();
    assert_eq!(place.resume().unwrap(), fresh);

    // Without the journal nothing shows whose the file is.
    fs::remove_file(place.journal()).unwrap();
    assert!(words(place.resume()).contains("no journal shows that this scan wrote it"));
    assert_eq!(place.names(), 1);
}

impl Place {
    fn resume_at(&self, out: &Path) -> Result<ScanTotals> {
        self.job
            .run(Some((out, IfExists::Resume)), &RunHooks::default(), &ScanProgress::default(), |_, _| Ok(()))
    }
}

/// The end of a scan in three steps: result entered, output named, units removed. It is resumed after each.
#[test]
fn a_scan_that_ends_in_its_last_steps_is_resumed() {
    let place = Place::new(4);
    let fresh = place.run(IfExists::Refuse, None).unwrap();
    let text = place.text();
    let finished = Finished { totals: fresh.clone(), blake3: blake3::hash(&text).to_string() };
    for is_named in [false, true] {
        fs::remove_file(&place.out).unwrap();
        place.stop_at(IfExists::Refuse, 1);
        ScanJournal::find(&place.out).unwrap().unwrap().enter_last(&finished);
        if is_named {
            fs::write(&place.out, &text).unwrap();
        }
        assert_eq!((place.resume().unwrap(), place.text()), (fresh.clone(), text.clone()));
        let lines = fs::read_to_string(place.journal()).unwrap().lines().count();
        assert_eq!(lines, 2, "first line and result");
    }
}

impl ScanJournal {
    fn enter_last(mut self, finished: &Finished) {
        let found = self.read().unwrap();
        self.go_on(&found.lines).unwrap();
        self.enter_result(finished).unwrap();
    }
}

/// A file that has the name of a journal and is none stays as it is.
#[test]
fn files_that_are_no_journals_are_neither_written_nor_removed() {
    let place = Place::new(4);
    for text in ["", "mine", "mine\n", "gridmill scan 2 ", "gridmill scan 2 00 {}\n"] {
        fs::write(place.journal(), text).unwrap();
        for existing in [IfExists::Refuse, IfExists::Resume, IfExists::Overwrite] {
            assert!(words(place.run(existing, None)).contains("this is not one; move it away"));
            assert_eq!(fs::read_to_string(place.journal()).unwrap(), text);
            assert!(!place.out.exists());
        }
    }
    fs::remove_file(place.journal()).unwrap();
    #[cfg(unix)]
    {
        let mine = place.folder.path().join("mine");
        let header = super::journal::ScanHeader { program: String::new(), ..place.job.header() };
        drop(ScanJournal::create(&mine, header, None).unwrap());
        std::os::unix::fs::symlink(ScanJob::journal(&mine), place.journal()).unwrap();
        for existing in [IfExists::Refuse, IfExists::Resume, IfExists::Overwrite] {
            assert!(place.run(existing, None).is_err(), "a link is not followed");
        }
    }
}

/// Two scans do not write to one journal.
#[test]
fn a_journal_is_of_one_scan_at_a_time() {
    let place = Place::new(4);
    let held = ScanJournal::create(&place.out, place.job.header(), None).unwrap();
    for existing in [IfExists::Refuse, IfExists::Resume, IfExists::Overwrite] {
        assert!(words(place.run(existing, None)).contains("another scan is writing here"));
    }
    drop(held);
    place.run(IfExists::Overwrite, None).unwrap();
}

/// Units that take longer than the estimate are cut off, and the estimate says so.
#[test]
fn an_estimate_ends_in_its_time() {
    let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let grid = Solution::new(&grid.parse::<Grid>().unwrap()).unwrap();
    for givens in [22, 30, 81] {
        let job = ScanJob { grids: vec![(Grid::from(&grid), grid.clone())], givens, threads: 1 };
        let begun = Instant::now();
        let estimate = job.estimate(Duration::from_millis(100), &RunHooks::default()).unwrap();
        // Most of it prepares the grid, without optimization.
        assert!(begun.elapsed() < Duration::from_secs(30), "{givens} givens: {:?}", begun.elapsed());
        assert!(estimate.is_lower_bound && estimate.standard_error.is_none(), "{givens}: {estimate:?}");
    }
    let small = Place::new(16).job.estimate(Duration::from_secs(20), &RunHooks::default()).unwrap();
    assert!(!small.is_lower_bound && small.standard_error == Some(0.0), "all units were searched: {small:?}");
}
