// The player aid: the game on one card, one key away. <player-aid> is a dialog; `?` opens it on every page that has one.
import { fill, h, iconNode } from '../dom.js';
import { t } from '../i18n.js';

/** Heading and text, in the order of a turn. */
const ACTIONS = ['play', 'add', 'take', 'rotate'];

export class PlayerAid extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.dialog = h('dialog', { class: 'aid', 'aria-labelledby': 'aid-title', onclick: (/** @type {MouseEvent} */ event) => this.#outside(event) });
    this.append(this.dialog);
    document.addEventListener('keydown', (event) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (event.key !== '?' || typing || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.toggle();
    });
  }

  open() {
    if (!this.dialog || this.dialog.open || document.querySelector('dialog[open]')) return;
    this.#fill(this.dialog);
    this.dialog.showModal();
  }

  close() {
    this.dialog?.close();
  }

  toggle() {
    if (this.dialog?.open) this.close();
    else this.open();
  }

  /** @type {HTMLDialogElement | undefined} */
  dialog;

  /** A press beside the card closes it. @param {MouseEvent} event */
  #outside(event) {
    if (event.target === this.dialog) this.close();
  }

  /** @param {HTMLDialogElement} dialog */
  #fill(dialog) {
    const part = (/** @type {string} */ name, /** @type {string} */ kind = '') =>
      h('section', { class: kind }, h('h3', {}, t(`aid.${name}`)), h('p', {}, t(`aid.${name}Text`)));
    fill(dialog, h('div', { class: 'inner' },
      h('header', {}, h('h2', { id: 'aid-title' }, t('aid.title')),
        h('button', { class: 'tool', 'aria-label': t('aid.close'), onclick: () => this.close() }, iconNode('close'))),
      part('first'),
      h('section', {}, h('h3', {}, t('aid.then')), h('dl', {}, ...ACTIONS.flatMap((name) => [h('dt', {}, t(`aid.${name}`)), h('dd', {}, t(`aid.${name}Text`))]))),
      part('golden', 'golden'), part('end'), part('two'),
      h('p', { class: 'row' }, h('a', { class: 'btn', href: '/rules' }, t('aid.rules')), h('a', { class: 'btn', href: '/learn' }, t('aid.learn')))));
  }
}

customElements.define('player-aid', PlayerAid);
