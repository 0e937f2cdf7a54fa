//! `images`: pictures of puzzles and states as arrays of pixels.

use crate::{
    arguments::{number, whole},
    background::{self, Bar},
    errors::{InputError, OptionError, exception},
    input::{Boxes, Form, Puzzles},
};
use gridmill::{
    board::{Grid, Shape},
    draw::{PuzzlePicture, pixels},
    tables::{Error, threads::OrderedMap},
};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::{exceptions::PyMemoryError, prelude::*};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Pictures that a thread draws at once.
const CHUNK: usize = 16;
/// Chunks for each thread that are drawn ahead of the first that is not.
const WINDOW: usize = 4;
/// Parts of red, green and blue in a grey, of a thousand (ITU-R BT.601).
const GREY: [u32; 3] = [299, 587, 114];

/// Look of all pictures.
#[derive(Debug, Clone, Copy)]
struct Look {
    width: u32,
    is_grey: bool,
    is_dark: bool,
}

impl Look {
    /// Draws a state as bytes, row by row.
    fn draw(self, givens: &Grid, entries: Option<Grid>) -> Result<Vec<u8>, String> {
        let picture = PuzzlePicture::new(givens);
        let picture = match entries {
            Some(entries) => picture.with_entries(entries).draw(),
            None => picture.draw(),
        };
        let picture = if self.is_dark { picture.dark() } else { picture };
        let rgb = pixels(&picture, self.width).map_err(|error| error.to_string())?;
        if !self.is_grey {
            return Ok(rgb);
        }
        let (colours, _) = rgb.as_chunks::<3>();
        let grey = |colour: &[u8; 3]| {
            let sum: u32 = colour.iter().zip(GREY).map(|(&part, weight)| u32::from(part) * weight).sum();
            u8::try_from((sum + 500) / 1000).unwrap_or(u8::MAX)
        };
        Ok(colours.iter().map(grey).collect())
    }
}

/// Draws puzzles, or states with entries, as pixels: a NumPy array of uint8, (n, width, width, 3), or (n, width, width) with `grey`; for one text
/// or one board without the first axis.
///
/// `puzzles` is what `solve` takes. `entries` has as many boards, such as solutions or states: their digits are drawn lighter where no
/// given is. `dark` draws light on dark. The pictures are those of `export` with the layout `"png"`.
///
/// >>> import gridmill
/// >>> corpus = gridmill.generate(4, seed=1)
/// >>> gridmill.images(corpus, width=126).shape
/// (4, 126, 126, 3)
/// >>> gridmill.images(corpus.puzzles, corpus.solutions, width=63, grey=True, dark=True).shape
/// (4, 63, 63)
#[pyfunction]
#[pyo3(
    signature = (puzzles, entries=None, *, width=None, grey=false, dark=false, column=None, r#box=None, threads=0, progress=None),
    text_signature = "(puzzles, entries=None, *, width=252, grey=False, dark=False, column=None, box=None, threads=0, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "options by name")]
pub(crate) fn images(
    puzzles: &Bound<'_, PyAny>,
    entries: Option<&Bound<'_, PyAny>>,
    width: Option<&Bound<'_, PyAny>>,
    grey: bool,
    dark: bool,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let (py, boxes) = (puzzles.py(), Boxes::of_option(r#box)?);
    let pixels = width.map_or(Ok(252), |width| whole("width", width))?;
    let refused = || OptionError::new_err(format!("width is {pixels}; give 1 to 16384"));
    let width =
        u32::try_from(pixels).ok().filter(|pixels| (1..=16_384).contains(pixels)).ok_or_else(refused)?;
    let look = Look { width, is_grey: grey, is_dark: dark };
    let puzzles = Puzzles::take(puzzles, column, boxes)?;
    let entries = entries.map(|entries| Puzzles::take(entries, None, boxes)).transpose()?;
    let rows = puzzles.len();
    if let Some(found) = entries.as_ref().map(Puzzles::len).filter(|&found| found != rows) {
        return Err(InputError::new_err(format!(
            "{found} boards of entries for {rows} puzzles; give one each"
        )));
    }
    let side = width as usize;
    let mut sizes = vec![side, side];
    sizes.extend((!grey).then_some(3));
    let bytes = sizes.iter().product::<usize>().checked_mul(rows);
    let mut all = Vec::new();
    if bytes.is_none_or(|bytes| all.try_reserve_exact(bytes).is_err()) {
        return Err(PyMemoryError::new_err(format!(
            "{rows} pictures of {side} pixels across do not fit in memory"
        )));
    }
    if !matches!(puzzles.form, Form::Text | Form::OneArray) {
        sizes.insert(0, rows);
    }
    let drawn = background::run(py, Bar::new("images", Some(rows as u64), progress), move |events| {
        let draw = |row: usize| {
            let mut givens = Grid::empty(Shape::STANDARD);
            puzzles.read(row, &mut givens).map_err(|reason| (row, reason))?;
            let entries = entries.as_ref().map(|entries| {
                let mut grid = Grid::empty(givens.shape());
                entries.read(row, &mut grid)?;
                if grid.shape() == givens.shape() {
                    Ok(grid)
                } else {
                    Err("entries of another shape".to_owned())
                }
            });
            let entries = entries.transpose().map_err(|reason| (row, reason))?;
            look.draw(&givens, entries).map_err(|reason| (row, reason))
        };
        let chunks = (0..rows).step_by(CHUNK).map(|start| start..rows.min(start + CHUNK));
        let chunk = |(): &mut (), rows: std::ops::Range<usize>, _: &AtomicBool| {
            let mut drawn = Vec::new();
            for row in rows {
                if events.stop.load(Relaxed) {
                    return Err(None);
                }
                drawn.extend(draw(row).map_err(Some)?);
                events.counters.rows.fetch_add(1, Relaxed);
            }
            Ok(drawn)
        };
        let join = |drawn: Vec<u8>| {
            all.extend(drawn);
            Ok(())
        };
        let done = OrderedMap::new(threads)?.map(chunks, WINDOW, || (), chunk, join);
        Ok(match done {
            Ok(()) => Ok(all),
            Err(Some((row, reason))) => Err(puzzles.refuse(row, &reason)),
            Err(None) => Err(exception(Error::Interrupted)),
        })
    })?;
    Ok(drawn?.into_pyarray(py).reshape(sizes)?.into_any().unbind())
}
