"""Find puzzles in games between bots, and put them into the package: make puzzles.

Found puzzles are stored in a separate file, with the progress of the search: so it can be stopped at any time, and
goes on from there. `--write` takes as many of each number of players and puts them into the package.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from rich.console import Console

import dnup
from dnup.cards.deck import DEFAULT_DECK, load_deck
from dnup.commands.progress import progress_bar
from dnup.review.puzzles import puzzles
from tools.proof.referee import Referee, compile_referee
from tools.puzzles.finding import (
    CLOSELY,
    fine_moves,
    glance,
    is_confirmed,
    is_puzzle,
    look,
    make_puzzle,
    sure_win,
)

PACKAGE = Path(dnup.__file__).parent / "web" / "puzzles" / "puzzles.json"
HERRINGS = PACKAGE.with_name("red-herrings.json")
LINE_UPS = ("hard", "medium", "hard", "easy", "hard")
A_MATCH = 3
"""The maximum number of puzzles from one match, for variety."""


def search(found: Path, wanted: int, deck: str) -> None:
    """Continue the search until there is this number of puzzles for each number of players."""
    lines = _read(found)
    cards = load_deck(deck)
    program = compile_referee(found.parent)
    referees = {players: Referee(program, cards, players) for players in (2, 3, 4, 5)}
    count = Counter(line["players"] for line in lines if "puzzle" in line)
    done = {line["players"]: line["done"] + 1 for line in lines if "done" in line}
    with progress_bar(Console(stderr=True), "puzzles", 4 * wanted) as advance:
        advance(sum(min(wanted, number) for number in count.values()))
        while players := next(
            (n for n in sorted((2, 3, 4, 5), key=lambda n: count[n]) if count[n] < wanted), 0
        ):
            seed = done.get(players, 0)
            for puzzle in of_match(players, seed, deck, referees[players]):
                _append(found, {"players": players, "puzzle": puzzle})
                count[players] += 1
                advance(1)
            done[players] = seed + 1
            _append(found, {"players": players, "done": seed})


def of_match(players: int, seed: int, deck: str, referee: Referee) -> list[dict[str, Any]]:
    """The puzzles of one match."""
    record = dnup.play_match(list(LINE_UPS[:players]), seed=seed, deck=deck)
    some: list[dict[str, Any]] = []
    for number, position in enumerate(record.positions()):
        if position.move is None or len(some) == A_MATCH:
            continue
        at = 1000 * (seed + 1) + number
        view = position.view(position.turn)
        seen = glance(view, at)
        if seen is None:
            continue
        sure = sure_win(view, seen)
        if sure is None:
            found = is_puzzle(position.round, seen, at, referee)
        else:
            found = look(view, CLOSELY, at, sure)
        if found is not None and sure in (None, found.best):
            some.append(make_puzzle(position.round, found, at, sure=sure is not None).to_json())
    return some


def write(found: Path, wanted: int) -> None:
    """Put as many of each number of players into the package, in an order that is none."""
    kinds: dict[int, dict[str, Any]] = defaultdict(dict)
    for line in _read(found):
        if "puzzle" in line:
            kinds[line["players"]][line["puzzle"]["position"]] = line["puzzle"]
    chosen = [puzzle for _, some in sorted(kinds.items()) for puzzle in list(some.values())[:wanted]]
    random.Random(1).shuffle(chosen)
    PACKAGE.parent.mkdir(exist_ok=True)
    lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in chosen)
    PACKAGE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(chosen)} puzzles: {dict(Counter(len(p['position'].split()[3].split(',')) for p in chosen))}")


def herrings(wanted: int, deck: str, build: Path) -> None:
    """Write positions in which several moves are fine, as many of each number of players, into the package."""
    program, cards = compile_referee(build), load_deck(deck)
    referees = {players: Referee(program, cards, players) for players in (2, 3, 4, 5)}
    found: dict[int, list[dict[str, Any]]] = {players: [] for players in referees}
    with progress_bar(Console(stderr=True), "red herrings", 4 * wanted) as advance:
        for seed in itertools.count(10_000):
            open_ones = [players for players in found if len(found[players]) < wanted]
            for players in open_ones:
                new = herrings_of_match(players, seed, deck, referees[players])
                new = new[: wanted - len(found[players])]
                found[players] += new
                advance(len(new))
            lines = [json.dumps(line) for some in found.values() for line in some]
            random.Random(1).shuffle(lines)
            HERRINGS.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
            if not open_ones:
                return


def herrings_of_match(players: int, seed: int, deck: str, referee: Referee) -> list[dict[str, Any]]:
    """Some positions of a match in which several moves are fine, far apart."""
    record = dnup.play_match(list(LINE_UPS[:players]), seed=seed, deck=deck)
    some: list[dict[str, Any]] = []
    for number, position in enumerate(record.positions()):
        if position.move is None or number % 7 != seed % 7:
            continue
        fine = fine_moves(position.round, 1000 * seed + number, referee)
        if fine:
            some.append({"position": str(position.round), "fine": [str(move) for move in fine]})
        if len(some) == A_MATCH:
            break
    return some


def check(number: int, build: Path) -> int:
    """Ask the referee about puzzles of the package; returns how many answers it confirms."""
    chosen = random.Random(2).sample(puzzles(), min(number, len(puzzles())))
    kept = 0
    program = compile_referee(build)
    with progress_bar(Console(stderr=True), "checking", len(chosen)) as advance:
        for puzzle in chosen:
            with Referee(program, puzzle.deck, puzzle.players) as referee:
                is_kept = is_confirmed(puzzle.round, puzzle.answer, puzzle.number, referee)
            kept += is_kept
            if not is_kept:
                print(f"puzzle {puzzle.number}: {puzzle.answer} is not confirmed")
            advance(1)
    print(f"the referee confirms {kept} of {len(chosen)} puzzles")
    return kept


def _read(found: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in found.read_text().splitlines()] if found.exists() else []


def _append(found: Path, line: dict[str, Any]) -> None:
    with found.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make puzzles", description=__doc__)
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"which cards ({DEFAULT_DECK})"
    )
    parser.add_argument(
        "--found", type=Path, metavar="FILE", help="what was found (build/puzzles-DECK.jsonl)"
    )
    parser.add_argument("--wanted", type=int, default=110, help="of each number of players")
    parser.add_argument("--write", action="store_true", help="only put what was found into the package")
    parser.add_argument("--check", type=int, metavar="N", help="check N puzzles of the package again instead")
    parser.add_argument(
        "--herrings", type=int, metavar="N", help="find N red herrings of each number of players instead"
    )
    options = parser.parse_args()
    if options.herrings is not None:
        herrings(options.herrings, options.deck, Path("build"))
        return 0
    if options.check is not None:
        return 0 if check(options.check, Path("build")) >= 0.98 * min(options.check, len(puzzles())) else 1
    found: Path = options.found or Path(f"build/puzzles-{load_deck(options.deck).name}.jsonl")
    found.parent.mkdir(parents=True, exist_ok=True)
    if not options.write:
        search(found, options.wanted, options.deck)
    write(found, options.wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
