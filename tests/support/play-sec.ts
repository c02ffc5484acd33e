/** Plays the SEC: its list of symbols, the lists of filings, and further files. */
import { http, HttpResponse } from "msw";
import { BASES } from "./ask.js";
import type { useInternet } from "./internet.js";

/** A filing in a list; `hasFigures` says whether it has figures in XBRL. */
export type ListedFiling = readonly [
  accession: string,
  form: string,
  filed: string,
  reported?: string,
  items?: string,
  document?: string,
  hasFigures?: boolean,
];

interface FilerList {
  name: string;
  sic?: string;
  tickers?: readonly string[];
  formerNames?: readonly object[];
  /** Newest first, as in each page of older ones. */
  recent: readonly ListedFiling[];
  /** By number, such as `001`; a page without filings is not listed. */
  pages?: Readonly<Record<string, readonly ListedFiling[]>>;
}

interface PlayedSec {
  companies: readonly (readonly [cik: number, symbol: string, name: string])[];
  /** Returns the list of a filer, by ten digits; `undefined` if the SEC has none. */
  list(filer: string): FilerList | undefined;
  /** Returns another file; `undefined` if there is none. */
  file?(url: URL): Response | Promise<Response> | undefined;
}

/** Returns the SEC's file in XML. */
export const xmlOf = (text: string, status = 200) =>
  new HttpResponse(text, { status, headers: { "content-type": "application/xml" } });

/** Plays the SEC; returns the paths of the calls. */
export function playSec(internet: ReturnType<typeof useInternet>, { companies, list, file }: PlayedSec): string[] {
  const paths: string[] = [];
  internet.use(
    http.get(`${BASES["provider-d"]}/*`, ({ request }) => {
      const url = new URL(request.url);
      paths.push(url.pathname);
      if (url.pathname === "/files/company_tickers.json") {
        return HttpResponse.json({ ...companies.map(([cik_str, ticker, title]) => ({ cik_str, ticker, title })) });
      }
      const [, filer, page] = /^\/submissions\/CIK(\d{10})(?:-submissions-(\d+))?\.json$/.exec(url.pathname) ?? [];
      const listed = filer === undefined ? undefined : list(filer);
      if (listed) {
        const { recent, pages = {}, formerNames = [], ...more } = listed;
        if (page !== undefined) return HttpResponse.json(columnsOf(pages[page]!));
        const files = Object.entries(pages)
          .filter(([, rows]) => rows.length > 0)
          .map(([number, rows]) => ({
            name: `CIK${filer}-submissions-${number}.json`,
            filingFrom: rows.at(-1)![2],
            filingTo: rows[0]![2],
          }));
        return HttpResponse.json({ ...more, formerNames, filings: { recent: columnsOf(recent), files } });
      }
      return file?.(url) ?? missing(url);
    }),
  );
  return paths;
}

function columnsOf(filings: readonly ListedFiling[]) {
  return {
    accessionNumber: filings.map(([accession]) => accession),
    form: filings.map(([, form]) => form),
    filingDate: filings.map(([, , filed]) => filed),
    reportDate: filings.map(([, , , reported = ""]) => reported),
    items: filings.map(([, , , , items = ""]) => items),
    primaryDocument: filings.map(([, , , , , document = ""]) => document),
    isXBRL: filings.map(([, , , , , , hasFigures = false]) => Number(hasFigures)),
  };
}

/** The data host answers 404, the host of filed documents 403. */
function missing({ pathname }: URL) {
  const [status, code] = /^\/(?:api|submissions)\//.test(pathname) ? [404, "NoSuchKey"] : [403, "AccessDenied"];
  return xmlOf(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`, status);
}
