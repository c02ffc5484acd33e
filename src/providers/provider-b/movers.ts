/** Market movers by provider B, from its predefined screeners. */
import { moverNotes, toCredible, toGainers, toLosers } from "../../market/credible-movers.js";
import { active, gainers, losers, MAX_MOVERS } from "../../capabilities/movers.js";
import { toPlainDecimal } from "../../lib/plain-decimal.js";
import { source } from "../../contract/provider.js";
import { toPastInstant } from "../../contract/values.js";
import type { ClientB } from "./client.js";
import { badAnswer, noData } from "./envelopes.js";
import { providerB } from "./provider.js";
import type { QuoteRow } from "./quote-row.js";
import { pick } from "./values.js";

// Notes with the criteria of the screeners. B's screeners of gainers and losers state them; those of the most active
// stocks are from the documentation of a public client.
const GAINERS_NOTE =
  "Provider B lists other stocks than provider A: US listings up more than 3 %, from 2 billion USD market cap and 5 USD a share.";
const LOSERS_NOTE =
  "Provider B lists other stocks than provider A: US listings down more than 2.5 %, from 2 billion USD market cap and 5 USD a share.";
const ACTIVE_NOTE =
  "Provider B lists other stocks than provider A: US listings from 2 billion USD market cap and 5 million shares a day.";

const toCapNote = (cap: number) => `Provider B lists US listings of any price from ${cap} USD market cap.`;

/** A list: B's predefined screener with its criteria, and the order of a custom screener, whose rows have moved. */
interface List {
  id: string;
  note: string;
  sortField: string;
  sortType: "ASC" | "DESC";
  moved: "GT" | "LT";
}

const CHANGE = "percentchange";
const GAINERS: List = { id: "day_gainers", note: GAINERS_NOTE, sortField: CHANGE, sortType: "DESC", moved: "GT" };
const LOSERS: List = { id: "day_losers", note: LOSERS_NOTE, sortField: CHANGE, sortType: "ASC", moved: "LT" };
const ACTIVE: List = { id: "most_actives", note: ACTIVE_NOTE, sortField: "dayvolume", sortType: "DESC", moved: "GT" };

/** The biggest gainers, highest first; prices and percentages are B's numbers as text. */
export const gainersFromB = source(providerB, gainers, async (input, client) => {
  const { rows, ...facts } = await fetchMovers(client, GAINERS, input.market_cap_min, toGainers);
  return {
    data: {
      gainers: rows.map((row) => ({
        ticker: row.symbol,
        changes: row.change,
        price: toPlainDecimal(row.price),
        changesPercentage: toPlainDecimal(row.changesPercentage),
        companyName: row.name,
      })),
    },
    ...facts,
  };
});

/** The biggest losers, lowest first. */
export const losersFromB = source(providerB, losers, async (input, client) => {
  const { rows, ...facts } = await fetchMovers(client, LOSERS, input.market_cap_min, toLosers);
  return {
    data: { losers: rows.map((row) => pick(losers.output.shape.losers.element.shape, row)) },
    ...facts,
  };
});

/** The most traded, highest volume first. */
export const activeFromB = source(providerB, active, async (input, client) => {
  const { rows, ...facts } = await fetchMovers(client, ACTIVE, input.market_cap_min, toMostActive);
  return {
    data: { active_stocks: rows.map((row) => pick(active.output.shape.active_stocks.element.shape, row)) },
    ...facts,
  };
});

function toMostActive(rows: readonly QuoteRow[]) {
  return toCredible(rows).toSorted((one, other) => (other.volume ?? 0) - (one.volume ?? 0));
}

/**
 * Returns the credible rows, in the order of `select`, and notes on them. With a smallest market cap the rows are those of
 * B's custom screener, because its predefined ones begin at 2 billion USD.
 *
 * @throws {ProviderError} `no_data` when the list is empty, `bad_answer` when no row is credible.
 */
async function fetchMovers<Chosen extends QuoteRow>(
  client: ClientB,
  list: List,
  cap: number | undefined,
  select: (rows: readonly QuoteRow[]) => Chosen[],
) {
  const { id, note, sortField, sortType, moved } = list;
  const conditions = [
    ["EQ", "region", "us"],
    ["GTE", "intradaymarketcap", cap],
    [moved, sortField, 0],
  ] as const;
  const { rows: sent } =
    cap === undefined
      ? await client.predefined(id, MAX_MOVERS)
      : await client.screen({ size: MAX_MOVERS, sortField, sortType, conditions });
  if (sent.length === 0) throw noData();
  const rows = select(sent);
  if (rows.length === 0) throw badAnswer();
  return {
    rows,
    asOf: toPastInstant(Math.max(...rows.map(({ time }) => time ?? 0))),
    notes: [cap === undefined ? note : toCapNote(cap), ...moverNotes(sent)],
  };
}
