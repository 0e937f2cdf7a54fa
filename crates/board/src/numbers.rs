//! Whole numbers as people write them, such as `1000000`, `1_000_000`, `1e6`, `1M` or `1.5M`, and lists of named values.

/// Endings of numbers and the powers of ten that they stand for.
const ENDINGS: [(char, u32); 5] = [('k', 3), ('m', 6), ('g', 9), ('b', 9), ('t', 12)];

/// Parses a whole number from 0 to 18,446,744,073,709,551,615.
///
/// Digits may be grouped by `_`. An ending k, M, G (or B) or T, in any case, or an exponent such as `e6`, multiplies by a power of
/// ten, before which a decimal point may stand: the result must be whole.
///
/// # Errors
/// One line that says what is allowed.
pub fn whole(text: &str) -> Result<u64, String> {
    parse(text).ok_or_else(|| "give a whole number, such as 1000000, 1_000_000, 1e6 or 1M".to_owned())
}

/// Parses a whole number, 1 or more, in the same way.
///
/// # Errors
/// As [`whole`].
pub fn positive(text: &str) -> Result<u64, String> {
    match whole(text)? {
        0 => Err("give a whole number, 1 or more".to_owned()),
        number => Ok(number),
    }
}

/// Splits a list such as `4,hints=2` into names and values. A part without `=` is a value of the name `unnamed`; without that, a name with an
/// empty value.
///
/// # Errors
/// One line for a name that is given twice.
pub fn named_list<'a>(text: &'a str, unnamed: Option<&'a str>) -> Result<Vec<(&'a str, &'a str)>, String> {
    let mut list: Vec<(&str, &str)> = Vec::new();
    for part in text.split(',') {
        let (name, value) =
            part.split_once('=').unwrap_or_else(|| unnamed.map_or((part, ""), |name| (name, part)));
        let name = name.trim();
        if list.iter().any(|(given, _)| *given == name) {
            return Err(format!("{name} is given twice"));
        }
        list.push((name, value));
    }
    Ok(list)
}

fn parse(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    let (mantissa, power) = match text.split_once('e') {
        Some((mantissa, power)) => (mantissa, power.strip_prefix('+').unwrap_or(power).parse::<u32>().ok()?),
        None => match ENDINGS.iter().find(|(ending, _)| text.ends_with(*ending)) {
            Some(&(ending, power)) => (text.strip_suffix(ending)?, power),
            None => (&text[..], 0),
        },
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_grouped = |digits: &str| {
        let inner = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
        inner && !digits.starts_with('_') && !digits.ends_with('_')
    };
    if before.is_empty() || mantissa.ends_with('.') || !is_grouped(before) || !is_grouped(after) {
        return None;
    }
    let digits = |text: &str| text.replace('_', "");
    let after = digits(after);
    // Zeros after the point change nothing.
    let after = after.trim_end_matches('0');
    let zeros = power.checked_sub(u32::try_from(after.len()).ok()?)?;
    let number: u64 = (digits(before) + after).parse().ok()?;
    if number == 0 { Some(0) } else { number.checked_mul(10_u64.checked_pow(zeros)?) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_each_name_once() {
        assert_eq!(named_list("4, hints=2", Some("puzzles")).unwrap(), [("puzzles", "4"), ("hints", "2")]);
        assert_eq!(named_list("dark,width=9", None).unwrap(), [("dark", ""), ("width", "9")]);
        assert_eq!(named_list("4,puzzles=5", Some("puzzles")), Err("puzzles is given twice".to_owned()));
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("0", 0),
            ("7", 7),
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("1E+6", 1_000_000),
            ("1M", 1_000_000),
            ("1m", 1_000_000),
            ("250k", 250_000),
            ("1.5M", 1_500_000),
            ("1.50k", 1500),
            ("2.5e1", 25),
            ("3G", 3_000_000_000),
            ("3b", 3_000_000_000),
            ("1T", 1_000_000_000_000),
            ("18446744073709551615", u64::MAX),
            ("0e99", 0),
            ("5.0", 5),
        ] {
            assert_eq!(whole(text), Ok(number), "{text}");
        }
        for bad in [
            "",
            " ",
            "-1",
            "+1",
            "1.5",
            "1.",
            ".5",
            "1e",
            "e6",
            "1e-3",
            "1.5e0",
            "1k5",
            "1 000",
            "1,000",
            "_1",
            "1_",
            "1_.5M",
            "18446744073709551616",
            "1e20",
            "20e18T",
            "M",
            "0x10",
            "1e99999999999",
            "١",
        ] {
            assert!(whole(bad).is_err(), "{bad}");
        }
        assert_eq!(positive("1e3"), Ok(1000));
        assert!(positive("0").is_err());
    }
}
