//! Puzzles within the canonical forms of their solutions.
//!
//! ```text
//! canonical form of a puzzle         least text of all images of its givens
//! within that of its solution        least text of those images of its givens whose solution is the canonical form of its solution
//! ```
//!
//! The second has as many images to compare as the solution has automorphisms: mostly one. Puzzles of one solution grid stand beside each
//! other in this form, which is why collectors use it.

use super::{
    super::{Grid, Shape, Solution, Transform},
    Canonical, CanonicalError, complete, lines, plain,
};

impl Solution {
    /// Returns every transform that leads to the canonical form: as many as the grid has automorphisms.
    ///
    /// # Errors
    /// [`CanonicalError::Shape`] for a shape larger than 9x9.
    pub fn canonical_transforms(&self) -> Result<Vec<Transform>, CanonicalError> {
        Canonical::check_shape(self.shape())?;
        let grid = Grid::from(self);
        let lines = (self.shape() == Shape::STANDARD).then(|| lines::Lines::of(&grid)).flatten();
        Ok(lines.map_or_else(|| plain::transforms(&grid), |lines| complete::transforms(&lines)))
    }
}

impl Grid {
    /// Returns the form within the canonical form of `solution`: the least image among those by transforms that lead from the solution to
    /// its canonical form. Puzzles are equivalent exactly if these forms are equal, each by its own solution.
    ///
    /// ```
    /// use gridmill_board::{Grid, Solution};
    ///
    /// let puzzle: Grid = "1...3......3..2.".parse()?;
    /// let solution = Solution::new(&"1234341221434321".parse::<Grid>()?)?;
    /// assert_eq!(solution.canonical()?.form.to_string(), "1234341221434321");
    /// assert_eq!(puzzle.canonical_within(&solution)?.to_string(), "......12.1..4...");
    /// assert_eq!(puzzle.canonical()?.form.to_string(), "......12.1..3...");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CanonicalError::Shape`] for a shape larger than 9x9.
    ///
    /// # Panics
    /// Panics if the solution has another shape.
    #[doc(alias = "minlex")]
    pub fn canonical_within(&self, solution: &Solution) -> Result<Self, CanonicalError> {
        let transforms = solution.canonical_transforms()?;
        let images = transforms.iter().map(|transform| transform.grid(self));
        // Empty cells are less than digits, as in texts.
        let Some(least) = images.min_by(|a, b| a.cells().cmp(b.cells())) else {
            unreachable!("a grid has a transform to its form")
        };
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{MAX_CANONICAL, PUZZLES, complete, kept_at_random, random_transform, shifted},
        *,
    };
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64;

    fn solution(shape: Shape, text: &str) -> Solution {
        Solution::new(&Grid::parse(shape, text).unwrap()).unwrap()
    }

    /// Lists all transforms of 4x4 grids: orders of lines, digits, transposition.
    fn all_small_transforms(shape: Shape) -> Vec<Transform> {
        let lines = plain::orders(2, 2);
        let digits = plain::orders(1, 4);
        let mut found = Vec::new();
        for (rows, cols) in lines.iter().flat_map(|rows| lines.iter().map(move |cols| (rows, cols))) {
            for digits in &digits {
                found.extend(
                    [false, true]
                        .map(|transposed| Transform::new(shape, rows, cols, digits, transposed).unwrap()),
                );
            }
        }
        found
    }

    #[test]
    fn forms_of_4x4_are_least_among_all_transforms() {
        let shape: Shape = "2x2".parse().unwrap();
        let transforms = all_small_transforms(shape);
        assert_eq!(transforms.len(), 2 * 8 * 8 * 24);
        let mut grids = Vec::new();
        complete(&mut Grid::empty(shape), &mut grids);
        let mut rng = Pcg64::seed_from_u64(1);
        for grid in grids.iter().step_by(17) {
            let solution = Solution::new(grid).unwrap();
            let form = solution.canonical().unwrap().form;
            let leading: Vec<&Transform> =
                transforms.iter().filter(|transform| transform.grid(grid) == form).collect();
            let ours = solution.canonical_transforms().unwrap();
            assert_eq!(ours.len(), leading.len());
            assert!(leading.iter().all(|transform| ours.contains(transform)));
            for givens in [2, 4, 5, 7, 11] {
                let puzzle = kept_at_random(&mut rng, &grid.to_string(), givens);
                let least = leading.iter().map(|transform| transform.grid(&puzzle).to_string());
                // A full stop is less than every digit.
                assert_eq!(puzzle.canonical_within(&solution).unwrap().to_string(), least.min().unwrap());
            }
        }
    }

    /// Checks the laws for puzzles of a solution and images of them.
    fn check(solution: &Solution, rng: &mut Pcg64) {
        let canonical = solution.canonical().unwrap();
        let transforms = solution.canonical_transforms().unwrap();
        assert_eq!(transforms.len(), usize::try_from(canonical.automorphisms).unwrap());
        let grid = Grid::from(solution);
        assert!(transforms.iter().all(|transform| transform.grid(&grid) == canonical.form));
        for (number, one) in transforms.iter().enumerate().take(20) {
            assert!(!transforms[..number].contains(one));
        }
        let cells = solution.shape().cells();
        for givens in [1, cells / 4, cells / 3, cells - 2] {
            let puzzle = kept_at_random(rng, &grid.to_string(), givens).to_string();
            let puzzle = Grid::parse(solution.shape(), &puzzle).unwrap();
            let form = puzzle.canonical_within(solution).unwrap();
            assert!(form.is_within(&canonical.transform.solution(solution)));
            assert_eq!(form.canonical().unwrap().form, puzzle.canonical().unwrap().form);
            for _ in 0..3 {
                let image = random_transform(rng, solution.shape());
                let other = image.grid(&puzzle).canonical_within(&image.solution(solution)).unwrap();
                assert_eq!(other, form, "{puzzle}");
            }
            // An automorphism takes the puzzle to another one of the same grid and the same form.
            for transform in transforms.iter().step_by(37) {
                let automorphism = transform.then(&canonical.transform.inverse());
                assert_eq!(automorphism.grid(&grid), grid);
                assert_eq!(automorphism.grid(&puzzle).canonical_within(solution).unwrap(), form);
            }
        }
    }

    #[test]
    fn images_have_one_form_within_the_canonical_grid() {
        let mut rng = Pcg64::seed_from_u64(2);
        for text in PUZZLES.iter().map(|&(_, solution)| solution).chain([MAX_CANONICAL]) {
            check(&solution(Shape::STANDARD, text), &mut rng);
        }
        for shape in ["2x2", "2x3", "3x2"].map(|shape| shape.parse().unwrap()) {
            check(&solution(shape, &shifted(shape)), &mut rng);
        }
    }

    /// All orders of rows and columns of the grid with 648 automorphisms that lead to its canonical form, found one by one.
    #[test]
    fn form_of_a_symmetric_grid_is_least_in_the_whole_group() {
        let grid: Grid = MAX_CANONICAL.parse().unwrap();
        let solution = solution(Shape::STANDARD, MAX_CANONICAL);
        let puzzle = kept_at_random(&mut Pcg64::seed_from_u64(3), MAX_CANONICAL, 22);
        let form: Vec<u8> = solution.canonical().unwrap().form.to_string().into_bytes();
        let orders = plain::orders(3, 3);
        let (lines, givens) = (lines::Lines::of(&grid).unwrap(), lines::Lines::of(&puzzle).unwrap());
        let (mut ways, mut least) = (0, vec![u8::MAX; 81]);
        for (lines, givens) in lines.values.iter().zip(&givens.values) {
            for rows in &orders {
                for cols in &orders {
                    let mut names = [0_u8; 10];
                    for (name, &col) in (b'1'..).zip(cols) {
                        names[usize::from(lines[rows[0]][col])] = name;
                    }
                    let name = |row: usize, col: usize| names[usize::from(lines[rows[row]][cols[col]])];
                    if (9..81).any(|cell| name(cell / 9, cell % 9) != form[cell]) {
                        continue;
                    }
                    ways += 1;
                    let text = (0..81).map(|cell| match givens[rows[cell / 9]][cols[cell % 9]] {
                        0 => b'.',
                        value => names[usize::from(value)],
                    });
                    least = least.min(text.collect());
                }
            }
        }
        assert_eq!(ways, 648);
        assert_eq!(puzzle.canonical_within(&solution).unwrap().to_string().into_bytes(), least);
    }

    #[test]
    fn larger_shapes_have_no_form() {
        let shape: Shape = "3x4".parse().unwrap();
        let large = solution(shape, &shifted(shape));
        assert_eq!(Grid::empty(shape).canonical_within(&large), Err(CanonicalError::Shape(shape)));
    }
}
