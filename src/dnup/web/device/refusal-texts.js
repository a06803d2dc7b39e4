// Written by tools/page/message_types.py from src/dnup/server/messages/refusals.json; run `make docs` after changes.
export const REFUSAL_TEXTS = {
  "bad-message": [
    "this message cannot be read: {problem}",
    "a message as in docs/protocol.md"
  ],
  "bad-options": [
    "a table cannot have these options: {problem}",
    "another deck or another number of players"
  ],
  "unknown-deck": [
    "this server has no deck {deck}",
    "one of {decks}"
  ],
  "bad-name": [
    "this name has no visible character",
    "a name of 1 to {most} characters"
  ],
  "wrong-protocol": [
    "this server speaks protocol {server}, not {client}",
    "reload the page, or use a client of that version"
  ],
  "wrong-bits": [
    "these bits do not match a commitment of yours",
    "the bits of your commitment"
  ],
  "illegal-move": [
    "{problem}",
    "one of the moves that were sent with the position"
  ],
  "not-a-move": [
    "{problem}",
    "a move like: play 3/4 3/6"
  ],
  "not-a-position": [
    "{problem}",
    "a position as in docs/notation.md"
  ],
  "not-your-seat": [
    "you do not sit at this table",
    "take a seat, or open your own link"
  ],
  "wrong-link": [
    "this link is not for a seat at this table",
    "the link exactly as you got it"
  ],
  "not-host": [
    "only the host of the table can do this",
    "ask the host"
  ],
  "wrong-origin": [
    "this request comes from a page of another site",
    "the page that this server serves"
  ],
  "unknown-table": [
    "there is no such table",
    "the address of a table, as in its link"
  ],
  "unknown-page": [
    "there is nothing at this address",
    "an address as in docs/protocol.md"
  ],
  "unknown-seat": [
    "this table has no seat {seat}",
    "one of {seats}"
  ],
  "no-record": [
    "there is no such game, or no round of it has ended",
    "wait for the end of a round"
  ],
  "wrong-method": [
    "{method} is not allowed at this address",
    "a method as in docs/protocol.md"
  ],
  "seat-taken": [
    "seat {seat} is taken",
    "an open seat"
  ],
  "already-seated": [
    "you already sit in seat {seat}",
    "free it first to sit elsewhere"
  ],
  "no-seat-free": [
    "all seats are taken",
    "watch, or wait until one is freed"
  ],
  "seat-free": [
    "seat {seat} is already free",
    "a seat where someone sits"
  ],
  "too-many-spectators": [
    "this table has as many spectators as it can take",
    "come back later"
  ],
  "too-many-sockets": [
    "your seat is open in more than {most} places; this was the oldest of them",
    "close some of the others, then come back"
  ],
  "stale": [
    "position {position} is no longer current",
    "a move for position {current}"
  ],
  "game-begun": [
    "the game has begun",
    "do this before the start"
  ],
  "game-not-begun": [
    "the game has not begun",
    "wait for the start"
  ],
  "round-not-over": [
    "the round is not over",
    "wait for its end"
  ],
  "no-stand-in": [
    "seat {seat} needs no stand-in",
    "wait until its player has been away for two minutes"
  ],
  "too-many-renames": [
    "names have changed too often in this round",
    "wait for the next round"
  ],
  "too-many-bot-changes": [
    "the bots of this table have changed too often",
    "start the game"
  ],
  "busy": [
    "too many players act at this table at once",
    "try again"
  ],
  "no-shuffle": [
    "there is no shuffle to take part in now",
    "commit between two rounds, reveal when the state has a shuffle"
  ],
  "too-many-devices": [
    "{most} devices of yours already take part",
    "use one of them"
  ],
  "not-your-turn": [
    "it is not your turn",
    "wait for your turn"
  ],
  "too-large": [
    "this message is too large",
    "at most {limit}"
  ],
  "wrong-host": [
    "this server does not have the name that was asked for",
    "its address, localhost, or a name given with dnup serve --host-name NAME"
  ],
  "too-fast": [
    "too many requests in a short time",
    "at most {limit}"
  ],
  "server-error": [
    "something went wrong on the server",
    "try again; the operator's log says more"
  ],
  "damaged-table": [
    "the stored events of this table are damaged",
    "ask the operator of the server: nothing was deleted, and it may be repaired"
  ],
  "starting": [
    "the server is starting",
    "try again when /health says ok"
  ],
  "draining": [
    "this server is about to stop",
    "try again in a moment"
  ],
  "full": [
    "this server has no room for more people",
    "try again in a moment"
  ],
  "database-down": [
    "the server cannot reach its database",
    "try again in a moment; nothing is lost"
  ],
  "daily-over": [
    "the daily game is over",
    "play it again, for practice"
  ],
  "daily-resign": [
    "no bot can play the daily game for you",
    "leave it, and continue later"
  ],
  "daily-hint": [
    "there are no hints in the daily game",
    "play it without"
  ],
  "daily-take-back": [
    "no move of the daily game can be taken back",
    "play on"
  ],
  "nothing-to-take-back": [
    "there is no move of yours to take back in this round",
    "a round that goes on, in which you have moved"
  ],
  "nothing-to-undo": [
    "somebody has seen something new since the last move",
    "play on"
  ],
  "device-full": [
    "this device has no space to save the game",
    "free some space, then try again"
  ],
  "not-saved": [
    "this browser could not save the move",
    "try again in a moment; nothing is lost"
  ],
  "storage-silent": [
    "this browser's database does not answer",
    "reload the page"
  ],
  "newer-page": [
    "a newer version of the page saved the games of this device",
    "reload the page"
  ]
};
