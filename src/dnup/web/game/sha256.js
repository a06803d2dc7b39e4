// SHA-256 of a text (FIPS 180-4). The browser's own is missing on pages that come over plain http, as in a home
// network.

/** The first 32 bits behind the point of a root of each of the first 64 primes.
 * @param {(prime: number) => number} root */
const constants = (root) => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
};
const K = constants(Math.cbrt);
const START = constants(Math.sqrt).slice(0, 8);

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {string} text @returns {Uint32Array} the eight words of the digest */
export function digest(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = (bytes.length + 72) >> 6;
  const padded = new DataView(new ArrayBuffer(blocks << 6));
  for (const [i, byte] of bytes.entries()) padded.setUint8(i, byte);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32((blocks << 6) - 4, bytes.length * 8);
  const hash = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = padded.getUint32((block << 6) + i * 4);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15];
      const y = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] += word;
    });
  }
  return hash;
}

/** The same in hexadecimal. @param {string} text */
export const sha256 = (text) => [...digest(text)].map((word) => word.toString(16).padStart(8, '0')).join('');
