/**
 * The parameters of a tool by the names that models know from other libraries, where a name has one possible meaning.
 * None of these names is listed.
 */
import { namesOfFilter, toLetters } from "../contract/field-facts.js";
import type { ToolSpec } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { toExpectedForm } from "./expected-form.js";
import { innermost } from "./from-text.js";

/** Further names by the declared one. Spellings in camel case, and one name for several or several for one, need no row. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  symbol: "ticker stock stock_symbol ticker_symbol",
  symbols: "ticker stock ticker_symbol",
  q: "query keyword search",
  from: "start start_date from_date date_from since",
  to: "end end_date to_date date_to until",
  range: "period time_range lookback duration timeframe time_frame",
  interval: "timeframe time_frame frequency granularity resolution",
  period: "frequency timeframe type report_type",
  as_of: "as_of_date asof",
  limit: "count max_results num_results top n size rows max_rows page_size top_n periods",
  sort: "sort_by order_by",
  statement_type: "statement type report report_type",
  kind: "type event event_type",
  form: "form_type filing_type type",
  side: "option_type type right",
  expiration: "expiry expiration_date expiry_date exp_date month",
  section: "item",
  series: "indicator",
  fields: "column metric",
  format: "output_format",
  convert: "currency to_currency convert_to",
  country: "country_code region",
  exchange: "stock_exchange exchange_code",
};
const DECLARED = Object.entries(OTHER_NAMES).flatMap(([name, others]) =>
  others.split(" ").map((other) => [other, name] as const),
);

/** Words for a bound, before or behind the name of a filter. */
const BOUNDS: Readonly<Record<string, string>> = {
  min: "min",
  minimum: "min",
  more_than: "min",
  above: "min",
  max: "max",
  maximum: "max",
  lower_than: "max",
  less_than: "max",
  below: "max",
};
const BOUND = Object.keys(BOUNDS).join("|");
const BOUND_FIRST = new RegExp(`^(${BOUND})_(\\w+)$`);
const BOUND_LAST = new RegExp(`^(\\w+)_(${BOUND})$`);

type Aliases = NonNullable<ToolSpec["aliases"]>;

/** Parameters under their declared names, and the names that were sent for some of them. */
export interface NamedArguments {
  named: Readonly<Record<string, unknown>>;
  renamed: readonly (readonly [sent: string, declared: readonly string[]])[];
}

/**
 * Returns a copy of the arguments with the declared names of parameters. A name that could mean two parameters is the one
 * whose list has the value. A name stays, and is refused, where both or none have the value, and where its parameter was
 * sent with another value. `date` is both ends of a range of days.
 */
export function toDeclaredNames(args: object, shape: z.ZodRawShape, aliases: Aliases = {}): NamedArguments {
  const named: Record<string, unknown> = { ...args };
  const renamed: [string, string[]][] = [];
  for (const sent of Object.keys(args)) {
    if (Object.hasOwn(shape, sent)) continue;
    const names = isOneDay(sent, shape) ? ["from", "to"] : [declaredOf(sent, named[sent], shape, aliases)];
    if (names.includes(undefined)) continue;
    const known = names as string[];
    const given = known.filter((name) => Object.hasOwn(named, name) && named[name] !== null);
    if (given.length > 0) {
      if (given.length === known.length && given.every((name) => isCopy(name, named[sent], named[name])))
        delete named[sent];
      continue;
    }
    for (const name of known) named[name] = named[sent];
    renamed.push([sent, known]);
    delete named[sent];
  }
  return { named, renamed };
}

/** Whether both have the same items, or one of them is the only item of the other; letter case does not count in symbols. */
function isCopy(name: string, one: unknown, other: unknown): boolean {
  const inCase = (item: unknown) => (/^symbols?$/.test(name) && typeof item === "string" ? item.toUpperCase() : item);
  const [items, others] = [[one].flat().map(inCase), [other].flat().map(inCase)];
  return items.length === others.length && items.every((item, at) => item === others[at]);
}

function isOneDay(sent: string, shape: z.ZodRawShape): boolean {
  return (sent === "date" || sent === "day") && "from" in shape && "to" in shape;
}

function declaredOf(sent: string, value: unknown, shape: z.ZodRawShape, aliases: Aliases): string | undefined {
  const own = sent
    // Hosts that make functions of Python write `from_`, because `from` is a word of the language.
    .replace(/_$/, "")
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
  const forms = [sent, own, own.endsWith("s") ? own.replace(/ies$/, "ys").slice(0, -1) : `${own}s`];
  const alias = forms.find((form) => Object.hasOwn(aliases, form));
  if (alias !== undefined) return aliases[alias] ?? undefined;
  const candidates = [
    ...forms,
    ...DECLARED.flatMap(([other, name]) => (forms.includes(other) ? [name] : [])),
    ...boundOf(own, shape),
  ];
  const known = [...new Set(candidates.filter((name) => Object.hasOwn(shape, name)))];
  const taking = known.length > 1 ? known.filter((name) => takes(name, shape[name]!, value)) : known;
  return taking.length === 1 ? taking[0] : undefined;
}

/** Whether a value of the parameter is meant: `annual` is a period, `income` a type of statement, and 3 a number of rows. */
function takes(name: string, field: z.ZodTypeAny, value: unknown): boolean {
  // Only a range that is named so may be in months: 60m is an interval.
  if (name === "range" && typeof value === "string" && /^\d+m$/.test(value)) return false;
  const inner = innermost(field);
  const isListed = inner instanceof z.ZodEnum || inner instanceof z.ZodNumber;
  return isListed && field.safeParse(toExpectedForm(name, field, value)).success;
}

/** `min_pe`, `peRatioMax` and `market_cap_more_than` are `pe_min`, `pe_max` and `market_cap_min`. */
function boundOf(name: string, shape: z.ZodRawShape): string[] {
  const [, first, behind] = BOUND_FIRST.exec(name) ?? [];
  const [, before, last] = BOUND_LAST.exec(name) ?? [];
  const [filter, bound] = first === undefined ? [before, last] : [behind, first];
  if (filter === undefined || bound === undefined) return [];
  const same = namesOfFilter(filter);
  const ending = `_${BOUNDS[bound]}`;
  return Object.keys(shape).filter(
    (own) => own.endsWith(ending) && same.includes(toLetters(own.slice(0, -ending.length))),
  );
}
