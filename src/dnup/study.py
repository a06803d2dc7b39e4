"""The former name of `dnup.review`, kept for one version."""

import warnings

from dnup.review import *  # noqa: F403
from dnup.review import __all__ as __all__  # noqa: PLC0414
from dnup.review import __getattr__ as __getattr__  # noqa: PLC0414

warnings.warn(
    "dnup.study is now dnup.review; the old name goes with version 0.4", DeprecationWarning, stacklevel=2
)
