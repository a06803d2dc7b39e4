"""Atomic writes of output files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_file(name: str, text: str) -> None:
    """Write a text to a file: at any moment there is the old file or the new one, and never half of one."""
    path = Path(name).resolve()  # a link keeps pointing where it points
    if path.exists() and not path.is_file():  # a terminal, a pipe: nothing to rename
        path.write_text(text, encoding="utf-8")
        return
    try:
        descriptor, half = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    except OSError as error:
        error.filename = name  # not that of a file that nobody has heard of
        raise
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        Path(half).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(half).replace(path)
    except BaseException:
        Path(half).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """What a new file's rights are masked with; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
