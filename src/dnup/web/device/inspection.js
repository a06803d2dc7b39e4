// Inspects a position with the engine of this page: a seat's view, its legal moves, the effects of a move. The answers
// are the server's, byte for byte. As server/tables/inspection.py.

import { layout } from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';
import { currentName } from '../shared/decks.js';
import { WireWriter } from './wire-writer.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */

export class Inspector {
  /** By deck and number of players. @type {Map<string, WireWriter>} */
  #writers = new Map();

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /** The answer of a server, as JSON; throws if the position or the move cannot be read.
   * @param {string} text  a position, as docs/notation.md writes it @param {string} seat @param {string | null} move */
  inspect(text, seat, move) {
    const { writer, deck, position } = this.#open(text);
    if (!SEATS.slice(0, writer.players).includes(seat)) throw new Error(`there is no seat ${seat}`);
    if (move === null) return answer(writer, deck, position, seat);
    const { move: meant, problem, why } = writer.parseMove(position, writer.standing(position, 0).turn ?? seat, move);
    if (problem !== null) throw new Error(problem);
    if (why !== null) return answer(writer, deck, position, seat, null, why);
    const step = meant === null ? null : writer.tryMove(position, meant);
    if (!step) throw new Error(`"${move}" is not a move`);
    return answer(
      writer,
      deck,
      step.after,
      seat,
      writer.writeMoved(step, Number(position[layout.ACTIONS]) + 1, 'person'),
    );
  }

  /** @param {string} text */
  #open(text) {
    const [kept, ...fields] = text.split(' ');
    const deck = currentName(kept);
    const players = (fields[5] ?? '').split('|').length;
    const name = `${deck} ${players}`;
    const writer = this.#writers.get(name) ?? new WireWriter(this.engine, deck, players, 0);
    this.#writers.set(name, writer);
    return { writer, deck, position: writer.position(fields.join(' ')) };
  }
}

/** @param {WireWriter} writer @param {string} deck @param {import('./wire-writer.js').Position} position
 * @param {string} seat @param {string | null} event
 * @param {string | null} why  both as JSON */
function answer(writer, deck, position, seat, event = null, why = null) {
  const { view, moves } = writer.writeViews(position, 'all', seat);
  const effects = event && JSON.stringify(JSON.parse(event).effects);
  const text = JSON.stringify(`${deck} ${writer.positionText(position)}`);
  return `{"position":${text},"view":${view},"moves":${moves || '[]'},"effects":${effects},"event":${event},"why":${why}}`;
}
