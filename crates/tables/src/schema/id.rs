//! Names of the columns: the only place where they stand as text.

use gridmill_rate::Technique;
use serde::{Serialize, Serializer};

/// Declares the identities of columns that have nothing but a name.
macro_rules! column_ids {
    ($($id:ident $name:literal)*) => {
        /// Identity of a column.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "`Column::meaning` describes each")]
        pub enum ColumnId {
            $($id,)*
            /// Steps of the technique.
            Technique(Technique),
            /// Number of one of the bands and stacks.
            Band(ChuteId),
            /// Gangster of one of the bands and stacks.
            BandGangster(ChuteId),
        }

        impl ColumnId {
            /// Returns the name in headers and schemas.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)*
                    Self::Technique(technique) => technique.count_column().0,
                    Self::Band(chute) => chute.names().0,
                    Self::BandGangster(chute) => chute.names().1,
                }
            }
        }
    };
}

column_ids! {
    Index "index"
    Puzzle "puzzle"
    Solution "solution"
    Givens "givens"
    Minimal "minimal"
    Symmetry "symmetry"
    OrbitMinimal "orbit_minimal"
    Weight "weight"
    Attempts "attempts"
    Checks "checks"
    Nodes "nodes"
    FillNs "fill_ns"
    DigNs "dig_ns"
    Score "score"
    Level "level"
    Er "er"
    Ep "ep"
    Ed "ed"
    Hardest "hardest"
    HardestScore "hardest_score"
    Steps "steps"
    Solved "solved"
    StuckCells "stuck_cells"
    ErAtLeast "er_at_least"
    Guesses "guesses"
    TrialDepth "trial_depth"
    B "b"
    Bxb "bxb"
    Bxbb "bxbb"
    TrialAtLeast "trial_at_least"
    BackdoorSize "backdoor_size"
    Backdoors "backdoors"
    BackdoorAtLeast "backdoor_at_least"
    W "w"
    WAtLeast "w_at_least"
    OpenPlacementsLeast "open_placements_least"
    OpenPlacementsAt "open_placements_at"
    OpenPlacementsMean "open_placements_mean"
    OpenStepsLeast "open_steps_least"
    OpenStepsAt "open_steps_at"
    OpenStepsMean "open_steps_mean"
    OpenIndex "open_index"
    ErLeast "er_least"
    ErMost "er_most"
    UnavoidableSets "unavoidable_sets"
    MaxClique "max_clique"
    HitOnce "hit_once"
    Path "path"
    CompactPath "compact_path"
    SearchTrace "search_trace"
    RateNs "rate_ns"
    CanonicalPuzzle "canonical_puzzle"
    CanonicalGrid "canonical_grid"
    Automorphisms "automorphisms"
    ClassId "class_id"
    PuzzleInCanonicalGrid "puzzle_in_canonical_grid"
    Board "board"
    SolutionCount "solution_count"
    AllSolutions "all_solutions"
    AmbiguousCells "ambiguous_cells"
    DifferingSets "differing_sets"
    WrongCell "wrong_cell"
    WrongDigit "wrong_digit"
    Conflict "conflict"
    Filled "filled"
    Entries "entries"
    SourceIndex "source_index"
    NeededGivens "needed_givens"
    MinimalPuzzles "minimal_puzzles"
    Transform "transform"
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
