"""Register our environments with Gymnasium and PettingZoo, if they are installed.

Only names are registered: an environment's module is imported when an environment is made.
"""

from __future__ import annotations

from typing import Final

GYMNASIUM: Final = {
    "dnup/Round-v0": ("dnup.rl.gymnasium:RoundEnv", "balanced"),
    "dnup/Match-v0": ("dnup.rl.gymnasium:MatchEnv", "balanced"),
    "dnup/Round-v1": ("dnup.rl.gymnasium:RoundEnv", "printed"),
    "dnup/Match-v1": ("dnup.rl.gymnasium:MatchEnv", "printed"),
}
"""The class and the deck of each name for `gymnasium.make`. A name never changes its deck."""

VECTOR: Final = "dnup.rl.gymnasium:RoundVectorEnv"
"""The class for `gymnasium.make_vec` with `vectorization_mode="vector_entry_point"`, of rounds."""

PETTINGZOO: Final = {
    ("aec", "dnup_v1"): "dnup.rl.pettingzoo:env_v1",
    ("parallel", "dnup_v1"): "dnup.rl.pettingzoo:parallel_env_v1",
    ("aec", "dnup_v2"): "dnup.rl.pettingzoo:env_v2",
    ("parallel", "dnup_v2"): "dnup.rl.pettingzoo:parallel_env_v2",
}
"""The factory of each kind and name for `pettingzoo.make`."""


def register() -> None:
    """Register the names; `import dnup.rl` calls this. Idempotent."""
    _register_with_gymnasium()
    _register_with_pettingzoo()


def _register_with_gymnasium() -> None:
    try:
        import gymnasium
    except ImportError:
        return
    for name, (entry_point, deck) in GYMNASIUM.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=entry_point,
                vector_entry_point=VECTOR if entry_point.endswith(":RoundEnv") else None,
                kwargs={"deck": deck},
            )


def _register_with_pettingzoo() -> None:
    try:
        from pettingzoo import aec_registry, parallel_registry
        from pettingzoo import register as register_with_pettingzoo
    except ImportError:  # not installed, or older than 1.27, which has no registry
        return
    known = {"aec": aec_registry, "parallel": parallel_registry}
    for (kind, name), entry_point in PETTINGZOO.items():
        if name.replace("_v", "-v") not in known[kind]:  # PettingZoo's spelling
            register_with_pettingzoo(kind, name, entry_point=entry_point)
