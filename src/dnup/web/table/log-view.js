// The log: every event as a sentence, the newest first. A move that can be shown again is a button.

import { discardLines, logLine, turnLine } from '../game/phrases.js';
import { h, iconNode, nodes, orderChildren } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').Event} Event */

/** The latest events that are shown. */
const LINES = 120;

/** The facts that the line of an event depends on. @param {Game} game @param {Event} event */
const factsOf = (game, event) =>
  JSON.stringify([
    words.language,
    game.seat,
    game.behind,
    event.type,
    'move' in event && event.move,
    game.past.has(event.number),
  ]);

export class LogView {
  /** @param {{close: () => void, again: (number: number) => void}} does  `again` shows the move of an event again */
  constructor(does) {
    this.does = does;
    this.heading = h('h2', { id: 'log-title' });
    this.shut = h('button', { class: 'tool', onclick: does.close }, iconNode('close'));
    this.#name();
    this.list = h('ol', { tabindex: '0', 'aria-labelledby': 'log-title' });
    this.element = h(
      'aside',
      { class: 'log', 'aria-labelledby': 'log-title' },
      h('header', {}, this.heading, this.shut),
      this.list,
    );
    this.key = '';
    /** The lines of events, the newest first, and the facts they tell.
     * @type {Map<number, {facts: string, items: HTMLElement[]}>} */
    this.lines = new Map();
    this.list.addEventListener('keydown', (event) => this.#walk(event));
  }

  /** Writes the names of heading and button in the current language. */
  #name() {
    this.heading.textContent = t('log.title');
    this.shut.setAttribute('aria-label', t('bar.close_log'));
    this.shut.title = t('bar.close_log');
  }

  /** Forgets all lines. */
  reset() {
    this.key = '';
    this.lines.clear();
    this.list.replaceChildren();
  }

  /** @param {Game} game */
  update(game) {
    this.#name();
    const lines = game.log.slice(-LINES).reverse();
    const key = JSON.stringify([
      words.language,
      game.view?.turn,
      lines.map((event) => [event.number, event.type === 'moved' && event.move, game.past.has(event.number)]),
    ]);
    if (key === this.key) return;
    this.key = key;
    const items = lines.flatMap((event) => this.#lines(game, event));
    if (game.view?.turn) items.unshift(h('li', { class: 'now' }, nodes(turnLine(words, game))));
    const focused = this.#buttons.find((button) => button === document.activeElement)?.dataset.again;
    orderChildren(this.list, items.length ? items : [h('li', {}, t('log.empty'))]);
    this.#reach(
      this.#buttons.find(({ dataset }) => dataset.again === focused),
      focused !== undefined,
    );
  }

  /** The lines of an event: made once, unless its facts have changed. @param {Game} game @param {Event} event */
  #lines(game, event) {
    const facts = factsOf(game, event);
    const known = this.lines.get(event.number);
    if (known?.facts === facts) return known.items;
    const item = this.#item(game, event);
    const discards = discardLines(words, game, event).map((text) => h('li', { class: 'discards' }, nodes(text)));
    const items = [...discards.reverse(), ...(item ? [item] : [])];
    this.lines.set(event.number, { facts, items });
    return items;
  }

  /** @param {Game} game @param {Event} event */
  #item(game, event) {
    const sentence = logLine(words, game, event);
    if (!sentence) return null;
    const text = nodes(sentence);
    const { number } = event;
    const again = game.past.has(number);
    const mine = 'seat' in event && event.seat === game.seat;
    return h(
      'li',
      { class: `${event.type}${mine ? ' mine' : ''}${again ? ' shows' : ''}`, 'data-number': number },
      again
        ? h(
            'button',
            { 'data-again': number, title: t('log.again'), tabindex: -1, onclick: () => this.does.again(number) },
            text,
          )
        : text,
    );
  }

  get #buttons() {
    return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('[data-again]')]);
  }

  /** Makes one line reachable by Tab, by default the newest; the arrows walk from there.
   * @param {HTMLElement} [line] @param {boolean} [focus] */
  #reach(line = this.#buttons[0], focus = false) {
    for (const other of this.#buttons)
      if ((other === line) !== (other.tabIndex === 0)) other.tabIndex = other === line ? 0 : -1;
    if (focus) line?.focus();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const buttons = this.#buttons;
    const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -buttons.length, End: buttons.length }[event.key];
    if (!step || !buttons.length) return;
    event.preventDefault();
    event.stopPropagation();
    this.#reach(buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)], true);
  }
}
