/** The panels of technical indicators: price with averages and bands, RSI, MACD. */
import { numberIn, type Fields } from "../parts/answer.js";
import { fieldAt, type NamedField } from "../parts/declared-figure.js";
import { INDICATORS_FIELDS } from "../parts/declared-fields.js";
import { svg } from "../parts/elements.js";
import type { Level } from "./indicator-levels.js";
import type { Formats } from "../parts/format.js";
import { linePath, priceTick, roomyExtent, type Panel, type Place } from "./time-chart.js";

/** A bar with its close and indicators. */
export type IndicatorRow = Fields;

/** The figures that the crosshair shows; those with a colour are lines over the price. */
export const LINES: readonly { named: NamedField; color?: string }[] = [
  { named: lineOf("close", "close"), color: "ink" },
  { named: lineOf("sma.20", "sma20"), color: "series-1" },
  { named: lineOf("sma.50", "sma50"), color: "series-2" },
  { named: lineOf("sma.200", "sma200"), color: "series-3" },
  { named: lineOf("rsi14", "rsi14") },
  { named: lineOf("stochastic.k", "stochasticK") },
  { named: lineOf("stochastic.d", "stochasticD") },
  { named: lineOf("macd.line", "macdLine") },
];

/** Returns the field of a bar that has the latest value's declaration. */
function lineOf(path: string, name: string): NamedField {
  return { ...fieldAt(INDICATORS_FIELDS, path), name };
}

const labelOf = (path: string) => fieldAt(INDICATORS_FIELDS, path).label;

const LETTERS = { support: "S", resistance: "R" } as const;

/** A line of an oscillator. */
interface Line {
  named: NamedField;
  color: string;
}

const RSI: readonly Line[] = [{ named: lineOf("rsi14", "rsi14"), color: "ink" }];
const STOCHASTIC: readonly Line[] = [
  { named: lineOf("stochastic.k", "stochasticK"), color: "series-1" },
  { named: lineOf("stochastic.d", "stochasticD"), color: "series-3" },
];

/**
 * Returns the panels of the chart, without the oscillators that have no value; `rows` are oldest first. Of the
 * levels, the nearest two of each kind are drawn, the nearest first, but none outside the extent of the prices, so that a
 * far one does not flatten the line.
 */
export function indicatorPanels(rows: readonly IndicatorRow[], levels: readonly Level[], formats: Formats): Panel[] {
  const of = (field: string) => rows.map((row) => numberIn(row, field));
  const [upper, lower] = [of("bollingerUpper"), of("bollingerLower")];
  const averages = LINES.filter(({ color }) => color !== undefined);
  const extent = roomyExtent([...averages.flatMap(({ named }) => of(named.name)), ...upper, ...lower]);
  const last = of("close").at(-1) ?? null;
  const near = [0, 1].flatMap((at) =>
    (["resistance", "support"] as const).flatMap((kind) => {
      const level = levels.filter((each) => each.kind === kind)[at];
      return level && level.price >= extent[0] && level.price <= extent[1] ? [level] : [];
    }),
  );
  const caption =
    near.length === 0
      ? "Price, moving averages, Bollinger bands"
      : "Price, averages, bands; dashed: support, resistance";
  const price: Panel = {
    label: [{ text: caption }],
    height: 210,
    extent,
    toTick: priceTick(extent, formats),
    marks: [
      ...(last === null ? [] : [{ value: last, text: formats.price(last), isTag: true }]),
      ...near.map((level) => ({
        value: level.price,
        text: `${LETTERS[level.kind]} ${formats.price(level.price)}`,
        givesWay: true,
        // The nearest of its kind.
        takesOne: level === levels.find(({ kind }) => kind === level.kind),
        line: (place: Place) => levelLine(level, rows, place),
      })),
    ],
    draw: (place) => [
      svg("path", { class: "bands", d: bandPath(upper, lower, place) }),
      // The close is drawn last, so that it is on top.
      ...averages
        .toReversed()
        .map(({ named, color }) => svg("path", { class: `curve ${color!}`, d: linePath(of(named.name), place) })),
    ],
  };
  const oscillator = (lines: readonly Line[], { low, high } = lines[0]!.named.field.reading!): Panel => ({
    label: lines.map(({ named, color }) => ({ text: named.label, ...(lines.length > 1 ? { color } : {}) })),
    height: 60,
    // A line at 100 must not touch the label above.
    extent: [-4, 104],
    ticks: [low, high],
    toTick: formats.number,
    draw: (place) => {
      const [bottom, top] = [place.y(low), place.y(high)];
      return [
        svg("rect", { class: "middle", x: 0, y: top, width: place.right, height: bottom - top }),
        ...lines.map(({ named, color }) =>
          svg("path", { class: `curve ${color} thin`, d: linePath(of(named.name), place) }),
        ),
      ];
    },
  });
  const macd: Panel = {
    label: [
      { text: labelOf("macd.line"), color: "series-1" },
      { text: labelOf("macd.signal"), color: "series-3" },
    ],
    height: 80,
    extent: macdExtent(of),
    toTick: priceTick(macdExtent(of), formats),
    draw: (place) => [
      ...(["up", "down"] as const).map((tone) =>
        svg("path", { class: `histogram ${tone}`, d: histogramPath(of("macdHistogram"), tone, place) }),
      ),
      svg("path", { class: "curve series-1 thin", d: linePath(of("macdLine"), place) }),
      svg("path", { class: "curve series-3 thin", d: linePath(of("macdSignal"), place) }),
    ],
  };
  const has = (field: string) => of(field).some((value) => value !== null);
  return [
    price,
    ...(has("rsi14") ? [oscillator(RSI)] : []),
    ...(has("stochasticK") ? [oscillator(STOCHASTIC)] : []),
    ...(has("macdLine") ? [macd] : []),
  ];
}

/** Returns the line of a level, from the bar of its swing, or from the left if that is before the drawn bars. */
function levelLine({ kind, price, date }: Level, rows: readonly IndicatorRow[], { x, y, right }: Place): SVGElement {
  const at = rows.findIndex((row) => row["date"] === date);
  return svg("line", { class: `level ${kind}`, x1: at < 0 ? 0 : x(at), x2: right, y1: y(price), y2: y(price) });
}

function macdExtent(of: (field: string) => (number | null)[]): [number, number] {
  return roomyExtent([0, ...of("macdLine"), ...of("macdSignal"), ...of("macdHistogram")]);
}

/** Returns the path of the area between two lines, where both have values. */
function bandPath(upper: readonly (number | null)[], lower: readonly (number | null)[], { x, y }: Place): string {
  const both = upper.flatMap((value, index) => {
    const other = lower[index] ?? null;
    return value === null || other === null ? [] : [{ at: x(index).toFixed(1), top: y(value), base: y(other) }];
  });
  if (both.length < 2) return "";
  const there = both.map(({ at, top }) => `${at} ${top.toFixed(1)}`);
  const back = both.toReversed().map(({ at, base }) => `${at} ${base.toFixed(1)}`);
  return `M${[...there, ...back].join("L")}Z`;
}

function histogramPath(values: readonly (number | null)[], tone: "up" | "down", { x, y, step }: Place): string {
  const width = Math.max(1, Math.min(8, step * 0.6));
  return values
    .flatMap((value, index) =>
      value === null || value >= 0 !== (tone === "up")
        ? []
        : [
            `M${(x(index) - width / 2).toFixed(1)} ${y(0).toFixed(1)}V${y(value).toFixed(1)}h${width.toFixed(1)}V${y(0).toFixed(1)}z`,
          ],
    )
    .join("");
}
