//! Files of the report and of its distributions, opened before the work begins.

use super::{Args, is_built_in, table};
use crate::{
    cli::{
        outputs::{Outputs, by_ending},
        report::{PICTURES, write_pictures},
        terminal::print,
    },
    report::{
        checkers_charts, checkers_html, checkers_markdown,
        compare::{Checker, CheckersReport, Workload, write_csv, write_hgrm},
    },
    tables::{Error, Result, escape::json_text, files::Draft},
};
use clap::{ValueEnum, builder::PossibleValue};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

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
    /// Returns the name in options, and the ending of file names.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }

    /// Returns the form asked for, or else the one of the file's ending.
    fn of(out: &Path, asked: Option<Self>) -> Result<Self> {
        let by_name = || by_ending(out, Self::value_variants(), Self::name);
        match asked.or_else(by_name) {
            Some(form) => Ok(form),
            None if out.as_os_str() == "-" => Ok(Self::Text),
            None if out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt")) => {
                Ok(Self::Text)
            }
            None => {
                let out = out.display();
                let problem = format!(
                    "{out}: the report's name must end in .txt, .html, .md, .json or .csv, or --format say its form"
                );
                Err(Error::Option(problem))
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

impl ValueEnum for Form {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Text, Self::Html, Self::Markdown, Self::Json, Self::Csv]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// Destinations of the report.
pub(super) struct Drafts {
    files: Vec<(Draft, Form)>,
    /// Form of what goes to standard output, if anything does.
    printed: Option<Form>,
    /// Distributions of times, by workload and checker.
    histograms: BTreeMap<(&'static str, String), Draft>,
    /// Names that are taken.
    outputs: Outputs,
}

impl Drafts {
    pub(super) fn open(args: &Args, checkers: &[Checker]) -> Result<Self> {
        let mut files = Outputs::new(args.files.iter().map(PathBuf::as_path), args.overwrite);
        let asked = match (args.format, args.json, args.csv) {
            (Some(form), ..) => Some(form),
            (None, true, _) => Some(Form::Json),
            (None, false, true) => Some(Form::Csv),
            (None, false, false) => None,
        };
        let outs = args.out.iter().map(|out| Ok((out, Form::of(out, asked)?)));
        let outs = outs.collect::<Result<Vec<_>>>()?;
        let (printed, outs): (Vec<_>, Vec<_>) = outs.into_iter().partition(|(out, _)| out.as_os_str() == "-");
        let printed = match printed.as_slice() {
            [] if args.out.is_empty() => Some(asked.unwrap_or(Form::Text)),
            [] => None,
            [(_, form)] => Some(*form),
            _ => return Err(Error::Option("standard output holds one report; give --out - once".to_owned())),
        };
        let older = [(&args.html, Form::Html), (&args.markdown, Form::Markdown)];
        let older = older.into_iter().filter_map(|(path, form)| Some((path.as_ref()?, form)));
        let opened = outs.into_iter().chain(older).map(|(path, form)| Ok((files.open(path)?, form)));
        let opened = opened.collect::<Result<_>>()?;
        let mut histograms = BTreeMap::new();
        if let Some(folder) = &args.hgrm {
            files.folder(folder, &["hgrm"], &[])?;
            for workload in args.workloads().into_iter().map(Workload::name) {
                // Single checks of external checkers are not timed.
                for Checker { name, .. } in checkers.iter().filter(|checker| is_built_in(checker)) {
                    let draft = files.open(&folder.join(format!("{workload}-{name}.hgrm")))?;
                    histograms.insert((workload, name.clone()), draft);
                }
            }
        }
        if let Some(folder) = &args.svg {
            files.folder(folder, &PICTURES, &[String::new()])?;
        }
        Ok(Self { files: opened, printed, histograms, outputs: files })
    }

    pub(super) fn write(mut self, args: &Args, report: &CheckersReport) -> anyhow::Result<()> {
        for (draft, form) in self.files {
            draft.keep_with(form.render(report, args.full)?.as_bytes())?;
        }
        for outcome in &report.outcomes {
            for standing in &outcome.checkers {
                let key = (outcome.workload.name(), standing.name.clone());
                let Some(draft) = self.histograms.remove(&key) else { continue };
                let mut text = Vec::new();
                write_hgrm(&standing.histogram, &mut text)?;
                draft.keep_with(&text)?;
            }
        }
        if let Some(folder) = &args.svg {
            write_pictures(folder, &checkers_charts(report), &mut self.outputs)?;
        }
        match self.printed {
            Some(form) => Ok(print(&form.render(report, args.full)?)?),
            None => Ok(()),
        }
    }
}
