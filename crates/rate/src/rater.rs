//! Solves a puzzle by a rulebook and rates its difficulty.
//!
//! After each step the search starts again at the first rule. Ratings are kept as the Explainer's author keeps them:
//!
//! ```text
//! ED   the first step's rating
//! EP   the highest rating up to the first step that places a digit
//! ER   the highest rating of all
//! ```

use super::{
    Conventions, DeadEnd, Family, Finder, FinderMemory, Pencilmarks, Rule, Rulebook, SearchFlow, Step,
    Technique, TechniqueSet, Tenths, singles,
};
use std::sync::Arc;

/// Difficulty of a puzzle by a rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rating {
    /// The sum of the steps' ratings; `None` unless solved.
    pub score: Option<Tenths>,
    /// The name of the puzzle's level; `None` unless solved, or where the rulebook has none.
    pub level: Option<Arc<str>>,
    /// The hardest step's rating; `None` unless solved, or solved from the start.
    pub er: Option<Tenths>,
    /// Lower bound of the ER if the budget ran out; `None` if it did not, whether solved or stuck.
    ///
    /// The bound is the larger of two ratings: the hardest step so far, and the lowest rating among the rule whose search ran out
    /// and the rules after it. Any next step has at least the latter. Of braids it is the rating of the length that was searched.
    pub er_at_least: Option<Tenths>,
    /// The hardest rating up to the first placement; `None` before one.
    pub ep: Option<Tenths>,
    /// The first step's rating; `None` before one.
    pub ed: Option<Tenths>,
    /// The hardest step's technique, the first of equals; `None` unless solved.
    pub hardest: Option<Technique>,
    /// Steps taken.
    pub steps: u32,
    /// True if the rules solved the puzzle.
    pub solved: bool,
    /// Empty cells that were left.
    pub stuck_cells: u8,
    counts: [u16; Technique::COUNT],
    /// Work of the searches that the budget limits, in nodes as [`Rater::BUDGET`] counts them.
    pub nodes: u64,
}

impl Rating {
    /// Returns the number of steps of a technique.
    pub const fn count(&self, technique: Technique) -> u16 {
        self.counts[technique as usize]
    }
}

/// Rates puzzles by one rulebook; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct Rater {
    rulebook: Rulebook,
    budget: u64,
    scratch: FinderMemory,
}

/// A step, and the rule that found it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NextStep {
    /// The step.
    pub step: Step,
    /// Index of the rule in [`Rulebook::rules`].
    pub rule: usize,
}

impl Rater {
    /// The default limit of the work for a puzzle, in nodes: more than twice the work for the hardest known puzzles.
    ///
    /// A node is a candidate that follows, on or off, from an assumption. The nodes of all searches of family
    /// [`Chaining`](Family::Chaining) count, except simple cycles and chains, which always end soon. A search for simple chains
    /// within another search counts as 1,000. A remembered search counts as if it were made again. A node of the search for
    /// [braids](crate::trial::Trial) counts as 25. So the work is a function of puzzle and rulebook, for one version of the program.
    pub const BUDGET: u64 = 200_000_000;

    /// Creates a rater by this rulebook, with the default budget.
    pub fn new(rulebook: &Rulebook) -> Self {
        Self { rulebook: rulebook.clone(), budget: Self::BUDGET, scratch: FinderMemory::default() }
    }

    /// Sets the budget: the limit of the work for the chains and braids of one puzzle, in nodes as [`BUDGET`](Self::BUDGET) counts them.
    #[must_use]
    pub fn with_budget(self, nodes: u64) -> Self {
        Self { budget: nodes, ..self }
    }

    /// Returns true if the budget limits some of these techniques.
    #[doc(hidden)]
    pub fn limits(techniques: TechniqueSet) -> bool {
        techniques.iter().any(|technique| matches!(technique.family(), Family::Chaining | Family::Braids))
    }

    /// Solves from `marks` as far as the rules apply.
    ///
    /// Rules that do not [know the shape](Rulebook::check_shape) of the grid find nothing.
    ///
    /// Afterwards `marks` is the final state. A state without solution, or with several, is treated like any other. If the budget
    /// runs out, solving ends as if no rule applied, and [`er_at_least`](Rating::er_at_least) is set.
    pub fn rate(&mut self, marks: &mut Pencilmarks) -> Rating {
        self.run(marks, |_, _| ())
    }

    /// Rates like [`rate`](Self::rate), and passes each step to `see` with the state before it.
    pub fn trace(&mut self, marks: &mut Pencilmarks, mut see: impl FnMut(&Pencilmarks, &Step)) -> Rating {
        self.run_seen(marks, &mut see)
    }

    /// Runs with a dynamic `see`, so that this is compiled once, in this crate, with all that it calls.
    fn run_seen(&mut self, marks: &mut Pencilmarks, see: &mut dyn FnMut(&Pencilmarks, &Step)) -> Rating {
        self.run(marks, see)
    }

    fn run(&mut self, marks: &mut Pencilmarks, mut see: impl FnMut(&Pencilmarks, &Step)) -> Rating {
        let conventions = self.rulebook.conventions();
        let mut path = PathTotals::default();
        self.scratch.begin_puzzle(self.budget);
        'path: while !marks.is_complete() {
            for (n, rule) in self.rulebook.rules().iter().enumerate() {
                // Most steps are singles: they are applied as such, and a step is built only to be shown.
                if rule.family == Family::Singles {
                    let Some(single) = singles::first(marks, rule, conventions) else { continue };
                    let step = single.step().in_shape(marks.shape());
                    see(marks, &step);
                    // The reason of a single owns no memory. Without its drop the compiler removes the step where `see` ignores it.
                    std::mem::forget(step);
                    marks.place(single.cell, single.digit);
                    path.add(rule, single.technique, Tenths::new(single.extra.into()), true);
                    continue 'path;
                }
                let Some(step) = first(marks, rule, conventions, &mut self.scratch) else {
                    if self.scratch.ran_out_of_budget() {
                        path.give_up(&self.rulebook.rules()[n..], self.scratch.least_extra(rule.family));
                        break 'path;
                    }
                    continue;
                };
                see(marks, &step);
                marks.apply(&step);
                path.add(rule, step.technique, step.extra, step.placement.is_some());
                continue 'path;
            }
            break;
        }
        path.rating(&self.rulebook, marks, self.scratch.work())
    }

    /// Returns the first step of the first rule that has one. Returns `None` if the grid is solved, if no rule has one, or if the budget
    /// ran out. Each call has the whole budget.
    ///
    /// # Errors
    /// [`DeadEnd`] if the pencilmarks show that there is no solution: no step of a technique means anything then.
    pub fn next_step(&mut self, marks: &Pencilmarks) -> Result<Option<NextStep>, DeadEnd> {
        if let Some(reason) = marks.dead_end() {
            return Err(reason);
        }
        let conventions = self.rulebook.conventions();
        self.scratch.begin_puzzle(self.budget);
        for (n, rule) in self.rulebook.rules().iter().enumerate() {
            let step = first(marks, rule, conventions, &mut self.scratch);
            if step.is_some() || self.scratch.ran_out_of_budget() {
                return Ok(step.map(|step| NextStep { step, rule: n }));
            }
        }
        Ok(None)
    }

    /// Returns the step of the same technique and the same reason in other marks, whatever else it removes there; `None` if the reason
    /// does not hold in them.
    #[doc(hidden)]
    pub fn find_again(&mut self, step: &Step, marks: &Pencilmarks) -> Option<Step> {
        self.scratch.begin_puzzle(self.budget);
        let requested = TechniqueSet::only(step.technique);
        let mut found = None;
        let mut finder = Finder::new(marks, requested, self.rulebook.conventions(), &mut self.scratch);
        let _ = finder.find(step.technique.family(), &mut |other| {
            if other.reason != step.reason || other.placement != step.placement {
                return SearchFlow::Continue(());
            }
            found = Some(other);
            SearchFlow::Break(())
        });
        found
    }
}

/// Returns the first step of a rule.
fn first(
    marks: &Pencilmarks,
    rule: &Rule,
    conventions: Conventions,
    scratch: &mut FinderMemory,
) -> Option<Step> {
    let mut first = None;
    let _ = Finder::new(marks, rule.techniques, conventions, scratch).find(rule.family, &mut |step| {
        if step.extra.tenths() > u32::from(rule.most_extra) {
            // Braids come by their length: the others are no easier.
            let is_last = rule.family == Family::Braids;
            return if is_last { SearchFlow::Break(()) } else { SearchFlow::Continue(()) };
        }
        first = Some(step);
        SearchFlow::Break(())
    });
    first
}

/// Totals of the steps so far.
struct PathTotals {
    score: Tenths,
    level: u8,
    hardest: Option<(Tenths, Technique)>,
    at_least: Option<Tenths>,
    ep: Option<Tenths>,
    ed: Option<Tenths>,
    steps: u32,
    counts: [u16; Technique::COUNT],
}

impl Default for PathTotals {
    fn default() -> Self {
        let counts = [0; Technique::COUNT];
        Self {
            score: Tenths::default(),
            level: 0,
            hardest: None,
            at_least: None,
            ep: None,
            ed: None,
            steps: 0,
            counts,
        }
    }
}

impl PathTotals {
    /// Adds a step by a rule, with its extra rating.
    #[inline]
    fn add(&mut self, rule: &Rule, technique: Technique, extra: Tenths, places: bool) {
        let rating = rule.rating() + extra;
        self.score = self.score + rating;
        self.level = self.level.max(rule.level.unwrap_or(0));
        if self.hardest.is_none_or(|(hardest, _)| rating > hardest) {
            self.hardest = Some((rating, technique));
        }
        self.ed = self.ed.or(Some(rating));
        if places && self.ep.is_none() {
            self.ep = self.hardest.map(|(hardest, _)| hardest);
        }
        self.steps += 1;
        self.counts[technique as usize] += 1;
    }

    /// Ends the path: the next step, if any, is by one of these rules, and by the first of them with this extra rating or more.
    fn give_up(&mut self, rules: &[Rule], extra: Tenths) {
        let so_far = self.hardest.map_or(Tenths::default(), |(hardest, _)| hardest);
        let extras = std::iter::once(extra).chain(std::iter::repeat(Tenths::default()));
        let next = rules.iter().zip(extras).map(|(rule, extra)| rule.rating() + extra).min();
        self.at_least = next.map(|next| next.max(so_far));
    }

    fn rating(self, rulebook: &Rulebook, end: &Pencilmarks, nodes: u64) -> Rating {
        let solved = end.is_complete();
        let level = rulebook.level(self.level, self.score).filter(|_| solved);
        Rating {
            score: solved.then_some(self.score),
            level: level.map(|level| Arc::clone(&level.name)),
            er: self.hardest.map(|(rating, _)| rating).filter(|_| solved),
            er_at_least: self.at_least,
            ep: self.ep,
            ed: self.ed,
            hardest: self.hardest.map(|(_, technique)| technique).filter(|_| solved),
            steps: self.steps,
            solved,
            #[expect(clippy::cast_possible_truncation, reason = "81 at most")]
            stuck_cells: end.empty().len() as u8,
            counts: self.counts,
            nodes,
        }
    }
}
