/** Payments as bars on their ex-dates, with splits as lines between them. */
import { chart } from "./chart.js";
import { svg } from "../parts/elements.js";
import { labelsAt, valueAxis } from "./labels.js";
import { extentOf, toScale } from "./scale.js";
import type { Formats } from "../parts/format.js";

interface PaymentBar {
  /** YYYY-MM-DD. */
  day: string;
  amount: number;
}

interface SplitMark {
  day: string;
  /** Such as 4:1. */
  label: string;
}

const HEIGHT = 190;
const TOP = 8;
/** Room for the names of splits. */
const SPLITS = 16;
const BOTTOM = HEIGHT - 22;
const WIDEST_BAR = 12;
/** Width of a year's label with a gap. */
const YEAR = 44;

/** Returns the chart; splits before the first and after the last payment are left out. `unit` follows each amount. */
export function paymentsChart(
  payments: readonly PaymentBar[],
  splits: readonly SplitMark[],
  unit: string,
  formats: Formats,
): HTMLElement {
  const days = extentOf(payments.map(({ day }) => Date.parse(day)));
  const marks = splits
    .filter(({ day }) => Date.parse(day) >= days[0] && Date.parse(day) <= days[1])
    .toSorted((one, other) => one.day.localeCompare(other.day));
  const nameOf = ({ day, amount }: PaymentBar) => `${formats.day(day)}: ${formats.exact(amount)}${unit}`;
  const description = [
    ...payments.map(nameOf),
    ...marks.map(({ day, label }) => `Split ${formats.day(day)}: ${label}`),
  ].join("; ");
  return chart({ title: "Dividends by ex-date", description }, HEIGHT, (width) => {
    const top = marks.length > 0 ? TOP + SPLITS : TOP;
    const axis = valueAxis([0, ...payments.map(({ amount }) => amount)], BOTTOM, top, formats);
    const { left, y } = axis;
    const bar = Math.max(1.5, Math.min(WIDEST_BAR, ((width - left) / payments.length) * 0.6));
    const x = toScale(days, [left + bar, width - bar]);
    return [
      ...axis.draw(width),
      ...years(days, x, left, width, formats),
      ...payments.map((payment) =>
        svg(
          "rect",
          {
            class: "series-1",
            x: x(Date.parse(payment.day)) - bar / 2,
            width: bar,
            y: y(payment.amount),
            height: Math.max(1, y(0) - y(payment.amount)),
            rx: Math.min(2, bar / 4),
          },
          svg("title", {}, nameOf(payment)),
        ),
      ),
      ...marks.map(({ day }) => {
        const at = x(Date.parse(day));
        return svg(
          "line",
          { class: "now", x1: at, x2: at, y1: top - 6, y2: BOTTOM },
          svg("title", {}, formats.day(day)),
        );
      }),
      ...labelsAt(
        marks.map(({ day, label }) => ({ text: `Split ${label}`, x: x(Date.parse(day)) })),
        11,
        [left, width],
      ),
    ];
  });
}

/** Draws the labels of as many years as fit, each at its first day. */
function years(
  [first, last]: [number, number],
  x: (at: number) => number,
  left: number,
  width: number,
  formats: Formats,
): SVGElement[] {
  const yearOf = (at: number) => new Date(at).getUTCFullYear();
  const all = Array.from({ length: yearOf(last) - yearOf(first) }, (_, index) => yearOf(first) + 1 + index);
  const every = Math.max(1, Math.ceil((all.length * YEAR) / (width - left)));
  const months = [first, last].map((at) => ({ text: formats.month(new Date(at).toISOString()), x: x(at) }));
  const shown = all
    .filter((year) => (yearOf(last) - year) % every === 0)
    .map((year) => ({ text: String(year), x: x(Date.UTC(year, 0)) }));
  // Less than two years are no scale, so the first and the last month are labelled too, a single payment with its month.
  const ends = shown.length < 2 ? months.slice(first === last ? 1 : 0) : [];
  return [
    ...shown.map(({ x: at }) => svg("line", { class: "grid", x1: at, x2: at, y1: BOTTOM, y2: BOTTOM + 5 })),
    ...labelsAt(
      [...shown, ...ends].toSorted((one, other) => one.x - other.x),
      HEIGHT - 4,
      [0, width],
    ),
  ];
}
