"""The engine and the oracle play the same random rounds and have to agree at every step.

Before every move the legal moves are compared as sets, and that none is offered twice; after it the turn,
all hands, who is out and the ending. The points, the table, the discards and all that is public knowledge
(D3) are compared at every FULL_CHECK_EVERY-th action and at the end of every round, to save time: what goes
wrong there shows in the legal moves and the hands, or is still wrong at the next full check.

Most rounds are played with the printed deck, some with the balanced one and with one of many copies.

The mutants show how many rounds are enough: each of them is noticed within ENOUGH rounds of the printed deck with each
number of players, and `make test` plays eight times as many. `make test-all` plays another fifteen thousand with each
number of players, and ten thousand with each of the other decks.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Sequence
from functools import partial
from operator import attrgetter

import pytest

import dnup
from tests.mutants import MUTANTS, Mutant
from tests.oracle import BALANCED, PRINTED, DeckCard, OracleRound, parse_deck

CHUNKS = 4  # so that the work spreads over all cores, each for each number of players
ROUNDS = 250  # in each chunk
LONG_CHUNKS = 20
LONG_ROUNDS = 750  # in each chunk
LONG_OTHER_ROUNDS = 500  # and with each of the other decks
ENOUGH = 100
OTHER_ROUNDS = 25  # of those in a chunk, with each of the other decks
FULL_CHECK_EVERY = 16
SHORT_CHUNK = 3  # rounds of each kind when the kernel is not compiled

# Almost every card has copies, values go beyond 9, and the hands are uneven with 3 and with 5 players.
COPIES = [
    *["1/5*", "5/9", "5/9", "1/9", "1/9", "1/9", "2/3", "2/3", "2/3", "2/3", "3/7", "3/7", "3/7", "3/7"],
    *["2/7", "2/7", "2/7", "6/9", "6/9", "6/9", "10/15", "10/15", "3/10", "3/10", "2/15", "2/15", "10/12"],
]

OTHERS: list[tuple[dnup.Deck | str, Sequence[DeckCard]]] = [
    ("balanced", BALANCED),
    (dnup.Deck.of(COPIES), parse_deck(COPIES)),
]

pair = attrgetter("active", "inactive")


def pairs(cards: Iterable[dnup.Card]) -> list[tuple[int, int]]:
    return list(map(pair, cards))


def check_legal_moves(engine: dnup.Round, oracle: OracleRound) -> None:
    texts = [str(move) for move in engine.legal_moves]
    assert set(texts) == oracle.legal(), f"legal moves differ in {engine}"
    assert len(texts) == len(oracle.legal()), f"a move is offered twice in {engine}"


def check_results(engine: dnup.Round, oracle: OracleRound) -> None:
    assert engine.slot == oracle.turn, f"whose turn it is differs in {engine}"
    assert engine.ending == oracle.ending, f"the ending differs in {engine}"
    assert list(engine.finish) == oracle.finish, f"who is out differs in {engine}"
    for hand, expected in zip(engine.hands, oracle.hands.values(), strict=True):
        assert pairs(hand) == sorted(expected), f"hands differ in {engine}"


def check_everything(engine: dnup.Round, oracle: OracleRound) -> None:
    assert engine.actions == oracle.actions, f"{engine}"
    assert engine.stalled == oracle.stalled, f"{engine}"
    assert list(engine.points) == list(oracle.points.values()), f"{engine}"
    table = {slot: sorted(cards) for slot, cards in oracle.slots.items() if cards}
    assert {slot: pairs(cards) for slot, cards in engine.table.items()} == table, f"{engine}"
    assert pairs(engine.discards) == sorted(oracle.discards), f"{engine}"
    assert engine.star == oracle.star_seat(), f"{engine}"
    for seat, known in zip(oracle.seats, engine.known, strict=True):
        assert pairs(known) == sorted(oracle.known(seat)), f"{engine}"
        view = engine.view(seat)
        assert pairs(view.hand) == sorted(oracle.hands[seat]), f"{engine}"
        assert pairs(view.unseen) == oracle.unseen(seat), f"{engine}"
        assert list(view.sizes) == list(oracle.sizes().values()), f"{engine}"


def play_on_both(engine: dnup.Round, oracle: OracleRound, chance: random.Random) -> dnup.Round:
    check_results(engine, oracle)
    check_everything(engine, oracle)
    while oracle.turn is not None:
        check_legal_moves(engine, oracle)
        text = chance.choice(sorted(oracle.legal()))
        engine = engine.apply(text)
        oracle.apply(text)
        check_results(engine, oracle)
        if oracle.actions % FULL_CHECK_EVERY == 0 or oracle.turn is None:
            check_everything(engine, oracle)
    check_legal_moves(engine, oracle)
    return engine


def play_rounds(
    players: int,
    rounds: int,
    chance: random.Random,
    deck: dnup.Deck | str,
    entries: Sequence[DeckCard],
    round_class: type[OracleRound] = OracleRound,
) -> set[str | None]:
    """Play random rounds at random scores; return how they ended.

    One in eight has a low limit of actions, one in two is soon said to go in circles, one in four is played on
    (R20). One in eight is played twice,
    the second time with the move that ends it as the last that the limit allows (D2).
    """
    endings: set[str | None] = set()
    for _ in range(rounds):
        score = [chance.randrange(2 if players == 2 else 4) for _ in range(players)]
        limit = chance.randint(1, 80) if chance.random() < 1 / 8 else 500
        stall = chance.randint(0, 20) if chance.random() < 1 / 2 else None
        first = chance.choice("ABCDE"[:players])
        finish = chance.random() < 1 / 4
        oracle = round_class.deal(
            players,
            chance,
            entries,
            first=first,
            score=score,
            turn_limit=limit,
            stall_limit=stall,
            finish_round=finish,
        )
        hands = [" ".join(map(str, hand)) for hand in oracle.hands.values()]
        deal = partial(
            dnup.Round.from_deal,
            hands,
            deck=deck,
            score=score,
            first=first,
            stall_limit=stall,
            finish_round=finish,
        )
        twin = copy.deepcopy(oracle) if chance.random() < 1 / 8 else None
        same = copy.copy(chance)
        end = play_on_both(deal(turn_limit=limit), oracle, chance)
        assert end.in_circles == oracle.in_circles(), f"{end}"
        if twin is not None:
            twin.turn_limit = end.actions
            assert play_on_both(deal(turn_limit=end.actions), twin, same).ending == end.ending
        endings.add("in circles" if oracle.in_circles() else oracle.ending)
    return endings


@pytest.mark.compiled
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_engine_and_oracle_agree(players: int, chunk: int) -> None:
    chance = random.Random(f"agreement {players} {chunk}")
    endings = play_rounds(players, ROUNDS - len(OTHERS) * OTHER_ROUNDS, chance, "printed", PRINTED)
    assert endings == {"out", "abandoned", "in circles", *(["match"] if players > 2 else [])}
    for deck, entries in OTHERS:
        play_rounds(players, OTHER_ROUNDS, chance, deck, entries)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("chunk", range(LONG_CHUNKS))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_engine_and_oracle_agree_for_a_long_time(players: int, chunk: int) -> None:
    chance = random.Random(f"long agreement {players} {chunk}")
    play_rounds(players, LONG_ROUNDS, chance, "printed", PRINTED)
    for deck, entries in OTHERS:
        play_rounds(players, LONG_OTHER_ROUNDS, chance, deck, entries)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_engine_and_oracle_agree_for_a_few_rounds(players: int) -> None:
    """Quick enough for the kernel without compilation."""
    chance = random.Random(f"agreement {players}")
    play_rounds(players, SHORT_CHUNK, chance, "printed", PRINTED)
    for deck, entries in OTHERS:
        play_rounds(players, 1, chance, deck, entries)


# What they break is not compared here: the engine gets the oracle's deal, and the oracle's moves are a set.
NOT_SEEN_HERE = {"DealtLowValueUp", "CopiesAreTwoMoves"}

# The cards of the printed deck divide evenly among any number of players.
NEEDS_UNEVEN_HANDS = {"SpareCardsGoToSeatA"}

BROKEN_ROUNDS = [
    mutant
    for mutant in MUTANTS
    if mutant.rules.round_class is not OracleRound and mutant.name not in NOT_SEEN_HERE
]


@pytest.mark.compiled
@pytest.mark.parametrize("mutant", BROKEN_ROUNDS, ids=lambda mutant: f"{mutant.rule}-{mutant.name}")
def test_a_broken_rule_shows_soon(mutant: Mutant) -> None:
    """The engine and the mutant differ, or cannot go on together."""
    chance = random.Random(f"a broken rule {mutant.name}")
    deck, entries = OTHERS[1] if mutant.name in NEEDS_UNEVEN_HANDS else ("printed", PRINTED)
    with pytest.raises((AssertionError, ValueError, LookupError, StopIteration)):
        play_all_counts(mutant.rules.round_class, chance, deck, entries)


def play_all_counts(
    round_class: type[OracleRound], chance: random.Random, deck: dnup.Deck | str, entries: Sequence[DeckCard]
) -> None:
    """ENOUGH rounds with each number of players, in turn."""
    for _ in range(ENOUGH):
        for players in (2, 3, 4, 5):
            play_rounds(players, 1, chance, deck, entries, round_class)
