/** Price returns of several securities as lines from a common start, from histories that are asked through the host. */
import { numberIn, recordIn, textIn, type Fields } from "../parts/answer.js";
import { html, section, sign, svg, toneOf } from "../parts/elements.js";
import { ALL_BARS, barsOf, HISTORY_TOOL, nameDate } from "./history-data.js";
import type { PictureContext } from "../parts/picture.js";
import { linePath, roomyExtent, timeChart, type Panel } from "./time-chart.js";

/** The most lines, each of which has a colour. */
const MOST_LINES = 6;

/** One line: the return in percent on each of its days. */
interface Line {
  symbol: string;
  /** The day of the close from which the returns count. */
  from: string;
  on: ReadonlyMap<string, number>;
}

/** Returns the section with the lines of these symbols; it stays empty if fewer than two of them have a history. */
export function returnsChart(symbols: readonly string[], days: Fields, context: PictureContext): HTMLElement {
  const place = html("div", { class: "stack" });
  const asked = symbols.slice(0, MOST_LINES).map(async (symbol): Promise<Line> => {
    const { body } = await context.ask(HISTORY_TOOL, { symbol, ...days, interval: "1d", ...ALL_BARS });
    const start = recordIn(recordIn(body, "summary"), "base");
    const base = numberIn(start, "close");
    const bars = base === null || base <= 0 ? [] : barsOf(body);
    return {
      symbol,
      from: textIn(start, "date") ?? bars[0]?.date ?? "",
      on: new Map(bars.map(({ date, close }) => [date, (close / base! - 1) * 100])),
    };
  });
  Promise.allSettled(asked)
    .then((settled) =>
      settled.flatMap((each) => (each.status === "fulfilled" && each.value.on.size > 1 ? each.value : [])),
    )
    .then((lines) => lines.length > 1 && place.append(drawn(lines, context)))
    .catch(() => {});
  return place;
}

function drawn(lines: readonly Line[], { formats }: PictureContext): HTMLElement {
  const dates = [...new Set(lines.flatMap(({ on }) => [...on.keys()]))].toSorted();
  const [from] = lines.map((each) => each.from).toSorted();
  const all = lines.map(({ symbol, on }, index) => ({ symbol, values: held(dates, on), color: `series-${index + 1}` }));
  const extent = roomyExtent([0, ...all.flatMap(({ values }) => values)]);
  const panel: Panel = {
    height: 190,
    extent,
    toTick: (value) => `${formats.number(value)} %`,
    draw: (at) => [
      svg("line", { class: "zero", x1: 0, x2: at.right, y1: at.y(0), y2: at.y(0) }),
      ...all.map(({ values, color }) => svg("path", { class: `curve ${color}`, d: linePath(values, at) })),
    ],
  };
  const readout = html("p", { class: "readout" });
  const textOf = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : formats.percent(value);
  const toText = (index: number) =>
    `${nameDate(dates[index]!, "1d", formats)}: ${all.map(({ symbol, values }) => `${symbol} ${textOf(values[index])}`).join(", ")}`;
  const chart = timeChart({
    title: "Price returns",
    description: toText(dates.length - 1),
    dates,
    panels: [panel],
    formats,
    toText,
    onBar: (index) =>
      readout.replaceChildren(
        html("strong", {}, nameDate(dates[index]!, "1d", formats)),
        ...all.map(({ symbol, values, color }) => {
          const value = values[index] ?? null;
          const figure = html("span", { class: value === null ? "none" : toneOf(value) }, textOf(value));
          return html("span", {}, sign(`swatch ${color}`), html("small", {}, symbol), " ", figure);
        }),
      ),
  });
  return section(`Price return, ${formats.days(from!, dates.at(-1)!)}`, readout, chart);
}

/** Returns the values on these days; a day without a price, such as a holiday, keeps that of the day before. */
function held(dates: readonly string[], on: ReadonlyMap<string, number>): (number | null)[] {
  let last: number | null = null;
  return dates.map((date) => (last = on.get(date) ?? last));
}

/** Returns the days of a comparison: those of its rows, or the year of the figure beside it. */
export function daysOf(stocks: readonly Fields[]): Fields {
  const [from, to] = ["startDate", "endDate"].map((name) =>
    stocks.flatMap((stock) => textIn(stock, name) ?? []).toSorted(),
  ) as [string[], string[]];
  return from.length > 0 && to.length > 0 ? { from: from[0], to: to.at(-1) } : { range: "1y" };
}
