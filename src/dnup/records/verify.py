"""Verify a record: replay it and compare everything in it with the rules."""

from __future__ import annotations

import io
import itertools
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from dnup.error_text import quoted
from dnup.game.match import Match, PlayedRound
from dnup.records.commitment import commitment
from dnup.records.record import LONGEST_LINE, Record, RecordError, read_lines
from dnup.records.replay import fast_forward
from dnup.records.shuffle import METHOD, Contribution, promise, shuffled_hands
from dnup.workers.cores import core_count
from dnup.workers.parallel import in_order

CHUNK_BYTES: Final = 1 << 20
SMALL_FILE: Final = 16
"""A file with fewer chunks is read in this process: starting others would take longer."""


def verify(record: Record) -> Match:
    """The match of a record, replayed; a `RecordError` says where it goes wrong.

    >>> from dataclasses import replace
    >>> record = dnup.play_match(["greedy", "random"], seed=1)
    >>> dnup.verify(record).winner == record.winner
    True
    >>> try:
    ...     dnup.verify(replace(record, score=(9, 9)))
    ... except dnup.RecordError as error:
    ...     print(error)
    score is [9, 9], but the moves make it [2, 0]
    """
    if not record.rounds:
        raise RecordError("a record has at least one round")
    match: Match | None = None
    for number, played in enumerate(record.rounds, 1):
        where = f"round {number}"
        if match is not None and match.over:
            raise RecordError(f"{where} comes after the match was {match.result}")
        match = deal_next(record, match, played, where)
        _check_shuffle(match, played, where)
        match = _replay(match, played, where)
    assert match is not None  # there is a round
    _same("score", list(record.score), list(match.score))
    _same("result", record.result, match.result)
    _same("winner", record.winner, match.winner)
    return match


@dataclass(frozen=True, slots=True)
class Checked:
    """The result for some lines of a file: their bytes, the number of valid records, and the errors by line."""

    size: int
    right: int
    wrong: tuple[tuple[int, str], ...]


def verify_file(file: BinaryIO, workers: int | None = None) -> Iterator[Checked]:
    """Verify all records of a file in order, in chunks; a large file on all cores."""
    shares = _shares(file)
    first = list(itertools.islice(shares, SMALL_FILE))
    if len(first) < SMALL_FILE:
        workers = 1
    shares = itertools.chain(first, shares)
    for _, checked in in_order(_verify_lines, shares, workers or core_count(), processes=True):
        yield checked


def _shares(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Chunks of whole lines, about CHUNK_BYTES each, with the number of lines before them."""
    before = 0
    while lines := file.read(CHUNK_BYTES):
        lines += (rest := file.readline(LONGEST_LINE + 1))
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):  # skip the rest of a long line
            rest = file.readline(LONGEST_LINE + 1)
            lines += b"\n" if rest.endswith(b"\n") else b""
        yield before, lines
        before += lines.count(b"\n")


def _verify_lines(share: tuple[int, bytes]) -> Checked:
    before, lines = share
    right = 0
    wrong = []
    for line, record in read_lines(io.BytesIO(lines)):
        try:
            if isinstance(record, RecordError):
                raise record
            verify(record)
            right += 1
        except RecordError as error:
            wrong.append((before + line, str(error)))
    return Checked(len(lines), right, tuple(wrong))


def deal_next(record: Record, match: Match | None, played: PlayedRound, where: str) -> Match:
    """The match with a round dealt as a record says, the first one or the next; `where` is for error messages."""
    if len(played.deal) != len(record.players):
        raise RecordError(
            f"{where}: {len(played.deal)} hands are dealt, but there are {len(record.players)} players"
        )
    try:
        if match is None:
            return Match.from_deal(
                played.deal,
                deck=record.deck,
                turn_limit=record.turn_limit,
                stall_limit=record.stall_limit,
                finish_round=record.finish_round,
            )
        return match.deal(played.deal)
    except ValueError as error:
        raise RecordError(f"{where}: {error}") from None


def _replay(match: Match, played: PlayedRound, where: str) -> Match:
    _same(f"{where}: starter", played.starter, match.round.starter)
    _check_commitment(played, where)
    position, made = fast_forward(match.round, played.moves)
    for number, text in enumerate(played.moves[made:], made + 1):
        try:
            position = position.apply(text)
        except ValueError as error:
            raise RecordError(f"{where}, move {number}: {error}") from None
    _same(f"{where}: finish", list(played.finish), list(position.finish))
    _same(f"{where}: points", list(played.points), list(position.points))
    _same(f"{where}: ending", played.ending, position.ending)
    return match.with_round(position, played)


def _check_commitment(played: PlayedRound, where: str) -> None:
    """Check the commitment to a deal, which records of a server have; see docs/records.md."""
    salt, promised = played.extra.get("salt"), played.extra.get("commitment")
    if salt is None and promised is None:
        return
    if not isinstance(salt, str) or not isinstance(promised, str):
        raise RecordError(f"{where}: commitment and salt are two texts, or neither is there")
    _same(f"{where}: commitment", promised, commitment(salt, played.deal), "salt and deal")


def _check_shuffle(match: Match, played: PlayedRound, where: str) -> None:
    """Check that the deal follows from the contributions to the shuffle, and these match their commitments."""
    shuffle = played.extra.get("shuffle")
    if shuffle is None:
        return
    where = f"{where}: shuffle"
    if not isinstance(shuffle, dict) or shuffle.get("method") != METHOD:
        raise RecordError(f"{where} has the method {METHOD!r}, not {quoted(shuffle)}")
    secret, promised = shuffle.get("secret"), shuffle.get("commitment")
    if not isinstance(secret, str) or not isinstance(promised, str):
        raise RecordError(f"{where}: commitment and secret are two texts")
    _same(f"{where}: commitment", promised, promise(secret), "the secret")
    contributions = _contributions(shuffle.get("people"), match.round.seats, where)
    for one in contributions:
        if not one.kept:
            raise RecordError(
                f"{where}: the bits of {one.seat} are not those that were promised: {quoted(one.commitment)}"
            )
    first = (len(match.rounds) - 1) % match.players
    cards = [card for hand in match.round.hands for card in hand]
    hands = shuffled_hands(secret, contributions, cards, match.players, first)
    _same(f"{where}: the deal", list(match.round.hand_texts), list(hands), "secret and bits")


def _contributions(people: object, seats: Collection[str], where: str) -> list[Contribution]:
    if not isinstance(people, list) or not people:
        raise RecordError(f"{where}: people is a list of those who took part, not {quoted(people)}")
    contributions = []
    for person in people:
        match person:
            case {"seat": str(seat), "commitment": str(promised), "bits": str() | None as bits}:
                contributions.append(Contribution(seat, promised, bits))
            case _:
                raise RecordError(
                    f"{where}: who took part has a seat, a commitment and bits or null, not {quoted(person)}"
                )
        if seat not in seats:
            raise RecordError(f"{where}: there is no seat {quoted(seat)}")
    return contributions


def _same(what: str, said: object, true: object, because: str = "the moves") -> None:
    if said != true:
        raise RecordError(f"{what} is {quoted(said)}, but {because} make it {quoted(true)}")
