"""Plays the games of an arena on all cores and writes the results in order."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator
from contextlib import closing
from typing import cast

from dnup.arena.game import GameRunner, compile_for
from dnup.arena.lineups import fixtures, whole_deals
from dnup.arena.rating import check_openskill
from dnup.arena.report import Report
from dnup.arena.results import ResultsWriter, open_results
from dnup.arena.settings import Settings
from dnup.arena.stop_signal import one_interrupt
from dnup.bots.custom import is_picklable
from dnup.bots.registry import bot_name, look_up_network
from dnup.error_text import quoted
from dnup.workers.parallel import in_order, workers_for


def run(
    settings: Settings,
    games: int,
    *,
    workers: int | None = None,
    ray: str | None = None,
    results: str | None = None,
    records: str | None = None,
    resume: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Play a number of games, rounded up to whole deals, and report.

    `results` and `records` are names of files to write to; with `resume` the games that are there already are not
    played again. `workers` is the number of processes, by default one for each core; a script needs
    `if __name__ == "__main__":` for that. Bots that cannot be pickled, for example those of a notebook, play on one
    core. With `ray`, the address of a Ray cluster or `local`, the games are played there. `progress` is called with the
    number of games that a resumed file has, then with 1 after every game.

    >>> import dnup.arena
    >>> def hasty(view):
    ...     return max(view.legal_moves, key=lambda move: len(move.cards))
    >>> settings = dnup.arena.Settings.of([hasty, "random"], players=2, single_rounds=True, seed=1)
    >>> report = dnup.arena.run(settings, games=100)
    >>> report.games, report.bots[0].name
    (100, 'hasty')
    """
    check_openskill()  # before hours of play
    with open_results(settings, results, records, resume=resume) as writer:
        if progress is not None:
            progress(len(writer.done))
        play_missing_games(
            settings,
            games,
            writer,
            workers=workers,
            ray=ray,
            recording=records is not None,
            progress=progress,
        )
        return Report.of(settings, writer.done[: whole_deals(games, *settings.shape, settings.alone)])


def play_missing_games(
    settings: Settings,
    games: int,
    writer: ResultsWriter,
    *,
    workers: int | None = None,
    ray: str | None = None,
    recording: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Play the games that the results lack, of a number that is rounded up to whole deals."""
    total = whole_deals(games, *settings.shape, settings.alone)
    if ray is None and not all(map(is_picklable, settings.bots)):
        if workers not in (None, 1):
            raise ValueError(
                f"{_unpicklable(settings)} cannot be sent to other processes, so it plays on one core: workers=1; or "
                "put it into a module"
            )
        workers = 1
    workers = workers_for(workers, ray)
    games_in_order = fixtures(*settings.shape, settings.seed, settings.alone)
    left = itertools.islice(games_in_order, len(writer.done), total)
    if workers is not None:
        workers = max(1, min(workers, total - len(writer.done)))
    if total > len(writer.done):
        for bot in settings.bots:
            look_up_network(bot, settings.deck, settings.players)  # warns here, not in every process
        compile_for(settings)  # here once, not in every process
    with one_interrupt():
        runner = GameRunner(settings, recording)
        played = in_order(runner.play, left, workers, processes=True, ray=ray)
        with closing(cast("Generator[object]", played)):  # games are aborted here, not at garbage collection
            for _, (result, record) in played:
                writer.add(result, record)
                if progress is not None:
                    progress(1)


def _unpicklable(settings: Settings) -> str:
    return quoted(next(bot_name(bot) for bot in settings.bots if not is_picklable(bot)))
