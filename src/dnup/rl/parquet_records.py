"""Records as Parquet files, in the tables of `dnup.rl.parquet`.

`dnup export --records FILE --parquet DIR`. Every record is verified; wrong ones are left out and reported.
"""

from __future__ import annotations

import functools
import itertools
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final
from urllib.parse import quote

from dnup.cards.card import format_hand
from dnup.extras import need
from dnup.game.match import PlayedRound
from dnup.game.move import parse_move
from dnup.game.round import Round
from dnup.records.record import Record, RecordError, bounded_lines, parse_record
from dnup.records.replay import fast_forward
from dnup.records.verify import verify
from dnup.rl.parquet import (
    TABLES,
    DecksDiffer,
    DirectoryInUse,
    GameDeck,
    check_deck,
    columns_of,
    decks_in,
    write_file,
)
from dnup.workers.parallel import in_order, workers_for

RECORDS_IN_FILE: Final = 1000

Share = tuple[int, list[bytes]]


@dataclass(frozen=True)
class Exported:
    """The numbers of games, rounds and moves written, and the errors by file and line."""

    games: int = 0
    rounds: int = 0
    moves: int = 0
    wrong: tuple[tuple[str, int, str], ...] = ()


@dataclass(frozen=True)
class Part:
    """The result for some lines of a file: counts, and the contents of files by table and number of players.

    `decks` has the first line of each deck.
    """

    counts: tuple[int, int, int]
    files: dict[tuple[str, int], bytes]
    decks: dict[GameDeck, int]
    wrong: tuple[tuple[int, str], ...]


def records_to_parquet(
    directory: str | Path,
    files: str | Path | Sequence[str | Path],
    *,
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
    mixed_decks: bool = False,
) -> Exported:
    """Write every move and every round of the records in some files into tables in a directory.

    The column `source` is the name of the file without its extension; `game` is the line number, from 0. If games have
    different decks, nothing is written, unless `mixed_decks` is set; the column `deck` distinguishes them. Large files
    are read by several processes, so a script needs `if __name__ == "__main__":`.
    """
    need("pyarrow", "data", "--parquet")
    paths = [Path(files)] if isinstance(files, str | Path) else [Path(file) for file in files]
    workers = workers_for(workers, None)
    sources = [quote(path.stem, safe="") for path in paths]
    for path, source in zip(paths, sources, strict=True):
        if sources.count(source) > 1:
            raise DirectoryInUse(f"{path.stem!r} is the name of two of the files: give each another name")
        for folder in Path(directory).glob(f"*/players=*/source={source}"):
            raise DirectoryInUse(f"{str(folder)!r} is there already; give another directory")
    counts = [0, 0, 0]
    wrong: list[tuple[str, int, str]] = []
    made: set[Path] = set()
    known = set() if mixed_decks else decks_in(directory)
    with ExitStack() as opened, _removed_on_error(made):
        # Check all files before anything is written.
        contents = [opened.enter_context(path.open("rb")) for path in paths]
        for path, source, content in zip(paths, sources, contents, strict=True):
            for first, part in _parts(content, workers):
                for deck, line in part.decks.items() if not mixed_decks else ():
                    check_deck(f"{path}, line {line} is", deck, known)
                    known.add(deck)
                for (table, players), data in part.files.items():
                    folder = Path(directory) / table / f"players={players}" / f"source={source}"
                    folder.mkdir(parents=True, exist_ok=True)
                    made.add(folder)
                    (folder / f"games-{first:09d}.parquet").write_bytes(data)
                counts = [total + more for total, more in zip(counts, part.counts, strict=True)]
                wrong += [(str(path), line, error) for line, error in part.wrong]
                if progress is not None:
                    progress(part.counts[0])
    games, rounds, moves = counts
    return Exported(games, rounds, moves, tuple(wrong))


@contextmanager
def _removed_on_error(folders: set[Path]) -> Iterator[None]:
    """Remove the new folders if decks differ."""
    try:
        yield
    except DecksDiffer:
        for folder in folders:
            shutil.rmtree(folder)
        raise


def _parts(file: BinaryIO, workers: int | None) -> Iterator[tuple[int, Part]]:
    shares = _shares(file)
    first = list(itertools.islice(shares, 2))
    # A small file is read here: starting processes would take longer.
    workers = workers if len(first) > 1 else 1
    for (start, _), part in in_order(read_part, itertools.chain(first, shares), workers, processes=True):
        yield start, part


def _shares(file: BinaryIO) -> Iterator[Share]:
    """Chunks of lines, with the number of lines before them."""
    source = bounded_lines(file)
    for start in itertools.count(0, RECORDS_IN_FILE):
        lines = list(itertools.islice(source, RECORDS_IN_FILE))
        if not lines:
            return
        yield start, lines


def read_part(share: Share) -> Part:
    """Read and verify some lines."""
    start, lines = share
    rows: dict[int, tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]] = {}
    wrong = []
    games = 0
    decks: dict[GameDeck, int] = {}
    for game, line in enumerate(lines, start):
        if not line.strip():
            continue
        try:
            record = parse_record(line)
            verify(record)
        except RecordError as error:
            wrong.append((game + 1, str(error)))
            continue
        games += 1
        players = len(record.players)
        deck = GameDeck.named(record.deck, players)
        decks.setdefault(deck, game + 1)
        moves, rounds = rows.setdefault(players, ([], []))
        _tell(record, deck, game, moves, rounds)
    files = {
        (table, players): write_file(columns_of(table, lines))
        for players, both in rows.items()
        for table, lines in zip(TABLES, both, strict=True)
    }
    made, played = (sum(len(both[table]) for both in rows.values()) for table in (0, 1))
    return Part((games, played, made), files, decks, tuple(wrong))


def _tell(
    record: Record, deck: GameDeck, game: int, moves: list[tuple[Any, ...]], rounds: list[tuple[Any, ...]]
) -> None:
    """Add the rows of a verified game."""
    score = [0] * len(record.players)
    for number, played in enumerate(record.rounds):
        position = Round.from_deal(
            played.deal,
            deck=record.deck,
            score=score,
            turn_limit=record.turn_limit,
            stall_limit=record.stall_limit,
            finish_round=record.finish_round,
        )
        deal = [[str(card) for card in hand] for hand in position.hands]
        rounds.append(
            (
                deck.name,
                deck.fingerprint,
                game,
                number,
                played.starter,
                deal,
                score,
                len(played.moves),
                played.ending,
                played.finish,
                played.points,
                record.players,
            )
        )
        moves += ((deck.name, deck.fingerprint, game, number, *row) for row in _made(position, played))
        score = [before + now for before, now in zip(score, played.points, strict=True)]


def _made(position: Round, played: PlayedRound) -> Iterator[tuple[Any, ...]]:
    for number, written in enumerate(played.moves):
        seat, slot, text = position.turn, position.slot, written
        after, made = fast_forward(position, (text,))
        if not made:  # a short form: the position completes it
            text = str(position.parse_move(text))
            after = position.apply(text)
        yield number, seat, slot, *_columns_of_move(text)
        position = after


@functools.lru_cache(maxsize=1 << 16)
def _columns_of_move(text: str) -> tuple[str, str | None, str | None]:
    """The verb, the cards and the slot of a move; cached, because few different texts occur very often."""
    move = parse_move(text)
    return move.verb, format_hand(move.cards) or None, move.slot
