"""Where one move is better than all others by far, and a beginner would play another."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

import dnup
from dnup.bots import NoNetworkWarning
from dnup.bots.believed_worlds import UNIFORM, sample_worlds
from dnup.bots.registry import get
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.rng import new_stream
from dnup.review.estimators import MoveValue, MoveValues
from dnup.review.puzzles import TRIES, Puzzle
from tools.proof.referee import Referee, Worth

LEVELS: Final = {"easy": "easy", "medium": "medium", "hard": "hard", "expert": "champion:4000"}
"""Who tries to find the answer; an expert thinks in iterations here, so that it comes out the same on every machine."""

FIRST_LOOK: Final = 500
GLANCE: Final = 1500
CLOSELY: Final = 8000
LONG: Final = 4 * CLOSELY
"""Tries: to drop what has no lead, to see whether it may be a puzzle, to say so under two seeds, and to prove it."""

DOUBTS: Final = 5
"""The number of seeds to try: if each finds another best move, no move leads."""

TELLING: Final = 1.5
"""A puzzle is about inference if beliefs multiply the lead of the answer by at least this factor."""

PROOF_BUDGET: Final = 100_000
"""Positions that the proof of a sure win looks at."""

PAST: Final = 8
"""The number of earlier moves in a puzzle: they say what others may hold."""

RIVALS: Final = 3
"""The number of best other moves that the referee compares the answer with."""

FEW_CARDS: Final = 3
"""Somebody has at most this number of cards in most puzzles."""

EARLY_EVERY: Final = 6
"""Of other positions, one in this number is looked at."""

BATCH: Final = 20
BATCHES: Final = 10
"""The referee compares them in this number of worlds at a time, this number of times at most."""

PLAYOUTS: Final = 200
"""Playouts of a decision of every player who plays on for the referee while puzzles are looked for."""

CLEAR: Final = 4.0
"""A rival that is behind by this number of standard errors in two batches is compared no longer."""

FINE: Final = 0.015
"""Moves within this chance of the best are fine, too."""


@dataclass(frozen=True)
class Found:
    """The best move of a view, and by how much more it is worth than every other."""

    best: Move
    lead: float
    error: float


def limit(players: int) -> float:
    """By how much the best move has to lead."""
    return 0.15 if players == 2 else 0.10


def look(view: View, tries: int, seed: int, guess: Move | None = None, worlds: Words = UNIFORM) -> Found:
    """The best move of a view, measured against all others."""
    guess = guess or view.legal_moves[0]
    for again in range(DOUBTS):
        values = _values(view, guess, seed + again, worlds, tries)
        first = max(values, key=lambda value: value.advantage)
        if first.move == guess or first.advantage <= 0:
            break
        guess = first.move  # others are measured by it, then
    else:
        values = _values(view, guess, seed + DOUBTS, worlds, tries)
    other = max((value for value in values if value.move != guess), key=lambda value: value.advantage)
    return Found(guess, -other.advantage, other.error)


def _values(view: View, made: Move, seed: int, worlds: Words, tries: int) -> tuple[MoveValue, ...]:
    estimate = MoveValues(view, made, seed, worlds)
    estimate.think(tries)
    return estimate.values


def is_late(view: View) -> bool:
    """Whether somebody has few cards left: there one move matters most, and games are short to play on from."""
    return min(size for size in view.sizes if size) <= FEW_CARDS


def glance(view: View, seed: int) -> Found | None:
    """What seems best, unless there is little to choose from, it hardly leads, or a beginner would play it too."""
    if len(view.legal_moves) < 3:
        return None
    guess = _choice("hard", view, seed)
    greedy = _choice("greedy", view, 0)
    if guess == greedy:
        return None
    least = limit(view.players)
    first = look(view, FIRST_LOOK, seed, guess)
    if first.best == greedy or first.lead < 0.5 * least:
        return None
    found = look(view, GLANCE, seed, first.best)
    return None if found.best == greedy or found.lead < 0.8 * least else found


def is_puzzle(position: Round, seen: Found, seed: int) -> Found | None:
    """What seems best, if it leads under two seeds, with four times the tries, and with beliefs."""
    view = position.view(position.turn)
    least = limit(view.players)
    for other in (1, 2):
        found = look(view, CLOSELY, seed + 100 * other, seen.best)
        if found.best != seen.best or found.lead < least:
            return None
    believed = believe(view, seen.best, seed)
    if believed.best != seen.best or believed.lead <= 2 * believed.error:
        return None
    if _choice(LEVELS["expert"], view, seed) != seen.best:
        return None
    found = look(view, LONG, seed + 300, seen.best)
    if found.best != seen.best or found.lead - 2 * found.error < 0.9 * least or found.lead < least:
        return None
    return found


def confirmed_lead(
    position: Round,
    answer: Move,
    seed: int,
    referee: Referee,
    *,
    least: float = 0.0,
    playouts: int = PLAYOUTS,
) -> float | None:
    """By how much the referee finds the answer better than the best of its rivals.

    None if it is not better than each of its best rivals by `least` and two standard errors of the difference. What is
    clear after a few worlds is compared no longer.
    """
    estimate = MoveValues(position.view(position.turn), answer, seed + 700)
    estimate.think(CLOSELY)
    rivals = [value.move for value in estimate.values if value.move != answer][:RIVALS]
    samples: dict[Move, list[Worth]] = {rival: [] for rival in rivals}
    leads: dict[Move, float] = {}
    for batch in range(1, BATCHES + 1):
        open_ones = [rival for rival in rivals if rival not in leads]
        _, *others = referee.worth(
            position, [answer, *open_ones], seed=BATCHES * seed + batch, worlds=BATCH, playouts=playouts
        )
        for rival, other in zip(open_ones, others, strict=True):
            samples[rival].append(other)
            lead, error = _pooled(samples[rival])
            if batch > 1 and lead - CLEAR * error > least:
                leads[rival] = lead
            elif lead + (1 if batch > 1 else 2) * error <= least:
                return None
        if len(leads) == len(rivals):
            return min(leads.values())
    for rival in rivals:
        lead, error = _pooled(samples[rival])
        if lead - 2 * error <= least:
            return None
        leads[rival] = lead
    return min(leads.values())


def _pooled(batches: list[Worth]) -> tuple[float, float]:
    """The mean of batches of equal size and its standard error."""
    count = len(batches)
    mean = sum(one.behind for one in batches) / count
    within = sum(one.error**2 for one in batches) / count**2
    return mean, math.sqrt(within)


def believe(view: View, guess: Move, seed: int) -> Found:
    """The best move of a view with beliefs about hidden cards."""
    return look(view, CLOSELY, seed + 500, guess, sample_worlds(view, new_stream(seed + 600)))


def sure_win(view: View) -> Move | None:
    """The one move that wins by force, if a beginner would not play it and it takes more than going out at once."""
    if len(view.legal_moves) < 3:
        return None
    wins = dnup.bots.forced_wins(view, thorough=True, lines=False, budget=PROOF_BUDGET)
    if len(wins) != 1 or len(wins[0].move.cards) == len(view.hand):
        return None
    return wins[0].move if wins[0].move != _choice("greedy", view, 0) else None


def fine_moves(position: Round, seed: int, referee: Referee) -> list[Move]:
    """The moves that are fine in a position where at least three different ones are; otherwise none."""
    view = position.view(position.turn)
    if len(view.hand) < 4 or len(view.legal_moves) < 5:
        return []
    guess = look(view, CLOSELY, seed).best
    values = _values(view, guess, seed + 100, UNIFORM, CLOSELY)
    fine = [value.move for value in values if value.advantage > -FINE and value.error < FINE]
    kinds = {(move.verb, move.slot, tuple(card.active for card in move.cards)) for move in fine}
    if len(kinds) < 3 or values[-1].advantage > -limit(view.players) / 2:
        return []
    _, *others = referee.worth(position, fine[:RIVALS], seed=seed, worlds=BATCH * BATCHES)
    return fine if all(abs(other.behind) < 2 * other.error + FINE for other in others) else []


def _choice(bot: str, view: View, seed: int) -> Move:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NoNetworkWarning)  # then the expert is a search with beliefs
        return get(bot, seed=seed).choose(view).move


def make_puzzle(position: Round, found: Found, lead: float, seed: int, *, sure: bool = False) -> Puzzle:
    """With its themes, and who finds it."""
    view = position.view(position.turn)
    tries = {
        level: sum(_choice(bot, view, 1000 + n) == found.best for n in range(TRIES))
        for level, bot in LEVELS.items()
    }
    about = (*themes(position, view, found, seed), *(("sure win",) if sure else ()))
    past = tuple(map(str, (position.history or ())[-PAST:]))
    return Puzzle(0, str(position), found.best, round_off(lead), about, tries, past)


def round_off(lead: float) -> float:
    return float(f"{lead:.3f}")


def themes(position: Round, view: View, found: Found, seed: int) -> Iterator[str]:
    """What a puzzle is about."""
    best = found.best
    if best.verb in ("rotate", "take", "add"):
        yield best.verb
    greedy = _choice("greedy", view, 0)
    if greedy.verb == "play" and best.verb == "play" and len(best.cards) < len(greedy.cards):
        yield "hold back a set"
    if best.verb == "play" and is_beaten(view, best) > 0.5:
        yield "let yourself be beaten"
    if len(view.hand) <= 4 or len(view.unseen) <= 4:
        yield "endgame"
    if not leads_without_memory(position, best):
        yield "memory"
    if believe(view, best, seed).lead > TELLING * found.lead:
        yield "inference"


def is_beaten(view: View, best: Move, worlds: int = 60) -> float:
    """How often the set comes back before the next turn, if everyone does what looks best at first sight."""
    beaten = 0
    for seed in range(worlds):
        position = view.sample(seed).apply(best)
        seat, before = view.seat, None
        while position.turn is not None and position.turn != seat:
            mine = position.hands[position.seats.index(seat or "")]
            before = mine if before is None else before
            position = position.apply(_choice("medium", position.view(position.turn), 0))
        if before is not None and len(position.hands[position.seats.index(seat or "")]) > len(before):
            beaten += 1
    return beaten / worlds


def leads_without_memory(position: Round, answer: Move, seed: int = 0) -> bool:
    """Whether a seat that has forgotten what others hold would still be sure of the answer."""
    words = position.words.copy()
    own = position.seats.index(position.turn or "")
    for seat in range(position.players):
        if seat != own:  # the star is never forgotten: unseen it is known to be with the starter
            words[at.SHOWN] &= ~words[at.HANDS + seat] | position.packed_deck.star
    if words[at.SHOWN] == position.words[at.SHOWN]:
        return True
    forgotten = dnup.Round(position.deck, np.asarray(words)).view(position.turn)
    look_again = look(forgotten, CLOSELY, seed + 400, answer)
    return look_again.best == answer and look_again.lead >= limit(position.players) / 2
