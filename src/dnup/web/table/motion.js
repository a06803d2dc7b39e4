// Motion that explains: the difference between two views flies, spins and slides. What has begun also ends, only faster if
// need be; it never holds up input, and without motion it is a short glow on what is new.

import { arrived } from '../game/flights.js';
import { settings } from '../settings/settings.js';
import { cardNode } from '../shared/cards.js';
import { h } from '../shared/dom.js';

/** @typedef {import('../game/flights.js').Motion} Motion */
/** @typedef {import('../game/flights.js').Flight} Flight */
/** @typedef {import('../game/flights.js').Place} Place */
/** @typedef {{x: number, y: number, width: number, angle: number}} Pose */
/** A card on its way: `own` is a target that it turns into.
 * @typedef {{flight: Flight, element: HTMLElement, from: Pose | null, target: Element, own: boolean, delay: number}} Flyer */

const FLY = 560;
const STAGGER = 70;
const WAVE = 420;
const GATHER = 140;
const PACK = 340;
const OPEN = 220;
const DEAL = 320;
const NEXT = 45;
const TURN = 'cubic-bezier(.45,.05,.2,1)';
const EASE = 'cubic-bezier(.3,.1,.2,1)';

/** How long what has been shown is left alone before something else may move, and how long a glow is looked at. */
const REST = 260;
const GLOW = 300;
/** How fast it goes, by the player's setting. */
const TEMPO = { slow: 0.6, normal: 1, fast: 1.8, none: 1 };

/** Where a card lies: its centre, its width, and how far it leans. @param {Element} element @returns {Pose} */
export function poseOf(element) {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const matrix = style.transform === 'none' ? new DOMMatrix() : new DOMMatrix(style.transform);
  const angle = (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI;
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
    /** What is moving now. @type {Animation[]} */
    this.running = [];
    this.frame = 0;
    this.next = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** What flies next does not. */
    this.skip = () => {};
    this.speed = 1;
    // Nobody sees a page in the background, where time stands still for what moves.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.finish();
    });
  }

  /** Ends whatever is moving: everything is where it belongs. */
  finish() {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.next);
    clearTimeout(this.timer);
    this.skip();
    document.querySelector('.hand.still')?.classList.remove('still');
    for (const one of this.running.splice(0)) one.finish();
    this.layer.replaceChildren();
    for (const element of this.hidden) element.classList.remove('arriving');
    this.hidden.clear();
  }

  /** Lets what moves, and what will, go at another speed. @param {number} speed */
  hasten(speed) {
    this.speed = speed;
    for (const one of this.running) one.updatePlaybackRate(this.#rate);
  }

  get #rate() {
    return this.speed * TEMPO[settings.motion];
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
  #animate(element, frames, timing) {
    const one = element.animate(frames, timing);
    one.playbackRate = this.#rate;
    this.running.push(one);
    return one;
  }

  /** Nothing moves for so long. @param {number} duration */
  #wait(duration) {
    return this.#animate(this.layer, [], { duration });
  }

  /** When all that moves has ended, and has been looked at. */
  async #ended(all = this.running) {
    await Promise.allSettled(all.map((one) => one.finished));
    if (all === this.running) this.running = [];
    // Animations end while a frame is made: what follows does not make it longer.
    await new Promise((done) => setTimeout(done));
  }

  /** Time to look at what has been shown. */
  rest() {
    if (!document.hidden) this.#wait(REST * 4);
    return this.#ended();
  }

  /** Shows a change. `redraw` puts the new view on the page in between.
   * @param {Motion} motion @param {() => void} redraw @param {string | null} near  the seat whose hand is the fan
   * @returns {Promise<void> | null}  when it is over; null if nothing moves */
  run(motion, redraw, near) {
    this.finish();
    this.running = [];
    if (document.hidden) {
      redraw();
      return null;
    }
    const rotates = motion.rotated !== null && motion.rotated === near;
    const before = rotates ? this.#handPoses() : null;
    const taken = new Set();
    const starts = motion.flights.map((flight) => {
      const element = this.locate(flight.from, flight.card, taken);
      if (element) taken.add(element);
      return element ? poseOf(element) : null;
    });
    const fan = [...document.querySelectorAll('.hand > .card')].map((card) => ({
      card,
      transform: getComputedStyle(card).transform,
    }));
    // Where things will lie is measured without the fan's own transitions.
    const hand = document.querySelector('.hand');
    hand?.classList.add('still');
    redraw();
    if (settings.motion === 'none') {
      hand?.classList.remove('still');
      this.#glow(motion);
      return this.#ended();
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
    let end = motion.rotated === null ? 0 : GATHER + PACK + OPEN + NEXT;
    /** @type {Record<number, number>} */
    const inWave = {};
    /** @type {Flyer[]} */
    const flyers = [];
    motion.flights.forEach((flight, i) => {
      const from = starts[i];
      const target = this.locate(flight.to, arrived(flight), landed);
      if (target) landed.add(target);
      if (!target || (!from && flight.from !== 'pile')) return;
      const place = inWave[flight.wave] ?? 0;
      inWave[flight.wave] = place + 1;
      const delay = flight.card === '' ? flight.wave * NEXT + place * 12 : flight.wave * WAVE + place * STAGGER;
      flyers.push(this.#launch(flight, from, target, delay));
      end = Math.max(end, delay + (flight.card === '' ? DEAL : FLY));
    });
    if (!rotates) {
      for (const { card, transform } of fan)
        if (card.isConnected) this.#animate(card, [{ transform }, {}], { duration: 260, easing: EASE });
    }
    const { running } = this;
    const launched = this.#afterFrame(() => {
      hand?.classList.remove('still');
      this.#flyAll(flyers);
      this.#wait(end + REST);
    });
    return launched.then(() => this.#ended(running));
  }

  /** Does something when the page has been laid out and drawn, so that looking at where things are costs nothing.
   * @param {() => void} work @returns {Promise<void>}  when it is done, or need not be any more */
  #afterFrame(work) {
    return new Promise((done) => {
      this.skip = done;
      this.next = requestAnimationFrame(() => {
        this.timer = setTimeout(() => {
          work();
          done();
        });
      });
    });
  }

  /** First look at everything, then move it: looking in between would lay out the page again each time. @param {Flyer[]} flyers */
  #flyAll(flyers) {
    const pile = flyers.some(({ from }) => !from) ? this.locate('pile', '', new Set()) : null;
    const dealt = pile && poseOf(pile);
    const ends = flyers.map(({ target }) => poseOf(target));
    for (const [i, flyer] of flyers.entries()) this.#fly(flyer, flyer.from ?? dealt ?? ends[i], ends[i]);
  }

  /** @param {Motion} motion */
  #glow(motion) {
    const landed = new Set();
    const turns =
      motion.rotated
      && (this.layer.parentElement?.querySelector(`[data-seat="${motion.rotated}"] .backs`)
        ?? document.querySelector('.hand'));
    if (turns) this.#animate(turns, [{ opacity: 0.3 }, { opacity: 1 }], { duration: 160 });
    for (const flight of motion.flights) {
      const target = this.locate(flight.to, arrived(flight), landed);
      if (!target) continue;
      landed.add(target);
      target.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 });
      if (flight.card) target.classList.add('fresh');
      setTimeout(() => target.classList.remove('fresh'), 900);
    }
    this.#wait(GLOW);
  }

  /** A card lies where it begins; what it becomes is not seen yet. Before the first deal there was no table, and so no pile
   * to begin at: where that is will be known when it has been drawn.
   * @param {Flight} flight @param {Pose | null} from @param {Element} target @param {number} delay @returns {Flyer} */
  #launch(flight, from, target, delay) {
    const own = typeof flight.to === 'object' && target.matches('.card[data-card]');
    // What is dealt is small, and gone at once.
    const element = h('div', { class: 'flyer' }, h('div', { class: 'card' }, cardNode(flight.card || 'small')));
    const card = /** @type {HTMLElement} */ (element.firstElementChild);
    if (from) {
      element.style.setProperty('--card-w', `${from.width}px`);
      element.style.transform = `translate(${from.x}px, ${from.y}px) translate(-50%, -50%)`;
      card.style.transform = `rotate(${from.angle}deg)`;
    } else {
      element.style.visibility = 'hidden';
    }
    if (flight.turns) {
      const after = h('div', { class: 'card after' }, cardNode(arrived(flight)));
      card.append(after);
      this.#animate(after, [{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay: delay + FLY * 0.3, fill: 'both' });
    }
    this.layer.append(element);
    if (own && target instanceof HTMLElement) {
      target.classList.add('arriving');
      this.hidden.add(target);
    }
    return { flight, element, from, target, own, delay };
  }

  /** @param {Flyer} flyer @param {Pose} from @param {Pose} to */
  #fly({ flight, element, target, own, delay }, from, to) {
    const deals = flight.card === '';
    const width = Math.max(from.width, to.width);
    element.style.setProperty('--card-w', `${width}px`);
    element.style.visibility = '';
    const card = /** @type {HTMLElement} */ (element.firstElementChild);
    const duration = deals ? DEAL : FLY;
    const a = from.width / width;
    const b = to.width / width;
    const middle = {
      x: (from.x + to.x) / 2 + (to.x - from.x) * 0.14,
      y: Math.min(from.y, to.y, (from.y + to.y) / 2 - 20),
    };
    const steps = Array.from({ length: 9 }, (_, i) => {
      const t = i / 8;
      const u = 1 - t;
      const lift = deals ? 1 : 1 + 0.12 * Math.sin(Math.PI * t);
      const x = u * u * from.x + 2 * u * t * middle.x + t * t * to.x;
      const y = u * u * from.y + 2 * u * t * middle.y + t * t * to.y;
      return {
        transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%) scale(${((a + (b - a) * t) * lift).toFixed(3)})`,
      };
    });
    const timing = /** @type {const} */ ({ duration, delay, easing: TURN, fill: 'both' });
    this.#animate(
      card,
      [{ transform: `rotate(${from.angle}deg)` }, { transform: `rotate(${to.angle + (flight.turns ? 180 : 0)}deg)` }],
      timing,
    );
    if (!own) this.#animate(element, [{ opacity: 1 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }], timing);
    this.#animate(element, steps, timing).onfinish = () => {
      element.remove();
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
      const backs =
        this.layer.parentElement?.querySelector(`[data-seat="${seat}"] .backs`) ?? document.querySelector('.hand');
      if (backs)
        this.#animate(backs, [{ transform: 'none' }, { transform: 'rotate(180deg)' }], {
          duration: PACK + OPEN,
          easing: TURN,
        });
      return;
    }
    const total = GATHER + PACK + OPEN;
    const a = GATHER / total;
    const b = (GATHER + PACK) / total;
    const n = before.size;
    const after = [...before.keys()].filter((card) => card.isConnected).map((card) => ({ card, to: lie(card) }));
    const level = after.reduce((sum, { to }) => sum + to.f / n, 0);
    after.forEach(({ card, to }, i) => {
      const from = before.get(card);
      if (!from) return;
      const aside = i - (n - 1) / 2;
      const slip = aside * 3;
      const lean = aside * 1.2;
      const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ angle) => ({
        transform: `translate(${x}px, ${y}px) rotate(${angle}deg)`,
      });
      this.#animate(
        card,
        [
          { ...at(from.e, from.f, from.angle - 180), easing: EASE },
          { ...at(slip, level, lean - 180), offset: a, easing: TURN },
          { ...at(-slip, level, lean), offset: b, easing: EASE },
          at(to.e, to.f, to.angle),
        ],
        { duration: total },
      );
      // The new side starts upside down, under the old one, which fades half way.
      const old = card.querySelector('.face.other');
      if (old)
        this.#animate(old, [{ opacity: 1 }, { opacity: 0 }], {
          duration: 200,
          delay: GATHER + PACK * 0.3,
          fill: 'backwards',
        });
    });
  }
}

/** Where a card of the fan is put by its transform, and how far it leans. @param {Element} card */
function lie(card) {
  const { transform } = getComputedStyle(card);
  const { a, b, e, f } = new DOMMatrix(transform === 'none' ? '' : transform);
  return { e, f, angle: (Math.atan2(b, a) * 180) / Math.PI };
}
