"""`dnup play` as its users meet it: the real program behind a pipe and in a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from dnup import Card, Match, Record, Round, View
from dnup.bots.budget import Budget
from dnup.bots.levels import LEVELS
from dnup.bots.search import SearchBot
from dnup.cli import main
from dnup.records.record import read_records
from dnup.records.verify import verify
from tests.screens import drawn_cards

PROGRAM = [sys.executable, "-m", "dnup.cli", "play"]
# The pseudo-terminal becomes the one that Ctrl-C comes from.
IN_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
PROMPT = "› "
NEXT_ROUND = f"next round {PROMPT}"
SECONDS = 120
CARD = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?![\d/])")
ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])")


def environment(**settings: str) -> dict[str, str]:
    """The environment, without what it says about the terminal the tests run in."""
    about_terminals = (
        "COLORTERM",
        "COLUMNS",
        "FORCE_COLOR",
        "LINES",
        "NO_COLOR",
        "TTY_COMPATIBLE",
        "TTY_INTERACTIVE",
    )
    kept = {name: value for name, value in os.environ.items() if name not in about_terminals}
    return {**kept, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONWARNINGS": "error", **settings}


##### The program, run by a script #####


class Session:
    """A running `dnup play`: read up to its next question, send it a line."""

    def __init__(self, *arguments: str, width: int | None = None, **settings: str) -> None:
        env = environment(**settings)
        self.written = b""
        self._terminal = width is not None
        if width is None:
            self.process = subprocess.Popen(
                [*PROGRAM, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=env,
            )
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self._in, self._out = self.process.stdin.fileno(), self.process.stdout.fileno()
        else:
            main, other = pty.openpty()
            fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 30, width, 0, 0))
            command = [sys.executable, "-c", IN_TERMINAL, *PROGRAM, *arguments]
            self.process = subprocess.Popen(
                command, stdin=other, stdout=other, stderr=other, env=env, start_new_session=True
            )
            os.close(other)
            self._in = self._out = main

    def read(self, until: str = PROMPT, again: str = "") -> str:
        """What is written up to a text that ends it, or up to the end of everything.

        Keys that had no effect are pressed `again`, as a person would: Python can miss a Ctrl-C that comes between the
        writing of a prompt and the waiting for a line.
        """
        deadline = time.monotonic() + SECONDS
        start = len(self.written)
        while time.monotonic() < deadline:
            if not select.select([self._out], [], [], 5)[0]:
                if again:
                    self.send(again, end="")
                continue
            try:
                more = os.read(self._out, 1 << 16)
            except OSError:  # how a pseudo-terminal says that nobody is there any more
                more = b""
            self.written += more
            text = ESCAPE.sub("", self.written[start:].decode(errors="replace")).replace("\r", "")
            if not more or text.endswith(until):
                return text
        pytest.fail(f"no answer after {SECONDS} seconds: {self.written[-500:]!r}")

    def send(self, line: str, end: str = "\n") -> None:
        os.write(self._in, (line + end).encode())

    def finish(self) -> int:
        """Wait for the end; the exit status."""
        return self.process.wait(SECONDS)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self._terminal:
            os.close(self._in)
        else:
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()


@contextlib.contextmanager
def session(*arguments: str, width: int | None = None, **settings: str) -> Iterator[Session]:
    running = Session(*arguments, width=width, **settings)
    try:
        yield running
    finally:
        running.close()


def run(*arguments: str, lines: Sequence[str] = (), **settings: str) -> subprocess.CompletedProcess[str]:
    """The program with these lines piped in."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=SECONDS,
        env=environment(**settings),
        check=False,
    )


Here = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    """The command inside this process, for tests without a separate process: status, output, errors."""

    def play(*arguments: str, lines: Sequence[str] = ()) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["play", *arguments])
        return status, *capsys.readouterr()

    return play


FRIDAY = str(Path(__file__).parents[2] / "examples" / "decks" / "friday.toml")
"""A deck without a network."""


@pytest.mark.parametrize("deck, name, network", [(FRIDAY, "friday", False), ("balanced", "balanced", True)])
def test_experts_without_a_network_are_announced(
    deck: str, name: str, network: bool, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, "expert", lambda seed: SearchBot(Budget(iterations=1), seed, name="expert"))
    said = here(
        "--bots", "expert", "--players", "2", "--deck", deck, "--seed", "1", "--fast", lines=["quit"]
    )[1]
    told = " ".join(said.split())
    assert "You play against expert bots." in told
    assert (f"no network for the cards of the deck {name} with 2 players yet" in told) is not network
    said = here("--bots", "easy", "--players", "2", "--deck", deck, "--seed", "1", "--fast", lines=["quit"])[
        1
    ]
    assert "network" not in said


@dataclass
class Turn:
    """A turn of the scripted player: what it saw since the last one, the moves it was told, its own."""

    seen: str
    listing: str
    moves: list[str]
    move: str


def play_match(running: Session, seed: int) -> tuple[list[Turn], str]:
    """Make moves that `moves` lists, mostly those with most cards; the turns, and the last words."""
    rng = random.Random(seed)
    turns: list[Turn] = []
    seen = ""
    while True:
        seen += running.read()
        if seen.endswith(NEXT_ROUND):
            running.send("")
        elif seen.endswith(PROMPT):
            running.send("moves")
            listing = running.read()
            lines = [line for line in listing.splitlines() if re.match("  (play|add|take|rotate)", line)]
            moves = [re.split(" {2,}", line.strip())[0] for line in lines]
            move = rng.choice(moves) if rng.random() < 0.25 else max(moves, key=lambda text: text.count("/"))
            turns.append(Turn(seen, listing, moves, move))
            seen = ""
            running.send(move)
        else:
            return turns, seen


def records(file: Path) -> list[Record]:
    return list(read_records(file))


##### What a screen shows #####


def face(card: Card) -> tuple[int, int]:
    """A card whichever way up."""
    return min(card.active, card.inactive), max(card.active, card.inactive)


def written_cards(text: str) -> set[tuple[int, int]]:
    """The cards in sentences, whichever way up."""
    return {face(Card(int(active), int(inactive))) for active, inactive in CARD.findall(text)}


def seen_cards(view: View) -> set[tuple[int, int]]:
    """All cards the viewer has seen, whichever way up."""
    known = [card for hand in view.known for card in hand]
    table = [card for cards in view.table.values() for card in cards]
    return {face(card) for card in (*view.hand, *known, *table, *view.discards)}


def check_screens(record: Record, seat: str, turns: list[Turn], last_words: str, *, framed: bool) -> None:
    """Every screen showed what the view of its moment shows, and no card that the player had not seen."""
    verify(record)
    left = iter(turns)
    ended: Round | None = None  # the end of the round before, until the screen that shows it has been checked
    for played in record.rounds:
        position = Round.from_deal(played.deal, deck=record.deck)
        for move in played.moves:
            if position.turn == seat:
                turn, view = next(left), position.view(seat)
                before, dealt, now = turn.seen.partition(" is dealt")
                if ended is not None:
                    check_end(before, ended.view(seat), framed=framed)
                check_now(now if dealt else before, turn, view, framed=framed)
                assert turn.move == move
                ended = None
            position = position.apply(move)
        ended = position
    assert next(left, None) is None
    if ended is not None:
        check_end(last_words, ended.view(seat), framed=framed)


def check_end(text: str, view: View, *, framed: bool) -> None:
    """Up to the end of the round nothing is shown that was not seen; then the hands are."""
    during, over, _ = text.partition(" is over")
    assert over, text
    assert written_cards(during) <= seen_cards(view)
    assert not framed or {face(card) for card in drawn_cards(during)} <= seen_cards(view)


def check_now(text: str, turn: Turn, view: View, *, framed: bool) -> None:
    """A screen of the player's turn."""
    assert turn.moves == [str(move) for move in view.legal_moves]
    assert written_cards(text) | written_cards(turn.listing) <= seen_cards(view)
    _, found, table = text.rpartition("  dnup  round ")
    assert found
    if framed:
        shown = [card for cards in view.table.values() for card in cards]
        assert Counter(drawn_cards(table)) == Counter([*shown, *view.hand])
        assert tuple(drawn_cards(table)[-len(view.hand) :]) == view.hand
    for other, size in zip(view.seats, view.sizes, strict=True):
        if other != view.seat:
            assert re.search("no cards" if size == 0 else rf"\b{size} cards?\b", table)


@pytest.mark.parametrize("players, seat", [(4, "B"), (2, "B")])
def test_a_script_plays_a_whole_match_through_a_pipe(players: int, seat: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    options = ["--players", str(players), "--seat", seat, "--seed", "11", "--record", str(file)]
    with session(*options) as running:
        turns, last_words = play_match(running, seed=players)
        assert running.finish() == 0
    (record,) = records(file)
    assert record.result == "won"
    assert record.players == tuple("you" if name == seat else "medium" for name in "ABCDE"[:players])
    check_screens(record, seat, turns, last_words, framed=True)
    winner = "You win" if record.winner == seat else f"{record.winner} wins"
    assert f"{winner} the match" in last_words
    assert f"dnup play --players {players} --seat {seat} --seed 11" in last_words


@pytest.mark.parametrize(
    "width, players, seat, colors", [(60, 5, "E", ""), (80, 3, "A", "yes"), (120, 2, "A", "")]
)
def test_a_script_plays_a_whole_match_in_a_terminal(
    width: int, players: int, seat: str, colors: str, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    options = ["--players", str(players), "--seat", seat, "--seed", "5", "--record", str(file), "--fast"]
    with session(*options, width=width, **({} if colors else {"NO_COLOR": "1"})) as running:
        turns, last_words = play_match(running, seed=width)
        assert running.finish() == 0
    (record,) = records(file)
    assert record.result == "won"
    check_screens(record, seat, turns, last_words, framed=not colors)
    lines = [line for turn in turns for line in turn.seen.splitlines()]
    assert max(map(len, lines)) <= width
    assert any(len(line.rstrip()) == width for line in lines)  # it uses the room there is


def test_the_same_seed_and_moves_make_the_same_match(here: Here) -> None:
    lines = ["r", "moves", "1", "t", "r", "", "k", "r"]
    first = here("--players", "2", lines=lines)
    seed = re.findall(r"--seed (\d+)", first[1])[-1]
    assert here("--players", "2", "--seed", seed, lines=lines) == first
    assert here("--players", "2", lines=lines) != first


def test_a_match_of_one_turn_rounds_ends_as_a_draw(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    status, words, _ = here("--turn-limit", "1", "--record", str(file), lines=["r", "r", "r"])
    assert status == 0
    assert words.count("is abandoned after 1 turn (D2)") == 3
    assert "the match is a draw" in words
    assert "--turn-limit 1" in words
    assert verify(records(file)[0]).result == "drawn"


def test_a_round_in_circles_is_announced_and_abandoned(here: Here, tmp_path: Path) -> None:
    """D5: a quiet line from ten actions before, which counts down."""
    file = tmp_path / "games.jsonl"
    words = here("--stall-limit", "12", "--bots", "random", "--record", str(file), lines=["r"] * 200)[1]
    left = [int(count) for count in re.findall(r"for a while: (\d+) more action", words)]
    assert left
    assert max(left) <= 10
    record = records(file)[0]
    verify(record)
    assert record.stall_limit == 12
    assert words.count("is abandoned after 12 turns without a discard (D5)") == sum(
        played.ending == "abandoned" for played in record.rounds
    )
    assert "--stall-limit 12" in words


def test_beliefs_are_shown_if_one_wants_them(here: Here) -> None:
    """B has led: at A's turn each card that A has not seen has its place and way up, with chances."""
    words = here("--players", "2", "--seed", "1", "--bots", "greedy", "--show-belief", lines=["q"])[1]
    shown = words.partition("the unseen cards are likely here:")[2].partition("your move")[0]
    chances = [int(chance) for chance in re.findall(r"B \d/\d +(\d+)%", shown)]
    assert len(chances) == 20, "ten cards, two ways up"
    assert abs(sum(chances) - 1000) <= 10
    assert "likely here" not in here("--players", "2", "--seed", "1", "--bots", "greedy", lines=["q"])[1]


##### Leaving, and things going wrong #####

NONSENSE = [
    "foo", "play", "play 1/1", "play 16/3", "99", "0", "1 1", "a", "a 1 2", "add 1", "a 1 z", "t z", "t q7",
    "take A", "rotate 3", "½", "³", "-1", "3/", "/", "play 3/4 to B", "9" * 5000, "\x1b[2J", "\x00", "to",
    "add to B", "\udcff",
]  # fmt: skip


def test_nonsense_is_answered_and_costs_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = run("--players", "4", "--seed", "3", "--record", str(file), lines=[*NONSENSE, "quit"])
    assert done.returncode == 0
    assert "Traceback" not in done.stdout + done.stderr
    answers = re.split("your move .* › .*\n", done.stdout)[1:]
    assert len(answers) == len(NONSENSE) + 1
    for typed, answer in zip(NONSENSE, answers, strict=False):
        assert re.search(r"\.$", answer.rstrip()), (typed, answer)
        assert "\x1b" not in answer
    (record,) = records(file)
    assert verify(record).round.turn == "A"  # still to move


def test_the_end_of_the_input_leaves_the_match_unfinished(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = run("--seed", "3", "--record", str(file), lines=["r"])
    assert done.returncode == 0
    assert "input has ended, so the match stays unfinished" in done.stdout
    assert str(file) in done.stdout
    assert verify(records(file)[0]).result == "unfinished"


@pytest.mark.parametrize("keys", ["\x03", "\x04", "quit\n"], ids=["ctrl-c", "ctrl-d", "quit"])
def test_a_player_leaves_the_terminal_at_the_prompt(keys: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with session("--seed", "3", "--fast", "--record", str(file), width=80) as running:
        assert running.read().endswith(PROMPT)
        running.send(keys, end="")
        assert "the match stays unfinished" in running.read("for ever", again=keys)
        assert running.finish() == 0
    assert verify(records(file)[0]).result == "unfinished"


def test_ctrl_c_while_the_bots_move(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    seed = next(seed for seed in range(99) if Match.new(5, seed).round.starter == "B")
    with session("--players", "5", "--seed", str(seed), "--record", str(file), width=80) as running:
        running.read(".\n")
        running.send("\x03", end="")
        words = running.read("for ever", again="\x03")
        assert "You leave, and the match stays unfinished" in words
        assert running.finish() == 0
    assert verify(records(file)[0]).result == "unfinished"


def test_records_are_added_to_what_is_there(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    here("--seed", "1", "--record", str(file))
    here("--seed", "2", "--record", str(file))
    assert len(records(file)) == 2
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])  # a crash
    here("--seed", "3", "--record", str(file))
    assert [line.endswith(b"}") for line in file.read_bytes().splitlines()] == [True, False, True]


@pytest.mark.parametrize(
    "options, reason",
    [
        (["--players", "6"], "write 2, 3, 4 or 5"),
        (["--players", "3", "--seat", "D"], "with 3 players it is one of A, B, C"),
        (["--seat", ""], "is not a seat"),
        (["--seed", "-1"], "a seed is a whole number"),
        (["--seed", "many"], "is not a whole number"),
        (["--turn-limit", "0"], "whole number from 1 on"),
        (["--turn-limit", "1000001"], "a turn limit is"),
        (["--stall-limit", "-1"], "a stall limit is a whole number from 1 to 1000000, or 0 for none, not -1"),
        (["--deck", "none-such"], "none-such"),
        (["--record", "-"], "--record needs the name of a file"),
        (["--record", "no/such/folder"], "no/such/folder"),
    ],
)
def test_bad_options_get_a_sentence_and_touch_no_file(
    here: Here, options: list[str], reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    given = options if "--record" in options else [*options, "--record", str(file)]
    status, words, errors = here(*given)
    assert status == 2
    assert words == ""
    assert len(errors.splitlines()) == 1
    assert reason in errors
    assert not file.exists()


def test_a_terminal_that_knows_few_characters() -> None:
    done = run("--seed", "3", lines=["m", "k", "rules", "r"], PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "+--+" in done.stdout
    assert re.search(r"holds? \*", done.stdout)
    assert set(re.findall(r"\S*\?.?", done.stdout)) == {"game? ", "(? "}  # nothing is shown as ?


def test_a_dumb_terminal_gets_lines_and_no_control_codes() -> None:
    with session("--seed", "3", "--fast", width=80, TERM="dumb") as running:
        running.read()
        running.send("r")
        running.read()
        running.send("q")
        running.read("for ever")
        assert running.finish() == 0
        assert b"\x1b" not in running.written
