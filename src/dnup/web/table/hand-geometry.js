// Where a point lies in a hand of one or two rows, computed from the boxes of its cards. No DOM.

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{x: number, y: number}} Point */

/** Two cards whose centers are further apart than this many card heights are in different rows; the arc of a fan is
 * flatter. */
const ROWS_APART = 0.75;

/** @param {Box} box */
const centerX = ({ x, width }) => x + width / 2;
/** @param {Box} box */
const centerY = ({ y, height }) => y + height / 2;

/** The place in the hand that a point is nearest to.
 * @param {Box[]} boxes  of the cards that stay, in their order
 * @param {Point} point
 * @returns {{index: number, before: number | null, after: number | null}}  how many cards come before the place, and
 *   the cards to its left and right, which are null at the ends of a row */
export function placeAt(boxes, { x, y }) {
  const heights = boxes.map(centerY);
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  const split = boxes.length && bottom - top > boxes[0].height * ROWS_APART ? (top + bottom) / 2 : null;
  const isLow = (/** @type {number} */ height) => split !== null && height > split;
  const low = isLow(y);
  const inRow = boxes.map((box) => isLow(centerY(box)) === low);
  // In the other row all cards come before a place in the lower row, and none before one in the upper row.
  const index = boxes.filter((box, i) => (inRow[i] ? centerX(box) < x : low)).length;
  return { index, before: inRow[index - 1] ? index - 1 : null, after: inRow[index] ? index : null };
}

/** The card above (-1) or below (1) another one that is nearest to it; -1 if there is no such row.
 * @param {Box[]} boxes @param {Box} from @param {number} by */
export function cardAbove(boxes, from, by) {
  const [nearest] = boxes
    .map((box, index) => ({ box, index }))
    .filter(({ box }) => (box.y - from.y) * by > box.height * ROWS_APART)
    .sort((a, b) => Math.abs(a.box.x - from.x) - Math.abs(b.box.x - from.x));
  return nearest?.index ?? -1;
}

/** How far apart the cards lie that are dragged together, and how high above a finger, which would cover them; in
 * pixels. */
const APART = 26;
const ABOVE_FINGER = 56;

/** How one of several dragged cards is placed at the pointer, as a CSS transform.
 * @param {number} i @param {number} count @param {Point} point @param {boolean} touch */
export function dragTransform(i, count, { x, y }, touch) {
  const aside = (i - (count - 1) / 2) * APART;
  const lift = touch ? ABOVE_FINGER : 0;
  return `translate(${x + aside}px, ${y - lift}px) translate(-50%, -50%) rotate(${(aside / 9).toFixed(1)}deg)`;
}
