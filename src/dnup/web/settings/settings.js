// The player's settings in this browser.
import { DEFAULT_DECK, OLD_NAMES } from '../shared/decks.js';

/** @param {string} key @param {string} fallback */
const read = (key, fallback) => localStorage.getItem(key) ?? fallback;

/** What was chosen, if it is one of these.
 * @template {string} T @param {string} key @param {readonly T[]} values @param {T} fallback @returns {T} */
const readOne = (key, values, fallback) => values.find((value) => value === localStorage.getItem(key)) ?? fallback;

const MOTIONS = /** @type {const} */ (['slow', 'normal', 'fast', 'none']);
export const TABLES = /** @type {const} */ (['green', 'slate', 'linen']);
const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert']);

/** Whether this browser can show the dark side; if not, shared/light.css has the colors of the light one. */
export const canBeDark = () => CSS.supports('color', 'light-dark(red, red)');

/** Made once, because it is read for everything that moves. @type {MediaQueryList | undefined} */
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
  /** Whether a phone may vibrate. */
  get vibrates() {
    return read('vibration', 'on') === 'on';
  },
  set vibrates(value) {
    localStorage.setItem('vibration', value ? 'on' : 'off');
  },
  get volume() {
    const volume = Number(read('volume', '0.4'));
    return volume >= 0 && volume <= 1 ? volume : 0.4;
  },
  set volume(value) {
    localStorage.setItem('volume', String(value));
  },
  /** How fast cards move. A player whose system asks for reduced motion gets none unless they choose otherwise.
   * @returns {'slow' | 'normal' | 'fast' | 'none'} */
  get motion() {
    calm ??= matchMedia('(prefers-reduced-motion: reduce)');
    return readOne('motion', MOTIONS, calm.matches ? 'none' : 'normal');
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
  /** How many play against bots, the player included. */
  get players() {
    return Number(readOne('players', ['2', '3', '4', '5'], '3'));
  },
  set players(value) {
    localStorage.setItem('players', String(value));
  },
  /** How many play at a table for friends. */
  get friends() {
    return Number(readOne('friends', ['2', '3', '4', '5'], '3'));
  },
  set friends(value) {
    localStorage.setItem('friends', String(value));
  },
  get level() {
    return readOne('level', LEVELS, 'medium');
  },
  set level(value) {
    localStorage.setItem('level', value);
  },
  /** What is played with against bots. Until 0.2 `standard` was the name of the default deck, so it means that deck. */
  get deck() {
    const kept = read('deck', DEFAULT_DECK);
    return kept in OLD_NAMES ? DEFAULT_DECK : kept;
  },
  set deck(value) {
    localStorage.setItem('deck', value);
  },
  /** Whether the last round is played on after somebody has won, against bots (R20). */
  get finishRound() {
    return read('finish', 'no') === 'yes';
  },
  set finishRound(value) {
    localStorage.setItem('finish', value ? 'yes' : 'no');
  },
  /** Whether the hand is sorted after every move. */
  get sorts() {
    return read('sorts', 'yes') !== 'no';
  },
  set sorts(value) {
    localStorage.setItem('sorts', value ? 'yes' : 'no');
  },
  /** What the table is covered with. */
  get table() {
    return readOne('cloth', TABLES, 'green');
  },
  set table(value) {
    localStorage.setItem('cloth', value);
  },
  get largeCards() {
    return read('cards', 'normal') === 'large';
  },
  set largeCards(value) {
    localStorage.setItem('cards', value ? 'large' : 'normal');
  },
  /** Whether lines and letters are darker; for players whose system asks for it they are, unless they choose otherwise. */
  get highContrast() {
    return read('contrast', matchMedia('(prefers-contrast: more)').matches ? 'high' : 'normal') === 'high';
  },
  set highContrast(value) {
    localStorage.setItem('contrast', value ? 'high' : 'normal');
  },
  /** All of this as one attribute for the style sheet; empty as long as nothing was chosen. */
  get look() {
    const { table, largeCards, highContrast } = this;
    return [table !== 'green' && table, largeCards && 'large', highContrast && 'contrast'].filter(Boolean).join(' ');
  },
  /** Whether there are tips in games. */
  get tips() {
    return read('tips', 'on') === 'on';
  },
  set tips(value) {
    localStorage.setItem('tips', value ? 'on' : 'off');
  },
  /** The tips that were shown, which come only once. @returns {Set<string>} */
  get tipsSeen() {
    return new Set(read('tips-seen', '').split(' ').filter(Boolean));
  },
  set tipsSeen(value) {
    localStorage.setItem('tips-seen', [...value].join(' '));
  },
  /** Whether the strip for newcomers has been seen or the lessons done. */
  get knows() {
    return read('knows', 'no') === 'yes';
  },
  set knows(value) {
    localStorage.setItem('knows', value ? 'yes' : 'no');
  },
};
