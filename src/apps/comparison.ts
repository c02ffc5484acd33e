/** Companies side by side as small multiples, one small chart of bars for each figure; or their returns between two days. */
import { listIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { declaredFigure, figuresIn, valueOf, type NamedField } from "./declared-figure.js";
import { COMPARISON_FIELDS } from "./declared-fields.js";
import { bar, drawRange, isRange, RANGE_FIELDS } from "./comparison-range.js";
import { clipped, dotted, html, section } from "./elements.js";
import type { PictureContext, Picture } from "./picture.js";
import type { Words } from "./format.js";

/** Fields with the currency of an amount, by its owner; without one by its name. */
const CURRENCIES: Readonly<Record<string, string>> = {
  major: "marketCapCurrency",
  accounts: "reportingCurrency",
  targetMeanPrice: "targetCurrency",
};

/** Draws the answer of a comparison. */
export function drawComparison({ body }: Answer, { words }: PictureContext): Picture {
  const stocks = listIn(body, "stocks");
  const failed = rowsIn(body, "errors").map((each) => html("p", { class: "quiet" }, textIn(each, "error")));
  const figures = figuresIn(COMPARISON_FIELDS, "stocks").filter(({ name }) => !RANGE_FIELDS.has(name));
  const panels = figures.flatMap((named) => panel(named, stocks, words));
  const named = stocks.filter((stock) => textIn(stock, "companyName") !== null || !isRange(body));
  return {
    heading: "Stock comparison",
    content:
      stocks.length === 0
        ? failed
        : [
            ...(named.length > 0 ? [html("ul", { class: "companies" }, ...named.map(company))] : []),
            ...(isRange(body) ? drawRange(body, words) : []),
            ...(panels.length > 0 ? [html("div", { class: "multiples" }, ...panels)] : []),
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

/** Returns the chart of one figure; nothing without a value. */
function panel(named: NamedField, stocks: readonly Fields[], words: Words): HTMLElement[] {
  const values = stocks.map((each) => valueOf(each, named));
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [];
  const currencyField = CURRENCIES[named.field.owner ?? named.name] ?? "currency";
  const isAmount = named.field.kind === "money" || named.field.kind === "price";
  const currencies = stocks
    .filter((_, index) => values[index] !== null)
    .map((each) => (isAmount ? textIn(each, currencyField) : null));
  const [currency = null] = currencies;
  const isOne = new Set(currencies).size === 1;
  // Amounts in several currencies cannot be compared, and the price of one share says nothing about another company's.
  const hasBars = isOne && named.field.kind !== "price";
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const label = isAmount && isOne && currency !== null ? `${named.label} (${currency})` : named.label;
  const rows = stocks.map((each, index) => {
    const value = values[index]!;
    const unit = isOne || value === null ? null : ` ${textIn(each, currencyField) ?? "?"}`;
    return html(
      "li",
      {},
      html(
        "div",
        { class: "share-name" },
        clipped(textIn(each, "symbol")),
        html("span", { class: "value" }, declaredFigure(each, named, words), unit),
      ),
      hasBars ? bar(value, low, high) : null,
    );
  });
  return [section(label, html("ul", { class: "shares" }, ...rows))];
}
