/** The value of holdings, and their gain. */
import { forCallers, say, type Sentence, the } from "../../contract/sentence.js";
import { label, money, percent, price, ratio, shares, signed } from "../../contract/field.js";
import { isIndex, isMinorUnit, nameCurrency, partsOf, toMajorUnit } from "../../contract/currency.js";
import { HOLDING_FORM } from "../../contract/holdings.js";
import type { HeldRow } from "../../contract/rows-spec.js";
import { object } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { joinWithAnd } from "../../lib/join-words.js";
import { isFuture } from "../symbols/symbol.js";
import { isDoubtful } from "../prices/converted-price.js";

/** The columns of rows, each only in answers to questions with a holding. */
export const heldColumns = {
  shares: shares("held, as asked").optional(),
  cost: price("as asked, in the unit of the price").optional(),
  value: money("major", "shares * price; pence / 100, fils / 1000; with `convert` in that currency").optional(),
  gain: signed(money("major", "shares * (price - cost), in the currency of value")).optional(),
  gainPercent: signed(percent("(price / cost - 1) * 100", "Gain %")).optional(),
  weight: ratio("value / totals.value").optional(),
};

export const heldTotals = object("Of the rows with a value; null if they are in several currencies", {
  value: money(undefined, "sum, in `currency`"),
  cost: money(undefined, "sum of shares * cost, of the rows that state a cost"),
  gain: signed(money(undefined, "sum, of the rows that state a cost")),
  gainPercent: signed(percent("gain / cost * 100", "Gain %")),
  currency: label("`convert`, else that of all rows; never a minor unit"),
})
  .nullable()
  .optional();

/** The parameter that the columns need, with an example. */
export const HELD_NEEDS = `symbols with shares, such as ${HOLDING_FORM}`;

interface Quoted {
  symbol: string;
  price: number;
  currency: string | null;
  rate?: number | null;
}

/** Unrounded amounts of a holding in `currency`; `null` where they are not known. */
interface Amounts {
  symbol: string;
  value: number;
  cost: number | null;
  currency: string;
}

/**
 * Returns the rows with what the caller holds of each, the totals, and sentences on what both leave out. Amounts are in
 * major units: in the currency `convert` at the rate of the row, else in that of the row.
 */
export function withHoldings(held: readonly HeldRow[], { convert }: Readonly<Record<string, unknown>>) {
  const to = typeof convert === "string" ? convert : undefined;
  const amounts = held.map((each) => toAmounts(each, to));
  const known = amounts.filter((each) => each !== undefined);
  const currencies = [...new Set(known.map(({ currency }) => currency))];
  const total = currencies.length === 1 ? sum(known, ({ value }) => value) : null;
  const rows = held.map(({ row, holding }, at) => {
    const { value = null, cost = null } = amounts[at] ?? {};
    return {
      ...row,
      shares: holding?.shares ?? null,
      cost: holding?.cost ?? null,
      value: toSixDigits(value),
      gain: toSixDigits(toGain(value, cost)),
      gainPercent: toSixDigits(toGainPercent(value, cost)),
      weight: toSixDigits(total === null || value === null || total <= 0 ? null : value / total),
    };
  });
  const notes = [
    ...toUnitNotes(held, to),
    ...toLackNotes(held, amounts),
    ...(currencies.length > 1
      ? [
          say`${the.fieldsAnd(["totals", "weight"])} are ${the.absent}, because values are in ${joinWithAnd(currencies)}${forCallers`; set ${the.parameter("convert")}, such as USD`}.`,
        ]
      : []),
    ...(currencies.length === 1 ? toCostNotes(known) : []),
  ];
  return { rows, fields: { totals: total === null ? null : toTotals(known, total, currencies[0]!) }, notes };
}

/** Returns what a holding is worth; `undefined` where there is none, or its price is no amount of money for one share. */
function toAmounts({ row, holding }: HeldRow, to: string | undefined): Amounts | undefined {
  const quoted = row as unknown as Quoted;
  const currency = to ?? toMajorUnit(quoted.currency);
  const rate = to === undefined ? 1 : (quoted.rate ?? null);
  if (!holding || currency === null || rate === null || isNoShare(quoted.symbol) || isDoubtful(row)) return undefined;
  const factor = (holding.shares * rate) / partsOf(quoted.currency);
  const cost = holding.cost === null ? null : holding.cost * factor;
  return { symbol: quoted.symbol, value: quoted.price * factor, cost, currency };
}

/** Whether the price is the level of an index, or that of one of many units for which a contract stands. */
function isNoShare(symbol: string): boolean {
  return isIndex(symbol) || isFuture(symbol) || /\d{6}[CP]\d{8}$/.test(symbol);
}

const toGain = (value: number | null, cost: number | null) => (value === null || cost === null ? null : value - cost);

function toGainPercent(value: number | null, cost: number | null): number | null {
  return value === null || cost === null || cost <= 0 ? null : (value / cost - 1) * 100;
}

function toTotals(known: readonly Amounts[], value: number, currency: string) {
  const stated = known.filter(({ cost }) => cost !== null);
  const cost = stated.length === 0 ? null : sum(stated, (each) => each.cost!);
  const worth = sum(stated, (each) => each.value);
  return {
    value: toSixDigits(value),
    cost: toSixDigits(cost),
    gain: toSixDigits(toGain(worth, cost)),
    gainPercent: toSixDigits(toGainPercent(worth, cost)),
    currency,
  };
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Returns sentences on the units of what the caller wrote, and of what is computed from it. */
function toUnitNotes(held: readonly HeldRow[], to: string | undefined): Sentence[] {
  const costs = held.flatMap(({ row, holding }) => (typeof holding?.cost === "number" ? [row["currency"]] : []));
  const minor = [...new Set(costs)].filter((code) => typeof code === "string" && isMinorUnit(code)) as string[];
  const converted = to !== undefined && costs.length > 0;
  return [
    ...minor.map(
      (code) =>
        say`${the.field("cost")} is taken in ${nameCurrency(code)}, as the price; ${the.fieldsAnd(["value", "gain"])} are in ${to ?? toMajorUnit(code)}.`,
    ),
    ...(converted
      ? [
          say`${the.field("cost")} is converted to ${to} at the rate of the price, so ${the.field("gain")} leaves out changes of the rate.`,
        ]
      : []),
  ];
}

/** Returns a sentence on holdings without a value. */
function toLackNotes(held: readonly HeldRow[], amounts: readonly (Amounts | undefined)[]): Sentence[] {
  const symbols = held.flatMap(({ row, holding }, at) => (holding && !amounts[at] ? [String(row["symbol"])] : []));
  const lacking = [...new Set(symbols)];
  if (lacking.length === 0) return [];
  const contracts = lacking.some(isNoShare) ? " (the price of a contract or an index is not that of a share)" : "";
  return [
    say`${the.field("value")} is ${the.absent} for ${joinWithAnd(lacking)}${contracts}; ${the.fieldsAnd(["totals", "weight"])} leave it out.`,
  ];
}

/** Returns a sentence on totals of cost and gain that leave out a row with a value. */
function toCostNotes(known: readonly Amounts[]): Sentence[] {
  const open = known.filter(({ cost }) => cost === null);
  if (open.length === 0 || open.length === known.length) return [];
  const symbols = [...new Set(open.map(({ symbol }) => symbol))];
  return [say`Total cost and gain leave out holdings without a cost: ${joinWithAnd(symbols)}.`];
}
