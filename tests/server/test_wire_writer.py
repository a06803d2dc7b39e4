"""What the kernel writes for clients is, byte for byte, what the readable view and its legal moves say."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from dnup import Deck, Round
from dnup.cards.card import format_hand
from dnup.cards.deck import load_deck
from dnup.game import board
from dnup.server.messages.protocol import Effects, LegalMove, Moved, SeatView, State, Update
from dnup.server.runtime.settings import Settings
from dnup.server.tables.hub import Hub
from dnup.server.tables.wire_writer import BY, Made, WireWriter, read_moved
from tests.random_play import COPIES, PLAYERS, scaled
from tests.server.no_network import MemoryStore

DECKS = [load_deck("printed"), COPIES]
MEMORY = ("table", "discards", "all")
AREAS = ("A1", "A2", "B1", "B2")
"""With two players, in the order of their turns (R23)."""
WRITER = WireWriter()


def positions(deck: Deck, players: int, rounds: int) -> Iterator[Round]:
    """Every position of some random rounds, their ends too."""
    chance = random.Random(players)
    for seed in range(rounds):
        score = [
            chance.randrange(2 if players == 2 else 3) for _ in range(players)
        ]  # nobody has won the match yet
        limit = 500 if seed % 3 else 30
        stall = 6 if seed % 2 else None
        position = Round.deal(
            players,
            seed,
            deck=deck,
            score=score,
            turn_limit=limit,
            stall_limit=stall,
            finish_round=seed % 4 < 2,
        )
        yield position
        while not position.over:
            position = position.apply(chance.choice(position.legal_moves))
            yield position


def readable_view(position: Round, seat: str | None, memory: str) -> bytes:
    """The view as `View` has it, less what the table does not remember."""
    fields = position.view(seat).to_json()
    fields = {name: fields[name] for name in SeatView.__struct_fields__ if name in fields}
    fields |= {"turn": position.slot, "discarded": len(position.discards)}  # the protocol's turn is the slot
    if memory != "all":
        fields |= {"star": None, "known": None, "unseen": None}
    if memory == "table":
        fields["discards"] = None
    if len(position.seats) == 2 and position.slot:
        fields["next"] = AREAS[(AREAS.index(position.slot) + 1) % len(AREAS)]
    goal = 2 if len(position.seats) == 2 else 4
    totals = map(sum, zip(position.score, position.points, strict=True))
    enough = [seat for seat, total in zip(position.seats, totals, strict=True) if total >= goal]
    fields["winner"] = next((seat for seat in position.finish if seat in enough), None)  # the first to be out
    return msgspec.json.encode(SeatView(**fields))


def readable_effects(found: board.Effects) -> Effects | None:
    if found == board.Effects():
        return None
    return Effects(found.beaten, found.hand, format_hand(found.returned), found.goes_out)


def readable_moves(position: Round) -> bytes:
    return msgspec.json.encode(
        [LegalMove(str(move), readable_effects(position.effects(move))) for move in position.legal_moves]
    )


@pytest.mark.parametrize("deck", DECKS, ids=["printed", "copies"])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_view_is_the_readable_one(deck: Deck, players: int) -> None:
    seen = 0
    for position in positions(deck, players, scaled(12)):
        for memory in MEMORY:
            views, _ = WRITER.write_views(position, memory, frozenset([*position.seats, None]))
            for seat, view in views.items():
                assert bytes(view) == readable_view(position, seat, memory)
                seen += 1
    assert seen > 1000


@pytest.mark.parametrize("deck", DECKS, ids=["printed", "copies"])
@pytest.mark.parametrize("players", PLAYERS)
def test_moves_are_told_to_the_seat_in_turn_alone(deck: Deck, players: int) -> None:
    for position in positions(deck, players, scaled(3)):
        for seat in (*position.seats, None):
            _, moves = WRITER.write_views(position, "all", frozenset([seat]))
            if seat is None or seat != position.turn:
                assert moves == []
            else:
                assert bytes(moves) == readable_moves(position)


@pytest.mark.parametrize("deck", DECKS, ids=["printed", "copies"])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_move_is_found_by_its_text_and_told(deck: Deck, players: int) -> None:
    for position in positions(deck, players, scaled(3)):
        for text in (
            "",
            "dance",
            "play",
            "rotat",
            "rotate ",
            "Rotate",
            "take Z",
            'rotate"}',
            "ro\0tate",
            "ß",
        ):
            assert WRITER.try_move(position, text) is None
        for move in position.legal_moves:
            step = WRITER.try_move(position, str(move))
            assert step is not None
            after, turn = step.after, position.turn or ""
            event = read_moved(WRITER.write_moved(Made(step, 7, "bot")))
            assert after == position.apply(move)
            found = position.effects(move)
            gone = {found.beaten, move.slot if move.verb == "take" else None}
            swept = [slot for slot in position.table if slot not in after.table and slot not in gone]
            added = {move.slot: move.cards} if move.verb == "add" else {}
            sets = [format_hand([*position.table[slot], *added.get(slot, ())]) for slot in swept]
            told = (move.verb, str(move), readable_effects(found), swept, "|".join(sets), position.slot)
            assert event == Moved(7, turn, "bot", *told)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_update_is_what_its_parts_make(players: int) -> None:
    for position in positions(DECKS[0], players, scaled(3)):
        seats = frozenset([*position.seats, None])
        for move, by in zip(position.legal_moves, BY, strict=False):
            step = WRITER.try_move(position, str(move))
            assert step is not None
            made = Made(step, 12, by)
            event = msgspec.Raw(WRITER.write_moved(made))
            for memory in MEMORY:
                views, moves = WRITER.write_views(step.after, memory, seats)
                whole = WRITER.write_updates(made, memory, seats)
                assert whole.keys() == views.keys()
                for seat, view in views.items():
                    own = moves if seat == step.after.turn else []
                    parts = Update([event], State(12, 12, view=view, moves=own))  # type: ignore[list-item]
                    assert whole[seat] == msgspec.json.encode(parts)


def test_the_longest_list_of_moves_has_room() -> None:
    """A hand whose cards all show the same value has the most moves."""
    same = ["1/2", "1/3", "1/4", "1/5", "1/6", "1/7", "1/8", "1/9", "1/10", "1/11", "1/12", "1/13"]
    others = [f"{low}/{high}" for low in range(2, 6) for high in range(low + 1, 9)][: len(same)]
    deck = Deck.of([f"{same[0]}*", *same[1:], *others])
    position = Round.from_deal([" ".join(same), " ".join(others)], deck=deck)
    _, moves = WRITER.write_views(position, "all", frozenset("A"))
    assert bytes(moves) == readable_moves(position)


def test_two_hubs_write_at_the_same_time() -> None:
    """Each hub has its own buffer: one does not overwrite what the other has written."""
    hubs = [Hub(MemoryStore(), Settings()) for _ in range(2)]
    tables = [list(positions(DECKS[0], players, 1)) for players in (2, 5)]

    def write(writer: WireWriter, table: list[Round]) -> list[object]:
        seats = frozenset([*table[0].seats, None])
        told: list[object] = []
        for position in table:
            views, moves = writer.write_views(position, "all", seats)
            told += [*map(bytes, views.values()), bytes(moves)]
            if (step := writer.try_move(position, "rotate")) is not None:
                made = Made(step, 12, "bot")
                told.append(writer.write_moved(made))
                told += writer.write_updates(made, "all", seats).values()
        return told

    alone = [write(WRITER, table) for table in tables]
    often, seldom = 1e-6, sys.getswitchinterval()
    sys.setswitchinterval(often)  # between any two steps of one thread, the other may take some
    try:
        with ThreadPoolExecutor(2) as threads:
            for _ in range(scaled(20)):
                together = threads.map(write, [hub.writer for hub in hubs], tables)
                assert list(together) == alone
    finally:
        sys.setswitchinterval(seldom)
        for hub in hubs:
            hub.bot_pool.close()
