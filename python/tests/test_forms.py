"""Puzzles in the forms of other programs, as one text."""

import pytest

import gridmill

A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FPUZZLES = "N4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhLgBgyH6DcAdi2SZ8OYuVGHDgLrIeJ1bgBsVnbb2OhsoeZggAjL42dvrBpmpIkbr2KqHwoszaUQFOQYauPMZxuCgZ1kkxKfEAHIn+yYGBIfE+pX7RRvmVuDWtWfU5hZ4ILeJldRUNsUPwmr3lCp1NuAAste0DU6k9o23ZuUsaa3uNReFHioun8JZz45P7VwBM5xMbXcMvC24P0yOZ828TtNnrd1u94Nt/ncXN97gd4KtQXt4REkcl4SUdn1Xj9UuksfNOvdBltPm94TcCdDwZioe1nM4FEA="


@pytest.mark.parametrize(
    "text",
    [
        A,
        " ".join(A[row : row + 9] for row in range(0, 81, 9)),
        "\n".join(A[row : row + 9] for row in range(0, 81, 9)),
        f":0000:x:{A}:113 413::",
        f"https://www.sudokuwiki.org/sudoku.htm?bd={A}",
        f"https://f-puzzles.com/?load={FPUZZLES}",
        "+---+---+---+\n" + "".join(f"|{A[row : row + 3]}|{A[row + 3 : row + 6]}|{A[row + 6 : row + 9]}|\n" for row in range(0, 81, 9)),
    ],
)
def test_forms_of_other_programs_are_read(text: str) -> None:
    assert gridmill.solve(text) == gridmill.solve(A)
    assert gridmill.is_unique([A, text]) == [True, True]


def test_what_is_no_puzzle_is_said() -> None:
    with pytest.raises(gridmill.InputError, match="only its site knows"):
        gridmill.solve("https://sudokupad.app/k7qc98e00u")
    with pytest.raises(gridmill.InputError, match="80 cells"):
        gridmill.solve(A[1:])
