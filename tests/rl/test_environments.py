"""The environments of PettingZoo and Gymnasium, by the test suites of these libraries and by what the round says."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dnup import Round
from dnup.cards.deck import DEFAULT_DECK
from dnup.extras import MissingExtra, need
from dnup.game.match import round_seed
from dnup.kernel.jit import COMPILED
from dnup.records.record import Record
from dnup.records.verify import verify
from dnup.rl import Encoding
from tests.need import need_module

need_module("gymnasium")
need_module("pettingzoo")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from dnup.rl import pettingzoo as zoo  # noqa: E402
from dnup.rl.gymnasium import MatchEnv, RoundEnv, RoundVectorEnv  # noqa: E402


@pytest.fixture
def zoo_tests() -> Any:
    """PettingZoo's own tests; importing them warns of itself."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return need_module("pettingzoo.test")


CYCLES = 300 if COMPILED else 20

# It recommends arrays; like all card games of PettingZoo we have a dict with a mask.
dicts_are_fine = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def is_picture(frame: Any, players: int) -> bool:
    """Whether this is a picture of a table with this number of players, with cards of different colors on it."""
    height = 34 + 32 + 102 * players
    colors = np.unique(frame.reshape(-1, 3), axis=0)
    return (
        frame.dtype == np.uint8
        and frame.shape in [(height, 760, 3), (height + 30, 760, 3)]
        and len(colors) > 99
    )


class TestPettingZoo:
    pytestmark = dicts_are_fine

    @pytest.mark.parametrize("players", [2, 5])
    def test_the_registry_of_pettingzoo_knows_both_kinds(self, zoo_tests: Any, players: int) -> None:
        """Since its version 1.27 there is `pettingzoo.make`."""
        import pettingzoo

        for name, deck in (("dnup_v1", "balanced"), ("dnup_v2", "printed")):
            aec = pettingzoo.make("aec", name, players=players)
            zoo_tests.api_test(aec, num_cycles=CYCLES)
            parallel = pettingzoo.make("parallel", name, players=players)
            zoo_tests.parallel_api_test(parallel, num_cycles=CYCLES)
            zoo_tests.seed_test(
                lambda name=name: pettingzoo.make("aec", name, players=players), num_cycles=CYCLES
            )
            assert len(aec.possible_agents) == players
            assert (str(aec), str(parallel)) == (name, name)
            encoding = Encoding(players, deck=deck)
            for env in (aec, parallel):
                assert env.action_space("player_0").n == encoding.action_count
                shape = env.observation_space("player_0")["observation"].shape
                assert shape == (encoding.observation_size,)
        assert pettingzoo.spec("aec", "dnup").id == "dnup-v2", "the newest, unless said"
        own = pettingzoo.make("aec", "dnup_v1", players=players, deck="printed")
        assert own.unwrapped.encoding.deck.name == "printed"

    def test_names_are_registered_on_import_once(self) -> None:
        alone = (
            "import warnings; warnings.simplefilter('error')\n"
            "import pettingzoo, dnup.rl; from dnup.rl import registry\n"
            "registry.register(); env = pettingzoo.make('aec', 'dnup_v1', players=3); env.reset(seed=1)\n"
            "print(env.num_agents, 'dnup-v1' in pettingzoo.parallel_registry)"
        )
        said = subprocess.run([sys.executable, "-c", alone], capture_output=True, text=True, check=True)
        assert said.stdout == "3 True\n"

    def test_an_older_pettingzoo_has_no_registry(self) -> None:
        older = (
            "import pettingzoo; del pettingzoo.register, pettingzoo.make, pettingzoo.aec_registry\n"
            "import dnup.rl.pettingzoo as zoo; print(zoo.env(players=2).max_num_agents)"
        )
        said = subprocess.run([sys.executable, "-c", older], capture_output=True, text=True, check=True)
        assert said.stdout == "2\n"

    def test_without_a_seed_every_environment_has_its_own(self) -> None:
        envs = [zoo.env(players=3) for _ in range(8)]
        for env in envs:
            env.reset()
        assert len({env.unwrapped.round for env in envs}) == 8
        first = envs[0].unwrapped.round
        (seed,) = {info["seed"] for info in envs[0].infos.values()}
        envs[0].reset()
        assert envs[0].infos["player_0"]["seed"] == seed, "the next round of the same seed"
        assert envs[0].unwrapped.round != first
        envs[1].reset(seed=seed)
        assert envs[1].unwrapped.round == first

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

    @pytest.mark.parametrize("players", [2, 5])
    def test_states(self, players: int, capsys: pytest.CaptureFixture[str]) -> None:
        state_test = need_module("pettingzoo.test.state_test")
        env = zoo.env(players=players, history=1)
        state_test.state_test(env, zoo.parallel_env(players=players, history=1), num_cycles=5)
        raw = env.unwrapped
        raw.reset(seed=3)
        raw.step(raw.encoding.action_count - 1)
        size, hand = raw.encoding.observation_size, raw.encoding.slices["hand"]
        state = raw.state()
        assert np.array_equal(state[:size], raw.observe("player_0")["observation"])
        hands = state[size:].reshape(players - 1, -1)
        for number, seen in enumerate(hands, 1):
            assert np.array_equal(seen, raw.observe(f"player_{number}")["observation"][hand])
            assert seen.sum() == len(raw.round.hands[number])

    def test_rendering(self, capsys: pytest.CaptureFixture[str]) -> None:
        need_module("pettingzoo.test.render_test").render_test(
            lambda render_mode: zoo.env(players=3, render_mode=render_mode),
            {
                "ansi": lambda line: line.startswith(f"{DEFAULT_DECK} ") and "+" in line,
                "rgb_array": lambda frame: is_picture(frame, 3),
            },
        )
        assert zoo.raw_env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
        env = zoo.env(players=2, render_mode="human")
        capsys.readouterr()
        env.reset(seed=1)
        env.step(env.unwrapped.encoding.action_count - 1)
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[2].partition("/")[0] for line in lines] == ["0", "1"], "one for every position"
        assert lines[-1] == str(env.unwrapped.round.view()), "what a spectator sees"
        with pytest.raises(ValueError, match="a render_mode is one of human, ansi, rgb_array, not 'png'"):
            zoo.env(render_mode="png")

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
            position = Round.deal(players, round_seed(11, number), first="ABCDE"[number % players])
            while not position.over:
                agent = env.agent_selection
                assert agent == f"player_{position.seats.index(position.turn or '')}"
                seen, reward, *_ = env.last()
                assert reward == 0
                legal = np.flatnonzero(seen["action_mask"]).tolist()
                assert len(legal) == len(position.legal_moves)
                for other in env.agents:
                    if other != agent:
                        assert not env.observe(other)["action_mask"].any()
                action = rng.choice(legal)
                position = position.apply(env.unwrapped.encoding.move_of(position, action))
                env.step(action)
            assert tuple(env.rewards.values()) == position.points
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
        with pytest.raises(
            ValueError, match=r"^action -1 is not legal here; legal: [\d, ]+( and \d+ more)?$"
        ):
            raw.step(None)

    def test_a_spectator_sees_the_table(self) -> None:
        env = zoo.env(players=2, render_mode="ansi", deck="balanced")
        env.reset(seed=1)
        assert "+9|" in env.render()


def assert_no_mask_is_empty(envs: gymnasium.vector.VectorEnv[Any, Any, Any], infos: dict[str, Any]) -> None:
    """Play until rounds have ended and others have begun."""
    ended = 0
    rng = np.random.default_rng(1)
    for _ in range(120):
        assert infos["action_mask"].any(axis=1).all()
        actions = [rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        _, rewards, terminated, truncated, infos = envs.step(np.array(actions))
        assert "illegal_action" not in infos
        assert (rewards >= -1).all()
        ended += int((terminated | truncated).sum())
    assert ended > 3
    envs.close()


class TestGymnasium:
    @pytest.mark.parametrize(
        "options",
        [
            {"players": 2, "opponents": "search:20"},
            {"players": 3, "opponents": ["greedy", "random"], "history": 3, "rewards": "win"},
            {"players": 5, "opponents": "random", "render_mode": "ansi", "seat": "C", "zero_sum": True},
        ],
    )
    @pytest.mark.parametrize("name", ["dnup/Round-v0", "dnup/Match-v0", "dnup/Round-v1", "dnup/Match-v1"])
    @pytest.mark.filterwarnings("ignore:.*The environment dnup/.*-v0 is out of date:DeprecationWarning")
    def test_check_env(self, name: str, options: dict[str, Any]) -> None:
        check_env(gymnasium.make(name, **options).unwrapped)

    def test_a_name_is_enough(self) -> None:
        """Gymnasium imports what is before the colon; nothing else of ours has been imported."""
        alone = (
            "import gymnasium\n"
            "for name in ('Round-v0', 'Match-v0', 'Round-v1', 'Match-v1'):\n"
            "    env = gymnasium.make(f'dnup.rl:dnup/{name}', players=3)\n"
            "    print(env.reset(seed=1)[0].shape, env.action_space.n)\n"
        )
        said = subprocess.run([sys.executable, "-c", alone], capture_output=True, text=True, check=True)
        assert said.stdout == "(455,) 588\n" * 2 + "(423,) 753\n" * 2, "old names keep the old deck"

    @pytest.mark.parametrize("name", ["dnup/Round-v1", "dnup/Match-v1"])
    @pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
    def test_under_autoreset_no_mask_is_empty(self, name: str, mode: str) -> None:
        envs = gymnasium.make_vec(
            name,
            3,
            "sync",
            opponents="random",
            turn_limit=20,
            vector_kwargs={"autoreset_mode": mode},
        )
        _, infos = envs.reset(seed=2)
        assert_no_mask_is_empty(envs, infos)

    def test_in_a_batch_no_mask_is_empty(self) -> None:
        envs = gymnasium.make_vec("dnup/Round-v1", 3, opponents="random", turn_limit=20)
        assert isinstance(envs.unwrapped, RoundVectorEnv)
        assert_no_mask_is_empty(envs, envs.reset(seed=2)[1])

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

    @pytest.mark.parametrize("kind", [RoundEnv, MatchEnv])
    def test_an_illegal_action_loses(self, kind: type[RoundEnv]) -> None:
        env = kind()
        _, info = env.reset(seed=1)
        first = int(np.flatnonzero(info["action_mask"] == 0)[0])
        for illegal in (first, -1, env.encoding.action_count, 10**6, -(10**30), np.int64(first)):
            env.reset(seed=1)
            _, reward, terminated, truncated, info = env.step(illegal)
            assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, illegal)
            assert np.flatnonzero(info["action_mask"]).tolist() == [env.encoding.action_count - 1]
            with pytest.raises(ValueError, match="it is over: call reset"):
                env.step(0)
        env.reset(seed=1)
        with pytest.raises(ValueError, match=r"^an action is a whole number, not 0\.5$"):
            env.step(0.5)  # type: ignore[arg-type]

    def test_no_message_shows_a_hand(self) -> None:
        encoding = Encoding(2)
        position = Round.deal(2, 1)
        for action in (-1, 10**6, 10**30):
            with pytest.raises(ValueError, match=rf"^action {action} is not legal here; legal: ") as error:
                encoding.apply(position, action)
            assert "/" not in str(error.value)

    @pytest.mark.parametrize("rewards", ["win", "points"])
    @pytest.mark.parametrize("players", [2, 4])
    def test_a_match_is_many_rounds(self, players: int, rewards: str) -> None:
        env = MatchEnv(players=players, opponents="random", rewards=rewards, history=2)
        rng = random.Random(players)
        for number in range(3):
            seen, info = env.reset(seed=8 if number == 0 else None)
            place = number % players
            assert info["seat"] == env.match.round.seats[place]
            total, terminated, truncated = 0.0, False, False
            while not terminated:
                score = seen[env.encoding.slices["score"]].tolist()
                assert score == [*env.round.score[place:], *env.round.score[:place]]
                action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
                seen, reward, terminated, truncated, info = env.step(action)
                assert not truncated
                assert rewards == "points" or not reward or terminated
                total += reward
            won = 1.0 if env.match.winner == env.seat else -1.0
            assert total == (env.match.score[place] if rewards == "points" else won)
            assert len(env.match.rounds) > 1
            played = verify(Record.of(env.match, ["somebody"] * players))
            assert played.score == env.match.score, "every round was played by the rules"

    def test_a_match_of_abandoned_rounds_is_truncated(self) -> None:
        env = MatchEnv(players=2, opponents="random", turn_limit=4, stall_limit=0)
        env.reset(seed=1)
        truncated, reward = False, 0.0
        while not truncated:
            _, reward, terminated, truncated, _ = env.step(env.encoding.action_count - 1)
            assert not terminated
        assert (reward, env.match.result) == (0.0, "drawn")

    def test_any_whole_number_is_a_seed(self) -> None:
        env = RoundEnv(opponents="random")
        deals = []
        for seed in (-1, 2**64 - 1, np.int32(-1), 2**64 + 7, 7):
            env.reset(seed=seed)
            deals.append(env.round)
        assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4]

    @pytest.mark.parametrize("kind", [RoundEnv, MatchEnv])
    def test_without_a_seed_every_environment_has_its_own(self, kind: type[RoundEnv]) -> None:
        envs = [kind(opponents="random") for _ in range(8)]
        infos = [env.reset()[1] for env in envs]
        assert len({env.round for env in envs}) == len({info["seed"] for info in infos}) == 8
        first, seed = envs[0].round, infos[0]["seed"]
        assert envs[0].reset()[1]["seed"] == seed, "the next round of the same seed"
        assert envs[0].round != first
        _, info = envs[1].reset(seed=seed)
        assert (envs[1].round, info["seed"], envs[1].np_random_seed) == (first, seed, seed)

    @pytest.mark.parametrize("mode", [None, "sync", "vector_entry_point"])
    def test_vector_environments_tell_their_seeds(self, mode: str | None) -> None:
        envs = gymnasium.make_vec("dnup/Round-v1", 4, mode, opponents="random")
        _, infos = envs.reset()
        assert len(set(infos["seed"].tolist())) == 4
        _, infos = envs.reset(seed=[-1, 2**64 - 1, 2**63, 5])
        assert infos["seed"].tolist() == [-1, -1, -(2**63), 5], "all of them fit into the array"
        envs.close()

    @pytest.mark.parametrize("players", [2, 4])
    def test_a_picture_of_every_position(self, players: int) -> None:
        """Stable-Baselines3's make_vec_env asks for `rgb_array`, and so do those who record videos."""
        options: dict[str, Any] = {"players": players, "opponents": "random", "render_mode": "rgb_array"}
        env = gymnasium.make("dnup/Round-v1", **options)
        _, info = env.reset(seed=1)
        first = env.render()
        assert is_picture(first, players)
        env.step(env.action_space.sample(info["action_mask"]))
        second = env.render()
        assert is_picture(second, players)
        assert not np.array_equal(first, second)
        env.reset(seed=1)
        assert np.array_equal(env.render(), first)

    def test_make_vec_renders_all(self) -> None:
        envs = gymnasium.make_vec("dnup/Round-v1", 3, "sync", opponents="random", render_mode="rgb_array")
        envs.reset(seed=1)
        frames = envs.render()
        assert frames is not None
        assert all(is_picture(frame, 2) for frame in frames)
        envs.close()

    def test_videos_are_recorded(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """By Gymnasium's own wrapper. A stand-in takes the place of the library that writes the file."""
        written: list[tuple[int, Any]] = []

        class Clip:
            def __init__(self, frames: list[Any], fps: float) -> None:
                self.frames = frames

            def write_videofile(self, path: str, **_options: object) -> None:
                written.append((len(self.frames), self.frames[0].shape))

        names = ("moviepy", "moviepy.video", "moviepy.video.io", "moviepy.video.io.ImageSequenceClip")
        modules = {name: types.ModuleType(name) for name in names}
        for module in modules.values():
            module.ImageSequenceClip = Clip  # type: ignore[attr-defined]
        for name, module in modules.items():
            monkeypatch.setitem(sys.modules, name, module)
        env = gymnasium.wrappers.RecordVideo(
            gymnasium.make("dnup/Round-v1", opponents="random", turn_limit=6, render_mode="rgb_array"),
            str(tmp_path / "videos"),
            episode_trigger=lambda _number: True,
            disable_logger=True,
        )
        _, info = env.reset(seed=1)
        moves, over = 0, False
        while not over:
            action = np.flatnonzero(info["action_mask"])[-1]
            _, _, terminated, truncated, info = env.step(action)
            moves, over = moves + 1, terminated or truncated
        env.close()
        assert written == [(moves + 1, (300, 760, 3))]

    def test_without_what_draws_pictures(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Only who looks needs it: make_vec_env asks for pictures, even if nobody ever does."""
        monkeypatch.setitem(sys.modules, "resvg_py", None)
        env = RoundEnv(opponents="random", render_mode="rgb_array")
        env.reset(seed=1)
        with pytest.raises(
            MissingExtra, match=r'^render_mode="rgb_array" needs resvg-py: \S+ -m pip install '
        ):
            env.render()

    def test_a_match_takes_the_bots_that_a_round_takes(self) -> None:
        env = MatchEnv(players=3, opponents=[lambda view: view.legal_moves[0], "random"])
        env.reset(seed=1)
        assert env.step(env.encoding.action_count - 1)[1] == 0

    def test_people_can_watch(self, capsys: pytest.CaptureFixture[str]) -> None:
        env = RoundEnv(opponents="random", render_mode="human")
        env.reset(seed=1)
        assert capsys.readouterr().out == f"{env.round.view(env.seat)}\n"
        assert env.render() is None
        assert capsys.readouterr().out == f"{env.round.view(env.seat)}\n"

    @pytest.mark.parametrize(
        "options, sentence",
        [
            ({"opponents": "nobody"}, "is not a bot"),
            ({"players": 3, "opponents": ["greedy"]}, "has 2 opponents"),
            ({"seat": "C"}, "is not a seat"),
            ({"render_mode": "png"}, "a render_mode is one of human, ansi, rgb_array, not 'png'"),
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
