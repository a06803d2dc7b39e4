"""R20 as a table option: the round is played on to see who comes second, and the match stays won by the first."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

import dnup
from dnup.bots.registry import get
from dnup.cli import main
from dnup.kernel import layout as at
from dnup.thinking.networks import network_file, read_network
from dnup.thinking.stakes import is_decided, match_stakes, score_index, write_worths


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
    words = game._words
    assert is_decided(words)
    stakes = match_stakes(3)
    assert stakes[score_index(words), winner] == 1.0
    while not game.over:
        game = game.apply(get("greedy", seed=1).choose(game.view(game.turn)).move)
    # Whatever the second one made, the first has won.
    assert stakes[score_index(game._words)].tolist() == [float(seat == winner) for seat in range(3)]
    worths = np.empty((10, 3), np.float64)
    write_worths(words, stakes, worths)
    for second in {0, 1, 2} - {winner}:
        assert worths[3 * winner + second].tolist() == [float(seat == second) for seat in range(3)]
    plain = words.copy()
    plain[at.FINISH] = 0
    write_worths(plain, stakes, worths)
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
