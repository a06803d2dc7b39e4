"""What the server speaks, for programs: the JSON Schema of every message, and the HTTP API as an OpenAPI document."""

from __future__ import annotations

import functools
import json
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from dnup.__about__ import __version__
from dnup.server.messages import api, protocol
from dnup.server.tables.study import StudyAnswer, StudyRequest

HTTP_TYPES = (
    *(api.NewTable, api.TakeSeat, api.Joined, protocol.TableInfo, api.TableList, api.GameList, api.DeckList),
    *(api.Health, protocol.Refused, StudyRequest, StudyAnswer),
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
    table = _parameter("table", "The table's id, as in its link.", "^[a-z0-9]{1,40}$")
    errors = {
        "4XX": _answer("Refused", "What was asked for is not done."),
        "5XX": _answer("Refused", "Try again."),
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "dnup", "version": __version__, "summary": "Tables of the card game dnup."},
        "paths": {
            "/api/tables": {
                "get": {
                    "operationId": "listTables",
                    "summary": "Public tables with a free seat, the newest first.",
                    "responses": {"200": _answer("TableList", "The tables."), **errors},
                },
                "post": {
                    "operationId": "createTable",
                    "summary": "Create a table.",
                    "requestBody": _body("NewTable"),
                    "responses": {"201": _answer("Joined", "The table, and your own link."), **errors},
                },
            },
            "/api/games": {
                "get": {
                    "operationId": "listGames",
                    "summary": "How the games at some tables stand, for whoever knows their ids.",
                    "parameters": [
                        {
                            "name": "tables",
                            "in": "query",
                            "required": True,
                            "description": "Their ids with commas between, at most ten.",
                            "schema": {"type": "string", "maxLength": 409},
                        }
                    ],
                    "responses": {"200": _answer("GameList", "Those that there are."), **errors},
                },
            },
            "/api/decks": {
                "get": {
                    "operationId": "listDecks",
                    "summary": "The decks that a table can be created with.",
                    "responses": {"200": _answer("DeckList", "The decks."), **errors},
                },
            },
            "/api/tables/{table}": {
                "parameters": [table],
                "get": {
                    "operationId": "showTable",
                    "summary": "A table: who sits where, and how far the game is.",
                    "responses": {"200": _answer("TableInfo", "The table."), **errors},
                },
                "delete": {
                    "operationId": "deleteTable",
                    "summary": "Delete a table and its games; for its host.",
                    "responses": {"204": {"description": "It is gone."}, **errors},
                },
            },
            "/api/tables/{table}/seats": {
                "parameters": [table],
                "post": {
                    "operationId": "takeSeat",
                    "summary": "Sit down.",
                    "requestBody": _body("TakeSeat"),
                    "responses": {"201": _answer("Joined", "The seat, and your own link."), **errors},
                },
            },
            "/api/tables/{table}/record": {
                "parameters": [table],
                "get": {
                    "operationId": "fetchRecord",
                    "summary": "The record of a game, as docs/records.md describes it; ended rounds only.",
                    "parameters": [
                        {
                            "name": "game",
                            "in": "query",
                            "required": False,
                            "description": "Which game at this table, from 1; the current one if left out.",
                            "schema": {"type": "integer", "minimum": 1, "maximum": 999_999},
                        }
                    ],
                    "responses": {
                        "200": {"description": "A line of JSON.", "content": {"application/jsonl": {}}},
                        **errors,
                    },
                },
            },
            "/api/study": {
                "post": {
                    "operationId": "study",
                    "summary": "Look at any position with one seat's eyes, and try a move in it.",
                    "requestBody": _body("StudyRequest"),
                    "responses": {"200": _answer("StudyAnswer", "The position after the move."), **errors},
                },
            },
            "/health": {
                "get": {
                    "operationId": "health",
                    "summary": "Whether the server works.",
                    "responses": {
                        "200": _answer("Health", "It does."),
                        "503": _answer("Health", "It is about to stop."),
                    },
                }
            },
        },
        "components": {"schemas": definitions},
    }


def _parameter(name: str, description: str, pattern: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": {"type": "string", "pattern": pattern},
    }


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _body(name: str) -> dict[str, Any]:
    return {"required": True, "content": _content(name)}


def _answer(name: str, description: str) -> dict[str, Any]:
    return {"description": description, "content": _content(name)}


async def protocol_schema(request: Request) -> Response:
    return Response(json.dumps(schema(), indent=1), media_type="application/schema+json")


async def openapi(request: Request) -> Response:
    return Response(json.dumps(document(), indent=1), media_type="application/json")
