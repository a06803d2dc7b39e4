// A game seen again, without a page: hostile records, addresses, links that hold a game, and a table that plays one on.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Estimator } from '../../src/dnup/web/analysis/estimators.js';
import { Reviewer } from '../../src/dnup/web/analysis/reviewer.js';
import { recordsOf } from '../../src/dnup/web/device/record.js';
import { Table } from '../../src/dnup/web/device/table.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { parseLegal } from '../../src/dnup/web/game/notation.js';
import { button, status } from '../../src/dnup/web/game/phrases.js';
import { formatAddress, parseAddress, placeOf, stopOf } from '../../src/dnup/web/review/address.js';
import { lineWords, madeWords, moveWords, why } from '../../src/dnup/web/review/explanations.js';
import { accountSentence, chancesOf, momentsOf, stopBefore, verdict } from '../../src/dnup/web/review/findings.js';
import { gameAt } from '../../src/dnup/web/review/game.js';
import { linesOf } from '../../src/dnup/web/review/graph.js';
import { LONGEST, pack, unpack } from '../../src/dnup/web/review/link-encoding.js';
import { accountWords, decimal, margin, signedPoints } from '../../src/dnup/web/review/luck.js';
import { eventsUpTo } from '../../src/dnup/web/review/play-on.js';
import { NotARecord, readRecord, readRecords } from '../../src/dnup/web/review/record.js';
import { Replay } from '../../src/dnup/web/review/replay.js';
import { plain, use, Words } from '../../src/dnup/web/shared/i18n.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));
/** @param {import('../../src/dnup/web/shared/i18n.js').Language} language */
const wordsOf = (language) => {
  const texts = ['locales', 'review/words'].map((folder) =>
    JSON.parse(readFileSync(new URL(`../../src/dnup/web/${folder}/${language}.json`, import.meta.url), 'utf8')),
  );
  return new Words(language, Object.assign({}, ...texts));
};
const english = wordsOf('en');
const languages = [english, wordsOf('fi'), wordsOf('it'), wordsOf('nb')];
const lines = readFileSync(new URL('../data/golden.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const golden = lines.map((line) => JSON.parse(line));

test('every golden record is gone through to the end that it tells', () => {
  const engine = new Engine(module);
  for (const record of golden) {
    const outline = new Replay(engine, readRecord(record)).outline();
    assert.equal(outline.winner, record.winner);
    assert.equal(outline.over, record.result !== 'unfinished');
    assert.deepEqual(
      outline.rounds.map(({ points, moves }) => ({ points, moves })),
      record.rounds.map((/** @type {any} */ { points, moves }) => ({ points, moves: moves.length })),
    );
  }
});

test('a seat is shown its own view, and the moves it had', () => {
  const replay = new Replay(new Engine(module), readRecord(golden[0]));
  const { turns, events } = replay.outline();
  const seat = turns[0] ?? '';
  const { view, moves, hands } = replay.show(0, seat);
  assert.equal(view.hand, hands['ABCDE'.indexOf(seat)]);
  assert.ok(moves.some(({ move }) => move === golden[0].rounds[0].moves[0]));
  const other = replay.show(0, 'AB'.replace(seat, ''));
  assert.notEqual(other.view.hand, view.hand);
  assert.deepEqual(other.moves, []);
  assert.equal(events[1]?.seat, seat);
});

/** @param {(record: any) => void} change */
const changed = (change) => {
  const record = structuredClone(golden[0]);
  change(record);
  return record;
};

test('what is not a record is refused with a sentence, whatever it is', () => {
  const hostile = [
    'null',
    '[]',
    '"dnup-record"',
    '{}',
    '{"format":"dnup-record","version":1}',
    '['.repeat(100_000),
    ...[
      (/** @type {any} */ r) => (r.version = 2),
      (/** @type {any} */ r) => (r.players = ['A']),
      (/** @type {any} */ r) => (r.players = [1, 2]),
      (/** @type {any} */ r) => (r.players = Array(9).fill('A')),
      (/** @type {any} */ r) => (r.deck = '__proto__'),
      (/** @type {any} */ r) => (r.deck = 'constructor'),
      (/** @type {any} */ r) => (r.deck = ['1/99*', '2/3']),
      (/** @type {any} */ r) => (r.deck = Array(57).fill('1/2')),
      (/** @type {any} */ r) => (r.deck = ['1/2', '1/3']),
      (/** @type {any} */ r) => (r.turn_limit = 0),
      (/** @type {any} */ r) => (r.turn_limit = 1e300),
      (/** @type {any} */ r) => (r.stall_limit = -1),
      (/** @type {any} */ r) => (r.rounds = []),
      (/** @type {any} */ r) => (r.rounds = [null]),
      (/** @type {any} */ r) => (r.rounds = Array(1000).fill(r.rounds[0])),
      (/** @type {any} */ r) => (r.rounds[0].deal = ['1/5 '.repeat(5000), '']),
      (/** @type {any} */ r) => (r.rounds[0].moves = ['play '.repeat(1000)]),
      (/** @type {any} */ r) => (r.rounds[0].moves = Array(30_000).fill('rotate')),
      (/** @type {any} */ r) => (r.rounds[0].moves = ['\u0000']),
      (/** @type {any} */ r) => (r.rounds[0].moves = [{ toString: 'rotate' }]),
    ].map((change) => JSON.stringify(changed(change))),
  ];
  for (const text of hostile) assert.throws(() => readRecords(text), NotARecord, text.slice(0, 80));
});

test('what is shaped like a record and is no game is refused, with where it goes wrong', () => {
  const engine = new Engine(module);
  const wrong = [
    changed((r) => (r.rounds[0].deal = r.rounds[0].deal.toReversed().map(() => '1/5'))),
    changed((r) => (r.rounds[0].moves[3] = 'play 9/9')),
    changed((r) => r.rounds[0].moves.push('rotate')),
    changed((r) => r.rounds[0].moves.pop()),
    changed((r) => r.rounds.push(r.rounds.at(-1))),
  ];
  for (const record of wrong)
    assert.throws(
      () => new Replay(engine, readRecord(record)),
      (error) => error instanceof NotARecord && error.key === 'review.not_legal',
    );
});

test('a file has a game a line, and a record may be spread over several', () => {
  assert.equal(readRecords(lines.slice(0, 3).join('\n')).length, 3);
  assert.equal(readRecords(JSON.stringify(golden[0], null, 2)).length, 1);
});

test('addresses name a place, a seat and whether hands are open', () => {
  const rounds = [
    { first: 0, moves: 10 },
    { first: 11, moves: 4 },
  ];
  for (const text of ['r2m14', 'r1m0.B', 'r2m3.open', 'r2m3.C-open', 'r1m2~abc-_', '~abc'])
    assert.equal(formatAddress(parseAddress(`#${text}`)), text);
  assert.equal(parseAddress('#r2').place?.move, 0);
  for (const text of ['', '#', '#<b>', '#r2m14.Z', '#r99999999m1']) assert.equal(parseAddress(text).place, null);
  assert.equal(stopOf(rounds, { round: 2, move: 3 }), 14);
  assert.equal(stopOf(rounds, { round: 9, move: 99 }), 15);
  assert.deepEqual(placeOf(rounds, 14), { round: 2, move: 3 });
  assert.deepEqual(placeOf(rounds, 10), { round: 1, move: 10 });
});

test('a link holds a whole game, and nothing that swells', async () => {
  const packed = await pack(lines[0]);
  assert.ok(packed && /^[\w-]+$/.test(packed) && packed.length < LONGEST);
  assert.deepEqual(readRecords(await unpack(packed))[0], {
    ...readRecord(golden[0]),
    rounds: readRecord(golden[0]).rounds.map((round) => ({ ...round, salt: null })),
  });
  for (const bad of ['', '!!!', 'AAAA', packed.slice(0, 50)])
    await assert.rejects(async () => readRecords(await unpack(bad)), NotARecord, bad);
  const zeros = new Blob([new Uint8Array(50_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bomb = Buffer.from(await new Response(zeros).arrayBuffer()).toString('base64url');
  await assert.rejects(unpack(bomb), (error) => error instanceof NotARecord && error.key === 'review.too_large');
});

test('a game is played on from any moment of it, and its record says so', () => {
  const record = golden.find(({ rounds, turn_limit }) => rounds.length > 1 && turn_limit === 500);
  const read = readRecord(record);
  const outline = new Replay(new Engine(module), read).outline();
  const turns = outline.rounds.map(({ first, moves }) => outline.turns.slice(first, first + moves));
  const me = { seat: 'B', name: 'Ada', level: 'hard' };
  const events = eventsUpTo(read, { round: 2, move: 3 }, turns, me);
  const table = new Table('local-on', new Engine(module));
  for (const event of events) table.apply(event);
  assert.equal(table.deals.length, 2);
  assert.deepEqual(table.moves, record.rounds[1].moves.slice(0, 3));
  assert.deepEqual(table.rounds, [record.rounds[0].points]);
  assert.equal(table.turn, turns[1][3]);
  assert.equal(table.chair('B').name, 'Ada');
  assert.ok(table.chairs.every(({ seat, level }) => seat === 'B' || level === 'hard'));
  const [line] = recordsOf(new Engine(module), events, { from: 'r2m3' });
  assert.equal(JSON.parse(line).played_on_from, 'r2m3');
  assert.equal(readRecord(JSON.parse(line)).rounds.length, 1);
});

test('a review tells the moments of a seat, what they cost first, and a try is judged by them', async () => {
  const engine = new Engine(module);
  const two = golden.find(({ players }) => players.length === 2);
  const replay = new Replay(engine, readRecord(two));
  const reviewer = new Reviewer(engine, replay.played());
  for (const _ of reviewer.think(400)) {
    // What was luck is not told before all play has been compared.
    if (!reviewer.effort) assert.deepEqual(reviewer.review().accounts, []);
  }
  const review = reviewer.review();
  const outline = replay.outline();
  assert.equal(review.moves.length, outline.events.filter(Boolean).length);
  const all = ['A', 'B'].flatMap((seat) => momentsOf(review, seat));
  assert.ok(all.length);
  for (const one of all) {
    const stop = stopBefore(outline.rounds, one);
    assert.equal(outline.turns[stop], one.seat);
    assert.equal(outline.events[stop + 1]?.move ?? 'rotate', one.made);
    assert.equal(verdict(one, one.best, []), 'right');
    if (one.loss) assert.equal(verdict(one, one.made, []), 'wrong');
    assert.equal(verdict(one, 'no such move', []), 'wrong');
    const { view, hands, moves } = replay.show(stop, one.seat);
    const game = gameAt(outline, stop, { view, hands, moves }, { seat: one.seat, own: one.seat, open: false });
    if (one.loss) {
      // What a better move is for is told by facts, and shown by what can follow.
      assert.ok(one.why.length === 0 || plain(why(english, game, one.why)).length > 10);
      assert.ok(one.line.length > 1 || one.why.some(({ kind }) => /goes_out|wins_match/.test(kind)));
      assert.equal(one.line[0].move, one.best);
      const frames = replay.follow(one.line, one.seat);
      assert.deepEqual(
        frames.map(({ event }) => [event.seat, event.move]),
        one.line.map(({ seat, move }) => [seat, move]),
      );
      for (const { view } of frames) assert.equal(view.seat, one.seat);
      assert.match(plain(lineWords(english, game, one.line)), /^For example: (You|.+) .+\.$/);
    }
    assert.ok(plain(moveWords(english, game, one.best)).length);
  }
  for (const seat of [0, 1]) {
    const lines = linesOf(review, outline, seat);
    assert.equal(lines.at(-1)?.at(-1)?.chance, Number(outline.winner === 'AB'[seat]));
    const { fair, cards, decisions, gifts, luck, result } = review.accounts[seat];
    assert.ok(Math.abs(fair + cards + decisions + gifts + luck - result) < 1e-9);
    assert.equal(accountSentence(review.accounts[seat]).key, result ? 'won' : 'lost');
  }
  for (const one of all) {
    const { made, best, lost } = chancesOf(one);
    assert.ok(Math.abs(made - one.after['AB'.indexOf(one.seat)]) <= 0.00051);
    assert.ok(best <= 1 && Math.abs(best - made - lost) < 1e-9);
  }
});

/** A table of two at its first stop, seen from A by the player of seat `own`. @param {string | null} own */
function firstStop(own) {
  const two = golden.find(({ players }) => players.length === 2);
  const replay = new Replay(new Engine(module), readRecord(two));
  return gameAt(replay.outline(), 0, replay.show(0, 'A'), { seat: 'A', own, open: false });
}

const FACTS = [
  'unbeatable',
  'known_to_beat',
  'lets_play_out',
  'lets_add_out',
  'rotates',
  'fits',
  'becomes',
  'breaks_up',
  'leaves_singles',
];

test('what speaks against a move says whose it is, and "your" to nobody else', () => {
  const facts = [
    { kind: 'unbeatable', count: 1, value: 6, seat: 'A', cards: '' },
    { kind: 'known_to_beat', count: 1, value: 5, seat: 'B', cards: '' },
  ];
  assert.match(plain(why(english, firstStop('A'), facts)), /everyone knows that .* can beat your move with 5\.$/);
  assert.match(plain(why(english, firstStop(null), facts)), /everyone knows that .* can beat the move made with 5\.$/);
  const yours = {
    en: /\byou/i,
    fi: /sinu|siirtosi|kädessäsi|käteesi|omiisi/i,
    it: /\b(tu[ae]|ti)\b/i,
    nb: /\b(din|ditt|du)\b/i,
  };
  for (const words of languages)
    for (const kind of FACTS)
      for (const count of [1, 2]) {
        const said = (/** @type {string | null} */ own) =>
          plain(why(words, firstStop(own), [{ kind, count, value: 8, seat: 'B', cards: '4/8' }]));
        assert.doesNotMatch(said('B'), yours[words.language]);
        assert.doesNotMatch(said(null), yours[words.language]);
        if (kind !== 'unbeatable') assert.match(said('A'), yours[words.language]);
      }
});

test('of a puzzle that was solved at once, what speaks against another move does not say that somebody made it', () => {
  const said = (/** @type {import('../../src/dnup/web/shared/i18n.js').Words} */ words, /** @type {string} */ kind) =>
    [true, false].map((made) =>
      plain(why(words, firstStop('A'), [{ kind, count: 2, value: 8, seat: 'B', cards: '4/8' }], made)),
    );
  const next = {
    en: /next best move/,
    fi: /toiseksi par(as|haan)/i,
    it: /seconda mossa migliore/,
    nb: /nest beste trekket/,
  };
  for (const words of languages)
    for (const kind of ['known_to_beat', 'lets_play_out', 'lets_add_out', 'breaks_up', 'leaves_singles']) {
      const [made, other] = said(words, kind);
      assert.doesNotMatch(made, next[words.language]);
      assert.match(other, next[words.language]);
    }
  const [made, other] = said(english, 'rotates');
  assert.equal(made, other);
});

test('a try is measured by itself, as often as the best move and in the same worlds', () => {
  const engine = new Engine(module);
  const replay = new Replay(engine, readRecord(golden.find(({ players }) => players.length === 2)));
  const shown = (/** @type {number} */ stop) => replay.show(stop, replay.outline().turns[stop]).moves;
  const counts = replay.stops.map((_, index) => shown(index).length);
  const stop = counts.indexOf(Math.max(...counts));
  const [made, best, tried] = shown(stop).map(({ move }) => move);
  const estimator = new Estimator(engine, replay.record.deck, 2);
  const view = estimator.viewOf(replay.stops[stop].position, 'AB'.indexOf(replay.outline().turns[stop] ?? ''));
  // Among all moves some are tried too seldom to know by how much they are worse.
  estimator.begin(view, made, 1n);
  estimator.think(6000, true);
  const among = estimator.moveValues().values.filter((one) => one.move !== made);
  const most = Math.max(...among.map(({ error }) => error));
  const measured = replay.measure(stop, tried, [best, made]);
  assert.deepEqual(new Set(measured.map(({ move }) => move)), new Set([made, best, tried]));
  for (const { move, more, error } of measured) {
    assert.ok(error < Math.min(0.015, most / 2), `${move} ± ${error}, among ${counts[stop]} moves ± ${most}`);
    if (move === tried) assert.equal(more, 0);
  }
});

test('the three numbers of a moment agree to the last digit that is shown', () => {
  use(english);
  const moment = (/** @type {number} */ after, /** @type {number} */ loss) =>
    chancesOf(/** @type {any} */ ({ seat: 'B', after: [0, after], loss, verdict: 'wrong' }));
  for (const [after, loss, ...shown] of /** @type {[number, number, ...string[]][]} */ ([
    [0.25649, 0.45149, '25.6', '70.7', '−45.1'],
    [0.40249, 0.06249, '40.2', '46.4', '−6.2'],
    [0.98, 0.03, '97.0', '100.0', '−3.0'], // nobody has more than all
  ])) {
    const { made, best, lost } = moment(after, loss);
    assert.deepEqual([decimal(100 * made, 1), decimal(100 * best, 1), signedPoints(-lost, 1)], shown);
  }
});

test('numbers have the signs of their language', () => {
  for (const words of languages) {
    use(words);
    const sign = words === english ? '.' : ',';
    assert.deepEqual(
      [decimal(53.4, 1), margin(0.007, 1), signedPoints(-0.102, 1)],
      [`53${sign}4`, `± 1${sign}4`, `−10${sign}2`],
    );
  }
});

test('how a match was won or lost is said by the bars that are shown', () => {
  const account = (/** @type {number[]} */ ...[cards, decisions, gifts, luck]) =>
    /** @type {any} */ ({ fair: 0.5, cards, decisions, gifts, luck, result: 0.5 + cards + decisions + gifts + luck });
  use(english);
  const cases = /** @type {[any, string | null, string][]} */ ([
    [
      account(-0.25, 0.0625, 0, -0.3125),
      null,
      'You lost mainly through bad luck: luck −56, your play +6, others’ play 0.',
    ],
    [
      account(0.25, -0.4375, -0.125, -0.1875),
      null,
      'You lost mainly through your own play: luck +6, your play −44, others’ play −13.',
    ],
    [
      account(0.125, -0.125, 0.5, 0),
      'Bo',
      'Bo won mainly through the others’ play: luck +13, own play −13, others’ play +50.',
    ],
    [account(0, 0.5, 0, 0), 'Bo', 'Bo won mainly through their own play: luck 0, own play +50, others’ play 0.'],
    [account(0.25, 0, 0, 0), null, 'What helped most was luck: luck +25, your play 0, others’ play 0.'],
    [account(0, -0.25, 0, 0), 'Bo', 'What cost most was their own play: luck 0, own play −25, others’ play 0.'],
  ]);
  for (const [told, name, said] of cases) assert.equal(accountWords(told, name), said);
  for (const words of languages) {
    use(words);
    for (const [told, name] of cases) assert.ok(accountWords(told, name).endsWith('.'));
  }
  use(english);
});

test('a move that was made is a sentence, and in the past nobody thinks', () => {
  const game = firstStop('A');
  const made = (/** @type {string} */ move, /** @type {boolean} */ own) => {
    const { label, move: rest } = madeWords(english, game, move, own);
    return [label, plain(rest)].filter(Boolean).join(' ');
  };
  assert.equal(made('rotate', true), 'You rotated');
  assert.equal(made('rotate', false), 'Rotated');
  assert.equal(made('play 5/1 5/3', true), 'You played 5 5');
  assert.match(made('take B1', true), /^You took .* ?from \w+$/);
  assert.match(made('add 5/2 to B1', false), /^Added 5 to \w+$/);
  for (const words of languages)
    for (const move of ['rotate', 'play 5/1', 'take B1', 'add 5/2 to B1'])
      for (const own of [true, false]) assert.ok(madeWords(words, game, move, own).label);
  const turn = /** @type {any} */ ({ ...game.view, turn: 'B1' });
  assert.equal(status(english, { ...game, view: turn }, 'B').text, 'To move');
  assert.equal(status(english, { ...game, view: turn, replayed: false }, 'B').text, 'Thinking');
});

test('a move against the viewer speaks to the viewer, in the right case', () => {
  const game = firstStop('A');
  const said = (/** @type {Words} */ words, /** @type {string} */ move) =>
    plain(moveWords(words, game, move, ['3/4', '3/6']));
  assert.equal(said(english, 'take A1'), 'take your 3 3');
  assert.equal(said(english, 'add 5/2 to A1'), '5 to your set');
  assert.deepEqual(
    languages.map((words) => said(words, 'take A1')),
    ['take your 3 3', 'ota sinulta 3 3', 'prendere i tuoi 3 3', 'ta 3 3 fra deg'],
  );
  for (const words of languages)
    for (const move of ['take A1', 'add 5/2 to A1'])
      assert.ok(!said(words, move).split(' ').includes(words.text('seat.you')), said(words, move));
});

test('who goes out with several cards is told of several', () => {
  const out = (/** @type {string} */ move) =>
    languages.map((words) => plain(button(words, firstStop('A'), parseLegal({ move, effects: { out: true } })).so));
  assert.equal(out('play 8/1')[0], 'Your last card: your hand is empty!');
  assert.equal(out('play 8/1 8/2')[0], 'Your last cards: your hand is empty!');
  for (const [i, said] of out('play 8/1').entries()) assert.notEqual(said, out('play 8/1 8/2')[i]);
});
