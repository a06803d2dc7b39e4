"""Beliefs: how likely each unseen card is in which hand and which way up, given what everyone did."""

from __future__ import annotations

import importlib.resources
import json
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from dnup.belief.card_chances import CHANCE_COLUMNS, write_card_chances
from dnup.belief.posterior import DEALS, DEALS_A_SECOND, MAX_DEALS, MIN_DEALS, POOL, sample_posterior
from dnup.cards.card import Card
from dnup.game.seats import SEATS
from dnup.game.view import View
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.rng import Stream, new_stream

UNIFORM: Final = np.empty((0, at.WORDS), np.int64)
"""No given worlds: they are sampled uniformly from all that agree with the view."""


class Guess(NamedTuple):
    """An unseen card, one way up, in one hand, and how likely that is.

    >>> view = dnup.Round.deal(players=2, seed=1).apply("play 1/5").view("A")
    >>> guess = dnup.bots.beliefs(view, seed=1)[0]
    >>> guess.seat, str(guess.card), 0 < guess.chance < 1
    ('B', '1/6', True)
    """

    seat: str
    card: Card
    chance: float

    def to_json(self) -> dict[str, Any]:
        """This guess as JSON data, the chance to three digits."""
        return {"seat": self.seat, "card": str(self.card), "chance": round(self.chance, 3)}


def deals_in(seconds: float) -> int:
    """The number of deals to sample within a time; 0 if they would be too few to be useful."""
    deals = min(MAX_DEALS, round(seconds * DEALS_A_SECOND))
    return deals if deals >= MIN_DEALS else 0


def sample_worlds(view: View, stream: Stream, deals: int = DEALS) -> Words:
    """Belief-weighted worlds of a view; none if the history carries no information."""
    pool = np.empty((POOL, at.WORDS), np.int64)
    history = view.history_words
    if history is None:
        return pool[:0]
    words = view.deck_words, view.words, history
    return pool[: int(sample_posterior(*words, deals, move_model(view.players), stream, pool))]


def beliefs(view: View, *, seed: int = 0) -> tuple[Guess, ...]:
    """The chance of every unseen card to be in each hand, each way up, given what everyone did.

    At the first turn or without a history, all worlds that agree with the view are equally likely. Cards come as in
    `view.unseen`; the chances of a card with several copies add up to their number.

    >>> view = dnup.Round.deal(players=3, seed=147).apply("play 1/6").view("A")
    >>> guesses = dnup.bots.beliefs(view)
    >>> len(guesses), round(sum(guess.chance for guess in guesses)) == len(view.unseen)
    (66, True)
    """
    stream = new_stream(seed)
    return guesses_of(view, sample_worlds(view, stream))


def guesses_of(view: View, pool: Words) -> tuple[Guess, ...]:
    """The share of a pool's worlds in which each unseen card is in each hand, each way up."""
    deck = view.packed_deck
    chances = np.empty((len(deck.deck.cards), CHANCE_COLUMNS), np.float64)
    write_card_chances(view.deck_words, view.words, pool, chances)
    return tuple(
        Guess(SEATS[column // 2], deck.cards(1 << card, -(column & 1))[0], float(chances[card, column]))
        for card, column in np.argwhere(chances).tolist()
    )


@cache
def move_model(players: int) -> Words:
    """The fitted coefficients of `dnup.belief.move_model` for a number of players."""
    return np.array(move_models()[str(players)], np.int64)


def move_models() -> dict[str, list[int]]:
    """The fitted coefficients by number of players."""
    file = importlib.resources.files("dnup.belief") / "move_model.json"
    models: dict[str, list[int]] = json.loads(file.read_text(encoding="utf-8"))
    return models
