//! Numbers as people read them.

/// Formats a number with its digits in groups of three.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let grouped: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    grouped.join(",")
}
