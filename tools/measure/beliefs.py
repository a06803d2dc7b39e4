"""How good beliefs are: strong players play, and what is believed of each unseen card is held against where it was."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dnup.belief.posterior import DEALS, POOL, sample_posterior
from dnup.bots.believed_worlds import move_model
from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.cards.packed import pack_deck
from dnup.game.limits import pack_limits
from dnup.kernel import layout as at
from dnup.kernel.deal import new_round
from dnup.kernel.history import history_word, unseen_cards
from dnup.kernel.layout import Words
from dnup.kernel.rng import new_stream
from dnup.kernel.views import make_view
from dnup.search.match_equity import match_equity
from tools.champion.fit_move_model import TURN_LIMIT, play_round

BINS = np.array([0.05, 0.15, 0.3, 0.5, 0.7, 0.9])
"""Chances between two of these are counted together."""


@dataclass
class Quality:
    """Bits that it takes to say where a card is and which way up, and how often what was believed came true."""

    players: int
    rounds: int = 0
    views: int = 0
    cards: int = 0
    bits: float = 0.0
    bits_by_chance: float = 0.0
    seconds: float = 0.0
    believed: NDArray[np.float64] = field(default_factory=lambda: np.zeros((len(BINS) + 1, 3)))

    def row(self) -> str:
        """The cells of the table in docs/lab/strength.md."""
        told = [f"{said / n:.2f}: {true / n:.2f}" for n, said, true in self.believed if n >= 30]
        return (
            f"| {self.cards:,} | {self.bits_by_chance / self.cards:.3f} | {self.bits / self.cards:.3f} "
            f"| {1000 * self.seconds / self.views:.2f} | {', '.join(told)} |"
        )


def measure(
    cards: Deck, players: int, rounds: int, iterations: int = 1000, deals: int = DEALS, seed: int = 77
) -> Quality:
    """Measure a number of rounds of search against search, from the seat in turn."""
    deck = pack_deck(cards, players).words
    quality = Quality(players)
    room = np.zeros((TURN_LIMIT + 1, at.WORDS), np.int64), np.zeros(TURN_LIMIT + 1, np.int64)
    for number in range(rounds):
        state, stream = np.zeros(at.WORDS, np.int64), new_stream(1_000_000 * seed + number)
        new_round(deck, state, stream, players, number % players, 0, pack_limits(players, TURN_LIMIT, None))
        count = play_round(deck, state, match_equity(players), stream, iterations, *room)
        if state[at.ENDING] != at.ABANDONED:
            _look(deck, room[0][:count], room[1][:count], deals, quality)
            quality.rounds += 1
    return quality


def _look(deck: Words, states: Words, moves: Words, deals: int, quality: Quality) -> None:
    history = np.array(
        [history_word(deck, state, move) for state, move in zip(states, moves, strict=True)], np.int64
    )
    view, pool = np.empty(at.WORDS, np.int64), np.empty((POOL, at.WORDS), np.int64)
    stream = new_stream(len(states))
    for index in range(1, len(states)):
        seat = int(at.seat_in_turn(states[index]))
        state = states[index].copy()
        state[at.SIZES] = 0
        make_view(deck, state, seat + 1, view)
        if not (hidden := int(unseen_cards(deck, view))):
            continue
        began = time.process_time()
        found = int(
            sample_posterior(deck, view, history[:index], deals, move_model(quality.players), stream, pool)
        )
        quality.seconds += time.process_time() - began
        quality.views += 1
        assert found, "it leads here"
        _count(deck, state, seat, hidden, pool[:found], quality)


def _count(deck: Words, state: Words, seat: int, hidden: int, pool: Words, quality: Quality) -> None:
    """Only cards that have no copy: of equal ones nobody can say which is which."""
    players = quality.players
    star = 1 << int(deck[at.STAR])
    rooms = [
        (int(state[at.HANDS + other]) & hidden & ~star).bit_count() if other != seat else 0
        for other in range(players)
    ]
    hidden &= ~int(deck[at.COPIED])
    while hidden:
        card = hidden & -hidden
        hidden ^= card
        for other in range(players):
            by_chance = (
                rooms[other] / max(1, sum(rooms)) if card != star else float(other == int(state[at.STARTER]))
            ) / 2
            if not by_chance:
                continue
            for turned in (0, card):
                there = (pool[:, at.HANDS + other] & card != 0) & (pool[:, at.TURNED] & card == turned)
                said = (float(there.sum()) + by_chance) / (len(pool) + 1)
                true = bool(int(state[at.HANDS + other]) & card) and int(state[at.TURNED]) & card == turned
                quality.believed[int(np.searchsorted(BINS, said))] += (1, said, true)
                if true:
                    quality.cards += 1
                    quality.bits -= float(np.log2(said))
                    quality.bits_by_chance -= float(np.log2(by_chance))


def main() -> None:
    import argparse

    parser = argparse.ArgumentParser(prog="python -m tools.measure.beliefs", description=__doc__)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"which cards ({DEFAULT_DECK})"
    )
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--iterations", type=int, default=1000)
    settings = parser.parse_args()
    for players in settings.players:
        quality = measure(
            load_deck(settings.deck), players, settings.rounds, settings.iterations, settings.deals
        )
        print(f"{players} players: {quality.row()}", flush=True)


if __name__ == "__main__":
    main()
