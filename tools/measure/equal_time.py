"""Which of two bots is stronger in equal processor time: python -m tools.measure.equal_time champion search.

One sits alone among copies of the other, on every seat of every deal, in rounds from 0-0. The first player out wins; an
abandoned round counts as a fair share. Both have the same processor time on one core for a move, so other work of the
machine does not matter. `make strength` puts the rows into docs/lab/strength.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field

import numpy as np

from dnup.bots.budget import Budget
from dnup.bots.champion import ChampionBot
from dnup.bots.levels import EXPERT_SECONDS
from dnup.bots.search import SearchBot
from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.game.round import Round
from dnup.game.seats import SEATS
from dnup.game.view import View
from dnup.kernel.layout import Words
from dnup.kernel.rng import Stream
from dnup.review.estimators import true_worlds
from dnup.workers.parallel import in_order


class OpenBot(SearchBot):
    """The plain search with all cards open: the most that beliefs could win."""

    kind = "open"
    position: Round

    def sample_worlds(self, view: View, stream: Stream) -> Words:
        return true_worlds(view, self.position)


class Expert(ChampionBot):
    """The level `expert` with its time by the processor: `dnup arena py:tools.measure.equal_time:Expert hard`.

    It is as strong on a busy machine as on a quiet one.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(Budget(seconds=EXPERT_SECONDS, clock=time.thread_time), seed, name="expert")


class QuickExpert(ChampionBot):
    """The level `expert` with a quarter of its time: four times the rounds for a lower bound."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(
            Budget(seconds=EXPERT_SECONDS / 4, clock=time.thread_time), seed, name="expert, 1/4 time"
        )


KINDS: dict[str, type[SearchBot]] = {"search": SearchBot, "champion": ChampionBot, "open": OpenBot}
PART = 4  # deals at a time


@dataclass(frozen=True)
class Part:
    """Some deals of a match."""

    hero: str
    rival: str
    players: int
    milliseconds: float
    deals: range
    deck: Deck


@dataclass
class Tally:
    """What came of it: by deal the hero's share; by bot its moves, iterations and processor time."""

    shares: list[float] = field(default_factory=list)
    moves: dict[str, int] = field(default_factory=dict)
    iterations: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        self.shares += other.shares
        for bot in other.moves:
            self.note(bot, other.moves[bot], other.iterations[bot], other.seconds[bot])

    def note(self, bot: str, moves: int, iterations: int, seconds: float) -> None:
        self.moves[bot] = self.moves.get(bot, 0) + moves
        self.iterations[bot] = self.iterations.get(bot, 0) + iterations
        self.seconds[bot] = self.seconds.get(bot, 0.0) + seconds

    @property
    def mean(self) -> float:
        return float(np.mean(self.shares))

    @property
    def half(self) -> float:
        """Half of the 95 % interval, over deals."""
        return float(1.96 * np.std(self.shares, ddof=1) / np.sqrt(len(self.shares)))

    def spent(self, bot: str) -> str:
        """Iterations and milliseconds a move."""
        moves = self.moves[bot]
        return f"{self.iterations[bot] / moves:,.0f} in {1000 * self.seconds[bot] / moves:.1f} ms"


def make(name: str, milliseconds: float, seed: int) -> SearchBot:
    """A bot with a limit of processor time per move: one of KINDS, with `+belief` or `-belief` if it matters."""
    kind = name.removesuffix("+belief").removesuffix("-belief")
    budget = Budget(seconds=milliseconds / 1000, clock=time.thread_time)
    belief = True if name.endswith("+belief") else False if name.endswith("-belief") else None
    return KINDS[kind](budget, seed, name=name, belief=belief)


def play_part(part: Part) -> Tally:
    tally = Tally()
    for deal in part.deals:
        won = 0.0
        for alone in range(part.players):
            won += _play_round(part, deal, alone, tally)
        tally.shares.append(won / part.players)
    return tally


def _play_round(part: Part, deal: int, alone: int, tally: Tally) -> float:
    """A round; the share of the one who sits alone."""
    names = [part.hero if seat == alone else part.rival for seat in range(part.players)]
    bots = [make(name, part.milliseconds, 1000 * deal + 10 * alone + seat) for seat, name in enumerate(names)]
    position = Round.deal(part.players, deal, deck=part.deck)
    while (turn := position.turn) is not None:
        bot, name = bots[SEATS.index(turn)], names[SEATS.index(turn)]
        view = position.view(turn)
        if isinstance(bot, OpenBot):
            bot.position = position
        before, began = bot.iterations, time.thread_time()
        move = bot.choose(view).move
        tally.note(name, 1, bot.iterations - before, time.thread_time() - began)
        position = position.apply(move)
    return float(position.finish[0] == SEATS[alone]) if position.finish else 1 / part.players


def compare(
    hero: str,
    rival: str,
    players: int,
    milliseconds: float,
    rounds: int,
    workers: int | None = None,
    first: int = 0,
    deck: str | Deck = DEFAULT_DECK,
) -> Tally:
    """Play a number of rounds on all cores."""
    deals = -(-rounds // players)
    cards = load_deck(deck)
    parts = [
        Part(
            hero, rival, players, milliseconds, range(first + start, first + min(start + PART, deals)), cards
        )
        for start in range(0, deals, PART)
    ]
    tally = Tally()
    for _, part in in_order(play_part, parts, workers, processes=True):
        tally.add(part)
        if len(tally.shares) > 1:
            print(
                f"\x1b[2K{len(tally.shares) * players:,} rounds: {tally.mean:.1%} ± {tally.half:.1%}",
                end="\r",
                file=sys.stderr,
                flush=True,
            )
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.measure.equal_time", description=__doc__)
    parser.add_argument("hero")
    parser.add_argument("rival")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"which cards ({DEFAULT_DECK})"
    )
    parser.add_argument("--milliseconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    options = parser.parse_args()
    tally = compare(**vars(options))
    print(
        f"\x1b[2K{options.hero} against {options.rival}, {options.players} players, "
        f"{options.milliseconds:g} ms a move: {tally.mean:.1%} ± {tally.half:.1%} of "
        f"{len(tally.shares) * options.players:,} rounds; {tally.spent(options.hero)}, "
        f"{tally.spent(options.rival)} a move"
    )


if __name__ == "__main__":
    main()
