"""The JSON schemas that are shipped with the package, ready to validate with."""

import importlib.resources
import json
from typing import Any

from jsonschema_rs import Draft202012Validator, meta


def load(name: str) -> dict[str, Any]:
    file = importlib.resources.files("dnup") / "schemas" / f"{name}.schema.json"
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    meta.validate(schema)
    return schema


VIEW_SCHEMA = load("view")
RECORD_SCHEMA = load("record")
VIEW = Draft202012Validator(VIEW_SCHEMA)
RECORD = Draft202012Validator(RECORD_SCHEMA)
