"""Every message between a client and the server, as a type; docs/protocol.md explains them.

A WebSocket carries JSON texts, one message each, with the field `type`. HTTP responses use the same types.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from dnup.cards.deck import DEFAULT_DECK, LONGEST_NAME

PROTOCOL: Final = 1
"""The version of the protocol. A client sends its version; a server with another version refuses it."""

Seat = Annotated[str, Meta(pattern="^[A-E]$", description="A seat, A to E, clockwise.")]
Level = Annotated[Literal["easy", "medium", "hard", "expert"], Meta(description="How strong the bot is.")]
Name = Annotated[
    str, Meta(min_length=1, max_length=80, description="The name of a person; cleaned by the server.")
]
MoveText = Annotated[
    str, Meta(max_length=400, description="A move as in docs/notation.md, like `play 3/4 3/6`.")
]
Cards = Annotated[str, Meta(description="Cards as in docs/notation.md with spaces between, like `3/4 3/6`.")]
Fact = str | int
"""A fact of a refusal, like the seat that is taken."""
Reference = Annotated[
    int, Meta(ge=0, le=2**31, description="A number that the client chooses, sent back in the answer.")
]
Bits = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="256 random bits of a player, in hexadecimal.")
]
Commitment = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of the bits, in hexadecimal.")
]
Number = Annotated[int, Meta(description="The number of this event at its table.")]
Emoji = Annotated[
    Literal[
        "👏",
        "😂",
        "😮",
        "🤔",
        "😭",
        "🎉",
        "👋",
        "🙃",
        "hello",
        "nice",
        "oops",
        "thanks",
        "wait",
        "good-game",
    ],
    Meta(description="What is shown to everyone: an emoji, or a phrase that each page says in its language."),
]

##### Parts of messages #####


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table, chosen by its host."""

    players: Annotated[int, Meta(ge=2, le=5, description="How many seats there are.")] = 3
    deck: Annotated[
        str, Meta(max_length=LONGEST_NAME, description="The name of a deck that the server offers.")
    ] = DEFAULT_DECK
    scoring: Literal["letters", "points"] = "letters"
    """Whether points are shown as the letters of dnup (R21) or as numbers."""
    seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    """Thinking time per turn; none if null."""
    memory: Literal["table", "discards", "all"] = "all"
    """What clients are shown of the past: the table only; discards too; also known cards in hands (D3)."""
    public: bool = False
    """Whether the table is listed for everyone; otherwise it needs the link."""
    finish_round: bool = False
    """Whether the last round is played to its end after the game is won, to see who comes second (R20)."""


class SeatInfo(Struct, frozen=True):
    """A seat."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    """What kind of player has the seat."""
    name: str | None = None
    """The person's name; null for a bot and an open seat."""
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
    """Whether others can send `stand-in`: the person has been away for two minutes at a table without thinking time."""


class TableInfo(Struct, frozen=True):
    """The public facts of a table besides the cards."""

    id: str
    """As in the table's link."""
    options: Options
    seats: list[SeatInfo]
    """By seat, A first."""
    phase: Literal["open", "playing", "between", "over"]
    """Waiting for players; a round is being played; a round has ended; the game has ended."""
    game: int
    """The number of games started at this table: 0 before the first, more than 1 after a rematch."""
    round: int
    """Which round of the game, from 1."""
    spectators: int = 0
    """Connected clients without a seat."""
    host_here: bool = False
    """Whether the person who created the table is connected."""
    star: Cards = "1/5"
    """Which card of the deck has the ★ (R2), lower value first."""
    rounds: list[list[int]] = []
    """Points by seat of each round of this game that has ended."""
    goes_on_in: float | None = None
    """Seconds until the table goes on without those who are not ready; none if nobody is ready, or all are."""


class Effects(Struct, frozen=True, omit_defaults=True):
    """The effects of a move."""

    beats: str | None = None
    """The slot whose set is beaten."""
    hand: Seat | None = None
    """Into whose hand cards go."""
    returns: Cards = ""
    """Those cards as they will be held, turned (R15); none if a beaten set is discarded (R18)."""
    out: bool = False
    """Whether the move empties the hand."""


class LegalMove(Struct, frozen=True, omit_defaults=True):
    """A move that can be made now, and its effects."""

    move: MoveText
    effects: Effects | None = None


class SeatView(Struct, frozen=True):
    """A position as one seat or a spectator knows it: docs/view.md, less what the table does not remember."""

    seat: Seat | None
    """Whose view it is; null for a spectator's."""
    players: int
    """The number of players."""
    turn: str | None
    """The slot in turn, with two players with its area, like `B1`; null when the round is over."""
    starter: Seat
    """The seat that was dealt the ★ and took the first turn (R6)."""
    star: Seat | None
    """The seat that is known to hold the ★ while it has not been shown; null also if the table does not remember."""
    actions: int
    """Actions made in this round."""
    turn_limit: int
    """The number of actions after which the round is abandoned (D2)."""
    stalled: int
    """Actions in a row without a discard."""
    stall_limit: int
    """The number of such actions after which the round is abandoned (D5); 0 at a table from before this rule."""
    score: list[int]
    """Points of the game before this round, by seat."""
    points: list[int]
    """Points made in this round, by seat."""
    finish: list[Seat]
    """The seats that went out in this round, in order."""
    ending: Literal["out", "match", "abandoned"] | None
    """How the round ended; null while it is being played."""
    hand: Cards
    """This seat's own cards; empty for a spectator."""
    sizes: list[int]
    """How many cards each seat holds."""
    table: dict[str, Cards]
    """The sets by slot, empty slots left out."""
    discarded: int
    """How many cards have been discarded."""
    discards: Cards | None = None
    """The discarded cards; null if the table does not remember them."""
    known: list[Cards] | None = None
    """By seat, the cards in its hand that everyone has seen; null if the table does not remember them."""
    unseen: Cards | None = None
    """The cards this seat has never seen, lower value first; null if the table does not remember."""
    next: str | None = None
    """With two players, the slot whose turn follows if the round goes on; null otherwise."""
    winner: Seat | None = None
    """The seat that has won the game in this round, also while the round is played on (R20); null otherwise."""


class Clock(Struct, frozen=True):
    """The thinking time of the turn."""

    seconds: int
    """The whole thinking time of a turn."""
    left: float
    """How many seconds are left as this is sent; at 0 a bot makes the move."""


class Thrown(Struct, frozen=True):
    """A player's contribution to a shuffle."""

    seat: Seat
    commitment: Commitment
    """The commitment, made before anyone revealed bits."""
    bits: Bits | None = None
    """The revealed bits; null before the deal, and if they were not revealed in time."""


class Shuffle(Struct, frozen=True):
    """A shuffle with contributions: all commit before anyone reveals, and the deal follows from all bits."""

    commitment: Commitment
    """The commitment to the server's secret."""
    people: list[Thrown]


class RoundResult(Struct, frozen=True):
    """The result of a round, with all hidden cards, and the proof that no card was changed or chosen."""

    round: int
    """Which round of the game, from 1."""
    winner: Seat | None
    """The winner of the game, if this round ended it."""
    drawn: bool
    """Whether the game ended as a draw (D2)."""
    hands: list[Cards]
    """The hands at the end, by seat."""
    deal: list[Cards]
    """The dealt hands, by seat."""
    salt: str
    """The secret that opens the commitment."""
    commitment: str
    """The commitment from before the first move: SHA-256 of the salt and the deal; after a shuffle, of the salt."""
    shuffle: Shuffle | None = None
    """The shuffle; null if no player contributed."""


class Why(Struct, frozen=True, omit_defaults=True):
    """Why a move is not legal: a code to translate, the rule, a sentence in English, and facts for other languages."""

    code: str
    """For clients to translate."""
    rule: str
    """The number of the rule, like `R10`."""
    sentence: str
    """In English."""
    slot: str | None = None
    """The slot of the set that prevents the move, or of the move."""
    cards: str = ""
    """The cards of that set, or those that are not in the hand."""
    size: int | None = None
    """The size that the set would have."""
    value: int | None = None
    """The value that a card would have to show."""


class Sat(Struct, frozen=True, tag="sat"):
    """A person took a seat."""

    number: Number
    seat: Seat
    name: str
    """The name of this person."""


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
    """The name of the person who had the seat; null for a bot."""


class Resigned(Struct, frozen=True, tag="resigned"):
    """A person left their seat to a bot for good."""

    number: Number
    seat: Seat
    level: Level
    name: str | None = None
    """The name of this person, for earlier events of this seat."""


class Renamed(Struct, frozen=True, tag="renamed"):
    """A person changed their name."""

    number: Number
    seat: Seat
    name: str
    """The new name."""
    was: str
    """The old name."""


class Dealt(Struct, frozen=True, tag="dealt"):
    """A round was dealt; the first one starts a game."""

    number: Number
    game: int
    """Which game at this table, from 1."""
    round: int
    """Which round of the game, from 1."""
    starter: Seat
    commitment: str
    """SHA-256 of the salt and the deal, both revealed at the end of the round: no card can be changed unnoticed.
    After a shuffle, of the salt alone: the deal follows from it and from the revealed bits."""
    shuffle: Shuffle | None = None
    """The shuffle with its bits; null if no player contributed."""


class Moved(Struct, frozen=True, tag="moved"):
    """A move was made. When it is sent again, what the table no longer remembers is null."""

    number: Number
    seat: Seat
    by: Literal["person", "bot", "stand-in"]
    """Who made it: the person, the bot in the seat, or a bot that stands in for the person."""
    verb: Literal["play", "add", "take", "rotate"]
    """The kind of the move."""
    move: MoveText | None
    effects: Effects | None = None
    discarded: list[str] = []
    """The slots whose sets were discarded after it, as the next turn began (R8)."""
    gone: str = ""
    """The cards of those sets, as they lay: set after set in the same order, with `|` in between. Empty when the table
    no longer remembers them."""
    slot: str | None = None
    """The slot that was in turn: where a set that was played lies. Missing from servers before 0.3."""


Event = Sat | Filled | Freed | Resigned | Renamed | Dealt | Moved

##### From the client #####


class FromClient(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all messages of a client: unknown fields are an error."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message: the table, and the last event this client has."""

    protocol: int
    """The version of the protocol."""
    table: Annotated[str, Meta(max_length=40)]
    """The table's id."""
    last: Annotated[int, Meta(ge=0)] | None = None
    """The number of the last event the client has; null to get everything."""
    token: Annotated[str, Meta(max_length=80)] | None = None
    """For programs; a browser sends its cookie."""


class MakeMove(FromClient, frozen=True, tag="move"):
    """Make a move in the position with this number. Idempotent: sent twice, it is made once."""

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
    """Change one's name. If someone else at the table has it, a number is put behind it."""

    name: Name


class Start(FromClient, frozen=True, tag="start"):
    """The host, or any player once the host is gone, starts the game; open seats are filled with bots of this level."""

    level: Level = "medium"


class Ready(FromClient, frozen=True, tag="ready"):
    """Ask for the next round, or after the last one for a rematch."""


class Commit(FromClient, frozen=True, tag="commit"):
    """Commit to bits for the next deal, so that nobody can choose it. Idempotent."""

    commitment: Commitment


class Reveal(FromClient, frozen=True, tag="reveal"):
    """Reveal the bits, within three seconds after `state.shuffle` has the commitment."""

    bits: Bits


class Resign(FromClient, frozen=True, tag="resign"):
    """Leave the seat to a bot for good."""

    level: Level = "medium"


class StandIn(FromClient, frozen=True, tag="stand-in"):
    """Have a bot play for a person until they come back, if `stand_in_offered` allows it. Idempotent."""

    seat: Seat


class React(FromClient, frozen=True, tag="react"):
    """Show an emoji to the table, or say a phrase."""

    emoji: Emoji


class Ping(FromClient, frozen=True, tag="ping"):
    """A heartbeat, due every 2.5 seconds; a connection without messages for 9 seconds is closed."""

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
    """What a client shows. A field left out has not changed; moves, clock, result and shuffle are empty then."""

    number: int
    """The number of the last event."""
    position: int = 0
    """The number to send with a move."""
    table: TableInfo | None = None
    """The seats, and how far the game is."""
    view: SeatView | None = None
    """None before the first deal."""
    moves: list[LegalMove] = []
    """The legal moves of this seat, if it is in turn."""
    clock: Clock | None = None
    """Only while a person is in turn at a table with thinking time."""
    result: RoundResult | None = None
    """Only after the round has ended."""
    forgotten: list[int] = []
    """Numbers of events whose cards the client must no longer show."""
    shuffle: Shuffle | None = None
    """Only while the next deal waits for players to reveal their bits."""


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to hello: the seat of this client, and the state of the table."""

    protocol: int
    """The version of the protocol."""
    server: str
    """The version of dnup."""
    seat: Seat | None
    """The seat of this client; null for a spectator."""
    host: bool
    """Whether this client created the table."""
    fresh: bool
    """Whether `log` replaces what the client has; otherwise its events come after that."""
    log: list[Event]
    """The events of this round so far, or those the client missed."""
    state: State
    commitment: str | None = None
    """The commitment to the deal of the current round."""


class Update(Struct, frozen=True, tag="update"):
    """Events have happened. For the client that caused them, this confirms that they are stored on disk."""

    events: list[Event]
    """The events; empty if a player has only become ready."""
    state: State


class Presence(Struct, frozen=True, tag="presence"):
    """Connections have changed, or a player is ready: the table as it is now."""

    table: TableInfo


class Reaction(Struct, frozen=True, tag="reaction"):
    """A player shows an emoji or says a phrase."""

    seat: Seat
    emoji: Emoji


class Because(Struct, frozen=True, tag="because"):
    """The answer to `why`; null if the move is legal."""

    ref: int
    """The number that came with the question."""
    move: str
    """The move that was asked about."""
    why: Why | None


class Accepted(Struct, frozen=True, tag="accepted"):
    """This very move was made before, as event `number`."""

    number: int
    """The number of that event."""
    ref: int | None = None
    """The number that came with the move."""


class Refused(Struct, frozen=True, tag="refused"):
    """A request is refused. Over HTTP this is the body of every response with status 400 or higher."""

    code: str
    """One of the codes below, for clients to translate."""
    sentence: str
    """What was wrong, in English."""
    expected: str
    """What would be right, in English."""
    facts: dict[str, Fact] = {}
    """The facts in the two sentences by name, like `{"seat": "B"}`, for other languages."""
    ref: int | None = None
    """The number that came with the message."""
    why: Why | None = None
    """For a move that is not legal, the reason."""


class Committed(Struct, frozen=True, tag="committed"):
    """A commitment is stored on disk: the next shuffle will have it."""

    commitment: Commitment


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to ping."""

    ref: int
    """The number that came with the ping."""


ServerMessage = Welcome | Update | Presence | Reaction | Because | Accepted | Committed | Refused | Pong
