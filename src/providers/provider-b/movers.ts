/** Market movers by provider B, from its predefined screeners. */
import { moverNotes, toCredible, toGainers, toLosers, type Move } from "../../market/credible-movers.js";
import { active, gainers, losers, MAX_MOVERS } from "../../capabilities/movers.js";
import { toPlainDecimal } from "../../lib/plain-decimal.js";
import { source } from "../../contract/provider.js";
import { toPastInstant } from "../../contract/values.js";
import type { ClientB } from "./client.js";
import { badAnswer, noData } from "./envelopes.js";
import { providerB } from "./provider.js";
import type { QuoteRow } from "./quote-row.js";

// Notes with the criteria of the screeners. B's screeners of gainers and losers state them; those of the most active
// stocks are from the documentation of a public client.
const GAINERS_NOTE =
  "Provider B lists other stocks than provider A: US listings up more than 3 %, from 2 billion USD market cap and 5 USD a share.";
const LOSERS_NOTE =
  "Provider B lists other stocks than provider A: US listings down more than 2.5 %, from 2 billion USD market cap and 5 USD a share.";
const ACTIVE_NOTE =
  "Provider B lists other stocks than provider A: US listings from 2 billion USD market cap and 5 million shares a day.";

/** The biggest gainers, highest first; prices and percentages are B's numbers as text. */
export const gainersFromB = source(providerB, gainers, async (_input, client) => {
  const { movers: rows, notes } = await fetchMovers(client, "day_gainers", toGainers);
  return {
    data: {
      gainers: rows.map((row) => ({
        ticker: row.symbol,
        changes: row.change,
        price: toPlainDecimal(row.price),
        changesPercentage: toPlainDecimal(row.changesPercentage),
        companyName: row.longName ?? row.shortName,
      })),
    },
    asOf: toNewest(rows),
    notes: [GAINERS_NOTE, ...notes],
  };
});

/** The biggest losers, lowest first. */
export const losersFromB = source(providerB, losers, async (_input, client) => {
  const { movers: rows, notes } = await fetchMovers(client, "day_losers", toLosers);
  return {
    data: {
      losers: rows.map((row) => ({
        ...toMove(row),
        volume: row.regularMarketVolume,
        marketCap: row.marketCap,
      })),
    },
    asOf: toNewest(rows),
    notes: [LOSERS_NOTE, ...notes],
  };
});

/** The most traded, highest volume first. */
export const activeFromB = source(providerB, active, async (_input, client) => {
  const { movers: rows, notes } = await fetchMovers(client, "most_actives", toMostActive);
  return {
    data: {
      active_stocks: rows.map((row) => ({
        ...toMove(row),
        volume: row.regularMarketVolume,
        avgVolume: row.averageDailyVolume3Month,
        marketCap: row.marketCap,
        pe: row.trailingPE,
        eps: row.epsTrailingTwelveMonths,
      })),
    },
    asOf: toNewest(rows),
    notes: [ACTIVE_NOTE, ...notes],
  };
});

type Mover = QuoteRow & Move;

function toMostActive(rows: readonly Mover[]) {
  return toCredible(rows).toSorted((one, other) => (other.regularMarketVolume ?? 0) - (one.regularMarketVolume ?? 0));
}

/**
 * Returns the credible rows, in the order of `select`, and notes on them.
 *
 * @throws {ProviderError} `no_data` when the list is empty, `bad_answer` when no row is credible.
 */
async function fetchMovers<Chosen>(
  client: ClientB,
  id: string,
  select: (rows: readonly Mover[]) => Chosen[],
): Promise<{ movers: Chosen[]; notes: string[] }> {
  const { rows } = await client.predefined(id, MAX_MOVERS);
  if (rows.length === 0) throw noData();
  const priced = rows.map((row) => ({
    ...row,
    price: row.regularMarketPrice,
    change: row.regularMarketChange,
    changesPercentage: row.regularMarketChangePercent,
  }));
  const movers = select(priced);
  if (movers.length === 0) throw badAnswer();
  return { movers, notes: moverNotes(priced) };
}

function toMove({ symbol, longName, shortName, price, change, changesPercentage }: Mover) {
  return { symbol, name: longName ?? shortName, price, change, changesPercentage };
}

function toNewest(rows: readonly QuoteRow[]): string | undefined {
  return toPastInstant(Math.max(...rows.map((row) => row.regularMarketTime ?? 0)));
}
