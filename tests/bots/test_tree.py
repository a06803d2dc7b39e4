"""The tree of the search: what it counts, what happens when it is full, and that rerooting keeps the subtree."""

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest

from dnup import Round, parse_position
from dnup.bots.believed_worlds import UNIFORM
from dnup.kernel.layout import Words
from dnup.kernel.rng import new_stream
from dnup.search import tree as at
from dnup.search.match_equity import match_equity
from dnup.search.mcts import EXPLORATION, LOGS, exploration_bonus, search

ITERATIONS = 150


def _grow(players: int, room: int) -> tuple[Words, at.Rates, int]:
    position = Round.deal(players, seed=players)
    view = position.view(position.turn)
    tree = np.zeros((room, at.NODE_WORDS), np.int64)
    rates = np.zeros((room, at.RATES), np.float64)
    equity = match_equity(players)
    words = view.deck_words, view.words
    used = search(*words, new_stream(1), equity, UNIFORM, tree, rates, 1, ITERATIONS)
    return tree, rates, int(used)


def _children(tree: Words, node: int) -> range:
    first = int(tree[node, at.FIRST])
    return range(first, first + int(tree[node, at.COUNT]))


def _nested(tree: Words, rates: at.Rates, node: int) -> Any:
    """A node and all that grows from it, without the numbers of nodes."""
    own = (*tree[node, [at.KEY, at.AVAILABLE, at.VISITS, at.POSITION_HASH]].tolist(), *rates[node].tolist())
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
            assert rates[child, at.INVERSE_ROOT] == pytest.approx(tree[child, at.VISITS] ** -0.5)
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
    assert at.find_node(tree, used, tree[root, at.POSITION_HASH]) == root
    new_tree, new_rates = np.zeros_like(tree), np.zeros_like(rates)
    assert at.copy_subtree(tree, rates, root, new_tree, new_rates) < used
    assert _nested(new_tree, new_rates, 0) == _nested(tree, rates, root)


def test_a_mark_tells_whose_set_is_whose() -> None:
    """Otherwise a tree could be rerooted at another position, where the same cards lie in front of other people."""
    text = (
        "balanced C 2/500,2/60 0,0,0 - A 1/4,1/5,5/3,7/2,7/9,8/4,8/5,8/7|1/7,2/3,2/4,5/7,6/1,6/2,6/3|"
        "1/3,1/8,2/5,3/4,4/5,6/7,6/8,9/3,9/6 {}|- -"
    )
    one, other = (parse_position(text.format(table)) for table in ("9/2|9/4,9/8", "9/4,9/8|9/2"))
    assert at.public_hash(one.words) != at.public_hash(other.words)
    assert at.public_hash(one.words) == at.public_hash(one.view("B").words), "as everyone sees it"


def test_urges_are_the_same_on_every_system() -> None:
    """Rounded to 32 bits behind the point, logarithms are what mathematics says, whatever a system's last bit is."""
    with localcontext(prec=30):
        exact = [int((Decimal(number).ln() * 2**32).to_integral_value()) for number in range(1, len(LOGS))]
    assert [int(log * 2**32) for log in LOGS[1:].tolist()] == exact
    for chances in (1, 2, len(LOGS) - 1):
        assert exploration_bonus(chances) == EXPLORATION * math.sqrt(LOGS[chances])
    for chances in (4096, 5000, 123_456, 10**9):
        assert exploration_bonus(chances) == pytest.approx(
            EXPLORATION * math.sqrt(math.log(chances)), rel=1e-4
        )
