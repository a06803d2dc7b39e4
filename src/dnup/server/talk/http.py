"""The small HTTP API: create a table, list them, sit down, fetch a record, ask whether all is well."""

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
from dnup.server.store.store import Damaged, StoreDown
from dnup.server.tables import decisions
from dnup.server.tables.hub import Hub
from dnup.server.tables.info import game_info
from dnup.server.tables.room import Room
from dnup.server.tables.study import StudyRequest, study
from dnup.server.tables.table import Table
from dnup.server.talk.keys import Visitor, drop_old_cookie, owner, seat_token, set_cookie, share
from dnup.server.talk.socket import is_allowed_origin
from dnup.server.upkeep.settings import key_of
from dnup.site import Site


class SwitchSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the seat of a link in place of one's own. There is nothing to say but that."""


Body = TypeVar("Body")
Endpoint = Callable[[Request], Awaitable[Response]]

MAX_BODY: Final = 8192
MAX_GAMES: Final = 10

DEEPEST: Final = 20
"""So many folders up leads to the root from every address that someone may have mistyped."""


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
            down = Refusal("database-down", "the server cannot reach its database", "try again in a moment")
            return reply(down.message(), down.status)
        except Damaged as damage:
            hub_of(request).tasks.failed("request", damage)
            failed = Refusal("server-error", "what was kept cannot be read", "ask the operator of the server")
            return reply(failed.message(), failed.status)

    return safe


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def reply(message: msgspec.Struct, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(message), status, headers, "application/json")


def refused(request: Request, refusal: Refusal) -> Response:
    """What is not done, in JSON; to someone whose browser was led nowhere, or came too early, it is told as a page."""
    found = refusal.status in (403, 404) or refusal.code == "starting"
    page = found and "text/html" in request.headers.get("accept", "")
    if page and not request.url.path.startswith("/api/"):
        site: Site = request.app.state.site
        root = "../" * min(request.url.path.count("/") - 1, DEEPEST)
        address = "starting/" if refusal.code == "starting" else "nowhere/"
        data = site.page_elsewhere(address, root or "./")
        return Response(data, refusal.status, {"Cache-Control": "no-store"}, "text/html")
    return reply(refusal.message(), refusal.status)


async def read(request: Request, kind: type[Body]) -> Body:
    """The body of a request as a message of a kind."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        # A form on another site can send anything else; this it cannot.
        raise Refusal("bad-message", "the body is not JSON", "Content-Type: application/json")
    if not is_allowed_origin(
        request.headers.get("origin"), request.headers.get("host"), hub_of(request).settings.origins
    ):
        raise Refusal("wrong-origin", "this page is from elsewhere", "the page this server serves")
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MAX_BODY:
                raise Refusal("too-large", "the body is too large", f"at most {MAX_BODY} bytes")
    except ClientDisconnect:  # nobody is there to hear it
        raise Refusal("bad-message", "the body ended too early", "the whole body") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        sentence = f"the body cannot be read: {error}"
        raise Refusal("bad-message", sentence, f"a {kind.__name__} of docs/protocol.md") from None


@answers
async def create_table(request: Request) -> Response:
    hub = hub_of(request)
    new_table = await read(request, NewTable)
    address = request.client.host if request.client else ""
    if hub.draining:
        raise Refusal("draining", "this server is about to stop", "try again in a moment")
    if not hub.create_limit.take(address, hub.clock()):
        raise Refusal("too-fast", "too many tables from one place", "try again in a minute")
    browser = _browser(request)
    room = await hub.create(new_table, lambda table: key_of(seat_token(browser, table.id)))
    return _joined(request, room, seat_token(browser, room.table.id), browser)


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
    """How several games stand, in one answer: a page asks for those its person takes part in."""
    hub, ids = hub_of(request), request.query_params.get("tables", "").split(",")
    if len(ids) > MAX_GAMES:
        raise Refusal("bad-message", f"these are {len(ids)} tables", f"at most {MAX_GAMES} at once")
    games = []
    for table in dict.fromkeys(ids):
        try:
            room = await hub.room(table)
        except Refusal as refusal:
            if refusal.code not in ("unknown-table", "damaged-table"):
                raise
        else:
            games.append(game_info(room.table, room.info()))
    return reply(GameList(games))


@answers
async def show_table(request: Request) -> Response:
    room = await hub_of(request).room(request.path_params["table"])
    return reply(room.info())


@answers
async def delete_table(request: Request) -> Response:
    table = request.path_params["table"]
    hub = hub_of(request)
    if not is_allowed_origin(
        request.headers.get("origin"), request.headers.get("host"), hub.settings.origins
    ):
        raise Refusal("wrong-origin", "this page is from elsewhere", "the page this server serves")
    await hub.delete(table, visitor_of(request).key_at)
    return Response(status_code=204)


@answers
async def take_seat(request: Request) -> Response:
    hub = hub_of(request)
    asked = await read(request, TakeSeat)
    room = await hub.room(request.path_params["table"])
    browser = _browser(request)
    token, key = visitor_of(request).at(room.table)
    along: list[StoredEvent] = []
    if not room.table.knows(key):  # the host, or someone who freed a seat, keeps the token they have
        token = seat_token(browser, room.table.id)
        key = key_of(token)
    elif owner(room.table, token) != key:  # this browser's own token is for another seat here
        token = hub.settings.sources.new_token()
        along = [SeatShared(key, key_of(token))]
    await room.act(lambda table: [*decisions.sit(table, key, asked.name, asked.seat), *along])
    return _joined(request, room, token, browser)


@answers
async def open_seat_link(request: Request) -> Response:
    """A person's own link: the seat becomes this browser's too, and the address shows the token no longer.

    A browser that has another seat there is asked first: anyone can send a link, or lead a browser to one.
    """
    room, key = await _linked(request)
    own = visitor_of(request).key_at(room.table)
    if own != key and room.table.knows(own):
        return _ask_to_switch(request, room.table, key, own)
    return await _open_seat(request, room, key, RedirectResponse(f"/table/{room.table.id}", 303))


@answers
async def switch_seat(request: Request) -> Response:
    """Someone has pressed the button on that page. It sends JSON, which no page from elsewhere can."""
    await read(request, SwitchSeat)
    room, key = await _linked(request)
    return await _open_seat(request, room, key, Response(status_code=204))


async def _linked(request: Request) -> tuple[Room, str]:
    """The table of a link, and the key that it stands for there."""
    room = await hub_of(request).room(request.path_params["table"])
    key = owner(room.table, request.path_params["token"])
    if not room.table.knows(key):
        raise Refusal(
            "not-your-seat", "this link is not for a seat of this table", "the link as it was given"
        )
    return room, key


async def _open_seat(request: Request, room: Room, key: str, response: Response) -> Response:
    """Let this browser count as whoever has the key, and say so."""
    hub, browser, table = hub_of(request), _browser(request), room.table.id
    await share(hub, room, visitor_of(request), browser, key)
    set_cookie(hub, response, browser)
    if table in visitor_of(request).old:
        drop_old_cookie(response, table)
    return response


def _ask_to_switch(request: Request, table: Table, key: str, own: str) -> Response:
    """The page that asks whether this browser is to leave its seat for that of a link."""
    site: Site = request.app.state.site
    facts = {"table": table.id, "name": _name_of(table, key), "own": _name_of(table, own)}
    told = "".join(f' data-{name}="{html.escape(value)}"' for name, value in facts.items())
    page = site.page_elsewhere("seat/", "../../").replace(b"<html", f"<html{told}".encode(), 1)
    return Response(page, 200, {"Cache-Control": "no-store"}, "text/html")


def _name_of(table: Table, key: str) -> str:
    """What the holder of a key is called; a host who sits nowhere has no name."""
    chair = table.chair_of(key)
    return (chair.name or "") if chair else ""


@answers
async def fetch_record(request: Request) -> Response:
    """The record of a game: of the current or last one, or of the one asked for. Rounds that go on are left out."""
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    wanted = request.query_params.get("game", str(room.table.game))
    if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 6:
        raise Refusal("bad-message", "a game is a number", "a number from 1 on")
    if int(wanted) == room.table.game:
        record = room.table.record()
        text = None if record is None else str(record)
    else:
        text = await hub.store.record(room.table.id, int(wanted))
    if text is None:
        raise Refusal(
            "no-record", "there is no such game, or no round of it has ended", "wait for the end of a round"
        )
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="dnup-{room.table.id}-{wanted}.jsonl"',
    }
    return Response(f"{text}\n", 200, headers, "application/jsonl")


@answers
async def study_position(request: Request) -> Response:
    asked = await read(request, StudyRequest)
    hub_of(request).readiness.need()
    return reply(study(asked, hub_of(request).scribe))


@answers
async def show_qr_code(request: Request) -> Response:
    """The link of a table for a telephone's camera."""
    room = await hub_of(request).room(request.path_params["table"])
    picture = io.BytesIO()
    segno.make_qr(f"{request.base_url}table/{room.table.id}").save(
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


def visitor_of(request: Request) -> Visitor:
    """Whoever asks: a program with a token in its header, or a browser with its cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return Visitor.of(request, token.strip() if scheme.lower() == "bearer" else "")


def _browser(request: Request) -> str:
    """The key of the browser that asks; one that has none yet gets one with the answer."""
    return visitor_of(request).browser or hub_of(request).settings.sources.new_token()


def _joined(request: Request, room: Room, token: str, browser: str) -> Response:
    chair = room.table.chair_of(owner(room.table, token))
    link = f"{request.base_url}seat/{room.table.id}/{token}"
    response = reply(Joined(room.info(), chair.seat if chair else None, link, token), 201)
    set_cookie(hub_of(request), response, browser)
    return response
