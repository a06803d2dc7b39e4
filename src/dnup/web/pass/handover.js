// One device for several people: when the curtain falls and lifts. While it is down the page knows no hand: the table
// sends none before its owner has opened it, and nothing of the hand before is left in any element.

import { NOTHING, receive } from '../game/state.js';
import { say } from '../play/announcer.js';
import { show } from '../play/display.js';
import { showBar } from '../play/status-bar.js';
import { showWaiting } from '../play/waiting.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { readMore, t, tp, words } from '../shared/i18n.js';
import { signNode } from '../shared/signs.js';
import { Curtain, lineNode } from './curtain.js';
import { readSeating } from './seating.js';
import { newsOf, storyOf } from './story.js';

/** @typedef {import('../play/page-state.js').Page} Page */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').ServerMessage} ServerMessage */
/** @typedef {import('../device/connection.js').DeviceConnection} DeviceConnection */
/** @typedef {import('../device/live-table.js').Handover} HandoverState */

const WORDS = new URL('./words/', import.meta.url);
const STYLES = ['./curtain.css', '../shared/people.css'].map((name) => new URL(name, import.meta.url).href);

/** @param {string} href @returns {Promise<unknown>} */
const styled = (href) =>
  new Promise((done) => {
    document.head.append(h('link', { rel: 'stylesheet', href, onload: done, onerror: done }));
  });

export class Handover {
  /** How the table says that it is shared; null once one person is left. @type {HandoverState | null} */
  #state = null;
  /** Whether the person who is named has asked for their cards. */
  #asked = false;
  /** Who held the device last: it changes hands only if somebody else comes. @type {string | null} */
  #holder = null;
  /** The order in which each person keeps their hand, where it is not sorted.
   * @type {Map<string, import('../game/hand.js').Held[]>} */
  #orders = new Map();
  #problem = '';
  /** @type {HTMLElement | null} */
  #since = null;

  /** @param {Page} page @param {(message: ServerMessage) => void} passOn  handles a message as on any table */
  static async start(page, passOn) {
    await Promise.all([readMore(WORDS), ...STYLES.map(styled)]);
    return new Handover(page, passOn);
  }

  /** @param {Page} page @param {(message: ServerMessage) => void} passOn */
  constructor(page, passOn) {
    this.page = page;
    this.passOn = passOn;
    this.connection = /** @type {DeviceConnection} */ (page.connection);
    page.state.oneDevice = true;
    this.curtain = new Curtain({
      open: () => this.#open(),
      undo: () => this.undo(),
      menu: () => this.#menu(),
      holds: () => readSeating().holds,
    });
    document.body.append(this.curtain.element);
    this.coverTool = tool('cover', signNode('cover'), () => this.cover());
    this.undoTool = tool('undo', iconNode('back'), () => this.undo());
    find('#help').before(this.undoTool, this.coverTool);
    this.#label();
    for (const id of ['#hint', '#take-back']) find(id).hidden = true;
    // The app switcher takes a picture of the page when it loses the focus: it must show the curtain.
    addEventListener('blur', () => this.cover());
    addEventListener('pagehide', () => this.cover());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.cover();
    });
    document.addEventListener('language', () => {
      this.#label();
      this.#tell();
    });
    for (const kind of ['pointerdown', 'keydown'])
      page.table.addEventListener(kind, () => this.#forgetNews(), { capture: true });
  }

  /** How the table is shared from the next message on. @param {HandoverState | null} state */
  update(state) {
    this.#state = state;
  }

  /** @param {ServerMessage} message */
  hear(message) {
    const state = this.#state;
    if (message.type === 'refused' && this.curtain.closed) return void this.#explain(message);
    if (message.type !== 'welcome' && message.type !== 'update') return this.passOn(message);
    this.#problem = this.connection.lasting ? '' : t('line.fleeting');
    // A hand that nobody waits for any more goes back behind the curtain unseen.
    if (state?.viewer && this.curtain.closed && !(this.#asked && !document.hidden)) {
      this.connection.cover();
      return;
    }
    const over = Boolean(message.state.result);
    if (state && state.viewer === null && state.next !== null && !over) this.#hang(message);
    else this.#show(message, over);
    this.#showTools();
  }

  /** Handles a message while the curtain is down, which shows only what is public. @param {ServerMessage} message */
  #hang(message) {
    const { state } = this.page;
    const heard = receive(this.curtain.closed ? state.heard : NOTHING, message, Date.now());
    if (!this.curtain.closed) this.#fall(true);
    state.heard = { ...heard, oneDevice: true };
    this.#tell();
  }

  /** Something is shown that everyone may see, or the person who has the device. @param {ServerMessage} message
   * @param {boolean} over  whether the round is over */
  #show(message, over) {
    const { page, curtain } = this;
    const { state, table } = page;
    const viewer = this.#state?.viewer ?? null;
    const opens = curtain.closed;
    if (opens && message.type === 'update') show(page, state.heard, []);
    if (opens && viewer) table.state.held = this.#orders.get(viewer) ?? [];
    this.#asked = false;
    state.covered = false;
    if (over) this.#forgetNews();
    this.passOn(message);
    this.#reveal();
    if (viewer) this.#holder = viewer;
    if (!this.#state) this.#end();
    else if (opens && viewer) this.#showNews(viewer);
    else if (viewer && !over && message.type === 'update') this.#sayStill(message, viewer);
  }

  /** Lowers the curtain and removes everything behind it. @param {boolean} falls  whether the fall is animated */
  #fall(falls) {
    const { page } = this;
    const seat = page.state.shown.seat;
    if (seat) this.#orders.set(seat, page.table.state.sorts ? [] : page.table.state.held);
    this.#asked = false;
    this.curtain.close(falls);
    wipe(page);
    for (const element of behind()) element.inert = true;
    this.curtain.button.focus({ preventScroll: true });
  }

  /** Makes the page behind the curtain reachable again. */
  #reveal() {
    if (!this.curtain.closed) return;
    for (const element of behind()) element.inert = false;
    this.curtain.lift();
    const { hand } = this.page.table;
    if (hand.current !== null) hand.focus(hand.current);
  }

  /** Covers the hand that is open: by its owner, or because the page is about to be hidden. */
  cover() {
    const { state } = this.page;
    this.#asked = false;
    if (this.curtain.closed || !this.#state?.viewer || state.shown.result) return;
    const { heard } = state;
    this.#holder = heard.seat;
    this.#state = { ...this.#state, viewer: null };
    this.#fall(false);
    state.heard = {
      ...heard,
      seat: null,
      moves: [],
      view: heard.view && { ...heard.view, hand: '' },
      past: new Map(),
    };
    this.#tell();
    this.#showTools();
    this.connection.cover();
  }

  /** Undoes the last move, while nobody has seen anything new. */
  undo() {
    const { viewer = null, undo = null } = this.#state ?? {};
    if (undo !== null && (this.curtain.closed || undo === viewer)) this.connection.undo();
  }

  #open() {
    const next = this.#state?.next;
    if (!next) return;
    this.#asked = true;
    this.connection.openHand(next);
  }

  /** Writes the current state on the curtain. */
  #tell() {
    const { heard } = this.page.state;
    if (!this.curtain.closed || !this.#state?.next || !heard.table) return;
    const { next, undo } = this.#state;
    this.curtain.update({ game: heard, next, undo, handed: next !== this.#holder, problem: this.#problem });
  }

  /** @param {import('../messages.d.ts').Refused} refused */
  async #explain(refused) {
    const { refusalText } = await import('../refusals/refusals.js');
    this.#problem = await refusalText(refused);
    this.#tell();
  }

  #label() {
    for (const [button, key] of /** @type {const} */ ([
      [this.coverTool, 'pass.cover'],
      [this.undoTool, 'pass.undo_own'],
    ])) {
      button.setAttribute('aria-label', t(key));
      button.title = t(key);
    }
  }

  #showTools() {
    const viewer = this.curtain.closed ? null : (this.#state?.viewer ?? null);
    const open = viewer !== null && !this.page.state.heard.result;
    this.coverTool.hidden = !open;
    this.undoTool.hidden = !open || this.#state?.undo !== viewer;
  }

  /** Shows the story of the others' moves on the table until the first touch. @param {string} viewer */
  #showNews(viewer) {
    const { table, state } = this.page;
    const { first, lines } = storyOf(words, state.shown, viewer);
    const told = lines.filter(({ waits }) => !waits);
    this.#forgetNews();
    if (first || !told.length) return;
    const { slots, gained } = newsOf(state.shown, viewer);
    for (const slot of slots) table.querySelector(`.set[data-slot="${slot}"]`)?.setAttribute('data-new', t('pass.new'));
    for (const [seat, count] of gained)
      table.querySelector(`[data-seat="${seat}"] .count`)?.setAttribute('data-more', `+${count}`);
    this.#since = h(
      'section',
      { class: 'since', 'aria-label': t('pass.since') },
      h('h2', {}, t('pass.since')),
      h(
        'ol',
        {},
        told.map((line) => lineNode(state.shown, line)),
      ),
    );
    table.append(this.#since);
  }

  #forgetNews() {
    this.#since?.remove();
    this.#since = null;
    for (const mark of ['data-new', 'data-more'])
      for (const element of this.page.table.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
  }

  /** Two players have two turns in a row: nobody hands the device over in between.
   * @param {import('../messages.d.ts').Update} message @param {string} viewer */
  #sayStill(message, viewer) {
    const { view, table } = this.page.state.heard;
    const moved = message.events.some((event) => event.type === 'moved' && event.seat === viewer);
    if (!moved || table?.options.players !== 2 || view?.turn?.[0] !== viewer) return;
    this.page.table.advise(tp('pass.still_you'));
    say(t('pass.still_you'));
  }

  /** One person is left, with bots: the table is like any other. */
  #end() {
    const { state } = this.page;
    state.oneDevice = false;
    state.heard = { ...state.heard, oneDevice: false, behind: false };
    this.#showTools();
    for (const id of ['#hint', '#take-back']) find(id).hidden = false;
    show(this.page, state.heard, []);
  }

  /** The menu of the curtain: what can be done without seeing a hand. */
  async #menu() {
    const [{ openScores }, { openSettings }] = await Promise.all([
      import('../play/menu.js'),
      import('../shared/shell.js'),
    ]);
    const { openCurtainMenu } = await import('./menu.js');
    if (document.querySelector('dialog[open]')) return;
    const { heard } = this.page.state;
    openCurtainMenu(heard, {
      settings: () => void openSettings(),
      scores: () => void openScores(heard),
      leave: (seat) => this.connection.leave(seat, readSeating().level),
    });
  }
}

/** @param {string} id @param {Node} sign @param {() => void} act */
const tool = (id, sign, act) => h('button', { class: 'tool', id, hidden: true, onclick: act }, sign);

/** The elements that are out of reach while the curtain is down. */
const behind = () => /** @type {HTMLElement[]} */ ([find('.bar'), find('#play')]);

/** Nothing of a hand is left in any element: not in the table, in what was said aloud, in the log, in the title.
 * @param {Page} page */
function wipe(page) {
  const { state, table, log, pace } = page;
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.close();
    dialog.remove();
  }
  for (const element of document.querySelectorAll('.notice, .moment')) element.remove();
  fill(find('#say'));
  pace.clear();
  state.shown = NOTHING;
  state.heard = NOTHING;
  state.askedAbout = null;
  state.covered = true;
  page.result.update(NOTHING, 0);
  table.reset();
  table.actions.element.append(page.result.reopen, page.standIn.element);
  log.reset();
  table.hidden = log.element.hidden = true;
  showWaiting(true);
  showBar(page, state.shown);
  page.attention.clear();
}
