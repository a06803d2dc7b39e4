// What this browser remembers of its player.
import { currentName, DEFAULT_DECK } from '../shared/decks.js';

/** @param {string} key @param {string} fallback */
const read = (key, fallback) => localStorage.getItem(key) ?? fallback;

/** Asked once, for it is looked at for whatever moves. @type {MediaQueryList | undefined} */
let calm;

export const settings = {
  get name() {
    return read('name', '');
  },
  set name(value) {
    localStorage.setItem('name', value);
  },
  get sound() {
    return read('sound', 'on') === 'on';
  },
  set sound(value) {
    localStorage.setItem('sound', value ? 'on' : 'off');
  },
  get volume() {
    return Number(read('volume', '0.4'));
  },
  set volume(value) {
    localStorage.setItem('volume', String(value));
  },
  /** How fast cards move; whoever has asked their system for less motion gets none unless they choose otherwise.
   * @returns {'slow' | 'normal' | 'fast' | 'none'} */
  get motion() {
    calm ??= matchMedia('(prefers-reduced-motion: reduce)');
    return /** @type {any} */ (read('motion', calm.matches ? 'none' : 'normal'));
  },
  set motion(value) {
    localStorage.setItem('motion', value);
    document.documentElement.dataset.motion = value;
  },
  get notify() {
    return read('notify', 'off') === 'on';
  },
  set notify(value) {
    localStorage.setItem('notify', value ? 'on' : 'off');
  },
  get players() {
    return Number(read('players', '3'));
  },
  set players(value) {
    localStorage.setItem('players', String(value));
  },
  get level() {
    return /** @type {'easy' | 'medium' | 'hard' | 'expert'} */ (read('level', 'medium'));
  },
  set level(value) {
    localStorage.setItem('level', value);
  },
  /** What is played with against bots. */
  get deck() {
    return currentName(read('deck', DEFAULT_DECK));
  },
  set deck(value) {
    localStorage.setItem('deck', value);
  },
  /** Whether the hand is sorted after every move. */
  get sorts() {
    return read('sorts', 'yes') !== 'no';
  },
  set sorts(value) {
    localStorage.setItem('sorts', value ? 'yes' : 'no');
  },
  /** Whether the strip for newcomers has been seen or the lessons done. */
  get knows() {
    return read('knows', 'no') === 'yes';
  },
  set knows(value) {
    localStorage.setItem('knows', value ? 'yes' : 'no');
  },
};
