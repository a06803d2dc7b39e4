// The chart of everybody's chance to win the match, and its table for screen readers.

import { SEATS } from '../game/seats.js';
import { fill, h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { chancesOf, kindOf, SIGNS, stopBefore } from './findings.js';
import { decimal, margin } from './luck.js';

/** @typedef {import('./grading-worker.js').Review} Review */
/** @typedef {import('./grading-worker.js').GradedMove} GradedMove */
/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {{stop: number, chance: number}[]} Line */

const [LEFT, RIGHT, TOP, BOTTOM] = [34, 10, 8, 20];

/** The chances of a seat by stop, a piece for each round, as far as they are known.
 * @param {Review} review @param {Outline} outline @param {number} seat @returns {Line[]} */
export function linesOf(review, outline, seat) {
  return outline.rounds.map(({ first }, round) => {
    const known = review.effort > 0; // values of hands are computed last
    /** @type {Line} */
    const line = known ? [{ stop: first, chance: review.openings[round][seat] }] : [];
    let moved = known;
    for (const [i, one] of review.moves.entries()) {
      if (one.round !== round + 1) continue;
      moved ||= one.seat === SEATS[seat];
      if (moved) line.push({ stop: first + one.move, chance: review.chances[seat][i] });
    }
    if (known && round === outline.rounds.length - 1 && line.length)
      line[line.length - 1] = { ...line[line.length - 1], chance: review.worth[review.worth.length - 1][seat] };
    return line;
  });
}

/** The lines that are drawn, by seat. With two players one's chance is what the other's leaves: both as the seat saw it
 * that is looked from.
 * @param {Review} review @param {Outline} outline @param {number} seat  that is looked from @returns {Line[][]} */
export function chart(review, outline, seat) {
  const seats = outline.players.map((_, i) => i);
  if (seats.length > 2) return seats.map((i) => linesOf(review, outline, i));
  const own = linesOf(review, outline, seat);
  const left = own.map((line) => line.map(({ stop, chance }) => ({ stop, chance: 1 - chance })));
  return seats.map((i) => (i === seat ? own : left));
}

/** @param {number} number */
const short = (number) => number.toFixed(1);

/** A drawing of numbers alone. @param {string} markup */
function draw(markup) {
  const template = document.createElement('template');
  template.innerHTML = `<svg class="graph" aria-hidden="true">${markup}</svg>`;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (template.content.firstElementChild));
}

export class Graph {
  /** @param {(stop: number) => void} go */
  constructor(go) {
    this.go = go;
    this.legend = h('div', { class: 'legend' });
    this.title = h('h2', { class: 't' }, t('review.chances'));
    this.place = h('div', { class: 'graph-box' });
    this.summary = h('summary', {}, t('review.as_table'));
    this.note = h('p', { class: 'note', hidden: true });
    this.numbers = h('details', { class: 'numbers' }, this.summary);
    this.element = h(
      'section',
      { 'data-in': 'graph' },
      h('div', { class: 'headrow' }, this.title, this.legend),
      this.place,
      this.note,
      this.numbers,
    );
    /** @type {(() => void) | null} */
    this.redraw = null;
    this.numbers.addEventListener('toggle', () => this.redraw?.());
    new ResizeObserver(() => this.redraw?.()).observe(this.place);
    this.place.addEventListener('click', ({ clientX }) => this.#press(clientX));
    this.last = 1;
  }

  /** @param {number} x */
  #press(x) {
    const box = this.place.getBoundingClientRect();
    const share = (x - box.left - LEFT) / (box.width - LEFT - RIGHT);
    this.go(Math.round(Math.min(Math.max(share, 0), 1) * this.last));
  }

  /** @param {Review} review @param {Outline} outline
   * @param {string} seat  whose line is thick
   * @param {GradedMove[]} moments @param {number} at @param {(seat: string) => string} nameOf */
  update(review, outline, seat, moments, at, nameOf) {
    this.redraw = () => this.#draw(review, outline, seat, moments, at, nameOf);
    this.redraw();
  }

  /** @param {Review} review @param {Outline} outline @param {string} seat @param {GradedMove[]} moments
   * @param {number} at @param {(seat: string) => string} nameOf */
  #draw(review, outline, seat, moments, at, nameOf) {
    const { clientWidth: width, clientHeight: height } = this.place;
    this.title.textContent = t('review.chances');
    this.summary.textContent = t('review.as_table');
    this.last = outline.events.length - 1;
    this.note.hidden = outline.players.length === 2;
    this.note.textContent = t('review.own_views');
    const others = outline.players.map((_, i) => i).filter((i) => SEATS[i] !== seat);
    const styles = new Map([[SEATS.indexOf(seat), 'me'], ...others.map((i, k) => /** @type {const} */ ([i, `d${k}`]))]);
    fill(
      this.legend,
      ...[...styles].map(([i, style]) => h('span', { class: style }, drawLegend(style), nameOf(SEATS[i]))),
    );
    if (this.numbers.open) this.#table(review, outline, SEATS.indexOf(seat), nameOf);
    if (!width || !height) return;
    const x = (/** @type {number} */ stop) => LEFT + ((width - LEFT - RIGHT) * stop) / Math.max(this.last, 1);
    const y = (/** @type {number} */ chance) => TOP + (height - TOP - BOTTOM) * (1 - chance);
    const right = width - RIGHT;
    const fair = 1 / outline.players.length;
    const scale = [0, 0.5, 1].filter((value) => value === fair || Math.abs(value - fair) > 0.08);
    const parts = scale.map((value) => gridLine(value, y(value), right));
    parts.push(`<path class="equal" d="M${LEFT} ${short(y(fair))}H${short(right)}"/>`);
    if (!scale.includes(fair))
      parts.push(`<text x="${LEFT - 6}" y="${short(y(fair) + 4)}" text-anchor="end">${Math.round(100 * fair)}</text>`);
    for (const [i, { first }] of outline.rounds.entries())
      parts.push(
        `${i ? `<path class="grid" d="M${short(x(first))} ${TOP}V${height - BOTTOM + 5}"/>` : ''}<text x="${short(x(first) + 3)}" y="${height - 5}">${i + 1}</text>`,
      );
    const lines = chart(review, outline, SEATS.indexOf(seat));
    const paths = [...styles].reverse().map(([i, style]) => {
      const d = lines[i]
        .flatMap((line) => line.map(({ stop, chance }, k) => `${k ? 'L' : 'M'}${short(x(stop))} ${short(y(chance))}`))
        .join('');
      return d ? `<path class="ln ${style}" d="${d}"/>` : '';
    });
    parts.push(`<path class="now" d="M${short(x(at))} ${TOP - 4}V${height - BOTTOM}"/>`, ...paths);
    parts.push(
      ...moments.map((one) => drop(one, outline, x, y)),
      ...moments.map((one) => this.#mark(one, outline, x, y)),
    );
    const drawing = draw(parts.join(''));
    drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
    fill(this.place, drawing);
    this.place.setAttribute('role', 'img');
    this.place.setAttribute('aria-label', t('review.graph_label', { count: this.last }));
  }

  /** @param {GradedMove} one @param {Outline} outline @param {(stop: number) => number} x
   * @param {(chance: number) => number} y */
  #mark(one, outline, x, y) {
    const kind = kindOf(one);
    const below = y(chancesOf(one).made) + (kind === 'found' ? -15 : 14);
    const at = Math.min(Math.max(below, TOP + 4), this.place.clientHeight - BOTTOM - 8);
    return `<g class="gm ${kind}" transform="translate(${short(x(stopBefore(outline.rounds, one) + 1))} ${short(at)})"><circle r="8.5"/><text y="3.8">${SIGNS[kind] ?? '!'}</text></g>`;
  }

  /** @param {Review} review @param {Outline} outline @param {number} own  the seat that is looked from
   * @param {(seat: string) => string} nameOf */
  #table(review, outline, own, nameOf) {
    const chanceOf = (/** @type {number} */ i, /** @type {number} */ row) =>
      outline.players.length === 2 && i !== own ? 1 - review.chances[own][row] : review.chances[i][row];
    const seats = outline.players.map((_, i) => i);
    const head = h(
      'tr',
      {},
      h('th', {}, t('review.move')),
      seats.map((i) => h('th', { scope: 'col' }, nameOf(SEATS[i]))),
    );
    const rows = review.moves.map(({ round, move, seat, after_error }, row) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, `${round}, ${move}`),
        seats.map((i) => {
          const more = SEATS[i] === seat ? ` ${margin(after_error[i], 1)}` : '';
          return h('td', {}, `${decimal(100 * chanceOf(i, row), 1)}${more}`);
        }),
      ),
    );
    const table = h(
      'table',
      {},
      h('caption', {}, t('review.table_caption')),
      h('thead', {}, head),
      h('tbody', {}, rows),
    );
    fill(
      this.numbers,
      this.summary,
      h('div', { class: 'table-box', tabindex: '0', role: 'region', 'aria-label': t('review.chances') }, table),
    );
  }
}

/** What a mistake cost, as a fall from the chance with the best move to the chance with the one that was made.
 * @param {GradedMove} one @param {Outline} outline @param {(stop: number) => number} x @param {(chance: number) => number} y */
function drop(one, outline, x, y) {
  const { best, made, lost } = chancesOf(one);
  const at = short(x(stopBefore(outline.rounds, one) + 1));
  return lost ? `<path class="drop" d="M${at} ${short(y(best))}V${short(y(made))}"/>` : '';
}

/** @param {string} style */
const drawLegend = (style) => {
  const template = document.createElement('template');
  template.innerHTML = `<svg viewBox="0 0 20 6" aria-hidden="true"><path class="ln ${style}" d="M1 3H19"/></svg>`;
  return template.content;
};

/** @param {number} value @param {number} y @param {number} right */
const gridLine = (value, y, right) =>
  `<path class="grid" d="M${LEFT} ${short(y)}H${short(right)}"/><text x="${LEFT - 6}" y="${short(y + 4)}" text-anchor="end">${100 * value}</text>`;
