//! The measures of a puzzle: trial depth, B, BxB, BxBB.

use super::{
    Trial, TrialValue,
    board::Board,
    engine::{BudgetSpent, Engine, Method},
    kernel::Closure,
};
use crate::Pencilmarks;

/// Greatest trial depth that is searched. No puzzle with one solution is known to need more.
const MAX_DEPTH: u8 = 3;

impl Trial {
    /// Measures the trial-and-error depth: the least number of levels of copies with which trial and error solves.
    ///
    /// 0: singles solve. Puzzles with one solution have 0 to 3, as far as known; [`TrialValue::AtLeast`] 4 if three levels do not solve, as in
    /// states with several solutions. [`TrialValue::Undefined`] without a solution.
    ///
    /// Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021, T&E(d).
    pub fn depth(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        let mut least = 0;
        let value = self.begin(marks.shape(), budget).depth(marks, &mut least);
        value.unwrap_or(TrialValue::AtLeast(least))
    }

    /// Measures the B rating: the greatest length of a braid that is needed if short ones are preferred.
    ///
    /// 0: singles solve; 1: singles and locked candidates. [`TrialValue::Undefined`] if no braids solve: exactly where [`depth`](Self::depth) is
    /// 2 or more, or there is no solution.
    ///
    /// Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021.
    pub fn braid_rating(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        self.braids_in_copies(marks, 0, budget)
    }

    /// Measures BxB: the least length p such that trial and error solves if its copies are resolved by braids up to p.
    ///
    /// 0 where the depth is 0 or 1. [`TrialValue::Undefined`] if the depth is 3 or more, or there is no solution.
    ///
    /// Source: D. Berthier, "Hierarchical Classifications in Constraint Satisfaction", 2nd ed. 2024.
    pub fn bxb(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        self.braids_in_copies(marks, 1, budget)
    }

    /// Measures BxBB: the least length p such that two levels of trial and error solve if the inner copies are resolved by braids up to p.
    ///
    /// 0 where the depth is 0 to 2. [`TrialValue::Undefined`] if the depth is 4 or more, or there is no solution.
    ///
    /// Source: D. Berthier, "Hierarchical Classifications in Constraint Satisfaction", 2nd ed. 2024.
    pub fn bxbb(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        self.braids_in_copies(marks, 2, budget)
    }

    /// Measures the braids that `depth` levels of copies need.
    fn braids_in_copies(&mut self, marks: &Pencilmarks, depth: u8, budget: u64) -> TrialValue {
        let mut least = 0;
        let value = self.begin(marks.shape(), budget).braids(marks, depth, &mut least);
        value.unwrap_or(TrialValue::AtLeast(least))
    }
}

impl Engine {
    /// Measures the depth, and notes the bound on the way.
    fn depth(&mut self, marks: &Pencilmarks, least: &mut u8) -> Result<TrialValue, BudgetSpent> {
        let mut board = self.layout.board(marks);
        match self.close(&mut board)? {
            Closure::Contradiction => return Ok(TrialValue::Undefined),
            Closure::Solved => return Ok(TrialValue::Exactly(0)),
            Closure::Open => *least = 1,
        }
        let Some(solution) = self.find_solution(&board)? else { return Ok(TrialValue::Undefined) };
        self.start_level(0);
        for depth in 1..=MAX_DEPTH {
            *least = depth;
            if self.resolve(&mut board, Method::SINGLES, Method { depth, braids: 0 }, 0, &solution)?
                == Closure::Solved
            {
                return Ok(TrialValue::Exactly(depth));
            }
        }
        Ok(TrialValue::AtLeast(MAX_DEPTH + 1))
    }

    /// Measures the braids that `depth` levels of copies need, and notes the bound on the way.
    fn braids(&mut self, marks: &Pencilmarks, depth: u8, least: &mut u8) -> Result<TrialValue, BudgetSpent> {
        let mut board = self.layout.board(marks);
        match self.close(&mut board)? {
            Closure::Contradiction => return Ok(TrialValue::Undefined),
            Closure::Solved => return Ok(TrialValue::Exactly(0)),
            Closure::Open => {}
        }
        let Some(solution) = self.find_solution(&board)? else { return Ok(TrialValue::Undefined) };
        let solved = |board: &mut Board, from, method, engine: &mut Self| -> Result<bool, BudgetSpent> {
            Ok(engine.resolve(board, from, method, 0, &solution)? == Closure::Solved)
        };
        self.start_level(0);
        if solved(&mut board, Method::SINGLES, Method { depth, braids: 0 }, self)? {
            return Ok(TrialValue::Exactly(0));
        }
        *least = 1;
        // Braids solve if one more level of copies does.
        if !solved(&mut board.clone(), Method::SINGLES, Method { depth: depth + 1, braids: 0 }, self)? {
            return Ok(TrialValue::Undefined);
        }
        self.start_level(0);
        for braids in 1..u8::MAX {
            *least = braids;
            let from = Method { depth, braids: braids - 1 };
            if solved(&mut board, from, Method { depth, braids }, self)? {
                return Ok(TrialValue::Exactly(braids));
            }
        }
        Ok(TrialValue::AtLeast(u8::MAX))
    }
}
