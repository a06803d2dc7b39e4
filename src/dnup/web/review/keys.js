// The keyboard of a review. The keys are listed in docs/page.md and behind the sign in the bar.

import { openDialog } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { keyName, t } from '../shared/i18n.js';

/** What each key does: the keys, and the text's key in the locale. A name in braces is the locale's. */
const KEYS = /** @type {const} */ ([
  [['←', '→'], 'step'],
  [['↑', '↓'], 'round'],
  [['{home}', '{end}'], 'ends'],
  [['{space}'], 'play'],
  [['N', 'P'], 'moment'],
  [['V'], 'seat'],
  [['O'], 'open'],
  [['?'], 'help'],
]);

/** @typedef {object} Player
 * @property {(by: number) => void} step
 * @property {(by: number) => void} stepRound
 * @property {(stop: number) => void} go
 * @property {(by: number) => void} stepMoment
 * @property {() => boolean} isAtTable  whether a move is looked for at the table, which has other keys
 * @property {() => void} togglePlaying
 * @property {() => void} nextSeat
 * @property {() => void} lookOpen */

/** @param {Player} player */
export function listenToKeys(player) {
  /** @type {Record<string, () => void>} */
  const does = {
    ArrowLeft: () => player.step(-1),
    ArrowRight: () => player.step(1),
    ArrowUp: () => player.stepRound(-1),
    ArrowDown: () => player.stepRound(1),
    PageUp: () => player.stepRound(-1),
    PageDown: () => player.stepRound(1),
    Home: () => player.go(0),
    End: () => player.go(Number.MAX_SAFE_INTEGER),
    ' ': () => player.togglePlaying(),
    n: () => player.stepMoment(1),
    p: () => player.stepMoment(-1),
    v: () => player.nextSeat(),
    o: () => player.lookOpen(),
    '?': openKeys,
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches('input, select, textarea')) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // On a button, Space presses that.
    if (key === ' ' && target?.matches('button, a, summary, [role="tab"]')) return;
    if (event.repeat && !key.startsWith('Arrow')) return;
    if (!Object.hasOwn(does, key) || (player.isAtTable() && !'npvo'.includes(key))) return;
    event.preventDefault();
    does[key]();
  });
}

/** Shows what the keys do. */
export function openKeys() {
  openDialog(
    t('keys.title'),
    h(
      'dl',
      { class: 'key-list' },
      KEYS.flatMap(([keys, text]) => [
        h(
          'dt',
          {},
          keys.flatMap((key, i) => [i ? ' ' : '', h('kbd', {}, keyName(key))]),
        ),
        h('dd', {}, t(`review.keys.${text}`)),
      ]),
    ),
  );
}
