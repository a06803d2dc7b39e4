// Questions to a worker, each with its answer.

/** What a worker could not answer, with what it said about it. */
export class Unanswered extends Error {
  /** @param {any} told */
  constructor(told) {
    super(typeof told === 'string' ? told : (told.message ?? told.key));
    this.told = told;
  }
}

/** A worker that is started with the first question; its answers are `{id, answer}` or `{id, error}`, anything else is news.
 * @param {() => Worker} start @param {(news: any) => void} [hear] @returns {(question: Record<string, any>) => Promise<any>} */
export function asker(start, hear = () => {}) {
  /** @type {Worker | null} */
  let worker = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const asked = new Map();
  let last = 0;

  function begin() {
    const begun = start();
    begun.addEventListener('message', ({ data }) => {
      const { id, answer, error } = data;
      if (id === undefined) return hear(data);
      if (error) asked.get(id)?.reject(new Unanswered(error));
      else asked.get(id)?.resolve(answer);
      asked.delete(id);
    });
    begun.addEventListener('error', (event) => {
      for (const { reject } of asked.values()) reject(new Unanswered(event.message || 'the engine does not start'));
      asked.clear();
    });
    return begun;
  }

  return (question) => {
    worker ??= begin();
    const id = ++last;
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      worker?.postMessage({ id, ...question });
    });
  };
}
