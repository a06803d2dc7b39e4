// Motion that explains: the difference between two views flies, spins and slides. It can be cut short at any time, never
// holds up input, and with reduced motion becomes a short glow on what is new.
import { cardNode } from '../cards.js';
import { h } from '../dom.js';
import { arrived } from '../game/flights.js';

/** @typedef {import('../game/flights.js').Motion} Motion */
/** @typedef {import('../game/flights.js').Flight} Flight */
/** @typedef {import('../game/flights.js').Place} Place */
/** @typedef {{x: number, y: number, width: number, angle: number}} Pose */

const FLY = 560, STAGGER = 70, WAVE = 420, GATHER = 140, PACK = 340, OPEN = 220, DEAL = 320, NEXT = 45;
const TURN = 'cubic-bezier(.45,.05,.2,1)', EASE = 'cubic-bezier(.3,.1,.2,1)';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Where a card lies: its centre, its width, and how far it leans. @param {Element} element @returns {Pose} */
export function poseOf(element) {
  const box = element.getBoundingClientRect(), style = getComputedStyle(element);
  const matrix = style.transform === 'none' ? new DOMMatrix() : new DOMMatrix(style.transform);
  const angle = Math.atan2(matrix.b, matrix.a) * 180 / Math.PI;
  const width = element instanceof HTMLElement && element.offsetWidth ? element.offsetWidth : box.width;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width, angle };
}

export class Mover {
  /** @param {HTMLElement} layer  where flyers live @param {(place: Place, card: string, taken: Set<Element>) => Element | null} locate */
  constructor(layer, locate) {
    this.layer = layer;
    this.locate = locate;
    /** @type {Set<HTMLElement>} */
    this.hidden = new Set();
  }

  /** Ends whatever is moving: everything is where it belongs. */
  finish() {
    this.layer.replaceChildren();
    for (const element of this.hidden) element.classList.remove('arriving');
    this.hidden.clear();
  }

  /** Shows a change. `redraw` puts the new view on the page in between.
   * @param {Motion} motion @param {() => void} redraw @param {string | null} near  the seat whose hand is the fan
   * @returns {number}  how long it takes, in milliseconds */
  run(motion, redraw, near) {
    this.finish();
    if (document.hidden) {
      redraw();
      return 0;
    }
    const rotates = motion.rotated !== null && motion.rotated === near;
    const before = rotates ? this.#handPoses() : null;
    const taken = new Set();
    const starts = motion.flights.map((flight) => {
      const element = this.locate(flight.from, flight.card, taken);
      if (element) taken.add(element);
      return element ? poseOf(element) : null;
    });
    const fan = [...document.querySelectorAll('.hand > .card')].map((card) => ({ card, transform: getComputedStyle(card).transform }));
    // Where things will lie is measured without the fan's own transitions.
    const mat = this.layer.parentElement;
    mat?.classList.add('still');
    redraw();
    if (calm.matches) {
      mat?.classList.remove('still');
      return this.#glow(motion);
    }
    if (motion.rotated !== null) this.#rotate(motion.rotated, before);
    const landed = new Set();
    let end = motion.rotated === null ? 0 : GATHER + PACK + OPEN;
    /** @type {Record<number, number>} */
    const inWave = {};
    motion.flights.forEach((flight, i) => {
      const from = starts[i];
      const target = this.locate(flight.to, arrived(flight), landed);
      if (target) landed.add(target);
      if (!from || !target) return;
      const place = inWave[flight.wave] = (inWave[flight.wave] ?? -1) + 1;
      const delay = flight.card === '' ? flight.wave * NEXT + place * 12 : flight.wave * WAVE + place * STAGGER;
      this.#fly(flight, from, target, delay);
      end = Math.max(end, delay + FLY);
    });
    if (!rotates) {
      for (const { card, transform } of fan) if (card.isConnected) card.animate([{ transform }, {}], { duration: 260, easing: EASE });
    }
    mat?.classList.remove('still');
    return end;
  }

  /** @param {Motion} motion */
  #glow(motion) {
    const landed = new Set();
    for (const flight of motion.flights) {
      const target = this.locate(flight.to, arrived(flight), landed);
      if (!target) continue;
      landed.add(target);
      target.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 });
      if (flight.card) target.classList.add('fresh');
      setTimeout(() => target.classList.remove('fresh'), 900);
    }
    return 300;
  }

  /** @param {Flight} flight @param {Pose} from @param {Element} target @param {number} delay */
  #fly(flight, from, target, delay) {
    const to = poseOf(target), own = typeof flight.to === 'object' && target.matches('.card[data-card]');
    const deals = flight.card === '', width = Math.max(from.width, to.width);
    const flyer = h('div', { class: 'flyer' }, h('div', { class: 'card' }, cardNode(flight.card)));
    flyer.style.setProperty('--card-w', `${width}px`);
    this.layer.append(flyer);
    const card = /** @type {HTMLElement} */ (flyer.firstElementChild);
    if (flight.turns) {
      const after = h('div', { class: 'card after' }, cardNode(arrived(flight)));
      card.append(after);
      after.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay: delay + FLY * 0.3, fill: 'both' });
    }
    if (own && target instanceof HTMLElement) {
      target.classList.add('arriving');
      this.hidden.add(target);
    }
    const duration = deals ? DEAL : FLY, a = from.width / width, b = to.width / width;
    const middle = { x: (from.x + to.x) / 2 + (to.x - from.x) * 0.14, y: Math.min(from.y, to.y, (from.y + to.y) / 2 - 20) };
    const steps = Array.from({ length: 9 }, (_, i) => {
      const t = i / 8, u = 1 - t, lift = deals ? 1 : 1 + 0.12 * Math.sin(Math.PI * t);
      const x = u * u * from.x + 2 * u * t * middle.x + t * t * to.x, y = u * u * from.y + 2 * u * t * middle.y + t * t * to.y;
      return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%) scale(${((a + (b - a) * t) * lift).toFixed(3)})` };
    });
    const timing = /** @type {const} */ ({ duration, delay, easing: TURN, fill: 'both' });
    card.animate([{ transform: `rotate(${from.angle}deg)` }, { transform: `rotate(${to.angle + (flight.turns ? 180 : 0)}deg)` }], timing);
    if (!own) flyer.animate([{ opacity: 1 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }], timing);
    flyer.animate(steps, timing).onfinish = () => {
      flyer.remove();
      target.classList.remove('arriving');
      if (target instanceof HTMLElement) this.hidden.delete(target);
    };
  }

  #handPoses() {
    /** @type {Map<string, {pose: Pose, card: string}>} */
    const poses = new Map();
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.hand > .card[data-id]'))) {
      poses.set(card.dataset.id ?? '', { pose: poseOf(card), card: card.dataset.card ?? '' });
    }
    return poses;
  }

  /** The fan closes, the packet turns, the fan opens in its new order. Someone else's backs turn as they are.
   * @param {string} seat @param {Map<string, {pose: Pose, card: string}> | null} before */
  #rotate(seat, before) {
    if (!before) {
      const backs = this.layer.parentElement?.querySelector(`[data-seat="${seat}"] .backs`) ?? document.querySelector('.hand');
      backs?.animate([{ transform: 'none' }, { transform: 'rotate(180deg)' }], { duration: PACK + OPEN, easing: TURN });
      return;
    }
    const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.hand > .card[data-id]')]);
    const total = GATHER + PACK + OPEN, a = GATHER / total, b = (GATHER + PACK) / total, n = cards.length;
    const poses = cards.map(poseOf);
    const middle = poses.reduce((sum, pose) => ({ x: sum.x + pose.x / n, y: sum.y + pose.y / n }), { x: 0, y: 0 });
    cards.forEach((element, j) => {
      const start = before.get(element.dataset.id ?? '');
      if (!start) return;
      const to = poses[j], from = start.pose, i = n - 1 - j, slip = (i - (n - 1) / 2) * 3, lean = (i - (n - 1) / 2) * 1.2;
      const flyer = h('div', { class: 'flyer' }, h('div', { class: 'card' }, cardNode(start.card), h('div', { class: 'card after' }, cardNode(element.dataset.card ?? ''))));
      flyer.style.setProperty('--card-w', `${to.width}px`);
      this.layer.append(flyer);
      element.classList.add('arriving');
      this.hidden.add(element);
      const card = /** @type {HTMLElement} */ (flyer.firstElementChild);
      const timing = /** @type {const} */ ({ duration: total, fill: 'both' });
      const at = (/** @type {{x: number, y: number}} */ pose) => `translate(${pose.x}px, ${pose.y}px) translate(-50%, -50%)`;
      card.lastElementChild?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay: GATHER + PACK * 0.3, fill: 'both' });
      card.animate([
        { transform: `rotate(${from.angle}deg)`, easing: EASE }, { transform: `rotate(${lean}deg)`, offset: a, easing: TURN },
        { transform: `rotate(${180 + lean}deg)`, offset: b, easing: EASE }, { transform: `rotate(${180 + to.angle}deg)` }], timing);
      flyer.animate([
        { transform: at(from), zIndex: i, easing: EASE }, { transform: at({ x: middle.x + slip, y: middle.y }), zIndex: i, offset: a },
        { transform: at({ x: middle.x - slip, y: middle.y }), zIndex: j, offset: b, easing: EASE }, { transform: at(to), zIndex: j }], timing)
        .onfinish = () => {
          flyer.remove();
          element.classList.remove('arriving');
          this.hidden.delete(element);
        };
    });
  }
}
