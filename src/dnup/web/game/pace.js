// Bots are quick, eyes are not: updates are shown one after another with time to see each. Nothing waits when the player acts.

/** @template T */
export class Pace {
  /** @param {(item: T) => number} show  shows an item and says for how many milliseconds it should be looked at
   * @param {{set: (run: () => void, ms: number) => any, clear: (timer: any) => void}} [timer] */
  constructor(show, timer = { set: (run, ms) => setTimeout(run, ms), clear: (id) => clearTimeout(id) }) {
    this.show = show;
    this.timer = timer;
    /** @type {T[]} */
    this.waiting = [];
    /** @type {any} */
    this.running = null;
  }

  /** @param {T} item */
  push(item) {
    this.waiting.push(item);
    if (this.running === null) this.#next();
  }

  /** Shows everything that waits, at once. */
  flush() {
    if (this.running !== null) this.timer.clear(this.running);
    this.running = null;
    for (const item of this.waiting.splice(0)) this.show(item);
  }

  #next() {
    const item = this.waiting.shift();
    if (item === undefined) {
      this.running = null;
      return;
    }
    // The more is waiting, the shorter each is shown.
    const ms = this.show(item) / Math.max(1, this.waiting.length - 1);
    this.running = this.timer.set(() => this.#next(), ms);
  }
}
