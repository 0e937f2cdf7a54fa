//! Keys of a wording, and the slots of each.

use crate::{Family, Technique};

type Names = &'static [&'static str];

/// Keys beside the techniques: words, parts of sentences, and forms of some techniques.
const PARTS: &[(&str, Names)] = &[
    ("house.row", &["number"]),
    ("house.column", &["number"]),
    ("house.box", &["number"]),
    ("houses.row", &["numbers"]),
    ("houses.column", &["numbers"]),
    ("houses.box", &["numbers"]),
    ("list.and", &["first", "last"]),
    ("list.or", &["first", "last"]),
    ("list.more", &["first", "last"]),
    ("node.on", &["cells", "digit"]),
    ("node.off", &["cells", "digit"]),
    ("removal", &["digits", "cells"]),
    ("chain.start", &["node"]),
    ("chain.strong_house", &["node", "cells", "house"]),
    ("chain.strong_cell", &["node"]),
    ("chain.first", &["statement"]),
    ("chain.next", &["statement"]),
    ("chain.end", &[]),
    ("conclusion.either", &["cells", "digit"]),
    ("conclusion.cross", &["first", "last"]),
    ("conclusion.loop", &[]),
    ("conclusion.false", &["cells", "digit"]),
    ("conclusion.two_digits", &["cells", "digit"]),
    ("conclusion.true", &["cells", "digit"]),
    ("conclusion.never", &["cells", "digit", "other"]),
    ("story.one", &["assumption"]),
    ("story.two", &["assumption", "end"]),
    ("story.more", &["assumption", "nodes"]),
    ("story.long", &["assumption", "end", "count"]),
    ("story.within", &["count"]),
    ("story.nested", &[]),
    ("story.patterns", &[]),
    ("set", &["name", "cells", "digits"]),
    ("forcing.double", FORCING),
    ("forcing.contradiction", FORCING),
    ("forcing.cell", FORCING),
    ("forcing.house", FORCING),
    ("braid.cell", &["node"]),
    ("braid.house", &["node", "house"]),
    ("braid.no_digit", &["cell"]),
    ("braid.no_place", &["digit", "house"]),
    ("deadly.rectangle", &["cells", "digits"]),
    ("deadly.avoidable", &["cells", "digits"]),
    ("deadly.loop", &["cells", "digits"]),
    ("deadly.naked", &["extra", "house"]),
    ("deadly.hidden", &["extra", "house"]),
    ("als_xz.double", SETS),
];

const FORCING: Names = &["assumptions", "stories", "result", "cells", "digit", "digits", "house"];
const CHAIN: Names = &["story", "conclusion", "eliminations"];
const SETS: Names = &["sets", "last", "links", "common", "eliminations"];
const DEADLY: Names = &[
    "pattern",
    "cells",
    "digits",
    "roof",
    "further",
    "subset",
    "house",
    "digit",
    "goes",
    "target",
    "corner",
    "eliminations",
];

/// All keys.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|(key, _)| *key).chain(Technique::all().map(Technique::name))
}

/// Returns the slots of a key, and the key itself; `None` for others.
pub(super) fn find(key: &str) -> Option<(&'static str, Names)> {
    let part = PARTS.iter().copied().find(|(known, _)| *known == key);
    part.or_else(|| {
        let technique = Technique::all().find(|technique| technique.name() == key)?;
        Some((technique.name(), of_technique(technique)))
    })
}

fn of_technique(technique: Technique) -> Names {
    use Technique as T;
    match technique {
        T::NakedSingle => &["cell", "digit"],
        T::DirectPointing | T::DirectClaiming => &["house", "cover", "digit", "cells", "cell", "target"],
        T::DirectHiddenPair | T::DirectHiddenTriplet => &["house", "digits", "cells", "cell", "digit"],
        T::Skyscraper | T::TwoStringKite => &[
            "digit",
            "house_1",
            "pair_1",
            "house_2",
            "pair_2",
            "linking",
            "shared",
            "endpoints",
            "eliminations",
        ],
        T::DualTwoStringKite => &[
            "digit",
            "house_1",
            "pair_1",
            "house_2",
            "pair_2",
            "house_3",
            "pair_3",
            "house_4",
            "pair_4",
            "linking",
            "shared",
            "endpoints_1",
            "endpoints_2",
            "eliminations",
        ],
        T::EmptyRectangle => &[
            "digit",
            "shared",
            "cells",
            "line_1",
            "line_2",
            "house",
            "pair",
            "near",
            "far",
            "target",
            "eliminations",
        ],
        T::DualEmptyRectangle => &[
            "digit",
            "shared",
            "cells",
            "house_1",
            "pair_1",
            "house_2",
            "pair_2",
            "far",
            "target",
            "eliminations",
        ],
        T::TemplateSet => &["digit", "cells"],
        T::TemplateDelete => &["digit", "cells", "eliminations"],
        T::SimpleColorsTrap => &["digit", "color_1", "color_2", "target", "eliminations"],
        T::SimpleColorsWrap => &["digit", "color_1", "color_2", "false", "eliminations"],
        T::MultiColors1 | T::MultiColors2 => {
            &["digit", "color_1", "opposite_1", "color_2", "opposite_2", "eliminations"]
        }
        T::WWing => &["pincers", "digits", "digit", "link", "linking", "house", "eliminations"],
        T::RemotePair => &["cells", "digits", "eliminations"],
        T::AlsXz | T::AlsXyWing | T::AlsXyChain => SETS,
        T::DeathBlossom => &["stem", "digits", "sets", "common", "eliminations"],
        T::SueDeCoq => &["core", "digits", "box", "digits_1", "line", "digits_2", "eliminations"],
        T::TurbotFish => CHAIN,
        _ => match technique.family() {
            Family::Singles => &["cell", "digit", "house"],
            Family::Locked => &["house", "cover", "digit", "cells", "eliminations"],
            Family::Subsets => &["house", "digits", "cells", "eliminations"],
            Family::Fish => &["digit", "base", "cover", "cells", "fins", "eliminations"],
            Family::SingleDigit | Family::Chains | Family::Als | Family::Coloring => CHAIN,
            Family::Uniqueness => DEADLY,
            Family::Wings => &[
                "pivot",
                "digits",
                "pincer_1",
                "digit_1",
                "pincer_2",
                "digit_2",
                "pincers",
                "digit",
                "eliminations",
            ],
            Family::Exclusion => &["cells", "excluders", "eliminations"],
            Family::Braids => &["assumption", "conclusions", "result"],
            Family::Forcing => &["assumptions", "stories", "result"],
            Family::Chaining => of_chaining(technique),
        },
    }
}

fn of_chaining(technique: Technique) -> Names {
    use Technique as T;
    match technique {
        T::BidirectionalXCycle
        | T::BidirectionalYCycle
        | T::BidirectionalCycle
        | T::ForcingXChain
        | T::ForcingChain => CHAIN,
        _ => &["argument"],
    }
}
