// The charts of the statistics, as SVG: loss per decision game by game, with the levels as lines, and luck as a walk.

import { dateLocale, t } from '../shared/i18n.js';
import { LEVELS, levelLosses, luck, trend } from './numbers.js';

/** A game, and when it was played. @typedef {import('./numbers.js').Game & {at: number}} Game */

const SVG = 'http://www.w3.org/2000/svg';
/** Two standard errors, as everywhere on the page. */
const ERRORS = 2;
/** A chart is at least this many games wide. */
export const FEWEST = 12;
/** Where points lie in the trend, from the left and the right edge: the slider over it has the same margins. */
const MARGIN = { left: 26, right: 76 };
/** Half the width of the slider's thumb. */
const THUMB = 8;
/** What the chart without games promises, as parts of its width and losses. */
const PROMISE = /** @type {[number, number][]} */ ([
  [0.02, 0.05],
  [0.2, 0.044],
  [0.45, 0.03],
  [0.7, 0.022],
  [0.98, 0.017],
]);

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function part(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

/** @param {[number, number][]} points */
const line = (points) => points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');

/** Up is better: nothing lost is at the top. @param {SVGElement} svg @param {Game[]} games  oldest first
 * @param {number} picked  the number of the game that is told about */
export function drawTrend(svg, games, picked) {
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  if (!width || !height) return;
  const box = { left: MARGIN.left, right: width - MARGIN.right, top: 10, bottom: height - 22 };
  const means = trend(games);
  const each = games.map(({ review }) => (review.decisions ? review.lost / review.decisions : 0));
  const levels = levelLosses(games);
  const highest = Math.min(0.2, Math.max(0.06, ...each) * 1.08);
  const last = Math.max(games.length, FEWEST) - 1;
  const x = (/** @type {number} */ i) => box.left + THUMB + ((box.right - box.left - 2 * THUMB) * i) / last;
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
  for (const [i, loss] of each.entries())
    parts.push(
      part('circle', { class: i === picked ? 'pt picked' : 'pt', cx: x(i), cy: y(loss), r: i === picked ? 5.5 : 3.2 }),
    );
  parts.push(...(games.length ? dates(games, x, height - 4) : [promise(x, y, last)]));
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.replaceChildren(...parts);
}

/** When the first and the last game were played. @param {Game[]} games @param {(i: number) => number} x @param {number} y */
function dates(games, x, y) {
  const format = new Intl.DateTimeFormat(dateLocale(), { day: 'numeric', month: 'short' });
  const ends = games.length < FEWEST / 2 ? [0] : [0, games.length - 1];
  return ends.map((i) =>
    part('text', { x: x(i) + (i ? THUMB : -THUMB), y, 'text-anchor': i ? 'end' : 'start' }, format.format(games[i].at)),
  );
}

/** A dashed line with a ring at its start. @param {(i: number) => number} x @param {(loss: number) => number} y
 * @param {number} last */
function promise(x, y, last) {
  const points = PROMISE.map(([part, loss]) => /** @type {[number, number]} */ ([x(part * last), y(loss)]));
  const group = part('g', { class: 'promise' });
  const [[cx, cy]] = points;
  group.append(part('path', { d: `M${line(points)}` }), part('circle', { cx, cy, r: 6 }));
  return group;
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
