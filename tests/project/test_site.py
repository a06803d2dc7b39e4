"""The page as files: one folder for each version, and `dnup site`, which writes them for any web host."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import brotli
import pytest

import dnup.site.folder
from dnup.cli import main
from dnup.site import File, Site, press, read_site
from dnup.site.compressed import CODINGS, choose
from dnup.site.files import POLICY, SOURCES, WEB
from dnup.site.folder import LIST, write_site


@pytest.fixture(scope="module")
def site() -> Site:
    return read_site()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compressed: what is written when does not depend on it."""
    monkeypatch.setattr(dnup.site.folder, "CODINGS", ())


##### Versions #####


def test_every_file_of_the_page_is_sent_and_types_are_not(site: Site) -> None:
    there = {
        prefix + path.relative_to(folder).as_posix()
        for prefix, folder in SOURCES.items()
        for path in folder.rglob("*")
        if path.is_file()
    }
    sent = {path.removeprefix(f"static/{site.version}/") for path in site.files}
    assert there - sent == {"messages.d.ts", "vendor/ts-fsrs.d.ts"}
    assert sent <= there
    lasting = {path for path, file in site.files.items() if not file.lasting}
    assert lasting == {path for path in there if path.startswith("icons/")} | {
        "manifest.webmanifest",
        "service-worker.js",
    }


@pytest.mark.parametrize(
    "name", ["index.html", "shared/dnup.css", "engine/dnup.wasm", "service-worker.js", "manifest.webmanifest"]
)
def test_whatever_changes_makes_another_version(name: str, site: Site, tmp_path: Path) -> None:
    sources = {**SOURCES, "": tmp_path / "web"}
    shutil.copytree(WEB, tmp_path / "web")
    assert read_site(sources).version == site.version, "the same files, the same version"
    with (tmp_path / "web" / name).open("ab") as file:
        file.write(b"\n")
    assert read_site(sources).version != site.version


def test_a_page_asks_for_all_its_modules_at_once_and_for_none_that_can_wait(site: Site) -> None:
    asked = re.findall(
        r'rel="modulepreload" href="\.\./static/\w+/([^"]+)"', site.page("table/").data.decode()
    )
    assert {"shared/urls.js", "game/state.js", "settings/settings.js"} <= {*asked}
    assert not {"shared/i18n.js", "play/play.js", "settings/sheet.js", "play/menu.js"} & {*asked}
    assert len(asked) == len({*asked})


def test_a_page_that_names_a_file_that_is_not_there_is_noticed(tmp_path: Path) -> None:
    shutil.copytree(WEB, tmp_path / "web")
    (tmp_path / "web" / "new.html").write_text('<link rel="stylesheet" href="new/new.css">', encoding="utf-8")
    with pytest.raises(ValueError, match=r"'new/new\.css' in the page 'new/' is neither a file nor a page"):
        read_site({"": tmp_path / "web"})


def test_the_worker_keeps_every_file_but_itself(site: Site) -> None:
    line = re.search(r"^const SITE = (.*);$", site.files["service-worker.js"].data.decode(), re.MULTILINE)
    assert line
    told = json.loads(line[1])
    assert {*told["files"]} == {*site.files} - {"service-worker.js"}
    assert told["pages"] == dict(site.pages)
    assert site.version in told["version"]


##### How small #####


@pytest.mark.parametrize(
    "header, coding",
    [
        (None, None),
        ("", None),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("GZIP;Q=1", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("br;q=0, gzip;q=0", None),
        ("br;q=0, *", "gzip"),
        ("*;q=0", None),
        ("*", "br"),
        ("identity", None),
        ("identity;q=1, gzip;q=0.5", None),
        ("identity;q=0.5, gzip;q=0.5", "gzip"),
        ("gzip;q=nan, br;q=1e3", None),
        ("gzip;level=9", None),
        ("xbrx, gzipped", None),
        (" br ; q=0.001 ", "br"),
    ],
)
def test_the_coding_that_a_client_likes_best(header: str | None, coding: str | None) -> None:
    assert choose(header) == coding


def test_a_file_is_small_and_the_same_each_time(site: Site) -> None:
    engine = site.files[f"static/{site.version}/engine/dnup.wasm"].data
    for coding, back, most in (("br", brotli.decompress, 70_000), ("gzip", gzip.decompress, 90_000)):
        small = press(engine, coding)
        assert back(small) == engine
        assert len(small) <= most
        assert press(engine, coding) == small


@pytest.mark.parametrize("coding", CODINGS)
def test_the_first_page_is_light_in_every_language(coding: str, site: Site) -> None:
    """What it asks for before it fetches the engine; `make audit` measures it in a browser."""

    def sent(file: File) -> int:
        head = 300  # as browsers count it
        return head + len(press(file.data, coding) if file.shrinks else file.data)

    page = site.page("")
    text = re.sub(r'<link rel="apple-touch-icon"[^>]*>', "", page.data.decode())  # for home screens
    named = {*re.findall(r'(?:href|src)="([^"]+\.\w+)"', text)}
    assert not any(path.endswith(".wasm") or "/engine/" in path or "/device/" in path for path in named)
    words = [sent(file) for path, file in site.files.items() if "/locales/" in path]
    assert len(words) == 4
    assert sent(page) + sum(sent(site.files[path]) for path in named) + max(words) <= 60 * 1024


##### dnup site #####


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_a_site_is_written_whole_and_the_same_each_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        assert main(["site", str(tmp_path / name), "--json"]) == 0
    one, two = everything(tmp_path / "one"), everything(tmp_path / "two")
    assert one == two
    said: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[0])
    site = read_site(has_server=False)
    assert said["version"] == site.version
    assert said["codings"] == [*CODINGS]
    assert said["files"] == len(one) - 1  # the list itself
    assert {f"{address}index.html" for address in site.pages} | {"404.html"} | {*site.files} <= {*one}
    for path, data in one.items():
        if path.endswith(".br"):
            assert brotli.decompress(data) == one[path.removesuffix(".br")]
        if path.endswith(".gz"):
            assert gzip.decompress(data) == one[path.removesuffix(".gz")]
    for path in (f"static/{site.version}/engine/dnup.wasm", "learn/index.html", "service-worker.js"):
        assert {f"{path}.br", f"{path}.gz"} <= {*one}
    assert b"hasServer = false" in one[f"static/{site.version}/shared/urls.js"]


def test_its_pages_say_by_themselves_what_a_server_says_in_headers(tmp_path: Path, quick: None) -> None:
    write_site(tmp_path)
    for page in tmp_path.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', text)
        assert policy, page
        if page.name != "404.html":
            assert policy[1] == POLICY
        assert text.index(policy[0]) < text.index("<script")
        assert not re.search(r'(?:href|src)="(?:/|[a-z]+:)', text), page


def test_a_new_version_takes_the_place_of_the_old_one(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(tmp_path / "site")
    shutil.copytree(WEB, tmp_path / "web")
    (tmp_path / "web" / "shared" / "dnup.css").write_text("body {}\n", encoding="utf-8")
    new = read_site({"": tmp_path / "web"}, has_server=False)
    monkeypatch.setattr(dnup.site.folder, "read_site", lambda *, has_server: new)
    write_site(tmp_path / "site")
    assert [path.name for path in (tmp_path / "site" / "static").iterdir()] == [new.version]
    write_site(tmp_path / "fresh")
    assert everything(tmp_path / "site") == everything(tmp_path / "fresh")


def test_a_site_that_was_broken_off_is_never_half_a_site(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the disk is full, each page that is there has all its files, and the next try heals it."""
    folder = tmp_path / "site"
    put = dnup.site.folder._put
    left = 0

    def no_room(*told: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device", str(told[1]))
        put(*told)

    write_site(tmp_path / "whole")
    whole = everything(tmp_path / "whole")
    for room in (0, 1, 50, len(whole) - 6, len(whole) - 3, len(whole) - 1):
        shutil.rmtree(folder, ignore_errors=True)
        left = room
        monkeypatch.setattr(dnup.site.folder, "_put", no_room)
        assert main(["site", str(folder)]) == 2
        for page in {*folder.rglob("index.html")} - {*folder.glob("static/*/index.html")}:
            for target in re.findall(r'(?:href|src)="([^"#]+)"', page.read_text(encoding="utf-8")):
                if re.search(r"\.\w+$", target):
                    assert (page.parent / target).is_file(), (room, page, target)
        assert room == len(whole) - 1 or not (folder / "index.html").exists()
        assert not folder.exists() or not room or not json.loads((folder / LIST).read_text())["whole"]
        monkeypatch.setattr(dnup.site.folder, "_put", put)
        assert main(["site", str(folder)]) == 0
        assert everything(folder) == whole


def test_a_folder_with_anything_else_in_it_is_left_alone(
    tmp_path: Path, quick: None, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(folder: Path, *words: str) -> None:
        before = everything(folder) if folder.is_dir() else None
        assert main(["site", str(folder)]) == 2
        said = capsys.readouterr().err
        assert all(word in said for word in words), said
        assert before is None or everything(folder) == before

    homework = tmp_path / "homework"
    homework.mkdir()
    for name in ("a.txt", "b.txt", "c.txt", "index.html", LIST):
        (homework / name).write_text('{"files": 7}', encoding="utf-8")
    refused(homework, "a.txt, b.txt, c.txt and 1 more", "new or empty folder")
    refused(homework / "a.txt", "is a file")
    refused(homework / "a.txt" / "below", "a.txt")
    write_site(tmp_path / "site")
    (tmp_path / "site" / "CNAME").write_text("dnup.example", encoding="utf-8")
    refused(tmp_path / "site", "CNAME")
    (tmp_path / "site" / "CNAME").unlink()
    # A link inside would lead the writing elsewhere.
    shutil.rmtree(tmp_path / "site" / "learn")
    (tmp_path / "site" / "learn").symlink_to(homework)
    refused(tmp_path / "site", "learn")


def test_the_documentation_lies_beside_the_game(tmp_path: Path, quick: None) -> None:
    docs, folder = tmp_path / "docs", tmp_path / "site"
    with pytest.raises(ValueError, match="make site-docs"):
        write_site(folder, docs)
    (docs / "lab").mkdir(parents=True)
    (docs / "index.html").write_text("first", encoding="utf-8")
    (docs / "lab" / "old.html").write_text("old", encoding="utf-8")
    write_site(folder, docs)
    assert (folder / "docs" / "index.html").read_text(encoding="utf-8") == "first"
    assert (folder / "index.html").is_file()
    (docs / "lab" / "old.html").unlink()
    write_site(folder, docs)
    assert not (folder / "docs" / "lab").exists()
    write_site(folder)
    assert not (folder / "docs").exists()
