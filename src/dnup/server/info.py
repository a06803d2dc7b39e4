"""What everyone may know of a table: who sits there, and how a round ended."""

from __future__ import annotations

from collections.abc import Iterable

from dnup.server.protocol import RoundResult, SeatInfo, TableInfo
from dnup.server.table import Table, shuffle_shown


def table_info(table: Table, present: Iterable[str], stand_ins: Iterable[str], spectators: int) -> TableInfo:
    """What everyone may know of a table."""
    seats = [
        SeatInfo(
            chair.seat,
            chair.kind,
            chair.name,
            chair.level,
            chair.key is not None and chair.key == table.host,
            chair.seat in present,
            chair.seat in stand_ins,
            chair.ready,
        )
        for chair in table.chairs.values()
    ]
    return TableInfo(table.id, table.options, seats, table.phase, table.game, table.round_number, spectators)


def result_of(table: Table) -> RoundResult | None:
    """How the round ended, once it has."""
    position, match = table.position, table.match
    if position is None or match is None or not position.over:
        return None
    last = table.deals[-1]
    return RoundResult(
        table.round_number,
        match.winner,
        match.result == "drawn",
        list(position.hand_texts),
        list(last.hands),
        last.salt,
        last.commitment,
        shuffle_shown(last),
    )
