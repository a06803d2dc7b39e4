"""Random matches on all cores. The result depends on the seed alone, not on the number of workers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from dnup.cards.card import format_hand
from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.cards.packed import pack_deck
from dnup.error_text import quoted
from dnup.game.enums import Ending
from dnup.game.limits import TURN_LIMIT, check_stall_limit, check_turn_limit, pack_limits
from dnup.game.match import Match, PlayedRound
from dnup.game.move import VERBS, Move
from dnup.game.round import Round, check_seed
from dnup.game.seats import check_players, slot_names
from dnup.inputs import as_int
from dnup.kernel import layout as at
from dnup.kernel import match as kernel
from dnup.kernel.jit import COMPILED
from dnup.kernel.layout import Words
from dnup.kernel.rng import split
from dnup.records.record import Record
from dnup.workers.parallel import chunks, in_order, workers_for

COUNTED_CHUNK: Final = 1000 if COMPILED else 2
RECORDED_CHUNK: Final = 50 if COMPILED else 2
"""Games per chunk: a fraction of a second, so that progress is visible and Ctrl-C works."""

CLUSTER_CHUNK: Final = 20 * COUNTED_CHUNK
"""Games per chunk on a cluster, where sending work takes longer."""

PLAYER_NAME: Final = "random"


@dataclass(frozen=True)
class Task:
    """The options of a simulation, sent to a worker together with a range of game numbers."""

    players: int
    seed: int
    deck: Deck
    turn_limit: int
    stall_limit: int

    @classmethod
    def of(
        cls,
        players: int,
        seed: int,
        deck: str | Deck = DEFAULT_DECK,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
    ) -> Task:
        """A task whose values have been checked."""
        players = check_players(players)
        limits = check_turn_limit(turn_limit), check_stall_limit(stall_limit, players)
        task = cls(players, check_seed(seed), load_deck(deck), *limits)
        task.deck.in_play(players)
        return task

    @property
    def limits(self) -> int:
        """Both limits as the kernel's number."""
        return pack_limits(self.players, self.turn_limit, self.stall_limit)

    def compile(self, *, recording: bool = False) -> None:
        """Play one game, so that the kernel is compiled before it is timed or several processes need it."""
        play = self.record if recording else self.count
        play(range(1))

    def count(self, games: range) -> Words:
        """Play some of the games and count results."""
        words = pack_deck(self.deck, self.players).words
        seed = np.uint64(self.seed)
        return kernel.count_matches(words, self.players, self.limits, seed, games.start, len(games))

    def record(self, games: range) -> tuple[Words, str]:
        """Play some of the games, count results, and write records, one line each."""
        counts = np.zeros(kernel.COUNTS, np.int64)
        diary = np.empty((kernel.MAX_ROUNDS, kernel.DIARY_WORDS), np.int64)
        moves, turned = (np.empty(kernel.MAX_ROUNDS * self.turn_limit, np.int64) for _ in range(2))
        texts = _MoveTexts(self.deck, self.players)
        lines = []
        for game in games:
            seed = np.uint64(split(np.uint64(self.seed), game))
            words = pack_deck(self.deck, self.players).words
            rounds = kernel.play_match(words, self.players, self.limits, seed, diary, moves, turned, counts)
            lines.append(f"{_record(self, diary[:rounds], texts.of(moves, turned))}\n")
        return counts, "".join(lines)


class _MoveTexts:
    """A cache of the texts of the kernel's moves: few different ones occur very often."""

    def __init__(self, deck: Deck, players: int) -> None:
        self._packed = pack_deck(deck, players)
        self._slots = slot_names(players)
        self._texts: dict[tuple[int, int], str] = {}

    def of(self, moves: Words, turned: Words) -> Iterator[str]:
        """The texts of moves made when these cards were turned."""
        for start in range(0, len(moves), 256):  # stops when nobody reads any more
            numbers = moves[start : start + 256].tolist()
            for move, cards in zip(numbers, turned[start : start + 256].tolist(), strict=True):
                key = (move, move & at.CARDS & cards)
                text = self._texts.get(key)
                yield text if text is not None else self._texts.setdefault(key, self._format(*key))

    def _format(self, number: int, turned: int) -> str:
        verb = number >> at.VERB_SHIFT
        slot = self._slots[number >> at.SLOT_SHIFT & 7] if verb in (at.ADD, at.TAKE) else None
        return str(Move(VERBS[verb], self._packed.same_value_cards(number & at.CARDS, turned), slot))


def _record(task: Task, diary: Words, texts: Iterator[str]) -> Record:
    rounds = []
    for row in diary:
        deal = Round(task.deck, row[kernel.DIARY_DEAL : kernel.DIARY_END].copy())
        end = Round(task.deck, row[kernel.DIARY_END :].copy())
        hands = tuple(format_hand(hand) for hand in deal.hands)
        moves = tuple(itertools.islice(texts, end.actions))
        rounds.append(PlayedRound(hands, deal.starter, moves, end.finish, end.points, end.ending))
    last = Round(task.deck, diary[-1, kernel.DIARY_END :].copy())
    return Record.of(Match(task.deck, last, tuple(rounds)), [PLAYER_NAME] * task.players)


@dataclass(frozen=True)
class Summary:
    """Counts over many random matches, some of them by seat."""

    players: int
    games: int
    deck: str
    seed: int
    turn_limit: int
    stall_limit: int
    rounds: int
    moves: int
    longest_round: int
    won: tuple[int, ...]
    drawn: int
    points: tuple[int, ...]
    starter_first_out: int
    endings: dict[str, int]
    verbs: dict[str, int]

    @classmethod
    def of(cls, task: Task, counts: Words) -> Summary:
        """The counts of the kernel under their names."""

        def part(start: int, length: int) -> tuple[int, ...]:
            return tuple(counts[start : start + length].tolist())

        return cls(
            players=task.players,
            games=int(counts[kernel.GAMES]),
            deck=task.deck.name,
            seed=task.seed,
            turn_limit=task.turn_limit,
            stall_limit=task.stall_limit,
            rounds=int(counts[kernel.ROUNDS]),
            moves=int(counts[kernel.MOVES]),
            longest_round=int(counts[kernel.LONGEST]),
            won=part(kernel.WINS, task.players),
            drawn=int(counts[kernel.DRAWN]),
            points=part(kernel.POINTS, task.players),
            starter_first_out=int(counts[kernel.STARTER_FIRST]),
            endings=dict(zip(map(str, Ending), part(kernel.ENDINGS + 1, 3), strict=True)),
            verbs=dict(zip(map(str, VERBS), part(kernel.VERBS, 4), strict=True)),
        )


def simulate(
    players: int,
    games: int,
    seed: int,
    *,
    deck: str | Deck = DEFAULT_DECK,
    turn_limit: int = TURN_LIMIT,
    stall_limit: int | None = None,
    workers: int | None = None,
    ray: str | None = None,
    record: Callable[[str], object] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Summary:
    """Play a number of random matches.

    `record` is called with the records, some whole lines at a time and in order; `progress` with the number
    of games done since the last call. `workers` is the number of cores to use, by default all.
    Recording many games on several cores starts processes, so a script does that under
    `if __name__ == "__main__":`. With `ray`, the address of a Ray cluster or `local`, the work is done there.
    """
    task = Task.of(players, seed, deck, turn_limit, stall_limit)
    workers = workers_for(workers, ray)
    return add_up(task, _results(task, check_games(games), workers, ray, record), progress)


def check_games(games: int) -> int:
    """A valid number of games; otherwise a `ValueError`."""
    number = as_int(games)
    if number is None or number < 1:
        raise ValueError(f"the number of games is a whole number from 1 on, not {quoted(games)}")
    return number


def add_up(
    task: Task, results: Iterable[tuple[int, Words]], progress: Callable[[int], object] | None
) -> Summary:
    """The summary of all chunks of games, each with its length and its counts."""
    total = np.zeros(kernel.COUNTS, np.int64)
    for done, counts in results:
        longest = max(total[kernel.LONGEST], counts[kernel.LONGEST])
        total += counts
        total[kernel.LONGEST] = longest
        if progress is not None:
            progress(done)
    return Summary.of(task, total)


def _results(
    task: Task, games: int, workers: int | None, ray: str | None, record: Callable[[str], object] | None
) -> Iterator[tuple[int, Words]]:
    """The length and the counts of every chunk of games, in order; records are passed to `record`."""
    if record is None:
        # The compiled code runs without the GIL, so threads are enough.
        shares = chunks(games, COUNTED_CHUNK if ray is None else CLUSTER_CHUNK, workers)
        for share, counts in in_order(task.count, shares, workers, ray=ray):
            yield len(share), counts
        return
    shares = chunks(games, RECORDED_CHUNK, workers)
    for share, (counts, lines) in in_order(
        task.record, shares, workers, processes=games > 4 * RECORDED_CHUNK, ray=ray
    ):
        record(lines)
        yield len(share), counts
