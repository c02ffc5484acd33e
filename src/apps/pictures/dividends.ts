/** Dividends: current yield and dates, growth, charts of years and of payments with splits, and the payments as a table. */
import {
  furtherListIn,
  listIn,
  numberIn,
  recordIn,
  rowsIn,
  textIn,
  type Answer,
  type Fields,
} from "../parts/answer.js";
import { bars } from "../charts/bars.js";
import { columnOf, declaredFacts, fieldAt, fieldsIn, valueOf, type NamedField } from "../parts/declared-figure.js";
import { DIVIDENDS_FIELDS } from "../parts/declared-fields.js";
import { toMajorUnit } from "../../contract/currency.js";
import { day, dotted, html, section } from "../parts/elements.js";
import { factList, type Fact } from "../parts/fact-list.js";
import { paymentsChart } from "../charts/payments-chart.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { press, segments } from "../parts/segments.js";
import { cell, listing, row } from "../parts/table.js";
import type { Formats } from "../parts/format.js";

const TOOL = "get_dividends";
/** The most payments that the tool returns. */
const MOST = 400;
const LISTED = 5;
/** The facts above the chart, in this order. */
const FACTS = ["yield", "annualRate", "payoutRatio", "freeCashFlowPayout", "fiveYearAverageYield"].concat([
  "exDate",
  "payDate",
  "paidSince",
  "yearsPaid",
  "yearsRaised",
]);
const YEAR_AMOUNT = fieldAt(DIVIDENDS_FIELDS, "years.amount");
const [EX_DATE, AMOUNT, PAID] = ["exDate", "amount", "payDate"].map((name) =>
  fieldAt(DIVIDENDS_FIELDS, `dividends.${name}`),
) as [NamedField, NamedField, NamedField];

/** Draws the answer of dividends. */
export function drawDividends(answer: Answer, context: PictureContext): Picture {
  const { body } = answer;
  const { formats } = context;
  const symbol = textIn(body, "symbol") ?? "";
  const currency = textIn(body, "currency");
  const rows = listIn(body, "dividends");
  const subheading = dotted(currency, textIn(body, "frequency"));
  const content =
    rows.length === 0 ? html("p", { class: "sentence" }, "No dividends are known.") : payments(body, rows, context);
  return {
    heading: `${symbol} dividends`.trim(),
    company: symbol,
    subheading,
    content: [
      ...factList(factsOf(answer, formats)),
      ...twelveMonths(answer, formats),
      ...growth(answer, formats),
      ...byYear(body, rows, formats),
      content,
    ],
  };
}

function twelveMonths(answer: Answer, formats: Formats): HTMLElement[] {
  const fields = fieldsIn(DIVIDENDS_FIELDS, "paidTwelveMonths");
  const facts = declaredFacts(recordIn(answer.body, "paidTwelveMonths"), fields, formats, answer);
  return facts.length > 0 ? [section("Paid in twelve months", ...factList(facts))] : [];
}

function growth(answer: Answer, formats: Formats): HTMLElement[] {
  const fields = fieldsIn(DIVIDENDS_FIELDS, "growth").map((each) => ({
    ...each,
    label: each.name === "1" ? "1 year" : `${each.name} years`,
  }));
  const facts = declaredFacts(recordIn(answer.body, "growth"), fields, formats, answer);
  return facts.length > 0 ? [section("Growth (annualised)", ...factList(facts))] : [];
}

/** Returns the chart of years, oldest first; a year that is not complete says so. */
function byYear(body: Fields, rows: readonly Fields[], formats: Formats): HTMLElement[] {
  const years = furtherListIn(body, "years").toReversed();
  const unit = rows[0] && textIn(rows[0], "currency");
  const periods = years.map((each) => {
    const isComplete = each["complete"] === true || each["complete"] === "true";
    return `${textIn(each, "year") ?? numberIn(each, "year") ?? ""}${isComplete ? "" : "*"}`;
  });
  const series = [
    {
      label: unit ? `${AMOUNT.label} (${unit})` : AMOUNT.label,
      values: years.map((each) => valueOf(each, YEAR_AMOUNT)),
    },
  ];
  if (years.length < 2) return [];
  const drawn = bars({ title: "Dividends by year", series, periods, formats });
  return drawn.length > 0 ? [section("By year", ...drawn, html("p", { class: "key" }, "* not complete"))] : [];
}

function factsOf(answer: Answer, formats: Formats): Fact[] {
  const { body } = answer;
  const [currency, [split]] = [textIn(body, "currency"), rowsIn(body, "splits")];
  // A source with prices in pence does not say whether its rate is in pence too.
  const isMajor = currency !== null && toMajorUnit(currency) === currency;
  const fields = FACTS.map((name) => fieldAt(DIVIDENDS_FIELDS, name)).map((each) => {
    if (each.name === "exDate" && body["next"]) return { ...each, label: "Next ex-date" };
    return each.name === "annualRate" && isMajor ? { ...each, label: `${each.label} (${currency})` } : each;
  });
  const when = split && textIn(split, "date");
  return [
    ...declaredFacts(body, fields, formats, answer),
    ...(split && when
      ? [["Latest split", html("span", { title: when }, `${labelOf(split)}, ${formats.day(when)}`)] as const]
      : []),
  ];
}

/**
 * Returns chart and table of the payments. If there are more, also buttons that show as many as the tool returns, or a
 * sentence if the host allows no calls.
 */
function payments(body: Fields, rows: readonly Fields[], context: PictureContext): HTMLElement {
  const { formats, input } = context;
  const total = numberIn(body, "total") ?? rows.length;
  const place = html("div", { class: "stack" }, ...parts(body, rows, formats));
  if (total <= rows.length) return place;
  const status = html("p", { class: "key", role: "status" });
  if (!context.mayAsk) {
    status.append(`The newest ${formats.number(rows.length)} of ${formats.number(total)} payments are drawn.`);
    return html("div", { class: "stack" }, place, status);
  }
  let chosen = "newest";
  const showAll = async () => {
    const whole = { limit: MOST, format: "csv", fields: ["*"] };
    const answer = await context.ask(TOOL, { ...input, symbol: textIn(body, "symbol"), ...whole });
    if (chosen !== "all") return;
    const all = listIn(answer.body, "dividends");
    if (all.length === 0) throw new Error("no payments");
    show("all", all);
  };
  const choose = (value: string) => {
    chosen = value;
    if (value === "newest") show(value, rows);
    else
      showAll().catch(() => {
        if (chosen === "all") status.replaceChildren("Earlier payments could not be fetched.");
      });
  };
  const labels = [
    { value: "newest", text: `Newest ${formats.number(rows.length)}` },
    {
      value: "all",
      text:
        total > MOST ? `Newest ${formats.number(MOST)} of ${formats.number(total)}` : `All ${formats.number(total)}`,
    },
  ];
  const choices = segments("Payments", labels, "newest", choose);
  const show = (value: string, shown: readonly Fields[]) => {
    status.replaceChildren();
    press(choices, value);
    place.replaceChildren(...parts(body, shown, formats));
  };
  return html("div", { class: "stack" }, choices, status, place);
}

function parts(body: Fields, rows: readonly Fields[], formats: Formats): HTMLElement[] {
  const unit = textIn(rows[0]!, "currency");
  // Payments in another currency are not drawn, because their amounts cannot be compared.
  const drawn = rows.flatMap((each) => {
    const [date, amount] = [textIn(each, "exDate"), numberIn(each, "amount")];
    return date === null || amount === null || textIn(each, "currency") !== unit ? [] : [{ day: date, amount }];
  });
  const splits = rowsIn(body, "splits").flatMap((split) => {
    const date = textIn(split, "date");
    return date === null ? [] : [{ day: date, label: labelOf(split) }];
  });
  const named = unit === null ? "" : ` ${unit}`;
  return [...(drawn.length > 0 ? [paymentsChart(drawn, splits, named, formats)] : []), ...table(rows, unit, formats)];
}

/** Returns the ratio of new shares to old ones, such as 4:1. */
function labelOf(split: Fields): string {
  return `${numberIn(split, "numerator") ?? "?"}:${numberIn(split, "denominator") ?? "?"}`;
}

function table(rows: readonly Fields[], unit: string | null, formats: Formats): HTMLElement[] {
  const hasPayDates = rows.some((each) => textIn(each, "payDate") !== null);
  const isOfUnit = (each: Fields) => textIn(each, "currency") === unit;
  const [amountOf, otherOf] = [isOfUnit, (each: Fields) => !isOfUnit(each)].map((isIn) =>
    columnOf(rows.filter(isIn), AMOUNT, formats),
  );
  const lines = rows.map((each) => {
    const currency = textIn(each, "currency");
    const amount = (isOfUnit(each) ? amountOf! : otherOf!)(each);
    return row(
      [day(formats, textIn(each, "exDate"))],
      cell(amount, currency === unit ? null : ` ${currency ?? "currency not given"}`),
      ...(hasPayDates ? [cell(day(formats, textIn(each, "payDate")))] : []),
    );
  });
  const amounts = unit === null ? AMOUNT.label : `${AMOUNT.label} (${unit})`;
  const heads = [EX_DATE.label, amounts, ...(hasPayDates ? [PAID.label] : [])];
  return listing({ label: "Payments", heads, rows: lines, shown: LISTED, noun: "payments" });
}
