"""`dnup.analyse`: values of all legal moves, with standard errors that hold, for every deck and number of players."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import dnup
from dnup.review import Mark
from tests.random_play import DECKS, PLAYERS

pytestmark = pytest.mark.compiled


def view_after(moves: int, players: int, deck: str | dnup.Deck = "printed", seed: int = 3) -> dnup.View:
    position = dnup.Round.deal(players=players, seed=seed, deck=deck)
    bot = dnup.bots.get("greedy")
    for _ in range(moves):
        position = position.apply(bot.choose(position.view(position.turn)).move)
    return position.view(position.turn)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["printed", *DECKS])
def test_every_legal_move_has_a_value(players: int, deck: str) -> None:
    view = view_after(1, players, DECKS.get(deck, deck))
    lines = dnup.analyse(view, 500)
    assert sorted(map(str, view.legal_moves)) == sorted(str(line.move) for line in lines)
    assert [line.loss for line in lines] == sorted(line.loss for line in lines)
    assert (lines[0].loss, lines[0].loss_error) == (0, 0)
    for line in lines:
        assert 0 <= line.value <= 1
        assert line.error >= 0
        assert line.loss_error >= 0
        assert line.worlds >= 128
    assert dnup.analyse(view, 500) == lines
    assert dnup.analyse(view, "500", seed=0) == dnup.analyse(view, dnup.Budget(iterations=500)) == lines
    assert dnup.analyse(view, np.int64(500), seed=1) != lines


def test_a_move_that_wins_the_match_has_the_value_1() -> None:
    deck = dnup.Deck.of(["1/5*", "1/2", "3/4", "3/6"], name="tiny")
    position = dnup.Round.from_deal(["1/5 1/2", "3/4 3/6"], deck=deck, score=(1, 1))
    best, *others = dnup.analyse(position.view("A"), 500)
    assert (str(best.move), best.value, best.error) == ("play 1/2 1/5", 1.0, 0.0)
    assert all(line.loss > 0 for line in others)


def test_standard_errors_fit_the_spread_between_seeds() -> None:
    """The variance between seeds is that of the errors, averaged over moves and positions."""
    spread, claimed = [], []
    for players in PLAYERS:
        view = view_after(4, players)
        runs = []
        for seed in range(12):
            lines = {line.move: line for line in dnup.analyse(view, 1000, seed=seed)}
            ordered = [lines[move] for move in view.legal_moves]
            runs.append([(line.value, line.loss, line.error, line.loss_error) for line in ordered])
        table = np.array(runs)
        spread.append(table[:, :, :2].var(axis=0, ddof=1).mean(axis=0))
        claimed.append((table[:, :, 2:] ** 2).mean(axis=(0, 1)))
    ratios = np.sqrt(np.array(spread) / np.array(claimed))
    assert ratios.mean(axis=0) == pytest.approx([1.0, 1.0], abs=0.25)
    assert ratios.min() > 0.5
    assert ratios.max() < 1.7


@pytest.mark.parametrize("players", [2, 4])
def test_it_agrees_with_a_review(players: int) -> None:
    """What a review says a move cost is what the analysis of its view says, within their errors."""
    deal = dnup.Round.deal(players, seed=5).hand_texts
    record = dnup.Record.of(dnup.Match.from_deal(deal).play("easy", seed=5), ["easy"] * players)
    review = dnup.review.review(record, effort=6000)
    judged = [one for one in review.moves if one.mark is not Mark.FORCED][:8]
    wrong = [one for one in review.moves if one.mark in (Mark.MISTAKE, Mark.BLUNDER)][:6]
    if players == 2:
        assert any(one.forced for one in wrong), "one of them is behind a win by force"
    assert len(judged) == 8
    assert wrong
    for one in itertools.chain(judged, wrong):
        lines = {line.move: line for line in dnup.analyse(one.view, 4000, seed=1)}
        made, best = lines[one.made], lines[one.best]
        assert made.loss - best.loss == pytest.approx(
            one.loss, abs=0.02 + 4 * np.hypot(one.error, made.loss_error)
        )
        assert best.loss < 0.02 + 4 * np.hypot(one.error, best.loss_error)
        assert best.value == pytest.approx(one.before[one.view.seats.index(one.seat)], abs=0.08)


def test_a_time_is_kept_by_its_clock() -> None:
    ticks = itertools.count()
    budget = dnup.Budget(seconds=60, clock=lambda: float(next(ticks)))
    few = dnup.analyse(view_after(0, 2), dnup.Budget(seconds=1, clock=lambda: float(next(ticks))))
    many = dnup.analyse(view_after(0, 2), budget)
    assert few[0].worlds == 128
    assert many[0].worlds > 500


@pytest.mark.parametrize(
    "budget", ["", "fast", "0", "200 ms", "-5", "1000@2", 0, -1, 1.5, True, None, "4000s", "1e3"]
)
def test_another_budget_is_refused(budget: object) -> None:
    with pytest.raises(ValueError, match="is not a budget; write iterations"):
        dnup.analyse(view_after(0, 2), budget)  # type: ignore[arg-type]


def test_only_a_view_of_the_seat_in_turn_can_be_analysed() -> None:
    position = dnup.Round.deal(players=2, seed=1)
    other = next(seat for seat in position.seats if seat != position.turn)
    for wrong in (position.view(), position.view(other), position.playout(1).view("A")):
        with pytest.raises(ValueError, match="seat in turn"):
            dnup.analyse(wrong)
    with pytest.raises(ValueError, match="a Round is not a view"):
        dnup.analyse(position)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["1", "1000", "200ms", "2000ms", "100000000"])
def test_a_budget_is_its_text(text: str) -> None:
    assert str(dnup.Budget.parse(text)) == text
    assert eval(repr(dnup.Budget.parse(text)), {"Budget": dnup.Budget}) == dnup.Budget.parse(text)  # noqa: S307
    assert dnup.Budget.parse("2s") == dnup.Budget(seconds=2.0)


def test_a_long_win_by_force_is_proven_when_no_card_is_unseen() -> None:
    discards = "4/2,4/2,4/3,4/7,4/8,5/1,5/2,5/8,6/1,6/2,6/4,6/7,7/1,7/3,7/5,8/3,9/1"
    hands = "1/6,1/7!,2/5,2/10!,3/5,9/2!,9/3|6/3!"
    view = dnup.parse_position(f"printed A2 22/500,2/40 1,1 - B {hands} 8/1|-|-|- {discards}").view("A")
    assert not view.unseen
    best = dnup.parse_move("play 1/6 1/7")
    assert dnup.bots.forced_wins(view) == ()
    values = dnup.review.MoveValues(view, dnup.parse_move("rotate"), seed=1)
    assert values.forced_by(best) == 13
    line = dnup.review.forced_line(view, best, 13)
    assert (len(line), str(line[-1])) == (13, "A play 9/2")
