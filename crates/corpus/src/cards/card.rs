//! The data set card: `README.md` next to the data, for people and for the Hugging Face hub.

use super::{ColumnRows, Dataset, DatasetColumn, sample_rows, split_card};
use crate::{
    make::{folder::Folder, job::Job, manifest::Manifest},
    read::reader::Provenance,
};
use gridmill_board::Shape;
use gridmill_generate::{
    Addition, BoardPlan, Dig, DigEnd, DigMode, Givens, GivensTarget, Minimality, Plan, RatingPlan,
    SymmetryTarget, TargetMeasure,
};
use gridmill_rate::{Measure, Rater, Rulebook, Technique};
use gridmill_tables::{
    Result,
    numbers::thousands,
    read::GridColumns,
    schema::{Column, ColumnId, ColumnUnit, Layout, LayoutColumn, Presence, Promise},
    write::Format,
};
use std::sync::Arc;

const TEMPLATE: &str = include_str!("card.md");

/// Writes the card and the description for catalogs of the corpus that `manifest` describes.
pub(crate) fn write(folder: &Folder, manifest: &Manifest) -> Result<()> {
    let dataset = dataset(manifest);
    let shards = manifest.shards.iter().map(|shard| shard.name.as_str());
    let sample = sample_rows(&folder.data(), (manifest.job.plan.shape, &GridColumns::default()), shards)?;
    folder.replace(&folder.card(), render(manifest, &dataset, &sample).as_bytes())?;
    folder.replace(&folder.croissant(), dataset.croissant().as_bytes())
}

fn dataset(manifest: &Manifest) -> Dataset {
    let job = &manifest.job;
    Dataset {
        name: None,
        description: format!(
            "{} Sudoku puzzles, {} boxes, made by {} with the seed {}. {} {}",
            thousands(job.count),
            job.plan.shape,
            manifest.program,
            job.seed,
            fill_bias(&job.plan),
            dig_bias(&job.plan)
        ),
        format: job.format,
        splits: vec![("train".to_owned(), format!("data/*.{}", job.format.name()))],
        columns: job.layout().columns().iter().map(|column| DatasetColumn::of(column, job.format)).collect(),
        rows: job.count,
        license: manifest.license.clone(),
        history: job.facts(&manifest.program).history,
    }
}

fn render(manifest: &Manifest, dataset: &Dataset, sample: &str) -> String {
    let job = &manifest.job;
    let fields = [
        ("header", dataset.header()),
        ("loading", dataset.loading()),
        ("sample", sample.to_owned()),
        ("bibtex", dataset.bibtex()),
        ("license", split_card::license(manifest.license.as_deref())),
        ("rows", thousands(job.count)),
        ("shape", job.plan.shape.to_string()),
        ("program", manifest.program.clone()),
        ("stream", job.stream.to_string()),
        ("command", job.command("corpus", None)),
        ("show", show(&job.plan).to_owned()),
        ("columns", table(&job.layout())),
        ("promises", promises(job)),
        ("puzzles_promise", puzzles_promise(&job.plan).to_owned()),
        ("csv_note", csv_note(job.format).to_owned()),
        ("fill_bias", fill_bias(&job.plan)),
        ("dig_bias", dig_bias(&job.plan)),
    ];
    fields
        .iter()
        .fold(TEMPLATE.to_owned(), |card, (name, value)| card.replace(&format!("{{{{{name}}}}}"), value))
}

/// Tells how a row is drawn: a manifest has the plan, but of given grids their hash alone.
const fn show(plan: &Plan) -> &'static str {
    match &plan.from {
        None => "`gridmill show . N` in this folder makes row N again and draws it.",
        Some(_) => {
            "`gridmill show N` with the same options, but for those about files, makes row N again and draws it."
        }
    }
}

fn table(layout: &Layout) -> String {
    let row = |named: &LayoutColumn| {
        let column = named.column;
        let nullable = if column.nullable { ", nullable" } else { "" };
        let unit = column.unit.map_or("", ColumnUnit::name);
        format!("| `{}` | {}{nullable} | {unit} | {} |\n", named.name(), column.kind.name(), column.meaning)
    };
    let mut rows = ColumnRows::default();
    for named in &layout.columns() {
        rows.push(named.name(), &row(named));
    }
    rows.tables("| column | type | unit | meaning |\n|---|---|---|---|\n")
}

/// Returns true if a rating decides which puzzles there are, so that they are promised no longer than ratings.
fn ratings_decide(plan: &Plan) -> bool {
    plan.rating.selects() || plan.rating.limits_dig()
}

/// Returns the promise of ratings: built-in scales are kept; rulebooks of one's own follow the techniques of the program, guesses its solver.
fn ratings_promise(plan: &Plan) -> Promise {
    let built_in = plan.rating.rulebooks.iter().all(|rulebook| rulebook.is_built_in());
    let kept = built_in && plan.rating.target(TargetMeasure::Guesses).is_none();
    if kept { Promise::Scale } else { Promise::Program }
}

fn puzzles_promise(plan: &Plan) -> &'static str {
    if ratings_decide(plan) && ratings_promise(plan) == Promise::Program {
        "The same command and the same version of the program give the same puzzles on any machine, because their ratings decide which \
         are kept,"
    } else {
        "The same command gives the same puzzles on any machine,"
    }
}

fn promises(job: &Job) -> String {
    let layout = job.layout();
    let promise_of = |column: &Column| match column.promise {
        Promise::Stream if column.id == ColumnId::Index || !ratings_decide(&job.plan) => Promise::Stream,
        Promise::Stream | Promise::Scale => ratings_promise(&job.plan),
        promise => promise,
    };
    let names = |promise| {
        let mut names: Vec<_> = layout
            .columns()
            .iter()
            .filter(|column| promise_of(column.column) == promise)
            .map(|column| format!("`{}`", all_counts(column)))
            .collect();
        names.dedup();
        names
    };
    let [stream, scale, program, run] =
        [Promise::Stream, Promise::Scale, Promise::Program, Promise::Run].map(names);
    let mut clauses = Vec::new();
    if !stream.is_empty() {
        clauses.push(format!("A seed promises {} for good, within a stream version", stream.join(", ")));
    }
    if !scale.is_empty() {
        // Measures without a rulebook have a version of their own.
        let name = job.plan.rating.scale().unwrap_or_else(|| gridmill_rate::trial::VERSION.to_owned());
        let columns = scale.join(", ");
        clauses.push(if stream.is_empty() {
            format!("A seed promises {columns} within {name}")
        } else {
            format!("{columns} also within {name}")
        });
    }
    if !program.is_empty() {
        let (columns, are) = (program.join(", "), verb(&program, ["is", "are"]));
        clauses.push(format!("{columns} {are} the same on any machine for one version of the program"));
    }
    let mut sentences = Vec::new();
    if !clauses.is_empty() {
        sentences.push(format!("{}.", clauses.join("; ")));
    }
    if !run.is_empty() {
        sentences.push(format!(
            "{} {} from run to run, and so do the bytes of the files: with `--no-timings` these are the same, too.",
            run.join(", "),
            verb(&run, ["differs", "differ"])
        ));
    }
    sentences.join(" ") + "\n"
}

fn verb<'a>(columns: &[String], [of_one, of_several]: [&'a str; 2]) -> &'a str {
    match columns {
        [one] if !one.contains("t_*") => of_one,
        _ => of_several,
    }
}

/// Returns the name of a column, or that of all counts of steps by a rulebook.
fn all_counts(column: &LayoutColumn) -> String {
    let prefix = column.name().strip_suffix(column.column.name()).unwrap_or_default();
    let is_count = matches!(column.column.presence, Presence::Technique(_));
    if is_count { format!("{prefix}t_*") } else { column.name().to_owned() }
}

const fn csv_note(format: Format) -> &'static str {
    match format {
        Format::Parquet | Format::Jsonl => "",
        Format::Csv => {
            "Readers of CSV that guess types may take `solution` for a number. Hugging Face `datasets` finds the types in the header of \
             this page; pandas takes `dtype={'solution': str}`, Polars `schema_overrides={'solution': polars.String}`, DuckDB \
             `types={'solution': 'VARCHAR'}`.\n"
        }
    }
}

pub(crate) fn fill_bias(plan: &Plan) -> String {
    if !plan.dig.facts().starts_from_grid {
        return "The grid comes from the dig, so grids are not uniformly distributed.".to_owned();
    }
    let climbs = plan.dig.objective().is_some();
    let Some(given) = &plan.from else {
        let moves = if climbs { " Climbs start at puzzles of these grids, and change them." } else { "" };
        return plan.fill.bias().to_owned() + moves;
    };
    if climbs {
        return format!(
            "Climbs start at the puzzles of the file `{}` ({}), in turn, and after a climb without success at one that is drawn; the BLAKE3 \
             hash of their text, one a line with `.` for empty, is `{}`.",
            given.name(),
            thousands(given.len()),
            given.blake3()
        );
    }
    let many = match given.len() {
        1 => "one grid".to_owned(),
        many => format!("{} grids", thousands(many)),
    };
    let (bias, name, hash) = (plan.fill.bias(), given.name(), given.blake3());
    let draws = if plan.stream_version() > 2 { " Each try draws one of them." } else { "" };
    format!(
        "{bias} They are the {many} of the file `{name}`; the BLAKE3 hash of their text, one a line with `.` for empty, \
         is `{hash}`.{draws}"
    )
}

pub(crate) fn dig_bias(plan: &Plan) -> String {
    let symmetry = plan.dig.symmetry();
    let mut sentences = vec![if symmetry.is_none() {
        plan.dig.facts().bias.to_owned()
    } else {
        format!(
            "Orbits of {} were tried in random order, each once, and their givens taken away together where one \
             solution remained.",
            named(symmetry)
        )
    }];
    if plan.rating.limits_dig() {
        sentences = vec![limit_bias(plan)];
    } else {
        match (plan.dig.facts().end, plan.dig.givens()) {
            (DigEnd::Target, GivensTarget::Fixed(givens)) => sentences.push(givens_bias(plan, *givens)),
            (DigEnd::Target, GivensTarget::Mix(mix)) => {
                sentences.extend(
                    mix.targets().map(|&givens| {
                        format!("Puzzles with target {givens}: {}", givens_bias(plan, givens))
                    }),
                );
            }
            (DigEnd::Minimal | DigEnd::Unknown, _) => {}
        }
    }
    sentences.extend(aim_bias(&plan.rating));
    if let Dig::Climb { objective, steps, .. } = &plan.dig {
        sentences.push(format!(
            "The objective was {}: a climb ended at the first puzzle in the range that was required of it or, without one, after {} \
             neighbours; `attempts` counts neighbours.",
            objective.name(),
            thousands(*steps)
        ));
    }
    if let GivensTarget::Mix(mix) = plan.dig.givens() {
        sentences.push(format!("Targets and their shares are {mix}: {}.", plan.mix));
    }
    if let Some(mix) = symmetry.mix() {
        let within = if plan.rating.has_mix() {
            "; the same shares of each level or range among them"
        } else if matches!(plan.dig.givens(), GivensTarget::Mix(_)) {
            "; the same shares of each target among them"
        } else {
            ""
        };
        sentences.push(format!("Symmetries and their shares are {mix}: {}{within}.", plan.mix));
    }
    if !symmetry.is_none() && !plan.rating.limits_dig() {
        sentences.push(
            "Where `orbit_minimal` is true, no orbit can go, while single givens may; elsewhere it was not established.".to_owned(),
        );
    }
    sentences.push(minimality(plan).to_owned());
    sentences.extend(rating_bias(plan));
    sentences.extend(plan.add.iter().filter_map(Addition::note));
    sentences.extend(plan.board.map(board_bias));
    if plan.max_puzzles_per_grid > 1 {
        sentences.push(format!(
            "Up to {} puzzles in a row share a complete grid, and so are not independent.",
            plan.max_puzzles_per_grid
        ));
    }
    sentences.join(" ")
}

/// Describes the distribution of the boards.
fn board_bias(board: BoardPlan) -> String {
    let range = match board {
        BoardPlan::Ambiguous { solutions } => format!(" (range {solutions})"),
        BoardPlan::Broken => String::new(),
        BoardPlan::Partial { filled, order } => format!(" (range {filled}, order {})", order.name()),
    };
    format!("The column `board` is derived from each puzzle{range}: {}.", board.kind().law())
}

/// Names the symmetry whose orbits were tried.
fn named(symmetry: &SymmetryTarget) -> String {
    match symmetry {
        SymmetryTarget::Fixed(symmetry) => format!("the symmetry {symmetry}"),
        SymmetryTarget::Mix(_) => "the row's `symmetry` (single givens where it is none)".to_owned(),
    }
}

/// Describes the column `minimal`.
fn minimality(plan: &Plan) -> &'static str {
    const UNKNOWN: &str = "Whether the puzzles are minimal was not established: `minimal` is null.";
    match plan.minimal {
        Minimality::Minimal => return "Only minimal puzzles were kept.",
        Minimality::NotMinimal => return "Only puzzles that are not minimal were kept.",
        Minimality::Any => {}
    }
    if plan.rating.limits_dig() {
        return UNKNOWN;
    }
    if !plan.rating.aims().is_empty() {
        return "Whether a puzzle of an aimed range is minimal was not established: `minimal` is null there.";
    }
    match (plan.dig.facts().end, plan.dig.givens()) {
        (DigEnd::Unknown, _) => UNKNOWN,
        (DigEnd::Target, _) if !plan.dig.symmetry().is_none() => {
            "Whether a puzzle is minimal is known only where each orbit left has one given; `minimal` is null elsewhere."
        }
        (DigEnd::Minimal, _) | (DigEnd::Target, GivensTarget::Fixed(Givens::Minimal)) => {
            "All puzzles are minimal."
        }
        (DigEnd::Target, _) => {
            "Where digging could go no further, the puzzle is minimal; elsewhere that was not established, and `minimal` is null."
        }
    }
}

/// Describes the bias of a dig that removes givens only while techniques solve the puzzle.
fn limit_bias(plan: &Plan) -> String {
    let rating = &plan.rating;
    let rulebook = rating.allowed().map_or_else(String::new, |rulebook| rulebook.name().to_owned());
    let technique = rating.max_technique.map(|technique| format!("techniques up to {technique}"));
    let er = rating.max_er.map(|er| format!("steps rated {er} or less"));
    let limits: Vec<_> = technique.into_iter().chain(er).collect();
    let symmetry = plan.dig.symmetry();
    let (tried, one) = if symmetry.is_none() {
        ("Givens".to_owned(), "given")
    } else {
        (format!("Orbits of {}", named(symmetry)), "orbit")
    };
    let end = match plan.dig.givens() {
        GivensTarget::Fixed(Givens::Minimal) => {
            format!(
                "No {one} of such a puzzle can go without a harder step, while one solution may still remain."
            )
        }
        GivensTarget::Fixed(givens) => format!("Digging stopped at {givens} givens."),
        GivensTarget::Mix(_) => "Digging stopped at the target of each puzzle.".to_owned(),
    };
    format!(
        "{tried} were tried in random order, each once, and taken away where {} (rulebook {rulebook}) still solved the puzzle. \
         {end}",
        limits.join(" and ")
    )
}

/// Describes the bias of digs that are limited to their range of ER.
fn aim_bias(rating: &RatingPlan) -> Option<String> {
    let aims: Vec<String> = rating.aims().iter().map(ToString::to_string).collect();
    (!aims.is_empty()).then(|| {
        format!(
            "Digs were aimed at ranges of ER that end at {}: a given was taken away only where steps rated that much or less still \
             solved the puzzle. Such puzzles are no selection of those of a dig without limits; they have more givens, and their hardest \
             steps are more often at the upper end of the range.",
            aims.join(" or ")
        )
    })
}

/// Describes the ratings of a corpus and the filters by them.
fn rating_bias(plan: &Plan) -> Vec<String> {
    let (rating, mix) = (&plan.rating, plan.mix);
    let prefixes = rating.prefixes();
    let scale = |(rulebook, p): (&Arc<Rulebook>, &String)| {
        let columns = match rulebook.measure() {
            Measure::Er => {
                format!("`{p}er`, `{p}ep` and `{p}ed` rate single steps, `{p}score` is the sum of all")
            }
            Measure::Score => {
                format!("`{p}score` is the sum of the scores of all steps, `{p}hardest_score` the largest")
            }
        };
        format!("Ratings are on the scale {}; {columns}.", rulebook.scale())
    };
    let mut sentences: Vec<String> = rating.rulebooks.iter().zip(&prefixes).map(scale).collect();
    let is_limited =
        |rulebook: &&Arc<Rulebook>| rulebook.measure() == Measure::Er && Rater::limits(rulebook.techniques());
    if let Some(limited) = rating.rulebooks.iter().find(is_limited) {
        let has_braids = limited.techniques().contains(Technique::Braid);
        sentences.push(format!(
            "{} had {} nodes of work for each puzzle; where that was not enough, the puzzle is not solved, and `er_at_least` \
             says what its ER is at least.",
            if has_braids { "Braids" } else { "Chains" },
            thousands(plan.budgets.rating)
        ));
    }
    if plan.add.measure_trial() {
        sentences.push(format!(
            "Trial depth, braids and backdoors are those of {}, with {} nodes of work for each question; where that was not enough, the value is \
             null, and `trial_at_least` or `backdoor_at_least` says what it is at least.",
            gridmill_rate::trial::VERSION,
            thousands(plan.budgets.trial)
        ));
    }
    let shares = rating.level_mix.as_ref().map(|mix| format!("Levels and their shares are {mix}"));
    let of_measure = || {
        rating.targets.iter().find_map(|target| {
            Some(format!("Ranges of {} and their shares are {}", target.measure().plural(), target.mix()?))
        })
    };
    let shares = shares.or_else(of_measure);
    sentences.extend(rating.turns().map(|cycle| format!("Levels come in turn, row by row: {cycle}.")));
    sentences.extend(shares.map(|shares| format!("{shares}: {mix}.")));
    let kept = plan.kept();
    if !kept.is_empty() {
        sentences.push(format!(
            "Only puzzles with {} were kept; `attempts` counts the digs that it took.",
            kept.join(", ")
        ));
    }
    sentences
}

/// Describes what a number of givens does to the puzzles of a top-down or bottom-up dig.
fn givens_bias(plan: &Plan, givens: Givens) -> String {
    let Plan { dig, minimal, .. } = plan;
    let one = if dig.symmetry().is_none() { "given" } else { "orbit" };
    match givens {
        Givens::Range(..) if *minimal == Minimality::Minimal => format!(
            "Digging went on until no {one} could go; puzzles with other than {givens} givens were dropped."
        ),
        Givens::Minimal if !dig.symmetry().is_none() => {
            "Digging went on until no orbit could go. The puzzles are no fair sample of all such puzzles: those with few givens come \
             too often."
                .to_owned()
        }
        Givens::Minimal if dig.mode() == DigMode::BottomUp => "Digging went on until no given could go.".to_owned(),
        // The figures are those of puzzles that no rating selects.
        Givens::Minimal if ratings_decide(plan) || plan.shape != Shape::STANDARD => {
            "Digging went on until no given could go. The puzzles are not a fair sample of all minimal puzzles: those with few \
             givens come far too often."
                .to_owned()
        }
        Givens::Minimal => {
            "Digging went on until no given could go. The puzzles are not a fair sample of all minimal puzzles: those with few \
             givens come far too often (mean about 24.4 givens, against 26.6 over all minimal puzzles; D. Berthier 2009)."
                .to_owned()
        }
        Givens::Range(fewest, most) if fewest == most => format!(
            "Digging stopped at {fewest} givens; a pass that got stuck above was dropped and tried again in another \
             order, then on another grid. Puzzles that many orders lead to come more often."
        ),
        Givens::Range(fewest, most) => format!(
            "Each puzzle drew a target between {fewest} and {most} givens, all equally likely, and digging stopped there; \
             a pass that could go no further was kept if it had {most} givens or fewer, and dropped otherwise. So the low \
             counts of the range are rarer than the high ones wherever passes get stuck."
        ),
    }
}

impl Provenance {
    /// Describes the bias of the complete grids and of the puzzles, in the words of data set cards.
    pub fn bias(&self) -> Option<[String; 2]> {
        self.facts.plan().map(|plan| [fill_bias(plan), dig_bias(plan)])
    }
}
