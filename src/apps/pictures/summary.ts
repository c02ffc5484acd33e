/** The market summary as tiles: indices, yields, currencies, commodities, coins, sectors. */
import { recordIn, numberIn, rowsIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { declaredFacts, declaredFigure, factsAt, figuresIn, valueOf } from "../parts/declared-figure.js";
import { SUMMARY_FIELDS } from "../parts/declared-fields.js";
import { change, dotted, figure, html, section } from "../parts/elements.js";
import type { Picture, PictureContext } from "../parts/picture.js";
import { isOpen, toSessionWords } from "../../contract/envelope.js";
import type { Formats } from "../parts/format.js";

/** The lists of prices; a rate of two currencies needs more digits than a price. */
const LISTS: readonly [list: string, style: "price" | "rate"][] = [
  ["indices", "price"],
  ["currencies", "rate"],
  ["commodities", "price"],
  ["crypto", "price"],
];
const GROUPS = new Map(SUMMARY_FIELDS.map(([path, , label]) => [path, label || ""]));

/** Draws the answer of the market summary. */
export function drawSummary(answer: Answer, { formats }: PictureContext): Picture {
  const { body } = answer;
  const session = recordIn(body, "session");
  const holiday = textIn(session, "holiday");
  const state = textIn(session, "state");
  const nextOpen = state === null || isOpen(state) ? null : textIn(session, "nextOpen");
  const yields = [
    ...declaredFacts(recordIn(body, "yields"), figuresIn(SUMMARY_FIELDS, "yields"), formats, answer),
    ...factsAt(answer, SUMMARY_FIELDS, ["volatility"], formats),
  ];
  const sectors = rowsIn(body, "sectors");
  return {
    heading: "Market summary",
    subheading: dotted(
      state === null ? null : `US: market ${toSessionWords(state)}`,
      holiday,
      nextOpen === null ? null : `opens ${formats.time(nextOpen)}`,
    ),
    content: [
      html(
        "div",
        { class: "groups" },
        ...LISTS.flatMap(([list, style]) =>
          group(
            GROUPS.get(list)!,
            rowsIn(body, list).map((each) => priceTile(each, style, formats)),
          ),
        ),
        ...group(
          `${GROUPS.get("yields")} and VIX`,
          yields.map(([label, value]) => tile(label, value)),
        ),
      ),
      ...(sectors.length > 0 ? [heatMap(sectors, formats)] : []),
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

function priceTile(each: Fields, style: "price" | "rate", formats: Formats): HTMLElement {
  const name = textIn(each, "name") ?? textIn(each, "symbol") ?? "";
  return tile(
    name,
    figure(formats, numberIn(each, "price"), style),
    change(formats, numberIn(each, "changesPercentage"), "percent"),
  );
}

/** A change of so many percent has the strongest colour, which still leaves the text readable. */
const STRONGEST = 2;
const MOST_COLOR = 34;

/** Returns the sectors as tiles in the colour of their change, the strongest first. */
function heatMap(sectors: readonly Fields[], formats: Formats): HTMLElement {
  const [today, ...others] = figuresIn(SUMMARY_FIELDS, "sectors");
  const of = (each: Fields) => valueOf(each, today!) ?? -Infinity;
  const tiles = sectors
    .toSorted((one, other) => of(other) - of(one))
    .map((each) => {
      const name = textIn(each, "name") ?? "";
      const more = others.map((column) =>
        html("dd", {}, html("small", {}, `${column.label} `, declaredFigure(each, column, formats))),
      );
      const made = tile(name, declaredFigure(each, today!, formats));
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
