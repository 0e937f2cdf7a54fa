//! Names of the columns: the only place where they stand as text.

use gridmill_rate::Technique;
use serde::{Serialize, Serializer};

/// Identity of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "`Column::meaning` describes each")]
pub enum ColumnId {
    Index,
    Puzzle,
    Solution,
    Givens,
    Minimal,
    Symmetry,
    OrbitMinimal,
    Weight,
    Attempts,
    Checks,
    Nodes,
    FillNs,
    DigNs,
    Score,
    Level,
    Er,
    Ep,
    Ed,
    Hardest,
    HardestScore,
    Steps,
    Solved,
    StuckCells,
    ErAtLeast,
    Guesses,
    TrialDepth,
    B,
    Bxb,
    Bxbb,
    TrialAtLeast,
    BackdoorSize,
    Backdoors,
    BackdoorAtLeast,
    UnavoidableSets,
    MaxClique,
    HitOnce,
    /// Steps of the technique.
    Technique(Technique),
    Path,
    CompactPath,
    SearchTrace,
    RateNs,
    CanonicalPuzzle,
    CanonicalGrid,
    Automorphisms,
    ClassId,
    PuzzleInCanonicalGrid,
    /// Number of one of the bands and stacks.
    Band(ChuteId),
    /// Gangster of one of the bands and stacks.
    BandGangster(ChuteId),
    Board,
    SolutionCount,
    AllSolutions,
    AmbiguousCells,
    DifferingSets,
    WrongCell,
    WrongDigit,
    Conflict,
    Filled,
    Entries,
    SourceIndex,
    Transform,
}

/// Band or stack of a 9x9 grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "bands from top to bottom, stacks from left to right")]
pub enum ChuteId {
    Band1,
    Band2,
    Band3,
    Stack1,
    Stack2,
    Stack3,
}

impl ChuteId {
    /// Returns the names of the columns of its number and of its gangster.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Band1 => ("band_1", "band_1_gangster"),
            Self::Band2 => ("band_2", "band_2_gangster"),
            Self::Band3 => ("band_3", "band_3_gangster"),
            Self::Stack1 => ("stack_1", "stack_1_gangster"),
            Self::Stack2 => ("stack_2", "stack_2_gangster"),
            Self::Stack3 => ("stack_3", "stack_3_gangster"),
        }
    }
}

/// Ending of the names of times.
const TIME: &str = "_ns";
/// Beginning of the names of columns that count the steps of a technique.
const STEP_COUNT: &str = "t_";

impl ColumnId {
    /// Returns the name in headers and schemas.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Puzzle => "puzzle",
            Self::Solution => "solution",
            Self::Givens => "givens",
            Self::Minimal => "minimal",
            Self::Symmetry => "symmetry",
            Self::OrbitMinimal => "orbit_minimal",
            Self::Weight => "weight",
            Self::Attempts => "attempts",
            Self::Checks => "checks",
            Self::Nodes => "nodes",
            Self::FillNs => "fill_ns",
            Self::DigNs => "dig_ns",
            Self::Score => "score",
            Self::Level => "level",
            Self::Er => "er",
            Self::Ep => "ep",
            Self::Ed => "ed",
            Self::Hardest => "hardest",
            Self::HardestScore => "hardest_score",
            Self::Steps => "steps",
            Self::Solved => "solved",
            Self::StuckCells => "stuck_cells",
            Self::ErAtLeast => "er_at_least",
            Self::Guesses => "guesses",
            Self::TrialDepth => "trial_depth",
            Self::B => "b",
            Self::Bxb => "bxb",
            Self::Bxbb => "bxbb",
            Self::TrialAtLeast => "trial_at_least",
            Self::BackdoorSize => "backdoor_size",
            Self::Backdoors => "backdoors",
            Self::BackdoorAtLeast => "backdoor_at_least",
            Self::UnavoidableSets => "unavoidable_sets",
            Self::MaxClique => "max_clique",
            Self::HitOnce => "hit_once",
            Self::Technique(technique) => technique.count_column().0,
            Self::Path => "path",
            Self::CompactPath => "compact_path",
            Self::SearchTrace => "search_trace",
            Self::RateNs => "rate_ns",
            Self::CanonicalPuzzle => "canonical_puzzle",
            Self::CanonicalGrid => "canonical_grid",
            Self::Automorphisms => "automorphisms",
            Self::ClassId => "class_id",
            Self::PuzzleInCanonicalGrid => "puzzle_in_canonical_grid",
            Self::Band(chute) => chute.names().0,
            Self::BandGangster(chute) => chute.names().1,
            Self::Board => "board",
            Self::SolutionCount => "solution_count",
            Self::AllSolutions => "all_solutions",
            Self::AmbiguousCells => "ambiguous_cells",
            Self::DifferingSets => "differing_sets",
            Self::WrongCell => "wrong_cell",
            Self::WrongDigit => "wrong_digit",
            Self::Conflict => "conflict",
            Self::Filled => "filled",
            Self::Entries => "entries",
            Self::SourceIndex => "source_index",
            Self::Transform => "transform",
        }
    }
}

impl Serialize for ColumnId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Returns true for the name of a time in nanoseconds, of a corpus or of any other file.
pub fn is_time(name: &str) -> bool {
    name.ends_with(TIME)
}

/// Returns the name of a time without its unit.
pub fn without_unit(name: &str) -> &str {
    name.trim_end_matches(TIME)
}

/// Returns true for the name of a column that counts the steps of a technique, known or not.
pub fn is_step_count(name: &str) -> bool {
    name.starts_with(STEP_COUNT)
        || super::Column::of_name(name).is_some_and(|column| matches!(column.id, ColumnId::Technique(_)))
}
