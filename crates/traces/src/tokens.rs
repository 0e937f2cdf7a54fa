//! Events and steps as tokens, and back.
//!
//! ```text
//! sequence   = [bos *board sep] body [eos *pad]         a board token for each cell
//! body       = *event / *step (solved / stuck)
//!
//! event      = (naked / hidden_row / hidden_column / hidden_box / try) place
//!            / guess (cell / house-digit) 1*place
//!            / contradiction (cell / house-digit)
//!            / repeated house-digit
//!            / backN / solution / exhausted / limit / truncated
//! step       = technique 1*(place / remove)
//! ```

use crate::{
    event::{Alternatives, AssertRule, Constraint, Contradiction, Event, SearchEnd},
    vocabulary::{Mark, Token, Vocabulary},
};
use gridmill_board::{Digit, Grid, HouseKind, Shape};
use gridmill_rate::{Candidate, Candidates, CompactStep};

/// Tokens read back.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sequence {
    /// Cells of the board, row by row; `None` for a sequence that begins with its events or steps.
    pub board: Option<Vec<Option<Digit>>>,
    /// Events or steps.
    pub body: Body,
}

/// Events of a search, or steps of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Events of a search.
    Search(Vec<Event>),
    /// Steps of a person.
    Path {
        /// Steps in order.
        steps: Vec<CompactStep>,
        /// True if they solve the puzzle, false if no technique applies after them; `None` if the sequence does not say it.
        solved: Option<bool>,
    },
}

/// Error of tokens that are no sequence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("token {place}: {problem}")]
#[non_exhaustive]
pub struct TokenError {
    /// Place of the token, from 0.
    pub place: usize,
    /// The token, and what is allowed there.
    pub problem: String,
}

impl Sequence {
    /// Creates a sequence of a board and its events or steps.
    pub const fn new(board: Option<Vec<Option<Digit>>>, body: Body) -> Self {
        Self { board, body }
    }

    /// Returns the board as a grid; `None` without a board, and for a shape with another number of cells.
    pub fn grid(&self, shape: Shape) -> Option<Grid> {
        let values: Vec<u8> = self.board.as_ref()?.iter().map(|cell| cell.map_or(0, Digit::value)).collect();
        let mut grid = Grid::empty(shape);
        grid.set_values(&values).ok()?;
        Some(grid)
    }
}

impl Vocabulary {
    /// Appends the begin of a sequence: `bos`, the cells of the board, `sep`.
    ///
    /// # Panics
    /// Panics if the grid has another side.
    #[doc(hidden)]
    pub fn encode_board(self, grid: &Grid, tokens: &mut Vec<u16>) {
        assert!(grid.shape().side() == self.side(), "a grid of another side than the vocabulary's");
        tokens.push(self.mark(Mark::Bos));
        tokens.extend(grid.cells().iter().map(|&cell| self.number(Token::Board(cell))));
        tokens.push(self.mark(Mark::Sep));
    }

    /// Appends the tokens of an event.
    ///
    /// # Panics
    /// Panics if a cell, a digit or a house is beyond the side.
    #[inline]
    #[doc(hidden)]
    pub fn encode_event(self, event: &Event, tokens: &mut Vec<u16>) {
        match event {
            Event::Assert { candidate, rule } => {
                let mark = match rule {
                    AssertRule::NakedSingle => Mark::Naked,
                    AssertRule::HiddenSingle(HouseKind::Row) => Mark::HiddenRow,
                    AssertRule::HiddenSingle(HouseKind::Column) => Mark::HiddenColumn,
                    AssertRule::HiddenSingle(HouseKind::Box) => Mark::HiddenBox,
                    AssertRule::Try => Mark::Try,
                };
                tokens.extend([self.mark(mark), self.number(Token::Place(*candidate))]);
            }
            Event::Guess { constraint, alternatives } => {
                let constraint = match *constraint {
                    Constraint::Cell(cell) => Token::Cell(cell),
                    Constraint::Place(house, digit) => Token::HouseDigit(house, digit),
                };
                tokens.extend([self.mark(Mark::Guess), self.number(constraint)]);
                tokens.extend(alternatives.as_slice().iter().map(|&of| self.number(Token::Place(of))));
            }
            Event::Contradiction(contradiction) => {
                let (mark, of) = match *contradiction {
                    Contradiction::NoCandidate(cell) => (Mark::Contradiction, Token::Cell(cell)),
                    Contradiction::NoPlace(house, digit) => {
                        (Mark::Contradiction, Token::HouseDigit(house, digit))
                    }
                    Contradiction::Repeated(house, digit) => {
                        (Mark::Repeated, Token::HouseDigit(house, digit))
                    }
                };
                tokens.extend([self.mark(mark), self.number(of)]);
            }
            Event::Backtrack { depth } => tokens.push(self.number(Token::Backtrack(*depth))),
            Event::Solution => tokens.push(self.mark(Mark::Solution)),
            Event::End(SearchEnd::Exhausted) => tokens.push(self.mark(Mark::Exhausted)),
            Event::End(SearchEnd::Limit) => tokens.push(self.mark(Mark::Limit)),
            Event::End(SearchEnd::Truncated) => tokens.push(self.mark(Mark::Truncated)),
        }
    }

    /// Appends the tokens of a step: its technique, its placements, and the candidates that it removes, by digit and cell.
    ///
    /// # Panics
    /// Panics if a cell or a digit is beyond the side.
    pub(crate) fn encode_step(self, step: &CompactStep, tokens: &mut Vec<u16>) {
        tokens.push(self.number(Token::Technique(step.technique)));
        tokens.extend(step.placements.iter().map(|&of| self.number(Token::Place(of))));
        tokens.extend(step.eliminations.iter().map(|of| self.number(Token::Remove(of))));
    }

    /// Returns the number of a mark.
    #[inline]
    #[doc(hidden)]
    pub fn mark(self, mark: Mark) -> u16 {
        self.number(Token::Mark(mark))
    }

    /// Returns the tokens of a whole sequence.
    ///
    /// # Panics
    /// Panics if a part of the sequence is beyond the side.
    pub fn encode(self, sequence: &Sequence) -> Vec<u16> {
        let mut tokens = Vec::new();
        if let Some(board) = &sequence.board {
            tokens.push(self.mark(Mark::Bos));
            tokens.extend(board.iter().map(|&cell| self.number(Token::Board(cell))));
            tokens.push(self.mark(Mark::Sep));
        }
        match &sequence.body {
            Body::Search(events) => events.iter().for_each(|event| self.encode_event(event, &mut tokens)),
            Body::Path { steps, solved } => {
                for step in steps {
                    self.encode_step(step, &mut tokens);
                }
                tokens
                    .extend(solved.map(|solved| self.mark(if solved { Mark::Solved } else { Mark::Stuck })));
            }
        }
        tokens.push(self.mark(Mark::Eos));
        tokens
    }

    /// Reads a sequence back. The board may be missing, and so may the end.
    ///
    /// # Errors
    /// [`TokenError`] with the first token that is not allowed where it stands.
    pub fn decode(self, tokens: &[u16]) -> Result<Sequence, TokenError> {
        let mut reader = Reader { vocabulary: self, tokens, place: 0 };
        let board = reader.board()?;
        let is_path =
            matches!(reader.peek()?, Some(Token::Technique(_) | Token::Mark(Mark::Solved | Mark::Stuck)));
        let body = if is_path { reader.path()? } else { Body::Search(reader.events()?) };
        reader.end()?;
        Ok(Sequence { board, body })
    }
}

/// Reader of tokens from the first to the last.
struct Reader<'a> {
    vocabulary: Vocabulary,
    tokens: &'a [u16],
    place: usize,
}

impl Reader<'_> {
    /// Returns the next token without taking it; `None` at the end.
    fn peek(&self) -> Result<Option<Token>, TokenError> {
        let Some(&number) = self.tokens.get(self.place) else { return Ok(None) };
        let known = self.vocabulary.len();
        let token = self.vocabulary.token(number);
        token.map(Some).ok_or_else(|| TokenError {
            place: self.place,
            problem: format!("{number} is no token; the vocabulary has {known}"),
        })
    }

    /// Takes the next token if `take` has a use for it.
    fn next<T>(&mut self, allowed: &str, take: impl Fn(Token) -> Option<T>) -> Result<T, TokenError> {
        let token = self.peek()?;
        match token.and_then(take) {
            Some(taken) => {
                self.place += 1;
                Ok(taken)
            }
            None => Err(self.refuse(token, allowed)),
        }
    }

    fn refuse(&self, token: Option<Token>, allowed: &str) -> TokenError {
        let found = token.map_or_else(|| "the end".to_owned(), |token| self.vocabulary.name(token));
        TokenError { place: self.place, problem: format!("{found} where {allowed} is allowed") }
    }

    fn board(&mut self) -> Result<Option<Vec<Option<Digit>>>, TokenError> {
        if self.peek()? != Some(Token::Mark(Mark::Bos)) {
            return Ok(None);
        }
        self.place += 1;
        let side = self.vocabulary.side();
        let cell = |token| if let Token::Board(digit) = token { Some(digit) } else { None };
        let board = (0..side * side).map(|_| self.next("a cell of the board", cell));
        let board = board.collect::<Result<Vec<_>, _>>()?;
        self.next("sep", |token| (token == Token::Mark(Mark::Sep)).then_some(()))?;
        Ok(Some(board))
    }

    fn events(&mut self) -> Result<Vec<Event>, TokenError> {
        let mut events = Vec::new();
        loop {
            let event = match self.peek()? {
                None | Some(Token::Mark(Mark::Eos | Mark::Pad)) => return Ok(events),
                Some(Token::Backtrack(depth)) => Event::Backtrack { depth },
                Some(Token::Mark(mark)) => {
                    self.place += 1;
                    events.push(self.event(mark)?);
                    continue;
                }
                token => return Err(self.refuse(token, "an event")),
            };
            self.place += 1;
            events.push(event);
        }
    }

    /// Reads an event behind its mark.
    fn event(&mut self, mark: Mark) -> Result<Event, TokenError> {
        let rule = match mark {
            Mark::Naked => AssertRule::NakedSingle,
            Mark::HiddenRow => AssertRule::HiddenSingle(HouseKind::Row),
            Mark::HiddenColumn => AssertRule::HiddenSingle(HouseKind::Column),
            Mark::HiddenBox => AssertRule::HiddenSingle(HouseKind::Box),
            Mark::Try => AssertRule::Try,
            Mark::Guess => return self.guess(),
            Mark::Contradiction => {
                let contradiction = |token| match token {
                    Token::Cell(cell) => Some(Contradiction::NoCandidate(cell)),
                    Token::HouseDigit(house, digit) => Some(Contradiction::NoPlace(house, digit)),
                    _ => None,
                };
                return self.next("a cell or a digit in a house", contradiction).map(Event::Contradiction);
            }
            Mark::Repeated => {
                let repeated = |token| match token {
                    Token::HouseDigit(house, digit) => Some(Contradiction::Repeated(house, digit)),
                    _ => None,
                };
                return self.next("a digit in a house", repeated).map(Event::Contradiction);
            }
            Mark::Solution => return Ok(Event::Solution),
            Mark::Exhausted => return Ok(Event::End(SearchEnd::Exhausted)),
            Mark::Limit => return Ok(Event::End(SearchEnd::Limit)),
            Mark::Truncated => return Ok(Event::End(SearchEnd::Truncated)),
            Mark::Pad | Mark::Bos | Mark::Sep | Mark::Eos | Mark::Solved | Mark::Stuck => {
                self.place -= 1;
                return Err(self.refuse(Some(Token::Mark(mark)), "an event"));
            }
        };
        let candidate = self.next("a digit in a cell", placed)?;
        Ok(Event::Assert { candidate, rule })
    }

    fn guess(&mut self) -> Result<Event, TokenError> {
        let constraint = |token| match token {
            Token::Cell(cell) => Some(Constraint::Cell(cell)),
            Token::HouseDigit(house, digit) => Some(Constraint::Place(house, digit)),
            _ => None,
        };
        let constraint = self.next("a cell or a digit in a house", constraint)?;
        let mut candidates = vec![self.next("a digit in a cell", placed)?];
        while let Some(Token::Place(candidate)) = self.peek()? {
            candidates.push(candidate);
            self.place += 1;
        }
        let alternatives = Alternatives::new(&candidates).ok_or_else(|| TokenError {
            place: self.place - 1,
            problem: "a tenth alternative where 9 are allowed".to_owned(),
        })?;
        Ok(Event::Guess { constraint, alternatives })
    }

    fn path(&mut self) -> Result<Body, TokenError> {
        let mut steps = Vec::new();
        while let Some(Token::Technique(technique)) = self.peek()? {
            self.place += 1;
            let (mut placements, mut eliminations) = (Vec::new(), Candidates::EMPTY);
            loop {
                match self.peek()? {
                    Some(Token::Place(candidate)) => placements.push(candidate),
                    Some(Token::Remove(candidate)) => eliminations.insert(candidate.cell, candidate.digit),
                    token if placements.is_empty() && eliminations.is_empty() => {
                        return Err(self.refuse(token, "a placement or a removed candidate"));
                    }
                    _ => break,
                }
                self.place += 1;
            }
            steps.push(CompactStep { technique, placements, eliminations });
        }
        let solved = match self.peek()? {
            Some(Token::Mark(Mark::Solved)) => Some(true),
            Some(Token::Mark(Mark::Stuck)) => Some(false),
            None | Some(Token::Mark(Mark::Eos | Mark::Pad)) => None,
            token => return Err(self.refuse(token, "a technique, solved or stuck")),
        };
        self.place += usize::from(solved.is_some());
        Ok(Body::Path { steps, solved })
    }

    /// Reads the end of a sequence, and what fills its row.
    fn end(&mut self) -> Result<(), TokenError> {
        if self.peek()? == Some(Token::Mark(Mark::Eos)) {
            self.place += 1;
        }
        while self.place < self.tokens.len() {
            self.next("pad", |token| (token == Token::Mark(Mark::Pad)).then_some(()))?;
        }
        Ok(())
    }
}

/// Returns the candidate of a token that places a digit.
fn placed(token: Token) -> Option<Candidate> {
    if let Token::Place(candidate) = token { Some(candidate) } else { None }
}
