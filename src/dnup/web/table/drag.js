// Tapping and dragging with mouse, pen or finger. What was pressed is what counts, even if the table changes before the
// finger is lifted.
import { h } from '../shared/dom.js';
import { dragTransform } from './hand-geometry.js';

/** @typedef {object} DragTarget
 * @property {(element: HTMLElement) => HTMLElement[]} grabbed  what comes along when this card or set is dragged; [] if nothing
 * @property {(source: HTMLElement, zone: string | null, point: {x: number, y: number}) => void} over  the pointer is here now
 * @property {(source: HTMLElement, zone: string | null, point: {x: number, y: number}) => void} drop
 * @property {(source: HTMLElement) => void} tap  this card or set was pressed, and let go without moving
 * @property {() => void} cancel
 * @property {() => void} released  after any of these: nothing is pressed any more */

/** How far a press moves before it is a drag, in pixels. */
const FAR = 7;

/** Lets cards of the hand and sets be tapped and dragged.
 * @param {HTMLElement} mat @param {HTMLElement} layer @param {DragTarget} target
 * @returns {{readonly pressed: HTMLElement | null}}  the card or set that is pressed just now */
export function makeDraggable(mat, layer, target) {
  /** @type {{source: HTMLElement, id: number, x: number, y: number, ghosts: HTMLElement[], touch: boolean} | null} */
  let drag = null;
  /** Whether the click that is to come belongs to a press that has been dealt with. */
  let done = false;

  const zoneAt = (/** @type {number} */ x, /** @type {number} */ y) => {
    const zone = document
      .elementsFromPoint(x, y)
      .map((element) => element.closest('[data-drop]'))
      .find(Boolean);
    return zone instanceof HTMLElement ? (zone.dataset.drop ?? null) : null;
  };

  const end = () => {
    for (const ghost of drag?.ghosts ?? []) ghost.remove();
    mat.classList.remove('dragging');
    for (const lifted of mat.querySelectorAll('.lifted')) lifted.classList.remove('lifted');
    drag = null;
  };

  addEventListener(
    'pointerdown',
    () => {
      done = false;
    },
    true,
  );
  // The browser's click event goes to the element that is there by now. Clicks of the keyboard have no press before
  // them: their detail is 0.
  addEventListener(
    'click',
    (event) => {
      if (!done || !event.detail) return;
      done = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );

  mat.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || drag) return;
    const source = /** @type {HTMLElement | null} */ (
      event.target instanceof Element ? event.target.closest('.hand > button.card, button.set') : null
    );
    if (source)
      drag = {
        source,
        id: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        ghosts: [],
        touch: event.pointerType === 'touch',
      };
  });

  addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { clientX: x, clientY: y } = event;
    if (!drag.ghosts.length) {
      if (Math.hypot(x - drag.x, y - drag.y) < FAR) return;
      const cards = target.grabbed(drag.source);
      if (!cards.length) {
        drag = null;
        target.released();
        return;
      }
      drag.ghosts = cards.map((card) => {
        const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
        copy.querySelector('.other')?.remove(); // its place is in the hand, on top of the face; here it would lie below
        const ghost = h('div', { class: 'flyer ghost' }, copy);
        ghost.style.setProperty('--card-w', `${card.offsetWidth}px`);
        card.classList.add('lifted');
        layer.append(ghost);
        return ghost;
      });
      mat.classList.add('dragging');
    }
    for (const [i, ghost] of drag.ghosts.entries())
      ghost.style.transform = dragTransform(i, drag.ghosts.length, { x, y }, drag.touch);
    target.over(drag.source, zoneAt(x, y), { x, y });
    event.preventDefault();
  });

  addEventListener('pointerup', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { source, ghosts } = drag;
    end();
    done = true;
    if (!ghosts.length) target.tap(source);
    else target.drop(source, zoneAt(event.clientX, event.clientY), { x: event.clientX, y: event.clientY });
    target.released();
  });

  addEventListener('pointercancel', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const began = drag.ghosts.length > 0;
    end();
    if (began) target.cancel();
    target.released();
  });

  return {
    get pressed() {
      return drag?.source ?? null;
    },
  };
}
