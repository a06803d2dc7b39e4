// Load the game to review: from this device, the server, the link or a file.

import { myGames } from '../home/games.js';
import { RefusedError } from '../shared/api.js';
import { at } from '../shared/urls.js';
import { parseAddress } from './address.js';
import { unpack } from './link-encoding.js';
import { MOST_BYTES, NotARecord } from './record.js';
import { readDevice } from './worker-client.js';

/** `text` has a record a line. `seat` is the viewer's seat, if they played. `link` is an address under which the game
 * is found again by everyone who may see it; a game on this device has none that others could use (`here`).
 * @typedef {{text: string, seat: string | null, name: string, link: string | null, here?: boolean}} Source */

/** The table at the server whose game is asked for: `game/ID`. */
const wanted = () => {
  const folder = new URL(at('game/')).pathname;
  return location.pathname.startsWith(folder) ? decodeURIComponent(location.pathname.slice(folder.length)) : null;
};

/** The game that the address names; null if it names none. @returns {Promise<Source | null>} */
export async function findSource() {
  const { packed } = parseAddress(location.hash);
  if (packed !== null) return { text: await unpack(packed), seat: null, name: 'game', link: null };
  const table = wanted();
  if (table) return fromServer(table);
  const id = new URLSearchParams(location.search).get('game');
  return id ? fromDevice(id) : null;
}

/** @param {string} id @returns {Promise<Source>} */
async function fromDevice(id) {
  const found = await readDevice(id);
  if (!found?.lines.length) throw new NotARecord('no_games');
  return { text: found.lines.join('\n'), seat: found.seat, name: id, link: null, here: true };
}

/** @param {string} table @returns {Promise<Source>} */
async function fromServer(table) {
  const number = new URLSearchParams(location.search).get('game');
  const path = `api/tables/${encodeURIComponent(table)}/record${number ? `?game=${encodeURIComponent(number)}` : ''}`;
  const answer = await fetch(at(path), { credentials: 'same-origin' });
  const refused = answer.ok ? null : await answer.json();
  if (refused?.code === 'starting') {
    await (await import('../shared/starting.js')).untilReady();
    return fromServer(table);
  }
  if (answer.status === 404) throw new NotARecord('no_games');
  if (refused) throw new RefusedError(refused);
  const seat = myGames().find(({ id }) => id === table)?.seat ?? null;
  return { text: await answer.text(), seat, name: table, link: location.href.replace(/#.*/, '') };
}

/** @param {File} file @returns {Promise<Source>} */
export async function fromFile(file) {
  if (file.size > MOST_BYTES) throw new NotARecord('too_large');
  return { text: await file.text(), seat: null, name: file.name.replace(/\.jsonl?$/, ''), link: null };
}
