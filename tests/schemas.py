"""The JSON schemas that are shipped with the package, ready to validate with."""

import importlib.resources
import json
from typing import Any

from jsonschema import Draft202012Validator


def validator(name: str) -> Draft202012Validator:
    file = importlib.resources.files("dnup") / "schemas" / f"{name}.schema.json"
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


VIEW = validator("view")
RECORD = validator("record")
