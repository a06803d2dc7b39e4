"""What native code and WebAssembly both have to do: for a deck and a number of players."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from dnup.cards.deck import DEFAULT_DECK, Deck, deck_names, load_deck
from dnup.network.files import network_file, network_players
from tests.engine.native import Task

COPIES = Deck.of(
    [
        "1/5*",
        "1/14",
        "11/12",
        "12/13",
        "13/14",
        *["2/3"] * 5,
        *["4/15"] * 7,
        *["3/4"] * 4,
        *["5/6"] * 5,
        *["6/7"] * 4,
        *["8/9"] * 12,
        *["10/15"] * 4,
    ],
    "copies",
)
"""Copies by the dozen, and high values: no deck of ours, but anyone's could be like this."""

SHIPPED = [(name, players) for name in deck_names() for players in load_deck(name).players]
LEVELS = ("easy", "medium", "hard", "search:1000")
"""Every level; the expert with a number of iterations, for a clock is never the same twice."""


def tasks(name: str, players: int, *, full: bool) -> Iterator[Task]:
    """All that issue and docs/engine.md promise, or about a tenth of it; with other decks than the default, less."""
    here: Task = {"deck": name, "players": players}
    for seed in range(200 if full else 20 if name == DEFAULT_DECK else 8):
        yield {"kind": "round", **here, "seed": seed}
    yield {"kind": "random", **here, "seed": players, "rounds": 1000}
    for iterations in (100, 1000, 10_000, 100_000) if full else (100, 1000, 4000):
        for seed in range(4 if full else 1):
            yield {"kind": "search", **here, "seed": seed, "ahead": 5 * seed, "iterations": iterations}
            if players in network_players(name):
                network = b64encode(network_file(name, players).read_bytes()).decode()
                task = {"kind": "search", **here, "seed": seed, "ahead": 5, "network": network}
                yield {**task, "iterations": iterations}
    # The second of two trees that are added up.
    yield {"kind": "search", **here, "seed": 1, "core": 1, "ahead": 3, "iterations": 100}
    for seed in range(len(LEVELS) if full else 1):
        bots = [LEVELS[(seed + seat) % len(LEVELS)] for seat in range(players)]
        yield {"kind": "match", **here, "seed": seed, "bots": bots}


def tasks_with_copies(players: int) -> Iterator[Task]:
    """A little of everything with a deck that is brought along."""
    deck: Task = {
        "deck": COPIES.name,
        "cards": COPIES.texts(),
        "faces": [value for card in COPIES.cards for value in (card.low, card.high)],
        "star": COPIES.star,
        "inPlay": str(sum(1 << card for card in COPIES.in_play(players))),
        "players": players,
    }
    yield {"kind": "round", **deck, "seed": 1}
    yield {"kind": "random", **deck, "seed": 1, "rounds": 50}
    yield {"kind": "search", **deck, "seed": 1, "ahead": 4, "iterations": 1000}
    yield {"kind": "match", **deck, "seed": 1, "bots": ["hard", "easy", "medium", "hard", "easy"][:players]}
