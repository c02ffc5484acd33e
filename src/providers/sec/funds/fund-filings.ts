/** The reports that a fund has filed on Form N-PORT, newest first. */
import { ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { isDay } from "../../../contract/values.js";
import { eachOnce } from "../../../lib/each-once.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { ACCESSION } from "../accession.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchFile } from "../calls.js";
import { findSubmissions, formsOf, searchFilings } from "../submissions.js";
import { NoXml, readXml, textAt } from "../text/xml-records.js";
import type { FundSeries } from "./fund-series.js";

/** A filed report. */
export interface FundFiling {
  accession: string;
  filed: string;
  isAmendment: boolean;
}

const REPORT = /^NPORT-P(\/A)?$/;
/** Reports of a registrant without series that are looked at. */
const MAX_REPORTS = 10;
/** Seconds for which a series' list is current: a report comes every few months, and the answer lives as long. */
const LIST_SECONDS = 12 * 60 * 60;

/** Returns the reports that were filed by the day `asOf`, newest first. */
export async function findReports(
  fund: FundSeries,
  asOf: string | undefined,
  client: OfficialClient,
): Promise<FundFiling[]> {
  const { cik, series } = fund;
  if (series !== null) {
    const filings = await findFilings(series, "NPORT-P", client);
    return filings
      .filter(({ form, filed }) => REPORT.test(form) && (asOf === undefined || filed <= asOf))
      .map(toFiling);
  }
  const wanted = { matches: ({ form }: { form: string }) => REPORT.test(form), count: MAX_REPORTS, until: asOf };
  const { filings } = await searchFilings(await findSubmissions(cik, client), wanted, client);
  return filings.map(toFiling);
}

const toFiling = ({ accession, filed, form }: { accession: string; filed: string; form: string }): FundFiling => ({
  accession,
  filed,
  isAmendment: form.endsWith("/A"),
});

/** Whether a fund without reports is a money market fund: it reports on Form N-MFP. */
export async function isMoneyMarketFund({ cik, series }: FundSeries, client: OfficialClient): Promise<boolean> {
  const forms =
    series === null
      ? formsOf(await findSubmissions(cik, client))
      : (await findFilings(series, "N-MFP", client)).map(({ form }) => form);
  return forms.some((form) => form.startsWith("N-MFP"));
}

const filingList = z.array(z.object({ accession: z.string(), form: z.string(), filed: z.string() }));
type FilingList = z.output<typeof filingList>;

/** Returns a series' filings of a form and of those whose names begin like it, newest first; the SEC may list one twice. */
function findFilings(series: string, form: string, client: OfficialClient): Promise<FilingList> {
  const part: CachedPart<FilingList> = {
    key: `fund filings ${series} ${form}`,
    keepSeconds: LIST_SECONDS,
    schema: filingList,
  };
  return client.upstream.remember(part, async () => {
    const query = new URLSearchParams({ action: "getcompany", CIK: series, type: form, count: "100", output: "atom" });
    const file = await fetchFile(client, `cgi-bin/browse-edgar?${query.toString()}`);
    return toList(file!.text);
  });
}

function toList(text: string): FilingList {
  const found: FilingList = [];
  try {
    readXml([Buffer.from(text)], "entry", (entry) => {
      const [accession, filed, form] = ["accession-number", "filing-date", "filing-type"].map((name) =>
        textAt(entry, "content", name),
      ) as [string, string, string];
      if (ACCESSION.test(accession) && isDay(filed) && form !== "") found.push({ accession, form, filed });
    });
  } catch (error) {
    if (error instanceof NoXml) throw new ProviderError("provider-d", "bad_answer");
    throw error;
  }
  return newestFirst(
    eachOnce(found, ({ accession }) => accession),
    ({ filed }) => filed,
  );
}
