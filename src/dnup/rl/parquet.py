"""Games as Parquet files: random ones, as `dnup simulate --parquet DIR` writes them.

Two tables, `moves` and `rounds`, each in a folder for its number of players and one for its seed. docs/rl.md has the
columns. The same options write the same files, however many cores do the work. Games that somebody has played come from
records, see `dnup.rl.parquet_records`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dnup.cards.card import format_hand
from dnup.cards.deck import DEFAULT_DECK, Deck, deck_names
from dnup.extras import need
from dnup.game.enums import Ending, Verb
from dnup.game.limits import TURN_LIMIT
from dnup.game.move import VERBS
from dnup.game.seats import SEATS, slot_names
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.match import DIARY_DEAL, DIARY_END, DIARY_WORDS, MOVES, ROUNDS
from dnup.random_games.simulate import PLAYER_NAME, Summary, Task, add_up, check_games
from dnup.rl.compiled import columns as at_column
from dnup.rl.compiled.columns import record_matches
from dnup.rl.encoding import Encoding
from dnup.workers.parallel import in_order, workers_for

GAMES_IN_FILE: Final = 5000
TABLES: Final = ("moves", "rounds")


class DirectoryInUse(ValueError):
    """The folder already has files of this seed."""


class DecksDiffer(ValueError):
    """The folder has games of another deck, and `mixed_decks` is not set."""


def simulate_to_parquet(
    directory: str | Path,
    players: int,
    games: int,
    seed: int,
    *,
    deck: str | Deck = DEFAULT_DECK,
    turn_limit: int = TURN_LIMIT,
    stall_limit: int | None = None,
    workers: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], object] | None = None,
    mixed_decks: bool = False,
) -> Summary:
    """Play random matches and write every move and round into files in a directory.

    The games and the summary are those of `dnup.random_games.simulate` with the same seed. A directory has games of one
    deck; with `mixed_decks` it may have several, and the column `deck` distinguishes them.
    """
    task = Task.of(players, seed, deck, turn_limit, stall_limit)
    workers = workers_for(workers, ray)
    check_games(games)
    need("pyarrow", "data", "--parquet")
    folders = [Path(directory) / table / f"players={players}" / f"seed={seed}" for table in TABLES]
    for folder in folders:
        if folder.exists() and any(folder.iterdir()):
            raise DirectoryInUse(
                f"{str(folder)!r} has files already; give another directory, or another seed to add to this one"
            )
    if not mixed_decks:
        check_deck("these games are", GameDeck.named(task.deck, players), decks_in(directory))
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)

    def results() -> Iterator[tuple[int, Words]]:
        shares = (range(start, min(start + GAMES_IN_FILE, games)) for start in range(0, games, GAMES_IN_FILE))
        writer = PartWriter(task)
        for share, (counts, files) in in_order(writer.part, shares, workers, ray=ray):
            for folder, content in zip(folders, files, strict=True):
                (folder / f"games-{share.start:09d}.parquet").write_bytes(content)
            yield len(share), counts

    return add_up(task, results(), progress)


class GameDeck(NamedTuple):
    """The cards of some games: the number of players, the deck's name and its fingerprint."""

    players: int
    name: str
    fingerprint: str

    @classmethod
    def named(cls, deck: Deck, players: int) -> GameDeck:
        """The `GameDeck` of a deck."""
        return cls(players, deck.name, deck.fingerprint(players))

    def is_another(self, other: GameDeck) -> bool:
        """Whether the two are certainly different decks."""
        if self.players == other.players:
            return self.fingerprint != other.fingerprint
        # Fingerprints depend on the number of players; across numbers only names of built-in decks can be compared.
        return self.name != other.name and {self.name, other.name} <= set(deck_names())

    def __str__(self) -> str:
        return f"the deck {self.name} (cards {self.fingerprint})"


def check_deck(what: str, deck: GameDeck, known: Iterable[GameDeck]) -> None:
    """Raise `DecksDiffer` if games have another deck than the known ones."""
    for other in known:
        if deck.is_another(other):
            raise DecksDiffer(
                f"{what} of {deck}, and others for the same directory of {other}: give another directory, or "
                "say that decks may be mixed (mixed_decks=True, --mixed-decks)"
            )


def decks_in(directory: str | Path) -> set[GameDeck]:
    """The decks of the games in a directory."""
    import pyarrow.parquet

    found = set()
    for path in sorted(Path(directory).glob("rounds/players=*/*/*.parquet")):
        with pyarrow.parquet.ParquetFile(path) as file:
            if "deck" not in file.schema_arrow.names:
                raise DecksDiffer(
                    f"{str(directory)!r} has games of an earlier version of dnup, which do not tell their deck: give "
                    "another directory"
                )
            columns = (
                file.read(columns=["deck", "fingerprint"]).group_by(["deck", "fingerprint"]).aggregate([])
            )
        players = int(path.parent.parent.name.partition("=")[2])
        found |= {GameDeck(players, row["deck"], row["fingerprint"]) for row in columns.to_pylist()}
    return found


class PartWriter:
    """Plays some of the games of a task; sent to a worker together with a range of game numbers."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def part(self, games: range) -> tuple[Words, tuple[bytes, bytes]]:
        """The counts of these games, and the contents of their files of moves and rounds."""
        task = self.task
        encoding = Encoding(task.players, deck=task.deck)
        counts = task.count(games)  # a first pass to count rows: faster than growing arrays
        moves = np.empty((int(counts[MOVES]), at_column.MOVE_COLUMNS), np.int32)
        rounds = np.empty((int(counts[ROUNDS]), DIARY_WORDS), np.int64)
        numbers = np.empty((int(counts[ROUNDS]), 2 + task.players), np.int64)
        seed = np.uint64(task.seed)
        record_matches(
            encoding.packed.words,
            encoding.code,
            task.players,
            task.limits,
            seed,
            games.start,
            len(games),
            moves,
            rounds,
            numbers,
        )
        files = (
            write_file(_moves_table(encoding, moves, numbers)),
            write_file(_rounds_table(encoding, rounds, numbers)),
        )
        return counts, files


def write_file(table: Any) -> bytes:
    """The bytes of a Parquet file with this table."""
    import pyarrow.parquet

    file = io.BytesIO()
    pyarrow.parquet.write_table(table, file, compression="zstd")
    return file.getvalue()


def columns_of(name: str, rows: Sequence[tuple[Any, ...]]) -> Any:
    """Rows as one of the tables, with its fixed columns and types."""
    import pyarrow as pa

    word, words, numbers = pa.dictionary(pa.int32(), pa.string()), pa.list_(pa.string()), pa.list_(pa.int8())
    types = {"deck": word, "fingerprint": word, "game": pa.int64(), "round": pa.int16()}
    if name == "moves":
        types["number"] = pa.int32()
        types |= dict.fromkeys(("seat", "slot", "verb", "cards", "target"), word)
    else:
        types |= {"starter": word, "deal": pa.list_(words), "score": numbers, "moves": pa.int32()}
        types |= {"ending": word, "finish": words, "points": numbers, "names": words}
    columns = zip(*rows, strict=True) if rows else [()] * len(types)
    return pa.table(
        {
            column: pa.array(list(values), kind)
            for (column, kind), values in zip(types.items(), columns, strict=True)
        }
    )


def _moves_table(encoding: Encoding, moves: NDArray[np.int32], numbers: Words) -> Any:
    import pyarrow as pa

    slots = slot_names(encoding.players)
    sets = [format_hand(meaning.cards) for meaning in encoding.meanings if meaning.verb is Verb.PLAY]
    which = numbers[moves[:, at_column.ROUND], :2]
    slot = moves[:, at_column.SLOT]
    return pa.table(
        {
            **_deck_columns(encoding, len(moves)),
            "game": which[:, 0],
            "round": which[:, 1].astype(np.int16),
            "number": moves[:, at_column.NUMBER],
            "seat": _words(slot if encoding.players > 2 else slot // 2, SEATS[: encoding.players]),
            "slot": _words(slot, slots),
            "verb": _words(moves[:, at_column.VERB], VERBS),
            "cards": _words(moves[:, at_column.CARDS], sets),
            "target": _words(moves[:, at_column.TARGET], slots),
        }
    )


def _rounds_table(encoding: Encoding, rounds: Words, numbers: Words) -> Any:
    import pyarrow as pa

    players = encoding.players
    deal, end = rounds[:, DIARY_DEAL:DIARY_END], rounds[:, DIARY_END:]
    seats = np.arange(players)
    finish = end[:, at.FINISH, None] >> np.array([0, 8]) & 255
    return pa.table(
        {
            **_deck_columns(encoding, len(numbers)),
            "game": numbers[:, 0],
            "round": numbers[:, 1].astype(np.int16),
            "starter": _words(deal[:, at.STARTER], SEATS[:players]),
            "deal": _deals(encoding, deal),
            "score": _lists((deal[:, at.SCORE, None] >> 8 * seats & 255).astype(np.int8)),
            "moves": end[:, at.ACTIONS].astype(np.int32),
            "ending": _words(end[:, at.ENDING] - 1, list(Ending)),
            "finish": pa.ListArray.from_arrays(
                np.cumsum([0, *np.count_nonzero(finish, axis=1)], dtype=np.int32),
                pa.array(list(SEATS)).take(pa.array(finish[finish > 0] - 1)),
            ),
            "points": _lists(numbers[:, 2:].astype(np.int8)),
            "names": pa.array([[PLAYER_NAME] * players] * len(numbers), pa.list_(pa.string())),
        }
    )


def _deck_columns(encoding: Encoding, rows: int) -> dict[str, Any]:
    deck, always = GameDeck.named(encoding.deck, encoding.players), np.zeros(rows, np.int32)
    return {"deck": _words(always, [deck.name]), "fingerprint": _words(always, [deck.fingerprint])}


def _words(numbers: NDArray[Any], words: Sequence[str]) -> Any:
    """A dictionary-encoded column of texts, given by index; -1 is null."""
    import pyarrow as pa

    indices = pa.array(numbers.astype(np.int32), mask=numbers < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(map(str, words))))


def _lists(rows: NDArray[np.int8]) -> Any:
    """A column of lists of equal length."""
    import pyarrow as pa

    offsets = np.arange(0, rows.size + 1, rows.shape[1], dtype=np.int32)
    return pa.ListArray.from_arrays(offsets, pa.array(rows.ravel()))


def _deals(encoding: Encoding, deal: Words) -> Any:
    """A column of deals, each a list of hands, each a list of cards, ascending."""
    import pyarrow as pa

    faces = sorted({face for kind in encoding.kinds for face in (kind, kind.turned)})
    rank = {face: number for number, face in enumerate(faces)}
    cards = np.array(encoding.deck.in_play(encoding.players))
    ways_up = [encoding.deck.cards[card].card for card in cards]
    ranks = np.array([[rank[card], rank[card.turned]] for card in ways_up])
    turned = deal[:, at.TURNED, None] >> cards & 1
    held = deal[:, at.HANDS : at.HANDS + encoding.players, None] >> cards & 1
    holder = held.argmax(axis=1)
    order = np.sort(holder * len(faces) + ranks[np.arange(len(cards)), turned], axis=1) % len(faces)
    hands = pa.ListArray.from_arrays(
        np.cumsum([0, *held.sum(axis=2).ravel()], dtype=np.int32),
        pa.array(list(map(str, faces))).take(pa.array(order.ravel())),
    )
    return pa.ListArray.from_arrays(np.arange(0, len(hands) + 1, encoding.players, dtype=np.int32), hands)
