/** A list of facts in columns; each fact is a label with its figure. */
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

/** Returns a ratio as a percentage; its title is the ratio as sent. */
export function ratio(words: Words, value: number): HTMLElement {
  return html("span", { title: words.exact(value) }, words.share(value * 100));
}
