"""What one seat knows, as a value and as JSON: all that bots, browsers and agents get (D3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dnup.cards.card import Card, format_hand, parse_hand
from dnup.cards.deck import Deck, current_name, deck_from_json, deck_to_json
from dnup.cards.packed import PackedDeck, pack_deck
from dnup.error_text import quoted
from dnup.game.board import Board
from dnup.game.history import read_history, write_history
from dnup.game.limits import pack_limits
from dnup.game.placement import Placing
from dnup.game.seats import SEATS, check_players, seat_number
from dnup.game.validity import check_state, pack_finish, slot_number
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.rng import new_stream
from dnup.kernel.validity import ending_of
from dnup.kernel.views import order_copies
from dnup.kernel.worlds import sample_world

if TYPE_CHECKING:
    from dnup.game.round import Round

FORMAT: Final = "dnup-view"
VERSION: Final = 4
_FIELDS: Final = (
    "format",
    "version",
    "deck",
    "players",
    "seat",
    "turn",
    "slot",
    "starter",
    "star",
    "actions",
    "turn_limit",
    "stalled",
    "stall_limit",
    "finish_round",
    "score",
    "points",
    "finish",
    "ending",
    "hand",
    "sizes",
    "table",
    "known",
    "discards",
    "unseen",
    "history",
)


class ViewError(ValueError):
    """A JSON object that is not a view; the message says what would be right.

    >>> try:
    ...     dnup.View.from_json({})
    ... except dnup.ViewError as error:
    ...     print(error)
    this is not a view: the field 'format' is missing
    """


class View(Board):
    """A position as one seat, or a spectator, knows it. Views that look the same are equal.

    >>> view = dnup.Round.deal(players=3, seed=147).view("A")
    >>> view.seat, len(view.hand), len(view.unseen), view.sizes
    ('A', 10, 20, (10, 10, 10))
    >>> world = view.sample(seed=1)
    >>> world.view("A") == view
    True
    """

    __slots__ = ()

    @property
    def seat(self) -> str | None:
        """Whose view it is, None for a spectator's."""
        viewer = self._word(at.VIEWER)
        return None if viewer == at.SPECTATOR else SEATS[viewer - 1]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own hand, ascending; a spectator has none."""
        return self._faces(self._own())

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the viewer has never seen, written lower value first; their hands and way up are unknown."""
        return self.packed_deck.cards(self.unseen_mask, 0)

    @property
    def unseen_mask(self) -> int:
        """The unseen cards as a mask, bit `i` for card `i` of the deck."""
        return self.packed_deck.in_play & ~self._word(at.SHOWN) & ~self._own()

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand."""
        return tuple(self._word(at.SIZES) >> 8 * seat & 255 for seat in range(self.players))

    def _own(self) -> int:
        viewer = self._word(at.VIEWER)
        return 0 if viewer == at.SPECTATOR else self._word(at.HANDS + viewer - 1)

    def sample(self, seed: int | None = None) -> Round:
        """A round that agrees with this view: what the viewer has not seen is dealt at random.

        Every such round is as likely as any other, and seen from the same seat it is this view again. The same
        seed gives the same round.
        """
        from dnup.game.round import (
            Round,
            seed_or_fresh,
        )  # a round makes views, and here it is the other way round

        words = np.empty(at.WORDS, np.int64)
        sample_world(self.deck_words, self.words, new_stream(seed_or_fresh(seed)), words)
        order_copies(self.deck_words, words)
        return Round(self.deck, words, self.packed_deck, self.past)

    def svg(self) -> str:
        """A picture of the table as the viewer sees it, in the look of the page, as an SVG document."""
        from dnup.pictures.scenes import draw_table  # pictures are above all that they show

        return draw_table(self)

    @property
    def moves_known(self) -> bool:
        """Whether the legal moves are known: this seat is in turn."""
        return self.seat is not None and self.seat == self.turn

    def to_json(self) -> dict[str, Any]:
        """This view as JSON data; docs/view.md has the schema, `View.from_json` reads it back."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "deck": deck_to_json(self.deck, self.players),
            "players": self.players,
            "seat": self.seat,
            **self._standing_json(),
            "hand": format_hand(self.hand),
            **self._cards_json(),
            "unseen": format_hand(self.unseen),
            "history": write_history(self.history),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], *, deck: Deck | None = None) -> View:
        """The view that `to_json` wrote; anything else is a `ViewError`.

        A custom deck is written as its cards in play; pass the deck to get it back with its name.
        """
        try:
            return _read(data, deck)
        except ValueError as error:
            raise ViewError(f"this is not a view: {error}") from None

    def _key(self) -> tuple[object, ...]:
        words = self.history_words
        return *super()._key(), None if words is None else words.tobytes()

    def __repr__(self) -> str:
        deck = "" if self.deck.built_in else f", deck={self.deck!r}"
        return f"View.from_json({self.to_json()!r}{deck})"


def _read(data: Mapping[str, Any], deck: Deck | None) -> View:
    if not isinstance(data, Mapping):
        raise ValueError(f"it is a JSON object, not {quoted(data)}")
    if same_json(data.get("version"), 1):  # from before D5, when no round was abandoned for going in circles
        data = {**data, "version": 2, "stalled": 0, "stall_limit": 0}
    if isinstance(data.get("deck"), str):
        data = {**data, "deck": current_name(data["deck"])}
    if same_json(data.get("version"), 2):  # without a history
        data = {**data, "version": 3, "history": None}
    if same_json(data.get("version"), 3):
        data = {**with_slot(data), "version": VERSION}
    data = {"finish_round": False, **data}  # only there if it is so
    for name in _FIELDS:
        if name not in data:
            raise ValueError(f"the field {name!r} is missing")
    for name in data:
        if name not in _FIELDS:
            raise ValueError(f"it has no field {quoted(name)}")
    if data["format"] != FORMAT or data["version"] != VERSION:
        raise ValueError(f"format and version must be {FORMAT!r} and {VERSION}")
    players = check_players(data["players"])
    if deck is None:
        deck = deck_from_json(data["deck"])
    packed = pack_deck(deck, players)
    words = _read_words(data, players, packed)
    view = View(deck, words, packed, read_history(data["history"], words, deck, packed))
    for name, value in view.to_json().items():
        if not same_json(data[name], value):
            raise ValueError(f"{name} is {quoted(data[name])}, but with the rest it must be {quoted(value)}")
    return view


def with_slot(data: Mapping[str, Any]) -> dict[str, Any]:
    """JSON from when `turn` was the slot in turn: now `slot` is that, and `turn` the seat."""
    if "slot" in data:
        raise ValueError("it has no field 'slot'")
    slot = data.get("turn")
    return {**data, "slot": slot, "turn": slot[:1]} if isinstance(slot, str) else {**data, "slot": slot}


def _read_words(data: Mapping[str, Any], players: int, packed: PackedDeck) -> Words:
    words = np.zeros(at.WORDS, np.int64)
    words[at.PLAYERS] = players
    words[at.STARTER] = seat_number(data["starter"], players)
    words[at.ACTIONS] = _number(data["actions"], "actions", 1_000_000)
    words[at.STALLED] = _number(data["stalled"], "stalled", 1_000_000)
    turn_limit = _number(data["turn_limit"], "turn_limit", 1_000_000, lowest=1)
    words[at.LIMITS] = pack_limits(
        players, turn_limit, _number(data["stall_limit"], "stall_limit", 1_000_000), data["finish_round"]
    )
    words[at.SCORE] = _pack(data, "score", players)
    words[at.SIZES] = _pack(data, "sizes", players)
    finish = [seat_number(seat, players) for seat in _list(data, "finish")]
    words[at.FINISH] = pack_finish("".join(SEATS[seat] for seat in finish), players)
    words[at.ENDING] = ending_of(words)
    words[at.VIEWER] = at.SPECTATOR if data["seat"] is None else seat_number(data["seat"], players) + 1
    if (data["slot"] is None) != bool(words[at.ENDING]):
        raise ValueError("slot must be null when the round is over, and otherwise the slot in turn")
    words[at.TURN] = 0 if data["slot"] is None else slot_number(data["slot"], players)
    _read_cards(data, words, packed)
    sizes = tuple(int(words[at.SIZES]) >> 8 * seat & 255 for seat in range(players))
    hidden = [size - int(words[at.HANDS + seat]).bit_count() for seat, size in enumerate(sizes)]
    viewer = int(words[at.VIEWER])
    if (
        min(hidden) < 0
        or (viewer != at.SPECTATOR and hidden[viewer - 1])
        or sum(hidden) != _count(data, "unseen")
    ):
        raise ValueError(
            f"sizes is {list(sizes)}, which does not go with the cards of hand, known and unseen"
        )
    check_state(words, packed, sizes)
    order_copies(packed.words, words)
    return words


def _read_cards(data: Mapping[str, Any], words: Words, packed: PackedDeck) -> None:
    placing = Placing(packed, words)
    players = int(words[at.PLAYERS])
    if not isinstance(data["table"], Mapping):
        raise ValueError(f"table is an object of sets by slot, not {quoted(data['table'])}")
    for name, text in data["table"].items():
        placing.put_set(slot_number(name, players), _cards(text, "a set on the table"))
    placing.put(at.DISCARDS, _cards(data["discards"], "discards"))
    known = [_cards(text, "an entry of known") for text in _list(data, "known")]
    if len(known) != players:
        raise ValueError(f"known has {len(known)} entries, not one for each of {players} seats")
    for seat in range(players):
        placing.put(at.HANDS + seat, known[seat])
    words[at.SHOWN] = packed.in_play & ~placing.left
    secret = Counter(_cards(data["hand"], "hand"))
    if data["seat"] is not None:
        secret.subtract(known[SEATS.index(data["seat"])])
        placing.put(at.HANDS + SEATS.index(data["seat"]), secret.elements())


def same_json(one: object, other: object) -> bool:
    """Whether two JSON values are the same, types included: true is not 1."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same_json(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return type(one) is type(other) and one == other


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    if not isinstance(data[name], list):
        raise ValueError(f"{name} is a list, not {quoted(data[name])}")
    return data[name]  # type: ignore[no-any-return]


def _number(value: object, name: str, highest: int, lowest: int = 0) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise ValueError(f"{name} has whole numbers from {lowest} to {highest}, not {quoted(value)}")
    return value


def _cards(value: object, name: str) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise ValueError(f"{name} is a text of cards like '3/4 3/6', not {quoted(value)}")
    return parse_hand(value)


def _count(data: Mapping[str, Any], name: str) -> int:
    return len(_cards(data[name], name))


def _pack(data: Mapping[str, Any], name: str, players: int) -> int:
    """A number for each seat as the bytes of a word."""
    numbers = _list(data, name)
    if len(numbers) != players:
        raise ValueError(f"{name} is {quoted(numbers)}, not a number for each of {players} seats")
    return int.from_bytes(bytes(_number(number, name, 255) for number in numbers), "little")
