"""What is believed of unseen cards: worlds that agree with the view, weighed by what everyone did and nothing else."""

from __future__ import annotations

import json
import math
from collections import Counter

import numpy as np
import pytest

from dnup import Round, View, load_deck, parse_position
from dnup.belief.move_model import (
    COEFFICIENTS,
    MAX_MOVES,
    MOVE,
    MOVE_ROW,
    SCORE_OF,
    UNIT,
    move_probability,
    power,
    score_moves,
)
from dnup.belief.posterior import sample_posterior
from dnup.bots import beliefs, get
from dnup.bots.believed_worlds import deals_in, move_model, sample_worlds
from dnup.kernel import layout as at
from dnup.kernel.history import unseen_cards
from dnup.kernel.layout import Words
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.rng import new_stream
from dnup.kernel.views import order_copies
from tests.kernel.test_noninterference import Game
from tests.random_play import DECKS, PLAYERS, Play, scaled

INDIFFERENT = np.zeros(COEFFICIENTS, np.int64)


def believed(view: View, coefficients: Words, rows: int, seed: int = 1, deals: int = 4) -> Words:
    """A pool with this number of worlds."""
    history = view.history_words
    assert history is not None
    pool = np.zeros((rows, at.WORDS), np.int64)
    words = view.deck_words, view.words, history
    return pool[: int(sample_posterior(*words, deals, coefficients, new_stream(seed), pool))]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_all_worlds_agree_with_the_view(deck: str, players: int) -> None:
    looked = 0
    for seed in range(scaled(4)):
        position = Play(deck, players, seed, 10 + 20 * seed).last
        for seat in (*position.seats, None):
            view = position.view(seat)
            for words in believed(view, INDIFFERENT, 16):
                order_copies(view.deck_words, words)
                world = Round(view.deck, words.copy(), view.packed_deck, view.past)
                assert world.view(seat) == view
                looked += 1
    assert looked > 50


def test_there_is_nothing_to_judge_by_without_a_history() -> None:
    deal = Round.deal(3, 147)
    later = deal.apply("play 1/6")
    assert not len(sample_worlds(deal.view("C"), new_stream(1)))
    assert not len(sample_worlds(parse_position(str(later)).view("A"), new_stream(1)))
    assert len(sample_worlds(later.view("A"), new_stream(1)))
    # C started, so C has the star and eight more of the others, B ten of them. Of two copies each counts.
    chances = {guess.chance for guess in beliefs(parse_position(str(later)).view("A"))}
    assert chances == {0.5, 10 / 36, 8 / 36, 20 / 36, 16 / 36}


@pytest.mark.parametrize("players", PLAYERS)
def test_from_those_who_do_anything_nothing_is_learned(players: int) -> None:
    """If no habit counts, each way up of a card is believed as often as the other."""
    view = Play("balanced", players, 3, 6).last.view("A")
    pool = believed(view, INDIFFERENT, 2000, deals=500)
    hidden = int(unseen_cards(view.deck_words, view.words))
    while hidden:
        card = hidden & -hidden
        hidden ^= card
        assert abs(float((pool[:, at.TURNED] & card != 0).mean()) - 0.5) < 0.08


def test_what_someone_did_tells_something() -> None:
    """B rotates the hand it was dealt; not every hand would be rotated at the first turn."""
    view = Round.deal(2, 1).apply("rotate").view("A")
    guesses = beliefs(view)
    assert math.isclose(sum(guess.chance for guess in guesses), 13)
    assert max(guess.chance for guess in guesses) > 0.55


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_believed_does_not_depend_on_what_is_hidden(players: int) -> None:
    compared = 0
    for name, deck in DECKS.items():
        for seed in range(scaled(6)):
            game = Game(deck, players, seed)
            other = game.another_world()
            views = game.positions[-1].view(game.viewer), other[-1].view(game.viewer)
            one, two = (beliefs(view, seed=seed) for view in views)
            assert one == two, (name, seed)
            compared += len(one)
    assert compared > 100


@pytest.mark.parametrize("players", PLAYERS)
def test_guesses_add_up(players: int) -> None:
    view = Play("balanced", players, 5, 5).last.view("A")
    guesses = beliefs(view, seed=1)
    by_card: Counter[str] = Counter()
    by_seat: Counter[str] = Counter()
    for guess in guesses:
        by_card[str(min(guess.card, guess.card.turned))] += guess.chance  # type: ignore[assignment]
        by_seat[guess.seat] += guess.chance  # type: ignore[assignment]
    for card, count in Counter(map(str, view.unseen)).items():
        assert math.isclose(by_card[card], count, abs_tol=1e-9)
    for seat, size, known in zip(view.seats, view.sizes, view.known, strict=True):
        expected = 0 if seat == "A" else size - len(known)
        assert math.isclose(by_seat[seat], expected, abs_tol=1e-9)
    star = view.deck.cards[view.deck.star].card
    if view.star not in (None, "A"):
        assert {guess.seat for guess in guesses if guess.card in (star, star.turned)} == {view.star}
    assert json.loads(json.dumps(guesses[0].to_json())).keys() == {"seat", "card", "chance"}


@pytest.mark.compiled
def test_few_deals_say_less_but_nothing_wrong() -> None:
    """What one in a thousand deals explains best is not believed for certain, as long as there are others."""
    position = Round.deal(4, 7)
    bot = get("medium")
    for _ in range(16):
        assert position.turn
        position = position.apply(bot.choose(position.view(position.turn)).move)
    view = position.view(position.turn)
    for deals in (32, 64, 128):
        pool = believed(view, move_model(4), 1024, deals=deals)
        hands = Counter(tuple(row) for row in pool[:, at.HANDS : at.HANDS + 4].tolist())
        assert max(hands.values()) < len(pool) / 4


@pytest.mark.compiled
def test_who_has_little_time_does_not_guess() -> None:
    view = Round.deal(3, 147).apply("play 1/6").view("A")
    assert deals_in(0.4) > deals_in(0.02) > deals_in(0.001) == 0
    assert not len(sample_worlds(view, new_stream(1), 0))
    assert get("champion:1ms").choose(view).belief == ()
    assert get("champion:20ms").choose(view).belief
    assert len(sample_worlds(Round.deal(2, 1).apply("rotate").view("A"), new_stream(1), 0)), (
        "with two it is worked out"
    )


@pytest.mark.compiled
def test_a_bot_says_what_it_believes() -> None:
    view = Round.deal(3, 147).apply("play 1/6").view("A")
    decision = get("search:50+belief", seed=1).choose(view)
    assert {guess.seat for guess in decision.belief} == {"B", "C"}
    data = json.loads(json.dumps(decision.to_json()))
    assert data["move"] == str(decision.move)
    assert len(data["belief"]) == len(decision.belief)
    assert get("search:50", seed=1).choose(view).belief == ()


##### Habits #####


@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_move_has_a_score(players: int) -> None:
    survey, room = np.zeros(SURVEY_WORDS, np.int64), np.zeros((MAX_MOVES, MOVE_ROW), np.int64)
    for seed in range(scaled(10)):
        position = Play("pairs", players, seed, 7 * seed).last
        if position.over:
            continue
        count = int(score_moves(position.deck_words, position.words, survey, 0, INDIFFERENT, room))
        assert sorted(room[:count, MOVE].tolist()) == sorted(position.legal_moves.numbers())


@pytest.mark.parametrize("players", PLAYERS)
def test_the_usual_habits_make_each_move_as_likely_as_its_score_says(players: int) -> None:
    """However large the scores are: a hand of nine makes scores of which there is no power."""
    survey, room = np.zeros(SURVEY_WORDS, np.int64), np.zeros((MAX_MOVES, MOVE_ROW), np.int64)
    coefficients, largest = move_model(players), 0
    for seed in range(scaled(10)):
        position = Play("pairs", players, seed, 3 * seed).last
        if position.over:
            continue
        words = position.deck_words, position.words, survey
        count = int(score_moves(*words, 0, coefficients, room))
        moves, scores = room[:count, MOVE].copy(), room[:count, SCORE_OF] / UNIT
        likely = np.exp(scores - scores.max())
        for move, share in zip(moves.tolist(), (likely / likely.sum()).tolist(), strict=True):
            chance, among = move_probability(*words, 0, coefficients, move, room)
            assert among == count
            assert chance == pytest.approx(share, rel=0.04, abs=1e-6)
        largest = max(largest, int(np.abs(scores).max()))
    assert players == 2 or largest > 24


def test_a_power_is_one_to_the_64th() -> None:
    for score in range(-10 * UNIT, 10 * UNIT, 77):
        assert math.exp(score / UNIT) / float(power(score)) == pytest.approx(1, abs=1 / 60)
    assert power(-(10**9)) > 0
    assert math.isfinite(power(10**9))


@pytest.mark.compiled
def test_beliefs_come_true_more_often_than_by_chance() -> None:
    from tools.measure.beliefs import measure

    for players, rounds in ((2, 12), (3, 4)):
        quality = measure(load_deck("balanced"), players, scaled(rounds), iterations=200)
        assert quality.bits < quality.bits_by_chance
