"""Games as text: one JSON object per line, read and written as a stream."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from dnup.cards.deck import Deck, DeckError, deck_from_json, deck_to_json
from dnup.error_text import either, quoted
from dnup.game.enums import Ending, Result
from dnup.game.limits import TURN_LIMIT
from dnup.game.match import Match, PlayedRound
from dnup.game.seats import SEATS, check_players
from dnup.names import shown_players

if TYPE_CHECKING:
    from dnup.records.positions import RecordedPosition

Line = TypeVar("Line", str, bytes, str | bytes)
Member = TypeVar("Member", bound=StrEnum)

LONGEST_LINE: Final = 1 << 24
"""The maximum length of a line in bytes: enough for a million moves, and little memory."""

MOST_MOVES: Final = 20_000
"""The maximum number of moves of a game that is stepped through; the page has the same limit."""

FORMAT: Final = "dnup-record"
VERSION: Final = 1
_RECORD_FIELDS = ("format", "version", "deck", "turn_limit", "players", "rounds", "score", "result", "winner")
_NEW_FIELDS = ("stall_limit", "finish_round", "bots")
"""Fields that records of earlier versions do not have."""
_ROUND_FIELDS = ("deal", "starter", "moves", "finish", "points", "ending")


class RecordError(ValueError):
    """A record that is broken or wrong; the message says where and what would be right.

    >>> try:
    ...     dnup.parse_record('{"format": "chess"}')
    ... except dnup.RecordError as error:
    ...     print(error)
    a record has "format":"dnup-record", not 'chess'
    """


class _NotJson(RecordError):
    """A line that is not even JSON; the last one of a file was probably cut off."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match: the players, every deal, every move, and how it ended.

    >>> record = dnup.play_match(["greedy", "random"], seed=1)
    >>> record.players, record.result, record.winner
    (('greedy', 'random'), Result.WON, 'A')
    >>> for position in record.positions():
    ...     if position.move is not None and position.move.verb == "take":
    ...         print(position.round_number, position.turn, position.move)
    ...         break
    1 B take A2
    >>> record.match().score == record.score
    True

    Records are equal if the same was played with the same cards, whatever the deck is called.
    """

    deck: Deck
    players: tuple[str, ...]
    rounds: tuple[PlayedRound, ...]
    score: tuple[int, ...]
    result: Result
    winner: str | None
    turn_limit: int = TURN_LIMIT
    stall_limit: int = 0
    """The stall limit (D5); 0 for none, as in records of earlier versions."""
    finish_round: bool = False
    """Whether rounds were played on after somebody had won the match in them (R20); false in earlier versions."""
    bots: tuple[str, ...] | None = None
    """The seats that bots played; None if the record does not say, as in earlier versions. Names do not show it: a
    person may have the name of a bot."""
    extra: dict[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def of(
        cls, match: Match, players: Sequence[str], *, bots: Sequence[str] | None = None, **extra: Any
    ) -> Record:
        """The record of a match between players of these names, seat A's first; `bots` are the seats of bots."""
        if len(players) != match.players:
            raise RecordError(f"a match of {match.players} has that many names, not {len(players)}")
        _texts(list(players), "players")
        for name in extra.keys() & {*_RECORD_FIELDS, *_NEW_FIELDS}:
            raise RecordError(
                f"the field {name!r} of a record follows from the match; give your field another name"
            )
        return cls(
            match.deck,
            tuple(players),
            match.rounds,
            match.score,
            match.result,
            match.winner,
            match.round.turn_limit,
            match.round.stall_limit,
            match.round.finish_round,
            None if bots is None else _seats(list(bots), len(players), "bots"),
            extra,
        )

    def match(self) -> Match:
        """The match, replayed and verified; a `RecordError` says where the record goes wrong.

        An unfinished one can be played on.
        """
        from dnup.records.verify import verify

        return verify(self)

    def positions(self) -> Iterator[RecordedPosition]:
        """Every position of every round in order, each with the move that was made there.

        The last position of a round has none. A move that is not legal raises a `RecordError` when it is reached;
        everything else in a record is checked by `match`.
        """
        from dnup.records.positions import positions_of

        return positions_of(self)

    def to_json(self) -> dict[str, Any]:
        """This record as JSON data, in the order of docs/records.md, fields unknown to this version last."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "deck": deck_to_json(self.deck, len(self.players)),
            "turn_limit": self.turn_limit,
            **({"stall_limit": self.stall_limit} if self.stall_limit else {}),
            **({"finish_round": True} if self.finish_round else {}),
            "players": list(self.players),
            **({"bots": list(self.bots)} if self.bots is not None else {}),
            "rounds": [_round_to_json(played) for played in self.rounds],
            "score": list(self.score),
            "result": str(self.result),
            "winner": self.winner,
            **self.extra,
        }

    @classmethod
    def from_json(cls, data: object) -> Record:
        """The record of JSON data. This checks types and fields; `verify` checks the game."""
        fields = _object(data, "a record")
        if fields.get("format") != FORMAT:
            raise RecordError(f'a record has "format":"{FORMAT}", not {quoted(fields.get("format"))}')
        if type(fields.get("version")) is not int or fields["version"] != VERSION:
            raise RecordError(
                f"this dnup reads records of version {VERSION}, not {quoted(fields.get('version'))}"
            )
        _require(fields, _RECORD_FIELDS, "a record")
        players = _texts(fields["players"], "players")
        try:
            check_players(len(players))
        except ValueError as error:
            raise RecordError(f"players has {len(players)} names: {error}") from None
        try:
            deck = deck_from_json(fields["deck"])
            deck.in_play(len(players))
        except DeckError as error:
            raise RecordError(f"its deck cannot be used: {error}") from None
        rounds = _list(fields["rounds"], "rounds")
        (turn_limit,) = _numbers([fields["turn_limit"]], "turn_limit")
        (stall_limit,) = _numbers([fields.get("stall_limit", 0)], "stall_limit")
        return cls(
            deck,
            players,
            tuple(_round_from_json(played, number) for number, played in enumerate(rounds, 1)),
            _numbers(fields["score"], "score"),
            _member(Result, fields["result"], "result"),
            None if fields["winner"] is None else _text(fields["winner"], "winner"),
            turn_limit,
            stall_limit,
            _truth(fields.get("finish_round", False), "finish_round"),
            _seats(fields["bots"], len(players), "bots") if "bots" in fields else None,
            {key: value for key, value in fields.items() if key not in (*_RECORD_FIELDS, *_NEW_FIELDS)},
        )

    @property
    def shown_players(self) -> tuple[str, ...]:
        """The players' names as every output shows them, seat A's first: safe, and bots are marked."""
        return shown_players(self.players, self.bots or ())

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.players, self.rounds, self.score))

    def _key(self) -> tuple[object, ...]:
        """The key for comparisons, without the name of a custom deck: a record has only its cards."""
        others = (getattr(self, own.name) for own in fields(self) if own.name != "deck")
        return self.deck.fingerprint(len(self.players)), *others

    def __str__(self) -> str:
        """This record as a line of a file."""
        line = json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":"))
        try:
            line.encode()
        except UnicodeEncodeError:  # a lone surrogate, which JSON can escape and UTF-8 cannot encode
            return json.dumps(self.to_json(), separators=(",", ":"))
        return line


def check_unused(name: str) -> None:
    """Raise a `ValueError` if a file that records are to be written to is not empty, so that no games are lost."""
    path = Path(name)
    if path.is_file() and path.stat().st_size:
        raise ValueError(f"{name} is not empty, and what is in it is kept: name another file, or remove it")


def parse_record(line: str | bytes) -> Record:
    """The record of a line of text.

    >>> record = dnup.play_match(["greedy", "random"], seed=1)
    >>> dnup.parse_record(str(record)) == record
    True
    """
    if len(line) > LONGEST_LINE:
        raise RecordError(f"this line is too long for a record; it may have {LONGEST_LINE:,} bytes")
    data = _parse_json(line)
    try:
        return Record.from_json(data)
    except RecursionError:
        raise RecordError("this line is not a record: it is nested too deep") from None


def read_records(source: str | os.PathLike[str] | Iterable[str | bytes]) -> Iterator[Record]:
    """The records of a file, one at a time, however long it is.

    `source` is a path, an open file, or its lines. A line that cannot be read raises a `RecordError` with its number;
    `read_lines` goes on after errors.

    >>> with open("games.jsonl", "w") as file:
    ...     for seed in range(3):
    ...         print(dnup.play_match(["greedy", "random"], seed=seed), file=file)
    >>> [record.winner for record in dnup.read_records("games.jsonl")]
    ['A', 'A', 'A']
    """
    name = os.fspath(source) if isinstance(source, str | os.PathLike) else getattr(source, "name", None)
    for number, record in read_lines(source):
        if isinstance(record, RecordError):
            where = f"{name}, line {number}" if isinstance(name, str) else f"line {number}"
            raise RecordError(f"{where}: {record}")
        yield record


def pick_record(name: str, number: int = 1) -> Record:
    """One game of a file, the first being number 1; `-` is standard input."""
    count = 0
    for count, record in enumerate(read_records(sys.stdin.buffer if name == "-" else name), 1):
        if count == number:
            return record
    where = "standard input" if name == "-" else name
    games = "no games" if not count else "1 game" if count == 1 else f"{count} games"
    raise RecordError(f"{where} has {games}, so there is no game {number}")


def pick_short_record(name: str, number: int = 1) -> Record:
    """One game of a file, refused if it has more moves than can be reviewed."""
    record = pick_record(name, number)
    moves = sum(len(played.moves) for played in record.rounds)
    if moves > MOST_MOVES:
        raise RecordError(
            f"this game has {moves:,} moves, more than the {MOST_MOVES:,} that can be shown; "
            "dnup verify checks games of any length"
        )
    return record


def read_lines(
    source: str | os.PathLike[str] | Iterable[str | bytes],
) -> Iterator[tuple[int, Record | RecordError]]:
    """The records of a file with their line numbers; a line that cannot be read gives its error instead.

    A crash can leave a last line without a line break: only that one is lost.

    >>> lines = [str(dnup.play_match("random", players=2, seed=1)), "nonsense"]
    >>> [(number, type(record).__name__) for number, record in dnup.read_lines(lines)]
    [(1, 'Record'), (2, 'RecordError')]
    """
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
            yield from read_lines(file)
        return
    for number, line in enumerate(bounded_lines(source), 1):
        if not line.strip():
            continue
        try:
            record = parse_record(line)
        except _NotJson as error:
            if not (line.endswith("\n") if isinstance(line, str) else line.endswith(b"\n")):
                yield (
                    number,
                    RecordError("this last line was cut off, as by a crash; those before it are whole"),
                )
            else:
                yield number, error
        except RecordError as error:
            yield number, error
        else:
            yield number, record


def bounded_lines(source: Iterable[Line]) -> Iterator[Line]:
    """The lines of a source, each cut one character after the limit."""
    if not isinstance(source, io.BufferedIOBase):
        yield from source
        return
    while line := source.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE + 1)
        yield line


def _parse_json(line: str | bytes) -> object:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8-sig")
        return json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise _NotJson("this line is not UTF-8 text") from None
    except RecursionError:
        raise _NotJson("this line is not a record: it is nested too deep") from None
    except ValueError as error:  # also Python's error for a number with thousands of digits
        raise _NotJson(f"this line is not JSON: {error}") from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number that JSON knows")


def _round_to_json(played: PlayedRound) -> dict[str, Any]:
    return {
        "deal": list(played.deal),
        "starter": played.starter,
        "moves": list(played.moves),
        "finish": list(played.finish),
        "points": list(played.points),
        "ending": None if played.ending is None else str(played.ending),
        **played.extra,
    }


def _round_from_json(data: object, number: int) -> PlayedRound:
    where = f"round {number}"
    fields = _object(data, where)
    _require(fields, _ROUND_FIELDS, where)
    return PlayedRound(
        _texts(fields["deal"], f"{where}: deal"),
        _text(fields["starter"], f"{where}: starter"),
        _texts(fields["moves"], f"{where}: moves"),
        _texts(fields["finish"], f"{where}: finish"),
        _numbers(fields["points"], f"{where}: points"),
        None if fields["ending"] is None else _member(Ending, fields["ending"], f"{where}: ending"),
        {key: value for key, value in fields.items() if key not in _ROUND_FIELDS},
    )


def _require(fields: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    for name in names:
        if name not in fields:
            raise RecordError(f"{where} has no field {name!r}")


def _object(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"{where} is a JSON object, not {quoted(value)}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{where} is a list, not {quoted(value)}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{where} is a text, not {quoted(value)}")
    return value


def _member(names: type[Member], value: object, where: str) -> Member:
    try:
        return names(_text(value, where))
    except ValueError:
        raise RecordError(f"{where} is {either(map(repr, map(str, names)))}, not {quoted(value)}") from None


def _texts(value: object, where: str) -> tuple[str, ...]:
    return tuple(_text(entry, f"each of {where}") for entry in _list(value, where))


def _truth(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{where} is true or false, not {quoted(value)}")
    return value


def _seats(value: object, players: int, where: str) -> tuple[str, ...]:
    seats = _texts(value, where)
    if list(seats) != [seat for seat in SEATS[:players] if seat in seats]:
        raise RecordError(f"{where} lists seats in order, each once, like ['B', 'C'], not {quoted(value)}")
    return seats


def _numbers(value: object, where: str) -> tuple[int, ...]:
    for number in _list(value, where):
        if type(number) is not int:
            raise RecordError(f"{where} has whole numbers, not {quoted(number)}")
    return tuple(_list(value, where))
