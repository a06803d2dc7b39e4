"""The charts of a review as SVG: everyone's chance over the match, and luck accounts."""

from __future__ import annotations

from html import escape
from typing import Final

from dnup.review.graded_move import WRONG
from dnup.review.luck import LuckAccount
from dnup.review.match_review import Review

WIDTH: Final = 920
HEIGHT: Final = 240
LEFT, RIGHT, TOP, BOTTOM = 34, 20, 12, 26
DASHES: Final = ("9 4", "2 4", "14 4 2 4", "5 2", "1 3")
"""Lines differ by dashes, because colors belong to the values of cards; that of the reader's seat is solid."""

SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
PARTS: Final = ("cards dealt", "own play", "others' play", "luck of the table")
BAR: Final = 64


def dashes(review: Review, seat: str, about: str) -> str:
    """The SVG dash pattern of a seat's line."""
    return "none" if seat == about else DASHES[review.seats.index(seat)]


def draw_chances(review: Review, about: str) -> str:
    """Everyone's chance over the match; the line of one seat is in front and has its moments."""
    lines = {seat: review.chances(seat) for seat in review.seats}
    step = (WIDTH - LEFT - RIGHT) / max(1, len(lines[about]) - 1)

    def x(index: int) -> float:
        return LEFT + step * index

    def y(chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    parts = [
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(at):.1f}" y2="{y(at):.1f}"/>'
        f'<text x="{LEFT - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{100 * at:.0f}</text>'
        for at in (0.0, 1 / len(review.seats), 0.5, 1.0)
        if at in (0.0, 1.0, 0.5) or abs(at - 0.5) > 0.01
    ]
    number = 0
    for index, one in enumerate(review.moves):
        if one.round_number != number:
            number = one.round_number
            parts.append(
                f'<line class="grid" x1="{x(index):.1f}" x2="{x(index):.1f}" y1="{TOP}" y2="{y(0):.1f}"/>'
            )
            parts.append(f'<text x="{x(index):.1f}" y="{HEIGHT - 8}">Round {number}</text>')
    for seat in sorted(review.seats, key=lambda seat: seat == about):
        points = " ".join(f"{x(index):.1f},{y(chance):.1f}" for index, chance in enumerate(lines[seat]))
        kind = "own" if seat == about else "other"
        parts.append(
            f'<polyline class="{kind}" points="{points}" fill="none" '
            f'stroke-dasharray="{dashes(review, seat, about)}"/>'
        )
    for index, one in enumerate(review.moves):
        if one.seat == about and (one.mark in WRONG or one.only_move):
            sign, kind = (SIGNS[one.mark], "wrong") if one.loss else ("!", "found")
            at = x(index), y(lines[about][index])
            parts.append(
                f'<a href="#r{one.round_number}m{one.number}"><circle class="{kind}" cx="{at[0]:.1f}" '
                f'cy="{at[1]:.1f}" r="9"/><text class="sign" x="{at[0]:.1f}" y="{at[1] + 4:.1f}" '
                f'text-anchor="middle">{sign}</text></a>'
            )
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Chances to win the match, move by move">{"".join(parts)}</svg>'
    )


def draw_luck_account(account: LuckAccount) -> str:
    """A waterfall chart from an equal chance to the result."""
    amounts = (account.cards, account.decisions, account.gifts, account.luck)
    levels = [account.fair]
    for amount in amounts:
        levels.append(levels[-1] + amount)
    top, bottom = max(0.0, *levels, account.result), min(0.0, *levels)
    height, gap = 150.0, 92.0

    def y(level: float) -> float:
        return 24 + height * (top - level) / max(0.01, top - bottom)

    bars = [("equal chance", 0.0, account.fair, "whole", f"{100 * account.fair:.0f} %")]
    for name, begin, amount in zip(PARTS, levels, amounts, strict=False):
        kind = "gain" if amount >= 0 else "drop"
        bars.append((name, begin, begin + amount, kind, f"{100 * amount:+.0f}".replace("-", "−")))
    bars.append(("result", 0.0, account.result, "whole", f"{100 * account.result:.0f} %"))
    parts = [f'<line class="grid" x1="0" x2="{gap * 6:.0f}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>']
    for index, (name, begin, end, kind, amount_text) in enumerate(bars):
        left, upper = gap * index + (gap - BAR) / 2, y(max(begin, end))
        parts.append(
            f'<rect class="{kind}" x="{left:.1f}" y="{upper:.1f}" width="{BAR}" rx="4" '
            f'height="{max(2.0, abs(y(begin) - y(end))):.1f}"/>'
            f'<text class="amount" x="{left + BAR / 2:.1f}" y="{upper - 6:.1f}" '
            f'text-anchor="middle">{amount_text}</text>'
        )
        first, _, second = name.partition(" ")
        for line, word in enumerate((first, second)):
            parts.append(
                f'<text x="{left + BAR / 2:.1f}" y="{height + 44 + 15 * line:.0f}" '
                f'text-anchor="middle">{escape(word)}</text>'
            )
    return (
        f'<svg class="account" viewBox="0 0 {gap * 6:.0f} {height + 66:.0f}" role="img" '
        f'aria-label="Luck and skill of {account.seat}">{"".join(parts)}</svg>'
    )
