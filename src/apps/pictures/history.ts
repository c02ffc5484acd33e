/** The price history: change over the range, chart with crosshair, and all figures in a table. */
import { recordIn, numberIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { attempt } from "../parts/attempt.js";
import { mayBeShare } from "../../contract/currency.js";
import { declaredFigure, valueOf, type NamedField } from "../parts/declared-figure.js";
import { change, dotted, html } from "../parts/elements.js";
import type { Formats } from "../parts/format.js";
import { sentence } from "../parts/frame.js";
import { changeOf, headline } from "../parts/headline.js";
import { historyPanels, type Bar, type Style } from "../charts/history-chart.js";
import {
  ALL_BARS,
  BAR_FIELDS,
  barsOf,
  describe,
  HISTORY_TOOL,
  marksOf,
  nameDate,
  textOf,
  zoneWords,
} from "../charts/history-data.js";
import { facts, legend, table } from "./history-parts.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { focusSegment, segments } from "../parts/segments.js";
import { timeChart } from "../charts/time-chart.js";
import { DAY_MS } from "../../lib/day.js";

const RANGES: readonly (readonly [value: string, text: string, title: string])[] = [
  ["1d", "1D", "1 day"],
  ["5d", "5D", "5 days"],
  ["1mo", "1M", "1 month"],
  ["3mo", "3M", "3 months"],
  ["6mo", "6M", "6 months"],
  ["ytd", "YTD", "this year"],
  ["1y", "1Y", "1 year"],
  ["2y", "2Y", "2 years"],
  ["3y", "3Y", "3 years"],
  ["5y", "5Y", "5 years"],
  ["10y", "10Y", "10 years"],
  ["max", "Max", "all there is"],
];
const STYLES = [
  { value: "line", text: "Line" },
  { value: "candles", text: "Candles" },
];
/** Days of the longest range that is drawn by days, unless other bars were asked for. */
const MOST_DAYS = 732;
const BY_DAYS = new Set(["3mo", "6mo", "ytd", "1y", "2y"]);
const INTRADAY = new Set(["1m", "5m", "15m", "1h"]);

/** The chosen style, which stays when another range is drawn. */
let style: Style = "line";

/** Draws the answer of a price history. */
export function drawHistory({ body, currency }: Answer, context: PictureContext): Picture {
  const { formats } = context;
  const symbol = textIn(body, "symbol") ?? "";
  const unit = textIn(body, "currency") ?? currency;
  const interval = textIn(body, "interval") ?? "";
  const isIntraday = INTRADAY.has(interval);
  const adjustment = textIn(body, "adjustment");
  const subheading = dotted(
    unit ?? "currency not given",
    adjustment === null || !mayBeShare(symbol) ? null : `adjusted for ${adjustment}`,
    isIntraday ? zoneWords(body) : null,
  );
  const heading = `${symbol} price history`.trim();
  const total = numberIn(body, "total_bars");
  if (total === null) return { heading, content: [] };
  const place = html("div", { class: "stack" });
  const status = html("p", { class: "key", role: "status" });
  const top = html("div", { class: "bar" });
  let shown = body;

  function draw(): void {
    const styleButtons = segments("Style", STYLES, style, (chosen) => {
      style = chosen as Style;
      draw();
      focusSegment(chosen);
    });
    top.replaceChildren(...choices(symbol, context, status), ...(total === 0 ? [] : [styleButtons]));
    place.replaceChildren(...(total === 0 ? sentence("No prices in this range.") : parts(shown, formats)));
  }

  /** Requests all bars and draws them; if that fails, the chart keeps the bars of the answer. */
  async function drawAll(): Promise<string> {
    const finer = isCoarse ? { interval: "1d" } : {};
    const all = await context.ask(HISTORY_TOOL, { ...context.input, symbol, ...ALL_BARS, ...finer });
    if (barsOf(all.body).length < count) throw new Error("fewer bars");
    shown = all.body;
    draw();
    return "";
  }

  draw();
  const count = barsOf(body).length;
  const isCoarse = !isIntraday && interval !== "1d" && context.input["interval"] === undefined && isShort(body);
  if (count > 0 && (count < total || (isCoarse && context.mayAsk))) {
    const part =
      count < total ? `The newest ${formats.number(count)} of ${formats.number(total)} prices are drawn.` : "";
    const failed = part === "" ? "The prices of all days could not be fetched." : part;
    if (context.mayAsk) attempt(status, part, failed, drawAll);
    else status.textContent = part;
  }
  return {
    heading,
    company: textIn(body, "symbol"),
    subheading,
    content: [...(total === 0 ? [] : [lastClose(body, unit, formats)]), top, place, status],
  };
}

/** Whether the range is short enough to be drawn by days. */
function isShort(body: Fields): boolean {
  const range = recordIn(body, "range");
  const [from, to] = [textIn(range, "from"), textIn(range, "to")];
  return from !== null && to !== null && Date.parse(to) - Date.parse(from) <= MOST_DAYS * DAY_MS;
}

/** Whether the bars are those of one day, whose prices are compared with the close before it. */
function isOneDay(body: Fields, interval: string): boolean {
  const range = recordIn(body, "range");
  return INTRADAY.has(interval) && textIn(range, "from") === textIn(range, "to");
}

/** Returns the last close with the change over the range, the range's days, and the bar from which the change counts. */
function lastClose(body: Fields, unit: string | null, formats: Formats): HTMLElement {
  const summary = recordIn(body, "summary");
  const range = recordIn(body, "range");
  const [from, to] = [textIn(range, "from"), textIn(range, "to")];
  const base = textIn(recordIn(summary, "base"), "date");
  const hasChange = numberIn(summary, "change") !== null && base !== null;
  const since = hasChange ? `, change since ${nameDate(base, "1d", formats)}` : "";
  return headline(
    formats,
    numberIn(summary, "last"),
    unit,
    changeOf(formats, numberIn(summary, "change"), numberIn(summary, "changePercent")),
    from === null || to === null ? null : html("span", { class: "aside" }, `${formats.days(from, to)}${since}`),
  );
}

/** Returns the buttons for another range; none if the host does not allow pictures to call tools. */
function choices(symbol: string, { input, mayAsk, replace }: PictureContext, status: HTMLElement): HTMLElement[] {
  if (!mayAsk) return [];
  const pressed = textIn(input, "range") ?? ("from" in input || "to" in input ? undefined : "1y");
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => name === "adjusted" || name === "as_of"));
  const all = RANGES.map(([value, text, title]) => ({ value, text, title }));
  const buttons = segments("Range", all, pressed, (range) => {
    status.textContent = "Asking for another range …";
    replace(HISTORY_TOOL, { symbol, range, ...(BY_DAYS.has(range) ? { interval: "1d" } : {}), ...kept, ...ALL_BARS })
      .then((isDrawn) => isDrawn && focusSegment(range))
      .catch(() => (status.textContent = "This range could not be fetched."));
  });
  return [buttons];
}

/** Returns the readout of a bar, the chart, and the parts below it. */
function parts(body: Fields, formats: Formats): HTMLElement[] {
  const bars = barsOf(body);
  if (bars.length === 0) return [];
  const interval = textIn(body, "interval") ?? "";
  const marks = marksOf(body, bars, formats);
  const isLastComplete = body["lastBarComplete"] !== false;
  const dateOf = (date: string) => nameDate(date, interval, formats);
  const isUnfinished = (index: number) => !isLastComplete && index === bars.length - 1;
  const base = isOneDay(body, interval) ? numberIn(recordIn(recordIn(body, "summary"), "base"), "close") : null;
  const readout = html("p", { class: "readout" });
  const changesOf = createChangeReader(body, bars, formats);
  const drawn = timeChart({
    title: "Price history",
    description: describe(body, bars, marks, formats),
    dates: bars.map(({ date }) => date),
    panels: historyPanels(bars, marks, { style, isLastComplete, formats, base }),
    formats,
    toText: (index) => textOf(bars[index]!, dateOf, formats) + (isUnfinished(index) ? ", so far" : ""),
    onBar(index) {
      const bar = bars[index]!;
      const when = html("strong", {}, dateOf(bar.date), isUnfinished(index) ? html("small", {}, " so far") : null);
      readout.replaceChildren(when, ...BAR_FIELDS.flatMap((named) => read(bar, named, formats)), ...changesOf(index));
    },
  });
  return [
    readout,
    drawn,
    legend(marks, style, isLastComplete ? null : interval, base === null ? null : formats.price(base)),
    ...facts(body, interval, formats),
    table(bars, dateOf, formats),
  ].filter((part) => part !== null);
}

/**
 * Returns what reads the change of a bar on the one before: as the answer states it, or computed from the two closes,
 * unless the answer withholds the change over the range, as it does over a split that prices do not show.
 */
function createChangeReader(body: Fields, bars: readonly Bar[], formats: Formats): (index: number) => HTMLElement[] {
  const isWithheld = recordIn(body, "summary")["changePercent"] === null;
  return (index) => {
    const [bar, before] = [bars[index]!, bars[index - 1]];
    const own = before && before.close > 0 && !isWithheld ? (bar.close / before.close - 1) * 100 : null;
    const { changePercent = own } = bar;
    if (changePercent === null) return [];
    return [html("span", {}, html("small", {}, "Change"), " ", change(formats, changePercent, "percent"))];
  };
}

function read(bar: Bar, named: NamedField, formats: Formats): HTMLElement[] {
  if (valueOf(bar, named) === null) return [];
  return [html("span", {}, html("small", {}, named.label), " ", declaredFigure(bar, named, formats))];
}
