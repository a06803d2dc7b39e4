import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Course } from '../../src/dnup/web/learn/course.js';

/** @typedef {import('../../src/dnup/web/learn/inspection.js').Answer} Answer */
/** @typedef {import('../../src/dnup/web/learn/inspection.js').Inspect} Inspect */

const LESSONS = [
  {
    id: 'one',
    rule: 'R7',
    steps: [{ position: 'p', before: ['take A', 'rotate'], goal: ['play 3/4'] }, { goal: ['rotate'] }],
  },
  { id: 'two', rule: 'R10', steps: [{ position: 'q', goal: ['play 5/8', 'play 5/9'] }] },
];
const WHY = { code: 'not-higher', rule: 'R10', sentence: 'too low' };

/** A server for which a position is the list of the moves made in it, and only these are legal.
 * @param {string[]} legal @returns {{inspect: Inspect, asked: [string, string | null][]}} */
function server(legal) {
  /** @type {[string, string | null][]} */
  const asked = [];
  return {
    asked,
    inspect: async (position, move) => {
      asked.push([position, move]);
      if (move !== null && !legal.includes(move)) return { why: WHY };
      const moves = legal.map((one) => ({ move: one }));
      const event = move === null ? null : { verb: 'play', move };
      return {
        answer: /** @type {any} */ ({
          position: move === null ? position : `${position}, ${move}`,
          moves,
          view: {},
          effects: null,
          event,
        }),
      };
    },
  };
}

const ALL = ['take A', 'rotate', 'play 3/4', 'play 5/8', 'play 5/9'];

test('a lesson opens with its position, and with the moves of the others to watch', async () => {
  const course = new Course(LESSONS, server(ALL).inspect);
  await course.open(0);
  assert.equal(course.answer?.position, 'p');
  assert.equal(course.phase, 'watch');
  assert.deepEqual(await course.watch(), { verb: 'play', move: 'take A' });
  assert.equal(course.phase, 'watch');
  await course.watch();
  assert.equal(course.phase, 'task');
  assert.equal(course.answer?.position, 'p, take A, rotate');
});

test('a legal move that is not the task is neither made nor asked about', async () => {
  const { inspect, asked } = server(ALL);
  const course = new Course(LESSONS, inspect);
  await course.open(1);
  const before = asked.length;
  assert.deepEqual(await course.attempt('rotate'), { kind: 'but', move: 'rotate' });
  assert.equal(asked.length, before);
  assert.equal(course.phase, 'task');
  assert.equal(course.answer?.position, 'q');
});

test('an illegal move gets the reason of the server', async () => {
  const course = new Course(LESSONS, server(ALL).inspect);
  await course.open(1);
  assert.deepEqual(await course.attempt('play 2/4'), { kind: 'why', move: 'play 2/4', why: WHY });
  assert.equal(course.phase, 'task');
});

test('each move of the goal does it, and only while it is asked for', async () => {
  for (const move of LESSONS[1].steps[0].goal) {
    const course = new Course(LESSONS, server(ALL).inspect);
    await course.open(1);
    assert.deepEqual(await course.attempt(move), { kind: 'done', move });
    assert.equal(course.phase, 'done');
    await assert.rejects(course.attempt(move), /nobody waits/);
  }
});

test('a step without a position goes on from where the one before has led', async () => {
  const course = new Course(LESSONS, server(ALL).inspect);
  await course.open(0);
  await course.watch();
  await course.watch();
  await course.attempt('play 3/4');
  assert.equal(course.isLastStep, false);
  assert.equal(await course.next(), true);
  assert.equal(course.step, 1);
  assert.equal(course.phase, 'task');
  assert.equal(course.answer?.position, 'p, take A, rotate, play 3/4');
});

test('after the last step comes the next lesson, after the last lesson nothing', async () => {
  const course = new Course(LESSONS, server(ALL).inspect);
  await course.open(1);
  assert.equal(course.isLastLesson, true);
  assert.equal(await course.next(), false);
  await course.open(0);
  course.step = 1;
  assert.equal(await course.next(), true);
  assert.equal(course.current.id, 'two');
});

test('when the line is down, everything stays as it was', async () => {
  let down = false;
  const { inspect } = server(ALL);
  const course = new Course(LESSONS, async (position, move) => {
    if (down) throw new TypeError('no line');
    return inspect(position, move);
  });
  await course.open(0);
  down = true;
  await assert.rejects(course.open(1), /no line/);
  await assert.rejects(course.watch(), /no line/);
  assert.equal(course.current.id, 'one');
  assert.equal(course.watched, 0);
  down = false;
  await course.watch();
  assert.equal(course.watched, 1);
});

test('a lesson whose others would make an illegal move says so', async () => {
  const course = new Course(LESSONS, server(['play 3/4']).inspect);
  await course.open(0);
  await assert.rejects(course.watch(), /"take A" is not legal in p: too low/);
});

test('the real lessons begin with a position each', async () => {
  const file = new URL('../../src/dnup/web/learn/lessons.json', import.meta.url);
  const lessons = JSON.parse(await readFile(file, 'utf8'));
  for (const lesson of lessons) {
    const course = new Course([lesson], server(ALL).inspect);
    await course.open(0);
    assert.equal(course.answer?.position, lesson.steps[0].position);
  }
});
