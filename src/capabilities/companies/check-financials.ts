/** Compares a provider's statements with those that the company filed, field by field. */
import { forCallers, isOn, say, type Sentence, the } from "../../contract/sentence.js";
import { always, count, date, figure, label, named, words } from "../../contract/field.js";
import { defineCapability, type InputOf } from "../../contract/capability.js";
import type { Derived } from "../../contract/entry.js";
import type { Served } from "../../contract/envelope.js";
import { MarketDataError } from "../../contract/errors.js";
import { allowing, answerSymbol, choice, limit, timestamp } from "../../contract/fields.js";
import { toLabel, type ProviderId } from "../../contract/provider-id.js";
import { object, z } from "../../contract/schema.js";
import { daysBetween, endSamePeriod } from "../../lib/day.js";
import { compareFigures, FACTOR_KINDS, FIGURE_VERDICTS } from "../../market/statements/filed-figures.js";
import { financials, kindOfFigure, STATEMENT_TYPES, type FigureSource, type StatementRecord } from "./financials.js";
import { REFERENCE, symbolErrors } from "../shapes.js";

/** The most periods of an answer. */
const MAX_PERIODS = 4;

const ALL_WORDS = '"*", which shows equal fields too';
const ALL = allowing(ALL_WORDS);

const compared = object("One field", {
  field: z.string().describe("Field of the statement"),
  ours: figure("the provider's, in the unit of the field"),
  filed: figure("in the filings, as known now"),
  verdict: z.enum(FIGURE_VERDICTS).describe("rounding: one has fewer digits"),
});

const period = object("One period", {
  date: always(date("period end, as filed")),
  filing: object("First filing of the period", {
    accession: always(label("Number", "Number")),
    form: z.string().describe("Form"),
    filed: always(date("of filing", "Day")),
    url: always(words("Page", "Page")),
  }),
  summary: named(
    "Figures",
    object("Counts of fields", {
      equal: always(count("equal fields")),
      rounding: always(count("fields", "Rounded otherwise")),
      differs: always(count("fields", "Different")),
      notInFiling: always(count("fields only the provider has", "Only at the provider")),
      notAtProvider: always(count("fields only filed", "Only filed")),
      commonFactor: z
        .object({
          kind: z.enum(FACTOR_KINDS).describe("Likely cause"),
          factor: always(figure("ours / filed; of a split in shares; six digits")),
          fields: always(count("fields, not in differs")),
        })
        .nullable()
        .describe("Factor by which several fields differ"),
    }),
  ),
  differences: z.array(compared).describe("Fields that are not equal, or all"),
});

export const checkFinancials = defineCapability({
  name: "check-financials",
  title: "Check of statements",
  route: "/api/v1/stock/{symbol}/check-financials",
  tool: {
    name: "check_financials",
    set: "verify",
    description: "Checks a provider's statement by its SEC filing.",
  },
  input: z.object({
    symbol: financials.input.shape.symbol,
    statement_type: choice(STATEMENT_TYPES).default("income").describe("Which statement"),
    period: financials.input.shape.period,
    limit: limit(MAX_PERIODS, 1, "Periods"),
    fields: z
      .array(z.enum(["*"], ALL), ALL)
      .length(1, ALL_WORDS)
      .optional()
      .describe('["*"]: equal ones'),
  }),
  output: z.object({
    symbol: answerSymbol,
    reportedCurrency: label("Of the filed amounts"),
    provider: z.string().describe("Whose figures are `ours`"),
    periods: z.array(period).describe("Newest first"),
    timestamp,
  }),
  freshness: REFERENCE,
  currency: null,
  errors: symbolErrors("check financials", "no_coverage"),
});

/** Asks for the statements of one source. */
type AskStatements = () => Promise<Served>;

/**
 * Returns the newest periods that both sides have, with a verdict on each field that the mapping of filings knows. `askFiled`
 * answers from filings, with provenance; `askOthers` from providers without filings.
 *
 * @throws {MarketDataError} the failure of a side; `no_coverage` when no period is in both.
 */
export async function checkByFilings(
  { symbol, statement_type, limit: shown, fields }: InputOf<typeof checkFinancials>,
  askFiled: AskStatements,
  askOthers: AskStatements,
): Promise<Derived<typeof checkFinancials>> {
  const [filings, others] = await Promise.all([askFiled(), askOthers()]);
  const filed = filings.envelope.body["data"] as readonly StatementRecord[];
  const theirs = others.envelope.body["data"] as readonly StatementRecord[];
  const { provider } = others.envelope;
  const pairs = filed.flatMap((record) => {
    const other = nearest(record, theirs);
    return other ? [{ record, other, ...compareFigures(figureFields(record), other, record, kindOfFigure) }] : [];
  });
  if (pairs.length === 0) throw noCommonPeriod(symbol);
  const newest = pairs.slice(0, shown);
  return {
    data: {
      symbol,
      reportedCurrency: toWords(newest[0]!.record["reportedCurrency"]),
      provider: toLabel(provider as ProviderId),
      periods: newest.map(({ record, figures, commonFactor }) => {
        const of = (verdict: string) => figures.filter((each) => each.verdict === verdict);
        return {
          date: record.date,
          filing: {
            accession: String(record["accessionNumber"]),
            form: String(record["form"]),
            filed: String(record["filingDate"]),
            url: String(record["filingUrl"]),
          },
          summary: {
            equal: of("equal").length,
            rounding: of("rounding").length,
            differs: of("differs").length,
            notInFiling: of("notInFiling").length,
            notAtProvider: of("notAtProvider").length,
            commonFactor,
          },
          differences: fields ? figures : figures.filter(({ verdict }) => verdict !== "equal"),
        };
      }),
    },
    parts: [filings, others],
    notes: [
      say`Compares the ${statement_type} figures of ${the.source(provider as ProviderId)} with the filings as known now, in the fields that the mapping of filings has${forCallers`; ${the.parameter("fields")} "*" lists equal ones, too`}.`,
      ...newest.flatMap(({ record, other, figures }) => [
        ...currencyNotes(record, other),
        ...dateNotes(record, other),
        ...firstFiledNotes(record, figures),
      ]),
      ...filings.envelope.notes.filter((note) => isOn("lines", note)),
    ],
    missing: [],
  };
}

/** Returns the record of the same period. */
function nearest({ date: end }: StatementRecord, records: readonly StatementRecord[]): StatementRecord | undefined {
  const apart = (record: StatementRecord) => Math.abs(daysBetween(record.date, end));
  const [first] = records.toSorted((one, other) => apart(one) - apart(other));
  return first && endSamePeriod(first.date, end) ? first : undefined;
}

/** Sums that no filing states: providers define them in their own ways. */
const NOT_FILED = new Set(["ebitda", "totalDebt", "netDebt"]);

/** Returns the fields that filings can state, filed or not; of texts, which identify the record, none is compared. */
function figureFields(record: StatementRecord): string[] {
  return Object.keys(record).filter((field) => !NOT_FILED.has(field));
}

function currencyNotes(record: StatementRecord, other: StatementRecord): Sentence[] {
  const [one, two] = [toWords(record["reportedCurrency"]), toWords(other["reportedCurrency"])];
  return one === null || two === null || one === two
    ? []
    : [say`${record.date}: the filing is in ${one}, the provider's figures are in ${two}.`];
}

function dateNotes(record: StatementRecord, other: StatementRecord): Sentence[] {
  return record.date === other.date ? [] : [say`The provider dates the period ${record.date} as ${other.date}.`];
}

/** Names the fields in which the provider still has the value that was filed first and restated later. */
function firstFiledNotes(record: StatementRecord, figures: readonly z.output<typeof compared>[]): Sentence[] {
  const sources = (record["provenance"] ?? []) as readonly FigureSource[];
  const first = new Map(sources.flatMap((each) => (each.first ? [[each.field, each.first.value] as const] : [])));
  const old = figures.filter(({ field, ours, verdict }) => verdict === "differs" && first.get(field) === ours);
  if (old.length === 0) return [];
  return [
    say`${record.date}: ${the.fields(old.map(({ field }) => field))} as first filed; a later filing restated it.`,
  ];
}

function toWords(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function noCommonPeriod(symbol: string): MarketDataError {
  return new MarketDataError("no_coverage", `No period of ${symbol} is both in its filings and at a provider.`);
}
