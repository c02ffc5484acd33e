/** Gainers, losers and most active stocks by FMP. */
import type { Sentence } from "../../contract/sentence.js";
import { source } from "../../contract/provider.js";
import { toPlainDecimal } from "../../lib/plain-decimal.js";
import { z } from "../../contract/schema.js";
import { number, text } from "../../contract/values.js";
import { moverNotes, toCredible, toGainers, toLosers } from "../../market/prices/credible-movers.js";
import { active, gainers, losers, MAX_MOVERS, onlyFromYahoo } from "../../capabilities/prices/movers.js";
import { badAnswer, noData, fmpProvider, type FmpClient } from "./provider.js";

const moverRow = z.object({ symbol: text, price: number, name: text, change: number, changesPercentage: number });

type Mover = z.output<typeof moverRow> & { symbol: string };

/** The stocks with the highest gain, price and percentage as text. */
export const gainersFromFmp = source(
  fmpProvider,
  gainers,
  async (_input, client) => {
    const { movers, notes } = await fetchMovers("biggest-gainers", client, toGainers);
    const rows = movers.map(({ symbol, name, price, change, changesPercentage }) => ({
      ticker: symbol,
      changes: change,
      price: toPlainDecimal(price),
      changesPercentage: toPlainDecimal(changesPercentage),
      companyName: name,
    }));
    return { data: { gainers: rows }, currency: "USD", notes };
  },
  { cannot: onlyFromYahoo },
);

/** The stocks with the biggest loss. */
export const losersFromFmp = source(
  fmpProvider,
  losers,
  async (_input, client) => {
    const { movers, notes } = await fetchMovers("biggest-losers", client, toLosers);
    return { data: { losers: movers }, currency: "USD", notes };
  },
  { cannot: onlyFromYahoo },
);

/** The most traded stocks, in FMP's order, which is by a volume that it does not send. */
export const activeFromFmp = source(
  fmpProvider,
  active,
  async (_input, client) => {
    const { movers, notes } = await fetchMovers("most-actives", client, toCredible);
    return { data: { active_stocks: movers }, currency: "USD", notes };
  },
  { cannot: onlyFromYahoo },
);

/**
 * Returns as many of the credible rows as are shown, in the order of `select`, and notes on them.
 *
 * @throws {ProviderError} `no_data` when the list is empty, `bad_answer` when no row is credible.
 */
async function fetchMovers<Chosen>(
  path: string,
  client: FmpClient,
  select: (rows: readonly Mover[]) => Chosen[],
): Promise<{ movers: Chosen[]; notes: Sentence[] }> {
  const rows = await client.rows(moverRow, path);
  if (rows.length === 0) throw noData();
  const known = rows.filter((row): row is Mover => row.symbol !== null);
  const movers = select(known);
  if (movers.length === 0) throw badAnswer();
  return { movers: movers.slice(0, MAX_MOVERS), notes: moverNotes(known) };
}
