//! The techniques by name: one table.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Family of techniques that work with the same things. Each family has a file of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Family {
    /// One cell or one place left.
    Singles,
    /// A digit's places in one house lie within another.
    Locked,
    /// As many cells as digits.
    Subsets,
    /// The places of a digit in n houses lie within n others.
    Fish,
    /// Two strong links of one digit.
    SingleDigit,
    /// The two colours of a digit's conjugate pairs.
    Coloring,
    /// Patterns that would have two solutions.
    Uniqueness,
    /// Short chains of cells with two or three candidates.
    Wings,
    /// Chains and loops of strong and weak links.
    Chains,
    /// Almost locked sets.
    Als,
    /// Everything that follows from an assumption.
    Forcing,
    /// Pairs and triples of values of aligned cells.
    Exclusion,
    /// The Explainer's chains: all that follows from each candidate, on and off.
    Chaining,
    /// Singles that follow from a candidate up to a contradiction, the fewest first.
    Braids,
}

gridmill_board::named_values!(Family {
    Singles "singles", Locked "locked", Subsets "subsets", Fish "fish", SingleDigit "single_digit", Coloring "coloring",
    Uniqueness "uniqueness", Wings "wings", Chains "chains", Als "als", Forcing "forcing", Exclusion "exclusion",
    Chaining "chaining", Braids "braids",
});

impl Family {
    /// Returns true if its techniques are searched in grids of any shape with a side up to 9, not in 9x9 grids alone.
    pub const fn is_of_any_shape(self) -> bool {
        matches!(self, Self::Singles | Self::Locked | Self::Subsets | Self::Braids)
    }
}

/// Defines [`Technique`] and its table: a variant, its name in data, its name for people, HoDoKu's code, its family.
macro_rules! techniques {
    ($($variant:ident $name:literal $title:literal $code:literal $family:ident)*) => {
        /// A way to a placement or an elimination.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the title says it")]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $title] $variant,)*
        }

        const TABLE: &[Row] = &[$(Row {
            technique: Technique::$variant,
            name: $name,
            count: concat!("t_", $name),
            count_meaning: concat!("steps of ", $title),
            title: $title,
            code: $code,
            family: Family::$family,
        },)*];
    };
}

struct Row {
    technique: Technique,
    name: &'static str,
    count: &'static str,
    count_meaning: &'static str,
    title: &'static str,
    code: &'static str,
    family: Family,
}

techniques! {
    FullHouse "full_house" "Full House" "0000" Singles
    HiddenSingleBox "hidden_single_box" "Hidden Single (Box)" "" Singles
    HiddenSingle "hidden_single" "Hidden Single" "0002" Singles
    NakedSingle "naked_single" "Naked Single" "0003" Singles

    Pointing "pointing" "Pointing (Locked Candidates Type 1)" "0100" Locked
    Claiming "claiming" "Claiming (Locked Candidates Type 2)" "0101" Locked
    DirectPointing "direct_pointing" "Direct Pointing" "" Locked
    DirectClaiming "direct_claiming" "Direct Claiming" "" Locked

    LockedPair "locked_pair" "Locked Pair" "0110" Subsets
    LockedTriple "locked_triple" "Locked Triple" "0111" Subsets
    NakedPair "naked_pair" "Naked Pair" "0200" Subsets
    NakedTriple "naked_triple" "Naked Triple" "0201" Subsets
    NakedQuad "naked_quad" "Naked Quad" "0202" Subsets
    HiddenPair "hidden_pair" "Hidden Pair" "0210" Subsets
    HiddenTriple "hidden_triple" "Hidden Triple" "0211" Subsets
    HiddenQuad "hidden_quad" "Hidden Quad" "0212" Subsets
    DirectHiddenPair "direct_hidden_pair" "Direct Hidden Pair" "" Subsets
    DirectHiddenTriplet "direct_hidden_triplet" "Direct Hidden Triplet" "" Subsets

    XWing "x_wing" "X-Wing" "0300" Fish
    Swordfish "swordfish" "Swordfish" "0301" Fish
    Jellyfish "jellyfish" "Jellyfish" "0302" Fish
    FinnedXWing "finned_x_wing" "Finned X-Wing" "0310" Fish
    FinnedSwordfish "finned_swordfish" "Finned Swordfish" "0311" Fish
    FinnedJellyfish "finned_jellyfish" "Finned Jellyfish" "0312" Fish
    SashimiXWing "sashimi_x_wing" "Sashimi X-Wing" "0320" Fish
    SashimiSwordfish "sashimi_swordfish" "Sashimi Swordfish" "0321" Fish
    SashimiJellyfish "sashimi_jellyfish" "Sashimi Jellyfish" "0322" Fish
    FrankenXWing "franken_x_wing" "Franken X-Wing" "0330" Fish
    FrankenSwordfish "franken_swordfish" "Franken Swordfish" "0331" Fish
    FrankenJellyfish "franken_jellyfish" "Franken Jellyfish" "0332" Fish
    FinnedFrankenXWing "finned_franken_x_wing" "Finned Franken X-Wing" "0340" Fish
    FinnedFrankenSwordfish "finned_franken_swordfish" "Finned Franken Swordfish" "0341" Fish
    FinnedFrankenJellyfish "finned_franken_jellyfish" "Finned Franken Jellyfish" "0342" Fish
    MutantXWing "mutant_x_wing" "Mutant X-Wing" "0350" Fish
    MutantSwordfish "mutant_swordfish" "Mutant Swordfish" "0351" Fish
    MutantJellyfish "mutant_jellyfish" "Mutant Jellyfish" "0352" Fish
    FinnedMutantXWing "finned_mutant_x_wing" "Finned Mutant X-Wing" "0360" Fish
    FinnedMutantSwordfish "finned_mutant_swordfish" "Finned Mutant Swordfish" "0361" Fish
    FinnedMutantJellyfish "finned_mutant_jellyfish" "Finned Mutant Jellyfish" "0362" Fish
    FinnedMutantSquirmbag "finned_mutant_squirmbag" "Finned Mutant Squirmbag" "0363" Fish
    FinnedMutantWhale "finned_mutant_whale" "Finned Mutant Whale" "0364" Fish

    Skyscraper "skyscraper" "Skyscraper" "0400" SingleDigit
    TwoStringKite "two_string_kite" "2-String Kite" "0401" SingleDigit
    EmptyRectangle "empty_rectangle" "Empty Rectangle" "0402" SingleDigit
    TurbotFish "turbot_fish" "Turbot Fish" "0403" SingleDigit
    DualTwoStringKite "dual_two_string_kite" "Dual 2-String Kite" "0404" SingleDigit
    DualEmptyRectangle "dual_empty_rectangle" "Dual Empty Rectangle" "0405" SingleDigit
    TemplateSet "template_set" "Template Set" "1201" SingleDigit
    TemplateDelete "template_delete" "Template Delete" "1202" SingleDigit

    SimpleColorsTrap "simple_colors_trap" "Simple Colors Trap" "0500" Coloring
    SimpleColorsWrap "simple_colors_wrap" "Simple Colors Wrap" "0501" Coloring
    MultiColors1 "multi_colors_1" "Multi Colors 1" "0502" Coloring
    MultiColors2 "multi_colors_2" "Multi Colors 2" "0503" Coloring

    UniqueRectangle1 "unique_rectangle_1" "Unique Rectangle Type 1" "0600" Uniqueness
    UniqueRectangle2 "unique_rectangle_2" "Unique Rectangle Type 2" "0601" Uniqueness
    UniqueRectangle3 "unique_rectangle_3" "Unique Rectangle Type 3" "0602" Uniqueness
    UniqueRectangle4 "unique_rectangle_4" "Unique Rectangle Type 4" "0603" Uniqueness
    UniqueRectangle5 "unique_rectangle_5" "Unique Rectangle Type 5" "0604" Uniqueness
    UniqueRectangle6 "unique_rectangle_6" "Unique Rectangle Type 6" "0605" Uniqueness
    HiddenRectangle "hidden_rectangle" "Hidden Rectangle" "0606" Uniqueness
    AvoidableRectangle1 "avoidable_rectangle_1" "Avoidable Rectangle Type 1" "0607" Uniqueness
    AvoidableRectangle2 "avoidable_rectangle_2" "Avoidable Rectangle Type 2" "0608" Uniqueness
    BugPlus1 "bug_plus_1" "Bivalue Universal Grave + 1" "0610" Uniqueness
    UniqueLoop1 "unique_loop_1" "Unique Loop Type 1" "" Uniqueness
    UniqueLoop2 "unique_loop_2" "Unique Loop Type 2" "" Uniqueness
    UniqueLoop3 "unique_loop_3" "Unique Loop Type 3" "" Uniqueness
    UniqueLoop4 "unique_loop_4" "Unique Loop Type 4" "" Uniqueness
    Bug1 "bug_1" "Bivalue Universal Grave Type 1" "" Uniqueness
    Bug2 "bug_2" "Bivalue Universal Grave Type 2" "" Uniqueness
    Bug3 "bug_3" "Bivalue Universal Grave Type 3" "" Uniqueness
    Bug4 "bug_4" "Bivalue Universal Grave Type 4" "" Uniqueness

    XyWing "xy_wing" "XY-Wing" "0800" Wings
    XyzWing "xyz_wing" "XYZ-Wing" "0801" Wings
    WWing "w_wing" "W-Wing" "0803" Wings

    RemotePair "remote_pair" "Remote Pair" "0703" Chains
    XChain "x_chain" "X-Chain" "0701" Chains
    XyChain "xy_chain" "XY-Chain" "0702" Chains
    ContinuousNiceLoop "continuous_nice_loop" "Continuous Nice Loop" "0706" Chains
    DiscontinuousNiceLoop "discontinuous_nice_loop" "Discontinuous Nice Loop" "0707" Chains
    Aic "aic" "AIC" "0708" Chains
    GroupedContinuousNiceLoop "grouped_continuous_nice_loop" "Grouped Continuous Nice Loop" "0709" Chains
    GroupedDiscontinuousNiceLoop "grouped_discontinuous_nice_loop" "Grouped Discontinuous Nice Loop" "0710" Chains
    GroupedAic "grouped_aic" "Grouped AIC" "0711" Chains

    AlsXz "als_xz" "Almost Locked Set XZ-Rule" "0901" Als
    AlsXyWing "als_xy_wing" "Almost Locked Set XY-Wing" "0902" Als
    AlsXyChain "als_xy_chain" "Almost Locked Set XY-Chain" "0903" Als
    DeathBlossom "death_blossom" "Death Blossom" "0904" Als
    SueDeCoq "sue_de_coq" "Sue de Coq" "1101" Als

    ForcingChainContradiction "forcing_chain_contradiction" "Forcing Chain Contradiction" "1301" Forcing
    ForcingChainVerity "forcing_chain_verity" "Forcing Chain Verity" "1302" Forcing
    ForcingNetContradiction "forcing_net_contradiction" "Forcing Net Contradiction" "1303" Forcing
    ForcingNetVerity "forcing_net_verity" "Forcing Net Verity" "1304" Forcing

    AlignedPairExclusion "aligned_pair_exclusion" "Aligned Pair Exclusion" "" Exclusion
    AlignedTripletExclusion "aligned_triplet_exclusion" "Aligned Triplet Exclusion" "" Exclusion

    BidirectionalXCycle "bidirectional_x_cycle" "Bidirectional X-Cycle" "" Chaining
    BidirectionalYCycle "bidirectional_y_cycle" "Bidirectional Y-Cycle" "" Chaining
    BidirectionalCycle "bidirectional_cycle" "Bidirectional Cycle" "" Chaining
    ForcingXChain "forcing_x_chain" "Forcing X-Chain" "" Chaining
    ForcingChain "forcing_chain" "Forcing Chain" "" Chaining
    NishioForcingChains "nishio_forcing_chains" "Nishio Forcing Chains" "" Chaining
    CellForcingChains "cell_forcing_chains" "Cell Forcing Chains" "" Chaining
    RegionForcingChains "region_forcing_chains" "Region Forcing Chains" "" Chaining
    DynamicDouble "dynamic_double" "Dynamic Double Forcing Chains" "" Chaining
    DynamicContradiction "dynamic_contradiction" "Dynamic Contradiction Forcing Chains" "" Chaining
    DynamicCell "dynamic_cell" "Dynamic Cell Forcing Chains" "" Chaining
    DynamicRegion "dynamic_region" "Dynamic Region Forcing Chains" "" Chaining
    DynamicPlusDouble "dynamic_plus_double" "Dynamic Double Forcing Chains (+)" "" Chaining
    DynamicPlusContradiction "dynamic_plus_contradiction" "Dynamic Contradiction Forcing Chains (+)" "" Chaining
    DynamicPlusCell "dynamic_plus_cell" "Dynamic Cell Forcing Chains (+)" "" Chaining
    DynamicPlusRegion "dynamic_plus_region" "Dynamic Region Forcing Chains (+)" "" Chaining
    NestedForcing "nested_forcing" "Dynamic Forcing Chains (+ Forcing Chains)" "" Chaining
    NestedMultiple "nested_multiple" "Dynamic Forcing Chains (+ Multiple Forcing Chains)" "" Chaining
    NestedDynamic "nested_dynamic" "Dynamic Forcing Chains (+ Dynamic Forcing Chains)" "" Chaining
    NestedNested "nested_nested" "Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))" "" Chaining

    Braid "braid" "Braid" "" Braids
}

impl Technique {
    /// Number of techniques.
    #[doc(hidden)]
    pub const COUNT: usize = TABLE.len();

    /// All techniques, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        TABLE.iter().map(|row| row.technique)
    }

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name in data, options and rulebooks: `naked_pair`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The name of the column that counts its steps, `t_naked_pair`, and the description of that column.
    #[doc(hidden)]
    pub const fn count_column(self) -> (&'static str, &'static str) {
        (self.row().count, self.row().count_meaning)
    }

    /// The name for people: `Naked Pair`.
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// HoDoKu's code, if it knows the technique.
    pub fn code(self) -> Option<&'static str> {
        Some(self.row().code).filter(|code| !code.is_empty())
    }

    /// The family.
    pub const fn family(self) -> Family {
        self.row().family
    }

    /// The technique with this code of HoDoKu's.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|technique| technique.code() == Some(code))
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no technique has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown technique `{name}`; the nearest names are {}", nearest.join(", "))]
#[non_exhaustive]
pub struct UnknownTechnique {
    /// The name.
    pub name: String,
    /// The nearest names, best first.
    pub(crate) nearest: Vec<&'static str>,
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    /// Reads the name in data, in any case, with `_`, `-` or a space between words.
    fn from_str(name: &str) -> Result<Self, UnknownTechnique> {
        let plain = name.to_ascii_lowercase().replace(['-', ' '], "_");
        Self::all().find(|technique| technique.name() == plain).ok_or_else(|| UnknownTechnique {
            name: name.to_owned(),
            nearest: nearest(&plain, &mut Self::all().map(Self::name)),
        })
    }
}

/// The three of some names that take the fewest edits to become `name`.
pub(crate) fn nearest<'a>(name: &str, names: &mut dyn Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<_> = names.map(|known| (edits(name, known), known)).collect();
    names.sort_unstable();
    names.into_iter().take(3).map(|(_, name)| name).collect()
}

/// The fewest insertions, deletions and replacements of bytes that make `b` of `a` (V. Levenshtein 1966).
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

gridmill_board::text_in_data!(Technique);

/// A set of techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct TechniqueSet(u128);

impl TechniqueSet {
    /// No technique.
    pub const EMPTY: Self = Self(0);

    /// Just this technique.
    pub const fn only(technique: Technique) -> Self {
        Self(1 << technique as u8)
    }

    /// All techniques of a family.
    pub(crate) const fn of_family(family: Family) -> Self {
        let (mut set, mut at) = (Self::EMPTY, 0);
        while at < TABLE.len() {
            if TABLE[at].family as u8 == family as u8 {
                set = set.with(TABLE[at].technique);
            }
            at += 1;
        }
        set
    }

    /// The set with a technique.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u8)
    }

    /// Returns true if the technique is in the set.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 == 1
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the sets share a technique.
    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The techniques that both sets have.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The techniques that either set has.
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The techniques that the other set lacks.
    #[must_use]
    pub(crate) const fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The techniques, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::all().filter(move |&technique| self.contains(technique))
    }
}

impl FromIterator<Technique> for TechniqueSet {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Self {
        techniques.into_iter().fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_and_codes_are_unique_and_read_back() {
        const { assert!(Technique::COUNT <= 128, "a set of techniques is a u128") };
        let names: BTreeSet<_> = Technique::all().map(Technique::name).collect();
        assert_eq!(names.len(), Technique::COUNT);
        for technique in Technique::all() {
            assert_eq!(technique.name().parse(), Ok(technique));
            if let Some(code) = technique.code() {
                assert_eq!(Technique::from_code(code), Some(technique));
            }
            assert!(TechniqueSet::only(technique).iter().eq([technique]));
        }
    }

    #[test]
    fn an_unknown_name_gets_the_nearest() {
        let error = "nakedpair".parse::<Technique>().unwrap_err();
        assert_eq!(error.nearest[0], "naked_pair");
        assert_eq!(edits("kitten", "sitting"), 3);
    }
}
