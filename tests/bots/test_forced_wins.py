"""Wins by force, compared with a search of all worlds one by one that uses the oracle's rules and no compiled code."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from itertools import product

import pytest

import dnup
from dnup.bots.forced_wins import ForcedWin, forced_wins
from tests.oracle import Card, OracleRound

MOST_UNSEEN = 2
MOST_IN_HAND = 4
"""Cards of the seat in turn: with more, the search of all worlds takes too long."""
ROUNDS = {2: 6, 3: 40, 4: 30, 5: 30}
ACTIONS = {2: 5, 3: 4, 4: 5, 5: 6}
"""Actions in which a win is looked for: with three to five players, until the seat's second turn."""


def worlds_of(oracle: OracleRound, seat: str) -> Iterator[OracleRound]:
    """All rounds that look like this one to a seat."""
    others = [other for other in oracle.seats if other != seat]
    room = {other: oracle.sizes()[other] - len(oracle.known(other)) for other in others}
    unseen = oracle.unseen(seat)
    for hidden in _dealt(unseen, others, room, oracle):
        for turned in product((False, True), repeat=len(unseen)):
            world = copy.deepcopy(oracle)
            for other in others:
                world.hands[other] = list(oracle.known(other))
            for index, other in hidden.items():
                card = unseen[index]
                world.hands[other].append(card.turned if turned[index] else card)
            world._legal = None
            yield world


def _dealt(
    unseen: list[Card], others: list[str], room: dict[str, int], oracle: OracleRound
) -> Iterator[dict[int, str]]:
    """All ways to give the unseen cards to the others; the star to the starter while nobody has seen it (D3)."""
    for owners in product(others, repeat=len(unseen)):
        if all(owners.count(other) == room[other] for other in others) and all(
            owner == oracle.star_seat()
            for card, owner in zip(unseen, owners, strict=True)
            if card == oracle.star
        ):
            yield dict(enumerate(owners))


def wins(worlds: list[OracleRound], seat: str, out_before: int, actions: int) -> bool:
    """Whether a seat, which cannot tell these worlds apart, is the next to go out in all of them."""
    first = worlds[0]
    if len(first.finish) > out_before:
        return first.finish[out_before] == seat
    if first.turn is None or actions == 0:
        return False
    if first.mover() == seat:
        return any(wins(after(worlds, text), seat, out_before, actions - 1) for text in sorted(first.legal()))
    texts = sorted(set().union(*(world.legal() for world in worlds)), key=lambda text: (-len(text), text))
    return all(wins(after(worlds, text), seat, out_before, actions - 1) for text in texts)


def after(worlds: list[OracleRound], text: str) -> list[OracleRound]:
    """The worlds after a move, those where it is legal."""
    made = []
    for world in worlds:
        if text in world.legal():
            twin = copy.deepcopy(world)
            twin.apply(text)
            made.append(twin)
    return made


def endings(players: int) -> Iterator[tuple[dnup.Round, OracleRound]]:
    """Positions near the end of rounds that weak bots play, in the engine and in the oracle."""
    chance = random.Random(f"forced wins {players}")
    for seed in range(ROUNDS[players]):
        oracle = OracleRound.deal(players, chance)
        engine = dnup.Round.from_deal([" ".join(map(str, hand)) for hand in oracle.hands.values()])
        bot = dnup.bots.get("medium", seed=seed)
        while engine.turn is not None:
            view = engine.view(engine.turn)
            if len(view.unseen) <= MOST_UNSEEN and len(view.hand) <= MOST_IN_HAND:
                yield engine, oracle
            text = str(bot.choose(view).move)
            engine = engine.apply(text)
            oracle.apply(text)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_forced_wins_are_those_in_all_worlds(players: int) -> None:
    found = 0
    for engine, oracle in endings(players):
        seat = oracle.mover()
        longest = ACTIONS[players]
        lengths = {
            str(win.move): win.actions
            for win in forced_wins(engine.view(seat), longest=longest, thorough=True, lines=False)
        }
        worlds = list(worlds_of(oracle, seat))
        for text in sorted(oracle.legal()):
            children, out = after(worlds, text), len(oracle.finish)
            least = next(
                (actions + 1 for actions in range(longest) if wins(children, seat, out, actions)), None
            )
            assert lengths.get(text) == least, f"{text} in {engine}"
            found += least is not None
    assert found >= 3


def won_endings(players: int) -> Iterator[tuple[dnup.Round, ForcedWin]]:
    """Positions of random rounds in which a seat wins by force, with others to move before it is out."""
    for seed in range(60):
        engine = dnup.Round.deal(players, seed)
        bot = dnup.bots.get("medium", seed=seed)
        while engine.turn is not None:
            view = engine.view(engine.turn)
            wins = forced_wins(view, budget=4000)
            if wins and wins[0].actions > 2:
                yield engine, wins[0]
            engine = engine.apply(bot.choose(view).move)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_forced_win_is_won_against_any_play(players: int) -> None:
    chance = random.Random(f"any play {players}")
    played = 0
    for start, win in won_endings(players):
        seat, engine, left = start.turn, start, win.actions
        out = len(start.finish)
        while len(engine.finish) == out:
            assert left > 0, f"{start}"
            if engine.turn == seat:
                best = forced_wins(engine.view(seat), lines=False)[0]
                assert best.actions <= left, f"{engine} after {start}"
                engine = engine.apply(best.move)
            else:
                engine = engine.apply(chance.choice(engine.legal_moves))
            left -= 1
        assert engine.finish[out] == seat
        played += 1
    assert played


def test_the_line_of_a_forced_win() -> None:
    discards = "3/4,3/5,3/7,3/9,5/1,5/2,5/2,5/7,6/1,6/3,6/4,7/1,7/1,7/4,7/6,8/4,9/1,9/2"
    position = f"printed A1 15/500,0/40 0,0 - A 1/8!,6/1!,6/2!|4/2!,4/2! -|-|10/2|8/3,8/5 {discards}"
    start = dnup.parse_position(position)
    [win] = forced_wins(start.view("A"))
    texts = ["take B2", "play 6/1 6/2", "play 4/2", "take A2", "rotate", "play 8/1 8/3 8/5"]
    assert [str(move) for move in win.line] == texts
    end = start
    for move in win.line:
        end = end.apply(move)
    assert end.finish == ("A",)


@pytest.mark.parametrize("bot", ["search:1", "search:1+belief", "instinct"])
def test_bots_play_a_forced_win_without_a_search(bot: str) -> None:
    engine, win = next(ending for ending in won_endings(2) if ending[0].view(ending[0].turn).unseen)
    view = engine.view(engine.turn)
    decision = dnup.bots.get(bot).choose(view)
    estimate = next(estimate for estimate in decision.estimates if estimate.move == decision.move)
    assert decision.move in [win.move for win in forced_wins(view, lines=False)]
    assert estimate.win == 0.75  # a round ahead
    assert len(win.line) == win.actions
    assert win.line[0] == win.move
    assert bool(decision.belief) == ("belief" in bot)


def test_no_win_is_found_beyond_the_budget() -> None:
    engine, win = next(won_endings(2))
    view = engine.view(engine.turn)
    assert forced_wins(view, budget=1) == ()
    assert forced_wins(view, longest=win.actions - 1) == ()
