"""Pictures of a table, a card and a deck in the look of the page, for notebooks and papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dnup.cards.card import Card
from dnup.cards.deck import Deck
from dnup.game.board import Board
from dnup.game.match import letters
from dnup.game.round import Round
from dnup.game.view import View
from dnup.pictures.drawing import Drawing, paint

WIDTH: Final = 760
EDGE: Final = 16
PLATE: Final = (128, 54)
"""Width and height of what says who sits there."""

LEAST_SHOWN: Final = 0.46
"""The share of a card's width that the next one leaves free at least: its numeral is that wide."""

ALL_ENDS: Final = {
    "out": "The round is over",
    "match": "The match is won",
    "abandoned": "The round was abandoned",
}


@dataclass(frozen=True)
class _Hand:
    """The cards of a seat as they are shown: faces, and how many backs."""

    seat: str
    faces: tuple[Card, ...]
    backs: int
    own: bool


def draw_table(board: Board, *, on_a_page: bool = False) -> str:
    """A round with all hands, or a view with what its seat knows, that seat at the bottom."""
    return _Table(board).draw(on_a_page)


def draw_card(card: Card, *, on_a_page: bool = False) -> str:
    """One card, held this way up."""
    drawing = Drawing()
    drawing.card(card.active, card.inactive, "translate(2 1)", 100)
    return drawing.svg(104, 156, f"the card {card}", on_a_page=on_a_page)


def draw_deck(deck: Deck, *, on_a_page: bool = False) -> str:
    """All cards of a deck, with the symbols by which some stay out."""
    drawing = Drawing()
    in_row, width, gap = 9, 72, 8.5
    height = width * 1.5
    rows = -(-len(deck.cards) // in_row)
    size = 66 + rows * (height + gap) + EDGE
    _cloth(drawing, size)
    drawing.text(deck.title, EDGE + 6, 34, 17, more='font-weight="650"')
    words = f"{len(deck.cards)} cards for {_either(deck.players)} players"
    drawing.text(words, WIDTH - EDGE - 6, 34, 13, "ink-2", 'text-anchor="end"')
    for number, card in enumerate(deck.cards):
        row, column = divmod(number, in_row)
        x, y = EDGE + 6 + column * (width + gap), 52 + row * (height + gap)
        drawing.card(
            card.low, card.high, f"translate({x:g} {y:g})", width, star=card.star, symbol=card.symbol
        )
    return drawing.svg(WIDTH, size, f"the deck {deck.name}: {words}", on_a_page=on_a_page)


class _Table:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.drawing = Drawing()
        self.star = board.deck.cards[board.deck.star]
        self.areas = len(board.slots) // board.players

    def draw(self, on_a_page: bool) -> str:
        hands = _hands(self.board)
        heights = [132 if hand.own else 102 for hand in hands]
        height = 2 * EDGE + sum(heights) + 34
        _cloth(self.drawing, height)
        y = float(EDGE)
        for hand, row in zip(hands, heights, strict=True):
            self._row(hand, y, row)
            y += row
        self._status(y + 6)
        return self.drawing.svg(WIDTH, height, self._title(), on_a_page=on_a_page)

    def _row(self, hand: _Hand, y: float, height: float) -> None:
        middle = y + height / 2
        self._plate(hand, middle)
        slots = [slot for slot in self.board.slots if slot[0] == hand.seat]
        x = EDGE + PLATE[0] + 16.0
        width = 172.0 if self.areas == 1 else 118.0
        for slot in slots:
            self._area(slot, x, middle, width)
            x += width + 8
        self._hand(hand, x + 12, middle, WIDTH - EDGE - 8 - x - 12)

    def _plate(self, hand: _Hand, middle: float) -> None:
        board, drawing = self.board, self.drawing
        width, height = PLATE
        x, y = EDGE + 2, middle - height / 2
        in_turn = board.turn == hand.seat
        if in_turn:
            drawing.box(x - 6, y - 6, width + 12, height + 12, 18, paint(fill="glow"))
            drawing.box(x, y, width, height, 12, f'{paint(fill="surface", stroke="accent")} stroke-width="5"')
        drawing.box(x, y, width, height, 12, paint(fill="surface"))
        drawing.text(hand.seat, x + 15, y + 24, 17, more='font-weight="650"')
        seat = board.seats.index(hand.seat)
        drawing.text(self._state(hand, seat), x + 15, y + 41, 12, "accent" if in_turn else "ink-2")
        points = board.score[seat] + board.points[seat]
        lit, _, more = letters(points, board.players).partition("+")
        drawing.letters(len(lit), x + 66, y + 12, 24)
        if more:
            drawing.text(f"+{more}", x + 114, y + 12, 10, "accent", 'text-anchor="end"')

    def _state(self, hand: _Hand, seat: int) -> str:
        if hand.seat in self.board.finish:
            return "out first" if self.board.finish[0] == hand.seat else "out second"
        cards = self.board.sizes[seat]
        return f"{cards} card" if cards == 1 else f"{cards} cards"

    def _area(self, slot: str, x: float, middle: float, width: float) -> None:
        """Where a set lies, or could."""
        card, height = 50.0, 92.0
        in_turn = self.board.slot == slot
        top = middle - height / 2
        self.drawing.box(x, top, width, height, 12, f'{paint(fill="surface")} opacity=".3"')
        if in_turn:
            ring = f'fill="none" {paint(stroke="accent")} stroke-width="2" stroke-dasharray="5 4"'
            self.drawing.box(x, top, width, height, 12, ring)
        if self.areas > 1:
            self.drawing.text(slot, x + 8, top + 16, 11, "ink-2")
            x, width = x + 18, width - 18
        cards = self.board.table.get(slot, ())
        step = _step(len(cards), card, 32, width - 24)
        left = x + (width - card - step * (len(cards) - 1)) / 2
        for number, face in enumerate(cards):
            lean = 1.2 if number % 2 else -0.8
            self._face(face, left + number * step, middle - card * 0.75, card, lean)

    def _hand(self, hand: _Hand, x: float, middle: float, width: float) -> None:
        card = 66.0 if hand.own else 52.0
        space = width - min(hand.backs, 1) * 24 - hand.backs * 5
        step = _step(len(hand.faces), card, card * 0.72, space)
        if len(hand.faces) > 1 and not hand.backs and step < card * LEAST_SHOWN:
            self._two_rows(hand, x, middle, space)
            return
        span = card + step * (len(hand.faces) - 1) if hand.faces else 0.0
        back = _step(hand.backs, 46, 12, width - span - 10) if hand.backs else 0.0
        top = middle - card * 0.75
        centre = (len(hand.faces) - 1) / 2
        for number, face in enumerate(hand.faces):
            away = number - centre if hand.own else 0.0
            self._face(face, x + number * step, top + away * away * 0.35, card, away * 0.9)
        x += span + 10 if hand.faces else 0
        for number in range(hand.backs):
            self.drawing.back(f"translate({x + number * back:g} {middle - 34.5:g})", 46)

    def _two_rows(self, hand: _Hand, x: float, middle: float, space: float) -> None:
        """Many cards, so that every active value can be read: smaller ones, the lower half above the other."""
        card = 41.0 if hand.own else 31.0
        first = -(-len(hand.faces) // 2)
        step = _step(first, card, card * 1.06, space)
        for number, face in enumerate(hand.faces):
            row, column = divmod(number, first)
            self._face(face, x + column * step, middle + (row - 1) * (card * 1.5 + 4) + 2, card, 0.0)

    def _face(self, card: Card, x: float, y: float, width: float, lean: float) -> None:
        star = {card.active, card.inactive} == {self.star.low, self.star.high}
        turn = f" rotate({lean:.2f} {width / 2:g} {width * 0.75:g})" if lean else ""
        self.drawing.card(card.active, card.inactive, f"translate({x:.2f} {y:.2f}){turn}", width, star=star)

    def _status(self, y: float) -> None:
        """How it stands, and what has been discarded."""
        x = EDGE + 6.0
        self.drawing.text(self._words(), x, y + 17, 13, "ink-2")
        discards = self.board.discards
        if not discards:
            return
        step = _step(len(discards), 14, 18, 420)
        right = WIDTH - EDGE - 20.0
        left = right - step * (len(discards) - 1)
        for number, card in enumerate(discards):
            self.drawing.chip(card.active, left + number * step, y + 3, 18)
        self.drawing.text("discarded", left - 12, y + 17, 13, "ink-2", 'text-anchor="end"')

    def _words(self) -> str:
        board = self.board
        if board.ending is not None:
            return f"{ALL_ENDS[board.ending]} after {board.actions} actions"
        made = "no action yet" if not board.actions else f"{board.actions} action{'s' * (board.actions > 1)}"
        return f"{board.turn} to move, {made}"

    def _title(self) -> str:
        seen = f", as {self.board.seat or 'a spectator'} sees it" if isinstance(self.board, View) else ""
        return f"dnup with {self.board.players} players{seen}: {self._words()}"


def _hands(board: Board) -> list[_Hand]:
    if isinstance(board, Round):
        return [_Hand(seat, hand, 0, False) for seat, hand in zip(board.seats, board.hands, strict=True)]
    assert isinstance(board, View)
    place = 0 if board.seat is None else board.seats.index(board.seat) + 1
    hands = []
    for seat in (*board.seats[place:], *board.seats[:place]):
        number = board.seats.index(seat)
        own = seat == board.seat
        faces = board.hand if own else board.known[number]
        hands.append(_Hand(seat, faces, board.sizes[number] - len(faces), own))
    return hands


def _step(cards: int, width: float, widest: float, space: float) -> float:
    """How far apart cards lie so that they fit."""
    return widest if cards < 2 else max(4.0, min(widest, (space - width) / (cards - 1)))


def _cloth(drawing: Drawing, height: float) -> None:
    """The mat, with the page's wave across it."""
    stops = "".join(
        f'<stop offset="{offset}" {paint(stop_color=color)}/>'
        for offset, color in (("0", "mat-hi"), (".6", "mat"), ("1", "mat-lo"))
    )
    drawing.add(f'<radialGradient id="dn-cloth" cx=".5" cy=".3" r=".8">{stops}</radialGradient>')
    drawing.box(0, 0, WIDTH, height, 24, 'fill="url(#dn-cloth)"')
    waves = "".join(_waves(height))
    drawing.add(f'<g fill="none" {paint(stroke="wave")} stroke-width="1.5">{waves}</g>')


def _waves(height: float) -> Iterator[str]:
    middle = height / 2
    for shift in (-36, -12, 12, 36):
        y = middle + shift
        yield (
            f'<path d="M0 {y + 24:g}C{WIDTH * 0.14:g} {y + 84:g} {WIDTH * 0.34:g} {y + 92:g} {WIDTH / 2:g} {y:g}'
            f'S{WIDTH * 0.88:g} {y - 84:g} {WIDTH} {y - 24:g}"/>'
        )


def _either(counts: Sequence[int]) -> str:
    words = [str(count) for count in counts]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
