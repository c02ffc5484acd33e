/** Transactions of directors, officers and large holders. */
import { latestOf } from "../../lib/newest-first.js";
import { always, count, date, money, price, shares, words } from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import { answerSymbol, officialInput, source, symbol, timestamp } from "../../contract/fields.js";
import { dayAfter } from "../../lib/day.js";
import { dayOfAnswer, latestDay } from "../../market/sessions/exchange-day.js";
import { TRANSACTION_KINDS } from "../../market/holdings/insider-kinds.js";
import {
  insiderTotalsOf,
  toInsiderTotals,
  toInsiderTotalsNotes,
  withoutRounding,
  type Summed,
} from "../../market/holdings/insider-totals.js";
import { SLOW, symbolErrors } from "../shapes.js";

/** Maximum number of transactions in an answer; Yahoo sends no more. */
export const MAX_TRANSACTIONS = 150;

/** Rows that a tool shows by default: as many as fit, whatever the names in them. */
const SHOWN = 15;

const NOTHING_SECONDS = 15 * 60;

/** Fields that only transactions from filings have. */
const asFiled = {
  code: words("Form 4 code, from D").optional(),
  ownership: words("direct or indirect").optional(),
  is_10b5_1: z.boolean().nullable().describe("By an earlier plan").optional(),
  derivative: z.boolean().describe("Of an option or right; not in the sums").optional(),
  price_note: words(
    "weighted average, footnote, per ADS, amount (in place of a price), implausible (20-fold off)",
  ).optional(),
  form: words("Form").optional(),
  filing_url: words("Page of the form").optional(),
};

/** One transaction in an answer. */
export const insiderTransaction = object("Shares, and money in USD from B and D, listing currency from A", {
  insider: words("Name"),
  relation: words("Role, e.g. Director"),
  transaction: words(`${TRANSACTION_KINDS.join(", ")}, or the source's own words`),
  cost: price(
    "a share; from B and D in USD, whatever the listing; value / shares where B sends none; for gifts and awards 0 from B, else null",
    "Price",
  ),
  shares: shares("that changed hands"),
  value: money(
    "listing",
    "from B and D in USD; shares * cost; shares / ratio * cost at a price per ADS; null at an implausible one; B's own figure where it sends one",
  ),
  shares_owned_following: shares(
    "held after it; from D in this kind of ownership; B knows it of each insider's latest transaction only, null where that day has several",
  ),
  date: date("of the transaction"),
  ...asFiled,
});

export type InsiderTransaction = z.output<typeof insiderTransaction>;

export const insiderTransactions = defineCapability({
  name: "insider-transactions",
  title: "Insider transactions",
  route: "/api/v1/stock/{symbol}/insider-transactions",
  tool: {
    name: "get_insider_transactions",
    command: "insiders",
    set: "core",
    description:
      "Insider buying and selling: shares that CEO, directors and owners buy or sell, newest first; sums of six months. Not of Congress.",
    rows: {
      list: "insider_transactions",
      noun: "transactions",
      listed: ["limit"],
      total: "total_transactions",
      limit: { shown: SHOWN, max: MAX_TRANSACTIONS },
      columns: shownWhen(Object.keys(asFiled), "rarely"),
      totals: ({ rows: shown, asOf, completeFrom }, body) => {
        const [all, day] = [rowsOf(body), dayOf(body, asOf)];
        return {
          fields: toInsiderTotals(summedOf(shown as Summed[], body), summedOf(all, body), day, completeFrom),
          notes: toInsiderTotalsNotes(day, completeFrom, all),
        };
      },
    },
    // A transaction becomes public when it is filed. Its row has only the day on which it took place, so the
    // publication days are in the envelope.
    history: { list: "insider_transactions", latestDay, snapshot: [] },
    leading: ["company_name", "date"],
    provenance: true,
    picture: "insiders",
  },
  input: z.object({ symbol, ...officialInput }),
  output: z.object({
    symbol: answerSymbol,
    company_name: words("Company"),
    insider_transactions: z
      .union([z.array(insiderTransaction), z.string()])
      .describe("Newest first; a sentence when there are none"),
    total_transactions: always(count("transactions known, at most 150")).optional(),
    timestamp,
    source,
    totals: insiderTotalsOf("shown"),
    totals6mo: insiderTotalsOf("of 182 days"),
  }),
  freshness: SLOW,
  errors: {
    ...symbolErrors("fetch insider transactions"),
    notFound: (asked) => ({ error: `Failed to fetch insider transactions for ${asked}` }),
  },
  // An empty result expires sooner than a list.
  ttlSecondsOf: (body) => (Array.isArray(body["insider_transactions"]) ? undefined : NOTHING_SECONDS),
  whenEmpty: ({ symbol: asked }) => noInsiderTransactions(asked, null),
});

const rowsOf = (body: Readonly<Record<string, unknown>>) => body["insider_transactions"] as Summed[];

/** Returns the rows as they are summed: values that this server has computed before they were rounded. */
function summedOf(rows: Summed[], { source: from }: Readonly<Record<string, unknown>>): Summed[] {
  // Yahoo sends values, and its prices are computed from these.
  return from === "PROVIDER_B" ? rows : withoutRounding(rows);
}

/** Returns the past day that was asked for, or that of the answer. */
function dayOf(body: Readonly<Record<string, unknown>>, asOf: string | undefined): string {
  return asOf ?? dayOfAnswer(body as { symbol: string; timestamp: string });
}

/** Returns the day after the latest of these days of left-out transactions: from then on, none is missing. */
export function completeAfter(days: readonly (string | null | undefined)[]): { completeFrom?: string } {
  const last = latestOf(days.filter((day) => typeof day === "string"));
  return last === undefined ? {} : { completeFrom: dayAfter(last) };
}

/** Returns the answer for a company without insider data: a sentence in place of the list, and no total. */
export function noInsiderTransactions(asked: string, companyName: string | null) {
  return {
    symbol: asked,
    company_name: companyName,
    insider_transactions: `No insider transactions found for ${asked}`,
  };
}
