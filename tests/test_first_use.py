"""The first use compiles, says so once, and no more than is used; `warm_up` leaves nothing to compile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dnup import announcing

pytestmark = pytest.mark.compiled

USE = """
import numpy as np
from numba import njit

@njit
def mine(number):
    return number + 1

import dnup
from dnup.kernel.chance import split

mine(1)  # what somebody else compiles is nothing to us
print("ready", flush=True)
split(np.uint64(1), 2)
split(np.uint64(1), np.uint64(3))  # for other types it is compiled again
"""

LIVE = """
import json, sys
import dnup
from dnup.kernel.jit import compiled_signatures

dnup.warm_up()
before = compiled_signatures()

import numpy as np
from dnup.rl import Encoding, VectorEnv
from dnup.random_games.simulate import simulate

for players in (2, 3, 5):
    round = dnup.Round.deal(players, 1, deck="pairs")
    moves = round.legal_moves
    len(moves), list(moves), moves[0], moves[0] in moves, moves == round.legal_moves
    round.why_not("take B"), round.outcome(moves[0]), round.parse_move(str(moves[-1]))
    dnup.parse_position(str(round)), dnup.Round.from_json(round.to_json())
    for seat in (*round.seats, None):
        view = round.view(seat)
        dnup.View.from_json(view.to_json()), view.sample(1), view.svg()
    round.playout(1), round.perft(3), round.svg()
    bots = ["instinct", "champion:20", "search:20+belief", "medium", "search:20"][:players]
    record = dnup.play_match(bots[::-1], seed=2)
    record.match(), list(record.positions()), dnup.parse_record(str(record))
    dnup.Daily("2026-11-16").par
    simulate(players, 3, 1), simulate(players, 3, 1, record=str)
    env = VectorEnv(players, 3, seed=0, history=2)
    env.step(env.sample()), env.round(0)
    encoding = Encoding(players, deck="pairs")
    view = round.view(round.turn)
    encoding.observe(view), encoding.mask(view), encoding.apply(round, int(encoding.mask(view).argmax()))
print(json.dumps(sorted(compiled_signatures() - before)))
"""


def python(code: str, **environment: str) -> tuple[str, str]:
    """What a new process says, on its output and on its error stream."""
    command = [sys.executable, "-c", code]
    changed = {name: value for name, value in os.environ.items() if name != "DNUP_QUIET"} | environment
    done = subprocess.run(command, env=changed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_it_says_once_that_it_compiles_and_only_when_it_does(tmp_path: Path) -> None:
    fresh, other = str(tmp_path / "fresh"), str(tmp_path / "other")
    first = python(USE, NUMBA_CACHE_DIR=fresh)
    assert first == ("ready\n", "dnup: compiling the rules for this machine, once: up to half a minute\n")
    assert python(USE, NUMBA_CACHE_DIR=fresh) == ("ready\n", "")
    assert python(USE, NUMBA_CACHE_DIR=other, DNUP_QUIET="1") == ("ready\n", "")


def test_it_says_where_nothing_can_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DNUP_QUIET", raising=False)
    monkeypatch.setattr(announcing, "CACHED", False)
    announcing._announce()
    assert "compiling the rules at every start, as " in capsys.readouterr().err


def test_nothing_is_left_to_compile_after_a_warm_up() -> None:
    told, _ = python(LIVE)
    assert json.loads(told) == []
