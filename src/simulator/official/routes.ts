/** Simulated provider D: the SEC's companies with their filings and facts, and the feeds of rates. */
import type { SimulatedRequest, SimulatedReply, World } from "../companies/world.js";
import { newestFirst } from "../../lib/newest-first.js";
import { oncePer } from "../../lib/once-per.js";
import { documentOf } from "../sec/documents.js";
import { conceptOf, factsOf } from "../sec/facts.js";
import { filingPage } from "../sec/filing-pages.js";
import { searchDocuments } from "../sec/full-text.js";
import { frameOf } from "../sec/frames.js";
import { META_LINKS, metaLinksOf } from "../sec/segment-facts.js";
import { formDocument, formsOf } from "../sec/insiders.js";
import { searchFilers, searchNames, REPORTING_FILERS, reportsOfFiler, type NamedFiler } from "../sec/named-filers.js";
import {
  failedDeliveries,
  managerCover,
  managerOf,
  managerReport,
  managerSubmissions,
  reportsOf,
} from "../sec/managers.js";
import { scheduleDocument, schedulesOf } from "../sec/schedules.js";
import { replyOfFeed } from "./rates.js";
import { replyOfSeries } from "./series.js";
import { replyOfStatistics } from "./statistics.js";
import { quarterEnd } from "../companies/accounts.js";
import { filersOf, filingsOf, toLists, type Filer } from "../sec/filers.js";
import { filingsFeed, fundFilersOf, fundList, fundSubmissions, reportDocument } from "../sec/funds.js";

const NO_CONTACT =
  "<!DOCTYPE html><html><head><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></head></html>";
const NO_SUCH_FILE = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>';

/** All filers; made with the first question about a filing, because the accounts of all companies take time. */
const registerOf = oncePer((world: World) => {
  const filers = filersOf(world);
  const byCik = new Map(filers.map((filer) => [filer.cik, filer]));
  const funds = fundFilersOf(world);
  const alone = funds.filter(({ series }) => series === null);
  const companies = Object.fromEntries(
    [...filers, ...alone].map(({ cik, security }, index) => [
      String(index),
      { cik_str: cik, ticker: security.symbol, title: security.name.toUpperCase() },
    ]),
  );
  const named: NamedFiler[] = [
    ...filers.map(({ cik, security: { name, symbol } }) => {
      return { cik, name: name.toUpperCase(), symbols: [symbol], formerNames: [] };
    }),
    ...funds.map(({ cik, security: { name, symbol } }) => {
      return { cik, name: name.toUpperCase(), symbols: [symbol], formerNames: [] };
    }),
    ...REPORTING_FILERS.filter(({ symbols }) => symbols.length === 0),
  ];
  return { filers, byCik, companies, funds, named };
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
    if (name === "primary_doc.xml") return scheduleDocument(world, filer, accession);
    if (name === META_LINKS) return metaLinksOf(filer, accession, at);
    return name === `${accession}-index.htm`
      ? filingPage(filer, accession, at)
      : documentOf(world, filer, accession, name, at);
  }

  /** Returns what the SEC has of managers, but the filings of one with a symbol, and the lists by which their CUSIPs are named. */
  function replyOfManager(path: string, at: number): SimulatedReply | undefined {
    const [, listed] = /^\/files\/data\/fails-deliver-data\/cnsfails(\d{6})[ab]\.zip$/.exec(path) ?? [];
    if (listed !== undefined) {
      return { status: 200, bytes: failedDeliveries(world, listed), headers: { "content-type": "application/zip" } };
    }
    const [, cik] = /^\/submissions\/CIK(\d{10})\.json$/.exec(path) ?? [];
    const known = managerOf(Number(cik));
    if (known && known.symbol === undefined) return { status: 200, body: managerSubmissions(known, at) };
    const [, covered, digits = ""] =
      /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/xslForm13F_X02\/primary_doc\.xml$/.exec(path) ?? [];
    const covering = managerOf(Number(covered));
    const cover = covering && managerCover(covering, digits.replace(/^(\d{10})(\d{2})/, "$1-$2-"), at);
    if (cover !== undefined) return { status: 200, text: cover, headers: { "content-type": "text/html" } };
    const [, owner, accession = ""] =
      /^\/Archives\/edgar\/data\/(\d{1,10})\/\d{18}\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(path) ?? [];
    const manager = managerOf(Number(owner));
    const text = manager && managerReport(world, manager, accession, at);
    return text === undefined ? undefined : { status: 200, text, headers: { "content-type": "text/plain" } };
  }

  /** Returns the lists and documents of funds; `undefined` for any other path. */
  function replyOfFund(path: string, query: URLSearchParams, at: number): SimulatedReply | undefined {
    if (path === "/files/company_tickers_mf.json") return { status: 200, body: fundList(registerOf(world).funds) };
    const xml = { status: 200, headers: { "content-type": "application/xml" } };
    if (path === "/cgi-bin/browse-edgar") {
      const fund = registerOf(world).funds.find(({ series }) => series !== null && series === query.get("CIK"));
      return fund && { ...xml, text: filingsFeed(fund, query.get("type") ?? "", at) };
    }
    const [, number] = /^\/submissions\/CIK(\d{10})\.json$/.exec(path) ?? [];
    const alone = registerOf(world).funds.find(({ cik, series }) => series === null && cik === Number(number));
    if (alone) return { status: 200, body: fundSubmissions(alone, at) };
    const [, owner, digits = ""] = /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/primary_doc\.xml$/.exec(path) ?? [];
    const accession = digits.replace(/^(\d{10})(\d{2})/, "$1-$2-");
    const owned = registerOf(world).funds.filter(({ cik }) => cik === Number(owner));
    for (const fund of owned) {
      const text = reportDocument(world, fund, accession, at);
      if (text !== undefined) return { ...xml, text };
    }
    return undefined;
  }

  return (question) => {
    const { path, headers, at, query } = question;
    const rates =
      replyOfFeed(world.market, path, at, query) ?? replyOfSeries(question) ?? replyOfStatistics(path, query, at);
    if (rates) return rates;
    if (!String(headers["user-agent"]).includes("@")) {
      return { status: 403, text: NO_CONTACT, headers: { "content-type": "text/html" } };
    }
    if (path === "/files/company_tickers.json") return { status: 200, body: registerOf(world).companies };
    if (path === "/LATEST/search-index" && query.has("keysTyped"))
      return { status: 200, body: searchNames(registerOf(world).named, query.get("keysTyped")!) };
    if (path === "/LATEST/search-index" && query.has("entityName"))
      return { status: 200, body: searchFilers(REPORTING_FILERS, query, at) };
    if (path === "/LATEST/search-index")
      return { status: 200, body: searchDocuments(registerOf(world).filers, query, at) };
    const ofFund = replyOfFund(path, query, at);
    if (ofFund) return ofFund;
    const [, owner, name = ""] = /^\/Archives\/edgar\/data\/(\d{1,10})\/\d{18}\/(form4-\d+\.xml)$/.exec(path) ?? [];
    const issuer = registerOf(world).byCik.get(Number(owner));
    const form = issuer && formDocument(world, issuer, name, at);
    if (form !== undefined) return { status: 200, text: form, headers: { "content-type": "application/xml" } };
    const managed = replyOfManager(path, at);
    if (managed) return managed;
    const filed = replyOfArchive(path, at);
    if (filed !== undefined)
      return {
        status: 200,
        text: filed,
        headers: { "content-type": path.endsWith(".xml") ? "application/xml" : "text/html" },
      };
    const [, number, taxonomy = "", tag = ""] =
      /^\/api\/xbrl\/companyconcept\/CIK(\d{10})\/([A-Za-z-]+)\/([A-Za-z0-9]+)\.json$/.exec(path) ?? [];
    const stating = registerOf(world).byCik.get(Number(number));
    const concept = stating && conceptOf(world, stating, taxonomy, tag, at);
    if (concept !== undefined) return { status: 200, body: concept };
    const [, ofTaxonomy = "", ofTag = "", unit = "", period = ""] =
      /^\/api\/xbrl\/frames\/([A-Za-z-]+)\/([A-Za-z0-9]+)\/([\w-]+)\/CY(\d{4}(?:Q[1-4]I?)?)\.json$/.exec(path) ?? [];
    const frame = frameOf(world, registerOf(world).filers, { taxonomy: ofTaxonomy, tag: ofTag, unit, period }, at);
    if (frame !== undefined) return { status: 200, body: frame };
    const [, kind, cik] = /^\/(submissions|api\/xbrl\/companyfacts)\/CIK(\d{10})\.json$/.exec(path) ?? [];
    const unlisted =
      kind === "submissions"
        ? REPORTING_FILERS.find((each) => each.cik === Number(cik) && each.symbols.length === 0)
        : undefined;
    if (unlisted)
      return { status: 200, body: { ...unlisted, tickers: [], filings: toLists(reportsOfFiler(unlisted, at)) } };
    const filer = registerOf(world).byCik.get(Number(cik));
    const body = filer && (kind === "submissions" ? toSubmissions(world, filer, at) : factsOf(world, filer, at));
    if (body === undefined) return { status: 404, text: NO_SUCH_FILE, headers: { "content-type": "application/xml" } };
    return { status: 200, body };
  };
}

/** Returns what the SEC knows of a filer, with the columns that clients read. */
function toSubmissions(world: World, filer: Filer, at: number) {
  const { cik, security, yearEnd } = filer;
  const manager = managerOf(cik);
  const holdings = manager ? reportsOf(manager, at) : [];
  const filings = newestFirst(
    [...filingsOf(filer, at), ...formsOf(world, filer, at), ...schedulesOf(filer, at), ...holdings],
    ({ filed }) => filed,
  );
  return {
    cik: String(cik).padStart(10, "0"),
    entityType: "operating",
    sic: security.traits.has("bank") ? "6021" : "3571",
    name: security.name.toUpperCase(),
    tickers: [security.symbol],
    exchanges: [security.exchange],
    fiscalYearEnd: quarterEnd(yearEnd).slice(5).replace("-", ""),
    formerNames: [],
    filings: toLists(filings),
  };
}
