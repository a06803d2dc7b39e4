"""Non-interference online: no byte that is sent to a client depends on what that client cannot know.

A round is played at a table by people whose moves are scripted, with the server's clock, names, tokens and deals from a
script too. Then everything that one seat, or a spectator, had not been shown up to some event is permuted (the star's
holder stays who it is), and the same is played again. Every byte sent to that client up to that event is the same:
over its socket, over one that comes back, and over HTTP. Only the commitments differ, and the salts hide all in them.

Every other game is one with thinking time: without it, what a move has led to is written in another way.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

import msgspec
import pytest

from dnup import Deck, Round
from dnup.cards.deck import load_deck
from dnup.server.runtime.deals import Deal
from dnup.server.runtime.settings import Settings
from dnup.server.tables import live_table
from dnup.server.tables.wire_writer import Made, WireWriter
from tests.kernel.test_noninterference import Game
from tests.random_play import COPIES, PLAYERS, scaled
from tests.server.no_network import Place, place
from tests.server.running import counted, with_sources

MEMORY = ("table", "discards", "all")
SECONDS = (None, 3600)
GAMES = 20
"""For each number of players and each memory: 12 times as many in all, half of them with thinking time."""

SECRET_SALT = "5a17" * 16

COMMITMENT = re.compile(r'("commitment":")[0-9a-f]{64}')


def dealt_by(game_hands: list[str]) -> Callable[[Deck, int, int], Deal]:
    return lambda deck, players, first: Deal(tuple(game_hands), SECRET_SALT)


class Clock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def settings_for(deck: Deck, hands: list[str], clock: Clock) -> Settings:
    """All that is not the same twice comes from a script."""
    quiet = Settings(
        decks={"deck": deck}, idle_after=1e9, stale_after=1e9, messages_per_second=1e9, presence_pause=0.0
    )
    return with_sources(
        quiet,
        clock=clock,
        date=lambda: 1_700_000_000.0,
        new_id=counted("table"),
        new_token=counted("token"),
        dealer=dealt_by(hands),
        seed=lambda _: 1,
    )


async def converse(game: Game, hands: list[str], memory: str, seconds: int | None) -> list[str]:
    """All that reaches the viewer when this deal is played, commitments aside."""
    players = game.positions[0].players
    heard: list[str] = []
    clock = Clock()
    async with place(settings_for(game.deck, hands, clock)) as here:
        options = {"players": players, "deck": "deck", "memory": memory, "public": True, "seconds": seconds}
        joined = await here.api.post("/api/tables", json={"name": "A", "options": options})
        tokens = {"A": joined.json()["token"]}
        for seat in game.positions[0].seats[1:]:
            here.api.cookies.clear()
            joined = await here.api.post("/api/tables/table1/seats", json={"name": seat})
            tokens[seat] = joined.json()["token"]
        here.api.cookies.clear()
        viewer_token = tokens.get(game.viewer or "")
        lines = {seat: await here.line("table1", token) for seat, token in tokens.items()}
        watcher = await here.line("table1")
        viewer = lines[game.viewer] if game.viewer else watcher
        await lines["A"].say("start")
        dealt = here.hub.live_tables["table1"].table.number
        for index, (before, move) in enumerate(zip(game.positions, game.moves, strict=False)):
            line = lines[before.turn or ""]
            clock.now += 0.3 * (index % 5)
            position = here.hub.live_tables["table1"].table.position_number
            await line.say("move", position=position, move=move)
            if index == 3:
                await viewer.say("why", move=move, ref=1)
                await viewer.say("move", position=position, move="dance")
                await viewer.say("why", move="take", ref=2)
                heard += await asked_over_http(here, viewer_token)
        for last in (None, dealt, dealt + len(game.moves) // 2):
            back = await here.line("table1", viewer_token, last)
            heard += back.texts
            await back.leave()
        heard += await asked_over_http(here, viewer_token)
        assert here.hub.live_tables["table1"].table.moves == game.moves, "every move was made"
        heard += viewer.texts
        for line in (*lines.values(), watcher):
            await line.leave()
    return [COMMITMENT.sub(r"\1", text) for text in heard]


async def asked_over_http(here: Place, token: str | None) -> list[str]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    paths = ("/api/tables", "/api/tables/table1", "/api/tables/table1/record", "/table/table1/qr.svg")
    answers = [await here.api.get(path, headers=headers) for path in paths]
    return [f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}" for answer in answers]


async def leaks(
    deck: Deck, players: int, memory: str, seeds: range, times: Sequence[int | None] = SECONDS
) -> tuple[int, int, int]:
    """In how many games the viewer could tell; in how many there were two worlds; how many bytes were compared.

    The games have these thinking times in turn.
    """
    told = different = size = 0
    for seed, seconds in zip(seeds, cycle(times), strict=False):
        game = Game(deck, players, seed)
        if game.positions[-1].over:  # then all is shown
            game.positions.pop()
            game.moves.pop()
        true_hands = [" ".join(map(str, hand)) for hand in game.positions[0].hands]
        other_hands = game.another_deal()
        one = await converse(game, true_hands, memory, seconds)
        other = await converse(game, other_hands, memory, seconds)
        told += one != other
        different += sorted(map(sorted, map(str.split, true_hands))) != sorted(
            map(sorted, map(str.split, other_hands))
        )
        size += sum(map(len, one))
        assert SECRET_SALT not in "".join(one)
    return told, different, size


@pytest.mark.compiled
@pytest.mark.parametrize("memory", MEMORY)
@pytest.mark.parametrize("players", PLAYERS)
def test_no_byte_tells_what_was_not_shown(players: int, memory: str) -> None:
    first = 1000 * players
    told, different, size = asyncio.run(
        leaks(load_deck("printed"), players, memory, range(first, first + scaled(GAMES)))
    )
    assert told == 0
    assert different > GAMES // 2, "there was something to permute"
    assert size > 100_000


@pytest.mark.compiled
@pytest.mark.parametrize("players", PLAYERS)
def test_no_byte_tells_copies_of_a_card_apart_nor_anything_with_another_deck(players: int) -> None:
    for deck in (COPIES, load_deck("balanced")):
        told, different, _ = asyncio.run(leaks(deck, players, "all", range(4)))
        assert told == 0
        assert different


##### The test must be able to fail #####

Shown = dict[str, Any]


def leak_a_card(view: Shown, position: Round) -> None:
    """The first card of the last hand, as if it had been discarded."""
    view["discards"] = f"{view['discards']} {position.hands[-1][:1]}"


def leak_an_order(view: Shown, position: Round) -> None:
    """What lies on the table, in an order that depends on what is hidden."""
    if sum(card.active > card.inactive for hand in position.hands for card in hand) % 2:
        view["table"] = dict(reversed(view["table"].items()))


def leak_a_number(view: Shown, position: Round) -> None:
    """A little about the hidden cards in a number that looks harmless."""
    view["turn_limit"] = 500 + sum(card.active for hand in position.hands for card in hand) % 7


def is_found(seconds: int | None, games: int = 8) -> bool:
    """Whether someone can tell, in one of a few games with such thinking time."""
    deck = load_deck("printed")
    one_by_one = (leaks(deck, 3, "all", range(seed, seed + 1), [seconds]) for seed in range(games))
    return any(asyncio.run(game)[0] for game in one_by_one)


@pytest.mark.compiled
@pytest.mark.parametrize("leak", [leak_a_card, leak_an_order, leak_a_number])
def test_a_leak_would_be_found(leak: Callable[[Shown, Round], None], monkeypatch: pytest.MonkeyPatch) -> None:
    true_write = WireWriter.write_views

    def write_views(self: WireWriter, position: Round, memory: str, seats: frozenset[str | None]) -> Any:
        views, moves = true_write(self, position, memory, seats)
        for seat, view in views.items():
            shown = msgspec.json.decode(view)
            leak(shown, position)
            views[seat] = msgspec.Raw(msgspec.json.encode(shown))
        return views, moves

    monkeypatch.setattr(WireWriter, "write_views", write_views)
    assert is_found(3600)


@pytest.mark.compiled
@pytest.mark.parametrize("leak", [leak_a_card, leak_an_order, leak_a_number])
def test_a_leak_in_an_ordinary_update_would_be_found(
    leak: Callable[[Shown, Round], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message that nearly every move is told with at tables without thinking time."""
    true_write = WireWriter.write_updates

    def write_updates(self: WireWriter, made: Made, *rest: Any) -> dict[str | None, bytes]:
        written = true_write(self, made, *rest)
        for seat, message in written.items():
            update = msgspec.json.decode(message)
            leak(update["state"]["view"], made.step.after)
            written[seat] = msgspec.json.encode(update)
        return written

    monkeypatch.setattr(WireWriter, "write_updates", write_updates)
    assert is_found(None)
    assert not is_found(3600, games=2), "with thinking time it is written in another way"


@pytest.mark.compiled
@pytest.mark.parametrize("seconds", SECONDS)
def test_a_move_list_for_everyone_would_be_found(
    seconds: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that gets the moves of the seat in turn also gets its hand."""
    true_states, true_write = live_table.LiveTable._states, WireWriter.write_updates

    def states(self: Any, seats: frozenset[str | None], *rest: Any) -> Any:
        made = true_states(self, seats, *rest)
        if self.table.turn is None:
            return made
        _, moves = self._services.writer.write_views(self.table.position, "all", frozenset([self.table.turn]))
        return {seat: msgspec.structs.replace(state, moves=moves) for seat, state in made.items()}

    def write_updates(self: WireWriter, made: Made, memory: str, seats: frozenset[str | None]) -> Any:
        turn = made.step.after.turn
        return dict.fromkeys(seats, true_write(self, made, memory, frozenset([turn]))[turn])

    if seconds:
        monkeypatch.setattr(live_table.LiveTable, "_states", states)
    else:
        monkeypatch.setattr(WireWriter, "write_updates", write_updates)
    assert is_found(seconds)


@pytest.mark.parametrize("seconds", SECONDS)
def test_a_conversation_is_the_same_twice(seconds: int | None) -> None:
    """What the tests compare is not chance."""
    game = Game(load_deck("printed"), 4, 7)
    hands = [" ".join(map(str, hand)) for hand in game.positions[0].hands]
    once, again = (asyncio.run(converse(game, hands, "all", seconds)) for _ in range(2))
    assert once == again
