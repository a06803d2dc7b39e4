"""Aliases of public names that have changed: they work for one more version, with a `DeprecationWarning`."""

import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def warn_renamed(old: str, new: str, stacklevel: int = 2) -> None:
    """Warn the caller's caller that a name has changed."""
    text = f"{old} is now {new}; the old name goes with version 0.4"
    warnings.warn(text, DeprecationWarning, stacklevel=stacklevel + 1)


def module_aliases(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module some of whose names have changed, old to new."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_renamed(f"{module}.{name}", f"{module}.{names[name]}", 2)
        return getattr(importlib.import_module(module), names[name])

    return find


class AttributeAlias:
    """The old name of an attribute of a class: `old: ClassVar[AttributeAlias] = AttributeAlias("new")`."""

    def __init__(self, new: str) -> None:
        self._new = new

    def __set_name__(self, owner: type, name: str) -> None:
        self._old = name

    def __get__(self, instance: object, owner: type) -> Any:
        if instance is None:
            return self
        warn_renamed(f"{owner.__name__}.{self._old}", f"{owner.__name__}.{self._new}", 2)
        return getattr(instance, self._new)
