"""What can be asked about one decision of a review: what could be believed, example worlds, and who would play so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dnup.analysis import grading
from dnup.bots.believed_worlds import Guess, guesses_of, sample_worlds
from dnup.bots.levels import LEVELS
from dnup.cards.card import Card
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel.layout import WORDS, Words
from dnup.kernel.rng import Stream, new_stream, split
from dnup.kernel.worlds import sample_world
from dnup.review.estimators import BaselineComparison, true_worlds

EXAMPLES: Final = 48
"""The number of worlds from which the best and the worst example are chosen."""

PLAYOUTS: Final = 64
"""The number of rounds played on from each of them."""

ASKED: Final = ("easy", "medium", "hard")
"""The levels that are asked what they would play: those that decide alike everywhere."""

TRIES: Final = 10
"""How often each is asked."""


@dataclass(frozen=True, slots=True)
class ExampleWorld:
    """A way in which the unseen cards may be held, and the chance to win the match there with the move made.

    >>> start = dnup.Round.deal(players=3, seed=1)
    >>> details = dnup.review.moment_details(start.view(start.turn), start.legal_moves[0], start)
    >>> sorted(details.true.hands), [len(cards) for cards in details.true.hands.values()]
    (['A', 'B'], [10, 10])
    """

    hands: dict[str, tuple[Card, ...]]
    """By seat, those of the others."""
    chance: float

    def to_json(self) -> dict[str, Any]:
        """The world as JSON data."""
        hands = {seat: " ".join(map(str, cards)) for seat, cards in self.hands.items()}
        return {"hands": hands, "chance": self.chance}


@dataclass(frozen=True, slots=True)
class MomentDetails:
    """What could be believed at a decision, three worlds, and which levels would have made the move.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> position = list(record.positions())[4]
    >>> details = dnup.review.moment_details(position.view(position.turn), position.move, position.round)
    >>> details.loses.chance <= details.wins.chance, list(details.played_by)
    (True, ['easy', 'medium', 'hard'])
    """

    beliefs: tuple[Guess, ...]
    wins: ExampleWorld
    """The world of the examples in which the move made does best."""
    loses: ExampleWorld
    """The one in which it does worst."""
    true: ExampleWorld
    played_by: dict[str, int]
    """By level, how often it makes the move in `TRIES` tries."""

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON data."""
        return {
            "beliefs": [
                {"seat": one.seat, "card": str(one.card), "chance": one.chance} for one in self.beliefs
            ],
            "wins": self.wins.to_json(),
            "loses": self.loses.to_json(),
            "true": self.true.to_json(),
            "played_by": self.played_by,
        }


def moment_details(view: View, made: Move, truth: Round, *, seed: int = 0) -> MomentDetails:
    """The details of a decision: of the seat in turn of a view, the move it made, and the whole position.

    >>> start = dnup.Round.deal(players=3, seed=1)
    >>> details = dnup.review.moment_details(start.view(start.turn), start.legal_moves[0], start)
    >>> 0 < details.true.chance < 1, len(details.beliefs)
    (True, 68)
    """
    pool = sample_worlds(view, new_stream(seed))
    worlds = pool[:EXAMPLES] if len(pool) else _any_worlds(view, new_stream(seed))
    chances = [_chance(view, made, worlds[index : index + 1], seed, index) for index in range(len(worlds))]
    true = true_worlds(view, truth)
    best, worst = int(np.argmax(chances)), int(np.argmin(chances))
    return MomentDetails(
        guesses_of(view, pool),
        _example(view, worlds[best], chances[best]),
        _example(view, worlds[worst], chances[worst]),
        _example(view, true[0], _chance(view, made, true, seed, EXAMPLES)),
        {
            level: sum(LEVELS[level](number).choose(view).move == made for number in range(TRIES))
            for level in ASKED
        },
    )


def _any_worlds(view: View, stream: Stream) -> Words:
    worlds = np.zeros((EXAMPLES, WORDS), np.int64)
    for world in worlds:
        sample_world(view.deck_words, view.words, stream, world)
    return worlds


def _chance(view: View, made: Move, world: Words, seed: int, number: int) -> float:
    """The mover's chance to win the match with a move if everyone plays the baseline policy in one world."""
    comparison = BaselineComparison(view, made, int(split(np.uint64(seed), number)))
    comparison.think(PLAYOUTS, world)
    grade = np.zeros(grading.GRADE_COLUMNS, np.float64)
    grading.grade_against_baseline(comparison.trial, view.players, grade)
    return float(grade[grading.BASELINE_AFTER + view.seats.index(view.turn or "")])


def _example(view: View, world: Words, chance: float) -> ExampleWorld:
    position = Round(view.deck, world, view.packed_deck)
    hands = zip(view.seats, position.hands, strict=True)
    return ExampleWorld({seat: cards for seat, cards in hands if seat != view.turn and cards}, chance)
