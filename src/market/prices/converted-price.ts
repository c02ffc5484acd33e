/** Prices converted into the currency that a caller names. */
import { joinSentences, say, type Sentence, the } from "../../contract/sentence.js";
import { figure, time } from "../../contract/field.js";
import { isCurrency, isIndex, isMinorUnit, nameCurrency, partsOf, toMajorUnit } from "../../contract/currency.js";
import { allowing } from "../../contract/fields.js";
import { z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { isDoubtfulPrice, type QuoteFigures } from "./price-consistency.js";
import { toPair, toRateSymbol, toReferenceRate, type EuroRates } from "../economy/exchange-rates.js";

const CONVERT_ALLOWED = "an ISO 4217 currency code such as EUR, USD or JPY";

/** Returns the minor unit that a caller names; `GBp` is pence, although its letters are those of a currency. */
const minorUnitOf = (code: string) => [code, code.toUpperCase()].find(isMinorUnit);

/** Returns what is allowed in place of a code that is no currency. */
function toAllowed(code: string): { message: string } {
  const unit = minorUnitOf(code);
  if (unit === undefined) return { message: CONVERT_ALLOWED };
  return { message: `${toMajorUnit(unit)}, of which ${nameCurrency(unit)} is the minor unit` };
}

/** The parameter: a currency, in any case of letters. */
export const convert = z
  .string(allowing(CONVERT_ALLOWED))
  .refine((code) => /^[A-Za-z]{3}$/.test(code) && !minorUnitOf(code) && isCurrency(code.toUpperCase()), toAllowed)
  .transform((code) => code.toUpperCase())
  .optional()
  .describe("e.g. EUR");

/** The columns of a row, each only in answers to questions with the parameter. */
export const convertedPrice = {
  convertedPrice: figure(
    "in the currency `convert`; price (in the currency itself: pence / 100, fils / 1000) * rate, six digits",
  ).optional(),
  rate: figure("units of that currency for one of the row's, for a pound where prices are in pence").optional(),
  rateTime: time("of the rate; null for the same currency, and for the ECB's rate of a day").optional(),
};

/** A row with its price, and what a conversion adds to it. */
interface Priced {
  symbol: string;
  price: number;
  currency: string | null;
}

interface Converted {
  convertedPrice: number | null;
  rate: number | null;
  rateTime: string | null;
}

type MaybeConverted = { [Name in keyof Converted]?: Converted[Name] | undefined };

/** A rate as quoted, with its time, ISO 8601. */
export interface Rate {
  rate: number;
  time: string | null;
}

/** Returns the symbols of the rates that these rows need, each once; a row without a currency needs none. */
export function ratesFor(rows: readonly Omit<Priced, "price">[], to: string): string[] {
  const from = rows.flatMap((row) => currencyOf(row) ?? []);
  return [...new Set(from)].filter((code) => code !== to).map((code) => toRateSymbol(code, to));
}

/** Returns a row's converted price: all `null` without a currency or a rate. The level of an index is no amount of money. */
export function toConverted(row: Priced, to: string, rates: ReadonlyMap<string, Rate>): Converted {
  const from = currencyOf(row);
  if (isDoubtful(row)) return UNKNOWN;
  const found = from === to ? { rate: 1, time: null } : from === null ? undefined : rates.get(toRateSymbol(from, to));
  if (!found) return UNKNOWN;
  const price = row.price / partsOf(row.currency);
  return { convertedPrice: toSixDigits(price * found.rate), rate: found.rate, rateTime: found.time };
}

/** More rows than this are counted in a sentence and not named. */
const MAX_NAMED = 5;
const NO_RATES: ReadonlyMap<string, Rate> = new Map();

/** Returns the row with the converted price that its source sent; without one, that of the same currency or `null`. */
export function withConverted<Row extends Priced & MaybeConverted>(row: Row, to: string): Row & Converted {
  const { convertedPrice: price = null, rate = null, rateTime = null } = row;
  return { ...row, ...(price === null ? toConverted(row, to, NO_RATES) : { convertedPrice: price, rate, rateTime }) };
}

/** Reference rates, and the currency into which prices are converted. */
interface ReferenceRates extends EuroRates {
  to: string;
}

/**
 * Returns the members of an enrichment by the European Central Bank's rates of a day. `rowsOf` returns the rows of an
 * answer, and `withRows` the answer with others in their place.
 */
export function atEuroRates<Data, Row extends Priced & MaybeConverted>(
  rowsOf: (data: Data) => readonly Row[],
  withRows: (data: Data, rows: Row[]) => Data,
) {
  return {
    fields: ["convertedPrice", "rate"],
    /** Returns the currency to which the rows need rates; `null` if they need none. */
    ask: (data: Data, { convert: to }: { convert?: string | undefined }) =>
      to !== undefined && openRates(rowsOf(data), to).length > 0 ? to : null,
    apply(data: Data, rates: ReferenceRates) {
      const { rows, ...facts } = atReferenceRates(rowsOf(data), rates);
      return { data: withRows(data, rows), ...facts };
    },
  };
}

/** Returns the symbols of the rates for rows without a converted price; none if all have what can be known. */
function openRates(rows: readonly (Priced & MaybeConverted)[], to: string): string[] {
  return ratesFor(
    rows.filter((row) => (row.convertedPrice ?? null) === null && !isDoubtful(row)),
    to,
  );
}

/**
 * Returns the rows without a converted price at the rates of a day by the European Central Bank, which have no time, and
 * a sentence on these. The rate from the euro is as the bank states it; any other is the quotient of its rates for one
 * euro, with six significant digits.
 */
export function atReferenceRates<Row extends Priced & MaybeConverted>(
  rows: readonly Row[],
  { to, ...euroRates }: ReferenceRates,
): { rows: Row[]; fields: readonly string[]; notes: Sentence[] } {
  const rates = new Map(
    openRates(rows, to).flatMap((symbol): [string, Rate][] => {
      const rate = toReferenceRate(toPair(symbol)!, euroRates);
      return rate === undefined ? [] : [[symbol, { rate, time: null }]];
    }),
  );
  const converted = rows.map((row) => {
    const found = (row.convertedPrice ?? null) === null ? toConverted(row, to, rates) : UNKNOWN;
    return found.convertedPrice === null ? row : { ...row, ...found };
  });
  const filled = converted.filter((row, at) => row !== rows[at] && currencyOf(row) !== to);
  if (filled.length === 0) return { rows: converted, fields: [], notes: [] };
  const names = filled.length > MAX_NAMED ? `${filled.length} rows` : filled.map(({ symbol }) => symbol).join(", ");
  const whose = filled.length === rows.length ? "" : ` of ${names}`;
  const computed = filled.filter((row) => currencyOf(row) !== "EUR");
  const which = computed.length < filled.length ? "those not from EUR are computed" : "computed";
  return {
    rows: converted,
    fields: ["convertedPrice", "rate"],
    notes: [
      say`Rates to ${to}${whose} are the European Central Bank's reference rates of ${euroRates.date}, published once a day, not market rates${computed.length > 0 ? `; ${which} from its rates for one euro, six digits` : ""}.`,
    ],
  };
}

/** Returns a sentence on the currency, on prices in a minor unit, and on the rows without a converted price. */
export function toConversionNotes(rows: readonly (Priced & MaybeConverted)[], to: string): Sentence[] {
  const doubtful = rows.filter(isDoubtful).map(({ symbol }) => symbol);
  const without = rows.filter((row) => (row.convertedPrice ?? null) === null);
  const minor = rows.filter((row) => !without.includes(row) && isMinorUnit(row.currency));
  const units = [...new Set(minor.map(({ currency }) => currency!))].map(
    (unit) => say`prices in ${nameCurrency(unit)} are divided by ${partsOf(unit)} first`,
  );
  const symbols = without.map(({ symbol }) => symbol);
  const unknown = symbols.filter((symbol) => !doubtful.includes(symbol)).join(", ");
  const parts = [
    say`${the.field("convertedPrice")} is in ${to}`,
    ...units,
    ...(unknown === "" ? [] : [say`no rate to ${to} was found for ${unknown}, so it is ${the.absent} there`]),
    ...(doubtful.length === 0 ? [] : [say`it is ${the.absent} for ${doubtful.join(", ")}, whose price is doubtful`]),
  ];
  return [say`${joinSentences(parts, "; ")}.`];
}

/** Whether the other figures of a quote contradict its price. */
export function isDoubtful(row: object): boolean {
  return "dayLow" in row && isDoubtfulPrice(row as QuoteFigures);
}

const UNKNOWN: Converted = { convertedPrice: null, rate: null, rateTime: null };

/** Returns the major currency of a row's price; `null` for the level of an index, which is in points. */
function currencyOf({ symbol, currency }: Omit<Priced, "price">): string | null {
  return isIndex(symbol) ? null : toMajorUnit(currency);
}
