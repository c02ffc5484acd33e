/** Technical indicators: price with averages and bands, RSI and MACD over time, and all latest values. */
import { fieldsIn, listIn, numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { attempt } from "./attempt.js";
import { figure, html, toneOf } from "./elements.js";
import { factList, figureFacts, type FigureRow } from "./fact-list.js";
import { headline } from "./headline.js";
import type { Words } from "./format.js";
import { indicatorPanels, LINES, type Row } from "./indicators-chart.js";
import type { PictureContext, Picture } from "./picture.js";
import { focusSegment, segments } from "./segments.js";
import { timeChart } from "./time-chart.js";

const TOOL = "get_technical_indicators";
/** Half a year of days with all columns. */
const SERIES = { series: "all", limit: 130, format: "csv", fields: ["*"] };

const FAILED = "The values over time could not be fetched; only the latest values are shown.";

const INTERVALS = [
  { value: "1d", text: "Daily" },
  { value: "1wk", text: "Weekly" },
];
const RETURNS = [
  ["1d", "1D"],
  ["5d", "5D"],
  ["1mo", "1M"],
  ["3mo", "3M"],
  ["6mo", "6M"],
  ["ytd", "YTD"],
  ["1y", "1Y"],
] as const;

/** Draws the answer of technical indicators. */
export function drawIndicators({ body, currency }: Answer, context: PictureContext): Picture {
  const { words, mayAsk, replace } = context;
  const symbol = textIn(body, "symbol") ?? "";
  const heading = `${symbol} technical indicators`.trim();
  const unit = textIn(body, "currency") ?? currency;
  const day = textIn(body, "date");
  const close = numberIn(body, "close");
  if (close === null) return { heading, content: [] };
  const interval = textIn(body, "interval") ?? "1d";
  const status = html("p", { class: "key", role: "status" });
  const choose = (value: string) => {
    status.textContent = "Asking for another interval …";
    replace(TOOL, { symbol, interval: value, ...SERIES })
      .then((isDrawn) => isDrawn && focusSegment(value))
      .catch(() => (status.textContent = "This interval could not be fetched."));
  };
  return {
    heading,
    company: textIn(body, "symbol"),
    subheading: [
      unit ?? "currency not given",
      interval === "1wk" ? "weekly closes" : "daily closes",
      "adjusted for splits",
    ].join(" · "),
    content: [
      html(
        "div",
        { class: "bar" },
        headline(
          words,
          close,
          unit,
          day === null
            ? null
            : html("span", { class: "aside" }, interval === "1wk" ? `Week of ${words.day(day)}` : words.day(day)),
        ),
        mayAsk ? segments("Interval", INTERVALS, interval, choose) : null,
      ),
      returns(body, words),
      overTime(body, context, interval, status),
      status,
      ...latest(body, words),
    ].filter((part) => part !== null),
  };
}

/** Returns the chart of the series in the answer; if it has none, of those that it requests through the host. */
function overTime(body: Fields, context: PictureContext, interval: string, status: HTMLElement): HTMLElement {
  const place = html("div", { class: "stack" });
  const draw = (all: Fields) => place.replaceChildren(...chartOf(listIn(all, "series").toReversed(), context.words));
  async function ask(): Promise<string> {
    draw((await context.ask(TOOL, { symbol: textIn(body, "symbol"), interval, ...SERIES })).body);
    return "";
  }

  if (listIn(body, "series").length > 1) draw(body);
  else if (!context.mayAsk)
    status.textContent =
      "This host does not let pictures request the values over time; only the latest values are shown.";
  else attempt(status, "Asking for the values over time …", FAILED, ask);
  return place;
}

function chartOf(rows: readonly Row[], words: Words): HTMLElement[] {
  if (rows.length < 2) return [];
  const readout = html("p", { class: "readout" });
  const dateOf = (row: Row) => words.day(textIn(row, "date") ?? "");
  const shown = LINES.filter(({ field }) => rows.some((row) => numberIn(row, field) !== null));
  const drawn = timeChart({
    title: "Price and indicators",
    description: `${rows.length} bars; the newest: ${textOf(rows.at(-1)!, dateOf, words)}`,
    dates: rows.map((row) => textIn(row, "date") ?? ""),
    panels: indicatorPanels(rows, words),
    words,
    toText: (index) => textOf(rows[index]!, dateOf, words),
    onBar(index) {
      const row = rows[index]!;
      readout.replaceChildren(
        html("strong", {}, dateOf(row)),
        ...shown.map(({ field, name, color, style }) =>
          html(
            "span",
            {},
            color === undefined ? null : html("span", { class: `swatch ${color}`, "aria-hidden": "true" }),
            html("small", {}, name),
            " ",
            figure(words, numberIn(row, field), style),
          ),
        ),
      );
    },
  });
  return [readout, drawn];
}

function textOf(row: Row, dateOf: (row: Row) => string, words: Words): string {
  const figures = LINES.flatMap(({ field, name }) => {
    const value = numberIn(row, field);
    return value === null ? [] : [`${name} ${words.exact(value)}`];
  });
  return `${dateOf(row)}: ${figures.join(", ")}`;
}

function returns(body: Fields, words: Words): HTMLElement {
  const fields = fieldsIn(body, "returns");
  const tiles = [
    ...RETURNS.map(([field, label]) => [label, numberIn(fields, field)] as const),
    ["vs 52W high", numberIn(body, "fromHigh52")] as const,
  ];
  return html(
    "dl",
    { class: "tiles", "aria-label": "Returns without dividends, and the distance from the 52-week high" },
    ...tiles.map(([label, value]) => {
      const tone = toneOf(value ?? 0);
      return html("div", {}, html("dt", {}, label), html("dd", { class: tone }, figure(words, value, "percent")));
    }),
  );
}

/** Returns the values that the chart does not show, and those that it shows in a list that opens. */
function latest(body: Fields, words: Words): HTMLElement[] {
  const [sma, ema, macd] = ["sma", "ema", "macd"].map((name) => fieldsIn(body, name));
  const [bands, stochastic] = ["bollinger20", "stochastic"].map((name) => fieldsIn(body, name));
  const main: FigureRow[] = [
    ["52-week high", numberIn(body, "high52"), "price"],
    ["52-week low", numberIn(body, "low52"), "price"],
    ["Largest fall, 1 year", numberIn(body, "maxDrawdown1y"), "share"],
    ["Volatility, 20 bars, annual", numberIn(body, "volatility20"), "share"],
    ["Beta, 1 year, to the S&P 500", numberIn(body, "beta1y"), "number"],
    ["Volume / mean of 20 bars", numberIn(body, "volumeRatio20"), "number"],
    ["ATR 14", numberIn(body, "atr14"), "price"],
    ["Williams %R 14", numberIn(body, "williams14"), "number"],
    ["Stochastic %K 14", numberIn(stochastic!, "k"), "number"],
    ["Stochastic %D 3", numberIn(stochastic!, "d"), "number"],
  ];
  const drawn: FigureRow[] = [
    ["SMA 20", numberIn(sma!, "20"), "price"],
    ["SMA 50", numberIn(sma!, "50"), "price"],
    ["SMA 200", numberIn(sma!, "200"), "price"],
    ["EMA 12", numberIn(ema!, "12"), "price"],
    ["EMA 26", numberIn(ema!, "26"), "price"],
    ["Bollinger upper", numberIn(bands!, "upper"), "price"],
    ["Bollinger lower", numberIn(bands!, "lower"), "price"],
    ["RSI 14", numberIn(body, "rsi14"), "number"],
    ["MACD", numberIn(macd!, "line"), "price"],
    ["MACD signal", numberIn(macd!, "signal"), "price"],
    ["MACD histogram", numberIn(macd!, "histogram"), "price"],
  ];
  const drawnFacts = factList(figureFacts(drawn, words));
  return [
    factList(figureFacts(main, words)),
    drawnFacts && html("details", {}, html("summary", {}, "Averages, bands, RSI and MACD"), drawnFacts),
  ].filter((part) => part !== null);
}
