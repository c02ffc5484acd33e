/** Returns of stocks between two days: their table, the portfolio, and a map of correlations. */
import { listIn, numberIn, recordIn, textIn, unitOf, type Fields } from "../parts/answer.js";
import { COMPARISON_FIELDS } from "../parts/declared-fields.js";
import { columnOf, declaredFigure, fieldAt, fieldsIn, valueOf, type NamedField } from "../parts/declared-figure.js";
import { day, figure, given, html, scrolling, section, unseen } from "../parts/elements.js";
import { factList, type Fact } from "../parts/fact-list.js";
import type { Formats } from "../parts/format.js";
import { cell, listing, row } from "../parts/table.js";

const at = (path: string) => fieldAt(COMPARISON_FIELDS, path);
const CLOSES = [at("stocks.startClose"), at("stocks.endClose")];
const RETURNS = [at("stocks.priceReturnPercent"), at("stocks.totalReturnPercent")];
const CONVERTED = at("stocks.convertedReturnPercent");
const WEIGHT = at("stocks.weightPercent");
const VALUE = at("stocks.value");

/** The columns that this file draws. */
export const RANGE_FIELDS: ReadonlySet<string> = new Set(
  [...CLOSES, ...RETURNS, CONVERTED, WEIGHT, VALUE].map(({ name }) => name),
);

/** Whether the answer is about two days. */
export function isRange(body: Fields): boolean {
  return listIn(body, "stocks").some((stock) => "totalReturnPercent" in stock || "startDate" in stock);
}

/** Returns the sections of a comparison between two days. */
export function drawRange(body: Fields, formats: Formats): HTMLElement[] {
  const stocks = listIn(body, "stocks");
  return [...portfolio(body, formats), ...correlation(body, formats), table(stocks, body, formats)];
}

/** Returns the figures of the portfolio; nothing without one. */
function portfolio(body: Fields, formats: Formats): HTMLElement[] {
  const held = recordIn(body, "portfolio");
  const currency = textIn(held, "currency");
  if (textIn(held, "from") === null) return [];
  const fall = recordIn(held, "maxDrawdown");
  const facts: Fact[] = [
    ...fieldsIn(COMPARISON_FIELDS, "portfolio")
      .filter(({ name }) => numberIn(held, name) !== null)
      .map((named): Fact => [named.label, declaredFigure(held, named, formats)]),
    ["Max drawdown", declaredFigure(fall, at("portfolio.maxDrawdown.percent"), formats)],
    ["Best", given(textIn(held, "best"))],
    ["Worst", given(textIn(held, "worst"))],
  ];
  const days = html(
    "p",
    { class: "quiet" },
    day(formats, textIn(held, "from")),
    " – ",
    day(formats, textIn(held, "to")),
  );
  return [section(currency === null ? "Portfolio" : `Portfolio (${currency})`, ...factList(facts), days)];
}

/** Returns the correlations as a table whose cells are the darker the stronger they are. */
function correlation(body: Fields, formats: Formats): HTMLElement[] {
  const found = recordIn(body, "correlation");
  const [symbols, matrix] = [found["symbols"], found["matrix"]];
  if (!Array.isArray(symbols) || !Array.isArray(matrix)) return [];
  const names = symbols.map(String);
  const rows = names.map((name, index) => {
    const values = Array.isArray(matrix[index]) ? (matrix[index] as unknown[]) : [];
    return row(
      [name],
      ...names.map((_, column) => {
        const value = typeof values[column] === "number" ? values[column] : null;
        const made = cell(figure(formats, value, "correlation"));
        made.setAttribute("style", `background: ${shade(value)}`);
        return made;
      }),
    );
  });
  const heads = [unseen("Symbol"), ...names].map((name) => html("th", { scope: "col", class: "number" }, name));
  const map = html("table", { class: "heat" }, html("thead", {}, html("tr", {}, ...heads)), html("tbody", {}, ...rows));
  const note = html(
    "p",
    { class: "quiet" },
    `Daily returns of ${formats.number(numberIn(found, "days") ?? 0)} common days`,
  );
  return [section("Correlation", scrolling("Correlation", map), note)];
}

/** The share of colour in the cell of a correlation of 1; the text must stay readable on it. */
const MOST_COLOR = 45;

function shade(value: number | null): string {
  if (value === null) return "none";
  const color = value < 0 ? "var(--down)" : "var(--series-1)";
  return `color-mix(in srgb, ${color} ${Math.round(Math.abs(value) * MOST_COLOR)}%, var(--ground))`;
}

/** Returns the closes of both days, and what each stock of a portfolio is worth. */
function table(stocks: readonly Fields[], body: Fields, formats: Formats): HTMLElement {
  const currency = textIn(recordIn(body, "portfolio"), "currency");
  const held = [CONVERTED, WEIGHT, VALUE].filter((named) => stocks.some((stock) => valueOf(stock, named) !== null));
  const heads = [...CLOSES, ...RETURNS, ...held].map((named) => {
    const isIn = (named === VALUE || named === CONVERTED) && currency !== null;
    return isIn ? `${named.label} (${currency})` : named.label;
  });
  const draw = [...RETURNS, ...held].map((named) => ({
    figureOf: columnOf(stocks, named, formats),
    best: RETURNS.includes(named) ? bestOf(stocks, named) : null,
  }));
  const rows = stocks.map((stock) =>
    row(
      [textIn(stock, "symbol"), html("small", {}, ` ${unitOf(stock) ?? ""}`)],
      ...CLOSES.map((named, index) =>
        cell(
          declaredFigure(stock, named, formats),
          html("small", {}, " ", day(formats, textIn(stock, index === 0 ? "startDate" : "endDate"))),
        ),
      ),
      ...draw.map(({ figureOf, best }) => {
        const made = figureOf(stock);
        return cell(best?.(stock) ? html("b", {}, made) : made);
      }),
    ),
  );
  const label = "Closes and returns";
  return section(label, ...listing({ label, heads: ["Symbol", ...heads], rows, shown: rows.length, noun: "stocks" }));
}

/** Returns whether a stock has the highest figure of several. */
function bestOf(stocks: readonly Fields[], named: NamedField): (stock: Fields) => boolean {
  const known = stocks.flatMap((stock) => valueOf(stock, named) ?? []);
  return (stock) => known.length > 1 && valueOf(stock, named) === Math.max(...known);
}
