/**
 * Economic series: the newest value with its changes, a line of the values, and all figures in a table. Of a price index
 * people ask for the change on the year, which is inflation, so it takes the place of the value.
 */
import { listIn, numberIn, rowsIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { isIndexUnit, isPercentUnit, toPeriodWords } from "../../contract/field-facts.js";
import { attempt } from "../parts/attempt.js";
import { SERIES_FIELDS } from "../parts/declared-fields.js";
import { declaredFigure, fieldAt, valueOf, type NamedField } from "../parts/declared-figure.js";
import { html, section, svg } from "../parts/elements.js";
import type { Formats } from "../parts/format.js";
import { sentence } from "../parts/frame.js";
import type { Picture, PictureContext } from "../parts/picture.js";
import { cell, listing, row } from "../parts/table.js";
import { linePath, priceTick, roomyExtent, timeChart } from "../charts/time-chart.js";

const TOOL = "get_economic_series";
/** Parameters for all values in their shortest form. */
const WHOLE = { limit: 6_000, format: "csv", fields: ["*"] };
const HEIGHT = 150;
const SHOWN = 12;
const PERCENT = "\u00a0%";

const at = (name: string) => fieldAt(SERIES_FIELDS, `values.${name}`);
const [VALUE, CHANGE, YEAR, GROWTH] = [at("value"), at("change"), at("yearChange"), at("growthPercent")];
/** A field with the unit that the answer states for it and its declaration does not. */
interface Measured extends NamedField {
  unit?: string;
}
/** Usual names for the change on the year of these series. */
const INFLATION: Readonly<Record<string, string>> = { cpi: "Inflation", core_cpi: "Core inflation" };

/** Draws the answer about economic series. */
export function drawSeries({ body }: Answer, context: PictureContext): Picture {
  const heading = "Economic series";
  const total = numberIn(body, "total_values");
  if (total === null) return { heading, content: [] };
  const { formats } = context;
  const place = html("div", { class: "stack toneless" });
  const status = html("p", { class: "key", role: "status" });
  const draw = (shown: Fields) =>
    place.replaceChildren(...rowsIn(body, "series").flatMap((each) => partsOf(each, shown, formats)));
  draw(body);
  const count = listIn(body, "values").length;
  if (count < total) {
    const part = `The newest ${formats.number(count)} of ${formats.number(total)} values are drawn.`;
    if (context.mayAsk) {
      attempt(status, part, part, async () => {
        const all = await context.ask(TOOL, { ...context.input, ...WHOLE });
        if (listIn(all.body, "values").length < count) throw new Error("fewer values");
        draw(all.body);
        return "";
      });
    } else status.textContent = part;
  }
  const offices = new Set(rowsIn(body, "series").map((each) => textIn(each, "office")));
  return { heading, subheading: [...offices].filter(Boolean).join(", "), content: [place, status] };
}

/** Returns the section of one series; its values are those with its name, or all where the rows have no names. */
function partsOf(series: Fields, body: Fields, formats: Formats): HTMLElement[] {
  const name = textIn(series, "name") ?? "";
  const title = textIn(series, "title") ?? name;
  const rows = listIn(body, "values").filter((each) => !("series" in each) || textIn(each, "series") === name);
  const newest = rows.find((each) => valueOf(each, VALUE) !== null);
  if (!newest) return [section(title, ...sentence("No values in this range."))];
  const isPercent = series["changes"] === "percent";
  const unit = textIn(series, "unit");
  const isInPoints = !isPercent && isPercentUnit(unit);
  const inUnit = ({ field, ...named }: NamedField): Measured => ({
    ...named,
    field: { ...field, kind: isPercent ? "percent" : field.kind, isInPoints },
  });
  const [change, year] = [inUnit(CHANGE), inUnit(YEAR)];
  // As at a terminal, a percentage has the decimals of its source.
  const value: Measured = isInPoints ? { ...VALUE, unit: PERCENT } : VALUE;
  // Other series with percentages, such as wages, have a unit in which people know them.
  const isIndex = isPercent && (unit === null || isIndexUnit(unit)) && valueOf(newest, year) !== null;
  const inflation = { ...year, field: { ...year.field, signed: false }, label: INFLATION[name] ?? year.label };
  const further = valueOf(newest, GROWTH) === null ? [] : [GROWTH];
  const figures = isIndex ? [inflation, value, change] : [value, change, year, ...further];
  const adjusted = series["seasonallyAdjusted"] === true ? "seasonally adjusted" : null;
  const about = [unit, adjusted].filter((each) => each !== null).join(", ");
  const next = textIn(series, "nextRelease");
  const release = next === null ? null : `next release ${formats.day(next)}`;
  const line = html(
    "p",
    { class: "price" },
    isIndex ? html("span", { class: "unit" }, inflation.label) : null,
    html("strong", {}, figureOf(newest, figures[0]!, formats)),
    html(
      "span",
      { class: "aside" },
      [periodOf(newest, formats), isIndex ? "" : about, release].filter(Boolean).join(", "),
    ),
  );
  const level = isIndex
    ? html("p", { class: "quiet" }, "Level: ", declaredFigure(newest, VALUE, formats), about && `, ${about}`)
    : null;
  return [
    section(
      title,
      line,
      level,
      ...lineOf(title, rows.toReversed(), figures, formats),
      tableOf(title, rows, [value, change, year, ...further], formats),
    ),
  ];
}

const periodOf = (each: Fields, formats: Formats) =>
  toPeriodWords(textIn(each, "date") ?? "", each["period"], formats.month);

function figureOf(each: Fields, named: Measured, formats: Formats): HTMLElement {
  const figure = declaredFigure(each, named, formats);
  if (valueOf(each, named) !== null) figure.append(named.unit ?? "");
  return figure;
}

/** Returns the readout of the figures under the crosshair and the line of the first one; rows are oldest first. */
function lineOf(title: string, rows: readonly Fields[], figures: readonly Measured[], formats: Formats): HTMLElement[] {
  const lead = figures[0]!;
  const values = rows.map((each) => valueOf(each, lead));
  const dates = rows.map((each) => textIn(each, "date") ?? "");
  const periods = rows.map((each) => periodOf(each, formats));
  const extent = roomyExtent(values);
  const toTick = priceTick(extent, formats);
  const unit = lead.field.kind === "percent" ? PERCENT : (lead.unit ?? "");
  const readout = html("p", { class: "readout" });
  const drawn = timeChart({
    title,
    description: `${lead.label}: ${rows.length} values from ${periods[0]!} to ${periods.at(-1)!}`,
    dates,
    panels: [
      {
        height: HEIGHT,
        extent,
        toTick: (value) => toTick(value) + unit,
        draw: (place) => [svg("path", { class: "curve series-1", d: linePath(values, place) })],
      },
    ],
    formats,
    toText: (index) => `${periods[index]!}: ${values[index] === null ? "none" : formats.exact(values[index]!) + unit}`,
    onBar(index) {
      const each = rows[index]!;
      const isPreliminary = each["preliminary"] === true || each["preliminary"] === "true";
      readout.replaceChildren(
        html("strong", {}, periods[index]!, isPreliminary ? html("small", {}, " preliminary") : null),
        ...figures.flatMap((named) =>
          valueOf(each, named) === null
            ? []
            : [html("span", {}, html("small", {}, named.label), " ", figureOf(each, named, formats))],
        ),
      );
    },
  });
  return [readout, drawn];
}

/** Returns all figures in a list that opens; the table is created when the reader opens it. */
function tableOf(title: string, rows: readonly Fields[], columns: readonly Measured[], formats: Formats): HTMLElement {
  const details = html("details", {}, html("summary", {}, `Figures of ${formats.number(rows.length)} periods`));
  details.addEventListener(
    "toggle",
    () => {
      const cells = rows.map((each) =>
        row([periodOf(each, formats)], ...columns.map((named) => cell(figureOf(each, named, formats)))),
      );
      const heads = ["Period", ...columns.map(({ label }) => label)];
      details.append(...listing({ label: `Figures: ${title}`, heads, rows: cells, shown: SHOWN, noun: "periods" }));
    },
    { once: true },
  );
  return details;
}
