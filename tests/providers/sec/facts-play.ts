/** Plays a company's facts at the SEC in their shape, from short rows. */
import { HttpResponse } from "msw";
import type { useInternet } from "../../support/internet.js";
import { playSec } from "../../support/play-sec.js";

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
  return playSec(internet, {
    companies: [[320193, "AAPL", "Apple Inc."]],
    list: () =>
      filings
        ? {
            name: "Apple Inc.",
            sic: industry,
            recent: filings.map(([accession, form, filed, , reported = ""]) => [
              accession,
              form,
              filed,
              reported,
              "",
              "",
              true,
            ]),
          }
        : undefined,
    file({ pathname }) {
      if (facts === null) return undefined;
      if (pathname.includes("companyfacts")) return HttpResponse.json(companyFacts(facts, labels));
      const [, taxonomy = "", tag = ""] =
        /\/companyconcept\/CIK0000320193\/([^/]+)\/([^/]+)\.json$/.exec(pathname) ?? [];
      const concept = companyFacts(facts, labels).facts[taxonomy]?.[tag];
      return concept && HttpResponse.json({ cik: 320193, taxonomy, tag, ...concept });
    },
  });
}
