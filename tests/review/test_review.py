"""A review: what moves were worth, and an account that adds up."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest

import dnup
from dnup.analysis import grading
from dnup.cli import main
from dnup.kernel.views import order_copies
from dnup.review import MoveValues, Reviewer, review
from dnup.review.estimators import true_worlds

COPIES = Path(__file__).parents[1] / "data" / "copies.toml"
GAMES = {
    2: dnup.play_match(["random", "search:300"], seed=4),
    4: dnup.play_match(["easy", "hard", "random", "medium"], seed=4),
}


CARELESS = dnup.play_match(["random", "hard"], seed=1)
"""A match in which a move cost enough to be sure of it."""


@pytest.fixture(scope="module")
def reviews() -> dict[int, dnup.review.Review]:
    return {players: review(record, effort=400, seed=7) for players, record in GAMES.items()}


@pytest.mark.parametrize("players", GAMES)
def test_the_account_adds_up_for_everyone(players: int, reviews: dict[int, dnup.review.Review]) -> None:
    looked_over = reviews[players]
    for seat in looked_over.seats:
        account = looked_over.account(seat)
        parts = account.cards + account.decisions + account.gifts + account.luck
        assert account.fair == pytest.approx(1 / players)
        assert account.fair + parts == pytest.approx(account.result, abs=1e-12)
        assert account.result == (seat == looked_over.record.winner)
        mine = looked_over.seats.index(seat)
        own = looked_over.grades[:, grading.SEAT] == mine
        gains = (
            looked_over.grades[:, grading.BASELINE_AFTER + mine]
            - looked_over.grades[:, grading.BASELINE + mine]
        )
        counts = 1.0 if players == 2 else grading.BELIEF_SHRINKAGE
        level = level_of(looked_over)
        assert account.decisions == pytest.approx(counts * (gains[own].sum() - level), abs=1e-9)
        assert account.gifts == pytest.approx(counts * (gains[~own].sum() + level), abs=1e-9)
    own_play = [looked_over.account(seat).decisions for seat in looked_over.seats]
    assert sum(own_play) == pytest.approx(0, abs=1e-9)


def level_of(looked_over: dnup.review.Review) -> float:
    """What the players of a match gained by their own moves, on average."""
    movers = looked_over.grades[:, grading.SEAT].astype(int)
    rows = range(len(movers))
    after = looked_over.grades[rows, grading.BASELINE_AFTER + movers]
    before = looked_over.grades[rows, grading.BASELINE + movers]
    return float((after - before).sum()) / len(looked_over.seats)


def test_who_plays_at_random_plays_worse_than_usual(reviews: dict[int, dnup.review.Review]) -> None:
    assert reviews[2].account("A").decisions < -0.1 < 0.1 < reviews[2].account("B").decisions


def test_what_one_loses_the_other_is_given(reviews: dict[int, dnup.review.Review]) -> None:
    one, other = (reviews[2].account(seat) for seat in "AB")
    assert one.gifts == pytest.approx(-other.decisions)
    assert other.gifts == pytest.approx(-one.decisions)


def test_who_plays_at_random_loses_most(reviews: dict[int, dnup.review.Review]) -> None:
    lost = {seat: reviews[2].rating(seat).per_decision for seat in "AB"}
    assert lost["A"] > 2 * lost["B"]
    assert reviews[4].rating("C").per_decision > 2 * reviews[4].rating("B").per_decision


def test_moments_are_those_that_cost_most() -> None:
    moments = review(CARELESS, effort=1000).moments("A")
    wrong = [one for one in moments if one.loss]
    assert wrong
    assert [one.loss for one in wrong] == sorted((one.loss for one in wrong), reverse=True)
    for one in wrong:
        assert one.seat == "A"
        assert one.mark in ("inaccuracy", "mistake", "blunder")
        assert one.best != one.made
        assert one.loss > 2 * one.error
        assert one.values[0].move == one.best


def test_a_review_follows_from_record_seed_and_effort() -> None:
    told = [json.dumps(review(GAMES[2], effort=100, seed=3).to_json()) for _ in range(2)]
    assert told[0] == told[1]
    assert told[0] != json.dumps(review(GAMES[2], effort=100, seed=4).to_json())


def test_there_is_something_to_see_from_the_first_step_on() -> None:
    reviewer = Reviewer(GAMES[2], seed=1)
    steps = reviewer.think(200)
    done = [next(steps) for _ in range(3)]
    assert done == sorted(done)
    early = reviewer.review()
    assert len(early.moves) == sum(len(played.moves) for played in GAMES[2].rounds)
    *_, last = steps
    assert last == 1.0
    assert reviewer.review().effort == 200


def test_with_a_time_to_keep_everything_is_looked_at_at_least_once() -> None:
    reviewer = Reviewer(GAMES[2], seed=1)
    assert list(reviewer.think_for(0.001))[-1] == 1.0
    assert all(one.tries for one in reviewer.review().moves)


def test_going_out_wins_the_match_for_sure() -> None:
    game = dnup.play_match(["random", "search:300"], seed=4, deck="balanced")
    last = [position for position in game.positions() if position.move is not None][-1]
    assert last.turn == game.winner
    assert last.move is not None
    view, seat = last.view(last.turn), "AB".index(last.turn or "")
    won = MoveValues(view, last.move, seed=1)
    won.think(500)
    assert won.loss == 0
    assert won.chances_at_best[seat] == 1.0
    for other in view.legal_moves:
        missed = MoveValues(view, other, seed=1)
        missed.think(500)
        assert missed.values[0].chance == pytest.approx(1.0)
        assert missed.loss == pytest.approx(1 - missed.chances[seat])


def test_how_often_one_stops_to_look_changes_nothing() -> None:
    first = next(iter(GAMES[4].positions()))
    assert first.move is not None
    told = []
    for ways in ((900,), (100, 300, 900)):
        values = MoveValues(first.view(first.turn), first.move, seed=1)
        for tries in ways:
            values.think(tries)
        told.append((values.values, values.grade.tolist()))
    assert told[0] == told[1]


@pytest.mark.parametrize("deck", ["printed", "balanced", "copies"])
def test_the_true_world_is_one_of_the_view(deck: str) -> None:
    cards = dnup.load_deck(COPIES if deck == "copies" else deck)
    for position in dnup.play_match(["random"] * 3, seed=2, deck=cards).positions():
        if position.move is None:
            continue
        view = position.view(position.turn)
        words = true_worlds(view, position.round)[0].copy()
        order_copies(view.deck_words, words)
        assert dnup.Round(cards, words) == position.round


class TestCommand:
    @pytest.fixture
    def games(self, tmp_path: Path) -> Path:
        path = tmp_path / "games.jsonl"
        strange = dataclasses.replace(CARELESS, players=("<b>&", "hard"))
        path.write_text(f"{GAMES[4]}\n{strange}\n")
        return path

    def test_says_what_mattered_and_what_was_luck(
        self, games: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["review", str(games), "--game", "2", "--effort", "1000", "--seat", "A"]) == 0
        told = capsys.readouterr().out
        assert "Chances to win the match" in told
        assert "Moments of A that mattered" in told
        assert "better" in told
        assert "own play" in told

    def test_json_is_the_whole_review(self, games: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["review", str(games), "--game", "2", "--effort", "50", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told == json.loads(
            json.dumps(
                review(next(r for r in dnup.read_records(games) if len(r.players) == 2), effort=50).to_json()
            )
        )

    def test_the_page_is_one_file_that_asks_for_nothing(self, games: Path, tmp_path: Path) -> None:
        page = tmp_path / "review.html"
        assert main(["review", str(games), "--game", "2", "--effort", "1000", "--html", str(page)]) == 0
        written = page.read_text()
        assert "<b>&" not in written
        assert "&lt;b&gt;&amp;" in written
        assert "<script" not in written
        assert "src=" not in written
        assert "@import" not in written
        assert written.count("<article ") >= 1

    def test_the_numbers_of_a_moment_add_up(self, games: Path, tmp_path: Path) -> None:
        page = tmp_path / "review.html"
        assert main(["review", str(games), "--game", "2", "--effort", "1000", "--html", str(page)]) == 0
        told = 0
        for moment in page.read_text().split("<article ")[1:]:
            lost = re.search(r'class="cost">−(\d+) ±', moment)
            made = re.search(r'class="bar made">.*?<span>(\d+) %</span>', moment)
            best = re.search(r"<span>(\d+) % <span class=quiet>\+(\d+) ±", moment)
            if not lost or not made or not best or "Better was" in moment:
                continue
            told += 1
            assert int(best[1]) == min(int(made[1]) + int(best[2]), 100)
            assert best[2] == lost[1]
        assert told

    @pytest.mark.parametrize(
        "arguments, sentence",
        [
            (["--game", "3"], "has 2 games, so there is no game 3"),
            (["--effort", "long"], "'long' is neither tries, like 20000, nor seconds, like 10s"),
            (["--seat", "F"], "F"),
        ],
    )
    def test_bad_input_gets_a_sentence(
        self, games: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["review", str(games), *arguments]) == 2
        assert sentence in capsys.readouterr().err

    def test_what_is_not_true_is_not_judged(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "wrong.jsonl"
        path.write_text(str(GAMES[2]).replace('"winner":"B"', '"winner":"A"') + "\n")
        assert main(["review", str(path)]) == 2
        assert "winner" in capsys.readouterr().err
