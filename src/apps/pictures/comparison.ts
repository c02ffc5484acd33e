/** Companies side by side: their returns over time, and a table whose best figures are bold. */
import { listIn, rowsIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { columnOf, figuresIn, valueOf, type NamedField } from "../parts/declared-figure.js";
import { COMPARISON_FIELDS } from "../parts/declared-fields.js";
import { drawRange, isRange, RANGE_FIELDS } from "./comparison-range.js";
import { clipped, dotted, html, scrolling, unseen } from "../parts/elements.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { daysOf, returnsChart } from "../charts/returns-chart.js";
import { cell, row } from "../parts/table.js";
import type { Formats } from "../parts/format.js";

/** Fields with the currency of an amount, by its owner; without one by its name. */
const CURRENCIES: Readonly<Record<string, string>> = {
  major: "marketCapCurrency",
  accounts: "reportingCurrency",
  targetMeanPrice: "targetCurrency",
};
/** Ratios of which the lowest is the best. A negative one, of a loss or of negative equity, is not. */
const LOWEST_RATIO =
  /^(?:peRatio|forwardPE|priceToBook|evToRevenue|enterpriseValueToEbitda|debtToEquity|expenseRatio)$/;
const LOWEST_AMOUNT = "netDebt";
/** Figures of which none is the best: a size, a target, how much a share moves. */
const NEUTRAL = /^(?:marketCap|assets|beta|volatility(?:20)?|price|targetMeanPrice|payoutRatio)$/;

/** Draws the answer of a comparison. */
export function drawComparison({ body }: Answer, context: PictureContext): Picture {
  const { formats, mayAsk } = context;
  const stocks = listIn(body, "stocks");
  const failed = rowsIn(body, "errors").map((each) => html("p", { class: "quiet" }, textIn(each, "error")));
  const named = stocks.filter((stock) => textIn(stock, "companyName") !== null || !isRange(body));
  const symbols = stocks.flatMap((stock) => textIn(stock, "symbol") ?? []);
  return {
    heading: "Stock comparison",
    content:
      stocks.length === 0
        ? failed
        : [
            ...(named.length > 0 ? [html("ul", { class: "companies" }, ...named.map(company))] : []),
            ...(mayAsk && symbols.length > 1 ? [returnsChart(symbols, daysOf(stocks), context)] : []),
            ...(isRange(body) ? drawRange(body, formats) : []),
            ...table(stocks, formats),
            ...failed,
          ],
  };
}

function company(stock: Fields): HTMLElement {
  const rating = textIn(stock, "recommendationKey")?.replaceAll("_", " ");
  const more = dotted(textIn(stock, "sector"), rating === undefined ? null : `analysts: ${rating}`);
  return html(
    "li",
    {},
    html("strong", {}, textIn(stock, "symbol")),
    html(
      "span",
      { class: "names" },
      clipped(textIn(stock, "companyName")),
      more === "" ? null : clipped(more, "small"),
    ),
  );
}

/** Returns the table: a row for each figure, a column for each company. */
function table(stocks: readonly Fields[], formats: Formats): HTMLElement[] {
  const rows = figuresIn(COMPARISON_FIELDS, "stocks")
    .filter(({ name }) => !RANGE_FIELDS.has(name))
    .flatMap((named) => figureRow(named, stocks, formats));
  if (rows.length === 0) return [];
  const heads = [
    html("th", { scope: "col" }, unseen("Figure")),
    ...stocks.map((stock) => html("th", { scope: "col", class: "number" }, textIn(stock, "symbol") ?? "–")),
  ];
  const made = html(
    "table",
    { class: "figures" },
    html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...rows),
  );
  return [html("section", {}, scrolling("Figures", made), html("p", { class: "key" }, "Bold: the best of the row"))];
}

/** Returns the row of a figure; nothing without a value. */
function figureRow(named: NamedField, stocks: readonly Fields[], formats: Formats): HTMLElement[] {
  const values = stocks.map((each) => valueOf(each, named));
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [];
  const currencyField = CURRENCIES[named.field.owner ?? named.name] ?? "currency";
  const isAmount = named.field.kind === "money" || named.field.kind === "price";
  const currencies = stocks
    .filter((_, index) => values[index] !== null)
    .map((each) => (isAmount ? textIn(each, currencyField) : null));
  const [currency = null] = currencies;
  // Amounts in several currencies cannot be compared.
  const isOne = new Set(currencies).size === 1;
  const best = isOne && known.length > 1 ? bestOf(named.name, known) : null;
  const label = isAmount && isOne && currency !== null ? `${named.label} (${currency})` : named.label;
  const draw = columnOf(stocks, named, formats);
  const cells = stocks.map((each, index) => {
    const isBest = best !== null && values[index] === best;
    const unit = isOne || values[index] === null ? null : html("small", {}, textIn(each, currencyField) ?? "?");
    return cell(isBest ? html("b", {}, draw(each)) : draw(each), unit);
  });
  return [row([label], ...cells)];
}

/** Returns the best of these values of a figure; `null` if none is. */
function bestOf(name: string, values: readonly number[]): number | null {
  if (NEUTRAL.test(name)) return null;
  if (name === LOWEST_AMOUNT) return Math.min(...values);
  if (!LOWEST_RATIO.test(name)) return Math.max(...values);
  const positive = values.filter((value) => value >= 0);
  return positive.length > 0 ? Math.min(...positive) : null;
}
