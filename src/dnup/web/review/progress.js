// The progress of a review, with a button to stop and to continue.

import { h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';

export class Progress {
  /** @param {import('./worker-client.js').Grading} grading @param {() => void} toggle */
  constructor(grading, toggle) {
    this.grading = grading;
    this.bar = h('progress', { max: '1' });
    this.halt = h('button', { class: 'btn quiet', onclick: toggle });
    this.element = h('section', { class: 'judging' }, this.bar, this.halt);
  }

  update() {
    const { done, running } = this.grading;
    this.element.hidden = done === 1 && !running;
    this.bar.value = done;
    this.bar.setAttribute('aria-label', t('review.judging'));
    this.halt.textContent = t(running ? 'review.stop' : 'review.go_on');
  }
}
