//! Intervals of shares.

/// The normal distribution's 97.5 % point.
pub const Z: f64 = 1.959_963_984_540_054;

/// Returns the 95 % interval of a share of `part` in `all` (E. B. Wilson 1927); `None` of nothing.
///
/// ```
/// use gridmill_tables::intervals::wilson;
///
/// // R: prop.test(10, 50, correct = FALSE)
/// let (low, high) = wilson(10, 50).unwrap();
/// assert!((low - 0.112437).abs() < 1e-6 && (high - 0.330370).abs() < 1e-5);
/// ```
pub fn wilson(part: u64, all: u64) -> Option<(f64, f64)> {
    if all == 0 {
        return None;
    }
    let (n, p) = (all as f64, part as f64 / all as f64);
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let over = 1.0 + Z * Z / n;
    Some((((middle - half) / over).max(0.0), ((middle + half) / over).min(1.0)))
}
