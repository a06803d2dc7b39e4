"""`make torture`: kill the server under load 1,000 times, or as often as you say."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from tools.torture.killing import torture


def run() -> int:
    parser = argparse.ArgumentParser(prog="tools.torture", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, metavar="N", help="how often (default: 1000)")
    parser.add_argument(
        "--tables", type=int, default=50, metavar="N", help="how many tables move (default: 50)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="for the moments and the moves")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was counted there too")
    options = parser.parse_args()
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder, Progress(console=console) as progress:
        task = progress.add_task("killing", total=options.kills)
        outcome = torture(
            Path(folder),
            kills=options.kills,
            tables=options.tables,
            seed=options.seed,
            advance=lambda: progress.advance(task),
        )
    verdict = outcome.verdict
    cut_off, again, kept_already = (
        verdict.counts.get(name, 0) for name in ("cut off", "sent again", "was kept already")
    )
    print(
        f"{outcome.kills:,} kills in {outcome.seconds:,.0f} s with {options.tables} tables moving at once\n"
        f"{verdict.acknowledged:,} moves acknowledged, {verdict.seen:,} events shown, {verdict.events:,} kept "
        f"at {verdict.tables:,} tables, {verdict.games:,} games ended\n"
        f"people were cut off {cut_off:,} times and sent {again:,} moves "
        f"again, {kept_already:,} of them kept already\n"
        f"{len(verdict.lost)} lost, {len(verdict.doubled)} doubled, {len(verdict.problems)} other problems; "
        f"records {'verify' if outcome.records_verified else 'DO NOT VERIFY'}"
    )
    for sentence in [*verdict.lost, *verdict.doubled, *verdict.problems, *outcome.complaints][:20]:
        print(f"  {sentence}")
    if options.json:
        options.json.write_text(json.dumps(asdict(outcome), indent=1) + "\n")
    return 0 if verdict.is_clean and outcome.records_verified and not outcome.complaints else 1


if __name__ == "__main__":
    sys.exit(run())
