"""What the arena reports: honest intervals, right counts, a rating, a table, a picture."""

from __future__ import annotations

import itertools
import json
import math
import random
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dnup.arena import Report, Settings, run
from dnup.arena.game import GameResult
from dnup.arena.intervals import _student, ratio, share
from dnup.arena.lineups import fixtures
from dnup.arena.plot import plot
from dnup.arena.rating import rate
from dnup.arena.times import MoveTimes
from dnup.bots.levels import LEVELS
from dnup.cli import main
from tests.need import need_module


@pytest.fixture(autouse=True, scope="module")
def _openskill() -> None:
    need_module("openskill")


##### Intervals #####


def deals_of(
    rng: random.Random, deals: int, size: int, chance: float, spread: float
) -> tuple[list[int], list[int]]:
    """Wins by deal, where some deals are better for a bot than others."""
    wins = []
    for _ in range(deals):
        luck = min(max(rng.gauss(chance, spread), 0), 1)
        wins.append(sum(rng.random() < luck for _ in range(size)))
    return wins, [size] * deals


@pytest.mark.parametrize("chance", [0.5, 0.9])
@pytest.mark.parametrize("spread", [0.0, 0.2])
@pytest.mark.parametrize("deals", [10, 100])
def test_an_interval_contains_the_truth_95_times_in_100(chance: float, spread: float, deals: int) -> None:
    rng = random.Random(f"{chance} {spread} {deals}")
    truth = sum(min(max(rng.gauss(chance, spread), 0), 1) for _ in range(50_000)) / 50_000
    right = 0
    for _ in range(400):
        interval = share(*deals_of(rng, deals, 6, chance, spread))
        assert interval is not None
        assert interval.low is not None
        assert interval.high is not None
        assert 0 <= interval.low <= interval.mean <= interval.high <= 1
        right += interval.low <= truth <= interval.high
    assert 0.92 <= right / 400 <= 0.99


def test_replays_of_a_deal_are_not_more_evidence() -> None:
    """Six games that always end alike are one observation; one that cancels luck is worth more."""
    rng = random.Random(1)
    once = [int(rng.random() < 0.7) for _ in range(200)]
    alone = share(once, [1] * 200)
    replayed = share([6 * win for win in once], [6] * 200)
    assert alone == replayed
    fair = share([rng.choice([1, 1, 1, 1, 2]) for _ in range(200)], [2] * 200)
    usual = share([int(rng.random() < 0.6) + int(rng.random() < 0.6) for _ in range(200)], [2] * 200)
    assert width(fair) < 0.6 * width(usual)


def width(interval: Any) -> float:
    return float(interval.high - interval.low)


def test_an_interval_is_wide_where_little_is_known() -> None:
    all_won = share([2] * 10, [2] * 10)
    assert all_won is not None
    assert all_won.mean == all_won.high == 1
    assert all_won.low is not None
    assert 0.6 < all_won.low < 0.75, "ten deals, not twenty games, and not certain"
    always_a_third = share([1] * 7, [3] * 7)
    assert always_a_third == share([2] * 7, [6] * 7)
    assert width(always_a_third) > 0.5
    once = share([1], [2])
    assert once is not None
    assert width(once) > 0.9
    assert share([], []) is share([0], [0]) is ratio([], []) is None


def test_a_mean_has_the_interval_of_the_textbook() -> None:
    interval = ratio([1.0, 2.0, 3.0, 4.0, 5.0], [1, 1, 1, 1, 1])
    assert interval is not None
    assert interval.mean == 3
    assert interval.low == pytest.approx(3 - 2.7764 * math.sqrt(2.5 / 5), abs=1e-3)
    assert interval.high == pytest.approx(3 + 2.7764 * math.sqrt(2.5 / 5), abs=1e-3)
    single = ratio([3.0], [2])
    assert single is not None
    assert (single.mean, single.low, single.high) == (1.5, None, None)


@pytest.mark.parametrize(
    "freedom, value", [(1, 12.706), (9, 2.262), (10, 2.228), (30, 2.042), (100, 1.984), (10**6, 1.960)]
)
def test_students_quantiles(freedom: int, value: float) -> None:
    assert _student(freedom) == pytest.approx(value, abs=6e-4)


def test_times_are_counted_in_little_space() -> None:
    times, more = MoveTimes(), MoveTimes()
    for millisecond in range(1, 1001):
        (times if millisecond % 2 else more).add(millisecond / 1000)
    times.merge(more)
    again = MoveTimes.from_json(json.loads(json.dumps(times.to_json())))
    assert again.moves == 1000
    assert again.mean == pytest.approx(0.5005)
    assert again.longest == 1
    assert again.quantile(0.95) == pytest.approx(0.95, rel=0.06)
    assert again.quantile(1.0) == 1
    assert len(again.counts) < 150
    assert MoveTimes().quantile(0.95) == MoveTimes().mean == 0


##### The report #####


def result(game: int, bots: tuple[int, ...], points: tuple[int, ...], deal: int | None = None) -> GameResult:
    """A match that somebody has won."""
    best = points.index(max(points))
    nothing = tuple[dict[str, int], ...]({} for _ in bots)
    return GameResult(
        game=game,
        deal=game if deal is None else deal,
        bots=bots,
        result="won",
        winner="ABCDE"[best],
        points=points,
        rounds=2,
        first_out=tuple(2 * (seat == best) for seat in range(len(bots))),
        abandoned=0,
        times=tuple(MoveTimes() for _ in bots),
        faults=nothing,
        last_words=("",) * len(bots),
    )


def test_known_results_are_counted_right() -> None:
    """Bot 0 alone wins all its games but one; 1 alone wins none."""
    games = itertools.islice(fixtures(2, 3, 0), 12)
    results = []
    for fixture in games:
        winner = 1 if fixture.game == 0 else fixture.bots.index(0)
        points = tuple(4 if seat == winner else 1 for seat in range(3))
        results.append(result(fixture.game, fixture.bots, points, fixture.deal))
    report = Report.of(Settings.of(["greedy", "random"], 3), [*results, replace(results[0], game=12, deal=2)])
    assert (report.games, report.deals, report.rounds) == (12, 2, 24), (
        "a deal that is not complete does not count"
    )
    best, other = report.bots
    assert (best.name, best.seats, best.wins) == ("greedy", 18, 11)
    assert (other.name, other.seats, other.wins) == ("random", 18, 1)
    assert best.won is not None
    assert best.won.mean == 11 / 18
    assert best.alone is not None
    assert best.alone.mean == 5 / 6
    assert other.alone is not None
    assert other.alone.mean == 0
    assert best.head_to_head is not None
    assert best.head_to_head.mean == 11 / 12
    assert best.points is not None
    assert best.points.mean == (11 * 4 + 7) / 36


def test_ratings_order_bots_by_what_they_win() -> None:
    rng = random.Random(1)
    results = []
    for game in range(600):
        seats = tuple(rng.sample(range(3), 3))
        order = sorted(seats, key=lambda bot: rng.gauss(bot, 1.5))
        results.append(result(game, seats, tuple((0, 2, 4)[order.index(bot)] for bot in seats)))
    ratings = rate(3, results)
    assert ratings[0].mu < ratings[1].mu < ratings[2].mu
    assert all(0.3 < rating.sigma < 3 for rating in ratings)
    assert sum(rating.mu for rating in ratings) == pytest.approx(75, abs=3)
    assert rate(2, []) == rate(2, ())
    assert rate(1, [])[0].mu == 25


def test_a_report_as_json_has_its_shape() -> None:
    data = json.loads(json.dumps(run(Settings.of(["greedy", "random"], 3), 6, workers=1).to_json()))
    assert {key: type(value).__name__ for key, value in data.items()} == {
        "bots": "list",
        "players": "int",
        "play": "str",
        "alone": "bool",
        "seed": "int",
        "deck": "str",
        "turn_limit": "int",
        "stall_limit": "int",
        "move_seconds": "float",
        "games": "int",
        "deals": "int",
        "rounds": "int",
        "drawn": "int",
        "abandoned": "int",
        "ranking": "list",
    }
    assert [bot["bot"] for bot in data["ranking"]] == ["greedy", "random"]
    interval = {"mean", "low", "high"}
    for bot in data["ranking"]:
        for name in ("won", "points_a_round", "alone", "head_to_head"):
            assert bot.pop(name).keys() == interval
        assert bot.pop("rating").keys() == {"mu", "sigma"}
        assert bot.pop("seconds_a_move").keys() == {"mean", "p95", "longest"}
        assert bot.keys() == {"bot", "seats", "wins", "moves", "faults", "last_words"}
        assert bot["seats"] == 9


@pytest.mark.parametrize(
    "bots", [["greedy"], ["greedy", "random"], ["cmd:no-such <program> & more", "random", "greedy"]]
)
def test_a_plot_is_a_picture(bots: list[str]) -> None:
    report = run(Settings.of(bots, 3, single_rounds=True), 1, workers=1)
    picture = ET.fromstring(plot(report))
    svg = "{http://www.w3.org/2000/svg}"
    assert picture.tag == f"{svg}svg"
    assert len(picture.findall(f"{svg}circle")) == 2 * len(bots)
    texts = {element.text for element in picture.findall(f"{svg}text")}
    assert {bot if len(bot) <= 24 else f"{bot[:23]}…" for bot in bots} <= texts
    width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
    for dot in picture.findall(f"{svg}circle"):
        assert 0 < float(dot.get("cx", 0)) < width
        assert 0 < float(dot.get("cy", 0)) < height
    assert "prefers-color-scheme: dark" in plot(report)


##### As a text, in a notebook, and who beats whom #####


def a_report(bots: list[str], players: int, games: int) -> Report:
    return run(Settings.of(bots, players=players, single_rounds=True, seed=1), games=games, workers=1)


def test_a_report_prints_as_the_command_line_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "greedy", "random", "--rounds", "20", "--seed", "1", "--workers", "1"]) == 0
    shown = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    printed = [
        line.split() for line in str(a_report(["greedy", "random"], 2, 20)).splitlines() if line.strip()
    ]
    times = {line[0] for line in shown[8:10]}
    assert times == {"greedy", "random"}, "their times differ from run to run"
    assert printed[:8] + printed[10:] == shown[:8] + shown[10:]
    assert "dnup.arena.report" not in str(a_report(["greedy"], 2, 1))


FRIDAY = str(Path(__file__).parents[2] / "examples" / "decks" / "friday.toml")
"""A deck without a network."""


@pytest.mark.parametrize("deck, name, network", [(FRIDAY, "friday", False), ("balanced", "balanced", True)])
def test_a_report_says_that_expert_has_no_network_for_the_cards(
    deck: str, name: str, network: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, "expert", LEVELS["easy"])  # which needs no time
    settings = Settings.of(["expert", "random"], players=2, single_rounds=True, seed=1, deck=deck)
    note = f"no network for the cards of the deck {name} with 2 players yet"
    assert (note in str(run(settings, games=2, workers=1))) is not network
    others = Settings.of(["easy", "random"], players=2, single_rounds=True, seed=1, deck=deck)
    assert "network" not in str(run(others, games=2, workers=1))


def test_a_report_in_a_notebook_is_a_table() -> None:
    report = a_report(["greedy", "random", "medium"], 3, 12)
    root = ET.fromstring(report._repr_html_().replace("<br>", "<br/>"))
    tables = root.findall(".//table")
    assert len(tables) == 3
    assert [cell.text for cell in tables[2].findall("./thead/tr/th")] == [
        "won against",
        *(bot.name for bot in report.bots),
    ]
    assert len(tables[2].findall("./tbody/tr")) == 3
    hostile = replace(report, bots=(replace(report.bots[0], name="<script>"), *report.bots[1:]))
    assert "<script>" not in hostile._repr_html_()
    nothing = Report.of(report.settings, [])
    assert "no deal has been played" in nothing._repr_html_()
    assert "no deal has been played" in str(nothing)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_payoffs_say_who_beats_whom(players: int) -> None:
    report = a_report(["random", "greedy", "medium"], players, 60)
    assert [bot.name for bot in report.bots] == ["medium", "greedy", "random"]
    means = [[None if cell is None else cell.mean for cell in row] for row in report.payoffs]
    for one, two in itertools.combinations(range(3), 2):
        better, worse = means[one][two], means[two][one]
        assert better is not None
        assert worse is not None
        assert better + worse == pytest.approx(1)
        assert better > 0.5
    assert [means[bot][bot] for bot in range(3)] == [None] * 3
    assert report.to_json()["payoffs"][0][1]["mean"] == means[0][1]
    assert not a_report(["random", "greedy"], players, 6).payoffs


def test_more_seats_do_not_make_a_better_payoff() -> None:
    """Three equal bots on five seats: some have two of them and win more, but not against each other."""
    rng = random.Random(1)
    settings = Settings.of(["random", "random", "random"], players=5, single_rounds=True, seed=3)
    results = []
    for fixture in itertools.islice(fixtures(3, 5, 3), 3000):
        winner = rng.randrange(5)
        points = tuple(4 if seat == winner else 1 for seat in range(5))
        results.append(result(fixture.game, fixture.bots, points, fixture.deal))
    for row in Report.of(settings, results).payoffs:
        for cell in row:
            assert cell is None or abs(cell.mean - 0.5) < 0.04
