/** Calls and puts of one expiration in one table, the strikes in its middle, so that a chain fits a screen. */
import { isObject } from "../../lib/is-object.js";
import { toEven, type CellOf, type Row } from "./cells.js";
import { toGrid, type Column, type Table } from "./layout.js";
import type { Reader } from "./reader.js";
import { pad } from "./printed-text.js";

/** The columns of a side, from the strike outwards, with headings that are short because each stands there twice. */
const SIDE = [
  ["bid", "Bid"],
  ["ask", "Ask"],
  ["impliedVolatility", "IV"],
  ["last", "Last"],
  ["volume", "Volume"],
  ["openInterest", "OI"],
] as const;

/** The fields of a row that nobody chose: one with others, or without one of the columns, was asked for so. */
const USUAL = new Set(["contract", "strike", "lastTrade", "change", "inTheMoney", ...SIDE.map(([name]) => name)]);

/** The parts of the body that the table replaces. */
export const OPTION_LISTS = ["calls", "puts", "expirations", "quotesValid", "underlyingTime", "marketState"];

/** Returns the table with the columns that did not fit; `undefined` where one side or other columns were asked for. */
export function toOptionTable(body: Row, cellOf: CellOf, reader: Reader, width: number | undefined): Table | undefined {
  const [calls, puts] = [body["calls"], body["puts"]].map((list) =>
    Array.isArray(list) ? list.filter(isObject).filter(({ adjusted }) => adjusted !== true) : [],
  );
  const price = body["underlyingPrice"];
  const strikes = [...new Set([...calls!, ...puts!].map(({ strike }) => Number(strike)))].toSorted((a, b) => a - b);
  const isUsual = (row: Row) =>
    Object.keys(row).every((name) => USUAL.has(name)) && SIDE.every(([name]) => Object.hasOwn(row, name));
  if (calls!.length === 0 || puts!.length === 0 || ![...calls!, ...puts!].every(isUsual)) return undefined;
  const columnsOf = (rows: readonly Row[], count: number) =>
    SIDE.slice(0, count).map(([name, label]): Column => {
      const cells = strikes.map((strike) => {
        const row = rows.find((each) => each["strike"] === strike);
        return row && cellOf(`calls.${name}`, row[name], row);
      });
      return { label, cells: toEven(cells, reader) };
    });
  const middle: Column = {
    label: "Strike",
    cells: toEven(
      strikes.map((strike) => cellOf("calls.strike", strike, {})),
      reader,
    ),
  };
  for (let count = SIDE.length; count > 0; count--) {
    const left = columnsOf(calls!, count).toReversed();
    const table = toGrid([...left, middle, ...columnsOf(puts!, count)], width);
    if (table.left.length > 0 && count > 1) continue;
    const [strike = 0, rest = 0] = table.starts.slice(count);
    const [head, line, ...rows] = table.lines;
    // A line marks where the price stands between the strikes.
    const below = typeof price === "number" ? strikes.filter((each) => each < price).length : 0;
    const between = below > 0 && below < strikes.length;
    const lines = [
      `${pad("Calls", rest)}Puts`,
      head!,
      line!,
      ...rows.slice(0, below),
      ...(between
        ? [
            `${"·".repeat(Math.max(0, strike - 2))}  ${reader.price(price as number)}`.padEnd(rest) +
              "·".repeat(Math.max(0, line!.length - rest)),
          ]
        : []),
      ...rows.slice(below),
    ];
    return { lines, left: SIDE.slice(count).map(([, label]) => label) };
  }
  return undefined;
}
