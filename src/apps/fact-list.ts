/** A list of facts in columns: a label and its figure each. */
import { html } from "./elements.js";
import type { Words } from "./format.js";

/** A label with its figure. */
export type Fact = readonly [label: string, value: Node];

/** Returns the list; `null` without facts. */
export function factList(facts: readonly Fact[]): HTMLElement | null {
  if (facts.length === 0) return null;
  return html(
    "dl",
    { class: "facts" },
    ...facts.map(([label, value]) => html("div", {}, html("dt", {}, label), html("dd", {}, value))),
  );
}

/** A text with its exact form in the title. */
export function titled(text: string, exact: string): HTMLElement {
  return html("span", { title: exact }, text);
}

/** A ratio as a percentage of at most two decimals; the title has the ratio as sent. */
export function ratio(words: Words, value: number): HTMLElement {
  return titled(`${words.number(value * 100)}\u00a0%`, words.exact(value));
}
