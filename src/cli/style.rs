//! Look of pictures and books: `--style dark,width=600,font=FILE.ttf`.

use crate::{
    corpus::read_font,
    draw::ExtraFont,
    tables::{Result, numbers},
};
use std::path::PathBuf;

#[derive(Debug, Clone, Default)]
pub(super) struct Style {
    /// True for pictures that are light on dark.
    pub dark: bool,
    /// Width of a PNG in pixels.
    pub width: Option<u32>,
    /// True for books in black and grey only.
    pub black: bool,
    /// True for books with large numbers and words.
    pub large_print: bool,
    font: Option<PathBuf>,
}

impl Style {
    /// Parses the look of books and pictures.
    pub(super) fn of_exports(text: &str) -> Result<Self, String> {
        Self::parse(text, "dark,width=PIXELS,font=FILE,black,large-print")
    }

    fn of_pictures(text: &str) -> Result<Self, String> {
        Self::parse(text, "dark,width=PIXELS,font=FILE")
    }

    /// Parses a list with these forms. A part ends at the next comma, also in the name of a font.
    fn parse(text: &str, forms: &str) -> Result<Self, String> {
        let mut style = Self::default();
        for (name, value) in numbers::named_list(text, None)? {
            let has_form =
                |form: &str| form.split('=').next() == Some(name) && form.contains('=') != value.is_empty();
            if !forms.split(',').any(has_form) {
                return Err(format!("give {forms}, or some of these"));
            }
            match name {
                "dark" => style.dark = true,
                "black" => style.black = true,
                "large-print" => style.large_print = true,
                "width" => {
                    let width = numbers::positive(value).map_err(|problem| format!("width: {problem}"))?;
                    style.width = Some(u32::try_from(width).unwrap_or(u32::MAX));
                }
                _ => style.font = Some(PathBuf::from(value)),
            }
        }
        Ok(style)
    }

    /// Reads the font of letters that the built-in one lacks.
    pub(super) fn font(&self) -> Result<Option<ExtraFont>> {
        self.font.as_deref().map(read_font).transpose()
    }
}

/// Look of pictures that are asked for.
#[derive(Debug, clap::Args)]
pub(super) struct StyleArgs {
    /// Look of pictures: dark (light on dark), width=PIXELS of a PNG (400 if not given), and font=FILE, TrueType or OpenType, for letters
    /// that the built-in font of PNG lacks (Greek, Cyrillic, Japanese), such as dark,width=600
    #[arg(long, value_name = "LIST", value_parser = Style::of_pictures, requires = "picture", hide_short_help = true)]
    style: Option<Style>,
}

impl StyleArgs {
    pub(super) fn style(&self) -> Style {
        self.style.clone().unwrap_or_default()
    }
}
