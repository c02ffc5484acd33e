/** Plays the SEC's list of funds, its lists of filings, and reports on Form N-PORT. */
import { HttpResponse } from "msw";
import type { useInternet } from "../../../support/internet.js";
import { playSec, xmlOf } from "../../../support/play-sec.js";

export const [TRUST, SERIES, OTHER_SERIES] = ["0000036405", "S000002839", "S000002840"] as const;
/** A unit trust, which stands in the list of companies, and a trust that holds gold. */
export const [UNIT_TRUST, GOLD_TRUST] = ["0000884394", "0001222333"] as const;

/** Returns one holding, with the elements of `more` in place of those of a common stock. */
export function holding(more: Readonly<Record<string, string>> = {}): string {
  const elements: Record<string, string> = {
    name: "Acme &amp; Sons",
    lei: "N/A",
    title: "Acme &amp; Sons Inc.",
    cusip: "037833100",
    identifiers: '<isin value="US0378331005"/>',
    balance: "100.000000000000",
    units: "NS",
    curCd: "USD",
    valUSD: "2500.50000000",
    pctVal: "25.0050000000",
    payoffProfile: "Long",
    assetCat: "EC",
    invCountry: "US",
    ...more,
  };
  // An element with attributes is given as a whole.
  const inner = Object.entries(elements).map(([name, text]) =>
    text.startsWith(`<${name}`) || text === "" ? text : `<${name}>${text}</${name}>`,
  );
  return `<invstOrSec>${inner.join("\n")}<debtSec><maturityDt>2030-01-01</maturityDt></debtSec></invstOrSec>`;
}

interface Played {
  series?: string;
  name?: string;
  day?: string;
  isFinal?: boolean;
  holdings?: readonly string[] | undefined;
}

/** Returns a report; its holdings stand beside `fundInfo`. */
export function reportOf({
  series = SERIES,
  name = "Acme 500 Fund",
  day = "2026-06-30",
  isFinal = false,
  holdings = [holding()],
}: Played = {}): string {
  const list = holdings.length === 0 ? "" : `<invstOrSecs>${holdings.join("\n")}</invstOrSecs>`;
  return `\n<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/nport">
<headerData><submissionType>NPORT-P</submissionType><seriesClassInfo><seriesId>S000099999</seriesId></seriesClassInfo></headerData>
<formData><genInfo><regName>Acme Index Funds</regName><regCik>${TRUST}</regCik><seriesName>${name}</seriesName><seriesId>${series}</seriesId>
<repPdEnd>2026-12-31</repPdEnd><repPdDate>${day}</repPdDate><isFinalFiling>${isFinal ? "Y" : "N"}</isFinalFiling></genInfo>
<fundInfo><totAssets>10100.00</totAssets><netAssets>10000.00</netAssets></fundInfo>${list}</formData></edgarSubmission>`;
}

type Entry = readonly [accession: string, filed: string, form: string];

/** Returns the answer of the SEC's page of filings. */
export function feedOf(entries: readonly Entry[]): string {
  const rows = entries.map(
    ([accession, filed, form]) =>
      `<entry><category term="${form}" /><content type="text/xml"><accession-number>${accession}</accession-number><filing-date>${filed}</filing-date><filing-type>${form}</filing-type><size>2 MB</size></content></entry>`,
  );
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom"><company-info><cik>${TRUST}</cik></company-info>${rows.join("\n")}</feed>`;
}

interface PlayedFunds {
  /** Filings by series or registrant. */
  filings?: Readonly<Record<string, readonly Entry[]>>;
  /** Documents by accession number. */
  reports?: Readonly<Record<string, string | (() => Response)>>;
  /** Every list of failed deliveries; without it there is none. */
  list?: Buffer;
}

/** Plays the SEC; returns the paths of the calls. */
export function playFunds(
  internet: ReturnType<typeof useInternet>,
  { filings = {}, reports = {}, list }: PlayedFunds,
): string[] {
  return playSec(internet, {
    companies: [
      [884394, "SPY", "SPDR S&P 500 ETF TRUST"],
      [1222333, "GLD", "SPDR GOLD TRUST"],
      [320193, "AAPL", "Apple Inc."],
    ],
    list: (filer) => ({
      name: "TRUST",
      sic: "",
      recent: (filings[filer] ?? []).map(([accession, filed, form]) => [
        accession,
        form,
        filed,
        "",
        "",
        "xslFormNPORT-P_X01/primary_doc.xml",
      ]),
    }),
    file({ pathname, searchParams }) {
      if (pathname === "/files/company_tickers_mf.json") {
        const data = [
          [36405, SERIES, "C000092055", "VOO"],
          [36405, SERIES, "C000007774", "VFIAX"],
          [36405, OTHER_SERIES, "C000007780", "VTI"],
        ];
        return HttpResponse.json({ fields: ["cik", "seriesId", "classId", "symbol"], data });
      }
      if (pathname === "/LATEST/search-index") return HttpResponse.json({ hits: { total: { value: 0 }, hits: [] } });
      if (pathname === "/cgi-bin/browse-edgar") {
        const type = searchParams.get("type")!;
        const own = filings[searchParams.get("CIK")!] ?? [];
        const xml = { headers: { "content-type": "application/atom+xml" } };
        return new HttpResponse(feedOf(own.filter(([, , form]) => form.startsWith(type))), xml);
      }
      if (list && pathname.includes("/fails-deliver-data/")) {
        return new HttpResponse(new Uint8Array(list), { headers: { "content-type": "application/zip" } });
      }
      const [, digits = ""] = /\/(\d{18})\/primary_doc\.xml$/.exec(pathname) ?? [];
      const report = reports[digits.replace(/^(\d{10})(\d{2})/, "$1-$2-")];
      return typeof report === "string" ? xmlOf(report) : report?.();
    },
  });
}
