//! The built-in rulebooks as tables, which need no reader of TOML. A test holds them equal to their texts.

use super::{DifficultyLevel, Measure, Rule, Rulebook};
use crate::{Conventions, Technique, Technique as T, Tenths};

/// Rulebook as a table.
pub(super) struct BuiltIn {
    text: &'static str,
    name: &'static str,
    scale: &'static str,
    conventions: Conventions,
    measure: Measure,
    /// Name and highest score of each level.
    levels: &'static [(&'static str, Option<u32>)],
    /// Techniques, rating in tenths, and place of the level of each rule.
    rules: &'static [(&'static [Technique], u16, Option<u8>)],
}

impl BuiltIn {
    pub(super) fn rulebook(&self) -> Rulebook {
        let level = |&(name, max_score): &(&str, Option<u32>)| DifficultyLevel {
            name: name.into(),
            max_score: max_score.map(Tenths::whole),
        };
        let rule = |&(techniques, rating, level): &(&[Technique], u16, Option<u8>)| Rule {
            techniques: techniques.iter().copied().collect(),
            family: techniques[0].family(),
            rating,
            most_extra: u16::MAX,
            level,
        };
        Rulebook {
            text: self.text.into(),
            name: self.name.into(),
            scale: self.scale.into(),
            conventions: self.conventions,
            measure: self.measure,
            rules: self.rules.iter().map(rule).collect(),
            levels: self.levels.iter().map(level).collect(),
        }
    }
}

/// [`Rulebook::hodoku`].
pub(super) const HODOKU: BuiltIn = BuiltIn {
    text: include_str!("../rulebooks/hodoku.toml"),
    name: "hodoku",
    scale: "hodoku-2.2/2",
    conventions: Conventions::Hodoku,
    measure: Measure::Score,
    levels: &[
        ("easy", Some(800)),
        ("medium", Some(1000)),
        ("hard", Some(1600)),
        ("unfair", Some(1800)),
        ("extreme", None),
    ],
    rules: &[
        (&[T::FullHouse], 40, Some(0)),
        (&[T::NakedSingle], 40, Some(0)),
        (&[T::HiddenSingle], 140, Some(0)),
        (&[T::LockedPair], 400, Some(1)),
        (&[T::LockedTriple], 600, Some(1)),
        (&[T::Pointing], 500, Some(1)),
        (&[T::Claiming], 500, Some(1)),
        (&[T::NakedPair], 600, Some(1)),
        (&[T::NakedTriple], 800, Some(1)),
        (&[T::HiddenPair], 700, Some(1)),
        (&[T::HiddenTriple], 1000, Some(1)),
        (&[T::NakedQuad], 1200, Some(2)),
        (&[T::HiddenQuad], 1500, Some(2)),
        (&[T::XWing], 1400, Some(2)),
        (&[T::Swordfish], 1500, Some(2)),
        (&[T::Jellyfish], 1600, Some(2)),
        (&[T::RemotePair], 1100, Some(2)),
        (&[T::BugPlus1], 1000, Some(2)),
        (&[T::Skyscraper], 1300, Some(2)),
        (&[T::TwoStringKite], 1500, Some(2)),
        (&[T::TurbotFish], 1200, Some(2)),
        (&[T::EmptyRectangle], 1200, Some(2)),
        (&[T::WWing], 1500, Some(2)),
        (&[T::XyWing], 1600, Some(2)),
        (&[T::XyzWing], 1800, Some(2)),
        (
            &[
                T::UniqueRectangle1,
                T::UniqueRectangle2,
                T::UniqueRectangle3,
                T::UniqueRectangle4,
                T::UniqueRectangle5,
                T::UniqueRectangle6,
                T::HiddenRectangle,
            ],
            1000,
            Some(2),
        ),
        (&[T::AvoidableRectangle1, T::AvoidableRectangle2], 1000, Some(2)),
        (&[T::FinnedXWing], 1300, Some(2)),
        (&[T::SashimiXWing], 1500, Some(2)),
        (&[T::FinnedSwordfish], 2000, Some(3)),
        (&[T::SashimiSwordfish], 2400, Some(3)),
        (&[T::FinnedJellyfish], 2500, Some(3)),
        (&[T::SashimiJellyfish], 2600, Some(3)),
        (&[T::SueDeCoq], 2500, Some(3)),
        (&[T::SimpleColorsTrap, T::SimpleColorsWrap], 1500, Some(2)),
        (&[T::MultiColors1, T::MultiColors2], 2000, Some(2)),
        (&[T::XChain], 2600, Some(3)),
        (&[T::XyChain], 2600, Some(3)),
        (&[T::ContinuousNiceLoop, T::DiscontinuousNiceLoop, T::Aic], 2800, Some(3)),
        (&[T::GroupedContinuousNiceLoop, T::GroupedDiscontinuousNiceLoop, T::GroupedAic], 3000, Some(3)),
        (&[T::AlsXz], 3000, Some(3)),
        (&[T::AlsXyWing], 3200, Some(3)),
        (&[T::AlsXyChain], 3400, Some(3)),
        (&[T::FrankenXWing], 3000, Some(3)),
        (&[T::FrankenSwordfish], 3500, Some(3)),
        (&[T::FinnedFrankenXWing], 3900, Some(3)),
        (&[T::FinnedFrankenSwordfish], 4100, Some(3)),
        (&[T::ForcingChainContradiction, T::ForcingChainVerity], 5000, Some(4)),
        (&[T::ForcingNetContradiction, T::ForcingNetVerity], 7000, Some(4)),
    ],
};

/// [`Rulebook::se`].
pub(super) const SE: BuiltIn = BuiltIn {
    text: include_str!("../rulebooks/se.toml"),
    name: "se",
    scale: "se-1.2.1/1",
    conventions: Conventions::Explainer,
    measure: Measure::Er,
    levels: &[],
    rules: &[
        (&[T::FullHouse], 10, None),
        (&[T::HiddenSingle], 12, None),
        (&[T::DirectPointing], 17, None),
        (&[T::DirectClaiming], 19, None),
        (&[T::DirectHiddenPair], 20, None),
        (&[T::NakedSingle], 23, None),
        (&[T::DirectHiddenTriplet], 25, None),
        (&[T::Pointing], 26, None),
        (&[T::Claiming], 28, None),
        (&[T::NakedPair], 30, None),
        (&[T::XWing], 32, None),
        (&[T::HiddenPair], 34, None),
        (&[T::NakedTriple], 36, None),
        (&[T::Swordfish], 38, None),
        (&[T::HiddenTriple], 40, None),
        (&[T::XyWing], 42, None),
        (&[T::XyzWing], 44, None),
        (
            &[
                T::UniqueRectangle1,
                T::UniqueRectangle2,
                T::UniqueRectangle3,
                T::UniqueRectangle4,
                T::UniqueLoop1,
                T::UniqueLoop2,
                T::UniqueLoop3,
                T::UniqueLoop4,
            ],
            45,
            None,
        ),
        (&[T::NakedQuad], 50, None),
        (&[T::Jellyfish], 52, None),
        (&[T::HiddenQuad], 54, None),
        (&[T::Bug1, T::Bug2, T::Bug3, T::Bug4], 56, None),
        (&[T::AlignedPairExclusion], 62, None),
        (
            &[
                T::BidirectionalXCycle,
                T::BidirectionalYCycle,
                T::BidirectionalCycle,
                T::ForcingXChain,
                T::ForcingChain,
            ],
            65,
            None,
        ),
        (&[T::AlignedTripletExclusion], 75, None),
        (&[T::NishioForcingChains], 75, None),
        (&[T::CellForcingChains, T::RegionForcingChains], 80, None),
        (&[T::DynamicDouble, T::DynamicContradiction, T::DynamicCell, T::DynamicRegion], 85, None),
        (
            &[T::DynamicPlusDouble, T::DynamicPlusContradiction, T::DynamicPlusCell, T::DynamicPlusRegion],
            90,
            None,
        ),
        (&[T::NestedForcing], 95, None),
        (&[T::NestedMultiple], 100, None),
        (&[T::NestedDynamic], 105, None),
        (&[T::NestedNested], 110, None),
    ],
};

/// [`Rulebook::basic`].
pub(super) const BASIC: BuiltIn = BuiltIn {
    text: include_str!("../rulebooks/basic.toml"),
    name: "basic",
    scale: "basic/1",
    conventions: Conventions::Plain,
    measure: Measure::Score,
    levels: &[("beginner", None), ("easy", None), ("medium", None), ("hard", None)],
    rules: &[
        (&[T::FullHouse], 10, Some(0)),
        (&[T::HiddenSingleBox], 20, Some(1)),
        (&[T::HiddenSingle], 30, Some(2)),
        (&[T::NakedSingle], 50, Some(2)),
        (&[T::Pointing], 200, Some(3)),
        (&[T::Claiming], 200, Some(3)),
        (&[T::NakedPair], 300, Some(3)),
        (&[T::HiddenPair], 400, Some(3)),
        (&[T::NakedTriple], 500, Some(3)),
        (&[T::HiddenTriple], 600, Some(3)),
        (&[T::NakedQuad], 700, Some(3)),
        (&[T::HiddenQuad], 800, Some(3)),
    ],
};

#[cfg(all(test, feature = "toml"))]
mod tests {
    use super::*;

    #[test]
    fn tables_are_the_texts() {
        for built_in in [HODOKU, SE, BASIC] {
            assert_eq!(Rulebook::parse(built_in.text), Ok(built_in.rulebook()));
        }
    }
}
