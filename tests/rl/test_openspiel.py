"""The game for OpenSpiel, by OpenSpiel's own tests and algorithms."""

from __future__ import annotations

import random
import unittest
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dnup import load_deck
from dnup.kernel.jit import COMPILED
from dnup.rl import Encoding
from tests.need import need_module
from tests.random_play import PLAYERS, scaled

pyspiel: Any = need_module("pyspiel")

from dnup.rl import openspiel  # noqa: E402

TINY = str(Path(__file__).parents[2] / "examples" / "decks" / "tiny.toml")
Tables = defaultdict[bytes, NDArray[np.float64]]
COPIES = str(Path(__file__).parents[1] / "data" / "copies.toml")


def dealt(game: Any, rng: random.Random, moves: int = 0) -> Any:
    """A state some random moves into a round."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    "text",
    [
        "dnup",
        "dnup(players=3)",
        "dnup(players=4,rewards=points,zero_sum=True,turn_limit=40,history=3)",
        "dnup(players=5,rewards=points,deck=balanced)",
    ],
)
def test_random_simulations_with_serialisation(text: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(text), num_sims=2 if COMPILED else 1, serialize=True, verbose=False
    )


def test_a_deck_file() -> None:
    game = pyspiel.load_game("dnup", {"deck": TINY, "turn_limit": 6})
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)
    assert game.num_distinct_actions() == 3 * 3 + 2 * 3 + 2 + 1
    assert game.max_game_length() == 6
    assert game.max_chance_nodes_in_history() == 3
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(6)]
    state.apply_action(3)
    assert (str(state), state.observation_string(0)) == ("3/1 | ", "A is dealt 3/1")
    assert [outcome for outcome, _ in state.chance_outcomes()] == [0, 1, 4, 5]


@pytest.mark.parametrize(
    "players, rewards, zero_sum, least, most, kind",
    [
        (2, "win", False, -1, 1, "ZERO_SUM"),
        (2, "points", False, 0, 1, "GENERAL_SUM"),
        (2, "points", True, -0.5, 0.5, "ZERO_SUM"),
        (3, "win", False, -1, 1, "GENERAL_SUM"),
        (3, "points", False, 0, 2, "GENERAL_SUM"),
        (4, "points", True, -0.75, 1.5, "ZERO_SUM"),
    ],
)
def test_what_a_round_can_bring(
    players: int, rewards: str, zero_sum: bool, least: float, most: float, kind: str
) -> None:
    game = pyspiel.load_game("dnup", {"players": players, "rewards": rewards, "zero_sum": zero_sum})
    assert (game.min_utility(), game.max_utility()) == (least, most)
    assert game.get_type().utility == getattr(pyspiel.GameType.Utility, kind)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["printed", "balanced", COPIES], ids=["printed", "balanced", "copies"])
def test_resampling_keeps_what_the_player_has_seen(deck: str, players: int) -> None:
    game = pyspiel.load_game("dnup", {"players": players, "deck": deck, "turn_limit": 60, "history": 2})
    rng = random.Random(players)
    different = 0
    for _ in range(scaled(40)):
        state = dealt(game, rng, rng.randrange(60))
        player = rng.randrange(players)
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.current_player() == state.current_player()
        if state.current_player() == player:
            assert other.legal_actions() == state.legal_actions()
        different += str(other) != str(state)
    assert different > scaled(40) // 3


def test_resampling_reaches_every_world() -> None:
    """Three cards: of what the seat has not seen, every card and way up occurs, the star only in the starter's hand."""
    game = pyspiel.load_game("dnup", {"deck": TINY})
    rng = random.Random(1)
    state = game.new_initial_state()
    for action in (0, 2, 4):  # A has 1/2 and 2/3, so A starts; B has 1/3
        state.apply_action(action)
    seen = {str(state.resample_from_infostate(1, rng.random)).split()[6] for _ in range(200)}
    assert seen == {f"{star},{card}|1/3" if star < card else f"{card},{star}|1/3"
                    for star in ("1/2", "2/1") for card in ("2/3", "3/2")}  # fmt: skip
    with pytest.raises(ValueError, match="no deal to resample"):
        game.new_initial_state().resample_from_infostate(0, rng.random)


def test_an_information_state_is_all_that_a_player_has_seen() -> None:
    state = dealt(pyspiel.load_game("dnup(players=3)"), random.Random(4), 3)
    story = state.story
    told = [state.information_state_string(player) for player in range(3)]
    for player, text in enumerate(told):
        assert text.endswith("; ".join((f"{story.round.starter} starts", *story.moves)))
        assert all(str(card) in text for card in story.hands[player])
    assert len(set(told)) == 3
    view = story.round.view("B")
    assert state.observation_string(1) == f"B sees {view}"
    assert state.observation_tensor(1) == game_encoding(state).observe(view).tolist()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[-1])
    assert (state.story, len(clone.story.moves)) == (story, 4)


def game_encoding(state: Any) -> Any:
    return state.get_game().encoding


def test_actions_have_texts() -> None:
    state = dealt(pyspiel.load_game("dnup"), random.Random(4))
    player = state.current_player()
    texts = [state.action_to_string(player, action) for action in state.legal_actions()]
    # Actions are in the order of their numbers, where sets with copies come elsewhere than among the legal moves.
    assert sorted(texts) == sorted(map(str, state.story.round.legal_moves))
    take = next(index for index, what in enumerate(game_encoding(state).meanings) if what.verb == "take")
    assert state.action_to_string(player, take) == f"take {take}", "there is nothing to take yet"
    assert openspiel.State(state.get_game()).action_to_string(pyspiel.PlayerId.CHANCE, 1) == "deal 5/1"


@pytest.mark.parametrize("players", PLAYERS)
def test_tensors_show_as_many_moves_as_they_should(players: int) -> None:
    """An information state all of them, an observation the latest: the same as our other environments show."""
    game = pyspiel.load_game("dnup", {"players": players, "turn_limit": 50, "history": 3})
    rng = random.Random(players)
    few, all_of_them = (Encoding(players, history=history) for history in (3, 50))
    assert game.observation_tensor_size() == few.observation_size
    assert game.information_state_tensor_size() == all_of_them.observation_size
    state = dealt(game, rng)
    position, past, whole_past = state.round, few.new_history(), all_of_them.new_history()
    while not state.is_terminal():
        for player, seat in enumerate(position.seats):
            assert state.observation_tensor(player) == few.observe(position, seat, past).tolist()
            assert (
                state.information_state_tensor(player)
                == all_of_them.observe(position, seat, whole_past).tolist()
            )
        action = rng.choice(state.legal_actions())
        all_of_them.apply(position, action, whole_past)
        position = few.apply(position, action, past)
        state.apply_action(action)
    assert state.round == position


def test_while_cards_are_dealt_a_tensor_shows_the_hand() -> None:
    state = pyspiel.load_game("dnup", {"deck": TINY, "turn_limit": 4}).new_initial_state()
    assert not any(state.information_state_tensor(0))
    state.apply_action(3)
    assert state.information_state_tensor(0)[:6] == state.observation_tensor(0)[:6] == [0, 0, 0, 1, 0, 0]
    assert not any(state.information_state_tensor(1))


def test_rounds_that_can_be_very_long_have_no_information_state_tensor() -> None:
    game = pyspiel.load_game("dnup(turn_limit=1001)")
    assert not game.get_type().provides_information_state_tensor
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_the_api_as_openspiel_tests_it() -> None:
    """Its own tests of all its games, on ours."""
    api_test: Any = need_module("open_spiel.integration_tests.api_test")
    result = unittest.TestResult()
    for options in ({"deck": TINY, "turn_limit": 5}, {"players": 3, "turn_limit": 12, "history": 2}):
        parts = {"game_name": "dnup", "game": pyspiel.load_game("dnup", options)}
        for name in (name for name in dir(api_test.EnforceAPIOnPartialTreeBase) if name.startswith("test_")):
            case = type("Ours", (api_test.EnforceAPIOnPartialTreeBase,), parts)
            unittest.TestSuite([case(name)]).run(result)
    assert result.testsRun >= 10
    assert not (result.failures + result.errors)


def test_a_playthrough_can_be_repeated() -> None:
    """As for every game of OpenSpiel: what it writes down of a game comes out the same when it is played again."""
    playthrough: Any = need_module("open_spiel.python.algorithms.generate_playthrough").playthrough
    text = f"dnup(deck={TINY},turn_limit=4,history=1)"
    told = playthrough(text, action_sequence=None, seed=3)
    assert "InformationStateTensor(0).hand" in told
    assert playthrough(text, action_sequence=None, seed=3) == told


@pytest.mark.compiled
def test_perfect_recall() -> None:
    """OpenSpiel's own test over the whole tree; and the tensor of an information state tells what its text does."""
    api_test: Any = need_module("open_spiel.integration_tests.api_test")
    game = pyspiel.load_game("dnup", {"deck": TINY, "turn_limit": 3})
    states = api_test._assert_is_perfect_recall(game)
    assert len(states) == 82
    tensors: dict[tuple[int, bytes], set[str]] = {}
    for state in every_state(game.new_initial_state()):
        player = state.current_player()
        tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
        tensors.setdefault((player, tensor), set()).add(state.information_state_string(player))
    assert all(len(texts) == 1 for texts in tensors.values()), "none is the tensor of two"
    assert len(tensors) == len(states), "and none has two"


def every_state(state: Any) -> Iterator[Any]:
    """All states below one in which a player decides."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state
    for action in state.legal_actions():
        yield from every_state(state.child(action))


@pytest.mark.compiled
def test_learning_from_information_state_tensors() -> None:
    """External sampling, as Deep CFR does it, with tables for its networks: it sees tensors only, and it learns.

    OpenSpiel's own Deep CFR needs PyTorch, and is run on the same round by `make test-learning`.
    """
    exploitability: Any = need_module("open_spiel.python.algorithms.exploitability")
    policies: Any = need_module("open_spiel.python.policy")
    game = pyspiel.load_game("dnup", {"deck": TINY, "turn_limit": 4})
    rng = np.random.default_rng(1)
    actions = game.num_distinct_actions()
    regrets: list[Tables] = [defaultdict(lambda: np.zeros(actions)) for _ in range(2)]
    average: Tables = defaultdict(lambda: np.full(actions, 1e-9))

    def key(state: Any) -> bytes:
        return np.array(state.information_state_tensor(), np.int8).tobytes()

    def strategy(state: Any, player: int) -> NDArray[np.float64]:
        legal = np.zeros(actions)
        legal[state.legal_actions()] = 1
        wanted = np.maximum(regrets[player][key(state)], 0) * legal
        chances: NDArray[np.float64] = wanted / wanted.sum() if wanted.any() else legal / legal.sum()
        return chances

    def traverse(state: Any, player: int) -> float:
        if state.is_terminal():
            return float(state.returns()[player])
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            return traverse(state.child(rng.choice(outcomes, p=weights)), player)
        chances = strategy(state, state.current_player())
        if state.current_player() != player:
            average[key(state)] += chances
            return traverse(state.child(rng.choice(actions, p=chances)), player)
        values = np.zeros(actions)
        for action in state.legal_actions():
            values[action] = traverse(state.child(action), player)
        regrets[player][key(state)] += values - chances @ values
        return float(chances @ values)

    for _ in range(200):
        for player in (0, 1):
            traverse(game.new_initial_state(), player)

    def learnt(state: Any) -> dict[int, float]:
        weights = average[key(state)][state.legal_actions()]
        return dict(zip(state.legal_actions(), weights / weights.sum(), strict=True))

    random_play = exploitability.exploitability(game, policies.UniformRandomPolicy(game))
    policy = policies.tabular_policy_from_callable(game, learnt)
    assert exploitability.exploitability(game, policy) < random_play / 4


def test_bad_parameters_are_said() -> None:
    with pytest.raises(ValueError, match="2, 3, 4 or 5 players"):
        pyspiel.load_game("dnup(players=6)")
    with pytest.raises(ValueError, match="rewards are one of"):
        pyspiel.load_game("dnup(rewards=fame)")


@pytest.mark.compiled
def test_information_set_search_of_openspiel() -> None:
    """It looks ahead: a move that wins at once is found."""
    ismcts: Any = need_module("open_spiel.python.algorithms.ismcts")
    mcts: Any = need_module("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("dnup")
    rng = random.Random(3)
    found = 0
    while found < 2:
        state = dealt(game, rng, 60)
        if state.is_terminal():
            continue
        player, actions = state.current_player(), state.legal_actions()
        winning = [action for action in actions if state.child(action).returns()[player] == 1]
        if not winning or len(actions) > 12:
            continue
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 150, random_state=np.random.RandomState(1))
        bot.set_resampler(lambda here, seat: here.resample_from_infostate(seat, rng.random))
        assert bot.step(state) in winning
        found += 1


@pytest.mark.compiled
def test_a_tiny_round_is_solved() -> None:
    """With three cards and four actions seat A, who is dealt two of the cards, loses 2/3 on average."""
    cfr: Any = need_module("open_spiel.python.algorithms.cfr")
    exploitability: Any = need_module("open_spiel.python.algorithms.exploitability")
    expected: Any = need_module("open_spiel.python.algorithms.expected_game_score")
    game = pyspiel.load_game("dnup", {"deck": TINY, "turn_limit": 4})
    assert load_deck(TINY).hand_sizes(2, 0) == (2, 1)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.001
    value = expected.policy_value(game.new_initial_state(), [policy, policy])
    # Nobody can gain more than twice the exploitability, so the value of the game is this near.
    assert value == pytest.approx([-2 / 3, 2 / 3], abs=0.002)
