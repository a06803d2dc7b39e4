// One load generator for two servers: tables of two clients each, a move counted when both have seen it.
// node load.mjs SERVER URL PROCESS TABLES SECONDS [MOVES A SECOND]   ->   one line of JSON
// With no rate every table makes its next move as soon as both have seen the last one; SECONDS 0 only opens tables.
import { readFileSync } from "node:fs";
import { io } from "socket.io-client";
import WebSocket from "ws";

const [kind, url, server, tableCount, seconds, rate] = process.argv.slice(2);
const TABLES = Number(tableCount);
const SECONDS = Number(seconds);
const RATE = Number(rate ?? 0);

const post = async (path, body) => {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** Processor time of the server so far in ticks, all threads: in user code, in the system. */
const ticks = () => {
  const fields = readFileSync(`/proc/${server}/stat`, "utf8").split(") ")[1].split(" ");
  return [Number(fields[11]), Number(fields[12])];
};

/** A table of ours: whoever is sent moves makes one of them. */
class Dnup {
  async open(seen) {
    this.seen = seen;
    const host = await post("/api/tables", { name: "Ada", options: { players: 2 } });
    const guest = await post(`/api/tables/${host.table.id}/seats`, { name: "Bo" });
    this.table = host.table.id;
    this.sockets = await Promise.all([host, guest].map((player) => this.connect(player.token)));
    this.sockets[0].send(JSON.stringify({ type: "start" }));
    await new Promise((resolve) => (this.dealt = resolve));
  }

  connect(token) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/socket`, { perMessageDeflate: false });
      socket.on("open", () => socket.send(JSON.stringify({ type: "hello", protocol: 1, table: this.table, token })));
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "welcome") resolve(socket);
        else if (message.type === "update") this.update(socket, message);
        else if (message.type === "refused") throw new Error(JSON.stringify(message));
      });
      socket.on("close", () => (closing ? null : reject(new Error("closed"))));
    });
  }

  update(socket, message) {
    const { state, events } = message;
    if (state.moves) {
      this.next = () => {
        const { move } = state.moves[Math.floor(Math.random() * state.moves.length)];
        socket.send(JSON.stringify({ type: "move", position: state.position, move }));
      };
      this.dealt?.();
    }
    const moved = events.some((event) => event.type === "moved");
    if (moved && state.result) {
      this.next = null;
      socket.send('{"type":"ready"}');
    }
    if (moved) this.seen();
    else if (events.some((event) => event.type === "dealt") && this.waiting) this.maybeGo();
  }

  // After a round the next position comes with the next deal, to both clients.
  maybeGo() {
    this.deals = (this.deals ?? 0) + 1;
    if (this.deals % 2 === 0) {
      this.waiting = false;
      this.go();
    }
  }

  move() {
    if (this.next === null) return false;
    const next = this.next;
    this.next = undefined;
    next();
    return true;
  }

  ping() {
    for (const socket of this.sockets) socket.send('{"type":"ping"}');
  }

  close() {
    for (const socket of this.sockets) socket.close();
  }
}

/** A table of boardgame.io's: raw socket.io messages, as its own client sends them. */
class Boardgame {
  async open(seen) {
    this.seen = seen;
    const { matchID } = await post("/games/cards/create", { numPlayers: 2 });
    this.matchID = matchID;
    this.credentials = [];
    for (const playerID of ["0", "1"]) {
      const joined = await post(`/games/cards/${matchID}/join`, { playerID, playerName: playerID });
      this.credentials.push(joined.playerCredentials);
    }
    this.sockets = await Promise.all(["0", "1"].map((playerID) => this.connect(playerID)));
  }

  connect(playerID) {
    return new Promise((resolve) => {
      const socket = io(`${url}/cards`, { transports: ["websocket"], forceNew: true });
      socket.on("connect", () => socket.emit("sync", this.matchID, playerID, this.credentials[playerID], 2));
      socket.on("sync", (_, { state }) => {
        this.state = state;
        resolve(socket);
      });
      socket.on("update", (_, state) => {
        this.state = state;
        this.seen();
      });
    });
  }

  move() {
    const { ctx, _stateID } = this.state;
    const playerID = ctx.currentPlayer;
    const payload = { type: "play", args: [0], playerID, credentials: this.credentials[playerID] };
    const socket = this.sockets[playerID];
    socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, this.matchID, playerID);
    return true;
  }

  ping() {} // socket.io does

  close() {
    for (const socket of this.sockets) socket.disconnect();
  }
}

let closing = false;
let counting = false;
let moves = 0;
const latencies = [];
const tables = [];

const openTable = async () => {
  const table = kind === "dnup" ? new Dnup() : new Boardgame();
  table.go = () => {
    if (closing || !table.running) return;
    table.sent = performance.now();
    table.sees = 0;
    if (!table.move()) table.waiting = true;
  };
  table.seenByOne = () => {
    table.sees += 1;
    if (table.sees !== 2) return;
    const now = performance.now();
    if (counting) {
      moves += 1;
      latencies.push(now - table.sent);
    }
    if (RATE) {
      // Each table moves at its own steady beat, so that a late answer does not slow the load down.
      table.due = Math.max(table.due + (1000 * TABLES) / RATE, now);
      setTimeout(table.go, table.due - now);
    } else table.go();
  };
  await table.open(table.seenByOne);
  tables.push(table);
};

for (let opened = 0; opened < TABLES; opened += 20) {
  await Promise.all(Array.from({ length: Math.min(20, TABLES - opened) }, openTable));
}
const pings = setInterval(() => tables.forEach((table) => table.ping()), 2500);
if (SECONDS === 0) {
  console.log(JSON.stringify({ tables: tables.length }));
  process.stdin.on("end", () => process.exit(0)).resume();
} else {
  for (const table of tables) {
    table.running = true;
    table.due = performance.now() + (RATE ? Math.random() * ((1000 * TABLES) / RATE) : 0);
    setTimeout(table.go, RATE ? table.due - performance.now() : 0);
  }
  await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(2, SECONDS / 3)));
  counting = true;
  const began = performance.now();
  const spent = ticks();
  const own = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 1000 * SECONDS));
  counting = false;
  const [user, system] = ticks().map((now, index) => now - spent[index]);
  const { user: ownUser, system: ownSystem } = process.cpuUsage(own);
  const took = (performance.now() - began) / 1000;
  closing = true;
  clearInterval(pings);
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(share * (latencies.length - 1))] ?? null;
  const generator = (ownUser + ownSystem) / 1e6 / took;
  const times = { user, system, generator, p50: at(0.5), p99: at(0.99) };
  console.log(JSON.stringify({ tables: TABLES, moves, rate: moves / took, ...times }));
  process.exit(0);
}
