"""The files of the page, each version in a separate folder.

A page requests its scripts, styles and texts in `static/VERSION/`, and they refer to each other by relative addresses.
So a page gets files of one version, also during an update, and its files can be cached forever: a changed file has
another address. No bundler is needed: the files are those of the repository.

No address begins with a slash, because a site may be in a subfolder of a host.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[1] / "web"

NETWORKS: Final = Path(__file__).parents[1] / "networks"

SOURCES: Final = {"": WEB, "engine/networks/": NETWORKS}
"""Folders whose files are sent, and the folder of the site that they are in."""

KINDS: Final = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""The media types of files. Systems differ in them, and browsers require this one for WebAssembly."""

NOT_SENT: Final = ".d.ts"
WORKER: Final = "service-worker.js"
PLACE: Final = "shared/urls.js"

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'"
)
"""The content-security policy: nothing inline, nothing from other hosts; WebAssembly is allowed explicitly."""

_STAND_IN: Final = "static/_/"
_ADDRESS: Final = re.compile(r'\b(href|src)="([^"#:]+)(#[^"]*)?"')
_SCRIPT: Final = re.compile(r'<script type="module" src="([^"]+)"')
_IMPORT: Final = re.compile(r"^(?:import|export) (?:[^;]*? from )?'(\.[^']+)'", re.MULTILINE)


@dataclass(frozen=True)
class File:
    """The response for an address."""

    data: bytes
    kind: str
    lasting: bool
    """Whether the file at this address never changes."""

    @cached_property
    def tag(self) -> str:
        """Its ETag: weak, because all compressed forms share it."""
        return f'W/"{hashlib.sha256(self.data).hexdigest()[:16]}"'

    @property
    def shrinks(self) -> bool:
        """Whether it is worth compressing."""
        return self.kind != KINDS[".png"]


@dataclass(frozen=True, slots=True)
class Site:
    """All files of one version, by their paths under the root of the site."""

    version: str
    files: Mapping[str, File]
    pages: Mapping[str, str]
    """The paths of the files of pages by address: `learn/` shows `static/VERSION/learn.html`."""

    def page(self, address: str) -> File:
        """The file of a page, for an address that may change."""
        file = self.files[self.pages[address]]
        return File(file.data, file.kind, lasting=False)

    def page_elsewhere(self, address: str, root: str) -> bytes:
        """A page to be shown at another address, given the relative path from there to the root."""
        own = "../" * address.count("/")
        return self.page(address).data.replace(f'="{own}'.encode(), f'="{root}'.encode())


def read_site(sources: Mapping[str, Path] = SOURCES, *, has_server: bool = True) -> Site:
    """The site made of the files in some folders."""
    found = dict(_found(sources))
    if not has_server:
        found[PLACE] = _without_server(found[PLACE])
    pages = {_address(path): path for path in found if path.endswith(".html")}
    kept = {path: _STAND_IN + path for path in found if not _is_at_root(path)}
    kept |= {path: path for path in found if _is_at_root(path) and path != WORKER}
    for address, path in pages.items():
        text = _with_modules(found[path].decode(), found)
        text = _with_addresses(text, address, pages, kept)
        found[path] = (text if has_server else _with_policy(text)).encode()
    shown = {address: kept[path] for address, path in pages.items()}
    found[WORKER] = _worker(found[WORKER].decode(), shown, sorted(kept.values())).encode()

    # The version is a digest of all files, so it is inserted last.
    version = _digest(found)
    folder = f"static/{version}/"
    files = {}
    for path, data in found.items():
        if path.endswith(".html") or path == WORKER:
            data = data.replace(_STAND_IN.encode(), folder.encode())  # noqa: PLW2901
        lasting = not _is_at_root(path)
        files[folder + path if lasting else path] = File(data, KINDS[Path(path).suffix], lasting)
    return Site(version, files, {address: folder + path for address, path in pages.items()})


def _found(sources: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    for prefix, folder in sources.items():
        for file in sorted(folder.rglob("*")):
            if file.suffix in KINDS and not file.name.endswith(NOT_SENT):
                yield prefix + file.relative_to(folder).as_posix(), file.read_bytes()


def _is_at_root(path: str) -> bool:
    """Whether a file has the same address in every version: those that browsers and home screens request again."""
    return path in (WORKER, "manifest.webmanifest") or path.startswith("icons/")


def _address(path: str) -> str:
    """The address of a page: `index.html` is at the root, `learn.html` at `learn/`."""
    return "" if path == "index.html" else f"{Path(path).stem}/"


def _with_modules(text: str, files: Mapping[str, bytes]) -> str:
    """A page with preloads for all its modules, so that none waits for another."""
    entries = _SCRIPT.findall(text)
    if not entries:
        return text
    modules = list(entries)
    for module in modules:  # and for those that come in meanwhile
        for name in _IMPORT.findall(files[module].decode()):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(module), name))
            if path not in modules:
                modules.append(path)
    asked = "".join(f'<link rel="modulepreload" href="{path}">\n' for path in sorted({*modules} - {*entries}))
    head, _, rest = text.rpartition('<script type="module"')
    return f'{head}{asked}<script type="module"{rest}'


def _with_addresses(text: str, address: str, pages: Mapping[str, str], kept: Mapping[str, str]) -> str:
    """A page with its addresses rewritten for the place where it is shown."""
    root = "../" * address.count("/")

    def put(match: re.Match[str]) -> str:
        attribute, target, part = match.groups()
        if target in kept:
            to = root + kept[target]
        elif target.removeprefix("./") in pages:
            to = root + target.removeprefix("./") or "./"
        else:
            raise ValueError(f"{target!r} in the page {address or 'index'!r} is neither a file nor a page")
        return f'{attribute}="{to}{part or ""}"'

    return _ADDRESS.sub(put, text)


def _with_policy(text: str) -> str:
    """A page with tags for the headers that our server sends."""
    said = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="referrer" content="no-referrer">\n'
    )
    return text.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{said}', 1)


def _worker(text: str, pages: Mapping[str, str], files: list[str]) -> str:
    """The service worker, with the list of files to cache."""
    listed = json.dumps({"version": _STAND_IN, "pages": pages, "files": files})
    text, done = re.subn(r"^const SITE = .*;$", lambda _: f"const SITE = {listed};", text, flags=re.MULTILINE)
    assert done == 1, f"{WORKER} has no line for what it keeps"
    return text


def _without_server(place: bytes) -> bytes:
    yes, no = b"hasServer = true", b"hasServer = false"
    assert place.count(yes) == 1, f"{PLACE} does not say whether there is a server"
    return place.replace(yes, no)


def _digest(files: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for path, data in sorted(files.items()):
        whole.update(f"{path}\n{len(data)}\n".encode() + data)
    return whole.hexdigest()[:12]
