"""The compiled functions that Python calls, with the types of their arguments, in the order in which they are needed.

`warm_up` compiles all of them, a server those that tables need. A test checks that none is missing.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any, Final

GROUPS: Final = {
    "rules": {
        "kernel.rng.split": "seed number",
        "kernel.deal.new_round": "frozen words seeds number number number number",
        "kernel.deal.start": "frozen words",
        "kernel.deck_faults.find_deck_fault": "words words",
        "kernel.deck_faults._fault": "number number number",
        "kernel.deck.write_deck": "words number number words",
        "kernel.effects.advance": "frozen words number",
        "kernel.effects.list_effects": "words words rows",
        "kernel.history.slot_at": "words number number",
        "kernel.history.word_move": "number",
        "kernel.history.word_slot": "number",
        "kernel.history.word_turned": "frozen number number",
        "kernel.legality.check_move": "frozen words number",
        "kernel.views.make_view": "frozen words number words",
        "kernel.views.order_copies": "frozen words",
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
        "kernel.move_reader.read_move": "frozen words bytes number number",
        "kernel.move_reader.replay_moves": "frozen words bytes words",
        "kernel.move_reader.opponents_sets": "words number",
        "kernel.illegality.find_facts": "frozen words bytes number words",
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
        "kernel.history.history_word": "frozen words number",
        "kernel.move_reader.make_written_move": "frozen words bytes words",
        "kernel.move_reader.named_cards": "frozen bytes",
        "wire.log_visibility.cards_in_sight": "frozen words number",
        "wire.messages.put_moved": "frozen words words number number number words rows text number",
        "wire.messages.write_updates": "frozen words words number number number number number words rows text words",
        "wire.messages.write_views": "frozen words number number words rows text words",
    },
    "bots": {
        "kernel.rng.below": "seeds number",
        "kernel.history.look_back": "frozen words words rows words",
        "belief.card_chances.write_card_chances": "frozen words rows grid",
        "belief.posterior.sample_posterior": "frozen words words number words seeds rows",
        "network.guided_search.predict_values": "frozen words seeds equity weights rows words rates",
        "network.guided_search.guided_search": "frozen words seeds equity weights rows rows grid number number",
        "search.daily_seed.decision_seed": "seed number number number",
        "search.forced_wins.find_forced_wins": "frozen words words words number number number",
        "search.forced_wins.value_of_going_out": "words equity number",
        "search.forced_wins.vote_for_forced_wins": "frozen words equity words words rates",
        "search.forced_wins.write_forced_line": "frozen words number number number rows words",
        "search.levels.choose_at_sight": "frozen words words",
        "search.levels.choose_easily": "frozen words seeds words",
        "search.levels.choose_greedily": "frozen words words",
        "search.levels.choose_with_noise": "frozen words seeds words",
        "search.levels.nodes_for": "number",
        "network.inference.second_layer": "number",
        "network.inference.weight_count": "number",
        "search.mcts.search": "frozen words seeds equity rows rows grid number number",
        "search.match_equity.equity_rows": "number",
        "search.match_equity.write_equity": "grid",
        "search.tree.reroot": "words rows grid number rows grid",
        "search.root_statistics.add_root_statistics": "frozen words rows grid words words rates",
        "search.root_statistics.most_visited": "words words words rates",
    },
    "reviews": {
        "analysis.move_values.evaluate_moves": "frozen words seeds equity rows rows "
        "grid number number grid number number",
        "analysis.move_values.add_root_moves": "frozen words words rows",
        "analysis.move_values.true_world": "frozen words words words",
        "analysis.explanations.explain": "frozen words number number number rows",
        "analysis.principal_variation.write_principal_variation": "frozen words seeds equity number "
        "rows grid rows words",
        "analysis.grading.write_luck_account": "grid grid grid grid number rates",
        "analysis.grading.follow_chances": "grid grid number rates",
        "analysis.grading.write_hand_value": "rates number rates",
        "analysis.grading.grade_moves": "frozen words equity grid words number grid rates",
        "analysis.grading.grade_against_baseline": "rates number rates",
        "analysis.grading.rate_play": "grid number number rates",
        "analysis.proven_values.find_proven_wins": "frozen words words words",
        "analysis.play_styles.sample_by_style": "frozen words words words words grid rates seeds rows",
        "analysis.play_styles.fit_style": "grid rates words number",
        "analysis.play_styles.estimate_likelihoods": "frozen words number number words seeds "
        "equity rows grid number grid number",
        "analysis.key_evidence.find_key_evidence": "frozen words words words seeds equity number number",
        "analysis.baseline.evaluate_hand": "frozen words seeds equity rows rates number",
        "analysis.baseline.compare_with_baseline": "frozen words seeds equity rows number rates number",
        "analysis.move_values.has_converged": "grid number number",
        "search.match_equity.score_index": "words",
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
        "rl.compiled.vector.deal_rounds": "frozen Rounds(rows,cube,words,seeds,words,rows) "
        "Terms(number,number,number) words",
        "rl.compiled.vector.decode_actions": "frozen frozen rows words words",
        "rl.compiled.vector.look": "frozen frozen frozen rows cube words bits bits",
        "rl.compiled.vector.make_moves": "frozen Rounds(rows,cube,words,seeds,words,rows) "
        "Terms(number,number,number) words number flag Ends(rewards,flags,flags,rows,cube)",
        "rl.compiled.vector.make_learner_moves": "frozen frozen Rounds(rows,cube,words,seeds,words,rows) "
        "Terms(number,number,number) words number flag Ends(rewards,flags,flags,rows,cube) "
        "Opponents(words,number,words,words,streams,number)",
        "rl.compiled.vector.start_against": "frozen frozen Rounds(rows,cube,words,seeds,words,rows) "
        "Terms(number,number,number) words Ends(rewards,flags,flags,rows,cube) "
        "Opponents(words,number,words,words,streams,number)",
        "rl.compiled.vector.random_actions": "frozen frozen rows streams words",
        "kernel.layout.seat_in_turn": "words",
        "rl.compiled.columns.record_matches": "frozen frozen number number seed number number columns rows rows",
        "rl.compiled.observation.remember": "rows number number number",
        "rl.compiled.vector.look_back": "frozen frozen rows cube words number planes",
        "rl.compiled.vector.write_rewards": "words number number flag rewards number",
    },
}
"""By group the functions, each with the kinds of its arguments. `Rounds(rows,words)` is a NamedTuple of the function's
module with fields of these kinds."""

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
        "equity": array(types.float64, 2, readonly=True),
        "rewards": array(types.float32, 2),
        "weights": array(types.int16, 1, readonly=True),
    }

    def kind_of(kind: str, namespace: ModuleType) -> Any:
        name, parenthesis, fields = kind.rstrip(")").partition("(")
        if not parenthesis:
            return kinds[kind]
        return types.BaseTuple.from_types(
            [kinds[field] for field in fields.split(",")], getattr(namespace, name)
        )

    for group in groups:
        for name, arguments in GROUPS[group].items():
            module, _, function = name.rpartition(".")
            namespace = importlib.import_module(f"dnup.{module}")
            yield getattr(namespace, function), tuple(kind_of(kind, namespace) for kind in arguments.split())
