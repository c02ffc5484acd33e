/** Dots of earnings per share, one column per quarter: a ring for the estimate, a full dot for the actual figure. */
import { chart } from "./chart.js";
import { html, svg } from "./elements.js";
import { extentOf, ticksOf, toScale } from "./scale.js";
import type { Words } from "./format.js";

/** One column; `low` and `high` are the range of estimates of a quarter to come. */
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
const TICKS = 4;
const CHARACTER = 7;

/** Returns the legend and the chart; empty without any figure. */
export function epsDots(dots: readonly Dot[], words: Words): HTMLElement[] {
  const figures = dots.flatMap(({ actual, estimate, low, high }) => [actual, estimate, low, high]);
  const known = figures.filter((value) => value !== null);
  if (known.length === 0) return [];
  const description = dots.map((dot) => nameOf(dot, words)).join("; ");
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
        drawing(dots, ticksOf(extentOf(known), TICKS), words, width),
      ),
      html(
        "ul",
        { class: "legend" },
        ...shown.map(([tone, mark, label]) =>
          html("li", {}, html("span", { class: `mark ${tone}`, "aria-hidden": "true" }, mark), label),
        ),
        ...(dots.some(hasRange)
          ? [html("li", {}, html("span", { class: "swatch range", "aria-hidden": "true" }), "range of estimates")]
          : []),
      ),
    ),
  ];
}

function drawing(dots: readonly Dot[], ticks: readonly number[], words: Words, width: number): SVGElement[] {
  const left = Math.max(...ticks.map((tick) => words.tick(tick).length)) * CHARACTER + 8;
  const y = toScale(extentOf(ticks), [BOTTOM, TOP]);
  const column = (width - left) / dots.length;
  // As many labels as fit, including the newest.
  const every = Math.ceil((Math.max(...dots.map(({ name }) => name.length)) * CHARACTER + 6) / column);
  return [
    ...ticks.flatMap((tick) => [
      svg("line", { class: tick === 0 ? "zero" : "grid", x1: left, x2: width, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, words.tick(tick)),
    ]),
    ...dots.flatMap((dot, index) => {
      const { name, actual, estimate } = dot;
      const x = left + column * (index + 0.5);
      const tone = toneOf(dot);
      const stem = (from: number, to: number, as: string) =>
        svg("line", { class: as, x1: x, x2: x, y1: y(from), y2: y(to) });
      return [
        ...(hasRange(dot) ? [stem(dot.low!, dot.high!, "range")] : []),
        ...(actual !== null && estimate !== null ? [stem(actual, estimate, `stem ${tone}`)] : []),
        svg(
          "g",
          {},
          svg("title", {}, nameOf(dot, words)),
          ...(estimate === null ? [] : [svg("circle", { class: "ring", cx: x, cy: y(estimate), r: 5.5 })]),
          ...(actual === null ? [] : [svg("circle", { class: `dot ${tone}`, cx: x, cy: y(actual), r: 4.5 })]),
        ),
        ...((dots.length - 1 - index) % every === 0
          ? [svg("text", { class: "tick", x, y: HEIGHT - 6, "text-anchor": "middle" }, name)]
          : []),
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
  return actual > estimate ? "up" : actual < estimate ? "down" : "flat";
}

function nameOf({ name, actual, estimate, low, high }: Dot, words: Words): string {
  const range = low === null || high === null ? "" : ` (${words.exact(low)} to ${words.exact(high)})`;
  return [
    name,
    ...(actual === null ? [] : [`actual ${words.exact(actual)}`]),
    estimate === null ? "no estimate" : `estimate ${words.exact(estimate)}${range}`,
  ].join(", ");
}
