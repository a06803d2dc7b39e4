// What a table shows and what its player has selected: one state without DOM, and the functions that change it.

import { arrange, moved, peeked, sorted } from '../game/hand.js';
import { active, parseCards, parseMove } from '../game/notation.js';
import { dropped, NONE, options, selectedCards } from '../game/selection.js';
import { NOTHING } from '../game/state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../game/hand.js').Held} Held */
/** @typedef {import('../game/selection.js').Selection} Selection */
/** @typedef {import('../game/notation.js').Choice} Choice */
/** @typedef {import('../messages.d.ts').Event} Event */
/** @typedef {import('../messages.d.ts').Moved} Moved */

/**
 * @typedef {object} TableState
 * @property {Game} game  the game that is shown; NOTHING before the first one
 * @property {Held[]} held  the hand in its owner's order: [{ id: 7, card: '3/4' }, { id: 9, card: '3/6' }]
 * @property {Selection} selection  cards of the hand and an opponent's set: { ids: [7], slot: 'B' }
 * @property {boolean} peek  the hand is shown the other way round, as a rotation would turn it
 * @property {boolean} sending  a move has been sent and not yet answered
 * @property {number[]} sent  ids of the cards that the move under way is made with: [7, 9]
 * @property {Moved | null} again  an earlier move that is being replayed
 * @property {boolean} still  the table is only looked at: nothing can be selected
 * @property {boolean} sorts  the hand is sorted after every move
 * @property {import('../messages.d.ts').Why | null} reason  why the selection is no move: { code: 'too-low', rule: 'R9', … }
 * @property {import('../shared/i18n.js').Part[] | null} advice  a hint that is shown above the buttons: ['Play a set']
 * @property {Set<number>} changing  ids of cards that are entering or leaving the hand: Set { 7, 9 }
 * @property {boolean} late  the hand does not follow the game until the finger on it is lifted
 */

/** What is dragged: a card of the hand, with the rest of the selection if it belongs to it, or an opponent's set.
 * @typedef {{id: number} | {slot: string}} Dragged */

/** @param {boolean} sorts @returns {TableState} */
export const newTable = (sorts) => ({
  game: NOTHING,
  held: [],
  selection: NONE,
  peek: false,
  sending: false,
  sent: [],
  again: null,
  still: false,
  sorts,
  reason: null,
  advice: null,
  changing: new Set(),
  late: false,
});

/** What the player can do with the selection. @param {TableState} state */
export const optionsOf = ({ game, held, selection }) => options(game.moves, held, selection);

/** @param {TableState} state */
export const isSelected = ({ selection }) => selection.ids.length > 0 || selection.slot !== null;

/** The hand as it is shown. @param {TableState} state */
export const shownHand = ({ peek, held, sorts }) => (peek ? peeked(held, sorts) : held);

/** @param {TableState} state */
export const isSorted = ({ sorts, held }) => sorts && sorted(held).every((one, i) => one === held[i]);

/** @param {TableState} state @param {Selection} selection */
export function select(state, selection) {
  Object.assign(state, { selection, peek: false, reason: null, advice: null });
}

/** Selects the cards and the set of a move, as if the player had; null selects nothing.
 * @param {TableState} state @param {Choice | null} choice */
export function selectMove(state, choice) {
  const left = [...state.held];
  const ids = (choice?.cards ?? []).flatMap((card) => {
    const at = left.findIndex((one) => one.card === card);
    return at < 0 ? [] : left.splice(at, 1).map(({ id }) => id);
  });
  Object.assign(state, {
    selection: { ids, slot: choice?.slot ?? null },
    peek: choice?.verb === 'rotate',
    reason: null,
  });
}

/** The card that gets the focus after a value was typed: the one that was added to the selection, or the first of the
 * value.
 * @param {TableState} state
 * @param {number[]} before  the ids that were selected
 * @param {number} value */
export const typedCard = ({ selection, held }, before, value) =>
  selection.ids.find((id) => !before.includes(id)) ?? held.find(({ card }) => active(card) === value)?.id;

/** Only the player in turn can rotate; a peek that has begun can always be ended. @param {TableState} state */
export const canPeek = ({ held, game, peek }) =>
  held.length > 0 && game.seat !== null && (peek || game.moves.length > 0);

/** Whether a move can be sent. @param {TableState} state @param {Choice} choice */
export const canSend = ({ sending, game }, choice) => !sending && game.moves.some(({ text }) => text === choice.text);

/** @param {TableState} state */
export function sortHand(state) {
  state.sorts = true;
  state.held = sorted(state.held);
}

/** Moves cards of the hand together to a place, counted among the cards that stay. The hand is no longer sorted then.
 * @param {TableState} state @param {number[]} ids @param {number} index */
export function moveCards(state, ids, index) {
  state.sorts = false;
  state.held = moved(state.held, ids, Math.min(Math.max(index, 0), state.held.length - 1));
}

/** The card beside another one in the hand as it is shown; the hand is a circle.
 * @param {TableState} state @param {number | null} id @param {number} by */
export function cardBeside(state, id, by) {
  const shown = shownHand(state);
  const at = shown.findIndex((one) => one.id === id);
  return shown[(at + by + shown.length) % shown.length]?.id ?? null;
}

/** The ids of the cards that are dragged with a card. @param {TableState} state @param {number} id */
export const draggedIds = ({ selection }, id) => (selection.ids.includes(id) ? selection.ids : [id]);

/** The move that a drop means, with its text if it is illegal; null if the drop means none.
 * @param {TableState} state @param {Dragged} dragged
 * @param {string | null} zone  'hand', 'own' or a slot; null for nowhere */
export function dropMove({ game, held, selection }, dragged, zone) {
  if ('slot' in dragged) return zone === 'hand' ? dropped(game.moves, [], 'hand', dragged.slot) : null;
  if (zone === 'hand' || zone === null || !game.moves.length) return null;
  const ids = selection.ids.includes(dragged.id) ? selection.ids : [dragged.id];
  const cards = selectedCards(held, { ids, slot: null });
  // An empty slot counts as the player's own area.
  return dropped(game.moves, cards, zone === 'own' || !game.view?.table[zone] ? 'own' : zone);
}

/** The cards that a move takes out of its player's hand. @param {Event} event */
export const cardsPlayed = (event) => (event.type === 'moved' && event.move ? parseMove(event.move).cards : []);

/** The ids of cards that are in one of two hands only. @param {Held[]} before @param {Held[]} after */
export function difference(before, after) {
  const [old, now] = [before, after].map((hand) => new Set(hand.map(({ id }) => id)));
  return new Set([...old, ...now].filter((id) => !(old.has(id) && now.has(id))));
}

/** A selection outlives the moves of others as long as its cards and its set are there.
 * @param {TableState} state @param {Game} next */
function keepSelection(state, next) {
  const { game, selection } = state;
  const hand = parseCards(next.view?.hand);
  const stays =
    selectedCards(state.held, selection).every((card) => hand.includes(card))
    && (selection.slot === null || next.view?.table[selection.slot]);
  if (!stays) state.selection = NONE;
  state.reason = null;
  if (!next.moves.length || game.moves.length) state.peek = state.peek && next.view?.hand === game.view?.hand;
}

/** Prepares for a game that events have led to; `adopt` follows when it is drawn.
 * @param {TableState} state @param {Game} game @param {Event[]} events
 * @param {boolean} touched  whether a finger is on the hand */
export function prepare(state, game, events, touched) {
  const before = state.game;
  const last = events.findLast((event) => event.type === 'moved' || event.type === 'dealt');
  const mine = last?.type === 'moved' && last.seat === game.seat;
  const rotated = mine && last.verb === 'rotate';
  const peeked = rotated && state.peek;
  if (mine || game.position !== before.position) keepSelection(state, game);
  if (rotated) state.peek = false;
  if (game.position !== before.position) state.advice = null;
  const fresh = last?.type === 'dealt' && before.view !== null;
  const gone = events.filter((event) => event.type === 'moved' && event.seat === game.seat).flatMap(cardsPlayed);
  // The moves of others leave the hand alone while a finger is on it.
  state.late = touched && !mine && !fresh && !gone.length;
  const held = state.late
    ? state.held
    : arrange(fresh ? [] : state.held, game.view?.hand ?? '', state.sorts, rotated, gone, state.sent);
  state.changing = difference(state.held, held);
  if (gone.length) state.sent = [];
  return { last: /** @type {Moved | import('../messages.d.ts').Dealt | undefined} */ (last), held, peeked };
}

/** @param {TableState} state @param {Game} game @param {Held[]} held @param {Event[]} events */
export function adopt(state, game, held, events) {
  Object.assign(state, { game, held, sending: state.sending && !events.length && game.moves.length > 0 });
}
