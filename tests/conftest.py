"""How tests run: Hypothesis never against the clock, the same examples where nobody watches, no word of compiling."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from dnup.kernel.jit import COMPILED
from tests.balance import balanced

settings.register_profile(
    "dnup",
    deadline=None,  # a first call may compile
    derandomize=os.environ.get("CI") == "true",
    print_blob=True,
    suppress_health_check=() if COMPILED else (HealthCheck.too_slow,),
)
settings.load_profile("dnup")


def pytest_addoption(parser: pytest.Parser) -> None:
    engines = ["chromium", "firefox", "webkit"]
    parser.addoption("--engine", default="chromium", choices=engines, help="which browser plays in tests")


# A machine that runs the tests for the first time compiles; what programs say is the same as on any other.
os.environ["DNUP_QUIET"] = "1"

# Tests in the background ignore Ctrl-C, and so would every program that they start to press it on.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whatever takes long begins early, where several processes share the tests."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = balanced(items, workers, lambda item: item.nodeid)
