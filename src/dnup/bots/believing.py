"""What a bot believes: in whose hand each unseen card is, and which way up, judged by what everyone did."""

from __future__ import annotations

import importlib.resources
import json
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from dnup.cards.card import Card
from dnup.game.history import unroll
from dnup.game.seats import SEATS
from dnup.game.view import View
from dnup.kernel import layout as at
from dnup.kernel.chance import Stream, new_stream
from dnup.kernel.layout import Words
from dnup.thinking.belief import DEALS, DEALS_A_SECOND, FEWEST_DEALS, MOST_DEALS, POOL, believe


class Guess(NamedTuple):
    """A card that the viewer has not seen, one way up, in one hand, and how likely that is.

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
    """How many deals to try in a thought of so many seconds; none if they would be too few to tell anything."""
    deals = min(MOST_DEALS, round(seconds * DEALS_A_SECOND))
    return deals if deals >= FEWEST_DEALS else 0


def imagine(view: View, stream: Stream, deals: int = DEALS) -> Words:
    """Worlds that agree with a view, the likelier ones more often; none if there is nothing to judge by."""
    pool = np.empty((POOL, at.WORDS), np.int64)
    history = unroll(view._past)
    if history is None:
        return pool[:0]
    words = view._packed.words, view._words, history
    return pool[: int(believe(*words, deals, habits_of(view.players), stream, pool))]


def beliefs(view: View, *, seed: int = 0) -> tuple[Guess, ...]:
    """For every unseen card in whose hand it is and which way up, each with its chance, by what everyone did.

    Where there is nothing to judge by, as at the first turn or without a history, all that agrees with the view is
    equally likely. Cards come as in `view.unseen`, and of copies of a card there are as many as the chances add up to.

    >>> view = dnup.Round.deal(players=3, seed=147).apply("play 1/6").view("A")
    >>> guesses = dnup.bots.beliefs(view)
    >>> len(guesses), round(sum(guess.chance for guess in guesses)) == len(view.unseen)
    (66, True)
    """
    stream = new_stream(seed)
    return guesses_of(view, imagine(view, stream))


def guesses_of(view: View, pool: Words) -> tuple[Guess, ...]:
    """What a pool of worlds says of each unseen card."""
    guesses: dict[tuple[str, Card], float] = {}
    hidden = view._packed.in_play & ~view._word(at.SHOWN) & ~view._own()
    room = [size - len(known) for size, known in zip(view.sizes, view.known, strict=True)]
    if view.seat is not None:
        room[SEATS.index(view.seat)] = 0
    star = view._packed.star & hidden
    free = [
        places - (star != 0 and seat == view.starter) for seat, places in zip(view.seats, room, strict=True)
    ]
    while hidden:
        card = hidden & -hidden
        hidden ^= card
        for number, seat in enumerate(view.seats):
            for turned in (0, card):
                if len(pool):
                    there = (pool[:, at.HANDS + number] & card != 0) & (pool[:, at.TURNED] & card == turned)
                    chance = float(there.mean())
                elif card == star:
                    chance = 0.5 if seat == view.starter else 0.0
                else:
                    chance = 0.5 * free[number] / sum(free)
                if chance:
                    face = view._packed.cards(card, turned)[0]
                    guesses[seat, face] = guesses.get((seat, face), 0.0) + chance
    ordered = sorted(
        guesses.items(), key=lambda item: (min(item[0][1], item[0][1].turned), item[0][0], item[0][1])
    )
    return tuple(Guess(seat, face, chance) for (seat, face), chance in ordered)


@cache
def habits_of(players: int) -> Words:
    """The usual habits with so many players: how much counts what `dnup.thinking.habits` looks at."""
    return np.array(usual_habits()[str(players)], np.int64)


def usual_habits() -> dict[str, list[int]]:
    """Those that were fitted, by number of players."""
    file = importlib.resources.files("dnup.thinking") / "usual_habits.json"
    habits: dict[str, list[int]] = json.loads(file.read_text(encoding="utf-8"))
    return habits
