/** Whether a file can be opened as an LMDB file without harm. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Pages, TREE_BYTES, type State } from "./lmdb-pages.js";

/** Where things stand in a meta page: after a page header of 24 bytes, in the machine's byte order. */
const MAGIC_AT = 24;
const VERSION_AT = 28;
const PAGE_SIZE_AT = 48;
const FREE_TREE_AT = 48;
const MAIN_TREE_AT = FREE_TREE_AT + TREE_BYTES;
const LAST_PAGE_AT = 144;
const STATE_AT = 152;
const META_BYTES = 168;
const MAGIC = 0xbeefc0de;
/** The only format our lmdb opens. */
const VERSION = 2;
const PAGE_SIZES = new Set([4_096, 8_192, 16_384, 32_768, 65_536]);
/** More than any file of ours has. */
const MAX_PAGES = 2 ** 28;
/** Looks at a file that others change meanwhile; what they can change so often is sound. */
const LOOKS = 5;

/** `flushed`: not as it was last, but as it was when last all of it was on disk. */
export type Soundness = "sound" | "flushed" | "damaged";

/** A state of the file, as a meta page tells of it. */
interface Meta extends State {
  bytes: Buffer;
}

/**
 * What the file is good for, and which file it was (`ino`).
 *
 * A file that is absent or empty is sound: LMDB fills it. Anything else that is
 * not LMDB's, was cut short, or has a page that is not what others say of it,
 * ends the process in native code, when opened or used.
 */
export async function judge(path: string): Promise<{ soundness: Soundness; ino: number | undefined }> {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return { soundness: "sound", ino: undefined };
  }
  try {
    return { soundness: await judgeOpen(file), ino: fstatSync(file).ino };
  } finally {
    closeSync(file);
  }
}

async function judgeOpen(file: number): Promise<Soundness> {
  if (fstatSync(file).size === 0) return "sound";
  for (let look = 0; look < LOOKS; look++) {
    const metas = readMetas(file);
    if (!metas) return "damaged";
    const { latest, flushed } = metas;
    if (await hangsTogether(file, latest)) return "sound";
    const again = readMetas(file);
    // Another process is at work: what was looked at is not there any more.
    if (!again?.latest.bytes.equals(latest.bytes)) continue;
    // A machine that lost its power leaves pages unwritten; LMDB can go back to before them.
    return flushed && (await hangsTogether(file, flushed)) ? "flushed" : "damaged";
  }
  return "sound";
}

async function hangsTogether(file: number, meta: Meta): Promise<boolean> {
  const { bytes, pageSize, pages } = meta;
  // The last ones may never have been written, if they are free.
  if (pages > MAX_PAGES) return false;
  const page = Buffer.alloc(pageSize);
  const read = (number: number) => {
    // What is behind the end is nothing.
    const got = readSync(file, page, 0, pageSize, number * pageSize);
    return got < pageSize ? page.fill(0) : page;
  };
  const treeAt = (at: number) => bytes.subarray(at, at + TREE_BYTES);
  return new Pages(read, meta).areSound(treeAt(FREE_TREE_AT), treeAt(MAIN_TREE_AT));
}

/** Each state is told of by one of two pages in turn; the last one that is on disk, also in the midst of the first. */
function readMetas(file: number): { latest: Meta; flushed: Meta | undefined } | undefined {
  const first = readMeta(file, 0);
  const second = first && readMeta(file, first.pageSize);
  if (!second) return undefined;
  const latest = second.state > first.state ? second : first;
  const flushed = toMeta(readBytes(file, first.pageSize / 2));
  const isOlder = flushed.state > 0n && flushed.state < latest.state && flushed.pageSize === first.pageSize;
  return { latest, flushed: isOlder ? flushed : undefined };
}

function readMeta(file: number, position: number): Meta | undefined {
  const bytes = readBytes(file, position);
  if (bytes.readUInt32LE(MAGIC_AT) !== MAGIC || bytes.readUInt16LE(VERSION_AT) !== VERSION) return undefined;
  const meta = toMeta(bytes);
  return PAGE_SIZES.has(meta.pageSize) ? meta : undefined;
}

function readBytes(file: number, position: number): Buffer {
  const bytes = Buffer.alloc(META_BYTES);
  readSync(file, bytes, 0, META_BYTES, position);
  return bytes;
}

function toMeta(bytes: Buffer): Meta {
  return {
    bytes,
    state: bytes.readBigUInt64LE(STATE_AT),
    pageSize: bytes.readUInt32LE(PAGE_SIZE_AT),
    pages: Number(bytes.readBigUInt64LE(LAST_PAGE_AT)) + 1,
  };
}
