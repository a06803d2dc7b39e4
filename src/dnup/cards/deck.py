"""Decks: which cards a game is played with. A deck is data; the built-in ones are the files in `decks/`."""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np

from dnup.cards import deck_file
from dnup.cards.deck_file import PLAYER_COUNTS, DeckCard, DeckError, find_symbol, plain_sign
from dnup.error_text import either, hint, quoted
from dnup.kernel import deck_faults, layout

__all__ = [
    "DEFAULT_DECK",
    "LONGEST_NAME",
    "MAX_CARDS",
    "MAX_CARDS_OF_A_VALUE",
    "OLD_NAMES",
    "PLAYER_COUNTS",
    "STANDARD_SYMBOLS",
    "STANDARD_WITHOUT",
    "Deck",
    "DeckCard",
    "DeckError",
    "deck_from_json",
    "deck_names",
    "deck_to_json",
    "load_deck",
]

DEFAULT_DECK: Final = "printed"
"""The name of the default deck."""

OLD_NAMES: Final[Mapping[str, str]] = MappingProxyType({"standard": "balanced"})
"""Built-in decks by the names they had in earlier versions. These are read for ever and never written."""

LONGEST_NAME: Final = 80
"""The maximum number of characters of a deck's name and title."""

MAX_CARDS: Final = layout.MAX_CARDS
"""The maximum number of cards in a deck."""

MAX_CARDS_OF_A_VALUE: Final = layout.MAX_SIZE
"""The maximum number of cards with the same value, so also the maximum size of a set."""

STANDARD_SYMBOLS: Final[Mapping[str, str]] = MappingProxyType({"sad": "☹", "neutral": "😐", "happy": "😊"})
"""The set-up symbols of R2: names and signs."""

STANDARD_WITHOUT: Final[Mapping[int, frozenset[str]]] = MappingProxyType(
    {
        2: frozenset({"sad", "neutral", "happy"}),
        3: frozenset({"sad", "neutral"}),
        4: frozenset({"sad"}),
        5: frozenset(),
    }
)
"""The symbols whose cards stay out, by number of players (R3)."""


@dataclass(frozen=True, repr=False)
class Deck:
    """The cards of a game, and with how many players which of them are used.

    `cards` is sorted by low, then by high value, so copies of a card are neighbors. A card's index in it is
    its number everywhere, whatever the number of players. `symbols` holds name and sign of each set-up symbol
    that a card carries; `without` says for every number of players in `players` which of them stay out (R3).

    Make a deck with `Deck.of` or `load_deck`. One that cannot be played raises `DeckError`.

    >>> deck = dnup.Deck.of(["1/5 star", "1/6", "2/4", "2/6", "3/4", "3/5"], "six", players=[2])
    >>> print(deck)
    six (6 cards)
    >>> deck.hand_sizes(2), deck.value_counts()
    ((3, 3), {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
    >>> dnup.Round.deal(players=2, seed=1, deck=deck).sizes
    (3, 3)
    """

    name: str
    cards: tuple[DeckCard, ...] = field(hash=False)  # most decks differ in name, and decks are hashed often
    title: str
    provenance: str = field(hash=False)
    symbols: Mapping[str, str] = field(hash=False)
    without: Mapping[int, frozenset[str]] = field(hash=False)
    players: tuple[int, ...]

    def __post_init__(self) -> None:
        _check_words(self.name, self.title, self.provenance)
        _check_symbols(self.symbols)
        _check_players(self.players)
        _check_without(self.without, self.symbols)
        _check_cards(self.cards, self.symbols)
        self._normalise()
        for count in self.players:
            if len(self.in_play(count)) < count:
                raise DeckError(
                    f"cards has too few for {count} players ({len(self.in_play(count))} in play); every seat "
                    "needs one, so add cards or limit the deck to fewer players, like players = [2, 3]"
                )

    def _normalise(self) -> None:
        """Sort and fill in, so that equal content is an equal deck; a symbol that no card carries goes."""
        used = {card.symbol for card in self.cards}
        symbols = {name: sign for name, sign in self.symbols.items() if name in used}
        players = tuple(sorted(self.players))
        without = {count: frozenset(self.without.get(count, ())) & symbols.keys() for count in players}
        canonical = {
            "cards": tuple(sorted(self.cards, key=lambda card: (card.low, card.high, card.symbol or ""))),
            "title": self.title or self.name,
            "provenance": " ".join(self.provenance.split()),
            "symbols": MappingProxyType(symbols),
            "without": MappingProxyType(without),
            "players": players,
        }
        for key, value in canonical.items():
            object.__setattr__(self, key, value)

    @classmethod
    def of(
        cls,
        texts: Iterable[str],
        name: str = "custom",
        without: Mapping[int, Iterable[str]] | None = None,
        *,
        title: str = "",
        provenance: str = "",
        symbols: Mapping[str, str] | None = None,
        players: Iterable[int] | None = None,
    ) -> Deck:
        """A deck of cards written as `1/6`, `1/5*` (or `1/5 star`, `1/5★`) and `1/3 happy` (or `1/3 😊`).

        Unless said otherwise, the symbols are those of R2, they stay out as in R3, and the deck is for
        every number of players for whom it has enough cards.
        """
        try:
            symbols = STANDARD_SYMBOLS if symbols is None else symbols
            cards = deck_file.parse_cards(texts, symbols)
            leaving = _leaving(without, symbols)
            if players is None:
                out = [leaving.get(count, frozenset()) for count in PLAYER_COUNTS]
                used = [sum(card.symbol not in names for card in cards) for names in out]
                enough = [count for count, size in zip(PLAYER_COUNTS, used, strict=True) if size >= count]
                players = enough or PLAYER_COUNTS[:1]
            return _named(cls(name, cards, title, provenance, symbols, leaving, tuple(players)))
        except DeckError as error:
            raise DeckError(f"deck {quoted(name)}: {error}") from None

    @property
    def star(self) -> int:
        """The index of the ★ card."""
        return next(index for index, card in enumerate(self.cards) if card.star)

    @property
    def built_in(self) -> bool:
        """Whether `load_deck(self.name)` gives this very deck, so that the name alone says which it is."""
        return self.name in deck_names() and self == _load_built_in(self.name)

    def in_play(self, players: int) -> tuple[int, ...]:
        """The indices of the cards used with this number of players (R3), ascending."""
        if players not in self.players:
            raise DeckError(
                f"the deck {quoted(self.name)} is for {either(self.players)} players, not {quoted(players)}"
            )
        out = self.without[players]
        return tuple(index for index, card in enumerate(self.cards) if card.symbol not in out)

    def hand_sizes(self, players: int, first: int = 0) -> tuple[int, ...]:
        """How many cards each seat is dealt; if uneven, the seats from `first` on get one more (R4)."""
        size, rest = divmod(len(self.in_play(players)), players)
        return tuple(size + ((seat - first) % players < rest) for seat in range(players))

    def value_counts(self, players: int | None = None) -> dict[int, int]:
        """On how many cards each value is, by ascending value; with `players`, among the cards in play."""
        indices = range(len(self.cards)) if players is None else self.in_play(players)
        return dict(sorted(_count_values(self.cards[index] for index in indices).items()))

    def texts(self, players: int | None = None) -> list[str]:
        """The cards as texts that `Deck.of` reads back, ascending.

        With `players`, only the cards in play, and without their symbols, for all of them are used: this is
        what a record embeds.
        """
        if players is None:
            return [str(card) for card in self.cards]
        return [str(replace(self.cards[index], symbol=None)) for index in self.in_play(players)]

    def fingerprint(self, players: int) -> str:
        """The fingerprint of the cards in play with this number of players: 16 hexadecimal digits.

        It is the beginning of the SHA-256 of `texts(players)`, joined by spaces. Decks with the same cards in play
        have the same one, whatever else they are called, have or say: these are the same game.

        >>> deck = dnup.load_deck("balanced")
        >>> same = dnup.Deck.of(deck.texts(2), "another name", players=[2])
        >>> deck.fingerprint(2) == same.fingerprint(2) == "a3bfbf1808841ee3"
        True
        """
        return _fingerprint(self, players)

    def svg(self) -> str:
        """A picture of all cards, as an SVG document."""
        from dnup.pictures.scenes import draw_deck  # pictures are above all that they show

        return draw_deck(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from dnup.pictures.scenes import draw_deck

        return draw_deck(self, on_a_page=True)

    def __str__(self) -> str:
        return f"{self.name} ({len(self.cards)} cards)"

    def __repr__(self) -> str:
        if self.built_in:
            return f"load_deck({self.name!r})"
        without = {count: sorted(names) for count, names in self.without.items()}
        return (
            f"Deck.of({self.texts()!r}, {self.name!r}, {without!r}, title={self.title!r}, "
            f"provenance={self.provenance!r}, symbols={dict(self.symbols)!r}, players={self.players!r})"
        )

    def __reduce__(self) -> tuple[object, ...]:
        # Read-only mappings cannot be pickled, and decks are sent to worker processes.
        mappings = (dict(self.symbols), dict(self.without))
        return Deck, (self.name, self.cards, self.title, self.provenance, *mappings, self.players)


def load_deck(deck: str | Path | Deck) -> Deck:
    """The built-in deck of that name (see `deck_names`), or the deck in a file; a `Deck` comes back as it is.

    `standard`, the name of `balanced` until 0.2, is still read.

    A text that is no built-in name is a path if it has a path separator, ends in `.toml` or names something
    that exists; a `Path` always is one. Every failure is a `DeckError`.

    >>> deck = dnup.load_deck("balanced")
    >>> len(deck.cards), deck.players
    (40, (2, 3, 4, 5))
    """
    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, str):
        if current_name(deck) in deck_names():
            return _load_built_in(current_name(deck))
        if not _is_path(deck):
            choices = [*deck_names(), "the path of a deck file"]
            raise DeckError(f"there is no deck called {quoted(deck)}{hint(deck, choices)}")
    path = Path(deck)
    content = deck_file.read_deck_file(path)
    try:
        return _named(_from_file(content))
    except DeckError as error:
        raise DeckError(f"{path}: {error}") from None


@functools.lru_cache(maxsize=256)
def _fingerprint(deck: Deck, players: int) -> str:
    return hashlib.sha256(" ".join(deck.texts(players)).encode()).hexdigest()[:16]


def deck_to_json(deck: Deck, players: int) -> str | list[str]:
    """A deck as records and views name it: a built-in one by its name, any other as its cards in play."""
    return deck.name if deck.built_in else deck.texts(players)


def deck_from_json(data: object) -> Deck:
    """The deck that `deck_to_json` wrote. It never opens a file: what comes from outside must not name one."""
    if isinstance(data, list):
        return Deck.of(data)
    if isinstance(data, str) and current_name(data) in deck_names():
        return _load_built_in(current_name(data))
    raise DeckError(f"{quoted(data)} is not a deck; write {either(deck_names())}, or a list of cards")


def current_name(name: str) -> str:
    """The name that a deck has now: `balanced` for `standard`, as it was called until 0.2."""
    return OLD_NAMES.get(name, name)


@functools.cache
def deck_names() -> tuple[str, ...]:
    """The names of the built-in decks, the printed deck first.

    >>> dnup.deck_names()
    ('printed', 'balanced', 'pairs')
    """
    files = (importlib.resources.files("dnup") / "decks").iterdir()
    names = [file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")]
    return tuple(sorted(names, key=lambda name: (name != "printed", name)))


@functools.cache
def _load_built_in(name: str) -> Deck:
    data = (importlib.resources.files("dnup") / "decks" / f"{name}.toml").read_bytes()
    return _from_file(deck_file.parse_deck_file(data, default_name=name))


def _from_file(file: deck_file.DeckFile) -> Deck:
    symbols = STANDARD_SYMBOLS if file.symbols is None else file.symbols
    cards = deck_file.parse_cards(file.cards, symbols)
    without = _leaving(file.without, symbols)
    return Deck(file.name, cards, file.title, file.provenance, symbols, without, file.players)


def _is_path(text: str) -> bool:
    if text.endswith(".toml") or any(separator in text for separator in (os.sep, os.altsep) if separator):
        return True
    try:
        return text != "" and Path(text).stat() is not None
    except (OSError, ValueError):
        return False


def _leaving(
    without: Mapping[int, Iterable[str]] | None, symbols: Mapping[str, str]
) -> dict[int, frozenset[str]]:
    """Which symbols stay out, by name; the default is R3 for those of its symbols that the deck has."""
    if without is None:
        return {count: names & symbols.keys() for count, names in STANDARD_WITHOUT.items()}
    return {
        count: frozenset(find_symbol(word, symbols) or word for word in words)
        for count, words in without.items()
    }


def _named(deck: Deck) -> Deck:
    # A record names a built-in deck by its name alone, so no other deck may bear it.
    if current_name(deck.name) in deck_names() and not deck.built_in:
        raise DeckError(f"the name {quoted(deck.name)} is a built-in deck's; give this deck another name")
    return deck


def _check_words(name: str, title: str, provenance: str) -> None:
    for key, text in (("name", name), ("title", title or name)):
        if not text.isprintable() or text != text.strip() or not 1 <= len(text) <= LONGEST_NAME:
            raise DeckError(f"{key} is {quoted(text)}; write one line of 1 to {LONGEST_NAME} characters")
    if not " ".join(provenance.split()).isprintable():
        raise DeckError(f"provenance is {quoted(provenance)}; write it without control characters")


def _check_symbols(symbols: Mapping[str, str]) -> None:
    owners: dict[str, str] = {}
    for name, sign in symbols.items():
        if name == "star" or not (name.isidentifier() and name.islower() and len(name) <= 20):
            raise DeckError(
                f"{quoted(name)} in [symbols] cannot name a symbol; use a word in small letters, not star"
            )
        # A joiner holds the parts of one emoji together; it alone is not printable.
        if not 1 <= len(sign) <= 8 or not sign.replace("\u200d", "").isprintable() or set(sign) & set(" /*★"):
            raise DeckError(
                f"{quoted(name)} in [symbols] has the sign {quoted(sign)}; use a single sign, like '😊'"
            )
        other = owners.setdefault(plain_sign(sign), name)
        if other != name:
            raise DeckError(
                f"{quoted(other)} and {quoted(name)} in [symbols] have the same sign; give each its own"
            )


def _check_players(players: tuple[int, ...]) -> None:
    if not players or len(set(players)) < len(players) or not set(players) <= set(PLAYER_COUNTS):
        raise DeckError(
            f"players is {quoted(list(players))}; list different numbers of players from 2 to 5, like [2, 3]"
        )


def _check_without(without: Mapping[int, frozenset[str]], symbols: Mapping[str, str]) -> None:
    for count, names in without.items():
        if count not in PLAYER_COUNTS:
            raise DeckError(f"{quoted(count)} in [without] is not a number of players; write 2, 3, 4 or 5")
        for name in sorted(names - symbols.keys()):
            raise DeckError(
                f"{count} in [without]: {quoted(name)} is not a symbol of this deck{hint(name, symbols)}"
            )


def _check_cards(cards: tuple[DeckCard, ...], symbols: Mapping[str, str]) -> None:
    deck_file.check_card_count(len(cards))
    for card in cards:
        if card.symbol is not None and card.symbol not in symbols:
            raise DeckError(f"{quoted(str(card))} has an unknown symbol{hint(card.symbol, symbols)}")
    # Uncompiled: a deck is checked once, and no program should wait for a compiler before it has one.
    find_fault = getattr(deck_faults.find_deck_fault, "py_func", deck_faults.find_deck_fault)
    faces = np.array([value for card in cards for value in (card.low, card.high)], np.int64)
    fault = int(find_fault(faces, np.array([card.star for card in cards], np.int64)))
    kind, number = fault & 0xFF, fault >> deck_faults.FAULT_NUMBER
    stars = [card.card for card in cards if card.star]
    if kind in (deck_faults.NO_STAR, deck_faults.TWO_STARS):
        found = f"{len(stars)} cards carry ★ ({stars[0]} and {stars[1]})" if stars else "no card carries ★"
        raise DeckError(
            f"{found}; mark exactly one of cards with star, like '1/5 star', as its holder starts"
        )
    if kind == deck_faults.STAR_COPY:
        raise DeckError(
            f"cards has {stars[0]} with ★ and without; the ★ card must be the only one with its values"
        )
    if kind == deck_faults.MANY_OF_A_VALUE:
        carriers = _count_values(cards)[number]
        raise DeckError(
            f"{carriers} entries of cards carry the value {number}; at most {MAX_CARDS_OF_A_VALUE} may"
        )


def _count_values(cards: Iterable[DeckCard]) -> Counter[int]:
    return Counter(value for card in cards for value in (card.low, card.high))
