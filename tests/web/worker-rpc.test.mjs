// Calls to a worker: both sides, joined by a channel instead of a thread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Damaged } from '../../src/dnup/web/device/storage-errors.js';
import { NotARecord } from '../../src/dnup/web/review/record.js';
import { serve, WorkerClient, WorkerError } from '../../src/dnup/web/shared/worker-rpc.js';

/** A stand-in for a worker with these methods: what one side posts, the other hears as a copy, later.
 * @param {Record<string, (data: any, context: import('../../src/dnup/web/shared/worker-rpc.js').Context) => unknown>} methods */
function worker(methods, failed = (/** @type {unknown} */ _) => {}) {
  const [page, inside] = [new EventTarget(), new EventTarget()];
  let alive = true;
  const deliver = (/** @type {EventTarget} */ to) => (/** @type {any} */ message, /** @type {any} */ transfer) => {
    const data = structuredClone(message, { transfer });
    setTimeout(() => alive && to.dispatchEvent(Object.assign(new Event('message'), { data })));
  };
  const emit = serve(methods, {
    failed,
    port: /** @type {any} */ (Object.assign(inside, { postMessage: deliver(page) })),
  });
  const terminate = () => {
    alive = false;
  };
  return { port: /** @type {any} */ (Object.assign(page, { postMessage: deliver(inside), terminate })), emit };
}

const METHODS = {
  double: (/** @type {number} */ number) => 2 * number,
  later: async (/** @type {number} */ wait) => new Promise((done) => setTimeout(() => done(wait), wait)),
  never: () => new Promise(() => {}),
  broken: () => {
    throw new Damaged('half a game');
  },
  unreadable: async () => {
    throw new NotARecord('not_legal', { round: 2, move: 7 });
  },
};

test('every call gets its own answer, whichever comes first', async () => {
  let started = 0;
  const client = new WorkerClient(() => {
    started += 1;
    return worker(METHODS).port;
  });
  assert.equal(started, 0);
  assert.deepEqual(
    await Promise.all([client.call('later', 20), client.call('double', 4), client.call('later', 1)]),
    [20, 8, 1],
  );
  assert.equal(started, 1);
});

test('an error of a method reaches the caller with its name and its sentence', async () => {
  const client = new WorkerClient(() => worker(METHODS).port);
  await assert.rejects(client.call('broken'), { name: 'Damaged', message: 'half a game' });
  await assert.rejects(client.call('unreadable'), { key: 'review.not_legal', where: { round: 2, move: 7 } });
  await assert.rejects(client.call('nothing of the kind'), WorkerError);
  assert.equal(await client.call('double', 1), 2);
});

test('progress comes before the result, and only to its call', async () => {
  const methods = {
    count: async (/** @type {number} */ to, /** @type {any} */ { progress }) => {
      for (let i = 1; i <= to; i++) progress(i);
      return 'done';
    },
  };
  const client = new WorkerClient(() => worker(methods).port);
  /** @type {number[][]} */
  const heard = [[], []];
  const calls = heard.map((list, i) => client.call('count', i + 2, { progress: (news) => list.push(news) }));
  assert.deepEqual(await Promise.all(calls), ['done', 'done']);
  assert.deepEqual(heard, [
    [1, 2],
    [1, 2, 3],
  ]);
});

test('a call that is cancelled ends at once, and the worker stops', async () => {
  const methods = {
    think: (/** @type {any} */ _, /** @type {any} */ { signal }) =>
      new Promise((done) => signal.addEventListener('abort', () => done(stopped()))),
    double: METHODS.double,
  };
  let stopped = () => {};
  const hasStopped = new Promise((done) => {
    stopped = () => done(true);
  });
  const client = new WorkerClient(() => worker(methods).port);
  const controller = new AbortController();
  const call = client.call('think', null, { signal: controller.signal });
  assert.equal(await client.call('double', 3), 6); // by now it thinks
  controller.abort();
  await assert.rejects(call, { name: 'AbortError' });
  assert.equal(await hasStopped, true);
  await assert.rejects(client.call('double', 3, { signal: controller.signal }), { name: 'AbortError' });
  assert.equal(await client.call('double', 5), 10);
});

test('what is sent without a call: news of the worker, and methods whose errors are its business', async () => {
  /** @type {unknown[]} */
  const heard = [];
  /** @type {unknown[]} */
  const errors = [];
  const { port, emit } = worker(METHODS, (error) => errors.push(error));
  const client = new WorkerClient(() => port, { event: (name, data) => heard.push([name, data]) });
  client.notify('broken');
  client.notify('double', 2);
  assert.equal(await client.call('double', 2), 4);
  emit('lasting', false);
  await client.call('double', 2);
  assert.deepEqual(heard, [['lasting', false]]);
  assert.equal(errors.length, 1);
  assert.ok(errors[0] instanceof Damaged);
});

test('data can be handed over instead of copied', async () => {
  const client = new WorkerClient(() => worker({ size: (/** @type {ArrayBuffer} */ data) => data.byteLength }).port);
  const data = new ArrayBuffer(8);
  assert.equal(await client.call('size', data, { transfer: [data] }), 8);
  assert.equal(data.byteLength, 0);
});

test('calls end with their worker, and the next one starts another', async () => {
  /** @type {any[]} */
  const ports = [];
  let failures = 0;
  const start = () => {
    ports.push(worker(METHODS).port);
    return ports.at(-1);
  };
  const client = new WorkerClient(start, { failed: () => failures++ });
  const call = client.call('never');
  client.terminate();
  await assert.rejects(call, WorkerError);
  const other = client.call('never');
  ports[1].dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  await assert.rejects(other, { message: 'out of memory' });
  assert.equal(failures, 1);
  assert.equal(ports.length, 2);
});

test('a worker that fails before the page listens is not handed out', async () => {
  /** @type {EventTarget[]} */
  const started = [];
  class Stub extends EventTarget {
    constructor() {
      super();
      started.push(this);
    }
  }
  Object.assign(globalThis, { location: { hash: '#local-k7m2q9xw4zap' }, Worker: Stub });
  const { startWorker } = await import('../../src/dnup/web/device/worker-start.js');
  assert.equal(started.length, 1, 'one begins before the page does');
  started[0].dispatchEvent(new Event('error'));
  assert.notEqual(startWorker(), started[0]);
  assert.equal(started.length, 2);
});

test('a table whose worker does not get its files is not damaged: it is tried until it runs', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {EventTarget[]} */
  const started = [];
  class Stub extends EventTarget {
    constructor() {
      super();
      started.push(this);
    }
    postMessage() {}
    terminate() {}
  }
  Object.assign(globalThis, {
    location: { hash: '' },
    navigator: {},
    Worker: Stub,
    sessionStorage: { getItem: () => null },
  });
  const { DeviceConnection } = await import('../../src/dnup/web/device/connection.js');
  /** @type {string[]} */
  const states = [];
  const connection = new DeviceConnection('local-k7m2q9xw4zap', {
    last: () => null,
    message: () => {},
    state: (state) => states.push(state),
  });
  const first = started.length;
  for (let failure = 0; failure < 5; failure++) {
    started.at(-1)?.dispatchEvent(new Event('error'));
    context.mock.timers.tick(1000);
  }
  assert.equal(started.length, first + 5);
  assert.equal(connection.state, 'lost');
  // One that runs and fails again and again says that the game cannot be played.
  for (let failure = 0; failure < 3; failure++) {
    started.at(-1)?.dispatchEvent(Object.assign(new Event('error'), { message: 'Uncaught TypeError' }));
    context.mock.timers.tick(1000);
  }
  assert.equal(started.length, first + 7);
  assert.deepEqual(states.at(-1), 'damaged');
});
