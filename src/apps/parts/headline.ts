/** The price in large figures, with its currency, its change and its day. */
import { change, figure, html, toneOf } from "./elements.js";
import type { Formats } from "./format.js";

/** Returns the line; `more` follows the price and its currency. */
export function headline(
  formats: Formats,
  price: number | null,
  unit: string | null,
  ...more: (HTMLElement | null)[]
): HTMLElement {
  return html(
    "p",
    { class: "price" },
    html("strong", {}, figure(formats, price, "price")),
    unit === null ? null : html("span", { class: "unit" }, unit),
    ...more,
  );
}

/** Returns a change of the price, with its percentage in parentheses; `null` if neither is given. */
export function changeOf(formats: Formats, value: number | null, percent: number | null): HTMLElement | null {
  if (value === null && percent === null) return null;
  const share =
    percent === null
      ? null
      : html("span", { class: toneOf(percent), title: formats.exact(percent) }, ` (${formats.percent(percent)})`);
  return html("span", { class: "change" }, change(formats, value), share);
}
