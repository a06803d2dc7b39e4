// The page of a game that is over: go through it again, from any seat or with all hands open. The engine in a worker says
// what there was to see; the page shows it on the same table as any game.

import { parseLegal, useStar } from '../game/notation.js';
import { eventLine, seatName } from '../game/phrases.js';
import { isMine, NOTHING } from '../game/state.js';
import { canPlayHere } from '../local/local.js';
import { listenForKnown } from '../play/known.js';
import { fill, find, h, iconNode, nextFrame } from '../shared/dom.js';
import { alsoRead, plain, t, tp, words } from '../shared/i18n.js';
import { saveText } from '../shared/save.js';
import { startPage } from '../shared/shell.js';
import { play as sound } from '../shared/sounds.js';
import { listenToKeys as listenAtTable } from '../table/keys.js';
import '../table/table-view.js';
import { formatAddress, parseAddress, placeOf, stopOf } from './address.js';
import { Choice } from './choice.js';
import { Judging, openGame, readText, showStop, whyNot } from './desk.js';
import { entrance, sentence, takeDrops } from './entrance.js';
import { kindOf, momentsOf, stopBefore, verdict } from './findings.js';
import { gameAt } from './game.js';
import { Graph } from './graph.js';
import { listenToKeys, openKeys } from './keys.js';
import { Luck } from './luck.js';
import { Moments } from './moments.js';
import { MovesList } from './moves-list.js';
import { keepOwnMistakes } from './own-mistakes.js';
import { pack } from './packing.js';
import { Progress } from './progress.js';
import { findSource, fromFile } from './sources.js';
import { Transport } from './transport.js';

/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {import('./sources.js').Source} Source */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../table/table-view.js').TableView} TableView */
/** @typedef {import('./judge.js').Judged} Judged */

/** How many tries a decision gets at most. */
const EFFORT = 8000;
/** The parts of the panel, each a tab where there is no room for all. */
const TABS = ['moments', 'graph', 'luck', 'moves'];
/** How long a move is looked at while the game is played, in milliseconds. */
const PAUSE = 900;

class ReviewPage {
  /** @type {Source | null} */ source = null;
  /** The records of the source. @type {string[]} */ lines = [];
  number = 0;
  /** @type {Outline | null} */ outline = null;
  at = 0;
  /** Where whoever looks sat. @type {string | null} */ own = null;
  seat = 'A';
  open = false;
  playing = false;
  /** What the table shows. @type {{at: number, seat: string, open: boolean, game: Game} | null} */ shown = null;
  /** The game's own part of the address, if it is in there. @type {string | null} */ packed = null;
  #drawing = false;
  /** The review whose mistakes are kept. @type {import('./judge.js').Review | null} */ kept = null;
  /** Which of the two moves of a moment the table shows. @type {'made' | 'best' | null} */ shows = null;
  /** Whether better moves are looked for before they are shown. */ finding = localStorage.getItem('find') !== 'no';
  /** Moments whose better move is known by now. @type {Set<number>} */ revealed = new Set();

  constructor() {
    this.table = /** @type {TableView} */ (document.createElement('dnup-table'));
    this.table.still = true;
    this.transport = new Transport({ go: (stop) => this.go(stop), play: () => this.togglePlaying() });
    this.moves = new MovesList((stop) => this.go(stop));
    this.seats = h('select', { 'data-t-label': 'review.seat' });
    this.seats.addEventListener('change', () => this.lookFrom(this.seats.value));
    this.views = h('div', { class: 'seg view', role: 'group' });
    this.transport.keys.append(this.seats, this.views);
    this.playOn = h('button', { class: 'btn play-on', onclick: () => this.#playOn() });
    this.judging = new Judging(() => this.#judged());
    this.graph = new Graph((stop) => this.go(stop));
    this.luck = new Luck();
    this.moments = new Moments({
      go: (stop) => this.toMoment(stop),
      show: (which) => this.#demonstrate(which),
      reveal: () => this.#reveal(),
      find: (on) => this.#find(on),
    });
    this.choice = new Choice(this.table, (which) => this.#demonstrate(which));
    this.progress = new Progress(this.judging, () => this.#toggleJudging());
    this.tabs = h('nav', { class: 'tabs', role: 'tablist' });
    this.panel = h(
      'aside',
      { class: 'panel-box' },
      this.progress.element,
      this.luck.rating,
      this.graph.element,
      this.moments.element,
      this.luck.account,
      this.moves.element,
    );
    this.table.addEventListener('move', (event) => void this.#try(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener('ask', (event) => void this.#explain(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener('say', (event) => this.#say(/** @type {CustomEvent} */ (event).detail));
    listenAtTable(this.table, {
      log: () => {},
      aid: openKeys,
      read: () => this.#say(this.table.spoken()),
      when: () => this.atTable,
    });
    this.left = h('div', { class: 'left' }, this.table, this.transport.element);
    listenForKnown(this.table, () => this.shown?.game ?? null);
    listenToKeys(this);
    find('#save').addEventListener(
      'click',
      () => this.source && saveText(`dnup-${this.source.name}.jsonl`, `${this.line}\n`),
    );
    find('#share').addEventListener('click', () => this.#share());
    find('#keys').addEventListener('click', openKeys);
    const games = /** @type {HTMLSelectElement} */ (find('#games'));
    games.addEventListener('change', () => void this.#open(Number(games.value)));
    takeDrops((file) => void this.take(() => fromFile(file)));
    addEventListener('hashchange', () => this.#follow());
    document.addEventListener('language', () => this.#relabel());
  }

  /** The record that is looked at. */
  get line() {
    return this.lines[this.number];
  }

  /** Opens a game, or says why it is none. @param {() => Promise<Source | null>} find */
  async take(find) {
    try {
      if (!canPlayHere) return this.#showEntrance(t('review.not_here'));
      const source = await find();
      if (!source) return this.#showEntrance('');
      const entries = await readText(source.text);
      this.source = source;
      this.lines = entries.length > 1 ? source.text.split('\n').filter((line) => line.trim()) : [source.text.trim()];
      this.#listGames(entries);
      const number = Number(new URLSearchParams(location.search).get('n'));
      await this.#open(number >= 1 && number <= entries.length ? number - 1 : entries.length - 1);
    } catch (error) {
      await this.#showEntrance(sentence(error));
    }
  }

  /** @param {string} problem */
  async #showEntrance(problem) {
    this.outline = null;
    this.judging.stop();
    for (const id of ['#save', '#share', '#keys', '#games']) find(id).hidden = true;
    fill(find('main'), await entrance(problem, (file) => void this.take(() => fromFile(file))));
  }

  /** @param {import('./desk.js').Entry[]} entries */
  #listGames(entries) {
    const games = find('#games');
    games.hidden = entries.length < 2;
    fill(
      games,
      ...entries.map((_, i) =>
        h('option', { value: i }, t('review.game_number', { number: i + 1, count: entries.length })),
      ),
    );
  }

  /** Opens one of the games of the source. @param {number} number */
  async #open(number) {
    const address = parseAddress(location.hash);
    const first = this.outline === null;
    this.outline = await openGame(number);
    this.number = number;
    /** @type {HTMLSelectElement} */ (find('#games')).value = String(number);
    useStar(this.outline.star);
    const { rounds } = this.outline;
    this.own = this.source?.seat ?? null;
    this.packed = address.packed;
    // A file that fits goes into the address, so that it is there after a reload, too.
    if (!address.packed && !this.source?.link && !this.own) this.packed = await pack(this.line);
    this.seat = this.#seatOf(first ? address.seat : null);
    this.open = first && address.open;
    this.at = first ? stopOf(rounds, address.place) : 0;
    this.shown = null;
    this.transport.open(this.outline);
    for (const id of ['#save', '#share', '#keys']) find(id).hidden = false;
    fill(find('main'), this.left, this.tabs, this.panel);
    this.table.actions?.element.append(this.choice.element, this.playOn);
    this.revealed.clear();
    this.judging.review = null;
    this.judging.start(this.line, EFFORT);
    this.openTab(document.body.dataset.tab ?? TABS[0]);
    this.#relabel();
  }

  /** To a stop of the game. @param {number} stop */
  go(stop) {
    if (!this.outline) return;
    this.stopPlaying();
    this.shows = null;
    this.#to(stop);
  }

  /** To a moment that mattered: what was better is shown, unless it is still to be found. @param {number} stop */
  toMoment(stop) {
    this.go(stop);
    this.shows = 'best';
    if (this.shown?.at === stop) this.#judged();
  }

  /** To the next moment, in the order of the game, or back to the one before. @param {number} by */
  stepMoment(by) {
    const { outline } = this;
    if (!outline) return;
    const stops = this.#moments.map((one) => stopBefore(outline.rounds, one)).sort((a, b) => a - b);
    const next = by > 0 ? stops.find((stop) => stop > this.at) : stops.findLast((stop) => stop < this.at);
    if (next !== undefined) this.toMoment(next);
  }

  /** The moments of the seat that is looked from. */
  get #moments() {
    return this.judging.review ? momentsOf(this.judging.review, this.seat) : [];
  }

  /** The moment that is looked at. */
  get #current() {
    const { outline } = this;
    return (outline && this.#moments.find((one) => stopBefore(outline.rounds, one) === this.at)) ?? null;
  }

  /** What was done here, if it was right by all that could be known, and only with all cards open something was better. */
  get #unlucky() {
    const { outline, judging, at, seat } = this;
    const found = outline && judging.review?.moves.find((one) => stopBefore(outline.rounds, one) === at);
    return found?.seat === seat && found.verdict === 'unlucky' ? found : null;
  }

  /** Whether what was better is still to be found. @param {Judged} one */
  #asks(one) {
    const stop = this.outline ? stopBefore(this.outline.rounds, one) : 0;
    return this.finding && one.loss > 0 && one.seat === this.own && !this.revealed.has(stop);
  }

  /** Whether keys belong to the table: a move is looked for, and the focus is there. */
  get atTable() {
    return !this.table.still && this.table.contains(document.activeElement);
  }

  /** @param {number} by */
  step(by) {
    this.go(this.at + by);
  }

  /** To the beginning of this round or of another. @param {number} by */
  stepRound(by) {
    if (!this.outline) return;
    const { rounds } = this.outline;
    const { round, move } = placeOf(rounds, this.at);
    const back = by < 0 && move > 0 ? 0 : by;
    this.go(rounds[Math.min(Math.max(round - 1 + back, 0), rounds.length - 1)].first);
  }

  /** @param {number} stop */
  #to(stop) {
    const last = (this.outline?.events.length ?? 1) - 1;
    this.at = Math.min(Math.max(stop, 0), last);
    void this.#draw();
  }

  /** @param {string} seat */
  lookFrom(seat) {
    this.seat = seat;
    void this.#draw();
  }

  nextSeat() {
    const seats = [...'ABCDE'.slice(0, this.outline?.players.length ?? 0)];
    this.lookFrom(seats[(seats.indexOf(this.seat) + 1) % seats.length]);
  }

  /** @param {boolean} open */
  lookOpen(open = !this.open) {
    this.open = open;
    void this.#draw();
  }

  togglePlaying() {
    if (this.playing) this.stopPlaying();
    else void this.#play();
    this.transport.update(this.at, this.playing);
  }

  stopPlaying() {
    this.playing = false;
  }

  async #play() {
    if (!this.outline) return;
    this.playing = true;
    const last = this.outline.events.length - 1;
    if (this.at === last) this.#to(0);
    while (this.playing && this.at < last) {
      this.at++;
      await this.#draw();
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    this.playing = false;
    this.transport.update(this.at, false);
  }

  /** There is more to say by now. */
  #judged() {
    const { outline, own } = this;
    const { done, review } = this.judging;
    if (done === 1 && review && review !== this.kept && outline && own) {
      this.kept = review;
      void keepOwnMistakes(review, outline, own);
    }
    if (this.shown) void this.#inPieces(this.shown.game, [this.#chances, this.#choices, this.#showMoments]);
  }

  #toggleJudging() {
    if (this.judging.running) this.judging.stop();
    else this.judging.start(this.line, EFFORT);
    this.#judged();
  }

  /** Shows what a move of the moment would do. @param {'made' | 'best'} which */
  #demonstrate(which) {
    this.shows = which;
    this.#judged();
  }

  #reveal() {
    this.revealed.add(this.at);
    this.shows = 'best';
    this.table.explain(null);
    this.#judged();
  }

  /** @param {boolean} on */
  #find(on) {
    this.finding = on;
    localStorage.setItem('find', on ? 'yes' : 'no');
    this.#judged();
  }

  /** Somebody tries a move where there was a better one. @param {string} move */
  async #try(move) {
    const current = this.#current;
    // The next position may be on its way while the last one still lies there.
    if (!current || this.shown?.at !== this.at) return this.table.settle();
    const said = verdict(current, move);
    if (said === 'right') {
      this.#reveal();
      this.#say(t('review.found_it'));
      return;
    }
    this.table.clear();
    this.#say(this.table.explain({ code: 'tried', rule: '', sentence: t(`review.tried_${said}`) }));
  }

  /** @param {string} move */
  async #explain(move) {
    const { at } = this;
    const reason = await whyNot(at, move);
    if (at === this.at && reason && this.table.options.ask === move) this.#say(this.table.explain(reason));
  }

  /** @param {string} text */
  #say(text) {
    find('#say').textContent = text;
  }

  /** @param {string} tab */
  openTab(tab) {
    document.body.dataset.tab = tab;
    for (const button of this.tabs.querySelectorAll('button'))
      button.setAttribute('aria-selected', String(button.dataset.tab === tab));
    this.graph.redraw?.();
    this.panel.scrollTop = 0;
  }

  /** Shows where one is; while something is on its way, what is wanted by then follows. */
  async #draw() {
    if (this.#drawing || !this.outline) return;
    this.#drawing = true;
    try {
      for (;;) {
        const { at, seat, open } = this;
        /** @type {Outline} */
        const outline = this.outline;
        if (this.shown?.at === at && this.shown.seat === seat && this.shown.open === open) break;
        const frame = await showStop(at, seat);
        if (outline !== this.outline) continue;
        const game = {
          ...gameAt(outline, at, frame, { seat, own: this.own, open }),
          moves: frame.moves.map(parseLegal),
        };
        if (!this.shown) await this.table.lay(game);
        const done = this.#show(at, game);
        if (this.playing) await done;
      }
    } finally {
      this.#drawing = false;
    }
  }

  /** @param {number} at @param {Game} game */
  #show(at, game) {
    const before = this.shown;
    const event = game.last;
    const follows = before && before.at === at - 1 && before.seat === this.seat && event;
    // What does not follow from what lies there is laid out anew.
    if (!follows && before?.at !== at) this.table.game = NOTHING;
    this.table.still = true;
    this.table.again = event;
    this.shown = { at, seat: this.seat, open: this.open, game };
    const done = this.table.show(game, follows ? [event] : []);
    if (follows) sound(event.verb);
    const line = event && eventLine(words, game, event);
    this.#say(line && before ? plain(line) : '');
    // First the cards, then what stands around them.
    void this.#inPieces(game, [this.#around, this.#list, this.#chances, this.#choices, this.#showMoments]);
    return done;
  }

  /** Each piece in a frame of its own, as long as it is this game that is shown. @param {Game} game @param {((game: Game) => void)[]} pieces */
  async #inPieces(game, pieces) {
    for (const piece of pieces) {
      await nextFrame();
      if (this.shown?.game !== game || !this.outline) return;
      piece.call(this, game);
    }
  }

  /** The way through the game. */
  #around() {
    const { outline, at } = this;
    if (!outline) return;
    this.transport.update(at, this.playing);
    this.seats.value = this.seat;
    for (const button of this.views.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String((button.dataset.view === 'open_hands') === this.open));
    const { round } = placeOf(outline.rounds, at);
    const ended = outline.over && round === outline.rounds.length && outline.turns[at] === null;
    this.playOn.hidden = !outline.playable || ended;
    this.#keepAddress();
  }

  /** @param {Game} game */
  #list(game) {
    if (this.outline) this.moves.update(this.outline, this.at, game);
  }

  /** What there is to say by now, as far as it has come. @param {Game} game */
  #chances(game) {
    const { outline, judging, seat } = this;
    if (!outline) return;
    const { review } = judging;
    const moments = this.#moments;
    const nameOf = (/** @type {string} */ other) => (isMine(game, other) ? t('seat.you') : seatName(game, other));
    // First of all, for it looks how much room there is.
    this.graph.element.hidden = !review;
    if (review) this.graph.update(review, outline, seat, moments, this.at, nameOf);
    this.progress.update();
    this.transport.pin(moments.map((one) => ({ stop: stopBefore(outline.rounds, one), kind: kindOf(one) })));
  }

  /** The two moves of a moment, on the table. @param {Game} game */
  #choices(game) {
    const { shows, seat } = this;
    const current = this.#current;
    const asks = current !== null && this.#asks(current);
    const begins = asks && this.table.still;
    this.choice.update({ game, current, asks, shows, own: seat === this.own });
    // The panel may be out of sight: the table says what is asked for.
    if (begins) this.table.advise(tp('review.find_it'));
  }

  /** The moments that mattered, and what was luck. @param {Game} game */
  #showMoments(game) {
    const { outline, judging, seat, own } = this;
    if (!outline) return;
    const { review } = judging;
    this.luck.update(review, 'ABCDE'.indexOf(seat), seat === own ? null : seatName(game, seat));
    this.moments.update({
      moments: this.#moments,
      outline,
      game,
      current: this.#current,
      asks: (one) => this.#asks(one),
      finding: this.finding,
      shows: this.shows,
      unlucky: this.#unlucky,
      own: seat === own,
      complete: (review?.effort ?? 0) > 0,
    });
  }

  #keepAddress() {
    const hash = formatAddress(this.address);
    if (hash !== location.hash.slice(1))
      history.replaceState(null, '', `${location.pathname}${location.search}#${hash}`);
  }

  /** @returns {import('./address.js').Address} */
  get address() {
    const { outline, at, seat, open, packed, own } = this;
    const place = outline && placeOf(outline.rounds, at);
    return { place, seat: seat === (own ?? 'A') ? null : seat, open, packed };
  }

  /** The seat that an address means: the one it names, if there is such a one, or where whoever looks sat. @param {string | null} named */
  #seatOf(named) {
    const seats = 'ABCDE'.slice(0, this.outline?.players.length ?? 0);
    return named && seats.includes(named) ? named : (this.own ?? 'A');
  }

  /** Someone has changed the address. */
  #follow() {
    const { place, seat, open, packed } = parseAddress(location.hash);
    if (!this.outline || packed !== this.packed) return void this.take(findSource);
    this.seat = this.#seatOf(seat);
    this.open = open;
    this.go(stopOf(this.outline.rounds, place));
  }

  #relabel() {
    const { outline } = this;
    if (!outline) return void this.take(findSource);
    this.transport.open(outline);
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (this.left.querySelectorAll('[data-t-label]'))) {
      element.setAttribute('aria-label', t(element.dataset.tLabel ?? ''));
      element.title = t(element.dataset.tLabel ?? '');
    }
    this.panel.setAttribute('aria-label', t('review.title'));
    this.tabs.setAttribute('aria-label', t('review.title'));
    const tab = document.body.dataset.tab;
    fill(
      this.tabs,
      ...TABS.map((name) =>
        h(
          'button',
          { role: 'tab', 'data-tab': name, 'aria-selected': String(name === tab), onclick: () => this.openTab(name) },
          t(`review.tabs.${name}`),
        ),
      ),
    );
    this.views.setAttribute('aria-label', t('review.cards_shown'));
    const view = (/** @type {string} */ name, /** @type {boolean} */ open) =>
      h('button', { 'data-view': name, onclick: () => this.lookOpen(open) }, t(`review.${name}`));
    fill(this.views, view('seen', false), view('open_hands', true));
    fill(this.playOn, iconNode('bot'), t('review.play_on'));
    this.playOn.title = t('review.play_on'); // where there is no room for words
    const game = gameAt(outline, 0, /** @type {any} */ ({}), { seat: this.seat, own: this.own, open: false });
    fill(
      this.seats,
      ...outline.players.map((_, i) => {
        const seat = 'ABCDE'[i];
        return h('option', { value: seat }, seat === this.own ? t('seat.you') : seatName(game, seat));
      }),
    );
    const winner = outline.winner ?? '';
    find('#about').textContent = [
      t('review.players', { count: outline.players.length }),
      winner && t(winner === this.own ? 'result.won_you' : 'result.won', { name: seatName(game, winner) }),
    ]
      .filter(Boolean)
      .join(' · ');
    this.shown = null;
    this.table.relabel();
    void this.#draw();
  }

  async #share() {
    if (!this.source) return;
    const { openSharing } = await import('./sharing.js');
    await openSharing(this.source, this.line, this.address);
  }

  async #playOn() {
    if (!this.outline) return;
    this.playOn.disabled = true;
    const { playOn } = await import('./play-on.js');
    try {
      await playOn(this.line, placeOf(this.outline.rounds, this.at), this.outline, this.seat);
    } finally {
      this.playOn.disabled = false;
    }
  }
}

alsoRead(new URL('./words/', import.meta.url));
await startPage();
const page = new ReviewPage();
await page.take(findSource);
