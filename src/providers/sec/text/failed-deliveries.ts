/**
 * The SEC's lists of failed deliveries, the only public ones with CUSIP and symbol in one row. A list is a zip file with one
 * text of 56,000 rows. Worst input: one that grows without limit when it is decompressed.
 */
import { gunzipSync, gzipSync, inflateRawSync } from "node:zlib";
import { groupBy } from "../../../lib/group-by.js";
import { NoDocument } from "./document-reader.js";

/** Of the text in a list, which has 3 MB; and of what is kept of it. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024;
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** Pairs of CUSIP and symbol; a list has 13,000. */
const MAX_PAIRS = 60_000;

/** A row: day, CUSIP and symbol, which has neither point nor dash here (`BRKB`). */
const ROW = /^(\d{8})\|([0-9A-Z*@#]{9})\|([A-Z0-9.-]{1,10})\|/;

interface Pair {
  cusip: string;
  symbol: string;
  rows: number;
  /** The newest day, `YYYYMMDD`. */
  newest: string;
}

/**
 * Returns the pairs of a list for the store: compressed lines in base64, 150 kB.
 *
 * @throws {NoDocument} for what is no such list.
 */
export function readFails(pieces: readonly Uint8Array[]): string {
  const pairs = new Map<string, Pair>();
  for (const line of unzip(Buffer.concat(pieces)).split("\n")) {
    const [, day, cusip, symbol] = ROW.exec(line) ?? [];
    if (day !== undefined) add(pairs, { cusip: cusip!, symbol: symbol!, rows: 1, newest: day });
  }
  if (pairs.size === 0) throw new NoDocument();
  const lines = [...pairs.values()].map(({ cusip, symbol, rows, newest }) => [cusip, symbol, rows, newest].join("\t"));
  return gzipSync(lines.join("\n")).toString("base64");
}

function add(pairs: Map<string, Pair>, pair: Pair): void {
  const key = `${pair.cusip} ${pair.symbol}`;
  const known = pairs.get(key);
  if (known) {
    known.rows += pair.rows;
    if (pair.newest > known.newest) known.newest = pair.newest;
  } else if (pairs.size < MAX_PAIRS) pairs.set(key, { ...pair });
}

/** Where the parts of a zip file begin, and the places in them. */
const [END, ENTRY, FILE] = [0x06054b50, 0x02014b50, 0x04034b50];
const END_BYTES = 22;
const DEFLATED = 8;

/** Returns the text of the first file in a zip file. */
function unzip(bytes: Buffer): string {
  const end = bytes.length < END_BYTES ? -1 : bytes.lastIndexOf(toBytes(END));
  const entry = end < 0 || end + END_BYTES > bytes.length ? -1 : bytes.readUInt32LE(end + 16);
  if (entry < 0 || entry + 46 > bytes.length || bytes.readUInt32LE(entry) !== ENTRY) throw new NoDocument();
  const [method, size, file] = [
    bytes.readUInt16LE(entry + 10),
    bytes.readUInt32LE(entry + 20),
    bytes.readUInt32LE(entry + 42),
  ];
  if (method !== DEFLATED || file + 30 > bytes.length || bytes.readUInt32LE(file) !== FILE) throw new NoDocument();
  const start = file + 30 + bytes.readUInt16LE(file + 26) + bytes.readUInt16LE(file + 28);
  return inflateRawSync(bytes.subarray(start, start + size), { maxOutputLength: MAX_TEXT_BYTES }).toString("latin1");
}

function toBytes(mark: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(mark);
  return bytes;
}

/**
 * Returns the symbols of those CUSIPs that the lists have. `listed` has a line for each symbol that the SEC lists, with a tab
 * behind it. A CUSIP with two symbols has that of most rows, and none if both have as many. A symbol that another company
 * uses now is left out: the first six characters of its newest CUSIP are the issuer.
 */
export function nameCusips(
  lists: readonly string[],
  cusips: readonly string[],
  listed: string,
): [cusip: string, symbol: string][] {
  const pairs = new Map<string, Pair>();
  for (const list of lists) for (const pair of toPairs(list)) add(pairs, pair);
  const byCusip = groupBy([...pairs.values()], ({ cusip }) => cusip);
  const newestOf = new Map<string, Pair>();
  for (const pair of pairs.values()) {
    const known = newestOf.get(pair.symbol);
    if (!known || pair.newest > known.newest) newestOf.set(pair.symbol, pair);
  }
  const symbols = new Map(
    listed
      .split("\n")
      .map((line) => line.split("\t")[0]!)
      .map((symbol) => [toPlain(symbol), symbol]),
  );
  return cusips.flatMap((cusip): [string, string][] => {
    const [first, second] = (byCusip.get(cusip) ?? []).toSorted((one, other) => other.rows - one.rows);
    if (!first || first.rows === second?.rows) return [];
    const symbol = symbols.get(toPlain(first.symbol));
    const isOwn = newestOf.get(first.symbol)!.cusip.slice(0, ISSUER) === cusip.slice(0, ISSUER);
    return symbol !== undefined && isOwn ? [[cusip, symbol]] : [];
  });
}

/** Characters of a CUSIP that stand for the issuer. */
const ISSUER = 6;

const toPlain = (symbol: string) => symbol.replaceAll(/[-.]/g, "");

function toPairs(list: string): Pair[] {
  const text = gunzipSync(Buffer.from(list, "base64"), { maxOutputLength: MAX_KEPT_BYTES }).toString("latin1");
  return text.split("\n").map((line) => {
    const [cusip = "", symbol = "", rows, newest = ""] = line.split("\t");
    return { cusip, symbol, rows: Number(rows), newest };
  });
}
