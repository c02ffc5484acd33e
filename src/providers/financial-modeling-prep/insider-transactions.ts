/** Insider transactions by FMP. */
import { newestFirst } from "../../lib/newest-first.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, text, toSixDigits } from "../../contract/values.js";
import {
  completeAfter,
  insiderTransactions,
  MAX_TRANSACTIONS,
  noInsiderTransactions,
  type InsiderTransaction,
} from "../../capabilities/companies/insider-transactions.js";
import { toTransactionKind } from "../../market/holdings/insider-kinds.js";
import { day } from "./dates.js";
import { findProfile, unknownSymbol } from "./profile.js";
import { badAnswer, fmpProvider } from "./provider.js";

const filingRow = z.object({
  reportingName: text,
  typeOfOwner: text,
  transactionType: text,
  filingDate: day,
  transactionDate: day,
  price: number,
  securitiesTransacted: number,
  securitiesOwned: number,
});

type FilingRow = z.output<typeof filingRow>;

/**
 * The newest transactions, newest day first.
 *
 * @throws {MarketDataError} `not_found` for a symbol FMP does not know.
 */
export const insiderTransactionsFromFmp = source(
  fmpProvider,
  insiderTransactions,
  async ({ symbol }, client) => {
    const query = { symbol, page: 0, limit: MAX_TRANSACTIONS };
    const rows = await client.rows(filingRow, "insider-trading/search", query);
    if (rows.length === 0) {
      const profile = await findProfile(symbol, client);
      if (!profile) throw unknownSymbol("insider transactions", symbol);
      return { data: noInsiderTransactions(symbol, profile.companyName), currency: profile.currency ?? undefined };
    }
    const read = rows
      .map((row) => ({ ...toTransaction(row), filed: row.filingDate }))
      .filter((row) => row.insider !== null || row.shares !== null);
    const transactions = newestFirst(read, ({ date }) => date).slice(0, MAX_TRANSACTIONS);
    if (transactions.length === 0) throw badAnswer();
    const parts = optionalParts<typeof insiderTransactions>();
    const profile = await parts.get(["company_name"], findProfile(symbol, client));
    return {
      data: {
        symbol,
        company_name: profile?.companyName ?? null,
        insider_transactions: transactions.map(({ filed: _filed, ...transaction }) => transaction),
        total_transactions: transactions.length,
      },
      publicDays: transactions.map(({ filed }) => filed),
      // A transaction that was filed earlier took place before that day.
      ...completeAfter(rows.length < FULL_PAGE ? [] : [read.map(({ filed }) => filed).toSorted()[0]]),
      ...parts.gaps(),
      currency: profile?.currency ?? null,
    };
  },
  { dated: true },
);

// Prices that FMP sends for a transaction without a payment.
const NO_PRICES = new Set([0, 0.0001]);

/** Rows from which on FMP may have left out older ones; how many it sends at most depends on the plan. */
const FULL_PAGE = 100;

/** Maps one row; `value` = shares × cost. `cost` and `value` are `null` for a transaction without a payment. */
function toTransaction(row: FilingRow): InsiderTransaction {
  const cost = row.price === null || NO_PRICES.has(row.price) ? null : row.price;
  const shares = row.securitiesTransacted;
  return {
    insider: row.reportingName,
    relation: row.typeOfOwner,
    transaction: toTransactionKind(row.transactionType),
    cost,
    shares,
    value: cost !== null && shares !== null ? toSixDigits(shares * cost) : null,
    shares_owned_following: row.securitiesOwned,
    date: row.transactionDate,
  };
}
