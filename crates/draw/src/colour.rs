//! Colours of pictures: one table, distinguishable for colour-blind readers and, with shapes and dashes, in grey print.

/// A colour of red, green and blue, with an opacity.
///
/// ```
/// assert_eq!(gridmill_draw::Colour::BLACK.hex(), "#000");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    pub(crate) parts: [u8; 3],
    pub(crate) percent: u8,
    variable: Option<&'static str>,
}

impl Colour {
    /// Black.
    pub const BLACK: Self = Self::rgb(0);
    /// White.
    pub const WHITE: Self = Self::rgb(0xff_ffff);

    /// Creates a colour from `0xRRGGBB`.
    pub const fn rgb(value: u32) -> Self {
        let [_, red, green, blue] = value.to_be_bytes();
        Self { parts: [red, green, blue], percent: 100, variable: None }
    }

    /// Sets the opacity, from 0 to 100.
    pub const fn with_opacity(self, percent: u8) -> Self {
        Self { percent, ..self }
    }

    /// Names the CSS variable that has this colour in pages, which can then have a dark theme.
    pub const fn with_variable(self, name: &'static str) -> Self {
        Self { variable: Some(name), ..self }
    }

    /// Returns the name of the CSS variable, if there is one.
    pub const fn variable(self) -> Option<&'static str> {
        self.variable
    }

    /// Returns the colour as `#rrggbb`, or `#rgb` where that is the same.
    pub fn hex(self) -> String {
        let [red, green, blue] = self.parts;
        if self.parts.iter().all(|part| part % 17 == 0) {
            format!("#{:x}{:x}{:x}", red / 17, green / 17, blue / 17)
        } else {
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
    }
}

/// Lines, digits and words.
pub(crate) mod ink {
    use super::Colour;

    pub(crate) const GIVEN: Colour = Colour::rgb(0x11_1111);
    pub(crate) const ENTRY: Colour = Colour::rgb(0x2f_4a75);
    pub(crate) const CANDIDATE: Colour = Colour::rgb(0x44_4444);
    pub(crate) const MARKED: Colour = Colour::rgb(0x00_0000);
    pub(crate) const WORDS: Colour = Colour::rgb(0x33_3333);
    pub(crate) const LABEL: Colour = Colour::rgb(0x66_6666);
    pub(crate) const RULE: Colour = Colour::rgb(0xb5_b5b5);
    pub(crate) const EDGE: Colour = Colour::rgb(0x22_2222);
}

/// Fills and outlines of marks on candidates, after the schemes PRGn and PuOr of ColorBrewer (C. Brewer 2003).
pub(crate) mod mark {
    use super::Colour;

    pub(crate) const GREEN: (Colour, Colour) = (Colour::rgb(0xa9_dfa3), Colour::rgb(0x1b_7837));
    pub(crate) const BLUE: (Colour, Colour) = (Colour::rgb(0xb9_d7f2), Colour::rgb(0x21_5f9a));
    pub(crate) const ORANGE: (Colour, Colour) = (Colour::rgb(0xfd_cf8a), Colour::rgb(0x9c_4d06));
    pub(crate) const PURPLE: (Colour, Colour) = (Colour::rgb(0xd9_c8ec), Colour::rgb(0x54_2788));
    pub(crate) const RED: (Colour, Colour) = (Colour::rgb(0xf9_b9ae), Colour::rgb(0xb2_182b));
}

/// Tints of cells, each with the colour of its border.
pub(crate) const TINTS: [(Colour, Colour); 6] = [
    (Colour::rgb(0xff_f2bf), Colour::rgb(0x9a_7b00)),
    (Colour::rgb(0xdc_eafa), Colour::rgb(0x2b_6cb0)),
    (Colour::rgb(0xea_dff7), Colour::rgb(0x6b_46a1)),
    (Colour::rgb(0xd9_f2e3), Colour::rgb(0x23_7a57)),
    (Colour::rgb(0xfd_e3d3), Colour::rgb(0xb3_5806)),
    (Colour::rgb(0xee_eeee), Colour::rgb(0x55_5555)),
];

/// Cells of the houses that a pattern starts from.
pub(crate) const BASE_TINT: Colour = Colour::rgb(0xf3_f3ee);

/// Outlines of base and cover houses.
pub(crate) const BASE: Colour = Colour::rgb(0x1f_5fae);
/// Outlines of cover houses.
pub(crate) const COVER: Colour = Colour::rgb(0xc2_5a00);

/// Chains of one step, one after the other.
pub(crate) const THREADS: [Colour; 6] = [
    Colour::rgb(0x1f_4e9c),
    Colour::rgb(0xb3_5806),
    Colour::rgb(0x6a_3d9a),
    Colour::rgb(0x00_706b),
    Colour::rgb(0x9d_2463),
    Colour::rgb(0x4d_4d4d),
];
