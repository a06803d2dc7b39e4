"""Writes the canned views of /demo, demo.json beside this file: python -m tools.page.demo.views.

Every view is a real position of a real game: random play from a fixed seed, and the first moment of the wanted kind.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from dnup import Match, Round, parse_position
from dnup.cards.card import format_hand
from dnup.game.move import Move
from dnup.server.messages import protocol
from dnup.server.messages.events import By
from dnup.server.messages.refusals import reason
from dnup.server.tables.wire_writer import Made, WireWriter, read_moved

TARGET = Path(__file__).parent / "demo.json"
NAMES = ("Ilse", "Ada", "Bo", "Cleo", "Dag")
LEVELS: tuple[protocol.Level, ...] = ("medium", "hard", "easy", "expert", "medium")
SALT = "5f0c2d1be7a94c38"


@dataclass(frozen=True, slots=True)
class Moment:
    """A position, and the moves that led to it."""

    match: Match
    deal: tuple[str, ...]
    moves: tuple[protocol.Moved, ...]

    @property
    def round(self) -> Round:
        return self.match.round


def _games(players: int) -> Iterator[Moment]:
    """Every position of many matches. Most moves are plays, so that something lies on the table."""
    for seed in range(1, 400):
        chance = random.Random(seed)
        match = Match.from_deal(_deal(Round.deal(players, seed)))
        deal = _deal(match.round)
        moves: list[protocol.Moved] = []
        while True:
            yield Moment(match, deal, tuple(moves[-12:]))
            if match.over:
                break
            if match.round.ending:
                match = match.deal(_deal(Round.deal(players, seed + 1000 * len(match.rounds))))
                deal, moves = _deal(match.round), []
                continue
            before = match.round
            legal = list(before.legal_moves)
            bold = [move for move in legal if move.verb in {"play", "add"}]
            move = chance.choice(bold if bold and chance.random() < 0.75 else legal)
            match = match.apply(move)
            moves.append(_moved(before, move, 0, "bot"))


def _deal(position: Round) -> tuple[str, ...]:
    return tuple(format_hand(hand) for hand in position.hands)


def _effects(position: Round, move: Move) -> protocol.Effects:
    outcome = position.effects(move)
    return protocol.Effects(outcome.beaten, outcome.hand, format_hand(outcome.returned), outcome.goes_out)


def _moved(before: Round, move: Move, number: int, by: By) -> protocol.Moved:
    """A move as everyone at a table is told of it."""
    writer = WireWriter()
    step = writer.try_move(before, str(move))
    assert step is not None  # it is legal
    return read_moved(writer.write_moved(Made(step, number, by)))


def _state(moment: Moment, seat: str | None, *, clock: protocol.Clock | None, away: bool) -> protocol.State:
    position, match = moment.round, moment.match
    view = position.view(seat).to_json()
    known = {field: view[field] for field in protocol.SeatView.__struct_fields__ if field in view}
    known["turn"] = view["slot"]  # the protocol says the slot, like B2
    known["discarded"] = len(str(view["discards"]).split())
    seats = [
        protocol.SeatInfo(
            name,
            "person" if name == (seat or "A") or (away and name == "C") else "bot",
            name=NAMES[i] if name != seat else "Ilse",
            level=LEVELS[i],
            here=not away,
            stand_in=away and name == "C",
        )
        for i, name in enumerate(position.seats)
    ]
    mine = seat is not None and not position.ending and position.turn == seat
    legal = (
        [protocol.LegalMove(str(move), _effects(position, move)) for move in position.legal_moves]
        if mine
        else []
    )
    over = match.over
    return protocol.State(
        number=100,
        position=position.actions,
        table=protocol.TableInfo(
            "demo",
            protocol.Options(players=position.players, deck=position.deck.name),
            seats,
            "over" if over else "between" if position.ending else "playing",
            1,
            len(match.rounds),
            rounds=[list(played.points) for played in match.rounds if played.ending],
        ),
        view=msgspec.convert(known, protocol.SeatView),
        moves=legal,
        clock=clock,
        result=_result(moment) if position.ending else None,
    )


def _result(moment: Moment) -> protocol.RoundResult:
    text = "|".join((SALT, *moment.deal))
    return protocol.RoundResult(
        len(moment.match.rounds),
        moment.match.winner,
        False,
        [format_hand(hand) for hand in moment.round.hands],
        list(moment.deal),
        SALT,
        hashlib.sha256(text.encode()).hexdigest(),
    )


def _welcome(moment: Moment, seat: str | None, **extra: Any) -> protocol.Welcome:
    log: list[protocol.Event] = [protocol.Dealt(1, 1, len(moment.match.rounds), moment.round.starter, "")]
    log += [msgspec.structs.replace(told, number=i + 2) for i, told in enumerate(moment.moves)]
    result = _result(moment)
    extra = {"clock": None, "away": False, **extra}
    return protocol.Welcome(
        protocol.PROTOCOL,
        "demo",
        seat,
        seat == "A",
        True,
        log,
        _state(moment, seat, **extra),
        result.commitment,
    )


def _update(moment: Moment, text: str, seat: str | None) -> protocol.Update:
    """What the server would say when the selected move is made."""
    before = moment.round
    move = before.parse_move(text)
    after = replace(moment, match=moment.match.apply(move))
    event = _moved(before, move, 101, "person")
    state = _state(after, seat, clock=None, away=False)
    return protocol.Update([event], msgspec.structs.replace(state, number=101))


Wanted = Callable[[Moment], "dict[str, Any] | None"]


def _selects(verb: str, test: Callable[[Round, Move, Any], bool]) -> Wanted:
    """A position of A's turn with a move of this kind, and what to select for it."""

    def wanted(moment: Moment) -> dict[str, Any] | None:
        position = moment.round
        if position.ending or position.turn != "A" or len(position.table) < 2:
            return None
        for move in position.legal_moves:
            if move.verb == verb and test(position, move, position.effects(move)):
                return {"cards": [str(card) for card in move.cards], "slot": move.slot, "move": str(move)}
        return None

    return wanted


def _where(test: Callable[[Round], bool], **ui: Any) -> Wanted:
    return lambda moment: ui if test(moment.round) else None


def _illegal(moment: Moment) -> dict[str, Any] | None:
    position = moment.round
    if position.ending or position.turn != "A":
        return None
    for card in position.hands[0]:
        text = f"play {card}"
        why = position.why_not(text)
        if why and len(position.table) > 2:
            return {"cards": [str(card)], "slot": None, "why": msgspec.to_builtins(reason(why))}
    return None


FIFTEEN = (
    "balanced A 20/500 1,2,0 - A "
    "1/5,1/6,1/7,2/4,2/5,2/7,3/4,3/5,6/2,6/3,7/8,7/9,8/1,8/6,9/3|3/1,4/9,5/4|1/4,2/3,9/2 -|8/9|5/7,5/8 4/8,6/7,6/9"
)


def _turn(position: Round, seat: str = "A") -> bool:
    return not position.ending and position.turn == seat


VIEWS: tuple[tuple[str, int, str | None, Wanted, dict[str, Any]], ...] = (
    ("Three players, the first turn", 3, "A", _where(lambda r: _turn(r) and r.actions == 0), {}),
    (
        "A pair that beats a pair",
        3,
        "A",
        _selects("play", lambda r, m, o: len(m.cards) > 1 and bool(o.beaten)),
        {},
    ),
    ("Four players", 4, "A", _where(lambda r: _turn(r) and len(r.table) == 3 and len(r.hands[0]) > 8), {}),
    (
        "Two cards that beat a pair",
        4,
        "A",
        _selects("play", lambda r, m, o: len(m.cards) == 2 and bool(o.beaten)),
        {},
    ),
    ("A card to add", 4, "A", _selects("add", lambda r, m, o: len(r.table) > 2), {}),
    ("A card to add, and what it beats", 4, "A", _selects("add", lambda r, m, o: bool(o.beaten)), {}),
    ("A set to take", 4, "A", _selects("take", lambda r, m, o: len(r.table[m.slot or ""]) > 2), {}),
    ("Not legal, and why", 4, "A", _illegal, {}),
    ("A peek at the turned hand", 4, "A", _where(lambda r: _turn(r) and len(r.table) > 1, peek=True), {}),
    ("Someone else's turn", 4, "A", _where(lambda r: _turn(r, "C") and len(r.table) == 3), {}),
    ("Five players", 5, "A", _where(lambda r: _turn(r) and len(r.table) == 3 and len(r.hands[0]) > 5), {}),
    ("A hand of fifteen", 3, "A", _where(_turn), {"position": FIFTEEN}),
    ("Two players, area 1", 2, "A", _selects("play", lambda r, m, o: r.slot == "A1" and bool(o.beaten)), {}),
    ("Two players, area 2", 2, "A", _where(lambda r: r.slot == "A2" and _turn(r) and len(r.table) == 3), {}),
    ("Two players, their turn", 2, "A", _where(lambda r: _turn(r, "B") and len(r.table) == 3), {}),
    ("Beating one's own set", 2, "A", _selects("play", lambda r, m, o: (o.beaten or " ")[0] == "A"), {}),
    ("A last card", 3, "A", _selects("play", lambda r, m, o: bool(o.goes_out)), {}),
    (
        "Someone is out, someone is away",
        4,
        "A",
        _where(lambda r: _turn(r) and r.finish == ("B",)),
        {"away": True},
    ),
    (
        "A spectator, and a clock",
        4,
        None,
        _where(lambda r: _turn(r, "B") and len(r.table) == 3),
        {"clock": 22},
    ),
    ("The end of a round", 3, "A", _where(lambda r: r.ending == "out" and r.finish[0] == "A"), {}),
)


def demo() -> str:
    """The text of demo.json."""
    found = []
    for name, players, seat, wanted, given in VIEWS:
        extra = dict(given)
        if "clock" in extra:
            extra = {"clock": protocol.Clock(30, float(extra["clock"]))}
        moment, ui = next((m, ui) for m in _games(players) if (ui := wanted(m)) is not None)
        if position := extra.pop("position", None):
            moment = replace(moment, match=replace(moment.match, round=parse_position(position)), moves=())
        if "move" in ui:
            ui = {**ui, "then": msgspec.to_builtins(_update(moment, ui["move"], seat))}
        found.append(
            {"name": name, "message": msgspec.to_builtins(_welcome(moment, seat, **extra)), "ui": ui}
        )
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(demo(), encoding="utf-8")
