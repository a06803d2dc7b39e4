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
    /** What runs while a hand turns. @type {Animation[]} */
    this.turning = [];
    this.frame = 0;
  }

  /** Ends whatever is moving: everything is where it belongs. */
  finish() {
    this.layer.replaceChildren();
    for (const element of this.hidden) element.classList.remove('arriving');
    this.hidden.clear();
    cancelAnimationFrame(this.frame);
    for (const running of this.turning.splice(0)) running.cancel();
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
    const hand = document.querySelector('.hand');
    hand?.classList.add('still');
    redraw();
    if (calm.matches) {
      hand?.classList.remove('still');
      return this.#glow(motion);
    }
    if (motion.rotated !== null) {
      const seat = motion.rotated;
      // In the frame that shows it, so that the press itself is soon over.
      this.frame = requestAnimationFrame(() => {
        this.#rotate(seat, before);
        hand?.classList.remove('still');
      });
    }
    const landed = new Set();
    let end = motion.rotated === null ? 0 : GATHER + PACK + OPEN;
    /** @type {Record<number, number>} */
    const inWave = {};
    // First look at everything, then move it: looking in between would lay out the page again each time.
    const ends = motion.flights.map((flight) => {
      const target = this.locate(flight.to, arrived(flight), landed);
      if (target) landed.add(target);
      return target && { target, to: poseOf(target) };
    });
    motion.flights.forEach((flight, i) => {
      const from = starts[i], landing = ends[i];
      if (!from || !landing) return;
      const place = inWave[flight.wave] = (inWave[flight.wave] ?? -1) + 1;
      const delay = flight.card === '' ? flight.wave * NEXT + place * 12 : flight.wave * WAVE + place * STAGGER;
      this.#fly(flight, from, landing.to, landing.target, delay);
      end = Math.max(end, delay + FLY);
    });
    if (!rotates) {
      for (const { card, transform } of fan) if (card.isConnected) card.animate([{ transform }, {}], { duration: 260, easing: EASE });
    }
    if (motion.rotated === null) hand?.classList.remove('still');
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

  /** @param {Flight} flight @param {Pose} from @param {Pose} to @param {Element} target @param {number} delay */
  #fly(flight, from, to, target, delay) {
    const own = typeof flight.to === 'object' && target.matches('.card[data-card]');
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

  /** How every card of the hand lies before it is turned. */
  #handPoses() {
    const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.hand > .card[data-id]'));
    return new Map([...cards].map((card) => [card, lie(card)]));
  }

  /** The fan closes, the packet turns, the fan opens in its new order. Someone else's backs turn as they are.
   * @param {string} seat @param {Map<HTMLElement, ReturnType<typeof lie>> | null} before */
  #rotate(seat, before) {
    if (!before) {
      const backs = this.layer.parentElement?.querySelector(`[data-seat="${seat}"] .backs`) ?? document.querySelector('.hand');
      backs?.animate([{ transform: 'none' }, { transform: 'rotate(180deg)' }], { duration: PACK + OPEN, easing: TURN });
      return;
    }
    const total = GATHER + PACK + OPEN, a = GATHER / total, b = (GATHER + PACK) / total, n = before.size;
    const after = [...before.keys()].filter((card) => card.isConnected).map((card) => ({ card, to: lie(card) }));
    const level = after.reduce((sum, { to }) => sum + to.f / n, 0);
    after.forEach(({ card, to }, i) => {
      const from = before.get(card);
      if (!from) return;
      const aside = i - (n - 1) / 2, slip = aside * 3, lean = aside * 1.2;
      const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ angle) => ({ transform: `translate(${x}px, ${y}px) rotate(${angle}deg)` });
      this.turning.push(card.animate([
        { ...at(from.e, from.f, from.angle - 180), easing: EASE }, { ...at(slip, level, lean - 180), offset: a, easing: TURN },
        { ...at(-slip, level, lean), offset: b, easing: EASE }, at(to.e, to.f, to.angle)], { duration: total }));
      // The new side starts upside down, under the old one, which fades half way.
      const old = card.querySelector('.face.other');
      if (old) this.turning.push(old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 200, delay: GATHER + PACK * 0.3, fill: 'backwards' }));
    });
  }
}

/** Where a card of the fan is put by its transform, and how far it leans. @param {Element} card */
function lie(card) {
  const { transform } = getComputedStyle(card), { a, b, e, f } = new DOMMatrix(transform === 'none' ? '' : transform);
  return { e, f, angle: Math.atan2(b, a) * 180 / Math.PI };
}
