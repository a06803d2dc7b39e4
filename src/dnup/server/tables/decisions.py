"""What someone may do at a table: each function returns the events to keep, or raises a `Refusal`."""

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
from dnup.server.tables.names import clean_name, distinct_name
from dnup.server.tables.table import Chair, Table
from dnup.server.upkeep.deals import Shuffle
from dnup.server.upkeep.settings import Sources

MAX_DEVICES: Final = 4
"""On so many devices can a person take part in a shuffle at once."""

MAX_RENAMES: Final = 20
"""So often can names at a table change between two deals."""


MAX_FILLS: Final = 100
"""So often can bots be put into seats before the start: each time is kept for as long as the table."""


def sit(table: Table, key: str, name: str, seat: str | None) -> list[StoredEvent]:
    """Take a seat before the start: this one, or the first that is free."""
    name = clean_name(name)
    mine = table.chair_of(key)
    if mine is not None:
        raise Refusal("seat-taken", f"you sit in seat {mine.seat} already", "free it first to sit elsewhere")
    if table.phase != "open" or table.shuffle is not None:
        raise Refusal("not-now", "the game has begun", "watch, or wait for another table")
    if seat is None:
        free = [chair.seat for chair in table.chairs.values() if chair.kind == "open"]
        if not free:
            raise Refusal("no-seat-free", "all seats are taken", "watch, or wait until one is freed")
        seat = free[0]
    if _chair(table, seat).kind != "open":
        raise Refusal("seat-taken", f"seat {seat} is taken", "a seat that is open")
    return [Seated(seat, distinct_name(name, _names(table)), key)]


def rename(table: Table, key: str, name: str) -> list[StoredEvent]:
    """Go by another name. Said twice, it counts once."""
    chair = _own_chair(table, key)
    name = distinct_name(clean_name(name), _names(table, leaving_out=chair.seat))
    if name == chair.name:
        return []
    if len(table.renewed) >= MAX_RENAMES:
        raise Refusal("not-now", "names have changed often enough in this round", "wait for the next one")
    return [SeatRenamed(chair.seat, name)]


def share(table: Table, key: str, other: str) -> list[StoredEvent]:
    """Let whoever has another key count as the one who has this one."""
    return [] if table.shared.get(other, other) == key else [SeatShared(key, other)]


def fill(table: Table, key: str, seat: str, level: Level) -> list[StoredEvent]:
    """Put a bot into a seat where no person sits. Said twice, it counts once."""
    _need_host(table, key, "put bots into seats")
    _need_open(table)
    if _chair(table, seat).kind == "person":
        raise Refusal("seat-taken", f"someone sits in seat {seat}", "an open seat, or one with a bot")
    if table.chairs[seat].level == level:
        return []
    if table.fills >= MAX_FILLS:
        raise Refusal("not-now", "bots have changed often enough at this table", "start the game")
    return [BotSeated(seat, level)]


def free(table: Table, key: str, seat: str) -> list[StoredEvent]:
    """Free a seat before the start: anyone their own, the host any."""
    _need_open(table)
    chair = _chair(table, seat)
    if chair.key != key:
        _need_host(table, key, "free the seats of others")
    if chair.kind == "open":
        raise Refusal("not-now", f"seat {seat} is free already", "a seat where someone sits")
    return [SeatFreed(seat)]


def start(
    table: Table, key: str, level: Level, sources: Sources, *, host_gone: bool = False
) -> list[StoredEvent]:
    """Begin the first game; bots take the seats that are open. If the host is gone, anyone seated may."""
    if not (host_gone and table.chair_of(key)):
        _need_host(table, key, "start the game")
    _need_open(table)
    bots = [BotSeated(chair.seat, level) for chair in table.chairs.values() if chair.kind == "open"]
    return [*bots, deal(table, sources)]


def ready(table: Table, key: str) -> list[StoredEvent]:
    """Say that one wants to go on. Said twice, it counts once."""
    chair = _own_chair(table, key)
    if table.phase not in ("between", "over"):
        raise Refusal("not-now", "the round is not over", "wait for its end")
    return [] if chair.ready else [SeatReady(chair.seat)]


def resign(table: Table, key: str, level: Level) -> list[StoredEvent]:
    """Leave one's seat to a bot for good."""
    chair = _own_chair(table, key)
    if table.phase == "open" and table.shuffle is None:
        return [SeatFreed(chair.seat)]
    return [SeatResigned(chair.seat, level)]


def call_stand_in(table: Table, key: str, seat: str, offered: Collection[str]) -> list[StoredEvent]:
    """Have a bot play for someone who has been away for long, until they come back. Said twice, it counts once."""
    if not table.knows(key):
        raise _not_seated()
    if _chair(table, seat).seat in table.stand_ins:
        return []
    if seat not in offered:
        raise Refusal(
            "not-now", f"seat {seat} needs no stand-in", "wait until its person has been away for two minutes"
        )
    return [StandInCalled(seat)]


def take_back(table: Table, present: Collection[str]) -> list[StoredEvent]:
    """Who is back plays again."""
    return [SeatReturned(seat) for seat in sorted(table.stand_ins) if seat in present]


def deal(table: Table, sources: Sources) -> RoundDealt | ShuffleBegun:
    """The next round, or the first of the next game; where people shuffle along, they are asked to reveal first."""
    people = tuple((chair.seat, one) for chair in table.chairs.values() for one in chair.commitments)
    if people:
        return ShuffleBegun(sources.new_secret(), people)
    dealt = sources.dealer(table.deck, table.options.players, _dealt_first(table))
    return RoundDealt(dealt.hands, dealt.salt)


def finish_shuffle(table: Table, shuffle: Shuffle) -> RoundDealt:
    """The round that comes of what was thrown in."""
    dealt = shuffle.deal(table.deck, table.options.players, _dealt_first(table))
    return RoundDealt(dealt.hands, dealt.salt)


def commit(table: Table, key: str, commitment: str) -> list[StoredEvent]:
    """Promise bits for the next deal. Said twice, it counts once."""
    chair = _own_chair(table, key)
    if table.phase == "playing" or table.shuffle is not None:
        raise Refusal("no-shuffle", "it is too late to take part", "promise bits between two rounds")
    if commitment in chair.commitments:
        return []
    if len(chair.commitments) == MAX_DEVICES:
        raise Refusal("no-shuffle", f"{MAX_DEVICES} devices of yours take part already", "use one of them")
    return [SeatCommitted(chair.seat, commitment)]


def reveal(table: Table, key: str, bits: str) -> list[StoredEvent]:
    """Show the bits that were promised; with the last ones the round is dealt. Said twice, it counts once."""
    chair, shuffle = _own_chair(table, key), table.shuffle
    if shuffle is None:
        raise Refusal("no-shuffle", "no shuffle waits for this", "reveal when the state has a shuffle")
    thrown = shuffle.find(chair.seat, bits)
    if thrown is None:
        raise Refusal("wrong-bits", "these are not bits that you promised", "the bits of your commitment")
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
    """Make a move, unless this very one was made already: then there is nothing to do."""
    if seat is None:
        raise _not_seated()
    if table.position is None:
        raise Refusal("not-now", "the game has not begun", "wait for the start")
    if message.position != table.position_number:
        if repeated(table, seat, message) is not None:
            return []
        raise Refusal(
            "stale",
            f"position {message.position} is gone",
            f"a move for position {table.position_number}, the current one",
        )
    if table.turn != seat or table.foresee(message.move) is None:
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
        raise Refusal("not-now", "the game has not begun", "wait for the start")
    try:
        why = table.position.view(chair.seat).why_not(text)
    except MoveError as error:
        raise Refusal("not-a-move", error.sentence, "a move like: play 3/4 3/6") from None
    return None if why is None else reason(why)


def _understand(table: Table, seat: str, text: str) -> str:
    """The text of the legal move that is meant; what is wrong with it is said by the rules."""
    assert table.position is not None  # whoever calls has looked
    try:
        return str(table.position.view(seat).parse_move(text))
    except IllegalMoveError as error:
        why = reason(error.why)
        code = "not-your-turn" if why.code == "not-your-turn" else "illegal-move"
        raise Refusal(code, why.sentence, "one of the moves that were sent with the position", why) from None
    except MoveError as error:
        raise Refusal("not-a-move", error.sentence, "a move like: play 3/4 3/6") from None


def _names(table: Table, leaving_out: str = "") -> list[str]:
    """What the people at a table are called."""
    return [chair.name for chair in table.chairs.values() if chair.name and chair.seat != leaving_out]


def _chair(table: Table, seat: str) -> Chair:
    if seat not in table.chairs:
        raise Refusal("unknown-seat", f"this table has no seat {seat}", f"one of {', '.join(table.chairs)}")
    return table.chairs[seat]


def _own_chair(table: Table, key: str) -> Chair:
    chair = table.chair_of(key)
    if chair is None:
        raise _not_seated()
    return chair


def _not_seated() -> Refusal:
    return Refusal("not-your-seat", "you do not sit at this table", "sit down, or open your own link")


def _need_host(table: Table, key: str, what: str) -> None:
    if not key or key != table.host:
        raise Refusal("not-host", f"only who created the table can {what}", "ask them")


def _need_open(table: Table) -> None:
    if table.phase != "open" or table.shuffle is not None:
        raise Refusal("not-now", "the game has begun", "this is done before the start")
