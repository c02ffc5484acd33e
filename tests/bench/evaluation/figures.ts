/** Reads the figures of a model's answer, and compares them with the right ones: number, unit and sign, by rule. */
import type { Capability } from "../../../src/contract/capability.js";
import { fieldsOf } from "../../../src/contract/field.js";
import { isPercentage, type Field } from "../../../src/contract/field-facts.js";
import { toId } from "../../../src/contract/provider-id.js";
import { isObject } from "../../../src/lib/is-object.js";
import { valueAt } from "../../docs/questions.js";

/** The mark of a figure, before or behind it: a percentage, an amount of a currency (`null` where it is not known), or nothing. */
export type Unit = { kind: "percent"; value: number } | { kind: "money"; currency: string | null } | { kind: "plain" };

/** A figure that the final answer has to state. */
export interface Wanted {
  tool: string;
  path: string;
  value: number;
  unit: Unit;
  /** Whether it is a change, whose sign a sentence may say in a word: fell by 3 %. */
  isSigned: boolean;
}

export type Verdict = "right" | "missing" | "other unit" | "other sign";

interface Found {
  value: number;
  /** The most by which rounding to the written digits changes a value. */
  rounding: number;
  digits: number;
  mark: string;
  /** Whether the words around it say that something fell. */
  isFall: boolean;
}

const CODES = "USD|EUR|GBP|GBX|GBp|JPY|CNY|HKD|CAD|AUD|CHF|SEK|NOK|DKK|INR|KRW|BRL|TRY|TWD|SGD|ZAR|PLN|MXN|ILS";
const MARKS = "US\\$|HK\\$|C\\$|A\\$|[$€£¥₹]";
const SIGNS: Readonly<Record<string, string>> = {
  US$: "USD",
  HK$: "HKD",
  C$: "CAD",
  A$: "AUD",
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
};
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:trillion|tn|t)$/i, 1e12],
  [/^(?:billion|bn|b)$/i, 1e9],
  [/^(?:million|mn|m)$/i, 1e6],
  [/^(?:thousand|k)$/i, 1e3],
];
const FIGURE = new RegExp(
  [
    "(?<minus>[-−(])?\\s?",
    `(?<before>${MARKS}|\\b(?:${CODES}))?\\s?`,
    "(?<sign>[-−+])?",
    "(?<![\\w.])(?<number>\\d{1,3}(?:[,\u202f\u00a0']\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)",
    "(?:\\s?(?<scale>trillion|billion|million|thousand|tn|bn|mn|[TBMKk])(?![\\w]))?",
    `(?:\\s?(?<after>%|percentage points?|percent|points?|pp|€|£|dollars?|euros?|pounds?|pence|(?:${CODES})(?!\\w)))?`,
  ].join(""),
  "g",
);
/** Days and times have digits, too. */
const DAYS = /\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?|\b\d\d?:\d\d\b/g;
const FALLS =
  /\b(?:fell|falls?|fallen|down|lost|loss|lower|below|drop(?:s|ped)?|declin(?:e|es|ed)|decreas(?:e|es|ed)|shrank|minus|negative)\b/i;
/** Characters before a figure in which a word can say its direction. */
const NEAR = 60;
/** Fewer digits would make `2 T` right for 2.06 T. */
const LEAST_DIGITS = 2;

/** Returns all figures of a text. */
export function readFigures(text: string): Found[] {
  const plain = text.replace(DAYS, (day) => " ".repeat(day.length)).replaceAll(/\*\*|__|`/g, "");
  return [...plain.matchAll(FIGURE)].map((match) => {
    const { minus, before = "", sign, number = "", scale, after = "" } = match.groups!;
    const digits = number.replaceAll(/[^\d.]/g, "");
    const factor = SCALES.find(([word]) => scale !== undefined && word.test(scale))?.[1] ?? 1;
    const decimals = digits.split(".")[1]?.length ?? 0;
    const isNegative = minus !== undefined ? minus !== "(" || plain[match.index + match[0].length] === ")" : false;
    const near = plain
      .slice(Math.max(0, match.index - NEAR), match.index)
      .split(/[.;\n](?:\s|$)/)
      .at(-1)!;
    return {
      value: Number(digits) * factor * (isNegative || (sign !== undefined && sign !== "+") ? -1 : 1),
      rounding: 0.5 * 10 ** -decimals * factor,
      digits: digits.replace(".", "").replace(/^0+/, "").length,
      mark: before || after,
      isFall: FALLS.test(near),
    };
  });
}

/** Returns whether the text states a figure, and what is wrong with the nearest one if not. */
export function judge(text: string, wanted: Wanted): Verdict {
  const found = readFigures(text);
  const verdicts = found.flatMap((each) => {
    const values = valuesOf(wanted).filter(({ value }) => isNear(each, Math.abs(value)));
    return values.map(({ isBare }) => {
      const hasSign = Math.sign(each.value) === Math.sign(wanted.value) || wanted.value === 0;
      const saysFall = wanted.isSigned && wanted.value < 0 && each.value > 0 && each.isFall;
      if (!hasSign && !saysFall) return "other sign";
      return hasUnit(each.mark, wanted.unit, text, isBare) ? "right" : "other unit";
    });
  });
  const order: readonly Verdict[] = ["right", "other sign", "other unit"];
  return order.find((verdict) => verdicts.some((each) => each === verdict)) ?? "missing";
}

/** A ratio may be written as it was sent, without a unit. */
function valuesOf({ value, unit }: Wanted): { value: number; isBare: boolean }[] {
  if (unit.kind !== "percent") return [{ value, isBare: false }];
  const bare = unit.value === value ? [] : [{ value, isBare: true }];
  return [{ value: unit.value, isBare: false }, ...bare];
}

function isNear({ value, rounding, digits }: Found, wanted: number): boolean {
  const off = Math.abs(Math.abs(value) - wanted);
  if (off <= wanted * 1e-9) return true;
  return digits >= LEAST_DIGITS && off <= rounding * (1 + 1e-9);
}

function hasUnit(mark: string, unit: Unit, text: string, isBare: boolean): boolean {
  const isPercent = /^(?:%|percent|pp|points?$|percentage)/.test(mark);
  if (unit.kind === "plain" || isBare) return !isPercent && (mark === "" || unit.kind === "plain");
  // A table says the unit in its heading.
  if (unit.kind === "percent") return isPercent || (mark === "" && /%|percent/.test(text));
  if (isPercent) return false;
  const { currency } = unit;
  const named = mark === "" ? namesIn(text) : currenciesOf(mark);
  return currency === null ? named.length > 0 : named.includes(currency);
}

const namesIn = (text: string) =>
  (text.match(new RegExp(`${MARKS}|\\b(?:${CODES})\\b|dollars?|euros?|pounds?|pence`, "g")) ?? []).flatMap(
    currenciesOf,
  );

/** The currencies that a mark can stand for. */
function currenciesOf(mark: string): string[] {
  if (mark === "$") return ["USD", "CAD", "AUD", "HKD", "SGD", "MXN"];
  if (mark === "¥") return ["JPY", "CNY"];
  if (mark.startsWith("dollar")) return ["USD", "CAD", "AUD", "HKD"];
  if (mark.startsWith("euro")) return ["EUR"];
  if (mark.startsWith("pound")) return ["GBP"];
  if (/^pence|GBX/.test(mark)) return ["GBp"];
  return [SIGNS[mark] ?? mark];
}

/** Returns the figures among the fields of an answer that a question asks for; days, names and texts are none. */
export function wantedOf(capability: Capability, body: unknown, paths: readonly string[]): Wanted[] {
  const fields = fieldsOf(capability.output);
  return paths.flatMap((path): Wanted[] => {
    const value = toValue(valueAt(body, path));
    if (value === undefined) return [];
    const field = fields.get(declaredPath(capability, path));
    return [
      {
        tool: capability.tool.name,
        path,
        value,
        unit: unitOf(field, value, body, path),
        isSigned: field?.signed ?? false,
      },
    ];
  });
}

/** CSV has its figures as text. */
function toValue(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(value) ? Number(value) : undefined;
}

function declaredPath({ tool: { rows } }: Capability, path: string): string {
  const names = path.split(".").filter((name) => !/^\d+$|=/.test(name));
  return names.map((name) => (name === "csv" ? (rows?.list ?? name) : name.replace(/_csv$/, ""))).join(".");
}

function unitOf(field: Field | undefined, value: number, body: unknown, path: string): Unit {
  if (field?.kind === "ratio" || field?.kind === "percent") {
    const source = isObject(body) && typeof body["source"] === "string" ? body["source"] : "";
    const isSent = isPercentage(field, toId(source));
    return { kind: "percent", value: isSent ? value : value * 100 };
  }
  if (field?.kind !== "money" && field?.kind !== "price") return { kind: "plain" };
  if (field.owner === "usd") return { kind: "money", currency: "USD" };
  return { kind: "money", currency: field.owner === "listing" ? currencyOf(body, path) : null };
}

/** The currency that stands beside the figure, or above it. */
function currencyOf(body: unknown, path: string): string | null {
  const parts = path.split(".").slice(0, -1);
  for (let length = parts.length; length >= 0; length--) {
    const beside = length === 0 ? body : valueAt(body, parts.slice(0, length).join("."));
    if (isObject(beside) && typeof beside["currency"] === "string" && beside["currency"] !== "")
      return beside["currency"];
  }
  return null;
}
