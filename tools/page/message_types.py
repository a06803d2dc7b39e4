"""Writes what the page takes from the server: python -m tools.page.message_types.

`messages.d.ts` has the types of the messages, `device/refusal-texts.js` the English sentences of refusals.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from dnup.server.messages import api, protocol
from dnup.server.messages.refusals import TEXTS
from tools import ROOT

WEB = ROOT / "src" / "dnup" / "web"
UNIONS = ("Event", "ClientMessage", "ServerMessage")
OVER_HTTP = ("NewTable", "TakeSeat", "Joined", "TableList", "GameList", "DeckList", "Health")
HEADER = "// Written by tools/page/message_types.py from the types of src/dnup/server; run `make docs` after changes.\n"


def files() -> dict[Path, str]:
    """What each generated file should hold."""
    return {
        WEB / "messages.d.ts": message_types(),
        WEB / "device" / "refusal-texts.js": refusal_texts(),
    }


def refusal_texts() -> str:
    """The text of refusal-texts.js: by code, what was wrong and what would be right."""
    texts = {code: [text.sentence, text.expected] for code, text in TEXTS.items()}
    source = "src/dnup/server/messages/refusals.json"
    return (
        f"// Written by tools/page/message_types.py from {source}; run `make docs` after changes.\n"
        f"export const REFUSAL_TEXTS = {json.dumps(texts, indent=2, ensure_ascii=False)};\n"
    )


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
    raise ValueError(f"no type for {schema}; teach tools/page/message_types.py this kind of schema")


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
