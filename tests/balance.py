"""Which tests run where and when, so that all workers are done at about the same time.

The long tests come first, dealt out so that every worker has as much to do. The many short ones follow, and a worker
with none left takes some of another's: `--dist worksteal` moves tests from the end of a worker's list. The numbers here
decide about nothing but time: a test that is missing here, or takes longer by now, is run all the same.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

WEB = 2.5
"""Seconds that a test takes in a browser, unless something else is known about it."""

LONG: dict[str, float] = {
    "tests/engine/test_build.py::test_the_module_is_of_this_kernel": 18,
    "tests/engine/test_review.py": 11,
    "tests/server/test_bad_input.py::test_rubbish_gets_its_error_and_nobody_else_notices": 8,
    "tests/server/test_nodes.py": 3,
    "tests/server/test_postgres.py": 2,
    "tests/server/test_torture.py": 12,
    "tests/review/test_play_styles.py": 3,
    "tests/review/test_puzzle_claims.py": 3,
    "tests/review/test_position_analysis.py::test_it_agrees_with_a_review": 2,
    "tests/review/test_position_analysis.py::test_standard_errors_fit_the_spread_between_seeds": 2,
    "tests/arena/test_arena.py::test_ctrl_c_does_not_wait_for_a_long_move": 3,
    "tests/bots/test_champion_training.py": 4,
    "tests/commands/test_cli.py::test_it_runs_where_nothing_can_be_kept": 9,
    "tests/commands/test_cli.py::test_only_the_first_start_compiles": 6,
    "tests/arena/test_cluster.py": 8,
    "tests/arena/test_cluster.py::test_the_loss_of_a_raylet_is_a_sentence_and_nothing_else": 26,
    "tests/commands/test_first_use.py": 5,
    "tests/rl/test_environments.py::TestPettingZoo::test_performance_benchmark_runs": 5,
    "tests/rl/test_openspiel.py::test_a_tiny_round_is_solved": 7,
    "tests/benchmark/test_benchmark.py::test_matches_follow_from_the_seed_and_tell_strong_from_weak": 5,
    "tests/benchmark/test_benchmark.py::test_exploitability_is_that_of_openspiel": 3,
    "tests/rl/test_dataset.py": 3,
    "tests/project/test_site.py::test_a_site_is_written_whole_and_the_same_each_time": 9,
    "tests/web/test_around.py::test_the_clock_has_a_number_a_cue_and_a_notice_when_time_was_up": 27,
    "tests/web/test_companion.py": 1,
    "tests/web/test_pass.py::test_after_a_crash_the_curtain_hangs": 6,
    "tests/web/test_pass.py::test_an_evening_for_four_with_a_bot": 16,
    "tests/web/test_pass.py::test_nothing_of_a_hand_is_behind_the_curtain": 9,
    "tests/web/test_pass.py::test_two_tabs_and_a_full_disk": 15,
    "tests/web/test_pass.py::test_two_players_through_a_whole_match_by_keys_alone": 35,
    "tests/web/test_cookies.py::test_a_spectator_too_many_is_told_so": 23,
    "tests/web/test_engine.py": 4,
    "tests/web/test_everyone.py": 5,
    "tests/web/test_everyone.py::TestAxe::test_every_view_of_the_table": 13,
    "tests/web/test_daily.py::test_once_for_the_record_and_again_for_practice": 11,
    "tests/web/test_games.py": 7,
    "tests/web/test_generated.py": 0,
    "tests/web/test_hand.py::test_every_card_of_a_large_hand_can_be_read_and_hit": 5,
    "tests/web/test_hints.py": 8,
    "tests/web/test_keeping.py": 1,
    "tests/web/test_kept_games.py": 3,
    "tests/web/test_kept_games.py::test_a_browser_that_is_killed": 28,
    "tests/web/test_layout.py": 2,
    "tests/web/test_learn_everyone.py": 8,
    "tests/web/test_learn_texts.py": 0,
    "tests/web/test_local.py::test_a_whole_game_without_a_network": 40,
    "tests/web/test_local.py::test_experts_think_beside_the_page_and_a_game_that_is_opened_again_goes_on": 20,
    "tests/web/test_motion.py": 5,
    "tests/web/test_offline.py": 5,
    "tests/web/test_starting.py": 5,
    "tests/web/test_statistics.py": 10,
    "tests/web/test_together.py": 8,
    "tests/web/test_together.py::test_a_server_that_is_killed_during_a_turn": 45,
    "tests/web/test_together.py::test_two_people_and_a_spectator_with_a_line_that_breaks": 10,
    "tests/web/test_tutorial.py": 2,
    "tests/web/test_tutorial.py::TestTutorial::test_by_mouse": 16,
    "tests/web/test_tutorial.py::TestTutorial::test_by_keyboard_alone": 9,
    "tests/web/test_tutorial.py::TestTutorial::test_by_touch_on_a_small_phone": 10,
}
"""Seconds of processor time, or of waiting if that is longer.

Of a test, with each of its parameters, or of each test of a file.
"""


def seconds(name: str) -> float:
    """About how long a test takes; 0 for the many that are short."""
    file = name.partition("::")[0]
    known = LONG.get(name.partition("[")[0], LONG.get(file))
    return known if known is not None else WEB if file.startswith("tests/web/") else 0.0


def shares(count: int, workers: int) -> list[int]:
    """How many tests each worker gets first: xdist gives them lists that follow one another."""
    sizes: list[int] = []
    for left in range(workers, 0, -1):
        sizes.append((count - sum(sizes)) // left)
    return sizes


def balanced(items: Sequence[Item], workers: int, name: Callable[[Item], str]) -> list[Item]:
    """The tests in the order in which they are given out: one worker's after another's."""
    sizes = shares(len(items), workers)
    order = {id(item): place for place, item in enumerate(items)}
    long = [item for item in items if seconds(name(item))]
    short = iter([item for item in items if not seconds(name(item))])
    lists: list[list[Item]] = [[] for _ in sizes]
    loads = [(0.0, worker) for worker, size in enumerate(sizes) if size]
    for item in sorted(long, key=lambda item: -seconds(name(item))):
        load, worker = heapq.heappop(loads)
        lists[worker].append(item)
        if len(lists[worker]) < sizes[worker]:
            heapq.heappush(loads, (load + seconds(name(item)), worker))
    for mine, size in zip(lists, sizes, strict=True):
        mine.sort(key=lambda item: order[id(item)])  # those of a file share what it sets up
        # What needs no browser first: the browser is closed once, and the short ones may be taken by others.
        mine.sort(key=lambda item: name(item).startswith("tests/web/"))
        mine.extend(item for _, item in zip(range(size - len(mine)), short, strict=False))
    return [item for mine in lists for item in mine]
