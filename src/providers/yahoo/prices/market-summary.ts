/** The market summary by Yahoo. */
import { say, the } from "../../../contract/sentence.js";
import { OVER_24_HOURS } from "../../../capabilities/prices/crypto.js";
import {
  marketSummary,
  SECTOR_FUNDS,
  sessionDay,
  SUMMARY_SYMBOLS,
  toMarketSummary,
  type FundCloses,
  type SummaryPrice,
} from "../../../capabilities/prices/market-summary.js";
import { NO_SESSION } from "../../../contract/errors.js";
import { optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import { z } from "../../../contract/schema.js";
import type { Upstream } from "../../../contract/upstream.js";
import { toPastInstant } from "../../../contract/values.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import { firstDay, type Range } from "../../../market/prices/price-range.js";

import { readCandles } from "../calls/candles.js";
import type { YahooClient } from "../calls/client.js";
import { badAnswer, noData } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import type { QuoteRow } from "../calls/quote-row.js";

/** Milliseconds to wait for the sector funds' charts, which are fetched once a day; late ones are in the next answer. */
const CHARTS_WAIT_MS = 3_000;
/** Days of a chart: a year, and spare days for a weekend or a holiday before it. */
const CHART_DAYS = 380;

/** One call (v7) for all symbols, and a chart of each sector fund once a trading day. */
export const marketSummaryFromYahoo = source(yahooProvider, marketSummary, async (_input, client, upstream) => {
  const funds = SECTOR_FUNDS.map(([fund]) => fund);
  const rows = await client.quotes([...SUMMARY_SYMBOLS, ...funds]);
  return answer([...rows], client, upstream);
});

const NOTE = say`${the.source("provider-b")}'s list without a session has of the yields only that of 10 years, and no changes of sectors today.`;

/** B's own list of indices, futures, currencies and coins, which needs no session. */
export const marketSummaryWithoutSession = source(
  yahooProvider,
  marketSummary,
  async (_input, client, upstream) => {
    const known = (await client.marketSummary()).filter(({ symbol }) => SUMMARY_SYMBOLS.includes(symbol));
    const rows = known.map((row) => [row.symbol, row] as const);
    const found = await answer(rows, client, upstream);
    return { ...found, notes: [...found.notes, NOTE] };
  },
  { after: NO_SESSION },
);

async function answer(rows: readonly (readonly [string, QuoteRow])[], client: YahooClient, upstream: Upstream) {
  if (rows.length === 0) throw noData();
  const prices = new Map(rows.map(([symbol, row]) => [symbol, toPrice(row)]));
  if ([...prices.values()].every(({ price }) => price === null)) throw badAnswer();
  const parts = optionalParts<typeof marketSummary>();
  const closes = new Map<string, FundCloses>();
  await parts.get(["sectors"], findAllCloses(closes, client, upstream), CHARTS_WAIT_MS);
  const data = toMarketSummary(prices, closes, upstream.now());
  return {
    data,
    asOf: prices.get("^GSPC")?.time ?? undefined,
    ...parts.gaps(),
    notes: data.crypto.some(({ change }) => change !== null) ? [OVER_24_HOURS] : [],
  };
}

function toPrice({ price, change, changesPercentage, previousClose, time }: QuoteRow): SummaryPrice {
  return { price, change, changesPercentage, previousClose, time: toPastInstant(time) ?? null };
}

const closesShape: z.ZodType<FundCloses> = z
  .object({ last: z.number(), month: z.number().nullable(), year: z.number().nullable() })
  .strict();

/** Maximum number of charts at the same time, as in Yahoo's own clients. */
const MAX_CONCURRENT = 4;

/** Adds the closes of each sector fund to `found` as they arrive; stops with the charts during which one failed. */
async function findAllCloses(found: Map<string, FundCloses>, client: YahooClient, upstream: Upstream): Promise<void> {
  const failures: unknown[] = [];
  for (let start = 0; start < SECTOR_FUNDS.length; start += MAX_CONCURRENT) {
    const chunk = SECTOR_FUNDS.slice(start, start + MAX_CONCURRENT).map(async ([fund]) => {
      try {
        found.set(fund, await findCloses(fund, client, upstream));
      } catch (error) {
        failures.push(error);
      }
    });
    await Promise.all(chunk);
    if (failures.length > 0) throw failures[0];
  }
}

/** Returns earlier closes of a fund, cached for the day in New York: they change only with the next session. */
function findCloses(fund: string, client: YahooClient, upstream: Upstream): Promise<FundCloses> {
  const now = upstream.now();
  const day = sessionDay(now);
  return upstream.remember(
    { key: `closes before ranges of ${fund} ${day}`, keepSeconds: DAY_SECONDS, schema: closesShape },
    async () => {
      const chart = await client.candles(fund, "1d", CHART_DAYS);
      const { bars } = await readCandles(chart, { intraday: false, now: now.getTime() });
      const [last] = bars;
      if (last === undefined) throw noData();
      const closeBefore = (range: Range) => bars.find(({ date }) => date < firstDay({ range }, day))?.close ?? null;
      return { last: last.close, month: closeBefore("1mo"), year: closeBefore("1y") };
    },
  );
}
