// The moves of a round that happened before this page was opened, so that they can be replayed. The events of the log
// say what each move did to the sets on the table; no rule is applied here. Hands are secret, so they stay as they are
// now.
import { ascending, parseCards, parseMove } from './notation.js';

/** @typedef {import('../messages.d.ts').Event} Event */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** @typedef {import('./state.js').Past} Past */

/** The sets on the table after a move, by slot. @param {Record<string, string>} table @param {Moved} event */
function tableAfter(table, { move, slot, effects, discarded = [] }) {
  const next = { ...table };
  const { verb, cards, slot: other } = parseMove(move ?? 'rotate');
  const lies = verb === 'play' ? slot : verb === 'add' ? other : null;
  if (lies) next[lies] = [...parseCards(verb === 'add' ? table[lies] : ''), ...cards].sort(ascending).join(' ');
  for (const emptied of [effects?.beats, verb === 'take' ? other : null, ...discarded])
    if (emptied) delete next[emptied];
  return next;
}

/** The moves that can be replayed, by the numbers of their events. After one that the table has forgotten there are
 * none.
 * @param {Event[]} log
 * @param {SeatView | null} view  how it is now
 * @returns {Map<number, Past>} */
export function recall(log, view) {
  /** @type {Map<number, Past>} */
  const past = new Map();
  const begin = log.findLastIndex(({ type }) => type === 'dealt');
  if (!view || begin < 0) return past;
  /** @type {Record<string, string>} */
  let table = {};
  for (const event of log.slice(begin)) {
    if (event.type !== 'moved') continue;
    if ((!event.move && event.verb !== 'rotate') || !event.slot) break;
    const next = tableAfter(table, event);
    past.set(event.number, {
      event,
      before: { ...view, table, turn: null },
      after: { ...view, table: next, turn: null },
    });
    table = next;
  }
  return past;
}
