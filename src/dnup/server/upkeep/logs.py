"""Logs for machines and for people: a JSON object a line. Tokens and hands never get into a log call."""

from __future__ import annotations

import json
import logging
import time
from typing import Final

EXTRA: Final = ("table", "reason", "address", "count", "trace")
"""What a log call may add to its sentence."""


class JsonLines(logging.Formatter):
    """Writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
            **{name: value for name in EXTRA if (value := getattr(record, name, None)) is not None},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)  # in ASCII: a terminal obeys nothing in it


def set_up_logs(level: str) -> None:
    """Send all logs to standard error as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # An access log would hold the links of seats.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("websockets").setLevel(logging.WARNING)
    # Whatever strangers send is counted (`dnup_dropped_total`), not logged: they could fill the disk.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
