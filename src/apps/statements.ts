/** A statement's figures as bars over the periods, and in a table with growth and margins. */
import { listIn, numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { bars, type Series } from "./bars.js";
import { figuresIn } from "./declared-figure.js";
import { FINANCIALS_FIELDS } from "./declared-fields.js";
import { figure, html, scrolling } from "./elements.js";
import type { PictureContext, Picture } from "./picture.js";
import type { Words } from "./format.js";
import { DAY_MS } from "../lib/day.js";

/** The bars of each statement; fields in the answer's spelling. */
const DRAWN: Readonly<Record<string, readonly [label: string, field: string][]>> = {
  income: [
    ["Revenue", "revenue"],
    ["Operating income", "operatingIncome"],
    ["Net income", "netIncome"],
  ],
  balance: [
    ["Assets", "totalAssets"],
    ["Liabilities", "totalLiabilities"],
    ["Equity", "totalStockholdersEquity"],
  ],
  cash: [
    ["Operating cash flow", "operatingCashFlow"],
    ["Capital expenditure", "capitalExpenditure"],
    ["Free cash flow", "freeCashFlow"],
  ],
};

/** The additional rows of the table. */
const TABLED: Readonly<Record<string, readonly [label: string, field: string][]>> = {
  income: [
    ["Gross profit", "grossProfit"],
    ["Diluted EPS", "epsdiluted"],
  ],
  balance: [
    ["Cash and equivalents", "cashAndCashEquivalents"],
    ["Debt", "totalDebt"],
  ],
  cash: [
    ["Stock repurchased", "commonStockRepurchased"],
    ["Dividends paid", "netDividendsPaid"],
  ],
};

const TITLES: Readonly<Record<string, string>> = {
  income: "income statement",
  balance: "balance sheet",
  cash: "cash flow",
  revenue_by_product: "revenue by product",
  revenue_by_region: "revenue by region",
};

/** Draws the answer of financial statements: bars from the oldest period on, the table from the newest. */
export function drawStatements({ body, otherCurrencies }: Answer, { words }: PictureContext): Picture {
  const statement = textIn(body, "statement_type") ?? "income";
  const records = listIn(body, "data").toReversed();
  const heading = `${textIn(body, "symbol") ?? ""} ${TITLES[statement] ?? "statements"}`.trim();
  if (records.length === 0) return { heading, content: [] };
  const isQuarterly = textIn(body, "period") === "quarter";
  const currencies = [
    ...new Set(records.map((record) => textIn(record, "reportedCurrency") ?? otherCurrencies["data"] ?? null)),
  ];
  // Bars in different currencies must not be compared.
  const isOne = currencies.length === 1;
  const series = DRAWN[statement]?.map(([label, field]) => seriesOf(label, field, records)) ?? segmentsOf(records);
  const tabled = (TABLED[statement] ?? []).map(([label, field]): Line => {
    const line = seriesOf(label, field, records);
    return field === "epsdiluted" ? { ...line, style: "price" } : line;
  });
  const periods = records.map((record) => words.month(textIn(record, "date") ?? ""));
  const unit = isOne ? (currencies[0] ?? "currency not given") : "in several currencies";
  return {
    heading,
    company: textIn(body, "symbol"),
    subheading: `${isQuarterly ? "by quarter" : "by year"} · ${unit}`,
    content: [
      ...(isOne ? bars({ title: heading, series: series.slice(0, MAX_BARS), periods, words }) : []),
      table(
        [...series, ...tabled, ...(isOne ? ratiosOf(statement, records, isQuarterly ? 4 : 1) : [])].filter(hasFigure),
        periods,
        isOne ? null : currencies,
        words,
      ),
    ],
  };
}

/** The most series that are drawn as bars, one color each; the table has all. */
const MAX_BARS = 3;

/** Returns the revenue of each segment, the largest of the newest period first. */
function segmentsOf(records: readonly Fields[]): Series[] {
  const all = records.map((record) => listIn(record, "segments"));
  const names = new Set(all.toReversed().flatMap((segments) => segments.map((each) => textIn(each, "name") ?? "")));
  const of = (segments: readonly Fields[], name: string) => segments.find((each) => textIn(each, "name") === name);
  const series = [...names].map((label) => ({
    label,
    values: all.map((segments) => numberIn(of(segments, label) ?? {}, "revenue")),
  }));
  return series.toSorted((one, other) => (other.values.at(-1) ?? -1) - (one.values.at(-1) ?? -1));
}

/** A row of the table; its figures are money, or percentages or amounts a share if it has a `style`. */
type Line = Series & { style?: "share" | "percent" | "price" };

/** Computes growth over the year before (`periodsPerYear` records earlier) and margins, both in percent. */
function ratiosOf(statement: string, records: readonly Fields[], periodsPerYear: number): Line[] {
  const percent = (label: string, style: "share" | "percent", of: (record: Fields, at: number) => number | null) => ({
    label,
    style,
    values: records.map(of),
  });
  const growth = (label: string, field: string) =>
    percent(label, "percent", (record, at) => {
      const sent = sentRatio(record, `${field}Growth`);
      if (sent !== null) return sent;
      const before = records[at - periodsPerYear];
      if (!before || !isYearApart(before, record)) return null;
      const share = ratio(numberIn(record, field), numberIn(before, field));
      return share === null ? null : share - 100;
    });
  const margin = (label: string, field: string, sent: string) =>
    percent(
      label,
      "share",
      (record) => sentRatio(record, sent) ?? ratio(numberIn(record, field), numberIn(record, "revenue")),
    );
  if (statement === "income")
    return [
      growth("Revenue growth, 1 year", "revenue"),
      margin("Gross margin", "grossProfit", "grossMargin"),
      margin("Operating margin", "operatingIncome", "operatingMargin"),
      margin("Net margin", "netIncome", "netMargin"),
    ];
  return statement === "cash" ? [growth("Free cash flow growth, 1 year", "freeCashFlow")] : [];
}

/** Returns a ratio that the answer has, in percent; `null` if it is not a declared field of statements. */
function sentRatio(record: Fields, name: string): number | null {
  const declared = figuresIn(FINANCIALS_FIELDS, "data").find((each) => each.name === name);
  const value = numberIn(record, name);
  if (!declared || value === null) return null;
  return declared.field.kind === "ratio" ? value * 100 : value;
}

/** Returns value / base in percent; `null` unless the base is positive. */
function ratio(value: number | null, base: number | null): number | null {
  return value !== null && base !== null && base > 0 ? (value / base) * 100 : null;
}

/**
 * Whether two records end about a year apart, as they do unless one between them is missing; a year may have 53 weeks.
 */
function isYearApart(before: Fields, after: Fields): boolean {
  const days = (Date.parse(textIn(after, "date") ?? "") - Date.parse(textIn(before, "date") ?? "")) / DAY_MS;
  return Math.abs(days - 365) <= 15;
}

function seriesOf(label: string, field: string, records: readonly Fields[]): Series {
  return { label, values: records.map((record) => numberIn(record, field)) };
}

const hasFigure = ({ values }: Series) => values.some((value) => value !== null);

function table(
  series: readonly Line[],
  periods: readonly string[],
  currencies: readonly (string | null)[] | null,
  words: Words,
): HTMLElement {
  const head = html(
    "tr",
    {},
    html("td", {}),
    ...periods.toReversed().map((period) => html("th", { scope: "col", class: "number" }, period)),
  );
  const rows = series.map(({ label, values, style }) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, label),
      ...values.toReversed().map((value) => html("td", { class: "number" }, figure(words, value, style))),
    ),
  );
  const note =
    currencies === null
      ? null
      : html(
          "caption",
          {},
          `Currencies, in the order of the columns: ${currencies
            .toReversed()
            .map((each) => each ?? "not given")
            .join(", ")}`,
        );
  return scrolling(
    "Figures by period",
    html("table", { class: "figures" }, note, html("thead", {}, head), html("tbody", {}, ...rows)),
  );
}
