"""The tree of the search: what it counts, what happens when it is full, and that replanting keeps what grows."""

from typing import Any

import numpy as np
import pytest

from dnup import Round
from dnup.kernel.chance import new_stream
from dnup.kernel.layout import Words
from dnup.thinking import tree as at
from dnup.thinking.search import search
from dnup.thinking.stakes import match_stakes

ITERATIONS = 150


def _grow(players: int, room: int) -> tuple[Words, at.Rates, int]:
    position = Round.deal(players, seed=players)
    view = position.view(position.turn)
    tree = np.zeros((room, at.NODE_WORDS), np.int64)
    rates = np.zeros((room, at.RATES), np.float64)
    stakes = match_stakes(players)
    used = search(view._packed.words, view._words, new_stream(1), stakes, tree, rates, 1, ITERATIONS)
    return tree, rates, int(used)


def _children(tree: Words, node: int) -> range:
    first = int(tree[node, at.FIRST])
    return range(first, first + int(tree[node, at.COUNT]))


def _nested(tree: Words, rates: at.Rates, node: int) -> Any:
    """A node and all that grows from it, without the numbers of nodes."""
    own = (*tree[node, [at.KEY, at.AVAILABLE, at.VISITS, at.MARK]].tolist(), *rates[node].tolist())
    return own, [_nested(tree, rates, child) for child in _children(tree, node)]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_tree_adds_up(players: int) -> None:
    tree, rates, used = _grow(players, room=10 * ITERATIONS)
    assert tree[0, at.VISITS] == ITERATIONS
    seen, waiting = 0, [0]
    while waiting:
        node = waiting.pop()
        seen += 1
        children = _children(tree, node)
        assert children.stop <= used
        assert len(set(tree[children, at.KEY].tolist())) == len(children)
        missed = tree[node, at.VISITS] - sum(tree[children, at.VISITS].tolist())
        assert missed == 0 if node == 0 else missed >= 0  # the visit that made it, and those that ended here
        for child in children:
            assert 1 <= tree[child, at.VISITS] <= tree[child, at.AVAILABLE]
            assert 0 <= rates[child, at.MEAN] <= 1
            assert rates[child, at.DOUBT] == pytest.approx(tree[child, at.VISITS] ** -0.5)
        waiting += children
    assert ITERATIONS / 2 < seen <= ITERATIONS + 1


@pytest.mark.parametrize("room", [1, 2, 40])
def test_a_full_tree_is_searched_on(room: int) -> None:
    tree, _, used = _grow(2, room)
    assert used <= room
    assert tree[0, at.VISITS] == ITERATIONS


@pytest.mark.parametrize("players", [2, 4])
def test_what_grows_from_a_node_is_kept_when_it_becomes_the_root(players: int) -> None:
    tree, rates, used = _grow(players, room=10 * ITERATIONS)
    root = max(_children(tree, 0), key=lambda child: int(tree[child, at.VISITS]))
    assert at.find_node(tree, used, tree[root, at.MARK]) == root
    new_tree, new_rates = np.zeros_like(tree), np.zeros_like(rates)
    assert at.replant(tree, rates, root, new_tree, new_rates) < used
    assert _nested(new_tree, new_rates, 0) == _nested(tree, rates, root)
