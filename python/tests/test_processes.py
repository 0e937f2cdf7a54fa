"""Signals, processes and import."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import gridmill


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60)


INTERRUPTED = {
    "arrays": "gridmill.generate(10**7, seed=1).puzzles",
    "arrow": "import pyarrow; pyarrow.table(gridmill.generate(10**9, seed=1))",
    "save": "gridmill.generate(10**9, seed=1).save(FOLDER)",
    "count": "gridmill.count_solutions('.' * 81, 2**60)",
    "solve": "gridmill.count_solutions(['.' * 81] * 100000, 10**6)",
    "rate": "gridmill.rate(gridmill.generate(100000, seed=1).puzzles, 'se')",
    "stream": "list(gridmill.stream(1))",
    "table": "gridmill.generate(10**8, seed=1).table()",
    "dedup of a corpus": "gridmill.dedup(gridmill.generate(10**8, seed=1))",
    "dedup": "gridmill.dedup(gridmill.augment(gridmill.generate(40_000, seed=1), times=50))",
    "augment": "gridmill.augment(gridmill.generate(20_000, seed=1), times=10_000)",
    "report": "gridmill.report(gridmill.generate(10**9, seed=1))",
    "slice": "gridmill.generate(10**9, seed=1)[5 : 10**9]",
    "generated splits": "gridmill.generate(10**8, seed=1, split={'a': 1.0})",
    "saved splits": "gridmill.generate(10**8, seed=1).save(FOLDER, split={'a': 1.0})",
    "export": "gridmill.export(gridmill.generate(5_000, seed=1), 'hrm', FOLDER, augment=10_000)",
    "scan": "gridmill.scan('534678912672195348198342567859761423426853791713924856961537284287419635345286179', 19)",
    "slow puzzle": "gridmill.generate(10, seed=1, er='11.0..12.0')[0]",
}


@pytest.mark.parametrize("what", INTERRUPTED)
def test_an_interrupt_stops_within_a_second(what, tmp_path):
    code = f"""
        import gridmill, sys, time
        FOLDER = {str(tmp_path / "corpus")!r}
        print("ready", flush=True)
        try:
            {INTERRUPTED[what]}
        except BaseException as error:
            print(type(error).__name__, flush=True)
            sys.exit(3)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(3)
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline().strip() in ("KeyboardInterrupt", "ArrowInvalid", "OSError", "ArrowException")
    assert time.monotonic() - start < 1.0
    assert child.wait(timeout=10) == 3


def test_an_interrupted_folder_goes_on(tmp_path):
    options = {"seed": 1, "rulebook": "se", "shard_rows": 300}
    data = tmp_path / "corpus" / "data"
    code = f"""
        import gridmill
        try:
            gridmill.generate(30_000, **{options}).save({str(tmp_path / "corpus")!r})
        except KeyboardInterrupt:
            print("interrupted")
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not (data.exists() and len(os.listdir(data)) >= 3):
        assert child.poll() is None and time.monotonic() < end
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=20)[0].strip() == "interrupted"
    assert 3 <= len(os.listdir(data)) < 100
    gridmill.generate(30_000, **options).save(tmp_path / "corpus", resume=True)
    assert len(os.listdir(data)) == 100


def first_puzzle(start: int) -> str:
    assert gridmill.is_unique(gridmill.generate(300, seed=1).puzzles).all()
    return str(next(gridmill.stream(7, 300, start=start))["puzzle"][0])


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method):
    expected = [first_puzzle(start) for start in range(4)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(first_puzzle, range(4)).get(timeout=60) == expected


def test_a_stream_that_threads_share_says_so():
    stream = gridmill.stream(1, 2000, er="2.0..", threads=1)
    first, errors = threading.Thread(target=lambda: next(stream)), []
    first.start()
    while first.is_alive() and not errors:
        try:
            assert stream.position in (0, 2000) and repr(stream)
            next(stream)
        except RuntimeError as error:
            errors.append(str(error))
    first.join()
    assert errors == ["another thread uses this stream at the moment; make one for each thread, with shard=(i, n)"]
    # It goes on.
    assert next(stream)["index"][0] == stream.position - 2000


def test_a_stream_goes_on_in_a_forked_process():
    stream = gridmill.stream(7, 100)
    next(stream)
    child = os.fork()
    if child == 0:
        batch = next(stream)
        os._exit(0 if batch["index"][0] == 100 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert next(stream)["index"][0] == 100


def test_import_is_quick_and_needs_nothing():
    done = run(
        """
        import sys, time
        for name in ("numpy", "pyarrow", "pandas", "polars", "torch", "datasets"):
            sys.modules[name] = None
        start = time.perf_counter()
        import gridmill
        assert time.perf_counter() - start < 0.1
        assert gridmill.solve("1...3.......4..1") is None
        assert gridmill.solve(["." * 81]) == [None]
        assert gridmill.rate([gridmill.generate(1, seed=1)[0].puzzle])["level"][0]
        try:
            gridmill.generate(1, seed=1).puzzles
        except ImportError:
            print("numpy is wanted")
        """
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "numpy is wanted\n"


def test_threads_may_share_a_corpus():
    from concurrent.futures import ThreadPoolExecutor

    corpus = gridmill.generate(500, seed=1)
    with ThreadPoolExecutor(8) as pool:
        puzzles = list(pool.map(lambda index: corpus[index].puzzle, range(200)))
        arrays = list(pool.map(lambda _: corpus.puzzles.sum(), range(8)))
    assert puzzles == [corpus[index].puzzle for index in range(200)]
    assert len(set(arrays)) == 1
