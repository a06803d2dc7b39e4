"""Check what reviews claim with a referee that shares no code with the search: make study-proof.

Plays games between bots, reviews every decision, and asks the referee what the moves are worth: of every marked move,
the difference between the best move and the move made; of every only move, the difference to its best rival. Then says
how many have the right sign, and how the sizes compare. A late win by force needs no referee: the review should give it
the value of a won round. What was found is kept, a line a match, so that the run can be stopped and goes on from there.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console

import dnup
from dnup.analysis import grading
from dnup.analysis.proven_values import write_won_round
from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.commands.progress import progress_bar
from dnup.game.round import Round
from dnup.game.view import View
from dnup.review.estimators import MoveValues
from dnup.search.match_equity import match_equity
from tools.proof.referee import Referee, compile_referee

WORLDS: Final = 100
"""The worlds in which the referee compares two moves."""

LATE: Final = 2
"""Wins by force are looked for in positions with at most this number of unseen cards,"""

SOON: Final = 6
"""of at most this number of actions,"""

FORCED_BUDGET: Final = 1_000_000
"""in at most this number of positions."""

LEAST: Final = 0.04
"""Claims from this size on are kept, marked or not."""


@dataclass(frozen=True)
class Claim:
    """What a review claims about a move, and what the referee finds."""

    players: int
    kind: str
    """`cost`: the best move against the one made; `only`: the move made against its best rival; `forced`: a move that
    wins by force, as the review sees it, against the value of a won round."""
    unseen: int
    marked: bool
    claimed: float
    error: float
    """The standard error of the claim, that of the model included."""
    found: float
    found_error: float
    position: str
    better: str
    worse: str


def claims_of_match(
    referee: Referee, deck: Deck, players: int, seed: int, bots: Sequence[str], effort: int, worlds: int
) -> Iterator[Claim]:
    """All claims about one match. The bots take turns in the seats, and with the seed."""
    record = dnup.play_match(
        [bots[(seat + seed) % len(bots)] for seat in range(players)], seed=seed, deck=deck
    )
    for number, position in enumerate(record.positions()):
        if position.move is None:
            continue
        view = position.view(position.turn)
        values = MoveValues(view, position.move, 1000 * seed + number)
        values.think(effort)
        unseen = len(view.unseen)
        if unseen <= LATE:
            yield from forced_claims(position.round, values)
        row = values.grade
        loss, marked = values.loss, values.is_wrong
        if loss >= LEAST:
            kind, better, worse = "cost", values.best, values.made
            claimed, error = loss, float(row[grading.LOSS_ERROR])
        elif row[grading.ONLY_MOVE]:
            rival = values.values[1]
            kind, better, worse, marked = "only", values.made, rival.move, True
            claimed, error = -rival.advantage, rival.error
        else:
            continue
        _, other = referee.worth(position.round, [better, worse], seed=seed, worlds=worlds)
        found, found_error = other.behind, other.error
        if any(value.forced for value in values.values if value.move == better):
            # A win by force needs no referee, whose players do not find the long ones.
            found = won_round(view) - other.chance
            found_error = math.sqrt(other.chance * (1.0 - other.chance) / worlds)
        yield Claim(
            players, kind, unseen, bool(marked), claimed, error, found, found_error,
            str(position.round), str(better), str(worse),
        )  # fmt: skip


def forced_claims(position: Round, values: MoveValues) -> Iterator[Claim]:
    """What the review gives to moves that win by force soon."""
    view = values.view
    chances = {value.move: value.chance for value in values.values}
    for win in dnup.bots.forced_wins(view, longest=SOON, budget=FORCED_BUDGET, thorough=True, lines=False):
        claimed, found = chances[win.move], won_round(view)
        move = str(win.move)
        unseen = len(view.unseen)
        yield Claim(view.players, "forced", unseen, True, claimed, 0.0, found, 0.0, str(position), move, move)


def won_round(view: View) -> float:
    """The chance of the seat in turn to win the match if it is the next to go out."""
    won = np.zeros(view.players)
    write_won_round(view.words, match_equity(view.players), won)
    return float(won[view.seats.index(view.turn or "")])


def report(claims: list[Claim]) -> Iterator[str]:
    """What was found, as rows of a page."""
    yield "| players | claims | number | right sign | refuted | claimed | found | found / claimed |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|"
    for players in sorted({claim.players for claim in claims}):
        for kind, name in (("cost", "marks"), ("only", "only moves")):
            some = [one for one in claims if one.players == players and one.kind == kind and one.marked]
            if some:
                yield f"| {players} | {name} | {row(some)} |"
    yield ""
    forced = [one for one in claims if one.kind == "forced"]
    if forced:
        short = [100 * (one.found - one.claimed) for one in forced]
        told = f"{np.mean(short):.2f} points short on average, at most {max(short):.1f}"
        yield f"{len(forced)} late wins by force: {told}"
        yield ""
    yield "| players | unseen cards | costs | residual of claims | least-squares scale |"
    yield "|---|---|--:|--:|--:|"
    for group, few in (("2", True), ("3 to 5", False)):
        chosen = [one for one in claims if (one.players == 2) == few and one.kind == "cost"]
        for low, high in (
            (0, grading.FEW_UNSEEN),
            (grading.FEW_UNSEEN, grading.MANY_UNSEEN),
            (grading.MANY_UNSEEN, 99),
        ):
            some = [one for one in chosen if low <= one.unseen < high]
            if len(some) > 1:
                claimed, found, noise = (np.array(list(column)) for column in zip(
                    *((one.claimed, one.found, one.found_error) for one in some), strict=True))  # fmt: skip
                rest = float(np.mean((claimed - found) ** 2 - noise**2))
                scale = float(claimed @ found / (claimed @ claimed))
                cells = f"{len(some)} | {100 * max(rest, 0.0) ** 0.5:.1f} | {scale:.2f}"
                yield f"| {group} | {low} to {high - 1} | {cells} |"


def row(claims: list[Claim]) -> str:
    """The cells of one row: how many claims hold. Refuted is what is below 0 by two standard errors."""
    right = sum(one.found > 0 for one in claims)
    refuted = sum(
        one.found < -2 * one.found_error or (one.found <= 0 and one.found_error == 0) for one in claims
    )
    claimed = float(np.mean([one.claimed for one in claims]))
    found = float(np.mean([one.found for one in claims]))
    error = float(np.sqrt(np.sum(np.square([one.found_error for one in claims])))) / len(claims)
    return (
        f"{len(claims)} | {100 * right / len(claims):.0f} % | {refuted} | {100 * claimed:.1f} | "
        f"{100 * found:.1f} ± {200 * error:.1f} | {found / claimed:.2f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="make study-proof", description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="of the first match (0)")
    parser.add_argument("--bots", nargs="+", default=["hard", "medium"], help="who plays (hard medium)")
    parser.add_argument("--worlds", type=int, default=WORLDS, help=f"of a comparison ({WORLDS})")
    parser.add_argument("--effort", type=int, default=8000, help="tries of a decision (8000)")
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"which cards ({DEFAULT_DECK})"
    )
    parser.add_argument("--kept", type=Path, default=Path("build/proof.jsonl"), metavar="FILE")
    options = parser.parse_args()
    deck = load_deck(options.deck)
    kept: Path = options.kept
    program = compile_referee(kept.parent)
    lines = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    done = {(line["players"], line["seed"]) for line in lines}
    seeds = range(options.first, options.first + options.matches)
    with (
        Referee(program, deck, options.players) as referee,
        progress_bar(Console(stderr=True), "matches", options.matches) as advance,
        kept.open("a", encoding="utf-8") as file,
    ):
        for seed in seeds:
            if (options.players, seed) not in done:
                found = list(
                    claims_of_match(
                        referee, deck, options.players, seed, options.bots, options.effort, options.worlds
                    )
                )
                line = {"players": options.players, "seed": seed, "claims": [asdict(one) for one in found]}
                lines.append(line)
                file.write(json.dumps(line) + "\n")
                file.flush()
            advance(1)
    print("\n".join(report([Claim(**one) for line in lines for one in line["claims"]])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
