"""What a table remembers: at the server, in every byte that is sent again."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from dnup.cards.deck import DEFAULT_DECK, load_deck
from tests.server.client import Client, Message, play_round
from tests.server.running import Running, people

CARD = re.compile(r"\b(\d+)/(\d+)\b")
DECK = load_deck(DEFAULT_DECK)

Kinds = Counter[frozenset[str]]


def kinds(text: str) -> Kinds:
    """The cards a text speaks of, whichever way up."""
    return Counter(map(frozenset, CARD.findall(text)))


def copies(players: int) -> Kinds:
    return kinds(" ".join(DECK.texts(players)))


def may_be_shown(view: Message, memory: str) -> set[frozenset[str]]:
    """The cards that a message may speak of: what lies there, one's own, and discards if those are remembered."""
    shown = kinds(" ".join([*view["table"].values(), view["hand"]]))
    if memory == "discards":
        shown += kinds(view["discards"])
    return set(shown)


def again(message: Message) -> Iterator[Any]:
    """Everything in a message but what has just happened, what answers a question, and which card has the star."""
    if message["type"] == "update":
        yield without_star(message["state"])
    elif message["type"] not in ("because", "refused"):
        yield without_star(message)


def without_star(message: Message) -> Message:
    """The deck says which card it is, not the deal."""
    return {
        key: without_star(value) if isinstance(value, dict) else value
        for key, value in message.items()
        if (key, value) != ("star", "1/5")
    }


def assert_forgetful(client: Client, memory: str) -> int:
    """No message has told again of a card that is out of sight; how many were looked at."""
    view: Message = {}
    looked = 0
    for message in client.messages:
        view = message.get("state", {}).get("view", view)
        if not view or view["ending"] is not None:  # at the end all is shown
            continue
        allowed = may_be_shown(view, memory)
        for part in again(message):
            assert set(kinds(str(part))) <= allowed, message
            looked += 1
        assert view["known"] is None
        assert view["unseen"] is None
        assert view["star"] is None
        assert (view["discards"] is None) == (memory == "table")
    return looked


def came_back(server: Running, table: str, clients: Iterable[Client]) -> Iterator[Client]:
    for client in clients:
        first = client.log[0]["number"]
        for last in (None, first, client.number - 1, client.number):
            yield server.client(table, client.token, last)


@pytest.mark.parametrize("memory", ["table", "discards"])
@pytest.mark.parametrize("players", [2, 5])
def test_nothing_out_of_sight_is_sent_again(players: int, memory: str, server: Running) -> None:
    """At as many tables as it takes: hands are dealt as chance will have it, and some games are short."""
    rng = random.Random(players)
    looked = 0
    while looked <= 100:
        seen = looked_at_a_table(server, players, memory, rng)
        assert seen
        looked += seen


def looked_at_a_table(server: Running, players: int, memory: str, rng: random.Random) -> int:
    table, clients = people(server, players, memory=memory)
    everyone = [*clients, server.client(table)]
    clients[0].ask("start")
    looked = 0
    for _ in range(5):
        play_round(everyone, rng, longest=6)
        if everyone[0].phase != "playing":
            break
        for back in came_back(server, table, [everyone[0], everyone[-1]]):
            looked += assert_forgetful(back, memory)
            back.close()
        for client in clients:
            if any(move["move"].startswith("add 1/2 to") for move in client.moves):
                continue  # it would be made
            answer = client.refusal("move", position=client.position, move="add 1/2")
            del answer["expected"]  # an example that is always the same
            assert set(kinds(str(answer))) <= {*may_be_shown(client.view, memory), *kinds("1/2")}
    for client in everyone:
        looked += assert_forgetful(client, memory)
        client.close()
    return looked


@pytest.mark.parametrize("memory", ["table", "discards"])
def test_a_screen_is_told_what_to_forget(memory: str, server: Running) -> None:
    """A client that was there all along shows the same log as one that has just come or come back."""
    rng = random.Random(11)
    # A round can be short.
    assert any(forgotten_at_a_table(server, memory, rng) > 3 for _ in range(5))


def forgotten_at_a_table(server: Running, memory: str, rng: random.Random) -> int:
    """Play some of a round; returns how many moves are forgotten by then."""
    table, clients = people(server, 3, memory=memory)
    clients[0].ask("start")
    for client in clients:
        client.sync()
    forgotten = 0
    for step in range(12):
        play_round(clients, rng, longest=2)
        if clients[0].phase != "playing":
            break
        for client in clients:
            client.sync()
        fresh = server.client(table)
        assert fresh.welcome["fresh"]
        shown = screen(fresh)
        forgotten = sum(event["move"] is None for event in shown.values())
        assert screen(clients[0]) == shown
        if step % 3 == 2:  # one of them loses the line for a while
            gone = next(client for client in clients if not client.in_turn)
            gone.close()
            play_round([client for client in clients if client is not gone], rng, longest=1)
            back = server.client(table, gone.token, gone.number)
            clients[clients.index(gone)] = back
            assert not back.welcome["fresh"]
            back.log = gone.log + back.log
            back.messages = gone.messages + back.messages
            assert screen(back) == screen(server.client(table))
    return forgotten


def screen(client: Client) -> dict[int, Message]:
    """The moves as a screen shows them that forgets what it is told to."""
    log = {event["number"]: event for event in client.log if event["type"] == "moved"}
    for message in client.messages:
        for number in message.get("state", {}).get("forgotten", ()):
            if number in log:
                log[number] = {**log[number], "move": None, "effects": None, "gone": ""}
    return log


def test_what_to_forget_is_known_after_a_table_was_loaded_again(server: Running) -> None:
    """The room of a table can leave memory while cards lie there that will go out of sight later."""
    rng = random.Random(4)
    assert any(same_after_loading(server, rng) for _ in range(5))


def same_after_loading(server: Running, rng: random.Random) -> bool:
    """Whether there was anything to see: a round can be short."""
    table, clients = people(server, 3, memory="table")
    clients[0].ask("start")
    play_round(clients, rng, longest=5)
    for client in clients:
        client.close()

    async def forget() -> None:
        server.hub.drop(table)

    server.do(forget)
    back = [server.client(table, client.token, client.number) for client in clients]
    play_round(back, rng, longest=8)
    for old, new in zip(clients, back, strict=True):
        new.sync()
        new.log = old.log + new.log
        new.messages = old.messages + new.messages
    if back[0].phase != "playing":
        return False
    assert screen(back[0]) == screen(server.client(table))
    return True


def test_a_table_that_remembers_all_shows_known_cards(server: Running) -> None:
    rng = random.Random(6)
    table, clients = people(server, 4, memory="all")
    clients[0].ask("start")
    play_round(clients, rng, longest=14)
    watcher = server.client(table)
    view = watcher.view
    assert view["star"] is None or view["star"] == view["starter"]
    everywhere = [*view["known"], *view["table"].values(), view["discards"], view["unseen"]]
    assert sum(map(kinds, everywhere), Counter()) == copies(4)
    assert kinds(view["discards"]).total() == view["discarded"]
    assert all(event["move"] for event in watcher.log if event["type"] == "moved")
