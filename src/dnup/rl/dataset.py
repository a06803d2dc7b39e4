"""Datasets of positions for learning, as Parquet with a data card: `dnup dataset DIR` writes them.

A row is a decision: what the player saw, every legal move with its value, the move that was made, and who won. Games
are split into `train`, `validation` and `test`, and all positions of a game are in the same split.
"""

from __future__ import annotations

import itertools
import json
import random
import shlex
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from dnup.__about__ import __version__
from dnup.bots import BotLike, get
from dnup.bots.custom import is_picklable
from dnup.bots.registry import bot_name
from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.extras import need
from dnup.game.match import Match
from dnup.game.round import check_seed
from dnup.game.seats import check_players
from dnup.game.view import View
from dnup.inputs import as_int
from dnup.kernel.rng import split
from dnup.review.position_analysis import analyse
from dnup.rl.encoding import ACTIONS_VERSION, OBSERVATION_VERSION, Encoding
from dnup.rl.parquet import DirectoryInUse
from dnup.workers.parallel import in_order, workers_for

BOTS: Final = ("medium", "hard", "search:1000")
"""Each seat of each game has one of these by default: play of several strengths."""

TRIES: Final = 4000
"""The default number of tries for the values of a position: standard errors of one to two percentage points."""

POSITIONS_OF_ROUND: Final = 8
"""The default number of positions of one round: more would be much alike."""

ROWS_IN_FILE: Final = 10_000
SPLITS: Final = ("train", "validation", "test")
VALIDATION_GAME: Final = 1
TEST_GAME: Final = 3
"""Of ten games in a row, those for validation and for testing: early ones, so that small datasets have both."""


@dataclass(frozen=True)
class Source:
    """Everything that the rows of a dataset follow from. It is sent to worker processes."""

    players: int
    seed: int
    deck: Deck
    bots: tuple[BotLike, ...]
    tries: int
    positions_of_round: int

    def rows(self, game: int) -> list[dict[str, Any]]:
        """The rows of a game: some decisions of each of its rounds."""
        rng = random.Random(f"{self.seed} {game}")
        match = Match.new(self.players, int(split(np.uint64(self.seed), game)), deck=self.deck)
        names = [rng.choice(self.bots) for _ in match.round.seats]
        bots = [get(bot, seed=rng.getrandbits(63)) for bot in names]
        seats = dict(zip(match.round.seats, bots, strict=True))
        decisions: list[tuple[int, int, View, str]] = []
        try:
            while (seat := match.turn) is not None:
                view = match.view(seat)
                move = seats[seat].choose(view).move
                decisions.append((len(match.rounds) - 1, match.round.actions, view, str(move)))
                match = match.apply(move)
        finally:
            for bot in bots:
                bot.close()
        rows = []
        for number, played in itertools.groupby(decisions, key=lambda decision: decision[0]):
            of_round = [decision for decision in played if len(decision[2].legal_moves) > 1]
            chosen = rng.sample(range(len(of_round)), min(self.positions_of_round, len(of_round)))
            for index in sorted(chosen):
                _, action, view, made = of_round[index]
                row = {"game": game, "round": number, "number": action, "bots": list(map(bot_name, names))}
                rows.append(row | self._row(view, made, match, number, rng.getrandbits(63)))
        return rows

    def _row(self, view: View, move: str, match: Match, number: int, seed: int) -> dict[str, Any]:
        """What a decision was about, and what came of it."""
        encoding = Encoding(self.players, deck=self.deck)
        moves = [str(legal) for legal in view.legal_moves]
        played = match.rounds[number]
        row: dict[str, Any] = {
            "seat": view.seat,
            "slot": view.slot,
            "score": list(view.score),
            "view": json.dumps(view.to_json(), separators=(",", ":")),
            "observation": encoding.observe(view),
            "legal_moves": moves,
            "legal_actions": [encoding.action_of(view, legal) for legal in moves],
            "values": None,
            "errors": None,
            "move": move,
            "action": encoding.action_of(view, move),
            "points": played.points[view.seats.index(view.seat or "")],
            "first_out": played.finish[:1] == (view.seat,),
            "won": match.winner == view.seat,
        }
        if self.tries:
            found = {str(line.move): line for line in analyse(view, self.tries, seed=seed)}
            row["values"] = [found[legal].value for legal in moves]
            row["errors"] = [found[legal].error for legal in moves]
        return row


@dataclass(frozen=True)
class Written:
    """What a dataset has: the number of games, and of positions by split."""

    games: int
    positions: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """These numbers as JSON data."""
        return {"games": self.games, "positions": self.positions}


def write_dataset(
    directory: str | Path,
    players: int,
    positions: int,
    seed: int = 0,
    *,
    bots: Sequence[BotLike] = BOTS,
    deck: str | Deck = DEFAULT_DECK,
    tries: int = TRIES,
    positions_of_round: int = POSITIONS_OF_ROUND,
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Written:
    """Play games until there are this many positions, and write them with a data card into a new directory.

    Every seat of every game gets one of `bots` by lot. Every legal move is valued with a number of tries (see
    `dnup.analyse`), with 0 not at all. The same arguments write the same rows, however many cores do the work.
    """
    need("pyarrow", "data", "dnup dataset")
    deck = load_deck(deck)
    players = check_players(players)
    deck.in_play(players)
    wanted, tries = _count(positions, "positions", 1), _count(tries, "tries", 0)
    if isinstance(bots, str) or not bots:
        raise ValueError("bots is a list of bots, at least one")
    for bot in bots:
        get(bot).close()
    size = _count(positions_of_round, "positions of a round", 1)
    source = Source(players, check_seed(seed), deck, tuple(bots), tries, size)
    folder = Path(directory)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DirectoryInUse(f"{str(folder)!r} has files already; give a new or empty one")
    writers = {name: _Writer(folder, name, source) for name in SPLITS}
    games = written = 0
    alone = not all(map(is_picklable, bots))  # bots that cannot be sent to other processes play here
    cores = 1 if alone else workers_for(workers, None)
    played = cast(
        "Generator[tuple[int, list[dict[str, Any]]]]",
        in_order(source.rows, itertools.count(), cores, processes=True),
    )
    with closing(played):
        for game, of_game in played:
            rows = of_game[: wanted - written]
            writers[split_of(game)].add(rows)
            games, written = game + 1, written + len(rows)
            if progress is not None:
                progress(len(rows))
            if written == wanted:
                break
    for writer in writers.values():
        writer.flush()
    result = Written(games, {name: writer.rows for name, writer in writers.items()})
    (folder / "README.md").write_text(_card(source, result), encoding="utf-8")
    return result


def split_of(game: int) -> str:
    """The split of a game: of ten games in a row, eight are for training."""
    return {VALIDATION_GAME: "validation", TEST_GAME: "test"}.get(game % 10, "train")


class _Writer:
    """Writes the rows of a split, a file whenever there are enough."""

    def __init__(self, folder: Path, name: str, source: Source) -> None:
        self._folder, self._name, self._source = folder / "data", name, source
        self._waiting: list[dict[str, Any]] = []
        self._files = 0
        self.rows = 0

    def add(self, rows: list[dict[str, Any]]) -> None:
        self._waiting += rows
        self.rows += len(rows)
        while len(self._waiting) >= ROWS_IN_FILE:
            self._write(self._waiting[:ROWS_IN_FILE])
            del self._waiting[:ROWS_IN_FILE]

    def flush(self) -> None:
        """Write what is left; a split without rows is a file without rows, so that every reader finds it."""
        if self._waiting or not self._files:
            self._write(self._waiting)
        self._waiting = []

    def _write(self, rows: list[dict[str, Any]]) -> None:
        import pyarrow as pa
        import pyarrow.parquet

        self._folder.mkdir(parents=True, exist_ok=True)
        schema = _schema(self._source)
        table = pa.table({name: [row[name] for row in rows] for name in schema.names}, schema=schema)
        file = self._folder / f"{self._name}-{self._files:05d}.parquet"
        pyarrow.parquet.write_table(table, file, compression="zstd")
        self._files += 1


def _schema(source: Source) -> Any:
    """The columns and their types, in order."""
    import pyarrow as pa

    size = Encoding(source.players, deck=source.deck).observation_size
    texts, word = pa.list_(pa.string()), pa.string()
    return pa.schema(
        {
            "game": pa.int64(),
            "round": pa.int16(),
            "number": pa.int32(),
            "bots": texts,
            "seat": word,
            "slot": word,
            "score": pa.list_(pa.int8()),
            "view": word,
            "observation": pa.list_(pa.int8(), size),
            "legal_moves": texts,
            "legal_actions": pa.list_(pa.int16()),
            "values": pa.list_(pa.float32()),
            "errors": pa.list_(pa.float32()),
            "move": word,
            "action": pa.int16(),
            "points": pa.int8(),
            "first_out": pa.bool_(),
            "won": pa.bool_(),
        }
    )


COLUMNS: Final = {
    "game": "the number of the match, from 0",
    "round": "the number of the round in it, from 0",
    "number": "how many moves were made in the round before",
    "bots": "who played, by seat",
    "seat": "who decides",
    "slot": "the slot in turn; with two players the area, like `B1`",
    "score": "points before the round, by seat",
    "view": "everything the player may know, as JSON: `dnup.View.from_json(json.loads(view))` reads it",
    "observation": "the same as numbers: `dnup.rl.Encoding` says what they mean",
    "legal_moves": "every legal move as text, in the order of `View.legal_moves`",
    "legal_actions": "the same moves as actions of `dnup.rl.Encoding`",
    "values": "for each of them the chance to win the match with it; null without values",
    "errors": "the standard errors of these values",
    "move": "the move that was made, as text",
    "action": "the same as an action",
    "points": "points that the player made in this round",
    "first_out": "whether the player was the first to have no cards",
    "won": "whether the player won the match",
}
"""What each column means."""


def _card(source: Source, written: Written) -> str:
    """The data card: README.md with the metadata that the library datasets reads."""
    total = sum(written.positions.values())
    bots = ", ".join(f"`{bot_name(bot)}`" for bot in source.bots)
    options = " ".join(f"--bot {shlex.quote(bot_name(bot))}" for bot in source.bots)
    deck = source.deck
    splits = "\n".join(f"  - split: {name}\n    path: data/{name}-*.parquet" for name in SPLITS)
    columns = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items())
    counts = "\n".join(f"| {name} | {count:,} |" for name, count in written.positions.items())
    values = (
        f"Values are chances to win the match, estimated by `dnup.analyse` with {source.tries:,} tries for each "
        "position: in worlds that agree with what the player knew, all equally likely, everybody going on as a search "
        "does. `errors` are their standard errors."
        if source.tries
        else "The positions have no values (`--tries 0`)."
    )
    return f"""\
---
pretty_name: dnup positions, {source.players} players
license: mit
tags:
- games
- imperfect-information
- reinforcement-learning
size_categories:
- {_size_category(total)}
configs:
- config_name: default
  data_files:
{splits}
---

# Positions of dnup with {source.players} players

{total:,} decisions from {written.games:,} matches between bots, of the card game dnup. Made by dnup {__version__}:

```
dnup dataset DIR --players {source.players} --positions {total} --seed {source.seed} --deck {deck.name} \\
  --tries {source.tries} --positions-of-round {source.positions_of_round} {options}
```

| split | positions |
|---|--:|
{counts}

All positions of a match are in one split. Of each round at most {source.positions_of_round} decisions with more than
one legal move were drawn.

## Columns

| column | meaning |
|---|---|
{columns}

Observations have version {OBSERVATION_VERSION}, actions version {ACTIONS_VERSION}, and belong to these cards: the deck
{deck.name}, fingerprint `{deck.fingerprint(source.players)}`.

## How it was made

Every seat of every match was given one of {bots} by lot. {values}

## Limits

- All play is that of bots. Nothing here comes from people, and there are no personal data.
- Values assume search-like play by everybody, and say nothing about how a person would go on.
- Positions of one round resemble each other. Statistics need clusters of `game`.

## Reading it

```python
import datasets, polars

datasets.load_dataset("DIR")["train"]
polars.scan_parquet("DIR/data/train-*.parquet")
```

dnup is a game by Kei Kajino, published by Asmodee. This is an unofficial dataset.
"""


def _size_category(rows: int) -> str:
    names = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M")
    return next((name for power, name in enumerate(names, 3) if rows < 10**power), "n>10M")


def _count(number: object, what: str, least: int) -> int:
    count = as_int(number)
    if count is None or count < least:
        raise ValueError(f"the number of {what} is a whole number from {least} on, not {number!r}")
    return count
