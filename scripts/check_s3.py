"""Corpora in an object store: the same bytes as in a folder, after kills and faults too. Run by scripts/check_s3.sh."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import boto3
import pytest
from faulty_s3 import Proxy, Server

GRIDMILL = os.environ["GRIDMILL"]
QUICK = bool(os.environ.get("QUICK"))
BUCKET = "corpora"
# Each is a folder of some shards.
ROWS = [1000, 100_000] if QUICK else [1000, 100_000, 1_000_000, 10_000_000]
KILLS = 4 if QUICK else 20
# 36 MB, in requests of 8 MiB.
ONE_SHARD = "generate --count 200000 --seed 7 --givens 36 --no-timings --format csv --progress never".split()


@pytest.fixture(scope="session")
def server():
    found = Server()
    yield found
    found.stop()


@pytest.fixture
def proxy(server):
    found = Proxy(server.port)
    yield found
    found.shutdown()


@pytest.fixture(scope="session")
def s3(server):
    client = boto3.client(
        "s3",
        endpoint_url=f"http://127.0.0.1:{server.port}",
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    client.create_bucket(Bucket=BUCKET)
    return client


@pytest.fixture
def prefix(s3, request):
    """An empty prefix of this test's own."""
    name = request.node.name.replace("[", "-").replace("]", "").replace("_", "-")
    yield f"s3://{BUCKET}/{name}"
    for key in objects(s3, f"s3://{BUCKET}/{name}"):
        s3.delete_object(Bucket=BUCKET, Key=f"{name}/{key}")


def environment(proxy: Proxy, **others: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    own = {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": proxy.url,
        "AWS_ALLOW_HTTP": "true",
    }
    return kept | own | others


def run(proxy: Proxy, *words: str, timeout: float = 600, **others: str) -> subprocess.CompletedProcess[str]:
    command = [GRIDMILL, *map(str, words)]
    return subprocess.run(command, env=environment(proxy, **others), capture_output=True, text=True, timeout=timeout)


def done(proxy: Proxy, *words: str, timeout: float = 600) -> str:
    ran = run(proxy, *words, timeout=timeout)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def generate(rows: int, out, *more: str) -> list[str]:
    shard = max(rows // 8, 100)
    options = ["--seed", "7", "--givens", "36", "--no-timings", "--shard-rows", str(shard), "--progress", "never"]
    return ["generate", "--count", str(rows), *options, "--out", str(out), *more]


def objects(s3, prefix: str) -> dict[str, int]:
    """Keys under the prefix, and their sizes."""
    inner = prefix.removeprefix(f"s3://{BUCKET}/")
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=f"{inner}/")
    found = [entry for page in pages for entry in page.get("Contents", [])]
    return {entry["Key"].removeprefix(f"{inner}/"): entry["Size"] for entry in found}


def assert_same(s3, prefix: str, folder: Path) -> None:
    """The objects are the files of the folder, and nothing else."""
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    assert objects(s3, prefix) == {name: path.stat().st_size for name, path in files.items()}
    inner = prefix.removeprefix(f"s3://{BUCKET}/")
    for name, path in files.items():
        body = s3.get_object(Bucket=BUCKET, Key=f"{inner}/{name}")["Body"].read()
        assert body == path.read_bytes(), name


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Makes a corpus of this size in a folder, once."""
    made = {}

    def make(rows: int, *more: str) -> Path:
        if (rows, more) not in made:
            out = tmp_path_factory.mktemp("corpora") / "corpus"
            subprocess.run([GRIDMILL, *generate(rows, out, *more)], check=True, capture_output=True)
            made[rows, more] = out
        return made[rows, more]

    return make


@pytest.mark.parametrize("rows", ROWS)
def test_objects_are_the_files_of_a_folder(rows, proxy, s3, prefix, folder):
    done(proxy, *generate(rows, prefix))
    assert_same(s3, prefix, folder(rows))


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_text_is_the_same_too(format, proxy, s3, prefix, folder):
    done(proxy, *generate(1000, prefix, "--format", format))
    assert_same(s3, prefix, folder(1000, "--format", format))


def test_objects_above_one_request_are_uploaded_in_parts(proxy, s3, prefix, folder):
    done(proxy, *ONE_SHARD, "--out", prefix)
    [(name, size)] = [(name, size) for name, size in objects(s3, prefix).items() if name.startswith("data/")]
    head = s3.head_object(Bucket=BUCKET, Key=f"{prefix.removeprefix(f's3://{BUCKET}/')}/{name}")
    # The store names the number of parts.
    assert head["ETag"].strip('"').endswith(f"-{-(-size // (8 << 20))}"), head["ETag"]


def test_killed_runs_go_on(proxy, s3, prefix, folder):
    rows, moments = 100_000 if QUICK else 400_000, random.Random(1)
    reference = folder(rows)
    start = time.monotonic()
    done(proxy, *generate(rows, prefix))
    whole = time.monotonic() - start
    killed, unfinished = 0, 0
    for _ in range(KILLS):
        for key in objects(s3, prefix):
            s3.delete_object(Bucket=BUCKET, Key=f"{prefix.removeprefix(f's3://{BUCKET}/')}/{key}")
        child = subprocess.Popen([GRIDMILL, *generate(rows, prefix)], env=environment(proxy), stderr=subprocess.PIPE)
        time.sleep(moments.uniform(0.02, whole))
        child.send_signal(signal.SIGKILL)
        killed += child.wait() == -signal.SIGKILL
        names = {f"data/{name.name}" for name in (reference / "data").iterdir()}
        there = {name for name in objects(s3, prefix) if name.startswith("data/")}
        unfinished += there != names
        for name in there:
            assert name in names
        done(proxy, *generate(rows, prefix, "--resume"))
        assert_same(s3, prefix, reference)
    print(f"{killed} of {KILLS} runs were killed before they ended, {unfinished} with shards missing")
    assert killed >= KILLS // 2


def test_the_journal_of_a_killed_run_is_read_and_removed(proxy, s3, prefix, tmp_path):
    words = "generate --count 2000 --seed 7 --givens 21 --no-timings --shard-rows 10 --threads 1 --progress never --out".split()

    def journal() -> list[str]:
        return [name for name in objects(s3, prefix) if name.startswith(".work/shards-")]

    # Such rows take milliseconds each. So few shards become whole together, in time fewer than an eighth of those in the manifest, and go
    # to the journal.
    proxy.hold = ".work/shards-"
    child = subprocess.Popen([GRIDMILL, *words, prefix], env=environment(proxy), stderr=subprocess.PIPE)
    while not proxy.held.wait(timeout=0.1):
        assert child.poll() is None, "the run had no journal"
    child.send_signal(signal.SIGKILL)
    child.wait()
    inner = prefix.removeprefix(f"s3://{BUCKET}/")
    manifest = json.loads(s3.get_object(Bucket=BUCKET, Key=f"{inner}/manifest.json")["Body"].read())
    named = {shard["name"] for shard in manifest["shards"]}
    lines = [s3.get_object(Bucket=BUCKET, Key=f"{inner}/{name}")["Body"].read().splitlines() for name in journal()]
    assert {json.loads(line)["name"] for group in lines for line in group} - named, "the journal has what the manifest has not"
    done(proxy, *words, prefix, "--resume")
    done(proxy, *words, tmp_path / "corpus")
    assert_same(s3, prefix, tmp_path / "corpus")


def test_a_manifest_that_is_replaced_while_it_is_read_is_one_of_the_two(proxy, s3, prefix):
    done(proxy, *generate(1000, prefix))
    key = f"{prefix.removeprefix(f's3://{BUCKET}/')}/manifest.json"
    body = s3.get_object(Bucket=BUCKET, Key=key)["Body"].read()
    replaced = []

    def replace(path: str) -> None:
        # Its size is known by now; the first bytes of the longer one are no manifest.
        if path.endswith("manifest.json") and not replaced:
            replaced.append(path)
            s3.put_object(Bucket=BUCKET, Key=key, Body=b" " * 5000 + body)

    proxy.before_get = replace
    done(proxy, "report", prefix, "--progress", "never")
    assert replaced


def test_faults_are_repeated(proxy, s3, prefix, folder):
    rows = 100_000 if QUICK else 1_000_000
    reference = folder(rows)
    proxy.share = 0.05
    for round in range(2 if QUICK else 10):
        proxy.random.seed(round)
        done(proxy, *generate(rows, prefix, *(["--overwrite"] if round else [])))
        assert_same(s3, prefix, reference)
    print(f"{proxy.requests} requests, faults {proxy.faults}")
    assert sum(proxy.faults.values()) > 0


def test_a_whole_upload_with_faults_in_its_parts(proxy, s3, prefix, folder):
    proxy.share = 0.2
    for round in range(2 if QUICK else 10):
        proxy.random.seed(100 + round)
        done(proxy, *ONE_SHARD, "--out", prefix, *(["--overwrite"] if round else []))
    key = f"{prefix.removeprefix(f's3://{BUCKET}/')}/data/part-00000-of-00001.csv"
    manifest = json.loads(s3.get_object(Bucket=BUCKET, Key=key.replace("data/part-00000-of-00001.csv", "manifest.json"))["Body"].read())
    assert s3.head_object(Bucket=BUCKET, Key=key)["ContentLength"] == manifest["shards"][0]["size_bytes"]
    # CSV without timings is its own contents: the objects are read and compared.
    done(proxy, *ONE_SHARD, "--out", prefix, "--resume", "--verify")
    print(f"{proxy.requests} requests, faults {proxy.faults}")


def test_changed_objects_are_made_again(proxy, s3, prefix, folder):
    done(proxy, *generate(1000, prefix))
    inner = prefix.removeprefix(f"s3://{BUCKET}/")
    names = sorted(name for name in objects(s3, prefix) if name.startswith("data/"))
    s3.delete_object(Bucket=BUCKET, Key=f"{inner}/{names[0]}")
    s3.put_object(Bucket=BUCKET, Key=f"{inner}/{names[1]}", Body=b"short")
    done(proxy, *generate(1000, prefix, "--resume"))
    assert_same(s3, prefix, folder(1000))
    # Of the same size: only --verify reads it.
    body = bytearray(s3.get_object(Bucket=BUCKET, Key=f"{inner}/{names[2]}")["Body"].read())
    body[100] ^= 255
    s3.put_object(Bucket=BUCKET, Key=f"{inner}/{names[2]}", Body=bytes(body))
    done(proxy, *generate(1000, prefix, "--resume", "--verify"))
    assert_same(s3, prefix, folder(1000))


def test_parts_are_merged_from_there_to_there(proxy, s3, prefix, folder, tmp_path):
    for part in (1, 2, 3):
        done(proxy, *generate(1000, f"{prefix}/part-{{part}}", "--part", f"{part}/3"))
    parts = [f"{prefix}/part-{part}" for part in (1, 2, 3)]
    done(proxy, "merge", *parts, "--out", f"{prefix}/whole")
    assert_same(s3, f"{prefix}/whole", folder(1000))
    done(proxy, "merge", *parts, "--out", tmp_path / "whole")
    for path in folder(1000).rglob("*"):
        if path.is_file():
            assert (tmp_path / "whole" / path.relative_to(folder(1000))).read_bytes() == path.read_bytes()
    done(proxy, "merge", "--parts", prefix, "--out", f"{prefix}/again")
    assert_same(s3, f"{prefix}/again", folder(1000))
    missing = run(proxy, "merge", *parts[:2], "--out", f"{prefix}/less")
    assert missing.returncode == 1 and "no part holds this shard" in missing.stderr
    assert not objects(s3, f"{prefix}/less")


def without_timings(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        rows = list(csv.DictReader(file))
    return [{name: value for name, value in row.items() if not name.endswith("_ns")} for row in rows]


def test_reports_and_ratings_read_from_there(proxy, s3, prefix, folder, tmp_path):
    rows = 20_000
    done(proxy, *generate(rows, prefix))
    reference = folder(rows)
    metrics = []
    for place, name in ((prefix, "there.json"), (reference, "here.json")):
        done(proxy, "report", place, "--out", tmp_path / name)
        read = json.loads((tmp_path / name).read_text())
        # The command names the place, and the name of the corpus is its last word.
        del read["command"]
        for corpus in read["corpora"]:
            assert corpus.pop("name") == Path(place).name
        metrics.append(read)
    assert metrics[0] == metrics[1]
    for place, name in ((prefix, "there.csv"), (reference, "here.csv")):
        done(proxy, "rate", place, "--out", tmp_path / name, "--progress", "never")
    assert without_timings(tmp_path / "there.csv") == without_timings(tmp_path / "here.csv")
    [first, *_] = sorted(name for name in objects(s3, prefix) if name.startswith("data/"))
    done(proxy, "rate", f"{prefix}/{first}", "--out", tmp_path / "one.csv", "--progress", "never")
    assert (tmp_path / "one.csv").read_text().count("\n") == rows // 8 + 1


def test_two_runs_at_once_do_not_spoil_each_other(proxy, s3, prefix, folder):
    rows = 100_000
    first = subprocess.Popen([GRIDMILL, *generate(rows, prefix)], env=environment(proxy), stderr=subprocess.PIPE, text=True)
    while "manifest.json" not in objects(s3, prefix):
        time.sleep(0.02)
    second = run(proxy, *generate(rows, prefix, "--resume"))
    message = first.communicate()[1]
    for code, text in ((first.returncode, message), (second.returncode, second.stderr)):
        assert code == 0 or "another run is writing to this folder" in text, text
    done(proxy, *generate(rows, prefix, "--resume"))
    assert_same(s3, prefix, folder(rows))


DENIED = {
    "AccessDenied": ("403", "access is denied"),
    "ExpiredToken": ("400", "the credentials have expired"),
    "InvalidAccessKeyId": ("403", "the credentials are not accepted"),
    "SignatureDoesNotMatch": ("403", "the credentials are not accepted"),
    "NoSuchBucket": ("404", "there is no such bucket"),
    "PermanentRedirect": ("301", "AWS_REGION"),
    "AuthorizationHeaderMalformed": ("400", "AWS_REGION"),
}


@pytest.mark.parametrize("code", DENIED)
def test_each_refusal_has_one_line(code, proxy, prefix):
    status, words = DENIED[code]
    proxy.deny = (status, code)
    ran = run(proxy, *generate(1000, prefix))
    assert ran.returncode == 1 and words in ran.stderr and ran.stderr.count("\n") == 1, ran.stderr
    ran = run(proxy, "report", prefix, "--out", "-", "--format", "md")
    assert ran.returncode == 1 and words in ran.stderr, ran.stderr


def test_credentials_that_expire_on_the_way_lose_nothing(proxy, s3, prefix, folder):
    rows = 100_000
    child = subprocess.Popen([GRIDMILL, *generate(rows, prefix)], env=environment(proxy), stderr=subprocess.PIPE, text=True)
    while not any(name.startswith("data/") for name in objects(s3, prefix)):
        time.sleep(0.02)
    proxy.deny = ("400", "ExpiredToken")
    message = child.communicate()[1]
    proxy.deny = None
    assert child.returncode == 1 and "the credentials have expired" in message and "--resume" in message, message
    done(proxy, *generate(rows, prefix, "--resume"))
    assert_same(s3, prefix, folder(rows))


def test_a_bucket_that_is_not_there(proxy):
    ran = run(proxy, *generate(1000, "s3://no-such-bucket-here/corpus"))
    assert ran.returncode == 1 and "there is no such bucket" in ran.stderr, ran.stderr


def test_a_corpus_is_not_replaced_unasked(proxy, s3, prefix, folder):
    done(proxy, *generate(1000, prefix))
    ran = run(proxy, *generate(1000, prefix))
    assert ran.returncode == 1 and "--resume goes on with it" in ran.stderr
    ran = run(proxy, *generate(2000, prefix, "--resume"))
    assert ran.returncode == 1 and "a different corpus is here" in ran.stderr
    done(proxy, *generate(2000, prefix, "--overwrite"))
    assert_same(s3, prefix, folder(2000))


def test_a_prefix_with_other_things_is_refused(proxy, s3, prefix):
    s3.put_object(Bucket=BUCKET, Key=f"{prefix.removeprefix(f's3://{BUCKET}/')}/thesis.txt", Body=b"mine")
    ran = run(proxy, *generate(1000, prefix))
    assert ran.returncode == 1 and "holds thesis.txt" in ran.stderr
    assert objects(s3, prefix) == {"thesis.txt": 4}


@pytest.mark.parametrize("command", ["dedup", "split", "augment", "rate"])
def test_other_commands_write_to_this_machine(command, proxy, s3, prefix, folder):
    more = {"split": ["--into", "train:0.9,test:0.1"], "augment": ["--times", "2"]}.get(command, [])
    ran = run(proxy, command, folder(1000), *more, "--out", f"{prefix}/rows.csv" if command != "split" else prefix)
    assert ran.returncode == 2 and "only generate and merge write to object stores" in ran.stderr, ran.stderr
    assert not objects(s3, prefix)


def test_the_commands_of_the_page_run(proxy, s3, tmp_path):
    page = (Path(__file__).parent.parent / "docs" / "SCALE.md").read_text()
    section = page.split("\n## Object stores\n")[1].split("\n## ")[0]
    blocks = [block.split("```")[0] for block in section.split("```sh\n")[1:]]
    commands = [line for block in blocks for line in block.splitlines() if line.startswith("gridmill ")]
    assert len(commands) >= 7
    (tmp_path / "gridmill").symlink_to(GRIDMILL)
    s3.create_bucket(Bucket="bucket")
    for command in commands:
        small = command.replace("--count 10000000", "--count 20000 --shard-rows 2000")
        path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
        ran = subprocess.run(["bash", "-c", small], cwd=tmp_path, env=environment(proxy, **path), capture_output=True, text=True)
        assert ran.returncode == 0, (command, ran.stderr)
    assert (tmp_path / "report.html").stat().st_size > 10_000 and (tmp_path / "ratings.parquet").exists()


# As the engines do it: a driver, and workers that write each shard twice.
DISTRIBUTED = """
import pickle, sys, gridmill
plan = gridmill.CorpusPlan(1000, seed=7, givens=36, shard_rows=125)
with plan.begin(sys.argv[1]) as writer:
    for number in writer.missing:
        worker = pickle.loads(pickle.dumps(plan))
        entries = [worker.write_shard(number, sys.argv[1], writer.run) for _ in range(2)]
        assert entries[0] == entries[1]
        writer.enter(entries)
    run = writer.run
    writer.finish()
try:
    plan.write_shard(0, sys.argv[1], run)
except Exception as error:
    assert "it is over" in str(error), error
else:
    raise SystemExit("a worker wrote after the end of its run")
"""


def test_workers_of_engines_write_there(proxy, s3, prefix, folder):
    pytest.importorskip("gridmill", reason="the quick form has the package")
    ran = subprocess.run([sys.executable, "-c", DISTRIBUTED, prefix], env=environment(proxy), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert_same(s3, prefix, folder(1000))
