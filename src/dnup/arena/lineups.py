"""Seatings: every deal is played with several, so that the luck of cards and seats cancels."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from dnup.inputs import as_int


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: its number, the number of its deals, and the bots by seat."""

    game: int
    deal: int
    bots: tuple[int, ...]


def seatings_per_deal(bots: int, players: int, alone: bool = False) -> int:
    """The number of seatings for each deal."""
    return len(next(_deals(bots, players, 0, alone)))


def whole_deals(games: int, bots: int, players: int, alone: bool = False) -> int:
    """The number of games, rounded up so that every deal is played with all its seatings."""
    number = as_int(games)
    if number is None or number < 1:
        raise ValueError("the number of games is a whole number from 1 on")
    size = seatings_per_deal(bots, players, alone)
    return -(-number // size) * size


def fixtures(bots: int, players: int, seed: int, alone: bool = False) -> Iterator[Fixture]:
    """All games in order, an endless iterator."""
    games = itertools.count()
    for deal, seatings in enumerate(_deals(bots, players, seed, alone)):
        for seating in seatings:
            yield Fixture(next(games), deal, seating)


def _deals(bots: int, players: int, seed: int, alone: bool) -> Iterator[list[tuple[int, ...]]]:
    """For each deal its seatings: the bots, by number, on the seats A, B, …"""
    if alone:
        return itertools.repeat(_one_against_the_rest(players)[:players])
    if bots == 1:
        return itertools.repeat([(0,) * players])
    if bots == players:
        return itertools.repeat(list(itertools.permutations(range(bots))))
    if bots == 2:
        return itertools.repeat(_one_against_the_rest(players))
    return _balanced(bots, players, seed)


def _one_against_the_rest(players: int) -> list[tuple[int, ...]]:
    """Each of two bots alone, on each seat, against the other on all the rest."""
    return [
        tuple(alone if seat == place else 1 - alone for seat in range(players))
        for alone in (0, 1)
        for place in range(players)
    ]


def _balanced(bots: int, players: int, seed: int) -> Iterator[list[tuple[int, ...]]]:
    """Random bots, those with the fewest games first, rotated so that each has each seat."""
    rng = random.Random(seed)
    played = [0] * bots
    while True:
        chosen: list[int] = []
        for _ in range(players):
            # With fewer bots than seats, no bot gets a third seat before all have two.
            lot = min(range(bots), key=lambda bot: (chosen.count(bot), played[bot], rng.random()))
            chosen.append(lot)
            played[lot] += 1
        rng.shuffle(chosen)
        yield [tuple(chosen[shift:] + chosen[:shift]) for shift in range(players)]
