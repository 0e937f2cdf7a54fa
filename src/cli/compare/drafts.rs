//! Files of the report, opened before the work begins.

use super::{Args, table};
use crate::{
    cli::{
        outputs::{Destination, Outputs, destination},
        report::{PICTURES, write_pictures},
        terminal::print,
    },
    report::{
        checkers_charts, checkers_html, checkers_markdown,
        compare::{CheckersReport, write_csv},
    },
    tables::{Error, Result, escape::json_text, files::Draft},
};
use std::path::{Path, PathBuf};

/// Form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Tables for a terminal.
    Text,
    /// A page with charts, whole in one file.
    Html,
    /// Tables for repositories.
    Markdown,
    /// Every figure, with a schema version.
    Json,
    /// Every figure, one row a checker and workload.
    Csv,
}

impl Form {
    /// Every form.
    pub(super) const ALL: [Self; 5] = [Self::Text, Self::Html, Self::Markdown, Self::Json, Self::Csv];

    /// Returns the name in options.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }

    /// Returns the endings of file names, the name first.
    const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["text", "txt"],
            Self::Html => &["html"],
            Self::Markdown => &["md"],
            Self::Json => &["json"],
            Self::Csv => &["csv"],
        }
    }

    /// Returns the form asked for, or else the one of the file's ending.
    fn of(out: &Path, asked: Option<Self>) -> Result<Self> {
        match (destination(out, asked, &Self::ALL, Self::endings)?, asked) {
            (Destination::StandardOutput, asked) => Ok(asked.unwrap_or(Self::Text)),
            (Destination::File(form), _) => Ok(form),
            (Destination::Folder, Some(form)) if !out.is_dir() => Ok(form),
            (Destination::Folder, _) => {
                let out = out.display();
                let problem = format!(
                    "--out {out}: the report's name must end in .txt, .html, .md, .json or .csv, or --format say its form"
                );
                Err(Error::option(problem))
            }
        }
    }

    fn render(self, report: &CheckersReport, full: bool) -> anyhow::Result<String> {
        Ok(match self {
            Self::Text => table::text(report, full),
            Self::Html => checkers_html(report),
            Self::Markdown => checkers_markdown(report),
            Self::Json => json_text(&format!("{}\n", serde_json::to_string_pretty(report)?)).into_owned(),
            Self::Csv => {
                let mut text = Vec::new();
                write_csv(report, &mut text)?;
                String::from_utf8_lossy(&text).into_owned()
            }
        })
    }
}

/// Destinations of the report.
pub(super) struct Drafts {
    files: Vec<(Draft, Form)>,
    /// Form of what goes to standard output, if anything does.
    printed: Option<Form>,
    /// Names that are taken.
    outputs: Outputs,
}

impl Drafts {
    pub(super) fn open(args: &Args) -> Result<Self> {
        let mut files = Outputs::new(args.files.iter().map(PathBuf::as_path), args.pictures.overwrite);
        let asked = args.format;
        let outs = args.out.iter().map(|out| Ok((out, Form::of(out, asked)?)));
        let outs = outs.collect::<Result<Vec<_>>>()?;
        let (printed, outs): (Vec<_>, Vec<_>) = outs.into_iter().partition(|(out, _)| out.as_os_str() == "-");
        let printed = match printed.as_slice() {
            [] if args.out.is_empty() => Some(asked.unwrap_or(Form::Text)),
            [] => None,
            [(_, form)] => Some(*form),
            _ => return Err(Error::option("standard output holds one report; give --out - once")),
        };
        let opened = outs.into_iter().map(|(path, form)| Ok((files.open(path)?, form)));
        let opened = opened.collect::<Result<_>>()?;
        if let Some(folder) = &args.pictures.svg {
            files.folder(folder, &PICTURES, &[String::new()])?;
        }
        Ok(Self { files: opened, printed, outputs: files })
    }

    pub(super) fn write(mut self, args: &Args, report: &CheckersReport) -> anyhow::Result<()> {
        for (draft, form) in self.files {
            draft.keep_with(form.render(report, args.full)?.as_bytes())?;
        }
        if let Some(folder) = &args.pictures.svg {
            write_pictures(folder, &checkers_charts(report), &mut self.outputs)?;
        }
        match self.printed {
            Some(form) => Ok(print(&form.render(report, args.full)?)?),
            None => Ok(()),
        }
    }
}
