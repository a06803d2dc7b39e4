"""Make the puzzles of the package anew from self-play: python -m tools.puzzles, or make puzzles.

A puzzle is a position in which the best move leads the second by 15 points (two players) or 10, under two seeds and with
ten times the tries, and is not what `greedy` plays. Then every level is asked 20 times. It can be stopped and goes
on where it was: what was found is in the file.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console

from dnup import Match, Move, Round, View, bots
from dnup.cards.card import Card
from dnup.kernel.chance import split
from dnup.study.appraisal import Appraisal
from dnup.study.puzzles import LEVELS, TRIES, Puzzle

FILE: Final = Path(__file__).parents[1] / "src" / "dnup" / "study" / "puzzles.jsonl"
LEAD: Final = {2: 0.15}
LEAD_OF_MANY: Final = 0.10
LOOK: Final = 600
CHECK: Final = 6_000
THOROUGH: Final = 60_000
EXPERT: Final = "search:60000"
"""In place of `expert`, who thinks by the clock and so never twice the same."""

PLAYERS_OF: Final = ("medium", "hard", "search:300")


def seed_of(*numbers: int) -> int:
    seed = np.uint64(0x70757A7A6C65)
    for number in numbers:
        seed = np.uint64(split(seed, number))
    return int(seed)


def appraised(view: View, made: Move, tries: int, seed: int) -> Appraisal:
    appraisal = Appraisal(view, made, seed)
    appraisal.think(tries, thorough=True)
    return appraisal


def best_of(view: View, greedy: Move, tries: int, seed: int) -> tuple[Move, Appraisal]:
    """The best move, and an appraisal that compares the others with it."""
    first = appraised(view, greedy, tries, seed)
    best = first.worths[0].move
    return best, first if best == greedy else appraised(view, best, tries, seed)


def leads(appraisal: Appraisal, least: float) -> bool:
    """Whether the move it was made with leads all others by so much, for sure."""
    others = [worth for worth in appraisal.worths if worth.move != appraisal.made]
    return all(-worth.more - 2 * worth.error >= least for worth in others)


def found_in(view: View, seed: int) -> Puzzle | None:
    """The puzzle in a view, if there is one."""
    if len(view.legal_moves) < 4:
        return None
    least = LEAD.get(view.players, LEAD_OF_MANY)
    greedy = bots.get("greedy").choose(view).move
    quick = appraised(view, greedy, LOOK, seed_of(seed, 1))
    if quick.worths[0].more < least or quick.worths[0].more - quick.worths[1].more < 0.8 * least:
        return None
    answers = set()
    for number, tries in ((2, CHECK), (3, CHECK), (4, THOROUGH)):
        best, last = best_of(view, greedy, tries, seed_of(seed, number))
        answers.add(best)
        if best == greedy or len(answers) > 1 or last.worths[0].more - last.worths[1].more < least:
            return None
    if not leads(last, least):
        return None
    answer = str(last.made)
    found = {
        level: sum(
            str(bots.get(EXPERT if level == "expert" else level, seed=seed_of(seed, 5, number)).choose(view).move)
            == answer
            for number in range(TRIES)
        )
        for level in LEVELS
    }
    chances = tuple(
        (str(worth.move), round(worth.chance, 4), round(worth.error, 4)) for worth in last.worths[:3]
    )
    world = view.sample(seed=seed_of(seed, 6))
    themes = themes_of(view, last.made)
    return Puzzle(f"{seed:08x}", str(world), answer, chances, themes, found)


def themes_of(view: View, answer: Move) -> tuple[str, ...]:
    """What a puzzle is about."""
    themes = [answer.verb] if answer.verb != "play" else []
    groups = Counter(card.active for card in view.hand)
    if answer.verb == "play":
        if len(answer.cards) < groups[answer.cards[0].active]:
            themes.append("hold back")
        elif any(
            len(move.cards) > len(answer.cards) and move.verb == "play" for move in view.legal_moves
        ):
            themes.append("hold back")
        if _gives_way(view, answer.cards):
            themes.append("give way")
    if min(size for size in view.sizes if size) <= 3:
        themes.append("endgame")
    if any(view.known[index] for index, seat in enumerate(view.seats) if seat != view.seat):
        themes.append("memory")
    return tuple(themes)


def _gives_way(view: View, cards: tuple[Card, ...]) -> bool:
    """Whether what is played can be beaten by cards that everyone knows to be in the next hand."""
    following = view.seats[(view.seats.index(view.seat or "") + 1) % view.players]
    known = Counter(card.active for card in view.known[view.seats.index(following)])
    return any(value > cards[0].active and count >= len(cards) for value, count in known.items())


def positions(players: int, number: int) -> list[Round]:
    """The positions of a match between bots."""
    seats = [PLAYERS_OF[(number + seat) % len(PLAYERS_OF)] for seat in range(players)]
    match = Match.new(players, seed_of(players, number))
    chosen = [bots.get(name, seed=seed_of(players, number, seat)) for seat, name in enumerate(seats)]
    seen = []
    while match.turn is not None:
        seen.append(match.round)
        match = match.apply(chosen["ABCDE".index(match.turn)].choose(match.view(match.turn)).move)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=110, help="puzzles for every number of players (110)")
    parser.add_argument("--fresh", action="store_true", help="begin anew")
    options = parser.parse_args()
    state = FILE.with_suffix(".state")
    if options.fresh:
        FILE.unlink(missing_ok=True)
        state.unlink(missing_ok=True)
    made = [Puzzle.from_json(json.loads(line)) for line in FILE.read_text().splitlines()] if FILE.exists() else []
    begun = json.loads(state.read_text()) if state.exists() else {}
    screen = Console()
    for players in (2, 3, 4, 5):
        number = begun.get(str(players), 0)
        while sum(puzzle.players == players for puzzle in made) < options.each:
            taken = 0
            for index, position in enumerate(positions(players, number)):
                puzzle = found_in(position.view(position.turn), (players << 28) + (number << 10) + index)
                if puzzle is not None and taken < 2:  # not all of them from one match
                    taken += 1
                    made.append(puzzle)
                    screen.print(
                        f"{players} players, match {number}: {puzzle.answer}, {puzzle.difficulty}, "
                        f"{', '.join(puzzle.themes)} ({sum(p.players == players for p in made)})"
                    )
            number += 1
            begun[str(players)] = number
            made.sort(key=lambda puzzle: (*(-puzzle.found[level] for level in reversed(LEVELS)), puzzle.name))
            FILE.write_text("".join(f"{json.dumps(puzzle.to_json())}\n" for puzzle in made), encoding="utf-8")
            state.write_text(json.dumps(begun))
    state.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
