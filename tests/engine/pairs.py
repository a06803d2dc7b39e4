"""The same concept in Python and in JavaScript: modules with the same name, and the public names that both have.

docs/engine.md shows this table; test_pairs.py holds modules and page to it.
"""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    """A Python module, the JavaScript module with the same concept, and names of both as Python writes them."""

    python: str
    """Below src/dnup, without the suffix."""
    javascript: str
    """Below src/dnup/web, without the suffix."""
    names: tuple[str, ...]
    """Classes, functions, and `Class.method`; in JavaScript methods and functions are in camelCase."""


PAIRS = (
    Pair(
        "server/tables/live_table",
        "device/live-table",
        ("LiveTable", "LiveTable.act", "LiveTable.catch_up", "LiveTable.info", "LiveTable.time_left"),
    ),
    Pair(
        "server/tables/table",
        "device/table",
        ("Table", "Table.apply", "Table.chair_of", "Table.try_move", "Table.position_before"),
    ),
    Pair(
        "server/tables/decisions",
        "device/decisions",
        ("rename", "ready", "resign", "move", "repeated", "why_not"),
    ),
    Pair("server/tables/scheduler", "device/scheduler", ("Scheduler", "Scheduler.update")),
    Pair(
        "server/tables/wire_writer",
        "device/wire-writer",
        ("WireWriter", "WireWriter.try_move", "WireWriter.write_moved", "WireWriter.write_views"),
    ),
    Pair(
        "server/tables/log_visibility",
        "device/log-visibility",
        ("LogVisibility", "LogVisibility.follow", "visible_log"),
    ),
    Pair("server/tables/inspection", "device/inspection", ("Inspector", "Inspector.inspect")),
    Pair("server/tables/bot_pool", "device/bot-pool", ("BotPool", "BotPool.choose")),
    Pair("server/messages/refusals", "device/refusals", ("Refusal",)),
    Pair("game/illegality", "device/illegality", ("explain",)),
    Pair("review/reviewer", "analysis/reviewer", ("Reviewer",)),
    Pair("review/play_styles", "analysis/play-styles", ("PlayStyles",)),
    Pair("names", "game/names", ("visible", "shows_something", "skeleton", "shown_name")),
)


def table() -> str:
    """The table of docs/engine.md."""
    rows = [
        f"| `{pair.python}.py` | `web/{pair.javascript}.js` | {', '.join(f'`{name}`' for name in pair.names)} |"
        for pair in PAIRS
    ]
    return "\n".join(["| Python | JavaScript | names in both |", "|---|---|---|", *rows, ""])
