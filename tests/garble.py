"""JSON data with something wrong in it, to see that nothing but a sentence comes of it."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

Json = Any

_scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 600)
    | st.floats()
    | st.sampled_from(
        ["", "A", "B", "B1", "1/5", "3/4 3/6", "5/1", "out", "balanced", "pairs", "rotate", "x"]
    )
)
json_values: st.SearchStrategy[Json] = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
)


def garble(data: Json, rng: random.Random, value: Json) -> Json:
    """The data, changed somewhere: something is replaced by the value, removed, doubled or edited."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(sorted(data))
        if rng.random() < 0.1:
            del data[key]
        elif rng.random() < 0.1:
            data[str(value)[:3]] = value
        else:
            data[key] = garble(data[key], rng, value)
        return data
    if isinstance(data, list) and data and rng.random() < 0.9:
        index = rng.randrange(len(data))
        match rng.randrange(5):
            case 0:
                del data[index]
            case 1:
                data.insert(index, data[index])
            case _:
                data[index] = garble(data[index], rng, value)
        return data
    if isinstance(data, str) and data and rng.random() < 0.8:
        index = rng.randrange(len(data))
        return (
            data[:index] + rng.choice(["", "1", "5", "/", " ", "A", "2", data[index] * 2]) + data[index + 1 :]
        )
    if isinstance(data, int) and rng.random() < 0.6:
        return data + rng.choice([-1, 1, 255, 2**63])
    return value
