"""Servers to test with."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from dnup.server.runtime.settings import Settings
from tests.server.running import QUICK, Running, running
from tools.torture.database import Database

Start = Callable[..., Running]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A quick server that the tests of a file share; each has its own tables."""
    with running(tmp_path_factory.mktemp("server")) as here:
        yield here


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers with settings of their own, all on one database."""
    with ExitStack() as stack:

        def start(settings: Settings = QUICK, *, small_buffers: bool = False) -> Running:
            return stack.enter_context(running(tmp_path, settings, small_buffers=small_buffers))

        yield start


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """A PostgreSQL for all tests that leave it running."""
    with Database() as here:
        yield here


_numbers = itertools.count(1)


@pytest.fixture
def address(database: Database) -> str:
    """An empty database there."""
    return database.new(f"test{next(_numbers)}")
