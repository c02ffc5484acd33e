/** Holdings of managers by provider D: form 13F as filed with the SEC. */
import { MarketDataError, ProviderError } from "../../../contract/errors.js";
import type { InputOf } from "../../../contract/capability.js";
import { source } from "../../../contract/provider.js";
import { joinSentences, say, type Sentence, the } from "../../../contract/sentence.js";
import { quoted } from "../../../contract/input.js";
import { managerHoldings } from "../../../capabilities/filings/manager-holdings.js";
import { daysBefore } from "../../../lib/day.js";
import { latestOf, newestFirst } from "../../../lib/newest-first.js";
import { endOfQuarter, quarterBefore, quarterOf } from "../../../market/holdings/quarters.js";
import type { OfficialClient } from "../../official/client.js";
import { officialSources } from "../../official/provider.js";
import { symbolsOf } from "../cusips/symbols.js";
import { notCovered } from "../documents/filed-document.js";
import { findFiler } from "../filers.js";
import { toFilingUrl } from "../links.js";
import { findSubmissions, searchFilings, type Filing, type Submissions } from "../submissions.js";
import { countSameIssuer, lacksRows, toRows, toTotal } from "./holding-rows.js";
import { findHoldings, isLateInThousands, type QuarterHoldings } from "./quarter-holdings.js";

/** Days after the end of a quarter in which its report is due. */
const DUE_DAYS = 45;
const REPORT = /^13F-(?:HR|NT)(?:\/A)?$/;

const isNotice = ({ form }: Filing) => form.startsWith("13F-NT");
const isAmendment = ({ form }: Filing) => form.endsWith("/A");

/**
 * The positions of a quarter, by default of the newest one with a table, with what changed since the quarter before.
 *
 * @throws {MarketDataError} `not_found` for a manager that the SEC does not know.
 * @throws {ProviderError} `not_covered` for one without such a report, and for a report that cannot be read.
 */
export const managerHoldingsFromSec = source(
  officialSources,
  managerHoldings,
  async (input, client) => {
    const { cik, notes, submissions } = await findManager(input.manager, client);
    const { quarter, filings, previous, newer } = await chooseFilings(input, submissions, client);
    const held = await findHoldings(cik, filings, client);
    const before = await findBefore(cik, held, previous, client);
    const rows = await toRows(cik, held, before.held);
    const symbols = await symbolsOf([...new Set(rows.flatMap(({ cusip }) => cusip ?? []))], client);
    const named = rows.map(({ name, ...row }) => ({ name, symbol: symbols?.get(row.cusip ?? "") ?? null, ...row }));
    const [newest] = held.used;
    return {
      data: {
        name: submissions.name === "" ? null : submissions.name,
        cik,
        quarter,
        reportDate: newest!.filing.reported,
        filed: newest!.filing.filed,
        before: before.held === null ? null : endOfQuarter(quarterBefore(quarter)),
        total: toTotal(held),
        positions: held.positions.size,
        confidential: held.used.some(({ report }) => report.isConfidential),
        filings: held.used.map(({ filing: { form, filed, accession }, kind }) => {
          return { form, filed, kind, accession, url: toFilingUrl(cik, accession) };
        }),
        included: newest!.report.included.names,
        reportedBy: newest!.report.reportedBy.names,
        holdings: named,
      },
      notes: [...notes, ...toCoverNotes(held), ...toNotes(held, newer), ...before.notes, ...toPairNotes(rows)],
      missing: [
        // A bond has no shares that could change.
        ...(before.hasFailed && rows.some(({ shares }) => shares !== null) ? ["sharesChange"] : []),
        ...(before.hasFailed ? ["changeKind"] : []),
        ...(symbols ? [] : ["symbol"]),
      ],
      fetchedAt: submissions.fetchedAt,
      currency: "USD",
    };
  },
  { setting: "contact" },
);

/** A manager that the SEC does not know is not found; other failures, such as several of one name, stay what they are. */
async function findManager(asked: string, client: OfficialClient) {
  try {
    const { cik, notes } = await findFiler(asked, client, "managers");
    return { cik, notes, submissions: await findSubmissions(cik, client) };
  } catch (error) {
    if (!(error instanceof ProviderError) || error.reason !== "no_data") throw error;
    if (error.instead !== undefined) throw error;
    throw new MarketDataError("not_found", say`${the.source("provider-d")} knows no filer ${quoted(asked)}.`);
  }
}

/** The filings that answer a question. */
interface ChosenFilings {
  quarter: string;
  /** Filings of the quarter, newest first. */
  filings: Filing[];
  /** Filings of the quarter before. */
  previous: Filing[];
  /** A newer quarter for which there is a notice only. */
  newer: string | undefined;
}

/** @throws {ProviderError} `not_covered` without a report. */
async function chooseFilings(
  { quarter: asked, as_of: until }: InputOf<typeof managerHoldings>,
  submissions: Submissions,
  client: OfficialClient,
): Promise<ChosenFilings> {
  /** Returns the reports on these quarters, or on any; older pages are searched while one of them lacks its first report. */
  async function findOf(quarters: readonly string[], count: number): Promise<Filing[]> {
    const found = new Set<Filing>();
    const begun = new Set<string>();
    const matches = (filing: Filing) => {
      const quarter = quarterOf(filing.reported);
      if (!REPORT.test(filing.form) || filing.reported === "") return false;
      if (quarters.length > 0 && !quarters.includes(quarter)) return false;
      found.add(filing);
      // The report of a quarter is older than what amends it.
      return !isAmendment(filing) && begun.size < begun.add(quarter).size;
    };
    await searchFilings(submissions, { matches, count, until }, client);
    return newestFirst([...found], ({ filed, accession }) => `${filed} ${accession}`);
  }

  const all = await findOf([], 1);
  const newestOf = (filings: readonly Filing[]) => latestOf(filings.map(({ reported }) => quarterOf(reported)));
  const newest = newestOf(all);
  const quarter = asked ?? newestOf(all.filter((each) => !isNotice(each))) ?? newest;
  if (quarter === undefined) {
    throw notCovered(`has no report of holdings (13F) by this filer; managers file one from 100 million dollars on`);
  }
  const known = await findOf([quarter, quarterBefore(quarter)], 2);
  const ofQuarter = (wanted: string) => known.filter(({ reported }) => quarterOf(reported) === wanted);
  const own = ofQuarter(quarter);
  if (own.length === 0) throw noReport(quarter, newest, client.upstream.now());
  return {
    quarter,
    filings: preferTables(own),
    previous: preferTables(ofQuarter(quarterBefore(quarter))),
    newer: asked === undefined && newest !== quarter ? newest : undefined,
  };
}

/** Returns the filings with a table, or the newest notice, where there is nothing else. */
function preferTables(filings: readonly Filing[]): Filing[] {
  const tables = filings.filter((each) => !isNotice(each));
  return tables.length > 0 ? tables : filings.slice(0, 1);
}

function noReport(quarter: string, newest: string | undefined, now: Date): ProviderError {
  const due = daysBefore(endOfQuarter(quarter), -DUE_DAYS);
  const isDue = now.toISOString().slice(0, 10) <= due ? `, which is due by ${due}` : "";
  const known = newest === undefined ? "" : `; the newest is of ${newest}`;
  return notCovered(`has no report (13F) of this filer for ${quarter}${isDue}${known}`);
}

/** The quarter to compare with; `held` is `null` where nothing can be compared, and the notes say why. */
interface Before {
  held: QuarterHoldings | null;
  notes: Sentence[];
  hasFailed: boolean;
}

async function findBefore(
  cik: string,
  own: QuarterHoldings,
  previous: readonly Filing[],
  client: OfficialClient,
): Promise<Before> {
  const { isPart, used } = own;
  const without = (...notes: Sentence[]): Before => ({ held: null, notes, hasFailed: false });
  // Positions that a table lacks would be called sold.
  if (lacksRows(own)) return without();
  if (isPart || used[0]!.kind === "notice") return without();
  const day = endOfQuarter(quarterBefore(quarterOf(used[0]!.filing.reported)));
  if (previous.length === 0) {
    return without(
      say`No report for ${day} is under this number at the SEC, so that changes are not known; a manager may have had another number then.`,
    );
  }
  try {
    const held = await findHoldings(cik, previous, client);
    if (held.used[0]!.kind === "notice")
      return without(say`For ${day} there is a notice only (13F-NT): changes are not known.`);
    if (held.isPart || lacksRows(held)) return without(say`Of ${day} only a part is known: changes are not known.`);
    return { held, notes: [], hasFailed: false };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isFact = error.reason === "not_covered";
    return { ...without(say`The report for ${day} could not be read: changes are not known.`), hasFailed: !isFact };
  }
}

/** Returns sentences on a table that has other rows or another value than its cover states. */
function toCoverNotes(held: QuarterHoldings): Sentence[] {
  const { rows = null, coverRows = null, difference = null } = toTotal(held);
  const parts = [
    ...(rows !== null && coverRows !== null && rows !== coverRows ? [say`${rows} rows for ${coverRows}`] : []),
    ...((difference ?? 0) === 0 ? [] : [say`another value, see ${the.field("total.difference")}`]),
  ];
  if (parts.length === 0) return [];
  return [
    say`The table is not as its cover states: ${joinSentences(parts)}.`,
    ...(lacksRows(held)
      ? [say`Rows are missing, so that ${the.field("percent")} and ${the.field("changeKind")} are ${the.absent}.`]
      : []),
  ];
}

function toNotes({ used, isPart, hasShares, positions }: QuarterHoldings, newer: string | undefined): Sentence[] {
  const [{ filing, kind, report }] = used as [QuarterHoldings["used"][number]];
  const late = used.filter(isLateInThousands).map(({ filing: { accession } }) => accession);
  const { included, reportedBy } = report;
  return [
    ...(kind === "notice"
      ? [
          say`This is a notice (13F-NT) without a table: the managers in ${the.field("reportedBy")} report the holdings.`,
        ]
      : [
          say`Long positions in US-listed securities on ${filing.reported} only, due ${DUE_DAYS} days later: no shorts, cash, foreign listings or most bonds.`,
        ]),
    ...(isPart
      ? [say`These are the positions of an amendment alone, and no portfolio: the report that it amends is not known.`]
      : []),
    ...used.flatMap(({ kind: of, filing: { filed } }) =>
      of in AMENDED ? [AMENDED[of as keyof typeof AMENDED](filed)] : [],
    ),
    ...(newer === undefined
      ? []
      : [say`For ${newer} there is a notice only (13F-NT): other managers report its holdings.`]),
    ...(used.some((each) => each.report.isConfidential)
      ? [say`Further positions are left out by permission of the SEC.`]
      : []),
    ...(late.length > 0
      ? [
          say`Values of ${late.join(", ")} are taken as thousands of dollars, because at least half of its shares would cost less than a dollar.`,
        ]
      : []),
    ...(hasShares
      ? []
      : [say`The report has values in place of numbers of shares: ${the.field("shares")} is ${the.absent}.`]),
    ...([...positions.values()].some(({ putCall }) => putCall !== null)
      ? [say`The value of an option is that of the shares it is on, without premium, strike and day.`]
      : []),
    ...toManagerNotes(included, the.field("included"), "whose holdings are in the report"),
    ...(kind === "notice"
      ? []
      : toManagerNotes(reportedBy, the.field("reportedBy"), "who report further holdings elsewhere")),
  ];
}

const AMENDED = {
  restatement: (day: string) => say`A restatement of ${day} replaces what was filed before.`,
  "new holdings": (day: string) => say`An amendment of ${day} adds positions.`,
};

function toManagerNotes({ count, names }: { count: number; names: readonly string[] }, field: Sentence, which: string) {
  return count > names.length ? [say`${field} has ${names.length} of ${count} managers ${which}.`] : [];
}

/** A split or another name can give a security a new CUSIP: it is then in two rows. */
function toPairNotes(rows: Parameters<typeof countSameIssuer>[0]): Sentence[] {
  const count = countSameIssuer(rows);
  return count === 0
    ? []
    : [
        say`${count} issuers have a position that is new and one that is sold: the CUSIP of a security may have changed.`,
      ];
}
