"""How the champion is made: self-play by the rules, lessons that are true, a network that learns from them."""

from __future__ import annotations

import numpy as np
import pytest

from dnup.cards.deck import load_deck
from dnup.cards.packed import pack_deck
from dnup.kernel import layout as at
from dnup.network.inference import ending_count
from dnup.search.match_equity import match_equity
from tools.champion.generations import NONE, Share, play_share
from tools.champion.learning import learn
from tools.champion.lessons import lessons_of, look_ahead
from tools.champion.selfplay import LONGEST, NOTED, OUTCOME, play_alone

pytestmark = pytest.mark.compiled

DECK = load_deck("printed")


def cards_of(state: at.Words) -> list[int]:
    """All places where cards are, each as a mask."""
    slots = [int(word) & at.CARDS for word in state[at.SLOTS : at.SLOTS + 5]]
    return [*map(int, state[at.HANDS : at.HANDS + 5]), *slots, int(state[at.DISCARDS])]


@pytest.mark.parametrize("players", [2, 5])  # there are copies, which a view numbers in its own way (D4)
def test_rounds_of_self_play_keep_every_card(players: int) -> None:
    deck = pack_deck(DECK, players).words
    states, notes = np.zeros((2 * LONGEST, at.WORDS), np.int64), np.zeros((2 * LONGEST, NOTED), np.int8)
    count = play_alone(deck, players, match_equity(players), 3, NONE, 20, states, notes)
    assert count > 40
    for state in states[:count]:
        places = cards_of(state)
        assert sum(place.bit_count() for place in places) == int(deck[at.IN_PLAY]).bit_count()
        assert np.bitwise_or.reduce(np.array(places)) == deck[at.IN_PLAY]


@pytest.mark.parametrize("name, players", [("printed", 2), ("printed", 4), ("balanced", 2)])
def test_a_network_learns_how_rounds_end(name: str, players: int) -> None:
    deck = load_deck(name)
    shares = [play_share(Share(deck, players, seed, NONE, 0)) for seed in (1, 2)]
    states, notes = (np.concatenate(column) for column in zip(*shares, strict=True))
    lessons = lessons_of(deck, players, states, notes, NONE, 1, 2)
    possible = ~lessons.closed
    assert lessons.goals[lessons.closed].max(initial=0) == 0
    assert np.allclose(lessons.goals.sum(1), 1, atol=1e-5)
    blind = float(np.log(possible.sum(1)).mean())
    net, surprise = learn(deck, players, lessons, 8, seed=2, threads=2)
    assert surprise < 0.93 * blind
    again, same = learn(deck, players, lessons, 8, seed=2, threads=2)
    assert surprise == same
    assert (net.weights() == again.weights()).all()


def test_what_is_to_be_foreseen_leads_to_how_the_round_ended() -> None:
    players = 2
    deck = pack_deck(DECK, players).words
    states, notes = play_share(Share(DECK, players, 7, NONE, 0))
    lessons = lessons_of(DECK, players, states, notes, NONE, 1, 2)
    net, _ = learn(DECK, players, lessons, 2, seed=1, threads=2)
    ends = np.append(np.flatnonzero(states[1:, at.ACTIONS] == 0), len(states) - 1)
    wanted = np.zeros((ends[0] + 1, 26), np.float32)
    look_ahead(deck, states[: ends[0] + 1], notes[: ends[0] + 1], net.weights(), wanted)
    assert np.allclose(wanted.sum(1), 1, atol=1e-4)
    assert wanted[-1, notes[ends[0], OUTCOME]] == 1
    assert wanted.shape[1] > ending_count(players)
    assert wanted[0, notes[ends[0], OUTCOME]] < 1
