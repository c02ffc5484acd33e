/** Transactions along a time line; the distance from the line shows the number of shares. */
import { chart } from "./chart.js";
import { html, sign, svg } from "../parts/elements.js";
import { labelsAt } from "./labels.js";
import { extentOf, toScale } from "./scale.js";
import type { TransactionKind } from "../parts/transaction-kind.js";
import type { Formats } from "../parts/format.js";

/** A transaction on its day. */
export interface Event {
  /** Milliseconds since 1970. */
  at: number;
  day: string;
  shares: number | null;
  who: string;
  transaction: string | null;
  kind: TransactionKind;
}

/** The sign of each kind in texts; it has the shape of the kind's mark on the line. */
export const MARKS = { bought: "▲", sold: "▼", other: "○" } as const;

const KEY: readonly [kind: TransactionKind, label: string][] = [
  ["bought", "bought"],
  ["sold", "sold"],
  ["other", "other or not said"],
];

/** Maximum distance of a mark from the line. */
const REACH = 62;
const MARGIN = 12;
const MONTHS = 20;
/** Minimum length of a stem, so that its head stays visible. */
const SHORTEST = 12;

/** Returns the legend and the chart; empty without events. */
export function timeLine(events: readonly Event[], formats: Formats): HTMLElement[] {
  if (events.length === 0) return [];
  const has = (kind: TransactionKind) => events.some((event) => event.kind === kind);
  const above = MARGIN + (has("bought") ? REACH : 0);
  const height = above + MARGIN + (has("sold") ? REACH : 0) + MONTHS;
  const description = KEY.map(([kind, label]) => {
    const ofKind = events.filter((event) => event.kind === kind);
    return `${label}: ${ofKind.length === 0 ? "none" : ofKind.map((event) => nameOf(event, formats)).join("; ")}`;
  }).join(". ");
  const most = Math.max(...events.map(({ shares }) => shares ?? 0), 1);
  const days = extentOf(events.map(({ at }) => at));
  const drawn = chart({ title: "Transactions by day", description }, height, (width) => {
    const x = toScale(days, [MARGIN, width - MARGIN]);
    const reach = toScale([0, most], [SHORTEST, REACH]);
    return [
      svg("line", { class: "zero", x1: 0, x2: width, y1: above, y2: above }),
      // The newest event is drawn last, so that it is on top.
      ...events.toReversed().flatMap((event) => head(event, x(event.at), above, reach(event.shares ?? 0), formats)),
      ...ends(days, width, height - 5, formats),
    ];
  });
  const key = KEY.filter(([kind]) => has(kind)).map(([kind, label]) =>
    html("li", {}, sign(`mark ${kind}`, MARKS[kind]), label),
  );
  return [
    html(
      "div",
      {},
      drawn,
      html(
        "ul",
        { class: "legend" },
        ...key,
        html("li", { class: "quiet" }, "the farther from the line, the more shares"),
      ),
    ),
  ];
}

function head(event: Event, x: number, line: number, reach: number, formats: Formats): SVGElement[] {
  const { kind } = event;
  const title = svg("title", {}, nameOf(event, formats));
  if (kind === "other") return [svg("circle", { class: `head ${kind}`, cx: x, cy: line, r: 4.5 }, title)];
  const direction = kind === "bought" ? -1 : 1;
  const tip = line + direction * reach;
  const base = tip - direction * 10;
  return [
    svg("line", { class: `stem ${kind}`, x1: x, x2: x, y1: line, y2: base }),
    svg("path", { class: `head ${kind}`, d: `M${x - 6} ${base}L${x + 6} ${base}L${x} ${tip}Z` }, title),
  ];
}

/** Returns the labels of the first and the last day; a single day is labelled in the middle. */
function ends([first, last]: readonly [number, number], width: number, y: number, formats: Formats): SVGElement[] {
  const x = toScale([first, last], [0, width]);
  const days = first === last ? [first] : [first, last];
  return labelsAt(
    days.map((at) => ({ text: formats.day(new Date(at).toISOString()), x: x(at) })),
    y,
    [0, width],
  );
}

function nameOf({ day, who, transaction, shares }: Event, formats: Formats): string {
  const what = transaction ?? "transaction not given";
  return `${formats.day(day)}, ${who}, ${what}, ${shares === null ? "shares not given" : `${formats.exact(shares)} shares`}`;
}
