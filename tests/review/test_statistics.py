"""Statistics over reviewed games: the same numbers as on the page, and `dnup stats`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dnup
from dnup.analysis.grading import LEVEL_LOSSES
from dnup.cli import main
from dnup.review import statistics
from dnup.review.statistics import Cost, GameSummary

CASES = Path(__file__).parents[1] / "data" / "statistics.json"
"""What this file computes; tests/web/statistics.test.mjs computes the same."""
WEB = Path(dnup.__file__).parent / "web"


def summaries() -> list[GameSummary]:
    """Games with numbers that chance has drawn."""
    chance = np.random.default_rng(5)
    games = []
    for number in range(23):
        decisions = int(chance.integers(8, 40))
        kinds = {
            kind: Cost(int(chance.integers(0, decisions)), round(float(chance.random()) / 4, 6))
            for kind in statistics.KINDS
        }
        games.append(
            GameSummary(
                players=2 + number % 4,
                won=bool(chance.random() < 0.4),
                decisions=decisions,
                lost=round(float(chance.random()) * (1.5 if number < 10 else 0.5), 6),
                kinds=kinds,
                fair=round(1 / (2 + number % 4), 6),
                play=round(float(chance.normal()) / 5, 6),
                luck=round(float(chance.normal()) / 4, 6),
            )
        )
    return games


def _json(game: GameSummary) -> dict[str, Any]:
    review = {
        "version": 1,
        "effort": 8000,
        "decisions": game.decisions,
        "lost": game.lost,
        "kinds": {kind: {"count": cost.count, "lost": cost.lost} for kind, cost in game.kinds.items()},
        "fair": game.fair,
        "play": game.play,
        "luck": game.luck,
    }
    return {"players": game.players, "won": game.won, "review": review}


def cases() -> dict[str, Any]:
    """Everything that the page computes, too."""
    games = summaries()
    better = statistics.improvement(games)
    assert better is not None
    walk, chance = statistics.luck(games)
    record = dnup.play_match(["medium", "easy", "random"], seed=4)
    moves = [one for one in dnup.review.review(record, effort=300).moves if one.is_decision]
    rates = [(won, played, *statistics.win_rate(won, played)) for won, played in ((0, 3), (5, 10), (40, 40))]
    return {
        "games": [_json(game) for game in games],
        "loss": statistics.loss_per_decision(games).to_json(),
        "trend": [one.to_json() for one in statistics.trend(games)],
        "costs": [
            {"kind": kind, "count": count, "mean": mean, "error": error}
            for kind, count, mean, error in statistics.costs(games)
        ],
        "luck": {"walk": walk, "range": chance, "won": sum(game.won for game in games)},
        "levels": statistics.level_losses(games),
        "improvement": {"first": better[0].to_json(), "last": better[1].to_json(), "sure": better[2]},
        "rates": [
            {"won": won, "played": played, "rate": rate, "low": low, "high": high}
            for won, played, rate, low, high in rates
        ],
        "kinds": [_kinds(one) for one in moves],
    }


def _kinds(one: dnup.review.GradedMove) -> dict[str, Any]:
    """A graded move, as far as its kinds follow from it."""
    told = one.to_json()
    move = {
        "made": told["made"],
        "best": told["best"],
        "moves": [{"move": value["move"]} for value in told["moves"]],
        "verdict": told["verdict"],
        "why": [{"kind": reason["kind"]} for reason in told["why"]],
    }
    return {"move": move, "cards": len(one.view.hand), "kinds": list(statistics.kinds_of(one))}


@pytest.mark.compiled
def test_the_numbers_are_those_of_the_page() -> None:
    found = json.loads(json.dumps(cases()))
    kept = json.loads(CASES.read_text(encoding="utf-8"))
    assert found.keys() == kept.keys()
    for name, value in kept.items():
        if name != "kinds":
            assert _flat(found[name]) == pytest.approx(_flat(value)), name
    assert found["kinds"] == kept["kinds"]
    covered = {kind for case in kept["kinds"] for kind in case["kinds"]}
    assert covered >= {"rotate", "add", "hold_back", "endgame"}


def _flat(value: Any) -> list[Any]:
    """All numbers of JSON data, in order."""
    if isinstance(value, dict):
        return [one for part in value.values() for one in _flat(part)]
    if isinstance(value, list):
        return [one for part in value for one in _flat(part)]
    return [0.0 if value is None else value] if not isinstance(value, str) else []


def test_the_page_knows_the_losses_of_the_levels() -> None:
    text = (WEB / "stats" / "numbers.js").read_text(encoding="utf-8")
    for row in LEVEL_LOSSES[:, :4].tolist():
        assert f"[{', '.join(f'{loss:g}' for loss in row)}]" in text


@pytest.mark.compiled
def test_a_summary_adds_up() -> None:
    record = dnup.play_match(["easy", "hard", "medium"], seed=2)
    review = dnup.review.review(record, effort=200)
    games = {seat: dnup.review.summarize(review, seat) for seat in "ABC"}
    for seat, game in games.items():
        assert game.fair + game.play + game.luck == pytest.approx(float(game.won))
        assert game.decisions == review.rating(seat).decisions
        assert all(cost.count <= game.decisions for cost in game.kinds.values())
    assert sum(game.won for game in games.values()) == 1


def test_few_games_say_little() -> None:
    games = summaries()
    assert statistics.improvement(games[:19]) is None
    assert statistics.loss_per_decision(games[:1]).error is None
    assert statistics.win_rate(0, 0) == (0.0, 0.0, 1.0)
    assert statistics.luck([]) == ([], [])


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two games, one of them as the page saves it, one with hints, and one that has not ended."""
    file = tmp_path / "games.jsonl"
    lines = [dnup.play_match(["easy", "medium"], seed=seed).to_json() for seed in range(3)]
    saved = {"format": "dnup-my-play", "version": 1, "key": "a#1", "record": json.dumps(lines[1])}
    lines[1] = saved
    lines[2]["hints"] = 2
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file


@pytest.mark.compiled
def test_the_command_line(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["stats", str(games), "--effort", "100", "--workers", "1"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["player"]: one["games"] for one in found} == {"easy": 2, "medium": 2}
    assert sum(one["won"] for one in found) == 2
    assert found == sorted(found, key=lambda one: one["loss_per_decision"]["mean"])
    assert main([*arguments, "--player", "easy"]) == 0
    shown = capsys.readouterr().out
    assert "easy" in shown
    assert "medium" not in shown
    assert "too early to tell" in shown
    assert "hold back" in shown
    assert main([*arguments, "--player", "Ada"]) == 2
    assert "nobody is called 'Ada'" in capsys.readouterr().err


def test_files_without_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    for text, problem in (
        ("", "has no finished game"),
        ("nonsense\n", "line 1"),
        ('{"format":"dnup-my-play","record":"nonsense"}\n', "line 1"),
    ):
        file.write_text(text, encoding="utf-8")
        assert main(["stats", str(file)]) == 2
        assert problem in capsys.readouterr().err
    assert main(["stats", str(tmp_path / "nowhere.jsonl")]) == 2
