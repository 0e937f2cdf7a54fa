//! Solves a puzzle by a rulebook and tells how hard that was.
//!
//! After each step the search starts again at the first rule. Ratings are kept as the Explainer's author keeps them:
//!
//! ```text
//! ED   the first step's rating
//! EP   the highest rating up to the first step that places a digit
//! ER   the highest rating of all
//! ```

use super::{
    Conventions, Family, Finder, Found, Pencilmarks, Rule, Rulebook, Scratch, Step, Technique, singles,
};

/// How hard a puzzle is by a rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// The sum of the steps' ratings, in tenths; `None` unless solved.
    pub score: Option<u32>,
    /// The puzzle's level; `None` unless solved, or where the rulebook has none.
    pub level: Option<u8>,
    /// The hardest step's rating, in tenths; `None` unless solved, or solved from the start.
    pub er: Option<u16>,
    /// Where a search was given up because it took too much work: what the rating is at least, in tenths; `None` otherwise.
    pub er_at_least: Option<u16>,
    /// The hardest rating up to the first placement, in tenths; `None` before one.
    pub ep: Option<u16>,
    /// The first step's rating, in tenths; `None` before one.
    pub ed: Option<u16>,
    /// The hardest step's technique, the first of equals; `None` unless solved.
    pub hardest: Option<Technique>,
    /// Steps taken.
    pub steps: u32,
    /// Whether logic alone led to the end.
    pub solved: bool,
    /// Empty cells that were left.
    pub stuck_cells: u8,
    /// Steps of each technique.
    pub counts: [u16; Technique::COUNT],
}

/// Rates puzzles by one rulebook; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct Rater {
    rulebook: Rulebook,
    pub(super) scratch: Scratch,
}

impl Rater {
    /// A rater by this rulebook.
    pub fn new(rulebook: &Rulebook) -> Self {
        Self { rulebook: rulebook.clone(), scratch: Scratch::default() }
    }

    /// The rulebook.
    pub const fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// Solves from `marks` as far as the rulebook leads, and hands each step to `see` with the state before it.
    ///
    /// The marks are then those of the end. What they mean is not asked: a state without solution, or with several, is
    /// worked on like any other.
    pub fn rate(&mut self, marks: &mut Pencilmarks, mut see: impl FnMut(&Pencilmarks, &Step)) -> Rating {
        let conventions = self.rulebook.conventions();
        let mut path = Path::default();
        self.scratch.explainer.chaining.start();
        'path: while !marks.is_complete() {
            for rule in self.rulebook.rules() {
                // Most steps are singles: they are applied as such, and a step is built only to be shown.
                if rule.family == Family::Singles {
                    let Some(single) = singles::first(marks, rule, conventions) else { continue };
                    see(marks, &single.step());
                    marks.place(single.cell, single.digit);
                    path.add(rule, single.technique, single.extra, true);
                    continue 'path;
                }
                let Some(step) = first(marks, rule, conventions, &mut self.scratch) else {
                    if self.scratch.explainer.chaining.gave_up {
                        path.give_up(rule);
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
        path.rating(&self.rulebook, marks)
    }

    /// The first step of the first rule that has one, and the rule's place; `None` too where a search took too much work.
    pub fn next_step(&mut self, marks: &Pencilmarks) -> Option<(Step, usize)> {
        let conventions = self.rulebook.conventions();
        self.scratch.explainer.chaining.start();
        for (n, rule) in self.rulebook.rules().iter().enumerate() {
            let step = first(marks, rule, conventions, &mut self.scratch);
            if step.is_some() || self.scratch.explainer.chaining.gave_up {
                return step.map(|step| (step, n));
            }
        }
        None
    }
}

/// The first step of a rule.
fn first(marks: &Pencilmarks, rule: &Rule, conventions: Conventions, scratch: &mut Scratch) -> Option<Step> {
    let mut first = None;
    let _ = Finder::new(marks, rule.techniques, conventions, scratch).find(rule.family, &mut |step| {
        if step.extra > rule.most_extra {
            return Found::Continue(());
        }
        first = Some(step);
        Found::Break(())
    });
    first
}

/// What the steps so far come to.
struct Path {
    score: u32,
    level: u8,
    hardest: Option<(u16, Technique)>,
    at_least: Option<u16>,
    ep: Option<u16>,
    ed: Option<u16>,
    steps: u32,
    counts: [u16; Technique::COUNT],
}

impl Default for Path {
    fn default() -> Self {
        let counts = [0; Technique::COUNT];
        Self { score: 0, level: 0, hardest: None, at_least: None, ep: None, ed: None, steps: 0, counts }
    }
}

impl Path {
    /// A step by a rule, harder than the rule says by so many tenths.
    #[inline]
    fn add(&mut self, rule: &Rule, technique: Technique, extra: u16, places: bool) {
        let rating = rule.rating + extra;
        self.score += u32::from(rating);
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

    /// What comes next is worth what the rule says, or more.
    fn give_up(&mut self, rule: &Rule) {
        let so_far = self.hardest.map_or(0, |(hardest, _)| hardest);
        self.at_least = Some(so_far.max(rule.rating));
    }

    fn rating(self, rulebook: &Rulebook, end: &Pencilmarks) -> Rating {
        let solved = end.is_complete();
        let level = rulebook.level(self.level, self.score);
        Rating {
            score: solved.then_some(self.score),
            level: Some(level).filter(|_| solved && !rulebook.levels().is_empty()),
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
        }
    }
}
