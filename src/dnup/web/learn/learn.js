// The page of the lessons: a text beside a real table. Every move is made and judged by the engine, or by a server.

import { parseLegal } from '../game/notation.js';
import { discardLines, eventLine, seatName } from '../game/phrases.js';
import { NOTHING } from '../game/state.js';
import { settings } from '../settings/settings.js';
import { cardNode, layInFan } from '../shared/cards.js';
import { drawing, fill, find, h, iconNode } from '../shared/dom.js';
import { logo } from '../shared/glyphs.js';
import { alsoRead, plain, t, tp, words } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';
import { startPage } from '../shared/shell.js';
import { play } from '../shared/sounds.js';
import { at } from '../shared/urls.js';
import { listenToKeys } from '../table/keys.js';
import '../table/table-view.js';
import './aid.js';
import { Course } from './course.js';
import { inspect, LEARNER } from './inspection.js';
import { drawn, drawnParts, parts } from './values.js';

/** @typedef {import('./course.js').Lesson} Lesson */
/** @typedef {import('../shared/i18n.js').Part} Part */

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A placeholder as long as the sentence about a move of the others, which takes up to two lines. */
const TWO_LINES = 'Bo 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6';

/** The address of the page after the last lesson. */
const END = 'end';

class LearnPage {
  /** What happened or what is wrong, under the task. @type {Part[] | null} */ said = null;
  /** @type {Promise<void>} */ #queue = Promise.resolve();
  #shown = 0;

  /** @param {Lesson[]} lessons */
  constructor(lessons) {
    this.course = new Course(lessons, inspect);
    this.table = /** @type {import('../table/table-view.js').TableView} */ (document.createElement('dnup-table'));
    this.text = h('div', { class: 'lesson' });
    this.says = h('p', { class: 'says' });
    this.buttons = h('div', { class: 'row steps' });
    this.panel = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'lesson-title' },
      this.text,
      this.says,
      this.buttons,
    );
    this.table.addEventListener('move', (event) => this.#try(/** @type {CustomEvent<string>} */ (event).detail));
    this.table.addEventListener('ask', (event) => this.#try(/** @type {CustomEvent<string>} */ (event).detail, true));
    this.table.addEventListener('selected', () => this.#outdate());
    this.table.addEventListener('say', (event) => this.#hear(/** @type {CustomEvent<string>} */ (event).detail));
    listenToKeys(this.table, { log: () => {}, aid, read: () => this.#hear(this.table.spoken()) });
    addEventListener('hashchange', () => this.open());
    new ResizeObserver(() => this.#fixHeight()).observe(find('main'));
    document.addEventListener('language', () => {
      this.table.relabel();
      this.open();
    });
  }

  /** The lessons that were done here before. */
  get done() {
    return new Set((localStorage.getItem('lessons') ?? '').split(' '));
  }

  /** Shows what the address names: a lesson, or the end; without one the first lesson. */
  async open() {
    const id = location.hash.slice(1);
    if (id === END) {
      this.#showEnd();
      return;
    }
    const lesson = Math.max(
      0,
      this.course.lessons.findIndex((one) => one.id === id),
    );
    await this.#ask(
      () => this.course.open(lesson),
      () => this.#begin(),
    );
  }

  /** One question to the server after another; if the line is down, the page says so and can be used again.
   * @template T @param {() => Promise<T> | null} question  null if it no longer makes sense when its turn has come
   * @param {(answer: T) => void} then */
  #ask(question, then) {
    const asked = this.#queue.then(async () => {
      let answer;
      try {
        answer = await question();
      } catch (error) {
        console.error(error);
        this.table.explain(null);
        this.#say(tp('learn.offline'));
        this.#hear();
        return;
      }
      if (answer !== null) then(answer);
    });
    this.#queue = asked.catch(() => {}); // the queue only keeps the order; the caller gets the error
    return asked;
  }

  /** A question that makes sense only in this phase, and only about what lies on the table when it is asked.
   * @template T @param {'task' | 'watch' | 'done'} phase @param {() => Promise<T> | null} question
   * @returns {() => Promise<T> | null} */
  #still(phase, question) {
    const { course } = this;
    const { answer } = course;
    return () => {
      if (course.phase === phase && course.answer === answer) return question();
      this.table.settle();
      return null;
    };
  }

  /** A step begins: its position is there at once. */
  #begin() {
    const main = find('main');
    if (!main.contains(this.table)) fill(main, this.panel, this.table);
    this.table.state.game = NOTHING;
    this.table.clear();
    this.said = null;
    this.#show();
    this.#write();
    this.#fixHeight();
    // What is new is read first, except when the page has just been opened.
    if (this.#shown++) find(this.course.step === 0 ? 'h1' : '.task, .panel .btn').focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Puts the answer on the table; what has just happened moves.
   * @returns {Promise<void> | null} settles when the motion is over; null if nothing moves */
  #show() {
    const { answer, phase } = this.course;
    if (!answer) return null;
    const moves = phase === 'task' ? answer.moves.map(parseLegal) : [];
    const game = { ...NOTHING, seat: LEARNER, view: answer.view, moves, position: this.table.state.game.position + 1 };
    const motion = this.table.show(game, answer.event ? [answer.event] : []);
    if (answer.event) play(answer.event.verb);
    return motion;
  }

  /** Puts the answer on the table and goes on when the cards have landed: the text never tells a result before it can
   * be seen. Does nothing if another position is on the table by then.
   * @param {() => void} then */
  #showThen(then) {
    const { answer } = this.course;
    const motion = this.#show();
    const goOn = () => {
      if (this.course.answer === answer) then();
    };
    if (motion) motion.then(goOn);
    else goOn();
  }

  /** The learner tries a move, or only `asks` about a selection that is none; it may have changed when the answer
   * comes.
   * @param {string} move @param {boolean} [asks] */
  #try(move, asks = false) {
    const { course, table } = this;
    const stale = () => asks && table.options.ask !== move;
    this.#ask(
      this.#still('task', () => (stale() ? null : course.attempt(move))),
      (verdict) => {
        if (stale()) return;
        if (verdict.kind === 'why') {
          this.#hear(table.explain(verdict.why));
          return;
        }
        if (verdict.kind === 'but') {
          table.explain(null);
          notice(t('learn.but'));
          return;
        }
        this.#keep();
        this.#showThen(() => {
          this.#write();
          this.#hear();
          find('.btn.first', this.buttons).focus({ preventScroll: true });
          scrollTo({ top: 0, behavior: calm.matches ? 'instant' : 'smooth' });
        });
      },
    );
  }

  #watch() {
    this.#ask(
      this.#still('watch', () => this.course.watch()),
      (event) => {
        this.#showThen(() => {
          this.said = event && eventLine(words, this.table.state.game, event);
          this.#write();
          this.#hear();
          find('.task, .panel .btn').focus({ preventScroll: true });
        });
      },
    );
  }

  /** A player who has done a lesson is no newcomer any more. */
  #keep() {
    settings.knows = true;
    if (this.course.isLastStep)
      localStorage.setItem('lessons', [...this.done.add(this.course.current.id)].join(' ').trim());
  }

  #next() {
    const { course } = this;
    if (!course.isLastStep)
      this.#ask(
        this.#still('done', () => course.next()),
        () => this.#begin(),
      );
    else location.hash = course.isLastLesson ? END : course.lessons[course.lesson + 1].id;
  }

  /** Hides the last message, which is out of date. It keeps its space, so that the hand stays where it is. */
  #outdate() {
    this.said = null;
    this.says.classList.add('past');
    document.querySelector('.notice')?.remove();
  }

  /** @param {Part[] | null} said */
  #say(said) {
    this.said = said;
    this.says.classList.remove('past');
    this.says.hidden = said === null;
    fill(this.says, ...drawnParts(said ?? []));
  }

  /** Announces the panel, or another text, to screen readers. @param {string} [text] */
  #hear(text = plain(this.said ?? [])) {
    find('#say').textContent = text;
  }

  /** The panel: what this is about, what to do, and where to go from here. */
  #write() {
    const { course } = this;
    const step = course.step + 1;
    const { id } = course.current;
    document.title = `${t(`learn.${id}.title`)} · dnup`;
    this.#dots(course.lesson);
    fill(this.text, ...this.#words(course.step, course.phase));
    this.panel.classList.toggle('good', course.phase === 'done');
    this.panel.classList.toggle('watching', course.phase === 'watch');
    this.#say(course.phase === 'done' ? this.#praise(`learn.${id}.done${step}`) : this.said);
    fill(this.buttons, ...this.#choices());
  }

  /** What the panel says before the result: the title, the idea until it is put into practice, the task.
   * @param {number} step @param {'task' | 'watch' | 'done'} phase @returns {(Node | null)[]} */
  #words(step, phase) {
    const { course } = this;
    const { id, steps } = course.current;
    const explains = step === 0 && (phase === 'watch' || (phase === 'task' && !steps[0].before?.length));
    return [
      h('p', { class: 'kicker' }, t('learn.progress', { number: course.lesson + 1, count: course.lessons.length })),
      h('h1', { id: 'lesson-title', tabindex: -1 }, t(`learn.${id}.title`)),
      explains ? h('p', { class: 'idea' }, ...drawn(`learn.${id}.idea`)) : null,
      phase === 'task' ? h('p', { class: 'task', tabindex: -1 }, ...drawn(`learn.${id}.task${step + 1}`)) : null,
    ];
  }

  /** What was right, and what was discarded as the next turn began. @param {string} key @returns {Part[]} */
  #praise(key) {
    const { event } = this.course.answer ?? {};
    const discards = event ? discardLines(words, this.table.state.game, event) : [];
    return [...tp('learn.right'), ' ', ...parts(key), ...discards.flatMap((line) => [' ', ...line])];
  }

  /** Makes the panel as high as the longest text of the lesson needs, so that the table stays where it is. */
  #fixHeight() {
    const { course, panel } = this;
    if (!panel.isConnected || !course.answer) return;
    const probe = h('section', { class: 'panel probe', 'aria-hidden': 'true' });
    panel.parentElement?.append(probe);
    probe.style.width = `${panel.offsetWidth}px`;
    let height = 0;
    for (const [step, { before }] of course.current.steps.entries()) {
      /** @type {import('./course.js').Phase[]} */
      const phases = before ? ['watch', 'task', 'done'] : ['task', 'done'];
      for (const phase of phases) {
        const key = `learn.${course.current.id}.done${step + 1}`;
        const said = phase === 'done' ? [...tp('learn.right'), ' ', ...parts(key)] : before ? [TWO_LINES] : null;
        const text = h('div', { class: 'lesson' }, ...this.#words(step, phase));
        probe.classList.toggle('good', phase === 'done');
        fill(probe, text, said && h('p', { class: 'says' }, ...drawnParts(said)));
        height = Math.max(height, probe.offsetHeight);
      }
    }
    probe.remove();
    panel.style.minHeight = `${height}px`;
  }

  /** @returns {Node[]} */
  #choices() {
    const { course } = this;
    const button = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {() => void} */ does) =>
      h('button', { class: `btn ${kind}`, onclick: does }, name);
    if (course.phase === 'watch') {
      const turn = this.table.state.game.view?.turn ?? '';
      return [button(t('learn.watch', { name: seatName(this.table.state.game, turn) }), 'first', () => this.#watch())];
    }
    if (course.phase === 'task') return [];
    const last = course.isLastStep && course.isLastLesson;
    return [
      button(t(last ? 'learn.finish' : 'learn.next'), 'first', () => this.#next()),
      button(t('learn.retry'), 'quiet', () => this.open()),
    ];
  }

  /** @param {number} current */
  #dots(current) {
    const { done } = this;
    const { lessons } = this.course;
    fill(
      find('.dots ol'),
      ...lessons.map(({ id }, i) => {
        const title = t(`learn.${id}.title`);
        const label = `${t('learn.progress', { number: i + 1, count: lessons.length })}: ${title}`;
        return h(
          'li',
          {},
          h('a', {
            href: `#${id}`,
            'aria-label': label,
            title,
            class: done.has(id) ? 'done' : null,
            'aria-current': i === current ? 'step' : null,
          }),
        );
      }),
    );
  }

  #showEnd() {
    const { lessons } = this.course;
    this.#dots(-1);
    document.title = `${t('learn.end.title')} · dnup`;
    const cards = ['1/5', '2/7', '4/9', '6/3', '8/2'].map((card, i, all) => {
      const node = h('span', { class: 'card' }, cardNode(card));
      layInFan(node, i, all.length);
      return node;
    });
    const fan = h('div', { class: 'fan', 'aria-hidden': 'true' }, cards);
    fill(
      find('main'),
      h(
        'section',
        { class: 'end' },
        h('div', { class: 'word' }, drawing(logo())),
        fan,
        h('h1', { tabindex: -1 }, t('learn.end.title')),
        h('p', {}, t('learn.end.text')),
        h('a', { class: 'btn first', href: at(''), onclick: playAtOnce }, iconNode('play'), t('learn.end.play')),
        h(
          'div',
          { class: 'row' },
          h('a', { class: 'btn', href: at('rules/') }, iconNode('learn'), t('learn.end.rules')),
          h('a', { class: 'btn quiet', href: `#${lessons[0].id}` }, t('learn.end.again')),
        ),
      ),
    );
    find('h1').focus();
  }
}

/** Deals at once; should that not work, the first page will tell. @param {Event} event */
async function playAtOnce(event) {
  event.preventDefault();
  const { againstBots } = await import('../lobby/against-bots.js');
  location.assign((await againstBots().catch(() => null)) ?? at(''));
}

/** Opens the player aid. */
const aid = () => /** @type {import('./aid.js').PlayerAid} */ (find('player-aid')).open();

find('#help').addEventListener('click', aid);
alsoRead(new URL('./words/', import.meta.url));
const [answer] = await Promise.all([fetch(new URL('lessons.json', import.meta.url)), startPage()]);
await new LearnPage(await answer.json()).open();
