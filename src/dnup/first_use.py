"""The first use on a machine compiles: it says so once, and `warm_up` does all of it at once."""

from __future__ import annotations

import os
import sys
from typing import Final

from dnup.kernel.jit import CACHE_DIRECTORY, CACHED, COMPILED, when_compiling

QUIET: Final = "DNUP_QUIET"
"""With this set in the environment, to anything, nothing is said."""


def warm_up() -> None:
    """Have everything compiled, so that nothing that follows has to wait for it.

    What is compiled is kept for later processes: this takes half a minute once on a machine, and then a moment.
    Without it each part is compiled when it is first used, which is announced once on the error stream, unless
    `DNUP_QUIET` is set in the environment.

    >>> dnup.warm_up()
    """
    if not COMPILED:
        return
    from dnup.bots.playing import play_match
    from dnup.position import parse_position
    from dnup.rl.encoding import Encoding
    from dnup.rl.vector import VectorEnv
    from dnup.round import Round
    from dnup.simulate import Task

    round = parse_position(str(Round.deal(2, 0)))
    round.perft(2)
    round.playout(0)
    round.outcome(round.legal_moves[0])
    round.view("A").sample(0)
    play_match(["easy", "medium", "search:1"], seed=0).match()
    for recording in (False, True):
        Task.of(2, 0).warm_up(recording=recording)
    env = VectorEnv(2, 1)
    env.step(env.sample())
    encoding = Encoding(2)
    past = encoding.new_history()
    encoding.mask(round.view(round.turn))
    encoding.observe(round, "A", past)
    encoding.apply(round, encoding.action_of(round, round.legal_moves[0]), past)


def hush() -> None:
    """Say nothing in this process: it is one of many, and the first has said it."""
    os.environ[QUIET] = "1"


def _announce() -> None:
    if os.environ.get(QUIET) or sys.stderr is None:
        return
    how_often = "for this machine, once"
    if not CACHED:
        how_often = f"at every start, as {CACHE_DIRECTORY.parent} cannot be written"
    print(f"dnup: compiling the rules {how_often}: up to half a minute", file=sys.stderr, flush=True)


if COMPILED:
    when_compiling(_announce)
