// Studies positions with the engine of this page, as server/tables/study.py does: what a seat sees, what it may do, what a
// move brings about. The answers are the server's, byte for byte.

import { layout } from '../engine/kernel.js';
import { currentName } from '../shared/decks.js';
import { Scribe, SEATS } from './scribe.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */

export class Studies {
  /** By deck and number of players. @type {Map<string, Scribe>} */
  #scribes = new Map();

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /** What a server answers, as JSON; what is no question at all is an error.
   * @param {string} text  a position, as docs/notation.md writes it @param {string} seat @param {string | null} move */
  answer(text, seat, move) {
    const { scribe, deck, position } = this.#open(text);
    if (!SEATS.slice(0, scribe.players).includes(seat)) throw new Error(`there is no seat ${seat}`);
    if (move === null) return answer(scribe, deck, position, seat);
    const { move: meant, problem, why } = scribe.understand(position, scribe.standing(position, 0).turn ?? seat, move);
    if (problem !== null) throw new Error(problem);
    if (why !== null) return answer(scribe, deck, position, seat, null, why);
    const step = meant === null ? null : scribe.foresee(position, meant);
    if (!step) throw new Error(`"${move}" is not a move`);
    return answer(scribe, deck, step.after, seat, scribe.moved(step, Number(position[layout.ACTIONS]) + 1, 'person'));
  }

  /** @param {string} text */
  #open(text) {
    const [kept, ...fields] = text.split(' ');
    const deck = currentName(kept);
    const players = (fields[5] ?? '').split('|').length;
    const name = `${deck} ${players}`;
    const scribe = this.#scribes.get(name) ?? new Scribe(this.engine, deck, players, 0);
    this.#scribes.set(name, scribe);
    return { scribe, deck, position: scribe.position(fields.join(' ')) };
  }
}

/** @param {Scribe} scribe @param {string} deck @param {import('./scribe.js').Position} position @param {string} seat
 * @param {string | null} event @param {string | null} why  both as JSON */
function answer(scribe, deck, position, seat, event = null, why = null) {
  const { view, moves } = scribe.look(position, 'all', seat);
  const effects = event && JSON.stringify(JSON.parse(event).effects);
  const text = JSON.stringify(`${deck} ${scribe.positionText(position)}`);
  return `{"position":${text},"view":${view},"moves":${moves || '[]'},"effects":${effects},"event":${event},"why":${why}}`;
}
