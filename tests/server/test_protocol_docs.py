"""The protocol is documented whole: every message, every field, every code; and what is generated is up to date."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from jsonschema_rs import meta
from starlette.routing import Mount

from dnup.game.illegality import REASONS
from dnup.server.messages import protocol
from dnup.server.messages.refusals import STATUS, TEXTS, Refusal
from dnup.server.runtime.settings import Settings
from dnup.server.transport.openapi import document, schema
from tests.server.running import Running
from tools import ROOT
from tools.docs import protocol as protocol_docs

PAGE = protocol_docs.PAGE.read_text(encoding="utf-8")
SOURCES = ROOT / "src" / "dnup"


def sections() -> dict[str, str]:
    """What stands below each heading."""
    parts = re.split(r"^#+ (.+)\n", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("path", protocol_docs.files(), ids=lambda path: path.name)
def test_what_is_generated_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == protocol_docs.files()[path], "run `make docs`"


@pytest.mark.parametrize("struct", protocol_docs.all_structs(), ids=lambda struct: struct.__name__)
def test_every_message_and_every_field_is_documented(struct: type[msgspec.Struct]) -> None:
    tag = struct.__struct_config__.tag
    section = sections()[f"`{tag}`" if tag else struct.__name__]
    assert section.strip().splitlines()[0].endswith("."), "it says what it is for"
    for field in msgspec.structs.fields(struct):
        row = re.search(rf"^\| `{field.encode_name}` \| (.+) \| .* \| (.+) \|$", section, re.MULTILINE)
        assert row is not None, field.name
        assert row[2].strip(), f"{field.name} of {struct.__name__} has no meaning"


def test_every_message_type_is_one_of_the_two_directions() -> None:
    """A struct with a tag that is in no union could be sent and would be known to nobody."""
    unions = (protocol.ClientMessage, protocol.ServerMessage, protocol.Event)
    known = {member for union in unions for member in union.__args__}
    tagged = {struct for struct in protocol_docs.all_structs() if struct.__struct_config__.tag}
    assert tagged == known


def test_every_code_of_a_refusal_is_documented_and_used() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (\d+) \|", sections()["Refusals"], re.MULTILINE))
    assert {code: int(status) for code, status in rows.items()} == STATUS
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((SOURCES / "server").rglob("*.py")))
    used = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', code)) | {"unknown-table"}
    assert used == set(STATUS)


def test_a_device_uses_the_codes_that_no_server_has() -> None:
    code = "".join(
        path.read_text(encoding="utf-8") for path in sorted((SOURCES / "web" / "device").glob("*.js"))
    )
    used = set(re.findall(r"new Refusal\('([a-z-]+)'", code))
    assert set(TEXTS) - set(STATUS) == used - set(STATUS)


def test_a_refusal_takes_the_facts_of_its_sentences_and_no_others() -> None:
    refused = Refusal("seat-taken", seat="B").message(ref=3)
    assert (refused.sentence, refused.facts) == ("seat B is taken", {"seat": "B"})
    with pytest.raises(ValueError, match="seat-taken needs the facts"):
        Refusal("seat-taken")
    with pytest.raises(ValueError, match="seat-taken needs the facts"):
        Refusal("seat-taken", seat="B", hand="1/5")


def test_a_fact_in_braces_is_not_read_as_a_gap() -> None:
    assert "{seat}" in Refusal("bad-message", problem="{seat}").sentence


def test_every_code_of_why_is_documented() -> None:
    codes = {reason.code for reason in REASONS.values()}
    below = PAGE[PAGE.index("The codes of `why`") :]
    assert sorted(re.findall(r"^\| `([a-z-]+)` \|", below, re.MULTILINE)) == sorted(codes)


def test_every_address_is_in_the_openapi_document(server: Running) -> None:
    from dnup.server.transport.app import build_app

    (mount,) = [route for route in build_app(server.hub).routes if isinstance(route, Mount)]
    routes = {f"/api{getattr(route, 'path', '')}" for route in mount.routes or []}
    api = routes - {"/api/openapi.json", "/api/protocol.json"}
    assert api | {"/health"} == set(document()["paths"])
    for path in document()["paths"]:
        assert f" {path}`" in PAGE


def test_the_schemas_are_served_as_they_are_published(server: Running) -> None:
    for address, name in (("protocol", "protocol.schema"), ("openapi", "openapi")):
        published = json.loads((SOURCES / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
        assert server.api.get(f"/api/{address}.json").json() == published
    meta.validate(schema())


def test_links_within_the_page_lead_somewhere() -> None:
    seen: dict[str, int] = {}
    anchors = set()
    for heading in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE):
        anchor = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        count = seen.get(anchor, 0)
        anchors.add(f"{anchor}-{count}" if count else anchor)
        seen[anchor] = count + 1
    links = set(re.findall(r"\]\(#([^)]+)\)", PAGE))
    assert len(links) > 10
    assert links <= anchors


def test_the_times_and_limits_on_the_page_are_those_of_the_server() -> None:
    limits = Settings(decks={})
    for words in (
        f"silent for {limits.stale_after:g} seconds",
        f"has not sent `hello` within {limits.hello_within:g}",
        f"{limits.go_on_after:g} seconds after the first",
        f"has not been connected for {limits.host_gone_after:g} seconds",
        f"at most {limits.max_message} characters",
        f"may create {limits.tables_per_minute:g} tables a minute",
    ):
        assert words in " ".join(PAGE.split()), words
