// The page of the puzzles: one a day, all others, and the player's own mistakes.

import { canPlayHere } from '../device/device.js';
import { parseLegal } from '../game/notation.js';
import { button } from '../game/phrases.js';
import { NOTHING } from '../game/state.js';
import { listenForKnown } from '../play/known.js';
import { openDialog } from '../shared/dialog.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { alsoRead, plain, t, words } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { play as sound } from '../shared/sounds.js';
import { WorkerClient } from '../shared/worker-rpc.js';
import { allGames } from '../stats/store.js';
import { listenToKeys } from '../table/keys.js';
import '../table/table-view.js';
import { why } from '../review/explanations.js';
import { LinePlayer } from '../review/line.js';
import { percent } from '../review/luck.js';
import { dueMistakes, noteTry } from './mistakes.js';
import { solution, task } from './panel.js';
import {
  after,
  difficultyOf,
  eventsOf,
  keepProgress,
  LEVELS,
  nextOf,
  numbered,
  playersOf,
  puzzleOf,
  readProgress,
  select,
} from './puzzle-store.js';
import { nextTask } from './training.js';
import { measureOf, verdictOf } from './tries.js';

/** @typedef {import('./puzzle-store.js').Puzzle} Puzzle */
/** @typedef {import('./mistakes.js').Mistake} Mistake */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../learn/inspection.js').Answer} Answer */
/** @typedef {import('./tries.js').Task} Task */
/** @typedef {import('./worker.js').Weighed} Weighed */
/** @typedef {import('../analysis/estimators.js').Reason} Reason */
/** @typedef {import('../analysis/estimators.js').LineMove} LineMove */

const MINE = 'mine';
const TRAIN = 'train';
/** Reasons that are about the worse move alone. */
const AGAINST = ['lets_play_out', 'lets_add_out', 'known_to_beat', 'breaks_up', 'leaves_singles'];
/** How many of the best moves are shown. */
const TOLD = 3;
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
const worker = new WorkerClient(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));

/** What a theme is called in the locale. @param {string} theme */
const themeKey = (theme) => `puzzles.themes.${theme.replaceAll(' ', '_')}`;

/** The theme that the address asks for, as links of the statistics do. */
function askedTheme() {
  const theme = new URLSearchParams(location.search).get('theme') ?? '';
  return THEMES.includes(theme) ? theme : '';
}

/** @param {Puzzle | null} puzzle @returns {Task | null} */
const taskOf = (puzzle) => puzzle && { position: puzzle.position, answer: puzzle.answer, puzzle, mistake: null };

/** A list of puzzles or red herrings; empty if it cannot be read, as the page works without. @param {string} file */
async function readList(file) {
  try {
    const answer = await fetch(new URL(file, import.meta.url));
    return answer.ok ? await answer.json() : [];
  } catch {
    return [];
  }
}

class PuzzlesPage {
  /** @type {Puzzle[]} */ puzzles = [];
  /** @type {Mistake[]} */ due = [];
  /** @type {Task | null} */ task = null;
  /** The task whose position lies on the table. @type {Task | null} */ onTable = null;
  /** @type {Answer | null} */ shown = null;
  /** In training it begins with the question whether one move is best. @type {'asked' | 'open' | 'solved' | 'revealed'} */
  state = 'open';
  /** Read when somebody trains. @type {Promise<import('./training.js').Herring[]> | null} */ herrings = null;
  /** The first series, read when the address names one of it. @type {Promise<Puzzle[]> | null} */ earlier = null;
  /** What else was tried last, if anything was. */ tried = '';
  /** @type {import('./puzzle-store.js').Filter} */ filter = { theme: askedTheme(), difficulty: '', players: '' };
  /** The move that solved it, or was shown. */ found = '';
  /** What the moves are worth, once somebody wants to know. @type {Promise<Weighed> | null} */ weighed = null;
  /** @type {import('./panel.js').Explanation | null} */ explanation = null;
  /** The table after the answer. @type {Answer | null} */ answered = null;
  /** The move of the line whose table is shown. @type {number | null} */ step = null;
  linePlayer = new LinePlayer();
  /** The mistake whose try is noted. @type {Mistake | null} */ noted = null;
  /** The table before the answer. @type {Game | null} */ before = null;

  constructor() {
    this.table = /** @type {import('../table/table-view.js').TableView} */ (document.createElement('dnup-table'));
    this.panel = h('aside', { class: 'panel-box' });
    this.table.addEventListener('move', (event) => void this.#try(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener('ask', (event) => void this.#explain(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener('say', (event) => this.#say(/** @type {CustomEvent} */ (event).detail));
    listenForKnown(this.table, () => this.table.state.game);
    listenToKeys(this.table, { log: () => {}, aid: () => {}, read: () => this.#say(this.table.spoken()) });
    find('#all').addEventListener('click', () => this.#choose());
    addEventListener('hashchange', () => void this.open());
    document.addEventListener('language', () => {
      this.table.relabel();
      if (this.task) this.#write();
      else if (find('main').childElementCount) this.#nothing();
    });
  }

  /** The puzzle that the address names, or today's. */
  async open() {
    const first = !find('main').childElementCount;
    this.due = await dueMistakes();
    const wanted = location.hash;
    const asked = wanted === `#${TRAIN}` ? await this.#train() : await this.#named(wanted.slice(1));
    if (wanted !== location.hash) return; // the address has changed meanwhile
    this.task = asked;
    if (!this.task) {
      this.#nothing();
      if (!first) this.#toHeading();
      return;
    }
    this.state = location.hash === `#${TRAIN}` && !this.task.mistake ? 'asked' : 'open';
    this.tried = '';
    this.before = null;
    this.weighed = null;
    this.explanation = null;
    this.answered = null;
    this.step = null;
    this.linePlayer.stop();
    const { task } = this;
    const shown = await worker.call('look', { position: task.position, seat: this.seat });
    if (task !== this.task) return;
    this.shown = shown;
    fill(find('main'), this.table, this.panel);
    this.table.state.game = NOTHING;
    this.table.clear();
    this.#show();
    this.#write();
    if (first) return; // a page that has just been opened begins at its top
    find('main').scrollTop = 0;
    this.#toHeading();
  }

  /** The first puzzle to solve of the theme that the address asks for; null if it asks for none. */
  #ofTheme() {
    return this.filter.theme ? nextOf(select(this.puzzles, this.filter), 0, readProgress()) : null;
  }

  /** The puzzle that the address names, one's first mistake, or today's puzzle. @param {string} wanted
   * @returns {Promise<Task | null>} */
  async #named(wanted) {
    const [mistake] = this.due;
    if (wanted === MINE) return mistake ? { ...mistake, puzzle: null, mistake } : null;
    const today = () => (this.puzzles.length ? puzzleOf(this.puzzles) : null);
    return taskOf((await this.#numbered(Number(wanted))) ?? this.#ofTheme() ?? today());
  }

  /** The puzzle with a number, one of the first series too. @param {number} number
   * @returns {Promise<Puzzle | undefined>} */
  async #numbered(number) {
    const found = this.puzzles.find((one) => one.number === number);
    if (found || !(number > 0)) return found;
    this.earlier ??= readList('earlier-puzzles.json').then(numbered);
    return (await this.earlier).find((one) => one.number === number);
  }

  /** What to train next. @returns {Promise<Task | null>} */
  async #train() {
    this.herrings ??= readList('red-herrings.json');
    const [entries, herrings] = await Promise.all([allGames().catch(() => []), this.herrings]);
    const games = entries.flatMap(({ review }) => (review ? [{ review }] : []));
    const last = this.task?.position ?? '';
    const known = { due: this.due.length, seen: readProgress().seen, games, last };
    const next = nextTask(this.puzzles, herrings, known, Math.random);
    if (!next) return null;
    if ('mine' in next) return this.#named(MINE);
    if ('puzzle' in next) return taskOf(next.puzzle);
    const { position, fine } = next.herring;
    return { position, answer: fine[0], puzzle: null, mistake: null, fine };
  }

  /** Somebody says whether several moves are fine. @param {boolean} several */
  async #judge(several) {
    const { task } = this;
    if (!task || this.state !== 'asked') return;
    if (task.fine) return this.#end(several ? 'solved' : 'revealed');
    this.state = 'open';
    if (several) {
      this.tried = this.shown?.moves.map((move) => parseLegal(move).text).find((move) => move !== task.answer) ?? '';
      await this.#note(false);
      if (task !== this.task) return;
      sound('no');
    }
    this.#show();
    this.#write();
    if (several) this.#say(t('puzzles.there_is_one'));
    this.#toHeading();
  }

  #toHeading() {
    find('h1').focus({ preventScroll: true });
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
        h('h1', { tabindex: '-1' }, t('puzzles.title')),
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
        replayed: state !== 'open', // nobody goes on
        position: this.table.state.game.position + 1,
        last: shown.event,
      }
    );
  }

  #show() {
    const { shown, state } = this;
    const game = this.#game();
    if (!shown || !game) return;
    this.onTable = this.task;
    this.table.state.still = state !== 'open';
    document.body.classList.toggle('answered', state === 'solved' || state === 'revealed');
    document.body.classList.toggle('asked', state === 'asked');
    this.table.show(game, shown.event ? [shown.event] : []);
  }

  /** Somebody makes a move. @param {string} move */
  async #try(move) {
    const { task, state } = this;
    if (!task || state !== 'open') return;
    // The next puzzle may be on its way while the last one still lies there.
    if (task !== this.onTable) return this.table.settle();
    const verdict = verdictOf(task, move, move === task.answer ? [] : await this.#measured(task, move));
    if (task !== this.task || this.state !== 'open') return;
    if (verdict === 'right') return this.#end('solved', move);
    this.tried = move;
    await this.#note(false);
    if (task !== this.task) return;
    const sentence = verdict === 'better' ? t('review.tried_better') : await this.#whyNot(task, move);
    if (task !== this.task || this.state !== 'open') return;
    this.table.clear();
    this.#say(this.table.explain({ code: 'tried', rule: '', sentence }));
    sound('no');
  }

  /** Why a move is not the answer, without telling what is: what it wins, and what speaks against it.
   * @param {Task} task @param {string} tried */
  async #whyNot(task, tried) {
    const { values } = await this.#weigh(task);
    const [made, best] = [tried, task.answer].map((move) => values.find((one) => one.move === move));
    if (!made || !best) return t('puzzles.not_this');
    const data = { position: task.position, worse: tried, better: task.answer };
    const reasons = /** @type {Reason[]} */ (await worker.call('explain', data));
    const against = reasons.filter(({ kind }) => AGAINST.includes(kind));
    const sentences = [
      t('puzzles.tried', { chance: percent(made.chance), best: percent(best.chance) }),
      plain(why(words, this.table.state.game, against)),
    ];
    return sentences.filter(Boolean).join(' ');
  }

  /** What a try is judged by. @param {Task} task @param {string} tried
   * @returns {Promise<import('../analysis/estimators.js').MoveValue[]>} */
  async #measured(task, tried) {
    const { position, answer, mistake } = task;
    if (!mistake) return (await this.#weigh(task)).values;
    return worker.call('measure', { position, tried, others: [answer, mistake.made] });
  }

  /** @param {Task} task */
  #weigh(task) {
    this.weighed ??= worker.call('weigh', { position: task.position, made: measureOf(task) });
    return this.weighed;
  }

  /** @param {string} move */
  async #explain(move) {
    const { task } = this;
    if (!task) return;
    const { why } = await worker.call('attempt', { position: task.position, seat: this.seat, move });
    if (task === this.task && why && this.table.options.ask === move) this.#say(this.table.explain(why));
  }

  /** It is solved, or has been shown. @param {'solved' | 'revealed'} state @param {string} [found] */
  async #end(state, found = this.task?.answer ?? '') {
    const { task } = this;
    if (!task) return;
    this.state = state;
    this.found = found;
    await this.#note(state === 'solved' && !this.tried);
    this.before = this.table.state.game;
    const shown = await worker.call('attempt', { position: task.position, seat: this.seat, move: found });
    if (task !== this.task) return;
    this.shown = shown;
    this.answered = shown;
    this.#show();
    if (state === 'solved') sound('out');
    this.#write();
    this.#say(`${plain(this.#deed(this.before))}.`);
    find('h1').focus();
    const explanation = await this.#reasons(task, found);
    if (task !== this.task) return;
    this.explanation = explanation;
    this.#write();
  }

  /** Why a move is the answer, or another that is as good. @param {Task} task @param {string} found
   * @returns {Promise<import('./panel.js').Explanation>} */
  async #reasons(task, found) {
    const { values, error } = await this.#weigh(task);
    const right = [task.answer, found, ...(task.fine ?? [])];
    if (task.fine) return { best: values.slice(0, TOLD), error, why: [], line: [], made: false };
    const best = values.filter(({ move }, i) => i < TOLD || right.includes(move));
    const made = task.mistake?.made || this.tried;
    const worse = made || best.find(({ move }) => !right.includes(move))?.move;
    const data = { position: task.position, worse, better: found };
    const why = /** @type {Reason[]} */ (worse ? await worker.call('explain', data) : []);
    const line = /** @type {LineMove[]} */ (worse ? await worker.call('line', data) : []);
    return { best, error, why, line, made: Boolean(made) };
  }

  /** Shows the table after a move of the line; without one, after the answer. @param {number | null} step */
  async #look(step) {
    const { task, explanation, answered } = this;
    if (!task || !explanation || !answered) return;
    const one = step === null ? null : explanation.line[step];
    const [deck] = task.position.split(' ');
    const shown = one
      ? await worker.call('attempt', { position: `${deck} ${one.position}`, seat: this.seat, move: one.move })
      : answered;
    if (task !== this.task) return;
    const follows = step !== null && step === (this.step ?? 0) + 1;
    this.step = step;
    this.shown = follows ? shown : { ...shown, event: null };
    if (!follows) this.table.state.game = NOTHING;
    this.#show();
    if (follows && shown.event) sound(shown.event.verb);
    this.#write();
  }

  /** Plays the line through, or stops that. */
  #follow() {
    if (this.linePlayer.playing) this.linePlayer.stop();
    else
      void this.linePlayer.play(
        this.explanation?.line.length ?? 0,
        this.step,
        (step) => this.#look(step),
        () => this.#write(),
      );
    this.#write();
  }

  /** The answer in words. @param {Game} game  the table before it */
  #deed(game) {
    const choice = game.moves.find(({ text }) => text === this.found);
    return choice ? button(words, game, choice).act : [this.found];
  }

  /** Only the first try counts. @param {boolean} solved */
  async #note(solved) {
    const { task } = this;
    if (task?.puzzle) keepProgress(after(readProgress(), task.puzzle.number, solved));
    if (!task?.mistake || this.noted === task.mistake) return;
    this.noted = task.mistake;
    await noteTry(task.mistake, solved).catch(() => {}); // not stored: the puzzle comes back as if it had not been tried
  }

  #title() {
    const { task } = this;
    const { puzzle } = task ?? {};
    find('#which').textContent = puzzle ? t('puzzles.number', { number: puzzle.number }) : t('puzzles.title');
    find('#about').textContent = task ? t('review.players', { count: playersOf(task) }) : '';
  }

  #write() {
    const { task: current, state, explanation } = this;
    this.#title();
    if (!current) return;
    const { puzzle, mistake, fine } = current;
    this.panel.setAttribute('aria-label', t('puzzles.title'));
    const today = puzzle !== null && puzzle === puzzleOf(this.puzzles);
    const game = this.before ?? this.table.state.game;
    if (state === 'open' || state === 'asked') {
      const asked = state === 'asked';
      this.#fill(
        task({
          kicker: t(mistake ? 'puzzles.your_mistake' : today ? 'puzzles.today' : 'puzzles.your_turn'),
          ask: t(mistake ? 'puzzles.what_better' : asked ? 'puzzles.one_or_several' : 'puzzles.one_move'),
          judge: asked ? (several) => void this.#judge(several) : null,
          deck: current.position.split(' ')[0],
          difficulty: puzzle && !asked ? difficultyOf(puzzle) : null,
          row: readProgress().row,
          due: mistake ? 0 : this.due.length,
          past: puzzle ? eventsOf(puzzle) : [],
          game,
          tell: () => void this.#end('revealed'),
        }),
      );
      return;
    }
    this.#fill(
      solution({
        solved: state === 'solved',
        row: mistake || fine || this.tried ? 0 : readProgress().row,
        move: this.#deed(game),
        several: Boolean(fine),
        right: [current.answer, this.found, ...(fine ?? [])],
        game,
        explanation,
        step: this.step,
        stepping: this.linePlayer.playing,
        look: (step) => {
          this.linePlayer.stop();
          void this.#look(step);
        },
        follow: () => this.#follow(),
        themes: (puzzle?.themes ?? []).map((theme) => t(themeKey(theme))),
        found: puzzle?.found ?? null,
        next: () => this.#next(),
      }),
    );
  }

  /** Fills the panel again. The focus stays on its button, or goes to the heading if the button is gone.
   * @param {Node[]} content */
  #fill(content) {
    const held = /** @type {HTMLElement | null} */ (this.panel.querySelector(':focus'));
    const name = held?.dataset.key ? `[data-key="${held.dataset.key}"]` : `[id="${held?.id}"]`;
    fill(this.panel, ...content);
    if (held) find(this.panel.querySelector(name) ? name : 'h1').focus({ preventScroll: true });
  }

  /** Another mistake after a mistake, else a puzzle that is new; where none is left, one can choose. */
  #next() {
    const { task } = this;
    if (location.hash === `#${TRAIN}`) return this.#go(TRAIN);
    const progress = readProgress();
    const next = nextOf(select(this.puzzles, this.filter), task?.puzzle?.number ?? 0, progress);
    if (task?.mistake && this.due.some((one) => one !== task.mistake)) this.#go(MINE);
    else if (next && progress.seen.includes(next.number)) this.#choose();
    else this.#go(next ? String(next.number) : '');
  }

  /** The first of what was chosen, even if all of it was seen before. */
  #start() {
    const next = nextOf(select(this.puzzles, this.filter), this.task?.puzzle?.number ?? 0, readProgress());
    this.#go(next ? String(next.number) : '');
  }

  /** @param {string} hash */
  #go(hash) {
    if (location.hash.slice(1) === hash) void this.open();
    else location.hash = hash;
  }

  /** By theme, difficulty and number of players: it counts once one starts. */
  #choose() {
    const { puzzles } = this;
    const filter = { ...this.filter };
    const due = this.task?.mistake ? 0 : this.due.length;
    const field = (
      /** @type {keyof import('./puzzle-store.js').Filter} */ name,
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
    const mine = h('a', { class: 'btn', href: `#${MINE}`, hidden: !due }, t('puzzles.mine', { count: due }));
    const train = h('a', { class: 'btn', href: `#${TRAIN}`, hidden: !puzzles.length }, t('puzzles.train'));
    function show() {
      const chosen = select(puzzles, filter);
      const { solved, seen } = readProgress();
      const summary = t('puzzles.chosen', {
        count: chosen.length,
        solved: chosen.filter(({ number }) => solved.includes(number)).length,
      });
      const none = chosen.length > 0 && chosen.every(({ number }) => seen.includes(number));
      count.textContent = none ? `${summary}. ${t('puzzles.all_seen')}` : summary;
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
      h('div', { class: 'row' }, go, train, mine),
    );
    go.addEventListener('click', () => {
      dialog.close();
      this.filter = filter;
      this.#start();
    });
    for (const link of [mine, train]) link.addEventListener('click', () => dialog.close());
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
page.puzzles = numbered(await readList('puzzles.json'));
await page.open();
