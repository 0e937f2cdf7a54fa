"""Bars of tqdm, and lines without it: shown where somebody looks, and right."""

import os
import re
import signal
import struct
import subprocess
import sys

import pytest

import gridmill

tqdm = pytest.importorskip("tqdm.auto")

# Two seconds of one thread on the fastest machine so far: a bar appears after half a second, a line after one.
ROWS = 300_000


class Recorder:
    """Stands for tqdm.auto.tqdm."""

    made = []

    def __init__(self, **options):
        self.options, self.rows, self.is_open = options, 0, True
        Recorder.made.append(self)

    def update(self, rows):
        assert self.is_open and rows > 0
        self.rows += rows

    def close(self):
        self.is_open = False


@pytest.fixture
def bars(monkeypatch):
    monkeypatch.setattr(tqdm, "tqdm", Recorder)
    Recorder.made = []
    return Recorder.made


def test_bars_count_every_row(bars, tmp_path):
    # Each of the four works for more than half a second.
    puzzles = gridmill.generate(ROWS, seed=1, progress=True, threads=1).puzzles[:60_000]
    gridmill.rate(puzzles[:20_000], "se", progress=True, threads=1)
    gridmill.dedup(gridmill.augment(puzzles, times=8, progress=True, threads=1), progress=True, threads=1)
    assert [bar.options["desc"] for bar in bars] == ["generate", "rate", "augment", "dedup"]
    assert [bar.options["total"] for bar in bars] == [ROWS, 20_000, 480_000, 480_000]
    assert all(bar.options["unit"] == " puzzles" and not bar.is_open for bar in bars)
    assert [bar.rows for bar in bars[:3]] == [ROWS, 20_000, 480_000]


def test_no_bar_without_a_terminal_and_none_if_not_asked(bars):
    gridmill.generate(ROWS, seed=1, threads=1).puzzles
    gridmill.generate(ROWS, seed=1, threads=1, progress=False).puzzles
    gridmill.generate(10, seed=1, progress=True).puzzles
    assert bars == []


def test_a_terminal_shows_a_bar():
    """A real terminal, 80 columns wide."""
    fcntl, pty, termios = (pytest.importorskip(name) for name in ("fcntl", "pty", "termios"))
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    code = f"import gridmill; gridmill.generate({ROWS}, seed=1, threads=1).puzzles"
    done = subprocess.Popen([sys.executable, "-c", code], stderr=terminal, stdout=terminal)
    os.close(terminal)
    seen = b""
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    assert done.wait() == 0
    assert b"generate: 100%" in seen and b"300k/300k" in seen, seen


def test_an_exception_of_the_bar_ends_the_work(bars, monkeypatch):
    def update(self, rows):
        raise RuntimeError("the screen is gone")

    monkeypatch.setattr(Recorder, "update", update)
    with pytest.raises(RuntimeError, match="the screen is gone"):
        gridmill.generate(10_000_000, seed=1, progress=True).puzzles
    assert not bars[0].is_open


def test_without_tqdm_lines_are_printed(monkeypatch, capfd):
    """Those of the program, one a second where progress is asked for."""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    # Some seconds of work on any machine.
    stream = gridmill.generate(10_000_000, seed=1, progress=True, threads=1)
    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 3.5)
        with pytest.raises(InterruptedError):
            stream.puzzles
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    lines = capfd.readouterr().err.splitlines()
    assert 1 <= len(lines) <= 4
    assert all(re.fullmatch(r"generate: [\d,]+ of 10,000,000 puzzles, [\d,]+/s, [\d:]+( s)? left, [\d.]+ givens", line) for line in lines), lines


def interrupt(*_):
    raise InterruptedError


def test_without_tqdm_nothing_is_printed_unasked(monkeypatch, capfd):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    gridmill.generate(ROWS, seed=1, threads=1).puzzles
    gridmill.generate(ROWS, seed=1, threads=1, progress=False).puzzles
    assert capfd.readouterr().err == ""
