// What a player does at the table with mouse, pen or finger: tapping, double clicks, dragging. The keyboard is in
// keys.js.

import { parseMove } from '../game/notation.js';
import { tapAll, tapCard, tapSet } from '../game/selection.js';
import { makeDraggable } from './drag.js';
import { draggedIds, dropMove } from './table-state.js';

/** @typedef {import('./table-view.js').TableView} TableView */
/** @typedef {{x: number, y: number}} Point */

/** @param {TableView} table
 * @returns {{readonly pressed: HTMLElement | null}}  the card or set that is pressed just now */
export function listenToPointer(table) {
  table.addEventListener('click', (event) => tap(table, event.target));
  table.addEventListener('dblclick', (event) => doubleClick(table, event.target));
  return makeDraggable(table, table.drawing.layer, {
    grabbed: (source) => grabbed(table, source),
    over: (source, zone, point) => over(table, source, zone, point),
    drop: (source, zone, point) => drop(table, source, zone, point),
    tap: (source) => tap(table, source),
    cancel: () => {
      table.hand.showPlace(null);
      table.draw();
    },
    released: () => table.catchUp(),
  });
}

/** @param {TableView} table @param {EventTarget | null} target */
function tap(table, target) {
  const { state, hand } = table;
  const { game, selection, held } = state;
  if (state.again || state.still || !game.view) return;
  const id = hand.idOf(target);
  if (id !== null) {
    hand.current = id;
    if (state.peek) table.togglePeek();
    else table.select(tapCard(selection, held, id));
    return;
  }
  const set = target instanceof Element ? target.closest('button.set') : null;
  const slot = set instanceof HTMLElement ? set.dataset.slot : undefined;
  if (slot && game.view.table[slot] && game.moves.length) table.select(tapSet(selection, slot));
}

/** @param {TableView} table @param {EventTarget | null} target */
function doubleClick(table, target) {
  const { state, hand } = table;
  const id = hand.idOf(target);
  if (id !== null && !state.peek && !state.still) table.select(tapAll(state.held, id));
}

/** @param {HTMLElement} source @returns {import('./table-state.js').Dragged} */
const draggedBy = (source) =>
  source.matches('.set') ? { slot: source.dataset.slot ?? '' } : { id: Number(source.dataset.id) };

/** The elements that come along when a card or a set is dragged; [] if it cannot be.
 * @param {TableView} table @param {HTMLElement} source */
function grabbed({ state, hand }, source) {
  const dragged = draggedBy(source);
  if (state.again || state.still) return [];
  if ('slot' in dragged) {
    const takes = state.game.moves.some(({ verb, slot }) => verb === 'take' && slot === dragged.slot);
    return takes ? [.../** @type {NodeListOf<HTMLElement>} */ (source.querySelectorAll('.card'))] : [];
  }
  return state.peek ? [] : draggedIds(state, dragged.id).flatMap((id) => hand.cards.get(id)?.element ?? []);
}

/** @param {TableView} table @param {HTMLElement} source @param {string | null} zone @param {Point} point */
function over({ state, hand, drawing }, source, zone, point) {
  const dragged = draggedBy(source);
  const choice = dropMove(state, dragged, zone)?.choice ?? null;
  hand.showPlace('id' in dragged && zone === 'hand' ? hand.placeAt(point, draggedIds(state, dragged.id)) : null);
  drawing.preview(state, choice, new Set());
  drawing.markTarget(choice && zone);
}

/** @param {TableView} table @param {HTMLElement} source @param {string | null} zone @param {Point} point */
function drop(table, source, zone, point) {
  const { state, hand, drawing } = table;
  drawing.markTarget(null);
  hand.showPlace(null);
  const dragged = draggedBy(source);
  const ids = 'id' in dragged ? draggedIds(state, dragged.id) : [];
  const aim = dropMove(state, dragged, zone);
  if (aim?.choice) table.send(aim.choice, ids);
  else if (aim) table.askAbout({ ids, slot: parseMove(aim.text).slot }, aim.text);
  else if (ids.length && zone === 'hand') table.moveCards(ids, hand.placeAt(point, ids).index);
  else table.draw();
}
