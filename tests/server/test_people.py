"""Who is who at a table: names, a host who is gone, what the log says of those who have left, and how games stand."""

from __future__ import annotations

import random
from dataclasses import replace

import httpx

from dnup import Deck
from tests.server.client import Client, Message, play_round
from tests.server.conftest import Start
from tests.server.running import PATIENCE, QUICK, Running, checked, people


def names(client: Client) -> list[str | None]:
    return [seat["name"] for seat in client.table["seats"]]


##### Names #####


def test_no_two_people_at_a_table_have_the_same_name(server: Running) -> None:
    joined = server.create(name="Player", players=4)
    table = joined["table"]["id"]
    server.sit(table, "player")
    server.sit(table, "P" * 24)
    server.sit(table, "P" * 24)
    ada = server.client(table, joined["token"])
    assert names(ada) == ["Player", "player 2", "P" * 24, "P" * 22 + " 2"]


def test_people_rename_themselves_before_the_start_and_in_the_middle_of_a_round(server: Running) -> None:
    table, (ada, bea) = people(server, 2)
    watcher = server.client(table)
    event = bea.ask("rename", name="  Bo\n")["events"][0]
    assert (event["type"], event["seat"], event["was"], event["name"]) == ("renamed", "B", "Bea", "Bo")
    ada.until("update")
    assert names(ada) == ["Ada", "Bo"]
    ada.ask("start")
    bea.until("update")
    event = bea.ask("rename", name="ada")["events"][0]
    assert (event["was"], event["name"]) == ("Bo", "ada 2")
    bea.send("rename", name="ada")
    bea.sync()
    assert [one["type"] for one in bea.log].count("renamed") == 2, "said again, it counts once"
    late = server.client(table)
    assert names(late) == ["Ada", "ada 2"]
    assert [(one["type"], one.get("was")) for one in late.log] == [("dealt", None), ("renamed", "Bo")]
    assert bea.refusal("rename", name="\u200b")["code"] == "bad-name"
    assert watcher.refusal("rename", name="Cem")["code"] == "not-your-seat"
    for number in range(19):
        bea.ask("rename", name=f"Bea {number}")
    assert bea.refusal("rename", name="Bea")["code"] == "too-many-renames", "enough is enough"


##### What happened keeps the name of its time #####


def test_a_log_tells_who_sat_there_before_a_bot_took_the_seat(server: Running) -> None:
    table, clients = people(server, 3)
    clients[0].ask("start")
    for client in clients:
        client.sync()
    mover = next(client for client in clients if client.in_turn)
    name, seat = names(mover)["ABC".index(mover.seat or "")], mover.seat
    mover.move(mover.moves[-1]["move"])
    mover.ask("resign")
    late = server.client(table)
    kinds = [(event["type"], event.get("seat"), event.get("name")) for event in late.log[:3]]
    assert kinds == [("dealt", None, None), ("moved", seat, None), ("resigned", seat, name)]
    assert names(late)["ABC".index(seat or "")] is None


def test_who_is_told_that_a_seat_is_free_is_told_who_left_it(server: Running) -> None:
    _table, (ada, bea, _cem) = people(server, 3)
    bea.ask("free", seat="B")
    assert ada.until("update")["events"][0]["name"] == "Bea"
    ada.ask("fill", seat="B", level="easy")
    assert ada.ask("free", seat="B")["events"][0]["name"] is None


def test_discarded_cards_are_told_and_forgotten_with_the_rest(server: Running) -> None:
    logs: dict[str, list[Message]] = {}
    for memory in ("all", "table"):
        table, clients = people(server, 3, memory=memory)
        clients[0].ask("start")
        play_round(clients, random.Random(5))
        told = [event for event in clients[0].log if event.get("discarded")]
        assert told
        for event in told:
            sets = [cards.split() for cards in event["gone"].split("|")]
            assert len(sets) == len(event["discarded"]), "it is said as it happens, set by set"
            assert all(len({card.split("/")[0] for card in cards}) == 1 for cards in sets)
        logs[memory] = [event for event in server.client(table).log if event.get("discarded")]
    assert all(event["gone"] for event in logs["all"])
    assert not any(event.get("gone") for event in logs["table"])


##### The card with the star, and points by round #####


def test_a_table_says_which_card_of_its_deck_has_the_star(start: Start) -> None:
    cards = [f"{low}/{high}" for low in range(1, 9) for high in range(low + 1, 10)][:28]
    mine = Deck.of(["2/7*" if card == "2/7" else card for card in cards], "mine")
    server = start(replace(QUICK, decks={**QUICK.decks, "mine": mine}))
    assert server.create(players=2)["table"]["star"] == "1/5"
    assert server.create(players=2, deck="mine")["table"]["star"] == "2/7"


def test_a_table_has_the_points_of_every_round_that_has_ended(server: Running) -> None:
    table, clients = people(server, 2)
    clients[0].ask("start")
    rounds: list[list[int]] = []
    chance = random.Random(2)
    while True:
        play_round(clients, chance)
        rounds.append(clients[0].view["points"])
        assert clients[0].table["rounds"] == rounds
        assert server.client(table).table["rounds"] == rounds
        if clients[0].phase == "over":
            break
        for client in clients:
            client.send("ready")
        for client in clients:
            client.until(
                "update", test=lambda message: any(one["type"] == "dealt" for one in message["events"])
            )
    game = asked(server, table)[0]
    assert game["table"]["rounds"] == rounds
    assert game["winner"] == clients[0].result["winner"] if clients[0].result else None
    assert game["turn"] is None
    for client in clients:
        client.send("ready")
    clients[0].until("update", test=lambda message: any(one["type"] == "dealt" for one in message["events"]))
    assert clients[0].table["rounds"] == [], "a rematch begins at nothing"


##### How games stand #####


def asked(server: Running, *tables: str) -> list[Message]:
    answer = server.api.get("/api/games", params={"tables": ",".join(tables)})
    games: list[Message] = checked(answer, "GameList")["games"]
    return games


def test_one_request_tells_how_many_games_stand(server: Running) -> None:
    waits = server.create(players=2)["table"]["id"]
    plays = server.create(players=2, start=True)
    client = server.client(plays["table"]["id"], plays["token"])
    while not client.in_turn:
        client.receive()
    games = asked(server, plays["table"]["id"], "nosuchtable1", waits, waits, "../../x")
    assert [game["table"]["id"] for game in games] == [plays["table"]["id"], waits]
    assert [(game["table"]["phase"], game["turn"], game["winner"]) for game in games] == [
        ("playing", "A", None),
        ("open", None, None),
    ]
    assert asked(server) == []
    many = server.api.get("/api/games", params={"tables": ",".join("abcdefghijk")})
    assert (many.status_code, checked(many, "Refused")["code"]) == (400, "bad-message")


##### A host who is gone #####


def test_when_the_host_is_gone_anyone_seated_can_start(start: Start) -> None:
    server = start(replace(QUICK, host_gone_after=0.0))
    table, (ada, bea, _cem) = people(server, 3)
    watcher = server.client(table)
    assert bea.refusal("start")["code"] == "not-host"
    assert bea.table["host_here"]
    ada.close()
    bea.until("presence", test=lambda message: not message["table"]["host_here"])
    assert watcher.refusal("start")["code"] == "not-host"
    assert bea.refusal("fill", seat="A", level="easy")["code"] == "not-host", "to start is all they can do"
    assert bea.ask("start")["type"] == "update"
    assert bea.phase == "playing"


def test_a_host_who_has_just_left_is_waited_for(server: Running) -> None:
    _table, (ada, bea) = people(server, 2)
    ada.close()
    bea.until("presence", test=lambda message: not message["table"]["host_here"])
    assert bea.refusal("start")["code"] == "not-host"


##### Addresses that lead nowhere #####


def test_an_unknown_address_is_a_page_for_people_and_json_for_programs(server: Running) -> None:
    table = server.create(players=2)["table"]["id"]
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    wrong = f"/seat/{table}/wrong"
    for path, status in (("/nothing/here", 404), ("/demo", 404), (wrong, 403), ("/static/none.js", 404)):
        page = httpx.get(f"{server.url}{path}", headers=browser, timeout=PATIENCE)
        assert page.status_code == status
        assert page.headers["content-type"].startswith("text/html")
        assert "not-found.js" in page.text
        assert "content-security-policy" in page.headers
        checked(httpx.get(f"{server.url}{path}", timeout=PATIENCE), "Refused")
    checked(httpx.get(f"{server.url}/api/nothing", headers=browser, timeout=PATIENCE), "Refused")
