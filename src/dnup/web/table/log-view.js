// The log: every event as a sentence, the newest first.
import { fill, h, iconNode, nodes } from '../dom.js';
import { t, words } from '../i18n.js';
import { logLine, turnLine } from '../game/phrases.js';

/** @typedef {import('../game/state.js').Game} Game */

const LINES = 120;

export class LogView {
  /** @param {() => void} close */
  constructor(close) {
    this.heading = h('h2', { id: 'log-title' });
    this.shut = h('button', { class: 'tool', onclick: close }, iconNode('close'));
    this.list = h('ol', { tabindex: '0', 'aria-labelledby': 'log-title' });
    this.element = h('aside', { class: 'log', 'aria-labelledby': 'log-title' }, h('header', {}, this.heading, this.shut), this.list);
    this.key = '';
  }

  /** @param {Game} game */
  update(game) {
    this.heading.textContent = t('log.title');
    this.shut.setAttribute('aria-label', t('bar.close_log'));
    const lines = game.log.slice(-LINES).reverse();
    const key = JSON.stringify([words.language, game.view?.turn, lines.map((event) => [event.number, event.type === 'moved' && event.move])]);
    if (key === this.key) return;
    this.key = key;
    const items = lines.flatMap((event) => {
      const line = logLine(words, game, event);
      return line ? [h('li', { class: `${event.type}${'seat' in event && event.seat === game.seat ? ' mine' : ''}`, 'data-number': event.number }, nodes(line))] : [];
    });
    if (game.view?.turn) items.unshift(h('li', { class: 'now' }, nodes(turnLine(words, game))));
    fill(this.list, ...(items.length ? items : [h('li', {}, t('log.empty'))]));
  }
}
