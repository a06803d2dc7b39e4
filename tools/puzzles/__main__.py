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
from collections.abc import Sequence
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
    EARLY_EVERY,
    confirmed_lead,
    fine_moves,
    glance,
    is_late,
    is_puzzle,
    limit,
    look,
    make_puzzle,
    sure_win,
)

PACKAGE = Path(dnup.__file__).parent / "web" / "puzzles" / "puzzles.json"
EARLIER = PACKAGE.with_name("earlier-puzzles.json")
HERRINGS = PACKAGE.with_name("red-herrings.json")
LINE_UPS = ("medium", "hard", "medium", "easy", "medium")
A_MATCH = 3
"""The maximum number of puzzles from one match, for variety."""


def search(found: Path, wanted: int, deck: str, numbers: Sequence[int]) -> None:
    """Continue the search until there is this number of puzzles for each of these numbers of players."""
    lines = _read(found)
    cards = load_deck(deck)
    program = compile_referee(found.parent)
    referees = {players: Referee(program, cards, players) for players in numbers}
    count = Counter(line["players"] for line in lines if "puzzle" in line)
    done = {line["players"]: line["done"] + 1 for line in lines if "done" in line}
    with progress_bar(Console(stderr=True), "puzzles", len(numbers) * wanted) as advance:
        advance(sum(min(wanted, count[players]) for players in numbers))
        while players := next((n for n in sorted(numbers, key=lambda n: count[n]) if count[n] < wanted), 0):
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
        if not is_late(view) and at % EARLY_EVERY:
            continue
        sure = sure_win(view)
        if sure is None:
            seen = glance(view, at)
            found = seen and is_puzzle(position.round, seen, at)
        else:
            found = look(view, CLOSELY, at, sure)
        if found is None or sure not in (None, found.best) or found.lead < limit(players) / 2:
            continue
        lead = confirmed_lead(position.round, found.best, at, referee, least=limit(players) / 2)
        if lead is not None:
            lead = min(lead, found.lead)
            some.append(make_puzzle(position.round, found, lead, at, sure=sure is not None).to_json())
    return some


def write(found: Path, wanted: int) -> None:
    """Put up to this number of each number of players into the package.

    What is there keeps its number and its place; new puzzles come behind, in random order.
    """
    kinds: dict[int, dict[str, Any]] = defaultdict(dict)
    for line in _read(found):
        if "puzzle" in line:
            kinds[line["players"]][line["puzzle"]["position"]] = line["puzzle"]
    chosen = {
        position: puzzle
        for some in kinds.values()
        for position, puzzle in itertools.islice(some.items(), wanted)
    }
    kept = [puzzle for puzzle in _listed(PACKAGE) if puzzle["position"] in chosen]
    new = sorted(chosen.keys() - {puzzle["position"] for puzzle in kept})
    random.Random(1).shuffle(new)
    first = 1 + max((puzzle["number"] for puzzle in _listed(PACKAGE)), default=len(_listed(EARLIER)))
    everyone = kept + [{**chosen[position], "number": number} for number, position in enumerate(new, first)]
    lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in everyone)
    PACKAGE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(
        f"{len(everyone)} puzzles: {dict(Counter(p['position'].split()[6].count('|') + 1 for p in everyone))}"
    )


def _listed(file: Path) -> list[dict[str, Any]]:
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


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
                is_kept = confirmed_lead(puzzle.round, puzzle.answer, puzzle.number, referee) is not None
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
    parser.add_argument(
        "--players", type=int, nargs="+", default=[2, 3, 4, 5], metavar="N", help="how many play"
    )
    parser.add_argument("--no-write", action="store_true", help="leave the package as it is")
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
        search(found, options.wanted, options.deck, options.players)
    if not options.no_write:
        write(found, options.wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
