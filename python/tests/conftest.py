"""Paths that the tests share."""

import os
import pathlib
import shutil

import pytest

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(scope="session")
def quick() -> bool:
    """True in the quick form of the check, where long loops are shorter."""
    return "GRIDMILL_QUICK" in os.environ


@pytest.fixture(scope="session")
def program() -> str:
    """The program to compare with: GRIDMILL, or the one that is built in the repository."""
    built = ROOT / "target" / "release" / "gridmill"
    found = os.environ.get("GRIDMILL") or (str(built) if built.exists() else shutil.which("gridmill"))
    if not found:
        pytest.skip("no gridmill program; build it with cargo build --release")
    return found
