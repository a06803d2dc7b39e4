"""Export the page into a folder: `dnup site`."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dnup.error_text import quoted
from dnup.site.compressed import CODINGS, ENDINGS, press
from dnup.site.files import POLICY, Site, read_site

LIST: Final = "dnup-site.json"
"""The file that lists what `dnup site` has written into a folder, and whether it was completed."""

_HALF: Final = ".half"
"""The suffix of a file while it is being written."""

_FIND_ROOT: Final = (
    "(async()=>{for(let up=new URL('./',location.href);;up=new URL('../',up)){"
    "const found=await fetch(new URL('dnup-site.json',up),{method:'HEAD'}).catch(()=>null);"
    "if(found?.ok){location.replace(new URL('not-found/',up));return}"
    "if(up.pathname==='/')return}})()"
)
"""A host serves the not-found page at any depth, so it has to find the root of the site itself."""


@dataclass(frozen=True, slots=True)
class Written:
    """The result of an export."""

    version: str
    files: int
    bytes: int


def write_site(folder: Path, docs: Path | None = None) -> Written:
    """Write the site into a folder that is new, empty, or has an earlier one.

    Pages refer only to files that exist: first the files of the new version are written, then the pages, then the files
    of the old version are removed. A visitor gets one version or the other at any time. The files of `docs`, a folder
    with a built documentation, go into `docs/`.
    """
    site = read_site(has_server=False)
    files = dict(_docs(docs) if docs is not None else ())
    files |= _files(site)
    before = _written_before(folder)
    folder.mkdir(parents=True, exist_ok=True)
    _put(folder, LIST, _listed(site, sorted({*before, *files}), whole=False))
    for path, data in files.items():
        _put(folder, path, data)
    for path in sorted({*before} - {*files}, reverse=True):
        _remove(folder, path)
    _put(folder, LIST, _listed(site, sorted(files), whole=True))
    return Written(site.version, len(files), sum(map(len, files.values())))


def _docs(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a built documentation, with their paths on the site."""
    if not (folder / "index.html").is_file():
        raise ValueError(
            f"{quoted(str(folder))} has no index.html: build the documentation first, with make site-docs"
        )
    for path in _walk(folder):
        yield f"docs/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _files(site: Site) -> Iterator[tuple[str, bytes]]:
    """All files with their paths, in the order of writing; compressed ones beside them."""
    plain = {path: file.data for path, file in site.files.items() if file.lasting}
    plain |= {path: file.data for path, file in site.files.items() if not file.lasting}
    plain["404.html"] = _not_found(site).encode()
    # The first page comes last: without it the folder is not a site.
    for address in sorted(site.pages, reverse=True):
        plain[f"{address}index.html"] = site.page(address).data
    shrinking = {path for path, file in site.files.items() if file.shrinks}
    for path, data in plain.items():
        if path in shrinking or path.endswith(".html"):
            for coding in CODINGS:
                yield path + ENDINGS[coding], press(data, coding)
        yield path, data


def _not_found(site: Site) -> str:
    """The page that hosts show for an unknown address: it redirects to our not-found page."""
    said = []
    for path, file in sorted(site.files.items()):
        if "/locales/" in path:
            words = json.loads(file.data)["nowhere"]
            said.append(f'<p lang="{Path(path).stem}"><b>{words["title"]}</b><br>{words["text"]}</p>\n')
    digest = base64.b64encode(hashlib.sha256(_FIND_ROOT.encode()).digest()).decode()
    policy = POLICY.replace("'wasm-unsafe-eval'", f"'sha256-{digest}'")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>dnup</title>\n'
        f"<script>{_FIND_ROOT}</script>\n</head>\n<body>\n{''.join(said)}</body>\n</html>\n"
    )


def _written_before(folder: Path) -> list[str]:
    """The files of an earlier site in a folder; an error if the folder has anything else."""
    if not folder.exists():
        return []
    if not folder.is_dir():
        raise ValueError(f"{quoted(str(folder))} is a file; name a new folder for the site")
    found = {path.relative_to(folder).as_posix(): path for path in _walk(folder)}
    try:
        ours = set(json.loads(found[LIST].read_text(encoding="utf-8"))["files"]) if LIST in found else set()
    except (ValueError, KeyError, TypeError):
        ours = set()
    foreign = sorted({*found} - ours - {LIST, *(f"{path}{_HALF}" for path in (*ours, LIST))})
    if foreign:
        some = ", ".join(foreign[:3]) + (f" and {len(foreign) - 3} more" if len(foreign) > 3 else "")
        raise ValueError(
            f"{quoted(str(folder))} has things in it that are not from dnup site: {some}. "
            "Name a new or empty folder, and copy the site from there"
        )
    return sorted({*found} - {LIST})


def _walk(folder: Path) -> Iterator[Path]:
    """All files in a folder and its subfolders; symbolic links are not followed."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)
        else:
            yield path


def _put(folder: Path, path: str, data: bytes) -> None:
    """Write a file atomically, unless it has this content already."""
    target = folder / path
    if target.is_file() and target.read_bytes() == data:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    half = target.with_name(target.name + _HALF)
    half.write_bytes(data)
    os.replace(half, target)  # noqa: PTH105


def _remove(folder: Path, path: str) -> None:
    """Remove a file, and folders that become empty."""
    target = folder / path
    target.unlink(missing_ok=True)
    for above in target.relative_to(folder).parents:
        if above != Path() and not any((folder / above).iterdir()):
            (folder / above).rmdir()


def _listed(site: Site, files: list[str], *, whole: bool) -> bytes:
    listed: Mapping[str, object] = {"version": site.version, "whole": whole, "files": files}
    return (json.dumps(listed, indent=1) + "\n").encode()
