/** Insider transactions in Yahoo's summary. */
import {
  completeAfter,
  insiderTransaction,
  MAX_TRANSACTIONS,
  type InsiderTransaction,
} from "../../../capabilities/companies/insider-transactions.js";
import { z } from "../../../contract/schema.js";
import { currencyCode, text, toSixDigits } from "../../../contract/values.js";
import type { Summary } from "../calls/client.js";
import { entries, readableRows, readModule, readRows } from "../calls/envelopes.js";
import { rawNumber, required, toPastDay } from "../calls/values.js";
import { toTransactionKind } from "../../../market/holdings/insider-kinds.js";

const insiders = z.object({
  /** Milliseconds since the epoch. */
  fetchedAt: z.number(),
  companyName: text,
  /** The listing's currency. */
  currency: currencyCode,
  /** Newest first; those of one day in B's order. */
  transactions: z.array(insiderTransaction),
  /** Whether the module with each person's holdings has another shape. */
  holdingsUnread: z.boolean(),
  /** The day from which no transaction is missing, if Yahoo may have left out older ones. */
  completeFrom: z.string().optional(),
});

/** A company's insiders. */
type Insiders = z.output<typeof insiders>;

/** Up to 150 transactions. An empty list is not cached, because its answer has a shorter TTL than a part. */
export const insidersPart = {
  name: "insiders",
  modules: ["insiderTransactions", "insiderHolders"],
  schema: insiders as z.ZodType<Insiders>,
  isGood: ({ transactions, holdingsUnread }: Insiders) => transactions.length > 0 && !holdingsUnread,
  read: readInsiders,
};

function readInsiders({ price, modules }: Summary, fetchedAt: number): Insiders {
  let holdings: Holdings = NO_HOLDINGS;
  let holdingsUnread = false;
  try {
    holdings = toHoldings(modules["insiderHolders"]);
  } catch {
    holdingsUnread = true;
  }
  const sent = readModule(transactionsModule, modules["insiderTransactions"])?.transactions ?? [];
  const read = readRows(transactionRow, sent, MAX_TRANSACTIONS);
  read.sort((one, other) => (other.startDate ?? 0) - (one.startDate ?? 0));
  const days = new Map<string, number>();
  for (const row of read) days.set(toDayKey(row), (days.get(toDayKey(row)) ?? 0) + 1);
  return {
    fetchedAt,
    companyName: price.longName ?? price.shortName,
    currency: price.currency,
    transactions: read.map((row) => toTransaction(row, days.get(toDayKey(row)) === 1 ? holdings : NO_HOLDINGS)),
    holdingsUnread,
    ...(sent.length >= MAX_TRANSACTIONS && completeAfter([toPastDay(read.at(-1)!.startDate)])),
  };
}

/** Returns a key of person and day, which several transactions may share. */
function toDayKey({ filerName, startDate }: TransactionRow): string {
  return `${toPastDay(startDate)} ${filerName}`;
}

/** Shares that each insider held directly, keyed by name and the time of the latest transaction. */
type Holdings = ReadonlyMap<string, number | null>;
const NO_HOLDINGS: Holdings = new Map();

function toHoldings(module: unknown): Holdings {
  const rows = readableRows(holderRow, readModule(holdersModule, module)?.holders ?? [], MAX_TRANSACTIONS);
  return new Map(rows.map((row) => [tradeKeyOf(row.name, row.latestTransDate), row.positionDirect]));
}

function tradeKeyOf(name: string, seconds: number): string {
  return `${seconds} ${name}`;
}

function toTransaction(row: TransactionRow, holdings: Holdings): InsiderTransaction {
  const { filerName: insider, startDate, shares } = row;
  const { transaction, price } = toInsiderText(row.transactionText);
  // A value of 0 is real only at a price of 0, as for a gift; at any other price, and without one, it is unknown.
  const sentValue = row.value === 0 && price !== 0 ? null : row.value;
  return {
    insider,
    relation: row.filerRelation,
    transaction,
    cost: toCost(price, shares, sentValue),
    shares,
    value: sentValue ?? (typeof price === "number" && shares !== null ? toSixDigits(shares * price) : null),
    shares_owned_following:
      insider !== null && startDate !== null ? (holdings.get(tradeKeyOf(insider, startDate)) ?? null) : null,
    date: toPastDay(startDate),
  };
}

function toCost(price: InsiderText["price"], shares: number | null, value: number | null): number | null {
  if (typeof price === "number") return price;
  return shares && value !== null ? toSixDigits(value / shares) : null;
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

const holderRow = z.object({
  name: required(text),
  latestTransDate: required(rawNumber),
  positionDirect: rawNumber,
});

/** The content of a sentence such as "Sale at price 226.35 per share.". */
interface InsiderText {
  /** The kind of transaction in our words, or B's own words if the kind is unknown to us. */
  transaction: string | null;
  /** `range` if the sentence has a lowest and a highest price, `null` if it has none. */
  price: number | "range" | null;
}

const AT_PRICE = / at price /i;
const ONE_PRICE = /^(\d[\d,]*(?:\.\d+)?) per share/i;
const TWO_PRICES = /^\d[\d,]*(?:\.\d+)? - \d[\d,]*(?:\.\d+)? per share/i;

/** Parses the sentence. Every fourth row has none, and then both fields are `null`. */
export function toInsiderText(sentence: string | null): InsiderText {
  if (sentence === null) return { transaction: null, price: null };
  const [what = "", rest = ""] = sentence.split(AT_PRICE, 2);
  const label = what.replace(/\.$/, "").trim();
  const transaction = toTransactionKind(label);
  const one = ONE_PRICE.exec(rest)?.[1];
  if (one !== undefined) return { transaction, price: Number(one.replaceAll(",", "")) };
  return { transaction, price: TWO_PRICES.test(rest) ? "range" : null };
}
