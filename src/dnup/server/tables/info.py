"""The public facts of a table: its seats, and the result of a round."""

from __future__ import annotations

from collections.abc import Collection

from dnup.server.messages.api import GameInfo
from dnup.server.messages.protocol import RoundResult, SeatInfo, TableInfo
from dnup.server.tables.table import Table, shuffle_shown


def table_info(
    table: Table,
    present: Collection[str],
    stand_ins: Collection[str],
    spectators: int,
    *,
    host_here: bool = False,
    stand_in_offers: Collection[str] = (),
    goes_on_in: float | None = None,
) -> TableInfo:
    """The public facts of a table."""
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
            chair.seat in stand_in_offers,
        )
        for chair in table.chairs.values()
    ]
    star = table.deck.cards[table.deck.star]
    return TableInfo(
        table.id,
        table.options,
        seats,
        table.phase,
        table.game,
        table.round_number,
        spectators,
        host_here,
        f"{star.low}/{star.high}",
        [list(played.points) for played in table.match.rounds if played.ending] if table.match else [],
        goes_on_in,
    )


def game_info(table: Table, info: TableInfo) -> GameInfo:
    """How the game at a table stands, for the list of games."""
    winner = table.match.winner if table.match is not None and table.phase == "over" else None
    return GameInfo(info, table.turn, winner)


def result_of(table: Table) -> RoundResult | None:
    """The result of the round; None while it goes on."""
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
