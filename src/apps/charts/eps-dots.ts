/** Dots of earnings per share, one column per quarter: a ring for the estimate, a full dot for the actual figure. */
import { chart } from "./chart.js";
import { html, sign, svg, toneOf as toneOfChange } from "../parts/elements.js";
import { labelsAt, valueAxis, type ValueAxis } from "./labels.js";
import type { Formats } from "../parts/format.js";

/** A quarter's column; `low` and `high` are the range of estimates of a coming quarter. */
export interface Dot {
  name: string;
  actual: number | null;
  estimate: number | null;
  low: number | null;
  high: number | null;
}

const HEIGHT = 190;
const TOP = 10;
const BOTTOM = HEIGHT - 26;

/** Returns the legend and the chart; empty without any figure. */
export function epsDots(dots: readonly Dot[], formats: Formats): HTMLElement[] {
  const figures = dots.flatMap(({ actual, estimate, low, high }) => [actual, estimate, low, high]);
  const known = figures.filter((value) => value !== null);
  if (known.length === 0) return [];
  const description = dots.map((dot) => nameOf(dot, formats)).join("; ");
  const tones = new Set(dots.map(toneOf));
  const key: [tone: string, mark: string, label: string][] = [
    ["ring", "○", "estimate"],
    ["up", "●", "actual, above"],
    ["down", "●", "actual, below"],
    ["flat", "●", "actual, as estimated"],
    ["plain", "●", "actual, not estimated"],
  ];
  const shown = key.filter(([tone]) => tone === "ring" || tones.has(tone));
  return [
    html(
      "div",
      {},
      html("h2", {}, "Earnings per share"),
      chart({ title: "Earnings per share against estimates", description }, HEIGHT, (width) =>
        drawing(dots, valueAxis(known, BOTTOM, TOP, formats), formats, width),
      ),
      html(
        "ul",
        { class: "legend" },
        ...shown.map(([tone, mark, label]) => html("li", {}, sign(`mark ${tone}`, mark), label)),
        ...(dots.some(hasRange) ? [html("li", {}, sign("swatch spread"), "range of estimates")] : []),
      ),
    ),
  ];
}

function drawing(dots: readonly Dot[], axis: ValueAxis, formats: Formats, width: number): SVGElement[] {
  const { left, y } = axis;
  const middle = (index: number) => left + ((width - left) / dots.length) * (index + 0.5);
  return [
    ...axis.draw(width),
    ...labelsAt(
      dots.map(({ name }, index) => ({ text: name, x: middle(index) })),
      HEIGHT - 6,
      [0, width],
    ),
    ...dots.flatMap((dot, index) => {
      const { actual, estimate } = dot;
      const x = middle(index);
      const tone = toneOf(dot);
      const stem = (from: number, to: number, as: string) =>
        svg("line", { class: as, x1: x, x2: x, y1: y(from), y2: y(to) });
      return [
        ...(hasRange(dot) ? [stem(dot.low!, dot.high!, "spread")] : []),
        ...(actual !== null && estimate !== null ? [stem(actual, estimate, `stem ${tone}`)] : []),
        svg(
          "g",
          {},
          svg("title", {}, nameOf(dot, formats)),
          ...(estimate === null ? [] : [svg("circle", { class: "ring", cx: x, cy: y(estimate), r: 5.5 })]),
          ...(actual === null ? [] : [svg("circle", { class: `dot ${tone}`, cx: x, cy: y(actual), r: 4.5 })]),
        ),
      ];
    }),
  ];
}

function hasRange({ low, high }: Dot): boolean {
  return low !== null && high !== null && low !== high;
}

function toneOf({ actual, estimate }: Dot): string {
  if (actual === null) return "ring";
  if (estimate === null) return "plain";
  return toneOfChange(actual - estimate);
}

function nameOf({ name, actual, estimate, low, high }: Dot, formats: Formats): string {
  const range = low === null || high === null ? "" : ` (${formats.exact(low)} to ${formats.exact(high)})`;
  return [
    name,
    ...(actual === null ? [] : [`actual ${formats.exact(actual)}`]),
    estimate === null ? "no estimate" : `estimate ${formats.exact(estimate)}${range}`,
  ].join(", ");
}
