/** Symbols of CUSIPs, from the SEC's lists of failed deliveries, which are read at run time. */
import { MarketDataError, ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import type { OfficialClient } from "../../official/client.js";
import { findSymbolList } from "../companies.js";
import { fetchBody } from "../documents/document-body.js";
import { documentsOf } from "../documents/document-thread.js";

/** Lists that are read: four months. A security without a failed delivery in them has no symbol here. */
const LISTS = 8;
/** Lists that a question fetches: at first, and while older ones are missing, so that it need not wait for all. */
const AT_FIRST = 3;
const LATER = 1;
/** Milliseconds for which an answer waits for them. */
const WAIT_MS = 4_000;
/** Limit of a list in bytes; it has 1.2 MB. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

const keptList = z.union([z.string(), z.object({ missingUntil: z.number() })]);
type KeptList = z.output<typeof keptList>;

/**
 * Returns the symbols of those CUSIPs that the SEC's lists have, by CUSIP; `undefined` when the lists cannot be read in a few
 * seconds. It fails only when the caller is cancelled.
 */
export async function symbolsOf(
  cusips: readonly string[],
  client: OfficialClient,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (cusips.length === 0) return new Map();
  const lists: string[] = [];
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)));
  try {
    await Promise.race([fillLists(lists, client, late.signal), waited]);
    if (lists.length === 0) return undefined;
    const work = { do: "name cusips", lists: [...lists], cusips, listed: await findSymbolList(client) } as const;
    const result = await documentsOf(client).run(client.upstream, work);
    return result && "symbols" in result ? new Map(result.symbols) : undefined;
  } catch (error) {
    if (error instanceof MarketDataError && error.kind === "cancelled") throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
    late.abort();
  }
}

/** Adds the lists that are kept, and some that are fetched now, newest first; begins none after the answer, which is `late`. */
async function fillLists(lists: string[], client: OfficialClient, late: AbortSignal): Promise<void> {
  const { upstream } = client;
  const parts = namesOfLists(upstream.now()).map((name) => ({ name, part: toPart(name, client) }));
  const kept = await Promise.all(parts.map(({ part }) => upstream.recall?.(part)));
  lists.push(...kept.filter((list) => typeof list === "string"));
  const missing = parts.filter(({ part }, at) => kept[at] === undefined || !part.isCurrent(kept[at]));
  for (const { name, part } of missing.slice(0, lists.length === 0 ? AT_FIRST : LATER)) {
    if (late.aborted) return;
    const list = await upstream.remember(part, () => fetchList(name, client)).catch(failedQuietly);
    if (typeof list === "string") lists.push(list);
  }
}

/** The other lists still serve when one fails. */
function failedQuietly(error: unknown): undefined {
  if (!(error instanceof ProviderError)) throw error;
}

function toPart(name: string, client: OfficialClient) {
  return {
    key: `fails ${name}`,
    keepSeconds: 30 * DAY_SECONDS,
    schema: keptList,
    isCurrent: (list: KeptList) => typeof list === "string" || client.upstream.now().getTime() < list.missingUntil,
    isTimeless: true,
  } satisfies CachedPart<KeptList>;
}

async function fetchList(name: string, client: OfficialClient): Promise<KeptList> {
  try {
    const path = `files/data/fails-deliver-data/cnsfails${name}.zip`;
    const { pieces } = await fetchBody(client, path, MAX_LIST_BYTES);
    const result = await documentsOf(client).run(client.upstream, { do: "read fails", pieces });
    if (result && "kept" in result) return result.kept;
    throw new ProviderError("provider-d", "bad_answer");
  } catch (error) {
    if (!(error instanceof ProviderError) || error.reason !== "no_data") throw error;
    return { missingUntil: client.upstream.now().getTime() + DAY_SECONDS * 1000 };
  }
}

/** The days of a month, in New York's calendar or another, on which the lists of the month before are there. */
const SECOND_HALF_DAY = 16;

/**
 * Returns the names of the newest lists at a time, newest first: `202604b`. The list of a month's first half (a) comes at
 * its end, that of the second half (b) in the middle of the next month.
 */
export function namesOfLists(now: Date): string[] {
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
  const isLate = now.getUTCDate() >= SECOND_HALF_DAY;
  // Half months since the year 0; an even number is a first half.
  const newest = (month - 1) * 2 + (isLate ? 1 : 0);
  return Array.from({ length: LISTS }, (_, back) => {
    const half = newest - back;
    const [at, part] = [Math.floor(half / 2), half % 2 === 0 ? "a" : "b"];
    return `${Math.floor(at / 12)}${String((at % 12) + 1).padStart(2, "0")}${part}`;
  });
}
