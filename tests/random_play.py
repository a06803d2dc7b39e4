"""Random legal play to test with: decks of every kind, positions, matches. All of it follows from seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from dnup import Deck, Match, Move, Round, load_deck
from dnup.kernel.jit import COMPILED

COPIES = Deck.of(
    [
        "1/15*",
        *["2/3"] * 6,
        *["14/15"] * 6,
        *["3/14"] * 4,
        *["7/8"] * 8,
        *["9/10"] * 3,
        *["2/15"] * 3,
        "1/2",
        "8/15",
    ],
    name="many copies",
)
SMALL = Deck.of(
    ["1/5*", "1/2", "1/3", "2/3", "2/4", "3/4", "3/5", "4/5", "1/2 happy", "4/6 happy", "5/6 neutral"],
    name="small",
)
DECKS = {
    deck.name: deck
    for deck in (load_deck("printed"), load_deck("balanced"), load_deck("pairs"), COPIES, SMALL)
}
PRINTED_SHARE = 3
"""How many times as often `plays` chooses the printed deck as each of the others."""
PLAYERS = (2, 3, 4, 5)


def scaled(count: int) -> int:
    """This number with the compiled kernel, a few without it."""
    return count if COMPILED else max(count // 20, 3)


@dataclass(frozen=True)
class Play:
    """The start of a round between players who choose at random. Small decks get to the end of it."""

    deck: str
    players: int
    seed: int
    length: int

    def positions(self) -> Iterator[Round]:
        """Every position from the deal on."""
        position = self.deal()
        yield position
        for _, position in self.steps():
            yield position

    def steps(self) -> Iterator[tuple[Move, Round]]:
        """Every move and the position after it."""
        rng = random.Random(self.seed)
        position = self.deal()
        for _ in range(self.length):
            if position.over:
                return
            move = random_move(rng, position)
            position = position.apply(move)
            yield move, position

    def deal(self) -> Round:
        rng = random.Random(self.seed)
        points = 2 if self.players == 2 else 4
        return Round.deal(
            self.players,
            self.seed,
            deck=DECKS.get(self.deck, self.deck),  # or any built-in one by its name
            score=[rng.randrange(points) for _ in range(self.players)],
            first="ABCDE"[self.seed % self.players],
            turn_limit=rng.choice([20, 90, 500]),
            stall_limit=(None, None, 0, 5)[self.seed % 4],
            finish_round=self.seed % 5 == 4,
        )

    @property
    def last(self) -> Round:
        """Where it leads to."""
        *_, position = self.positions()
        return position


def plays(longest: int = 150) -> st.SearchStrategy[Play]:
    """Beginnings of rounds, of all player counts and with all decks, the printed one most often."""
    names = ["printed"] * (PRINTED_SHARE - 1) + list(DECKS)
    lengths = st.integers(0, longest if COMPILED else longest // 4)
    return st.builds(Play, st.sampled_from(names), st.sampled_from(PLAYERS), st.integers(0, 10_000), lengths)


def random_move(rng: random.Random, position: Round) -> Move:
    return position.legal_moves[rng.randrange(len(position.legal_moves))]


def hasty_move(rng: random.Random, position: Round) -> Move:
    """Large sets and high values mostly, so that rounds are short."""
    moves = list(position.legal_moves)
    if rng.random() < 0.2:
        return rng.choice(moves)
    return max(
        moves, key=lambda move: (len(move.cards), move.cards[0].active if move.cards else rng.random())
    )


def random_match(
    players: int, seed: int, deck: str | Deck = "printed", *, turn_limit: int = 500, longest: int = 100_000
) -> Match:
    """A match between hasty players, to its end or to a maximum number of moves."""
    rng = random.Random(seed)
    match = Match.new(players, seed, deck=deck, turn_limit=turn_limit)
    for _ in range(longest):
        if match.over:
            break
        match = match.apply(hasty_move(rng, match.round))
    return match
