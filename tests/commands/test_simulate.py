"""Random matches: they follow from the seed alone, they are fair, and their records are true."""

from __future__ import annotations

import hashlib
import io
import itertools
import math
from collections.abc import Iterator

import numpy as np
import pytest

from dnup import Deck, Match, Record, load_deck
from dnup.cards.packed import pack_deck
from dnup.kernel import layout as at
from dnup.kernel.deal import new_round
from dnup.kernel.jit import COMPILED
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.playout import random_move
from dnup.kernel.rng import new_stream, split
from dnup.random_games.simulate import Summary, Task, simulate
from dnup.records.record import parse_record
from dnup.records.verify import verify
from dnup.workers.cores import MAX_WORKERS
from dnup.workers.parallel import chunks, in_order
from tests.random_play import COPIES, PLAYERS, SMALL, Play, scaled

EVERY_COUNT = pytest.mark.parametrize("players", PLAYERS)
DECKS = {"printed": load_deck("printed"), "balanced": load_deck("balanced"), "copies": COPIES, "small": SMALL}
EVERY_DECK = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)


def recorded(players: int, games: int, seed: int, **options: object) -> tuple[Summary, str]:
    """Simulate and keep the records."""
    out = io.StringIO()
    summary = simulate(players, games, seed, record=out.write, **options)  # type: ignore[arg-type]
    return summary, out.getvalue()


##### The seed alone #####


@EVERY_COUNT
def test_workers_do_not_matter(players: int) -> None:
    games = 5000 if COMPILED else 40
    alone = simulate(players, games, 7, workers=1)
    assert simulate(players, games, 7, workers=2) == alone
    assert simulate(players, games, 7, workers=3) == alone
    assert simulate(players, games, 7) == alone


def test_workers_do_not_matter_to_records() -> None:
    """With enough games for several processes."""
    summary, lines = recorded(3, scaled(250), 7, workers=1)
    assert recorded(3, scaled(250), 7, workers=2) == (summary, lines)
    assert simulate(3, scaled(250), 7, workers=2) == summary


@EVERY_COUNT
def test_chunks_do_not_matter(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    games = scaled(60)
    whole = recorded(players, games, 8, workers=3)
    assert whole[0] == simulate(players, games, 8, workers=1)
    for size in (1, 7, 1000):
        monkeypatch.setattr("dnup.random_games.simulate.RECORDED_CHUNK", size)
        monkeypatch.setattr("dnup.random_games.simulate.COUNTED_CHUNK", size)
        monkeypatch.setattr(
            "dnup.random_games.simulate.chunks", lambda total, largest, _: pieces(total, largest)
        )
        monkeypatch.setattr(
            "dnup.random_games.simulate.in_order", lambda *given, **_: in_order(*given)
        )  # threads only
        assert recorded(players, games, 8, workers=3) == whole
        assert simulate(players, games, 8, workers=3) == whole[0]


def pieces(total: int, size: int) -> list[range]:
    return [range(start, min(start + size, total)) for start in range(0, total, size)]


def test_a_longer_simulation_begins_like_a_shorter_one() -> None:
    _, few = recorded(4, 3, 9)
    _, many = recorded(4, 8, 9)
    assert many.startswith(few)
    assert not recorded(4, 3, 10)[1].startswith(few[:200])


@pytest.mark.parametrize("total, largest, workers", [(1, 50, 4), (7, 50, 2), (1000, 50, 2), (1001, 7, 3)])
def test_chunks_cover_everything_once(total: int, largest: int, workers: int) -> None:
    shares = list(chunks(total, largest, workers))
    assert list(itertools.chain(*shares)) == list(range(total))
    assert all(0 < len(share) <= largest for share in shares)


def test_the_games_of_a_seed_stay_the_same() -> None:
    """Across versions, platforms and with the kernel uncompiled; a change is a new line in the changelog."""
    digests = {
        ("printed", None): "de5599f33e1115027ec834cce5cf745c7f2419ecb4554c7db18e42ca08ef81ad",
        # As they were when this deck was called standard and was the default.
        ("standard", None): "a46457546b6fc1a66db4572918883d43f54bd521f8e1cf78a07d2dd82df220cf",
        ("standard", 0): "9b9d918708a18e176351c609dd1335edb85a474e7f710dba4f70abdbf7d4c0be",
    }
    for (deck, stall_limit), digest in digests.items():
        games = [recorded(players, 2, 2026, deck=deck, stall_limit=stall_limit)[1] for players in PLAYERS]
        lines = "".join(games).replace('"deck":"balanced"', '"deck":"standard"')
        assert hashlib.sha256(lines.encode()).hexdigest() == digest


##### Sums #####


@EVERY_COUNT
@pytest.mark.parametrize("turn_limit, stall_limit", [(70, 0), (500, 0), (500, 15)])
def test_the_summary_adds_up(players: int, turn_limit: int, stall_limit: int) -> None:
    games = scaled(1000)
    summary = simulate(players, games, 3, turn_limit=turn_limit, stall_limit=stall_limit)
    out, match, abandoned = (summary.endings[ending] for ending in ("out", "match", "abandoned"))
    assert (summary.players, summary.games) == (players, games)
    assert (summary.seed, summary.turn_limit, summary.stall_limit) == (3, turn_limit, stall_limit)
    assert sum(summary.won) + summary.drawn == games
    assert len(summary.won) == len(summary.points) == players
    assert out + match + abandoned == summary.rounds
    assert sum(summary.verbs.values()) == summary.moves
    assert summary.longest_round <= turn_limit
    assert summary.longest_round * summary.rounds >= summary.moves
    if players == 2:
        assert match == 0
        assert sum(summary.points) == out
    else:
        # Two players out make three points; one who ends the match, or is out in an abandoned round, two.
        alone = sum(summary.points) - 3 * out - 2 * match
        assert 0 <= alone <= 2 * abandoned
        assert alone % 2 == 0
    assert 0 < summary.starter_first_out < summary.rounds
    assert (abandoned > 0) == (summary.longest_round == turn_limit or stall_limit > 0)


@EVERY_COUNT
def test_the_summary_is_that_of_the_records(players: int) -> None:
    summary, lines = recorded(players, scaled(60), 4, turn_limit=90)
    records = [parse_record(line) for line in lines.splitlines()]
    rounds = [played for record in records for played in record.rounds]
    moves = [move for played in rounds for move in played.moves]
    assert summary == Summary(
        players=players,
        games=len(records),
        deck="printed",
        seed=4,
        turn_limit=90,
        stall_limit=20 * players,
        rounds=len(rounds),
        moves=len(moves),
        longest_round=max(len(played.moves) for played in rounds),
        won=tuple(sum(record.winner == seat for record in records) for seat in "ABCDE"[:players]),
        drawn=sum(record.result == "drawn" for record in records),
        points=tuple(map(sum, zip(*(record.score for record in records), strict=True))),
        starter_first_out=sum(played.finish[:1] == (played.starter,) for played in rounds),
        endings={
            ending: sum(played.ending == ending for played in rounds)
            for ending in ("out", "match", "abandoned")
        },
        verbs={
            verb: sum(move.startswith(verb) for move in moves) for verb in ("play", "add", "take", "rotate")
        },
    )


@pytest.mark.compiled
@EVERY_COUNT
def test_rounds_are_as_long_as_the_rules_say(players: int) -> None:
    """D2: real rounds of random players take 50 to 130 turns on average, and next to none is abandoned."""
    summary = simulate(players, 2000, 5, stall_limit=0)
    assert 45 < summary.moves / summary.rounds < 135
    assert summary.endings["abandoned"] <= 2


@pytest.mark.compiled
@EVERY_COUNT
def test_random_rounds_hardly_ever_go_in_circles(players: int) -> None:
    """D5: most often with two players, and even then not one round in a hundred."""
    summary = simulate(players, 2000, 5)
    assert summary.endings["abandoned"] < summary.rounds / (100 if players == 2 else 1000)


##### True records #####


@EVERY_COUNT
@EVERY_DECK
def test_records_verify(players: int, deck: Deck) -> None:
    _, lines = recorded(players, scaled(60), 5, deck=deck, turn_limit=120, stall_limit=8)
    records = [parse_record(line) for line in lines.splitlines()]
    assert len(records) == scaled(60)
    for record, line in zip(records, lines.splitlines(), strict=True):
        match = verify(record)
        assert match.over
        assert record.players == ("random",) * players
        assert str(record) == line


@EVERY_COUNT
def test_a_tiny_turn_limit_draws_every_match(players: int) -> None:
    summary, lines = recorded(players, 4, 6, turn_limit=5)
    assert summary.drawn == 4
    assert summary.endings == {"out": 0, "match": 0, "abandoned": 12}
    for line in lines.splitlines():
        record = parse_record(line)
        assert verify(record).result == record.result == "drawn"
        assert record.winner is None
        assert [(len(played.moves), played.ending) for played in record.rounds] == [(5, "abandoned")] * 3


@EVERY_COUNT
@EVERY_DECK
def test_deals_are_those_of_a_match_of_that_seed(players: int, deck: Deck) -> None:
    """Game g of seed s is the match of seed split(s, g): with the same moves, it has the same deals."""
    _, lines = recorded(players, 3, 11, deck=deck, turn_limit=60)
    for game, line in enumerate(lines.splitlines()):
        seed = int(split(np.uint64(11), game))
        match = Match.new(players, seed, deck=deck, turn_limit=60)
        record = parse_record(line)
        for move in itertools.chain.from_iterable(played.moves for played in record.rounds):
            match = match.apply(move)
        assert match.over
        assert str(Record.of(match, record.players)) == line


def test_records_are_handed_on_in_whole_lines() -> None:
    handed: list[str] = []
    done: list[int] = []
    simulate(2, scaled(100), 1, record=handed.append, progress=done.append, workers=2)
    assert all(text.endswith("\n") for text in handed)
    assert len(handed) == len(done) > 1
    assert sum(done) == scaled(100)


##### Fair chance #####


def chi_square(counts: np.typing.NDArray[np.int64]) -> float:
    """How far counts are from being equal, in standard deviations of what chance does."""
    expected = counts.sum() / len(counts)
    freedom = len(counts) - 1
    statistic = float(((counts - expected) ** 2).sum() / expected)
    return (statistic - freedom) / math.sqrt(2 * freedom)


@pytest.mark.parametrize("deck", ["printed", "balanced", "many copies"])
@pytest.mark.parametrize("players, length", [(2, 0), (2, 12), (3, 7), (5, 20)])
def test_random_moves_are_equally_likely(deck: str, players: int, length: int) -> None:
    """Sets that differ only in which copy is played are one move, and no likelier than others."""
    position = Play(deck, players, 1, length).last
    numbers = position.legal_moves.numbers()
    packed, words = position.deck_words, position.words
    survey = np.zeros(SURVEY_WORDS, np.int64)
    stream = new_stream(1)
    made = [int(random_move(packed, words, survey, stream)) for _ in range(scaled(400) * len(numbers))]
    assert set(made) == set(numbers)
    assert chi_square(np.array([made.count(number) for number in numbers])) < 4


def deals(deck: str, players: int) -> tuple[np.typing.NDArray[np.int64], int]:
    """How often each card went to each seat, each way up, in the first rounds of many matches."""
    words = pack_deck(DECKS[deck], players).words
    state = np.zeros(at.WORDS, np.int64)
    counts = np.zeros((len(DECKS[deck].cards), players, 2), np.int64)
    number = scaled(8000)
    for game in range(number):
        new_round(words, state, new_stream(int(split(np.uint64(1), game))), players, 0, 0, 500)
        for seat in range(players):
            hand = int(state[at.HANDS + seat])
            for card in range(len(DECKS[deck].cards)):
                if hand >> card & 1:
                    counts[card, seat, int(state[at.TURNED]) >> card & 1] += 1
    return counts, number


@EVERY_COUNT
@pytest.mark.parametrize("name", ["printed", "copies"])
def test_deals_are_fair(players: int, name: str) -> None:
    """Every card goes to every seat as often as the seat's hand is large, and half the time each way up."""
    deck = DECKS[name]
    counts, number = deals(name, players)
    in_play = deck.in_play(players)
    assert counts.sum() == number * len(in_play)
    sizes = deck.hand_sizes(players)
    for card in range(len(deck.cards)):
        if card not in in_play:
            assert not counts[card].any()
            continue
        for seat in range(players):
            share = sizes[seat] / len(in_play)
            spread = (number * share * (1 - share)) ** 0.5
            assert abs(counts[card, seat].sum() - number * share) < 5 * spread
            up, down = counts[card, seat]
            assert abs(int(up) - int(down)) < 5 * float(up + down) ** 0.5


##### Bad values #####


@pytest.mark.parametrize(
    "values, sentence",
    [
        ({"players": 1}, "dnup is for 2, 3, 4 or 5 players, not 1"),
        ({"players": "3"}, "dnup is for 2, 3, 4 or 5 players, not '3'"),
        ({"games": 0}, "the number of games is a whole number from 1 on, not 0"),
        ({"games": 2.5}, "the number of games is a whole number from 1 on, not 2.5"),
        ({"seed": -1}, "a seed is a whole number from 0 to 2**64 - 1, not -1"),
        ({"seed": 2**64}, f"a seed is a whole number from 0 to 2**64 - 1, not {2**64}"),
        ({"turn_limit": 0}, "a turn limit is a whole number from 1 to 1000000, not 0"),
        ({"stall_limit": -1}, "a stall limit is a whole number from 1 to 1000000, or 0 for none, not -1"),
        ({"workers": 0}, f"the number of workers is a whole number from 1 to {MAX_WORKERS}, not 0"),
        ({"workers": -1}, f"the number of workers is a whole number from 1 to {MAX_WORKERS}, not -1"),
        ({"deck": "standrad"}, "there is no deck called 'standrad'"),
    ],
)
def test_a_bad_value_is_said_before_anything_happens(values: dict[str, object], sentence: str) -> None:
    handed: list[str] = []
    given: dict[str, object] = {"players": 3, "games": 5, "seed": 1, "record": handed.append, **values}
    with pytest.raises(ValueError) as caught:
        simulate(**given)  # type: ignore[arg-type]
    assert str(caught.value).startswith(sentence)
    assert not handed


def test_a_deck_that_is_not_for_so_many_is_refused() -> None:
    few = Deck.of(["1/5*", "2/3", "3/4"], name="few")
    with pytest.raises(ValueError, match="is for 2 or 3 players, not 5"):
        Task.of(5, 1, few)


def test_an_error_in_a_worker_comes_out() -> None:
    def fail(share: range) -> int:
        raise ZeroDivisionError(f"in {share}")

    with pytest.raises(ZeroDivisionError):
        list(in_order(fail, chunks(10, 1, 2), 2))


def test_results_come_in_order_and_few_are_under_way() -> None:
    taken = []

    def shares() -> Iterator[range]:
        for share in chunks(100, 1, 2):
            taken.append(share)
            yield share

    for count, (share, result) in enumerate(in_order(len, shares(), 2), 1):
        assert (share, result) == (range(count - 1, count), 1)
        assert len(taken) <= count + 5
