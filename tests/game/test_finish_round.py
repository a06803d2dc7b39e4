"""R20 as a table option: the round is played on to see who comes second, and the match stays won by the first."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dnup
from dnup.bots.registry import get
from dnup.cli import main
from dnup.kernel import layout as at
from dnup.network.files import network_file, read_network
from dnup.search.match_equity import is_decided, match_equity, score_index, write_ending_values
from tests.need import need_module


def decided() -> dnup.Round:
    """A has won the match, and B and C play on."""
    game = dnup.Round.deal(3, 1, deck="pairs", score=(2, 3, 3), finish_round=True)
    rng = np.random.default_rng(5)
    while game.decided is None:
        moves = game.legal_moves
        best = max(range(len(moves)), key=lambda index: (len(moves[index].cards), rng.random()))
        game = game.apply(moves[best])
    return game


def test_a_match_is_played_on_and_written_down() -> None:
    both = 0
    for seed in range(30):
        record = dnup.play_match("greedy", players=3, seed=seed, deck="pairs", finish_round=True)
        assert record.finish_round
        assert record.rounds[-1].ending in ("out", "abandoned")
        first = record.rounds[-1].finish[0]
        assert record.winner == (
            first if record.score["ABC".index(first)] >= 4 else record.rounds[-1].finish[1]
        )
        both += sum(points >= 4 for points in record.score) == 2
        again = dnup.parse_record(str(record))
        assert again == record
        assert again.match().score == record.score
        # The same moves, but for the last round, are those of a match without the option.
        plain = dnup.play_match("greedy", players=3, seed=seed, deck="pairs")
        assert plain.winner == record.winner
        assert [played.moves for played in plain.rounds[:-1]] == [
            played.moves for played in record.rounds[:-1]
        ]
        assert record.rounds[-1].moves[: len(plain.rounds[-1].moves)] == plain.rounds[-1].moves
    assert both


def test_records_without_it_replay_as_before() -> None:
    played_on = next(
        record
        for seed in range(30)
        for record in [dnup.play_match("greedy", players=3, seed=seed, finish_round=True)]
        if len(dnup.play_match("greedy", players=3, seed=seed).rounds[-1].moves)
        < len(record.rounds[-1].moves)
    )
    data = json.loads(str(played_on))
    assert data.pop("finish_round") is True
    with pytest.raises(dnup.RecordError, match="the round is over"):
        dnup.parse_record(json.dumps(data)).match()
    wrongs: list[object] = [1, "yes", None, []]
    for wrong in wrongs:
        with pytest.raises(dnup.RecordError, match="finish_round is true or false"):
            dnup.parse_record(json.dumps({**data, "finish_round": wrong}))
    plain = dnup.play_match("greedy", players=3, seed=1)
    assert "finish_round" not in plain.to_json()
    assert dnup.parse_record(str(plain)).match().score == plain.score


def test_positions_and_views_tell_it() -> None:
    game = decided()
    winner = game.decided
    assert winner is not None
    assert game.turn not in (None, winner)
    assert dnup.parse_position(str(game)) == game
    assert f"/{game.stall_limit}+ " in str(game)
    view = game.view(game.turn)
    assert dnup.View.from_json(view.to_json()) == view
    assert view.to_json()["finish_round"] is True
    assert (view.finish_round, view.decided) == (True, winner)
    assert "finish_round" not in dnup.Round.deal(3, 1).view("A").to_json()
    with pytest.raises(ValueError, match="finish_round is true or false"):
        dnup.Round.deal(3, 1, finish_round=1)  # type: ignore[arg-type]


def test_the_match_is_not_over_before_the_round_is() -> None:
    match = dnup.Match.new(3, 4, deck="pairs", finish_round=True)
    while not match.over:
        if match.round.decided is not None:
            assert (match.result, match.winner) == ("unfinished", None)
        match = match.apply(get("greedy", seed=1).choose(match.view(match.turn)).move)
    assert match.round.over
    assert match.winner is not None


def test_values_know_that_the_match_is_decided() -> None:
    game = decided()
    winner = "ABC".index(game.decided or "")
    words = game.words
    assert is_decided(words)
    equity = match_equity(3)
    assert equity[score_index(words), winner] == 1.0
    while not game.over:
        game = game.apply(get("greedy", seed=1).choose(game.view(game.turn)).move)
    # Whatever the second one made, the first has won.
    assert equity[score_index(game.words)].tolist() == [float(seat == winner) for seat in range(3)]
    worths = np.empty((10, 3), np.float64)
    write_ending_values(words, equity, worths)
    for second in {0, 1, 2} - {winner}:
        assert worths[3 * winner + second].tolist() == [float(seat == second) for seat in range(3)]
    plain = words.copy()
    plain[at.FINISH] = 0
    write_ending_values(plain, equity, worths)
    assert worths[3 * winner + winner, winner] == 1.0


@pytest.mark.parametrize("name", ["search:200", "champion:200"])
def test_a_search_plays_for_second_place(name: str) -> None:
    """A card that ends the round as second is played at once, though the match is lost."""
    text = "pairs B 11/500,0/60+ 2,3,3 A A -|9/3|{} -|-|- {}"
    rest = [
        str(entry.card)
        for index, entry in enumerate(dnup.load_deck("pairs").cards)
        if index in dnup.load_deck("pairs").in_play(3) and str(entry.card) not in ("3/9", "1/3", "1/6")
    ]
    game = dnup.parse_position(text.format("1/3,1/6", ",".join(rest)))
    assert game.decided == "A"
    move = get(name, seed=1).choose(game.view("B")).move
    assert str(move) == "play 9/3"


def test_a_cut_network_file_gets_a_sentence() -> None:
    players = 2
    data = network_file("balanced", players).read_bytes()
    for part in (b"", data[:1], data[:-1], data[:-2], data + b"\0"):
        with pytest.raises(ValueError, match=f"this is not a network for {players} players"):
            read_network(part, players)


def test_the_terminal_plays_on_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    command = ["play", "--players", "3", "--bots", "greedy", "--deck", "pairs", "--fast", "--finish-round"]
    for seed in range(20):
        monkeypatch.setattr("sys.stdin", io.StringIO("rotate\n" * 2000))
        assert main([*command, "--seed", str(seed), "--record", str(path)]) == 0
        told = capsys.readouterr().out
        assert "--finish-round" in told
        if "has won the match. The round is played on for second place." in told:
            break
    else:
        pytest.fail("in twenty matches nobody has won in the middle of a round")
    assert told.index("has won the match.") < told.index("wins the match.")
    assert all(record.match().over and record.finish_round for record in dnup.read_records(path))


def test_an_arena_plays_the_last_round_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The winners are the same; with the option somebody comes second in every last round."""
    need_module("openskill")
    winners = []
    for more in ([], ["--finish-round"]):
        file = tmp_path / f"games{len(more)}.jsonl"
        command = ["arena", "greedy", "easy", "random", "--players", "3", "--games", "12", "--workers", "1"]
        assert main([*command, "--record", str(file), "--json", *more]) == 0
        capsys.readouterr()
        records = [dnup.parse_record(line) for line in file.read_text(encoding="utf-8").splitlines()]
        winners.append([record.winner for record in records])
        assert {record.finish_round for record in records} == {bool(more)}
        endings = {record.rounds[-1].ending for record in records}
        assert ("match" in endings) is not bool(more)
    assert winners[0] == winners[1]


def test_results_of_an_arena_with_the_option_are_its_own(tmp_path: Path) -> None:
    need_module("openskill")
    file = tmp_path / "results.jsonl"
    command = ["arena", "greedy", "random", "--games", "2", "--workers", "1"]
    assert main([*command, "--out", str(file)]) == 0
    assert main([*command, "--resume", str(file)]) == 0
    assert main([*command, "--resume", str(file), "--finish-round"]) == 2


@pytest.mark.parametrize("finish", [False, True])
def test_environments_play_the_last_round_on(finish: bool) -> None:
    gymnasium = need_module("dnup.rl.gymnasium")
    pettingzoo = need_module("dnup.rl.pettingzoo")
    options: dict[str, Any] = {"score": (2, 3, 3), "finish_round": finish}
    round_env = gymnasium.RoundEnv(3, "random", **options)
    agents = pettingzoo.raw_env(players=3, **options)
    vector = dnup.rl.VectorEnv(3, 4, seed=1, **options)
    round_env.reset(seed=1)
    agents.reset(seed=1)
    for position in (round_env.round, agents.round, vector.round(0)):
        assert position.finish_round is finish
    match_env = gymnasium.MatchEnv(3, "random", finish_round=finish)
    match_env.reset(seed=1)
    assert match_env.match.round.finish_round is finish
