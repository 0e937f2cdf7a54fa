"""Runs the measuring programs in Rust: benches/peers, and the bench `bias` of the fills."""

import argparse
import os

from measuring import ROOT, cargo, output, write

REPORTS = {"rate": "rating"}


def run(options: argparse.Namespace) -> None:
    if options.name == "fills":
        text = output(["cargo", "bench", "--locked", "--quiet", "--bench", "bias", "--", options.grids // (1000 if options.quick else 1)], cwd=ROOT)
        write(options, "reports/fills.md", text)
        return
    # In the target folder of the workspace, so that shared dependencies are built once.
    cargo("build", "--manifest-path", "benches/peers/Cargo.toml", "--target-dir", "target")
    text = output([ROOT / "target" / "release" / "gridmill-peers", options.name, *["--quick"] * options.quick], cwd=ROOT)
    write(options, f"reports/{REPORTS.get(options.name, options.name)}/README.md", text)
    if options.name in ("solvers", "generate", "rate") and not options.quick and not options.out:
        # The table of speeds in README quotes these reports.
        output(["cargo", "test", "--locked", "--quiet", "--test", "it", "speed_table"], cwd=ROOT, env={**os.environ, "GRIDMILL_BLESS": "1"})
        print(ROOT / "README.md")
