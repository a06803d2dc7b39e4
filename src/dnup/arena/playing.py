"""Play an arena's games on all cores, in order, and write each down as it ends."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator
from contextlib import closing
from typing import cast

from dnup.arena.game import Venue, warm_up
from dnup.arena.lineups import fixtures, whole_deals
from dnup.arena.rating import check_openskill
from dnup.arena.report import Report
from dnup.arena.results import Journal, open_journal
from dnup.arena.settings import Settings
from dnup.arena.stopping import stop_file
from dnup.bots.own import can_travel
from dnup.bots.registry import bot_name, look_up_network
from dnup.wording import quoted
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
    """Play so many games, rounded up to whole deals, and report.

    `results` and `records` are names of files to write to; with `resume` the games that are there already are not
    played again. `workers` is the number of cores used, all of them unless said; several cores are several
    processes, so a script does that under `if __name__ == "__main__":`. Bots that cannot be sent to other processes, as
    those that were written in a notebook, play on one core. With `ray`, the address of a Ray cluster or `local`, the
    games are played there. `progress` is told of every game that ends, and at first of those that are there already.

    >>> import dnup.arena
    >>> def hasty(view):
    ...     return max(view.legal_moves, key=lambda move: len(move.cards))
    >>> settings = dnup.arena.Settings.of([hasty, "random"], players=2, rounds=True, seed=1)
    >>> report = dnup.arena.run(settings, games=100)
    >>> report.games, report.bots[0].name
    (100, 'hasty')
    """
    check_openskill()  # before hours of play
    with open_journal(settings, results, records, resume=resume) as journal:
        if progress is not None:
            progress(len(journal.done))
        play_on(
            settings,
            games,
            journal,
            workers=workers,
            ray=ray,
            recording=records is not None,
            progress=progress,
        )
        return Report.of(settings, journal.done[: whole_deals(games, *settings.shape, settings.alone)])


def play_on(
    settings: Settings,
    games: int,
    journal: Journal,
    *,
    workers: int | None = None,
    ray: str | None = None,
    recording: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Play the games that a journal still lacks, of so many, rounded up to whole deals."""
    total = whole_deals(games, *settings.shape, settings.alone)
    if ray is None and not all(map(can_travel, settings.bots)):
        if workers not in (None, 1):
            raise ValueError(
                f"{_stay_at_home(settings)} cannot be sent to other processes, so it plays on one core: workers=1; or "
                "put it into a module"
            )
        workers = 1
    workers = workers_for(workers, ray)
    games_in_order = fixtures(*settings.shape, settings.seed, settings.alone)
    left = itertools.islice(games_in_order, len(journal.done), total)
    if workers is not None:
        workers = max(1, min(workers, total - len(journal.done)))
    if total > len(journal.done):
        for bot in settings.bots:
            look_up_network(
                bot, settings.deck, settings.players
            )  # a warning comes from here, not from every process
        warm_up(settings)  # compiled here once, and not by every process
    with stop_file() as stop:
        # Other machines do not see the file; what they still play is cancelled.
        venue = Venue(settings, recording, stop if ray is None else None)
        played = in_order(venue.play, left, workers, processes=True, ray=ray)
        with closing(
            cast("Generator[object]", played)
        ):  # workers end before the file that stops them goes away
            for _, (result, record) in played:
                journal.add(result, record)
                if progress is not None:
                    progress(1)


def _stay_at_home(settings: Settings) -> str:
    return quoted(next(bot_name(bot) for bot in settings.bots if not can_travel(bot)))
