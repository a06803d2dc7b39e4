// Written by tools/web_types.py from the types of src/dnup/server; run `make docs` after a change there.

/** This very move was made before; it was event `number`. */
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

/** The answer to why; null if the move is legal. */
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

/** Promise bits for the next deal, so that nobody can choose it. Said twice, it counts once. */
export interface Commit {
  type: "commit";
  commitment: string;
}

/** A promise is kept on disk: the next shuffle will have it. */
export interface Committed {
  type: "committed";
  commitment: string;
}

/** A round was dealt; a game began if it is the first. */
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

/** What a move brings about. */
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

/** How the games stand that were asked for; tables that do not exist, or no longer, are left out. */
export interface GameList {
  games: GameInfo[];
}

/** That the server works. */
export interface Health {
  status: "draining" | "ok" | "starting";
  version: string;
  protocol: number;
  progress: number;
}

/** The first message: which table, and the last event this client has seen of it. */
export interface Hello {
  type: "hello";
  protocol: number;
  table: string;
  last?: number | null;
  token?: string | null;
}

/** The answer to creating a table and to sitting down. */
export interface Joined {
  table: TableInfo;
  seat: string | null;
  link: string;
  token: string;
}

/** A move that can be made now, and what it would bring about. */
export interface LegalMove {
  move: string;
  effects?: Effects | null;
}

/** Make a move in the position with this number. Sent twice, it is made once. */
export interface MakeMove {
  type: "move";
  position: number;
  move: string;
  ref?: number | null;
}

/** A move was made. What the table no longer remembers is null when it is sent again. */
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
}

/** Create a table. Who gives a name sits in seat A; who gives none will watch. */
export interface NewTable {
  options?: Options;
  name?: string | null;
  bots?: Record<string, "easy" | "expert" | "hard" | "medium">;
  start?: boolean;
  cards?: string[] | null;
  commitment?: string | null;
}

/** How a table is played, chosen by whoever creates it. */
export interface Options {
  players?: number;
  deck?: string;
  scoring?: "letters" | "points";
  seconds?: number | null;
  memory?: "all" | "discards" | "table";
  public?: boolean;
  finish_round?: boolean;
}

/** A sign of life, due every 2.5 seconds; who says nothing for 9 is taken to be gone. */
export interface Ping {
  type: "ping";
  ref?: number;
}

/** The answer to ping. */
export interface Pong {
  type: "pong";
  ref: number;
}

/** Someone came or went, or is ready; the table as it is now. */
export interface Presence {
  type: "presence";
  table: TableInfo;
}

/** Show an emoji to the table. */
export interface React {
  type: "react";
  emoji: "🎉" | "👋" | "👏" | "😂" | "😭" | "😮" | "🙃" | "🤔";
}

/** Someone shows an emoji. */
export interface Reaction {
  type: "reaction";
  seat: string;
  emoji: "🎉" | "👋" | "👏" | "😂" | "😭" | "😮" | "🙃" | "🤔";
}

/** Go on: to the next round, or after the last one to a rematch. */
export interface Ready {
  type: "ready";
}

/** What was asked for is not done. Over HTTP this is the body of every answer from 400 on. */
export interface Refused {
  type: "refused";
  code: string;
  sentence: string;
  expected: string;
  ref?: number | null;
  why?: Why | null;
}

/** Go by another name. If someone else at the table has it, a number is put behind it. */
export interface Rename {
  type: "rename";
  name: string;
}

/** Someone goes by another name from now on. */
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

/** Someone left their seat to a bot for good. */
export interface Resigned {
  type: "resigned";
  number: number;
  seat: string;
  level: "easy" | "expert" | "hard" | "medium";
  name?: string | null;
}

/** Show the bits that were promised, once `state.shuffle` has the promise, within three seconds. */
export interface Reveal {
  type: "reveal";
  bits: string;
}

/** How a round ended, with everything that was hidden, and the proof that no card was changed or chosen. */
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

/** Someone took a seat. */
export interface Sat {
  type: "sat";
  number: number;
  seat: string;
  name: string;
}

/** Who sits where. */
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

/** A position as one seat knows it, or a spectator: docs/view.md, less what the table does not remember. */
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
}

/** Who shuffles along: everyone has promised before anyone shows anything, and the deal follows from all of it. */
export interface Shuffle {
  commitment: string;
  people: Thrown[];
}

/** Have a bot play for a person until they come back, if `stand_in_offered` says so. Said twice, it counts once. */
export interface StandIn {
  type: "stand-in";
  seat: string;
}

/** The host, or anyone seated once they are gone, starts the game; open seats are filled with bots of this level. */
export interface Start {
  type: "start";
  level?: "easy" | "expert" | "hard" | "medium";
}

/** All that a client shows. What is left out has not changed; moves, clock, result and shuffle are gone then. */
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

/** What everyone may know of a table besides the cards. */
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
}

/** Public tables with a free seat, the newest first. */
export interface TableList {
  tables: TableInfo[];
}

/** Sit down: in this seat, or in the first that is free. If someone has this name, a number is put behind it. */
export interface TakeSeat {
  name: string;
  seat?: string | null;
}

/** What someone throws into a shuffle. */
export interface Thrown {
  seat: string;
  commitment: string;
  bits?: string | null;
}

/** Something happened. For whoever did it, this says that it is done and safe on disk. */
export interface Update {
  type: "update";
  events: (Sat | Filled | Freed | Resigned | Renamed | Dealt | Moved)[];
  state: State;
}

/** The answer to hello: where this client stands, and all it needs to go on from there. */
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
