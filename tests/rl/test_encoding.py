"""Observations and actions: every legal move is one action, and an observation says what the view says."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from dnup import (
    Board,
    Card,
    Deck,
    Move,
    Round,
    View,
    load_deck,
    parse_position,
    parse_record,
    play_match,
)
from dnup.bots import get
from dnup.rl import Encoding, VectorEnv
from dnup.rl.compiled.actions import SCRATCH_WORDS, decode_action, encode_move, write_mask
from tests.kernel.test_noninterference import Game
from tests.random_play import DECKS as SOME_DECKS
from tests.random_play import PLAYERS, Play, random_move, scaled

DECKS = {**SOME_DECKS, "printed": load_deck("printed")}
POSITIONS = 100_000


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["printed", "balanced", "many copies", "small"])
def test_actions_are_the_legal_moves(deck: str, players: int) -> None:
    """Each legal move has its own action, these are the mask's, and nothing else can be decoded."""
    env = VectorEnv(players, 50, seed=0, deck=DECKS[deck], turn_limit=120)
    encoding, packed, code = env.encoding, env.encoding.packed.words, env.encoding.code
    scratch = np.empty(SCRATCH_WORDS, np.int64)
    mask = np.empty((1, encoding.action_count), np.int8)
    rng = np.random.default_rng(players)
    wanted = scaled(POSITIONS // len(PLAYERS) if deck == "printed" else 1000)
    seen = 0
    while seen < wanted:
        for row in range(env.batch):
            position = env.round(row)
            numbers = position.legal_moves.numbers()
            words = position.words
            actions = [encode_move(packed, code, words, number) for number in numbers]
            write_mask(packed, code, words, scratch, mask, 0)
            assert sorted(actions) == np.flatnonzero(mask[0]).tolist()
            assert [decode_action(packed, code, words, action) for action in actions] == numbers
            for action in rng.integers(-2, encoding.action_count + 2, 5):
                assert (decode_action(packed, code, words, action) >= 0) == (action in actions)
            seen += 1
        env.step(env.sample())


@pytest.mark.parametrize(
    "deck, expected",
    [
        ("printed", [(374, 439), (423, 753), (550, 1552), (709, 2137)]),
        ("balanced", [(310, 156), (455, 588), (750, 2326), (901, 3360)]),
    ],
)
def test_sizes(deck: str, expected: list[tuple[int, int]]) -> None:
    sizes = {players: Encoding(players, deck=deck) for players in PLAYERS}
    assert [(encoding.observation_size, encoding.action_count) for encoding in sizes.values()] == expected
    for encoding in sizes.values():
        parts = list(encoding.slices.values())
        assert parts[0].start == 0
        assert all(one.stop == following.start for one, following in itertools.pairwise(parts))
        assert parts[-1].stop == encoding.observation_size


def test_moves_and_actions_are_the_same_thing() -> None:
    position = Round.deal(players=4, seed=7)
    encoding = Encoding(4)
    for move in position.legal_moves:
        assert encoding.move_of(position, encoding.action_of(position, move)) == move
        assert encoding.action_of(position, str(move)) == encoding.action_of(position, move)
    assert encoding.action_of(position, "rotate") == encoding.action_count - 1
    view = position.view(position.turn)
    assert np.array_equal(encoding.mask(view), encoding.mask(position))
    other = position.view(next(seat for seat in position.seats if seat != position.turn))
    assert not encoding.mask(other).any()
    last = encoding.action_count - 1
    with pytest.raises(ValueError, match=f"action {last} is not legal"):
        encoding.move_of(other, last)
    with pytest.raises(ValueError, match="action -1 is not legal"):
        encoding.move_of(position, -1)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["printed", "balanced", "many copies", "small"])
def test_every_action_has_a_meaning(deck: str, players: int) -> None:
    encoding = Encoding(players, deck=DECKS[deck])
    assert len(encoding.meanings) == len(set(encoding.meanings)) == encoding.action_count
    for position in positions(deck, players, 3):
        if position.over:
            continue
        assert position.turn is not None
        start = next(number for number, slot in enumerate(position.slots) if slot[0] == position.turn)
        order = [*position.slots[start:], *position.slots[:start]]
        opponents = [slot for slot in order if slot[0] != position.turn]
        for action in np.flatnonzero(encoding.mask(position)).tolist():
            move, meaning = encoding.move_of(position, action), encoding.meanings[action]
            assert move.verb == meaning.verb
            assert meaning.opponent is None or move.slot == opponents[meaning.opponent]
            if move.verb == "add":
                assert move.cards[0].inactive == meaning.other_value
            else:
                assert move.cards == meaning.cards


def test_what_does_not_fit_is_said() -> None:
    position = Round.deal(players=3, seed=1)
    with pytest.raises(ValueError, match=r"for 4 players and the deck \w+ \(.+\), the position for 3"):
        Encoding(4).mask(position)
    with pytest.raises(ValueError, match="2, 3, 4 or 5 players"):
        Encoding(6)
    with pytest.raises(ValueError, match="0 to 1000 moves"):
        Encoding(2, history=-1)
    with pytest.raises(ValueError, match="that seat only"):
        Encoding(3).observe(position.view("A"), "B")
    with pytest.raises(ValueError, match="that seat only"):
        Encoding(3).observe(position.view())
    assert eval(repr(Encoding(3, history=2))).observation_size == Encoding(3, history=2).observation_size  # noqa: S307


# An observation, told again from the view by name


def by_face(encoding: Encoding, cards: tuple[Card, ...]) -> list[int]:
    count = Counter(cards)
    return [count[face] for kind in encoding.kinds for face in (kind, kind.turned)]


def by_kind(encoding: Encoding, cards: tuple[Card, ...]) -> list[int]:
    count = Counter(min(card, card.turned) for card in cards)
    return [count[kind] for kind in encoding.kinds]


def told(encoding: Encoding, view: View) -> dict[str, list[int]]:
    assert view.seat is not None
    first = view.seats.index(view.seat)
    seats = [*view.seats[first:], *view.seats[:first]]
    start = next(number for number, slot in enumerate(view.slots) if slot[0] == view.seat)
    slots = [*view.slots[start:], *view.slots[:start]]
    number = {seat: index for index, seat in enumerate(view.seats)}
    return {
        "hand": by_face(encoding, view.hand),
        "table": [n for slot in slots for n in by_face(encoding, view.table.get(slot, ()))],
        "known": [n for seat in seats for n in by_face(encoding, view.known[number[seat]])],
        "discards": by_kind(encoding, view.discards),
        "unseen": by_kind(encoding, view.unseen),
        "star": [int(view.star == seat) for seat in seats],
        "sizes": [view.sizes[number[seat]] for seat in seats],
        "set_sizes": [len(view.table.get(slot, ())) for slot in slots],
        "set_values": [view.table[slot][0].active if slot in view.table else 0 for slot in slots],
        "score": [view.score[number[seat]] for seat in seats],
        "points": [view.points[number[seat]] for seat in seats],
        "turn": [int(view.slot == slot) for slot in slots],
        "turns_left": [min(view.turn_limit - view.actions, 127)],
        "stall_left": [min(view.stall_limit - view.stalled, 127) if view.stall_limit else 127],
        "history": [],
    }


def named(encoding: Encoding, row: NDArray[np.int8]) -> dict[str, list[int]]:
    return {name: row[part].tolist() for name, part in encoding.slices.items()}


def positions(deck: str, players: int, games: int) -> Iterator[Round]:
    for seed in range(games):
        yield from Play(deck, players, seed, 150).positions()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_an_observation_is_what_the_view_says(deck: str, players: int) -> None:
    encoding = Encoding(players, deck=DECKS[deck])
    for position in positions(deck, players, scaled(6)):
        for seat in position.seats:
            view = position.view(seat)
            row = encoding.observe(view)
            assert named(encoding, row) == told(encoding, view)
            assert np.array_equal(row, encoding.observe(position, seat))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["printed", "balanced", "many copies"])
def test_an_observation_tells_nothing_that_was_not_shown(deck: str, players: int) -> None:
    """Permute what a seat cannot know: what it gets stays the same, and what others get does not."""
    encoding = Encoding(players, deck=DECKS[deck], history=4)
    told_apart = 0
    for seed in range(scaled(100)):
        game = Game(DECKS[deck], players, seed)
        if game.viewer is None:
            continue
        other = game.another_world()
        one, two = encoding.new_history(), encoding.new_history()
        for number, (position, permuted) in enumerate(zip(game.positions, other, strict=True)):
            seen = encoding.observe(position, game.viewer, one)
            assert np.array_equal(seen, encoding.observe(permuted, game.viewer, two))
            if position.turn == game.viewer:
                assert np.array_equal(encoding.mask(position), encoding.mask(permuted))
            if number < len(game.moves):
                encoding.apply(position, encoding.action_of(position, game.moves[number]), one)
                encoding.apply(permuted, encoding.action_of(permuted, game.moves[number]), two)
        told_apart += any(
            not np.array_equal(encoding.observe(game.positions[-1], seat), encoding.observe(other[-1], seat))
            for seat in game.positions[0].seats
        )
    assert told_apart > scaled(100) // 3, "there was something to see for others"


@pytest.mark.parametrize("players", [2, 3])
def test_a_history_has_the_latest_moves_first(players: int) -> None:
    encoding = Encoding(players, history=3)
    faces, slots = 2 * len(encoding.kinds), len(Round.deal(players, 1).slots)
    rng = random.Random(5)
    position = Round.deal(players, 5)
    past = encoding.new_history()
    made: list[tuple[str, Move]] = []
    for _ in range(40):
        assert position.slot is not None
        move = random_move(rng, position)
        made.insert(0, (position.slot, move))
        position = encoding.apply(position, encoding.action_of(position, move), past)
        if position.over:
            break
        seat = rng.choice(position.seats)
        start = next(number for number, slot in enumerate(position.slots) if slot[0] == seat)
        order = [*position.slots[start:], *position.slots[:start]]
        wanted: list[int] = []
        for slot, past_move in made[:3]:
            wanted += [int(slot == other) for other in order]
            wanted += [int(past_move.verb == verb) for verb in ("play", "add", "take", "rotate")]
            wanted += [int(past_move.slot == other) for other in order]
            wanted += by_face(encoding, past_move.cards)
        wanted += [0] * (3 - len(made[:3])) * (2 * slots + 4 + faces)
        row = encoding.observe(position, seat, past)
        assert row[encoding.slices["history"]].tolist() == wanted


def test_a_deck_of_ones_own() -> None:
    deck = Deck.of(["1/2*", "1/3", "2/3"], "three", players=[2])
    encoding = Encoding(2, deck=deck)
    assert encoding.kinds == (Card(1, 2), Card(1, 3), Card(2, 3))
    assert encoding.action_count == 3 * 3 + 2 * 3 + 2 + 1
    assert Encoding(2, deck=load_deck("pairs")).action_count > encoding.action_count


def test_a_bot_can_be_asked_for_an_action() -> None:
    position: Board = Round.deal(players=2, seed=3)
    encoding = Encoding(2)
    assert position.turn is not None
    view = Round.deal(players=2, seed=3).view(position.turn)
    action = encoding.action_of(view, get("greedy").choose(view).move)
    assert encoding.mask(view)[action] == 1


@pytest.mark.parametrize("players", [2, 3])
def test_decks_with_the_same_cards_in_play_are_the_same(players: int) -> None:
    """A record keeps the cards in play alone: they are numbered otherwise than in the deck they came from."""
    cards = ["1/4 sad", "1/5 star", "1/6", "2/4", "2/5 sad", "2/6", "3/4", "3/5", "4/6 happy", "4/6 happy"]
    deck = Deck.of(cards, "mine", players=[2, 3])
    record = play_match("random", players=players, deck=deck, seed=1)
    again = parse_record(str(record))
    encoding, other = Encoding(players, deck=deck, history=3), Encoding(players, deck=again.deck, history=3)
    assert encoding.kinds == other.kinds
    assert encoding.meanings == other.meanings
    pairs = list(zip(record.positions(), again.positions(), strict=True))
    assert len(pairs) > 10
    for one, two in pairs:
        first, second = one.round, two.round
        assert np.array_equal(encoding.observe(first), other.observe(second))
        assert np.array_equal(encoding.observe(first), encoding.observe(second)), "either reads both"
        assert np.array_equal(encoding.mask(first), encoding.mask(second))
        for move in first.legal_moves:
            assert encoding.action_of(first, move) == encoding.action_of(second, str(move))
        for action in np.flatnonzero(encoding.mask(first)).tolist():
            assert encoding.move_of(first, action) == encoding.move_of(second, action)
    env = VectorEnv(players, 2, seed=1, deck=deck, history=3)
    start = next(two for one, two in pairs if two.move is not None and two.round.actions > 2).round
    step = env.set([1], start)
    assert np.array_equal(step.observations[1], other.observe(start))
    with pytest.raises(
        ValueError, match=r"the deck mine \(cards [0-9a-f]{16}\), the position for \d and the deck b"
    ):
        encoding.check(Round.deal(players, 1, deck="balanced"))
    changed = Deck.of([*cards[:-1], "5/6"], "mine", players=[3])
    if players == 3:
        with pytest.raises(ValueError, match="this encoding is for 3 players and the deck mine"):
            encoding.check(Round.deal(3, 1, deck=changed))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_round_knows_its_history(players: int) -> None:
    encoding = Encoding(players, history=4)
    past = encoding.new_history()
    position = Round.deal(players, 3)
    rng = random.Random(players)
    for _ in range(scaled(40)):
        action = rng.choice(np.flatnonzero(encoding.mask(position)).tolist())
        position = encoding.apply(position, action, past)
        for seat in position.seats:
            assert np.array_equal(encoding.observe(position, seat), encoding.observe(position, seat, past))
            assert np.array_equal(
                encoding.observe(position.view(seat)), encoding.observe(position, seat, past)
            )
        if position.over:
            break
    unknown = parse_position(str(position))
    assert not encoding.observe(unknown)[encoding.slices["history"]].any()
