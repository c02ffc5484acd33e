/** A statement's figures as bars over the periods, and in a table with growth and margins. */
import { listIn, numberIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { bars, type Series } from "../charts/bars.js";
import { columnOf, fieldAt, type NamedField } from "../parts/declared-figure.js";
import { FINANCIALS_FIELDS } from "../parts/declared-fields.js";
import { html, scrolling } from "../parts/elements.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import type { Formats } from "../parts/format.js";
import { daysBetween } from "../../lib/day.js";

const TOOL = "provider_a_get_financial_statements";
/** The growth over the year before, whose periods the shown ones need not include: a quarter's is four quarters earlier. */
const GROWTH = "revenueGrowth";
/** A ratio that is no field of the answer. */
const CASH_GROWTH = "freeCashFlowGrowth";

/** The bars of each statement; fields in the answer's spelling. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  income: ["revenue", "operatingIncome", "netIncome"],
  balance: ["totalAssets", "totalLiabilities", "totalStockholdersEquity"],
  cash: ["operatingCashFlow", "capitalExpenditure", "freeCashFlow"],
};

/** The additional rows of the table. */
const TABLED: Readonly<Record<string, readonly string[]>> = {
  income: ["grossProfit", "epsdiluted"],
  balance: ["cashAndCashEquivalents", "totalDebt"],
  cash: ["commonStockRepurchased", "netDividendsPaid"],
};

/** The rows that are computed if the answer does not have them. */
const RATIOS: Readonly<Record<string, readonly string[]>> = {
  income: ["revenueGrowth", "grossMargin", "operatingMargin", "netMargin"],
  cash: [CASH_GROWTH],
};

const TITLES: Readonly<Record<string, string>> = {
  income: "income statement",
  balance: "balance sheet",
  cash: "cash flow",
  revenue_by_product: "revenue by product",
  revenue_by_region: "revenue by region",
  revenue_by_segment: "revenue by segment",
};

/** Draws the answer of financial statements: bars and table from the oldest period on. */
export function drawStatements({ body, otherCurrencies }: Answer, context: PictureContext): Picture {
  const { formats } = context;
  const statement = textIn(body, "statement_type") ?? "income";
  const records = listIn(body, "data").toReversed();
  const heading = `${textIn(body, "symbol") ?? ""} ${TITLES[statement] ?? "statements"}`.trim();
  if (records.length === 0) return { heading, content: [] };
  const isQuarterly = textIn(body, "period") === "quarter";
  const isTrailing = records.some((record) => textIn(record, "period") === "TTM");
  const currencies = [
    ...new Set(records.map((record) => textIn(record, "reportedCurrency") ?? otherCurrencies["data"] ?? null)),
  ];
  // Bars in different currencies must not be compared.
  const isOne = currencies.length === 1;
  const ratios = isOne ? (RATIOS[statement] ?? []) : [];
  const filled = ratios.length > 0 ? withRatios(records, isQuarterly ? 4 : 1) : records;
  const lineIn =
    (rows: readonly Fields[]) =>
    (name: string): Line => ({ named: fieldOf(name), rows });
  const drawn = DRAWN[statement]?.map(lineIn(filled)) ?? segmentsOf(records);
  const shown = drawn.slice(0, MAX_BARS);
  const isNarrow = window.innerWidth <= NARROW;
  const periods = records.map((record) => formats.month(textIn(record, "date") ?? ""));
  const unit = isOne ? (currencies[0] ?? "currency not given") : "in several currencies";
  const place = html("div", { class: "stack" });
  const draw = (rows: readonly Fields[]) => {
    const tabled = [...(TABLED[statement] ?? []), ...ratios].map(lineIn(rows));
    const lines = [...drawn, ...tabled].filter(hasFigure);
    place.replaceChildren(table(lines, periods, isOne ? null : currencies, formats));
  };
  draw(filled);
  if (ratios.includes(GROWTH) && context.mayAsk && records.some((record) => !(GROWTH in record)))
    void withGrowth(filled, context).then(draw, () => {});
  return {
    heading,
    company: textIn(body, "symbol"),
    subheading: `${isTrailing ? "twelve months" : isQuarterly ? "by quarter" : "by year"} · ${unit}`,
    content: [
      ...(isOne
        ? [
            ...newestFigures(shown, periods.at(-1)!, formats),
            ...bars({
              title: heading,
              series: shown.map(toSeries),
              periods,
              formats,
              ...(isNarrow ? { height: LOW } : {}),
            }),
          ]
        : []),
      place,
    ],
  };
}

/** The most series that are drawn as bars, one color each; the table has all. */
const MAX_BARS = 3;

/** Up to this width in pixels the bars are so low that a folded picture has the periods below them. */
const NARROW = 680;
const LOW = 120;

/** Returns the figures of the newest period, which bars only show about. */
function newestFigures(lines: readonly Line[], period: string, formats: Formats): HTMLElement[] {
  const figures = lines.flatMap(({ named, rows }) => {
    const row = rows.at(-1)!;
    if (numberIn(row, named.name) === null) return [];
    return [html("span", {}, html("small", {}, named.label), " ", columnOf([row], named, formats)(row))];
  });
  return figures.length === 0 ? [] : [html("p", { class: "readout" }, html("strong", {}, period), ...figures)];
}

/** A row of the table: a field of the record of each period. */
interface Line {
  named: NamedField;
  rows: readonly Fields[];
}

/** Returns the field of a statement; those that are not declared are amounts of money. */
function fieldOf(name: string): NamedField {
  const named = fieldAt(FINANCIALS_FIELDS, `data.${name}`, "money");
  if (name !== CASH_GROWTH) return named;
  return { name, field: { kind: "ratio", signed: true }, label: "Free cash flow growth, 1 year" };
}

/** Returns the revenue of each segment, the largest of the newest period first. */
function segmentsOf(records: readonly Fields[]): Line[] {
  const all = records.map((record) => listIn(record, "segments"));
  const names = new Set(all.toReversed().flatMap((segments) => segments.map((each) => textIn(each, "name") ?? "")));
  const lines = [...names].map((label) => ({
    named: { ...fieldOf("revenue"), label },
    rows: all.map((segments) => segments.find((each) => textIn(each, "name") === label) ?? {}),
  }));
  const newest = ({ rows }: Line) => numberIn(rows.at(-1)!, "revenue") ?? -1;
  return lines.toSorted((one, other) => newest(other) - newest(one));
}

/** Returns the records with growth over the year before (`periodsPerYear` records earlier) and margins, as ratios. */
function withRatios(records: readonly Fields[], periodsPerYear: number): Fields[] {
  return records.map((record, at) => {
    const before = records[at - periodsPerYear];
    const growth = (of: string, name: string) => {
      const isComparable = before && isYearApart(before, record) && isOfOneBook(before, record, name);
      const share = isComparable ? quotient(record, of, before, of) : null;
      return share === null ? null : rounded(share - 1);
    };
    const margin = (name: string) => rounded(quotient(record, name, record, "revenue"));
    return {
      [GROWTH]: growth("revenue", GROWTH),
      [CASH_GROWTH]: growth("freeCashFlow", CASH_GROWTH),
      grossMargin: margin("grossProfit"),
      operatingMargin: margin("operatingIncome"),
      netMargin: margin("netIncome"),
      ...record,
    };
  });
}

/** Returns the records with the growth that the server computes from all periods of the source. */
async function withGrowth(records: readonly Fields[], { ask, input }: PictureContext): Promise<Fields[]> {
  const { body } = await ask(TOOL, { ...input, fields: ["date", GROWTH], format: "json", limit: records.length });
  const known = new Map(listIn(body, "data").map((each) => [textIn(each, "date"), numberIn(each, GROWTH)]));
  return records.map((record) => ({
    ...record,
    [GROWTH]: numberIn(record, GROWTH) ?? known.get(textIn(record, "date")) ?? null,
  }));
}

/** Whether the answer compares a ratio's figures: both from one source, in one known currency, and of one statement of them. */
function isOfOneBook(before: Fields, after: Fields, ratio: string): boolean {
  const across = after["acrossRestatement"];
  const isRestated = Array.isArray(across) && across.includes(ratio);
  return (
    !isRestated && textIn(after, "reportedCurrency") !== null && textIn(before, "source") === textIn(after, "source")
  );
}

/** Returns the quotient of two figures; `null` unless the base is positive. */
function quotient(of: Fields, name: string, by: Fields, base: string): number | null {
  const [value, divisor] = [numberIn(of, name), numberIn(by, base)];
  return value !== null && divisor !== null && divisor > 0 ? value / divisor : null;
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(6)));

/**
 * Whether two records end about a year apart, as they do unless one between them is missing; a year may have 53 weeks.
 */
function isYearApart(before: Fields, after: Fields): boolean {
  const days = daysBetween(textIn(before, "date") ?? "", textIn(after, "date") ?? "");
  return Math.abs(days - 365) <= 15;
}

function toSeries({ named: { name, label }, rows }: Line): Series {
  return { label, values: rows.map((row) => numberIn(row, name)) };
}

const hasFigure = ({ named: { name }, rows }: Line) => rows.some((row) => numberIn(row, name) !== null);

/** Returns what draws the cells of one row, which have the same number of decimals. */
function drawnAs(named: NamedField, records: readonly Fields[], formats: Formats): (record: Fields) => HTMLElement {
  const draw = columnOf(records, named, formats);
  return (record) => html("td", { class: "number" }, draw(record));
}

function table(
  lines: readonly Line[],
  periods: readonly string[],
  currencies: readonly (string | null)[] | null,
  formats: Formats,
): HTMLElement {
  const head = html(
    "tr",
    {},
    html("td", {}),
    ...periods.map((period) => html("th", { scope: "col", class: "number" }, period)),
  );
  const rows = lines.map(({ named, rows: records }) =>
    html("tr", {}, html("th", { scope: "row" }, named.label), ...records.map(drawnAs(named, records, formats))),
  );
  const note =
    currencies === null
      ? null
      : html(
          "caption",
          {},
          `Currencies, in the order of the columns: ${currencies.map((each) => each ?? "not given").join(", ")}`,
        );
  return scrolling(
    "Figures by period",
    html("table", { class: "figures" }, note, html("thead", {}, head), html("tbody", {}, ...rows)),
    true,
  );
}
