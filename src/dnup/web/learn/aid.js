// The player aid `<player-aid>`: the game on one card.
import { openDialog } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { at } from '../shared/urls.js';

const STYLE = new URL('aid.css', import.meta.url).href;

/** The style is fetched with the first opening: most games are played without it. */
const styled = () =>
  new Promise((done) => {
    if (document.querySelector(`link[href="${STYLE}"]`)) done(null);
    else document.head.append(h('link', { rel: 'stylesheet', href: STYLE, onload: done, onerror: done }));
  });

/** @param {string} name @param {string} [kind] */
const part = (name, kind) =>
  h('section', { class: kind }, h('h3', {}, t(`aid.${name}`)), h('p', {}, t(`aid.${name}Text`)));

export class PlayerAid extends HTMLElement {
  async open() {
    await styled();
    if (document.querySelector('dialog[open]')) return;
    openDialog(
      t('aid.title'),
      h(
        'div',
        { class: 'aid' },
        part('first'),
        h(
          'section',
          {},
          h('h3', {}, t('aid.then')),
          h(
            'dl',
            {},
            ['play', 'add', 'take', 'rotate'].map((name) =>
              h('div', {}, h('dt', {}, t(`aid.${name}`)), h('dd', {}, t(`aid.${name}Text`))),
            ),
          ),
        ),
        part('golden', 'golden'),
        part('end'),
        part('two'),
        // In a tab of their own: a game may be going on here.
        h(
          'div',
          { class: 'row' },
          ['rules', 'learn'].map((page) =>
            h('a', { class: 'btn', href: at(`${page}/`), target: '_blank' }, t(`aid.${page}`)),
          ),
        ),
      ),
    );
  }
}

customElements.define('player-aid', PlayerAid);
