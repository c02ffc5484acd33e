/** One name, one unit: what a model reads in one tool has the same unit in every other. */
import { expect, it } from "vitest";
import { CATALOGUE } from "../src/catalogue.js";
import type { Kind } from "../src/contract/field-facts.js";
import { fieldsOf } from "../src/contract/field.js";

/** Kinds that are the same to a reader: prices of indices and rates are plain numbers. */
const ALIKE: Partial<Record<Kind, Kind>> = { number: "price", text: "label", day: "label", time: "label" };

/** Names whose group or list says what they are of: `growth.revenue`, `allocation.cash`, `sectors[].month`. */
const IN_CONTEXT = new Set([
  "growth",
  "allocation",
  "sectors",
  "sofr",
  "price",
  "shares",
  "calls",
  "puts",
  "pePast",
  "differences",
  "totals",
  "facts",
  "values",
]);

/** Names of the interface's own routes, which keep the form of the source, as their descriptions say. */
const OF_THE_INTERFACE = new Set(["overview debtToEquity", "crypto volume"]);

/** Figures of documents as filed: in the unit of the filing beside them, or of the form that is read. */
const AS_FILED = new Set(["filing-facts", "manager-holdings", "fund"]);

it("a name has one kind in all answers", () => {
  const kinds = new Map<string, Map<string, string>>();
  for (const { capability } of CATALOGUE) {
    for (const [path, { kind, percentFrom }] of fieldsOf(capability.output)) {
      const parts = path.split(".");
      const name = parts.at(-1)!;
      const isQualified = parts.some((part) => IN_CONTEXT.has(part));
      const isOwn = OF_THE_INTERFACE.has(`${capability.name} ${name}`) || AS_FILED.has(capability.name);
      if (kind === "group" || isOwn || isQualified) continue;
      const known = kinds.get(name) ?? new Map<string, string>();
      kinds.set(name, known.set(percentFrom ?? ALIKE[kind] ?? kind, `${capability.name}: ${path}`));
    }
  }
  const mixed = [...kinds].filter(([, found]) => found.size > 1);
  expect(mixed.map(([name, found]) => [name, ...found.values()])).toEqual([]);
});
