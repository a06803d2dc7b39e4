"""Logs as JSON lines with the usual keys: timestamp, level, logger, message. No log call gets tokens or hands."""

from __future__ import annotations

import json
import logging
import time
from typing import Final

EXTRA: Final = ("table", "reason", "address", "count", "trace")
"""Keys that a log call may add with `extra`."""


class JsonLines(logging.Formatter):
    """Writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record; the time is in UTC."""
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "timestamp": f"{seconds}.{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name in EXTRA if (value := getattr(record, name, None)) is not None},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)  # ASCII only: no control characters reach a terminal


def set_up_logs(level: str) -> None:
    """Send all logs to standard error as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # An access log would contain the links of seats.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("websockets").setLevel(logging.WARNING)
    # Bad requests are counted (`dnup_dropped_total`), not logged: strangers could fill the disk.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
