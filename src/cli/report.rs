//! `gridmill report`: describes corpora on a page.

use super::{
    args::{ColumnArgs, PictureArgs, ProgressArg, ShapeArg, SplitArg, ThreadsArg, by_name, column_words},
    limits::warn_about_threads,
    outputs::{self, Outputs, file_names, rows_in_seconds},
    signals::end_on_signals,
    terminal::{print, say},
};
use crate::{
    corpus::{CorpusReader, Job, Provenance, RunHooks},
    report::{
        ChartFiles, Form, Origin, Report, Summary, SummaryCollector, SummaryOptions, VerifyScope, summarise,
    },
    tables::{Error, Result, escape::shell_word, files::Draft, numbers, storage, threads::thread_pool},
};
use arrow_array::RecordBatch;
use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    time::Instant,
};

/// Options of `report`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Corpus folders, or files of puzzles (text, drawn grids, CSV, JSON lines, Parquet, and others of docs/INPUTS.md; - for
    /// standard input); each is compared with the first, and what any two share is counted. Parts of one corpus, by seed and plan, count as one
    #[arg(value_name = "CORPUS_OR_FILE", required = true)]
    paths: Vec<PathBuf>,

    /// File of the report, - for standard output; several for several forms
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: Vec<PathBuf>,

    /// Form [default: by the ending of each --out; md for standard output]
    #[arg(long, value_parser = by_name(&Form::ALL, Form::name), value_name = "FORM")]
    format: Option<Form>,

    /// Names of the corpora in the report [default: the names of their folders or files]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    name: Vec<String>,

    /// Count all corpora and files as parts of one
    #[arg(long)]
    join: bool,

    /// Puzzles to solve again and to look at one by one: all, or the size of a sample. duplicates=N: above this many puzzles, estimate duplicates
    /// from a random sample (exact counting needs 16 to 40 bytes each)
    #[arg(long, value_name = "all|N[,duplicates=N]", default_value_t)]
    check: Checks,

    #[command(flatten)]
    shape: ShapeArg,

    #[command(flatten)]
    pictures: PictureArgs,

    #[command(flatten)]
    columns: ColumnArgs,

    #[command(flatten)]
    split: SplitArg,

    #[command(flatten)]
    threads: ThreadsArg,

    #[command(flatten)]
    progress: ProgressArg,
}

/// One corpus, which may be in several folders or files.
struct CorpusInput {
    name: String,
    sources: Vec<CorpusReader>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let forms = args.out.iter().map(|out| form_of(out, args.format)).collect::<Result<Vec<_>>>()?;
    let corpora = args.corpora()?;
    let mut files = Outputs::new(args.paths.iter().map(PathBuf::as_path), args.pictures.overwrite);
    let events = RunHooks::default();
    warn_about_threads(args.threads.threads);
    end_on_signals(&events)?;
    let outputs = args.outputs(&mut files)?;
    let start = Instant::now();
    let total = corpora.iter().flat_map(|corpus| &corpus.sources).map(CorpusReader::rows).sum();
    let summed = args.progress.watch(total, &events.counters, || args.sum(corpora, &events))?;
    let rows = summed.iter().map(|(_, summary)| summary.rows).sum();
    let report = Report::new(args.command(), summed);
    if let Some(folder) = &args.pictures.svg {
        write_charts(folder, &report, &mut files)?;
    }
    for (output, form) in outputs.into_iter().zip(forms) {
        output.write(&report.render(form))?;
    }
    for failed in report.failed_checks() {
        say(&format!("check failed: {failed}"));
    }
    let names: Vec<String> = args.files().map(|out| out.display().to_string()).collect();
    if !args.progress.is_quiet() && !names.is_empty() {
        let rows = rows_in_seconds(rows, start.elapsed().as_secs_f64());
        say(&format!("{rows}; the report is {}", names.join(" and ")));
    }
    Ok(())
}

impl Args {
    fn corpora(&self) -> Result<Vec<CorpusInput>> {
        let mut corpora: Vec<CorpusInput> = Vec::new();
        if self.join {
            self.split.sources(&self.paths).check_splits()?;
        }
        for path in &self.paths {
            let source =
                CorpusReader::open_with(path, self.shape.shape, &self.columns.named(), &self.split.choice())?;
            let parted = |corpus: &&mut CorpusInput| {
                self.join || corpus.sources[0].provenance.is_part_with(&source.provenance)
            };
            if let Some(corpus) = corpora.iter_mut().find(parted) {
                corpus.sources.push(source);
            } else {
                let name = self.name.get(corpora.len()).cloned().unwrap_or_else(|| name_of(path));
                corpora.push(CorpusInput { name, sources: vec![source] });
            }
        }
        if self.name.len() > corpora.len() {
            let problem = format!("--name: {} names for {} corpora", self.name.len(), corpora.len());
            return Err(Error::option(problem));
        }
        Ok(corpora)
    }

    fn outputs(&self, files: &mut Outputs) -> Result<Vec<Output>> {
        if self.out.iter().filter(|out| out.as_os_str() == "-").count() > 1 {
            return Err(Error::option("standard output holds one report; give --out - once"));
        }
        let outputs = self.out.iter().map(|out| Output::open(out, files)).collect::<Result<Vec<_>>>()?;
        if let Some(folder) = &self.pictures.svg {
            files.folder(folder, &PICTURES, &[String::new()])?;
            let steps = folder.join("steps");
            if steps.exists() {
                files.folder(&steps, &PICTURES, &[String::new()])?;
            }
        }
        Ok(outputs)
    }

    fn sum(&self, corpora: Vec<CorpusInput>, events: &RunHooks) -> Result<Vec<(Origin, Summary)>> {
        let pool = thread_pool(self.threads.threads)?;
        let several = corpora.len() > 1;
        let sum = |CorpusInput { name, sources }: CorpusInput| {
            let shape = match self.shape.shape {
                Some(shape) => shape,
                None => sources[0].shape()?,
            };
            let options = SummaryOptions {
                scope: self.check.scope,
                distinct_limit: self.check.duplicates,
                forms: several,
                ..SummaryOptions::of(shape)
            };
            summarise(name, &sources, options, &pool, events)
        };
        corpora.into_iter().map(sum).collect()
    }

    fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.out.iter().filter(|out| out.as_os_str() != "-")
    }

    fn command(&self) -> String {
        let mut words = vec!["gridmill report".to_owned()];
        words.extend(self.paths.iter().map(|path| shell_word(&path.display().to_string())));
        words.extend(self.files().map(|out| format!("--out {}", shell_word(&out.display().to_string()))));
        let options = [
            self.format.map(|form| format!("--format {}", form.name())),
            (!self.name.is_empty()).then(|| format!("--name {}", shell_word(&self.name.join(",")))),
            self.join.then(|| "--join".to_owned()),
            self.check.changed().map(|changed| format!("--check {changed}")),
            self.shape.shape.map(|shape| format!("--box {shape}")),
            column_words(&self.columns.named()),
            self.split.name().map(|name| format!("--split {}", shell_word(name))),
        ];
        words.extend(options.into_iter().flatten());
        words.join(" ")
    }
}

/// Returns the form asked for, or else the one of the file's ending.
fn form_of(out: &Path, asked: Option<Form>) -> Result<Form> {
    let problem = "the report's name must end in .html, .md, .json or .csv, or --format say its form";
    outputs::form_of(out, asked, &Form::ALL, Form::endings, (Form::Markdown, problem))
}

/// Report whose rows are collected while the corpus is made.
pub(super) struct DeferredReport {
    form: Form,
    output: Output,
    collector: SummaryCollector,
}

impl DeferredReport {
    /// Opens the file, so that an error shows before the work begins.
    pub(super) fn open(path: &Path, job: &Job, files: &mut Outputs) -> Result<Self> {
        let form = form_of(path, None)?;
        Ok(Self {
            form,
            output: Output::open(path, files)?,
            collector: SummaryCollector::new(
                SummaryOptions::of(job.plan.shape)
                    .with_scales(&job.facts(crate::tables::PROGRAM), std::iter::empty()),
            ),
        })
    }

    pub(super) fn see(&self, rows: &RecordBatch) {
        self.collector.absorb(rows);
    }

    /// Writes the report of the collected rows, or of a whole `folder` whose first rows were made by an earlier run.
    pub(super) fn write(self, provenance: &Provenance, out: &Path, folder: Option<&Path>) -> Result<()> {
        let name = if out.as_os_str() == "-" { "corpus".to_owned() } else { name_of(out) };
        let (origin, summary) = match folder {
            None => (Origin::of(name, provenance), self.collector.finish()),
            Some(folder) => {
                let source = CorpusReader::open(folder)?;
                let options = self.collector.options.clone();
                summarise(name, &[source], options, &thread_pool(0)?, &RunHooks::default())?
            }
        };
        let report = Report::new(origin.command.clone().unwrap_or_default(), vec![(origin, summary)]);
        self.output.write(&report.render(self.form))
    }
}

fn name_of(path: &Path) -> String {
    let name =
        path.file_stem().filter(|_| !storage::is_folder(path).unwrap_or(false)).or_else(|| path.file_name());
    name.map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Destination of a report, opened before anything is read.
enum Output {
    Stdout,
    File(Draft),
}

impl Output {
    fn open(path: &Path, files: &mut Outputs) -> Result<Self> {
        if path.as_os_str() == "-" { Ok(Self::Stdout) } else { Ok(Self::File(files.open(path)?)) }
    }

    fn write(self, text: &str) -> Result<()> {
        match self {
            Self::Stdout => print(text),
            Self::File(draft) => draft.keep_with(text.as_bytes()),
        }
    }
}

fn write_charts(folder: &Path, report: &Report, files: &mut Outputs) -> Result<()> {
    let (steps, charts): (Vec<_>, Vec<_>) =
        report.charts().into_iter().partition(|picture| picture.name.starts_with("step-"));
    write_pictures(folder, &charts, files)?;
    if steps.is_empty() {
        return Ok(());
    }
    let folder = folder.join("steps");
    files.folder(&folder, &PICTURES, &[String::new()])?;
    write_pictures(&folder, &steps, files)
}

pub(super) const PICTURES: [&str; 2] = ["svg", "pdf"];

/// Writes pictures under their names, as SVG and as PDF.
pub(super) fn write_pictures(folder: &Path, charts: &[ChartFiles], files: &mut Outputs) -> Result<()> {
    let names = file_names(charts.iter().map(|picture| picture.name.as_str()));
    for (name, ChartFiles { svg, pdf, .. }) in names.iter().zip(charts) {
        files.open(&folder.join(format!("{name}.svg")))?.keep_with(svg.as_bytes())?;
        files.open(&folder.join(format!("{name}.pdf")))?.keep_with(pdf)?;
    }
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Checks {
    scope: VerifyScope,
    /// Puzzles above which duplicates are estimated, 1 or more.
    duplicates: usize,
}

impl Default for Checks {
    fn default() -> Self {
        Self { scope: VerifyScope::Sample(1000), duplicates: SummaryOptions::DISTINCT_LIMIT }
    }
}

impl FromStr for Checks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut checks = Self::default();
        for (name, value) in numbers::named_list(text, Some("puzzles"))? {
            let number = || value.parse::<usize>();
            match name {
                "puzzles" if value == "all" => checks.scope = VerifyScope::All,
                "puzzles" => {
                    let wrong = |_| "give all, or a number of puzzles such as 1000 (0 for none)";
                    checks.scope = VerifyScope::Sample(number().map_err(wrong)?);
                }
                "duplicates" => {
                    let wrong = |_| "duplicates takes a number of puzzles";
                    checks.duplicates = number().map_err(wrong)?.max(1);
                }
                _ => return Err(format!("{name:?} is none of puzzles and duplicates")),
            }
        }
        Ok(checks)
    }
}

impl Checks {
    fn parts(self) -> [String; 2] {
        let scope = match self.scope {
            VerifyScope::All => "all".to_owned(),
            VerifyScope::Sample(size) => size.to_string(),
        };
        [scope, format!("duplicates={}", self.duplicates)]
    }

    /// Returns the parts that are not as by default; `None` if all are.
    fn changed(self) -> Option<String> {
        let pairs = self.parts().into_iter().zip(Self::default().parts());
        let changed: Vec<String> =
            pairs.filter(|(part, usual)| part != usual).map(|(part, _)| part).collect();
        (!changed.is_empty()).then(|| changed.join(","))
    }
}

impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts().join(","))
    }
}
