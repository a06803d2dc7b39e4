// Written by tools/page/message_types.py from the types of src/dnup/server; run `make docs` after changes.

/** This very move was made before, as event `number`. */
export interface Accepted {
  type: "accepted";
  number: number;
  ref?: number | null;
}

/** Ask why a move would not be legal. */
export interface AskWhy {
  type: "why";
  move: string;
  ref: number;
}

/** The answer to `why`; null if the move is legal. */
export interface Because {
  type: "because";
  ref: number;
  move: string;
  why: Why | null;
}

/** The thinking time of the turn. */
export interface Clock {
  seconds: number;
  left: number;
}

/** Commit to bits for the next deal, so that nobody can choose it. Idempotent. */
export interface Commit {
  type: "commit";
  commitment: string;
}

/** A commitment is stored on disk: the next shuffle will have it. */
export interface Committed {
  type: "committed";
  commitment: string;
}

/** A round was dealt; the first one starts a game. */
export interface Dealt {
  type: "dealt";
  number: number;
  game: number;
  round: number;
  starter: string;
  commitment: string;
  shuffle?: Shuffle | null;
}

/** A deck that a table can be played with. */
export interface DeckInfo {
  name: string;
  title: string;
  cards: number;
  players: number[];
}

/** The decks that this server offers. */
export interface DeckList {
  decks: DeckInfo[];
}

/** The effects of a move. */
export interface Effects {
  beats?: string | null;
  hand?: string | null;
  returns?: string;
  out?: boolean;
}

/** The host puts a bot into an open seat, or changes the level of one, before the start. */
export interface Fill {
  type: "fill";
  seat: string;
  level: "easy" | "expert" | "hard" | "medium";
}

/** A bot took a seat. */
export interface Filled {
  type: "filled";
  number: number;
  seat: string;
  level: "easy" | "expert" | "hard" | "medium";
}

/** The host frees a seat before the start; anyone may free their own. */
export interface Free {
  type: "free";
  seat: string;
}

/** A seat became free. */
export interface Freed {
  type: "freed";
  number: number;
  seat: string;
  name?: string | null;
}

/** How the game at a table stands. */
export interface GameInfo {
  table: TableInfo;
  turn: string | null;
  winner: string | null;
}

/** How the requested games stand; tables that do not exist are left out. */
export interface GameList {
  games: GameInfo[];
}

/** Whether the server works. */
export interface Health {
  status: "draining" | "ok" | "starting";
  version: string;
  protocol: number;
  progress: number;
}

/** The first message: the table, and the last event this client has. */
export interface Hello {
  type: "hello";
  protocol: number;
  table: string;
  last?: number | null;
  token?: string | null;
}

/** The response to creating a table and to taking a seat. */
export interface Joined {
  table: TableInfo;
  seat: string | null;
  link: string;
  token: string;
}

/** A move that can be made now, and its effects. */
export interface LegalMove {
  move: string;
  effects?: Effects | null;
}

/** Make a move in the position with this number. Idempotent: sent twice, it is made once. */
export interface MakeMove {
  type: "move";
  position: number;
  move: string;
  ref?: number | null;
}

/** A move was made. When it is sent again, what the table no longer remembers is null. */
export interface Moved {
  type: "moved";
  number: number;
  seat: string;
  by: "bot" | "person" | "stand-in";
  verb: "add" | "play" | "rotate" | "take";
  move: string | null;
  effects?: Effects | null;
  discarded?: string[];
  gone?: string;
  slot?: string | null;
}

/** Create a table. With a name, its host takes seat A; without, they watch. */
export interface NewTable {
  options?: Options;
  name?: string | null;
  bots?: Record<string, "easy" | "expert" | "hard" | "medium">;
  start?: boolean;
  cards?: string[] | null;
  commitment?: string | null;
}

/** The options of a table, chosen by its host. */
export interface Options {
  players?: number;
  deck?: string;
  scoring?: "letters" | "points";
  seconds?: number | null;
  memory?: "all" | "discards" | "table";
  public?: boolean;
  finish_round?: boolean;
}

/** A heartbeat, due every 2.5 seconds; a connection without messages for 9 seconds is closed. */
export interface Ping {
  type: "ping";
  ref?: number;
}

/** The answer to ping. */
export interface Pong {
  type: "pong";
  ref: number;
}

/** Connections have changed, or a player is ready: the table as it is now. */
export interface Presence {
  type: "presence";
  table: TableInfo;
}

/** Show an emoji to the table, or say a phrase. */
export interface React {
  type: "react";
  emoji: "good-game" | "hello" | "nice" | "oops" | "thanks" | "wait" | "🎉" | "👋" | "👏" | "😂" | "😭" | "😮" | "🙃" | "🤔";
}

/** A player shows an emoji or says a phrase. */
export interface Reaction {
  type: "reaction";
  seat: string;
  emoji: "good-game" | "hello" | "nice" | "oops" | "thanks" | "wait" | "🎉" | "👋" | "👏" | "😂" | "😭" | "😮" | "🙃" | "🤔";
}

/** Ask for the next round, or after the last one for a rematch. */
export interface Ready {
  type: "ready";
}

/** A request is refused. Over HTTP this is the body of every response with status 400 or higher. */
export interface Refused {
  type: "refused";
  code: string;
  sentence: string;
  expected: string;
  facts?: Record<string, string | number>;
  ref?: number | null;
  why?: Why | null;
}

/** Change one's name. If someone else at the table has it, a number is put behind it. */
export interface Rename {
  type: "rename";
  name: string;
}

/** A person changed their name. */
export interface Renamed {
  type: "renamed";
  number: number;
  seat: string;
  name: string;
  was: string;
}

/** Leave the seat to a bot for good. */
export interface Resign {
  type: "resign";
  level?: "easy" | "expert" | "hard" | "medium";
}

/** A person left their seat to a bot for good. */
export interface Resigned {
  type: "resigned";
  number: number;
  seat: string;
  level: "easy" | "expert" | "hard" | "medium";
  name?: string | null;
}

/** Reveal the bits, within three seconds after `state.shuffle` has the commitment. */
export interface Reveal {
  type: "reveal";
  bits: string;
}

/** The result of a round, with all hidden cards, and the proof that no card was changed or chosen. */
export interface RoundResult {
  round: number;
  winner: string | null;
  drawn: boolean;
  hands: string[];
  deal: string[];
  salt: string;
  commitment: string;
  shuffle?: Shuffle | null;
}

/** A person took a seat. */
export interface Sat {
  type: "sat";
  number: number;
  seat: string;
  name: string;
}

/** A seat. */
export interface SeatInfo {
  seat: string;
  kind: "bot" | "open" | "person";
  name?: string | null;
  level?: "easy" | "expert" | "hard" | "medium" | null;
  host?: boolean;
  here?: boolean;
  stand_in?: boolean;
  ready?: boolean;
  stand_in_offered?: boolean;
}

/** A position as one seat or a spectator knows it: docs/view.md, less what the table does not remember. */
export interface SeatView {
  seat: string | null;
  players: number;
  turn: string | null;
  starter: string;
  star: string | null;
  actions: number;
  turn_limit: number;
  stalled: number;
  stall_limit: number;
  score: number[];
  points: number[];
  finish: string[];
  ending: "abandoned" | "match" | "out" | null;
  hand: string;
  sizes: number[];
  table: Record<string, string>;
  discarded: number;
  discards?: string | null;
  known?: string[] | null;
  unseen?: string | null;
  next?: string | null;
  winner?: string | null;
}

/** A shuffle with contributions: all commit before anyone reveals, and the deal follows from all bits. */
export interface Shuffle {
  commitment: string;
  people: Thrown[];
}

/** Have a bot play for a person until they come back, if `stand_in_offered` allows it. Idempotent. */
export interface StandIn {
  type: "stand-in";
  seat: string;
}

/** The host, or any player once the host is gone, starts the game; open seats are filled with bots of this level. */
export interface Start {
  type: "start";
  level?: "easy" | "expert" | "hard" | "medium";
}

/** What a client shows. A field left out has not changed; moves, clock, result and shuffle are empty then. */
export interface State {
  number: number;
  position?: number;
  table?: TableInfo | null;
  view?: SeatView | null;
  moves?: LegalMove[];
  clock?: Clock | null;
  result?: RoundResult | null;
  forgotten?: number[];
  shuffle?: Shuffle | null;
}

/** The public facts of a table besides the cards. */
export interface TableInfo {
  id: string;
  options: Options;
  seats: SeatInfo[];
  phase: "between" | "open" | "over" | "playing";
  game: number;
  round: number;
  spectators?: number;
  host_here?: boolean;
  star?: string;
  rounds?: number[][];
  goes_on_in?: number | null;
}

/** Public tables with a free seat, the newest first. */
export interface TableList {
  tables: TableInfo[];
}

/** Take this seat, or the first free one. If another player has this name, a number is put behind it. */
export interface TakeSeat {
  name: string;
  seat?: string | null;
}

/** A player's contribution to a shuffle. */
export interface Thrown {
  seat: string;
  commitment: string;
  bits?: string | null;
}

/** Events have happened. For the client that caused them, this confirms that they are stored on disk. */
export interface Update {
  type: "update";
  events: (Sat | Filled | Freed | Resigned | Renamed | Dealt | Moved)[];
  state: State;
}

/** The answer to hello: the seat of this client, and the state of the table. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  seat: string | null;
  host: boolean;
  fresh: boolean;
  log: (Sat | Filled | Freed | Resigned | Renamed | Dealt | Moved)[];
  state: State;
  commitment?: string | null;
}

/** Why a move is not legal: a code to translate, the rule, a sentence in English, and facts for other languages. */
export interface Why {
  code: string;
  rule: string;
  sentence: string;
  slot?: string | null;
  cards?: string;
  size?: number | null;
  value?: number | null;
}

export type Event = Dealt | Filled | Freed | Moved | Renamed | Resigned | Sat;

export type ClientMessage = AskWhy | Commit | Fill | Free | Hello | MakeMove | Ping | React | Ready | Rename | Resign | Reveal | StandIn | Start;

export type ServerMessage = Accepted | Because | Committed | Pong | Presence | Reaction | Refused | Update | Welcome;
