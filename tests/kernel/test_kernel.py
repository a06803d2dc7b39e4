"""The kernel by itself: its integer interface, its chance, its cache, and that compiling changes nothing."""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dnup import Deck, Round, load_deck
from dnup.cards.packed import pack_deck
from dnup.kernel import jit
from dnup.kernel import layout as at
from dnup.kernel.copies import settle_copies
from dnup.kernel.deal import new_round
from dnup.kernel.layout import Words
from dnup.kernel.legality import LEGAL, NOT_A_MOVE, ROUND_OVER, check_move
from dnup.kernel.machine_code import PACKAGES
from dnup.kernel.moves import SURVEY_WORDS, count_moves, list_moves, nth_move
from dnup.kernel.playout import random_move, random_rounds, step
from dnup.kernel.rng import _next, below, new_stream, split
from dnup.kernel.sets import count_sets, nth_set
from dnup.kernel.turn import apply_move
from tests.random_play import COPIES, PLAYERS, SMALL, scaled

ROOT = Path(__file__).parents[2]

# The limits of what the kernel can hold: 56 cards, and the values from 11 to 15 on 12 cards each.
LARGEST = Deck.of(
    [
        *["1/15*", *(f"{low}/15" for low in range(2, 13)), *(f"{low}/14" for low in range(1, 13))],
        *(f"{low}/13" for low in range(1, 13)),
        *[f"{low}/{high}" for high in (12, 11) for low in range(1, 10)],
        *["1/10", "2/10"],
    ],
    name="largest",
)
DECKS = [load_deck("printed"), load_deck("balanced"), COPIES, SMALL, LARGEST]
EVERY_DECK = pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
EVERY_COUNT = pytest.mark.parametrize("players", PLAYERS)


def random_positions(deck: Deck, players: int, seed: int, rounds: int) -> Iterator[Words]:
    """The states of random rounds, each for a moment only."""
    words = pack_deck(deck, players).words
    stream = new_stream(seed)
    state, survey = np.zeros(at.WORDS, np.int64), np.zeros(SURVEY_WORDS, np.int64)
    for number in range(rounds):
        new_round(words, state, stream, players, number % players, 0, 200)
        yield state
        while not state[at.ENDING]:
            apply_move(words, state, random_move(words, state, survey, stream))
            yield state


def all_moves(words: Words, state: Words) -> list[int]:
    moves = np.empty(max(1, int(count_moves(words, state))), np.int64)
    return [int(move) for move in moves[: list_moves(words, state, moves)]]


def settled(words: Words, state: Words, move: int) -> int:
    """The same move as it is listed: made of those copies that leave the hand first."""
    hand = state[at.HANDS + at.seat_in_turn(state)]
    return move & ~at.CARDS | int(settle_copies(words, state, hand, move & at.CARDS))


def test_a_state_is_small() -> None:
    assert np.zeros(at.WORDS, np.int64).nbytes <= 256


def test_the_documentation_has_every_word_in_its_place() -> None:
    page = (ROOT / "docs" / "kernel.md").read_text(encoding="utf-8")
    listed = {
        name: int(index) for name, index in re.findall(r"^\| `([A-Z_]+)` \| (\d+) \|", page, re.MULTILINE)
    }
    state = "HANDS SLOTS TURNED SHOWN DISCARDS PLAYERS TURN STARTER ACTIONS LIMITS FINISH SCORE ENDING"
    view = "VIEWER SIZES STALLED"
    deck = "CARD_COUNT TOP_VALUE STAR IN_PLAY COPIED KIND_COUNT SPREAD LOWS HIGHS VALUES KINDS TWINS TALLIES"
    assert listed == {name: getattr(at, name) for name in f"{state} {view} {deck}".split()}
    assert f"A state is {at.WORDS} words, {8 * at.WORDS} bytes." in page
    assert f"is {at.DECK_WORDS} words" in page


@EVERY_DECK
@EVERY_COUNT
def test_moves_are_counted_listed_and_picked_alike(deck: Deck, players: int) -> None:
    words = pack_deck(deck, players).words
    for number, state in enumerate(random_positions(deck, players, 1, scaled(20))):
        moves = all_moves(words, state)
        assert len(moves) == count_moves(words, state) == len(set(moves))
        if number % 5 == 0:  # picking looks at every move before it
            picked = range(0, len(moves), 1 + len(moves) // 100)
            assert [nth_move(words, state, index) for index in picked] == [moves[index] for index in picked]
        if not state[at.ENDING]:
            assert moves[-1] == at.make_move(at.ROTATE, 0, 0)
            assert [settled(words, state, move) for move in moves] == moves


@EVERY_DECK
@EVERY_COUNT
def test_step_makes_the_move_of_that_number(deck: Deck, players: int) -> None:
    words = pack_deck(deck, players).words
    chance = random.Random(players)
    for _ in range(scaled(60)):
        state = np.zeros(at.WORDS, np.int64)
        new_round(words, state, new_stream(chance.getrandbits(64)), players, 0, 0, 100)
        count = count_moves(words, state)
        while count:
            index = chance.randrange(count)
            expected = state.copy()
            apply_move(words, expected, nth_move(words, state, index))
            count = step(words, state, index)
            assert state.tolist() == expected.tolist()
            assert count == count_moves(words, state)
        assert state[at.ENDING]


@EVERY_DECK
@EVERY_COUNT
def test_exactly_the_listed_moves_are_legal(deck: Deck, players: int) -> None:
    """Any 64-bit number may be asked about. Other copies than the listed ones are the same move."""
    words = pack_deck(deck, players).words
    chance = random.Random(players)
    for number, state in enumerate(random_positions(deck, players, 2, scaled(20))):
        if number % 7 and not state[at.ENDING]:
            continue
        listed = set(all_moves(words, state))
        assert all(check_move(words, state, move) == LEGAL for move in listed)
        hand = int(state[at.HANDS + at.seat_in_turn(state)])
        for asked in strange_numbers(chance, sorted(listed), hand):
            if check_move(words, state, asked) == LEGAL:
                assert settled(words, state, asked) in listed, f"{asked:#x}"
            else:
                assert asked not in listed, f"{asked:#x}"


def strange_numbers(chance: random.Random, moves: list[int], hand: int) -> Iterator[int]:
    """Numbers that are mostly no moves, from wild ones to those that differ from a legal one in a bit."""
    yield from (-1, -(2**63), 2**63 - 1, 0, at.CARDS, 1 << at.SLOT_SHIFT, at.ROTATE << at.VERB_SHIFT | 1)
    for _ in range(20):
        yield chance.getrandbits(64) - 2**63
        verb, slot = chance.randrange(4), chance.randrange(8)
        yield verb << at.VERB_SHIFT | slot << at.SLOT_SHIFT | chance.getrandbits(56)
        yield (
            verb << at.VERB_SHIFT
            | slot << at.SLOT_SHIFT
            | hand & chance.getrandbits(56) & chance.getrandbits(56)
        )
        yield verb << at.VERB_SHIFT | slot << at.SLOT_SHIFT | 1 << chance.randrange(56)
        if moves:
            yield chance.choice(moves) ^ 1 << chance.randrange(63)


def test_nothing_is_legal_when_the_round_is_over() -> None:
    *_, state = random_positions(SMALL, 3, 1, 1)
    words = pack_deck(SMALL, 3).words
    assert state[at.ENDING]
    assert check_move(words, state, at.make_move(at.ROTATE, 0, 0)) == ROUND_OVER
    assert count_moves(words, state) == 0 == list_moves(words, state, np.empty(1, np.int64))


def test_a_number_that_is_no_move_is_told_from_an_illegal_one() -> None:
    words = pack_deck(SMALL, 3).words
    state = next(random_positions(SMALL, 3, 1, 1))
    assert check_move(words, state, -1) == NOT_A_MOVE
    assert check_move(words, state, 4 << at.VERB_SHIFT) == NOT_A_MOVE
    assert check_move(words, state, at.make_move(at.TAKE, 1, 1)) == NOT_A_MOVE


def test_the_largest_hand_has_all_its_sets() -> None:
    """Twelve cards of a value: every choice of them is a set, small ones first and in ascending order."""
    assert len(LARGEST.cards) == 56
    assert max(LARGEST.value_counts().values()) == 12
    fifteens = [f"15/{low}" for low in range(1, 13)]
    rest = [f"{card.low}/{card.high}" for card in LARGEST.cards if card.high != 15]
    hands = [" ".join(fifteens + rest[:16]), " ".join(rest[16:])]
    position = Round.from_deal(hands, deck=LARGEST)
    sets = [
        "play " + " ".join(choice)
        for size in range(1, 13)
        for choice in itertools.combinations(fifteens, size)
    ]
    assert len(sets) == 2**12 - 1
    assert [str(move) for move in position.legal_moves if str(move).startswith("play 15/")] == sets
    after = position.apply(sets[-1])
    assert after.table == {position.slot: tuple(position.parse_move(sets[-1]).cards)}


def test_choices_come_in_ascending_order() -> None:
    for count, size in itertools.product(range(1, 7), range(1, 7)):
        cards = [3, 4, 9, 30, 41, 55][:count]
        choices = [sum(1 << card for card in choice) for choice in itertools.combinations(cards, size)]
        mask = sum(1 << card for card in cards)
        other_sizes = ~(1 << (size - 1))
        assert count_sets(count, other_sizes) == len(choices)
        assert [nth_set(mask, other_sizes, index) for index in range(len(choices))] == choices


def test_chance_is_splitmix64() -> None:
    """The first numbers of the published generator from the seed 1234567."""
    stream = new_stream(1234567)
    assert [int(_next(stream)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 41, 4095])
def test_numbers_below_a_limit_are_equally_likely(limit: int) -> None:
    stream = new_stream(limit)
    draws = scaled(20) * limit
    counts = np.bincount([below(stream, limit) for _ in range(draws)], minlength=limit)
    assert len(counts) == limit
    chi_square = float(((counts - draws / limit) ** 2).sum() / (draws / limit))
    assert chi_square <= limit - 1 + 5 * (2 * limit) ** 0.5


def test_streams_of_a_seed_differ_and_stay_the_same() -> None:
    seeds = {int(split(np.uint64(seed), index)) for seed in (0, 1, 2**64 - 1) for index in range(1000)}
    assert len(seeds) == 3000
    # A seed gives the same games in every version.
    assert int(split(np.uint64(1), 0)) == 15979313559291895140


def digest(rounds: int) -> str:
    """A fingerprint of everything that happens in some random rounds."""
    seen = hashlib.sha256()
    for deck, players in itertools.product(DECKS, PLAYERS):
        words = pack_deck(deck, players).words
        chance = random.Random(players)
        for state in random_positions(deck, players, 3, rounds):
            seen.update(state.tobytes())
            seen.update(
                bytes([check_move(words, state, number) for number in strange_numbers(chance, [], 0)])
            )
        seen.update(bytes(str(random_rounds(words, players, rounds, 100, new_stream(4))), "ascii"))
    return seen.hexdigest()


@pytest.mark.compiled
def test_compiling_changes_nothing() -> None:
    script = "from tests.kernel.test_kernel import digest; print(digest(4))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    uncompiled = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert uncompiled.stdout.strip() == digest(4)


@pytest.fixture
def kernel_copy(tmp_path: Path) -> ModuleType:
    """The module `jit` of compiled rooms whose files a test may change."""
    package = Path(jit.__file__).parents[1]
    for room in PACKAGES:
        shutil.copytree(package / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    spec = importlib.util.spec_from_file_location("jit_of_a_copy", tmp_path / "kernel" / "jit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_cache_of_another_kernel_is_another_folder(kernel_copy: ModuleType) -> None:
    """Functions are inlined across files, so a change in any of them makes all that is cached stale."""
    assert kernel_copy.CACHE_DIRECTORY == jit.CACHE_DIRECTORY
    folders = {kernel_copy.CACHE_DIRECTORY}
    package = Path(str(kernel_copy.__file__)).parents[1]
    sources = [source for room in PACKAGES for source in sorted((package / room).glob("*.py"))]
    assert len(sources) >= 25
    for source in sources:
        source.write_text(source.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
        folders.add(kernel_copy._cache_directory())
    assert len(folders) == 1 + len(sources)


def test_the_cache_is_where_caches_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    if sys.platform != "win32":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert jit._cache_directory().parent == tmp_path / "xdg" / "dnup"
        monkeypatch.setenv("XDG_CACHE_HOME", "")
        monkeypatch.setenv("HOME", str(tmp_path))
        assert jit._cache_directory().parent == tmp_path / ".cache" / "dnup"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert jit._cache_directory().parent == tmp_path / "numba"


def test_a_folder_below_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert jit._is_writable(tmp_path / "new" / "folder")
    assert not jit._is_writable(tmp_path / "file" / "folder")
