"""The environments of PettingZoo and Gymnasium, by the test suites of these libraries and by what the round says."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from dnup import Round
from dnup.extras import MissingExtra, need
from dnup.game.match import round_seed
from dnup.kernel.jit import COMPILED
from tests.need import need_module

need_module("gymnasium")
need_module("pettingzoo")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from dnup.rl import pettingzoo as zoo  # noqa: E402
from dnup.rl.gymnasium import RoundEnv  # noqa: E402


@pytest.fixture
def zoo_tests() -> Any:
    """PettingZoo's own tests; importing them warns of itself."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return need_module("pettingzoo.test")


CYCLES = 300 if COMPILED else 20

# It recommends arrays, and like all of its own card games we have a dict with a mask.
dicts_are_fine = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


class TestPettingZoo:
    pytestmark = dicts_are_fine

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    @pytest.mark.parametrize(
        "options", [{}, {"history": 2, "rewards": "win", "zero_sum": True, "turn_limit": 30}]
    )
    def test_api(self, zoo_tests: Any, players: int, options: dict[str, Any]) -> None:
        zoo_tests.api_test(zoo.env(players=players, **options), num_cycles=CYCLES)
        zoo_tests.parallel_api_test(zoo.parallel_env(players=players, **options), num_cycles=CYCLES)

    @pytest.mark.parametrize("players", [2, 4])
    def test_seeds(self, zoo_tests: Any, players: int) -> None:
        zoo_tests.seed_test(lambda: zoo.env(players=players), num_cycles=CYCLES)
        zoo_tests.parallel_seed_test(lambda: zoo.parallel_env(players=players), num_cycles=CYCLES)

    def test_performance_benchmark_runs(self, zoo_tests: Any, capsys: pytest.CaptureFixture[str]) -> None:
        random.seed(1)
        zoo_tests.performance_benchmark(zoo.env(players=4))
        assert "turns per second" in capsys.readouterr().out

    @pytest.mark.parametrize("players", [2, 3])
    def test_a_game_is_a_round(self, players: int) -> None:
        env = zoo.env(players=players)
        rng = random.Random(players)
        for number in range(3):
            env.reset(seed=11 if number == 0 else None)
            round = Round.deal(players, round_seed(11, number), first="ABCDE"[number % players])
            while not round.over:
                agent = env.agent_selection
                assert agent == f"player_{round.seats.index(round.turn or '')}"
                seen, reward, *_ = env.last()
                assert reward == 0
                legal = np.flatnonzero(seen["action_mask"]).tolist()
                assert len(legal) == len(round.legal_moves)
                for other in env.agents:
                    if other != agent:
                        assert not env.observe(other)["action_mask"].any()
                action = rng.choice(legal)
                round = round.apply(env.unwrapped.encoding.move_of(round, action))
                env.step(action)
            assert tuple(env.rewards.values()) == round.points
            assert all(env.terminations.values())
            assert not any(env.truncations.values())

    def test_a_round_that_goes_on_for_ever_is_truncated(self) -> None:
        env = zoo.env(players=2, turn_limit=4)
        env.reset(seed=1)
        rotate = env.unwrapped.encoding.action_count - 1
        for _ in range(4):
            env.step(rotate)
        assert all(env.truncations.values())
        assert not any(env.terminations.values())

    def test_an_illegal_action_ends_the_round(self, capsys: pytest.CaptureFixture[str]) -> None:
        env = zoo.env(players=3)
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
        assert env.rewards[agent] == -1
        assert all(env.terminations.values())
        raw = zoo.raw_env(players=3)
        raw.reset(seed=1)
        with pytest.raises(ValueError, match="action -1 is not legal"):
            raw.step(None)

    def test_a_spectator_sees_the_table(self) -> None:
        env = zoo.env(players=2, render_mode="ansi")
        env.reset(seed=1)
        assert "+9|" in env.render()


class TestGymnasium:
    @pytest.mark.parametrize(
        "options",
        [
            {"players": 2, "opponents": "search:20"},
            {"players": 3, "opponents": ["greedy", "random"], "history": 3, "rewards": "win"},
            {"players": 5, "opponents": "random", "render_mode": "ansi", "seat": "C", "zero_sum": True},
        ],
    )
    def test_check_env(self, options: dict[str, Any]) -> None:
        check_env(gymnasium.make("dnup/Round-v0", **options).unwrapped)

    def test_the_learner_plays_whole_rounds(self) -> None:
        env = RoundEnv(players=2, opponents="greedy")
        rng = random.Random(3)
        seats, rewards = [], []
        for number in range(8):
            _, info = env.reset(seed=5 if number == 0 else None)
            seats.append(info["seat"])
            over, reward = False, 0.0
            while not over:
                assert env.round.turn == info["seat"]
                mask = info["action_mask"]
                assert np.array_equal(mask, env.encoding.mask(env.round))
                action = rng.choice(np.flatnonzero(mask).tolist())
                seen, reward, terminated, truncated, info = env.step(action)
                assert np.array_equal(seen, env.encoding.observe(env.round.view(env.seat)))
                over = terminated or truncated
                assert reward == 0 or over
            rewards.append(reward)
            assert reward == env.round.points[env.round.seats.index(env.seat)]
        assert seats == list("ABABABAB")
        assert set(rewards) <= {0.0, 1.0}
        with pytest.raises(ValueError, match="call reset"):
            env.step(0)

    def test_the_same_seed_is_the_same_game(self) -> None:
        def play() -> list[bytes]:
            env = RoundEnv(players=3, opponents="random")
            env.reset(seed=9)
            seen = []
            for _ in range(12):
                observation, _, terminated, truncated, _ = env.step(env.encoding.action_count - 1)
                seen.append(observation.tobytes())
                if terminated or truncated:
                    env.reset()
            return seen

        assert play() == play()

    def test_an_illegal_action_loses(self) -> None:
        env = RoundEnv()
        _, info = env.reset(seed=1)
        illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
        _, reward, terminated, truncated, info = env.step(illegal)
        assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, illegal)

    @pytest.mark.parametrize(
        "options, sentence",
        [
            ({"opponents": "nobody"}, "is not a bot"),
            ({"players": 3, "opponents": ["greedy"]}, "has 2 opponents"),
            ({"seat": "C"}, "is not a seat"),
            ({"render_mode": "human"}, "only render_mode"),
        ],
    )
    def test_bad_options_are_said(self, options: dict[str, Any], sentence: str) -> None:
        with pytest.raises(ValueError, match=sentence):
            RoundEnv(**options)


def test_a_missing_extra_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MissingExtra, match=r"^flying needs no_such_wings: \S+ -m pip install no_such_wings$"):
        need("no_such_wings.left", "rl", "flying")
    assert issubclass(MissingExtra, ImportError)
    without = (
        "import sys; sys.modules.update(gymnasium=None, pettingzoo=None, pyspiel=None); "
        "import dnup.rl; dnup.rl.VectorEnv(2, 1)\n"
        "for name in ('gymnasium', 'pettingzoo', 'openspiel'):\n"
        "    try: __import__(f'dnup.rl.{name}')\n"
        "    except ImportError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, check=True).stdout
    patterns = (
        r'dnup\.rl\.gymnasium needs gymnasium: \S+ -m pip install "gymnasium>=[\d.]+"',
        r'dnup\.rl\.pettingzoo needs pettingzoo: \S+ -m pip install "pettingzoo>=[\d.]+"',
        r'dnup\.rl\.openspiel needs open_spiel: \S+ -m pip install "open[-_]spiel>=[\d.]+"',
    )
    for line, pattern in zip(said.splitlines(), patterns, strict=True):
        assert re.fullmatch(pattern, line), line


def test_dnup_does_not_load_what_researchers_need() -> None:
    loaded = (
        "import dnup, dnup.cli, sys; print([m for m in ('gymnasium', 'pyarrow', 'ray') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"
