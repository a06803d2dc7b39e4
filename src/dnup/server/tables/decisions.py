"""Decisions about requests at a table: each function returns the events to store, or raises a `Refusal`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from dnup.game.errors import IllegalMoveError, MoveError
from dnup.game.seats import SEATS
from dnup.server.messages import protocol
from dnup.server.messages.events import (
    BotSeated,
    MoveMade,
    RoundDealt,
    SeatCommitted,
    Seated,
    SeatFreed,
    SeatReady,
    SeatRenamed,
    SeatResigned,
    SeatReturned,
    SeatRevealed,
    SeatShared,
    ShuffleBegun,
    StandInCalled,
    StoredEvent,
)
from dnup.server.messages.protocol import Level, Why
from dnup.server.messages.refusals import Refusal, reason
from dnup.server.runtime.deals import Shuffle
from dnup.server.runtime.settings import Sources
from dnup.server.tables.names import clean_name, distinct_name
from dnup.server.tables.table import Chair, Table

MAX_DEVICES: Final = 4
"""Devices of one person that can take part in a shuffle."""

MAX_RENAMES: Final = 20
"""Renames at a table between two deals."""

MAX_FILLS: Final = 100
"""Times that bots can be seated before the start: each is stored as long as the table."""


def sit(table: Table, key: str, name: str, seat: str | None) -> list[StoredEvent]:
    """Take a seat before the start: this one, or the first that is free."""
    name = clean_name(name)
    mine = table.chair_of(key)
    if mine is not None:
        raise Refusal("already-seated", seat=mine.seat)
    if table.phase != "open" or table.shuffle is not None:
        raise Refusal("game-begun")
    if seat is None:
        free = [chair.seat for chair in table.chairs.values() if chair.kind == "open"]
        if not free:
            raise Refusal("no-seat-free")
        seat = free[0]
    if _chair(table, seat).kind != "open":
        raise Refusal("seat-taken", seat=seat)
    return [Seated(seat, distinct_name(name, _names(table)), key)]


def rename(table: Table, key: str, name: str) -> list[StoredEvent]:
    """Change one's name. Idempotent."""
    chair = _own_chair(table, key)
    name = distinct_name(clean_name(name), _names(table, leaving_out=chair.seat))
    if name == chair.name:
        return []
    if len(table.renewed) >= MAX_RENAMES:
        raise Refusal("too-many-renames")
    return [SeatRenamed(chair.seat, name)]


def share(table: Table, key: str, other: str) -> list[StoredEvent]:
    """Let another key count as this one."""
    return [] if table.shared.get(other, other) == key else [SeatShared(key, other)]


def fill(table: Table, key: str, seat: str, level: Level) -> list[StoredEvent]:
    """Put a bot into a seat without a person. Idempotent."""
    _need_host(table, key)
    _need_open(table)
    if _chair(table, seat).kind == "person":
        raise Refusal("seat-taken", seat=seat)
    if table.chairs[seat].level == level:
        return []
    if table.fills >= MAX_FILLS:
        raise Refusal("too-many-bot-changes")
    return [BotSeated(seat, level)]


def free(table: Table, key: str, seat: str) -> list[StoredEvent]:
    """Free a seat before the start: anyone their own, the host any."""
    _need_open(table)
    chair = _chair(table, seat)
    if chair.key != key:
        _need_host(table, key)
    if chair.kind == "open":
        raise Refusal("seat-free", seat=seat)
    return [SeatFreed(seat)]


def start(
    table: Table, key: str, level: Level, sources: Sources, *, host_gone: bool = False
) -> list[StoredEvent]:
    """Begin the first game; bots take the seats that are open. If the host is gone, anyone seated may."""
    if not (host_gone and table.chair_of(key)):
        _need_host(table, key)
    _need_open(table)
    bots = [BotSeated(chair.seat, level) for chair in table.chairs.values() if chair.kind == "open"]
    return [*bots, deal(table, sources)]


def ready(table: Table, key: str) -> list[StoredEvent]:
    """Be ready for the next round. Idempotent."""
    chair = _own_chair(table, key)
    if table.phase not in ("between", "over"):
        raise Refusal("round-not-over")
    return [] if chair.ready else [SeatReady(chair.seat)]


def resign(table: Table, key: str, level: Level) -> list[StoredEvent]:
    """Leave one's seat to a bot for good."""
    chair = _own_chair(table, key)
    if table.phase == "open" and table.shuffle is None:
        return [SeatFreed(chair.seat)]
    return [SeatResigned(chair.seat, level)]


def call_stand_in(table: Table, key: str, seat: str, offered: Collection[str]) -> list[StoredEvent]:
    """Have a bot play for a player who has been away, until they come back. Idempotent."""
    if not table.knows(key):
        raise Refusal("not-your-seat")
    if _chair(table, seat).seat in table.stand_ins:
        return []
    if seat not in offered:
        raise Refusal("no-stand-in", seat=seat)
    return [StandInCalled(seat)]


def take_back(table: Table, present: Collection[str]) -> list[StoredEvent]:
    """End the stand-ins of players who are back."""
    return [SeatReturned(seat) for seat in sorted(table.stand_ins) if seat in present]


def deal(table: Table, sources: Sources) -> RoundDealt | ShuffleBegun:
    """Deal the next round, or the first of the next game; with commitments, players reveal their bits first."""
    people = tuple((chair.seat, one) for chair in table.chairs.values() for one in chair.commitments)
    if people:
        return ShuffleBegun(sources.new_secret(), people)
    dealt = sources.dealer(table.deck, table.options.players, _dealt_first(table))
    return RoundDealt(dealt.hands, dealt.salt)


def finish_shuffle(table: Table, shuffle: Shuffle) -> RoundDealt:
    """The deal that follows from the revealed bits."""
    dealt = shuffle.deal(table.deck, table.options.players, _dealt_first(table))
    return RoundDealt(dealt.hands, dealt.salt)


def commit(table: Table, key: str, commitment: str) -> list[StoredEvent]:
    """Commit to bits for the next deal. Idempotent."""
    chair = _own_chair(table, key)
    if table.phase == "playing" or table.shuffle is not None:
        raise Refusal("no-shuffle")
    if commitment in chair.commitments:
        return []
    if len(chair.commitments) == MAX_DEVICES:
        raise Refusal("too-many-devices", most=MAX_DEVICES)
    return [SeatCommitted(chair.seat, commitment)]


def reveal(table: Table, key: str, bits: str) -> list[StoredEvent]:
    """Reveal committed bits; with the last ones the round is dealt. Idempotent."""
    chair, shuffle = _own_chair(table, key), table.shuffle
    if shuffle is None:
        raise Refusal("no-shuffle")
    thrown = shuffle.find(chair.seat, bits)
    if thrown is None:
        raise Refusal("wrong-bits")
    if thrown.bits is not None:
        return []
    after = shuffle.with_bits(chair.seat, bits)
    revealed = SeatRevealed(chair.seat, bits)
    return [revealed, finish_shuffle(table, after)] if after.complete else [revealed]


def _dealt_first(table: Table) -> int:
    """The number of the seat where dealing begins (R4)."""
    first = table.match.dealer if table.phase == "between" and table.match is not None else "A"
    return SEATS.index(first)


def move(table: Table, seat: str | None, message: protocol.MakeMove) -> list[StoredEvent]:
    """Make a move; nothing if this very move was made already."""
    if seat is None:
        raise Refusal("not-your-seat")
    if table.position is None:
        raise Refusal("game-not-begun")
    if message.position != table.position_number:
        if repeated(table, seat, message) is not None:
            return []
        raise Refusal("stale", position=message.position, current=table.position_number)
    if table.turn != seat or table.try_move(message.move) is None:
        return [MoveMade(seat, _understand(table, seat, message.move), "person")]
    return [MoveMade(seat, message.move, "person")]


def repeated(table: Table, seat: str, message: protocol.MakeMove) -> int | None:
    """The number of the event, if this move was made in that position by that seat before."""
    if message.position not in table.numbers[:-1]:
        return None
    index = table.numbers.index(message.position)
    try:
        before = table.position_before(index)
        same = before.turn == seat and str(before.parse_move(message.move)) == table.moves[index]
    except MoveError:
        return None
    return table.numbers[index + 1] if same else None


def why_not(table: Table, key: str, text: str) -> Why | None:
    """Why a move is not legal for this person now; None if it is."""
    chair = _own_chair(table, key)
    if table.position is None:
        raise Refusal("game-not-begun")
    try:
        why = table.position.view(chair.seat).why_not(text)
    except MoveError as error:
        raise Refusal("not-a-move", problem=error.sentence) from None
    return None if why is None else reason(why)


def _understand(table: Table, seat: str, text: str) -> str:
    """The text of the legal move that is meant; a `Refusal` with the reason if there is none."""
    assert table.position is not None  # the caller has checked it
    try:
        return str(table.position.view(seat).parse_move(text))
    except IllegalMoveError as error:
        why = reason(error.why)
        if why.code == "not-your-turn":
            raise Refusal("not-your-turn", why) from None
        raise Refusal("illegal-move", why, problem=why.sentence) from None
    except MoveError as error:
        raise Refusal("not-a-move", problem=error.sentence) from None


def _names(table: Table, leaving_out: str = "") -> list[str]:
    """The names of the players at a table."""
    return [chair.name for chair in table.chairs.values() if chair.name and chair.seat != leaving_out]


def _chair(table: Table, seat: str) -> Chair:
    if seat not in table.chairs:
        raise Refusal("unknown-seat", seat=seat, seats=", ".join(table.chairs))
    return table.chairs[seat]


def _own_chair(table: Table, key: str) -> Chair:
    chair = table.chair_of(key)
    if chair is None:
        raise Refusal("not-your-seat")
    return chair


def _need_host(table: Table, key: str) -> None:
    if not key or key != table.host:
        raise Refusal("not-host")


def _need_open(table: Table) -> None:
    if table.phase != "open" or table.shuffle is not None:
        raise Refusal("game-begun")
