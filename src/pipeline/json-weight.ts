/** How much work it is to parse a JSON text, found out before it is parsed: a few KB can unpack to minutes of it. */

/** What is shorter is no trouble whatever it holds: a tenth of a second at most. */
export const WEIGHED_BYTES = 512 * 1024;
/** Values and places in lists. The largest answer known, 5,000 coins with 17 fields, has 90,000. */
const MAX_VALUES = 300_000;
/** No answer known is deeper than ten. */
const MAX_DEPTH = 64;
/** Orders of keys that objects begin with, each of which costs V8 a class of its own. An answer has hundreds. */
const MAX_SHAPES = 20_000;

/** Characters of a string that are looked at one by one. */
const LONG = 256;

const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 92, 93, 123, 125];
/** Odd, and another in each process, so that nobody can choose keys that count as one. */
const FACTOR = Math.floor(Math.random() * 2 ** 30) * 2 + 1;

/** Weighs a text piece by piece, as it comes. */
export class JsonWeight {
  #isJson: boolean | undefined;
  #values = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Bytes of the pieces before. */
  #passed = 0;
  /** Of the string that came last. */
  #hash = 0;
  /** The keys so far of the object at each depth. */
  readonly #keys = new Int32Array(MAX_DEPTH + 1);
  readonly #shapes = new Set<number>();

  /** Whether the text may be parsed, as far as it has come. */
  add(bytes: Uint8Array): boolean {
    this.#isJson ??= startsJson(bytes);
    if (this.#isJson === false) return true;
    let [values, depth, inString, escaped, hash] = [
      this.#values,
      this.#depth,
      this.#inString,
      this.#escaped,
      this.#hash,
    ];
    const keys = this.#keys;
    let length = 0;
    /** Where the next one is, where it was looked for. */
    let quote = 0;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (inString) {
        if (byte === QUOTE && !escaped) inString = false;
        else hash = (Math.imul(hash, FACTOR) + byte) | 0;
        escaped = byte === BACKSLASH && !escaped;
        if (inString && !escaped && ++length > LONG) {
          if (quote <= index) quote = endOf(bytes, QUOTE, index + 1, bytes.length);
          const next = endOf(bytes, BACKSLASH, index + 1, quote);
          // No key of an answer is that long; one that is counts as a key of its own.
          hash = (Math.imul(hash, FACTOR) + this.#passed + next) | 0;
          // Where there is little to pass over, looking for it costs more.
          if (next - index < LONG) length = 0;
          index = next - 1;
        }
      } else if (byte === QUOTE) {
        inString = true;
        hash = 1;
        length = 0;
      } else if (byte === COMMA) {
        values++;
      } else if (byte === COLON) {
        const shape = Math.imul(keys[depth]! ^ hash, FACTOR);
        keys[depth] = shape;
        this.#shapes.add(shape);
      } else if (byte === OPEN || byte === OPEN_LIST) {
        values++;
        if (++depth > MAX_DEPTH) return false;
        keys[depth] = 1;
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        // More ends than beginnings are no JSON, and where that shows the parser stops.
        if (depth > 0) depth--;
      }
    }
    [this.#values, this.#depth, this.#inString, this.#escaped, this.#hash] = [values, depth, inString, escaped, hash];
    this.#passed += bytes.length;
    return values <= MAX_VALUES && this.#shapes.size <= MAX_SHAPES;
  }
}

/** Where a byte is that is looked for, at the latest at `end`. */
function endOf(bytes: Uint8Array, byte: number, from: number, end: number): number {
  const found = bytes.subarray(from, end).indexOf(byte);
  return found < 0 ? end : from + found;
}

/** `undefined` for nothing but blanks and a byte order mark. */
function startsJson(bytes: Uint8Array): boolean | undefined {
  const first = bytes.find((byte) => byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  return first === undefined ? undefined : first === OPEN || first === OPEN_LIST;
}
