/** Whether the pages of an LMDB file hang together; reading one that does not ends the process in native code. */

/** A page begins with its number, the state that wrote it, its kind and, in a tree, the room its list of entries takes and where the entries begin. */
const HEADER_BYTES = 24;
const STATE_AT = 8;
const KIND_AT = 18;
const LIST_BYTES_AT = 20;
const ENTRIES_AT = 22;
const RUN_PAGES_AT = 20;
const KIND_MASK = 0x7f;
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
/** An entry begins with the size of its value or the page below it, its kind, and the size of its key. */
const ENTRY_BYTES = 8;
const IN_RUN = 1;
const TREE = 2;
/** What is said of a tree: how high it is and at which page it begins, where it has any. */
export const TREE_BYTES = 48;
const FEATURES_AT = 4;
const HEIGHT_AT = 6;
const ROOT_AT = 40;
const NO_ROOT = 0xffff_ffff_ffff_ffffn;
/** Features of a tree we never use: its values would be trees themselves. */
const SORTED_VALUES = 0x04;
/** Two meta pages are before all others. */
const FIRST_PAGE = 2;
/** Pages looked at between two breaths. */
const STEP = 500;

/** A state of a file: its number, how large its pages are and how many it has. */
export interface State {
  state: bigint;
  pageSize: number;
  pages: number;
}

/** Where a tree begins; `undefined` for one with nothing in it. */
interface Root {
  page: number;
  height: number;
}

class Damage extends Error {}

/** A file's pages as one state of it has them. */
export class Pages {
  readonly #read: (page: number) => Buffer;
  readonly #pageSize: number;
  readonly #state: bigint;
  /** Which pages are known to be in use, or free. */
  readonly #taken: Uint8Array;
  #looked = 0;

  /** Of the `state` that its meta page has the number of; `read` gives the bytes of one page, valid until it is called again. */
  constructor(read: (page: number) => Buffer, { pageSize, pages, state }: State) {
    this.#read = read;
    this.#pageSize = pageSize;
    this.#state = state;
    this.#taken = new Uint8Array(pages);
  }

  /** Whether the trees that `free` and `main` tell of, and those within, are whole, and no page has two uses. */
  async areSound(free: Buffer, main: Buffer): Promise<boolean> {
    try {
      const trees: Buffer[] = [];
      await this.#walk(rootOf(main), (kind, value) => {
        if (kind === TREE) trees.push(value);
      });
      for (const tree of trees) await this.#walk(rootOf(tree));
      const lists: Buffer[] = [];
      await this.#walk(rootOf(free), (_kind, value) => lists.push(value), true);
      for (const list of lists) this.#takeFree(list);
      return true;
    } catch (error) {
      // What is no number of ours points outside of its page.
      if (error instanceof Damage || error instanceof RangeError) return false;
      throw error;
    }
  }

  async #walk(root: Root | undefined, onValue?: (kind: number, value: Buffer) => void, withRuns = false) {
    const next = root ? [root] : [];
    for (let at = next.pop(); at; at = next.pop()) {
      if (++this.#looked % STEP === 0) await new Promise((resolve) => setImmediate(resolve));
      const { page, height } = at;
      this.#take(page, 1);
      const bytes = this.#pageOf(page, height > 1 ? BRANCH : LEAF);
      const runs: { first: number; size: number }[] = [];
      for (const entry of this.#entriesOf(bytes)) {
        if (height > 1) {
          next.push({ page: bytes.readUIntLE(entry, 6), height: height - 1 });
          continue;
        }
        const size = bytes.readUInt32LE(entry);
        const kind = bytes.readUInt16LE(entry + 4);
        const valueAt = entry + ENTRY_BYTES + bytes.readUInt16LE(entry + 6);
        if (kind === IN_RUN) {
          runs.push({ first: Number(bytes.readBigUInt64LE(valueAt)), size });
          continue;
        }
        const isKnown = kind === 0 || (kind === TREE && size === TREE_BYTES);
        if (!isKnown || valueAt + size > bytes.length) throw new Damage();
        onValue?.(kind, Buffer.from(bytes.subarray(valueAt, valueAt + size)));
      }
      for (const { first, size } of runs) {
        const value = this.#takeRun(first, size, withRuns);
        if (withRuns) onValue?.(IN_RUN, value);
      }
    }
  }

  /** Where the entries of a page are. */
  #entriesOf(bytes: Buffer): number[] {
    const listBytes = bytes.readUInt16LE(LIST_BYTES_AT);
    const entriesAt = bytes.readUInt16LE(ENTRIES_AT);
    if (listBytes % 2 !== 0 || listBytes === 0 || listBytes > entriesAt) throw new Damage();
    const entries: number[] = [];
    for (let at = HEADER_BYTES; at < HEADER_BYTES + listBytes; at += 2) {
      const offset = bytes.readUInt16LE(at);
      const entry = HEADER_BYTES + offset;
      if (offset < entriesAt || offset % 2 !== 0) throw new Damage();
      if (entry + ENTRY_BYTES + bytes.readUInt16LE(entry + 6) > bytes.length) throw new Damage();
      entries.push(entry);
    }
    return entries;
  }

  /** A value that has pages of its own; its bytes only where they are `wanted`. */
  #takeRun(first: number, size: number, wanted: boolean): Buffer {
    const count = Math.ceil((HEADER_BYTES + size) / this.#pageSize);
    const head = this.#pageOf(first, OVERFLOW);
    // A value that became shorter keeps its pages.
    const pages = head.readUInt32LE(RUN_PAGES_AT);
    if (pages < count) throw new Damage();
    this.#take(first, pages);
    if (!wanted) return head;
    const parts = Array.from({ length: count }, (_, index) => Buffer.from(this.#read(first + index)));
    return Buffer.concat(parts).subarray(HEADER_BYTES, HEADER_BYTES + size);
  }

  /** A list of free pages: how many numbers follow, then pages, or how many pages, negative, before the first of a run. */
  #takeFree(list: Buffer): void {
    const end = 8 + 8 * Number(list.readBigInt64LE(0));
    if (end > list.length) throw new Damage();
    for (let at = 8; at < end; at += 8) {
      const number = Number(list.readBigInt64LE(at));
      if (number > 0) this.#take(number, 1);
      if (number < 0) this.#take(Number(list.readBigInt64LE((at += 8))), -number);
    }
  }

  #pageOf(page: number, kind: number): Buffer {
    const bytes = this.#read(page);
    const isOurs = bytes.readBigUInt64LE(0) === BigInt(page) && bytes.readBigUInt64LE(STATE_AT) <= this.#state;
    if (!isOurs || (bytes.readUInt16LE(KIND_AT) & KIND_MASK) !== kind) throw new Damage();
    return bytes;
  }

  #take(first: number, count: number): void {
    if (!(first >= FIRST_PAGE && first + count <= this.#taken.length)) throw new Damage();
    for (let page = first; page < first + count; page++) {
      if (this.#taken[page] === 1) throw new Damage();
      this.#taken[page] = 1;
    }
  }
}

function rootOf(tree: Buffer): Root | undefined {
  const root = tree.readBigUInt64LE(ROOT_AT);
  if (root === NO_ROOT) return undefined;
  const height = tree.readUInt16LE(HEIGHT_AT);
  if (height === 0 || (tree.readUInt16LE(FEATURES_AT) & SORTED_VALUES) !== 0) throw new Damage();
  return { page: Number(root), height };
}
