// The keyboard at the table. The keys are listed in docs/page.md and in the page's menu.
import { settings } from '../settings/settings.js';
import { t } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';

/** What each key does, for the list in the menu: the keys, and the text's key in the locale. A name in braces is the
 * locale's. Not every table has hints (`hint`), take-backs (`back`) or one device for all (`undo`). */
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
  [['Z'], 'back'],
  [['Z'], 'undo'],
  [['L'], 'log'],
  [['T'], 'read'],
  [['M'], 'mute'],
  [['?'], 'help'],
]);

/** What has the focus: a card of the hand, an opponent's set, another button or link, or anything else.
 * @typedef {'hand' | 'set' | 'button' | 'other'} Focus */
/** What a key asks for, with the direction or the value it is about: ['walk', -1], ['value', 10], ['confirm'].
 * @typedef {['shift' | 'walk' | 'beside' | 'value', number] | ['up' | 'down' | 'hand' | 'confirm' | 'clear' | 'rotate'
 *   | 'sort' | 'hint' | 'back' | 'log' | 'read' | 'mute' | 'help']} Command */

/** Keys that ask for the same wherever the focus is. @type {Record<string, Command>} */
const EVERYWHERE = {
  Escape: ['clear'],
  ArrowDown: ['down'],
  r: ['rotate'],
  s: ['sort'],
  h: ['hint'],
  z: ['back'],
  l: ['log'],
  t: ['read'],
  m: ['mute'],
  '?': ['help'],
};

/** The command of a key; null if it has none there.
 * @param {string} key @param {boolean} shift @param {Focus} focus @returns {Command | null} */
export function commandOf(key, shift, focus) {
  if (/^[0-9]$/.test(key)) return ['value', Number(key) || 10];
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const by = key === 'ArrowLeft' ? -1 : 1;
    if (shift) return ['shift', by];
    return focus === 'set' ? ['beside', by] : focus === 'hand' ? ['walk', by] : ['hand'];
  }
  if (key === 'ArrowUp') return focus === 'hand' ? ['up'] : ['beside', focus === 'set' ? 1 : 0];
  // On a card or on nothing, Enter makes the move that the big button shows; a button it presses.
  if (key === 'Enter') return focus === 'button' ? null : ['confirm'];
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(EVERYWHERE, name) ? EVERYWHERE[name] : null;
}

/** A key that is held down walks, but chooses and confirms once: what a press has selected it does not play as well.
 * @param {string} key */
const repeats = (key) => key.startsWith('Arrow');

/** @param {HTMLElement | null} target @returns {Focus} */
function focusOf(target) {
  if (target?.matches('button.set')) return 'set';
  if (target?.closest('.hand')) return 'hand';
  return target?.matches('a, button, summary') ? 'button' : 'other';
}

/** @param {import('./table-view.js').TableView} table
 * @param {{log: () => void, aid: () => void, read: () => void, hint?: () => void, back?: () => void,
 *   when?: (command?: Command[0]) => boolean}} does  `when` the table takes a command, if not always */
export function listenToKeys(table, does) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches('input, select, textarea')) return;
    const command = commandOf(event.key, event.shiftKey, focusOf(target));
    if (does.when && !does.when(command?.[0])) return;
    if (event.repeat && !repeats(event.key)) {
      if (event.key === 'Enter') event.preventDefault();
      return;
    }
    if (command && obey(command, target)) event.preventDefault();
  });

  /** @param {Command} command @param {HTMLElement | null} target
   * @returns {boolean}  whether the browser has nothing more to do */
  function obey([name, by = 0], target) {
    const { state, hand } = table;
    switch (name) {
      case 'value':
        table.selectValue(by);
        return true;
      case 'shift':
        table.shift(by);
        return true;
      case 'walk':
        table.walk(by);
        return true;
      case 'beside':
        focusSet(target?.matches('button.set') ? target : null, by);
        return true;
      case 'up':
        if (!hand.climb(-1)) focusSet(null, 0);
        return true;
      case 'down':
        if (!(target?.closest('.hand') && hand.climb(1))) focusHand();
        return true;
      case 'hand':
        focusHand();
        return true;
      case 'confirm':
        return table.confirm();
      case 'clear':
        if (!table.selected && !state.peek) return false;
        if (state.peek) table.togglePeek();
        else table.clear();
        return true;
      case 'rotate':
        if (state.peek && state.game.moves.some(({ verb }) => verb === 'rotate')) table.confirm();
        else table.togglePeek();
        return true;
      case 'sort':
        table.sort();
        return true;
      case 'hint':
        does.hint?.();
        return Boolean(does.hint);
      case 'back':
        does.back?.();
        return Boolean(does.back);
      case 'log':
        does.log();
        return true;
      case 'read':
        does.read();
        return true;
      case 'mute':
        settings.sound = !settings.sound;
        notice(t(settings.sound ? 'menu.sound_on' : 'menu.sound_off'));
        return true;
      case 'help':
        does.aid();
        return true;
      default:
        return false;
    }
  }

  /** Puts the focus onto an opponent's set. @param {HTMLElement | null} from @param {number} by */
  function focusSet(from, by) {
    const sets = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('button.set:not(.empty)')]);
    const at = from ? sets.indexOf(from) : 0;
    sets[(at + by + sets.length) % sets.length]?.focus();
  }

  function focusHand() {
    const { current } = table.hand;
    if (current !== null) table.hand.focus(current);
  }
}
