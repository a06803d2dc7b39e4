"""A researcher's script that does all that docs/rl.md shows: type checkers find nothing in it, in their strict modes.

tests/project/test_types.py runs it, and has mypy and pyright check it as in a project that has installed dnup.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dnup
from dnup import Deck, Record, Round, View
from dnup.rl import Encoding, Meaning, Step, VectorEnv
from dnup.rl.encoding import ACTIONS_VERSION, OBSERVATION_VERSION
from dnup.rl.gymnasium import MatchEnv, RoundEnv
from dnup.rl.parquet import simulate_to_parquet
from dnup.rl.parquet_records import Exported, records_to_parquet
from dnup.rl.pettingzoo import env as make_env
from dnup.rl.pettingzoo import parallel_env, raw_env


def hasty(view: View) -> dnup.Move:
    """A custom bot: it plays as many cards at once as possible."""
    return max(view.legal_moves, key=lambda move: len(move.cards))


def encode() -> tuple[int, int]:
    """What an agent sees and does."""
    encoding = Encoding(players=4, deck="printed", history=2)
    position = Round.deal(players=4, seed=7, deck="printed")
    seen: NDArray[np.int8] = encoding.observe(position.view(position.turn))
    sizes: list[int] = seen[encoding.slices["sizes"]].tolist()
    action: int = encoding.action_of(position, position.legal_moves[0])
    move: dnup.Move = encoding.move_of(position, action)
    meaning: Meaning = encoding.meanings[action]
    mask: NDArray[np.int8] = encoding.mask(position)
    after: Round = encoding.apply(position, action, encoding.new_history())
    assert sum(sizes) == len(encoding.deck.in_play(4))
    assert move.verb == meaning.verb
    assert mask[action] == 1
    print(after, encoding.kinds[0], encoding.deck.fingerprint(4))
    return OBSERVATION_VERSION, ACTIONS_VERSION


def play_batches() -> Step:
    """Thousands of rounds in lock step."""
    env = VectorEnv(players=4, batch=64, seed=1, rewards="win", zero_sum=True)
    step = env.reset()
    for _ in range(40):
        actions: NDArray[np.int64] = env.sample()
        step = env.step(actions)
    observations, masks, seats, rewards, terminated, truncated = step
    last: NDArray[np.int8] = step.final_observations
    of_a_row: NDArray[np.int8] = env.final_observations(np.flatnonzero(terminated | truncated))
    assert last.shape == of_a_row.shape
    assert observations.shape[0] == masks.shape[0] == len(seats)
    assert rewards.shape == (64, 4)
    assert not bool((truncated & terminated).any())
    seen = np.empty((4, env.batch, env.encoding.observation_size), np.int8)
    legal = np.empty((4, env.batch, env.encoding.action_count), np.bool_)
    for time in range(4):
        env.step(env.sample(), observations=seen[time], legal_action_mask=legal[time])
    env.reset(rows=[0, 7])
    env.reset(5, rows=step.terminated)
    position: Round = env.round(0)
    env.set([1, 2, 3], position)
    env.set([1, 2], [position, str(position)])
    env.copy([1, 2, 3], 0)
    blind = VectorEnv(players=4, observe=False, copy=False)
    blind.step(blind.sample())
    print(env.seed, blind.look().observations.shape)
    return step


def play_gymnasium() -> float:
    """One learner among bots."""
    total = 0.0
    for env in (
        RoundEnv(players=3, opponents=["greedy", hasty], rewards="win"),
        MatchEnv(players=3, opponents=["greedy", hasty], render_mode="ansi"),
    ):
        seen, info = env.reset(seed=1)
        over = False
        while not over:
            legal: list[int] = np.flatnonzero(env.action_masks()).tolist()
            seen, reward, terminated, truncated, info = env.step(legal[0])
            over = terminated or truncated
            total += reward
        frame = env.render()
        assert frame is None or isinstance(frame, str)
        print(
            env.seat,
            env.round.points,
            info["seed"],
            seen.dtype,
            env.observation_space.shape,
            env.action_space.n,
        )
        if isinstance(env, MatchEnv):
            print(env.match.score)
        env.close()
    return total


def play_gymnasium_by_name() -> None:
    import gymnasium

    env: gymnasium.Env[NDArray[np.int8], np.int64] = gymnasium.make("dnup.rl:dnup/Round-v1", players=2)
    _, info = env.reset(seed=1)
    action = np.int64(np.flatnonzero(info["action_mask"])[0])
    seen, reward, terminated, truncated, _ = env.step(action)
    print(seen.shape, reward, terminated, truncated)


def play_pettingzoo() -> None:
    """Everybody learns."""
    env = make_env(players=4, deck="printed")
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over or seen is None else env.action_space(agent).sample(seen["action_mask"]))
    raw = raw_env(players=2)
    raw.reset(seed=2)
    print(raw.state().shape, raw.round.turn, raw.encoding.players)
    together = parallel_env(players=2)
    observations, infos = together.reset(seed=1)
    print(sorted(observations), infos["player_0"]["seed"])


def play_openspiel() -> None:
    """For whom the game is a tree. OpenSpiel itself has no types."""
    importlib.import_module("dnup.rl.openspiel")
    spiel: Any = importlib.import_module("pyspiel")
    game = spiel.load_game("dnup(players=2,turn_limit=60)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    print(state.information_state_string(0), state.observation_string(0))


def write_tables(folder: Path) -> Exported:
    """Games as tables."""
    simulate_to_parquet(folder / "data", players=2, games=2, seed=1, workers=1)
    record: Record = dnup.play_match([hasty, "random"], seed=1)
    assert dnup.parse_record(str(record)) == record
    file = folder / "games.jsonl"
    file.write_text(f"{record}\n", encoding="utf-8")
    return records_to_parquet(folder / "played", file, workers=1)


def compare_bots() -> None:
    """Bots against bots."""
    settings = dnup.arena.Settings.of(["greedy", "random", hasty], players=2, single_rounds=True, seed=1)
    report = dnup.arena.run(settings, games=12, workers=1)
    best = report.bots[0]
    won = best.won
    print(report)
    print(best.name, None if won is None else won.mean, report.payoffs[0][1])


def main() -> int:
    deck: Deck = dnup.load_deck("printed")
    print(deck, encode())
    play_batches()
    play_gymnasium()
    play_gymnasium_by_name()
    play_pettingzoo()
    play_openspiel()
    with tempfile.TemporaryDirectory() as folder:
        print(write_tables(Path(folder)).games)
    compare_bots()
    return 0


if __name__ == "__main__":
    sys.exit(main())
