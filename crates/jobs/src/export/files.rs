//! A file for each puzzle, as programs read them that open one puzzle.

use super::{ExportLayout, ExportOutput, Exporter, OpenOutputs, Prepared};
use gridmill_board::{Digit, Grid};
use gridmill_draw::{PuzzlePicture, png, svg};
use gridmill_tables::{
    Error, Result,
    files::{Draft, FileNames, FolderDraft, TextSink, output_error},
    read::Rows,
};
use rayon::prelude::*;
use std::{io::Write as _, path::PathBuf};

/// Returns the contents of the file of a puzzle.
///
/// # Errors
/// [`Error::Option`] for pictures that are too large.
fn contents(layout: ExportLayout, (width, dark): (u32, bool), grid: &Grid) -> Result<Vec<u8>> {
    let picture = || {
        let picture = PuzzlePicture::new(grid).draw();
        if dark { picture.dark() } else { picture }
    };
    Ok(match layout {
        ExportLayout::Sdk => sdk(grid).into_bytes(),
        ExportLayout::Ipuz => ipuz(grid).into_bytes(),
        ExportLayout::Png => {
            png(&picture(), width).map_err(|error| Error::option(format!("`width={width}`: {error}")))?
        }
        _ => svg(&picture()).into_bytes(),
    })
}

pub(super) struct Files {
    layout: ExportLayout,
    /// Width of a picture in pixels, and true for a dark one.
    look: (u32, bool),
    out: Out,
    count: u64,
}

enum Out {
    /// The file, and its contents once they are there.
    One(PathBuf, TextSink, Option<Vec<u8>>),
    Folder(FolderDraft),
}

fn is_of_folder(name: &str) -> bool {
    let (number, ending) = name.split_once('.').unwrap_or_default();
    let layouts = [ExportLayout::Sdk, ExportLayout::Ipuz, ExportLayout::Svg, ExportLayout::Png];
    let is_ending = layouts.iter().any(|layout| layout.name() == ending);
    is_ending && number.len() >= DIGITS && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits of the number in a file's name, at least.
const DIGITS: usize = 6;

impl Files {
    pub(super) fn begin(
        layout: ExportLayout,
        look: (u32, bool),
        out: ExportOutput<'_>,
        open: &mut dyn OpenOutputs,
    ) -> Result<Self> {
        let out = match out {
            ExportOutput::Stream(name, out) => Out::One(name.into(), TextSink::Stream(out), None),
            ExportOutput::Path(path)
                if path.extension().is_some_and(|e| e.eq_ignore_ascii_case(layout.name())) =>
            {
                Out::One(path.to_owned(), TextSink::File(open.file(path)?), None)
            }
            ExportOutput::Path(path) => Out::Folder(open.folder(path, FileNames::Matching(is_of_folder))?),
        };
        Ok(Self { layout, look, out, count: 0 })
    }
}

impl Exporter for Files {
    fn push(&mut self, _rows: &Rows, prepared: &[Prepared]) -> Result<()> {
        let (layout, look, ending) = (self.layout, self.look, self.layout.name());
        let contents =
            prepared.par_iter().map(|row| contents(layout, look, &row.grid)).collect::<Result<Vec<_>>>()?;
        for contents in contents {
            self.count += 1;
            match &mut self.out {
                Out::One(.., written) => {
                    if written.replace(contents).is_some() {
                        let problem = format!(
                            "a file of the layout {ending} has one puzzle; give `out=DIR` for a folder of files"
                        );
                        return Err(Error::option(problem));
                    }
                }
                Out::Folder(folder) => {
                    let name = format!("{:0DIGITS$}.{ending}", self.count);
                    Draft::open(&folder.hidden().join(name), false)?.keep_with(&contents)?;
                }
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<String>> {
        match self.out {
            Out::One(path, _, None) => {
                Err(Error::corpus(path, "the input holds no puzzle, and the file has one"))
            }
            Out::One(path, sink, Some(contents)) => {
                let mut sink = sink.buffered();
                sink.write_all(&contents).map_err(|error| output_error(&path, error))?;
                TextSink::finish(sink, &path)?;
                Ok(Vec::new())
            }
            Out::Folder(folder) => folder.keep().map(|()| vec![format!("{} files", self.count)]),
        }
    }
}

fn rows_of(grid: &Grid, sign: impl Fn(Option<Digit>) -> String, between: &str) -> Vec<String> {
    let rows = grid.cells().chunks(grid.shape().side());
    rows.map(|row| row.iter().map(|&cell| sign(cell)).collect::<Vec<_>>().join(between)).collect()
}

/// Returns a grid as SadMan Sudoku has it.
fn sdk(grid: &Grid) -> String {
    let rows = rows_of(grid, |cell| cell.map_or(".".to_owned(), |digit| digit.to_string()), "");
    format!("[Puzzle]\n{}\n", rows.join("\n"))
}

/// Returns a grid as JSON of ipuz, version 2. Digits above 9 are letters.
fn ipuz(grid: &Grid) -> String {
    let shape = grid.shape();
    let side = shape.side();
    let sign = |digit: Digit| match digit.value() {
        value @ 1..=9 => value.to_string(),
        _ => format!("\"{digit}\""),
    };
    let rows = rows_of(grid, |cell| cell.map_or("0".to_owned(), sign), ",");
    let charset: String =
        (1..=side).filter_map(|value| Digit::new(u8::try_from(value).ok()?)).map(|d| d.to_string()).collect();
    format!(
        "{{\"version\":\"http://ipuz.org/v2\",\"kind\":[\"http://ipuz.org/sudoku#1\"],\
         \"dimensions\":{{\"width\":{side},\"height\":{side}}},\"charset\":\"{charset}\",\"empty\":0,\
         \"puzzle\":[\n[{}]\n]}}\n",
        rows.join("],\n[")
    )
}
