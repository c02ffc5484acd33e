/**
 * One figure of all filers: a frame of the SEC's XBRL data, which has a row for each filer that uses a tag. A frame has up to
 * 7,000 rows and 2 MB, of which the largest values are kept.
 */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { MAX_RANKED } from "../../../capabilities/filings/filing-facts.js";
import { ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { asWord, isDay, toText } from "../../../contract/values.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import { isObject } from "../../../lib/is-object.js";
import { ACCESSION } from "../accession.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchData, ifThere } from "../calls.js";

const [toGzip, fromGzip] = [promisify(gzip), promisify(gunzip)];

const frame = z.object({
  fetchedAt: z.number(),
  /** The taxonomy's name of the tag for people. */
  label: z.string().nullable(),
  /** The number of filers. */
  total: z.number(),
  /** The rows with the largest values, as compressed JSON in base64: a third of it. */
  rows: z.string(),
});

/** The value of a filer. */
interface FrameRow {
  /** The SEC's number, ten digits. */
  cik: string;
  name: string | null;
  value: number;
  /** First day; `null` for a balance. */
  start: string | null;
  end: string;
  accession: string;
}

/** A frame: the filers with the largest values first, and how many there are. */
export interface Frame {
  fetchedAt: number;
  label: string | null;
  total: number;
  rows: FrameRow[];
}

/** Limit of the rows of a frame; a frame has one of each filer, and some 8,000 file figures. */
const MAX_ROWS = 50_000;
/** Limit of the kept rows in bytes, before they are compressed. */
const MAX_BYTES = MAX_RANKED * 1_000;

/**
 * Returns the frame of a tag, a unit and a period, such as `CY2025Q3`, or `CY2025Q3I` for balances; `undefined` if nobody used
 * the tag so.
 *
 * @throws {ProviderError} `bad_answer` when the answer cannot be read.
 */
export async function findFrame(
  { taxonomy, tag }: { taxonomy: string; tag: string },
  unit: string,
  period: string,
  client: OfficialClient,
): Promise<Frame | undefined> {
  const path = `${taxonomy}/${tag}/${unit.replace("/", "-per-")}/${period}`;
  const part: CachedPart<z.output<typeof frame>> = { key: `frame ${path}`, keepSeconds: DAY_SECONDS, schema: frame };
  const fetched = client.upstream.remember(part, async () => {
    const fetchedAt = client.upstream.now().getTime();
    const { label, data } = await fetchData(client, `api/xbrl/frames/${path}.json`);
    if (!Array.isArray(data)) throw new ProviderError("provider-d", "bad_answer");
    const all = data.slice(0, MAX_ROWS).flatMap((row) => (isObject(row) ? toRow(row) : []));
    const largest = all.toSorted((one, other) => other.value - one.value).slice(0, MAX_RANKED);
    const compressed = (await toGzip(JSON.stringify(largest))).toString("base64");
    return { fetchedAt, label: toText(label), total: all.length, rows: compressed };
  });
  const found = await ifThere(fetched, undefined);
  if (!found) return undefined;
  const { rows, ...kept } = found;
  const text = await fromGzip(Buffer.from(rows, "base64"), { maxOutputLength: MAX_BYTES });
  return { ...kept, rows: JSON.parse(text.toString()) as FrameRow[] };
}

function toRow({ accn: accession, cik, entityName, start, end, val: value }: Record<string, unknown>): FrameRow[] {
  const isRow =
    typeof value === "number" &&
    Number.isFinite(value) &&
    Number.isSafeInteger(cik) &&
    /^\d{1,10}$/.test(asWord(cik)) &&
    ACCESSION.test(asWord(accession)) &&
    isDay(asWord(end)) &&
    (start === undefined || isDay(asWord(start)));
  if (!isRow) return [];
  return [
    {
      cik: asWord(cik).padStart(10, "0"),
      name: toText(entityName),
      value,
      start: start === undefined ? null : asWord(start),
      end: asWord(end),
      accession: asWord(accession),
    },
  ];
}

/** A value that is so many times the next one is probably a slip of scale: thousands that were filed as units. */
const SLIP = 1_000;
/** Rows at the top of a ranking that are above such a value, and so as doubtful: slips stand first, and may be several. */
const TOP = 20;

/** Returns for each value, largest first, whether it is doubtful. */
export function toDoubtful(values: readonly number[]): boolean[] {
  const slips = values.map((value, at) => {
    const next = values[at + 1] ?? 0;
    return next > 0 && value >= SLIP * next;
  });
  const last = slips.slice(0, TOP).lastIndexOf(true);
  return slips.map((isSlip, at) => isSlip || at < last);
}
