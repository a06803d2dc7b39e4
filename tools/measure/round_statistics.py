"""How rounds go: python -m tools.measure.round_statistics medium --players 2 3 4 5 --rounds 2000.

A bot plays rounds from 0-0 against itself. The D5 limit is off, so that a round ends when somebody ends it or after its
500th action (D2): then it shows which rounds come out of a long row of actions without a discard, and which never do.
docs/lab/strength.md has the tables.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

import dnup
from dnup.bots.registry import get
from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.cards.packed import pack_deck
from dnup.game.limits import STALL_LIMIT_A_PLAYER, TURN_LIMIT, pack_limits
from dnup.game.seats import SEATS, seat_names
from dnup.kernel import layout as at
from dnup.kernel.deal import new_round
from dnup.kernel.jit import jit_with_memory
from dnup.kernel.layout import WORDS, Words
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.playout import random_move
from dnup.kernel.rng import Stream, new_stream
from dnup.kernel.turn import apply_move

HEAD = (
    "| bot | players | rounds | actions: mean, median, 95 %, longest | the one with ★ is out first (fair share) "
    "| not over after 500 actions | longest row without a discard in the others: 99 %, longest "
    "| would end by D5, of these decided later |",
    "|---|---|---|---|---|---|---|---|",
)


@dataclass
class Rounds:
    """A number for each round: its actions, its longest row without a discard, and how it ended."""

    actions: list[int] = field(default_factory=list)
    longest_rows: list[int] = field(default_factory=list)
    decided: list[bool] = field(default_factory=list)
    starter_first: list[bool] = field(default_factory=list)

    def row(self, bot: str, players: int) -> str:
        decided = np.array(self.decided)
        actions, rows = np.array(self.actions)[decided], np.array(self.longest_rows)
        first = np.array(self.starter_first)[decided]
        half = 1.96 * first.std() / np.sqrt(len(first))
        over_limit = rows >= STALL_LIMIT_A_PLAYER * players
        return (
            f"| `{bot}` | {players} | {len(decided):,} "
            f"| {actions.mean():.1f}, {np.median(actions):.0f}, {np.quantile(actions, 0.95):.0f}, {actions.max()} "
            f"| {first.mean():.1%} ± {half:.1%} ({1 / players:.0%}) "
            f"| {np.mean(~decided):.2%} "
            f"| {np.quantile(rows[decided], 0.99):.0f}, {rows[decided].max()} "
            f"| {over_limit.mean():.2%}, {np.sum(over_limit & decided)} of {np.sum(over_limit)} |"
        )


@jit_with_memory
def random_round(deck: Words, players: int, first: int, limits: int, stream: Stream, facts: Words) -> None:
    """Play a round at random; facts become its actions, longest row, ending, starter and who was out first."""
    state = np.zeros(WORDS, np.int64)
    survey = np.zeros(SURVEY_WORDS, np.int64)
    new_round(deck, state, stream, players, first, 0, limits)
    longest = 0
    while not state[at.ENDING]:
        apply_move(deck, state, random_move(deck, state, survey, stream))
        longest = max(longest, state[at.STALLED])
    facts[0] = state[at.ACTIONS]
    facts[1] = longest
    facts[2] = state[at.ENDING]
    facts[3] = state[at.STARTER]
    facts[4] = state[at.FINISH] & 7


def random_rounds(deck: Deck, players: int, rounds: int) -> Rounds:
    words, limits = pack_deck(deck, players).words, pack_limits(players, stall_limit=TURN_LIMIT)
    played, facts = Rounds(), np.zeros(5, np.int64)
    for number in range(rounds):
        random_round(words, players, number % players, limits, new_stream(number), facts)
        played.actions.append(int(facts[0]))
        played.longest_rows.append(int(facts[1]))
        played.decided.append(bool(facts[2] != at.ABANDONED))
        played.starter_first.append(bool(facts[4] == facts[3] + 1))
    return played


def bot_rounds(bot: str, deck: Deck, players: int, rounds: int) -> Rounds:
    played = Rounds()
    for number in range(rounds):
        longest = 0
        for position in play_round(bot, deck, players, number):
            longest = max(longest, position.stalled)
        played.actions.append(position.actions)
        played.longest_rows.append(longest)
        played.decided.append(position.ending != "abandoned")
        played.starter_first.append(position.finish[:1] == (position.starter,))
    return played


def play_round(bot: str, deck: Deck, players: int, seed: int) -> Iterator[dnup.Round]:
    """The positions of a round of a bot against itself."""
    position = dnup.Round.deal(players, seed, deck=deck, first=SEATS[seed % players], stall_limit=TURN_LIMIT)
    bots = {seat: get(bot, seed=10 * seed + number) for number, seat in enumerate(seat_names(players))}
    yield position
    while (turn := position.turn) is not None:
        position = position.apply(bots[turn].choose(position.view(turn)).move)
        yield position
    for one in bots.values():
        one.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.measure.round_statistics", description=__doc__)
    parser.add_argument("bot", help="random, medium, hard …")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--deck", default=DEFAULT_DECK, metavar="NAME|FILE")
    options = parser.parse_args()
    deck = load_deck(options.deck)
    print(*HEAD, sep="\n")
    for players in options.players:
        if options.bot == "random":
            played = random_rounds(deck, players, options.rounds)
        else:
            played = bot_rounds(options.bot, deck, players, options.rounds)
        print(played.row(options.bot, players), flush=True)


if __name__ == "__main__":
    main()
