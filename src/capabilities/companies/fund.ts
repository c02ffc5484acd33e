/** A fund: its holdings, costs and returns. */
import { defineCapability } from "../../contract/capability.js";
import { type Lack, HINTS } from "../../contract/errors.js";
import { say, type Sentence, the } from "../../contract/sentence.js";
import {
  always,
  count,
  date,
  figure,
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
  choice,
  pastDay,
  sumOfWeights,
  symbol,
  timestamp,
  toScaledNotes,
  weights,
  weightsRule,
  wholeNumber,
} from "../../contract/fields.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { object, withExample, z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { joinWithAnd } from "../../lib/join-words.js";
import { futureRule, latestDay } from "../../market/sessions/exchange-day.js";
import { askedFilerOrListing, mayBeSymbol } from "../filings/asked-filer.js";
import { REFERENCE, symbolErrors } from "../shapes.js";

/** The most holdings that a source sends which has the largest ones only. */
export const MAX_HOLDINGS = 10;
/** Holdings that a tool's answer has by default and at most, where all are known. */
const [SHOWN_HOLDINGS, MOST_HOLDINGS] = [20, 500];

/** Lifetime of an answer without the facts that vendors have; its report is kept, and costs no further call. */
const REPORT_ONLY_SECONDS = 5 * 60;

/** The columns of a holding as it is filed with the SEC. */
export const asFiled = {
  title: words("Of the issue, as filed"),
  cusip: label("As filed; null for none", "CUSIP"),
  isin: label("As filed; null for none", "ISIN"),
  balance: figure("as filed, in `unit`; negative for a short position"),
  unit: label("Of balance: shares, principal (in currency), contracts, other"),
  currency: label("Of the security; `value` is in USD"),
  value: money("usd", "whatever `currency` says, as filed; of a derivative its gain or loss so far"),
  percent: percent("of net assets, as filed"),
  side: label("long or short; null where not stated"),
  kind: label("Such as common stock, debt, interest rate derivative"),
  country: label("Of the issuer, two letters"),
  notional: money(undefined, "of a future or swap, as filed, in notionalCurrency: its exposure"),
  notionalCurrency: label("Of notional"),
};

const holding = object("One holding", {
  symbol: label("null for bonds and cash"),
  name: words("Of the security"),
  weight: ratio("of the fund"),
  ...(Object.fromEntries(Object.entries(asFiled).map(([name, type]) => [name, type.optional()])) as {
    [Name in keyof typeof asFiled]: z.ZodOptional<(typeof asFiled)[Name]>;
  }),
});

/** Columns of filed holdings that most readers need. */
const USUAL = ["symbol", "name", "cusip", "isin", "balance", "unit", "currency", "value", "percent", "kind", "country"];

/** Returns those columns; bonds of one issuer differ in their titles. */
function usualColumns(rows: unknown): readonly string[] {
  const names = (Array.isArray(rows) ? (rows as FundHolding[]) : []).map(({ name }) => name);
  return new Set(names).size < names.length ? ["symbol", "name", "title", ...USUAL.slice(2)] : USUAL;
}

const report = group(
  "Report",
  {
    fund: words("Name of the fund, or of its registrant"),
    cik: label("Registrant's number at the SEC"),
    series: label("Number of the fund at the SEC; null for a unit trust"),
    reportDate: date("of the holdings"),
    filed: date("when they became public"),
    total: money("usd", "Σ value of all holdings"),
    netAssets: money("usd", "as filed; the total may differ by derivatives, shorts and debts"),
    accession: label("Number of the filing"),
    url: words("Its page"),
  },
  "Form N-PORT; with `holdings`",
);
export type Report = z.output<typeof report>;
export type FundHolding = z.output<typeof holding>;

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
    weight: always(ratio("of this fund; its part of the sum of `weights`")),
    otherWeight: always(ratio("of the other fund", "Weight of the other")),
    expenseRatio: ratio("a year; Σ weight × expenseRatio of both funds"),
    yield: ratio("Σ weight × yield of both funds"),
  },
  "only with `weights`; null where that of a fund is not known",
);

/** Returns the parameters of a question that only the SEC's filings can answer. */
export const onlyFiled = ({ symbol: asked, as_of }: { symbol: string; as_of?: string | undefined }): string[] => [
  ...(!mayBeSymbol(asked) ? ["symbol"] : []),
  ...(as_of === undefined ? [] : ["as_of"]),
];

/** The holdings that a source of filings is asked for: all, or as many as any tool's answer has. */
export const heldCount = ({ holdings, limit }: { holdings?: "all" | undefined; limit?: number | undefined }) =>
  holdings === undefined ? MAX_HOLDINGS : limit === undefined ? undefined : MOST_HOLDINGS;

export const fund = defineCapability({
  name: "fund",
  title: "Fund",
  route: "/api/v1/stock/{symbol}/fund",
  tool: {
    name: "get_fund",
    alsoCalled: ["etf"],
    set: "ownership",
    aliases: { fund: "symbol", etf: "symbol", compare: "with", compare_with: "with", overlap: "with" },
    extras: { limit: wholeNumber(1, MOST_HOLDINGS).default(SHOWN_HOLDINGS).describe("Holdings") },
    hidden: ["weights", "limit", "as_of"],
    unlisted: ["mix", "report", "holdings_total"],
    summary: "ETF or fund: holdings, sectors, expense ratio",
    description: "ETF or fund: top or all holdings, sectors, expense ratio, assets, returns, overlap.",
    rows: {
      list: "holdings",
      key: ["symbol", "name"],
      limit: { shown: SHOWN_HOLDINGS, max: MOST_HOLDINGS },
      total: "holdings_total",
      format: { with: "holdings" },
      columns: shownWhen(Object.keys(asFiled), { with: "holdings" }),
      usualFields: (body) => ("report" in body ? usualColumns(body["holdings"]) : undefined),
    },
    leading: ["symbol", "name"],
    untrusted: ["name", "holdings", "report.fund"],
    picture: "fund",
  },
  input: z.object({
    symbol: withExample(askedFilerOrListing, "SPY"),
    with: symbol.optional().describe("Second fund; weights: mix"),
    weights: weights(2).optional().describe("Percent of both funds: mean cost and yield"),
    holdings: choice(["all"]).optional().describe("All, as filed"),
    as_of: pastDay.optional().describe("All holdings as filed by YYYY-MM-DD"),
    limit: wholeNumber(1, MOST_HOLDINGS).optional().describe("Holdings"),
  }),
  implied: ({ as_of }) => (as_of === undefined ? {} : { holdings: "all" as const }),
  hintFor: (parameter) =>
    parameter === "symbol" ? { tool: "search_symbols", why: "finds the symbol of a fund" } : undefined,
  hintForSeveral: ([one, other, ...others]) =>
    others.length === 0
      ? { tool: "get_fund", why: "compares two funds", given: { symbol: one!.trim(), with: other!.trim() } }
      : undefined,
  rule({ symbol: asked, with: other, weights: given, as_of }) {
    const future = futureRule({ as_of }, latestDay(asked));
    if (future !== undefined) return future;
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
    expenseRatio: ratio("a year; A's percentage / 100"),
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
    holdings_total: count("holdings of which `holdings` has the largest", "Holdings").optional(),
    report: report.optional(),
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
      expenseRatio: ratio("of the other fund, a year"),
      yield: ratio("of the other fund"),
      assets: money("major", "of the other fund"),
      returns: group("Returns of the other fund", returns, "as those of this fund"),
      weight: ratio("Σ min(weight, otherWeight) of the holdings that both have; null without holdings", "Overlap"),
      atLeast: z.boolean().describe("Further holdings, which are not known, may be in both"),
      reportDate: date().optional(),
      otherReportDate: date().optional(),
      shared: z.array(sharedHolding).describe("Largest common part first"),
    }).optional(),
    bond: group("Bonds held", { duration: years("mean") }),
    mix: mix.optional(),
    timestamp,
  }),
  viewParameters: ["weights"],
  // Few or all of a report's holdings are fetched; how many of them are shown is no other question.
  cacheKey: ({ symbol: asked, with: other, holdings, as_of, limit }) =>
    JSON.stringify([asked, other, holdings, as_of, holdings !== undefined && limit === undefined]),
  view(body, { weights: given, limit }) {
    const isLong = limit !== undefined && (body.holdings?.length ?? 0) > limit;
    const shown = isLong ? { ...body, holdings: body.holdings!.slice(0, limit) } : body;
    return given === undefined ? shown : { ...shown, mix: toMix(body, given) };
  },
  viewNotes: (body, { weights: given }) => (given === undefined ? [] : toMixNotes(body, given)),
  freshness: REFERENCE,
  // An answer from the report alone, which has no currency, lacks what another source may have in some minutes.
  ttlSecondsOf: (body) => ("report" in body && body["currency"] === null ? REPORT_ONLY_SECONDS : undefined),
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
