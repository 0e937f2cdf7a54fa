"""Plugin of verifiers by the id `gridmill-verifiers`: see `gridmill.verifiers`."""

from gridmill.verifiers import SudokuEnv, SudokuTaskset, load_environment

__all__ = ["SudokuEnv", "SudokuTaskset", "load_environment"]
