"""A table with a deck of its creator's own: it is checked, kept with the table, and bounded."""

from __future__ import annotations

from typing import Any

import pytest

from dnup.records.record import parse_record
from tests.server.conftest import Start
from tests.server.running import Running, checked

CARDS = ["1/5", "1/6 star", "2/4", "2/10", "3/9", "4/8", "5/7 happy", "6/7 sad"]


def own(server: Running, cards: list[Any], **options: Any) -> Any:
    body = {"name": "Ada", "cards": cards, "options": {"players": 2, "deck": "Ada’s box", **options}}
    return server.api.post("/api/tables", json=body)


def test_a_table_is_played_with_its_own_deck_and_its_record_has_the_cards(server: Running) -> None:
    joined = checked(own(server, CARDS), "Joined")
    assert joined["table"]["options"]["deck"] == "Ada’s box"
    assert joined["table"]["star"] == "1/6"
    table = joined["table"]["id"]
    server.sit(table, "Bo")
    ada = server.client(table, joined["token"])
    ada.ask("start")
    assert len(ada.view["hand"].split()) == 3, "six cards are in play with two players"
    listed = server.api.get("/api/decks").json()["decks"]
    assert "Ada’s box" not in [deck["name"] for deck in listed], "it is the deck of this table only"


def test_the_deck_comes_back_with_the_table(start: Start) -> None:
    server = start()
    body = {
        "cards": CARDS,
        "options": {"players": 2, "deck": "box"},
        "bots": {"A": "easy", "B": "easy"},
        "start": True,
    }
    table = checked(server.api.post("/api/tables", json=body), "Joined")["table"]["id"]
    server.stop()
    again = start()
    watcher = again.client(table)
    assert watcher.table["star"] == "1/6"
    while watcher.table["phase"] != "over":
        watcher.until("update")
    record = parse_record(again.api.get(f"/api/tables/{table}/record").text)
    assert [str(card) for card in record.deck.cards] == ["1/5", "1/6*", "2/4", "2/10", "3/9", "4/8"]


@pytest.mark.parametrize(
    "cards, options, sentence",
    [
        (["1/5 star", "1/6 star"], {}, "2 cards carry ★ (1/5 and 1/6)"),
        (["1/5", "1/6"], {}, "no card carries ★"),
        (["1/5 star", "5/1", "2/3"], {}, "1/5 with ★ and without"),
        (["1/5 star", "3/3"], {}, "entry 2 of cards, '3/3'"),
        (["1/5 star", "0/99"], {}, "entry 2 of cards, '0/99'"),
        (["1/5 star", "1/6 angry"], {}, "'angry' is not a symbol"),
        (["1/5 star", "\x00\x1b[2J"], {}, "entry 2 of cards"),
        (["1/5 star", "2/3", *["7/8"] * 13], {}, "13 entries of cards carry the value 7"),
        (["1/5 star"], {}, "too few"),
        ([], {}, "no card carries ★"),
        (["1/5 star", "1/6"], {"players": 5}, "is for 2 players, not 5"),
        (CARDS, {"deck": "bell\x07"}, "write one line of 1 to 80 characters"),
        (CARDS, {"deck": "over\u202eride"}, "write one line of 1 to 80 characters"),
        (CARDS, {"deck": "two\nlines"}, "write one line of 1 to 80 characters"),
        (CARDS, {"deck": ""}, "write one line of 1 to 80 characters"),
        (CARDS, {"deck": "balanced"}, "the name 'balanced' is a built-in deck's"),
        (CARDS, {"deck": "standard"}, "the name 'balanced' is a built-in deck's"),
    ],
)
def test_cards_that_make_no_deck_are_refused_with_a_sentence(
    server: Running, cards: list[str], options: dict[str, Any], sentence: str
) -> None:
    answer = own(server, cards, **options)
    refused = checked(answer, "Refused")
    assert (answer.status_code, refused["code"]) == (400, "bad-options")
    assert sentence in refused["sentence"]


@pytest.mark.parametrize(
    "cards",
    [["1/5 star"] * 57, ["1/5 star", "1" * 41], ["1/5 star", 6], ["1/5 star", None], [["1/5"]], "1/5", {}],
)
def test_what_is_too_large_or_no_list_of_texts_is_not_looked_at(server: Running, cards: Any) -> None:
    answer = own(server, cards)
    assert (answer.status_code, checked(answer, "Refused")["code"]) == (400, "bad-message")
