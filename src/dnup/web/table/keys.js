// The keyboard at the table. The keys are listed in docs/page.md and in the page's menu.
import { settings } from '../settings/settings.js';
import { t } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';

/** What each key does, for the list in the menu: the keys, and the text's key in the locale. A name in braces is the locale's. */
export const KEYS = /** @type {const} */ ([
  [['←', '→'], 'arrows'],
  [['↑', '↓'], 'up'],
  [['{space}'], 'space'],
  [['1', '9'], 'digits'],
  [['0'], 'ten'],
  [['{enter}'], 'enter'],
  [['R'], 'rotate'],
  [['{escape}'], 'escape'],
  [['{shift}+←', '{shift}+→'], 'shift'],
  [['S'], 'sort'],
  [['H'], 'hint'],
  [['L'], 'log'],
  [['T'], 'read'],
  [['M'], 'mute'],
  [['?'], 'help'],
]);

/** @param {import('./table-view.js').TableView} table
 * @param {{log: () => void, aid: () => void, read: () => void, hint?: () => void, when?: () => boolean}} does  `when` the keys are the table's, if not always */
export function listenToKeys(table, does) {
  addEventListener('keydown', (event) => {
    if (does.when && !does.when()) return;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches('input, select, textarea')) return;
    // A key that is held down walks, but chooses and confirms once: what a press has selected it does not play as well.
    if (event.repeat && !event.key.startsWith('Arrow')) {
      if (event.key === 'Enter') event.preventDefault();
      return;
    }
    if (press(event, target)) event.preventDefault();
  });

  /** @param {KeyboardEvent} event @param {HTMLElement | null} target @returns {boolean} */
  function press(event, target) {
    const { key } = event;
    const inHand = target?.closest('.hand') !== null && target !== null;
    if (/^[0-9]$/.test(key)) {
      table.selectValue(Number(key) || 10);
      return true;
    }
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowRight': {
        const by = key === 'ArrowLeft' ? -1 : 1;
        if (event.shiftKey) table.shift(by);
        else if (target?.matches('button.set')) beside(target, by);
        else if (inHand) table.walk(by);
        else toHand();
        return true;
      }
      case 'ArrowUp':
        if (inHand && table.hand?.climb(-1)) return true;
        beside(target?.matches('button.set') ? target : null, target?.matches('button.set') ? 1 : 0);
        return true;
      case 'ArrowDown':
        if (!(inHand && table.hand?.climb(1))) toHand();
        return true;
      case 'Enter':
        // On a card or on nothing, Enter makes the move that the big button shows; on a button it presses that.
        if (target?.matches('a, button:not(.card, .set), summary')) return false;
        return table.confirm();
      case 'Escape':
        if (!table.selected && !table.peek) return false;
        if (table.peek) table.togglePeek();
        else table.clear();
        return true;
      case 'r':
      case 'R':
        if (table.peek && table.game.moves.some(({ verb }) => verb === 'rotate')) table.confirm();
        else table.togglePeek();
        return true;
      case 's':
      case 'S':
        table.sort();
        return true;
      case 'h':
      case 'H':
        does.hint?.();
        return Boolean(does.hint);
      case 'l':
      case 'L':
        does.log();
        return true;
      case 't':
      case 'T':
        does.read();
        return true;
      case 'm':
      case 'M':
        settings.sound = !settings.sound;
        notice(t(settings.sound ? 'menu.sound_on' : 'menu.sound_off'));
        return true;
      case '?':
        does.aid();
        return true;
      default:
        return false;
    }
  }

  /** Puts the focus onto an opponent's set. @param {HTMLElement | null} from @param {number} by */
  function beside(from, by) {
    const sets = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('button.set:not(.empty)')]);
    const at = from ? sets.indexOf(from) : 0;
    sets[(at + by + sets.length) % sets.length]?.focus();
  }

  function toHand() {
    if (table.hand?.current !== null && table.hand?.current !== undefined) table.hand.focus(table.hand.current);
  }
}
