/**
 * A company and its insiders, requested in one call and kept as separate parts.
 *
 * Overview, recommendations, key statistics, dividends and insiders are often asked one after the other; this saves 18
 * of 1,000 calls. A part that cannot be read does not affect the answers made of another part.
 */
import { SLOW } from "../../capabilities/shapes.js";
import type { CachedPart, Upstream } from "../../contract/upstream.js";
import type { ClientB, Summary } from "./client.js";
import { companyPart, OF_EVERY_SHARE, type Company } from "./company-summary.js";
import { badAnswer } from "./envelopes.js";
import { insidersPart, type Insiders } from "./insiders-part.js";
import type { TrendCounts } from "./recommendation-trend.js";
import type { SummaryPart } from "./summary-part.js";
import { toSymbolB } from "./symbol.js";

/** Shorter than the shortest life of the answers made of it, so that an expired answer is fetched and not made again. */
const KEEP_SECONDS = Math.floor(SLOW.ttlSeconds * 0.8);

const PARTS: readonly SummaryPart<never>[] = [companyPart, insidersPart] as unknown as readonly SummaryPart<never>[];
const MODULES = PARTS.flatMap(({ modules }) => modules);

/**
 * The company, fetched at most 48 minutes ago. One with unread modules is not kept.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 * @throws {ProviderError} `bad_answer` when no module can be read.
 */
export async function findCompany(asked: string, client: ClientB, upstream: Upstream): Promise<Company> {
  const found = await findPart(companyPart, asked, client, upstream);
  if (OF_EVERY_SHARE.every((name) => found.unread.includes(name))) throw badAnswer();
  return found;
}

/**
 * The counts of analysts' ratings, fetched with the company and as old as it; `null` when B has none.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 * @throws {ProviderError} `bad_answer` when they cannot be read.
 */
export async function findRatings(
  asked: string,
  client: ClientB,
  upstream: Upstream,
): Promise<{ counts: TrendCounts | null; fetchedAt: number }> {
  const { ratings, fetchedAt } = await findPart(companyPart, asked, client, upstream);
  if (ratings.unread) throw badAnswer();
  return { counts: ratings.counts, fetchedAt };
}

/**
 * The insiders, fetched at most 48 minutes ago; without any, or without their holdings, they are not kept.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 * @throws {ProviderError} `bad_answer` when no transaction can be read.
 */
export function findInsiders(asked: string, client: ClientB, upstream: Upstream): Promise<Insiders> {
  return findPart(insidersPart, asked, client, upstream);
}

/** Requests modules of a company for a question of its own, and in the same call the parts that are not kept. */
export async function findModules(
  asked: string,
  modules: readonly string[],
  client: ClientB,
  upstream: Upstream,
): Promise<Summary> {
  const isKept = await upstream.recall?.(toKept(companyPart, asked));
  const summary = await client.summary(asked, isKept ? modules : [...modules, ...MODULES]);
  if (!isKept) keepParts(PARTS, asked, summary, upstream);
  return summary;
}

async function findPart<T>(part: SummaryPart<T>, asked: string, client: ClientB, upstream: Upstream): Promise<T> {
  const found = await upstream.remember(toKept(part, asked), async () => {
    const summary = await client.summary(asked, MODULES);
    const others = PARTS.filter(({ name }) => name !== part.name);
    keepParts(others, asked, summary, upstream);
    return part.read(summary, upstream.now().getTime());
  });
  // Gives every field of a cached value its type, as its schema is lenient.
  return part.schema.parse(found);
}

/**
 * Keeps parts for later questions, after the question that brought them has used the event loop. A part that cannot be
 * read is fetched when it is needed.
 */
function keepParts(parts: readonly SummaryPart<never>[], asked: string, summary: Summary, upstream: Upstream): void {
  const fetchedAt = upstream.now().getTime();
  for (const part of parts) {
    setImmediate(() => {
      upstream.remember(toKept(part, asked), async () => part.read(summary, fetchedAt)).catch(() => {});
    });
  }
}

function toKept<T>({ name, schema, isGood }: SummaryPart<T>, asked: string): CachedPart<T> {
  return { key: `${name} ${toSymbolB(asked)}`, keepSeconds: KEEP_SECONDS, schema, isGood };
}
