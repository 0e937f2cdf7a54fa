//! The data set card: `README.md` beside the data, for people and for the Hugging Face hub.

use super::{Format, Manifest};
use crate::{
    board::Symmetry,
    generate::{Dig, DigMode, GivensTarget},
    pipeline::{Givens, Minimality, Plan, RatingPlan},
    rate::Rater,
    schema::{Column, ColumnUnit, Layout, Presence, Promise},
};

const TEMPLATE: &str = include_str!("card.md");

/// Renders the card of the corpus that `manifest` describes.
pub(super) fn render(manifest: &Manifest) -> String {
    let job = &manifest.job;
    let fields = [
        ("format", job.format.name().to_owned()),
        ("rows", thousands(job.count)),
        ("shape", job.plan.shape.to_string()),
        ("program", manifest.program.clone()),
        ("stream", job.stream.to_string()),
        ("command", job.command("corpus", None)),
        ("columns", table(job.layout())),
        ("promises", promises(job.layout())),
        ("csv_note", csv_note(job.format).to_owned()),
        ("fill_bias", fill_bias(&job.plan)),
        ("dig_bias", dig_bias(&job.plan)),
    ];
    fields
        .iter()
        .fold(TEMPLATE.to_owned(), |card, (name, value)| card.replace(&format!("{{{{{name}}}}}"), value))
}

fn table(layout: Layout) -> String {
    let row = |column: &Column| {
        let nullable = if column.nullable { ", nullable" } else { "" };
        let unit = column.unit.map_or("", ColumnUnit::name);
        format!("| `{}` | {}{nullable} | {unit} | {} |\n", column.name(), column.kind.name(), column.meaning)
    };
    layout.columns().map(row).collect()
}

fn promises(layout: Layout) -> String {
    let names = |promise| {
        let mut names: Vec<_> = layout
            .columns()
            .filter(|column| column.promise == promise)
            .map(|column| if is_count(column) { "`t_*`".to_owned() } else { format!("`{}`", column.name()) })
            .collect();
        names.dedup();
        names.join(", ")
    };
    let mut text = format!(
        "A seed promises {} for good, within a stream version; {} are the same on any machine for one version of the \
         program.",
        names(Promise::Stream),
        names(Promise::Program)
    );
    let timings = names(Promise::Run);
    if !timings.is_empty() {
        text += &format!(" {timings} differ from run to run.");
    }
    text + "\n"
}

/// Returns true for a column that counts the steps of a technique.
const fn is_count(column: &Column) -> bool {
    matches!(column.presence, Presence::Technique(_))
}

const fn csv_note(format: Format) -> &'static str {
    match format {
        Format::Parquet | Format::Jsonl => "",
        Format::Csv => {
            "A CSV reader that guesses types may take `solution` for a number and lose digits: tell it that `puzzle` \
             and `solution` are text.\n"
        }
    }
}

pub(super) fn fill_bias(plan: &Plan) -> String {
    if !plan.dig.facts().starts_from_grid {
        return "Complete grids are those that the dig comes to; not all grids are equally likely."
            .to_owned();
    }
    let Some(given) = &plan.from else { return plan.fill.bias().to_owned() };
    let many = match given.len() {
        1 => "one grid".to_owned(),
        many => format!("{} grids", thousands(many)),
    };
    let (bias, name, hash) = (plan.fill.bias(), given.name(), given.blake3());
    let mut text = format!(
        "{bias} They are the {many} of the file `{name}`; the BLAKE3 hash of their text, one a line with `.` for empty, \
         is `{hash}`."
    );
    if plan.attempts_vary_by_grid() {
        text += " Grids on which descents seldom succeed took more of them: weights compare the puzzles of one grid, and \
                 not those of different grids.";
    }
    text
}

pub(super) fn dig_bias(plan: &Plan) -> String {
    let mut sentences = vec![plan.dig.facts().bias.to_owned()];
    if plan.rating.limits_dig() {
        sentences = vec![limit_bias(plan)];
    } else {
        match &plan.dig {
            Dig::TopDown { givens: GivensTarget::Fixed(givens), .. }
            | Dig::BottomUp { givens: GivensTarget::Fixed(givens) } => {
                sentences.push(givens_bias(plan, *givens));
            }
            Dig::TopDown { givens: GivensTarget::Mix(mix), .. }
            | Dig::BottomUp { givens: GivensTarget::Mix(mix) } => {
                sentences
                    .extend(mix.targets().map(|givens| {
                        format!("Puzzles with target {givens}: {}", givens_bias(plan, givens))
                    }));
            }
            Dig::Walk { .. } | Dig::Pattern { .. } | Dig::ControlledBias | Dig::Weighted => {}
        }
    }
    if let GivensTarget::Mix(mix) = plan.dig.givens() {
        sentences.push(format!(
            "Targets and their shares are {mix}: exact quotas over the whole corpus, in random order."
        ));
    }
    if plan.dig.symmetry() != Symmetry::None {
        sentences.push(format!(
            "Givens went in orbits of the symmetry {}; where the digging ended by itself, no orbit can go \
             (`orbit_minimal`), while single givens may.",
            plan.dig.symmetry().name()
        ));
    }
    match plan.minimal {
        Minimality::Any => {}
        Minimality::Minimal => sentences.push("Only minimal puzzles were kept.".to_owned()),
        Minimality::NotMinimal => sentences.push("Only puzzles that are not minimal were kept.".to_owned()),
    }
    sentences.extend(rating_bias(&plan.rating));
    if plan.max_puzzles_per_grid > 1 {
        sentences.push(format!(
            "Up to {} puzzles in a row share a complete grid, and so are not independent.",
            plan.max_puzzles_per_grid
        ));
    }
    sentences.join(" ")
}

/// Describes the bias of a dig that removes givens only while techniques solve the puzzle.
fn limit_bias(plan: &Plan) -> String {
    let rating = &plan.rating;
    let rulebook = rating.rulebook.as_ref().map_or("", |rulebook| rulebook.name());
    let technique = rating.max_technique.map(|technique| format!("techniques up to {technique}"));
    let er = rating.max_er.zip(rating.rulebook.as_ref());
    let er = er.map(|(er, rulebook)| format!("steps rated {} or less", rulebook.shown(er)));
    let limits: Vec<_> = technique.into_iter().chain(er).collect();
    format!(
        "Givens were tried in random order, each once, and taken away where {} (rulebook {rulebook}) still solved the puzzle; \
         digging went on to {} givens. No given of such a puzzle can go without a harder step, unless digging stopped at a number; \
         most are not minimal in the sense of solutions.",
        limits.join(" and "),
        plan.dig.options().givens
    )
}

/// Describes the ratings of a corpus and the filters by them.
fn rating_bias(rating: &RatingPlan) -> Vec<String> {
    let Some(rulebook) = &rating.rulebook else { return Vec::new() };
    let mut sentences =
        vec![format!("Ratings are on the scale {}; `er`, `ep` and `ed` are in tenths.", rulebook.scale())];
    if Rater::limits(rulebook.techniques()) {
        sentences.push(format!(
            "Chains had {} nodes of work for each puzzle; where that was not enough, the puzzle is not solved, and `er_at_least` \
             says what its ER is at least.",
            thousands(rating.budget)
        ));
    }
    let range = |name: &str, range: Option<(u16, u16)>| {
        range.map(|(least, most)| format!("{name} {} to {}", rulebook.shown(least), rulebook.shown(most)))
    };
    let required: Vec<_> = rating.require.iter().map(|technique| technique.name()).collect();
    let wanted = [
        rating.min_technique.map(|technique| format!("a hardest step rated as {technique} or higher")),
        (!required.is_empty()).then(|| format!("steps of {}", required.join(" and "))),
        range("ER", rating.er),
        range("EP", rating.ep),
        range("ED", rating.ed),
        rating.level.as_ref().map(|level| format!("level {level}")),
    ];
    let wanted: Vec<_> = wanted.into_iter().flatten().collect();
    if !wanted.is_empty() {
        sentences.push(format!(
            "Only puzzles with {} were kept; `attempts` counts the digs that it took.",
            wanted.join(", ")
        ));
    }
    sentences
}

fn givens_bias(Plan { dig, minimal, .. }: &Plan, givens: Givens) -> String {
    match givens {
        Givens::Range(..) if *minimal == Minimality::Minimal => format!(
            "Digging went on until no given could go; puzzles with other than {givens} givens were dropped."
        ),
        Givens::Minimal => match dig.mode() {
            DigMode::BottomUp => "The puzzles are minimal.",
            DigMode::TopDown
            | DigMode::Walk
            | DigMode::Pattern
            | DigMode::ControlledBias
            | DigMode::Weighted => {
                "The puzzles are minimal, but not a fair sample of all minimal puzzles: those with few givens come far too \
                 often (9x9: mean about 24.4 givens, against 26.6 over all minimal puzzles; D. Berthier 2009)."
            }
        }
        .to_owned(),
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

/// Formats a number with its digits in groups of three.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let grouped: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    grouped.join(",")
}
