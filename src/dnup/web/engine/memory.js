// The module's memory, in blocks that JavaScript reads and writes.

/** @typedef {BigInt64Array | Float64Array | Uint8Array | Int16Array} Items */
/** @typedef {Block<BigInt64Array>} Words 64-bit integers */
/** @typedef {Block<Float64Array>} Floats */
/** @typedef {Block<Uint8Array>} Text bytes of a text */
/** @typedef {Block<Int16Array>} Weights of a network */

/** Rows of numbers. @template {Items} T */
export class Block {
  /** @param {WebAssembly.Memory} memory @param {new (buffer: ArrayBuffer, at: number, length: number) => T} Type
   * @param {number} at @param {number} rows @param {number} columns */
  constructor(memory, Type, at, rows, columns = 1) {
    this.memory = memory;
    this.Type = Type;
    this.at = at;
    this.rows = rows;
    this.columns = columns;
    /** @type {T | null} */
    this.seen = null;
  }

  /** All numbers, row by row. Read it again after every call: memory that has grown is another buffer. @returns {T} */
  get items() {
    if (this.seen?.buffer !== this.memory.buffer) {
      this.seen = new this.Type(this.memory.buffer, this.at, this.rows * this.columns);
    }
    return this.seen;
  }

  /** The first rows of it, in the same place. @param {number} rows @returns {Block<T>} */
  first(rows) {
    return new Block(this.memory, this.Type, this.at, rows, this.columns);
  }
}
