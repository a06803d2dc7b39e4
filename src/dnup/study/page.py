"""A review as one HTML file that opens anywhere: no scripts, no fonts, nothing to fetch."""

from __future__ import annotations

from html import escape
from typing import Final

from dnup.study.judgment import Judgment
from dnup.study.summary import Review

WIDTH: Final = 960
HEIGHT: Final = 260
SHOWN: Final = 12
DASHES: Final = ("9 4", "2 4", "14 4 2 4", "5 2", "1 3")
"""Lines are told apart by their dashes, for colours belong to the values of cards; the winner's has none."""

SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}

STYLE: Final = """
:root {
  color-scheme: light dark;
  --page: #F3EFE5; --ink: #16241E; --quiet: #435249; --surface: #FFFDF7; --accent: #0B6B4F; --warn: #9C3D10;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #0C1311; --ink: #EEF1E8; --quiet: #A9B8AF; --surface: #18231F; --accent: #66E3B8; --warn: #FFB685 }
}
body {
  margin: 0 auto; max-width: 960px; padding: 24px 16px 72px; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif;
}
h1 { font-size: 24px }
h2 { font-size: 18px; margin-top: 32px }
section, article { background: var(--surface); border-radius: 12px; padding: 16px; margin: 12px 0; overflow-x: auto }
table { border-collapse: collapse; width: 100% }
td, th { padding: 4px 8px; text-align: right }
td:first-child, th:first-child { text-align: left }
th { color: var(--quiet); font-weight: 600; font-size: 13px }
.cost { color: var(--warn); font-weight: 650 }
.found { color: var(--accent); font-weight: 650 }
.quiet { color: var(--quiet) }
svg { max-width: 100%; height: auto }
.chart text { font-size: 12px; fill: var(--quiet) }
"""


def write_page(review: Review, seat: str | None = None) -> str:
    """The page; of one seat's moments, if one is named."""
    names = ", ".join(
        f"{at} {escape(name)}" for at, name in zip(review.seats, review.record.players, strict=True)
    )
    moments = review.moments(seat)[:SHOWN]
    told = "".join(_moment(one) for one in moments) or "<p>No move cost enough to speak of.</p>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>dnup · review</title><style>{STYLE}</style></head><body>
<h1>Review</h1><p>{names}. {_result(review)}</p>
<h2>Chances to win the match</h2><section>{_chart(review)}</section>
<h2>Luck and skill</h2><section>{_accounts(review)}</section>
<h2>Moments that mattered</h2>{told}
<p class="quiet">Judged by what each player could know, in up to {review.effort:,} tries a decision, seed {review.seed}.
Points are of 100; ± is two standard errors.</p>
</body></html>
"""


def _result(review: Review) -> str:
    record = review.record
    if record.winner is None:
        return f"The match was {escape(record.result)}."
    name = record.players[review.seats.index(record.winner)]
    return f"{record.winner} {escape(name)} won, {' : '.join(map(str, record.score))}."


def _chart(review: Review) -> str:
    """Everybody's chance over the match; a table says the same to who cannot see it."""
    lines = []
    for index, seat in enumerate(review.seats):
        chances = review.chances(seat)
        step = (WIDTH - 60) / max(1, len(chances) - 1)
        points = " ".join(
            f"{30 + step * at:.1f},{10 + (HEIGHT - 40) * (1 - chance):.1f}"
            for at, chance in enumerate(chances)
        )
        won = review.record.winner == seat
        colour, width, dashes = ("var(--accent)", 3, "none") if won else ("currentColor", 1.5, DASHES[index])
        height = (
            14 + (HEIGHT - 40) * (1 - chances[-1]) - (0 if won else 14 * index)
        )  # who lost ends at the same point
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'stroke-dasharray="{dashes}"/><text x="{WIDTH - 24}" y="{height:.0f}">{seat}</text>'
        )
    fair = 10 + (HEIGHT - 40) * (1 - 1 / len(review.seats))
    ends = f'<text x="0" y="16">100</text><text x="12" y="{HEIGHT - 26}">0</text>'
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Chances, move by move">'
        f'<line x1="30" x2="{WIDTH - 30}" y1="{fair:.1f}" y2="{fair:.1f}" stroke="currentColor" opacity=".25"/>'
        f"{ends}{''.join(lines)}</svg>"
    )


def _accounts(review: Review) -> str:
    rows = []
    for seat, name in zip(review.seats, review.record.players, strict=True):
        account, rating = review.account(seat), review.rating(seat)
        parts = (account.cards, account.luck, account.gifts, account.decisions)
        cells = "".join(f"<td>{_signed(part)}</td>" for part in parts)
        rows.append(
            f"<tr><td>{seat} {escape(name)}</td><td>{100 * account.fair:.0f}</td>{cells}"
            f"<td>{100 * account.result:.0f}</td>"
            f"<td>{_signed(-rating.per_decision, 1)}</td><td>{rating.like}</td></tr>"
        )
    heads = ("", "fair", "cards", "luck", "gifts", "own play", "result", "a decision", "plays like")
    return f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>{''.join(rows)}</table>"


def _moment(one: Judgment) -> str:
    place = f"Round {one.round_number}, move {one.number}: {one.seat}"
    if not one.loss:
        said = f'<span class="found">!</span> {one.made}, the only good move'
    else:
        cost = f"−{100 * one.loss:.0f} ± {200 * one.error:.0f}"
        said = f'<span class="cost">{SIGNS[one.mark]} {cost}</span> {one.made}; better {one.best}'
    moves = "".join(
        f"<tr><td>{worth.move}</td><td>{100 * worth.chance:.0f}</td><td>± {200 * worth.error:.0f}</td></tr>"
        for worth in one.worths[:3]
    )
    return f"<article><h3>{place}</h3><p>{said}</p>{one.view.svg()}<table>{moves}</table></article>"


def _signed(part: float, digits: int = 0) -> str:
    return f"{100 * part:+.{digits}f}".replace("-", "−")
