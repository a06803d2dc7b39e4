"""How Hypothesis runs: never against the clock, and the same examples every time where nobody watches."""

import os
import signal

from hypothesis import HealthCheck, settings

from dnup.kernel.jit import COMPILED

settings.register_profile(
    "dnup",
    deadline=None,  # a first call may compile
    derandomize=os.environ.get("CI") == "true",
    print_blob=True,
    suppress_health_check=() if COMPILED else (HealthCheck.too_slow,),
)
settings.load_profile("dnup")

# Whoever runs the tests in the background has them ignore Ctrl-C, and so would every program they start to press it on.
signal.signal(signal.SIGINT, signal.default_int_handler)
