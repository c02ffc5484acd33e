/** Holders by provider B, in one call of three modules. */
import { holders, type Holder } from "../../capabilities/holders.js";
import { noCoverage } from "../../contract/errors.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { text } from "../../contract/values.js";
import { badAnswer, entries, readModule, readRows } from "./envelopes.js";
import { providerB } from "./provider.js";
import { rawCount, rawNumber, rawPositive, renamed, required, toPastDay } from "./values.js";

const MODULES = ["majorHoldersBreakdown", "institutionOwnership", "fundOwnership"];
/** The most holders of a list; B sends ten. */
const MAX_HOLDERS = 10;
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
const ownership = z.object({ ownershipList: entries });
const ownerRow = renamed({
  name: ["organization", required(text)],
  shares: ["position", rawPositive],
  value: ["value", rawPositive],
  percentHeld: ["pctHeld", rawNumber],
  sharesChange: ["pctChange", rawNumber],
  reported: ["reportDate", rawPositive],
});

/**
 * The shares of insiders and institutions, and the ten largest institutions and funds of those that report to the SEC: a
 * share outside the US may have a hundred institutions and one in the list. Amounts are in the listing's currency, pence
 * in London.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for one without holders, such as a fund.
 */
export const holdersFromB = source(providerB, holders, async ({ symbol }, client) => {
  const { price, modules } = await client.summary(symbol, MODULES);
  const parts = optionalParts<typeof holders>();
  const shares = parts.read(SHARE_FIELDS, () => readModule(breakdown, modules["majorHoldersBreakdown"]));
  const institutions = parts.read(["institutions"], () => toHolders(modules["institutionOwnership"]));
  const funds = parts.read(["funds"], () => toHolders(modules["fundOwnership"]));
  const gaps = parts.gaps();
  if (shares === null && !institutions?.length && !funds?.length) {
    throw gaps.missing.length > 0 ? badAnswer() : noCoverage("provider-b", "holders", symbol, NO_HOLDERS);
  }
  const total = shares?.institutionsCount ?? null;
  return {
    data: {
      symbol,
      currency: price.currency,
      ...shares,
      institutions,
      funds,
    },
    ...gaps,
    currency: price.currency,
    notes: [
      ...(institutions && total !== null && total > institutions.length
        ? [toCountNote(institutions.length, total)]
        : []),
      ...([...(institutions ?? []), ...(funds ?? [])].some(({ value }) => value !== null) ? [VALUE_NOTE] : []),
    ],
  };
});

/** In recordings, value / shares is the price of the day of the recording for all holders, whatever their report day. */
const VALUE_NOTE = "value is at the last price, not at that of the day of reported.";

function toCountNote(shown: number, total: number): string {
  return `${shown} of ${total} institutions are listed: the largest of those that report to the SEC.`;
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
