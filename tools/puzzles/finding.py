"""Where one move is better than all others by far, and a beginner would play another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

import dnup
from dnup.bots.believing import imagine
from dnup.bots.registry import get
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel import layout as at
from dnup.kernel.chance import new_stream
from dnup.kernel.layout import Words
from dnup.study.appraisal import ANY_WORLD, Appraisal, Worth
from dnup.study.puzzles import TRIES, Puzzle
from tools.puzzles.sure import Prover

LEVELS: Final = {"easy": "easy", "medium": "medium", "hard": "hard", "expert": "search:10000"}
"""Who tries to find the answer; an expert thinks in iterations here, so that it comes out the same on every machine."""

GLANCE: Final = 1500
CLOSELY: Final = 8000
LONG: Final = 10 * CLOSELY
"""Tries: to see whether it may be a puzzle, to say so under two seeds, and to prove it."""

DOUBTS: Final = 5
"""If every time another move seems best, so often, none of them leads."""

TELLING: Final = 1.5
"""A puzzle is about inference if the answer leads by so many times as much to who reads the others' moves."""

PAST: Final = 8
"""So many moves before it are told, for what others did says what they hold."""

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


def look(view: View, tries: int, seed: int, guess: Move | None = None, worlds: Words = ANY_WORLD) -> Found:
    """The best move of a view, measured against all others."""
    guess = guess or view.legal_moves[0]
    for again in range(DOUBTS):
        worths = _worths(view, guess, seed + again, worlds, tries)
        first = max(worths, key=lambda worth: worth.more)
        if first.move == guess or first.more <= 0:
            break
        guess = first.move  # others are measured by it, then
    else:
        worths = _worths(view, guess, seed + DOUBTS, worlds, tries)
    other = max((worth for worth in worths if worth.move != guess), key=lambda worth: worth.more)
    return Found(guess, -other.more, other.error)


def _worths(view: View, made: Move, seed: int, worlds: Words, tries: int) -> tuple[Worth, ...]:
    appraisal = Appraisal(view, made, seed, worlds)
    appraisal.think(tries)
    return appraisal.worths


def glance(view: View, seed: int) -> Found | None:
    """What seems best, unless there is little to choose from or a beginner would play it too."""
    if len(view.legal_moves) < 3:
        return None
    found = look(view, GLANCE, seed)
    return None if found.best == _choice("greedy", view, 0) else found


def is_puzzle(view: View, seen: Found, seed: int) -> Found | None:
    """Whether what seems best leads under two seeds, with ten times the tries, by the bots' own search and believed."""
    least = limit(view.players)
    if seen.lead < 0.8 * least:
        return None
    for other in (1, 2):
        found = look(view, CLOSELY, seed + 100 * other, seen.best)
        if found.best != seen.best or found.lead < least:
            return None
    found = look(view, LONG, seed + 300, seen.best)
    if found.best != seen.best or found.lead - 2 * found.error < 0.9 * least or found.lead < least:
        return None
    for bot in (f"search:{LONG}", f"search:{LONG}+belief"):
        if _choice(bot, view, seed) != found.best:
            return None
    believed = believe(view, found.best, seed)
    return found if believed.best == found.best and believed.lead > 2 * believed.error else None


def believe(view: View, guess: Move, seed: int) -> Found:
    """The best move of a view to who reads the others' moves."""
    return look(view, CLOSELY, seed + 500, guess, imagine(view, new_stream(seed + 600)))


def sure_win(view: View, seen: Found) -> Move | None:
    """The one move that wins for sure, if it seems best and takes more than going out at once."""
    if len(view.hand) > MOST_CARDS or len(seen.best.cards) == len(view.hand):
        return None
    wins = Prover(view).sure_wins(4 if view.players == 2 else 2)
    return wins[0] if wins == [seen.best] else None


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
    past = tuple(map(str, (round.history or ())[-PAST:]))
    return Puzzle(0, str(round), found.best, round_off(found.lead), about, tries, past)


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
    if believe(view, best, seed).lead > TELLING * found.lead:
        yield "inference"


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
        if seat != own:  # where the star is, nobody forgets: unseen it would be with whoever began
            words[at.SHOWN] &= ~words[at.HANDS + seat] | round._packed.star
    if words[at.SHOWN] == round._words[at.SHOWN]:
        return False
    forgotten = dnup.Round(round.deck, np.asarray(words)).view(round.turn)
    look_again = look(forgotten, CLOSELY, seed + 400)
    return look_again.best != found.best or look_again.lead < limit(round.players) / 2
