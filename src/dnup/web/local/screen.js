// What the screens of a table remember: trims what is shown again, and says what to forget. As server/tables/recall.py.

/** @typedef {import('./scribe.js').Scribe} Scribe */
/** @typedef {import('./table.js').Told} Told */

/** The moves of a round that screens still show. What has once gone out of sight is not shown again. */
export class Screen {
  /** @param {Scribe} scribe @param {string} memory */
  constructor(scribe, memory) {
    this.scribe = scribe;
    this.memory = memory;
    /** The cards that each of them speaks of. @type {Map<number, bigint>} */
    this.shown = new Map();
  }

  /** Something has led to a position: the numbers of the moves whose cards have gone out of sight with it. @param {Told} told */
  follow({ number, text, position }) {
    if (this.memory === 'all') return [];
    if (text.startsWith('{"type":"dealt"')) this.shown.clear();
    if (!text.startsWith('{"type":"moved"')) return [];
    this.shown.set(number, this.scribe.named(text));
    const seen = this.scribe.inSight(position, this.memory);
    const gone = [...this.shown].filter(([, cards]) => cards & ~seen).map(([old]) => old);
    for (const old of gone) this.shown.delete(old);
    return gone;
  }
}

/** A move whose cards are out of sight keeps its verb alone. @param {string} text */
const forgotten = (text) => JSON.stringify({ ...JSON.parse(text), move: null, effects: null, gone: '' });

/** A log as screens remember it, and a screen that has it. @param {Told[]} log @param {Scribe} scribe @param {string} memory */
export function recall(log, scribe, memory) {
  const screen = new Screen(scribe, memory);
  /** @type {Map<number, string>} */
  const events = new Map();
  const gone = /** @type {number[]} */ ([]);
  for (const told of log) {
    events.set(told.number, told.text);
    for (const number of screen.follow(told)) {
      events.set(number, forgotten(/** @type {string} */ (events.get(number))));
      gone.push(number);
    }
  }
  return { events, gone, screen };
}
