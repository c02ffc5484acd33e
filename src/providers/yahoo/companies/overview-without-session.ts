/** A company's overview from Yahoo without a session: chart, search row, last annual accounts and PEG ratio. */
import { say, type Sentence } from "../../../contract/sentence.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import { overview } from "../../../capabilities/companies/overview.js";
import { withNulls } from "../../../contract/absent.js";
import type { DataOf } from "../../../contract/capability.js";
import { toRatioOf } from "../../../market/statements/ratio-values.js";
import { fromUpstreamSector } from "../../../market/symbols/sector-names.js";
import { NO_SESSION } from "../../../contract/errors.js";
import { optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import type { Upstream } from "../../../contract/upstream.js";
import { toPastInstant } from "../../../contract/values.js";
import type { YahooClient, Listed } from "../calls/client.js";
import { badAnswer } from "../calls/envelopes.js";
import { findPegRatio } from "../modules/peg-ratio.js";
import { yahooProvider } from "../provider.js";
import { chartMeta } from "../prices/quote.js";
import { isSameYahooSymbol, toYahooSymbol } from "../calls/symbol.js";

const ROWS = 5;
const TWO_YEARS_SECONDS = 2 * 366 * DAY_SECONDS;
const TYPES = ["annualTotalRevenue", "annualGrossProfit", "annualOperatingIncome", "annualNetIncome"];
const ACCOUNT_FIELDS = ["revenue", "grossMargin", "operatingMargin", "netMargin"] as const;

/**
 * An overview of name, exchange, sector, industry, PEG ratio, revenue and margins; all other fields are `null` and
 * reported as missing.
 *
 * Margins = gross profit, operating income or net income / revenue of the last fiscal year, six significant digits.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 */
export const overviewWithoutSession = source(
  yahooProvider,
  overview,
  async ({ symbol }, client, upstream) => {
    const parts = optionalParts<typeof overview>();
    const [chart, row, accounts, pegRatio] = await Promise.all([
      client.chart(symbol).then((meta) => chartMeta.parse(meta)),
      parts.get(["industry", "sector"], findRow(symbol, client)),
      parts.get(ACCOUNT_FIELDS, findAccounts(symbol, client, upstream)),
      parts.get(["pegRatio"], findPegRatio(symbol, client, upstream)),
    ]);
    if (chart.price === null) throw badAnswer();
    const { figures, currency = null, date } = accounts ?? {};
    const data = withNulls<DataOf<typeof overview>>(overview.output, {
      symbol,
      companyName: chart.longName ?? row?.longname ?? chart.shortName,
      industry: row?.industry,
      sector: fromUpstreamSector(row?.sector ?? null),
      exchange: chart.exchange,
      financialMetrics: { ...figures, pegRatio },
      analystData: {},
    });
    const fields = Object.entries({ ...data, ...data.financialMetrics, ...data.analystData });
    return {
      data,
      asOf: toPastInstant(chart.time),
      missing: fields.filter(([, value]) => value === null).map(([field]) => field),
      notes: date === undefined ? [] : [toAccountsNote(date, currency, chart.currency)],
      currency: chart.currency,
      accounts: currency,
    };
  },
  { after: NO_SESSION },
);

/** Returns the row of the symbol in B's search; `null` when the search has none. */
async function findRow(symbol: string, client: YahooClient): Promise<Listed | null> {
  const yahooSymbol = toYahooSymbol(symbol);
  const rows = await client.search(yahooSymbol, ROWS);
  return rows.find((row) => isSameYahooSymbol(row.symbol, yahooSymbol)) ?? null;
}

/** Returns revenue and margins of the last fiscal year; `null` when B has none. */
async function findAccounts(symbol: string, client: YahooClient, upstream: Upstream) {
  const now = Math.ceil(upstream.now().getTime() / 1000);
  const series = await client.timeseries(symbol, TYPES, now - TWO_YEARS_SECONDS, now);
  const last = series.get("annualTotalRevenue")?.at(-1);
  if (!last) return null;
  const valueOf = (type: string) =>
    series.get(type)?.find(({ date, currency }) => date === last.date && currency === last.currency)?.value;
  const accounts = {
    revenue: last.value,
    grossProfit: valueOf("annualGrossProfit"),
    operatingIncome: valueOf("annualOperatingIncome"),
    netIncome: valueOf("annualNetIncome"),
  };
  const figures = {
    revenue: last.value,
    grossMargin: toRatioOf("grossMargin", accounts),
    operatingMargin: toRatioOf("operatingMargin", accounts),
    netMargin: toRatioOf("netMargin", accounts),
  };
  return { figures, date: last.date, currency: last.currency };
}

function toAccountsNote(date: string, currency: string | null, listing: string | null): Sentence {
  const other = currency !== null && currency !== listing ? ` Revenue is in ${currency}.` : "";
  return say`revenue and margins are of the fiscal year that ended in ${date.slice(0, 7)}, not of the last 12 months.${other}`;
}
