// Show events one after the other, faster while several wait or the player wants to act. Nothing is left out.

/** How much faster it goes for each thing that waits, and at most. */
const EACH = 0.5;
const MOST = 4;
/** How much faster when the player acts: all that is under way ends in a moment. */
const HURRY = 12;

/** @template T */
export class Pace {
  /** @param {(item: T) => Promise<void> | null} show  shows an item, and says when it has been seen; null at once
   * @param {(speed: number) => void} [change]  changes the speed of the item that is being shown */
  constructor(show, change = () => {}) {
    this.show = show;
    this.change = change;
    /** @type {{item: T, own: boolean}[]} */
    this.waiting = [];
    this.busy = false;
    this.hurries = false;
  }

  /** How fast things are shown now: 1 if nothing else waits. */
  get speed() {
    const { length } = this.waiting;
    return this.hurries ? HURRY * (1 + length) : Math.min(1 + length * EACH, MOST);
  }

  /** @param {T} item
   * @param {boolean} [own]  whether the player did it: nothing holds it up, and it takes its own time */
  push(item, own = false) {
    this.waiting.push({ item, own });
    if (!this.busy) void this.#go();
    else if (own) this.hurry();
    else this.change(this.speed);
  }

  /** Shows the current item and all waiting ones quickly, because the player acts. */
  hurry() {
    if (!this.busy) return;
    this.hurries = true;
    this.change(this.speed);
  }

  /** Drops the waiting items. */
  clear() {
    this.waiting = [];
  }

  async #go() {
    this.busy = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      if (next.own) this.hurries = false;
      this.change(this.speed);
      // An item that fails does not stop the others.
      try {
        const seen = this.show(next.item);
        if (seen) await seen;
      } catch (error) {
        console.error(error);
      }
    }
    this.busy = false;
    this.hurries = false;
  }
}
