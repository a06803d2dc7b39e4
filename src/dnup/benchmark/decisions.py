"""The tasks on recorded rounds: *decisions*, the loss per decision, and *beliefs*, bits per unseen card."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from dnup.arena.intervals import Interval
from dnup.benchmark.conditions import Conditions
from dnup.benchmark.positions import DATA, RecordedRound, read_positions
from dnup.benchmark.result import Part, Score, mean_of
from dnup.bots import Bot, BotLike, get
from dnup.bots.believed_worlds import UNIFORM, Guess, guesses_of
from dnup.bots.custom import CustomBot
from dnup.bots.external import ExternalBot
from dnup.cards.card import Card
from dnup.game.round import Round
from dnup.game.view import View

QUICK_ROUNDS: Final = 2
"""Recorded rounds for each number of players with `quick`."""

UNIFORM_SHARE: Final = 0.01
"""The share of the uniform guess that is mixed into every belief, so that one wrong certainty is not infinitely bad."""

Sums = tuple[float, float]
"""A sum and its count, of one recorded round."""


@dataclass(frozen=True)
class Question:
    """A bot and a recorded round, sent to a worker process; answers are made there."""

    bot: BotLike
    recorded: RecordedRound
    seed: int
    move_seconds: float

    def new_bot(self) -> Bot:
        made = get(self.bot, seed=self.seed)
        if isinstance(made, ExternalBot):
            made.time_limit = self.move_seconds
        return made


def decisions(conditions: Conditions, file: Path = DATA) -> Score:
    """The mean loss per decision: by how many percentage points a bot lowers its chance to win the match."""
    return _score("decisions", "percentage points per decision", conditions, file, loss_of_round)


def beliefs(conditions: Conditions, file: Path = DATA) -> Score:
    """Bits per unseen card: how well a bot knows in which hand each card is and which way up."""
    score = _score("beliefs", "bits per unseen card", conditions, file, bits_of_round)
    if score.mean is not None:
        return score
    note = "" if not score.complete else "the bot says nothing about hidden cards"
    return Score(**{**score.__dict__, "note": note or score.note})


def loss_of_round(question: Question) -> Sums:
    """The sum of the losses of a bot over the decisions of a round, in percentage points, and their number."""
    total = count = 0.0
    for view, losses in question.recorded.decisions():
        bot = question.new_bot()  # decisions far apart: no memory of others
        try:
            total += 100 * losses[str(bot.choose(view).move)]
        finally:
            bot.close()
        count += 1
    return total, count


def bits_of_round(question: Question) -> Sums:
    """The bits that a bot needs to say where the unseen cards of a round are, and the number of these cards."""
    bits = count = 0.0
    bot = question.new_bot()
    try:
        for number, (position, _) in enumerate(question.recorded.positions()):
            if number == 0:
                continue  # nobody has done anything yet
            view = position.view(position.turn)
            guesses = guesses_from(bot, view)
            if guesses is None:
                return 0.0, 0.0
            for chance in chances_of_truth(position, view, guesses):
                bits -= math.log2(chance)
                count += 1
    finally:
        bot.close()
    return bits, count


def guesses_from(bot: Bot, view: View) -> list[Guess] | None:
    """What a bot believes: from its method `beliefs(view)`, otherwise from its decision; None if it says nothing."""
    answer: Iterable[tuple[str, Card, float]] | None = None
    if isinstance(bot, CustomBot):
        answer = bot.beliefs(view)
    if answer is None:
        answer = bot.choose(view).belief or None
    return None if answer is None else [Guess(*guess) for guess in answer]


def chances_of_truth(position: Round, view: View, guesses: Iterable[Guess]) -> list[float]:
    """The chance that the guesses gave to where each unseen card is; of equal cards nobody can say which is which."""
    believed = {(guess.seat, guess.card): guess.chance for guess in guesses}
    fair = {(guess.seat, guess.card): guess.chance for guess in guesses_of(view, UNIFORM)}
    copies = Counter(
        _sorted(card.card) for card in (view.deck.cards[n] for n in view.deck.in_play(view.players))
    )
    unseen = {_sorted(card) for card in view.unseen}
    chances = []
    for seat, hand in zip(position.seats, position.hands, strict=True):
        if seat == view.seat:
            continue
        for card in hand:
            kind = _sorted(card)
            if kind in unseen and copies[kind] == 1:
                chance = min(1.0, max(0.0, believed.get((seat, card), 0.0)))
                chances.append((1 - UNIFORM_SHARE) * chance + UNIFORM_SHARE * fair[seat, card])
    return chances


def _sorted(card: Card) -> Card:
    return min(card, card.turned)


def _score(
    task: str, unit: str, conditions: Conditions, file: Path, ask: Callable[[Question], Sums]
) -> Score:
    """Ask a bot about every recorded round. The rounds are the clusters of the interval."""
    started = time.perf_counter()
    by_players: dict[int, list[RecordedRound]] = {}
    for recorded in read_positions(file):
        chosen = by_players.setdefault(recorded.players, [])
        if not conditions.quick or len(chosen) < QUICK_ROUNDS:
            chosen.append(recorded)
    parts, everything, complete = [], [], True
    for number, (players, chosen) in enumerate(by_players.items()):
        questions = [
            Question(conditions.bot, recorded, seed, conditions.move_seconds)
            for seed, recorded in enumerate(chosen)
        ]
        found = list(conditions.part(number, len(by_players)).each(ask, questions))
        complete = complete and len(found) == len(questions)
        interval, count = mean_of([sums for sums in found if sums[1]])
        everything += found
        if interval is not None and count:
            parts.append(Part.of(f"{players} players", interval, count))
    total, count = _mean_of_parts(parts, everything)
    return Score(
        task=task,
        unit=unit,
        better="less",
        mean=None if total is None else total.mean,
        low=None if total is None else total.low,
        high=None if total is None else total.high,
        count=count,
        complete=complete,
        seconds=time.perf_counter() - started,
        parts=tuple(parts),
        note="" if complete else "time ran out",
    )


def _mean_of_parts(parts: list[Part], everything: list[Sums]) -> tuple[Interval | None, int]:
    """The mean over the numbers of players, each weighing the same; their intervals are independent."""
    if not parts:
        return None, 0
    mean = float(np.mean([part.mean for part in parts]))
    count = round(sum(count for _, count in everything))
    widths = [part.high - part.mean for part in parts if part.high is not None]
    if len(widths) < len(parts):
        return Interval(mean, None, None), count
    width = math.sqrt(sum(width**2 for width in widths)) / len(widths)
    return Interval(mean, max(0.0, mean - width), mean + width), count
