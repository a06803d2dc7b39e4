// Remote procedure calls to a worker: the only way in which pages and workers talk.
//
// The page sends `{ id, method, data }`, without an id if it wants no answer, and `{ cancel: id }`. The worker answers
// `{ id, result }` or `{ id, error }`, before that any number of `{ id, progress }`, and sends `{ event, data }`
// unasked.

/** @typedef {Pick<Worker, 'addEventListener' | 'postMessage'>} Port */
/** How a call is made: `progress` hears how far it has come, `signal` cancels it, `transfer` is handed over instead of
 * copied.
 * @typedef {{progress?: (news: any) => void, signal?: AbortSignal, transfer?: Transferable[]}} CallOptions */
/** @typedef {{resolve: (result: any) => void, reject: (error: Error) => void, progress?: (news: any) => void}} Call */

/** An error that a method of a worker threw; it has the name of the original. */
export class WorkerError extends Error {
  /** @param {{name?: string, message: string, key?: string, where?: Record<string, any>}} error */
  constructor({ name = 'WorkerError', message, key, where }) {
    super(message);
    this.name = name;
    /** The sentence in the locale, where the original has one. */
    this.key = key;
    this.where = where;
  }
}

/** The page's side of a worker, which starts with the first call. */
export class WorkerClient {
  /** @type {(Port & Pick<Worker, 'terminate'>) | null} */ #worker = null;
  /** The calls that have no answer yet, by id. @type {Map<number, Call>} */ #calls = new Map();
  #last = 0;

  /** @param {() => Port & Pick<Worker, 'terminate'>} start
   * @param {{event?: (name: string, data: any) => void, failed?: (ran: boolean) => void}} [on]  `failed`: the worker has
   *   died, or if it never `ran`, did not get its files */
  constructor(start, on = {}) {
    this.start = start;
    this.on = on;
  }

  /** Calls a method and waits for its result.
   * @param {string} method @param {any} [data] @param {CallOptions} [options] @returns {Promise<any>} */
  call(method, data, { progress, signal, transfer } = {}) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      this.#calls.set(id, { resolve, reject, progress });
      signal?.addEventListener('abort', () => {
        if (!this.#calls.delete(id)) return;
        this.#worker?.postMessage({ cancel: id });
        reject(signal.reason);
      });
      this.#post({ id, method, data }, transfer);
    });
  }

  /** Calls a method without waiting for a result.
   * @param {string} method @param {any} [data] @param {Transferable[]} [transfer] */
  notify(method, data, transfer) {
    this.#post({ method, data }, transfer);
  }

  /** Ends the worker and all its calls. The next call starts another. */
  terminate() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#rejectAll(new WorkerError({ message: 'the worker was stopped' }));
  }

  /** @param {any} message @param {Transferable[]} [transfer] */
  #post(message, transfer = []) {
    this.#worker ??= this.#listen(this.start());
    this.#worker.postMessage(message, transfer);
  }

  /** @template {Port} P @param {P} worker */
  #listen(worker) {
    worker.addEventListener('message', ({ data }) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      this.#rejectAll(new WorkerError({ message: event.message || 'the worker does not start' }));
      this.on.failed?.(Boolean(event.message)); // only an exception has a message
    });
    return worker;
  }

  /** @param {any} message */
  #receive({ id, result, error, progress, event, data }) {
    if (event !== undefined) return this.on.event?.(event, data);
    const call = this.#calls.get(id); // undefined for one that was cancelled
    if (progress !== undefined) return call?.progress?.(progress);
    this.#calls.delete(id);
    if (error) call?.reject(new WorkerError(error));
    else call?.resolve(result);
  }

  /** @param {Error} error */
  #rejectAll(error) {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject } of calls) reject(error);
  }
}

/** What a method can do besides returning: say how far it has come, and see that nobody waits any more.
 * @typedef {{progress: (news: any) => void, signal: AbortSignal}} Context */

/** The worker's side: answers calls with these methods.
 * @param {Record<string, (data: any, context: Context) => unknown>} methods
 * @param {{failed?: (error: unknown) => void, port?: Port}} [options]  `failed` hears the errors of methods that were
 *   notified
 * @returns {(event: string, data: any) => void}  sends an event to the page */
export function serve(methods, { failed, port = /** @type {any} */ (globalThis) } = {}) {
  /** @type {Map<number, AbortController>} */
  const running = new Map();
  port.addEventListener('message', async ({ data: { id, method, data, cancel } }) => {
    if (cancel !== undefined) return running.get(cancel)?.abort();
    const controller = new AbortController();
    if (id !== undefined) running.set(id, controller);
    try {
      const progress = (/** @type {any} */ news) => port.postMessage({ id, progress: news });
      const result = await methods[method](data, { progress, signal: controller.signal });
      if (id !== undefined && !controller.signal.aborted) port.postMessage({ id, result });
    } catch (error) {
      if (id === undefined) failed?.(error);
      else port.postMessage({ id, error: describe(error) });
    } finally {
      running.delete(id);
    }
  });
  return (event, data) => port.postMessage({ event, data });
}

/** An error as it can be sent. @param {any} error */
const describe = ({ name, message, key, where }) => ({ name, message: String(message), key, where });
