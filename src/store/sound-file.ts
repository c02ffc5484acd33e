/** Whether a file can be opened as an LMDB file without harm. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Where things stand in a meta page: after a page header of 24 bytes, in the machine's byte order. */
const MAGIC_AT = 24;
const VERSION_AT = 28;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const META_BYTES = 160;
const MAGIC = 0xbeefc0de;
/** The only format our lmdb opens. */
const VERSION = 2;

/**
 * Whether both meta pages are LMDB's and the file has all the pages they speak of.
 *
 * A file that is absent or empty is sound: LMDB fills it. Anything else that is
 * not LMDB's, or was cut short, ends the process in native code when opened.
 */
export function isSound(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return true;
  }
  try {
    if (fstatSync(file).size === 0) return true;
    const first = readMeta(file, 0);
    if (!first) return false;
    const second = readMeta(file, first.pageSize);
    if (!second) return false;
    // Another process may be at work: the pages are written before the meta page, so the size is read last.
    const pages = Math.max(first.lastPage, second.lastPage) + 1;
    return fstatSync(file).size >= pages * first.pageSize;
  } finally {
    closeSync(file);
  }
}

function readMeta(file: number, position: number): { pageSize: number; lastPage: number } | undefined {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(file, bytes, 0, META_BYTES, position) < META_BYTES) return undefined;
  if (bytes.readUInt32LE(MAGIC_AT) !== MAGIC || bytes.readUInt16LE(VERSION_AT) !== VERSION) return undefined;
  return { pageSize: bytes.readUInt32LE(PAGE_SIZE_AT), lastPage: Number(bytes.readBigUInt64LE(LAST_PAGE_AT)) };
}
