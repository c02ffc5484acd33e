/** A fund: its holdings, costs and returns. */
import { defineCapability } from "../../contract/capability.js";
import { type Lack, HINTS } from "../../contract/errors.js";
import { say, type Sentence, the } from "../../contract/sentence.js";
import {
  always,
  date,
  group,
  label,
  money,
  multiple,
  percent,
  price,
  ratio,
  signed,
  words,
  year,
  years,
} from "../../contract/field.js";
import {
  answerSymbol,
  sumOfWeights,
  symbol,
  timestamp,
  toScaledNotes,
  weights,
  weightsRule,
} from "../../contract/fields.js";
import { object, z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { joinWithAnd } from "../../lib/join-words.js";
import { REFERENCE, symbolErrors } from "../shapes.js";

/** The most holdings that a source sends. */
export const MAX_HOLDINGS = 10;

const holding = object("One holding", {
  symbol: label("null for bonds and cash"),
  name: words("Of the security"),
  weight: always(ratio("of the fund")),
});

const sharedHolding = object("Held by both", {
  symbol: label("null for bonds and cash"),
  name: words("Of the security"),
  weight: always(ratio("of this fund")),
  otherWeight: always(ratio("of the other fund", "Of the other")),
});

const sector = object("One sector", {
  sector: z.string().describe("Name"),
  weight: always(ratio("of its shares; A's percentage / 100")),
});

const returns = {
  ytd: signed(percent("since the year began", "This year")),
  "1mo": signed(percent("one month", "1 month")),
  "3mo": signed(percent("three months", "3 months")),
  "1y": signed(percent("one year", "1 year")),
  "3y": signed(percent("a year, mean of three", "3 years (annualised)")),
  "5y": signed(percent("a year, mean of five", "5 years (annualised)")),
  "10y": signed(percent("a year, mean of ten", "10 years (annualised)")),
  asOf: date("month end at which they end", "Returns as of"),
};

const mix = group(
  "Mix of both",
  {
    weight: always(ratio("of this fund; its part of the sum of `weights`", "Weight")),
    otherWeight: always(ratio("of the other fund", "Weight of the other")),
    expenseRatio: ratio("a year; Σ weight × expenseRatio of both funds", "Expense ratio"),
    yield: ratio("Σ weight × yield of both funds", "Yield"),
  },
  "only with `weights`; null where that of a fund is not known",
);

export const fund = defineCapability({
  name: "fund",
  title: "Fund",
  route: "/api/v1/stock/{symbol}/fund",
  tool: {
    name: "get_fund",
    alsoCalled: ["etf"],
    set: "ownership",
    aliases: { fund: "symbol", etf: "symbol", compare: "with", compare_with: "with", overlap: "with" },
    hidden: ["weights"],
    unlisted: ["mix"],
    description: "ETF or fund: top holdings, sectors, expense ratio, assets, returns, overlap.",
    rows: {
      list: "holdings",
      key: ["symbol", "name"],
      limit: { shown: MAX_HOLDINGS, max: MAX_HOLDINGS },
    },
    leading: ["symbol", "name"],
    picture: "fund",
  },
  input: z.object({
    symbol: symbol.describe("e.g. SPY"),
    with: symbol.optional().describe("Second fund; weights: mix"),
    weights: weights(2).optional().describe("Percent of both funds: mean cost and yield"),
  }),
  hintForSeveral: ([one, other, ...others]) =>
    others.length === 0
      ? { tool: "get_fund", why: "compares two funds", given: { symbol: one!.trim(), with: other!.trim() } }
      : undefined,
  rule({ symbol: asked, with: other, weights: given }) {
    if (asked === other) return `Invalid "with": got ${asked}. Allowed: another fund than symbol.`;
    if (given === undefined) return undefined;
    return other === undefined
      ? '"weights" was given without "with". Allowed: beside "with", the weights of both funds, such as 60,40.'
      : weightsRule(given, 2);
  },
  output: z.object({
    symbol: answerSymbol,
    name: words("Of the fund"),
    family: words("Company that manages it"),
    category: label("Morningstar's"),
    type: label("Such as Exchange Traded Fund"),
    currency: label("Of nav; GBp is pence"),
    assets: money("major", "all share classes"),
    nav: price("net asset value a share", "Net asset value"),
    expenseRatio: ratio("a year; A's percentage / 100", "Expense ratio"),
    yield: ratio("distributions of twelve months / price"),
    inception: date("first day"),
    turnover: ratio("of the holdings, a year"),
    returns: group("Returns", returns, "with distributions; B's ratios * 100"),
    annual: z
      .array(
        object("Return of one year", {
          year: year("of the calendar"),
          return: always(signed(percent("of that year; B's ratio * 100"))),
        }),
      )
      .nullable()
      .describe("Newest first; null when not known"),
    holdings: z.array(holding).nullable().describe("Largest first; B at most ten, A null"),
    sectors: z.array(sector).nullable().describe("Largest first; null when not known"),
    allocation: group("Allocation", {
      stocks: ratio("of the fund"),
      bonds: ratio("of the fund"),
      cash: ratio("of the fund"),
      preferred: ratio("of the fund"),
      convertible: ratio("of the fund"),
      other: ratio("of the fund"),
    }),
    equity: group("Valuation of the holdings", {
      peRatio: multiple("B's figure, or 1 / it where its P/E is below 1: then it sends inverses"),
      priceToBook: multiple("as peRatio"),
      priceToSales: multiple("as peRatio"),
    }),
    overlap: object("Only with the parameter with", {
      with: always(label("Symbol of the other fund")),
      name: words("Of the other fund"),
      expenseRatio: ratio("of the other fund, a year", "Expense ratio"),
      yield: ratio("of the other fund"),
      assets: money("major", "of the other fund"),
      returns: group("Returns of the other fund", returns, "as those of this fund"),
      weight: ratio("Σ min(weight, otherWeight) of the holdings that both have; null without holdings", "Overlap"),
      atLeast: z.boolean().describe("Further holdings, which are not known, may be in both"),
      shared: z.array(sharedHolding).describe("Largest common part first"),
    }).optional(),
    bond: group("Bonds held", { duration: years("mean") }),
    mix: mix.optional(),
    timestamp,
  }),
  viewParameters: ["weights"],
  view: (body, { weights: given }) => (given === undefined ? body : { ...body, mix: toMix(body, given) }),
  viewNotes: (body, { weights: given }) => (given === undefined ? [] : toMixNotes(body, given)),
  freshness: REFERENCE,
  errors: symbolErrors("fetch fund data", "no_coverage"),
});

/** The figures of a fund, and of the one to compare with, of which a mix is made. */
interface Mixed {
  symbol: string;
  expenseRatio: number | null;
  yield: number | null;
  overlap?: { with: string; expenseRatio: number | null; yield: number | null } | undefined;
}
const MIXED = ["expenseRatio", "yield"] as const;

/** Returns the mean cost and yield of two funds that are held in these weights. */
function toMix({ overlap, ...own }: Mixed, given: readonly number[]): z.output<typeof mix> {
  const sum = sumOfWeights(given);
  const [first, second] = given.map((each) => each / sum) as [number, number];
  const meanOf = (name: (typeof MIXED)[number]) => {
    const [one, other] = [own[name], overlap?.[name] ?? null];
    return one === null || other === null ? null : toSixDigits(first * one + second * other);
  };
  return {
    weight: toSixDigits(first)!,
    otherWeight: toSixDigits(second)!,
    expenseRatio: meanOf("expenseRatio"),
    yield: meanOf("yield"),
  };
}

/** Returns sentences on scaled weights, and on the figures of a fund without which there is no mean. */
function toMixNotes({ overlap, ...own }: Mixed, given: readonly number[]): Sentence[] {
  const lacking = MIXED.flatMap((name) => {
    const symbols = [
      ...(own[name] === null ? [own.symbol] : []),
      ...((overlap?.[name] ?? null) === null ? [overlap?.with ?? ""] : []),
    ];
    return symbols.length === 0
      ? []
      : [say`${the.field(`mix.${name}`)} is ${the.absent}, because that of ${joinWithAnd(symbols)} is not known.`];
  });
  return [...toScaledNotes(given), ...lacking];
}

/** The end of the sentence for a security that is no fund. */
export const NOT_A_FUND: Lack = {
  why: " but it is not a fund.",
  hints: [HINTS.describeCompany, HINTS.priceIt],
};
/** The end of the sentence for a security without statements. */
export const NO_STATEMENTS: Lack = {
  why: " but has no statements for it, as with funds, coins and indices.",
  hints: [{ tool: fund.tool.name, why: "shows what a fund holds" }, HINTS.showKnown],
};
/** The end of the sentence for a fund's statements. */
export const NO_FUND_STATEMENTS: Lack = {
  why: " but it is a fund, which has no statements.",
  hints: [{ tool: fund.tool.name, why: "has its holdings, costs and returns" }],
};

/** Returns the rows of a positive weight, largest first. */
export function byWeight<Row extends { weight: number }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
}

/**
 * Returns the multiples of the shares that a fund holds. Sources send either the inverses (0.029 is 1 / 34) or, in older
 * answers, the multiples themselves, all of one answer in the same form. The P/E shows which: below 1 it is an inverse,
 * from 2 on a multiple. Without such a P/E, a figure below 1 is inverted and one from 5 on kept; all else is `null`.
 */
export function toFundMultiples<Multiples extends { peRatio: number | null } & Record<string, number | null>>(
  sent: Multiples,
): Multiples {
  const { peRatio } = sent;
  const isInverse = peRatio !== null && peRatio > 0 && peRatio < 1;
  const isPlain = peRatio !== null && peRatio >= 2;
  const read = (value: number | null) => {
    if (value === null || value <= 0) return null;
    if (isInverse || (!isPlain && value < 1)) return toSixDigits(1 / value);
    return isPlain || value >= SURELY_PLAIN ? value : null;
  };
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, read(value)])) as Multiples;
}

/** No fund's price is a fifth of its sales or book value, so that a figure from 5 on is no inverse. */
const SURELY_PLAIN = 5;
