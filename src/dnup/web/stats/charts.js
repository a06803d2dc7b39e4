// The charts of the statistics, as SVG: loss per decision game by game, with the levels as lines, and luck as a walk.

import { t } from '../shared/i18n.js';
import { LEVELS, levelLosses, luck, trend } from './numbers.js';

/** @typedef {import('./numbers.js').Game} Game */

const SVG = 'http://www.w3.org/2000/svg';
/** Two standard errors, as everywhere on the page. */
const ERRORS = 2;
/** A chart is at least this many games wide. */
const FEWEST = 12;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function part(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

/** @param {[number, number][]} points */
const line = (points) => points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');

/** Up is better: nothing lost is at the top. @param {SVGElement} svg @param {Game[]} games  oldest first */
export function drawTrend(svg, games) {
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  if (!width || !height) return;
  const box = { left: 26, right: width - 76, top: 10, bottom: height - 22 };
  const means = trend(games);
  const each = games.map(({ review }) => (review.decisions ? review.lost / review.decisions : 0));
  const levels = levelLosses(games);
  const highest = Math.min(0.2, Math.max(0.06, ...each) * 1.08);
  const last = Math.max(games.length, FEWEST) - 1;
  const x = (/** @type {number} */ i) => box.left + 8 + ((box.right - box.left - 16) * i) / last;
  const y = (/** @type {number} */ loss) =>
    box.top + ((box.bottom - box.top) * Math.min(Math.max(loss, 0), highest)) / highest;
  const parts = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const level of LEVELS) {
    const at = y(levels[level]);
    parts.push(part('path', { class: 'par', d: `M${box.left} ${at}H${box.right}` }));
    // Names that would lie upon each other move apart.
    before = Math.max(at + 4, before + 13);
    parts.push(part('text', { x: box.right + 8, y: before }, t(`levels.${level}`)));
  }
  const step = highest > 0.1 ? 0.04 : 0.02;
  for (let loss = 0; loss <= highest + 1e-9; loss += step)
    parts.push(part('text', { x: box.left - 8, y: y(loss) + 4, 'text-anchor': 'end' }, String(Math.round(100 * loss))));
  const known = means.flatMap(({ mean, error }, i) => (error === null ? [] : [{ i, mean, error }]));
  if (known.length > 1) {
    const edge = (/** @type {number} */ sign) =>
      known.map(({ i, mean, error }) => /** @type {[number, number]} */ ([x(i), y(mean + sign * ERRORS * error)]));
    parts.push(part('path', { class: 'area', d: `M${line(edge(1))}L${line(edge(-1).reverse())}Z` }));
    parts.push(part('path', { class: 'mean', d: `M${line(known.map(({ i, mean }) => [x(i), y(mean)]))}` }));
  }
  for (const [i, loss] of each.entries()) parts.push(part('circle', { class: 'pt', cx: x(i), cy: y(loss), r: 3.2 }));
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.replaceChildren(...parts);
}

/** @param {SVGElement} svg @param {Game[]} games  oldest first */
export function drawLuck(svg, games) {
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  if (!width || !height) return;
  const { walk, range } = luck(games);
  const most = Math.max(...range, ...walk.map(Math.abs), 0.5);
  const [left, right, middle] = [4, width - 8, height / 2];
  const x = (/** @type {number} */ i) => left + ((right - left) * i) / Math.max(games.length, 1);
  const y = (/** @type {number} */ wins) => middle - ((middle - 10) * wins) / most;
  const edge = (/** @type {number} */ sign) =>
    /** @type {[number, number][]} */ ([[x(0), y(0)], ...range.map((one, i) => [x(i + 1), y(sign * one)])]);
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.replaceChildren(
    part('path', { class: 'cone', d: `M${line(edge(1))}L${line(edge(-1).reverse())}Z` }),
    part('path', { class: 'par', d: `M${left} ${middle}H${right}` }),
    part('path', {
      class: 'walk',
      d: `M${line([[x(0), y(0)], ...walk.map((one, i) => /** @type {[number, number]} */ ([x(i + 1), y(one)]))])}`,
    }),
    part('circle', { class: 'end', cx: x(games.length), cy: y(walk.at(-1) ?? 0), r: 5 }),
    part('text', { x: left, y: 12 }, t('stats.lucky')),
    part('text', { x: left, y: height - 4 }, t('stats.unlucky')),
  );
}
