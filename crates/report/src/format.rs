//! Numbers as people read them: rounded, grouped, with their units.

pub(super) use gridmill_tables::numbers::duration;
use gridmill_tables::numbers::grouped;

/// Shown in place of a number that is not known.
const UNKNOWN: &str = "\u{2013}";

/// Shows that a figure is not known.
pub(super) fn dash() -> String {
    UNKNOWN.to_owned()
}

/// Formats a number with two decimals, or a dash where there is none.
pub(super) fn two_decimals(value: Option<f64>) -> String {
    value.map_or_else(dash, |value| format!("{value:.2}"))
}

/// Quantity that a number counts or measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// Rows, steps: whole.
    Count,
    /// A number from 0 to 1, shown in per cent.
    Share,
    /// Rating, shown with one decimal.
    Rating,
    Nanoseconds,
    Ratio,
    Plain,
}

impl Unit {
    pub(super) fn show(self, value: f64) -> String {
        match self {
            _ if !value.is_finite() => dash(),
            Self::Count => whole(value),
            Self::Share => percent(value),
            Self::Rating => format!("{value:.1}"),
            Self::Nanoseconds => duration(value),
            Self::Ratio if 1e-300 < value && value < 0.1 => format!("1/{:.0} \u{d7}", 1.0 / value),
            Self::Ratio => format!("{value:.2} \u{d7}"),
            Self::Plain => plain(value),
        }
    }

    /// Formats the number for a tick of an axis: short.
    pub(super) fn tick(self, value: f64) -> String {
        match self {
            _ if !value.is_finite() => dash(),
            Self::Count if value >= 1e9 => format!("{} G", plain(value / 1e9)),
            Self::Count if value >= 1e6 => format!("{} M", plain(value / 1e6)),
            Self::Count if value >= 1e4 => format!("{} k", plain(value / 1e3)),
            Self::Share => format!("{} %", plain(round(value * 100.0, 6))),
            Self::Nanoseconds => duration(value).replace(".00 ", " ").replace(".0 ", " "),
            Self::Count | Self::Rating | Self::Ratio | Self::Plain => plain(round(value, 6)),
        }
    }
}

/// Rounded to `digits` that count.
fn round(value: f64, digits: i32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return 0.0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "a power of ten")]
    let power = digits - 1 - value.abs().log10().floor() as i32;
    let scale = 10_f64.powi(power.clamp(-300, 300));
    (value * scale).round() / scale
}

/// Formats a whole number with groups of three digits.
pub(super) fn whole(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let sign = if value < 0.0 { "\u{2212}" } else { "" };
    format!("{sign}{}", grouped(&digits))
}

/// Formats a share in per cent, with enough decimals to distinguish it from 0 and 100 %.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let far = percent.min(100.0 - percent).abs();
    match far {
        _ if !percent.is_finite() => dash(),
        _ if percent == 0.0 || far == 0.0 => format!("{percent:.0} %"),
        far if far < 0.000_5 && percent < 50.0 => format!("{} %", scientific(&format!("{percent:.2e}"))),
        far if far < 0.05 => format!("{percent:.4} %"),
        far if far < 1.0 => format!("{percent:.3} %"),
        _ => format!("{percent:.2} %"),
    }
}

/// Formats a share in per cent for prose and labels: two digits.
pub(super) fn rough_percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent.min(100.0 - percent).abs() {
        _ if !percent.is_finite() => dash(),
        0.0 => format!("{percent:.0} %"),
        far if far < 0.01 && percent < 50.0 => "< 0.01 %".to_owned(),
        far if far < 0.01 => format!("{percent:.2} %"),
        far if far < 0.1 => format!("{percent:.2} %"),
        far if far < 10.0 => format!("{percent:.1} %").replace(".0 ", " "),
        _ => format!("{percent:.0} %"),
    }
}

/// Formats a count with a few characters: `850`, `3.4k`, `12k`, `1.2M`.
pub(super) fn brief(count: f64) -> String {
    let (value, unit) = match count {
        _ if count < 999.5 => return format!("{count:.0}"),
        _ if count < 999_500.0 => (count / 1e3, "k"),
        _ if count < 999.5e6 => (count / 1e6, "M"),
        _ => (count / 1e9, "G"),
    };
    if value < 9.95 { format!("{value:.1}{unit}").replace(".0", "") } else { format!("{value:.0}{unit}") }
}

/// Formats five significant digits, without needless zeros; very large and very small numbers with a power of ten.
pub(super) fn plain(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return dash();
    }
    if !(1e-4..1e15).contains(&size) {
        let sign = if value < 0.0 { "\u{2212}" } else { "" };
        return format!("{sign}{}", scientific(&format!("{size:.3e}")));
    }
    let rounded = round(value, if size >= 1e5 { 15 } else { 5 });
    if size >= 1e5 {
        return whole(rounded);
    }
    let text = format!("{rounded:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("\u{2212}", digits));
    match digits.split_once('.') {
        Some((before, after)) if before.len() > 3 => {
            format!("{sign}{}.{after}", whole(before.parse().unwrap_or(0.0)))
        }
        None if digits.len() > 3 => format!("{sign}{}", whole(digits.parse().unwrap_or(0.0))),
        _ => format!("{sign}{digits}"),
    }
}

/// Formats a number and its standard error, to two digits of the error.
pub(super) fn with_error(value: f64, error: f64) -> String {
    if !value.is_finite() || !error.is_finite() {
        return plain(value);
    }
    if error <= 0.0 || !(1e-6..1e5).contains(&error) {
        return format!("{} \u{b1} {}", plain(value), plain(error));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 7")]
    let digits = (1.0 - error.log10().floor()).max(0.0) as usize;
    let sign = if value < 0.0 { "\u{2212}" } else { "" };
    format!("{sign}{:.digits$} \u{b1} {error:.digits$}", value.abs())
}

/// Formats a mean of ratings, with one digit more than a rating has.
pub(super) fn mean_rating(mean: f64) -> String {
    format!("{mean:.2}")
}

/// Formats a probability, which is never shown as 0.
pub(super) fn probability(p: f64) -> String {
    if p < 1e-4 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// Writes a number such as `1.5e-7` as people do: with a power of ten.
fn scientific(number: &str) -> String {
    let (mantissa, power) = number.split_once('e').unwrap_or((number, "0"));
    format!("{mantissa} \u{d7} 10{}", superscript(power.parse().unwrap_or_default()))
}

/// Writes a whole number above the line.
fn superscript(power: f64) -> String {
    const DIGITS: [char; 10] = [
        '\u{2070}', '\u{b9}', '\u{b2}', '\u{b3}', '\u{2074}', '\u{2075}', '\u{2076}', '\u{2077}', '\u{2078}',
        '\u{2079}',
    ];
    let raised = |c: char| c.to_digit(10).map_or('\u{207b}', |digit| DIGITS[digit as usize]);
    format!("{power:.0}").chars().map(raised).collect()
}

/// Formats exp(`ln`) with four digits and a power of ten, whatever its size.
pub(super) fn amount(ln: f64) -> String {
    let log10 = ln / std::f64::consts::LN_10;
    if !log10.is_finite() {
        return dash();
    }
    let mantissa = format!("{:.3}", 10_f64.powf(log10 - log10.floor()));
    // A mantissa that was rounded up to ten goes to the next power.
    match mantissa.strip_prefix("10") {
        Some(zeros) => scientific(&format!("1{zeros}e{:.0}", log10.floor() + 1.0)),
        None => scientific(&format!("{mantissa}e{:.0}", log10.floor())),
    }
}

/// Formats exp(`ln`) with its relative standard error, both with the digits that the error leaves: `(3.107 \u{b1} 0.018) \u{d7} 10\u{b3}\u{2077}`.
pub(super) fn amount_with_error(ln: f64, relative_error: Option<f64>) -> String {
    let log10 = ln / std::f64::consts::LN_10;
    let mantissa = 10_f64.powf(log10 - log10.floor());
    match relative_error {
        Some(relative) if relative > 0.0 && relative.is_finite() && log10.is_finite() => {
            let number = with_error(mantissa, mantissa * relative);
            format!("({number}) \u{d7} 10{}", superscript(log10.floor()))
        }
        _ => amount(ln),
    }
}

/// Formats a share and its standard error in per cent, to two digits of the error: `17.410 % \u{b1} 0.023 %`.
pub(super) fn share_with_error(share: f64, error: f64) -> String {
    let (value, error) = (share * 100.0, error * 100.0);
    if error <= 0.0 || !error.is_finite() || !value.is_finite() {
        return percent(share);
    }
    let size = value.abs().max(error);
    if size < 1e-3 {
        // Below, powers of ten are 0.
        let power = size.log10().floor().max(-300.0);
        let scale = 10_f64.powf(power);
        return format!("({}) \u{d7} 10{} %", with_error(value / scale, error / scale), superscript(power));
    }
    match with_error(value, error).split_once(" \u{b1} ") {
        Some((value, error)) => format!("{value} % \u{b1} {error} %"),
        None => percent(share),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        let plains = [0.0, 1.0, 24.3873, 1234.5, 1_234_567.0, -0.5, 1e-7, 3.1e37, 0.1 + 0.2].map(plain);
        assert_eq!(
            plains,
            [
                "0",
                "1",
                "24.387",
                "1,234.5",
                "1,234,567",
                "\u{2212}0.5",
                "1.000 \u{d7} 10\u{207b}\u{2077}",
                "3.100 \u{d7} 10\u{b3}\u{2077}",
                "0.3"
            ]
        );
        let shares = [0.0, 1.0, 0.4176, 0.0012, 0.000_012, 1.32e-9].map(percent);
        assert_eq!(
            shares,
            ["0 %", "100 %", "41.76 %", "0.120 %", "0.0012 %", "1.32 \u{d7} 10\u{207b}\u{2077} %"]
        );
        assert_eq!([950.0, -12_345.0, 2.5e9].map(duration), ["950 ns", "\u{2212}12.3 \u{b5}s", "2.50 s"]);
        let errors = [(3.790_12, 0.024_262), (102.2, 12.3), (-5.0, 0.0), (1234.5, 150.0)];
        assert_eq!(
            errors.map(|(value, error)| with_error(value, error)),
            ["3.790 \u{b1} 0.024", "102 \u{b1} 12", "\u{2212}5 \u{b1} 0", "1234 \u{b1} 150"]
        );
        assert_eq!([12_345.0, 2e6, 100.0].map(|n| Unit::Count.tick(n)), ["12.345 k", "2 M", "100"]);
        let rough = [0.4176, 0.1, 0.0312, 0.0004, 0.000_01, 1.0, 0.999].map(rough_percent);
        assert_eq!(rough, ["42 %", "10 %", "3.1 %", "0.04 %", "< 0.01 %", "100 %", "99.90 %"]);
        assert_eq!([850.0, 3400.0, 12_345.0, 1.2e6, 5e9].map(brief), ["850", "3.4k", "12k", "1.2M", "5G"]);
        assert_eq!(amount(3.1057e37_f64.ln()), "3.106 \u{d7} 10\u{b3}\u{2077}");
        let shares = [(0.174_1, 0.000_23), (1.44e-7, 5.0e-8), (0.29, 0.011), (0.5, 0.0)];
        assert_eq!(
            shares.map(|(share, error)| share_with_error(share, error)),
            [
                "17.410 % \u{b1} 0.023 %",
                "(1.44 \u{b1} 0.50) \u{d7} 10\u{207b}\u{2075} %",
                "29.0 % \u{b1} 1.1 %",
                "50.00 %"
            ]
        );
        assert_eq!(
            amount_with_error(3.1057e37_f64.ln(), Some(0.0058)),
            "(3.106 \u{b1} 0.018) \u{d7} 10\u{b3}\u{2077}"
        );
    }

    /// Numbers at the ends of floats are shown, and what is no number is a dash.
    #[test]
    fn no_number_is_shown_as_infinite() {
        assert_eq!(plain(5e-324), "4.941 \u{d7} 10\u{207b}\u{b3}\u{b2}\u{2074}");
        assert_eq!(plain(9.9996e-5), "1.000 \u{d7} 10\u{207b}\u{2074}");
        let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, f64::MIN_POSITIVE, f64::MAX, f64::MIN];
        let units = [Unit::Count, Unit::Share, Unit::Rating, Unit::Nanoseconds, Unit::Ratio, Unit::Plain];
        for value in odd {
            let mut shown = vec![plain(value), percent(value), rough_percent(value), amount(value)];
            shown.extend(units.iter().flat_map(|unit| [unit.show(value), unit.tick(value)]));
            for error in odd {
                shown.extend([with_error(value, error), share_with_error(value, error)]);
                shown.push(amount_with_error(value, Some(error)));
            }
            assert!(shown.iter().all(|text| !text.contains("inf") && !text.contains("NaN")), "{shown:?}");
        }
    }
}
