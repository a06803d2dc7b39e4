"""What the module offers: functions of the compiled packages, each with the types of its arguments and of its result.

An array is a pointer to memory of the module and a number of rows. A `WORD` is 64 bits and a BigInt in JavaScript: a
move, a mask, a seed. A `NUMBER` is a count, a seat, an index: 64 bits inside, 32 at the boundary, a number in
JavaScript.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from numba import types

from dnup.analysis import (
    baseline,
    explanations,
    grading,
    key_evidence,
    move_values,
    play_styles,
    principal_variation,
    proven_values,
)
from dnup.belief import card_chances, posterior
from dnup.kernel import (
    deal,
    deck,
    deck_faults,
    effects,
    history,
    illegality,
    layout,
    legality,
    match,
    move_reader,
    moves,
    notation,
    playout,
    position,
    rng,
    turn,
    views,
    worlds,
)
from dnup.network import guided_search, inference
from dnup.search import daily_seed, forced_wins, levels, match_equity, mcts, root_statistics, tree
from dnup.wire import log_visibility, messages


@dataclass(frozen=True)
class Scalar:
    """One number: its type in the kernel, at the module's boundary, and in JavaScript."""

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
EQUITY = Array(types.float64[:, ::1], "Floats", 0)
EFFECTS = Array(types.int64[:, ::1], "Words", effects.EFFECT_WORDS)
WORLDS = Array(types.int64[:, ::1], "Words", layout.WORDS)
NODES = Array(types.int64[:, ::1], "Words", tree.NODE_WORDS)
RATES = Array(types.float64[:, ::1], "Floats", tree.RATES)
FACTS = Array(types.int64[:, ::1], "Words", explanations.FACT)
TRIALS = Array(types.float64[:, ::1], "Floats", move_values.TRIAL_COLUMNS)
LIKELIHOODS = Array(types.float64[:, ::1], "Floats", play_styles.STYLES)
VALUES = Array(types.float64[:, ::1], "Floats", grading.VALUE_COLUMNS)
CARD_CHANCES = Array(types.float64[:, ::1], "Floats", card_chances.CHANCE_COLUMNS)
GRADES = Array(types.float64[:, ::1], "Floats", grading.GRADE_COLUMNS)


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
SCREEN = (WORDS, EFFECTS, TEXT)  # buffers for moves, their effects and the text
TREE = (NODES, RATES)

ENTRIES = (
    # Cards and chance.
    Entry(deck.write_deck, (WORDS, NUMBER, WORD, WORDS)),
    Entry(deck_faults.find_deck_fault, (WORDS, WORDS), NUMBER),
    Entry(rng.split, (SEED, NUMBER), SEED),
    Entry(rng.below, (STREAM, NUMBER), NUMBER),
    # A match and its rounds.
    Entry(layout.make_limits, (NUMBER, NUMBER, NUMBER), WORD),
    Entry(deal.new_round, (*POSITION, STREAM, NUMBER, NUMBER, WORD, WORD)),
    Entry(deal.draw_round, (*POSITION, WORDS, NUMBER, NUMBER, WORD, WORD)),
    Entry(move_reader.read_deal, (*POSITION, WRITTEN, NUMBER, WORD, WORD), NUMBER),
    Entry(match.deal_round, (*POSITION, STREAM, NUMBER, SEED, NUMBER, WORD, WORD)),
    Entry(deal.start, POSITION),
    Entry(views.order_copies, POSITION),
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
    Entry(legality.check_move, (*POSITION, WORD), NUMBER),
    Entry(effects.advance, (*POSITION, WORD), WORD),
    Entry(history.history_word, (*POSITION, WORD), WORD),
    Entry(playout.random_rounds, (WORDS, NUMBER, NUMBER, WORD, STREAM), NUMBER),
    # Texts.
    Entry(notation.put_move, (WORDS, NUMBER, WORD, WORD, TEXT, NUMBER), NUMBER),
    Entry(notation.put_cards, (WORDS, WORD, WORD, TEXT, NUMBER), NUMBER),
    Entry(move_reader.read_move, (*POSITION, WRITTEN, NUMBER, NUMBER), WORD),
    Entry(move_reader.make_written_move, (*POSITION, WRITTEN, WORDS), WORD),
    Entry(move_reader.replay_moves, (*POSITION, WRITTEN, WORDS), NUMBER),
    Entry(move_reader.check_written_move, (*POSITION, NUMBER, WRITTEN), NUMBER),
    Entry(move_reader.opponents_sets, (WORDS, NUMBER), NUMBER),
    Entry(illegality.find_facts, (*POSITION, WRITTEN, NUMBER, WORDS), NUMBER),
    Entry(position.put_position, (*POSITION, TEXT, NUMBER), NUMBER),
    Entry(position.read_position, (*POSITION, WRITTEN, NUMBER), NUMBER),
    # What a seat knows.
    Entry(views.make_view, (*POSITION, NUMBER, WORDS)),
    Entry(worlds.sample_world, (*POSITION, STREAM, WORDS)),
    # What people are shown.
    Entry(messages.write_views, (*POSITION, NUMBER, NUMBER, *SCREEN, WORDS)),
    Entry(move_reader.named_cards, (WORDS, WRITTEN), WORD),
    Entry(log_visibility.cards_in_sight, (*POSITION, NUMBER), WORD),
    Entry(messages.put_moved, (*POSITION, WORDS, WORD, NUMBER, NUMBER, *SCREEN, NUMBER), NUMBER),
    # How bots think.
    Entry(match_equity.equity_rows, (NUMBER,), NUMBER),
    Entry(match_equity.write_equity, (EQUITY,)),
    Entry(levels.nodes_for, (NUMBER,), NUMBER),
    Entry(levels.choose_easily, (*POSITION, STREAM, WORDS), NUMBER),
    Entry(levels.choose_with_noise, (*POSITION, STREAM, WORDS), NUMBER),
    Entry(forced_wins.find_forced_wins, (*POSITION, WORDS, WORDS, NUMBER, NUMBER, NUMBER), NUMBER),
    Entry(proven_values.find_proven_wins, (*POSITION, WORDS, WORDS), NUMBER),
    Entry(forced_wins.vote_for_forced_wins, (*POSITION, EQUITY, WORDS, WORDS, FLOATS), NUMBER),
    Entry(forced_wins.write_forced_line, (*POSITION, WORD, NUMBER, NUMBER, WORLDS, WORDS), NUMBER),
    Entry(tree.reroot, (WORDS, *TREE, NUMBER, *TREE), NUMBER),
    Entry(mcts.search, (*POSITION, STREAM, EQUITY, WORLDS, *TREE, NUMBER, NUMBER), NUMBER),
    Entry(inference.weight_count, (NUMBER,), NUMBER),
    Entry(inference.second_layer, (NUMBER,), NUMBER),
    Entry(
        guided_search.guided_search,
        (*POSITION, STREAM, EQUITY, WEIGHTS, WORLDS, *TREE, NUMBER, NUMBER),
        NUMBER,
    ),
    Entry(posterior.sample_posterior, (*POSITION, WORDS, NUMBER, WORDS, STREAM, WORLDS), NUMBER),
    Entry(card_chances.write_card_chances, (*POSITION, WORLDS, CARD_CHANCES)),
    Entry(root_statistics.add_root_statistics, (*POSITION, *TREE, WORDS, WORDS, FLOATS)),
    Entry(root_statistics.most_visited, (WORDS, WORDS, WORDS, FLOATS), NUMBER),
    # What moves and games were worth.
    Entry(match_equity.score_index, (WORDS,), NUMBER),
    Entry(move_values.add_root_moves, (*POSITION, WORDS, NODES), NUMBER),
    Entry(move_values.true_world, (*POSITION, WORDS, WORDS)),
    Entry(
        move_values.evaluate_moves,
        (*POSITION, STREAM, EQUITY, WORLDS, *TREE, NUMBER, NUMBER, TRIALS, NUMBER, NUMBER),
        NUMBER,
    ),
    Entry(baseline.compare_with_baseline, (*POSITION, STREAM, EQUITY, WORLDS, WORD, FLOATS, NUMBER)),
    Entry(baseline.evaluate_hand, (*POSITION, STREAM, EQUITY, WORLDS, FLOATS, NUMBER)),
    Entry(
        play_styles.estimate_likelihoods,
        (*POSITION, WORD, NUMBER, WORDS, STREAM, EQUITY, *TREE, NUMBER, LIKELIHOODS, NUMBER),
        WORD,
    ),
    Entry(play_styles.fit_style, (LIKELIHOODS, FLOATS, WORDS, NUMBER)),
    Entry(
        play_styles.sample_by_style,
        (*POSITION, WORDS, WORDS, WORDS, LIKELIHOODS, FLOATS, STREAM, WORLDS),
        NUMBER,
    ),
    Entry(key_evidence.find_key_evidence, (*POSITION, WORDS, WORDS, STREAM, EQUITY, WORD, WORD), NUMBER),
    Entry(grading.grade_moves, (*POSITION, EQUITY, TRIALS, WORDS, NUMBER, VALUES, FLOATS)),
    Entry(explanations.explain, (*POSITION, WORD, WORD, NUMBER, FACTS), NUMBER),
    Entry(
        principal_variation.write_principal_variation,
        (*POSITION, STREAM, EQUITY, WORD, *TREE, WORLDS, WORDS),
        NUMBER,
    ),
    Entry(grading.grade_against_baseline, (FLOATS, NUMBER, FLOATS)),
    Entry(grading.write_hand_value, (FLOATS, NUMBER, FLOATS)),
    Entry(grading.follow_chances, (GRADES, EQUITY, NUMBER, FLOATS)),
    Entry(grading.write_luck_account, (GRADES, EQUITY, EQUITY, EQUITY, NUMBER, FLOATS)),
    Entry(grading.rate_play, (GRADES, NUMBER, NUMBER, FLOATS)),
    Entry(daily_seed.decision_seed, (SEED, NUMBER, NUMBER, NUMBER), SEED),
)
