// Animation of the difference between two views: cards fly, spin and slide. An animation that has begun also ends,
// faster if necessary. It never delays input; with reduced motion it is a short highlight on what has changed.

import { arrived } from '../game/flights.js';
import { settings } from '../settings/settings.js';
import { cardNode } from '../shared/cards.js';
import { h } from '../shared/dom.js';

/** @typedef {import('../game/flights.js').Motion} Motion */
/** @typedef {import('../game/flights.js').Flight} Flight */
/** @typedef {import('../game/flights.js').Place} Place */
/** @typedef {{x: number, y: number, width: number, angle: number}} Pose */
/** A card on its way: `own` is a target that it turns into.
 * @typedef {{flight: Flight, element: HTMLElement, from: Pose | null, target: Element, own: boolean, delay: number}}
 *   Flyer */

/** All times are in milliseconds at the usual speed. A card flies for this time, and when it is dealt. */
const FLY = 560;
const DEAL = 320;
/** Between the cards of a set, between two waves of flights, and between two rounds of a deal. */
const STAGGER = 70;
const WAVE = 420;
const NEXT = 45;
/** The parts of a rotation: the fan closes, the packet turns, the fan opens. */
const GATHER = 140;
const PACK = 340;
const OPEN = 220;
/** A card slides to another place in the hand. */
const SLIDE = 260;
/** Cards take off in groups, this many milliseconds apart: forty at once would block the page. */
const GROUP = 45;
const TURN = 'cubic-bezier(.45,.05,.2,1)';
const EASE = 'cubic-bezier(.3,.1,.2,1)';

/** The pause after a motion, and the time of a glow where there is no motion. */
const REST = 260;
const GLOW = 300;
/** The speed of all motion by the player's setting. */
const TEMPO = { slow: 0.6, normal: 1, fast: 1.8, none: 1 };

/** Where a card lies: its centre, its width, and how far it leans. @param {Element} element @returns {Pose} */
function poseOf(element) {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const matrix = style.transform === 'none' ? new DOMMatrix() : new DOMMatrix(style.transform);
  const angle = (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI;
  const width = element instanceof HTMLElement && element.offsetWidth ? element.offsetWidth : box.width;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width, angle };
}

export class Mover {
  /** @param {HTMLElement} layer  where flyers live
   * @param {(place: Place, card: string, taken: Set<Element>) => Element | null} locate */
  constructor(layer, locate) {
    this.layer = layer;
    this.locate = locate;
    /** Elements that are hidden until a card arrives there, each with the face that the flying card has borrowed.
     * @type {Map<HTMLElement, Element | null>} */
    this.hidden = new Map();
    /** What is moving now. @type {Animation[]} */
    this.running = [];
    this.next = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Resolves what waits for the next frame, so that flights that have not taken off yet never do. */
    this.skip = () => {};
    this.speed = 1;
    // In a page in the background animations stand still, and nobody sees them.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.finish();
    });
  }

  /** Ends all motion and puts everything where it belongs. */
  finish() {
    cancelAnimationFrame(this.next);
    clearTimeout(this.timer);
    this.skip();
    document.querySelector('.hand.still')?.classList.remove('still');
    const { running } = this;
    this.running = [];
    for (const one of running) one.finish();
    this.layer.replaceChildren();
    for (const target of this.hidden.keys()) this.#arrive(target);
  }

  /** Changes the speed of the animations that run and of those that follow. @param {number} speed */
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

  /** An animation of nothing, to wait for this many milliseconds. @param {number} duration */
  #wait(duration) {
    return this.#animate(this.layer, [], { duration });
  }

  /** Resolves when all these animations have ended. */
  async #ended(all = this.running) {
    await Promise.allSettled(all.map((one) => one.finished));
    if (all === this.running) this.running = [];
    // Animations end inside a frame. The next task is not part of it, so the caller's work does not make it longer.
    await new Promise((done) => setTimeout(done));
  }

  /** A pause in which the player can look at the table. */
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
      // All dealt cards come from the pile, whose place is measured when they take off.
      const element = flight.from === 'pile' ? null : this.locate(flight.from, flight.card, taken);
      if (element) taken.add(element);
      return element ? poseOf(element) : null;
    });
    // The fan only moves if the flights begin or end in it.
    const stirred = rotates || motion.flights.some(({ from, to }) => isOf(near, from) || isOf(near, to));
    const fan = stirred && !rotates ? fanOf() : [];
    // The fan's transitions are off while the places of cards are measured.
    const hand = stirred ? document.querySelector('.hand') : null;
    hand?.classList.add('still');
    redraw();
    if (settings.motion === 'none') {
      hand?.classList.remove('still');
      this.#glow(motion);
      return this.#ended();
    }
    if (motion.rotated !== null) this.#rotate(motion.rotated, before);
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
      const flyer = this.#launch(flight, from, target, delay);
      if (from && isSeen(flight.from, near)) this.#appear(flyer, from);
      flyers.push(flyer);
      end = Math.max(end, delay + (flight.card === '' ? DEAL : FLY));
    });
    this.#slide(fan);
    const { running } = this;
    const launched = this.#afterFrame(() => {
      this.#wait(end + REST);
      const flown = this.#flyAll(flyers);
      hand?.classList.remove('still');
      return flown;
    });
    return launched.then(() => this.#ended(running));
  }

  /** Cards of the hand slide from where they were to where they are, and grow or shrink on the way.
   * @param {ReturnType<typeof fanOf>} fan */
  #slide(fan) {
    const moved = fan.filter(({ card, where }) => card.isConnected && whereIs(card) !== where);
    // All cards of a hand have the same width, which changes only in a hand of two rows.
    const many = moved.some(({ card, spot }) => spot || card.dataset.spot);
    const width = many ? moved[0].card.offsetWidth : (moved[0]?.width ?? 0);
    for (const one of moved) {
      // Cards are aligned at the lower edge of the hand.
      const sinks = ((width - one.width) * 3) / 4;
      const transform = `translateY(${sinks}px) ${one.transform} scale(${one.width / width})`;
      this.#animate(one.card, [{ transform: width === one.width ? one.transform : transform }, {}], {
        duration: SLIDE,
        easing: EASE,
      });
    }
  }

  /** Changes the hand without flights: its cards slide, new ones fade in. @param {() => void} redraw */
  settle(redraw) {
    const fan = fanOf();
    const old = new Set(fan.map(({ card }) => card));
    const hand = document.querySelector('.hand');
    hand?.classList.add('still');
    redraw();
    if (settings.motion !== 'none' && !document.hidden) {
      this.#slide(fan);
      for (const { card } of fanOf())
        if (!old.has(card)) this.#animate(card, [{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE });
    }
    requestAnimationFrame(() => hand?.classList.remove('still'));
  }

  /** Works after the next frame: the page is laid out then, so measuring elements costs nothing.
   * @param {() => Promise<any>} work @returns {Promise<void>}  resolves when the work is done or was skipped */
  #afterFrame(work) {
    return new Promise((done) => {
      this.skip = done;
      this.next = requestAnimationFrame(() => {
        this.timer = setTimeout(() => work().then(() => done()));
      });
    });
  }

  /** Measures all places first and then starts the flights: to alternate would lay out the page again each time.
   * @param {Flyer[]} flyers */
  #flyAll(flyers) {
    const pile = flyers.some(({ from }) => !from) ? this.locate('pile', '', new Set()) : null;
    const dealt = pile && poseOf(pile);
    const targets = [...new Set(flyers.map(({ target }) => target))];
    const ends = new Map(targets.map((target) => [target, poseOf(target)]));
    const planned = flyers.map((flyer) => {
      const to = /** @type {Pose} */ (ends.get(flyer.target));
      return { flyer, from: flyer.from ?? dealt ?? to, to };
    });
    // The last card of a deal is seen from the start: it stands for the deck.
    const last = planned.at(-1);
    if (last?.flyer.flight.from === 'pile') this.#appear(last.flyer, last.from);
    const { running } = this;
    const groups = new Set(flyers.map(({ delay }) => Math.floor(delay / GROUP)));
    return Promise.all(
      [...groups].map(async (group) => {
        const passed = group * GROUP;
        if (passed) {
          await this.#wait(passed).finished;
          await new Promise((done) => setTimeout(done));
        }
        if (this.running !== running) return;
        for (const { flyer, from, to } of planned)
          if (Math.floor(flyer.delay / GROUP) === group) this.#fly({ ...flyer, delay: flyer.delay - passed }, from, to);
      }),
    );
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

  /** Makes the flying card, and hides its target until it arrives.
   * @param {Flight} flight @param {Pose | null} from @param {Element} target @param {number} delay @returns {Flyer} */
  #launch(flight, from, target, delay) {
    const own = typeof flight.to === 'object' && target.matches('.card[data-card]');
    if (own && target instanceof HTMLElement) {
      target.classList.add('arriving');
      // Drawing a face is expensive, so a card that arrives the same way up borrows the face of its target.
      const face = flight.card && !flight.turns ? target.querySelector('.face:not(.other)') : null;
      face?.remove();
      this.hidden.set(target, face);
    }
    const flyer = { flight, element: h('div', { class: 'flyer' }), from, target, own, delay };
    this.layer.append(flyer.element);
    return flyer;
  }

  /** Shows the target of a card that has arrived. @param {HTMLElement} target */
  #arrive(target) {
    const face = this.hidden.get(target);
    if (face) target.prepend(face);
    target.classList.remove('arriving');
    this.hidden.delete(target);
  }

  /** @param {Flyer} flyer @param {Pose} from */
  #appear({ flight, element, target }, from) {
    const borrowed = this.hidden.get(/** @type {HTMLElement} */ (target));
    // What is dealt is small, and gone at once.
    const card = h('div', { class: 'card' }, borrowed ?? cardNode(flight.card || 'small'));
    element.append(card);
    element.style.setProperty('--card-w', `${from.width}px`);
    element.style.transform = `translate(${from.x}px, ${from.y}px) translate(-50%, -50%)`;
    card.style.transform = `rotate(${from.angle}deg)`;
  }

  /** @param {Flyer} flyer @param {Pose} from @param {Pose} to */
  #fly(flyer, from, to) {
    const { flight, element, target, own, delay } = flyer;
    if (!element.firstChild) this.#appear(flyer, from);
    const deals = flight.card === '';
    const width = Math.max(from.width, to.width);
    element.style.setProperty('--card-w', `${width}px`);
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
    const angle = to.angle + (flight.turns ? 180 : 0);
    if (angle !== from.angle)
      this.#animate(card, [{ transform: `rotate(${from.angle}deg)` }, { transform: `rotate(${angle}deg)` }], timing);
    if (flight.turns) {
      const after = h('div', { class: 'card after' }, cardNode(arrived(flight)));
      card.append(after);
      this.#animate(after, [{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay: delay + FLY * 0.3, fill: 'both' });
    }
    if (!own) this.#animate(element, [{ opacity: 1 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }], timing);
    this.#animate(element, steps, timing).onfinish = () => {
      if (!element.isConnected) return; // it was brought to its end
      element.remove();
      if (target instanceof HTMLElement) this.#arrive(target);
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
    const level = [...before.values()].reduce((sum, { f }) => sum + f / n, 0);
    [...before].forEach(([card, from], i) => {
      if (!card.isConnected) return;
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
          {}, // where it lies now; reading that would cause another style recalculation
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

/** Whether a place is in somebody's hand. @param {string | null} seat @param {Place} place */
const isOf = (seat, place) => typeof place === 'object' && 'hand' in place && place.hand === seat;

/** Whether a card is visible before it takes off: not in a deck or in someone else's hand.
 * @param {Place} place @param {string | null} near */
const isSeen = (place, near) => isOf(near, place) || (typeof place === 'object' && 'slot' in place);

/** The attributes that decide where a card of the fan lies, as a key. @param {HTMLElement} card */
const whereIs = (card) => `${card.dataset.place} ${card.dataset.spot} ${card.classList.contains('selected')}`;

/** The cards of the hand, and how they lie. */
function fanOf() {
  const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.hand > .card'));
  const width = cards[0]?.offsetWidth ?? 0;
  return [...cards].map((card) => ({
    card,
    where: whereIs(card),
    spot: card.dataset.spot,
    width,
    transform: getComputedStyle(card).transform,
  }));
}

/** Where a card of the fan is put by its transform, and how far it leans. @param {Element} card */
function lie(card) {
  const { transform } = getComputedStyle(card);
  const { a, b, e, f } = new DOMMatrix(transform === 'none' ? '' : transform);
  return { e, f, angle: (Math.atan2(b, a) * 180) / Math.PI };
}
