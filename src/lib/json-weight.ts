/**
 * Detects, before it is parsed, a JSON text that would block the event loop. A limit on bytes does not suffice: a list of
 * 5,000 coins has 2.3 MB and is parsed in 9 ms, but 1 MB of distinct keys takes 175 ms, 2 MB 570 ms, 8 MB 6 s and 0.9 GB.
 */

/** Limits of one text. */
export interface JsonLimits {
  /** Values and list items. */
  values: number;
  /** Levels of nesting. */
  depth: number;
  /** Different sequences of keys at the beginning of objects, because V8 creates a hidden class for each. */
  shapes: number;
}

/** Characters of a string that are read one by one; the rest of it is skipped with a native search. */
const LONG = 256;

const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 92, 93, 123, 125];
/** Factor of the hash; odd, and random in each process, so that nobody can construct keys with equal hashes. */
const FACTOR = Math.floor(Math.random() * 2 ** 30) * 2 + 1;
/** Hash of the empty string. */
const NO_TEXT = 1;

/** Weighs a text in pieces, as they arrive, because weighing the whole text would itself block the event loop. */
export class JsonWeight {
  /** Index of the value of the outermost object's `key`, in bytes; `undefined` if it has not been found. */
  keyAt: number | undefined;
  readonly #limits: JsonLimits;
  readonly #key: number;
  #isJson: boolean | undefined;
  #values = 0;
  #depth = 0;
  #deepest = 0;
  #inString = false;
  #escaped = false;
  /** Bytes of the previous pieces. */
  #passed = 0;
  /** Hash of the last string. */
  #hash = 0;
  /** Hash of the keys so far of the object at each depth. */
  readonly #keys: Int32Array;
  readonly #shapes = new Set<number>();

  constructor(limits: JsonLimits, key = "") {
    this.#limits = limits;
    this.#keys = new Int32Array(limits.depth + 1);
    this.#key = Buffer.from(key).reduce(addToHash, NO_TEXT);
  }

  /** The first limit that the text so far exceeds. */
  get exceeded(): keyof JsonLimits | undefined {
    const { values, depth, shapes } = this.#limits;
    if (this.#values > values) return "values";
    if (this.#deepest > depth) return "depth";
    return this.#shapes.size > shapes ? "shapes" : undefined;
  }

  /**
   * Adds a piece; returns whether the text so far may be parsed. Invalid JSON may be parsed, because the parser stops
   * at the first error.
   */
  add(bytes: Uint8Array): boolean {
    this.#isJson ??= startsJson(bytes);
    if (this.#isJson === false) return true;
    const { depth: maxDepth, shapes: maxShapes } = this.#limits;
    let [values, depth, inString, escaped, hash] = [
      this.#values,
      this.#depth,
      this.#inString,
      this.#escaped,
      this.#hash,
    ];
    const keys = this.#keys;
    let length = 0;
    /** Index of the next quote, if it has been searched for. */
    let quote = 0;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (inString) {
        if (byte === QUOTE && !escaped) inString = false;
        else hash = addToHash(hash, byte);
        escaped = byte === BACKSLASH && !escaped;
        if (inString && !escaped && ++length > LONG) {
          if (quote <= index) quote = endOf(bytes, QUOTE, index + 1, bytes.length);
          const next = endOf(bytes, BACKSLASH, index + 1, quote);
          // No key of a real answer is that long, so treat it as different from all other keys.
          hash = (Math.imul(hash, FACTOR) + this.#passed + next) | 0;
          // Skipping a short string costs more than reading it, so read the next characters one by one.
          if (next - index < LONG) length = 0;
          index = next - 1;
        }
      } else if (byte === QUOTE) {
        inString = true;
        hash = NO_TEXT;
        length = 0;
      } else if (byte === COMMA) {
        values++;
      } else if (byte === COLON) {
        if (depth === 1 && hash === this.#key) this.keyAt = this.#passed + index + 1;
        if (depth > maxDepth || this.#shapes.size > maxShapes) continue;
        const shape = Math.imul(keys[depth]! ^ hash, FACTOR);
        keys[depth] = shape;
        this.#shapes.add(shape);
      } else if (byte === OPEN || byte === OPEN_LIST) {
        values++;
        if (++depth > this.#deepest) this.#deepest = depth;
        if (depth <= maxDepth) keys[depth] = NO_TEXT;
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        // A text with more closing than opening brackets is not JSON; the parser rejects it at once.
        if (depth > 0) depth--;
      }
    }
    [this.#values, this.#depth, this.#inString, this.#escaped, this.#hash] = [values, depth, inString, escaped, hash];
    this.#passed += bytes.length;
    return this.exceeded === undefined;
  }
}

/** Returns the hash of a text with one more byte. */
function addToHash(hash: number, byte: number): number {
  return (Math.imul(hash, FACTOR) + byte) | 0;
}

/** Returns the index of `byte` at or after `from`; `end` if there is none before `end`. */
function endOf(bytes: Uint8Array, byte: number, from: number, end: number): number {
  const found = bytes.subarray(from, end).indexOf(byte);
  return found < 0 ? end : from + found;
}

/** Whether the first byte opens a list or an object; `undefined` for blanks and a byte order mark only. */
function startsJson(bytes: Uint8Array): boolean | undefined {
  const first = bytes.find((byte) => byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  return first === undefined ? undefined : first === OPEN || first === OPEN_LIST;
}
