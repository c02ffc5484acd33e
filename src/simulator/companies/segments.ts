/** A company's revenue by product and by region, which add up to its revenue. */
import { uniform } from "../market/random.js";
import { type Economics, type Quarter, revenueOf, toUnit } from "./accounts.js";
import { type Figures, span, sumOf } from "./statements.js";

/** The names of the segments; the last one has the rest of the revenue. */
export const SEGMENT_NAMES = {
  product: ["Products", "Services", "Licences and other"],
  region: ["Americas", "Europe", "Asia Pacific", "Rest of the world"],
} as const;

export type SegmentKind = keyof typeof SEGMENT_NAMES;

/** Returns the revenue of the quarters that end with `last`, by segment. */
export function segmentsOver(economics: Economics, kind: SegmentKind, last: Quarter, quarters: number): Figures {
  return sumOf(span(last, quarters).map((quarter) => segmentsOf(economics, kind, quarter)));
}

function segmentsOf(economics: Economics, kind: SegmentKind, quarter: Quarter): Figures {
  const names = SEGMENT_NAMES[kind];
  const revenue = revenueOf(economics, quarter);
  const weights = names.map((name, at) => 1 + uniform(economics.key ^ name.length, at));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.slice(0, -1).map((weight) => toUnit(economics, (revenue * weight) / whole));
  const rest = revenue - parts.reduce((sum, part) => sum + part, 0);
  return Object.fromEntries([...parts, rest].map((part, at) => [names[at], part]));
}
