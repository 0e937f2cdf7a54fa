//! Estimate of a large corpus from a small measured one: time, bytes, files, and the limit that is met first.
//!
//! ```text
//! core seconds = rows / rows a second of a core
//! time         = rows of the largest part / (cores a machine x rows a second of a core)
//! bytes        = rows x bytes a row + files x bytes a file
//! ```
//!
//! Pure arithmetic: the caller measures. docs/SCALE.md has the reasons, and compares estimates with runs.

use super::{manifest::SHARD_BYTES, write::MAX_SHARDS};
use serde::Serialize;

/// Bytes of a manifest without its shards, about.
const MANIFEST_BYTES: f64 = 2000.0;
/// Bytes a row that `dedup` sorts: a key of 16 bytes and the number of the row.
const SORTED_BYTES_A_ROW: f64 = 24.0;
/// Bytes a row of all temporary files of `dedup`: the file of keys (25), the sorted keys (24), sorted places (9), places (1).
const DEDUP_BYTES_A_ROW: f64 = 59.0;
/// Bytes a row of the longest temporary file of `dedup`, that of the keys.
const KEY_FILE_BYTES_A_ROW: u64 = 25;
/// Bytes of the longest file of ext4 with blocks of 4 KiB.
const LONGEST_FILE: u64 = 16 << 40;
/// Files in a folder above which listing it, and uploading it, take minutes.
const MANY_FILES: u64 = 10_000;
/// Bytes of a file that is advised at most: an object store takes 5 GB in one request.
const LARGE_FILE: f64 = 4e9;
/// Seconds of a merge that is advised at most.
const LONG_MERGE: f64 = 24.0 * 3600.0;

/// A figure and the range in which it was measured.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// Lowest of the measured slices.
    pub low: f64,
    /// Mean.
    pub mean: f64,
    /// Highest of the measured slices.
    pub high: f64,
}

/// Figures that were measured on one machine.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measured {
    /// Rows a second that one core makes, encodes and writes.
    pub rows_per_core_second: Spread,
    /// Bytes of a row in a file.
    pub bytes_per_row: f64,
    /// Bytes of a file without its rows.
    pub bytes_per_file: f64,
    /// Rows a second that `merge` checks and copies, on all cores.
    pub merge_rows_per_second: f64,
    /// Bytes a second that are written to disk and synced.
    pub disk_bytes_per_second: f64,
}

/// A corpus and the machines that make it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Scale {
    /// Rows of the whole corpus.
    pub rows: u64,
    /// Machines, each with one part.
    pub machines: u64,
    /// Cores of each machine.
    pub cores: u64,
    /// Rows of a file.
    pub shard_rows: u64,
}

/// A limit that a corpus meets at some number of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// Rows above which it is met.
    pub rows: u64,
    /// The limit, and a way around it.
    pub text: String,
}

/// Estimated cost of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CostEstimate {
    /// Hours of one core.
    pub core_hours: Spread,
    /// Seconds until the last machine is done.
    pub seconds: Spread,
    /// Bytes of all files.
    pub bytes: f64,
    /// Bytes of the largest part.
    pub bytes_per_machine: f64,
    /// Number of files.
    pub files: u64,
    /// Files of the largest part.
    pub files_per_machine: u64,
    /// Bytes of the manifest of the whole corpus.
    pub manifest_bytes: f64,
    /// Bytes of the manifest of the largest part.
    pub part_manifest_bytes: f64,
    /// Seconds that one machine like the measured one takes to merge the parts.
    pub merge_seconds: f64,
    /// Bytes of keys that `dedup` sorts.
    pub dedup_sorted_bytes: f64,
    /// Bytes of the temporary files of `dedup`.
    pub dedup_temporary_bytes: f64,
    /// Advised rows of a file.
    pub shard_rows: u64,
    /// Limits, in the order in which a growing corpus meets them.
    pub limits: Vec<Limit>,
}

impl CostEstimate {
    /// Estimates the cost of a corpus at this scale. All numbers of `scale` are 1 or more.
    pub fn new(measured: &Measured, scale: &Scale) -> Self {
        let Scale { rows, machines, cores, shard_rows } = *scale;
        let files = rows.div_ceil(shard_rows);
        let files_per_machine = files.div_ceil(machines);
        let rows_per_machine = files_per_machine.saturating_mul(shard_rows).min(rows);
        let rate = measured.rows_per_core_second;
        // A high rate is a short time.
        let over =
            |rows: f64| Spread { low: rows / rate.high, mean: rows / rate.mean, high: rows / rate.low };
        let bytes = |rows: u64, files: u64| {
            rows as f64 * measured.bytes_per_row + files as f64 * measured.bytes_per_file
        };
        let manifest = |files: u64| MANIFEST_BYTES + files as f64 * SHARD_BYTES as f64;
        let all_bytes = bytes(rows, files);
        let merge_by_rows = rows as f64 / measured.merge_rows_per_second;
        Self {
            core_hours: over(rows as f64 / 3600.0),
            seconds: over(rows_per_machine as f64 / cores as f64),
            bytes: all_bytes,
            bytes_per_machine: bytes(rows_per_machine, files_per_machine),
            files,
            files_per_machine,
            manifest_bytes: manifest(files),
            part_manifest_bytes: manifest(files_per_machine),
            merge_seconds: merge_by_rows.max(all_bytes / measured.disk_bytes_per_second),
            dedup_sorted_bytes: rows as f64 * SORTED_BYTES_A_ROW,
            dedup_temporary_bytes: rows as f64 * DEDUP_BYTES_A_ROW,
            shard_rows: advised_shard_rows(measured, scale),
            limits: limits(measured, scale),
        }
    }

    /// Returns the limits that the corpus meets.
    pub fn met(&self, rows: u64) -> impl Iterator<Item = &Limit> {
        self.limits.iter().filter(move |limit| limit.rows < rows)
    }
}

/// Returns the rows of a file that keep a folder small and each machine busy; those of `scale` if they do.
fn advised_shard_rows(measured: &Measured, scale: &Scale) -> u64 {
    let Scale { rows, machines, shard_rows, .. } = *scale;
    let files = rows.div_ceil(shard_rows);
    if files < machines {
        return (rows / machines).max(1);
    }
    if files <= MANY_FILES.max(machines) {
        return shard_rows;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and cut off")]
    let large = (LARGE_FILE / measured.bytes_per_row.max(1.0)) as u64;
    let fitting = rows.div_ceil(MANY_FILES).min(large).max(rows.div_ceil(MAX_SHARDS)).max(shard_rows);
    let fitting = round_up(fitting);
    if rows.div_ceil(fitting) < machines { (rows / machines).max(1) } else { fitting }
}

/// Rounds up to a number with one digit that is not zero.
fn round_up(number: u64) -> u64 {
    let power = 10_u64.pow(number.checked_ilog10().unwrap_or(0));
    number.div_ceil(power).saturating_mul(power)
}

fn limits(measured: &Measured, scale: &Scale) -> Vec<Limit> {
    let Scale { rows, machines, shard_rows, .. } = *scale;
    let enough = round_up(rows.div_ceil(MAX_SHARDS)).max(shard_rows);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and saturates")]
    let long_merge = (measured.merge_rows_per_second * LONG_MERGE) as u64;
    let mut limits = vec![
        Limit {
            rows: MAX_SHARDS.saturating_mul(shard_rows),
            text: format!("500,000 files a folder: {enough} rows a file, or no merge"),
        },
        Limit {
            rows: MAX_SHARDS.saturating_mul(shard_rows).saturating_mul(machines),
            text: "the folder of a part holds 500,000 files: more rows a file".to_owned(),
        },
        Limit {
            rows: MANY_FILES.saturating_mul(shard_rows),
            text: "above 10,000 files a folder is slow to list: more rows a file".to_owned(),
        },
        Limit {
            rows: long_merge,
            text: "merge takes more than a day: leave the parts, readers take many".to_owned(),
        },
        Limit {
            rows: LONGEST_FILE / KEY_FILE_BYTES_A_ROW,
            text: "dedup: its file of keys is longer than ext4 allows (16 TiB)".to_owned(),
        },
    ];
    if rows.div_ceil(shard_rows) < machines {
        let text = "there are fewer files than machines: fewer rows a file".to_owned();
        limits.push(Limit { rows: 0, text });
    }
    limits.sort_by_key(|limit| limit.rows);
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEASURED: Measured = Measured {
        rows_per_core_second: Spread { low: 40_000.0, mean: 50_000.0, high: 60_000.0 },
        bytes_per_row: 70.0,
        bytes_per_file: 6000.0,
        merge_rows_per_second: 400_000.0,
        disk_bytes_per_second: 2e8,
    };

    fn at(rows: u64, machines: u64, cores: u64, shard_rows: u64) -> CostEstimate {
        CostEstimate::new(&MEASURED, &Scale { rows, machines, cores, shard_rows })
    }

    fn close(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} for {expected}");
    }

    #[test]
    fn a_corpus_costs_rows_by_rates() {
        let small = at(1_000_000_000, 10, 8, 1_000_000);
        close(small.core_hours.mean, 1e9 / 5e4 / 3600.0);
        close(small.core_hours.low, 1e9 / 6e4 / 3600.0);
        close(small.seconds.mean, 1e8 / 8.0 / 5e4);
        close(small.seconds.high, 1e8 / 8.0 / 4e4);
        close(small.bytes, 7e10 + 6e6);
        close(small.bytes_per_machine, 7e9 + 6e5);
        assert_eq!((small.files, small.files_per_machine, small.shard_rows), (1000, 100, 1_000_000));
        close(small.merge_seconds, 2500.0);
        close(small.dedup_sorted_bytes, 2.4e10);
        assert_eq!(small.met(1_000_000_000).count(), 0);
    }

    #[test]
    fn the_last_machine_decides_the_time() {
        // Seven files on three machines: one makes three of them.
        let uneven = at(7_000_000, 3, 1, 1_000_000);
        assert_eq!(uneven.files_per_machine, 3);
        close(uneven.seconds.mean, 3e6 / 5e4);
    }

    #[test]
    fn limits_come_in_the_order_in_which_they_are_met() {
        let large = at(1_000_000_000_000, 1000, 64, 1_000_000);
        assert!(large.limits.is_sorted_by_key(|limit| limit.rows));
        let met: Vec<&str> = large.met(1_000_000_000_000).map(|limit| &limit.text[..20]).collect();
        assert_eq!(
            met,
            ["above 10,000 files a", "merge takes more tha", "500,000 files a fold", "dedup: its file of k"]
        );
        // 4 GB of 70 bytes a row; 16,667 files.
        assert_eq!(large.shard_rows, 60_000_000);
        let idle = at(1000, 64, 1, 1000);
        assert_eq!((idle.shard_rows, &idle.limits[0].text[..21]), (15, "there are fewer files"));
    }

    #[test]
    fn no_number_of_rows_overflows() {
        for rows in [1, u64::MAX] {
            for (machines, shard_rows) in [(1, 1), (u64::MAX, 1), (1, u64::MAX), (u64::MAX, u64::MAX)] {
                let estimate = at(rows, machines, u64::MAX, shard_rows);
                assert!(estimate.bytes > 0.0 && estimate.shard_rows > 0 && estimate.files > 0);
            }
        }
        assert_eq!([1, 9, 10, 11, 99_999].map(round_up), [1, 9, 10, 20, 100_000]);
        assert_eq!(round_up(u64::MAX), u64::MAX);
    }
}
