/** The market summary as tiles: indices, yields, currencies, commodities, coins, sectors. */
import { fieldsIn, numberIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { change, figure, html } from "./elements.js";
import type { Picture, PictureContext } from "./picture.js";
import { cell, listing, row } from "./table.js";
import type { Words } from "./format.js";

const GROUPS: readonly [title: string, list: string][] = [
  ["Indices", "indices"],
  ["Currencies", "currencies"],
  ["Commodities, USD", "commodities"],
  ["Coins, USD", "crypto"],
];
const YIELDS: readonly [label: string, field: string][] = [
  ["3 months", "m3"],
  ["2 years", "y2"],
  ["5 years", "y5"],
  ["10 years", "y10"],
  ["30 years", "y30"],
];
const SECTORS = 11;

/** Draws the answer of the market summary. */
export function drawSummary({ body }: Answer, { words }: PictureContext): Picture {
  const session = fieldsIn(body, "session");
  const holiday = textIn(session, "holiday");
  const state = textIn(session, "state");
  const yields = fieldsIn(body, "yields");
  const volatility = numberIn(body, "volatility");
  const known = YIELDS.map(([label, field]) => [label, numberIn(yields, field)] as const).filter(
    ([, value]) => value !== null,
  );
  const sectors = rowsIn(body, "sectors");
  return {
    heading: "Market summary",
    subheading: [state === null ? null : `US market: ${state}`, holiday].filter((part) => part !== null).join(" · "),
    content: [
      ...GROUPS.flatMap(([title, list]) =>
        group(
          title,
          rowsIn(body, list).map((each) => priceTile(each, words)),
        ),
      ),
      ...group("Treasury yields, percent, and VIX", [
        ...known.map(([label, value]) => tile(label, figure(words, value, "price"))),
        ...(volatility === null ? [] : [tile("VIX", figure(words, volatility, "price"))]),
      ]),
      ...(sectors.length > 0 ? [sectorTable(sectors, words)] : []),
    ],
  };
}

function group(title: string, tiles: readonly HTMLElement[]): HTMLElement[] {
  if (tiles.length === 0) return [];
  return [html("section", {}, html("h2", {}, title), html("dl", { class: "tiles wide" }, ...tiles))];
}

function tile(label: string, ...values: Node[]): HTMLElement {
  return html("div", {}, html("dt", {}, label), ...values.map((value) => html("dd", {}, value)));
}

function priceTile(each: Fields, words: Words): HTMLElement {
  const name = textIn(each, "name") ?? textIn(each, "symbol") ?? "";
  return tile(
    name,
    figure(words, numberIn(each, "price"), "price"),
    change(words, numberIn(each, "changesPercentage"), "percent"),
  );
}

function sectorTable(sectors: readonly Fields[], words: Words): HTMLElement {
  const rows = sectors.map((each) =>
    row(
      [textIn(each, "name")],
      ...["today", "month", "year"].map((field) => cell(change(words, numberIn(each, field), "percent"))),
    ),
  );
  const heads = ["Sector", "Today", "30 days", "365 days"];
  return html("section", {}, ...listing({ label: "Sectors", heads, rows, shown: SECTORS, noun: "sectors" }));
}
