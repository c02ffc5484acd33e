/**
 * Serves a manager's report of 5,000 holdings and a fund's report of 20 MB in the forms of the SEC, in a process of its
 * own: making and sending them would delay the measured questions of the bench.
 */
import { createServer } from "node:http";

const [MANAGER, FUND, SERIES] = ["0001067983", "0000036405", "S000002839"];
const [MANAGER_REPORT, FUND_REPORT] = ["0000950123-26-000001", "0000036405-26-000001"];
/** Days in the past, so that every run has the same newest quarter. */
const [QUARTER, FILED] = ["2026-03-31", "2026-05-15"];

const many = (count, toText) => Array.from({ length: count }, (_each, at) => toText(at)).join("\n");
const tag = (name, text) => `<${name}>${text}</${name}>`;
const cusipOf = (at) => `A${String(at).padStart(8, "0")}`;
const document = (type, xml) =>
  `<DOCUMENT>\n<TYPE>${type}\n<TEXT>\n<XML>\n<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n</XML>\n</TEXT>\n</DOCUMENT>\n`;

const ROWS = 5_000;
const valueOf = (at) => 1_000_000 + at;
const total = Array.from({ length: ROWS }, (_each, at) => valueOf(at)).reduce((sum, value) => sum + value, 0);
const rows = many(ROWS, (at) => {
  const size = tag("shrsOrPrnAmt", tag("sshPrnamt", 1_000 + at) + tag("sshPrnamtType", "SH"));
  const named = tag("nameOfIssuer", `ISSUER ${at} INC`) + tag("titleOfClass", "COM") + tag("cusip", cusipOf(at));
  return tag("infoTable", `${named}${tag("value", valueOf(at))}${size}${tag("investmentDiscretion", "SOLE")}`);
});
const cover = `<edgarSubmission><formData><coverPage><reportType>13F HOLDINGS REPORT</reportType></coverPage><summaryPage>${tag("tableEntryTotal", ROWS)}${tag("tableValueTotal", total)}<isConfidentialOmitted>false</isConfidentialOmitted></summaryPage></formData></edgarSubmission>`;
const managerReport = `<SEC-DOCUMENT>\n${document("13F-HR", cover)}${document("INFORMATION TABLE", tag("informationTable", rows))}</SEC-DOCUMENT>`;

/** One holding in the indented form of a fund of bonds, of 1.3 kB: 20 MB are 15,000 of them. */
const holdingOf = (at) => {
  const inner = (depth, names) =>
    many(Object.keys(names).length, (index) => {
      const [name, text] = Object.entries(names)[index];
      return `${" ".repeat(depth)}${typeof text === "object" ? `<${name}>\n${inner(depth + 2, text)}\n${" ".repeat(depth)}</${name}>` : tag(name, text)}`;
    });
  return inner(6, {
    invstOrSec: {
      name: `Issuer ${at} Property & Buildings`.replace("&", "&amp;"),
      lei: "N/A",
      title: `Issuer ${at} 5 08/01/2028`,
      cusip: cusipOf(at),
      identifiers: `\n          <isin value="US${cusipOf(at)}0"/>\n          <other otherDesc="Internal" value="${at}"/>\n        `,
      balance: "755000",
      units: "PA",
      curCd: "USD",
      valUSD: `${1_000 + at}.15`,
      pctVal: "0.0066978745",
      payoffProfile: "Long",
      assetCat: "DBT",
      issuerCat: "MUN",
      invCountry: "US",
      isRestrictedSec: "N",
      fairValLevel: 2,
      debtSec: {
        maturityDt: "2028-08-01",
        couponKind: "Fixed",
        annualizedRt: "5.000000000000",
        isDefault: "N",
        areIntrstPmntsInArrs: "N",
        isPaidKind: "N",
      },
      securityLending: { isCashCollateral: "N", isNonCashCollateral: "N", isLoanByFund: "N" },
    },
  });
};
const HOLDINGS = Math.ceil((20 * 1024 * 1024) / holdingOf(10_000).length);
const fundReport = `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><headerData><submissionType>NPORT-P</submissionType></headerData>
<formData><genInfo><regName>A Trust</regName><regCik>${FUND}</regCik><seriesName>A Fund</seriesName><seriesId>${SERIES}</seriesId>
<repPdEnd>2026-12-31</repPdEnd><repPdDate>${QUARTER}</repPdDate><isFinalFiling>N</isFinalFiling></genInfo>
<fundInfo><totAssets>10100.00</totAssets><netAssets>10000.00</netAssets></fundInfo><invstOrSecs>${many(HOLDINGS, holdingOf)}</invstOrSecs></formData></edgarSubmission>`;

const listOf = (name, accession, form, path) => ({
  name,
  sic: "",
  formerNames: [],
  filings: {
    recent: {
      accessionNumber: [accession],
      form: [form],
      filingDate: [FILED],
      reportDate: [QUARTER],
      items: [""],
      primaryDocument: [path],
      isXBRL: [0],
    },
    files: [],
  },
});
const entry = `<entry><category term="NPORT-P" /><content type="text/xml"><accession-number>${FUND_REPORT}</accession-number><filing-date>${FILED}</filing-date><filing-type>NPORT-P</filing-type><size>20 MB</size></content></entry>`;
const digits = (accession) => accession.replaceAll("-", "");

/** Answers by the end of the path. */
const FILES = {
  "company_tickers.json": { 0: { cik_str: 320193, ticker: "AAPL", title: "Apple Inc." } },
  "company_tickers_mf.json": {
    fields: ["cik", "seriesId", "classId", "symbol"],
    data: [[Number(FUND), SERIES, "C000092055", "VOO"]],
  },
  [`CIK${MANAGER}.json`]: listOf("A MANAGER", MANAGER_REPORT, "13F-HR", "xslForm13F_X02/primary_doc.xml"),
  [`CIK${FUND}.json`]: listOf("A TRUST", FUND_REPORT, "NPORT-P", "xslFormNPORT-P_X01/primary_doc.xml"),
  "browse-edgar": `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom"><company-info>${tag("cik", FUND)}</company-info>${entry}</feed>`,
  [`${MANAGER_REPORT}.txt`]: managerReport,
  [`${digits(FUND_REPORT)}/primary_doc.xml`]: fundReport,
};
const BODIES = Object.entries(FILES).map(([end, content]) => {
  const isJson = typeof content !== "string";
  const type = isJson ? "application/json" : end.endsWith(".txt") ? "text/plain" : "application/xml";
  return { end, type, body: Buffer.from(isJson ? JSON.stringify(content) : content) };
});
const DENIED = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>`;

const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url, "http://127.0.0.1");
  const found = BODIES.find(({ end }) => pathname.endsWith(`/${end}`));
  if (found) response.writeHead(200, { "content-type": found.type }).end(found.body);
  else response.writeHead(403, { "content-type": "application/xml" }).end(DENIED);
}).listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
