/** Filings with the SEC by provider D. */
import { secFilings, toShownFilings, type FilingRow } from "../../capabilities/sec-filings.js";
import type { InputOf } from "../../contract/capability.js";
import { source } from "../../contract/provider.js";
import type { Upstream } from "../../contract/upstream.js";
import type { ClientD } from "./client.js";
import { findCompany } from "./companies.js";
import { toFormName, toItemNames } from "./form-names.js";
import { toDocumentUrl, toFilingUrl } from "./links.js";
import { providerD } from "./provider.js";
import { findPage, findSubmissions, toFilings, type Filing, type Submissions } from "./submissions.js";

/** The most pages of older filings that one question fetches. */
const MAX_PAGES = 3;

/**
 * The filings of a company, newest first, of one form and up to a day if the input has them.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know.
 */
export const filingsFromD = source(
  providerD,
  secFilings,
  async (input, client, upstream) => {
    const { cik } = await findCompany(input.symbol, client, upstream);
    const submissions = await findSubmissions(cik, client, upstream);
    const { filings, since, notes } = await search(submissions, input, client, upstream);
    const rows = filings.map((filing) => toRow(cik, filing));
    return {
      data: { symbol: input.symbol, filer: submissions.name, cik, ...toShownFilings(rows, input), since },
      notes,
      fetchedAt: submissions.fetchedAt,
    };
  },
  { needs: "contact" },
);

type Input = InputOf<typeof secFilings>;

/** Returns the filings that match the input, from as many pages as it takes to have enough, and the first day searched. */
async function search({ lines, pages }: Submissions, input: Input, client: ClientD, upstream: Upstream) {
  const recent = toFilings(lines);
  const filings = recent.filter((filing) => matches(filing, input));
  const older = pages.toSorted((one, other) => other.to.localeCompare(one.to));
  let since = recent.at(-1)?.filed ?? null;
  let fetched = 0;
  for (const page of older) {
    if (filings.length >= input.limit || fetched === MAX_PAGES) break;
    // A page of which all filings are later than the past day need not be read.
    if (input.as_of === undefined || page.from <= input.as_of) {
      fetched++;
      filings.push(...(await findPage(page.name, client, upstream)).filter((filing) => matches(filing, input)));
    }
    since = page.from;
  }
  const isAll = filings.length >= input.limit || since === (older.at(-1)?.from ?? since);
  return { filings, since, notes: isAll ? [] : [`Searched the filings since ${since} only.`] };
}

/** Whether a filing has the form, or amends it, and was public on the past day. */
function matches({ form, filed }: Filing, input: Input): boolean {
  if (input.as_of !== undefined && filed > input.as_of) return false;
  return input.form === undefined || form.toUpperCase().replace(/\/A$/, "") === input.form.replace(/\/A$/, "");
}

function toRow(cik: string, { accession, form, filed, reported, items, document }: Filing): FilingRow {
  return {
    date: filed,
    form,
    title: toFormName(form),
    items: toItemNames(items),
    url: toFilingUrl(cik, accession),
    reportDate: reported === "" ? null : reported,
    documents: document === "" ? [] : [{ name: form, url: toDocumentUrl(cik, accession, document) }],
  };
}
