/** Simulated provider D: the SEC's companies with their filings and facts, and the feeds of rates. */
import type { SimulatedRequest, SimulatedReply, World } from "../companies/world.js";
import { newestFirst } from "../../lib/newest-first.js";
import { oncePer } from "../../lib/once-per.js";
import { documentOf } from "../sec/documents.js";
import { conceptOf, factsOf } from "../sec/facts.js";
import { filingPage } from "../sec/filing-pages.js";
import { searchDocuments } from "../sec/full-text.js";
import { META_LINKS, metaLinksOf } from "../sec/segment-facts.js";
import { formDocument, formsOf } from "../sec/insiders.js";
import { replyOfFeed } from "./rates.js";
import { replyOfSeries } from "./series.js";
import { quarterEnd } from "../companies/accounts.js";
import { filersOf, filingsOf, type Filer } from "../sec/filers.js";

const NO_CONTACT =
  "<!DOCTYPE html><html><head><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></head></html>";
const NO_SUCH_FILE = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>';

/** All filers; made with the first question about a filing, because the accounts of all companies take time. */
const registerOf = oncePer((world: World) => {
  const filers = filersOf(world);
  const byCik = new Map(filers.map((filer) => [filer.cik, filer]));
  const companies = Object.fromEntries(
    filers.map(({ cik, security }, index) => [
      String(index),
      { cik_str: cik, ticker: security.symbol, title: security.name.toUpperCase() },
    ]),
  );
  return { filers, byCik, companies };
});

/** Answers like provider D; accepts every contact. */
export function createOfficialUpstream(world: World): (question: SimulatedRequest) => SimulatedReply {
  /** Returns a filed document or the page of a filing; `undefined` for any other path. */
  function replyOfArchive(path: string, at: number): string | undefined {
    const [, owner, sender, filedIn, number, name = ""] =
      /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{10})(\d{2})(\d{6})\/([\w.-]+)$/.exec(path) ?? [];
    const filer = registerOf(world).byCik.get(Number(owner));
    if (!filer) return undefined;
    const accession = `${sender}-${filedIn}-${number}`;
    if (name === META_LINKS) return metaLinksOf(filer, accession, at);
    return name === `${accession}-index.htm`
      ? filingPage(filer, accession, at)
      : documentOf(world, filer, accession, name, at);
  }

  return (question) => {
    const { path, headers, at, query } = question;
    const rates = replyOfFeed(world.market, path, at, query) ?? replyOfSeries(question);
    if (rates) return rates;
    if (!String(headers["user-agent"]).includes("@")) {
      return { status: 403, text: NO_CONTACT, headers: { "content-type": "text/html" } };
    }
    if (path === "/files/company_tickers.json") return { status: 200, body: registerOf(world).companies };
    if (path === "/LATEST/search-index")
      return { status: 200, body: searchDocuments(registerOf(world).filers, query, at) };
    const [, owner, name = ""] = /^\/Archives\/edgar\/data\/(\d{1,10})\/\d{18}\/(form4-\d+\.xml)$/.exec(path) ?? [];
    const issuer = registerOf(world).byCik.get(Number(owner));
    const form = issuer && formDocument(world, issuer, name, at);
    if (form !== undefined) return { status: 200, text: form, headers: { "content-type": "application/xml" } };
    const filed = replyOfArchive(path, at);
    if (filed !== undefined) return { status: 200, text: filed, headers: { "content-type": "text/html" } };
    const [, number, taxonomy = "", tag = ""] =
      /^\/api\/xbrl\/companyconcept\/CIK(\d{10})\/([A-Za-z-]+)\/([A-Za-z0-9]+)\.json$/.exec(path) ?? [];
    const stating = registerOf(world).byCik.get(Number(number));
    const concept = stating && conceptOf(world, stating, taxonomy, tag, at);
    if (concept !== undefined) return { status: 200, body: concept };
    const [, kind, cik] = /^\/(submissions|api\/xbrl\/companyfacts)\/CIK(\d{10})\.json$/.exec(path) ?? [];
    const filer = registerOf(world).byCik.get(Number(cik));
    const body = filer && (kind === "submissions" ? toSubmissions(world, filer, at) : factsOf(world, filer, at));
    if (body === undefined) return { status: 404, text: NO_SUCH_FILE, headers: { "content-type": "application/xml" } };
    return { status: 200, body };
  };
}

/** Returns what the SEC knows of a filer, with the columns that clients read. */
function toSubmissions(world: World, filer: Filer, at: number) {
  const { cik, security, yearEnd } = filer;
  const filings = newestFirst([...filingsOf(filer, at), ...formsOf(world, filer, at)], ({ filed }) => filed);
  const hasFigures = filings.map(({ quarter }) => (quarter === undefined ? 0 : 1));
  return {
    cik: String(cik).padStart(10, "0"),
    entityType: "operating",
    sic: security.traits.has("bank") ? "6021" : "3571",
    name: security.name.toUpperCase(),
    tickers: [security.symbol],
    exchanges: [security.exchange],
    fiscalYearEnd: quarterEnd(yearEnd).slice(5).replace("-", ""),
    formerNames: [],
    filings: {
      recent: {
        accessionNumber: filings.map(({ accession }) => accession),
        filingDate: filings.map(({ filed }) => filed),
        reportDate: filings.map(({ reported }) => reported),
        form: filings.map(({ form }) => form),
        items: filings.map(({ items }) => items),
        isXBRL: hasFigures,
        primaryDocument: filings.map(({ document }) => document),
      },
      files: [],
    },
  };
}
