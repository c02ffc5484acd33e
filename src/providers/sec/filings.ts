/** Filings with the SEC by provider D. */
import {
  hasForm,
  secFilings,
  toFormNotes,
  toShownFilings,
  type FilingRow,
} from "../../capabilities/filings/sec-filings.js";
import { source } from "../../contract/provider.js";
import { findFiler, formerNameNotes } from "./filers.js";
import { firstDayNotes } from "./first-day.js";
import { toFormName, toItemNames } from "./form-names.js";
import { toDocumentUrl, toFilingUrl } from "./links.js";
import { officialSources } from "../official/provider.js";
import { findSubmissions, searchFilings, type Filing } from "./submissions.js";

/**
 * The filings of a company, newest first, of one form and up to a day if the input has them.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know.
 */
export const filingsFromSec = source(
  officialSources,
  secFilings,
  async (input, client) => {
    const filer = await findFiler(input.symbol, client);
    const { cik } = filer;
    const submissions = await findSubmissions(cik, client);
    const searched: string[] = [];
    const matches = ({ form }: Filing) => {
      searched.push(form);
      return hasForm(form, input.form);
    };
    const wanted = { matches, count: input.limit, until: input.as_of };
    const { filings, since, isAll, notes } = await searchFilings(submissions, wanted, client);
    const rows = filings.map((filing) => toRow(cik, filing));
    return {
      data: {
        symbol: filer.symbol ?? submissions.symbol ?? null,
        filer: submissions.name,
        cik,
        ...toShownFilings(rows, input),
        since,
      },
      notes: [
        ...filer.notes,
        ...formerNameNotes(input.symbol, submissions),
        ...toFormNotes(filings, searched, input.form),
        ...notes,
        ...(isAll && filings.length < input.limit ? firstDayNotes(cik, submissions) : []),
      ],
      fetchedAt: submissions.fetchedAt,
    };
  },
  { setting: "contact" },
);

function toRow(cik: string, { accession, form, filed, reported, items, document }: Filing): FilingRow {
  return {
    date: filed,
    form,
    title: toFormName(form),
    items: toItemNames(form, items),
    url: toFilingUrl(cik, accession),
    reportDate: reported === "" ? null : reported,
    documents: document === "" ? [] : [{ name: form, url: toDocumentUrl(cik, accession, document) }],
  };
}
