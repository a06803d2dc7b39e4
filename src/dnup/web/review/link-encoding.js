// A game as part of a link: the record without what a reader does not need, compressed.

import { MOST_BYTES, NotARecord } from './record.js';

/** Longer links are cut off by what people send them with; then it is a file. */
export const LONGEST = 6000;

/** @typedef {import('./record.js').Recorded} Recorded */

/** @param {ReadableStream<Uint8Array>} stream @param {number} most @returns {Promise<Uint8Array>} */
async function gather(stream, most) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // A few bytes can stand for very many.
    if (size > most) {
      await reader.cancel();
      throw new NotARecord('too_large');
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** @param {Uint8Array<any>} bytes @param {TransformStream<any, any>} through @param {number} most */
const pass = (bytes, through, most) => gather(new Blob([bytes]).stream().pipeThrough(through), most);

/** What of a record goes into a link, as its line. @param {string} line */
function bare(line) {
  const { format, version, deck, turn_limit, stall_limit, finish_round, players, bots, rounds } = JSON.parse(line);
  const played = rounds.map((/** @type {{deal: string[], moves: string[]}} */ { deal, moves }) => ({ deal, moves }));
  return JSON.stringify({
    format,
    version,
    deck,
    turn_limit,
    stall_limit,
    finish_round,
    players,
    bots,
    rounds: played,
  });
}

/** Null if it is too long for a link. @param {string} line  a record @returns {Promise<string | null>} */
export async function pack(line) {
  const bytes = await pass(new TextEncoder().encode(bare(line)), new CompressionStream('deflate-raw'), MOST_BYTES);
  if (bytes.length > LONGEST) return null;
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  return text.length > LONGEST ? null : text;
}

/** @param {string} packed @returns {Promise<string>} */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await pass(bytes, new DecompressionStream('deflate-raw'), MOST_BYTES));
  } catch (error) {
    throw error instanceof NotARecord ? error : new NotARecord('not_record');
  }
}
