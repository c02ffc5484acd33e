/** Panels above each other that share one axis of bars, with a crosshair for pointer and keyboard. */
import { placeLabels, type Mark } from "./axis-labels.js";
import { chart } from "./chart.js";
import { html, svg } from "../parts/elements.js";
import { decimalsIn, type Formats } from "../parts/format.js";
import { labelsAt, widthOf } from "./labels.js";
import { ticksOf, toScale } from "./scale.js";
import { timeLabels } from "./time-axis.js";

/** Positions within a panel, in pixels. */
export interface Place {
  x(index: number): number;
  y(value: number): number;
  /** Distance from one bar to the next. */
  step: number;
  top: number;
  bottom: number;
  right: number;
}

export interface Panel {
  /** Texts above the panel, each with the colour of its line. */
  label?: readonly { text: string; color?: string }[];
  height: number;
  extent: readonly [low: number, high: number];
  /** Values with a line and a label; by default round numbers within the extent. */
  ticks?: readonly number[];
  toTick(value: number): string;
  /** Values with a label of their own at the axis, the most important first. */
  marks?: readonly AxisMark[];
  draw(place: Place): SVGElement[];
}

/** A mark with its text; a tag is filled, like that of the last price; its line is drawn only where the label is. */
interface AxisMark extends Mark {
  text: string;
  isTag?: boolean;
  line?(place: Place): SVGElement;
}

interface TimeChart {
  title: string;
  description: string;
  /** Dates of the bars, oldest first. */
  dates: readonly string[];
  panels: readonly Panel[];
  formats: Formats;
  /** The figures of a bar as text, for screen readers. */
  toText(index: number): string;
  /** Called with the bar under the crosshair, and with the newest bar when the crosshair disappears. */
  onBar(index: number): void;
}

const GAP = 16;
/** Room for the upper half of the highest label. */
const TOP = 6;
const AXIS = 20;
const CAPTION = 16;
const TICK_HEIGHT = 38;

/** Returns the chart; arrow keys, Home and End move the crosshair. */
export function timeChart({ title, description, dates, panels, formats, toText, onBar }: TimeChart): HTMLElement {
  const count = dates.length;
  const height = panels.reduce((sum, panel) => sum + captionHeight(panel) + panel.height + GAP, 0) - GAP + AXIS + TOP;
  const ticks = panels.map((panel) => panel.ticks ?? ticksWithin(panel));
  const widths = panels.flatMap(({ toTick, marks = [] }, at) => [
    ...ticks[at]!.map((tick) => widthOf(toTick(tick))),
    ...marks.map(widthOfMark),
  ]);
  const margin = Math.max(...widths, 22);
  let current = count - 1;
  let barWidth = 1;
  const line = svg("line", { class: "crosshair", y1: 0, y2: height - AXIS, visibility: "hidden" });

  const drawing = chart({ title, description }, height, (width) => {
    const right = width - margin - 8;
    const step = right / count;
    barWidth = step;
    placeLine();
    const x = (index: number) => (index + 0.5) * step;
    let top = TOP;
    const elements = panels.flatMap((panel, at) => {
      top += captionHeight(panel);
      const y = toScale(panel.extent, [top + panel.height, top]);
      const place = { x, y, step, top, bottom: top + panel.height, right };
      top = place.bottom + GAP;
      return [...grid(panel, ticks[at]!, place), ...panel.draw(place), caption(panel, place.top)];
    });
    const labels = timeLabels(dates, right, formats).map(({ text, index }) => ({ text, x: index * step }));
    return [
      ...elements,
      ...labels.map(({ x: at }) =>
        svg("line", { class: "grid", x1: at, x2: at, y1: height - AXIS, y2: height - AXIS + 4 }),
      ),
      ...labelsAt(labels, height - 3, [0, right]),
      line,
    ];
  });

  // The slider is beside the drawing, not around it, because screen readers ignore the content of a slider.
  const slider = html("div", {
    class: "cover",
    role: "slider",
    tabindex: 0,
    "aria-label": `${title}, bar`,
    "aria-valuemin": 1,
    "aria-valuemax": count,
  });
  const box = html("div", { class: "time-chart" }, drawing, slider);

  /** Moves the crosshair to the current bar; called again when another width moves the bars. */
  function placeLine(): void {
    const x = (current + 0.5) * barWidth;
    line.setAttribute("x1", String(x));
    line.setAttribute("x2", String(x));
  }

  function select(index: number, isShown = true): void {
    current = Math.min(Math.max(index, 0), count - 1);
    placeLine();
    line.setAttribute("visibility", isShown ? "visible" : "hidden");
    slider.setAttribute("aria-valuenow", String(current + 1));
    slider.setAttribute("aria-valuetext", toText(current));
    onBar(current);
  }

  const leave = () => select(count - 1, false);
  box.addEventListener("pointermove", (event) => {
    select(Math.floor((event.clientX - drawing.getBoundingClientRect().left) / barWidth));
  });
  box.addEventListener("pointerleave", leave);
  slider.addEventListener("blur", leave);
  slider.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(to);
  });
  leave();
  return box;
}

function ticksWithin({ extent, height }: Panel): number[] {
  const [low, high] = extent;
  const within = (count: number) => ticksOf(extent, count).filter((tick) => tick >= low && tick <= high);
  const count = Math.max(1, Math.floor(height / TICK_HEIGHT));
  const ticks = within(count);
  // One tick is no scale; a step of four parts at least fits twice into the extent.
  return ticks.length > 1 || count === 1 ? ticks : within(4);
}

/** Draws the lines and labels of an axis. */
function grid({ toTick, marks = [] }: Panel, ticks: readonly number[], place: Place): SVGElement[] {
  const { y, right } = place;
  const labels = placeLabels(ticks, marks, y);
  return [
    ...ticks.map((tick) => svg("line", { class: "grid", x1: 0, x2: right, y1: y(tick), y2: y(tick) })),
    ...labels.flatMap(({ at, value, mark }) => {
      if (mark === undefined) return [svg("text", { class: "tick", x: right + 8, y: at + 4 }, toTick(value))];
      const tag = { class: "tag", x: right + 4, y: at - 8, width: widthOfMark(mark) + 4, height: 16, rx: 3 };
      return [
        ...(mark.line ? [mark.line(place)] : []),
        ...(mark.isTag ? [svg("rect", tag)] : []),
        svg("text", { class: mark.isTag ? "tag" : "tick exact", x: right + 8, y: at + 4 }, mark.text),
      ];
    }),
  ];
}

/** Returns the width of a mark's label, whose letters are bold. */
const widthOfMark = ({ text }: AxisMark) => widthOf(text) + 6;

const captionHeight = ({ label }: Panel) => (label ? CAPTION : 0);

function caption({ label = [] }: Panel, top: number): SVGElement {
  const parts = label.flatMap(({ text, color }, at) => [
    ...(color === undefined ? [] : [svg("tspan", { class: color, dx: at > 0 ? 10 : 0 }, "● ")]),
    svg("tspan", {}, text),
  ]);
  return svg("text", { class: "tick", x: 0, y: top - 5 }, ...parts);
}

/** Returns an SVG path through the values, with a gap where one is missing. */
export function linePath(values: readonly (number | null)[], { x, y }: Place): string {
  let isOn = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isOn = false;
        return "";
      }
      const point = `${isOn ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      isOn = true;
      return point;
    })
    .join("");
}

/** Returns the extent of all values, with some room above and below. */
export function roomyExtent(values: readonly (number | null)[]): [number, number] {
  const given = values.filter((value) => value !== null);
  const [low, high] = given.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)], [
    Infinity,
    -Infinity,
  ] as [number, number]);
  if (given.length === 0) return [0, 1];
  const room = (high - low) * 0.06 || Math.abs(high) * 0.02 || 1;
  return [low - room, high + room];
}

/**
 * Returns the formatter of ticks of prices, which shows decimals if the extent is small: as many as the ticks need, so that
 * no two of them read the same, and at least those that the price has where they are not the usual ones.
 */
export function priceTick(extent: readonly [number, number], formats: Formats): (value: number) => string {
  const ticks = ticksOf(extent, MOST_TICKS).map((tick) => Number(tick.toPrecision(10)));
  const usual = ticks.every(Number.isInteger) && extent[1] - extent[0] >= 10 ? formats.number : formats.price;
  const decimals = Math.max(formats.decimals ?? 0, ...ticks.map(decimalsIn));
  const isEnough = decimals <= 2 && new Set(ticks.map(usual)).size === ticks.length;
  return isEnough ? usual : formats.fixed(Math.min(decimals, MOST_DECIMALS));
}

/** The most parts of an axis of prices, and the most decimals of its labels. */
const MOST_TICKS = 5;
const MOST_DECIMALS = 10;
