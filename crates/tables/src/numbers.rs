//! Numbers as people read them; those that they write, such as `1000000`, `1_000_000`, `1e6`, `1M` or `1.5M`, are parsed by the crate of boards.

pub use gridmill_board::numbers::{named_list, positive, whole};

/// Formats a number with its digits in groups of three.
pub fn thousands(number: u64) -> String {
    grouped(&number.to_string())
}

/// Puts commas between groups of three digits.
pub fn grouped(digits: &str) -> String {
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Formats nanoseconds with three digits and a unit.
pub fn duration(ns: f64) -> String {
    let (value, unit) = match ns.abs() {
        size if size < 1e3 => (ns, "ns"),
        size if size < 1e6 => (ns / 1e3, "\u{b5}s"),
        size if size < 1e9 => (ns / 1e6, "ms"),
        size if size < 3.6e12 => (ns / 1e9, "s"),
        _ => (ns / 3.6e12, "h"),
    };
    let digits = if value.abs() < 10.0 { 2 } else { usize::from(value.abs() < 100.0) };
    let sign = if value < 0.0 { "\u{2212}" } else { "" };
    format!("{sign}{:.digits$} {unit}", value.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [7.0, 1234.0, 45_678.0, 1.5e9, -2e6].map(duration),
            ["7.00 ns", "1.23 µs", "45.7 µs", "1.50 s", "\u{2212}2.00 ms"]
        );
    }
}
