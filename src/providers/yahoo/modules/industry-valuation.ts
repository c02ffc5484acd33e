/** The P/E of a company's industry, from one call of Yahoo's screener. */
import { industryValuation, type IndustryValuation } from "../../../capabilities/companies/key-statistics.js";
import { toSixDigits } from "../../../contract/values.js";
import type { Upstream } from "../../../contract/upstream.js";
import { eachOnce } from "../../../lib/each-once.js";
import { median } from "../../../lib/median.js";
import { exchangeOfSuffix } from "../../../contract/symbols/exchanges.js";
import { findIndustry, toUpstreamIndustry } from "../../../market/symbols/industry-names.js";
import { isUsListing, toListingSymbol } from "../../../market/symbols/symbol.js";
import { SLOW } from "../../../capabilities/shapes.js";
import type { YahooClient } from "../calls/client.js";

/** The most listings of a page, the largest of the industry. */
const LARGEST = 250;

/**
 * Returns the median of the positive trailing P/E of the largest listings of an industry in the region of a symbol, each
 * company once; `null` if the screener knows no such industry or the region is unknown. It is kept as long as statistics.
 */
export async function findIndustryValuation(
  symbol: string,
  industry: string | null,
  client: YahooClient,
  upstream: Upstream,
): Promise<IndustryValuation | null> {
  const name = industry === null ? undefined : findIndustry(industry);
  const region = regionOf(symbol);
  if (name === undefined || region === null) return null;
  const part = {
    key: `industry-valuation ${region} ${name}`,
    keepSeconds: SLOW.ttlSeconds,
    schema: industryValuation,
  };
  return upstream.remember(part, async () => {
    const { rows } = await client.screen({
      size: LARGEST,
      sortField: "intradaymarketcap",
      sortType: "DESC",
      conditions: [
        ["EQ", "region", region.toLowerCase()],
        ["EQ", "industry", toUpstreamIndustry(name)],
      ],
    });
    const companies = eachOnce(rows, (row) => row.name ?? row.symbol);
    const multiples = companies.flatMap(({ pe }) => (pe === null ? [] : [pe]));
    return { name, medianPe: toSixDigits(median(multiples) ?? null), companies: multiples.length };
  });
}

/** Returns the country of the exchange on which a symbol is listed, ISO-2. */
function regionOf(symbol: string): string | null {
  const listing = toListingSymbol(symbol);
  const dot = listing.lastIndexOf(".");
  if (dot > 0) return exchangeOfSuffix(listing.slice(dot + 1))?.country ?? null;
  return isUsListing(symbol) ? "US" : null;
}
