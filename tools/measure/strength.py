"""How strong the bots are: plays what docs/lab/strength.md claims, and with --update-docs writes it into that page.

A row says at which commit it was played, so a part can be played again alone; the page keeps the other rows.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from dnup.bots.believed_worlds import UNIFORM
from dnup.cards.deck import DEFAULT_DECK, load_deck
from dnup.game.limits import pack_limits
from dnup.game.match import PlayedRound
from dnup.game.round import Round
from dnup.kernel.playout import random_rounds
from dnup.kernel.rng import new_stream
from dnup.records.record import Record, parse_record
from dnup.search.match_equity import match_equity
from dnup.search.mcts import search
from dnup.search.tree import NODE_WORDS, RATES
from dnup.workers.cores import core_count
from tools import ROOT
from tools.measure.beliefs import measure
from tools.measure.equal_time import compare

PAGE = ROOT / "docs" / "lab" / "strength.md"
HEAD = (
    "| command | deck | rounds | won | 95 % interval | bar | s a move | commit |",
    "|---|---|---|---|---|---|---|---|",
)
CIRCLES_HEAD = (
    "| command | deck | rounds | in circles (D5) | longest row without a discard in the others | commit |",
    "|---|---|---|---|---|---|",
)
EQUAL_TIME_HEAD = (
    "| command | deck | rounds | first out | 95 % interval | bar | iterations of each in a move | commit |",
    "|---|---|---|---|---|---|---|---|",
)
QUALITY_HEAD = (
    "| command | deck | cards | bits a card by chance | bits believed | ms a view | believed: true | commit |",
    "|---|---|---|---|---|---|---|---|",
)
BEGIN, END = "<!-- results -->", "<!-- end of results -->"


@dataclass(frozen=True)
class Claim:
    """The first of two bots is to win at least the share `bar` of rounds from 0-0.

    It plays alone against copies of the other; with `head_to_head` each of them plays alone against copies of the
    other equally often, and of two equal bots each wins half of the rounds with any number of players.
    """

    hero: str
    rival: str
    players: int
    rounds: int
    bar: float
    head_to_head: bool = False

    @property
    def line_up(self) -> str:
        return f"dnup arena {self.hero} {self.rival} --players {self.players}"

    @property
    def command(self) -> str:
        return self.command_of(self.rounds)

    def command_of(self, rounds: int) -> str:
        return f"{self.line_up} --rounds {rounds}{'' if self.head_to_head else ' --alone'}"


PROOF = (
    Claim("greedy", "random", 2, 4000, 0.93),
    Claim("search:1000", "greedy", 2, 2000, 0.97),
    Claim("search:1000", "greedy", 3, 18000, 0.83),
    Claim("search:1000", "greedy", 4, 2000, 0.75),
    Claim("search:1000", "greedy", 5, 2000, 0.68),
    Claim("search:10000", "search:1000", 2, 2000, 0.62),
)
EXPERT = "py:tools.measure.equal_time:Expert"
QUICK_EXPERT = "py:tools.measure.equal_time:QuickExpert"
"""The level `expert` by the processor's clock, so that a busy machine does not make it weaker: with all of its time,
and with a quarter of it, a lower bound from more rounds."""

LEVELS = (
    Claim("easy", "random", 2, 2000, 0.65),
    *(
        Claim(hero, rival, players, rounds, 0.65 if players == 2 else 0.58, head_to_head=True)
        for hero, rival, rounds in (
            ("medium", "easy", 1200),
            ("hard", "medium", 1200),
            (QUICK_EXPERT, "hard", 120),
            (EXPERT, "hard", 120),
        )
        for players in (2, 3, 4, 5)
    ),
)


@dataclass(frozen=True)
class EqualTime:
    """A bar: the share of rounds that one copy of the first bot wins among copies of the second, in equal time."""

    hero: str
    rival: str
    players: int
    milliseconds: int
    rounds: int
    bar: float

    @property
    def line_up(self) -> str:
        return (
            f"python -m tools.measure.equal_time {self.hero} {self.rival} --players {self.players} "
            f"--milliseconds {self.milliseconds}"
        )

    @property
    def command(self) -> str:
        return f"{self.line_up} --rounds {self.rounds}"


EQUAL_TIME = (
    EqualTime("champion", "search", 2, 20, 2000, 0.66),
    EqualTime("champion", "search", 2, 200, 600, 0.66),
    EqualTime("champion", "search", 3, 20, 4000, 0.40),
    EqualTime("champion", "search", 4, 20, 4000, 0.29),
    EqualTime("champion", "search", 5, 20, 4000, 0.235),
    EqualTime("search+belief", "search", 2, 20, 2000, 0.54),
)
CHAMPION = (
    Claim("instinct", "greedy", 2, 2000, 0.93),
    Claim("instinct", "search:1000", 2, 2000, 0.45),
)
BELIEFS = (
    Claim("search:1000+belief", "greedy", 2, 2000, 0.97),
    Claim("search:1000+belief", "medium", 2, 1000, 0.9),
    Claim("search:1000+belief", "random", 2, 1000, 0.97),
)


@dataclass(frozen=True)
class Quality:
    """How much better than by chance it is known where unseen cards are, and whether it comes true."""

    players: int
    rounds: int

    @property
    def line_up(self) -> str:
        return f"python -m tools.measure.beliefs --players {self.players}"

    @property
    def command(self) -> str:
        return f"{self.line_up} --rounds {self.rounds}"


QUALITY = (Quality(2, 200), Quality(3, 60), Quality(4, 40), Quality(5, 30))


@dataclass(frozen=True)
class Circles:
    """How many rounds of a bot against itself go in circles until they are abandoned (D5)."""

    bot: str
    players: int
    rounds: int

    @property
    def line_up(self) -> str:
        return f"dnup arena {self.bot} --players {self.players}"

    @property
    def command(self) -> str:
        return f"{self.line_up} --rounds {self.rounds}"


CIRCLES = (
    Circles("search:1000", 2, 2000),
    Circles("search:1000", 3, 500),
    Circles("search:1000", 4, 500),
    Circles("search:1000", 5, 500),
)


Played: TypeAlias = Claim | EqualTime | Circles | Quality


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--update-docs", action="store_true", help="write the results into docs/lab/strength.md"
    )
    parser.add_argument(
        "--quick",
        type=int,
        nargs="?",
        const=10,
        default=1,
        metavar="N",
        help="a tenth of the rounds, or an Nth part",
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[""],
        metavar="TEXT",
        help="play only what has one of these in its command",
    )
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"which cards ({DEFAULT_DECK})"
    )
    options = parser.parse_args()
    if options.update_docs and options.deck != DEFAULT_DECK:
        parser.error(
            f"docs/lab/strength.md is about the deck {DEFAULT_DECK}; leave out --update-docs or --deck"
        )
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    known, _, after = rest.partition(END)
    lines = [f"{core_count()} cores, Python {platform.python_version()}."]
    sections: tuple[tuple[str, Sequence[str], Sequence[Played]], ...] = (
        ("Proof", HEAD, PROOF),
        ("Levels", HEAD, LEVELS),
        ("Circles", CIRCLES_HEAD, CIRCLES),
        ("Champion in equal processor time", EQUAL_TIME_HEAD, EQUAL_TIME),
        ("Instinct", HEAD, CHAMPION),
        ("Beliefs", HEAD, BELIEFS),
        ("What is believed", QUALITY_HEAD, QUALITY),
    )
    for title, head, claims in sections:
        rows: list[str] = []
        for claim in claims:
            if any(text in claim.command for text in options.only):
                rounds = claim.rounds // options.quick
                row = _played(claim, rounds, options.deck)
                print(row, file=sys.stderr, flush=True)
            else:
                row = next((line for line in known.splitlines() if f"`{claim.line_up} " in line), "")
            rows += [row] if row else []
        lines += ["", f"### {title}", "", *head, *rows] if rows else []
    lines += _speed(options.deck)
    text = "\n".join(lines)
    print(text)
    if options.update_docs:
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
    return 0


def _played(claim: Played, rounds: int, deck: str) -> str:
    if isinstance(claim, Claim):
        return _row(claim, rounds, deck)
    if isinstance(claim, EqualTime):
        return _equal_time(claim, rounds, deck)
    return _circles(claim, rounds, deck) if isinstance(claim, Circles) else _believed(claim, rounds, deck)


def _believed(claim: Quality, rounds: int, deck: str) -> str:
    print(f"{claim.command} …", file=sys.stderr, flush=True)
    return (
        f"| `{claim.command}` | {deck} {measure(load_deck(deck), claim.players, rounds).row()} {_commit()} |"
    )


def _equal_time(claim: EqualTime, rounds: int, deck: str) -> str:
    print(f"{claim.line_up} --rounds {rounds} …", file=sys.stderr, flush=True)
    tally = compare(claim.hero, claim.rival, claim.players, claim.milliseconds, rounds, deck=deck)
    low, high = tally.mean - tally.half, tally.mean + tally.half
    return (
        f"| `{claim.line_up} --rounds {rounds}` | {deck} | {len(tally.shares) * claim.players:,} | {tally.mean:.1%} "
        f"| {low:.1%} – {high:.1%} | ≥ {claim.bar * 100:g}% {'✓' if low >= claim.bar else '✗'} "
        f"| {tally.spent(claim.hero)}; {tally.spent(claim.rival)} | {_commit()} |"
    )


def _row(claim: Claim, rounds: int, deck: str) -> str:
    print(f"{claim.command_of(rounds)} …", file=sys.stderr, flush=True)
    options = ["--deck", deck, "--players", claim.players, "--rounds", rounds]
    options += [] if claim.head_to_head else ["--alone"]
    report = _arena(claim.hero, claim.rival, *options)
    bot = next(bot for bot in report["ranking"] if bot["bot"] == claim.hero)
    share = bot["head_to_head" if claim.head_to_head else "won"]
    won, low, high = (share[bound] for bound in ("mean", "low", "high"))
    times = bot["seconds_a_move"]
    verdict = "✓" if low >= claim.bar else "✗"
    return (
        f"| `{claim.command_of(rounds)}` | {deck} | {report['games']:,} | {won:.1%} | {low:.1%} – {high:.1%} "
        f"| ≥ {claim.bar:.0%} {verdict} | {times['mean']:.4f}, at most {times['longest']:.2f} | {_commit()} |"
    )


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _circles(circles: Circles, rounds: int, deck: str) -> str:
    print(f"{circles.command} …", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.jsonl")
        options = ("--deck", deck, "--players", circles.players, "--rounds", rounds, "--record", file)
        _arena(circles.bot, *options)
        records = [parse_record(line) for line in file.open(encoding="utf-8")]
    played = [(record, one) for record in records for one in record.rounds]
    # D2 ends a round at its turn limit; one that was abandoned before that went in circles.
    others = [(record, one) for record, one in played if one.ending != "abandoned"]
    abandoned = [len(one.moves) < record.turn_limit for record, one in played if one.ending == "abandoned"]
    longest = max(_longest_row(record, one) for record, one in others)
    return (
        f"| `{circles.command}` | {deck} | {len(played):,} | {sum(abandoned):,} ({sum(abandoned) / len(played):.1%}) "
        f"| {longest} | {_commit()} |"
    )


def _longest_row(record: Record, played: PlayedRound) -> int:
    """The most actions in a row without a discard, the round's last one aside."""
    position = Round.from_deal(played.deal, deck=record.deck, stall_limit=record.stall_limit)
    longest = 0
    for move in played.moves:
        position = position.apply(move)
        longest = max(longest, position.stalled)
    return longest


def _arena(*words: object) -> dict[str, Any]:
    command = [sys.executable, "-m", "dnup.cli", "arena", *map(str, words), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _speed(deck: str) -> list[str]:
    """Iterations a second at two-player openings beside the kernel's random moves a second, on one core.

    The clock is the time that this process had a core, and what counts is the median of neighboring ratios, so that
    other people's jobs matter little.
    """
    rounds = [Round.deal(2, seed, deck=deck) for seed in range(20)]
    views = [position.view(position.turn) for position in rounds]
    words, equity = views[0].deck_words, match_equity(2)
    tree = np.zeros((11_000, NODE_WORDS), np.int64)
    rates = np.zeros((11_000, RATES), np.float64)
    iterations, moves = [], []
    for turn in range(26):
        spent = 0.0
        for seed, view in enumerate(views):
            tree[:], rates[:] = 0, 0
            begin = time.process_time()
            search(words, view.words, new_stream(seed), equity, UNIFORM, tree, rates, 1, 1000)
            spent += time.process_time() - begin
        begin = time.process_time()
        made = random_rounds(words, 2, 5000, pack_limits(2), new_stream(turn))
        if turn:  # the first turn may have compiled
            iterations.append(1000 * len(views) / spent)
            moves.append(made / (time.process_time() - begin))
    low, share, high = np.quantile(np.divide(iterations, moves), (0.25, 0.5, 0.75))
    return [
        "",
        "### Speed",
        "",
        f"At two-player openings `search:1000` makes {max(iterations):,.0f} iterations a second on one core, the "
        f"kernel {max(moves):,.0f} random moves: each the best of {len(moves)} runs that took turns. The median of "
        f"their ratios is {share:.3f}, the middle half of them {low:.3f} – {high:.3f} "
        f"(bar: 0.04 {'✓' if share >= 0.04 else '✗'}).",
    ]


if __name__ == "__main__":
    sys.exit(main())
