"""A table of the device sends, byte for byte, what the server's sends: updates, welcomes, answers and refusals.

Both have the same events and hear the same messages, in one run: the server without a network, the other in Node. Bots'
moves and deals come from a script, because their origin and time are not compared.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
from typing import Any, Literal

import pytest

from dnup import Deck, Round, __version__, load_deck
from dnup.cards.deck import deck_to_json
from dnup.game.limits import check_stall_limit
from dnup.records.record import parse_record
from dnup.records.verify import verify
from dnup.server.messages.events import (
    BotSeated,
    Created,
    MoveMade,
    RoundDealt,
    Seated,
    StoredEvent,
    encode_event,
)
from dnup.server.messages.protocol import Options
from dnup.server.runtime.settings import Settings, key_of
from dnup.server.tables.scheduler import Scheduler
from tests.chance import seeded
from tests.engine.test_same import HERE, MODULE
from tests.need import need_program
from tests.random_play import COPIES, PLAYERS
from tests.server.client import SERVER_VALIDATORS
from tests.server.no_network import Place, place
from tests.server.running import with_sources

Memory = Literal["table", "discards", "all"]

TABLE, TOKEN = "k7m2q9xw4zap", "token"
MEMORY: list[Memory] = ["table", "discards", "all"]
PRINTED = load_deck("printed")
DECKS = [PRINTED, load_deck("balanced"), COPIES]
NOT_MOVES = (
    "dance",
    "play",
    "play 3/3",
    "take Q",
    "rotate 1/2",
    "add 1/2 2/3 to B",
    "add to B",
    'play "1/2"',
    "",
)

pytestmark = pytest.mark.compiled


class Script:
    """A game at the server's table, and all that was said and happened at it."""

    def __init__(self, here: Place, deck: Deck, options: Options, chance: random.Random) -> None:
        self.here = here
        self.deck = deck
        self.options = options
        self.chance = chance
        self.key = key_of(TOKEN)
        self.steps: list[dict[str, Any]] = []
        self.events: list[StoredEvent] = [
            Created(
                options,
                deck_to_json(deck, options.players),
                self.key,
                check_stall_limit(None, options.players),
            ),
            Seated("A", "Ada", self.key),
            *(BotSeated(seat, "hard") for seat in "BCDE"[: options.players - 1]),
        ]
        store: Any = here.hub.store
        store.events[TABLE] = [encode_event(event) for event in self.events]

    async def come(self) -> None:
        self.line = await self.here.line(TABLE, TOKEN)
        self.live_table = await self.here.hub.live_table(TABLE)
        self.table = self.live_table.table
        self.sent = self.line.texts
        self.steps.append({"say": {"type": "hello", "protocol": 1, "table": TABLE, "last": None}})

    async def come_back(self, last: int) -> None:
        before = self.sent
        await self.line.leave()
        self.line = await self.here.line(TABLE, TOKEN, last)
        self.sent = before + self.line.texts
        self.line.texts = self.sent
        self.steps.append({"say": {"type": "hello", "protocol": 1, "table": TABLE, "last": last}})

    async def say(self, kind: str, **fields: Any) -> None:
        await self.line.say(kind, **fields)
        self.steps.append({"say": {"type": kind, **fields}})

    async def happen(self, event: StoredEvent, *, elsewhere: bool = False) -> None:
        await self.live_table.act(lambda table: [event])
        self.steps.append({"elsewhere" if elsewhere else "happens": json.loads(encode_event(event))})

    async def deal(self) -> None:
        first = len(self.table.deals) if self.table.phase == "between" else 0
        deal = self.here.hub.settings.sources.dealer
        dealt = deal(self.deck, self.options.players, first % self.options.players)
        await self.happen(RoundDealt(dealt.hands, dealt.salt))

    def position(self) -> Round:
        assert self.table.position is not None
        return self.table.position

    async def play_round(self) -> None:
        await self.deal()
        while self.table.turn is not None:
            move = str(self.chance.choice(self.position().legal_moves))
            if self.table.turn == "A":
                await self.own_turn(move)
            else:
                if self.chance.random() < 0.1:
                    await self.say("move", position=self.table.position_number, move=move, ref=7)
                by = self.chance.choice(["bot", "stand-in"])
                event = MoveMade(self.table.turn, move, by)  # type: ignore[arg-type]
                await self.happen(event, elsewhere=self.chance.random() < 0.1)
            if self.chance.random() < 0.1:
                await self.come_back(self.chance.randrange(self.table.number + 1))

    async def own_turn(self, move: str) -> None:
        """A move of the person's own, with one that is none before it, and the same once more behind it."""
        number = self.table.position_number
        wrong = self.wrong_move()
        await self.say("why", move=wrong, ref=1)
        await self.say("move", position=number, move=wrong, ref=2)
        if self.table.position_number == number:
            await self.say("why", move=move, ref=3)
            await self.say("move", position=number, move=untidy(move, self.chance), ref=4)
        if self.chance.random() < 0.3:
            await self.say("move", position=number, move=move)
            await self.say("move", position=number - 1, move=move, ref=5)

    def wrong_move(self) -> str:
        """Something that someone may say who does not know the rules; now and then it is a move."""
        position, chance = self.position(), self.chance
        if chance.random() < 0.2:
            return chance.choice(NOT_MOVES)
        cards = [str(card) for hand in position.hands for card in hand]
        some = " ".join(chance.sample(cards, min(len(cards), chance.choice([1, 1, 2, 3, 20]))))
        own = " ".join(map(str, chance.sample(position.hands[0], min(2, len(position.hands[0])))))
        slot = chance.choice([*position.slots, "A", "B", "E", "B1", ""])
        to = f" to {slot}" if slot else ""
        return chance.choice(
            [f"play {some}", f"play {own}", f"add {some.split()[0]}{to}", f"add {own}{to}", f"take {slot}"]
        )


def untidy(move: str, chance: random.Random) -> str:
    """The same move as someone may type it."""
    if chance.random() < 0.5:
        return move
    verb, *rest = move.split()
    return "  ".join([verb.upper(), *(reversed(rest) if verb == "play" else rest)]).replace("to", "TO")


async def written(deck: Deck, options: Options, seed: int, rounds: int) -> Script:
    """A game with all that can be said at it."""
    settings = Settings(decks={"deck": deck}, messages_per_second=1e9, presence_pause=0.0)
    settings = with_sources(seeded(settings, seed), clock=lambda: 0.0)
    async with place(settings) as here:
        script = Script(here, deck, options, random.Random(seed))
        await script.come()
        await script.say("why", move="rotate", ref=1)
        for number in range(rounds):
            await script.play_round()
            await script.say("rename", name=f"Ada  {number}\u200b")
            await script.say("rename", name="\t")
            await script.say("ready")
            await script.say("ready")
        await script.deal()
        await script.say("start")
        await script.say("fill", seat="B", level="easy")
        await script.say("ping", ref=9)
        await script.say("react", emoji="👋")
        for seat in ("A", "B", "E"):
            await script.say("stand-in", seat=seat)
        await script.say("ready")
        await script.say("resign")
        await script.say("react", emoji="👋")
        await script.say("stand-in", seat="B")
        await script.say("move", position=script.table.position_number, move="rotate", ref=6)
        await script.happen(
            MoveMade(script.position().turn or "", str(script.position().legal_moves[0]), "bot")
        )
        store: Any = here.hub.store
        texts = [*store.games.values(), str(script.table.record() or "")]
        assert sum(len(verify(parse_record(text)).rounds) for text in texts if text)
        return script


def games(deck: Deck) -> list[Script]:
    """With every number of players and every memory, and one with thinking time; of other decks a few rounds."""
    whole = deck == PRINTED
    tables = [
        Options(players, "deck", memory=memory)
        for players in PLAYERS
        for memory in (MEMORY if whole else [MEMORY[players % 3]])
    ]
    timed = [Options(3, "deck", seconds=3600)] if whole else []
    return [
        asyncio.run(written(deck, options, seed, 2 if whole else 1))
        for seed, options in enumerate([*tables, *timed])
    ]


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_the_device_sends_what_the_server_sends(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scheduler, "update", lambda scheduler: None)  # nothing happens by itself
    scripts = games(deck)
    lines = [
        {
            "id": TABLE,
            "key": one.key,
            "events": [json.loads(encode_event(event)) for event in one.events],
            "steps": one.steps,
        }
        for one in scripts
    ]
    answers = subprocess.run(
        [need_program("node"), str(HERE / "local.mjs"), str(MODULE)],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    ).stdout.splitlines()
    kinds = set()
    for script, answer in zip(scripts, answers, strict=True):
        told = json.loads(answer)
        for ours, theirs in zip(told, script.sent, strict=True):
            assert ours.replace('"server":"local"', f'"server":"{__version__}"') == theirs
            message = json.loads(ours)
            if (
                message["type"] != "update" or script is scripts[0]
            ):  # what is equal to one that is valid is valid
                SERVER_VALIDATORS[message["type"]].validate(message)
            kinds.add(message.get("code", message["type"]))
    assert kinds >= {
        "stale",
        "illegal-move",
        "not-your-turn",
        "not-a-move",
        "round-not-over",
        "no-stand-in",
        "not-your-seat",
        "bad-name",
    }
    assert kinds >= {"welcome", "update", "accepted", "because", "pong", "reaction"}
