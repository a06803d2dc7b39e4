"""Write the tables of docs/protocol.md, and the schemas that programs read, from the messages' own types."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from dnup.server.messages import api, protocol
from dnup.server.messages.refusals import TEXTS
from dnup.server.tables import inspection
from dnup.server.transport.openapi import document, schema
from tools import ROOT

PAGE = ROOT / "docs" / "protocol.md"
SCHEMAS = ROOT / "src" / "dnup" / "schemas"
MARK = re.compile(r"(<!-- (\w+), made by make docs -->\n).*?(<!-- end -->\n)", re.DOTALL)

Struct = type[msgspec.Struct]


def files() -> dict[Path, str]:
    """What each generated file should hold."""
    return {
        SCHEMAS / "protocol.schema.json": json.dumps(schema(), indent=1) + "\n",
        SCHEMAS / "openapi.json": json.dumps(document(), indent=1) + "\n",
        PAGE: filled(PAGE.read_text(encoding="utf-8")),
    }


def filled(page: str) -> str:
    """The page with its marked places filled in."""
    parts = {
        "client": _messages(protocol.ClientMessage),
        "server": _messages(protocol.ServerMessage),
        "events": _messages(protocol.Event),
        "parts": _structs(_parts()),
        "http": _structs([*_http(), *_structs_of(inspection)]),
        "refusals": _refusals(),
        "routes": _routes(),
    }
    return MARK.sub(lambda match: f"{match[1]}\n{parts[match[2]]}{match[3]}", page)


def all_structs() -> list[Struct]:
    """Every type of message there is, and every part of one."""
    return [*_structs_of(protocol), *_structs_of(api), *_structs_of(inspection)]


def _structs_of(module: Any) -> list[Struct]:
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == module.__name__
        and value is not protocol.FromClient
    ]


def _tagged() -> set[Struct]:
    unions = (protocol.ClientMessage, protocol.ServerMessage, protocol.Event)
    return {member for union in unions for member in union.__args__}


def _http() -> list[Struct]:
    return [
        api.NewTable,
        api.TakeSeat,
        api.Joined,
        api.TableList,
        api.GameList,
        api.DeckList,
        api.Health,
    ]


def _parts() -> Iterator[Struct]:
    shown = {*_tagged(), *_http()}
    return (struct for struct in [*_structs_of(protocol), *_structs_of(api)] if struct not in shown)


def _messages(union: Any) -> str:
    return "".join(_section(f"`{member.__struct_config__.tag}`", member) for member in union.__args__)


def _structs(structs: Any) -> str:
    return "".join(_section(struct.__name__, struct) for struct in structs)


def _section(title: str, struct: Struct) -> str:
    """A heading, what it means, and a table of its fields."""
    about = " ".join((struct.__doc__ or "").split())
    notes = _notes(struct)
    properties = schema()["$defs"][struct.__name__]["properties"]
    rows = []
    for field in msgspec.structs.fields(struct):
        said = properties[field.encode_name]
        meaning = notes.get(field.name) or _described(said)
        rows.append(f"| `{field.encode_name}` | {_kind(said)} | {_default(field)} | {_cell(meaning)} |")
    table = ["| field | type | if left out | meaning |", "|---|---|---|---|", *rows, ""] if rows else []
    return "\n".join([f"#### {title}", "", about, "", *table, ""])


def _notes(struct: Struct) -> dict[str, str]:
    """The sentences that stand below the fields of a struct in its source."""
    (body,) = ast.parse(inspect.getsource(struct)).body
    assert isinstance(body, ast.ClassDef)
    notes = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            note = below.value if isinstance(below, ast.Expr) else None
            if isinstance(note, ast.Constant) and isinstance(note.value, str):
                notes[field.target.id] = note.value
    return notes


def _described(said: dict[str, Any]) -> str:
    """What the type of a field says, or the first sentence about the struct that it is."""
    for part in (said, *said.get("anyOf", ()), said.get("items", {})):
        if "description" in part:
            return str(part["description"])
        if "$ref" in part:
            about = str(schema()["$defs"][part["$ref"].rpartition("/")[2]]["description"])
            return re.split(r"(?<=\.) |: ", about)[0].rstrip(".") + "."
    return ""


def _kind(said: dict[str, Any]) -> str:
    """A type in a word or two."""
    if "$ref" in said:
        name = said["$ref"].rpartition("/")[2]
        return f"[{name}](#{_anchor(name)})"
    if "anyOf" in said:
        if "discriminator" in said:
            return "[an event](#events)"
        return " or ".join(_kind(part) for part in said["anyOf"])
    if "enum" in said:
        return _cell(", ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in said["enum"]))
    if said["type"] == "array":
        return f"list of {_kind(said['items'])}"
    if said["type"] == "object":
        values = said.get("additionalProperties")
        return f"object of {_kind(values)}" if isinstance(values, dict) else "object"
    names = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    return names.get(said["type"], str(said["type"])) + _limits(said)


def _anchor(name: str) -> str:
    """Where the section of a struct is; one that is called like a message comes after it."""
    tag = schema()["$defs"][name]["properties"].get("type", {}).get("enum")
    if tag:
        return str(tag[0])
    tags = {struct.__struct_config__.tag for struct in _tagged()}
    return f"{name.lower()}-1" if name.lower() in tags else name.lower()


def _limits(said: dict[str, Any]) -> str:
    low, high = said.get("minimum"), said.get("maximum")
    if low is not None and high is not None:
        return f", {low} to {high}"
    if low is not None:
        return f", from {low}"
    longest = said.get("maxLength")
    return f", at most {longest} characters" if longest else ""


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return ""
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{msgspec.json.encode(default).decode()}`"


def _refusals() -> str:
    rows = [
        f"| `{code}` | {text.status} | {text.sentence} | {text.expected} |"
        for code, text in TEXTS.items()
        if text.status is not None
    ]
    return "\n".join(
        ["| code | status over HTTP | sentence | expected |", "|---|---|---|---|", *rows, "", ""]
    )


def _routes() -> str:
    rows = []
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                body = operation.get("requestBody")
                sends = _kind(body["content"]["application/json"]["schema"]) if body else ""
                rows.append(
                    f"| `{method.upper()} {path}` | {operation['summary']} | {sends} | {_gets(operation)} |"
                )
    return "\n".join(["| address | what it does | send | get |", "|---|---|---|---|", *rows, "", ""])


def _gets(operation: dict[str, Any]) -> str:
    status, answer = next(iter(operation["responses"].items()))
    content = answer.get("content", {}).get("application/json")
    return f"{status}: {_kind(content['schema'])}" if content else f"{status}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> int:
    """Write everything."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
