/** Dividends: what is paid now, payments over the years with splits, and the payments as a table. */
import { numberIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { figure, given, html, scrolling } from "./elements.js";
import { factList, ratio, titled, type Fact } from "./fact-list.js";
import { paymentsChart } from "./payments-chart.js";
import type { Means, Picture } from "./picture.js";
import { segments } from "./segments.js";
import { shorten } from "./short-list.js";
import type { Words } from "./format.js";

const TOOL = "get_dividends";
/** The most payments the tool gives. */
const MOST = 400;
const LISTED = 5;

/** Draws the answer of dividends. */
export function drawDividends({ body, otherCurrencies }: Answer, means: Means): Picture {
  const { words } = means;
  const symbol = textIn(body, "symbol") ?? "";
  const currency = textIn(body, "currency");
  const rows = rowsIn(body, "dividends");
  const facts = factList(factsOf(body, otherCurrencies["annualRate"] ?? currency, words));
  const subheading = [currency, textIn(body, "frequency")].filter((part) => part !== null).join(" · ");
  const content =
    rows.length === 0 ? html("p", { class: "sentence" }, "No dividends are known.") : payments(body, rows, means);
  return { heading: `${symbol} dividends`.trim(), subheading, content: facts ? [facts, content] : [content] };
}

function factsOf(body: Fields, rateCurrency: string | null, words: Words): Fact[] {
  const facts: Fact[] = [];
  const add = (label: string, value: Node | null) => void (value && facts.push([label, value]));
  const number = (field: string, node: (value: number) => Node) => {
    const value = numberIn(body, field);
    return value === null ? null : node(value);
  };
  const day = (field: string) => {
    const text = textIn(body, field);
    return text === null ? null : titled(words.day(text), text);
  };
  add(
    "Yield",
    number("yield", (value) => ratio(words, value)),
  );
  add(
    rateCurrency === null ? "Annual rate" : `Annual rate (${rateCurrency})`,
    number("annualRate", (value) => figure(words, value, "price")),
  );
  add(
    "Payout of earnings",
    number("payoutRatio", (value) => ratio(words, value)),
  );
  add(
    "Yield, 5-year average",
    number("fiveYearAverageYield", (value) => titled(`${words.number(value)}\u00a0%`, words.exact(value))),
  );
  add(body["next"] ? "Next ex-date" : "Latest ex-date", day("exDate"));
  add("Day of payment", day("payDate"));
  const [split] = rowsIn(body, "splits");
  const when = split && textIn(split, "date");
  if (split && when) add("Latest split", titled(`${labelOf(split)}, ${words.day(when)}`, when));
  return facts;
}

/** Chart and table of these payments, with a choice of all where there are more. */
function payments(body: Fields, rows: readonly Fields[], means: Means): HTMLElement {
  const { words, input } = means;
  const total = numberIn(body, "total") ?? rows.length;
  const place = html("div", { class: "stack" }, ...parts(body, rows, words));
  if (total <= rows.length) return place;
  const said = html("p", { class: "key", role: "status" });
  const showAll = async () => {
    const answer = await means.ask(TOOL, { ...input, symbol: textIn(body, "symbol"), limit: MOST });
    const all = rowsIn(answer.body, "dividends");
    if (answer.isError || all.length === 0) throw new Error("no payments");
    show("all", all);
  };
  const choose = (value: string) => {
    if (value === "newest") show(value, rows);
    else showAll().catch(() => said.replaceChildren("Earlier payments could not be had."));
  };
  const labels = [
    { value: "newest", text: `Newest ${words.number(rows.length)}` },
    { value: "all", text: `All ${words.number(total)}` },
  ];
  const choices = segments("Payments", labels, "newest", choose);
  const show = (value: string, shown: readonly Fields[]) => {
    for (const button of choices.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset["value"] === value));
    }
    place.replaceChildren(...parts(body, shown, words));
  };
  return html("div", { class: "stack" }, choices, said, place);
}

function parts(body: Fields, rows: readonly Fields[], words: Words): HTMLElement[] {
  const unit = textIn(rows[0]!, "currency");
  // Amounts in another currency cannot be compared.
  const drawn = rows.flatMap((row) => {
    const [day, amount] = [textIn(row, "exDate"), numberIn(row, "amount")];
    return day === null || amount === null || textIn(row, "currency") !== unit ? [] : [{ day, amount }];
  });
  const splits = rowsIn(body, "splits").flatMap((split) => {
    const day = textIn(split, "date");
    return day === null ? [] : [{ day, label: labelOf(split) }];
  });
  const named = unit === null ? "" : ` ${unit}`;
  return [...(drawn.length > 0 ? [paymentsChart(drawn, splits, named, words)] : []), ...table(rows, unit, words)];
}

/** Such as 4:1, new shares for old ones. */
function labelOf(split: Fields): string {
  return `${numberIn(split, "numerator") ?? "?"}:${numberIn(split, "denominator") ?? "?"}`;
}

function table(rows: readonly Fields[], unit: string | null, words: Words): HTMLElement[] {
  const hasPayDates = rows.some((row) => textIn(row, "payDate") !== null);
  const day = (row: Fields, field: string) => {
    const text = textIn(row, field);
    return text === null ? given(null) : titled(words.day(text), text);
  };
  const lines = rows.map((row) => {
    const currency = textIn(row, "currency");
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, day(row, "exDate")),
      html(
        "td",
        { class: "number" },
        figure(words, numberIn(row, "amount"), "price"),
        currency === unit ? null : ` ${currency}`,
      ),
      ...(hasPayDates ? [html("td", { class: "number" }, day(row, "payDate"))] : []),
    );
  });
  const body = html("tbody", {}, ...lines);
  const { button } = shorten(body, LISTED, "payments");
  const names = ["Ex-date", unit === null ? "A share" : `A share (${unit})`, ...(hasPayDates ? ["Paid"] : [])];
  const head = names.map((name, index) =>
    html("th", { scope: "col", ...(index > 0 ? { class: "number" } : {}) }, name),
  );
  const drawn = html("table", {}, html("thead", {}, html("tr", {}, ...head)), body);
  return [scrolling("Payments", drawn), ...(button ? [button] : [])];
}
