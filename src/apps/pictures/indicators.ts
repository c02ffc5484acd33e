/** Technical indicators: price with averages and bands, RSI and MACD over time, and all latest values. */
import { toBandWords } from "../../contract/field-facts.js";
import { recordIn, listIn, numberIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { attempt } from "../parts/attempt.js";
import { mayBeShare } from "../../contract/currency.js";
import { declaredFigure, evenFor, factsAt, fieldAt, fieldsIn, valueOf } from "../parts/declared-figure.js";
import { INDICATORS_FIELDS } from "../parts/declared-fields.js";
import { dotted, html, sign } from "../parts/elements.js";
import { factList } from "../parts/fact-list.js";
import { headline } from "../parts/headline.js";
import type { Formats } from "../parts/format.js";
import { nameDate } from "../charts/history-data.js";
import { indicatorPanels, LINES, type IndicatorRow } from "../charts/indicators-chart.js";
import { levelFacts, levelsOf, type Level } from "../charts/indicator-levels.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { focusSegment, segments } from "../parts/segments.js";
import { timeChart } from "../charts/time-chart.js";

const TOOL = "get_technical_indicators";
/** Half a year of days with all columns, and three supports and resistances. */
const SERIES = { series: "all", limit: 130, format: "csv", fields: ["*"], levels: true };

const FAILED = "The values over time could not be fetched; only the latest values are shown.";

/** The longest figure of a narrow tile, with its hidden arrow: `▲+116.78 %`. */
const TILE_LENGTH = 10;

const INTERVALS = [
  { value: "1h", text: "Hourly" },
  { value: "1d", text: "Daily" },
  { value: "1wk", text: "Weekly" },
];
const CLOSES: Readonly<Record<string, string>> = { "1h": "hourly closes", "1wk": "weekly closes" };
/** The values that the chart does not show. */
const FACTS = [
  "high52",
  "low52",
  "maxDrawdown1y",
  "volatility20",
  "beta1y",
  "volumeRatio20",
  "roc12",
  "atr14",
  "williams14",
];
/** The values that it shows. */
const DRAWN = [
  "sma.20",
  "sma.50",
  "sma.200",
  "ema.12",
  "ema.26",
  "bollinger20.upper",
  "bollinger20.lower",
  "bollingerSample.upper",
  "bollingerSample.lower",
  "rsi14",
  "stochastic.k",
  "stochastic.d",
  "macd.line",
  "macd.signal",
  "macd.histogram",
];

/** Draws the answer of technical indicators. */
export function drawIndicators(answer: Answer, context: PictureContext): Picture {
  const { body, currency } = answer;
  const { formats, mayAsk, replace } = context;
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
    replace(TOOL, { symbol, interval: value, ...keptOf(context), ...SERIES })
      .then((isDrawn) => isDrawn && focusSegment(value))
      .catch(() => (status.textContent = "This interval could not be fetched."));
  };
  return {
    heading,
    company: textIn(body, "symbol"),
    // A bar within a day has the offset of its exchange.
    zone: day !== null && day.length > 10 ? day.slice(19) : null,
    subheading: dotted(
      unit ?? "currency not given",
      CLOSES[interval] ?? "daily closes",
      mayBeShare(symbol) ? "adjusted for splits" : null,
    ),
    content: [
      html(
        "div",
        { class: "bar" },
        headline(
          formats,
          close,
          unit,
          day === null ? null : html("span", { class: "aside" }, nameDate(day, interval, formats)),
        ),
        mayAsk ? segments("Interval", INTERVALS, interval, choose) : null,
      ),
      returns(body, formats),
      signals(answer, interval, formats),
      overTime(body, context, interval, status),
      status,
      ...latest(answer, formats),
    ].filter((part) => part !== null),
  };
}

/** Returns the parameters of the question that stay for others: a past day. */
function keptOf({ input }: PictureContext): Fields {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name === "as_of"));
}

/** Returns the chart of the series in the answer; if it has none, of those that it requests through the host. */
function overTime(body: Fields, context: PictureContext, interval: string, status: HTMLElement): HTMLElement {
  const place = html("div", { class: "stack" });
  const draw = (all: Fields) => {
    const levels = levelsOf(all);
    place.replaceChildren(
      ...chartOf(listIn(all, "series").toReversed(), levels, interval, context.formats),
      ...levelFacts(all, levels, interval, context.formats),
    );
  };
  async function ask(): Promise<string> {
    const asked = { symbol: textIn(body, "symbol"), interval, ...keptOf(context), ...SERIES };
    draw((await context.ask(TOOL, asked)).body);
    return "";
  }

  draw(body);
  if (listIn(body, "series").length > 1) return place;
  if (!context.mayAsk)
    status.textContent =
      "This host does not let pictures request the values over time; only the latest values are shown.";
  else attempt(status, "Asking for the values over time …", FAILED, ask);
  return place;
}

function chartOf(
  rows: readonly IndicatorRow[],
  levels: readonly Level[],
  interval: string,
  formats: Formats,
): HTMLElement[] {
  if (rows.length < 2) return [];
  const readout = html("p", { class: "readout" });
  const dateOf = (row: IndicatorRow) => nameDate(textIn(row, "date") ?? "", interval, formats);
  const shown = LINES.filter(({ named }) => rows.some((row) => numberIn(row, named.name) !== null));
  const drawn = timeChart({
    title: "Price and indicators",
    description: `${rows.length} prices; the newest: ${textOf(rows.at(-1)!, dateOf, formats)}`,
    dates: rows.map((row) => textIn(row, "date") ?? ""),
    panels: indicatorPanels(rows, levels, formats),
    formats,
    toText: (index) => textOf(rows[index]!, dateOf, formats),
    onBar(index) {
      const row = rows[index]!;
      readout.replaceChildren(
        html("strong", {}, dateOf(row)),
        ...shown.map(({ named, color }) =>
          html(
            "span",
            {},
            color === undefined ? null : sign(`swatch ${color}`),
            html("small", {}, named.label),
            " ",
            declaredFigure(row, named, evenFor(named, formats)),
          ),
        ),
      );
    },
  });
  return [readout, drawn];
}

function textOf(row: IndicatorRow, dateOf: (row: IndicatorRow) => string, formats: Formats): string {
  const figures = LINES.flatMap(({ named: { name, label } }) => {
    const value = numberIn(row, name);
    return value === null ? [] : [`${label} ${formats.exact(value)}`];
  });
  return `${dateOf(row)}: ${figures.join(", ")}`;
}

/** Returns the tiles; `null` if the answer has none of them, as that of hours. */
function returns(body: Fields, formats: Formats): HTMLElement | null {
  const row = { ...recordIn(body, "returns"), fromHigh52: body["fromHigh52"] };
  const tiles = [...fieldsIn(INDICATORS_FIELDS, "returns"), fieldAt(INDICATORS_FIELDS, "fromHigh52")];
  if (tiles.every((each) => valueOf(row, each) === null)) return null;
  const figures = tiles.map((each) => declaredFigure(row, each, formats));
  const isLong = figures.some(({ textContent }) => textContent!.length > TILE_LENGTH);
  return html(
    "dl",
    {
      class: isLong ? "tiles wide" : "tiles",
      "aria-label": "Returns without dividends, and the distance from the 52-week high",
    },
    ...tiles.map(({ label }, index) => html("div", {}, html("dt", {}, label), html("dd", {}, figures[index]!))),
  );
}

/** Returns what the latest values mean: RSI, MACD, the price and its mean, and the last crossing of two means. */
function signals({ body }: Answer, interval: string, formats: Formats): HTMLElement | null {
  const [rsi, close] = [numberIn(body, "rsi14"), numberIn(body, "close")];
  const mean = numberIn(recordIn(body, "sma"), "200");
  const macd = recordIn(body, "macd");
  const [line, signal] = [numberIn(macd, "line"), numberIn(macd, "signal")];
  const crossing = recordIn(body, "crossing");
  const [type, date] = [textIn(crossing, "type"), textIn(crossing, "date")];
  const tiles = [
    rsi === null ? null : meaning(RSI.label, formats.fixed(2)(rsi), toBandWords(RSI.field.reading!, rsi, formats)),
    line === null || signal === null
      ? null
      : meaning("MACD", formats.change(line), line >= signal ? "above its signal" : "below its signal"),
    mean === null || mean <= 0 || close === null
      ? null
      : meaning("Price to SMA 200", formats.percent((close / mean - 1) * 100), close >= mean ? "above" : "below"),
    type === null || date === null
      ? null
      : meaning("Last crossing", `${type === "golden" ? "Golden" : "Death"} cross`, nameDate(date, interval, formats)),
  ].filter((tile) => tile !== null);
  return tiles.length === 0 ? null : html("dl", { class: "tiles wide", "aria-label": "Signals" }, ...tiles);
}

const RSI = fieldAt(INDICATORS_FIELDS, "rsi14");

function meaning(label: string, value: string, text: string): HTMLElement {
  return html("div", {}, html("dt", {}, label), html("dd", {}, value), html("dd", {}, html("small", {}, text)));
}

/** Returns the values that the chart does not show, and those that it shows in a list that opens. */
function latest(answer: Answer, formats: Formats): HTMLElement[] {
  const drawn = factList(factsAt(answer, INDICATORS_FIELDS, DRAWN, formats));
  return [
    ...factList(factsAt(answer, INDICATORS_FIELDS, FACTS, formats)),
    ...drawn.map((list) => html("details", {}, html("summary", {}, "Averages, bands, RSI, stochastic and MACD"), list)),
  ];
}
