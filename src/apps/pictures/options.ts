/** An option chain: what the prices imply, open interest by strike, and the contracts nearest to the price. */
import { listIn, numberIn, rowsIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { bars } from "../charts/bars.js";
import { columnOf, factsAt, fieldAt, valueOf, type NamedField } from "../parts/declared-figure.js";
import { OPTIONS_FIELDS } from "../parts/declared-fields.js";
import { dotted, html, section } from "../parts/elements.js";
import { factList, type Fact } from "../parts/fact-list.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { cell, listing, row } from "../parts/table.js";
import type { Formats } from "../parts/format.js";

const SHOWN = 6;
const FACTS = [
  "impliedMove",
  "atmImpliedVolatility",
  "maxPain",
  "underlyingPrice",
  "daysToExpiration",
  "totals.callVolume",
  "totals.putVolume",
  "totals.putCallRatio",
];
/** Returns the field of a contract; puts have the same as calls. */
const ofContract = (name: string) => fieldAt(OPTIONS_FIELDS, `calls.${name}`);
const [VOLATILITY, VOLUME, INTEREST] = ["impliedVolatility", "volume", "openInterest"].map(ofContract) as [
  NamedField,
  NamedField,
  NamedField,
];

/** Draws the answer of an option chain. Without open interest, as outside trading hours, it draws the volume. */
export function drawOptions(answer: Answer, { formats }: PictureContext): Picture {
  const { body } = answer;
  // The strikes of contracts for another deliverable are not comparable.
  const usual = (each: Fields) => !each["adjusted"];
  const listed = listIn(body, "calls").filter(usual);
  // As CSV both lists are one table, in which the column `side` tells them apart.
  const isPut = (each: Fields) => textIn(each, "side") === "put";
  const calls = listed.filter((each) => !isPut(each));
  const puts = [...rowsIn(body, "puts").filter(usual), ...listed.filter(isPut)];
  const expiration = textIn(body, "expiration");
  const strikes = [...new Set([...calls, ...puts].map((each) => numberIn(each, "strike")))]
    .filter((strike) => strike !== null)
    .toSorted((one, other) => one - other);
  const field = [...calls, ...puts].some((each) => numberIn(each, "openInterest")) ? "openInterest" : "volume";
  const valuesOf = (side: readonly Fields[]) => strikes.map((strike) => numberIn(at(side, strike), field));
  const price = numberIn(body, "underlyingPrice");
  const title = `${ofContract(field).label} by strike`;
  const drawn = bars({
    title,
    series: [
      { label: "Calls", values: valuesOf(calls) },
      { label: "Puts", values: valuesOf(puts) },
    ],
    periods: strikes.map((strike) => formats.price(strike)),
    formats,
    ...(price === null ? {} : { mark: { at: placeOf(price, strikes), text: `Price ${formats.price(price)}` } }),
  });
  return {
    heading: `${textIn(body, "symbol") ?? ""} options`.trim(),
    company: textIn(body, "symbol"),
    subheading: dotted(expiration === null ? null : `expire ${formats.day(expiration)}`, textIn(body, "currency")),
    content: [
      ...factList([
        ...nearest(strikes, calls, puts, price, formats),
        ...factsAt(answer, OPTIONS_FIELDS, FACTS, formats),
      ]),
      ...(drawn.length === 0 ? [] : [section(title, ...drawn)]),
      ...table(strikes, calls, puts, price, formats),
    ],
  };
}

const at = (side: readonly Fields[], strike: number) => side.find((each) => numberIn(each, "strike") === strike) ?? {};

/** Returns the prices of the call and the put whose strike is nearest to the price, which are read first. */
function nearest(
  strikes: readonly number[],
  calls: readonly Fields[],
  puts: readonly Fields[],
  price: number | null,
  formats: Formats,
): Fact[] {
  if (price === null || strikes.length === 0) return [];
  const strike = strikes.reduce((one, other) => (Math.abs(other - price) < Math.abs(one - price) ? other : one));
  return [calls, puts].flatMap((side, index): Fact[] => {
    const each = at(side, strike);
    if (!isQuoted(each) && numberIn(each, "last") === null) return [];
    const label = `${index === 0 ? "Call" : "Put"} ${formats.price(strike)}, ${isQuoted(each) ? "bid – ask" : "last"}`;
    return [[label, html("span", {}, ...quoteOf(side, formats)(each))]];
  });
}

const isQuoted = (each: Fields) => numberIn(each, "bid") !== null && numberIn(each, "ask") !== null;

/** Returns what writes the price of a contract: bid and ask, or else the last one. */
function quoteOf(side: readonly Fields[], formats: Formats): (each: Fields) => (Node | string)[] {
  const [bid, ask, last] = ["bid", "ask", "last"].map((name) => columnOf(side, ofContract(name), formats));
  return (each) => (isQuoted(each) ? [bid!(each), " – ", ask!(each)] : [last!(each)]);
}

/** Returns the place of the price between the strikes: 2.5 is in the middle between the third and the fourth one. */
function placeOf(price: number, strikes: readonly number[]): number {
  const above = strikes.findIndex((strike) => strike >= price);
  if (above <= 0) return above < 0 ? strikes.length - 0.5 : strikes[0] === price ? 0 : -0.5;
  const [low, high] = [strikes[above - 1]!, strikes[above]!];
  return above - 1 + (price - low) / (high - low);
}

/** Returns a row for each strike, with its call and its put, and a line at the price; in the money is shaded. */
function table(
  strikes: readonly number[],
  calls: readonly Fields[],
  puts: readonly Fields[],
  price: number | null,
  formats: Formats,
): HTMLElement[] {
  if (strikes.length === 0) return [];
  const strikeOf = columnOf(
    strikes.map((strike) => ({ strike })),
    ofContract("strike"),
    formats,
  );
  const has = (named: NamedField) => [...calls, ...puts].some((each) => valueOf(each, named) !== null);
  const details = DETAILS.filter(has);
  const sides = [calls, puts].map((side) => ({ side, draw: cellsOf(side, details, formats) }));
  const rows = strikes.map((strike) => {
    const cells = sides.flatMap(({ side, draw }, index) => {
      const made = draw(at(side, strike));
      const isIn = price !== null && (index === 0 ? strike < price : strike > price);
      for (const each of isIn ? made : []) each.classList.add("in");
      return made;
    });
    return row([strikeOf({ strike })], ...cells);
  });
  const first = price === null ? -1 : strikes.findIndex((strike) => strike > price);
  if (first > 0) rows[first]!.classList.add("at-price");
  // On narrow pages the volatility stands below the prices, and the volume below the open interest.
  const isBelow = (named: NamedField) => named === VOLATILITY || (named === VOLUME && details.includes(INTEREST));
  const below = (named: NamedField) => (has(named) ? html("small", { class: "narrow-only" }, named.label) : null);
  const heads = [
    ofContract("strike").label,
    ...["Call", "Put"].flatMap((side) => [
      html("span", {}, `${side}, bid – ask`, below(VOLATILITY)),
      ...details.map((named) => html("span", {}, named.label, named === INTEREST ? below(VOLUME) : null)),
    ]),
  ];
  const wide = [0, 1].flatMap((side) =>
    details.flatMap((named, index) => (isBelow(named) ? [2 + side * (details.length + 1) + index] : [])),
  );
  const key = price === null ? null : html("p", { class: "key" }, html("span", { class: "in" }, "In the money"));
  return [
    html("section", {}, ...listing({ label: "Contracts", heads, wide, rows, shown: SHOWN * 2, noun: "strikes" }), key),
  ];
}

/** The columns beside the prices, of which a table has those with a figure. */
const DETAILS = [VOLATILITY, VOLUME, INTEREST];

/** Returns what draws the cells of a contract: bid and ask, or else the last price; volatility, volume, open interest. */
function cellsOf(
  side: readonly Fields[],
  details: readonly NamedField[],
  formats: Formats,
): (each: Fields) => HTMLElement[] {
  const quote = quoteOf(side, formats);
  const others = details.map((named) => columnOf(side, named, formats));
  const below = (named: NamedField, each: Fields) =>
    details.includes(named) ? html("small", { class: "narrow-only" }, others[details.indexOf(named)]!(each)) : null;
  return (each) => {
    const note = isQuoted(each) ? null : html("small", {}, "last");
    return [
      cell(...quote(each), note, below(VOLATILITY, each)),
      ...others.map((draw, index) => cell(draw(each), details[index] === INTEREST ? below(VOLUME, each) : null)),
    ];
  };
}
