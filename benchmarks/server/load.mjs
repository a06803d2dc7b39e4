// One load generator for all servers: tables of two clients each, a move counted when both have seen it.
// node load.mjs SERVER URL,… PROCESS,… DATABASE TABLES SECONDS [MOVES A SECOND]   ->   one line of JSON
// DATABASE is the process of PostgreSQL that has started its others, or "".
// With no rate every table makes its next move as soon as both have seen the last one; SECONDS 0 only opens tables.
import { readdirSync, readFileSync } from 'node:fs';
import { io } from 'socket.io-client';
import WebSocket from 'ws';

const [kind, urls, servers, postgres, tableCount, seconds, rate] = process.argv.slice(2);
const NODES = urls.split(',');
const TABLES = Number(tableCount);
const SECONDS = Number(seconds);
const RATE = Number(rate ?? 0);

const post = async (node, path, body) => {
  const answer = await fetch(node + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** Of a process: who started it, and its processor time so far in ticks, all threads: in user code, in the system. */
const stat = (number) => {
  const fields = readFileSync(`/proc/${number}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
  return { parent: fields[1], user: fields[11], system: fields[12], ended: fields[13] + fields[14] };
};

/** Processor time of the database: its first process, those it has started, and those of them that have ended. */
const ticksOfDatabase = () => {
  if (!postgres) return 0;
  const first = stat(postgres);
  let ticks = first.user + first.system + first.ended;
  for (const number of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const { parent, user, system } = stat(number);
      if (parent === Number(postgres)) ticks += user + system;
    } catch {} // it has just ended
  }
  return ticks;
};

/** Processor time so far: of all nodes in user code and in the system, and of the database. */
const ticks = () => {
  const nodes = servers.split(',').map(stat);
  const sum = (name) => nodes.reduce((total, node) => total + node[name], 0);
  return [sum('user'), sum('system'), ticksOfDatabase()];
};

/** A table of ours: a client that is sent moves makes one of them. With two nodes, half of the tables have a client at each. */
class Dnup {
  async open(seen, number) {
    this.seen = seen;
    const nodes = [number, number >> 1].map((client) => NODES[client % NODES.length]);
    const host = await post(nodes[0], '/api/tables', { name: 'Ada', options: { players: 2 } });
    const guest = await post(nodes[1], `/api/tables/${host.table.id}/seats`, { name: 'Bo' });
    this.table = host.table.id;
    this.sockets = await Promise.all([host, guest].map((player, client) => this.connect(nodes[client], player.token)));
    this.sockets[0].send(JSON.stringify({ type: 'start' }));
    await new Promise((resolve) => (this.dealt = resolve));
  }

  connect(node, token) {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${node.replace('http', 'ws')}/socket`, { perMessageDeflate: false });
      socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', protocol: 1, table: this.table, token })));
      socket.on('message', (data) => {
        const message = JSON.parse(data);
        if (message.type === 'welcome') resolve(socket);
        else if (message.type === 'update') this.update(socket, message);
        else if (message.type === 'refused') throw new Error(JSON.stringify(message));
      });
      socket.on('close', (code) => {
        if (!closing) throw new Error(`the server closed a socket: ${code}`);
      });
    });
  }

  update(socket, message) {
    const { state, events } = message;
    if (state.moves) {
      this.next = () => {
        const { move } = state.moves[Math.floor(Math.random() * state.moves.length)];
        socket.send(JSON.stringify({ type: 'move', position: state.position, move }));
      };
      this.dealt?.();
    }
    const moved = events.some((event) => event.type === 'moved');
    if (moved && state.result) {
      this.next = null;
      socket.send('{"type":"ready"}');
    }
    if (moved) this.seen();
    else if (events.some((event) => event.type === 'dealt') && this.waiting) this.maybeGo();
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
    const { matchID } = await post(NODES[0], '/games/cards/create', { numPlayers: 2 });
    this.matchID = matchID;
    this.credentials = [];
    for (const playerID of ['0', '1']) {
      const joined = await post(NODES[0], `/games/cards/${matchID}/join`, { playerID, playerName: playerID });
      this.credentials.push(joined.playerCredentials);
    }
    this.sockets = await Promise.all(['0', '1'].map((playerID) => this.connect(playerID)));
  }

  connect(playerID) {
    return new Promise((resolve) => {
      const socket = io(`${NODES[0]}/cards`, { transports: ['websocket'], forceNew: true });
      socket.on('connect', () => socket.emit('sync', this.matchID, playerID, this.credentials[playerID], 2));
      socket.on('sync', (_, { state }) => {
        this.state = state;
        resolve(socket);
      });
      socket.on('update', (_, state) => {
        this.state = state;
        this.seen();
      });
    });
  }

  move() {
    const { ctx, _stateID } = this.state;
    const playerID = ctx.currentPlayer;
    const payload = { type: 'play', args: [0], playerID, credentials: this.credentials[playerID] };
    const socket = this.sockets[playerID];
    socket.emit('update', { type: 'MAKE_MOVE', payload }, _stateID, this.matchID, playerID);
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

const openTable = async (number) => {
  const table = kind === 'dnup' ? new Dnup() : new Boardgame();
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
  await table.open(table.seenByOne, number);
  tables.push(table);
};

const pings = setInterval(() => {
  for (const table of tables) table.ping();
}, 2500);
for (let opened = 0; opened < TABLES; opened += 20) {
  await Promise.all(Array.from({ length: Math.min(20, TABLES - opened) }, (_, next) => openTable(opened + next)));
}
if (SECONDS === 0) {
  console.log(JSON.stringify({ tables: tables.length }));
  process.stdin.on('end', () => process.exit(0)).resume();
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
  const [user, system, database] = ticks().map((now, index) => now - spent[index]);
  const { user: ownUser, system: ownSystem } = process.cpuUsage(own);
  const took = (performance.now() - began) / 1000;
  closing = true;
  clearInterval(pings);
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(share * (latencies.length - 1))] ?? null;
  const generator = (ownUser + ownSystem) / 1e6 / took;
  const times = { user, system, database, generator, p50: at(0.5), p99: at(0.99) };
  console.log(JSON.stringify({ tables: TABLES, moves, rate: moves / took, ...times }));
  process.exit(0);
}
