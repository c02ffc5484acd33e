/** The columns on request of option contracts: greeks, and what buying, holding or selling a contract comes to. */
import { date, figure, group, label, percent, price, ratio, signed, years } from "../../contract/field.js";
import type { AskedColumns, RequestedColumns } from "../../contract/rows-spec.js";
import { joinSentences, say, type Sentence, the } from "../../contract/sentence.js";
import type { z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { toMaturity } from "../economy/reference-rates.js";
import { midOf, type OptionFigures } from "../../market/options/option-figures.js";
import { GREEKS, greeksOf } from "../../market/options/option-greeks.js";

const MODEL = "Black-Scholes-Merton on impliedVolatility, inputs in greekInputs";
const PREMIUM = "mean of bid and ask";
const CALLS = "calls only";

/** The columns, each only in rows of which the question names it; `null` where the contract has no valid quote. */
export const requestedColumns = {
  delta: figure(`change for 1 of the price; ${MODEL}`).optional(),
  gamma: figure("change of delta for 1 of the price; as delta").optional(),
  theta: signed(price("change a calendar day; as delta")).optional(),
  vega: price("change a percentage point of volatility; as delta").optional(),
  rho: signed(price("change a percentage point of interest; as delta")).optional(),
  breakeven: price(`of the buyer; call: strike + premium, put: strike - premium; premium is the ${PREMIUM}`).optional(),
  intrinsic: price("call: max(0, underlyingPrice - strike), put: max(0, strike - underlyingPrice)").optional(),
  timeValue: price(`${PREMIUM} - intrinsic`).optional(),
  coveredCost: price(`underlyingPrice - bid, of a share with the call sold; ${CALLS}`).optional(),
  returnIfCalled: signed(percent(`(strike - coveredCost) / coveredCost * 100; ${CALLS}`)).optional(),
  returnIfCalledYear: signed(
    percent(`a year; returnIfCalled * 365 / daysToExpiration, null under 1 day; ${CALLS}`, "Return if called, a year"),
  ).optional(),
};

type RequestedColumn = keyof typeof requestedColumns;

/** The inputs of greeks beside a contract's own figures; only answers to questions for greeks have them. */
export const greekInputs = group("Inputs of the greeks", {
  treasuryYield: percent("par yield of the Treasury bill or note nearest to the term; r = ln(1 + it / 100)"),
  maturity: label("Of that yield: m3 is 3 months, y2 is 2 years"),
  yieldDate: date("of that yield"),
  dividendYield: ratio("a year, as sent by B, 0 if nothing is paid; q = ln(1 + it)"),
  years: years("seconds to 16:00 New York of the expiration / (365 * 86400)", "Term"),
}).optional();

type GreekInputs = NonNullable<z.output<typeof greekInputs>>;

/** Whether columns need the Treasury's yield and the dividend yield, which are fetched for them only. */
function needGreekInputs(names: readonly string[]): boolean {
  return GREEKS.some((name) => names.includes(name));
}

/** The fields of an answer of which columns are made. */
interface Chain {
  symbol: string;
  underlyingPrice: number | null;
  daysToExpiration: number | null;
  quotesValid: boolean;
  greekInputs?: GreekInputs | undefined;
}

export const onRequest: Pick<RequestedColumns, "inputFor" | "toColumns"> = {
  inputFor: (names) => (needGreekInputs(names) ? { greeks: true } : {}),
  toColumns({ names, rows, body, list }) {
    const chain = body as unknown as Chain;
    const isCall = list === "calls";
    return {
      rows: (rows as unknown as readonly OptionFigures[]).map((row) => toColumns(row, isCall, chain)),
      notes: toNotes(names, chain),
    };
  },
};

/** Returns all columns of a contract; those of one for another deliverable than the usual 100 shares are unknown. */
function toColumns(row: OptionFigures, isCall: boolean, chain: Chain): Partial<Record<RequestedColumn, number | null>> {
  const { underlyingPrice: spot, daysToExpiration: left, quotesValid, greekInputs: inputs } = chain;
  const { strike, bid, impliedVolatility: volatility, adjusted } = row;
  if (adjusted || spot === null) return {};
  const sign = isCall ? 1 : -1;
  const intrinsic = Math.max(0, sign * (spot - strike));
  if (!quotesValid) return { intrinsic: toSixDigits(intrinsic) };
  const premium = midOf(row);
  const cost = isCall && bid !== null && bid > 0 && spot > bid ? spot - bid : null;
  const called = cost === null ? null : ((strike - cost) / cost) * 100;
  const figures = {
    breakeven: premium === null ? null : strike + sign * premium,
    intrinsic,
    timeValue: premium === null ? null : premium - intrinsic,
    coveredCost: cost,
    returnIfCalled: called,
    returnIfCalledYear: called === null || left === null || left < 1 ? null : (called * 365) / left,
  };
  const { treasuryYield = null, dividendYield: dividends = null, years: term = null } = inputs ?? {};
  const isKnown = treasuryYield !== null && dividends !== null && term !== null && volatility !== null;
  return {
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, toSixDigits(value)])),
    ...(isKnown
      ? greeksOf({ isCall, price: spot, strike, volatility, years: term, interest: treasuryYield / 100, dividends })
      : {}),
  };
}

/** Returns sentences on the model and its inputs, and on why columns are `null` in all rows. */
function toNotes(names: AskedColumns["names"], { daysToExpiration: left, quotesValid, ...chain }: Chain): Sentence[] {
  const greeks = GREEKS.filter((name) => names.includes(name));
  const isShort = names.includes("returnIfCalledYear") && left !== null && left < 1;
  return [
    ...(greeks.length === 0 || !quotesValid ? [] : [toGreekNote(greeks, chain)]),
    ...(names.includes("breakeven") ? [say`${the.field("breakeven")} is that of the buyer.`] : []),
    ...(isShort ? [say`${the.field("returnIfCalledYear")} is ${the.absent} under one day.`] : []),
  ];
}

function toGreekNote(
  greeks: readonly string[],
  { symbol, greekInputs: inputs }: Pick<Chain, "symbol" | "greekInputs">,
) {
  const { treasuryYield = null, maturity, yieldDate, dividendYield = null, years: term = null } = inputs ?? {};
  const are = say`${the.fieldsAnd(greeks)} ${greeks.length > 1 ? "are" : "is"}`;
  if (term === null) return say`${are} ${the.absent}, because it is past 16:00 New York of the expiration.`;
  if (dividendYield === null) {
    return say`${are} ${the.absent}, because ${the.source("provider-b")} has no dividend yield of ${symbol}.`;
  }
  if (treasuryYield === null) return say`${are} ${the.absent}, because the yield of the US Treasury is missing.`;
  const percentage = toSixDigits(dividendYield * 100);
  return say`${are} computed by Black-Scholes-Merton from ${the.field("impliedVolatility")}, the Treasury's yield for ${toMaturity(maturity!)} of ${yieldDate} (${the.figure(`${treasuryYield} %`)}), a dividend yield of ${the.figure(`${percentage} %`)} and ${term} years; early exercise of American options is not modelled${toSteps(greeks)}.`;
}

/** The steps for which greeks are changes, where these are no steps of 1 in the unit of the answer. */
const STEPS: Readonly<Record<string, string>> = {
  theta: "calendar day",
  vega: "percentage point of volatility",
  rho: "percentage point of interest",
};

function toSteps(greeks: readonly string[]): Sentence | string {
  const parts = greeks.flatMap((name) =>
    STEPS[name] === undefined ? [] : [say`${the.field(name)} per ${STEPS[name]}`],
  );
  return parts.length === 0 ? "" : say`; ${joinSentences(parts)}`;
}
