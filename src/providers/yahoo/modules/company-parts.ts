/**
 * A company and its insiders, requested in one call and cached as separate parts.
 *
 * Overview, recommendations, key statistics, dividends and insiders are often requested one after the other; this saves 18
 * of 1,000 calls. A part that cannot be read does not affect the answers made of another part.
 */
import { SLOW_PART_SECONDS } from "../../../capabilities/shapes.js";
import type { z } from "../../../contract/schema.js";
import type { CachedPart, Upstream } from "../../../contract/upstream.js";
import type { YahooClient, Summary } from "../calls/client.js";
import { companyPart, MODULES_OF_EVERY_SHARE, type Company } from "./company-summary.js";
import { badAnswer } from "../calls/envelopes.js";
import { insidersPart } from "./insiders-part.js";
import { toYahooSymbol } from "../calls/symbol.js";

/** A part of the summary; `name` is its cache key. */
interface SummaryPart<T> {
  name: string;
  modules: readonly string[];
  schema: z.ZodType<T>;
  /** Whether a value may be cached, or served from the cache. */
  isGood(value: T): boolean;
  /**
   * Maps the modules; `fetchedAt` is in milliseconds since the epoch.
   *
   * @throws {ProviderError} `bad_answer` when they cannot be read.
   */
  read(summary: Summary, fetchedAt: number): T;
}

const PARTS: readonly SummaryPart<never>[] = [companyPart, insidersPart] as unknown as readonly SummaryPart<never>[];
const MODULES = PARTS.flatMap(({ modules }) => modules);

/**
 * Returns the company, fetched at most 48 minutes ago. A company with a module that cannot be read is not cached.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 * @throws {ProviderError} `bad_answer` when no module can be read.
 */
export async function findCompany(symbol: string, client: YahooClient, upstream: Upstream): Promise<Company> {
  const found = await findPart(companyPart, symbol, client, upstream);
  if (MODULES_OF_EVERY_SHARE.every((name) => found.unread.includes(name))) throw badAnswer();
  return found;
}

/**
 * Requests modules for a single capability. If the company is not cached, the same call also requests the modules of
 * all parts, which are then cached.
 */
export async function findModules(
  symbol: string,
  modules: readonly string[],
  client: YahooClient,
  upstream: Upstream,
): Promise<Summary> {
  const isCached = await upstream.recall?.(toCachedPart(companyPart, symbol));
  const summary = await client.summary(symbol, isCached ? modules : [...modules, ...MODULES]);
  if (!isCached) cacheParts(PARTS, symbol, summary, upstream);
  return summary;
}

/**
 * Returns a part, fetched at most 48 minutes ago; the other parts are requested with it. A value that is not good is not
 * cached.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 * @throws {ProviderError} `bad_answer` when the part cannot be read.
 */
export async function findPart<T>(
  part: SummaryPart<T>,
  symbol: string,
  client: YahooClient,
  upstream: Upstream,
): Promise<T> {
  const found = await upstream.remember(toCachedPart(part, symbol), async () => {
    const summary = await client.summary(symbol, MODULES);
    const others = PARTS.filter(({ name }) => name !== part.name);
    cacheParts(others, symbol, summary, upstream);
    return part.read(summary, upstream.now().getTime());
  });
  // The schema is lenient: parsing a cached value gives each field its type.
  return part.schema.parse(found);
}

/**
 * Caches parts for later questions. They are read after the present question's turn of the event loop, so as not to
 * delay it. A part that cannot be read is fetched when it is needed.
 */
function cacheParts(parts: readonly SummaryPart<never>[], symbol: string, summary: Summary, upstream: Upstream): void {
  const fetchedAt = upstream.now().getTime();
  for (const part of parts) {
    setImmediate(() => {
      upstream.remember(toCachedPart(part, symbol), async () => part.read(summary, fetchedAt)).catch(() => {});
    });
  }
}

function toCachedPart<T>({ name, schema, isGood }: SummaryPart<T>, symbol: string): CachedPart<T> {
  return { key: `${name} ${toYahooSymbol(symbol)}`, keepSeconds: SLOW_PART_SECONDS, schema, isGood };
}
