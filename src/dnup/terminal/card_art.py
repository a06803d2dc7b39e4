"""Cards drawn with characters, four wide and three high.

With colors a card is a tile, full color over pale. Without, it has a frame, and the inactive value sits in
its lower edge. Cards of a set overlap where room is scarce; each then keeps its left part, on which both
values can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from dnup.cards.card import Card
from dnup.terminal.palette import QUIET, Palette

WIDTH: Final = 4
HEIGHT: Final = 3


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card lies in its row, how much of it is to be seen, and its number from 0."""

    left: int
    width: int
    number: int
    covers: bool
    """Whether it lies on part of the card before it."""


def draw_cards(cards: Sequence[Card], width: int, palette: Palette, *, numbered: bool = False) -> list[Text]:
    """Lines of text with these cards in their order, in as many rows as they need.

    Cards of one value stand together. `numbered` writes 1, 2, 3, … below them.
    """
    lines = []
    for row in _lay_out(cards, width):
        lines += [_line(row, cards, palette, part) for part in range(HEIGHT)]
        if numbered:
            lines.append(_numbers(row))
    return lines


def chip(card: Card, palette: Palette) -> Text:
    """A card inside a sentence: `3/6`."""
    active = (str(card.active), palette.active(card.active))
    return Text.assemble(active, (f"/{card.inactive}", palette.inactive(card.inactive)))


def value_chip(value: int, palette: Palette) -> Text:
    """A value inside a sentence."""
    return Text(str(value), style=palette.active(value))


def _lay_out(cards: Sequence[Card], width: int) -> list[list[_Place]]:
    """Rows of places: airy if there is room, then closer, then overlapping, and at last in several rows."""
    two_digits = any(max(card.active, card.inactive) > 9 for card in cards)
    steps = [(1, 3), (1, 2), (-1, 2), (-1, 1)] + ([] if two_digits else [(-2, 1)])
    for within, between in steps:
        rows = _rows(cards, width, within, between)
        if len(rows) <= 1:
            return rows
    return _rows(cards, width, 1, 2)


def _rows(cards: Sequence[Card], width: int, within: int, between: int) -> list[list[_Place]]:
    rows: list[list[_Place]] = []
    for number, card in enumerate(cards):
        gap = within if number and cards[number - 1].active == card.active else between
        last = rows[-1][-1] if rows else None
        if last is None or last.left + WIDTH + gap + WIDTH > width:
            rows.append([_Place(0, WIDTH, number, covers=False)])
            continue
        rows[-1][-1] = _Place(last.left, WIDTH + min(gap, 0), last.number, last.covers)
        rows[-1].append(_Place(last.left + WIDTH + gap, WIDTH, number, covers=gap < 0))
    return rows


def _line(row: Sequence[_Place], cards: Sequence[Card], palette: Palette, part: int) -> Text:
    line = Text(no_wrap=True)
    for place in row:
        line.append(" " * (place.left - line.cell_len))
        card = cards[place.number]
        line.append_text(_tile(card, place, palette, part) if palette.colored else _framed(card, place, part))
    return line


def _tile(card: Card, place: _Place, palette: Palette, part: int) -> Text:
    edge = "▏" if place.covers else " "
    if part == 0:
        return Text(f"{edge}{card.active:<{place.width - 1}}", style=palette.active(card.active))
    if part == 1:
        return Text(f"{edge}{'':<{place.width - 1}}", style=palette.active(card.active))
    width = place.width - 1 if place.width == WIDTH else place.width
    return Text(f"{card.inactive:>{width}}".ljust(place.width), style=palette.inactive(card.inactive))


def _framed(card: Card, place: _Place, part: int) -> Text:
    whole = place.width == WIDTH
    width = WIDTH - 2 if whole else place.width - 1
    if part == 0:
        return Text("╭" + "─" * width + ("╮" if whole else ""))
    if part == 1:
        return Text.assemble("│", (f"{card.active:<{width}}", "bold"), "│" if whole else "")
    return Text("╰" + f"{card.inactive:─>{width}}" + ("╯" if whole else ""))


def _numbers(row: Sequence[_Place]) -> Text:
    line = Text(no_wrap=True, style=QUIET)
    for place in row:
        line.append(" " * (place.left + 1 - line.cell_len) + str(place.number + 1))
    return line
