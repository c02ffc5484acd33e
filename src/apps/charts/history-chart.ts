/** The chart of a price history: line or candles, volume below, dividends and splits marked. */
import { svg } from "../parts/elements.js";
import type { Formats } from "../parts/format.js";
import { linePath, priceTick, roomyExtent, type Panel, type Place } from "./time-chart.js";

/** A bar; figures that the source does not give are `null`. */
export type Bar = {
  date: string;
  open: number | null;
  high: number | null;
  low: number | null;
  close: number;
  volume: number | null;
  /** The change on the bar before, where the answer states it. */
  changePercent?: number | null;
};

/** A dividend or a split, at the bar that contains its day. */
export interface Mark {
  index: number;
  kind: "dividend" | "split";
  text: string;
}

export type Style = "line" | "candles";

const PRICE_HEIGHT = 220;
const VOLUME_HEIGHT = 44;
/** Room for the marks below the prices. */
const MARK_ROOM = 20;
const MARK_WIDTH = 17;
const TICK_BELOW = 7;

/** Returns the panels of the chart; `bars` are oldest first; `base`, the close before them, is a dashed line. */
export function historyPanels(
  bars: readonly Bar[],
  marks: readonly Mark[],
  {
    style,
    isLastComplete,
    formats,
    base = null,
  }: { style: Style; isLastComplete: boolean; formats: Formats; base?: number | null },
): Panel[] {
  const closes = bars.map(({ close }) => close);
  const edges = style === "line" ? closes : bars.flatMap(({ high, low, close }) => [high ?? close, low ?? close]);
  const [low, high] = roomyExtent([...edges, base]);
  const room = marks.length > 0 ? ((high - low) * MARK_ROOM) / (PRICE_HEIGHT - MARK_ROOM) : 0;
  const last = closes.at(-1)!;
  const price: Panel = {
    height: PRICE_HEIGHT,
    extent: [low - room, high],
    toTick: priceTick([low, high], formats),
    marks: [
      { value: last, text: formats.price(last), isTag: true },
      ...(base === null ? [] : [{ value: base, text: formats.price(base) }]),
    ],
    draw: (place) => [
      ...(base === null
        ? []
        : [svg("line", { class: "level", x1: 0, x2: place.right, y1: place.y(base), y2: place.y(base) })]),
      ...(style === "line" ? drawLine(closes, isLastComplete, place) : drawCandles(bars, isLastComplete, place)),
      ...drawMarks(marks, place),
    ],
  };
  const most = Math.max(...bars.map(({ volume }) => volume ?? 0));
  if (most === 0) return [price];
  const volume: Panel = {
    label: [{ text: "Volume" }],
    height: VOLUME_HEIGHT,
    extent: [0, most],
    ticks: [most],
    toTick: formats.number,
    draw: (place) => [svg("path", { class: "volume", d: volumePath(bars, place) })],
  };
  return [price, volume];
}

function drawLine(closes: readonly number[], isLastComplete: boolean, place: Place): SVGElement[] {
  const { x, y, bottom } = place;
  const last = closes.length - 1;
  const path = linePath(closes, place);
  const solid = isLastComplete ? path : linePath(closes.slice(0, -1), place);
  const end = { cx: x(last), cy: y(closes[last]!), r: 3.5 };
  return [
    svg("path", { class: "under", d: `${path}L${x(last)} ${bottom}L${x(0)} ${bottom}Z` }),
    svg("path", { class: "curve series-1", d: solid }),
    ...(isLastComplete || last === 0
      ? []
      : [
          svg("line", {
            class: "curve series-1 unfinished",
            x1: x(last - 1),
            y1: y(closes[last - 1]!),
            x2: x(last),
            y2: y(closes[last]!),
          }),
        ]),
    svg("circle", { class: isLastComplete ? "end" : "end unfinished", ...end }),
  ];
}

/** Returns one path for rising bars and one for falling ones; the unfinished bar is dashed. */
function drawCandles(bars: readonly Bar[], isLastComplete: boolean, { x, y, step }: Place): SVGElement[] {
  const width = Math.max(1, Math.min(11, step * 0.64));
  const paths = { up: "", down: "", unfinished: "" };
  bars.forEach((bar, index) => {
    const { open, high, low, close } = bar;
    const from = open ?? close;
    const [top, base] = [y(Math.max(from, close)), y(Math.min(from, close))];
    const middle = x(index).toFixed(1);
    const body = `M${(x(index) - width / 2).toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}v${Math.max(1, base - top).toFixed(1)}h-${width.toFixed(1)}z`;
    const upper = `M${middle} ${y(high ?? close).toFixed(1)}V${top.toFixed(1)}`;
    const lower = `M${middle} ${base.toFixed(1)}V${y(low ?? close).toFixed(1)}`;
    const isUnfinished = index === bars.length - 1 && !isLastComplete;
    paths[isUnfinished ? "unfinished" : directionOf(bar)] += body + upper + lower;
  });
  return [
    svg("path", { class: "candle up", d: paths.up }),
    svg("path", { class: "candle down", d: paths.down }),
    svg("path", { class: `candle unfinished ${directionOf(bars.at(-1)!)}`, d: paths.unfinished }),
  ];
}

function directionOf({ open, close }: Bar): "up" | "down" {
  return close >= (open ?? close) ? "up" : "down";
}

function volumePath(bars: readonly Bar[], { x, y, step, bottom }: Place): string {
  const width = Math.max(0.8, Math.min(11, step * 0.64));
  return bars
    .flatMap(({ volume }, index) =>
      volume === null || volume === 0
        ? []
        : [
            `M${(x(index) - width / 2).toFixed(1)} ${bottom}V${Math.min(y(volume), bottom - 1).toFixed(1)}h${width.toFixed(1)}V${bottom}z`,
          ],
    )
    .join("");
}

/** The letters of marks. */
export const LETTERS = { dividend: "D", split: "S" } as const;

/**
 * Draws the marks of each kind as letters if all of them fit, otherwise as dots or as thin lines. Splits are on top of
 * dividends.
 */
function drawMarks(marks: readonly Mark[], { x, bottom }: Place): SVGElement[] {
  const y = bottom - MARK_ROOM / 2;
  return (["dividend", "split"] as const).flatMap((kind) => {
    const ofKind = marks.filter((mark) => mark.kind === kind);
    const places = ofKind.map(({ index }) => x(index)).toSorted((one, other) => one - other);
    const isDense = places.some((at, index) => index > 0 && at - places[index - 1]! < MARK_WIDTH);
    const radius = isDense ? 3 : 7.5;
    const name = isDense ? `event ${kind} dot` : `event ${kind}`;
    const nearest = Math.min(...places.slice(1).map((at, index) => at - places[index]!));
    // Dots that touch each other look like a bar.
    if (nearest < TICK_BELOW)
      return ofKind.map(({ index, text }) => {
        const line = { class: `event ${kind} tick`, x1: x(index), x2: x(index), y1: y - 4, y2: y + 4 };
        return svg("line", line, svg("title", {}, text));
      });
    return ofKind.map(({ index, text }) => {
      const at = x(index);
      const shape =
        kind === "dividend"
          ? svg("circle", { class: name, cx: at, cy: y, r: radius })
          : svg("rect", { class: name, x: at - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: 2 });
      const letter = svg("text", { class: name, x: at, y: y + 3.5, "text-anchor": "middle" }, LETTERS[kind]);
      return svg("g", {}, svg("title", {}, text), shape, isDense ? null : letter);
    });
  });
}
