//! Pictures of steps, a file each.

use crate::{
    cli::{outputs::Outputs, style::StyleArgs, wording::Words},
    corpus::{ExportJob, lacking_letters},
    draw::{ExtraFont, Marks, Picture, StepPicture, has_glyph, png, svg},
    rate::{Pencilmarks, Step, StepHelp},
    tables::{Error, Result, files::Draft},
};
use std::{
    ffi::OsStr,
    io::Write as _,
    path::{Path, PathBuf},
};

/// Pictures of the steps that are printed.
#[derive(Debug, clap::Args)]
pub(super) struct PictureArgs {
    /// Draw each step that is printed: FILE.svg or FILE.png for one step, or a folder, of SVG, or of PNG with --style width=PIXELS
    #[arg(long, value_name = "FILE|DIR", group = "written", hide_short_help = true)]
    pub(super) picture: Option<PathBuf>,

    #[command(flatten)]
    pub(super) style: StyleArgs,

    /// Replace files that exist
    #[arg(long, requires = "written", hide_short_help = true)]
    pub(super) overwrite: bool,
}

impl StyleArgs {
    /// Returns the form of the pictures of a file or folder: the ending of the file decides, or for a folder whether there is a width.
    ///
    /// # Errors
    /// [`Error::Option`] for another ending, for standard output, and for the width of an SVG file.
    pub(in crate::cli) fn form(&self, out: &Path) -> Result<PictureForm> {
        let is_ending =
            |ending: &&OsStr| ending.to_string_lossy().starts_with(|c: char| c.is_ascii_alphabetic());
        let ending = out.extension().filter(is_ending).filter(|_| !out.is_dir());
        let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let style = self.style();
        let width = style.width.unwrap_or(ExportJob::WIDTH);
        let is_folder = ending.is_none() && out.as_os_str() != "-";
        let kind = match (ending.as_deref(), style.width) {
            (Some("svg"), Some(_)) => {
                return Err(Error::option("--style width is for PNG: give --picture FILE.png or a folder"));
            }
            (Some("png"), _) => PictureKind::Png(width),
            (None, Some(_)) if is_folder => PictureKind::Png(width),
            (Some("svg"), None) => PictureKind::Svg,
            (None, None) if is_folder => PictureKind::Svg,
            _ => {
                let out = out.display();
                let problem =
                    format!("--picture {out}: a picture ends in .svg or .png, and a folder has no ending");
                return Err(Error::option(problem));
            }
        };
        Ok(PictureForm { kind, dark: style.dark, is_file: ending.is_some() })
    }
}

#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct PictureForm {
    kind: PictureKind,
    dark: bool,
    pub(in crate::cli) is_file: bool,
}

#[derive(Debug, Clone, Copy)]
enum PictureKind {
    Svg,
    /// Of this many pixels across.
    Png(u32),
}

impl PictureForm {
    pub(in crate::cli) const fn ending(self) -> &'static str {
        match self.kind {
            PictureKind::Svg => "svg",
            PictureKind::Png(_) => "png",
        }
    }

    /// Returns true if letters are drawn, so that a font must have them.
    const fn needs_letters(self) -> bool {
        matches!(self.kind, PictureKind::Png(_))
    }

    /// Returns the contents of a file.
    pub(in crate::cli) fn contents(self, picture: Picture) -> Result<Vec<u8>> {
        let picture = if self.dark { picture.dark() } else { picture };
        match self.kind {
            PictureKind::Svg => Ok(svg(&picture).into_bytes()),
            PictureKind::Png(width) => {
                png(&picture, width).map_err(|error| Error::option(format!("--style width={width}: {error}")))
            }
        }
    }
}

impl PictureArgs {
    /// Opens the pictures that are asked for. `arguments` are puzzles, and files that must stay.
    pub(super) fn open(&self, arguments: &[String]) -> Result<Option<StepPictures>> {
        let inputs = || arguments.iter().map(Path::new).filter(|input| input.exists());
        let open = |out| StepPictures::new((out, self.style.form(out)?), inputs(), self.overwrite);
        self.picture.as_deref().map(open).transpose()
    }
}

/// Writer of pictures of steps: into a folder, or the one picture of a run into a file.
pub(in crate::cli) struct StepPictures {
    outputs: Outputs,
    form: PictureForm,
    place: Place,
    words: Words,
    /// `steps.jsonl` of a folder, once there is a step.
    list: Option<Draft>,
}

/// Line of `steps.jsonl`: what a picture of the folder shows. The explanation is its caption.
#[derive(serde::Serialize)]
struct Shown<'a> {
    file: &'a str,
    puzzle: u64,
    step: usize,
    /// Digits before the step, `.` for an empty cell.
    before: String,
    /// Candidates of each cell before the step, row by row.
    candidates: Vec<String>,
    #[serde(flatten)]
    help: StepHelp,
}

/// Name of the list of the pictures in a folder.
const LIST: &str = "steps.jsonl";

#[derive(Debug)]
enum Place {
    /// `puzzle-N-step-NN.svg`, or `.png`, in this folder.
    Folder(PathBuf),
    /// This file, until a picture is written.
    File(PathBuf),
    Full(PathBuf),
}

impl StepPictures {
    /// Opens a folder, or takes the name of a file with the ending of the form.
    pub(in crate::cli) fn new<'a>(
        (out, form): (&Path, PictureForm),
        inputs: impl IntoIterator<Item = &'a Path>,
        overwrite: bool,
    ) -> Result<Self> {
        let outputs = Outputs::new(inputs, overwrite);
        let place = if form.is_file {
            Place::File(out.to_owned())
        } else {
            outputs.folder(out, &[form.ending(), "jsonl"], &["puzzle-".to_owned(), LIST.to_owned()])?;
            Place::Folder(out.to_owned())
        };
        Ok(Self { outputs, form, place, words: Words::default(), list: None })
    }

    /// Explains steps in these words, and names cells in their style, in captions and at the grid.
    pub(in crate::cli) fn with_words(self, words: Words) -> Self {
        Self { words, ..self }
    }

    /// Draws the steps of puzzle `number`, from `start` on.
    ///
    /// # Errors
    /// [`Error::Option`] for a second picture in one file; else as [`Outputs::open`].
    pub(in crate::cli) fn write(&mut self, number: u64, start: &Pencilmarks, steps: &[Step]) -> Result<()> {
        let mut marks = start.clone();
        let width = steps.len().to_string().len().max(2);
        for (n, step) in (1_usize..).zip(steps) {
            let path = match &self.place {
                Place::Folder(folder) => {
                    folder.join(format!("puzzle-{number}-step-{n:0width$}.{}", self.form.ending()))
                }
                Place::File(path) => path.clone(),
                Place::Full(path) => {
                    return Err(Error::option(format!(
                        "{} holds one picture; give a folder",
                        path.display()
                    )));
                }
            };
            let (wording, before) = (self.words.wording(), Marks::from(&marks));
            let names = self.words.names;
            let notation = step.notation(names);
            let picture = StepPicture::new(&before, step).with_names(names).with_explanation(wording);
            let contents = ExtraFont::with(self.words.font.as_ref(), || {
                let text = step.explanation(wording, &notation);
                let unknown = text.chars().filter(|&letter| !letter.is_whitespace() && !has_glyph(letter));
                // Who shows an SVG document has fonts.
                match lacking_letters(unknown).filter(|_| self.form.needs_letters()) {
                    Some(error) => Err(error),
                    None => self.form.contents(picture.draw()),
                }
            })?;
            self.outputs.open(&path)?.keep_with(&contents)?;
            match &self.place {
                Place::File(_) => self.place = Place::Full(path),
                Place::Folder(folder) => {
                    let list = folder.join(LIST);
                    let out = match &mut self.list {
                        Some(out) => out,
                        closed => closed.insert(self.outputs.open(&list)?),
                    };
                    let candidates =
                        |cell| marks.candidates(cell).iter().map(|digit| digit.to_string()).collect();
                    let shown = Shown {
                        file: &path.file_name().unwrap_or_default().to_string_lossy(),
                        puzzle: number,
                        step: n,
                        before: marks.grid().to_string(),
                        candidates: marks.shape().all_cells().map(candidates).collect(),
                        help: StepHelp::new(step, wording, &notation),
                    };
                    let line =
                        serde_json::to_string(&shown).unwrap_or_else(|_| unreachable!("keys are text"));
                    writeln!(out, "{line}").map_err(Error::io("writing", &list))?;
                }
                Place::Full(_) => {}
            }
            marks.apply(step);
        }
        Ok(())
    }

    /// Gives the list of a folder its name.
    pub(in crate::cli) fn finish(self) -> Result<()> {
        self.list.map_or(Ok(()), Draft::keep)
    }
}
