/** Filed reports of funds: each is fetched and read once, in a thread of its own, and its holdings are kept. */
import { ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { nextTurn } from "../../../lib/next-turn.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchBody } from "../documents/document-body.js";
import { documentsOf } from "../documents/document-thread.js";
import type { DocumentWork } from "../documents/document-worker.js";
import { MAX_DOCUMENT_BYTES, REFUSALS } from "../documents/filed-document.js";
import { YEAR_SECONDS } from "../documents/filing-index.js";
import { toDocumentPath } from "../links.js";
import { MAX_ROWS_TEXT, type FiledHolding, type FiledOverlap, type FundReport } from "../text/fund-report.js";
import type { FundSeries } from "./fund-series.js";

/** Why a report is not read. */
const REFUSED = z.enum(["too large", "damaged", "overrun"]);
export type Refused = z.output<typeof REFUSED>;

const report: z.ZodType<FundReport> = z.object({
  facts: z.object({
    registrant: z.string().nullable(),
    fund: z.string().nullable(),
    series: z.string().nullable(),
    reportDate: z.string().nullable(),
    isFinal: z.boolean(),
    netAssets: z.number().nullable(),
    holdings: z.number(),
    total: z.number().nullable(),
    derivatives: z.number(),
    shorts: z.number(),
  }),
  rows: z.string().max(MAX_ROWS_TEXT),
});
const keptReport = z.union([
  report,
  z.object({ refused: REFUSED, until: z.number() }),
  /** It is the report of another series of the registrant. */
  z.object({ isOther: z.literal(true) }),
]);
type KeptReport = z.output<typeof keptReport>;

/**
 * Returns the report of a filing; the reason where it cannot be read, and `undefined` where it is that of another fund.
 *
 * @throws {ProviderError} `bad_answer` for a document of another kind, `timed_out` and `queue_full` when those of other
 * questions take too long.
 */
export async function findReport(
  { cik, series }: FundSeries,
  accession: string,
  client: OfficialClient,
): Promise<FundReport | { refused: Refused } | undefined> {
  const { upstream } = client;
  const part: CachedPart<KeptReport> = {
    // The number grows when reports are read in another way, because they are kept for a year.
    key: `document fund 2 ${accession} ${series ?? ""}`,
    keepSeconds: YEAR_SECONDS,
    schema: keptReport,
    isCurrent: (kept) => !("refused" in kept) || upstream.now().getTime() < kept.until,
    isTimeless: true,
  };
  const kept = await upstream.remember(part, async (): Promise<KeptReport> => {
    // Its place in the queue ends when it is read: while the thread is busy, reports of 32 MiB would add up in memory.
    const read = await documentsOf(client).reportFetches.run(upstream, () =>
      readReport(cik, accession, series, client),
    );
    if (!("refused" in read)) return read;
    return { ...read, until: upstream.now().getTime() + REFUSALS[read.refused].seconds * 1000 };
  });
  return "isOther" in kept ? undefined : kept;
}

async function readReport(
  cik: string,
  accession: string,
  series: string | null,
  client: OfficialClient,
): Promise<FundReport | { refused: Refused } | { isOther: true }> {
  const path = toDocumentPath(cik, accession, "primary_doc.xml");
  const isWanted = (beginning: string) => {
    const own = seriesIn(beginning);
    return own === undefined ? undefined : series === null || own === series;
  };
  const body = await fetchBody(client, path, MAX_DOCUMENT_BYTES, { isWanted });
  if (body.isOther()) return { isOther: true };
  if (body.isTooLarge()) return { refused: "too large" };
  const result = await documentsOf(client).run(client.upstream, { do: "read fund", pieces: body.pieces });
  if (!result) return { refused: "overrun" };
  if ("report" in result) {
    const { facts } = result.report;
    return series !== null && facts.series !== series ? { isOther: true } : result.report;
  }
  // Another kind of document is not kept, because the SEC may send another page for a moment.
  if (!("refused" in result) || result.refused === "no document") throw new ProviderError("provider-d", "bad_answer");
  return { refused: result.refused };
}

/** The series that a report names before its holdings; `undefined` where it takes more of the report to know. */
export function seriesIn(beginning: string): string | undefined {
  const from = beginning.search(/<(?:\w+:)?genInfo>/);
  const general = from < 0 ? "" : beginning.slice(from);
  const to = general.search(/<\/(?:\w+:)?genInfo>/);
  return to < 0 ? undefined : (/<(?:\w+:)?seriesId>\s*(S\d{9})\s*</.exec(general.slice(0, to))?.[1] ?? "");
}

/** Returns the first `count` holdings of a report, largest value first, or all. */
export async function listHoldings(
  { rows }: FundReport,
  count: number | undefined,
  client: OfficialClient,
): Promise<FiledHolding[]> {
  const result = await ask({ do: "list fund", rows, count }, client);
  if (!("holdings" in result)) throw new ProviderError("provider-d", "bad_answer");
  const holdings: FiledHolding[] = [];
  for (const piece of result.holdings) {
    holdings.push(...(JSON.parse(piece) as FiledHolding[]));
    await nextTurn();
  }
  return holdings;
}

/** Returns how much of two reports is the same, with the first `count` securities that both hold. */
export async function compareReports(
  own: FundReport,
  other: FundReport,
  count: number,
  client: OfficialClient,
): Promise<FiledOverlap> {
  const result = await ask({ do: "compare funds", own: own.rows, other: other.rows, count }, client);
  if (!("overlap" in result)) throw new ProviderError("provider-d", "bad_answer");
  return result.overlap;
}

/** @throws {ProviderError} `timed_out` for work that exceeds a limit. */
async function ask(work: DocumentWork, client: OfficialClient) {
  const result = await documentsOf(client).run(client.upstream, work);
  if (!result) throw new ProviderError("provider-d", "timed_out");
  return result;
}
