// Dragging with mouse, pen or finger: cards within the hand, onto the table, onto a set; a set into the hand.
import { h } from '../dom.js';

/** @typedef {object} DragTarget
 * @property {(element: HTMLElement) => HTMLElement[]} grabbed  what comes along when this card or set is dragged; [] if nothing
 * @property {(source: HTMLElement, zone: string | null, point: {x: number, y: number}) => void} over  the pointer is here now
 * @property {(source: HTMLElement, zone: string | null, point: {x: number, y: number}) => void} drop
 * @property {() => void} cancel */

const FAR = 7;

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/** Lets cards of the hand and sets be dragged. A press that does not move stays a click.
 * @param {HTMLElement} mat @param {HTMLElement} layer @param {DragTarget} target */
export function makeDraggable(mat, layer, target) {
  /** @type {{source: HTMLElement, id: number, x: number, y: number, ghosts: HTMLElement[], touch: boolean} | null} */
  let drag = null;

  const zoneAt = (/** @type {number} */ x, /** @type {number} */ y) => {
    const zone = document.elementsFromPoint(x, y).map((element) => element.closest('[data-drop]')).find(Boolean);
    return zone instanceof HTMLElement ? zone.dataset.drop ?? null : null;
  };

  const end = () => {
    for (const ghost of drag?.ghosts ?? []) ghost.remove();
    mat.classList.remove('dragging');
    for (const lifted of mat.querySelectorAll('.lifted')) lifted.classList.remove('lifted');
    drag = null;
  };

  mat.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || drag) return;
    const source = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest('.hand > button.card, button.set') : null);
    if (source) drag = { source, id: event.pointerId, x: event.clientX, y: event.clientY, ghosts: [], touch: event.pointerType === 'touch' };
  });

  addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { clientX: x, clientY: y } = event;
    if (!drag.ghosts.length) {
      if (Math.hypot(x - drag.x, y - drag.y) < FAR) return;
      const cards = target.grabbed(drag.source);
      if (!cards.length) {
        drag = null;
        return;
      }
      drag.ghosts = cards.map((card) => {
        const ghost = h('div', { class: 'flyer ghost' }, /** @type {Node} */ (card.cloneNode(true)));
        ghost.style.setProperty('--card-w', `${card.offsetWidth}px`);
        card.classList.add('lifted');
        layer.append(ghost);
        return ghost;
      });
      mat.classList.add('dragging');
    }
    // Under a finger the card would not be seen, so it is held a little above it.
    const lift = drag.touch ? 56 : 0, n = drag.ghosts.length;
    drag.ghosts.forEach((ghost, i) => {
      const aside = (i - (n - 1) / 2) * 26;
      ghost.style.transform = `translate(${x + aside}px, ${y - lift}px) translate(-50%, -50%) rotate(${(aside / 9).toFixed(1)}deg)`;
    });
    target.over(drag.source, zoneAt(x, y), { x, y });
    event.preventDefault();
  });

  addEventListener('pointerup', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { source, ghosts } = drag;
    end();
    if (!ghosts.length) return;
    // The click that follows a drag is not a tap.
    addEventListener('click', swallow, true);
    setTimeout(() => removeEventListener('click', swallow, true), 0);
    target.drop(source, zoneAt(event.clientX, event.clientY), { x: event.clientX, y: event.clientY });
  });

  addEventListener('pointercancel', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const began = drag.ghosts.length > 0;
    end();
    if (began) target.cancel();
  });
}
