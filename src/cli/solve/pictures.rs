//! Pictures of steps, a file each.

use crate::{
    cli::outputs::Outputs,
    draw::{Labels, Marks, StepPicture, svg},
    rate::{CellNames, Pencilmarks, Step, Wording},
    tables::{Error, Result},
};
use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// Pictures of the steps that are printed.
#[derive(Debug, clap::Args)]
pub(super) struct PictureArgs {
    /// Draw each step that is printed: a folder, or FILE.svg for one step
    #[arg(long, value_name = "DIR|FILE", group = "written", hide_short_help = true)]
    pub(super) svg: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long, requires = "written", hide_short_help = true)]
    pub(super) overwrite: bool,
}

impl PictureArgs {
    /// Opens the pictures that are asked for. `arguments` are puzzles, and files that must stay.
    pub(super) fn open(&self, arguments: &[String]) -> Result<Option<StepPictures>> {
        let inputs = || arguments.iter().map(Path::new).filter(|input| input.exists());
        let open = |out: &PathBuf| StepPictures::new(out, inputs(), self.overwrite);
        self.svg.as_ref().map(open).transpose()
    }
}

/// Writer of pictures of steps: into a folder, or the one picture of a run into a file.
#[derive(Debug)]
pub(in crate::cli) struct StepPictures {
    outputs: Outputs,
    place: Place,
    names: CellNames,
}

#[derive(Debug)]
enum Place {
    /// `puzzle-N-step-NN.svg` in this folder.
    Folder(PathBuf),
    /// This file, until a picture is written.
    File(PathBuf),
    /// A file that is written.
    Full(PathBuf),
}

/// Returns true for the name of a picture, false for that of a folder.
///
/// # Errors
/// [`Error::Option`] for another ending, and for standard output.
pub(in crate::cli) fn is_picture(out: &Path) -> Result<bool> {
    let is_ending = |ending: &&OsStr| ending.to_string_lossy().starts_with(|c: char| c.is_ascii_alphabetic());
    let ending = out.extension().filter(is_ending).filter(|_| !out.is_dir());
    match ending {
        Some(ending) if ending.eq_ignore_ascii_case("svg") => Ok(true),
        None if out.as_os_str() != "-" => Ok(false),
        _ => {
            let out = out.display();
            Err(Error::option(format!("--svg {out}: a picture ends in .svg, and a folder has no ending")))
        }
    }
}

impl StepPictures {
    /// Opens the folder `out`, or takes the name of a file that ends in `.svg`.
    ///
    /// # Errors
    /// As [`is_picture`] and [`Outputs::folder`].
    pub(in crate::cli) fn new<'a>(
        out: &Path,
        inputs: impl IntoIterator<Item = &'a Path>,
        overwrite: bool,
    ) -> Result<Self> {
        let outputs = Outputs::new(inputs, overwrite);
        let place = if is_picture(out)? {
            Place::File(out.to_owned())
        } else {
            outputs.folder(out, &["svg"], &["puzzle-".to_owned()])?;
            Place::Folder(out.to_owned())
        };
        Ok(Self { outputs, place, names: CellNames::default() })
    }

    /// Names cells in this style, in captions and at the grid.
    pub(super) fn with_names(self, names: CellNames) -> Self {
        Self { names, ..self }
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
                Place::Folder(folder) => folder.join(format!("puzzle-{number}-step-{n:0width$}.svg")),
                Place::File(path) => path.clone(),
                Place::Full(path) => {
                    let problem = format!("{} holds one picture; give --svg a folder", path.display());
                    return Err(Error::option(problem));
                }
            };
            let labels = match self.names {
                CellNames::LetterDigit => Labels::Letters,
                _ => Labels::Numbers,
            };
            let picture = StepPicture::new(&Marks::from(&marks), step)
                .with_labels(labels)
                .with_explanation(Wording::english())
                .draw();
            self.outputs.open(&path)?.keep_with(svg(&picture).as_bytes())?;
            if matches!(self.place, Place::File(_)) {
                self.place = Place::Full(path);
            }
            marks.apply(step);
        }
        Ok(())
    }
}
