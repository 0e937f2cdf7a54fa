//! Shares of targets and of splits: one rule for both.

/// Billionths in a share of 1.
pub(super) const WHOLE: u64 = 1_000_000_000;
/// Largest share; it keeps sums far from overflow.
const LARGEST: u64 = 1_000_000 * WHOLE;

/// Rule of shares, in words for messages and help.
pub const SHARE_RULE: &str =
    "shares above 0, with at most 9 decimals: whole numbers in proportion, or fractions that add up to 1";

/// Parses names and their shares, such as `a:0.2,b:0.8`: the shares are in billionths.
///
/// Whole numbers are proportions of any sum. If one share is not whole, all must add up to 1.
///
/// # Errors
/// A problem in words, for which the caller shows an example.
///
/// # Example
/// ```
/// use gridmill_generate::parse_shares;
///
/// assert_eq!(parse_shares("a:1,b:3")?, [("a", 1_000_000_000), ("b", 3_000_000_000)]);
/// assert_eq!(parse_shares("a:0.5,b:0.05").unwrap_err(), "the shares add up to 0.55, not 1");
/// # Ok::<(), String>(())
/// ```
pub fn parse_shares(text: &str) -> Result<Vec<(&str, u64)>, String> {
    let mut shares = Vec::new();
    for part in text.split(',') {
        let (name, share) = part.rsplit_once(':').ok_or_else(|| format!("{part:?} has no share"))?;
        let (name, share) = (name.trim(), share.trim());
        let parsed = billionths(share).filter(|share| (1..=LARGEST).contains(share));
        shares.push((name, parsed.ok_or_else(|| format!("{share:?} is not a share"))?));
    }
    let sum: u64 = shares.iter().fold(0, |sum, (_, share)| share.saturating_add(sum));
    let is_proportion = shares.iter().all(|(_, share)| share % WHOLE == 0);
    if !is_proportion && sum != WHOLE {
        return Err(format!("the shares add up to {}, not 1", share_text(sum)));
    }
    Ok(shares)
}

/// Formats a share in billionths as a decimal.
pub fn share_text(billionths: u64) -> String {
    let decimals = format!("{:09}", billionths % WHOLE);
    let text = format!("{}.{}", billionths / WHOLE, decimals.trim_end_matches('0'));
    text.trim_end_matches('.').to_owned()
}

/// Parses a decimal number into billionths.
fn billionths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if text.is_empty() || text == "." || decimals.len() > 9 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let parts: u64 = format!("{decimals:0<9}").parse().ok()?;
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    whole.checked_mul(WHOLE)?.checked_add(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_proportions_or_add_up_to_one() {
        for text in ["a:1", "a:1,b:3", "a:0.2,b:0.8", "a:.5, b: 0.5", "a:1.0,b:1.0", "a:b:1", "a:1000000,b:1"]
        {
            assert!(parse_shares(text).is_ok(), "{text}");
        }
        for (text, problem) in [
            ("", "\"\" has no share"),
            ("a", "\"a\" has no share"),
            ("a:1,", "\"\" has no share"),
            ("a:", "\"\" is not a share"),
            ("a:.", "\".\" is not a share"),
            ("a:0", "\"0\" is not a share"),
            ("a:-1", "\"-1\" is not a share"),
            ("a:1e0", "\"1e0\" is not a share"),
            ("a:NaN", "\"NaN\" is not a share"),
            ("a:0.0000000001", "\"0.0000000001\" is not a share"),
            ("a:1000001", "\"1000001\" is not a share"),
            ("a:0.5,b:0.05", "the shares add up to 0.55, not 1"),
            ("a:1,b:0.5", "the shares add up to 1.5, not 1"),
        ] {
            assert_eq!(parse_shares(text), Err(problem.to_owned()), "{text}");
        }
        assert_eq!([1, WHOLE, WHOLE / 2].map(share_text), ["0.000000001", "1", "0.5"]);
    }
}
