/** Insider transactions by provider B. */
import {
  insiderTransactions,
  MAX_TRANSACTIONS,
  noInsiderTransactions,
  type InsiderTransaction,
} from "../../capabilities/insider-transactions.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { text, toSixDigits } from "../../contract/values.js";
import { toInsiderText, type InsiderText } from "./insider-text.js";
import { badAnswer, entries, readModule } from "./envelopes.js";
import { providerB } from "./provider.js";
import { rawNumber, toDay } from "./values.js";

/**
 * Up to 150 transactions of about two years, in B's order, newest first.
 *
 * `cost` is the price in B's sentence; for a price range, or without a sentence,
 * value / shares. Both are in US dollars for every listing: B converts them (3.89
 * beside a London price of 308 to 315 pence). `value` is B's, else shares × cost.
 * B states what a person holds at the end of the day of the latest transaction, so
 * earlier transactions have no `shares_owned_following`, and neither have several
 * of one person on that day.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 */
export const insiderTransactionsFromB = source(providerB, insiderTransactions, async ({ symbol }, client) => {
  const { price, modules } = await client.summary(symbol, ["insiderTransactions", "insiderHolders"]);
  const companyName = price.longName ?? price.shortName;
  const parts = optionalParts();
  const holdings = parts.read(["shares_owned_following"], () => toHoldings(modules["insiderHolders"])) ?? new Map();
  const sent = readModule(transactionsModule, modules["insiderTransactions"])?.transactions ?? [];
  const read = sent.slice(0, MAX_TRANSACTIONS).flatMap((row) => {
    const parsed = transactionRow.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  const days = new Map<string, number>();
  for (const row of read) days.set(toDayKey(row), (days.get(toDayKey(row)) ?? 0) + 1);
  const rows = read.map((row) => toTransaction(row, days.get(toDayKey(row)) === 1 ? holdings : NO_HOLDINGS));
  if (sent.length > 0 && rows.length === 0) throw badAnswer();
  if (rows.length === 0) return { data: noInsiderTransactions(symbol, companyName) };
  return {
    data: { symbol, company_name: companyName, insider_transactions: rows, total_transactions: rows.length },
    ...parts.gaps(),
    ...(price.currency === "USD" ? {} : { notes: [DOLLAR_NOTE] }),
    currency: "USD",
  };
});

const DOLLAR_NOTE =
  "Provider B gives prices and values of insider transactions in US dollars, whatever the currency of the listing.";

/** A person and a day: the same person may have several transactions on it. */
function toDayKey({ filerName, startDate }: TransactionRow): string {
  return `${toDay(startDate)} ${filerName}`;
}

/** Shares that each insider held directly, keyed by name and the time of the latest transaction. */
type Holdings = ReadonlyMap<string, number | null>;
const NO_HOLDINGS: Holdings = new Map();

function toHoldings(module: unknown): Holdings {
  const holders = readModule(holdersModule, module)?.holders.slice(0, MAX_TRANSACTIONS) ?? [];
  return new Map(
    holders.flatMap((holder): [string, number | null][] => {
      const row = holderRow.safeParse(holder);
      if (!row.success || row.data.name === null || row.data.latestTransDate === null) return [];
      return [[tradeKeyOf(row.data.name, row.data.latestTransDate), row.data.positionDirect]];
    }),
  );
}

function tradeKeyOf(name: string, seconds: number): string {
  return `${seconds} ${name}`;
}

function toTransaction(row: TransactionRow, holdings: Holdings): InsiderTransaction {
  const { filerName: insider, startDate, shares } = row;
  const { transaction, price } = toInsiderText(row.transactionText);
  return {
    insider,
    relation: row.filerRelation,
    transaction,
    cost: toCost(price, shares, row.value),
    shares,
    value: row.value ?? (typeof price === "number" && shares !== null ? toSixDigits(shares * price) : null),
    shares_owned_following:
      insider !== null && startDate !== null ? (holdings.get(tradeKeyOf(insider, startDate)) ?? null) : null,
    date: toDay(startDate),
  };
}

function toCost(price: InsiderText["price"], shares: number | null, value: number | null): number | null {
  if (typeof price === "number") return price;
  if (!shares || value === null) return null;
  // Without any price, B sends 0 for an unknown value.
  return price === "range" || value > 0 ? toSixDigits(value / shares) : null;
}

const transactionsModule = z.object({ transactions: entries });
const holdersModule = z.object({ holders: entries });

const transactionRow = z.object({
  filerName: text,
  filerRelation: text,
  transactionText: text,
  shares: rawNumber,
  value: rawNumber,
  startDate: rawNumber,
});
type TransactionRow = z.output<typeof transactionRow>;

const holderRow = z.object({ name: text, latestTransDate: rawNumber, positionDirect: rawNumber });
