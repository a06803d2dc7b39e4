// The course: lessons one after another, each of one or more steps. No DOM; the engine, asked through `inspect`, knows
// the rules.

/** @typedef {import('./inspection.js').Answer} Answer */
/** @typedef {import('./inspection.js').Inspect} Inspect */
/** @typedef {import('../messages.d.ts').Why} Why */
/** A step starts from its own position, or from where the step before it has led. Others make the moves `before` it.
 * @typedef {{position?: string, before?: string[], goal: string[], wrong?: {move: string, code: string}[]}} Step */
/** @typedef {{id: string, rule: string, steps: Step[]}} Lesson */
/** Others are to move, the learner is, or the step is done. @typedef {'watch' | 'task' | 'done'} Phase */
/** What came of a try: done, legal but not the task, or not legal.
 * @typedef {{kind: 'done' | 'but', move: string} | {kind: 'why', move: string, why: Why}} Verdict */

export class Course {
  /** @param {Lesson[]} lessons @param {Inspect} inspect */
  constructor(lessons, inspect) {
    this.lessons = lessons;
    this.inspect = inspect;
    this.lesson = 0;
    this.step = 0;
    /** How many of the moves before the task have been made. */
    this.watched = 0;
    /** @type {Phase} */
    this.phase = 'task';
    /** @type {Answer | null} */
    this.answer = null;
  }

  get current() {
    return this.lessons[this.lesson];
  }

  get task() {
    return this.current.steps[this.step];
  }

  get isLastStep() {
    return this.step === this.current.steps.length - 1;
  }

  get isLastLesson() {
    return this.lesson === this.lessons.length - 1;
  }

  /** Begins a lesson. @param {number} lesson */
  async open(lesson) {
    await this.#begin(lesson, 0);
  }

  /** Goes on: to the next step, or the next lesson; false at the very end. */
  async next() {
    if (!this.isLastStep) await this.#begin(this.lesson, this.step + 1);
    else if (!this.isLastLesson) await this.open(this.lesson + 1);
    else return false;
    return true;
  }

  /** Makes the next move of the others; returns what happened. */
  async watch() {
    const before = this.task.before ?? [];
    const answer = await this.#look(this.answer?.position ?? '', before[this.watched]);
    this.watched += 1;
    this.answer = answer;
    if (this.watched === before.length) this.phase = 'task';
    return answer.event;
  }

  /** The learner tries a move. @param {string} move @returns {Promise<Verdict>} */
  async attempt(move) {
    if (!this.answer || this.phase !== 'task') throw new Error(`nobody waits for "${move}" now`);
    const legal = this.answer.moves.some((one) => one.move === move);
    if (legal && !this.task.goal.includes(move)) return { kind: 'but', move };
    const inspected = await this.inspect(this.answer.position, move);
    if ('why' in inspected) return { kind: 'why', move, why: inspected.why };
    this.answer = inspected.answer;
    this.phase = 'done';
    return { kind: 'done', move };
  }

  /** Nothing changes before there is an answer. @param {number} lesson @param {number} step */
  async #begin(lesson, step) {
    const { position, before = [] } = this.lessons[lesson].steps[step];
    const start = position ?? (step > 0 ? this.answer?.position : undefined);
    if (start === undefined) throw new Error(`lesson "${this.lessons[lesson].id}" has no position to begin with`);
    const answer = await this.#look(start, null);
    this.lesson = lesson;
    this.step = step;
    this.watched = 0;
    this.answer = answer;
    this.phase = before.length ? 'watch' : 'task';
  }

  /** @param {string} position @param {string | null} move */
  async #look(position, move) {
    const inspected = await this.inspect(position, move);
    if ('why' in inspected) throw new Error(`"${move}" is not legal in ${position}: ${inspected.why.sentence}`);
    return inspected.answer;
  }
}
