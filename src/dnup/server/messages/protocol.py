"""Every message between a client and the server, as a type; docs/protocol.md explains them.

One WebSocket carries JSON texts, one message each, told apart by `type`. The same shapes answer over HTTP.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from dnup.cards.deck import DEFAULT_DECK, LONGEST_NAME

PROTOCOL: Final = 1
"""The version of all that is here. A client says which it speaks; a server that speaks another refuses it."""

Seat = Annotated[str, Meta(pattern="^[A-E]$", description="A seat, A to E, clockwise.")]
Level = Annotated[Literal["easy", "medium", "hard", "expert"], Meta(description="How strong the bot is.")]
Name = Annotated[
    str, Meta(min_length=1, max_length=80, description="What others call this person; cleaned on arrival.")
]
MoveText = Annotated[
    str, Meta(max_length=400, description="A move as in docs/notation.md, like `play 3/4 3/6`.")
]
Cards = Annotated[str, Meta(description="Cards as in docs/notation.md with spaces between, like `3/4 3/6`.")]
Reference = Annotated[
    int, Meta(ge=0, le=2**31, description="A number of the client's own, sent back in the answer.")
]
Bits = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="256 random bits of a person's own, in hexadecimal.")
]
Commitment = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256, in hexadecimal, of what is promised.")
]
Number = Annotated[int, Meta(description="The number of this event at its table.")]
Emoji = Annotated[
    Literal["👏", "😂", "😮", "🤔", "😭", "🎉", "👋", "🙃"], Meta(description="What is shown to all.")
]

##### What both sides speak of #####


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is played, chosen by whoever creates it."""

    players: Annotated[int, Meta(ge=2, le=5, description="How many seats there are.")] = 3
    deck: Annotated[
        str, Meta(max_length=LONGEST_NAME, description="The name of a deck that the server offers.")
    ] = DEFAULT_DECK
    scoring: Literal["letters", "points"] = "letters"
    """Whether points are shown as the letters of dnup (R21) or as numbers."""
    seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    """Thinking time per turn; none if null."""
    memory: Literal["table", "discards", "all"] = "all"
    """How much the screen remembers: what lies on the table; discards too; also known cards in hands (D3)."""
    public: bool = False
    """Whether the table is listed for everyone; otherwise only who has the link finds it."""
    finish_round: bool = False
    """Whether the last round is played on after somebody has won the game, to see who comes second (R20)."""


class SeatInfo(Struct, frozen=True):
    """Who sits where."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    """Who sits there."""
    name: str | None = None
    """The person's; null for a bot and an open seat."""
    level: Level | None = None
    host: bool = False
    """Whether this is the person who created the table."""
    here: bool = False
    """Whether this person is connected right now."""
    stand_in: bool = False
    """Whether a bot plays for this person until they come back."""
    ready: bool = False
    """Whether this person has asked for the next round or a rematch."""
    stand_in_offered: bool = False
    """Whether others can say `stand-in`: this person has been away for two minutes at a table without thinking time."""


class TableInfo(Struct, frozen=True):
    """What everyone may know of a table besides the cards."""

    id: str
    """As in the table's link."""
    options: Options
    seats: list[SeatInfo]
    """By seat, A first."""
    phase: Literal["open", "playing", "between", "over"]
    """Waiting for players; a round goes on; a round has ended; the game has ended."""
    game: int
    """How many games were begun here: 0 before the first, more than 1 after a rematch."""
    round: int
    """Which round of the game, from 1."""
    spectators: int = 0
    """How many are connected and sit nowhere."""
    host_here: bool = False
    """Whether the person who created the table is connected."""
    star: Cards = "1/5"
    """Which card of the deck has the ★ (R2), lower value first."""
    rounds: list[list[int]] = []
    """Points by seat of each round of this game that has ended."""


class Effects(Struct, frozen=True, omit_defaults=True):
    """What a move brings about."""

    beats: str | None = None
    """The slot whose set is beaten."""
    hand: Seat | None = None
    """Into whose hand cards go."""
    returns: Cards = ""
    """Those cards as they will be held, turned (R15); none if a beaten set is discarded (R18)."""
    out: bool = False
    """Whether the move empties the hand."""


class LegalMove(Struct, frozen=True, omit_defaults=True):
    """A move that can be made now, and what it would bring about."""

    move: MoveText
    effects: Effects | None = None


class SeatView(Struct, frozen=True):
    """A position as one seat knows it, or a spectator: docs/view.md, less what the table does not remember."""

    seat: Seat | None
    """Whose view it is; null for a spectator's."""
    players: int
    """How many there are."""
    turn: str | None
    """The slot in turn, with two players with its area, like `B1`; null when the round is over."""
    starter: Seat
    """Who was dealt the ★ and took the first turn (R6)."""
    star: Seat | None
    """Who is known to hold the ★ while it was not shown; null also if the table does not remember."""
    actions: int
    """How many were made in this round."""
    turn_limit: int
    """After so many actions the round is abandoned (D2)."""
    stalled: int
    """How many actions in a row have passed without a discard."""
    stall_limit: int
    """After so many of them the round is abandoned (D5); 0 at a table that was made before this rule."""
    score: list[int]
    """Points of the game before this round, by seat."""
    points: list[int]
    """Points made in this round, by seat."""
    finish: list[Seat]
    """Who went out in this round, in order."""
    ending: Literal["out", "match", "abandoned"] | None
    """How the round ended; null while it goes on."""
    hand: Cards
    """This seat's own cards; empty for a spectator."""
    sizes: list[int]
    """How many cards each seat holds."""
    table: dict[str, Cards]
    """The sets by slot, empty slots left out."""
    discarded: int
    """How many cards have been discarded."""
    discards: Cards | None = None
    """Which; null if the table does not remember them."""
    known: list[Cards] | None = None
    """By seat, the cards in its hand that everyone has seen; null if the table does not remember them."""
    unseen: Cards | None = None
    """What this seat has never seen, lower value first; null if the table does not remember."""


class Clock(Struct, frozen=True):
    """The thinking time of the turn."""

    seconds: int
    """The whole thinking time of a turn."""
    left: float
    """How many seconds are left as this is sent; at 0 a bot makes the move."""


class Thrown(Struct, frozen=True):
    """What someone throws into a shuffle."""

    seat: Seat
    commitment: Commitment
    """What was promised before anyone showed anything."""
    bits: Bits | None = None
    """What was thrown in; null before the deal, and if it was not shown in time."""


class Shuffle(Struct, frozen=True):
    """Who shuffles along: everyone has promised before anyone shows anything, and the deal follows from all of it."""

    commitment: Commitment
    """To the server's secret."""
    people: list[Thrown]


class RoundResult(Struct, frozen=True):
    """How a round ended, with everything that was hidden, and the proof that no card was changed or chosen."""

    round: int
    """Which round of the game, from 1."""
    winner: Seat | None
    """Who has won the game with it."""
    drawn: bool
    """Whether the game ended as a draw (D2)."""
    hands: list[Cards]
    """What everyone held at the end."""
    deal: list[Cards]
    """What everyone was dealt."""
    salt: str
    """The secret that opens the commitment."""
    commitment: str
    """What was promised before the first move: SHA-256 of the salt and the deal; after a shuffle, of the salt alone."""
    shuffle: Shuffle | None = None
    """Who shuffled along; null if nobody did."""


class Why(Struct, frozen=True, omit_defaults=True):
    """Why a move is not legal: a code to translate, the rule, a sentence in English, and facts for other languages."""

    code: str
    """For clients to translate."""
    rule: str
    """The number of the rule, like `R10`."""
    sentence: str
    """In English."""
    slot: str | None = None
    """The place of the set that is in the way, or that was meant."""
    cards: str = ""
    """The cards it is about: those of that set, or those that are not held."""
    size: int | None = None
    """How large the set would be."""
    value: int | None = None
    """What a card would have to show."""


class Sat(Struct, frozen=True, tag="sat"):
    """Someone took a seat."""

    number: Number
    seat: Seat
    name: str
    """What this person is called."""


class Filled(Struct, frozen=True, tag="filled"):
    """A bot took a seat."""

    number: Number
    seat: Seat
    level: Level


class Freed(Struct, frozen=True, tag="freed"):
    """A seat became free."""

    number: Number
    seat: Seat
    name: str | None = None
    """What the person who sat there was called; null if it was a bot."""


class Resigned(Struct, frozen=True, tag="resigned"):
    """Someone left their seat to a bot for good."""

    number: Number
    seat: Seat
    level: Level
    name: str | None = None
    """What this person was called: all that happened in this seat before is theirs."""


class Renamed(Struct, frozen=True, tag="renamed"):
    """Someone goes by another name from now on."""

    number: Number
    seat: Seat
    name: str
    """What this person is called now."""
    was: str
    """What this person was called until then."""


class Dealt(Struct, frozen=True, tag="dealt"):
    """A round was dealt; a game began if it is the first."""

    number: Number
    game: int
    """Which game at this table, from 1."""
    round: int
    """Which round of the game, from 1."""
    starter: Seat
    commitment: str
    """SHA-256 of the salt and the deal, both shown at the end of the round: no card can be changed unnoticed.
    After a shuffle, of the salt alone: the deal follows from it and from what was thrown in."""
    shuffle: Shuffle | None = None
    """Who shuffled along, with what they threw in; null if nobody did."""


class Moved(Struct, frozen=True, tag="moved"):
    """A move was made. What the table no longer remembers is null when it is sent again."""

    number: Number
    seat: Seat
    by: Literal["person", "bot", "stand-in"]
    """Whether the person made it, the bot in the seat, or one that stood in for the person."""
    verb: Literal["play", "add", "take", "rotate"]
    """What kind of move it was."""
    move: MoveText | None
    effects: Effects | None = None
    discarded: list[str] = []
    """The slots whose sets were discarded after it, as the next turn began (R8)."""
    gone: Cards = ""
    """The cards of those sets, as they lay; none when the table no longer remembers them."""


Event = Sat | Filled | Freed | Resigned | Renamed | Dealt | Moved

##### From the client #####


class FromClient(Struct, frozen=True, forbid_unknown_fields=True):
    """What all messages of a client have in common: a field that nobody knows is an error."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message: which table, and the last event this client has seen of it."""

    protocol: int
    """The version that the client speaks."""
    table: Annotated[str, Meta(max_length=40)]
    """The table's id."""
    last: Annotated[int, Meta(ge=0)] | None = None
    """The number of the last event the client has; null to start anew."""
    token: Annotated[str, Meta(max_length=80)] | None = None
    """For programs; a browser is known by its cookie."""


class MakeMove(FromClient, frozen=True, tag="move"):
    """Make a move in the position with this number. Sent twice, it is made once."""

    position: int
    """The number of the position it is for, from the state."""
    move: MoveText
    ref: Reference | None = None


class AskWhy(FromClient, frozen=True, tag="why"):
    """Ask why a move would not be legal."""

    move: MoveText
    ref: Reference


class Fill(FromClient, frozen=True, tag="fill"):
    """The host puts a bot into an open seat, or changes the level of one, before the start."""

    seat: Seat
    level: Level


class Free(FromClient, frozen=True, tag="free"):
    """The host frees a seat before the start; anyone may free their own."""

    seat: Seat


class Rename(FromClient, frozen=True, tag="rename"):
    """Go by another name. If someone else at the table has it, a number is put behind it."""

    name: Name


class Start(FromClient, frozen=True, tag="start"):
    """The host, or anyone seated once they are gone, starts the game; open seats are filled with bots of this level."""

    level: Level = "medium"


class Ready(FromClient, frozen=True, tag="ready"):
    """Go on: to the next round, or after the last one to a rematch."""


class Commit(FromClient, frozen=True, tag="commit"):
    """Promise bits for the next deal, so that nobody can choose it. Said twice, it counts once."""

    commitment: Commitment


class Reveal(FromClient, frozen=True, tag="reveal"):
    """Show the bits that were promised, once `state.shuffle` has the promise, within three seconds."""

    bits: Bits


class Resign(FromClient, frozen=True, tag="resign"):
    """Leave the seat to a bot for good."""

    level: Level = "medium"


class StandIn(FromClient, frozen=True, tag="stand-in"):
    """Have a bot play for a person until they come back, if `stand_in_offered` says so. Said twice, it counts once."""

    seat: Seat


class React(FromClient, frozen=True, tag="react"):
    """Show an emoji to the table."""

    emoji: Emoji


class Ping(FromClient, frozen=True, tag="ping"):
    """A sign of life, due every 2.5 seconds; who says nothing for 9 is taken to be gone."""

    ref: Reference = 0


ClientMessage = (
    Hello
    | MakeMove
    | AskWhy
    | Fill
    | Free
    | Rename
    | Start
    | Ready
    | Commit
    | Reveal
    | Resign
    | StandIn
    | React
    | Ping
)

##### From the server #####


class State(Struct, frozen=True, omit_defaults=True):
    """All that a client shows. What is left out has not changed; moves, clock, result and shuffle are gone then."""

    number: int
    """The number of the last event."""
    position: int = 0
    """The number to send with a move."""
    table: TableInfo | None = None
    """Who sits where, and how far the game is."""
    view: SeatView | None = None
    """None before the first deal."""
    moves: list[LegalMove] = []
    """The legal moves of this seat, if it is in turn."""
    clock: Clock | None = None
    """While a person is in turn at a table with thinking time."""
    result: RoundResult | None = None
    """Once the round is over."""
    forgotten: list[int] = []
    """Events whose cards the screen should no longer show."""
    shuffle: Shuffle | None = None
    """While the next deal waits for people to reveal."""


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to hello: where this client stands, and all it needs to go on from there."""

    protocol: int
    """The version that the server speaks."""
    server: str
    """The version of dnup."""
    seat: Seat | None
    """Where this client sits; null for a spectator."""
    host: bool
    """Whether this client created the table."""
    fresh: bool
    """Whether to start anew with `log`; otherwise these events come after what the client has."""
    log: list[Event]
    """The events of this round so far, or those missed."""
    state: State
    commitment: str | None = None
    """Of the current round."""


class Update(Struct, frozen=True, tag="update"):
    """Something happened. For whoever did it, this says that it is done and safe on disk."""

    events: list[Event]
    """What happened; none if someone has only become ready."""
    state: State


class Presence(Struct, frozen=True, tag="presence"):
    """Someone came or went, or is ready; the table as it is now."""

    table: TableInfo


class Reaction(Struct, frozen=True, tag="reaction"):
    """Someone shows an emoji."""

    seat: Seat
    emoji: Emoji


class Because(Struct, frozen=True, tag="because"):
    """The answer to why; null if the move is legal."""

    ref: int
    """The number that came with the question."""
    move: str
    """The move that was asked about."""
    why: Why | None


class Accepted(Struct, frozen=True, tag="accepted"):
    """This very move was made before; it was event `number`."""

    number: int
    """The number of the event that it was."""
    ref: int | None = None
    """The number that came with the move."""


class Refused(Struct, frozen=True, tag="refused"):
    """What was asked for is not done. Over HTTP this is the body of every answer from 400 on."""

    code: str
    """One of the codes below, for clients to translate."""
    sentence: str
    """What was wrong."""
    expected: str
    """What would be right."""
    ref: int | None = None
    """The number that came with the message."""
    why: Why | None = None
    """For a move that is not legal, the reason."""


class Committed(Struct, frozen=True, tag="committed"):
    """A promise is kept on disk: the next shuffle will have it."""

    commitment: Commitment


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to ping."""

    ref: int
    """The number that came with the ping."""


ServerMessage = Welcome | Update | Presence | Reaction | Because | Accepted | Committed | Refused | Pong
