/** The quote card: price and change, the day's and the year's range, further figures. */
import { numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { chart } from "./chart.js";
import { figure, html, svg, type Style } from "./elements.js";
import { factList, figureFacts } from "./fact-list.js";
import { changeOf, headline } from "./headline.js";
import type { PictureContext, Picture } from "./picture.js";
import { extentOf, toScale } from "./scale.js";
import type { Words } from "./format.js";

const FACTS: readonly [label: string, field: string, style?: Style][] = [
  ["Open", "open", "price"],
  ["Previous close", "previousClose", "price"],
  ["Volume", "volume"],
  ["Average volume (3 mo.)", "avgVolume"],
  ["Market cap", "marketCap"],
  ["Shares outstanding", "sharesOutstanding"],
  ["P/E (TTM)", "pe"],
  ["EPS (TTM)", "eps", "price"],
  ["50-day average", "priceAvg50", "price"],
  ["200-day average", "priceAvg200", "price"],
];

/** Draws the answer of a stock quote. */
export function drawQuote({ body, currency, otherCurrencies, market }: Answer, { words }: PictureContext): Picture {
  const price = numberIn(body, "price");
  const symbol = textIn(body, "symbol") ?? "Quote";
  if (price === null) return { heading: symbol, content: [] };
  const year = range(
    "52-week range",
    words,
    price,
    numberIn(body, "yearLow"),
    numberIn(body, "yearHigh"),
    averagesOf(body),
  );
  // If the 52-week range is drawn, its legend shows the averages, so the list of facts does not repeat them.
  const isDrawn = year?.querySelector(".key") !== null && year !== null;
  const facts = FACTS.filter(([, field]) => !(isDrawn && field.startsWith("priceAvg"))).map(
    ([label, field, style]) =>
      [
        field in otherCurrencies ? `${label} (${otherCurrencies[field]})` : label,
        numberIn(body, field),
        style,
      ] as const,
  );
  const name = textIn(body, "companyName") ?? textIn(body, "name");
  return {
    heading: symbol,
    company: name === null ? symbol : null,
    subheading: [name, textIn(body, "exchange")].filter((part) => part !== null).join(" · "),
    content: [
      headline(
        words,
        price,
        currency,
        changeOf(words, numberIn(body, "change"), numberIn(body, "changesPercentage")),
        market === null ? null : session(market),
      ),
      range("Day range", words, price, numberIn(body, "dayLow"), numberIn(body, "dayHigh"), []),
      year,
      factList(figureFacts(facts, words)),
    ].filter((part) => part !== null),
  };
}

const STATES: Readonly<Record<string, string>> = {
  closed: "Market closed",
  "within regular hours": "Within regular hours",
  "outside regular hours": "Outside regular hours",
};

/** Returns the state of the market in words, with a dot that is filled while the market is open. */
function session(state: string): HTMLElement {
  const isOpen = state === "regular" || state === "open";
  const text = isOpen ? "Market open" : (STATES[state] ?? `Market in ${state} trading`);
  return html("span", { class: isOpen ? "session open" : "session" }, text);
}

interface Mark {
  name: string;
  value: number;
  style: string;
}

function averagesOf(body: Fields): Mark[] {
  return [
    { name: "50-day average", field: "priceAvg50", style: "solid" },
    { name: "200-day average", field: "priceAvg200", style: "dotted" },
  ].flatMap(({ name, field, style }) => {
    const value = numberIn(body, field);
    return value === null ? [] : [{ name, value, style }];
  });
}

const HEIGHT = 26;
const MIDDLE = HEIGHT / 2;
/** Distance of the line from both edges, so that the price marker stays inside. */
const EDGE = 9;

/** Draws the position of the price between low and high. */
function range(
  label: string,
  words: Words,
  price: number,
  low: number | null,
  high: number | null,
  marks: readonly Mark[],
): HTMLElement | null {
  if (low === null && high === null) return null;
  const ends = html(
    "div",
    { class: "ends" },
    html("span", {}, figure(words, low, "price")),
    html("span", { class: "label" }, label),
    html("span", {}, figure(words, high, "price")),
  );
  if (low === null || high === null) return html("div", { class: "range" }, ends);
  const shown = marks.filter(({ value }) => value >= low && value <= high);
  const texts = {
    title: label,
    description: [
      `Low ${words.exact(low)}, high ${words.exact(high)}, price ${words.exact(price)}`,
      ...shown.map(({ name, value }) => `${name} ${words.exact(value)}`),
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
          svg("title", {}, `${name} ${words.exact(value)}`),
        ),
      ),
      svg("circle", { class: "mark", cx: x(price), cy: MIDDLE, r: EDGE - 2 }),
    ];
  });
  return html("div", { class: "range" }, ends, drawn, key(shown.length > 0 ? marks : [], words));
}

function line(name: string, from: number, to: number): SVGElement {
  return svg("line", { class: name, x1: from, x2: to, y1: MIDDLE, y2: MIDDLE });
}

function key(marks: readonly Mark[], words: Words): HTMLElement | null {
  if (marks.length === 0) return null;
  return html(
    "p",
    { class: "key" },
    ...marks.map(({ name, style, value }) =>
      html(
        "span",
        {},
        html("span", { class: `tick ${style}`, "aria-hidden": "true" }),
        `${name} `,
        figure(words, value, "price"),
      ),
    ),
  );
}
