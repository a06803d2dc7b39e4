"""Atomic writes of output files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_file(name: str, text: str) -> None:
    """Replace a file atomically: at any moment there is the old file or the new one."""
    path = Path(name).resolve()  # a symbolic link stays a link
    if path.exists() and not path.is_file():  # a terminal or a pipe cannot be renamed
        path.write_text(text, encoding="utf-8")
        return
    try:
        descriptor, half = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    except OSError as error:
        error.filename = name  # the error names the user's file, not the temporary one
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
    """The process's umask; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
