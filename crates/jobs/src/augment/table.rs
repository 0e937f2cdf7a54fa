//! Images as rows of a table, in blocks of bounded size.

use super::{
    AugmentJob, Counts, Images,
    columns::{Image, Kept, OutputColumns},
};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, UInt32Array};
use arrow_schema::{DataType, SchemaRef};
use arrow_select::take::take;
use gridmill_board::{Grid, Shape, Solution, Transform};
use gridmill_tables::{
    Error, Result,
    read::{Invalid, Rows, TableInput, TableReader},
    schema::{Column, ColumnId, RowImage, arrow::text},
    threads::OrderedMap,
    write::arrays::array_of,
};
use std::sync::{Arc, atomic::Ordering::Relaxed};

/// Rows of a block, at most.
const BLOCK_ROWS: usize = 8192;

/// Bytes of the copied columns of a block, about; one row is always made.
const BLOCK_BYTES: usize = 16 << 20;

/// Characters that stand for an empty cell in the input.
const EMPTY: [u8; 4] = *b".0_*";

/// Reader of images of the rows of other tables.
pub(super) struct ImageTable {
    tables: TableInput,
    columns: OutputColumns,
    maker: ImageMaker,
    /// Rows for each source.
    times: u64,
    invalid: Invalid,
    workers: OrderedMap<()>,
    counts: Arc<Counts>,
    /// Rows of which images are being made.
    sources: Option<Sources>,
}

/// Rows of a batch of the input, and the next image to make.
struct Sources {
    rows: Rows,
    /// Number of the first row in the whole input.
    first: u64,
    valid: Vec<Source>,
    /// Place among them of the source of the next image.
    next: usize,
    /// Number of its next image.
    image: u64,
}

struct Source {
    /// Number of the row in the batch.
    row: usize,
    puzzle: Grid,
    solution: Option<Solution>,
    /// Character that stands for an empty cell.
    empty: u8,
    /// Bytes that an image takes of its copied columns, about.
    bytes: usize,
}

struct ImageMaker {
    images: Images,
    keep_original: bool,
}

impl ImageMaker {
    /// Makes an image. Number 0 is the source itself where sources are kept.
    fn image(&self, source: &Source, first: u64, number: u64) -> Image {
        let index = first + source.row as u64;
        let transform = match number.checked_sub(u64::from(self.keep_original)) {
            Some(number) => self.images.one(index, number),
            None => Transform::identity(source.puzzle.shape()),
        };
        let grid = transform.grid(&source.puzzle);
        let mut puzzle = grid.to_string();
        if source.empty != b'.' {
            puzzle = puzzle.replace('.', char::from(source.empty).encode_utf8(&mut [0; 4]));
        }
        let solution = source.solution.as_ref().map(|solution| transform.solution(solution).to_string());
        let origin = RowImage { source_index: index, transform: transform.to_string() };
        Image { row: source.row, transform, grid, puzzle, solution, origin }
    }
}

impl ImageTable {
    pub(super) fn new(
        job: &AugmentJob,
        tables: TableInput,
        columns: OutputColumns,
        counts: Arc<Counts>,
    ) -> Result<Self> {
        Ok(Self {
            tables,
            columns,
            maker: ImageMaker { images: job.images(), keep_original: job.keep_original },
            times: job.times.saturating_add(u64::from(job.keep_original)),
            invalid: job.invalid,
            workers: OrderedMap::new(job.threads)?,
            counts,
            sources: None,
        })
    }

    fn sources(&self, rows: Rows) -> Result<Sources> {
        let shape = self.maker.images.group.shape();
        let columns: Vec<&ArrayRef> = (self.columns.kept.iter())
            .filter_map(|kept| match kept {
                Kept::Copied(place) | Kept::Board(place, _) => Some(rows.batch.column(*place)),
                Kept::Puzzle | Kept::Solution => None,
            })
            .collect();
        let boards: Vec<_> = (self.columns.kept.iter())
            .filter_map(|kept| match kept {
                Kept::Board(place, form) => Some((*place, *form)),
                Kept::Copied(_) | Kept::Puzzle | Kept::Solution => None,
            })
            .collect();
        let schema = rows.batch.schema();
        let puzzles = rows.batch.column(self.columns.puzzle);
        let solutions = self.columns.solution.map(|place| rows.batch.column(place));
        let checked = self.workers.map_slice(
            &rows.puzzles,
            || (),
            |(), row, (_, grid)| {
                let puzzle = grid.clone()?;
                let solution = solutions
                    .and_then(|array| text(array, row))
                    .map(str::trim)
                    .filter(|text| !text.is_empty());
                let solution = solution.map(|text| solution_of(shape, &puzzle, text)).transpose()?;
                for &(place, form) in &boards {
                    let checked = form.check(rows.batch.column(place), row, shape);
                    checked.map_err(|problem| format!("{} {problem}", schema.field(place).name()))?;
                }
                let empty = empty_cell(shape, text(puzzles, row).unwrap_or_default());
                let bytes = columns.iter().map(|array| value_bytes(array, row)).sum();
                Ok(Source { row, puzzle, solution, empty, bytes })
            },
        );
        let first = self.counts.rows.fetch_add(checked.len() as u64, Relaxed);
        let mut valid = Vec::with_capacity(checked.len());
        for (row, checked) in checked.into_iter().enumerate() {
            match checked {
                Ok(source) => valid.push(source),
                Err(_) if self.invalid == Invalid::Skip => drop(self.counts.skipped.fetch_add(1, Relaxed)),
                Err(problem) => return Err(rows.error_at(row, problem)),
            }
        }
        Ok(Sources { rows, first, valid, next: 0, image: 0 })
    }

    /// Makes the next block of images; `None` if none is left.
    fn block(&self, sources: &mut Sources) -> Result<Option<Rows>> {
        let numbers = sources.next_numbers(self.times);
        if numbers.is_empty() {
            return Ok(None);
        }
        let (maker, valid, first) = (&self.maker, &sources.valid, sources.first);
        let make =
            |(): &mut (), _, &(place, number): &(usize, u64)| maker.image(&valid[place], first, number);
        let images: Vec<Image> = self.workers.map_slice(&numbers, || (), make);
        self.counts.images.fetch_add(images.len() as u64, Relaxed);
        self.table(&sources.rows, images).map(Some)
    }

    fn table(&self, rows: &Rows, images: Vec<Image>) -> Result<Rows> {
        let places: Vec<u32> =
            images.iter().map(|image| u32::try_from(image.row).unwrap_or(u32::MAX)).collect();
        let places = UInt32Array::from(places);
        let kept = self.columns.kept.iter().map(|kept| match *kept {
            Kept::Puzzle => {
                Ok(Arc::new(StringArray::from_iter_values(images.iter().map(|image| &image.puzzle)))
                    as ArrayRef)
            }
            Kept::Solution => {
                Ok(Arc::new(images.iter().map(|image| image.solution.as_deref()).collect::<StringArray>())
                    as ArrayRef)
            }
            Kept::Board(place, form) => Ok(form.images(rows.batch.column(place), &images)),
            Kept::Copied(place) => repeated(rows.batch.column(place), &images, &places),
        });
        let of_images = Column::of_images().map(|column| {
            Ok(array_of(column.kind, images.iter().map(|image| column.value_of_image(&image.origin))))
        });
        let arrays = kept.chain(of_images).collect::<Result<Vec<_>>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&self.columns.schema), arrays)
            .map_err(|error| Error::option(format!("the columns do not fit: {error}")))?;
        let literals = rows.literals.select(self.columns.kept.iter().map(|kept| match *kept {
            Kept::Copied(place) | Kept::Board(place, _) => Some(place),
            Kept::Puzzle | Kept::Solution => None,
        }));
        let literals = literals.take(&images.iter().map(|image| image.row));
        let puzzles = images.into_iter().map(|image| (rows.puzzles[image.row].0, Ok(image.grid))).collect();
        Ok(Rows { batch, file: rows.file.clone(), puzzles, literals })
    }
}

impl TableReader for ImageTable {
    fn schema(&self) -> &SchemaRef {
        &self.columns.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        loop {
            if let Some(mut sources) = self.sources.take() {
                let block = self.block(&mut sources)?;
                if block.is_some() {
                    self.sources = Some(sources);
                    return Ok(block);
                }
            }
            let Some(rows) = self.tables.next_rows()? else { return Ok(None) };
            self.sources = Some(self.sources(rows)?);
        }
    }
}

impl Sources {
    /// Returns the next images, as places of their sources and numbers of `0..times`: as many as a block may have.
    fn next_numbers(&mut self, times: u64) -> Vec<(usize, u64)> {
        let (mut numbers, mut bytes) = (Vec::new(), 0);
        while let Some(source) = self.valid.get(self.next) {
            bytes += source.bytes;
            if !numbers.is_empty() && (bytes > BLOCK_BYTES || numbers.len() == BLOCK_ROWS) {
                break;
            }
            numbers.push((self.next, self.image));
            self.image += 1;
            if self.image == times {
                (self.next, self.image) = (self.next + 1, 0);
            }
        }
        numbers
    }
}

fn solution_of(shape: Shape, puzzle: &Grid, text: &str) -> Result<Solution, String> {
    let name = ColumnId::Solution.name();
    let grid = Grid::parse(shape, text).map_err(|error| format!("the {name} is none: {error}"))?;
    let solution = Solution::new(&grid).map_err(|error| format!("the {name} is none: {error}"))?;
    if puzzle.is_within(&solution) {
        Ok(solution)
    } else {
        Err(format!("the {name} has other digits than the givens"))
    }
}

/// Returns the character for an empty cell of a grid's text, `.` if there is none.
fn empty_cell(shape: Shape, text: &str) -> u8 {
    let text = text.trim().as_bytes();
    let found = text.iter().find(|byte| EMPTY.contains(byte)).copied();
    found.filter(|_| text.len() == shape.cells()).unwrap_or(b'.')
}

/// Returns the bytes that a value takes when it is repeated, about.
fn value_bytes(array: &ArrayRef, row: usize) -> usize {
    const FIXED: usize = 16;
    match array.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            FIXED + text(array, row).map_or(0, str::len)
        }
        DataType::Dictionary(..) => FIXED,
        kind if kind.is_primitive() || kind == &DataType::Boolean => FIXED,
        // A value may be as long as all others together.
        _ => FIXED + array.get_array_memory_size(),
    }
}

/// Returns a column of images: the value of each source, again for each image.
fn repeated(array: &ArrayRef, images: &[Image], places: &UInt32Array) -> Result<ArrayRef> {
    if array.data_type() == &DataType::Utf8 {
        let texts = images.iter().map(|image| text(array, image.row));
        return Ok(Arc::new(texts.collect::<StringArray>()));
    }
    take(array, places, None).map_err(|error| Error::option(format!("a column cannot be repeated: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(bytes: usize) -> Source {
        let puzzle = Grid::empty(Shape::STANDARD);
        Source { row: 0, puzzle, solution: None, empty: b'.', bytes }
    }

    fn sources(valid: Vec<Source>) -> Sources {
        let schema = Arc::new(arrow_schema::Schema::empty());
        let batch = RecordBatch::new_empty(schema);
        let rows = Rows {
            batch,
            file: ("-".into(), "line"),
            puzzles: Vec::new(),
            literals: gridmill_tables::JsonLiterals::NONE,
        };
        Sources { rows, first: 0, valid, next: 0, image: 0 }
    }

    /// Blocks have at most this number of rows and bytes, whatever the number of images, and none is lost or repeated.
    #[test]
    fn blocks_are_bounded() {
        for (bytes, times, most) in
            [(0, 3, BLOCK_ROWS), (0, 50_000, BLOCK_ROWS), (1 << 20, 100, 16), (1 << 30, 7, 1)]
        {
            let mut sources = sources((0..3).map(|_| source(bytes)).collect());
            let mut all = Vec::new();
            loop {
                let numbers = sources.next_numbers(times);
                if numbers.is_empty() {
                    break;
                }
                assert!(numbers.len() <= most, "{bytes}, {times}: {}", numbers.len());
                all.extend(numbers);
            }
            let expected: Vec<_> = (0..3).flat_map(|n| (0..times).map(move |image| (n, image))).collect();
            assert_eq!(all, expected);
        }
    }

    #[test]
    fn empty_cells_stay_as_they_were_written() {
        let shape = "2x2".parse().unwrap();
        for (text, empty) in [
            ("1..4............", b'.'),
            ("1004000000000000", b'0'),
            ("1234123412341234", b'.'),
            ("*--*--*", b'.'),
        ] {
            assert_eq!(empty_cell(shape, text), empty, "{text}");
        }
    }
}
