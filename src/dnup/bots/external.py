"""External bots in any language: a program reads a line for each decision and writes one (docs/bots.md).

There is always a move in time: if the program fails, a random move is made for it and the fault is counted.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Final, cast

import numpy as np

from dnup.bots.bot import Decision, Estimate, check_view
from dnup.error_text import quoted
from dnup.game.errors import IllegalMoveError, MoveError
from dnup.game.move import Move
from dnup.game.view import View
from dnup.kernel.rng import below, new_stream, split

VERSION: Final = 1
MOVE_SECONDS: Final = 1.0
START_SECONDS: Final = 10.0
"""Seconds that the first answer may take longer: the program has to start and load."""

MAX_RESTARTS: Final = 5
"""The number of times per match that a program is started again after it ended or was killed."""

MAX_ANSWER: Final = 1 << 16
MAX_WAITING: Final = 16
"""Longer answers (bytes), or more unread lines, are a `flood`."""

MAX_LINES: Final = 20
MAX_WORDS: Final = 2000
"""The lines, and bytes, of a program's error stream that are kept."""

NOT_STARTED: Final = "not started"
CRASHED: Final = "crashed"
TIMEOUT: Final = "timeout"
FLOOD: Final = "flood"
NONSENSE: Final = "nonsense"
ILLEGAL: Final = "illegal"
GIVEN_UP: Final = "given up"
FAULTS: Final = (NOT_STARTED, CRASHED, TIMEOUT, FLOOD, NONSENSE, ILLEGAL, GIVEN_UP)


class ExternalBot:
    """A program that plays a seat of a match; `close` ends it and its child processes.

    `faults` counts by kind the moves that were made for it. `last_words` are the last lines of its error stream.
    """

    def __init__(self, command: str, seed: int = 0, time_limit: float = MOVE_SECONDS) -> None:
        self.name: str = f"cmd:{command}"
        self.time_limit = time_limit
        self.faults: Counter[str] = Counter()
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{quoted(self.name)} is not a command: {str(error).lower()}") from None
        if not self._arguments:
            raise ValueError(f"{quoted(self.name)} names no program; write one, like cmd:'python mybot.py'")
        # JavaScript's numbers are exact up to 2**53.
        self._program_seed = int(split(np.uint64(seed), 0)) >> 11
        self._stream = new_stream(int(split(np.uint64(seed), 1)))
        self._starts_left = 1 + MAX_RESTARTS
        self._program: _Program | None = None
        self._ended_with = ""

    @property
    def last_words(self) -> str:
        """The last lines that the program wrote to its error stream, or why it could not be started."""
        return self._ended_with if self._program is None else self._program.last_words

    def choose(self, view: View) -> Decision:
        moves = list(check_view(view).legal_moves)
        try:
            move = self._ask(view, moves)
        except _Fault as fault:
            self.faults[fault.kind] += 1
            move = moves[int(below(self._stream, len(moves)))]
        return Decision(move, tuple(map(Estimate, moves)))

    def close(self) -> None:
        if self._program is not None:
            self._program.end()
            self._ended_with = self._program.last_words
            self._program = None

    def _ask(self, view: View, moves: Sequence[Move]) -> Move:
        seconds = self.time_limit
        if self._program is None:
            seconds += START_SECONDS
            self._program = self._start()
        request = {
            "type": "choose",
            "version": VERSION,
            "view": view.to_json(),
            "legal_moves": [str(move) for move in moves],
            "time_left": self.time_limit,
            "seed": self._program_seed,
        }
        try:
            answer = self._program.ask(json.dumps(request, separators=(",", ":")).encode() + b"\n", seconds)
        except _Fault:  # a late answer must not count for a later question
            self.close()
            raise
        return _read_answer(answer, view)

    def _start(self) -> _Program:
        if not self._starts_left:
            raise _Fault(GIVEN_UP)
        self._starts_left -= 1
        try:
            return _Program(self._arguments)
        except (OSError, ValueError) as error:
            self._ended_with = str(error)
            raise _Fault(NOT_STARTED) from None


class _Fault(Exception):
    """A fault of a program, one of FAULTS."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def _read_answer(line: bytes, view: View) -> Move:
    try:
        answer: Any = json.loads(line)
        return view.parse_move(answer["move"])
    except IllegalMoveError:
        raise _Fault(ILLEGAL) from None
    except (MoveError, ValueError, LookupError, TypeError, RecursionError):
        raise _Fault(NONSENSE) from None


class _Program:
    """A running program. Threads do its input and output, so that it can never block us."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # its own process group: it is killed as a whole and gets no Ctrl-C
        )
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes | str] = SimpleQueue()  # a text is a fault, and the last entry
        self._errors: deque[bytes] = deque(maxlen=MAX_LINES)
        stdin, stdout, stderr = (
            cast("FileIO", stream)
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._threads = [
            threading.Thread(target=_write_questions, args=(stdin, self._questions), daemon=True),
            threading.Thread(target=_read_answers, args=(stdout, self._answers), daemon=True),
            threading.Thread(target=_keep_last, args=(stderr, self._errors), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def last_words(self) -> str:
        return b"\n".join(self._errors)[-MAX_WORDS:].decode(errors="replace").strip()

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Send a question, and return the line of the answer."""
        early = self._next_answer(0)
        if early != TIMEOUT:
            raise _Fault(early if isinstance(early, str) else FLOOD)
        self._questions.put(question)
        answer = self._next_answer(seconds)
        if isinstance(answer, str):
            raise _Fault(answer)
        return answer

    def _next_answer(self, seconds: float) -> bytes | str:
        """A line, or the kind of fault."""
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            return TIMEOUT

    def end(self) -> None:
        """End it and its child processes: first by closing its input, then by killing the group."""
        try:
            self._questions.put(None)
            deadline = monotonic() + 0.3
            for thread in self._threads:
                thread.join(max(0.0, deadline - monotonic()))
        finally:  # also when Ctrl-C is pressed meanwhile
            if sys.platform == "win32":
                self._process.kill()
            else:
                # The process id cannot be reused before `wait`, even if the process has ended.
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for thread in self._threads:
            thread.join(1)  # long enough, unless a child process has left the group


def _write_questions(stream: FileIO, questions: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError), stream:
        while question := questions.get():
            rest = memoryview(question)
            while rest:
                rest = rest[stream.write(rest) :]


def _read_answers(stream: FileIO, answers: SimpleQueue[bytes | str]) -> None:
    """Queue whole lines, then CRASHED at the end of the stream; stop reading after a FLOOD."""
    rest = b""
    with stream:
        while chunk := _read_some(stream):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                answers.put(line if len(line) <= MAX_ANSWER else FLOOD)
            if len(rest) > MAX_ANSWER or answers.qsize() > MAX_WAITING:
                answers.put(FLOOD)
                return
    if rest:
        answers.put(rest)
    answers.put(CRASHED)


def _keep_last(stream: FileIO, lines: deque[bytes]) -> None:
    """Read everything and keep the end of the last lines."""
    rest = b""
    with stream:
        while chunk := _read_some(stream):
            *whole, rest = (rest + chunk).split(b"\n")
            lines.extend(line[-MAX_WORDS:] for line in whole)
            rest = rest[-MAX_WORDS:]
    lines.append(rest)


def _read_some(stream: FileIO) -> bytes:
    try:
        return stream.read(1 << 16) or b""
    except (OSError, ValueError):
        return b""
