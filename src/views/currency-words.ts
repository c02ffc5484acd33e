/** The currencies of an answer in words: a figure without its currency is read as dollars. */
import { say, type Sentence, the } from "../contract/sentence.js";
import { joinWithAnd } from "../lib/join-words.js";
import type { Capability } from "../contract/capability.js";
import { fieldsOf } from "../contract/field.js";
import { toFieldLabel } from "../contract/field-facts.js";
import { isIndex, nameCurrency, otherCurrencies, type Currencies } from "../contract/currency.js";
import type { Envelope } from "../contract/envelope.js";
import { capital, uncapital } from "../lib/capital.js";
import { groupBy } from "../lib/group-by.js";
import { isObject } from "../lib/is-object.js";
import { oncePer } from "../lib/once-per.js";
import { ofAnswer } from "./rows.js";

/**
 * Returns the name of a field inside a sentence: `market cap`, `EBITDA`. Without its path, it is the first one of those
 * with the fewest dots before them.
 */
type NameOf = (field: string) => string;

export const fieldNamesOf = oncePer(({ output }: Capability): NameOf => {
  const declared = [...fieldsOf(output)].toReversed().toSorted(([one], [other]) => depthOf(other) - depthOf(one));
  const fields = new Map(declared.flatMap(([path, field]) => [path, lastOf(path)].map((name) => [name, field])));
  return (name) => uncapital(toFieldLabel(lastOf(name), fields.get(name)));
});

const depthOf = (path: string) => path.split(".").length;
const lastOf = (path: string) => path.split(".").at(-1)!;

/** The kind of amounts, for one and for several of them. */
export interface Noun {
  one: string;
  many: string;
}

export const PRICE: Noun = { one: "Price", many: "Prices" };
const AMOUNTS: Noun = { one: "Amounts", many: "Amounts" };

/** The noun for amounts in the currency of the listing: that for prices, or the names of the fields if it has none. */
const nounOf = oncePer((capability: Capability): Noun => {
  const fields = [...fieldsOf(capability.output)];
  const own = fields.filter(([, { owner }]) => owner === "listing");
  // Amounts in dollars whatever is listed, such as the values of a table, are no prices.
  const hasPrices = fields.some(([, { kind }]) => kind === "price");
  if (!hasPrices && fields.some(([, { owner }]) => owner === "usd")) return AMOUNTS;
  if (own.length === 0 || own.some(([, { kind }]) => kind === "price")) return PRICE;
  return toNoun(joinWithAnd([...new Set(own.map(([path]) => fieldNamesOf(capability)(path)))]));
});

/** Returns the noun of labels of fields: `Market cap`, also of several, because `Earnings per share` has no plural. */
const toNoun = (labels: string): Noun => ({ one: capital(labels), many: capital(labels) });

/** The currencies of an answer's amounts, as parts of sentences. */
export interface CurrencyWords {
  /** The kind of amount, such as `Price`, and the unit, such as `GBp (pence)`; `undefined` when it is not known. */
  main?: { noun: Noun; unit: string };
  /** The sentence for an unknown unit. */
  before?: Sentence;
  /** Further sentences: `Market cap in GBP.` */
  more: Sentence[];
}

const PARTLY_UNKNOWN = say`Where ${the.field("reportedCurrency")} is ${the.absent}, the source does not state it.`;
const UNKNOWN: CurrencyWords = { before: say`The source does not state the currency.`, more: [] };

const LEVELS = { noun: { one: "Level", many: "Levels" }, unit: "points (not money)" };
const SOME_LEVELS = say`Indices (symbols with ^) have levels in points, not money.`;

/**
 * Returns the currencies as the envelope, else the body or its rows state them; `undefined` for an answer without
 * amounts. An index has a level in points.
 */
export function toCurrencyWords(capability: Capability, envelope: Envelope): CurrencyWords | undefined {
  if (capability.currency === null) return undefined;
  const symbols = pricedSymbols(capability, envelope.body);
  const indices = symbols.filter(isIndex);
  if (indices.length > 0 && indices.length === symbols.length) return { main: LEVELS, more: [] };
  const words = toMoneyWords(capability, envelope);
  return words && indices.length > 0 ? { ...words, more: [...words.more, SOME_LEVELS] } : words;
}

/** Returns the symbol of an answer, or those of its rows with a price. */
function pricedSymbols({ tool: { rows } }: Capability, body: Envelope["body"]): string[] {
  if (isText(body["symbol"])) return [body["symbol"]];
  const list = rows && body[rows.list];
  if (!Array.isArray(list)) return [];
  return list
    .filter((row) => isObject(row) && "price" in row)
    .map(({ symbol }) => symbol as unknown)
    .filter(isText);
}

function toMoneyWords(capability: Capability, { body, currency }: Envelope): CurrencyWords | undefined {
  const groups = groupsOf(currency);
  const nameOf = fieldNamesOf(capability);
  const words = groups.map((group) => toWords(group, nameOf)).join("; ");
  if (currency.price !== null) return toPrices([currency.price], words, nounOf(capability));
  const [only, ...others] = groups;
  if (only && others.length === 0)
    return {
      main: { noun: toNoun(toNames(only, nameOf)), unit: nameCurrency(only[0]) },
      more: unknownPrices(capability, body),
    };
  if (only) return { more: [...toSentences(words), ...unknownPrices(capability, body)] };
  return statedIn(body) ?? (hasNoAmounts(capability, body) ? undefined : UNKNOWN);
}

/** Returns the sentence about prices of the listing when only other amounts of its rows have a known currency. */
function unknownPrices(capability: Capability, body: Envelope["body"]): Sentence[] {
  if (hasNoAmounts(capability, body)) return [];
  const fields = [...fieldsOf(capability.output)];
  if (!fields.some(([, { owner }]) => owner === "listing")) return [];
  const inMajor = fields.filter(([, { kind, owner }]) => kind === "price" && owner === "major");
  const names = inMajor.map(([path]) => fieldNamesOf(capability)(path));
  const others =
    names.length === 0 ? "" : `; ${joinWithAnd(names)} are in the currency itself, such as pounds, not pence`;
  return [say`The source does not state the currency of the prices${others}.`];
}

/** Returns the currencies that the body states itself: for all of it, or in its rows and parts. */
function statedIn(body: Envelope["body"]): CurrencyWords | undefined {
  const { currency, reportingCurrency } = body;
  if (isText(reportingCurrency)) {
    const isOther = isText(currency) && currency !== reportingCurrency;
    const price = isOther ? `the share is quoted in ${nameCurrency(currency)}` : "";
    return { main: { noun: AMOUNTS, unit: nameCurrency(reportingCurrency) }, more: toSentences(price) };
  }
  if ("reportingCurrency" in body) return undefined;
  if (isText(currency)) return toPrices([currency]);
  const parts = Object.values(body).flat().filter(isObject);
  const records = parts.filter((part) => "reportedCurrency" in part);
  const codes = new Set(parts.flatMap((part) => CODE_FIELDS.map((field) => part[field])).filter(isText));
  if (codes.size === 0) return undefined;
  if (records.length === 0) return toPrices([...codes]);
  const isPartly = !records.every((record) => isText(record["reportedCurrency"]));
  return { main: { noun: AMOUNTS, unit: toUnits([...codes]) }, more: isPartly ? [PARTLY_UNKNOWN] : [] };
}

function toPrices(codes: readonly string[], more = "", noun = PRICE): CurrencyWords {
  return { main: { noun, unit: toUnits(codes) }, more: toSentences(more) };
}

function toUnits(codes: readonly string[]): string {
  return joinWithAnd(codes.map(nameCurrency));
}

function toSentences(text: string): Sentence[] {
  return text === "" ? [] : [say`${capital(text)}.`];
}

/** Fields with the currency of a row. */
const CODE_FIELDS = ["currency", "reportedCurrency"];

/** Whether the answer is a list that holds no amount: without rows, or one that stands in place of that with amounts. */
function hasNoAmounts({ tool: { rows }, output }: Capability, body: Envelope["body"]): boolean {
  if (rows === undefined) return false;
  const { list } = ofAnswer(rows, body);
  const own = body[list];
  if (!Array.isArray(own) || own.length === 0) return true;
  return list !== rows.list && ![...fieldsOf(output)].some(([path, { owner }]) => owner && path.startsWith(`${list}.`));
}

function groupsOf(currencies: Currencies): Group[] {
  const byCode = groupBy(otherCurrencies(currencies), ([, code]) => code);
  return [...byCode].map(([code, fields]) => [code, fields.map(([field]) => field)]);
}

type Group = [code: string, fields: readonly string[]];

function toNames([, fields]: Group, nameOf: NameOf): string {
  return joinWithAnd(fields.map(nameOf));
}

function toWords(group: Group, nameOf: NameOf): string {
  return `${toNames(group, nameOf)} in ${nameCurrency(group[0])}`;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
