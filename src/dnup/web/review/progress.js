// How far a game has been judged, and a button to stop there or to go on.

import { h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';

export class Progress {
  /** @param {import('./desk.js').Judging} judging @param {() => void} toggle */
  constructor(judging, toggle) {
    this.judging = judging;
    this.bar = h('progress', { max: '1' });
    this.halt = h('button', { class: 'btn quiet', onclick: toggle });
    this.element = h('section', { class: 'judging' }, this.bar, this.halt);
  }

  update() {
    const { done, running } = this.judging;
    this.element.hidden = done === 1 && !running;
    this.bar.value = done;
    this.bar.setAttribute('aria-label', t('review.judging'));
    this.halt.textContent = t(running ? 'review.stop' : 'review.go_on');
  }
}
