// The moves of a round that happened before this page was opened, so that they can be shown again: the sets on the table
// follow from the log. Hands are secret, and stay as they are now.
import { ascending, parseCards, parseMove } from './notation.js';

/** @typedef {import('../messages.d.ts').Event} Event */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** @typedef {import('./state.js').Past} Past */

/** @param {string[]} cards */
const text = (cards) => cards.sort(ascending).join(' ');

/** The sets on the table after a move. @param {Record<string, string>} table @param {Moved} event @param {string} area  where a set is played */
function after(table, event, area) {
  const next = { ...table };
  const { verb, cards, slot } = parseMove(event.move ?? 'rotate');
  if (event.effects?.beats) delete next[event.effects.beats];
  if (verb === 'play') next[area] = text(cards);
  if (verb === 'add' && slot) next[slot] = text([...parseCards(table[slot]), ...cards]);
  if (verb === 'take' && slot) delete next[slot];
  for (const gone of event.discarded ?? []) delete next[gone];
  return next;
}

/** What can be told from the log of a round; nothing from where its table has been forgotten.
 * @param {Event[]} log @param {SeatView | null} view  how it is now @returns {Map<number, Past>} */
export function recall(log, view) {
  /** @type {Map<number, Past>} */
  const past = new Map();
  const begin = log.findLastIndex(({ type }) => type === 'dealt');
  const dealt = log[begin];
  if (!view || dealt?.type !== 'dealt') return past;
  /** @type {Record<string, string>} */
  let table = {};
  /** How often each seat has moved. @type {Record<string, number>} */
  const times = {};
  for (const event of log.slice(begin)) {
    if (event.type !== 'moved') continue;
    if (!event.move && event.verb !== 'rotate') break;
    // With two players the areas take turns, and whoever starts begins with the second (R23, R24).
    const count = (times[event.seat] ?? (event.seat === dealt.starter ? 1 : 0)) + 1;
    times[event.seat] = count;
    const next = after(table, event, view.players === 2 ? `${event.seat}${count % 2 ? 1 : 2}` : event.seat);
    past.set(event.number, {
      event,
      before: { ...view, table, turn: null },
      after: { ...view, table: next, turn: null },
    });
    table = next;
  }
  return past;
}
