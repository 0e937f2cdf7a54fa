//! Measures climbs on one thread, and prints a page: `climb_rates SECONDS`. `python3 benches climb` runs it.
//!
//! Lists of hard puzzles in the folder `GRIDMILL_DATA` serve as starts and for comparison; without them their rows are missing. So is the
//! comparison with tdoku's `generate` unless `TDOKU_GENERATE` names it.
#![expect(clippy::print_stdout, reason = "a program")]

use gridmill_board::{Grid, Puzzle, Shape};
use gridmill_generate::{
    Addition, Budgets, Dig, DigMode, DigOptions, Generator, InputGridsBuilder, MasterSeed, Objective, Plan,
    RatingPlan, SearchDifficulty, SearchRater, Tasks,
};
use gridmill_rate::{Pencilmarks, Rater, Rulebook};
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    error::Error,
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Climbs to measure: objective, required range, and the starts.
const RUNS: [(Objective, &str, Starts); 16] = [
    (Objective::Er, "9.0..20.0", Starts::Random),
    (Objective::Er, "10.0..20.0", Starts::Random),
    (Objective::Er, "10.5..20.0", Starts::Random),
    (Objective::Depth, "2..3", Starts::Random),
    (Objective::Guesses, "20..1000", Starts::Random),
    (Objective::Guesses, "50..1000", Starts::Random),
    (Objective::Few, "19", Starts::Random),
    (Objective::Few, "18", Starts::Random),
    (Objective::Few, "17", Starts::Random),
    (Objective::Few, "17", Starts::Own),
    (Objective::Many, "30..81", Starts::Random),
    (Objective::Many, "32..81", Starts::Random),
    (Objective::Many, "34..81", Starts::Random),
    (Objective::Many, "38..81", Starts::Random),
    (Objective::Er, "11.0..20.0", Starts::List),
    (Objective::Er, "11.0..20.0", Starts::HalfOfList),
];

/// Puzzles at which climbs start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Starts {
    Random,
    /// Those of 18 givens that an earlier run made.
    Own,
    List,
    HalfOfList,
}

/// Result of a run.
struct Run {
    puzzles: Vec<Grid>,
    /// Processor time.
    seconds: f64,
}

fn main() -> Fallible<()> {
    let mut arguments = env::args().skip(1);
    let seconds: f64 = arguments.next().map_or(Ok(30.0), |text| text.parse())?;
    if let Some(run) = arguments.next() {
        return child(seconds, run.parse()?, arguments.next());
    }
    println!("| starts | objective | required | rows | classes | processor time | rows a minute | |");
    println!("|---|---|---|--:|--:|--:|--:|---|");
    let (mut own, mut by_guesses) = (Vec::new(), Vec::new());
    for (number, (objective, range, starts)) in RUNS.into_iter().enumerate() {
        let from = match starts {
            Starts::Random => None,
            Starts::Own => Some(own.clone()),
            Starts::List => list("hardest-11plus-5000.txt"),
            Starts::HalfOfList => {
                list("hardest-11plus-5000.txt").map(|all| all.into_iter().step_by(2).collect())
            }
        };
        if starts != Starts::Random && from.as_ref().is_none_or(Vec::is_empty) {
            continue;
        }
        let run = measured(seconds, number, from.as_deref())?;
        let classes = classes(&run.puzzles)?;
        let note = note(objective, range, starts, &classes)?;
        if (objective, range) == (Objective::Few, "18") {
            own.clone_from(&run.puzzles);
        }
        if (objective, range) == (Objective::Guesses, "50..1000") {
            by_guesses.clone_from(&run.puzzles);
        }
        let (name, rows, rate) =
            (name(starts), run.puzzles.len(), 60.0 * run.puzzles.len() as f64 / run.seconds);
        println!(
            "| {name} | `{}` | {range} | {rows} | {} | {:.0} s | {rate:.1} | {note} |",
            objective.name(),
            classes.len(),
            run.seconds
        );
    }
    match env::var_os("TDOKU_GENERATE") {
        Some(generate) => next_to_tdoku(seconds, &PathBuf::from(generate), &by_guesses),
        None => Ok(()),
    }
}

/// Compares climbs to 50 guesses with tdoku's `generate`, which ran as long, by the guesses of both solvers and by ER.
fn next_to_tdoku(seconds: f64, generate: &Path, own: &[Grid]) -> Fallible<()> {
    println!("\n## Next to tdoku's generator\n");
    println!(
        "T. Dillon's `generate -p0 -s0 -c0 -g1 -n500` keeps a pool of the 500 puzzles with the most guesses of its solver. Classes by guesses of either"
    );
    println!(
        "solver (geometric means over transforms) and by ER, of climbs to 50 guesses and of all that entered the pool.\n"
    );
    println!(
        "| by | classes | guesses of gridmill 20 and more | 50 and more | of tdoku 20 and more | 50 and more | ER 9 and more |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let made = tdoku_output(generate, &["-n500"], Duration::from_secs_f64(seconds))?;
    let made = made.into_keys().map(|text| Ok(text.parse()?)).collect::<Fallible<Vec<Grid>>>()?;
    for (name, puzzles) in [("gridmill", own.to_vec()), ("tdoku", made)] {
        let forms = puzzles.into_iter().map(|puzzle| Ok((puzzle.canonical()?.form.to_string(), puzzle)));
        let classes: BTreeMap<String, Grid> = forms.collect::<Fallible<_>>()?;
        let [mut guesses, mut er] = [Vec::new(), Vec::new()];
        let (mut search, mut rater) = (SearchRater::new(), Rater::new(Rulebook::se()));
        for grid in classes.values() {
            guesses
                .push(search.rate(&Puzzle::from_proven(grid.clone())).map_or(0.0, SearchDifficulty::guesses));
            er.push(
                rater.rate(&mut Pencilmarks::new(grid)).er.map_or(0.0, |er| f64::from(er.tenths()) / 10.0),
            );
        }
        let theirs = guesses_of_tdoku(generate, &classes)?;
        let from = |values: &[f64], least| values.iter().filter(|&&value| value >= least).count();
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} |",
            classes.len(),
            from(&guesses, 20.0),
            from(&guesses, 50.0),
            from(&theirs, 20.0),
            from(&theirs, 50.0),
            from(&er, 9.0)
        );
    }
    Ok(())
}

/// Measures puzzles by tdoku's solver: `generate` draws them at random from a file, without change, until it met each.
fn guesses_of_tdoku(generate: &Path, puzzles: &BTreeMap<String, Grid>) -> Fallible<Vec<f64>> {
    let file = env::temp_dir().join(format!("gridmill-tdoku-{}.txt", process::id()));
    fs::write(&file, puzzles.values().map(|puzzle| format!("{puzzle}\n")).collect::<String>())?;
    let draws = format!("-l{}", 20 * puzzles.len());
    let path = file.to_string_lossy();
    let measured = tdoku_output(generate, &["-d0", "-a1", &draws, &path], Duration::MAX);
    let _ = fs::remove_file(&file);
    Ok(measured?.into_values().collect())
}

/// Runs `generate` for a time, and returns its puzzles with their guesses.
fn tdoku_output(generate: &Path, options: &[&str], time: Duration) -> Fallible<BTreeMap<String, f64>> {
    let mut child = Command::new(generate);
    child.args(["-p0", "-s0", "-c0", "-g1"]).args(options).stdout(process::Stdio::piped());
    let mut child = child.spawn()?;
    let mut output = child.stdout.take().ok_or("no output")?;
    let reader = thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    let begun = Instant::now();
    while child.try_wait()?.is_none() {
        if begun.elapsed() >= time {
            child.kill()?;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let text = reader.join().map_err(|_| "the reader failed")??;
    let rows = text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let puzzle = words.next().filter(|text| text.len() == 81)?.to_owned();
        let (_, mean) = (words.next()?, words.next()?.parse::<f64>().ok()?);
        words.next().map(|_| (puzzle, mean - 1.0))
    });
    Ok(rows.collect())
}

const fn name(starts: Starts) -> &'static str {
    match starts {
        Starts::Random => "random",
        Starts::Own => "own puzzles of 18",
        Starts::List => "5,000 of ER 11 and more",
        Starts::HalfOfList => "every second of these",
    }
}

/// Compares classes with published lists.
fn note(objective: Objective, range: &str, starts: Starts, classes: &BTreeSet<String>) -> Fallible<String> {
    let common = |known: Vec<Grid>| {
        Ok::<_, Box<dyn Error + Send + Sync>>(self::classes(&known)?.intersection(classes).count())
    };
    Ok(match (objective, range, starts) {
        (Objective::Few, "17", _) => match list("17-clue.txt") {
            Some(known) => format!("{} classes of the list of 49,158", common(known)?),
            None => String::new(),
        },
        (.., Starts::List) => match list("hardest-11plus-5000.txt") {
            Some(known) => format!("{} classes that are not in the list", classes.len() - common(known)?),
            None => String::new(),
        },
        (.., Starts::HalfOfList) => match list("hardest-11plus-5000.txt") {
            Some(known) => {
                format!(
                    "{} classes of the other half",
                    common(known.into_iter().skip(1).step_by(2).collect())?
                )
            }
            None => String::new(),
        },
        _ => String::new(),
    })
}

/// Reads the puzzles of a list, if it is there.
fn list(name: &str) -> Option<Vec<Grid>> {
    let text = fs::read_to_string(PathBuf::from(env::var_os("GRIDMILL_DATA")?).join(name)).ok()?;
    let puzzles = text.lines().filter_map(|line| Grid::parse(Shape::STANDARD, line.get(..81)?).ok());
    Some(puzzles.collect())
}

fn classes(puzzles: &[Grid]) -> Fallible<BTreeSet<String>> {
    puzzles.iter().map(|puzzle| Ok(puzzle.canonical()?.form.to_string())).collect()
}

/// Makes a run in a process of its own, which ends in the middle of a climb.
fn measured(seconds: f64, number: usize, from: Option<&[Grid]>) -> Fallible<Run> {
    let file = env::temp_dir().join(format!("gridmill-climb-{}.txt", process::id()));
    let mut command = Command::new(env::current_exe()?);
    command.arg(seconds.to_string()).arg(number.to_string());
    if let Some(from) = from {
        fs::write(&file, from.iter().map(|puzzle| format!("{puzzle}\n")).collect::<String>())?;
        command.arg(&file);
    }
    let output = command.stderr(process::Stdio::inherit()).output()?;
    let _ = fs::remove_file(&file);
    let text = String::from_utf8(output.stdout)?;
    let mut lines = text.lines();
    let seconds = lines.next().ok_or("a run without result")?.parse()?;
    Ok(Run { seconds, puzzles: lines.map(str::parse).collect::<Result<_, _>>()? })
}

/// Climbs for a time; prints the processor time and the puzzles.
fn child(seconds: f64, number: usize, from: Option<String>) -> Fallible<()> {
    let (objective, range, _) = RUNS[number];
    let mut plan = plan(objective, range)?;
    if let Some(from) = from {
        let mut starts = InputGridsBuilder::new(Shape::STANDARD, Budgets::DEFAULT.nodes).keeping_puzzles();
        for line in fs::read_to_string(&from)?.lines() {
            starts.add(line.parse()?)?;
        }
        plan = plan.with_input_grids(starts.finish(from)?);
    }
    let tasks = Tasks::new(&plan, MasterSeed::from(1), None)?;
    let mut generator = Generator::new(plan)?;
    let (sender, receiver) = mpsc::channel();
    let (begun, busy) = (Instant::now(), processor_time()?);
    thread::spawn(move || {
        (0..).try_for_each(|index| {
            let made = generator.make(&tasks.task(index)?)?;
            sender.send(made.puzzle.to_string()).map_err(|_| "the time is over")?;
            Fallible::Ok(())
        })
    });
    thread::sleep(Duration::from_secs_f64(seconds).saturating_sub(begun.elapsed()));
    let puzzles: Vec<String> = receiver.try_iter().collect();
    println!("{}", processor_time()? - busy);
    for puzzle in puzzles {
        println!("{puzzle}");
    }
    process::exit(0)
}

fn plan(objective: Objective, range: &str) -> Fallible<Plan> {
    let mut options = DigOptions::new(DigMode::Climb);
    options.objective = Some(objective);
    let mut rating = RatingPlan::default();
    match objective {
        Objective::Er => {
            rating = RatingPlan::by([Rulebook::se().clone()]).with_target(format!("er={range}").parse()?);
        }
        Objective::Guesses => rating = rating.with_target(format!("guesses={range}").parse()?),
        Objective::Depth => rating = rating.with_target(format!("trial_depth={range}").parse()?),
        _ => options.givens = range.parse()?,
    }
    let plan = Plan::default().with_dig(Dig::try_from(options)?).with_rating(rating).with_attempts(u64::MAX);
    Ok(if objective == Objective::Guesses { plan.with_columns([Addition::Guesses]) } else { plan })
}

/// Returns the processor time of the threads of this process, in seconds.
fn processor_time() -> Fallible<f64> {
    let mut sum = 0.0;
    for thread in fs::read_dir("/proc/self/task")? {
        let text = fs::read_to_string(thread?.path().join("schedstat"))?;
        sum += text.split(' ').next().unwrap_or_default().parse::<f64>()? / 1e9;
    }
    Ok(sum)
}
