"""The daily game: the same for everybody, for ever; in Python and in the terminal."""

from __future__ import annotations

import datetime
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable

import pytest

import dnup
from dnup.bots.levels import LEVELS
from dnup.cli import main
from dnup.daily import BARS, FIRST_DATE, SEATS, YOURS

DNUP = [sys.executable, "-m", "dnup.cli", "daily"]
PATIENCE = 180
BALANCED_DATES = ("2026-01-01", "2026-11-16", "2026-11-30")
PRINTED_DATES = ("2026-12-01", "2028-02-29")


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*DNUP, *arguments], input=given, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )


def digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def test_the_deals_of_a_date_never_change() -> None:
    # Changing this changes what everybody in the world is dealt, and every day that was played.
    dealt = [match.rounds[0].deal for date in BALANCED_DATES for match in dnup.Daily(date).matches]
    assert dealt[3][0] == "1/3 1/9 3/6 4/5 5/6 5/7 8/6 9/7 9/8"
    assert digest(hand for hands in dealt for hand in hands) == (
        "27041c7901b89b3135475a4579226bfe96992ac21a0350383045b37cccbdc821"
    )
    dealt = [match.rounds[0].deal for date in PRINTED_DATES for match in dnup.Daily(date).matches]
    assert digest(hand for hands in dealt for hand in hands) == (
        "98c58990f2a550aa8346243ea9cc30dad96ae8ef23d46d8388e0997578cde9e3"
    )


def test_the_cards_are_the_printed_ones_since_december_2026() -> None:
    assert {dnup.Daily(date).deck.name for date in BALANCED_DATES} == {"balanced"}
    assert {dnup.Daily(date).deck.name for date in PRINTED_DATES} == {"printed"}
    assert {match.deck.name for match in dnup.Daily("2026-11-30").matches} == {"balanced"}
    assert {match.deck.name for match in dnup.Daily("2026-12-01").matches} == {"printed"}


@pytest.mark.compiled
def test_what_bots_answer_never_changes() -> None:
    # As above: this is what par is made of.
    for dates, expected in (
        (BALANCED_DATES, "1d9db6a6b83f5a5667a964b8dbd5a80ee6196c4ff7393da689a11178776ac98e"),
        (PRINTED_DATES, "7f2ca84732141163d987f8064ccac6043fe34ea33ddc8807236857512f9dcd9c"),
    ):
        played = [match for date in dates for match in dnup.Daily(date).play()]
        assert digest(move for match in played for move in match.rounds[0].moves) == expected


@pytest.mark.parametrize("date", ["2026-11-16", "2026-12-16"])
def test_the_deals_are_those_of_a_match(date: str) -> None:
    daily = dnup.Daily(date)
    match = dnup.Match.new(4, seed=daily.date.toordinal(), deck=daily.deck)
    assert daily.matches[0].rounds[0].deal == match.rounds[0].deal
    match = match.play("random")
    assert daily.matches[1].rounds[0].deal == match.rounds[1].deal
    assert len({each.rounds[0].deal for each in daily.matches}) == 3
    assert all(each.score == (0, 0, 0, 0) for each in daily.matches)


@pytest.mark.compiled
def test_bots_answer_alike_to_alike_moves() -> None:
    daily = dnup.Daily("2026-11-14")
    for number, dealt in enumerate(daily.matches):
        match, bots, others = dealt, daily.bots(number), daily.bots(number)
        answers = set()
        while (seat := match.turn) is not None and match.round.actions < 12:
            view = match.view(seat)
            move = bots[seat].choose(view).move
            # It does not matter what it has been asked before, nor who asks.
            assert others[seat].choose(view).move == move
            assert others[seat].choose(view).move == move
            answers.add(move)
            match = match.apply(move)
        assert len(answers) > 3


@pytest.mark.compiled
def test_par_is_what_hard_makes() -> None:
    daily = dnup.Daily("2026-11-16")
    assert daily.par == daily.points("hard") == tuple(match.score[0] for match in daily.play("hard"))
    assert all(match.turn is None for match in daily.play("easy"))
    # Any bot may try; what it gets is a view of seat A.
    seats = set()

    def first(view: dnup.View) -> dnup.Move:
        seats.add(view.seat)
        return view.legal_moves[0]

    assert len(daily.points(first)) == 3
    assert seats == {YOURS}
    assert list(daily.bots(0)) == list(SEATS)


def test_the_line_to_share_tells_no_cards() -> None:
    daily = dnup.Daily("2026-11-06")
    assert daily.line((2, 0, 1), (1, 1, 1)) == "dnup 6 Nov 2026: 3, par 3  █ ▁ ▄"
    assert repr(daily) == "Daily('2026-11-06')"
    assert dnup.Daily(datetime.date(2026, 11, 6)) == daily


@pytest.mark.parametrize(
    "date, said",
    [
        ("2025-12-31", "the first daily game is that of 2026-01-01, and 2025-12-31 is before it"),
        ("2026-02-30", "'2026-02-30' is not a date like 2026-11-16"),
        ("today", "'today' is not a date like 2026-11-16"),
        (20261116, "a date is a datetime.date or a text like 2026-11-16, not 20261116"),
    ],
)
def test_what_is_no_date(date: str, said: str) -> None:
    with pytest.raises(ValueError) as error:
        dnup.Daily(date)
    assert str(error.value) == said


##### The command #####


def test_a_day_that_is_to_come(capsys: pytest.CaptureFixture[str]) -> None:
    today = datetime.date.today()
    later = today + datetime.timedelta(days=400)
    for arguments, said in (
        (["--date", str(later)], f"the deal of {later} is still to come; today is {today}"),
        (["--par", "--date", "yesterday"], "'yesterday' is not a date like 2026-11-16"),
        (["--json"], "--json is for --par: a game in the terminal is shown, not printed as JSON"),
    ):
        assert main(["daily", *arguments]) == 2
        assert capsys.readouterr() == ("", f"dnup: {said}\n")


@pytest.mark.compiled
def test_playing_it_in_the_terminal() -> None:
    # A player who only rotates lets the others go out.
    answer = run("--date", "2026-11-16", given="r\n" * 200)
    assert answer.returncode == 0, answer.stderr
    assert "The daily game of Monday, 16 November 2026" in answer.stdout
    for number in (1, 2, 3):
        assert f"Round {number} is dealt." in answer.stdout
        assert f"Round {number} is over" in answer.stdout
    assert answer.stdout.count("You have made 0 points so far.") == 2
    assert "You have made 0 points. 5 worse than par: hard makes 2, 2, 1 in your seat." in answer.stdout
    assert answer.stdout.endswith("  dnup 16 Nov 2026: 0, par 5  ▁ ▁ ▁\n")


@pytest.mark.compiled
def test_leaving_and_today() -> None:
    answer = run(given="r\nq\n")
    assert answer.returncode == 0
    assert f"{datetime.date.today():%B %Y}" in answer.stdout
    assert answer.stdout.endswith("You leave, and the daily game stays unfinished.\n")
    assert "par" not in answer.stdout.split("›")[-1]


@pytest.mark.compiled
def test_what_each_level_makes_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        LEVELS, "expert", lambda seed: dnup.bots.get("search:30", seed=seed)
    )  # an expert takes its time
    first = str(FIRST_DATE)
    assert main(["daily", "--par", "--json", "--date", first]) == 0
    made = json.loads(capsys.readouterr().out)
    assert list(made["levels"]) == ["easy", "medium", "hard", "expert"]
    assert made["date"] == first
    daily = dnup.Daily(first)
    assert tuple(made["par"]) == tuple(made["levels"]["hard"]) == daily.par
    assert tuple(made["levels"]["medium"]) == daily.points("medium")
    assert main(["daily", "--par", "--date", first]) == 0
    table = capsys.readouterr().out
    assert "Thursday, 1 January 2026" in table
    row = next(line for line in table.splitlines() if line.startswith("hard (par)"))
    assert row.split()[2:] == [part for made in daily.par for part in (BARS[made], str(made))] + [
        str(sum(daily.par))
    ]
