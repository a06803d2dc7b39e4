"""Where one move is better than all others by far, and a beginner would play another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

import dnup
from dnup.bots.registry import get
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel import layout as at
from dnup.study.appraisal import Appraisal
from dnup.study.puzzles import TRIES, Puzzle
from tools.puzzles.sure import Prover

LEVELS: Final = {"easy": "easy", "medium": "medium", "hard": "hard", "expert": "search:10000"}
"""Who tries to find the answer; an expert thinks in iterations here, so that it comes out the same on every machine."""

GLANCE: Final = 1500
CLOSELY: Final = 8000
LONG: Final = 10 * CLOSELY
"""Tries: to see whether it may be a puzzle, to say so under two seeds, and to prove it."""

MOST_CARDS: Final = 6
"""With more in hand nobody wins for sure."""


@dataclass(frozen=True)
class Found:
    """The best move of a view, and by how much more it is worth than every other."""

    best: Move
    lead: float
    error: float


def limit(players: int) -> float:
    """By how much the best move has to lead."""
    return 0.15 if players == 2 else 0.10


def look(view: View, tries: int, seed: int, guess: Move | None = None) -> Found:
    """The best move of a view, measured against all others."""
    guess = guess or view.legal_moves[0]
    while True:
        appraisal = Appraisal(view, guess, seed)
        appraisal.think(tries)
        first = max(appraisal.worths, key=lambda worth: worth.more)
        if first.move == guess or first.more <= 0:
            break
        guess = first.move  # others are measured by it, then
        seed += 1
    other = max((worth for worth in appraisal.worths if worth.move != guess), key=lambda worth: worth.more)
    return Found(guess, -other.more, other.error)


def is_puzzle(view: View, seed: int) -> Found | None:
    """Whether one move leads under two seeds, with ten times the tries, by the bots' own search, and is not obvious."""
    if len(view.legal_moves) < 3:
        return None
    least = limit(view.players)
    glance = look(view, GLANCE, seed)
    if glance.lead < 0.8 * least or glance.best == _choice("greedy", view, 0):
        return None
    for other in (1, 2):
        found = look(view, CLOSELY, seed + 100 * other, glance.best)
        if found.best != glance.best or found.lead < least:
            return None
    found = look(view, LONG, seed + 300, glance.best)
    if found.best != glance.best or found.lead - 2 * found.error < 0.9 * least or found.lead < least:
        return None
    return found if _choice(f"search:{LONG}", view, seed) == found.best else None


def sure_win(view: View) -> Move | None:
    """The one move that wins for sure, if it takes more than going out at once and a beginner would play another."""
    if len(view.legal_moves) < 3 or len(view.hand) > MOST_CARDS:
        return None
    wins = Prover(view).sure_wins(4 if view.players == 2 else 2)
    if len(wins) != 1 or len(wins[0].cards) == len(view.hand) or wins[0] == _choice("greedy", view, 0):
        return None
    return wins[0]


def _choice(bot: str, view: View, seed: int) -> Move:
    return get(bot, seed=seed).choose(view).move


def make_puzzle(round: Round, found: Found, seed: int, *, sure: bool = False) -> Puzzle:
    """With its themes, and who finds it."""
    view = round.view(round.turn)
    tries = {
        level: sum(_choice(bot, view, 1000 + n) == found.best for n in range(TRIES))
        for level, bot in LEVELS.items()
    }
    about = (*themes(round, view, found, seed), *(("sure win",) if sure else ()))
    return Puzzle(0, str(round), found.best, round_off(found.lead), about, tries)


def round_off(lead: float) -> float:
    return float(f"{lead:.3f}")


def themes(round: Round, view: View, found: Found, seed: int) -> Iterator[str]:
    """What a puzzle is about."""
    best = found.best
    if best.verb in ("rotate", "take", "add"):
        yield best.verb
    greedy = _choice("greedy", view, 0)
    if greedy.verb == "play" and best.verb == "play" and len(best.cards) < len(greedy.cards):
        yield "hold back a set"
    if best.verb == "play" and _is_beaten(view, best) > 0.5:
        yield "let yourself be beaten"
    if len(view.hand) <= 4 or len(view.unseen) <= 4:
        yield "endgame"
    if _is_memory(round, found, seed):
        yield "memory"


def _is_beaten(view: View, best: Move, worlds: int = 60) -> float:
    """How often the set comes back before the next turn, if everyone does what looks best at first sight."""
    beaten = 0
    for seed in range(worlds):
        round = view.sample(seed).apply(best)
        seat, before = view.seat, None
        while round.turn is not None and round.turn != seat:
            mine = round.hands[round.seats.index(seat or "")]
            before = mine if before is None else before
            round = round.apply(_choice("medium", round.view(round.turn), 0))
        if before is not None and len(round.hands[round.seats.index(seat or "")]) > len(before):
            beaten += 1
    return beaten / worlds


def _is_memory(round: Round, found: Found, seed: int) -> bool:
    """Whether who has forgotten what others hold would no longer be sure."""
    words = round._words.copy()
    own = round.seats.index(round.turn or "")
    for seat in range(round.players):
        if seat != own:
            words[at.SHOWN] &= ~words[at.HANDS + seat]
    if words[at.SHOWN] == round._words[at.SHOWN]:
        return False
    forgotten = dnup.Round(round.deck, np.asarray(words)).view(round.turn)
    look_again = look(forgotten, CLOSELY, seed + 400)
    return look_again.best != found.best or look_again.lead < limit(round.players) / 2
