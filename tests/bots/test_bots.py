"""Bots by name, what they choose, and what the search says about every move."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest

import dnup
from dnup import Deck, Round
from dnup.bots import Bot, BotError, NoNetworkWarning, bot_names, champion, get
from dnup.bots.budget import Budget
from dnup.bots.champion import ChampionBot, InstinctBot
from dnup.bots.search import SearchBot
from dnup.cli import main
from dnup.kernel.turn import points_to_win
from dnup.search.match_equity import match_equity

QUICK = ("random", "greedy", "easy", "medium", "hard", "search:40")


def play_round(position: dnup.Round, bots: dict[str, Bot]) -> Iterator[dnup.Round]:
    """The positions of a round between bots, each of which sees its view only; the last one is the end."""
    yield position
    while position.turn is not None:
        position = position.apply(bots[position.turn].choose(position.view(position.turn)).move)
        yield position


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_bot_plays_a_round_to_its_end(name: str, players: int) -> None:
    dealt = dnup.Round.deal(players, seed=players)
    bots = {seat: get(name, seed=number) for number, seat in enumerate(dealt.seats)}
    assert list(play_round(dealt, bots))[-1].over
    for bot in bots.values():
        bot.close()


@pytest.mark.parametrize("name", QUICK)
def test_estimates_are_of_all_legal_moves_in_their_order(name: str) -> None:
    view = dnup.Round.deal(3, seed=5).view(dnup.Round.deal(3, seed=5).turn)
    decision = get(name, seed=1).choose(view)
    assert [estimate.move for estimate in decision.estimates] == list(view.legal_moves)
    assert decision.move in view.legal_moves


@pytest.mark.parametrize(
    "spec",
    ["", "search", "search:", "search:0", "search:-5", "search:x", "search:10m", "search:0ms", "search:5000s",
     "search:100@0", "search:1000000000", "greedy:5", "easy:1", "cmd:", "cmd:  ", "gredy", "random "],
)  # fmt: skip
def test_what_is_not_a_bot_is_said_with_what_would_be(spec: str) -> None:
    with pytest.raises(BotError, match=r"is not a bot; it is one of random, greedy|like search:1000"):
        get(spec)


@pytest.mark.parametrize("name", [*QUICK, "cmd:no-such-program"])
def test_a_bot_takes_nothing_but_the_view_of_the_seat_in_turn(name: str) -> None:
    dealt = dnup.Round.deal(3, seed=5)
    other = dealt.seats[dealt.seats.index(str(dealt.turn)) - 1]
    bot = get(name)
    with pytest.raises(ValueError, match=r"a Round is not a view; .*: position\.view\(position\.turn\)"):
        bot.choose(cast("dnup.View", dealt))
    with pytest.raises(ValueError, match=rf"view of seat {other}, and it is seat {dealt.turn}'s turn"):
        bot.choose(dealt.view(other))
    with pytest.raises(ValueError, match="this is the view of a spectator"):
        bot.choose(dealt.view())
    bot.close()


def test_bots_have_the_names_they_are_called_by() -> None:
    for name in (*bot_names(), "search:200ms", "search:7"):
        assert get(name).name == name
    assert get("search:2s").name == "search:2000ms"


def test_greedy_plays_the_most_cards_of_the_lowest_value() -> None:
    position = dnup.Round.deal(3, seed=7)
    move = get("greedy").choose(position.view(position.turn)).move
    plays = [move for move in position.legal_moves if move.verb == "play"]
    most = max(len(play.cards) for play in plays)
    assert move.verb == "play"
    assert len(move.cards) == most
    assert move.cards[0].active == min(play.cards[0].active for play in plays if len(play.cards) == most)


def test_easy_overlooks_moves_and_greedy_does_not() -> None:
    position = dnup.Round.deal(4, seed=3)
    view = position.view(position.turn)
    best = get("greedy").choose(view).move
    chosen = [get("easy", seed=seed).choose(view).move for seed in range(60)]
    assert 10 < chosen.count(best) < 50
    assert all(move.verb != "take" for move in chosen)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_stakes_are_chances_of_players_of_equal_strength(players: int) -> None:
    equity = match_equity(players)
    base = points_to_win(players) + 2
    assert equity[0] == pytest.approx([1 / players] * players)
    for row in equity:
        assert sum(row) in (pytest.approx(1), 0)
    assert equity[points_to_win(players)][0] == 1.0
    ahead = equity[1]
    assert ahead[0] > 1 / players > ahead[1] == pytest.approx(ahead[-1])
    assert len(equity) == base**players


def test_stakes_of_two_players_are_those_of_a_best_of_three() -> None:
    equity = match_equity(2)
    assert equity[1 + 0 * 4] == pytest.approx([0.75, 0.25])
    assert equity[1 + 1 * 4] == pytest.approx([0.5, 0.5])
    assert equity[0 + 2 * 4] == pytest.approx([0, 1])


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_search_is_the_same_for_the_same_seed(players: int) -> None:
    position = dnup.Round.deal(players, seed=11)
    view = position.view(position.turn)
    decision = get("search:300", seed=4).choose(view)
    assert get("search:300", seed=4).choose(view) == decision
    assert get("search:300", seed=5).choose(view).estimates != decision.estimates
    assert sum(estimate.visits or 0 for estimate in decision.estimates) == 300
    most = max(estimate.visits or 0 for estimate in decision.estimates)
    assert decision.move in [estimate.move for estimate in decision.estimates if estimate.visits == most]
    for estimate in decision.estimates:
        assert (estimate.win is None) == (estimate.visits == 0)
        assert estimate.win is None or 0 <= estimate.win <= 1


def test_several_cores_share_the_iterations() -> None:
    position = dnup.Round.deal(2, seed=2)
    bot = get("search:300@2", seed=1)
    decision = bot.choose(position.view(position.turn))
    bot.close()
    assert sum(estimate.visits or 0 for estimate in decision.estimates) == 300
    again = get("search:300@2", seed=1)
    assert again.choose(position.view(position.turn)) == decision
    again.close()


def test_a_time_budget_gives_an_answer_however_short() -> None:
    """Even if the clock has run out before the first thought, as on a busy machine."""
    position = dnup.Round.deal(4, seed=2)
    for clock in (time.perf_counter, count(step=60).__next__):
        bot = SearchBot(Budget(seconds=0.001, clock=clock))
        decision = bot.choose(position.view(position.turn))
        assert sum(estimate.visits or 0 for estimate in decision.estimates) > 0


@pytest.mark.compiled
@pytest.mark.compiled
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("budget", ["100000000", "3600s"])
def test_a_search_ends_with_ctrl_c_and_not_with_its_budget(budget: str, cores: int) -> None:
    bot = SearchBot(Budget.parse(budget), cores=cores)

    def press() -> None:
        while not bot.iterations:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        bot.choose(Round.deal(3, 1).view("C"))
    bot.close()
    assert 0 < bot.iterations < 10_000_000


def test_a_search_keeps_its_tree_from_turn_to_turn() -> None:
    """The second decision of a match has more visits than its budget: those of the last turn that still hold."""
    kept = 0
    for seed in range(6):
        position = dnup.Round.deal(2, seed=seed)
        bots = {seat: get("search:400", seed=seed) for seat in "AB"}
        for _ in range(8):
            if position.turn is None:
                break
            decision = bots[position.turn].choose(position.view(position.turn))
            kept += sum(estimate.visits or 0 for estimate in decision.estimates) > 400
            position = position.apply(decision.move)
    assert kept >= 6


def test_a_search_goes_out_when_it_can() -> None:
    found = 0
    for seed in range(12):
        bots = {seat: get("medium") for seat in "AB"}
        for position in play_round(dnup.Round.deal(2, seed=seed), bots):
            winning = [move for move in position.legal_moves if position.effects(move).goes_out]
            if winning:
                decision = get("search:200", seed=seed).choose(position.view(position.turn))
                assert decision.move in winning
                assert next(e.win for e in decision.estimates if e.move == decision.move) == pytest.approx(
                    0.75
                )
                found += 1
    assert found >= 10


def test_a_search_plays_for_the_match_and_not_for_the_round() -> None:
    """One point short of the match, first and second out are worth the same: both win it."""
    equity = match_equity(3)
    base = 6
    second = equity[4 + 2 * base]
    assert second[0] == 1.0
    position = dnup.Round.deal(3, seed=1, score=(3, 0, 0))
    bot = get("search:400", seed=1)
    while position.turn != "A":
        position = position.apply(random.Random(1).choice(position.legal_moves))
    estimates = bot.choose(position.view("A")).estimates
    assert max(estimate.win or 0 for estimate in estimates) > 0.6


OWN_CARDS = Deck.of(["1/5 star", "1/6", "2/4", "2/6", "3/4", "3/5"], "own", players=[2])


@pytest.mark.parametrize("name", ["champion:5", "instinct"])
def test_a_bot_without_a_network_says_so_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion, "_WARNED", set())
    monkeypatch.delenv("DNUP_QUIET", raising=False)
    bot = get(name)
    assert isinstance(bot, ChampionBot | InstinctBot)
    dealt = Round.deal(2, 1, deck=OWN_CARDS)
    view = dealt.view(dealt.turn)
    kind = name.partition(":")[0]
    with pytest.warns(
        NoNetworkWarning, match=f"^{kind} has no network for the cards of the deck own with 2 players"
    ):
        bot.choose(view)
    assert bot.network is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bot.choose(view)
        get(name).choose(view)
        known = Round.deal(2, 1, deck="balanced")
        bot.choose(known.view(known.turn))
        expert = ChampionBot(Budget(iterations=5), 0, name="expert")
        expert.choose(view)
    assert bot.network is not None
    assert expert.network is None


def test_the_arena_says_once_that_a_network_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(champion, "_WARNED", set())
    monkeypatch.delenv("DNUP_QUIET", raising=False)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        tiny = Path(__file__).parents[2] / "examples" / "decks" / "tiny.toml"
        command = ["arena", "instinct", "random", "--rounds", "4", "--deck", str(tiny), "--workers", "2"]
        assert main(command) == 0
    told = capsys.readouterr().err
    assert (
        told.count(
            "dnup: instinct has no network for the cards of the deck tiny with 2 players: it plays like "
        )
        == 1
    )
    assert "Warning" not in told
