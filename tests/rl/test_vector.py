"""VectorEnv: every row is a round as anywhere else, and what it writes goes where the caller says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dnup import Ending, Round, View
from dnup.game.match import round_seed
from dnup.kernel.rng import split
from dnup.rl import Encoding, Step, VectorEnv, vector
from tests.random_play import DECKS, PLAYERS, scaled


@pytest.mark.parametrize("rewards, zero_sum", [("points", False), ("win", False), ("points", True)])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["printed", "balanced", "many copies"])
def test_rows_are_rounds(deck: str, players: int, rewards: str, zero_sum: bool) -> None:
    batch, limit = 4, 60
    env = VectorEnv(
        players,
        batch,
        seed=9,
        deck=DECKS[deck],
        history=2,
        rewards=rewards,
        zero_sum=zero_sum,
        turn_limit=limit,
        stall_limit=7,
    )
    encoding = Encoding(players, deck=DECKS[deck], history=2)
    numbers = [0] * batch

    def deal(row: int) -> Round:
        seed = round_seed(int(split(np.uint64(9), row)), numbers[row])
        first = "ABCDE"[numbers[row] % players]
        return Round.deal(players, seed, deck=DECKS[deck], first=first, turn_limit=limit, stall_limit=7)

    rounds = [deal(row) for row in range(batch)]
    past = encoding.new_history(batch)
    ended = 0
    step = env.reset()
    for _ in range(scaled(300)):
        for row, position in enumerate(rounds):
            assert position.seats[step.current_player[row]] == position.turn
            assert env.round(row) == position
            assert env.round(row).history == position.history
            assert np.array_equal(step.observations[row], encoding.observe(position, past=past[row]))
            assert np.array_equal(step.legal_action_mask[row], encoding.mask(position))
        actions = env.sample()
        step = env.step(actions)
        for row, before in enumerate(rounds):
            rounds[row] = position = encoding.apply(before, int(actions[row]), past[row])
            assert position == before.apply(encoding.move_of(before, int(actions[row])))
            assert (step.terminated | step.truncated)[row] == position.over
            assert step.truncated[row] == (position.ending == "abandoned")
            if not position.over:
                assert not step.rewards[row].any()
                continue
            last = [encoding.observe(position, seat, past[row]) for seat in position.seats]
            assert np.array_equal(env.final_observations([row])[0], last)
            assert np.array_equal(
                step.final_observations[int((step.terminated | step.truncated)[:row].sum())], last
            )
            points = list(map(float, position.points))
            if rewards == "win":
                points = [
                    0.0 if not position.finish else 1.0 if seat == position.finish[0] else -1.0
                    for seat in position.seats
                ]
            mean = sum(points) / players if zero_sum else 0.0
            assert step.rewards[row].tolist() == pytest.approx([point - mean for point in points])
            ended += 1
            numbers[row] += 1
            rounds[row] = deal(row)
            past[row] = encoding.new_history()
    assert ended >= scaled(300) * batch // limit - batch


def test_arrays_of_the_caller_are_written_to() -> None:
    env, other = (VectorEnv(3, 8, seed=4) for _ in range(2))
    observations = np.full((5, 8, env.encoding.observation_size), -1, np.int8)
    masks = np.full((5, 8, env.encoding.action_count), True)
    step, plain = env.reset(observations=observations[0], legal_action_mask=masks[0]), other.reset()
    for time in range(1, 5):
        assert np.shares_memory(step.observations, observations[time - 1])
        assert np.shares_memory(step.legal_action_mask, masks[time - 1])
        assert np.array_equal(observations[time - 1], plain.observations)
        assert np.array_equal(masks[time - 1], plain.legal_action_mask)
        actions = env.sample()
        step = env.step(actions, observations=observations[time], legal_action_mask=masks[time])
        plain = other.step(actions)
    small = np.zeros(masks[0].shape, np.int8)
    assert env.step(env.sample(), legal_action_mask=small).legal_action_mask is small


def test_arrays_that_do_not_fit_are_refused() -> None:
    env = VectorEnv(2, 4, seed=0, deck="balanced")
    before = positions(env)
    with pytest.raises(
        ValueError, match=r"the array for legal_action_mask has the type bool and the shape \(4, 156\)"
    ):
        env.step(env.sample(), legal_action_mask=np.zeros((4, 155), np.bool_))
    with pytest.raises(ValueError, match="the array for observations has the type int8"):
        env.step(env.sample(), observations=np.zeros((4, 309), np.float32))
    with pytest.raises(ValueError, match="is contiguous"):
        env.step(env.sample(), observations=np.zeros((309, 4), np.int8).T)
    assert positions(env) == before, "and nothing has happened"


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv(2, 4, seed=1)
    before = [env.round(row) for row in range(4)]
    actions = env.sample()
    illegal = int(np.flatnonzero(env.reset().legal_action_mask[2] == 0)[0])
    actions[2] = illegal
    with pytest.raises(ValueError, match=f"action {illegal} is not legal in row 2"):
        env.step(actions)
    assert [env.round(row) for row in range(4)] == before
    with pytest.raises(ValueError, match="actions are 4 whole numbers, not float64"):
        env.step(np.zeros(4))
    with pytest.raises(ValueError, match="actions are 4 whole numbers, not int64 of"):
        env.step(np.zeros(3, np.int64))


def test_seeds() -> None:
    def play(env: VectorEnv) -> list[bytes]:
        return [env.step(env.sample()).observations[:3].tobytes() for _ in range(scaled(200))]

    env = VectorEnv(4, 3, seed=5)
    first = play(env)
    env.reset()
    assert play(env) == first, "a reset begins again"
    env.reset(6)
    assert play(env) != first
    assert play(VectorEnv(4, 7, seed=5)) == first, "a row does not depend on the others"
    env.reset(np.uint8(5))
    assert play(env) == first
    env.reset(5 - 2**64)
    assert play(env) == first, "a seed is taken modulo 2**64"
    env.reset(-1)
    last = play(env)
    env.reset(2**64 - 1)
    assert play(env) == last != first
    with pytest.raises(ValueError, match=r"a seed is a whole number, not 1\.5"):
        env.reset(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a batch has 1 round or more"):
        VectorEnv(4, 0)
    with pytest.raises(ValueError, match="rewards are one of points, win, not 'love'"):
        VectorEnv(4, 1, rewards="love")


def test_without_a_seed_every_environment_has_its_own() -> None:
    envs = [VectorEnv(3, 2) for _ in range(8)]
    assert len({env.round(0) for env in envs}) == len({env.seed for env in envs}) == 8
    first = positions(envs[0])
    assert positions(VectorEnv(3, 2, seed=envs[0].seed)) == first
    seed = envs[0].seed
    envs[0].step(envs[0].sample())
    envs[0].reset()
    assert (positions(envs[0]), envs[0].seed) == (first, seed)
    envs[0].reset(7, rows=[1])
    assert envs[0].seed == seed, "it is that of all rows"
    envs[0].reset(-1)
    assert envs[0].seed == 2**64 - 1


@pytest.mark.compiled
def test_samples_are_uniform() -> None:
    env = VectorEnv(2, 1, seed=3)
    legal = np.flatnonzero(env.reset().legal_action_mask[0])
    count = Counter(int(env.sample()[0]) for _ in range(200 * len(legal)))
    assert set(count) == set(legal.tolist())
    assert all(130 < times < 280 for times in count.values())


def test_a_score_can_end_the_match() -> None:
    env = VectorEnv(3, 2, score=[3, 3, 3], seed=2)
    step = env.reset()
    assert step.observations[0, env.encoding.slices["score"]].tolist() == [3, 3, 3]
    while not step.terminated.any():
        step = env.step(env.sample())
    assert sorted(step.rewards[int(step.terminated.argmax())]) == [0, 0, 2], (
        "the first one out has won, so nobody is second"
    )


def positions(env: VectorEnv) -> list[Round]:
    return [env.round(row) for row in range(env.batch)]


def test_some_rows_are_dealt_anew() -> None:
    env, other = (VectorEnv(3, np.int64(6), seed=4, history=2) for _ in range(2))
    for _ in range(5):
        env.step(env.sample())
    before = positions(env)
    step = env.reset(rows=[1, 4])
    fresh = positions(env)
    assert [now == then for now, then in zip(fresh, before, strict=True)] == [
        True,
        False,
        True,
        True,
        False,
        True,
    ]
    for row in (1, 4):
        seed = round_seed(int(split(np.uint64(4), row)), 1)
        assert fresh[row] == Round.deal(3, seed, first="B"), "the next round of this row"
        assert not step.observations[row, env.encoding.slices["history"]].any()
        assert np.array_equal(step.legal_action_mask[row], env.encoding.mask(fresh[row]))
    mask = np.arange(6) < 2
    env.reset(9, rows=mask)
    other.reset(9)
    assert positions(env)[:2] == positions(other)[:2], "with a seed, the first round of that seed"
    assert positions(env)[2:] == fresh[2:]
    assert positions(env) == [*positions(env)[:2], *fresh[2:]]
    env.reset(rows=[])
    for wrong in ([6], [-1], [0.5], np.ones(5, np.bool_)):
        with pytest.raises(ValueError, match="rows are whole numbers from 0 to 5 or a mask of 6"):
            env.reset(rows=wrong)


def test_rows_go_on_from_any_position() -> None:
    env = VectorEnv(2, 5, seed=1, history=1, deck=DECKS["small"], turn_limit=90)
    position = Round.deal(2, 77, deck=DECKS["small"], turn_limit=20, score=[1, 0])
    for _ in range(3):
        position = position.apply(position.legal_moves[0])
    for _ in range(3):
        env.step(env.sample())
    kept = env.round(0)
    other = position.apply("rotate")
    step = env.set([1, 2, 3], [position, str(other), str(position)])
    histories = [env.round(row).history for row in (1, 2, 3)]
    assert histories == [position.history, None, None], "a text has no history"
    assert [env.round(row) for row in range(4)] == [kept, position, other, position]
    assert step.current_player[1:4].tolist() == [
        "AB".index(start.turn or "") for start in (position, other, position)
    ]
    assert np.array_equal(step.observations[1], env.encoding.observe(position))
    assert np.array_equal(step.legal_action_mask[2], env.encoding.mask(other))
    env.set(np.array([False, False, True, False, True]), position)
    assert env.round(2) == env.round(4) == position
    while not (step.terminated | step.truncated)[1]:
        step = env.step(env.sample())
    assert env.round(1).turn_limit == 90, "the next round is one of the row's own"
    assert env.round(1).history == ()


@pytest.mark.parametrize(
    "rows, given, sentence",
    [
        ([0, 1], [Round.deal(2, 1)], "2 rows need as many positions, not 1"),
        ([0], ["nonsense"], "is not a position"),
        ([0], [Round.deal(3, 1)], "this encoding is for 2 players"),
        ([0], [Round.deal(2, 1).view("A")], "position 0 is a round that goes on, or its text"),
        ([0], [Round.deal(2, 1, turn_limit=1).apply("rotate")], "position 0 is a round that goes on"),
    ],
)
def test_bad_positions_change_nothing(rows: list[int], given: Any, sentence: str) -> None:
    env = VectorEnv(2, 2, seed=3)
    before = positions(env)
    with pytest.raises(ValueError, match=sentence):
        env.set(rows, given)
    assert positions(env) == before


def test_what_was_seen_at_the_end() -> None:
    env = VectorEnv(2, 3, seed=6, turn_limit=3)
    with pytest.raises(ValueError, match="no round has ended yet in row 1"):
        env.final_observations([1])
    rotate = np.full(3, env.encoding.action_count - 1)
    env.step(rotate)
    assert env.final_observations().shape == (0, 2, env.encoding.observation_size)
    env.step(rotate)
    before = [env.encoding.apply(position, rotate[0]) for position in positions(env)]
    step = env.step(rotate)
    assert not step.terminated.any()
    assert step.truncated.all()
    seen = env.final_observations()
    assert [[row.tobytes() for row in both] for both in seen] == [
        [env.encoding.observe(position, seat).tobytes() for seat in "AB"] for position in before
    ]


@pytest.mark.parametrize("players", [2, 4])
def test_a_round_goes_from_row_to_row_with_its_history(players: int) -> None:
    env = VectorEnv(players, 3, seed=8, history=5, deck=DECKS["many copies"])
    step = env.reset()
    for _ in range(7):
        step = env.step(env.sample())
    before = env.round(0)
    assert before.history is not None
    assert len(before.history) == before.actions == 7
    assert before.view("A").history == before.history
    assert View.from_json(before.view("A").to_json()).history == before.history, "it leads where it should"
    seen = step.observations[0]
    assert seen[env.encoding.slices["history"]].any()
    step = env.set([1], before)
    assert np.array_equal(step.observations[1], seen)
    assert env.round(1).history == before.history
    own = env.round(2)
    step = env.copy([1, 2], [2, 0])
    assert np.array_equal(step.observations[2], seen)
    assert [env.round(1), env.round(2)] == [own, before]
    assert [env.round(1).history, env.round(2).history] == [own.history, before.history]
    step = env.copy(np.ones(3, np.bool_), 2)
    assert positions(env) == [before] * 3
    assert [row.tobytes() for row in step.observations] == [seen.tobytes()] * 3
    step = env.step(step.legal_action_mask.argmax(axis=1))
    assert len(set(positions(env))) == 1, "the same action leads to the same position"
    with pytest.raises(ValueError, match="2 rows are copied from as many, or from one, not from 3"):
        env.copy([0, 1], [0, 1, 2])
    with pytest.raises(ValueError, match="rows are whole numbers from 0 to 2"):
        env.copy([0], [3])


def test_copied_rows_go_on_with_rounds_of_their_own() -> None:
    env, other = (VectorEnv(2, 2, seed=4, turn_limit=3) for _ in range(2))
    env.copy([1], [0])
    rotate = np.full(2, env.encoding.action_count - 1)
    for _ in range(3):
        env.step(rotate)
        other.step(rotate)
    assert positions(env) == positions(other)


def test_a_long_round_has_no_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector, "LONGEST_DIARY", 3)
    env = VectorEnv(2, 1, seed=4, history=2)
    rotate = np.full(1, env.encoding.action_count - 1)
    step = env.look()
    for number in range(5):
        history = env.round(0).history
        assert history is None if number > 3 else len(history or ()) == number
        step = env.step(rotate)
    assert step.observations[0, env.encoding.slices["history"]].any(), "what an agent sees is not cut off"


def same(one: Iterable[NDArray[Any]], two: Iterable[NDArray[Any]]) -> bool:
    return all(np.array_equal(here, there) for here, there in zip(one, two, strict=True))


def test_what_a_step_returns_stays() -> None:
    """The ten lines of somebody who collects steps in a list."""
    env, fast = (VectorEnv(3, 16, seed=1, turn_limit=9, copy=copy) for copy in (True, False))
    steps = [env.reset()]
    kept = [tuple(own.copy() for own in steps[0])]
    ends = []
    before = fast.reset()
    for _ in range(30):
        actions = env.sample()
        step, quick = env.step(actions), fast.step(actions)
        assert same(step, quick)
        steps.append(step)
        kept.append(tuple(own.copy() for own in quick))
        ends.append(fast.final_observations())
        assert np.shares_memory(quick.observations, before.observations)
        before = quick
    for step, then in zip(steps, kept, strict=True):
        assert same(step, then)
    ended = [step for step in steps if (step.terminated | step.truncated).any()]
    assert len(ended) > 2
    for step, seen in zip(steps[1:], ends, strict=True):
        assert np.array_equal(step.final_observations, seen), "also when the row's next round has ended"
    observations, masks, seats, rewards, terminated, truncated = steps[-1]
    assert (
        len(observations)
        == len(masks)
        == len(seats)
        == len(rewards)
        == len(terminated)
        == len(truncated)
        == 16
    )


def test_the_default_batch() -> None:
    assert VectorEnv(2).batch == 1024


def test_without_observations_the_same_is_played() -> None:
    env, blind = VectorEnv(4, 8, seed=2), VectorEnv(4, 8, seed=2, observe=False)
    step = env.reset()
    for _ in range(scaled(150)):
        step, unseen = env.step(env.sample()), blind.step(blind.sample())
        for name in ("current_player", "rewards", "terminated", "truncated"):
            assert np.array_equal(getattr(step, name), getattr(unseen, name)), name
        assert unseen.observations.size == unseen.legal_action_mask.size == 0
    looked = blind.look()
    assert np.array_equal(looked.observations, step.observations)
    assert np.array_equal(looked.legal_action_mask, step.legal_action_mask)
    assert blind.step(blind.sample()).legal_action_mask.size == 0
    before = positions(blind)
    with pytest.raises(ValueError, match="look does that"):
        blind.step(blind.sample(), legal_action_mask=looked.legal_action_mask)
    assert positions(blind) == before


def test_a_round_is_terminated_or_truncated_and_never_both() -> None:
    env = VectorEnv(3, 64, seed=4, turn_limit=25)
    terminated = truncated = 0
    for _ in range(scaled(120)):
        before = [env.round(row) for row in range(env.batch)]
        actions = env.sample()
        step = env.step(actions)
        for row in np.flatnonzero(step.terminated | step.truncated).tolist():
            end = env.encoding.apply(before[row], actions[row])
            assert bool(step.truncated[row]) == (end.ending is Ending.ABANDONED)
            assert bool(step.terminated[row]) == (end.ending is Ending.OUT)
        assert not (step.terminated & step.truncated).any()
        terminated += int(step.terminated.sum())
        truncated += int(step.truncated.sum())
    assert min(terminated, truncated) > 0


def test_old_names_work_and_warn() -> None:
    env = VectorEnv(2, 4, seed=1, turn_limit=1)
    step = env.step(env.sample())
    for old, new in (("masks", "legal_action_mask"), ("seats", "current_player")):
        with pytest.warns(DeprecationWarning, match=f"Step.{old} is now Step.{new}"):
            assert getattr(step, old) is getattr(step, new)
    with pytest.warns(DeprecationWarning, match=r"Step.done is now Step.terminated \| Step.truncated"):
        assert step.done.all()
    legal = np.empty((4, env.encoding.action_count), np.bool_)
    takers: list[Callable[..., Step]] = [
        env.reset,
        env.look,
        lambda masks: env.step(env.sample(), masks=masks),
        lambda masks: env.copy(1, 0, masks=masks),
        lambda masks: env.set(1, env.round(0), masks=masks),
    ]
    for take in takers:
        with pytest.warns(DeprecationWarning, match="the argument masks is now legal_action_mask") as caught:
            assert take(masks=legal).legal_action_mask is legal
        assert caught[0].filename == __file__
