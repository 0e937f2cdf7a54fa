//! Fish: in n base houses a digit's places lie in n cover houses, so that it can be gone from the rest of the cover houses.
//!
//! ```text
//!          c2      c5      c8            x  a place in a base house
//!  r1   .   x   .   x   .   .            f  a fin: a place in a base house that no cover house holds
//!  r2   *   .   .   f   f   .            *  goes only if it sees every fin
//!  r4   .   x   .   .   x   .
//! ```
//!
//! | form     | base                | cover                    | fins |
//! |----------|---------------------|--------------------------|------|
//! | basic    | rows                | columns                  | none |
//! | finned   | rows                | columns                  | 1-5  |
//! | sashimi  | rows, one of which has at most one place that is no fin | columns | 1-5 |
//! | franken  | rows and boxes      | columns and boxes        | none, or 1-5 |
//! | mutant   | any, but not as above | any                    | none, or 1-5 |
//!
//! and each with rows and columns exchanged. A place in two base houses is a fin, too; one in two cover houses goes like one
//! that is in no base house.
//!
//! Order: by technique, digit, rows before columns as base, base houses, cover houses.
//!
//! Sources: the fish of B. Hobiger's HoDoKu (2008-2012) and of the Ultimate Fish Guide (obiwahn and others 2006-2008).

mod franken;
mod lines;

use super::{
    Candidates, CellSet, Finder, House, HouseKind, HouseSet, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique,
};
use gridmill_board::Digit;

/// Most fins of a fish; more are hard to see.
const MAX_FINS: u32 = 5;

/// Form of a fish: the kinds of its houses, and fins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Basic,
    Finned,
    Sashimi,
    Franken,
    FinnedFranken,
    Mutant,
    FinnedMutant,
}

impl Form {
    /// Returns true if fish of this form have fins.
    const fn has_fins(self) -> bool {
        !matches!(self, Self::Basic | Self::Franken | Self::Mutant)
    }

    /// Returns true if any house may be base or cover.
    const fn is_mutant(self) -> bool {
        matches!(self, Self::Mutant | Self::FinnedMutant)
    }
}

/// Finds fish.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, .. } = *finder;
    let templates = &mut finder.scratch.templates;
    let digits = templates.digits(marks);
    if digits.is_empty() {
        return SearchFlow::Continue(());
    }
    for technique in wanted.iter() {
        let Some((form, size)) = form_and_size(technique) else { continue };
        for digit in digits {
            let dead = templates.dead(marks, digit);
            let search = FishSearch { marks, digit, dead, technique, form, size };
            match form {
                Form::Basic | Form::Finned | Form::Sashimi => lines::find(&search, sink)?,
                Form::Franken | Form::FinnedFranken | Form::Mutant | Form::FinnedMutant => {
                    franken::find(&search, sink)?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

fn form_and_size(technique: Technique) -> Option<(Form, usize)> {
    use Technique as T;
    Some(match technique {
        T::XWing => (Form::Basic, 2),
        T::Swordfish => (Form::Basic, 3),
        T::Jellyfish => (Form::Basic, 4),
        T::FinnedXWing => (Form::Finned, 2),
        T::FinnedSwordfish => (Form::Finned, 3),
        T::FinnedJellyfish => (Form::Finned, 4),
        T::SashimiXWing => (Form::Sashimi, 2),
        T::SashimiSwordfish => (Form::Sashimi, 3),
        T::SashimiJellyfish => (Form::Sashimi, 4),
        T::FrankenXWing => (Form::Franken, 2),
        T::FrankenSwordfish => (Form::Franken, 3),
        T::FrankenJellyfish => (Form::Franken, 4),
        T::FinnedFrankenXWing => (Form::FinnedFranken, 2),
        T::FinnedFrankenSwordfish => (Form::FinnedFranken, 3),
        T::FinnedFrankenJellyfish => (Form::FinnedFranken, 4),
        T::MutantXWing => (Form::Mutant, 2),
        T::MutantSwordfish => (Form::Mutant, 3),
        T::MutantJellyfish => (Form::Mutant, 4),
        T::FinnedMutantXWing => (Form::FinnedMutant, 2),
        T::FinnedMutantSwordfish => (Form::FinnedMutant, 3),
        T::FinnedMutantJellyfish => (Form::FinnedMutant, 4),
        T::FinnedMutantSquirmbag => (Form::FinnedMutant, 5),
        T::FinnedMutantWhale => (Form::FinnedMutant, 6),
        _ => return None,
    })
}

/// Parameters of one search: the digit, and the technique with its form and size.
struct FishSearch<'a> {
    marks: &'a Pencilmarks,
    digit: Digit,
    /// Dead places: the only possible eliminations.
    dead: CellSet,
    technique: Technique,
    form: Form,
    size: usize,
}

/// Fish with eliminations.
#[derive(Debug, Clone, Copy)]
struct Fish {
    form: Form,
    base: HouseSet,
    cover: HouseSet,
    /// The places in base houses that are no fins.
    cells: CellSet,
    fins: CellSet,
    eliminations: CellSet,
}

impl FishSearch<'_> {
    fn step(&self, fish: &Fish) -> Step {
        let Fish { base, cover, cells, fins, eliminations, .. } = *fish;
        let reason = Reason::Fish { digit: self.digit, base, cover, cells, fins, chains: Vec::new() };
        Step::eliminate(self.technique, Candidates::of(self.digit, eliminations), reason)
    }

    /// Passes the fish of one base with the wanted form to the sink. If the search continues, also passes each two of them as
    /// one: a Siamese fish, which has the form of the first.
    fn emit(&self, all: &[Fish], sink: &mut Sink<'_>) -> SearchFlow {
        for fish in all.iter().filter(|fish| fish.form == self.form) {
            sink(self.step(fish))?;
        }
        for (n, one) in all.iter().enumerate().filter(|(_, one)| one.form == self.form) {
            for other in all[n + 1..].iter().filter(|other| !other.fins.is_empty()) {
                sink(self.step(&one.joined(other)))?;
            }
        }
        SearchFlow::Continue(())
    }
}

impl Fish {
    fn joined(&self, other: &Self) -> Self {
        let fins = self.fins | other.fins;
        Self {
            form: self.form,
            base: self.base,
            cover: self.cover | other.cover,
            cells: (self.cells | other.cells) - fins,
            fins,
            eliminations: self.eliminations | other.eliminations,
        }
    }
}

#[cfg(test)]
mod tests;
