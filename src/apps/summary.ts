/** The market summary as tiles: indices, yields, currencies, commodities, coins, sectors. */
import { recordIn, numberIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { declaredFacts, declaredFigure, factsAt, figuresIn } from "./declared-figure.js";
import { SUMMARY_FIELDS } from "./declared-fields.js";
import { change, clipped, dotted, figure, html, section } from "./elements.js";
import type { Picture, PictureContext } from "./picture.js";
import { isOpen, sessionWords } from "./session.js";
import { cell, listing, row } from "./table.js";
import type { Words } from "./format.js";

/** The lists of prices; a rate of two currencies needs more digits than a price. */
const LISTS: readonly [list: string, style: "price" | "rate"][] = [
  ["indices", "price"],
  ["currencies", "rate"],
  ["commodities", "price"],
  ["crypto", "price"],
];
const GROUPS = new Map(SUMMARY_FIELDS.map(([path, { label = "" }]) => [path, label]));
const SECTORS = 11;

/** Draws the answer of the market summary. */
export function drawSummary(answer: Answer, { words }: PictureContext): Picture {
  const { body } = answer;
  const session = recordIn(body, "session");
  const holiday = textIn(session, "holiday");
  const state = textIn(session, "state");
  const nextOpen = state === null || isOpen(state) ? null : textIn(session, "nextOpen");
  const yields = [
    ...declaredFacts(recordIn(body, "yields"), figuresIn(SUMMARY_FIELDS, "yields"), words, answer),
    ...factsAt(answer, SUMMARY_FIELDS, ["volatility"], words),
  ];
  const sectors = rowsIn(body, "sectors");
  return {
    heading: "Market summary",
    subheading: dotted(
      state === null ? null : `US: ${sessionWords(state).toLowerCase()}`,
      holiday,
      nextOpen === null ? null : `opens ${words.time(nextOpen)}`,
    ),
    content: [
      ...LISTS.flatMap(([list, style]) =>
        group(
          GROUPS.get(list)!,
          rowsIn(body, list).map((each) => priceTile(each, style, words)),
        ),
      ),
      ...group(
        `${GROUPS.get("yields")} and VIX`,
        yields.map(([label, value]) => tile(label, value)),
      ),
      ...(sectors.length > 0 ? [sectorTable(sectors, words)] : []),
    ],
  };
}

function group(title: string, tiles: readonly HTMLElement[]): HTMLElement[] {
  if (tiles.length === 0) return [];
  return [section(title, html("dl", { class: "tiles wide" }, ...tiles))];
}

function tile(label: string, ...values: Node[]): HTMLElement {
  return html("div", {}, html("dt", {}, label), ...values.map((value) => html("dd", {}, value)));
}

function priceTile(each: Fields, style: "price" | "rate", words: Words): HTMLElement {
  const name = textIn(each, "name") ?? textIn(each, "symbol") ?? "";
  return tile(
    name,
    figure(words, numberIn(each, "price"), style),
    change(words, numberIn(each, "changesPercentage"), "percent"),
  );
}

function sectorTable(sectors: readonly Fields[], words: Words): HTMLElement {
  const columns = figuresIn(SUMMARY_FIELDS, "sectors");
  const rows = sectors.map((each) =>
    row([clipped(textIn(each, "name"))], ...columns.map((column) => cell(declaredFigure(each, column, words)))),
  );
  const label = GROUPS.get("sectors")!;
  const heads = [label, ...columns.map((column) => column.label)];
  return html("section", {}, ...listing({ label, heads, rows, shown: SECTORS, noun: "sectors" }));
}
