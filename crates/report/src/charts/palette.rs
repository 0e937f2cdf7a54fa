//! The colours of charts and pages: CSS variables in pages, so that light, dark and print differ by style only, literals in files of
//! their own.

use gridmill_draw::Colour;

const fn colour(name: &'static str, light: u32) -> Colour {
    Colour::rgb(light).with_variable(name)
}

const GROUND: Colour = colour("ground", 0xff_ffff);
const RAISED: Colour = colour("raised", 0xf5_f7f9);
pub(super) const INK: Colour = colour("ink", 0x1b_1f24);
pub(super) const FAINT: Colour = colour("faint", 0x57_606a);
pub(super) const MUTED: Colour = colour("muted", 0xa8_b0b9);
pub(super) const RULE: Colour = colour("rule", 0xe3_e6ea);
pub(super) const EDGE: Colour = colour("edge", 0x6b_7480);
/// Colours of series (after M. Okabe and K. Ito 2008).
pub(super) const SERIES: [Colour; 5] = [
    colour("c1", 0x00_68a3),
    colour("c2", 0xbf_5300),
    colour("c3", 0x00_7d5b),
    colour("c4", 0x9a_3f7b),
    colour("c5", 0x7d_5b00),
];
/// Ends of diverging scales.
pub(super) const WARM: Colour = colour("warm", 0xd5_5e00);
pub(super) const COOL: Colour = colour("cool", 0x00_72b2);
const ALARM: Colour = colour("alarm", 0xb3_261e);

/// All colours, each with its form on dark ground.
const PALETTE: [(Colour, &str); 15] = [
    (GROUND, "#14171b"),
    (RAISED, "#1d2127"),
    (INK, "#e8eaed"),
    (FAINT, "#a3abb5"),
    (MUTED, "#69727d"),
    (RULE, "#2c323a"),
    (EDGE, "#8a94a0"),
    (SERIES[0], "#56b4e9"),
    (SERIES[1], "#f0894d"),
    (SERIES[2], "#2fc49a"),
    (SERIES[3], "#dd8fc0"),
    (SERIES[4], "#e6b422"),
    (WARM, "#f0894d"),
    (COOL, "#56b4e9"),
    (ALARM, "#ff8a80"),
];

/// Returns the rules that define the colours as variables: light, dark, and light again in print.
pub(crate) fn variables() -> String {
    let all = |value: fn(&(Colour, &str)) -> String| -> String {
        let rule = |colour: &(Colour, &str)| {
            format!("--{}:{};", colour.0.variable().unwrap_or_default(), value(colour))
        };
        PALETTE.iter().map(rule).collect()
    };
    let (light, dark) = (all(|(light, _)| light.hex()), all(|(_, dark)| (*dark).to_owned()));
    format!(
        ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n@media print{{:root{{{light}}}}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_define_every_colour_of_charts() {
        let rules = variables();
        assert!(rules.contains("--c5:#e6b422;") && rules.contains("--c1:#0068a3;"), "{rules}");
        assert_eq!(rules.matches("--").count(), 3 * PALETTE.len());
    }
}
