"""The HTTP API: create and list tables, take a seat, fetch a record, health."""

from __future__ import annotations

import functools
import html
import io
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
import segno
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from dnup.__about__ import __version__
from dnup.server.messages.api import (
    DeckInfo,
    DeckList,
    GameList,
    Health,
    HealthStatus,
    Joined,
    NewTable,
    TableList,
    TakeSeat,
)
from dnup.server.messages.events import SeatShared, StoredEvent
from dnup.server.messages.protocol import PROTOCOL
from dnup.server.messages.refusals import Refusal
from dnup.server.runtime.settings import key_of
from dnup.server.store.store import Damaged, StoreDown
from dnup.server.tables import decisions
from dnup.server.tables.hub import Hub
from dnup.server.tables.info import game_info
from dnup.server.tables.inspection import InspectionRequest, Inspector
from dnup.server.tables.live_table import LiveTable
from dnup.server.tables.table import Table
from dnup.server.transport.credentials import (
    Credentials,
    drop_old_cookie,
    owner,
    seat_token,
    set_cookie,
    share,
)
from dnup.server.transport.websocket import is_allowed_origin
from dnup.site import Site


class SwitchSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the seat of a link instead of the current one. It has no fields."""


Body = TypeVar("Body")
Endpoint = Callable[[Request], Awaitable[Response]]

MAX_BODY: Final = 8192
MAX_GAMES: Final = 10

DEEPEST: Final = 20
"""The most `../` in links of the not-found page: more than any mistyped address needs."""


def answers(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose refusals become answers."""

    @functools.wraps(endpoint)
    async def safe(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refusal as refusal:
            hub_of(request).metrics.count("refusals", refusal.code)
            return refused(request, refusal)
        except StoreDown:
            down = Refusal("database-down")
            return reply(down.message(), down.status)
        except Damaged as damage:
            hub_of(request).tasks.failed("request", damage)
            failed = Refusal("server-error")
            return reply(failed.message(), failed.status)

    return safe


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def reply(message: msgspec.Struct, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(message), status, headers, "application/json")


def refused(request: Request, refusal: Refusal) -> Response:
    """A refusal as JSON, or as a page for a browser with an unknown address or during the start."""
    found = refusal.status in (403, 404) or refusal.code == "starting"
    page = found and "text/html" in request.headers.get("accept", "")
    if page and not request.url.path.startswith("/api/"):
        site: Site = request.app.state.site
        root = "../" * min(request.url.path.count("/") - 1, DEEPEST)
        address = "starting/" if refusal.code == "starting" else "not-found/"
        data = site.page_elsewhere(address, root or "./")
        return Response(data, refusal.status, {"Cache-Control": "no-store"}, "text/html")
    return reply(refusal.message(), refusal.status)


async def read(request: Request, kind: type[Body]) -> Body:
    """The body of a request as a message of a kind."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        # A form on another site cannot send this type.
        raise Refusal("bad-message", problem="its Content-Type is not application/json")
    if not is_allowed_origin(
        request.headers.get("origin"), request.headers.get("host"), hub_of(request).settings.origins
    ):
        raise Refusal("wrong-origin")
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MAX_BODY:
                raise Refusal("too-large", limit=f"{MAX_BODY} bytes")
    except ClientDisconnect:  # the client is gone
        raise Refusal("bad-message", problem="the body ended too early") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad-message", problem=f"it is not a {kind.__name__}: {error}") from None


@answers
async def create_table(request: Request) -> Response:
    hub = hub_of(request)
    new_table = await read(request, NewTable)
    address = request.client.host if request.client else ""
    if hub.draining:
        raise Refusal("draining")
    if not hub.create_limit.take(address, hub.clock()):
        raise Refusal("too-fast", limit=f"{hub.settings.tables_per_minute:g} tables a minute")
    browser = _browser(request)
    live = await hub.create(new_table, lambda table: key_of(seat_token(browser, table.id)))
    return _joined(request, live, seat_token(browser, live.table.id), browser)


@answers
async def list_tables(request: Request) -> Response:
    return reply(TableList(await hub_of(request).open_tables()))


@answers
async def list_decks(request: Request) -> Response:
    decks = hub_of(request).settings.decks.items()
    return reply(
        DeckList([DeckInfo(name, deck.title, len(deck.cards), [*deck.players]) for name, deck in decks])
    )


@answers
async def list_games(request: Request) -> Response:
    """How several games stand, for the list of own games on the page."""
    hub, ids = hub_of(request), request.query_params.get("tables", "").split(",")
    if len(ids) > MAX_GAMES:
        raise Refusal("bad-message", problem=f"it names {len(ids)} tables, more than {MAX_GAMES}")
    games = []
    for table in dict.fromkeys(ids):
        try:
            live = await hub.live_table(table)
        except Refusal as refusal:
            if refusal.code not in ("unknown-table", "damaged-table"):
                raise
        else:
            games.append(game_info(live.table, live.info()))
    return reply(GameList(games))


@answers
async def show_table(request: Request) -> Response:
    live = await hub_of(request).live_table(request.path_params["table"])
    return reply(live.info())


@answers
async def delete_table(request: Request) -> Response:
    table = request.path_params["table"]
    hub = hub_of(request)
    if not is_allowed_origin(
        request.headers.get("origin"), request.headers.get("host"), hub.settings.origins
    ):
        raise Refusal("wrong-origin")
    await hub.delete(table, credentials_of(request).key_at)
    return Response(status_code=204)


@answers
async def take_seat(request: Request) -> Response:
    hub = hub_of(request)
    asked = await read(request, TakeSeat)
    live = await hub.live_table(request.path_params["table"])
    browser = _browser(request)
    token, key = credentials_of(request).at(live.table)
    along: list[StoredEvent] = []
    if not live.table.knows(key):  # the host, or someone who freed a seat, keeps the token they have
        token = seat_token(browser, live.table.id)
        key = key_of(token)
    elif owner(live.table, token) != key:  # this browser's own token is for another seat here
        token = hub.settings.sources.new_token()
        along = [SeatShared(key, key_of(token))]
    await live.act(lambda table: [*decisions.sit(table, key, asked.name, asked.seat), *along])
    return _joined(request, live, token, browser)


@answers
async def open_seat_link(request: Request) -> Response:
    """A person's own link: the seat becomes this browser's too, and the address shows the token no longer.

    A browser that has another seat there is asked first: anyone can send a link, or lead a browser to one.
    """
    live, key = await _linked(request)
    own = credentials_of(request).key_at(live.table)
    if own != key and live.table.knows(own):
        return _ask_to_switch(request, live.table, key, own)
    return await _open_seat(request, live, key, RedirectResponse(f"/table/{live.table.id}", 303))


@answers
async def switch_seat(request: Request) -> Response:
    """Someone has pressed the button on that page. It sends JSON, which no page from elsewhere can."""
    await read(request, SwitchSeat)
    live, key = await _linked(request)
    return await _open_seat(request, live, key, Response(status_code=204))


async def _linked(request: Request) -> tuple[LiveTable, str]:
    """The table of a link, and the key that it stands for there."""
    live = await hub_of(request).live_table(request.path_params["table"])
    key = owner(live.table, request.path_params["token"])
    if not live.table.knows(key):
        raise Refusal("wrong-link")
    return live, key


async def _open_seat(request: Request, live: LiveTable, key: str, response: Response) -> Response:
    """Let this browser count as the owner of the key."""
    hub, browser, table = hub_of(request), _browser(request), live.table.id
    await share(hub, live, credentials_of(request), browser, key)
    set_cookie(hub, response, browser)
    if table in credentials_of(request).old:
        drop_old_cookie(response, table)
    return response


def _ask_to_switch(request: Request, table: Table, key: str, own: str) -> Response:
    """The page that asks whether to switch to the seat of a link."""
    site: Site = request.app.state.site
    facts = {"table": table.id, "name": _name_of(table, key), "own": _name_of(table, own)}
    attributes = "".join(f' data-{name}="{html.escape(value)}"' for name, value in facts.items())
    page = site.page_elsewhere("seat/", "../../").replace(b"<html", f"<html{attributes}".encode(), 1)
    return Response(page, 200, {"Cache-Control": "no-store"}, "text/html")


def _name_of(table: Table, key: str) -> str:
    """The name of the owner of a key; a host without a seat has none."""
    chair = table.chair_of(key)
    return (chair.name or "") if chair else ""


@answers
async def fetch_record(request: Request) -> Response:
    """The record of a game: of the current or last one, or of the one asked for. Rounds that go on are left out."""
    hub = hub_of(request)
    live = await hub.live_table(request.path_params["table"])
    wanted = request.query_params.get("game", str(live.table.game))
    if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 6:
        raise Refusal("bad-message", problem="game is not a number from 1 on")
    if int(wanted) == live.table.game:
        record = live.table.record()
        text = None if record is None else str(record)
    else:
        text = await hub.store.record(live.table.id, int(wanted))
    if text is None:
        raise Refusal("no-record")
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="dnup-{live.table.id}-{wanted}.jsonl"',
    }
    return Response(f"{text}\n", 200, headers, "application/jsonl")


@answers
async def inspect_position(request: Request) -> Response:
    asked = await read(request, InspectionRequest)
    hub_of(request).readiness.need()
    return reply(Inspector(hub_of(request).writer).inspect(asked))


@answers
async def show_qr_code(request: Request) -> Response:
    """The link of a table for a telephone's camera."""
    live = await hub_of(request).live_table(request.path_params["table"])
    picture = io.BytesIO()
    segno.make_qr(f"{request.base_url}table/{live.table.id}").save(
        picture, kind="svg", border=2, xmldecl=False, svgns=True, omitsize=True, light="#fff"
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


async def health(request: Request) -> Response:
    hub = hub_of(request)
    readiness = hub.readiness
    status: HealthStatus = "draining" if hub.draining else "ok" if readiness.ready else "starting"
    answer = Health(status, __version__, PROTOCOL, round(readiness.progress, 3))
    return reply(answer, 200 if status == "ok" else 503)


async def metrics(request: Request) -> Response:
    return Response(hub_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


def credentials_of(request: Request) -> Credentials:
    """The credentials of a request: a token in its header, or a cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return Credentials.of(request, token.strip() if scheme.lower() == "bearer" else "")


def _browser(request: Request) -> str:
    """The key of the browser; a new one if it has none yet."""
    return credentials_of(request).browser or hub_of(request).settings.sources.new_token()


def _joined(request: Request, live: LiveTable, token: str, browser: str) -> Response:
    chair = live.table.chair_of(owner(live.table, token))
    link = f"{request.base_url}seat/{live.table.id}/{token}"
    response = reply(Joined(live.info(), chair.seat if chair else None, link, token), 201)
    set_cookie(hub_of(request), response, browser)
    return response
