//! Vocabulary of tokens: one number for each part of an event, the same for good within a version.
//!
//! ```text
//! 0            r1c1=1, r1c1=2 ...      a digit in a cell: cell * side + digit - 1
//! side^3       r1c1-1, r1c1-2 ...      a candidate that is removed, in the same order
//! ..           r1c1, r1c2 ...          a cell
//! ..           row1:1, row1:2 ...      a digit in a house: house * side + digit - 1; rows, columns, boxes
//! ..           back0, back1 ...        the choice points that stay open
//! ..           ., 1, 2 ...             a cell of the board
//! ..           pad, bos ...            marks
//! ..           full_house ...          techniques; new ones are added at the end
//! ```

use crate::state::{house, number};
use gridmill_board::{Cell, Digit, House};
use gridmill_rate::{Candidate, Pencilmarks, Technique};
use std::sync::LazyLock;

/// Version of the numbers. Another version has other numbers; a version only gets further techniques, at the end.
pub const VOCABULARY_VERSION: &str = "gridmill-trace-1";

/// Mark of a sequence or of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Mark {
    /// Fills the end of a row of an array.
    Pad,
    /// Begins a sequence, before the board.
    Bos,
    /// Stands between the board and the events or steps.
    Sep,
    /// Ends a sequence.
    Eos,
    /// A naked single; a digit in a cell follows.
    Naked,
    /// A hidden single of a row; a digit in a cell follows.
    HiddenRow,
    /// A hidden single of a column; a digit in a cell follows.
    HiddenColumn,
    /// A hidden single of a box; a digit in a cell follows.
    HiddenBox,
    /// A guess; a cell or a digit in a house follows, then the alternatives, each a digit in a cell.
    Guess,
    /// The alternative that is tried; a digit in a cell follows.
    Try,
    /// A contradiction; a cell or a digit in a house follows.
    Contradiction,
    /// A digit that the givens have twice; a digit in a house follows.
    Repeated,
    /// A solution.
    Solution,
    /// The end: no alternative is left.
    Exhausted,
    /// The end: the number of solutions is reached.
    Limit,
    /// The end: the budget of events is used up.
    Truncated,
    /// The end of the steps of a person: solved.
    Solved,
    /// The end of the steps of a person: no technique applies.
    Stuck,
}

gridmill_board::named_values!(Mark {
    Pad "pad", Bos "bos", Sep "sep", Eos "eos", Naked "naked", HiddenRow "hidden_row",
    HiddenColumn "hidden_column", HiddenBox "hidden_box", Guess "guess", Try "try",
    Contradiction "contradiction", Repeated "repeated", Solution "solution", Exhausted "exhausted",
    Limit "limit", Truncated "truncated", Solved "solved", Stuck "stuck",
});

/// Meaning of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Token {
    /// A digit in a cell.
    Place(Candidate),
    /// A candidate that is removed.
    Remove(Candidate),
    /// A cell.
    Cell(Cell),
    /// A digit in a house.
    HouseDigit(House, Digit),
    /// A return to a choice point: the number of those that stay open.
    Backtrack(u8),
    /// A cell of the board: its digit, or none.
    Board(Option<Digit>),
    /// A mark.
    Mark(Mark),
    /// A technique of a person's step.
    Technique(Technique),
}

/// Numbers of the tokens of grids with one side: 4, 6, 8 or 9.
///
/// ```
/// use gridmill_traces::{Mark, Token, Vocabulary};
///
/// let vocabulary = Vocabulary::of_side(9).ok_or("no such side")?;
/// assert_eq!(vocabulary.names()[80 * 9 + 4], "r9c9=5");
/// let bos = vocabulary.number(Token::Mark(Mark::Bos));
/// assert_eq!(vocabulary.token(bos), Some(Token::Mark(Mark::Bos)));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vocabulary {
    side: usize,
}

impl Vocabulary {
    /// Returns the vocabulary of grids with this side; `None` for a side that no supported shape has.
    pub fn of_side(side: usize) -> Option<Self> {
        let shape = gridmill_board::Shape::of_cells(side.checked_mul(side)?)?;
        Pencilmarks::supports(shape).then_some(Self { side })
    }

    /// Returns the side of the grids.
    pub const fn side(self) -> usize {
        self.side
    }

    const fn cells(self) -> usize {
        self.side * self.side
    }

    /// Returns the first number of each range: removed candidates, cells, digits in houses, returns, board, marks, techniques.
    const fn starts(self) -> [usize; 7] {
        let (side, cells) = (self.side, self.cells());
        let removed = cells * side;
        let cell = 2 * removed;
        let places = cell + cells;
        let back = places + 3 * side * side;
        let board = back + cells + 1;
        let marks = board + side + 1;
        [removed, cell, places, back, board, marks, marks + Mark::ALL.len()]
    }

    /// Returns the number of tokens.
    pub fn len(self) -> usize {
        self.starts()[6] + TECHNIQUES.len()
    }

    /// Returns false: a vocabulary has tokens.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Returns the number of a token.
    ///
    /// # Panics
    /// Panics if a cell, a digit or a house is beyond the side.
    #[inline]
    pub fn number(self, token: Token) -> u16 {
        let [removed, cell, places, back, board, marks, techniques] = self.starts();
        let index = match token {
            Token::Place(candidate) => self.of_candidate(candidate),
            Token::Remove(candidate) => removed + self.of_candidate(candidate),
            Token::Cell(at) => cell + self.of_cell(at),
            Token::HouseDigit(house, digit) => {
                assert!(house.number() < self.side, "a house beyond the side");
                places + number(self.side, house) * self.side + self.of_digit(digit)
            }
            Token::Backtrack(depth) => {
                assert!(usize::from(depth) <= self.cells(), "more choice points than cells");
                back + usize::from(depth)
            }
            Token::Board(digit) => board + digit.map_or(0, |digit| 1 + self.of_digit(digit)),
            Token::Mark(mark) => marks + mark as usize,
            Token::Technique(technique) => techniques + NUMBERS[technique as usize],
        };
        #[expect(clippy::cast_possible_truncation, reason = "some 2,000 tokens")]
        let number = index as u16;
        number
    }

    fn of_candidate(self, candidate: Candidate) -> usize {
        self.of_cell(candidate.cell) * self.side + self.of_digit(candidate.digit)
    }

    fn of_cell(self, cell: Cell) -> usize {
        assert!(cell.index() < self.cells(), "a cell beyond the side");
        cell.index()
    }

    fn of_digit(self, digit: Digit) -> usize {
        assert!(digit.index() < self.side, "a digit beyond the side");
        digit.index()
    }

    /// Returns the token of a number; `None` for a number beyond the vocabulary.
    pub fn token(self, number: u16) -> Option<Token> {
        let number = usize::from(number);
        let [removed, cell, places, back, board, marks, techniques] = self.starts();
        let digit = |index: usize| Digit::from_index(index % self.side);
        let candidate = |index: usize| Candidate { cell: Cell::new(index / self.side), digit: digit(index) };
        Some(match number {
            _ if number < removed => Token::Place(candidate(number)),
            _ if number < cell => Token::Remove(candidate(number - removed)),
            _ if number < places => Token::Cell(Cell::new(number - cell)),
            _ if number < back => {
                Token::HouseDigit(house(self.side, (number - places) / self.side), digit(number - places))
            }
            _ if number < board => Token::Backtrack(u8::try_from(number - back).ok()?),
            _ if number < marks => Token::Board((number - board).checked_sub(1).map(Digit::from_index)),
            _ if number < techniques => Token::Mark(Mark::ALL[number - marks]),
            _ => Token::Technique(*BY_NUMBER.get(number - techniques)?),
        })
    }

    /// Returns the name of a token: `r1c1=5`, `r1c1-5`, `r1c1`, `row1:5`, `back3`, `.`, `5`, `bos`, `x_wing`.
    pub fn name(self, token: Token) -> String {
        let cell = |cell: Cell| format!("r{}c{}", cell.index() / self.side + 1, cell.index() % self.side + 1);
        match token {
            Token::Place(of) => format!("{}={}", cell(of.cell), of.digit),
            Token::Remove(of) => format!("{}-{}", cell(of.cell), of.digit),
            Token::Cell(of) => cell(of),
            Token::HouseDigit(house, digit) => format!("{}:{digit}", house.to_string().replace(' ', "")),
            Token::Backtrack(depth) => format!("back{depth}"),
            Token::Board(digit) => digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string()),
            Token::Mark(mark) => mark.name().to_owned(),
            Token::Technique(technique) => technique.name().to_owned(),
        }
    }

    /// Returns the names of all tokens, in the order of their numbers.
    pub fn names(self) -> Vec<String> {
        let numbers = 0..u16::try_from(self.len()).unwrap_or(u16::MAX);
        numbers.filter_map(|number| self.token(number)).map(|token| self.name(token)).collect()
    }
}

/// Techniques in the order of their numbers.
static BY_NUMBER: LazyLock<Vec<Technique>> =
    LazyLock::new(|| TECHNIQUES.iter().filter_map(|name| name.parse().ok()).collect());

/// Number of each technique among the tokens of techniques.
static NUMBERS: LazyLock<[usize; Technique::COUNT]> = LazyLock::new(|| {
    let mut numbers = [0; Technique::COUNT];
    for (number, &technique) in BY_NUMBER.iter().enumerate() {
        numbers[technique as usize] = number;
    }
    numbers
});

/// Names of techniques in the order of their numbers, which is not that of [`Technique::all`]: a new technique is added at the end.
#[rustfmt::skip]
const TECHNIQUES: &[&str] = &[
    "full_house", "hidden_single_box", "hidden_single", "naked_single", "pointing", "claiming",
    "direct_pointing", "direct_claiming", "locked_pair", "locked_triple", "naked_pair", "naked_triple",
    "naked_quad", "hidden_pair", "hidden_triple", "hidden_quad", "direct_hidden_pair",
    "direct_hidden_triplet", "x_wing", "swordfish", "jellyfish", "finned_x_wing", "finned_swordfish",
    "finned_jellyfish", "sashimi_x_wing", "sashimi_swordfish", "sashimi_jellyfish", "franken_x_wing",
    "franken_swordfish", "franken_jellyfish", "finned_franken_x_wing", "finned_franken_swordfish",
    "finned_franken_jellyfish", "mutant_x_wing", "mutant_swordfish", "mutant_jellyfish",
    "finned_mutant_x_wing", "finned_mutant_swordfish", "finned_mutant_jellyfish", "finned_mutant_squirmbag",
    "finned_mutant_whale", "skyscraper", "two_string_kite", "empty_rectangle", "turbot_fish",
    "dual_two_string_kite", "dual_empty_rectangle", "template_set", "template_delete", "simple_colors_trap",
    "simple_colors_wrap", "multi_colors_1", "multi_colors_2", "unique_rectangle_1", "unique_rectangle_2",
    "unique_rectangle_3", "unique_rectangle_4", "unique_rectangle_5", "unique_rectangle_6",
    "hidden_rectangle", "avoidable_rectangle_1", "avoidable_rectangle_2", "bug_plus_1", "unique_loop_1",
    "unique_loop_2", "unique_loop_3", "unique_loop_4", "bug_1", "bug_2", "bug_3", "bug_4", "xy_wing",
    "xyz_wing", "w_wing", "remote_pair", "x_chain", "xy_chain", "continuous_nice_loop",
    "discontinuous_nice_loop", "aic", "grouped_continuous_nice_loop", "grouped_discontinuous_nice_loop",
    "grouped_aic", "als_xz", "als_xy_wing", "als_xy_chain", "death_blossom", "sue_de_coq",
    "forcing_chain_contradiction", "forcing_chain_verity", "forcing_net_contradiction",
    "forcing_net_verity", "aligned_pair_exclusion", "aligned_triplet_exclusion", "bidirectional_x_cycle",
    "bidirectional_y_cycle", "bidirectional_cycle", "forcing_x_chain", "forcing_chain",
    "nishio_forcing_chains", "cell_forcing_chains", "region_forcing_chains", "dynamic_double",
    "dynamic_contradiction", "dynamic_cell", "dynamic_region", "dynamic_plus_double",
    "dynamic_plus_contradiction", "dynamic_plus_cell", "dynamic_plus_region", "nested_forcing",
    "nested_multiple", "nested_dynamic", "nested_nested", "braid",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_technique_has_a_number() {
        let mut named: Vec<&str> = Technique::all().map(Technique::name).collect();
        let mut numbered = TECHNIQUES.to_vec();
        named.sort_unstable();
        numbered.sort_unstable();
        assert_eq!(named, numbered, "add the technique at the end of TECHNIQUES");
    }

    #[test]
    fn numbers_and_tokens_are_inverse_and_names_differ() {
        for side in [4, 6, 8, 9] {
            let vocabulary = Vocabulary::of_side(side).unwrap();
            for number in 0..u16::try_from(vocabulary.len()).unwrap() {
                assert_eq!(vocabulary.number(vocabulary.token(number).unwrap()), number);
            }
            assert_eq!(vocabulary.token(u16::try_from(vocabulary.len()).unwrap()), None);
            let names = vocabulary.names();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), vocabulary.len());
        }
        assert!([0, 3, 5, 7, 10, 16, usize::MAX].iter().all(|&side| Vocabulary::of_side(side).is_none()));
    }

    /// Numbers are promises: models are trained on them.
    #[test]
    fn numbers_stay() {
        let starts = |side| {
            let vocabulary = Vocabulary::of_side(side).unwrap();
            let names = vocabulary.names();
            vocabulary.starts().map(|start| format!("{start} {}", names[start])).join(", ")
        };
        insta::assert_snapshot!(starts(9));
        insta::assert_snapshot!(starts(4));
        insta::assert_snapshot!(Vocabulary::of_side(9).unwrap().names()[1458 + 81 + 243..].join(" "));
    }
}
