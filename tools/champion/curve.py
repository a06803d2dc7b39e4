"""Draws docs/pictures/champion.svg, strength by generation, from docs/pictures/champion.json.

`python -m tools.champion.curve FOLDER` first updates the JSON file from the results of `make champion` in that folder,
for the numbers of players that have results there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tools.docs.learning_curve import FOLDER, STYLE

WIDTH, HEIGHT = 760, 330
PANEL, GAP, LEFT, TOP, BOTTOM = 150, 34, 44, 64, 270


def draw(results: list[dict[str, Any]]) -> str:
    """One panel per number of players: the share of rounds won against the plain search in equal time."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-label="How strong each generation of networks is">',
        f"<style>{STYLE}</style>",
        '<text class="title" x="16" y="26">Champion against the plain search in equal time, by generation</text>',
        '<text class="quiet" x="16" y="44">Rounds won against 200 of its iterations a move, alone among others, '
        "with 95 % intervals; dashed: a fair share</text>",
    ]
    for panel, players in enumerate(sorted({result["players"] for result in results})):
        mine = [result for result in results if result["players"] == players]
        parts += _panel(LEFT + panel * (PANEL + GAP), players, mine)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _panel(left: int, players: int, results: list[dict[str, Any]]) -> list[str]:
    last = max(result["generation"] for result in results) or 1

    def across(generation: int) -> float:
        return left + generation / last * PANEL

    def up(share: float) -> float:
        return BOTTOM - share * (BOTTOM - TOP)

    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<path class="grid" d="M{left} {up(share):.1f}h{PANEL}"/>')
        if left == LEFT:
            parts.append(
                f'<text class="quiet" x="{left - 8}" y="{up(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
            )
    parts.append(f'<path class="bar" d="M{left} {up(1 / players):.1f}h{PANEL}"/>')
    points = [
        (across(one["generation"]), one["against_search"], one["against_search_error"]) for one in results
    ]
    band = [f"{x:.1f},{up(share + error):.1f}" for x, share, error in points]
    band += [f"{x:.1f},{up(share - error):.1f}" for x, share, error in reversed(points)]
    parts.append(f'<polygon class="band" points="{" ".join(band)}"/>')
    line = " ".join(f"{x:.1f},{up(share):.1f}" for x, share, _ in points)
    parts.append(f'<polyline class="line" points="{line}"/>')
    for (x, share, _), one in zip(points, results, strict=True):
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{up(share):.1f}" r="3"/>')
        parts.append(
            f'<text class="quiet" x="{x:.1f}" y="{BOTTOM + 18}" text-anchor="middle">{one["generation"]}</text>'
        )
    name = f"{players} players: {results[-1]['against_search']:.0%}"
    parts.append(f'<text x="{left + PANEL / 2}" y="{BOTTOM + 42}" text-anchor="middle">{name}</text>')
    return parts


def main() -> None:
    kept = FOLDER / "champion.json"
    results = json.loads(kept.read_text(encoding="utf-8"))
    if len(sys.argv) > 1:
        files = Path(sys.argv[1]).glob("*/results.jsonl")
        new = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
        there = {result["players"] for result in new}
        new += [result for result in results if result["players"] not in there]
        results = sorted(new, key=lambda result: (result["players"], result["generation"]))
        lines = ",\n".join(map(json.dumps, results))
        kept.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    (FOLDER / "champion.svg").write_text(draw(results), encoding="utf-8")


if __name__ == "__main__":
    main()
