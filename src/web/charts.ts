/** Script of the charts of `/`. */
import uPlot from "uplot";
import type { EndpointTraffic, StatusReport } from "../status/report.js";
import { atMost, toCount, toTime } from "../status/format.js";

type Series = (number | null)[];
type SlotCounts = Pick<EndpointTraffic, "counts" | "refused_counts" | "failed_counts">;

const HEIGHT = 150;
const SPARK = { width: 120, height: 28 };

/** Charts by the id of their element or the name of their endpoint; discarded when the colours change. */
const charts = new Map<string, uPlot>();

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The report that the charts show. */
let drawn: StatusReport | undefined;
/** Whether the server is silent: the axis then has times of day. */
let isPast = false;

/** Draws all charts, or updates existing ones. */
export function drawCharts(report: StatusReport): void {
  if (isPast !== (isPast = document.body.classList.contains("silent"))) forgetCharts();
  const { traffic, endpoints } = (drawn = report);
  const { slot_seconds: slotSeconds, p50_ms: p50, p99_ms: p99 } = traffic;
  const requests = stackedRequests(traffic);
  const minutes = p50.map((_, slot) => ((slot + 1 - p50.length) * slotSeconds) / 60);
  const sums = requests.map((counts) => counts.reduce((sum, count) => sum + count, 0));
  show("chart-requests", minutes, requests, barsOptions, `In the last 15 minutes: ${countsOf(sums)}`);
  const newest = p99.findLast((time) => time !== null) ?? null;
  show("chart-times", minutes, [p99, p50], timesOptions, `Response times; the latest p99 is ${atMost(newest)}`);
  for (const { name } of endpoints) {
    const figures = traffic.endpoints[name];
    const cell = document.querySelector<HTMLElement>(`[data-spark="${name}"]`);
    if (figures && cell) drawSpark(cell, name, [minutes, ...stacked(figures, minutes)]);
  }
}

/** Returns the heights of bars drawn over each other: all requests, then those not answered, then those that failed. */
function stacked(
  { counts, refused_counts: refused, failed_counts: failed }: SlotCounts,
  slots: readonly number[] = counts,
): number[][] {
  const at = (some: number[] | undefined, slot: number) => some?.[slot] ?? 0;
  return [
    slots.map((_, slot) => at(counts, slot)),
    slots.map((_, slot) => at(failed, slot) + at(refused, slot)),
    slots.map((_, slot) => at(failed, slot)),
  ];
}

const stackedRequests = (traffic: StatusReport["traffic"]) => stacked({ ...traffic, counts: traffic.requests });

/** Returns the heights of stacked bars in words. */
function countsOf([all = 0, unanswered = 0, failed = 0]: number[]): string {
  return `${toCount(all)} requests, ${toCount(unanswered - failed)} refused, ${toCount(failed)} failed`;
}

/** Says below the heading of a chart what the bar at the pointer, or the one chosen with the arrow keys, stands for. */
function readOut(chart: uPlot): void {
  const { idx } = chart.cursor;
  const place = chart.root.closest("figure")?.querySelector(".readout");
  const report = drawn;
  if (!place) return;
  if (idx === null || idx === undefined || report === undefined) return place.replaceChildren();
  const { slot_seconds: seconds, requests, p50_ms: p50, p99_ms: p99 } = report.traffic;
  const end = Date.parse(report.at) - (requests.length - 1 - idx) * seconds * 1000;
  const time = `${new Date(end).toISOString().slice(11, 19)} UTC`;
  const says =
    chart === charts.get("chart-times")
      ? `p50 ${atMost(p50[idx] ?? null)}, p99 ${atMost(p99[idx] ?? null)}`
      : countsOf(stackedRequests(report.traffic).map((counts) => counts[idx]!));
  place.textContent = `About ${time}: ${says}`;
}

/** Lets the arrow keys choose a bar. */
function chooseByKeys(place: HTMLElement, id: string): void {
  place.addEventListener("keydown", ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const chart = charts.get(id);
    if (step === undefined || !chart) return;
    const minutes = chart.data[0];
    const last = minutes.length - 1;
    const chosen = Math.min(last, Math.max(0, (chart.cursor.idx ?? last + 1) + step));
    chart.setCursor({ left: chart.valToPos(minutes[chosen]!, "x"), top: 0 });
  });
}

/** Discards the charts, so that they are created again with the current colours. */
function forgetCharts(): void {
  for (const chart of charts.values()) chart.destroy();
  charts.clear();
}

/** Fits the charts to the page's width. */
function fitCharts(): void {
  for (const id of ["chart-requests", "chart-times"]) {
    const place = document.getElementById(id);
    if (place) charts.get(id)?.setSize({ width: place.clientWidth, height: HEIGHT });
  }
}

function show(
  id: string,
  minutes: number[],
  series: Series[],
  toOptions: (width: number) => uPlot.Options,
  label: string,
): void {
  const place = document.getElementById(id);
  if (!place) return;
  // Without a chart it is no picture, which would need a label.
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", label);
  place.toggleAttribute("data-empty", !series.flat().some(Boolean));
  const chart = charts.get(id);
  if (chart) chart.setData([minutes, ...series]);
  else {
    if (place.tabIndex < 0) chooseByKeys(place, id);
    place.tabIndex = 0;
    charts.set(id, new uPlot(toOptions(place.clientWidth), [minutes, ...series], place));
  }
}

/** Draws a row's chart. Each update replaces the table's elements, so the existing chart is moved into its new cell. */
function drawSpark(cell: HTMLElement, name: string, data: [number[], ...number[][]]): void {
  let chart = charts.get(name);
  if (chart) chart.setData(data);
  else charts.set(name, (chart = new uPlot(sparkOptions(), data)));
  chart.root.setAttribute("role", "img");
  chart.root.setAttribute("aria-label", "Requests of the last 15 minutes");
  cell.append(chart.root);
}

const bars = (size: number) => uPlot.paths.bars!({ size: [size, 20], align: 0 });

/** The series of `stacked`. Failures are striped, so that their colour is not their only sign. */
function stackedSeries(size: number): uPlot.Series[] {
  const striped = stripes(colour("--bad"), colour("--card"));
  return [colour("--brand"), colour("--refused"), striped].map((fill) => ({
    fill: () => fill,
    width: 0,
    points: { show: false },
    paths: bars(size),
  }));
}

/** Returns a pattern of stripes from the lower left to the upper right. */
function stripes(dark: string, light: string): CanvasPattern {
  const size = 6 * devicePixelRatio;
  const tile = new OffscreenCanvas(size, size);
  const context = tile.getContext("2d")!;
  context.fillStyle = dark;
  context.fillRect(0, 0, size, size);
  context.strokeStyle = light;
  context.lineWidth = size / 5;
  // The corners belong to the neighbouring stripes.
  for (const x of [-size, 0, size]) {
    context.moveTo(x - 1, size + 1);
    context.lineTo(x + size + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, "repeat")!;
}

/** Steps of an axis of whole numbers. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000];

function axes(format: (value: number) => string, incrs?: number[]): uPlot.Axis[] {
  const common = {
    stroke: colour("--soft"),
    font: "12px system-ui, sans-serif",
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  const ago = (minute: number) => {
    if (isPast) return new Date(Date.parse(drawn!.at) + minute * 60_000).toISOString().slice(11, 16);
    return minute === 0 ? "now" : `${-minute} min`;
  };
  return [
    { ...common, grid: { show: false }, gap: 9, size: 32, splits: [-15, -10, -5, 0], values: (_, all) => all.map(ago) },
    {
      ...common,
      size: 52,
      ...(incrs && { incrs }),
      values: (_, all) => all.map((value) => (value === null ? "" : format(value))),
    },
  ];
}

const COMMON = {
  legend: { show: false },
  scales: { x: { time: false, range: [-15, 0.25] } },
} satisfies Partial<uPlot.Options>;
const LARGE = {
  ...COMMON,
  height: HEIGHT,
  padding: [8, 16, 0, 0],
  cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
  hooks: { setCursor: [readOut] },
} satisfies Partial<uPlot.Options>;

function barsOptions(width: number): uPlot.Options {
  return {
    ...LARGE,
    width,
    axes: axes(toCount, WHOLE),
    scales: { ...COMMON.scales, y: { range: (_chart, _low, high) => [0, Math.max(4, high * 1.1)] } },
    series: [{}, ...stackedSeries(0.8)],
  };
}

/** Below the first bound of the metrics, 0.2 ms. */
const SHORTEST_MS = 0.1;

/** Keeps only powers of ten, so that only these have grid lines and labels on the logarithmic axis. */
const powers: uPlot.Axis.Filter = (_chart, splits) =>
  splits.map((split) => (Number.isInteger(Math.log10(split)) ? split : null));

function timesOptions(width: number): uPlot.Options {
  const [x, y] = axes(toTime);
  const fill = (colours: string): uPlot.Series => ({
    fill: colour(colours),
    width: 0,
    points: { show: false },
    paths: bars(0.8),
  });
  return {
    ...LARGE,
    width,
    scales: {
      ...COMMON.scales,
      y: {
        distr: 3,
        // The floor is fixed, below the shortest bound, so that the same time always has the same height.
        range: (_chart, _low, high) => [SHORTEST_MS, Math.max(1000, 10 ** Math.ceil(Math.log10((high || 1) * 1.01)))],
      },
    },
    axes: [x!, { ...y, filter: powers, grid: { ...y!.grid, filter: powers } }],
    series: [{}, { ...fill("--second"), paths: () => null }, fill("--brand")],
    hooks: { ...LARGE.hooks, draw: [drawCaps] },
  };
}

/** Draws the first series, p99, as a cap above the bar of p50, with a line between them; it is visible on the bar too. */
function drawCaps(chart: uPlot): void {
  const { ctx: context, bbox: box, data } = chart;
  const [minutes, p99, p50] = data as [number[], Series, Series];
  const slot = box.width / minutes.length;
  const [half, thick] = [Math.max(2, slot * 0.4), 3 * devicePixelRatio];
  context.fillStyle = colour("--second");
  p99.forEach((time, each) => {
    if (time === null) return;
    const x = chart.valToPos(minutes[each]!, "x", true);
    const [top, bottom] = [chart.valToPos(time, "y", true), chart.valToPos(p50[each] ?? time, "y", true)];
    context.fillRect(x - half, top, 2 * half, thick);
    context.fillRect(x - thick / 6, top, thick / 3, bottom - top);
  });
}

function sparkOptions(): uPlot.Options {
  return {
    ...COMMON,
    ...SPARK,
    cursor: { show: false },
    padding: [2, 0, 2, 0],
    scales: { ...COMMON.scales, y: { range: (_chart, _low, high) => [0, Math.max(1, high)] } },
    axes: [{ show: false }, { show: false }],
    series: [{}, ...stackedSeries(0.9)],
  };
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  forgetCharts();
  if (drawn) drawCharts(drawn);
});
addEventListener("resize", fitCharts);
