"""The referee of `make study-proof`: its own rules are those of the kernel, and it sees what is plainly better."""

from __future__ import annotations

from pathlib import Path

import pytest

import dnup
from tests.need import need_program
from tools.proof.referee import Referee, compile_referee


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_program("gcc")
    return compile_referee(tmp_path_factory.mktemp("referee"))


@pytest.fixture(params=[2, 3, 5])
def match(request: pytest.FixtureRequest) -> dnup.Record:
    players = request.param
    return dnup.play_match(["random", "greedy", "random", "easy", "random"][:players], seed=players)


def test_it_plays_by_the_same_rules(program: Path, match: dnup.Record) -> None:
    with Referee(program, match.deck, len(match.players)) as referee:
        for position in match.positions():
            now = position.round
            if position.move is None:
                continue
            assert sorted(referee.moves(now)) == sorted(map(str, now.legal_moves))
            for move in list(now.legal_moves)[::7]:
                assert referee.after(now, move) == after(now.apply(move))


def after(position: dnup.Round) -> list[str]:
    """What the referee says of a position."""
    _, slot, actions, _, _, _, hands, table, _ = str(position).split()
    made, stalled = actions.split(",")
    points = ",".join(map(str, position.points))
    is_over = position.turn is None
    told = [
        "over" if is_over else "on",
        slot,
        made.split("/")[0],
        stalled.split("/")[0],
        points,
        hands,
        table,
    ]
    return [*told, str(len(position.discards))]


def test_it_knows_no_more_than_a_view(program: Path) -> None:
    """Whatever the others hold, what moves are worth is the same."""
    position = dnup.Round.deal(players=3, seed=5, deck="pairs")
    view = position.view(position.turn)
    moves = list(view.legal_moves)[:2]
    with Referee(program, position.deck, 3) as referee:
        answers = [referee.worth(view.sample(seed), moves, worlds=4, playouts=20) for seed in range(3)]
    assert answers[0] == answers[1] == answers[2]


def test_it_sees_a_won_match(program: Path) -> None:
    record = dnup.play_match(["greedy", "greedy"], seed=1)
    assert record.winner is not None
    *_, (position, move) = ((one.round, one.move) for one in record.positions() if one.move is not None)
    other = next(one for one in position.legal_moves if one != move)
    with Referee(program, position.deck, 2) as referee:
        best, worse = referee.worth(position, [move, other], worlds=20, playouts=50)
    assert best.chance == 1.0
    assert worse.behind == pytest.approx(1.0 - worse.chance)
