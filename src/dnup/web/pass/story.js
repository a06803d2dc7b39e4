// What happened since a person's last turn, in at most three lines. All of it is public: it stands on the curtain. No DOM.

import { parseCards, parseMove, seatOf, turned } from '../game/notation.js';
import { personal, seatName } from '../game/phrases.js';
import { seatInfo } from '../game/state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').Event} Event */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../shared/i18n.js').Part} Part */
/** @typedef {import('../shared/i18n.js').Words} Words */

/** One line: the seat that acted, the text, the cards as they lay on the table, and whether it is about the reader
 * (`yours`).
 * @typedef {{seat: string, text: Part[], cards: string[], sign: 'turn' | 'star' | null, yours: boolean, waits: boolean}}
 *   Line */
/** Whether it begins with the deal or with the person's last turn, and the lines, oldest first.
 * @typedef {{first: boolean, lines: Line[]}} Story */

const MOST = 3;

/** The owner of the set that a move beats, takes or adds to. @param {Moved} event */
const targets = ({ move, effects }) =>
  [effects?.beats, move ? parseMove(move).slot : null].flatMap((slot) => (slot ? [seatOf(slot)] : []));

/** Whether a move is about the set of a seat. @param {Moved} event @param {string} seat */
const concerns = (event, seat) => event.seat !== seat && targets(event).includes(seat);

/** The story for the next player, of a game as a spectator sees it.
 * @param {Words} words @param {Game} open @param {string} seat @returns {Story} */
export function storyOf(words, open, seat) {
  const game = { ...open, seat, behind: false };
  const moves = game.log.filter((event) => event.type === 'moved' || event.type === 'resigned');
  const own = moves.findLastIndex((event) => event.type === 'moved' && event.seat === seat);
  const since = moves.slice(own + 1);
  const waiting = waitingFor(game, seat);
  const most = MOST - Number(waiting !== null);
  const lines = chosen(since, seat, most).map((event) => lineOf(words, game, event, seat));
  const dealt = game.log.findLast((event) => event.type === 'dealt');
  if (!lines.length && own < 0 && dealt?.type === 'dealt')
    lines.push(line(dealt.starter, personal(words, game, 'log.starts', dealt.starter), { sign: 'star' }));
  if (waiting)
    lines.push(line(waiting, words.parts('act.wait', { name: { bold: seatName(game, waiting) } }), { waits: true }));
  return { first: own < 0, lines };
}

/** The bot that everyone waits for before it is this person's turn. @param {Game} game @param {string} seat */
function waitingFor(game, seat) {
  const turn = game.view?.turn ? seatOf(game.view.turn) : seat;
  return turn !== seat && seatInfo(game, turn)?.kind === 'bot' ? turn : null;
}

/** The events that fit: all that concern the person, then the newest; in the order in which they happened.
 * @param {Event[]} events @param {string} seat @param {number} most */
function chosen(events, seat, most) {
  const rank = (/** @type {Event} */ event) => Number(event.type === 'moved' && concerns(event, seat));
  const kept = [...events].reverse().sort((one, other) => rank(other) - rank(one));
  const wanted = new Set(kept.slice(0, most));
  return events.filter((event) => wanted.has(event));
}

/** @param {string} seat @param {Part[]} text @param {Partial<Line>} more @returns {Line} */
const line = (seat, text, more) => ({ seat, text, cards: [], sign: null, yours: false, waits: false, ...more });

/** @param {Words} words @param {Game} game @param {Event} event @param {string} seat @returns {Line} */
function lineOf(words, game, event, seat) {
  if (event.type !== 'moved') {
    const who = 'seat' in event ? event.seat : seat;
    return line(who, personal(words, game, `log.${event.type}`, who), {});
  }
  const { verb, move, effects } = event;
  const cards = verb === 'take' ? parseCards(effects?.returns).map(turned) : move ? parseMove(move).cards : [];
  const text = deed(words, game, event, seat);
  if (effects?.out) text.push('. ', ...personal(words, game, 'log.out', event.seat));
  return line(event.seat, text, { cards, sign: verb === 'rotate' ? 'turn' : null, yours: concerns(event, seat) });
}

/** @param {Words} words @param {Game} game @param {Moved} event @param {string} seat @returns {Part[]} */
function deed(words, game, { seat: mover, verb, move, effects }, seat) {
  if (!move && verb !== 'rotate') return personal(words, game, `log.${verb}_hidden`, mover);
  const name = { bold: seatName(game, mover) };
  const beaten = effects?.beats ? seatOf(effects.beats) : null;
  const target = move ? parseMove(move).slot : null;
  // A set that its own player beats is their own affair (R25).
  const owner = target ? seatOf(target) : verb === 'play' && beaten !== mover ? beaten : null;
  if (verb === 'rotate' || owner === null) return words.parts(`pass.did.${verb}`, { name, owner: '' });
  const kind = verb === 'play' ? 'beats' : verb;
  if (owner === seat) return words.parts(`pass.did.${kind}_yours`, { name });
  const also = verb === 'add' && beaten === seat ? '_beats_yours' : '';
  return words.parts(`pass.did.${kind}${also}`, { name, owner: { bold: seatName(game, owner) } });
}

/** What is new on the table since a person's last turn: the slots of sets, and how many cards came into each hand.
 * @param {Game} game @param {string} seat @returns {{slots: Set<string>, gained: Map<string, number>}} */
export function newsOf({ log, view }, seat) {
  const moves = log.flatMap((event) => (event.type === 'moved' ? [event] : []));
  const own = moves.findLastIndex((event) => event.seat === seat);
  const slots = /** @type {Set<string>} */ (new Set());
  const gained = /** @type {Map<string, number>} */ (new Map());
  for (const { verb, move, slot, effects } of moves.slice(own + 1)) {
    const changed = verb === 'play' ? slot : verb === 'add' && move ? parseMove(move).slot : null;
    if (changed) slots.add(changed);
    const count = parseCards(effects?.returns).length;
    if (effects?.hand && count) gained.set(effects.hand, (gained.get(effects.hand) ?? 0) + count);
  }
  for (const slot of [...slots]) if (!view?.table[slot]) slots.delete(slot);
  return { slots, gained };
}
