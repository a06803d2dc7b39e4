"""Well-known environments, stepped with random legal actions; each step makes the observation that a learner gets."""

import importlib
import random
import time
from typing import Any

import numpy as np

from benchmarks.contest import Run, Sample


def pettingzoo(name: str) -> Run:
    """A classic card game of PettingZoo, as it comes: observation and mask from `last`, then `step`."""
    return stepped_agents(importlib.import_module("pettingzoo").make("aec", f"classic/{name}"))


def stepped_agents(env: Any) -> Run:
    def run(rounds: int, seed: int) -> Sample:
        choose = random.Random(seed).choice
        moves = 0
        started = time.process_time()
        for number in range(rounds):
            env.reset(seed=seed + number)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(choose(np.flatnonzero(seen["action_mask"]).tolist()))
                moves += 1
        return Sample(moves, time.process_time() - started)

    return run


def rlcard(name: str) -> Run:
    """A game of RLCard; every state it hands out has the observation and the legal actions."""
    env: Any = importlib.import_module("rlcard").make(name, config={"seed": 0})

    def run(rounds: int, seed: int) -> Sample:
        env.seed(seed)
        choose = random.Random(seed).choice
        moves = 0
        started = time.process_time()
        for _ in range(rounds):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choose(list(state["legal_actions"])))
                moves += 1
        return Sample(moves, time.process_time() - started)

    return run


def open_spiel(name: str, players: int) -> Run:
    """A game of OpenSpiel, written in C++. Its deals are steps of chance, which are counted too."""
    game: Any = importlib.import_module("pyspiel").load_game(name, {"players": players})

    def run(rounds: int, seed: int) -> Sample:
        choose = random.Random(seed).choice
        moves = steps = 0
        started = time.process_time()
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    moves += 1
                    state.observation_tensor()
                steps += 1
                state.apply_action(choose(state.legal_actions()))
        return Sample(moves, time.process_time() - started, steps)

    return run


def pgx(name: str, batch: int) -> Run:
    """A game of Pgx: compiled by JAX for the processor, a batch at a time, dealt again where one has ended."""
    jax: Any = importlib.import_module("jax")
    module: Any = importlib.import_module("pgx")
    wrappers: Any = importlib.import_module("pgx.experimental.wrappers")
    env = module.make(name)
    start = jax.jit(jax.vmap(env.init))
    make_step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def step(state: Any, key: Any) -> Any:
        choose, go_on = jax.random.split(key)
        legal = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return make_step(
            state, jax.random.categorical(choose, legal, axis=-1), jax.random.split(go_on, batch)
        )

    compiled = jax.jit(step)

    def run(rounds: int, seed: int) -> Sample:
        keys = jax.random.split(jax.random.PRNGKey(seed), rounds + 1)
        state = compiled(start(jax.random.split(keys[0], batch)), keys[0])
        state.observation.block_until_ready()
        started = time.process_time()
        for number in range(1, rounds + 1):
            state = compiled(state, keys[number])
        state.observation.block_until_ready()
        return Sample(rounds * batch, time.process_time() - started)

    return run
