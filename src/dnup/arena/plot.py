"""The plot of a report: ratings and shares with error bars, as SVG for light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from dnup.arena.report import BotReport, Report
from dnup.arena.texts import played, won_heading

_WIDTH: Final = 760
_TOP: Final = 84
_ROW: Final = 34
_NAMES: Final = 190
_STYLE: Final = """
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 16px; font-weight: 600; }
  .quiet { font-size: 11.5px; fill: #57606a; }
  .name { font-weight: 600; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .stripe { fill: #818b98; fill-opacity: .08; }
  .bar { stroke: #0a6cbd; stroke-width: 2; stroke-linecap: round; }
  .dot { fill: #0a6cbd; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .quiet { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .bar { stroke: #58b2f5; }
    .dot { fill: #58b2f5; }
  }
"""


@dataclass(frozen=True)
class _Panel:
    """One column of the plot: a scale with a mark for each bot."""

    heading: str
    left: float
    right: float
    low: float
    high: float
    step: float
    label: Callable[[float], str]

    def place(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)

    def axis(self, bottom: float) -> list[str]:
        lines = [f'<text class="quiet" x="{self.left}" y="{_TOP - 24}">{escape(self.heading)}</text>']
        for tick in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + tick * self.step
            x = f"{self.place(value):.1f}"
            lines.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{_TOP}" y2="{bottom}"/>')
            label = self.label(value)
            lines.append(f'<text class="quiet" x="{x}" y="{_TOP - 6}" text-anchor="middle">{label}</text>')
        return lines

    def mark(self, y: float, value: float, low: float, high: float) -> list[str]:
        """A dot with its error bar and caps."""
        x, start, end = (f"{self.place(at):.1f}" for at in (value, low, high))
        bar = '<line class="bar" x1="{}" x2="{}" y1="{}" y2="{}"/>'.format
        return [
            bar(start, end, y, y),
            bar(start, start, y - 4, y + 4),
            bar(end, end, y - 4, y + 4),
            f'<circle class="dot" cx="{x}" cy="{y}" r="4.5"/>',
        ]


def plot(report: Report) -> str:
    """The SVG file of a report."""
    bottom = _TOP + _ROW * len(report.bots)
    height = bottom + 34
    title = f"dnup arena: {played(report)}"
    ratings = _rating_panel(report)
    shares = _share_panel(report)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" role="img" aria-labelledby="title">',
        f'<title id="title">{escape(title)}</title>',
        f"<style>{_STYLE}</style>",
        f'<text class="title" x="16" y="30">{escape(title)}</text>',
    ]
    lines += [
        f'<rect class="stripe" x="0" y="{_TOP + _ROW * row}" width="{_WIDTH}" height="{_ROW}"/>'
        for row in range(0, len(report.bots), 2)
    ]
    lines += ratings.axis(bottom) + shares.axis(bottom)
    for row, bot in enumerate(report.bots):
        y = _TOP + _ROW * row + _ROW / 2
        lines.append(f'<text class="name" x="16" y="{y + 4.5}">{escape(_short(bot.name))}</text>')
        mu, sigma = bot.rating.mu, bot.rating.sigma
        lines += ratings.mark(y, mu, mu - 2 * sigma, mu + 2 * sigma)
        share = _share(bot)
        if share is not None:
            lines += shares.mark(y, *share)
    note = f"bars: two sigma of the rating, 95 % of the share; seed {report.settings.seed}"
    lines.append(f'<text class="quiet" x="16" y="{bottom + 22}">{escape(note)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _rating_panel(report: Report) -> _Panel:
    lows = [bot.rating.mu - 2 * bot.rating.sigma for bot in report.bots]
    highs = [bot.rating.mu + 2 * bot.rating.sigma for bot in report.bots]
    step = _round_step((max(highs) - min(lows)) / 4)
    low, high = math.floor(min(lows) / step) * step, math.ceil(max(highs) / step) * step
    return _Panel("rating (Plackett–Luce)", _NAMES + 20, 470, low, high, step, lambda value: f"{value:g}")


def _share_panel(report: Report) -> _Panel:
    heading = f"{won_heading(report)}, %"
    return _Panel(heading, 510, _WIDTH - 24, 0.0, 1.0, 0.25, lambda value: f"{value * 100:.0f}")


def _share(bot: BotReport) -> tuple[float, float, float] | None:
    won = bot.alone or bot.won
    if won is None:
        return None
    return won.mean, won.mean if won.low is None else won.low, won.mean if won.high is None else won.high


def _round_step(step: float) -> float:
    """The next larger of 1, 2, 5, 10, 20, …"""
    power = 10.0 ** math.floor(math.log10(max(step, 0.01)))
    return next(size * power for size in (1, 2, 5, 10) if size * power >= step - 1e-9)


def _short(name: str, limit: int = 24) -> str:
    return name if len(name) <= limit else f"{name[: limit - 1]}…"
