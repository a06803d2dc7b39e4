"""Draws docs/pictures/learning.svg from the curve that `examples/ppo.py --curve docs/pictures/learning.json` wrote."""

from __future__ import annotations

import json
import math
from typing import Any

from tools import ROOT

FOLDER = ROOT / "docs" / "pictures"
LEFT, RIGHT, TOP, BOTTOM = 56, 740, 56, 300
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 16px; font-weight: 600; }
  .quiet { font-size: 11.5px; fill: #57606a; }
  .grid { stroke: #d0d7de; }
  .bar { stroke: #c2410c; stroke-dasharray: 6 4; }
  .band { fill: #0a6cbd; fill-opacity: .18; }
  .line { fill: none; stroke: #0a6cbd; stroke-width: 2; stroke-linejoin: round; }
  .dot { fill: #0a6cbd; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .quiet { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .line { stroke: #58b2f5; }
    .dot { fill: #58b2f5; }
  }
"""


def draw(curve: list[dict[str, Any]]) -> str:
    """The share of rounds won over the time of learning, with 95 % intervals."""
    longest = float(max(point["minutes"] for point in curve))

    def across(minutes: float) -> float:
        return LEFT + minutes / longest * (RIGHT - LEFT)

    def up(share: float) -> float:
        return BOTTOM - share * (BOTTOM - TOP)

    lines = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        lines.append(
            f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{up(share):.1f}" y2="{up(share):.1f}"/>'
        )
        lines.append(
            f'<text class="quiet" x="{LEFT - 8}" y="{up(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        )
    step = max(1, round(longest / 10))
    for minutes in range(0, math.floor(longest) + 1, step):
        lines.append(
            f'<text class="quiet" x="{across(minutes):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{minutes}</text>'
        )
    lines.append(f'<line class="bar" x1="{LEFT}" x2="{RIGHT}" y1="{up(0.6):.1f}" y2="{up(0.6):.1f}"/>')
    high, low = [], []
    for point in curve:
        sure = 1.96 * math.sqrt(point["won"] * (1 - point["won"]) / point["rounds"])
        high.append(f"{across(point['minutes']):.1f},{up(min(point['won'] + sure, 1)):.1f}")
        low.append(f"{across(point['minutes']):.1f},{up(max(point['won'] - sure, 0)):.1f}")
    places = [(across(point["minutes"]), up(point["won"])) for point in curve]
    lines.append(f'<polygon class="band" points="{" ".join([*high, *reversed(low)])}"/>')
    lines.append(f'<polyline class="line" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>')
    lines += [f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places]
    last = curve[-1]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 350" role="img">',
            f"<style>{STYLE}</style>",
            f'<text class="title" x="{LEFT}" y="24">Rounds won against greedy, two players</text>',
            f'<text class="quiet" x="{LEFT}" y="42">{last["won"]:.1%} of {last["rounds"]:,} in the end, after '
            f"{last['moves'] / 1e6:.1f} million moves; the bar is 60 %, the band 95 % sure</text>",
            *lines,
            f'<text class="quiet" x="{RIGHT}" y="{BOTTOM + 38}" text-anchor="end">minutes of learning, one core</text>',
            "</svg>\n",
        ]
    )


def main() -> None:
    curve = json.loads((FOLDER / "learning.json").read_text(encoding="utf-8"))
    (FOLDER / "learning.svg").write_text(draw(curve), encoding="utf-8")
    print(f"wrote {FOLDER / 'learning.svg'}")


if __name__ == "__main__":
    main()
