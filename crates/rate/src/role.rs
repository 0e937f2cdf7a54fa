//! Roles of the cells and digits of a step: pivot and pincers, fins, endpoints and so on, by the terms of HoDoKu and SudokuWiki.

/// Defines [`Role`]: a variant, its name in data, its meaning.
macro_rules! roles {
    ($($variant:ident $name:literal $meaning:literal)*) => {
        /// Role of some cells and digits in a step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Role {
            $(#[doc = $meaning] $variant,)*
        }

        impl Role {
            /// All roles.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in data.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The meaning.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning,)*
                }
            }
        }
    };
}

roles! {
    Locked "locked" "The only places of a digit in a house, all in another house."
    Subset "subset" "Cells of a naked or hidden subset, and its digits."
    Base "base" "Places of a digit in the base houses of a fish, without fins."
    Fins "fins" "Places in base houses that no cover house holds."
    EndoFins "endo_fins" "Places in two base houses."
    Endpoints "endpoints" "Ends of a chain, of which one holds; of a chain of almost locked sets, the first and the last set."
    Linking "linking" "Cells and digits between the ends, by which they are linked."
    EmptyRectangle "empty_rectangle" "Places of a digit in a box, all in one row and one column."
    Loop "loop" "Nodes of a loop of strong and weak links."
    Discontinuity "discontinuity" "The cell at which a loop contradicts itself."
    Pivot "pivot" "The cell, or the set, that sees all pincers."
    Pincers "pincers" "Cells of which one holds the digit that is eliminated."
    Color "color" "Cells of one colour: all hold the digit, or none does. Two colours after each other are opposite."
    Floor "floor" "Cells of a deadly pattern with its digits alone."
    Roof "roof" "Cells of a deadly pattern that may hold other digits."
    Surplus "surplus" "Cells with more than two candidates, and the digits that are too many for a bivalue universal grave."
    Als "als" "An almost locked set, one for each set in order."
    Core "core" "Cells where box and line of a Sue de Coq meet."
    Box "box" "Cells of the box that are locked with the core."
    Line "line" "Cells of the line that are locked with the core."
    Stem "stem" "The cell each of whose candidates sees a petal."
    Petal "petal" "An almost locked set, one for each candidate of the stem in order."
    Aligned "aligned" "Cells whose pairs or triples of values are counted."
    Excluders "excluders" "Cells that exclude values of the aligned cells."
    Template "template" "Places that all templates of a digit share, or none has."
    Assumption "assumption" "A start of forcing chains, one for each start."
    Contradiction "contradiction" "The end of a chain that contradicts another, or itself; of a braid, the candidates of the variable in which none is left."
    Variable "variable" "The candidates of a cell, or the places of a digit in a house, of which one is left: one for each variable of a braid in order."
    Placed "placed" "Cells and digits that the step places."
    Eliminated "eliminated" "Cells and digits that the step eliminates."
}
