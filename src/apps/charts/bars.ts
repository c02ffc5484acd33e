/** Grouped bars, one group per period, one bar per series; the reader selects the series. */
import { chart } from "./chart.js";
import { html, sign, svg } from "../parts/elements.js";
import { labelsAt, valueAxis } from "./labels.js";
import type { Formats } from "../parts/format.js";

/** One measure over the periods; `null` where it is missing. */
export interface Series {
  label: string;
  values: readonly (number | null)[];
}

interface Groups {
  title: string;
  series: readonly Series[];
  periods: readonly string[];
  formats: Formats;
  height?: number;
  /** A line between the groups: 2.5 is in the middle between the third and the fourth one. */
  mark?: { at: number; text: string };
}

const HEIGHT = 220;
const TOP = 8;
/** Height of the periods below the bars. */
const PERIODS = 24;

/** Returns the legend, whose buttons show and hide a series, and the chart; empty without any figure. */
export function bars({ title, series, periods, formats, height = HEIGHT, mark }: Groups): HTMLElement[] {
  const numbered = series
    .map((each, index) => ({ ...each, color: `series-${index + 1}` }))
    .filter(({ values }) => values.some((value) => value !== null));
  if (numbered.length === 0) return [];
  const hidden = new Set<string>();
  const place = html("div");

  function draw(): void {
    const shown = numbered.filter(({ label }) => !hidden.has(label));
    const description = shown
      .map(({ label, values }) => {
        const figures = values.map(
          (value, index) => `${periods[index]} ${value === null ? "not given" : formats.exact(value)}`,
        );
        return `${label}: ${figures.join(", ")}`;
      })
      .join("; ");
    place.replaceChildren(
      chart({ title, description }, height, (width) => drawing(shown, periods, formats, [width, height], mark)),
    );
  }

  const buttons = numbered.map(({ label, color }) => {
    const button = html("button", { type: "button", "aria-pressed": "true" }, sign(`swatch ${color}`), label);
    button.addEventListener("click", () => {
      // The last visible series cannot be hidden.
      if (!hidden.delete(label) && hidden.size < numbered.length - 1) hidden.add(label);
      button.setAttribute("aria-pressed", String(!hidden.has(label)));
      draw();
    });
    return html("li", {}, button);
  });
  draw();
  return [html("ul", { class: "legend choices", "aria-label": "Shown" }, ...buttons), place];
}

type Colored = Series & { color: string };

function drawing(
  series: readonly Colored[],
  periods: readonly string[],
  formats: Formats,
  [width, height]: readonly [number, number],
  mark: Groups["mark"],
): SVGElement[] {
  const figures = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const top = mark ? TOP + 14 : TOP;
  const axis = valueAxis([0, ...figures], height - PERIODS, top, formats);
  const { left, y } = axis;
  const group = (width - left) / periods.length;
  const bar = Math.min(34, (group * 0.76) / series.length);
  const start = (index: number) => left + group * index + (group - bar * series.length) / 2;
  return [
    ...axis.draw(width),
    ...series.flatMap(({ label, values, color }, place) =>
      values.flatMap((value, index) => {
        if (value === null) return [];
        const name = `${label}, ${periods[index]}: ${formats.exact(value)}`;
        return [
          svg(
            "rect",
            {
              class: color,
              x: start(index) + bar * place,
              width: Math.max(1, bar - 1.5),
              y: Math.min(y(0), y(value)),
              height: Math.max(1, Math.abs(y(value) - y(0))),
              rx: Math.min(2, bar / 4),
            },
            svg("title", {}, name),
          ),
        ];
      }),
    ),
    ...(mark ? markLine(left + group * (mark.at + 0.5), mark.text, [width, height]) : []),
    ...labelsAt(
      periods.map((text, index) => ({ text, x: left + group * (index + 0.5) })),
      height - 6,
      [0, width],
    ),
  ];
}

function markLine(x: number, text: string, [width, height]: readonly [number, number]): SVGElement[] {
  return [
    svg("line", { class: "now", x1: x, x2: x, y1: TOP + 8, y2: height - PERIODS }),
    ...labelsAt([{ text, x }], TOP + 3, [0, width], "now-label"),
  ];
}
