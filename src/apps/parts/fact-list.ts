/** A list of facts in columns; each fact is a label with its figure. */
import { html } from "./elements.js";

/** A label with its figure. */
export type Fact = readonly [label: string, value: Node];

/** Returns the list; empty without facts. */
export function factList(facts: readonly Fact[]): HTMLElement[] {
  if (facts.length === 0) return [];
  const items = facts.map(([label, value]) => html("div", {}, html("dt", {}, label), html("dd", {}, value)));
  return [html("dl", { class: "facts" }, ...items)];
}
