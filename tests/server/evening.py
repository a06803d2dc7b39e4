"""A whole evening at a server in a separate process: which functions of the kernel does it need?

`python -m tests.server.evening` says so as JSON; with `ready`, which ones are ready when the server says `ok`.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle, product
from pathlib import Path
from typing import Any
from unittest import mock

from dnup.cards.deck import deck_names
from dnup.compile_cache import make_ready
from dnup.entry_points import SERVER
from dnup.kernel.jit import compiled_signatures
from tests.server.client import Client, play_round
from tests.server.running import Running, people, running

CHANCE = random.Random(1)
LEVELS = {"B": "easy", "C": "medium", "D": "hard", "E": "expert"}
THREES_AND_FIVES = (
    "balanced A 12/500 0,0,0 - B 2/6,5/8,7/9|1/8,4/9|1/6,2/4 -|5/2|3/4,3/6 "
    "1/3,1/4,1/5,1/7,2/3,2/7,2/9,3/5,3/9,4/5,4/8,5/7,6/7,6/8,6/9,7/8,8/9"
)


def spend(server: Running) -> None:
    """All that can happen at tables. Someone who stays away is waited for at the end."""
    away = leave_with_a_clock_running(server)
    inspect(server)
    memories = cycle(("table", "discards", "all"))
    for players, seconds in product((2, 3, 4, 5), (None, 3600)):
        deck = deck_names()[players % 2]
        play_a_little(server, players, deck=deck, memory=next(memories), seconds=seconds, public=True)
    play_a_match(server)
    play_with_bots(server)
    until_told(away, "by", "stand-in")


def until_told(client: Client, field: str, value: str) -> None:
    """Until an event has come that says so."""
    client.until("update", test=lambda message: any(event.get(field) == value for event in message["events"]))


def leave_with_a_clock_running(server: Running) -> Client:
    table, clients = people(server, 2, seconds=5)
    watcher = server.client(table)
    clients[0].ask("start")
    for client in clients:
        client.close()
    return watcher


def play_a_little(server: Running, players: int, **options: Any) -> None:
    table, clients = people(server, players, **options)
    server.client(table)
    clients[0].ask("start")
    meddle(clients)
    play_round(clients, CHANCE, 6)
    meddle(clients)
    repeat(clients)
    for last in (None, clients[0].number - 2):
        server.client(table, clients[0].token, last)
    restore(server, table)
    server.client(table, clients[1].token)
    server.api.get("/api/tables")
    server.api.get(f"/api/tables/{table}")
    assert server.api.get(f"/api/tables/{table}/record").status_code == 404, "no round has ended"


def meddle(clients: Sequence[Client]) -> None:
    """Everyone asks about what may not be possible, and tries what is not."""
    for client in clients:
        client.sync()
        for text in (
            "rotate",
            "take",
            "take A",
            "take B",
            "add 1/2 to A",
            "play 1/2",
            "play 1/9 2/9",
            "dance",
        ):
            why = client.ask("why", move=text, ref=1)
            if why["type"] == "refused" or why["why"] is not None:
                client.refusal("move", position=client.position, move=text)


def repeat(clients: Sequence[Client]) -> None:
    """A move is sent again, as after a line that broke."""
    mover = next(client for client in clients if client.in_turn)
    position, move = mover.position, mover.moves[0]["move"]
    assert mover.move(move)["type"] == "update"
    assert mover.ask("move", position=position, move=move)["type"] == "accepted"


def restore(server: Running, table: str) -> None:
    """The table leaves memory, as after a restart."""

    async def drop() -> None:
        server.hub.drop(table)

    server.do(drop)


def play_a_match(server: Running) -> None:
    """To its end, with a rematch."""
    table, clients = people(server, 2)
    clients[0].ask("start")
    while server.hub.live_tables[table].table.game == 1:
        play_round(clients, CHANCE)
        assert server.api.get(f"/api/tables/{table}/record").status_code == 200
        for client in clients:
            client.send("ready")
        for client in clients:
            until_told(client, "type", "dealt")


def play_with_bots(server: Running) -> None:
    """Against one of each level; then the seat is left to the strongest."""
    joined = server.create(players=5, bots=LEVELS, start=True)
    client = server.client(joined["table"]["id"], joined["token"])
    play_round([client], CHANCE, 2)
    client.ask("resign", level="expert")
    client.until_number(client.number + 6)


def inspect(server: Running) -> None:
    for seat, move in product("ABC", (None, "add 5/8 to B", "play 2/6", "take", "take C", "dance")):
        server.api.post("/api/inspect", json={"position": THREES_AND_FIVES, "seat": seat, "move": move})


def main() -> None:
    if "ready" in sys.argv:
        make_ready(SERVER)
    else:
        # A server that has not been warmed up, in a process where nothing else has been done.
        unprepared = mock.patch("tests.server.running.make_ready")
        with unprepared, tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
            spend(server)
    print(json.dumps(sorted(compiled_signatures())))


if __name__ == "__main__":
    main()
