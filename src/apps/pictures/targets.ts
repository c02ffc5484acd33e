/** Price targets of analysts and the value by discounted cash flows, against the price: what a stock is worth. */
import { isMinorUnit } from "../../contract/currency.js";
import { numberIn, rowsIn, textIn, type Answer } from "../parts/answer.js";
import { attempt } from "../parts/attempt.js";
import { chart } from "../charts/chart.js";
import { fieldsIn } from "../parts/declared-figure.js";
import { TARGETS_FIELDS } from "../parts/declared-fields.js";
import { arrowOf, dotted, html, svg, toneOf } from "../parts/elements.js";
import { zoneOf } from "../parts/frame.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { ratingBar } from "../charts/rating-bar.js";
import { evenTick, labelsAt, widthOf } from "../charts/labels.js";
import { extentOf, ticksOf, toScale } from "../charts/scale.js";
import { changesTable } from "./target-changes.js";
import type { Formats } from "../parts/format.js";

/** The targets, from the highest. */
const TARGETS = ["High", "Average", "Median", "Low"].flatMap((name) =>
  fieldsIn(TARGETS_FIELDS, "").filter((each) => each.name === `priceTarget${name}`),
);

/** The tool that gives the price for comparison: its provider has no daily quota. */
const PRICE_TOOL = "provider_b_get_stock_quote";

/** The tool that gives the value by discounted cash flows; servers without a key for its provider cannot answer it. */
const VALUE_TOOL = "provider_a_get_dcf_valuation";
/** The source does not state the currency of the value, but the price beside it: it is this near if it is in the same. */
const SAME_PRICE = 0.1;

const FAILED = "The price could not be fetched, so the targets are shown without it.";
const NOT_ALLOWED = "This host does not let pictures request a price, so the targets are shown without it.";

interface Target {
  label: string;
  value: number;
  /** Whether it is the value of a model, which is no target. */
  isModel?: boolean;
}

/** Draws the answer of analysts' price targets. */
export function drawTargets({ body, currency }: Answer, context: PictureContext): Picture {
  const { formats, input } = context;
  const symbol = textIn(body, "symbol") ?? "Price targets";
  const targets = TARGETS.flatMap(({ name, label }) => {
    const value = numberIn(body, name);
    return value === null ? [] : [{ label, value }];
  });
  const analysts = numberIn(body, "numberOfAnalysts");
  const updated = textIn(body, "lastUpdated");
  const subheading = dotted(
    currency,
    analysts === null ? null : `${formats.number(analysts)} analysts with a target`,
    updated === null ? null : `newest ${formats.day(updated)}`,
  );
  const parts = [ratingBar(body, formats), changesTable(rowsIn(body, "recentChanges"), formats)];
  const later = new Promise<readonly string[]>((tell) => {
    if (targets.length === 0) return;
    // Targets of a past day must not be compared with today's price.
    const isPast = input["as_of"] !== undefined;
    parts.unshift(chartOf(targets, symbol, currency, isPast ? undefined : context, formats, tell));
  });
  return {
    heading: `${symbol} price targets`,
    company: textIn(body, "symbol"),
    subheading,
    content: parts.filter((part) => part !== null),
    later,
  };
}

/**
 * Draws the targets, and draws them again, compared with the price, once the price is known; `tell` receives what they are
 * compared with.
 */
function chartOf(
  targets: readonly Target[],
  symbol: string,
  currency: string | null,
  context: PictureContext | undefined,
  formats: Formats,
  tell: (sentences: readonly string[]) => void,
): HTMLElement {
  const line = html("p", { class: "key", role: "status" });
  const box = html("div", {}, line, rows(targets, null, formats));
  if (!context) return box;
  if (context.mayAsk) attempt(line, "Asking for the price …", FAILED, compare);
  else line.textContent = NOT_ALLOWED;
  return box;

  /**
   * Adds the value by discounted cash flows, where a provider has it in the currency of the price; returns what it is.
   */
  async function addValue(price: number, show: (all: readonly Target[]) => void): Promise<string[]> {
    const { body, sources } = await context!.ask(VALUE_TOOL, { symbol });
    const [value, priced] = [numberIn(body, "dcf"), numberIn(body, "stock_price")];
    const isSame = priced !== null && Math.abs(priced / price - 1) < SAME_PRICE;
    if (value === null || !isSame) return [];
    show([...targets, { label: "DCF value", value, isModel: true }]);
    const from = sources.length === 0 ? "" : `, from ${sources.join(", ")}`;
    return [`DCF value: a model's estimate from discounted cash flows${from}.`];
  }

  async function compare(): Promise<string> {
    const quote = await context!.ask(PRICE_TOOL, { symbol });
    const price = numberIn(quote.body, "price");
    if (price === null) throw new Error("no price");
    if (quote.currency === null) return "The currency of the price is not known, so the targets are shown without it.";
    if (currency === null && isMinorUnit(quote.currency))
      return "The currency of the targets is not known, so they are shown without the price.";
    if (currency !== null && currency !== quote.currency)
      return `The price is in ${quote.currency}, the targets in ${currency}; they are not compared.`;
    const show = (all: readonly Target[]) => void box.replaceChild(rows(all, price, formats), box.lastChild!);
    show(targets);
    const of = quote.asOf === null ? "" : ` of ${formats.time(quote.asOf, zoneOf(quote) ?? undefined)}`;
    const against = `Against the price ${formats.price(price)} ${quote.currency}${of}.`;
    addValue(price, show)
      .catch(() => [])
      .then((more) => tell([against, ...more]));
    return "";
  }
}

const ROW = 30;
const TOP = 22;
const LABELS = 66;
/** Height of the scale below. */
const AXIS = 22;
/** Room of a tick with its label. */
const TICK_ROOM = 56;

function rows(targets: readonly Target[], price: number | null, formats: Formats): HTMLElement {
  const values = targets.map(({ value }) => value);
  const [low, high] = extentOf(targets.filter(({ isModel }) => !isModel).map(({ value }) => value));
  const texts = targets.map(({ value }) => ({
    value: formats.price(value),
    exact: formats.exact(value),
    against: price === null || price === 0 ? "" : againstOf(value, price, formats),
  }));
  const chartTexts = {
    title: price === null ? "Price targets" : "Targets and value against the price",
    description: [
      ...(price === null ? [] : [`Price ${formats.exact(price)}`]),
      ...targets.map(({ label }, index) => {
        const { exact, against } = texts[index]!;
        return `${label} ${exact}${against ? `, ${against.slice(2)} against the price` : ""}`;
      }),
    ].join("; "),
  };
  const columnWidth = (column: "value" | "against") => Math.max(...texts.map((each) => widthOf(each[column])));
  /** Width of the difference column, including the gap before it. */
  const last = columnWidth("against") === 0 ? 0 : columnWidth("against") + 14;
  const height = TOP + targets.length * ROW + AXIS;
  return chart(chartTexts, height, (width) => {
    const right = Math.max(LABELS + 60, width - last - columnWidth("value") - 14);
    const scale = extentOf(price === null ? values : [...values, price]);
    const x = toScale(scale, [LABELS + 8, right - 8]);
    const bottom = TOP + targets.length * ROW - 6;
    return [
      svg("rect", {
        class: "band",
        x: x(low),
        width: Math.max(1, x(high) - x(low)),
        y: TOP,
        height: bottom - TOP,
        rx: 3,
      }),
      ...targets.flatMap(({ label, value }, index) => {
        const y = TOP + index * ROW + ROW / 2 - 3;
        const tone = price === null ? "plain" : toneOf(value - price);
        const { against } = texts[index]!;
        return [
          svg("text", { class: "label", x: 0, y: y + 4 }, label),
          // The length of a line is the difference from the price; the axis does not begin at 0.
          ...(price === null ? [] : [svg("line", { class: `stem ${tone}`, x1: x(price), x2: x(value), y1: y, y2: y })]),
          svg("circle", { class: `dot ${tone}`, cx: x(value), cy: y, r: 5 }),
          svg(
            "text",
            { class: "value", x: width - last, y: y + 4, "text-anchor": "end" },
            texts[index]!.value,
            svg("title", {}, texts[index]!.exact),
          ),
          ...(against
            ? [svg("text", { class: `value ${tone}`, x: width, y: y + 4, "text-anchor": "end" }, against)]
            : []),
        ];
      }),
      ...(price === null ? [] : priceLine(x(price), bottom, width, `Price ${formats.price(price)}`)),
      ...axis([x(scale[0]), x(scale[1])], scale, height - 4, formats),
    ];
  });
}

/**
 * Draws the scale below the targets: ticks at round numbers, and the labels that fit.
 */
function axis(
  [start, end]: [number, number],
  [low, high]: [number, number],
  y: number,
  formats: Formats,
): SVGElement[] {
  if (low === high) return [];
  const x = toScale([low, high], [start, end]);
  const count = Math.max(2, Math.floor((end - start) / TICK_ROOM));
  const within = (wanted: number) => ticksOf([low, high], wanted).filter((tick) => tick >= low && tick <= high);
  // One round number alone is no scale; more of them are one, or else both ends.
  const ticks = [count, count + 1, count + 2].map(within).find(({ length }) => length >= 2) ?? [low, high];
  return [
    svg("line", { class: "grid", x1: start, x2: end, y1: y - 17, y2: y - 17 }),
    ...ticks.map((tick) => svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: y - 17, y2: y - 12 })),
    ...labelsAt(
      ticks.map((tick) => ({ text: evenTick(ticks, formats)(tick), x: x(tick) })),
      y,
      [start - 40, end + 40],
    ),
  ];
}

/** Returns the difference from the price: arrow, sign and percentage. */
function againstOf(value: number, price: number, formats: Formats): string {
  return `${arrowOf(value - price)} ${formats.percent(((value - price) / price) * 100)}`;
}

function priceLine(x: number, bottom: number, width: number, text: string): SVGElement[] {
  return [
    svg("line", { class: "now", x1: x, x2: x, y1: TOP - 4, y2: bottom }),
    ...labelsAt([{ text, x }], 13, [0, width], "now-label"),
  ];
}
