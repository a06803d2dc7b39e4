// Synthesized sounds. Nothing is heard before the first press: neither people nor browsers like that.
import { settings } from '../settings/settings.js';

let pressed = false;
for (const kind of ['pointerdown', 'keydown'])
  addEventListener(
    kind,
    () => {
      pressed = true;
      if (settings.sound) setTimeout(wake);
    },
    { capture: true, once: true },
  );

/** Whether the system's sound is there. Chromium starts it with the first AudioContext, and the page stands still
 * meanwhile, for a tenth of a second and more. To ask what devices there are starts it, too, but nobody waits; the
 * answer is of no interest. */
let awake = typeof AudioContext === 'undefined' || !('setSinkId' in AudioContext.prototype) || !navigator.mediaDevices;
/** How long it is waited for, in milliseconds. */
const LONG = 1000;
/** @type {Promise<void> | null} */
let waking = null;

function wake() {
  waking ??= awake
    ? Promise.resolve()
    : Promise.race([
        navigator.mediaDevices.enumerateDevices().catch(() => {}), // asking is enough, the answer is not used
        new Promise((done) => setTimeout(done, LONG)),
      ]).then(() => {
        awake = true;
      });
  return waking;
}

/** @type {AudioContext | null} */
let audio = null;

function context() {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  return audio;
}

/** Noise that dies away, by its length: made once. @type {Map<number, AudioBuffer>} */
const noises = new Map();

/** @param {AudioContext} ctx @param {number} length */
function noise(ctx, length) {
  let buffer = noises.get(length);
  if (!buffer) {
    const size = Math.ceil(ctx.sampleRate * length);
    buffer = ctx.createBuffer(1, size, ctx.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < size; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / size) ** 2;
    noises.set(length, buffer);
  }
  return buffer;
}

/** A short breath of filtered noise: paper on paper.
 * @param {number} at @param {number} pitch @param {number} length @param {number} loud */
function paper(at, pitch, length, loud) {
  const ctx = context();
  const source = new AudioBufferSourceNode(ctx, { buffer: noise(ctx, length) });
  const filter = new BiquadFilterNode(ctx, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  const gain = new GainNode(ctx, { gain: loud * settings.volume });
  source.connect(filter).connect(gain).connect(ctx.destination);
  source.start(ctx.currentTime + at);
}

/** A soft tone. @param {number} at @param {number} pitch @param {number} length @param {number} loud */
function tone(at, pitch, length, loud) {
  const ctx = context();
  const begin = ctx.currentTime + at;
  const source = new OscillatorNode(ctx, { type: 'sine', frequency: pitch });
  const gain = new GainNode(ctx, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud * settings.volume, begin + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(gain).connect(ctx.destination);
  source.start(begin);
  source.stop(begin + length);
}

const SOUNDS = {
  play: () => {
    paper(0, 2400, 0.09, 0.5);
    tone(0.02, 196, 0.12, 0.08);
  },
  add: () => paper(0, 2800, 0.08, 0.5),
  take: () => {
    paper(0, 1500, 0.16, 0.45);
    paper(0.1, 1900, 0.14, 0.4);
  },
  rotate: () => {
    paper(0, 900, 0.2, 0.4);
    paper(0.14, 1600, 0.22, 0.45);
  },
  beaten: () => {
    paper(0, 1200, 0.22, 0.45);
    tone(0.05, 164, 0.25, 0.09);
  },
  select: () => paper(0, 3600, 0.035, 0.22),
  deal: () => {
    for (let i = 0; i < 7; i++) paper(i * 0.06, 2200 + i * 60, 0.06, 0.28);
  },
  turn: () => {
    tone(0, 587, 0.25, 0.14);
    tone(0.12, 784, 0.4, 0.14);
  },
  out: () => {
    tone(0, 523, 0.25, 0.14);
    tone(0.11, 659, 0.25, 0.14);
    tone(0.22, 784, 0.5, 0.16);
  },
  'game-won': () => {
    for (const [i, pitch] of [523, 659, 784, 1047].entries()) tone(0.18 + i * 0.17, pitch, 0.5, 0.16);
    tone(0.95, 784, 0.9, 0.12);
    tone(0.95, 1047, 0.9, 0.12);
    tone(0.95, 1319, 1.1, 0.1);
  },
  'game-lost': () => {
    tone(0.1, 392, 0.4, 0.1);
    tone(0.34, 330, 0.4, 0.1);
    tone(0.58, 262, 0.7, 0.1);
  },
  'round-won': () => {
    tone(0.18, 784, 0.3, 0.13);
    tone(0.35, 1047, 0.5, 0.13);
  },
  'round-lost': () => tone(0.15, 294, 0.4, 0.09),
  draw: () => {
    tone(0.1, 349, 0.35, 0.09);
    tone(0.35, 349, 0.35, 0.09);
  },
  no: () => tone(0, 220, 0.14, 0.1),
  tick: () => tone(0, 880, 0.07, 0.05),
};

/** Whatever is shown comes first, and by then sound may have been turned off. @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!settings.sound || !pressed) return;
  const heard = () => void (settings.sound && SOUNDS[name]());
  setTimeout(() => (awake ? heard() : void wake().then(heard)));
}
