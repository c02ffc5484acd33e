/** An option chain: what the prices imply, open interest by strike, and the contracts nearest to the price. */
import { listIn, numberIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { bars } from "./bars.js";
import { declaredFigure, factsAt, fieldAt } from "./declared-figure.js";
import { OPTIONS_FIELDS } from "./declared-fields.js";
import { dotted, figure, html, section } from "./elements.js";
import { factList } from "./fact-list.js";
import type { PictureContext, Picture } from "./picture.js";
import { cell, listing, row } from "./table.js";
import type { Words } from "./format.js";

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
const VOLATILITY = ofContract("impliedVolatility");

/** Draws the answer of an option chain. Without open interest, as outside trading hours, it draws the volume. */
export function drawOptions(answer: Answer, { words }: PictureContext): Picture {
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
  const title = `${ofContract(field).label} by strike`;
  const drawn = bars({
    title,
    series: [
      { label: "Calls", values: valuesOf(calls) },
      { label: "Puts", values: valuesOf(puts) },
    ],
    periods: strikes.map((strike) => words.price(strike)),
    words,
  });
  return {
    heading: `${textIn(body, "symbol") ?? ""} options`.trim(),
    company: textIn(body, "symbol"),
    subheading: dotted(expiration === null ? null : `expire ${words.day(expiration)}`, textIn(body, "currency")),
    content: [
      ...factList(factsAt(answer, OPTIONS_FIELDS, FACTS, words)),
      ...(drawn.length === 0 ? [] : [section(title, ...drawn)]),
      ...table(strikes, calls, puts, words),
    ],
  };
}

const at = (side: readonly Fields[], strike: number) => side.find((each) => numberIn(each, "strike") === strike) ?? {};

/** Returns a row for each strike, with the prices of its call and its put. */
function table(
  strikes: readonly number[],
  calls: readonly Fields[],
  puts: readonly Fields[],
  words: Words,
): HTMLElement[] {
  if (strikes.length === 0) return [];
  const rows = strikes.map((strike) =>
    row(
      [figure(words, strike, "price")],
      ...[at(calls, strike), at(puts, strike)].flatMap((each) => cellsOf(each, words)),
    ),
  );
  const heads = [ofContract("strike").label, "Call", VOLATILITY.label, "Put", VOLATILITY.label];
  return listing({ label: "Contracts", heads, rows, shown: SHOWN * 2, noun: "strikes" });
}

/** Returns the cells of a contract: bid and ask, or else the last price; its implied volatility. */
function cellsOf(each: Fields, words: Words): HTMLElement[] {
  const [bid, ask, last] = ["bid", "ask", "last"].map((name) => declaredFigure(each, ofContract(name), words));
  const isQuoted = numberIn(each, "bid") !== null && numberIn(each, "ask") !== null;
  return [
    isQuoted ? cell(bid!, " – ", ask!) : cell(last!, html("small", {}, "last")),
    cell(declaredFigure(each, VOLATILITY, words)),
  ];
}
