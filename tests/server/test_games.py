"""Games over a real socket: whole ones, moves that are sent again or late, players who come back."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter

import pytest

from dnup import Deck, Round, load_deck
from dnup.records.record import parse_record
from dnup.records.verify import verify
from dnup.server.runtime.deals import Deal, deal
from tests.schemas import RECORD
from tests.server.client import Client, play_round
from tests.server.conftest import Start
from tests.server.running import QUICK, Running, people, with_sources

##### Whole games #####


@pytest.mark.rule("R20")
def test_the_last_round_is_played_on_if_the_table_wants_it(server: Running) -> None:
    """The first player with four points has won, which is not sent before the round is over."""
    rng = random.Random(3)
    table, clients = people(server, 3, deck="pairs", finish_round=True)
    assert clients[0].ask("start")["type"] == "update"
    while True:
        play_round(clients, rng)
        if clients[0].phase == "over":
            break
        for client in clients:
            client.send("ready")
        for client in clients:
            client.until("update", test=lambda message: message["events"])
    result, view = clients[0].result, clients[0].view
    assert result is not None
    assert view["ending"] == "out"
    first = view["finish"][0]
    index = "ABC".index(first)
    won_first = view["score"][index] + view["points"][index] >= 4
    assert result["winner"] == (first if won_first else view["finish"][1])
    record = parse_record(server.api.get(f"/api/tables/{table}/record").text)
    assert record.finish_round
    assert record.bots == ()
    assert verify(record).winner == result["winner"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_people_play_a_whole_game_and_a_rematch(players: int, server: Running) -> None:
    rng = random.Random(players)
    table, clients = people(server, players)
    watcher = server.client(table)
    assert clients[0].ask("start")["type"] == "update"
    everyone = [*clients, watcher]
    rounds = 0
    while True:
        play_round(everyone, rng)
        rounds += 1
        assert watcher.result is not None
        assert all(client.result == watcher.result for client in clients)
        assert watcher.result["round"] == rounds
        if watcher.phase == "over":
            break
        for client in clients:
            client.send("ready")
        for client in everyone:
            client.until("update", test=lambda message: message["events"])
            assert client.log[-1]["type"] == "dealt"
            assert client.result is None
    answer = server.api.get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"] == "application/jsonl"
    record = parse_record(answer.text)
    RECORD.validate(answer.json())
    assert verify(record).winner == watcher.result["winner"]
    assert record.players == ("Ada", "Bea", "Cem", "Dag", "Eva")[:players]
    assert len(record.rounds) == rounds
    for client in clients:
        client.send("ready")
    watcher.until("update", test=lambda message: message["events"])
    assert (watcher.table["game"], watcher.table["round"], watcher.phase) == (2, 1, "playing")
    assert [seat["name"] for seat in watcher.table["seats"]] == list(record.players)
    assert watcher.view["score"] == [0] * players
    assert server.api.get(f"/api/tables/{table}/record").json()["code"] == "no-record"
    assert server.api.get(f"/api/tables/{table}/record", params={"game": 1}).text == answer.text


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_person_plays_a_whole_game_against_bots(players: int, server: Running) -> None:
    rng = random.Random(players)
    joined = server.create(players=players, bots={"B": "easy"}, start=True)
    ada = server.client(joined["table"]["id"], joined["token"])
    while True:
        play_round([ada], rng)
        if ada.phase == "over":
            break
        ada.send("ready")
        ada.until("update", test=lambda message: message["events"])
    record = parse_record(server.api.get(f"/api/tables/{joined['table']['id']}/record").text)
    assert verify(record).over
    assert record.players == ("Ada", "easy", "medium", "medium", "medium")[:players]
    by = {event["by"] for event in ada.log if event["type"] == "moved"}
    assert by == {"person", "bot"}


def test_a_record_of_a_game_that_goes_on_has_its_ended_rounds(server: Running) -> None:
    rng = random.Random(5)
    table, clients = people(server, 3)
    clients[0].ask("start")
    play_round(clients, rng)
    between = parse_record(server.api.get(f"/api/tables/{table}/record").text)
    assert (len(between.rounds), between.result) == (1, "unfinished")
    verify(between)
    for client in clients:
        client.send("ready")
    for client in clients:
        client.until("update", test=lambda message: message["events"])
    play_round(clients, rng, longest=3)
    playing = server.api.get(f"/api/tables/{table}/record").text
    assert parse_record(playing).rounds == between.rounds
    verify(parse_record(playing))
    for game, code in (("2", "no-record"), ("0", "no-record"), ("x", "bad-message"), ("²", "bad-message")):
        answer = server.api.get(f"/api/tables/{table}/record", params={"game": game})
        assert answer.json()["code"] == code, game


def test_a_deal_in_the_second_round_can_be_followed_from_its_log(server: Running) -> None:
    """Hands of other sizes than in the first (R4)."""
    rng = random.Random(8)
    table, clients = people(server, 5)
    clients[0].ask("start")
    play_round(clients, rng)
    for client in clients:
        client.send("ready")
    for client in clients:
        client.until("update", test=lambda message: message["events"])
    play_round(clients, rng, longest=6)
    late = server.client(table)
    clients[0].sync()
    dealt = next(
        index for index in range(len(clients[0].log) - 1, 0, -1) if clients[0].log[index]["type"] == "dealt"
    )
    assert late.log == clients[0].log[dealt:]


def test_the_deal_is_promised_before_the_first_move_and_shown_at_the_end(start: Start) -> None:
    deals: list[Deal] = []

    def watched(deck: Deck, players: int, first: int) -> Deal:
        deals.append(deal(deck, players, first))
        return deals[-1]

    server = start(with_sources(QUICK, dealer=watched))
    rng = random.Random(12)
    table, clients = people(server, 3)
    everyone = [*clients, server.client(table)]
    clients[0].ask("start")
    heard: list[str] = []
    while everyone[0].phase == "playing" or not everyone[0].log:
        play_round(everyone, rng, longest=5)
        if everyone[0].phase != "playing":
            break
        addresses = ("", "/record", "/record?game=1", "/seats")
        heard += [server.api.get(f"/api/tables/{table}{address}").text for address in addresses]
        for client in everyone:
            again = server.client(table, client.token)
            heard.append(again.texts[0])
            again.close()
    secret = deals[0]
    for number, client in enumerate(everyone):
        playing = [text for text in client.texts if '"ending":null' in text]
        assert playing
        for other, hand in enumerate(secret.hands):
            assert other == number or not any(hand in text for text in playing)
        assert client.result is not None
        assert client.result["deal"] == list(secret.hands)
        assert client.result["salt"] == secret.salt
        assert len(secret.salt) == 64
        by_hand = "|".join([client.result["salt"], *client.result["deal"]])
        assert hashlib.sha256(by_hand.encode()).hexdigest() == client.result["commitment"]
        (dealt,) = [event for event in client.log if event["type"] == "dealt"]
        assert dealt["commitment"] == client.result["commitment"]
        heard += playing
    assert secret.salt not in "".join(heard)


def test_deals_are_fair_and_never_the_same() -> None:
    """Every card in play once, hands of the sizes that R4 makes, either way up, from a salt of 256 bits."""
    deck = load_deck("balanced")
    turned = salts = 0
    seen = set()
    for first in range(40):
        made = deal(deck, 5, first % 5)
        position = Round.from_deal(made.hands, deck=deck, first="ABCDE"[first % 5])
        turned += sum(card.active > card.inactive for hand in position.hands for card in hand)
        salts |= int(made.salt, 16)
        seen.add(made.hands)
    assert len(seen) == 40
    cards = 40 * len(deck.in_play(5))
    assert abs(turned - cards / 2) < 6 * (cards / 4) ** 0.5
    assert salts.bit_length() == 256


def test_any_card_is_as_likely_in_any_hand_either_way_up_and_beside_any_other() -> None:
    deck = load_deck("pairs")  # no two of its cards are the same
    deals, in_play = 3000, len(deck.in_play(5))
    held: Counter[tuple[int, str]] = Counter()
    together: Counter[tuple[str, ...]] = Counter()
    for number in range(deals):
        for seat, hand in enumerate(deal(deck, 5, number % 5).hands):
            held.update((seat, card) for card in hand.split())
            faces = sorted("/".join(sorted(card.split("/"))) for card in hand.split())
            together.update(itertools.combinations(faces, 2))
    assert len(held) == 2 * 5 * in_play
    pairs = in_play * (in_play - 1) // 2
    assert len(together) == pairs
    # Six standard deviations: of these counts, one beyond is to be had in about a million runs of this test.
    for counts, expected in ((held, deals / 10), (together, together.total() / pairs)):
        assert max(abs(count - expected) for count in counts.values()) < 6 * expected**0.5


##### Moves: sent again, late, understood #####


def test_a_move_sent_again_is_made_once_and_a_late_one_is_stale(server: Running) -> None:
    _table, clients = people(server, 2)
    clients[0].ask("start")
    for client in clients:
        client.sync()
    mover = next(client for client in clients if client.in_turn)
    other = next(client for client in clients if client is not mover)
    before, text = mover.position, mover.moves[0]["move"]
    number = mover.move(text)["state"]["number"]
    for spelling in (text, text.upper()):
        answer = mover.ask("move", position=before, move=spelling, ref=3)
        assert answer == {"type": "accepted", "number": number, "ref": 3}
    assert other.refusal("move", position=before, move=text)["code"] == "stale", "it was not theirs"
    stale = mover.refusal("move", position=before, move="rotate", ref=4)
    assert (stale["code"], stale["ref"]) == ("stale", 4)
    assert mover.refusal("move", position=99_999, move=text)["code"] == "stale"
    other.sync()
    assert [event["number"] for event in other.log if event["type"] == "moved"] == [number]


def test_a_repeat_is_recognised_after_the_round_has_ended_and_later_moves(server: Running) -> None:
    rng = random.Random(3)
    _table, clients = people(server, 2)
    clients[0].ask("start")
    made: list[tuple[Client, int, str, int]] = []
    while True:
        for client in clients:
            client.sync()
        mover = next((client for client in clients if client.in_turn), None)
        if mover is None:
            break
        position, text = mover.position, rng.choice([move["move"] for move in mover.moves][:6])
        made.append((mover, position, text, mover.move(text)["state"]["number"]))
        if len(made) > 60:
            break
    for client in clients:
        client.sync()  # what came last is not the answer to what comes next
    for mover, position, text, number in made[::7] + made[-1:]:
        assert mover.ask("move", position=position, move=text)["number"] == number


def test_moves_are_understood_as_people_write_them(server: Running) -> None:
    _table, clients = people(server, 3)
    clients[0].ask("start")
    for client in clients:
        client.sync()
    mover = next(client for client in clients if client.in_turn)
    answer = mover.move("ROTATE")
    assert answer["events"][0]["move"] == "rotate"


##### Coming back #####


def test_who_comes_back_gets_exactly_what_was_missed(server: Running) -> None:
    rng = random.Random(9)
    table, clients = people(server, 3)
    clients[0].ask("start")
    play_round(clients, rng, longest=4)
    gone = clients[2]
    gone.sync()
    had, last = list(gone.log), gone.number
    gone.close()
    for extra in range(3):
        late = server.client(table, gone.token, last=last - extra)
        assert (late.seat, late.welcome["fresh"]) == ("C", False)
        assert late.log == [event for event in had if event["number"] > last - extra]
    clients[2] = server.client(table, gone.token, last=last)
    play_round(clients, rng, longest=3)
    clients[0].sync()
    late = server.client(table, last=last)
    missed = [event for event in clients[0].log if event["number"] > last]
    assert late.welcome["log"] == missed
    assert late.number == clients[0].number
    assert server.client(table, last=10_000).welcome["fresh"], "a number that has not been"
    assert server.client(table, last=0).welcome["fresh"], "from before the deal"
    assert server.client(table, last=late.number).welcome["log"] == []


def test_a_resignation_is_among_what_was_missed(server: Running) -> None:
    table, (ada, bea, cem) = people(server, 3)
    ada.ask("start")
    cem.sync()
    last = cem.number
    bea.sync()
    bea.ask("resign")
    back = server.client(table, last=last)
    ada.sync()
    # Whether the bot has moved by then, if it is its turn, is a matter of luck.
    assert back.welcome["log"] == [event for event in ada.log if last < event["number"] <= back.number]
    assert back.welcome["log"][0]["type"] == "resigned"


def test_a_table_goes_on_after_the_server_was_stopped(start: Start) -> None:
    rng = random.Random(2)
    first = start()
    table, clients = people(first, 3, seconds=300, memory="discards")
    joined = first.create(players=2, start=True)
    clients[0].ask("start")
    play_round(clients, rng, longest=10)
    for client in clients:
        client.sync()
    first.stop()
    assert clients[0].until_closed().code == 1012
    second = start()
    assert second.client(joined["table"]["id"], joined["token"]).seat == "A"
    again = [second.client(table, client.token, last=client.number) for client in clients]
    for old, new in zip(clients, again, strict=True):
        assert new.welcome["fresh"] is False
        assert new.welcome["log"] == []
        assert (new.number, new.position, new.seat) == (old.number, old.position, old.seat)
        assert (new.view, new.moves) == (old.view, old.moves)
    play_round(again, rng)
    verify(parse_record(second.api.get(f"/api/tables/{table}/record").text))
