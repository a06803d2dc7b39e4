"""A digest of the code that a module was made of, without comments, docstrings and the version of Python."""

from __future__ import annotations

import ast
import hashlib
from pathlib import Path

import dnup

PACKAGES = ("kernel", "search", "belief", "network", "analysis", "wire")
"""The compiled packages that the module is made of."""

NOT_COMPILED = ("compiler.py", "jit.py", "machine_code.py")
"""How it is compiled: a change of that shows in the bytes, if at all."""


def source_digest() -> str:
    digest = hashlib.sha256()
    for package in PACKAGES:
        for file in sorted((Path(dnup.__file__).parent / package).glob("*.py")):
            if file.name in NOT_COMPILED:
                continue
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                    node.body = [part for part in node.body if not _is_text(part)] or [ast.Pass()]
            digest.update(f"{package}/{file.name}\n{ast.unparse(tree)}\n".encode())
    return digest.hexdigest()[:12]


def _is_text(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
