// A picture to share: the word with its lights, a sentence, and a few lines or columns. It is drawn here and goes nowhere
// unless the player sends it.

import { saveText } from './download.js';
import { LETTERS } from './glyphs.js';

/** What the picture says. `columns` are bars with a number under each; `own` is the one that stands out.
 * @typedef {{name: string, kicker: string, title: string, lit: number, lines: [string, string][], columns?: number[], own?:
 *   number}} Picture */

const SIZE = 1080;
const EDGE = 84;
const FONT = '"Avenir Next", "Segoe UI", Roboto, Ubuntu, "Liberation Sans", Arial, sans-serif';
/** The light side of the page. */
const [PAPER, BAND, ON_BAND, DIM, INK, QUIET] = ['#f3efe5', '#0b6b4f', '#fffdf7', '#3d8a72', '#16241e', '#869187'];

/** Breaks a text into lines of a width.
 * @param {CanvasRenderingContext2D} pen @param {string} text @param {number} width */
function wrap(pen, text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** @param {Picture} picture */
function drawPicture({ kicker, title, lit, lines, columns, own }) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const write = (
    /** @type {string} */ text,
    /** @type {number} */ x,
    /** @type {number} */ y,
    font = '',
    color = INK,
  ) => {
    pen.font = `${font} ${FONT}`;
    pen.fillStyle = color;
    pen.fillText(text, x, y);
  };
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.fillStyle = BAND;
  pen.fillRect(0, 0, SIZE, 560);
  pen.save();
  pen.translate(EDGE, 96);
  pen.scale(1.5, 1.5);
  pen.lineWidth = 18;
  for (const [i, letter] of Object.values(LETTERS).entries()) {
    pen.strokeStyle = i < lit ? ON_BAND : DIM;
    pen.stroke(new Path2D(letter));
  }
  pen.restore();
  write(kicker, EDGE, 356, '600 34px', ON_BAND);
  pen.font = `650 50px ${FONT}`;
  for (const [i, line] of wrap(pen, title, SIZE - 2 * EDGE)
    .slice(0, 3)
    .entries())
    write(line, EDGE, 426 + 56 * i, '650 50px', ON_BAND);
  if (columns) drawColumns(pen, columns, own ?? -1, write);
  for (const [i, [left, right]] of (columns ? [] : lines).slice(0, 5).entries()) {
    const y = 650 + 78 * i;
    write(left, EDGE, y, '600 44px');
    pen.textAlign = 'right';
    write(right, SIZE - EDGE, y, '650 48px');
    pen.textAlign = 'left';
  }
  write(location.host, EDGE, SIZE - 36, '400 28px', QUIET);
  return canvas;
}

/** @param {CanvasRenderingContext2D} pen @param {number[]} columns @param {number} own
 * @param {(text: string, x: number, y: number, font: string, color?: string) => void} write */
function drawColumns(pen, columns, own, write) {
  const width = (SIZE - 2 * EDGE) / columns.length;
  const most = Math.max(...columns, 1);
  pen.textAlign = 'center';
  for (const [i, count] of columns.entries()) {
    const height = (280 * count) / most;
    pen.fillStyle = i === own ? BAND : QUIET;
    pen.beginPath();
    pen.roundRect(EDGE + width * i + 8, 920 - height, width - 16, height, [12, 12, 0, 0]);
    pen.fill();
    write(String(i), EDGE + width * (i + 0.5), 976, i === own ? '650 44px' : '400 40px');
  }
  pen.textAlign = 'left';
}

/** Hands the picture to what the person shares with; where nothing takes pictures, it is saved.
 * @param {Picture} picture */
export async function sharePicture(picture) {
  const canvas = drawPicture(picture);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) return;
  const name = `${picture.name}.png`;
  const file = new File([blob], name, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] }) && matchMedia('(pointer: coarse)').matches) {
    try {
      return await navigator.share({ files: [file] });
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') return; // dismissed
    }
  }
  saveText(name, blob, 'image/png');
}
