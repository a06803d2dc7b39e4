// <dnup-table>: the whole table as one element. It is given the game and shows it; it knows what is selected and how the
// hand is arranged; it says what the player does with the events `move` and `ask`.

import { dealing, motion as motionOf } from '../game/flights.js';
import { arrange, moved, peeked, sorted } from '../game/hand.js';
import { markOf } from '../game/last-move.js';
import { active, parseCards, parseMove } from '../game/notation.js';
import { button, eventLine, explanation, seatName, spokenCards, spokenTable } from '../game/phrases.js';
import { nearSeat, others, PLACES, slotsOf } from '../game/seats.js';
import { dropped, NONE, options, selectedCards, tapAll, tapCard, tapSet, typeValue } from '../game/selection.js';
import { NOTHING } from '../game/state.js';
import { settings } from '../settings/settings.js';
import { fill, find, h, line, nextFrame } from '../shared/dom.js';
import { plain, t, words } from '../shared/i18n.js';
import { ActionBar } from './action-bar.js';
import { CentreView, matWave, seam } from './centre-view.js';
import { ClockView } from './clock-view.js';
import { makeDraggable } from './drag.js';
import { HandView } from './hand-view.js';
import { Mover } from './motion.js';
import { AreaView, SeatView, SetView, showBubble } from './seat-view.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../game/hand.js').Held} Held */
/** @typedef {import('../game/selection.js').Selection} Selection */
/** @typedef {import('../game/notation.js').Choice} Choice */
/** @typedef {import('../game/state.js').Past} Past */
/** @typedef {import('../messages.d.ts').Event} Event */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../messages.d.ts').Why} Why */

/** The cards that a move takes out of its player's hand. @param {Event} event */
const goneWith = (event) => (event.type === 'moved' && event.move ? parseMove(event.move).cards : []);

/** The cards that are in one of two hands only. @param {Held[]} before @param {Held[]} after */
const difference = (before, after) => {
  const [old, now] = [before, after].map((hand) => new Set(hand.map(({ id }) => id)));
  return new Set([...old, ...now].filter((id) => !(old.has(id) && now.has(id))));
};

export class TableView extends HTMLElement {
  /** @type {Game} */ game = NOTHING;
  /** @type {Held[]} */ held = [];
  /** @type {Selection} */ selection = NONE;
  peek = false;
  sending = false;
  /** An earlier move that is shown again just now. @type {Moved | null} */ again = null;
  /** Whether it is only looked at: nothing can be selected. */ still = false;
  /** Whether the hand is sorted after every move. */ sorts = settings.sorts;
  /** @type {Why | null} */ reason = null;
  /** What somebody who asked was told about their move. @type {import('../shared/i18n.js').Part[] | null} */ advice =
    null;
  #shape = '';
  /** What the table consists of, in order: first each of the others, then what lies before the viewer, then hand and buttons.
   * @type {Element[][]} */
  #pieces = [];
  /** The game that seats, sets and pile show. @type {Game | null} */ #drawn = null;
  /** @type {SeatView[]} */ seats = [];
  /** @type {SetView[]} */ own = [];
  /** @type {AreaView[]} */ areas = [];
  /** The cards of the hand that the move was made with that is on its way. @type {number[]} */ #chosen = [];
  /** The cards that come into the hand or leave it just now. @type {Set<number>} */ #changing = new Set();
  /** What is pressed. @type {{readonly pressed: HTMLElement | null} | undefined} */ #pointer;
  /** Whether the hand has waited for a finger that was on it. */ #late = false;

  connectedCallback() {
    if (this.hand) return;
    this.classList.add('mat');
    this.hand = new HandView();
    this.actions = new ActionBar({
      move: (choice) => this.#send(choice),
      peek: () => this.togglePeek(),
      clear: () => this.clear(),
      sort: () => this.sort(),
    });
    this.clock = new ClockView();
    this.layer = h('div', { class: 'flyers', 'aria-hidden': 'true' });
    this.mover = new Mover(this.layer, (place, card, taken) => this.#locate(place, card, taken));
    this.addEventListener('click', (event) => this.#tap(event.target));
    this.addEventListener('dblclick', (event) => this.#doubleClick(event));
    this.#pointer = makeDraggable(this, this.layer, {
      grabbed: (source) => this.#grabbed(source),
      over: (source, zone, point) => this.#over(source, zone, point),
      drop: (source, zone, point) => this.#drop(source, zone, point),
      tap: (source) => this.#tap(source),
      cancel: () => {
        this.hand?.showPlace(null);
        this.#draw();
      },
      released: () => this.#catchUp(),
    });
  }

  /** Lays an empty table for a game, piece by piece, so that the page answers in between; nothing of it is shown yet but who is there.
   * A piece has its name before it is on the page, and nothing can be done with it before `show`.
   * @param {Game} game */
  async lay(game) {
    if (!game.view || this.#shape) return;
    this.classList.add('laying');
    this.#make(game);
    this.held = arrange([], game.view.hand, this.sorts, false);
    const named = [
      ...this.seats.map((seat) => () => seat.update(game)),
      () => this.#updateOwn(game),
      () => {
        this.hand?.name(this.#handLabel(game));
        this.#offer({ ...game, moves: [] });
      },
    ];
    for (const [i, name] of named.entries()) {
      name();
      this.append(...this.#pieces[i]);
      await nextFrame();
      if (!this.classList.contains('laying')) return; // it has been shown already
    }
    if (game.seat !== null) await this.hand?.lay(this.held);
  }

  /** What lies before the viewer. @param {Game} game */
  #updateOwn(game) {
    for (const part of [...this.own, ...this.areas, this.centre]) part?.update(game);
  }

  /** @param {Game} game */
  #handLabel(game) {
    const count = game.seat === null ? (game.view?.sizes[0] ?? 0) : this.held.length;
    return game.seat === null
      ? words.text('table.hand_of', { name: seatName(game, nearSeat(null)), count })
      : words.text('table.hand', { count });
  }

  /** Shows a game, moving what an event has moved. Says when that is over; null if nothing moves.
   * @param {Game} game @param {Event[]} [events] @returns {Promise<void> | null} */
  show(game, events = []) {
    if (this.classList.replace('laying', 'laid')) line(this, this.#pieces.flat());
    const before = this.game.view;
    const last = events.findLast((event) => event.type === 'moved' || event.type === 'dealt');
    const mine = last?.type === 'moved' && last.seat === game.seat;
    const rotated = mine && last.verb === 'rotate';
    const peeked = this.peek;
    if (mine || game.position !== this.game.position) this.#forgetSelection(game);
    if (rotated) this.peek = false;
    if (game.position !== this.game.position) this.advice = null;
    const fresh = last?.type === 'dealt' && before !== null;
    const gone = events.filter((event) => event.type === 'moved' && event.seat === game.seat).flatMap(goneWith);
    // What others do leaves the hand alone while a finger is on it.
    this.#late = !mine && !fresh && !gone.length && this.#pointer?.pressed?.dataset.id !== undefined;
    const held = this.#late
      ? this.held
      : arrange(fresh ? [] : this.held, game.view?.hand ?? '', this.sorts, rotated, gone, this.#chosen);
    this.#changing = difference(this.held, held);
    if (gone.length) this.#chosen = [];
    const redraw = () => {
      if (last) this.#markLast(null);
      this.game = game;
      this.sending = this.sending && !events.length && game.moves.length > 0;
      this.clock?.update(game.clock);
      this.held = held;
      this.#drawCards();
    };
    // Cards are enough for one frame where nobody waits for the buttons.
    const offer = () => (game.moves.length && !this.still ? this.#offer() : void nextFrame().then(() => this.#offer()));
    if (!game.view || !last || (!before && last.type === 'moved')) {
      this.mover?.finish();
      redraw();
      offer();
      this.#markLast(game.last);
      return null;
    }
    const change = last.type === 'dealt' ? dealing(game.view) : motionOf(/** @type {any} */ (before), game.view, last);
    // A peek has shown the turn already.
    if (rotated && peeked) change.rotated = null;
    if (this.hand) this.hand.bare = true;
    const done = this.mover?.run(change, redraw, nearSeat(game.seat)) ?? null;
    offer(); // after what flies has been sent off: looking where it goes costs nothing then
    void this.hand?.drawFaces();
    if (!done) this.#markLast(game.last);
    return (
      done?.then(() => {
        if (this.game === game) this.#markLast(game.last);
      }) ?? null
    );
  }

  /** Shows an earlier move again, on the table as it was then, and comes back to now. @param {Past} past */
  async replay({ event, before, after }) {
    const { game, held, selection, peek, reason } = this;
    const then = { ...game, moves: [], last: event };
    this.mover?.finish();
    this.#markLast(null);
    const first = arrange(held, before.hand, this.sorts, false);
    const mine = event.seat === game.seat;
    const next = arrange(first, after.hand, this.sorts, event.verb === 'rotate' && mine, mine ? goneWith(event) : []);
    this.#changing = difference(first, next);
    Object.assign(this, {
      again: event,
      game: { ...then, view: before },
      held: first,
      selection: NONE,
      peek: false,
      reason: null,
    });
    this.#draw();
    try {
      await this.mover?.run(
        motionOf(before, after, event),
        () => {
          this.game = { ...then, view: after };
          this.held = next;
          this.#draw();
        },
        nearSeat(game.seat),
      );
      this.#markLast(event);
      await this.mover?.rest();
    } finally {
      Object.assign(this, { again: null, game, held, selection, peek, reason });
      this.#draw();
      this.#markLast(game.last);
    }
  }

  /** Lets what moves, and what will, go at another speed. @param {number} speed */
  hasten(speed) {
    this.mover?.hasten(speed);
  }

  /** Marks the last move, or nothing. @param {Moved | null} event */
  #markLast(event) {
    const { view, seat } = this.game;
    const mark = event && view ? markOf(view, event) : null;
    for (const set of this.#sets) set.markLast(mark && mark.slot === set.slot ? mark.cards : null);
    for (const one of this.seats) one.markLast(mark);
    this.actions?.me.classList.toggle('last-move', mark !== null && mark.seat === seat && mark.verb !== 'play');
    this.hand?.markNew(mark?.gained && mark.gained.hand === seat ? mark.gained.cards : []);
  }

  get #sets() {
    return [...this.own, ...this.seats.flatMap(({ sets }) => sets)];
  }

  /** The move that was sent is known to have arrived: whoever sent it is free to choose again. */
  settle() {
    this.sending = false;
    this.#draw();
  }

  /** Why something is not done, which is said in words too; whoever sent a move is free to choose again. @param {Why | null} why */
  explain(why) {
    this.sending = false;
    this.reason = why;
    this.#draw();
    return why ? plain(explanation(words, this.game, why)) : '';
  }

  /** Says something about the move that is to be made; null for nothing. @param {import('../shared/i18n.js').Part[] | null} parts */
  advise(parts) {
    this.advice = parts;
    this.#draw();
  }

  /** @param {string} seat @param {string} emoji */
  react(seat, emoji) {
    if (seat === this.game.seat && this.actions) showBubble(this.actions.bubble, emoji);
    this.seats.find((view) => view.seat === seat)?.react(emoji);
  }

  /** What the player can do with what is selected. */
  get options() {
    return options(this.game.moves, this.held, this.selection);
  }

  get selected() {
    return this.selection.ids.length > 0 || this.selection.slot !== null;
  }

  /** @param {Selection} selection */
  select(selection) {
    if (this.again) return;
    this.selection = selection;
    this.peek = false;
    this.reason = null;
    this.advice = null;
    this.#draw();
    const {
      ask,
      choices: [choice],
    } = this.options;
    const cards = selectedCards(this.held, selection);
    if (ask) this.#tell('ask', ask);
    this.#tell('selected', '');
    if (!cards.length && !selection.slot) return;
    const offer = choice && button(words, this.game, choice);
    this.#tell(
      'say',
      [
        cards.length ? t('say.selected', { cards: spokenCards(cards) }) : '',
        offer
          ? [offer.act, offer.so]
              .map(plain)
              .filter(Boolean)
              .map((text) => `${text}.`)
              .join(' ')
          : '',
      ].join(' '),
    );
  }

  /** Shows what a move would do as if somebody had selected it; null for nothing. @param {Choice | null} choice */
  demonstrate(choice) {
    const left = [...this.held];
    const ids = (choice?.cards ?? []).flatMap((card) => {
      const at = left.findIndex((one) => one.card === card);
      return at < 0 ? [] : left.splice(at, 1).map(({ id }) => id);
    });
    this.selection = { ids, slot: choice?.slot ?? null };
    this.peek = choice?.verb === 'rotate';
    this.reason = null;
    this.#draw();
  }

  /** One more card of a value; the focus follows. @param {number} value */
  selectValue(value) {
    if (!this.game.moves.length) return;
    const before = this.selection.ids;
    this.select(typeValue(this.selection, this.held, value));
    const id =
      this.selection.ids.find((one) => !before.includes(one))
      ?? this.held.find(({ card }) => active(card) === value)?.id;
    if (id !== undefined) this.hand?.focus(id);
  }

  clear() {
    this.select(NONE);
  }

  /** Whoever is not in turn cannot rotate; only a peek that has begun can be ended. */
  togglePeek() {
    if (!this.held.length || this.game.seat === null || !(this.peek || this.game.moves.length)) return;
    const peek = !this.peek;
    this.selection = NONE;
    this.reason = null;
    this.mover?.run(
      { flights: [], rotated: nearSeat(this.game.seat) },
      () => {
        this.peek = peek;
        this.#drawCards();
      },
      nearSeat(this.game.seat),
    );
    void nextFrame().then(() => this.#offer()); // a hand that turns is enough for one frame
    this.#tell('selected', '');
    const cards = spokenCards(this.#shown().map(({ card }) => card));
    this.#tell('say', t(peek ? 'say.peek' : 'say.hand', { cards }));
  }

  /** Enter, or R for the second time: what the big button says, if it says anything. */
  confirm() {
    this.#offer();
    const choice = this.actions?.choice;
    if (choice) this.#send(choice);
    return Boolean(choice);
  }

  sort() {
    if (this.again) return;
    this.#keepSorting(true);
    this.held = sorted(this.held);
    this.#draw();
  }

  /** Moves the card that has the focus within the hand. @param {number} by */
  shift(by) {
    const id = this.hand?.current;
    const at = this.held.findIndex((one) => one.id === id);
    if (id === null || id === undefined || at < 0 || this.peek || this.again) return;
    this.#keepSorting(false);
    this.held = moved(this.held, [id], Math.min(Math.max(at + by, 0), this.held.length - 1));
    this.#draw();
    this.hand?.focus(id);
  }

  /** Puts the focus onto the card beside the current one. @param {number} by */
  walk(by) {
    const shown = this.#shown();
    const at = shown.findIndex(({ id }) => id === this.hand?.current);
    const next = shown[(at + by + shown.length) % shown.length];
    if (next) this.hand?.focus(next.id);
  }

  /** @param {boolean} sorts */
  #keepSorting(sorts) {
    this.sorts = sorts;
    settings.sorts = sorts;
  }

  #shown() {
    return this.peek ? peeked(this.held, this.sorts) : this.held;
  }

  /** A selection outlives what others do, as long as its cards are still there. @param {Game} game */
  #forgetSelection(game) {
    const hand = parseCards(game.view?.hand);
    const cards = selectedCards(this.held, this.selection);
    const still =
      cards.every((card) => hand.includes(card))
      && (this.selection.slot === null || game.view?.table[this.selection.slot]);
    if (!still) this.selection = NONE;
    this.reason = null;
    if (!game.moves.length || this.game.moves.length) this.peek = this.peek && game.view?.hand === this.game.view?.hand;
  }

  /** @param {string} name @param {string} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {Choice} choice @param {number[]} [ids]  the cards of the hand it is made with */
  #send(choice, ids = this.selection.ids) {
    if (this.sending || !this.game.moves.some(({ text }) => text === choice.text)) return;
    this.sending = true;
    this.#chosen = ids;
    this.#draw();
    this.#tell('move', choice.text);
  }

  /** @param {Game} game */
  #build(game) {
    if (this.#make(game)) fill(this, ...this.#pieces.flat());
  }

  /** Makes all that a table consists of, if it is not the table that is there; nothing of it is on the page yet.
   * @param {Game} game @returns {boolean}  whether it is another */
  #make({ view, seat, table }) {
    const players = view?.players ?? table?.options.players ?? 3;
    const shape = `${players}${nearSeat(seat)}`;
    if (shape === this.#shape || !this.hand || !this.actions || !this.layer || !this.clock) return false;
    this.#shape = shape;
    this.#drawn = null;
    this.dataset.players = String(players);
    const near = nearSeat(seat);
    this.seats = others(seat, players).map(
      (name, i) => new SeatView(name, PLACES[players][i], slotsOf(name, players, false)),
    );
    this.own = slotsOf(near, players, true).map((slot) => new SetView(slot, true));
    this.areas = players === 2 ? this.own.map((set, i) => new AreaView(set, `near${i}`)) : [];
    this.centre = new CentreView(players === 2 ? null : this.own[0]);
    const seats = this.seats.map(({ element, areas }) => [element, ...areas.map((area) => area.element)]);
    seats[0].unshift(players === 2 ? seam() : matWave());
    this.#pieces = [
      ...seats,
      [...this.areas.map(({ element }) => element), this.centre.element],
      [this.hand.element, this.actions.element, this.layer, this.clock.element],
    ];
    return true;
  }

  #draw() {
    this.#drawCards();
    this.#offer();
  }

  #drawCards() {
    if (!this.game.view) return;
    this.#build(this.game);
    const { game, selection } = this;
    const found = this.options;
    const choice = this.peek ? null : (found.choices[0] ?? null);
    this.classList.toggle('my-turn', game.moves.length > 0);
    if (game !== this.#drawn) {
      this.#drawn = game;
      for (const view of this.seats) view.update(game);
      this.#updateOwn(game);
    }
    this.#preview(choice, found.slots);
    if (game.seat === null) {
      this.hand?.showBacks(game.view?.sizes[0] ?? 0, this.#handLabel(game));
    } else {
      this.hand?.update(this.#shown(), {
        label: this.#handLabel(game),
        selected: selection.ids,
        dim: this.peek ? new Set() : found.dim,
        lit: found.lit,
      });
    }
    this.hand?.element.classList.toggle('peeking', this.peek);
    this.hand?.element.classList.toggle('awake', game.moves.length > 0);
  }

  /** The buttons, which say what can be done with what is selected. */
  #offer(game = this.game) {
    if (!game.view) return;
    this.actions?.update({
      game,
      options: this.options,
      selected: this.selected,
      peek: this.peek,
      sending: this.sending,
      sorted: this.sorts && sorted(this.held).every((one, i) => one === this.held[i]),
      note: this.again ? eventLine(words, game, this.again) : this.advice,
      reason: this.reason && {
        parts: explanation(words, game, this.reason),
        rule: this.reason.rule,
      },
    });
  }

  /** Shows on the table what a move would do. @param {Choice | null} choice @param {Set<string>} slots */
  #preview(choice, slots) {
    for (const set of this.#sets) {
      const beats = choice?.effects.beats === set.slot;
      const takes = choice?.verb === 'take' && choice.slot === set.slot;
      const beaten = beats || takes ? parseCards(choice.effects.returns) : null;
      set.mark({
        reachable: !set.own && !this.still && slots.has(set.slot),
        selected: this.selection.slot === set.slot,
        beaten,
        grows: choice?.verb === 'add' && choice.slot === set.slot,
      });
    }
    this.centre?.ghost(choice?.verb === 'play' ? choice.cards : [], this.game.view?.turn ?? null, this.areas);
  }

  /** @param {EventTarget | null} target */
  #tap(target) {
    if (this.again || this.still || !this.game.view) return;
    const id = this.hand?.idOf(target) ?? null;
    if (id !== null) {
      if (this.hand) this.hand.current = id;
      if (this.peek) this.togglePeek();
      else this.select(tapCard(this.selection, this.held, id));
      return;
    }
    const set = target instanceof Element ? target.closest('button.set') : null;
    if (
      set instanceof HTMLElement
      && set.dataset.slot
      && this.game.view?.table[set.dataset.slot]
      && this.game.moves.length
    ) {
      this.select(tapSet(this.selection, set.dataset.slot));
    }
  }

  /** @param {MouseEvent} event */
  #doubleClick(event) {
    const id = this.hand?.idOf(event.target) ?? null;
    if (id !== null && !this.peek && !this.still) this.select(tapAll(this.held, id));
  }

  /** @param {HTMLElement} source @returns {HTMLElement[]} */
  #grabbed(source) {
    if (this.again || this.still) return [];
    if (source.matches('.set')) {
      const takes = this.game.moves.some(({ verb, slot }) => verb === 'take' && slot === source.dataset.slot);
      return takes ? [...source.querySelectorAll('.card')].map((card) => /** @type {HTMLElement} */ (card)) : [];
    }
    if (this.peek) return [];
    return this.#draggedIds(source).flatMap((one) => this.hand?.cards.get(one)?.element ?? []);
  }

  /** @param {HTMLElement} source */
  #draggedIds(source) {
    const id = Number(source.dataset.id);
    return this.selection.ids.includes(id) ? this.selection.ids : [id];
  }

  /** @param {HTMLElement} source @param {string | null} zone */
  #aim(source, zone) {
    if (source.matches('.set'))
      return zone === 'hand' ? dropped(this.game.moves, [], 'hand', source.dataset.slot ?? null) : null;
    if (zone === 'hand' || zone === null) return null;
    const cards = selectedCards(this.held, { ids: this.#draggedIds(source), slot: null });
    // An empty place of someone else's, and one that is not in turn, is just table.
    const place = zone === 'own' || !this.game.view?.table[zone] ? 'own' : zone;
    return this.game.moves.length ? dropped(this.game.moves, cards, place) : null;
  }

  /** @param {HTMLElement} source @param {string | null} zone @param {{x: number, y: number}} point */
  #over(source, zone, point) {
    const aim = this.#aim(source, zone);
    const reorders = zone === 'hand' && !source.matches('.set');
    this.hand?.showPlace(reorders ? this.hand.placeAt(point, this.#draggedIds(source)) : null);
    this.#preview(aim?.choice ?? null, new Set());
    for (const set of this.querySelectorAll('.set'))
      set.classList.toggle('target', Boolean(aim?.choice) && set instanceof HTMLElement && set.dataset.slot === zone);
  }

  /** @param {HTMLElement} source @param {string | null} zone @param {{x: number, y: number}} point */
  #drop(source, zone, point) {
    for (const set of this.querySelectorAll('.target')) set.classList.remove('target');
    this.hand?.showPlace(null);
    const aim = this.#aim(source, zone);
    if (!aim) {
      if (zone === 'hand' && !source.matches('.set')) this.#reorder(source, point);
      this.#draw();
      return;
    }
    if (aim.choice) {
      this.#send(aim.choice, source.matches('.set') ? [] : this.#draggedIds(source));
      return;
    }
    const move = parseMove(aim.text);
    this.select({ ids: this.#draggedIds(source), slot: move.slot });
    this.#tell('ask', aim.text);
  }

  /** @param {HTMLElement} source @param {{x: number, y: number}} point */
  #reorder(source, point) {
    const ids = this.#draggedIds(source);
    this.#keepSorting(false);
    this.held = moved(this.held, ids, this.hand?.placeAt(point, ids).index ?? 0);
  }

  /** The finger is gone: the hand is what it has become meanwhile. */
  #catchUp() {
    if (!this.#late) return;
    this.#late = false;
    const held = arrange(this.held, this.game.view?.hand ?? '', this.sorts, false);
    this.mover?.settle(() => {
      this.held = held;
      this.#draw();
    });
  }

  /** The element of a card at a place, each only once.
   * @param {import('../game/flights.js').Place} place @param {string} card @param {Set<Element>} taken @returns {Element | null} */
  #locate(place, card, taken) {
    if (place === 'pile') return this.querySelector('.pile .top') ?? this.querySelector('.pile');
    const free = (/** @type {ParentNode} */ root) =>
      /** @type {HTMLElement[]} */ ([...root.querySelectorAll('.card')]).filter(
        (element) => !taken.has(element) && (card === '' || element.dataset.card === card),
      );
    if ('slot' in place) {
      const set = this.querySelector(`.set[data-slot="${place.slot}"]`);
      // Of equal cards the last one is new.
      return set && (free(set).at(-1) ?? this.querySelector(`[data-area="${place.slot}"]`) ?? set);
    }
    if (place.hand !== nearSeat(this.game.seat)) return this.querySelector(`[data-seat="${place.hand}"] .backs`);
    const fan = find('.hand', this);
    const found = free(fan);
    if (card === '') return found[0] ?? null;
    // A card that comes while a finger is on the hand has no place there yet.
    return found.find(({ dataset }) => this.#changing.has(Number(dataset.id))) ?? (this.#late ? null : found[0]) ?? fan;
  }

  /** The table in words, for those who listen. */
  spoken() {
    return spokenTable(words, this.game);
  }

  /** Everything anew, in another language. */
  relabel() {
    this.#shape = '';
    if (this.hand) this.hand.cards.clear();
    this.hand?.element.replaceChildren();
    this.#draw();
  }
}

customElements.define('dnup-table', TableView);
