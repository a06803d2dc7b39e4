// Which moves of the log a client may still see with their cards, by the table's option `memory` (D3). As
// server/tables/log_visibility.py.

/** @typedef {import('./wire-writer.js').WireWriter} WireWriter */
/** @typedef {import('./table.js').LoggedEvent} LoggedEvent */

/** Tracks the moves of a round whose cards are still visible. A move that was hidden once stays hidden. */
export class LogVisibility {
  /** @param {WireWriter} writer @param {string} memory */
  constructor(writer, memory) {
    this.writer = writer;
    this.memory = memory;
    /** By the number of a move, a mask of the cards it names. @type {Map<number, bigint>} */
    this.shown = new Map();
  }

  /** Follows an event; returns the numbers of the moves that are hidden from now on.
   * @param {LoggedEvent} event */
  follow({ number, text, position }) {
    if (this.memory === 'all') return [];
    if (text.startsWith('{"type":"dealt"')) this.shown.clear();
    if (!text.startsWith('{"type":"moved"')) return [];
    this.shown.set(number, this.writer.namedCards(text));
    const seen = this.writer.cardsInSight(position, this.memory);
    const gone = [...this.shown].filter(([, cards]) => cards & ~seen).map(([old]) => old);
    for (const old of gone) this.shown.delete(old);
    return gone;
  }
}

/** A hidden move keeps its verb only. @param {string} text */
const hidden = (text) => JSON.stringify({ ...JSON.parse(text), move: null, effects: null, gone: '' });

/** The log as a client may see it, the numbers of the hidden moves, and the visibility after it.
 * @param {LoggedEvent[]} log @param {WireWriter} writer @param {string} memory */
export function visibleLog(log, writer, memory) {
  const visibility = new LogVisibility(writer, memory);
  /** @type {Map<number, string>} */
  const events = new Map();
  const gone = /** @type {number[]} */ ([]);
  for (const event of log) {
    events.set(event.number, event.text);
    for (const number of visibility.follow(event)) {
      events.set(number, hidden(/** @type {string} */ (events.get(number))));
      gone.push(number);
    }
  }
  return { events, gone, visibility };
}
