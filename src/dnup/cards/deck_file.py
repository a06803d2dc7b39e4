"""Parse a deck file: its TOML and its card entries, before the deck is validated."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from dnup.cards.card import Card, CardError, parse_card
from dnup.error_text import hint, quoted
from dnup.kernel import layout

PLAYER_COUNTS: Final = tuple(range(2, layout.MAX_PLAYERS + 1))
"""The numbers of players that a game can have."""

_KEYS: Final = ("name", "title", "provenance", "players", "cards", "symbols", "without")
_MAX_BYTES: Final = 65_536
_CARDS_EXAMPLE: Final = 'cards = ["1/5 star", "1/6"]'


class DeckError(ValueError):
    """A deck, or a deck file, that cannot be used; the message is one sentence that says what would be right.

    >>> try:
    ...     dnup.load_deck("balancd")
    ... except dnup.DeckError as error:
    ...     print(error)
    there is no deck called 'balancd'; did you mean 'balanced'?
    """


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck, held in no particular way: `low` < `high`; ★, a set-up symbol or neither (R1, R2)."""

    low: int
    high: int
    star: bool = False
    symbol: str | None = None

    def __post_init__(self) -> None:
        if self.card > self.card.turned:
            raise DeckError(
                f"{self.card} has its higher value first; as a card of a deck it is {self.card.turned}"
            )
        if self.star and self.symbol is not None:
            raise DeckError(
                f"{self.card} carries both ★ and the symbol {quoted(self.symbol)}; the ★ card must carry no "
                "symbol, as every game needs it"
            )

    @property
    def card(self) -> Card:
        """The card with its lower value active."""
        try:
            return Card(self.low, self.high)
        except CardError as error:
            raise DeckError(str(error)) from None

    def __str__(self) -> str:
        """The text that `parse_cards` reads back: `1/6`, `1/5*` or `1/3 happy`."""
        return f"{self.card}{'*' if self.star else ''}{f' {self.symbol}' if self.symbol else ''}"


def parse_cards(texts: Iterable[object], symbols: Mapping[str, str]) -> tuple[DeckCard, ...]:
    """The cards that texts like `1/6`, `1/5 star` and `1/3 happy` name, in their order.

    ★ is the word `star` or the sign ★ or *; a symbol is its name or its sign.
    """
    if isinstance(texts, str):
        raise DeckError(f"{quoted(texts)} is one text; list the cards one by one, like {_CARDS_EXAMPLE}")
    if isinstance(texts, Sized):  # before any of them is parsed
        check_card_count(len(texts))
    cards = []
    for number, text in enumerate(texts, start=1):
        try:
            cards.append(_parse_card(text, symbols))
        except ValueError as error:
            raise DeckError(f"entry {number} of cards, {quoted(text)}: {error}") from None
    return tuple(cards)


def check_card_count(count: int) -> None:
    """A `DeckError` if there are more cards than a deck can have."""
    if count > layout.MAX_CARDS:
        raise DeckError(f"cards has {count} entries; a deck has at most {layout.MAX_CARDS} cards")


def find_symbol(word: str, symbols: Mapping[str, str]) -> str | None:
    """The name of the symbol that has this name or this sign, if there is one."""
    for name, glyph in symbols.items():
        if word == name or plain_sign(word) == plain_sign(glyph):
            return name
    return None


def plain_sign(sign: str) -> str:
    """A sign without the invisible character that some keyboards add to ask for the colored picture."""
    return sign.replace("\ufe0f", "")


class DeckFile(NamedTuple):
    """The entries of a deck file, of the right types; None where the file leaves a default to the deck."""

    name: str
    title: str
    provenance: str
    players: tuple[int, ...]
    cards: tuple[str, ...]
    symbols: Mapping[str, str] | None
    without: Mapping[int, tuple[str, ...]] | None


def read_deck_file(path: Path) -> DeckFile:
    """Read a deck file; every failure is a `DeckError` that begins with the file's name."""
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise DeckError(f"{path}: there is no such file; give the path of a deck file") from None
    except IsADirectoryError:
        raise DeckError(f"{path}: this is a directory; give the path of a deck file in it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise DeckError(f"{path}: the file cannot be read ({reason}); give a readable deck file") from None
    if len(data) > _MAX_BYTES:
        raise DeckError(
            f"{path}: the file is too large for a deck file; it may have up to {_MAX_BYTES:,} bytes"
        )
    try:
        return parse_deck_file(data, default_name=path.stem)
    except DeckError as error:
        raise DeckError(f"{path}: {error}") from None


def parse_deck_file(data: bytes, default_name: str) -> DeckFile:
    """The entries of a deck file's content; `default_name` is the deck's if the file gives it none."""
    table = _parse_toml(data)
    for key in table:
        if key not in _KEYS:
            raise DeckError(f"the key {quoted(key)} is unknown{hint(key, _KEYS)}")
    # The tables come first: what is missing elsewhere may stand below one of them.
    symbols = _symbols(table["symbols"]) if "symbols" in table else None
    without = _without(table["without"]) if "without" in table else None
    if "cards" not in table:
        raise DeckError(f"the key 'cards' is missing; list the cards like {_CARDS_EXAMPLE}")
    return DeckFile(
        name=_text(table, "name", default_name),
        title=_text(table, "title", ""),
        provenance=_text(table, "provenance", ""),
        players=_players(table.get("players", list(PLAYER_COUNTS))),
        cards=_texts(table["cards"], "cards", _CARDS_EXAMPLE),
        symbols=symbols,
        without=without,
    )


def _parse_card(text: object, symbols: Mapping[str, str]) -> DeckCard:
    if not isinstance(text, str):
        raise DeckError("a card is a text, like '3/6'")
    face, *marks = text.replace("*", " star ").replace("★", " star ").split() or [""]
    card = parse_card(face)
    found = [mark if mark == "star" else find_symbol(mark, symbols) for mark in marks]
    for mark, name in zip(marks, found, strict=True):
        if name is None:
            raise DeckError(f"{quoted(mark)} is not a symbol of this deck{hint(mark, [*symbols, 'star'])}")
    names = [name for name in found if name != "star"]
    if len(names) > 1 or len(found) - len(names) > 1:
        raise DeckError("a card has one mark at most; write star or one symbol after its values")
    low, high = sorted((card.active, card.inactive))
    return DeckCard(low, high, star="star" in found, symbol=names[0] if names else None)


def _parse_toml(data: bytes) -> dict[str, object]:
    try:
        # The signature that some editors put in front is no part of the text.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DeckError(f"the file is not UTF-8 text (byte {error.start + 1}); save it as UTF-8") from None
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DeckError(
            "the file is not valid TOML: its lists are nested too deep; write cards as one list"
        ) from None
    except ValueError as error:
        # Not only TOMLDecodeError: a number of thousands of digits raises a plain ValueError.
        reason = quoted(str(error), 200)[1:-1]
        raise DeckError(
            f"the file is not valid TOML: {reason}; write each key once, in lines like {_CARDS_EXAMPLE}"
        ) from None


def _text(table: Mapping[str, object], key: str, default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise DeckError(f'{key} is {_described(value)}; write a text in quotes, like {key} = "my deck"')
    return value


def _texts(value: object, key: str, example: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise DeckError(f"{key} is {_described(value)}; write a list of texts, like {example}")
    for number, entry in enumerate(value, start=1):
        if not isinstance(entry, str):
            raise DeckError(
                f"entry {number} of {key} is {_described(entry)}; write every entry in quotes, like {example}"
            )
    return tuple(value)


def _players(value: object) -> tuple[int, ...]:
    example = "players = [2, 3]"
    if not isinstance(value, list):
        raise DeckError(f"players is {_described(value)}; write a list of numbers, like {example}")
    for number, entry in enumerate(value, start=1):
        if type(entry) is not int:
            raise DeckError(
                f"entry {number} of players is {_described(entry)}; write numbers from 2 to 5, like {example}"
            )
    return tuple(value)


def _symbols(value: object) -> dict[str, str]:
    example = 'happy = "😊"'
    symbols: dict[str, str] = {}
    table = _table(value, "symbols", example)
    if len(table) > layout.MAX_CARDS:
        raise DeckError(f"[symbols] has {len(table)} lines; there is one for each symbol that a card carries")
    for name, glyph in table.items():
        if not isinstance(glyph, str):
            raise DeckError(
                f"{quoted(name)} in [symbols] is {_described(glyph)}; write a sign in quotes, like {example}"
            )
        symbols[name] = glyph
    return symbols


def _without(value: object) -> dict[int, tuple[str, ...]]:
    example = '4 = ["sad"]'
    without: dict[int, tuple[str, ...]] = {}
    for count, names in _table(value, "without", example).items():
        if count not in map(str, PLAYER_COUNTS):
            raise DeckError(
                f"{quoted(count)} in [without] is not a number of players; write 2, 3, 4 or 5, like {example}"
            )
        without[int(count)] = _texts(names, f"{count} in [without]", example)
    return without


def _table(value: object, key: str, example: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise DeckError(
            f"{key} is {_described(value)}; write a table, [{key}] with lines like {example} below it"
        )
    for name in value:
        if name in _KEYS:
            # TOML gives every line below a [table] to that table, wherever its author wanted it.
            raise DeckError(
                f"{quoted(name)} stands below [{key}]; move it above the first [table] of the file"
            )
    return value


def _described(value: object) -> str:
    """A TOML value as an error message names it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        # Python refuses to write out a number of thousands of digits, which TOML can state in base 16.
        return f"the number {value}" if abs(value) < 1e12 else "a huge number"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a table"
    return "a date or time"
