/** The market summary as tiles: indices, yields, currencies, commodities, coins, sectors. */
import { recordIn, numberIn, rowsIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { declaredFacts, declaredFigure, factsAt, figuresIn, valueOf } from "../parts/declared-figure.js";
import { SUMMARY_FIELDS } from "../parts/declared-fields.js";
import { change, dotted, figure, html, section } from "../parts/elements.js";
import type { Picture, PictureContext } from "../parts/picture.js";
import { isOpen, toSessionWords } from "../../lib/session-words.js";
import type { Words } from "../parts/format.js";

/** The lists of prices; a rate of two currencies needs more digits than a price. */
const LISTS: readonly [list: string, style: "price" | "rate"][] = [
  ["indices", "price"],
  ["currencies", "rate"],
  ["commodities", "price"],
  ["crypto", "price"],
];
const GROUPS = new Map(SUMMARY_FIELDS.map(([path, , label]) => [path, label || ""]));

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
      state === null ? null : `US: market ${toSessionWords(state)}`,
      holiday,
      nextOpen === null ? null : `opens ${words.time(nextOpen)}`,
    ),
    content: [
      html(
        "div",
        { class: "groups" },
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
      ),
      ...(sectors.length > 0 ? [heatMap(sectors, words)] : []),
    ],
  };
}

function group(title: string, tiles: readonly HTMLElement[]): HTMLElement[] {
  if (tiles.length === 0) return [];
  const made = section(title, html("dl", { class: "tiles wide" }, ...tiles));
  made.setAttribute("style", `--tiles: ${tiles.length}`);
  return [made];
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

/** A change of so many percent has the strongest colour, which still leaves the text readable. */
const STRONGEST = 2;
const MOST_COLOR = 34;

/** Returns the sectors as tiles in the colour of their change, the strongest first. */
function heatMap(sectors: readonly Fields[], words: Words): HTMLElement {
  const [today, ...others] = figuresIn(SUMMARY_FIELDS, "sectors");
  const of = (each: Fields) => valueOf(each, today!) ?? -Infinity;
  const tiles = sectors
    .toSorted((one, other) => of(other) - of(one))
    .map((each) => {
      const name = textIn(each, "name") ?? "";
      const more = others.map((column) =>
        html("dd", {}, html("small", {}, `${column.label} `, declaredFigure(each, column, words))),
      );
      const made = tile(name, declaredFigure(each, today!, words));
      made.append(...more);
      made.setAttribute("style", `background: ${heat(valueOf(each, today!))}`);
      return made;
    });
  const label = GROUPS.get("sectors")!;
  return section(`${label}, ${today!.label}`, html("dl", { class: "tiles wide heat" }, ...tiles));
}

function heat(percent: number | null): string {
  if (percent === null) return "var(--soft)";
  const part = Math.round(Math.min(1, Math.abs(percent) / STRONGEST) * MOST_COLOR);
  return `color-mix(in srgb, var(--${percent < 0 ? "down" : "up"}) ${part}%, var(--ground))`;
}
