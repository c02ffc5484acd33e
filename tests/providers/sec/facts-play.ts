/** Plays a company's facts at the SEC in their shape, from short rows. */
import { http, HttpResponse } from "msw";
import { BASES } from "../../support/ask.js";
import type { useInternet } from "../../support/internet.js";

const BASE = BASES["provider-d"];

/** A filing: its number, form, day and fiscal year, and the end of the period that it reports. */
export type PlayedFiling = readonly [accession: string, form: string, filed: string, year: number, reported?: string];
/** A fact: first day (empty for a balance), last day, value, filing. */
export type PlayedFact = readonly [start: string, end: string, value: number, filing: PlayedFiling];

/** Facts by tag, or by `taxonomy:tag`, and unit. */
export type PlayedFacts = Readonly<Record<string, Readonly<Record<string, readonly PlayedFact[]>>>>;

/** Labels by tag. */
export type PlayedLabels = Readonly<Record<string, string>>;

/** Returns the SEC's answer with these facts; those of IFRS have no labels. */
export function companyFacts(facts: PlayedFacts, labels: PlayedLabels = {}) {
  const taxonomies: Record<string, Record<string, object>> = {};
  for (const [name, units] of Object.entries(facts)) {
    const [tag = "", taxonomy = "us-gaap"] = name.split(":").toReversed();
    (taxonomies[taxonomy] ??= {})[tag] = {
      label: labels[tag] ?? (taxonomy === "ifrs-full" ? null : `A "label" with {braces} and \\ of ${tag}`),
      description: null,
      units: Object.fromEntries(Object.entries(units).map(([unit, rows]) => [unit, rows.map(toRow)])),
    };
  }
  const all: typeof taxonomies = { dei: {}, ...taxonomies };
  return { cik: 320193, entityName: "Apple Inc.", facts: all };
}

function toRow([start, end, val, [accn, form, filed, fy]]: PlayedFact) {
  return { ...(start !== "" && { start }), end, val, accn, fy, fp: "FY", form, filed, frame: "CY2008" };
}

function missing() {
  const text = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>';
  return new HttpResponse(text, { status: 404, headers: { "content-type": "application/xml" } });
}

interface Played {
  facts: PlayedFacts | null;
  labels?: PlayedLabels;
  /** The SEC's code of the industry. */
  industry?: string;
  /** `null` if the SEC has no list of the company's filings. */
  filings?: readonly PlayedFiling[] | null;
}

/** Plays a company; returns the paths of the calls. */
export function playCompany(
  internet: ReturnType<typeof useInternet>,
  { facts, labels, industry = "3571", filings = [] }: Played,
) {
  const paths: string[] = [];
  internet.use(
    http.get(`${BASE}/*`, ({ request }) => {
      const { pathname } = new URL(request.url);
      paths.push(pathname);
      if (pathname === "/files/company_tickers.json") {
        return HttpResponse.json({ 0: { cik_str: 320193, ticker: "AAPL", title: "Apple Inc." } });
      }
      const [, taxonomy = "", tag = ""] =
        /\/companyconcept\/CIK0000320193\/([^/]+)\/([^/]+)\.json$/.exec(pathname) ?? [];
      if (tag !== "") {
        const concept = facts && companyFacts(facts, labels).facts[taxonomy]?.[tag];
        return concept ? HttpResponse.json({ cik: 320193, taxonomy, tag, ...concept }) : missing();
      }
      if (pathname.includes("companyfacts")) {
        return facts === null ? missing() : HttpResponse.json(companyFacts(facts, labels));
      }
      if (filings === null) return missing();
      const recent = {
        accessionNumber: filings.map(([accession]) => accession),
        form: filings.map(([, form]) => form),
        filingDate: filings.map(([, , filed]) => filed),
        reportDate: filings.map(([, , , , reported = ""]) => reported),
        items: filings.map(() => ""),
        primaryDocument: filings.map(() => ""),
        isXBRL: filings.map(() => 1),
      };
      return HttpResponse.json({ name: "Apple Inc.", sic: industry, formerNames: [], filings: { recent, files: [] } });
    }),
  );
  return paths;
}
