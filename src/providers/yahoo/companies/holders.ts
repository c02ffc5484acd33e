/** Holders by Yahoo, in one call of three modules. */
import { holders, MAX_HOLDERS, type Holder, type InsiderHolder } from "../../../capabilities/companies/holders.js";
import { noCoverage } from "../../../contract/errors.js";
import { optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import { z } from "../../../contract/schema.js";
import { text, toSixDigits } from "../../../contract/values.js";
import { exchangeDay } from "../../../market/sessions/exchange-day.js";
import type { Summary } from "../calls/client.js";
import { badAnswer, entries, readModule, readRows } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { rawCount, rawNumber, rawPositive, renamed, required, toPastDay } from "../calls/values.js";

// One call for all kinds of holders. The statistics have the number of shares, of which an insider holds a part.
const MODULES = ["majorHoldersBreakdown", "institutionOwnership", "fundOwnership", "insiderHolders"].concat(
  "defaultKeyStatistics",
);
/** The change that B sends for a holder that had no shares before. */
const NEW = 1;
const NO_HOLDERS = " but has no holders for it; funds, indices, currencies and coins have none.";

const SHARES = {
  insidersPercent: ["insidersPercentHeld", rawNumber],
  institutionsPercent: ["institutionsPercentHeld", rawNumber],
  institutionsPercentOfFloat: ["institutionsFloatPercentHeld", rawNumber],
  institutionsCount: ["institutionsCount", rawCount],
} as const;
const breakdown = renamed(SHARES);
const SHARE_FIELDS = Object.keys(SHARES) as (keyof typeof SHARES)[];
const UNKNOWN_SHARES = Object.fromEntries(SHARE_FIELDS.map((name) => [name, null])) as Record<
  keyof typeof SHARES,
  null
>;
const ownership = z.object({ ownershipList: entries });
const ownerRow = renamed({
  name: ["organization", required(text)],
  shares: ["position", rawPositive],
  value: ["value", rawPositive],
  percentHeld: ["pctHeld", rawNumber],
  sharesChange: ["pctChange", rawNumber],
  reported: ["reportDate", rawPositive],
});

const insiderList = z.object({ holders: entries });
const insiderRow = renamed({
  name: ["name", required(text)],
  relation: ["relation", text],
  shares: ["positionDirect", rawPositive],
  sharesIndirect: ["positionIndirect", rawPositive],
  transaction: ["transactionDescription", text],
  reported: ["latestTransDate", rawPositive],
});
const shareCounts = z.object({ impliedSharesOutstanding: rawPositive, sharesOutstanding: rawPositive });

/**
 * The shares of insiders and institutions, and the ten largest institutions and funds of those that report to the SEC: a
 * share outside the US may have a hundred institutions and one in the list. Amounts are in the listing's currency, pence
 * in London. Insiders are those of the latest reports, with what they hold after them.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for one without holders, such as a fund.
 */
export const holdersFromYahoo = source(
  yahooProvider,
  holders,
  async ({ symbol }, client) => {
    const { price, modules } = await client.summary(symbol, MODULES);
    const parts = optionalParts<typeof holders>();
    const shares = parts.read(SHARE_FIELDS, () => readModule(breakdown, modules["majorHoldersBreakdown"]));
    const institutions = parts.read(["institutions"], () => toHolders(modules["institutionOwnership"]));
    const funds = parts.read(["funds"], () => toHolders(modules["fundOwnership"]));
    const insiders = parts.read(["insiders"], () => toInsiders(modules));
    const gaps = parts.gaps();
    if (shares === null && !institutions?.length && !funds?.length && !insiders?.length) {
      throw gaps.missing.length > 0 ? badAnswer() : noCoverage("provider-b", "holders", symbol, NO_HOLDERS);
    }
    return {
      data: {
        symbol,
        currency: price.currency,
        ...(shares ?? UNKNOWN_SHARES),
        valueDate: toValueDate(symbol, price, [...(institutions ?? []), ...(funds ?? [])]),
        institutions,
        funds,
        insiders,
      },
      ...gaps,
      currency: price.currency,
      notes: [],
    };
  },
  { cannot: ({ kind }) => (kind === "large" ? ["kind"] : []) },
);

/** How far the price in a value may be from the last one, as a ratio: values are rounded to whole units. */
const PRICE_TOLERANCE = 1e-4;

/**
 * Returns the day of the last price if the values are at that price, as in all recordings: the source values all holders
 * at one price, whatever their report day. Otherwise `null`.
 */
function toValueDate(
  symbol: string,
  { regularMarketPrice: price, regularMarketTime: time }: Summary["price"],
  rows: readonly Holder[],
): string | null {
  const largest = rows.find(({ value, shares }) => value !== null && shares !== null);
  if (!largest || price === null || time === null) return null;
  const isLast = Math.abs(largest.value! / largest.shares! / price - 1) <= PRICE_TOLERANCE;
  return isLast ? exchangeDay(symbol, time * 1000) : null;
}

/** Returns the insiders, those with the most shares first; `null` when B sends no list. */
function toInsiders(modules: Summary["modules"]): InsiderHolder[] | null {
  const rows = readModule(insiderList, modules["insiderHolders"])?.holders;
  if (rows === undefined) return null;
  const counts = readModule(shareCounts, modules["defaultKeyStatistics"]);
  // Each count may leave a class of shares out.
  const all = Math.max(counts?.impliedSharesOutstanding ?? 0, counts?.sharesOutstanding ?? 0) || null;
  const held = ({ shares, sharesIndirect }: Pick<InsiderHolder, "shares" | "sharesIndirect">) =>
    shares === null && sharesIndirect === null ? null : (shares ?? 0) + (sharesIndirect ?? 0);
  return readRows(insiderRow, rows, MAX_HOLDERS)
    .map(({ reported, transaction, ...row }) => {
      const own = held(row);
      const percentHeld = own === null || all === null ? null : toSixDigits(own / all);
      return { ...row, percentHeld, transaction, reported: toPastDay(reported) };
    })
    .toSorted((one, other) => (held(other) ?? 0) - (held(one) ?? 0));
}

/**
 * Returns the holders, largest first, as B orders them by a rounded percentage; `null` when B sends no list.
 *
 * @throws {ProviderError} `bad_answer` when no row can be read.
 */
function toHolders(module: unknown): Holder[] | null {
  const rows = readModule(ownership, module)?.ownershipList;
  if (rows === undefined) return null;
  return readRows(ownerRow, rows, MAX_HOLDERS)
    .map(({ reported, ...holder }) => {
      const isNew = holder.sharesChange === NEW;
      return { ...holder, sharesChange: isNew ? null : holder.sharesChange, isNew, reported: toPastDay(reported) };
    })
    .toSorted((one, other) => (other.shares ?? 0) - (one.shares ?? 0));
}
