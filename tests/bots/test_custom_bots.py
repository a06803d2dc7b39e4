"""Custom bots, in every place that takes a bot: objects, classes, functions, and `py:module:Class`."""

from __future__ import annotations

import functools
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dnup
from dnup.arena import Settings, run
from dnup.bots import Bot, BotError, BotLike, Decision, get
from dnup.bots.budget import Budget
from dnup.bots.custom import is_picklable
from dnup.bots.search import SearchBot
from dnup.cli import main
from dnup.records.verify import verify
from dnup.rl.gymnasium import RoundEnv
from tests.commands.test_cli import DNUP

MODULE = """
import dnup

class Hasty:
    def choose(self, view):
        return max(view.legal_moves, key=lambda move: len(move.cards))

def last(view):
    return str(view.legal_moves[-1])

class Broken:
    def choose(self, view):
        return 1 / 0

class Cheat:
    def choose(self, view):
        return "take E"

class Shy:
    def __init__(self, seed):
        raise RuntimeError("not today")

number = 3
"""


class First:
    """The least that a bot is."""

    def choose(self, view: dnup.View) -> dnup.Move:
        return view.legal_moves[0]


class Seeded:
    """One that says how it was made, and that it was closed."""

    made: list[int] = []  # noqa: RUF012 - what the test looks at
    closed = 0

    def __init__(self, seed: int) -> None:
        Seeded.made.append(seed)
        self.name = f"seeded {len(Seeded.made)}"

    def choose(self, view: dnup.View) -> Decision:
        return Decision(view.legal_moves[-1])

    def close(self) -> None:
        Seeded.closed += 1


def first(view: dnup.View) -> str:
    return str(view.legal_moves[0])


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "mybots.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield "mybots"
    sys.modules.pop("mybots", None)


VIEW = dnup.Round.deal(3, 147).view("C")
FORMS: dict[str, BotLike] = {
    "object": First(),
    "class": First,
    "function": first,
    "lambda": lambda view: view.legal_moves[0],
    "factory": functools.partial(lambda what: what(), First),
    "factory with a seed": lambda seed: First(),
    "partial": functools.partial(lambda what, seed: what(), First),
    "factory of a function": lambda seed: first,
    "one of ours": get("random"),
}


@pytest.mark.parametrize("form", FORMS)
def test_whatever_chooses_is_a_bot(form: str) -> None:
    bot = get(FORMS[form], seed=3)
    decision = bot.choose(VIEW)
    assert isinstance(bot.name, str)
    assert isinstance(decision, Decision)
    assert decision.move in VIEW.legal_moves
    if form != "one of ours":
        assert decision.move == VIEW.legal_moves[0]
    bot.close()


def test_names_are_those_that_bots_have_or_are_known_by() -> None:
    Seeded.made.clear()
    names = [get(bot).name for bot in (First, First(), first, Seeded, get("greedy"), "greedy")]
    assert names == ["First", "First", "first", "seeded 1", "greedy", "greedy"]


def test_what_a_class_makes_is_closed_and_what_was_given_is_not() -> None:
    Seeded.made.clear()
    Seeded.closed = 0
    ours = Seeded(0)
    record = dnup.play_match([Seeded, ours], seed=5)
    assert Seeded.closed == 1
    assert record.players == ("seeded 2", "seeded 1")
    assert Seeded.made[0] == 0 != Seeded.made[1]


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (3, "3 is not a bot; it has no method choose"),
        (object, "'object' is not a bot; it has no method choose"),
        ("nobody", "'nobody' is not a bot; it is one of random, greedy"),
        ("py:mybots", "'py:mybots' does not say where the bot is; write py:module:Class"),
        ("py:my bots:X", "does not say where the bot is"),
        ("py:nobots:X", "there is no module nobots, here or among those installed"),
        ("py:mybots:X", "mybots has no X"),
        ("py:mybots:number", "3 is not a bot"),
        ("py:mybots:Shy", "'py:mybots:Shy' cannot be made: RuntimeError: not today (mybots.py, line 21)"),
        (SearchBot, "'SearchBot' needs budget to be made"),
    ],
)
@pytest.mark.usefixtures("module")
def test_what_is_no_bot_is_refused_with_a_sentence(wrong: Any, sentence: str) -> None:
    with pytest.raises(BotError) as caught:
        get(wrong)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "answer, sentence",
    [
        (None, "chose None; it returns a move of view.legal_moves, its text, or a Decision"),
        ("jump", "chose what cannot be done: 'jump' is not a move"),
        ("take E", "chose what cannot be done: 'take E' is not legal: there is no E with 3 players"),
        (Decision(dnup.Move("take", slot="B")), "there is no set in front of B"),
    ],
)
def test_a_choice_that_cannot_be_made_is_told_with_the_bots_name(answer: object, sentence: str) -> None:
    class Odd:
        name = "odd one"

        def choose(self, view: dnup.View) -> Any:
            return answer

    with pytest.raises(BotError, match=r"^the bot 'odd one' ") as caught:
        get(Odd()).choose(VIEW)
    assert sentence in str(caught.value)


@pytest.mark.usefixtures("module")
def test_a_bot_in_hand_fails_as_it_does_and_one_by_name_with_a_sentence() -> None:
    def broken(view: dnup.View) -> str:
        raise KeyError(view.seat)

    with pytest.raises(KeyError):
        get(broken).choose(VIEW)
    with pytest.raises(BotError) as caught:
        get("py:mybots:Broken").choose(VIEW)
    assert str(caught.value) == (
        "the bot 'py:mybots:Broken' failed: ZeroDivisionError: division by zero (mybots.py, line 13)"
    )
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_bot_gets_no_round_whatever_it_is() -> None:
    with pytest.raises(ValueError, match="a Round is not a view"):
        get(first).choose(dnup.Round.deal(3, 7))  # type: ignore[arg-type]


##### Where they play #####


@pytest.mark.usefixtures("module")
def test_a_match_is_played_and_recorded() -> None:
    record = dnup.play_match([First, "py:mybots:Hasty", first, "random"], seed=7)
    assert record.players == ("First", "py:mybots:Hasty", "first", "random")
    assert record == dnup.play_match([First(), "py:mybots:Hasty", first, "random"], 4, 7), "by the seed alone"
    assert record.extra == {"seed": 7}
    assert dnup.parse_record(str(record)) == record
    assert verify(record).winner == record.winner
    assert record.players != dnup.play_match(["greedy"] * 4, seed=7).players


def test_a_fresh_seed_can_be_read_back() -> None:
    record = dnup.play_match("random", players=2)
    assert dnup.play_match("random", players=2, seed=record.extra["seed"]) == record
    match = dnup.Match.new(2)
    assert match.seed is not None
    assert dnup.Match.new(2, match.seed) == match
    deals = {dnup.Round.deal(3) for _ in range(5)}
    assert len(deals) == 5


def test_a_match_is_played_on_from_anywhere() -> None:
    match = dnup.Match.new(3, 1)
    end = match.play([First, "greedy", first])
    assert end.over
    assert end == match.play([First, "greedy", first]), "bots draw on the seed of the match"
    middle = match.apply(match.legal_moves[0])
    assert middle.play("random", seed=1) == middle.play("random", seed=1) != middle.play("random", seed=2)
    alone = dnup.Match.from_deal(match.round.hand_texts)
    assert alone.play("random").round.over
    assert len(alone.play("random").rounds) == 1, "nobody deals another"


def test_the_number_of_bots_is_that_of_the_seats() -> None:
    with pytest.raises(ValueError, match="needs their number"):
        dnup.play_match("greedy")
    with pytest.raises(
        ValueError,
        match="a match of 2 players has as many seats: give one bot for all of them, or a list of 2, not of 3",
    ):
        dnup.play_match(["greedy"] * 3, players=2)
    with pytest.raises(ValueError, match="2, 3, 4 or 5 players, not 1"):
        dnup.play_match(["greedy"])


@pytest.mark.usefixtures("module")
def test_an_arena_of_ones_own_bots() -> None:
    bots: list[BotLike] = [First, "py:mybots:last", lambda view: view.legal_moves[0], First()]
    settings = Settings.of(bots, players=2, single_rounds=True, seed=1)
    assert settings.names == ("First", "py:mybots:last", "<lambda>", "First (2)")
    assert settings.to_json()["bots"] == ["First", "py:mybots:last", "<lambda>", "First"]
    report = run(settings, 8)  # on one core, for the third cannot be sent to others
    assert report.games == 8
    with pytest.raises(
        ValueError, match="'<lambda>' cannot be sent to other processes, so it plays on one core"
    ):
        run(settings, 8, workers=2)
    assert [is_picklable(bot) for bot in bots] == [True, True, False, True]


@pytest.mark.compiled
def test_an_arena_sends_bots_to_other_processes() -> None:
    settings = Settings.of([First, "random"], players=2, single_rounds=True, seed=1)
    assert run(settings, 8, workers=2).games == 8


def test_learners_meet_ones_own_bots() -> None:
    env = RoundEnv(3, [First, lambda view: view.legal_moves[-1]], seat="A")
    _, info = env.reset(seed=1)
    for _ in range(5):
        _, _, ended, cut, info = env.step(int(info["action_mask"].argmax()))
        if ended or cut:
            break
    env.close()
    with pytest.raises(
        ValueError,
        match="among 3 players has 2 opponents: give one bot for all of them, or a list of 2, not of 1",
    ):
        RoundEnv(3, [First])


def test_what_is_compiled_for_an_arena_is_what_its_bots_need() -> None:
    searching: list[list[BotLike]] = [["search:1"], ["hard"], ["expert"], [SearchBot(Budget(iterations=1))]]
    others: list[list[BotLike]] = [["easy", "medium", "random", "greedy"], [First], [first], ["cmd:nothing"]]
    assert all(Settings.of(bots, 2).searching for bots in searching)
    assert not any(Settings.of(bots, 2).searching for bots in others)


@pytest.mark.compiled
@pytest.mark.usefixtures("module")
def test_the_command_line_finds_bots_in_the_current_folder() -> None:
    command = [*DNUP, "arena", "py:mybots:Hasty", "random", "--rounds", "4", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"py:mybots:Hasty"' in done.stdout


@pytest.mark.usefixtures("module")
def test_a_bot_that_fails_on_the_command_line_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for bot, sentence in (
        ("py:mybots:Broken", "dnup: the bot 'py:mybots:Broken' failed: ZeroDivisionError: division by zero"),
        (
            "py:mybots:Cheat",
            "dnup: the bot 'py:mybots:Cheat' chose what cannot be done: 'take E' is not legal",
        ),
        ("py:mybots:Nobody", "dnup: 'py:mybots:Nobody': mybots has no Nobody"),
    ):
        assert main(["arena", bot, "random", "--rounds", "4", "--workers", "1"]) == 2
        assert sentence in capsys.readouterr().err


@pytest.mark.usefixtures("module")
def test_ones_own_bot_plays_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("rotate\nleave\n"))
    assert main(["play", "--bots", "py:mybots:Hasty", "--seed", "1", "--fast"]) == 0
    assert "--bots py:mybots:Hasty" in capsys.readouterr().out


def test_a_bot_of_ours_is_a_bot_for_the_type_checker() -> None:
    bot: Bot = get(First)
    assert bot.choose(VIEW).estimates == ()
