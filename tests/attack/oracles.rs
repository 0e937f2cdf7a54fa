//! Answers by brute force, written apart from the program: `dedup`, `split` and `overlap` of random rows, `solve --json` of random grids.

use crate::prelude::*;

/// Cases of the long form and of the quick form on 4x4 grids; one in [`LARGE`] is on 9x9 grids.
const CASES: usize = 400;
const QUICK: usize = 40;
const LARGE: usize = 40;

/// The relations that rows are compared by.
const RELATIONS: [&str; 3] = ["row", "puzzle", "grid"];

/// A row of the input.
#[derive(Debug, Clone)]
struct Row {
    text: String,
    /// Its class by each relation; `None` where it has none.
    classes: [Option<Cells>; 3],
}

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let forms = [Forms::new(2), Forms::new(3)];
    let cases: Vec<usize> = (0..if attack.options.quick { QUICK } else { CASES }).collect();
    attack.in_parallel(&cases, |number| {
        let forms = &forms[usize::from(number % LARGE == LARGE - 1)];
        for (group, case) in [
            ("dedup", dedup as fn(&Bench) -> Verdict),
            ("split", split),
            ("overlap", overlap),
            ("solve", solve),
        ] {
            let label = format!("{group}/{number}");
            if attack.wants(&label) {
                let room = attack.room();
                tally.count(
                    group,
                    &label,
                    case(&Bench { attack, tally, forms, label: &label, dir: room.path() }),
                );
            }
        }
    });
}

/// A case's tools.
struct Bench<'a> {
    attack: &'a Attack<'a>,
    tally: &'a Tally,
    forms: &'a Forms,
    label: &'a str,
    dir: &'a Path,
}

impl Bench<'_> {
    fn call(&self, line: &str) -> Ended {
        let size = self.forms.size;
        let line = format!("{line} --box {size}x{size}");
        self.attack.call(self.dir, line).run()
    }

    /// Random rows: puzzles, their images and copies, and rows that are none.
    fn rows(&self, dice: &mut Dice, with_invalid: bool) -> Vec<Row> {
        let side = self.forms.side();
        let count = if self.forms.size == 2 { 1 + dice.below(40) } else { 12 };
        let mut grids: Vec<Cells> = Vec::new();
        let mut rows = Vec::new();
        while rows.len() < count {
            if with_invalid && dice.one_in(9) {
                let texts = ["", "abc", "1", "1234123412341234.", "\u{e9}"];
                rows.push(Row { text: (*dice.pick(&texts)).to_owned(), classes: [None, None, None] });
                continue;
            }
            if with_invalid && self.forms.size == 2 && dice.one_in(20) {
                // Givens can be compared where no solution can.
                let cells: Cells = [vec![1, 1], vec![0; 14]].concat();
                rows.push(Row { text: text(&cells), classes: [Some(cells), None, None] });
                continue;
            }
            let cells = match dice.below(3) {
                0 if !grids.is_empty() => dice.pick(&grids).clone(),
                1 if !grids.is_empty() => {
                    let earlier = dice.pick(&grids).clone();
                    self.forms.image(&earlier, dice)
                }
                _ => self.puzzle(dice),
            };
            grids.push(cells.clone());
            let solutions = self.forms.solutions(&cells, dice);
            let grid = match solutions.as_slice() {
                [one] => Some(self.forms.least(one)),
                _ => None,
            };
            let text = text(&cells);
            debug_assert_eq!(text.len(), side * side);
            rows.push(Row { text, classes: [Some(cells.clone()), Some(self.forms.least(&cells)), grid] });
        }
        rows
    }

    /// Some cells of a random grid; on 4x4 often with several solutions.
    fn puzzle(&self, dice: &mut Dice) -> Cells {
        let side = self.forms.side();
        let empty = vec![0; side * side];
        let mut cells = self.forms.solutions(&empty, dice).swap_remove(0);
        let least = if self.forms.size == 2 { 2 } else { 30 };
        let mut order: Vec<usize> = (0..cells.len()).collect();
        dice.shuffle(&mut order);
        let away = dice.below(cells.len() - least);
        for cell in order.into_iter().take(away) {
            let digit = std::mem::take(&mut cells[cell]);
            if self.forms.size == 3 && self.forms.solutions(&cells, dice).len() > 1 {
                cells[cell] = digit;
            }
        }
        cells
    }

    fn write(&self, name: &str, rows: &[Row]) {
        let lines = rows.iter().enumerate().map(|(number, row)| format!("{number},{}\n", row.text));
        fs::write(self.dir.join(name), format!("id,puzzle\n{}", lines.collect::<String>())).unwrap();
    }
}

/// `dedup` keeps exactly the first row of each class.
fn dedup(bench: &Bench) -> Verdict {
    let mut dice = bench.attack.dice(bench.label);
    let rows = bench.rows(&mut dice, true);
    bench.write("in.csv", &rows);
    for (n, by) in RELATIONS.iter().enumerate() {
        let ended =
            bench.call(&format!("dedup in.csv --by {by} --invalid=skip --out {by}.csv --progress never"));
        let mut seen = BTreeSet::new();
        let first = |row: &&Row| row.classes[n].as_ref().is_some_and(|class| seen.insert(class.clone()));
        let expected: Vec<&str> = rows.iter().filter(first).map(|row| row.text.as_str()).collect();
        if ended.code != Some(0) && rows.iter().all(|row| row.classes[0].is_none()) {
            ended.refused(bench.tally)?;
            continue;
        }
        ended.succeeded(bench.tally)?;
        let found = column(&fs::read_to_string(bench.dir.join(format!("{by}.csv"))).unwrap_or_default());
        if !found.iter().map(|(_, puzzle)| puzzle.as_str()).eq(expected.iter().copied()) {
            return fail(Kind::Lost, format!("by {by}: kept {found:?} and should keep {expected:?}"));
        }
    }
    Ok(())
}

/// `split` puts every row into one split and every class into one; sizes are exact up to one class; excluded classes are left out.
fn split(bench: &Bench) -> Verdict {
    let mut dice = bench.attack.dice(bench.label);
    let rows = bench.rows(&mut dice, true);
    bench.write("in.csv", &rows);
    let n = dice.below(3);
    let by = RELATIONS[n];
    let out: Vec<Row> = if dice.one_in(2) {
        rows.iter().take(3).filter(|row| row.classes[0].is_some()).cloned().collect()
    } else {
        Vec::new()
    };
    let without = if out.is_empty() { String::new() } else { "--exclude out.csv".to_owned() };
    bench.write("out.csv", &out);
    let seed = dice.word();
    let line = format!(
        "split in.csv --into a:0.5,b:0.3,c:0.2 --by {by} --seed {seed} --format csv --shard-rows 5 --invalid=skip {without} \
         --out splits --progress never"
    );
    let ended = bench.call(&line);
    if ended.code != Some(0) && rows.iter().all(|row| row.classes[n].is_none()) {
        return ended.refused(bench.tally);
    }
    ended.succeeded(bench.tally)?;
    let excluded: BTreeSet<&Cells> = out.iter().filter_map(|row| row.classes[n].as_ref()).collect();
    let class_of = |row: &Row| row.classes[n].clone().filter(|class| !excluded.contains(class));
    let classes: BTreeMap<String, Cells> = rows
        .iter()
        .enumerate()
        .filter_map(|(number, row)| Some((number.to_string(), class_of(row)?)))
        .collect();
    let mut split_of: BTreeMap<&Cells, String> = BTreeMap::new();
    let (mut seen, mut sizes) = (BTreeSet::new(), BTreeMap::<String, usize>::new());
    for (split, text) in files_of(&bench.dir.join("splits/data")) {
        for (id, _) in column(&text) {
            let Some(class) = classes.get(&id) else {
                return fail(Kind::Lost, format!("row {id} is in {split}, and should be left out"));
            };
            if split_of.entry(class).or_insert_with(|| split.clone()) != &split {
                return fail(Kind::Lost, format!("the class of row {id} is in two splits"));
            }
            fail_if(!seen.insert(id.clone()), Kind::Lost, || format!("row {id} is there twice"))?;
            *sizes.entry(split.clone()).or_default() += 1;
        }
    }
    fail_if(seen.len() != classes.len(), Kind::Lost, || format!("{} rows of {}", seen.len(), classes.len()))?;
    let mut members = BTreeMap::<&Cells, usize>::new();
    for class in classes.values() {
        *members.entry(class).or_default() += 1;
    }
    let largest = members.values().copied().max().unwrap_or_default();
    let (mut share, mut size) = (0, 0);
    for (name, tenths) in [("a", 5), ("b", 3), ("c", 2)] {
        share += tenths;
        size += sizes.get(name).copied().unwrap_or_default();
        if (10 * size).abs_diff(share * classes.len()) > 10 * largest {
            return fail(Kind::Lost, format!("{size} of {} rows up to {name}", classes.len()));
        }
    }
    Ok(())
}

/// `overlap` counts the classes in common and their rows on either side.
fn overlap(bench: &Bench) -> Verdict {
    let mut dice = bench.attack.dice(bench.label);
    let rows = bench.rows(&mut dice, false);
    let (one, two): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|_| dice.one_in(2));
    if one.is_empty() || two.is_empty() {
        return Ok(());
    }
    bench.write("one.csv", &one);
    bench.write("two.csv", &two);
    let ended = bench.call("overlap one.csv two.csv --json --progress never");
    ended.succeeded(bench.tally)?;
    let found: Value =
        serde_json::from_slice(&ended.stdout).map_err(|error| (Kind::Lost, error.to_string()))?;
    for (n, by) in RELATIONS.iter().enumerate() {
        let classes =
            |rows: &[Row]| rows.iter().filter_map(|row| row.classes[n].clone()).collect::<BTreeSet<_>>();
        let common: BTreeSet<_> = classes(&one).intersection(&classes(&two)).cloned().collect();
        let shared = |rows: &[Row]| {
            rows.iter()
                .filter(|row| row.classes[n].as_ref().is_some_and(|class| common.contains(class)))
                .count()
        };
        let pairs = found["pairs"].as_array().cloned().unwrap_or_default();
        let pair = pairs.into_iter().find(|pair| pair["by"] == **by).unwrap_or_default();
        let expected = serde_json::json!([common.len(), [shared(&one), shared(&two)]]);
        let printed = serde_json::json!([pair["classes"], pair["rows"]]);
        fail_if(printed != expected, Kind::Lost, || format!("by {by}: {printed} and should be {expected}"))?;
    }
    Ok(())
}

/// `solve --json` prints one object for each line, with the right verdict; of a line that is no puzzle, that it is none.
fn solve(bench: &Bench) -> Verdict {
    let mut dice = bench.attack.dice(bench.label);
    let rows = bench.rows(&mut dice, false);
    let (mut lines, mut expected) = (Vec::new(), Vec::new());
    let mut failed = false;
    for row in rows {
        if dice.one_in(10) {
            lines.push((*dice.pick(&["xx", "1", "\u{1F9E9}", "12345678901234567"])).to_owned());
            failed = true;
            expected.push(None);
            continue;
        }
        let mut cells = row.classes[0].clone().unwrap_or_default();
        if dice.one_in(3) {
            let (cell, digit) = (dice.below(cells.len()), 1 + dice.below(bench.forms.side()));
            cells[cell] = u8::try_from(digit).unwrap();
        }
        let solutions = bench.forms.solutions(&cells, &mut dice);
        failed |= solutions.is_empty();
        lines.push(text(&cells));
        expected.push(Some((text(&cells), cells.contains(&0), solutions)));
    }
    fs::write(bench.dir.join("grids.txt"), lines.join("\n") + "\n").unwrap();
    let ended = bench.call("solve --json grids.txt");
    let printed = String::from_utf8_lossy(&ended.stdout).into_owned();
    let objects: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
    if expected.is_empty() {
        return ended.refused(bench.tally);
    }
    ended.sound(bench.tally)?;
    if ended.code != Some(i32::from(failed)) || objects.len() != expected.len() {
        let problem = format!("{} objects of {}; {}", objects.len(), expected.len(), ended.said());
        return fail(Kind::Lost, problem);
    }
    for (object, expected) in objects.iter().zip(&expected) {
        let status = object["status"].as_str().unwrap_or_default();
        let Some((puzzle, has_empty, solutions)) = expected else {
            fail_if(status != "unreadable", Kind::Lost, || format!("{object}, of a line that is no puzzle"))?;
            continue;
        };
        let is_right = match solutions.as_slice() {
            [] => !matches!(status, "unique" | "complete" | "multiple") && object["solution"].is_null(),
            [one] => {
                let name = if *has_empty { "unique" } else { "complete" };
                status == name && object["solution"] == text(one)
            }
            _ => status == "multiple" && object["solution"].is_null(),
        };
        if !is_right || object["puzzle"] != **puzzle {
            return fail(Kind::Lost, format!("{puzzle}: {object}, of {} solutions", solutions.len()));
        }
    }
    Ok(())
}

fn text(cells: &[u8]) -> String {
    cells.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// Columns `id` and `puzzle` of a table without quotes.
fn column(table: &str) -> Vec<(String, String)> {
    let rows = table.lines().skip(1).filter_map(|line| line.split_once(','));
    rows.map(|(id, puzzle)| (id.to_owned(), puzzle.to_owned())).collect()
}

/// Texts of the files in a folder, with the splits that their names begin with.
fn files_of(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let split = name.split('-').next().unwrap_or_default().to_owned();
        (split, fs::read_to_string(entry.path()).unwrap_or_default())
    });
    files.collect()
}

/// Cells of a grid row by row; 0 is an empty cell.
type Cells = Vec<u8>;

/// Grids with square boxes of one size.
#[derive(Debug)]
struct Forms {
    /// Rows of a box.
    pub(crate) size: usize,
    /// Orders of rows that keep bands together.
    orders: Vec<Vec<usize>>,
    known: Mutex<BTreeMap<Cells, Cells>>,
}

impl Forms {
    /// Grids with boxes of `size` rows and columns.
    fn new(size: usize) -> Self {
        let orders = permutations(size);
        let mut all: Vec<Vec<usize>> = Vec::new();
        for bands in &orders {
            let mut partial: Vec<Vec<usize>> = vec![Vec::new()];
            for band in bands {
                let longer = partial.iter().flat_map(|start| {
                    orders.iter().map(move |rows| {
                        start.iter().copied().chain(rows.iter().map(|row| band * size + row)).collect()
                    })
                });
                partial = longer.collect();
            }
            all.extend(partial);
        }
        Self { size, orders: all, known: Mutex::default() }
    }

    /// Rows of a grid.
    const fn side(&self) -> usize {
        self.size * self.size
    }

    /// The least image of a grid under all transforms, digits numbered in the order in which they come.
    pub(crate) fn least(&self, cells: &[u8]) -> Cells {
        if let Some(known) = self.known.lock().unwrap().get(cells) {
            return known.clone();
        }
        let side = self.side();
        let transposed: Cells =
            (0..side * side).map(|cell| cells[cell % side * side + cell / side]).collect();
        let mut least = vec![u8::MAX; side * side];
        for cells in [cells, transposed.as_slice()] {
            for rows in &self.orders {
                for columns in &self.orders {
                    lower(&mut least, cells, rows, columns);
                }
            }
        }
        self.known.lock().unwrap().insert(cells.to_owned(), least.clone());
        least
    }

    /// A random image of a grid.
    fn image(&self, cells: &[u8], dice: &mut Dice) -> Cells {
        let side = self.side();
        let (rows, columns) = (dice.pick(&self.orders).clone(), dice.pick(&self.orders).clone());
        let mut digits: Vec<u8> = (1..).take(side).collect();
        dice.shuffle(&mut digits);
        let turned = dice.one_in(2);
        let at = |row: usize, column: usize| if turned { column * side + row } else { row * side + column };
        let moved = (0..side * side).map(|cell| cells[at(rows[cell / side], columns[cell % side])]);
        moved.map(|digit| if digit == 0 { 0 } else { digits[usize::from(digit) - 1] }).collect()
    }

    /// True if no house holds a digit twice.
    fn is_consistent(&self, cells: &[u8]) -> bool {
        (0..cells.len()).all(|cell| cells[cell] == 0 || self.allows(cells, cell, cells[cell]))
    }

    fn allows(&self, cells: &[u8], cell: usize, digit: u8) -> bool {
        let (side, size) = (self.side(), self.size);
        let place = |cell: usize| (cell / side, cell % side);
        let (row, column) = place(cell);
        (0..cells.len()).all(|other| {
            let (r, c) = place(other);
            let sees = r == row || c == column || (r / size, c / size) == (row / size, column / size);
            other == cell || !sees || cells[other] != digit
        })
    }

    /// Up to two solutions, digits tried in random order.
    pub(crate) fn solutions(&self, cells: &[u8], dice: &mut Dice) -> Vec<Cells> {
        let mut found = Vec::new();
        if self.is_consistent(cells) {
            self.search(&mut cells.to_owned(), &mut found, dice);
        }
        found
    }

    fn search(&self, cells: &mut Cells, found: &mut Vec<Cells>, dice: &mut Dice) {
        let side = u8::try_from(self.side()).unwrap();
        let empty = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        let choices = empty.map(|cell| {
            let fit = (1..=side).filter(|&digit| self.allows(cells, cell, digit)).collect::<Vec<_>>();
            (cell, fit)
        });
        let Some((cell, mut digits)) = choices.min_by_key(|(_, digits)| digits.len()) else {
            return found.push(cells.clone());
        };
        dice.shuffle(&mut digits);
        for digit in digits {
            cells[cell] = digit;
            self.search(cells, found, dice);
            if found.len() > 1 {
                break;
            }
        }
        cells[cell] = 0;
    }
}

/// Replaces `least` by the image of `cells` in these orders, if that is less.
fn lower(least: &mut [u8], cells: &[u8], rows: &[usize], columns: &[usize]) {
    let side = rows.len();
    let (mut names, mut next, mut is_less) = ([0_u8; 17], 1, false);
    for (cell, least) in least.iter_mut().enumerate() {
        let digit = cells[rows[cell / side] * side + columns[cell % side]];
        let name = &mut names[usize::from(digit)];
        if digit != 0 && *name == 0 {
            (*name, next) = (next, next + 1);
        }
        if !is_less && *name > *least {
            return;
        }
        is_less |= *name < *least;
        *least = *name;
    }
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let longer = shorter.iter().flat_map(|order| {
        (0..n).map(move |at| {
            let mut order = order.clone();
            order.insert(at, n - 1);
            order
        })
    });
    longer.collect()
}
