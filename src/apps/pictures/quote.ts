/** The quote card: price and change, the day's and the year's range, further figures. */
import { isPair } from "../../contract/currency.js";
import { numberIn, recordIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { chart } from "../charts/chart.js";
import { companyOverview } from "../parts/company-name.js";
import { dayLine, zoneOfLine } from "../charts/day-line.js";
import { declaredFacts, fieldAt, fieldsIn } from "../parts/declared-figure.js";
import { COMPARISON_FIELDS, QUOTE_FIELDS } from "../parts/declared-fields.js";
import { dotted, figure, html, sign, svg } from "../parts/elements.js";
import { factList } from "../parts/fact-list.js";
import { changeOf, headline } from "../parts/headline.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { extentOf, toScale } from "../charts/scale.js";
import { isOpen, toSessionWords } from "../../contract/envelope.js";
import type { Formats } from "../parts/format.js";

/** The fields below the ranges, in this order. */
const FACTS = [
  "preMarketPrice",
  "postMarketPrice",
  "open",
  "previousClose",
  "volume",
  "avgVolume",
  "marketCap",
  "sharesOutstanding",
  "pe",
  "eps",
  "priceAvg50",
  "priceAvg200",
];
/** Left out of a pair of currencies, which has no exchange that counts its trades. */
const VOLUMES = new Set(["volume", "avgVolume"]);
const FIELDS = fieldsIn(QUOTE_FIELDS, "");
const OVERVIEW_FACTS = ["dividendYield", "beta"].map((name) => fieldAt(COMPARISON_FIELDS, `stocks.${name}`));
const labelOf = (name: string) => FIELDS.find((each) => each.name === name)?.label ?? name;

/** Draws the answer of a stock quote. */
export function drawQuote(answer: Answer, context: PictureContext): Picture {
  const { formats } = context;
  const { body, currency, market } = answer;
  const price = numberIn(body, "price");
  const symbol = textIn(body, "symbol") ?? "Quote";
  if (price === null) return { heading: symbol, content: [] };
  const year = range(
    "52-week range",
    formats,
    price,
    numberIn(body, "yearLow"),
    numberIn(body, "yearHigh"),
    averagesOf(body),
  );
  // If the 52-week range is drawn, its legend shows the averages, so the list of facts does not repeat them.
  const isDrawn = year?.querySelector(".key") !== null && year !== null;
  const facts = FACTS.filter((name) => !(isDrawn && name.startsWith("priceAvg")))
    .filter((name) => !(isPair(symbol) && VOLUMES.has(name)))
    .flatMap((name) => FIELDS.filter((each) => each.name === name));
  const name = textIn(body, "companyName") ?? textIn(body, "name");
  return {
    heading: symbol,
    company: name === null ? symbol : null,
    subheading: dotted(name, textIn(body, "exchange")),
    zone: zoneOfLine(symbol, context),
    remarks: answer.remarks.filter((each) => !answer.lead.includes(each)),
    content: [
      answer.lead.length === 0 ? null : html("p", { class: "subheading" }, answer.lead.join(" ")),
      headline(
        formats,
        price,
        currency,
        changeOf(formats, numberIn(body, "change"), numberIn(body, "changesPercentage")),
        market === null ? null : session(market),
      ),
      dayLine(answer, context),
      range("Day range", formats, price, numberIn(body, "dayLow"), numberIn(body, "dayHigh"), []),
      year,
      ...withCompany(factList(declaredFacts(body, facts, formats, answer)), symbol, context),
    ].filter((part) => part !== null),
  };
}

/** Adds yield and beta of a company to the facts, once its overview is there. */
function withCompany(lists: HTMLElement[], symbol: string, context: PictureContext): HTMLElement[] {
  companyOverview(symbol, context)
    ?.then((overview) => lists[0]?.append(...companyFacts(overview, context.formats)))
    .catch(() => {});
  return lists;
}

function companyFacts(overview: Answer, formats: Formats): Element[] {
  const figures = recordIn(overview.body, "financialMetrics");
  return factList(declaredFacts(figures, OVERVIEW_FACTS, formats, overview)).flatMap((list) => [...list.children]);
}

/** Returns the state of the market in words, with a dot that is filled while the market is open. */
function session(state: string): HTMLElement {
  return html("span", { class: isOpen(state) ? "session open" : "session" }, `Market ${toSessionWords(state)}`);
}

interface Mark {
  name: string;
  value: number;
  style: string;
}

function averagesOf(body: Fields): Mark[] {
  return [
    { field: "priceAvg50", style: "solid" },
    { field: "priceAvg200", style: "dotted" },
  ].flatMap(({ field, style }) => {
    const value = numberIn(body, field);
    return value === null ? [] : [{ name: labelOf(field), value, style }];
  });
}

const HEIGHT = 26;
const MIDDLE = HEIGHT / 2;
/** Distance of the line from both edges, so that the price marker stays inside. */
const EDGE = 9;

/** Draws the position of the price between low and high. */
function range(
  label: string,
  formats: Formats,
  price: number,
  low: number | null,
  high: number | null,
  marks: readonly Mark[],
): HTMLElement | null {
  if (low === null && high === null) return null;
  const ends = html(
    "div",
    { class: "ends" },
    html("span", {}, figure(formats, low, "price")),
    html("span", { class: "label" }, label),
    html("span", {}, figure(formats, high, "price")),
  );
  if (low === null || high === null) return html("div", { class: "range" }, ends);
  const shown = marks.filter(({ value }) => value >= low && value <= high);
  const texts = {
    title: label,
    description: [
      `Low ${formats.exact(low)}, high ${formats.exact(high)}, price ${formats.exact(price)}`,
      ...shown.map(({ name, value }) => `${name} ${formats.exact(value)}`),
    ].join(", "),
  };
  const drawn = chart(texts, HEIGHT, (width) => {
    // Sources have small delays, so a price may lie outside the range of the same answer.
    const x = toScale(extentOf([low, high, price]), [EDGE, width - EDGE]);
    return [
      line("track", x(low), x(high)),
      line("reached", x(low), x(price)),
      ...shown.map(({ name, value, style }) =>
        svg(
          "line",
          { class: `average ${style}`, x1: x(value), x2: x(value), y1: MIDDLE - 8, y2: MIDDLE + 8 },
          svg("title", {}, `${name} ${formats.exact(value)}`),
        ),
      ),
      svg("circle", { class: "mark", cx: x(price), cy: MIDDLE, r: EDGE - 2 }),
    ];
  });
  return html("div", { class: "range" }, ends, drawn, key(shown.length > 0 ? marks : [], formats));
}

function line(name: string, from: number, to: number): SVGElement {
  return svg("line", { class: name, x1: from, x2: to, y1: MIDDLE, y2: MIDDLE });
}

function key(marks: readonly Mark[], formats: Formats): HTMLElement | null {
  if (marks.length === 0) return null;
  return html(
    "p",
    { class: "key" },
    ...marks.map(({ name, style, value }) =>
      html("span", {}, sign(`tick ${style}`), `${name} `, figure(formats, value, "price")),
    ),
  );
}
