//! The colours of charts and pages: one table, as CSS variables for pages and as literals for pictures in files of their own.

/// A colour by name, on light and on dark ground.
struct Colour {
    name: &'static str,
    light: &'static str,
    dark: &'static str,
}

const fn colour(name: &'static str, light: &'static str, dark: &'static str) -> Colour {
    Colour { name, light, dark }
}

/// `c1` to `c5` distinguish series (after M. Okabe and K. Ito 2008); `warm` and `cool` are the ends of diverging scales.
const PALETTE: &[Colour] = &[
    colour("ground", "#ffffff", "#14171b"),
    colour("raised", "#f5f7f9", "#1d2127"),
    colour("ink", "#1b1f24", "#e8eaed"),
    colour("faint", "#57606a", "#a3abb5"),
    colour("muted", "#a8b0b9", "#69727d"),
    colour("rule", "#e3e6ea", "#2c323a"),
    colour("edge", "#6b7480", "#8a94a0"),
    colour("c1", "#0068a3", "#56b4e9"),
    colour("c2", "#bf5300", "#f0894d"),
    colour("c3", "#007d5b", "#2fc49a"),
    colour("c4", "#9a3f7b", "#dd8fc0"),
    colour("c5", "#7d5b00", "#e6b422"),
    colour("warm", "#d55e00", "#f0894d"),
    colour("cool", "#0072b2", "#56b4e9"),
    colour("alarm", "#b3261e", "#ff8a80"),
];

/// Returns the rules that define the colours as variables: light, dark, and light again in print.
pub(crate) fn variables() -> String {
    let all = |value: fn(&Colour) -> &str| -> String {
        PALETTE.iter().map(|colour| format!("--{}:{};", colour.name, value(colour))).collect()
    };
    let (light, dark) = (all(|colour| colour.light), all(|colour| colour.dark));
    format!(
        ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n@media print{{:root{{{light}}}}}\n"
    )
}

/// Returns the style with each variable replaced by its colour on light ground, for programs that know no variables.
pub(crate) fn with_literals(style: &str) -> String {
    let literal =
        |style: String, colour: &Colour| style.replace(&format!("var(--{})", colour.name), colour.light);
    PALETTE.iter().fold(style.to_owned(), literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_leave_no_variable() {
        assert_eq!(with_literals("a{fill:var(--c1);stroke:var(--ink)}"), "a{fill:#0068a3;stroke:#1b1f24}");
        assert!(!with_literals(include_str!("../page/chart.css")).contains("var("));
        assert!(variables().contains("--c5:#e6b422;"));
    }
}
