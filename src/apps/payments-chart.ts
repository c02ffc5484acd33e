/** Payments as bars on the days they went ex, with the splits between them. */
import { chart } from "./chart.js";
import { svg } from "./elements.js";
import { extentOf, ticksOf, toScale } from "./scale.js";
import type { Words } from "./format.js";

export interface PaymentBar {
  /** YYYY-MM-DD. */
  day: string;
  amount: number;
}

export interface SplitMark {
  day: string;
  /** Such as 4:1. */
  label: string;
}

const HEIGHT = 190;
const TOP = 22;
const BOTTOM = HEIGHT - 22;
const TICKS = 4;
const CHARACTER = 7;
const WIDEST_BAR = 12;
/** Width of a year's label with a gap. */
const YEAR = 44;

/** Returns the chart; splits before the first payment are left out. `unit` follows each amount. */
export function paymentsChart(
  payments: readonly PaymentBar[],
  splits: readonly SplitMark[],
  unit: string,
  words: Words,
): HTMLElement {
  const days = extentOf(payments.map(({ day }) => Date.parse(day)));
  const marks = splits.filter(({ day }) => Date.parse(day) >= days[0] && Date.parse(day) <= days[1]);
  const nameOf = ({ day, amount }: PaymentBar) => `${words.day(day)}: ${words.exact(amount)}${unit}`;
  const description = [
    ...payments.map(nameOf),
    ...marks.map(({ day, label }) => `Split ${words.day(day)}: ${label}`),
  ].join("; ");
  return chart({ title: "Dividends by ex-date", description }, HEIGHT, (width) => {
    const ticks = ticksOf(extentOf([0, ...payments.map(({ amount }) => amount)]), TICKS);
    const left = Math.max(...ticks.map((tick) => words.tick(tick).length)) * CHARACTER + 8;
    const bar = Math.max(1.5, Math.min(WIDEST_BAR, ((width - left) / payments.length) * 0.6));
    const x = toScale(days, [left + bar, width - bar]);
    const y = toScale(extentOf(ticks), [BOTTOM, TOP]);
    return [
      ...ticks.flatMap((tick) => [
        svg("line", { class: tick === 0 ? "zero" : "grid", x1: left, x2: width, y1: y(tick), y2: y(tick) }),
        svg("text", { class: "tick", x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, words.tick(tick)),
      ]),
      ...years(days, x, left, width),
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
      ...marks.flatMap(({ day, label }) => {
        const at = x(Date.parse(day));
        const half = ((label.length + 6) * CHARACTER) / 2;
        const middle = Math.min(Math.max(at, left + half), width - half);
        return [
          svg("line", { class: "now", x1: at, x2: at, y1: TOP - 6, y2: BOTTOM }, svg("title", {}, words.day(day))),
          svg("text", { class: "tick", x: middle, y: 11, "text-anchor": "middle" }, `Split ${label}`),
        ];
      }),
    ];
  });
}

/** The first days of years that leave room for each other. */
function years([first, last]: [number, number], x: (at: number) => number, left: number, width: number): SVGElement[] {
  const yearOf = (at: number) => new Date(at).getUTCFullYear();
  const all = Array.from({ length: yearOf(last) - yearOf(first) }, (_, index) => yearOf(first) + 1 + index);
  const every = Math.max(1, Math.ceil((all.length * YEAR) / (width - left)));
  return all
    .filter((year) => (yearOf(last) - year) % every === 0)
    .flatMap((year) => {
      const at = x(Date.UTC(year, 0));
      const middle = Math.min(at, width - YEAR / 2);
      return [
        svg("line", { class: "grid", x1: at, x2: at, y1: BOTTOM, y2: BOTTOM + 5 }),
        svg("text", { class: "tick", x: middle, y: HEIGHT - 4, "text-anchor": "middle" }, String(year)),
      ];
    });
}
