/** A statement's figures as bars over the periods, and unchanged in a table. */
import { numberIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { bars, type Series } from "./bars.js";
import { figure, html, scrolling } from "./elements.js";
import type { Means, Picture } from "./picture.js";
import type { Words } from "./format.js";

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
    ["Diluted earnings per share", "epsdiluted"],
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
};

/**
 * Draws a financial statements answer: bars start with the oldest period, the table with the
 * newest.
 */
export function drawStatements({ body, currency }: Answer, { words }: Means): Picture {
  const statement = textIn(body, "statement_type") ?? "income";
  const records = rowsIn(body, "data").toReversed();
  const heading = `${textIn(body, "symbol") ?? ""} ${TITLES[statement] ?? "statements"}`.trim();
  if (records.length === 0) return { heading, content: [] };
  const isQuarterly = textIn(body, "period") === "quarter";
  const currencies = [...new Set(records.map((record) => textIn(record, "reportedCurrency") ?? currency))];
  // Bars in different currencies must not be compared.
  const isOne = currencies.length === 1;
  const series = (DRAWN[statement] ?? []).map(([label, field]) => seriesOf(label, field, records));
  const tabled = (TABLED[statement] ?? []).map(([label, field]) => seriesOf(label, field, records));
  const periods = records.map((record) => words.month(textIn(record, "date") ?? ""));
  const unit = isOne ? (currencies[0] ?? "currency not given") : "in several currencies";
  return {
    heading,
    subheading: `${isQuarterly ? "by quarter" : "by year"} · ${unit}`,
    content: [
      ...(isOne ? bars({ title: heading, series, periods, words }) : []),
      table([...series, ...tabled].filter(hasFigure), periods, isOne ? null : currencies, words),
    ],
  };
}

function seriesOf(label: string, field: string, records: readonly Fields[]): Series {
  return { label, values: records.map((record) => numberIn(record, field)) };
}

const hasFigure = ({ values }: Series) => values.some((value) => value !== null);

function table(
  series: readonly Series[],
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
  const rows = series.map(({ label, values }) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, label),
      ...values.toReversed().map((value) => html("td", { class: "number" }, figure(words, value))),
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
