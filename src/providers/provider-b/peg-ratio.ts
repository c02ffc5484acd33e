/** The PEG ratio, which provider B's summary has lacked since 2025; it is read from the time series. */
import { DAY_SECONDS } from "../../lib/day.js";
import { REFERENCE } from "../../capabilities/shapes.js";
import { ProviderError } from "../../contract/errors.js";
import { toPegRatio } from "../../market/impossible-zeros.js";
import { mayBeShare } from "../../market/symbol.js";
import { optionalParts, type OptionalParts } from "../../contract/optional.js";
import { z } from "../../contract/schema.js";
import type { Upstream } from "../../contract/upstream.js";
import type { ClientB } from "./client.js";
import { checkCompany, type CheckedCompany } from "./company-checks.js";
import type { findCompany } from "./company-parts.js";
import type { Company } from "./company-summary.js";
import { toSymbolB } from "./symbol.js";

const HALF_YEAR_SECONDS = 183 * DAY_SECONDS;

/** A checked company with its PEG ratio, and what an answer made of it lacks. */
interface CompanyWithPeg extends CheckedCompany {
  pegRatio: number | null;
  parts: OptionalParts;
}

/**
 * Returns the company that `find` finds, checked, with its PEG ratio. The answer lacks the fields that `fieldsOf` names
 * for each module that could not be read.
 */
export async function findCompanyWithPeg(
  symbol: string,
  client: ClientB,
  upstream: Upstream,
  find: typeof findCompany,
  fieldsOf: Readonly<Record<string, readonly string[]>>,
): Promise<CompanyWithPeg> {
  // Start this together with the summary, although it may not be needed: one after the other would take twice as long.
  const early = mayBeShare(symbol) ? findPegRatio(symbol, client, upstream) : undefined;
  early?.catch(() => {});
  const checked = checkCompany(await find(symbol, client, upstream));
  const parts = optionalParts();
  parts.lack(checked.company.unread.flatMap((name) => fieldsOf[name] ?? []));
  const pegRatio = await pegRatioOf(checked.company, parts, () => early ?? findPegRatio(symbol, client, upstream));
  return { ...checked, pegRatio, parts };
}

/**
 * Returns the summary's PEG ratio. If it has none, returns the result of `find` for a share with a P/E, and `null` for
 * every other security.
 */
async function pegRatioOf(
  { price, summaryDetail, defaultKeyStatistics }: Company,
  parts: OptionalParts,
  find: () => Promise<number | null>,
): Promise<number | null> {
  const sent = toPegRatio(defaultKeyStatistics.pegRatio, summaryDetail.trailingPE);
  const mayHavePeg = price.quoteType === "EQUITY" && summaryDetail.trailingPE !== null;
  return sent === null && mayHavePeg ? parts.get(["pegRatio"], find()) : sent;
}

/**
 * Returns the newest trailing PEG ratio; `null` when B has none.
 *
 * It is cached as long as statements, which come from the same call of B, so that not every overview costs a second
 * call.
 */
export async function findPegRatio(symbol: string, client: ClientB, upstream: Upstream): Promise<number | null> {
  const part = {
    key: `peg ratio ${toSymbolB(symbol)}`,
    keepSeconds: REFERENCE.ttlSeconds,
    schema: z.number().nullable(),
  };
  try {
    return await upstream.remember(part, async () => {
      const now = Math.floor(upstream.now().getTime() / 1000);
      const series = await client.timeseries(symbol, ["trailingPegRatio"], now - HALF_YEAR_SECONDS, now);
      return series.get("trailingPegRatio")?.at(-1)?.value ?? null;
    });
  } catch (error) {
    if (error instanceof ProviderError && error.reason === "no_data") return null;
    throw error;
  }
}
