/** A price history in two lines: how it went, from where to where. */
import { isPair } from "../../contract/currency.js";
import { isObject } from "../../lib/is-object.js";
import { isOverYear, toDayWords, type Reader } from "./reader.js";
import type { Row } from "./cells.js";

/** The fields of the body that the summary replaces. */
export const HISTORY_FIELDS = [
  "summary",
  "range",
  "interval",
  "timezone",
  "firstBarComplete",
  "lastBarComplete",
  "adjustment",
];

/** Named ranges in words. */
const RANGES: Readonly<Record<string, string>> = {
  "1d": "on the last day",
  "5d": "in five days",
  "1mo": "in a month",
  "3mo": "in three months",
  "6mo": "in six months",
  ytd: "since the start of the year",
  "1y": "in a year",
  "2y": "in two years",
  "3y": "in three years",
  "5y": "in five years",
  "10y": "in ten years",
};

/** The range of a question that names none. */
const USUAL = "1y";

/** Returns the lines; none without a change, also from the open. `input` is what was asked. */
export function toHistorySummary(body: Row, input: Row, reader: Reader): string[] {
  const [summary, span] = [partOf(body, "summary"), partOf(body, "range")];
  const isRate = isPair(body["symbol"]);
  const percent = (value: unknown) => (typeof value === "number" ? reader.percent(value) : undefined);
  const price = (value: unknown) =>
    typeof value !== "number" ? undefined : isRate ? reader.rate(value) : reader.price(value);
  const isOneDay = span["from"] === span["to"];
  const hasYears = isOverYear(String(span["from"]), String(span["to"]));
  const on = (value: unknown) => {
    if (typeof value !== "string") return "";
    if (!isOneDay || !value.includes("T")) return ` on ${toDayWords(value.slice(0, 10), hasYears)}`;
    const at = new Date(value);
    return ` at ${reader.minute(at).slice(-5)} ${reader.zone(at)}`;
  };
  const change = percent(summary["changePercent"]);
  const fromOpen = percent(summary["changeFromOpenPercent"]);
  if (change === undefined && fromOpen === undefined) return [];
  const isNamed = input["from"] === undefined && input["to"] === undefined;
  const when =
    (isNamed ? RANGES[String(input["range"] ?? USUAL)] : undefined) ??
    `from ${toDayWords(String(span["from"]), hasYears)} to ${toDayWords(String(span["to"]), hasYears)}`;
  const fall = partOf(summary, "maxDrawdown");
  const total = percent(summary["totalReturnPercent"]);
  const swings = typeof summary["volatility"] === "number" ? reader.share(summary["volatility"]) : undefined;
  const first = [
    change === undefined ? undefined : `${change} ${when}`,
    fromOpen === undefined ? undefined : `${fromOpen} since the open`,
    labelled("high", price(summary["high"]), on(summary["highDate"])),
    labelled("worst fall", percent(fall["percent"])),
  ];
  // One bar alone has no change but that from its open.
  const base = price(change === undefined ? summary["open"] : (partOf(summary, "base")["close"] ?? summary["first"]));
  const last = price(summary["last"]);
  const second = [
    base && last ? `${base} to ${last}` : undefined,
    labelled("low", price(summary["low"]), on(summary["lowDate"])),
    total === change ? undefined : labelled("with dividends", total),
    labelled("volatility", swings, " a year"),
  ];
  return [first, second].map((parts) => parts.filter((part) => part !== undefined).join(", ")).filter(Boolean);
}

function labelled(label: string, text: string | undefined, after = ""): string | undefined {
  return text === undefined ? undefined : `${label} ${text}${after}`;
}

function partOf(row: Row, name: string): Row {
  const value = row[name];
  return isObject(value) ? value : {};
}
