"""Benchmarks say what they promise, and the program in C plays the very same rounds. No test looks at a clock."""

import json
from pathlib import Path

import pytest

from benchmarks.contest import Run, Sample, ratio_of, take_turns
from benchmarks.limit import compile_limit, limit
from benchmarks.report import BEGIN, END, Figure, markdown, update_docs
from dnup import Deck, load_deck
from dnup.cards.packed import pack_deck
from dnup.cli import main
from dnup.game.limits import pack_limits
from dnup.kernel.jit import COMPILED
from dnup.kernel.playout import random_rounds
from dnup.kernel.rng import new_stream
from dnup.random_games.bench import check_seconds, measure, playout, stepping
from dnup.workers.cores import core_count
from tests.need import need_program

# Copies by the dozen, high values, and with 2 and 4 players a copy that is missing between two others.
COPIES = Deck.of(
    [
        "1/5*",
        "1/14",
        "11/12",
        "12/13",
        "13/14",
        "2/3",
        "2/3",
        "2/3 moon",
        "2/3 sun",
        "2/3 sun",
        "4/15",
        *["4/15 moon"] * 3,
        *["4/15 sun"] * 3,
        *["3/4"] * 3,
        "3/4 moon",
        *["5/6"] * 5,
        *["6/7"] * 4,
        *["8/9"] * 12,
        *["10/15"] * 4,
    ],
    "copies",
    without={2: ["moon"], 3: ["sun"], 4: ["moon"]},
    symbols={"sun": "☀", "moon": "☾"},
)
DECKS = (load_deck("printed"), load_deck("balanced"), COPIES)
MANY = 1000 if COMPILED else 3


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_limit(need_program("gcc"), tmp_path_factory.mktemp("limit"))


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: str(deck.name))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "seed, turn_limit, stall_limit",
    [(1, 500, None), (2, 40, None), (2**64 - 1, 500, 0), (3, 500, 4), (4, 500, 9)],
)
def test_the_program_in_c_plays_the_same_rounds(
    program: Path, deck: Deck, players: int, seed: int, turn_limit: int, stall_limit: int | None
) -> None:
    rounds = MANY // (1 if deck is DECKS[0] else 10) + 1
    words = pack_deck(deck, players).words
    limits = pack_limits(players, turn_limit, stall_limit)
    moves = random_rounds(words, players, rounds, limits, new_stream(seed))
    assert limit(program, deck, players, turn_limit, stall_limit)(rounds, seed).moves == moves


def test_bench_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.2"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == ["deck", "playouts", "stepping"]
    cores = sorted({1, core_count()})
    assert [(rate["players"], rate["cores"]) for rate in report["playouts"]] == [
        (players, used) for players in (2, 3, 4, 5) for used in cores
    ]
    assert [(rate["players"], rate["cores"]) for rate in report["stepping"]] == [
        (players, 1) for players in (2, 3, 4, 5)
    ]
    for rate in report["playouts"] + report["stepping"]:
        assert rate["moves_per_second"] > 0
        assert 0 <= rate["spread"] < 1
        assert rate["runs"] >= 5
        assert rate["rounds"] >= rate["runs"]
        assert 2 < rate["mean_turns"] <= 500


def test_bench_shows_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["bench", "--seconds", "0.1", "--players", "4", "2", "4", "--deck", "pairs"]) == 0
    shown = capsys.readouterr()
    lines = [line.split()[0] for line in shown.out.splitlines() if line.strip()]
    assert [word for word in lines if word.isdigit()] == ["4", "2"]
    assert "deck pairs" in shown.out
    assert "…" not in shown.out


def test_bench_measures_what_the_deck_is_for() -> None:
    deck = Deck.of(["1/5*", "2/4", "3/6", "1/2", "3/4", "5/6"], "small", players=[3])
    done: list[int] = []
    report = measure(0.01, deck=deck, progress=done.append)
    assert {rate.players for rate in report.playouts + report.stepping} == {3}
    assert sum(done) == 1000


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e9, "15"])
def test_a_time_to_measure_is_a_number_of_seconds(seconds: float) -> None:
    with pytest.raises(ValueError, match="a number of seconds"):
        check_seconds(seconds)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_measured_is_whole_rounds(players: int) -> None:
    words = pack_deck(DECKS[0], players).words
    alone = playout(words, players)
    assert alone(3, 1) == random_rounds(words, players, 3, 500, new_stream(1))
    assert playout(words, players, cores=2)(3, 1) == alone(3, 2) + alone(3, 3)
    stepped = stepping(words, players)
    assert stepped(2, 5) == stepped(2, 5)  # a seed is a sequence of rounds
    assert 2 * 2 <= stepped(2, 5) <= 2 * 500


def test_contestants_take_turns() -> None:
    calls: list[tuple[str, int, int]] = []

    def contestant(name: str, speed: int) -> Run:
        def run(rounds: int, seed: int) -> Sample:
            calls.append((name, rounds, seed))
            return Sample(moves=rounds * speed, seconds=seed)

        return run

    fast, slow = take_turns([(contestant("fast", 3), 10), (contestant("slow", 1), 20)], repeats=3)
    assert calls == [call for seed in (1, 2, 3) for call in [("fast", 10, seed), ("slow", 20, seed)]]
    ratio = ratio_of([sample.rate for sample in fast], [sample.rate for sample in slow])
    assert (ratio.low, ratio.median, ratio.high) == (1.5, 1.5, 1.5)


def test_a_figure_meets_its_bar_or_not() -> None:
    assert Figure("t", "w", 0.7, 0.6, 0.8, at_least=0.7).met is True
    assert Figure("t", "w", 0.69, 0.6, 0.8, at_least=0.7).met is False
    assert Figure("t", "w", 192, 192, 192, unit="bytes", at_most=256).met is True
    assert Figure("t", "w", 1.6, 1.6, 1.7, unit="s", at_most=1.5).met is False
    assert Figure("t", "w", 3, 3, 3).met is None


def test_results_go_between_the_marks_of_the_page(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    figure = Figure("Topic", "what", 0.756, 0.75, 0.76, at_least=0.7, ours=15.5e6, other=20.5e6)
    update_docs(page, markdown({"date": "today"}, [figure]))
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n\ndate today.\n")
    assert "| what | 15.50 M | 20.50 M | 0.76 × | 0.75–0.76 | ≥ 0.7 | met |\n" in text
    assert text.endswith(f"\n{END}\nafter\n")
    assert "old" not in text
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError, match="lacks the lines"):
        update_docs(page, "")
