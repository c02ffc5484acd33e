/** Insider transactions by provider D: Forms 4 and 5 as filed with the SEC. */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import {
  completeAfter,
  insiderTransactions,
  MAX_TRANSACTIONS,
  noInsiderTransactions,
  type InsiderTransaction,
} from "../../../capabilities/companies/insider-transactions.js";
import { source } from "../../../contract/provider.js";
import { daysBefore } from "../../../lib/day.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { toCodeKind } from "../../../market/holdings/insider-kinds.js";
import type { OfficialClient } from "../../official/client.js";
import { withoutRestated } from "./amended-forms.js";
import { findCik } from "../companies.js";
import { firstDayNotes } from "../first-day.js";
import { toValues, type FiledValue } from "./filed-values.js";
import { toFilingUrl } from "../links.js";
import { READING_MS } from "../documents/own-documents.js";
import { findForms, MAX_FORMS } from "./ownership-forms.js";
import { withPossibleDays, type DatedForm, type DatedLine } from "./possible-days.js";
import { officialSources } from "../../official/provider.js";
import {
  findSubmissions,
  formsOf,
  isForeignFiler,
  searchFilings,
  type Filing,
  type Submissions,
} from "../submissions.js";

const FORM = /^[45](?:\/A)?$/;

/**
 * The transactions of the newest forms, newest first; with `as_of` of the forms filed up to that day. A line
 * that an amendment restates is that of the amendment.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know.
 */
export const insiderTransactionsFromSec = source(
  officialSources,
  insiderTransactions,
  async ({ symbol, as_of: asOf }, client) => {
    const cik = await findCik(symbol, client);
    const submissions = await findSubmissions(cik, client);
    const { filed, since, isAll, notes: listed, found } = await findOwnForms(cik, submissions, asOf, client);
    const { documents: forms, searched, others, unread, later } = found;
    const stated = withoutRestated(forms.map(withPossibleDays));
    const lines = stated.forms.flatMap((form) => form.lines.map((line) => ({ form, line })));
    const values = toValues(lines);
    const rows = newestFirst(
      lines.map(({ form, line }, at) => toRow(cik, form, line, values[at]!)),
      ({ row }) => row.date,
    );
    const shown = rows.slice(0, MAX_TRANSACTIONS);
    const notes = [
      ...dayNotes(shown),
      ...priceNotes(shown),
      ...amendedNotes(stated.unclear),
      ...leftOutNotes(others, unread.length, later),
      ...sinceNotes(searched),
      ...listed,
      ...(isAll && filed.length <= MAX_FORMS ? firstDayNotes(cik, submissions) : []),
    ];
    const common = {
      ...(later > 0 ? { missing: ["insider_transactions"] } : {}),
      fetchedAt: submissions.fetchedAt,
      currency: "USD",
    };
    if (shown.length === 0) {
      const foreign = filed.length === 0 && isForeignFiler(formsOf(submissions)) ? [FOREIGN] : [];
      return { data: noInsiderTransactions(symbol, submissions.name), notes: [...notes, ...foreign], ...common };
    }
    const trades = shown.filter(({ row }) => !row.derivative && (row.code === "P" || row.code === "S")).length;
    return {
      data: {
        symbol,
        company_name: submissions.name,
        insider_transactions: shown.map(({ row }) => row),
        total_transactions: shown.length,
      },
      publicDays: shown.map(({ filed: day }) => day),
      notes: [
        say`Of these ${shown.length} transactions ${trades} are purchases or sales; all other ones are grants, exercises, gifts or tax withholding.`,
        ...(filed.length > searched.length
          ? [say`Of ${filed.length} forms the newest ${searched.length} are read.`]
          : []),
        ...notes,
      ],
      // A form of an older day can have no transaction after that day.
      ...completeAfter([
        filed[searched.length]?.filed,
        ...unread.map(({ filed: day }) => day),
        rows[MAX_TRANSACTIONS]?.row.date,
        isAll || since === null ? undefined : daysBefore(since, 1),
      ]),
      ...common,
    };
  },
  { setting: "contact", dated: true, official: true },
);

const FOREIGN = say`Insiders of companies of other countries file such forms only since 2026-03-18.`;

function isOwnershipForm({ form, document }: Filing): boolean {
  return FORM.test(form) && document !== "";
}

/** Returns the newest forms about the company's own shares up to the day `until`, also from pages of older filings. */
async function findOwnForms(cik: string, submissions: Submissions, until: string | undefined, client: OfficialClient) {
  const readUntil = performance.now() + READING_MS;
  // One more than is read tells whether there are older ones.
  for (let count = MAX_FORMS + 1; ;) {
    const search = { matches: isOwnershipForm, count, until };
    const { filings: filed, ...listed } = await searchFilings(submissions, search, client);
    const found = await findForms(cik, filed, readUntil, client);
    // Each form about another company calls for a further one, of which the older pages may have some.
    const isEnd = found.others === 0 || found.later > 0 || found.searched.length < filed.length;
    if (isEnd || filed.length < count) return { filed, ...listed, found };
    count = filed.length + 1;
  }
}

function dayNotes(shown: readonly { line: DatedLine }[]): Sentence[] {
  const number = shown.filter(({ line }) => line.isRedated).length;
  return number === 0
    ? []
    : [
        say`The day of ${counted(number, "transaction")} in the form lies after its filing or years before its period; here it is that of the period, or ${the.absent} if that is as impossible.`,
      ];
}

function priceNotes(shown: readonly { row: InsiderTransaction }[]): Sentence[] {
  const rowsOf = (note: FiledValue["note"]) => {
    const number = shown.filter(({ row }) => row.price_note === note).length;
    return number === 0 ? [] : [counted(number, "transaction")];
  };
  return [
    ...rowsOf("implausible").map(
      (rows) =>
        say`The price of ${rows} is 20-fold off all others of the security in the forms, or would make a value of a trillion: it makes no value.`,
    ),
    ...rowsOf("amount").map((rows) => say`The form of ${rows} has the amount in place of the price: it is the value.`),
    ...rowsOf("per ADS").map(
      (rows) =>
        say`The price of ${rows} in ordinary shares is that of an ADS: the value is shares / ordinary shares of an ADS * cost, or ${the.absent} where the forms do not state the ratio.`,
    ),
  ];
}

function amendedNotes(unclear: number): Sentence[] {
  const lines = counted(unclear, "line");
  return unclear === 0
    ? []
    : [say`For ${lines} of an amendment it is not clear which one it restates: all stand, and count in the sums.`];
}

function leftOutNotes(others: number, unread: number, later: number): Sentence[] {
  return [
    ...(others > 0 ? [say`The answer leaves out ${counted(others, "form")} about shares of other companies.`] : []),
    ...(later > 0 ? [say`${later} forms could not be read in time; a later call has them.`] : []),
    ...(unread > later ? [say`${unread - later} forms are in a format that cannot be read.`] : []),
  ];
}

const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function sinceNotes(wanted: readonly { filed: string }[]): Sentence[] {
  const oldest = wanted.at(-1)?.filed;
  return oldest === undefined ? [] : [say`Forms filed since ${oldest}, with prices in US dollars as filed.`];
}

function toRow(
  cik: string,
  { names, roles, planned, filing }: DatedForm,
  line: DatedLine,
  { cost, value, note }: FiledValue,
) {
  const row: InsiderTransaction = {
    insider: names.length === 0 ? null : names.join("; "),
    relation: roles.length === 0 ? null : roles.join("; "),
    transaction: toCodeKind(line.code, line.derivative),
    cost,
    shares: line.shares,
    value,
    shares_owned_following: line.owned,
    date: line.date,
    code: line.code,
    ownership: line.direct === null ? null : line.direct ? "direct" : "indirect",
    is_10b5_1: planned,
    derivative: line.derivative,
    price_note: note,
    form: filing.form,
    filing_url: toFilingUrl(cik, filing.accession),
  };
  return { row, line, filed: filing.filed };
}
