//! The fish of HoDoKu's technique pages (B. Hobiger 2008-2012), each in the smallest position that has it: a digit that may be
//! anywhere but in the base houses.

use super::super::testing::{all, candidates, cells, digit, taken, with_lines};
use super::*;
use gridmill_board::Cell;

#[test]
fn a_fish_empties_its_cover_houses() {
    for (kind, technique, places, goes) in [
        (HouseKind::Row, Technique::XWing, "r2c38 r7c38", "5 r1345689c38"),
        (HouseKind::Column, Technique::XWing, "r15c2 r15c6", "5 r15c1345789"),
        (HouseKind::Row, Technique::Swordfish, "r1c15 r4c59 r8c19", "5 r235679c159"),
        (HouseKind::Row, Technique::Swordfish, "r1c159 r4c159 r8c159", "5 r235679c159"),
        (HouseKind::Row, Technique::Jellyfish, "r1c14 r3c47 r5c79 r8c19", "5 r24679c1479"),
    ] {
        let marks = with_lines(kind, 5, places);
        assert_eq!(taken(&marks, technique), [candidates(goes)], "{technique} {places}");
    }
}

#[test]
fn a_finned_fish_takes_what_sees_its_fins() {
    for (technique, places, goes) in [
        (Technique::FinnedXWing, "r2c38 r7c389", "5 r89c8"),
        (Technique::FinnedXWing, "r2c38 r7c3789", "5 r89c8"),
        (Technique::SashimiXWing, "r2c38 r7c379", "5 r89c8"),
        (Technique::FinnedSwordfish, "r1c15 r4c59 r8c129", "5 r79c1"),
        (Technique::SashimiSwordfish, "r1c15 r4c59 r8c239", "5 r79c1"),
        (Technique::FinnedJellyfish, "r1c14 r3c47 r5c79 r8c129", "5 r79c1"),
        (Technique::SashimiJellyfish, "r1c14 r3c47 r5c79 r8c239", "5 r79c1"),
    ] {
        let marks = with_lines(HouseKind::Row, 5, places);
        assert_eq!(taken(&marks, technique), [candidates(goes)], "{technique} {places}");
    }
    let two_boxes = with_lines(HouseKind::Row, 5, "r2c38 r7c3589");
    assert_eq!(taken(&two_boxes, Technique::FinnedXWing), []);
}

#[test]
fn two_fish_of_one_base_are_listed_as_one_after_both() {
    // Column 8 covers, and r7c9 is the fin; or column 9 does, and r2c8 is.
    let marks = with_lines(HouseKind::Row, 5, "r2c38 r7c39");
    let steps = all(&marks, Technique::SashimiXWing);
    let taken: Vec<_> = steps.iter().map(|step| step.eliminations).collect();
    assert_eq!(taken, ["5 r89c8", "5 r13c9", "5 r89c8 r13c9"].map(candidates));
}

#[test]
fn a_franken_fish_has_boxes_among_its_houses() {
    // Rows 2 and 5 and box 9 in columns 1, 7 and 8.
    let mut marks = with_lines(HouseKind::Row, 5, "r2c18 r5c17");
    for cell in cells("r789c789") - cells("r7c7 r9c8") {
        marks.eliminate(cell, digit(5));
    }
    let steps = all(&marks, Technique::FrankenSwordfish);
    let goes = candidates("5 r1346789c1, 5 r1346c7, 5 r1346c8");
    let [step] = &steps[..] else { panic!("one swordfish, not {}", steps.len()) };
    assert_eq!(step.eliminations, goes);
    let Reason::Fish { base, cover, fins, .. } = &step.reason else { panic!("a fish") };
    assert_eq!(base.map(|house| house.to_string()).collect::<Vec<_>>(), ["row 2", "row 5", "box 9"]);
    assert_eq!(
        cover.map(|house| house.to_string()).collect::<Vec<_>>(),
        ["column 1", "column 7", "column 8"]
    );
    assert!(fins.is_empty());
}

#[test]
fn a_finned_franken_fish_takes_what_sees_its_fins() {
    let mut marks = with_lines(HouseKind::Row, 5, "r2c18 r5c17");
    for cell in cells("r789c789") - cells("r7c79 r9c8") {
        marks.eliminate(cell, digit(5));
    }
    let steps = all(&marks, Technique::FinnedFrankenSwordfish);
    let base = ["row 2", "row 5", "box 9"];
    let of_base = |step: &&Step| {
        let Reason::Fish { base: houses, fins, .. } = &step.reason else { return false };
        houses.map(|house| house.to_string()).eq(base) && *fins == cells("r7c9")
    };
    let found: Vec<_> = steps.iter().filter(of_base).map(|step| step.eliminations).collect();
    assert_eq!(found, [candidates("5 r7c1")]);
    assert_eq!(all(&marks, Technique::FrankenSwordfish), []);
}

/// Houses of a base or a cover.
fn choose(size: usize, from: usize) -> Vec<HouseSet> {
    if size == 0 {
        return vec![HouseSet::EMPTY];
    }
    let first = |house: usize| {
        choose(size - 1, house + 1)
            .into_iter()
            .map(move |rest| rest | HouseSet::only(House::from_index(house)))
    };
    (from..27).flat_map(first).collect()
}

/// Eliminations of all fish of two houses that are neither basic nor franken, by trying every base with every cover.
fn mutants_by_trial(places: CellSet, with_fins: bool) -> Vec<CellSet> {
    let count = |cell: Cell, houses: HouseSet| {
        HouseSet::holding(cell).filter(|&house| houses.contains(house)).count()
    };
    let has = |houses: HouseSet, kind: HouseKind| houses.into_iter().any(|house| house.kind() == kind);
    let (row, column) = (HouseKind::Row, HouseKind::Column);
    let pairs = choose(2, 0);
    let mut found = Vec::new();
    for &base in pairs.iter().filter(|base| base.into_iter().all(|house| house.cells().meets(places))) {
        for &cover in pairs.iter().filter(|cover| (**cover - base) == **cover) {
            let is_franken = !has(base, column) && !has(cover, row) || !has(base, row) && !has(cover, column);
            let used = cover
                .into_iter()
                .all(|house| (house.cells() & places).into_iter().any(|cell| count(cell, base) > 0));
            if is_franken || !used {
                continue;
            }
            let fins: CellSet =
                places.filter(|&cell| count(cell, base) > count(cell, cover).min(1)).collect();
            let seen = if fins.is_empty() { CellSet::ALL } else { fins.common_peers() };
            let endo = places.filter(|&cell| count(cell, base) == 2).count();
            let gone: CellSet =
                (places & seen).filter(|&cell| count(cell, cover) > count(cell, base)).collect();
            if fins.is_empty() != with_fins && fins.len() <= MAX_FINS && endo <= 2 && !gone.is_empty() {
                found.push(gone);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn mutant_fish_are_those_of_every_base_and_cover() {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 40
    };
    let mut found = [0, 0];
    for _ in 0..12 {
        // A way to place the digit in all houses, and some cells more.
        let way = cells("r1c1 r2c4 r3c7 r4c2 r5c5 r6c8 r7c3 r8c6 r9c9");
        let keep = CellSet::ALL.filter(|_| random() % 100 < 30).collect::<CellSet>() | way;
        let mut marks = Pencilmarks::blank();
        for cell in CellSet::ALL - keep {
            marks.eliminate(cell, digit(5));
        }
        for (technique, with_fins) in [(Technique::MutantXWing, false), (Technique::FinnedMutantXWing, true)]
        {
            let dead = super::super::templates::Templates::default().dead(&marks, digit(5));
            let tried = mutants_by_trial(keep, with_fins);
            // A fish is searched for each of its eliminations by itself, and every one of them is in no template.
            assert!(tried.iter().all(|gone| gone.is_within(dead)));
            let steps = all(&marks, technique);
            let single =
                |step: &&Step| matches!(&step.reason, Reason::Fish { cover, .. } if cover.len() == 2);
            let mut ours: Vec<_> =
                steps.iter().filter(single).map(|step| step.eliminations.cells(digit(5))).collect();
            ours.sort_unstable();
            ours.dedup();
            assert_eq!(ours, tried, "{technique}");
            found[usize::from(with_fins)] += ours.len();
        }
    }
    assert!(found[1] > 20, "{found:?}");
}

#[test]
fn a_mutant_fish_has_rows_and_columns_among_the_same_houses() {
    // Base row 1 and column 1, whose places lie in box 1, row 5 and column 5: r1c1 is in both, so that it is a fin.
    let mut marks = Pencilmarks::blank();
    for cell in (cells("r1c123456789 r123456789c1")) - cells("r1c25 r25c1") {
        marks.eliminate(cell, digit(5));
    }
    let goes: Vec<_> = taken(&marks, Technique::MutantSwordfish);
    assert!(goes.is_empty(), "two base houses are no swordfish");
    let finned = taken(&marks, Technique::FinnedMutantXWing);
    assert!(finned.contains(&candidates("5 r5c5")), "r2c1 or r1c2 in box 1: {finned:?}");
}
