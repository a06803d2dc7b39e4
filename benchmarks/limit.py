"""Compile and run limit.c, the same random rounds in C."""

import subprocess
from pathlib import Path

from benchmarks.contest import Run, Sample
from dnup.cards.deck import Deck
from dnup.game.limits import TURN_LIMIT, check_stall_limit

SOURCE = Path(__file__).with_name("limit.c")


def compile_limit(compiler: str, directory: Path) -> Path:
    """The program, compiled for this very machine."""
    program = directory / "limit"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(SOURCE)], check=True)
    return program


def deck_lines(deck: Deck, players: int) -> str:
    """The cards in play as the program reads them."""
    cards = [(index, deck.cards[index]) for index in deck.in_play(players)]
    return "".join(f"{index} {card.low} {card.high} {int(card.star)}\n" for index, card in cards)


def limit(
    program: Path,
    deck: Deck,
    players: int,
    turn_limit: int = TURN_LIMIT,
    stall_limit: int | None = None,
) -> Run:
    """Rounds played by the program, in the time it takes them itself."""
    lines = deck_lines(deck, players)
    limits = [str(turn_limit), str(check_stall_limit(stall_limit, players))]

    def run(rounds: int, seed: int) -> Sample:
        command = [str(program), str(players), str(rounds), *limits, str(seed)]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
        _, moves, seconds = done.stdout.split()
        return Sample(int(moves), max(float(seconds), 1e-9))

    return run
