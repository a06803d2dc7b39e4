// Puzzles: a table where one move is better than all others. One a day, as many as one likes, and one's own mistakes.

import { parseLegal } from '../game/notation.js';
import { button } from '../game/phrases.js';
import { NOTHING } from '../game/state.js';
import { canPlayHere } from '../local/local.js';
import { openDialog } from '../shared/dialog.js';
import { fill, find, h, iconNode, nextFrame } from '../shared/dom.js';
import { alsoRead, plain, t, words } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { play as sound } from '../shared/sounds.js';
import { asker } from '../shared/worker.js';
import { listenToKeys } from '../table/keys.js';
import '../table/table-view.js';
import { dueMistakes, noteTry } from './mistakes.js';
import { solution, task } from './panel.js';
import {
  after,
  difficultyOf,
  keepProgress,
  LEVELS,
  nextOf,
  numbered,
  playersOf,
  puzzleOf,
  readProgress,
  select,
} from './shelf.js';

/** @typedef {import('./shelf.js').Puzzle} Puzzle */
/** @typedef {import('./mistakes.js').Mistake} Mistake */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../learn/study.js').Answer} Answer */
/** A puzzle, or a mistake that has come back. @typedef {{position: string, answer: string, puzzle: Puzzle | null, mistake: Mistake | null}} Task */

const MINE = 'mine';
const THEMES = [
  'rotate',
  'take',
  'add',
  'hold back a set',
  'let yourself be beaten',
  'endgame',
  'memory',
  'inference',
  'sure win',
];
const ask = asker(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));

/** What a theme is called in the locale. @param {string} theme */
export const themeKey = (theme) => `puzzles.themes.${theme.replaceAll(' ', '_')}`;

class PuzzlesPage {
  /** @type {Puzzle[]} */ puzzles = [];
  /** @type {Mistake[]} */ due = [];
  /** @type {Task | null} */ task = null;
  /** @type {Answer | null} */ shown = null;
  /** @type {'open' | 'solved' | 'told'} */ state = 'open';
  /** Whether something else was tried before. */ tried = false;
  /** @type {import('./shelf.js').Filter} */ filter = { theme: '', difficulty: '', players: '' };
  /** @type {{best: import('./worker.js').Weighed[], why: import('../study/appraiser.js').Reason[]} | null} */ weighed =
    null;

  /** The mistake whose try is noted. @type {Mistake | null} */ noted = null;
  /** The table before the answer. @type {Game | null} */ before = null;

  constructor() {
    this.table = /** @type {import('../table/table-view.js').TableView} */ (document.createElement('dnup-table'));
    this.panel = h('aside', { class: 'panel-box' });
    this.table.addEventListener('move', (event) => void this.#try(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener('ask', (event) => void this.#explain(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener('say', (event) => this.#say(/** @type {CustomEvent} */ (event).detail));
    listenToKeys(this.table, { log: () => {}, aid: () => {}, read: () => this.#say(this.table.spoken()) });
    find('#all').addEventListener('click', () => this.#choose());
    addEventListener('hashchange', () => void this.open());
    document.addEventListener('language', () => {
      this.table.relabel();
      this.#write();
    });
  }

  /** The puzzle that the address names, or today's. */
  async open() {
    const wanted = location.hash.slice(1);
    this.due = await dueMistakes();
    const mistake = wanted === MINE ? this.due[0] : null;
    const puzzle = mistake
      ? null
      : (this.puzzles[Number(wanted) - 1] ?? (this.puzzles.length ? puzzleOf(this.puzzles) : null));
    const { position, answer } = mistake ?? puzzle ?? {};
    if (!position || !answer) return this.#nothing();
    this.task = { position, answer, puzzle, mistake };
    this.state = 'open';
    this.tried = false;
    this.weighed = null;
    const { task } = this;
    this.shown = await ask({ what: 'look', data: { position, seat: this.seat } });
    fill(find('main'), this.table, this.panel);
    this.table.game = NOTHING;
    this.table.clear();
    const game = this.#game();
    if (game) await this.table.lay(game);
    if (task !== this.task) return;
    this.#show();
    await nextFrame();
    if (task === this.task) this.#write();
  }

  get seat() {
    return this.task?.position.split(' ')[1][0] ?? 'A';
  }

  #nothing() {
    fill(
      find('main'),
      h(
        'div',
        { class: 'entrance' },
        h('h1', {}, t('puzzles.title')),
        h(
          'p',
          { class: 'note' },
          t(canPlayHere ? (location.hash === `#${MINE}` ? 'puzzles.none_due' : 'puzzles.none') : 'review.not_here'),
        ),
        this.puzzles.length ? h('a', { class: 'btn first', href: '#' }, iconNode('puzzle'), t('puzzles.today')) : null,
      ),
    );
    this.#title();
  }

  /** The table as it is now. @returns {Game | null} */
  #game() {
    const { shown, state } = this;
    return (
      shown && {
        ...NOTHING,
        seat: this.seat,
        view: shown.view,
        moves: state === 'open' ? shown.moves.map(parseLegal) : [],
        position: this.table.game.position + 1,
        last: shown.event,
      }
    );
  }

  #show() {
    const { shown, state } = this;
    const game = this.#game();
    if (!shown || !game) return;
    this.table.still = state !== 'open';
    document.body.classList.toggle('answered', this.table.still);
    this.table.show(game, shown.event ? [shown.event] : []);
  }

  /** Somebody makes a move. @param {string} move */
  async #try(move) {
    const { task, state } = this;
    if (!task || state !== 'open') return;
    if (move === task.answer) return this.#end('solved');
    this.tried = true;
    await this.#note(false);
    this.table.clear();
    this.#say(this.table.explain({ code: 'tried', rule: '', sentence: t('puzzles.not_this') }));
    sound('no');
  }

  /** @param {string} move */
  async #explain(move) {
    const { task } = this;
    if (!task) return;
    const { why } = await ask({ what: 'attempt', data: { position: task.position, seat: this.seat, move } });
    if (task === this.task && why && this.table.options.ask === move) this.#say(this.table.explain(why));
  }

  /** It is solved, or has been shown. @param {'solved' | 'told'} state */
  async #end(state) {
    const { task } = this;
    if (!task) return;
    this.state = state;
    await this.#note(state === 'solved' && !this.tried);
    this.before = this.table.game;
    this.shown = await ask({ what: 'attempt', data: { position: task.position, seat: this.seat, move: task.answer } });
    this.#show();
    if (state === 'solved') sound('out');
    this.#write();
    find('h1').focus({ preventScroll: true });
    this.weighed = await ask({
      what: 'weigh',
      data: { position: task.position, answer: task.answer, other: task.mistake?.made ?? null },
    });
    if (task === this.task) this.#write();
  }

  /** Only the first try counts. @param {boolean} solved */
  async #note(solved) {
    const { task } = this;
    if (task?.puzzle) keepProgress(after(readProgress(), task.puzzle.number, solved));
    if (!task?.mistake || this.noted === task.mistake) return;
    this.noted = task.mistake;
    await noteTry(task.mistake, solved).catch(() => {});
  }

  #title() {
    const { task } = this;
    const { puzzle } = task ?? {};
    find('#which').textContent = puzzle ? t('puzzles.number', { number: puzzle.number }) : t('puzzles.title');
    find('#about').textContent = task ? t('review.players', { count: playersOf(task) }) : '';
  }

  #write() {
    const { task: current, state, weighed, before } = this;
    this.#title();
    if (!current) return;
    const { puzzle, mistake } = current;
    this.panel.setAttribute('aria-label', t('puzzles.title'));
    const today = puzzle !== null && puzzle === puzzleOf(this.puzzles);
    if (state === 'open') {
      fill(
        this.panel,
        ...task({
          kicker: t(mistake ? 'puzzles.your_mistake' : today ? 'puzzles.today' : 'puzzles.your_turn'),
          difficulty: puzzle && difficultyOf(puzzle),
          row: readProgress().row,
          due: this.due.length,
          past: puzzle?.past ?? [],
          game: before ?? this.table.game,
          tell: () => void this.#end('told'),
        }),
      );
      return;
    }
    const game = before ?? this.table.game;
    const choice = game.moves.find(({ text }) => text === current.answer);
    fill(
      this.panel,
      ...solution({
        solved: state === 'solved',
        row: readProgress().row,
        move: choice ? button(words, game, choice).act : [current.answer],
        game,
        answer: current.answer,
        weighed,
        themes: (puzzle?.themes ?? []).map((theme) => t(themeKey(theme))),
        found: puzzle?.found ?? null,
        next: () => this.#next(),
      }),
    );
    this.#say(`${plain(choice ? button(words, game, choice).act : [])}.`);
  }

  #next() {
    const { task } = this;
    const mistakes = this.due.filter((one) => one !== task?.mistake);
    const next = nextOf(select(this.puzzles, this.filter), task?.puzzle?.number ?? 0, readProgress());
    const hash = task?.mistake && mistakes.length ? MINE : next ? String(next.number) : '';
    if (location.hash.slice(1) === hash) void this.open();
    else location.hash = hash;
  }

  /** By theme, difficulty and number of players. */
  #choose() {
    const { filter, puzzles } = this;
    const field = (
      /** @type {keyof import('./shelf.js').Filter} */ name,
      /** @type {[string, string][]} */ options,
    ) => {
      const list = h(
        'select',
        { name },
        h('option', { value: '' }, t('puzzles.any')),
        options.map(([value, text]) => h('option', { value, selected: filter[name] === value }, text)),
      );
      list.addEventListener('change', () => {
        filter[name] = list.value;
        show();
      });
      return h('label', { class: 'field' }, t(`puzzles.${name}`), list);
    };
    const count = h('p', { class: 'note', role: 'status' });
    const go = h('button', { class: 'btn first' }, iconNode('puzzle'), t('puzzles.start'));
    const mine = h(
      'a',
      { class: 'btn', href: `#${MINE}`, hidden: !this.due.length },
      t('puzzles.mine', { count: this.due.length }),
    );
    function show() {
      const chosen = select(puzzles, filter);
      const { solved } = readProgress();
      count.textContent = t('puzzles.chosen', {
        count: chosen.length,
        solved: chosen.filter(({ number }) => solved.includes(number)).length,
      });
      go.disabled = !chosen.length;
    }
    const dialog = openDialog(
      t('puzzles.all'),
      field(
        'theme',
        THEMES.map((theme) => [theme, t(themeKey(theme))]),
      ),
      field(
        'difficulty',
        LEVELS.map((level) => [level, t(`levels.${level}`)]),
      ),
      field(
        'players',
        ['2', '3', '4', '5'].map((players) => [players, players]),
      ),
      count,
      h('div', { class: 'row' }, go, mine),
    );
    go.addEventListener('click', () => {
      dialog.close();
      this.#next();
    });
    mine.addEventListener('click', () => dialog.close());
    show();
  }

  /** @param {string} text */
  #say(text) {
    find('#say').textContent = text;
  }
}

alsoRead(new URL('../review/words/', import.meta.url));
await startPage();
const page = new PuzzlesPage();
try {
  const answer = await fetch(new URL('puzzles.json', import.meta.url));
  if (answer.ok) page.puzzles = numbered(await answer.json());
} catch {
  // There are still one's own.
}
await page.open();
