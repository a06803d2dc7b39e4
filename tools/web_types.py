"""Writes the page's message types, src/dnup/web/messages.d.ts, from the server's: python -m tools.web_types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from dnup.server.messages import api, protocol

TARGET = Path(__file__).parents[1] / "src" / "dnup" / "web" / "messages.d.ts"
UNIONS = ("Event", "ClientMessage", "ServerMessage")
OVER_HTTP = ("NewTable", "TakeSeat", "Joined", "TableList", "GameList", "DeckList", "Health")
HEADER = "// Written by tools/web_types.py from the types of src/dnup/server; run `make docs` after a change there.\n"


def message_types() -> str:
    """The text of messages.d.ts."""
    roots = [*(getattr(protocol, name) for name in UNIONS), *(getattr(api, name) for name in OVER_HTTP)]
    _, components = msgspec.json.schema_components(roots, ref_template="#/{name}")
    parts = [HEADER]
    parts += [_declaration(name, components[name]) for name in sorted(components)]
    for name in UNIONS:
        members = sorted(member.__name__ for member in getattr(protocol, name).__args__)
        parts.append(f"export type {name} = {' | '.join(members)};\n")
    return "\n".join(parts)


def _declaration(name: str, schema: dict[str, Any]) -> str:
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    required = set(schema.get("required", ()))
    for field, inner in schema.get("properties", {}).items():
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(inner)};")
    return "\n".join([*lines, "}", ""])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix("#/")
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(inner) for inner in schema["anyOf"])
    match schema.get("type"):
        case "array":
            inner = _type(schema["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            return f"Record<string, {_type(schema['additionalProperties'])}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
    raise ValueError(f"no type for {schema}; teach tools/web_types.py this kind of schema")


if __name__ == "__main__":
    TARGET.write_text(message_types(), encoding="utf-8")
