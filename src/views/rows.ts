/** The rows of an answer's list, with all fields or some. */

import type { RowsSpec } from "../contract/rows-spec.js";
import type { Envelope, Served } from "../contract/envelope.js";
import { invalidInput, quoted } from "../contract/input.js";
import { z } from "../contract/schema.js";
import { groupBy } from "../lib/group-by.js";
import { isObject } from "../lib/is-object.js";
import { nearestNames } from "../lib/nearest-names.js";

/** A row of an answer's list. */
export type Row = Record<string, unknown>;

/** Returns the declaration with another list if the answer has that one instead. */
export function ofAnswer<Spec extends RowsSpec | undefined>(spec: Spec, body: Row): Spec {
  const own = spec && spec.list in body ? undefined : spec?.otherLists?.find((name) => name in body);
  return own === undefined ? spec : { ...spec, list: own, noun: own };
}

/** Returns the names of all fields that at least one row has, in order of appearance. */
export function allFields(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name in row) names.add(name);
  return [...names];
}

/** Returns the columns that a caller can name: those of the rows and the `sparse` ones; none if there are no rows. */
export function withSparse(columns: readonly string[], { sparse = [] }: RowsSpec): readonly string[] {
  return columns.length === 0 ? [] : [...new Set([...columns, ...sparse])];
}

/**
 * Returns the row with these fields only, in their order; fields that it does not have are left out, or `null` if they
 * are `sparse` ones.
 */
export function pick(row: Row, columns: readonly string[], { sparse = [] }: RowsSpec): Row {
  const existing = columns.filter((name) => Object.hasOwn(row, name) || sparse.includes(name));
  return Object.fromEntries(existing.map((name) => [name, row[name] ?? null]));
}

/** The parts of a view on which fields over the shown rows depend. */
interface AskedTotals {
  asOf?: string | undefined;
  overall?: readonly string[];
}

/** Returns the fields of the body that depend on the `shown` rows; none for most answers. */
export function toTotals(
  { envelope: { body, completeFrom }, whole = body }: Served,
  { totals }: RowsSpec,
  rows: readonly Row[],
  { asOf, overall = [] }: AskedTotals,
  fields?: readonly string[],
): Row {
  return totals?.({ rows, asOf, completeFrom, overall, fields }, body, whole) ?? {};
}

/** Returns sentences on these fields that do not cover the time that their names say. */
export function toTotalsNotes(
  { body, completeFrom }: Envelope,
  { totalsNotes }: RowsSpec,
  rows: readonly Row[],
  { asOf, overall = [] }: AskedTotals,
): string[] {
  return totalsNotes?.({ rows, asOf, completeFrom, overall }, body) ?? [];
}

/** The column of CSV that says why a requested symbol has no figures. */
export const ERROR_COLUMN = "error";

/**
 * Returns the rows of CSV and all their columns, the `fixed` ones first, so that the cells of a spreadsheet keep their
 * places when no row has one of these. If the list has a row for each of the requested `symbols`, so has the CSV for
 * symbols that failed: otherwise the rows below them would move up in a spreadsheet.
 */
export function toCsvRows(
  body: Row,
  { failed, toCsv }: RowsSpec,
  sent: readonly Row[],
  { symbols = [] }: { symbols?: readonly string[] | undefined },
  fixed: readonly string[],
): { rows: readonly Row[]; columns: string[] } {
  const rows = toCsv?.(sent) ?? sent;
  const columns = [...new Set([...fixed, ...allFields(rows)])];
  if (failed === undefined) return { rows, columns };
  const failures = (body[failed] as Row[]).map(({ symbol, error }): Row => ({ symbol, [ERROR_COLUMN]: error }));
  // A symbol that was asked for twice may have two rows with different holdings.
  const bySymbol = groupBy([...rows, ...failures], (row) => row["symbol"]);
  const nextOf = (symbol: string) => {
    const [first, ...others] = bySymbol.get(symbol) ?? [{ symbol }];
    if (others.length > 0) bySymbol.set(symbol, others);
    return first!;
  };
  return {
    rows: symbols.map(nextOf),
    columns: columns.length > 0 ? [...columns, ERROR_COLUMN] : [],
  };
}

/**
 * Returns an answer without rows as one row of CSV: a nested object has a column for each of its fields, named with a dot,
 * such as `financialMetrics.beta`. The columns are those of the schema, so that a spreadsheet's cells keep their places
 * when an object is missing. A list stays in its cell.
 */
export function toOneRow(output: z.ZodTypeAny, body: unknown, prefix = ""): Row {
  const row: Row = {};
  const values = isObject(body) ? body : {};
  const fields = (output instanceof z.ZodObject ? output.shape : {}) as Record<string, z.ZodTypeAny>;
  for (const name of new Set([...Object.keys(fields), ...Object.keys(values)])) {
    const schema = withoutNull(fields[name]);
    const value = values[name];
    if (schema instanceof z.ZodObject || isObject(value)) {
      Object.assign(row, toOneRow(schema ?? z.unknown(), value, `${prefix}${name}.`));
    } else row[`${prefix}${name}`] = value;
  }
  return row;
}

function withoutNull(schema: z.ZodTypeAny | undefined): z.ZodTypeAny | undefined {
  const isWrapped = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
  return isWrapped ? withoutNull(schema.unwrap() as z.ZodTypeAny) : schema;
}

/**
 * Returns what the rows of CSV leave out: the answer's own notes, the currency of the accounts, and a sentence that names
 * its other lists; none if these are empty.
 */
export function leftOutOfCsv(
  body: Row,
  { list, failed, joined, holdings }: RowsSpec,
  columns: readonly string[],
): string[] {
  const inRows = new Set([list, NOTES, ...(columns.includes(ERROR_COLUMN) ? [failed] : []), ...(joined?.lists ?? [])]);
  const others = Object.entries(body).filter(
    ([name, value]) =>
      !inRows.has(name) && (Array.isArray(value) ? value.length > 0 : holdings !== undefined && isObject(value)),
  );
  const { [NOTES]: notes, reportingCurrency: code } = body;
  return [
    ...(Array.isArray(notes) ? (notes as string[]) : []),
    ...(typeof code === "string" ? [`Amounts are in ${code}.`] : []),
    ...(others.length > 0 ? [`CSV leaves out ${others.map(([name]) => name).join(", ")}; JSON has all.`] : []),
  ];
}

/** The field of a body with sentences of ours on its rows. */
const NOTES = "notes";

/**
 * Returns the requested fields, each once and in the spelling of `all` existing ones, also under another name of the same
 * figure, such as `dividendsPaid` for `netDividendsPaid`; unknown ones stay, so that a note can name them.
 *
 * @throws {MarketDataError} `invalid_input` when none exists; the message names the nearest field and all, or only the `usual` ones if
 * given, because the names of any others are an upstream's text.
 */
export function chooseFields(
  all: readonly string[],
  asked: readonly string[],
  spec: Pick<RowsSpec, "needs" | "onRequest"> = {},
  usual?: readonly string[],
): readonly string[] {
  if (all.length === 0) return asked;
  const chosen = inSpellingOf(all, asked);
  if (!chosen.some((name) => all.includes(name))) {
    const more = usual ? " and more, or * for all" : "";
    const existing = (usual ?? all).filter((name) => all.includes(name));
    const { names = [], overall = {} } = spec.onRequest ?? {};
    const requestable = (usual ? names : Object.keys(overall)).filter((name) => !all.includes(name));
    const further = requestable.length > 0 ? `; on request ${requestable.join(", ")}` : "";
    const allowed = `Allowed: ${existing.join(", ")}${more}${further}.`;
    const [nearest = ""] = nearestNames(asked[0] ?? "", [...existing, ...requestable]);
    const problem = `Invalid "fields": got ${quoted(asked[0])}. Nearest: ${nearest}.`;
    throw invalidInput([problem, ...needed(asked, spec), allowed].join(" "));
  }
  return [...new Set(chosen)];
}

/** Returns the names, those of existing fields in their spelling, also under another name of the same figure. */
export function inSpellingOf(all: readonly string[], asked: readonly string[]): string[] {
  const byLetters = new Map(all.toReversed().map((name) => [toLetters(name), name]));
  return asked.map((name) => {
    if (all.includes(name)) return name;
    const letters = toLetters(name);
    const same = [letters, ...(SAME.find((names) => names.includes(letters)) ?? [])];
    return same.map((each) => byLetters.get(each)).find((each) => each !== undefined) ?? name;
  });
}

const toLetters = (name: string) => name.replaceAll("_", "").toLowerCase();

/** Names of one figure each, in lower case: those of other tools, of other libraries and in short. */
const SAME: readonly (readonly string[])[] = [
  "symbol ticker",
  "name companyname company",
  "pe peratio trailingpe",
  "roe returnonequity",
  "roa returnonassets",
  "pricetobook pb pbratio",
  "evtoebitda enterprisevaluetoebitda evebitda",
  "evtorevenue enterprisevaluetorevenue",
  "netdividendspaid dividendspaid",
  "revenue totalrevenue sales",
  "netincome netprofit",
  "capitalexpenditure capex",
  "freecashflow fcf",
  "totalstockholdersequity stockholdersequity shareholdersequity",
  "shareschange change",
  "researchanddevelopmentexpenses researchanddevelopment",
  "sellinggeneralandadministrativeexpenses sga",
  "grossmargin grossprofitmargin",
  "operatingmargin operatingprofitmargin ebitmargin",
  "netmargin netprofitmargin profitmargin netincomemargin",
  "freecashflowmargin fcfmargin",
  "interestcoverage interestcoverageratio timesinterestearned",
  "effectivetaxrate taxrate",
  "researchtorevenue rdtorevenue rndtorevenue researchanddevelopmenttorevenue",
  "capextorevenue capexratio capitalexpendituretorevenue capexpercentofrevenue",
  "stockcompensationtorevenue sbctorevenue stockbasedcompensationtorevenue",
  "payoutratio dividendpayoutratio dividendpayout",
  "freecashflowpayout fcfpayout fcfpayoutratio freecashflowpayoutratio",
  "currentratio liquidityratio",
  "quickratio acidtest acidtestratio",
  "debttoequity debttoequityratio debtequity debtequityratio",
  "netdebttoebitda netdebtebitda",
  "inventoryturnover inventoryturns inventoryturnoverratio",
  "receivablesdays dso dayssalesoutstanding daysofsalesoutstanding",
  "assetturnover assetturnoverratio totalassetturnover",
  "returnoninvestedcapital roic returnoncapital",
  "revenuegrowth revenuegrowthyoy salesgrowth",
  "netincomegrowth netincomegrowthyoy earningsgrowth",
  "epsgrowth epsgrowthyoy",
  "revenuegrowthsequential revenuegrowthqoq",
  "netincomegrowthsequential netincomegrowthqoq",
  "epsgrowthsequential epsgrowthqoq",
  "revenuecagr salescagr cagr",
  "netincomecagr earningscagr",
].map((names) => names.split(" "));

/** Returns a sentence for each of these columns that rows have only with another parameter. */
function needed(columns: readonly string[], { needs = {} }: Pick<RowsSpec, "needs">): string[] {
  return columns.flatMap((name) => (Object.hasOwn(needs, name) ? [`${name} needs the parameter ${needs[name]}.`] : []));
}

/**
 * Returns a sentence that names the requested fields that no row has, the existing fields (all, or only the usual ones if
 * the rows have such, because the names of any others are an upstream's text) and those on request. Returns none if no
 * field is missing.
 */
export function missingFields(
  all: readonly string[],
  asked: readonly string[] | undefined,
  spec: RowsSpec,
  body: Row,
): string[] {
  const { sparse = [], onRequest } = spec;
  const missing = all.length === 0 ? [] : (asked ?? []).filter((name) => !all.includes(name) && !sparse.includes(name));
  if (missing.length === 0) return [];
  const usual = spec.usualFields?.(body);
  const existing = (usual ?? all).filter((name) => all.includes(name));
  const more = usual ? ' and more, which fields "*" shows' : "";
  const columns = onRequest?.namesOf?.(body) ?? onRequest?.names ?? [];
  const isPossible = columns.length > 0 || onRequest?.names.length === 0;
  const requestable = [...columns, ...(isPossible ? Object.keys(onRequest?.overall ?? {}) : [])];
  const further = requestable.filter((name) => !all.includes(name));
  const also = further.length > 0 ? `; on request ${further.join(", ")}` : "";
  return [
    `No such fields: ${missing.map((name) => JSON.stringify(name)).join(", ")}. There are: ${existing.join(", ")}${more}${also}.`,
    ...needed(missing, spec),
  ];
}
