// Which presses a curtain takes: none that began before it had been seen for half a second. A double tap on *Play* must
// not open the next hand, on slow phones least of all.

/** How long no press is taken, in milliseconds, counted from the first frame in which the curtain was painted. */
const DEAF = 500;

export class Guard {
  /** Presses that began before this time are not taken. */
  #from = Number.POSITIVE_INFINITY;
  #curtain = 0;

  /** Starts the wait, when the curtain has just been put on the page. */
  begin() {
    const curtain = ++this.#curtain;
    this.#from = Number.POSITIVE_INFINITY;
    // The first callback runs before the curtain is painted, the second when it has been. A hidden page paints nothing.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (curtain === this.#curtain) this.#from = performance.now() + DEAF;
      }),
    );
  }

  /** Whether a press is taken that began at this time, as events tell it. @param {number} time */
  takes(time) {
    return time >= this.#from;
  }
}
