"""The first use on a machine compiles, and says so once."""

from __future__ import annotations

import os
import sys
from typing import Final

from dnup.kernel.jit import CACHE_DIRECTORY, CACHED, COMPILED, when_compiling

QUIET: Final = "DNUP_QUIET"
"""With this set in the environment, to anything, nothing is said."""


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
