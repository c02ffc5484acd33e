/** The simulated SEC's full-text search: the documents of the simulated filings with some words of each. */
import { documentsOf } from "./documents.js";
import { wholeFrom } from "../companies/world.js";
import { newestFirst } from "../../lib/newest-first.js";
import { filingsOf, type Filer, type SimulatedFiling } from "./filers.js";

/** Hits of a page, and the count at which the search stops to count. */
const PAGE = 100;
const MAX_COUNTED = 10_000;

/** Words of each form's main document and of exhibits; those of the press release in an 8-K stand below. */
const REPORT = "business risk factors legal proceedings management's discussion revenue net income cash flow dividends";
const WORDS: Readonly<Record<string, string>> = {
  "10-K": `annual report form 10-k ${REPORT} properties cybersecurity executive compensation auditor independent registered public accounting firm segments`,
  "EX-21.1": "exhibit 21 subsidiaries of the registrant jurisdiction of incorporation",
  "EX-23.1": "exhibit 23 consent of independent registered public accounting firm auditor",
  "10-K/A": `annual report form 10-k amendment restated ${REPORT}`,
  "10-Q": `quarterly report form 10-q ${REPORT} controls and procedures`,
  "20-F": `annual report form 20-f foreign private issuer ${REPORT}`,
  "8-K": "current report form 8-k results of operations and financial condition press release exhibits",
};
const RELEASE = "press release quarterly results earnings revenue net income diluted guidance outlook conference call";

interface SimulatedDocument {
  kind: string;
  file: string;
  words: string;
}

/** Returns the documents of a filing that have text: the main one, and the press release of an 8-K. */
function searchedIn(filing: SimulatedFiling): SimulatedDocument[] {
  return documentsOf(filing)
    .filter(({ path }) => path.endsWith(".htm"))
    .map(({ type, path }) => ({ kind: type, file: path, words: type === "EX-99.1" ? RELEASE : (WORDS[type] ?? "") }));
}

/** Returns the answer of the search: documents with all words and phrases, newest first. */
export function searchDocuments(filers: readonly Filer[], query: URLSearchParams, at: number) {
  const wanted = toWanted(query.get("q") ?? "");
  const listOf = (name: string) => query.get(name)?.split(",");
  const [ciks, forms, from, to] = [listOf("ciks"), listOf("forms"), query.get("startdt"), query.get("enddt")];
  const hits = filers
    .filter(({ cik }) => ciks?.includes(padded(cik)) ?? true)
    .flatMap((filer) => {
      const { name, symbol } = filer.security;
      return filingsOf(filer, at)
        .filter(({ filed }) => filed >= (from ?? "") && filed <= (to ?? "9"))
        .filter(({ form }) => forms?.includes(form.replace("/A", "")) ?? true)
        .flatMap((filing) => searchedIn(filing).map((document) => ({ filer, filing, document })))
        .filter(({ document }) => fits(`${name} ${symbol} ${document.words}`.toLowerCase(), wanted));
    });
  const first = wholeFrom(query, "from", 0);
  const page = newestFirst(hits, ({ filing }) => filing.filed).slice(first, first + PAGE);
  const isCapped = hits.length >= MAX_COUNTED;
  return {
    took: 12,
    timed_out: false,
    hits: {
      total: { value: isCapped ? MAX_COUNTED : hits.length, relation: isCapped ? "gte" : "eq" },
      hits: page.map(({ filer, filing, document }) => toHit(filer, filing, document)),
    },
  };
}

function toHit({ cik, security }: Filer, filing: SimulatedFiling, { kind, file }: SimulatedDocument) {
  const { accession, form, filed, reported, items } = filing;
  return {
    _index: "edgar_file",
    _id: `${accession}:${file}`,
    _score: 1,
    _source: {
      ciks: [padded(cik)],
      period_ending: reported,
      display_names: [`${security.name.toUpperCase()}  (${security.symbol})  (CIK ${padded(cik)})`],
      xsl: null,
      sequence: kind === form ? 1 : "2",
      root_forms: [form.replace("/A", "")],
      file_date: filed,
      form,
      adsh: accession,
      file_type: kind,
      file_description: kind,
      items: items === "" ? [] : items.split(","),
    },
  };
}

/** Returns the words and phrases of a search; those behind a minus must be absent. */
function toWanted(query: string): { text: string; isAbsent: boolean }[] {
  return [...query.toLowerCase().matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)].map(([, minus, phrase, word]) => ({
    text: (phrase ?? word ?? "").trim(),
    isAbsent: minus === "-",
  }));
}

function fits(text: string, wanted: readonly { text: string; isAbsent: boolean }[]): boolean {
  return wanted.every((each) => text.includes(each.text) !== each.isAbsent);
}

const padded = (cik: number) => String(cik).padStart(10, "0");
