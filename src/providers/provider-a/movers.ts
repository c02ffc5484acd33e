/** Gainers, losers and most active stocks by provider A. */
import { source } from "../../contract/provider.js";
import { toPlainDecimal } from "../../lib/plain-decimal.js";
import { z } from "../../contract/schema.js";
import { number, text } from "../../contract/values.js";
import { active, gainers, losers, MAX_MOVERS } from "../../capabilities/movers.js";
import { badAnswer, noData, providerA, type ClientA } from "./provider.js";

const moverRow = z.object({ symbol: text, price: number, name: text, change: number, changesPercentage: number });

type Mover = z.output<typeof moverRow> & { symbol: string; changesPercentage: number };

/** The stocks with the highest gain, price and percentage as text. */
export const gainersFromA = source(providerA, gainers, async (_input, client) => {
  const rows = await fetchMovers("biggest-gainers", client);
  rows.sort((a, b) => b.changesPercentage - a.changesPercentage);
  return {
    data: {
      gainers: rows.slice(0, MAX_MOVERS).map((row) => ({
        ticker: row.symbol,
        changes: row.change,
        price: row.price === null ? null : toPlainDecimal(row.price),
        changesPercentage: toPlainDecimal(row.changesPercentage),
        companyName: row.name,
      })),
    },
  };
});

/** The stocks with the biggest loss. */
export const losersFromA = source(providerA, losers, async (_input, client) => {
  const rows = await fetchMovers("biggest-losers", client);
  rows.sort((a, b) => a.changesPercentage - b.changesPercentage);
  return {
    data: {
      losers: rows.slice(0, MAX_MOVERS).map((row) => ({
        symbol: row.symbol,
        name: row.name,
        price: row.price,
        change: row.change,
        changesPercentage: row.changesPercentage,
        volume: null,
        marketCap: null,
      })),
    },
  };
});

/** The stocks traded most, in provider A's order: the volume it orders by is not sent. */
export const activeFromA = source(providerA, active, async (_input, client) => {
  const rows = await fetchMovers("most-actives", client);
  return {
    data: {
      active_stocks: rows.slice(0, MAX_MOVERS).map((row) => ({
        symbol: row.symbol,
        name: row.name,
        price: row.price,
        change: row.change,
        changesPercentage: row.changesPercentage,
        volume: null,
        avgVolume: null,
        marketCap: null,
        pe: null,
        eps: null,
      })),
    },
  };
});

// A recorded list was led by a fund with 1.29e41 %.
const MAX_PERCENT = 10_000;

/**
 * The credible rows: no price of 0 or less, no absurd percentage, and a previous close to compare with.
 *
 * @throws {ProviderError} `no_data` when the list is empty, `bad_answer` when all of it is junk.
 */
async function fetchMovers(path: string, client: ClientA): Promise<Mover[]> {
  const rows = await client.rows(moverRow, path);
  if (rows.length === 0) throw noData();
  const movers = rows.filter(isCredible);
  if (!movers.some((row) => row.price !== null)) throw badAnswer();
  return movers;
}

function isCredible(row: z.output<typeof moverRow>): row is Mover {
  if (row.symbol === null || row.changesPercentage === null) return false;
  if (row.price !== null && row.price <= 0) return false;
  // A change equal to the whole price means that there was no previous price.
  return Math.abs(row.changesPercentage) <= MAX_PERCENT && (row.price === null || row.change !== row.price);
}
