"""What keeps cards from being a deck is found in one place: `Deck` says what the kernel finds, and never more."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnup.cards.deck import Deck, DeckError
from dnup.kernel import deck_faults
from dnup.kernel.deck_faults import find_deck_fault

FACES = st.tuples(st.integers(1, 15), st.integers(1, 15)).filter(lambda face: face[0] < face[1])


def fault_of(cards: list[tuple[int, int]], stars: set[int]) -> int:
    faces = np.array([value for card in cards for value in card], np.int64)
    marks = np.array([int(number in stars) for number in range(len(cards))], np.int64)
    return int(find_deck_fault(faces, marks))


@given(st.lists(FACES, min_size=2, max_size=56), st.sets(st.integers(0, 20), max_size=2))
def test_a_deck_is_made_exactly_if_there_is_no_fault(cards: list[tuple[int, int]], stars: set[int]) -> None:
    texts = [f"{low}/{high}{'*' if number in stars else ''}" for number, (low, high) in enumerate(cards)]
    fault = fault_of(cards, stars)
    if fault == deck_faults.SOUND:
        assert len(Deck.of(texts).cards) == len(cards)
    else:
        with pytest.raises(DeckError):
            Deck.of(texts)
