/** What directors, officers and large holders bought and sold. */
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { answerSymbol, figure, source, symbol, timestamp, wholeNumber, words } from "./fields.js";
import { SLOW, symbolErrors } from "./shapes.js";

/** The most transactions an answer holds; provider B sends no more. */
export const MAX_TRANSACTIONS = 150;

const NOTHING_SECONDS = 15 * 60;

const transaction = z.object({
  insider: words("Name"),
  relation: words("Role, e.g. Director"),
  transaction: words("e.g. Sale, Purchase, Option Exercise"),
  cost: figure("Price per share"),
  shares: figure("Shares"),
  value: figure("shares x cost"),
  shares_owned_following: figure("Shares held after it"),
  date: words("YYYY-MM-DD"),
});

export type InsiderTransaction = z.output<typeof transaction>;

export const insiderTransactions = defineCapability({
  name: "insider-transactions",
  title: "Insider transactions",
  route: "/api/v1/stock/{symbol}/insider-transactions",
  tool: {
    name: "get_insider_transactions",
    description: "Recent insider transactions of one company, newest first: who, what, price, shares.",
    extras: {
      limit: wholeNumber(1, MAX_TRANSACTIONS).optional().describe("Newest transactions, 1 to 150, default 20"),
    },
    page: { list: "insider_transactions", rows: 20, max: MAX_TRANSACTIONS, noun: "transactions" },
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    company_name: words("Company"),
    insider_transactions: z
      .union([z.array(transaction), z.string()])
      .describe("Newest first; a sentence when there are none"),
    total_transactions: z.number().optional().describe("Transactions known"),
    timestamp,
    source,
  }),
  freshness: SLOW,
  errors: symbolErrors((asked) => ({ error: `Failed to fetch insider transactions for ${asked}` })),
  // "None" is asked again sooner than a list.
  ttlSecondsOf: (body) => (Array.isArray(body["insider_transactions"]) ? undefined : NOTHING_SECONDS),
  whenEmpty: ({ symbol: asked }) => noInsiderTransactions(asked, null),
});

/** The answer for a company without insider data: a sentence in place of the list, and no total. */
export function noInsiderTransactions(asked: string, companyName: string | null) {
  return {
    symbol: asked,
    company_name: companyName,
    insider_transactions: `No insider transactions found for ${asked}`,
  };
}
