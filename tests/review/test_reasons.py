"""Every reason is true in its position, and tells the better move from the other one.

What a reason says is checked here on the values of cards, with no code of the reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest

import dnup
from dnup.review.enums import ReasonKind
from dnup.review.explanations import Reason, reasons
from dnup.review.graded_move import WRONG

OTHERS = 6
"""The number of other moves that the answer of a puzzle is compared with, besides those that look worst."""


class After:
    """A position after a move, as its mover knows it: `dnup.View.sample` gives one of the worlds that agree with it."""

    def __init__(self, view: dnup.View, move: dnup.Move) -> None:
        self.view, self.move, self.seat = view, move, str(view.turn)
        self.before = view.sample(seed=1)
        self.round = self.before.apply(move)
        self.out = self.seat in self.round.finish  # with two players its other set may come back
        self.hand = self.hand_of(self.seat)
        self.values = Counter(card.active for card in self.hand)
        self.held = Counter(card.active for card in view.hand)
        self.rivals = [seat for seat in view.seats if seat != self.seat and seat not in view.finish]

    def hand_of(self, seat: str) -> tuple[dnup.Card, ...]:
        return self.round.hands[self.view.seats.index(seat)]

    def known(self, seat: str) -> list[int]:
        """The values of the cards of a seat that everyone has seen before the move."""
        return [card.active for card in self.view.known[self.view.seats.index(seat)]]

    @property
    def played(self) -> tuple[int, int]:
        """The size and the value of the set that is played, 0 and 0 for other moves."""
        cards = self.move.cards
        return (len(cards), cards[0].active) if self.move.verb == "play" else (0, 0)

    @property
    def turns(self) -> int:
        """How many turns the hand needs if nothing lies in the way."""
        return turns_of(self.hand)

    def gets(self, seat: str) -> Counter[dnup.Card]:
        """The cards that a seat gets from the table."""
        at = self.view.seats.index(seat)
        return Counter(self.round.hands[at]) - Counter(self.before.hands[at])

    def beats_with_known(self, seat: str, value: int) -> bool:
        """Whether a seat can beat the set that is played with a set of this value of cards that everyone has seen."""
        size, own = self.played
        cards = Counter(self.known(seat)) + Counter(card.active for card in self.gets(seat).elements())
        if not size or value <= own:
            return False
        grows = any(
            slot[0] != seat and len(cards_there) == size - 1 and cards_there[0].active == value
            for slot, cards_there in self.round.table.items()
        )
        return cards[value] >= size or (cards[value] > 0 and grows)

    def can_be_beaten(self) -> bool:
        """Whether cards that anyone may have beat the set that is played."""
        size, own = self.played
        unseen = self.view.unseen
        for seat in self.rivals:
            known = self.known(seat)
            hidden = self.view.sizes[self.view.seats.index(seat)] - len(known)
            gotten = [card.active for card in self.gets(seat).elements()]
            for value in range(own + 1, 16):
                may = sum(value in (card.active, card.inactive) for card in unseen)
                count = (known + gotten).count(value) + min(hidden, may)
                grows = any(
                    slot[0] != seat and len(cards) == size - 1 and cards[0].active == value
                    for slot, cards in self.round.table.items()
                )
                if count >= size or (count and grows):
                    return True
        return False

    def last_of_next(self) -> tuple[str, str, int, int] | None:
        """How the next player can empty a hand whose cards are all known: verb, seat, number of cards and value."""
        turn = (self.round.turn or "")[:1]
        if self.round.turn is None or turn == self.seat:
            return None
        at = self.view.seats.index(turn)
        if len(self.view.known[at]) < self.view.sizes[at]:
            return None
        hand = self.round.hands[at]
        for move in self.round.legal_moves:
            if move.verb in ("play", "add") and len(move.cards) == len(hand):
                return str(move.verb), turn, len(hand), hand[0].active
        return None

    def takes_from(self) -> tuple[str, tuple[dnup.Card, ...]]:
        """From whom cards are taken, and the cards as they come."""
        if self.move.verb != "take" or self.move.slot is None:
            return "", ()
        return self.move.slot[0], tuple(card.turned for card in self.view.table[self.move.slot])

    def breaks(self) -> tuple[int, int] | None:
        """The size and the value of a set of the hand that is used in part."""
        if self.move.verb not in ("play", "add"):
            return None
        value = self.move.cards[0].active
        return (self.held[value], value) if self.held[value] > len(self.move.cards) else None


def groups(values: Iterable[int]) -> int:
    return len(set(values))


def turns_of(hand: Iterable[dnup.Card]) -> int:
    cards = list(hand)
    return min(groups(card.active for card in cards), 1 + groups(card.inactive for card in cards))


def sets(values: Counter[int]) -> int:
    return sum(count >= 2 for count in values.values())


def singles(values: Counter[int]) -> int:
    return sum(count == 1 for count in values.values())


def fits(one: After) -> bool:
    return bool(one.takes_from()[0]) and one.turns <= turns_of(one.view.hand)


def comes(one: After, reason: Reason) -> bool:
    seat, cards = one.takes_from()
    return seat == reason.seat and Counter(cards) == Counter(reason.cards) and len(cards) == reason.count


Predicate = Callable[[Reason, After, After], bool]

TRUE: dict[ReasonKind, Predicate] = {
    ReasonKind.WINS_MATCH: lambda _, made, best: best.out and not made.out,
    ReasonKind.GOES_OUT: lambda _, made, best: best.out and not made.out,
    ReasonKind.LETS_PLAY_OUT: lambda one, made, best: (
        made.last_of_next() == ("play", one.seat, one.count, one.value) and best.last_of_next() is None
    ),
    ReasonKind.LETS_ADD_OUT: lambda one, made, best: (
        made.last_of_next() == ("add", one.seat, one.count, one.value) and best.last_of_next() is None
    ),
    ReasonKind.UNBEATABLE: lambda one, made, best: (
        best.played == (one.count, one.value)
        and not best.can_be_beaten()
        and (not made.played[0] or made.can_be_beaten())
    ),
    ReasonKind.KNOWN_TO_BEAT: lambda one, made, best: (
        made.played[0] == one.count
        and made.beats_with_known(one.seat, one.value)
        and not any(best.beats_with_known(seat, value) for seat in best.rivals for value in range(1, 16))
    ),
    ReasonKind.SENDS_BACK: lambda one, made, best: (
        best.gets(one.seat) == Counter(one.cards)
        and {card.inactive for card in one.cards} == {one.value}
        and len(one.cards) == one.count
        and not Counter(one.cards) & made.gets(one.seat)
    ),
    ReasonKind.ROTATES: lambda one, made, best: (
        best.move.verb == "rotate"
        and sets(best.values) == one.count
        and one.count > max(sets(best.held), sets(made.values))
    ),
    ReasonKind.FITS: lambda one, made, best: comes(best, one) and fits(best) and not fits(made),
    ReasonKind.BECOMES: lambda one, made, best: (
        comes(best, one)
        and one.count > 1
        and {card.active for card in one.cards} == {one.value}
        and not fits(made)
    ),
    ReasonKind.BREAKS_UP: lambda one, made, best: (
        made.breaks() == (one.count, one.value) and best.breaks() is None
    ),
    ReasonKind.LEAVES_SINGLES: lambda one, made, best: (
        singles(made.values) == one.count > singles(best.values)
    ),
    ReasonKind.FEWER_TURNS: lambda one, made, best: best.turns == one.count < one.value == made.turns,
    ReasonKind.KEEPS_HIGH: lambda one, made, best: (
        made.played == (one.count, one.value) and best.values[one.value] >= one.count > made.values[one.value]
    ),
    ReasonKind.NEARLY_OUT: lambda one, made, best: (
        one.count == best.view.sizes[best.view.seats.index(one.seat)] < 3
        and best.gets(one.seat).total() > made.gets(one.seat).total()
    ),
}


def faults(view: dnup.View, made: dnup.Move, best: dnup.Move, told: Iterable[Reason]) -> list[str]:
    """The reasons that are false, or that hold for both moves."""
    worse, better = After(view, made), After(view, best)
    return [
        f"{reason} for {best}, not {made}: {view.to_json()}"
        for reason in told
        if reason.kind != ReasonKind.WINS_BY_FORCE and not TRUE[reason.kind](reason, worse, better)
    ]


def test_every_kind_is_checked() -> None:
    assert {*TRUE, ReasonKind.WINS_BY_FORCE} == set(ReasonKind)


@pytest.mark.compiled
def test_reasons_of_all_puzzles_tell_their_moves_apart() -> None:
    found: list[str] = []
    kinds: set[ReasonKind] = set()
    for puzzle in dnup.review.puzzles():
        view = puzzle.view
        moves = [move for move in view.legal_moves if move != puzzle.answer]
        for made in moves[:: max(1, len(moves) // OTHERS)]:
            told = reasons(view, made, puzzle.answer)
            kinds |= {reason.kind for reason in told}
            found += faults(view, made, puzzle.answer, told)
    assert not found, f"{len(found)}: " + "\n".join(found[:5])
    assert len(kinds) > len(TRUE) / 2


def graded(games: int, effort: int) -> Iterator[dnup.review.GradedMove]:
    """The moves that cost something in games between bots, of two to five players in turn."""
    for seed in range(games):
        names = ["easy", "random", "medium", "easy", "medium"][: 2 + seed % 4]
        deck = dnup.load_deck("balanced" if seed % 3 == 2 else "printed")
        record = dnup.play_match(names, seed=seed, deck=deck)
        reviewer = dnup.review.Reviewer(record, seed=seed)
        for _ in reviewer.think(effort, verdicts=False):
            pass
        yield from (one for one in reviewer.review().moves if one.best != one.made)


def check_reviewed(games: int, effort: int) -> None:
    found: list[str] = []
    marked = 0
    for one in graded(games, effort):
        found += faults(one.view, one.made, one.best, one.why)
        if one.mark not in WRONG:
            continue
        marked += 1
        assert one.why or len(one.line) > 1, f"nothing explains {one.best} against {one.made}: {one.view}"
        assert one.line[0].move == one.best
    assert marked >= games // 2
    assert not found, f"{len(found)}: " + "\n".join(found[:5])


@pytest.mark.compiled
def test_reasons_of_reviewed_games_tell_their_moves_apart() -> None:
    check_reviewed(games=4, effort=200)


@pytest.mark.slow
@pytest.mark.compiled
def test_reasons_of_200_reviewed_games_tell_their_moves_apart() -> None:
    check_reviewed(games=200, effort=400)
