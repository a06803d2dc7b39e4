"""What the module offers: functions of the compiled rooms, each with the types of its arguments and of its result.

An array is a pointer to memory of the module and a number of rows. A `WORD` is 64 bits and a BigInt in JavaScript: a
move, a mask, a seed. A `NUMBER` is a count, a seat, an index: 64 bits inside, 32 at the door, a number in JavaScript.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from numba import types

from dnup.kernel import (
    chance,
    deal,
    deck,
    deck_faults,
    effects,
    history,
    judge,
    knowledge,
    layout,
    match,
    moves,
    notation,
    playout,
    position,
    reading,
    reasons,
    tidying,
    turn,
    worlds,
)
from dnup.screens import memory, messages
from dnup.thinking import (
    appraisal,
    belief,
    champion,
    daily,
    explaining,
    judging,
    levels,
    manners,
    network,
    search,
    stakes,
    telling,
    tree,
    usual,
    votes,
)


@dataclass(frozen=True)
class Scalar:
    """One number: its type in the kernel, at the module's door, and in JavaScript."""

    numba: Any
    llvm: str
    script: str


@dataclass(frozen=True)
class Array:
    """Rows of numbers in the module's memory; of a table, `columns` is how many there are, 0 if the caller says."""

    numba: Any
    script: str
    columns: int | None = None


WORD = Scalar(types.int64, "i64", "bigint")
SEED = Scalar(types.uint64, "i64", "bigint")
NUMBER = Scalar(types.int64, "i32", "number")

WORDS = Array(types.int64[::1], "Words")
STREAM = Array(types.uint64[::1], "Words")
FLOATS = Array(types.float64[::1], "Floats")
TEXT = Array(types.uint8[::1], "Text")
WRITTEN = Array(types.Bytes(types.uint8, 1, "C", readonly=True), "Text")
WEIGHTS = Array(types.Array(types.int16, 1, "C", readonly=True), "Weights")
STAKES = Array(types.float64[:, ::1], "Floats", 0)
EFFECTS = Array(types.int64[:, ::1], "Words", effects.EFFECT_WORDS)
WORLDS = Array(types.int64[:, ::1], "Words", layout.WORDS)
NODES = Array(types.int64[:, ::1], "Words", tree.NODE_WORDS)
RATES = Array(types.float64[:, ::1], "Floats", tree.RATES)
FACTS = Array(types.int64[:, ::1], "Words", explaining.FACT)
TRIALS = Array(types.float64[:, ::1], "Floats", appraisal.TRIAL)
MANNERED = Array(types.float64[:, ::1], "Floats", manners.MANNERS)
WORTHS = Array(types.float64[:, ::1], "Floats", judging.MOVE_WORTH)
JUDGMENTS = Array(types.float64[:, ::1], "Floats", judging.JUDGMENT)


@dataclass(frozen=True)
class Entry:
    """A function of the module, called as in Python."""

    function: Any
    kinds: tuple[Scalar | Array, ...]
    result: Scalar | None = None
    name: str = field(init=False)
    names: tuple[str, ...] = field(init=False)
    """Of its arguments."""

    def __post_init__(self) -> None:
        plain: Callable[..., Any] = getattr(self.function, "py_func", self.function)
        object.__setattr__(self, "name", plain.__name__)
        object.__setattr__(self, "names", tuple(inspect.signature(plain).parameters))
        assert len(self.names) == len(self.kinds), self.name

    @property
    def signature(self) -> tuple[Any, ...]:
        return tuple(kind.numba for kind in self.kinds)


POSITION = (WORDS, WORDS)  # the words of a deck and of a state
SCREEN = (WORDS, EFFECTS, TEXT)  # room for moves, what they bring about, and the text
TREE = (NODES, RATES)

ENTRIES = (
    # Cards and chance.
    Entry(deck.write_deck, (WORDS, NUMBER, WORD, WORDS)),
    Entry(deck_faults.find_deck_fault, (WORDS, WORDS), NUMBER),
    Entry(chance.split, (SEED, NUMBER), SEED),
    Entry(chance.below, (STREAM, NUMBER), NUMBER),
    # A match and its rounds.
    Entry(layout.make_limits, (NUMBER, NUMBER, NUMBER), WORD),
    Entry(deal.new_round, (*POSITION, STREAM, NUMBER, NUMBER, WORD, WORD)),
    Entry(deal.draw_round, (*POSITION, WORDS, NUMBER, NUMBER, WORD, WORD)),
    Entry(reading.read_deal, (*POSITION, WRITTEN, NUMBER, WORD, WORD), NUMBER),
    Entry(match.deal_round, (*POSITION, STREAM, NUMBER, SEED, NUMBER, WORD, WORD)),
    Entry(deal.start, POSITION),
    Entry(knowledge.order_copies, POSITION),
    Entry(layout.seat_in_turn, (WORDS,), NUMBER),
    Entry(turn.points_of, (WORDS, NUMBER), NUMBER),
    Entry(turn.winner_of, (WORDS,), NUMBER),
    Entry(match.score_after, (WORDS,), WORD),
    Entry(match.dealt_first, (NUMBER, NUMBER), NUMBER),
    Entry(match.abandoned_in_a_row, (WORDS, NUMBER), NUMBER),
    Entry(match.result_of, (WORDS, NUMBER), NUMBER),
    # Moves.
    Entry(moves.count_moves, POSITION, NUMBER),
    Entry(moves.nth_move, (*POSITION, NUMBER), WORD),
    Entry(moves.list_moves, (*POSITION, WORDS), NUMBER),
    Entry(judge.judge, (*POSITION, WORD), NUMBER),
    Entry(effects.advance, (*POSITION, WORD), WORD),
    Entry(history.tell_move, (*POSITION, WORD), WORD),
    Entry(playout.random_rounds, (WORDS, NUMBER, NUMBER, WORD, STREAM), NUMBER),
    # Texts.
    Entry(notation.put_move, (WORDS, NUMBER, WORD, WORD, TEXT, NUMBER), NUMBER),
    Entry(notation.put_cards, (WORDS, WORD, WORD, TEXT, NUMBER), NUMBER),
    Entry(reading.read_move, (*POSITION, WRITTEN, NUMBER, NUMBER), WORD),
    Entry(reading.make_written_move, (*POSITION, WRITTEN, WORDS), WORD),
    Entry(reading.replay_moves, (*POSITION, WRITTEN, WORDS), NUMBER),
    Entry(reading.judge_written, (*POSITION, NUMBER, WRITTEN), NUMBER),
    Entry(tidying.tidy_move, (WRITTEN, TEXT), NUMBER),
    Entry(tidying.complete_move, (WORDS, WRITTEN, TEXT), NUMBER),
    Entry(reasons.write_problem, (NUMBER, TEXT), NUMBER),
    Entry(reasons.write_why, (*POSITION, WRITTEN, NUMBER, TEXT), NUMBER),
    Entry(position.put_position, (*POSITION, TEXT, NUMBER), NUMBER),
    Entry(position.read_position, (*POSITION, WRITTEN, NUMBER), NUMBER),
    # What a seat knows.
    Entry(knowledge.make_view, (*POSITION, NUMBER, WORDS)),
    Entry(worlds.sample_world, (*POSITION, STREAM, WORDS)),
    # What people are shown.
    Entry(messages.write_views, (*POSITION, NUMBER, NUMBER, *SCREEN, WORDS)),
    Entry(reading.named_cards, (WORDS, WRITTEN), WORD),
    Entry(memory.cards_in_sight, (*POSITION, NUMBER), WORD),
    Entry(messages.put_moved, (*POSITION, WORDS, WORD, NUMBER, NUMBER, *SCREEN, NUMBER), NUMBER),
    # How bots think.
    Entry(stakes.stakes_rows, (NUMBER,), NUMBER),
    Entry(stakes.write_stakes, (STAKES,)),
    Entry(levels.nodes_for, (NUMBER,), NUMBER),
    Entry(levels.choose_easily, (*POSITION, STREAM, WORDS), NUMBER),
    Entry(levels.choose_with_noise, (*POSITION, STREAM, WORDS), NUMBER),
    Entry(tree.plant, (WORDS, *TREE, NUMBER, *TREE), NUMBER),
    Entry(search.search, (*POSITION, STREAM, STAKES, WORLDS, *TREE, NUMBER, NUMBER), NUMBER),
    Entry(network.weight_count, (NUMBER,), NUMBER),
    Entry(network.second_layer, (NUMBER,), NUMBER),
    Entry(champion.think, (*POSITION, STREAM, STAKES, WEIGHTS, WORLDS, *TREE, NUMBER, NUMBER), NUMBER),
    Entry(belief.believe, (*POSITION, WORDS, NUMBER, WORDS, STREAM, WORLDS), NUMBER),
    Entry(votes.add_votes, (*POSITION, *TREE, WORDS, WORDS, FLOATS)),
    Entry(votes.most_votes, (WORDS, WORDS, WORDS, FLOATS), NUMBER),
    # What moves and games were worth.
    Entry(stakes.score_index, (WORDS,), NUMBER),
    Entry(appraisal.plant_moves, (*POSITION, WORDS, NODES), NUMBER),
    Entry(appraisal.true_world, (*POSITION, WORDS, WORDS)),
    Entry(
        appraisal.appraise_moves,
        (*POSITION, STREAM, STAKES, WORLDS, *TREE, NUMBER, NUMBER, TRIALS, WORDS, NUMBER, NUMBER),
        NUMBER,
    ),
    Entry(usual.weigh_move, (*POSITION, STREAM, STAKES, WORLDS, WORD, FLOATS, NUMBER)),
    Entry(usual.weigh_hand, (*POSITION, STREAM, STAKES, WORLDS, FLOATS, NUMBER)),
    Entry(
        manners.look_at_manners,
        (*POSITION, WORD, NUMBER, WORDS, STREAM, STAKES, *TREE, NUMBER, MANNERED, NUMBER),
        WORD,
    ),
    Entry(manners.fit_manners, (MANNERED, FLOATS, WORDS, NUMBER)),
    Entry(
        manners.believe_manners, (*POSITION, WORDS, WORDS, WORDS, MANNERED, FLOATS, STREAM, WORLDS), NUMBER
    ),
    Entry(telling.telling_move, (*POSITION, WORDS, WORDS, STREAM, STAKES, WORD, WORD), NUMBER),
    Entry(judging.judge_moves, (TRIALS, WORDS, NUMBER, NUMBER, NUMBER, WORTHS, FLOATS)),
    Entry(explaining.explain, (*POSITION, WORD, WORD, FACTS), NUMBER),
    Entry(judging.judge_usual, (FLOATS, NUMBER, FLOATS)),
    Entry(judging.judge_hand, (FLOATS, NUMBER, FLOATS)),
    Entry(judging.follow_chances, (JUDGMENTS, STAKES, NUMBER, FLOATS)),
    Entry(judging.account_for, (JUDGMENTS, STAKES, STAKES, STAKES, NUMBER, FLOATS)),
    Entry(judging.rate_play, (JUDGMENTS, NUMBER, NUMBER, FLOATS)),
    Entry(daily.decision_seed, (SEED, NUMBER, NUMBER, NUMBER), SEED),
)
