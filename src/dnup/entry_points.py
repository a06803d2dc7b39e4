"""The compiled functions that Python calls, with the types of their arguments, in the order in which they are needed.

`warm_up` compiles them all, a server those that tables need. A test sees to it that none is missing.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

GROUPS: Final = {
    "rules": {
        "kernel.chance.split": "seed number",
        "kernel.deal.new_round": "frozen words seeds number number number number",
        "kernel.deal.start": "frozen words",
        "kernel.deck_faults.find_deck_fault": "words words",
        "kernel.deck_faults._fault": "number number number",
        "kernel.deck.write_deck": "words number number words",
        "kernel.effects.advance": "frozen words number",
        "kernel.effects.list_effects": "words words rows",
        "kernel.history.told_move": "number",
        "kernel.history.told_slot": "number",
        "kernel.history.told_turned": "frozen number number",
        "kernel.judge.judge": "frozen words number",
        "kernel.knowledge.make_view": "frozen words number words",
        "kernel.knowledge.order_copies": "frozen words",
        "kernel.layout.make_limits": "number number number",
        "kernel.layout.move_slot": "number",
        "kernel.layout.move_verb": "number",
        "kernel.layout.slot_count": "number",
        "kernel.match.dealt_first": "number number",
        "kernel.match.result_of": "words number",
        "kernel.moves.count_moves": "frozen words",
        "kernel.moves.list_moves": "frozen words words",
        "kernel.moves.nth_move": "frozen words number",
        "kernel.notation.put_cards": "frozen number number text number",
        "kernel.playout.play_out": "frozen words words seeds",
        "kernel.position.put_position": "frozen words text number",
        "kernel.reading.read_move": "frozen words bytes number number",
        "kernel.reading.replay_moves": "frozen words bytes words",
        "kernel.reasons.write_problem": "number text",
        "kernel.reasons.write_why": "frozen words bytes number text",
        "kernel.tidying.meant_slots": "words bytes",
        "kernel.tidying.tidy_move": "bytes text",
        "kernel.turn.points_of": "words number",
        "kernel.turn.winner_of": "words",
        "kernel.validity.ending_of": "words",
        "kernel.validity.find_fault": "frozen words words",
        "kernel.worlds.sample_world": "frozen words seeds words",
        "kernel.layout.owner": "number number",
        "kernel.layout.stall_limit": "number",
        "kernel.layout.turn_limit": "number",
    },
    "messages": {
        "kernel.deal.draw_round": "frozen words words number number number number",
        "kernel.history.tell_move": "frozen words number",
        "kernel.reading.make_written_move": "frozen words bytes words",
        "kernel.reading.named_cards": "frozen bytes",
        "screens.memory.cards_in_sight": "frozen words number",
        "screens.messages.put_moved": "frozen words words number number number words rows text number",
        "screens.messages.write_updates": "frozen words words number number number number number words rows text words",
        "screens.messages.write_views": "frozen words number number words rows text words",
    },
    "bots": {
        "kernel.chance.below": "seeds number",
        "kernel.history.look_back": "frozen words words rows words",
        "thinking.belief.believe": "frozen words words number words seeds rows",
        "thinking.champion.glance": "frozen words seeds stakes weights rows words rates",
        "thinking.champion.think": "frozen words seeds stakes weights rows rows grid number number",
        "thinking.daily.decision_seed": "seed number number number",
        "thinking.levels.choose_at_sight": "frozen words words",
        "thinking.levels.choose_easily": "frozen words seeds words",
        "thinking.levels.choose_greedily": "frozen words words",
        "thinking.levels.choose_with_noise": "frozen words seeds words",
        "thinking.levels.nodes_for": "number",
        "thinking.network.second_layer": "number",
        "thinking.network.weight_count": "number",
        "thinking.search.search": "frozen words seeds stakes rows rows grid number number",
        "thinking.stakes.stakes_rows": "number",
        "thinking.stakes.write_stakes": "grid",
        "thinking.tree.plant": "words rows grid number rows grid",
        "thinking.votes.add_votes": "frozen words rows grid words words rates",
        "thinking.votes.most_votes": "words words words rates",
    },
    "reviews": {
        "thinking.appraisal.appraise_moves": "frozen words seeds stakes rows rows "
        "grid number number grid words number number",
        "thinking.appraisal.plant_moves": "frozen words words rows",
        "thinking.appraisal.true_world": "frozen words words words",
        "thinking.explaining.explain": "frozen words number number rows",
        "thinking.judging.account_for": "grid grid grid grid number rates",
        "thinking.judging.follow_chances": "grid grid number rates",
        "thinking.judging.judge_hand": "rates number rates",
        "thinking.judging.judge_moves": "grid words number number number grid rates",
        "thinking.judging.judge_usual": "rates number rates",
        "thinking.judging.rate_play": "grid number number rates",
        "thinking.manners.believe_manners": "frozen words words words words grid rates seeds rows",
        "thinking.manners.fit_manners": "grid rates words number",
        "thinking.manners.look_at_manners": "frozen words number number words seeds "
        "stakes rows grid number grid number",
        "thinking.telling.telling_move": "frozen words words words seeds stakes number number",
        "thinking.usual.weigh_hand": "frozen words seeds stakes rows rates number",
        "thinking.usual.weigh_move": "frozen words seeds stakes rows number rates number",
        "thinking.appraisal.is_settled": "grid words number number",
        "thinking.stakes.score_index": "words",
    },
    "research": {
        "kernel.match.count_matches": "frozen number number seed number number",
        "kernel.match.play_match": "frozen number number seed rows words words words",
        "kernel.playout.random_rounds": "frozen number number number seeds",
        "kernel.playout.step": "frozen words number",
        "rl.compiled.actions.decode_action": "frozen frozen words number",
        "rl.compiled.actions.encode_move": "frozen frozen words number",
        "rl.compiled.actions.write_mask": "frozen frozen words words bits number",
        "rl.compiled.observation.past_length": "number number",
        "rl.compiled.observation.write_observation": "frozen frozen words rows number bits number",
        "rl.compiled.vector.deal_rounds": "frozen rows cube words seeds words words number number number",
        "rl.compiled.vector.decode_actions": "frozen frozen rows words words",
        "rl.compiled.vector.look": "frozen frozen frozen rows cube words bits bits",
        "rl.compiled.vector.make_moves": "frozen rows cube words seeds words words number "
        "number number number flag rewards flags flags rows cube rows",
        "rl.compiled.vector.random_actions": "frozen frozen rows streams words",
        "kernel.layout.seat_in_turn": "words",
        "rl.compiled.columns.tell_matches": "frozen frozen number number seed number number columns rows rows",
        "rl.compiled.observation.remember": "rows number number number",
        "rl.compiled.vector.look_back": "frozen frozen rows cube words number planes",
        "rl.compiled.vector.write_rewards": "words number number flag rewards number",
    },
}
"""By group the functions, each with the kinds of its arguments."""

SERVER: Final = ("rules", "messages", "bots")
"""What tables need."""


def entry_points(groups: Iterable[str] = tuple(GROUPS)) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The functions of some groups, each with the types that Numba has for its arguments."""
    from numba import types

    def array(item: Any, dimensions: int, *, readonly: bool = False) -> Any:
        return types.Array(item, dimensions, "C", readonly=readonly)

    kinds = {
        "number": types.int64,
        "seed": types.uint64,
        "flag": types.boolean,
        "bytes": types.Bytes(types.uint8, 1, "C", readonly=True),
        "text": array(types.uint8, 1),
        "words": array(types.int64, 1),
        "frozen": array(types.int64, 1, readonly=True),
        "rows": array(types.int64, 2),
        "cube": array(types.int64, 3),
        "columns": array(types.int32, 2),
        "bits": array(types.int8, 2),
        "planes": array(types.int8, 3),
        "flags": array(types.boolean, 1),
        "seeds": array(types.uint64, 1),
        "streams": array(types.uint64, 2),
        "rates": array(types.float64, 1),
        "grid": array(types.float64, 2),
        "stakes": array(types.float64, 2, readonly=True),
        "rewards": array(types.float32, 2),
        "weights": array(types.int16, 1, readonly=True),
    }
    for group in groups:
        for name, arguments in GROUPS[group].items():
            module, _, function = name.rpartition(".")
            found = getattr(importlib.import_module(f"dnup.{module}"), function)
            yield found, tuple(kinds[kind] for kind in arguments.split())
