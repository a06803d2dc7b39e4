"""A rehearsal before anyone comes: a round with all that happens at tables, so that nobody waits for a compiler."""

from __future__ import annotations

from contextlib import suppress
from itertools import cycle
from typing import Final

from dnup import bots
from dnup.cards.deck import DEFAULT_DECK, deck_to_json, load_deck
from dnup.kernel.jit import COMPILED
from dnup.server.messages.events import Created, StoredEvent, encode_event
from dnup.server.messages.protocol import MakeMove, Options
from dnup.server.messages.refusals import Refusal
from dnup.server.tables import decisions
from dnup.server.tables.hub import replayed
from dnup.server.tables.info import result_of
from dnup.server.tables.recall import recall
from dnup.server.tables.scribe import Made, Scribe
from dnup.server.tables.study import StudyRequest, study
from dnup.server.tables.table import Table
from dnup.server.upkeep.settings import Sources

LEVELS: Final = ("easy", "medium", "hard", "champion:1ms")
"""Bots as at tables, the expert in haste."""

NONSENSE: Final = ("take A1", "take", "dance")
"""With nothing on the table: not legal, not clear, not a move."""


def warm_up() -> None:
    """Have everything compiled or loaded that tables and their bots need."""
    if not COMPILED:
        return
    scribe = Scribe()
    table = Table("rehearsal", scribe)
    kept = _seat_people(table)
    _ask_in_vain(table)
    kept += _play(table, scribe)
    decisions.deal(table, Sources())
    recall(replayed(table.id, kept, scribe).round_log(), "table")
    result_of(table)
    str(table.record())


def _happen(table: Table, events: list[StoredEvent]) -> list[bytes]:
    """Let events happen; what would be kept of them."""
    for event in events:
        table.apply(event)
    return [encode_event(event) for event in events]


def _seat_people(table: Table) -> list[bytes]:
    """Two people sit down, and the first round is dealt."""
    players = 2
    created = Created(Options(players), deck_to_json(load_deck(DEFAULT_DECK), players), "host")
    kept = _happen(table, [created])
    kept += _happen(table, decisions.sit(table, "host", "A", None))
    kept += _happen(table, decisions.sit(table, "guest", "B", None))
    return kept + _happen(table, decisions.start(table, "host", "easy", Sources()))


def _ask_in_vain(table: Table) -> None:
    """Everyone tries what cannot be done, and asks why."""
    for seat, key in (("A", "host"), ("B", "guest")):
        for text in NONSENSE:
            with suppress(Refusal):
                decisions.move(table, seat, MakeMove(table.position_number, text))
            with suppress(Refusal):
                decisions.why_not(table, key, text)


def _play(table: Table, scribe: Scribe) -> list[bytes]:
    """The round to its end, by bots of all levels; each move is repeated, looked at and studied."""
    kept = []
    everyone = frozenset(["A", "B", None])
    levels = cycle(LEVELS)
    while (seat := table.turn) is not None and table.position is not None:
        before = table.position
        text = str(bots.get(next(levels)).choose(before.view(seat)).move)
        move = MakeMove(table.position_number, text)
        step = table.foresee(text)
        assert step is not None  # a bot has chosen it
        kept += _happen(table, decisions.move(table, seat, move))
        decisions.move(table, seat, move)
        table.record_after("rotate")
        scribe.look(table.position, "all", everyone)
        scribe.write_updates(Made(step, table.number, "person"), "all", everyone)
        study(StudyRequest(str(before), seat, text), scribe)
    return kept
