"""What people do at a table, over a real socket: sit, fill, free, start, resign, ready, react, ask why."""

from __future__ import annotations

import random

import httpx

from dnup.cards.deck import DEFAULT_DECK
from tests.server.client import play_round
from tests.server.conftest import Start
from tests.server.running import PATIENCE, Running, checked, people

##### Before the start #####


def test_who_creates_a_table_sits_in_seat_a_and_is_its_host(server: Running) -> None:
    joined = server.create(
        name="  Ada\tLovelace ", players=4, scoring="points", seconds=30, memory="discards"
    )
    assert joined["seat"] == "A"
    assert joined["table"]["options"] == {
        "players": 4,
        "deck": DEFAULT_DECK,
        "scoring": "points",
        "seconds": 30,
        "memory": "discards",
        "public": False,
        "finish_round": False,
    }
    kinds = [(seat["kind"], seat["name"], seat["host"]) for seat in joined["table"]["seats"]]
    assert kinds == [("person", "Ada Lovelace", True), *[("open", None, False)] * 3]
    ada = server.client(joined["table"]["id"], joined["token"])
    assert (ada.welcome["seat"], ada.welcome["host"], ada.welcome["fresh"]) == ("A", True, True)
    assert ada.table["seats"][0]["here"]
    assert ada.table["options"] == joined["table"]["options"]


def test_who_gives_no_name_watches_and_is_still_the_host(server: Running) -> None:
    joined = server.create(name=None, players=2)
    assert joined["seat"] is None
    host = server.client(joined["table"]["id"], joined["token"])
    assert (host.seat, host.welcome["host"]) == (None, True)
    assert host.ask("start", level="easy")["type"] == "update"
    assert [seat["kind"] for seat in host.table["seats"]] == ["bot", "bot"]


def test_people_sit_where_it_is_free(server: Running) -> None:
    table = server.create(players=3)["table"]["id"]
    assert server.sit(table, "Bea", "C")["seat"] == "C"
    assert server.sit(table, "Cem")["seat"] == "B"
    full = server.api.post(f"/api/tables/{table}/seats", json={"name": "Dag"})
    assert (full.status_code, checked(full, "Refused")["code"]) == (409, "no-seat-free")
    taken = server.api.post(f"/api/tables/{table}/seats", json={"name": "Dag", "seat": "B"})
    assert (taken.status_code, checked(taken, "Refused")["code"]) == (409, "seat-taken")
    nowhere = server.api.post(f"/api/tables/{table}/seats", json={"name": "Dag", "seat": "E"})
    assert (nowhere.status_code, checked(nowhere, "Refused")["code"]) == (404, "unknown-seat")


def test_everyone_is_told_who_sits_down(server: Running) -> None:
    joined = server.create(players=3)
    table = joined["table"]["id"]
    ada = server.client(table, joined["token"])
    watcher = server.client(table)
    bea = server.sit(table, "Bea", "B")
    for client in (ada, watcher):
        event = client.until("update")["events"][0]
        assert (event["type"], event["seat"], event["name"]) == ("sat", "B", "Bea")
        assert client.table["seats"][1] == {
            **client.table["seats"][1],
            "kind": "person",
            "name": "Bea",
            "here": False,
        }
    server.client(table, bea["token"])
    ada.until("presence", test=lambda message: message["table"]["seats"][1]["here"])


def test_the_host_fills_and_frees_seats(server: Running) -> None:
    _, (ada, bea, _cem) = people(server, 3)
    assert ada.refusal("fill", seat="B", level="easy")["code"] == "seat-taken"
    assert ada.ask("free", seat="B")["events"][0]["type"] == "freed"
    assert ada.ask("fill", seat="B", level="easy")["events"][0]["level"] == "easy"
    assert ada.ask("fill", seat="B", level="hard")["events"][0]["level"] == "hard"
    assert ada.table["seats"][1]["level"] == "hard"
    assert ada.ask("free", seat="B")["type"] == "update"
    assert ada.refusal("free", seat="B")["code"] == "seat-free"
    assert ada.refusal("fill", seat="E", level="easy")["code"] == "unknown-seat"
    bea.sync()
    assert bea.refusal("start")["code"] == "not-host"
    assert bea.refusal("free", seat="A")["code"] == "not-host", "bea has lost her seat, and is nobody's host"
    assert bea.refusal("resign")["code"] == "not-your-seat"


def test_others_have_no_rights_of_a_host(server: Running) -> None:
    table, (_ada, bea) = people(server, 2)
    watcher = server.client(table)
    for client in (bea, watcher):
        assert client.refusal("start")["code"] == "not-host"
        assert client.refusal("fill", seat="A", level="easy")["code"] == "not-host"
        assert client.refusal("free", seat="A")["code"] == "not-host"
    assert bea.ask("free", seat="B")["events"][0]["seat"] == "B", "one's own seat anyone may free"


def test_who_freed_a_seat_may_sit_elsewhere_with_the_same_link(server: Running) -> None:
    joined = server.create(players=3)
    table, token = joined["table"]["id"], joined["token"]
    ada = server.client(table, token)
    again = {"Authorization": f"Bearer {token}"}
    refused = httpx.post(
        f"{server.url}/api/tables/{table}/seats",
        json={"name": "Ada", "seat": "C"},
        headers=again,
        timeout=PATIENCE,
    )
    assert refused.json()["code"] == "already-seated"
    ada.ask("free", seat="A")
    moved = httpx.post(
        f"{server.url}/api/tables/{table}/seats",
        json={"name": "Ada", "seat": "C"},
        headers=again,
        timeout=PATIENCE,
    )
    assert (moved.json()["seat"], moved.json()["token"]) == ("C", token)
    ada.until("update")
    assert ada.table["seats"][2]["host"]
    assert ada.ask("start")["type"] == "update"
    assert ada.view["seat"] == "C"


def test_bots_can_be_seated_and_the_game_started_at_once(server: Running) -> None:
    joined = server.create(players=4, bots={"B": "easy", "D": "hard"}, start=True)
    assert [seat["level"] for seat in joined["table"]["seats"]] == [None, "easy", "medium", "hard"]
    assert joined["table"]["phase"] == "playing"
    for body, code in (
        ({"name": "Ada", "bots": {"A": "easy"}}, "seat-taken"),
        ({"options": {"players": 2}, "bots": {"E": "easy"}}, "unknown-seat"),
        ({"options": {"deck": "mine"}}, "unknown-deck"),
        ({"options": {"players": 6}}, "bad-message"),
        ({"options": {"seconds": 1}}, "bad-message"),
        ({"bots": {"F": "easy"}}, "bad-message"),
        ({"bots": {"B": "genius"}}, "bad-message"),
    ):
        answer = server.api.post("/api/tables", json=body)
        assert (answer.status_code in (400, 404, 409), checked(answer, "Refused")["code"]) == (True, code), (
            body
        )


def test_nothing_of_before_the_start_can_be_done_after_it(server: Running) -> None:
    table, (ada, _bea) = people(server, 2)
    assert ada.refusal("ready")["code"] == "round-not-over"
    assert ada.refusal("move", position=0, move="rotate")["code"] == "game-not-begun"
    assert ada.refusal("why", move="rotate", ref=1)["code"] == "game-not-begun"
    ada.ask("start")
    for kind, fields in (
        ("start", {}),
        ("fill", {"seat": "B", "level": "easy"}),
        ("free", {"seat": "A"}),
    ):
        assert ada.refusal(kind, **fields)["code"] == "game-begun", kind
    assert ada.refusal("ready")["code"] == "round-not-over"
    assert server.api.post(f"/api/tables/{table}/seats", json={"name": "Dag"}).json()["code"] == "game-begun"


##### The list of tables #####


def test_public_tables_with_a_free_seat_are_listed_the_newest_first(start: Start) -> None:
    server = start()
    ids = [server.create(players=2, public=public)["table"]["id"] for public in (True, False, True)]

    def listed() -> list[str]:
        return [table["id"] for table in checked(server.api.get("/api/tables"), "TableList")["tables"]]

    assert listed() == [ids[2], ids[0]]
    server.sit(ids[0], "Bea")
    assert listed() == [ids[2]], "one that is full is not listed"
    server.create(players=2, public=True, start=True)
    assert listed() == [ids[2]], "nor one that has begun"


##### Seats by links #####


def test_a_seat_link_becomes_a_cookie_and_leads_to_an_address_without_the_token(server: Running) -> None:
    joined = server.create(players=2)
    table, token = joined["table"]["id"], joined["token"]
    answer = httpx.get(joined["link"], follow_redirects=False, timeout=PATIENCE)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{table}")
    assert answer.headers["referrer-policy"] == "no-referrer"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("dnup=")
    assert token not in cookie, "the browser has its own key"
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    wrong = httpx.get(f"{server.url}/seat/{table}/{token[::-1]}", follow_redirects=False, timeout=PATIENCE)
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-link")
    assert "set-cookie" not in wrong.headers


def test_come_back_on_another_device_with_the_cookie_of_the_link(server: Running) -> None:
    joined = server.create(players=2, start=True)
    table = joined["table"]["id"]
    first = server.client(table, joined["token"])
    while not first.in_turn:  # then no bot moves meanwhile
        first.receive()
    cookie = httpx.get(joined["link"], timeout=PATIENCE).headers["set-cookie"].partition(";")[0]
    second = server.silent(additional_headers={"Cookie": cookie})
    second.hello(table)
    assert (second.seat, second.welcome["host"]) == ("A", True)
    first.sync()
    assert second.view == first.view
    assert second.moves == first.moves


def test_a_token_is_for_one_table(server: Running) -> None:
    one, other = server.create(players=2), server.create(players=2)
    client = server.client(other["table"]["id"], one["token"])
    assert (client.seat, client.welcome["host"]) == (None, False)


def test_the_host_deletes_a_table_and_nobody_else(server: Running) -> None:
    joined = server.create(players=2)
    table = joined["table"]["id"]
    bea = server.sit(table, "Bea")
    client = server.client(table, bea["token"])
    for headers in ({}, {"Authorization": f"Bearer {bea['token']}"}, {"Authorization": "Bearer x"}):
        refused = httpx.delete(f"{server.url}/api/tables/{table}", headers=headers, timeout=PATIENCE)
        assert (refused.status_code, refused.json()["code"]) == (403, "not-host")
    done = httpx.delete(
        f"{server.url}/api/tables/{table}",
        headers={"Authorization": f"Bearer {joined['token']}"},
        timeout=PATIENCE,
    )
    assert (done.status_code, done.content) == (204, b"")
    assert client.until_closed().code == 1008
    assert server.api.get(f"/api/tables/{table}").json()["code"] == "unknown-table"
    again = server.silent()
    again.send("hello", protocol=1, table=table)
    assert again.until("refused")["code"] == "unknown-table"


##### Resigning, reacting, asking why #####


def test_who_resigns_leaves_the_seat_to_a_bot_for_good(server: Running) -> None:
    _table, (ada, bea) = people(server, 2)
    ada.ask("start")
    bea.until("update")
    answer = bea.ask("resign", level="easy")
    assert answer["events"][0] == {**answer["events"][0], "type": "resigned", "seat": "B", "level": "easy"}
    bea.sync()
    assert bea.view["seat"] is None, "bea watches from now on"
    assert bea.refusal("ready")["code"] == "not-your-seat"
    play_round([ada], random.Random(1))
    assert {event["by"] for event in ada.log if event["type"] == "moved" and event["seat"] == "B"} == {"bot"}


def test_reactions_are_shown_to_all(server: Running) -> None:
    table, (ada, bea) = people(server, 2)
    watcher = server.client(table)
    ada.send("react", emoji="👏")
    for client in (ada, bea, watcher):
        assert client.until("reaction") == {"type": "reaction", "seat": "A", "emoji": "👏"}
    assert watcher.refusal("react", emoji="👏")["code"] == "not-your-seat"


def test_why_tells_the_rule_and_a_code(server: Running) -> None:
    _table, clients = people(server, 3)
    clients[0].ask("start")
    for client in clients:
        client.sync()
    mover = next(client for client in clients if client.in_turn)
    other = next(client for client in clients if not client.in_turn)
    legal = mover.moves[0]["move"]
    assert mover.ask("why", move=legal, ref=7) == {"type": "because", "ref": 7, "move": legal, "why": None}
    asked = mover.ask("why", move="take E", ref=8)
    assert asked["why"]["code"] == "no-such-slot"
    assert asked["why"]["rule"] == "R12"
    assert other.ask("why", move=legal, ref=9)["why"]["code"] == "not-your-turn"
    assert mover.refusal("why", move="dance", ref=10)["code"] == "not-a-move"
    refused = mover.refusal("move", position=mover.position, move="take E", ref=11)
    assert (refused["code"], refused["ref"], refused["why"]["code"]) == ("illegal-move", 11, "no-such-slot")
    assert mover.refusal("move", position=mover.position, move="dance")["code"] == "not-a-move"
    refused = other.refusal("move", position=other.position, move=legal, ref=12)
    assert (refused["code"], refused["why"]["code"]) == ("not-your-turn", "not-your-turn")


def test_spectators_may_look_and_nothing_else(server: Running) -> None:
    table, (ada, _bea) = people(server, 2)
    watcher = server.client(table)
    ada.ask("start")
    watcher.until("update")
    assert watcher.view["seat"] is None
    assert watcher.view["hand"] == ""
    assert not watcher.moves
    for kind, fields in (
        ("move", {"position": watcher.position, "move": "rotate"}),
        ("why", {"move": "rotate", "ref": 1}),
        ("resign", {}),
        ("react", {"emoji": "🎉"}),
    ):
        assert watcher.refusal(kind, **fields)["code"] == "not-your-seat", kind
    ada.sync()
    assert ada.table["spectators"] == 1
    watcher.close()
    ada.until("presence", test=lambda message: message["table"]["spectators"] == 0)
