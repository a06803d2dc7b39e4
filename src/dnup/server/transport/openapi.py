"""The protocol for programs: the JSON Schema of every message, and the HTTP API as an OpenAPI document."""

from __future__ import annotations

import functools
import json
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from dnup.__about__ import __version__
from dnup.server.messages import api, protocol
from dnup.server.tables.inspection import InspectionAnswer, InspectionRequest

HTTP_TYPES = (
    api.NewTable,
    api.TakeSeat,
    api.Joined,
    protocol.TableInfo,
    api.TableList,
    api.GameList,
    api.DeckList,
    api.Health,
    protocol.Refused,
    InspectionRequest,
    InspectionAnswer,
)


@functools.cache
def schema() -> dict[str, Any]:
    """The JSON Schema of every message: of a client's, of the server's, and over HTTP."""
    types = (protocol.ClientMessage, protocol.ServerMessage, *HTTP_TYPES)
    (client, server, *_), definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"dnup protocol {protocol.PROTOCOL}",
        "$defs": {**definitions, "ClientMessage": client, "ServerMessage": server},
    }


@functools.cache
def document() -> dict[str, Any]:
    """The OpenAPI document of the HTTP API."""
    _, definitions = msgspec.json.schema_components(HTTP_TYPES, ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {"title": "dnup", "version": __version__, "summary": "Tables of the card game dnup."},
        "paths": {**_table_paths(), **_list_paths(), **_other_paths()},
        "components": {"schemas": definitions},
    }


def _table_paths() -> dict[str, Any]:
    """Creating a table, and everything at the address of one."""
    parameters = [_parameter("path", "table", "The table's id, as in its link.", _string("^[a-z0-9]{1,40}$"))]
    game = _parameter(
        "query",
        "game",
        "The number of the game at this table, from 1; the current one if left out.",
        {"type": "integer", "minimum": 1, "maximum": 999_999},
    )
    record = {"description": "A line of JSON.", "content": {"application/jsonl": {}}}
    return {
        "/api/tables": {
            "get": _operation(
                "listTables",
                "Public tables with a free seat, the newest first.",
                {"200": _answer("TableList", "The tables.")},
            ),
            "post": _operation(
                "createTable",
                "Create a table.",
                {"201": _answer("Joined", "The table, and your own link.")},
                body="NewTable",
            ),
        },
        "/api/tables/{table}": {
            "parameters": parameters,
            "get": _operation(
                "showTable",
                "A table: its seats, and how far the game is.",
                {"200": _answer("TableInfo", "The table.")},
            ),
            "delete": _operation(
                "deleteTable",
                "Delete a table and its games; for its host.",
                {"204": {"description": "The table is deleted."}},
            ),
        },
        "/api/tables/{table}/seats": {
            "parameters": parameters,
            "post": _operation(
                "takeSeat",
                "Take a seat.",
                {"201": _answer("Joined", "The seat, and your own link.")},
                body="TakeSeat",
            ),
        },
        "/api/tables/{table}/record": {
            "parameters": parameters,
            "get": _operation(
                "fetchRecord",
                "The record of a game, as docs/records.md describes it; ended rounds only.",
                {"200": record},
                parameters=[game],
            ),
        },
    }


def _list_paths() -> dict[str, Any]:
    """Games and decks."""
    tables = _parameter(
        "query",
        "tables",
        "Ids of tables with commas between, at most ten.",
        {"type": "string", "maxLength": 409},
        required=True,
    )
    return {
        "/api/games": {
            "get": _operation(
                "listGames",
                "How the games at these tables stand.",
                {"200": _answer("GameList", "Those of the games that exist.")},
                parameters=[tables],
            ),
        },
        "/api/decks": {
            "get": _operation(
                "listDecks",
                "The decks that a table can be created with.",
                {"200": _answer("DeckList", "The decks.")},
            ),
        },
    }


def _other_paths() -> dict[str, Any]:
    """Inspection of positions, and the health of the server."""
    inspect = _operation(
        "inspect",
        "What one seat sees in any position, and what a move there would do.",
        {"200": _answer("InspectionAnswer", "The position after the move.")},
        body="InspectionRequest",
    )
    former = {"operationId": "study", "summary": "The former name of `/api/inspect`.", "deprecated": True}
    return {
        "/api/inspect": {"post": inspect},
        "/api/study": {"post": {**inspect, **former}},
        "/health": {
            "get": {
                "operationId": "health",
                "summary": "Whether the server works.",
                "responses": {
                    "200": _answer("Health", "It works."),
                    "503": _answer("Health", "It is starting, or about to stop."),
                },
            }
        },
    }


def _operation(
    name: str,
    summary: str,
    responses: dict[str, Any],
    *,
    body: str | None = None,
    parameters: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """An operation that can also be refused."""
    operation: dict[str, Any] = {"operationId": name, "summary": summary}
    if parameters:
        operation["parameters"] = parameters
    if body:
        operation["requestBody"] = {"required": True, "content": _content(body)}
    refused = {
        "4XX": _answer("Refused", "The request is refused."),
        "5XX": _answer("Refused", "Try again."),
    }
    return {**operation, "responses": {**responses, **refused}}


def _parameter(
    place: str, name: str, description: str, schema: dict[str, Any], *, required: bool = False
) -> dict[str, Any]:
    return {
        "name": name,
        "in": place,
        "required": required or place == "path",
        "description": description,
        "schema": schema,
    }


def _string(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": pattern}


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _answer(name: str, description: str) -> dict[str, Any]:
    return {"description": description, "content": _content(name)}


async def protocol_schema(request: Request) -> Response:
    return Response(json.dumps(schema(), indent=1), media_type="application/schema+json")


async def openapi(request: Request) -> Response:
    return Response(json.dumps(document(), indent=1), media_type="application/json")
