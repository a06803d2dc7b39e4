"""People shuffle along: everyone promises bits, then shows them, and the deal follows from all of it."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from dnup.records.record import parse_record
from dnup.records.verify import verify
from tests.chance import drawn
from tests.server.client import Client, play_round
from tests.server.conftest import Start
from tests.server.running import QUICK, Running, people, with_sources
from tests.server.time_machine import Time


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def promise(client: Client, which: int = 0) -> str:
    """Bits of this client's own, promised; the server says that it has kept the promise."""
    bits = drawn(client.seat, which).hex()
    client.send("commit", commitment=sha(bits))
    assert client.until("committed")["commitment"] == sha(bits)
    return bits


def until_shuffle(client: Client) -> dict[str, Any]:
    if "shuffle" in client.welcome["state"]:
        shuffle: dict[str, Any] = client.welcome["state"]["shuffle"]
    else:
        shuffle = client.until("update", test=lambda message: "shuffle" in message["state"])["state"][
            "shuffle"
        ]
    return shuffle


def until_dealt(client: Client) -> dict[str, Any]:
    client.until("update", test=lambda message: any(event["type"] == "dealt" for event in message["events"]))
    dealt: dict[str, Any] = client.log[-1]
    return dealt


def by_hand(
    secret: str, thrown: list[tuple[str, str]], cards: list[str], players: int, first: int
) -> list[str]:
    """The deal as docs/protocol.md has it, with numbers in place of a stream: a second way to write it."""
    text = "|".join(["dnup-shuffle-1", secret, *(f"{seat}:{bits}" for seat, bits in thrown)])
    digits = "".join(sha(f"{text}|{block}") for block in range(60))
    numbers = [int(digits[start : start + 8], 16) for start in range(0, len(digits), 8)]
    pack = sorted(sorted(map(int, card.split("/"))) for card in cards)
    hands: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    seat = first
    while pack:
        while numbers[0] // len(pack) == 2**32 // len(pack) and 2**32 % len(pack):
            numbers.pop(0)
        low, high = pack.pop(numbers.pop(0) % len(pack))
        hands[seat].append((high, low) if numbers.pop(0) % 2 else (low, high))
        seat = (seat + 1) % players
    return [" ".join(f"{active}/{inactive}" for active, inactive in sorted(hand)) for hand in hands]


def test_a_deal_follows_from_the_secret_and_from_what_everyone_threw_in(server: Running) -> None:
    table, (ada, bea, cem) = people(server, 3)
    everyone = [ada, bea, cem, server.client(table)]
    bits = {"A": promise(ada), "C": promise(cem)}
    ada.send("start")
    shuffles = [until_shuffle(client) for client in everyone]
    assert shuffles == shuffles[:1] * 4
    promised = [{"seat": seat, "commitment": sha(one), "bits": None} for seat, one in bits.items()]
    assert shuffles[0]["people"] == promised
    assert all("dealt" not in text for client in everyone for text in client.texts)
    cem.send("reveal", bits=bits["C"])
    cem.sync()
    ada.send("reveal", bits=bits["A"])
    for client in everyone:
        dealt = until_dealt(client)
        assert dealt["commitment"] == dealt["shuffle"]["commitment"] == shuffles[0]["commitment"]
        assert dealt["shuffle"]["people"] == [
            {"seat": seat, "commitment": sha(one), "bits": one} for seat, one in bits.items()
        ]
    play_round(everyone, random.Random(1))
    for client in everyone:
        assert client.result is not None
        result = client.result
        assert sha(result["salt"]) == result["commitment"] == shuffles[0]["commitment"]
        cards = " ".join(result["deal"]).split()
        assert result["deal"] == by_hand(result["salt"], list(bits.items()), cards, 3, 0)
        playing = [text for text in client.texts if result["salt"] in text]
        assert all('"result"' in text for text in playing), (
            "the secret is shown with the result, never before"
        )
    # The next round: another deal, another seat is dealt to first, and only one takes part.
    bits = {"B": promise(bea)}
    for client in (ada, bea, cem):
        client.send("ready")
    assert [one["seat"] for one in until_shuffle(bea)["people"]] == ["B"]
    bea.send("reveal", bits=bits["B"])
    for client in everyone:
        until_dealt(client)
    play_round(everyone, random.Random(2))
    assert bea.result is not None
    cards = " ".join(bea.result["deal"]).split()
    assert bea.result["deal"] == by_hand(bea.result["salt"], [("B", bits["B"])], cards, 3, 1)
    record = parse_record(server.api.get(f"/api/tables/{table}/record").content)
    assert [*(played.extra["shuffle"]["people"][0]["seat"] for played in record.rounds)] == ["A", "B"]
    verify(record)


def test_where_nobody_takes_part_a_deal_is_as_ever(server: Running) -> None:
    table, (ada, bea) = people(server, 2)
    ada.send("start")
    dealt = until_dealt(ada)
    assert dealt["shuffle"] is None
    play_round([ada, bea], random.Random(3))
    assert ada.result is not None
    assert ada.result["shuffle"] is None
    assert sha("|".join([ada.result["salt"], *ada.result["deal"]])) == ada.result["commitment"]
    record = parse_record(server.api.get(f"/api/tables/{table}/record").content)
    assert set(record.rounds[0].extra) == {"commitment", "salt"}
    verify(record)


def test_who_does_not_reveal_has_thrown_in_nothing_and_is_named(start: Start) -> None:
    time = Time()
    server = start(time.of(QUICK))
    table, (ada, bea) = people(server, 2)
    bits = {"A": promise(ada), "B": promise(bea)}
    ada.send("start")
    until_shuffle(ada)
    ada.send("reveal", bits=bits["A"])
    ada.sync()
    server.do(lambda: time.pass_by(QUICK.reveal_within, server))
    for client in (ada, bea):
        thrown = until_dealt(client)["shuffle"]["people"]
        assert [(one["seat"], one["bits"]) for one in thrown] == [("A", bits["A"]), ("B", None)]
    assert bea.refusal("reveal", bits=bits["B"])["code"] == "no-shuffle"
    play_round([ada, bea], random.Random(4))
    assert ada.result is not None
    cards = " ".join(ada.result["deal"]).split()
    assert ada.result["deal"] == by_hand(ada.result["salt"], [("A", bits["A"]), ("B", "")], cards, 2, 0)
    record = server.api.get(f"/api/tables/{table}/record").json()
    assert record["rounds"][0]["shuffle"]["people"][1] == {
        "seat": "B",
        "commitment": sha(bits["B"]),
        "bits": None,
    }
    verify(parse_record(json.dumps(record)))


def test_a_solo_game_can_be_begun_with_a_promise(server: Running) -> None:
    bits = drawn("Ada").hex()
    body = {"options": {"players": 4}, "name": "Ada", "start": True, "commitment": sha(bits)}
    joined = server.post("/api/tables", body, "Joined")
    assert joined["table"]["phase"] == "open"
    assert [seat["kind"] for seat in joined["table"]["seats"]] == ["person", "bot", "bot", "bot"]
    ada = server.client(joined["table"]["id"], joined["token"])
    assert [one["commitment"] for one in until_shuffle(ada)["people"]] == [sha(bits)]
    ada.send("reveal", bits=bits)
    assert until_dealt(ada)["shuffle"]["people"][0]["bits"] == bits
    assert ada.phase == "playing"


def test_a_person_with_two_devices_throws_in_twice(server: Running) -> None:
    table, (ada, _) = people(server, 2)
    phone = server.client(table, ada.token)
    bits = [promise(ada), promise(phone, 1)]
    ada.send("commit", commitment=sha(bits[0]))
    ada.until("committed")
    ada.send("start")
    assert [one["commitment"] for one in until_shuffle(ada)["people"]] == [sha(one) for one in bits]
    ada.send("reveal", bits=bits[0])
    ada.send("reveal", bits=bits[0])
    phone.send("reveal", bits=bits[1])
    assert [one["bits"] for one in until_dealt(ada)["shuffle"]["people"]] == bits


def test_what_cannot_be_is_refused(server: Running) -> None:
    table, clients = people(server, 3)
    ada, bea = clients[:2]
    spectator = server.client(table)
    assert spectator.refusal("commit", commitment="0" * 64)["code"] == "not-your-seat"
    assert ada.refusal("reveal", bits="0" * 64)["code"] == "no-shuffle"
    ada.say(json.dumps({"type": "commit", "commitment": "F" * 64}))
    assert ada.until("refused")["code"] == "bad-message"
    for number in range(4):
        promise(bea, number)
    assert bea.refusal("commit", commitment="0" * 64)["code"] == "too-many-devices"
    bits = promise(ada)
    ada.send("start")
    until_shuffle(ada)
    assert bea.refusal("reveal", bits=bits)["code"] == "wrong-bits", "nobody shows for another"
    assert ada.refusal("reveal", bits="0" * 64)["code"] == "wrong-bits"
    assert ada.refusal("commit", commitment="0" * 64)["code"] == "no-shuffle"
    for kind, fields in (("start", {}), ("free", {"seat": "B"}), ("fill", {"seat": "B", "level": "easy"})):
        assert ada.refusal(kind, **fields)["code"] == "game-begun", "the list is fixed"
    late = server.api.post(f"/api/tables/{table}/seats", json={"name": "Dag"})
    assert late.json()["code"] == "game-begun"


def test_who_leaves_during_a_shuffle_leaves_the_seat_to_a_bot(start: Start) -> None:
    time = Time()
    server = start(time.of(QUICK))
    _, (ada, bea) = people(server, 2)
    bits = promise(ada)
    promise(bea)
    ada.send("start")
    until_shuffle(bea)
    bea.send("resign")
    ada.send("reveal", bits=bits)
    ada.sync()
    server.do(lambda: time.pass_by(QUICK.reveal_within, server))
    until_dealt(ada)
    assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "bot"]


def test_a_crash_between_promise_and_deal_loses_nothing_and_reveals_nothing(start: Start) -> None:
    server = start(with_sources(QUICK, new_secret=lambda: "5ec2e7" * 10 + "0123"))
    table, (ada, bea) = people(server, 2)
    bits = [promise(ada), promise(bea)]
    ada.send("start")
    before = until_shuffle(ada)
    ada.send("reveal", bits=bits[0])
    ada.sync()
    server.stop()
    server = start()
    ada, bea = server.client(table, ada.token), server.client(table, bea.token)
    assert until_shuffle(ada) == until_shuffle(bea) == before
    bea.send("reveal", bits=bits[1])
    dealt = until_dealt(ada)
    assert dealt["commitment"] == before["commitment"] == sha("5ec2e7" * 10 + "0123")
    assert [one["bits"] for one in dealt["shuffle"]["people"]] == bits
    until_dealt(bea)
    assert "5ec2e7" not in "".join(ada.texts + bea.texts)
    play_round([ada, bea], random.Random(5))
    verify(parse_record(server.api.get(f"/api/tables/{table}/record").content))
