"""A round that goes in circles ends at a table (D5), but not at one that was kept before this rule."""

from __future__ import annotations

import json

from dnup.cards.deck import load_deck
from dnup.records.record import parse_record
from dnup.records.verify import verify
from dnup.server.messages.events import MoveMade, RoundDealt, decode_event
from dnup.server.runtime.deals import deal
from dnup.server.tables.table import Table
from dnup.server.tables.wire_writer import WireWriter
from tests.schemas import RECORD
from tests.server.running import Running, people


def test_everyone_sees_it_coming_and_the_round_is_abandoned(server: Running) -> None:
    table, clients = people(server, 2)
    clients[0].ask("start")
    clients[1].until("update", test=lambda message: message["events"])
    for number in range(40):
        seen = [(client.view["stalled"], client.view["stall_limit"]) for client in clients]
        assert seen == [(number, 40), (number, 40)]
        mover = next(client for client in clients if client.in_turn)
        mover.move("rotate")
        for client in clients:
            client.until_number(mover.number)
    view = clients[1].view
    assert (view["ending"], view["turn"], view["stalled"]) == ("abandoned", None, 40)
    answer = server.api.get(f"/api/tables/{table}/record")
    RECORD.validate(answer.json())
    assert answer.json()["stall_limit"] == 40
    assert [played.ending for played in verify(parse_record(answer.text)).rounds] == ["abandoned"]


def kept_table(**more: int) -> Table:
    """A table as its kept events make it, with 60 rotations in its first round."""
    created = {"type": "created", "options": {"players": 2}, "deck": "balanced", "key": "a", **more}
    table = Table("t", WireWriter())
    table.apply(decode_event(json.dumps(created)))
    for seat, name in (("A", "Ada"), ("B", "Bea")):
        table.apply(decode_event(json.dumps({"type": "seated", "seat": seat, "name": name, "key": name})))
    dealt = deal(load_deck("balanced"), 2, 0)
    table.apply(RoundDealt(dealt.hands, dealt.salt))
    while table.turn is not None and len(table.moves) < 60:
        table.apply(MoveMade(table.turn, "rotate", "person"))
    return table


def test_a_table_of_before_goes_on_as_it_did() -> None:
    table = kept_table()
    assert (table.phase, len(table.moves)) == ("playing", 60)
    assert table.position == table.position_before(60)
    assert [position for _, position in table.round_log()][-1] == table.position


def test_a_new_table_has_the_limit_it_was_made_with() -> None:
    table = kept_table(stall_limit=40)
    assert (table.phase, len(table.moves)) == ("between", 40)
    assert table.position == table.position_before(40)
    record = table.record()
    assert record is not None
    assert (record.stall_limit, verify(record).round.in_circles) == (40, True)
